//! Positions drawn uniformly.

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::rank::uniform::uniform;
use crate::service::event::Event;
use crate::service::reply::{Drawn, Reply, VERSION};
use crate::service::{Fault, Question, Task};

impl Task<'_> {
    pub(in crate::service) fn random(&self) -> Result<Reply, Fault> {
        let Question { puzzle, depth, count, seed, table, limit_seconds, limit_memory, .. } = self.question;
        let of_table = puzzle.is_empty() && table.is_some();
        if depth.is_none() && !of_table {
            self.refuse_idle_limits(&[
                ("limit_seconds", limit_seconds.is_some()),
                ("limit_memory", limit_memory.is_some()),
            ])?;
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

    fn refuse_idle_limits(&self, limits: &[(&'static str, bool)]) -> Result<(), Fault> {
        let Question { table, cache_dir, no_cache, .. } = self.question;
        if let Some((field, _)) = limits.iter().find(|(_, given)| *given) {
            return Err(Fault::no_effect(field, "only `depth` searches"));
        }
        let tables = [("table", table.is_some()), ("cache_dir", cache_dir.is_some()), ("no_cache", *no_cache)];
        match tables.into_iter().find(|(_, given)| *given) {
            Some((field, _)) => Err(Fault::no_effect(field, "only `depth` looks at a table")),
            None => Ok(()),
        }
    }
}
