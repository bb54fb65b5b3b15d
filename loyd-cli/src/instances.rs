//! Positions with what is published of them: the built-in sets, and files of the same format.

mod format;
mod selection;

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use loyd::planner::Algorithm;
use loyd::puzzles::nearest;
use loyd::text::Token;

use crate::exit::Failure;
pub use selection::Selection;

/// The built-in sets: facts, with their source in each.
const BUILT_IN: [(&str, &str); 3] = [
    ("korf100", include_str!("../../loyd/data/korf100.txt")),
    ("korf-felner50", include_str!("../../loyd/data/korf-felner50.txt")),
    ("hardest15", include_str!("../../loyd/data/hardest15.txt")),
];

/// No file of positions is larger, and of a file that never ends no more is read.
const LONGEST_FILE: u64 = 64 << 20;

/// A set of instances of one puzzle.
#[derive(Debug, PartialEq)]
pub struct Set<'a> {
    /// Where the figures come from.
    pub source: Option<&'a str>,
    /// The puzzle's id, and where it stands.
    pub puzzle: Token<'a>,
    /// The goal, where it is not the puzzle's own.
    pub goal: Option<Token<'a>>,
    /// The search whose counts are published so exactly that a run of the same search must meet them.
    pub counted: Option<Counted<'a>>,
    /// The instances, in order; no id comes twice, and there is at least one.
    pub instances: Vec<Instance<'a>>,
}

/// A search with its lower bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Counted<'a> {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The name of its bound.
    pub heuristic: Option<&'a str>,
}

/// One position, and what is published of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Instance<'a> {
    /// Its name in the set.
    pub id: String,
    /// The position as written, and where.
    pub position: Token<'a>,
    /// The published length of a shortest solution.
    pub length: Option<u32>,
    /// The published number of nodes generated.
    pub generated: Option<u64>,
    /// The published number of nodes expanded.
    pub expanded: Option<u64>,
}

impl Instance<'_> {
    /// How hard it is by what is published: nodes expanded, or else generated.
    pub fn effort(&self) -> Option<u64> {
        self.expanded.or(self.generated)
    }
}

/// The text of a set, by its name or from a file.
///
/// # Errors
/// When there is neither, or the file cannot be read.
pub fn text(name: &str) -> Result<String, Failure> {
    if let Some((_, text)) = BUILT_IN.iter().find(|(known, _)| *known == name) {
        return Ok((*text).into());
    }
    let unread = |source: io::Error| Failure::Unread { path: name.into(), source };
    let mut bytes = Vec::new();
    match File::open(name).and_then(|file| file.take(LONGEST_FILE + 1).read_to_end(&mut bytes)) {
        Ok(length) if length as u64 > LONGEST_FILE => {
            return Err(unread(io::Error::other(format!("it is larger than {} MiB", LONGEST_FILE >> 20))));
        }
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound && is_bare(name) => return Err(unknown(name)),
        Err(error) => return Err(unread(error)),
    }
    String::from_utf8(bytes).map_err(|error| {
        let misread = format::no_text(error.as_bytes(), error.utf8_error().valid_up_to());
        Failure::Instances { path: name.into(), misread }
    })
}

/// Reads a set.
///
/// # Errors
/// Where the text is not what it should be.
pub fn read<'a>(name: &str, text: &'a str) -> Result<Set<'a>, Failure> {
    format::read(text).map_err(|misread| Failure::Instances { path: name.into(), misread })
}

/// Whether a name could be meant for a built-in set.
fn is_bare(name: &str) -> bool {
    Path::new(name).components().count() <= 1 && Path::new(name).extension().is_none()
}

fn unknown(name: &str) -> Failure {
    let known = BUILT_IN.map(|(known, _)| known);
    let near = nearest(name, known).map_or(String::new(), |near| format!(" (did you mean `{near}`?)"));
    let (name, known) = (loyd::text::quoted(name), known.join(", "));
    Failure::Usage(format!("no set and no file is called {name}{near}; the built-in sets: {known}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use loyd::planner;

    #[test]
    fn the_built_in_sets_are_whole() {
        let cases = [("korf100", 100, 5_305), ("korf-felner50", 50, 5_039), ("hardest15", 17, 17 * 80)];
        for (name, count, moves) in cases {
            let text = text(name).unwrap();
            let set = read(name, &text).unwrap();
            assert_eq!(set.instances.len(), count, "{name}");
            assert!(set.source.is_some_and(|source| source.contains("Korf")), "{name}");
            let lengths = set.instances.iter().map(|instance| instance.length.unwrap());
            assert_eq!(lengths.sum::<u32>(), moves, "{name}");
            let engine = planner::open(set.puzzle.text, set.goal.map(|goal| goal.text)).unwrap();
            for (index, instance) in set.instances.iter().enumerate() {
                assert_eq!(instance.id, (index + 1).to_string(), "{name}");
                engine.state(instance.position.text).unwrap();
            }
        }
    }

    /// The sums of the published counts (the means are in the papers: 363 million of Korf's hundred).
    #[test]
    fn the_published_counts_are_whole() {
        let sums = |name: &str| {
            let text = text(name).unwrap();
            let set = read(name, &text).unwrap();
            let sum = |of: fn(&Instance<'_>) -> Option<u64>| set.instances.iter().filter_map(of).sum::<u64>();
            (sum(|instance| instance.generated), sum(|instance| instance.expanded))
        };
        assert_eq!(sums("korf100"), (36_302_808_031, 0));
        assert_eq!(sums("korf-felner50"), (18_044_623_983_548, 3_550_228_935_356));
        assert_eq!(sums("hardest15"), (0, 0));
    }

    #[test]
    fn a_name_that_is_none_is_told_from_a_file_that_is_missing() {
        let say = |name: &str| text(name).unwrap_err().to_string();
        assert!(say("korf10").contains("did you mean `korf100`?"), "{}", say("korf10"));
        assert!(say("missing/korf100").starts_with("cannot read missing/korf100: "));
        assert!(say("korf100.txt").starts_with("cannot read korf100.txt: "));
    }
}
