//! Rules as sentences, and sentences for positions that break them.

use super::characters::{Character, is_odd};
use super::orbit::SlotOrbit;
use super::relations::Relation;
use crate::definition::Action;
use loyd_core::limits::holds;

/// A rule that all reachable positions keep: a sum of parities and turns is a multiple of a number.
#[derive(Clone, Debug)]
pub struct InvariantRule {
    modulus: u16,
    terms: Vec<(Character, u16)>,
    /// The places of the characters in the list.
    places: Vec<usize>,
    /// The condition of the rule in words: a piece is back in its slot. Empty if the rule has no condition.
    when: String,
    text: String,
}

impl InvariantRule {
    pub(super) fn new(relation: &Relation, list: &[(Character, u16)], orbits: &[SlotOrbit], when: String) -> Self {
        let terms: Vec<(Character, u16)> =
            relation.terms.iter().map(|&(place, factor)| (list[place].0, factor)).collect();
        let places = relation.terms.iter().map(|(place, _)| *place).collect();
        let text = format!("{when}{}", rule_text(relation.modulus, &terms, orbits));
        InvariantRule { modulus: relation.modulus, terms, places, when, text }
    }

    /// The rule as a sentence.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether the rule is about even and odd only.
    pub fn is_parity(&self) -> bool {
        self.modulus == 2
    }

    /// The numbers of the orbits that the rule restricts.
    pub fn orbits(&self) -> Vec<usize> {
        let mut orbits: Vec<usize> = self.terms.iter().map(|(character, _)| character.orbit()).collect();
        orbits.sort_unstable();
        orbits.dedup();
        orbits
    }

    /// The sum of the rule for a position with these characters in the list, modulo the modulus: 0 if it is kept.
    pub(super) fn sum(&self, values: &[u16]) -> u16 {
        let term = |(&place, &(_, factor)): (&usize, &(Character, u16))| u32::from(values[place]) * u32::from(factor);
        let sum = self.places.iter().zip(&self.terms).map(term).sum::<u32>() % u32::from(self.modulus);
        u16::try_from(sum).expect("it is below the modulus")
    }

    /// The permutations of the rule's orbits, by the changes of the orbits since the goal; `None` if the rule has a
    /// condition, or is about more than the parity of one or two orbits.
    pub(super) fn odd_orbits(&self, changes: &[Action]) -> Option<OddOrbits> {
        let of = |odd: usize, even| OddOrbits { odd, is_swap: is_swap(&changes[odd]), even };
        match self.terms[..] {
            _ if !self.when.is_empty() => None,
            [(Character::Parity(orbit), 1)] => Some(of(orbit, None)),
            [(Character::Parity(a), 1), (Character::Parity(b), 1)] => {
                let (odd, even) = if is_odd(&changes[a]) { (a, b) } else { (b, a) };
                let is_same = changes[even].from().iter().zip(0..).all(|(&from, slot)| from == slot);
                Some(of(odd, Some((even, is_same))))
            }
            _ => None,
        }
    }

    /// A sentence for the broken rule.
    pub(super) fn broken(&self, sum: u16, odd: Option<&OddOrbits>, orbits: &[SlotOrbit]) -> String {
        let name = |orbit: usize| orbits[orbit].name();
        match odd {
            None => format!("{}{}", self.when, self.needed(sum, orbits)),
            Some(OddOrbits { odd, is_swap: false, even: None }) => needed_evenly(name(*odd)),
            Some(OddOrbits { odd, is_swap: true, even: None }) => {
                format!("two {0} exchanged, and no sequence of moves exchanges just two {0}", name(*odd))
            }
            Some(OddOrbits { odd, is_swap, even: Some((even, is_same)) }) => {
                let changed = match is_swap {
                    true => format!("two {} exchanged", name(*odd)),
                    false => format!("{} permuted oddly", name(*odd)),
                };
                let unchanged = match is_same {
                    true => format!("{} are not", name(*even)),
                    false => format!("{} are permuted evenly", name(*even)),
                };
                format!("{changed} while {unchanged}")
            }
        }
    }

    /// A description of the broken rule by its sum.
    fn needed(&self, sum: u16, orbits: &[SlotOrbit]) -> String {
        match &self.terms[..] {
            [(Character::Parity(orbit), 1)] => needed_evenly(orbits[*orbit].name()),
            [(Character::Turns(orbit), 1)] if self.modulus == 2 && orbits[*orbit].turns == 2 => {
                format!("{} flipped an odd number of times in all, must be even", orbits[*orbit].name())
            }
            [(Character::Turns(orbit), 1)] if self.modulus == u16::from(orbits[*orbit].turns) => {
                format!("{} turned by {sum} in all, must be a multiple of {}", orbits[*orbit].name(), self.modulus)
            }
            _ => format!("{sum} too much: {}", rule_text(self.modulus, &self.terms, orbits)),
        }
    }
}

/// An orbit that is permuted oddly since the goal although a rule forbids it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OddOrbits {
    pub(super) odd: usize,
    /// Whether just two of its pieces are exchanged.
    pub(super) is_swap: bool,
    /// The other orbit of the rule, and whether it is not permuted at all.
    pub(super) even: Option<(usize, bool)>,
}

fn needed_evenly(name: &str) -> String {
    format!("{name} permuted oddly, must be evenly")
}

fn is_swap(action: &Action) -> bool {
    action.from().iter().zip(0..).filter(|(from, slot)| **from != *slot).count() == 2
}

fn rule_text(modulus: u16, terms: &[(Character, u16)], orbits: &[SlotOrbit]) -> String {
    let name = |orbit: usize| orbits[orbit].name();
    let parities = || terms.iter().all(|(character, _)| matches!(character, Character::Parity(_)));
    match terms {
        [(Character::Turns(orbit), 1)] if orbits[*orbit].turns == 2 => {
            format!("{} flipped: an even number", name(*orbit))
        }
        [(Character::Turns(orbit), 1)] => format!("{}: the turns add up to a multiple of {modulus}", name(*orbit)),
        [(Character::Parity(orbit), 1)] => format!("{}: even permutations only", name(*orbit)),
        [(Character::Parity(a), 1), (Character::Parity(b), 1)] => {
            format!("{} and {}: both permuted evenly, or both oddly", name(*a), name(*b))
        }
        _ if modulus == 2 && parities() => {
            let names: Vec<&str> = terms.iter().map(|(character, _)| name(character.orbit())).collect();
            format!("{}: an even number of them permuted oddly", listed(&names))
        }
        _ => {
            let parts = terms.iter().map(|&(character, factor)| {
                let (what, orbit) = match character {
                    Character::Parity(orbit) if modulus == 2 => ("the permutation of", orbit),
                    Character::Parity(orbit) => ("1 for an odd permutation of", orbit),
                    Character::Turns(orbit) => ("the turns of", orbit),
                };
                let times = if factor == 1 { String::new() } else { format!("{factor} times ") };
                format!("{times}{what} {}", name(orbit))
            });
            let parts: Vec<String> = parts.collect();
            let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
            match modulus {
                2 => format!("{}: an even number of these is odd", listed(&parts)),
                _ => format!("a multiple of {modulus} together: {}", listed(&parts)),
            }
        }
    }
}

/// `a, b and c`.
fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).into(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

holds!(InvariantRule { modulus, terms, places, when, text });
