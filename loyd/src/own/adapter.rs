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
use loyd_core::text::{Misread, quoted};

use super::{NumberedRules, Rules};

/// The number of random moves that draw a position, if states have no numbers.
const WALK: u32 = 1_000;

/// The numbers of states: how many there are, and the functions of the rules.
struct OwnNumbers<R: Rules> {
    ranks: u64,
    rank: fn(&R, &R::State) -> u64,
    unrank: fn(&R, u64) -> R::State,
}

/// A puzzle made of rules and perhaps another goal. A move is an index in the list of the moves of a state. `RANKED` is
/// whether states have numbers; a puzzle is compiled only with or only without them.
pub struct Own<R: Rules, const RANKED: bool> {
    rules: R,
    numbers: Option<OwnNumbers<R>>,
    what: String,
    /// The goal that replaces the goals of the rules.
    goal: Option<R::State>,
    /// Whether every move has an inverse move.
    is_two_way: bool,
    /// The number of images of a state; 0 if no symmetry is known.
    symmetries: u64,
}

impl<R: Rules> Own<R, false> {
    /// Makes the puzzle of rules; a given goal replaces the goals of the rules.
    pub fn new(rules: R, what: String, goal: Option<R::State>) -> Self {
        Own::with(rules, None, what, goal)
    }
}

impl<R: NumberedRules> Own<R, true> {
    /// Makes the puzzle of rules with numbers; a given goal replaces the goals of the rules.
    pub fn numbered(rules: R, what: String, goal: Option<R::State>) -> Self {
        let numbers = OwnNumbers { ranks: rules.ranks(), rank: R::rank, unrank: R::unrank };
        Own::with(rules, Some(numbers), what, goal)
    }
}

impl<R: Rules, const RANKED: bool> Own<R, RANKED> {
    fn with(rules: R, numbers: Option<OwnNumbers<R>>, what: String, goal: Option<R::State>) -> Self {
        let is_two_way = rules.moves(&rules.example()).next().is_some_and(|m| rules.inverse(m).is_some());
        let symmetries = rules.images(&rules.example()).count() as u64;
        Own { rules, numbers, what, goal, is_two_way, symmetries }
    }

    fn move_at(&self, state: &R::State, place: u16) -> R::Move {
        self.rules.moves(state).nth(place.into()).expect("a move of this state")
    }

    /// The index of the move that takes `m` back, in the list of the moves of `state`, to which `m` led.
    fn place_back(&self, state: &R::State, m: R::Move) -> Option<u16> {
        let back = self.rules.inverse(m).filter(|_| self.is_two_way)?;
        self.rules.moves(state).position(|other| other == back).and_then(|place| place.try_into().ok())
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
#[derive(Clone, Copy, Debug)]
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
        if !own.is_two_way {
            return;
        }
        for m in own.rules.moves(state) {
            let mut before = *state;
            own.rules.apply(&mut before, m);
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
        Places::up_to(self.rules.moves(state).count().try_into().expect("fewer than 65,535 moves"))
    }

    fn apply(&self, state: &mut R::State, m: u16) -> Taken<R::State> {
        let before = *state;
        self.rules.apply(state, self.move_at(&before, m));
        Taken { before, place: m }
    }

    fn is_goal(&self, state: &R::State) -> bool {
        self.goal.map_or_else(|| self.rules.is_goal(state), |goal| *state == goal)
    }

    fn goals(&self) -> Result<Vec<R::State>, NotListed> {
        if !self.is_two_way {
            return Err(NotListed("the rules define no inverse moves"));
        }
        match self.goal {
            Some(goal) => Ok(vec![goal]),
            None => Some(self.rules.goals()).filter(|goals| !goals.is_empty()).ok_or(NotListed("its rules list none")),
        }
    }

    fn back(&self, state: &R::State, m: u16) -> Places {
        let (m, mut child) = (self.move_at(state, m), *state);
        self.rules.apply(&mut child, m);
        self.place_back(&child, m).map_or_else(Places::none, Places::one)
    }

    fn costs(&self) -> Option<&impl Costs<Self>> {
        (self.rules.greatest_cost() > 1).then_some(self)
    }

    fn symmetric(&self) -> Option<&impl Symmetric<Self>> {
        (self.symmetries > 0).then_some(self)
    }

    fn knows_parents(&self) -> bool {
        self.is_two_way
    }
}

impl<R: Rules, const RANKED: bool> Costs for Own<R, RANKED> {
    fn of(&self, state: &R::State, m: u16) -> u32 {
        let (cost, greatest) = (self.rules.cost(state, self.move_at(state, m)), self.greatest());
        assert!((1..=greatest).contains(&cost), "the rules give a move the cost {cost}, expected 1 to {greatest}");
        cost
    }

    fn greatest(&self) -> u32 {
        self.rules.greatest_cost()
    }

    fn on_ranks(&self) -> &dyn RankCosts {
        self
    }
}

impl<R: Rules, const RANKED: bool> RankCosts for Own<R, RANKED> {
    fn each_child(&self, rank: u64, each: &mut dyn FnMut(u64, u32)) {
        let Some(numbers) = &self.numbers else { return };
        let state = (numbers.unrank)(&self.rules, rank);
        for m in Puzzle::moves(self, &state).iter() {
            let mut child = state;
            Puzzle::apply(self, &mut child, m);
            each((numbers.rank)(&self.rules, &child), self.of(&state, m));
        }
    }

    fn each_parent(&self, rank: u64, each: &mut dyn FnMut(u64, u32)) {
        let Some(numbers) = &self.numbers else { return };
        let state = (numbers.unrank)(&self.rules, rank);
        Taken::each_into(self, &state, &mut |Taken { before, place }| {
            each((numbers.rank)(&self.rules, &before), self.of(&before, place));
        });
    }
}

impl<R: Rules, const RANKED: bool> Symmetric for Own<R, RANKED> {
    fn symmetries(&self) -> u64 {
        self.symmetries
    }

    /// The representative is the image with the least hash. Different images with one hash are ordered by their text.
    fn represent(&self, state: &mut R::State) -> u64 {
        let hashed = |image: R::State| (FxBuildHasher.hash_one(image), image);
        let mut images: Vec<(u64, R::State)> = self.rules.images(state).map(hashed).collect();
        images.sort_unstable_by(|(hash, image), (other_hash, other)| {
            let by_text = || if image == other { Ordering::Equal } else { image.to_string().cmp(&other.to_string()) };
            hash.cmp(other_hash).then_with(by_text)
        });
        images.dedup_by_key(|(_, image)| *image);
        *state = images.first().map_or(*state, |(_, least)| *least);
        images.len() as u64
    }

    fn images(&self, state: &R::State, each: &mut dyn FnMut(R::State)) {
        self.rules.images(state).for_each(each);
    }
}

impl<R: NumberedRules> Ranked for Own<R, true> {
    fn ranks(&self) -> u64 {
        self.rules.ranks()
    }

    fn rank(&self, state: &R::State) -> u64 {
        self.rules.rank(state)
    }

    fn unrank(&self, rank: u64) -> R::State {
        self.rules.unrank(rank)
    }

    /// Whether every state can be solved is a promise of the rules, and nothing proves it.
    fn is_every_rank_solvable(&self) -> bool {
        false
    }
}

impl<R: Rules, const RANKED: bool> Numbers for Own<R, RANKED> {
    fn cantor(own: &Self, state: &R::State) -> Option<u128> {
        own.numbers.as_ref().map(|numbers| (numbers.rank)(&own.rules, state).into())
    }

    fn of_cantor(own: &Self, number: u128) -> Option<Vec<R::State>> {
        let numbers = own.numbers.as_ref()?;
        let rank = u64::try_from(number).ok().filter(|&rank| rank < numbers.ranks)?;
        Some(vec![(numbers.unrank)(&own.rules, rank)])
    }

    fn random(own: &Self, below: &mut dyn FnMut(u64) -> u64) -> R::State {
        if let Some(numbers) = &own.numbers {
            return (numbers.unrank)(&own.rules, below(numbers.ranks));
        }
        let mut state = own.goals().ok().and_then(|goals| goals.first().copied()).unwrap_or(own.rules.example());
        for _ in 0..WALK {
            let moves = own.rules.moves(&state).count() as u64;
            if moves == 0 {
                break;
            }
            let place = usize::try_from(below(moves)).expect("a place in a list");
            let m = own.rules.moves(&state).nth(place).expect("a move of this state");
            own.rules.apply(&mut state, m);
        }
        state
    }
}

impl<R: Rules, const RANKED: bool> Notation for Own<R, RANKED> {
    type Numbers = Self;

    fn starts(&self, text: &str) -> Result<Vec<R::State>, Misread> {
        read(&self.rules, text).map(|state| vec![state])
    }

    fn write(&self, state: &R::State) -> String {
        state.to_string()
    }

    fn facts(&self) -> Facts {
        let ranks = self.numbers.as_ref().map(|numbers| numbers.ranks);
        Facts {
            what: self.what.clone(),
            states: ranks.map(u128::from),
            states_formula: ranks.map(|ranks| ranks.to_string()).unwrap_or_default(),
            gods_number: None,
            source: "the rules of this program".into(),
            moves: "as the rules of this program write them".into(),
            state_syntax: "as the rules of this program write it".into(),
            example: self.rules.example().to_string(),
        }
    }

    fn picture(&self, state: &R::State) -> Picture {
        self.rules.picture(state)
    }

    fn move_name(&self, state: &R::State, m: u16, _: Convention) -> String {
        self.move_at(state, m).to_string()
    }

    fn move_named(&self, state: &R::State, name: &str, _: Convention) -> Option<u16> {
        let place = self.rules.moves(state).position(|m| m.to_string() == name)?;
        place.try_into().ok()
    }

    fn write_goal(&self) -> String {
        match self.goals().ok().and_then(|goals| goals.first().copied()).or(self.goal) {
            Some(goal) => goal.to_string(),
            None => "the goal of its rules".into(),
        }
    }
}

/// Reads a position and checks it by the rules.
pub fn read<R: Rules>(rules: &R, text: &str) -> Result<R::State, Misread> {
    let found = || if text.trim().is_empty() { "end of text".into() } else { quoted(text.trim()).to_string() };
    let wrong = |expected: String| Misread { line: 1, column: 1, found: found(), expected };
    let state: R::State = text.trim().parse().map_err(|why: <R::State as std::str::FromStr>::Err| {
        wrong(format!("a position such as `{}` ({why})", rules.example()))
    })?;
    rules.check(&state).map_err(wrong)?;
    Ok(state)
}

/// The lower bound that the rules return; 0 if they return none or another goal is set.
#[derive(Clone, Copy, Debug)]
pub struct OwnBound;

impl<R: Rules, const RANKED: bool> Heuristic<Own<R, RANKED>> for OwnBound {
    type Memo = u32;

    fn memo(&self, own: &Own<R, RANKED>, state: &R::State) -> u32 {
        // The bound of the rules holds only for the goals of the rules.
        if own.goal.is_some() { 0 } else { own.rules.bound(state).unwrap_or(0) }
    }

    fn ahead(&self, own: &Own<R, RANKED>, state: &R::State, m: u16, _: &u32) -> u32 {
        let mut child = *state;
        own.rules.apply(&mut child, own.move_at(state, m));
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
        let has_bound = self.goal.is_none() && self.rules.bound(&self.rules.example()).is_some();
        vec![if has_bound { OF_THE_RULES } else { ZERO }]
    }

    fn with_bound<V: BoundVisitor<Self>>(&self, name: &str, visitor: V) -> Option<V::Output> {
        (name == self.bounds()[0].name).then(|| visitor.visit(OwnBound))
    }
}
