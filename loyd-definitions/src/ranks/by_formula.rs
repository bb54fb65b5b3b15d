//! Numbers of the arrangements of a view by a formula, for views of so many arrangements that they are not listed.
//!
//! The number is `arrangement * turns + turn`. `arrangement` is the number of the kinds of pieces in the slots
//! ([`multiset`](loyd_core::rank::multiset)); kinds of fewer pieces come first. `turn` has one digit for each piece
//! that has orientations: kind by kind, and slot by slot within a kind. If moves keep the sum of the orientations, up
//! to a modulus, the last digit is divided by that modulus. If all pieces differ and moves permute them evenly, the
//! number of the kinds is divided by 2, because arrangements `2i` and `2i + 1` differ by an exchange of two pieces.

use crate::compiled::codes::PieceCodes;
use crate::coordinates::axis::{CodeView, Says};
use crate::definition::{Action, PlayRules};
use loyd_core::exact::exact;
use loyd_core::limits::holds;
use loyd_core::puzzle::MOST_RANKS;
use loyd_core::rank::lehmer::is_odd;
use loyd_core::rank::multiset::MultisetNumbering;

/// The numbering of a view's arrangements by a formula.
#[derive(Clone, Debug)]
pub struct ViewNumbering {
    pub(super) view: CodeView,
    kinds: MultisetNumbering,
    /// By code: the kind of the piece, and its orientation.
    piece_of: [(u8, u8); 256],
    /// By kind: the number of its pieces, of its orientations, and the code of orientation 0.
    of_kind: Vec<KindOfPiece>,
    /// If only half of the orders occur: whether those are the odd ones.
    odd: Option<bool>,
    /// The number of combinations of orientations.
    turns: u64,
    /// The sum of the orientations modulo this number is `sum`.
    modulus: u8,
    sum: u8,
}

/// Pieces that a view does not distinguish.
#[derive(Clone, Debug)]
struct KindOfPiece {
    class: usize,
    count: usize,
    orientations: u8,
    code: u8,
}

/// The formula of a view, for other programs.
pub struct DigitFormula<'v> {
    /// The slots.
    pub slots: &'v [u16],
    /// For each kind its class (`None`: the pieces are not distinguished), the number of its pieces, and of their
    /// orientations.
    pub kinds: Vec<(Option<usize>, usize, u8)>,
    /// If only half of the orders of kinds occur: whether those are the odd ones.
    pub odd: Option<bool>,
    /// The number by which the last digit of the orientations is divided.
    pub modulus: u8,
}

/// The kind of each slot's piece, and its orientation.
pub(super) type PlacedPieces = (Vec<u8>, Vec<u8>);

/// Marks a code that no piece in the slots has.
const NO_KIND: u8 = u8::MAX;

/// The greatest common divisor.
fn divisor(a: u8, b: u8) -> u8 {
    if b == 0 { a } else { divisor(b, a % b) }
}

impl ViewNumbering {
    /// The numbering of a view; `None` if it has more than `MOST_RANKS` arrangements, or if the goals have different
    /// pieces in its slots.
    pub fn of(rules: &PlayRules, codes: &PieceCodes, view: &CodeView, goals: &[Vec<u8>]) -> Option<Self> {
        let alphabet = &codes.alphabets[codes.set_of[usize::from(view.slots[0])]];
        // The class of a code and its orientation, as far as the view distinguishes them.
        let seen = |code: u8| {
            let (class, orientation) = alphabet.of_code(code);
            match view.says {
                Says::Class => (class, 0),
                Says::Orientation => (0, orientation),
                _ => (class, orientation),
            }
        };
        let counted = |goal: &Vec<u8>| {
            let mut counts = [0usize; 256];
            view.slots.iter().for_each(|&slot| counts[seen(goal[usize::from(slot)]).0] += 1);
            counts
        };
        let counts = counted(&goals[0]);
        if goals[1..].iter().any(|goal| counted(goal) != counts) {
            return None;
        }
        let mut order: Vec<usize> = (0..counts.len()).filter(|&class| counts[class] > 0).collect();
        order.sort_by_key(|&class| counts[class]);
        let of_kind = order.iter().map(|&class| {
            let all = &alphabet.classes[class];
            let orientations = if view.says == Says::Class { 1 } else { all.modulus };
            KindOfPiece { class, count: counts[class], orientations, code: all.base }
        });
        let of_kind: Vec<KindOfPiece> = of_kind.collect();
        let numbers: Vec<usize> = of_kind.iter().map(|kind| kind.count).collect();
        let kinds = MultisetNumbering::new(&numbers, MOST_RANKS)?;
        let piece_of = std::array::from_fn(|code| {
            let (class, orientation) = if code < alphabet.codes { seen(exact(code)) } else { (0, 0) };
            let kind = order.iter().position(|&other| other == class);
            (kind.map_or(NO_KIND, exact), orientation)
        });
        let mut numbering =
            ViewNumbering { view: view.clone(), kinds, piece_of, of_kind, odd: None, turns: 1, modulus: 1, sum: 0 };
        numbering.restrict(rules, goals);
        let oriented = numbering.of_kind.iter().flat_map(|kind| std::iter::repeat_n(kind.orientations, kind.count));
        let turns = oriented.fold(1u128, |turns, orientations| turns.saturating_mul(orientations.into()));
        numbering.turns = u64::try_from(turns / u128::from(numbering.modulus)).ok()?;
        numbering.kinds().checked_mul(numbering.turns).filter(|&count| count <= MOST_RANKS)?;
        Some(numbering)
    }

    /// Finds the parity and the sum that no move changes.
    fn restrict(&mut self, rules: &PlayRules, goals: &[Vec<u8>]) {
        let actions: Vec<PlacedPieces> = rules.turns.iter().map(|turn| self.local(&turn.action)).collect();
        let goals: Vec<PlacedPieces> = goals.iter().map(|goal| self.pieces(|slot| goal[slot])).collect();
        let are_different = self.of_kind.len() > 2 && self.of_kind.iter().all(|kind| kind.count == 1);
        if are_different && actions.iter().all(|(from, _)| !is_odd(from)) {
            let odd = is_odd(&goals[0].0);
            self.odd = goals.iter().all(|goal| is_odd(&goal.0) == odd).then_some(odd);
        }
        let common = self.of_kind.iter().fold(0, |common, kind| divisor(common, kind.orientations));
        let sum = |turns: &[u8]| turns.iter().fold(0, |sum, &turn| (sum + u16::from(turn)) % u16::from(common));
        let first = sum(&goals[0].1);
        let mut modulus = common;
        for (_, turns) in &actions {
            modulus = divisor(modulus, exact(sum(turns)));
        }
        for (_, turns) in &goals {
            modulus = divisor(modulus, exact((sum(turns) + u16::from(common) - first) % u16::from(common)));
        }
        (self.modulus, self.sum) = (modulus, exact(first % u16::from(modulus)));
    }

    /// An action on the slots of the view: the place from which each place's piece comes, and how far it is turned.
    pub(super) fn local(&self, action: &Action) -> PlacedPieces {
        let slots = &self.view.slots;
        let place = |slot: u16| slots.binary_search(&slot).ok().map(exact);
        let from = |&slot: &u16| place(action.from()[usize::from(slot)]).expect("moves keep the slots of an orbit");
        let turned = |&slot: &u16| action.twist()[usize::from(slot)];
        (slots.iter().map(from).collect(), slots.iter().map(turned).collect())
    }

    /// The pieces of a state in the slots of the view.
    fn pieces(&self, code: impl Fn(usize) -> u8) -> PlacedPieces {
        self.view.slots.iter().map(|&slot| self.piece_of[usize::from(code(slot.into()))]).unzip()
    }

    /// The number of arrangements of kinds.
    pub(super) fn kinds(&self) -> u64 {
        if self.odd.is_some() { self.kinds.count() / 2 } else { self.kinds.count() }
    }

    /// The formula.
    pub fn formula(&self) -> DigitFormula<'_> {
        let is_one = self.view.says == Says::Orientation;
        let kind = |kind: &KindOfPiece| ((!is_one).then_some(kind.class), kind.count, kind.orientations);
        DigitFormula {
            slots: &self.view.slots,
            kinds: self.of_kind.iter().map(kind).collect(),
            odd: self.odd,
            modulus: self.modulus,
        }
    }

    /// The number of slots.
    pub(super) fn slots(&self) -> usize {
        self.view.slots.len()
    }

    /// The number of combinations of orientations.
    pub(super) fn turns(&self) -> u64 {
        self.turns
    }

    /// The number of all arrangements.
    pub fn count(&self) -> u64 {
        self.kinds() * self.turns
    }

    /// The number of an arrangement that [`has`](Self::has) accepts.
    #[inline]
    pub fn number(&self, code: impl Fn(usize) -> u8) -> u64 {
        let piece = |place: usize| self.piece_of[usize::from(code(self.view.slots[place].into()))];
        let kinds = self.number_of_kinds(|place| piece(place).0);
        kinds * self.turns + self.number_of_turns(|place| piece(place).0, |place| piece(place).1)
    }

    /// The number of the kinds in the slots.
    #[inline]
    pub(super) fn number_of_kinds(&self, kind: impl Fn(usize) -> u8) -> u64 {
        let number = self.kinds.rank(kind);
        if self.odd.is_some() { number / 2 } else { number }
    }

    /// The number of the orientations of the pieces in the slots.
    #[inline]
    fn number_of_turns(&self, kind: impl Fn(usize) -> u8, turn: impl Fn(usize) -> u8) -> u64 {
        let (mut number, mut last) = (0, (0, 1));
        if self.turns > 1 {
            self.each_turned(kind, |place, orientations| {
                last = (number, orientations);
                number = number * u64::from(orientations) + u64::from(turn(place));
            });
        }
        match self.modulus {
            1 => number,
            modulus => {
                let (before, orientations) = last;
                let digit = number - before * u64::from(orientations);
                before * u64::from(orientations / modulus) + digit / u64::from(modulus)
            }
        }
    }

    /// Calls `each` with the places whose pieces have orientations, and the number of these, in the order of the
    /// digits.
    #[inline]
    pub(super) fn each_turned(&self, kind: impl Fn(usize) -> u8, mut each: impl FnMut(usize, u8)) {
        for (this, KindOfPiece { orientations, .. }) in (0u8..).zip(&self.of_kind) {
            if *orientations > 1 {
                (0..self.view.slots.len()).filter(|&place| kind(place) == this).for_each(|p| each(p, *orientations));
            }
        }
    }

    /// The kinds with this number, slot by slot.
    pub(super) fn unrank_kinds(&self, number: u64, kinds: &mut [u8]) {
        match self.odd {
            None => self.kinds.unrank(number, kinds),
            Some(odd) => {
                self.kinds.unrank(2 * number, kinds);
                if is_odd(kinds) != odd {
                    self.kinds.unrank(2 * number + 1, kinds);
                }
            }
        }
    }

    /// The orientations with this number of the pieces with `orientations`, in the order of the digits.
    pub(super) fn unrank_turns(&self, mut number: u64, orientations: &[u8], turns: &mut [u8]) {
        let mut modulus = self.modulus;
        for (turn, &orientations) in turns.iter_mut().zip(orientations).rev() {
            let digits = u64::from(orientations / modulus);
            *turn = exact::<u8>(number % digits) * modulus;
            number /= digits;
            modulus = 1;
        }
        if let Some((last, others)) = turns.split_last_mut().filter(|_| self.modulus > 1) {
            let sum: u32 = others.iter().map(|&turn| u32::from(turn)).sum();
            let modulus = u32::from(self.modulus);
            *last += exact::<u8>((u32::from(self.sum) + modulus - sum % modulus) % modulus);
        }
    }

    /// The number of these orientations, in the order of the digits.
    pub(super) fn number_of_digits(&self, orientations: &[u8], turns: &[u8]) -> u64 {
        let mut number = 0;
        for (place, (&orientations, &turn)) in orientations.iter().zip(turns).enumerate() {
            let modulus = if place + 1 == turns.len() { self.modulus } else { 1 };
            number = number * u64::from(orientations / modulus) + u64::from(turn / modulus);
        }
        number
    }

    /// Whether the arrangement of these codes has a number: it has the pieces, the parity and the sum of the goals.
    pub fn has(&self, code: impl Fn(usize) -> u8) -> bool {
        let (kinds, turns) = self.pieces(code);
        let mut counts = vec![0; usize::from(NO_KIND) + 1];
        kinds.iter().for_each(|&kind| counts[usize::from(kind)] += 1);
        let sum: u32 = turns.iter().map(|&turn| u32::from(turn)).sum();
        counts[usize::from(NO_KIND)] == 0
            && counts.iter().zip(&self.of_kind).all(|(&count, kind)| count == kind.count)
            && self.odd.is_none_or(|odd| is_odd(&kinds) == odd)
            && sum % u32::from(self.modulus) == u32::from(self.sum)
    }

    /// Calls `each` with every slot of the arrangement with this number and the code there.
    pub fn unrank(&self, number: u64, each: &mut dyn FnMut(usize, u8)) {
        let mut kinds = vec![0; self.view.slots.len()];
        self.unrank_kinds(number / self.turns, &mut kinds);
        let (mut turns, mut turned, mut orientations) = (vec![0; kinds.len()], Vec::new(), Vec::new());
        self.each_turned(
            |place| kinds[place],
            |place, of_piece| {
                turned.push(place);
                orientations.push(of_piece);
            },
        );
        let mut digits = vec![0; turned.len()];
        self.unrank_turns(number % self.turns, &orientations, &mut digits);
        turned.iter().zip(&digits).for_each(|(&place, &digit)| turns[place] = digit);
        for (place, &slot) in self.view.slots.iter().enumerate() {
            each(slot.into(), self.of_kind[usize::from(kinds[place])].code + turns[place]);
        }
    }
}

holds!(KindOfPiece { class, count, orientations, code });
holds!(ViewNumbering { view, kinds, piece_of, of_kind, odd, turns, modulus, sum });
