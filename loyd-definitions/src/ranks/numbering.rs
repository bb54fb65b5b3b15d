//! The numbering of the states of a compiled puzzle, if they can be numbered.

use super::by_formula::ViewNumbering;
use super::cosets::Cosets;
use super::mixed::{MOST_AXES, MOST_VIEWS, Mixed};
use super::views::{are_different, estimate, generators, joined, views};
use crate::compiled::codes::PieceCodes;
use crate::coordinates::axis::{CodeView, ComposedTurns, Coordinate, MOST_VALUES, Says};
use crate::definition::{Condition, PlayRules};
use loyd_core::exact::exact;
use loyd_core::group::PermutationGroup;
use loyd_core::limits::{Held, holds};
use loyd_core::puzzle::MOST_RANKS;
use loyd_core::puzzle::shuffle::MOST_CELLS;

/// The most slots of a puzzle whose arrangements are listed although they may be too many.
pub(super) const MOST_LISTED: usize = 32;

/// The most entries of the move tables of a coordinate.
const MOST_ENTRIES: usize = 1 << 22;

/// The most slots of a view whose arrangements are counted by the group of the moves.
const MOST_OF_GROUP: usize = 32;

/// The greatest product of the sizes of coordinates that are made. Some of them may depend on each other.
const MOST_PRODUCT: u128 = 1 << 52;

/// The most ranks if moves or positions have conditions, because few of the ranks may be reached.
const MOST_WITH_CONDITIONS: u64 = 1 << 28;

/// The method by which states are numbered.
#[derive(Debug)]
pub enum StateNumbering {
    /// Lehmer codes of all or only the even permutations, for up to sixteen slots of one set with different pieces.
    Lehmer(Lehmer),
    /// Coordinates as digits: the rank is the sum of the values times the weights.
    Axes {
        /// The coordinates.
        axes: Vec<Coordinate>,
        /// The weight of each coordinate.
        weights: Vec<u64>,
        /// The product of the sizes of the coordinates.
        ranks: u64,
    },
    /// Elements of the group of the moves, for the slots of one set whose pieces are all different.
    Cosets(Box<OneSet>),
    /// Coordinates, and views of more arrangements, numbered by a formula.
    Mixed(Box<Mixed>),
}

/// The positions of one set's pieces as elements of a group. The elements permute points. Each slot has a point for
/// each side of a piece, so an element determines the orientations, too.
#[derive(Debug)]
pub struct OneSet {
    /// The slots that moves change.
    pub slots: Vec<u16>,
    /// The number of points of a slot.
    pub sides: u8,
    /// By code: the place in `slots` of the piece's slot at the goal, and how far the piece is turned since.
    pub home_of: Vec<(u8, u8)>,
    /// By place in `slots`: the code of the piece that the goal has there, unturned, and how far the goal turns it.
    pub code_of: Vec<(u8, u8)>,
    /// The elements: the element of a position takes the home of every side of a piece to its point.
    pub cosets: Cosets,
}

/// Lehmer codes of arrangements whose pieces are all different.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lehmer {
    /// The slots that moves change.
    pub slots: Vec<u16>,
    /// The piece of each code; piece 0 is the one that conditions are about.
    pub piece_of: Vec<u8>,
    /// The code of each piece.
    pub code_of: Vec<u8>,
    /// Whether only even permutations of the goal are numbered.
    pub is_even: bool,
    /// Whether moves have conditions.
    pub has_blank: bool,
}

impl StateNumbering {
    /// The numbering of the states from which moves lead to the goals; `None` if there are too many states, or small
    /// numbers cannot distinguish them.
    pub fn new(rules: &PlayRules, codes: &PieceCodes, goals: &[Vec<u8>]) -> Option<Self> {
        let few = (rules.slots() <= MOST_LISTED).then(|| Self::listed(rules, codes, goals)).flatten();
        few.or_else(|| Self::mixed(rules, codes, goals, MOST_VALUES))
    }

    /// The numbering of states whose arrangements are listed. Every puzzle that has such a numbering keeps it, because
    /// the order of ranks is public.
    fn listed(rules: &PlayRules, codes: &PieceCodes, goals: &[Vec<u8>]) -> Option<Self> {
        let views = views(rules, codes);
        if let Some(lehmer) = Lehmer::of(rules, codes, &views, goals) {
            return Some(StateNumbering::Lehmer(lehmer));
        }
        let numbers: Vec<u128> = views.iter().map(|view| estimate(rules, codes, view, &goals[0])).collect();
        let is_large = |&at: &usize| views[at].says == Says::Class && numbers[at] > MOST_VALUES as u128;
        if let Some(large) = (0..views.len()).find(is_large) {
            if let Some(set) = OneSet::of(rules, codes, &views, goals) {
                return Some(StateNumbering::Cosets(Box::new(set)));
            }
            // All these arrangements occur, so a table of them would be made in vain.
            if !rules.has_conditions() && are_different(&views[large], &goals[0]) {
                return None;
            }
        }
        if numbers.iter().any(|&number| number > 16 * MOST_VALUES as u128) {
            return None;
        }
        let made = ComposedTurns::of(rules);
        let axis = |view| Coordinate::new(rules, codes, &made, view, goals, MOST_VALUES);
        let mut axes: Vec<Coordinate> = views.into_iter().map(axis).collect::<Option<_>>()?;
        joined(&mut axes, goals);
        let sizes: Vec<u64> = axes.iter().map(|axis| axis.size() as u64).collect();
        let (weights, ranks) = weights(&sizes, MOST_RANKS)?;
        Some(StateNumbering::Axes { axes, weights, ranks })
    }

    /// The numbering of the states by coordinates of up to `most_values` values and formulas; `None` if there are too
    /// many states.
    pub(super) fn mixed(rules: &PlayRules, codes: &PieceCodes, goals: &[Vec<u8>], most_values: usize) -> Option<Self> {
        let most_values = most_values.min(MOST_ENTRIES / rules.turns.len());
        let most_ranks = if rules.has_conditions() { MOST_WITH_CONDITIONS } else { MOST_RANKS };
        let sized = views(rules, codes).into_iter().map(|view| {
            let formula = ViewNumbering::of(rules, codes, &view, goals);
            let mut number = formula.as_ref().map_or(u128::MAX, |formula| formula.count().into());
            if number > most_values as u128 && view.slots.len() <= MOST_OF_GROUP {
                number = number.min(estimate(rules, codes, &view, &goals[0]));
            }
            (view, formula, number)
        });
        let sized: Vec<(CodeView, Option<ViewNumbering>, u128)> = sized.collect();
        let product = sized.iter().fold(1u128, |product, (.., number)| product.saturating_mul(*number));
        if product > MOST_PRODUCT {
            return None;
        }
        let made = ComposedTurns::of(rules);
        let (mut axes, mut by_formula) = (Vec::new(), Vec::new());
        for (view, formula, number) in sized {
            let axis = (number <= most_values as u128)
                .then(|| Coordinate::new(rules, codes, &made, view, goals, most_values))
                .flatten();
            match axis {
                Some(axis) => axes.push(axis),
                None => by_formula.push(formula?),
            }
        }
        joined(&mut axes, goals);
        if axes.len() > MOST_AXES || by_formula.len() > MOST_VIEWS {
            return None;
        }
        let sizes = axes.iter().map(|axis| axis.size() as u64).chain(by_formula.iter().map(ViewNumbering::count));
        let (weights, ranks) = weights(&sizes.collect::<Vec<u64>>(), most_ranks)?;
        Some(match by_formula.is_empty() {
            true => StateNumbering::Axes { axes, weights, ranks },
            false => StateNumbering::Mixed(Box::new(Mixed { axes, views: by_formula, weights, ranks })),
        })
    }
}

/// The weights of digits of these sizes, and the product of the sizes; `None` if it is greater than `most`.
fn weights(sizes: &[u64], most: u64) -> Option<(Vec<u64>, u64)> {
    let (mut weights, mut product) = (vec![0; sizes.len()], 1u64);
    for (size, weight) in sizes.iter().zip(&mut weights).rev() {
        *weight = product;
        product = product.checked_mul(*size).filter(|&product| product <= most)?;
    }
    Some((weights, product))
}

impl OneSet {
    pub(super) fn of(rules: &PlayRules, codes: &PieceCodes, views: &[CodeView], goals: &[Vec<u8>]) -> Option<Self> {
        let [goal] = goals else { return None };
        let (moving, still): (Vec<&CodeView>, Vec<&CodeView>) = views.iter().partition(|view| view.slots.len() > 1);
        let slots = match moving[..] {
            [one] => &one.slots,
            [one, turned] if turned.says == Says::Orientation && turned.slots == one.slots => &one.slots,
            _ => return None,
        };
        let alphabet = &codes.alphabets[codes.set_of[usize::from(slots[0])]];
        let code_of: Vec<(usize, u8)> = slots.iter().map(|&slot| alphabet.of_code(goal[usize::from(slot)])).collect();
        let different =
            (1..code_of.len()).all(|place| code_of[..place].iter().all(|other| other.0 != code_of[place].0));
        let has_conditions = rules.turns.iter().any(|turn| !turn.when.is_empty());
        let turns = still.iter().any(|view| view.says != Says::Class);
        if moving[0].says != Says::Class || !different || has_conditions || turns {
            return None;
        }
        let sides = alphabet.classes[0].modulus;
        if ![1, rules.orientations[usize::from(slots[0])]].contains(&sides) {
            return None;
        }
        let number = |place: u8, side: u8| u8::try_from(u32::from(place) * u32::from(sides) + u32::from(side)).ok();
        let place =
            |slot: u16| slots.iter().position(|&other| other == slot).and_then(|place| u8::try_from(place).ok());
        let points = slots.len() * usize::from(sides);
        let goes = |action: &crate::definition::Action| -> Option<Vec<u8>> {
            let mut goes = vec![0; points];
            for (to, &slot) in (0..=u8::MAX).zip(slots) {
                let (from, twist) = (action.from()[usize::from(slot)], action.twist()[usize::from(slot)]);
                for side in 0..sides {
                    let before = exact((u32::from(side) + u32::from(twist)) % u32::from(sides));
                    goes[usize::from(number(place(from)?, before)?)] = number(to, side)?;
                }
            }
            Some(goes)
        };
        let moves: Vec<Vec<u8>> = rules.turns.iter().map(|turn| goes(&turn.action)).collect::<Option<_>>()?;
        let group = PermutationGroup::new(points, &moves).ok()?;
        let cosets = Cosets::new(group, &moves, MOST_RANKS)?;
        let mut home_of = vec![(0, 0); alphabet.codes];
        let mut bases = Vec::with_capacity(code_of.len());
        for (&(class, turned), home) in code_of.iter().zip(0..=u8::MAX) {
            let base = alphabet.classes[class].base;
            for side in 0..sides {
                let since = exact((u32::from(side) + u32::from(sides - turned)) % u32::from(sides));
                home_of[usize::from(base + side)] = (home, since);
            }
            bases.push((base, turned));
        }
        Some(OneSet { slots: slots.clone(), sides, home_of, code_of: bases, cosets })
    }
}

impl Lehmer {
    fn of(rules: &PlayRules, codes: &PieceCodes, views: &[CodeView], goals: &[Vec<u8>]) -> Option<Self> {
        let [goal] = goals else { return None };
        let mut moving = views.iter().filter(|view| view.slots.len() > 1);
        let view = moving.next().filter(|view| view.says == Says::Class && view.slots.len() <= MOST_CELLS)?;
        // A slot that stays must not turn what lies there.
        let turns = |view: &CodeView| view.slots.len() == 1 && view.says != Says::Class;
        if moving.next().is_some() || views.iter().any(turns) {
            return None;
        }
        let alphabet = &codes.alphabets[codes.set_of[usize::from(view.slots[0])]];
        let here: Vec<u8> = view.slots.iter().map(|&slot| goal[usize::from(slot)]).collect();
        let different = (1..here.len()).all(|place| !here[..place].contains(&here[place]));
        if !different {
            return None;
        }
        // All conditions of moves must be about the place of one piece, the same for all moves.
        let blank = blank(rules).ok()?;
        let mut conditions = rules.turns.iter().flat_map(|turn| &turn.when);
        if !conditions.all(|condition| view.slots.contains(&condition.slot)) {
            return None;
        }
        let mut code_of = here.clone();
        if let Some(blank) = blank {
            let code = alphabet.class(blank)?.base;
            let place = code_of.iter().position(|&other| other == code)?;
            code_of[..=place].rotate_right(1);
        }
        let mut piece_of = vec![0; alphabet.codes];
        code_of.iter().zip(0..=u8::MAX).for_each(|(&code, piece)| piece_of[usize::from(code)] = piece);
        let length = view.slots.len();
        let order = PermutationGroup::order_of(length, &generators(rules, &view.slots)?).ok()?;
        let factorial = (1..=length as u128).product::<u128>();
        let is_even = blank.is_none() && order == Some(factorial / 2) && length > 2;
        if !is_even && order != Some(factorial) {
            return None;
        }
        Some(Lehmer { slots: view.slots.clone(), piece_of, code_of, is_even, has_blank: blank.is_some() })
    }
}

/// The piece that all conditions are about, one condition for each move; `None` if there are no conditions.
///
/// # Errors
/// If the conditions have another form, or only some moves have one.
fn blank(rules: &PlayRules) -> Result<Option<u8>, ()> {
    let mut blank = None;
    let mut bare = 0;
    for turn in &rules.turns {
        match &turn.when[..] {
            [] => bare += 1,
            [Condition { pieces, must: true, .. }] if pieces.len() == 1 && blank.is_none_or(|b| b == pieces[0]) => {
                blank = Some(pieces[0]);
            }
            _ => return Err(()),
        }
    }
    if blank.is_some() && bare > 0 { Err(()) } else { Ok(blank) }
}

holds!(OneSet { slots, sides, home_of, code_of, cosets });
holds!(Lehmer { slots, piece_of, code_of, is_even, has_blank });

impl Held for StateNumbering {
    fn held(&self) -> u64 {
        match self {
            StateNumbering::Lehmer(lehmer) => lehmer.held(),
            StateNumbering::Axes { axes, weights, ranks: _ } => axes.held() + weights.held(),
            StateNumbering::Cosets(set) => set.held(),
            StateNumbering::Mixed(mixed) => mixed.held(),
        }
    }
}
