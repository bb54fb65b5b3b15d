//! The progress of a process and its traffic, as Prometheus reads them over HTTP.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::thread;

use loyd::service::Fault;
use loyd_cluster::Traffic;
use prometheus_client::encoding::{EncodeLabelSet, text};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::{Registry, Unit};
use sysinfo::{Pid, ProcessRefreshKind, ProcessesToUpdate, System};
use tiny_http::{Header, Method, Request, Response, Server};

use super::watch::FlowWatch;
use crate::exit::Failure;

/// The only path that the server answers.
const PATH: &str = "/metrics";

/// The content type of the metrics.
const TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The metrics server. It accepts requests as soon as it exists, and a thread of its own answers them.
pub struct ClusterMetrics(Server);

impl ClusterMetrics {
    /// Listens at one address only.
    ///
    /// # Errors
    /// When the server cannot listen at the address.
    pub fn listen(address: &str) -> Result<ClusterMetrics, Failure> {
        let server = Server::http(address);
        let server = server.map_err(|why| Fault::system(format!("--metrics: cannot listen at {address}: {why}")))?;
        Ok(ClusterMetrics(server))
    }

    /// Returns the address of the server.
    pub fn address(&self) -> String {
        self.0.server_addr().to_ip().as_ref().map_or_else(String::new, SocketAddr::to_string)
    }

    /// Starts a thread that answers requests until the process ends.
    ///
    /// # Errors
    /// An error if no thread can be started.
    pub fn tell_of(self, watch: Arc<FlowWatch>) -> Result<(), Failure> {
        let answer = move || {
            let mut process = Process::default();
            for request in self.0.incoming_requests() {
                // A client that closed the connection needs no answer.
                let _ = answer(request, || text_of(&watch, process.resident()));
            }
        };
        let thread = thread::Builder::new().name("loyd:metrics".into()).spawn(answer);
        thread.map(drop).map_err(|why| Fault::system(format!("cannot start a thread: {why}")).into())
    }
}

fn answer(request: Request, text: impl FnOnce() -> String) -> io::Result<()> {
    let path = request.url().split('?').next().unwrap_or_default();
    if path != PATH {
        return request.respond(Response::from_string(format!("the only path is {PATH}\n")).with_status_code(404));
    }
    if ![Method::Get, Method::Head].contains(request.method()) {
        return request.respond(Response::from_string("the only methods are GET and HEAD\n").with_status_code(405));
    }
    let response = Response::from_string(text());
    match Header::from_bytes("Content-Type", TYPE) {
        Ok(header) => request.respond(response.with_header(header)),
        Err(()) => request.respond(response),
    }
}

/// The system's data about this process.
#[derive(Default)]
struct Process(System);

impl Process {
    /// Returns the bytes of memory that the process holds, if the system reports them.
    fn resident(&mut self) -> Option<u64> {
        let own = Pid::from_u32(std::process::id());
        let memory = ProcessRefreshKind::nothing().with_memory();
        self.0.refresh_processes_specifics(ProcessesToUpdate::Some(&[own]), false, memory);
        self.0.process(own).map(sysinfo::Process::memory)
    }
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Peer {
    peer: usize,
}

/// Returns all metrics as text.
fn text_of(watch: &FlowWatch, resident: Option<u64>) -> String {
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
    if let Some(bytes) = resident {
        let gauge = Gauge::<u64, AtomicU64>::default();
        gauge.set(bytes);
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
