//! Connections: a bounded number is served, the others wait, and a client that sends nothing loses its connection.
//!
//! The server always reports its health: questions run on other threads (`asking`), and if places or file descriptors
//! are used up, some are reserved for health requests (`spare`).

mod spare;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_io_timeout::TimeoutStream;

use crate::QuestionPlaces;
use crate::questions::asking::Asker;
use crate::questions::workers::Workers;
use crate::routes;
use crate::settings::Settings;
use spare::{Reserve, Seldom, Spare};

/// The beginning of a health request, which is served although all other connections wait.
const HEALTH: &[u8] = b"GET /healthz ";
/// The time for the head of a health request, and for a client to read the reply.
const HEALTH_TIME: Duration = Duration::from_secs(1);
/// The time between two looks at the bytes that a waiting connection has sent.
const LOOK_EVERY: Duration = Duration::from_millis(10);
/// The connections that the system queues until they are accepted. A client without a place retries after a second.
const BACKLOG: u32 = 4096;
/// The pause before the next connection is accepted, if no reserved descriptor is left to give up.
const AFTER_ERROR: Duration = Duration::from_millis(20);

/// A server that listens, but does not answer yet.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    asker: Asker,
    settings: Arc<Settings>,
}

impl Server {
    /// Listens at the address in the settings. Questions are answered in `places`.
    ///
    /// # Errors
    /// The error of the system, if the server cannot listen there.
    pub async fn bind(settings: Settings, places: impl Into<QuestionPlaces>) -> io::Result<Server> {
        let settings = Arc::new(settings);
        let socket = if settings.listen.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
        // Without this option, the port is blocked until the connections of an earlier server are forgotten.
        #[cfg(unix)]
        socket.set_reuseaddr(true)?;
        socket.bind(settings.listen)?;
        let listener = socket.listen(BACKLOG)?;
        Ok(Server { listener, asker: Asker::new(places.into(), settings.clone()), settings })
    }

    /// The address of the server, with the port that the system chose if the settings have port 0.
    ///
    /// # Errors
    /// The error of the system, if the address is not available.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// The processes that answer questions, if there are any.
    pub(crate) fn workers(&self) -> Option<Workers> {
        self.asker.workers().cloned()
    }

    /// Answers until `stop` is ready. Then questions under way are stopped, and their replies get some time to be sent.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let Server { listener, asker, settings } = self;
        let graceful = GracefulShutdown::new();
        let serving = Serving {
            router: routes::router(asker.clone()),
            places: Arc::new(Semaphore::new(settings.connections.max(1))),
            health: routes::health_router(asker.clone()),
            spare: Arc::default(),
            asker: asker.clone(),
            settings: settings.clone(),
        };
        let mut stop = std::pin::pin!(stop);
        let (mut reserve, mut seldom) = (Reserve::default(), Seldom::default());
        loop {
            tokio::select! {
                biased;
                () = &mut stop => break,
                accepted = listener.accept() => match accepted {
                    // A connection must not take a descriptor that is reserved for health requests.
                    Ok((stream, _)) if reserve.fill() => serving.take(stream, graceful.watcher()),
                    Ok((stream, _)) => serving.spare(stream),
                    Err(error) => {
                        if let Some(others) = seldom.due(Instant::now()) {
                            let health = "connections are not accepted; only /healthz is answered";
                            tracing::warn!(%error, others, "{health}");
                        }
                        match reserve.give() {
                            true => {}
                            false => tokio::time::sleep(AFTER_ERROR).await,
                        }
                    }
                },
            }
        }
        drop(listener);
        asker.underway.stop();
        // The connections that wait are not served any more.
        serving.places.close();
        let _ = tokio::time::timeout(settings.grace, graceful.shutdown()).await;
        asker.workers().inspect(|workers| workers.end());
    }
}

/// The result of waiting for a place.
enum Turn {
    /// The connection has a place.
    Served(OwnedSemaphorePermit),
    /// The connection sends a health request.
    Health,
    /// The client has gone, or the connection has waited too long.
    Closed,
}

/// The state that is needed to serve a connection.
#[derive(Clone)]
struct Serving {
    router: Router,
    places: Arc<Semaphore>,
    /// The router for health requests alone.
    health: Router,
    spare: Arc<Spare>,
    asker: Asker,
    settings: Arc<Settings>,
}

impl Serving {
    /// Serves a connection, at once or after waiting for a place.
    fn take(&self, stream: TcpStream, watcher: Watcher) {
        // Replies are small, and a client may wait for one before it sends the next question.
        let _ = stream.set_nodelay(true);
        let serving = self.clone();
        match self.places.clone().try_acquire_owned() {
            Ok(place) => drop(tokio::spawn(async move { serving.serve(stream, place, watcher).await })),
            Err(_) => drop(tokio::spawn(async move {
                let parked = serving.asker.metrics.parked.clone();
                parked.inc();
                let turn = serving.wait(&stream).await;
                parked.dec();
                match turn {
                    Turn::Served(place) => serving.serve(stream, place, watcher).await,
                    Turn::Health => serving.spare(stream),
                    Turn::Closed => {}
                }
            })),
        }
    }

    /// Waits for a place. A health request needs no place.
    async fn wait(&self, stream: &TcpStream) -> Turn {
        let health = async {
            let mut begin = [0; HEALTH.len()];
            loop {
                match stream.peek(&mut begin).await {
                    Ok(0) | Err(_) => return Turn::Closed,
                    Ok(length) if !HEALTH.starts_with(&begin[..length]) => std::future::pending().await,
                    Ok(length) if length == HEALTH.len() => return Turn::Health,
                    Ok(_) => tokio::time::sleep(LOOK_EVERY).await,
                }
            }
        };
        tokio::select! {
            place = self.places.clone().acquire_owned() => place.map_or(Turn::Closed, Turn::Served),
            turn = health => turn,
            () = tokio::time::sleep(self.settings.time) => Turn::Closed,
        }
    }

    /// Serves one health request on a connection that has no place.
    fn spare(&self, stream: TcpStream) {
        let service = TowerToHyperService::new(self.health.clone());
        self.spare.serve(async move {
            let mut http = http1::Builder::new();
            http.timer(TokioTimer::new()).header_read_timeout(HEALTH_TIME).half_close(false).keep_alive(false);
            let mut stream = TimeoutStream::new(stream);
            stream.set_write_timeout(Some(HEALTH_TIME));
            // A client that is too slow, or sends another request, is ignored.
            let _ = http.serve_connection(TokioIo::new(Box::pin(stream)), service).await;
        });
    }

    async fn serve(self, stream: TcpStream, place: OwnedSemaphorePermit, watcher: Watcher) {
        let connections = self.asker.metrics.connections.clone();
        connections.inc();
        let service = TowerToHyperService::new(self.router);
        let mut http = http1::Builder::new();
        // The time for the head starts at the end of the previous request, so it bounds idle connections, too.
        http.timer(TokioTimer::new()).header_read_timeout(self.settings.head).half_close(false);
        // A client that does not read a reply keeps its place for at most this time.
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(self.settings.unread));
        let stream = Box::pin(stream);
        let connection = watcher.watch(http.serve_connection(TokioIo::new(stream), service));
        if let Err(error) = connection.await {
            tracing::debug!(%error, "a connection ended early");
        }
        connections.dec();
        drop(place);
    }
}
