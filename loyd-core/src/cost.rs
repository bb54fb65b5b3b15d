//! The two measures of a solution: the number of its moves, and the cost of its moves.
//!
//! A search finds a solution of least cost. Where every move costs 1, the cost is the number of moves. Elsewhere a
//! solution of least cost may have more moves than another solution, so no function takes a [`Length`] for a [`Cost`].
//! [`Cost::length`] is the only way from one to the other.

use std::fmt;

/// A number of moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Length(pub u32);

/// The measure of a cost: a number of moves, or a sum of weights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CostMeasure {
    /// Every move costs 1, so a cost is a number of moves.
    #[default]
    Moves,
    /// Each move costs its weight.
    Weights,
}

/// The cost of moves, or a bound of it, with its measure.
///
/// ```
/// use loyd_core::cost::{Cost, Length};
/// assert_eq!((Cost::moves(7).length(), Cost::weights(7).length()), (Some(Length(7)), None));
/// assert_eq!([Cost::moves(1), Cost::moves(7), Cost::weights(7)].map(|cost| cost.to_string()), [
///     "1 move",
///     "7 moves",
///     "a cost of 7"
/// ]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cost {
    amount: u32,
    measure: CostMeasure,
}

impl Length {
    /// The length of a list of moves.
    ///
    /// # Panics
    /// If the list has 2^32 moves or more.
    pub fn of<M>(moves: &[M]) -> Length {
        Length(crate::exact::exact::<u32>(moves.len()))
    }
}

impl CostMeasure {
    /// This amount of cost, in this measure.
    pub const fn cost(self, amount: u32) -> Cost {
        Cost { amount, measure: self }
    }
}

impl Cost {
    /// The cost of this number of moves, where every move costs 1.
    pub const fn moves(number: u32) -> Cost {
        CostMeasure::Moves.cost(number)
    }

    /// This sum of weights.
    pub const fn weights(sum: u32) -> Cost {
        CostMeasure::Weights.cost(sum)
    }

    /// The amount, without its measure.
    pub const fn amount(self) -> u32 {
        self.amount
    }

    /// The measure of the amount.
    pub const fn measure(self) -> CostMeasure {
        self.measure
    }

    /// This cost less an amount, or 0.
    pub const fn less(self, amount: u32) -> Cost {
        self.measure.cost(self.amount.saturating_sub(amount))
    }

    /// The number of moves, if every move costs 1.
    pub const fn length(self) -> Option<Length> {
        match self.measure {
            CostMeasure::Moves => Some(Length(self.amount)),
            CostMeasure::Weights => None,
        }
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0, if self.0 == 1 { "move" } else { "moves" })
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.length() {
            Some(length) => length.fmt(f),
            None => write!(f, "a cost of {}", self.amount),
        }
    }
}
