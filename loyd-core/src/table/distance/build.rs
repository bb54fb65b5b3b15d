//! Builds a whole distance table on all threads, by retrograde breadth-first search on the entries themselves.
//!
//! The search goes from a layer to its predecessors while the layer is no larger than the number of unmet states, and
//! otherwise from the unmet states to their children. Memory holds the entries, and a third bit for each if entries
//! have two.

use super::Unbuilt;
use super::codes::{EntryCodes, each_bit};
use super::encoding::{Encoding, GROUP};
use crate::exact::exact;
use crate::limits::{Meter, Stop};
use crate::puzzle::Ranked;
use crate::table::pace::Pace;
use crate::table::threads::{NumberedWork, sum_of};

/// The largest number of groups between two checks of the limits.
const BATCH: usize = 1 << 14;

/// The least number of groups that a thread takes at a time.
const SHARE: usize = 64;

/// The entries of all ranks in this encoding, which `C` must write, and the number of states at distance 0, 1, 2, ...
///
/// # Errors
/// [`Unbuilt`].
///
/// # Complexity
/// Every move of every state about once; one pass over the entries for each layer. Memory holds the entries, and a
/// third bit for each if entries have two.
pub(super) fn build<P: Ranked, C: EntryCodes>(
    puzzle: &P,
    encoding: Encoding,
    meter: &mut Meter<'_>,
) -> Result<(C, Vec<u64>), Unbuilt> {
    let goals = puzzle.goals()?;
    let ranks = puzzle.ranks();
    let bytes = C::bytes(ranks);
    meter.grow(bytes)?;
    let codes = C::new(ranks, &mut || meter.watch(0))?;
    let entered = goals.iter().filter(|goal| codes.enter(puzzle.rank(goal), 0)).count() as u64;
    let work = LayerBuild { puzzle, codes: &codes, groups: exact::<usize>(ranks.div_ceil(GROUP)), ranks };
    let (mut layers, mut left) = (vec![entered], ranks - entered);
    while let Some(&layer) = layers.last().filter(|&&layer| layer > 0) {
        let depth = exact::<u32>(layers.len()) - 1;
        if encoding.deepest() == Some(depth) {
            // The encoding has no value for one more layer. So the search only checks whether there is one.
            if work.has_more(depth, meter)? {
                return Err(Unbuilt::TooDeepFor { bits: encoding.bits(), deepest: depth });
            }
            layers.push(0);
            break;
        }
        let new = if layer <= left {
            work.each_group(depth, meter, &|group| work.push(group, depth))?
        } else {
            work.each_group(depth, meter, &|group| work.pull(group, depth))?
        };
        meter.stats.expanded += layer;
        meter.stats.generated += new;
        left -= new;
        layers.push(new);
    }
    layers.pop();
    meter.stats.depth = exact::<u32>(layers.len()).saturating_sub(1);
    Ok((codes, layers))
}

struct LayerBuild<'w, P, C> {
    puzzle: &'w P,
    codes: &'w C,
    groups: usize,
    ranks: u64,
}

impl<P: Ranked, C: EntryCodes> LayerBuild<'_, P, C> {
    /// The sum of what `each` returns for all groups.
    fn each_group(&self, depth: u32, meter: &mut Meter<'_>, each: &NumberedWork<'_>) -> Result<u64, Stop> {
        let mut sum = 0;
        let mut pace = Pace::new(SHARE, BATCH);
        while let Some(batch) = pace.batch(self.groups) {
            meter.look(depth)?;
            sum += sum_of(batch, SHARE, each);
        }
        Ok(sum)
    }

    /// Enters the predecessors of a group's states in the layer into the next layer. Returns the number of new states.
    fn push(&self, group: usize, depth: u32) -> u64 {
        let mut new = 0;
        let layer = self.codes.layer(group, depth);
        each_bit(layer, |bit| {
            self.puzzle.predecessors(group as u64 * GROUP + bit, &mut |rank| {
                new += u64::from(self.codes.enter(rank, depth + 1));
            });
        });
        self.codes.leave(group, layer);
        new
    }

    /// Enters a group's unmet states that have a child in the layer into the next layer. Returns their number.
    fn pull(&self, group: usize, depth: u32) -> u64 {
        let new = self.near(group, depth);
        self.codes.leave(group, self.codes.layer(group, depth));
        self.codes.enter_all(group, new, depth + 1);
        new.count_ones().into()
    }

    /// The unmet states of a group that have a child in the layer.
    fn near(&self, group: usize, depth: u32) -> u64 {
        let ranks = self.ranks - group as u64 * GROUP;
        let all = if ranks >= GROUP { u64::MAX } else { (1 << ranks) - 1 };
        let mut near = 0;
        each_bit(self.codes.unmet(group) & all, |bit| {
            let mut is_near = false;
            self.puzzle.children(group as u64 * GROUP + bit, &mut |rank, _| is_near |= self.codes.is_in(rank, depth));
            near |= u64::from(is_near) << bit;
        });
        near
    }

    /// Whether any unmet state has a child in the layer.
    fn has_more(&self, depth: u32, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        Ok(self.each_group(depth, meter, &|group| self.near(group, depth).count_ones().into())? > 0)
    }
}
