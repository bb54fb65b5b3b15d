//! The command `loyd`. All code is in the crate's library, which compiles in parallel with the searches, unlike a
//! binary.

use std::process::ExitCode;

fn main() -> ExitCode {
    loyd_cli::run()
}
