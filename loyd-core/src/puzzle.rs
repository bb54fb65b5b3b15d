//! The contract: what a puzzle must provide, and everything that a search, a table or a judge may ask of it.
//!
//! Every puzzle implements [`Puzzle`], its rules, and [`Notation`], its text; both are on this page. A *facet* is a
//! trait that only some puzzles implement: [`Ranked`] numbers the states; [`Phased`] groups states with the same legal
//! moves; [`Labelled`] has distinct pieces, of which a [`pattern`] keeps a few; [`RankMoves`] calculates moves on
//! ranks; [`Arranged`](shuffle::Arranged) describes states and moves as data; [`BeamHints`] spreads a beam; [`Costs`]
//! has moves that do not all cost 1; [`Packed`] makes short strings of bytes of states; [`Symmetric`] takes states to
//! their images; [`Staged`](staged::Staged) has a subgroup chain; [`Described`] reports the group of moves that are
//! data. This module also has sets of moves ([`bits`], [`AtMost`]), values that take moves back ([`Undo`]) and numbers
//! of positions ([`ByRank`]). Lower bounds are in [`heuristic`](crate::heuristic).

pub mod bits;
mod described;
mod drawing;
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

use crate::cost::CostMeasure;
use crate::text::{Misread, has_no_primes};

pub use described::{
    BlockFacts, Described, GoalPositions, GroupFacts, Letter, MergedMove, OrbitFacts, Rewritten, SpaceSize, WordSpace,
};
pub use drawing::{Drawing, Facelet};
pub use facets::beam::{BeamHints, ShorterSearch};
pub use facets::costs::{Costs, RankCosts};
pub use facets::labelled::Labelled;
pub use facets::no_facet::NoFacet;
pub use facets::packed::Packed;
pub use facets::phased::Phased;
pub use facets::rank_moves::RankMoves;
pub use facets::ranked::{MOST_RANKS, Ranked};
pub use facets::symmetric::Symmetric;
pub use facts::{Facts, NamedGoal};
pub use move_set::{AtMost, MoveIter, MoveSet};
pub use numbers::{ByRank, Numbers};
pub use undo::Undo;
pub use unsolvable::{NotListed, Unsolvable};
pub use words::{Convention, Picture, PictureKind, Spelled, Spelling, Square};

/// The rules of a puzzle: states, moves between states, and goals.
///
/// [`Notation::starts`] checks every state that comes from outside; the methods here do not check states again. A move
/// given to [`apply`](Puzzle::apply) must be one of the [`moves`](Puzzle::moves) of the same state. Any other move
/// produces a meaningless state or a panic.
pub trait Puzzle: Send + Sync {
    /// A position with everything that the rules depend on (for alternating moves, the kind of the last move). Puzzles
    /// of the catalogue pack it.
    type State: Clone + Eq + Hash + Debug + Send + Sync + 'static;
    /// The data that a hot loop needs to make a move (for sliding tiles: the cell that the blank goes to).
    type Move: Copy + Eq + Debug + Send + Sync + 'static;
    /// The value that takes a move back; `Move` itself, if a move can always be taken back by a move.
    type Undo: Undo<Self>;
    /// A set of moves.
    type Moves: MoveSet<Move = Self::Move> + Send + Sync + 'static;

    /// Whether [`packed`](Puzzle::packed) may return a facet. Default: no. A map of packed states is compiled only
    /// where it may be made.
    const IS_PACKED: bool = false;

    /// Whether a map of states that are neither numbered nor packed is offered, which stores every state in memory.
    /// Default: it is not, because such puzzles of the catalogue have too many states to be counted.
    const IS_MAPPED_BY_HASH: bool = false;

    /// The legal moves in `state`.
    fn moves(&self, state: &Self::State) -> Self::Moves;

    /// Makes a move and returns the value that takes it back.
    fn apply(&self, state: &mut Self::State, m: Self::Move) -> Self::Undo;

    /// Whether `state` is a goal.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// All goals, if they can be listed.
    ///
    /// # Errors
    /// [`NotListed`] with the reason. Retrograde and bidirectional search cannot be used in this case.
    fn goals(&self) -> Result<Vec<Self::State>, NotListed>;

    /// The moves that lead straight back to `state` when they are made directly after `m`. No shortest solution
    /// contains such a pair of moves, so every search may leave these moves out. Default: no moves.
    #[inline(always)]
    fn back(&self, _state: &Self::State, _m: Self::Move) -> Self::Moves {
        Self::Moves::none()
    }

    /// The moves that a tree search need not try after `m` was made in `state`: the moves back, and moves whose every
    /// continuation can be replaced by another path of the same cost. From every state some shortest solution must
    /// remain: **too few moves: slower; too many: wrong**. A search with a closed list must not use this set, nor one
    /// that counts or lists solutions or finds the lexicographically smallest solution. Default: the moves back.
    #[inline(always)]
    fn follow(&self, state: &Self::State, m: Self::Move) -> Self::Moves {
        self.back(state, m)
    }

    /// The position of a move in the order of the move letters; smaller is earlier, and the moves of one state have
    /// distinct positions. "Lexicographically smallest" means this order. Default: the move's
    /// [number](MoveSet::number).
    #[inline(always)]
    fn order(&self, _state: &Self::State, m: Self::Move) -> u32 {
        Self::Moves::number(m)
    }

    /// A proof from theory that no goal can be reached from `state`. Default: `None`, theory gives no proof.
    fn unsolvable(&self, _state: &Self::State) -> Option<Unsolvable> {
        None
    }

    /// The facet with the phases of the states. Default: `None`, the phases are not known.
    #[inline(always)]
    fn phased(&self) -> Option<&impl Phased<Self>> {
        None::<&NoFacet>
    }

    /// The facet with hints for a beam search. Default: `None`.
    #[inline(always)]
    fn beam_hints(&self) -> Option<&impl BeamHints<Self>> {
        None::<&NoFacet>
    }

    /// The facet with the costs of moves. Default: `None`. Every move then costs 1, so cost is the number of moves.
    #[inline(always)]
    fn costs(&self) -> Option<&impl Costs<Self>> {
        None::<&NoFacet>
    }

    /// The facet that packs states into bytes. Default: `None`.
    #[inline(always)]
    fn packed(&self) -> Option<&impl Packed<Self>> {
        None::<&NoFacet>
    }

    /// The facet with the symmetries by which a map is reduced. Default: `None`, no symmetry is known.
    #[inline(always)]
    fn symmetric(&self) -> Option<&impl Symmetric<Self>> {
        None::<&NoFacet>
    }

    /// The facet with a subgroup chain, through which a search finds some solution. Default: `None`, with which first
    /// solutions of the 3x3x3 are 7.4 times as long.
    #[inline(always)]
    fn staged(&self) -> Option<&impl staged::Staged<Self>> {
        None::<&NoFacet>
    }

    /// Whether [`undos_into`](Puzzle::undos_into) lists every parent of a state. Default: it does. Where it does not,
    /// solutions are found forwards, and [`goals`](Puzzle::goals) must return an error.
    #[inline(always)]
    fn knows_parents(&self) -> bool {
        true
    }

    /// The number of heap bytes that the puzzle uses, including everything that it has built lazily. Default: 0.
    fn heap_bytes(&self) -> u64 {
        0
    }

    /// About the number of bytes that a state has on the heap. Limits of memory count them twice for each state that is
    /// met, because a closed list has the state and its layer, too. Default: 0.
    #[inline(always)]
    fn state_heap_bytes(&self) -> u64 {
        0
    }

    /// The cost of a move made in `state`.
    #[inline(always)]
    fn cost(&self, state: &Self::State, m: Self::Move) -> u32 {
        self.costs().map_or(1, |costs| costs.of(state, m))
    }

    /// The measure of costs: moves, unless moves differ in cost.
    #[inline(always)]
    fn measure(&self) -> CostMeasure {
        if self.costs().is_some() { CostMeasure::Weights } else { CostMeasure::Moves }
    }

    /// Takes a move back and returns this move.
    #[inline(always)]
    fn undo(&self, state: &mut Self::State, undo: Self::Undo) -> Self::Move {
        undo.take_back(self, state)
    }

    /// Calls `each` with one `Undo` for every pair of a parent and a move from this parent to `state`.
    #[inline(always)]
    fn undos_into(&self, state: &Self::State, each: &mut impl FnMut(Self::Undo)) {
        Self::Undo::each_into(self, state, each);
    }
}

/// The text of a puzzle: reads and writes positions and moves, and describes the puzzle.
pub trait Notation: Puzzle {
    /// The type that numbers positions and draws them at random: [`ByRank`], or the puzzle's own.
    type Numbers: Numbers<Self>;

    /// Reads a position and returns its states. A position has several states if they are written alike: the
    /// alternating swap has two, because either kind of move may come first. The states are checked: they are legal for
    /// this puzzle and its goal, but they may be unsolvable.
    ///
    /// # Errors
    /// [`Misread`] with the place in the text, what was found there, and what was expected.
    fn starts(&self, text: &str) -> Result<Vec<Self::State>, Misread>;

    /// Writes a position as one line that [`starts`](Notation::starts) reads back.
    fn write(&self, state: &Self::State) -> String;

    /// The known facts about this puzzle.
    fn facts(&self) -> Facts;

    /// Writes the goal as a user would give it. Default: the first listed goal.
    fn write_goal(&self) -> String {
        self.goals()
            .map_or_else(|why| why.0.into(), |goals| goals.first().map_or(String::new(), |goal| self.write(goal)))
    }

    /// The goals that have names. When a puzzle is opened, a name is accepted in place of a goal. Default: no names.
    fn named_goals(&self) -> Vec<NamedGoal> {
        Vec::new()
    }

    /// The names of the named goals that theory does not exclude for `state`. They suggest what a user may have meant
    /// if `state` reaches no goal of this puzzle. Default: no names.
    fn goals_in_reach(&self, _state: &Self::State) -> Vec<Cow<'static, str>> {
        Vec::new()
    }

    /// The picture of a position. Default: one square for each written word, and a new row at each slash.
    fn picture(&self, state: &Self::State) -> Picture {
        let row = |row: &str| row.split_whitespace().map(|word| Square::Piece(word.into())).collect();
        self.write(state).split('/').map(row).collect()
    }

    /// The kind of drawing for the picture. Default: squares.
    fn look(&self) -> PictureKind {
        PictureKind::Squares
    }

    /// The places and colours of the parts of a picture. Default: `None`, the kind of the picture determines them.
    fn drawing(&self) -> Option<Drawing> {
        None
    }

    /// The row and column, in the [picture](Notation::picture), of the square that a user points at to make this move:
    /// the tile that slides, or the cell for a lamp. Default: `None`, no square stands for the move.
    fn pointed_at(&self, _state: &Self::State, _m: Self::Move) -> Option<(usize, usize)> {
        None
    }

    /// Whether the move letters of this puzzle have two conventions (blank and tile). Default: no.
    fn has_conventions(&self) -> bool {
        false
    }

    /// The spelling of moves. Default: words.
    fn spelling(&self) -> Spelling {
        Spelling::Words
    }

    /// The moves written in a text, in order, whether or not they can be made. Default: the words of the text, or its
    /// letters, which must have no primes.
    ///
    /// # Errors
    /// [`Misread`] if the text is malformed, for example if a bracket is not closed.
    fn spelled<'t>(&self, moves: &'t str) -> Result<Vec<Spelled<'t>>, Misread> {
        if self.spelling() == Spelling::Letters {
            has_no_primes(moves)?;
        }
        Ok(self.spelling().words(moves).into_iter().map(Spelled::from).collect())
    }

    /// The state after a scramble made in `state`, if scrambles may contain moves that this puzzle does not have.
    /// Default: `None`, scrambles contain only moves of this puzzle.
    fn scrambled(&self, _state: &Self::State, _moves: &str) -> Option<Result<Self::State, Misread>> {
        None
    }

    /// The name of a move made in `state`. Default: its [number](MoveSet::number), counted from 1.
    fn move_name(&self, _state: &Self::State, m: Self::Move, _convention: Convention) -> String {
        (Self::Moves::number(m) + 1).to_string()
    }

    /// A description of a move made in `state`, in plain words without commas: `slide 8 down`. Different moves of a
    /// state have different descriptions. Default: the name of the move.
    fn move_words(&self, state: &Self::State, m: Self::Move) -> String {
        self.move_name(state, m, Convention::default())
    }

    /// The move with this name, if it is legal in `state`. Default: letter case does not matter.
    fn move_named(&self, state: &Self::State, name: &str, convention: Convention) -> Option<Self::Move> {
        self.moves(state).iter().find(|&m| self.move_name(state, m, convention).eq_ignore_ascii_case(name))
    }

    /// A text that distinguishes the rules from other rules with the same id, because a file behind an id may change.
    /// Default: `None`, the id alone identifies the rules.
    fn fingerprint(&self) -> Option<String> {
        None
    }

    /// The facet of puzzles whose moves are data: the group of the moves, and words of moves. Default: `None`.
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

    /// Whether [`random`](Notation::random) can draw [every solvable position](Numbers::draws_all).
    fn draws_all(&self) -> bool {
        Self::Numbers::draws_all(self)
    }

    /// A state drawn [uniformly](Numbers::random) from the solvable positions; `below(n)` gives a uniform number below
    /// `n`.
    fn random(&self, below: &mut dyn FnMut(u64) -> u64) -> Self::State {
        Self::Numbers::random(self, below)
    }
}
