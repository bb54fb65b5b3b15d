//! Sets of positions on the command line: texts, or files with one text per line.

use std::io;
use std::path::Path;

use loyd::service::{Fault, Kind, List, Map, Origin};
use loyd_core::opening::{ReadNames, RegularFiles};
use loyd_core::text::decoded;

use crate::arguments::MapArguments;
use crate::exit::Failure;

/// The texts of a set.
pub type PositionTexts = List<String, { Map::MOST_OF_SET }, true>;

/// The most bytes of a file of positions.
const LONGEST: usize = 16 << 20;

/// Reads the sets of a map that are in files.
///
/// # Errors
/// When a file cannot be read, is too long, or contains no position.
pub fn read(asked: &mut MapArguments) -> Result<(), Failure> {
    asked.goal_set = each("goal_set", std::mem::take(&mut asked.goal_set))?;
    asked.from_set = each("from_set", std::mem::take(&mut asked.from_set))?;
    Ok(())
}

/// Returns the texts, with the lines of a file in place of its name.
fn each(field: &'static str, texts: Vec<String>) -> Result<Vec<String>, Failure> {
    let mut all = Vec::new();
    for text in texts {
        match text.strip_prefix('@') {
            Some(path) => all.extend(lines(field, path)?),
            None => all.push(text),
        }
    }
    Ok(all)
}

/// Returns the lines of a file that are not blank.
fn lines(field: &'static str, path: &str) -> Result<Vec<String>, Failure> {
    let wrong = |why: &str| io::Error::new(io::ErrorKind::InvalidInput, why.to_owned());
    let bytes = RegularFiles.read(Path::new(path), LONGEST);
    let text = bytes.and_then(|bytes| match bytes.len() > LONGEST {
        true => Err(wrong(&format!("the file is longer than {} MiB", LONGEST >> 20))),
        false => decoded(bytes).map_err(|why| wrong(&why.to_string())),
    });
    let text = text.map_err(|error| Fault::unread(field, path, &error))?;
    let lines = text.trim_start_matches('\u{feff}').lines().filter(|line| !line.trim().is_empty());
    let found = lines.clone().count();
    if found > Map::MOST_OF_SET {
        return Err(PositionTexts::too_many(field, found).into());
    }
    let lines: Vec<String> = lines.map(Into::into).collect();
    if lines.is_empty() {
        let why = format!("{path}: expected a position on each line, found no position");
        return Err(Fault::new(Kind::Input, Origin::Question, why).into());
    }
    Ok(lines)
}
