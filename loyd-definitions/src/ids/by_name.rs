//! Opens the puzzles of bundled definitions by ids such as `3x3x3?metric=quarter` and `loopover:3x4`.

use std::path::Path;

use super::query::{choice, open_known, read_file};
use crate::bundled;
use crate::bundled::{BUNDLED, Bundled, KnownFacts};
use crate::definition::{Definition, Metric};
use crate::formats::read;
use loyd_core::family::{Family, PositionSize, Visitor, split};
use loyd_core::opening::Opening;
use loyd_core::opening::Unopened;

/// The line for a bundled definition in the catalogue.
pub const fn family(bundled: &Bundled) -> Family {
    let Bundled { name, kind, syntax, what, examples, aliases, .. } = *bundled;
    Family { name, kind, syntax, what, aliases, size: PositionSize::Untold, metrics: &Metric::NAMES, examples }
}

/// An id of a bundled definition, split into its parts.
pub struct BundledId<'i> {
    id: &'i str,
    bundled: &'static Bundled,
    parameters: &'i str,
    chosen: &'i str,
}

/// The bundled definition that an id names; `None` if the id names no bundled definition.
pub fn bundled(id: &str) -> Option<BundledId<'_>> {
    let (base, chosen) = split(id);
    let (name, parameters) = base.split_once(':').unwrap_or((base, ""));
    let bundled = BUNDLED.iter().find(|bundled| bundled.name == name)?;
    Some(BundledId { id, bundled, parameters, chosen })
}

/// The definition behind an id, without the choice; `None` if the id names neither a bundled definition nor a file.
///
/// ```
/// use loyd_core::opening::Opening;
/// use loyd_definitions::ids;
/// let definition = |id| ids::definition(id, &Opening::default());
/// assert_eq!(definition("2x2x2").unwrap().unwrap().sets.len(), 1);
/// assert!(definition("file:@no such file").unwrap().is_err() && definition("sliding:3x3").is_none());
/// ```
///
/// # Errors
/// [`Unopened`] if the file cannot be read, or the parameters or the text are wrong.
pub fn definition(id: &str, opening: &Opening<'_>) -> Option<Result<Definition, Unopened>> {
    if let Some(named) = bundled(id) {
        return Some(named.definition());
    }
    let path = Path::new(split(id).0.strip_prefix("file:@")?);
    let content = |source| Unopened::Content { path: path.into(), source };
    let definition = || read_file("puzzle", path, opening).and_then(|text| read(&text).map_err(content));
    Some(opening.over(definition))
}

impl BundledId<'_> {
    fn definition(&self) -> Result<Definition, Unopened> {
        let opened = bundled::open(self.bundled.name, self.parameters);
        let definition = opened.unwrap_or_else(|| unreachable!("it was found by its name"));
        definition.map_err(|why| Unopened::Rules { id: self.id.into(), why: why.to_string() })
    }

    /// Opens the puzzle.
    ///
    /// # Errors
    /// [`Unopened`] if the parameters, the choice or the goal are wrong.
    pub fn open<V: Visitor>(
        &self,
        goal: Option<&str>,
        opening: &Opening<'_>,
        visitor: V,
    ) -> Result<V::Output, Unopened> {
        let choice = choice(self.id, self.chosen)?;
        let known = self.known().filter(|_| goal.is_none());
        open_known(self.id, self.definition()?, &choice, goal, known, opening, visitor)
    }

    /// The known facts about the puzzle with the id's parameters and choice, for all metrics.
    fn known(&self) -> Option<&'static KnownFacts> {
        let rest: Vec<&str> = self.chosen.split('&').filter(|part| !part.starts_with("metric=")).collect();
        let rest = rest.join("&");
        self.bundled.known.iter().find(|known| known.parameters == self.parameters && known.choice == rest)
    }
}
