//! Workers that do what no worker should do. They are programs of a shell, so no fault of the library is needed.

use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::Running;
use super::client::Answer;
use loyd_web::{QuestionPlaces, Settings};

/// The frame by which a worker reports that it takes questions: a length, the kind, a number and two counts.
const READY: &str = r"printf '\31\0\0\0\6'; head -c 24 /dev/zero; ";

/// A server whose workers run a script.
fn serving(script: &str, set: impl FnOnce(&mut Settings)) -> Running {
    let mut settings = Settings::default();
    settings.listen = ([127, 0, 0, 1], 0).into();
    (settings.time, settings.memory, settings.concurrency) = (Duration::from_secs(60), 64_000_000, 1);
    set(&mut settings);
    let script = script.to_string();
    let start = move |_| {
        let mut command = Command::new("sh");
        command.args(["-c", &script]);
        Ok(command)
    };
    Running::start(settings, QuestionPlaces::Processes(Arc::new(start)))
}

/// A question that is not light, because it names an algorithm.
fn heavy() -> Value {
    json!({"puzzle": "8", "state": "8672543x1", "algorithm": "ida-star"})
}

fn expect(answer: &Answer, status: u16, kind: &str, detail: &str) {
    let problem = answer.json();
    assert_eq!((answer.status, problem["kind"].as_str()), (status, Some(kind)), "{problem}");
    assert!(problem["detail"].as_str().unwrap().contains(detail), "{problem}");
}

/// The number of workers that were ended for a reason.
fn ended(why: &str) -> String {
    format!("loyd_workers_ended_total{{why=\"{why}\"}}")
}

#[test]
fn a_worker_that_dies_is_reported() {
    for (script, fate) in [
        ("head -c 1 > /dev/null; kill -ABRT $$", "SIGABRT"),
        ("head -c 1 > /dev/null; kill -KILL $$", "SIGKILL"),
        ("head -c 1 > /dev/null; exit 3", "exit status: 3"),
        ("head -c 1 > /dev/null; exit 0", "exit status: 0"),
    ] {
        let server = serving(&format!("{READY}{script}"), |_| {});
        expect(&server.client().post("/solve", &heavy()), 500, "internal", fate);
        assert_eq!(server.metric(&ended("died")), 1, "{script}");
        // A stream ends with the same problem.
        let mut client = server.client();
        client.listen("/solve", &heavy());
        let events = String::from_utf8(std::iter::from_fn(|| client.chunk()).flatten().collect()).unwrap();
        assert!(events.contains("event: fault") && events.contains(fate), "{events}");
        server.until("loyd_searches_running", 0);
    }
}

#[test]
fn a_worker_that_writes_no_frames_is_ended() {
    let server = serving(&format!("{READY}head -c 1 > /dev/null; echo nonsense; exec sleep 1000"), |_| {});
    expect(&server.client().post("/solve", &heavy()), 500, "internal", "wrote something else than a reply");
    assert_eq!(server.metric(&ended("garbled")), 1);
}

/// A worker replies with 33 MB, which is nearly all room. The client of the first reply reads nothing.
#[test]
fn replies_that_nobody_reads_are_bounded() {
    // 33,000,025 bytes after the length, and the number of the first question of a worker.
    let zeros = r"\0".repeat(23);
    let reply = format!(r"printf '\131\212\367\1\7\1{zeros}'; head -c 33000000 /dev/zero");
    let script = format!("{READY}head -c 1 > /dev/null; {reply}; exec sleep 1000");
    // No question may end by its time, because a busy machine takes seconds for 33 MB.
    let server = serving(&script, |settings| {
        (settings.time, settings.concurrency) = (Duration::from_secs(600), 2);
    });
    let mut first = server.client();
    let (body, json) = (heavy().to_string(), ("content-type", "application/json"));
    let head = first.head("POST", "/api/v1/solve", &[json, ("content-length", &body.len().to_string())]);
    first.send(head).send(body);
    server.until("loyd_workers_started_total", 1);
    server.until("loyd_searches_running", 0);
    // The worker that replied takes the next question, and replies never.
    let _waits = server.client().listen("/solve", &heavy());
    server.until("loyd_searches_running", 1);
    let refused = server.client().post("/solve", &heavy());
    expect(&refused, 503, "memory", "replies that clients do not read");
    assert_eq!(server.metric(&ended("unread")), 1);
    assert_eq!(first.answer().body.len(), 33_000_000);
}

/// A worker holds 400 MB where a place has 48 MB. The copies of its input and output keep the pipes open.
#[cfg(target_os = "linux")]
#[test]
fn a_worker_that_holds_too_much_is_ended() {
    let server = serving(&format!("{READY}exec 3>&1 4<&0; exec dd if=/dev/zero of=/dev/null bs=400000000"), |_| {});
    expect(&server.client().post("/solve", &heavy()), 422, "memory", "its process was ended");
    assert_eq!(server.metric(&ended("memory")), 1);
    assert_eq!(server.metric("loyd_memory_reserved_bytes"), 0);
}

/// A worker that neither replies nor stops is ended a second after the limit. `/healthz` answers meanwhile.
#[test]
fn a_worker_that_does_not_stop_is_ended() {
    let server = serving(&format!("{READY}exec sleep 1000"), |settings| settings.time = Duration::from_millis(500));
    std::thread::scope(|scope| {
        let asked = scope.spawn(|| server.client().post("/solve", &heavy()));
        server.until("loyd_searches_running", 1);
        while !asked.is_finished() {
            assert_eq!(server.client().get("/healthz").text(), "ok\n");
        }
        let answer = asked.join().unwrap();
        expect(&answer, 503, "limit", "its process was ended");
        assert_eq!(answer.header("retry-after"), None);
    });
    let mut limited = heavy();
    limited["limit_seconds"] = json!(0.1);
    expect(&server.client().post("/solve", &limited), 422, "limit", "its process was ended");
    let judged = server.client().ask("POST", "/api/v1/judge/hdu1043", &[("content-type", "text/plain")], b"1");
    expect(&judged, 503, "limit", "its process was ended");
    assert_eq!(server.metric(&ended("overrun")), 3);
}

/// The worker of light questions hangs, and then the worker of searches.
#[test]
fn a_light_question_leaves_a_worker_that_hangs() {
    let server = serving(&format!("{READY}exec sleep 1000"), |settings| settings.time = Duration::from_millis(500));
    let answer = server.client().post("/solve", &json!({"puzzle": "8", "state": "8672543x1"}));
    expect(&answer, 503, "limit", "its process was ended");
    assert_eq!(server.metric(&ended("overrun")), 2);
    assert_eq!(server.metric("loyd_workers_started_total"), 2);
}

#[test]
fn a_cancelled_question_that_goes_on_is_ended() {
    let server = serving(&format!("{READY}exec sleep 1000"), |_| {});
    let mut client = server.client();
    client.listen("/solve", &heavy());
    server.until("loyd_searches_running", 1);
    drop(client);
    server.until("loyd_searches_running", 0);
    assert_eq!(server.metric(&ended("cancelled")), 1);
}

/// A worker writes events as fast as it can, and heeds no cancel. Its client reads nothing.
#[test]
fn events_that_nobody_reads_end_the_question() {
    let zeros = r"\0".repeat(24);
    let event = format!(r"printf '\1\4\0\0\11{zeros}%01000d' 0");
    let script = format!("{READY}head -c 1 > /dev/null; while {event}; do :; done");
    let server = serving(&script, |settings| settings.body = Duration::from_millis(50));
    let mut client = server.client();
    client.listen("/solve", &heavy());
    server.until(&ended("cancelled"), 1);
    server.until("loyd_searches_running", 0);
}

#[test]
fn workers_that_do_not_start_are_reported() {
    for script in ["echo secret >&2; exit 1", "echo nonsense; exec sleep 1000"] {
        let server = serving(script, |_| {});
        let answer = server.client().post("/solve", &heavy());
        expect(&answer, 500, "system", "the server cannot answer this now");
        assert_eq!(server.client().get("/healthz").status, 200);
    }
}

/// A server that stops ends workers that ignore everything.
#[test]
fn no_worker_outlives_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("id");
    let mut server = serving(&format!("echo $$ > {}; {READY}exec sleep 1000", path.display()), |_| {});
    let mut client = server.client();
    client.listen("/solve", &heavy());
    server.until("loyd_searches_running", 1);
    server.until("loyd_workers_started_total", 1);
    let id = std::fs::read_to_string(path).unwrap();
    server.stop();
    let began = Instant::now();
    while Command::new("kill").args(["-0", id.trim()]).output().unwrap().status.success() {
        assert!(began.elapsed() < Duration::from_secs(60), "worker {id} still runs");
        std::thread::sleep(Duration::from_millis(10));
    }
}
