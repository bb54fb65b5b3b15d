//! The workers of a server: what happens to one of them happens to its question alone.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::serving::{Serving, client::Client, signal};
use super::{JSON, hopeless, serving, stops};

/// A question that is not light, because it names an algorithm, and that ends by a limit only.
fn endless() -> Value {
    let mut question = hopeless();
    question["algorithm"] = json!("ida-star");
    question
}

/// Sends a question, and returns the client that waits, and the worker that answers.
fn asked(server: &Serving, question: &Value) -> (Client, u32) {
    let before = server.workers();
    let running = server.metric("loyd_searches_running");
    let mut client = server.client();
    let body = question.to_string();
    let length = body.len().to_string();
    let head = client.head("POST", "/api/v1/solve", &[JSON, ("content-length", &length)]);
    client.send(head).send(body);
    server.until("loyd_searches_running", running + 1);
    server.until("loyd_workers_started_total", before.len() as u64 + 1);
    let worker = server.workers().into_iter().find(|worker| !before.contains(worker));
    (client, worker.expect("a worker for the question"))
}

/// Waits until all these processes have ended, and does something meanwhile.
fn until_gone(processes: &[u32], mut meanwhile: impl FnMut()) {
    let began = Instant::now();
    let runs = |process: &&u32| {
        let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
        !status.is_empty() && !status.contains("State:\tZ")
    };
    while let Some(left) = processes.iter().find(runs) {
        assert!(began.elapsed() < Duration::from_secs(60), "process {left} still runs");
        std::thread::sleep(Duration::from_millis(5));
        meanwhile();
    }
}

fn start(folder: &Path, seconds: &str) -> Serving {
    serving(folder, &["--max-seconds", seconds, "--concurrency", "2"])
}

#[test]
fn a_worker_that_is_killed_fails_its_question_alone() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), "300");
    let mut limited = endless();
    limited["limit_seconds"] = json!(3);
    let (mut first, worker) = asked(&server, &endless());
    let (mut second, other) = asked(&server, &limited);
    assert_ne!(worker, other);
    signal(worker, "KILL");
    let failed = first.answer();
    assert_eq!((failed.status, &failed.json()["kind"]), (500, &json!("internal")), "{}", failed.text());
    assert!(failed.text().contains("SIGKILL"), "{}", failed.text());
    let stopped = second.answer();
    assert_eq!((stopped.status, &stopped.json()["reason"]), (200, &json!("time")), "{}", stopped.text());
    assert_eq!(server.metric("loyd_workers_ended_total{why=\"died\"}"), 1);
    // The next question has a new worker.
    assert_eq!(server.client().post("/map", &json!({"puzzle": "swap:2x2"})).json()["diameter"], 4);
}

/// A question that asks for more memory than a place has takes both places, and their memory.
#[test]
fn a_question_for_more_memory_takes_several_places() {
    let folder = tempfile::tempdir().unwrap();
    // A place has 88 MB, and the map takes 130 MB.
    let server = serving(folder.path(), &["--max-memory", "300MB", "--concurrency", "2", "--max-seconds", "300"]);
    let mut map = json!({"puzzle": "pancake:12"});
    let refused = server.client().post("/map", &map);
    assert_eq!((refused.status, &refused.json()["kind"]), (422, &json!("memory")), "{}", refused.text());
    map["limit_memory"] = json!(150_000_000);
    stops(&server, &map);
    map["limit_seconds"] = json!(300);
    let mut client = server.client();
    client.listen("/map", &map);
    server.until("loyd_searches_running", 2);
    assert_eq!(server.metric("loyd_memory_reserved_bytes"), 177_000_000);
    drop(client);
    server.until("loyd_searches_running", 0);
    assert_eq!(server.client().post("/map", &json!({"puzzle": "swap:2x2"})).json()["diameter"], 4);
}

/// A stopped process hangs as any code can that looks at no clock.
#[test]
fn a_worker_that_hangs_is_ended_alone() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), "2");
    let (mut client, worker) = asked(&server, &endless());
    signal(worker, "STOP");
    let mut healthy = 0;
    while server.metric("loyd_searches_running") > 0 {
        assert_eq!(server.client().get("/healthz").text(), "ok\n");
        assert_eq!(server.client().post("/unrank", &json!({"puzzle": "swap:3", "number": 7})).status, 200);
        healthy += 1;
    }
    let answer = client.answer();
    assert_eq!((answer.status, &answer.json()["kind"]), (503, &json!("limit")), "{}", answer.text());
    assert!(healthy > 0 && answer.text().contains("its process was ended"), "{}", answer.text());
    until_gone(&[worker], || ());
    assert_eq!(server.client().post("/map", &json!({"puzzle": "swap:2x2"})).json()["diameter"], 4);
}

/// The worker of light questions, which has an eighth of the memory.
fn light_worker(server: &Serving) -> Option<u32> {
    let memory = format!("\0{}\0", server.metric("loyd_memory_budget_bytes") / 8);
    let arguments = |worker: u32| std::fs::read_to_string(format!("/proc/{worker}/cmdline")).unwrap_or_default();
    server.workers().into_iter().find(|&worker| arguments(worker).contains(&memory))
}

/// Light questions share a worker. If it dies or hangs, they are answered by others.
#[test]
fn light_questions_outlive_their_worker() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), "30");
    let light = |number: u64| {
        let reply = server.client().post("/unrank", &json!({"puzzle": "swap:3", "number": number}));
        assert_eq!((reply.status, &reply.json()["number"]), (200, &json!(number)), "{}", reply.text());
    };
    for (number, name) in [(1, "KILL"), (2, "STOP")] {
        let began = Instant::now();
        let worker = loop {
            light(number);
            if let Some(worker) = light_worker(&server) {
                break worker;
            }
            assert!(began.elapsed() < Duration::from_secs(60), "no worker for light questions");
        };
        signal(worker, name);
        light(3);
        // A worker that was stopped before it took its first question is ended after the next question.
        until_gone(&[worker], || light(4));
    }
}

#[test]
fn no_worker_outlives_the_server() {
    let folder = tempfile::tempdir().unwrap();
    for end in ["TERM", "INT", "KILL"] {
        let server = start(folder.path(), "300");
        let (_client, busy) = asked(&server, &endless());
        assert_eq!(server.client().post("/unrank", &json!({"puzzle": "swap:3", "number": 7})).status, 200);
        let workers = server.workers();
        assert!(workers.len() == 2 && workers.contains(&busy), "{workers:?}");
        // A stopped process hears no end of its input, so only a living server can end it.
        if end != "KILL" {
            signal(busy, "STOP");
        }
        server.signal(end);
        until_gone(&workers, || ());
    }
}

/// An upgrade replaces the file of a running server. Its workers are still of its own version.
#[cfg(target_os = "linux")]
#[test]
fn workers_start_after_the_file_was_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("loyd");
    std::fs::copy(assert_cmd::cargo::cargo_bin!("loyd"), &file).unwrap();
    let server = Serving::of(&mut std::process::Command::new(&file), &["--max-seconds", "300"]);
    std::fs::remove_file(&file).unwrap();
    std::fs::write(&file, "another version").unwrap();
    assert_eq!(server.client().post("/map", &json!({"puzzle": "swap:2x2"})).json()["diameter"], 4);
}

/// The terminal and a supervisor signal all processes of a group. The workers leave the end to their server.
#[test]
fn workers_ignore_the_signals_of_the_group() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), "300");
    let (mut client, worker) = asked(&server, &endless());
    ["INT", "TERM", "HUP"].into_iter().for_each(|name| signal(worker, name));
    server.signal("TERM");
    let answer = client.answer();
    assert_eq!((answer.status, &answer.json()["reason"]), (200, &json!("interrupted")), "{}", answer.text());
    assert_eq!(server.ends().0, 0);
}
