//! A server as an operator runs it: the command, on a port that the system chooses.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

#[path = "../../../loyd-web/tests/api/client.rs"]
#[allow(dead_code, reason = "the tests of the interface use all of it")]
pub(super) mod client;

use client::Client;

pub(super) struct Serving {
    pub address: SocketAddr,
    pub child: Child,
    log: Arc<Mutex<String>>,
    reader: Option<JoinHandle<()>>,
}

impl Serving {
    /// Starts `command` with `serve`, these arguments, and a port of its own.
    pub fn of(command: &mut Command, arguments: &[&str]) -> Serving {
        command.arg("serve").args(["--listen", "127.0.0.1:0"]).args(arguments);
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let mut errors = BufReader::new(child.stderr.take().unwrap());
        let mut first = String::new();
        errors.read_line(&mut first).unwrap();
        let address = first.split_once("http://").and_then(|(_, rest)| rest.split_once('/'));
        let address = address.unwrap_or_else(|| panic!("no address in `{first}`")).0.parse().unwrap();
        let log = Arc::new(Mutex::new(String::new()));
        let filled = log.clone();
        // The server would wait if its log were not read.
        let reader = std::thread::spawn(move || {
            let mut line = Vec::new();
            while errors.read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
                filled.lock().unwrap().push_str(std::str::from_utf8(&line).expect("a log is text"));
                line.clear();
            }
        });
        Serving { address, child, log, reader: Some(reader) }
    }

    pub fn client(&self) -> Client {
        Client::to(self.address)
    }

    /// The log so far.
    pub fn log(&self) -> String {
        self.log.lock().unwrap().clone()
    }

    /// The value of a number in `/metrics`; an error with the answer of a server that is too busy to list numbers.
    fn metric_now(&self, name: &str) -> Result<u64, String> {
        let text = self.client().get("/metrics").text();
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.map(|number| number.parse().unwrap()).ok_or_else(|| format!("no {name} in {text}"))
    }

    /// The value of a number in `/metrics`.
    pub fn metric(&self, name: &str) -> u64 {
        self.metric_now(name).unwrap_or_else(|why| panic!("{why}"))
    }

    /// Waits until a number in `/metrics` has this value. A busy server is asked again, because connections that a
    /// client has closed are free only when the server notices.
    pub fn until(&self, name: &str, value: u64) {
        let began = Instant::now();
        loop {
            match self.metric_now(name) {
                Ok(now) if now == value => return,
                now => assert!(began.elapsed() < Duration::from_secs(120), "{name} is {now:?} and not {value}"),
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    pub fn signal(&self, name: &str) {
        signal(self.child.id(), name);
    }

    /// The processes that the server has started.
    #[cfg(target_os = "linux")]
    pub fn workers(&self) -> Vec<u32> {
        let processes =
            std::fs::read_dir("/proc").unwrap().filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
        let is_worker = |&process: &u32| {
            let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
            status.contains(&format!("PPid:\t{}\n", self.child.id())) && !status.contains("State:\tZ")
        };
        processes.filter(is_worker).collect()
    }

    /// The exit code of the server and its log, once it has ended.
    pub fn ends(mut self) -> (i32, String) {
        let code = self.child.wait().unwrap().code().expect("it ends by itself");
        self.reader.take().unwrap().join().unwrap();
        (code, self.log())
    }
}

/// Sends a signal to a process.
pub fn signal(process: u32, name: &str) {
    let sent = Command::new("kill").args([&format!("-{name}"), &process.to_string()]).status().unwrap();
    assert!(sent.success(), "process {process} has gone");
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
