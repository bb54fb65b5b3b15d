//! Reduces words: moves that commute are exchanged, so that moves that do together what one move does, or nothing,
//! become neighbours and are joined.

use super::model::PieceModel;
use crate::compiled::budget::spend;
use loyd_core::exact::exact;
use loyd_core::limits::{holds, holds_nothing};

/// The moves from an end of a word that are looked at.
const FAR: usize = 8;

/// The effect of two moves, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Joined {
    /// The same as no single move that is as cheap.
    Both,
    /// The same as this move.
    One(u8),
    /// Every piece stays where it is.
    Nothing,
}

/// The tables by which words are reduced.
#[derive(Debug)]
pub struct WordReducer {
    /// By the first move and the second move.
    joins: Vec<Vec<Joined>>,
    commutes: Vec<Vec<bool>>,
}

impl WordReducer {
    pub fn new(model: &PieceModel) -> Self {
        let all = &model.moves;
        let (mut joins, mut commutes) = (Vec::new(), Vec::new());
        for one in all {
            let (mut row, mut commuting) = (Vec::new(), Vec::new());
            spend(all.len() * (all.len() + 4 * model.slots));
            for other in all {
                let both = model.then(&one.effect, &other.effect);
                let support = both.support();
                let same = all.iter().position(|m| m.support == support && m.effect == both);
                row.push(match same {
                    _ if support == 0 => Joined::Nothing,
                    Some(same) if all[same].cost <= one.cost + other.cost => Joined::One(exact(same)),
                    _ => Joined::Both,
                });
                commuting.push(both == model.then(&other.effect, &one.effect));
            }
            joins.push(row);
            commutes.push(commuting);
        }
        WordReducer { joins, commutes }
    }

    /// Whether two moves may be exchanged.
    pub fn commute(&self, one: u8, other: u8) -> bool {
        self.commutes[usize::from(one)][usize::from(other)]
    }

    /// Whether two moves do together what one move does, or nothing.
    pub fn are_joined(&self, one: u8, other: u8) -> bool {
        self.joins[usize::from(one)][usize::from(other)] != Joined::Both
    }

    /// The moves of a word that can be its last move.
    pub fn lasts(&self, word: &[u8]) -> Vec<u8> {
        let is_last = |&at: &usize| word[at + 1..].iter().all(|&later| self.commute(word[at], later));
        (word.len().saturating_sub(FAR)..word.len()).filter(is_last).map(|at| word[at]).collect()
    }

    /// The moves of a word that can be its first move.
    pub fn firsts(&self, word: &[u8]) -> Vec<u8> {
        let is_first = |&at: &usize| word[..at].iter().all(|&earlier| self.commute(word[at], earlier));
        (0..word.len().min(FAR)).filter(is_first).map(|at| word[at]).collect()
    }

    /// By move: whether it is joined with one of these moves before it.
    pub fn joining_after(&self, before: &[u8]) -> Vec<bool> {
        (0..exact(self.joins.len())).map(|m| before.iter().any(|&one| self.are_joined(one, m))).collect()
    }

    /// By move: whether it is joined with one of these moves after it.
    pub fn joining_before(&self, after: &[u8]) -> Vec<bool> {
        (0..exact(self.joins.len())).map(|m| after.iter().any(|&one| self.are_joined(m, one))).collect()
    }

    /// Appends a move to a reduced word.
    pub fn push(&self, word: &mut Vec<u8>, m: u8) {
        for at in (0..word.len()).rev() {
            let last = usize::from(word[at]);
            match self.joins[last][usize::from(m)] {
                Joined::Both if self.commutes[last][usize::from(m)] => {}
                Joined::Both => break,
                joined => {
                    let rest = word.split_off(at);
                    if let Joined::One(one) = joined {
                        self.push(word, one);
                    }
                    rest[1..].iter().for_each(|&m| self.push(word, m));
                    return;
                }
            }
        }
        word.push(m);
    }

    /// The reduced word of some words, one after the other.
    pub fn reduced(&self, words: &[&[u8]]) -> Vec<u8> {
        let mut word = Vec::with_capacity(words.iter().map(|word| word.len()).sum());
        words.iter().flat_map(|word| word.iter()).for_each(|&m| self.push(&mut word, m));
        word
    }
}

holds_nothing!(Joined);
holds!(WordReducer { joins, commutes });
