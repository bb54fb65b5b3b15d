//! Collects short words that move few pieces: commutators of conjugates, conjugates of these words, and words that only
//! turn pieces.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::changes::{Change, FewChanges};
use super::conjugates::{Conjugate, commutator, conjugates};
use super::model::PieceModel;
use super::reduce::WordReducer;
use crate::compiled::budget::spend;
use loyd_core::exact::exact;

/// The most common slots of two effects whose commutator is made.
const MOST_COMMON: u32 = 2;

/// The most conjugates that come second in a commutator.
const MOST_SECONDS: usize = 1 << 12;

/// The most words that are kept, words that shorter words replace included.
const MOST_WORDS: usize = 1 << 17;

/// The most words that are conjugated by a move and kept.
const MOST_CONJUGATED: usize = 1 << 14;

/// The most kept words that change more slots than a cycle of three.
const MOST_LARGE: usize = 1 << 15;

/// The most words with the same effect.
const MOST_ALIKE: usize = 2;

/// The greatest cost of a commutator.
const MOST_COST: u32 = 14;

/// The number of slots in a cycle of three.
const CYCLE: usize = 3;

/// The cost that reducing is expected to save where two words meet.
const EXPECTED_SAVING: u32 = 4;

/// A word that was found.
#[derive(Clone, Debug)]
pub struct FoundWord {
    pub moves: Box<[u8]>,
    pub cost: u32,
    pub changes: FewChanges,
}

/// The words found so far, by effect.
struct WordCollection {
    by_effect: FxHashMap<FewChanges, Vec<u32>>,
    words: Vec<FoundWord>,
    /// The number of words that change more than three slots.
    large: usize,
}

impl WordCollection {
    /// Whether a word of this cost and effect would not be kept.
    fn is_useless(&self, cost: u32, changes: &FewChanges) -> bool {
        self.by_effect.get(changes).is_some_and(|alike| {
            let least = alike.iter().map(|&word| self.words[word as usize].cost).min();
            least.is_some_and(|least| cost > least || cost == least && alike.len() >= MOST_ALIKE)
        })
    }

    /// Keeps a word if no shorter word has its effect. Returns whether it is kept.
    fn keep(&mut self, model: &PieceModel, moves: Vec<u8>, changes: FewChanges) -> bool {
        let cost = model.cost(&moves);
        if self.is_useless(cost, &changes)
            || changes.len() >= CYCLE && self.words.len() >= MOST_WORDS
            || changes.len() > CYCLE && self.large >= MOST_LARGE
        {
            return false;
        }
        let alike = self.by_effect.entry(changes).or_default();
        if alike.iter().any(|&word| *self.words[word as usize].moves == moves[..]) {
            return false;
        }
        alike.retain(|&word| self.words[word as usize].cost <= cost);
        self.large += usize::from(changes.len() > CYCLE);
        alike.push(exact(self.words.len()));
        self.words.push(FoundWord { moves: moves.into(), cost, changes });
        true
    }

    /// Adds the commutators of each two conjugates that have few common slots, the shortest first.
    fn add_commutators(&mut self, model: &PieceModel, reducer: &WordReducer, conjugates: &[Conjugate]) {
        let seconds = conjugates.len().min(MOST_SECONDS);
        for sum in 2..=MOST_COST / 2 {
            for (number, one) in conjugates.iter().enumerate() {
                let others = &conjugates[..seconds.min(number + 1)];
                let left = sum.saturating_sub(one.cost);
                let begin = others.partition_point(|other| other.cost < left);
                let end = others.partition_point(|other| other.cost <= left);
                spend(2 * (end - begin));
                for other in &others[begin..end] {
                    if !(1..=MOST_COMMON).contains(&(one.support & other.support).count_ones()) {
                        continue;
                    }
                    spend(100);
                    let Some(changes) = commutator(model, one, other) else { continue };
                    let words = [&one.moves[..], &other.moves, &model.back(&one.moves), &model.back(&other.moves)];
                    let moves = reducer.reduced(&words);
                    self.keep(model, model.back(&moves), changes.inverse(model));
                    self.keep(model, moves, changes);
                }
            }
        }
    }

    /// The first word of each effect, the shortest first.
    fn firsts(&self) -> Vec<u32> {
        let mut firsts: Vec<u32> = self.by_effect.values().filter_map(|alike| alike.first().copied()).collect();
        firsts.sort_unstable_by_key(|&word| (self.words[word as usize].cost, word));
        firsts
    }

    /// Adds conjugates of the words by moves.
    fn add_conjugates(&mut self, model: &PieceModel, reducer: &WordReducer) {
        let (mut order, mut at) = (self.firsts(), 0);
        let most = MOST_WORDS.min(self.words.len() + MOST_CONJUGATED);
        while at < order.len() && self.words.len() < most {
            let word = self.words[order[at] as usize].clone();
            at += 1;
            if word.changes.len() > CYCLE {
                continue;
            }
            let (firsts, lasts) = (reducer.firsts(&word.moves), reducer.lasts(&word.moves));
            for m in 0..exact::<u8>(model.moves.len()) {
                spend(50);
                let Some(changes) = word.changes.conjugated(model, m) else { continue };
                let made = &model.moves[usize::from(m)];
                let is_joined = firsts.iter().any(|&first| reducer.are_joined(made.back, first))
                    || lasts.iter().any(|&last| reducer.are_joined(last, m));
                let cost = word.cost + 2 * made.cost;
                if !is_joined && (cost > MOST_COST || self.is_useless(cost, &changes)) {
                    continue;
                }
                spend(500);
                let moves = reducer.reduced(&[&[made.back], &word.moves, &[m]]);
                let is_first = !self.by_effect.contains_key(&changes);
                if model.cost(&moves) <= MOST_COST && self.keep(model, moves, changes) && is_first {
                    order.push(exact(self.words.len() - 1));
                }
            }
        }
    }

    /// Adds words that turn pieces where they are: a word of three changes, and then a word that brings the same pieces
    /// back with other twists.
    fn add_twists(&mut self, model: &PieceModel, reducer: &WordReducer) {
        let mut by_places: BTreeMap<Vec<(u8, u8)>, Vec<u32>> = BTreeMap::new();
        for number in self.firsts() {
            let changes = &self.words[number as usize].changes;
            if changes.len() == CYCLE && model.orientations[usize::from(changes.all()[0].to)] > 1 {
                by_places.entry(changes.places()).or_default().push(number);
            }
        }
        let mut least: FxHashMap<FewChanges, u32> = FxHashMap::default();
        for &first in by_places.values().flatten() {
            let back = self.words[first as usize].changes.inverse(model).places();
            for &then in by_places.get(&back).into_iter().flatten() {
                spend(100);
                let (first, then) = (&self.words[first as usize], &self.words[then as usize]);
                let Some(changes) = turned(model, &first.changes, &then.changes) else { continue };
                let known = least.entry(changes).or_insert(u32::MAX);
                if *known <= (first.cost + then.cost).saturating_sub(EXPECTED_SAVING) {
                    continue;
                }
                let moves = reducer.reduced(&[&first.moves, &then.moves]);
                *known = (*known).min(model.cost(&moves));
                self.keep(model, moves, changes);
            }
        }
    }
}

/// The effect of two cycles that take back each other's places; `None` if they also take back each other's twists.
fn turned(model: &PieceModel, first: &FewChanges, then: &FewChanges) -> Option<FewChanges> {
    let turned = then.all().iter().filter_map(|change| {
        let before = first.all().iter().find(|before| before.to == change.from)?;
        let twist = (change.twist + before.twist) % model.orientations[usize::from(change.to)];
        (twist != 0).then_some(Change { to: change.to, from: change.to, twist })
    });
    FewChanges::of(turned).filter(|changes| changes.len() > 0)
}

/// The words that were found, the shortest first.
pub fn collected(model: &PieceModel, reducer: &WordReducer) -> Vec<FoundWord> {
    let mut found = WordCollection { by_effect: FxHashMap::default(), words: Vec::new(), large: 0 };
    found.add_commutators(model, reducer, &conjugates(model, reducer));
    found.add_conjugates(model, reducer);
    found.add_twists(model, reducer);
    let mut kept: Vec<u32> = found.by_effect.into_values().flatten().collect();
    kept.sort_unstable_by_key(|&word| (found.words[word as usize].cost, word));
    kept.into_iter().map(|word| found.words[word as usize].clone()).collect()
}
