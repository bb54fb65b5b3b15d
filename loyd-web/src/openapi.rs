//! The description of the interface as OpenAPI 3.1. The schemas come from the types of questions and replies.

#[cfg(test)]
mod tests;

use std::sync::OnceLock;

use axum::http::header;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use loyd::service::reply::{FamilyMembers, FamilyRow, PuzzleRow};
use loyd::service::{Ask, Event, FlatQuestion, Question, VERSION};
use loyd_judges::JudgeDescription;
use schemars::generate::{Contract, SchemaSettings};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::paths::{BASE, QUESTIONS};
use crate::problem;

/// Fields of questions that no client may give, because they name files of the server.
const FILES: &[&str] =
    &["table", "disk", "save", "output", "cache_dir", "checkpoint_seconds", "set", "instances", "easiest", "no_cache"];

const JSON: &str = "application/json";
const LINES: &str = "application/x-ndjson";
const TEXT: &str = "text/plain";

#[derive(Serialize)]
struct Description {
    openapi: &'static str,
    info: Value,
    paths: Map<String, Value>,
    components: Value,
}

/// Returns the description as JSON.
pub fn response() -> Response {
    static BODY: OnceLock<Bytes> = OnceLock::new();
    let body = BODY.get_or_init(|| serde_json::to_vec(&description()).unwrap_or_default().into()).clone();
    ([(header::CONTENT_TYPE, JSON)], body).into_response()
}

fn description() -> Description {
    let (mut questions, mut replies) = (generator(Contract::Deserialize), generator(Contract::Serialize));
    let (mut paths, mut schemas) = (Map::new(), Map::new());
    for &(route, ask) in QUESTIONS {
        let (first, rest) = ask.name().split_at(1);
        let name = format!("{}{rest}Question", first.to_uppercase());
        let reply = json!({
            (JSON): { "schema": ask.reply_schema(&mut replies) },
            "text/event-stream": { "schema": { "type": "string" } },
        });
        let mut post = operation(ask.name(), ask.what(), reply);
        post["responses"]["200"]["description"] =
            "The reply. A client that accepts events receives them first; the event `reply` is the last.".into();
        post["requestBody"] = body(JSON, json!({ "$ref": format!("#/components/schemas/{name}") }));
        paths.insert(format!("{BASE}{route}"), json!({ "post": post }));
        schemas.insert(name, question_schema(ask, &mut questions).into());
    }
    let families = replies.subschema_for::<Vec<FamilyRow>>();
    let puzzle = json!({ "anyOf": [replies.subschema_for::<PuzzleRow>(), replies.subschema_for::<FamilyMembers>()] });
    let judges = replies.subschema_for::<Vec<JudgeDescription>>();
    replies.subschema_for::<problem::Content>();
    replies.subschema_for::<Event>();
    let (json, text) = (|schema| content(JSON, schema), || content(TEXT, string()));
    let id = parameter("id", "The id or another name, such as `8` or `sliding:3x4`.");
    let name = parameter("name", "The name of a problem, such as `hdu1043`.");
    let others = [
        ("get", "/puzzles", operation("families", "The families of puzzles.", json(families.into()))),
        ("get", "/puzzles/{id}", with(operation("puzzle", "A puzzle or a family.", json(puzzle)), "parameters", id)),
        ("get", "/judges", operation("judges", "The problems of online judges.", json(judges.into()))),
        ("get", "/openapi.json", operation("description", "This description.", json(json!({})))),
        (
            "post",
            "/judge/{name}",
            with(
                with(operation("judge", "The output of an online judge for an input.", text()), "parameters", name),
                "requestBody",
                body(TEXT, string()),
            ),
        ),
        (
            "post",
            "/batch",
            with(
                operation(
                    "batch",
                    "Many questions, one in each line with its `ask`, and their replies in the same order.",
                    content(LINES, string()),
                ),
                "requestBody",
                body(LINES, string()),
            ),
        ),
    ];
    for (method, route, operation) in others {
        paths.insert(format!("{BASE}{route}"), json!({ (method): operation }));
    }
    for (name, what, media) in [
        ("healthz", "Whether the server runs.", TEXT),
        ("readyz", "Whether the server accepts questions.", TEXT),
        ("metrics", "The counts and times of the server, for Prometheus.", "application/openmetrics-text"),
    ] {
        paths.insert(format!("/{name}"), json!({ "get": operation(name, what, content(media, string())) }));
    }
    for generator in [&mut questions, &mut replies] {
        schemas.extend(generator.take_definitions(true));
    }
    Description {
        openapi: "3.1.0",
        info: json!({
            "title": "loyd",
            "version": env!("CARGO_PKG_VERSION"),
            "license": { "name": "MIT OR Apache-2.0" },
            "description": "Shortest solutions of permutation puzzles, and maps of their whole state spaces.",
        }),
        paths,
        components: json!({ "schemas": schemas }),
    }
}

/// Returns a generator of schemas for what the server reads, or for what it writes.
fn generator(contract: Contract) -> SchemaGenerator {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
        settings.contract = contract;
    });
    settings.into_generator()
}

/// Returns an operation, with the problems that every operation can return.
fn operation(name: &str, what: &str, reply: Value) -> Value {
    let problem = content(problem::TYPE, json!({ "$ref": "#/components/schemas/Problem" }));
    let problem = json!({ "description": "A problem.", "content": problem });
    json!({
        "operationId": name,
        "summary": what,
        "responses": { "200": { "description": what, "content": reply }, "4XX": problem, "5XX": problem },
    })
}

fn with(mut operation: Value, key: &str, value: Value) -> Value {
    operation[key] = value;
    operation
}

fn string() -> Value {
    json!({ "type": "string" })
}

fn content(media: &str, schema: Value) -> Value {
    json!({ (media): { "schema": schema } })
}

fn body(media: &str, schema: Value) -> Value {
    json!({ "content": content(media, schema), "required": true })
}

fn parameter(name: &str, what: &str) -> Value {
    json!([{ "name": name, "in": "path", "required": true, "description": what, "schema": string() }])
}

/// Returns the schema of a kind of question: the fields that the kind uses and that a client may give.
fn question_schema(ask: Ask, generator: &mut SchemaGenerator) -> Schema {
    let mut schema = FlatQuestion::json_schema(generator);
    if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        properties.retain(|name, _| !FILES.contains(&&name[..]) && Question::fields(ask).any(|field| field == name));
        properties.insert("version".into(), json!({ "type": "integer", "enum": [VERSION] }));
        properties.insert("ask".into(), json!({ "type": "string", "enum": [ask.name()] }));
    }
    schema.insert("description".into(), ask.what().into());
    schema.insert("required".into(), json!(["puzzle"]));
    schema.insert("examples".into(), json!([example(ask)]));
    schema
}

/// Returns an example of a question that has a reply.
fn example(ask: Ask) -> Value {
    let state = "2 3 4 1 5 x 7 6 8";
    match ask {
        Ask::Check | Ask::Draw => json!({"puzzle": "8", "state": state, "moves": "ul"}),
        Ask::Random => json!({"puzzle": "8", "depth": 31}),
        Ask::Rank => json!({"puzzle": "swap:3", "state": "3 5 7/4 1 2/9 6 8"}),
        Ask::Unrank => json!({"puzzle": "swap:3", "number": 98884}),
        Ask::Map => json!({"puzzle": "8"}),
        Ask::Group => json!({"puzzle": "m12"}),
        Ask::Lint => json!({"puzzle": "file", "board": "picture = \"a b c d\"\nmoves.turn = \"(a b c)\""}),
        _ => json!({"puzzle": "8", "state": state}),
    }
}
