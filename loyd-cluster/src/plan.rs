//! Predicts memory, traffic and time of a map by several machines, by a model whose constants were measured.
//!
//! Every assumption is in docs/cluster.md, with the runs that check the model: record/cluster-cost.py compares the
//! model with those runs.

use loyd_core::table::map::{BlockCourse, MapCourse};

/// Seconds of one core for each move of each state in a map by blocks, and for each visit of a block in a layer.
const BLOCK_MOVE: f64 = 1.15e-9;
const BLOCK_VISIT: f64 = 1.4e-6;

/// Seconds of one core for each move of each state in a map by ranks.
const RANK_MOVE: f64 = 2.2e-8;

/// The exponent in the speedup by symmetries: n symmetries divide the number of moves by n to this power.
const GAIN: f64 = 0.75;

/// The states are distributed as if one layer in this many held equal shares of them, and the other layers none.
const CROWDED: f64 = 4.0;

/// Seconds of a process before the first layer and after the last layer.
const FIXED: f64 = 0.02;

/// The least number of rounds of a layer, and the seconds of a round.
const ROUNDS: f64 = 5.0;
const ROUND: f64 = 2e-4;

/// The machines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Machines {
    /// The number of machines. Each runs one process.
    pub number: usize,
    /// The cores of each machine.
    pub threads: usize,
    /// Bytes of memory that each process may take.
    pub memory: u64,
    /// Bytes that each machine can send in a second while it receives as many.
    pub network: f64,
    /// Bytes that the disk of each machine reads or writes in a second.
    pub disk: f64,
}

/// The predicted cost of a map, for each machine or for all machines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PredictedCost {
    /// Bytes of memory of a process that needs no disk.
    pub memory: u64,
    /// The least bytes of memory of a process.
    pub least_memory: u64,
    /// The most bytes on disk of a process.
    pub disk: u64,
    /// Whether the memory of a machine holds the whole part of its process.
    pub is_in_memory: bool,
    /// Bytes that all processes send together.
    pub sent: f64,
    /// Seconds that each core works.
    pub core_seconds: f64,
    /// Seconds that the network needs for what one machine sends.
    pub network_seconds: f64,
    /// Seconds that the disk of a machine needs.
    pub disk_seconds: f64,
}

impl PredictedCost {
    /// The time of the map in seconds, if computing, network and disk do not overlap.
    pub fn seconds(&self) -> f64 {
        self.core_seconds + self.network_seconds + self.disk_seconds
    }

    /// Predicts a map of this course and depth by these machines. A process holds `beside` bytes besides its part.
    pub fn new(course: &MapCourse, depth: u32, machines: &Machines, beside: u64) -> PredictedCost {
        let Machines { number, threads, memory, network, disk } = *machines;
        let (size, processes, layers) = (&course.size, number as f64, f64::from(depth) + 1.0);
        let states = size.ranks as f64;
        let moves = states * course.moves / (size.symmetries as f64).powf(GAIN);
        let (work, sent) = match course.blocks {
            Some(BlockCourse { number: blocks, lookers, .. }) => {
                let visits = blocks as f64 * layers;
                // A byte for each state, or a bit for each state that could be in the layer, whichever is less.
                let bytes = (layers / (8.0 * CROWDED)).min(1.0);
                let states = states / size.symmetries as f64;
                (moves * BLOCK_MOVE + visits * BLOCK_VISIT, states * bytes * lookers)
            }
            None => {
                let bytes = if size.bytes > 1 << 30 { 8.0 } else { 4.0 };
                (moves * RANK_MOVE, moves * course.leaving * bytes)
            }
        };
        let is_in_memory = size.bytes + beside <= memory;
        // Every layer reads and writes all of the part that is on disk.
        let on_disk = if is_in_memory { 0.0 } else { 2.0 * layers * (size.disk / 2) as f64 };
        PredictedCost {
            memory: size.bytes + beside,
            least_memory: size.least.min(size.bytes) + beside,
            disk: size.disk,
            is_in_memory,
            sent,
            core_seconds: work / (processes * threads as f64) + FIXED,
            network_seconds: sent / processes / network + layers * ROUNDS * ROUND,
            disk_seconds: on_disk / disk,
        }
    }
}
