//! The tree of the sum of distances on boards of up to 16 cells, expanded without branches: two words of position and
//! one of counts a node, and three small tables.
//!
//! Beside the arrangement a node carries, for every cell and each of its four sides, whether the tile on that side
//! would come nearer to its goal by moving to the cell: 64 bits. The four of the blank's cell and the moves left over
//! say at once which children the bound leaves; one table names them in order, another what the move changes, the third
//! what the moved tile promises its new neighbours.

use crate::sliding::board::Board;
use crate::sliding::layout::{Distances, Layout, Steps};
use crate::sliding::{Sliding, State};
use loyd_core::exact::exact;
use loyd_core::heuristic::branch_free::{BranchFree, MOST_CHILDREN};
use loyd_core::puzzle::MoveSet;

/// Sides of a cell, in ascending order of the neighbours there; the opposite of a side is [`LAST_SIDE`] less it.
const SIDES: usize = 4;
const LAST_SIDE: usize = SIDES - 1;

/// Where the counts of a node begin, in bits: below them the blank's cell and the sides of it that are to be tried,
/// four bits each. Slack is half of the moves that may be wasted.
const SLACK: u32 = 8;
const DISTANCE: u32 = 28;
const LEFT: u32 = 44;

/// The most moves that a node may have to spend, so that its slack fits as well.
const MOST_LEFT: u32 = (1 << (u64::BITS - LEFT)) - 1;

const KEY_BITS: u64 = (1 << SLACK) - 1;
const SLACK_BITS: u64 = (1 << DISTANCE) - (1 << SLACK);
const DISTANCE_BITS: u64 = (1 << LEFT) - (1 << DISTANCE);

/// A position below a bound.
#[derive(Clone, Copy, Debug, Default)]
pub struct Node {
    /// The arrangement.
    tiles: u64,
    /// Bit `4 * cell + side`: whether the tile on that side of the cell comes nearer by moving to it.
    nearer: u64,
    /// Cell and sides, slack, sum of distances, moves left.
    counts: u64,
}

/// What a move does: to a side of a cell, bringing its tile nearer or not.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(32))]
struct Change {
    /// Where the tile is, in bits of the arrangement.
    shift: u32,
    /// What a tile is multiplied with to change places with the blank by exclusive or.
    both: u64,
    /// Of `nearer`, what the tile did not promise from where it was.
    kept: u64,
    /// Added to the counts.
    counts: u64,
}

/// The tables.
#[derive(Clone, Debug)]
pub struct Tree {
    /// At `cell * 8 + side * 2 + farther`.
    changes: [Change; 16 * 2 * SIDES],
    /// At `cell * 256 + sides * 16 + nearer`: of these sides of the cell, the indices of their changes, the last first.
    order: Box<[[u8; SIDES]; 16 * 256]>,
    /// What a tile in a cell promises its neighbours: at `cell * 16 + tile`.
    promises: [u64; 256],
    /// The neighbour on each side.
    neighbours: [[Option<u8>; SIDES]; 16],
    cells: usize,
}

/// The side of `cell` on which its neighbour is: up, left, right, down. (On a board of one column the next cell is
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

impl Tree {
    /// For a board of up to 16 cells, and the distances of its tiles.
    pub fn new(board: &Board, distances: &impl Distances) -> Tree {
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
        let mut tree = Tree {
            changes: [Change::default(); 128],
            order: Box::new([[0; SIDES]; 16 * 256]),
            promises: [0; 256],
            neighbours,
            cells: board.cells(),
        };
        // The bits that a tile in a cell could set: those of its neighbours, on the side where it is.
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
fn blank(node: &Node) -> u8 {
    (node.counts & KEY_BITS) as u8 >> SIDES
}

impl<C: Layout> BranchFree<Sliding<C>> for &Tree {
    type Node = Node;

    /// A move changes the sum by one, so with a threshold of the right parity every pruned child is two beyond.
    const EXCESS: u32 = 2;

    fn node(&self, puzzle: &Sliding<C>, state: &State<C>, moves: C::Steps, left: u32) -> Option<Node> {
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
        Some(Node { tiles, nearer, counts })
    }

    fn state(&self, node: &Node) -> State<C> {
        let tiles: Vec<u8> = (0..self.cells).map(|cell| exact::<u8>(node.tiles >> (4 * cell) & 15)).collect();
        State::new(C::pack(&tiles), blank(node))
    }

    fn moves(&self, node: &Node) -> C::Steps {
        let neighbours = self.neighbours[usize::from(blank(node))];
        let tried = (0..SIDES).filter(|side| node.counts >> side & 1 == 1).filter_map(|side| neighbours[side]);
        C::Steps::of(&tried.collect::<Vec<u8>>())
    }

    #[inline(always)]
    fn left(&self, node: &Node) -> u32 {
        (node.counts >> LEFT) as u32
    }

    #[inline(always)]
    fn last(&self, node: &Node) -> u8 {
        blank(node)
    }

    #[inline(always)]
    fn is_goal(&self, node: &Node) -> bool {
        node.counts & DISTANCE_BITS == 0
    }

    /// Some fifteen instructions a child; more than two are so seldom left that a branch costs less than making them
    /// for nothing.
    #[inline(always)]
    fn expand(&self, node: &Node, children: &mut [Node; MOST_CHILDREN]) -> (u32, u32) {
        let Node { tiles, nearer, counts } = *node;
        // Shifts of words of 64 bits by at most 60: cells and tiles are below 16.
        let cell = exact::<usize>(counts >> SIDES & 15);
        let near = nearer >> (4 * cell % 64) & 15;
        let waste = if counts & SLACK_BITS != 0 { 15 } else { 0 };
        let left = counts & 15 & (near | waste);
        let order = self.order[cell << 8 | exact::<usize>(left << 4 | near)];
        let promises = &self.promises[16 * cell..16 * cell + 16];
        let child = |place: usize| {
            let change = &self.changes[usize::from(order[place] % 128)];
            let tile = tiles.wrapping_shr(change.shift) & 15;
            Node {
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
