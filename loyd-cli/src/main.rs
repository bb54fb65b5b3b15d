//! The command `loyd`: shortest solutions of permutation puzzles.
//!
//! A room a subject: [`arguments`] is what may be asked, [`commands`] answers, [`output`] says it, [`batch`] streams,
//! [`instances`] knows the papers' positions, [`exit`] lists the exit codes and the failures behind them.

mod arguments;
mod batch;
mod commands;
mod exit;
mod instances;
mod interrupt;
mod memory;
mod output;
mod progress;
mod room;

use std::process::ExitCode;
use std::thread::{Builder, JoinHandle};

/// The stack of a thread that searches. Depth-first search takes some hundred bytes of it a move, and on rings of up to 256
/// cells solutions have up to 32,000 moves. Only what is used becomes memory.
const STACK: usize = 64 << 20;

fn main() -> ExitCode {
    let asked = match arguments::parse(std::env::args_os()) {
        Ok(asked) => asked,
        Err(error) => return exit::usage(&error),
    };
    let work = Builder::new().name("loyd".into()).stack_size(STACK).spawn(move || commands::run(&asked));
    match work.map(JoinHandle::join) {
        Ok(Ok(result)) => exit::report(result),
        Ok(Err(panic)) => std::panic::resume_unwind(panic),
        Err(error) => exit::report(Err(exit::Failure::System(format!("cannot start a thread: {error}")))),
    }
}
