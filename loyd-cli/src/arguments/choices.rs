//! Options whose value is one of a few words.

use anstream::ColorChoice;
use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use loyd::service::Algorithm;
use loyd_core::puzzle::Convention;

/// When colours are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Color {
    // Where a terminal shows them. (No doc comments here: clap would list the values one a line.)
    #[default]
    Auto,
    Always,
    Never,
}

impl From<Color> for ColorChoice {
    fn from(color: Color) -> ColorChoice {
        match color {
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        }
    }
}

/// How answers are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    // For people. (No doc comments here: clap would turn the short help into the long one.)
    #[default]
    Text,
    Json,
}

/// How moves are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MovesForm {
    // By the directions of tiles. (No doc comments here: clap would turn the short help into the long one.)
    Tiles,
    Blank,
    Words,
}

/// An algorithm by name, or `None` for `auto`.
pub type AlgorithmChoice = Option<Algorithm>;

/// The parser of the value.
#[derive(Clone)]
pub struct AlgorithmParser;

impl TypedValueParser for AlgorithmParser {
    type Value = AlgorithmChoice;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<AlgorithmChoice, clap::Error> {
        if let Some(algorithm) = value.to_str().and_then(Algorithm::named) {
            return Ok(Some(algorithm));
        }
        // The name is `auto`, or unknown; then the error lists the names.
        let names = PossibleValuesParser::new(algorithm_names());
        names.parse_ref(command, argument, value).map(|_| None)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(algorithm_names().map(PossibleValue::new)))
    }
}

fn algorithm_names() -> impl Iterator<Item = &'static str> {
    Algorithm::ALL.into_iter().map(Algorithm::name).chain(["auto"])
}

/// Reads `blank` or `tile`.
#[derive(Clone)]
pub struct ConventionParser;

impl TypedValueParser for ConventionParser {
    type Value = Convention;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<Convention, clap::Error> {
        let name = PossibleValuesParser::new(["blank", "tile"]).parse_ref(command, argument, value)?;
        Ok(if name == "tile" { Convention::Tile } else { Convention::Blank })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(["blank", "tile"].into_iter().map(PossibleValue::new)))
    }
}
