//! Pattern databases of compiled puzzles: products of coordinates, and the look-ups of a state in them.

pub(crate) mod bounds;
mod folding;
pub(crate) mod inverse;
mod inverting;
pub(crate) mod lookup;
pub(crate) mod products;
pub(crate) mod views;
pub(crate) mod way;
mod ways;
