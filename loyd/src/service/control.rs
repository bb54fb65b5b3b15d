//! Who may stop a question, what it may cost at most, and who hears what happens.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::event::{Event, Part};
use crate::limits::{FrontierLog, Limits, Logger, Progress, Watcher};
use crate::planner::Listener;
use crate::table::map::Partnership;

/// A switch that stops questions, from any thread.
///
/// ```
/// use loyd::service::Cancel;
///
/// let cancel = Cancel::default();
/// let other = cancel.clone();
/// std::thread::spawn(move || other.cancel()).join().unwrap();
/// assert!(cancel.is_cancelled());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Stops every question that was given this switch, or a clone of it.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Whether that has happened.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }

    /// The flag itself, for [`Limits`](crate::limits::Limits).
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }
}

impl From<Arc<AtomicBool>> for Cancel {
    fn from(flag: Arc<AtomicBool>) -> Cancel {
        Cancel(flag)
    }
}

/// What a question may cost at most, whatever it says itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ceiling {
    /// The most time.
    pub time: Option<Duration>,
    /// The most bytes held at one time.
    pub memory: Option<u64>,
    /// The most nodes generated.
    pub nodes: Option<u64>,
    /// The most moves of a solution.
    pub moves: Option<u32>,
    /// The most threads that a question may ask for.
    pub threads: Option<u16>,
}

type Sink<'s> = RefCell<&'s mut dyn FnMut(Event) -> ControlFlow<()>>;

/// How a question is stopped, what it may cost, and who hears what happens on the way.
///
/// ```
/// use std::ops::ControlFlow;
/// use loyd::planner::Want;
/// use loyd::service::{Control, Event, Question, Service};
///
/// let mut question = Question::solve("swap:3", "1 2 9/4 6 3/7 8 5");
/// question.want = Want::All { most: None };
/// let mut listed = Vec::new();
/// let mut hear = |event| {
///     if let Event::Solution(solution) = event {
///         listed.push(solution.moves.join(" "));
///     }
///     ControlFlow::Continue(())
/// };
/// let reply = Service::default().ask(&question, &Control::default().hear(&mut hear)).unwrap();
/// assert_eq!((reply.length(), listed.len()), (Some(3), 2));
/// ```
#[derive(Default)]
#[non_exhaustive]
pub struct Control<'s> {
    /// Stops the question, from any thread.
    pub cancel: Cancel,
    /// What it may cost at most.
    pub ceiling: Ceiling,
    /// How long it may wait for memory that other questions hold.
    pub patience: Duration,
    /// Whether many positions of the same puzzle follow, so that a table may pay for itself.
    pub batch: bool,
    /// Whether questions of the same puzzles go on coming, as to a server: a table of all distances of a small space
    /// may pay for itself. Then an answer depends on those before it in how it was found, and in which of several
    /// shortest solutions it names.
    pub lasting: bool,
    /// The processes that answer together, where the question is a map: each of them asks it, with the same fields but
    /// for limits and folders.
    pub together: Option<Arc<Partnership>>,
    /// Who hears of tables, from the thread that reads or builds them; left out, the listener does.
    pub news: Option<Listener>,
    sink: Option<Sink<'s>>,
}

impl fmt::Debug for Control<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Control { cancel, ceiling, patience, batch, lasting, .. } = self;
        let mut shown = f.debug_struct("Control");
        shown
            .field("cancel", cancel)
            .field("ceiling", ceiling)
            .field("patience", patience)
            .field("batch", batch)
            .field("lasting", lasting);
        shown.finish_non_exhaustive()
    }
}

impl<'s> Control<'s> {
    /// A control with that switch.
    pub fn new(cancel: Cancel) -> Control<'s> {
        Control { cancel, ..Control::default() }
    }

    /// The same, with a listener. It is called from the thread that asks, and ends the question by a break.
    pub fn hear(self, listener: &'s mut dyn FnMut(Event) -> ControlFlow<()>) -> Control<'s> {
        Control { sink: Some(RefCell::new(listener)), ..self }
    }

    /// Runs `work` on a thread with the stack of a search. Its limits are those of the ceiling; they stop it when the
    /// switch is set, and report progress to the listener.
    ///
    /// # Errors
    /// When the thread cannot be started.
    ///
    /// ```
    /// use loyd::service::{Cancel, Control};
    ///
    /// let control = Control::new(Cancel::default());
    /// assert_eq!(control.attend(|limits| limits.nodes).unwrap(), None);
    /// ```
    pub fn attend<T: Send>(&self, work: impl FnOnce(&Limits) -> T + Send) -> std::io::Result<T> {
        let Ceiling { time, memory, nodes, moves, threads: _ } = self.ceiling;
        Feed::attend(self, super::STACK, move |out, cancel| {
            let (cancel, progress) = (Some(cancel.flag()), out.watcher(None));
            work(&Limits { time, bytes: memory, nodes, moves, cancel, progress, ..Limits::default() })
        })
    }

    /// Whether somebody listens.
    pub(super) fn is_heard(&self) -> bool {
        self.sink.is_some()
    }
}

/// Events that wait for the listener; a search that has more for it waits.
const WAITING: usize = 256;
/// Time between two events of progress.
const COALESCE: Duration = Duration::from_millis(50);
/// Time between two looks at the switch, where somebody listens.
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// What goes from the thread that searches to the one that asks.
pub(super) struct Feed {
    state: Mutex<State>,
    /// Told when there is something for the listener.
    news: Condvar,
    /// Told when the listener has taken something.
    room: Condvar,
    /// The switch of this question alone.
    cancel: Cancel,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Event>,
    progress: Option<(Progress, Option<Arc<Part>>)>,
    best: Option<u32>,
    /// Events that the listener has at hand.
    at_hand: usize,
    /// The work is done.
    ended: bool,
    /// Nobody listens any more.
    closed: bool,
}

/// Ends something when it is dropped, also by a panic.
struct Defer<F: FnMut()>(F);

impl<F: FnMut()> Drop for Defer<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}

impl Feed {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hands an event over, and waits until there is room for it.
    fn item(&self, event: Event) -> ControlFlow<()> {
        let mut state = self.state();
        while state.waiting.len() >= WAITING && !state.closed {
            state = self.room.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.closed {
            return ControlFlow::Break(());
        }
        state.waiting.push_back(event);
        drop(state);
        self.news.notify_one();
        ControlFlow::Continue(())
    }

    /// Waits until the listener has heard everything; breaks when it has heard enough.
    fn settle(&self) -> ControlFlow<()> {
        let mut state = self.state();
        while !(state.closed || state.waiting.is_empty() && state.at_hand == 0) {
            state = self.room.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.closed { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Hands an event over that nothing waits for, of a kind that comes seldom.
    fn tell(&self, event: Event) {
        self.state().waiting.push_back(event);
        self.news.notify_one();
    }

    fn progress(&self, progress: &Progress, part: Option<&Arc<Part>>) {
        // Whoever finds it locked leaves it to the next: the lock is held for moments only.
        let Ok(mut state) = self.state.try_lock() else { return };
        // Of many cases, a shorter solution is of another case.
        let better = |length: &u32| progress.case.is_none() && state.best.is_none_or(|best| *length < best);
        if let Some(length) = progress.best.filter(better) {
            state.best = Some(length);
            state.waiting.push_back(Event::Better { length });
        }
        state.progress = Some((progress.clone(), progress.part.as_ref().or(part).cloned()));
    }

    /// Runs the work on a thread with that stack, and the listener on this one.
    pub(super) fn attend<T: Send>(
        control: &Control<'_>,
        stack: usize,
        work: impl FnOnce(&Out, Cancel) -> T + Send,
    ) -> std::io::Result<T> {
        let feed = Arc::new(Feed {
            state: Mutex::default(),
            news: Condvar::new(),
            room: Condvar::new(),
            cancel: Cancel::from(Arc::new(AtomicBool::new(control.cancel.is_cancelled()))),
        });
        std::thread::scope(|scope| {
            let heard = control.is_heard();
            let out = Out(heard.then(|| Arc::clone(&feed)));
            let cancel = if heard { feed.cancel.clone() } else { control.cancel.clone() };
            let worker = &feed;
            let thread = std::thread::Builder::new().name("loyd".into()).stack_size(stack);
            let worker = thread.spawn_scoped(scope, move || {
                let _ended = Defer(|| {
                    worker.state().ended = true;
                    worker.news.notify_one();
                });
                super::with_room(|| work(&out, cancel))
            })?;
            if heard {
                let _closed = Defer(|| {
                    feed.state().closed = true;
                    feed.room.notify_all();
                    // Only a listener that breaks or panics leaves before the work is done.
                    if !feed.state().ended {
                        feed.cancel.cancel();
                    }
                });
                feed.listen(control);
            }
            Ok(worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        })
    }

    /// Hands everything to the listener until the work is done, or it has heard enough.
    fn listen(&self, control: &Control<'_>) {
        let mut told = Instant::now();
        let mut state = self.state();
        loop {
            if control.cancel.is_cancelled() {
                self.cancel.cancel();
            }
            let mut events = std::mem::take(&mut state.waiting);
            let ended = state.ended;
            if told.elapsed() >= COALESCE
                && !ended
                && let Some((progress, part)) = state.progress.take()
            {
                told = Instant::now();
                events.push_back(Event::Progress { progress, part: part.map(|part| (*part).clone()) });
            }
            state.at_hand = events.len();
            drop(state);
            if let Some(sink) = &control.sink {
                let mut sink = sink.borrow_mut();
                for event in events {
                    if sink(event).is_break() {
                        return;
                    }
                }
            }
            if ended {
                return;
            }
            state = self.state();
            state.at_hand = 0;
            self.room.notify_all();
            if state.waiting.is_empty() && !state.ended {
                state = self.news.wait_timeout(state, LOOK_EVERY).unwrap_or_else(PoisonError::into_inner).0;
            }
        }
    }
}

/// The way to the listener, if there is one.
#[derive(Clone)]
pub(super) struct Out(Option<Arc<Feed>>);

impl Out {
    /// Nobody listens.
    pub(super) const NOBODY: Out = Out(None);

    /// Whether somebody listens.
    pub(super) fn is_heard(&self) -> bool {
        self.0.is_some()
    }

    /// Hands an event over; breaks when the listener has heard enough.
    pub(super) fn item(&self, event: Event) -> ControlFlow<()> {
        self.0.as_ref().map_or(ControlFlow::Continue(()), |feed| feed.item(event))
    }

    /// Waits until the listener has heard everything; breaks when it has heard enough.
    pub(super) fn settle(&self) -> ControlFlow<()> {
        self.0.as_ref().map_or(ControlFlow::Continue(()), |feed| feed.settle())
    }

    /// What hears of tables.
    pub(super) fn listener(&self) -> Option<Listener> {
        let feed = Arc::clone(self.0.as_ref()?);
        Some(Listener(Arc::new(move |event| feed.tell(Event::Table(event.into())))))
    }

    /// What hears how far a part of the work is.
    pub(super) fn watcher(&self, part: Option<Part>) -> Option<Watcher> {
        let (feed, part) = (Arc::clone(self.0.as_ref()?), part.map(Arc::new));
        Some(Arc::new(move |progress| feed.progress(progress, part.as_ref())))
    }

    /// What hears of iterations.
    pub(super) fn logger(&self) -> Option<Logger> {
        let feed = Arc::clone(self.0.as_ref()?);
        Some(Arc::new(move |iteration| feed.tell(Event::Iteration(*iteration))))
    }

    /// What hears how searches grow.
    pub(super) fn frontiers(&self) -> Option<FrontierLog> {
        let feed = Arc::clone(self.0.as_ref()?);
        Some(Arc::new(move |frontier| {
            // Who has heard enough stops the search by its switch.
            let _ = feed.item(Event::Frontier(frontier));
        }))
    }
}
