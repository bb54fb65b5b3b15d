//! Ids of defined puzzles: `@FILE`, with a choice after it: `?moves=U,R&metric=quarter&omit=SET`.

use std::path::Path;

use crate::bundled::KnownFacts;
use crate::compiled::Defined;
use crate::compiled::text::goals;
use crate::definition::powers::with_powers;
use crate::definition::{Definition, Metric, NoRules, PlayRules, RuleChoice};
use crate::formats::read;
use loyd_core::family::{Visitor, split};
use loyd_core::opening::Opening;
use loyd_core::opening::Unopened;
use loyd_core::puzzle::bits::Word;
use loyd_core::text::{Misread, decoded, ended};

/// The largest size of a definition's text, in bytes.
pub const LONGEST: usize = 64 << 20;

/// Reads the text of a definition, or of positions, from the file that a field names. The limit [`LONGEST`] also stops
/// the reading of a file that never ends.
///
/// # Errors
/// [`Unopened::NoFiles`], [`Unopened::File`], or [`Unopened::Content`] if the file is too long or is not text.
pub(crate) fn read_file(field: &'static str, path: &Path, opening: &Opening<'_>) -> Result<String, Unopened> {
    let bytes = opening.read(field, path, LONGEST)?;
    let content = |source| Unopened::Content { path: path.into(), source };
    if bytes.len() > LONGEST {
        let what = Misread { found: "still more".into(), ..ended("", "the end of the definition within 64 MiB") };
        return Err(content(what));
    }
    decoded(bytes).map_err(content)
}

/// Reads the choice after the question mark of an id.
pub(crate) fn choice(id: &str, text: &str) -> Result<RuleChoice, Unopened> {
    let mut choice = RuleChoice::default();
    let expected = || "moves=NAME,NAME, metric=half, quarter or weights, omit=SET,SET, or up-to=rotation, joined by &";
    for part in text.split('&').filter(|part| !part.is_empty()) {
        let wrong = || Unopened::parameters(id, part, expected());
        let (key, value) = part.split_once('=').ok_or_else(wrong)?;
        let names = || value.split(',').map(str::trim).filter(|name| !name.is_empty()).map(String::from).collect();
        match key {
            "moves" => choice.moves = Some(names()),
            "omit" => choice.omit = names(),
            "up-to" if value == "rotation" => choice.up_to_rotation = true,
            "metric" => {
                let metric = Metric::ALL.iter().find(|(name, _)| *name == value).ok_or_else(wrong)?;
                choice.metric = Some(metric.1);
            }
            _ => return Err(wrong()),
        }
    }
    Ok(choice)
}

/// Opens the puzzle of a file. `parameters` is the id after its colon: `@`, the name of the file, and the choice.
pub fn open<V: Visitor>(
    id: &str,
    parameters: &str,
    goal: Option<&str>,
    opening: &Opening<'_>,
    visitor: V,
) -> Result<V::Output, Unopened> {
    let (file, chosen) = split(parameters);
    let expected = "`@` and the name of a file with a definition, such as file:@cube.tws";
    let path = file.strip_prefix('@').filter(|path| !path.is_empty());
    let path = Path::new(path.ok_or_else(|| Unopened::parameters(id, file, expected))?);
    let choice = choice(id, chosen)?;
    let text = read_file("puzzle", path, opening)?;
    let definition = read(&text).map_err(|source| Unopened::Content { path: path.into(), source })?;
    open_definition(id, definition, &choice, goal, opening, visitor)
}

/// Opens the puzzle of a definition's text.
///
/// # Errors
/// [`Unopened`] if the text or the choice cannot be read, or they give no puzzle.
pub fn open_text<V: Visitor>(
    id: &str,
    text: &str,
    goal: Option<&str>,
    opening: &Opening<'_>,
    visitor: V,
) -> Result<V::Output, Unopened> {
    opening.over(|| {
        let definition = read(text).map_err(|source| Unopened::Content { path: "board".into(), source })?;
        open_definition(id, definition, &choice(id, split(id).1)?, goal, opening, visitor)
    })
}

/// Opens the puzzle of a definition.
///
/// # Errors
/// [`Unopened`] if the definition and the choice give no puzzle, or the goal cannot be read.
pub fn open_definition<V: Visitor>(
    id: &str,
    definition: Definition,
    choice: &RuleChoice,
    goal: Option<&str>,
    opening: &Opening<'_>,
    visitor: V,
) -> Result<V::Output, Unopened> {
    opening.over(|| open_known(id, definition, choice, goal, None, opening, visitor))
}

/// Opens the puzzle of a definition, with the facts that are known about it.
pub(crate) fn open_known<V: Visitor>(
    id: &str,
    definition: Definition,
    choice: &RuleChoice,
    goal: Option<&str>,
    known: Option<&'static KnownFacts>,
    opening: &Opening<'_>,
    visitor: V,
) -> Result<V::Output, Unopened> {
    let (definition, rules) = rules_of(id, definition, choice, goal, opening)?;
    let cannot = |why: String| Unopened::Rules { id: id.into(), why };
    if rules.slots() <= 32 && rules.turns.len() <= 64 {
        let puzzle = made::<32, u64>(definition, rules).map_err(cannot)?.known(known);
        return Ok(if puzzle.is_numbered() { visitor.ranked(puzzle) } else { visitor.unranked(puzzle) });
    }
    if rules.slots() <= 128 {
        let puzzle = made::<128, [u64; 4]>(definition, rules).map_err(cannot)?.known(known);
        return Ok(if puzzle.is_numbered() { visitor.ranked(puzzle) } else { visitor.unranked(puzzle) });
    }
    Ok(visitor.unranked(made::<4096, [u64; 4]>(definition, rules).map_err(cannot)?.known(known)))
}

/// The definition with the powers that the choice demands, and the rules of the puzzle. No visitor is named here, so
/// the function is compiled once.
fn rules_of(
    id: &str,
    definition: Definition,
    choice: &RuleChoice,
    goal: Option<&str>,
    opening: &Opening<'_>,
) -> Result<(Definition, PlayRules), Unopened> {
    let (definition, choice) = with_powers(definition, choice);
    let cannot = |why: String| Unopened::Rules { id: id.into(), why };
    let mut rules = PlayRules::new(&definition, &choice).map_err(|why: NoRules| cannot(why.to_string()))?;
    if let Some(wanted) = goal {
        let text = match wanted.strip_prefix('@') {
            Some(path) => read_file("goal", Path::new(path), opening)?,
            None => wanted.into(),
        };
        let goals = goals::read(&text, &definition, &rules).map_err(Unopened::Goal)?;
        rules = rules.towards(goals.iter());
    }
    if choice.up_to_rotation {
        let no = "no rotations of the whole are among its moves, or more than 10,000 goals come of them";
        rules = rules.up_to_rotation().ok_or_else(|| cannot(format!("up-to=rotation: {no}")))?;
    }
    Ok((definition, rules))
}

fn made<const N: usize, W: Word>(definition: Definition, rules: PlayRules) -> Result<Defined<N, W>, String> {
    Defined::new(definition, rules).map_err(|why| why.to_string())
}
