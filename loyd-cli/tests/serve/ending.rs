//! The end of a server, and servers that cannot begin.

use std::net::TcpListener;

use serde_json::json;

use super::{JSON, hopeless, refused, serving};

#[cfg(unix)]
#[test]
fn searches_under_way_say_how_far_they_came() {
    let folder = tempfile::tempdir().unwrap();
    for signal in ["TERM", "INT"] {
        let server = serving(folder.path(), &["--max-seconds", "300", "--concurrency", "3"]);
        let asking: Vec<_> = (0..2)
            .map(|_| {
                let mut client = server.client();
                let body = hopeless().to_string();
                let length = body.len().to_string();
                let head = client.head("POST", "/api/v1/solve", &[JSON, ("content-length", &length)]);
                client.send(head).send(body);
                client
            })
            .collect();
        let mut listening = server.client();
        listening.listen("/solve", &hopeless());
        server.until("loyd_searches_running", 3);
        server.signal(signal);
        for mut client in asking {
            let answer = client.answer();
            let reply = answer.json();
            assert_eq!((answer.status, &reply["outcome"]), (200, &json!("stopped")), "{reply}");
            assert_eq!(reply["reason"], "interrupted", "{reply}");
        }
        let mut events = Vec::new();
        while let Some(chunk) = listening.chunk() {
            events.extend(chunk);
        }
        let events = String::from_utf8(events).unwrap();
        assert!(events.contains("event: reply") && events.contains("\"reason\":\"interrupted\""), "{events}");
        let (code, log) = server.ends();
        assert_eq!(code, 0, "{signal}: {log}");
    }
}

/// No client keeps the server from ending: neither a silent one, nor half a request, nor one that does not read.
#[cfg(unix)]
#[test]
fn clients_do_not_keep_it() {
    let folder = tempfile::tempdir().unwrap();
    let server = serving(folder.path(), &["--max-seconds", "300"]);
    let silent = server.client();
    let mut half_a_head = server.client();
    half_a_head.send("POST /api/v1/solve HTTP/1.1\r\nho");
    let mut half_a_body = server.client();
    let head = half_a_body.head("POST", "/api/v1/solve", &[JSON, ("content-length", "100")]);
    half_a_body.send(head).send("{");
    let mut batch = server.client();
    let ndjson = [("content-type", "application/x-ndjson"), ("transfer-encoding", "chunked")];
    let head = batch.head("POST", "/api/v1/batch", &ndjson);
    batch.send(head);
    // More events than the connection can buffer.
    let mut unread = server.client();
    unread.listen("/random", &json!({"puzzle": "sliding:16x16", "count": 10_000}));
    server.until("loyd_requests_total{route=\"/batch\",status=\"200\"}", 1);
    server.signal("TERM");
    // All clients are still there when the server ends.
    let (code, log) = server.ends();
    assert_eq!(code, 0, "{log}");
    drop((silent, half_a_head, half_a_body, batch, unread));
}

/// The server waits for a client with half a body, but a second signal ends the wait.
#[cfg(unix)]
#[test]
fn a_second_signal_is_heard() {
    let folder = tempfile::tempdir().unwrap();
    let server = serving(folder.path(), &[]);
    let mut client = server.client();
    let head = client.head("POST", "/api/v1/solve", &[JSON, ("content-length", "100")]);
    client.send(head).send("{");
    let mut idle = server.client();
    assert_eq!(idle.get("/healthz").status, 200);
    // On a busy machine, two programs that send one signal each would take longer than the server waits.
    let both = format!("kill -TERM {0} && kill -INT {0}", server.child.id());
    assert!(std::process::Command::new("sh").args(["-c", &both]).status().unwrap().success());
    let (code, log) = server.ends();
    assert!(idle.is_closed());
    assert_eq!(code, 0, "{log}");
    assert!(log.contains("second signal to stop"), "{log}");
}

#[test]
fn a_port_that_is_taken() {
    let folder = tempfile::tempdir().unwrap();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let (code, errors) = refused(folder.path(), &["--listen", &address]);
    assert_eq!(code, 1, "{errors}");
    assert!(errors.starts_with(&format!("loyd: cannot serve at {address}: ")), "{errors}");
}

#[test]
fn values_that_are_none() {
    let folder = tempfile::tempdir().unwrap();
    for arguments in [
        &["--listen", "nonsense"][..],
        &["--listen", "127.0.0.1"],
        &["--listen", "8015"],
        &["--listen", "127.0.0.1:99999"],
        &["--listen", "localhost:8015"],
        &["--max-memory", "100MB"],
        &["--max-memory", "much"],
        &["--max-seconds", "long"],
        &["--concurrency", "0"],
        &["--queue", "-1"],
        &["--connections", "0"],
        &["--allow-host", "https://a.example"],
        &["--allow-origin", "a.example"],
        &["--cache-dir", "here", "--no-cache"],
        &["8"],
    ] {
        let (code, errors) = refused(folder.path(), arguments);
        assert_eq!(code, 2, "{arguments:?}: {errors}");
        assert!(errors.contains(arguments[0].trim_start_matches("--")), "{arguments:?}: {errors}");
    }
}
