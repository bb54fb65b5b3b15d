//! Divides a board into its blocks, the parts that no single cell cuts in two.

use super::board::Board;
use loyd_core::exact::exact;

/// The kind of a block: which permutations the moves inside it make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockKind {
    /// Two cells: the moves permute nothing.
    Edge,
    /// A ring of cells: the moves turn the pieces around the ring.
    Ring,
    /// Any other block: the moves make every even permutation.
    Alternating,
}

/// A part of the board that no single cell cuts in two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardBlock {
    /// Which permutations the moves inside the block make.
    pub kind: BlockKind,
    /// The cells of the block without its entry: ascending, or for a ring in the order around it.
    pub cells: Vec<u8>,
}

impl BoardBlock {
    /// The number of permutations that the moves make of the block's pieces; `None` from 2^128 on.
    pub fn order(&self) -> Option<u128> {
        match self.kind {
            BlockKind::Edge => Some(1),
            BlockKind::Ring => Some(self.cells.len() as u128),
            BlockKind::Alternating => (3..=self.cells.len() as u128).try_fold(1, u128::checked_mul),
        }
    }
}

/// The blocks of a board with a root cell. Each block has an *entry*, its cell nearest to the root.
#[derive(Clone, Debug)]
pub struct BoardBlocks {
    root: u8,
    /// For each cell, the next cell on the way to the root; for the root, the root itself.
    homeward: Vec<u8>,
    blocks: Vec<BoardBlock>,
    /// For each cell, its block and its place in the block. The value for the root is not used.
    places: Vec<(u8, u8)>,
}

impl BoardBlocks {
    /// Divides a board into its blocks.
    ///
    /// # Complexity
    /// O(cells).
    ///
    /// ```
    /// use loyd_puzzles::sliding::board::Board;
    /// use loyd_puzzles::sliding::solvability::BoardBlocks;
    /// let board = Board::parse("###.##\n######").unwrap();
    /// let sizes: Vec<_> = BoardBlocks::new(&board, 0).blocks().iter().map(|block| block.order().unwrap()).collect();
    /// assert_eq!(sizes, [3, 1, 1, 60]); // a ring of four cells, two edges, and a part of six
    /// ```
    pub fn new(board: &Board, root: u8) -> BoardBlocks {
        let cells = board.cells();
        let distances = board.distances(root);
        let homeward = (0..=exact::<u8>(cells - 1)).map(|cell| {
            let ways = board.neighbours(cell).iter().copied();
            ways.min_by_key(|&next| distances[usize::from(next)]).filter(|_| cell != root).unwrap_or(root)
        });
        let mut search = DepthFirst { board, found: vec![0; cells], low: vec![0; cells], path: vec![], blocks: vec![] };
        search.visit(root, root, 1);
        let mut places = vec![(0, 0); cells];
        for (number, block) in search.blocks.iter().enumerate() {
            for (at, &cell) in block.cells.iter().enumerate() {
                places[usize::from(cell)] = (exact::<u8>(number), exact::<u8>(at));
            }
        }
        BoardBlocks { root, homeward: homeward.collect(), blocks: search.blocks, places }
    }

    /// The number of cells of the board.
    pub fn cells(&self) -> usize {
        self.places.len()
    }

    /// The root cell.
    pub fn root(&self) -> u8 {
        self.root
    }

    /// The blocks. A block comes after all blocks that are connected to the root through it.
    pub fn blocks(&self) -> &[BoardBlock] {
        &self.blocks
    }

    /// Whether the whole board is one block with every even permutation, as every rectangle from 2x3 on is.
    pub fn is_one_alternating(&self) -> bool {
        matches!(self.blocks.as_slice(), [BoardBlock { kind: BlockKind::Alternating, .. }])
    }

    /// The number of arrangements that can be reached from any arrangement; `None` from 2^128 on.
    pub fn reachable(&self) -> Option<u128> {
        let cells = self.cells() as u128;
        self.blocks.iter().try_fold(cells, |product, block| product.checked_mul(block.order()?))
    }

    /// The next cell on the way from `cell` to the root.
    #[inline]
    pub fn homeward(&self, cell: u8) -> u8 {
        self.homeward[usize::from(cell)]
    }

    /// The block of a cell other than the root, and the cell's place in the block.
    #[inline]
    pub fn place(&self, cell: u8) -> (u8, u8) {
        self.places[usize::from(cell)]
    }

    /// The cells that the blank goes through from `cell` to the root, the root last.
    pub fn way_home(&self, cell: u8) -> impl Iterator<Item = u8> {
        let next = |cell: u8| (cell != self.root).then(|| self.homeward(cell));
        std::iter::successors(next(cell), move |&cell| next(cell))
    }
}

/// Tarjan's search for blocks: a block is complete when a subtree reaches back no further than to its parent cell. The
/// recursion is as deep as the longest path, at most 256 cells.
struct DepthFirst<'a> {
    board: &'a Board,
    /// The step at which each cell was found, from 1.
    found: Vec<u16>,
    /// For each cell, the earliest step that its subtree reaches back to.
    low: Vec<u16>,
    path: Vec<u8>,
    blocks: Vec<BoardBlock>,
}

impl DepthFirst<'_> {
    /// Visits a cell, and returns the next free step.
    fn visit(&mut self, cell: u8, parent: u8, step: u16) -> u16 {
        let (at, board) = (usize::from(cell), self.board);
        (self.found[at], self.low[at]) = (step, step);
        let mut next_step = step + 1;
        for &next in board.neighbours(cell) {
            let to = usize::from(next);
            if self.found[to] == 0 {
                let depth = self.path.len();
                self.path.push(next);
                next_step = self.visit(next, cell, next_step);
                self.low[at] = self.low[at].min(self.low[to]);
                if self.low[to] >= step {
                    let cells = self.path.split_off(depth);
                    self.blocks.push(self.block(cell, cells));
                }
            } else if next != parent {
                self.low[at] = self.low[at].min(self.found[to]);
            }
        }
        next_step
    }

    /// Makes the block of these cells and the entry.
    fn block(&self, entry: u8, mut cells: Vec<u8>) -> BoardBlock {
        cells.sort_unstable();
        let inside = |cell: &u8| *cell == entry || cells.binary_search(cell).is_ok();
        let ends = |cell: u8| self.board.neighbours(cell).iter().filter(|next| inside(next)).count();
        let edges = cells.iter().map(|&cell| ends(cell)).sum::<usize>() + ends(entry);
        let kind = match cells.len() {
            1 => BlockKind::Edge,
            others if edges == 2 * (others + 1) => BlockKind::Ring,
            _ => BlockKind::Alternating,
        };
        if kind == BlockKind::Ring {
            cells = self.around(entry, &cells);
        }
        BoardBlock { kind, cells }
    }

    /// The cells of a ring in the order around it, from the entry on.
    fn around(&self, entry: u8, cells: &[u8]) -> Vec<u8> {
        let (mut around, mut cell) = (vec![], entry);
        while let Some(&next) =
            self.board.neighbours(cell).iter().find(|next| cells.contains(next) && !around.contains(*next))
        {
            around.push(next);
            cell = next;
        }
        around
    }
}
