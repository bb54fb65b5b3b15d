//! Processes that are threads of this process and use no sockets, for tests.

use std::collections::VecDeque;
use std::sync::mpsc::{self, Receiver, Sender};

use loyd_core::table::map::{Lost, Parcel, Peers};

/// A message from one process to another.
enum LocalMessage {
    Parcel(Vec<u8>),
    Closed,
    Gone,
}

/// The data from one process: closed rounds, and the parcels of the open round.
#[derive(Default)]
struct Come {
    closed: VecDeque<Vec<Parcel>>,
    open: Vec<Parcel>,
    is_gone: bool,
}

/// One of several processes that are threads of this one. After its drop, its next round is [`Lost`].
pub struct Local {
    own: usize,
    others: Vec<Sender<(usize, LocalMessage)>>,
    said: Receiver<(usize, LocalMessage)>,
    come: Vec<Come>,
    waiting: usize,
}

/// Creates `number` processes, in the order of their numbers.
pub fn local(number: usize) -> Vec<Local> {
    let (others, said): (Vec<_>, Vec<_>) = (0..number).map(|_| mpsc::channel()).unzip();
    let one = |(own, said)| {
        let come = std::iter::repeat_with(Come::default).take(number).collect();
        Local { own, others: others.clone(), said, come, waiting: 0 }
    };
    said.into_iter().enumerate().map(one).collect()
}

impl Local {
    fn send_message(&self, to: usize, said: LocalMessage) {
        // A process that has gone receives nothing, and has already sent [`LocalMessage::Gone`].
        let _ = self.others[to].send((self.own, said));
    }

    /// Waits for the next message, and stores it.
    fn store_next_message(&mut self) {
        // This process owns a sender to itself, so the channel stays open.
        let Ok((from, said)) = self.said.recv() else { return };
        let come = &mut self.come[from];
        match said {
            LocalMessage::Parcel(bytes) => come.open.push(Parcel { from, bytes }),
            LocalMessage::Closed => come.closed.push_back(std::mem::take(&mut come.open)),
            LocalMessage::Gone => come.is_gone = true,
        }
    }
}

impl Peers for Local {
    fn own(&self) -> usize {
        self.own
    }

    fn number(&self) -> usize {
        self.others.len()
    }

    fn send(&mut self, to: usize, parcel: Vec<u8>) -> Result<(), Lost> {
        self.send_message(to, LocalMessage::Parcel(parcel));
        Ok(())
    }

    fn close(&mut self) -> Result<(), Lost> {
        (0..self.number()).for_each(|to| self.send_message(to, LocalMessage::Closed));
        self.waiting += 1;
        Ok(())
    }

    fn receive(&mut self) -> Result<Vec<Parcel>, Lost> {
        assert!(self.waiting > 0, "a round is closed before it is received");
        while let Some(process) = self.come.iter().position(|come| come.closed.is_empty()) {
            if self.come[process].is_gone {
                return Err(Lost { process, name: format!("local {process}"), why: "it was dropped".into() });
            }
            self.store_next_message();
        }
        self.waiting -= 1;
        Ok(self.come.iter_mut().filter_map(|come| come.closed.pop_front()).flatten().collect())
    }
}

impl Drop for Local {
    fn drop(&mut self) {
        (0..self.number()).for_each(|to| self.send_message(to, LocalMessage::Gone));
    }
}
