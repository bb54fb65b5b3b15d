//! The policy: what may be asked, and which step comes next. Pure: plain data in, plain data out, for every puzzle.
//!
//! [`allowed`] goes by the [`Options`] of a question and the [`PuzzleFacts`] alone: it sees no cache and no machine, so
//! the same question is allowed everywhere. Its rules are the rows of [`RULES`].
//!
//! [`next`] is asked again after each [`Step`] that did not answer. Where the algorithm is left open, the first row of
//! [`AUTO`] that applies chooses it; a ladder of bounds then says with which, and on how many nodes.

use crate::puzzle::Convention;

use super::{Algorithm, Want};

mod auto;
mod ladder;
mod rules;

pub use auto::{AUTO, Choice, choose, cost};
pub use ladder::{building, reading};
pub use rules::{Conflict, Field, Kind, RULES, Rule, allowed, allowed_by};

/// The options of a question.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Options<'a> {
    /// The algorithm; `None` leaves it to the policy.
    pub algorithm: Option<Algorithm>,
    /// The name of the lower bound.
    pub heuristic: Option<&'a str>,
    /// What is wanted.
    pub want: Want,
    /// Content with a solution so many times as long as a shortest.
    pub within: Option<f64>,
    /// Content with the first solution.
    pub first: bool,
    /// Threads for one position; 0 leaves it open.
    pub threads: usize,
    /// Whether a named `ida-star` cuts short cycles.
    pub cuts: bool,
    /// Whose direction move letters name, where the user says it.
    pub convention: Option<Convention>,
    /// Whether named moves are made before the search.
    pub scramble: bool,
    /// Whether a table of all distances is named.
    pub table: bool,
    /// Whether the user limits the memory.
    pub memory: bool,
    /// Whether the user says where tables are kept.
    pub cache: bool,
}

impl Options<'_> {
    /// Whether a longer solution than a shortest will do.
    pub fn content(&self) -> bool {
        self.first || self.within.is_some()
    }

    /// Whether a table of all distances that nobody named would serve all that is asked.
    fn served_by_table(&self) -> bool {
        self.algorithm.is_none() && self.heuristic.is_none() && !self.content() && self.threads <= 1 && !self.cuts
    }
}

/// What the policy knows of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleFacts {
    /// The full id.
    pub id: String,
    /// Whether the goals can be listed, or why not.
    pub goals: Result<(), String>,
    /// The number of states, where they are numbered.
    pub ranks: Option<u64>,
    /// The moves of a goal, as a guess at those of any state.
    pub moves: u64,
    /// Whether moves have a blank's and a tile's convention.
    pub conventions: bool,
    /// Whether it has phases, which settle what moves do.
    pub phases: bool,
    /// The greatest cost of a move, where moves differ in cost.
    pub costs: Option<u32>,
    /// The lower bounds, the default first.
    pub bounds: Vec<Bound>,
    /// The places among the bounds of those to climb, each stronger than the one before; the first reads no tables.
    pub ladder: Vec<usize>,
}

/// A lower bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// Its name.
    pub name: String,
    /// Whether depth-first search with it outruns blind search from both ends on large boards.
    pub strong: bool,
    /// Whether it reads tables.
    pub tables: bool,
    /// Whether they are so large that nobody looks for them before a search has taken long.
    pub vast: bool,
}

impl PuzzleFacts {
    /// Why an algorithm cannot be used on this puzzle at all, if so.
    pub fn inapplicable(&self, algorithm: Algorithm) -> Option<String> {
        if self.costs.is_some() && !matches!(algorithm, Algorithm::AStar | Algorithm::IdaStar) {
            return Some("its moves differ in cost, and only a-star and ida-star look for the least cost".into());
        }
        let backwards = matches!(algorithm, Algorithm::Bidirectional | Algorithm::Table);
        if let (true, Err(why)) = (backwards, &self.goals) {
            return Some(why.clone());
        }
        (algorithm == Algorithm::Table && self.ranks.is_none())
            .then(|| "its states are not numbered, so a table has no index".into())
    }

    /// The place of the bound of that name, or of the default.
    pub fn bound(&self, name: Option<&str>) -> Option<usize> {
        name.map_or(Some(0), |name| self.bounds.iter().position(|bound| bound.name == name))
    }
}

/// What a decision goes by.
#[derive(Clone, Debug)]
pub struct Situation<'a> {
    /// What is asked.
    pub options: Options<'a>,
    /// Of which puzzle.
    pub facts: &'a PuzzleFacts,
    /// The most bytes.
    pub bytes: Option<u64>,
    /// The most nodes.
    pub nodes: Option<u64>,
    /// Whether the time is limited.
    pub timed: bool,
    /// Whether many positions follow.
    pub batch: bool,
    /// Whether positions of the same puzzle go on coming, each by itself.
    pub lasting: bool,
    /// Whether a table of all distances is in memory.
    pub held: bool,
    /// Whether one was to be built before, with as much memory, and could not be.
    pub refused: bool,
    /// Whether one that fits the memory is in the cache folder; `None` before anybody has looked.
    pub kept: Option<bool>,
    /// Where the tables of each bound are; what is missing at the end is not known.
    pub tables: Vec<Place>,
    /// Nodes searched, for this position and those before, with a bound that a stronger one would have spared.
    pub spent: u64,
    /// Nodes searched in batches, and for who keeps coming, without a table of all distances, in nodes of a tree.
    pub searched: u64,
    /// The steps that did not answer, in their order.
    pub tried: Vec<Tried>,
}

/// Where the tables of a bound are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Place {
    /// Nobody has looked.
    #[default]
    Unknown,
    /// In memory, or it reads none.
    Memory,
    /// Not in memory.
    Elsewhere,
    /// In the cache folder.
    Folder,
    /// Nowhere, or to be read for long: to have them costs as much as so many nodes.
    Unbuilt(u64),
}

/// What is to be done next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Look which tables of the bounds are in memory.
    LookInMemory,
    /// Look which of them are in the cache folder, and what the others cost.
    LookInCache,
    /// Look whether a table of all distances is in the cache folder.
    LookForDistances,
    /// Answer from the table of all distances, named, in memory or kept, or built where `build` says so.
    Table {
        /// Whether it may be built.
        build: bool,
    },
    /// Search.
    Search(Search),
    /// End with what is proved.
    GiveUp,
}

/// A search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Search {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The place of the lower bound, where it uses one.
    pub bound: usize,
    /// The nodes after which something else is better.
    pub budget: Option<u64>,
    /// What for.
    pub aim: Aim,
}

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// It is the only one.
    Only,
    /// To answer with what is in memory before anybody looks into the cache folder.
    Glance,
    /// To have some solution while IDA* looks for a shortest.
    SomeSolution,
    /// To answer, or to show that a stronger bound is worth its tables.
    Climb,
}

/// A step that did not answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tried {
    /// The step.
    pub step: Step,
    /// How it ended.
    pub end: End,
}

/// How a step ended that did not answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Its budget is spent.
    Spent,
    /// Its tables do not fit the memory, or cannot be had.
    NoTables,
    /// A limit of the request.
    Limit,
}

impl<'a> Situation<'a> {
    /// Before anything is known of the machine: no limits, no tables, one position.
    pub fn new(options: Options<'a>, facts: &'a PuzzleFacts) -> Self {
        Situation {
            options,
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
            tried: Vec::new(),
        }
    }

    /// Whether a bound is one of those to climb.
    pub fn may_climb(&self, bound: usize) -> bool {
        self.rungs().contains(&bound)
    }

    /// The places of the bounds to climb, one at least. Vast tables are for who says how much memory there is.
    fn rungs(&self) -> Vec<usize> {
        let (named, facts) = (self.options.heuristic, self.facts);
        if named.is_some() || facts.ladder.is_empty() {
            return vec![facts.bound(named).unwrap_or(0)];
        }
        facts.ladder.iter().copied().filter(|&bound| !facts.bounds[bound].vast || self.bytes.is_some()).collect()
    }

    /// Whether tables of a bound that are not in memory are to be looked for. To know what vast tables cost takes as
    /// long as many a search.
    pub fn may_look_for(&self, bound: usize) -> bool {
        let Bound { name, vast, .. } = &self.facts.bounds[bound];
        let is_named = self.options.heuristic == Some(name);
        self.place(bound) == Place::Elsewhere && (is_named || !vast || self.spent >= ladder::LONG)
    }

    /// Whether time or nodes are limited.
    fn limited(&self) -> bool {
        self.timed || self.nodes.is_some()
    }

    /// Whether so many bytes for each of so many states fit.
    fn fits(&self, states: u64, each: u64) -> bool {
        self.bytes.is_none_or(|bytes| states.saturating_mul(each) <= bytes)
    }

    /// Where the tables of a bound are.
    fn place(&self, bound: usize) -> Place {
        match self.tables.get(bound) {
            Some(&place) => place,
            None if self.facts.bounds[bound].tables => Place::Unknown,
            None => Place::Memory,
        }
    }

    /// Whether the last step ended the request.
    fn is_over(&self) -> bool {
        self.tried.last().is_some_and(|tried| match tried.step {
            Step::Search(Search { aim: Aim::Only | Aim::SomeSolution, .. }) => tried.end != End::Spent,
            _ => tried.end == End::Limit,
        })
    }

    /// How much may still be tried.
    pub fn measure(&self) -> Measure {
        if self.is_over() {
            return Measure { looks: 0, unpaid: 0, untried: 0 };
        }
        let ladder = ladder::Ladder::of(self);
        let tables = [true, false].map(|build| self.has_tried(Step::Table { build }));
        let aims = [Aim::Only, Aim::Glance, Aim::SomeSolution].map(|aim| self.searches(aim).next().is_some());
        Measure {
            looks: usize::from(self.kept.is_none()) + ladder.looks(self),
            unpaid: usize::from(self.shares_table() && !self.has_paid()) + ladder.unpaid(self),
            untried: tables.iter().chain(&aims).filter(|tried| !**tried).count() + ladder.rungs_left(),
        }
    }

    fn has_tried(&self, step: Step) -> bool {
        self.tried.iter().any(|tried| tried.step == step)
    }

    /// The searches that did not answer, for one aim.
    fn searches(&self, aim: Aim) -> impl Iterator<Item = (Search, End)> + '_ {
        self.tried.iter().filter_map(move |tried| match tried.step {
            Step::Search(search) if search.aim == aim => Some((search, tried.end)),
            _ => None,
        })
    }
}

/// How much may still be tried: [`next`] ends, because every step that does not answer makes this smaller.
///
/// Fields are compared in their order. Steps that look make the first one smaller. A search whose budget is spent
/// lowers the second if the budget was what a table costs, and otherwise the third; so does a step whose tables are
/// refused. No step makes a field larger without making one before it smaller. All are 0 when the request is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Measure {
    /// How often somebody may still look for tables.
    pub looks: usize,
    /// How many tables cost more than was searched without them.
    pub unpaid: usize,
    /// How many steps are left: tables of all distances, each aim of a search, and the rungs of the ladder.
    pub untried: usize,
}

/// The next step, of a question that is [allowed].
pub fn next(situation: &Situation<'_>) -> Step {
    if situation.is_over() {
        return Step::GiveUp;
    }
    let options = &situation.options;
    let Some((algorithm, _)) = choose(situation) else { return Step::LookForDistances };
    match algorithm {
        Algorithm::Table => {
            let step = Step::Table { build: !situation.reads_kept() };
            if situation.has_tried(step) { Step::GiveUp } else { step }
        }
        Algorithm::IdaStar | Algorithm::Anytime if options.algorithm.is_none() && options.want == Want::One => {
            ladder::next(situation, algorithm)
        }
        algorithm => {
            let bound = situation.facts.bound(options.heuristic).unwrap_or(0);
            Step::Search(Search { algorithm, bound, budget: situation.until_table(algorithm), aim: Aim::Only })
        }
    }
}
