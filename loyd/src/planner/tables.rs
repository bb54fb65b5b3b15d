//! The tables of patterns: from memory, from the cache folder, or built; and when a stronger bound is worth its tables.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, TryLockError};
use std::time::Duration;

use crate::limits::{Limits, Meter, Part, Stats, Stop};
use crate::puzzle::pattern::{Product, sampled_mean};
use crate::table::cache::Event;
use crate::table::file::{ElementKind, Identity, OwnedTensor, Table};

use super::engine::erased::AnyPuzzle;
use super::patterns::PatternFacts;
use super::{Request, TablePlan};

/// What the entries of a pattern's table are called in its file.
const ENTRIES: &str = "entries";

/// Time between two tries to get the tables while another thread builds.
const TRY_EVERY: Duration = Duration::from_millis(5);

/// The entries of a pattern's table.
pub fn entries(table: &Table) -> &[u8] {
    table.tensors().iter().find(|tensor| tensor.name == ENTRIES).map_or(&[], |tensor| &tensor.bytes)
}

/// The tables at hand, by file name.
#[derive(Default)]
pub struct Tables {
    /// The patterns of each bound: numbering placements takes longer than many searches.
    facts: Mutex<HashMap<String, Arc<Vec<PatternFacts>>>>,
    /// Nodes searched with a bound that a stronger one would have spared.
    spent: AtomicU64,
    /// What batches have searched without a table of all distances.
    searched: AtomicU64,
    /// The most bytes with which a table of all distances could not be built; 0 before one was refused.
    refused: AtomicU64,
    kept: Mutex<HashMap<Identity, Arc<Table>>>,
    /// Held while a table is read or built: two threads shall not build the same, and one build takes all cores.
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

    /// Whether the patterns of a bound were asked for before.
    pub fn are_known(&self, bound: &str) -> bool {
        self.facts.lock().unwrap_or_else(PoisonError::into_inner).contains_key(bound)
    }

    fn kept(&self, identity: &Identity) -> Option<Arc<Table>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).get(identity).cloned()
    }

    /// Whether the tables of these patterns need not be built: they are in memory, or there is a file for each.
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

    /// Keeps none of them in memory any longer; who uses one has it still.
    pub fn forget(&self) {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).clear();
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

    /// Whether a table of all distances could not be built before with as many bytes, or without a limit.
    pub fn refused(&self, bytes: Option<u64>) -> bool {
        bytes.unwrap_or(u64::MAX) <= self.refused.load(Ordering::Relaxed)
    }

    /// Notes that a table of all distances could not be built with so many bytes: the next position of a batch shall
    /// not try it again.
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

    /// The table of one of them.
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
            let part = Part::new(format!("table of {bound}"), index as u64 + 1, patterns.len() as u64, None);
            meter.work(part, |meter| puzzle.build_pattern(bound, index, meter))
        };
        let table = match self.kept(&pattern.plan.identity) {
            Some(table) => table,
            // A file that is read to be checked is in memory whole.
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
        let notify = |event: &Event<'_>| {
            if let Some(tell) = &request.notify {
                tell.0(event);
            }
        };
        // What building looks at are not nodes of the search.
        let limits = Limits { nodes: None, moves: None, ..meter.limits().clone() };
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

/// Tells what a table of coordinates gives: its entries are the bound itself.
fn tell_mean(identity: &Identity, table: &Table, request: &Request) {
    let (Some(listener), true) = (&request.notify, Product::is_layout(&identity.layout)) else { return };
    let path = request.cache.path(identity).unwrap_or_default();
    let what = identity.parameters.get("pieces").map_or("", String::as_str);
    listener.0(&Event::Gives { path: &path, what, mean: sampled_mean(entries(table)) });
}
