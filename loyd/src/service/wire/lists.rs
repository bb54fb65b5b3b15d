//! Lists of questions as JSON.

use std::fmt;
use std::hash::Hash;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, SeqAccess, Visitor};
use serde::{Serialize, Serializer};

use super::Named;
use super::expected::Expected;
use crate::service::amounts::grouped;
use crate::service::list::List;

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
