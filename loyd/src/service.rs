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
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use crate::planner::{self, Engine, Listener, Request};
use crate::puzzles::{self, Unopened};
use crate::search::Limits;
use crate::table::cache::Cache;
use crate::table::map::Partnership;

pub mod amounts;
pub mod batch;
pub mod bench;
mod catalogue;
mod compare;
mod control;
mod described;
mod event;
mod fault;
mod ledger;
mod legal;
mod map;
mod question;
mod random;
pub mod reply;
mod search;
mod tables;
#[cfg(feature = "serde")]
mod wire;

pub use control::{Cancel, Ceiling, Control};
pub use event::{Event, Part, TableFate, TableNews};
pub use fault::{Fault, Kind, Origin};
pub use ledger::{Estimate, Ledger};
pub use question::{Ask, Question};
pub use reply::{Reply, VERSION};
pub use search::Prepared;
pub use tables::TableHandle;

use control::{Feed, Out};
use ledger::Reservation;

/// The stack of a thread that searches. Depth-first search takes some hundred bytes of it a move, and on rings of up to
/// 256 cells solutions have up to 32,000 moves. Only what is used becomes memory.
pub const STACK: usize = 64 << 20;

/// No solution that is longer than this is searched for on the caller's own stack.
const SHALLOW: u32 = 128;

/// Opened puzzles that are kept for the next question.
const MOST_ENGINES: usize = 64;

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
        let Inner { cache, files, ledger, .. } = &*self.0;
        f.debug_struct("Service")
            .field("cache", cache)
            .field("files", files)
            .field("ledger", ledger)
            .finish_non_exhaustive()
    }
}

/// Reads the map of that path or name.
type ReadMap = dyn Fn(&Path) -> std::io::Result<String> + Send + Sync;

struct Inner {
    cache: Cache,
    files: bool,
    maps: Option<Arc<ReadMap>>,
    ledger: Ledger,
    engines: Mutex<Vec<Opened>>,
    seeds: RandomState,
}

/// What tells opened puzzles apart.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Key {
    puzzle: String,
    board: Option<String>,
    goal: Option<String>,
    table: Option<(PathBuf, u64, Option<SystemTime>)>,
}

/// A puzzle that is kept opened; the least recently used comes first.
struct Opened {
    key: Key,
    engine: Arc<Engine>,
}

impl Opened {
    /// A number that tells it from others in the ledger.
    fn number(&self) -> usize {
        number_of(&self.engine)
    }
}

/// The opened puzzle of that key, which becomes the one most recently used.
fn kept(engines: &mut Vec<Opened>, key: &Key) -> Option<Arc<Engine>> {
    let place = engines.iter().position(|opened| opened.key == *key)?;
    let opened = engines.remove(place);
    let engine = Arc::clone(&opened.engine);
    engines.push(opened);
    Some(engine)
}

fn number_of(engine: &Arc<Engine>) -> usize {
    Arc::as_ptr(engine).cast::<()>() as usize
}

/// Makes a [`Service`].
#[derive(Default)]
pub struct Builder {
    cache: Cache,
    files: bool,
    maps: Option<Arc<ReadMap>>,
    memory: Option<u64>,
    at_a_time: usize,
}

impl fmt::Debug for Builder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Builder { cache, files, memory, at_a_time, .. } = self;
        let mut shown = f.debug_struct("Builder");
        shown.field("cache", cache).field("files", files).field("memory", memory).field("at_a_time", at_a_time);
        shown.finish_non_exhaustive()
    }
}

impl Builder {
    /// Keeps tables in that folder; by default nowhere.
    pub fn cache(self, cache: Cache) -> Builder {
        Builder { cache, ..self }
    }

    /// Lets questions name files, which by default are refused: what a server should not read has no name there.
    pub fn files(self) -> Builder {
        Builder { files: true, ..self }
    }

    /// Reads the maps that ids such as `sliding:@NAME` name, in place of files: from an archive, a database, an upload.
    /// It is asked for every question anew. A table's own header names such a puzzle too, but opens files only.
    ///
    /// ```
    /// use loyd::service::{Control, Question, Service};
    /// let service = Service::builder().maps(|_| Ok("###\n#.#\n###\n".into())).build();
    /// let reply = service.ask(&Question::solve("sliding:@ring", "1 2 3/4 5/6 x 7"), &Control::default())?;
    /// assert_eq!(reply.length(), Some(1));
    /// # Ok::<(), loyd::service::Fault>(())
    /// ```
    pub fn maps(self, read: impl Fn(&Path) -> std::io::Result<String> + Send + Sync + 'static) -> Builder {
        Builder { maps: Some(Arc::new(read)), ..self }
    }

    /// The most bytes that all questions together may hold, tables included; by default any number.
    pub fn memory(self, bytes: impl Into<Option<u64>>) -> Builder {
        Builder { memory: bytes.into(), ..self }
    }

    /// How many questions without a limit of their own share the memory; by default one takes all of it.
    pub fn at_a_time(self, questions: usize) -> Builder {
        Builder { at_a_time: questions, ..self }
    }

    /// The service.
    pub fn build(self) -> Service {
        let Builder { cache, files, maps, memory, at_a_time } = self;
        let ledger = Ledger::new(memory, at_a_time);
        Service(Arc::new(Inner { cache, files, maps, ledger, engines: Mutex::default(), seeds: RandomState::new() }))
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
        question.refuse_idle_fields()?;
        self.0.refuse_files(question)?;
        let terms = Terms::from(control);
        let answer = |out: &Out, cancel: Cancel| Task::new(&self.0, question, terms, out, cancel)?.answer();
        let inline = !control.is_heard() && (HAS_ROOM.with(Cell::get) || self.0.is_shallow(question, &control.cancel));
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
    pub fn estimate(&self, question: &Question) -> Result<Estimate, Fault> {
        question.refuse_idle_fields()?;
        self.0.refuse_files(question)?;
        self.0.estimate(question)
    }

    /// What a question would take, if its puzzle is opened already. Opens nothing and reads nothing.
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
        question.refuse_idle_fields().and_then(|()| self.0.refuse_files(question)).ok()?;
        self.0.estimate_opened(question)
    }

    /// The puzzle of a question, opened: the door for what has no question.
    ///
    /// # Errors
    /// When it cannot be opened, or its table cannot be used.
    pub fn open(&self, question: &Question) -> Result<Arc<Engine>, Fault> {
        self.0.refuse_files(question)?;
        self.0.engine(question, &Cancel::default())
    }

    /// Gets ready to solve many positions as a question asks, all of them together within its share of the memory.
    ///
    /// # Errors
    /// As [`ask`](Service::ask).
    pub fn prepare(&self, question: &Question, control: &Control<'_>) -> Result<Prepared, Fault> {
        question.refuse_idle_fields()?;
        self.0.refuse_files(question)?;
        Task::new(&self.0, question, control.into(), &Out::NOBODY, control.cancel.clone())?.prepare()
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
    fn engines(&self) -> MutexGuard<'_, Vec<Opened>> {
        self.engines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Refuses fields that name files where none may be opened.
    fn refuse_files(&self, question: &Question) -> Result<(), Fault> {
        let set = question.set.as_deref().is_some_and(|set| !bench::is_built_in(set));
        let fields = [
            ("puzzle", question.puzzle.contains('@') && question.board.is_none() && self.maps.is_none()),
            ("table", question.table.is_some()),
            ("disk", question.disk.is_some()),
            ("save", question.save.is_some()),
            ("output", question.output.is_some()),
            ("cache_dir", question.cache_dir.is_some()),
            ("set", set),
        ];
        match fields.into_iter().find(|(_, named)| *named && !self.files) {
            Some((field, _)) => {
                Err(Fault::usage(field, format!("`{field}` names a file, and no files are opened here")))
            }
            None => Ok(()),
        }
    }

    /// The puzzle of a question: one that is opened already, or opened now and kept.
    fn engine(&self, question: &Question, cancel: &Cancel) -> Result<Arc<Engine>, Fault> {
        let key = Key {
            puzzle: question.puzzle.clone(),
            board: self.board(question)?,
            goal: question.goal.clone(),
            table: question.table.as_deref().map(version_of),
        };
        if let Some(engine) = kept(&mut self.engines(), &key) {
            return Ok(engine);
        }
        let engine = self.fresh(question, key.board.as_deref(), cancel)?;
        let mut engines = self.engines();
        // Another thread may have been as quick: the same tables shall be held once.
        if let Some(engine) = kept(&mut engines, &key) {
            return Ok(engine);
        }
        engines.push(Opened { key, engine: Arc::clone(&engine) });
        drop(engines);
        self.evict(0);
        Ok(engine)
    }

    /// The puzzle of a question, if it is opened already. A puzzle of a file, or of a map that the caller reads, is read
    /// anew for every question and so never counts as opened.
    fn engine_opened(&self, question: &Question) -> Option<Arc<Engine>> {
        let Question { puzzle, board, goal, table, .. } = question;
        if table.is_some() || board.is_none() && self.maps.is_some() && puzzles::resolve(puzzle).contains('@') {
            return None;
        }
        let key = Key { puzzle: puzzle.clone(), board: board.clone(), goal: goal.clone(), table: None };
        kept(&mut self.engines(), &key)
    }

    /// The puzzle of a question, opened anew, with the table that the question names.
    fn fresh(&self, question: &Question, board: Option<&str>, cancel: &Cancel) -> Result<Arc<Engine>, Fault> {
        if let Some(path) = &question.table {
            self.fits(path, question.limit_memory)?;
        }
        let table = match &question.table {
            Some(path) if question.puzzle.is_empty() => {
                return Ok(TableHandle::checked(path, cancel, None)?.engine()?.into());
            }
            Some(path) => Some((path, TableHandle::checked(path, cancel, None))),
            None => None,
        };
        let engine = self.opened(question, board)?;
        if let Some((path, table)) = table {
            engine.use_table(path, table?.table())?;
        }
        Ok(engine.into())
    }

    /// Refuses a table's file that is larger than what may be held: it is checked as a whole, and then in memory.
    fn fits(&self, path: &Path, limit: Option<u64>) -> Result<(), Fault> {
        let bytes = std::fs::metadata(path).map_or(0, |there| there.len());
        match limit.into_iter().chain(self.ledger.budget()).min() {
            Some(most) if bytes > most => Err(Fault::memory(format!(
                "the table {} has {}, and {} may be taken",
                path.display(),
                amounts::memory(bytes),
                amounts::memory(most)
            ))),
            _ => Ok(()),
        }
    }

    /// The puzzle of a question without a table, on that [board](Inner::board).
    fn opened(&self, question: &Question, board: Option<&str>) -> Result<Engine, Fault> {
        let Question { puzzle, goal, .. } = question;
        let goal = goal.as_deref();
        let Some(board) = board else { return Ok(planner::open(puzzle, goal)?) };
        let puzzle = &puzzles::resolve(puzzle);
        planner::open_board(puzzle, board, goal).map_err(|why| match (why, puzzle.split_once(":@")) {
            (why, _) if question.board.is_some() => Fault::from(why).instead("puzzle", "board"),
            (Unopened::Content { source, .. }, Some((_, name))) => {
                Unopened::Content { path: name.into(), source }.into()
            }
            (why, _) => why.into(),
        })
    }

    /// The board of a question: as it gives it, or as the caller reads the map that the id names.
    fn board(&self, question: &Question) -> Result<Option<String>, Fault> {
        let (Some(maps), None) = (&self.maps, &question.board) else { return Ok(question.board.clone()) };
        let puzzle = puzzles::resolve(&question.puzzle);
        let Some((family, name)) = puzzle.split_once(":@") else { return Ok(None) };
        if !puzzles::has_boards(family) {
            return Ok(None);
        }
        let map = maps(Path::new(name)).map_err(|source| Unopened::File { path: name.into(), source })?;
        Ok(Some(map))
    }

    /// Forgets puzzles that are not in use, the least recently used first: those too many, and until so many bytes more
    /// are free.
    fn evict(&self, bytes: u64) {
        let mut engines = self.engines();
        let mut at = 0;
        while at < engines.len() {
            let enough = self.ledger.free().is_none_or(|free| free >= bytes) && engines.len() <= MOST_ENGINES;
            if enough && bytes != u64::MAX {
                return;
            }
            if Arc::strong_count(&engines[at].engine) > 1 {
                at += 1;
                continue;
            }
            let opened = engines.remove(at);
            self.ledger.charge(opened.number(), 0);
        }
    }

    /// Whether nothing that is asked goes deep: no search, or one of a puzzle whose farthest position is near.
    fn is_shallow(&self, question: &Question, cancel: &Cancel) -> bool {
        use Ask::{Check, Compare, Distance, Next, Solve};
        match question.ask {
            Ask::Bench => false,
            Solve | Compare | Check | Distance | Next => {
                let near = |engine: &Arc<Engine>| {
                    let farthest = engine.known().gods_number.filter(|_| question.goal.is_none());
                    farthest.is_some_and(|moves| moves <= SHALLOW)
                };
                // What cannot be opened is told by the answer.
                self.engine(question, cancel).as_ref().is_ok_and(near)
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

/// A file as it is now: another under the same name is another table.
fn version_of(path: &Path) -> (PathBuf, u64, Option<SystemTime>) {
    let there = std::fs::metadata(path);
    let length = there.as_ref().map_or(0, std::fs::Metadata::len);
    (path.into(), length, there.and_then(|there| there.modified()).ok())
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
    reserved: Reservation,
}

impl<'t> Task<'t> {
    fn new(
        service: &'t Inner,
        question: &'t Question,
        terms: Terms,
        out: &'t Out,
        cancel: Cancel,
    ) -> Result<Task<'t>, Fault> {
        let reserved = service.reserve(question, &terms, &cancel)?;
        Ok(Task { service, question, terms, out, cancel, reserved })
    }

    fn answer(self) -> Result<Reply, Fault> {
        let (service, question) = (self.service, self.question);
        let reply = match question.ask {
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
        };
        service.settle(question);
        reply
    }

    fn engine(&self) -> Result<Arc<Engine>, Fault> {
        self.refuse_long()?;
        self.service.engine(self.question, &self.cancel)
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

    /// What the question may cost.
    fn limits(&self) -> Limits {
        let Question { limit_seconds, limit_nodes, limit_moves, .. } = *self.question;
        let least = |given: Option<u64>, most: Option<u64>| given.into_iter().chain(most).min();
        let time = limit_seconds.or(self.question.is_short().then_some(USUAL_TIME));
        Limits {
            time: time.into_iter().chain(self.terms.ceiling.time).min(),
            bytes: self.reserved.bytes(),
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
