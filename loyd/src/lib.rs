//! loyd finds shortest solutions of permutation puzzles: of the 8-, 15- and 24-puzzle on boards of any shape, the
//! alternating swap, the magic board, rolling cubes, pancakes, TopSpin and light-up, and of any puzzle that a
//! definition file describes.
//!
//! ```
//! use loyd::service::{Control, Question, Service};
//!
//! let service = Service::default();
//! let reply = service.ask(&Question::solve("swap:3", "1 2 9/4 6 3/7 8 5"), &Control::default())?;
//! assert_eq!((reply.length(), reply.moves().as_deref()), (Some(3), Some("3-9 5-6 6-9")));
//! # Ok::<(), loyd::service::Fault>(())
//! ```
//!
//! The rooms, from the ground up; each begins with what it is and has examples that run:
//!
//! | room | what is in it |
//! |---|---|
//! | [`cells`] | packed arrangements: which piece lies in which cell |
//! | [`text`] | tokens with their place, and the error of a text that cannot be read |
//! | [`rank`] | permutations and numbers, both ways |
//! | [`group`] | permutation groups: order, membership, dense numbers |
//! | [`definition`] | any puzzle of slots and pieces as data, from files of four forms |
//! | [`limits`] | what a request may cost, and what it did |
//! | [`opening`] | what opening a puzzle may read, and what it may cost |
//! | [`puzzle`] | **the contract** of puzzles, ranks, lower bounds and notation |
//! | [`puzzles`] | the catalogue and the families |
//! | [`heuristic`] | lower bounds that know no puzzle: the greater of two, projections |
//! | [`search`] | breadth-first, bidirectional, A*, IDA*; one, all, how many, the smallest |
//! | [`table`] | distances for every rank, in memory, in files and in a cache folder |
//! | [`planner`] | which algorithm answers; text in, text out |
//! | [`service`] | **questions and replies**: typed, serialisable, cancellable, within one budget of memory |
//!
//! Three features, of which the first two are on by default:
//!
//! | feature | what it adds |
//! |---|---|
//! | `files` | tables and maps in files, and the cache folder |
//! | `serde` | questions, replies, events and faults as JSON |
//! | `shared` | maps that several processes make together (it is compiled for every puzzle) |
//!
//! Without `files` every table is in memory, and whoever names a file gets
//! [`FileError::NoFiles`](table::file::FileError::NoFiles).

pub use loyd_core::{cells, family, group, heuristic, limits, opening, puzzle, rank, search, table, text};
pub use {loyd_definitions as definitions, loyd_puzzles as puzzles};

pub mod catalogue;
pub mod planner;
pub mod service;

/// The template of `docs/adding.md` compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../../docs/adding.md")]
struct AddingAPuzzle;

/// The example of `README.md` compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
