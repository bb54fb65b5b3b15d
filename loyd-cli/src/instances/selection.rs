//! Which instances of a set: by id, by range, or the easiest.

use super::{Instance, Set};

/// Ids and ranges of ids, as `1-10,45`.
#[derive(Clone, Debug, PartialEq)]
pub struct Selection(Vec<String>);

impl Selection {
    /// Reads a list; what its parts name is known only with the set.
    ///
    /// # Errors
    /// What was expected.
    pub fn read(text: &str) -> Result<Selection, String> {
        let parts: Vec<String> = text.split(',').map(|part| part.trim().to_string()).collect();
        if parts.iter().any(String::is_empty) {
            return Err("expected ids and ranges of ids, such as 1-10,45".into());
        }
        Ok(Selection(parts))
    }

    /// Whether each instance of the set is meant, by its place.
    fn marks(&self, instances: &[Instance<'_>]) -> Result<Vec<bool>, String> {
        let mut marks = vec![false; instances.len()];
        let place = |id: &str| instances.iter().position(|instance| instance.id == id.trim());
        for part in &self.0 {
            // An id may hold a hyphen itself.
            let hyphens = part.match_indices('-').map(|(at, _)| (&part[..at], &part[at + 1..]));
            let ends = place(part).map(|at| (at, at));
            let ends = ends.or_else(|| hyphens.into_iter().find_map(|(from, to)| place(from).zip(place(to))));
            let known = || format!("they are {} to {}", instances[0].id, instances[instances.len() - 1].id);
            let (from, to) = ends.ok_or_else(|| format!("no instance {}; {}", loyd::text::quoted(part), known()))?;
            if from > to {
                return Err(format!("the range {} ends before it begins", loyd::text::quoted(part)));
            }
            marks[from..=to].fill(true);
        }
        Ok(marks)
    }
}

impl<'a> Set<'a> {
    /// Leaves the instances selected, in the order of the set; then the easiest of these, the easiest first.
    ///
    /// # Errors
    /// An id that is none, or no counts to tell the easiest by.
    pub fn choose(&mut self, selection: Option<&Selection>, easiest: Option<usize>) -> Result<(), String> {
        if let Some(selection) = selection {
            let mut marks = selection.marks(&self.instances)?.into_iter();
            self.instances.retain(|_| marks.next().unwrap_or(false));
        }
        let Some(most) = easiest else { return Ok(()) };
        if let Some(unknown) = self.instances.iter().find(|instance| instance.effort().is_none()) {
            let id = &unknown.id;
            return Err(format!("--easiest goes by published node counts, and there is none for instance {id}"));
        }
        if most > self.instances.len() {
            return Err(format!("--easiest {most} of only {} instances", self.instances.len()));
        }
        self.instances.sort_by_key(Instance::effort);
        self.instances.truncate(most);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{read, text};
    use super::*;

    fn chosen(name: &str, instances: Option<&str>, easiest: Option<usize>) -> Result<String, String> {
        let text = text(name).unwrap();
        let mut set = read(name, &text).unwrap();
        let selection = instances.map(|text| Selection::read(text).unwrap());
        set.choose(selection.as_ref(), easiest)?;
        Ok(set.instances.iter().map(|instance| instance.id.as_str()).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn ids_and_ranges_are_taken_in_the_order_of_the_set() {
        assert_eq!(chosen("korf100", Some("45, 1-3,2-4"), None).unwrap(), "1 2 3 4 45");
        assert_eq!(chosen("hardest15", None, None).unwrap().split(' ').count(), 17);
        for (list, says) in [
            ("101", "no instance `101`; they are 1 to 100"),
            ("99-101", "no instance `99-101`; they are 1 to 100"),
            ("3-1", "the range `3-1` ends before it begins"),
            ("-", "no instance `-`"),
        ] {
            assert!(chosen("korf100", Some(list), None).unwrap_err().starts_with(says), "{list}");
        }
        for list in ["", ",", "1,,2", "1,"] {
            assert!(Selection::read(list).is_err(), "{list:?}");
        }
    }

    /// Two of the hundred take fewer than a million nodes and have the numbers 79 and 12 (Korf 1985, Table 1).
    #[test]
    fn the_easiest_come_by_published_counts() {
        assert_eq!(chosen("korf100", None, Some(3)).unwrap(), "79 12 42");
        assert_eq!(chosen("korf100", Some("1-20"), Some(2)).unwrap(), "12 19");
        assert_eq!(chosen("korf-felner50", None, Some(10)).unwrap(), "40 38 25 44 32 28 22 36 30 1");
        assert!(chosen("hardest15", None, Some(2)).unwrap_err().contains("none for instance 1"));
        assert!(chosen("korf100", Some("1-3"), Some(4)).unwrap_err().contains("of only 3 instances"));
    }

    #[test]
    fn an_id_may_hold_a_hyphen() {
        let text = "puzzle: 8\na-1: 123\nb: 123\nc-1: 123\n";
        let choose = |list: &str| {
            let mut set = read("file", text).unwrap();
            set.choose(Some(&Selection::read(list).unwrap()), None).map(|()| set.instances.len())
        };
        assert_eq!((choose("a-1"), choose("a-1-b"), choose("a-1-c-1")), (Ok(1), Ok(2), Ok(3)));
    }
}
