//! Implements the planner's traits for a typed puzzle and for its positions.

use std::borrow::Cow;
use std::ops::ControlFlow;

use loyd_core::heuristic::{BoundFacts, Bounded};
use loyd_core::limits::{Meter, Stop, Watch};
use loyd_core::puzzle::{
    Convention, Costs, Described, Drawing, Facts, MoveSet, NamedGoal, Notation, Picture, PictureKind, Puzzle, Spelled,
    Spelling, Square, Unsolvable,
};
use loyd_core::search::cuts::Cuts;
use loyd_core::table::distance::{StoredDistances, Walks};
use loyd_core::table::map::{Layer, MapCensus, MapOptions, TableTaker, Unmapped};
use loyd_core::table::pattern::{self, PatternSize};
use loyd_core::text::{Misread, Token};

use super::erased::{After, AnyPosition, AnyPuzzle, KnownSoFar, TablesOf, TypedRequest};
use crate::planner::job::Job;
use crate::planner::patterns::{PatternFacts, Patterns};
use crate::planner::replay::{Replay, TypedPath, path, replay};
use crate::planner::sets::{MappedSet, NoSetMap, SetRequest};
use crate::planner::space::{PatternOf, Space, StateNumbers, StateOf};
use crate::planner::{Below, LegalStep, MapRequest, PathPictures, Request, Solution};

/// A typed puzzle with its patterns and cuts.
pub struct TypedPuzzle<S: Space> {
    space: S,
    patterns: Patterns<PatternOf<S>>,
    /// The cuts of short cycles. The first search that is large enough makes them, and later searches use them.
    cuts: Cuts<S::Puzzle>,
}

impl<S: Space> TypedPuzzle<S> {
    /// Makes the puzzle of a space.
    pub fn new(space: S) -> Self {
        TypedPuzzle { space, patterns: Patterns::default(), cuts: Cuts::new() }
    }
}

impl<S: Space> AnyPuzzle for TypedPuzzle<S> {
    fn facts(&self) -> Facts {
        self.space.puzzle().facts()
    }

    fn goal(&self) -> String {
        self.space.puzzle().write_goal()
    }

    fn home(&self) -> Option<String> {
        let puzzle = self.space.puzzle();
        puzzle.goals().ok()?.first().map(|goal| puzzle.write(goal))
    }

    fn named_goals(&self) -> Vec<NamedGoal> {
        self.space.puzzle().named_goals()
    }

    fn bounds(&self) -> Vec<BoundFacts<'_>> {
        self.space.puzzle().bounds()
    }

    fn ladder(&self) -> Vec<&str> {
        self.space.puzzle().ladder()
    }

    fn has_conventions(&self) -> bool {
        self.space.puzzle().has_conventions()
    }

    fn spelled<'t>(&self, moves: &'t str) -> Result<Vec<Spelled<'t>>, Misread> {
        self.space.puzzle().spelled(moves)
    }

    fn spelling(&self) -> Spelling {
        self.space.puzzle().spelling()
    }

    fn look(&self) -> PictureKind {
        self.space.puzzle().look()
    }

    fn drawing(&self) -> Option<Drawing> {
        self.space.puzzle().drawing()
    }

    fn described(&self) -> Option<&dyn Described> {
        self.space.puzzle().described()
    }

    fn greatest_cost(&self) -> Option<u32> {
        self.space.puzzle().costs().map(Costs::greatest)
    }

    fn is_phased(&self) -> bool {
        self.space.puzzle().phased().is_some()
    }

    fn goals(&self) -> Result<u64, String> {
        let puzzle = self.space.puzzle();
        let goals = puzzle.goals().map_err(|why| why.to_string())?;
        Ok(goals.first().map_or(0, |goal| puzzle.moves(goal).iter().count() as u64))
    }

    fn held(&self) -> u64 {
        let own = size_of::<Self>() + size_of::<S::Puzzle>();
        own as u64 + self.heap_bytes() + self.cuts.held() + self.patterns.held()
    }

    fn heap_bytes(&self) -> u64 {
        self.space.puzzle().heap_bytes()
    }

    fn numbers(&self) -> &dyn StateNumbers {
        &self.space
    }

    fn without_tables(&self) -> Box<dyn AnyPuzzle> {
        Box::new(TypedPuzzle::new(self.space.without_tables()))
    }

    fn open(&self, text: &str) -> Result<Box<dyn AnyPosition + '_>, Misread> {
        let starts = self.space.puzzle().starts(text)?;
        Ok(Box::new(Opened { typed: self, starts }))
    }

    fn draws_all(&self) -> bool {
        self.space.puzzle().draws_all()
    }

    fn random(&self, below: Below<'_>) -> String {
        self.space.puzzle().write(&self.space.puzzle().random(below))
    }

    fn of_cantor(&self, number: u128) -> Option<String> {
        let puzzle = self.space.puzzle();
        puzzle.of_cantor(number).map(|states| puzzle.write(&states[0]))
    }

    fn at(
        &self,
        table: &StoredDistances,
        walks: &Walks,
        depth: Option<u32>,
        place: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Option<(String, Vec<u32>)>, Stop> {
        if const { !S::IS_NUMBERED } {
            return Ok(None);
        }
        let state = match depth {
            Some(depth) => self.space.state_at(table, depth, place, meter)?,
            None => self.space.state_of_entry(table, place),
        };
        let Some(state) = state else { return Ok(None) };
        let puzzle = self.space.puzzle();
        let text = puzzle.write(&state);
        let mut distances = Vec::new();
        for start in puzzle.starts(&text).expect("what a puzzle writes it reads") {
            distances.extend(self.space.distance_within(table, walks, &start, meter)?);
        }
        Ok(Some((text, distances)))
    }

    fn of_entry(&self, table: &StoredDistances, index: u64) -> Option<String> {
        self.space.state_of_entry(table, index).map(|state| self.space.puzzle().write(&state))
    }

    fn map(
        &self,
        request: &MapRequest<'_>,
        meter: &mut Meter<'_>,
        each: &mut (dyn FnMut(&Layer) + Send),
        taker: Option<&mut dyn TableTaker>,
    ) -> Option<Result<(MapCensus, Vec<String>), Unmapped>> {
        let MapRequest { method, without_ranks, antipodes, ref keep, checks, together, .. } = *request;
        let from = request.from.as_deref();
        let from = from.map(|from| self.space.puzzle().starts(from).expect("what was read before"));
        let task =
            MapOptions { method, from, antipodes, keep: keep.clone(), checks, together, ..MapOptions::default() };
        match without_ranks {
            true => self.space.map_without_ranks(&task, meter, each),
            false => self.space.map(&task, meter, each, taker),
        }
    }

    fn map_to_set(
        &self,
        request: &SetRequest<'_>,
        meter: &mut Meter<'_>,
        each: &mut (dyn FnMut(&Layer) + Send),
    ) -> Option<Result<MappedSet, NoSetMap>> {
        self.space.map_to_set(request, meter, each)
    }

    fn patterns(&self, bound: &str) -> Vec<PatternFacts> {
        let puzzle = self.space.puzzle();
        self.patterns.of(puzzle, bound).iter().map(|pattern| PatternFacts::of(puzzle, pattern)).collect()
    }

    fn pattern_size(&self, bound: &str, index: usize) -> Result<PatternSize, Stop> {
        pattern::size(&self.patterns.of(self.space.puzzle(), bound)[index])
    }

    fn build_pattern(&self, bound: &str, index: usize, meter: &mut Meter<'_>) -> Result<Vec<u8>, Stop> {
        pattern::build(&self.patterns.of(self.space.puzzle(), bound)[index], meter)
    }
}

/// A position of a typed puzzle.
struct Opened<'a, S: Space> {
    typed: &'a TypedPuzzle<S>,
    starts: Vec<StateOf<S>>,
}

impl<S: Space> Opened<'_, S> {
    fn puzzle(&self) -> &S::Puzzle {
        self.typed.space.puzzle()
    }

    /// A state as a picture. Drawing counts as work, because a picture can be large.
    fn drawn(&self, state: &StateOf<S>) -> Picture {
        let picture = self.puzzle().picture(state);
        Watch::demand(|watch| watch.spend(bytes_of(&picture)));
        picture
    }

    /// The positions on the way of moves that are all legal, and the moves.
    fn path(&self, moves: &[Token<'_>], convention: Convention) -> Result<TypedPath<S::Puzzle>, Misread> {
        path(self.puzzle(), &self.starts, moves, convention)
    }
}

impl<S: Space> AnyPosition for Opened<'_, S> {
    fn write(&self) -> String {
        self.puzzle().write(&self.starts[0])
    }

    fn hopeless(&self) -> Option<Unsolvable> {
        self.starts.iter().find_map(|start| self.puzzle().unsolvable(start))
    }

    fn drop_hopeless(&mut self) -> Option<(Unsolvable, Vec<Cow<'static, str>>)> {
        let (mut hopeful, mut hopeless) = (Vec::new(), None);
        for start in &self.starts {
            match self.puzzle().unsolvable(start) {
                None => hopeful.push(start.clone()),
                proof => hopeless = hopeless.or(proof),
            }
        }
        let starts = std::mem::replace(&mut self.starts, hopeful);
        let proof = hopeless.filter(|_| self.starts.is_empty())?;
        Some((proof, self.puzzle().goals_in_reach(&starts[0])))
    }

    fn picture(&self) -> Picture {
        self.puzzle().picture(&self.starts[0])
    }

    fn steps(&self, convention: Convention) -> Vec<LegalStep> {
        let (puzzle, here) = (self.puzzle(), self.picture());
        let mut steps: Vec<LegalStep> = Vec::new();
        for start in &self.starts {
            for m in puzzle.moves(start).iter() {
                let name = puzzle.move_name(start, m, convention);
                if steps.iter().all(|known| known.name != name) {
                    let (words, pointed_at) = (puzzle.move_words(start, m), puzzle.pointed_at(start, m));
                    let mut child = start.clone();
                    puzzle.apply(&mut child, m);
                    let (state, changes) = (puzzle.write(&child), changes(&here, self.drawn(&child)));
                    let cost = puzzle.measure().cost(puzzle.cost(start, m));
                    steps.push(LegalStep { name, words, cost, state, changes, pointed_at });
                }
            }
        }
        steps
    }

    fn after(&self, moves: &[Token<'_>], convention: Convention) -> After<'_> {
        let Replay { legal, ends, cost, error, .. } = replay(self.puzzle(), &self.starts, moves, convention);
        After { position: Box::new(Opened { typed: self.typed, starts: ends }), legal, cost, error }
    }

    fn scrambled(&self, moves: &str) -> Option<Result<Box<dyn AnyPosition + '_>, Misread>> {
        let after = |start| self.puzzle().scrambled(start, moves);
        let starts: Result<Vec<_>, Misread> = self.starts.iter().filter_map(after).collect();
        match starts {
            Ok(starts) if starts.is_empty() => None,
            starts => Some(starts.map(|starts| Box::new(Opened { typed: self.typed, starts }) as Box<dyn AnyPosition>)),
        }
    }

    fn way(&self, moves: &[Token<'_>], convention: Convention) -> Result<PathPictures, Misread> {
        let puzzle = self.puzzle();
        // All pictures of a puzzle have as many squares, with the same labels.
        let each = bytes_of(&self.picture());
        let (pictures, room) = (moves.len() as u64 + 1, Watch::here().room());
        let needed = pictures.saturating_mul(each);
        if let (Some(last), true) = (moves.last(), needed > room) {
            let expected = format!("moves whose pictures need at most {room} bytes of memory, not {needed}");
            return Err(Misread { found: format!("{} moves", moves.len()), ..last.misread(expected) });
        }
        let (states, moves) = self.path(moves, convention)?;
        let pictures = states.iter().map(|state| self.drawn(state)).collect();
        let words = states.iter().zip(moves).map(|(state, m)| puzzle.move_words(state, m)).collect();
        Ok(PathPictures { pictures, words })
    }

    fn back(&self, moves: &[Token<'_>], convention: Convention) -> Result<Option<Vec<String>>, Misread> {
        let (states, _) = self.path(moves, convention)?;
        let puzzle = self.puzzle();
        let to = |from: &StateOf<S>, is_it: &dyn Fn(&StateOf<S>) -> bool| {
            puzzle.moves(from).iter().find_map(|m| {
                let mut child = from.clone();
                puzzle.apply(&mut child, m);
                is_it(&child).then(|| puzzle.move_name(from, m, convention))
            })
        };
        let step = |pair: &[StateOf<S>]| {
            // Two states with the same text may differ, for example in the kind of the last move.
            let alike = || {
                let text = puzzle.write(&pair[0]);
                let starts = puzzle.starts(&puzzle.write(&pair[1])).ok()?;
                starts.iter().find_map(|start| to(start, &|child| puzzle.write(child) == text))
            };
            to(&pair[1], &|child| *child == pair[0]).or_else(alike)
        };
        Ok(states.windows(2).rev().map(step).collect())
    }

    fn is_goal(&self) -> bool {
        self.starts.iter().any(|start| self.puzzle().is_goal(start))
    }

    fn cantor(&self) -> Option<u128> {
        self.puzzle().cantor(&self.starts[0])
    }

    fn entry(&self, table: &StoredDistances) -> Option<u64> {
        match &self.starts[..] {
            [start] => self.typed.space.entry_of(table, start),
            _ => None,
        }
    }

    fn distance(&self, table: &StoredDistances, walks: &Walks, meter: &mut Meter<'_>) -> Result<Option<u32>, Stop> {
        if const { !S::IS_NUMBERED } {
            return Ok(None);
        }
        let mut nearest: Option<u32> = None;
        for start in &self.starts {
            let distance = self.typed.space.distance_within(table, walks, start, meter)?;
            nearest = nearest.into_iter().chain(distance).min();
        }
        Ok(nearest)
    }

    fn job<'j>(
        &'j self,
        request: &'j Request,
        tables: &'j TablesOf<'j>,
        each: &'j mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> Box<dyn TypedRequest + 'j> {
        let known = KnownSoFar { proved: self.puzzle().measure().cost(0), first: false, goes_on: false, left: None };
        let TypedPuzzle { space, patterns, cuts } = self.typed;
        Box::new(Job {
            space,
            patterns,
            cuts,
            tables,
            starts: self.starts.clone(),
            request,
            each,
            best: None,
            has_listed: false,
            kept: Vec::new(),
            layers: [None, None],
            known,
        })
    }
}

/// The bytes of a square of a picture, and of its text in a reply, without its label.
const SQUARE_BYTES: u64 = 80;

/// The bytes of a picture, and of its text in a reply.
fn bytes_of(picture: &Picture) -> u64 {
    let label = |square: &Square| match square {
        Square::Piece(text) | Square::Wall(text) => 2 * text.len() as u64,
        _ => 0,
    };
    picture.iter().flatten().map(|square| SQUARE_BYTES + label(square)).sum()
}

/// The squares in which the second picture differs from the first.
fn changes(before: &Picture, after: Picture) -> Vec<(usize, usize, Square)> {
    let mut changes = Vec::new();
    for (row, squares) in after.into_iter().enumerate() {
        for (column, square) in squares.into_iter().enumerate() {
            let was = before.get(row).and_then(|squares| squares.get(column));
            if was != Some(&square) {
                changes.push((row, column, square));
            }
        }
    }
    changes
}
