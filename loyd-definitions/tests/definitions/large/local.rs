//! Processes that make a map together, run as threads with channels between them.

use std::sync::mpsc::{Receiver, Sender, channel};

use loyd_core::table::map::{Lost, MapCensus, Parcel, Partnership, Peers, Unmapped};

/// A process among others. A channel carries the parcels of a round, and then `None` for the end of the round.
struct Local {
    own: usize,
    to: Vec<Sender<Option<Vec<u8>>>>,
    from: Vec<Receiver<Option<Vec<u8>>>>,
}

fn lost(process: usize) -> Lost {
    Lost { process, name: format!("thread {process}"), why: "it has ended".into() }
}

impl Peers for Local {
    fn own(&self) -> usize {
        self.own
    }

    fn number(&self) -> usize {
        self.to.len()
    }

    fn send(&mut self, to: usize, parcel: Vec<u8>) -> Result<(), Lost> {
        self.to[to].send(Some(parcel)).map_err(|_| lost(to))
    }

    fn close(&mut self) -> Result<(), Lost> {
        self.to.iter().enumerate().try_for_each(|(to, sender)| sender.send(None).map_err(|_| lost(to)))
    }

    fn receive(&mut self) -> Result<Vec<Parcel>, Lost> {
        let mut parcels = Vec::new();
        for (from, receiver) in self.from.iter().enumerate() {
            while let Some(bytes) = receiver.recv().map_err(|_| lost(from))? {
                parcels.push(Parcel { from, bytes });
            }
        }
        Ok(parcels)
    }
}

/// The result of each of `number` processes.
pub fn together(
    number: usize,
    buffers: u64,
    draw: impl Fn(&Partnership) -> Result<MapCensus, Unmapped> + Sync,
) -> Vec<Result<MapCensus, Unmapped>> {
    let mut locals: Vec<Local> = (0..number).map(|own| Local { own, to: Vec::new(), from: Vec::new() }).collect();
    for from in 0..number {
        for to in 0..number {
            let (sender, receiver) = channel();
            locals[from].to.push(sender);
            locals[to].from.push(receiver);
        }
    }
    let draw = &draw;
    std::thread::scope(|scope| {
        let begun: Vec<_> = locals
            .into_iter()
            .map(|local| {
                scope.spawn(move || {
                    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
                    pool.install(|| draw(&Partnership::new(local, buffers)))
                })
            })
            .collect();
        begun.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}
