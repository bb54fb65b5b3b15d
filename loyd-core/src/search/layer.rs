//! A layer of a search with a closed list, and its expansion, which goes on where a limit of nodes stopped it.

use super::depths::{Depths, SuccessorBatch};
use super::forecast::GrowingSide;
use crate::limits::{Meter, Stop};
use crate::puzzle::Puzzle;

/// The outermost layer of a search, and the next layer as far as it was found.
pub(super) struct SearchLayer<H> {
    states: Vec<H>,
    /// The number of expanded states; `None` before the expansion begins.
    expanded: Option<usize>,
    next: Vec<H>,
    /// The size of the layer before this layer.
    before: usize,
}

/// The use that a search has for a successor.
pub(super) enum SuccessorKind {
    /// The search has met the state before.
    Known,
    /// The state belongs to the next layer.
    New,
    /// The search is at its aim, and with `is_last` it needs no other state.
    Aim {
        /// Whether the expansion ends.
        is_last: bool,
    },
}

impl<H: Clone> SearchLayer<H> {
    /// A layer without states.
    pub fn new() -> Self {
        SearchLayer { states: Vec::new(), expanded: None, next: Vec::new(), before: 0 }
    }

    /// Adds a state to the first layer.
    ///
    /// # Errors
    /// [`Stop::Bytes`] if there is no room.
    pub fn add(&mut self, state: H, meter: &mut Meter<'_>) -> Result<(), Stop> {
        meter.push(&mut self.states, state)
    }

    /// The number of states.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// The number of states found so far of the next layer.
    pub fn found(&self) -> usize {
        self.next.len()
    }

    /// Whether a limit stopped the search within the layer.
    pub fn is_begun(&self) -> bool {
        self.expanded.is_some()
    }

    /// Expands all states that are not expanded. States that are known with a label for which `drop` returns true are
    /// left out; `meet` decides about each other successor.
    ///
    /// # Errors
    /// The limit that was reached. After [`Stop::Nodes`] another call goes on where this call stopped.
    #[inline]
    pub fn expand<P: Puzzle, D: Depths<P, Handle = H>>(
        &mut self,
        (puzzle, ahead, proved): (&P, bool, u32),
        list: &mut D,
        drop: impl Fn(u32) -> bool + Copy,
        meter: &mut Meter<'_>,
        mut meet: impl FnMut(&mut D, H, &mut Meter<'_>) -> Result<SuccessorKind, Stop>,
    ) -> Result<(), Stop> {
        let (mut batch, mut left) = (SuccessorBatch::new(), Vec::new());
        let SearchLayer { states, expanded, next, .. } = self;
        let expanded = expanded.get_or_insert(0);
        let mut rest = &states[*expanded..];
        while !rest.is_empty() {
            meter.tick(proved)?;
            batch.fill::<P, D>(puzzle, &mut rest, ahead, meter);
            *expanded = states.len() - rest.len();
            list.sift(&batch.children, drop, &mut left);
            let (mut made, mut new) = (batch.children.len(), 0);
            for &place in &left {
                let child = batch.children[place as usize].clone();
                match meet(list, child.clone(), meter)? {
                    SuccessorKind::Known => continue,
                    SuccessorKind::New => meter.push(next, child)?,
                    SuccessorKind::Aim { is_last: false } => {}
                    SuccessorKind::Aim { is_last: true } => {
                        (made, rest) = (place as usize + 1, &[]);
                        new += 1;
                        break;
                    }
                }
                new += 1;
            }
            batch.count(made, new, meter);
        }
        Ok(())
    }

    /// Goes on to the next layer, and frees this one.
    pub fn advance(&mut self, meter: &mut Meter<'_>) {
        self.before = self.states.len();
        meter.free(std::mem::replace(&mut self.states, std::mem::take(&mut self.next)));
        self.expanded = None;
    }

    /// The size of the layer and its growth, for a forecast.
    pub fn growing(&self) -> GrowingSide {
        GrowingSide {
            waiting: (self.states.len() - self.expanded.unwrap_or(0)) as f64,
            next: self.next.len() as f64,
            ratio: self.states.len() as f64 / self.before.max(1) as f64,
        }
    }
}
