//! `loyd convert` and `loyd lint`: definitions as files.

use std::io::Write;
use std::path::Path;

use loyd::definition::bundled::{self, BUNDLED};
use loyd::definition::lint::{Finding, lint as findings};
use loyd::definition::{Definition, read, write};
use loyd::puzzles::{Unopened, file};
use loyd::service::{Fault, Kind, Origin};
use serde::Serialize;

use crate::arguments::{Convert, Format, Lint};
use crate::exit::{Code, Failure};
use crate::output::{self, json};

/// A definition in another form, as JSON.
#[derive(Serialize)]
struct Converted<'r> {
    version: u32,
    file: &'r str,
    form: String,
    text: &'r str,
}

/// A finding as JSON.
#[derive(Serialize)]
struct Found<'r> {
    version: u32,
    file: &'r str,
    kind: &'r str,
    is_note: bool,
    message: String,
}

/// Runs `loyd convert`.
///
/// # Errors
/// When there is no such definition, or the form cannot say it.
pub fn convert(asked: &Convert) -> Result<Code, Failure> {
    let definition = definition(&asked.file)?;
    let text = write::write(&definition, asked.to.into());
    let text = text.map_err(|why| Fault::new(Kind::NotApplicable, Origin::Question, why.to_string()))?;
    let mut out = output::stdout();
    let written = match asked.format {
        Format::Text => out.write_all(text.as_bytes()),
        Format::Json => {
            let form = clap::ValueEnum::to_possible_value(&asked.to);
            let form = form.map_or_else(String::new, |value| value.get_name().into());
            json::line(&Converted { version: json::VERSION, file: &asked.file, form, text: &text }, &mut out)
        }
    };
    written.map_err(Failure::Output)?;
    Ok(Code::Answered)
}

/// Runs `loyd lint`.
///
/// # Errors
/// When there is no such definition.
pub fn lint(asked: &Lint) -> Result<Code, Failure> {
    let found = findings(&definition(&asked.file)?);
    let mut out = output::stdout();
    let written = found.iter().try_for_each(|finding| match asked.format {
        Format::Text => writeln!(out, "{}: {finding}", if finding.is_note() { "note" } else { "odd" }),
        Format::Json => {
            let (version, is_note, message) = (json::VERSION, finding.is_note(), finding.to_string());
            json::line(&Found { version, file: &asked.file, kind: finding.kind(), is_note, message }, &mut out)
        }
    });
    written.map_err(Failure::Output)?;
    let is_odd = |finding: &Finding| !finding.is_note();
    match (found.iter().any(is_odd), asked.format) {
        (true, _) => Ok(Code::No),
        (false, Format::Json) => Ok(Code::Answered),
        (false, Format::Text) => {
            writeln!(out, "nothing odd").map_err(Failure::Output)?;
            Ok(Code::Answered)
        }
    }
}

/// The definition of a file, or the bundled one of that name.
fn definition(name: &str) -> Result<Definition, Fault> {
    let (plain, parameters) = name.split_once(':').unwrap_or((name, ""));
    let known = BUNDLED.iter().any(|bundled| bundled.name == plain).then(|| bundled::open(plain, parameters)).flatten();
    if let Some(made) = known {
        return made.map_err(|why| Unopened::Rules { id: name.into(), why: why.to_string() }.into());
    }
    let path = Path::new(name.strip_prefix('@').unwrap_or(name));
    let text = file::read_file(path)?;
    read(&text).map_err(|source| Unopened::Content { path: path.into(), source }.into())
}
