//! One memory budget for all questions that are answered at one time.
//!
//! A question reserves the memory that it may hold before it begins. The tables of an opened puzzle are charged once,
//! however many questions use them. When memory is short, unused puzzles are forgotten with their tables.

use std::collections::HashMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use web_time::{Duration, Instant};

use super::amounts::memory;
use super::answers::{map, tables};
use super::{Cancel, Fault, Inner, Origin, PositionRef, PuzzleRef, Question, Terms, USUAL_MEMORY, cores, number_of};
use crate::catalogue;
use crate::planner::Engine;
use loyd_core::limits::Watch;
use loyd_core::search::Stop;
use loyd_core::table::map::Share;

/// Time between two checks of the switch of a question that waits.
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// Bytes for each state of a small space: two closed lists with their layers, and a table beside them.
const BYTES_A_STATE: u128 = 16;

/// Bytes that any search may need for its path, its cuts and its threads.
const SMALL: u64 = 64 << 20;

/// The bytes of moves that are read and made in a moment.
const FEW_MOVES: u64 = 1 << 20;

/// The most states of a space that is searched in a moment.
const FEW: u128 = 1 << 20;

/// The memory that questions share.
///
/// ```
/// use loyd::service::{Service, Solve};
///
/// let service = Service::builder().memory(1 << 30).build();
/// service.solve(&Solve::new("8", "2 3 4 1 5 x 7 6 8"))?;
/// assert_eq!((service.ledger().reserved(), service.ledger().budget()), (0, Some(1 << 30)));
/// # Ok::<(), loyd::service::Fault>(())
/// ```
#[derive(Clone, Debug)]
pub struct Ledger {
    budget: Option<u64>,
    share: Option<u64>,
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    book: Mutex<Book>,
    /// Notified when memory is given back.
    returned: Condvar,
}

#[derive(Debug, Default)]
struct Book {
    reserved: u64,
    /// The bytes of each opened puzzle with its tables, by the number of the puzzle.
    tables: HashMap<usize, u64>,
}

impl Book {
    fn held(&self) -> u64 {
        self.tables.values().fold(self.reserved, |sum, bytes| sum.saturating_add(*bytes))
    }
}

/// Bytes that a question may hold. The reservation gives them back when it is dropped.
#[derive(Debug)]
pub(super) struct Reservation {
    ledger: Ledger,
    /// The bytes taken from the budget.
    taken: u64,
    /// The most bytes that the question may hold, the tables of its puzzle included.
    most: Option<u64>,
}

impl Reservation {
    /// The most bytes that the question may hold.
    pub(super) fn bytes(&self) -> Option<u64> {
        self.most
    }

    /// Whether no question may ever hold this many bytes.
    pub(super) fn never_has(&self, bytes: u64) -> bool {
        self.ledger.budget.is_some_and(|budget| budget < bytes)
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        let mut book = self.ledger.book();
        book.reserved -= self.taken;
        drop(book);
        self.ledger.shared.returned.notify_all();
    }
}

impl Ledger {
    /// A ledger with a budget that `at_a_time` questions without a limit of their own share.
    pub(super) fn new(budget: Option<u64>, at_a_time: usize) -> Ledger {
        let share = budget.map(|bytes| bytes / at_a_time.max(1) as u64);
        Ledger { budget, share, shared: Arc::default() }
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        self.shared.book.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The most bytes that may be held, if there is a limit.
    pub fn budget(&self) -> Option<u64> {
        self.budget
    }

    /// Bytes that questions have reserved.
    pub fn reserved(&self) -> u64 {
        self.book().reserved
    }

    /// Bytes that opened puzzles hold, with their tables.
    pub fn tables(&self) -> u64 {
        self.book().tables.values().sum()
    }

    /// Bytes that are neither reserved nor held, if there is a limit.
    pub fn free(&self) -> Option<u64> {
        self.budget.map(|budget| budget.saturating_sub(self.book().held()))
    }

    /// Whether the reserved and held bytes exceed the budget.
    pub(super) fn is_over(&self) -> bool {
        self.budget.is_some_and(|budget| self.book().held() > budget)
    }

    /// Records how many bytes an opened puzzle holds.
    pub(super) fn charge(&self, number: usize, bytes: u64) {
        let mut book = self.book();
        match bytes {
            0 => book.tables.remove(&number),
            bytes => book.tables.insert(number, bytes),
        };
        drop(book);
        self.shared.returned.notify_all();
    }

    /// Takes bytes from the budget, less the bytes that are already charged for the puzzle `number`.
    fn take(&self, bytes: u64, number: Option<usize>) -> Option<u64> {
        let mut book = self.book();
        let charged = number.and_then(|number| book.tables.get(&number)).copied().unwrap_or(0);
        let taken = bytes.saturating_sub(charged);
        let fits = self.budget.is_none_or(|budget| book.held().saturating_add(taken) <= budget);
        if fits {
            book.reserved += taken;
        }
        fits.then_some(taken)
    }
}

/// An estimate of the memory and time of a question.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Estimate {
    /// The most bytes that the question could hold, existing tables included. `None` if it could hold all it is given.
    pub bytes: Option<u64>,
    /// Whether the question is answered in a moment, because a table or a small space has the answer.
    pub is_cheap: bool,
    /// About how long the answer takes, if there is an estimate.
    pub seconds: Option<f64>,
}

/// An estimate of no memory worth counting, and no time.
const NOTHING: Estimate = Estimate { bytes: Some(0), is_cheap: true, seconds: None };

impl Inner {
    /// The most bytes that a question may hold.
    pub(super) fn most_memory(&self, question: &Question, terms: &Terms) -> Option<u64> {
        let short = question.is_short().then_some(USUAL_MEMORY);
        let default = short.into_iter().chain(self.ledger.share).min();
        let asked = question.parts().limits().memory.or(default);
        asked.into_iter().chain(terms.ceiling.memory).min()
    }

    /// Reserves the memory that a question may hold, and waits for it as long as the question may. Stores the
    /// question's puzzle in `opened`.
    pub(super) fn reserve(
        &self,
        question: &Question,
        terms: &Terms,
        cancel: &Cancel,
        watch: &Watch,
        opened: &OnceLock<Arc<Engine>>,
    ) -> Result<Reservation, Fault> {
        let most = self.most_memory(question, terms);
        let take = |taken| Reservation { ledger: self.ledger.clone(), taken, most };
        // Without a budget nothing is counted.
        let Some(budget) = self.ledger.budget else { return Ok(take(0)) };
        let (bytes, number) = match self.opened_within(question, terms, watch, cancel, most.unwrap_or(budget)) {
            Ok(engine) => {
                let engine = opened.get_or_init(|| engine);
                let moves = bytes_of_moves(question, engine);
                let bytes = match question.may_hold() {
                    true => self.most_of(question, engine).map(|bytes| bytes.saturating_add(moves)),
                    // A question that holds nothing beside its puzzle and its moves needs no more.
                    false => Some(if moves > FEW_MOVES { moves.saturating_add(engine.held()) } else { 0 }),
                };
                (bytes.into_iter().chain(most).min(), Some(number_of(engine)))
            }
            Err(fault) if matches!(fault.origin, Origin::Limit(_) | Origin::Memory) => return Err(fault),
            // The answer reports why the puzzle cannot be opened.
            Err(_) => (Some(0), None),
        };
        match bytes {
            None | Some(0) => Ok(take(0)),
            Some(bytes) => self.take(bytes, number, terms, cancel).map(take),
        }
    }

    /// Opens the puzzle of a question. During the opening, the memory that the question may hold is reserved. Then the
    /// puzzle is charged with the bytes that it holds.
    fn opened_within(
        &self,
        question: &Question,
        terms: &Terms,
        watch: &Watch,
        cancel: &Cancel,
        most: u64,
    ) -> Result<Arc<Engine>, Fault> {
        // Puzzles without a definition hold next to nothing.
        let is_defined = question.parts().puzzle().is_some_and(|puzzle| catalogue::has_definition(&puzzle.id));
        if !is_defined || question.is_of_no_puzzle() || self.engine_opened(question).is_some() {
            return self.engine(question, watch, cancel);
        }
        let most = most.min(self.ledger.share.unwrap_or(most));
        // A puzzle of a file may be kept already, and opened anew if the file has changed. Its bytes count once.
        let kept = self.engine_kept(question).as_ref().map(number_of);
        let taken = self.take(most, kept, terms, cancel)?;
        let while_opening = Reservation { ledger: self.ledger.clone(), taken, most: None };
        let engine = self.engine(question, watch, cancel)?;
        // The reservation ends before the charge, because otherwise both would take the same bytes from the budget.
        drop(while_opening);
        self.ledger.charge(number_of(&engine), engine.held());
        Ok(engine)
    }

    /// Takes bytes from the budget as soon as they are free. Puzzles that no question uses are forgotten to free bytes.
    fn take(&self, bytes: u64, number: Option<usize>, terms: &Terms, cancel: &Cancel) -> Result<u64, Fault> {
        let began = Instant::now();
        loop {
            if let Some(taken) = self.ledger.take(bytes, number) {
                return Ok(taken);
            }
            self.evict(bytes);
            if let Some(taken) = self.ledger.take(bytes, number) {
                return Ok(taken);
            }
            if cancel.is_cancelled() {
                return Err(Fault::stopped(Stop::Cancelled));
            }
            if began.elapsed() >= terms.patience {
                let (needed, free) = (memory(bytes), memory(self.ledger.free().unwrap_or(0)));
                return Err(Fault::memory(format!(
                    "the question may need {needed} of memory, but only {free} is free"
                )));
            }
            let book = self.ledger.book();
            drop(self.ledger.shared.returned.wait_timeout(book, LOOK_EVERY).unwrap_or_else(PoisonError::into_inner));
        }
    }

    /// The most bytes that a search of this puzzle could hold, if its space is small.
    fn most_of(&self, question: &Question, engine: &Engine) -> Option<u64> {
        use Question::{Check, Compare, Distance, Next, Solve};
        if !matches!(question, Solve(_) | Check(_) | Distance(_) | Next(_) | Compare(_)) {
            return None;
        }
        let states = engine.known().states.filter(|states| *states <= FEW)?;
        let results = match question {
            Compare(asked) => asked.most_result_bytes(engine.heuristics().len()),
            _ => 0,
        };
        let searched = u64::try_from(states * BYTES_A_STATE).ok()?;
        Some((searched + SMALL + engine.held()).saturating_add(results))
    }

    /// An estimate of the memory and time of a question.
    pub(super) fn estimate(&self, question: &Question, watch: &Watch, cancel: &Cancel) -> Result<Estimate, Fault> {
        if let Some(estimate) = self.estimate_unopened(question) {
            return Ok(estimate);
        }
        self.estimate_of(question, &*self.engine(question, watch, cancel)?, watch, cancel)
    }

    /// An estimate of a question whose puzzle is already open.
    pub(super) fn estimate_opened(&self, question: &Question) -> Option<Estimate> {
        // The plan of a map may take another puzzle, and the costs of tables take long.
        if matches!(question, Question::Map(_) | Question::DryRun(_) | Question::Bounds(_) | Question::Distances(_)) {
            return None;
        }
        let engine = self.engine_opened(question)?;
        let (watch, cancel) = (Watch::default(), Cancel::default());
        let of = || self.estimate_of(question, &engine, &watch, &cancel).ok();
        let estimate = self.estimate_unopened(question).or_else(of)?;
        let moves = bytes_of_moves(question, &engine);
        let bytes = estimate.bytes.map(|bytes| bytes.saturating_add(moves));
        Some(Estimate { bytes, is_cheap: estimate.is_cheap && moves <= FEW_MOVES, ..estimate })
    }

    /// An estimate of a question that names no puzzle, or holds no memory worth counting.
    fn estimate_unopened(&self, question: &Question) -> Option<Estimate> {
        match question {
            _ if !question.may_hold() => Some(NOTHING),
            Question::Bench(_) => Some(Estimate { bytes: self.ledger.share, is_cheap: false, seconds: None }),
            _ => None,
        }
    }

    fn estimate_of(
        &self,
        question: &Question,
        engine: &Engine,
        watch: &Watch,
        cancel: &Cancel,
    ) -> Result<Estimate, Fault> {
        match question {
            Question::Map(asked) | Question::DryRun(asked) => {
                let plan = self.engine_of_map(asked, watch, cancel)?;
                let plan = match asked.has_sets() {
                    true => plan.set_plan(asked.from_set.is_some())?,
                    false => plan.map_plan(asked.from.as_deref(), map::method(asked), Share::WHOLE)?,
                };
                let threads = asked.threads.map_or_else(cores, usize::from);
                let seconds = map::seconds(&plan, threads);
                let bytes = plan.states.map(|_| map::whole(&plan));
                Ok(Estimate {
                    bytes,
                    is_cheap: !asked.has_sets() && seconds.is_some_and(|seconds| seconds < 0.1),
                    seconds,
                })
            }
            Question::Bounds(asked) => {
                let (bytes, seconds) = tables::cost_of_bounds(engine, asked.heuristic.as_deref())?;
                Ok(Estimate { bytes: Some(bytes), is_cheap: seconds < 0.1, seconds: Some(seconds) })
            }
            Question::Distances(asked) => {
                let plan = engine.distance_plan(asked.bits.unwrap_or(tables::USUAL_BITS))?;
                let seconds = tables::seconds(&plan);
                Ok(Estimate { bytes: Some(plan.building_bytes), is_cheap: seconds < 0.1, seconds: Some(seconds) })
            }
            Question::Random(asked) if asked.depth.is_none() && !asked.scrambles && engine.draws_all() => Ok(NOTHING),
            _ if question.parts().table().is_some() => Ok(Estimate { bytes: Some(engine.held()), ..NOTHING }),
            _ => {
                let few = engine.known().states.is_some_and(|states| states <= FEW);
                Ok(Estimate { bytes: self.most_of(question, engine), is_cheap: few, seconds: None })
            }
        }
    }
}

/// The bytes that the moves in the texts of a question take while they are read and made.
fn bytes_of_moves<'q>(question: &'q Question, engine: &Engine) -> u64 {
    let of_position = |position: &'q PositionRef| {
        let PositionRef { state, scramble, moves } = position;
        [state, scramble, moves].map(Option::as_deref)
    };
    let own = match question {
        Question::Check(asked) => [Some(&*asked.state), Some(&*asked.moves)],
        Question::Rank(asked) => [Some(&*asked.state), None],
        _ => [None, None],
    };
    let texts = question.position().map(of_position).into_iter().flatten().chain(own).flatten();
    texts.fold(0, |sum, text| sum.saturating_add(engine.bytes_of_moves(text)))
}

impl Question {
    /// Whether the question names no puzzle that has to be opened.
    fn is_of_no_puzzle(&self) -> bool {
        match self {
            Question::Catalogue(asked) => asked.puzzle == PuzzleRef::default(),
            _ => self.parts().puzzle().is_none(),
        }
    }

    /// Whether the question may hold memory worth counting.
    fn may_hold(&self) -> bool {
        use Question::{
            Bench, Bounds, Catalogue, Check, Compare, Distance, Distances, Draw, DryRun, Group, Info, Lint, Map, Moves,
            Next, Random, Rank, Solve, Unrank, Verify,
        };
        match self {
            Solve(_) | Compare(_) | Check(_) | Distance(_) | Next(_) | Random(_) | Map(_) | Bench(_) => true,
            Bounds(bounds) => !bounds.dry_run,
            Distances(distances) => !distances.dry_run,
            DryRun(_) | Moves(_) | Draw(_) | Rank(_) | Unrank(_) | Info(_) | Verify(_) | Group(_) | Lint(_)
            | Catalogue(_) => false,
        }
    }
}
