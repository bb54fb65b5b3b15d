//! Chooses the bound where the algorithm is left open. The search begins with a bound whose tables are available, and
//! climbs to a stronger bound when the search has cost as much as the tables of the stronger bound.
//!
//! So no position waits for tables that cost more than a search without them, and no position costs much more than
//! twice the best choice (the ski rental argument: A. R. Karlin, M. S. Manasse, L. Rudolph and D. D. Sleator,
//! Competitive snoopy caching, Algorithmica 3, 1988). Nodes are counted, not seconds, so that the same position is
//! always searched in the same way.

use super::{Aim, Algorithm, End, PolicyStep, Search, Situation, TablesPlace};

/// Nodes searched before the planner looks for tables in the file system: some milliseconds.
pub(super) const BLINK: u64 = 1 << 17;

/// Nodes that IDA* searches before an anytime search begins, if only a shortest solution is accepted: some hundredths
/// of a second.
const GLANCE: u64 = 1 << 19;

/// Nodes of the anytime search for some solution before IDA* looks for a shortest one: less than a tenth of a second.
const SOME_SOLUTION: u64 = 1 << 20;

/// Nodes searched before the planner looks for vast tables: some seconds.
pub(super) const LONG: u64 = 1 << 23;

/// Placements that are searched and stored in the time of one node of a tree.
const PLACEMENTS_A_NODE: u64 = 2;

/// Bytes of a file that are read and checked in the time of one node of a tree.
const BYTES_A_NODE: u64 = 1 << 9;

/// The cost of building tables with this number of placements, in nodes of a tree.
pub fn building(placements: u64) -> u64 {
    placements / PLACEMENTS_A_NODE
}

/// The cost of reading tables with this number of bytes, in nodes of a tree: a second for a gigabyte.
pub fn reading(bytes: u64) -> u64 {
    bytes / BYTES_A_NODE
}

/// The ladder of the bounds to climb, and the rung that the earlier steps have reached.
pub(super) struct Ladder {
    /// The indices of the bounds, at least one, each stronger than the bound before.
    rungs: Vec<usize>,
    /// The highest rung whose tables were not refused; `None` if the tables of the lowest rung were refused.
    top: Option<usize>,
    /// The rung that is searched next.
    rung: usize,
}

impl Ladder {
    /// Makes the ladder after the steps that were tried.
    pub(super) fn of(situation: &Situation<'_>) -> Self {
        let rungs = situation.rungs();
        let mut ladder = Ladder { top: Some(rungs.len() - 1), rung: 0, rungs };
        let at = |search: Search| ladder.rungs.iter().position(|&bound| bound == search.bound);
        // If the tables of a rung do not fit, the tables of higher rungs do not fit either, because they are larger.
        let refused = |aim| situation.searches(aim).filter(|&(_, end)| end == End::NoTables);
        if let Some(lowest) = [Aim::Glance, Aim::Climb, Aim::SomeSolution]
            .into_iter()
            .flat_map(refused)
            .filter_map(|(search, _)| at(search))
            .min()
        {
            ladder.top = lowest.checked_sub(1);
        }
        let most = ladder.top.unwrap_or(0);
        ladder.rung = match situation.searches(Aim::Climb).last() {
            None => ladder
                .highest(situation, |place| matches!(place, TablesPlace::Memory | TablesPlace::Folder))
                .unwrap_or(0),
            Some((search, end)) => {
                let rung = at(search).unwrap_or(0);
                let is_spent = end == End::Spent && rung < most && situation.spent >= ladder.cost(situation, rung + 1);
                rung + usize::from(is_spent)
            }
        }
        .min(most);
        ladder
    }

    /// The highest rung, up to the top, whose tables are at a place that `has` accepts.
    fn highest(&self, situation: &Situation<'_>, has: fn(TablesPlace) -> bool) -> Option<usize> {
        self.rungs[..=self.top.unwrap_or(0)].iter().rposition(|&bound| has(situation.place(bound)))
    }

    /// The number of nodes to search without an answer before the tables of a rung are worth their time.
    fn cost(&self, situation: &Situation<'_>, rung: usize) -> u64 {
        match situation.place(self.rungs[rung]) {
            TablesPlace::Unbuilt(nodes) => nodes,
            TablesPlace::Elsewhere => LONG,
            _ => 0,
        }
    }

    /// How many looks for tables are left: for each bound first into memory, then into the cache folder.
    pub(super) fn looks(&self, situation: &Situation<'_>) -> usize {
        let looks = |&bound: &usize| match situation.place(bound) {
            TablesPlace::Unknown => 2,
            TablesPlace::Elsewhere => 1,
            TablesPlace::Memory | TablesPlace::Folder | TablesPlace::Unbuilt(_) => 0,
        };
        self.rungs.iter().map(looks).sum()
    }

    /// How many rungs have tables that cost more than the nodes searched without an answer.
    pub(super) fn unpaid(&self, situation: &Situation<'_>) -> usize {
        (0..self.rungs.len()).filter(|&rung| self.cost(situation, rung) > situation.spent).count()
    }

    /// An upper bound of the number of changes of the rung that are left. A search without an answer moves one rung up.
    /// Refused tables lower the top, and may move to any rung below.
    pub(super) fn rungs_left(&self) -> usize {
        self.top.map_or(0, |top| top * (top + 1) + 1 - self.rung)
    }
}

/// The next step of a search by `ida-star` or `anytime` for one solution. The steps come in this order, each only if
/// the step before gave no answer: a glance with the tables in memory; some solution, if one is wanted at once; the
/// bounds, from the highest bound whose tables are in memory or in the cache folder. If a shortest solution is wanted,
/// IDA* on all threads takes over as soon as the bound reads tables, because tables make proofs quick. An anytime
/// search goes on while the best solution is so long that IDA* is not expected to reach it.
pub(super) fn next(situation: &Situation<'_>, algorithm: Algorithm) -> PolicyStep {
    let facts = situation.facts;
    let ladder = Ladder::of(situation);
    let Some(top) = ladder.top else { return PolicyStep::GiveUp };
    let Ladder { rungs, rung, .. } = &ladder;
    let search = |algorithm, bound, budget: Option<u64>, aim| {
        let budget = budget.into_iter().chain(situation.until_table(algorithm)).min();
        PolicyStep::Search(Search { algorithm, bound, budget, aim })
    };
    let done = |aim| situation.searches(aim).next().is_some();
    let content = situation.options.accepts_longer();
    let anytime = algorithm == Algorithm::Anytime;
    if !done(Aim::Climb) {
        if rungs.iter().any(|&bound| situation.place(bound) == TablesPlace::Unknown) {
            return PolicyStep::LookInMemory;
        }
        // A glance would waste a small limit of nodes, with which an anytime search does more.
        let few = anytime && situation.has_few_nodes();
        let in_memory = ladder.highest(situation, |place| place == TablesPlace::Memory).filter(|_| !few);
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
        return PolicyStep::LookInCache;
    }
    let bound = rungs[*rung];
    let budget = (*rung < top).then(|| ladder.cost(situation, rung + 1).saturating_sub(situation.spent).max(BLINK));
    let takes_over = facts.bounds[bound].tables && !content && !situation.is_out_of_reach();
    let algorithm = if takes_over { Algorithm::IdaStar } else { algorithm };
    search(algorithm, bound, budget, Aim::Climb)
}

impl Situation<'_> {
    /// Whether the limit of nodes is so small that an anytime search does more with it than a glance.
    pub(super) fn has_few_nodes(&self) -> bool {
        self.nodes.is_some_and(|nodes| nodes <= 4 * BLINK)
    }
}

/// An anytime search for the first solution, with the strongest bound whose tables are at hand.
pub(super) fn any_solution(situation: &Situation<'_>, nodes: u64) -> PolicyStep {
    let ladder = Ladder::of(situation);
    let at_hand = |place| matches!(place, TablesPlace::Memory | TablesPlace::Folder);
    let (rung, rungs) = (ladder.highest(situation, at_hand).unwrap_or(0), ladder.rungs);
    let (algorithm, aim) = (Algorithm::Anytime, Aim::SomeSolution);
    let budget = Some(nodes).into_iter().chain(situation.until_table(algorithm)).min();
    PolicyStep::Search(Search { algorithm, bound: rungs[rung], budget, aim })
}
