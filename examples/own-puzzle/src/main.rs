//! The command of loyd, with the families of this crate added.

use std::process::ExitCode;

fn main() -> ExitCode {
    loyd_cli::main_with(own_puzzle::families())
}
