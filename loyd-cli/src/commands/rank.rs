//! `loyd rank` and `loyd unrank`: Cantor's number of a position, and back.

use std::io::{self, Write};

use loyd::service::{Control, Question, Reply, Service};

use crate::arguments::{Rank, Unrank};
use crate::exit::{Code, Failure};

/// Runs `loyd rank`.
///
/// # Errors
/// When the position cannot be read or has no number.
pub fn rank(asked: &Rank) -> Result<Code, Failure> {
    let reply = ask(&Question::rank(asked.puzzle.clone(), asked.state.clone()))?;
    let Reply::Number(ranked) = reply else { return super::unexpected() };
    let number = ranked.number + u128::from(asked.from_one);
    writeln!(io::stdout(), "{number}").map_err(Failure::Output)?;
    Ok(Code::Answered)
}

/// Runs `loyd unrank`.
///
/// # Errors
/// When there is no such number.
pub fn unrank(asked: &Unrank) -> Result<Code, Failure> {
    let number = asked.number.checked_sub(u128::from(asked.from_one));
    let number = number.ok_or_else(|| Failure::usage("counted from 1, there is no number 0"))?;
    let Reply::Number(ranked) = ask(&Question::unrank(asked.puzzle.clone(), number))? else {
        return super::unexpected();
    };
    writeln!(io::stdout(), "{}", ranked.state).map_err(Failure::Output)?;
    Ok(Code::Answered)
}

fn ask(question: &Question) -> Result<Reply, Failure> {
    Ok(Service::builder().files().build().ask(question, &Control::default())?)
}
