//! Tied orbits, which are not free, in one stabiliser chain with the parities and sums of the free orbits.

use super::{Lying, SlotOrbit};
use crate::definition::Action;
use crate::structure::characters::Characters;
use crate::structure::search::{Allowed, TransversalChain};
use loyd_core::exact::exact;
use loyd_core::group::{Factored, LARGEST_DEGREE, PermutationGroup};
use loyd_core::limits::holds;

/// A permutation group on the facelets of the tied orbits, and a cycle of points for each free orbit's character.
#[derive(Clone, Debug)]
pub(in crate::structure) struct Tied {
    /// The tied orbits, and the first point of each.
    orbits: Vec<(usize, usize)>,
    /// The characters of the free orbits: their places in the list, their moduli and their first points.
    characters: Vec<(usize, u16, usize)>,
    group: PermutationGroup,
}

/// An element of the group.
pub(in crate::structure) struct DrawnElement {
    /// The number of each tied orbit, and the action of the element on it.
    pub(in crate::structure) actions: Vec<(usize, Action)>,
    /// The characters of the free orbits by their places in the list.
    pub(in crate::structure) values: Vec<(usize, u16)>,
}

impl Tied {
    /// Makes the group; `None` if no orbit is tied, or there are too many points.
    pub(in crate::structure) fn new(
        orbits: &[SlotOrbit],
        is_free: &[bool],
        list: &Characters,
        locals: &[Vec<Action>],
    ) -> Option<Self> {
        if !is_free.contains(&false) {
            return None;
        }
        let mut points = 0;
        let mut next = |count: usize| {
            points += count;
            points - count
        };
        let tied = (0..orbits.len()).filter(|&number| !is_free[number]);
        let tied: Vec<(usize, usize)> =
            tied.map(|number| (number, next(orbits[number].slots.len() * usize::from(orbits[number].turns)))).collect();
        let beside = list.list.iter().enumerate().filter(|(_, (character, _))| is_free[character.orbit()]);
        let characters: Vec<(usize, u16, usize)> =
            beside.map(|(place, &(_, modulus))| (place, modulus, next(modulus.into()))).collect();
        if points > LARGEST_DEGREE {
            return None;
        }
        let mut tied =
            Tied { orbits: tied, characters, group: PermutationGroup::new(1, &[[0]]).expect("the identity") };
        let count = locals.first().map_or(0, Vec::len);
        let permutations: Vec<Vec<u8>> = (0..count)
            .map(|generator| {
                let element: Vec<Action> = locals.iter().map(|local| local[generator].clone()).collect();
                tied.permutation(points, orbits, &element, &list.values(&element))
            })
            .collect();
        tied.group = PermutationGroup::new(points, &permutations).expect("actions permute facelets");
        Some(tied)
    }

    pub(in crate::structure) fn order(&self) -> Factored {
        self.group.factors()
    }

    /// A search for elements of the group.
    pub(in crate::structure) fn search(&self) -> TransversalChain {
        TransversalChain::new(&self.group)
    }

    /// The images allowed for an element that takes the solved position to one with these pieces and characters.
    pub(in crate::structure) fn leading_to(
        &self,
        orbits: &[SlotOrbit],
        lying: &[Vec<Lying>],
        values: &[u16],
    ) -> Allowed {
        let mut allowed = Allowed::none(self.group.degree());
        for &(number, first) in &self.orbits {
            let orbit = &orbits[number];
            let turns = usize::from(orbit.turns);
            for (home, solved) in orbit.solved.iter().enumerate() {
                for (slot, lies) in lying[number].iter().enumerate().filter(|(_, lies)| lies.label == solved.label) {
                    let known = usize::from(orbit.labels[usize::from(lies.label)].turns);
                    let turned = (usize::from(lies.turn) + known - usize::from(solved.turn)) % known;
                    for (point, by) in
                        (0..turns).flat_map(|point| (turned..turns).step_by(known).map(move |by| (point, by)))
                    {
                        allowed.allow(first + home * turns + point, first + slot * turns + (point + by) % turns);
                    }
                }
            }
        }
        for &(place, modulus, first) in &self.characters {
            for number in 0..usize::from(modulus) {
                let image = (number + usize::from(values[place])) % usize::from(modulus);
                allowed.allow(first + number, first + image);
            }
        }
        allowed
    }

    /// All slots about which the group decides: the slots of the tied orbits, and of the free orbits with characters.
    pub(in crate::structure) fn slots(&self, orbits: &[SlotOrbit], list: &Characters) -> Vec<u16> {
        let beside = self.characters.iter().map(|(place, ..)| list.list[*place].0.orbit());
        let mut numbers: Vec<usize> = self.orbits.iter().map(|(number, _)| *number).chain(beside).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers.into_iter().flat_map(|number| orbits[number].slots.iter().copied()).collect()
    }

    /// The slots of a few pieces that cannot lie together as the element brings them; `None` if the group contains it.
    pub(in crate::structure) fn stopped_at(
        &self,
        orbits: &[SlotOrbit],
        list: &Characters,
        element: &[Action],
        values: &[u16],
    ) -> Option<Vec<u16>> {
        let permutation = self.permutation(self.group.degree(), orbits, element, values);
        let (stopped, _) = self.group.sift(&permutation)?;
        let mut slots: Vec<u16> = Vec::new();
        for point in self.group.base().map(usize::from) {
            let beside = self.characters.iter().rev().find(|(_, _, first)| *first <= point);
            if let Some((place, ..)) = beside {
                slots.extend(&orbits[list.list[*place].0.orbit()].slots);
            } else if point == stopped || self.group.orbit(point).len() > 1 {
                // The images of earlier points determine the image of a point that is alone in its orbit.
                let &(number, first) = self.orbits.iter().rev().find(|(_, first)| *first <= point).expect("a facelet");
                // The point is a facelet of a piece by its home. The permutation takes it to the slot of the piece.
                let turns = usize::from(orbits[number].turns);
                slots.push(orbits[number].slots[(usize::from(permutation[point]) - first) / turns]);
            }
            if point == stopped {
                break;
            }
        }
        slots.sort_unstable();
        slots.dedup();
        Some(slots)
    }

    /// An element drawn uniformly.
    pub(in crate::structure) fn random(&self, orbits: &[SlotOrbit], below: &mut dyn FnMut(u64) -> u64) -> DrawnElement {
        let permutation = self.group.random(below);
        let actions = self.orbits.iter().map(|&(number, first)| {
            let orbit = &orbits[number];
            let turns = usize::from(orbit.turns);
            let (mut from, mut twist) = (vec![0; orbit.slots.len()], vec![0; orbit.slots.len()]);
            for home in 0..orbit.slots.len() {
                let image = usize::from(permutation[first + home * turns]) - first;
                from[image / turns] = exact::<u16>(home);
                twist[image / turns] = exact::<u8>(image % turns);
            }
            (number, Action::new(&from, &twist, &orbit.of()).expect("facelets of a slot stay together"))
        });
        let values = self
            .characters
            .iter()
            .map(|&(place, _, first)| (place, u16::from(permutation[first]) - exact::<u16>(first)));
        DrawnElement { actions: actions.collect(), values: values.collect() }
    }

    fn permutation(&self, points: usize, orbits: &[SlotOrbit], element: &[Action], values: &[u16]) -> Vec<u8> {
        let mut images = vec![0; points];
        for &(number, first) in &self.orbits {
            let turns = usize::from(orbits[number].turns);
            let action = &element[number];
            for (slot, (&from, &twist)) in action.from().iter().zip(action.twist()).enumerate() {
                for turn in 0..turns {
                    let image = first + slot * turns + (turn + usize::from(twist)) % turns;
                    images[first + usize::from(from) * turns + turn] = exact::<u8>(image);
                }
            }
        }
        for &(place, modulus, first) in &self.characters {
            let modulus = usize::from(modulus);
            for number in 0..modulus {
                images[first + number] = exact::<u8>(first + (number + usize::from(values[place])) % modulus);
            }
        }
        images
    }
}

/// A multiple of the order of the group of the tied orbits: its order, or the product of the orders for each orbit.
pub(in crate::structure) fn bound(orbits: &[SlotOrbit], is_free: &[bool], locals: &[Vec<Action>]) -> Factored {
    let of = |of: &dyn Fn(usize) -> bool| {
        let chosen = (0..orbits.len()).filter(|&number| of(number));
        let (orbits, locals): (Vec<SlotOrbit>, Vec<Vec<Action>>) =
            chosen.map(|number| (orbits[number].clone(), locals[number].clone())).unzip();
        let list = Characters::of_elements(&orbits, &locals);
        Tied::new(&orbits, &vec![false; orbits.len()], &list, &locals).map(|tied| tied.order())
    };
    let together = of(&|number| !is_free[number]);
    together.unwrap_or_else(|| {
        let tied = (0..orbits.len()).filter(|&number| !is_free[number]);
        let all = tied.map(|number| {
            let turns: Factored = orbits[number].slots.iter().map(|_| usize::from(orbits[number].turns)).collect();
            of(&|other| other == number)
                .unwrap_or_else(|| Factored::factorial(orbits[number].slots.len()).times(&turns))
        });
        all.fold(Factored::one(), |product, order| product.times(&order))
    })
}

holds!(Tied { orbits, characters, group });
