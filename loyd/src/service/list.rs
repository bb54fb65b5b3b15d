//! Lists in questions. The type of a list bounds its length, so that no field takes a list without a bound.

use std::collections::HashSet;
use std::fmt;
use std::hash::Hash;
use std::ops::Deref;
use std::sync::Arc;

use super::Fault;
use super::amounts::grouped;

/// A list with at most `MOST` entries. If it is `DISTINCT`, a repeated entry counts once.
///
/// ```
/// use loyd::service::{Algorithm, Compare, List};
///
/// let mut question = Compare::new("8", "2 3 4 1 5 x 7 6 8");
/// question.algorithms = [Algorithm::Bfs, Algorithm::Table, Algorithm::Bfs].into();
/// assert_eq!(*question.algorithms, [Algorithm::Bfs, Algorithm::Table]);
/// let fault = List::<u8, 2>::of("states", vec![1, 2, 3]).unwrap_err();
/// assert_eq!(fault.to_string(), "`states`: found 3 entries, expected a list of at most 2 entries");
/// ```
#[derive(PartialEq, Eq)]
pub struct List<T, const MOST: usize, const DISTINCT: bool = false>(pub(in crate::service) Arc<[T]>);

/// A clone is the same list.
impl<T, const MOST: usize, const DISTINCT: bool> Clone for List<T, MOST, DISTINCT> {
    fn clone(&self) -> Self {
        List(Arc::clone(&self.0))
    }
}

impl<T: Eq + Hash, const MOST: usize, const DISTINCT: bool> List<T, MOST, DISTINCT> {
    /// The list of these entries, for a field of a question.
    ///
    /// # Errors
    /// A fault of the field if there are too many entries.
    pub fn of(field: &'static str, entries: Vec<T>) -> Result<Self, Fault> {
        let found = entries.len();
        Self::within(entries).ok_or_else(|| Self::too_many(field, found))
    }

    /// The fault of a field with `found` entries, which are too many.
    pub fn too_many(field: &'static str, found: usize) -> Fault {
        Fault::usage(field, format!("`{field}`: {}", Self::excess(found)))
    }

    pub(in crate::service) fn excess(found: usize) -> String {
        let [found, most] = [found, MOST].map(|number| grouped(number as u64));
        format!("found {found} entries, expected a list of at most {most} entries")
    }

    /// The list of these entries; `None` if there are too many.
    pub(in crate::service) fn within(mut entries: Vec<T>) -> Option<Self> {
        if entries.len() > MOST {
            return None;
        }
        if DISTINCT {
            let mut known = HashSet::new();
            let is_new: Vec<bool> = entries.iter().map(|entry| known.insert(entry)).collect();
            let mut is_new = is_new.into_iter();
            entries.retain(|_| is_new.next().unwrap_or(false));
        }
        Some(List(entries.into()))
    }
}

impl<T, const MOST: usize, const DISTINCT: bool> Default for List<T, MOST, DISTINCT> {
    fn default() -> Self {
        List(Arc::new([]))
    }
}

impl<T, const MOST: usize, const DISTINCT: bool> Deref for List<T, MOST, DISTINCT> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T: fmt::Debug, const MOST: usize, const DISTINCT: bool> fmt::Debug for List<T, MOST, DISTINCT> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// An array that is too long does not compile.
impl<T, U, const MOST: usize, const DISTINCT: bool, const LENGTH: usize> From<[U; LENGTH]> for List<T, MOST, DISTINCT>
where
    T: Eq + Hash,
    U: Into<T>,
{
    fn from(entries: [U; LENGTH]) -> Self {
        const { assert!(LENGTH <= MOST, "the list has too many entries") };
        Self::within(entries.map(Into::into).into()).expect("the length is checked")
    }
}
