//! Symmetries of a shuffle, found and proved: permutations of the cells that take every move to a move, together with
//! those of the pieces that then leave the goal as it is.
//!
//! Such a pair takes every state to one that is as far from the goal. Of the blocks that the pairs take to each other
//! only the least is kept, with all of its states; what is found in it counts as often as there are blocks like it.
//! (For the idea in pattern databases, J. C. Culberson and J. Schaeffer, "Pattern databases", Computational
//! Intelligence 14(3), 1998; here it holds for the whole space.)
//!
//! A pair is of use if it takes blocks to blocks: if the pieces that are told apart by their cells become each other.
//! Which pieces these are is for us to choose: those that most pairs leave together.

use super::super::arrangements::Arrangements;
use crate::puzzle::NotListed;
use crate::puzzle::shuffle::{CellMove, MOST_CELLS, Pieces, Shuffle};
use crate::rank::blocks::MOST_ARRANGED;

/// A symmetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// Where the piece of each cell goes.
    pub goes: Pieces,
    /// Which piece each one becomes.
    pub becomes: Pieces,
}

/// The symmetries that are used, and the numbers that the pieces have for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetries {
    /// The first leaves all as it is.
    pub all: Vec<Symmetry>,
    /// The number of each piece.
    pub numbers: Pieces,
}

fn identity() -> Pieces {
    std::array::from_fn(|cell| cell as u8)
}

fn inverse(of: &Pieces) -> Pieces {
    let mut inverse = *of;
    (0u8..).zip(of).for_each(|(from, &to)| inverse[usize::from(to)] = from);
    inverse
}

/// `first`, and then `second`.
fn then(first: &Pieces, second: &Pieces) -> Pieces {
    first.map(|to| second[usize::from(to)])
}

impl Symmetries {
    /// None but the one that leaves all as it is.
    pub fn none() -> Self {
        Symmetries { all: vec![Symmetry { goes: identity(), becomes: identity() }], numbers: identity() }
    }

    /// Those of a shuffle around its goals, for blocks that tell so many pieces apart.
    pub fn of(puzzle: &dyn Arrangements, shuffle: &Shuffle, told: usize) -> Result<Self, NotListed> {
        let arrangement = &shuffle.arrangement;
        let goals = puzzle.goals()?;
        let mut all = Vec::new();
        for goes in automorphisms(arrangement.cells, &shuffle.moves) {
            let Some((first, _)) = goals.first() else { continue };
            // The piece in a cell of the goal becomes the one in the cell that this one goes to.
            let becomes = then(&then(&inverse(first), &goes), first);
            let symmetry = Symmetry { goes, becomes };
            let goals_stay = goals.iter().all(|(goal, sheet)| goals.contains(&(symmetry.applied(goal), *sheet)));
            // Where moves depend on piece 0, it must stay what it is; where arrangements are halved by its cell, the
            // halves must stay, too.
            let first_stays = becomes[0] == 0;
            let moves_stay = first_stays || shuffle.moves.iter().all(|m| m.at.is_none());
            let halves_stay = arrangement.odd.is_none_or(|odd| {
                let odd = &odd[..arrangement.cells];
                let stay = (0..arrangement.cells).all(|cell| odd[cell] == odd[usize::from(goes[cell])]);
                odd.iter().all(|half| *half == odd[0]) || first_stays && stay
            });
            if goals_stay && moves_stay && halves_stay {
                all.push(symmetry);
            }
        }
        // Piece 0 is told apart where anything depends on it.
        let is_first_free = shuffle.moves.iter().all(|m| m.at.is_none())
            && arrangement.odd.is_none_or(|odd| odd[..arrangement.cells].iter().all(|half| *half == odd[0]));
        let numbers = numbers(arrangement.cells, told, is_first_free, &all);
        let told_stay = |symmetry: &Symmetry| {
            (0..arrangement.cells).all(|piece| {
                let is_told = |piece: usize| usize::from(numbers[piece]) < told;
                is_told(piece) == is_told(symmetry.becomes[piece].into())
            })
        };
        all.retain(told_stay);
        // A group, and so with the identity among them; renumbered, and it first.
        let back = inverse(&numbers);
        all.iter_mut().for_each(|symmetry| symmetry.becomes = then(&then(&back, &symmetry.becomes), &numbers));
        all.sort_by_key(|symmetry| symmetry.goes);
        Ok(if all.len() > 1 { Symmetries { all, numbers } } else { Symmetries::none() })
    }

    /// How many blocks of a sheet are kept: orbits, counted by W. Burnside's lemma ("Theory of groups of finite order",
    /// 1897). A block stays if every piece told apart goes to the cell of the one that it becomes, so if every cycle of
    /// these pieces lies in a cycle of cells of the same length.
    pub fn blocks(&self, cells: usize, told: usize) -> u64 {
        let stay = |symmetry: &Symmetry| {
            let (of_cells, of_pieces) = (cycles(&symmetry.goes, cells), cycles(&symmetry.becomes, told));
            (1..=cells)
                .map(|length| {
                    let choices = (0..of_pieces[length]).map(|taken| of_cells[length].saturating_sub(taken));
                    choices.product::<u64>() * (length as u64).pow(of_pieces[length] as u32)
                })
                .product::<u64>()
        };
        self.all.iter().map(stay).sum::<u64>() / self.all.len() as u64
    }
}

impl Symmetry {
    /// What becomes of an arrangement.
    pub fn applied(&self, pieces: &Pieces) -> Pieces {
        let mut after = *pieces;
        (0..MOST_CELLS).for_each(|cell| {
            after[usize::from(self.goes[cell])] = self.becomes[usize::from(pieces[cell])];
        });
        after
    }
}

/// The number of cycles of each length in the first of a permutation's elements, which go to each other.
fn cycles(of: &Pieces, first: usize) -> [u64; MOST_CELLS + 1] {
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

/// All permutations of the cells that take every move to one, by trying where the cells may go, one after the other.
fn automorphisms(cells: usize, moves: &[CellMove]) -> Vec<Pieces> {
    struct Search<'m> {
        cells: usize,
        moves: &'m [CellMove],
        goes: Pieces,
        found: Vec<Pieces>,
    }
    impl Search<'_> {
        /// Whether every move can be taken to some move, as far as is known where the first cells go.
        fn is_possible(&self, known: usize) -> bool {
            let to = |cell: u8| (usize::from(cell) < known).then(|| self.goes[usize::from(cell)]);
            let is_image = |m: &CellMove, image: &CellMove| {
                let cells_agree = (0..known).all(|cell| {
                    let after = image.goes[usize::from(self.goes[cell])];
                    to(m.goes[cell]).map_or_else(|| !self.goes[..known].contains(&after), |expected| expected == after)
                });
                let places_agree = match (m.at, image.at) {
                    (None, None) => true,
                    (Some(at), Some(image)) => {
                        to(at).map_or_else(|| !self.goes[..known].contains(&image), |expected| expected == image)
                    }
                    _ => false,
                };
                m.sheets == image.sheets && cells_agree && places_agree
            };
            self.moves.iter().all(|m| self.moves.iter().any(|image| is_image(m, image)))
        }

        fn go_on(&mut self, known: usize) {
            if known == self.cells {
                self.found.push(self.goes);
                return;
            }
            for to in 0..self.cells as u8 {
                if self.goes[..known].contains(&to) {
                    continue;
                }
                self.goes[known] = to;
                if self.is_possible(known + 1) {
                    self.go_on(known + 1);
                }
            }
            self.goes[known] = known as u8;
        }
    }
    let mut search = Search { cells, moves, goes: identity(), found: Vec::new() };
    search.go_on(0);
    search.found
}

/// Numbers for the pieces, so that the first `told` become each other by as many symmetries as can be. Piece 0 stays
/// the first, unless it may be any; where nothing is gained, all stay.
fn numbers(cells: usize, told: usize, is_first_free: bool, all: &[Symmetry]) -> Pieces {
    debug_assert!(cells - told <= MOST_ARRANGED);
    let first = (1u32 << told) - 1;
    let stay = |set: u32| {
        let stays = |symmetry: &&Symmetry| {
            (0..cells).all(|piece| set >> piece & 1 == 0 || set >> symmetry.becomes[piece] & 1 != 0)
        };
        all.iter().filter(stays).count()
    };
    let (mut best, mut most) = (first, stay(first));
    let sets = (0..1u32 << cells).filter(|set| set.count_ones() as usize == told && (is_first_free || set & 1 != 0));
    for set in sets.filter(|_| all.len() > 1) {
        let stay = stay(set);
        if stay > most {
            (best, most) = (set, stay);
        }
    }
    let mut numbers = identity();
    let (mut inside, mut outside) = (0, told as u8);
    for (piece, number) in numbers.iter_mut().enumerate().take(cells) {
        let next = if best >> piece & 1 != 0 { &mut inside } else { &mut outside };
        *number = *next;
        *next += 1;
    }
    numbers
}
