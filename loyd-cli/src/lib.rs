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
mod machine;
mod output;
#[cfg(feature = "play")]
mod play;
mod progress;
mod session;

use std::process::ExitCode;
use std::thread;

use loyd::own::OwnFamily;
use loyd::service::Fault;

/// The stack of the thread that the command runs on. Only what is used becomes memory.
const STACK: usize = 8 << 20;

/// Runs the command with the arguments of the process.
pub fn run() -> ExitCode {
    main_with([])
}

/// Runs the command with the arguments of the process, for puzzles of the catalogue and of these families. It has all
/// commands, and with the features `web` and `play` the page, the interface and the game.
///
/// The command runs on a thread of its own, because the stack of the first thread is as small as `ulimit -s` says, and
/// the arguments alone take more than 128 KB.
///
/// # Panics
/// If two families have one name.
pub fn main_with(families: impl IntoIterator<Item = OwnFamily>) -> ExitCode {
    session::use_families(families.into_iter().collect());
    machine::allocator::give_back_memory();
    machine::interrupt::outlive_limits();
    let run = || match arguments::parse(std::env::args_os()) {
        Ok(asked) => exit::report(commands::run(asked)),
        Err(error) => exit::usage(&error),
    };
    match thread::Builder::new().name("loyd:command".into()).stack_size(STACK).spawn(run) {
        Ok(running) => running.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
        Err(error) => exit::report(Err(Fault::system(format!("cannot start a thread: {error}")).into())),
    }
}
