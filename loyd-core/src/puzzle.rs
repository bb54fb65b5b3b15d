//! The contract: what a puzzle says of itself, and all that a search, a table or a judge may ask.
//!
//! [`Puzzle`] is the rules; [`Ranked`] numbers the states; [`Notation`] reads and writes them. What bounds the distance from below
//! is said in [`heuristic`](crate::heuristic).

pub mod bits;
mod move_set;
pub mod pattern;
pub mod shuffle;
mod undo;

use std::fmt::{self, Debug};
use std::hash::Hash;

use crate::text::Misread;

pub use move_set::{AtMost, MoveIter, MoveSet};
pub use undo::Undo;

use shuffle::{Arrangement, Shuffle};

/// States, moves between them, and goals.
///
/// States that reach a search have been checked at the border ([`Notation::starts`]); the methods here do
/// not check again. A move given to [`apply`](Puzzle::apply) must come from [`moves`](Puzzle::moves) of
/// that state; any other gives a meaningless state or panics.
pub trait Puzzle: Send + Sync {
    /// A position, packed; everything the rules depend on (for alternating moves, the kind of the last).
    type State: Copy + Eq + Hash + Debug + Send + Sync + 'static;
    /// What the hot loop needs to make a move (for sliding: the cell the blank goes to).
    type Move: Copy + Eq + Debug + Send + Sync + 'static;
    /// What takes a move back; where every move is taken back by a move, that move.
    type Undo: Undo<Self>;
    /// A set of moves.
    type Moves: MoveSet<Move = Self::Move> + Send + Sync + 'static;

    /// The moves that can be made in `state`.
    fn moves(&self, state: &Self::State) -> Self::Moves;

    /// Makes a move and returns what takes it back.
    fn apply(&self, state: &mut Self::State, m: Self::Move) -> Self::Undo;

    /// Takes a move back, and says which it was.
    #[inline(always)]
    fn undo(&self, state: &mut Self::State, undo: Self::Undo) -> Self::Move {
        undo.take_back(self, state)
    }

    /// The moves which, made next after `m` was made in `state`, lead straight back to `state`.
    /// No shortest solution holds such a pair, so every search may leave them out. Provided: none.
    #[inline(always)]
    fn back(&self, _state: &Self::State, _m: Self::Move) -> Self::Moves {
        Self::Moves::none()
    }

    /// The moves that a tree search need not try after `m` was made in `state`: the moves back, and those
    /// whose every continuation is as long another way. **Too few: slower. Too many: wrong**: some
    /// shortest solution must survive from every state. Never for a search with a closed list, nor for
    /// counting, listing or the smallest word.
    #[inline(always)]
    fn follow(&self, state: &Self::State, m: Self::Move) -> Self::Moves {
        self.back(state, m)
    }

    /// Calls `each` with one `Undo` for every pair of a parent and a move that lead to `state`.
    #[inline(always)]
    fn undos_into(&self, state: &Self::State, each: &mut impl FnMut(Self::Undo)) {
        Self::Undo::each_into(self, state, each);
    }

    /// Which of the states that lie beside each other the state is that `m` leads to: for sliding tiles the blank's cell. A beam keeps
    /// some of each kind, so that it does not crowd at one place. Any number is right.
    #[inline(always)]
    fn stratum(&self, _state: &Self::State, _m: Self::Move) -> u32 {
        0
    }

    /// Moves from `state` to the next of some milestones on a way to a goal, found by a plan rather than a search: a beam that
    /// makes no headway goes on from there. `None`: no plan, or no milestone is left. Finitely many lie on the way.
    fn milestone(&self, _state: &Self::State) -> Option<Vec<Self::Move>> {
        None
    }

    /// Whether `state` is a goal.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// All goals, where they can be listed.
    ///
    /// # Errors
    /// [`NotListed`] with the reason: retrograde and bidirectional search cannot be used then.
    fn goals(&self) -> Result<Vec<Self::State>, NotListed>;

    /// A proof from theory that no goal can be reached from `state`; `None` where theory says nothing.
    fn unsolvable(&self, _state: &Self::State) -> Option<Unsolvable> {
        None
    }

    /// One state of each phase, its pieces all different; none where that is not known.
    ///
    /// The **phase** of a state settles which moves are legal, now and after any moves (the blank's cell; the kind of the last move), and
    /// from every state of a phase the same moves do the same to places, whatever pieces are there. So what two sequences of
    /// moves do to the representative tells whether they do the same to every state of the phase. **Too coarse: wrong.**
    fn phases(&self) -> Vec<Self::State> {
        Vec::new()
    }

    /// The phase of a state: the place of its representative in [`phases`](Puzzle::phases).
    #[inline(always)]
    fn phase(&self, _state: &Self::State) -> usize {
        0
    }

    /// A small number by which the moves of one phase are told apart; asked only where there are [`phases`](Puzzle::phases).
    #[inline(always)]
    fn letter(&self, _state: &Self::State, _m: Self::Move) -> usize {
        0
    }

    /// The place of a move of `state` in the order of the move letters: smaller is earlier. Distinct for
    /// the moves of one state. "Lexicographically smallest" means this order. Provided: the order of the move set.
    #[inline(always)]
    fn order(&self, _state: &Self::State, m: Self::Move) -> u32 {
        Self::Moves::number(m)
    }
}

/// A puzzle whose pieces are all different and each belong in one place, so that some can be kept and the others forgotten.
///
/// A piece goes by the place it belongs in: whatever the goal, piece `p` is in place `p` of it. [`Puzzle::phases`] are known, and all goals
/// listed: what the moves do to places is read from there.
pub trait Labelled: Puzzle {
    /// The number of places, and of pieces.
    fn places(&self) -> usize;

    /// The piece at a place.
    fn piece(&self, state: &Self::State, place: u8) -> u8;

    /// What the moves are, in words: two puzzles whose moves differ say different things.
    fn rules(&self) -> String;

    /// Permutations of the places that might take moves to moves; whoever uses one makes sure.
    fn mirrors(&self) -> Vec<Vec<u8>> {
        Vec::new()
    }
}

/// The most ranks a puzzle may have: 2^48, which sixteen pieces in any order, twice over, do not reach. A closed list then
/// keeps a rank and a depth in one word.
pub const MOST_RANKS: u64 = 1 << 48;

/// A puzzle whose states are numbered densely: every number below [`ranks`](Ranked::ranks) is the rank of
/// exactly one state, and every state that reaches a goal or is reached from one has a rank.
///
/// A larger space than [`MOST_RANKS`] is a plain [`Puzzle`]: its states are told apart by themselves.
pub trait Ranked: Puzzle {
    /// The number of ranks, at most [`MOST_RANKS`].
    fn ranks(&self) -> u64;

    /// The number of a state; only for states that [`Puzzle::unsolvable`] does not reject.
    fn rank(&self, state: &Self::State) -> u64;

    /// The state of a number below [`ranks`](Ranked::ranks).
    fn unrank(&self, rank: u64) -> Self::State;

    /// Calls `each` with the ranks of the states that the moves of a state lead to, and with the moves' [`order`](Puzzle::order).
    ///
    /// Provided by way of the states. A puzzle that can calculate with ranks does better: a whole table is then built without a
    /// state.
    #[inline]
    fn children(&self, rank: u64, each: &mut impl FnMut(u64, u32)) {
        let state = self.unrank(rank);
        for m in self.moves(&state).iter() {
            let mut child = state;
            self.apply(&mut child, m);
            each(self.rank(&child), self.order(&state, m));
        }
    }

    /// Calls `each` with the ranks of the states from which a move leads to a state, and with the order of that move **there**:
    /// once for each such move.
    ///
    /// Provided by way of the states.
    fn parents(&self, rank: u64, each: &mut impl FnMut(u64, u32)) {
        let state = self.unrank(rank);
        self.undos_into(&state, &mut |undo| {
            let mut parent = state;
            let m = self.undo(&mut parent, undo);
            each(self.rank(&parent), self.order(&parent, m));
        });
    }

    /// Calls `each` with the ranks of the states from which a move leads to a state, in any order; the same may come several times.
    ///
    /// Provided by way of the states. A puzzle that can calculate with ranks does better.
    #[inline]
    fn predecessors(&self, rank: u64, each: &mut impl FnMut(u64)) {
        let state = self.unrank(rank);
        self.undos_into(&state, &mut |undo| {
            let mut parent = state;
            self.undo(&mut parent, undo);
            each(self.rank(&parent));
        });
    }

    /// Whether ranks `2p` and `2p + 1` are the two states of one position, for all `p`. A position is as far as the nearer of its
    /// states, and a map counts positions.
    fn is_paired(&self) -> bool {
        false
    }

    /// The states as arrangements of pieces, where they are that and the cells are few enough.
    fn arrangement(&self) -> Option<Arrangement<Self>> {
        None
    }

    /// The puzzle as a [`Shuffle`] of its [arrangements](Ranked::arrangement), where it is one and small enough; a whole map is then drawn many times as fast.
    fn shuffle(&self) -> Option<Shuffle<Self>> {
        None
    }
}

/// Whose direction a move letter names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Convention {
    /// The letter says where the blank goes, as the online judges print.
    #[default]
    Blank,
    /// The letter says where the tile goes.
    Tile,
}

impl Convention {
    /// `blank` or `tile`.
    pub fn name(self) -> &'static str {
        match self {
            Convention::Blank => "blank",
            Convention::Tile => "tile",
        }
    }
}

/// How a sequence of moves is spelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// One letter a move, written together: `ullddr`. Blanks, commas and slashes between letters are skipped.
    Letters,
    /// One word a move, blanks or commas between them: `3-9 5-6`.
    Words,
}

/// One square of a drawn position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Square {
    /// Not part of the board.
    Hole,
    /// The blank, or an empty cell.
    Empty,
    /// A piece, by what is written on it.
    Piece(String),
    /// A wall, with the number on it if it has one.
    Wall(String),
}

/// A position as rows of squares; rows may differ in length.
pub type Picture = Vec<Vec<Square>>;

/// What is known of a puzzle, beside the code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// One sentence.
    pub what: String,
    /// The number of states that reach the goal, where known and below 2^128.
    pub states: Option<u128>,
    /// The number of states as a formula, for people.
    pub states_formula: String,
    /// The greatest distance to the standard goal, where known.
    pub gods_number: Option<u32>,
    /// Where the figures come from.
    pub source: String,
    /// What the moves are, and their letters.
    pub moves: String,
    /// How a state is written.
    pub state_syntax: String,
    /// A state to try, solvable.
    pub example: String,
}

/// Text in, text out.
pub trait Notation: Puzzle {
    /// Reads a position. A position is one or more states (the alternating swap has two: either kind of
    /// move may come first); all are written alike. Checked: the states are legal for this puzzle and goal,
    /// though perhaps not solvable.
    ///
    /// # Errors
    /// [`Misread`] says where, what, and what was expected.
    fn starts(&self, text: &str) -> Result<Vec<Self::State>, Misread>;

    /// Writes a position so that [`starts`](Notation::starts) reads it back; one line.
    fn write(&self, state: &Self::State) -> String;

    /// Writes the goal as the user would give it.
    fn write_goal(&self) -> String;

    /// A position to be drawn.
    fn picture(&self, state: &Self::State) -> Picture;

    /// Whether move letters have two conventions here.
    fn has_conventions(&self) -> bool {
        false
    }

    /// How moves are spelled.
    fn spelling(&self) -> Spelling;

    /// The name of a move made in `state`.
    fn move_name(&self, state: &Self::State, m: Self::Move, convention: Convention) -> String;

    /// The move of that name in `state`, if it is legal there. Letter case does not matter.
    fn move_named(&self, state: &Self::State, name: &str, convention: Convention) -> Option<Self::Move> {
        self.moves(state).iter().find(|&m| self.move_name(state, m, convention).eq_ignore_ascii_case(name))
    }

    /// The place of a written position among all arrangements of its pieces in lexicographic order, from 0:
    /// Cantor's number, as the articles count. Unsolvable positions have one too.
    fn cantor(&self, state: &Self::State) -> Option<u128>;

    /// The position with that number, or `None` when there are not as many.
    fn of_cantor(&self, number: u128) -> Option<Vec<Self::State>>;

    /// A state drawn uniformly from the solvable positions; `below(n)` gives a uniform number below `n`.
    fn random(&self, below: &mut dyn FnMut(u64) -> u64) -> Self::State;

    /// What is known of this puzzle.
    fn facts(&self) -> Facts;
}

/// Why goals cannot be listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("its goals cannot be listed: {0}")]
pub struct NotListed(pub &'static str);

/// Why a state reaches no goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsolvable {
    /// An odd permutation is wanted where only even ones can be made.
    Parity(String),
    /// A piece is needed in a part of the board it cannot get to.
    Trapped(String),
    /// Start and goal do not have the same pieces.
    DifferentPieces(String),
    /// The permutation is not in the group that the moves generate.
    OutsideGroup(String),
    /// Every state that can be reached was looked at.
    Exhausted,
}

impl Unsolvable {
    /// One word for programs: `parity`, `trapped`, `pieces`, `group` or `exhausted`.
    pub fn kind(&self) -> &'static str {
        match self {
            Unsolvable::Parity(_) => "parity",
            Unsolvable::Trapped(_) => "trapped",
            Unsolvable::DifferentPieces(_) => "pieces",
            Unsolvable::OutsideGroup(_) => "group",
            Unsolvable::Exhausted => "exhausted",
        }
    }
}

impl fmt::Display for Unsolvable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unsolvable::Parity(why) => write!(f, "parity: {why}"),
            Unsolvable::Trapped(why) => write!(f, "trapped piece: {why}"),
            Unsolvable::DifferentPieces(why) => write!(f, "different pieces: {why}"),
            Unsolvable::OutsideGroup(why) => write!(f, "outside the group of the moves: {why}"),
            Unsolvable::Exhausted => write!(f, "exhausted: every position that can be reached was looked at"),
        }
    }
}
