//! Arguments of the commands for definitions as files: `convert` and `lint`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use loyd_definitions::DefinitionFormat;

use crate::arguments::Format;

/// Arguments of `convert`.
#[derive(Debug, Args)]
pub struct ConvertArguments {
    /// A definition file (FILE or @FILE), or a bundled puzzle such as 3x3x3
    pub file: String,
    /// The format to write
    #[arg(long, value_enum, value_name = "FORM")]
    pub to: To,
    /// Write to this file, replacing it only when the output is complete [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Output as the definition alone, or as a JSON object with its text
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}

/// A form that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum To {
    // twsearch's. (No doc comments here: clap would list the values one a line.)
    Tws,
    #[value(alias = "json")]
    Kpuzzle,
    Gap,
    Loyd,
    Permutations,
}

impl To {
    /// The form of definitions that it is; `None` for the permutations, which cannot be read back.
    pub fn form(self) -> Option<DefinitionFormat> {
        match self {
            To::Tws => Some(DefinitionFormat::Tws),
            To::Kpuzzle => Some(DefinitionFormat::Kpuzzle),
            To::Gap => Some(DefinitionFormat::Gap),
            To::Loyd => Some(DefinitionFormat::Loyd),
            To::Permutations => None,
        }
    }
}

/// Arguments of `lint`.
#[derive(Debug, Args)]
pub struct LintArguments {
    /// A definition file (FILE or @FILE), or a bundled puzzle such as 3x3x3
    pub file: String,
    /// One finding per line, or one JSON object per line
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}
