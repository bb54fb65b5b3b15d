//! Conjugates of moves, and their commutators.

use rustc_hash::FxHashSet;

use super::changes::{Change, FewChanges};
use super::model::{PieceModel, SlotPermutation};
use super::reduce::WordReducer;
use crate::compiled::budget::spend;
use loyd_core::exact::exact;

/// The most conjugates of moves.
const MOST_CONJUGATES: usize = 1 << 14;

/// A conjugate of a move, or of a product of two moves.
pub struct Conjugate {
    pub moves: Vec<u8>,
    pub cost: u32,
    effect: SlotPermutation,
    back: SlotPermutation,
    pub support: u128,
}

impl Conjugate {
    fn new(model: &PieceModel, moves: Vec<u8>, effect: SlotPermutation) -> Self {
        let (back, support, cost) = (model.inverse(&effect), effect.support(), model.cost(&moves));
        Conjugate { moves, cost, effect, back, support }
    }
}

/// The moves, and the products of two commuting moves that move fewer slots than both together.
fn units(model: &PieceModel, reducer: &WordReducer) -> Vec<Conjugate> {
    let number = |m: usize| exact::<u8>(m);
    let all = &model.moves;
    let mut units: Vec<Conjugate> =
        all.iter().enumerate().map(|(m, made)| Conjugate::new(model, vec![number(m)], made.effect)).collect();
    for one in 0..all.len() {
        for other in one + 1..all.len() {
            let common = all[one].support & all[other].support;
            let pair = (number(one), number(other));
            if common == 0 || !reducer.commute(pair.0, pair.1) || reducer.are_joined(pair.0, pair.1) {
                continue;
            }
            let both = model.then(&all[one].effect, &all[other].effect);
            if both.support() != all[one].support | all[other].support {
                units.push(Conjugate::new(model, vec![pair.0, pair.1], both));
            }
        }
    }
    units
}

/// The units and their conjugates, the shortest first.
pub fn conjugates(model: &PieceModel, reducer: &WordReducer) -> Vec<Conjugate> {
    let mut all = units(model, reducer);
    let units = all.len();
    let mut met: FxHashSet<SlotPermutation> = all.iter().map(|unit| unit.effect).collect();
    let mut begin = 0;
    // First the units are conjugated by units, and then the results by moves.
    'all: for setups in [units, model.moves.len()] {
        let end = all.len();
        for at in begin..end {
            for setup in 0..setups {
                if all.len() >= MOST_CONJUGATES {
                    break 'all;
                }
                spend(6 * model.slots);
                let (setup, core) = (&all[setup], &all[at]);
                if setup.support & core.support == 0 {
                    continue;
                }
                let effect = model.then(&model.then(&setup.effect, &core.effect), &setup.back);
                if met.insert(effect) {
                    let moves = reducer.reduced(&[&setup.moves, &core.moves, &model.back(&setup.moves)]);
                    all.push(Conjugate::new(model, moves, effect));
                }
            }
        }
        begin = end;
    }
    all.sort_by_key(|conjugate| conjugate.cost);
    all
}

/// The effect of the commutator of two effects; `None` if it moves too many slots.
pub fn commutator(model: &PieceModel, one: &Conjugate, other: &Conjugate) -> Option<FewChanges> {
    let (mut candidates, mut common) = (0u128, one.support & other.support);
    while common > 0 {
        let slot = common.trailing_zeros() as usize;
        common &= common - 1;
        candidates |= 1 << slot;
        for effect in [&one.effect, &one.back, &other.effect, &other.back] {
            candidates |= 1 << effect.from[slot];
        }
    }
    let effects = [&other.back, &one.back, &other.effect, &one.effect];
    let mut changes = Vec::with_capacity(10);
    while candidates > 0 {
        let slot = candidates.trailing_zeros() as usize;
        candidates &= candidates - 1;
        let (mut from, mut twist) = (slot, 0);
        for effect in effects {
            twist += u32::from(effect.twist[from]);
            from = usize::from(effect.from[from]);
        }
        let twist = exact(twist % u32::from(model.orientations[slot]));
        if from != slot || twist != 0 {
            changes.push(Change { to: exact(slot), from: exact(from), twist });
        }
    }
    if changes.is_empty() { None } else { FewChanges::of(changes.into_iter()) }
}
