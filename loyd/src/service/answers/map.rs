//! Maps of whole state spaces: their cost, where they are kept, and their layers as they grow.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::planner::sets::first_position;
use crate::planner::{Engine, MapPlan, MapRequest, Refused, Request};
use crate::service::amounts::{grouped, memory};
use crate::service::event::Event;
use crate::service::reply::{Census, MapCost, Reply};
use crate::service::{Cancel, Fault, Inner, Kind, Map, Origin, Task, cores};
use loyd_core::limits::{Stop, Watch};
use loyd_core::search::Limits;
use loyd_core::table::file;
use loyd_core::table::map::{Checks, Folder, FolderError, Keep, Layer, Method, Partnership, Share};
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Moves that one core follows in a second: by blocks or on ranks, and by way of states. They were measured on the
/// machine of the project's figures. The estimated time of a map comes from them.
const MOVES_A_SECOND: [f64; 2] = [500e6, 40e6];

/// The exponent of the number of symmetries in the speedup of a map, as measured for top-spin and the swap.
const GAIN: f64 = 0.75;

/// The number of farthest positions that are named if the question gives no number.
pub(super) const SOME: u64 = 100;

/// The number of farthest positions that may be named whatever the memory, and the most bytes of a name with its ranks.
const ALWAYS: u64 = 1 << 15;
const NAME_BYTES: u64 = 1 << 7;

/// The most farthest positions that may be named.
pub(super) fn named(plan: &MapPlan, may_take: Option<u64>) -> u64 {
    may_take.map_or(u64::MAX, |most| (most.saturating_sub(whole(plan)) / NAME_BYTES).max(ALWAYS))
}

/// Bits of a position in the saved table. Two are enough for a space of any depth.
const SAVED_BITS: u8 = 2;

/// Time between two checkpoints of a map in a named folder, if the question gives no time.
const EVERY: Duration = Duration::from_secs(300);

/// Bytes of a process without a map. They count, because the memory limit is a promise.
const PROCESS: u64 = 8 << 20;

/// The memory that a map needs, the process included.
pub(in crate::service) fn whole(plan: &MapPlan) -> u64 {
    plan.bytes.saturating_add(PROCESS)
}

/// The memory that a map needs if its rest may be in a folder, the process included.
fn least(plan: &MapPlan) -> u64 {
    plan.least.saturating_add(PROCESS).min(whole(plan))
}

/// The costs of a map that so many processes share.
pub(super) fn cost(engine: &Engine, goal: &str, plan: &MapPlan, threads: usize, processes: usize) -> MapCost {
    MapCost {
        puzzle: engine.id().into(),
        goal: goal.into(),
        bytes: whole(plan),
        least_bytes: least(plan),
        seconds: seconds(plan, threads).map(|seconds| seconds / processes as f64),
        threads,
        goes_on: None,
        plan: plan.clone(),
    }
}

/// The method of the map, if there is memory for it.
pub(in crate::service) fn method(asked: &Map) -> Method {
    if asked.save.is_some() { Method::Blocks } else { Method::Best }
}

/// About how many seconds a map takes, if states are numbered.
pub(in crate::service) fn seconds(plan: &MapPlan, threads: usize) -> Option<f64> {
    let rate = MOVES_A_SECOND[usize::from(!plan.by_blocks && !plan.on_ranks)] * threads.min(cores()) as f64;
    Some(plan.states? as f64 * plan.moves / rate / (plan.symmetries as f64).powf(GAIN))
}

impl Inner {
    /// The puzzle whose states are numbered for a map. A map from one position or to a set has no goal, but states have
    /// numbers only if they reach the goal. A position that does not reach the goal therefore becomes the goal.
    pub(in crate::service) fn engine_of_map(
        &self,
        asked: &Map,
        watch: &Watch,
        cancel: &Cancel,
    ) -> Result<Arc<Engine>, Fault> {
        let engine = self.engine(&asked.clone().into(), watch, cancel)?;
        let in_set = || asked.goal_set.as_deref().and_then(first_position);
        let Some(from) = asked.from.as_deref().or_else(in_set) else { return Ok(engine) };
        match (engine.unsolvable(from), engine.state(from)) {
            (Ok(Some(_)), Ok(from)) => {
                let around = Map { goal: Some(from), ..asked.clone() }.into();
                // A position that cannot be a goal is refused later, as the position to count from.
                Ok(self.engine(&around, watch, cancel).unwrap_or(engine))
            }
            _ => Ok(engine),
        }
    }
}

/// Does work on the threads of a pool, or on this thread if there is no pool.
pub(super) fn install<T: Send>(pool: Option<&ThreadPool>, work: impl FnOnce() -> T + Send) -> T {
    match pool {
        Some(pool) => pool.install(work),
        None => work(),
    }
}

impl Task<'_> {
    pub(in crate::service) fn map(&self, asked: &Map, is_dry_run: bool) -> Result<Reply, Fault> {
        let goal = self.engine()?.goal();
        let engine = &self.service.engine_of_map(asked, self.watch, &self.cancel)?;
        if asked.has_sets() {
            return self.map_to_set(asked, is_dry_run, engine, goal);
        }
        let Map { from, disk, save, antipodes, verify, .. } = asked;
        let may_take = self.reserved.bytes();
        let mut method = method(asked);
        let together = self.terms.together.as_deref();
        if cfg!(not(feature = "shared")) && together.is_some() {
            return Err(Fault::new(
                Kind::Usage,
                Origin::Question,
                "maps by several processes are the feature `shared`",
            ));
        }
        if let (Some(_), Some(_)) = (save, together) {
            return Err(Fault::no_effect("save", "the table of a shared map is with several processes"));
        }
        let share = together.map_or(Share::WHOLE, Partnership::share);
        let under_way = together.map_or(0, Partnership::under_way);
        let plan_of = |method: Method| {
            let mut plan = engine.map_plan(from.as_deref(), method, share)?;
            (plan.bytes, plan.least) = (plan.bytes + under_way, plan.least + under_way);
            Ok::<MapPlan, Fault>(plan)
        };
        let mut plan = plan_of(method)?;
        // A map reduced by symmetry must fit in memory. Parts of a map that is not reduced may be in the folder.
        if disk.is_some() && plan.by_blocks && plan.symmetries > 1 && may_take.is_some_and(|most| most < whole(&plan)) {
            method = Method::Blocks;
        }
        // Every process uses the method that one of them must use.
        if let Some(together) = together
            && together.sum([u64::from(method == Method::Blocks)])? != [0]
        {
            method = Method::Blocks;
        }
        if method == Method::Blocks && plan.symmetries > 1 {
            plan = plan_of(method)?;
        }
        let needed = |plan: &MapPlan| if disk.is_some() { least(plan) } else { whole(plan) };
        let lacks = |plan: &MapPlan| may_take.is_some_and(|most| most < needed(plan));
        let is_alone = save.is_none() && together.is_none();
        // The tables of moves between blocks may take many times the memory of the states.
        if is_alone && plan.by_blocks && lacks(&plan) {
            let by_ranks = plan_of(Method::Ranks)?;
            if !lacks(&by_ranks) && needed(&by_ranks) <= needed(&plan) / 2 {
                (method, plan) = (Method::Ranks, by_ranks);
            }
        }
        // Where ranks do not fit in memory, a map without ranks makes the first layers: as many as a limit of moves
        // allows, or, if ranks are slow and may be far more than the states, as many as fit.
        let without_ranks = asked.limits.moves.is_some() || engine.are_ranks_slow();
        if is_alone && method == Method::Best && without_ranks && lacks(&plan) {
            plan = engine.map_plan_without_ranks(from.as_deref())?.unwrap_or(plan);
        }
        let threads = self.threads();
        let mut cost = cost(engine, &goal, &plan, threads, share.number);
        if is_dry_run {
            return Ok(Reply::MapCost(Box::new(cost)));
        }
        self.fits(engine, &plan, asked, may_take)?;
        if let Some(path) = save {
            let needed = engine.distance_plan(SAVED_BITS)?.building_bytes;
            // A map that is the table itself needs no more memory than the map.
            if !plan.is_table && may_take.is_some_and(|most| most < needed) {
                return Err(Refused::Memory { puzzle: engine.id().into(), needed }.into());
            }
            file::can_write(path).map_err(|why| Refused::Unwritten { path: path.clone(), why })?;
        }
        let kept = self.open_folder(&plan, asked)?;
        cost.goes_on = kept.as_ref().and_then(Kept::checkpoint);
        // The listener may have to make files of its own first. If it cannot, it breaks here, where nothing has
        // happened yet.
        if self.out.item(Event::Begun(Box::new(cost))).is_break() || self.out.settle().is_break() {
            kept.into_iter().for_each(Kept::leave);
            return Err(Fault::unheard());
        }
        let request = MapRequest {
            from: from.clone(),
            antipodes: antipodes.unwrap_or(SOME).min(named(&plan, may_take)) as usize,
            limits: Limits { bytes: may_take, ..self.limits(engine.measure()) },
            keep: kept.as_ref().map(|kept| kept.keep(asked, &plan, may_take, under_way)),
            method,
            checks: if *verify { Checks::All } else { Checks::Drawn },
            without_ranks: plan.states.is_none(),
            save: save.clone().filter(|_| plan.is_table),
            together,
        };
        let pool = self.pool(threads)?;
        let mut unheard = false;
        let mut each = |layer: &Layer| {
            if !unheard && self.out.item(Event::Layer(*layer)).is_break() {
                unheard = true;
                // The listener has left, so nobody needs the rest of the map.
                self.cancel.cancel();
            }
        };
        let drawn = install(pool.as_ref(), || engine.map(&request, &mut each));
        if unheard {
            // A listener that has left will not ask for the rest, so only a named folder is kept.
            if let (Some(kept), None) = (kept, disk) {
                let _ = kept.clear();
            }
            return Err(Fault::unheard());
        }
        let (map, antipodes) = match drawn {
            Ok(drawn) => drawn,
            Err(why) => {
                kept.into_iter().for_each(Kept::leave);
                return Err(why.into());
            }
        };
        // A map up to a number of moves is done. Another map, which was interrupted, may continue in its folder.
        let is_done = map.stopped == Some(Stop::Moves) && disk.is_none() && asked.checkpoint_seconds.is_none();
        let kept_in = match kept {
            // A map that stops before its first checkpoint leaves nothing to continue from.
            Some(kept) if map.stopped.is_none() || kept.checkpoint().is_none() => {
                kept.clear().map_err(Fault::from)?;
                None
            }
            kept => kept.and_then(|kept| kept.checkpoint()).filter(|_| !is_done),
        };
        if let (Some(path), None, false) = (save, map.stopped, plan.is_table) {
            let limits = Limits { bytes: may_take, cancel: Some(self.cancel.flag()), ..Limits::default() };
            let request = Request { limits, ..Request::default() };
            install(pool.as_ref(), || engine.build_distances(SAVED_BITS, Some(path), &request))?;
        }
        let puzzle = engine.id().into();
        let described = if from.is_none() { engine.described() } else { None };
        // The census is complete without the goal positions, even if a limit stops their count.
        let goal_positions = described.and_then(|described| self.watch.over(|| described.goal_positions()).ok());
        let (goal_set, from_set, unreached, unreached_positions, antipode_moves) = Default::default();
        Ok(Reply::Census(Box::new(Census {
            puzzle,
            goal,
            plan,
            map,
            antipodes,
            kept_in,
            goal_positions,
            goal_set,
            from_set,
            unreached,
            unreached_positions,
            antipode_moves,
        })))
    }

    /// The threads of a map; `None` in a browser, whose threads cannot share memory: this thread then makes the map.
    pub(super) fn pool(&self, threads: usize) -> Result<Option<ThreadPool>, Fault> {
        if cfg!(target_family = "wasm") {
            return Ok(None);
        }
        let watch = self.watch.clone();
        let pool = ThreadPoolBuilder::new().num_threads(threads);
        let pool = pool.start_handler(move |_| watch.stay()).build();
        pool.map(Some).map_err(|error| Fault::system(format!("cannot start {threads} threads: {error}")))
    }

    /// Refuses a map that needs more memory than it may take.
    pub(super) fn fits(
        &self,
        engine: &Engine,
        plan: &MapPlan,
        asked: &Map,
        may_take: Option<u64>,
    ) -> Result<(), Fault> {
        let needed = if asked.disk.is_some() { least(plan) } else { whole(plan) };
        let Some(most) = may_take.filter(|&most| most < needed) else { return Ok(()) };
        let states = plan.states.map_or_else(String::new, |states| format!(" for its {} states", grouped(states)));
        Err(Fault::memory(format!(
            "the map of {} needs {} of memory{states}, but only {} is available",
            engine.id(),
            memory(needed),
            memory(most)
        ))
        .lasting(self.reserved.never_has(needed)))
    }

    /// Opens the folder for checkpoints. If the question does not ask for the folder and it cannot be opened, the map
    /// runs without a folder.
    fn open_folder(&self, plan: &MapPlan, asked: &Map) -> Result<Option<Kept>, Fault> {
        let Map { disk, checkpoint_seconds, .. } = asked;
        if plan.is_in_memory {
            let given = [("disk", disk.is_some()), ("checkpoint_seconds", checkpoint_seconds.is_some())];
            let why = "the states are not packed, so the map must be made in memory";
            return match given.into_iter().find(|(_, is_given)| *is_given) {
                Some((field, _)) => Err(Fault::no_effect(field, why)),
                None => Ok(None),
            };
        }
        let open = |path: PathBuf, named| Folder::open(&path).map(|folder| Kept { folder, named }).map_err(Fault::from);
        let share = self.terms.together.as_deref().map(Partnership::share);
        if let Some(path) = disk {
            let path = share.map_or_else(|| path.clone(), |share| Folder::of_process(path, share.own));
            return open(path, true).map(Some);
        }
        // A shared map is not kept in the cache folder, because the other processes keep their parts in other folders.
        if share.is_some() {
            return match checkpoint_seconds {
                Some(_) => {
                    Err(Fault::no_effect("checkpoint_seconds", "a shared map is kept in the folder that `disk` names"))
                }
                None => Ok(None),
            };
        }
        match (self.cache().map_folder(&plan.identity), checkpoint_seconds) {
            (Some(path), Some(_)) => open(path, false).map(Some),
            (Some(path), None) => Ok(open(path, false).ok()),
            (None, Some(_)) => Err(Fault::usage(
                "checkpoint_seconds",
                "`checkpoint_seconds`: this system has no cache folder; name a folder with `disk`",
            )),
            (None, None) => Ok(None),
        }
    }
}

/// The folder where an unfinished map is kept: the named folder, or the map's own folder below the folder of tables.
struct Kept {
    folder: Folder,
    named: bool,
}

impl Kept {
    /// The settings for keeping a map in this folder, given the memory that the map may take.
    fn keep(&self, asked: &Map, plan: &MapPlan, may_take: Option<u64>, under_way: u64) -> Keep<'_> {
        Keep {
            folder: &self.folder,
            identity: plan.identity.clone(),
            every: asked.checkpoint_seconds.or_else(|| self.named.then_some(EVERY)),
            // If the whole map fits in memory, no part of it has to be in the folder.
            memory: may_take
                .filter(|&most| self.named && (plan.states.is_none() || most < whole(plan)))
                .map(|most| most.saturating_sub(PROCESS + under_way)),
        }
    }

    /// The path of the folder, if it contains a checkpoint to continue from.
    fn checkpoint(&self) -> Option<PathBuf> {
        self.folder.has_checkpoint().then(|| self.folder.path().to_path_buf())
    }

    /// Removes the folder if it contains nothing to continue from, because no map was begun.
    fn leave(self) {
        if !self.folder.has_any() {
            // A folder that cannot be removed is empty, and the next map uses it.
            let _ = self.clear();
        }
    }

    /// Removes the map's files, and the folder if it was not named.
    fn clear(self) -> Result<(), FolderError> {
        let (path, named) = (self.folder.path().to_path_buf(), self.named);
        self.folder.clear()?;
        if !named {
            // The folder is empty now, unless somebody put something into it.
            let _ = fs::remove_dir(path);
        }
        Ok(())
    }
}
