//! No text of a client opens a file: not through the library without a reader of names, and not over HTTP.

mod spellings;

use std::time::Duration;

use loyd::catalogue::FAMILIES;
use loyd::service::{Ask, Control, FlatQuestion, Question, Service};
use loyd_definitions::bundled::BUNDLED;
use serde_json::{Map, Value, json};

use super::Running;
use spellings::{Canary, bare, puzzles};

/// Every kind of question, listed by name.
fn asks() -> Vec<Ask> {
    let names = [
        "solve",
        "compare",
        "check",
        "distance",
        "next",
        "moves",
        "draw",
        "random",
        "rank",
        "unrank",
        "map",
        "bounds",
        "distances",
        "info",
        "verify",
        "group",
        "lint",
        "catalogue",
        "bench",
    ];
    let asks: Vec<Ask> = names.iter().map(|name| serde_json::from_value(json!(name)).unwrap()).collect();
    // The error of the reader lists all names, so a new kind of question fails here.
    let listed = serde_json::from_value::<Ask>(json!("none of them")).unwrap_err().to_string();
    assert_eq!(listed.matches('`').count() / 2 - 1, names.len(), "{listed}");
    asks
}

/// The fields that a kind of question needs, so that the server reaches the field under test.
fn base(ask: Ask, puzzle: &str) -> Map<String, Value> {
    let mut base = Map::from_iter([("ask".to_string(), json!(ask.name()))]);
    let fields: Vec<&str> = Question::fields(ask).collect();
    let small = [
        ("puzzle", json!(puzzle)),
        ("state", json!("8 6 7 2 5 4 3 x 1")),
        ("moves", json!("")),
        ("number", json!(1)),
        ("seed", json!(1)),
        ("limit_nodes", json!(1000)),
    ];
    base.extend(small.into_iter().filter(|(name, _)| fields.contains(name)).map(|(name, value)| (name.into(), value)));
    // A path may be a board of letters, whose map fills the memory.
    if ask == Ask::Map {
        base.insert("limit_moves".into(), json!(2));
    }
    base
}

/// Pairs of questions that differ only in whether the file that they name exists.
fn questions(canary: &Canary) -> Vec<[Value; 2]> {
    let mut all = Vec::new();
    for paths in canary.paths() {
        let [there, absent] = paths.each_ref().map(|path| puzzles(path));
        let pairs: Vec<[&String; 2]> = there.iter().zip(&absent).map(|(there, absent)| [there, absent]).collect();
        let [there, absent] = paths.each_ref().map(|path| bare(path));
        let few: Vec<[&String; 2]> = there.iter().zip(&absent).map(|(there, absent)| [there, absent]).collect();
        let mut push = |ask, puzzle: &str, field: &str, spelled: [&String; 2]| {
            all.push(spelled.map(|spelled| {
                let mut question = base(ask, puzzle);
                question.insert(field.into(), json!(spelled));
                Value::Object(question)
            }));
        };
        let asks = asks();
        for field in FlatQuestion::FIELDS {
            let using = |ask: &&Ask| Question::fields(**ask).any(|known| known == *field);
            let using: Vec<Ask> = asks.iter().filter(using).copied().collect();
            match *field {
                // Each spelling goes to one kind of question, in turn.
                "puzzle" => {
                    pairs.iter().enumerate().for_each(|(at, &pair)| push(using[at % using.len()], "", field, pair));
                }
                // Each family may have its own reader of these fields.
                "goal" | "board" | "state" | "scramble" => {
                    // The bundled definitions share one type of puzzle, so one of them is enough.
                    let is_bundled = |name: &str| name != "m12" && BUNDLED.iter().any(|bundled| bundled.name == name);
                    for (at, family) in FAMILIES.iter().filter(|family| !is_bundled(family.name)).enumerate() {
                        let id = family.members().next().unwrap_or(family.name);
                        // Each family gets a third of the spellings, so that all spellings are used in turn.
                        let of_family = few.iter().enumerate().filter(|(number, _)| (number + at) % 3 == 0);
                        of_family.for_each(|(number, &pair)| push(using[number % using.len()], id, field, pair));
                    }
                }
                _ => few.iter().enumerate().for_each(|(at, &pair)| push(using[at % using.len()], "8", field, pair)),
            }
            // A kind of question that lacks the field must refuse it.
            if let Some(&other) = asks.iter().find(|ask| !using.contains(ask)) {
                push(other, "8", field, few[0]);
            }
        }
    }
    all
}

/// Whether a law runs in its whole form, as `.ci/long` runs it.
fn is_whole() -> bool {
    std::env::var_os("LOYD_LONG").is_some()
}

/// A server that ends no question by its time, because a limit that one of two equal questions meets on a busy machine
/// would look like a leak.
fn patient() -> Running {
    Running::with(|settings| settings.time = Duration::from_secs(600))
}

/// Why the replies to a pair of questions are wrong, or `None`. Replies without a fault belong to a puzzle whose id is
/// any text, such as `letters:TEXT`, or to no puzzle; they may differ as the texts do.
fn wrong(replies: [(bool, &str); 2]) -> Option<&'static str> {
    if replies.iter().any(|(_, reply)| Canary::shows(reply)) {
        return Some("shows the file");
    }
    let [there, absent] = replies;
    let same = there.0 == absent.0 && (!there.0 || there.1.replace("-1", "-2") == absent.1.replace("-1", "-2"));
    (!same).then_some("tells whether the file is there")
}

/// Fails if the FIFO was opened or if any reply is wrong, and shows the first 20 wrong replies.
fn expect_none(canary: &Canary, wrong: &[String], asked: usize) {
    assert!(!canary.is_opened(), "the FIFO was opened; {} of {asked} are wrong", wrong.len());
    let some: Vec<&String> = wrong.iter().take(20).collect();
    assert!(wrong.is_empty(), "{} of {asked} are wrong:\n{some:#?}", wrong.len());
}

#[test]
fn the_library_opens_no_file() {
    let (canary, service) = (Canary::new(), Service::builder().memory(1 << 30).build());
    let (mut all, mut asked) = (Vec::new(), 0);
    // The shorter law asks a third of the questions, and each kind of question has all spellings of some file.
    let (questions, step) = (questions(&canary), if is_whole() { 1 } else { 3 });
    for pair in questions.into_iter().step_by(step) {
        let replies = pair.each_ref().map(|question| {
            let question: Question = match serde_json::from_value(question.clone()) {
                Ok(question) => question,
                Err(why) => return (true, why.to_string()),
            };
            asked += 1;
            match service.ask(&question, &Control::default()) {
                Ok(reply) => (false, serde_json::to_string(&reply).unwrap()),
                Err(fault) => (true, format!("{fault:?}")),
            }
        });
        let why = wrong(replies.each_ref().map(|(is_fault, reply)| (*is_fault, reply.as_str())));
        all.extend(why.map(|why| format!("{why}: {} {replies:?}", pair[0])));
    }
    assert!(asked > 10_000 / step, "only {asked} were asked");
    expect_none(&canary, &all, asked);
    println!("{asked} questions");
}

/// The same questions, asked as lines of batches.
#[test]
fn no_batch_opens_a_file() {
    let (canary, server) = (Canary::new(), patient());
    let (questions, mut all) = (questions(&canary), Vec::new());
    let mut client = server.client();
    // A batch differs from the library only in the reading of lines, so a fifth of the questions is enough.
    let questions: Vec<[Value; 2]> = questions.into_iter().step_by(5).collect();
    for pairs in questions.chunks(40) {
        let lines: String = pairs.iter().flatten().map(|question| format!("{question}\n")).collect();
        let answer =
            client.ask("POST", "/api/v1/batch", &[("content-type", "application/x-ndjson")], lines.as_bytes()).text();
        let replies: Vec<&str> = answer.lines().collect();
        assert_eq!(replies.len(), 2 * pairs.len(), "{answer}");
        for (pair, replies) in pairs.iter().zip(replies.chunks(2)) {
            let told = [replies[0], replies[1]].map(|reply| (reply.contains("\"error\":{"), reply));
            all.extend(wrong(told).map(|why| format!("{why}: {} {replies:?}", pair[0])));
        }
    }
    expect_none(&canary, &all, 2 * questions.len());
}

/// Percent-encodes every byte of a text, or only the bytes that a path cannot hold.
fn encoded(text: &str, all: bool) -> String {
    let plain = |byte: u8| !all && (byte.is_ascii_alphanumeric() || b"-._~/:@".contains(&byte));
    text.bytes().map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02x}") }).collect()
}

/// A method, a path, headers and a body.
type Request<'r> = (&'r str, String, &'r [(&'r str, &'r str)], String);

/// Every route, with replies and streams of events, and with paths, queries and bodies that are not JSON.
#[test]
fn no_route_opens_a_file() {
    let (canary, server) = (Canary::new(), patient());
    let document = server.client().get("/api/v1/openapi.json").json();
    let routes: Vec<String> = document["paths"].as_object().unwrap().keys().cloned().collect();
    assert!(routes.len() > 15, "{routes:?}");
    let (mut client, mut all, mut asked) = (server.client(), Vec::new(), 0);
    let mut pair = |requests: [Request<'_>; 2]| {
        let what = requests[0].1.clone() + " " + &requests[0].3;
        let replies = requests.map(|(method, path, headers, body)| {
            asked += 1;
            let answer = client.ask(method, &path, headers, body.as_bytes());
            // After a body that it has not read, a server may close the connection.
            if answer.status >= 400 && !body.is_empty() {
                client = server.client();
            }
            format!("{} {}", answer.status, String::from_utf8_lossy(&answer.body))
        });
        let told =
            replies.each_ref().map(|reply| (!reply.starts_with('2') || reply.contains("event: fault"), &reply[..]));
        all.extend(wrong(told).map(|why| format!("{why}: {what} {replies:?}")));
    };
    let json = ("content-type", "application/json");
    let parts: usize = if is_whole() { 3 } else { 9 };
    for paths in canary.paths() {
        let [there, absent] = paths.each_ref().map(|path| puzzles(path));
        // The shorter law asks for a third of the names of puzzles.
        for (number, spelled) in there.iter().zip(&absent).enumerate().step_by(parts / 3) {
            let spelled = [spelled.0, spelled.1];
            let whole = number % 2 == 0;
            pair(spelled.map(|id| ("GET", format!("/api/v1/puzzles/{}", encoded(id, whole)), &[][..], String::new())));
        }
        let [there, absent] = paths.each_ref().map(|path| bare(path));
        for (number, (there, absent)) in there.iter().zip(&absent).enumerate() {
            // Each spelling is tried on a ninth of the routes, or on a third in the whole form of the law.
            for (_, route) in routes.iter().enumerate().filter(|(at, _)| at % parts == number % parts) {
                let path = |text: &str| match route.find('{') {
                    Some(at) => format!("{}{}", &route[..at], encoded(text, false)),
                    None => format!("{route}?puzzle={0}&file={0}", encoded(text, true)),
                };
                let get = |text: &String| ("GET", path(text), &[][..], String::new());
                pair([there, absent].map(get));
                let body = |text: &String| json!({"puzzle": text, "state": text}).to_string();
                let accepts = [json, ("accept", "text/event-stream")];
                let post = |text: &String| ("POST", path(text), &accepts[..], body(text));
                pair([there, absent].map(post));
                let judged = |text: &String| ("POST", route.replace("{name}", "hdu1043"), &PLAIN[..], text.clone());
                pair([there, absent].map(judged));
            }
            for up in ["/", "/../", "/..%2f..%2f..%2f..%2f"] {
                pair(
                    [there, absent]
                        .map(|text| ("GET", format!("{up}{}", encoded(text, false)), &[][..], String::new())),
                );
            }
        }
    }
    expect_none(&canary, &all, asked);
    println!("{asked} requests");
}

const PLAIN: [(&str, &str); 1] = [("content-type", "text/plain")];
