//! The policy decides which questions are allowed and which step comes next, by pure functions on plain data.
//!
//! [`allowed`] depends only on the [`Options`] of a question, on what else is [`Given`] and on the [`PuzzleFacts`], not
//! on a cache or a machine, so the same question is allowed everywhere. The rules are the rows of [`RULES`].
//!
//! [`next`] is called again after each [`PolicyStep`] that did not answer. Where the algorithm is left open, the first
//! row of [`AUTO`] that applies chooses it. A ladder of bounds then chooses the bound and the budget of nodes.

use super::{Algorithm, Options, Want};
use loyd_core::cost::CostMeasure;
use loyd_core::search::anytime::is_too_long;

mod auto;
mod ladder;
mod portfolio;
mod rules;

pub use auto::{AUTO, AutoRow, choose, cost};
pub use ladder::{building, reading};
pub use portfolio::{IterationsCourse, LayersCourse, layers_room, shared};
pub use rules::{Conflict, ConflictKind, Field, RULES, Rule, allowed, allowed_by};

/// Which other parts of a question a user gave beside the [`Options`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Given {
    /// Whether moves given by name are made before the search.
    pub scramble: bool,
    /// Whether a table of all distances is named.
    pub table: bool,
    /// Whether the memory is limited.
    pub memory: bool,
    /// Whether the folder of tables is named.
    pub cache: bool,
}

impl Options {
    /// Whether a table of all distances that the user has not named satisfies all options.
    fn served_by_table(&self) -> bool {
        let is_open = self.algorithm.is_none() && self.heuristic.is_none();
        is_open && !self.accepts_longer() && !self.is_parallel() && !self.cuts
    }
}

/// The facts of a puzzle for the policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleFacts {
    /// The full id.
    pub id: String,
    /// `Ok` if the goals can be listed, else the reason.
    pub goals: Result<(), String>,
    /// The number of states, if states are numbered.
    pub ranks: Option<u64>,
    /// Whether a rank takes as long as several moves.
    pub are_ranks_slow: bool,
    /// The number of moves of a goal, as an estimate of the number of moves of any state.
    pub moves: u64,
    /// Whether move letters can name the direction of the blank or of the tile.
    pub conventions: bool,
    /// Whether the puzzle has phases, on which alone the effects of moves depend.
    pub phases: bool,
    /// The greatest cost of a move, if moves differ in cost.
    pub costs: Option<u32>,
    /// The lower bounds, the default first.
    pub bounds: Vec<RatedBound>,
    /// The indices of the bounds to climb, each stronger than the bound before. The first bound reads no tables.
    pub ladder: Vec<usize>,
}

/// A lower bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedBound {
    /// The name of the bound.
    pub name: String,
    /// Whether depth-first search with the bound is faster than blind search from both ends on large boards.
    pub strong: bool,
    /// Whether the bound reads tables.
    pub tables: bool,
    /// Whether the tables are so large that the planner looks for them only after a long search.
    pub vast: bool,
}

impl PuzzleFacts {
    /// The measure of distances.
    pub fn measure(&self) -> CostMeasure {
        if self.costs.is_some() { CostMeasure::Weights } else { CostMeasure::Moves }
    }

    /// The reason why an algorithm can never be used on this puzzle, if there is a reason.
    pub fn inapplicable(&self, algorithm: Algorithm) -> Option<String> {
        if self.costs.is_some() && !matches!(algorithm, Algorithm::AStar | Algorithm::IdaStar) {
            return Some("the moves differ in cost, and only a-star and ida-star find the least cost".into());
        }
        let backwards = matches!(algorithm, Algorithm::Bidirectional | Algorithm::Table);
        if let (true, Err(why)) = (backwards, &self.goals) {
            return Some(why.clone());
        }
        (algorithm == Algorithm::Table && self.ranks.is_none())
            .then(|| "the states are not numbered, so a table has no index".into())
    }

    /// The index of the bound with this name, or of the default bound.
    pub fn bound(&self, name: Option<&str>) -> Option<usize> {
        name.map_or(Some(0), |name| self.bounds.iter().position(|bound| bound.name == name))
    }
}

/// Everything that a decision depends on.
#[derive(Clone, Debug)]
pub struct Situation<'a> {
    /// The options of the question.
    pub options: &'a Options,
    /// The other parts of the question that are given.
    pub given: Given,
    /// The facts of the puzzle.
    pub facts: &'a PuzzleFacts,
    /// The limit of bytes.
    pub bytes: Option<u64>,
    /// The limit of nodes.
    pub nodes: Option<u64>,
    /// Whether the time is limited.
    pub timed: bool,
    /// Whether many positions follow.
    pub batch: bool,
    /// Whether more requests for the same puzzle will follow, with one position each.
    pub lasting: bool,
    /// Whether a table of all distances is in memory.
    pub held: bool,
    /// Whether building a table of all distances has failed before under this memory limit or a larger one.
    pub refused: bool,
    /// Whether a table of all distances that fits the memory is in the cache folder; `None` before the first look.
    pub kept: Option<bool>,
    /// Where the tables of each bound are. The list may be shorter than the list of bounds before the first look.
    pub tables: Vec<TablesPlace>,
    /// Nodes searched, for this position and earlier positions, that a stronger bound would have saved.
    pub spent: u64,
    /// Nodes searched without a table of all distances, for batches and lasting requests, in nodes of a tree.
    pub searched: u64,
    /// The nodes generated for this request, in nodes of a tree.
    pub work: u64,
    /// The proved lower bound on the cost of every solution.
    pub proved: u32,
    /// Whether a solution is known.
    pub is_solved: bool,
    /// The cost of the best solution, or of a plan, if one is known.
    pub best: Option<u32>,
    /// The course of the breadth-first or bidirectional search, if searches share the request.
    pub layers: LayersCourse,
    /// The course of A*, if searches share the request.
    pub a_star: LayersCourse,
    /// The course of the search by deepening.
    pub iterations: IterationsCourse,
    /// The steps that did not answer, in order.
    pub tried: Vec<TriedStep>,
}

/// Where the tables of a bound are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TablesPlace {
    /// The place is not known before the first look.
    #[default]
    Unknown,
    /// The tables are in memory, or the bound reads no tables.
    Memory,
    /// The tables are not in memory.
    Elsewhere,
    /// The tables are in the cache folder.
    Folder,
    /// The tables must be built, or read for a long time, which costs as much as this number of nodes.
    Unbuilt(u64),
}

/// The next thing to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PolicyStep {
    /// Look which tables of the bounds are in memory.
    LookInMemory,
    /// Look which tables of the bounds are in the cache folder, and what the other tables cost.
    LookInCache,
    /// Look whether a table of all distances is in the cache folder.
    LookForDistances,
    /// Answer from the table of all distances: named, in memory, in the cache folder, or built if `build` allows it.
    Table {
        /// Whether the table may be built.
        build: bool,
    },
    /// Run a search.
    Search(Search),
    /// End with the lower bound that is proved.
    GiveUp,
}

/// A search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Search {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The index of the lower bound, if the algorithm uses one.
    pub bound: usize,
    /// The number of nodes after which another step is better.
    pub budget: Option<u64>,
    /// The purpose of the search.
    pub aim: Aim,
}

/// The purpose of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// To answer as the only search.
    Only,
    /// To answer with tables in memory before a look into the cache folder.
    Glance,
    /// To find some solution, which is kept while IDA* looks for a shortest one. Under a limit the first one will do.
    SomeSolution,
    /// To answer, or to show that a stronger bound is worth its tables.
    Climb,
    /// To answer layer by layer, while another search deepens. The search goes on where its last step stopped.
    Layers,
}

/// A step that did not answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TriedStep {
    /// The step.
    pub step: PolicyStep,
    /// How the step ended.
    pub end: End,
}

/// How a step without an answer ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The budget of the search is spent.
    Spent,
    /// The tables do not fit the memory or are not available.
    NoTables,
    /// The closed list of an algorithm that the policy chose does not fit the memory, and nothing was listed.
    Full,
    /// A limit of the request is reached.
    Limit,
}

impl<'a> Situation<'a> {
    /// The situation before anything is known of the machine: no limits, no tables, one position.
    pub fn new(options: &'a Options, given: Given, facts: &'a PuzzleFacts) -> Self {
        Situation {
            options,
            given,
            facts,
            bytes: None,
            nodes: None,
            timed: false,
            batch: false,
            lasting: false,
            held: false,
            refused: false,
            kept: Some(false),
            tables: Vec::new(),
            spent: 0,
            searched: 0,
            work: 0,
            proved: 0,
            is_solved: false,
            best: None,
            layers: LayersCourse::default(),
            a_star: LayersCourse::default(),
            iterations: IterationsCourse::default(),
            tried: Vec::new(),
        }
    }

    /// Whether a bound is one of the bounds to climb.
    pub fn may_climb(&self, bound: usize) -> bool {
        self.rungs().contains(&bound)
    }

    /// The indices of the bounds to climb, at least one. Bounds with vast tables need a limit of memory in the request.
    fn rungs(&self) -> Vec<usize> {
        let (named, facts) = (self.options.heuristic.as_deref(), self.facts);
        if named.is_some() || facts.ladder.is_empty() {
            return vec![facts.bound(named).unwrap_or(0)];
        }
        facts.ladder.iter().copied().filter(|&bound| !facts.bounds[bound].vast || self.bytes.is_some()).collect()
    }

    /// Whether to look for the tables of a bound that are not in memory. Vast tables of a bound that is not named wait
    /// for a long search, because finding out their cost takes as long as many searches. So do all tables of a bound
    /// that is not named while some solution is waited for, because the search for it needs no tables.
    pub fn may_look_for(&self, bound: usize) -> bool {
        let RatedBound { name, vast, .. } = &self.facts.bounds[bound];
        let is_named = self.options.heuristic.as_ref() == Some(name);
        let is_due = is_named || self.spent >= ladder::LONG || !vast && !self.wants_any();
        self.place(bound) == TablesPlace::Elsewhere && is_due
    }

    /// Whether any solution is wanted first: the request accepts one, or a limit may end it before it knows one. Where
    /// moves differ in cost, no search finds some solution before the cheapest one.
    pub fn wants_any(&self) -> bool {
        let is_waiting = self.options.first || self.limited() && !self.is_solved;
        self.facts.costs.is_none() && self.options.want == Want::One && is_waiting
    }

    /// Whether the best solution comes from a plan: it is so long that no proof will soon reach it.
    fn is_far(&self) -> bool {
        self.facts.costs.is_none() && self.best.is_some_and(|best| is_too_long(best, self.proved))
    }

    /// Whether the best solution is so much longer than the proved bound that no proof is expected before the request
    /// ends, so that the time is better spent on a shorter solution.
    fn is_out_of_reach(&self) -> bool {
        let is_longer = |best: u32| best > self.proved + self.proved / 3;
        self.is_far() || self.limited() && self.facts.costs.is_none() && self.best.is_some_and(is_longer)
    }

    /// Whether time or nodes are limited.
    fn limited(&self) -> bool {
        self.timed || self.nodes.is_some()
    }

    /// Whether the memory limit allows `each` bytes for each of the `states`.
    fn fits(&self, states: u64, each: u64) -> bool {
        self.bytes.is_none_or(|bytes| states.saturating_mul(each) <= bytes)
    }

    /// Where the tables of a bound are.
    fn place(&self, bound: usize) -> TablesPlace {
        match self.tables.get(bound) {
            Some(&place) => place,
            None if self.facts.bounds[bound].tables => TablesPlace::Unknown,
            None => TablesPlace::Memory,
        }
    }

    /// Whether the last step ended the request.
    fn is_over(&self) -> bool {
        self.tried.last().is_some_and(|tried| match tried.step {
            PolicyStep::Search(Search { aim: Aim::Only, .. }) => !matches!(tried.end, End::Spent | End::Full),
            _ => tried.end == End::Limit,
        })
    }

    /// The measure of the steps that may still be tried.
    pub fn measure(&self) -> Measure {
        if self.is_over() {
            return Measure { looks: 0, unpaid: 0, untried: 0, nodes: 0 };
        }
        let ladder = ladder::Ladder::of(self);
        let tables = [true, false].map(|build| self.has_tried(PolicyStep::Table { build }));
        let aims = [Aim::Only, Aim::Glance, Aim::SomeSolution].map(|aim| self.searches(aim).next().is_some());
        Measure {
            looks: usize::from(self.kept.is_none()) + ladder.looks(self),
            unpaid: usize::from(self.shares_table() && !self.has_paid()) + ladder.unpaid(self),
            untried: tables.iter().chain(&aims).filter(|tried| !**tried).count() + ladder.rungs_left(),
            nodes: u64::MAX - self.work,
        }
    }

    fn has_tried(&self, step: PolicyStep) -> bool {
        self.tried.iter().any(|tried| tried.step == step)
    }

    /// The searches with one aim that did not answer.
    fn searches(&self, aim: Aim) -> impl Iterator<Item = (Search, End)> + '_ {
        self.tried.iter().filter_map(move |tried| match tried.step {
            PolicyStep::Search(search) if search.aim == aim => Some((search, tried.end)),
            _ => None,
        })
    }
}

/// A measure of the steps that may still be tried. [`next`] ends, because every step without an answer lowers it.
///
/// Fields are compared in their order. A step that looks lowers the first field. A search whose budget is spent lowers
/// the second field if the budget was the cost of a table, and otherwise the third field; so does a step whose tables
/// are refused. A step that raises a field lowers an earlier field. All fields are 0 when the request is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Measure {
    /// How many looks for tables are left.
    pub looks: usize,
    /// How many tables cost more than the search without them so far.
    pub unpaid: usize,
    /// How many other steps are left: tables of all distances, each aim of a search, and the rungs of the ladder.
    pub untried: usize,
    /// How many nodes can still be counted. A step of two searches that share a request may lower only this field.
    pub nodes: u64,
}

/// Returns the next step for a question that is [allowed].
pub fn next(situation: &Situation<'_>) -> PolicyStep {
    if situation.is_over() {
        return PolicyStep::GiveUp;
    }
    let options = situation.options;
    let Some((algorithm, _)) = choose(situation) else { return PolicyStep::LookForDistances };
    match algorithm {
        Algorithm::Table => {
            let step = PolicyStep::Table { build: !situation.reads_kept() };
            if situation.has_tried(step) { PolicyStep::GiveUp } else { step }
        }
        lead @ (Algorithm::IdaStar | Algorithm::Anytime | Algorithm::Bidirectional)
            if situation.has_portfolio() || situation.shares_count() =>
        {
            portfolio::next(situation, lead)
        }
        Algorithm::IdaStar | Algorithm::Anytime if options.algorithm.is_none() && options.want == Want::One => {
            ladder::next(situation, algorithm)
        }
        algorithm => {
            let bound = situation.facts.bound(options.heuristic.as_deref()).unwrap_or(0);
            PolicyStep::Search(Search { algorithm, bound, budget: situation.until_table(algorithm), aim: Aim::Only })
        }
    }
}
