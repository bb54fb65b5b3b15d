//! loyd over HTTP: an interface for programs, and a page for people.
//!
//! The crate serves the questions and replies of [`loyd::service`] and adds nothing to them. `docs/formats.md`
//! describes the questions and replies. Each module has one subject:
//!
//! | module | contents |
//! |---|---|
//! | `settings` | the settings of the operator |
//! | `server` | connections |
//! | `routes` | the routes, one file each, and the layers that every request passes |
//! | `guard` | which clients may ask |
//! | `reading` | bodies of requests |
//! | `rules` | which questions may be asked, and which are answered at once |
//! | `asking` | from a question to its reply: where the question runs, and when it ends |
//! | `answering` | answers on the thread that calls |
//! | `workers` | the processes that answer questions, and the watch over them |
//! | `worker` | the main loop of such a process |
//! | `frames` | the messages between the server and these processes |
//! | `admission` | how many questions may run and wait |
//! | `cancelling` | the questions under way |
//! | `events` | replies as streams |
//! | `problem` | faults, and their HTTP status |
//! | `metrics` | counters and current values |
//! | `openapi` | the description of the interface |
//! | `paths` | the paths by name |
//! | `page` | the page |

mod guard;
mod metrics;
mod openapi;
mod page;
mod paths;
mod problem;
mod questions;
mod routes;
mod server;
mod settings;

pub use questions::worker::work;
pub use questions::workers::{StartWorker, WorkerShare};
pub use server::Server;
pub use settings::{PORT, Settings};

use std::fmt;
use std::io;

use loyd::service::Service;
use questions::workers::Workers;
use tokio::sync::{mpsc, oneshot};

/// The threads or processes that answer questions.
#[derive(Clone)]
pub enum QuestionPlaces {
    /// On threads of this process, by one service. A question that never ends keeps its thread.
    Threads(Service),
    /// In processes that this function starts. A question that passes its limits is ended with its process.
    Processes(StartWorker),
}

impl fmt::Debug for QuestionPlaces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            QuestionPlaces::Threads(service) => f.debug_tuple("Threads").field(service).finish(),
            QuestionPlaces::Processes(_) => f.debug_tuple("Processes").finish_non_exhaustive(),
        }
    }
}

impl From<Service> for QuestionPlaces {
    fn from(service: Service) -> QuestionPlaces {
        QuestionPlaces::Threads(service)
    }
}

/// Runs a server on its own threads until the process gets SIGTERM or Ctrl-C. Then the server ends within
/// [`Settings::grace`] whatever its questions do, and at once after a second signal. Its workers are ended. Threads
/// that cannot be stopped are left behind, and end with the process. `listening` is called with the address of the
/// server.
///
/// # Errors
/// An error, if the server cannot listen or a thread cannot be started.
pub fn run(
    settings: Settings,
    places: impl Into<QuestionPlaces>,
    listening: impl FnOnce(std::net::SocketAddr),
) -> io::Result<()> {
    let hearing = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let (tell, signals) = mpsc::unbounded_channel();
    let mut ending = hearing.block_on(async { Ending::new() })?;
    hearing.spawn(async move {
        loop {
            ending.next().await;
            // The receiver is gone after the second signal.
            let _ = tell.send(());
        }
    });
    run_until(settings, places, listening, &hearing, signals)
}

/// Runs a server that stops at the messages of `signals`. The calling thread waits for them with a runtime of its own,
/// so a signal is received even if the serving threads are blocked.
fn run_until(
    settings: Settings,
    places: impl Into<QuestionPlaces>,
    listening: impl FnOnce(std::net::SocketAddr),
    hearing: &tokio::runtime::Runtime,
    mut signals: mpsc::UnboundedReceiver<()>,
) -> io::Result<()> {
    let serving = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let grace = settings.grace;
    let server = serving.block_on(Server::bind(settings, places))?;
    let workers = server.workers();
    listening(server.address()?);
    let (stop, told) = oneshot::channel::<()>();
    let mut served = serving.spawn(server.run(async { drop(told.await) }));
    let ended = hearing.block_on(async {
        tokio::select! {
            _ = signals.recv() => {}
            failed = &mut served => return failed,
        }
        drop(stop);
        tokio::select! {
            _ = signals.recv() => {
                tracing::warn!("second signal to stop: the running questions are cancelled");
                Ok(())
            }
            () = tokio::time::sleep(grace) => Ok(()),
            ended = served => ended,
        }
    });
    workers.iter().for_each(Workers::end);
    // The runtime does not wait for its threads: what a question still does ends with the process.
    serving.shutdown_background();
    ended.map_err(io::Error::other)
}

/// Logs one line for each request to standard error, or only warnings if `quiet`, or also debug lines if `verbose`.
pub fn log_to_stderr(verbose: bool, quiet: bool) {
    use tracing::Level;
    let level = match (verbose, quiet) {
        (_, true) => Level::WARN,
        (true, _) => Level::DEBUG,
        _ => Level::INFO,
    };
    let log = tracing_subscriber::fmt().with_max_level(level).with_writer(io::stderr).with_ansi(false);
    // If standard error is closed, a line that cannot be written is ignored.
    let log = log.log_internal_errors(false);
    // A program that embeds this crate may have a logger already.
    let _ = log.with_target(false).try_init();
}

/// The signals that end the process.
struct Ending {
    #[cfg(unix)]
    signals: [tokio::signal::unix::Signal; 2],
}

impl Ending {
    #[cfg(unix)]
    fn new() -> io::Result<Ending> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Ending { signals: [signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?] })
    }

    #[cfg(not(unix))]
    fn new() -> io::Result<Ending> {
        Ok(Ending {})
    }

    async fn next(&mut self) {
        #[cfg(unix)]
        {
            let [terminate, interrupt] = &mut self.signals;
            tokio::select! {
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
        }
        #[cfg(not(unix))]
        let _ = tokio::signal::ctrl_c().await;
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader, Write};
    use std::net::{SocketAddr, TcpStream};
    use std::sync::mpsc as blocking;
    use std::thread;
    use std::time::Duration;

    use crate::*;

    /// A server whose reader of boards never returns, so questions about a board can be neither answered nor stopped.
    struct Stuck {
        address: SocketAddr,
        signals: mpsc::UnboundedSender<()>,
        running: thread::JoinHandle<io::Result<()>>,
        /// Receives a message for each board that is read.
        reading: blocking::Receiver<()>,
    }

    fn stuck(grace: Duration) -> Stuck {
        let (began, reading) = blocking::channel();
        let read = move |_: &std::path::Path, _: usize| -> io::Result<Vec<u8>> {
            let _ = began.send(());
            loop {
                thread::park();
            }
        };
        let service = Service::builder().files(read).memory(1 << 30).build();
        let listen = ([127, 0, 0, 1], 0).into();
        let settings = Settings { listen, grace, concurrency: 2, ..Settings::default() };
        let (signals, hear) = mpsc::unbounded_channel();
        let (tell, told) = blocking::channel();
        let running = thread::spawn(move || {
            let hearing = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            run_until(settings, service, |address| tell.send(address).unwrap(), &hearing, hear)
        });
        Stuck { address: told.recv().unwrap(), signals, running, reading }
    }

    fn send(address: SocketAddr, request: &str) -> TcpStream {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        stream
    }

    fn asks(address: SocketAddr, route: &str) -> TcpStream {
        let body = r#"{"puzzle":"sliding:@board","state":"1"}"#;
        let length = body.len();
        let head = "host: localhost\r\ncontent-type: application/json\r\n";
        send(address, &format!("POST /api/v1/{route} HTTP/1.1\r\n{head}content-length: {length}\r\n\r\n{body}"))
    }

    fn is_healthy(address: SocketAddr) {
        let mut status = String::new();
        let stream = send(address, "GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
        BufReader::new(stream).read_line(&mut status).unwrap();
        assert_eq!(status, "HTTP/1.1 200 OK\r\n");
    }

    /// Reading boards blocks all workers forever. The server still reports its health, and ends within its grace.
    #[test]
    fn work_that_never_ends_holds_up_neither_health_nor_end() {
        let server = stuck(Duration::from_millis(50));
        let routes = ["moves", "draw", "rank", "unrank", "random", "solve", "map"];
        let clients: Vec<TcpStream> = routes.into_iter().cycle().take(70).map(|to| asks(server.address, to)).collect();
        // Two places for opening and two places for searching are taken.
        (0..4).for_each(|_| server.reading.recv().unwrap());
        (0..20).for_each(|_| is_healthy(server.address));
        server.signals.send(()).unwrap();
        server.running.join().unwrap().unwrap();
        drop(clients);
    }

    /// A second signal ends the server at once, although hours of grace are left.
    #[test]
    fn a_second_signal_ends_it_at_once() {
        let server = stuck(Duration::from_secs(10_000));
        let client = asks(server.address, "moves");
        server.reading.recv().unwrap();
        server.signals.send(()).unwrap();
        server.signals.send(()).unwrap();
        server.running.join().unwrap().unwrap();
        drop(client);
    }
}
