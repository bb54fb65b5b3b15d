//! `loyd convert` and `loyd lint`: files with definitions.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use loyd::catalogue::resolve;
use loyd::service::{Fault, Kind, Lint, Origin};
use loyd_core::opening::RegularFiles;
use loyd_core::opening::Unopened;
use loyd_definitions::Definition;
use loyd_definitions::bundled::BUNDLED;
use loyd_definitions::formats::write;
use loyd_definitions::ids;
use serde::Serialize;

use crate::arguments::{ConvertArguments, Format, LintArguments};
use crate::commands::asked::position;
use crate::exit::{Code, Failure};
use crate::output::file::Output;
use crate::output::{self, json};
use crate::session;

/// A definition in another form, as JSON.
#[derive(Serialize)]
struct Converted<'r> {
    version: u32,
    file: &'r str,
    form: String,
    text: &'r str,
}

/// Runs `loyd convert`.
///
/// # Errors
/// When there is no such definition, or the requested form cannot express it.
pub fn convert(asked: &ConvertArguments) -> Result<Code, Failure> {
    let definition = definition(&asked.file)?;
    let unwritten = |path: &Path, error: &io::Error| Fault::unwritten(&path.display().to_string(), error);
    let begin = |path: &PathBuf| Output::begin(path).map_err(|error| unwritten(path, &error));
    // A file that cannot be written is reported at once.
    let file = asked.output.as_ref().map(begin).transpose()?;
    let cannot = |why: &dyn Display| Fault::new(Kind::NotApplicable, Origin::Question, why.to_string());
    let text = match asked.to.form() {
        Some(form) => write::write(&definition, form).map_err(|why| cannot(&why))?,
        None => ids::permutations(&id(&asked.file), definition).map_err(Fault::from)?,
    };
    match file.zip(asked.output.as_deref()) {
        Some((file, path)) => {
            file.finish(|out| write_converted(asked, &text, out)).map_err(|error| unwritten(path, &error))?
        }
        None => write_converted(asked, &text, &mut output::stdout()).map_err(Failure::Output)?,
    }
    Ok(Code::Answered)
}

fn write_converted(asked: &ConvertArguments, text: &str, out: &mut impl Write) -> io::Result<()> {
    match asked.format {
        Format::Text => out.write_all(text.as_bytes()),
        Format::Json => {
            let form = clap::ValueEnum::to_possible_value(&asked.to);
            let form = form.map_or_else(String::new, |value| value.get_name().into());
            json::line(&Converted { version: json::VERSION, file: &asked.file, form, text }, out)
        }
    }
}

/// Runs `loyd lint`.
///
/// # Errors
/// When there is no such definition.
pub fn lint(asked: &LintArguments) -> Result<Code, Failure> {
    let question = Lint::new(id(&asked.file));
    let service = session::builder().files(RegularFiles).paths().build();
    let mut found = service.lint(&question)?;
    // The report uses the name that the user gave.
    found.iter_mut().for_each(|row| row.file.clone_from(&asked.file));
    let mut out = output::stdout();
    let written = found.iter().try_for_each(|row| match asked.format {
        Format::Text => writeln!(out, "{}: {}", if row.is_note { "note" } else { "odd" }, row.message),
        Format::Json => json::line(row, &mut out),
    });
    written.map_err(Failure::Output)?;
    match (found.iter().all(|row| row.is_note), asked.format) {
        (false, _) => Ok(Code::No),
        (true, Format::Json) => Ok(Code::Answered),
        (true, Format::Text) => {
            writeln!(out, "no findings").map_err(Failure::Output)?;
            Ok(Code::Answered)
        }
    }
}

/// Returns the definition from a file, or the bundled definition of that name.
fn definition(name: &str) -> Result<Definition, Fault> {
    let definition = ids::definition(&resolve(&id(name)), &position::opening());
    Ok(definition.unwrap_or_else(|| Err(Unopened::Unknown { id: name.into(), nearest: None }))?)
}

/// Returns the id of a bundled definition or of a file. The user may leave out the `@` of a file here.
fn id(name: &str) -> String {
    let plain = name.split([':', '?']).next().unwrap_or_default();
    let is_id = name.starts_with('@') || BUNDLED.iter().any(|bundled| bundled.name == plain);
    if is_id { name.into() } else { format!("@{name}") }
}
