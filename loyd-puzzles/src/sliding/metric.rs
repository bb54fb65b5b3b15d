//! The metric of a sliding puzzle: how many tiles one move slides.

use loyd_core::opening::Unopened;

/// How many tiles one move slides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TileMetric {
    /// One tile.
    Single,
    /// Any number of tiles of a row or column.
    Multi,
}

impl TileMetric {
    /// The name by which an id chooses [`TileMetric::Multi`].
    pub const MULTI: &'static str = "multi";

    /// Reads the choice after the question mark of an id; an empty choice is [`TileMetric::Single`].
    ///
    /// # Errors
    /// [`Unopened::Parameters`] for any other choice.
    pub fn chosen(id: &str, choice: &str) -> Result<TileMetric, Unopened> {
        match choice.strip_prefix("metric=") {
            None if choice.is_empty() => Ok(TileMetric::Single),
            Some(TileMetric::MULTI) => Ok(TileMetric::Multi),
            _ => Err(Unopened::parameters(id, choice, "metric=multi, or nothing, after the question mark")),
        }
    }
}
