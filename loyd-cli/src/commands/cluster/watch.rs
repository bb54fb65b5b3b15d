//! The progress of a map by several processes, and its cost for each process.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use loyd::service::amounts::{counted, grouped, memory};
use loyd::service::reply::Census;
use loyd::service::{Event, WorkPart};
use loyd_cluster::{Flow, Traffic, TrafficStats};
use loyd_core::limits::Progress;
use loyd_core::table::map::{Effort, Layer, Partnership};

use crate::commands::spaces::map::Company;
use crate::output::tell;
use crate::progress;

/// The record that this process keeps of a run.
pub struct FlowWatch {
    pub partnership: Arc<Partnership>,
    /// The counts of sent and received data.
    pub stats: Arc<TrafficStats>,
    /// The time when this process had found the others.
    pub began: Instant,
    hosts: Vec<String>,
    is_verbose: bool,
    layer: Mutex<Option<Layer>>,
}

impl FlowWatch {
    pub fn new(flow: &Flow, partnership: Arc<Partnership>, is_verbose: bool) -> FlowWatch {
        let (stats, hosts) = (flow.stats(), flow.hosts().to_vec());
        FlowWatch { partnership, stats, began: Instant::now(), hosts, is_verbose, layer: Mutex::default() }
    }

    /// The number of this process.
    pub fn own(&self) -> usize {
        self.partnership.share().own
    }

    /// Returns the last complete layer.
    pub fn layer(&self) -> Option<Layer> {
        *self.layer.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Company for FlowWatch {
    fn partnership(&self) -> &Arc<Partnership> {
        &self.partnership
    }

    fn hear(&self, event: &Event) {
        let Event::Layer(layer) = event else { return };
        *self.layer.lock().unwrap_or_else(PoisonError::into_inner) = Some(*layer);
        if self.is_verbose
            && self.own() == 0
            && let Some(effort) = self.partnership.layer(layer.depth)
        {
            tell(&cost(&effort, &self.hosts));
        }
    }

    fn say(&self, progress: &Progress, part: Option<&WorkPart>) -> String {
        let (number, (made, _)) = (self.partnership.share().number, self.partnership.made());
        let line = progress::layers(&of_all(progress, number, made), part);
        match self.partnership.last_layer() {
            Some(effort) if number > 1 => format!("{line}, {}, process {} slowest", rate(&effort), effort.slowest()),
            _ => line,
        }
    }

    fn end(&self, census: &Census) {
        if self.is_verbose {
            tell(&bill(self, census.map.stats.bytes));
        }
    }
}

/// Estimates the progress of all processes. The states that this process has found in the current layer stand for one
/// of `number` parts of about equal size; `made` is the number of states in complete layers.
fn of_all(progress: &Progress, number: usize, made: u64) -> Progress {
    let found = progress.nodes.saturating_sub(made);
    Progress { nodes: progress.nodes.min(made) + number as u64 * found, ..progress.clone() }
}

/// Returns the bytes per second that all processes sent for a layer.
fn rate(effort: &Effort) -> String {
    format!("{}/s", memory((effort.bytes() as f64 / effort.time.as_secs_f64().max(1e-6)) as u64))
}

fn seconds(time: Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}

/// Returns a line about the cost of a layer.
fn cost(effort: &Effort, hosts: &[String]) -> String {
    let Effort { depth, states, time, waited, .. } = effort;
    let (slowest, most) = (effort.slowest(), waited.iter().max().copied().unwrap_or_default());
    let waited = format!(
        "waited {} (process {slowest}, {}, the slowest) to {}",
        seconds(waited[slowest]),
        hosts[slowest],
        seconds(most)
    );
    let (sent, states) = (memory(effort.bytes()), counted((*states).into(), "state"));
    format!("map: layer {depth}: {states}, {}, {sent} sent, {}, {waited}", seconds(*time), rate(effort))
}

/// Returns a line about the cost of the run for this process.
fn bill(watch: &FlowWatch, held: u64) -> String {
    let FlowWatch { partnership, stats, hosts, .. } = watch;
    let own = watch.own();
    let others = |traffic: Vec<Traffic>| {
        let others = traffic.into_iter().enumerate().filter(|(process, _)| *process != own);
        others.fold((0, 0), |(parcels, bytes), (_, there)| (parcels + there.parcels, bytes + there.wire))
    };
    let ((sent, sent_bytes), (received, received_bytes)) = (others(stats.sent()), others(stats.received()));
    let (states, bytes) = partnership.made();
    let a_state = if states > 0 { bytes as f64 / states as f64 } else { 0.0 };
    format!(
        "map: process {own} ({}): {} held, {}, {} of {} sent, {} of {} received, {:.3} bytes sent per state by all, \
         waited {}",
        hosts[own],
        memory(held),
        counted(stats.rounds().1.into(), "round"),
        counted(sent.into(), "parcel"),
        memory(sent_bytes),
        grouped(received),
        memory(received_bytes),
        a_state,
        seconds(partnership.waited()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use loyd_core::cost::Cost;

    fn effort() -> Effort {
        let waited = [400, 150].map(Duration::from_millis).into();
        Effort { depth: 7, states: 1200, time: Duration::from_millis(500), waited, sent: vec![1_000_000, 500_000] }
    }

    #[test]
    fn the_layer_names_the_process_that_waited_least() {
        let hosts = ["one:7101".to_string(), "two:7101".to_string()];
        assert_eq!(
            cost(&effort(), &hosts),
            "map: layer 7: 1,200 states, 0.500 s, 1.50 MB sent, 3.00 MB/s, \
             waited 0.150 s (process 1, two:7101, the slowest) to 0.400 s"
        );
    }

    #[test]
    fn what_one_process_found_stands_for_all() {
        let progress = Progress {
            depth: Cost::moves(0),
            layer: Some(9),
            best: None,
            nodes: 1_100,
            seconds: 2.0,
            bytes: 0,
            case: None,
            part: None,
        };
        assert_eq!(of_all(&progress, 4, 1_000).nodes, 1_400);
        // The layer ended after this progress was reported.
        assert_eq!(of_all(&progress, 4, 1_500).nodes, 1_100);
    }
}
