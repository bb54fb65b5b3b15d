//! Each route answers as the library does.

use std::iter;

use loyd::service::{Ask, Control, FlatQuestion, Question, Service};
use serde_json::{Value, json};

use super::Running;

/// Removes the fields that differ from run to run.
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

/// A definition with a slot that no move changes.
const RING: &str = "picture = \"a b c d e\"\nmoves.turn = \"(a b c d)\"\n";

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
        (Ask::Group, json!({"puzzle": "3x3x3"})),
        (Ask::Group, json!({"puzzle": "file", "board": RING})),
        (Ask::Lint, json!({"puzzle": "2x2x2"})),
        (Ask::Lint, json!({"puzzle": "file", "board": RING})),
    ];
    let mut client = server.client();
    for (ask, body) in asked {
        let mut flat: FlatQuestion = serde_json::from_value(body.clone()).unwrap();
        flat.ask = ask;
        let question = Question::try_from(flat).unwrap();
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
fn definitions_are_looked_into() {
    let server = Running::new();
    let mut client = server.client();
    let ring = json!({"puzzle": "file", "board": RING});
    let group = client.post("/group", &ring).json();
    assert_eq!((&group["order"], &group["order_factors"]), (&json!("4"), &json!("2^2")));
    assert_eq!((&group["fixed_slots"], &group["blocks"][0]["blocks"]), (&json!(1), &json!([[1, 3], [2, 4]])));
    let found = client.post("/lint", &ring).json();
    assert_eq!(found[0]["message"], "no move changes slot 5 of set `pieces`");
    for route in ["/group", "/lint"] {
        let none = client.post(route, &json!({"puzzle": "8"}));
        assert_eq!((none.status, &none.json()["kind"]), (422, &json!("not-applicable")), "{}", none.text());
        assert!(none.text().contains("sliding:3x3 has no definition; expected a puzzle from a file"));
        let board = json!({"puzzle": "file", "board": "picture = \"a b c\"\nmoves.turn = \"a b x\""});
        let misread = client.post(route, &board);
        let problem = misread.json();
        assert_eq!(
            (misread.status, &problem["field"], &problem["line"]),
            (404, &json!("board"), &json!(2)),
            "{problem}"
        );
        let file = client.post(route, &json!({"puzzle": "@/etc/hostname"}));
        assert!(file.status >= 400 && file.text().contains("no files may be opened here"), "{}", file.text());
    }
    // A question that would take minutes is refused at once.
    let slots: Vec<String> = (1..=129).map(|slot| slot.to_string()).collect();
    let long = json!({"puzzle": "file", "board": format!("picture = \"{0}\"\nmoves.turn = \"{0}\"", slots.join(" "))});
    for route in ["/group", "/lint"] {
        let refused = client.post(route, &long);
        assert_eq!((refused.status, &refused.json()["field"]), (422, &json!("board")), "{}", refused.text());
        assert!(refused.text().contains("(slots times orientations), found 129"), "{}", refused.text());
    }
    // A text without a puzzle has no group, and the linter reports the reason.
    let no_rules = json!({"puzzle": "file", "board": "Set S 3 1\nSolved\nEnd\nMove A\nEnd\n"});
    assert!(client.post("/group", &no_rules).status >= 400);
    let found = client.post("/lint", &no_rules).json();
    assert!(found.as_array().unwrap().iter().any(|row| row["kind"] == "rules"), "{found}");
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
    // The choice of an id is part of the path. As a query it would be lost.
    let chosen = |path: &str| server.client().get(&format!("/api/v1/puzzles/{path}"));
    assert_eq!(chosen("8%3Fmetric=multi").json()["puzzle"], "sliding:3x3?metric=multi");
    let lost = chosen("8?metric=multi");
    assert_eq!((lost.status, lost.text().contains("%3F")), (400, true), "{lost:?}");
}

#[test]
fn judges_answer_byte_for_byte() {
    let server = Running::new();
    let judges = server.client().get("/api/v1/judges").json();
    let judges = judges.as_array().unwrap();
    assert_eq!(judges.len(), loyd_judges::JUDGES.len());
    for judge in judges {
        let (name, input) = (judge["judge"].as_str().unwrap(), judge["sample_input"].as_str().unwrap());
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

/// One connection serves many requests, also with header names in upper case.
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

/// Replies match the description: all required keys are there with their types, and there are no other keys.
#[test]
fn replies_are_as_described() {
    let server = Running::new();
    let description = server.client().get("/api/v1/openapi.json").json();
    let mut compared = 0;
    for (path, item) in description["paths"].as_object().unwrap() {
        let path = path.replace("{id}", "8").replace("{name}", "hdu1043");
        let (answer, reply) = if item["get"].is_object() {
            let content = &item["get"]["responses"]["200"]["content"];
            (server.client().get(&path), content["application/json"]["schema"].clone())
        } else {
            let content = &item["post"]["requestBody"]["content"]["application/json"]["schema"];
            let Some(name) = content["$ref"].as_str() else { continue };
            let question = at(&description, name)["examples"][0].clone();
            let answer = server.client().post(path.strip_prefix("/api/v1").unwrap(), &question);
            (answer, item["post"]["responses"]["200"]["content"]["application/json"]["schema"].clone())
        };
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        if reply.is_object() {
            matches(&description, &reply, &answer.json()).unwrap_or_else(|why| panic!("{path}: {why}"));
            compared += 1;
        }
    }
    assert!(compared >= 14, "{compared}");
    let problem = server.client().post("/solve", &json!({"puzzle": "8", "state": "1 2"})).json();
    matches(&description, &json!({"$ref": "#/components/schemas/Problem"}), &problem).unwrap();
}

fn at<'a>(description: &'a Value, name: &str) -> &'a Value {
    description.pointer(name.strip_prefix('#').unwrap()).unwrap_or_else(|| panic!("no {name}"))
}

/// A validator for the part of JSON Schema that the description uses.
fn matches(description: &Value, schema: &Value, value: &Value) -> Result<(), String> {
    if let Some(name) = schema["$ref"].as_str() {
        return matches(description, at(description, name), value).map_err(|why| format!("{name}: {why}"));
    }
    if let Some(some) = schema["anyOf"].as_array() {
        let fits = some.iter().any(|schema| matches(description, schema, value).is_ok());
        return if fits { Ok(()) } else { Err(format!("{value} is not {schema}")) };
    }
    if let Some(types) = schema["type"].as_array() {
        let mut schema = schema.clone();
        let fits = types.iter().any(|kind| {
            schema["type"] = kind.clone();
            matches(description, &schema, value).is_ok()
        });
        return if fits { Ok(()) } else { Err(format!("{value} is not {schema}")) };
    }
    if let Some(words) = schema["enum"].as_array() {
        return if words.contains(value) { Ok(()) } else { Err(format!("{value} is none of {words:?}")) };
    }
    let is = match schema["type"].as_str() {
        None => true,
        Some("string") => value.is_string(),
        Some("integer") => value.is_u64(),
        Some("number") => value.is_number(),
        Some("boolean") => value.is_boolean(),
        Some("null") => value.is_null(),
        Some("array") => {
            let items = value.as_array().ok_or_else(|| format!("{value} is no list"))?;
            let schemas = schema["prefixItems"].as_array().into_iter().flatten().chain(iter::repeat(&schema["items"]));
            items.iter().zip(schemas).try_for_each(|(item, schema)| matches(description, schema, item))?;
            true
        }
        Some("object") => {
            let object = value.as_object().ok_or_else(|| format!("{value} is no object"))?;
            let Some(properties) = schema["properties"].as_object() else { return Ok(()) };
            for name in schema["required"].as_array().into_iter().flatten() {
                object.get(name.as_str().unwrap()).ok_or_else(|| format!("no {name}"))?;
            }
            for (name, value) in object {
                let schema = properties.get(name).ok_or_else(|| format!("`{name}` is not described"))?;
                matches(description, schema, value).map_err(|why| format!("{name}: {why}"))?;
            }
            true
        }
        Some(other) => return Err(format!("what is {other}?")),
    };
    if is { Ok(()) } else { Err(format!("{value} is no {}", schema["type"])) }
}
