//! Another puzzle searched in place of the one at hand, and what is tried there before an iteration.
//!
//! First the nodes that the iteration before came nearest with ([`near`]); where that finds no solution, beams, as wide as is worth it ([`beam`]).

use super::leave::AfterOne;
use super::{Past, Prune, Settings, beam, deepen, ignore, near};
use crate::heuristic::{ElsewhereVisitor, Heuristic};
use crate::limits::Meter;
use crate::puzzle::Puzzle;
use crate::search::{Found, Outcome};

/// Searches another puzzle in place of the one at hand.
pub struct Elsewhere<'a, 'm, P: Puzzle> {
    /// The starts at hand.
    pub starts: &'a [P::State],
    /// The threads.
    pub threads: usize,
    /// The limits, and the counts.
    pub meter: &'a mut Meter<'m>,
}

impl<P: Puzzle> ElsewhereVisitor<P> for Elsewhere<'_, '_, P> {
    type Output = Outcome<Found<P>>;

    fn visit<Q: Puzzle, H: Heuristic<Q>, G: Heuristic<Q>>(
        self,
        puzzle: &Q,
        heuristic: &H,
        guide: &G,
        starts: &[Q::State],
        named: impl Fn(&Q::State, &[Q::Move]) -> Vec<P::Move>,
    ) -> Self::Output {
        let settings = Settings { prune: Prune::Follow, cuts: None, threads: self.threads };
        let tree = (puzzle, heuristic, AfterOne::Follow);
        let mut before = |bound: u32, past: &Past<Q>, meter: &mut Meter<'_>| {
            let more = bound - past.bound;
            for (start, nearest) in starts.iter().zip(&past.nearest) {
                let patience = past.generated / IMPATIENCE + PATIENCE;
                if let Some(moves) = near::try_nearest(tree, start, nearest, (bound, more), patience, meter)? {
                    return Ok(Some(Found { start: *start, moves }));
                }
            }
            let worth = WIDTHS.into_iter().filter(|&width| width as u64 * WORTH <= past.generated);
            for (width, start) in worth.flat_map(|width| starts.iter().map(move |start| (width, start))) {
                if heuristic.bound(&heuristic.memo(puzzle, start)) > bound {
                    continue;
                }
                if let Some(moves) = beam::throw((puzzle, heuristic, guide), start, bound, width, meter)? {
                    return Ok(Some(Found { start: *start, moves }));
                }
            }
            Ok(None)
        };
        let held = self.meter.held();
        let outcome = deepen::<Q, H, _, false>(
            puzzle,
            heuristic,
            starts,
            &settings,
            &mut *self.meter,
            Some(&mut before),
            &mut ignore,
        );
        // What the last iteration came nearest with is of no more use.
        self.meter.shrink(self.meter.held() - held);
        outcome.map(|(_, found)| {
            let start = starts.iter().position(|start| *start == found.start).unwrap_or(0);
            Found { start: self.starts[start], moves: named(&found.start, &found.moves) }
        })
    }
}

/// The widths of beams thrown before an iteration.
const WIDTHS: [usize; 4] = [256, 1024, 4096, 16384];

/// A beam is thrown where the iteration before generated so many nodes for each state of its width: an iteration that is left without one takes
/// some ten or a hundred times as many as the one before.
const WORTH: u64 = 4;

/// Below the nodes that the iteration before came nearest with, so many nodes are generated, and one for so many that it generated itself.
const PATIENCE: u64 = 1 << 15;
const IMPATIENCE: u64 = 2;
