//! The tables of patterns: from memory, from the cache folder, or built; and when a stronger bound is worth its tables.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, TryLockError};
use std::time::Duration;

use crate::heuristic::Bounded;
use crate::limits::{Limits, Meter, Stats, Stop};
use crate::puzzle::pattern::Pattern;
use crate::table::cache::Event;
use crate::table::file::{ElementKind, Identity, OwnedTensor, Table};
use crate::table::pattern;

use super::{Request, TablePlan};

/// What the entries of a pattern's table are called in its file.
const ENTRIES: &str = "entries";

/// Time between two tries to get the tables while another thread builds.
const TRY_EVERY: Duration = Duration::from_millis(5);

/// The tables at hand, by file name.
pub struct Tables<T> {
    /// The patterns of each bound: numbering placements takes longer than many a search.
    patterns: Mutex<HashMap<&'static str, Arc<Vec<T>>>>,
    /// Nodes searched with a bound that a stronger one would have spared.
    spent: AtomicU64,
    /// What batches have searched without a table of all distances.
    searched: AtomicU64,
    kept: Mutex<HashMap<String, Arc<Table>>>,
    /// Held while a table is read or built: two threads shall not build the same, and one build takes all cores.
    building: Mutex<()>,
}

/// What tells a pattern's table from all others.
pub fn identity(pattern: &impl Pattern) -> Identity {
    let name = pattern.name();
    Identity {
        puzzle: name.rules,
        goal: name.goal,
        kind: name.kind.into(),
        layout: pattern.order().name().into(),
        parameters: [("pieces".to_string(), name.pieces)].into(),
        entries: pattern.entries(),
        encoding: name.encoding.into(),
    }
}

/// What a pattern's table is.
pub fn plan(pattern: &impl Pattern) -> TablePlan {
    TablePlan { identity: identity(pattern), bytes: pattern.entries().div_ceil(2) }
}

/// The entries of a pattern's table.
pub fn entries(table: &Table) -> &[u8] {
    table.tensors().iter().find(|tensor| tensor.name == ENTRIES).map_or(&[], |tensor| &tensor.bytes)
}

impl<T> Default for Tables<T> {
    fn default() -> Self {
        let (patterns, kept, spent, searched, building) = Default::default();
        Tables { patterns, spent, searched, kept, building }
    }
}

impl<T: Pattern> Tables<T> {
    /// The patterns of a bound.
    pub fn patterns(&self, puzzle: &impl Bounded<Pattern = T>, bound: &'static str) -> Arc<Vec<T>> {
        let mut patterns = self.patterns.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(patterns.entry(bound).or_insert_with(|| Arc::new(puzzle.patterns(bound))))
    }

    fn kept(&self, name: &str) -> Option<Arc<Table>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }

    /// Whether the tables of these patterns need not be built: they are in memory, or there is a file for each.
    pub fn at_hand(&self, patterns: &[T], request: &Request) -> bool {
        patterns.iter().map(identity).all(|identity| {
            let file = || request.cache.path(&identity).is_some_and(|path| path.exists());
            self.kept(&identity.file_name()).is_some() || file()
        })
    }

    /// Whether no table is in memory.
    pub fn is_empty(&self) -> bool {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }

    /// Whether the tables of these patterns are in memory.
    pub fn in_memory(&self, patterns: &[T]) -> bool {
        patterns.iter().all(|pattern| self.kept(&identity(pattern).file_name()).is_some())
    }

    /// Bytes of the tables in memory.
    pub fn held(&self) -> u64 {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).values().map(|table| table.bytes()).sum()
    }

    /// Nodes searched so far, for this request and those before, with a bound that a stronger one would have spared.
    pub fn spent(&self) -> u64 {
        self.spent.load(Ordering::Relaxed)
    }

    /// Adds to [`spent`](Tables::spent).
    pub fn spend(&self, nodes: u64) {
        self.spent.fetch_add(nodes, Ordering::Relaxed);
    }

    /// What batches have searched so far without a table of all distances, in nodes of a tree.
    pub fn searched(&self) -> u64 {
        self.searched.load(Ordering::Relaxed)
    }

    /// Adds to [`searched`](Tables::searched).
    pub fn count(&self, nodes: u64) {
        self.searched.fetch_add(nodes, Ordering::Relaxed);
    }

    /// The table of each of these patterns.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn get(&self, patterns: &[T], request: &Request, meter: &mut Meter<'_>) -> Result<Vec<Arc<Table>>, Stop> {
        let get = |pattern| {
            let table = self.get_one(pattern, request, meter)?;
            meter.grow(table.bytes())?;
            Ok(table)
        };
        patterns.iter().map(get).collect()
    }

    fn get_one(&self, pattern: &T, request: &Request, meter: &mut Meter<'_>) -> Result<Arc<Table>, Stop> {
        let identity = identity(pattern);
        let name = identity.file_name();
        if let Some(table) = self.kept(&name) {
            return Ok(table);
        }
        let _building = loop {
            match self.building.try_lock() {
                Ok(guard) => break guard,
                Err(TryLockError::Poisoned(poisoned)) => break poisoned.into_inner(),
                Err(TryLockError::WouldBlock) => {
                    meter.look(meter.stats.depth)?;
                    std::thread::sleep(TRY_EVERY);
                }
            }
        };
        if let Some(table) = self.kept(&name) {
            return Ok(table);
        }
        let notify = |event: &Event<'_>| {
            if let Some(tell) = &request.notify {
                tell.0(event);
            }
        };
        // What building looks at are not nodes of the search.
        let limits = Limits { nodes: None, moves: None, ..meter.limits().clone() };
        let mut builder = meter.part(&limits);
        let built = request.cache.get_or_build(&identity, &mut builder, &notify, |meter| -> Result<_, Stop> {
            let bytes = pattern::build(pattern, meter)?;
            let shape = vec![bytes.len() as u64];
            Ok(vec![OwnedTensor { name: ENTRIES.into(), kind: ElementKind::U8, shape, bytes: bytes.into() }])
        });
        meter.absorb(&Stats { expanded: 0, generated: 0, ..builder.stats });
        let table = Arc::new(built?);
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(Arc::clone(kept.entry(name).or_insert(table)))
    }
}
