//! The numbering of the states of a compiled puzzle, if they can be numbered.

use super::cosets::Cosets;
use super::mixed::{Mixed, mixed};
use crate::compiled::codes::{ALL_CODES, PieceCodes};
use crate::coordinates::axis::{CodeView, ComposedTurns, Coordinate, FEW_VALUES, MOST_VALUES, Says};
use crate::definition::{Condition, PlayRules, Turn};
use loyd_core::exact::exact;
use loyd_core::group::PermutationGroup;
use loyd_core::limits::{Held, holds};
use loyd_core::puzzle::MOST_RANKS;
use loyd_core::puzzle::shuffle::MOST_CELLS;

/// The most slots of a puzzle whose arrangements are listed although they may be too many.
pub(super) const MOST_LISTED: usize = 32;

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

/// The views that together distinguish all states: the pieces of each orbit of slots, and any orientations.
pub fn views(rules: &PlayRules, codes: &PieceCodes) -> Vec<CodeView> {
    let mut views = Vec::new();
    for slots in orbits(rules) {
        let alphabet = &codes.alphabets[codes.set_of[usize::from(slots[0])]];
        let modulus = alphabet.classes[0].modulus;
        let view = |says, value_of: [u8; 256], code_of| CodeView { says, slots: slots.clone(), value_of, code_of };
        if alphabet.classes.iter().any(|class| class.modulus != modulus) {
            views.push(view(Says::Code, ALL_CODES, (0..alphabet.codes).map(exact).collect()));
            continue;
        }
        let of = |code: usize| {
            if code < alphabet.codes { alphabet.of_code(exact(code)) } else { (0, 0) }
        };
        let bases = alphabet.classes.iter().map(|class| class.base).collect();
        views.push(view(Says::Class, std::array::from_fn(|code| exact(of(code).0)), bases));
        if modulus > 1 {
            views.push(view(Says::Orientation, std::array::from_fn(|code| of(code).1), (0..modulus).collect()));
        }
    }
    views
}

/// The orbits of slots between which moves take pieces, set after set.
pub fn orbits(rules: &PlayRules) -> Vec<Vec<u16>> {
    // The least slot of each orbit is its root.
    let mut root: Vec<u16> = (0..=u16::MAX).take(rules.slots()).collect();
    fn find(root: &mut [u16], mut slot: u16) -> u16 {
        while root[usize::from(slot)] != slot {
            let above = root[usize::from(root[usize::from(slot)])];
            root[usize::from(slot)] = above;
            slot = above;
        }
        slot
    }
    for turn in &rules.turns {
        for (to, &from) in (0..).zip(turn.action.from()).filter(|(to, from)| to != *from) {
            let (a, b) = (find(&mut root, to), find(&mut root, from));
            root[usize::from(a.max(b))] = a.min(b);
        }
    }
    let mut orbits: Vec<Vec<u16>> = Vec::new();
    let mut number = vec![0; root.len()];
    for slot in (0..=u16::MAX).take(root.len()) {
        let first = usize::from(find(&mut root, slot));
        if first == usize::from(slot) {
            number[first] = orbits.len();
            orbits.push(Vec::new());
        }
        orbits[number[first]].push(slot);
    }
    orbits
}

/// The most arrangements that a view can have. The number is exact for permutations of pieces that are all different.
pub fn estimate(rules: &PlayRules, codes: &PieceCodes, view: &CodeView, goal: &[u8]) -> u128 {
    if view.says == Says::Code {
        let alphabet = &codes.alphabets[codes.set_of[usize::from(view.slots[0])]];
        let class = |&slot: &u16| alphabet.of_code(goal[usize::from(slot)]).0;
        let turned = view.slots.iter().map(|slot| u128::from(alphabet.classes[class(slot)].modulus));
        return turned.fold(orders(view.slots.iter().map(class)), u128::saturating_mul);
    }
    let slots = view.slots.len() as u128;
    if view.says == Says::Orientation {
        return (view.code_of.len() as u128).saturating_pow(exact(slots));
    }
    if are_different(view, goal) && view.says == Says::Class {
        let order =
            generators(rules, &view.slots).and_then(|all| PermutationGroup::order_of(view.slots.len(), &all).ok()?);
        return order.unwrap_or(u128::MAX);
    }
    orders(values(view, goal).into_iter().map(usize::from))
}

/// The values of a view at a goal, slot by slot.
fn values(view: &CodeView, goal: &[u8]) -> Vec<u8> {
    view.slots.iter().map(|&slot| view.value_of[usize::from(goal[usize::from(slot)])]).collect()
}

/// Whether a view has another value in every slot of a goal.
fn are_different(view: &CodeView, goal: &[u8]) -> bool {
    let values = values(view, goal);
    (1..values.len()).all(|place| !values[..place].contains(&values[place]))
}

/// The number of different orders of these values.
pub fn orders(values: impl Iterator<Item = usize>) -> u128 {
    let mut counts = [0u128; 256];
    values.for_each(|value| counts[value] += 1);
    let (mut ways, mut placed) = (1u128, 0u128);
    for count in counts {
        for number in 1..=count {
            placed += 1;
            ways = ways.saturating_mul(placed) / number;
        }
    }
    ways
}

/// The permutations of slots by the moves; `None` if there are more than 256 slots.
fn generators(rules: &PlayRules, slots: &[u16]) -> Option<Vec<Vec<u8>>> {
    let mut place = vec![None; rules.slots()];
    for (slot, number) in slots.iter().zip(0..=u8::MAX) {
        place[usize::from(*slot)] = Some(number);
    }
    let of_turn = |turn: &Turn| -> Option<Vec<u8>> {
        slots.iter().map(|&slot| place[usize::from(turn.action.from()[usize::from(slot)])]).collect()
    };
    rules.turns.iter().map(of_turn).collect()
}

impl StateNumbering {
    /// The numbering of the states from which moves lead to the goals; `None` if there are too many states, or small
    /// numbers cannot distinguish them.
    pub fn new(rules: &PlayRules, codes: &PieceCodes, goals: &[Vec<u8>]) -> Option<Self> {
        let few = (rules.slots() <= MOST_LISTED).then(|| Self::listed(rules, codes, goals)).flatten();
        few.or_else(|| mixed(rules, codes, views(rules, codes), goals, MOST_VALUES))
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
            let is_free = rules.legal.is_empty() && rules.turns.iter().all(|turn| turn.when.is_empty());
            if is_free && are_different(&views[large], &goals[0]) {
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
        let (mut weights, mut ranks) = (vec![0; axes.len()], 1u64);
        for (axis, weight) in axes.iter().zip(&mut weights).rev() {
            *weight = ranks;
            ranks = ranks.checked_mul(axis.size() as u64).filter(|&ranks| ranks <= MOST_RANKS)?;
        }
        Some(StateNumbering::Axes { axes, weights, ranks })
    }
}

/// Joins coordinates that depend on each other, then coordinates that are so small that one table is quicker than two.
pub(super) fn joined(axes: &mut Vec<Coordinate>, goals: &[Vec<u8>]) {
    'bound: loop {
        axes.sort_by_key(Coordinate::size);
        for (second, first) in (1..axes.len()).flat_map(|second| (0..second).map(move |first| (second, first))) {
            if let Some(both) = Coordinate::joined(&axes[first], &axes[second], goals, 0) {
                axes.remove(second);
                axes[first] = both;
                continue 'bound;
            }
        }
        break;
    }
    // The largest coordinate comes first. Each joins the largest one that has room for it.
    let mut full: Vec<Coordinate> = Vec::new();
    for axis in std::mem::take(axes).into_iter().rev() {
        let room = |other: &&mut Coordinate| other.size().saturating_mul(axis.size()) <= FEW_VALUES;
        let best = full.iter_mut().filter(room).max_by_key(|other| other.size());
        let both = best.and_then(|other| Some((Coordinate::joined(other, &axis, goals, FEW_VALUES)?, other)));
        match both {
            Some((both, other)) => *other = both,
            None => full.push(axis),
        }
    }
    full.sort_by_key(Coordinate::size);
    *axes = full;
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
