//! The search tree of the sum of distances on boards of up to 16 cells, expanded without branches. A node has two words
//! of position and one word of counts; there are three small tables.
//!
//! Beside the arrangement a node stores, for every cell and each of its four sides, whether the tile on that side would
//! come nearer to its goal by moving to the cell: 64 bits. The four bits of the blank's cell and the moves left
//! determine which children the bound leaves. One table lists these children in order, another contains the changes
//! that a move makes, the third contains the bits of the moved tile for its new neighbours.

use crate::sliding::board::Board;
use crate::sliding::layout::{BlankSteps, SlidingLayout, TileDistances};
use crate::sliding::{Sliding, SlidingState};
use loyd_core::exact::exact;
use loyd_core::heuristic::branch_free::{BranchFree, MOST_CHILDREN};
use loyd_core::puzzle::MoveSet;

/// The number of sides of a cell, in ascending order of the neighbours; [`LAST_SIDE`] minus a side is its opposite.
const SIDES: usize = 4;
const LAST_SIDE: usize = SIDES - 1;

/// The lowest bit of each count of a node. The bits below contain the blank's cell and the sides to be tried, four bits
/// each. The slack is half the number of moves that may be wasted.
const SLACK: u32 = 8;
const DISTANCE: u32 = 28;
const LEFT: u32 = 44;

/// The most moves that a node may have left, so that its slack fits its bits as well.
const MOST_LEFT: u32 = (1 << (u64::BITS - LEFT)) - 1;

const KEY_BITS: u64 = (1 << SLACK) - 1;
const SLACK_BITS: u64 = (1 << DISTANCE) - (1 << SLACK);
const DISTANCE_BITS: u64 = (1 << LEFT) - (1 << DISTANCE);

/// A position, with the moves left.
#[derive(Clone, Copy, Debug, Default)]
pub struct PackedNode {
    /// The arrangement.
    tiles: u64,
    /// Bit `4 * cell + side`: whether the tile on that side of the cell comes nearer to its goal by moving to the cell.
    nearer: u64,
    /// The blank's cell and the sides to be tried, the slack, the sum of distances, and the moves left.
    counts: u64,
}

/// The changes that a move makes: the blank goes to one side of its cell, and the tile comes nearer or not.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(32))]
struct Change {
    /// The lowest bit of the tile in the arrangement.
    shift: u32,
    /// The tile times this factor is the word whose exclusive or exchanges the tile and the blank.
    both: u64,
    /// The bits of `nearer` that do not depend on the tile in its old cell.
    kept: u64,
    /// The number to be added to the counts.
    counts: u64,
}

/// The three tables, and the neighbours of the board's cells.
#[derive(Clone, Debug)]
pub struct PackedTree {
    /// The changes of each move, at `cell * 8 + side * 2 + farther`.
    changes: [Change; 16 * 2 * SIDES],
    /// For each set of sides of a cell, the indices of the changes, at `cell * 256 + sides * 16 + nearer`, last first.
    order: Box<[[u8; SIDES]; 16 * 256]>,
    /// The bits of `nearer` that a tile in a cell sets, at `cell * 16 + tile`.
    promises: [u64; 256],
    /// The neighbour on each side of each cell.
    neighbours: [[Option<u8>; SIDES]; 16],
    cells: usize,
}

/// The side of `cell` on which `neighbour` is: up, left, right, down. (On a board of one column the next cell is
/// below.)
fn side(board: &Board, cell: u8, neighbour: u8) -> usize {
    let (here, there) = (board.place(cell), board.place(neighbour));
    match (there.0 != here.0, neighbour > cell) {
        (true, false) => 0,
        (false, false) => 1,
        (false, true) => 2,
        (true, true) => 3,
    }
}

impl PackedTree {
    /// Makes the tables for a board of up to 16 cells, and the distances of its tiles.
    pub fn new(board: &Board, distances: &impl TileDistances) -> PackedTree {
        let mut neighbours = [[None; SIDES]; 16];
        let mut around = [0; 16];
        for cell in 0..exact::<u8>(board.cells()) {
            for &neighbour in board.neighbours(cell) {
                let side = side(board, cell, neighbour);
                neighbours[usize::from(cell)][side] = Some(neighbour);
                around[usize::from(cell)] |= 1u64 << side;
            }
        }
        let moves = || {
            let each = neighbours.iter().enumerate();
            each.flat_map(|(cell, sides)| {
                sides.iter().enumerate().filter_map(move |(side, to)| Some((cell, side, (*to)?)))
            })
        };
        let mut tree = PackedTree {
            changes: [Change::default(); 128],
            order: Box::new([[0; SIDES]; 16 * 256]),
            promises: [0; 256],
            neighbours,
            cells: board.cells(),
        };
        // The bits that a tile in a cell could set: bits of the neighbouring cells, for the side where the tile is.
        let mut settable = [0u64; 16];
        for (cell, side, neighbour) in moves() {
            settable[cell] |= 1 << (usize::from(neighbour) * SIDES + LAST_SIDE - side);
            for tile in 1..16 {
                if distances.change(tile, exact::<u8>(cell), neighbour) < 0 {
                    tree.promises[cell * 16 + usize::from(tile)] |=
                        1 << (usize::from(neighbour) * SIDES + LAST_SIDE - side);
                }
            }
        }
        for (cell, side, from) in moves() {
            let from = usize::from(from);
            let key = (from as u64) << SIDES | (around[from] & !(1 << (LAST_SIDE - side)));
            for farther in 0..2 {
                let (less, more) = ((1u64 << LEFT) + (1 << DISTANCE), (2u64 << DISTANCE).wrapping_sub(1 << SLACK));
                tree.changes[(cell * SIDES + side) * 2 + farther] = Change {
                    shift: 4 * exact::<u32>(from),
                    both: 1 << (4 * from) | 1 << (4 * cell),
                    kept: !settable[from],
                    counts: key.wrapping_sub(less).wrapping_add(more * farther as u64),
                };
            }
        }
        for (index, order) in tree.order.iter_mut().enumerate() {
            let (cell, sides, nearer) = (index / 256, index / 16 % 16, index % 16);
            let tried = (0..SIDES).rev().filter(|side| sides >> side & 1 == 1);
            for (place, side) in order.iter_mut().zip(tried) {
                *place = exact::<u8>((cell * SIDES + side) * 2 + (nearer >> side & 1 ^ 1));
            }
        }
        tree
    }
}

/// The blank's cell.
#[inline(always)]
fn blank(node: &PackedNode) -> u8 {
    (node.counts & KEY_BITS) as u8 >> SIDES
}

impl<C: SlidingLayout> BranchFree<Sliding<C>> for &PackedTree {
    type Node = PackedNode;

    /// A move changes the sum by one, so with a threshold of the right parity every pruned child exceeds it by two.
    const EXCESS: u32 = 2;

    fn node(&self, puzzle: &Sliding<C>, state: &SlidingState<C>, moves: C::Steps, left: u32) -> Option<PackedNode> {
        let (mut tiles, mut distance, mut nearer) = (0, 0, 0);
        for cell in 0..exact::<u8>(puzzle.board.cells()) {
            let tile = state.cells.get(cell);
            tiles |= u64::from(tile) << (4 * cell);
            distance += u32::from(puzzle.distances.at(tile, cell));
            nearer |= self.promises[usize::from(cell) * 16 + usize::from(tile)];
        }
        let slack = left.checked_sub(distance)?;
        if slack % 2 == 1 || left > MOST_LEFT {
            return None;
        }
        let neighbours = self.neighbours[usize::from(state.blank)];
        let sides = moves.iter().filter_map(|to| neighbours.iter().position(|&neighbour| neighbour == Some(to)));
        let key = sides.fold(u64::from(state.blank) << SIDES, |key, side| key | 1 << side);
        let counts = key | u64::from(slack / 2) << SLACK | u64::from(distance) << DISTANCE | u64::from(left) << LEFT;
        Some(PackedNode { tiles, nearer, counts })
    }

    fn state(&self, node: &PackedNode) -> SlidingState<C> {
        let tiles: Vec<u8> = (0..self.cells).map(|cell| exact::<u8>(node.tiles >> (4 * cell) & 15)).collect();
        SlidingState::new(C::pack(&tiles), blank(node))
    }

    fn moves(&self, node: &PackedNode) -> C::Steps {
        let neighbours = self.neighbours[usize::from(blank(node))];
        let tried = (0..SIDES).filter(|side| node.counts >> side & 1 == 1).filter_map(|side| neighbours[side]);
        C::Steps::of(&tried.collect::<Vec<u8>>())
    }

    #[inline(always)]
    fn left(&self, node: &PackedNode) -> u32 {
        (node.counts >> LEFT) as u32
    }

    #[inline(always)]
    fn last(&self, node: &PackedNode) -> u8 {
        blank(node)
    }

    #[inline(always)]
    fn is_goal(&self, node: &PackedNode) -> bool {
        node.counts & DISTANCE_BITS == 0
    }

    /// A child costs some fifteen instructions. More than two children remain so seldom that a branch costs less than
    /// making the other two every time.
    #[inline(always)]
    fn expand(&self, node: &PackedNode, children: &mut [PackedNode; MOST_CHILDREN]) -> (u32, u32) {
        let PackedNode { tiles, nearer, counts } = *node;
        // Words of 64 bits are shifted by at most 60, because cells and tiles are below 16.
        let cell = exact::<usize>(counts >> SIDES & 15);
        let near = nearer >> (4 * cell % 64) & 15;
        let waste = if counts & SLACK_BITS != 0 { 15 } else { 0 };
        let left = counts & 15 & (near | waste);
        let order = self.order[cell << 8 | exact::<usize>(left << 4 | near)];
        let promises = &self.promises[16 * cell..16 * cell + 16];
        let child = |place: usize| {
            let change = &self.changes[usize::from(order[place] % 128)];
            let tile = tiles.wrapping_shr(change.shift) & 15;
            PackedNode {
                tiles: tiles ^ tile.wrapping_mul(change.both),
                nearer: nearer & change.kept | promises[tile as usize],
                counts: (counts & !KEY_BITS).wrapping_add(change.counts),
            }
        };
        children[0] = child(0);
        children[1] = child(1);
        let number = left.count_ones();
        if number > 2 {
            children[2] = child(2);
            children[3] = child(3);
        }
        ((counts & 15).count_ones(), number)
    }
}
