//! Free orbits: only parities and sums of turns restrict their pieces.
//!
//! An orbit of five slots or more is **free** when the moves make all even permutations of its slots, and with them all
//! turns whose sum is 0. These elements form a perfect group, whose only simple quotient is the alternating group. So
//! by Goursat's lemma, and by K. Ribet's for more than two, several free orbits are independent of each other unless
//! the moves do the same to the slots of two of them. They are also independent of every group that has no such
//! quotient. Parities and sums describe all else about free orbits. Orbits whose group is commutative are free, too.

use super::{SlotOrbit, divisor};
use crate::definition::Action;
use loyd_core::exact::exact;
use loyd_core::group::{Factored, PermutationGroup};
use loyd_core::splitmix;

/// Facts about one orbit, without regard to the others.
#[derive(Clone, Debug)]
pub(in crate::structure) struct OrbitGroup {
    /// The order of the group of the permutations of its slots.
    pub(in crate::structure) order: Factored,
    /// Whether the orbit is free.
    pub(in crate::structure) is_free: bool,
}

/// Analyses one orbit under the moves, without regard to all others.
pub(in crate::structure) fn alone(orbit: &SlotOrbit, actions: &[Action]) -> OrbitGroup {
    let slots = orbit.slots.len();
    let permutations: Vec<Vec<u8>> = actions.iter().map(permutation).collect();
    let group = PermutationGroup::new(slots, &permutations).expect("actions permute at most 255 slots");
    let order = group.factors();
    let is_free = match slots {
        1 => true,
        2 => orbit.turns == 1,
        3 | 4 => false,
        // Half of all permutations are enough, because that half is then the even permutations.
        _ => {
            let half = [2].into_iter().collect();
            order.times(&half).divided_by(&Factored::factorial(slots)).is_some() && turns_freely(orbit, actions)
        }
    };
    OrbitGroup { order, is_free }
}

/// The number of elements of a free orbit whose parity is even and whose turns' sum is 0.
pub(in crate::structure) fn core_order(orbit: &SlotOrbit) -> Factored {
    let slots = orbit.slots.len();
    let turns: Factored = (1..slots).map(|_| usize::from(orbit.turns)).collect();
    let even: Factored = (3..=slots).collect();
    even.times(&turns)
}

/// The image of each slot.
pub(in crate::structure) fn permutation(action: &Action) -> Vec<u8> {
    let mut images = vec![0; action.from().len()];
    action.from().iter().zip(0..).for_each(|(&from, slot)| images[usize::from(from)] = slot);
    images
}

/// Whether the search proves that all turns of sum 0 can be made. It looks for elements that move no piece and turn two
/// pieces by different amounts. With even permutations of five slots, such an element gives a turn of just two pieces
/// by the difference. The greatest common divisor of the differences and the number of turns must be 1.
fn turns_freely(orbit: &SlotOrbit, actions: &[Action]) -> bool {
    /// The number of random words that are tried. The corners of a cube need about three.
    const WORDS: u32 = 200;
    if orbit.turns == 1 {
        return true;
    }
    let of = orbit.of();
    let mut below = splitmix::below(0x10bd);
    let mut below = |many: usize| exact::<usize>(below(many as u64));
    let mut pool: Vec<Action> = actions.iter().cycle().take(actions.len().max(6)).cloned().collect();
    let mut common = orbit.turns;
    for _ in 0..WORDS {
        let (to, factor) = (below(pool.len()), below(pool.len()));
        if to == factor {
            continue;
        }
        pool[to] = pool[to].then(&pool[factor], &of);
        let turns = turns_of_power(&pool[to], orbit.turns);
        for turn in &turns {
            common = divisor(common, turn.abs_diff(turns[0]));
        }
        if common == 1 {
            return true;
        }
    }
    false
}

/// The turn of each piece by the least power of an action that moves no piece.
fn turns_of_power(action: &Action, of: u8) -> Vec<u8> {
    let mut cycles: Vec<(Vec<usize>, u32)> = Vec::new();
    let mut seen = vec![false; action.from().len()];
    for first in 0..seen.len() {
        let (mut cycle, mut turned, mut slot) = (Vec::new(), 0, first);
        while !std::mem::replace(&mut seen[slot], true) {
            cycle.push(slot);
            turned += u32::from(action.twist()[slot]);
            slot = action.from()[slot].into();
        }
        if !cycle.is_empty() {
            cycles.push((cycle, turned));
        }
    }
    // The number of rounds of each cycle is needed modulo the number of turns only. The power itself is kept as primes.
    let mut power = Factored::one();
    for (cycle, _) in &cycles {
        let length: Factored = [cycle.len()].into_iter().collect();
        let mut missing = Factored::one();
        for (prime, exponent) in length.primes() {
            let have = power.primes().find(|(p, _)| *p == prime).map_or(0, |(_, exponent)| exponent);
            (have..exponent).for_each(|_| missing.multiply(prime as usize));
        }
        power = power.times(&missing);
    }
    let mut turns = vec![0; seen.len()];
    for (cycle, turned) in cycles {
        let length: Factored = [cycle.len()].into_iter().collect();
        let rounds = power.divided_by(&length).expect("a common multiple of the lengths");
        let rounds = rounds.primes().fold(1u32, |rounds, (prime, exponent)| {
            (0..exponent).fold(rounds, |rounds, _| rounds * prime % u32::from(of))
        });
        let turn = turned % u32::from(of) * rounds % u32::from(of);
        cycle.into_iter().for_each(|slot| turns[slot] = exact::<u8>(turn));
    }
    turns
}

/// Pairs of free orbits on which the moves do the same, but for the names of the slots: the pieces of one orbit
/// determine how the pieces of the other lie. Each orbit is in a pair with the first of its kind.
pub(in crate::structure) fn bound_pairs(locals: &[Vec<Action>], is_free: &[bool]) -> Vec<(usize, usize)> {
    let kinds: Vec<OrbitCycles> = locals.iter().map(|local| OrbitCycles::of(local)).collect();
    let mut pairs = Vec::new();
    let mut is_second = vec![false; kinds.len()];
    for a in 0..kinds.len() {
        for b in a + 1..kinds.len() {
            let are_free = is_free[a] && is_free[b] && !is_second[a] && !is_second[b];
            if are_free && kinds[a].is_bound_to(&kinds[b]) {
                is_second[b] = true;
                pairs.push((a, b));
            }
        }
    }
    pairs
}

/// The permutations of an orbit's slots by the generators, and the lengths of their cycles.
struct OrbitCycles {
    slots: usize,
    permutations: Vec<Vec<u8>>,
    lengths: Vec<Vec<usize>>,
}

impl OrbitCycles {
    fn of(local: &[Action]) -> Self {
        let permutations: Vec<Vec<u8>> = local.iter().map(permutation).collect();
        let slots = permutations.first().map_or(0, Vec::len);
        let lengths = permutations.iter().map(|permutation| lengths(permutation)).collect();
        OrbitCycles { slots, permutations, lengths }
    }

    fn is_bound_to(&self, other: &OrbitCycles) -> bool {
        if self.slots != other.slots || self.slots < 5 {
            return false;
        }
        if self.slots != 6 {
            let is_renaming = |image| is_renaming(&self.permutations, &other.permutations, image);
            return self.lengths == other.lengths && (0..self.slots).any(is_renaming);
        }
        // Only for six points is there a relation that is not a renaming, so the order of both orbits together decides.
        let moved = |image: &u8| image + 6;
        let together = self.permutations.iter().zip(&other.permutations);
        let together: Vec<Vec<u8>> =
            together.map(|(a, b)| a.iter().copied().chain(b.iter().map(moved)).collect()).collect();
        let order = PermutationGroup::new(12, &together).expect("actions permute twelve slots").factors();
        let both = Factored::factorial(6).power(2);
        let quarter: Factored = [4].into_iter().collect();
        order.times(&quarter).divided_by(&both).is_none()
    }
}

/// Whether a free orbit may depend on a group of that order in more than parities and sums. It can only if the
/// alternating group is a quotient of the group.
pub(in crate::structure) fn may_depend(orbit: &SlotOrbit, order: &Factored) -> bool {
    let slots = orbit.slots.len();
    slots >= 5 && order.divided_by(&(3..=slots).collect()).is_some()
}

/// The lengths of a permutation's cycles, ascending.
fn lengths(permutation: &[u8]) -> Vec<usize> {
    let mut seen = vec![false; permutation.len()];
    let mut lengths = Vec::new();
    for first in 0..permutation.len() {
        let (mut point, mut length) = (first, 0);
        while !std::mem::replace(&mut seen[point], true) {
            point = permutation[point].into();
            length += 1;
        }
        lengths.extend((length > 0).then_some(length));
    }
    lengths.sort_unstable();
    lengths
}

/// Whether some renaming of points takes each permutation of `a` to the one of `b`, and point 0 to `image`.
fn is_renaming(a: &[Vec<u8>], b: &[Vec<u8>], image: usize) -> bool {
    let mut name: Vec<Option<usize>> = vec![None; a[0].len()];
    name[0] = Some(image);
    let mut waiting = vec![0];
    while let Some(point) = waiting.pop() {
        let of_point = name[point].expect("a point that waits has a name");
        for (a, b) in a.iter().zip(b) {
            let (next, wanted) = (usize::from(a[point]), usize::from(b[of_point]));
            match name[next] {
                None => {
                    name[next] = Some(wanted);
                    waiting.push(next);
                }
                Some(known) if known != wanted => return false,
                Some(_) => (),
            }
        }
    }
    true
}
