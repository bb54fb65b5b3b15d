//! `loyd completions`: writes the completion script for a shell.

use std::io::{self, Write};

use crate::arguments::{self, CompletionsArguments};
use crate::exit::{Code, Failure};

/// Runs the command.
///
/// # Errors
/// When the script cannot be written.
pub fn run(asked: &CompletionsArguments) -> Result<Code, Failure> {
    // The script is made first and written after, because the generator panics if a pipe is closed.
    let mut script = Vec::new();
    clap_complete::generate(asked.shell, &mut arguments::command(), "loyd", &mut script);
    let mut out = io::stdout();
    out.write_all(&script).and_then(|()| out.flush()).map_err(Failure::Output)?;
    Ok(Code::Answered)
}
