//! `loyd puzzles`: describes the catalogue, a family or a puzzle.

mod group;

use std::io::{self, Write};

use loyd::service::reply::{Alias, FamilyMembers, FamilyRow, PuzzleRow};
use loyd::service::{Catalogue, CatalogueReply, Control, Group};
use loyd_core::family::{Family, FamilyKind};
use loyd_core::opening::RegularFiles;
use loyd_core::puzzle::{Facts, NamedGoal};

use crate::arguments::{Format, PuzzlesArguments};
use crate::exit::{Code, Failure};
use crate::output::text::shell_word;
use crate::output::{self, json, table};
use crate::session;

/// Runs the command.
///
/// # Errors
/// When there is no puzzle of that name.
pub fn run(asked: &PuzzlesArguments) -> Result<Code, Failure> {
    let service = session::builder().files(RegularFiles).paths().build();
    if asked.group {
        return group::run(&service, &Group::new(asked.name.clone().unwrap_or_default()), asked.format);
    }
    let question = Catalogue::new(asked.name.clone().unwrap_or_default());
    if asked.name.as_deref() == Some("") {
        // The catalogue lists all families for no name. An empty name is the name of a puzzle, which cannot be opened.
        service.open(&question, &Control::default())?;
    }
    let reply = service.catalogue(&question)?;
    let mut out = output::stdout();
    let written = match (&reply, asked.format) {
        (CatalogueReply::Families(rows), Format::Text) => tell_catalogue(rows, &mut out),
        (CatalogueReply::Families(rows), Format::Json) => rows.iter().try_for_each(|row| json::line(row, &mut out)),
        (CatalogueReply::Family(family), Format::Text) => tell_family(family, &mut out),
        (CatalogueReply::Family(family), Format::Json) => json::line(&family.family, &mut out)
            .and_then(|()| family.members.iter().try_for_each(|row| json::line(row, &mut out))),
        (CatalogueReply::Puzzle(row), Format::Text) => tell_puzzle(row, &mut out),
        (CatalogueReply::Puzzle(row), Format::Json) => json::line(&**row, &mut out),
    };
    written.map_err(Failure::Output)?;
    Ok(Code::Answered)
}

/// Writes the families by kinds, one line each, at most 80 columns wide.
fn tell_catalogue(families: &[FamilyRow], out: &mut impl Write) -> io::Result<()> {
    let mut kinds: Vec<FamilyKind> = families.iter().map(|family| family.kind).collect();
    kinds.sort();
    kinds.dedup();
    for kind in kinds {
        writeln!(out, "{}", kind.title())?;
        for family in families.iter().filter(|family| family.kind == kind) {
            let form = family.syntax.split([' ', ',', ';']).next().unwrap_or(family.family);
            writeln!(out, "{form:<width$}  {}", family.what, width = Family::WIDEST_FORM)?;
        }
        writeln!(out)?;
    }
    writeln!(out, "`loyd puzzles NAME` tells the sizes, the other names and the notation of one.")
}

/// Writes what the members of a family have in common, and some of the members.
fn tell_family(FamilyMembers { family, members, .. }: &FamilyMembers, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}: {}", family.family, family.what)?;
    writeln!(out, "syntax: {}", family.syntax)?;
    let mut told: Vec<&str> = Vec::new();
    for Alias { puzzle, .. } in &family.aliases {
        if !told.contains(puzzle) {
            told.push(puzzle);
            let names = family.aliases.iter().filter(|alias| alias.puzzle == *puzzle).map(|alias| alias.alias);
            writeln!(out, "names of {puzzle}: {}", names.collect::<Vec<_>>().join(", "))?;
        }
    }
    writeln!(out)?;
    let Some(first) = members.first() else {
        return writeln!(out, "`loyd puzzles {}:@FILE` describes a puzzle from such a file.", family.family);
    };
    let rows = members.iter().map(|member| {
        let gods_number = member.facts.gods_number.map_or(String::new(), |number| number.to_string());
        vec![member.puzzle.clone(), states(&member.facts), gods_number]
    });
    write!(out, "{}", table::table(&["puzzle", "states", "God's number"], rows.collect(), &[1, 2]))?;
    writeln!(out, "\nThe first member:\n")?;
    tell_puzzle(first, out)
}

fn tell_puzzle(row: &PuzzleRow, out: &mut impl Write) -> io::Result<()> {
    let PuzzleRow { puzzle, goal, goals, facts, heuristics, algorithms, inapplicable, .. } = row;
    writeln!(out, "{puzzle}: {}", facts.what)?;
    writeln!(out, "states: {}", states(facts))?;
    match facts.gods_number {
        Some(number) => writeln!(out, "God's number: {number}")?,
        None => writeln!(out, "God's number: unknown")?,
    }
    writeln!(out, "source: {}", facts.source)?;
    writeln!(out, "moves: {}", facts.moves)?;
    writeln!(out, "syntax of a state: {}", facts.state_syntax)?;
    writeln!(out, "goal: {goal}")?;
    for NamedGoal { name, goal } in goals {
        writeln!(out, "--goal {}: {goal}", shell_word(name))?;
    }
    writeln!(out, "heuristics: {}", heuristics.join(", "))?;
    let names: Vec<&str> = algorithms.iter().map(|algorithm| algorithm.name()).collect();
    writeln!(out, "algorithms: {}", names.join(", "))?;
    for (algorithm, why) in inapplicable {
        writeln!(out, "not {}: {why}", algorithm.name())?;
    }
    writeln!(out, "example: loyd solve {puzzle} \"{}\"", facts.example)
}

/// Formats the number of states and its formula.
fn states(facts: &Facts) -> String {
    match facts.states {
        None => facts.states_formula.clone(),
        Some(number) if facts.states_formula == number.to_string() => number.to_string(),
        Some(number) => format!("{number} ({})", facts.states_formula),
    }
}
