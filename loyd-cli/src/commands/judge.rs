//! `loyd judge`: answers a whole input in an online judge's format.

use std::io::Write;
use std::ops::ControlFlow;

use loyd::planner::Refused;
use loyd::service::{Cancel, Control, Event, Fault, TableHandle};
use loyd_core::search::Stop;
use loyd_core::text::nearest;
use loyd_judges::{Input, JUDGES, Unjudged, listed};

use crate::arguments::{Format, JudgeArguments};
use crate::exit::{Code, Failure};
use crate::input;
use crate::machine::interrupt::Interrupt;
use crate::machine::{memory, net};
use crate::output::{self, json, table};
use crate::progress::{self, Alone};

/// Runs the command.
///
/// # Errors
/// When a case is not answered. The cases before it are answered.
pub fn run(asked: &JudgeArguments) -> Result<Code, Failure> {
    let Some(name) = &asked.name else { return list(asked) };
    if asked.format == Format::Json {
        return Err(Failure::no_effect(
            "--format",
            "the judge determines the format of answers; the option needs --list",
        ));
    }
    let known = JUDGES.iter().flat_map(|judge| std::iter::once(judge.name).chain(judge.aliases.iter().copied()));
    let Some(judge) = loyd_judges::find(name) else {
        let hint = nearest(name, known).map_or(String::new(), |name| format!(" (did you mean `{name}`?)"));
        let name = loyd_core::text::quoted(name);
        return Err(Failure::usage(format!("unknown judge {name}{hint}; `loyd judge --list` lists all")));
    };
    if let Some((_, option)) =
        asked.limits.given().find(|(limit, _)| *limit == Stop::Cost || judge.idle.contains(limit))
    {
        return Err(Failure::no_effect(option, format!("the search of {} can never reach this limit", judge.name)));
    }
    if asked.named.table.is_some() && judge.run_by.is_none() {
        return Err(Failure::no_effect("--table", format!("{} does not look up answers in a table", judge.name)));
    }
    let table = asked.named.table.as_deref().map(TableHandle::open).transpose()?;
    let interrupt = Interrupt::listen()?;
    let line = progress::ProgressLine::new();
    let mut control = Control::new(Cancel::from(interrupt.flag()));
    control.ceiling.time = asked.limits.limit_seconds;
    control.ceiling.memory = memory::budget(asked.limits.limit_memory, 1);
    control.ceiling.nodes = asked.limits.limit_nodes;
    control.ceiling.moves = asked.limits.limit_moves;
    let mut hear = |event: Event| {
        if let (Event::Progress { progress, part }, Some(line)) = (event, &line) {
            line.say(progress.seconds, || progress::message(&progress, part.as_ref()));
        }
        ControlFlow::Continue(())
    };
    let control = if line.is_some() { control.hear(&mut hear) } else { control };
    input::tell_of_terminal("the cases");
    let unread = |error| Failure::input(&error);
    let mut source = input::unbuffered().map_err(unread)?;
    let input = Input::read(&mut source).map_err(unread)?;
    let _running = interrupt.running();
    let mut output = Alone::new(output::stdout(), line.as_ref());
    let work = net::hold(control.ceiling.time, control.ceiling.memory);
    let judged = judge.answer(input, &mut output, &control, table.as_ref()).map_err(|error| match error {
        Unjudged::Table(why) => {
            let path = asked.named.table.clone().unwrap_or_default();
            Failure::from(Fault::from(Refused::Table { path, why }))
        }
        Unjudged::WrongTable(why) => Fault::from(Refused::WrongTable(why)).into(),
        error => error.into(),
    });
    drop(work);
    line.iter().for_each(progress::ProgressLine::hide);
    // The answers to the cases before an error are written before the error is reported.
    let flushed = output.flush().map_err(Failure::Output);
    judged?;
    flushed?;
    Ok(Code::Answered)
}

fn list(asked: &JudgeArguments) -> Result<Code, Failure> {
    if let Some((_, option)) = asked.limits.given().next() {
        return Err(Failure::no_effect(option, "--list runs no search"));
    }
    let mut out = output::stdout();
    let written = match asked.format {
        Format::Text => {
            let rows = JUDGES.iter().map(|judge| vec![judge.name.into(), judge.aliases.join(", "), judge.what.into()]);
            write!(out, "{}", table::table(&["name", "aliases", "what"], rows.collect(), &[]))
        }
        Format::Json => listed().try_for_each(|judge| json::line(&judge, &mut out)),
    };
    written.map_err(Failure::Output)?;
    Ok(Code::Answered)
}
