//! The command `loyd`. All its code is in the crate's library, because a library is compiled in parallel with the
//! searches, and a binary only after them.

use std::process::ExitCode;

fn main() -> ExitCode {
    loyd_cli::run()
}
