//! A door for puzzles from outside: rules in a dozen lines, and the whole library answers for them.
//!
//! [`Rules`] define the states of a puzzle, the moves of a state, and the solved states. A state may be any value, for
//! example a `Vec` or a `String`. An [`OwnPuzzle`] adds further properties of the puzzle, and each of them makes
//! answers faster or richer:
//!
//! | method | effect |
//! |---|---|
//! | [`goals`](OwnPuzzle::goals) | with `inverse`: bidirectional search, and maps of all distances |
//! | [`inverse`](OwnPuzzle::inverse) | solutions are walked back, and maps count from the goal |
//! | [`bound`](OwnPuzzle::bound) | a lower bound: A* and IDA* |
//! | [`costs`](OwnPuzzle::costs) | moves differ in cost: the least cost is found |
//! | [`numbers`](OwnPuzzle::numbers) | dense numbers of the states: tables of all distances, random positions |
//! | [`symmetries`](OwnPuzzle::symmetries) | a map of states without numbers stores one state of each orbit |
//! | [`text`](OwnPuzzle::text), [`text_by`](OwnPuzzle::text_by) | ids, batches, files, the command, the page |
//! | [`heap_bytes`](OwnPuzzle::heap_bytes) | limits of memory count what a state has on the heap |
//! | [`picture`](OwnPuzzle::picture) | the picture on the page and in the terminal |
//!
//! A [`Solver`] takes states and returns moves and states as values:
//!
//! ```
//! use loyd::own::{OwnPuzzle, Rules};
//!
//! /// Two jugs of 5 and 3 litres are to measure 4 litres. A move pours until the jugs hold this.
//! struct Jugs;
//!
//! impl Rules for Jugs {
//!     type State = Vec<u32>;
//!     type Move = Vec<u32>;
//!     fn moves(&self, jugs: &Vec<u32>) -> impl IntoIterator<Item = Vec<u32>> {
//!         let (a, b) = (jugs[0], jugs[1]);
//!         let (to_b, to_a) = (a.min(3 - b), b.min(5 - a));
//!         [[5, b], [a, 3], [0, b], [a, 0], [a - to_b, b + to_b], [a + to_a, b - to_a]].map(Vec::from)
//!     }
//!     fn apply(&self, jugs: &mut Vec<u32>, after: Vec<u32>) {
//!         *jugs = after;
//!     }
//!     fn is_goal(&self, jugs: &Vec<u32>) -> bool {
//!         jugs[0] == 4
//!     }
//! }
//!
//! let solution = OwnPuzzle::new(Jugs).solver().solve(&vec![0, 0])?.solution.expect("a way to measure");
//! assert_eq!((solution.moves.len(), solution.path().last()), (6, Some(&vec![4, 3])));
//! # Ok::<(), loyd::service::Fault>(())
//! ```
//!
//! A puzzle with text becomes an [`OwnFamily`] of a [`Service`](crate::service), which
//! [lists](crate::service::Builder::family) it beside the families of the catalogue:
//!
//! ```
//! use loyd::own::{OwnFamily, OwnPuzzle, Rules};
//! use loyd::service::{Service, Solve};
//!
//! /// From a number to 1: halve it, or add 1.
//! struct Countdown;
//!
//! impl Rules for Countdown {
//!     type State = u32;
//!     type Move = char;
//!     fn moves(&self, number: &u32) -> impl IntoIterator<Item = char> {
//!         "+".chars().chain((number % 2 == 0).then_some('/'))
//!     }
//!     fn apply(&self, number: &mut u32, m: char) {
//!         *number = if m == '+' { *number + 1 } else { *number / 2 };
//!     }
//!     fn is_goal(&self, number: &u32) -> bool {
//!         *number == 1
//!     }
//! }
//!
//! let open = |_: &str| Ok(OwnPuzzle::new(Countdown).text(10));
//! let family = OwnFamily::new("countdown", "halve a number or add 1, down to 1", open);
//! let service = Service::builder().family(family).build();
//! let answer = service.solve(&Solve::new("countdown", "27"))?;
//! assert_eq!(answer.moves().as_deref(), Some("+ / / + / / /"));
//! # Ok::<(), loyd::service::Fault>(())
//! ```
//!
//! Without numbers, a random position is the end of a walk of 1,000 random moves, which is not drawn uniformly. The
//! library is compiled once for each type of rules with numbers, and once for each type without.

mod adapter;
mod families;
mod puzzle;
mod solver;

use std::fmt::Debug;
use std::hash::Hash;

pub(crate) use families::Families;
pub use families::OwnFamily;
pub use puzzle::OwnPuzzle;
pub use solver::{OwnAnswer, OwnCensus, OwnSolution, Solver};

/// The most that a move may cost, as in a definition.
const MOST_COST: u32 = 1_000_000;

/// The rules of a puzzle: what a state is, the moves of a state, and when it is solved.
pub trait Rules: Send + Sync + 'static {
    /// A position: everything that the rules depend on.
    type State: Clone + Eq + Hash + Debug + Send + Sync + 'static;

    /// A move. The moves of one state are different.
    type Move: Clone + PartialEq + Debug + Send + Sync + 'static;

    /// The moves that can be made in a state, always in the same order, at most 65,534.
    fn moves(&self, state: &Self::State) -> impl IntoIterator<Item = Self::Move>;

    /// Makes a move, which is one of the [`moves`](Rules::moves) of the state.
    fn apply(&self, state: &mut Self::State, m: Self::Move);

    /// Whether a state is solved.
    fn is_goal(&self, state: &Self::State) -> bool;
}
