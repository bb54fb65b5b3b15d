//! Tests of the interface over real sockets.

mod batch;
mod canary;
mod client;
mod connections;
mod documents;
mod events;
mod faults;
mod load;
mod page;
mod routes;
#[cfg(unix)]
mod workers;

use std::net::SocketAddr;
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use loyd::service::Service;
use loyd_web::{QuestionPlaces, Server, Settings};
use serde_json::{Value, json};
use tokio::sync::oneshot;

use client::Client;

/// A question that cannot be answered within the time of a test.
fn hopeless() -> Value {
    let tiles: Vec<String> = (1..81).rev().map(|tile| tile.to_string()).chain(["x".into()]).collect();
    json!({"puzzle": "sliding:9x9", "state": tiles.join(" ")})
}

/// A server that runs until it is dropped.
struct Running {
    address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    fn new() -> Running {
        Running::with(|_| {})
    }

    fn with(set: impl FnOnce(&mut Settings)) -> Running {
        let mut settings = Settings::default();
        settings.listen = ([127, 0, 0, 1], 0).into();
        set(&mut settings);
        let service = Service::builder().memory(settings.memory).at_a_time(settings.concurrency + 1).build();
        Running::start(settings, service.into())
    }

    fn start(settings: Settings, places: QuestionPlaces) -> Running {
        let (stop, stopped) = oneshot::channel();
        let (tell, told) = mpsc::channel();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
            runtime.block_on(async {
                let server = Server::bind(settings, places).await.unwrap();
                tell.send(server.address().unwrap()).unwrap();
                server.run(async { drop(stopped.await) }).await;
            });
        });
        Running { address: told.recv().unwrap(), stop: Some(stop), thread: Some(thread) }
    }

    /// Stops the server, and waits until it has ended.
    fn stop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }

    /// Begins to stop the server.
    fn begin_to_stop(&mut self) {
        drop(self.stop.take());
    }

    fn client(&self) -> Client {
        Client::to(self.address)
    }

    /// The value of a metric in `/metrics`.
    fn metric(&self, name: &str) -> u64 {
        let text = self.client().get("/metrics").text();
        let line = text.lines().find(|line| line.starts_with(&format!("{name} ")));
        line.unwrap_or_else(|| panic!("no {name} in {text}")).rsplit(' ').next().unwrap().parse().unwrap()
    }

    /// Waits until a metric in `/metrics` has this value.
    fn until(&self, name: &str, value: u64) {
        let began = Instant::now();
        while self.metric(name) != value {
            assert!(began.elapsed() < Duration::from_secs(120), "{name} is {} and not {value}", self.metric(name));
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop();
    }
}
