//! Several processes, each started by its own command, as on several machines.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::{Run, command};

/// The longest wait for a text or for the end of a process.
const PATIENCE: Duration = Duration::from_secs(120);

/// The text that a process has printed so far.
#[derive(Default)]
struct Printed {
    text: Mutex<String>,
    grown: Condvar,
}

/// A running process.
pub struct Process {
    pub child: Child,
    out: Arc<Printed>,
    readers: [JoinHandle<String>; 2],
}

impl Process {
    /// Starts `command`.
    pub fn of(command: &mut Command) -> Process {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("runs");
        let out = Arc::new(Printed::default());
        let (pipe, printed) = (child.stdout.take().unwrap(), Arc::clone(&out));
        let lines = std::thread::spawn(move || {
            for line in BufReader::new(pipe).lines().map_while(Result::ok) {
                let mut text = printed.text.lock().unwrap();
                *text += &line;
                *text += "\n";
                printed.grown.notify_all();
            }
            String::new()
        });
        let mut errors = child.stderr.take().unwrap();
        let said = std::thread::spawn(move || {
            let mut text = Vec::new();
            errors.read_to_end(&mut text).unwrap();
            String::from_utf8(text).expect("text")
        });
        Process { child, out, readers: [lines, said] }
    }

    /// Waits until the process has printed `what`.
    #[track_caller]
    pub fn prints(&self, what: &str) {
        let text = self.out.text.lock().unwrap();
        let without = |text: &mut String| !text.contains(what);
        let (text, time) = self.out.grown.wait_timeout_while(text, PATIENCE, without).unwrap();
        assert!(!time.timed_out(), "no {what} in {text}");
    }

    pub fn signal(&self, name: &str) {
        let process = self.child.id().to_string();
        assert!(Command::new("kill").args([&format!("-{name}"), &process]).status().unwrap().success());
    }

    /// Waits for the end of the process, and returns its result.
    #[track_caller]
    pub fn ended(mut self) -> Run {
        let began = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            if began.elapsed() > PATIENCE {
                let _ = self.child.kill();
                panic!("it does not end");
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        let [out, said] = self.readers;
        out.join().unwrap();
        let out = std::mem::take(&mut *self.out.text.lock().unwrap());
        // The system reports no code if a signal has ended the process.
        Run { code: status.code().unwrap_or(-1), out, err: said.join().unwrap() }
    }
}

/// Writes a hosts file with `number` ports of this machine that are free now.
pub fn hosts(folder: &Path, number: usize) -> PathBuf {
    let listeners: Vec<TcpListener> = (0..number).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    let lines = listeners.iter().map(|listener| format!("{}\n", listener.local_addr().unwrap()));
    let path = folder.join("hosts");
    fs::write(&path, lines.collect::<String>()).unwrap();
    path
}

/// Writes a token that only its owner can read.
pub fn keep_token(path: &Path, token: &str) {
    use std::os::unix::fs::PermissionsExt;
    fs::write(path, token).unwrap();
    fs::set_permissions(path, PermissionsExt::from_mode(0o600)).unwrap();
}

/// The command that starts one process.
pub fn process_of(folder: &Path, hosts: &Path, process: usize, arguments: &[&str]) -> Command {
    let mut command = command(folder);
    command.args(["cluster", "map"]).args(arguments).args(["--threads", "1", "--limit-memory", "2GB", "--hosts"]);
    command.arg(hosts).args(["--process", &process.to_string()]);
    command
}

/// Starts `number` processes with the same arguments.
pub fn together(folder: &Path, number: usize, arguments: &[&str]) -> Vec<Process> {
    let hosts = hosts(folder, number);
    (0..number).map(|process| Process::of(&mut process_of(folder, &hosts, process, arguments))).collect()
}

/// The addresses of the processes, as messages name them.
pub fn names(folder: &Path) -> Vec<String> {
    fs::read_to_string(folder.join("hosts")).unwrap().lines().map(String::from).collect()
}
