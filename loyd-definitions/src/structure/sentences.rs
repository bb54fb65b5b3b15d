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

    /// The way in which a position breaks the rule; `None` if the position keeps it. The actions `element` on the
    /// orbits lead to the position, and `values` are its characters in the list.
    pub(super) fn broken(&self, element: &[Action], values: &[u16], orbits: &[SlotOrbit]) -> Option<String> {
        let term = |(&place, &(_, factor)): (&usize, &(Character, u16))| u32::from(values[place]) * u32::from(factor);
        let sum = self.places.iter().zip(&self.terms).map(term).sum::<u32>() % u32::from(self.modulus);
        match (sum, self.when.as_str()) {
            (0, _) => None,
            (_, "") => Some(self.violation_text(sum, element, orbits)),
            (_, when) => Some(format!("{when}{}", self.needed(sum, orbits))),
        }
    }

    /// A description of the broken rule, if the position shows no more.
    fn needed(&self, sum: u32, orbits: &[SlotOrbit]) -> String {
        match &self.terms[..] {
            [(Character::Parity(orbit), 1)] => format!("{} permuted oddly, must be evenly", orbits[*orbit].name()),
            [(Character::Turns(orbit), 1)] => {
                format!("{} turned by {sum} in all, must be a multiple of {}", orbits[*orbit].name(), self.modulus)
            }
            _ => format!("{sum} too much: {}", rule_text(self.modulus, &self.terms, orbits)),
        }
    }

    /// A description of the broken rule by what is seen in the position.
    fn violation_text(&self, sum: u32, element: &[Action], orbits: &[SlotOrbit]) -> String {
        let action = |orbit: usize| &element[orbit];
        match &self.terms[..] {
            [(Character::Turns(orbit), 1)] if orbits[*orbit].turns == 2 => {
                let flipped = action(*orbit).twist().iter().filter(|&&twist| twist == 1).count();
                format!("{} flipped: {flipped}, must be even", orbits[*orbit].name())
            }
            [(Character::Parity(orbit), 1)] if is_swap(action(*orbit)) => {
                format!("two {} exchanged", orbits[*orbit].name())
            }
            [(Character::Parity(a), 1), (Character::Parity(b), 1)] => {
                let (odd, even) = if is_odd(action(*a)) { (*a, *b) } else { (*b, *a) };
                let (odd_name, even_name) = (orbits[odd].name(), orbits[even].name());
                let changed = match is_swap(action(odd)) {
                    true => format!("two {odd_name} exchanged"),
                    false => format!("{odd_name} permuted oddly"),
                };
                let unchanged = match action(even).from().iter().zip(0..).all(|(&from, slot)| from == slot) {
                    true => format!("{even_name} are not"),
                    false => format!("{even_name} are permuted evenly"),
                };
                format!("{changed} while {unchanged}")
            }
            _ => self.needed(sum, orbits),
        }
    }
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
