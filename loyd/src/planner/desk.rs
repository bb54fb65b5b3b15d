//! A puzzle at the edge: requests in text come in, typed searches answer.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use crate::heuristic::{BoundFacts, Bounded};
use crate::limits::{Meter, Stats};
use crate::puzzle::{Convention, Facts, Notation, Picture, Puzzle, Spelling};
use crate::puzzles::nearest;
use crate::search::Outcome;
use crate::search::cuts::Cuts;
use crate::table::distance::{Layout, ToFile};
use crate::table::map::{Layer, Map, Method, TableTaker, Task, Unmapped};
use crate::table::pattern;
use crate::text::{Token, quoted};

use super::choice::{Situation, choose};
use super::job::{Job, PatternOf, StateOf};
use super::replay::{Replay, names, replay};
use super::space::Space;
use super::tables::{Tables, plan};
use super::{
    Algorithm, Answer, Below, Check, Engine, MapPlan, MapRequest, Refused, Request, Size, Solution, TablePlan, Want,
};

/// An opened puzzle.
pub struct Desk<S: Space> {
    pub(super) id: String,
    pub(super) space: S,
    /// Whether its goal is the standard one, of which the facts are.
    pub(super) is_standard: bool,
    tables: Tables<PatternOf<S>>,
    /// Made by the first search that is large enough, and kept for the next.
    cuts: Cuts<S::Puzzle>,
}

impl<S: Space> Desk<S> {
    /// A desk for the puzzle of that full id, and whether its goal is the standard one.
    pub fn new(id: &str, is_standard: bool, space: S) -> Self {
        Desk { id: id.into(), space, is_standard, tables: Tables::default(), cuts: Cuts::new() }
    }
}

impl<S: Space> Desk<S> {
    pub(super) fn starts(&self, text: &str) -> Result<Vec<StateOf<S>>, Refused> {
        self.space.puzzle().starts(text).map_err(Refused::State)
    }

    fn bound(&self, name: Option<&str>) -> Result<&'static BoundFacts, Refused> {
        let bounds = self.space.puzzle().bounds();
        let Some(name) = name else { return Ok(&bounds[0]) };
        bounds.iter().find(|bound| bound.name == name).ok_or_else(|| {
            let known = || bounds.iter().map(|bound| bound.name);
            Refused::UnknownHeuristic {
                puzzle: self.id.clone(),
                name: quoted(name),
                nearest: nearest(name, known()),
                known: known().collect::<Vec<_>>().join(", "),
            }
        })
    }

    /// A bound that reads tables; by default the strongest on the ladder.
    fn tabled(&self, heuristic: Option<&str>) -> Result<&'static BoundFacts, Refused> {
        let puzzle = self.space.puzzle();
        let bound = self.bound(heuristic.or(puzzle.ladder().last().copied()))?;
        if !bound.tables {
            let names: Vec<_> = puzzle.bounds().iter().filter(|facts| facts.tables).map(|facts| facts.name).collect();
            let with = if names.is_empty() { "none".into() } else { names.join(", ") };
            return Err(Refused::NoTables { puzzle: self.id.clone(), heuristic: bound.name, with });
        }
        Ok(bound)
    }

    /// Its patterns.
    fn patterns(&self, bound: &BoundFacts) -> Arc<Vec<PatternOf<S>>> {
        self.tables.patterns(self.space.puzzle(), bound.name)
    }

    /// Does something with one of these patterns.
    fn with_pattern<T>(
        &self,
        heuristic: Option<&str>,
        index: usize,
        does: impl FnOnce(&PatternOf<S>) -> Result<T, Refused>,
    ) -> Result<T, Refused> {
        let bound = self.tabled(heuristic)?;
        let patterns = self.patterns(bound);
        let tables = patterns.len();
        let none = || Refused::NoSuchTable { puzzle: self.id.clone(), heuristic: bound.name, tables, index };
        does(patterns.get(index).ok_or_else(none)?)
    }

    /// The algorithm of a request, and why; refused if it cannot be, or if an option would not be used.
    fn choose(&self, request: &Request) -> Result<(Algorithm, String), Refused> {
        let bound = self.bound(request.heuristic.as_deref())?;
        let (algorithm, why) = match request.algorithm {
            Some(algorithm) => (algorithm, "as asked".into()),
            None => choose(&Situation {
                ranks: self.space.ranks(),
                goals_listed: self.space.puzzle().goals().is_ok(),
                strong_bound: bound.strong,
                bound_named: request.heuristic.is_some(),
                // A table is built at the cost of the first position; a budget for each may not bear that.
                batch: request.batch && request.limits.nodes.is_none() && request.limits.time.is_none(),
                bytes: request.limits.bytes,
                want: request.want,
                content: request.first || request.within.is_some(),
                limited: request.limits.time.is_some() || request.limits.nodes.is_some(),
                table_named: self.space.named_table().is_some(),
            }),
        };
        let open = request.algorithm.is_none() && algorithm != Algorithm::Table;
        let (algorithm, why) = match open && request.heuristic.is_none() && self.has_kept_table(request) {
            true => (Algorithm::Table, "a table of all distances is kept in the cache folder".into()),
            false => (algorithm, why),
        };
        if self.space.named_table().is_some() && algorithm != Algorithm::Table {
            let why = format!("{} reads no table of distances", algorithm.name());
            return Err(Refused::NoEffect { option: "--table", why });
        }
        if let Some(why) = self.inapplicable(algorithm) {
            return Err(self.refuse(algorithm, why));
        }
        if request.heuristic.is_some() && !algorithm.uses_heuristic() {
            let why = format!("{} uses no lower bound", algorithm.name());
            return Err(Refused::NoEffect { option: "--heuristic", why });
        }
        if request.convention == Convention::Tile && !self.has_conventions() {
            let why = format!("the moves of {} have only one name", self.id);
            return Err(Refused::NoEffect { option: "--convention", why });
        }
        if request.convention == Convention::Tile && request.want == Want::Lexicographic {
            let why = "the smallest solution goes by the letters of the blank's moves".into();
            return Err(Refused::NoEffect { option: "--convention", why });
        }
        for (option, given) in [("--within", request.within.is_some()), ("--first", request.first)] {
            if given && (algorithm != Algorithm::Anytime || request.want != Want::One) {
                let why = match request.want {
                    Want::One => format!("{} finds none but shortest solutions", algorithm.name()),
                    _ => "it is for one solution".into(),
                };
                return Err(Refused::NoEffect { option, why });
            }
        }
        if let (Algorithm::Anytime, false) = (algorithm, request.want == Want::One) {
            return Err(self.refuse(algorithm, "it finds one solution, and does not count or list".into()));
        }
        for (option, given) in
            [("--threads", request.threads > 1 && algorithm != Algorithm::Anytime), ("--cuts", request.cuts)]
        {
            if let (true, Some(why)) = (given, self.only_for_one_by_ida_star(algorithm, request.want)) {
                return Err(Refused::NoEffect { option, why });
            }
        }
        if request.cuts && self.space.puzzle().phased().is_none() {
            let why = format!("what the moves of {} do depends on more than where they are made", self.id);
            return Err(Refused::NoEffect { option: "--cuts", why });
        }
        Ok((algorithm, why))
    }

    /// Why threads and cuts would not be used, if so.
    fn only_for_one_by_ida_star(&self, algorithm: Algorithm, want: Want) -> Option<String> {
        if algorithm != Algorithm::IdaStar {
            return Some(format!("only ida-star is concerned, and {} answers", algorithm.name()));
        }
        (want != Want::One)
            .then(|| "it is for one solution: all, their number and the smallest go by the whole tree, in order".into())
    }

    pub(super) fn refuse(&self, algorithm: Algorithm, why: String) -> Refused {
        Refused::NotApplicable { algorithm: algorithm.name(), puzzle: self.id.clone(), why }
    }

    fn replayed(&self, state: &str, moves: &[Token<'_>], convention: Convention) -> Result<Replay<S::Puzzle>, Refused> {
        let starts = self.starts(state)?;
        Ok(replay(self.space.puzzle(), &starts, moves, convention).expect("a position has at least one state"))
    }
}

impl<S: Space> Engine for Desk<S> {
    fn id(&self) -> &str {
        &self.id
    }

    fn facts(&self) -> Facts {
        self.space.puzzle().facts()
    }

    fn goal(&self) -> String {
        self.space.puzzle().write_goal()
    }

    fn heuristics(&self) -> Vec<&'static str> {
        self.space.puzzle().bounds().iter().map(|bound| bound.name).collect()
    }

    fn has_conventions(&self) -> bool {
        self.space.puzzle().has_conventions()
    }

    fn spelling(&self) -> Spelling {
        self.space.puzzle().spelling()
    }

    fn inapplicable(&self, algorithm: Algorithm) -> Option<String> {
        let backwards = matches!(algorithm, Algorithm::Bidirectional | Algorithm::Table);
        if let (true, Err(why)) = (backwards, self.space.puzzle().goals()) {
            return Some(why.to_string());
        }
        (algorithm == Algorithm::Table && self.space.ranks().is_none())
            .then(|| "its states are not numbered, so a table has no index".into())
    }

    fn tables(&self, heuristic: Option<&str>) -> Result<Vec<TablePlan>, Refused> {
        Ok(self.patterns(self.tabled(heuristic)?).iter().map(plan).collect())
    }

    fn table_size(&self, heuristic: Option<&str>, index: usize) -> Result<Size, Refused> {
        self.with_pattern(heuristic, index, |pattern| Ok(pattern::size(pattern)))
    }

    fn table(&self, heuristic: Option<&str>, index: usize, request: &Request) -> Result<u64, Refused> {
        self.with_pattern(heuristic, index, |pattern| {
            let mut meter = Meter::new(&request.limits);
            let tables = self.tables.get(std::slice::from_ref(pattern), request, &mut meter);
            Ok(tables.map_err(Refused::Unbuilt)?.iter().map(|table| table.bytes()).sum())
        })
    }

    fn state(&self, text: &str) -> Result<String, Refused> {
        Ok(self.space.puzzle().write(&self.starts(text)?[0]))
    }

    fn after(&self, state: &str, moves: &str, convention: Convention) -> Result<String, Refused> {
        let puzzle = self.space.puzzle();
        let Replay { states, error } = self.replayed(state, &names(puzzle, moves), convention)?;
        error.map_or_else(|| Ok(puzzle.write(&states[states.len() - 1])), |error| Err(Refused::Moves(error)))
    }

    fn solve(
        &self,
        state: &str,
        request: &Request,
        each: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> Result<Answer, Refused> {
        let puzzle = self.space.puzzle();
        let mut starts = self.starts(state)?;
        let state = puzzle.write(&starts[0]);
        let (algorithm, why) = self.choose(request)?;
        let bound = self.bound(request.heuristic.as_deref())?;
        let mut heuristic = algorithm.uses_heuristic().then_some(bound.name);
        let mut hopeless = None;
        starts.retain(|start| {
            let proof = puzzle.unsolvable(start);
            let hopeful = proof.is_none();
            hopeless = hopeless.take().or(proof);
            hopeful
        });
        let (outcome, best, stats) = match hopeless {
            Some(proof) if starts.is_empty() => (Outcome::Unsolvable(proof), None, Stats::default()),
            _ => {
                let mut meter = Meter::new(&request.limits);
                let mut job = Job {
                    space: &self.space,
                    tables: &self.tables,
                    cuts: &self.cuts,
                    starts,
                    request,
                    bound,
                    each,
                    best: None,
                };
                let outcome = job.run(algorithm, &mut meter).map_err(|why| self.refuse(algorithm, why))?;
                heuristic = heuristic.map(|_| job.bound.name);
                (outcome, job.best, meter.finish())
            }
        };
        Ok(Answer { state, outcome, best, algorithm, heuristic, why, stats })
    }

    fn check(&self, state: &str, moves: &str, convention: Convention) -> Result<Check, Refused> {
        let puzzle = self.space.puzzle();
        let names = names(puzzle, moves);
        let Replay { states, error } = self.replayed(state, &names, convention)?;
        let last = &states[states.len() - 1];
        Ok(Check {
            legal: states.len() - 1,
            given: names.len(),
            illegal: error.map(|error| error.to_string()),
            state: puzzle.write(last),
            reaches_goal: puzzle.is_goal(last),
        })
    }

    fn pictures(&self, state: &str, moves: &[String], convention: Convention) -> Result<Vec<Picture>, Refused> {
        let puzzle = self.space.puzzle();
        let names: Vec<Token<'_>> =
            moves.iter().enumerate().map(|(index, text)| Token { text, line: 1, column: index + 1 }).collect();
        let Replay { states, error } = self.replayed(state, &names, convention)?;
        error.map_or_else(
            || Ok(states.iter().map(|state| puzzle.picture(state)).collect()),
            |error| Err(Refused::Moves(error)),
        )
    }

    fn random(&self, depth: Option<u32>, request: &Request, below: Below<'_>) -> Result<String, Refused> {
        match depth {
            None => Ok(self.space.puzzle().write(&self.space.puzzle().random(below))),
            depth => self.drawn(depth, request, below),
        }
    }

    fn map_plan(&self, from: Option<&str>, whole: bool) -> Result<MapPlan, Refused> {
        let puzzle = self.space.puzzle();
        let from = from.map(|from| self.map_starts(from)).transpose()?;
        if from.is_none() {
            puzzle.goals().map_err(|why| self.unmapped(&why.to_string()))?;
        }
        let from = from.map(|from| puzzle.write(&from[0]));
        self.space.map_plan(from.as_deref(), whole).ok_or_else(|| self.unmapped("its states are not numbered"))
    }

    fn map(&self, request: &MapRequest<'_>, each: &mut (dyn FnMut(&Layer) + Send)) -> Result<Map, Refused> {
        let MapRequest { from, antipodes, limits, keep, whole, save } = request;
        let from = from.as_deref().map(|from| self.map_starts(from)).transpose()?;
        let method = if *whole { Method::Blocks } else { Method::Best };
        let task = Task { method, from, antipodes: *antipodes, keep: keep.clone() };
        let unwritten = |why| Refused::Unwritten { path: save.clone().unwrap_or_default(), why };
        let mut file = save.as_ref().map(|path| self.table_file(path)).transpose()?;
        let taker = file.as_mut().map(|file| file as &mut dyn TableTaker);
        match self.space.map(&task, &mut Meter::new(limits), each, taker) {
            None => Err(self.unmapped("its states are not numbered")),
            Some(Ok(map)) => file.map_or(Ok(()), ToFile::finish).map(|()| map).map_err(unwritten),
            Some(Err(Unmapped::Table(why))) => Err(unwritten(why)),
            Some(Err(Unmapped::NotListed(why))) => Err(self.unmapped(&why.to_string())),
            Some(Err(Unmapped::Memory { needed })) => Err(Refused::Memory { puzzle: self.id.clone(), needed }),
            Some(Err(Unmapped::Folder(why))) => Err(why.into()),
        }
    }

    fn position(&self, rank: u64) -> Option<String> {
        self.space.state_of_rank(rank).map(|state| self.space.puzzle().write(&state))
    }

    fn rank(&self, state: &str) -> Result<u128, Refused> {
        let start = self.starts(state)?[0];
        self.space.puzzle().cantor(&start).ok_or_else(|| self.unnumbered("rank"))
    }

    fn unrank(&self, number: u128) -> Result<String, Refused> {
        let puzzle = self.space.puzzle();
        if puzzle.of_cantor(0).is_none() {
            return Err(self.unnumbered("unrank"));
        }
        let states = puzzle.of_cantor(number);
        states.map(|states| puzzle.write(&states[0])).ok_or_else(|| {
            Refused::NoSuchState(format!("{} has no arrangement with number {number}: that is too many", self.id))
        })
    }
}

impl<S: Space> Desk<S> {
    fn unnumbered(&self, command: &'static str) -> Refused {
        let why = "its positions have no Cantor number below 2^128".into();
        Refused::NotApplicable { algorithm: command, puzzle: self.id.clone(), why }
    }

    /// The file of the table that a map is.
    fn table_file(&self, path: &Path) -> Result<ToFile, Refused> {
        let form = self.space.forms().into_iter().find(|form| form.layout == Layout::Blocks);
        let form = form.ok_or_else(|| self.unmapped("its words are no table of distances"))?;
        let identity = self.space.identity(form).ok_or_else(|| self.unmapped("its states are not numbered"))?;
        Ok(ToFile::new(path.into(), identity, form))
    }

    /// The states of the position from which a map begins.
    fn map_starts(&self, text: &str) -> Result<Vec<StateOf<S>>, Refused> {
        let puzzle = self.space.puzzle();
        let starts = puzzle.starts(text).map_err(Refused::From)?;
        match starts.iter().find_map(|start| puzzle.unsolvable(start)) {
            // Only what reaches the goal has a number.
            Some(proof) => Err(self.unmapped(&format!("no goal can be reached from {}: {proof}", quoted(text)))),
            None => Ok(starts),
        }
    }

    fn unmapped(&self, why: &str) -> Refused {
        Refused::NotApplicable { algorithm: "map", puzzle: self.id.clone(), why: why.into() }
    }
}
