//! The heap bytes that a value holds.

use std::collections::{BTreeMap, HashMap};
use std::mem::{needs_drop, size_of};
use std::sync::{Arc, OnceLock};

/// A value whose heap bytes are counted.
///
/// An opened puzzle is kept for the next request. Its bytes, including the bytes of lazily built parts, count against
/// the memory that all requests share.
pub trait Held {
    /// The number of heap bytes: the bytes that the system has given, as far as lengths and capacities show them.
    fn held(&self) -> u64;
}

/// Implements [`Held`] for types that hold no heap bytes.
#[macro_export]
macro_rules! holds_nothing {
    ($($type:ty),* $(,)?) => {
        $(impl $crate::limits::Held for $type {
            fn held(&self) -> u64 {
                0
            }
        })*
    };
}
pub use holds_nothing;

/// Implements [`Held`] for a structure as the sum of its fields. All fields are named, so a new field is counted.
#[macro_export]
macro_rules! holds {
    (for [$($generic:tt)*] $type:ty { $($field:ident),* $(,)? }) => {
        impl<$($generic)*> $crate::limits::Held for $type {
            fn held(&self) -> u64 {
                let Self { $($field),* } = self;
                0 $(+ $crate::limits::Held::held($field))*
            }
        }
    };
    ($type:ty { $($field:ident),* $(,)? }) => {
        $crate::limits::holds!(for [] $type { $($field),* });
    };
}
pub use holds;

holds_nothing!(u8, u16, u32, u64, u128, usize, i32, bool, f32, f64, &str);

/// The bytes of adjacent items, with the bytes that each item holds.
fn list<T: Held>(capacity: usize, items: &[T]) -> u64 {
    // Numbers hold no heap bytes, so the items need not be visited.
    let items = if needs_drop::<T>() { items } else { &[] };
    (capacity * size_of::<T>()) as u64 + items.iter().map(Held::held).sum::<u64>()
}

impl Held for String {
    fn held(&self) -> u64 {
        self.capacity() as u64
    }
}

impl<T: Held> Held for Vec<T> {
    fn held(&self) -> u64 {
        list(self.capacity(), self)
    }
}

impl<T: Held> Held for Box<[T]> {
    fn held(&self) -> u64 {
        list(self.len(), self)
    }
}

/// Each owner holds an equal part.
impl<T: Held> Held for Arc<[T]> {
    fn held(&self) -> u64 {
        list(self.len(), self) / Arc::strong_count(self) as u64
    }
}

/// Each owner holds an equal part.
impl<T: Held> Held for Arc<T> {
    fn held(&self) -> u64 {
        (size_of::<T>() as u64 + (**self).held()) / Arc::strong_count(self) as u64
    }
}

impl<T: Held> Held for Box<T> {
    fn held(&self) -> u64 {
        size_of::<T>() as u64 + (**self).held()
    }
}

impl<T: Held> Held for Option<T> {
    fn held(&self) -> u64 {
        self.as_ref().map_or(0, Held::held)
    }
}

impl<T: Held> Held for OnceLock<T> {
    fn held(&self) -> u64 {
        self.get().map_or(0, Held::held)
    }
}

impl<T: Held, const N: usize> Held for [T; N] {
    fn held(&self) -> u64 {
        self.iter().map(Held::held).sum()
    }
}

impl<A: Held, B: Held> Held for (A, B) {
    fn held(&self) -> u64 {
        self.0.held() + self.1.held()
    }
}

impl<A: Held, B: Held, C: Held> Held for (A, B, C) {
    fn held(&self) -> u64 {
        self.0.held() + self.1.held() + self.2.held()
    }
}

impl<K: Held, V: Held, S> Held for HashMap<K, V, S> {
    fn held(&self) -> u64 {
        // Up to seven eighths of the slots may be used, and each slot has one control byte.
        let slots = if self.capacity() == 0 { 0 } else { (self.capacity() * 8 / 7).next_power_of_two() };
        let own = (slots * (size_of::<(K, V)>() + 1)) as u64;
        let is_plain = !needs_drop::<(K, V)>();
        if is_plain { own } else { own + self.iter().map(|(key, value)| key.held() + value.held()).sum::<u64>() }
    }
}

impl<K: Held, V: Held> Held for BTreeMap<K, V> {
    fn held(&self) -> u64 {
        // A node has eleven places, of which at least about half are used.
        let own = self.len() * 2 * (size_of::<(K, V)>() + size_of::<usize>());
        own as u64 + self.iter().map(|(key, value)| key.held() + value.held()).sum::<u64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Row {
        name: String,
        entries: Vec<u32>,
        next: OnceLock<Box<[u64]>>,
    }
    holds!(Row { name, entries, next });

    #[test]
    fn what_fields_hold_is_counted_once_it_is_there() {
        let row = Row { name: String::with_capacity(5), entries: vec![0; 10], next: OnceLock::new() };
        assert_eq!(row.held(), 45);
        row.next.set([0; 3].into()).unwrap();
        assert_eq!(row.held(), 69);
        assert_eq!(vec![row].held(), 69 + size_of::<Row>() as u64);
        let map: HashMap<u32, Vec<u8>> = [(1, vec![0; 100])].into();
        assert!((100..500).contains(&map.held()), "{}", map.held());
    }
}
