//! Symmetries of a shuffle, found and proved: permutations of the cells that take every move to a move, each together
//! with the permutation of the pieces that then fixes the goal.
//!
//! A symmetry takes every state to a state at the same distance from the goal. Only the least block of each orbit of
//! blocks is stored, with all of its states. A state found in this block counts as often as the orbit has blocks. (For
//! the idea in pattern databases, J. C. Culberson and J. Schaeffer, "Pattern databases", Computational Intelligence
//! 14(3), 1998; here it holds for the whole space.)
//!
//! A symmetry is useful if it takes blocks to blocks, so if it takes the pieces whose cells make a block to each other.
//! The program chooses these pieces: the set that most symmetries fix.

use hashbrown::HashSet;

use super::super::arrangements::Arrangements;
use super::automorphisms::{self, SymmetryConditions, cycles, identity, inverse, then};
use crate::exact::exact;
use crate::puzzle::NotListed;
use crate::puzzle::shuffle::{Arrangement, CellPieces, MOST_CELLS, Shuffle};
use crate::rank::blocks::MOST_ARRANGED;
use crate::splitmix;

/// The most symmetries that are used. With more, the search for the representative of a block takes as long as the
/// block's moves. A block stands for at most this many blocks, and the number of a symmetry fits a byte.
pub const MOST: usize = 64;

/// A symmetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockSymmetry {
    /// The cell to which the piece of each cell goes.
    pub goes: CellPieces,
    /// The piece that each piece becomes.
    pub becomes: CellPieces,
}

/// The symmetries that are used, and the numbers that the pieces have for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetries {
    /// All symmetries, the identity first.
    pub all: Vec<BlockSymmetry>,
    /// The number of each piece.
    pub numbers: CellPieces,
}

impl Symmetries {
    /// The identity alone.
    pub fn none() -> Self {
        Symmetries { all: vec![BlockSymmetry { goes: identity(), becomes: identity() }], numbers: identity() }
    }

    /// The symmetries of a shuffle around its goals, for blocks with `told` pieces: all symmetries, or a group of at
    /// most [`MOST`]. The search takes at most [`steps_of`] steps, and the symmetries that it has found until then are
    /// used.
    pub fn of(puzzle: &dyn Arrangements, shuffle: &Shuffle, told: usize) -> Result<Self, NotListed> {
        let goals = puzzle.goals()?;
        let Some((first, _)) = goals.first() else { return Ok(Symmetries::none()) };
        let Shuffle { arrangement: Arrangement { cells, odd, .. }, ref moves } = *shuffle;
        // Where moves depend on piece 0, a symmetry must fix this piece; where arrangements are halved by its cell, it
        // must fix the halves, too. The cell of piece 0 is then part of the block.
        let halves = odd.filter(|odd| odd[..cells].iter().any(|half| *half != odd[0]));
        let is_first_free = halves.is_none() && moves.iter().all(|m| m.at.is_none());
        let mut colours: [u8; MOST_CELLS] = std::array::from_fn(|cell| {
            u8::from(halves.is_some_and(|odd| odd[cell])) | u8::from(!is_first_free && first[cell] == 0) << 1
        });
        let becomes = |goes: &CellPieces| then(&then(&inverse(first), goes), first);
        let all_goals: HashSet<(CellPieces, u8)> = goals.iter().copied().collect();
        let goals_stay = |goes: &CellPieces| {
            let symmetry = BlockSymmetry { goes: *goes, becomes: becomes(goes) };
            goals.len() == 1 || goals.iter().all(|(goal, sheet)| all_goals.contains(&(symmetry.applied(goal), *sheet)))
        };
        let found = |colours| {
            let kept = SymmetryConditions { colours, suits: &goals_stay, steps: goals.len() as u64 };
            automorphisms::generators(cells, moves, &kept, steps_of(puzzle.ranks(), moves.len()))
        };
        let mut generators = found(colours);
        if generators.is_empty() {
            return Ok(Symmetries::none());
        }
        let pieces: Vec<CellPieces> = generators.iter().map(becomes).collect();
        let set = pieces_told(cells, told, is_first_free, &pieces);
        let is_told = |piece: u8| set >> piece & 1 != 0;
        let stays = |becomes: &CellPieces| {
            (0..exact::<u8>(cells)).all(|piece| is_told(piece) == is_told(becomes[usize::from(piece)]))
        };
        if !pieces.iter().all(stays) {
            colours.iter_mut().zip(first).for_each(|(colour, &piece)| *colour |= u8::from(is_told(piece)) << 2);
            generators = found(colours);
        }
        let numbers = numbers(cells, told, set);
        let back = inverse(&numbers);
        let symmetries = |all: &[CellPieces]| {
            let symmetry = |goes: &CellPieces| BlockSymmetry {
                goes: *goes,
                becomes: then(&then(&back, &becomes(goes)), &numbers),
            };
            Symmetries { all: all.iter().map(symmetry).collect(), numbers }
        };
        let mut all = match automorphisms::group(&generators, MOST) {
            Some(all) => all,
            None => some_of(&generators, &|some| symmetries(some).blocks(cells, told)),
        };
        // The identity comes first.
        all.sort_unstable();
        Ok(if all.len() > 1 { symmetries(&all) } else { Symmetries::none() })
    }

    /// The number of blocks of a sheet that are stored: the number of orbits, by W. Burnside's lemma ("Theory of groups
    /// of finite order", 1897). A symmetry fixes a block if each of the block's pieces goes to the cell of the piece
    /// that it becomes, so if every cycle of these pieces lies in a cycle of cells of the same length.
    pub fn blocks(&self, cells: usize, told: usize) -> u64 {
        let stay = |symmetry: &BlockSymmetry| {
            let (of_cells, of_pieces) = (cycles(&symmetry.goes, cells), cycles(&symmetry.becomes, told));
            (1..=cells)
                .map(|length| {
                    let choices = (0..of_pieces[length]).map(|taken| of_cells[length].saturating_sub(taken));
                    choices.product::<u64>() * (length as u64).pow(exact::<u32>(of_pieces[length]))
                })
                .product::<u64>()
        };
        self.all.iter().map(stay).sum::<u64>() / self.all.len() as u64
    }
}

impl BlockSymmetry {
    /// The image of an arrangement.
    pub fn applied(&self, pieces: &CellPieces) -> CellPieces {
        let mut after = *pieces;
        (0..MOST_CELLS).for_each(|cell| {
            after[usize::from(self.goes[cell])] = self.becomes[usize::from(pieces[cell])];
        });
        after
    }
}

/// The most steps of a search for symmetries: few compared with the moves of all states, and some milliseconds at most.
fn steps_of(ranks: u64, moves: usize) -> u64 {
    const SHARE: u64 = 16;
    const STEPS: (u64, u64) = (1 << 14, 1 << 22);
    (ranks.saturating_mul(moves as u64) / SHARE).clamp(STEPS.0, STEPS.1)
}

/// A group of at most [`MOST`] symmetries inside a larger group: among the groups that some products of the generators
/// make, the group with the fewest orbits of blocks.
fn some_of(generators: &[CellPieces], blocks: &dyn Fn(&[CellPieces]) -> u64) -> Vec<CellPieces> {
    const TRIES: usize = 32;
    let mut below = splitmix::below(0x51a6);
    let mut product = || {
        let length = 1 + below(2 * generators.len() as u64);
        let mut factor =
            |product: CellPieces, _| then(&product, &generators[exact::<usize>(below(generators.len() as u64))]);
        (0..length).fold(identity(), &mut factor)
    };
    let (mut best, mut generated) = (vec![identity()], Vec::new());
    let mut fewest = blocks(&best);
    loop {
        let with = |product: CellPieces| {
            let with: Vec<CellPieces> = generated.iter().copied().chain([product]).collect();
            automorphisms::group(&with, MOST).map(|group| (blocks(&group), group, with))
        };
        let tried: Vec<CellPieces> = (0..TRIES).map(|_| product()).collect();
        match tried.into_iter().filter_map(with).min_by_key(|(blocks, group, _)| (*blocks, group.len())) {
            Some((blocks, group, with)) if blocks < fewest => (fewest, best, generated) = (blocks, group, with),
            _ => return best,
        }
    }
}

/// The set of the `told` pieces whose cells make a block: the set that most symmetries fix, so the set with the fewest
/// images. It contains piece 0, unless any piece may be chosen. Without a gain, it is the first pieces.
fn pieces_told(cells: usize, told: usize, is_first_free: bool, generators: &[CellPieces]) -> u32 {
    debug_assert!(cells - told <= MOST_ARRANGED);
    let image = |set: u32, becomes: &CellPieces| {
        (0..cells).filter(|piece| set >> piece & 1 != 0).fold(0u32, |image, piece| image | 1 << becomes[piece])
    };
    let mut is_seen = vec![false; 1 << cells];
    // The number of images of a set; `None` if the set was seen among the images of another.
    let mut images = |set: u32| {
        if std::mem::replace(&mut is_seen[set as usize], true) {
            return None;
        }
        let (mut all, mut next) = (vec![set], 0);
        while let Some(&set) = all.get(next) {
            next += 1;
            for image in generators.iter().map(|becomes| image(set, becomes)) {
                if !std::mem::replace(&mut is_seen[image as usize], true) {
                    all.push(image);
                }
            }
        }
        Some(all.len())
    };
    let first = (1u32 << told) - 1;
    let may_be = |set: &u32| set.count_ones() as usize == told && (is_first_free || set & 1 != 0);
    let (mut best, mut fewest) = (first, images(first));
    for set in (0..1u32 << cells).filter(may_be) {
        let number = images(set);
        if number.is_some() && number < fewest {
            (best, fewest) = (set, number);
        }
    }
    best
}

/// Numbers for the pieces, so that the pieces of `set` have the numbers below `told`.
fn numbers(cells: usize, told: usize, set: u32) -> CellPieces {
    let mut numbers = identity();
    let (mut inside, mut outside) = (0, exact::<u8>(told));
    for (piece, number) in numbers.iter_mut().enumerate().take(cells) {
        let next = if set >> piece & 1 != 0 { &mut inside } else { &mut outside };
        *number = *next;
        *next += 1;
    }
    numbers
}
