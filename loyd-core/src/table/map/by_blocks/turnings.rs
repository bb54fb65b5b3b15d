//! The turnings of the indices of blocks by moves and symmetries: their number, which a plan needs, and their tables.

use hashbrown::{HashMap, HashSet};
use rayon::prelude::*;

use super::symmetry::{BlockSymmetry, Symmetries};
use crate::exact::exact;
use crate::limits::{Meter, Stop};
use crate::puzzle::shuffle::{Arrangement, Shuffle};
use crate::rank::blocks::{BlockNumbering, MOST_ARRANGED, Passage, Turning};

/// The most turnings that have a table: their numbers fit sixteen bits, and 0 stands for no change.
const MOST: usize = u16::MAX as usize;

/// The most passages that a plan examines one by one; beyond that, it examines the sets of cells that blocks leave.
const FEW_PASSAGES: u64 = 1 << 15;

/// Tables that each thread makes between two looks at the limits.
const TABLES_AT_A_TIME: usize = 16;

/// The image of every index under a turning, in groups of 64.
pub type IndexImages = Vec<[u16; 64]>;

/// Bytes of `number` tables of turnings, and of the map that finds them.
pub fn bytes(number: usize, blocks: &BlockNumbering) -> u64 {
    let table = blocks.size().div_ceil(64) * size_of::<[u16; 64]>();
    let found = size_of::<IndexImages>() + 3 * size_of::<(Turning, u16)>();
    (number as u64 + 1) * (table + found) as u64
}

/// The number of turnings that change an index, or a few more with symmetries; `None` if their numbers would not fit.
pub fn number(shuffle: &Shuffle, blocks: &BlockNumbering, symmetries: &Symmetries) -> Option<usize> {
    let each = (shuffle.moves.len() + symmetries.all.len()) as u64;
    let number = match blocks.count().saturating_mul(each) <= FEW_PASSAGES {
        true => of_blocks(shuffle, blocks, symmetries),
        false => of_places(shuffle, blocks, symmetries)?,
    };
    (number <= MOST).then_some(number)
}

/// The number of turnings of the stored blocks, counted block by block.
fn of_blocks(shuffle: &Shuffle, blocks: &BlockNumbering, symmetries: &Symmetries) -> usize {
    let is_whole = symmetries.all.len() == 1;
    let to_kept = |block: u64| {
        let passage = |symmetry: &BlockSymmetry| blocks.passage_as(block, &symmetry.goes, &symmetry.becomes);
        symmetries.all.iter().map(passage).min_by_key(|passage| passage.block)
    };
    let mut all = HashSet::new();
    let mut add = |passage: Passage| {
        all.extend([passage.there, passage.back].into_iter().filter(|turning| !blocks.is_still(turning)));
    };
    for block in 0..blocks.count() {
        if !is_whole && to_kept(block).is_none_or(|passage| passage.block != block) {
            continue;
        }
        let first_cell = blocks.first_cell(block);
        for m in shuffle.moves.iter().filter(|m| m.at.is_none_or(|at| at == first_cell)) {
            let passage = blocks.passage(block, &m.goes);
            add(passage);
            if let (false, Some(passage)) = (is_whole, to_kept(passage.block)) {
                add(passage);
            }
        }
    }
    all.len()
}

/// A turning without its parity: the destinations of the places, and the images of the pieces, four bits each.
type PackedTurning = (u32, u32);

fn turn(goes: &[u8], becomes: &[u8]) -> PackedTurning {
    let packed = |of: &[u8]| of.iter().rev().fold(0, |word, &to| word << 4 | u32::from(to));
    (packed(goes), packed(becomes))
}

/// The number of turnings, counted by the cells that blocks leave. Blocks that leave the same cells have the same
/// turnings, except for the parity. `None` as soon as there are too many.
fn of_places(shuffle: &Shuffle, blocks: &BlockNumbering, symmetries: &Symmetries) -> Option<usize> {
    let Arrangement { cells, odd, .. } = shuffle.arrangement;
    let (leading, arranged) = (blocks.leading_pieces(), cells - blocks.leading_pieces());
    let same: Vec<u8> = (0..exact::<u8>(arranged)).collect();
    let still = turn(&same, &same);
    let parities = if odd.is_some() { 2 } else { 1 };
    let lefts: Vec<u32> = (0..1u32 << cells).filter(|left| left.count_ones() as usize == arranged).collect();
    let mut all: HashSet<PackedTurning> = HashSet::new();
    let mut add = |goes: &[u8], becomes: &[u8], at: Option<u8>| {
        // If a move needs piece 0 in a cell, that cell is not left.
        for &left in lefts.iter().filter(|&left| at.is_none_or(|at| left >> at & 1 == 0)) {
            let places = (0..cells).filter(|cell| left >> cell & 1 != 0);
            let after = places.clone().fold(0u32, |after, cell| after | 1 << goes[cell]);
            let (mut there, mut back) = ([0; MOST_ARRANGED], [0; MOST_ARRANGED]);
            for (place, cell) in (0u8..).zip(places) {
                let to = exact::<u8>((after & ((1 << goes[cell]) - 1)).count_ones());
                there[usize::from(place)] = to;
                back[usize::from(to)] = place;
            }
            let mut become_back = [0; MOST_ARRANGED];
            (0u8..).zip(becomes).for_each(|(piece, &other)| become_back[usize::from(other)] = piece);
            all.insert(turn(&there[..arranged], becomes));
            all.insert(turn(&back[..arranged], &become_back[..arranged]));
        }
        all.len() * parities <= MOST + parities
    };
    for m in &shuffle.moves {
        if !add(&m.goes, &same, m.at) {
            return None;
        }
    }
    for symmetry in symmetries.all.iter().skip(1) {
        let becomes: Vec<u8> =
            symmetry.becomes[leading..cells].iter().map(|&piece| piece - exact::<u8>(leading)).collect();
        if !add(&symmetry.goes, &becomes, None) {
            return None;
        }
    }
    all.remove(&still);
    Some(all.len() * parities)
}

/// The turnings found so far, with the numbers of their tables.
pub struct Turnings<'t> {
    blocks: &'t BlockNumbering,
    numbers: HashMap<Turning, u16>,
    all: Vec<Turning>,
}

impl<'t> Turnings<'t> {
    pub fn new(blocks: &'t BlockNumbering) -> Self {
        Turnings { blocks, numbers: HashMap::new(), all: Vec::new() }
    }

    /// The number of a turning's table.
    ///
    /// # Errors
    /// [`Stop::Bytes`] if there are more turnings than numbers. A plan has [counted](number) them before.
    pub fn number(&mut self, turning: Turning) -> Result<u16, Stop> {
        if self.blocks.is_still(&turning) {
            return Ok(0);
        }
        if let Some(&number) = self.numbers.get(&turning) {
            return Ok(number);
        }
        let number = u16::try_from(self.all.len() + 1).map_err(|_| Stop::Bytes)?;
        self.all.push(turning);
        self.numbers.insert(turning, number);
        Ok(number)
    }

    /// The tables of turnings, after an empty table for number 0.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn tables(self, meter: &mut Meter<'_>) -> Result<Vec<IndexImages>, Stop> {
        let table = |turning: &Turning| {
            let table = self.blocks.table(turning);
            let mut chunks = vec![[0; 64]; table.len().div_ceil(64)];
            let there = chunks.iter_mut().zip(table.chunks(64));
            there.for_each(|(all, some)| all[..some.len()].copy_from_slice(some));
            chunks
        };
        let mut tables = Vec::with_capacity(self.all.len() + 1);
        tables.push(Vec::new());
        for some in self.all.chunks(TABLES_AT_A_TIME * rayon::current_num_threads()) {
            meter.watch(0)?;
            tables.par_extend(some.par_iter().map(table));
        }
        Ok(tables)
    }
}
