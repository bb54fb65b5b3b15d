//! Each option of `loyd serve` has its promised effect.

use std::path::Path;
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use super::serving::Serving;
use super::{JSON, hopeless, serving, stops};

fn with_limit(seconds: f64) -> Value {
    let mut question = hopeless();
    question["limit_seconds"] = json!(seconds);
    question
}

#[test]
fn max_memory_is_a_ceiling() {
    let folder = tempfile::tempdir().unwrap();
    let small = serving(folder.path(), &["--max-memory", "128MB"]);
    assert_eq!(small.metric("loyd_memory_budget_bytes"), 64_000_000);
    let board = json!({"puzzle": "pancake:12"});
    let refused = small.client().post("/map", &board);
    assert_eq!((refused.status, &refused.json()["kind"]), (422, &json!("memory")), "{}", refused.text());
    // The memory is never enough here, so asking again does not help.
    assert_eq!(refused.header("retry-after"), None);
    let large = serving(folder.path(), &["--max-memory", "1GB"]);
    stops(&large, &board);
}

#[test]
fn max_seconds_is_a_ceiling() {
    let folder = tempfile::tempdir().unwrap();
    let server = serving(folder.path(), &["--max-seconds", "2"]);
    let reply = server.client().post("/solve", &with_limit(1000.0)).json();
    assert_eq!((&reply["outcome"], &reply["reason"]), (&json!("stopped"), &json!("time")));
    assert!(reply["stats"]["seconds"].as_f64().unwrap() < 100.0, "{reply}");
}

/// A server with tables proves the same results as a server without tables. The algorithm may differ.
#[test]
fn keep_tables_answers_small_spaces_from_a_table() {
    let folder = tempfile::tempdir().unwrap();
    let [searching, keeping] = [&[][..], &["--keep-tables"]].map(|arguments| serving(folder.path(), arguments));
    let draw = json!({"puzzle": "sliding:2x3", "seed": 1, "count": 100});
    let positions = searching.client().post("/random", &draw).json();
    let mut by_table = 0;
    for position in positions.as_array().unwrap() {
        let question = json!({"puzzle": "sliding:2x3", "state": position["state"]});
        let [searched, kept] = [&searching, &keeping].map(|server| server.client().post("/solve", &question).json());
        for proved in ["outcome", "length"] {
            assert_eq!(searched[proved], kept[proved], "{question}: {searched} {kept}");
        }
        assert_ne!(searched["algorithm"], "table", "{question}");
        by_table += usize::from(kept["algorithm"] == "table");
    }
    // A table takes 360 states by 2 moves, which are as many nodes as a few positions take.
    assert!((10..100).contains(&by_table), "{by_table}");
}

/// Asks in a separate thread.
fn asks<'s>(scope: &'s thread::Scope<'s, '_>, server: &'s Serving, seconds: f64) -> thread::ScopedJoinHandle<'s, u16> {
    scope.spawn(move || server.client().post("/solve", &with_limit(seconds)).status)
}

#[test]
fn concurrency_and_queue_are_numbers_of_searches() {
    let folder = tempfile::tempdir().unwrap();
    let none_waits = serving(folder.path(), &["--concurrency", "1", "--queue", "0"]);
    thread::scope(|scope| {
        let first = asks(scope, &none_waits, 1.0);
        none_waits.until("loyd_searches_running", 1);
        let refused = none_waits.client().post("/solve", &with_limit(1.0));
        assert_eq!((refused.status, &refused.json()["kind"]), (429, &json!("busy")), "{}", refused.text());
        assert!(refused.header("retry-after").unwrap().parse::<u64>().unwrap() > 0);
        assert_eq!(first.join().unwrap(), 200);
    });
    let one_waits = serving(folder.path(), &["--concurrency", "2", "--queue", "1"]);
    thread::scope(|scope| {
        let searching = [asks(scope, &one_waits, 2.0), asks(scope, &one_waits, 2.0)];
        one_waits.until("loyd_searches_running", 2);
        let waiting = asks(scope, &one_waits, 9.0);
        one_waits.until("loyd_searches_queued", 1);
        assert_eq!(one_waits.client().post("/solve", &with_limit(1.0)).status, 429);
        for search in searching {
            assert_eq!(search.join().unwrap(), 200);
        }
        one_waits.until("loyd_searches_queued", 0);
        one_waits.signal("TERM");
        assert_eq!(waiting.join().unwrap(), 200);
    });
}

#[test]
fn allow_host_and_allow_origin_let_in() {
    let folder = tempfile::tempdir().unwrap();
    let ask = |server: &Serving, host: &str, origin: Option<&str>| {
        let mut client = server.client();
        let body = r#"{"puzzle":"8","state":"12345678x"}"#;
        let origin = origin.map(|origin| format!("origin: {origin}\r\n")).unwrap_or_default();
        let (name, value) = JSON;
        let length = body.len();
        let head = format!("host: {host}\r\n{origin}{name}: {value}\r\ncontent-length: {length}\r\n\r\n");
        client.send(format!("POST /api/v1/solve HTTP/1.1\r\n{head}{body}"));
        let answer = client.answer();
        (answer.status, answer.header("access-control-allow-origin").map(String::from))
    };
    let strict = serving(folder.path(), &[]);
    let own = strict.address.to_string();
    assert_eq!(ask(&strict, &own, None).0, 200);
    assert_eq!(ask(&strict, "puzzles.example", None).0, 421);
    assert_eq!(ask(&strict, &own, Some("https://friend.example")), (403, None));
    let arguments = ["--allow-host", "puzzles.example", "--allow-host", "b.example"];
    let open = serving(folder.path(), &[&arguments[..], &["--allow-origin", "https://friend.example"]].concat());
    for host in ["puzzles.example", "b.example:8015", "PUZZLES.example"] {
        assert_eq!(ask(&open, host, None).0, 200, "{host}");
    }
    assert_eq!(ask(&open, "c.example", None).0, 421);
    let friend = "https://friend.example";
    assert_eq!(ask(&open, "b.example", Some(friend)), (200, Some(friend.into())));
    assert_eq!(ask(&open, "b.example", Some("https://c.example")), (403, None));
    // The request comes from a page of the server's own name.
    assert_eq!(ask(&open, "b.example", Some("https://b.example")).0, 200);
}

#[test]
fn connections_is_their_number() {
    let folder = tempfile::tempdir().unwrap();
    let server = serving(folder.path(), &["--connections", "1"]);
    let mut first = server.client();
    assert_eq!(first.get("/puzzles").status, 404);
    let mut second = server.client();
    let head = second.head("GET", "/api/v1/judges", &[]);
    second.send(head);
    assert_eq!(server.client().get("/healthz").status, 200);
    second.stream().set_read_timeout(Some(Duration::from_millis(50))).unwrap();
    assert!(second.stream().peek(&mut [0; 1]).is_err(), "it was served");
    second.stream().set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    drop(first);
    assert_eq!(second.answer().status, 200);
}

#[test]
fn tables_are_kept_where_they_should_be() {
    let folder = tempfile::tempdir().unwrap();
    let kept = |path: &Path| {
        let files = std::fs::read_dir(path).into_iter().flatten().map(|file| file.unwrap().file_name());
        files.filter(|name| name.to_string_lossy().ends_with(".safetensors")).count()
    };
    let question = json!({"puzzle": "swap:3", "state": "9 8 7/6 5 4/3 2 1", "heuristic": "projection"});
    let (usual, named) = (folder.path().join("cache"), folder.path().join("named"));
    let none = serving(folder.path(), &["--no-cache"]);
    assert_eq!(none.client().post("/solve", &question).json()["length"], 12);
    assert_eq!((kept(&usual), kept(&named)), (0, 0));
    let named_one = serving(folder.path(), &["--cache-dir", named.to_str().unwrap()]);
    assert_eq!(named_one.client().post("/solve", &question).json()["length"], 12);
    assert_eq!((kept(&usual), kept(&named)), (0, 1));
    // Strangers do not fill a folder that the operator has not named.
    let usual_one = serving(folder.path(), &[]);
    assert_eq!(usual_one.client().post("/solve", &question).json()["length"], 12);
    assert_eq!((kept(&usual), kept(&named)), (0, 1));
}
