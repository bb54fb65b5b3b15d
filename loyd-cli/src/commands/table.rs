//! `loyd table`: tables built ahead, looked at, checked, asked and drawn from.

mod bounds;
mod distances;
mod inspect;
mod lookup;

use std::path::Path;

use loyd::planner::{self, Engine};
use loyd::table::distance::KIND;
use loyd::table::file::Table as File;

use super::open_table;
use crate::arguments::{Format, Table, TableBuild, TableCommand};
use crate::exit::{Code, Failure};

/// The format that was asked for.
pub fn format(asked: &Table) -> Format {
    match &asked.command {
        TableCommand::Build(asked) => asked.format,
        TableCommand::Info(asked) => asked.format,
        TableCommand::Verify(asked) => asked.format,
        TableCommand::Query(asked) => asked.format,
        TableCommand::Sample(asked) => asked.format,
    }
}

/// Runs the command.
///
/// # Errors
/// Whatever keeps it from its answer.
pub fn run(asked: &Table) -> Result<Code, Failure> {
    match &asked.command {
        TableCommand::Build(asked @ TableBuild { bits: Some(bits), .. }) => distances::build(asked, *bits),
        TableCommand::Build(asked) => bounds::build(asked),
        TableCommand::Info(asked) => inspect::info(asked),
        TableCommand::Verify(asked) => inspect::verify(asked),
        TableCommand::Query(asked) => lookup::query(asked),
        TableCommand::Sample(asked) => lookup::sample(asked),
    }
}

/// The puzzle that a table of all distances is of, which answers from it.
fn engine_of(path: &Path, table: &File) -> Result<Box<dyn Engine>, Failure> {
    let identity = table.identity();
    if identity.kind != KIND {
        let (path, kind) = (path.display(), &identity.kind);
        return Err(Failure::Usage(format!(
            "{path}: a table of kind `{kind}` bounds distances of {} and tells none: a table of kind `{KIND}` does, as `loyd table build \
             --bits` makes one",
            identity.puzzle
        )));
    }
    let engine = planner::open(&identity.puzzle, None)?;
    let engine = match engine.goal() == identity.goal {
        true => engine,
        false => planner::open(&identity.puzzle, Some(&identity.goal))?,
    };
    engine.use_table(path, table)?;
    Ok(engine)
}

/// The same, from the file.
fn opened(path: &Path) -> Result<Box<dyn Engine>, Failure> {
    engine_of(path, &open_table(path)?)
}
