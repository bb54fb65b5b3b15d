//! `loyd puzzles`: the catalogue.

use std::io::{self, Write};

use loyd::planner::{self, Algorithm, Engine};
use loyd::puzzle::Facts;
use loyd::puzzles::{FAMILIES, Family};
use serde::Serialize;

use crate::arguments::{Format, Puzzles};
use crate::exit::{Code, Failure};
use crate::output::{json, table};

#[derive(Serialize)]
struct FamilyRow<'a> {
    version: u32,
    family: &'a str,
    syntax: &'a str,
    what: &'a str,
    aliases: Vec<Alias<'a>>,
    examples: Vec<&'a str>,
}

#[derive(Serialize)]
struct Alias<'a> {
    alias: &'a str,
    puzzle: &'a str,
}

#[derive(Serialize)]
struct PuzzleRow<'a> {
    version: u32,
    puzzle: &'a str,
    what: &'a str,
    goal: &'a str,
    states: Option<String>,
    states_formula: &'a str,
    gods_number: Option<u32>,
    source: &'a str,
    moves: &'a str,
    state_syntax: &'a str,
    example: &'a str,
    heuristics: Vec<&'static str>,
    algorithms: Vec<&'static str>,
}

/// Runs the command.
///
/// # Errors
/// When there is no puzzle of that name.
pub fn run(asked: &Puzzles) -> Result<Code, Failure> {
    let mut out = io::stdout();
    let written = match &asked.name {
        None => catalogue(asked.format, &mut out),
        Some(name) => match FAMILIES.iter().find(|family| family.name == name) {
            Some(family) => tell_family(family, asked.format, &mut out),
            None => {
                let engine = planner::open(name, None)?;
                tell_puzzle(&*engine, asked.format, &mut out)
            }
        },
    };
    written.map_err(Failure::Output)?;
    Ok(Code::Answered)
}

fn catalogue(format: Format, out: &mut impl Write) -> io::Result<()> {
    if format == Format::Json {
        return FAMILIES.iter().try_for_each(|family| json::line(&family_row(family), out));
    }
    let rows = FAMILIES.iter().map(|family| {
        let aliases: Vec<&str> = family.aliases.iter().map(|(alias, _)| *alias).collect();
        vec![family.syntax.to_string(), aliases.join(", "), family.what.to_string()]
    });
    write!(out, "{}", table::table(&["puzzle", "also", "what"], rows.collect(), &[]))?;
    writeln!(out, "`loyd puzzles NAME` tells more of one, such as `loyd puzzles {}`.", first_name())
}

fn first_name() -> &'static str {
    FAMILIES.first().map_or("8", |family| family.name)
}

fn family_row(family: &Family) -> FamilyRow<'static> {
    let aliases = family.aliases.iter().map(|&(alias, puzzle)| Alias { alias, puzzle });
    FamilyRow {
        version: json::VERSION,
        family: family.name,
        syntax: family.syntax,
        what: family.what,
        aliases: aliases.collect(),
        examples: family.members().collect(),
    }
}

/// A family: what its members have in common, and some of them.
fn tell_family(family: &Family, format: Format, out: &mut impl Write) -> io::Result<()> {
    let members: Vec<Box<dyn Engine>> = family.members().filter_map(|id| planner::open(id, None).ok()).collect();
    if format == Format::Json {
        json::line(&family_row(family), out)?;
        return members.iter().try_for_each(|engine| tell_puzzle(&**engine, format, out));
    }
    writeln!(out, "{}: {}", family.name, family.what)?;
    writeln!(out, "written: {}", family.syntax)?;
    for (alias, puzzle) in family.aliases {
        writeln!(out, "also: {alias} for {puzzle}")?;
    }
    writeln!(out)?;
    let Some(first) = members.first() else {
        return writeln!(out, "`loyd puzzles {}:@FILE` tells more of one, once its file is there.", family.name);
    };
    let rows = members.iter().map(|engine| {
        let facts = engine.facts();
        let gods_number = facts.gods_number.map_or(String::new(), |number| number.to_string());
        vec![engine.id().to_string(), states(&facts), gods_number]
    });
    write!(out, "{}", table::table(&["puzzle", "states", "God's number"], rows.collect(), &[1, 2]))?;
    writeln!(out, "\nThe first of them:\n")?;
    tell_puzzle(&**first, format, out)
}

fn tell_puzzle(engine: &dyn Engine, format: Format, out: &mut impl Write) -> io::Result<()> {
    let (facts, goal) = (engine.facts(), engine.goal());
    let cannot: Vec<(Algorithm, String)> =
        Algorithm::ALL.into_iter().filter_map(|algorithm| Some((algorithm, engine.inapplicable(algorithm)?))).collect();
    let can: Vec<&str> = Algorithm::ALL
        .into_iter()
        .filter(|algorithm| cannot.iter().all(|(other, _)| other != algorithm))
        .map(Algorithm::name)
        .collect();
    let heuristics = engine.heuristics();
    if format == Format::Json {
        let row = PuzzleRow {
            version: json::VERSION,
            puzzle: engine.id(),
            what: &facts.what,
            goal: &goal,
            states: facts.states.map(|states| states.to_string()),
            states_formula: &facts.states_formula,
            gods_number: facts.gods_number,
            source: &facts.source,
            moves: &facts.moves,
            state_syntax: &facts.state_syntax,
            example: &facts.example,
            heuristics,
            algorithms: can,
        };
        return json::line(&row, out);
    }
    writeln!(out, "{}: {}", engine.id(), facts.what)?;
    writeln!(out, "states: {}", states(&facts))?;
    match facts.gods_number {
        Some(number) => writeln!(out, "God's number: {number}")?,
        None => writeln!(out, "God's number: not known here")?,
    }
    writeln!(out, "source: {}", facts.source)?;
    writeln!(out, "moves: {}", facts.moves)?;
    writeln!(out, "a state is written: {}", facts.state_syntax)?;
    writeln!(out, "goal: {goal}")?;
    writeln!(out, "heuristics: {}", heuristics.join(", "))?;
    writeln!(out, "algorithms: {}", can.join(", "))?;
    for (algorithm, why) in cannot {
        writeln!(out, "not {}: {why}", algorithm.name())?;
    }
    writeln!(out, "example: loyd solve {} \"{}\"", engine.id(), facts.example)
}

/// The number of states and where it comes from.
fn states(facts: &Facts) -> String {
    match facts.states {
        None => facts.states_formula.clone(),
        Some(number) if facts.states_formula == number.to_string() => number.to_string(),
        Some(number) => format!("{number} ({})", facts.states_formula),
    }
}
