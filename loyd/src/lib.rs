//! loyd finds shortest solutions of permutation puzzles: the 8-, 15- and 24-puzzle on boards of any shape, the
//! alternating swap, the magic board, rolling cubes, pancakes, TopSpin, light-up, and any puzzle that a definition
//! file describes.
//!
//! ```
//! use loyd::service::{Service, Solve};
//!
//! let service = Service::default();
//! let answer = service.solve(&Solve::new("swap:3", "1 2 9/4 6 3/7 8 5"))?;
//! assert_eq!((answer.length(), answer.moves().as_deref()), (Some(3), Some("3-9 5-6 6-9")));
//! # Ok::<(), loyd::service::Fault>(())
//! ```
//!
//! The modules, from the ground up. The page of each module begins with its purpose and has examples that run:
//!
//! | module | contents |
//! |---|---|
//! | [`puzzle`] | **the contract** of puzzles, ranks and notation |
//! | [`cells`], [`rank`], [`group`], [`text`] | packed arrangements, dense numbers, permutation groups, tokens |
//! | [`limits`], [`opening`] | limits of a request, and what opening a puzzle may read |
//! | [`heuristic`] | lower bounds for any puzzle: the greater of two, projections |
//! | [`search`] | breadth-first, bidirectional, A*, IDA*; one solution, all, their number, the smallest |
//! | [`table`] | distances for every rank, in memory, in files and in a cache folder; maps of whole spaces |
//! | [`puzzles`] | the native families: sliding tiles, swaps, pancakes, TopSpin and others |
//! | [`definitions`] | any puzzle of slots and pieces as data, from files of four forms |
//! | [`catalogue`] | all families by name, and the door to a typed puzzle by its id |
//! | [`own`] | **a door for puzzles from outside**: rules in some thirty lines |
//! | [`planner`] | which algorithm answers; text in, text out |
//! | [`service`] | **questions and replies**: typed, serialisable, cancellable, within one budget of memory |
//!
//! There are three features. The first two are on by default:
//!
//! | feature | what it adds |
//! |---|---|
//! | `files` | tables and maps in files, and the cache folder |
//! | `serde` | questions, replies, events and faults as JSON |
//! | `schema` | JSON Schemas of questions, replies, events and faults, by `schemars` |
//! | `shared` | maps that several processes make together (it is compiled for every puzzle) |
//!
//! Without `files` every table is in memory, and a caller that names a file gets
//! [`FileError::NoFiles`](table::file::FileError::NoFiles).

pub use loyd_core::{cells, family, group, heuristic, limits, opening, puzzle, rank, search, table, text};
pub use {loyd_definitions as definitions, loyd_puzzles as puzzles};

pub mod catalogue;
pub mod own;
pub mod planner;
pub mod service;

/// The example of this crate's `README.md` compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
