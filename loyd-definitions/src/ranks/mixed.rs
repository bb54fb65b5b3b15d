//! Numbers of states whose coordinates are too many to be listed: some digits are coordinates, others come from a
//! formula. Moves on the numbers, if the digits by formula have tables.
//!
//! The table of a digit by formula has two steps. A move takes the kinds of pieces in the slots to other kinds, and
//! changes the orientations in one of few ways, which depends on the kinds and the move only. The first table has the
//! kinds after each move, and the number of that change. The second has the orientations after each change.

use rustc_hash::FxHashMap;

use super::by_formula::ViewNumbering;
use crate::coordinates::axis::{CodeView, Coordinate};
use crate::definition::PlayRules;
use loyd_core::exact::exact;
use loyd_core::limits::{Stop, Watch, holds, holds_nothing};

/// The most entries of each table of a digit by formula.
const MOST_HOPS: u64 = 1 << 24;

/// The most coordinates that are looked up side by side. Their product is far greater than any space that is numbered.
pub(super) const MOST_AXES: usize = 24;

/// The most views by formula. All of them have more values than are listed, and their product is at most 2^48.
pub(super) const MOST_VIEWS: usize = 8;

/// Coordinates and views by formula as digits: the rank is the sum of the values times the weights.
#[derive(Debug)]
pub struct Mixed {
    /// The coordinates, whose digits come first.
    pub axes: Vec<Coordinate>,
    /// The views by formula.
    pub views: Vec<ViewNumbering>,
    /// The weight of each coordinate, then of each view.
    pub weights: Vec<u64>,
    /// The product of the sizes.
    pub ranks: u64,
}

impl Mixed {
    /// The values of a state's digits.
    fn values(&self, code: impl Fn(usize) -> u8 + Copy) -> impl Iterator<Item = u64> {
        let axes = self.axes.iter().map(move |axis| axis.value(code).expect("a state that reaches a goal").into());
        axes.chain(self.views.iter().map(move |view| view.number(code)))
    }

    /// The rank of a state, by the code of each slot.
    pub(super) fn rank(&self, code: impl Fn(usize) -> u8 + Copy) -> u64 {
        self.values(code).zip(&self.weights).map(|(value, weight)| value * weight).sum()
    }

    /// Calls `each` with a view, a slot of it, and a code of the slot's value.
    pub(super) fn unrank(&self, rank: u64, each: &mut dyn FnMut(&CodeView, usize, u8)) {
        let (of_axes, of_views) = self.weights.split_at(self.axes.len());
        for (axis, weight) in self.axes.iter().zip(of_axes) {
            axis.unpack(exact(rank / weight % axis.size() as u64), each);
        }
        for (numbering, weight) in self.views.iter().zip(of_views) {
            let number = rank / weight % numbering.count();
            numbering.unrank(number, &mut |slot, code| each(&numbering.view, slot, code));
        }
    }

    /// The slots of a digit whose arrangement has no number; `None` if the state has a rank.
    pub(crate) fn absent(&self, code: impl Fn(usize) -> u8 + Copy) -> Option<Vec<u16>> {
        let axis = self.axes.iter().find(|axis| axis.value(code).is_none()).map(Coordinate::slots);
        axis.or_else(|| self.views.iter().find(|view| !view.has(code)).map(|numbering| numbering.view.slots.clone()))
    }

    /// The move tables of the views by formula; `None` if they are too large.
    ///
    /// # Errors
    /// [`Stop::Bytes`] if they do not fit in the memory of the question.
    pub(super) fn moves(&self, rules: &PlayRules) -> Result<Option<Vec<FormulaMoves>>, Stop> {
        self.views.iter().map(|view| FormulaMoves::new(rules, view)).collect()
    }
}

/// The result of a move on the kinds of pieces: the kinds after it, and the number of the change of orientations.
#[derive(Clone, Copy, Debug, Default)]
struct KindsStep {
    kinds: u32,
    change: u32,
}

/// The move tables of a view by formula.
#[derive(Debug)]
pub struct FormulaMoves {
    moves: usize,
    turns: u32,
    /// The number of arrangements of the view.
    count: u64,
    hops: Vec<KindsStep>,
    hops_back: Vec<KindsStep>,
    /// By change and number of orientations: the number after the change.
    changes: Vec<u32>,
}

/// The kinds after a move and a change, for one number of a view.
#[derive(Clone, Copy)]
pub(super) struct FormulaRow<'t> {
    hops: &'t [KindsStep],
    changes: &'t [u32],
    turns: u32,
    turn: usize,
}

impl FormulaRow<'_> {
    /// An empty row.
    pub(super) const NONE: FormulaRow<'static> = FormulaRow { hops: &[], changes: &[], turns: 1, turn: 0 };

    /// The number of moves.
    #[inline(always)]
    pub(super) fn moves(&self) -> usize {
        self.hops.len()
    }

    /// The number after (or before) a move.
    #[inline(always)]
    pub(super) fn number(&self, m: usize) -> u64 {
        let KindsStep { kinds, change } = self.hops[m];
        // Both factors were numbers of tables in memory, so neither the index nor the result wraps.
        let at = (change as usize).wrapping_mul(self.turns as usize);
        u64::from(kinds).wrapping_mul(self.turns.into()).wrapping_add(self.changes[at.wrapping_add(self.turn)].into())
    }
}

/// The pieces with orientations after a move, in the order of the digits: where each goes, and how far it is turned.
type DigitChange = Vec<(u8, u8)>;

/// The changes of orientations that were found, each with its number.
#[derive(Default)]
struct DigitChanges {
    numbers: FxHashMap<DigitChange, u32>,
    all: Vec<DigitChange>,
}

impl DigitChanges {
    fn number(&mut self, change: DigitChange) -> u32 {
        if let Some(&number) = self.numbers.get(&change) {
            return number;
        }
        let number = exact(self.all.len());
        self.all.push(change.clone());
        self.numbers.insert(change, number);
        number
    }
}

impl FormulaMoves {
    /// The move tables of a view; `None` if they are too large. Unwinds as [`Watch::demand`] does if the question is
    /// stopped.
    ///
    /// # Errors
    /// [`Stop::Bytes`] if they do not fit in the memory of the question.
    pub fn new(rules: &PlayRules, view: &ViewNumbering) -> Result<Option<Self>, Stop> {
        let (moves, kinds) = (rules.turns.len(), view.kinds());
        let entries = kinds.checked_mul(moves as u64).filter(|&entries| entries <= MOST_HOPS);
        let Some(entries) = entries.filter(|_| view.turns() <= MOST_HOPS) else { return Ok(None) };
        let watch = Watch::here();
        watch.grow(2 * entries * size_of::<KindsStep>() as u64)?;
        let actions: Vec<_> = rules.turns.iter().map(|turn| view.local(&turn.action)).collect();
        let goes: Vec<Vec<u8>> = actions.iter().map(|(from, _)| inverse(from)).collect();
        let slots = view.slots();
        let (mut hops, mut changes) = (Vec::with_capacity(exact(entries)), DigitChanges::default());
        let (mut here, mut there) = (vec![0; slots], vec![0; slots]);
        let mut order = Vec::with_capacity(slots);
        let mut digit = vec![0; slots];
        let mut orientations = Vec::new();
        for number in 0..kinds {
            Watch::demand(|watch| watch.spend((moves * slots) as u64));
            view.unrank_kinds(number, &mut here);
            order.clear();
            orientations.clear();
            view.each_turned(
                |place| here[place],
                |place, of_piece| {
                    order.push(place);
                    orientations.push(of_piece);
                },
            );
            for ((from, twist), goes) in actions.iter().zip(&goes) {
                there.iter_mut().zip(from).for_each(|(there, &from)| *there = here[usize::from(from)]);
                let mut next = 0;
                view.each_turned(
                    |place| there[place],
                    |place, _| {
                        digit[place] = next;
                        next += 1;
                    },
                );
                let change = order.iter().zip(&orientations).map(|(&place, &of_piece)| {
                    let to = usize::from(goes[place]);
                    (digit[to], twist[to] % of_piece)
                });
                let change = changes.number(change.collect());
                let kinds = exact(view.number_of_kinds(|place| there[place]));
                hops.push(KindsStep { kinds, change });
                if changes.all.len() as u64 * view.turns() > MOST_HOPS {
                    return Ok(None);
                }
            }
        }
        // The kinds have the same orientations in every arrangement.
        let backwards: Vec<u32> = (0..changes.all.len())
            .map(|number| {
                let mut back = vec![(0, 0); orientations.len()];
                for (place, (&(to, by), &of_piece)) in (0..).zip(changes.all[number].iter().zip(&orientations)) {
                    back[usize::from(to)] = (place, (of_piece - by) % of_piece);
                }
                changes.number(back)
            })
            .collect();
        let mut hops_back = vec![KindsStep::default(); hops.len()];
        for (at, hop) in hops.iter().enumerate() {
            let (kinds, m) = (at / moves, at % moves);
            let change = backwards[hop.change as usize];
            hops_back[hop.kinds as usize * moves + m] = KindsStep { kinds: exact(kinds), change };
        }
        let all = changes.all.len() as u64 * view.turns();
        if all > 2 * MOST_HOPS {
            return Ok(None);
        }
        watch.grow(4 * all)?;
        let mut table = Vec::with_capacity(exact(all));
        let (mut before, mut after) = (vec![0; orientations.len()], vec![0; orientations.len()]);
        for change in &changes.all {
            Watch::demand(|watch| watch.spend(view.turns() * (1 + orientations.len() as u64)));
            for turn in 0..view.turns() {
                view.unrank_turns(turn, &orientations, &mut before);
                for ((&(to, by), &turn), &of_piece) in change.iter().zip(&before).zip(&orientations) {
                    let sum = u16::from(turn) + u16::from(by);
                    after[usize::from(to)] = exact(sum % u16::from(of_piece));
                }
                table.push(exact(view.number_of_digits(&orientations, &after)));
            }
        }
        let turns = exact(view.turns());
        Ok(Some(FormulaMoves { moves, turns, count: view.count(), hops, hops_back, changes: table }))
    }

    /// The number of arrangements of the view.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// The row of a number of the view.
    #[inline(always)]
    pub(super) fn row(&self, is_back: bool, number: u64) -> FormulaRow<'_> {
        let turns = u64::from(self.turns);
        let (kinds, turn): (usize, usize) = (exact(number / turns), exact(number % turns));
        let hops = if is_back { &self.hops_back } else { &self.hops };
        // The index is below the length of the table in memory.
        let hops = &hops[kinds.wrapping_mul(self.moves)..][..self.moves];
        FormulaRow { hops, changes: &self.changes, turns: self.turns, turn }
    }
}

fn inverse(from: &[u8]) -> Vec<u8> {
    let mut goes = from.to_vec();
    (0..=u8::MAX).zip(from).for_each(|(to, &from)| goes[usize::from(from)] = to);
    goes
}

holds_nothing!(KindsStep);
holds!(FormulaMoves { moves, turns, count, hops, hops_back, changes });
holds!(Mixed { axes, views, weights, ranks });
