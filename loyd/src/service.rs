//! Questions and replies: what a command line, a server, a cluster or Python need of the library, typed and without a
//! puzzle's type.
//!
//! A [`Question`] is one flat record, a [`Reply`] says what is proved, a [`Fault`] why there is none, and [`Event`]s
//! come on the way. A [`Service`] answers from any thread and keeps what many questions share: opened puzzles with
//! their tables, and one budget of memory.
//!
//! ```
//! use loyd::service::{Control, Question, Service};
//!
//! let service = Service::default();
//! let reply = service.ask(&Question::solve("swap:3", "1 2 9/4 6 3/7 8 5"), &Control::default())?;
//! assert_eq!((reply.length(), reply.moves().as_deref()), (Some(3), Some("3-9 5-6 6-9")));
//! # Ok::<(), loyd::service::Fault>(())
//! ```

use std::cell::Cell;
use std::fmt;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, SystemTime};

use crate::limits::Watch;
use crate::opening::{Opening, ReadNames};
use crate::own::{Families, OwnFamily};
use crate::planner::{Engine, Listener, Request};
use crate::search::{Limits, Stop};
use crate::table::cache::Cache;
use crate::table::map::Partnership;

pub mod amounts;
mod answers;
pub mod batch;
mod control;
mod engines;
mod event;
mod fault;
mod ledger;
mod question;
pub mod reply;
#[cfg(feature = "serde")]
mod wire;

pub use answers::bench;

pub use answers::search::Prepared;
pub use answers::tables::TableHandle;
pub use control::{Cancel, Ceiling, Control};
pub use event::{Event, Part, TableFate, TableNews};
pub use fault::{Fault, Kind, Origin};
pub use ledger::{Estimate, Ledger};
pub use question::{Ask, Question};
pub use reply::{Reply, VERSION};

use control::{Feed, Out};
use engines::{Engines, number_of};
use ledger::Reservation;

/// The stack of a thread that searches. Depth-first search takes some hundred bytes of it a move, and on rings of up to
/// 256 cells solutions have up to 32,000 moves. Only what is used becomes memory.
pub const STACK: usize = 64 << 20;

/// No solution that is longer than this is searched for on the caller's own stack.
const SHALLOW: u32 = 128;

/// The most time and memory of a question that should never hang, where it does not say: of `compare`, `check`, `next`
/// and a random depth.
pub const USUAL_TIME: Duration = Duration::from_secs(10);
/// The most memory of such a question.
pub const USUAL_MEMORY: u64 = 2_000_000_000;

thread_local! {
    /// Whether this thread has the [`STACK`] of a search.
    static HAS_ROOM: Cell<bool> = const { Cell::new(false) };
}

/// Does something on a thread that has the stack of a search.
fn with_room<T>(does: impl FnOnce() -> T) -> T {
    HAS_ROOM.with(|room| room.set(true));
    does()
}

/// Answers questions, from any thread. A clone is the same service.
///
/// ```
/// use std::time::Duration;
/// use loyd::service::{Cancel, Control, Question, Service};
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
/// let reply = other.ask(&Question::solve("sliding:9x9", state.join(" ")), &asked)?;
/// assert!(reply.stopped().is_some());
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
    /// Whether questions may name files of tables, and folders.
    paths: bool,
    ledger: Ledger,
    engines: Engines,
    families: Families,
    seeds: RandomState,
}

/// Makes a [`Service`].
#[derive(Default)]
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

impl Builder {
    /// Keeps tables in that folder; by default nowhere.
    pub fn cache(self, cache: Cache) -> Builder {
        Builder { cache, ..self }
    }

    /// Reads what ids such as `sliding:@NAME`, goals, sets of instances and the headers of tables name: files, an
    /// archive, a database, an upload. It is asked for every question anew. Without a reader such a name is refused,
    /// and no code path leads from a question to the file system.
    ///
    /// ```
    /// use loyd::service::{Control, Question, Service};
    /// use std::path::Path;
    ///
    /// let archive = |_: &Path, _: usize| Ok(b"###\n#.#\n###\n".to_vec());
    /// let service = Service::builder().files(archive).build();
    /// let reply = service.ask(&Question::solve("sliding:@ring", "1 2 3/4 5/6 x 7"), &Control::default())?;
    /// assert_eq!(reply.length(), Some(1));
    /// # Ok::<(), loyd::service::Fault>(())
    /// ```
    pub fn files(self, names: impl ReadNames + 'static) -> Builder {
        Builder { names: Some(Arc::new(names)), ..self }
    }

    /// Lets questions name files of tables (`table`, `save`, `output`) and folders (`disk`, `cache_dir`), which by
    /// default are refused.
    pub fn paths(self) -> Builder {
        Builder { paths: true, ..self }
    }

    /// The most bytes that all questions together may hold, tables included; by default any number.
    pub fn memory(self, bytes: impl Into<Option<u64>>) -> Builder {
        Builder { memory: bytes.into(), ..self }
    }

    /// Answers questions about a family of puzzles from outside, too. Its puzzles are named by their ids like those of
    /// the catalogue, in questions, batches, tables and JSON.
    ///
    /// # Panics
    /// If there is a family of that name.
    pub fn family(mut self, family: OwnFamily) -> Builder {
        self.families.add(family);
        self
    }

    /// How many questions without a limit of their own share the memory; by default one takes all of it.
    pub fn at_a_time(self, questions: usize) -> Builder {
        Builder { at_a_time: questions, ..self }
    }

    /// The service.
    pub fn build(self) -> Service {
        let Builder { cache, names, paths, memory, at_a_time, families } = self;
        let ledger = Ledger::new(memory, at_a_time);
        let (engines, seeds) = (Engines::default(), RandomState::new());
        Service(Arc::new(Inner { cache, names, paths, ledger, engines, families, seeds }))
    }
}

impl Default for Service {
    fn default() -> Self {
        Service::builder().build()
    }
}

impl Service {
    /// A service that keeps no tables on disk, opens no files and takes any amount of memory, unless told otherwise.
    pub fn builder() -> Builder {
        Builder::default()
    }

    /// Answers a question. That there is no solution, or that a limit was reached, is a reply.
    ///
    /// No particular stack is needed: a search that might need much of it, and one that somebody listens to, has a
    /// thread of its own.
    ///
    /// # Errors
    /// [`Fault`] says what is wrong with the question, or what failed.
    pub fn ask(&self, question: &Question, control: &Control<'_>) -> Result<Reply, Fault> {
        self.0.refuse(question)?;
        let terms = Terms::from(control);
        let watch = |cancel: &Cancel| self.0.watch(question, &terms, cancel);
        let answer = |out: &Out, cancel: Cancel| {
            let watch = watch(&cancel);
            let reply = watch.over(|| Task::new(&self.0, question, terms.clone(), out, cancel, &watch)?.answer());
            self.0.settle(question);
            or_unopened(question, reply, |why| {
                let state = question.state.as_deref().unwrap_or_default();
                Reply::Answer(Box::new(answers::search::unopened(question, state, why, watch.elapsed())))
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

    /// What a question would take, without asking it.
    ///
    /// # Errors
    /// As [`ask`](Service::ask), for a puzzle that cannot be opened.
    pub fn estimate(&self, question: &Question, control: &Control<'_>) -> Result<Estimate, Fault> {
        self.0.refuse(question)?;
        self.0.under_watch(question, control, |watch| self.0.estimate(question, watch, &control.cancel))
    }

    /// An estimate of a question whose puzzle is opened already. Opens nothing and reads nothing.
    ///
    /// ```
    /// use loyd::service::{Control, Question, Service};
    ///
    /// let (service, question) = (Service::default(), Question::solve("8", "2 3 4 1 5 x 7 6 8"));
    /// assert_eq!(service.estimate_opened(&question), None);
    /// service.ask(&question, &Control::default())?;
    /// assert!(service.estimate_opened(&question).unwrap().is_cheap);
    /// # Ok::<(), loyd::service::Fault>(())
    /// ```
    pub fn estimate_opened(&self, question: &Question) -> Option<Estimate> {
        self.0.refuse(question).ok()?;
        self.0.estimate_opened(question)
    }

    /// The puzzle of a question, opened under the limits of the question and of the control: the door for what has no
    /// question.
    ///
    /// # Errors
    /// When it cannot be opened, or its table cannot be used.
    pub fn open(&self, question: &Question, control: &Control<'_>) -> Result<Arc<Engine>, Fault> {
        self.0.refuse_paths(question)?;
        let open = |watch: &Watch| self.0.engine(question, watch, &control.cancel);
        let engine = self.0.under_watch(question, control, open);
        self.0.settle(question);
        engine
    }

    /// Gets ready to solve many positions as a question asks, all of them together within its share of the memory. The
    /// limit of time holds for opening the puzzle, and again for each position.
    ///
    /// # Errors
    /// As [`ask`](Service::ask).
    pub fn prepare(&self, question: &Question, control: &Control<'_>) -> Result<Prepared, Fault> {
        self.0.refuse(question)?;
        let watch = self.0.watch(question, &control.into(), &control.cancel);
        let prepared = watch.over(|| {
            Task::new(&self.0, question, control.into(), &Out::NOBODY, control.cancel.clone(), &watch)?.prepare()
        });
        self.0.settle(question);
        let prepared = or_unopened(question, prepared, |why| Prepared::unopened(question, why, watch.elapsed()))?;
        Ok(prepared.within(most_time(question, &control.into())))
    }

    /// The memory that questions share.
    pub fn ledger(&self) -> &Ledger {
        &self.0.ledger
    }

    /// Forgets opened puzzles, with their tables, that no question uses now.
    pub fn evict(&self) {
        self.0.evict(u64::MAX);
    }

    /// The folder of tables.
    pub fn cache(&self) -> &Cache {
        &self.0.cache
    }
}

impl Inner {
    /// Refuses what no service can be asked, and what this one may not be.
    fn refuse(&self, question: &Question) -> Result<(), Fault> {
        question.refuse_idle_fields()?;
        self.refuse_paths(question)
    }

    /// Refuses fields that are paths where none may be opened. A name inside a text is read by a reader, or not at all.
    fn refuse_paths(&self, question: &Question) -> Result<(), Fault> {
        let fields = [
            ("table", question.table.is_some()),
            ("disk", question.disk.is_some()),
            ("save", question.save.is_some()),
            ("output", question.output.is_some()),
            ("cache_dir", question.cache_dir.is_some()),
        ];
        match fields.into_iter().find(|(_, named)| *named && !self.paths) {
            Some((field, _)) => Err(Fault::no_files(field)),
            None => Ok(()),
        }
    }

    /// The watch of a question: its clock starts now.
    fn watch(&self, question: &Question, terms: &Terms, cancel: &Cancel) -> Watch {
        let (time, bytes) = (most_time(question, terms), self.most_memory(question, terms));
        Watch::new(&Limits { time, bytes, cancel: Some(cancel.flag()), ..Limits::default() })
    }

    /// Does work of a question under the watch of it.
    fn under_watch<T>(
        &self,
        question: &Question,
        control: &Control<'_>,
        does: impl FnOnce(&Watch) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let watch = self.watch(question, &control.into(), &control.cancel);
        watch.over(|| does(&watch)).unwrap_or_else(|why| Err(Fault::stopped(why)))
    }

    /// Whether nothing that is asked goes deep: no search, or one of a puzzle whose farthest position is near.
    fn is_shallow(&self, question: &Question, watch: &Watch) -> bool {
        use Ask::{Check, Compare, Distance, Next, Solve};
        match question.ask {
            Ask::Bench => false,
            Solve | Compare | Check | Distance | Next => {
                let near = |engine: Arc<Engine>| {
                    let farthest = engine.known().gods_number.filter(|_| question.goal.is_none());
                    farthest.is_some_and(|moves| moves <= SHALLOW)
                };
                // A puzzle is opened where the search is, under the limits of the question.
                self.engine_opened(question).is_some_and(|engine| watch.over(|| near(engine)).unwrap_or(false))
            }
            _ => true,
        }
    }

    fn seed(&self) -> u64 {
        let mut hasher = self.seeds.build_hasher();
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        hasher.write_u128(now.as_nanos());
        hasher.finish()
    }
}

/// The result of work on a question; `unopened` where a question to solve met a limit, or was
/// cancelled, before its puzzle was open.
fn or_unopened<T>(
    question: &Question,
    made: Result<Result<T, Fault>, Stop>,
    unopened: impl FnOnce(Stop) -> T,
) -> Result<T, Fault> {
    match made.unwrap_or_else(|why| Err(Fault::stopped(why))) {
        Err(Fault { origin: Origin::Limit(why @ (Stop::Time | Stop::Bytes | Stop::Cancelled)), .. })
            if question.ask == Ask::Solve =>
        {
            Ok(unopened(why))
        }
        made => made,
    }
}

/// The most time of a question, from its first byte.
fn most_time(question: &Question, terms: &Terms) -> Option<Duration> {
    let time = question.limit_seconds.or(question.is_short().then_some(USUAL_TIME));
    // The limit of time holds for each position.
    let positions = u32::try_from(question.states.len().max(1)).unwrap_or(u32::MAX);
    let time = time.map(|time| time.saturating_mul(positions));
    time.into_iter().chain(terms.ceiling.time).min()
}

/// What a control says that the thread of the work may know.
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
    /// From the first byte of the question on.
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
        match self.question.ask {
            Ask::Solve => self.solve(),
            Ask::Compare => self.compare(),
            Ask::Check => self.check(),
            Ask::Distance => self.distance(),
            Ask::Next => self.next(),
            Ask::Moves => self.moves(),
            Ask::Draw => self.draw(),
            Ask::Random => self.random(),
            Ask::Rank => self.rank(),
            Ask::Unrank => self.unrank(),
            Ask::Map => self.map(),
            Ask::Bounds => self.bounds(),
            Ask::Distances => self.distances(),
            Ask::Info => self.info(),
            Ask::Verify => self.verify(),
            Ask::Group => self.group(),
            Ask::Lint => self.lint(),
            Ask::Catalogue => self.catalogue(),
            Ask::Bench => self.bench(),
        }
    }

    fn engine(&self) -> Result<Arc<Engine>, Fault> {
        self.refuse_long()?;
        if let Some(engine) = self.engine.get() {
            return Ok(Arc::clone(engine));
        }
        let engine = self.service.engine(self.question, self.watch, &self.cancel)?;
        Ok(Arc::clone(self.engine.get_or_init(|| engine)))
    }

    /// How the puzzles of this question are opened.
    fn opening(&self) -> Opening<'_> {
        self.service.opening(self.watch)
    }

    fn is_cancelled(&self) -> bool {
        self.cancel.is_cancelled()
    }

    /// The folder of tables.
    fn cache(&self) -> Cache {
        match (&self.question.cache_dir, self.question.no_cache) {
            (_, true) => Cache::none(),
            (Some(folder), false) => Cache::new(folder),
            (None, false) => self.service.cache.clone(),
        }
    }

    /// The limits of the rest of the question.
    fn limits(&self) -> Limits {
        let Question { limit_nodes, limit_moves, .. } = *self.question;
        let least = |given: Option<u64>, most: Option<u64>| given.into_iter().chain(most).min();
        Limits {
            time: self.watch.remaining(),
            bytes: self
                .reserved
                .bytes()
                .map(|most| most.saturating_sub(self.engine.get().map_or(0, |it| it.heap_bytes()))),
            nodes: least(limit_nodes, self.terms.ceiling.nodes),
            moves: limit_moves.into_iter().chain(self.terms.ceiling.moves).min(),
            cancel: Some(self.cancel.flag()),
            progress: self.out.watcher(None),
            log: self.out.logger(),
            frontiers: self.out.frontiers(),
        }
    }

    /// A request for the engine.
    fn request(&self) -> Request {
        let Question { want, within, first, algorithm, cuts, convention, .. } = *self.question;
        Request {
            algorithm,
            heuristic: self.question.heuristic.clone(),
            want,
            within,
            first,
            limits: self.limits(),
            batch: self.terms.batch,
            lasting: self.terms.lasting,
            cache: self.cache(),
            notify: self.terms.news.clone().or_else(|| self.out.listener()),
            threads: self.threads_of_one(),
            cuts,
            convention: convention.unwrap_or_default(),
            words: self.question.words,
        }
    }

    /// Threads for one position; of many positions, threads are spent on positions.
    fn threads_of_one(&self) -> usize {
        if self.terms.batch { 1 } else { self.most_threads().unwrap_or(0) }
    }

    /// Threads for work that takes all of them.
    fn threads(&self) -> usize {
        self.most_threads().unwrap_or_else(cores)
    }

    /// Threads as asked for, as far as the ceiling allows.
    fn most_threads(&self) -> Option<usize> {
        let asked = self.question.threads?;
        Some(self.terms.ceiling.threads.map_or(asked, |most| asked.min(most)).into())
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

impl Question {
    /// Whether it should never hang: it has limits where it names none.
    fn is_short(&self) -> bool {
        match self.ask {
            Ask::Compare | Ask::Check | Ask::Next => true,
            Ask::Random => self.depth.is_some() && !self.puzzle.is_empty(),
            _ => false,
        }
    }
}
