//! Families of puzzles: what a list of puzzles shows of each, and how a puzzle is lent out with its type.

use crate::heuristic::Bounded;
use crate::puzzle::{Notation, Ranked};

/// The line of a family in the catalogue.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// The first part of an id, before the colon.
    pub name: &'static str,
    /// How an id is written.
    pub syntax: &'static str,
    /// One sentence.
    pub what: &'static str,
    /// Other names, each with what it stands for: a whole id; or the family, before the colon or alone. In the name
    /// `RxC` the letters stand for numbers, and so they do in its id.
    pub aliases: &'static [(&'static str, &'static str)],
    /// Ids that the general tests run over: small ones whose whole space is walked, and large ones by sample. Those
    /// with an `@` are of boards in files beside the tests.
    pub examples: &'static [&'static str],
}

impl Family {
    /// The examples that open anywhere, with no file at hand.
    pub fn members(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.examples.iter().copied().filter(|id| !id.contains('@'))
    }
}

/// Something to be done with a puzzle whose type only the catalogue knows.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it with a puzzle whose states are numbered.
    fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) -> Self::Output;

    /// Does it with a puzzle whose states are too many, or not numbered.
    fn unranked<P: Bounded + Notation + 'static>(self, puzzle: P) -> Self::Output;
}
