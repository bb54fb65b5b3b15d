//! `loyd rewrite`: words of moves, without a search.

use std::io::{self, Write};

use loyd::planner::Refused;
use loyd::puzzle::Rewritten;
use loyd::service::amounts::counted;
use loyd::service::{Fault, Question, Service};
use serde::Serialize;

use super::described;
use crate::arguments::{Format, Rewrite};
use crate::exit::{Code, Failure};
use crate::output::{self, json};

/// It as JSON.
#[derive(Serialize)]
struct Row<'r> {
    version: u32,
    puzzle: &'r str,
    word: &'r str,
    length: u64,
    reduced: &'r str,
    reduced_length: u64,
    inverse: &'r str,
    order: Option<u32>,
}

/// Runs the command.
///
/// # Errors
/// When the puzzle is none of a definition, or the words are none of its moves.
pub fn run(asked: &Rewrite) -> Result<Code, Failure> {
    let parts = [("--invert", asked.invert), ("--canonical", asked.canonical), ("--order", asked.order)];
    if let Some((part, _)) = parts.iter().find(|(_, given)| *given && asked.format == Format::Json) {
        return Err(Failure::no_effect(part, "JSON has all parts"));
    }
    let engine = Service::builder().files().build().open(&Question::solve(asked.puzzle.clone(), ""))?;
    let moves = described(&engine).map_err(|why| Fault::usage("puzzle", why))?;
    let rewritten = moves.rewritten(&asked.words.join(" ")).map_err(|why| Fault::from(Refused::Moves(why)))?;
    let mut out = output::stdout();
    let written = match asked.format {
        Format::Text => tell(asked, &rewritten, &mut out),
        Format::Json => {
            let Rewritten { word, length, reduced, reduced_length, inverse, order } = &rewritten;
            let (version, puzzle, length, reduced_length) = (json::VERSION, engine.id(), *length, *reduced_length);
            let row = Row { version, puzzle, word, length, reduced, reduced_length, inverse, order: *order };
            json::line(&row, &mut out)
        }
    };
    written.map_err(Failure::Output)?;
    Ok(Code::Answered)
}

fn tell(asked: &Rewrite, rewritten: &Rewritten, out: &mut impl Write) -> io::Result<()> {
    let Rewritten { word: _, length, reduced, reduced_length, inverse, order } = rewritten;
    let order = order.map_or("more than 1000000".into(), |order| order.to_string());
    match asked {
        Rewrite { invert: true, .. } => writeln!(out, "{}", shown(inverse)),
        Rewrite { canonical: true, .. } => writeln!(out, "{}", shown(reduced)),
        Rewrite { order: true, .. } => writeln!(out, "{order}"),
        _ => {
            writeln!(out, "{}", shown(reduced))?;
            let [shorter, length] = [*reduced_length, *length].map(|moves| counted(moves.into(), "move"));
            writeln!(out, "{shorter}, written as {length}")?;
            writeln!(out, "order: {order}")?;
            writeln!(out, "inverse: {}", shown(inverse))
        }
    }
}

/// A word, or that there is none.
fn shown(word: &str) -> &str {
    if word.is_empty() { "(no moves)" } else { word }
}
