//! Positions drawn uniformly.

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::service::event::Event;
use crate::service::reply::{Drawn, Reply, VERSION};
use crate::service::{Fault, Random, TableFolder, TableLimits, Task};
use loyd_core::rank::uniform::uniform;

impl Task<'_> {
    pub(in crate::service) fn random(&self, asked: &Random) -> Result<Reply, Fault> {
        let Random { puzzle, depth, count, seed, table, .. } = asked;
        let of_table = puzzle.id.is_empty() && table.is_some();
        if depth.is_none() && !of_table {
            refuse_idle_fields(asked)?;
        }
        let engine = self.engine()?;
        let request = self.request();
        let seed = seed.unwrap_or_else(|| self.service.seed());
        let mut source = ChaCha20Rng::seed_from_u64(seed);
        let goal = engine.goal();
        let mut positions = Vec::new();
        for _ in 0..count.unwrap_or(1) {
            if self.is_cancelled() {
                break;
            }
            let mut below = |below| uniform(|| source.next_u64(), below);
            let state = match depth {
                None if of_table => engine.sample(&request, &mut below)?,
                depth => engine.random(*depth, &request, &mut below)?,
            };
            let (puzzle, goal, depth) = (engine.id().into(), goal.clone(), *depth);
            let drawn = Drawn { version: VERSION, puzzle, state, goal, depth, seed };
            if !self.out.is_heard() {
                positions.push(drawn);
            } else if self.out.item(Event::Drawn(drawn)).is_break() {
                break;
            }
        }
        match (count, positions.pop()) {
            (None, Some(drawn)) => Ok(Reply::Drawn(drawn)),
            (_, last) => Ok(Reply::Positions(positions.into_iter().chain(last).collect())),
        }
    }
}

/// Refuses the fields that only a drawing at a depth uses.
fn refuse_idle_fields(asked: &Random) -> Result<(), Fault> {
    let Random { limits: TableLimits { time, memory }, table, tables, .. } = asked;
    let limits = [("limit_seconds", time.is_some()), ("limit_memory", memory.is_some())];
    if let Some((field, _)) = limits.into_iter().find(|(_, given)| *given) {
        return Err(Fault::no_effect(field, "the limit applies only with `depth`"));
    }
    let cache_dir = matches!(tables, TableFolder::At(_));
    let no_cache = *tables == TableFolder::Nowhere;
    let tables = [("table", table.is_some()), ("cache_dir", cache_dir), ("no_cache", no_cache)];
    match tables.into_iter().find(|(_, given)| *given) {
        Some((field, _)) => Err(Fault::no_effect(field, "the table is used only with `depth`")),
        None => Ok(()),
    }
}
