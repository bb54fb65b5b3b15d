//! Rewrites words of moves: merges powers, puts moves that commute in a fixed order, and leaves out what cancels.
//!
//! A word is a list of moves and powers, as [`steps::expand`](super::steps::expand) reads it. Rewriting does not change
//! the action of a word, and makes no word longer. It looks only at neighbours, so a search can find shorter words.

use crate::definition::move_names::MoveNames;
use crate::definition::rules::are_same;
use crate::definition::{Action, Definition, Metric, Repeats};

pub use loyd_core::puzzle::Letter;

/// Rewrites words, with the facts about a definition's moves that this needs.
///
/// ```
/// use loyd_definitions::formats::read;
/// use loyd_definitions::algs::rewrite::Rewriter;
/// use loyd_definitions::algs::steps;
/// let text = "Set S 6 1\nSolved\nEnd\nMove A\nS\n2 3 1 4 5 6\nEnd\nMove B\nS\n1 2 3 5 6 4\nEnd";
/// let definition = read(text).unwrap();
/// let rewriter = Rewriter::new(&definition);
/// let word = steps::expand("B A B A B2 A", &definition).unwrap();
/// // Both are of order 3, and commute: A goes first.
/// assert_eq!(rewriter.text(&rewriter.reduced(&word)), "B");
/// assert_eq!(rewriter.text(&rewriter.inverse(&steps::expand("A B'", &definition).unwrap())), "B A'");
/// assert_eq!(rewriter.order(&word), Some(3));
/// ```
#[derive(Clone, Debug)]
pub struct Rewriter<'d> {
    definition: &'d Definition,
    orientations: Vec<u8>,
    /// The order of each move; `None` if it is too great.
    orders: Vec<Option<u32>>,
    /// For each move, the first move of which it is a power, and that power.
    bases: Vec<Letter>,
    /// Whether two moves may change places.
    commute: Vec<Vec<bool>>,
}

/// The most powers of a move that are compared with other moves.
const MOST_COMPARED: u32 = 256;

impl<'d> Rewriter<'d> {
    /// A rewriter for the moves of a definition.
    ///
    /// # Complexity
    /// The square of the number of moves, times the number of slots.
    pub fn new(definition: &'d Definition) -> Self {
        let orientations = definition.orientations();
        let orders: Vec<Option<u32>> = definition.moves.iter().map(|m| m.action.order(&orientations)).collect();
        let bases = bases(definition, &orders, &orientations);
        let may_change_places = |a: usize, b: usize| {
            let (a, b) = (&definition.moves[a], &definition.moves[b]);
            // A condition for legal positions names one slot, which two moves of different slots never both change.
            let keeps_legal = definition.legal.is_empty() || are_apart(&a.action, &b.action);
            let free = keeps_legal && a.when.is_empty() && b.when.is_empty();
            free && a.action.then(&b.action, &orientations) == b.action.then(&a.action, &orientations)
        };
        let all = 0..definition.moves.len();
        let commute = all.clone().map(|a| all.clone().map(|b| may_change_places(a, b)).collect()).collect();
        Rewriter { definition, orientations, orders, bases, commute }
    }

    /// The action of a word.
    ///
    /// # Panics
    /// If a letter is no move of the definition.
    pub fn action(&self, word: &[Letter]) -> Action {
        word.iter().fold(Action::identity(self.orientations.len()), |action, &(place, power)| {
            action
                .then(&self.definition.moves[place].action.signed_power(power, &self.orientations), &self.orientations)
        })
    }

    /// The number of times after which a repeated word has changed nothing; `None` if it is more than
    /// [`MOST_ORDER`](crate::definition::MOST_ORDER).
    ///
    /// # Panics
    /// If a letter is no move of the definition.
    pub fn order(&self, word: &[Letter]) -> Option<u32> {
        self.action(word).order(&self.orientations)
    }

    /// The inverse of a word. A move without an inverse gets a negative power, too; `reduced` replaces it by the
    /// positive power that does the same.
    pub fn inverse(&self, word: &[Letter]) -> Vec<Letter> {
        word.iter().rev().map(|&(place, power)| (place, -power)).collect()
    }

    /// A reduced word that does the same. Neighbouring powers of one move are merged, and left out if they cancel.
    /// Moves that commute are put in the first of all orders, by the moves' places.
    ///
    /// Moves with conditions keep their places. In a puzzle with conditions for legal positions, only moves of
    /// different slots change places. If the word can be made, the reduced word can be made.
    ///
    /// # Panics
    /// If a letter is no move of the definition.
    ///
    /// # Complexity
    /// The square of the word's length at worst, and again for each letter that cancels.
    pub fn reduced(&self, word: &[Letter]) -> Vec<Letter> {
        let mut word = word.to_vec();
        loop {
            let mut next: Vec<Letter> = Vec::with_capacity(word.len());
            let mut cancelled = false;
            for &(place, power) in &word {
                let (base, times) = self.bases[place];
                cancelled |= self.admit(&mut next, (base, power.saturating_mul(times)));
            }
            if !cancelled {
                return next;
            }
            word = next;
        }
    }

    /// Adds a letter to a word that is in order, at its place. Returns whether letters were merged or left out.
    fn admit(&self, word: &mut Vec<Letter>, (place, power): Letter) -> bool {
        // All letters from `first` on commute with the new letter.
        let mut first = word.len();
        while first > 0 && word[first - 1].0 != place && self.commute[word[first - 1].0][place] {
            first -= 1;
        }
        if first > 0 && word[first - 1].0 == place {
            let (_, before) = word[first - 1];
            match self.shortest(place, before.saturating_add(power)) {
                0 => drop(word.remove(first - 1)),
                power => word[first - 1].1 = power,
            }
            return true;
        }
        let power = self.shortest(place, power);
        if power != 0 {
            let greater = word[first..].iter().position(|&(other, _)| other > place);
            word.insert(greater.map_or(word.len(), |by| first + by), (place, power));
        }
        power == 0
    }

    /// The power as it is written. A move with conditions keeps its direction, and so does one whose powers are several
    /// moves between which the position must be legal; another move gets the shorter direction.
    fn shortest(&self, place: usize, power: i32) -> i32 {
        let Some(order) = self.orders[place] else { return power };
        let order = order as i32;
        let m = &self.definition.moves[place];
        let times = power.rem_euclid(order);
        match m.repeats {
            _ if times == 0 => 0,
            // A one-way move turns only forward, so its inverse is the rest of a full turn.
            Repeats::None => times,
            repeats if !m.when.is_empty() || repeats != Repeats::Powers && !self.definition.legal.is_empty() => power,
            _ if times <= order - times => times,
            _ => times - order,
        }
    }

    /// The number of moves that a word takes. A power counts as one move if the powers of its move are moves.
    pub fn length(&self, word: &[Letter]) -> u64 {
        word.iter().map(|&(place, power)| self.times(place, power)).sum()
    }

    /// The number of times that a letter's move is written.
    fn times(&self, place: usize, power: i32) -> u64 {
        match self.definition.moves[place].repeats {
            Repeats::Powers => 1,
            Repeats::Inverse | Repeats::None => power.unsigned_abs().into(),
        }
    }

    /// A word as text: `R U2 R'`. Powers that are no moves are written as repeated moves.
    pub fn text(&self, word: &[Letter]) -> String {
        let (names, moves) = (MoveNames::of(self.definition), &self.definition.moves);
        self.text_by(word, |place, power| {
            let m = &moves[place];
            let is_same =
                |other: usize, times| are_same((m, power), (&moves[other], times), Metric::Weights, &self.orientations);
            names.word(&m.name, power, is_same)
        })
    }

    /// A word as text, in which a function writes the powers.
    pub(crate) fn text_by(&self, word: &[Letter], name: impl Fn(usize, i32) -> String) -> String {
        let letters = word.iter().flat_map(|&(place, power)| {
            let (power, times) = match self.definition.moves[place].repeats {
                Repeats::Powers => (power, 1),
                _ => (power.signum(), power.unsigned_abs() as usize),
            };
            std::iter::repeat_n(name(place, power), times)
        });
        letters.collect::<Vec<_>>().join(" ")
    }
}

/// Whether no slot is changed by both actions.
fn are_apart(one: &Action, other: &Action) -> bool {
    let stays = |action: &Action, slot: usize| usize::from(action.from()[slot]) == slot && action.twist()[slot] == 0;
    (0..one.from().len()).all(|slot| stays(one, slot) || stays(other, slot))
}

/// For each move, the first move (perhaps itself) of which it is a power. Both must cost and repeat in the same way.
fn bases(definition: &Definition, orders: &[Option<u32>], orientations: &[u8]) -> Vec<Letter> {
    let mut bases: Vec<Letter> = (0..definition.moves.len()).map(|place| (place, 1)).collect();
    let moves = &definition.moves;
    for (first, base) in moves.iter().enumerate() {
        let fits = base.repeats == Repeats::Powers && base.when.is_empty();
        let Some(order) = orders[first].filter(|&order| fits && order <= MOST_COMPARED) else { continue };
        if bases[first].0 != first {
            continue;
        }
        let mut power = base.action.clone();
        for times in 1..order {
            for (place, other) in moves.iter().enumerate().skip(first + 1) {
                let same_kind = other.weight == base.weight
                    && other.when.is_empty()
                    && other.repeats == Repeats::Powers
                    && other.is_rotation == base.is_rotation;
                if same_kind && bases[place].0 == place && other.action == power {
                    bases[place] = (first, times as i32);
                }
            }
            power = power.then(&base.action, orientations);
        }
    }
    bases
}

#[cfg(test)]
mod tests;
