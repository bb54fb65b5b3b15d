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

/// The rungs of the bounds to climb, and how far the steps before have come on them.
pub(super) struct Ladder {
    /// The places of the bounds, one at least, each stronger than the one before.
    rungs: Vec<usize>,
    /// The highest rung whose tables were not refused; `None` where the tables of the lowest were.
    top: Option<usize>,
    /// The rung that is searched next.
    rung: usize,
}

impl Ladder {
    /// The ladder after the steps that were tried.
    pub(super) fn of(situation: &Situation<'_>) -> Self {
        let rungs = situation.rungs();
        let mut ladder = Ladder { top: Some(rungs.len() - 1), rung: 0, rungs };
        let at = |search: Search| ladder.rungs.iter().position(|&bound| bound == search.bound);
        // Tables that do not fit are not for us, and those above them are larger.
        let refused = |aim| situation.searches(aim).filter(|&(_, end)| end == End::NoTables);
        if let Some(lowest) = refused(Aim::Glance).chain(refused(Aim::Climb)).filter_map(|(search, _)| at(search)).min()
        {
            ladder.top = lowest.checked_sub(1);
        }
        let most = ladder.top.unwrap_or(0);
        ladder.rung = match situation.searches(Aim::Climb).last() {
            None => ladder.highest(situation, |place| matches!(place, Place::Memory | Place::Folder)).unwrap_or(0),
            Some((search, end)) => {
                let rung = at(search).unwrap_or(0);
                let is_spent = end == End::Spent && rung < most && situation.spent >= ladder.cost(situation, rung + 1);
                rung + usize::from(is_spent)
            }
        }
        .min(most);
        ladder
    }

    /// The highest rung up to the top whose tables are at such a place.
    fn highest(&self, situation: &Situation<'_>, has: fn(Place) -> bool) -> Option<usize> {
        self.rungs[..=self.top.unwrap_or(0)].iter().rposition(|&bound| has(situation.place(bound)))
    }

    /// Nodes that were to be searched in vain before the tables of a rung are worth their time.
    fn cost(&self, situation: &Situation<'_>, rung: usize) -> u64 {
        match situation.place(self.rungs[rung]) {
            Place::Unbuilt(nodes) => nodes,
            Place::Elsewhere => LONG,
            _ => 0,
        }
    }

    /// How often somebody may still look for tables: first whether they are in memory, then in the cache folder.
    pub(super) fn looks(&self, situation: &Situation<'_>) -> usize {
        let looks = |&bound: &usize| match situation.place(bound) {
            Place::Unknown => 2,
            Place::Elsewhere => 1,
            Place::Memory | Place::Folder | Place::Unbuilt(_) => 0,
        };
        self.rungs.iter().map(looks).sum()
    }

    /// How many rungs have tables that cost more than was searched in vain.
    pub(super) fn unpaid(&self, situation: &Situation<'_>) -> usize {
        (0..self.rungs.len()).filter(|&rung| self.cost(situation, rung) > situation.spent).count()
    }

    /// A bound on how often a rung may still be left: upwards by a search in vain, or to any rung below the top where
    /// tables are refused, which lowers the top.
    pub(super) fn rungs_left(&self) -> usize {
        self.top.map_or(0, |top| top * (top + 1) + 1 - self.rung)
    }
}

/// The next step of a search by `ida-star` or `anytime` for one solution. In turn, each only if the one before gave no
/// answer: a glance with what is in memory; some solution, where one is wanted at once; the bounds, from the highest
/// whose tables are in memory or in the cache folder. Where a shortest solution is wanted, IDA* on all threads takes
/// over once tables make proofs quick.
pub(super) fn next(situation: &Situation<'_>, algorithm: Algorithm) -> Step {
    let facts = situation.facts;
    let ladder = Ladder::of(situation);
    let Some(top) = ladder.top else { return Step::GiveUp };
    let Ladder { rungs, rung, .. } = &ladder;
    let search = |algorithm, bound, budget: Option<u64>, aim| {
        let budget = budget.into_iter().chain(situation.until_table(algorithm)).min();
        Step::Search(Search { algorithm, bound, budget, aim })
    };
    let done = |aim| situation.searches(aim).next().is_some();
    let content = situation.options.content();
    let anytime = algorithm == Algorithm::Anytime;
    if !done(Aim::Climb) {
        if rungs.iter().any(|&bound| situation.place(bound) == Place::Unknown) {
            return Step::LookInMemory;
        }
        // Of few nodes an anytime search makes more.
        let few = anytime && situation.nodes.is_some_and(|nodes| nodes <= 4 * BLINK);
        let in_memory = ladder.highest(situation, |place| place == Place::Memory).filter(|_| !few);
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
    let bound = rungs[*rung];
    let takes_over = facts.bounds[bound].tables && !content;
    let algorithm = if takes_over { Algorithm::IdaStar } else { algorithm };
    let budget = (*rung < top).then(|| ladder.cost(situation, rung + 1).saturating_sub(situation.spent).max(BLINK));
    search(algorithm, bound, budget, Aim::Climb)
}
