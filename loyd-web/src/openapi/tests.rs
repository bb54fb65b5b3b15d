//! The description is complete, and docs/formats.md has the same keys, types and descriptions.

use std::fs;

use loyd::service::amounts::grouped;
use loyd::service::{Fault, Reply};

use super::*;

/// Every field that a client may give is described, and no other field is.
#[test]
fn every_field_is_described() {
    assert!(FILES.iter().all(|name| FlatQuestion::FIELDS.contains(name)));
    let description = serde_json::to_value(description()).unwrap();
    let solve = &description["components"]["schemas"]["SolveQuestion"];
    assert_eq!(solve["additionalProperties"], false);
    let properties = solve["properties"].as_object().unwrap();
    for field in Question::fields(Ask::Solve).filter(|field| !FILES.contains(field)) {
        assert!(properties[field]["description"].is_string(), "{field}");
    }
    assert!(!properties.contains_key("table") && !properties.contains_key("depth"));
}

/// Every reference leads to an object.
#[test]
fn no_reference_leads_nowhere() {
    let description = description();
    let text = serde_json::to_string(&description).unwrap();
    assert!(text.starts_with("{\"openapi\":\"3.1.0\""), "{}", &text[..60]);
    let mut references = 0;
    for name in text.split("\"#/components/schemas/").skip(1) {
        let name = name.split('"').next().unwrap();
        assert!(description.components["schemas"].get(name).is_some(), "{name}");
        references += 1;
    }
    assert!(references > 40, "{references}");
}

/// Every list of a question has a largest length. A question with one entry more is refused, and the error names the
/// field, the length and the largest length.
#[test]
fn every_list_of_a_question_is_bounded() {
    let mut generator = generator(Contract::Deserialize);
    let schema = FlatQuestion::json_schema(&mut generator);
    for (name, schema) in generator.take_definitions(true) {
        assert!(lists_in(&schema).is_empty(), "{name} has a list");
    }
    let mut lists = 0;
    for (field, schema) in schema.as_value()["properties"].as_object().unwrap() {
        for list in lists_in(schema) {
            let most = list["maxItems"].as_u64().unwrap_or_else(|| panic!("{field} has no largest length"));
            let word = list["items"]["enum"].get(0).cloned().unwrap_or("x".into());
            let read = |entries: u64| {
                let list: Vec<&Value> = (0..entries).map(|_| &word).collect();
                FlatQuestion::from_json(json!({ field: list }).to_string().as_bytes())
            };
            assert!(read(most).is_ok(), "{field}");
            let fault = read(most + 1).unwrap_err();
            let expected = format!(
                "`{field}`: found {} entries, expected a list of at most {} entries",
                grouped(most + 1),
                grouped(most)
            );
            assert_eq!(fault.field, Some(&field[..]), "{fault}");
            assert!(fault.message.starts_with(&expected), "{fault}");
            lists += 1;
        }
    }
    assert!(lists >= 5, "{lists}");
}

/// The schemas of lists inside a schema.
fn lists_in(schema: &Value) -> Vec<&Value> {
    let is_list = match &schema["type"] {
        Value::Array(kinds) => kinds.contains(&"array".into()),
        kind => kind == "array",
    };
    let inner: Box<dyn Iterator<Item = &Value>> = match schema {
        Value::Object(members) => Box::new(members.values()),
        Value::Array(all) => Box::new(all.iter()),
        _ => Box::new(std::iter::empty()),
    };
    is_list.then_some(schema).into_iter().chain(inner.flat_map(lists_in)).collect()
}

/// The tables of keys in `docs/formats.md` are printed from the schemas. The variable `LOYD_WRITE_TABLES` writes them.
#[test]
fn the_document_has_the_same_tables() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/formats.md");
    let document = fs::read_to_string(path).unwrap();
    let (mut questions, mut replies) = (generator(Contract::Deserialize), generator(Contract::Serialize));
    questions.subschema_for::<FlatQuestion>();
    replies.subschema_for::<(Reply, Event, Fault, Vec<JudgeDescription>)>();
    let mut schemas = questions.take_definitions(true);
    schemas.extend(replies.take_definitions(true));
    let mut expected = String::new();
    let mut rest = &document[..];
    while let Some((before, after)) = rest.split_once("<!-- keys of ") {
        let (name, after) = after.split_once(" -->\n").unwrap();
        let (_, after) = after.split_once("<!-- end of keys -->").unwrap_or_else(|| panic!("no end of {name}"));
        let (object, word) = name.split_once('.').unwrap_or((name, ""));
        let schema = schemas.get(object).unwrap_or_else(|| panic!("no object {object}: {:?}", schemas.keys()));
        let schema = if word.is_empty() { schema } else { variant(schema, word) };
        let table = if schema["oneOf"].is_array() { variants(schema) } else { table(name, schema, &schemas) };
        expected += &format!("{before}<!-- keys of {name} -->\n{table}<!-- end of keys -->");
        rest = after;
    }
    expected += rest;
    if std::env::var_os("LOYD_WRITE_TABLES").is_some() {
        fs::write(path, &expected).unwrap();
    }
    let different = document.lines().zip(expected.lines()).find(|(found, expected)| found != expected);
    assert!(document == expected, "{different:#?}; LOYD_WRITE_TABLES=1 writes the tables");
    for name in schemas.keys() {
        let is_listed = document.contains(&format!("<!-- keys of {name} -->"));
        assert!(is_listed || schemas[name]["properties"].is_null(), "docs/formats.md has no keys of {name}");
    }
}

fn table(name: &str, schema: &Value, schemas: &Map<String, Value>) -> String {
    let mut properties = schema["properties"].as_object().unwrap().clone();
    properties.retain(|_, schema| schema["const"].is_null());
    let required: Vec<&str> = schema["required"].as_array().into_iter().flatten().flat_map(Value::as_str).collect();
    let fields = ["version", "ask"].iter().chain(FlatQuestion::FIELDS).copied();
    let keys: Vec<&str> = match name {
        "FlatQuestion" => fields.collect(),
        _ => {
            let others = properties.keys().map(String::as_str).filter(|key| !required.contains(key));
            required.iter().copied().filter(|key| properties.contains_key(*key)).chain(others).collect()
        }
    };
    assert_eq!(keys.len(), properties.len(), "{name}");
    let mut text = "| key | type | |\n|---|---|---|\n".to_string();
    for key in keys {
        let schema = as_words(&properties[key], schemas);
        text += &format!("| `{key}` | {} | {} |\n", type_text(&schema, false), description_text(&schema));
    }
    text
}

/// A schema with a list of words in place of a reference to a type whose values are words.
fn as_words(schema: &Value, schemas: &Map<String, Value>) -> Value {
    let mut schema = schema.clone();
    let name = schema["$ref"].as_str().and_then(|name| name.rsplit('/').next());
    let kinds = name.and_then(|name| schemas[name]["oneOf"].as_array()).into_iter().flatten();
    let words: Vec<&Value> = kinds.map(|kind| &kind["const"]).filter(|word| word.is_string()).collect();
    if !words.is_empty() {
        schema = json!({ "type": "string", "enum": words, "description": schema["description"] });
    }
    schema
}

/// The kind of an object that has this word in the key that is the same in all its kinds.
fn variant<'a>(schema: &'a Value, word: &str) -> &'a Value {
    let has_word = |kind: &&Value| kind["properties"].as_object().unwrap().values().any(|key| key["const"] == word);
    schema["oneOf"].as_array().unwrap().iter().find(has_word).unwrap_or_else(|| panic!("no kind {word}"))
}

/// The table of an object of several kinds, of which each has a word in one key.
fn variants(schema: &Value) -> String {
    let mut text = String::new();
    for variant in schema["oneOf"].as_array().unwrap() {
        let properties = variant["properties"].as_object().unwrap();
        let (key, word) = properties.iter().find_map(|(key, schema)| Some((key, schema["const"].as_str()?))).unwrap();
        if text.is_empty() {
            text = format!("| `{key}` | other keys | |\n|---|---|---|\n");
        }
        let named = variant["$ref"].as_str().map(|name| format!("those of `{}`", name.rsplit('/').next().unwrap()));
        let others = properties.keys().filter(|other| *other != key).map(|key| format!("`{key}`"));
        let keys = named.into_iter().chain(others).collect::<Vec<_>>().join(", ");
        text += &format!("| `{word}` | {keys} | {} |\n", description_text(variant));
    }
    text
}

fn description_text(schema: &Value) -> String {
    let mut text = schema["description"].as_str().unwrap_or_default().replace('\n', " ").replace('|', "\\|");
    let words: Vec<String> = schema["enum"]
        .as_array()
        .into_iter()
        .flatten()
        .flat_map(Value::as_str)
        .map(|word| format!("`{word}`"))
        .collect();
    if !words.is_empty() {
        text += &format!(" One of {}.", words.join(", "));
    }
    text
}

/// The type of a value in words, in the plural or in the singular.
fn type_text(schema: &Value, plural: bool) -> String {
    let s = if plural { "s" } else { "" };
    if let Some(name) = schema["$ref"].as_str() {
        return format!("object{s} `{}`", name.rsplit('/').next().unwrap());
    }
    if let Some(some) = schema["anyOf"].as_array() {
        return some.iter().map(|schema| type_text(schema, plural)).collect::<Vec<_>>().join(" or ");
    }
    let one = |kind: &str| match (kind, &schema["items"], &schema["prefixItems"][0], &schema["additionalProperties"]) {
        ("null", ..) => "null".into(),
        ("array", Value::Null | Value::Bool(_), item, _) => format!("pair{s} of {}", type_text(item, true)),
        ("array", item, ..) => {
            let most = schema["maxItems"].as_u64().filter(|_| schema["minItems"].is_null());
            let most = most.map_or(String::new(), |most| format!("at most {} ", grouped(most)));
            format!("array{s} of {most}{}", type_text(item, true))
        }
        ("object", _, _, item @ Value::Object(_)) => format!("object{s} of {}", type_text(item, true)),
        (kind, ..) => format!("{kind}{s}"),
    };
    match &schema["type"] {
        Value::String(kind) => one(kind),
        Value::Array(kinds) => kinds.iter().flat_map(Value::as_str).map(one).collect::<Vec<_>>().join(" or "),
        _ => "any".into(),
    }
}
