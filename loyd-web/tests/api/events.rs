//! Replies as streams of events.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::{Value, json};

use super::{Running, hopeless};

/// The fields of a reply to `solve` that are equal for all three ways. A fault is a field of a line in a batch, and a
/// whole reply elsewhere.
fn worth(reply: &Value) -> Vec<Value> {
    let kind = reply.get("error").unwrap_or(reply)["kind"].clone();
    let fields = ["outcome", "length", "cost", "count", "reason"].map(|field| reply[field].clone());
    fields.into_iter().chain([kind]).collect()
}

/// A question has the same answer as a reply, as the last event of a stream, and as a line of a batch. Each puzzle is
/// asked with a fifth of the options, or with all options if `LOYD_LONG` is set. Without it, two puzzles of each family
/// are asked.
#[test]
fn an_answer_is_the_same_every_way() {
    let server = Running::new();
    let (mut questions, mut outcomes) = (Vec::new(), BTreeSet::new());
    // Some examples name files, which only a reader of names could open, and the server has no such reader.
    let (step, most) = if std::env::var_os("LOYD_LONG").is_some() { (1, usize::MAX) } else { (5, 2) };
    let ids = loyd::catalogue::FAMILIES.iter().flat_map(|family| family.examples.iter().take(most));
    for (place, id) in ids.filter(|id| loyd::planner::open(id, None).is_ok()).enumerate() {
        let example = loyd::planner::open(id, None).unwrap().facts().example;
        for state in [example.as_str(), "1 2 no position"] {
            let plain = json!({"puzzle": id, "state": state, "limit_nodes": 20_000});
            let options = [
                json!({}),
                json!({"want": "count"}),
                json!({"want": {"all": 2}}),
                json!({"want": "lexicographic"}),
                json!({"first": true}),
                json!({"words": true}),
                json!({"limit_moves": 3}),
                // Every puzzle opens within this limit. A question with a smaller one is answered only where the puzzle
                // is open because of another question.
                json!({"limit_memory": 300_000_000}),
                json!({"algorithm": "ida-star"}),
                json!({"algorithm": "no such algorithm"}),
            ];
            for option in options.iter().skip(place % step).step_by(step) {
                let mut question = plain.clone();
                question.as_object_mut().unwrap().extend(option.as_object().unwrap().clone());
                questions.push(question);
            }
        }
    }
    let lines: String = questions.iter().map(|question| format!("{question}\n")).collect();
    let headers = [("content-type", "application/x-ndjson")];
    let batch = server.client().ask("POST", "/api/v1/batch", &headers, lines.as_bytes()).text();
    assert_eq!(batch.lines().count(), questions.len());
    for (question, line) in questions.iter().zip(batch.lines()) {
        let alone = server.client().post("/solve", question).json();
        outcomes.insert(alone["outcome"].to_string());
        let line: Value = serde_json::from_str(line).unwrap();
        assert_eq!(worth(&line), worth(&alone), "as a line: {question}");
        let headers = [("content-type", "application/json"), ("accept", "text/event-stream")];
        let answer = server.client().ask("POST", "/api/v1/solve", &headers, question.to_string().as_bytes());
        let streamed = match answer.header("content-type") {
            Some("text/event-stream") => events(&answer.text()).pop().expect("a last event").1,
            _ => answer.json(),
        };
        assert_eq!(worth(&streamed), worth(&alone), "as a stream: {question}");
    }
    assert_eq!(outcomes.len(), 4, "solved, found, stopped, and a fault: {outcomes:?}");
}

/// The events of a stream, each with its name and content.
fn events(text: &str) -> Vec<(String, Value)> {
    let of = |block: &str| {
        let field = |name: &str| block.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
        Some((field("event:")?.to_string(), serde_json::from_str(field("data:")?).unwrap()))
    };
    text.split("\n\n").filter_map(of).collect()
}

fn heard(server: &Running, route: &str, question: &Value) -> Vec<(String, Value)> {
    let mut client = server.client();
    let head = client.listen(route, question);
    assert_eq!((head.status, head.header("content-type")), (200, Some("text/event-stream")));
    let mut text = Vec::new();
    while let Some(chunk) = client.chunk() {
        text.extend(chunk);
    }
    events(&String::from_utf8(text).unwrap())
}

#[test]
fn events_come_before_the_reply() {
    let server = Running::new();
    let told = heard(&server, "/map", &json!({"puzzle": "8"}));
    let layers: Vec<_> = told.iter().filter(|(name, _)| name == "layer").collect();
    assert_eq!((layers.len(), &layers[31].1["total"]), (32, &json!(181_440)));
    let (name, reply) = told.last().unwrap();
    assert_eq!((name.as_str(), &reply["diameter"]), ("reply", &json!(31)), "{reply}");
    let told = heard(&server, "/solve", &json!({"puzzle": "8", "state": "8672543x1", "want": "all"}));
    assert_eq!(told.iter().filter(|(name, _)| name == "solution").count(), 40);
    assert_eq!(told.last().unwrap().1["count"], 40);
    let told = heard(&server, "/compare", &json!({"puzzle": "8", "state": "23415x768"}));
    assert!(told.iter().filter(|(name, _)| name == "compared").count() >= 5);
    assert!(told.iter().all(|(name, event)| name == "reply" || event["event"] == json!(name)));
}

#[test]
fn a_limit_is_a_reply() {
    let server = Running::with(|settings| settings.time = Duration::from_millis(400));
    // The limit of the question is larger than the limit of the server.
    let mut question = hopeless();
    question["limit_seconds"] = json!(1000);
    let told = heard(&server, "/solve", &question);
    let (name, reply) = told.last().unwrap();
    assert_eq!((name.as_str(), &reply["outcome"], &reply["reason"]), ("reply", &json!("stopped"), &json!("time")));
    assert!(reply["at_least"].as_u64().unwrap() > 100, "{reply}");
    let bounds = told.iter().filter(|(name, _)| name == "progress").map(|(_, event)| event["at_least"].as_u64());
    assert!(bounds.collect::<Vec<_>>().is_sorted());
    assert_eq!(server.client().post("/solve", &question).json()["reason"], "time");
}

#[test]
fn a_fault_is_told_before_the_stream() {
    let server = Running::new();
    let told = heard(&server, "/solve", &json!({"puzzle": "8", "state": "123"}));
    assert_eq!((told[0].0.as_str(), &told[0].1["kind"]), ("fault", &json!("state")), "{told:?}");
    let mut client = server.client();
    assert_eq!(client.listen("/random", &json!({"puzzle": "8", "count": 1_000_000})).status, 400);
}

/// If no event happens, comments keep the connection open.
#[test]
fn comments_keep_the_way_open() {
    let server = Running::with(|settings| {
        (settings.comment, settings.time) = (Duration::from_millis(20), Duration::from_secs(20));
    });
    let mut client = server.client();
    client.listen("/solve", &hopeless());
    let mut text = String::new();
    while !text.contains("\n:") && !text.starts_with(':') {
        text += &String::from_utf8(client.chunk().unwrap()).unwrap();
    }
    drop(client);
    server.until("loyd_searches_running", 0);
}
