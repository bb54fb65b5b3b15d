//! `loyd cluster run`: starts several processes on this machine.

use std::ffi::OsString;
use std::io;
use std::net::TcpListener;
use std::process::{Child, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use loyd::service::Fault;

use crate::arguments::ClusterRunArguments;
use crate::exit::{Code, Failure};
use crate::machine::interrupt;
use crate::machine::interrupt::Interrupt;
use crate::machine::memory::share;
use crate::machine::program;
use crate::output::tell;

/// The commands that several processes can run.
const COMMANDS: [&str; 2] = ["map", "solve"];

/// The signals that ask a process to end: Ctrl-C and SIGTERM.
const SIGNALS: [i32; 2] = [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM];

/// The time between two checks of the processes.
const LOOK: Duration = Duration::from_millis(10);

/// The time that the other processes may go on after one has failed. It is longer than they need to find that process
/// lost. A process that was suspended ends only by this limit.
const GRACE: Duration = Duration::from_secs(30);

/// Runs the command.
///
/// # Errors
/// When a process cannot be started.
pub fn run(asked: &ClusterRunArguments) -> Result<Code, Failure> {
    let named = asked.command.first().and_then(|command| command.to_str());
    if !named.is_some_and(|named| COMMANDS.contains(&named)) {
        let given = asked.command.first().map(|command| command.to_string_lossy()).unwrap_or_default();
        return Err(Failure::usage(format!("`{given}` cannot run as several processes; expected map or solve")));
    }
    if is_given(&asked.command, &["--metrics"]) {
        let why = "--metrics is the address of one process; use it with `loyd cluster map`";
        return Err(Failure::usage(why));
    }
    let folder = tempfile::tempdir().map_err(|error| system("make a folder", &error))?;
    let hosts = folder.path().join("hosts");
    let number = usize::from(asked.local);
    let text = free_hosts(number).map_err(|error| system("find free ports", &error))?;
    std::fs::write(&hosts, text).map_err(|error| system("write the hosts", &error))?;
    let interrupt = Interrupt::listen()?;
    let _running = interrupt.running();
    let mut processes = Processes(Vec::new());
    for process in 0..number {
        let mut command = program::again().map_err(|error| system("find this program", &error))?;
        command.arg("cluster").args(&asked.command);
        command.arg("--hosts").arg(&hosts).arg("--process").arg(process.to_string());
        command.args(shares(&asked.command, number));
        if process > 0 {
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
            // A group of its own keeps Ctrl-C away: a second signal, from `hand_on`, would end the process at once.
            #[cfg(unix)]
            std::os::unix::process::CommandExt::process_group(&mut command, 0);
        }
        let child = command.spawn().map_err(|error| system("start a process", &error))?;
        processes.0.push((child, None));
    }
    processes.wait(&interrupt)
}

fn system(doing: &str, error: &io::Error) -> Failure {
    Fault::system(format!("cannot {doing}: {error}")).into()
}

/// Returns a line for each process, with a port that is free now.
fn free_hosts(number: usize) -> io::Result<String> {
    let listeners: Vec<TcpListener> =
        (0..number).map(|_| TcpListener::bind("127.0.0.1:0")).collect::<Result<_, _>>()?;
    let lines: io::Result<Vec<String>> =
        listeners.iter().map(|listener| Ok(format!("{}\n", listener.local_addr()?))).collect();
    Ok(lines?.concat())
}

/// Whether a command contains one of these options.
fn is_given(command: &[OsString], names: &[&str]) -> bool {
    let mut words = command.iter().filter_map(|word| word.to_str());
    words.any(|word| names.iter().any(|name| word == *name || word.starts_with(&format!("{name}="))))
}

/// Returns options for each process's share of the machine, unless the command already has such options.
fn shares(command: &[OsString], number: usize) -> Vec<String> {
    let mut shares = Vec::new();
    // `solve` divides the memory itself; its option is the limit of each position.
    let solves = command.first().is_some_and(|command| command == "solve");
    if let (false, Some(bytes)) = (solves || is_given(command, &["--limit-memory", "--memory"]), share(number)) {
        shares.extend(["--limit-memory".into(), bytes.to_string()]);
    }
    if !is_given(command, &["--threads"]) {
        let cores = thread::available_parallelism().map_or(1, std::num::NonZero::get);
        shares.extend(["--threads".into(), (cores / number).max(1).to_string()]);
    }
    shares
}

/// The processes, with the exit status of each process that has ended.
struct Processes(Vec<(Child, Option<ExitStatus>)>);

impl Processes {
    /// Waits until all have ended. Returns the first code but success and `TryAgain`, or else `TryAgain` if it occurs.
    fn wait(&mut self, interrupt: &Interrupt) -> Result<Code, Failure> {
        let mut is_told = false;
        let mut failed = None;
        while self.0.iter().any(|(_, ended)| ended.is_none()) {
            for (number, (child, ended)) in self.0.iter_mut().enumerate().filter(|(_, (_, ended))| ended.is_none()) {
                *ended = child.try_wait().map_err(|error| system("wait for a process", &error))?;
                if let Some(status) = ended.filter(|status| !status.success()) {
                    failed.get_or_insert_with(Instant::now);
                    tell_of(number, status, interrupt);
                }
            }
            if interrupt.is_set() && !is_told {
                is_told = true;
                #[cfg(unix)]
                self.hand_on(interrupt::code());
            }
            if failed.is_some_and(|failed| failed.elapsed() > GRACE) {
                self.end();
            }
            thread::sleep(LOOK);
        }
        let code = |(_, ended): &(Child, Option<ExitStatus>)| ended.map_or(Code::TryAgain, code);
        let codes: Vec<Code> = self.0.iter().map(code).collect();
        let own = codes.iter().find(|code| ![Code::Answered, Code::TryAgain].contains(code));
        let lost = codes.iter().find(|&&code| code == Code::TryAgain);
        Ok(own.or(lost).copied().unwrap_or(Code::Answered))
    }

    /// Kills the processes that still run.
    fn end(&mut self) {
        for (child, _) in self.0.iter_mut().filter(|(_, ended)| ended.is_none()) {
            // A process that has ended meanwhile need not be killed.
            let _ = child.kill();
        }
    }

    /// Sends a signal on to the processes. A signal from the terminal has already reached the first process.
    #[cfg(unix)]
    fn hand_on(&self, code: u8) {
        use rustix::process::{Pid, Signal, kill_process};
        let number = i32::from(code - interrupt::BY_SIGNAL);
        let Some(signal) = Signal::from_named_raw(number) else { return };
        let has_come = usize::from([Signal::INT, Signal::HUP].contains(&signal));
        for (child, _) in self.0.iter().skip(has_come).filter(|(_, ended)| ended.is_none()) {
            // A process that has ended meanwhile cannot receive it.
            let _ = Pid::from_raw(child.id().cast_signed()).map(|process| kill_process(process, signal));
        }
    }
}

impl Drop for Processes {
    fn drop(&mut self) {
        self.end();
    }
}

/// Prints that a process was killed, because all processes but the first print nothing themselves.
fn tell_of(number: usize, status: ExitStatus, interrupt: &Interrupt) {
    if let (Some(signal), false) = (signal_of(status), interrupt.is_set()) {
        tell(&format!("loyd: process {number} was ended by signal {signal}"));
    }
}

/// Returns the signal that ended a process, if a signal did.
fn signal_of(status: ExitStatus) -> Option<i32> {
    #[cfg(unix)]
    return std::os::unix::process::ExitStatusExt::signal(&status);
    #[cfg(not(unix))]
    return None.filter(|_| status.success());
}

/// Returns the code of a process that has ended. A killed process counts as lost.
fn code(status: ExitStatus) -> Code {
    let all = [Code::Answered, Code::Failed, Code::BadInput, Code::No, Code::Limit, Code::Damaged, Code::TryAgain];
    match status.code() {
        // These signals end a process that has not yet installed its handlers.
        None if signal_of(status).is_some_and(|signal| SIGNALS.contains(&signal)) => Code::Interrupted,
        None => Code::TryAgain,
        Some(by_signal) if by_signal >= i32::from(interrupt::BY_SIGNAL) => Code::Interrupted,
        Some(code) => all.into_iter().find(|known| *known as i32 == code).unwrap_or(Code::Failed),
    }
}
