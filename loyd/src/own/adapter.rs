//! Adapts [`Rules`] to the traits of puzzles.

use std::cmp::Ordering;
use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;

use loyd_core::heuristic::{BoundFacts, BoundVisitor, Bounded, Heuristic};
use loyd_core::puzzle::pattern::NoPattern;
use loyd_core::puzzle::{
    Convention, Costs, Facts, MoveSet, NotListed, Notation, Numbers, Picture, Puzzle, RankCosts, Ranked, Symmetric,
    Undo,
};
use loyd_core::text::Misread;

use super::puzzle::Numbers as OwnNumbers;
use super::{OwnPuzzle, Rules};
use crate::planner::{Engine, Seat};
use loyd_core::family::Visitor;

/// The number of random moves that draw a position, if states have no numbers.
const WALK: u32 = 1_000;

const NUMBERED: &str = "a puzzle with numbers has their functions";

/// A puzzle from outside, and perhaps another goal. A move is an index in the list of the moves of a state. `RANKED` is
/// whether states have numbers; a puzzle is compiled only with or only without them.
pub struct Own<R: Rules, const RANKED: bool> {
    puzzle: OwnPuzzle<R, RANKED>,
    what: String,
    /// The goal that replaces the goals of the puzzle.
    goal: Option<R::State>,
}

/// A puzzle that an engine can take: with numbers or without.
pub trait Seated {
    /// Puts the puzzle into an engine. `is_standard` is whether the goal is the puzzle's own.
    fn seat(self, id: &str, is_standard: bool) -> Engine;
}

impl<R: Rules> Seated for Own<R, false> {
    fn seat(self, id: &str, is_standard: bool) -> Engine {
        Seat(id, is_standard).unranked(self)
    }
}

impl<R: Rules> Seated for Own<R, true> {
    fn seat(self, id: &str, is_standard: bool) -> Engine {
        Seat(id, is_standard).ranked(self)
    }
}

impl<R: Rules, const RANKED: bool> Own<R, RANKED> {
    /// Adapts a puzzle; a given goal replaces the goals of the puzzle.
    pub fn new(puzzle: OwnPuzzle<R, RANKED>, what: String, goal: Option<R::State>) -> Self {
        Own { puzzle, what, goal }
    }

    fn rules(&self) -> &R {
        &self.puzzle.rules
    }

    fn is_two_way(&self) -> bool {
        self.puzzle.inverse.is_some()
    }

    /// The moves of a state, in their order.
    fn listed(&self, state: &R::State) -> impl Iterator<Item = R::Move> {
        self.rules().moves(state).into_iter()
    }

    fn move_at(&self, state: &R::State, place: u16) -> R::Move {
        self.listed(state).nth(place.into()).expect("a move of this state")
    }

    /// The index of the move that takes `m` back, in the list of the moves of `state`, to which `m` led.
    fn place_back(&self, state: &R::State, m: R::Move) -> Option<u16> {
        let back = self.puzzle.inverse?(self.rules(), m);
        self.listed(state).position(|other| other == back).and_then(|place| place.try_into().ok())
    }

    /// The numbers of the states, if states are numbered.
    fn numbers(&self) -> Option<&OwnNumbers<R>> {
        self.puzzle.numbers.as_ref()
    }
}

/// The indices of moves from `next` to before `end`, without the index `hole`.
#[derive(Clone, Copy, Debug)]
pub struct Places {
    next: u16,
    end: u16,
    hole: u16,
}

impl Places {
    fn up_to(end: u16) -> Places {
        Places { next: 0, end, hole: u16::MAX }
    }

    fn one(place: u16) -> Places {
        Places { next: place, end: place + 1, hole: u16::MAX }
    }
}

impl MoveSet for Places {
    type Move = u16;
    const MOST: usize = u16::MAX as usize;

    fn none() -> Self {
        Places::up_to(0)
    }

    #[inline]
    fn pop(&mut self) -> Option<u16> {
        if self.next == self.hole {
            self.next += 1;
        }
        (self.next < self.end).then(|| {
            self.next += 1;
            self.next - 1
        })
    }

    /// Removes the other set, which has at most one index.
    fn without(self, other: Self) -> Self {
        Places { hole: if other.next < other.end { other.next } else { self.hole }, ..self }
    }

    fn number(m: u16) -> u32 {
        m.into()
    }
}

/// A move that was made, with the state before it.
#[derive(Clone, Debug)]
pub struct Taken<S> {
    before: S,
    place: u16,
}

impl<R: Rules, const RANKED: bool> Undo<Own<R, RANKED>> for Taken<R::State> {
    fn take_back(self, _: &Own<R, RANKED>, state: &mut R::State) -> u16 {
        *state = self.before;
        self.place
    }

    fn each_into(own: &Own<R, RANKED>, state: &R::State, each: &mut impl FnMut(Self)) {
        if !own.is_two_way() {
            return;
        }
        for m in own.listed(state) {
            let mut before = state.clone();
            own.rules().apply(&mut before, m.clone());
            if let Some(place) = own.place_back(&before, m) {
                each(Taken { before, place });
            }
        }
    }
}

impl<R: Rules, const RANKED: bool> Puzzle for Own<R, RANKED> {
    type State = R::State;
    type Move = u16;
    type Undo = Taken<R::State>;
    type Moves = Places;

    const IS_MAPPED_BY_HASH: bool = true;

    fn moves(&self, state: &R::State) -> Places {
        Places::up_to(self.listed(state).count().try_into().expect("fewer than 65,535 moves"))
    }

    fn apply(&self, state: &mut R::State, m: u16) -> Taken<R::State> {
        let before = state.clone();
        self.rules().apply(state, self.move_at(&before, m));
        Taken { before, place: m }
    }

    fn is_goal(&self, state: &R::State) -> bool {
        self.goal.as_ref().map_or_else(|| self.rules().is_goal(state), |goal| state == goal)
    }

    fn goals(&self) -> Result<Vec<R::State>, NotListed> {
        if !self.is_two_way() {
            return Err(NotListed("the rules define no inverse moves"));
        }
        let goals = self.goal.as_ref().map_or(&self.puzzle.goals[..], std::slice::from_ref);
        if goals.is_empty() { Err(NotListed("its rules list none")) } else { Ok(goals.to_vec()) }
    }

    fn back(&self, state: &R::State, m: u16) -> Places {
        let (m, mut child) = (self.move_at(state, m), state.clone());
        self.rules().apply(&mut child, m.clone());
        self.place_back(&child, m).map_or_else(Places::none, Places::one)
    }

    fn costs(&self) -> Option<&impl Costs<Self>> {
        (Costs::greatest(self) > 1).then_some(self)
    }

    fn symmetric(&self) -> Option<&impl Symmetric<Self>> {
        self.puzzle.symmetries.filter(|(symmetries, _)| *symmetries > 0).map(|_| self)
    }

    fn state_heap_bytes(&self) -> u64 {
        self.puzzle.heap_bytes
    }

    fn knows_parents(&self) -> bool {
        self.is_two_way()
    }
}

impl<R: Rules, const RANKED: bool> Costs for Own<R, RANKED> {
    fn of(&self, state: &R::State, m: u16) -> u32 {
        let Some((greatest, cost)) = self.puzzle.costs else { return 1 };
        let cost = cost(self.rules(), state, self.move_at(state, m));
        assert!((1..=greatest).contains(&cost), "the rules give a move the cost {cost}, expected 1 to {greatest}");
        cost
    }

    fn greatest(&self) -> u32 {
        self.puzzle.costs.map_or(1, |(greatest, _)| greatest)
    }

    fn on_ranks(&self) -> &dyn RankCosts {
        self
    }
}

impl<R: Rules, const RANKED: bool> RankCosts for Own<R, RANKED> {
    fn each_child(&self, rank: u64, each: &mut dyn FnMut(u64, u32)) {
        let Some(numbers) = self.numbers() else { return };
        let state = (numbers.unrank)(self.rules(), rank);
        for m in Puzzle::moves(self, &state).iter() {
            let mut child = state.clone();
            Puzzle::apply(self, &mut child, m);
            each((numbers.rank)(self.rules(), &child), self.of(&state, m));
        }
    }

    fn each_parent(&self, rank: u64, each: &mut dyn FnMut(u64, u32)) {
        let Some(numbers) = self.numbers() else { return };
        let state = (numbers.unrank)(self.rules(), rank);
        Taken::each_into(self, &state, &mut |Taken { before, place }| {
            each((numbers.rank)(self.rules(), &before), self.of(&before, place));
        });
    }
}

impl<R: Rules, const RANKED: bool> Symmetric for Own<R, RANKED> {
    fn symmetries(&self) -> u64 {
        self.puzzle.symmetries.map_or(0, |(symmetries, _)| symmetries)
    }

    /// The representative is the image with the least hash. Different images with one hash are ordered by how they are
    /// printed.
    fn represent(&self, state: &mut R::State) -> u64 {
        let mut images: Vec<(u64, R::State)> = Vec::new();
        Symmetric::images(self, state, &mut |image| images.push((FxBuildHasher.hash_one(&image), image)));
        images.sort_unstable_by(|(hash, image), (other_hash, other)| {
            let printed = |image: &R::State| format!("{image:?}");
            let by_print = || if image == other { Ordering::Equal } else { printed(image).cmp(&printed(other)) };
            hash.cmp(other_hash).then_with(by_print)
        });
        images.dedup_by(|(_, image), (_, before)| image == before);
        let orbit = images.len() as u64;
        if let Some((_, least)) = images.into_iter().next() {
            *state = least;
        }
        orbit
    }

    fn images(&self, state: &R::State, each: &mut dyn FnMut(R::State)) {
        if let Some((_, images)) = self.puzzle.symmetries {
            images(self.rules(), state).into_iter().for_each(each);
        }
    }
}

impl<R: Rules> Ranked for Own<R, true> {
    fn ranks(&self) -> u64 {
        self.numbers().map_or(0, |numbers| numbers.ranks)
    }

    fn rank(&self, state: &R::State) -> u64 {
        (self.numbers().expect(NUMBERED).rank)(self.rules(), state)
    }

    fn unrank(&self, rank: u64) -> R::State {
        (self.numbers().expect(NUMBERED).unrank)(self.rules(), rank)
    }

    /// Whether every state can be solved is a promise of the rules, and nothing proves it.
    fn is_every_rank_solvable(&self) -> bool {
        false
    }
}

impl<R: Rules, const RANKED: bool> Numbers for Own<R, RANKED> {
    fn cantor(own: &Self, state: &R::State) -> Option<u128> {
        own.numbers().map(|numbers| (numbers.rank)(own.rules(), state).into())
    }

    fn of_cantor(own: &Self, number: u128) -> Option<Vec<R::State>> {
        let numbers = own.numbers()?;
        let rank = u64::try_from(number).ok().filter(|&rank| rank < numbers.ranks)?;
        Some(vec![(numbers.unrank)(own.rules(), rank)])
    }

    fn random(own: &Self, below: &mut dyn FnMut(u64) -> u64) -> R::State {
        if let Some(numbers) = own.numbers() {
            return (numbers.unrank)(own.rules(), below(numbers.ranks));
        }
        let mut state =
            own.goals().ok().and_then(|goals| goals.into_iter().next()).unwrap_or_else(|| own.puzzle.first());
        for _ in 0..WALK {
            let moves = own.listed(&state).count() as u64;
            if moves == 0 {
                break;
            }
            let place = usize::try_from(below(moves)).expect("a place in a list");
            let m = own.listed(&state).nth(place).expect("a move of this state");
            own.rules().apply(&mut state, m);
        }
        state
    }
}

impl<R: Rules, const RANKED: bool> Notation for Own<R, RANKED> {
    type Numbers = Self;

    fn starts(&self, text: &str) -> Result<Vec<R::State>, Misread> {
        self.puzzle.read(text).map(|state| vec![state])
    }

    fn write(&self, state: &R::State) -> String {
        self.puzzle.write(state)
    }

    fn facts(&self) -> Facts {
        let ranks = self.numbers().map(|numbers| numbers.ranks);
        Facts {
            what: self.what.clone(),
            states: ranks.map(u128::from),
            states_formula: ranks.map(|ranks| ranks.to_string()).unwrap_or_default(),
            gods_number: None,
            source: "the rules of this program".into(),
            moves: "as the rules of this program write them".into(),
            state_syntax: "as the rules of this program write it".into(),
            example: self.puzzle.example(),
        }
    }

    fn picture(&self, state: &R::State) -> Picture {
        self.puzzle.drawn(state)
    }

    fn move_name(&self, state: &R::State, m: u16, _: Convention) -> String {
        self.puzzle.name(&self.move_at(state, m), m.into())
    }

    fn move_named(&self, state: &R::State, name: &str, _: Convention) -> Option<u16> {
        self.puzzle.named(state, name).and_then(|(place, _)| place.try_into().ok())
    }

    fn write_goal(&self) -> String {
        let listed = self.goals().ok().and_then(|goals| goals.into_iter().next());
        match listed.or_else(|| self.goal.clone()) {
            Some(goal) => self.write(&goal),
            None => "the goal of its rules".into(),
        }
    }
}

/// The lower bound that the rules return; 0 if they return none or another goal is set.
#[derive(Clone, Copy, Debug)]
pub struct OwnBound;

impl<R: Rules, const RANKED: bool> Heuristic<Own<R, RANKED>> for OwnBound {
    type Memo = u32;

    fn memo(&self, own: &Own<R, RANKED>, state: &R::State) -> u32 {
        // The bound of the rules holds only for the goals of the rules.
        own.puzzle.bound.filter(|_| own.goal.is_none()).map_or(0, |bound| bound(own.rules(), state))
    }

    fn ahead(&self, own: &Own<R, RANKED>, state: &R::State, m: u16, _: &u32) -> u32 {
        let mut child = state.clone();
        own.rules().apply(&mut child, own.move_at(state, m));
        Heuristic::<Own<R, RANKED>>::memo(self, own, &child)
    }

    fn bound(&self, memo: &u32) -> u32 {
        *memo
    }
}

/// The facts of the bound, if the rules return one.
const OF_THE_RULES: BoundFacts<'static> = BoundFacts {
    name: "own",
    what: "the bound of the rules",
    synonyms: &[],
    consistent: false,
    strong: true,
    tables: false,
    vast: false,
    source: "the rules of this program",
};

/// The facts of the bound, if the rules return none or another goal is set.
const ZERO: BoundFacts<'static> =
    BoundFacts { name: "zero", what: "0 for every position", consistent: true, strong: false, ..OF_THE_RULES };

impl<R: Rules, const RANKED: bool> Bounded for Own<R, RANKED> {
    type Pattern = NoPattern;

    fn bounds(&self) -> Vec<BoundFacts<'_>> {
        let has_bound = self.goal.is_none() && self.puzzle.bound.is_some();
        vec![if has_bound { OF_THE_RULES } else { ZERO }]
    }

    fn with_bound<V: BoundVisitor<Self>>(&self, name: &str, visitor: V) -> Option<V::Output> {
        (name == self.bounds()[0].name).then(|| visitor.visit(OwnBound))
    }
}
