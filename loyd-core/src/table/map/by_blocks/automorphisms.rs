//! The symmetries of moves, found as generators of their group.
//!
//! Level by level, the last cell's first: of the permutations that leave all cells before one as they are, one is
//! looked for to each cell that those found so far do not lead to (C. C. Sims's base and its stabilisers; for graphs,
//! B. D. McKay, "Practical graph isomorphism", Congressus Numerantium 30, 1981). So few are found, and they make all.
//!
//! Every look at a move and its image is a step. A search that has made all steps that it may gives up, and what was
//! found until then is a group of symmetries, too.

use hashbrown::HashSet;

use crate::exact::exact;
use crate::puzzle::shuffle::{CellMove, MOST_CELLS, Pieces};

/// The permutation that leaves all as it is.
pub fn identity() -> Pieces {
    std::array::from_fn(exact::<u8>)
}

/// The permutation that takes a permutation back.
pub fn inverse(of: &Pieces) -> Pieces {
    let mut inverse = *of;
    (0u8..).zip(of).for_each(|(from, &to)| inverse[usize::from(to)] = from);
    inverse
}

/// The product: `first`, and then `second`.
pub fn then(first: &Pieces, second: &Pieces) -> Pieces {
    first.map(|to| second[usize::from(to)])
}

/// What a symmetry must keep besides the moves.
pub struct Kept<'k> {
    /// A cell goes to one of the same colour.
    pub colours: [u8; MOST_CELLS],
    /// Whether a permutation of the cells that takes moves to moves will do, and the steps that this question takes.
    pub suits: &'k dyn Fn(&Pieces) -> bool,
    pub steps: u64,
}

/// A move, and one that it may be taken to.
type Pair = (u16, u16);

/// Generators of the permutations of the cells that take every move to a move and keep what is to be kept, or of a
/// part of them where all would take more than so many steps.
pub fn generators(cells: usize, moves: &[CellMove], kept: &Kept<'_>, steps: u64) -> Vec<Pieces> {
    let Some(mut search) = Search::new(cells, moves, kept, steps) else { return Vec::new() };
    // The pairs where the first cells stay.
    let mut stays = vec![search.pairs()];
    for cell in 0..cells {
        let Some(pairs) = search.place(cell, exact::<u8>(cell), &stays[cell]) else { break };
        stays.push(pairs);
    }
    let mut found: Vec<Pieces> = Vec::new();
    for (level, pairs) in stays.iter().enumerate().take(cells).rev() {
        // What leads nowhere, and where what is found leads from there.
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

/// The cells that a cell is taken to.
pub fn orbit(cell: u8, generators: &[Pieces]) -> u32 {
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

/// All products of some permutations, the one that changes nothing first; `None` if they are more than `most`.
pub fn group(generators: &[Pieces], most: usize) -> Option<Vec<Pieces>> {
    let mut all = vec![identity()];
    let mut known: HashSet<Pieces> = all.iter().copied().collect();
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

struct Search<'m> {
    cells: usize,
    moves: &'m [CellMove],
    inverses: Vec<Pieces>,
    kept: &'m Kept<'m>,
    /// Where the first cells go; the others are left as they are.
    goes: Pieces,
    /// Steps that are left.
    steps: u64,
}

impl<'m> Search<'m> {
    /// `None` where the pairs of moves alone are too many.
    fn new(cells: usize, moves: &'m [CellMove], kept: &'m Kept<'m>, steps: u64) -> Option<Self> {
        let number = u16::try_from(moves.len()).ok()?;
        let inverses = moves.iter().map(|m| inverse(&whole(m))).collect();
        let all = u64::from(number) * u64::from(number);
        (all <= steps).then(|| Search { cells, moves, inverses, kept, goes: identity(), steps: steps - all })
    }

    /// Every move with those that it may be taken to as long as nothing is known of where cells go.
    fn pairs(&self) -> Vec<Pair> {
        let kind = |m: &CellMove| (m.sheets, m.at.is_some(), cycles(&whole(m), self.cells));
        let kinds: Vec<_> = self.moves.iter().map(kind).collect();
        let numbered = || (0u16..).zip(&kinds);
        numbered()
            .flat_map(|(m, kind)| numbered().filter(move |(_, other)| *other == kind).map(move |(to, _)| (m, to)))
            .collect()
    }

    /// The pairs that are left when a cell goes there, as do those before it; `None` if a move has no image any more.
    fn place(&mut self, cell: usize, to: u8, pairs: &[Pair]) -> Option<Vec<Pair>> {
        if self.kept.colours[cell] != self.kept.colours[usize::from(to)] {
            return None;
        }
        self.steps = self.steps.checked_sub(1 + pairs.len() as u64)?;
        self.goes[cell] = to;
        let images = self.goes[..=cell].iter().fold(0u32, |images, to| images | 1 << to);
        let (goes, cell) = (&self.goes, exact::<u8>(cell));
        // What a known cell goes to is known; what another goes to is the image of none that is known.
        let agree = |there: u8, image: u8| match there <= cell {
            true => goes[usize::from(there)] == image,
            false => images >> image & 1 == 0,
        };
        let is_left = |&(m, image): &Pair| {
            let (number, image_number) = (usize::from(m), usize::from(image));
            let (m, image) = (&self.moves[number], &self.moves[image_number]);
            agree(m.goes[usize::from(cell)], image.goes[usize::from(to)])
                && agree(self.inverses[number][usize::from(cell)], self.inverses[image_number][usize::from(to)])
                && (m.at == Some(cell)) == (image.at == Some(to))
        };
        let left: Vec<Pair> = pairs.iter().copied().filter(is_left).collect();
        let with_image = left.chunk_by(|one, other| one.0 == other.0).count();
        (with_image == self.moves.len()).then_some(left)
    }

    /// Sends a cell there, and all cells behind it where they can go.
    fn try_cell(&mut self, cell: usize, to: u8, pairs: &[Pair]) -> Option<()> {
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
fn whole(m: &CellMove) -> Pieces {
    let mut goes = identity();
    goes[..m.goes.len()].copy_from_slice(&m.goes);
    goes
}

/// The number of cycles of each length in the first of a permutation's elements, which go to each other.
pub fn cycles(of: &Pieces, first: usize) -> [u64; MOST_CELLS + 1] {
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
