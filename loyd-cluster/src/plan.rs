//! A map by several machines on paper: memory, traffic and time, by a model whose constants were measured.
//!
//! Every assumption is in docs/cluster.md, with the runs that the model is held to: record/cluster-plan.sh compares it
//! with them.

use loyd_core::table::map::{BlockCourse, Course};

/// Seconds of a core for a state's move of a map by blocks, and for a block that is visited in a layer.
const BLOCK_MOVE: f64 = 1.15e-9;
const BLOCK_VISIT: f64 = 1.4e-6;

/// Seconds of a core for a state's move of a map by ranks.
const RANK_MOVE: f64 = 2.2e-8;

/// The power of the number of symmetries by which a map is the sooner done.
const GAIN: f64 = 0.75;

/// Layers of a map hold as many states as if they were so many times fewer and all equal.
const CROWDED: f64 = 4.0;

/// Seconds of a process before the first layer and after the last.
const FIXED: f64 = 0.02;

/// Rounds of a layer, at least, and the seconds of one.
const ROUNDS: f64 = 5.0;
const ROUND: f64 = 2e-4;

/// The machines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Machines {
    /// How many, with a process each.
    pub number: usize,
    /// The cores of each.
    pub threads: usize,
    /// Bytes of memory that each process may take.
    pub memory: u64,
    /// Bytes that each sends in a second, while it receives as many.
    pub network: f64,
    /// Bytes that its disk reads or writes in a second.
    pub disk: f64,
}

/// What a map takes of each machine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// Bytes of memory with which nothing is left to the disk.
    pub memory: u64,
    /// Bytes of memory that will do.
    pub least_memory: u64,
    /// The most bytes on disk.
    pub disk: u64,
    /// Whether the memory that is there bears all of the process's part.
    pub is_in_memory: bool,
    /// Bytes that all send.
    pub sent: f64,
    /// Seconds that each core works.
    pub core_seconds: f64,
    /// Seconds that the network takes for what a machine sends.
    pub network_seconds: f64,
    /// Seconds that the disk takes.
    pub disk_seconds: f64,
}

impl Plan {
    /// The time of the map, if nothing is done side by side.
    pub fn seconds(&self) -> f64 {
        self.core_seconds + self.network_seconds + self.disk_seconds
    }

    /// A map of this course and so many layers, by these machines; `beside` is what a process holds besides its part.
    pub fn new(course: &Course, depth: u32, machines: &Machines, beside: u64) -> Plan {
        let Machines { number, threads, memory, network, disk } = *machines;
        let (size, processes, layers) = (&course.size, number as f64, f64::from(depth) + 1.0);
        let states = size.ranks as f64;
        let moves = states * course.moves / (size.symmetries as f64).powf(GAIN);
        let (work, sent) = match course.blocks {
            Some(BlockCourse { number: blocks, lookers, .. }) => {
                let visits = blocks as f64 * layers;
                // A byte a state, or a bit for each state that could be in the layer, where that is less.
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
        Plan {
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
