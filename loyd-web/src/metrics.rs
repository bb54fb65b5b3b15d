//! Counters and current values, in the text format of Prometheus.

use std::sync::atomic::AtomicU64;
use std::time::Duration;

use prometheus_client::encoding::{EncodeLabelSet, text};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

/// The upper bounds of the latency buckets, in seconds.
const BUCKETS: [f64; 14] = [0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0];

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Outcome {
    route: &'static str,
    status: u16,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Route {
    route: &'static str,
}

/// The reasons why a worker is ended.
pub const ENDS: [&str; 6] = ["overrun", "memory", "cancelled", "died", "garbled", "unread"];

/// Why a worker was ended.
#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
pub struct WorkerEndLabel {
    /// The reason, in one word.
    pub why: &'static str,
}

/// The current values, which are measured when the metrics are read.
#[derive(Clone, Copy, Debug)]
pub struct Now {
    /// Questions that search.
    pub running: usize,
    /// Questions that wait for a place.
    pub queued: usize,
    /// Questions without a search whose puzzle is being opened.
    pub opening: usize,
    /// Questions that wait for a place to open their puzzle.
    pub openings_queued: usize,
    /// Questions that have found no place so far.
    pub refused: u64,
    /// Bytes of memory that are reserved for questions.
    pub reserved: u64,
    /// Bytes of memory of the tables that are kept.
    pub tables: u64,
    /// The most bytes of memory for all questions together.
    pub budget: u64,
}

/// The counters of a server.
#[derive(Debug)]
pub struct Metrics {
    requests: Family<Outcome, Counter>,
    seconds: Family<Route, Histogram, fn() -> Histogram>,
    /// The number of nodes that searches generated.
    pub nodes: Counter,
    /// The number of workers that were started.
    pub workers: Counter,
    /// The number of workers that were ended or have died, by the reason.
    pub ended: Family<WorkerEndLabel, Counter>,
    /// The number of connections that are being served.
    pub connections: Gauge,
    /// The number of connections that wait for a place.
    pub parked: Gauge,
}

impl Default for Metrics {
    fn default() -> Metrics {
        let ended = Family::<WorkerEndLabel, Counter>::default();
        ENDS.iter().for_each(|why| drop(ended.get_or_create(&WorkerEndLabel { why })));
        Metrics {
            requests: Family::default(),
            seconds: Family::new_with_constructor(|| Histogram::new(BUCKETS)),
            nodes: Counter::default(),
            workers: Counter::default(),
            ended,
            connections: Gauge::default(),
            parked: Gauge::default(),
        }
    }
}

impl Metrics {
    /// Counts a request that was answered, or whose stream has begun.
    pub fn answered(&self, route: &'static str, status: u16, took: Duration) {
        self.requests.get_or_create(&Outcome { route, status }).inc();
        self.seconds.get_or_create(&Route { route }).observe(took.as_secs_f64());
    }

    /// Returns all metrics as text.
    pub fn text(&self, now: Now) -> String {
        let mut registry = Registry::with_prefix("loyd");
        registry.register("requests", "requests by route and status", self.requests.clone());
        registry.register("request_seconds", "time to a reply, or to the head of a stream", self.seconds.clone());
        registry.register("nodes", "nodes that searches generated", self.nodes.clone());
        registry.register("workers_started", "processes that were started for questions", self.workers.clone());
        registry.register("workers_ended", "processes that were ended or have died, by reason", self.ended.clone());
        registry.register("connections", "connections that are served", self.connections.clone());
        registry.register("connections_waiting", "connections that wait to be served", self.parked.clone());
        let mut gauge = |name: &str, help: &str, value: u64| {
            let gauge = Gauge::<u64, AtomicU64>::default();
            gauge.set(value);
            registry.register(name, help, gauge);
        };
        gauge("searches_running", "questions that search", now.running as u64);
        gauge("searches_queued", "questions that wait for a place", now.queued as u64);
        gauge("openings_running", "questions without a search whose puzzle is opened", now.opening as u64);
        gauge("openings_queued", "questions that wait for that", now.openings_queued as u64);
        gauge("memory_reserved_bytes", "memory that questions may take", now.reserved);
        gauge("memory_tables_bytes", "memory of tables that are kept", now.tables);
        gauge("memory_budget_bytes", "memory of all questions together, at most", now.budget);
        let refused = Counter::<u64>::default();
        refused.inc_by(now.refused);
        registry.register("refused", "questions that found no place", refused);
        let mut text = String::new();
        // Writing to a `String` cannot fail.
        let _ = text::encode(&mut text, &registry);
        text
    }
}
