//! The puzzle and the position as people give them: without quotes, in reverse order, in a file, or on standard input.

use std::io::{self, IsTerminal, Read};
use std::path::Path;

use loyd::catalogue::{FAMILIES, family_of, has_definition, resolve, resolve_with};
use loyd::planner::{self, Engine};
use loyd::service::{Fault, Kind, Origin};
use loyd_core::family::split;
use loyd_core::limits::{Limits, Watch};
use loyd_core::opening::Unopened;
use loyd_core::opening::{Opening, ReadNames, RegularFiles};
use loyd_core::text::{decoded, is_separator, plain_board, quoted};
use loyd_definitions::algs::pasted::pasted;
use loyd_definitions::algs::said::said;
use loyd_definitions::bundled;
use loyd_definitions::bundled::{BUNDLED, Bundled};
use loyd_definitions::compiled::text;

use super::chosen::Chosen;
use super::sets;
#[cfg(feature = "cluster")]
use crate::arguments::ClusterCommand;
use crate::arguments::{Command, PuzzleArguments, TableCommand};
use crate::exit::Failure;
use crate::machine::net;
use crate::output::tell;
use crate::output::text::command;

/// The STATE argument for many positions, one on each line of standard input.
pub const MANY: &str = "-";

/// The most bytes of a position; the largest board takes little more than a thousand bytes.
const LONGEST: usize = 1 << 20;

/// Puts the puzzle, the position and the goal of a command in their places, and reads the ones that are in files.
///
/// # Errors
/// When a file cannot be read, or the meaning of the arguments is unclear.
pub fn settle(command: &mut Command) -> Result<(), Failure> {
    let limits = limits(command);
    let _work = net::hold(limits.time, limits.bytes);
    let settled = Watch::new(&limits).over(|| {
        in_place(command)?;
        puzzle_of(command).map_or(Ok(()), |puzzle| is_no_file(puzzle))
    });
    settled.unwrap_or_else(|why| Err(Failure::Fault(Unopened::Stopped(why).into())))
}

/// Returns the limits of a command, which also apply to the opening of puzzles here.
fn limits(command: &Command) -> Limits {
    let (time, bytes) = match command {
        Command::Solve(asked) => (asked.limits.limit_seconds, asked.limits.limit_memory),
        Command::Compare(asked) => (asked.limits.limit_seconds, asked.limits.limit_memory),
        Command::Check(asked) => (asked.limits.limit_seconds, asked.limits.limit_memory),
        #[cfg(feature = "play")]
        Command::Play(asked) => (asked.limits.limit_seconds, asked.limits.limit_memory),
        _ => (None, None),
    };
    Limits { time, bytes, ..Limits::default() }
}

/// Refuses an unknown puzzle that has the name of a file, because its `@` was probably forgotten.
fn is_no_file(puzzle: &str) -> Result<(), Failure> {
    let (name, _) = split(puzzle);
    if is_puzzle(puzzle) || !Path::new(name).is_file() {
        return Ok(());
    }
    let message = format!("unknown puzzle {}; there is a file of that name: @{puzzle}", quoted(puzzle));
    Err(Failure::Fault(Fault::new(Kind::Puzzle, Origin::Question, message)))
}

fn in_place(command: &mut Command) -> Result<(), Failure> {
    let chosen = Chosen::taken(command);
    if chosen.is_empty() {
        return arrange(command);
    }
    // The puzzle may stand behind the position.
    let is_in_place = puzzle_of(command).is_some_and(|puzzle| is_puzzle(puzzle));
    if !is_in_place {
        arrange(command)?;
    }
    match puzzle_of(command) {
        Some(puzzle) => chosen.add_to(puzzle)?,
        None => return Err(chosen.of_nothing()),
    }
    if is_in_place { arrange(command) } else { Ok(()) }
}

/// Returns the puzzle of a command, if the command takes a puzzle.
fn puzzle_of(command: &mut Command) -> Option<&mut String> {
    match command {
        Command::Solve(asked) => Some(&mut asked.puzzle.puzzle),
        Command::Compare(asked) => Some(&mut asked.puzzle.puzzle),
        Command::Check(asked) => Some(&mut asked.puzzle.puzzle),
        #[cfg(feature = "play")]
        Command::Play(asked) => Some(&mut asked.puzzle),
        Command::Random(asked) => Some(&mut asked.puzzle.puzzle),
        Command::Rank(asked) => Some(&mut asked.puzzle),
        Command::Unrank(asked) => Some(&mut asked.puzzle),
        Command::Rewrite(asked) => Some(&mut asked.puzzle),
        Command::Puzzles(asked) => asked.name.as_mut(),
        Command::Map(asked) => Some(&mut asked.puzzle.puzzle),
        Command::Table(asked) => match &mut asked.command {
            TableCommand::Build(asked) => Some(&mut asked.puzzle.puzzle),
            _ => None,
        },
        #[cfg(feature = "cluster")]
        Command::Cluster(asked) => match &mut asked.command {
            ClusterCommand::Map(asked) => Some(&mut asked.map.puzzle.puzzle),
            ClusterCommand::Solve(asked) => Some(&mut asked.solve.puzzle.puzzle),
            ClusterCommand::Plan(asked) => Some(&mut asked.puzzle.puzzle),
            _ => None,
        },
        _ => None,
    }
}

/// Puts the puzzle, the position and the goal in their places, and reads the files that they name.
fn arrange(command: &mut Command) -> Result<(), Failure> {
    match command {
        Command::Solve(asked) => {
            let words = asked.state.take().into_iter().chain(asked.unquoted.words.drain(..)).collect();
            asked.state = position("solve", &mut asked.puzzle, words, asked.scramble.is_some())?;
        }
        Command::Compare(asked) => {
            let words = asked.state.take().into_iter().chain(asked.unquoted.words.drain(..)).collect();
            asked.state = position("compare", &mut asked.puzzle, words, asked.scramble.is_some())?;
        }
        Command::Check(asked) => {
            read_goal(&mut asked.puzzle)?;
            if !is_puzzle(&asked.puzzle.puzzle) && is_puzzle(&asked.state) {
                std::mem::swap(&mut asked.puzzle.puzzle, &mut asked.state);
            }
            if !asked.unquoted.words.is_empty() {
                let mut words = vec![std::mem::take(&mut asked.state), std::mem::take(&mut asked.moves)];
                words.append(&mut asked.unquoted.words);
                (asked.state, asked.moves) = divided(&asked.puzzle.puzzle, &words)?;
            }
            asked.state = read(std::mem::take(&mut asked.state))?;
        }
        Command::Rank(asked) => {
            let mut words = vec![std::mem::take(&mut asked.state)];
            words.append(&mut asked.unquoted.words);
            asked.state = in_order("rank", &mut asked.puzzle, words)?.unwrap_or_default();
        }
        #[cfg(feature = "cluster")]
        Command::Cluster(asked) => match &mut asked.command {
            ClusterCommand::Map(asked) => {
                read_goal(&mut asked.map.puzzle)?;
                sets::read(&mut asked.map)?;
            }
            ClusterCommand::Solve(asked) => {
                let asked = &mut asked.solve;
                let words: Vec<String> = asked.state.take().into_iter().chain(asked.unquoted.words.drain(..)).collect();
                read_goal(&mut asked.puzzle)?;
                asked.state = in_order("cluster solve", &mut asked.puzzle.puzzle, words)?;
                if asked.state.as_deref() != Some(MANY) {
                    return Err(only_many(&asked.puzzle.puzzle));
                }
            }
            _ => {}
        },
        #[cfg(feature = "play")]
        Command::Play(asked) => {
            let words = asked.state.take().into_iter().chain(asked.unquoted.words.drain(..)).collect();
            asked.goal = asked.goal.take().map(read).transpose()?;
            asked.state = in_order("play", &mut asked.puzzle, words)?;
        }
        Command::Random(asked) => read_goal(&mut asked.puzzle)?,
        Command::Map(asked) => {
            read_goal(&mut asked.puzzle)?;
            sets::read(asked)?;
        }
        Command::Table(asked) => {
            if let TableCommand::Build(asked) = &mut asked.command {
                read_goal(&mut asked.puzzle)?;
            }
        }
        _ => {}
    }
    Ok(())
}

/// Returns the position of a command, or reads it from standard input, unless the moves start at the goal.
fn position(
    command: &str,
    puzzle: &mut PuzzleArguments,
    words: Vec<String>,
    from_goal: bool,
) -> Result<Option<String>, Failure> {
    read_goal(puzzle)?;
    match in_order(command, &mut puzzle.puzzle, words)? {
        None if !from_goal => from_input(command, puzzle),
        state => Ok(state),
    }
}

fn is_puzzle(name: &str) -> bool {
    family_of(name).is_some()
}

/// Opens the puzzle of a name, if there is one. A limit that is reached meanwhile ends the command.
fn open(puzzle: &str) -> Option<Engine> {
    match planner::open_within(&opening(), puzzle, None) {
        Err(Unopened::Stopped(why)) => Watch::demand(|_| Err(why)),
        opened => opened.ok(),
    }
}

/// Returns an opening that reads regular files and obeys the watch of this thread.
pub fn opening() -> Opening<'static> {
    Opening::new(Watch::here()).reading(&RegularFiles)
}

fn reads(engine: &Engine, text: &str) -> bool {
    engine.state(text).is_ok()
}

/// Whether a text begins with a character that begins no name: a digit, a blank, a separator, an `@` and the like.
fn is_like_a_position(text: &str) -> bool {
    let first = text.chars().find(|character| !character.is_whitespace());
    first.is_some_and(|first| first.is_numeric() || is_separator(first) || "xX_.@-".contains(first))
}

/// Returns the position that the words form. A puzzle behind the position is moved to its place.
fn in_order(command: &str, puzzle: &mut String, mut words: Vec<String>) -> Result<Option<String>, Failure> {
    let last = words.last().filter(|last| is_puzzle(last)).cloned();
    let all = std::iter::once(&*puzzle).chain(&words).map(String::as_str).collect::<Vec<_>>().join(" ");
    // A comment ends with its line, and the command in an error has one line, so comments are left out.
    let in_words = |plain: String| plain.split_whitespace().collect::<Vec<_>>().join(" ");
    let plain = plain_board(&all).map_or_else(|| all.clone(), in_words);
    let before = |last: &String| all.strip_suffix(last.as_str()).unwrap_or(&all).trim_end().to_string();
    // A position that another program wrote can show which puzzle it belongs to.
    match pasted(&all).filter(|_| !is_puzzle(puzzle) && last.is_none()) {
        Some(Ok(pasted)) => {
            *puzzle = pasted.puzzle;
            if pasted.is_scramble {
                tell(&format!("note: read as moves of {puzzle}; write the puzzle first if it is another"));
            }
            // A definition reads the text itself, and may have a remark on it.
            return Ok(Some(if pasted.pattern.is_some() { all } else { pasted.position }));
        }
        Some(Err(wrong)) => return Err(Failure::usage(wrong.to_string())),
        None => {}
    }
    let is_position = |name: &str, text: &str| text == MANY || open(name).is_some_and(|engine| reads(&engine, text));
    match last.map(|last| (before(&last), last)) {
        // A tile may have the name of a puzzle.
        Some(_) if is_puzzle(puzzle) && is_position(puzzle, &words.join(" ")) => {}
        Some((text, name)) if is_position(&name, &text) => (*puzzle, words) = (name, vec![text]),
        other if !puzzle.is_empty() && !is_puzzle(puzzle) && is_like_a_position(&plain) => {
            nameless(command, &plain)?;
            if let Some((text, name)) = other {
                (*puzzle, words) = (name, vec![text]);
            }
        }
        None if !puzzle.is_empty() && !is_puzzle(puzzle) => no_puzzle(command, &all)?,
        _ => {}
    }
    if words.is_empty() {
        return Ok(None);
    }
    let position = read(words.join(" "))?;
    complete(puzzle, &position);
    Ok(Some(position))
}

/// Completes the name of a puzzle by the size of a position, if the name leaves the size out.
fn complete(puzzle: &mut String, position: &str) {
    if let Some(id) = resolve_with(puzzle, position).filter(|_| position != MANY) {
        *puzzle = id;
    }
}

/// The most puzzles that an error names for a position or moves without a puzzle.
const MOST_NAMED: usize = 3;

/// Fails if a text in the place of the puzzle is a position of some puzzles. The error names such puzzles.
fn nameless(named: &str, text: &str) -> Result<(), Failure> {
    let whole = |family: &'static loyd_core::family::Family| {
        let aliases = family.aliases.iter().filter(|(_, id)| id.contains(':') && !id.contains("RxC"));
        aliases.map(|(alias, _)| *alias).chain(family.members())
    };
    let mut ids: Vec<(String, &str)> = Vec::new();
    for name in FAMILIES.iter().flat_map(whole) {
        let id = resolve(name);
        let is_new = ids.iter().all(|(known, _)| *known != id) && may_be_of(&id, text);
        if is_new && open(name).is_some_and(|engine| reads(&engine, text)) {
            ids.push((id, name));
        }
    }
    let Some((_, first)) = ids.first() else { return Ok(()) };
    let all: Vec<&str> = ids.iter().take(MOST_NAMED).map(|(id, _)| id.as_str()).collect();
    let line = command(&[named, first, text]);
    let of = all.join(" or of ");
    Err(Failure::usage(format!("{} is a position of {of}; write the puzzle first: {line}", quoted(text))))
}

/// Whether a text may be a position of a puzzle. The test avoids opening bundled puzzles for a text that cannot be one.
fn may_be_of(id: &str, text: &str) -> bool {
    let (name, parameters) = id.split_once(':').unwrap_or((id, ""));
    let definition = bundled::open(name, parameters).and_then(Result::ok);
    definition.is_none_or(|definition| text::may_be_position(text, &definition))
}

/// Fails if a text in the place of the puzzle is moves of some bundled puzzles. The error names such puzzles.
fn no_puzzle(named: &str, text: &str) -> Result<(), Failure> {
    // A word of letters only is a name rather than moves.
    let is_word = text.chars().all(char::is_alphabetic);
    let has_moves = |bundled: &&Bundled| {
        let definition = bundled::open(bundled.name, "").and_then(Result::ok);
        !is_word
            && definition.is_some_and(|definition| said(text, &definition).is_ok_and(|said| !said.steps.is_empty()))
    };
    let names: Vec<&str> = BUNDLED.iter().filter(has_moves).map(|bundled| bundled.name).take(MOST_NAMED).collect();
    let Some(first) = names.first() else { return Ok(()) };
    let line = command(&[named, first, text]);
    let of = names.join(" or of ");
    Err(Failure::usage(format!("{} is a move sequence of {of}; write the puzzle first: {line}", quoted(text))))
}

/// Divides words without quotes into a position and moves, if only one place divides them.
fn divided(puzzle: &str, words: &[String]) -> Result<(String, String), Failure> {
    let splits = |engine: Engine| {
        let is_position = |&at: &usize| reads(&engine, &words[..at].join(" "));
        (1..words.len()).filter(is_position).collect::<Vec<usize>>()
    };
    match open(puzzle).map(splits).as_deref() {
        Some(&[at]) => Ok((words[..at].join(" "), words[at..].join(" "))),
        _ => {
            let (last, others) = words.split_last().map_or(("", &[][..]), |(last, others)| (&**last, others));
            let line = command(&["check", puzzle, &others.join(" "), last]);
            let say = "the end of the position is not clear; put the position and the moves in quotes";
            Err(Failure::usage(format!("{say}: {line}")))
        }
    }
}

/// Returns the failure for several processes that were asked for one position only.
#[cfg(feature = "cluster")]
fn only_many(puzzle: &str) -> Failure {
    let line = command(&["cluster", "solve", puzzle, MANY]);
    Failure::usage(format!("several processes read positions from standard input, one per line: {line} < FILE"))
}

/// Returns the text, or the content of the file that the text names with `@`.
fn read(text: String) -> Result<String, Failure> {
    let Some(path) = text.strip_prefix('@') else { return Ok(text) };
    let bytes = RegularFiles.read(Path::new(path), LONGEST);
    let text = bytes.and_then(|bytes| text_of(&*bytes));
    text.map_err(|error| Fault::unread("state", path, &error).into())
}

fn read_goal(puzzle: &mut PuzzleArguments) -> Result<(), Failure> {
    puzzle.goal = puzzle.goal.take().map(read).transpose()?;
    Ok(())
}

/// Reads the whole text of an input. Fails if the input is not text, or too long to be a position.
fn text_of(input: impl Read) -> io::Result<String> {
    let wrong = |why: String| io::Error::new(io::ErrorKind::InvalidInput, why);
    let mut bytes = Vec::new();
    input.take(LONGEST as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > LONGEST {
        return Err(wrong("the text is longer than 1 MiB".into()));
    }
    decoded(bytes).map_err(|why| wrong(why.to_string()))
}

/// Reads the position from standard input, if the puzzle needs one. The function does not read from a terminal, because
/// the user would not know that the command waits.
fn from_input(named: &str, puzzle: &mut PuzzleArguments) -> Result<Option<String>, Failure> {
    // Only a board from a file may contain its position; the board of a definition does not.
    // The puzzle of a name without its size cannot be opened before the position is there.
    let has_size = |name: &str| resolve_with(name, "1").is_some();
    let is_needed =
        |name: &str| has_definition(name) || has_size(name) || open(name).is_some_and(|engine| !reads(&engine, ""));
    if io::stdin().is_terminal() || !is_needed(&puzzle.puzzle) {
        return Ok(None);
    }
    let text = text_of(io::stdin().lock()).map_err(|error| match error.kind() {
        io::ErrorKind::InvalidInput => {
            Fault::new(Kind::Input, Origin::Question, format!("standard input: {error}")).into()
        }
        _ => Failure::input(&error),
    })?;
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let Some(first) = lines.next() else { return Ok(None) };
    let more = lines.count();
    complete(&mut puzzle.puzzle, &text);
    let are_apart = |engine: Engine| !reads(&engine, &text) && reads(&engine, first);
    if more > 0 && open(&puzzle.puzzle).is_some_and(are_apart) {
        let line = command(&[named, &puzzle.puzzle, "-"]);
        let hint = if ["solve", "compare"].contains(&named) { format!(": {line}") } else { String::new() };
        let say = format!("expected one position on standard input, found {} lines with one position each", more + 1);
        return Err(Failure::usage(format!("{say}{hint}")));
    }
    Ok(Some(text))
}
