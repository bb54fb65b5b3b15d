//! The thread of the dataflow: it takes parcels by round, exchanges them, and gathers the parcels that arrive by round.

use std::cell::Cell;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError};
use std::time::{Duration, Instant};

use loyd_core::table::map::Parcel;
use timely::WorkerConfig;
use timely::communication::Allocator;
use timely::container::NoopBuilder;
use timely::dataflow::InputHandle;
use timely::dataflow::channels::pact::DistributorPact;
use timely::dataflow::operators::Input;
use timely::dataflow::operators::generic::operator::Operator;
use timely::worker::Worker;

use super::arrivals::Arrivals;
use super::network::Network;
use crate::flow::load::{Deliver, Load, ParcelPiece, Partial};
use crate::flow::stats::TrafficStats;
use crate::watch::LossWatch;

/// The bytes of parcels that the worker takes in before it processes what has arrived.
const GULP: usize = 1 << 20;

/// A request to the thread of the dataflow.
pub(super) enum WorkerRequest {
    /// Send a parcel in the open round, or as a post.
    Send { to: usize, is_post: bool, parcel: Vec<u8> },
    /// Close the open round.
    Close,
    /// End the dataflow, once all processes have sent this request.
    Leave,
}

/// The state that the thread of the dataflow shares with other threads.
pub(super) struct WorkerShared {
    pub(super) own: usize,
    pub(super) watch: Arc<LossWatch>,
    pub(super) stats: Arc<TrafficStats>,
    pub(super) arrivals: Arc<Arrivals>,
}

/// A guard that reports a suspicion if the thread panics.
struct PanicAlarm<'a>(&'a WorkerShared);

impl Drop for PanicAlarm<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.watch.suspect(self.0.own, "the thread of its dataflow has panicked");
        }
    }
}

/// The parcels that are gathered: incomplete parcels by sender, complete parcels by round.
struct Gathering {
    shared: Arc<WorkerShared>,
    partial: HashMap<usize, Partial>,
    rounds: BTreeMap<u64, Vec<Parcel>>,
    next: u64,
    closed: Rc<Cell<u64>>,
}

impl Gathering {
    fn add(&mut self, round: u64, piece: ParcelPiece) {
        let (from, is_post) = (piece.from, piece.is_post);
        let Some(bytes) = self.partial.entry(from).or_default().add(piece) else { return };
        if is_post {
            self.shared.stats.received[from].parcel(bytes.len());
            self.shared.arrivals.post(Parcel { from, bytes });
        } else {
            self.rounds.entry(round).or_default().push(Parcel { from, bytes });
        }
    }

    /// Hands on each round that this process has closed and in which no more parcels can arrive.
    fn hand_on(&mut self, may_come: impl Fn(u64) -> bool) {
        while self.next < self.closed.get() && !may_come(self.next) {
            let round = self.rounds.remove(&self.next).unwrap_or_default();
            for parcel in &round {
                self.shared.stats.received[parcel.from].parcel(parcel.bytes.len());
            }
            self.shared.arrivals.put(round);
            self.next += 1;
        }
    }
}

/// Runs the dataflow until all processes leave or one is lost. After a loss, timely's objects are leaked, because their
/// destructors would wait for the lost process, and would announce a regular end to the other processes.
pub(super) fn run(shared: Arc<WorkerShared>, network: Network, commands: &Receiver<WorkerRequest>) {
    let _alarm = PanicAlarm(&shared);
    let (allocator, guard) = network.build();
    let Some(mut worker) = serve(&shared, allocator, commands) else {
        std::mem::forget(guard);
        return;
    };
    while worker.has_dataflows() {
        if shared.watch.lost().is_some() {
            std::mem::forget((worker, guard));
            return;
        }
        worker.step_or_park(None);
    }
    drop(worker);
    // Dropping the guard waits until all other processes have announced their end.
    drop(guard);
    shared.arrivals.end();
}

/// Executes commands until [`WorkerRequest::Leave`]. Then the input is closed, and the worker is returned.
fn serve(shared: &Arc<WorkerShared>, allocator: Allocator, commands: &Receiver<WorkerRequest>) -> Option<Worker> {
    // Without a start time, the worker would never sleep. It parks at once when it has nothing to do, because the cores
    // are for the map.
    let config = WorkerConfig::default().idle_spin(Duration::ZERO);
    let mut worker = Worker::new(config, allocator, Some(Instant::now()));
    let closed = Rc::new(Cell::new(0));
    let mut input = dataflow(shared, &mut worker, &closed);
    loop {
        let mut taken = 0;
        while taken < GULP {
            match commands.try_recv() {
                Ok(WorkerRequest::Send { to, is_post, parcel }) => {
                    taken += parcel.len();
                    for piece in ParcelPiece::of(shared.own, to, is_post, parcel) {
                        input.send_batch(&mut Load(Some(piece)));
                    }
                }
                Ok(WorkerRequest::Close) => {
                    closed.set(closed.get() + 1);
                    input.advance_to(closed.get());
                }
                Ok(WorkerRequest::Leave) => return Some(worker),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => {
                    std::mem::forget((worker, input));
                    return None;
                }
            }
        }
        if shared.watch.lost().is_some() {
            std::mem::forget((worker, input));
            return None;
        }
        if taken < GULP {
            worker.step_or_park(None)
        } else {
            worker.step()
        };
    }
}

/// Builds the dataflow: from the input to the process that each piece is for, and into the gathering there.
fn dataflow(
    shared: &Arc<WorkerShared>,
    worker: &mut Worker,
    closed: &Rc<Cell<u64>>,
) -> InputHandle<u64, NoopBuilder<Load>> {
    let mut gathering = Gathering {
        shared: Arc::clone(shared),
        partial: HashMap::new(),
        rounds: BTreeMap::new(),
        next: 0,
        closed: Rc::clone(closed),
    };
    worker.dataflow(|scope| {
        let (input, parcels) = scope.new_input_with_builder::<NoopBuilder<Load>>();
        // The frontier of the sink serves as the probe: it passes a round when every process has closed the round and
        // this process has taken in all pieces that were sent to it in the round.
        parcels.sink(DistributorPact(|_| Deliver), "gather", move |(input, frontier)| {
            input.for_each(|time, load| {
                if let (Some(&round), Some(piece)) = (time.stamp().least(), load.0.take()) {
                    gathering.add(round, piece);
                }
            });
            gathering.hand_on(|round| frontier.less_equal(&round));
        });
        input
    })
}
