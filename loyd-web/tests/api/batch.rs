//! Batches: many questions on one connection.

use std::io::Write;
use std::time::Duration;

use serde_json::{Value, json};

use super::{Running, hopeless};

const NDJSON: (&str, &str) = ("content-type", "application/x-ndjson");

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"))).collect()
}

#[test]
fn replies_come_in_order() {
    let server = Running::new();
    let mut hard = hopeless();
    hard["limit_seconds"] = json!(0.3);
    let mut body = format!("{hard}\n\r\n");
    for number in 0..200 {
        body += &json!({"ask": "unrank", "puzzle": "swap:3", "number": number}).to_string();
        body += "\n";
    }
    body += "{\"puzzle\": \"8\", \"state\": \"1 2\"}\nnonsense\n";
    body += &format!("{}\n", "x".repeat(70_000));
    body += &json!({"puzzle": "8", "state": "12345678x"}).to_string();
    let answer = server.client().ask("POST", "/api/v1/batch", &[NDJSON], body.as_bytes());
    assert_eq!((answer.status, answer.header("content-type")), (200, Some("application/x-ndjson")));
    let lines = lines(&answer.text());
    assert_eq!(lines.len(), 205);
    assert_eq!(lines[0]["reason"], "time");
    for number in 0..200 {
        assert_eq!(lines[number + 1]["number"], number);
    }
    assert_eq!(lines[201]["error"]["kind"], "state");
    assert_eq!((&lines[202]["error"]["kind"], &lines[203]["error"]["kind"]), (&json!("usage"), &json!("usage")));
    assert_eq!(lines[204]["length"], 0);
}

/// A reply comes before the next question is sent, so a client may wait for it.
#[test]
fn replies_come_while_questions_are_sent() {
    let server = Running::new();
    let mut client = server.client();
    let head = client.head("POST", "/api/v1/batch", &[NDJSON, ("transfer-encoding", "chunked")]);
    client.send(head);
    for number in [5, 7, 11] {
        let line = json!({"ask": "unrank", "puzzle": "swap:3", "number": number}).to_string() + "\n";
        client.send(format!("{:x}\r\n{line}\r\n", line.len()));
        if number == 5 {
            assert_eq!(client.answer_head().0, 200);
        }
        let reply: Value = serde_json::from_slice(&client.chunk().unwrap()).unwrap();
        assert_eq!(reply["number"], number);
    }
    client.send("0\r\n\r\n");
    assert_eq!(client.chunk(), None);
}

/// A client sends everything before it reads, with far more replies than the buffers hold. The last line is a fault.
#[test]
fn who_does_not_read_gets_a_fault() {
    let server = Running::with(|settings| settings.body = Duration::from_millis(300));
    let mut client = server.client();
    let numbers: Vec<String> = (1..65).map(|number| number.to_string()).collect();
    let line = json!({"ask": "moves", "puzzle": "swap:8", "state": numbers.join(" ")});
    let line = line.to_string() + "\n";
    let count = 40_000;
    let head = client.head("POST", "/api/v1/batch", &[NDJSON, ("content-length", &(count * line.len()).to_string())]);
    client.send(head);
    client.stream().set_write_timeout(Some(Duration::from_secs(30))).unwrap();
    for _ in 0..count {
        client.stream().write_all(line.as_bytes()).expect("the server takes in what it does not answer");
    }
    let answer = client.answer();
    let lines = lines(&answer.text());
    assert!(lines.len() > 10 && lines.len() < count, "{}", lines.len());
    assert_eq!(lines.last().unwrap()["error"]["kind"], "unread");
    assert!(lines[..lines.len() - 1].iter().all(|line| line["look"] == "squares"));
}

/// A client that leaves in the middle of a batch ends all its questions.
#[test]
fn who_leaves_a_batch_ends_it() {
    let server = Running::new();
    let mut client = server.client();
    let body = format!("{}\n", hopeless()).repeat(50);
    let head = client.head("POST", "/api/v1/batch", &[NDJSON, ("content-length", &body.len().to_string())]);
    client.send(head).send(&body);
    server.until("loyd_searches_running", 2);
    drop(client);
    server.until("loyd_searches_running", 0);
}
