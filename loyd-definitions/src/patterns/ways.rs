//! The choice of look-ups in pattern databases: the table, the symmetry, and whether the state or its inverse is looked
//! up. Measurements show which look-ups add most to the bound.

use std::cmp::Reverse;

use super::inverse::Inverted;
use super::lookup::SymmetricLookup;
use super::views::views;
use super::way::{LookupForm, StateLookup};
use crate::compiled::Defined;
use crate::coordinates::chosen::MOST_FACTORS;
use loyd_core::cells::Bytes;
use loyd_core::exact::exact;
use loyd_core::puzzle::Puzzle;
use loyd_core::puzzle::bits::Word;
use loyd_core::puzzle::pattern::{PatternTable, Product};
use loyd_core::splitmix;

/// The least growth of the mean bound that is worth one more look-up.
const WORTH: f64 = 0.04;

/// The least growth that is worth a look-up of an inverse, which costs more, but is made for few nodes.
const WORTH_OF_INVERSE: f64 = 0.03;

/// The approximate number of steps to compute the value of a coordinate.
const COST_OF_VALUE: usize = 64;

/// The number of states with which look-ups are compared.
const SAMPLE: usize = 1 << 10;

/// The numbers of a table and of a symmetry, and the entry of each state.
type Measured = ((usize, usize), Vec<u32>);

/// The most steps to choose look-ups. They are few beside the building of tables that are worth more than one look-up.
const MOST_STEPS: u64 = 1 << 28;

impl<const N: usize, W: Word> Defined<N, W> {
    /// Chooses look-ups: always the one that adds most to the mean over states of a random walk. Inverses come after
    /// the states themselves. Look-ups that the budget does not reach are left out.
    pub(crate) fn ways(&self, tables: &[PatternTable<'_, Product>]) -> Vec<StateLookup> {
        let mut budget = self.budget(MOST_STEPS);
        let mut all: Vec<(usize, usize)> = Vec::new();
        for (place, table) in tables.iter().enumerate() {
            let seen = views(table.pattern, self.symmetries(), &mut budget);
            all.extend(seen.into_iter().map(|symmetry| (place, symmetry)));
        }
        let inverse = self.inverse();
        // A single look-up needs no measurement.
        let states = if all.len() > 1 || inverse.is_some() { self.walked(SAMPLE) } else { Vec::new() };
        let mut chosen = LookupSelection { greatest: vec![0; states.len()], room: MOST_FACTORS, is_first: true };
        let factors = |&(place, _): &(usize, usize)| tables[place].pattern.factors().len();
        let mut itself = |&(place, symmetry): &(usize, usize)| {
            let factors = 0..tables[place].pattern.factors().len();
            if budget.take(states.len() * (N + COST_OF_VALUE * factors.len())).is_none() {
                return vec![0; states.len()];
            }
            let lookup = SymmetricLookup {
                factors,
                table: PatternTable { ..tables[place] },
                symmetry: &self.symmetries()[symmetry],
            };
            let values = |state| lookup.values(self.coordinates(), state);
            let entry = |state| values(state).map_or(0, |values| lookup.entry(&values));
            states.iter().map(entry).collect()
        };
        let measured = all.iter().map(|way| (*way, itself(way))).collect();
        let way = |(table, symmetry)| StateLookup { table, seen: LookupForm::Itself(symmetry) };
        let mut ways: Vec<StateLookup> = chosen.choose(measured, WORTH, factors).into_iter().map(way).collect();
        let Some(inverse) = inverse else { return ways };
        let axes = &self.coordinates().axes;
        let inverted = |(place, symmetry): (usize, usize)| {
            Inverted::new(&self.codes, axes, tables[place].pattern, &self.symmetries()[symmetry], &inverse)
        };
        let mut measured = Vec::new();
        for &(place, symmetry) in &all {
            let cost = Inverted::cost(&self.codes, axes, tables[place].pattern) + states.len() * N;
            let Some(inverted) = budget.take(cost).and_then(|()| inverted((place, symmetry))) else { continue };
            let table = &tables[place];
            let entry = |state| u32::from(table.entry(inverted.place(table.pattern, state)));
            measured.push(((place, symmetry), states.iter().map(entry).collect()));
        }
        // The values of inverses are not carried from node to node.
        for (table, symmetry) in chosen.choose(measured, WORTH_OF_INVERSE, |_| 0) {
            let seen = inverted((table, symmetry)).map(|inverted| LookupForm::Inverse(Box::new(inverted)));
            ways.extend(seen.map(|seen| StateLookup { table, seen }));
        }
        ways
    }

    /// States of a walk from a goal backwards, some moves apart.
    fn walked(&self, number: usize) -> Vec<Bytes<N>> {
        const APART: usize = 8;
        let (mut below, mut state) = (splitmix::below(1), self.goals[0]);
        let mut undos = Vec::new();
        let mut step = || {
            undos.clear();
            self.undos_into(&state, &mut |undo| undos.push(undo));
            if !undos.is_empty() {
                self.undo(&mut state, undos[exact::<usize>(below(undos.len() as u64))]);
            }
            state
        };
        let mut some = || (0..APART).map(|_| step()).last().unwrap_or(self.goals[0]);
        (0..number).map(|_| some()).collect()
    }
}

/// The result of the look-ups that are chosen so far.
struct LookupSelection {
    /// The greatest entry of each state.
    greatest: Vec<u32>,
    /// The number of coordinates for which there is room.
    room: usize,
    /// Whether no look-up is chosen yet.
    is_first: bool,
}

impl LookupSelection {
    /// Takes the best of these as long as it is worth a look-up. The first look-up is always taken.
    fn choose(
        &mut self,
        mut left: Vec<Measured>,
        worth: f64,
        factors: impl Fn(&(usize, usize)) -> usize,
    ) -> Vec<(usize, usize)> {
        let mut chosen = Vec::new();
        loop {
            left.retain(|(way, _)| factors(way) <= self.room);
            let gain = |entries: &[u32]| {
                let more = |(&entry, &greatest): (&u32, &u32)| entry.saturating_sub(greatest);
                entries.iter().zip(&self.greatest).map(more).sum::<u32>()
            };
            let gains = left.iter().enumerate().map(|(place, (_, entries))| (gain(entries), Reverse(place)));
            let Some((gain, Reverse(place))) = gains.max() else { break };
            if f64::from(gain) < worth * self.greatest.len() as f64 && !self.is_first {
                break;
            }
            let (way, entries) = left.remove(place);
            self.greatest.iter_mut().zip(entries).for_each(|(greatest, entry)| *greatest = entry.max(*greatest));
            self.room -= factors(&way);
            self.is_first = false;
            chosen.push(way);
        }
        chosen
    }
}
