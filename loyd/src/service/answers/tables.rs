//! Tables: how they are built ahead, described and checked.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use web_time::{Duration, Instant};

use crate::own::Families;
use crate::planner::{DistancePlan, Engine, Listener, Part, PatternSize, Refused, Request, TablePlan};
use crate::service::amounts::{grouped, memory};
use crate::service::event::{Event, WorkPart};
use crate::service::reply::{BoundTable, BuiltDistances, Reply, TableInfo, VERSION, Verified};
use crate::service::{Bounds, Cancel, Distances, Fault, Info, Reservation, TableFolder, Task, Verify, cores};
use loyd_core::cost::CostMeasure;
use loyd_core::opening::Opening;
use loyd_core::puzzle::pattern::PatternOrder;
use loyd_core::search::{Limits, Stop};
use loyd_core::table::cache;
use loyd_core::table::distance::{KIND, StoredDistances};
use loyd_core::table::file::{FileError, Identity, Table};

/// States that one core examines in a second, and placements that it then brings into the order of their cells. They
/// were measured on the machine of the project's figures. The estimated time of a build comes from them.
const STATES_A_SECOND: f64 = 80e6;
const PLACEMENTS_A_SECOND: f64 = 38e6;

/// Moves that one core follows in a second, by ranks and by blocks, as measured on the same machine.
const MOVES_A_SECOND: [f64; 2] = [20e6, 200e6];

/// Bits of a distance if the question names none.
pub(in crate::service) const USUAL_BITS: u8 = 8;

/// The most distances of a table that are compared if the question names no number.
const WHOLE: u64 = 1 << 30;

/// A table's file, opened and checked. Its bytes are shared by all clones, and by all processes that have mapped it.
///
/// ```
/// use loyd::planner::{Request, open};
/// use loyd::service::TableHandle;
///
/// let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("eight");
/// open("8", None).unwrap().build_distances(8, Some(&path), &Request::default()).unwrap();
/// let table = TableHandle::open(&path)?;
/// assert_eq!((&table.identity().puzzle[..], table.bytes() > 181_440), ("sliding:3x3", true));
/// # Ok::<(), loyd::service::Fault>(())
/// ```
#[derive(Clone, Debug)]
pub struct TableHandle {
    path: PathBuf,
    table: Arc<Table>,
}

impl TableHandle {
    /// Opens a table's file, and checks every byte.
    ///
    /// # Errors
    /// When the file cannot be read, or is damaged.
    pub fn open(path: &Path) -> Result<TableHandle, Fault> {
        TableHandle::checked(path, &Cancel::default(), None)
    }

    /// Opens a table's file and checks every byte, until the check is cancelled or the time is up.
    pub(in crate::service) fn checked(
        path: &Path,
        cancel: &Cancel,
        time: Option<Duration>,
    ) -> Result<TableHandle, Fault> {
        let began = Instant::now();
        let is_late = || time.is_some_and(|time| began.elapsed() >= time);
        let table = Table::open_any_unless(path, &|| cancel.is_cancelled() || is_late());
        let table = table.map_err(|why| match why {
            FileError::Unchecked if !cancel.is_cancelled() => Refused::Unverified(Stop::Time),
            why => Refused::Table { path: path.into(), why },
        })?;
        Ok(TableHandle { path: path.into(), table: Arc::new(table) })
    }

    /// The path of the table's file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The identity of the table, from its header.
    pub fn identity(&self) -> &Identity {
        self.table.identity()
    }

    /// The table itself, with its arrays, for the judges. It is not part of the surface.
    #[doc(hidden)]
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The bytes of the table's arrays.
    pub fn bytes(&self) -> u64 {
        self.table.bytes()
    }

    /// Opens the puzzle of a table of all distances. The puzzle answers from the table. The header of the table may
    /// name files, which `opening` reads or refuses. The method is for the tests, and not part of the surface.
    ///
    /// # Errors
    /// When the table is of another kind, or its puzzle cannot be opened.
    #[doc(hidden)]
    pub fn engine(&self, opening: &Opening<'_>) -> Result<Engine, Fault> {
        self.engine_among(opening, &Families::of(Part::WHOLE))
    }

    /// Opens the puzzle as [`engine`](TableHandle::engine) does, from the catalogue or from `families`.
    pub(in crate::service) fn engine_among(&self, opening: &Opening<'_>, families: &Families) -> Result<Engine, Fault> {
        let identity = self.identity();
        if identity.kind != KIND {
            let (path, kind, puzzle) = (self.path.display(), &identity.kind, &identity.puzzle);
            return Err(Fault::usage(
                "table",
                format!(
                    "{path}: expected a table of kind `{KIND}`, found kind `{kind}`, which only bounds distances of \
                     {puzzle}"
                ),
            ));
        }
        let engine = families.open(opening, &identity.puzzle, None)?;
        let engine = match engine.goal() == identity.goal {
            true => engine,
            false => families.open(opening, &identity.puzzle, Some(&identity.goal))?,
        };
        engine.use_table(&self.path, &self.table)?;
        Ok(engine)
    }
}

/// The most bytes and all seconds that the build of a lower bound's tables takes.
pub(in crate::service) fn cost_of_bounds(engine: &Engine, heuristic: Option<&str>) -> Result<(u64, f64), Fault> {
    let (mut bytes, mut seconds) = (0, 0.0);
    for (index, plan) in engine.tables(heuristic)?.iter().enumerate() {
        let size = engine.table_size(heuristic, index)?;
        bytes = bytes.max(size.bytes);
        seconds += seconds_of(&size, plan);
    }
    Ok((bytes, seconds))
}

fn seconds_of(size: &PatternSize, plan: &TablePlan) -> f64 {
    let by_cells = if plan.identity.layout == PatternOrder::Cells.name() { size.entries as f64 } else { 0.0 };
    (size.states as f64 / STATES_A_SECOND + by_cells / PLACEMENTS_A_SECOND) / cores() as f64
}

/// About how many seconds the build of the table of all distances takes.
pub(in crate::service) fn seconds(plan: &DistancePlan) -> f64 {
    plan.identity.entries as f64 * plan.moves / MOVES_A_SECOND[usize::from(plan.by_blocks)] / cores() as f64
}

/// Whether a table was read from its file or written there. Another process may have removed the file since.
#[derive(Debug, Default)]
struct Heard(Arc<AtomicBool>);

impl Heard {
    /// The request with a listener that also records the news here.
    fn by(&self, request: Request) -> Request {
        let (kept, listener) = (Arc::clone(&self.0), request.notify);
        let notify = Listener(Arc::new(move |event| {
            if matches!(event, cache::CacheEvent::Read { .. } | cache::CacheEvent::Kept { .. }) {
                kept.store(true, Ordering::Relaxed);
            }
            listener.iter().for_each(|listener| listener.0(event));
        }));
        Request { notify: Some(notify), ..request }
    }

    fn is_kept(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl Task<'_> {
    fn refuse_nowhere(&self, why: &str) -> Result<(), Fault> {
        match self.question.parts().tables() {
            TableFolder::Nowhere => Err(Fault::no_effect("no_cache", why)),
            _ => Ok(()),
        }
    }

    pub(in crate::service) fn bounds(&self, asked: &Bounds) -> Result<Reply, Fault> {
        self.refuse_nowhere("the tables are always stored")?;
        let engine = self.engine()?;
        let engine = &engine;
        let Bounds { heuristic, dry_run, .. } = asked;
        let heuristic = heuristic.as_deref();
        let plans = engine.tables(heuristic)?;
        let request = self.request(engine);
        let mut tables = Vec::new();
        for (index, plan) in plans.iter().enumerate() {
            let path = request.cache.path(&plan.identity);
            let kept = path.as_ref().is_some_and(|path| path.exists());
            let size = engine.table_size(heuristic, index)?;
            let began = Instant::now();
            let heard = Heard::default();
            if !dry_run {
                // The tables built before are in their files, and need not be in memory, too.
                if request.limits.bytes.is_some_and(|most| engine.held() + size.bytes > most) {
                    engine.forget_tables();
                }
                engine.table(heuristic, index, &heard.by(request.clone()))?;
            }
            let seconds = match dry_run {
                false => began.elapsed().as_secs_f64(),
                true if kept => 0.0,
                true => seconds_of(&size, plan),
            };
            let path = path.filter(|path| *dry_run || heard.is_kept() || path.exists());
            let path = path.map(|path| path.display().to_string());
            let table = BoundTable { path, kept, seconds, ..row(engine, plan, &size) };
            if self.out.item(Event::Built(table.clone())).is_break() {
                break;
            }
            tables.push(table);
        }
        Ok(Reply::Bounds(tables))
    }

    pub(in crate::service) fn distances(&self, asked: &Distances) -> Result<Reply, Fault> {
        self.refuse_nowhere("the table is always stored; name a file with `output`")?;
        let engine = self.engine()?;
        let engine = &engine;
        let Distances { bits, dry_run, output, .. } = asked;
        let bits = bits.unwrap_or(USUAL_BITS);
        let plan = engine.distance_plan(bits)?;
        let request = self.request(engine);
        let heard = Heard::default();
        let request = heard.by(request);
        let path = output.clone().or_else(|| request.cache.path(&plan.identity));
        let kept = output.is_none() && path.as_ref().is_some_and(|path| path.exists());
        let began = Instant::now();
        if !dry_run {
            if !kept {
                fits(engine.id(), &plan, &self.reserved)?;
            }
            engine.build_distances(bits, output.as_deref(), &request)?;
        }
        let seconds = match dry_run {
            false => began.elapsed().as_secs_f64(),
            true if kept => 0.0,
            true => seconds(&plan),
        };
        let path = path.filter(|path| *dry_run || heard.is_kept() || path.exists());
        let identity = plan.identity;
        Ok(Reply::Distances(Box::new(BuiltDistances {
            version: VERSION,
            puzzle: engine.id().into(),
            goal: identity.goal,
            kind: identity.kind,
            layout: identity.layout,
            encoding: identity.encoding,
            bits,
            entries: identity.entries,
            bytes: plan.bytes,
            building_bytes: plan.building_bytes,
            path: path.as_deref().map(Path::display).map(|path| path.to_string()),
            kept,
            seconds,
        })))
    }

    pub(in crate::service) fn info(&self, asked: &Info) -> Result<Reply, Fault> {
        let path = &asked.table;
        let handle = TableHandle::checked(path, &self.cancel, None)?;
        let identity = handle.identity();
        let distances = match identity.kind == KIND {
            false => None,
            true => {
                let bad = |why| Fault::from(Refused::Table { path: path.into(), why });
                Some(StoredDistances::of(handle.table()).map_err(bad)?)
            }
        };
        let layers = distances.as_ref().and_then(StoredDistances::layers);
        let states = layers.map(|layers| layers.iter().sum::<u64>());
        let sum = layers.map(|layers| (0u128..).zip(layers).map(|(depth, &states)| depth * u128::from(states)).sum());
        Ok(Reply::Info(Box::new(TableInfo {
            version: VERSION,
            path: path.display().to_string(),
            puzzle: identity.puzzle.clone(),
            goal: identity.goal.clone(),
            kind: identity.kind.clone(),
            layout: identity.layout.clone(),
            parameters: identity.parameters.clone(),
            notes: handle.table().notes().clone(),
            encoding: identity.encoding.clone(),
            entries: identity.entries,
            bytes: handle.bytes(),
            bits: distances.as_ref().map(|distances| distances.encoding().bits()),
            states,
            diameter: layers.map(|layers| layers.len().saturating_sub(1)),
            mean: states.zip(sum).map(|(states, sum): (u64, u128)| sum as f64 / states.max(1) as f64),
            layers: layers.map(<[u64]>::to_vec),
        })))
    }

    pub(in crate::service) fn verify(&self, asked: &Verify) -> Result<Reply, Fault> {
        let began = Instant::now();
        let Verify { table: path, sample, limit_seconds } = asked;
        let limits = self.limits(CostMeasure::Moves);
        let handle = TableHandle::checked(path, &self.cancel, limits.time)?;
        let identity = handle.identity();
        let is_whole = identity.kind == KIND;
        let idle = [("sample", sample.is_some()), ("limit_seconds", limit_seconds.is_some())];
        if let (false, Some((field, _))) = (is_whole, idle.into_iter().find(|(_, given)| *given)) {
            let only = format!("a table of kind `{}` is checked only byte by byte", identity.kind);
            return Err(Fault::no_effect(field, only));
        }
        let (mut compared, mut walked, mut states) = (0, 0, None);
        if is_whole {
            let most = sample.unwrap_or(WHOLE);
            let part = WorkPart::new("table", 1, 1, Some(most.min(identity.entries)));
            let time = limits.time.map(|time| time.saturating_sub(began.elapsed()));
            let limits = Limits { time, progress: self.out.watcher(Some(part)), ..limits };
            let extent = handle.engine_among(&self.opening(), &self.service.families)?.verify_table(most, &limits)?;
            (compared, walked, states) = (extent.compared, extent.walked, Some(extent.states));
        }
        Ok(Reply::Verified(Box::new(Verified {
            version: VERSION,
            path: path.display().to_string(),
            puzzle: identity.puzzle.clone(),
            kind: identity.kind.clone(),
            bytes: handle.bytes(),
            entries: identity.entries,
            states,
            compared,
            walked,
            seconds: began.elapsed().as_secs_f64(),
        })))
    }
}

/// Refuses a build that needs more memory than it may take.
fn fits(puzzle: &str, plan: &DistancePlan, reserved: &Reservation) -> Result<(), Fault> {
    match reserved.bytes() {
        Some(most) if plan.building_bytes > most => {
            let (needs, states) = (memory(plan.building_bytes), grouped(plan.identity.entries));
            Err(Fault::memory(format!(
                "the table of {puzzle} needs {needs} of memory for its {states} states, but only {} is available",
                memory(most)
            ))
            .lasting(reserved.never_has(plan.building_bytes)))
        }
        _ => Ok(()),
    }
}

fn row(engine: &Engine, plan: &TablePlan, size: &PatternSize) -> BoundTable {
    let identity = &plan.identity;
    BoundTable {
        version: VERSION,
        puzzle: engine.id().into(),
        kind: identity.kind.clone(),
        pieces: identity.parameters.get("pieces").cloned().unwrap_or_default(),
        notes: plan.notes.clone(),
        layout: identity.layout.clone(),
        encoding: identity.encoding.clone(),
        entries: identity.entries,
        bytes: plan.bytes,
        building_bytes: size.bytes,
        states: size.states,
        path: None,
        kept: false,
        seconds: 0.0,
    }
}
