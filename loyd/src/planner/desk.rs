//! A puzzle at the edge: requests in text come in, typed searches answer.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use crate::heuristic::{BoundFacts, Bounded};
use crate::limits::{Meter, Stats};
use crate::puzzle::{Convention, Facts, MoveSet, Notation, Picture, Puzzle, Spelling};
use crate::puzzles::nearest;
use crate::search::cuts::Cuts;
use crate::table::distance::{Layout, ToFile};
use crate::table::map::{Layer, Map, Method, TableTaker, Task, Unmapped};
use crate::table::pattern;
use crate::text::{Token, quoted};

use super::climb::Answered;
use super::job::Job;
use super::policy::{self, Bound, Conflict, Kind, Options, PuzzleFacts};
use super::replay::{Replay, names, replay};
use super::space::{PatternOf, Space, StateOf};
use super::tables::{Tables, plan};
use super::{
    Algorithm, Answer, Below, Check, Engine, MapPlan, MapRequest, Refused, Request, Size, Solution, TablePlan,
};

/// An opened puzzle.
pub struct Desk<S: Space> {
    pub(super) id: String,
    pub(super) space: S,
    /// Whether its goal is the standard one, of which the facts are.
    pub(super) is_standard: bool,
    facts: OnceLock<PuzzleFacts>,
    tables: Tables<PatternOf<S>>,
    /// Made by the first search that is large enough, and kept for the next.
    cuts: Cuts<S::Puzzle>,
}

impl<S: Space> Desk<S> {
    /// A desk for the puzzle of that full id, and whether its goal is the standard one.
    pub fn new(id: &str, is_standard: bool, space: S) -> Self {
        let (facts, tables) = Default::default();
        Desk { id: id.into(), space, is_standard, facts, tables, cuts: Cuts::new() }
    }
}

impl<S: Space> Desk<S> {
    pub(super) fn starts(&self, text: &str) -> Result<Vec<StateOf<S>>, Refused> {
        self.space.puzzle().starts(text).map_err(Refused::State)
    }

    fn bound(&self, name: Option<&str>) -> Result<&'static BoundFacts, Refused> {
        let bounds = self.space.puzzle().bounds();
        let Some(name) = name else { return Ok(&bounds[0]) };
        bounds.iter().find(|bound| bound.name == name).ok_or_else(|| self.unknown(name))
    }

    fn unknown(&self, heuristic: &str) -> Refused {
        let known = || self.space.puzzle().bounds().iter().map(|bound| bound.name);
        Refused::UnknownHeuristic {
            puzzle: self.id.clone(),
            name: quoted(heuristic),
            nearest: nearest(heuristic, known()),
            known: known().collect::<Vec<_>>().join(", "),
        }
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

    /// What the policy knows of the puzzle.
    fn puzzle_facts(&self) -> &PuzzleFacts {
        self.facts.get_or_init(|| {
            let puzzle = self.space.puzzle();
            let goals = puzzle.goals();
            let goal = goals.as_ref().ok().and_then(|goals| goals.first());
            let bound =
                |bound: &BoundFacts| Bound { name: bound.name.into(), strong: bound.strong, tables: bound.tables };
            let place = |name: &&'static str| puzzle.bounds().iter().position(|bound| bound.name == *name);
            PuzzleFacts {
                id: self.id.clone(),
                moves: goal.map_or(0, |goal| puzzle.moves(goal).iter().count() as u64),
                goals: goals.map(|_| ()).map_err(|why| why.to_string()),
                ranks: self.space.ranks(),
                conventions: puzzle.has_conventions(),
                phases: puzzle.phased().is_some(),
                bounds: puzzle.bounds().iter().map(bound).collect(),
                ladder: puzzle.ladder().iter().filter_map(place).collect(),
            }
        })
    }

    fn conflict(&self, conflict: Conflict, options: &Options<'_>) -> Refused {
        let Conflict { field, kind, why, .. } = conflict;
        match kind {
            Kind::NoEffect => Refused::NoEffect { option: field.name(), why },
            Kind::NotApplicable => self.refuse(options.algorithm.unwrap_or(Algorithm::Table), why),
            Kind::Unknown => self.unknown(options.heuristic.unwrap_or_default()),
        }
    }

    pub(super) fn refuse(&self, algorithm: Algorithm, why: String) -> Refused {
        Refused::NotApplicable { algorithm: algorithm.name(), puzzle: self.id.clone(), why }
    }

    /// Solves from these states of a position.
    fn solve_from(
        &self,
        mut starts: Vec<StateOf<S>>,
        request: &Request,
        each: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> Result<Answer, Refused> {
        let puzzle = self.space.puzzle();
        let state = puzzle.write(&starts[0]);
        let options = request.options(self.space.named_table().is_some());
        self.allowed(&options)?;
        let bound = self.bound(request.heuristic.as_deref())?;
        let mut hopeless = None;
        starts.retain(|start| {
            let proof = puzzle.unsolvable(start);
            let hopeful = proof.is_none();
            hopeless = hopeless.take().or(proof);
            hopeful
        });
        let hopeless = hopeless.filter(|_| starts.is_empty());
        let searched = hopeless.is_none();
        let mut meter = Meter::new(&request.limits);
        let (space, tables, cuts) = (&self.space, &self.tables, &self.cuts);
        let mut job = Job { space, tables, cuts, starts, request, bound, each, best: None };
        let answered = job.answer(options, self.puzzle_facts(), hopeless, &mut meter);
        let Answered { outcome, algorithm, why } = answered.map_err(|(algorithm, why)| self.refuse(algorithm, why))?;
        let heuristic = algorithm.uses_heuristic().then_some(job.bound.name);
        let (best, stats) = (job.best, if searched { meter.finish() } else { Stats::default() });
        Ok(Answer { state, outcome, best, algorithm, heuristic, why, stats })
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
        self.puzzle_facts().inapplicable(algorithm)
    }

    fn allowed(&self, options: &Options<'_>) -> Result<(), Refused> {
        policy::allowed(options, self.puzzle_facts()).map_err(|conflict| self.conflict(conflict, options))
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
        self.solve_from(self.starts(state)?, request, each)
    }

    fn moves(&self, state: &str, convention: Convention) -> Result<Vec<(String, String)>, Refused> {
        let puzzle = self.space.puzzle();
        let mut moves: Vec<(String, String)> = Vec::new();
        for start in self.starts(state)? {
            for m in puzzle.moves(&start).iter() {
                let name = puzzle.move_name(&start, m, convention);
                if moves.iter().all(|(known, _)| *known != name) {
                    let mut child = start;
                    puzzle.apply(&mut child, m);
                    moves.push((name, puzzle.write(&child)));
                }
            }
        }
        Ok(moves)
    }

    fn solve_after(&self, state: &str, moves: &str, request: &Request) -> Result<Answer, Refused> {
        let names = names(self.space.puzzle(), moves);
        let Replay { states, error } = self.replayed(state, &names, request.convention)?;
        match error {
            Some(error) => Err(Refused::Moves(error)),
            None => self.solve_from(vec![states[states.len() - 1]], request, &mut |_| ControlFlow::Continue(())),
        }
    }

    fn names(&self, moves: &str) -> Vec<String> {
        names(self.space.puzzle(), moves).iter().map(|name| name.text.into()).collect()
    }

    fn held(&self) -> u64 {
        self.tables.held() + self.space.held()
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
        if const { !S::IS_NUMBERED } {
            return Err(self.unmapped("its states are not numbered"));
        }
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
