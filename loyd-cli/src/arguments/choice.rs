//! What is chosen of a puzzle from a file: options that stand for the part of its id after the question mark.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use loyd::definitions::Metric;

use super::MovesForm;

/// What is chosen of a puzzle's definition, but for its moves.
#[derive(Clone, Debug, Default, Args)]
pub struct ChoiceArguments {
    /// Of a puzzle from a file: half turns are one move, or two, or each turn costs its weight
    #[arg(long, value_name = "METRIC", help_heading = HEADING, value_parser = metrics())]
    pub metric: Option<String>,
    /// Of a puzzle from a file: leave these sets of pieces out, such as EDGES,CENTERS
    #[arg(long, value_name = "SETS", help_heading = HEADING)]
    pub omit: Option<String>,
    /// Of a puzzle from a file: the goal may be held any way, as its rotations say
    #[arg(long, value_name = "WHAT", help_heading = HEADING, value_parser = ["rotation"])]
    pub up_to: Option<String>,
}

/// The moves that are chosen of a puzzle's definition.
#[derive(Clone, Debug, Default, Args)]
pub struct MovesArgument {
    /// Of a puzzle from a file: make these moves only, such as U,R,F2
    #[arg(id = "chosen_moves", long = "moves", value_name = "MOVES", help_heading = HEADING)]
    pub names: Option<String>,
}

const HEADING: &str = "Puzzles from files";

fn metrics() -> PossibleValuesParser {
    PossibleValuesParser::new(Metric::ALL.map(|(name, _)| name))
}

/// The value of `--moves` where it says what moves are called, too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MovesValue {
    /// What moves are called.
    Called(MovesForm),
    /// The moves of a definition that are made.
    Only(String),
}

/// Reads it.
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
