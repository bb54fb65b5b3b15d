//! What a game asks of the library: at once what needs no search, and on a thread of its own what needs one, so that
//! the terminal never waits.

mod start;

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use loyd::puzzle::Convention;
use loyd::search::{Outcome, Stop};
use loyd::service::reply::{Bounds, LegalMoves};
use loyd::service::{Ask, Cancel, Control, Event, Fault, Question, Reply, Service};

use super::game::{Kind, Position, Step};
use super::known::Known;
use crate::arguments::CacheArguments;
use crate::progress;

pub use start::Depth;

/// How long a question waits for the memory of those before, which end meanwhile.
const PATIENCE: Duration = Duration::from_secs(60);

/// What is asked about: a puzzle, where its game began, and whose direction letters name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Subject {
    /// The puzzle.
    pub puzzle: String,
    /// The goal, where it is not the usual one.
    pub goal: Option<String>,
    /// The position that the game began with.
    pub start: String,
    /// Whose direction letters name, where there are two conventions.
    pub convention: Option<Convention>,
}

/// What searches may cost, and where tables are kept.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// The most time.
    pub time: Option<Duration>,
    /// The most bytes.
    pub memory: Option<u64>,
    /// The folder of tables.
    pub tables: CacheArguments,
}

/// What needs a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Task {
    /// How far the position is from the goal.
    Distance,
    /// The same, and all moves that shortest solutions begin with.
    Hint,
    /// A shortest solution.
    Solution,
    /// A position for a new game.
    Start(Depth),
}

/// What a search has said.
#[derive(Clone, Debug)]
pub enum News {
    /// What is proved so far.
    Proved {
        /// The least that the distance can be.
        at_least: u32,
        /// The length of the best solution known.
        at_most: Option<u32>,
        /// What is built before the search goes on.
        building: Option<String>,
    },
    /// What is known of the distance in the end.
    Known(Known),
    /// The same, and the moves of a solution; none are given where there is none.
    Solution(Known, Vec<String>),
    /// A position for a new game.
    Start(String),
    /// There is no answer.
    Failed(Fault),
    /// The search has failed by a fault of ours.
    Died,
}

/// A search under way.
struct Search {
    number: u64,
    cancel: Cancel,
    /// Nobody waits for its answer any more.
    stale: Arc<AtomicBool>,
    /// It builds a table, which serves every later search.
    builds: Arc<AtomicBool>,
}

impl Search {
    /// Stops it, unless it builds a table: then it stops when that is done.
    fn leave(&self) {
        self.stale.store(true, Ordering::SeqCst);
        if !self.builds.load(Ordering::SeqCst) {
            self.cancel.cancel();
        }
    }
}

/// Who asks the library.
pub struct Asker {
    service: Service,
    terms: Terms,
    sender: Sender<(u64, News)>,
    heard: Receiver<(u64, News)>,
    begun: u64,
    search: Option<Search>,
}

impl Drop for Asker {
    fn drop(&mut self) {
        if let Some(search) = &self.search {
            search.cancel.cancel();
        }
    }
}

impl Asker {
    /// One that asks that service.
    pub fn new(service: Service, terms: Terms) -> Asker {
        let (sender, heard) = channel();
        Asker { service, terms, sender, heard, begun: 0, search: None }
    }

    /// The position after moves that were made, and what is played.
    ///
    /// # Errors
    /// When a move is not legal.
    pub fn position<'m>(
        &self,
        subject: &Subject,
        made: impl Iterator<Item = &'m str>,
    ) -> Result<(Kind, Position), Fault> {
        let mut question = subject.question(Ask::Moves);
        question.state = Some(subject.start.clone());
        question.moves = Some(made.collect::<Vec<_>>().join(" ")).filter(|made| !made.is_empty());
        match self.service.ask(&question, &Control::default())? {
            Reply::Moves(legal) => Ok(read(*legal)),
            _ => Err(unexpected()),
        }
    }

    /// The families' examples: puzzles that can be played.
    ///
    /// # Errors
    /// None that is known.
    pub fn puzzles(&self) -> Result<Vec<String>, Fault> {
        let Reply::Catalogue(families) = self.service.ask(&Question::catalogue(None), &Control::default())? else {
            return Err(unexpected());
        };
        let ids = families.iter().flat_map(|family| {
            let short = family.aliases.iter().filter(|alias| alias.alias.bytes().all(|byte| byte.is_ascii_digit()));
            let short = short.filter(|alias| alias.puzzle.contains(':')).map(|alias| alias.alias);
            short.chain(family.examples.iter().copied())
        });
        Ok(ids.map(String::from).collect())
    }

    /// Begins a search; the one before is left.
    pub fn begin<'m>(&mut self, task: Task, subject: &Subject, made: impl Iterator<Item = &'m str>) {
        self.leave();
        self.begun += 1;
        let (stale, builds, cancel) = (Arc::default(), Arc::default(), Cancel::default());
        let search = Search { number: self.begun, cancel, stale, builds };
        let made = Some(made.collect::<Vec<_>>().join(" ")).filter(|made| !made.is_empty());
        let errand = Errand {
            service: self.service.clone(),
            subject: subject.clone(),
            terms: self.terms.clone(),
            made,
            number: search.number,
            sender: self.sender.clone(),
            cancel: search.cancel.clone(),
            stale: Arc::clone(&search.stale),
            builds: Arc::clone(&search.builds),
        };
        self.search = Some(search);
        let begun = thread::Builder::new().name("search".into()).spawn(move || errand.run(&task));
        if let Err(error) = begun {
            let fault = Fault::system(format!("cannot start a thread: {error}"));
            let _ = self.sender.send((self.begun, News::Failed(fault)));
        }
    }

    /// Leaves the search, if there is one.
    pub fn leave(&mut self) {
        if let Some(search) = self.search.take() {
            search.leave();
        }
    }

    /// Whether a search is under way.
    pub fn searches(&self) -> bool {
        self.search.is_some()
    }

    /// What the search under way has said since.
    pub fn news(&mut self) -> Vec<News> {
        let mut news = Vec::new();
        for (number, said) in self.heard.try_iter() {
            if self.search.as_ref().is_some_and(|search| search.number == number) {
                if !matches!(said, News::Proved { .. }) {
                    self.search = None;
                }
                news.push(said);
            }
        }
        news
    }
}

impl Subject {
    /// A question about it.
    fn question(&self, ask: Ask) -> Question {
        let mut question = Question::new(ask, self.puzzle.clone());
        (question.goal, question.convention) = (self.goal.clone(), self.convention);
        question
    }
}

impl Terms {
    /// Tells a question of them.
    fn tell(&self, question: &mut Question) {
        (question.limit_seconds, question.limit_memory) = (self.time, self.memory);
        self.tables.tell(question);
    }
}

/// A position as the library tells it.
fn read(legal: LegalMoves) -> (Kind, Position) {
    let steps = legal.moves.into_iter().map(|step| Step {
        name: step.name,
        words: step.words,
        pointed_at: step.pointed_at,
        squares: step.changes.into_iter().map(|(row, column, _)| (row, column)).collect(),
    });
    let position =
        Position { state: legal.state, solved: legal.solved, picture: legal.picture, steps: steps.collect() };
    let directed = legal.convention.is_some();
    (Kind { puzzle: legal.puzzle, goal: legal.goal, look: legal.look, directed }, position)
}

fn unexpected() -> Fault {
    Fault::internal("a reply to another question")
}

/// A search and where its answer goes.
struct Errand {
    service: Service,
    subject: Subject,
    terms: Terms,
    made: Option<String>,
    number: u64,
    sender: Sender<(u64, News)>,
    cancel: Cancel,
    stale: Arc<AtomicBool>,
    builds: Arc<AtomicBool>,
}

impl Errand {
    fn run(&self, task: &Task) {
        let answered = catch_unwind(AssertUnwindSafe(|| self.answer(task)));
        self.say(match answered {
            Ok(Ok(news)) => news,
            Ok(Err(fault)) => News::Failed(fault),
            Err(_) => News::Died,
        });
    }

    fn say(&self, news: News) {
        // Nobody hears it when the game is over.
        let _ = self.sender.send((self.number, news));
    }

    fn answer(&self, task: &Task) -> Result<News, Fault> {
        match task {
            Task::Start(depth) => self.start(*depth).map(News::Start),
            Task::Distance => self.ask(&self.question(Ask::Distance)).and_then(distance),
            Task::Hint => self.ask(&self.question(Ask::Next)).and_then(distance),
            Task::Solution => self.ask(&self.question(Ask::Solve)).and_then(solution),
        }
    }

    /// A question about the position.
    fn question(&self, ask: Ask) -> Question {
        let mut question = self.subject.question(ask);
        (question.state, question.moves) = (Some(self.subject.start.clone()), self.made.clone());
        self.terms.tell(&mut question);
        question
    }

    /// Asks, and tells what is proved on the way.
    fn ask(&self, question: &Question) -> Result<Reply, Fault> {
        let mut hear = |event| {
            if let Event::Progress { progress, part } = event {
                let building = part.map(|part| {
                    let done = progress::done(&progress, &part).map_or(String::new(), |done| format!(": {done}"));
                    format!("building {}{done}", part.name)
                });
                self.builds.store(building.is_some(), Ordering::SeqCst);
                if building.is_none() && self.stale.load(Ordering::SeqCst) {
                    return ControlFlow::Break(());
                }
                self.say(News::Proved { at_least: progress.depth, at_most: progress.best, building });
            }
            ControlFlow::Continue(())
        };
        let mut control = Control::new(self.cancel.clone());
        // More positions follow: tables may pay for themselves.
        control.batch = true;
        control.patience = PATIENCE;
        let control = control.hear(&mut hear);
        self.service.ask(question, &control)
    }
}

/// What a reply tells of the distance.
fn distance(reply: Reply) -> Result<News, Fault> {
    let mut known = Known::default();
    match reply {
        Reply::Distance(far) => match far.distance {
            Ok(moves) => {
                known.learn(moves, far.why.is_none().then_some(moves));
                known.stopped = far.why.map(Stop::told);
            }
            Err(why) => known.unsolvable = Some(why.to_string()),
        },
        Reply::Next(next) => {
            match next.distance {
                Bounds::Known(moves) => known = Known::exactly(moves),
                Bounds::AtLeast(moves, why) => {
                    known.learn(moves, None);
                    known.stopped = Some(why.told());
                }
                Bounds::None(why) => known.unsolvable = Some(why.to_string()),
            }
            // All of them, or it is not told which.
            if next.moves.iter().all(|step| step.optimal.is_some()) {
                let best = next.moves.into_iter().filter(|step| step.optimal == Some(true));
                known.best = Some(best.map(|step| step.name).collect());
            }
        }
        _ => return Err(unexpected()),
    }
    Ok(News::Known(known))
}

/// A reply's solution: a shortest one, or the best that is known.
fn solution(reply: Reply) -> Result<News, Fault> {
    let Reply::Answer(answer) = reply else { return Err(unexpected()) };
    let mut known = Known::default();
    let moves = match &answer.outcome {
        Outcome::Solved(solution) => {
            known = Known::exactly(solution.cost);
            solution.moves.clone()
        }
        Outcome::Unsolvable(why) => {
            known.unsolvable = Some(why.to_string());
            Vec::new()
        }
        Outcome::Stopped { at_least, best, why } => {
            known.learn(*at_least, *best);
            known.stopped = Some(why.told());
            answer.best.as_ref().map_or(Vec::new(), |best| best.moves.clone())
        }
    };
    Ok(News::Solution(known, moves))
}
