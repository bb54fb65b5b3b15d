//! A request for a typed puzzle, and how each algorithm answers it.

use std::ops::ControlFlow;

use loyd_core::cost::{Cost, Length};
use loyd_core::heuristic::{BoundFacts, Bounded};
use loyd_core::limits::{Limits, Meter, Stop};
use loyd_core::puzzle::pattern::PatternTable;
use loyd_core::puzzle::{MoveSet, Notation, Puzzle, Unsolvable};
use loyd_core::search::a_star::{self, AStar};
use loyd_core::search::anytime::{self, AnytimeEnd, Wish};
use loyd_core::search::bfs::{self, BreadthFirst};
use loyd_core::search::bidirectional::{self, TwoSidedSearch};
use loyd_core::search::bound::Bound;
use loyd_core::search::cuts::Cuts;
use loyd_core::search::depths::Depths as _;
use loyd_core::search::forecast::Forecast;
use loyd_core::search::ida_star::{self, Prune, SearchSettings, Walker};
use loyd_core::search::shortest::{self, Remaining};
use loyd_core::search::{self, Found, MeetingPoint, Outcome, ReachedGoals};
use loyd_core::table::distance::{Unbuilt, Walks};

use super::engine::erased::{KnownSoFar, TablesOf, TypedRequest};
use super::patterns::Patterns;
use super::space::{MoveOf, PatternOf, Space, StateOf};
use super::tables::entries;
use super::{Algorithm, BetterListener, Options, Request, Solution, Want, cores};

/// A request for a typed puzzle, with everything that an algorithm needs.
pub struct Job<'a, S: Space> {
    /// The puzzle and the numbers of its states.
    pub space: &'a S,
    /// The patterns of the puzzle's bounds.
    pub patterns: &'a Patterns<PatternOf<S>>,
    /// The cuts of short cycles.
    pub cuts: &'a Cuts<S::Puzzle>,
    /// A function that returns the tables of a bound's patterns.
    pub tables: &'a TablesOf<'a>,
    /// The states of the position that may be solvable.
    pub starts: Vec<StateOf<S>>,
    /// The request as it was asked.
    pub request: &'a Request,
    /// Receives each solution if all solutions are listed.
    pub each: &'a mut dyn FnMut(&Solution) -> ControlFlow<()>,
    /// The best solution of a search that was stopped.
    pub best: Option<Solution>,
    /// Whether a solution of a list was shown.
    pub has_listed: bool,
    /// The solutions that a stopped list has kept back.
    pub kept: Kept<S>,
    /// The searches by layers that can go on, A* behind the other, and the bytes that they hold.
    pub layers: [Option<(LayeredSearch<S>, u64)>; 2],
    /// The results of earlier steps.
    pub known: KnownSoFar,
}

/// Solutions, each with its start.
pub type Kept<S> = Vec<(StateOf<S>, Vec<MoveOf<S>>)>;

/// A search by layers that can go on.
pub enum LayeredSearch<S: Space> {
    FromStarts(BreadthFirst<S::Puzzle, S::Depths>),
    FromBothEnds(TwoSidedSearch<S::Puzzle, S::Depths>),
    ByCost(AStar<S::Puzzle, S::Depths>),
}

const NO_PLAIN_BOUND: &str = "the puzzle has no lower bound without tables";

/// Calls `does` with the first bound that reads no tables; `None` if there is no such bound.
fn with_plain_bound<P: Bounded, R>(puzzle: &P, does: impl FnOnce(&dyn Bound<P>) -> R) -> Option<R> {
    let plain = puzzle.bounds().into_iter().find(|facts| !facts.tables)?;
    ida_star::with_bound(puzzle, plain.name, |walker| does(walker.bound()))
}

impl<S: Space> TypedRequest for Job<'_, S> {
    fn at_least(&self) -> Cost {
        let puzzle = self.space.puzzle();
        let proved = with_plain_bound(puzzle, |bound| search::at_least(puzzle, bound, &self.starts));
        proved.unwrap_or(puzzle.measure().cost(0))
    }

    fn by(
        &mut self,
        algorithm: Algorithm,
        bound: BoundFacts<'_>,
        known: KnownSoFar,
        meter: &mut Meter<'_>,
    ) -> Result<Outcome<Solution>, String> {
        let starts = self.starts.clone();
        self.known = known;
        let outcome = self.run(algorithm, bound, meter);
        self.starts = starts;
        outcome
    }

    fn by_layers(
        &mut self,
        algorithm: Algorithm,
        left: Option<u64>,
        meter: &mut Meter<'_>,
    ) -> Result<(Outcome<Solution>, Option<Forecast>), String> {
        let before = meter.held();
        let (mut layers, held) = match self.layers_mut(algorithm).take() {
            Some(layers) => layers,
            None => match self.layers_of(algorithm, meter)? {
                Ok(layers) => (layers, 0),
                Err(why) => {
                    meter.shrink(meter.held().saturating_sub(before));
                    return Ok((Outcome::Stopped { at_least: self.at_least(), best: None, why }, None));
                }
            },
        };
        let puzzle = self.space.puzzle();
        let (outcome, forecast) = match &mut layers {
            LayeredSearch::FromStarts(search) => (search.run(puzzle, meter), search.forecast()),
            LayeredSearch::FromBothEnds(search) => (search.run(puzzle, meter), search.forecast()),
            LayeredSearch::ByCost(search) => {
                let outcome = with_plain_bound(puzzle, |bound| search.run(puzzle, bound, meter));
                (outcome.ok_or(NO_PLAIN_BOUND)?, search.forecast())
            }
        };
        let held = (held + meter.held()).saturating_sub(before);
        if let Outcome::Stopped { at_least, best, why: why @ Stop::Nodes } = outcome {
            *self.layers_mut(algorithm) = Some((layers, held));
            return Ok((Outcome::Stopped { at_least, best, why }, Some(forecast)));
        }
        // The nodes of the step may be spent, and the solution must still be read from the layers.
        let nodes = left.map(|left| left.saturating_sub(meter.stats.generated)).filter(|_| self.lists());
        let limits = Limits { nodes, bytes: self.request.limits.bytes, ..meter.limits().clone() };
        let mut part = meter.part(&limits);
        let outcome = outcome.and_then(|()| match layers {
            LayeredSearch::FromStarts(search) => self.answer_reached(&search.reached(), &mut part),
            LayeredSearch::FromBothEnds(search) => self.answer_met(&search.meeting(), &mut part),
            LayeredSearch::ByCost(search) => self.answer_reached(&search.reached(puzzle), &mut part),
        });
        meter.absorb(&part.stats);
        meter.shrink(held);
        Ok((outcome, None))
    }

    fn drop_layers(&mut self, algorithm: Algorithm) -> u64 {
        self.layers_mut(algorithm).take().map_or(0, |(_, held)| held)
    }

    fn by_table(&mut self, build: bool, meter: &mut Meter<'_>) -> Result<Option<Outcome<Solution>>, Unbuilt> {
        let space = self.space;
        let table = meter.time_table(|meter| space.table(self.request, build, meter));
        let Some(table) = table.transpose()? else { return Ok(None) };
        if const { !S::IS_NUMBERED } {
            unreachable!("states without numbers have no table");
        }
        if let (Want::One, [start]) = (&self.request.options.want, &self.starts[..])
            && let Some(moves) = space.way(&table, start)
        {
            let cost = Cost::moves(Length::of(&moves).0);
            return Ok(Some(match meter.allow(cost) {
                Ok(()) => Outcome::Solved(self.named(start, &moves)),
                Err(why) => Outcome::Stopped { at_least: cost, best: None, why },
            }));
        }
        let walks = Walks::default();
        let remaining = |state: &StateOf<S>| space.distance(&table, &walks, state);
        let length = self.starts.iter().filter_map(remaining).min();
        if !leads_down(space.puzzle(), &self.starts, length, &remaining) || walks.broken().is_some() {
            return Err(Unbuilt::Inconsistent);
        }
        let Some(length) = length else {
            return Ok(Some(Outcome::Unsolvable(Unsolvable::Exhausted)));
        };
        let cost = Cost::moves(length);
        if let Err(why) = meter.allow(cost) {
            return Ok(Some(Outcome::Stopped { at_least: cost, best: None, why }));
        }
        Ok(Some(self.answer_by_distances(cost, &remaining, meter)))
    }

    fn has_listed(&self) -> bool {
        self.has_listed
    }

    fn show_kept(&mut self) {
        let (kept, mut number) = (std::mem::take(&mut self.kept), 0);
        if !self.has_listed {
            let _ = kept.iter().try_for_each(|(start, moves)| self.show(start, moves, &mut number));
        }
    }

    fn best(&self) -> Option<&Solution> {
        self.best.as_ref()
    }
}

/// A solution with the names of its moves, and with the moves in words if the request asks for words.
fn named<P: Notation>(puzzle: &P, options: &Options, start: &P::State, moves: &[P::Move]) -> Solution {
    let mut state = start.clone();
    let (mut names, mut words) = (Vec::new(), options.words.then(Vec::new));
    let mut cost = 0;
    for &m in moves {
        cost += puzzle.cost(&state, m);
        names.push(puzzle.move_name(&state, m, options.letters()));
        words.iter_mut().for_each(|words| words.push(puzzle.move_words(&state, m)));
        puzzle.apply(&mut state, m);
    }
    Solution { cost: puzzle.measure().cost(cost), moves: names, words, count: None }
}

impl<S: Space> Job<'_, S> {
    /// The search by layers of an algorithm, if it can go on.
    fn layers_mut(&mut self, algorithm: Algorithm) -> &mut Option<(LayeredSearch<S>, u64)> {
        &mut self.layers[usize::from(algorithm == Algorithm::AStar)]
    }

    /// The search by layers, before its first layer; the inner error is the limit that was reached.
    ///
    /// # Errors
    /// The reason why the algorithm cannot be used.
    fn layers_of(&self, algorithm: Algorithm, meter: &mut Meter<'_>) -> Result<Result<LayeredSearch<S>, Stop>, String> {
        let (puzzle, whole) = (self.space.puzzle(), self.whole());
        if algorithm == Algorithm::Bfs {
            return Ok(BreadthFirst::new(puzzle, &self.starts, whole, meter).map(LayeredSearch::FromStarts));
        }
        if algorithm == Algorithm::AStar {
            let search = with_plain_bound(puzzle, |bound| AStar::new(puzzle, bound, &self.starts, whole, meter));
            return Ok(search.ok_or(NO_PLAIN_BOUND)?.map(LayeredSearch::ByCost));
        }
        let goals = puzzle.goals().map_err(|why| why.to_string())?;
        Ok(TwoSidedSearch::new(puzzle, &self.starts, &goals, whole, meter).map(LayeredSearch::FromBothEnds))
    }

    fn run(
        &mut self,
        algorithm: Algorithm,
        bound: BoundFacts<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<Outcome<Solution>, String> {
        let space = self.space;
        let puzzle = space.puzzle();
        match algorithm {
            Algorithm::Bfs => {
                let reached = bfs::search(puzzle, &self.starts, self.whole(), meter);
                Ok(reached.and_then(|reached| self.answer_reached(&reached, meter)))
            }
            Algorithm::Bidirectional => {
                let goals = puzzle.goals().map_err(|why| why.to_string())?;
                let met = bidirectional::search(puzzle, &self.starts, &goals, self.whole(), meter);
                Ok(met.and_then(|met| self.answer_met(&met, meter)))
            }
            _ => Ok(self.guided(algorithm, bound, meter)),
        }
    }

    /// Answers by an algorithm that uses a lower bound.
    fn guided(&mut self, algorithm: Algorithm, bound: BoundFacts<'_>, meter: &mut Meter<'_>) -> Outcome<Solution> {
        let (puzzle, name) = (self.space.puzzle(), bound.name);
        if !bound.tables {
            let outcome = ida_star::with_bound(puzzle, name, |walker| self.by_walker(algorithm, walker, meter));
            return outcome.expect("a puzzle lends every bound it lists");
        }
        let tables = match (self.tables)(name, meter) {
            Ok(tables) => tables,
            Err(why) => return Outcome::Stopped { at_least: self.at_least(), best: None, why },
        };
        let patterns = self.patterns.of(puzzle, name);
        let mut lent = Vec::new();
        for (pattern, table) in patterns.iter().zip(&tables) {
            lent.push(PatternTable { pattern, entries: entries(table) });
        }
        let outcome = ida_star::with_tables(puzzle, name, &lent, |walker| self.by_walker(algorithm, walker, meter));
        outcome.expect("a puzzle lends every bound it lists")
    }

    fn by_walker(
        &mut self,
        algorithm: Algorithm,
        walker: &dyn Walker<S::Puzzle>,
        meter: &mut Meter<'_>,
    ) -> Outcome<Solution> {
        match algorithm {
            Algorithm::Anytime => self.by_anytime(walker, meter),
            Algorithm::AStar => {
                let reached = a_star::search(self.space.puzzle(), walker.bound(), &self.starts, self.whole(), meter);
                reached.and_then(|reached| self.answer_reached(&reached, meter))
            }
            _ => self.by_ida_star(walker, meter),
        }
    }

    fn found(&self, found: &Found<S::Puzzle>) -> Solution {
        self.named(&found.start, &found.moves)
    }

    /// A solution with the names of its moves, and with the moves in words if the request asks for words.
    fn named(&self, start: &StateOf<S>, moves: &[MoveOf<S>]) -> Solution {
        named(self.space.puzzle(), &self.request.options, start, moves)
    }

    /// Whether the request concerns all shortest solutions, so that a search must find the whole last layer.
    fn whole(&self) -> bool {
        self.request.options.want != Want::One
    }

    /// Whether all solutions are listed.
    fn lists(&self) -> bool {
        matches!(self.request.options.want, Want::All { .. })
    }

    /// Passes a listed solution to `each`; breaks when enough solutions are listed.
    fn show(&mut self, start: &StateOf<S>, found: &[MoveOf<S>], listed: &mut u128) -> ControlFlow<()> {
        let most = match self.request.options.want {
            Want::All { most: Some(most) } => u128::from(most),
            _ => u128::MAX,
        };
        if *listed >= most {
            return ControlFlow::Break(());
        }
        *listed += 1;
        self.has_listed = true;
        let solution = self.named(start, found);
        (self.each)(&solution)?;
        if *listed >= most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Answers from the cost that remains on a solution of this least cost.
    fn answer_by_distances(
        &mut self,
        cost: Cost,
        remaining: &dyn Fn(&StateOf<S>) -> Option<u32>,
        meter: &mut Meter<'_>,
    ) -> Outcome<Solution> {
        let solution = self.solution(cost, remaining, meter);
        solution.map_or_else(|why| Outcome::Stopped { at_least: cost, best: Some(cost), why }, Outcome::Solved)
    }

    fn solution(
        &mut self,
        cost: Cost,
        remaining: &dyn Fn(&StateOf<S>) -> Option<u32>,
        meter: &mut Meter<'_>,
    ) -> Result<Solution, Stop> {
        let (puzzle, amount, starts) = (self.space.puzzle(), cost.amount(), self.starts.clone());
        let count = match self.request.options.want {
            Want::One => return Ok(self.found(&shortest::one(puzzle, &starts, amount, remaining))),
            Want::Lexicographic => {
                return Ok(self.found(&shortest::smallest(puzzle, &starts, amount, remaining, meter)?));
            }
            Want::Count => shortest::count(puzzle, &starts, amount, remaining, meter)?.unwrap_or(u128::MAX),
            Want::All { .. } => {
                let mut listed = 0;
                let mut each = |start: &_, moves: &[_]| self.show(start, moves, &mut listed);
                shortest::list(puzzle, &starts, amount, remaining, meter, &mut each)?;
                listed
            }
        };
        Ok(Solution { cost, count: Some(count), ..Solution::default() })
    }

    fn answer_reached(
        &mut self,
        reached: &ReachedGoals<S::Puzzle, S::Depths>,
        meter: &mut Meter<'_>,
    ) -> Outcome<Solution> {
        let puzzle = self.space.puzzle();
        let ReachedGoals { cost, goals, depths } = reached;
        let amount = cost.amount();
        let depth_of = |state: &StateOf<S>| depths.get(puzzle, state);
        let marked = match puzzle.knows_parents() {
            true => Remaining::behind(puzzle, goals, amount, 0, &depth_of, meter),
            false => Remaining::from_starts(puzzle, &self.starts, amount, &depth_of, meter),
        };
        match marked {
            Ok(marked) => self.answer_by_distances(*cost, &|state| marked.get(state), meter),
            Err(why) => Outcome::Stopped { at_least: *cost, best: Some(*cost), why },
        }
    }

    fn answer_met(&mut self, met: &MeetingPoint<S::Puzzle, S::Depths>, meter: &mut Meter<'_>) -> Outcome<Solution> {
        let puzzle = self.space.puzzle();
        let MeetingPoint { length, split, middles, .. } = met;
        let (rest, cost) = (length.0 - split, Cost::moves(length.0));
        let behind = Remaining::behind(puzzle, middles, *split, rest, &|state| met.before(puzzle, state), meter);
        let marked = behind.and_then(|mut marked| {
            marked.ahead(puzzle, middles, rest, &|state| met.after(puzzle, state), meter)?;
            Ok(marked)
        });
        match marked {
            Ok(marked) => self.answer_by_distances(cost, &|state| marked.get(state), meter),
            Err(why) => Outcome::Stopped { at_least: cost, best: Some(cost), why },
        }
    }

    fn by_anytime(&mut self, walker: &dyn Walker<S::Puzzle>, meter: &mut Meter<'_>) -> Outcome<Solution> {
        let Options { within, first, .. } = self.request.options;
        let threads = self.request.options.workers().unwrap_or_else(cores);
        let KnownSoFar { proved, first: wants_any, goes_on, .. } = self.known;
        let first = first || wants_any;
        let wish =
            Wish { within: within.unwrap_or(1.0), first, threads, proved: proved.amount(), goes_on, ..Wish::default() };
        let starts = std::mem::take(&mut self.starts);
        let (puzzle, Request { options, better, .. }) = (self.space.puzzle(), self.request);
        let each = |found: &Found<S::Puzzle>, _: Length| {
            if let Some(BetterListener(hears)) = better {
                hears(&named(puzzle, options, &found.start, &found.moves));
            }
        };
        let findings = anytime::search(puzzle, walker, &starts, wish, meter, &each);
        let best = findings.best.map(|found| self.found(&found));
        let why = match (findings.end, best) {
            (AnytimeEnd::Shortest, Some(shortest)) => return Outcome::Solved(shortest),
            (AnytimeEnd::Unsolvable(proof), _) => return Outcome::Unsolvable(proof),
            (AnytimeEnd::Stopped(why), best) => {
                self.keep(best);
                why
            }
            (AnytimeEnd::Shortest | AnytimeEnd::Enough, best) => {
                self.keep(best);
                Stop::Enough
            }
        };
        let best = self.best.as_ref().map(|best| best.cost);
        Outcome::Stopped { at_least: Cost::moves(findings.at_least.0), best, why }
    }

    /// Stores a solution as `best` if its cost is the lowest so far.
    fn keep(&mut self, found: Option<Solution>) {
        let better = |new: &Solution, old: &Solution| new.cost < old.cost;
        if let Some(new) = found
            && self.best.as_ref().is_none_or(|old| better(&new, old))
        {
            self.best = Some(new);
        }
    }

    /// The settings of IDA*. If the request names it, it is the textbook's algorithm, by default on one thread. If the
    /// policy chooses it, it uses everything that is known about the moves, and by default every core.
    fn settings(&self) -> SearchSettings<'_, S::Puzzle> {
        let Options { algorithm, cuts, .. } = self.request.options;
        let chosen = algorithm.is_none();
        SearchSettings {
            prune: if chosen { Prune::Follow } else { Prune::Back },
            cuts: ((chosen || cuts) && self.space.puzzle().costs().is_none()).then_some(self.cuts),
            threads: match self.request.options.workers() {
                None if chosen => cores(),
                None => 1,
                Some(threads) => threads,
            },
            proved: self.known.proved.amount(),
        }
    }

    fn by_ida_star(&mut self, walker: &dyn Walker<S::Puzzle>, meter: &mut Meter<'_>) -> Outcome<Solution> {
        let puzzle = self.space.puzzle();
        let starts = std::mem::take(&mut self.starts);
        let proved = self.known.proved.amount();
        if self.lists() && self.request.options.algorithm.is_none() {
            return self.list_by_ida_star(walker, &starts, meter);
        }
        let found = match self.request.options.want {
            Want::One => ida_star::solve_with(puzzle, walker, &starts, &self.settings(), meter),
            Want::Lexicographic => ida_star::smallest(puzzle, walker, &starts, proved, meter),
            Want::Count | Want::All { .. } => {
                let counting = self.request.options.want == Want::Count;
                let mut number = 0;
                let outcome = ida_star::all(puzzle, walker, &starts, proved, meter, &mut |start, moves| {
                    if counting {
                        number += 1;
                        ControlFlow::Continue(())
                    } else {
                        self.show(start, moves, &mut number)
                    }
                });
                let count = Some(number);
                return outcome.map(|cost| Solution { cost, count, ..Solution::default() });
            }
        };
        found.map(|found| self.found(&found))
    }

    /// Lists all solutions in two steps. The first proves their cost, as for one solution, and a budget may end it. The
    /// second lists them.
    ///
    /// No other search may begin a list anew of which a part was shown. So while a budget may end the list, its first
    /// solutions are kept back, until they are all, or so many that the list is shown, and only a limit of the request
    /// ends it. What a stopped list has kept back is shown when no search follows.
    fn list_by_ida_star(
        &mut self,
        walker: &dyn Walker<S::Puzzle>,
        starts: &[StateOf<S>],
        meter: &mut Meter<'_>,
    ) -> Outcome<Solution> {
        let puzzle = self.space.puzzle();
        // One thread, so that the numbers of nodes are the same in every run.
        let settings = SearchSettings { threads: 1, ..self.settings() };
        let found = match ida_star::solve_with(puzzle, walker, starts, &settings, meter) {
            Outcome::Solved(found) => found,
            outcome => return outcome.map(|found| self.found(&found)),
        };
        let cost = found.cost(puzzle);
        let (left, mut number) = (self.known.left, 0);
        let most = match self.request.options.want {
            Want::All { most: Some(most) } => most.min(KEPT_BACK) as usize,
            _ => KEPT_BACK as usize,
        };
        let mut kept = Vec::new();
        if meter.limits().nodes.is_some_and(|nodes| left.is_none_or(|left| nodes < left)) {
            let mut each = |start: &StateOf<S>, moves: &[MoveOf<S>]| {
                kept.push((start.clone(), moves.to_vec()));
                if kept.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            };
            let outcome = ida_star::all(puzzle, walker, starts, cost.amount(), meter, &mut each);
            if let Outcome::Stopped { why, .. } = outcome {
                return self.keep_list(kept, found, why);
            }
            let shown = kept.iter().try_for_each(|(start, moves)| self.show(start, moves, &mut number));
            if kept.len() < most || shown.is_break() {
                return Outcome::Solved(Solution { cost, count: Some(number), ..Solution::default() });
            }
        }
        let nodes = left.map(|left| left.saturating_sub(meter.stats.generated));
        let limits = Limits { nodes, ..meter.limits().clone() };
        let (mut part, mut known) = (meter.part(&limits), kept.len());
        let mut each = |start: &_, moves: &[_]| match known {
            0 => self.show(start, moves, &mut number),
            // The solutions come in the same order, and these are shown.
            _ => {
                known -= 1;
                ControlFlow::Continue(())
            }
        };
        let listed = ida_star::all(puzzle, walker, starts, cost.amount(), &mut part, &mut each);
        meter.absorb(&part.stats);
        if let Outcome::Stopped { why, .. } = listed {
            return self.keep_list(Vec::new(), found, why);
        }
        listed.map(|cost| Solution { cost, count: Some(number), ..Solution::default() })
    }

    /// Keeps the solutions of a list that was stopped, which are at least the one that proved the cost.
    fn keep_list(&mut self, mut kept: Kept<S>, found: Found<S::Puzzle>, why: Stop) -> Outcome<Solution> {
        let cost = found.cost(self.space.puzzle());
        if kept.is_empty() {
            kept.push((found.start, found.moves));
        }
        if kept.len() > self.kept.len() {
            self.kept = kept;
        }
        Outcome::Stopped { at_least: cost, best: Some(cost), why }
    }
}

/// The most solutions of a list that are kept back while a budget may end the list.
const KEPT_BACK: u64 = 256;

/// Whether falling distances lead to a goal from the first start at distance `length`.
fn leads_down<P: Puzzle>(
    puzzle: &P,
    starts: &[P::State],
    length: Option<u32>,
    remaining: &dyn Fn(&P::State) -> Option<u32>,
) -> bool {
    let Some(length) = length else { return true };
    let Some(start) = starts.iter().find(|start| remaining(start) == Some(length)) else { return false };
    let mut state = start.clone();
    (0..length).rev().all(|left| {
        puzzle.moves(&state).iter().any(|m| {
            let mut child = state.clone();
            puzzle.apply(&mut child, m);
            let nearer = remaining(&child) == Some(left);
            if nearer {
                state = child;
            }
            nearer
        })
    }) && puzzle.is_goal(&state)
}
