//! Real processes that are killed and stopped. They run this test program; environment variables give them their task.

use std::env;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use loyd_cluster::{ClusterSettings, join};
use loyd_core::table::map::Peers;

use crate::setting::{BEATS, token};

/// The line that a process prints when it has joined the others.
const JOINED: &str = "joined";

const OWN: &str = "LOYD_CLUSTER_TEST_OWN";
const HOSTS: &str = "LOYD_CLUSTER_TEST_HOSTS";

/// Exchanges rounds until a process is lost. The exit code is 10 plus the number of the lost process.
#[test]
#[ignore = "the others of this file start it"]
fn child() {
    let (Ok(own), Ok(hosts)) = (env::var(OWN), env::var(HOSTS)) else { return };
    let hosts = hosts.split(',').map(String::from).collect();
    let mut settings = ClusterSettings::new(hosts, own.parse().unwrap());
    settings.token = token("a token of the tests");
    settings.beats = BEATS;
    let mut flow = join(settings).unwrap();
    println!("\n{JOINED}");
    let lost = loop {
        let round = (0..3).try_for_each(|to| flow.send(to, vec![7; 300_000])).and_then(|()| flow.close());
        match round.and_then(|()| flow.receive()) {
            Ok(round) => assert_eq!(round.len(), 3),
            Err(lost) => break lost,
        }
    };
    eprintln!("{lost}");
    std::process::exit(10 + lost.process as i32);
}

/// Two threads act as processes, and one waits for a second. The exit code is 100 plus the CPU time in 1/100 s.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "the others of this file start it"]
fn idler() {
    if env::var(OWN).is_err() {
        return;
    }
    let time = || {
        let stat = std::fs::read_to_string("/proc/self/stat").unwrap();
        stat.split(' ').skip(13).take(2).map(|ticks| ticks.parse::<i32>().unwrap()).sum::<i32>()
    };
    let mut flows = crate::setting::flows(2);
    let start = time();
    let mut waiting = flows.pop().unwrap();
    waiting.close().unwrap();
    let waiting = std::thread::spawn(move || waiting.receive().unwrap());
    std::thread::sleep(Duration::from_secs(1));
    let taken = time() - start;
    flows[0].close().unwrap();
    waiting.join().unwrap();
    std::process::exit(100 + taken.min(100));
}

#[cfg(target_os = "linux")]
#[test]
fn waiting_takes_no_time() {
    let mut command = Command::new(env::current_exe().unwrap());
    command.args(["--exact", "processes::idler", "--ignored", "--nocapture", "--test-threads=1"]).env(OWN, "0");
    let code = command.stdout(Stdio::null()).status().unwrap().code().unwrap();
    // A single thread that does not sleep would add 100.
    assert!((100..120).contains(&code), "{code}");
}

/// Starts `number` processes, and returns when they have joined each other.
fn children(number: usize) -> Vec<Child> {
    let listeners: Vec<TcpListener> = (0..number).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    let hosts: Vec<String> = listeners.iter().map(|listener| listener.local_addr().unwrap().to_string()).collect();
    drop(listeners);
    let child = |own: usize| {
        let mut command = Command::new(env::current_exe().unwrap());
        command.args(["--exact", "processes::child", "--ignored", "--nocapture", "--test-threads=1"]);
        command.env(OWN, own.to_string()).env(HOSTS, hosts.join(","));
        command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap()
    };
    let mut children: Vec<Child> = (0..number).map(child).collect();
    for child in &mut children {
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        assert!(lines.any(|line| line.unwrap() == JOINED));
    }
    children
}

fn signal(child: &Child, name: &str) {
    let killed = Command::new("kill").args(["-s", name, &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
}

/// The longest wait for the end of a process, on any machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// Waits for the end of `child`, and returns its exit code.
fn ended(child: &mut Child) -> Option<i32> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        if start.elapsed() > PATIENCE {
            child.kill().unwrap();
            panic!("it does not end");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn who_is_killed_or_stopped_is_named_by_all() {
    for (name, victim) in [("KILL", 0), ("KILL", 2), ("STOP", 1)] {
        let mut children = children(3);
        std::thread::sleep(Duration::from_millis(200));
        let mut gone = children.remove(victim);
        signal(&gone, name);
        for child in &mut children {
            assert_eq!(ended(child), Some(10 + victim as i32));
        }
        // A stopped process that continues later ends, too.
        if name == "STOP" {
            signal(&gone, "CONT");
        }
        ended(&mut gone);
    }
}
