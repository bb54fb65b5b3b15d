//! The requests of a game to the library. A request without a search is answered at once; a search runs on its own
//! thread, so that the terminal never waits.

mod start;

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use loyd::service::Options;
use loyd::service::reply::{Answer, CostBounds, Far, LegalMoves, NextMoves};
use loyd::service::{
    Asked, Cancel, Catalogue, CatalogueReply, Control, CostLimits, Distance, Event, Fault, Moves, Next, PositionRef,
    Service, Solve,
};
use loyd_core::cost::Cost;
use loyd_core::puzzle::Convention;
use loyd_core::search::{Outcome, Stop};

use super::game::{GameKind, GamePosition, GameStep};
use super::known::Known;
use crate::arguments::CacheArguments;
use crate::machine::net;
use crate::progress;

pub use start::Depth;

/// How long a question waits for the memory of earlier searches, which end meanwhile.
const PATIENCE: Duration = Duration::from_secs(60);

/// The subject of a question: a puzzle, the first position of the game, and the convention of direction letters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Subject {
    /// The puzzle.
    pub puzzle: String,
    /// The goal, if it is not the usual one.
    pub goal: Option<String>,
    /// The first position of the game.
    pub start: String,
    /// Whether letters name the blank's or the tile's direction, if the puzzle has both conventions.
    pub convention: Option<Convention>,
}

/// The limits of searches, and the folder of tables.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// The time limit.
    pub time: Option<Duration>,
    /// The memory limit in bytes.
    pub memory: Option<u64>,
    /// The folder of tables.
    pub tables: CacheArguments,
}

/// The kinds of searches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Task {
    /// The distance of the position to the goal.
    Distance,
    /// The distance, and all moves that begin a shortest solution.
    Hint,
    /// A shortest solution.
    Solution,
    /// A position for a new game.
    Start(Depth),
}

/// A report from a search.
#[derive(Clone, Debug)]
pub enum News {
    /// The bounds proved so far.
    Proved {
        /// The proved lower bound of the distance.
        at_least: Cost,
        /// The cost of the best solution found.
        at_most: Option<Cost>,
        /// The table that is being built before the search continues.
        building: Option<String>,
    },
    /// The final result about the distance.
    Known(Known),
    /// The final result about the distance, and the moves of a solution. The list is empty if no solution is known.
    Solution(Known, Vec<String>),
    /// A position for a new game.
    Start(String),
    /// The search ended without an answer.
    Failed(Fault),
    /// The search has failed by a fault of ours.
    Died,
}

/// A search under way.
struct Search {
    number: u64,
    cancel: Cancel,
    /// Whether the answer is no longer needed.
    stale: Arc<AtomicBool>,
    /// Whether the search is building a table, which serves every later search.
    builds: Arc<AtomicBool>,
}

impl Search {
    /// Stops the search. If the search builds a table, it stops after the table is built.
    fn leave(&self) {
        self.stale.store(true, Ordering::SeqCst);
        if !self.builds.load(Ordering::SeqCst) {
            self.cancel.cancel();
        }
    }
}

/// Sends the requests of the game to the library.
pub struct GameAsker {
    service: Service,
    terms: Terms,
    sender: Sender<(u64, News)>,
    heard: Receiver<(u64, News)>,
    begun: u64,
    search: Option<Search>,
}

impl Drop for GameAsker {
    fn drop(&mut self) {
        if let Some(search) = &self.search {
            search.cancel.cancel();
        }
    }
}

impl GameAsker {
    /// Creates an asker that uses `service`.
    pub fn new(service: Service, terms: Terms) -> GameAsker {
        let (sender, heard) = channel();
        GameAsker { service, terms, sender, heard, begun: 0, search: None }
    }

    /// The position after the moves `made`, and the fixed properties of the game.
    ///
    /// # Errors
    /// When a move is not legal.
    pub fn position<'m>(
        &self,
        subject: &Subject,
        made: impl Iterator<Item = &'m str>,
    ) -> Result<(GameKind, GamePosition), Fault> {
        let made = Some(made.collect::<Vec<_>>().join(" ")).filter(|made| !made.is_empty());
        let question = Moves {
            puzzle: subject.puzzle.as_str().into(),
            goal: subject.goal.clone(),
            position: subject.position(made),
            convention: subject.convention,
        };
        self.service.moves(&question).map(read)
    }

    /// The puzzles that can be played: the short names and the examples of the families.
    ///
    /// # Errors
    /// No failure is known.
    pub fn puzzles(&self) -> Result<Vec<String>, Fault> {
        let CatalogueReply::Families(families) = self.service.catalogue(&Catalogue::default())? else {
            return Err(Fault::internal("a reply to another question"));
        };
        let ids = families.iter().flat_map(|family| {
            let short = family.aliases.iter().filter(|alias| alias.alias.bytes().all(|byte| byte.is_ascii_digit()));
            let short = short.filter(|alias| alias.puzzle.contains(':')).map(|alias| alias.alias);
            short.chain(family.examples.iter().copied())
        });
        Ok(ids.map(String::from).collect())
    }

    /// Begins a search, and leaves the previous one.
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

    /// Leaves the search under way, if there is one.
    pub fn leave(&mut self) {
        if let Some(search) = self.search.take() {
            search.leave();
        }
    }

    /// Whether a search is under way.
    pub fn searches(&self) -> bool {
        self.search.is_some()
    }

    /// The reports of the search under way since the last call.
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
    /// The position after the moves `made` from the first position.
    fn position(&self, made: Option<String>) -> PositionRef {
        PositionRef { state: Some(self.start.clone()), scramble: None, moves: made }
    }
}

impl Terms {
    /// The limits of a search.
    fn limits(&self) -> CostLimits {
        CostLimits { time: self.time, memory: self.memory, ..CostLimits::default() }
    }
}

/// Converts the library's reply about a position.
fn read(legal: LegalMoves) -> (GameKind, GamePosition) {
    let steps = legal.moves.into_iter().map(|step| GameStep {
        name: step.name,
        words: step.words,
        cost: step.cost,
        pointed_at: step.pointed_at,
        squares: step.changes.into_iter().map(|(row, column, _)| (row, column)).collect(),
    });
    let position =
        GamePosition { state: legal.state, solved: legal.solved, picture: legal.picture, steps: steps.collect() };
    let directed = legal.convention.is_some();
    (GameKind { puzzle: legal.puzzle, goal: legal.goal, look: legal.look, directed }, position)
}

/// A search, and the channel for its answer.
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
        // The receiver is gone when the game is over.
        let _ = self.sender.send((self.number, news));
    }

    fn answer(&self, task: &Task) -> Result<News, Fault> {
        let Subject { puzzle, goal, convention, .. } = &self.subject;
        let (puzzle, goal, convention) = (puzzle.as_str().into(), goal.clone(), *convention);
        let position = self.subject.position(self.made.clone());
        let (limits, tables) = (self.terms.limits(), self.terms.tables.folder());
        match task {
            Task::Start(depth) => self.start(*depth).map(News::Start),
            Task::Distance => {
                let question = Distance { puzzle, goal, position, convention, limits, tables, ..Distance::default() };
                self.ask(&question).map(|far| News::Known(distance(far)))
            }
            Task::Hint => {
                let question = Next { puzzle, goal, position, convention, limits, tables, ..Next::default() };
                self.ask(&question).map(|moves| News::Known(best_moves(moves)))
            }
            Task::Solution => {
                let options = Options { convention, ..Options::default() };
                let question = Solve { puzzle, goal, position, options, limits, tables, table: None };
                self.ask(&question).map(|answer| solution(&answer))
            }
        }
    }

    /// Asks the library, and sends the bounds proved on the way.
    fn ask<Q: Asked>(&self, question: &Q) -> Result<Q::Reply, Fault> {
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
        // More positions follow, so that tables may pay for themselves.
        control.batch = true;
        control.patience = PATIENCE;
        let control = control.hear(&mut hear);
        let (time, _) = self.service.limits_of(question, &control);
        let _work = net::hold(time, self.service.ledger().budget());
        self.service.ask(question, &control)
    }
}

/// The distance in a reply.
fn distance(far: Far) -> Known {
    let mut known = Known::default();
    match far.distance {
        Ok(cost) => {
            known.learn(cost, far.why.is_none().then_some(cost));
            known.stopped = far.why.map(Stop::told);
        }
        Err(why) => known.unsolvable = Some(why.to_string()),
    }
    known
}

/// The distance in a reply, and the moves that begin a shortest solution.
fn best_moves(next: NextMoves) -> Known {
    let mut known = Known::default();
    match next.distance {
        CostBounds::Known(moves) => known = Known::exactly(moves),
        CostBounds::AtLeast(moves, why) => {
            known.learn(moves, None);
            known.stopped = Some(why.told());
        }
        CostBounds::None(why) => known.unsolvable = Some(why.to_string()),
    }
    // The library marks every optimal move, or it marks none.
    if next.moves.iter().all(|step| step.optimal.is_some()) {
        let best = next.moves.into_iter().filter(|step| step.optimal == Some(true));
        known.best = Some(best.map(|step| step.name).collect());
    }
    known
}

/// The solution in a reply: a shortest one, or the best that is known.
fn solution(answer: &Answer) -> News {
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
    News::Solution(known, moves)
}
