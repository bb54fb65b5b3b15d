//! Each route answers as the library does.

use loyd::service::{Ask, Control, Question, Service};
use serde_json::{Value, json};

use super::Running;

/// Without what differs from run to run.
fn lasting(mut reply: Value) -> Value {
    fn clean(value: &mut Value) {
        match value {
            Value::Object(object) => {
                ["seconds", "table_seconds"].iter().for_each(|key| drop(object.remove(*key)));
                object.values_mut().for_each(clean);
            }
            Value::Array(list) => list.iter_mut().for_each(clean),
            _ => {}
        }
    }
    clean(&mut reply);
    reply
}

#[test]
fn each_route_answers_as_the_library_does() {
    let server = Running::new();
    let service = Service::builder().memory(1 << 30).build();
    let state = "2 3 4 1 5 x 7 6 8";
    let asked = [
        (Ask::Solve, json!({"puzzle": "8", "state": state})),
        (Ask::Solve, json!({"puzzle": "8", "state": "2 1 3 4 5 6 7 8 x"})),
        (Ask::Solve, json!({"puzzle": "8", "state": state, "want": "count"})),
        (Ask::Solve, json!({"puzzle": "8", "state": state, "want": {"all": 3}, "words": true})),
        (Ask::Solve, json!({"puzzle": "sliding", "board": "###\n#.#\n###\n", "state": "1 2 3/4 5/6 x 7"})),
        (Ask::Compare, json!({"puzzle": "swap:2x2", "state": "4 3/2 1"})),
        (Ask::Check, json!({"puzzle": "8", "state": state, "moves": "ulld"})),
        (Ask::Distance, json!({"puzzle": "magic-board", "state": "2 6 8 4 5 7 3 1"})),
        (Ask::Next, json!({"puzzle": "pancake:6", "state": "3 1 2 6 5 4"})),
        (Ask::Moves, json!({"puzzle": "rolling-cubes", "state": "2 1"})),
        (Ask::Draw, json!({"puzzle": "8", "state": state, "moves": "ul"})),
        (Ask::Random, json!({"puzzle": "8", "seed": 7, "count": 3})),
        (Ask::Random, json!({"puzzle": "8", "seed": 7, "depth": 31})),
        (Ask::Rank, json!({"puzzle": "swap:3", "state": "357412968"})),
        (Ask::Unrank, json!({"puzzle": "swap:3", "number": 98884})),
        (Ask::Map, json!({"puzzle": "pancake:6"})),
    ];
    let mut client = server.client();
    for (ask, body) in asked {
        let mut question: Question = serde_json::from_value(body.clone()).unwrap();
        question.ask = ask;
        let expected = service.ask(&question, &Control::default()).unwrap_or_else(|why| panic!("{body}: {why}"));
        let answer = client.post(&format!("/{}", ask.name()), &body);
        assert_eq!(
            (answer.status, answer.header("content-type")),
            (200, Some("application/json")),
            "{}",
            answer.text()
        );
        assert_eq!(lasting(answer.json()), lasting(serde_json::to_value(expected).unwrap()), "{body}");
    }
}

#[test]
fn the_catalogue_is_told() {
    let server = Running::new();
    let families = server.client().get("/api/v1/puzzles").json();
    assert!(families.as_array().unwrap().iter().any(|family| family["family"] == "pancake"), "{families}");
    let puzzle = server.client().get("/api/v1/puzzles/sliding:3x3").json();
    assert_eq!((&puzzle["gods_number"], &puzzle["look"]), (&json!(31), &json!("squares")));
    assert_eq!(server.client().get("/api/v1/puzzles/pancake").json()["family"], "pancake");
    assert_eq!(server.client().get("/api/v1/puzzles/nothing").status, 404);
}

#[test]
fn judges_answer_byte_for_byte() {
    let server = Running::new();
    let judges = server.client().get("/api/v1/judges").json();
    let judges = judges.as_array().unwrap();
    assert_eq!(judges.len(), loyd_judges::JUDGES.len());
    for judge in judges {
        let (name, input) = (judge["name"].as_str().unwrap(), judge["sample_input"].as_str().unwrap());
        let path = format!("/api/v1/judge/{name}");
        let answer = server.client().ask("POST", &path, &[("content-type", "text/plain")], input.as_bytes());
        assert_eq!(answer.header("content-type"), Some("text/plain; charset=utf-8"), "{}", answer.text());
        assert_eq!(answer.text(), judge["sample_output"].as_str().unwrap(), "{name}");
    }
    let none = server.client().ask("POST", "/api/v1/judge/poj1", &[("content-type", "text/plain")], b"");
    assert_eq!(none.status, 404);
    let bad = server.client().ask("POST", "/api/v1/judge/hdu1043", &[("content-type", "text/plain")], b"1 2 y\n");
    assert_eq!((bad.status, &bad.json()["column"]), (422, &json!(5)), "{}", bad.text());
}

/// The same question on one connection, on a new one, and in upper-case names of headers.
#[test]
fn connections_are_kept() {
    let server = Running::new();
    let mut client = server.client();
    for _ in 0..50 {
        assert_eq!(client.get("/healthz").text(), "ok\n");
    }
    let answer = client.ask("GET", "/readyz", &[("ACCEPT", "*/*")], b"");
    assert_eq!((answer.status, answer.text().as_str()), (200, "ready\n"));
    assert_eq!(server.metric("loyd_requests_total{route=\"/healthz\",status=\"200\"}"), 50);
}
