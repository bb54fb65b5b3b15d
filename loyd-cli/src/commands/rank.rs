//! `loyd rank` and `loyd unrank`: Cantor's number of a position, and back.

use std::io::{self, Write};

use loyd::planner;

use crate::arguments::{Rank, Unrank};
use crate::exit::{Code, Failure};

/// Runs `loyd rank`.
///
/// # Errors
/// When the position cannot be read or has no number.
pub fn rank(asked: &Rank) -> Result<Code, Failure> {
    let number = planner::open(&asked.puzzle, None)?.rank(&asked.state)?;
    let number = number + u128::from(asked.from_one);
    writeln!(io::stdout(), "{number}").map_err(Failure::Output)?;
    Ok(Code::Answered)
}

/// Runs `loyd unrank`.
///
/// # Errors
/// When there is no such number.
pub fn unrank(asked: &Unrank) -> Result<Code, Failure> {
    let engine = planner::open(&asked.puzzle, None)?;
    let number = asked.number.checked_sub(u128::from(asked.from_one));
    let number = number.ok_or_else(|| Failure::Usage("counted from 1, there is no number 0".into()))?;
    let state = engine.unrank(number)?;
    writeln!(io::stdout(), "{state}").map_err(Failure::Output)?;
    Ok(Code::Answered)
}
