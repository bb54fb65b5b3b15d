//! Checks whether the distances of a table can be right, by comparing each with the distances of its neighbours.

use std::fmt;
use std::ops::Range;
use std::sync::Mutex;

use rayon::prelude::*;

use super::codes::each_bit;
use super::encoding::{Encoding, GROUP};
use super::stored::StoredDistances;
use super::walk::Walks;
use crate::exact::exact;
use crate::limits::{Meter, Stop};
use crate::puzzle::{MoveSet, Ranked, Undo};
use crate::table::pace::Pace;

/// The largest number of groups between two checks of the limits.
const BATCH: usize = 1 << 10;

/// The least number of groups that a thread takes at a time.
const SHARE: usize = 16;

/// The number of states that are walked down to a goal if only remainders are stored.
const WALKS: u64 = 1_000;

/// The numbers of entries and states that were compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// The number of entries that were compared with the entries of their neighbours.
    pub compared: u64,
    /// The number of all states.
    pub states: u64,
    /// The number of states that were walked down to a goal, if entries are remainders.
    pub walked: u64,
}

/// A fault of a table, and its entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableFault {
    /// The entry; `None` if the fault is not about one entry.
    pub entry: Option<u64>,
    /// A description of the fault.
    pub what: String,
}

impl fmt::Display for TableFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.entry {
            Some(entry) => write!(f, "entry {entry}: {}", self.what),
            None => f.write_str(&self.what),
        }
    }
}

/// The reason why a table was not found to be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unverified {
    /// The table is wrong.
    Wrong(TableFault),
    /// A limit was reached first.
    Stopped(Stop),
}

impl From<Stop> for Unverified {
    fn from(why: Stop) -> Self {
        Unverified::Stopped(why)
    }
}

/// Adds the entries of the group with this number to the counts.
type EntryCounter<'c> = dyn Fn(Vec<u64>, usize) -> Vec<u64> + Sync + 'c;

/// The counts of all these groups together. (One type serves all puzzles, so that the threads' code is compiled once.)
fn counts_of(groups: Range<usize>, count: &EntryCounter<'_>) -> Vec<u64> {
    let counts = groups.into_par_iter().with_min_len(SHARE).fold(|| vec![0; 256], count);
    counts.reduce(
        || vec![0; 256],
        |mut sum, counts| {
            sum.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
            sum
        },
    )
}

impl StoredDistances {
    /// Compares entries with the entries of their neighbours: all entries, or about `most` entries spread evenly.
    ///
    /// - Every goal has distance 0, and no other state has.
    /// - No state is more than one move farther than a child, and every state but a goal has a child that is one
    ///   nearer.
    /// - The number of entries of each distance is the recorded number (checked only if all entries are compared).
    ///
    /// With eight or four bits, a whole table that passes is right: by the second condition no distance is too large,
    /// and each is the length of some path. With two bits the remainders are checked likewise, which proves less. So a
    /// thousand states, spread evenly, are walked down to a goal and their distances compared with their neighbours'.
    ///
    /// # Errors
    /// [`Unverified`].
    ///
    /// # Complexity
    /// Makes every move of every state that is compared.
    pub fn verify<P: Ranked>(&self, puzzle: &P, most: u64, meter: &mut Meter<'_>) -> Result<Extent, Unverified> {
        let goals = puzzle.goals().unwrap_or_default();
        for goal in &goals {
            let index = self.index(puzzle, goal);
            if self.entry(index) != Some(0) {
                return Err(wrong(index, format!("{} at a goal", self.distance_text(self.entry(index)))));
            }
        }
        let ranks = puzzle.ranks();
        let groups = ranks.div_ceil(GROUP);
        let step = if ranks <= most { 1 } else { groups.div_ceil((most / GROUP).max(1)) };
        let looked = groups.div_ceil(step);
        let mut counted = vec![0; 256];
        let mut pace = Pace::new(SHARE, BATCH);
        while let Some(batch) = pace.batch(exact::<usize>(looked)) {
            meter.look(0)?;
            let fault = Mutex::new(None::<TableFault>);
            let end = batch.end as u64;
            let count: &EntryCounter<'_> = &|mut counts, number| {
                if let Err(found) = self.group(puzzle, number as u64 * step, &mut counts) {
                    let mut fault = fault.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                    // The fault at the lowest entry is kept, whichever thread finds a fault first.
                    if fault.as_ref().is_none_or(|known| found.entry < known.entry) {
                        *fault = Some(found);
                    }
                }
                counts
            };
            let counts = counts_of(batch, count);
            counted.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
            meter.stats.generated = (end * GROUP).min(ranks);
            if let Some(fault) = fault.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner) {
                return Err(Unverified::Wrong(fault));
            }
        }
        if step == 1 {
            self.compare_counts(&counted)?;
        }
        let compared = if step == 1 { ranks } else { (looked * GROUP).min(ranks) };
        Ok(Extent { compared, states: ranks, walked: self.walk_some(puzzle, meter)? })
    }

    fn distance_text(&self, entry: Option<u32>) -> String {
        match (entry, self.encoding) {
            (None, _) => "no distance".into(),
            (Some(entry), Encoding::Planes { .. }) => format!("a distance of {entry} modulo 3"),
            (Some(entry), _) => format!("distance {entry}"),
        }
    }

    fn group<P: Ranked>(&self, puzzle: &P, group: u64, counts: &mut [u64]) -> Result<(), TableFault> {
        let two_way = P::Undo::IS_MOVE;
        let ranks = puzzle.ranks() - group * GROUP;
        let all = if ranks >= GROUP { u64::MAX } else { (1 << ranks) - 1 };
        let mut fault = None;
        each_bit(all, |bit| {
            let rank = group * GROUP + bit;
            let entry = self.of_rank(puzzle, rank);
            counts[entry.map_or(255, |entry| entry as usize)] += 1;
            if fault.is_none() {
                fault = self.against_children(puzzle, rank, entry, two_way).err();
            }
        });
        fault.map_or(Ok(()), Err)
    }

    fn against_children<P: Ranked>(
        &self,
        puzzle: &P,
        rank: u64,
        entry: Option<u32>,
        two_way: bool,
    ) -> Result<(), TableFault> {
        let planes = matches!(self.encoding, Encoding::Planes { .. });
        let (mut nearer, mut bad) = (false, None);
        puzzle.children(rank, &mut |child, _| {
            let there = self.of_rank(puzzle, child);
            let is_bad = match (entry, there) {
                (None, None) => false,
                (None, Some(_)) => true,
                (Some(_), None) => two_way,
                (Some(_), Some(_)) if planes => false,
                (Some(here), Some(there)) => here > there + 1 || (two_way && there > here + 1),
            };
            if is_bad {
                bad = Some((child, there));
            }
            nearer |= match (entry, there) {
                (Some(here), Some(there)) if planes => (here + 2) % 3 == there,
                (Some(here), Some(there)) => here == there + 1,
                _ => false,
            };
        });
        let entry_of = |rank| self.order.index_of_rank(puzzle, rank);
        let fault = |what| Err(TableFault { entry: Some(entry_of(rank)), what });
        if let Some((child, there)) = bad {
            let child = entry_of(child);
            return fault(format!(
                "{}, and {} at its neighbour {child}",
                self.distance_text(entry),
                self.distance_text(there)
            ));
        }
        match entry {
            None => Ok(()),
            Some(0) if !planes || !nearer => {
                let is_goal = puzzle.is_goal(&puzzle.unrank(rank));
                if is_goal {
                    Ok(())
                } else {
                    fault(format!("{}, but the position is not a goal", self.distance_text(entry)))
                }
            }
            Some(_) if nearer => Ok(()),
            Some(_) => fault(format!("{}, but no neighbour is nearer by 1", self.distance_text(entry))),
        }
    }

    /// Checks that each distance, or each remainder, has as many entries as the recorded layers.
    fn compare_counts(&self, counted: &[u64]) -> Result<(), Unverified> {
        let Some(layers) = self.layers() else { return Ok(()) };
        let planes = matches!(self.encoding, Encoding::Planes { .. });
        let mut expected = vec![0u64; 256];
        for (depth, &states) in layers.iter().enumerate() {
            expected[if planes { depth % 3 } else { depth.min(254) }] += states;
        }
        let differs = (0..255).find(|&depth| counted[depth] != expected[depth]);
        differs.map_or(Ok(()), |depth| {
            let (counted, expected) = (counted[depth], expected[depth]);
            let told = self.distance_text(Some(exact::<u32>(depth)));
            let what = format!("expected {expected} entries with {told}, found {counted}");
            Err(Unverified::Wrong(TableFault { entry: None, what }))
        })
    }

    fn walk_some<P: Ranked>(&self, puzzle: &P, meter: &mut Meter<'_>) -> Result<u64, Unverified> {
        if !matches!(self.encoding, Encoding::Planes { .. }) {
            return Ok(0);
        }
        let walks = Walks::default();
        let mut walked = 0;
        let ranks = puzzle.ranks();
        for number in 0..WALKS.min(ranks) {
            meter.watch(0)?;
            let state =
                puzzle.unrank(exact::<u64>(u128::from(ranks) * u128::from(number) / u128::from(WALKS.min(ranks))));
            let index = self.index(puzzle, &state);
            let Some(distance) = self.distance_unless(puzzle, &state, &walks, &mut || meter.watch(0))? else {
                match self.entry(index) {
                    None => continue,
                    Some(_) => return Err(wrong(index, "no sequence of decreasing distances leads to a goal".into())),
                }
            };
            walked += 1;
            for m in puzzle.moves(&state).iter() {
                let mut child = state.clone();
                puzzle.apply(&mut child, m);
                let there = self.distance_unless(puzzle, &child, &walks, &mut || meter.watch(0))?;
                if there.is_some_and(|there| distance > there + 1) {
                    let there = there.unwrap_or_default();
                    let neighbour = self.index(puzzle, &child);
                    return Err(wrong(index, format!("distance {distance}, and {there} at its neighbour {neighbour}")));
                }
            }
        }
        if let Some(broken) = walks.broken() {
            return Err(wrong(broken, "no sequence of decreasing distances leads to a goal".into()));
        }
        Ok(walked)
    }
}

fn wrong(entry: u64, what: String) -> Unverified {
    Unverified::Wrong(TableFault { entry: Some(entry), what })
}
