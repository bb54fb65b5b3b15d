//! The facet of puzzles whose moves are data: the group behind them, and words of moves.

use crate::group::Factored;
use crate::text::Misread;

/// What a puzzle says of its moves that has them as data, such as one of a definition.
pub trait Described {
    /// The group of its moves.
    ///
    /// # Complexity
    /// It may take seconds where pieces depend on each other in many ways.
    fn group(&self) -> GroupFacts;

    /// The positions that are goals.
    ///
    /// # Complexity
    /// A search through some ten thousand positions at most, and the group where these are not all.
    fn goal_positions(&self) -> GoalPositions;

    /// Moves that stand for others, too, because all of them do the same: only they are searched.
    fn merged(&self) -> Vec<Merged>;

    /// A word of moves rewritten: `R U U R'` and all that an alg may hold.
    ///
    /// # Errors
    /// [`Misread`] where it is no word of this puzzle's moves.
    fn rewritten(&self, word: &str) -> Result<Rewritten, Misread>;

    /// The words of its moves, to be shortened.
    fn words(&self) -> Box<dyn WordSpace>;
}

/// A move by its place among the moves, and its power.
pub type Letter = (usize, i32);

/// Words of a puzzle's moves. A word has one letter for each move.
///
/// Words are joined in a puzzle of the same moves in which all pieces differ and all orientations count, so that two
/// words lead from its solved position to one position only where they do the same.
pub trait WordSpace {
    /// Reads a word, and reduces it.
    ///
    /// # Errors
    /// [`Misread`] where it is no word of these moves.
    fn read(&self, text: &str) -> Result<Vec<Letter>, Misread>;

    /// A word as it is written.
    fn text(&self, word: &[Letter]) -> String;

    /// What its moves cost, 1 each where costs do not differ.
    fn total(&self, word: &[Letter]) -> u64;

    /// Whether moves differ in cost.
    fn has_costs(&self) -> bool;

    /// Whether a word turns the whole puzzle.
    fn has_rotations(&self, word: &[Letter]) -> bool;

    /// Whether moves or positions have conditions, so that a word can be made from some positions only.
    fn has_conditions(&self) -> bool;

    /// The puzzle in which words are joined: what is chosen of it, as in an id, and its text.
    ///
    /// # Errors
    /// Why there is none.
    fn puzzle(&self) -> Result<(String, String), String>;

    /// The letter that a move of that puzzle is.
    fn letter(&self, name: &str) -> Option<Letter>;

    /// The positions of that puzzle before each move of a word that begins at the solved one, and the last.
    ///
    /// # Errors
    /// The place of the first move that cannot be made there.
    fn positions(&self, word: &[Letter]) -> Result<Vec<String>, usize>;

    /// The position of that puzzle that the word brings to the solved one.
    fn before(&self, word: &[Letter]) -> String;

    /// Whether two words do the same.
    fn do_the_same(&self, one: &[Letter], other: &[Letter]) -> bool;
}

/// The positions that are goals. There are several where a goal leaves slots open, or any of several goals will do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GoalPositions {
    /// The number of positions that fit a goal.
    pub number: u64,
    /// The number of them that moves reach from the position that the puzzle comes in; `None` where it is not known.
    pub reached: Option<u64>,
}

/// The group of a puzzle's moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupFacts {
    /// Slots that moves connect.
    pub orbits: Vec<OrbitFacts>,
    /// The number of slots whose pieces no move changes.
    pub fixed: usize,
    /// The order of the group: the number of positions if all pieces were different.
    pub order: Size,
    /// The number of positions that moves reach from the solved one.
    pub positions: Size,
    /// Names of orbits of which each tells how the pieces of the other lie.
    pub bound: Vec<(String, String)>,
    /// Slots whose pieces stay together.
    pub blocks: Vec<BlockFacts>,
    /// What all positions have in common, as sentences.
    pub rules: Vec<String>,
    /// Whether moves or positions have conditions, so that moves may reach fewer positions than the group has.
    pub has_conditions: bool,
}

/// Slots that moves connect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrbitFacts {
    /// What it is called.
    pub name: String,
    /// The name of the set that its slots are of.
    pub set: String,
    /// The number of its slots.
    pub slots: usize,
    /// The number of permutations of its slots that moves make, whatever happens elsewhere.
    pub permutations: Factored,
    /// How many orientations a piece can have in one slot.
    pub orientations: u8,
    /// Whether some of its pieces are identical.
    pub has_identical_pieces: bool,
    /// Whether its pieces are shuffled and turned in every way but for parities and sums, independent of all others.
    pub is_free: bool,
}

/// A number, or a bound of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Size {
    /// It or the bound.
    pub factors: Factored,
    /// Whether it is the number; else it is at most so great.
    pub is_exact: bool,
}

/// A system of blocks: moves take the pieces of one block to the slots of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockFacts {
    /// The name of the orbit.
    pub orbit: String,
    /// The slots of each block, from 1 in their set.
    pub blocks: Vec<Vec<usize>>,
}

/// A move that stands for others that do the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merged {
    /// Its name.
    pub kept: String,
    /// The names of the others.
    pub same: Vec<String>,
}

/// A word of moves, rewritten.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rewritten {
    /// The word as it was read: what is repeated or conjugated written out.
    pub word: String,
    /// The number of its moves.
    pub length: u64,
    /// What they cost; `None` where all cost 1.
    pub cost: Option<u64>,
    /// A word that does the same, merged and in a fixed order.
    pub reduced: String,
    /// The number of its moves.
    pub reduced_length: u64,
    /// What they cost; `None` where all cost 1.
    pub reduced_cost: Option<u64>,
    /// The word that takes it back, reduced.
    pub inverse: String,
    /// After how many times it has changed nothing; `None` where that is more than a million.
    pub order: Option<u32>,
}
