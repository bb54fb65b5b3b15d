//! The native families of puzzles, one module each: rules, text formats, lower bounds and known facts.
//!
//! A family is a module with a `FAMILY` and an `open`, and a line in the list below. The catalogue of `loyd`, the
//! command line, and the tests of laws, agreement and censuses take their families from this list.

// A cast that cuts off bits gives a wrong answer. Tests may cast, because they chose the numbers that they cast.
#![deny(clippy::cast_possible_truncation)]
#![cfg_attr(test, allow(clippy::cast_possible_truncation))]

mod parameters;

use loyd_core::family::{Family, Visitor};
use loyd_core::opening::{Opening, Unopened};

pub use parameters::Invalid;

macro_rules! families {
    ($($family:ident),* $(,)?) => {
        $(pub mod $family;)*

        /// The families, in the order in which they are listed.
        pub const FAMILIES: &[Family] = &[$($family::FAMILY),*];

        /// Opens the puzzle of an id, with its standard goal or the given goal, and passes it to the visitor. `name` is
        /// the part of the id before the colon, `parameters` the part behind it.
        ///
        /// # Errors
        /// [`Unopened`] with the reason, if the id, the goal or the file is wrong, or a limit was reached.
        ///
        /// # Panics
        /// If no family is called `name`.
        pub fn open<V: Visitor>(
            name: &str,
            id: &str,
            parameters: &str,
            goal: Option<&str>,
            opening: &Opening<'_>,
            visitor: V,
        ) -> Result<V::Output, Unopened> {
            $(if name == $family::FAMILY.name {
                return $family::open(id, parameters, goal, opening, visitor);
            })*
            unreachable!("the caller looked up `{name}` in the list")
        }
    };
}

families! {
    sliding,
    swap,
    magic_board,
    rolling_cubes,
    pancake,
    top_spin,
    light_up,
}

/// Opens the puzzle of an id or of an alias for tests, whose ids may name files.
#[cfg(test)]
fn with_files<V: Visitor>(id: &str, goal: Option<&str>, visitor: V) -> Result<V::Output, Unopened> {
    let mut aliases = FAMILIES.iter().flat_map(|family| family.aliases);
    let id = aliases.find(|(alias, _)| *alias == id).map_or(id, |(_, full)| full);
    let (name, parameters) = id.split_once(':').unwrap_or((id, ""));
    let opening = Opening::default().reading(&loyd_core::opening::RegularFiles);
    opening.over(|| open(name, id, parameters, goal, &opening, visitor))
}

#[cfg(test)]
mod tests {
    use super::FAMILIES;

    #[test]
    fn the_folder_and_the_list_name_the_same_families() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
        let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let mut modules: Vec<String> = files
            .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
            .map(|path| path.file_stem().unwrap().to_string_lossy().replace('_', "-"))
            .filter(|name| !["lib", "parameters"].contains(&name.as_str()))
            .collect();
        let mut names: Vec<&str> = FAMILIES.iter().map(|family| family.name).collect();
        modules.sort();
        names.sort_unstable();
        assert_eq!(modules, names);
    }
}
