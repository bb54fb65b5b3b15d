//! The selection of instances of a set: by id, by range, or the easiest.

use super::{Instance, InstanceSet};
use crate::service::Fault;

/// Ids and ranges of ids, as `1-10,45`.
#[derive(Clone, Debug, PartialEq)]
pub struct Selection(Vec<String>);

impl Selection {
    /// Reads a list. Its parts are looked up later, in a set.
    ///
    /// # Errors
    /// A text that describes what was expected.
    pub fn read(text: &str) -> Result<Selection, String> {
        let parts: Vec<String> = text.split(',').map(|part| part.trim().to_string()).collect();
        if parts.iter().any(String::is_empty) {
            return Err("expected ids and ranges of ids, such as 1-10,45".into());
        }
        Ok(Selection(parts))
    }

    /// Marks the selected instances, by their index in the set.
    fn marks(&self, instances: &[Instance<'_>]) -> Result<Vec<bool>, String> {
        let mut marks = vec![false; instances.len()];
        let place = |id: &str| instances.iter().position(|instance| instance.id == id.trim());
        for part in &self.0 {
            // An id may contain a hyphen itself.
            let hyphens = part.match_indices('-').map(|(at, _)| (&part[..at], &part[at + 1..]));
            let ends = place(part).map(|at| (at, at));
            let ends = ends.or_else(|| hyphens.into_iter().find_map(|(from, to)| place(from).zip(place(to))));
            let known = || format!("the ids are {} to {}", instances[0].id, instances[instances.len() - 1].id);
            let (from, to) =
                ends.ok_or_else(|| format!("no instance {}; {}", loyd_core::text::quoted(part), known()))?;
            if from > to {
                return Err(format!("the range {} ends before it begins", loyd_core::text::quoted(part)));
            }
            marks[from..=to].fill(true);
        }
        Ok(marks)
    }
}

impl<'a> InstanceSet<'a> {
    /// Keeps the selected instances, in the order of the set. With `easiest`, keeps only that many, the easiest first.
    ///
    /// # Errors
    /// An unknown id, an instance without published counts, or too few instances for `easiest`.
    pub fn choose(&mut self, selection: Option<&Selection>, easiest: Option<usize>) -> Result<(), Fault> {
        if let Some(selection) = selection {
            let mut marks = selection.marks(&self.instances).map_err(|why| Fault::usage("instances", why))?.into_iter();
            self.instances.retain(|_| marks.next().unwrap_or(false));
        }
        let Some(most) = easiest else { return Ok(()) };
        if let Some(unknown) = self.instances.iter().find(|instance| instance.effort().is_none()) {
            let id = &unknown.id;
            return Err(Fault::usage(
                "easiest",
                format!("`easiest` needs published node counts, but instance {id} has no count"),
            ));
        }
        if most > self.instances.len() {
            let of = self.instances.len();
            return Err(Fault::usage("easiest", format!("`easiest`: expected at most {of} instances, found {most}")));
        }
        self.instances.sort_by_key(Instance::effort);
        self.instances.truncate(most);
        Ok(())
    }
}
