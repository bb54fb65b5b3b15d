//! The symmetries of moves, found as generators of their group.
//!
//! The search goes level by level, beginning with the last cell. Among the permutations that fix all cells before a
//! cell, it looks for one to each cell that the generators found so far do not reach (C. C. Sims's base and its
//! stabilisers; for graphs, B. D. McKay, "Practical graph isomorphism", Congressus Numerantium 30, 1981). So it finds
//! few permutations, and they generate all.
//!
//! Every look at a move and its image is a step. A search that has made all its steps gives up, and the permutations
//! found until then generate a group of symmetries, too.

use hashbrown::HashSet;

use crate::exact::exact;
use crate::puzzle::shuffle::{CellMove, CellPieces, MOST_CELLS};

/// The permutation that changes nothing.
pub fn identity() -> CellPieces {
    std::array::from_fn(exact::<u8>)
}

/// The inverse of a permutation.
pub fn inverse(of: &CellPieces) -> CellPieces {
    let mut inverse = *of;
    (0u8..).zip(of).for_each(|(from, &to)| inverse[usize::from(to)] = from);
    inverse
}

/// The product of two permutations: `first`, and then `second`.
pub fn then(first: &CellPieces, second: &CellPieces) -> CellPieces {
    first.map(|to| second[usize::from(to)])
}

/// The conditions that a symmetry must meet besides the moves.
pub struct SymmetryConditions<'k> {
    /// The colours of the cells: a symmetry takes each cell to a cell of the same colour.
    pub colours: [u8; MOST_CELLS],
    /// Whether a permutation of the cells that takes moves to moves is accepted, and the steps that this test takes.
    pub suits: &'k dyn Fn(&CellPieces) -> bool,
    pub steps: u64,
}

/// A move, and a possible image of the move.
type MoveImage = (u16, u16);

/// Generators of the permutations of the cells that take every move to a move and meet the conditions. If all
/// permutations would take more than `steps` steps, generators of a part of them.
pub fn generators(cells: usize, moves: &[CellMove], kept: &SymmetryConditions<'_>, steps: u64) -> Vec<CellPieces> {
    let Some(mut search) = CellSymmetrySearch::new(cells, moves, kept, steps) else { return Vec::new() };
    // For each number of first cells, the pairs that are left when these cells are fixed.
    let mut stays = vec![search.pairs()];
    for cell in 0..cells {
        let Some(pairs) = search.place(cell, exact::<u8>(cell), &stays[cell]) else { break };
        stays.push(pairs);
    }
    let mut found: Vec<CellPieces> = Vec::new();
    for (level, pairs) in stays.iter().enumerate().take(cells).rev() {
        // Cells to which no symmetry leads, with their orbits under the generators found.
        let mut dead = 0u32;
        for to in exact::<u8>(level) + 1..exact::<u8>(cells) {
            if (orbit(exact::<u8>(level), &found) | dead) >> to & 1 != 0 {
                continue;
            }
            search.goes = identity();
            match search.try_cell(level, to, pairs) {
                Some(()) => found.push(search.goes),
                None => dead |= orbit(to, &found),
            }
        }
    }
    found
}

/// The orbit of a cell, as a set of bits.
pub fn orbit(cell: u8, generators: &[CellPieces]) -> u32 {
    let (mut reached, mut new) = (1u32 << cell, vec![cell]);
    while let Some(cell) = new.pop() {
        for generator in generators {
            let to = generator[usize::from(cell)];
            if reached >> to & 1 == 0 {
                reached |= 1 << to;
                new.push(to);
            }
        }
    }
    reached
}

/// All products of some permutations, the identity first; `None` if there are more than `most`.
pub fn group(generators: &[CellPieces], most: usize) -> Option<Vec<CellPieces>> {
    let mut all = vec![identity()];
    let mut known: HashSet<CellPieces> = all.iter().copied().collect();
    let mut next = 0;
    while let Some(&element) = all.get(next) {
        next += 1;
        for generator in generators {
            let product = then(&element, generator);
            if known.insert(product) {
                if all.len() == most {
                    return None;
                }
                all.push(product);
            }
        }
    }
    Some(all)
}

struct CellSymmetrySearch<'m> {
    cells: usize,
    moves: &'m [CellMove],
    inverses: Vec<CellPieces>,
    kept: &'m SymmetryConditions<'m>,
    /// The images of the first cells; the numbers behind the last cell are fixed.
    goes: CellPieces,
    /// Steps that are left.
    steps: u64,
}

impl<'m> CellSymmetrySearch<'m> {
    /// `None` if the pairs of moves alone take more than `steps` steps.
    fn new(cells: usize, moves: &'m [CellMove], kept: &'m SymmetryConditions<'m>, steps: u64) -> Option<Self> {
        let number = u16::try_from(moves.len()).ok()?;
        let inverses = moves.iter().map(|m| inverse(&whole(m))).collect();
        let all = u64::from(number) * u64::from(number);
        (all <= steps).then(|| CellSymmetrySearch {
            cells,
            moves,
            inverses,
            kept,
            goes: identity(),
            steps: steps - all,
        })
    }

    /// Each move with each move that may be its image, before the image of any cell is known.
    fn pairs(&self) -> Vec<MoveImage> {
        let kind = |m: &CellMove| (m.sheets, m.at.is_some(), cycles(&whole(m), self.cells));
        let kinds: Vec<_> = self.moves.iter().map(kind).collect();
        let numbered = || (0u16..).zip(&kinds);
        numbered()
            .flat_map(|(m, kind)| numbered().filter(move |(_, other)| *other == kind).map(move |(to, _)| (m, to)))
            .collect()
    }

    /// The pairs left when `cell` goes to `to`, after the cells before it; `None` if a move has no image any more.
    fn place(&mut self, cell: usize, to: u8, pairs: &[MoveImage]) -> Option<Vec<MoveImage>> {
        if self.kept.colours[cell] != self.kept.colours[usize::from(to)] {
            return None;
        }
        self.steps = self.steps.checked_sub(1 + pairs.len() as u64)?;
        self.goes[cell] = to;
        let images = self.goes[..=cell].iter().fold(0u32, |images, to| images | 1 << to);
        let (goes, cell) = (&self.goes, exact::<u8>(cell));
        // The image of a placed cell is known, and the image of any other cell is not the image of a placed cell.
        let agree = |there: u8, image: u8| match there <= cell {
            true => goes[usize::from(there)] == image,
            false => images >> image & 1 == 0,
        };
        let is_left = |&(m, image): &MoveImage| {
            let (number, image_number) = (usize::from(m), usize::from(image));
            let (m, image) = (&self.moves[number], &self.moves[image_number]);
            agree(m.goes[usize::from(cell)], image.goes[usize::from(to)])
                && agree(self.inverses[number][usize::from(cell)], self.inverses[image_number][usize::from(to)])
                && (m.at == Some(cell)) == (image.at == Some(to))
        };
        let left: Vec<MoveImage> = pairs.iter().copied().filter(is_left).collect();
        let with_image = left.chunk_by(|one, other| one.0 == other.0).count();
        (with_image == self.moves.len()).then_some(left)
    }

    /// Sends a cell to `to`, and then every later cell to a cell where it can go.
    fn try_cell(&mut self, cell: usize, to: u8, pairs: &[MoveImage]) -> Option<()> {
        if self.goes[..cell].contains(&to) {
            return None;
        }
        let left = self.place(cell, to, pairs)?;
        if cell + 1 == self.cells {
            self.steps = self.steps.checked_sub(self.kept.steps)?;
            return (self.kept.suits)(&self.goes).then_some(());
        }
        (0..exact::<u8>(self.cells)).find_map(|to| self.try_cell(cell + 1, to, &left))
    }
}

/// Where a move takes the piece of each cell.
fn whole(m: &CellMove) -> CellPieces {
    let mut goes = identity();
    goes[..m.goes.len()].copy_from_slice(&m.goes);
    goes
}

/// The number of cycles of each length among the elements below `first`, which the permutation takes to each other.
pub fn cycles(of: &CellPieces, first: usize) -> [u64; MOST_CELLS + 1] {
    let mut number = [0; MOST_CELLS + 1];
    let mut seen = 0u32;
    for start in 0..first {
        let (mut at, mut length) = (start, 0);
        while seen >> at & 1 == 0 {
            seen |= 1 << at;
            at = of[at].into();
            length += 1;
        }
        number[length] += u64::from(length > 0);
    }
    number
}
