//! The contract: what a puzzle says of itself, and all that a search, a table or a judge may ask.
//!
//! [`Puzzle`] is the rules, [`Notation`] the text; both are on this page, and every puzzle has them. What only some
//! have is a facet beside it: [`Ranked`] numbers the states; [`Phased`] says which states have the same moves;
//! [`Labelled`] has pieces that can be forgotten ([`pattern`]); [`RankMoves`] are calculated on ranks, and
//! [`Arranged`](shuffle::Arranged) states are shuffled as data; [`BeamHints`] spread a beam; [`Costs`] are of moves
//! that do not all cost 1; [`Packed`] states are short strings of bytes; [`Described`] tells the group of moves that
//! are data. Ready-made are sets of moves ([`bits`], [`AtMost`]), moves that take moves back ([`Undo`]) and numbers of
//! positions ([`ByRank`]). Lower bounds are in [`heuristic`](crate::heuristic).

pub mod bits;
mod described;
mod facets;
mod facts;
pub mod family;
mod move_set;
mod numbers;
pub mod pattern;
#[cfg(test)]
pub(crate) mod sample;
mod undo;
mod unsolvable;
mod words;

pub use facets::{shuffle, staged};

use std::borrow::Cow;
use std::fmt::Debug;
use std::hash::Hash;

use crate::text::Misread;

pub use described::{
    BlockFacts, Described, GoalPositions, GroupFacts, Letter, Merged, OrbitFacts, Rewritten, Size, WordSpace,
};
pub use facets::beam::BeamHints;
pub use facets::costs::{Costs, RankCosts};
pub use facets::labelled::Labelled;
pub use facets::no_facet::NoFacet;
pub use facets::packed::Packed;
pub use facets::phased::Phased;
pub use facets::rank_moves::RankMoves;
pub use facets::ranked::{MOST_RANKS, Ranked};
pub use facts::{Facts, NamedGoal};
pub use move_set::{AtMost, MoveIter, MoveSet};
pub use numbers::{ByRank, Numbers};
pub use undo::Undo;
pub use unsolvable::{NotListed, Unsolvable};
pub use words::{Convention, Look, Picture, Spelled, Spelling, Square};

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

    /// Whether `state` is a goal.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// All goals, where they can be listed.
    ///
    /// # Errors
    /// [`NotListed`] with the reason: retrograde and bidirectional search cannot be used then.
    fn goals(&self) -> Result<Vec<Self::State>, NotListed>;

    /// The moves which, made next after `m` was made in `state`, lead straight back to `state`.
    /// No shortest solution holds such a pair, so every search may leave them out. Provided: none.
    #[inline(always)]
    fn back(&self, _state: &Self::State, _m: Self::Move) -> Self::Moves {
        Self::Moves::none()
    }

    /// The moves that a tree search need not try after `m` was made in `state`: the moves back, and those
    /// whose every continuation costs as much another way. **Too few: slower. Too many: wrong**: some
    /// shortest solution must survive from every state. Never for a search with a closed list, nor for
    /// counting, listing or the smallest word. Provided: the moves back.
    #[inline(always)]
    fn follow(&self, state: &Self::State, m: Self::Move) -> Self::Moves {
        self.back(state, m)
    }

    /// The place of a move of `state` in the order of the move letters: smaller is earlier. Distinct for the moves of
    /// one state. "Lexicographically smallest" means this order. Provided: the [number](MoveSet::number) of the move.
    #[inline(always)]
    fn order(&self, _state: &Self::State, m: Self::Move) -> u32 {
        Self::Moves::number(m)
    }

    /// A proof from theory that no goal can be reached from `state`. Provided: theory says nothing.
    fn unsolvable(&self, _state: &Self::State) -> Option<Unsolvable> {
        None
    }

    /// The phases of the states. Provided: they are not known.
    #[inline(always)]
    fn phased(&self) -> Option<&impl Phased<Self>> {
        None::<&NoFacet>
    }

    /// Hints for a beam. Provided: none.
    #[inline(always)]
    fn beam_hints(&self) -> Option<&impl BeamHints<Self>> {
        None::<&NoFacet>
    }

    /// What the moves cost. Provided: each costs 1, so that the least cost is the least number of moves.
    #[inline(always)]
    fn costs(&self) -> Option<&impl Costs<Self>> {
        None::<&NoFacet>
    }

    /// States as bytes. Provided: they are not packed.
    #[inline(always)]
    fn packed(&self) -> Option<&impl Packed<Self>> {
        None::<&NoFacet>
    }

    /// Groups of moves through which some solution goes. Provided: there are none.
    #[inline(always)]
    fn staged(&self) -> Option<&impl staged::Staged<Self>> {
        None::<&NoFacet>
    }

    /// Bytes of the heap that the puzzle holds, with what it has made lazily. Provided: 0.
    fn heap_bytes(&self) -> u64 {
        0
    }

    /// What a move made in `state` costs.
    #[inline(always)]
    fn cost(&self, state: &Self::State, m: Self::Move) -> u32 {
        self.costs().map_or(1, |costs| costs.of(state, m))
    }

    /// Takes a move back, and says which it was.
    #[inline(always)]
    fn undo(&self, state: &mut Self::State, undo: Self::Undo) -> Self::Move {
        undo.take_back(self, state)
    }

    /// Calls `each` with one `Undo` for every pair of a parent and a move that lead to `state`.
    #[inline(always)]
    fn undos_into(&self, state: &Self::State, each: &mut impl FnMut(Self::Undo)) {
        Self::Undo::each_into(self, state, each);
    }
}

/// Text in, text out.
pub trait Notation: Puzzle {
    /// How positions are numbered and drawn at random: [`ByRank`], or the puzzle's own.
    type Numbers: Numbers<Self>;

    /// Reads a position. A position is one or more states (the alternating swap has two: either kind of
    /// move may come first); all are written alike. Checked: the states are legal for this puzzle and goal,
    /// though perhaps not solvable.
    ///
    /// # Errors
    /// [`Misread`] says where, what, and what was expected.
    fn starts(&self, text: &str) -> Result<Vec<Self::State>, Misread>;

    /// Writes a position so that [`starts`](Notation::starts) reads it back; one line.
    fn write(&self, state: &Self::State) -> String;

    /// What is known of this puzzle.
    fn facts(&self) -> Facts;

    /// Writes the goal as the user would give it. Provided: the first that is listed.
    fn write_goal(&self) -> String {
        self.goals()
            .map_or_else(|why| why.0.into(), |goals| goals.first().map_or(String::new(), |goal| self.write(goal)))
    }

    /// The goals that people ask for by name: where the puzzle is opened, the name is read in place of the goal.
    /// Provided: none.
    fn named_goals(&self) -> Vec<NamedGoal> {
        Vec::new()
    }

    /// The names of those that theory does not keep `state` from reaching: what may have been meant where it reaches no
    /// goal of this puzzle. Provided: none.
    fn goals_in_reach(&self, _state: &Self::State) -> Vec<Cow<'static, str>> {
        Vec::new()
    }

    /// A position to be drawn. Provided: the words that are written, in rows where there are slashes.
    fn picture(&self, state: &Self::State) -> Picture {
        let row = |row: &str| row.split_whitespace().map(|word| Square::Piece(word.into())).collect();
        self.write(state).split('/').map(row).collect()
    }

    /// What the picture is a picture of. Provided: squares.
    fn look(&self) -> Look {
        Look::Squares
    }

    /// The row and column in the [picture](Notation::picture) of the square that somebody points at to make this move,
    /// where there is one: the tile that slides, the cell that a lamp is put in. Provided: none.
    fn pointed_at(&self, _state: &Self::State, _m: Self::Move) -> Option<(usize, usize)> {
        None
    }

    /// Whether move letters have two conventions here. Provided: no.
    fn has_conventions(&self) -> bool {
        false
    }

    /// How moves are spelled. Provided: as words.
    fn spelling(&self) -> Spelling {
        Spelling::Words
    }

    /// The moves that a text says, one after the other, whether they can be made or not. Provided: its words.
    ///
    /// # Errors
    /// [`Misread`] where a bracket is not closed, and the like.
    fn spelled<'t>(&self, moves: &'t str) -> Result<Vec<Spelled<'t>>, Misread> {
        Ok(self.spelling().words(moves).into_iter().map(Spelled::from).collect())
    }

    /// The state after a scramble was made in `state`, where that may have moves other than this puzzle's. Provided:
    /// it has none.
    fn scrambled(&self, _state: &Self::State, _moves: &str) -> Option<Result<Self::State, Misread>> {
        None
    }

    /// The name of a move made in `state`. Provided: its [number](MoveSet::number), counted from 1.
    fn move_name(&self, _state: &Self::State, m: Self::Move, _convention: Convention) -> String {
        (Self::Moves::number(m) + 1).to_string()
    }

    /// What a move made in `state` does, in plain words without commas: `slide 8 down`. No two moves of a state say the
    /// same. Provided: its name.
    fn move_words(&self, state: &Self::State, m: Self::Move) -> String {
        self.move_name(state, m, Convention::default())
    }

    /// The move of that name in `state`, if it is legal there. Letter case does not matter.
    fn move_named(&self, state: &Self::State, name: &str, convention: Convention) -> Option<Self::Move> {
        self.moves(state).iter().find(|&m| self.move_name(state, m, convention).eq_ignore_ascii_case(name))
    }

    /// What tells the rules from those of another puzzle of the same id, where an id does not: a file may change.
    /// Provided: the id does.
    fn fingerprint(&self) -> Option<String> {
        None
    }

    /// The group of the moves, and words of them, where the moves are data. Provided: they are not.
    fn described(&self) -> Option<&dyn Described> {
        None
    }

    /// The [number](Numbers::cantor) of a written position.
    fn cantor(&self, state: &Self::State) -> Option<u128> {
        Self::Numbers::cantor(self, state)
    }

    /// The [position with that number](Numbers::of_cantor).
    fn of_cantor(&self, number: u128) -> Option<Vec<Self::State>> {
        Self::Numbers::of_cantor(self, number)
    }

    /// A state drawn [uniformly](Numbers::random) from the solvable positions; `below(n)` gives a uniform number below
    /// `n`.
    fn random(&self, below: &mut dyn FnMut(u64) -> u64) -> Self::State {
        Self::Numbers::random(self, below)
    }
}
