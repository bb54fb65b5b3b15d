//! The command of loyd, for the towers of Hanoi, too.

use std::process::ExitCode;

fn main() -> ExitCode {
    loyd_cli::main_with(own_puzzle::families())
}
