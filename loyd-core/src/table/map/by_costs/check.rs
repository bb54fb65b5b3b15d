//! Compares positions of a map by cost with their neighbours, which are generated as states.
//!
//! When the layer of a cost is complete, three conditions must hold. A state from which a move leads to a position of
//! the layer was met, at most at the sum of both costs. No move of a state that was not met leads to a settled state. A
//! position of the layer has a successor that explains its cost, and no successor that would make its cost less. The
//! last condition is compared where no settled successor is in an earlier layer than the one before, because a byte
//! does not distinguish the costs of earlier layers.

use std::sync::atomic::{AtomicU64, Ordering};

use super::super::Halt;
use super::super::check::{Checks, ComparisonExtent, MapCheck, RankEdges};
use super::{ByCosts, CostSpace, EACH, LEFT, MET, UNMET, all, latest};
use crate::exact::exact;
use crate::limits::Meter;

/// The check of one position takes about as long as the map of `PRICE / 50` states.
const PRICE: u64 = 1 << 8;

/// The most words that are examined for each position that is drawn.
const TRIES: usize = 16;

/// Ranks that are compared between two looks at the limits.
const AT_A_TIME: usize = 1 << 10;

/// A complete layer.
struct CompleteCostLayer<'d> {
    cost: u32,
    /// The cost of the layer before, if it is known.
    before: Option<u32>,
    /// The bytes of the states of both layers.
    bytes: [u8; 2],
    words: &'d [AtomicU64],
}

impl CompleteCostLayer<'_> {
    fn byte(&self, rank: u64) -> u8 {
        let word = &self.words[exact::<usize>(rank / EACH)];
        word.load(Ordering::Relaxed).to_le_bytes()[exact::<usize>(rank % EACH)]
    }
}

impl ByCosts<'_> {
    /// Compares positions with their neighbours when the layer of a cost, which has `states` states, is complete.
    pub fn compare(&mut self, cost: u32, states: u64, check: &mut MapCheck, meter: &mut Meter<'_>) -> Result<(), Halt> {
        let ByCosts { field, store, edges, starts, costs, number, .. } = self;
        // No layer was made.
        if states == 0 {
            return Ok(());
        }
        let (field, edges) = (&*field, *edges);
        let quota = check.quota(states, PRICE);
        let bytes = [latest(*number - 1), latest(*number + 1)];
        let before = costs[1].filter(|_| costs[0] == Some(cost));
        store.visit(&all(), false, 1, &mut |store, _| {
            let done = CompleteCostLayer { cost, before, bytes, words: store.words(0) };
            if cost == 0 && starts.iter().any(|&rank| done.byte(rank) != bytes[0]) {
                return Err(Halt::Wrong("a position is not at 0, where the map begins".into()));
            }
            if check.checks == Checks::Drawn {
                let drawn = field.draw(&done, quota, check);
                return field.compare_some(&done, edges, &drawn, check, meter);
            }
            for begin in (0..field.ranks).step_by(AT_A_TIME) {
                let all = begin..(begin + AT_A_TIME as u64).min(field.ranks);
                let some: Vec<u64> = all.filter(|&rank| [bytes[0], UNMET].contains(&done.byte(rank))).collect();
                field.compare_some(&done, edges, &some, check, meter)?;
            }
            Ok(())
        })
    }
}

impl CostSpace<'_> {
    /// Positions of the layer, and positions that were not met, in turn.
    fn draw(&self, done: &CompleteCostLayer<'_>, most: usize, check: &mut MapCheck) -> Vec<u64> {
        let mut drawn = Vec::new();
        for turn in 0..most * TRIES {
            if drawn.len() >= most {
                break;
            }
            let first = check.below(self.words) as u64 * EACH;
            let wanted = if turn % 2 == 0 { done.bytes[0] } else { UNMET };
            let there = first..(first + EACH).min(self.ranks);
            let there: Vec<u64> = there.filter(|&rank| done.byte(rank) == wanted).collect();
            drawn.extend(there.get(check.below(there.len())));
        }
        drawn.sort_unstable();
        drawn.dedup();
        drawn
    }

    fn compare_some(
        &self,
        done: &CompleteCostLayer<'_>,
        edges: &dyn RankEdges,
        ranks: &[u64],
        check: &mut MapCheck,
        meter: &mut Meter<'_>,
    ) -> Result<(), Halt> {
        let forwards = check.forwards;
        check.each(ranks, done.cost, meter, &|rank| {
            self.compared(done, edges, rank, forwards).map_err(|what| {
                let cost = done.cost;
                Halt::Wrong(format!("when the layer of {cost} was done, the position of rank {rank} {what}"))
            })
        })
    }

    /// Compares a position with its neighbours.
    ///
    /// # Errors
    /// How the positions disagree.
    fn compared(
        &self,
        done: &CompleteCostLayer<'_>,
        edges: &dyn RankEdges,
        rank: u64,
        forwards: bool,
    ) -> Result<ComparisonExtent, &'static str> {
        let (mut moves, mut is_made, mut is_unsure) = (0, false, false);
        let (mut is_settled, mut is_less, mut is_dear) = (false, false, false);
        let is_met = done.byte(rank) != UNMET;
        if is_met && !forwards && edges.is_unsolvable(rank) {
            return Err("was met, and it is proved that no moves lead from it to a goal");
        }
        edges.near_rank(rank, forwards, &mut |there, cost| {
            moves += 1;
            let byte = done.byte(there);
            let is_before = byte == done.bytes[1];
            is_settled |= (LEFT..MET).contains(&byte);
            is_made |= is_before && done.before.is_some_and(|before| before + cost == done.cost);
            is_less |= is_before && done.before.is_some_and(|before| before + cost < done.cost);
            is_unsure |= byte == LEFT || is_before && done.before.is_none();
        });
        if !is_met {
            return if is_settled {
                Err("was not met, and a move leads to a settled position")
            } else {
                Ok(ComparisonExtent { positions: 0, moves, is_partial: false })
            };
        }
        edges.near_rank(rank, !forwards, &mut |there, cost| {
            moves += 1;
            let byte = done.byte(there);
            let beyond = || (u32::from(byte - MET) + self.span - self.place(done.cost)) % self.span;
            is_dear |= byte == UNMET || byte >= MET && beyond() > cost;
        });
        match done.cost {
            1.. if is_less => Err("is in it, and a move makes its cost less"),
            1.. if !is_made && !is_unsure => Err("is in it, and no move explains its cost"),
            _ if is_dear => Err("is in it, and a move to it was not met, or at a higher cost"),
            0 => Ok(ComparisonExtent { positions: 1, moves, is_partial: false }),
            _ => Ok(ComparisonExtent { positions: 1, moves, is_partial: is_unsure }),
        }
    }
}
