//! Arguments of the commands for definitions as files: `convert` and `lint`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use loyd::definitions::DefinitionFormat;

use crate::arguments::Format;

/// Arguments of `convert`.
#[derive(Debug, Args)]
pub struct ConvertArguments {
    /// The file, with or without @ before it; or a bundled puzzle such as 3x3x3
    pub file: String,
    /// The form to write
    #[arg(long, value_enum, value_name = "FORM")]
    pub to: To,
    /// Write to this file; one that is there is replaced once all of it is written [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The definition alone, or a JSON object that holds its text
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}

/// A form that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum To {
    // twsearch's. (No doc comments here: clap would list the values one a line.)
    Tws,
    Kpuzzle,
    Psvn,
    Loyd,
    Permutations,
}

impl To {
    /// The form of definitions that it is; `None` for the permutations, which cannot be read back.
    pub fn form(self) -> Option<DefinitionFormat> {
        match self {
            To::Tws => Some(DefinitionFormat::Tws),
            To::Kpuzzle => Some(DefinitionFormat::Kpuzzle),
            To::Psvn => Some(DefinitionFormat::Psvn),
            To::Loyd => Some(DefinitionFormat::Loyd),
            To::Permutations => None,
        }
    }
}

/// Arguments of `lint`.
#[derive(Debug, Args)]
pub struct LintArguments {
    /// The file, with or without @ before it; or a bundled puzzle such as 3x3x3
    pub file: String,
    /// One finding a line, or one JSON object a line
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}
