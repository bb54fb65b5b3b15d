//! Questions and replies as JSON, in the schema of docs/formats.md.

use std::collections::BTreeSet;
use std::time::Duration;

use loyd::service::{Algorithm, Want};
use loyd::service::{
    Ask, Bench, Catalogue, Check, Compare, Control, Distance, Draw, FlatQuestion, Kind, Map, Next, Question, Random,
    Rank, Service, Solve, Unrank,
};
use loyd_core::puzzle::Convention;
use serde_json::{Value, json};

const FORMATS: &str = include_str!("../../../docs/formats.md");

fn ask(question: impl Into<Question>) -> Value {
    serde_json::to_value(Service::default().ask(&question.into(), &Control::default()).unwrap()).unwrap()
}

/// The keys of an object in docs/formats.md: the first column of its table contains them between backticks.
fn documented(object: &str) -> BTreeSet<String> {
    let table = FORMATS.split(&format!("<!-- keys of {object} -->")).nth(1).unwrap_or_else(|| panic!("no {object}"));
    let rows = table.lines().take_while(|line| *line != "<!-- end of keys -->");
    rows.filter_map(|row| row.strip_prefix("| `")?.split('`').next()).map(String::from).collect()
}

fn keys(value: &Value) -> BTreeSet<String> {
    value.as_object().unwrap_or_else(|| panic!("{value}")).keys().cloned().collect()
}

#[test]
fn replies_have_the_documented_keys() {
    let mut all = Solve::new("8", "2 3 4 1 5 x 7 6 8");
    let mut without = documented("Answer");
    assert!(without.remove("solutions"));
    let answer = ask(all.clone());
    assert_eq!((keys(&answer), keys(&answer["stats"])), (without, documented("Stats")));
    all.options.want = Want::All { most: None };
    let answer = ask(all);
    assert_eq!((keys(&answer), keys(&answer["solutions"][0])), (documented("Answer"), documented("Listed")));
    let check = Check::new("8", "2 3 4 1 5 x 7 6 8", "u");
    assert_eq!(keys(&ask(check)), documented("Checked"));
    assert_eq!(keys(&ask(Map::new("8"))), documented("Census"));
    let mut bench = Bench::new("korf100");
    bench.easiest = Some(1);
    let run = ask(bench);
    assert_eq!((keys(&run), keys(&run["instances"][0])), (documented("Benched"), documented("BenchRow")));
    let fault = Service::default().solve(&Solve::new("8", "1")).unwrap_err();
    let fault = serde_json::to_value(fault).unwrap();
    assert_eq!(keys(&fault["error"]), documented("FaultDetails"));
    for kind in Kind::ALL {
        assert!(FORMATS.contains(&format!("`{}`", kind.name())), "{}", kind.name());
    }
}

#[test]
fn every_object_has_its_version() {
    let objects: [Question; 11] = [
        Solve::new("8", "2 3 4 1 5 x 7 6 8").into(),
        Check::new("8", "2 3 4 1 5 x 7 6 8", "u").into(),
        Distance::new("8", "2 3 4 1 5 x 7 6 8").into(),
        Next::new("8", "2 3 4 1 5 x 7 6 8").into(),
        Draw::new("8", "2 3 4 1 5 x 7 6 8", "u").into(),
        Random::new("8").into(),
        Rank::new("8", "2 3 4 1 5 x 7 6 8").into(),
        Unrank::new("8", 7).into(),
        Map::new("8").into(),
        Catalogue::new("8").into(),
        Catalogue::new("pancake").into(),
    ];
    for question in objects {
        assert_eq!(ask(question.clone())["version"], 1, "{}", question.ask().name());
    }
    let lists: [Question; 2] = [Compare::new("8", "2 3 4 1 5 x 7 6 8").into(), Catalogue::default().into()];
    for question in lists {
        assert_eq!(ask(question.clone())[0]["version"], 1, "{}", question.ask().name());
    }
}

#[test]
fn questions_go_both_ways() {
    let question = serde_json::from_value::<Question>(json!({"puzzle": "15", "state": "1 2 3"})).unwrap();
    assert_eq!(question, Solve::new("15", "1 2 3").into());
    let mut full = FlatQuestion::from(&question);
    (full.goal, full.scramble) = (Some("x".into()), Some("ul".into()));
    (full.algorithm, full.heuristic) = (Some(Algorithm::IdaStar), Some("manhattan".into()));
    (full.convention, full.cuts, full.threads) = (Some(Convention::Tile), true, Some(2));
    (full.limit_seconds, full.limit_memory) = (Some(Duration::from_millis(1500)), Some(1 << 40));
    (full.number, full.within, full.table) = (Some(u128::MAX), Some(1.5), Some("a/b".into()));
    (full.algorithms, full.heuristics) = ([Algorithm::Bfs, Algorithm::IdaStar].into(), ["misplaced"].into());
    full.states = ["1 2 3", "3 2 1"].into();
    for want in [Want::One, Want::All { most: None }, Want::All { most: Some(3) }, Want::Count, Want::Lexicographic] {
        full.want = want;
        let text = serde_json::to_string(&full).unwrap();
        assert_eq!(serde_json::from_str::<FlatQuestion>(&text).unwrap(), full, "{text}");
    }
    for ask in Ask::ALL {
        let value = json!({"ask": ask.name(), "puzzle": "8"});
        assert_eq!(serde_json::from_value::<FlatQuestion>(value).unwrap().ask, *ask);
    }
    let largest = Question::from(Unrank::new("8", u128::MAX));
    let text = serde_json::to_string(&largest).unwrap();
    assert_eq!(serde_json::from_str::<Question>(&text).unwrap(), largest, "{text}");
    // A question of each kind keeps all the fields that its kind uses. A number in a `Value` has at most 64 bits.
    (full.moves, full.set, full.number) = (Some("u".into()), Some("korf100".into()), Some(7));
    let full = serde_json::to_value(&full).unwrap();
    for ask in Ask::ALL {
        let mut fields = json!({"ask": ask.name()});
        for field in Question::fields(*ask) {
            fields[field] = full[field].clone();
        }
        let question = serde_json::from_value::<Question>(fields.clone()).unwrap();
        assert_eq!(question.ask(), *ask);
        let flat = serde_json::from_value::<FlatQuestion>(fields).unwrap();
        assert_eq!(FlatQuestion::from(&question), flat);
        let text = serde_json::to_string(&question).unwrap();
        assert_eq!(serde_json::from_str::<Question>(&text).unwrap(), question, "{text}");
    }
}

#[test]
fn questions_that_are_none_are_refused() {
    for (value, says) in [
        (json!({"puzzel": "15"}), "unknown field `puzzel`"),
        (json!({"algorithm": "dfs"}), "found `dfs`, expected an algorithm: bfs, "),
        (json!({"algorithms": ["bfs", "dfs"]}), "found `dfs`, expected an algorithm: bfs, "),
        (json!({"convention": "mine"}), "expected a convention: blank, tile"),
        (json!({"want": "some"}), "\"lexicographic\""),
        (json!({"limit_seconds": -1}), "negative"),
        (json!({"ask": "what"}), "unknown variant `what`"),
        (json!({"depth": 7}), "the question `solve` does not use it"),
    ] {
        let why = serde_json::from_value::<Question>(value.clone()).unwrap_err().to_string();
        assert!(why.contains(says), "{value}: {why}");
    }
}

/// A fault of a field names the field, and what was found and expected in words that are not Rust's.
#[test]
fn a_text_that_is_no_question_is_refused_by_its_field() {
    const FAR: &str = "a whole number from 0 to";
    for (text, field, message, expected) in [
        (r#"{"count": -1}"#, "count", "`count`: found `-1`, expected a whole number from 0 to", FAR),
        (r#"{"count": 1.5}"#, "count", "`count`: found `1.5`, expected a whole number", FAR),
        (r#"{"threads": 70000}"#, "threads", "`threads`: found `70000`, expected a whole number from 0 to 65535", FAR),
        (r#"{"puzzle": 8}"#, "puzzle", "`puzzle`: found `8`, expected a text", "a text"),
        (r#"{"puzzle": "8", "state": ["1"]}"#, "state", r#"`state`: found `["1"]`, expected a text"#, "a text"),
        (r#"{"states": "1 2"}"#, "states", "expected a list of at most 100,000 entries, each a text", "a list"),
        (r#"{"words": 1}"#, "words", "expected true or false", "true or false"),
        (r#"{"within": "x"}"#, "within", "expected a number", "a number"),
        (r#"{"algorithm": "dfs"}"#, "algorithm", r#"found `"dfs"`, expected an algorithm: bfs"#, "an algorithm: bfs"),
        (r#"{"want": "two"}"#, "want", r#"expected "one", "all""#, "\"one\""),
        (r#"{"algorithms": ["bfs", "dfs"]}"#, "algorithms", "each an algorithm: bfs, ", "a list of at most 5"),
        (r#"{"convention": "mine"}"#, "convention", "expected a convention: blank, tile", "a convention"),
        (r#"{"ask": 1}"#, "ask", "`ask`: found `1`, expected a kind of question", "a kind of question"),
        (r#"{"ask": {"solve": 1}}"#, "ask", "expected a kind of question", "a kind of question"),
        (r#"{"table": 5}"#, "table", "`table`: found `5`, expected a text", "a text"),
        (r#"{"within": 1e999}"#, "within", "`within`: found `1e999`, expected a number", "a number"),
        (r#"{"number": 1.5}"#, "number", "`number`: found `1.5`, expected a whole number", FAR),
        (r#"{"number": -5}"#, "number", "`number`: found `-5`, expected a whole number", FAR),
        (r#"{"limit_seconds": 1e30}"#, "limit_seconds", "expected a number of seconds", "a number of seconds"),
        (r#"{"ask": "what"}"#, "ask", "expected a kind of question: solve, ", "a kind of question"),
        (
            r#"{"limit_seconds": -0.5}"#,
            "limit_seconds",
            "found `-0.5`, expected a number of seconds",
            "a number of seconds",
        ),
        // The number is too large for JSON that is read without its type, so it must not be blamed.
        (r#"{"number": 340282366920938463463374607431768211455, "seed": "x"}"#, "seed", "`seed`", FAR),
        (r#"{"number": 340282366920938463463374607431768211456}"#, "number", "`number`", FAR),
    ] {
        let fault = FlatQuestion::from_json(text.as_bytes()).unwrap_err();
        assert_eq!((fault.kind, fault.field), (Kind::Usage, Some(field)), "{text}: {fault}");
        assert!(fault.message.contains(message), "{text}: {fault}");
        let place = fault.place.unwrap();
        assert!(place.expected.starts_with(expected), "{text}: {place}");
        assert!(text.contains(place.found.trim_matches('`')), "{text}: {place}");
    }
    for (text, message) in [
        (r#"{"statee": "1"}"#, "unknown field `statee`; did you mean `state`?"),
        (r#"{"\u0000\u202e": 1}"#, r"unknown field `\0\u{202e}`"),
        (r#"{"puzzle": "8", "puzzle": "15"}"#, r#"line 1, column 27: found `"15"`, expected one value of `puzzle`"#),
        ("[]", "line 1, column 1: found `[]`, expected an object with the fields of a question"),
        (r#"[1, "solve", "8"]"#, "expected an object with the fields of a question"),
        ("8", "expected an object with the fields of a question"),
        ("", "line 1, column 1: found end of text, expected JSON"),
        ("{\"puzzle\":", "line 1, column 11: found end of text, expected JSON"),
        ("{\"count\": -1,}", "expected JSON"),
    ] {
        let fault = FlatQuestion::from_json(text.as_bytes()).unwrap_err();
        assert_eq!((fault.kind, fault.field), (Kind::Usage, None), "{text}: {fault}");
        assert!(fault.message.contains(message), "{text}: {fault}");
        assert!(fault.place.is_some(), "{text}");
    }
    // One half of a letter that UTF-16 writes in two.
    assert_eq!(FlatQuestion::from_json(br#"{"puzzle": "\ud800"}"#).unwrap_err().field, Some("puzzle"));
    let place = FlatQuestion::from_json(b"{\"puzzle\": \"8\",\n \"statee\": \"1\"}").unwrap_err().place.unwrap();
    assert_eq!((place.line, place.column, &*place.found), (2, 12, "`statee`"));
    let fault = FlatQuestion::from_json(b"{\"puzzle\":\n \"8\xff\"}").unwrap_err().to_string();
    assert_eq!(fault, "line 2, column 4: found `\u{fffd}\"}`, expected UTF-8");
    assert_eq!(FlatQuestion::from_json(b" \n{\"puzzle\": \"8\"}").unwrap().puzzle, "8");
}

/// Every field of a question names itself in a fault, and has a description of its values.
#[test]
fn every_field_describes_its_values() {
    for field in FlatQuestion::FIELDS.iter().chain(&["version", "ask"]) {
        let fault = FlatQuestion::from_json(format!("{{\"{field}\": [{{}}]}}").as_bytes()).unwrap_err();
        assert_eq!((fault.kind, fault.field), (Kind::Usage, Some(*field)), "{fault}");
        let Some(place) = fault.place else { panic!("{fault}") };
        assert!(place.expected.len() > 5 && !place.expected.contains("::"), "{field}: {place}");
        assert_eq!(fault.message, format!("`{field}`: found `[{{}}]`, expected {}", place.expected));
    }
}

/// Events can be written as JSON, too.
#[test]
fn events_are_objects_that_say_which_they_are() {
    let mut events = Vec::new();
    let mut hear = |event| {
        events.push(serde_json::to_value(&event).unwrap());
        std::ops::ControlFlow::Continue(())
    };
    Service::default().ask(&Map::new("8"), &Control::default().hear(&mut hear)).unwrap();
    let layers: Vec<_> = events.iter().filter(|event| event["event"] == "layer").collect();
    assert_eq!(layers.len(), 32);
    assert_eq!((layers[31]["depth"].as_u64(), layers[31]["total"].as_u64()), (Some(31), Some(181_440)));
}

/// An event about the frontier of one side is a flat object.
#[test]
fn a_frontier_is_an_object() {
    let mut frontiers = Vec::new();
    let mut hear = |event| {
        let event = serde_json::to_value(&event).unwrap();
        if event["event"] == "frontier" {
            frontiers.push(event);
        }
        std::ops::ControlFlow::Continue(())
    };
    let mut question = Solve::new("sliding:2x2", "x 3 2 1");
    question.options.algorithm = Some(Algorithm::Bidirectional);
    Service::default().ask(&question, &Control::default().hear(&mut hear)).unwrap();
    let first = json!({
        "event": "frontier", "side": "start", "threshold": null, "depth": 0,
        "expanded": 0, "generated": 2, "frontier": 1, "closed": 0, "by_depth": [1],
    });
    assert_eq!(frontiers[0], first);
    assert_eq!(frontiers[1]["side"], "goal");
    let mut keys = keys(&first);
    keys.remove("event");
    assert_eq!(keys, documented("Event.frontier"));
}

/// The library reads synonyms, named goals and tolerant text, so every interface does.
#[test]
fn questions_name_things_as_people_do() {
    let plain = json!({"puzzle": "8", "goal": "1 2 3 8 x 4 7 6 5", "state": "2 8 3 1 x 4 7 6 5", "algorithm": "a-star",
                       "heuristic": "manhattan"});
    let loose = json!({"puzzle": "八数码", "goal": "Spiral", "state": "[[2,8,3],[1,0,4],[7,6,5]]", "algorithm": "A*",
                       "heuristic": "MD"});
    let answer = |question: Value| {
        let mut answer = ask(serde_json::from_value::<Question>(question).unwrap());
        answer["stats"]["seconds"] = Value::Null;
        answer
    };
    assert_eq!(answer(plain), answer(loose));
    let [family, same] = ["sliding", "Sliding_Tiles"].map(|name| ask(Catalogue::new(name)));
    assert_eq!(family, same);
}

/// The goals that an unsolvable position can reach are in a field of their own.
#[test]
fn unsolvable_names_the_goals_in_reach() {
    let answer = ask(Solve::new("8", "2 1 3 4 5 6 7 8 x"));
    assert_eq!((&answer["reason"], &answer["other_goals"]), (&json!("parity"), &json!(["spiral"])));
    let mut question = Solve::new("8", "2 1 3 4 5 6 7 8 x");
    question.goal = Some("spiral".into());
    assert_eq!(ask(question)["other_goals"], Value::Null);
    assert_eq!(ask(Solve::new("sliding:1x3", "2 1 x"))["other_goals"], json!([]));
}
