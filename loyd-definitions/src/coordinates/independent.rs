//! A proof that two coordinates are independent of each other: that moves lead to every pair of their values.
//!
//! Moves permute the values of each coordinate. So moves lead from one pair to all pairs exactly if they lead to all
//! values of the first coordinate, and words that bring the first back lead to all values of the second (the
//! orbit-stabiliser theorem). A few such words, drawn at random, can prove independence. They cannot prove dependence.

use rustc_hash::FxHashSet;

use loyd_core::exact::exact;
use loyd_core::puzzle::pattern::{Factor, NOWHERE};
use loyd_core::splitmix;

/// The number of words that are drawn, and the moves of each before it goes back.
const WORDS: usize = 24;
const LENGTH: usize = 48;

/// The approximate number of steps of the proof.
pub fn steps_of_proof(first: &Factor, second: &Factor) -> u64 {
    first.next.len() as u64 + 2 * (WORDS * LENGTH) as u64 * u64::from(second.values)
}

/// Whether it is proved that moves lead from this pair to every pair.
///
/// # Complexity
/// Makes all moves of every value of the first, and some thousand moves of every value of the second.
pub fn are_independent(first: &Factor, second: &Factor, pair: (u32, u32)) -> bool {
    if first.next.contains(&NOWHERE) || second.next.contains(&NOWHERE) {
        return false;
    }
    // By value of the first: the move and the value from which the search reached it.
    let mut by = vec![None; first.values as usize];
    let mut met = vec![pair.0];
    let mut at = 0;
    while let Some(&value) = met.get(at) {
        for (m, &after) in first.row(value).iter().enumerate() {
            if after != pair.0 && by[after as usize].is_none() {
                by[after as usize] = Some((m, value));
                met.push(after);
            }
        }
        at += 1;
    }
    if met.len() < by.len() {
        return false;
    }
    let mut below = splitmix::below(0x0bde_9e4d);
    let words: Vec<Vec<u32>> = (0..WORDS)
        .map(|_| {
            let (mut here, mut goes) = (pair.0, (0..second.values).collect::<Vec<u32>>());
            for _ in 0..LENGTH {
                let m = exact::<usize>(below(first.moves as u64));
                here = first.after(m, here);
                goes.iter_mut().for_each(|value| *value = second.after(m, *value));
            }
            while let Some((m, before)) = by[here as usize] {
                here = before;
                goes.iter_mut().for_each(|value| *value = second.row_back(*value)[m]);
            }
            goes
        })
        .collect();
    let (mut reached, mut open) = (FxHashSet::from_iter([pair.1]), vec![pair.1]);
    while let Some(value) = open.pop() {
        open.extend(words.iter().map(|goes| goes[value as usize]).filter(|&after| reached.insert(after)));
    }
    reached.len() == second.values as usize
}

#[cfg(test)]
mod tests {
    use rand::seq::SliceRandom;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    /// The coordinate that these permutations move.
    fn factor(moves: &[Vec<u32>]) -> Factor {
        let values = moves[0].len();
        let (mut next, mut back) = (vec![0; values * moves.len()], vec![0; values * moves.len()]);
        for (m, goes) in moves.iter().enumerate() {
            for (value, &after) in goes.iter().enumerate() {
                next[value * moves.len() + m] = after;
                back[after as usize * moves.len() + m] = value as u32;
            }
        }
        Factor { number: 0, values: values as u32, moves: moves.len(), next: next.into(), back: back.into() }
    }

    /// Compares the proof with a search of all pairs, for random permutations, which two coordinates may share.
    #[test]
    fn what_is_proved_is_so() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let (mut proved, mut bound) = (0, 0);
        for _ in 0..2_000 {
            let moves = random.random_range(1..4);
            let mut drawn = |values: u32| -> Vec<Vec<u32>> {
                let mut goes: Vec<u32> = (0..values).collect();
                let shuffled = |_| {
                    goes.shuffle(&mut random);
                    goes.clone()
                };
                (0..moves).map(shuffled).collect()
            };
            let (values, others) = (2 + drawn(9)[0][0], 2 + drawn(9)[0][0]);
            let a = drawn(values);
            let b = if values == others { a.clone() } else { drawn(others) };
            let (a, b) = (factor(&a), factor(&b));
            let (mut met, mut open) = (FxHashSet::from_iter([(0, 1)]), vec![(0, 1)]);
            while let Some((x, y)) = open.pop() {
                let after = a.row(x).iter().copied().zip(b.row(y).iter().copied());
                open.extend(after.filter(|&pair| met.insert(pair)));
            }
            let are_all_met = met.len() as u32 == a.values * b.values;
            let is_proved = are_independent(&a, &b, (0, 1));
            assert!(are_all_met || !is_proved);
            proved += u32::from(is_proved);
            bound += u32::from(!are_all_met);
        }
        assert!(proved > 500 && bound > 200, "{proved} proved, {bound} bound");
    }
}
