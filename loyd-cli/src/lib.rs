//! The command `loyd`: shortest solutions of permutation puzzles.
//!
//! A room a subject: `arguments` is what may be asked, `commands` turns it into questions to the library and
//! `output` writes the replies, `input` is standard input, `session` listens meanwhile,
//! `play` is the puzzle in the terminal, `exit` lists the exit codes
//! and the failures behind them.

mod arguments;
mod commands;
mod exit;
mod input;
mod interrupt;
mod memory;
mod output;
#[cfg(feature = "play")]
mod play;
mod progress;
mod room;
mod session;

use std::process::ExitCode;

/// Runs the command with the arguments of the process.
pub fn run() -> ExitCode {
    interrupt::outlive_limits();
    match arguments::parse(std::env::args_os()) {
        Ok(asked) => exit::report(commands::run(asked)),
        Err(error) => exit::usage(&error),
    }
}
