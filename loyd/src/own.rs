//! A door for puzzles from outside: rules in some thirty lines, and the whole library answers for them.
//!
//! A type that implements [`Rules`] can be solved, counted, compared and mapped through a [`Service`](crate::service)
//! that [lists](crate::service::Builder::family) its [`OwnFamily`]. Each further method that the type implements makes
//! the answers faster or richer:
//!
//! | method | effect |
//! |---|---|
//! | [`goals`](Rules::goals) | the goals are listed: with `inverse`, bidirectional search, and maps of all distances |
//! | [`inverse`](Rules::inverse) | moves are taken back by moves: solutions are walked back, maps count from the goal |
//! | [`bound`](Rules::bound) | a lower bound: A* and IDA* |
//! | [`cost`](Rules::cost), [`greatest_cost`](Rules::greatest_cost) | moves differ in cost: the least cost is found |
//! | [`images`](Rules::images) | symmetries: a map of states without numbers stores one state of each orbit |
//! | [`check`](Rules::check) | positions that the rules do not allow are refused |
//! | [`picture`](Rules::picture) | the picture on the page and in the terminal |
//!
//! If the type also implements [`NumberedRules`], and [`OwnFamily::numbered`] makes the family, the numbers index
//! tables of all distances in memory and in files, and positions are drawn uniformly. Without numbers, a random
//! position is the end of a walk of 1,000 random moves, which is not drawn uniformly. The library is compiled once for
//! each type of rules and for each of the two functions that make a family of it.
//!
//! ```
//! use loyd::own::{OwnFamily, Rules};
//! use loyd::service::{Service, Solve};
//!
//! /// From a number to 1: halve it, or add 1.
//! struct Countdown;
//!
//! impl Rules for Countdown {
//!     type State = u32;
//!     type Move = char;
//!     fn moves(&self, number: &u32) -> impl Iterator<Item = char> {
//!         "+".chars().chain((number % 2 == 0).then_some('/'))
//!     }
//!     fn apply(&self, number: &mut u32, m: char) {
//!         *number = if m == '+' { *number + 1 } else { *number / 2 };
//!     }
//!     fn is_goal(&self, number: &u32) -> bool {
//!         *number == 1
//!     }
//!     fn example(&self) -> u32 {
//!         10
//!     }
//! }
//!
//! let family = OwnFamily::new("countdown", "halve a number or add 1, down to 1", |_| Ok(Countdown));
//! let service = Service::builder().family(family).build();
//! let answer = service.solve(&Solve::new("countdown", "27"))?;
//! assert_eq!(answer.moves().as_deref(), Some("+ / / + / / /"));
//! # Ok::<(), loyd::service::Fault>(())
//! ```

mod adapter;
mod families;

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use loyd_core::puzzle::{Picture, Square};

pub(crate) use families::Families;
pub use families::OwnFamily;

/// The most that a move may cost, as in a definition.
const MOST_COST: u32 = 1_000_000;

/// The rules of a puzzle: what a state is, the moves of a state, and when it is solved.
///
/// States are written by [`Display`] and read by [`FromStr`]. Moves are written by [`Display`]; the moves of one state
/// have different names.
pub trait Rules: Send + Sync + 'static {
    /// A position: everything that the rules depend on.
    type State: Copy + Eq + Hash + Debug + Display + FromStr<Err: Display> + Send + Sync + 'static;

    /// A move.
    type Move: Copy + Eq + Debug + Display + Send + Sync + 'static;

    /// The moves that can be made in a state, always in the same order.
    fn moves(&self, state: &Self::State) -> impl Iterator<Item = Self::Move>;

    /// Makes a move, which is one of the [`moves`](Rules::moves) of the state.
    fn apply(&self, state: &mut Self::State, m: Self::Move);

    /// Whether a state is solved.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// An example of a position, which shows users how a position is written.
    fn example(&self) -> Self::State;

    /// All solved states, if they can be listed. Default: an empty list, which means that they are not listed.
    fn goals(&self) -> Vec<Self::State> {
        Vec::new()
    }

    /// The move that takes a move back. Either every move has an inverse, or no move has one. **A wrong move gives
    /// wrong distances.** Default: no move has an inverse.
    fn inverse(&self, _m: Self::Move) -> Option<Self::Move> {
        None
    }

    /// The cost of a move made in a state, from 1 to [`greatest_cost`](Rules::greatest_cost). A cost outside of this
    /// range ends a question with an error of the program. Default: 1.
    fn cost(&self, _state: &Self::State, _m: Self::Move) -> u32 {
        1
    }

    /// The greatest cost of a move, at most 1,000,000. If it is more than 1, solutions are compared by their cost,
    /// `bound` is a bound of the cost, and the algorithms are A\* and IDA\*. Maps count positions by cost, and need
    /// numbers. Default: 1.
    fn greatest_cost(&self) -> u32 {
        1
    }

    /// A lower bound of the number of moves to a solved state, or of their cost where moves differ in cost. Every state
    /// has a bound or no state has one. **Too low: slower. Too high: wrong.** Default: no state has a bound.
    fn bound(&self, _state: &Self::State) -> Option<u32> {
        None
    }

    /// The images of a state under the symmetries of the puzzle, one for each symmetry. Images may repeat. The identity
    /// is a symmetry, so a state is one of its images. The symmetries form a group, and they take the moves of a state
    /// to the moves of its image. Default: no image, which means that no symmetry is known.
    ///
    /// A map of states without numbers then stores one state of each orbit, and counts the distinct images. It does so
    /// only if the symmetries take the states where the map begins to each other, and it counts the same positions as
    /// without symmetries. No other answer uses images.
    ///
    /// **An image at another distance makes the counts of a map wrong.** A map compares every stored state with its
    /// orbit, and the images of some states with the moves; with [`verify`](crate::service::Map::verify), the images of
    /// all states. If they disagree, the map ends with an error that names the state, in place of a census.
    fn images(&self, _state: &Self::State) -> impl Iterator<Item = Self::State> {
        std::iter::empty()
    }

    /// Refuses a text that can be read as a state but is not a position of this puzzle.
    ///
    /// # Errors
    /// The expected position, as in "a peg for each of 4 discs". Default: every position that can be read is allowed.
    fn check(&self, _state: &Self::State) -> Result<(), String> {
        Ok(())
    }

    /// A picture of a state, row by row. Default: the words of the text, with a new row at each slash.
    fn picture(&self, state: &Self::State) -> Picture {
        let row = |row: &str| row.split_whitespace().map(|word| Square::Piece(word.into())).collect();
        state.to_string().split('/').map(row).collect()
    }
}

/// Rules with dense numbers of the states, from which every state can be solved.
pub trait NumberedRules: Rules {
    /// The number of states.
    fn ranks(&self) -> u64;

    /// The number of a state, below [`ranks`](NumberedRules::ranks).
    fn rank(&self, state: &Self::State) -> u64;

    /// The state with a number, below [`ranks`](NumberedRules::ranks).
    fn unrank(&self, rank: u64) -> Self::State;
}
