//! Coordinates: numbers that moves change without regard to the rest of a state.
//!
//! A coordinate describes some pieces in some slots: which piece lies there, its orientation, or both. Breadth-first
//! search from the goals finds the arrangements that occur. They are sorted and numbered, and a table has the number
//! after each move. Two coordinates can be joined: the pairs of their values that occur are numbered in the same way,
//! so that sets whose pieces depend on each other waste no numbers.

use std::hash::BuildHasher;
use std::iter::repeat_n;
use std::sync::Arc;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::independent::{are_independent, steps_of_proof};
use crate::compiled::codes::PieceCodes;
use crate::definition::{Action, PlayRules, Turn};
use loyd_core::exact::exact;
use loyd_core::limits::{Held, Stop, Watch, holds, holds_nothing};
use loyd_core::puzzle::pattern::{Factor, NOWHERE};

/// The most values of a coordinate.
pub const MOST_VALUES: usize = 400_000;

/// The most pairs of values among which the pairs that occur are sought.
const MOST_PAIRS: usize = 1 << 22;

/// The most values of a joined coordinate whose parts are independent. One table of this size is quicker than two
/// tables.
pub const FEW_VALUES: usize = 1 << 16;

/// Marks a value after a move that is not known yet.
const UNKNOWN: u32 = NOWHERE - 1;

/// The approximate number of bytes that a value takes in lists and in a map.
const VALUE: u64 = 64;

/// The property of a slot that a value describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Says {
    /// The class of the piece.
    Class,
    /// The orientation of the piece.
    Orientation,
    /// Class and orientation of the piece.
    Code,
    /// Class and orientation for the selected pieces; every other piece has one common value.
    Some,
    /// The group of pieces to which the piece belongs.
    Place,
}

/// The values of a coordinate for the codes of one set. Codes that the coordinate does not distinguish have one value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeView {
    /// The property that the values describe.
    pub says: Says,
    /// The slots.
    pub slots: Vec<u16>,
    /// The value of each code.
    pub value_of: [u8; 256],
    /// A code of each value.
    pub code_of: Vec<u8>,
}

impl CodeView {
    /// The bits of a value.
    pub fn bits(&self) -> usize {
        (self.code_of.len().max(2) - 1).ilog2() as usize + 1
    }

    fn key(&self, code: impl Fn(usize) -> u8) -> u128 {
        let bits = self.bits();
        self.slots.iter().fold(0, |key, &slot| key << bits | u128::from(self.value_of[usize::from(code(slot.into()))]))
    }

    /// Calls `each` with the place and the value of every slot, the last slot first.
    #[expect(clippy::cast_possible_truncation, reason = "a value has at most eight bits")]
    fn values(&self, mut key: u128, mut each: impl FnMut(usize, u8)) {
        let bits = self.bits();
        for place in (0..self.slots.len()).rev() {
            each(place, (key & ((1 << bits) - 1)) as u8);
            key >>= bits;
        }
    }

    /// The pairs of a place and a value that no position has.
    fn forbidden(&self, rules: &PlayRules, codes: &PieceCodes) -> Vec<(usize, u8)> {
        if !matches!(self.says, Says::Class | Says::Code) {
            return Vec::new();
        }
        let mut all = Vec::new();
        for condition in &rules.legal {
            let Some(place) = self.slots.iter().position(|&slot| slot == condition.slot) else { continue };
            let allowed = codes.allowed(condition);
            let is_barred = |code: u8| allowed[usize::from(code) / 64] >> (code % 64) & 1 == 0;
            let values = (0..=u8::MAX).zip(&self.code_of).filter(|(_, code)| is_barred(**code));
            all.extend(values.map(|(value, _)| (place, value)));
        }
        all
    }

    fn holds(&self, key: u128, forbidden: &[(usize, u8)]) -> bool {
        let mut any = false;
        self.values(key, |place, value| any |= forbidden.contains(&(place, value)));
        any
    }

    /// The change of keys by a turn.
    fn passage(&self, codes: &PieceCodes, action: &Action) -> KeyChange {
        let place: FxHashMap<u16, usize> = self.slots.iter().copied().zip(0..).collect();
        let (bits, mut kept, mut steps) = (self.bits(), u128::MAX, Vec::new());
        for (to, &slot) in self.slots.iter().enumerate() {
            let (from, twist) = (action.from()[usize::from(slot)], action.twist()[usize::from(slot)]);
            let turned = codes.turned(slot.into(), twist);
            let becomes = |&code: &u8| self.value_of[usize::from(turned[usize::from(code)])];
            let becomes: Vec<u8> = self.code_of.iter().map(becomes).collect();
            let from = place[&from];
            if from == to && (0..=u8::MAX).zip(&becomes).all(|(value, &image)| value == image) {
                continue;
            }
            let shift = (self.slots.len() - 1 - to) * bits;
            kept &= !(((1 << bits) - 1) << shift);
            steps.push(ValueChange { from, shift: exact(shift), becomes });
        }
        KeyChange { kept, steps }
    }
}

/// The change of keys by a turn. Most turns change few slots.
struct KeyChange {
    /// The bits of slots that stay.
    kept: u128,
    /// The slots that change.
    steps: Vec<ValueChange>,
}

/// The value of a slot after a turn.
struct ValueChange {
    /// The place from which its value comes.
    from: usize,
    /// The position of its bits in a key.
    shift: u32,
    /// The image of each value.
    becomes: Vec<u8>,
}

/// The values of a coordinate.
#[derive(Clone, Debug)]
enum CoordinateValues {
    /// The keys of a view, ascending.
    Keys { view: Box<CodeView>, keys: Vec<u128> },
    /// Pairs of values of two coordinates, ascending, as `first * values of the second + second`.
    Pairs { first: Box<Coordinate>, second: Box<Coordinate>, pairs: Vec<u32> },
}

/// A coordinate: numbered values, and a table of moves on them.
#[derive(Clone, Debug)]
pub struct Coordinate {
    values: CoordinateValues,
    /// The move table of the values.
    rows: Factor,
}

/// Whether every move has its inverse among the moves.
fn is_two_way(rules: &PlayRules) -> bool {
    let actions: FxHashSet<&Action> = rules.turns.iter().map(|turn| &turn.action).collect();
    rules.turns.iter().all(|turn| actions.contains(&turn.action.inverse(&rules.orientations)))
}

/// By turn: two earlier turns that do the same one after the other. The table of the turn is made of their tables.
pub struct ComposedTurns(Vec<Option<(usize, usize)>>);

impl ComposedTurns {
    /// Finds such turns in these rules.
    pub fn of(rules: &PlayRules) -> Self {
        let mut first = 0;
        let made = (0..rules.turns.len()).map(|turn| {
            let action = &rules.turns[turn].action;
            let before = turn.checked_sub(1)?;
            let is_power = |base: usize| {
                *action == rules.turns[before].action.then(&rules.turns[base].action, &rules.orientations)
            };
            match is_power(first) {
                true => Some((before, first)),
                false => {
                    first = turn;
                    None
                }
            }
        });
        ComposedTurns(made.collect())
    }
}

impl Coordinate {
    /// Makes the coordinate of a view by a search from the goals; `None` if it has more than `most` values. Unwinds as
    /// [`Watch::demand`] does if the question is stopped.
    pub fn new(
        rules: &PlayRules,
        codes: &PieceCodes,
        made: &ComposedTurns,
        view: CodeView,
        goals: &[Vec<u8>],
        most: usize,
    ) -> Option<Self> {
        Watch::demand(|watch| Coordinate::watched(rules, codes, made, view, goals, most, watch))
    }

    fn watched(
        rules: &PlayRules,
        codes: &PieceCodes,
        made: &ComposedTurns,
        view: CodeView,
        goals: &[Vec<u8>],
        most: usize,
        watch: &Watch,
    ) -> Result<Option<Self>, Stop> {
        if view.bits() * view.slots.len() > 128 || view.slots.is_empty() {
            return Ok(None);
        }
        // If a move has no inverse among the moves, barred arrangements may cut off states that lead to a goal.
        let forbidden = if is_two_way(rules) { view.forbidden(rules, codes) } else { Vec::new() };
        // With barred arrangements, a power can be legal although the turn before is not. So its table is made alone.
        let made = if forbidden.is_empty() { made.0.clone() } else { vec![None; made.0.len()] };
        let passages: Vec<Option<KeyChange>> = rules
            .turns
            .iter()
            .zip(&made)
            .map(|(turn, made)| made.is_none().then(|| view.passage(codes, &turn.action)))
            .collect();
        // The keys by number, and a table of the numbers: a fourth of the memory of a map from key to number.
        let (mut found, mut numbers) = (Vec::<u128>::new(), HashTable::<u32>::new());
        let hash = |key: &u128| FxBuildHasher.hash_one(key);
        for goal in goals {
            let key = view.key(|slot| goal[slot]);
            // Several goals may have the same key.
            let of = |&number: &u32| hash(&found[number as usize]);
            if let Entry::Vacant(new) = numbers.entry(hash(&key), |&number| found[number as usize] == key, of) {
                new.insert(exact(found.len()));
                found.push(key);
            }
        }
        let base: Vec<&KeyChange> = passages.iter().flatten().collect();
        // A move that is its own inverse leads from each value it makes to the value before it.
        let takes_back = |turn: &Turn| forbidden.is_empty() && turn.action.inverse(&rules.orientations) == turn.action;
        let turns = rules.turns.iter().zip(&passages).filter(|(_, passage)| passage.is_some());
        let takes_back: Vec<bool> = turns.map(|(turn, _)| takes_back(turn)).collect();

        let mut after = vec![UNKNOWN; found.len() * base.len()];
        let mut values = vec![0u8; view.slots.len()];
        let mut at = 0;
        // Bytes of a value during the search, and bytes that are kept.
        let (sought, kept) = (4 * base.len() as u64 + VALUE, 8 * rules.turns.len() as u64 + VALUE);
        let steps: usize = base.iter().map(|passage| passage.steps.len() + 8).sum();
        watch.grow(sought * found.len() as u64)?;
        while at < found.len() {
            view.values(found[at], |place, value| values[place] = value);
            let here = found[at];
            watch.spend((values.len() + steps) as u64)?;
            for (column, KeyChange { kept, steps }) in base.iter().enumerate() {
                if after[at * base.len() + column] != UNKNOWN {
                    continue;
                }
                let step =
                    // A key has at most 128 bits, so the shift is smaller.
                    |key, step: &ValueChange| {
                        let value = step.becomes[usize::from(values[step.from])];
                        key | u128::from(value).wrapping_shl(step.shift)
                    };
                let key = steps.iter().fold(here & kept, step);
                if !forbidden.is_empty() && view.holds(key, &forbidden) {
                    after[at * base.len() + column] = NOWHERE;
                    continue;
                }
                let of = |&number: &u32| hash(&found[number as usize]);
                let number = match numbers.entry(hash(&key), |&number| found[number as usize] == key, of) {
                    Entry::Occupied(known) => *known.get(),
                    Entry::Vacant(new) => {
                        if found.len() == most {
                            watch.shrink(sought * found.len() as u64);
                            return Ok(None);
                        }
                        watch.grow(sought)?;
                        let number = exact(found.len());
                        new.insert(number);
                        found.push(key);
                        after.resize(found.len() * base.len(), UNKNOWN);
                        number
                    }
                };
                after[at * base.len() + column] = number;
                if takes_back[column] {
                    after[number as usize * base.len() + column] = exact(at);
                }
            }
            at += 1;
        }
        // Numbers the values in ascending order of the keys.
        let mut order: Vec<u32> = (0..exact(found.len())).collect();
        order.sort_unstable_by_key(|&number| found[number as usize]);
        let mut place = vec![0u32; found.len()];
        order.iter().zip(0..exact(found.len())).for_each(|(&number, new)| place[number as usize] = new);
        let (size, moves) = (found.len(), rules.turns.len());
        watch.spend(4 * (size * moves) as u64)?;
        watch.grow(kept * size as u64)?;
        let mut next = vec![0u32; size * moves];
        // The look-up panics if this index is beyond the end of `next`.
        let place_of = |value: usize, turn| value.wrapping_mul(moves).wrapping_add(turn);
        let mut column = 0;
        for (turn, made) in made.iter().enumerate() {
            match *made {
                Some((first, second)) => (0..size).for_each(|value| {
                    let between = next[place_of(value, first)] as usize;
                    next[place_of(value, turn)] = next[place_of(between, second)];
                }),
                None => {
                    for (number, &value) in place.iter().enumerate() {
                        let after = after[number * base.len() + column];
                        next[place_of(value as usize, turn)] = place.get(after as usize).copied().unwrap_or(NOWHERE);
                    }
                    column += 1;
                }
            }
        }
        let keys = order.iter().map(|&number| found[number as usize]).collect();
        drop((numbers, after, order, place, found));
        watch.shrink(sought * size as u64);
        Ok(Some(Coordinate::with(CoordinateValues::Keys { view: Box::new(view), keys }, next, moves)))
    }

    fn with(values: CoordinateValues, next: Vec<u32>, moves: usize) -> Self {
        let size = next.len() / moves;
        // The two tables are never copied at the same time, because they may take most of the memory.
        let next: Arc<[u32]> = next.into();
        let mut back: Arc<[u32]> = repeat_n(NOWHERE, next.len()).collect();
        let before = Arc::make_mut(&mut back);
        let size: u32 = exact(size);
        for (value, row) in (0..size).zip(next.chunks_exact(moves)) {
            for turn in 0..row.len() {
                if row[turn] != NOWHERE {
                    // The assignment panics if this index is beyond the end of `before`.
                    before[(row[turn] as usize).wrapping_mul(moves).wrapping_add(turn)] = value;
                }
            }
        }
        Coordinate { values, rows: Factor { number: 0, values: size, moves, next, back } }
    }

    /// Joins two coordinates if fewer pairs occur than their product, or at most `few`; otherwise `None`. `goals` are
    /// codes.
    pub fn joined(first: &Coordinate, second: &Coordinate, goals: &[Vec<u8>], few: usize) -> Option<Self> {
        Watch::demand(|watch| Coordinate::joined_within(first, second, goals, few, watch))
    }

    fn joined_within(
        first: &Coordinate,
        second: &Coordinate,
        goals: &[Vec<u8>],
        few: usize,
        watch: &Watch,
    ) -> Result<Option<Self>, Stop> {
        let (a, b) = (first.size(), second.size());
        let Some(product) = a.checked_mul(b).filter(|&product| product <= MOST_PAIRS) else { return Ok(None) };
        let turns = first.rows.moves;
        let b = second.rows.values;
        // A pair is below the product, which is at most `MOST_PAIRS`.
        let pair = |x: u32, y: u32| x.wrapping_mul(b).wrapping_add(y);
        if product > few && (a == 1 || b == 1) {
            return Ok(None);
        }
        let value = |goal: &Vec<u8>| Some((first.value(|slot| goal[slot])?, second.value(|slot| goal[slot])?));
        let Some(values) = goals.iter().map(value).collect::<Option<Vec<_>>>() else { return Ok(None) };
        // A proof that all pairs occur takes less time than meeting them one by one.
        watch.spend(steps_of_proof(&first.rows, &second.rows))?;
        if product > few && are_independent(&first.rows, &second.rows, values[0]) {
            return Ok(None);
        }
        let looked_at = 5 * product as u64;
        watch.grow(looked_at)?;
        let mut met = vec![false; product];
        let mut found: Vec<u32> = Vec::new();
        for (x, y) in values {
            let goal = pair(x, y);
            if !std::mem::replace(&mut met[goal as usize], true) {
                found.push(goal);
            }
        }
        let mut at = 0;
        while at < found.len() {
            let (x, y) = (found[at] / b, found[at] % b);
            watch.spend(4 * turns as u64)?;
            for turn in 0..turns {
                let (x, y) = (first.after(turn, x), second.after(turn, y));
                if x == NOWHERE || y == NOWHERE {
                    continue;
                }
                let after = pair(x, y);
                if !std::mem::replace(&mut met[after as usize], true) {
                    found.push(after);
                }
            }
            at += 1;
        }
        if found.len() == product && product > few || found.len() > MOST_VALUES {
            watch.shrink(looked_at);
            return Ok(None);
        }
        found.sort_unstable();
        let size = found.len();
        watch.grow((8 * turns as u64 + VALUE) * size as u64)?;
        let mut number = vec![0u32; product];
        found.iter().zip(0..exact(size)).for_each(|(&pair, new)| number[pair as usize] = new);
        let mut next = Vec::with_capacity(size * turns);
        for &both in &found {
            let (x, y) = (both / b, both % b);
            next.extend((0..turns).map(|turn| match (first.after(turn, x), second.after(turn, y)) {
                (NOWHERE, _) | (_, NOWHERE) => NOWHERE,
                (x, y) => number[pair(x, y) as usize],
            }));
        }
        let values =
            CoordinateValues::Pairs { first: first.clone().bare(), second: second.clone().bare(), pairs: found };
        watch.shrink(looked_at);
        Ok(Some(Coordinate::with(values, next, turns)))
    }

    /// The coordinate without its move table, which a pair does not need.
    fn bare(mut self) -> Box<Self> {
        (self.rows.next, self.rows.back) = ([].into(), [].into());
        Box::new(self)
    }

    /// The factor of a pattern. `number` distinguishes it from the factors of other coordinates.
    pub fn factor(&self, number: usize) -> Factor {
        Factor { number, ..self.rows.clone() }
    }

    /// The view of the coordinate. A joined coordinate returns the view of its first part.
    pub fn view(&self) -> &CodeView {
        match &self.values {
            CoordinateValues::Keys { view, .. } => view,
            CoordinateValues::Pairs { first, .. } => first.view(),
        }
    }

    /// The view of the coordinate; `None` if it is joined of two.
    pub fn only_view(&self) -> Option<&CodeView> {
        match &self.values {
            CoordinateValues::Keys { view, .. } => Some(view),
            CoordinateValues::Pairs { .. } => None,
        }
    }

    /// The number of values.
    pub fn size(&self) -> usize {
        match &self.values {
            CoordinateValues::Keys { keys, .. } => keys.len(),
            CoordinateValues::Pairs { pairs, .. } => pairs.len(),
        }
    }

    /// The value after a move.
    #[inline(always)]
    pub fn after(&self, turn: usize, value: u32) -> u32 {
        self.rows.after(turn, value)
    }

    /// The move table of the values.
    #[inline(always)]
    pub fn rows(&self) -> &Factor {
        &self.rows
    }

    /// The value of a state, by the code of each slot; `None` if the search from the goals did not find it.
    pub fn value(&self, code: impl Fn(usize) -> u8 + Copy) -> Option<u32> {
        match &self.values {
            CoordinateValues::Keys { view, keys } => keys.binary_search(&view.key(code)).ok().map(exact),
            CoordinateValues::Pairs { first, second, pairs } => {
                let pair = first.value(code)? * second.rows.values + second.value(code)?;
                pairs.binary_search(&pair).ok().map(exact)
            }
        }
    }

    /// The result of `view` for a coordinate of one view, and of `pair` for the results of two that are joined.
    pub fn fold<T>(&self, view: &dyn Fn(&CodeView) -> T, pair: &dyn Fn(T, T) -> T) -> T {
        match &self.values {
            CoordinateValues::Keys { view: only, .. } => view(only),
            CoordinateValues::Pairs { first, second, .. } => pair(first.fold(view, pair), second.fold(view, pair)),
        }
    }

    /// The slots of all views that the coordinate is joined of.
    pub fn slots(&self) -> Vec<u16> {
        self.fold(&|view| view.slots.clone(), &|a, b| [a, b].concat())
    }

    /// Calls `each` with a view, a slot of it, and a code of the slot's value, for all views that the coordinate is
    /// joined of.
    pub fn unpack(&self, value: u32, each: &mut dyn FnMut(&CodeView, usize, u8)) {
        match &self.values {
            CoordinateValues::Keys { view, keys } => view.values(keys[value as usize], |place, value| {
                each(view, view.slots[place].into(), view.code_of[usize::from(value)]);
            }),
            CoordinateValues::Pairs { first, second, pairs } => {
                let size = second.rows.values;
                first.unpack(pairs[value as usize] / size, each);
                second.unpack(pairs[value as usize] % size, each);
            }
        }
    }
}

holds_nothing!(Says);
holds!(CodeView { says, slots, value_of, code_of });
holds!(Coordinate { values, rows });

impl Held for CoordinateValues {
    fn held(&self) -> u64 {
        match self {
            CoordinateValues::Keys { view, keys } => view.held() + keys.held(),
            CoordinateValues::Pairs { first, second, pairs } => first.held() + second.held() + pairs.held(),
        }
    }
}
