//! Families of puzzles: their entries in the catalogue, and visitors for a puzzle whose type the caller does not know.

use crate::heuristic::Bounded;
use crate::puzzle::{Notation, Ranked};

/// The entry of a family in the catalogue.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// The first part of an id, before the colon.
    pub name: &'static str,
    /// The syntax of an id.
    pub syntax: &'static str,
    /// One sentence that describes the family.
    pub what: &'static str,
    /// Other names, each with the id or the family that it stands for. Another name of the family may stand before a
    /// colon or alone. In the name `RxC`, and in its id, the letters stand for numbers.
    pub aliases: &'static [(&'static str, &'static str)],
    /// Ids for the general tests. The tests walk the whole space of small puzzles and sample large puzzles. Ids with an
    /// `@` name boards in files beside the tests.
    pub examples: &'static [&'static str],
}

impl Family {
    /// The examples that open without any file.
    pub fn members(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.examples.iter().copied().filter(|id| !id.contains('@'))
    }
}

/// An operation on a puzzle whose type only the catalogue knows.
pub trait Visitor {
    /// The result of the operation.
    type Output;

    /// Does the operation with a puzzle whose states are numbered.
    fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) -> Self::Output;

    /// Does the operation with a puzzle whose states are too many to number, or not numbered.
    fn unranked<P: Bounded + Notation + 'static>(self, puzzle: P) -> Self::Output;
}
