//! Chooses the algorithm for a question that leaves it open: the first row of a list that applies.

use super::{Aim, Algorithm, End, Given, Options, PolicyStep, PuzzleFacts, Situation, Want};

/// A row of the list: an algorithm, and when it is chosen.
#[derive(Debug)]
pub struct AutoRow {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The condition for the choice, as docs/algorithms.md lists it.
    pub when: &'static str,
    /// Whether the row applies; `None` before the first look for a kept table, if the answer depends on it.
    applies: fn(&Situation<'_>) -> Option<bool>,
    why: fn(&Situation<'_>) -> String,
}

/// The most states of a table that is built for a batch: a few seconds at most, 32 MiB.
const TABLE_FOR_BATCH: u64 = 1 << 25;

/// The most states of a table that is built for lasting requests: some hundredths of a second, within every time limit.
const TABLE_AT_ONCE: u64 = 1 << 20;

/// The most states of a space whose closed list is allocated whole.
pub(super) const CLOSED_LIST: u64 = 1 << 25;

/// The greatest cost of a move with which A* needs few buckets for its open nodes.
pub(super) const SMALL_COST: u32 = 100;

/// Nodes of a tree that are searched while a search by layers looks up one node in its closed list: 2 to 4 on the
/// examples of the catalogue.
const NODES_A_MEMBER: u64 = 3;

/// Nodes of a tree that are searched while A* looks up one node, bounds it and queues it: 6 to 10.
const NODES_QUEUED: u64 = 6;

/// The list by which `auto` chooses.
pub const AUTO: [AutoRow; 13] = [
    AutoRow {
        algorithm: Algorithm::Table,
        when: "a table of all distances is named",
        applies: |s| Some(s.given.table),
        why: |_| "the named table has the answer".into(),
    },
    AutoRow {
        algorithm: Algorithm::AStar,
        when: "moves differ in cost, of 100 at most, and at most 2^25 numbered states fit the memory",
        applies: |s| Some(s.has_small_costs() && s.small(CLOSED_LIST, 8).is_some()),
        why: |s| format!("the moves differ in cost, and there are only {} states", s.facts.ranks.unwrap_or(0)),
    },
    AutoRow {
        algorithm: Algorithm::AStar,
        when: "moves differ in cost, of 100 at most, in a larger space, and more than one solution or the smallest is \
               wanted",
        applies: |s| Some(s.lists_by_cost()),
        why: |_| "the moves differ in cost, and a closed list has each state once".into(),
    },
    AutoRow {
        algorithm: Algorithm::IdaStar,
        when: "moves differ in cost otherwise",
        applies: |s| Some(s.facts.costs.is_some()),
        why: |_| "the moves differ in cost, and the algorithm needs no memory".into(),
    },
    AutoRow {
        algorithm: Algorithm::Anytime,
        when: "a solution will do that is not proved shortest",
        applies: |s| Some(s.options.accepts_longer()),
        why: |_| "the request accepts a solution that is not proved shortest".into(),
    },
    AutoRow {
        algorithm: Algorithm::Table,
        when: "a table of all distances that fits the memory is kept, and serves all that is asked",
        applies: |s| match s.kept {
            None if s.may_read_kept() => None,
            _ => Some(s.reads_kept()),
        },
        why: |_| "a table of all distances is kept in the cache folder".into(),
    },
    AutoRow {
        algorithm: Algorithm::Table,
        when: "many positions share a table of at most 2^25 states, which is in memory or pays by now",
        applies: |s| Some(s.shares_table() && s.table_pays()),
        why: |s| format!("many positions share one table of {} states", s.facts.ranks.unwrap_or(0)),
    },
    AutoRow {
        algorithm: Algorithm::Anytime,
        when: "one solution is wanted, in a space without ranks or with over 2^25 slow ones, by a strong bound or \
               under a limit",
        applies: |s| Some(s.is_large() && (s.strong() || s.wants_some_solution())),
        why: |_| "a large space: the algorithm finds a solution at once, and then a shortest one".into(),
    },
    AutoRow {
        algorithm: Algorithm::IdaStar,
        when: "the space has at most 2^25 numbered states, and two closed lists of it do not fit the memory",
        // The closed list of a small space is allocated whole. Two lists with their layers are eight bytes a state.
        applies: |s| Some(s.facts.ranks.is_some_and(|ranks| ranks <= CLOSED_LIST && !s.fits(ranks, 8))),
        why: |_| "the algorithm needs no memory, and there is too little memory for a closed list".into(),
    },
    AutoRow {
        algorithm: Algorithm::IdaStar,
        when: "the bound is named, or known to be strong on large boards",
        applies: |s| Some(s.options.heuristic.is_some() || s.strong()),
        why: |_| "the lower bound is strong, and the algorithm needs no memory".into(),
    },
    AutoRow {
        algorithm: Algorithm::Bfs,
        when: "more than one solution or the smallest is wanted, and the goals cannot be listed",
        applies: |s| Some(s.facts.goals.is_err() && s.options.want != Want::One),
        why: |_| "the goals cannot be listed, the lower bounds are weak, and a closed list has each state once".into(),
    },
    AutoRow {
        algorithm: Algorithm::IdaStar,
        when: "the goals cannot be listed",
        applies: |s| Some(s.facts.goals.is_err()),
        why: |_| "the goals cannot be listed, and the algorithm needs no memory".into(),
    },
    AutoRow {
        algorithm: Algorithm::Bidirectional,
        when: "otherwise",
        applies: |_| Some(true),
        why: |_| "the lower bounds are weak, and two searches of half the depth are far cheaper than one search".into(),
    },
];

/// Chooses the algorithm, with the reason; `None` if a look for a kept table must come first.
pub fn choose(situation: &Situation<'_>) -> Option<(Algorithm, String)> {
    if let Some(algorithm) = situation.options.algorithm {
        return Some((algorithm, "as asked".into()));
    }
    if let Some((search, _)) = situation.searches(Aim::Only).find(|&(_, end)| end == End::Full) {
        let why = format!("the closed list of {} does not fit the memory", search.algorithm.name());
        return Some((Algorithm::IdaStar, why));
    }
    let row = AUTO.iter().find(|row| (row.applies)(situation) != Some(false))?;
    (row.applies)(situation).map(|_| (row.algorithm, (row.why)(situation)))
}

/// The algorithm that follows from the options and the puzzle alone.
pub(super) fn expected(options: &Options, given: Given, facts: &PuzzleFacts) -> Algorithm {
    let situation = Situation::new(options, given, facts);
    choose(&situation).map_or(Algorithm::Bidirectional, |(algorithm, _)| algorithm)
}

/// The cost of nodes generated by an algorithm, in nodes of a tree.
pub fn cost(algorithm: Algorithm, generated: u64) -> u64 {
    match algorithm {
        Algorithm::IdaStar | Algorithm::Anytime => generated,
        Algorithm::AStar => generated.saturating_mul(NODES_QUEUED),
        _ => generated.saturating_mul(NODES_A_MEMBER),
    }
}

impl Situation<'_> {
    fn strong(&self) -> bool {
        let bound = self.facts.bound(self.options.heuristic.as_deref());
        bound.is_some_and(|bound| self.facts.bounds[bound].strong)
    }

    /// The number of states, if there are at most `most` states and `each` bytes for each state fit the memory.
    pub(super) fn small(&self, most: u64, each: u64) -> Option<u64> {
        self.facts.ranks.filter(|&ranks| ranks <= most && self.fits(ranks, each))
    }

    /// Whether A* may be better than IDA* where moves differ in cost. IDA* starts an iteration for every cost of a
    /// path, and these costs are many. Several threads need IDA*, because A* uses one thread.
    fn has_small_costs(&self) -> bool {
        self.facts.costs.is_some_and(|greatest| greatest <= SMALL_COST) && !self.options.is_parallel()
    }

    /// Whether A* lists or counts solutions in a space whose closed list is not allocated whole. IDA* would walk every
    /// path to each state.
    fn lists_by_cost(&self) -> bool {
        let is_large = self.facts.ranks.is_none_or(|ranks| ranks > CLOSED_LIST);
        self.has_small_costs() && self.options.want != Want::One && is_large
    }

    /// Whether one solution is wanted in a large space, where some solution is useful before the shortest one.
    fn is_large(&self) -> bool {
        let is_large = |ranks| self.facts.are_ranks_slow && ranks > CLOSED_LIST;
        self.options.want == Want::One && self.facts.ranks.is_none_or(is_large) && self.facts.goals.is_ok()
    }

    /// Whether some solution is useful, because a limit may end the search early. An anytime search also serves a
    /// request for threads if no bound is named; it never serves a request for cuts.
    fn wants_some_solution(&self) -> bool {
        let threads = self.options.is_parallel() && self.options.heuristic.is_none();
        !self.options.cuts && (self.limited() || threads)
    }

    fn may_read_kept(&self) -> bool {
        let better = self.held && self.shares_table();
        self.has_table()
            && self.options.served_by_table()
            && !better
            && !self.has_tried(PolicyStep::Table { build: false })
    }

    pub(super) fn reads_kept(&self) -> bool {
        !self.given.table && self.kept == Some(true) && self.may_read_kept()
    }

    /// Whether a table of all distances can exist for this puzzle.
    fn has_table(&self) -> bool {
        self.facts.inapplicable(Algorithm::Table).is_none()
    }

    /// Whether many positions may share one table as soon as it pays. With a limit for each position the table must be
    /// small, because the limit may not allow building a large table.
    pub(super) fn shares_table(&self) -> bool {
        let most = match () {
            () if self.batch && !self.limited() => TABLE_FOR_BATCH,
            // A listing cannot begin again with a table, and may be the only question.
            () if self.lasting && self.nodes.is_none() && (self.has_paid() || !self.lists()) => TABLE_AT_ONCE,
            () => return false,
        };
        let wanted = self.options.served_by_table();
        let can = self.has_table() && self.small(most, 2).is_some();
        wanted && can && !self.refused && !self.has_tried(PolicyStep::Table { build: true })
    }

    /// Whether the table is used now. A listing does not wait for its table to pay, because it cannot begin again.
    fn table_pays(&self) -> bool {
        self.lists() || self.has_paid()
    }

    pub(super) fn has_paid(&self) -> bool {
        self.held || self.searched >= self.table_cost()
    }

    fn lists(&self) -> bool {
        matches!(self.options.want, Want::All { .. })
    }

    /// The cost of building a table, in nodes of a tree: a move takes as long in the table as in the tree.
    fn table_cost(&self) -> u64 {
        self.facts.ranks.unwrap_or(0).saturating_mul(self.facts.moves)
    }

    /// The number of nodes generated by an algorithm after which a table that many positions share would have paid.
    pub(super) fn until_table(&self, algorithm: Algorithm) -> Option<u64> {
        let left = self.table_cost().saturating_sub(self.searched);
        self.shares_table().then(|| left.div_ceil(cost(algorithm, 1)).max(1))
    }
}
