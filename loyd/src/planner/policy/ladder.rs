//! Which bound answers where the algorithm is left open: begin with the one at hand, and climb to a stronger one when
//! the search has cost as much as its tables would.
//!
//! Then no position waits for tables that take longer to build than to do without, and none costs much more than twice
//! what the best choice would have (the ski rental argument: A. R. Karlin, M. S. Manasse, L. Rudolph and D. D. Sleator,
//! Competitive snoopy caching, Algorithmica 3, 1988). Nodes are counted, not seconds, so that the same position is
//! always searched in the same way.

use super::{Aim, Algorithm, End, Place, Search, Situation, Step};

/// Nodes searched before anyone asks the file system for tables: some milliseconds.
const BLINK: u64 = 1 << 17;

/// Nodes searched before an anytime search begins anew, where nothing but a shortest solution will do: some hundredths
/// of a second.
const GLANCE: u64 = 1 << 19;

/// Nodes of an anytime search, less than a tenth of a second, for the solution that is kept while IDA* looks for a
/// shortest.
const SOME_SOLUTION: u64 = 1 << 20;

/// Nodes searched before anybody looks for vast tables: some seconds.
pub(super) const LONG: u64 = 1 << 23;

/// Placements that are searched and entered in the time of one node of a tree.
const PLACEMENTS_A_NODE: u64 = 2;

/// Bytes of a file that are read and checked in the time of one node of a tree.
const BYTES_A_NODE: u64 = 1 << 9;

/// What building tables of so many placements costs, in nodes of a tree.
pub fn building(placements: u64) -> u64 {
    placements / PLACEMENTS_A_NODE
}

/// What reading tables of so many bytes costs, in nodes of a tree: a second for a gigabyte.
pub fn reading(bytes: u64) -> u64 {
    bytes / BYTES_A_NODE
}

/// The next step of a search by `ida-star` or `anytime` for one solution. In turn, each only if the one before gave no
/// answer: a glance with what is in memory; some solution, where one is wanted at once; the bounds, from the highest
/// whose tables are in memory or in the cache folder. Where a shortest solution is wanted, IDA* on all threads takes
/// over once tables make proofs quick.
pub(super) fn next(situation: &Situation<'_>, algorithm: Algorithm) -> Step {
    let facts = situation.facts;
    let rungs = situation.rungs();
    let highest = |has: fn(Place) -> bool| rungs.iter().rposition(|&bound| has(situation.place(bound)));
    let search = |algorithm, bound, budget: Option<u64>, aim| {
        let budget = budget.into_iter().chain(situation.until_table(algorithm)).min();
        Step::Search(Search { algorithm, bound, budget, aim })
    };
    let done = |aim| situation.searches(aim).next().is_some();
    let content = situation.options.content();
    let anytime = algorithm == Algorithm::Anytime;
    let mut top = rungs.len() - 1;
    if !done(Aim::Climb) {
        if rungs.iter().any(|&bound| situation.place(bound) == Place::Unknown) {
            return Step::LookInMemory;
        }
        // Of few nodes an anytime search makes more.
        let few = anytime && situation.nodes.is_some_and(|nodes| nodes <= 4 * BLINK);
        let in_memory = highest(|place| place == Place::Memory).filter(|_| !few);
        if let (Some(rung), false) = (in_memory, done(Aim::Glance) || done(Aim::SomeSolution)) {
            let budget = (rung < top || anytime).then_some(if anytime && !content { GLANCE } else { BLINK });
            return search(Algorithm::IdaStar, rungs[rung], budget, Aim::Glance);
        }
        let plain = facts.bounds.iter().position(|bound| !bound.tables);
        let wanted = anytime && !content && facts.bounds[rungs[top]].tables && !done(Aim::SomeSolution);
        if let (true, Some(plain)) = (wanted, plain) {
            return search(algorithm, plain, Some(SOME_SOLUTION), Aim::SomeSolution);
        }
    }
    if rungs.iter().any(|&bound| situation.may_look_for(bound)) {
        return Step::LookInCache;
    }
    // Nodes that were to be searched in vain before the tables of a rung are worth their time.
    let cost = |rung: usize| match situation.place(rungs[rung]) {
        Place::Unbuilt(nodes) => nodes,
        Place::Elsewhere => LONG,
        _ => 0,
    };
    let mut rung = highest(|place| matches!(place, Place::Memory | Place::Folder)).unwrap_or(0);
    for (_, end) in situation.searches(Aim::Climb) {
        match end {
            End::NoTables if rung == 0 => return Step::GiveUp,
            // Tables that do not fit are not for us.
            End::NoTables => {
                rung -= 1;
                top = rung;
            }
            End::Spent | End::Limit if rung < top && situation.spent >= cost(rung + 1) => rung += 1,
            End::Spent | End::Limit => {}
        }
    }
    let bound = rungs[rung];
    let takes_over = facts.bounds[bound].tables && !content;
    let algorithm = if takes_over { Algorithm::IdaStar } else { algorithm };
    let budget = (rung < top).then(|| cost(rung + 1).saturating_sub(situation.spent).max(BLINK));
    search(algorithm, bound, budget, Aim::Climb)
}
