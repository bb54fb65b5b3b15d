//! Lists of a question. The type of a list bounds its length, so that no field takes a list without a bound.

use std::collections::HashSet;
use std::fmt;
use std::hash::Hash;
use std::ops::Deref;
use std::sync::Arc;

use crate::service::Fault;
use crate::service::amounts::grouped;

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
pub struct List<T, const MOST: usize, const DISTINCT: bool = false>(Arc<[T]>);

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

    fn excess(found: usize) -> String {
        let [found, most] = [found, MOST].map(|number| grouped(number as u64));
        format!("found {found} entries, expected a list of at most {most} entries")
    }

    /// The list of these entries; `None` if there are too many.
    fn within(mut entries: Vec<T>) -> Option<Self> {
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

#[cfg(feature = "serde")]
mod json {
    use std::marker::PhantomData;

    use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, SeqAccess, Visitor};
    use serde::{Serialize, Serializer};

    use super::{Hash, List, fmt, grouped};
    use crate::service::wire::Named;
    use crate::service::wire::expected::Expected;

    impl<T: Copy, const MOST: usize, const DISTINCT: bool> List<Named<T>, MOST, DISTINCT> {
        /// The values that the words name.
        pub fn values(self) -> List<T, MOST, DISTINCT> {
            List(self.0.iter().map(|&Named(value)| value).collect())
        }
    }

    impl<T: Serialize, const MOST: usize, const DISTINCT: bool> Serialize for List<T, MOST, DISTINCT> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_seq(self.iter())
        }
    }

    struct Entries<T, const MOST: usize, const DISTINCT: bool>(PhantomData<T>);

    impl<'de, T, const MOST: usize, const DISTINCT: bool> Visitor<'de> for Entries<T, MOST, DISTINCT>
    where
        T: Deserialize<'de> + Eq + Hash,
    {
        type Value = List<T, MOST, DISTINCT>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "a list of at most {} entries", grouped(MOST as u64))
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
            let mut entries = Vec::new();
            while entries.len() < MOST
                && let Some(entry) = list.next_element()?
            {
                entries.push(entry);
            }
            // The entries beyond the last are counted, and not kept.
            let mut found = entries.len();
            while list.next_element::<IgnoredAny>()?.is_some() {
                found += 1;
            }
            let whole = List::within(entries).filter(|_| found <= MOST);
            whole.ok_or_else(|| A::Error::custom(Self::Value::excess(found)))
        }
    }

    impl<'de, T, const MOST: usize, const DISTINCT: bool> Deserialize<'de> for List<T, MOST, DISTINCT>
    where
        T: Deserialize<'de> + Eq + Hash,
    {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            deserializer.deserialize_seq(Entries(PhantomData))
        }
    }

    impl<T: Expected, const MOST: usize, const DISTINCT: bool> Expected for List<T, MOST, DISTINCT> {
        fn expected() -> String {
            format!("a list of at most {} entries, each {}", grouped(MOST as u64), T::expected())
        }

        fn most_entries() -> Option<usize> {
            Some(MOST)
        }
    }
}

#[cfg(feature = "schema")]
impl<T: schemars::JsonSchema, const MOST: usize, const DISTINCT: bool> schemars::JsonSchema
    for List<T, MOST, DISTINCT>
{
    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("List_{}_{MOST}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "array", "items": generator.subschema_for::<T>(), "maxItems": MOST })
    }

    fn inline_schema() -> bool {
        true
    }
}
