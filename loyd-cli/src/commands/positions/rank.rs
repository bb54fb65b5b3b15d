//! `loyd rank` and `loyd unrank`: a position's Cantor number, and the position of a number.

use std::io::Write;

use loyd::service::reply::Numbered;
use loyd::service::{Asked, Control, Rank, Unrank};
use loyd_core::opening::RegularFiles;

use crate::arguments::{Format, RankArguments, UnrankArguments};
use crate::exit::{Code, Failure};
use crate::output::{self, json};
use crate::session;

/// Runs `loyd rank`.
///
/// # Errors
/// When the position cannot be read or has no number.
pub fn rank(asked: &RankArguments) -> Result<Code, Failure> {
    let numbered = ask(&Rank::new(asked.puzzle.clone(), asked.state.clone()), asked.from_one)?;
    match asked.format {
        Format::Text => writeln!(output::stdout(), "{}", numbered.number),
        Format::Json => json::line(&numbered, &mut output::stdout()),
    }
    .map_err(Failure::Output)?;
    Ok(Code::Answered)
}

/// Runs `loyd unrank`.
///
/// # Errors
/// When no position has the number.
pub fn unrank(asked: &UnrankArguments) -> Result<Code, Failure> {
    let number = asked.number.checked_sub(u128::from(asked.from_one));
    let number = number.ok_or_else(|| Failure::usage("expected a number of 1 or more with --from-one, found 0"))?;
    let numbered = ask(&Unrank::new(asked.puzzle.clone(), number), asked.from_one)?;
    match asked.format {
        Format::Text => writeln!(output::stdout(), "{}", numbered.state),
        Format::Json => json::line(&numbered, &mut output::stdout()),
    }
    .map_err(Failure::Output)?;
    Ok(Code::Answered)
}

/// Returns the reply, with numbers that begin at 0 or at 1 as the user asked.
fn ask(question: &impl Asked<Reply = Numbered>, from_one: bool) -> Result<Numbered, Failure> {
    let service = session::builder().files(RegularFiles).paths().build();
    let mut numbered = service.ask(question, &Control::default())?;
    numbered.first = from_one.into();
    numbered.number += numbered.first;
    Ok(numbered)
}
