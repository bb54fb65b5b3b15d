//! The command `loyd`: shortest solutions of permutation puzzles.
//!
//! A room a subject: [`arguments`] is what may be asked, [`commands`] answers, [`output`] says it, [`batch`] streams,
//! [`exit`] lists the exit codes and the failures behind them.

mod arguments;
mod batch;
mod commands;
mod exit;
mod interrupt;
mod memory;
mod output;
mod progress;

use std::process::ExitCode;

fn main() -> ExitCode {
    let asked = match arguments::parse(std::env::args_os()) {
        Ok(asked) => asked,
        Err(error) => return exit::usage(&error),
    };
    exit::report(commands::run(&asked))
}
