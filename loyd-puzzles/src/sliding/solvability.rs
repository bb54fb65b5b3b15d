//! Decides which arrangements moves can make from another arrangement: exact, for every connected board.
//!
//! First bring the blank home to a root cell, along one fixed tree of shortest ways. The rest is a permutation that
//! walks of the blank make, from the root and back. Such a permutation falls apart over the *blocks* of the board, the
//! parts that no single cell cuts in two. A closed walk enters a block by the cell nearest to the root, its *entry*.
//! Inside the block it permutes the pieces on the block's other cells, whatever it does in other blocks. So each block
//! has a group of its own, on its cells without the entry (R. M. Wilson, "Graph puzzles, homotopy, and the alternating
//! group", Journal of Combinatorial Theory B 16, 1974):
//!
//! - a block of two cells, one step: no piece moves;
//! - a ring: the pieces turn around, and keep their order;
//! - any other block: every even permutation. (Wilson's one exception, a graph of seven vertices, has rings of five; a
//!   grid has no rings of odd length. For the same reason no block of a grid has odd permutations.)
//!
//! With the blank at home, a piece never leaves its block. The number of reachable arrangements is the product of the
//! orders of the groups, times the number of cells for the blank.

use super::board::{Board, MOST_CELLS};
use loyd_core::exact::exact;
use loyd_core::puzzle::Unsolvable;
use loyd_core::rank::lehmer::is_odd;

pub use super::blocks::{BlockKind, BoardBlock, BoardBlocks};

/// The difference between a goal and all arrangements that a start reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    /// The start and the goal contain this piece a different number of times.
    Pieces(u8),
    /// With the blank at the root, this piece is in the first cell. The goal has it in the second cell, which is in
    /// another block.
    Trapped(u8, u8, u8),
    /// The pieces of this block differ by an odd permutation.
    Odd(usize),
    /// The pieces differ by an odd permutation, and with these two exchanged the start reaches the goal.
    Exchanged {
        /// The two pieces, the lower first.
        pieces: (u8, u8),
        /// Whether the goal appears with just these two exchanged when the blank goes home on a shortest way.
        are_all: bool,
    },
    /// The pieces of this ring are in another order around it.
    Ring(usize),
}

/// An arrangement: the piece in each cell, 0 for the blank. Cells past the end of the board are not used.
pub type PieceArray = [u8; MOST_CELLS];

impl BoardBlocks {
    /// Brings the blank to the root.
    fn bring_home(&self, pieces: &mut PieceArray) {
        let cells = &mut pieces[..self.cells()];
        let mut blank = cells.iter().position(|&piece| piece == 0).unwrap_or(self.root().into());
        for next in self.way_home(exact::<u8>(blank)) {
            cells.swap(blank, next.into());
            blank = next.into();
        }
    }

    /// Checks whether moves lead from `start` to `goal`.
    ///
    /// # Errors
    /// The first difference found.
    ///
    /// # Complexity
    /// O(cells), without allocation: a microsecond or less for a pair of arrangements of 24 cells.
    ///
    /// ```
    /// use loyd_puzzles::sliding::board::Board;
    /// use loyd_puzzles::sliding::solvability::{BoardBlocks, Difference};
    /// let blocks = BoardBlocks::new(&Board::rectangle(2, 3).unwrap(), 0);
    /// let arrangement = |pieces: [u8; 6]| std::array::from_fn(|cell| pieces.get(cell).copied().unwrap_or(0));
    /// let goal = arrangement([1, 2, 3, 4, 5, 0]);
    /// assert_eq!(blocks.compare(&arrangement([1, 2, 0, 4, 5, 3]), &goal), Ok(()));
    /// assert_eq!(blocks.compare(&arrangement([2, 1, 0, 4, 5, 3]), &goal), Err(Difference::Odd(0)));
    /// ```
    pub fn compare(&self, start: &PieceArray, goal: &PieceArray) -> Result<(), Difference> {
        let cells = self.cells();
        let (mut start, mut goal) = (*start, *goal);
        self.bring_home(&mut start);
        self.bring_home(&mut goal);
        let mut goal_cells = [None; MOST_CELLS];
        for (cell, &piece) in goal[..cells].iter().enumerate() {
            if goal_cells[usize::from(piece)].replace(exact::<u8>(cell)).is_some() {
                return Err(Difference::Pieces(piece));
            }
        }
        let mut wanted = [0; MOST_CELLS];
        for (number, block) in self.blocks().iter().enumerate() {
            for (at, &cell) in block.cells.iter().enumerate() {
                // The goal cell is taken out, so that a second copy of the piece is reported.
                let piece = start[usize::from(cell)];
                let goal_cell = goal_cells[usize::from(piece)].take().ok_or(Difference::Pieces(piece))?;
                let (goal_block, place) = self.place(goal_cell);
                if goal_cell == self.root() {
                    return Err(Difference::Pieces(piece));
                }
                if usize::from(goal_block) != number {
                    return Err(Difference::Trapped(piece, cell, goal_cell));
                }
                wanted[at] = place;
            }
            let wanted = &wanted[..block.cells.len()];
            if is_odd(wanted) {
                return Err(Difference::Odd(number));
            }
            let turned =
                |(at, &place): (usize, &u8)| (at + usize::from(wanted[0])) % wanted.len() == usize::from(place);
            if block.kind == BlockKind::Ring && !wanted.iter().enumerate().all(turned) {
                return Err(Difference::Ring(number));
            }
        }
        Ok(())
    }

    /// The reason why no moves lead from `start` to `goal`; `None` if they do. After an odd permutation it names two
    /// pieces to exchange, if an exchange of two pieces is enough.
    pub fn reason(&self, start: &PieceArray, goal: &PieceArray) -> Option<Difference> {
        match self.compare(start, goal) {
            Ok(()) => None,
            Err(Difference::Odd(block)) => Some(self.exchanged(block, start, goal).unwrap_or(Difference::Odd(block))),
            Err(difference) => Some(difference),
        }
    }

    /// Two pieces of a block whose exchange makes the start solvable, with the most pieces then in their goal cells.
    fn exchanged(&self, block: usize, start: &PieceArray, goal: &PieceArray) -> Option<Difference> {
        let exchange = |arrangement: &PieceArray, a: u8, b: u8| -> PieceArray {
            arrangement.map(|piece| {
                if piece == a {
                    b
                } else if piece == b {
                    a
                } else {
                    piece
                }
            })
        };
        let (mut home, mut goal_home) = (*start, *goal);
        self.bring_home(&mut home);
        self.bring_home(&mut goal_home);
        let BoardBlock { kind, cells } = &self.blocks()[block];
        let away = |a: u8, b: u8| {
            let after = exchange(&home, a, b);
            after[..self.cells()].iter().zip(&goal_home).filter(|(here, wanted)| here != wanted).count()
        };
        let mut pieces: Vec<u8> = cells.iter().map(|&cell| home[usize::from(cell)]).collect();
        pieces.sort_unstable();
        let pairs = pieces.iter().enumerate().flat_map(|(place, &a)| pieces[place + 1..].iter().map(move |&b| (a, b)));
        let mut pairs: Vec<(usize, u8, u8)> = pairs.map(|(a, b)| (away(a, b), a, b)).collect();
        pairs.sort_unstable();
        // If one exchange makes the permutation of the block even, all of them do.
        let tried = if *kind == BlockKind::Ring { pairs.len() } else { 1 };
        let solves = |&(_, a, b): &(usize, u8, u8)| self.compare(&exchange(start, a, b), goal).is_ok();
        let (away, a, b) = pairs.into_iter().take(tried).find(solves)?;
        Some(Difference::Exchanged { pieces: (a, b), are_all: away == 0 })
    }

    /// Explains a difference in a sentence. The root is the cell of the goal's blank.
    pub fn explain(&self, board: &Board, difference: Difference) -> Unsolvable {
        let home = board.place_name(self.root());
        let around = |block: usize| board.place_name(self.blocks()[block].cells[0]);
        match difference {
            Difference::Pieces(piece) => {
                Unsolvable::DifferentPieces(format!("start and goal do not contain piece {piece} equally often"))
            }
            Difference::Trapped(piece, cell, goal) => Unsolvable::Trapped(format!(
                "whenever the blank is in {home}, tile {piece} is in the part of the board around {}, cut off by a \
                 single cell from {}, where the goal has it",
                board.place_name(cell),
                board.place_name(goal)
            )),
            Difference::Exchanged { pieces: (a, b), are_all: true } => Unsolvable::Parity(format!(
                "the tiles {a} and {b} are exchanged, and no sequence of moves exchanges just two tiles"
            )),
            Difference::Exchanged { pieces: (a, b), are_all: false } => Unsolvable::Parity(format!(
                "the goal could be reached with the tiles {a} and {b} exchanged, but no sequence of moves exchanges \
                 just two tiles"
            )),
            Difference::Odd(block) => Unsolvable::Parity(format!(
                "whenever the blank is in {home}, an odd number of exchanges of two tiles leads to the goal's order in \
                 the part of the board around {}, and no sequence of moves exchanges just two tiles",
                around(block)
            )),
            Difference::Ring(block) => Unsolvable::OutsideGroup(format!(
                "the tiles of the ring through {} can only turn around it, and the goal has them in another order",
                around(block)
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashMap, HashSet};

    use super::*;
    use crate::sliding::board::tests::shapes;

    fn arrangement(pieces: &[u8]) -> PieceArray {
        std::array::from_fn(|cell| pieces.get(cell).copied().unwrap_or(0))
    }

    fn neighbours(board: &Board, pieces: &[u8]) -> Vec<Vec<u8>> {
        let blank = pieces.iter().position(|&piece| piece == 0).unwrap();
        let moved = |&next: &u8| {
            let mut moved = pieces.to_vec();
            moved.swap(blank, next.into());
            moved
        };
        board.neighbours(blank as u8).iter().map(moved).collect()
    }

    /// All arrangements that moves make from `start`, by exhaustive search.
    fn exhaust(board: &Board, start: &[u8]) -> HashSet<Vec<u8>> {
        let mut seen = HashSet::from([start.to_vec()]);
        let mut queue = vec![start.to_vec()];
        while let Some(pieces) = queue.pop() {
            for moved in neighbours(board, &pieces) {
                if seen.insert(moved.clone()) {
                    queue.push(moved);
                }
            }
        }
        seen
    }

    fn arrangements(cells: usize) -> Vec<Vec<u8>> {
        (0..loyd_core::rank::lehmer::FACTORIALS[cells])
            .map(|number| loyd_core::rank::lehmer::unrank_wide(number.into(), cells).unwrap())
            .collect()
    }

    /// All arrangements of a board by the arrangements that moves make of each other.
    struct Components {
        number: HashMap<Vec<u8>, usize>,
        all: Vec<HashSet<Vec<u8>>>,
    }

    impl Components {
        fn of(board: &Board, all: &[Vec<u8>]) -> Self {
            let mut components = Components { number: HashMap::new(), all: Vec::new() };
            for pieces in all {
                if !components.number.contains_key(pieces) {
                    let found = exhaust(board, pieces);
                    let number = components.all.len();
                    components.number.extend(found.iter().map(|pieces| (pieces.clone(), number)));
                    components.all.push(found);
                }
            }
            components
        }

        fn reached(&self, pieces: &[u8]) -> &HashSet<Vec<u8>> {
            &self.all[self.number[pieces]]
        }

        /// Whether a shortest way of the blank to a cell makes an arrangement.
        fn is_near(&self, board: &Board, pieces: &[u8], wanted: &[u8], root: usize) -> bool {
            let mut layer = vec![pieces.to_vec()];
            while layer.iter().all(|at| at[root] != 0) {
                layer = layer.iter().flat_map(|at| neighbours(board, at)).collect();
            }
            layer.iter().any(|at| at == wanted)
        }

        /// Whether each part of the sentence about a difference is true, by the arrangements that moves make.
        fn is_true(
            &self,
            (board, blocks): (&Board, &BoardBlocks),
            difference: Difference,
            pieces: &[u8],
            goal: &[u8],
        ) -> bool {
            let exchanged = |pieces: &[u8], a: u8, b: u8| -> Vec<u8> {
                pieces
                    .iter()
                    .map(|&piece| {
                        if piece == a {
                            b
                        } else if piece == b {
                            a
                        } else {
                            piece
                        }
                    })
                    .collect()
            };
            let root = usize::from(blocks.root());
            let home = |from| self.reached(from).iter().filter(move |pieces| pieces[root] == 0);
            let (here, cells) = (self.reached(pieces), 1..pieces.len() as u8);
            let no_moves_exchange = || {
                let pairs = || cells.clone().flat_map(|a| (1..a).map(move |b| (a, b)));
                pairs().all(|(a, b)| !here.contains(&exchanged(pieces, a, b)))
            };
            let order = |of: &[u8], cells: &[u8]| cells.iter().map(|&cell| of[usize::from(cell)]).collect::<Vec<_>>();
            match difference {
                Difference::Pieces(_) => false,
                Difference::Trapped(piece, cell, wanted) => {
                    let part = &blocks.blocks()[usize::from(blocks.place(cell).0)].cells;
                    let is_kept = |at: &Vec<u8>| part.iter().any(|&cell| at[usize::from(cell)] == piece);
                    home(pieces).all(is_kept)
                        && !part.contains(&wanted)
                        && home(goal).any(|at| at[usize::from(wanted)] == piece)
                }
                Difference::Exchanged { pieces: (a, b), are_all } => {
                    let is_enough = self.reached(goal).contains(&exchanged(pieces, a, b));
                    let wanted = exchanged(goal, a, b);
                    let is_near = || self.is_near(board, pieces, &wanted, root);
                    is_enough && no_moves_exchange() && (!are_all || is_near())
                }
                Difference::Odd(block) => {
                    let cells = &blocks.blocks()[block].cells;
                    let is_odd = |at: &Vec<u8>| {
                        let wanted = order(goal, cells);
                        let places = order(at, cells).into_iter().map(|piece| wanted.iter().position(|&w| w == piece));
                        places.collect::<Option<Vec<_>>>().is_some_and(|places| {
                            let places: Vec<u8> = places.into_iter().map(|place| place as u8).collect();
                            is_odd(&places)
                        })
                    };
                    goal[root] == 0 && no_moves_exchange() && home(pieces).all(is_odd)
                }
                Difference::Ring(block) => {
                    let cells = &blocks.blocks()[block].cells;
                    let turns: HashSet<Vec<u8>> = home(pieces).map(|at| order(at, cells)).collect();
                    turns.len() == cells.len() && home(goal).all(|at| !turns.contains(&order(at, cells)))
                }
            }
        }
    }

    /// A reason is checked like an answer: each one that is given is evaluated by breadth-first search.
    #[test]
    fn every_reason_is_true() {
        let mut given = BTreeSet::new();
        for cells in 2..=7 {
            let all = arrangements(cells);
            for (number, board) in shapes(cells).into_iter().enumerate() {
                let components = Components::of(&board, &all);
                let goal = &all[number * 31 % all.len()];
                let root = goal.iter().position(|&piece| piece == 0).unwrap() as u8;
                let blocks = BoardBlocks::new(&board, root);
                for pieces in all.iter().skip(number % 7).step_by(if cells < 7 { 1 } else { 61 }) {
                    let reason = blocks.reason(&arrangement(pieces), &arrangement(goal));
                    assert_eq!(reason.is_none(), components.reached(goal).contains(pieces));
                    let Some(reason) = reason else { continue };
                    given.insert(format!("{reason:?}").split(['(', ' ']).next().unwrap().to_string());
                    let why = blocks.explain(&board, reason);
                    assert!(
                        components.is_true((&board, &blocks), reason, pieces, goal),
                        "{board:?}: {pieces:?} to {goal:?}: {reason:?}: {why}"
                    );
                }
            }
        }
        assert_eq!(Vec::from_iter(given), ["Exchanged", "Odd", "Trapped"]);
        // The smallest ring with an even permutation that is not a turn has eight cells.
        let board = Board::parse("###\n#.#\n###").unwrap();
        let goal = [1, 2, 3, 4, 5, 6, 7, 0];
        let blocks = BoardBlocks::new(&board, 7);
        for pieces in [[2, 1, 4, 3, 5, 6, 7, 0], [2, 1, 3, 4, 5, 6, 0, 7], [4, 2, 3, 1, 5, 7, 6, 0]] {
            let reason = blocks.reason(&arrangement(&pieces), &arrangement(&goal)).unwrap();
            let components = Components::of(&board, &[pieces, goal].map(Vec::from));
            assert!(components.is_true((&board, &blocks), reason, &pieces, &goal), "{pieces:?}: {reason:?}");
        }
    }

    #[test]
    fn exact_on_every_arrangement_of_every_shape_of_up_to_six_cells() {
        let mut kinds = BTreeSet::new();
        for cells in 2..=6 {
            let all = arrangements(cells);
            for board in shapes(cells) {
                let goal: Vec<u8> = (0..cells as u8).map(|cell| (cell + 1) % cells as u8).collect();
                let reached = exhaust(&board, &goal);
                for root in [0, cells as u8 / 2, cells as u8 - 1] {
                    let blocks = BoardBlocks::new(&board, root);
                    assert_eq!(blocks.reachable(), Some(reached.len() as u128), "{board:?} from {root}");
                    for pieces in &all {
                        let difference = blocks.compare(&arrangement(pieces), &arrangement(&goal));
                        assert_eq!(difference.is_ok(), reached.contains(pieces), "{board:?} from {root}: {pieces:?}");
                        if let Err(difference) = difference {
                            kinds.insert(blocks.explain(&board, difference).kind());
                        }
                    }
                }
            }
        }
        // The smallest ring with an even permutation that is not a turn has eight cells.
        assert_eq!(Vec::from_iter(kinds), ["parity", "trapped"]);
    }

    #[test]
    fn exact_in_number_and_on_samples_of_every_shape_of_seven_and_eight_cells() {
        for cells in [7, 8] {
            let all = arrangements(cells);
            for (number, board) in shapes(cells).into_iter().enumerate() {
                let goal: Vec<u8> = all[number * 31 % all.len()].clone();
                let root = (number % cells) as u8;
                let blocks = BoardBlocks::new(&board, root);
                let reached = exhaust(&board, &goal);
                assert_eq!(blocks.reachable(), Some(reached.len() as u128), "{board:?}");
                let samples = all.iter().skip(number % 97).step_by(97).chain(reached.iter().take(97));
                for pieces in samples {
                    let solvable = blocks.compare(&arrangement(pieces), &arrangement(&goal)).is_ok();
                    assert_eq!(solvable, reached.contains(pieces), "{board:?}: {pieces:?} to {goal:?}");
                }
            }
        }
    }

    #[test]
    fn reasons_are_sentences() {
        let say = |map: &str, start: &[u8]| {
            let (board, goal): (Board, Vec<u8>) =
                (Board::parse(map).unwrap(), (1..start.len() as u8).chain([0]).collect());
            let blocks = BoardBlocks::new(&board, start.len() as u8 - 1);
            blocks.explain(&board, blocks.reason(&arrangement(start), &arrangement(&goal)).unwrap()).to_string()
        };
        assert_eq!(
            say("###\n###", &[2, 1, 3, 4, 5, 0]),
            "parity: the tiles 1 and 2 are exchanged, and no sequence of moves exchanges just two tiles"
        );
        assert_eq!(
            say("###\n###", &[2, 3, 4, 1, 5, 0]),
            "parity: the goal could be reached with the tiles 1 and 2 exchanged, but no sequence of moves exchanges \
             just two tiles"
        );
        assert!(say("###\n#.#\n###", &[2, 1, 4, 3, 5, 6, 7, 0]).starts_with(
            "outside the group of the moves: the tiles \
                                                                             of the ring"
        ));
        assert_eq!(
            say("###", &[2, 1, 0]),
            "trapped piece: whenever the blank is in row 1, column 3, tile 2 is in the part of the board around row 1, \
             column 1, cut off by a single cell from row 1, column 2, where the goal has it"
        );
    }

    #[test]
    fn different_pieces_are_told() {
        let blocks = BoardBlocks::new(&Board::rectangle(2, 2).unwrap(), 3);
        let compare = |start: &[u8], goal: &[u8]| blocks.compare(&arrangement(start), &arrangement(goal));
        assert_eq!(compare(&[1, 2, 3, 0], &[1, 2, 4, 0]), Err(Difference::Pieces(3)));
        assert_eq!(compare(&[1, 1, 3, 0], &[1, 2, 3, 0]), Err(Difference::Pieces(1)));
        assert_eq!(compare(&[1, 2, 3, 0], &[1, 1, 3, 0]), Err(Difference::Pieces(1)));
        assert!(compare(&[1, 0, 3, 0], &[1, 2, 3, 0]).is_err());
    }

    #[test]
    fn the_square_with_eight_arms() {
        let board = Board::hdu4021();
        let blocks = BoardBlocks::new(&board, 0);
        let mut sizes: Vec<_> = blocks.blocks().iter().map(|block| (block.cells.len(), block.kind)).collect();
        sizes.sort_by_key(|(cells, _)| *cells);
        assert_eq!(sizes[..8], [(1, BlockKind::Edge); 8]);
        assert_eq!(sizes[8..], [(15, BlockKind::Alternating)]);
    }
}
