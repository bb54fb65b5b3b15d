//! The coordinates of a compiled puzzle by which bounds are computed, and the distances of their values.

pub mod axis;
pub(crate) mod chosen;
mod independent;
mod making;
mod places;
pub(crate) mod sums;

use std::sync::OnceLock;

use crate::coordinates::axis::Coordinate;
use crate::coordinates::chosen::Scale;
use loyd_core::limits::{holds, holds_nothing};

/// The most coordinates that a bound uses.
pub const MOST: usize = 16;

/// The most slots of a puzzle whose coordinates give strong bounds.
pub const MOST_STRONG: usize = 128;

/// The coordinates of a puzzle, and the distance of each of their values from a goal.
///
/// The distance of some of the pieces is at most the distance of all of them. So each distance is a lower bound, and so
/// is the greatest (J. C. Culberson and J. Schaeffer, Pattern databases, Computational Intelligence 14, 1998).
#[derive(Debug)]
pub struct Coordinates {
    pub(crate) axes: Vec<Coordinate>,
    /// The distances of the first coordinates, by value. The coordinates of places have no distances.
    pub(crate) distances: Vec<Vec<u16>>,
    /// The scales at which products of the coordinates are worth a table.
    pub(crate) scales: Vec<Scale>,
}

/// The coordinates of a puzzle, made by the first search that needs them.
pub type LazyCoordinates = OnceLock<Coordinates>;

holds_nothing!(Scale);
holds!(Coordinates { axes, distances, scales });
