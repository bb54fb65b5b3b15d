//! Processes on ports that the system chooses.

use std::net::TcpListener;
use std::thread;
use std::time::Duration;

use loyd_cluster::{Beats, ClusterSettings, ClusterToken, Flow, NotJoined, join_at};

/// Short times for beats, so that tests of losses need not wait long.
pub const BEATS: Beats = Beats { every: Duration::from_millis(50), limit: Duration::from_secs(2) };

/// The listener and the settings of one process.
pub struct Start {
    pub listener: TcpListener,
    pub settings: ClusterSettings,
}

impl Start {
    pub fn join(self) -> Result<Flow, NotJoined> {
        join_at(self.listener, self.settings)
    }
}

pub fn token(text: &str) -> Option<ClusterToken> {
    Some(ClusterToken::new(text.as_bytes()).unwrap())
}

/// Prepares `number` processes that can join each other.
pub fn starts(number: usize) -> Vec<Start> {
    let listeners: Vec<TcpListener> = (0..number).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    let hosts: Vec<String> = listeners.iter().map(|listener| listener.local_addr().unwrap().to_string()).collect();
    let start = |(own, listener)| {
        let mut settings = ClusterSettings::new(hosts.clone(), own);
        settings.token = token("a token of the tests");
        settings.agree = vec![("puzzle".into(), "pancake:5".into()), ("goal".into(), "12345".into())];
        settings.patience = Duration::from_secs(20);
        Start { listener, settings }
    };
    listeners.into_iter().enumerate().map(start).collect()
}

/// Lets all processes join at once.
pub fn join_all(starts: Vec<Start>) -> Vec<Result<Flow, NotJoined>> {
    let threads: Vec<_> = starts.into_iter().map(|start| thread::spawn(|| start.join())).collect();
    threads.into_iter().map(|thread| thread.join().unwrap()).collect()
}

/// Prepares processes like [`starts`], with short times for beats.
pub fn quick_starts(number: usize) -> Vec<Start> {
    let mut all = starts(number);
    all.iter_mut().for_each(|start| start.settings.beats = BEATS);
    all
}

/// Starts `number` processes that have joined each other.
pub fn flows(number: usize) -> Vec<Flow> {
    join_all(starts(number)).into_iter().map(Result::unwrap).collect()
}

/// Calls `act` with each element, on a thread of its own.
pub fn each<P: Send + 'static, T: Send + 'static>(all: Vec<P>, act: fn(P) -> T) -> Vec<T> {
    let threads: Vec<_> = all.into_iter().map(|one| thread::spawn(move || act(one))).collect();
    threads.into_iter().map(|thread| thread.join().unwrap()).collect()
}
