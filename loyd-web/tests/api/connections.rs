//! Slow connections, silent connections, and many connections.

use std::time::Duration;

use serde_json::json;

use super::Running;

#[test]
fn silent_connections_are_closed() {
    let server = Running::with(|settings| settings.head = Duration::from_millis(200));
    let mut silent = server.client();
    let mut half = server.client();
    half.send("GET /healthz HTTP/1.1\r\nho");
    let mut idle = server.client();
    assert_eq!(idle.get("/healthz").status, 200);
    for client in [&mut silent, &mut half, &mut idle] {
        // For half a head, the server may answer that it took too long.
        let mut said = Vec::new();
        let _ = std::io::Read::read_to_end(client.stream(), &mut said);
        assert!(said.is_empty() || said.starts_with(b"HTTP/1.1 408"), "{:?}", String::from_utf8_lossy(&said));
    }
    server.until("loyd_connections", 1);
}

#[test]
fn slow_bodies_are_refused() {
    let server = Running::with(|settings| settings.body = Duration::from_millis(200));
    let mut client = server.client();
    let head = client.head("POST", "/api/v1/solve", &[("content-type", "application/json"), ("content-length", "100")]);
    client.send(head).send("{\"puz");
    assert_eq!(client.answer().status, 408);
}

/// Connections over the limit wait, and are served when others end. Only health requests are answered before.
#[test]
fn connections_over_the_bound_wait() {
    let server = Running::with(|settings| settings.connections = 4);
    let mut held: Vec<_> = (0..4).map(|_| server.client()).collect();
    for client in &mut held {
        assert_eq!(client.get("/healthz").status, 200);
    }
    let mut waiting = server.client();
    let question = json!({"puzzle": "8", "state": "12345678x"}).to_string();
    let length = question.len().to_string();
    let head =
        waiting.head("POST", "/api/v1/solve", &[("content-type", "application/json"), ("content-length", &length)]);
    waiting.send(head).send(question);
    for _ in 0..20 {
        assert_eq!(server.client().get("/healthz").status, 200);
    }
    waiting.stream().set_read_timeout(Some(Duration::from_millis(50))).unwrap();
    assert!(waiting.stream().peek(&mut [0; 1]).is_err(), "it was served");
    waiting.stream().set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    held.pop();
    assert_eq!(waiting.answer().json()["length"], 0);
}

/// A client that asks and does not read loses its place.
#[test]
fn replies_that_are_not_read_are_given_up() {
    let server = Running::with(|settings| settings.unread = Duration::from_millis(300));
    let numbers: Vec<String> = (1..257).map(|number| number.to_string()).collect();
    let question = json!({"puzzle": "swap:16", "state": numbers.join(" ")}).to_string();
    let mut client = server.client();
    for _ in 0..200 {
        let head = client.head(
            "POST",
            "/api/v1/moves",
            &[("content-type", "application/json"), ("content-length", &question.len().to_string())],
        );
        client.send(head).send(&question);
    }
    server.until("loyd_connections", 1);
}
