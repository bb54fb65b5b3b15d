//! `loyd table info` and `loyd table verify`: the contents of a table's file, and whether they are right.

use std::io::{self, Write};

use loyd::service::amounts::{grouped, memory};
use loyd::service::reply::{TableInfo, Verified};
use loyd::service::{Info, Verify};

use crate::arguments::{Format, TableInfoArguments, TableVerifyArguments};
use crate::exit::{Code, Failure};
use crate::output::{self, json};
use crate::progress;
use crate::session::{Say, Session};

/// Prints what a table contains.
///
/// # Errors
/// When the file cannot be read, or is damaged.
pub fn info(asked: &TableInfoArguments) -> Result<Code, Failure> {
    let info = Session::new(false, |service| service)?.ask(&Info::new(&asked.file))?;
    let mut out = output::stdout();
    let written = match asked.format {
        Format::Json => json::line(&info, &mut out),
        Format::Text => tell(&info, &mut out),
    };
    written.map_err(Failure::Output)?;
    Ok(Code::Answered)
}

fn tell(info: &TableInfo, out: &mut impl Write) -> io::Result<()> {
    let TableInfo { puzzle, goal, kind, layout, encoding, entries, bytes, .. } = info;
    writeln!(out, "{kind} of {puzzle}, goal {goal}")?;
    match info.notes.get("pieces").zip(info.notes.get("goal")) {
        Some((pieces, goal)) => writeln!(out, "  pieces {pieces} of the goal {goal}, or other pieces in their cells")?,
        None => info.parameters.iter().try_for_each(|(name, value)| writeln!(out, "  {name} {value}"))?,
    }
    writeln!(out, "  {} entries in {} ({encoding}; order {layout})", grouped(*entries), memory(*bytes))?;
    if let (Some(diameter), Some(states), Some(mean)) = (info.diameter, info.states, info.mean) {
        let states = grouped(states);
        writeln!(out, "  {states} states reach the goal, the farthest from {diameter} moves away, mean {mean:.6}")?;
    }
    writeln!(out, "  every byte matches its checksum")
}

/// Checks every byte of a table, and the distances in it.
///
/// # Errors
/// A description of what is wrong in the table, and where.
pub fn verify(asked: &TableVerifyArguments) -> Result<Code, Failure> {
    let session = Session::new(false, |service| service)?;
    let question = Verify { table: asked.file.clone(), sample: asked.sample, limit_seconds: asked.limit_seconds };
    let compared: Say = |progress, part| {
        let done = part.and_then(|part| progress::done(progress, part));
        let done = done.map_or(String::new(), |done| format!(", {done}"));
        format!("{} distances compared{done}", grouped(progress.nodes))
    };
    let verified = session.hear(&question, compared, None)?;
    let mut out = output::stdout();
    let written = match asked.format {
        Format::Json => json::line(&verified, &mut out),
        Format::Text => sentences(&verified).iter().try_for_each(|said| writeln!(out, "{said}")),
    };
    written.map_err(Failure::Output)?;
    Ok(Code::Answered)
}

fn sentences(verified: &Verified) -> Vec<String> {
    let Verified { puzzle, kind, states, compared, walked, .. } = verified;
    let mut said =
        vec![format!("good: {kind} of {puzzle}, every byte of {} matches its checksum", memory(verified.bytes))];
    if let Some(states) = states {
        let all = if *compared == *states { "all".into() } else { format!("{} of", grouped(*compared)) };
        said.push(format!("{all} {} distances agree with the distances of their neighbours", grouped(*states)));
    }
    if *walked > 0 {
        said.push(format!("{} positions were followed down to a goal", grouped(*walked)));
    }
    said
}
