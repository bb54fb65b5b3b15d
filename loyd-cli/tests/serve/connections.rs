//! Ten thousand connections at once, and more connections than descriptors.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::time::{Duration, Instant};

use super::serving;
use super::serving::Serving;

/// The number of connections that the issue asks for.
const WANTED: usize = 10_000;
/// The number of descriptors that a process needs for other things.
const OTHERS: usize = 200;

/// The number of files that this process may open. The server inherits the limit.
fn most_descriptors() -> usize {
    let limits = std::fs::read_to_string("/proc/self/limits").unwrap();
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files")).unwrap();
    line.split_whitespace().next().unwrap().parse().unwrap_or(usize::MAX)
}

#[test]
fn ten_thousand_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let count = WANTED.min(most_descriptors().saturating_sub(OTHERS));
    if count < WANTED {
        println!("ONLY {count} CONNECTIONS ARE TRIED AND NOT {WANTED}: raise `ulimit -n`");
    }
    let server = serving(folder.path(), &["--max-seconds", "120"]);
    let healthy = || assert_eq!(server.client().get("/healthz").text(), "ok\n");
    let body = r#"{"puzzle":"swap:3","number":98884}"#;
    let request = format!(
        "POST /api/v1/unrank HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n{body}",
        server.address,
        body.len()
    );
    // No request is complete before all connections are open, because each last byte comes later.
    let (most, last) = request.split_at(request.len() - 1);
    let began = Instant::now();
    let mut open: Vec<TcpStream> = (0..count)
        .map(|number| {
            let mut stream = TcpStream::connect(server.address).unwrap();
            stream.set_read_timeout(Some(Duration::from_secs(100))).unwrap();
            stream.write_all(most.as_bytes()).unwrap();
            if number % 500 == 0 {
                healthy();
            }
            stream
        })
        .collect();
    println!("{count} connections after {:?}", began.elapsed());
    healthy();
    for (number, stream) in open.iter_mut().enumerate() {
        // A server on a busy machine may have given up the first connections already. Their replies are read below.
        let _ = stream.write_all(last.as_bytes());
        if number % 500 == 0 {
            healthy();
        }
    }
    let mut late = 0;
    for (number, mut stream) in open.into_iter().enumerate() {
        let mut reply = String::new();
        stream.read_to_string(&mut reply).unwrap();
        match reply.starts_with("HTTP/1.1 408 ") {
            true => late += 1,
            false => {
                assert!(reply.starts_with("HTTP/1.1 200 ") && reply.contains("3 5 7/4 1 2/9 6 8"), "{number}: {reply}")
            }
        }
        if number % 500 == 0 {
            healthy();
        }
    }
    println!("all were served after {:?}; {late} had been slow", began.elapsed());
    assert!(late == 0 || began.elapsed() > Duration::from_secs(10), "{late} were given up");
    // The connection of this request itself is left.
    server.until("loyd_connections", 1);
    for gone in ["loyd_connections_waiting", "loyd_searches_running", "loyd_searches_queued"] {
        assert_eq!(server.metric(gone), 0, "{gone}");
    }
    assert_eq!(server.metric("loyd_memory_reserved_bytes"), 0);
    let served = server.metric("loyd_requests_total{route=\"/unrank\",status=\"200\"}");
    assert_eq!(served, (count - late) as u64);
    server.signal("TERM");
    assert_eq!(server.ends().0, 0);
}

/// When all descriptors are taken, `/healthz` answers, other requests are asked to come again, and the log is not
/// filled.
#[test]
fn without_descriptors_the_health_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let mut limited = Command::new("sh");
    let script = "ulimit -n 100 && exec \"$0\" \"$@\"";
    limited.args(["-c", script]).arg(assert_cmd::cargo::cargo_bin!("loyd")).env("LOYD_CACHE", folder.path());
    let server = Serving::of(&mut limited, &["--max-seconds", "120"]);
    let began = Instant::now();
    let mut silent: Vec<TcpStream> = Vec::new();
    for number in 0..400 {
        silent.push(TcpStream::connect(server.address).unwrap());
        if number % 20 == 0 {
            assert_eq!(server.client().get("/healthz").text(), "ok\n", "{number}");
        }
    }
    let other = server.client().get("/api/v1/judges");
    assert_eq!((other.status, &other.json()["kind"]), (503, &"busy".into()), "{}", other.text());
    let log = server.log();
    let warnings = log.lines().filter(|line| line.contains("only /healthz is answered")).count() as u64;
    assert!((1..=began.elapsed().as_secs() + 1).contains(&warnings), "{warnings} in {:?}", began.elapsed());
    // With free descriptors, everything is as before.
    drop(silent);
    server.until("loyd_connections", 1);
    assert_eq!(server.client().get("/api/v1/judges").status, 200);
}
