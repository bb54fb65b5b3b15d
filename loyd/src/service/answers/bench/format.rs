//! The format of a file of positions: docs/formats.md describes it.

use std::collections::HashSet;

use super::{Counted, Instance, InstanceSet};
use crate::planner::Algorithm;
use loyd_core::text::{Misread, Token, ended, quoted};

/// The keys of the lines before the first position, each at most once.
const KEYS: [&str; 4] = ["source", "puzzle", "goal", "counts"];

/// Reads a set of instances.
///
/// # Errors
/// The first place where the text does not have the expected form.
pub fn read(text: &str) -> Result<InstanceSet<'_>, Misread> {
    let mut head: [Option<Token<'_>>; 4] = [None; 4];
    let mut instances: Vec<Instance<'_>> = Vec::new();
    let mut ids = HashSet::new();
    for (index, line) in text.strip_prefix('\u{feff}').unwrap_or(text).lines().enumerate() {
        let line = trimmed(Token { text: without_comment(line), line: index + 1, column: 1 });
        if line.text.is_empty() {
            continue;
        }
        let (name, rest) = split(line, ':').map_or((None, line), |(name, rest)| (Some(name), rest));
        let key = name.and_then(|name| KEYS.iter().position(|key| *key == name.text));
        if let (Some(name), Some(key)) = (name, key) {
            if !instances.is_empty() {
                return Err(name.misread("a position, because the head of the file ended with the first position"));
            }
            if rest.text.is_empty() {
                return Err(Misread { found: "nothing".into(), ..rest.misread(format!("the {}", name.text)) });
            }
            if head[key].replace(rest).is_some() {
                return Err(name.misread(format!("one line `{}:`, but this is the second", name.text)));
            }
            continue;
        }
        if head[1].is_none() {
            return Err(line.misread("a line `puzzle: ID` before the first position"));
        }
        let instance = instance(name, rest, instances.len() + 1)?;
        if !ids.insert(instance.id.clone()) {
            return Err(name
                .unwrap_or(line)
                .misread(format!("each id once, but {} comes a second time", quoted(&instance.id))));
        }
        instances.push(instance);
    }
    let [source, puzzle, goal, counts] = head;
    let puzzle = puzzle.ok_or_else(|| ended(text, "a line `puzzle: ID`"))?;
    if instances.is_empty() {
        return Err(ended(text, "a position a line"));
    }
    Ok(InstanceSet {
        source: source.map(|source| source.text),
        puzzle,
        goal,
        counted: counts.map(counted).transpose()?,
        instances,
    })
}

/// Reads `POSITION [= LENGTH [GENERATED [EXPANDED]]]`, after the id was read.
fn instance<'a>(name: Option<Token<'a>>, rest: Token<'a>, number: usize) -> Result<Instance<'a>, Misread> {
    let id = match name {
        Some(name) if name.text.is_empty() => return Err(Misread { found: "`:`".into(), ..name.misread("an id") }),
        Some(name) if name.text.contains([',', ' ', '\t']) => {
            return Err(name.misread("an id without blanks and commas before the colon"));
        }
        Some(name) => name.text.into(),
        None => number.to_string(),
    };
    let (position, figures) = split(rest, '=').map_or((rest, None), |(position, rest)| (position, Some(rest)));
    let mut instance = Instance { id, position, cost: None, generated: None, expanded: None };
    let Some(figures) = figures else { return Ok(instance) };
    let mut words = words(figures);
    let length = words.next().ok_or_else(|| Misread {
        found: "end of line".into(),
        ..figures.misread("the published length after the `=`")
    })?;
    instance.cost = Some(length.number(0, u32::MAX.into(), "a published length or cost")?);
    for (place, what) in [
        (&mut instance.generated, "a published number of nodes generated"),
        (&mut instance.expanded, "a published number of nodes expanded"),
    ] {
        *place = words.next().map(|word| word.number(0, u64::MAX, what)).transpose()?;
    }
    match words.next() {
        Some(word) => Err(word.misread("no more than a length and two numbers of nodes")),
        None => Ok(instance),
    }
}

/// Reads `ALGORITHM [HEURISTIC]`.
fn counted(text: Token<'_>) -> Result<Counted<'_>, Misread> {
    let mut words = words(text);
    let first = words.next().unwrap_or(text);
    let algorithm = Algorithm::ALL.into_iter().find(|algorithm| algorithm.name() == first.text);
    let algorithm = algorithm
        .ok_or_else(|| first.misread(format!("an algorithm: {}", Algorithm::ALL.map(Algorithm::name).join(", "))))?;
    let heuristic = words.next();
    match (algorithm.uses_heuristic(), heuristic, words.next()) {
        (true, None, _) => {
            let column = text.column + text.text.chars().count();
            Err(Misread { line: text.line, column, found: "end of line".into(), expected: "the heuristic".into() })
        }
        (false, Some(more), _) | (_, _, Some(more)) => Err(more.misread("the end of the line")),
        (_, heuristic, None) => Ok(Counted { algorithm, heuristic: heuristic.map(|word| word.text) }),
    }
}

/// Returns a line up to a `#` that begins it or follows white space.
fn without_comment(line: &str) -> &str {
    let mut before = None;
    let comment = line.char_indices().find(|&(_, character)| {
        let begins = character == '#' && before.is_none_or(char::is_whitespace);
        before = Some(character);
        begins
    });
    comment.map_or(line, |(at, _)| &line[..at])
}

/// The token without the white space around it.
fn trimmed(token: Token<'_>) -> Token<'_> {
    let text = token.text.trim_start();
    let skipped = token.text[..token.text.len() - text.len()].chars().count();
    Token { text: text.trim_end(), column: token.column + skipped, ..token }
}

/// The parts of a token before and after the first `separator`.
fn split(token: Token<'_>, separator: char) -> Option<(Token<'_>, Token<'_>)> {
    let (before, after) = token.text.split_once(separator)?;
    let column = token.column + before.chars().count() + 1;
    Some((trimmed(Token { text: before, ..token }), trimmed(Token { text: after, column, ..token })))
}

fn words(token: Token<'_>) -> impl Iterator<Item = Token<'_>> {
    let mut rest = trimmed(token);
    std::iter::from_fn(move || {
        let end = rest.text.find(char::is_whitespace).unwrap_or(rest.text.len());
        let (word, after) = rest.text.split_at(end);
        let found = Token { text: word, ..rest };
        rest = trimmed(Token { text: after, column: rest.column + word.chars().count(), ..rest });
        (!word.is_empty()).then_some(found)
    })
}

/// The error for bytes that are not UTF-8 from index `good` on.
pub fn no_text(bytes: &[u8], good: usize) -> Misread {
    let (good, bad) = bytes.split_at(good);
    let good = String::from_utf8_lossy(good);
    let found = bad.first().map_or("nothing".into(), |byte| format!("byte 0x{byte:02x}"));
    Misread { found, ..ended(&good, "text in UTF-8") }
}
