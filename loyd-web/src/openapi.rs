//! The description of the interface as OpenAPI 3.1, built from the tables of routes, fields and objects.

mod schemas;

use std::sync::OnceLock;

use axum::http::header;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use loyd::service::{Ask, Question};
use serde_json::{Value, json};
use utoipa::openapi::path::{HttpMethod, OperationBuilder, ParameterBuilder, ParameterIn, PathItem};
use utoipa::openapi::request_body::{RequestBody, RequestBodyBuilder};
use utoipa::openapi::schema::{AdditionalProperties, ArrayBuilder, ObjectBuilder, OneOfBuilder, SchemaType, Type};
use utoipa::openapi::{
    ComponentsBuilder, Content, InfoBuilder, LicenseBuilder, OpenApi, OpenApiBuilder, PathsBuilder, Ref, RefOr,
    Required, ResponseBuilder, Schema,
};

use crate::paths::{BASE, QUESTIONS};
use crate::problem;
use schemas::{FIELDS, FILES, OBJECTS, Object, Shape};

/// Returns the description as JSON.
pub fn response() -> Response {
    static TEXT: OnceLock<Bytes> = OnceLock::new();
    let text = TEXT.get_or_init(|| description().to_json().unwrap_or_default().into()).clone();
    ([(header::CONTENT_TYPE, "application/json")], text).into_response()
}

fn description() -> OpenApi {
    let info = InfoBuilder::new()
        .title("loyd")
        .version(env!("CARGO_PKG_VERSION"))
        .license(Some(LicenseBuilder::new().name("MIT OR Apache-2.0").build()))
        .description(Some("Shortest solutions of permutation puzzles, and maps of their whole state spaces."));
    let mut components = ComponentsBuilder::new();
    for object in OBJECTS {
        components = components.schema(object.name, reply_schema(object));
    }
    let at_most = ObjectBuilder::new().property("all", schema(Shape::Whole)).required("all");
    components = components.schema("AtMost", at_most.description(Some("at most so many of all solutions")));
    let mut paths = PathsBuilder::new();
    for &(route, ask) in QUESTIONS {
        components = components.schema(question_name(ask), question_schema(ask));
        let operation = operation(ask.name(), what(ask))
            .request_body(Some(body("application/json", Ref::from_schema_name(question_name(ask)))))
            .response("200", asked(ask));
        paths = paths.path(format!("{BASE}{route}"), PathItem::new(HttpMethod::Post, operation));
    }
    let text = || schema(Shape::Text);
    let get = |name, what, media, reply| {
        let reply = ResponseBuilder::new().description(what).content(media, Content::new(Some(reply)));
        operation(name, what).response("200", reply)
    };
    let families = schema(Shape::List(&Shape::Of("Family")));
    let puzzle = schema(Shape::Either(&[Shape::Of("Puzzle"), Shape::Of("Family")]));
    let judges = schema(Shape::List(&Shape::Of("Judge")));
    let json = "application/json";
    let path = |name: &str, what: &str| {
        let named = ParameterBuilder::new().name(name).parameter_in(ParameterIn::Path).required(Required::True);
        named.description(Some(what)).schema(Some(schema(Shape::Text)))
    };
    let reads = [
        ("/puzzles", get("families", "the families of puzzles", json, families)),
        (
            "/puzzles/{id}",
            get("puzzle", "a puzzle or a family", json, puzzle)
                .parameter(path("id", "the id or another name, such as `8` or `sliding:3x4`")),
        ),
        ("/judges", get("judges", "the problems of online judges", json, judges)),
        ("/openapi.json", get("description", "this description", json, any())),
    ];
    for (route, operation) in reads {
        paths = paths.path(format!("{BASE}{route}"), PathItem::new(HttpMethod::Get, operation));
    }
    let health = [("/healthz", "whether the server lives"), ("/readyz", "whether it takes questions")];
    for (route, what) in health.into_iter().chain([("/metrics", "what is counted, for Prometheus")]) {
        let media = if route == "/metrics" { "application/openmetrics-text" } else { "text/plain" };
        let operation = get(&route[1..], what, media, text());
        paths = paths.path(route, PathItem::new(HttpMethod::Get, operation));
    }
    let what = "the output of an online judge to an input";
    let judge = get("judge", what, "text/plain", text())
        .parameter(path("name", "a problem, such as `hdu1043`"))
        .request_body(Some(body("text/plain", text())));
    paths = paths.path(format!("{BASE}/judge/{{name}}"), PathItem::new(HttpMethod::Post, judge));
    let what = "many questions, one a line with its `ask`, and their replies in order";
    let batch =
        get("batch", what, "application/x-ndjson", text()).request_body(Some(body("application/x-ndjson", text())));
    paths = paths.path(format!("{BASE}/batch"), PathItem::new(HttpMethod::Post, batch));
    OpenApiBuilder::new().info(info.build()).paths(paths).components(Some(components.build())).build()
}

/// An operation with the problems that every operation can return.
fn operation(name: &str, what: &str) -> OperationBuilder {
    let problem = || {
        let content = Content::new(Some(Ref::from_schema_name("Problem")));
        ResponseBuilder::new().description("a problem").content(problem::TYPE, content)
    };
    OperationBuilder::new()
        .operation_id(Some(name))
        .summary(Some(what))
        .response("4XX", problem())
        .response("5XX", problem())
}

fn body(media: &str, content: impl Into<RefOr<Schema>>) -> RequestBody {
    RequestBodyBuilder::new().content(media, Content::new(Some(content))).required(Some(Required::True)).build()
}

/// The response to a question: the reply, or a stream of events.
fn asked(ask: Ask) -> ResponseBuilder {
    ResponseBuilder::new()
        .description("the reply; where events are accepted, they come first, and the event `reply` ends them")
        .content("application/json", Content::new(Some(schema(schemas::reply(ask.name())))))
        .content("text/event-stream", Content::new(Some(schema(Shape::Text))))
}

fn question_name(ask: Ask) -> String {
    let (first, rest) = ask.name().split_at(1);
    format!("{}{rest}Question", first.to_uppercase())
}

fn what(ask: Ask) -> &'static str {
    match ask {
        Ask::Solve => "shortest solutions of a position: one, all, their number",
        Ask::Compare => "one position, or many, by several algorithms",
        Ask::Check => "whether moves are legal, reach the goal and are as few as can be",
        Ask::Distance => "how far a position is from the goal",
        Ask::Next => "every legal move, and whether a shortest solution begins with it",
        Ask::Moves => "every legal move and what it changes, without a search",
        Ask::Draw => "the positions on the way of moves, as pictures",
        Ask::Random => "positions drawn uniformly",
        Ask::Rank => "the number of a position",
        Ask::Unrank => "the position of a number",
        Ask::Map => "how many positions are how far from the goal",
        Ask::Group => "the group of the moves of a puzzle of a definition",
        Ask::Lint => "what is odd in a definition",
        _ => "a question",
    }
}

fn question_schema(ask: Ask) -> Schema {
    let mut object = ObjectBuilder::new()
        .property("version", ObjectBuilder::new().schema_type(Type::Integer).enum_values(Some([1])))
        .property("ask", ObjectBuilder::new().schema_type(Type::String).enum_values(Some([ask.name()])))
        .additional_properties(Some(AdditionalProperties::<Schema>::FreeForm(false)))
        .required("puzzle")
        .examples([example(ask)]);
    for name in Question::fields(ask).filter(|name| !FILES.contains(name)) {
        if let Some((_, shape, what)) = FIELDS.iter().find(|(known, ..)| *known == name) {
            object = object.property(name, described(schema(*shape), what));
        }
    }
    object.into()
}

/// An example of a question that has a reply.
fn example(ask: Ask) -> Value {
    let state = "2 3 4 1 5 x 7 6 8";
    match ask {
        Ask::Check | Ask::Draw => json!({"puzzle": "8", "state": state, "moves": "ul"}),
        Ask::Random => json!({"puzzle": "8", "depth": 31}),
        Ask::Rank => json!({"puzzle": "swap:3", "state": "3 5 7/4 1 2/9 6 8"}),
        Ask::Unrank => json!({"puzzle": "swap:3", "number": 98884}),
        Ask::Map => json!({"puzzle": "8"}),
        Ask::Group => json!({"puzzle": "2x2x2"}),
        Ask::Lint => json!({"puzzle": "file", "board": "picture = \"a b c d\"\nmoves.turn = \"(a b c)\""}),
        _ => json!({"puzzle": "8", "state": state}),
    }
}

fn described(schema: RefOr<Schema>, what: &str) -> RefOr<Schema> {
    match schema {
        RefOr::T(Schema::Object(mut object)) => {
            object.description = Some(what.into());
            Schema::Object(object).into()
        }
        other => other,
    }
}

fn reply_schema(object: &Object) -> Schema {
    let mut schemas = ObjectBuilder::new().description(Some(object.what));
    for (name, shape) in object.keys {
        schemas = schemas.property(*name, schema(*shape)).required(*name);
    }
    for (name, shape) in object.some {
        schemas = schemas.property(*name, schema(*shape));
    }
    // Other keys are allowed, because a later release may add keys within a version.
    schemas.into()
}

fn any() -> RefOr<Schema> {
    Schema::Object(ObjectBuilder::new().schema_type(SchemaType::AnyValue).build()).into()
}

fn schema(shape: Shape) -> RefOr<Schema> {
    let of = |kind| ObjectBuilder::new().schema_type(kind);
    match shape {
        Shape::Text => of(Type::String).into(),
        Shape::Whole => of(Type::Integer).minimum(Some(0)).into(),
        Shape::Number => of(Type::Number).minimum(Some(0)).into(),
        Shape::Truth => of(Type::Boolean).into(),
        Shape::Word(words) => of(Type::String).enum_values(Some(words.iter().copied())).into(),
        Shape::Of(name) => Ref::from_schema_name(name).into(),
        Shape::List(item) => ArrayBuilder::new().items(schema(*item)).into(),
        Shape::Maybe(some) => OneOfBuilder::new().item(of(Type::Null)).item(schema(*some)).into(),
        Shape::Either(shapes) => shapes.iter().fold(OneOfBuilder::new(), |one, shape| one.item(schema(*shape))).into(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use loyd::service::FlatQuestion;

    use super::*;
    use crate::questions::rules::ASKS;

    /// Every field that a client may give is described, and no other field is.
    #[test]
    fn every_field_is_described() {
        let given: BTreeSet<&str> =
            ASKS.iter().flat_map(|ask| Question::fields(*ask)).filter(|name| !FILES.contains(name)).collect();
        let described: BTreeSet<&str> = FIELDS.iter().map(|(name, ..)| *name).collect();
        assert_eq!(given, described);
        assert!(FILES.iter().all(|name| FlatQuestion::FIELDS.contains(name)));
    }

    /// Every reference leads to an object.
    #[test]
    fn no_reference_leads_nowhere() {
        let description = description();
        let text = description.to_json().unwrap();
        assert!(text.starts_with("{\"openapi\":\"3.1.0\""), "{}", &text[..60]);
        let known = &description.components.as_ref().unwrap().schemas;
        let mut references = 0;
        for name in text.split("\"#/components/schemas/").skip(1) {
            let name = name.split('"').next().unwrap();
            assert!(known.contains_key(name), "{name}");
            references += 1;
        }
        assert!(references > 40, "{references}");
    }

    /// `docs/formats.md` has the same keys: the keys of the tables below each heading, and no others.
    #[test]
    fn the_document_has_the_same_keys() {
        let document = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/formats.md")).unwrap();
        let section = |heading: &str| {
            let rest = document.split(&format!("\n### {heading}\n")).nth(1).unwrap_or_else(|| panic!("no {heading}"));
            rest.split("\n##").next().unwrap().to_string()
        };
        for (heading, object, tabled) in [
            ("The answer to a position (`solve`)", "Answer", true),
            ("`compare`", "Compared", true),
            ("`check`", "Checked", true),
            ("`map`", "Census", false),
            ("`puzzles`", "Puzzle", false),
            ("`puzzles`", "Family", false),
            ("`puzzles`", "Group", false),
            ("`puzzles`", "Orbit", false),
            ("`convert`, `lint`", "Finding", false),
            ("`judge --list`", "Judge", false),
            ("`random`", "Drawn", false),
            ("`rank`, `unrank`", "Numbered", false),
            ("Questions (the library's `FlatQuestion`, feature `serde`)", "Next", false),
            ("Questions (the library's `FlatQuestion`, feature `serde`)", "Moves", false),
            ("Questions (the library's `FlatQuestion`, feature `serde`)", "Move", false),
            ("Questions (the library's `FlatQuestion`, feature `serde`)", "Change", false),
            ("Questions (the library's `FlatQuestion`, feature `serde`)", "Pictures", false),
        ] {
            let section = section(heading);
            let object = OBJECTS.iter().find(|known| known.name == object).unwrap();
            let keys = object.keys.iter().map(|(name, _)| *name);
            for key in keys.clone() {
                assert!(section.contains(&format!("`{key}`")), "{heading}: no `{key}`");
            }
            // The tables list all keys, including the keys of listed solutions.
            let keys: Vec<&str> = keys.chain(["solution", "length", "cost", "moves", "words", "convention"]).collect();
            let rows = section.lines().filter(|line| line.starts_with("| `"));
            for name in rows.flat_map(|row| row.split('|').nth(1).unwrap_or_default().split(',')) {
                let name = name.trim().trim_matches('`');
                assert!(!tabled || keys.contains(&name), "{heading}: `{name}` is not described");
            }
        }
    }
}
