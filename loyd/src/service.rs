//! Questions and replies: the typed interface of the library for a command line, a server, a cluster and Python. A
//! caller names no Rust type of a puzzle.
//!
//! A question is a record of its kind, such as [`Solve`] or [`Map`], and has a reply of its own type. A [`Question`] is
//! one of any kind, with a [`Reply`] of any kind. A reply reports what is proved, a [`Fault`] reports why there is no
//! reply, and [`Event`]s report what happens in between. A [`Service`] answers from any thread and keeps what many
//! questions share: opened puzzles with their tables, and one memory budget.
//!
//! ```
//! use loyd::search::Length;
//! use loyd::service::{Service, Solve};
//!
//! let service = Service::default();
//! let answer = service.solve(&Solve::new("swap:3", "1 2 9/4 6 3/7 8 5"))?;
//! assert_eq!((answer.length(), answer.moves().as_deref()), (Some(Length(3)), Some("3-9 5-6 6-9")));
//! # Ok::<(), loyd::service::Fault>(())
//! ```

use std::borrow::Cow;
use std::cell::Cell;
use std::fmt;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use web_time::SystemTime;

use crate::catalogue;
use crate::own::{Families, OwnFamily};
use crate::planner::{Engine, Part, Request, cores};
use loyd_core::cost::{Cost, CostMeasure};
use loyd_core::limits::Watch;
use loyd_core::opening::{Opening, ReadNames};
use loyd_core::puzzle::Convention;
use loyd_core::search::{Limits, Stop};

pub mod amounts;
mod answers;
pub mod batch;
mod control;
mod engines;
mod event;
mod fault;
mod ledger;
mod list;
mod question;
pub mod reply;
#[cfg(feature = "serde")]
mod wire;

/// Sets of instances and their verdicts, for the command and the tests of the project. It is not part of the surface.
#[doc(hidden)]
pub use answers::bench;

pub use answers::search::Prepared;
pub use answers::tables::TableHandle;
pub use control::{Cancel, Ceiling, Control};
pub use event::{Event, TableFate, TableNews, WorkPart};
pub use fault::{Fault, Kind, Origin};
pub use ledger::{Estimate, Ledger};
pub use list::List;
pub use question::{
    Ask, Asked, Bench, Bounds, Catalogue, CatalogueReply, Check, Compare, CostLimits, Distance, Distances, Draw,
    DryRun, FlatQuestion, Group, Info, Lint, Map, MapLimits, Moves, Next, PositionRef, PuzzleRef, Question, Random,
    Rank, SearchRef, Solve, TableFolder, TableLimits, Unrank, Verify,
};
pub use reply::{Reply, VERSION};

// The records of the layers below that questions, replies, events and faults contain: they are part of the surface.
pub use crate::planner::{Algorithm, CheckedMoves, EngineAnswer, Listener, MapPlan, Options, Solution, Want};
#[doc(inline)]
pub use loyd_core::table::cache::{Cache, CacheEvent};
#[doc(inline)]
pub use loyd_core::table::file::{Identity, Notes};
#[doc(inline)]
pub use loyd_core::table::map::{Layer, MapCensus, MapChecked, Partnership};
#[doc(inline)]
pub use loyd_core::text::Misread;

use control::{Feed, Out};
use engines::{Engines, NO_PUZZLE, number_of};
use ledger::Reservation;

/// The stack size of a thread that searches, in bytes. Depth-first search uses some hundred bytes of it for each move,
/// and solutions on rings of up to 256 cells have up to 32,000 moves. Only the used part takes memory.
pub const STACK: usize = 64 << 20;

/// A search runs on the caller's own stack only if no shortest solution has more moves than this.
const SHALLOW: u32 = 128;

/// The time limit of `compare`, `check`, `next`, and `random` with a depth, which should never hang, if none is named.
pub const USUAL_TIME: Duration = Duration::from_secs(10);
/// The memory limit, in bytes, of a question that should never hang and names none.
pub const USUAL_MEMORY: u64 = 2_000_000_000;

thread_local! {
    /// Whether this thread has the [`STACK`] of a search.
    static HAS_ROOM: Cell<bool> = const { Cell::new(false) };
}

/// Calls `does` on this thread, and marks the thread as one that has the stack of a search.
fn with_room<T>(does: impl FnOnce() -> T) -> T {
    HAS_ROOM.with(|room| room.set(true));
    does()
}

/// Answers questions, from any thread. A clone refers to the same service.
///
/// ```
/// use std::time::Duration;
/// use loyd::service::{Cancel, Control, Service, Solve};
///
/// let service = Service::builder().memory(1 << 30).build();
/// let cancel = Cancel::default();
/// let (other, asked) = (service.clone(), Control::new(cancel.clone()));
/// // Nobody has seen a shortest solution of this one yet: it is stopped from another thread.
/// std::thread::spawn(move || {
///     std::thread::sleep(Duration::from_millis(50));
///     cancel.cancel();
/// });
/// let state: Vec<String> = (1..81).rev().map(|tile| tile.to_string()).chain(["x".into()]).collect();
/// let answer = other.ask(&Solve::new("sliding:9x9", state.join(" ")), &asked)?;
/// assert!(answer.stopped().is_some());
/// # Ok::<(), loyd::service::Fault>(())
/// ```
#[derive(Clone)]
pub struct Service(Arc<Inner>);

impl fmt::Debug for Service {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Inner { cache, names, paths, ledger, .. } = &*self.0;
        f.debug_struct("Service")
            .field("cache", cache)
            .field("files", &names.is_some())
            .field("paths", paths)
            .field("ledger", ledger)
            .finish_non_exhaustive()
    }
}

struct Inner {
    cache: Cache,
    names: Option<Arc<dyn ReadNames>>,
    /// Whether questions may name table files and folders.
    paths: bool,
    ledger: Ledger,
    engines: Engines,
    families: Families,
    seeds: RandomState,
    /// The number of seeds that were made.
    seeded: AtomicU64,
}

/// Makes a [`Service`].
pub struct Builder {
    cache: Cache,
    names: Option<Arc<dyn ReadNames>>,
    paths: bool,
    memory: Option<u64>,
    at_a_time: usize,
    families: Families,
}

impl fmt::Debug for Builder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Builder { cache, names, paths, memory, at_a_time, families } = self;
        let mut shown = f.debug_struct("Builder");
        shown.field("cache", cache).field("files", &names.is_some()).field("paths", paths);
        shown.field("memory", memory).field("at_a_time", at_a_time).field("families", families).finish()
    }
}

impl Default for Builder {
    fn default() -> Self {
        Service::builder()
    }
}

impl Builder {
    /// Sets the folder where tables are kept. By default no tables are kept.
    pub fn cache(self, cache: Cache) -> Builder {
        Builder { cache, ..self }
    }

    /// Sets the reader of the names in ids such as `sliding:@NAME`, in goals, in sets of instances and in the headers
    /// of tables. It may read files, an archive, a database or an upload. Every question calls the reader again.
    /// Without a reader, such a name is refused, and no code path leads from a name in a question to the file system.
    ///
    /// ```
    /// use loyd::search::Length;
    /// use loyd::service::{Service, Solve};
    /// use std::path::Path;
    ///
    /// let archive = |_: &Path, _: usize| Ok(b"###\n#.#\n###\n".to_vec());
    /// let service = Service::builder().files(archive).build();
    /// let answer = service.solve(&Solve::new("sliding:@ring", "1 2 3/4 5/6 x 7"))?;
    /// assert_eq!(answer.length(), Some(Length(1)));
    /// # Ok::<(), loyd::service::Fault>(())
    /// ```
    pub fn files(self, names: impl ReadNames + 'static) -> Builder {
        Builder { names: Some(Arc::new(names)), ..self }
    }

    /// Lets questions name table files (`table`, `save`, `output`) and folders (`disk`, `cache_dir`), refused by
    /// default.
    pub fn paths(self) -> Builder {
        Builder { paths: true, ..self }
    }

    /// Sets the most bytes that all questions together may hold, tables included. By default there is no limit.
    pub fn memory(self, bytes: impl Into<Option<u64>>) -> Builder {
        Builder { memory: bytes.into(), ..self }
    }

    /// Adds a family of puzzles from outside the library. Questions, batches, tables and JSON name its puzzles by ids,
    /// like the puzzles of the catalogue.
    ///
    /// # Panics
    /// If another family has the same name.
    pub fn family(mut self, family: OwnFamily) -> Builder {
        self.families.add(family);
        self
    }

    /// Sets how many questions without a limit of their own share the memory. By default one question may take it all.
    pub fn at_a_time(self, questions: usize) -> Builder {
        Builder { at_a_time: questions, ..self }
    }

    /// Builds the service.
    pub fn build(self) -> Service {
        let Builder { cache, names, paths, memory, at_a_time, families } = self;
        let ledger = Ledger::new(memory, at_a_time);
        let (engines, seeds) = (Engines::default(), RandomState::new());
        Service(Arc::new(Inner { cache, names, paths, ledger, engines, families, seeds, seeded: AtomicU64::new(0) }))
    }
}

impl Default for Service {
    fn default() -> Self {
        Service::builder().build()
    }
}

impl Service {
    /// Returns a builder. By default its service keeps no tables, opens no files and takes any amount of memory.
    pub fn builder() -> Builder {
        Service::builder_of(Part::WHOLE)
    }

    /// Returns a [builder](Service::builder) of a service that opens only a part of the catalogue.
    #[doc(hidden)]
    pub fn builder_of(part: Part) -> Builder {
        let (cache, names, paths, memory, at_a_time) = Default::default();
        Builder { cache, names, paths, memory, at_a_time, families: Families::of(part) }
    }

    /// Answers a question of one kind with a reply of its type, or a [`Question`] of any kind with a [`Reply`]. A proof
    /// that there is no solution is a reply, and so is what a limit left proved.
    ///
    /// The caller needs no particular stack. A search that might need much stack runs on a thread of its own, and so
    /// does every question with a listener.
    ///
    /// # Errors
    /// A [`Fault`] reports what is wrong with the question, or what failed.
    pub fn ask<Q: Asked>(&self, question: &Q, control: &Control<'_>) -> Result<Q::Reply, Fault> {
        let reply = self.answer(&with_size(question.question()), control)?;
        Q::reply(reply).ok_or_else(|| Fault::internal("a reply to another question"))
    }

    fn answer(&self, question: &Question, control: &Control<'_>) -> Result<Reply, Fault> {
        self.0.refuse_paths(question)?;
        let terms = Terms::from(control);
        let watch = |cancel: &Cancel| self.0.watch(question, &terms, cancel);
        let answer = |out: &Out, cancel: Cancel| {
            let watch = watch(&cancel);
            let reply = watch.over(|| Task::new(&self.0, question, terms.clone(), out, cancel, &watch)?.answer());
            self.0.settle(question);
            or_unopened(question, reply, |solve, why| {
                let state = solve.position.state.as_deref().unwrap_or_default();
                Reply::Answer(Box::new(answers::search::unopened(solve, state, why, watch.elapsed())))
            })
        };
        let inline =
            !control.is_heard() && (HAS_ROOM.with(Cell::get) || self.0.is_shallow(question, &watch(&control.cancel)));
        if inline {
            return answer(&Out::NOBODY, control.cancel.clone());
        }
        let answered = Feed::attend(control, STACK, answer);
        answered.unwrap_or_else(|error| Err(Fault::system(format!("cannot start a thread: {error}"))))
    }

    /// Estimates the memory and time that a question would take, without answering it.
    ///
    /// # Errors
    /// The faults of [`ask`](Service::ask), for example for a puzzle that cannot be opened.
    pub fn estimate(&self, question: &impl Asked, control: &Control<'_>) -> Result<Estimate, Fault> {
        let question = &*with_size(question.question());
        self.0.refuse_paths(question)?;
        self.0.under_watch(question, control, |watch| self.0.estimate(question, watch, &control.cancel))
    }

    /// Estimates a question whose puzzle is already open. Opens nothing and reads nothing.
    ///
    /// ```
    /// use loyd::search::Length;
    /// use loyd::service::{Service, Solve};
    ///
    /// let (service, question) = (Service::default(), Solve::new("8", "2 3 4 1 5 x 7 6 8"));
    /// assert_eq!(service.estimate_opened(&question), None);
    /// service.solve(&question)?;
    /// assert!(service.estimate_opened(&question).unwrap().is_cheap);
    /// # Ok::<(), loyd::service::Fault>(())
    /// ```
    pub fn estimate_opened(&self, question: &impl Asked) -> Option<Estimate> {
        let question = &*with_size(question.question());
        self.0.refuse_paths(question).ok()?;
        self.0.estimate_opened(question)
    }

    /// Opens the puzzle of a question, under the limits of the question and of the control. It serves the command, some
    /// of whose work has no kind of question, and is not part of the surface.
    ///
    /// # Errors
    /// When the puzzle cannot be opened, or its table cannot be used.
    #[doc(hidden)]
    pub fn open(&self, question: &impl Asked, control: &Control<'_>) -> Result<Arc<Engine>, Fault> {
        let question = &*with_size(question.question());
        self.0.refuse_paths(question)?;
        let open = |watch: &Watch| self.0.engine(question, watch, &control.cancel);
        let engine = self.0.under_watch(question, control, open);
        self.0.settle(question);
        engine
    }

    /// Prepares to solve many positions as a question asks, a [`Solve`] or a [`Distance`] without its position. All
    /// positions together stay within the question's share of the memory. The time limit holds for opening the puzzle,
    /// and again for each position.
    ///
    /// # Errors
    /// The faults of [`ask`](Service::ask).
    pub fn prepare(&self, question: &impl Asked, control: &Control<'_>) -> Result<Prepared, Fault> {
        let question = &*question.question();
        self.0.refuse_paths(question)?;
        let watch = self.0.watch(question, &control.into(), &control.cancel);
        let prepared = watch.over(|| {
            Task::new(&self.0, question, control.into(), &Out::NOBODY, control.cancel.clone(), &watch)?.prepare()
        });
        self.0.settle(question);
        let prepared = or_unopened(question, prepared, |solve, why| Prepared::unopened(solve, why, watch.elapsed()))?;
        Ok(prepared.within(most_time(question, &control.into())))
    }

    /// The limits of time and memory of a question, its own or the usual ones. They serve the command, and are not
    /// part of the surface.
    #[doc(hidden)]
    pub fn limits_of(&self, question: &impl Asked, control: &Control<'_>) -> (Option<Duration>, Option<u64>) {
        let (question, terms) = (&*question.question(), control.into());
        (most_time(question, &terms), self.0.most_memory(question, &terms))
    }

    /// The memory that questions share.
    pub fn ledger(&self) -> &Ledger {
        &self.0.ledger
    }

    /// Forgets the opened puzzles that no question uses now, with their tables.
    pub fn evict(&self) {
        self.0.evict(u64::MAX);
    }

    /// The folder where the service keeps tables.
    pub fn cache(&self) -> &Cache {
        &self.0.cache
    }
}

impl Inner {
    /// Refuses fields that are paths if this service may open none. A name inside a text is not checked here, because
    /// only a reader of names can read it.
    fn refuse_paths(&self, question: &Question) -> Result<(), Fault> {
        let (disk, save) = match question {
            Question::Map(map) | Question::DryRun(map) => (map.disk.is_some(), map.save.is_some()),
            _ => (false, false),
        };
        let parts = question.parts();
        let fields = [
            ("table", parts.table().is_some()),
            ("disk", disk),
            ("save", save),
            ("output", matches!(question, Question::Distances(Distances { output: Some(_), .. }))),
            ("cache_dir", matches!(parts.tables(), TableFolder::At(_))),
        ];
        match fields.into_iter().find(|(_, named)| *named && !self.paths) {
            Some((field, _)) => Err(Fault::no_files(field)),
            None => Ok(()),
        }
    }

    /// Starts the watch of a question, whose clock runs from now on.
    fn watch(&self, question: &Question, terms: &Terms, cancel: &Cancel) -> Watch {
        let (time, bytes) = (most_time(question, terms), self.most_memory(question, terms));
        Watch::new(&Limits { time, bytes, cancel: Some(cancel.flag()), ..Limits::default() })
    }

    /// Does work for a question, under the question's watch.
    fn under_watch<T>(
        &self,
        question: &Question,
        control: &Control<'_>,
        does: impl FnOnce(&Watch) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let watch = self.watch(question, &control.into(), &control.cancel);
        watch.over(|| does(&watch)).unwrap_or_else(|why| Err(Fault::stopped(why)))
    }

    /// Whether a question needs little stack: it does not search, or no position is farther than `SHALLOW` moves.
    fn is_shallow(&self, question: &Question, watch: &Watch) -> bool {
        use Question::{Bench, Check, Compare, Distance, Next, Solve};
        match question {
            Bench(_) => false,
            Solve(_) | Compare(_) | Check(_) | Distance(_) | Next(_) => {
                let near = |engine: Arc<Engine>| {
                    let farthest = engine.known().gods_number.filter(|_| question.parts().goal().is_none());
                    farthest.is_some_and(|moves| moves <= SHALLOW)
                };
                // A puzzle that is not open yet is opened on the thread of the search, under the question's limits.
                self.engine_opened(question).is_some_and(|engine| watch.over(|| near(engine)).unwrap_or(false))
            }
            _ => true,
        }
    }

    fn seed(&self) -> u64 {
        let mut hasher = self.seeds.build_hasher();
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        hasher.write_u128(now.as_nanos());
        // The clock of a browser stands still for a millisecond.
        hasher.write_u64(self.seeded.fetch_add(1, Ordering::Relaxed));
        hasher.finish()
    }
}

/// The question, with the full id of its puzzle if the parameters are found in the position: `pancake` and `3 1 2`.
fn with_size(question: Cow<'_, Question>) -> Cow<'_, Question> {
    // A family has a rule for positions of all sizes or no rule, so a position of one piece is enough to see it.
    let has_size = |puzzle: &PuzzleRef| puzzle.board.is_none() && catalogue::resolve_with(&puzzle.id, "1").is_some();
    if !question.parts().puzzle().is_some_and(has_size) {
        return question;
    }
    let mut flat = FlatQuestion::from(&*question);
    let Some(position) = flat.state.as_ref().or(flat.states.first()) else { return question };
    let Some(id) = catalogue::resolve_with(&flat.puzzle, position) else { return question };
    flat.puzzle = id;
    Question::try_from(flat).map_or(question, Cow::Owned)
}

/// Returns the result of work on a question, or the value of `unopened` if a question to solve met a limit, or was
/// cancelled, before its puzzle was open.
fn or_unopened<T>(
    question: &Question,
    made: Result<Result<T, Fault>, Stop>,
    unopened: impl FnOnce(&Solve, Stop) -> T,
) -> Result<T, Fault> {
    match (question, made.unwrap_or_else(|why| Err(Fault::stopped(why)))) {
        (
            Question::Solve(solve),
            Err(Fault { origin: Origin::Limit(why @ (Stop::Time | Stop::Bytes | Stop::Cancelled)), .. }),
        ) => Ok(unopened(solve, why)),
        (_, made) => made,
    }
}

/// The most time that a question may take, from its first byte on.
fn most_time(question: &Question, terms: &Terms) -> Option<Duration> {
    let time = question.parts().limits().time.or(question.is_short().then_some(USUAL_TIME));
    // The time limit holds for each position.
    let positions = match question {
        Question::Compare(compare) => u32::try_from(compare.states.len().max(1)).unwrap_or(u32::MAX),
        _ => 1,
    };
    let time = time.map(|time| time.saturating_mul(positions));
    time.into_iter().chain(terms.ceiling.time).min()
}

/// The parts of a control that can go to the thread that does the work.
#[derive(Clone)]
struct Terms {
    ceiling: Ceiling,
    patience: Duration,
    batch: bool,
    lasting: bool,
    together: Option<Arc<Partnership>>,
    news: Option<Listener>,
}

impl From<&Control<'_>> for Terms {
    fn from(control: &Control<'_>) -> Terms {
        let Control { ceiling, patience, batch, lasting, ref together, ref news, .. } = *control;
        Terms { ceiling, patience, batch, lasting, together: together.clone(), news: news.clone() }
    }
}

/// A question that is being answered.
struct Task<'t> {
    service: &'t Inner,
    question: &'t Question,
    terms: Terms,
    out: &'t Out,
    cancel: Cancel,
    /// The watch of the question, which runs from its first byte on.
    watch: &'t Watch,
    engine: OnceLock<Arc<Engine>>,
    reserved: Reservation,
}

impl<'t> Task<'t> {
    fn new(
        service: &'t Inner,
        question: &'t Question,
        terms: Terms,
        out: &'t Out,
        cancel: Cancel,
        watch: &'t Watch,
    ) -> Result<Task<'t>, Fault> {
        let engine = OnceLock::new();
        let reserved = service.reserve(question, &terms, &cancel, watch, &engine)?;
        Ok(Task { service, question, terms, out, cancel, watch, engine, reserved })
    }

    fn answer(self) -> Result<Reply, Fault> {
        match self.question {
            Question::Solve(asked) => self.solve(asked),
            Question::Compare(asked) => self.compare(asked),
            Question::Check(asked) => self.check(asked),
            Question::Distance(asked) => self.distance(asked),
            Question::Next(asked) => self.next(asked),
            Question::Moves(asked) => self.moves(asked),
            Question::Draw(asked) => self.draw(asked),
            Question::Random(asked) => self.random(asked),
            Question::Rank(asked) => self.rank(asked),
            Question::Unrank(asked) => self.unrank(asked),
            Question::Map(asked) => self.map(asked, false),
            Question::DryRun(asked) => self.map(asked, true),
            Question::Bounds(asked) => self.bounds(asked),
            Question::Distances(asked) => self.distances(asked),
            Question::Info(asked) => self.info(asked),
            Question::Verify(asked) => self.verify(asked),
            Question::Group(_) => self.group(),
            Question::Lint(asked) => self.lint(asked),
            Question::Catalogue(asked) => self.catalogue(asked),
            Question::Bench(asked) => self.bench(asked),
        }
    }

    fn engine(&self) -> Result<Arc<Engine>, Fault> {
        self.refuse_long()?;
        if self.engine.get().is_none() {
            let engine = self.service.engine(self.question, self.watch, &self.cancel)?;
            self.engine.get_or_init(|| engine);
        }
        let engine = self.engine.get().expect("the engine was opened");
        self.allow_limits(engine)?;
        self.allow_goal(engine)?;
        Ok(Arc::clone(engine))
    }

    /// Refuses a limit in a measure that the costs of the puzzle do not have.
    fn allow_limits(&self, engine: &Engine) -> Result<(), Fault> {
        let (CostLimits { moves, cost, .. }, id) = (self.question.parts().limits(), engine.id());
        match engine.measure() {
            CostMeasure::Weights if moves.or(self.terms.ceiling.moves).is_some() => Err(Fault::no_effect(
                "limit_moves",
                format!("the moves of {id} differ in cost, which a search adds up"),
            )),
            CostMeasure::Moves if cost.is_some() => {
                Err(Fault::no_effect("limit_cost", format!("every move of {id} costs 1, so moves are limited")))
            }
            _ => Ok(()),
        }
    }

    /// Refuses a goal of moves where letters name the direction of the tile, because a goal is read without them.
    fn allow_goal(&self, engine: &Engine) -> Result<(), Fault> {
        let parts = self.question.parts();
        let is_letter = |sign: char| "udlrUDLR, ".contains(sign) || sign.is_ascii_digit() || sign.is_whitespace();
        let is_moves = |goal: &str| goal.contains(char::is_alphabetic) && goal.chars().all(is_letter);
        let is_of_tile = engine.has_conventions() && parts.convention() == Some(Convention::Tile);
        match parts.goal().filter(|goal| is_of_tile && is_moves(goal)) {
            Some(_) => {
                Err(Fault::usage("goal", "`goal` is moves of the blank; with `convention` tile, give a position"))
            }
            None => Ok(()),
        }
    }

    /// The puzzle of the question.
    fn puzzle(&self) -> &PuzzleRef {
        self.question.parts().puzzle().unwrap_or(&NO_PUZZLE)
    }

    /// Returns the opening that opens the puzzles of this question.
    fn opening(&self) -> Opening<'_> {
        self.service.opening(self.watch)
    }

    fn is_cancelled(&self) -> bool {
        self.cancel.is_cancelled()
    }

    /// The folder of tables that this question uses.
    fn cache(&self) -> Cache {
        match self.question.parts().tables() {
            TableFolder::Nowhere => Cache::none(),
            TableFolder::At(folder) => Cache::new(folder),
            TableFolder::Usual => self.service.cache.clone(),
        }
    }

    /// The limits for the rest of the work on the question.
    fn limits(&self, measure: CostMeasure) -> Limits {
        let CostLimits { nodes, moves, cost, .. } = self.question.parts().limits();
        let least = |given: Option<u64>, most: Option<u64>| given.into_iter().chain(most).min();
        let most = match measure {
            CostMeasure::Moves => moves.into_iter().chain(self.terms.ceiling.moves).min().map(Cost::moves),
            CostMeasure::Weights => cost.map(Cost::weights),
        };
        Limits {
            time: self.watch.remaining(),
            bytes: self
                .reserved
                .bytes()
                .map(|most| most.saturating_sub(self.engine.get().map_or(0, |it| it.heap_bytes()))),
            nodes: least(nodes, self.terms.ceiling.nodes),
            cost: most,
            cancel: Some(self.cancel.flag()),
            progress: self.out.watcher(None),
            log: self.out.logger(),
            frontiers: self.out.frontiers(),
        }
    }

    /// The question as a request to the engine.
    fn request(&self, engine: &Engine) -> Request {
        Request {
            options: Options { threads: self.threads_of_one(), ..self.question.parts().options() },
            limits: self.limits(engine.measure()),
            batch: self.terms.batch,
            lasting: self.terms.lasting,
            cache: self.cache(),
            notify: self.terms.news.clone().or_else(|| self.out.listener()),
            better: if self.is_about_one() { self.out.better() } else { None },
        }
    }

    /// Whether better solutions are solutions of the one position that is asked for.
    fn is_about_one(&self) -> bool {
        matches!(self.question, Question::Solve(_)) && !self.terms.batch
    }

    /// The number of threads for one position: 1 in a batch, because a batch spreads its positions over threads.
    fn threads_of_one(&self) -> Option<u16> {
        if self.terms.batch { Some(1) } else { self.most_threads() }
    }

    /// The number of threads for work that can use all cores.
    fn threads(&self) -> usize {
        self.most_threads().map_or_else(cores, usize::from)
    }

    /// The number of threads that the question asks for, as far as the ceiling allows.
    fn most_threads(&self) -> Option<u16> {
        let asked = self.question.parts().threads()?;
        Some(self.terms.ceiling.threads.map_or(asked, |most| asked.min(most)))
    }
}

impl Question {
    /// Whether the question should never hang. A question without limits has the usual limits.
    fn is_short(&self) -> bool {
        match self {
            Question::Compare(_) | Question::Check(_) | Question::Next(_) => true,
            Question::Random(random) => random.scrambles || !random.puzzle.id.is_empty(),
            _ => false,
        }
    }
}
