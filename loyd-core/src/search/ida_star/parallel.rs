//! Shares the rest of an iteration among threads by work stealing.
//!
//! A walk that must split unwinds, and every node on its path leaves its untried moves as a task. Nothing is walked
//! twice and nothing is lost, so the counts of a complete iteration are the counts of one thread. Each thread goes on
//! with the deepest of its own tasks, as the recursion would have done. A thread without a task waits, and the other
//! threads notice it at their next look: they give away every other task that they hold or, if they hold none, split
//! the walk that they are in. Tasks that were given away are also taken from the deepest on. So all threads keep near
//! each other in the order of one thread, and near the part that it would have walked until the first solution.
//!
//! The first solution ends the iteration for all threads. Every solution found within the threshold has the length of
//! the threshold, because the iterations before proved that no solution is shorter. So the length does not depend on
//! which thread is first, though the moves may.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::near_miss::NearMisses;
use super::stop::{StopCondition, StopVerdict};
use super::tree::SearchTree;
use super::walk::{SubtreeTask, TreeWalk};
use crate::heuristic::UNREACHABLE;
use crate::limits::{Meter, Stop};
use crate::puzzle::Puzzle;

/// The number of nodes that a thread generates between two looks.
const LOOK_EVERY: u64 = 1 << 12;

/// The bytes of stack of a helping thread: room for some hundred thousand moves. Only the used part becomes memory.
const STACK: usize = 64 << 20;

/// The result of the rest of an iteration.
pub struct Finished<M> {
    /// The least excess over the threshold.
    pub excess: u32,
    /// The moves of a solution, if one was found.
    pub found: Option<Vec<M>>,
    /// The limit that was reached.
    pub stopped: Option<Stop>,
    /// The near misses.
    pub near_misses: NearMisses<M>,
}

/// The data that the threads share.
struct Pool<'a, 'm, T, M> {
    /// The tasks that no thread holds, the deepest last; `waiting` is the number of threads that wait for one.
    tasks: Mutex<Vec<T>>,
    given: Condvar,
    threads: AtomicUsize,
    waiting: AtomicUsize,
    over: AtomicBool,
    expanded: AtomicU64,
    generated: AtomicU64,
    /// The number of generated nodes at which the limits must be looked at next.
    next_look: AtomicU64,
    meter: Mutex<&'a mut Meter<'m>>,
    threshold: u32,
    finished: Mutex<Finished<M>>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<T, M> Pool<'_, '_, T, M> {
    /// Ends the work of all threads.
    fn end(&self) {
        self.over.store(true, Relaxed);
        // A thread that is about to wait holds this lock until it waits, so it gets the notice below.
        drop(locked(&self.tasks));
        self.given.notify_all();
    }

    /// Returns the next task as soon as there is one; `None` when all work is done.
    fn take(&self) -> Option<T> {
        let mut tasks = locked(&self.tasks);
        loop {
            if self.over.load(Relaxed) {
                return None;
            }
            if let Some(task) = tasks.pop() {
                return Some(task);
            }
            if self.waiting.fetch_add(1, Relaxed) + 1 == self.threads.load(Relaxed) {
                drop(tasks);
                self.end();
                return None;
            }
            tasks = self.given.wait(tasks).unwrap_or_else(PoisonError::into_inner);
            self.waiting.fetch_sub(1, Relaxed);
        }
    }

    /// Adds to the counts. Looks at the limits if it is time to, and returns the limit that was reached.
    fn count(&self, expanded: u64, generated: u64) -> Option<Stop> {
        let expanded = self.expanded.fetch_add(expanded, Relaxed) + expanded;
        let generated = self.generated.fetch_add(generated, Relaxed) + generated;
        if generated < self.next_look.load(Relaxed) {
            return None;
        }
        // While one thread looks at the limits, no other thread need look.
        let mut meter = self.meter.try_lock().ok()?;
        (meter.stats.expanded, meter.stats.generated) = (expanded, generated);
        let why = meter.look(self.threshold).err();
        self.next_look.store(meter.next_look(), Relaxed);
        why
    }
}

/// Ends the work of the other threads when a thread panics, because they would wait for ever.
struct PoolGuard<'p, 'a, 'm, T, M>(&'p Pool<'a, 'm, T, M>);

impl<T, M> Drop for PoolGuard<'_, '_, '_, T, M> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.end();
        }
    }
}

/// The data of one thread.
struct Worker<'p, 'a, 'm, T, M> {
    pool: &'p Pool<'a, 'm, T, M>,
    /// The tasks that the thread holds, the deepest last.
    tasks: Vec<T>,
    /// The counts that the thread has reported to the pool.
    expanded: u64,
    generated: u64,
}

impl<T, M> Worker<'_, '_, '_, T, M> {
    /// Reports to the pool what was counted since the last report.
    fn report(&mut self, expanded: u64, generated: u64) -> Option<Stop> {
        let why = self.pool.count(expanded - self.expanded, generated - self.generated);
        (self.expanded, self.generated) = (expanded, generated);
        why
    }

    /// Gives away every other task, from the shallowest on.
    fn share(&mut self) {
        let mut number = 0;
        let mut every_other = |_: &mut T| {
            number += 1;
            number % 2 == 1
        };
        let given: Vec<T> = self.tasks.extract_if(.., &mut every_other).collect();
        locked(&self.pool.tasks).extend(given);
        self.pool.given.notify_all();
    }

    /// Whether a thread waits for a task, and the pool has none.
    fn is_wanted(&self) -> bool {
        self.pool.waiting.load(Relaxed) > 0 && locked(&self.pool.tasks).is_empty()
    }
}

impl<T, M> StopCondition for Worker<'_, '_, '_, T, M> {
    fn look(&mut self, expanded: u64, generated: u64) -> StopVerdict {
        if let Some(why) = self.report(expanded, generated) {
            return StopVerdict::End(Some(why));
        }
        if self.pool.over.load(Relaxed) {
            return StopVerdict::End(None);
        }
        if self.is_wanted() {
            if self.tasks.is_empty() {
                return StopVerdict::Split;
            }
            self.share();
        }
        StopVerdict::Until(generated + LOOK_EVERY)
    }

    /// Returns false, because the solution that is met first depends on the threads anyway.
    fn in_order(&self) -> bool {
        false
    }
}

/// Walks the subtrees of the tasks, which are given the shallowest first, on `threads` threads, one of them the
/// caller's. Each thread keeps near misses if `near_misses` does.
pub fn finish<P: Puzzle>(
    tree: SearchTree<'_, P>,
    tasks: Vec<SubtreeTask<P>>,
    near_misses: NearMisses<P::Move>,
    threshold: u32,
    threads: usize,
    meter: &mut Meter<'_>,
) -> Finished<P::Move> {
    let (expanded, generated, next_look) = (meter.stats.expanded, meter.stats.generated, meter.next_look());
    let anew = near_misses.anew();
    let pool = Pool {
        tasks: Mutex::new(tasks),
        given: Condvar::new(),
        threads: AtomicUsize::new(threads),
        waiting: AtomicUsize::new(0),
        over: AtomicBool::new(false),
        expanded: AtomicU64::new(expanded),
        generated: AtomicU64::new(generated),
        next_look: AtomicU64::new(next_look),
        meter: Mutex::new(meter),
        threshold,
        finished: Mutex::new(Finished { excess: UNREACHABLE, found: None, stopped: None, near_misses }),
    };
    on_threads(threads, &|| work(&pool, tree, anew.clone()), &pool.threads);
    let Pool { expanded, generated, meter, finished, .. } = pool;
    let meter = meter.into_inner().unwrap_or_else(PoisonError::into_inner);
    (meter.stats.expanded, meter.stats.generated) = (expanded.into_inner(), generated.into_inner());
    finished.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Does the work on this thread and on others, `threads` in all. Calls `work` virtually, so that spawning is compiled
/// once.
fn on_threads(threads: usize, work: &(dyn Fn() + Sync), there: &AtomicUsize) {
    std::thread::scope(|scope| {
        for _ in 1..threads {
            // A thread that cannot be spawned is one helper less.
            let spawned = std::thread::Builder::new().name("search".into()).stack_size(STACK).spawn_scoped(scope, work);
            if spawned.is_err() {
                there.fetch_sub(1, Relaxed);
            }
        }
        work();
    });
}

/// Does the work of one thread, until all is done.
fn work<P: Puzzle>(
    pool: &Pool<'_, '_, SubtreeTask<P>, P::Move>,
    tree: SearchTree<'_, P>,
    mut near_misses: NearMisses<P::Move>,
) {
    let _guard = PoolGuard(pool);
    let mut worker = Worker { pool, tasks: Vec::new(), expanded: 0, generated: 0 };
    let (mut excess, mut expanded, mut generated) = (UNREACHABLE, 0, 0);
    while let Some(task) = worker.tasks.pop().or_else(|| pool.take()) {
        // At least one node is expanded between two looks; otherwise a task could be handed on for ever.
        let next_look = (worker.generated + LOOK_EVERY).max(generated + 1);
        let walk = TreeWalk::new(tree.puzzle, (expanded, generated, next_look), &mut worker).keeping(near_misses);
        let mut walk = tree.walk(walk, &task);
        (expanded, generated) = (walk.expanded, walk.generated);
        near_misses = std::mem::take(&mut walk.near_misses);
        excess = excess.min(walk.excess);
        if walk.is_complete {
            continue;
        }
        if walk.splitting {
            let rest = std::mem::take(&mut walk.rest);
            worker.tasks.extend(rest);
            worker.share();
            continue;
        }
        let mut finished = locked(&pool.finished);
        finished.stopped = finished.stopped.or(walk.stopped);
        finished.found = finished.found.take().or(walk.solution());
        drop(finished);
        pool.end();
        break;
    }
    let _ = worker.report(expanded, generated);
    let mut finished = locked(&pool.finished);
    finished.excess = finished.excess.min(excess);
    finished.near_misses.absorb(near_misses);
}
