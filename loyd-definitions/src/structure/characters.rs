//! Characters, which add up when moves are multiplied: the parity of an orbit's permutation, and the sum of its turns.

use super::orbit::{SlotOrbit, divisor};
use super::relations::{Relation, Span};
use crate::definition::Action;
use loyd_core::exact::exact;
use loyd_core::group::Factored;
use loyd_core::limits::{holds, holds_nothing};

/// A number of each element. The number of a product is the sum of the numbers of its factors, modulo some modulus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Character {
    /// Whether the permutation of an orbit is odd.
    Parity(usize),
    /// The sum of the turns of an orbit.
    Turns(usize),
}

/// A list of characters with their moduli, and the values that occur.
#[derive(Clone, Debug)]
pub(super) struct Characters {
    pub(super) list: Vec<(Character, u16)>,
    /// The characters of each generator.
    generators: Vec<Vec<u16>>,
    span: Span,
}

impl Characters {
    /// All characters of the elements of the orbits.
    pub(super) fn of_elements(orbits: &[SlotOrbit], locals: &[Vec<Action>]) -> Self {
        Characters::of(orbits, locals, |orbit| (true, orbit.turns))
    }

    /// The characters that do not depend on which of several identical pieces is which.
    pub(super) fn of_positions(orbits: &[SlotOrbit], locals: &[Vec<Action>]) -> Self {
        Characters::of(orbits, locals, |orbit| {
            let turns = orbit.labels.iter().fold(orbit.turns, |turns, label| divisor(turns, label.turns));
            (!orbit.has_identical_pieces(), turns)
        })
    }

    fn of(orbits: &[SlotOrbit], locals: &[Vec<Action>], kept: impl Fn(&SlotOrbit) -> (bool, u8)) -> Self {
        let mut list = Vec::new();
        for (number, orbit) in orbits.iter().enumerate() {
            let (parity, turns) = kept(orbit);
            if parity && orbit.slots.len() > 1 {
                list.push((Character::Parity(number), 2));
            }
            if turns > 1 {
                list.push((Character::Turns(number), turns.into()));
            }
        }
        let count = locals.first().map_or(0, Vec::len);
        let generators: Vec<Vec<u16>> =
            (0..count).map(|generator| values(&list, |orbit| &locals[orbit][generator])).collect();
        Characters::spanned(list, generators)
    }

    fn spanned(list: Vec<(Character, u16)>, generators: Vec<Vec<u16>>) -> Self {
        let moduli: Vec<u16> = list.iter().map(|(_, modulus)| *modulus).collect();
        let span = Span::of(&moduli, &generators);
        Characters { list, generators, span }
    }

    /// The same list of characters for other generators, which have these values.
    pub(super) fn of_vectors(&self, vectors: Vec<Vec<u16>>) -> Self {
        Characters::spanned(self.list.clone(), vectors)
    }

    /// The characters of a generator.
    pub(super) fn of_generator(&self, number: usize) -> &[u16] {
        &self.generators[number]
    }

    /// The characters of an element, by its action on each orbit.
    pub(super) fn values(&self, element: &[Action]) -> Vec<u16> {
        values(&self.list, |orbit| &element[orbit])
    }

    /// The number of combinations of values that occur.
    pub(super) fn order(&self) -> Factored {
        self.span.orders().collect()
    }

    /// The number of combinations if the characters of the chosen orbits were independent.
    pub(super) fn independent(&self, of: impl Fn(usize) -> bool) -> Factored {
        let chosen = self.list.iter().filter(|(character, _)| of(character.orbit()));
        chosen.map(|(_, modulus)| usize::from(*modulus)).collect()
    }

    /// The linear relations that hold for all elements.
    pub(super) fn relations(&self) -> Vec<Relation> {
        self.span.relations()
    }

    /// Draws a combination that occurs, uniformly. For each prime it adds each generator a random number of times, and
    /// all these numbers are equally likely.
    pub(super) fn random(&self, below: &mut dyn FnMut(u64) -> u64) -> Vec<u16> {
        let mut sums = vec![0; self.list.len()];
        for prime in (2..=u16::from(u8::MAX)).filter(|&n| (2..n).all(|divisor| !n.is_multiple_of(divisor))) {
            let ring = self.list.iter().map(|(_, modulus)| power_in(*modulus, prime)).max().unwrap_or(1);
            if ring == 1 {
                continue;
            }
            for generator in &self.generators {
                let times = exact::<u32>(below(ring.into()));
                for ((sum, &value), &(_, modulus)) in sums.iter_mut().zip(generator).zip(&self.list) {
                    let part = times * u32::from(value) % u32::from(modulus) * u32::from(part_of(modulus, prime));
                    *sum = exact::<u16>((u32::from(*sum) + part) % u32::from(modulus));
                }
            }
        }
        sums
    }
}

/// The greatest power of a prime that divides a number.
fn power_in(number: u16, prime: u16) -> u16 {
    let mut power = 1;
    while number.is_multiple_of(power * prime) {
        power *= prime;
    }
    power
}

/// The number below `modulus` that is 1 modulo the prime's power in it and 0 modulo the rest.
fn part_of(modulus: u16, prime: u16) -> u16 {
    let power = power_in(modulus, prime);
    let is_part = |number: &u16| number % power == 1 % power && number.is_multiple_of(modulus / power);
    (0..modulus).find(is_part).expect("the two divisors have no common one")
}

impl Character {
    pub(super) fn orbit(self) -> usize {
        match self {
            Character::Parity(orbit) | Character::Turns(orbit) => orbit,
        }
    }

    /// The value of the character for an element, by the action of the element on the character's orbit.
    pub(super) fn value(self, action: &Action) -> u16 {
        match self {
            Character::Parity(_) => is_odd(action).into(),
            Character::Turns(_) => action.twist().iter().map(|&twist| u16::from(twist)).sum(),
        }
    }
}

fn values<'a>(list: &[(Character, u16)], action: impl Fn(usize) -> &'a Action) -> Vec<u16> {
    list.iter().map(|&(character, modulus)| character.value(action(character.orbit())) % modulus).collect()
}

/// Whether the permutation of the slots is odd.
pub(super) fn is_odd(action: &Action) -> bool {
    let mut seen = vec![false; action.from().len()];
    let mut odd = false;
    for first in 0..seen.len() {
        let mut slot = first;
        while !std::mem::replace(&mut seen[slot], true) {
            slot = action.from()[slot].into();
            odd ^= !seen[slot];
        }
    }
    odd
}

holds_nothing!(Character);
holds!(Characters { list, generators, span });
