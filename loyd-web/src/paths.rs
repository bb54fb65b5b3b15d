//! The paths of the interface, by name.

use loyd::service::Ask;

/// Routes of one kind of question.
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
];

/// Where the interface begins.
pub const BASE: &str = "/api/v1";

/// The route as it is counted: one of the list, whatever the client wrote.
pub fn route_name(path: Option<&str>) -> &'static str {
    let Some(path) = path else { return "other" };
    let rest = path.strip_prefix(BASE).unwrap_or(path);
    let others = ["/batch", "/puzzles", "/puzzles/{*id}", "/judges", "/judge/{name}", "/openapi.json"];
    let others = others.into_iter().chain(["/healthz", "/readyz", "/metrics", "/", "/{*file}"]);
    QUESTIONS.iter().map(|(route, _)| *route).chain(others).find(|route| *route == rest).unwrap_or("other")
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
}
