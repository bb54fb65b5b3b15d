//! The paths of the interface, by name.

use loyd::service::Ask;

/// The routes of the kinds of questions.
pub const QUESTIONS: &[(&str, Ask)] = &[
    ("/solve", Ask::Solve),
    ("/compare", Ask::Compare),
    ("/check", Ask::Check),
    ("/distance", Ask::Distance),
    ("/next", Ask::Next),
    ("/moves", Ask::Moves),
    ("/draw", Ask::Draw),
    ("/random", Ask::Random),
    ("/rank", Ask::Rank),
    ("/unrank", Ask::Unrank),
    ("/map", Ask::Map),
    ("/group", Ask::Group),
    ("/lint", Ask::Lint),
];

/// The other routes of the interface.
const OTHERS: &[&str] = &["/batch", "/puzzles", "/puzzles/{*id}", "/judges", "/judge/{name}", "/openapi.json"];

/// The routes outside [`BASE`].
const BESIDE: &[&str] = &["/healthz", "/readyz", "/metrics"];

/// The routes of the page.
const PAGE: &[&str] = &["/", "/{*file}"];

/// The common beginning of the paths of the interface.
pub const BASE: &str = "/api/v1";

/// The name of a route in the metrics. It is a name from the lists, whatever path the client sent.
pub fn route_name(path: Option<&str>) -> &'static str {
    let Some(path) = path else { return "other" };
    let rest = path.strip_prefix(BASE).unwrap_or(path);
    let ours = QUESTIONS.iter().map(|(route, _)| route).chain(OTHERS).chain(BESIDE).chain(PAGE);
    ours.copied().find(|route| *route == rest).unwrap_or("other")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn routes_are_counted_by_their_names() {
        assert_eq!(route_name(Some("/api/v1/solve")), "/solve");
        assert_eq!(route_name(Some("/{*file}")), "/{*file}");
        assert_eq!(route_name(None), "other");
    }
    /// Each route but the page has a section in `docs/serve.md`, in which `tests/api` looks for examples.
    #[test]
    fn routes_are_documented() {
        let document = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/serve.md")).unwrap();
        let headings = document.lines().filter_map(|line| line.strip_prefix("### "));
        let routes = headings.filter_map(|heading| heading.strip_prefix("GET ").or(heading.strip_prefix("POST ")));
        let below = QUESTIONS.iter().map(|(route, _)| route).chain(OTHERS);
        let below = below.map(|route| format!("{BASE}{}", route.replace("{*", "{")));
        let all: Vec<String> = below.chain(BESIDE.iter().map(|route| route.to_string())).collect();
        assert_eq!(routes.collect::<Vec<_>>(), all);
    }
}
