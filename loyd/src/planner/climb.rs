//! Answers a request: carries out the steps of the policy until a step answers.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

use loyd_core::cost::Cost;
use loyd_core::heuristic::BoundFacts;
use loyd_core::limits::{Iteration, Limits, Logger, Meter, Progress, Stats, Stop, Watch, Watcher};
use loyd_core::puzzle::{Convention, Unsolvable};
use loyd_core::search::Outcome;
use loyd_core::table::distance::Unbuilt;
use loyd_core::text::quoted;

use super::engine::erased::{After, AnyPosition, AnyPuzzle, KnownSoFar, TypedRequest};
use super::engine::{Engine, tokens};
use super::patterns::PatternFacts;
use super::policy::{
    self, Aim, End, Given, IterationsCourse, PolicyStep, PuzzleFacts, Search, Situation, TablesPlace, TriedStep,
};
use super::tables::Tables;
use super::{Algorithm, EngineAnswer, Options, Refused, Request, Solution, Want};

impl Engine {
    /// Finds shortest solutions. With [`Want::All`](super::Want::All), `each` receives every solution as soon as it is
    /// found, until `each` breaks.
    ///
    /// # Errors
    /// [`Refused`]. A limit is not an error but an [`Outcome`](loyd_core::search::Outcome).
    pub fn solve(
        &self,
        state: &str,
        request: &Request,
        each: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> Result<EngineAnswer, Refused> {
        self.solve_from(self.open(state)?, request, each)
    }

    /// Makes `moves` in `state`, in the request's convention, then solves the resulting states. The states are not
    /// written as text in between, because the text of a position can stand for several states.
    ///
    /// # Errors
    /// As [`solve`](Engine::solve) and [`after`](Engine::after).
    pub(crate) fn solve_after(
        &self,
        state: &str,
        moves: &str,
        request: &Request,
        each: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> Result<EngineAnswer, Refused> {
        let watch = Watch::new(&request.limits);
        let read = watch.over(|| Ok((self.open(state)?, self.spelled(moves)?)));
        let (state, spelled) = read.unwrap_or_else(|why| Err(Refused::Stopped(why)))?;
        let after = || state.after(&tokens(&spelled), request.options.letters());
        let After { position, error, .. } = watch.over(after).map_err(Refused::Stopped)?;
        error.map_or(Ok(()), |error| Err(Refused::Moves(error)))?;
        // Reading long moves takes a part of the time.
        let limits = Limits { time: watch.remaining(), ..request.limits.clone() };
        self.solve_from(position, &Request { limits, ..request.clone() }, each)
    }

    /// Solves under a watch for this request, because a limit may also be reached before the search begins.
    fn solve_from(
        &self,
        position: Box<dyn AnyPosition + '_>,
        request: &Request,
        each: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> Result<EngineAnswer, Refused> {
        let watch = Watch::new(&request.limits);
        let (state, at_least) = (position.write(), self.measure().cost(u32::from(!position.is_goal())));
        let mut known = KnownAnswer { at_least, ..KnownAnswer::default() };
        watch.over(|| self.search_from(position, request, each, &mut known)).unwrap_or_else(|why| {
            let KnownAnswer { at_least, best, algorithm, stats } = known;
            let outcome = Outcome::Stopped { at_least, best: best.as_ref().map(|best| best.cost), why };
            let seconds = watch.elapsed().as_secs_f64();
            Ok(EngineAnswer {
                state,
                outcome,
                best,
                other_goals: Vec::new(),
                algorithm: request.options.algorithm.or(algorithm).unwrap_or(Algorithm::IdaStar),
                heuristic: None,
                why: "a limit was reached while the puzzle was analysed".into(),
                stats: Stats { seconds, ..stats },
                work: 0,
            })
        })
    }

    fn search_from(
        &self,
        mut position: Box<dyn AnyPosition + '_>,
        request: &Request,
        each: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
        so_far: &mut KnownAnswer,
    ) -> Result<EngineAnswer, Refused> {
        let state = position.write();
        let mut options = self.listed(&request.options);
        // The letters of the blank may be named wherever a position is solved.
        options.convention = options.convention.filter(|&letters| letters == Convention::Tile);
        let table = self.puzzle.numbers().named_table().is_some();
        let given = Given { scramble: true, table, ..Given::default() };
        self.allow(&options, given)?;
        let bound = self.bound(options.heuristic.as_deref())?;
        let (hopeless, other_goals) = position.drop_hopeless().unzip();
        let searched = hopeless.is_none();
        let mut meter = Meter::new(&request.limits);
        meter.measure_in(self.measure());
        let (puzzle, tables) = (&*self.puzzle, &self.tables);
        let built = Cell::new(0u64);
        let get = |bound: &str, meter: &mut Meter<'_>| {
            let patterns = tables.patterns(puzzle, bound);
            let missing = patterns.iter().filter(|pattern| !tables.at_hand(std::slice::from_ref(*pattern), request));
            built.set(built.get() + policy::building(missing.map(|pattern| pattern.placements).sum()));
            tables.get(puzzle, bound, request, meter)
        };
        let mut climb = Climb { puzzle, tables, run: position.job(request, &get, each), request, bound };
        let answered = climb.answer(&options, given, self.puzzle_facts(), hopeless, so_far, &mut meter);
        let Answered { outcome, algorithm, why, work } = answered.map_err(|why| match why {
            Unanswered::Unfit(algorithm, why) => self.refuse(algorithm, why),
            Unanswered::WrongTable => {
                Refused::WrongTable(format!("the distances about {} contradict each other", quoted(&state)))
            }
        })?;
        let heuristic = algorithm.uses_heuristic().then(|| climb.bound.name.into());
        let best = climb.run.best().cloned();
        let stats = if searched { meter.finish() } else { Stats::default() };
        let other_goals = other_goals.unwrap_or_default();
        Ok(EngineAnswer {
            state,
            outcome,
            best,
            other_goals,
            algorithm,
            heuristic,
            why,
            stats,
            work: work + built.get(),
        })
    }
}

/// The results of the steps that ended. They are the answer if a limit ends a later step while it analyses the puzzle.
#[derive(Default)]
struct KnownAnswer {
    /// A lower bound on the cost of every solution.
    at_least: Cost,
    /// The best solution.
    best: Option<Solution>,
    /// The algorithm that the policy chose.
    algorithm: Option<Algorithm>,
    /// The counts of the steps that ended.
    stats: Stats,
}

impl KnownAnswer {
    fn note(&mut self, proved: Cost, best: Option<&Solution>, chosen: Option<&(Algorithm, String)>, meter: &Meter<'_>) {
        self.at_least = self.at_least.max(proved);
        self.best = best.cloned();
        self.algorithm = chosen.map(|(algorithm, _)| *algorithm);
        self.stats = meter.stats;
    }
}

/// The result of a request.
struct Answered {
    /// The answer.
    pub outcome: Outcome<Solution>,
    /// The algorithm that the policy chose.
    pub algorithm: Algorithm,
    /// The reason for the choice of the algorithm.
    pub why: String,
    /// The nodes generated, in nodes of a tree.
    pub work: u64,
}

/// The reason why a request is not answered.
enum Unanswered {
    /// The chosen algorithm cannot be used, with the reason.
    Unfit(Algorithm, String),
    /// The table of all distances is wrong.
    WrongTable,
}

/// A fault that ends the request: no other step is tried.
enum Dead {
    Unfit(String),
    WrongTable,
}

/// The outcome if no table of all distances, which counts moves, is available and no limit explains why.
const UNBUILT: Outcome<Solution> = Outcome::Stopped { at_least: Cost::moves(0), best: None, why: Stop::Bytes };

/// The lower bound of the cost that the earlier steps have proved, and the cost of their best solution.
type Known = (Cost, Option<Cost>);

/// Extends the watcher by the results of earlier steps, because each step begins with a bound of its own.
fn told_with((proved, known): Known, limits: &Limits) -> Option<Watcher> {
    let watcher = limits.progress.clone()?;
    Some(Arc::new(move |progress: &Progress| {
        let depth = progress.depth.max(proved);
        let best = known.into_iter().chain(progress.best).min();
        watcher(&Progress { depth, best, ..progress.clone() });
    }))
}

/// Records the thresholds of iterations and the nodes that they generated, and calls the request's own logger.
fn recorder(iterations: Arc<Mutex<Vec<(u32, u64)>>>, log: Option<Logger>) -> Logger {
    Arc::new(move |iteration: &Iteration| {
        let record = (iteration.threshold.amount(), iteration.generated);
        iterations.lock().unwrap_or_else(PoisonError::into_inner).push(record);
        log.iter().for_each(|log| log(iteration));
    })
}

/// Carries out the steps for one request.
struct Climb<'a> {
    /// The puzzle.
    pub puzzle: &'a dyn AnyPuzzle,
    /// The tables of the patterns.
    pub tables: &'a Tables,
    /// The request for the typed puzzle.
    pub run: Box<dyn TypedRequest + 'a>,
    /// The request as it was asked.
    pub request: &'a Request,
    /// The lower bound, if the algorithm uses one. After `answer`: the bound that was used last.
    pub bound: BoundFacts<'a>,
}

impl Climb<'_> {
    /// Carries out steps of the policy until a step answers. Nothing is searched if the position is proved `hopeless`.
    ///
    /// # Errors
    /// [`Unanswered`] if the algorithm cannot be used, or the table of all distances is wrong.
    pub fn answer(
        &mut self,
        options: &Options,
        given: Given,
        facts: &PuzzleFacts,
        hopeless: Option<Unsolvable>,
        so_far: &mut KnownAnswer,
        meter: &mut Meter<'_>,
    ) -> Result<Answered, Unanswered> {
        let Limits { bytes, nodes, time, .. } = *meter.limits();
        let Request { batch, lasting, .. } = *self.request;
        let (timed, held, refused) = (time.is_some(), self.puzzle.numbers().holds_table(), self.tables.refused(bytes));
        let kept = None;
        let situation = Situation::new(options, given, facts);
        let mut situation = Situation { bytes, nodes, timed, batch, lasting, held, refused, kept, ..situation };
        let mut chosen = None;
        let (mut proved, mut known, mut stop) = (facts.measure().cost(0), None, Stop::Bytes);
        let (mut left, mut answering) = (None, None);
        let outcome = loop {
            (situation.spent, situation.searched) = (self.tables.spent(), self.tables.searched());
            let now = situation.measure();
            let before = left.replace(now);
            assert!(before.is_none_or(|before| now < before), "a step without progress: {before:?} {now:?}");
            while let Some(algorithm) = situation.drops_layers() {
                let layers = situation.course_mut(algorithm);
                (layers.is_over, layers.is_full, layers.bytes) = (true, true, 0);
                meter.shrink(self.run.drop_layers(algorithm));
            }
            let step = policy::next(&situation);
            match step {
                PolicyStep::LookForDistances => situation.kept = Some(self.has_kept_table()),
                PolicyStep::LookInMemory => situation.tables = self.places_in_memory(&situation),
                PolicyStep::LookInCache => self.look_in_cache(&mut situation),
                PolicyStep::Table { .. } | PolicyStep::Search(_) => chosen = policy::choose(&situation),
                PolicyStep::GiveUp => {}
            }
            if let (Some(_), Some(proof)) = (&chosen, &hopeless) {
                break Ok(Outcome::Unsolvable(proof.clone()));
            }
            match step {
                PolicyStep::Search(search) => answering = Some(search),
                PolicyStep::Table { .. } => answering = None,
                _ => {}
            }
            let tried = match step {
                PolicyStep::LookForDistances | PolicyStep::LookInMemory | PolicyStep::LookInCache => continue,
                PolicyStep::Table { build } => {
                    let is_asked = given.table || options.algorithm.is_some();
                    if build {
                        let placements = facts.ranks.unwrap_or(0).saturating_mul(facts.moves);
                        situation.work = situation.work.saturating_add(placements);
                    }
                    self.try_table(build, is_asked, (proved, known), meter)
                }
                PolicyStep::Search(search @ Search { aim: Aim::Layers, .. }) => {
                    self.try_layers(search, (proved, known), &mut situation, meter)
                }
                PolicyStep::Search(search) => self.try_search(search, (proved, known), &mut situation, meter),
                PolicyStep::GiveUp => {
                    self.run.show_kept();
                    let best = known.or(self.run.best().map(|best| best.cost));
                    break Ok(Outcome::Stopped { at_least: proved, best, why: stop });
                }
            };
            match tried {
                Ok((Outcome::Stopped { at_least, best, why }, end)) => {
                    // An earlier step with another bound may have proved more.
                    (proved, known, stop) = (at_least.max(proved), best.or(known), why);
                    // A step of the layers that goes on leaves nothing to decide by.
                    if !matches!(step, PolicyStep::Search(Search { aim: Aim::Layers, .. })) || end != End::Spent {
                        situation.tried.push(TriedStep { step, end });
                    }
                    situation.proved = proved.amount();
                    // A plan that no search has shortened enough is kept, and a search goes on to look for a solution.
                    let is_plan = why == Stop::Nodes && situation.wants_any();
                    situation.best = self.run.best().map(|best| best.cost.amount());
                    situation.is_solved |= self.run.best().is_some() && !is_plan;
                    so_far.note(proved, self.run.best(), chosen.as_ref(), meter);
                    if let (Want::One, Some(best)) = (options.want, self.run.best())
                        && best.cost <= proved
                    {
                        break Ok(Outcome::Solved(best.clone()));
                    }
                    if (step, end) == (PolicyStep::Table { build: true }, End::NoTables) {
                        self.tables.refuse(bytes);
                    }
                }
                tried => break tried.map(|(outcome, _)| outcome),
            }
        };
        let (mut algorithm, mut why) = chosen.expect("a choice comes before giving up");
        if let Some(search) = answering {
            // A search by deepening answers by the name of the algorithm that was chosen, which has more than one step.
            let shared = policy::shared(&situation);
            if search.aim == Aim::Layers || algorithm == Algorithm::Bidirectional && search.algorithm != algorithm {
                algorithm = search.algorithm;
                why = format!("{} comes first, and no search by layers began", algorithm.name());
            }
            why = shared.unwrap_or(why);
        }
        match outcome {
            Ok(outcome) => Ok(Answered { outcome, algorithm, why, work: situation.work }),
            Err(Dead::Unfit(why)) => Err(Unanswered::Unfit(algorithm, why)),
            Err(Dead::WrongTable) => Err(Unanswered::WrongTable),
        }
    }

    /// Whether a table of all distances is in the cache folder and fits the memory.
    fn has_kept_table(&self) -> bool {
        let request = self.request;
        let numbers = self.puzzle.numbers();
        let mut forms = numbers.forms().into_iter().filter_map(|form| Some((form, numbers.identity(form)?)));
        forms.any(|(form, identity)| {
            let fits = request.limits.bytes.is_none_or(|most| form.encoding.bytes(identity.entries) <= most);
            fits && request.cache.path(&identity).is_some_and(|path| path.exists())
        })
    }

    /// Answers from the table of all distances.
    ///
    /// # Errors
    /// The reason why there is no table, if a table `is_asked` for; or that the table is wrong.
    fn try_table(
        &mut self,
        build: bool,
        is_asked: bool,
        known: Known,
        meter: &mut Meter<'_>,
    ) -> Result<(Outcome<Solution>, End), Dead> {
        let nodes = meter.limits().nodes.map(|nodes| nodes.saturating_sub(meter.stats.generated));
        let limits = Limits { nodes, progress: told_with(known, meter.limits()), ..meter.limits().clone() };
        let mut part = meter.part(&limits);
        let answered = self.run.by_table(build, &mut part);
        meter.absorb(&part.stats);
        match answered {
            Ok(Some(outcome)) => Ok((outcome, End::Limit)),
            Err(Unbuilt::Stopped(why)) => {
                let end = if why == Stop::Bytes { End::NoTables } else { End::Limit };
                Ok((Outcome::Stopped { at_least: self.run.at_least(), best: None, why }, end))
            }
            Err(Unbuilt::Inconsistent) => Err(Dead::WrongTable),
            Err(why) if is_asked => Err(Dead::Unfit(why.to_string())),
            Ok(None) | Err(_) => Ok((UNBUILT, End::NoTables)),
        }
    }

    /// Searches. Returns the outcome and, for an outcome that is no answer, how the search ended.
    fn try_search(
        &mut self,
        search: Search,
        known: Known,
        situation: &mut Situation<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<(Outcome<Solution>, End), Dead> {
        let Search { algorithm, bound, budget, aim } = search;
        self.bound = self.puzzle.bounds()[bound];
        let left = meter.limits().nodes.map(|nodes| nodes.saturating_sub(meter.stats.generated));
        let nodes = budget.into_iter().chain(left).min();
        let iterations = Arc::new(Mutex::new(Vec::new()));
        let log = recorder(iterations.clone(), meter.limits().log.clone());
        let limits = Limits { nodes, progress: told_with(known, meter.limits()), ..meter.limits().clone() };
        let limits = Limits { log: Some(log), ..limits };
        let mut part = meter.part(&limits);
        let first = aim == Aim::SomeSolution && situation.wants_any();
        let goes_on = first && budget.is_some_and(|budget| left.is_none_or(|left| budget < left));
        let so_far = KnownSoFar { proved: known.0, first, goes_on, left };
        let outcome = self.run.by(algorithm, self.bound, so_far, &mut part);
        let cost = part.stats;
        meter.absorb(&cost);
        let over = budget.is_some() && left.is_none_or(|left| left > cost.generated);
        let is_open = aim == Aim::Only && self.request.options.algorithm.is_none();
        let may_go_on = is_open && matches!(algorithm, Algorithm::AStar | Algorithm::Bfs | Algorithm::Bidirectional);
        let end = match outcome {
            Ok(Outcome::Stopped { why: Stop::Bytes | Stop::Depth, .. }) if may_go_on && !self.run.has_listed() => {
                (situation.layers.is_over, situation.a_star.is_over) = (true, true);
                End::Full
            }
            Ok(Outcome::Stopped { why: Stop::Nodes, .. }) if over && !self.run.has_listed() => End::Spent,
            Ok(Outcome::Stopped { why: Stop::Enough, .. }) if first && !self.request.options.first => End::Spent,
            Ok(Outcome::Stopped { why: Stop::Bytes, .. }) if cost.generated == 0 => End::NoTables,
            _ => End::Limit,
        };
        if let Ok(Outcome::Stopped { at_least, .. }) = outcome {
            // Each complete iteration has proved more than its threshold.
            let iterations = iterations.lock().unwrap_or_else(PoisonError::into_inner);
            let after = |course: IterationsCourse, &(threshold, generated): &(u32, u64)| {
                course.after(threshold, generated, threshold < at_least.amount())
            };
            situation.iterations = iterations.iter().fold(situation.iterations.of(bound), after);
        }
        // A spent budget counts in full, even if the search left a rest, because the policy continues from there.
        let spent = cost.generated.max(budget.filter(|_| end == End::Spent && !first).unwrap_or(0));
        self.count(search, spent.max(1), situation);
        if (end, aim) == (End::Spent, Aim::Climb) {
            self.tables.spend(spent);
        }
        Ok((outcome.map_err(Dead::Unfit)?, end))
    }

    /// Goes on with the search by layers. Returns the outcome and, for an outcome without an answer, how the step
    /// ended.
    fn try_layers(
        &mut self,
        search: Search,
        known: Known,
        situation: &mut Situation<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<(Outcome<Solution>, End), Dead> {
        if search.algorithm.uses_heuristic() {
            self.bound = self.puzzle.bounds()[search.bound];
        }
        let left = meter.limits().nodes.map(|nodes| nodes.saturating_sub(meter.stats.generated));
        let nodes = search.budget.into_iter().chain(left).min();
        let room = |bytes: u64| policy::layers_room(bytes).min(bytes.saturating_sub(self.tables.held()));
        let bytes = meter.limits().bytes.map(room);
        let limits = Limits { nodes, bytes, progress: told_with(known, meter.limits()), ..meter.limits().clone() };
        let (mut part, before) = (meter.part(&limits), meter.held());
        let (outcome, forecast) = self.run.by_layers(search.algorithm, left, &mut part).map_err(Dead::Unfit)?;
        let (cost, held) = (part.stats, part.held());
        meter.absorb(&cost);
        meter.shrink(before.saturating_sub(held));
        // The layers have less room than the request, so their bytes fit its limit.
        meter.grow(held.saturating_sub(before)).expect("the limit of a part is at most the limit of the request");
        let layers = situation.course_mut(search.algorithm);
        layers.bytes = (layers.bytes + held).saturating_sub(before);
        (layers.generated, layers.expanded) = (layers.generated + cost.generated, layers.expanded + cost.expanded);
        (layers.is_over, layers.forecast) = (forecast.is_none(), forecast.or(layers.forecast));
        layers.is_full = matches!(outcome, Outcome::Stopped { why: Stop::Bytes, .. });
        let end = match outcome {
            _ if self.run.has_listed() => End::Limit,
            Outcome::Stopped { why: Stop::Nodes, .. } if left.is_none_or(|left| left > cost.generated) => End::Spent,
            Outcome::Stopped { why: Stop::Bytes | Stop::Depth, .. } => End::NoTables,
            _ => End::Limit,
        };
        let spent = cost.generated.max(1);
        self.count(search, spent, situation);
        if end == End::Spent {
            self.tables.spend(policy::cost(search.algorithm, spent));
        }
        Ok((outcome, end))
    }

    /// Counts the nodes of a step, by which the policy decides what comes next.
    fn count(&self, search: Search, spent: u64, situation: &mut Situation<'_>) {
        let cost = policy::cost(search.algorithm, spent);
        situation.work = situation.work.saturating_add(cost);
        if self.request.batch || self.request.lasting {
            self.tables.count(cost);
        }
    }

    /// Where the tables of each bound are, without a look into the cache folder. Placements are not numbered if no
    /// table is in memory, because numbering them takes longer than many searches.
    fn places_in_memory(&self, situation: &Situation<'_>) -> Vec<TablesPlace> {
        let none = self.tables.is_empty();
        let bounds = self.puzzle.bounds().into_iter().enumerate();
        let place = |(index, bound): (usize, BoundFacts<'_>)| match bound.tables {
            false => TablesPlace::Memory,
            true if !situation.may_climb(index) => TablesPlace::Unknown,
            true if none || bound.vast && !self.tables.are_known(bound.name) => TablesPlace::Elsewhere,
            true if !self.tables.in_memory(&self.tables.patterns(self.puzzle, bound.name)) => TablesPlace::Elsewhere,
            true => TablesPlace::Memory,
        };
        bounds.map(place).collect()
    }

    fn look_in_cache(&self, situation: &mut Situation<'_>) {
        for (index, bound) in self.puzzle.bounds().iter().enumerate() {
            if !situation.may_look_for(index) {
                continue;
            }
            let patterns = self.tables.patterns(self.puzzle, bound.name);
            let sum = |of: fn(&PatternFacts) -> u64| patterns.iter().map(of).sum();
            situation.tables[index] = match self.tables.at_hand(&patterns, self.request) {
                true if bound.vast => TablesPlace::Unbuilt(policy::reading(sum(|pattern| pattern.plan.bytes))),
                true => TablesPlace::Folder,
                false => TablesPlace::Unbuilt(policy::building(sum(|pattern| pattern.placements))),
            };
        }
    }
}
