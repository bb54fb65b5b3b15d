//! The control of a question: its switch, the most that it may cost, and its listener.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use web_time::{Duration, Instant};

use super::event::{Event, WorkPart};
use crate::planner::{BetterListener, Listener, Solution};
use loyd_core::cost::Cost;
use loyd_core::limits::{FrontierLog, Limits, Logger, Progress, Watcher};
use loyd_core::table::map::Partnership;

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

    /// Whether the switch was set.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }

    /// The flag of the switch, for [`Limits`](loyd_core::limits::Limits).
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }
}

impl From<Arc<AtomicBool>> for Cancel {
    fn from(flag: Arc<AtomicBool>) -> Cancel {
        Cancel(flag)
    }
}

/// The most that a question may cost, whatever limits the question itself names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ceiling {
    /// The most time.
    pub time: Option<Duration>,
    /// The most bytes held at one time.
    pub memory: Option<u64>,
    /// The most nodes generated.
    pub nodes: Option<u64>,
    /// The most moves of a solution. Where moves differ in cost, a question under this limit is refused.
    pub moves: Option<u32>,
    /// The most threads that a question may ask for.
    pub threads: Option<u16>,
}

/// A listener that is called from the thread that works, while it works.
type AtOnce = Arc<dyn Fn(Event) -> ControlFlow<()> + Send + Sync>;
type Sink<'s> = RefCell<&'s mut dyn FnMut(Event) -> ControlFlow<()>>;

/// The control of a question: how it is stopped, the most that it may cost, and the listener that hears its events.
///
/// ```
/// use std::ops::ControlFlow;
/// use loyd::search::Length;
/// use loyd::service::Want;
/// use loyd::service::{Control, Event, Service, Solve};
///
/// let mut question = Solve::new("swap:3", "1 2 9/4 6 3/7 8 5");
/// question.options.want = Want::All { most: None };
/// let mut listed = Vec::new();
/// let mut hear = |event| {
///     if let Event::Solution(solution) = event {
///         listed.push(solution.moves.join(" "));
///     }
///     ControlFlow::Continue(())
/// };
/// let answer = Service::default().ask(&question, &Control::default().hear(&mut hear)).unwrap();
/// assert_eq!((answer.length(), listed.len()), (Some(Length(3)), 2));
/// ```
#[derive(Default)]
#[non_exhaustive]
pub struct Control<'s> {
    /// The switch that stops the question, from any thread.
    pub cancel: Cancel,
    /// The most that the question may cost.
    pub ceiling: Ceiling,
    /// How long the question may wait for memory that other questions hold.
    pub patience: Duration,
    /// Whether many positions of the same puzzle follow, so that a table may pay for itself.
    pub batch: bool,
    /// Whether more questions about the same puzzles follow, as on a server, so that a table of all distances of a
    /// small space may pay for itself. Then earlier questions affect how an answer is found, and which of several
    /// shortest solutions it names.
    pub lasting: bool,
    /// The processes that answer a map question together. Each asks the same question, except for limits and folders.
    pub together: Option<Arc<Partnership>>,
    /// The listener for news of tables, called from the thread that reads or builds them. If it is left out, the
    /// control's listener hears the news.
    pub news: Option<Listener>,
    sink: Option<Sink<'s>>,
    at_once: Option<AtOnce>,
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
    /// Returns a control with the switch `cancel`.
    pub fn new(cancel: Cancel) -> Control<'s> {
        Control { cancel, ..Control::default() }
    }

    /// Adds a listener. It is called from the thread that asks, and it ends the question by returning a break.
    pub fn hear(self, listener: &'s mut dyn FnMut(Event) -> ControlFlow<()>) -> Control<'s> {
        Control { sink: Some(RefCell::new(listener)), ..self }
    }

    /// Adds a listener that is called from the thread that works, before this thread goes on: with progress and better
    /// solutions at most once in 50 milliseconds. It ends the question by returning a break. In a browser, where a
    /// question has one thread, [`hear`](Control::hear) gets its events when the work is done, and this listener gets
    /// them during the work.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use std::sync::atomic::{AtomicU32, Ordering};
    /// use std::sync::Arc;
    /// use loyd::service::{Control, Event, Map, Service};
    ///
    /// let layers = Arc::new(AtomicU32::new(0));
    /// let counted = Arc::clone(&layers);
    /// let control = Control::default().hear_at_once(move |event| {
    ///     counted.fetch_add(u32::from(matches!(event, Event::Layer(_))), Ordering::Relaxed);
    ///     ControlFlow::Continue(())
    /// });
    /// Service::default().ask(&Map::new("8"), &control)?;
    /// assert_eq!(layers.load(Ordering::Relaxed), 32);
    /// # Ok::<(), loyd::service::Fault>(())
    /// ```
    pub fn hear_at_once(self, listener: impl Fn(Event) -> ControlFlow<()> + Send + Sync + 'static) -> Control<'s> {
        Control { at_once: Some(Arc::new(listener)), ..self }
    }

    /// Runs `work` on a thread with the stack of a search. The work receives the limits of the ceiling. These limits
    /// also stop the work when the switch is set, and report its progress to the listener. If the ceiling limits the
    /// moves, the work must be about puzzles whose moves cost 1.
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
        let cost = moves.map(Cost::moves);
        Feed::attend(self, super::STACK, move |out, cancel| {
            let (cancel, progress) = (Some(cancel.flag()), out.watcher(None));
            work(&Limits { time, bytes: memory, nodes, cost, cancel, progress, ..Limits::default() })
        })
    }

    /// Whether the control has a listener.
    pub(super) fn is_heard(&self) -> bool {
        self.sink.is_some() || self.at_once.is_some()
    }
}

/// Whether a question can have a thread of its own. In a browser, the thread that asks does the work.
const HAS_THREADS: bool = !cfg!(target_family = "wasm");
/// The most events that wait for the listener. A search with more events waits for room.
const WAITING: usize = 256;
/// The least time between two reports of progress, and of better solutions with their moves.
const COALESCE: Duration = Duration::from_millis(50);
/// The most time between two checks of the switch while the listener has nothing to do.
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// The channel from the thread that searches to the thread that asks.
pub(super) struct Feed {
    state: Mutex<State>,
    /// Notified when there is something for the listener.
    news: Condvar,
    /// Notified when the listener has handled its events.
    room: Condvar,
    /// The switch of this question alone.
    cancel: Cancel,
    /// The listener on the thread that works.
    at_once: Option<AtOnce>,
}

struct State {
    waiting: VecDeque<Event>,
    progress: Option<(Progress, Option<Arc<WorkPart>>)>,
    best: Option<Cost>,
    /// The newest better solution with its moves, which waits for the next report.
    better: Option<(Cost, Vec<String>)>,
    /// The cost of the last better solution that was reported with its moves, or waits to be.
    with_moves: Option<Cost>,
    /// The time of the last report of progress, or of a better solution with its moves.
    told: Instant,
    /// The number of events that the listener has taken and not yet handled.
    at_hand: usize,
    /// Whether the work is done.
    ended: bool,
    /// Whether the listener has left.
    closed: bool,
}

impl State {
    fn new() -> State {
        let (waiting, progress, told) = (VecDeque::new(), None, Instant::now());
        let (best, better, with_moves) = (None, None, None);
        State { waiting, progress, best, better, with_moves, told, at_hand: 0, ended: false, closed: false }
    }

    /// Takes the waiting events, and the newest better solution and the latest progress if the last report is at least
    /// [`COALESCE`] old. When the work is done it takes the better solution in any case.
    fn due(&mut self) -> VecDeque<Event> {
        let mut events = std::mem::take(&mut self.waiting);
        let is_due = self.told.elapsed() >= COALESCE;
        if (is_due || self.ended)
            && let Some((cost, moves)) = self.better.take()
        {
            self.told = Instant::now();
            events.push_back(Event::Better { cost, moves: Some(moves) });
        }
        if is_due
            && !self.ended
            && let Some((progress, part)) = self.progress.take()
        {
            self.told = Instant::now();
            events.push_back(Event::Progress { progress, part: part.map(|part| (*part).clone()) });
        }
        events
    }
}

/// Calls its function when it is dropped, also during a panic.
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

    /// Waits until there is room for an event, and adds it for the listener. Breaks when the listener has left.
    fn item(&self, event: Event) -> ControlFlow<()> {
        if self.at_once.is_some() {
            return self.call([event]);
        }
        let mut state = self.state();
        while state.waiting.len() >= WAITING && !state.closed && HAS_THREADS {
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

    /// Waits until the listener has handled every event. Breaks when the listener has left.
    fn settle(&self) -> ControlFlow<()> {
        let mut state = self.state();
        while HAS_THREADS && self.at_once.is_none() && !(state.closed || state.waiting.is_empty() && state.at_hand == 0)
        {
            state = self.room.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.closed { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Adds an event of a rare kind, without waiting for room.
    fn tell(&self, event: Event) {
        if self.at_once.is_some() {
            // A listener that breaks stops the work by the switch.
            let _ = self.call([event]);
            return;
        }
        self.state().waiting.push_back(event);
        self.news.notify_one();
    }

    fn progress(&self, progress: &Progress, part: Option<&Arc<WorkPart>>) {
        // A report that finds the lock taken is dropped, because the lock is held briefly and another follows.
        let Ok(mut state) = self.state.try_lock() else { return };
        // In work on many cases, a shorter solution belongs to another case, so it is no improvement.
        let better = |cost: &Cost| progress.case.is_none() && state.best.is_none_or(|best| *cost < best);
        if let Some(cost) = progress.best.filter(better) {
            state.best = Some(cost);
            // The waiting solution is no better one any more.
            state.better = None;
            state.waiting.push_back(Event::Better { cost, moves: None });
        }
        state.progress = Some((progress.clone(), progress.part.as_ref().or(part).cloned()));
        if self.at_once.is_some() {
            let events = state.due();
            drop(state);
            let _ = self.call(events);
        }
    }

    /// Keeps a better solution with its moves for the next report. A slow listener would let long
    /// solutions pile up, so only the newest one is kept. Its cost alone may have been reported before.
    fn better(&self, solution: &Solution) {
        let Solution { cost, ref moves, .. } = *solution;
        let mut state = self.state();
        if state.best.is_some_and(|best| best < cost) || state.with_moves == Some(cost) {
            return;
        }
        (state.best, state.with_moves, state.better) = (Some(cost), Some(cost), Some((cost, moves.clone())));
    }

    /// Gives the better solution that waits for a report to the listener on this thread, because the work is done.
    fn last(&self) {
        if self.at_once.is_some() {
            let better = self.state().better.take();
            let _ = self.call(better.map(|(cost, moves)| Event::Better { cost, moves: Some(moves) }));
        }
    }

    /// Gives events to the listener on this thread.
    fn call(&self, events: impl IntoIterator<Item = Event>) -> ControlFlow<()> {
        let Some(listener) = &self.at_once else { return ControlFlow::Continue(()) };
        let heard = events.into_iter().try_for_each(|event| listener(event));
        if heard.is_break() {
            self.cancel.cancel();
        }
        heard
    }

    /// Runs `work` on a thread with a stack of `stack` bytes, and the listener on this thread.
    pub(super) fn attend<T: Send>(
        control: &Control<'_>,
        stack: usize,
        work: impl FnOnce(&Out, Cancel) -> T + Send,
    ) -> std::io::Result<T> {
        let feed = Arc::new(Feed {
            state: Mutex::new(State::new()),
            news: Condvar::new(),
            room: Condvar::new(),
            cancel: Cancel::from(Arc::new(AtomicBool::new(control.cancel.is_cancelled()))),
            at_once: control.at_once.clone(),
        });
        if !HAS_THREADS {
            let out = Out(control.is_heard().then(|| Arc::clone(&feed)));
            let result = super::with_room(|| work(&out, feed.cancel.clone()));
            feed.last();
            feed.state().ended = true;
            feed.listen(control);
            return Ok(result);
        }
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
                let result = super::with_room(|| work(&out, cancel));
                worker.last();
                result
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

    /// Gives every event to the listener until the work is done or the listener breaks.
    fn listen(&self, control: &Control<'_>) {
        let mut state = self.state();
        loop {
            if control.cancel.is_cancelled() {
                self.cancel.cancel();
            }
            let ended = state.ended;
            let events = if self.at_once.is_some() { VecDeque::new() } else { state.due() };
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

/// A handle that sends events to the listener, if there is one.
#[derive(Clone)]
pub(super) struct Out(Option<Arc<Feed>>);

impl Out {
    /// The handle without a listener.
    pub(super) const NOBODY: Out = Out(None);

    /// Whether there is a listener.
    pub(super) fn is_heard(&self) -> bool {
        self.0.is_some()
    }

    /// Sends an event to the listener. Breaks when the listener has left.
    pub(super) fn item(&self, event: Event) -> ControlFlow<()> {
        self.0.as_ref().map_or(ControlFlow::Continue(()), |feed| feed.item(event))
    }

    /// Waits until the listener has handled every event. Breaks when the listener has left.
    pub(super) fn settle(&self) -> ControlFlow<()> {
        self.0.as_ref().map_or(ControlFlow::Continue(()), |feed| feed.settle())
    }

    /// The callback for news of tables.
    pub(super) fn listener(&self) -> Option<Listener> {
        let feed = Arc::clone(self.0.as_ref()?);
        Some(Listener(Arc::new(move |event| feed.tell(Event::Table(event.into())))))
    }

    /// The callback for better solutions.
    pub(super) fn better(&self) -> Option<BetterListener> {
        let feed = Arc::clone(self.0.as_ref()?);
        Some(BetterListener(Arc::new(move |solution| feed.better(solution))))
    }

    /// The callback for the progress of the work, or of `part` of it.
    pub(super) fn watcher(&self, part: Option<WorkPart>) -> Option<Watcher> {
        let (feed, part) = (Arc::clone(self.0.as_ref()?), part.map(Arc::new));
        Some(Arc::new(move |progress| feed.progress(progress, part.as_ref())))
    }

    /// The callback for iterations.
    pub(super) fn logger(&self) -> Option<Logger> {
        let feed = Arc::clone(self.0.as_ref()?);
        Some(Arc::new(move |iteration| feed.tell(Event::Iteration(*iteration))))
    }

    /// The callback for the growth of searches.
    pub(super) fn frontiers(&self) -> Option<FrontierLog> {
        let feed = Arc::clone(self.0.as_ref()?);
        Some(Arc::new(move |frontier| {
            // A listener that breaks stops the search by the switch.
            let _ = feed.item(Event::Frontier(frontier));
        }))
    }
}
