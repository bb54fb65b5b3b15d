//! loyd finds shortest solutions of permutation puzzles: the 8-, 15- and 24-puzzle on boards of any shape, the
//! alternating swap, the magic board, rolling cubes, pancakes, TopSpin, light-up, and any puzzle that a definition
//! file describes.
//!
//! ```
//! use loyd::search::Length;
//! use loyd::service::{Service, Solve};
//!
//! let service = Service::default();
//! let answer = service.solve(&Solve::new("swap:3", "1 2 9/4 6 3/7 8 5"))?;
//! assert_eq!((answer.length(), answer.moves().as_deref()), (Some(Length(3)), Some("3-9 5-6 6-9")));
//! # Ok::<(), loyd::service::Fault>(())
//! ```
//!
//! This crate is the stable surface of the project. Each module begins with its purpose and has examples that run:
//!
//! | module | contents |
//! |---|---|
//! | [`service`] | **questions and replies**: typed, serialisable, cancellable, within one budget of memory |
//! | [`own`] | **a door for puzzles from outside**: rules in a dozen lines, states of any type |
//! | [`catalogue`] | all families by name, and the door to a typed puzzle by its id |
//! | [`search`] | searches over closures; outcomes and limits |
//! | [`puzzle`] | the parts of texts and pictures of positions and moves |
//!
//! Three crates below it have everything that a surface of this size leaves out, and their interfaces may change:
//! `loyd_core` is for authors of searches and native puzzles (the contract of puzzles, ranks, lower bounds, searches
//! and tables), `loyd_puzzles` contains the native families, and `loyd_definitions` puzzles as data. This crate
//! re-exports only the types of these crates that its own signatures show. Items that are hidden in this documentation
//! serve the command and the tests of the project, and are not part of the surface.
//!
//! There are four features. The first two are on by default:
//!
//! | feature | what it adds |
//! |---|---|
//! | `files` | tables and maps in files, and the cache folder |
//! | `serde` | questions, replies, events and faults as JSON |
//! | `schema` | JSON Schemas of questions, replies, events and faults, by `schemars` |
//! | `shared` | maps that several processes make together (it is compiled for every puzzle) |
//!
//! Without `files` every table is in memory, and a question that names a file gets a fault.

pub mod catalogue;
pub mod own;
#[doc(hidden)]
pub mod planner;
pub mod service;

/// The parts of texts and pictures of positions and moves, which questions, replies and rules have in common.
///
/// ```
/// use loyd::puzzle::{Convention, Square};
/// use loyd::service::{Moves, Service};
///
/// let moves = Service::default().moves(&Moves::new("8", "1 2 3 4 5 6 7 x 8"))?;
/// assert_eq!((moves.convention, &moves.picture[2][1]), (Some(Convention::Blank), &Square::Empty));
/// # Ok::<(), loyd::service::Fault>(())
/// ```
pub mod puzzle {
    #[doc(inline)]
    pub use loyd_core::group::Factored;
    #[doc(inline)]
    pub use loyd_core::puzzle::{
        BlockFacts, Convention, Drawing, Facelet, Facts, GoalPositions, GroupFacts, MergedMove, NamedGoal, OrbitFacts,
        Picture, PictureKind, SpaceSize, Spelling, Square, Unsolvable,
    };
}

/// Searches over closures, which need no trait, and the outcomes and limits of all searches.
///
/// ```
/// use loyd::search::{shortest, shortest_with_bound};
///
/// let next = |&number: &u32| [2 * number, number + 1];
/// assert_eq!(shortest(1, next, |&number| number == 10), Some(vec![1, 2, 4, 5, 10]));
/// let bound = |&number: &u32| u32::from(number != 10);
/// assert_eq!(shortest_with_bound(1, next, bound, |&number| number == 10).map(|path| path.len()), Some(5));
/// ```
///
/// [`shortest_within`](search::shortest_within) takes limits, and [`cheapest`](search::cheapest) takes limits and the
/// costs of moves.
pub mod search {
    #[doc(inline)]
    pub use loyd_core::cost::{Cost, CostMeasure, Length};
    #[doc(inline)]
    pub use loyd_core::search::on_the_spot::{cheapest, shortest, shortest_with_bound, shortest_within};
    #[doc(inline)]
    pub use loyd_core::search::{Frontier, Iteration, Limits, Outcome, Progress, Stats, Stop};
}

/// The example of this crate's `README.md` compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
