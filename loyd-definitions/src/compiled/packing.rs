//! Packed states, in as few bits as the codes need, and orbit representatives: one state for all its images.
//!
//! The representative of a state is the least of its images, slot by slot. Slot 0 of all images is computed first. Only
//! the symmetries that give the least code there go on to slot 1, and so on, so few images are computed completely. As
//! many symmetries are left at the end as fix the state, so the orbit-stabiliser theorem gives the number of images.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Defined;
use super::codes::ALL_CODES;
use super::symmetry::PuzzleSymmetry;
use loyd_core::cells::Bytes;
use loyd_core::exact::exact;
use loyd_core::limits::holds;
use loyd_core::puzzle::bits::Word;
use loyd_core::puzzle::{MoveSet, Packed, Symmetric};

/// The tables by which states are packed and mapped to their images.
#[derive(Debug)]
pub struct Packing {
    /// The bits of each slot's code.
    bits: Box<[u8]>,
    width: usize,
    symmetries: usize,
    /// By slot of the image and symmetry: the slot from which the code comes, and the row that changes the code.
    sources: Vec<(u16, u16)>,
    rows: Vec<[u8; 256]>,
    are_two_way: bool,
}

/// By slot: the codes that moves can bring there from a goal.
fn reached<const N: usize, W: Word>(puzzle: &Defined<N, W>) -> Vec<Vec<u8>> {
    let slots = puzzle.rules.slots();
    let mut met = vec![[false; 256]; slots];
    let mut open: Vec<(usize, u8)> = Vec::new();
    for (slot, &code) in puzzle.goals.iter().flat_map(|goal| goal.0[..slots].iter().enumerate()) {
        if !std::mem::replace(&mut met[slot][usize::from(code)], true) {
            open.push((slot, code));
        }
    }
    let carriers: Vec<_> = (0..=u8::MAX).take(puzzle.motions.number()).map(|m| puzzle.motions.carrier(m)).collect();
    while let Some((slot, code)) = open.pop() {
        for carrier in carriers.iter().filter(|carrier| carrier.moves(slot)) {
            let (slot, code) = carrier.carried(slot, code);
            if !std::mem::replace(&mut met[slot][usize::from(code)], true) {
                open.push((slot, code));
            }
        }
    }
    let codes = |met: &[bool; 256]| (0..=255).filter(|&code| met[usize::from(code)]).collect();
    met.iter().map(codes).collect()
}

/// The symmetries that differ in their effect on [`reached`] codes. They form a group, because all symmetries do.
fn different<'s>(symmetries: &'s [PuzzleSymmetry], reached: &[Vec<u8>]) -> Vec<&'s PuzzleSymmetry> {
    let effect = |symmetry: &PuzzleSymmetry| -> Vec<u8> {
        let of_slot = |(slot, codes): (usize, &Vec<u8>)| {
            let becomes = codes.iter().map(|&code| symmetry.code_images(slot)[usize::from(code)]);
            exact::<u16>(symmetry.to(slot)).to_le_bytes().into_iter().chain(becomes).collect::<Vec<u8>>()
        };
        reached.iter().enumerate().flat_map(of_slot).collect()
    };
    let mut all = FxHashSet::default();
    symmetries.iter().filter(|symmetry| all.insert(effect(symmetry))).collect()
}

impl Packing {
    fn new<const N: usize, W: Word>(puzzle: &Defined<N, W>) -> Self {
        let codes = puzzle.codes.set_of.iter().map(|&set| puzzle.codes.alphabets[set].codes);
        let bits: Box<[u8]> =
            codes.map(|codes| (codes.max(1) - 1).checked_ilog2().map_or(0, |bit| exact::<u8>(bit) + 1)).collect();
        let width = bits.iter().map(|&bits| usize::from(bits)).sum::<usize>().div_ceil(8).max(1);
        let found = puzzle.symmetries();
        let all = if found.len() > 1 { different(found, &reached(puzzle)) } else { vec![&found[0]] };
        let mut numbers: FxHashMap<[u8; 256], u16> = FxHashMap::default();
        let mut sources = vec![(0, 0); bits.len() * all.len()];
        for (number, symmetry) in all.iter().enumerate() {
            for slot in 0..bits.len() {
                let next = exact(numbers.len());
                let row = *numbers.entry(*symmetry.code_images(slot)).or_insert(next);
                sources[symmetry.to(slot) * all.len() + number] = (exact(slot), row);
            }
        }
        let mut rows = vec![[0; 256]; numbers.len()];
        numbers.into_iter().for_each(|(row, number)| rows[usize::from(number)] = row);
        let moves = || puzzle.moves.free.iter().chain(puzzle.moves.bound.iter().copied());
        let are_two_way = moves().all(|m| puzzle.moves.pairs.back(m).iter().any(|back| puzzle.motions.lets(m, back)));
        Packing { bits, width, symmetries: all.len(), sources, rows, are_two_way }
    }

    /// The code in a slot of the image under a symmetry.
    #[inline(always)]
    fn code(&self, slot: usize, symmetry: usize, state: &[u8]) -> u8 {
        // The look-up panics if this index is beyond the end of `sources`.
        let (from, row) = self.sources[slot.wrapping_mul(self.symmetries).wrapping_add(symmetry)];
        self.rows[usize::from(row)][usize::from(state[usize::from(from)])]
    }
}

impl<const N: usize, W: Word> Defined<N, W> {
    fn packing(&self) -> &Packing {
        self.facts.packing.get_or_init(|| Packing::new(self))
    }
}

impl<const N: usize, W: Word> Packed for Defined<N, W> {
    fn width(&self) -> usize {
        self.packing().width
    }

    fn pack(&self, state: &Bytes<N>, bytes: &mut [u8]) {
        let (mut word, mut filled, mut at) = (0u32, 0u32, 0);
        for (&code, &bits) in state.0.iter().zip(&self.packing().bits) {
            word |= u32::from(code) << filled;
            filled += u32::from(bits);
            while filled >= 8 {
                bytes[at] = exact(word & 0xff);
                (word, filled, at) = (word >> 8, filled - 8, at + 1);
            }
        }
        if at < bytes.len() {
            bytes[at] = exact(word & 0xff);
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "a code has at most eight bits")]
    fn unpack(&self, bytes: &[u8]) -> Bytes<N> {
        let mut state = [0; N];
        let (mut word, mut filled, mut bytes) = (0u32, 0u32, bytes.iter());
        for (code, &bits) in state.iter_mut().zip(&self.packing().bits) {
            let bits = u32::from(bits);
            // A code has at most eight bits, so `filled` is below 16, and every shift is below 32.
            while filled < bits {
                word |= u32::from(bytes.next().copied().unwrap_or(0)).wrapping_shl(filled);
                filled = filled.wrapping_add(8);
            }
            *code = (word & 1_u32.wrapping_shl(bits).wrapping_sub(1)) as u8;
            (word, filled) = (word.wrapping_shr(bits), filled.wrapping_sub(bits));
        }
        Bytes(state)
    }

    fn are_two_way(&self) -> bool {
        self.packing().are_two_way
    }
}

impl<const N: usize, W: Word> Symmetric for Defined<N, W> {
    fn symmetries(&self) -> u64 {
        self.packing().symmetries as u64
    }

    fn represent(&self, state: &mut Bytes<N>) -> u64 {
        let packing = self.packing();
        if packing.symmetries == 1 {
            return 1;
        }
        let mut image = *state;
        // There are at most 240 symmetries, so a byte has room for their numbers.
        let mut left = ALL_CODES;
        let mut number = packing.symmetries;
        for slot in 0..packing.bits.len() {
            let (mut least, mut kept) = (u8::MAX, 0);
            for at in 0..number {
                let symmetry = left[at];
                let code = packing.code(slot, symmetry.into(), &state.0);
                if code < least {
                    (least, kept) = (code, 0);
                }
                left[kept] = symmetry;
                // `kept` is at most the number of symmetries.
                kept = kept.wrapping_add(usize::from(code == least));
            }
            (image.0[slot], number) = (least, kept);
        }
        *state = image;
        (packing.symmetries / number) as u64
    }

    fn images(&self, state: &Bytes<N>, each: &mut dyn FnMut(Bytes<N>)) {
        let packing = self.packing();
        for symmetry in 0..packing.symmetries {
            let mut image = *state;
            for slot in 0..packing.bits.len() {
                image.0[slot] = packing.code(slot, symmetry, &state.0);
            }
            each(image);
        }
    }
}

holds!(Packing { bits, width, symmetries, sources, rows, are_two_way });

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::compiled::tests::opened;
    use loyd_core::puzzle::Puzzle;

    /// Packed states are read back. All images of a state have one representative, which is one of them.
    #[test]
    fn states_are_packed_and_their_images_are_one() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        for (id, symmetries) in
            [("3x3x3", 48), ("2x2x2?U,R,F", 6), ("skewb", 6), ("4x4x4", 48), ("megaminx", 120), ("square-1", 1)]
        {
            let puzzle = opened(id);
            assert_eq!(puzzle.packing().symmetries, symmetries, "{id}");
            assert!(puzzle.packing().are_two_way, "{id}");
            let mut state = puzzle.goals[0];
            for _ in 0..200 {
                let mut bytes = vec![0; puzzle.width()];
                puzzle.pack(&state, &mut bytes);
                assert_eq!(puzzle.unpack(&bytes), state, "{id}");
                let mut images = BTreeSet::new();
                puzzle.images(&state, &mut |image| {
                    images.insert(image);
                });
                let mut least = state;
                assert_eq!(puzzle.represent(&mut least), images.len() as u64, "{id}");
                assert!(images.contains(&state) && images.first() == Some(&least), "{id}");
                for mut image in images {
                    puzzle.represent(&mut image);
                    assert_eq!(image, least, "{id}");
                }
                let moves: Vec<u8> = puzzle.moves(&state).iter().collect();
                puzzle.apply(&mut state, moves[random.random_range(..moves.len())]);
            }
        }
    }
}
