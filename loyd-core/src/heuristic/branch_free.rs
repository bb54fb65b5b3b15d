//! Search trees that are expanded without branches on the contents of a node.
//!
//! In the tree below a threshold about every other child is pruned, and which one is as good as chance. So a loop that
//! branches on it waits for a wrong guess at nearly every node. If a node is a few words, all of its children can be
//! made at once, and only their number is added to the height of a stack. Then a processor can work on two subtrees at
//! a time, as [`search::ida_star`](crate::search::ida_star) does.

use crate::puzzle::Puzzle;

/// The largest number of children of a node.
pub const MOST_CHILDREN: usize = 4;

/// The textbook's tree of one bound, which prunes only the move straight back and the children that exceed the
/// threshold.
///
/// **A child too many, too few, or in another place: other counts, or a wrong answer.**
pub trait BranchFree<P: Puzzle>: Send + Sync {
    /// A state, the moves to be tried in it, and the number of moves that may be spent.
    type Node: Copy + Default;

    /// By how much each pruned child exceeds the threshold.
    const EXCESS: u32;

    /// The node of a state in which `moves` are to be tried and `left` moves may be spent; the bound of the state must
    /// be at most `left`. `None` if the state does not fit.
    fn node(&self, puzzle: &P, state: &P::State, moves: P::Moves, left: u32) -> Option<Self::Node>;

    /// The state of a node.
    fn state(&self, node: &Self::Node) -> P::State;

    /// The moves to be tried in a node.
    fn moves(&self, node: &Self::Node) -> P::Moves;

    /// The number of moves that may be spent from a node on.
    fn left(&self, node: &Self::Node) -> u32;

    /// The move that led to a node, which must be a child.
    fn last(&self, node: &Self::Node) -> P::Move;

    /// Whether a node's state is a goal.
    fn is_goal(&self, node: &Self::Node) -> bool;

    /// Writes the children that the bound leaves, in the reverse of the order in which moves are tried; the rest of
    /// `children` may become anything. Returns the number of moves tried, and the number of children left.
    fn expand(&self, node: &Self::Node, children: &mut [Self::Node; MOST_CHILDREN]) -> (u32, u32);
}
