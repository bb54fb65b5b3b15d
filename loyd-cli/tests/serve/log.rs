//! The log has one line per request, and contains nothing that a client wrote.

use super::{JSON, hopeless, serving};
use serde_json::json;

fn lines_of_requests(log: &str) -> usize {
    log.lines().filter(|line| line.contains(" request ")).count()
}

#[test]
fn a_line_a_request() {
    let folder = tempfile::tempdir().unwrap();
    let server = serving(folder.path(), &[]);
    let mut client = server.client();
    assert_eq!(client.get("/healthz").status, 200);
    assert_eq!(client.post("/solve", &json!({"puzzle": "8", "state": "12345678x"})).status, 200);
    assert_eq!(client.post("/solve", &json!({"puzzle": "8", "state": "1"})).status, 422);
    assert_eq!(client.get("/nowhere").status, 404);
    assert_eq!(client.ask("GET", "/healthz", &[("sec-fetch-site", "cross-site")], b"").status, 403);
    server.signal("TERM");
    let (_, log) = server.ends();
    assert_eq!(lines_of_requests(&log), 5, "{log}");
    let line = log.lines().find(|line| line.contains("status=422")).unwrap();
    for part in ["INFO request method=\"POST\" route=\"/solve\" status=422 ms=", "Z "] {
        assert!(line.contains(part), "{line}");
    }
}

#[test]
fn quiet_is_without_them() {
    let folder = tempfile::tempdir().unwrap();
    // `-q` also removes the first line, which has the server's address. So the test chooses the port itself.
    let mut command = super::command(folder.path());
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    command.args(["serve", "-q", "--listen", &port.to_string()]).stderr(std::process::Stdio::piped());
    let mut child = command.spawn().unwrap();
    let began = std::time::Instant::now();
    while std::net::TcpStream::connect(port).is_err() {
        assert!(began.elapsed() < std::time::Duration::from_secs(120), "nobody listens at {port}");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    assert_eq!(super::serving::client::Client::to(port).get("/healthz").status, 200);
    assert_eq!(super::serving::client::Client::to(port).get("/nowhere").status, 404);
    child.kill().unwrap();
    let log = String::from_utf8(child.wait_with_output().unwrap().stderr).unwrap();
    assert_eq!(log, "");
}

/// Paths, headers, hosts, ids and texts with characters that a terminal obeys, and invalid requests.
#[test]
fn nothing_of_a_client_is_in_it() {
    let folder = tempfile::tempdir().unwrap();
    let server = serving(folder.path(), &["-v", "--max-seconds", "300ms"]);
    let own = server.address.to_string();
    let hostile = "\u{1b}]0;title\u{7}\u{1b}[2Jevil\u{9b}31m\u{202e}\r\u{8}";
    // A text that is accepted as a header's value, because it has no character below the space.
    let passing = "evil\u{9b}31m\u{202e}";
    let encoded = "%1b%5d0%3bevil%07%0d%0aevil";
    for host in [&own[..], hostile, passing] {
        for path in ["/healthz", hostile, passing, encoded, "/api/v1/puzzles/evil%1b%0a", "/api/v1/judge/evil%1b"] {
            for method in ["GET", "POST", "evil"] {
                for value in [hostile, passing] {
                    let names = ["origin", "content-type", "accept", "user-agent", "sec-fetch-site", "x-forwarded-for"];
                    let headers: String = names.map(|name| format!("{name}: {value}\r\n")).concat();
                    let mut client = server.client();
                    client.send(format!("{method} {path} HTTP/1.1\r\nhost: {host}\r\n{headers}content-length: 0\r\n"));
                    client.send("connection: close\r\n\r\n");
                    let mut reply = Vec::new();
                    let _ = std::io::Read::read_to_end(client.stream(), &mut reply);
                }
            }
        }
    }
    let mut asked = hopeless();
    asked["goal"] = json!(hostile);
    for question in [
        json!({"puzzle": hostile, "state": "evil"}),
        json!({"puzzle": "8", "state": hostile}),
        json!({"puzzle": "8", "state": "12345678x", "heuristic": hostile}),
        json!({"puzzle": "sliding", "board": hostile, "state": "evil"}),
        json!({hostile: "evil"}),
        asked,
    ] {
        let answer = server.client().post("/solve", &question);
        assert!((400..500).contains(&answer.status), "{question}: {}", answer.text());
    }
    let input = [JSON, ("accept", "text/event-stream")];
    server.client().ask("POST", "/api/v1/solve", &input, hostile.as_bytes());
    server.client().ask("POST", "/api/v1/judge/hdu1043", &[("content-type", "text/plain")], hostile.as_bytes());
    server.client().ask("POST", "/api/v1/batch", &[("content-type", "application/x-ndjson")], hostile.as_bytes());
    server.signal("TERM");
    let (code, log) = server.ends();
    assert_eq!(code, 0);
    assert!(lines_of_requests(&log) > 20, "{log}");
    assert!(!log.contains("evil"), "{log}");
    assert!(!log.chars().any(|c| c.is_control() && c != '\n' || c == '\u{202e}'), "{log:?}");
}

/// The log has no reader any more, as after `loyd serve 2>&1 | head`.
#[cfg(unix)]
#[test]
fn nobody_need_read_it() {
    use std::io::{BufRead, BufReader};
    let folder = tempfile::tempdir().unwrap();
    let mut command = super::command(folder.path());
    command.args(["serve", "--listen", "127.0.0.1:0"]).stderr(std::process::Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut errors = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    errors.read_line(&mut line).unwrap();
    drop(errors);
    let address = line.split_once("http://").unwrap().1.split_once('/').unwrap().0.parse().unwrap();
    for _ in 0..3 {
        assert_eq!(super::serving::client::Client::to(address).get("/healthz").status, 200);
    }
    child.kill().unwrap();
    child.wait().unwrap();
}
