//! The reports of a run: metrics, the messages of `-v`, and the line on a terminal.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use pty_process::blocking::{Command as OnTerminal, open};

use super::loyd;
use super::processes::{hosts, process_of};

/// The longest wait on a slow machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// A space that takes a second or two with a checkpoint after every layer, and a larger one that takes some seconds.
const SPACE: &str = "pancake:11";
const STATES: u64 = 39_916_800;
const LONGER: &str = "pancake:12";

/// One of several processes, which serves metrics for Prometheus at a free port.
struct Process {
    child: Child,
    metrics: String,
    said: BufReader<std::process::ChildStderr>,
}

impl Drop for Process {
    fn drop(&mut self) {
        // The process has ended, unless an assertion failed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Process {
    /// Waits for a successful end. Returns the remaining messages, and the output.
    fn ended(mut self) -> (String, String) {
        let (mut said, mut out) = (String::new(), String::new());
        self.said.read_to_string(&mut said).unwrap();
        self.child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
        assert_eq!(self.child.wait().unwrap().code(), Some(0), "{said}");
        (said, out)
    }

    /// The answer of the metrics server: the status, and the text after the head.
    fn get(&self, request: &str) -> (u16, String) {
        self.get_with(request, "")
    }

    /// The answer to a request with these lines in its head.
    fn get_with(&self, request: &str, head: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.metrics).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        write!(stream, "{request} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{head}\r\n", self.metrics).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head.split(' ').nth(1).unwrap().parse().unwrap(), body.into())
    }

    /// The metrics of the process by name, labels included.
    fn metrics(&self) -> HashMap<String, f64> {
        let (status, text) = self.get("GET /metrics");
        assert!(status == 200 && text.ends_with("# EOF\n"), "{status} {text}");
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let split = |line: &str| {
            let (name, value) = line.rsplit_once(' ').unwrap();
            (name.to_string(), value.parse().unwrap())
        };
        lines.map(split).collect()
    }
}

/// Starts `number` processes with these arguments, `-v` and a metrics server.
fn started(folder: &std::path::Path, number: usize, arguments: &[&str]) -> Vec<Process> {
    let hosts = hosts(folder, number);
    let start = |process: usize| {
        let mut command = process_of(folder, &hosts, process, arguments);
        command.args(["-v", "--metrics", "127.0.0.1:0"]).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().expect("runs")
    };
    let told = |mut child: Child| {
        let mut said = BufReader::new(child.stderr.take().unwrap());
        let mut line = String::new();
        said.read_line(&mut line).unwrap();
        let address =
            line.trim().strip_prefix("map: metrics at http://").and_then(|rest| rest.strip_suffix("/metrics"));
        let metrics = address.unwrap_or_else(|| panic!("{line}")).to_string();
        Process { child, metrics, said }
    };
    let children: Vec<Child> = (0..number).map(start).collect();
    children.into_iter().map(told).collect()
}

/// Prometheus reads every process while the map is counted, only its path exists, and `-v` reports totals at the end.
#[test]
fn metrics_are_told_while_a_map_is_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let disk = folder.path().join("disk");
    let kept = ["--format", "json", "--checkpoint-seconds", "0", "--disk", disk.to_str().unwrap()];
    let processes = started(folder.path(), 2, &[&[SPACE], &kept[..]].concat());
    for (own, process) in processes.iter().enumerate() {
        let of = |name: &str| format!("loyd_map_{name}{{process=\"{own}\"}}");
        let with_peer = |name: &str| format!("loyd_map_{name}{{process=\"{own}\",peer=\"{}\"}}", 1 - own);
        let began = Instant::now();
        // Wait for a checkpoint, because layers are complete then.
        let seen = loop {
            let seen = process.metrics();
            if seen.get(&of("checkpoint_layer")).is_some_and(|&layer| layer >= 2.0) {
                break seen;
            }
            assert!(began.elapsed() < PATIENCE, "{seen:?}");
            std::thread::sleep(Duration::from_millis(2));
        };
        let number = |name: String| *seen.get(&name).unwrap_or_else(|| panic!("no {name} in {seen:#?}"));
        let (layer, states) = (number(of("layer")), number(of("states")));
        assert!(layer >= 2.0 && states < STATES as f64, "{seen:#?}");
        assert!(number(of("layer_states")) < states && number(of("rounds_total")) > layer, "{seen:#?}");
        assert!(number(of("resident_bytes")) > 1e6 && number(of("run_seconds")) > 0.0, "{seen:#?}");
        assert!(number(of("waited_seconds_total")) < number(of("run_seconds")), "{seen:#?}");
        for way in ["sent", "received"] {
            let count = |what: &str| number(with_peer(&format!("{way}_{what}_total")));
            assert!(count("parcels") > 0.0, "{seen:#?}");
            assert!(count("wire_bytes") > count("payload_bytes") && count("payload_bytes") > 0.0, "{seen:#?}");
        }
        // No metric counts the data that a process keeps for itself.
        assert!(!seen.keys().any(|name| name.contains(&format!("peer=\"{own}\""))), "{seen:#?}");
        assert_eq!(process.get("GET /").0, 404);
        assert_eq!(process.get("GET /metrics/more").0, 404);
        assert_eq!(process.get("POST /metrics").0, 405);
        assert_eq!(process.get("GET /metrics?from=here").0, 200);
        // The body of a request is not read, so its length is only a number.
        let length = |bytes: u128| format!("Content-Length: {bytes}\r\n");
        assert_eq!(process.get_with("GET /metrics", &length(99_999_999_999)).0, 200);
        assert_eq!(process.get_with("POST /metrics", &length(99_999_999_999)).0, 405);
        for bytes in [u64::MAX.into(), u128::from(u64::MAX) + 1] {
            let status = process.get_with("GET /metrics", &length(bytes)).0;
            assert!((400..500).contains(&status), "{status}");
        }
        assert_eq!(process.get("GET /metrics").0, 200);
    }
    let mut ended = processes.into_iter().map(Process::ended);
    let ((first, out), (second, silent)) = (ended.next().unwrap(), ended.next().unwrap());
    let lines: Vec<serde_json::Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let census = lines.last().unwrap();
    assert_eq!((&lines[0]["event"], &census["states"], &silent[..]), (&"begun".into(), &STATES.into(), ""), "{out}");
    let layers = census["layers"].as_array().unwrap().len();
    let told = |depth: usize| first.matches(&format!("map: layer {depth}: ")).count();
    assert!((1..layers).all(|depth| told(depth) == 1) && told(0) == 0, "{first}");
    assert_eq!(first.matches(", the slowest) to ").count(), layers - 1, "{first}");
    for (own, said) in [first, second].iter().enumerate() {
        assert_eq!(said.matches(&format!("map: process {own} (127.0.0.1:")).count(), 1, "{said}");
        assert!(said.contains(" bytes sent per state by all, waited "), "{said}");
    }
}

/// A process reports an address that it cannot use before it waits. Processes of one machine cannot share one.
#[test]
fn an_address_for_metrics_is_of_one_process() {
    let folder = tempfile::tempdir().unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let hosts = folder.path().join("hosts");
    std::fs::write(&hosts, "127.0.0.1:1\n127.0.0.1:2\n").unwrap();
    let run = |arguments: &[&str]| loyd(folder.path(), &[&["cluster"], arguments, &["--metrics", &address]].concat());
    let taken = run(&["map", "8", "--process", "1", "--hosts", hosts.to_str().unwrap()]).ends(1);
    assert!(taken.err.contains(&format!("--metrics: cannot listen at {address}: ")), "{taken:#?}");
    let refused = run(&["run", "--local", "2", "map", "8"]).ends(2);
    assert!(refused.err.contains("--metrics is the address of one process"), "{refused:#?}");
}

/// On a terminal, one line shows the progress of all processes.
#[test]
fn one_line_is_that_of_all_processes() {
    let (terminal, pts) = open().expect("a terminal");
    let command = OnTerminal::new(assert_cmd::cargo::cargo_bin!("loyd"));
    let command = command.args(["cluster", "run", "--local", "2", "map", LONGER]).env("TERM", "xterm");
    let mut child = command.spawn(pts).expect("runs");
    let shown = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&shown);
    let reader = std::thread::spawn(move || {
        let (mut terminal, mut bytes) = (&terminal, [0; 4096]);
        // Reading from a terminal fails after its last process has ended.
        while let Ok(read @ 1..) = terminal.read(&mut bytes) {
            seen.lock().unwrap().extend(&bytes[..read]);
        }
    });
    let began = Instant::now();
    while child.try_wait().unwrap().is_none() {
        assert!(began.elapsed() < PATIENCE);
        std::thread::sleep(Duration::from_millis(10));
    }
    reader.join().unwrap();
    let shown = String::from_utf8_lossy(&shown.lock().unwrap()).into_owned();
    let lines: Vec<&str> = shown.split(['\r', '\n']).filter(|line| line.contains(" slowest")).collect();
    let told = |line: &&str| {
        ["depth ", " %, ", " left, ", " states, ", " states/s, ", "B/s, process "]
            .iter()
            .all(|what| line.contains(what))
    };
    assert!(!lines.is_empty() && lines.iter().all(told), "{shown}");
    // The line changes within a layer, too.
    let of_last: Vec<&&str> = lines.iter().filter(|line| line.contains("depth 11, ")).collect();
    assert!(of_last.len() > 2, "{lines:#?}");
}
