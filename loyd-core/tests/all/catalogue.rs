//! All families, as `loyd` lists them. Their ids may name files.

use loyd_core::family::{Family, Visitor};
use loyd_core::opening::{Opening, RegularFiles, Unopened};
use loyd_definitions::{bundled::BUNDLED, ids};

#[allow(dead_code, reason = "not every program that shares this file lists them")]
/// The families: the native families, and the families of definitions.
pub fn families() -> impl Iterator<Item = Family> {
    let native = loyd_puzzles::FAMILIES.iter().copied();
    native.chain([ids::FAMILY]).chain(BUNDLED.iter().map(ids::family))
}

/// Whether a law runs in its whole form, as `.ci/long` runs it.
#[allow(dead_code, reason = "not every program that shares this file asks")]
pub fn is_whole() -> bool {
    std::env::var_os("LOYD_LONG").is_some()
}

/// The ids of the examples of all families: the second of each family, because the first can be trivial, or the only
/// one; all in the whole form of a law.
#[allow(dead_code, reason = "not every program that shares this file lists them")]
pub fn examples() -> impl Iterator<Item = &'static str> {
    families()
        .flat_map(|family| match family.examples {
            [_, second, ..] if !is_whole() => std::slice::from_ref(second),
            all => all,
        })
        .copied()
}

/// Opens the puzzle of an id or of an alias that stands for an id, and lends it to the visitor. The visitor is compiled
/// for every type of puzzles.
#[allow(dead_code, reason = "not every program that shares this file opens every puzzle")]
pub fn with_files<V: Visitor>(id: &str, goal: Option<&str>, visitor: V) -> Result<V::Output, Unopened> {
    let opening = Opening::default().reading(&RegularFiles);
    let mut aliases = loyd_puzzles::FAMILIES.iter().flat_map(|family| family.aliases);
    let id = aliases.find(|(alias, _)| *alias == id).map_or(id, |(_, full)| full);
    let (name, parameters) = id.split_once(':').unwrap_or((id, ""));
    if name == ids::FAMILY.name || opening.over(|| Ok(ids::bundled(id)))?.is_some() {
        return with_definition(id, goal, visitor);
    }
    opening.over(|| loyd_puzzles::open(name, id, parameters, goal, &opening, visitor))
}

/// Opens a puzzle that is a definition. The visitor is compiled for the types of definitions only.
pub fn with_definition<V: Visitor>(id: &str, goal: Option<&str>, visitor: V) -> Result<V::Output, Unopened> {
    let opening = Opening::default().reading(&RegularFiles);
    opening.over(|| match (ids::bundled(id), id.split_once(':')) {
        (Some(bundled), _) => bundled.open(goal, &opening, visitor),
        (None, Some((name, parameters))) if name == ids::FAMILY.name => {
            ids::open(id, parameters, goal, &opening, visitor)
        }
        _ => panic!("{id} is no definition"),
    })
}
