//! The tables of patterns, and the counts of nodes by which the policy decides whether a table is worth building.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, TryLockError};
use std::time::Duration;

use loyd_core::limits::{Limits, Meter, Stats, Stop, WorkPart};
use loyd_core::puzzle::pattern::{Product, sampled_mean};
use loyd_core::table::cache::CacheEvent;
use loyd_core::table::file::{ElementKind, Identity, OwnedTensor, Table};

use super::engine::erased::AnyPuzzle;
use super::patterns::PatternFacts;
use super::{Request, TablePlan};

/// The name of the entries of a pattern's table in its file.
const ENTRIES: &str = "entries";

/// The time between two tries to lock the tables while another thread builds.
const TRY_EVERY: Duration = Duration::from_millis(5);

/// The entries of a pattern's table.
pub fn entries(table: &Table) -> &[u8] {
    table.tensors().iter().find(|tensor| tensor.name == ENTRIES).map_or(&[], |tensor| &tensor.bytes)
}

/// The tables in memory, by identity.
#[derive(Default)]
pub struct Tables {
    /// The patterns of each bound. They are kept, because numbering placements takes longer than many searches.
    facts: Mutex<HashMap<String, Arc<Vec<PatternFacts>>>>,
    /// Nodes searched that a stronger bound would have saved.
    spent: AtomicU64,
    /// Nodes searched without a table of all distances, for batches and lasting requests.
    searched: AtomicU64,
    /// The largest memory limit under which a table of all distances could not be built; 0 before the first failure.
    refused: AtomicU64,
    kept: Mutex<HashMap<Identity, Arc<Table>>>,
    /// Locked while a table is read or built: no table is built twice, and one build uses all cores.
    building: Mutex<()>,
}

impl Tables {
    /// The patterns of a bound.
    pub fn patterns(&self, puzzle: &dyn AnyPuzzle, bound: &str) -> Arc<Vec<PatternFacts>> {
        let mut facts = self.facts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = facts.get(bound) {
            return Arc::clone(known);
        }
        Arc::clone(facts.entry(bound.into()).or_insert(Arc::new(puzzle.patterns(bound))))
    }

    /// Whether the patterns of a bound are already known.
    pub fn are_known(&self, bound: &str) -> bool {
        self.facts.lock().unwrap_or_else(PoisonError::into_inner).contains_key(bound)
    }

    fn kept(&self, identity: &Identity) -> Option<Arc<Table>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).get(identity).cloned()
    }

    /// Whether the table of each pattern is in memory or has a file, so that no table must be built.
    pub fn at_hand(&self, patterns: &[PatternFacts], request: &Request) -> bool {
        patterns.iter().all(|pattern| {
            let file = || request.cache.path(&pattern.plan.identity).is_some_and(|path| path.exists());
            self.kept(&pattern.plan.identity).is_some() || file()
        })
    }

    /// Whether no table is in memory.
    pub fn is_empty(&self) -> bool {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }

    /// Whether the tables of these patterns are in memory.
    pub fn in_memory(&self, patterns: &[PatternFacts]) -> bool {
        patterns.iter().all(|pattern| self.kept(&pattern.plan.identity).is_some())
    }

    /// Drops all tables from memory. A search that uses a table keeps it until the search ends.
    pub fn forget(&self) {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Bytes of the tables in memory.
    pub fn held(&self) -> u64 {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).values().map(|table| table.bytes()).sum()
    }

    /// Nodes searched so far, for this request and earlier requests, that a stronger bound would have saved.
    pub fn spent(&self) -> u64 {
        self.spent.load(Ordering::Relaxed)
    }

    /// Adds to [`spent`](Tables::spent).
    pub fn spend(&self, nodes: u64) {
        self.spent.fetch_add(nodes, Ordering::Relaxed);
    }

    /// Nodes searched so far without a table of all distances, for batches and lasting requests, in nodes of a tree.
    pub fn searched(&self) -> u64 {
        self.searched.load(Ordering::Relaxed)
    }

    /// Adds to [`searched`](Tables::searched).
    pub fn count(&self, nodes: u64) {
        self.searched.fetch_add(nodes, Ordering::Relaxed);
    }

    /// Whether building a table of all distances has failed before under this memory limit or a larger one.
    pub fn refused(&self, bytes: Option<u64>) -> bool {
        bytes.unwrap_or(u64::MAX) <= self.refused.load(Ordering::Relaxed)
    }

    /// Records that a table of all distances could not be built under this memory limit, so that the next position of a
    /// batch does not try again.
    pub fn refuse(&self, bytes: Option<u64>) {
        self.refused.fetch_max(bytes.unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// The table of each pattern of a bound.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn get(
        &self,
        puzzle: &dyn AnyPuzzle,
        bound: &str,
        request: &Request,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Arc<Table>>, Stop> {
        (0..self.patterns(puzzle, bound).len())
            .map(|index| self.get_one(puzzle, bound, index, request, meter))
            .collect()
    }

    /// The table of one pattern of a bound.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn get_one(
        &self,
        puzzle: &dyn AnyPuzzle,
        bound: &str,
        index: usize,
        request: &Request,
        meter: &mut Meter<'_>,
    ) -> Result<Arc<Table>, Stop> {
        let patterns = self.patterns(puzzle, bound);
        let pattern = &patterns[index];
        let build = |meter: &mut Meter<'_>| {
            let part = WorkPart::new(format!("table of {bound}"), index as u64 + 1, patterns.len() as u64, None);
            meter.work(part, |meter| puzzle.build_pattern(bound, index, meter))
        };
        let table = match self.kept(&pattern.plan.identity) {
            Some(table) => table,
            // A file is checked in memory as a whole.
            None if !meter.fits(pattern.plan.bytes) => return Err(Stop::Bytes),
            None => {
                let table = meter.time_table(|meter| self.read_or_build(pattern, request, meter, &build))?;
                tell_mean(&pattern.plan.identity, &table, request);
                table
            }
        };
        meter.grow(table.bytes())?;
        Ok(table)
    }

    fn read_or_build(
        &self,
        pattern: &PatternFacts,
        request: &Request,
        meter: &mut Meter<'_>,
        build: &dyn Fn(&mut Meter<'_>) -> Result<Vec<u8>, Stop>,
    ) -> Result<Arc<Table>, Stop> {
        let PatternFacts { plan: TablePlan { identity, notes, .. }, .. } = pattern;
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
        if let Some(table) = self.kept(identity) {
            return Ok(table);
        }
        let notify = |event: &CacheEvent<'_>| {
            if let Some(tell) = &request.notify {
                tell.0(event);
            }
        };
        // The nodes of building a table do not count as nodes of the search.
        let limits = Limits { nodes: None, cost: None, ..meter.limits().clone() };
        let mut builder = meter.part(&limits);
        let entries = |meter: &mut Meter<'_>| -> Result<_, Stop> {
            let bytes = build(meter)?;
            let shape = vec![bytes.len() as u64];
            Ok(vec![OwnedTensor { name: ENTRIES.into(), kind: ElementKind::U8, shape, bytes: bytes.into() }])
        };
        let built = request.cache.get_or_build_noted(identity, notes, &mut builder, &notify, entries);
        meter.absorb(&Stats { expanded: 0, generated: 0, depth: meter.stats.depth, ..builder.stats });
        let table = Arc::new(built?);
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(Arc::clone(kept.entry(identity.clone()).or_insert(table)))
    }
}

/// Reports the mean value of a product's table to the listener; the entries of such a table are the bound itself.
fn tell_mean(identity: &Identity, table: &Table, request: &Request) {
    let (Some(listener), true) = (&request.notify, Product::is_layout(&identity.layout)) else { return };
    let path = request.cache.path(identity).unwrap_or_default();
    let what = identity.parameters.get("pieces").map_or("", String::as_str);
    listener.0(&CacheEvent::Gives { path: &path, what, mean: sampled_mean(entries(table)) });
}
