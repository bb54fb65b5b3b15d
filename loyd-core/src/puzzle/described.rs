//! The facet of puzzles whose moves are data: the group that the moves generate, and words of moves.

use crate::group::Factored;
use crate::text::Misread;

/// Facts about the moves of a puzzle whose moves are data, such as a puzzle from a definition.
pub trait Described {
    /// The name that the definition gives the puzzle; empty if it gives none.
    fn name(&self) -> &str;

    /// The group that the moves generate.
    ///
    /// # Complexity
    /// Up to some seconds, if pieces depend on each other in many ways.
    fn group(&self) -> GroupFacts;

    /// The number of positions that are goals.
    ///
    /// # Complexity
    /// A search of at most about a million moves. If the search is not complete, the group decides instead.
    fn goal_positions(&self) -> GoalPositions;

    /// The sets of moves with the same effect. A search uses only one move of each set.
    fn merged(&self) -> Vec<MergedMove>;

    /// Expands, reduces and inverts a word of moves: `R U U R'`, or any other algorithm with repeats and brackets.
    ///
    /// # Errors
    /// [`Misread`] if the text is not a word of this puzzle's moves.
    fn rewritten(&self, word: &str) -> Result<Rewritten, Misread>;

    /// The number of single moves that a text of moves stands for, with repeats and powers, or more. The moves are
    /// counted without being listed; 0 if the text cannot be read.
    fn moves_in(&self, text: &str) -> u64;

    /// The text of the only goal that moves can reach from a position, if there are several goals and the slots that no
    /// move changes exclude all others.
    fn only_goal(&self, position: &str) -> Option<String>;

    /// A remark on how the text of a position is read, as a sentence for people, if the text may be meant otherwise.
    fn note(&self, position: &str) -> Option<String>;

    /// The words of the puzzle's moves, for shortening a word.
    fn words(&self) -> Box<dyn WordSpace>;
}

/// The index of a move among the moves, and the power of the move.
pub type Letter = (usize, i32);

/// Words of a puzzle's moves. A word has one letter for each move.
///
/// A search looks for a shorter word in the *joining puzzle*. It has the same moves, but all its pieces differ and all
/// orientations count. So two words lead from its solved position to one position only if they have the same effect.
pub trait WordSpace {
    /// Reads a word, and reduces it.
    ///
    /// # Errors
    /// [`Misread`] if the text is not a word of these moves.
    fn read(&self, text: &str) -> Result<Vec<Letter>, Misread>;

    /// The text of a word.
    fn text(&self, word: &[Letter]) -> String;

    /// The total cost of the moves of a word; every move costs 1 unless costs differ.
    fn total(&self, word: &[Letter]) -> u64;

    /// Whether moves differ in cost.
    fn has_costs(&self) -> bool;

    /// Whether a word turns the whole puzzle.
    fn has_rotations(&self, word: &[Letter]) -> bool;

    /// Whether moves or positions have conditions, so that a word can be made from some positions only.
    fn has_conditions(&self) -> bool;

    /// The joining puzzle as two texts: the options chosen in its id, and its definition.
    ///
    /// # Errors
    /// The reason why there is no joining puzzle.
    fn puzzle(&self) -> Result<(String, String), String>;

    /// The letter for the move of the joining puzzle with this name.
    fn letter(&self, name: &str) -> Option<Letter>;

    /// The positions of the joining puzzle before each move of a word from the solved position, and after the last.
    ///
    /// # Errors
    /// The index of the first move that cannot be made in its position.
    fn positions(&self, word: &[Letter]) -> Result<Vec<String>, usize>;

    /// The position of the joining puzzle from which the word leads to the solved position.
    fn before(&self, word: &[Letter]) -> String;

    /// Whether two words have the same effect.
    fn do_the_same(&self, one: &[Letter], other: &[Letter]) -> bool;
}

/// The number of goal positions. It is more than 1 if a goal leaves slots open, or if the puzzle has several goals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GoalPositions {
    /// The number of positions that fit a goal.
    pub number: u64,
    /// The number of goal positions that moves reach from the position in which the puzzle comes; `None` if unknown.
    pub reached: Option<u64>,
    /// The number of positions that are one position up to rotation, if the goals are one goal in all rotations, all
    /// pieces differ, and the rotations keep the set of moves.
    pub rotations: Option<u64>,
}

/// The group of a puzzle's moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupFacts {
    /// The orbits: sets of slots that moves connect.
    pub orbits: Vec<OrbitFacts>,
    /// The number of slots whose pieces no move changes.
    pub fixed: usize,
    /// The order of the group: the number of positions if all pieces were different.
    pub order: SpaceSize,
    /// The number of positions that moves reach from the solved position.
    pub positions: SpaceSize,
    /// Pairs of orbits, by name, in which the pieces of either orbit determine the arrangement of the other orbit.
    pub bound: Vec<(String, String)>,
    /// The systems of blocks: slots whose pieces stay together.
    pub blocks: Vec<BlockFacts>,
    /// The properties that all positions have in common, as sentences.
    pub rules: Vec<String>,
    /// Whether moves or positions have conditions, so that moves may reach fewer positions than the group has.
    pub has_conditions: bool,
}

/// An orbit: a set of slots that moves connect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrbitFacts {
    /// The name of the orbit.
    pub name: String,
    /// The name of the set to which the slots belong.
    pub set: String,
    /// The number of slots in the orbit.
    pub slots: usize,
    /// The number of permutations of these slots that moves make, whatever happens in other slots.
    pub permutations: Factored,
    /// The number of orientations that a piece can have in one slot.
    pub orientations: u8,
    /// Whether some pieces of the orbit are identical.
    pub has_identical_pieces: bool,
    /// Whether moves shuffle and turn the pieces in every way that parities and sums allow, whatever other orbits do.
    pub is_free: bool,
}

/// An exact number, or an upper bound of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpaceSize {
    /// The number or the upper bound.
    pub factors: Factored,
    /// Whether `factors` is the exact number; otherwise it is an upper bound.
    pub is_exact: bool,
}

/// A system of blocks: every move takes the pieces of each block to the slots of one block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockFacts {
    /// The name of the orbit.
    pub orbit: String,
    /// The slots of each block, numbered from 1 within their set.
    pub blocks: Vec<Vec<usize>>,
}

/// A move that stands for other moves with the same effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MergedMove {
    /// The name of the move that searches use.
    pub kept: String,
    /// The names of the other moves.
    pub same: Vec<String>,
}

/// A word of moves in several forms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rewritten {
    /// The word as it was read, with repeats and conjugates written out.
    pub word: String,
    /// The number of moves in `word`.
    pub length: u64,
    /// The cost of `word`; `None` if every move costs 1.
    pub cost: Option<u64>,
    /// A word with the same effect, with moves merged and in a fixed order.
    pub reduced: String,
    /// The number of moves in `reduced`.
    pub reduced_length: u64,
    /// The cost of `reduced`; `None` if every move costs 1.
    pub reduced_cost: Option<u64>,
    /// The reduced word that takes `word` back.
    pub inverse: String,
    /// The number of repetitions after which `word` has changed nothing; `None` if it is more than a million.
    pub order: Option<u32>,
}
