//! Search trees that are expanded without branches on what is in a node.
//!
//! In the tree below a threshold about every other child is pruned, and which one is as good as chance: a loop that
//! branches on it waits for its own wrong guess at nearly every node. Where a node is a few words, all of its children
//! can be made at once, and only their number be added to the height of a stack. Then a processor can work on two
//! subtrees at a time, and does ([`search::ida_star`](crate::search::ida_star)).

use crate::puzzle::Puzzle;

/// The most children of a node.
pub const MOST_CHILDREN: usize = 4;

/// The tree of one bound, which prunes nothing but the move straight back and what exceeds the threshold: the
/// textbook's.
///
/// **A child too many, too few, or in another place: other counts, or a wrong answer.**
pub trait BranchFree<P: Puzzle>: Send + Sync {
    /// A state, the moves to be tried in it, and how many may be spent.
    type Node: Copy + Default;

    /// By how much each pruned child exceeds the threshold.
    const EXCESS: u32;

    /// The node of a state of which `moves` are to be tried and `left` moves may be spent, its bound at most `left`;
    /// `None` where it does not fit.
    fn node(&self, puzzle: &P, state: &P::State, moves: P::Moves, left: u32) -> Option<Self::Node>;

    /// The state of a node.
    fn state(&self, node: &Self::Node) -> P::State;

    /// The moves to be tried in a node.
    fn moves(&self, node: &Self::Node) -> P::Moves;

    /// The moves that may be spent from a node on.
    fn left(&self, node: &Self::Node) -> u32;

    /// The move that led to a node that is a child.
    fn last(&self, node: &Self::Node) -> P::Move;

    /// Whether a node's state is a goal.
    fn is_goal(&self, node: &Self::Node) -> bool;

    /// Writes the children that the bound leaves, in the reverse of the order in which moves are tried, and anything
    /// behind them. Returns the number of moves tried, and of children left.
    fn expand(&self, node: &Self::Node, children: &mut [Self::Node; MOST_CHILDREN]) -> (u32, u32);
}
