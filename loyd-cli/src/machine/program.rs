//! The program that runs this command, for a command that starts the program again.

use std::ffi::OsString;
use std::sync::OnceLock;

/// The words that start the command within a program of another language.
static LAUNCHER: OnceLock<Vec<OsString>> = OnceLock::new();

/// Sets the words that start the command: a program and its first arguments. Only the first call counts.
pub fn use_launcher(words: Vec<OsString>) {
    let _ = LAUNCHER.set(words);
}

/// Whether the command runs within a program of another language.
pub fn is_within() -> bool {
    LAUNCHER.get().is_some()
}

/// Returns a process that starts this command again, still without the arguments of the command.
///
/// # Errors
/// When the system has no path of the program.
#[cfg(any(feature = "cluster", feature = "web"))]
pub fn again() -> std::io::Result<std::process::Command> {
    use std::process::Command;
    match LAUNCHER.get().and_then(|words| words.split_first()) {
        Some((program, first)) => {
            let mut command = Command::new(program);
            command.args(first);
            Ok(command)
        }
        None => own_file(),
    }
}

/// The file of this process, even if an upgrade has removed or replaced the file at its path.
#[cfg(all(any(feature = "cluster", feature = "web"), target_os = "linux"))]
fn own_file() -> std::io::Result<std::process::Command> {
    use std::os::unix::process::CommandExt;
    let mut command = std::process::Command::new("/proc/self/exe");
    command.arg0(std::env::args_os().next().unwrap_or_else(|| "loyd".into()));
    Ok(command)
}

/// The file of this process.
#[cfg(all(any(feature = "cluster", feature = "web"), not(target_os = "linux")))]
fn own_file() -> std::io::Result<std::process::Command> {
    Ok(std::process::Command::new(std::env::current_exe()?))
}
