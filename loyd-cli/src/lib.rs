//! The command `loyd`: shortest solutions of permutation puzzles.
//!
//! Each module has one subject: `arguments` defines what a user may ask, `commands` turns the arguments into questions
//! to the library, `output` writes the replies, `input` reads standard input, `session` listens for signals and events
//! meanwhile, `play` shows the puzzle in the terminal, and `exit` lists the exit codes and the failures behind them.

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

/// Pictures as SVG, which the package for Python shows, too.
pub mod pictures {
    #[doc(inline)]
    pub use crate::output::film::{Film, write as write_film};
    #[doc(inline)]
    pub use crate::output::plot::Plot;
}

use std::ffi::OsString;
use std::process::ExitCode;
use std::thread;

use loyd::own::OwnFamily;
use loyd::service::Fault;

/// The stack size in bytes of the thread that runs the command. Only the part in use takes memory.
const STACK: usize = 8 << 20;

/// Runs the command with the arguments of the process.
pub fn run() -> ExitCode {
    main_with([])
}

/// Runs the command with the arguments of the process, for puzzles of the catalogue and of `families`. The command has
/// all subcommands, and with the features `web` and `play` also the page, the interface and the game.
///
/// The command runs on a thread of its own, because `ulimit -s` may make the stack of the first thread small, and the
/// arguments alone take more than 128 KB.
///
/// # Panics
/// If two families have the same name.
pub fn main_with(families: impl IntoIterator<Item = OwnFamily>) -> ExitCode {
    session::use_families(families.into_iter().collect());
    ExitCode::from(run_with(std::env::args_os().collect()))
}

/// Runs the command within a program of another language, with these arguments, and returns the exit code. `launcher`
/// is the words that start the command: a program and its first arguments. `loyd cluster local` starts it again.
pub fn run_within(launcher: Vec<OsString>, arguments: Vec<OsString>) -> u8 {
    machine::program::use_launcher(launcher);
    run_with(std::iter::once("loyd".into()).chain(arguments).collect())
}

/// Runs the command with these arguments, the name of the program first.
fn run_with(arguments: Vec<OsString>) -> u8 {
    machine::allocator::give_back_memory();
    machine::interrupt::outlive_limits();
    let run = || match arguments::parse(arguments) {
        Ok(asked) => exit::report(commands::run(asked)),
        Err(error) => exit::usage(&error),
    };
    let code = match thread::Builder::new().name("loyd:command".into()).stack_size(STACK).spawn(run) {
        Ok(running) => running.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
        Err(error) => exit::report(Err(Fault::system(format!("cannot start a thread: {error}")).into())),
    };
    machine::net::let_go();
    code
}
