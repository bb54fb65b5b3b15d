//! Maps to sets of positions.

use std::sync::Arc;

use super::map::{self, SOME, install, named};
use crate::planner::Engine;
use crate::planner::sets::SetRequest;
use crate::service::event::Event;
use crate::service::reply::{Census, Reply};
use crate::service::{Fault, Map, Task};
use loyd_core::search::Limits;
use loyd_core::table::map::{Checks, Layer};

/// The reason why a map to a set has no folder.
const IN_MEMORY: &str = "a map to a set is made in memory, and a map that is stopped begins again";

impl Task<'_> {
    /// Maps the space of an engine to a set of positions, or counts only the positions of a set.
    pub(super) fn map_to_set(
        &self,
        asked: &Map,
        is_dry_run: bool,
        engine: &Arc<Engine>,
        goal: String,
    ) -> Result<Reply, Fault> {
        self.refuse_with_sets(asked)?;
        let Map { goal_set, from_set, antipodes, verify, .. } = asked;
        let plan = engine.set_plan(from_set.is_some())?;
        let (threads, may_take) = (self.threads(), self.reserved.bytes());
        let cost = map::cost(engine, &goal, &plan, threads, 1);
        if is_dry_run {
            return Ok(Reply::MapCost(Box::new(cost)));
        }
        self.fits(engine, &plan, asked, may_take)?;
        let request = SetRequest {
            goal_set: goal_set.as_deref(),
            from_set: from_set.as_deref(),
            antipodes: antipodes.unwrap_or(SOME).min(named(&plan, may_take)) as usize,
            limits: Limits { bytes: may_take, ..self.limits(engine.measure()) },
            checks: if *verify { Checks::All } else { Checks::Drawn },
        };
        let pool = self.pool(threads)?;
        // The map begins when its sets are read, so that a set that cannot be read is reported before.
        let (mut begun, mut unheard) = (Some(Event::Begun(Box::new(cost))), false);
        let mut begin = |unheard: &mut bool| {
            if let Some(event) = begun.take() {
                *unheard |= self.out.item(event).is_break() || self.out.settle().is_break();
            }
        };
        let mut each = |layer: &Layer| {
            begin(&mut unheard);
            unheard = unheard || self.out.item(Event::Layer(*layer)).is_break();
            if unheard {
                self.cancel.cancel();
            }
        };
        let drawn = install(pool.as_ref(), || engine.map_to_set(&request, &mut each));
        let drawn = match drawn {
            _ if unheard => return Err(Fault::unheard()),
            drawn => drawn?,
        };
        begin(&mut unheard);
        if unheard {
            return Err(Fault::unheard());
        }
        Ok(Reply::Census(Box::new(Census {
            puzzle: engine.id().into(),
            goal,
            plan,
            map: drawn.census,
            antipodes: drawn.antipodes,
            kept_in: None,
            goal_positions: None,
            goal_set: goal_set.as_ref().map(|_| drawn.goals),
            from_set: drawn.starts,
            unreached: drawn.unreached,
            unreached_positions: drawn.unreached_names,
            antipode_moves: drawn.moves,
        })))
    }

    /// Refuses fields that a map to a set does not use.
    fn refuse_with_sets(&self, asked: &Map) -> Result<(), Fault> {
        let field = if asked.goal_set.is_some() { "goal_set" } else { "from_set" };
        if self.terms.together.is_some() {
            return Err(Fault::no_effect(field, "several processes cannot make a map to a set"));
        }
        let unused = [
            ("from", asked.from.is_some(), "distances are counted to a set; `from_set` names the counted positions"),
            ("disk", asked.disk.is_some(), IN_MEMORY),
            ("checkpoint_seconds", asked.checkpoint_seconds.is_some(), IN_MEMORY),
            ("save", asked.save.is_some(), "the table of a map to a set is not saved"),
        ];
        match unused.into_iter().find(|(_, is_given, _)| *is_given) {
            Some((field, _, why)) => Err(Fault::no_effect(field, why)),
            None => Ok(()),
        }
    }
}
