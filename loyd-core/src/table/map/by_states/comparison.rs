//! The comparison of packed states with their neighbours: the questions for the buckets, and the verdict.

use std::sync::atomic::{AtomicU8, Ordering};

use super::packs::Packs;
use crate::exact::exact;
use crate::table::map::Halt;
use crate::table::map::check::{Checks, MapChecked, SMALL_LAYER};

/// The most positions that are drawn in a layer.
const MOST: u64 = 100_000;

/// Questions take at most the bytes that may wait, divided by this number.
const SHARE_OF_WAITING: u64 = 1 << 4;

/// Bytes of a question besides its state.
const ASKER: u64 = size_of::<u32>() as u64;

/// A position was compared.
pub const ASKED: u8 = 1;
/// A successor is in the layer before.
const BEFORE: u8 = 2;
/// A successor is in an earlier layer.
const EARLIER: u8 = 4;
/// A neighbour was not met.
const UNMET: u8 = 8;

/// Where a state was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateLayer {
    /// In the current layer or in the next.
    Here,
    Before,
    Earlier,
    Nowhere,
}

/// The states of a bucket that are asked for, and the asker of each: twice the number of a position, plus one if the
/// state is on the side of the predecessors.
#[derive(Debug, Default)]
pub struct AskedStates {
    pub states: Vec<u8>,
    pub askers: Vec<u32>,
}

/// The positions of the current layer that are compared, and the answers of the buckets.
#[derive(Debug)]
pub struct Comparison {
    checks: Checks,
    are_two_way: bool,
    /// Whether all positions of the current layer are compared.
    pub is_whole: bool,
    pub random: u64,
    /// The stored states whose positions are compared, and the findings for each position. Each state has as many
    /// positions as a state can stand for, or one.
    pub states: Vec<u8>,
    pub known: Vec<AtomicU8>,
    pub checked: MapChecked,
}

impl Comparison {
    pub fn new(checks: Checks, are_two_way: bool) -> Self {
        let (states, known) = Default::default();
        let checked = MapChecked { all: true, ..MapChecked::default() };
        Comparison { checks, are_two_way, is_whole: true, random: 0xc4ec, states, known, checked }
    }

    /// Begins the comparison of a layer with this number of positions.
    pub fn begin(&mut self, positions: u64) {
        self.is_whole = self.checks == Checks::All || positions <= SMALL_LAYER;
        self.checked.all &= self.is_whole;
    }

    /// Bytes of questions besides the waiting states.
    pub fn bytes(most_waiting: u64) -> u64 {
        most_waiting / SHARE_OF_WAITING
    }

    /// Records where a state was found for an asker.
    pub fn found(&self, asker: u32, seen: StateLayer) {
        let is_back = asker & 1 == 1;
        let bit = match seen {
            StateLayer::Nowhere if is_back || self.are_two_way => UNMET,
            StateLayer::Before if !is_back => BEFORE,
            StateLayer::Earlier if !is_back => EARLIER,
            _ => return,
        };
        self.known[asker as usize / 2].fetch_or(bit, Ordering::Relaxed);
    }

    /// Drops all questions.
    pub fn clear(&mut self) {
        self.states.clear();
        self.known.clear();
    }

    /// The most stored states whose positions are compared at a time, if their questions take at most `bytes` bytes.
    pub fn most(&self, packs: &dyn Packs, bytes: u64, moves: u64, images: u64) -> usize {
        let each = 2 * moves * images * (packs.width() as u64 + ASKER) + packs.width() as u64 + images;
        exact((bytes / each).clamp(1, MOST))
    }

    /// Compares the positions by all answers, where the current layer is the layer of `depth`.
    ///
    /// # Errors
    /// [`Halt::Wrong`], if the answers of a position disagree.
    pub fn conclude(&mut self, width: usize, images: usize, depth: u32) -> Result<(), Halt> {
        for (number, known) in self.known.iter_mut().enumerate() {
            let known = *known.get_mut();
            if known & ASKED == 0 {
                continue;
            }
            self.checked.positions += 1;
            let what = match known {
                _ if known & EARLIER != 0 => "a move leads to an earlier layer than the one before",
                _ if known & UNMET != 0 => "a state beside it is in neither of the layers around",
                _ if depth > 0 && known & BEFORE == 0 => "no move leads to the layer before",
                _ => continue,
            };
            let state = &self.states[number / images * width..][..width];
            let what =
                format!("in the layer of {depth}, of a position for which the packed state {state:?} stands {what}");
            return Err(Halt::Wrong(what));
        }
        self.clear();
        Ok(())
    }
}
