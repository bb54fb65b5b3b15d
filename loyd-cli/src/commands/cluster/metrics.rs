//! The progress of a process and its traffic, as Prometheus reads them over HTTP.

use std::convert::Infallible;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use hyper::header::{ALLOW, CONTENT_TYPE, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use loyd::service::Fault;
use loyd_cluster::Traffic;
use prometheus_client::encoding::{EncodeLabelSet, text};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::{Registry, Unit};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

use super::watch::FlowWatch;
use crate::exit::Failure;
use crate::machine::process::Process;

/// The only path that the server answers.
const PATH: &str = "/metrics";

/// The content type of the metrics.
const TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The most connections at one time. Others wait.
const CONNECTIONS: usize = 16;

/// The time of a connection, from its first byte to its last.
const PATIENCE: Duration = Duration::from_secs(10);

/// The pause after the system has refused a connection, for example because all descriptors are used up.
const AFTER_ERROR: Duration = Duration::from_millis(20);

/// The metrics server. It accepts requests as soon as it exists, and a thread of its own answers them.
pub struct ClusterMetrics {
    listener: TcpListener,
    address: SocketAddr,
    runtime: Runtime,
}

impl ClusterMetrics {
    /// Listens at one address only.
    ///
    /// # Errors
    /// When the server cannot listen at the address.
    pub fn listen(address: &str) -> Result<ClusterMetrics, Failure> {
        let listen = || -> io::Result<ClusterMetrics> {
            let listener = TcpListener::bind(address)?;
            listener.set_nonblocking(true)?;
            let (address, runtime) = (listener.local_addr()?, Builder::new_current_thread().enable_all().build()?);
            Ok(ClusterMetrics { listener, address, runtime })
        };
        listen().map_err(|why| Fault::system(format!("--metrics: cannot listen at {address}: {why}")).into())
    }

    /// Returns the address of the server.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Starts a thread that answers requests until the process ends.
    ///
    /// # Errors
    /// An error if no thread can be started.
    pub fn tell_of(self, watch: Arc<FlowWatch>) -> Result<(), Failure> {
        let process = Mutex::new(Process::default());
        let text = move || text_of(&watch, process.lock().unwrap_or_else(PoisonError::into_inner).costs().1);
        let serve = move || self.runtime.block_on(serve(self.listener, text));
        let thread = thread::Builder::new().name("loyd:metrics".into()).spawn(serve);
        thread.map(drop).map_err(|why| Fault::system(format!("cannot start a thread: {why}")).into())
    }
}

/// Answers requests. A connection has one request, whose body is not read.
async fn serve(listener: TcpListener, text: impl Fn() -> String + Send + Sync + 'static) -> io::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let (text, places) = (Arc::new(text), Arc::new(Semaphore::new(CONNECTIONS)));
    loop {
        // The semaphore is never closed, so there is always a place in the end.
        let place = Arc::clone(&places).acquire_owned().await;
        let Ok((stream, _)) = listener.accept().await else {
            sleep(AFTER_ERROR).await;
            continue;
        };
        let text = Arc::clone(&text);
        tokio::spawn(async move {
            let service = service_fn(|request| std::future::ready(Ok::<_, Infallible>(answer(&request, &*text))));
            let connection = http1::Builder::new().keep_alive(false).serve_connection(TokioIo::new(stream), service);
            // A client that closed the connection needs no answer.
            let _ = timeout(PATIENCE, connection).await;
            drop(place);
        });
    }
}

fn answer<B>(request: &Request<B>, text: impl Fn() -> String) -> Response<String> {
    let is_read = [Method::GET, Method::HEAD].contains(request.method());
    let (status, header, value, body) = match request.uri().path() {
        PATH if is_read => (StatusCode::OK, CONTENT_TYPE, TYPE, text()),
        PATH => (StatusCode::METHOD_NOT_ALLOWED, ALLOW, "GET, HEAD", "the only methods are GET and HEAD\n".into()),
        _ => (StatusCode::NOT_FOUND, CONTENT_TYPE, "text/plain", format!("the only path is {PATH}\n")),
    };
    let mut response = Response::new(body);
    *response.status_mut() = status;
    response.headers_mut().insert(header, HeaderValue::from_static(value));
    response
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Peer {
    peer: usize,
}

/// Returns all metrics as text.
fn text_of(watch: &FlowWatch, resident: u64) -> String {
    let own = watch.own();
    let labels = [("process".into(), own.to_string().into())];
    let mut registry = Registry::with_prefix_and_labels("loyd_map", labels.into_iter());
    if let Some(layer) = watch.layer() {
        gauge(&mut registry, "layer", "depth of the last complete layer", layer.depth.into());
        gauge(&mut registry, "states", "states in all complete layers", layer.total);
        gauge(&mut registry, "layer_states", "states in the last complete layer", layer.states);
    }
    if let Some(depth) = watch.partnership.checkpoint() {
        gauge(&mut registry, "checkpoint_layer", "depth of the last layer in the last checkpoint", depth.into());
    }
    if resident > 0 {
        let gauge = Gauge::<u64, AtomicU64>::default();
        gauge.set(resident);
        registry.register_with_unit("resident", "memory used by this process", Unit::Bytes, gauge);
    }
    let seconds = Gauge::<f64, AtomicU64>::default();
    seconds.set(watch.began.elapsed().as_secs_f64());
    registry.register_with_unit("run", "time since all processes were connected", Unit::Seconds, seconds);
    let waited = Counter::<f64>::default();
    waited.inc_by(watch.partnership.waited().as_secs_f64());
    registry.register_with_unit("waited", "time that this process waited for others", Unit::Seconds, waited);
    let rounds = Counter::<u64>::default();
    rounds.inc_by(watch.stats.rounds().1);
    registry.register("rounds", "rounds completed by all processes", rounds);
    for (way, traffic) in [("sent", watch.stats.sent()), ("received", watch.stats.received())] {
        let mut by_peer = |what: &str, help: &str, unit: Option<Unit>, of: fn(&Traffic) -> u64| {
            let family = Family::<Peer, Counter>::default();
            for (peer, there) in traffic.iter().enumerate().filter(|(peer, _)| *peer != own) {
                family.get_or_create(&Peer { peer }).inc_by(of(there));
            }
            let (name, help) = (format!("{way}_{what}"), format!("{help} {way}"));
            match unit {
                Some(unit) => registry.register_with_unit(name, help, unit, family),
                None => registry.register(name, help, family),
            }
        };
        by_peer("parcels", "parcels", None, |there| there.parcels);
        by_peer("payload", "what was in the parcels", Some(Unit::Bytes), |there| there.payload);
        by_peer("wire", "all but heartbeats that was", Some(Unit::Bytes), |there| there.wire);
    }
    let mut text = String::new();
    // Only the writer could fail, and writing to a `String` never fails.
    let _ = text::encode(&mut text, &registry);
    text
}

fn gauge(registry: &mut Registry, name: &str, help: &str, value: u64) {
    let gauge = Gauge::<u64, AtomicU64>::default();
    gauge.set(value);
    registry.register(name, help, gauge);
}
