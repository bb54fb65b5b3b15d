//! Renews parts of a solution: moves that together move few pieces are cut out, and the pieces that are astray then are
//! brought home by other insertions (P. Shaw, "Using constraint programming and local search methods to solve vehicle
//! routing problems", CP 1998, calls this large neighbourhood search).

use super::insert::{Inserter, InsertionTaste};
use super::model::SlotPermutation;
use loyd_core::exact::exact;
use loyd_core::limits::{Meter, Stop};
use loyd_core::splitmix;

/// The most moves that are cut out.
const MOST_MOVES: usize = 24;

/// The most slots whose pieces the moves that are cut out change.
const MOST_SLOTS: u32 = 14;

/// The greatest random number that is added to scores, in 16ths of a move.
const MOST_NOISE: u64 = 64;

/// A solution whose parts are renewed.
pub struct Renewal<'a> {
    inserter: Inserter<'a>,
    start: &'a [u8],
    word: Vec<u8>,
    /// The first and the last place of the parts that move few pieces.
    parts: Vec<(usize, usize)>,
    rng: u64,
}

impl<'a> Renewal<'a> {
    pub fn new(inserter: Inserter<'a>, start: &'a [u8], word: Vec<u8>, seed: u64) -> Self {
        let parts = parts(&inserter, &word);
        Renewal { inserter, start, word, parts, rng: seed }
    }

    /// The solution as it is now.
    pub fn word(&self) -> &[u8] {
        &self.word
    }

    /// Renews one part. Returns whether the solution is cheaper now; `None` if no part moves few pieces.
    ///
    /// # Errors
    /// The limit that was reached; the solution stays complete.
    pub fn step(&mut self, worth: i32, meter: &mut Meter<'_>) -> Result<Option<bool>, Stop> {
        if self.parts.is_empty() {
            return Ok(None);
        }
        let mut draw = |number: u64| splitmix::next(&mut self.rng) % number;
        let (begin, end) = self.parts[exact::<usize>(draw(self.parts.len() as u64))];
        let noise = exact(draw(MOST_NOISE));
        let rest = self.inserter.reducer.reduced(&[&self.word[..begin], &self.word[end..]]);
        let before = self.inserter.model.cost(&self.word);
        // A word of the same cost is taken, too, because other parts of it can be renewed.
        let taste = InsertionTaste { worth, noise };
        let Some(word) = self.inserter.complete(self.start, rest, taste, &mut self.rng, before + 1, meter)? else {
            return Ok(Some(false));
        };
        let is_cheaper = self.inserter.model.cost(&word) < before;
        if word != self.word {
            self.parts = parts(&self.inserter, &word);
            self.word = word;
        }
        Ok(Some(is_cheaper))
    }
}

/// The parts of a word that move few pieces.
fn parts(inserter: &Inserter<'_>, word: &[u8]) -> Vec<(usize, usize)> {
    let model = inserter.model;
    let mut parts = Vec::new();
    for begin in 0..word.len() {
        let mut effect = SlotPermutation::identity();
        for end in begin + 1..=word.len().min(begin + MOST_MOVES) {
            effect = model.then(&effect, &model.moves[usize::from(word[end - 1])].effect);
            if effect.support().count_ones() <= MOST_SLOTS {
                parts.push((begin, end));
            }
        }
    }
    parts
}
