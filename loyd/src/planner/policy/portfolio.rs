//! Searches for one answer, where the algorithm is left open: searches by layers, and a search by deepening below a
//! lower bound. Which of them is cheapest depends on the position. Each search proves that all solutions have at least
//! some number of moves, and goes on from the number that the others have proved. So the search whose next proof is
//! expected to cost least takes the next step.
//!
//! A step of a search that does not answer costs no more than the step of the search that does, as far as the forecasts
//! are right. Where one step proves little more than the step before, as where moves differ in cost, many
//! cheap steps would cost more than a dear one, so the layers also go on when the rest has cost as much as they would.
//! So all together cost at most some three times as much as the best one alone. This is the argument of the ladder,
//! with the growth of layers and iterations in place of the price of tables.
//!
//! Two searches go by layers. The first is a search from both ends, or from the starts if the goals cannot be listed.
//! The second is A*, which begins later. A layer of A* has the states with the same sum of depth and bound. A* is
//! cheapest where many paths lead to each state and a bound excludes most states.
//!
//! Where any solution will do at first, an anytime search for it takes every other turn. A request with a limit takes
//! the same steps until it knows a solution as a request that accepts the first one, so its solution is never longer.

use loyd_core::search::forecast::Forecast;

use super::auto::{CLOSED_LIST, SMALL_COST};
use super::{Aim, Algorithm, PolicyStep, Search, Situation, Want, cost, ladder};

/// Nodes of a tree for which a search by layers searches before anything is compared: a millisecond.
const FIRST_LAYERS: u64 = 3 << 15;

/// Nodes of a tree that are generated before A* begins, because most questions for one solution are answered by then.
const BEFORE_A_STAR: u64 = 1 << 20;

/// As [`BEFORE_A_STAR`], for the questions whose search by deepening walks every path to each state.
const BEFORE_COUNTING_A_STAR: u64 = 1 << 18;

/// A* has one of so many nodes while it may become the cheapest, because its forecast is far too high after few layers.
const PART_OF_A_STAR: u64 = 8;

/// A* may become the cheapest while its forecast is below this many times the forecast of the next iteration.
const MOST_HOPED: f64 = 16.0;

/// The most nodes of a tree that A* has only for its forecast. They take some 50 MB.
const LAYERS_OF_FORECAST: u64 = 6 << 20;

/// Nodes that the search by layers generates at the most where an anytime search waits, which a limit may end.
const LIMITED_LAYERS: u64 = 1 << 20;

/// Nodes of a tree that are generated before the planner looks for tables in the file system.
const LOOK: u64 = 1 << 19;

/// Nodes of the first search for any solution.
const ANY_SOLUTION: u64 = 1 << 17;

/// The bytes that a search by layers may hold if the request has no limit of bytes.
const MOST_BYTES: u64 = 1 << 33;

/// The most bytes of a node in a closed list and a queue.
const NODE_BYTES: f64 = 100.0;

/// The part of the memory that a search by layers may hold; the other part is for the tables of bounds.
pub fn layers_room(bytes: u64) -> u64 {
    bytes / 4 * 3
}

/// The growth from one threshold to the next that is expected before two iterations are complete.
const GROWTH: f64 = 4.0;

/// The course of the search by layers, which goes on where it stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LayersCourse {
    /// The number of generated nodes.
    pub generated: u64,
    /// The number of expanded nodes.
    pub expanded: u64,
    /// The bytes that the search holds.
    pub bytes: u64,
    /// The forecast; `None` before the first step.
    pub forecast: Option<Forecast>,
    /// Whether the search cannot go on.
    pub is_over: bool,
    /// Whether it cannot go on because its next layer does not fit the memory.
    pub is_full: bool,
}

/// The iterations of IDA* with one bound.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct IterationsCourse {
    /// The index of the bound.
    pub bound: usize,
    /// The thresholds of the last two complete iterations, and the nodes that they generated; the last one first.
    pub complete: [Option<(u32, u64)>; 2],
    /// The nodes of the iteration that a budget ended.
    pub partial: u64,
}

impl IterationsCourse {
    /// The iterations with this bound; an empty course if the iterations had another bound.
    pub fn of(self, bound: usize) -> Self {
        if self.bound == bound { self } else { IterationsCourse { bound, ..IterationsCourse::default() } }
    }

    /// The course after an iteration that was complete, or that a budget ended.
    pub fn after(self, threshold: u32, generated: u64, is_complete: bool) -> Self {
        match is_complete {
            true => IterationsCourse { complete: [Some((threshold, generated)), self.complete[0]], partial: 0, ..self },
            false => IterationsCourse { partial: self.partial.max(generated), ..self },
        }
    }

    /// The nodes expected of the iteration of a threshold; 0 if nothing is known.
    fn expected(&self, threshold: u32) -> f64 {
        let growth = match self.complete {
            [Some((last, more)), Some((before, few))] if last > before => {
                (more as f64 / few.max(1) as f64).max(1.0).powf(1.0 / f64::from(last - before))
            }
            _ => GROWTH,
        };
        let complete = self.complete[0]
            .map_or(0.0, |(last, generated)| generated as f64 * growth.powf(f64::from(threshold.saturating_sub(last))));
        complete.max(1.5 * self.partial as f64)
    }
}

impl Situation<'_> {
    /// Whether searches may share the request: it wants one solution, and leaves open how to find it.
    pub(super) fn has_portfolio(&self) -> bool {
        let options = self.options;
        let is_open = options.algorithm.is_none() && options.heuristic.is_none() && options.within.is_none();
        let is_plain = !options.cuts && !options.is_parallel();
        let can_have_layers = match self.facts.costs {
            None => !self.facts.bounds.is_empty(),
            Some(_) => self.may_use_a_star(),
        };
        is_open && is_plain && options.want == Want::One && can_have_layers
    }

    /// Whether A* may search by layers of one cost: it has a bucket for each cost, and a bound that reads no tables.
    fn may_use_a_star(&self) -> bool {
        let are_small = self.facts.costs.is_none_or(|greatest| greatest <= SMALL_COST);
        are_small && self.facts.bounds.iter().any(|bound| !bound.tables)
    }

    /// Whether IDA* and a search by layers share a question for all solutions, their number or the smallest one.
    pub(super) fn shares_count(&self) -> bool {
        let options = self.options;
        let is_open = options.algorithm.is_none() && options.heuristic.is_none() && !self.shares_table();
        let can_have_layers = self.first_layered() != Algorithm::AStar || self.may_use_a_star();
        is_open && options.want != Want::One && !self.facts.bounds.is_empty() && can_have_layers
    }

    /// The search by layers that comes first.
    fn first_layered(&self) -> Algorithm {
        match self.facts.goals {
            _ if self.facts.costs.is_some() => Algorithm::AStar,
            Ok(()) => Algorithm::Bidirectional,
            Err(_) if self.options.want == Want::One => Algorithm::Bfs,
            Err(_) => Algorithm::AStar,
        }
    }

    /// The course of a search by layers.
    fn course(&self, algorithm: Algorithm) -> &LayersCourse {
        if algorithm == Algorithm::AStar { &self.a_star } else { &self.layers }
    }

    /// The course of a search by layers, which a step changes.
    pub fn course_mut(&mut self, algorithm: Algorithm) -> &mut LayersCourse {
        if algorithm == Algorithm::AStar { &mut self.a_star } else { &mut self.layers }
    }

    /// The searches by layers that may share the request.
    fn layered(&self) -> impl Iterator<Item = Algorithm> + use<> {
        let first = self.first_layered();
        let second = (first != Algorithm::AStar && self.may_use_a_star()).then_some(Algorithm::AStar);
        Some(first).into_iter().chain(second)
    }

    /// The searches by layers that have not ended.
    fn open_layered(&self) -> impl Iterator<Item = Algorithm> + '_ {
        self.layered().filter(|&algorithm| !self.course(algorithm).is_over)
    }

    /// The search by layers that has too few nodes for a forecast, and how many nodes of a tree it lacks.
    fn begins(&self) -> Option<(Algorithm, u64)> {
        let share = (self.work / PART_OF_A_STAR).min(LAYERS_OF_FORECAST);
        let least = |algorithm| match algorithm == self.first_layered() {
            true => FIRST_LAYERS,
            false if self.work < self.before_a_star() => 0,
            false if self.is_hopeful(algorithm) => FIRST_LAYERS.max(share),
            false => FIRST_LAYERS,
        };
        let lacks = |algorithm| least(algorithm).saturating_sub(cost(algorithm, self.course(algorithm).generated));
        self.open_layered().map(|algorithm| (algorithm, lacks(algorithm))).find(|&(_, lacks)| lacks > 0)
    }

    /// Nodes of a tree that are generated before A* begins.
    fn before_a_star(&self) -> u64 {
        if self.options.want == Want::One { BEFORE_A_STAR } else { BEFORE_COUNTING_A_STAR }
    }

    /// Whether the layers may turn out to be cheaper than the next iteration.
    fn is_hopeful(&self, algorithm: Algorithm) -> bool {
        let deeper = self.iterations.expected(self.proved);
        self.cost_until(algorithm, self.proved.saturating_add(1)).is_some_and(|ahead| ahead < MOST_HOPED * deeper)
    }

    /// The search by layers that is expected to prove a bound at the least cost, and that cost; `None` if no layers fit
    /// the memory.
    fn layers_until(&self, bound: u32) -> Option<(Algorithm, f64)> {
        let costs = self.open_layered().filter_map(|algorithm| Some((algorithm, self.cost_until(algorithm, bound)?)));
        costs.min_by(|one, other| one.1.total_cmp(&other.1))
    }

    /// The cost of the layers until a bound is proved; `None` if they do not fit the memory.
    fn cost_until(&self, algorithm: Algorithm, bound: u32) -> Option<f64> {
        let layers = self.course(algorithm);
        // Each of at most two sides expands a state once.
        let states = self.facts.ranks.map_or(u64::MAX, |ranks| ranks.saturating_mul(2));
        let left = states.saturating_sub(layers.expanded) as f64;
        let expanded = layers.forecast?.expanded_until(bound).min(left);
        let branching = layers.generated as f64 / layers.expanded.max(1) as f64;
        // No node takes more than this.
        let each = (layers.bytes as f64 / layers.expanded.max(1) as f64).min(NODE_BYTES * branching);
        let others = self.layers.bytes + self.a_star.bytes - layers.bytes;
        let room = layers_room(self.bytes.unwrap_or(MOST_BYTES)).saturating_sub(others) as f64;
        let nodes = (expanded * branching).max(1.0);
        // Two closed lists of a small space have eight bytes a state, and do not grow.
        let small = self.small(CLOSED_LIST, 0).map_or(f64::INFINITY, |ranks| (8 * ranks).max(layers.bytes) as f64);
        let fits = (layers.bytes as f64 + expanded * each).min(small) <= room;
        fits.then(|| nodes * cost(algorithm, 1) as f64)
    }

    /// The search by layers whose next layer will not fit the memory, so that its layers are of no more use.
    pub fn drops_layers(&self) -> Option<Algorithm> {
        let is_shared = self.has_portfolio() || self.shares_count();
        let bound = self.proved.saturating_add(1);
        let is_dropped = |&algorithm: &Algorithm| {
            self.course(algorithm).forecast.is_some() && self.cost_until(algorithm, bound).is_none()
        };
        self.open_layered().find(is_dropped).filter(|_| is_shared)
    }
}

/// The next step of a request that searches share. `lead` is the algorithm that would answer alone. Where all
/// solutions, their number or the smallest one are wanted, the layers have each state once, and IDA* walks every path
/// to it but needs no memory. When a solution of a list is shown, no other search takes a step.
pub(super) fn next(situation: &Situation<'_>, lead: Algorithm) -> PolicyStep {
    let work = situation.work;
    let lead = if lead == Algorithm::Bidirectional { Algorithm::IdaStar } else { lead };
    if situation.open_layered().next().is_none() && !situation.wants_any() {
        return ladder::next(situation, lead);
    }
    // An anytime search would begin anew with every step, so IDA* deepens while there is a choice.
    let step = ladder::next(situation, Algorithm::IdaStar);
    let looked = situation.searches(Aim::SomeSolution).filter_map(|(search, _)| search.budget).sum::<u64>();
    // Each search for any solution begins anew, so it has twice the nodes of the one before.
    let any_solution = ladder::any_solution(situation, (2 * looked).max(ANY_SOLUTION));
    match step {
        PolicyStep::Search(Search { aim: Aim::Glance, .. })
            if situation.wants_any() && situation.has_few_nodes() && looked == 0 =>
        {
            return ladder::any_solution(situation, situation.nodes.unwrap_or(ANY_SOLUTION));
        }
        PolicyStep::Search(search) if search.aim == Aim::Glance => return within(search, ladder::BLINK),
        PolicyStep::LookInMemory => return step,
        _ => {}
    }
    if let Some((algorithm, lacks)) = situation.begins() {
        return by_layers(situation, algorithm, lacks as f64);
    }
    // In a large space some solution is looked for in any case, because the request may be interrupted. While the best
    // is a plan, it is shortened.
    let turns = match lead {
        _ if situation.wants_any() => Some(2),
        Algorithm::Anytime if !situation.is_solved && work >= LOOK => Some(5),
        _ if situation.is_far() && work >= LOOK => Some(5),
        _ => None,
    };
    if turns.is_some_and(|turns| looked <= work / turns) {
        return any_solution;
    }
    // A* has its turn before any long search.
    let waits = situation.open_layered().any(|algorithm| situation.course(algorithm).forecast.is_none());
    let Some((algorithm, ahead)) = situation.layers_until(situation.proved.saturating_add(1)) else {
        return match (step, ladder::next(situation, lead)) {
            (PolicyStep::Search(search), _) if waits => within(search, situation.before_a_star()),
            (_, PolicyStep::Search(search)) if situation.wants_any() && lead == Algorithm::IdaStar => {
                within(search, work)
            }
            (_, step) => step,
        };
    };
    let grow = |nodes: f64| by_layers(situation, algorithm, nodes);
    // Once a solution is known under a limit, an anytime search shortens it, and is not interrupted.
    if lead == Algorithm::Anytime && situation.limited() && situation.is_solved {
        let is_cheap = ahead < situation.iterations.expected(situation.proved);
        let goes_on = is_cheap && situation.course(algorithm).generated < LIMITED_LAYERS;
        return if goes_on { grow(ahead * 1.25) } else { ladder::next(situation, lead) };
    }
    match step {
        // A look takes as long as the nodes of some milliseconds, so only cheap layers come before it.
        PolicyStep::LookInCache if ahead < LOOK.saturating_sub(work) as f64 => grow(ahead),
        PolicyStep::GiveUp => grow(ahead),
        PolicyStep::Search(search @ Search { aim: Aim::Climb, .. }) => {
            // While some solution is waited for, no step costs more than all before it, so its search has turns.
            let most = if situation.wants_any() { work as f64 } else { f64::INFINITY };
            cheaper(situation, search, (algorithm, ahead), most)
        }
        step => step,
    }
}

/// The next step, where the next layers of a search are expected to cost `ahead`: the layers, or the search by
/// deepening. It costs `most` at the most.
fn cheaper(situation: &Situation<'_>, search: Search, (algorithm, ahead): (Algorithm, f64), most: f64) -> PolicyStep {
    let deeper = situation.iterations.of(search.bound).expected(situation.proved);
    // Where each iteration proves little more, many cheap iterations cost more than the layers at once.
    let layers = cost(algorithm, situation.course(algorithm).generated);
    let catches_up = 2.0 * layers as f64 + ahead <= situation.work as f64;
    match ahead < deeper || catches_up {
        true => by_layers(situation, algorithm, (ahead * 1.25).min(most)),
        false => within(search, whole((2.0 * deeper).min(most))),
    }
}

/// The number of nodes of a forecast.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the conversion of a forecast saturates")]
fn whole(nodes: f64) -> u64 {
    nodes.min(1e15) as u64
}

/// A step of a search by layers with a budget of this many nodes of a tree.
fn by_layers(situation: &Situation<'_>, algorithm: Algorithm, nodes: f64) -> PolicyStep {
    let nodes = whole(nodes).max(FIRST_LAYERS) / cost(algorithm, 1);
    let budget = Some(nodes).into_iter().chain(situation.until_table(algorithm)).min();
    let bound = situation.facts.bounds.iter().position(|bound| !bound.tables).unwrap_or(0);
    PolicyStep::Search(Search { algorithm, bound, budget, aim: Aim::Layers })
}

/// The search with a budget of at most `most` nodes. The budget of a glance is the least.
fn within(search: Search, most: u64) -> PolicyStep {
    let budget = Some(most.max(ladder::BLINK)).into_iter().chain(search.budget).min();
    PolicyStep::Search(Search { budget, ..search })
}

/// The course of a request that searches shared, for its reason; `None` if one search did all. Forecasts are in nodes
/// of a tree.
pub fn shared(situation: &Situation<'_>) -> Option<String> {
    let (mut rest, mut layered): (u64, Vec<String>) = (situation.work, Vec::new());
    for algorithm in situation.layered() {
        let LayersCourse { generated, is_full, .. } = *situation.course(algorithm);
        if generated > 0 {
            let ahead = situation.cost_until(algorithm, situation.proved.saturating_add(1));
            let ended = match ahead.filter(|_| !situation.course(algorithm).is_over) {
                _ if is_full => ", until its next proof would not fit the memory".into(),
                Some(ahead) => format!(" (its next proof: about {})", about(ahead)),
                None => String::new(),
            };
            layered.push(format!("{} generated {generated} nodes{ended}", algorithm.name()));
            rest = rest.saturating_sub(cost(algorithm, generated));
        }
    }
    let mut others: Vec<String> = Vec::new();
    for tried in &situation.tried {
        let PolicyStep::Search(Search { algorithm, bound, aim, .. }) = tried.step else { continue };
        let name = format!("{} with {}", algorithm.name(), situation.facts.bounds[bound].name);
        if aim != Aim::Layers && !others.contains(&name) {
            others.push(name);
        }
    }
    let first = if others.is_empty() { String::new() } else { format!(" (first {})", others.join(", then ")) };
    let layered = (!layered.is_empty()).then(|| layered.join(", "))?;
    let ahead = situation.iterations.expected(situation.proved);
    let ahead = if ahead > 0.0 { format!("; the next iteration: about {}", about(ahead)) } else { String::new() };
    Some(format!("searches took turns, the cheapest next proof first: {layered}, and the others {rest}{first}{ahead}"))
}

/// A forecast with two digits that count.
fn about(nodes: f64) -> u64 {
    let nodes = whole(nodes);
    let unit = 10u64.pow(nodes.max(1).ilog10().saturating_sub(1));
    (nodes + unit / 2) / unit * unit
}
