//! Moves as lists of slots that change, in the form in which the hot loop makes them and takes them back.

use rustc_hash::FxHashMap;

use super::codes::{ALL_CODES, CodeSet, PieceCodes, Unfit};
use crate::definition::{Action, Condition, PlayRules};
use loyd_core::limits::{holds, holds_nothing};

/// One change by a move: slot `to` gets the code of slot `from`, turned by `row`.
#[derive(Clone, Copy, Debug)]
struct SlotChange {
    to: u16,
    from: u16,
    row: u16,
}

/// A condition on a slot's code.
#[derive(Clone, Copy, Debug)]
struct CodeCondition {
    slot: u16,
    allowed: u16,
}

/// A move as changes of slots, and the changes that take it back.
#[derive(Clone, Debug, Default)]
struct CompiledMove {
    ahead: Box<[SlotChange]>,
    back: Box<[SlotChange]>,
    /// The conditions before the move; `into` has the conditions that hold after it, if it was legal.
    when: Box<[CodeCondition]>,
    into: Box<[CodeCondition]>,
}

/// All moves of a puzzle.
///
/// A move copies the codes of the slots that change through rows of a table. Row 0 changes nothing. Every other row
/// turns all codes of a set by one amount. So the hot loop computes no remainders.
#[derive(Clone, Debug)]
pub struct CompiledMoves {
    motions: Vec<CompiledMove>,
    rows: Vec<[u8; 256]>,
    sets: Vec<CodeSet>,
    /// The conditions that every position meets.
    legal: Box<[CodeCondition]>,
}

struct Interner<T>(Vec<T>, FxHashMap<T, u16>);

impl<T: Copy + Eq + std::hash::Hash> Interner<T> {
    /// The number of a value. Where there are more values than numbers, [`Interner::all`] fails.
    fn number(&mut self, it: T) -> u16 {
        if let Some(&number) = self.1.get(&it) {
            return number;
        }
        let Ok(number) = u16::try_from(self.0.len()) else {
            self.0.truncate(MOST_ROWS);
            self.0.push(it);
            return u16::MAX;
        };
        self.0.push(it);
        self.1.insert(it, number);
        number
    }

    /// All values by number, if each value has its own number.
    fn all(self) -> Result<Vec<T>, Unfit> {
        let found = self.0.len();
        if found > MOST_ROWS { Err(Unfit::Rows { found }) } else { Ok(self.0) }
    }
}

/// The most tables that change codes, and the most sets of codes in conditions.
const MOST_ROWS: usize = 1 << 16;

/// The slot and the code to which a move takes each code.
#[derive(Debug)]
pub struct Carrier<'m> {
    /// By slot: the slot to which its piece goes, and the row that changes its code; `None` if the slot stays as it is.
    of_slot: Vec<Option<(u16, u16)>>,
    rows: &'m [[u8; 256]],
}

impl Carrier<'_> {
    /// Whether the move takes away or turns the piece in a slot.
    pub fn moves(&self, slot: usize) -> bool {
        self.of_slot.get(slot).is_some_and(Option::is_some)
    }

    /// The slot to which the code of a slot goes, and its code there.
    pub fn carried(&self, slot: usize, code: u8) -> (usize, u8) {
        let goes = self.of_slot.get(slot).copied().flatten();
        goes.map_or((slot, code), |(to, row)| (to.into(), self.rows[usize::from(row)][usize::from(code)]))
    }
}

impl CompiledMoves {
    /// Compiles the moves of the rules.
    ///
    /// # Errors
    /// [`Unfit::Rows`] if there are too many tables, or sets of codes in conditions.
    pub fn new(rules: &PlayRules, codes: &PieceCodes) -> Result<Self, Unfit> {
        let mut rows = Interner(Vec::new(), FxHashMap::default());
        rows.number(ALL_CODES);
        let mut sets = Interner(Vec::new(), FxHashMap::default());
        let mut known: FxHashMap<(usize, u8), u16> = FxHashMap::default();
        let mut steps = |action: &Action| -> Box<[SlotChange]> {
            let mut steps = Vec::new();
            for (to, (&from, &twist)) in (0u16..).zip(action.from().iter().zip(action.twist())) {
                let key = (codes.set_of[usize::from(to)], twist);
                let row = *known.entry(key).or_insert_with(|| rows.number(codes.turned(to.into(), twist)));
                if from != to || row != 0 {
                    steps.push(SlotChange { to, from, row });
                }
            }
            steps.into()
        };
        let mut checks = |conditions: &mut dyn Iterator<Item = Condition>| -> Box<[CodeCondition]> {
            let check = |condition: Condition| CodeCondition {
                slot: condition.slot,
                allowed: sets.number(codes.allowed(&condition)),
            };
            let mut checks: Vec<CodeCondition> = conditions.map(check).collect();
            checks.sort_by_key(|check| (check.slot, check.allowed));
            checks.dedup_by_key(|check| (check.slot, check.allowed));
            checks.into()
        };
        let motion = |turn: &crate::definition::Turn| {
            let inverse = turn.action.inverse(&rules.orientations);
            // The position before a move is legal, and meets the conditions of the move.
            let conditions = turn.when.iter().chain(&rules.legal);
            let mut before = conditions
                .map(|condition| Condition { slot: inverse.from()[usize::from(condition.slot)], ..condition.clone() });
            CompiledMove {
                ahead: steps(&turn.action),
                back: steps(&inverse),
                when: checks(&mut turn.when.iter().cloned()),
                into: checks(&mut before),
            }
        };
        let motions: Vec<CompiledMove> = rules.turns.iter().map(motion).collect();
        let legal = checks(&mut rules.legal.iter().cloned());
        Ok(CompiledMoves { motions, rows: rows.all()?, sets: sets.all()?, legal })
    }

    /// The number of moves.
    pub fn number(&self) -> usize {
        self.motions.len()
    }

    /// Whether every move may always be made.
    pub fn are_free(&self) -> bool {
        self.motions.iter().all(|motion| motion.when.is_empty() && motion.into.is_empty())
    }

    /// Whether a move has no condition.
    pub fn is_free(&self, m: u8) -> bool {
        self.motions[usize::from(m)].when.is_empty()
    }

    /// Whether the move changes no code, because it only turns pieces whose orientation does not matter.
    pub fn is_still(&self, m: u8) -> bool {
        self.motions[usize::from(m)].ahead.is_empty()
    }

    #[inline(always)]
    fn all_hold<const N: usize>(&self, checks: &[CodeCondition], state: &[u8; N]) -> bool {
        checks.iter().all(|check| {
            let code = usize::from(state[usize::from(check.slot) % N]);
            self.sets[usize::from(check.allowed)][code / 64] >> (code % 64) & 1 == 1
        })
    }

    /// Whether a state meets the conditions of every position.
    #[inline(always)]
    pub fn is_position<const N: usize>(&self, state: &[u8; N]) -> bool {
        self.all_hold(&self.legal, state)
    }

    /// Whether a state meets the conditions of a move.
    #[inline(always)]
    pub fn is_legal<const N: usize>(&self, state: &[u8; N], m: u8) -> bool {
        self.all_hold(&self.motions[usize::from(m)].when, state)
    }

    /// Whether a move can lead to this state from a legal state.
    #[inline(always)]
    pub fn leads_to<const N: usize>(&self, state: &[u8; N], m: u8) -> bool {
        self.all_hold(&self.motions[usize::from(m)].into, state)
    }

    /// The slots in the conditions of moves and positions, each with the codes that are allowed there.
    pub fn checks(&self) -> impl Iterator<Item = (usize, &CodeSet)> {
        let all = self.motions.iter().flat_map(|motion| &motion.when).chain(&self.legal);
        all.map(|check| (check.slot.into(), &self.sets[usize::from(check.allowed)]))
    }

    /// Whether move `other` may always be made after move `m`.
    pub fn lets(&self, m: u8, other: u8) -> bool {
        self.holds(other, || self.motions[usize::from(m)].into.iter().chain(&*self.legal).copied())
    }

    /// Whether move `m` may be made wherever `first` and after it `then` may be made.
    pub fn is_let(&self, m: u8, first: u8, then: u8) -> bool {
        let [first, then] = [first, then].map(|m| &self.motions[usize::from(m)]);
        let came = |slot: u16| first.ahead.iter().find(|step| step.to == slot).map_or(slot, |step| step.from);
        let later = || then.when.iter().map(|check| CodeCondition { slot: came(check.slot), ..*check });
        self.holds(m, || first.when.iter().chain(&self.legal).copied().chain(later()))
    }

    /// Whether each condition of move `m` follows from one of the conditions `held`.
    fn holds<I: Iterator<Item = CodeCondition>>(&self, m: u8, held: impl Fn() -> I) -> bool {
        let is_within = |inner: u16, outer: u16| {
            let (inner, outer) = (&self.sets[usize::from(inner)], &self.sets[usize::from(outer)]);
            inner.iter().zip(outer).all(|(inner, outer)| inner & !outer == 0)
        };
        let is_held = |check: &CodeCondition| {
            held().any(|held| held.slot == check.slot && is_within(held.allowed, check.allowed))
        };
        self.motions[usize::from(m)].when.iter().all(is_held)
    }

    /// The slot and the code to which a move takes each code.
    pub fn carrier(&self, m: u8) -> Carrier<'_> {
        let steps = &self.motions[usize::from(m)].ahead;
        let mut of_slot = vec![None; steps.iter().map(|step| usize::from(step.from) + 1).max().unwrap_or(0)];
        steps.iter().for_each(|step| of_slot[usize::from(step.from)] = Some((step.to, step.row)));
        Carrier { of_slot, rows: &self.rows }
    }

    #[inline(always)]
    fn change<const N: usize>(&self, steps: &[SlotChange], state: &mut [u8; N]) {
        let old = *state;
        for step in steps {
            let code = old[usize::from(step.from) % N];
            state[usize::from(step.to) % N] = self.rows[usize::from(step.row)][usize::from(code)];
        }
    }

    /// Makes a move.
    #[inline(always)]
    pub fn make<const N: usize>(&self, state: &mut [u8; N], m: u8) {
        self.change(&self.motions[usize::from(m)].ahead, state);
    }

    /// Takes a move back.
    #[inline(always)]
    pub fn take_back<const N: usize>(&self, state: &mut [u8; N], m: u8) {
        self.change(&self.motions[usize::from(m)].back, state);
    }
}

holds_nothing!(SlotChange, CodeCondition);
holds!(CompiledMove { ahead, back, when, into });
holds!(CompiledMoves { motions, rows, sets, legal });
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_number_is_given_twice() {
        let mut values = Interner(Vec::new(), FxHashMap::default());
        let all: Vec<u16> = (0u32..65_536).map(|value| values.number(value)).collect();
        assert!((0..=u16::MAX).eq(all) && values.number(7) == 7);
        assert_eq!(Interner(values.0.clone(), values.1.clone()).all().unwrap().len(), 65_536);
        (65_536..70_000).for_each(|value| _ = values.number(value));
        assert_eq!(values.all().unwrap_err(), Unfit::Rows { found: 65_537 });
    }
}
