//! One process ends without a goodbye, and all others name it.

use std::io;
use std::net::{Shutdown, TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use loyd_cluster::Flow;
use loyd_core::table::map::{Lost, Peers};

use crate::setting::{BEATS, each, flows, join_all, quick_starts};

/// The reason of a loss that was found only because no heartbeat came.
const SILENT: &str = "no message came from it";

/// Exchanges rounds until a process is lost.
fn endless(flow: &mut Flow) -> Lost {
    loop {
        let number = flow.number();
        let round = (0..number).try_for_each(|to| flow.send(to, vec![1; 10_000])).and_then(|()| flow.close());
        if let Err(lost) = round.and_then(|()| flow.receive()) {
            return lost;
        }
    }
}

#[test]
fn who_is_cut_off_is_named_by_all() {
    for victim in 0..3 {
        let mut flows = flows(3);
        let gone = flows.remove(victim);
        let others: Vec<_> = flows.into_iter().map(|mut flow| thread::spawn(move || endless(&mut flow))).collect();
        thread::sleep(Duration::from_millis(100));
        let name = gone.hosts()[victim].clone();
        drop(gone);
        for other in others {
            let lost = other.join().unwrap();
            assert_eq!((lost.process, &lost.name), (victim, &name), "{lost}");
            assert!(!lost.why.contains(SILENT), "{lost}");
        }
    }
}

/// A process that waits for a lost process gets the loss at once, and later calls return the same loss.
#[test]
fn waiting_ends_with_the_loss() {
    let mut all = flows(2);
    let gone = all.pop().unwrap();
    let mut flow = all.pop().unwrap();
    let waiting = thread::spawn(move || {
        flow.close().unwrap();
        let lost = flow.receive().unwrap_err();
        assert_eq!(flow.send(0, vec![1]), Err(lost.clone()));
        assert_eq!(flow.close(), Err(lost.clone()));
        assert_eq!(flow.lost(), Some(lost.clone()));
        assert_eq!(flow.leave(), Err(lost.clone()));
        lost
    });
    thread::sleep(Duration::from_millis(50));
    drop(gone);
    let lost = waiting.join().unwrap();
    assert!(lost.process == 1 && !lost.why.contains(SILENT), "{lost}");
}

#[test]
fn who_gives_up_says_why() {
    let lost = each(flows(3), |mut flow| {
        if flow.own() == 1 {
            flow.give_up("no space left on device");
            return None;
        }
        Some(endless(&mut flow))
    });
    for lost in lost.into_iter().flatten() {
        assert_eq!(lost.process, 1);
        assert!(lost.why.contains("it gave up: no space left on device"), "{lost}");
    }
}

/// A process whose heartbeats stop while its connections stay open, as after SIGSTOP or when a link is down.
#[test]
fn who_falls_silent_is_lost_after_the_limit() {
    let mut all = quick_starts(3);
    // The third process sends beats so rarely that the others give it up.
    all[2].settings.beats.every = Duration::from_secs(3600);
    let start = Instant::now();
    let lost = each(all, |start| {
        let mut flow = start.join().unwrap();
        flow.close().unwrap();
        flow.receive().unwrap();
        let own = flow.own();
        // Processes 0 and 1 close no round before they know of the loss, so process 2 waits.
        if own != 2 {
            while flow.lost().is_none() {
                thread::sleep(Duration::from_millis(5));
            }
        }
        (own, endless(&mut flow))
    });
    for (own, lost) in lost {
        if own == 2 {
            assert!(lost.why.contains("it considers this process lost"), "{lost}");
        } else {
            assert_eq!(lost.process, 2, "{lost}");
            assert!(lost.why.contains(&format!("{SILENT} for 2 s")), "{lost}");
        }
    }
    assert!(start.elapsed() >= BEATS.limit, "{:?}", start.elapsed());
}

/// One of the two connections between two processes breaks: the first is for data, the second for heartbeats.
#[test]
fn one_broken_connection_is_a_loss() {
    for (broken, why) in [(0, "connection for data"), (1, "closed without a goodbye")] {
        let mut all = quick_starts(2);
        let relay = TcpListener::bind("127.0.0.1:0").unwrap();
        let listener = all[0].listener.local_addr().unwrap();
        all[1].settings.hosts[0] = relay.local_addr().unwrap().to_string();
        let relaying = thread::spawn(move || [(); 2].map(|()| relayed(&relay, listener)));
        let flows: Vec<Flow> = join_all(all).into_iter().map(Result::unwrap).collect();
        let connections = relaying.join().unwrap();
        let lost = thread::spawn(|| each(flows, |mut flow| (flow.own(), endless(&mut flow))));
        thread::sleep(Duration::from_millis(100));
        connections[broken].iter().for_each(|stream| stream.shutdown(Shutdown::Both).unwrap());
        let lost = lost.join().unwrap();
        assert!(lost.iter().any(|(_, lost)| lost.why.contains(why)), "{lost:?}");
        lost.iter().for_each(|(own, lost)| assert_eq!(lost.process, 1 - own, "{lost}"));
    }
}

/// Passes on one connection in both directions, and returns both sides.
fn relayed(relay: &TcpListener, to: std::net::SocketAddr) -> [TcpStream; 2] {
    let (caller, _) = relay.accept().unwrap();
    let listener = TcpStream::connect(to).unwrap();
    for (from, to) in [(&caller, &listener), (&listener, &caller)] {
        let (mut from, mut to) = (from.try_clone().unwrap(), to.try_clone().unwrap());
        thread::spawn(move || io::copy(&mut from, &mut to));
    }
    [caller, listener]
}
