//! Brings the pieces home that a word leaves astray, by words of the library inserted into it.

use super::changes::Change;
use super::library::WordLibrary;
use super::model::{MOST_SLOTS, PieceModel};
use super::reduce::WordReducer;
use loyd_core::exact::exact;
use loyd_core::limits::{Meter, Stop};
use loyd_core::splitmix;

/// The greatest cost that reducing is expected to save where a word is inserted.
const MOST_SAVED: i32 = 8;

/// The moves before and after a place that are looked at when the cost of an insertion is computed.
const NEAR: usize = 8;

/// The worth of a piece that comes home, and the cost of a move, in the units of the scores.
const UNIT: i32 = 16;

/// The effect of the moves after a place: the slot that each piece goes to, and how it is turned.
#[derive(Clone)]
struct RestOfWord {
    to: [u8; MOST_SLOTS],
    twist: [u8; MOST_SLOTS],
    /// The twist that takes this twist back.
    back: [u8; MOST_SLOTS],
    /// The slot that the piece in each slot at the end comes from.
    source: [u8; MOST_SLOTS],
}

/// The tables with which insertions are made.
#[derive(Clone, Copy)]
pub struct Inserter<'a> {
    pub model: &'a PieceModel,
    pub reducer: &'a WordReducer,
    pub library: &'a WordLibrary,
}

/// The settings of a run of insertions.
#[derive(Clone, Copy, Debug)]
pub struct InsertionTaste {
    /// The worth of a piece that comes home, in 16ths of a move.
    pub worth: i32,
    /// The random numbers that are added to the scores are less than this, in 16ths of a move.
    pub noise: u32,
}

/// An insertion that was chosen.
#[derive(Clone, Copy, Debug)]
struct Chosen {
    score: i32,
    place: usize,
    word: u32,
}

impl Inserter<'_> {
    /// The word with insertions after which it leads from `start` to the goal; `None` if no insertion brings more
    /// pieces home than it takes away, or if the word gets as expensive as `below`.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn complete(
        &self,
        start: &[u8],
        mut word: Vec<u8>,
        taste: InsertionTaste,
        rng: &mut u64,
        below: u32,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Vec<u8>>, Stop> {
        while self.model.cost(&word) < below {
            let end = self.model.after(start, &word);
            if end == self.model.goal {
                return Ok(Some(word));
            }
            let Some(chosen) = self.best(&word, &end, taste, rng, meter)? else { return Ok(None) };
            let inserted = &self.library.words[chosen.word as usize].moves;
            word = self.reducer.reduced(&[&word[..chosen.place], inserted, &word[chosen.place..]]);
        }
        Ok(None)
    }

    /// The best insertion into a word after which the state is `end`.
    fn best(
        &self,
        word: &[u8],
        end: &[u8],
        taste: InsertionTaste,
        rng: &mut u64,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Chosen>, Stop> {
        let model = self.model;
        let is_home: u128 = (0..model.slots).filter(|&s| end[s] == model.goal[s]).fold(0, |set, s| set | 1 << s);
        let wanted = self.wanted(end, is_home);
        let rests = self.rests(word);
        let most_noise: i32 = exact(taste.noise);
        let mut best: Option<Chosen> = None;
        for (place, rest) in rests.iter().enumerate() {
            let joining_after = self.reducer.joining_after(&self.reducer.lasts(&word[..place]));
            let joining_before = self.reducer.joining_before(&self.reducer.firsts(&word[place..]));
            for &Change { to, from, twist } in &wanted {
                let of = model.orientations[usize::from(to)];
                let (at, source) = (rest.source[usize::from(to)], rest.source[usize::from(from)]);
                // The rest turns the piece in `at`, and would have turned the piece in `source` by another twist.
                let turned = rest.twist[usize::from(source)] + of - rest.twist[usize::from(at)];
                let listed = self.library.with(Change { to: at, from: source, twist: (twist + turned) % of });
                // A word of the list costs less than a node of a search.
                meter.stats.generated += 1 + listed.len() as u64 / 8;
                meter.tick(0)?;
                for candidate in listed {
                    let mut gain = 0;
                    for change in candidate.changes.all() {
                        let (to, from) = (usize::from(change.to), usize::from(change.from));
                        let (home, source) = (usize::from(rest.to[to]), usize::from(rest.to[from]));
                        let turned = change.twist + rest.twist[to] + rest.back[from];
                        gain += i32::from(model.turn(home, end[source], turned) == model.goal[home]);
                        gain -= i32::from(is_home >> home & 1 == 1);
                    }
                    let least = best.map_or(i32::MIN, |best| best.score);
                    let value = gain * taste.worth - UNIT * i32::from(candidate.cost) + most_noise;
                    if gain < 1 || value + UNIT * MOST_SAVED <= least {
                        continue;
                    }
                    let found = &self.library.words[candidate.number as usize];
                    let is_joined = found.firsts.iter().any(|&m| joining_after[usize::from(m)])
                        || found.lasts.iter().any(|&m| joining_before[usize::from(m)]);
                    if !is_joined && value <= least {
                        continue;
                    }
                    let added = if is_joined { self.added(word, place, &found.moves) } else { found.cost as i32 };
                    let noise = splitmix::next(rng) % u64::from(taste.noise.max(1));
                    let score = gain * taste.worth - UNIT * added + exact::<i32>(noise);
                    if score > least {
                        best = Some(Chosen { score, place, word: candidate.number });
                    }
                }
            }
        }
        Ok(best)
    }

    /// The changes that would bring a piece home at the end.
    fn wanted(&self, end: &[u8], is_home: u128) -> Vec<Change> {
        let model = self.model;
        let mut wanted = Vec::new();
        for to in (0..model.slots).filter(|&to| is_home >> to & 1 == 0) {
            for from in (0..model.slots).filter(|&from| is_home >> from & 1 == 0) {
                for twist in 0..model.orientations[to] {
                    if model.are_of_one_set(to, from) && model.turn(to, end[from], twist) == model.goal[to] {
                        wanted.push(Change { to: exact(to), from: exact(from), twist });
                    }
                }
            }
        }
        wanted
    }

    /// The effects of the rests of a word, the whole word first.
    fn rests(&self, word: &[u8]) -> Vec<RestOfWord> {
        let model = self.model;
        let nothing: [u8; MOST_SLOTS] = std::array::from_fn(exact);
        let mut rests = Vec::with_capacity(word.len() + 1);
        let still = [0; MOST_SLOTS];
        rests.push(RestOfWord { to: nothing, twist: still, back: still, source: nothing });
        for &m in word.iter().rev() {
            let mut rest = rests[rests.len() - 1].clone();
            let made = &model.moves[usize::from(m)];
            let before = rests.last().expect("at least one rest");
            for &slot in &made.changes {
                let from = usize::from(made.effect.from[usize::from(slot)]);
                let of = model.orientations[from];
                rest.to[from] = before.to[usize::from(slot)];
                rest.twist[from] = (made.effect.twist[usize::from(slot)] + before.twist[usize::from(slot)]) % of;
                rest.back[from] = (of - rest.twist[from]) % of;
                rest.source[usize::from(rest.to[from])] = exact(from);
            }
            rests.push(rest);
        }
        rests.reverse();
        rests
    }

    /// The cost that is added by an insertion.
    fn added(&self, word: &[u8], place: usize, inserted: &[u8]) -> i32 {
        let (begin, end) = (place.saturating_sub(NEAR), word.len().min(place + NEAR));
        let before = self.model.cost(&word[begin..end]) as i32;
        let after = self.reducer.reduced(&[&word[begin..place], inserted, &word[place..end]]);
        self.model.cost(&after) as i32 - before
    }
}
