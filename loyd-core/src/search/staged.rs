//! Finds solutions in stages. IDA* on coordinates searches each stage for one path after another into the next stage,
//! because a longer path through one stage may end in a shorter whole solution (H. Kociemba, "Close to God's
//! algorithm", Cubism for Fun 28, 1992). The solutions are short, but nothing is proved about them.

use super::Found;
use crate::limits::{Meter, Stop};
use crate::puzzle::Puzzle;
use crate::puzzle::staged::{NEVER, Stage, StageValues, Staged};

/// A stage may take one part in this many of the remaining nodes for each path into it.
const SHARE: u64 = 64;

/// The bytes that the tables of all stages may take.
const ROOM: u64 = 64 << 20;

/// The smallest number of nodes for each path into a stage.
const LEAST: u64 = 1 << 10;

/// Searches for solutions of fewer than `below` moves, with `nodes` nodes. Calls `each` with every solution that is
/// found and is shorter than the solutions before. Finds none if the puzzle has no stages, if their tables do not fit,
/// or if there are fewer nodes than a path into a stage may take.
///
/// # Errors
/// The limit that was reached.
pub fn search<P: Puzzle>(
    puzzle: &P,
    start: &P::State,
    mut below: u32,
    nodes: u64,
    meter: &mut Meter<'_>,
    each: &mut dyn FnMut(Found<P>),
) -> Result<(), Stop> {
    // Fewer nodes are not worth the tables.
    if nodes < LEAST || !meter.fits(ROOM) {
        return Ok(());
    }
    let Some(staged) = puzzle.staged().filter(|staged| !staged.stages().is_empty()) else { return Ok(()) };
    let views = staged.views();
    for view in 0..views {
        let image = staged.image(view, start);
        let enter = |stage: usize, path: &[u8]| {
            let mut state = image.clone();
            path.iter().for_each(|&power| staged.spell(0, power, &mut |m| _ = puzzle.apply(&mut state, m)));
            staged.values(stage, &state)
        };
        let mut offer = |path: &[u8]| {
            let mut moves = Vec::new();
            path.iter().for_each(|&power| staged.spell(view, power, &mut |m| moves.push(m)));
            each(Found { start: start.clone(), moves });
        };
        let until = meter.stats.generated.saturating_add(nodes / views as u64);
        let stages = staged.stages();
        let mut walk = StageWalk { stages, enter: &enter, path: Vec::new(), made: 0, each: &mut offer, below, meter };
        walk.enter(0, until)?;
        below = walk.below;
    }
    Ok(())
}

/// The walk through all stages. It does not depend on the puzzle, so it is compiled once.
struct StageWalk<'a, 'm> {
    stages: &'a [Stage],
    /// Returns the values of a stage's coordinates after these powers.
    enter: &'a dyn Fn(usize, &[u8]) -> Option<StageValues>,
    /// The powers that were made; `made` is the number of moves that they take.
    path: Vec<u8>,
    made: u32,
    each: &'a mut dyn FnMut(&[u8]),
    /// Only solutions of fewer moves are wanted.
    below: u32,
    meter: &'a mut Meter<'m>,
}

impl StageWalk<'_, '_> {
    /// Searches a stage and the stages after it, until `until` nodes are generated in all.
    fn enter(&mut self, stage: usize, until: u64) -> Result<(), Stop> {
        if stage == self.stages.len() {
            self.below = self.made;
            (self.each)(&self.path);
            return Ok(());
        }
        let Some(values) = (self.enter)(stage, &self.path) else { return Ok(()) };
        let bound = self.stages[stage].bound(&values);
        if bound == NEVER {
            return Ok(());
        }
        let is_last = stage + 1 == self.stages.len();
        let mut length = u32::from(bound);
        while self.made + length < self.below && self.meter.stats.generated < until {
            let before = self.below;
            self.deepen(stage, &values, length, until)?;
            // In the last stage the first solution found is the shortest.
            if is_last && self.below < before {
                break;
            }
            length += 1;
        }
        Ok(())
    }

    /// Tries all paths of exactly `left` moves to the end of the stage.
    fn deepen(&mut self, stage: usize, values: &StageValues, left: u32, until: u64) -> Result<(), Stop> {
        let here = &self.stages[stage];
        let last = self.path.last().copied();
        if left == 0 {
            // A path that ends with a power of the next stage had reached the end of this stage before that power.
            let is_next = |power: &u8| self.stages.get(stage + 1).is_some_and(|next| next.powers.contains(power));
            if last.as_ref().is_some_and(is_next) {
                return Ok(());
            }
            let left = until.saturating_sub(self.meter.stats.generated);
            let share = self.meter.stats.generated + (left / SHARE).max(LEAST);
            return self.enter(stage + 1, until.min(share));
        }
        self.meter.tick(self.made)?;
        for (place, (&power, &cost)) in here.powers.iter().zip(&here.costs).enumerate() {
            if last.is_some_and(|last| here.follow[usize::from(last)].contains(power)) {
                continue;
            }
            let after = here.after(place, values);
            self.meter.stats.generated += 1;
            let cost = u32::from(cost);
            if u32::from(here.bound(&after)) + cost > left {
                continue;
            }
            self.path.push(power);
            self.made += cost;
            let done = self.deepen(stage, &after, left - cost, until);
            self.made -= cost;
            self.path.pop();
            done?;
            if self.meter.stats.generated >= until || self.made + left >= self.below {
                break;
            }
        }
        Ok(())
    }
}
