//! `loyd judge`: a whole input in an online judge's format.

use std::io::{self, Read, Write};

use loyd::limits::Limits;
use loyd::planner::Refused;
use loyd::puzzles::nearest;
use loyd::service::{Fault, TableHandle};
use loyd_judges::{JUDGES, Unjudged};

use crate::arguments::Judge;
use crate::exit::{Code, Failure};
use crate::interrupt::Interrupt;
use crate::memory;
use crate::output::table;
use crate::progress::{self, Alone};

/// Runs the command.
///
/// # Errors
/// When a case is not answered; those before it are.
pub fn run(asked: &Judge) -> Result<Code, Failure> {
    let Some(name) = &asked.name else { return list(asked) };
    let known = JUDGES.iter().flat_map(|judge| std::iter::once(judge.name).chain(judge.aliases.iter().copied()));
    let Some(judge) = loyd_judges::find(name) else {
        let hint = nearest(name, known).map_or(String::new(), |name| format!(" (did you mean `{name}`?)"));
        let name = loyd::text::quoted(name);
        return Err(Failure::usage(format!("unknown judge {name}{hint}; `loyd judge --list` lists them")));
    };
    if let Some((_, option)) = asked.limits.given().find(|(limit, _)| judge.idle.contains(limit)) {
        return Err(Failure::no_effect(option, format!("nothing that {} does could reach it", judge.name)));
    }
    let table = match (&asked.named.table, judge.run_by) {
        (Some(_), None) => {
            return Err(Failure::no_effect("--table", format!("{} answers from no such table", judge.name)));
        }
        (Some(path), Some(run_by)) => Some((path, TableHandle::open(path)?, run_by)),
        (None, _) => None,
    };
    let interrupt = Interrupt::listen()?;
    let line = progress::Line::new();
    let given = &asked.limits;
    let limits = Limits {
        time: given.limit_seconds,
        bytes: memory::budget(given.limit_memory, 1),
        nodes: given.limit_nodes,
        moves: given.limit_moves,
        cancel: Some(interrupt.flag()),
        progress: line.as_ref().map(progress::Line::callback),
        log: None,
    };
    let input = whole_input().map_err(|error| Failure::input(&error))?;
    let _running = interrupt.running();
    // A judge writes many answers at once: another buffer would only copy them.
    let mut output = Alone::new(io::stdout().lock(), line.as_ref());
    let judged = match &table {
        Some((path, table, run_by)) => match run_by(&input, &mut output, &limits, table.table()) {
            Err(Unjudged::Table(why)) => Err(Fault::from(Refused::Table { path: path.to_path_buf(), why }).into()),
            Err(Unjudged::WrongTable(why)) => Err(Fault::from(Refused::WrongTable(why)).into()),
            judged => judged.map_err(Failure::from),
        },
        None => (judge.run)(&input, &mut output, &limits).map_err(Failure::from),
    };
    line.iter().for_each(progress::Line::hide);
    // The cases before an error are answered: they go out before it is named.
    let flushed = output.flush().map_err(Failure::Output);
    judged?;
    flushed?;
    Ok(Code::Answered)
}

/// Standard input to its end. As a file, whose size is known beforehand, it is read into its place once, not copied
/// from buffer to growing buffer.
#[cfg(unix)]
fn whole_input() -> io::Result<Vec<u8>> {
    use std::os::fd::AsFd;
    let mut input = Vec::new();
    std::fs::File::from(io::stdin().as_fd().try_clone_to_owned()?).read_to_end(&mut input)?;
    Ok(input)
}

/// Standard input to its end.
#[cfg(not(unix))]
fn whole_input() -> io::Result<Vec<u8>> {
    let mut input = Vec::new();
    io::stdin().lock().read_to_end(&mut input)?;
    Ok(input)
}

fn list(asked: &Judge) -> Result<Code, Failure> {
    if let Some((_, option)) = asked.limits.given().next() {
        return Err(Failure::no_effect(option, "--list solves nothing"));
    }
    let rows = JUDGES.iter().map(|judge| vec![judge.name.into(), judge.aliases.join(", "), judge.what.into()]);
    let table = table::table(&["name", "aliases", "what"], rows.collect(), &[]);
    write!(io::stdout(), "{table}").map_err(Failure::Output)?;
    Ok(Code::Answered)
}
