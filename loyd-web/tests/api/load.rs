//! Too many questions at once, and clients that leave.

use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use super::{Running, hopeless};

fn with_limit(seconds: f64) -> serde_json::Value {
    let mut question = hopeless();
    question["limit_seconds"] = json!(seconds);
    question
}

/// A client that closes its connection, or closes it for sending, stops its search at once.
#[test]
fn who_leaves_stops_the_search() {
    let server = Running::with(|settings| settings.time = Duration::from_secs(60));
    for leave in ["close", "half", "stream"] {
        let mut client = server.client();
        if leave == "stream" {
            client.listen("/solve", &hopeless());
        } else {
            let body = hopeless().to_string();
            let length = body.len().to_string();
            let head = client.head(
                "POST",
                "/api/v1/solve",
                &[("content-type", "application/json"), ("content-length", &length)],
            );
            client.send(head).send(body);
        }
        server.until("loyd_searches_running", 1);
        let began = Instant::now();
        if leave == "half" {
            client.half_close();
        } else {
            drop(client);
            client = server.client();
        }
        server.until("loyd_searches_running", 0);
        println!("{leave}: stopped after {:?}", began.elapsed());
        drop(client);
    }
}

/// One question searches, one waits, and the others are refused until later. Light questions do not wait.
#[test]
fn too_many_are_told_to_come_again() {
    let server = Running::with(|settings| (settings.concurrency, settings.queue) = (1, 1));
    let opened = server.client().post("/moves", &json!({"puzzle": "8", "state": "8672543x1"}));
    assert_eq!(opened.status, 200);
    thread::scope(|scope| {
        let ask = |seconds| {
            scope.spawn({
                let server = &server;
                move || server.client().post("/solve", &with_limit(seconds))
            })
        };
        let first = ask(1.0);
        server.until("loyd_searches_running", 1);
        let second = ask(5.0);
        server.until("loyd_searches_queued", 1);
        let third = server.client().post("/solve", &with_limit(1.0));
        assert_eq!((third.status, &third.json()["kind"]), (429, &json!("busy")));
        assert!(third.header("retry-after").unwrap().parse::<u64>().unwrap() >= 1);
        assert_eq!(server.client().get("/readyz").status, 503);
        // Light questions and health requests are still answered.
        let light = server.client().post("/solve", &json!({"puzzle": "8", "state": "8672543x1"}));
        assert_eq!(light.json()["length"], 31);
        // Opening a puzzle does not wait for searches.
        let opening = server.client().post("/unrank", &json!({"puzzle": "swap:3", "number": 98884}));
        assert_eq!(opening.json()["number"], 98884);
        assert_eq!(server.client().get("/healthz").status, 200);
        assert_eq!(server.metric("loyd_searches_running"), 1);
        let (first, second) = (first.join().unwrap(), second.join().unwrap());
        assert_eq!((first.status, second.status), (200, 200));
        assert_eq!((&first.json()["reason"], &second.json()["reason"]), (&json!("time"), &json!("time")));
    });
    server.until("loyd_searches_running", 0);
    assert_eq!(server.metric("loyd_refused_total"), 1);
    assert_eq!(server.client().get("/readyz").status, 200);
}

/// A client that waits longer than its question may take gets a refusal, and leaves the queue.
#[test]
fn nobody_waits_for_ever() {
    let server = Running::with(|settings| (settings.concurrency, settings.queue) = (1, 4));
    thread::scope(|scope| {
        let long = scope.spawn(|| server.client().post("/solve", &with_limit(2.0)));
        server.until("loyd_searches_running", 1);
        let short = server.client().post("/solve", &with_limit(0.2));
        assert_eq!(short.status, 429, "{}", short.text());
        assert_eq!(server.metric("loyd_searches_queued"), 0);
        assert_eq!(long.join().unwrap().status, 200);
    });
}

/// A question for too much memory is refused, for good if the server never has so much. No reservation is lost.
#[test]
fn memory_has_a_ceiling() {
    let server = Running::with(|settings| settings.memory = 200_000_000);
    let refused = server.client().post("/map", &json!({"puzzle": "sliding:4x4", "limit_seconds": 1}));
    assert_eq!((refused.status, &refused.json()["kind"]), (422, &json!("memory")), "{}", refused.text());
    let state = "14 13 15 7 11 12 9 5 6 x 2 1 4 8 10 3";
    let mut question = json!({"puzzle": "15", "state": state, "goal": "blank-first", "algorithm": "bfs"});
    let stopped = server.client().post("/solve", &question);
    assert_eq!(stopped.json()["reason"], "memory", "{}", stopped.text());
    question["limit_memory"] = json!(1_u64 << 40);
    assert_eq!(server.client().post("/solve", &question).json()["reason"], "memory");
    assert_eq!(server.metric("loyd_memory_reserved_bytes"), 0);
}

/// A server that stops sends the replies under way, which report how far they came.
#[test]
fn a_server_that_stops_sends_what_it_has() {
    let mut server = Running::with(|settings| settings.time = Duration::from_secs(60));
    let mut asking = server.client();
    let body = hopeless().to_string();
    let length = body.len().to_string();
    let head =
        asking.head("POST", "/api/v1/solve", &[("content-type", "application/json"), ("content-length", &length)]);
    asking.send(head).send(body);
    let mut listening = server.client();
    listening.listen("/solve", &hopeless());
    let mut idle = server.client();
    assert_eq!(idle.get("/healthz").status, 200);
    server.until("loyd_searches_running", 2);
    server.begin_to_stop();
    let answer = asking.answer();
    assert_eq!((answer.status, &answer.json()["reason"]), (200, &json!("interrupted")));
    let mut text = String::new();
    while let Some(chunk) = listening.chunk() {
        text += &String::from_utf8(chunk).unwrap();
    }
    assert!(text.contains("event: reply") && text.contains("\"interrupted\""), "{text}");
    assert!(idle.is_closed());
    server.stop();
}
