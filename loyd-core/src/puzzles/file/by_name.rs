//! Puzzles of bundled definitions: ids such as `3x3x3?metric=quarter` and `loopover:3x4`.

use super::id::{choice, open_known, split};
use crate::definition::bundled::{self, BUNDLED, Bundled, Known};
use crate::puzzles::{Family, Unopened, Visitor};

/// The line in the catalogue of a bundled definition.
pub const fn family(bundled: &Bundled) -> Family {
    Family { name: bundled.name, syntax: bundled.syntax, what: bundled.what, aliases: &[], examples: bundled.examples }
}

/// An id of a bundled definition.
pub struct Named<'i> {
    id: &'i str,
    bundled: &'static Bundled,
    parameters: &'i str,
    chosen: &'i str,
}

/// The bundled definition that an id names; `None` where it names none.
pub fn bundled(id: &str) -> Option<Named<'_>> {
    let (base, chosen) = split(id);
    let (name, parameters) = base.split_once(':').unwrap_or((base, ""));
    let bundled = BUNDLED.iter().find(|bundled| bundled.name == name)?;
    Some(Named { id, bundled, parameters, chosen })
}

impl Named<'_> {
    /// Opens the puzzle.
    ///
    /// # Errors
    /// [`Unopened`].
    pub fn open<V: Visitor>(&self, goal: Option<&str>, visitor: V) -> Result<V::Output, Unopened> {
        let choice = choice(self.id, self.chosen)?;
        let opened = bundled::open(self.bundled.name, self.parameters);
        let definition = opened.unwrap_or_else(|| unreachable!("it was found by its name"));
        let definition = definition.map_err(|why| Unopened::Rules { id: self.id.into(), why: why.to_string() })?;
        open_known(self.id, definition, &choice, goal, self.known().filter(|_| goal.is_none()), visitor)
    }

    /// What is known of it with that choice, whatever the metric.
    fn known(&self) -> Option<&'static Known> {
        let rest: Vec<&str> = self.chosen.split('&').filter(|part| !part.starts_with("metric=")).collect();
        let rest = rest.join("&");
        self.bundled.known.iter().find(|known| known.parameters == self.parameters && known.choice == rest)
    }
}
