//! Each fault has its status and reports its place. A request that is not a question does no harm.

use serde_json::json;

use super::Running;

const JSON: (&str, &str) = ("content-type", "application/json");

#[test]
fn faults_say_what_and_where() {
    let server = Running::new();
    let mut client = server.client();
    for (route, question, status, kind, field) in [
        ("/solve", json!({"puzzle": "8", "state": "1 2 3 4 5 6 7 8 9"}), 422, "state", "state"),
        ("/solve", json!({"puzzle": "nothing", "state": "1"}), 404, "puzzle", "puzzle"),
        ("/solve", json!({"puzzle": "8", "goal": "1 2 3", "state": "1"}), 422, "goal", "goal"),
        ("/moves", json!({"puzzle": "8", "state": "1 2 3 4 5 6 7 8 x", "moves": "y"}), 422, "moves", "moves"),
        ("/solve", json!({"puzzle": "8", "state": "12345678x", "heuristic": "none"}), 422, "heuristic", "heuristic"),
        (
            "/solve",
            json!({"puzzle": "light-up", "board": "..", "algorithm": "bidirectional"}),
            422,
            "not-applicable",
            "algorithm",
        ),
        ("/solve", json!({"puzzle": "8", "state": "12345678x", "depth": 3}), 422, "no-effect", "depth"),
        ("/map", json!({"puzzle": "8", "limit_memory": 0}), 422, "memory", "limit_memory"),
        ("/random", json!({"puzzle": "8", "depth": 19, "limit_memory": 0}), 422, "limit", ""),
        ("/random", json!({"puzzle": "8", "depth": 32}), 422, "no-such-state", "depth"),
        ("/random", json!({"puzzle": "8", "count": 1_000_000}), 400, "usage", "count"),
        ("/unrank", json!({"puzzle": "swap:3", "number": 999_999_999}), 422, "no-such-state", "number"),
        ("/solve", json!({"puzzle": "8", "state": "8672543x1", "want": "all"}), 400, "usage", "want"),
    ] {
        let answer = client.post(route, &question);
        let problem = answer.json();
        assert_eq!(answer.header("content-type"), Some("application/problem+json"), "{question}: {problem}");
        assert_eq!((answer.status, problem["kind"].as_str()), (status, Some(kind)), "{question}: {problem}");
        assert_eq!(problem["status"], status);
        assert!(problem["field"].is_null() || problem["field"] == field, "{problem}");
        assert!(problem["detail"].as_str().is_some_and(|detail| detail.len() > 5), "{problem}");
    }
}

/// No question reads or writes a file of this machine, and no message names one.
#[test]
fn files_are_nobodys_business() {
    let server = Running::new();
    let mut client = server.client();
    for question in [
        json!({"puzzle": "sliding:@/etc/passwd", "state": "1"}),
        json!({"puzzle": "8", "state": "12345678x", "table": "/etc/passwd"}),
        json!({"puzzle": "8", "state": "12345678x", "cache_dir": "/tmp"}),
    ] {
        let answer = client.post("/solve", &question);
        assert_eq!((answer.status, &answer.json()["kind"]), (400, &json!("usage")), "{question}");
    }
    let named = std::env::temp_dir().join(format!("loyd-{}-not-made", std::process::id()));
    for field in ["disk", "save"] {
        let answer = client.post("/map", &json!({"puzzle": "8", field: named}));
        assert_eq!(answer.status, 400, "{}", answer.text());
        assert!(!answer.text().contains("not-made"), "{}", answer.text());
    }
    let bench = client.ask(
        "POST",
        "/api/v1/batch",
        &[("content-type", "application/x-ndjson")],
        b"{\"ask\":\"bench\",\"set\":\"korf100\"}\n",
    );
    assert_eq!(bench.json()["error"]["kind"], "usage");
    assert!(!named.exists());
}

#[test]
fn bodies_are_of_their_type_and_size() {
    let server = Running::new();
    let question = br#"{"puzzle":"8","state":"12345678x"}"#;
    let solve = "/api/v1/solve";
    for (headers, body, status) in [
        (&[][..], &question[..], 415),
        (&[("content-type", "text/plain")], &question[..], 415),
        (&[("content-type", "application/json-seq")], &question[..], 415),
        (&[("content-type", "application/json; charset=utf-8")], &question[..], 200),
        (&[("content-type", "Application/JSON")], &question[..], 200),
        (&[JSON], &b""[..], 400),
        (&[JSON], &b"{"[..], 400),
        (&[JSON], &b"null"[..], 400),
        (&[JSON], &b"\xff\xfe"[..], 400),
        (&[JSON], &br#"{"puzzel":"8"}"#[..], 400),
        (&[JSON], &br#"{"ask":"map","puzzle":"8"}"#[..], 400),
        (&[JSON], &br#"{"version":2,"puzzle":"8"}"#[..], 400),
    ] {
        // The server does not read the rest of a refused body, so the connection ends.
        let answer = server.client().ask("POST", solve, headers, body);
        assert_eq!(answer.status, status, "{headers:?} {:?}: {}", String::from_utf8_lossy(body), answer.text());
    }
    let nested = "[".repeat(100_000);
    assert_eq!(server.client().ask("POST", solve, &[JSON], nested.as_bytes()).status, 400);
    let mut large = question.to_vec();
    large.resize(2 << 20, b' ');
    assert_eq!(server.client().ask("POST", solve, &[JSON], &large).status, 413);
    large.truncate(1 << 20);
    assert_eq!(server.client().ask("POST", solve, &[JSON], &large).status, 200);
}

#[test]
fn routes_and_methods_that_are_none() {
    let server = Running::new();
    for (method, path, status) in [
        ("GET", "/api/v1/solve", 405),
        ("DELETE", "/healthz", 405),
        ("GET", "/api/v1/nothing", 404),
        ("GET", "/api/v2/solve", 404),
        ("GET", "/nothing.js", 404),
        ("GET", "/../Cargo.toml", 404),
        ("GET", "/words/../../Cargo.toml", 404),
        ("GET", "/%2e%2e/Cargo.toml", 404),
        ("GET", "/..%2fCargo.toml", 404),
        ("GET", "//etc/passwd", 404),
        ("GET", "/main.js%00", 404),
    ] {
        let answer = server.client().ask(method, path, &[], b"");
        assert_eq!(answer.status, status, "{method} {path}");
        assert_eq!(answer.header("content-type"), Some("application/problem+json"), "{method} {path}");
    }
}

#[test]
fn what_is_no_http_is_refused() {
    let server = Running::new();
    for garbage in ["\r\n\r\n\r\n", "GET\r\n\r\n", "\x16\x03\x01\x02\x00\x01", "GET / HTTP/9.9\r\n\r\n", "x: y\r\n\r\n"]
    {
        let mut client = server.client();
        client.send(garbage);
        client.half_close();
        let mut said = String::new();
        let _ = std::io::Read::read_to_string(client.stream(), &mut said);
        assert!(said.is_empty() || said.starts_with("HTTP/1.1 400") || said.starts_with("HTTP/1.1 505"), "{said}");
    }
    let mut client = server.client();
    let head = client.head("POST", "/api/v1/solve", &[JSON, ("content-length", "10"), ("content-length", "11")]);
    client.send(head);
    assert_eq!(client.answer_head().0, 400);
    assert_eq!(server.client().get("/healthz").status, 200);
}

#[test]
fn hosts_and_origins_are_checked() {
    let server = Running::with(|settings| {
        settings.hosts = vec!["puzzles.example".into()];
        settings.origins = vec!["https://friend.example".into()];
    });
    let own = server.address.to_string();
    let ask = |host: &str, more: &[(&str, &str)]| {
        let mut client = server.client();
        let body = r#"{"puzzle":"8","state":"12345678x"}"#;
        let mut head = format!("POST /api/v1/solve HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\n");
        for (name, value) in more {
            head += &format!("{name}: {value}\r\n");
        }
        client.send(format!("{head}content-length: {}\r\n\r\n{body}", body.len()));
        client.answer()
    };
    assert_eq!(ask(&own, &[]).status, 200);
    assert_eq!(ask("puzzles.example", &[]).status, 200);
    assert_eq!(ask("evil.example", &[]).status, 421);
    assert_eq!(ask(&own, &[("origin", "https://evil.example")]).status, 403);
    assert_eq!(ask(&own, &[("sec-fetch-site", "cross-site")]).status, 403);
    for host in ["localhost:80@evil.example", "[::1", "", "localhost/", "localhost, evil.example"] {
        let refused = ask(host, &[]);
        assert_eq!((refused.status, &refused.json()["kind"]), (400, &json!("host")), "{host}");
    }
    let origin = format!("http://{own}");
    assert_eq!(ask(&own, &[("origin", &origin)]).status, 200);
    for more in [
        &[("host", &own[..])][..],
        &[("host", "evil.example")],
        &[("origin", &origin), ("origin", &origin)],
        &[("origin", &origin), ("Origin", "https://evil.example")],
        &[("origin", "http://localhost@evil.example")],
        &[("content-type", "text/plain")],
    ] {
        let status = if more[0].0 == "content-type" { 415 } else { 400 };
        assert_eq!(ask(&own, more).status, status, "{more:?}");
    }
    let friend = ask(&own, &[("origin", "https://friend.example")]);
    assert_eq!((friend.status, friend.header("access-control-allow-origin")), (200, Some("https://friend.example")));
    // A preflight request from another origin gets no permission.
    let preflight = |origin: &str| {
        let headers = [("origin", origin), ("access-control-request-method", "POST")];
        server.client().ask("OPTIONS", "/api/v1/solve", &headers, b"").header("access-control-allow-origin").is_some()
    };
    assert!(preflight("https://friend.example") && !preflight("https://evil.example"));
    let mut client = server.client();
    client.send("GET /healthz HTTP/1.1\r\n\r\n");
    assert_eq!(client.answer_head().0, 400);
}

#[test]
fn every_reply_is_safe_to_show() {
    let server = Running::new();
    for path in ["/", "/healthz", "/api/v1/puzzles", "/nothing", "/main.js"] {
        let answer = server.client().get(path);
        let policy = answer.header("content-security-policy").unwrap_or_default();
        assert!(policy.starts_with("default-src 'none'") && policy.contains("frame-ancestors 'none'"), "{path}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{path}");
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"), "{path}");
        assert_eq!(answer.header("access-control-allow-origin"), None, "{path}");
    }
}
