//! Short solutions by insertion.
//!
//! A beam search brings many pieces home (`skeleton`). Then short words that move few pieces (`library`) are inserted
//! into the word that it found, wherever they bring the most pieces home for the fewest moves (`insert`). At last parts
//! of the solution are cut out, and the pieces that are astray then are brought home by other insertions (`renew`).
//!
//! People solve the cube in few moves by insertions. The word X inserted before a rest R has the effect R⁻¹ X R at
//! the end, so the moves of R conjugate X without set-up moves of their own.

mod changes;
mod collect;
mod conjugates;
mod insert;
mod library;
mod model;
mod reduce;
mod renew;
mod skeleton;
#[cfg(test)]
mod tests;

use crate::compiled::codes::PieceCodes;
use crate::definition::PlayRules;
use insert::{Inserter, InsertionTaste};
use library::WordLibrary;
use loyd_core::exact::exact;
use loyd_core::limits::{Meter, Stop, holds};
use loyd_core::puzzle::ShorterSearch;
use loyd_core::splitmix;
use model::PieceModel;
use reduce::WordReducer;
use renew::Renewal;
use skeleton::{PieceDistances, Skeleton, SkeletonBeam, skeletons};

/// The most bytes that the tables hold while they are made.
pub const MOST_BYTES: u64 = 1 << 26;

/// The worth of a piece that comes home, in 16ths of a move: the cost of a piece in a typical insertion.
const WORTH: i32 = 60;

/// The width of the first beam.
const FIRST_WIDTH: usize = 1 << 7;

/// The width of the widest beam.
const MOST_WIDTH: usize = 1 << 14;

/// Each later beam is wider by this power of two.
const DOUBLINGS: u32 = 2;

/// The round after which the first beam of a round gets no wider.
const MOST_ROUND: u32 = 3;

/// The number of words that a beam returns of each layer.
const EACH: usize = 3;

/// The greatest random number that is added to scores in later rounds, in 16ths of a move.
const NOISE: u64 = 48;

/// The tables with which solutions by insertion are found.
#[derive(Debug)]
pub struct InsertionTables {
    model: PieceModel,
    reducer: WordReducer,
    library: WordLibrary,
    distances: PieceDistances,
}

impl InsertionTables {
    /// Makes the tables; `None` if there are too many slots, or no short words that move few pieces.
    pub fn new(rules: &PlayRules, codes: &PieceCodes, goal: &[u8]) -> Option<Self> {
        let model = PieceModel::new(rules, codes, goal)?;
        let reducer = WordReducer::new(&model);
        let library = WordLibrary::new(&model, &reducer)?;
        let distances = PieceDistances::new(&model);
        Some(InsertionTables { model, reducer, library, distances })
    }

    /// Searches for cheaper and cheaper solutions, and calls `each` with the moves of each. A solution `known` from an
    /// earlier search is renewed if no cheaper one is found.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn search(
        &self,
        start: &[u8],
        known: Option<&[u8]>,
        search: ShorterSearch,
        meter: &mut Meter<'_>,
        each: &mut dyn FnMut(Vec<u8>),
    ) -> Result<(), Stop> {
        let (model, start) = (&self.model, &start[..self.model.slots]);
        let inserter = Inserter { model, reducer: &self.reducer, library: &self.library };
        let begin = meter.stats.generated;
        let (half, until) = (begin.saturating_add(search.nodes / 2), begin.saturating_add(search.nodes));
        let (mut below, mut rng) = (search.below, search.seed);
        let mut best = known.and_then(|word| model.places(word)).map(|word| self.reducer.reduced(&[&word]));
        let mut width = FIRST_WIDTH << (DOUBLINGS * search.round.min(MOST_ROUND));
        while meter.stats.generated < half && width <= MOST_WIDTH {
            let before = meter.stats.generated;
            let beam = SkeletonBeam { width, each: EACH };
            if !meter.fits(beam.bytes(model)) {
                break;
            }
            meter.grow(beam.bytes(model))?;
            let words = skeletons(model, &self.distances, start, beam, meter);
            meter.shrink(beam.bytes(model));
            let mut words = words?;
            // No insertion changes a parity.
            words.retain(|skeleton| model.is_even(&model.after(start, &skeleton.moves)));
            // The words are completed for as long as the beam took.
            let end = (2 * meter.stats.generated - before).min(until);
            for Skeleton { moves, .. } in words {
                let noise = if search.round == 0 { 0 } else { exact(splitmix::next(&mut rng) % NOISE) };
                let taste = InsertionTaste { worth: WORTH, noise };
                if let Some(word) = inserter.complete(start, moves, taste, &mut rng, below, meter)? {
                    below = model.cost(&word);
                    each(model.numbers(&word));
                    best = Some(word);
                }
                if meter.stats.generated >= end {
                    break;
                }
            }
            width <<= DOUBLINGS;
        }
        let Some(best) = best else { return Ok(()) };
        let mut renewal = Renewal::new(inserter, start, best, rng);
        while meter.stats.generated < until {
            meter.stats.generated += 1;
            match renewal.step(WORTH, meter)? {
                Some(true) if model.cost(renewal.word()) < below => {
                    below = model.cost(renewal.word());
                    each(model.numbers(renewal.word()));
                }
                Some(_) => {}
                None => break,
            }
        }
        Ok(())
    }
}

holds!(InsertionTables { model, reducer, library, distances });
