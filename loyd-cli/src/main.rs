//! The command `loyd`. All of it is in the crate's library, which is compiled beside the searches and not after them.

use std::process::ExitCode;

fn main() -> ExitCode {
    loyd_cli::run()
}
