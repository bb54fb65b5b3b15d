//! The options that choose a variant of a puzzle, which stand for the part of the id after the question mark.

use std::collections::BTreeSet;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use loyd::catalogue::FAMILIES;

use super::MovesForm;

/// The options that choose a variant of a puzzle, except the choice of moves.
#[derive(Clone, Debug, Default, Args)]
pub struct ChoiceArguments {
    /// Count a half turn as one move (half) or two (quarter), or weights, or a run of tiles as one (multi)
    #[arg(long, value_name = "METRIC", help_heading = HEADING, value_parser = metrics())]
    pub metric: Option<String>,
    /// Ignore these sets of pieces, such as EDGES,CENTERS
    #[arg(long, value_name = "SETS", help_heading = HEADING)]
    pub omit: Option<String>,
    /// Accept the goal in every rotation of the whole puzzle
    #[arg(long, value_name = "WHAT", help_heading = HEADING, value_parser = ["rotation"])]
    pub up_to: Option<String>,
}

/// The moves to use from a puzzle's definition.
#[derive(Clone, Debug, Default, Args)]
pub struct MovesArgument {
    /// Use only these moves, such as U,R,F2
    #[arg(id = "chosen_moves", long = "moves", value_name = "MOVES", help_heading = HEADING)]
    pub names: Option<String>,
}

const HEADING: &str = "Puzzles from files";

/// The metrics of all families.
fn metrics() -> PossibleValuesParser {
    let all: BTreeSet<&str> = FAMILIES.iter().flat_map(|family| family.metrics.iter().copied()).collect();
    PossibleValuesParser::new(all)
}

/// The value of `--moves` in commands where it may also choose how moves are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MovesValue {
    /// How moves are written.
    Called(MovesForm),
    /// The moves to use from a definition.
    Only(String),
}

/// The parser of the value.
#[derive(Clone)]
pub struct MovesParser;

impl TypedValueParser for MovesParser {
    type Value = MovesValue;

    fn parse_ref(
        &self,
        _: &clap::Command,
        _: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<MovesValue, clap::Error> {
        let text = value.to_str().ok_or_else(|| clap::Error::new(clap::error::ErrorKind::InvalidUtf8))?;
        Ok(MovesForm::from_str(text, false).map_or_else(|_| MovesValue::Only(text.into()), MovesValue::Called))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(MovesForm::value_variants().iter().filter_map(ValueEnum::to_possible_value)))
    }
}
