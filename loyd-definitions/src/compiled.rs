//! Compiled puzzles: a puzzle made from any [`Definition`].
//!
//! A state stores one byte for each slot: the class of the piece in the slot, and its orientation ([`codes`]). A move
//! copies a few of these bytes through small tables ([`motion`]). If there are few enough states, they are numbered by
//! coordinates with move tables ([`axis`](crate::coordinates::axis)), by formulas, or as elements of a group.

mod automorphism;
pub(crate) mod budget;
pub mod codes;
mod described;
pub mod motion;
pub(crate) mod open_goals;
mod packing;
mod pruning;
pub(crate) mod still;
pub(crate) mod symmetry;
pub mod text;
pub(crate) mod unreachable;

use open_goals::ListedGoals;
use std::sync::OnceLock;

use crate::bundled::KnownFacts;
use crate::definition::{Definition, PlayRules};
use loyd_core::cells::Bytes;
use loyd_core::limits::{Held, holds, holds_nothing};
use loyd_core::puzzle::bits::{Bits, Word};
use loyd_core::puzzle::staged::Staged;
use loyd_core::puzzle::{
    BeamHints, Costs, MoveSet, NotListed, Packed, Phased, Puzzle, RankCosts, Ranked, Symmetric, Undo, Unsolvable,
};

use crate::coordinates::LazyCoordinates;
use crate::patterns::LazyPatterns;
use crate::plan::stored::LazyPlans;
use crate::ranks::LazyRanks;
use crate::ranks::numbering::StateNumbering;
use budget::StepBudget;
use codes::{PieceCodes, Unfit};
use motion::CompiledMoves;
use packing::Packing;
use pruning::PrunedPairs;
use symmetry::PuzzleSymmetry;
use text::names::Names;
use unreachable::Behind;

/// A puzzle of a definition. `N` is the largest number of slots, and `W` is a word with a bit for every move.
///
/// The rules, the codes and the moves are compiled at once. The other parts are made by the first search that needs
/// them, and each folder owns its own: [`ranks`](crate::ranks), [`coordinates`](crate::coordinates),
/// [`patterns`](crate::patterns), [`plan`](crate::plan).
#[derive(Debug)]
pub struct Defined<const N: usize, W: Word> {
    pub(crate) definition: Definition,
    pub(crate) rules: PlayRules,
    pub(crate) names: Names,
    pub(crate) codes: PieceCodes,
    pub(crate) motions: CompiledMoves,
    pub(crate) moves: MoveSets<W>,
    pub(crate) goals: Vec<Bytes<N>>,
    /// The positions that can be read, sorted, if the goals are only those that moves reach; else empty.
    pub(crate) reached: Vec<Bytes<N>>,
    pub(crate) has_costs: bool,
    /// Known facts about a bundled puzzle, such as God's number.
    pub(crate) known: Option<&'static KnownFacts>,
    /// The most steps of each piece of work that only makes answers faster.
    pub(crate) most_steps: u64,
    pub(crate) facts: LazyFacts,
    pub(crate) ranks: LazyRanks,
    pub(crate) coordinates: LazyCoordinates,
    pub(crate) patterns: LazyPatterns,
    pub(crate) plans: LazyPlans<N>,
}

/// The moves, by whether they have conditions, and the pairs of moves that a search leaves out.
#[derive(Debug)]
pub(crate) struct MoveSets<W: Word> {
    /// The moves without conditions.
    pub(crate) free: Bits<W>,
    /// The moves with conditions.
    pub(crate) bound: Vec<u8>,
    pub(crate) pairs: PrunedPairs<W>,
}

/// The facts about the whole puzzle that take some time to find.
#[derive(Debug, Default)]
pub(crate) struct LazyFacts {
    pub(crate) symmetries: OnceLock<Vec<PuzzleSymmetry>>,
    pub(crate) packing: OnceLock<Packing>,
    /// The group of the moves, and facts that follow from it.
    pub(crate) behind: OnceLock<Behind>,
    /// A hash that distinguishes the tables of this puzzle from the tables of all other puzzles.
    pub(crate) print: OnceLock<String>,
    /// Whether every solvable position can be drawn.
    pub(crate) draws_all: OnceLock<bool>,
}

holds_nothing!(&'static KnownFacts);
holds!(for [W: Word] MoveSets<W> { free, bound, pairs });
holds!(LazyFacts { symmetries, packing, behind, print, draws_all });
holds!(for [const N: usize, W: Word] Defined<N, W> {
    definition,
    rules,
    names,
    codes,
    motions,
    moves,
    goals,
    reached,
    has_costs,
    known,
    most_steps,
    facts,
    ranks,
    coordinates,
    patterns,
    plans,
});

/// A move that was made.
#[derive(Clone, Copy, Debug)]
pub struct DefinedUndo(u8);

impl<const N: usize, W: Word> Defined<N, W> {
    /// Compiles the rules of a definition.
    ///
    /// # Errors
    /// [`Unfit`] if the rules cannot be compiled.
    ///
    /// # Panics
    /// If there are more slots than `N`, or more moves than bits.
    pub fn new(definition: Definition, rules: PlayRules) -> Result<Self, Unfit> {
        assert!(rules.slots() <= N && rules.turns.len() <= W::BITS, "its capacity was chosen for it");
        let codes = PieceCodes::new(&rules)?;
        let motions = CompiledMoves::new(&rules, &codes)?;
        let ListedGoals { goals: listed, reached } = open_goals::goals::<N>(&rules, &codes, &motions)?;
        let goals = listed.iter().map(|codes| packed(codes)).collect();
        let all = (0..=u8::MAX).take(rules.turns.len()).filter(|&m| !motions.is_still(m));
        let free = all.clone().filter(|&m| motions.is_free(m)).collect();
        let bound = all.filter(|&m| !motions.is_free(m)).collect();
        let pairs = PrunedPairs::new(&rules, &motions);
        let few = N <= MOST_NUMBERED;
        let numbering = if few { StateNumbering::new(&rules, &codes, &listed) } else { None };
        Ok(Defined {
            names: Names::new(&definition, &rules),
            has_costs: rules.has_costs(),
            definition,
            rules,
            codes,
            motions,
            moves: MoveSets { free, bound, pairs },
            goals,
            reached,
            known: None,
            most_steps: u64::MAX,
            facts: LazyFacts::default(),
            ranks: LazyRanks::new(numbering),
            coordinates: LazyCoordinates::new(),
            patterns: LazyPatterns::default(),
            plans: LazyPlans::default(),
        })
    }

    /// Adds the known facts about the puzzle.
    pub(crate) fn known(self, known: Option<&'static KnownFacts>) -> Self {
        Defined { known, ..self }
    }

    /// The definition.
    pub fn definition(&self) -> &Definition {
        &self.definition
    }

    /// The symmetries, the identity first. The first call searches for them.
    pub(crate) fn symmetries(&self) -> &[PuzzleSymmetry] {
        self.facts.symmetries.get_or_init(|| {
            let goals: Vec<Vec<u8>> = self.goals.iter().map(|goal| goal.0[..self.rules.slots()].to_vec()).collect();
            automorphism::symmetries(&self.rules, &self.codes, &goals, &mut self.budget(MOST_FOR_SYMMETRIES))
        })
    }

    /// A budget for work that only makes answers faster.
    pub(crate) fn budget(&self, steps: u64) -> StepBudget {
        StepBudget::new(steps.min(self.most_steps))
    }

    /// The rules.
    pub fn rules(&self) -> &PlayRules {
        &self.rules
    }
}

/// The most steps that are taken to find symmetries.
const MOST_FOR_SYMMETRIES: u64 = 1 << 26;

/// The most slots of a puzzle whose states are numbered.
pub(crate) const MOST_NUMBERED: usize = 128;

pub(crate) fn packed<const N: usize>(codes: &[u8]) -> Bytes<N> {
    let mut state = [0; N];
    state[..codes.len()].copy_from_slice(codes);
    Bytes(state)
}

impl<const N: usize, W: Word> Puzzle for Defined<N, W> {
    type State = Bytes<N>;
    type Move = u8;
    type Undo = DefinedUndo;
    type Moves = Bits<W>;

    const IS_PACKED: bool = true;

    #[inline(always)]
    fn moves(&self, state: &Bytes<N>) -> Bits<W> {
        let mut moves = self.moves.free;
        // Some ranks stand for arrangements that are not legal positions. No search reaches them.
        if !self.motions.is_position(&state.0) {
            return Bits(W::ZERO);
        }
        for &m in &self.moves.bound {
            if self.motions.is_legal(&state.0, m) {
                moves.0.insert(m);
            }
        }
        moves
    }

    #[inline(always)]
    fn apply(&self, state: &mut Bytes<N>, m: u8) -> DefinedUndo {
        self.motions.make(&mut state.0, m);
        DefinedUndo(m)
    }

    #[inline(always)]
    fn is_goal(&self, state: &Bytes<N>) -> bool {
        match &*self.goals {
            [goal] => goal == state,
            goals => goals.binary_search(state).is_ok(),
        }
    }

    fn goals(&self) -> Result<Vec<Bytes<N>>, NotListed> {
        Ok(self.goals.clone())
    }

    #[inline(always)]
    fn back(&self, _state: &Bytes<N>, m: u8) -> Bits<W> {
        self.moves.pairs.back(m)
    }

    #[inline(always)]
    fn follow(&self, _state: &Bytes<N>, m: u8) -> Bits<W> {
        self.moves.pairs.follow(m)
    }

    fn unsolvable(&self, state: &Bytes<N>) -> Option<Unsolvable> {
        self.refusal(state).map(|refusal| self.sentence(state, &refusal))
    }

    fn phased(&self) -> Option<&impl Phased<Self>> {
        self.moves.pairs.are_all_different().then_some(self)
    }

    fn costs(&self) -> Option<&impl Costs<Self>> {
        self.has_costs.then_some(self)
    }

    fn packed(&self) -> Option<&impl Packed<Self>> {
        Some(self)
    }

    fn symmetric(&self) -> Option<&impl Symmetric<Self>> {
        Some(self)
    }

    fn beam_hints(&self) -> Option<&impl BeamHints<Self>> {
        Some(self)
    }

    fn staged(&self) -> Option<&impl Staged<Self>> {
        Some(self)
    }

    fn heap_bytes(&self) -> u64 {
        self.held()
    }
}

impl<const N: usize, W: Word> Undo<Defined<N, W>> for DefinedUndo {
    #[inline(always)]
    fn take_back(self, puzzle: &Defined<N, W>, state: &mut Bytes<N>) -> u8 {
        puzzle.motions.take_back(&mut state.0, self.0);
        self.0
    }

    #[inline(always)]
    fn each_into(puzzle: &Defined<N, W>, state: &Bytes<N>, each: &mut impl FnMut(DefinedUndo)) {
        let all = puzzle.moves.free.iter().chain(puzzle.moves.bound.iter().copied());
        all.filter(|&m| puzzle.motions.leads_to(&state.0, m)).for_each(|m| each(DefinedUndo(m)));
    }
}

impl<const N: usize, W: Word> Costs for Defined<N, W> {
    #[inline(always)]
    fn of(&self, _state: &Bytes<N>, m: u8) -> u32 {
        self.rules.turns[usize::from(m)].cost
    }

    fn greatest(&self) -> u32 {
        self.rules.turns.iter().map(|turn| turn.cost).max().unwrap_or(1)
    }

    fn on_ranks(&self) -> &dyn RankCosts {
        self
    }
}

/// The order of a move is its number, in every state.
impl<const N: usize, W: Word> RankCosts for Defined<N, W> {
    fn each_child(&self, rank: u64, each: &mut dyn FnMut(u64, u32)) {
        self.children(rank, &mut |rank, order| each(rank, self.rules.turns[order as usize].cost));
    }

    fn each_parent(&self, rank: u64, each: &mut dyn FnMut(u64, u32)) {
        self.parents(rank, &mut |rank, order| each(rank, self.rules.turns[order as usize].cost));
    }
}

/// All moves may always be made where this facet is offered, so there is one phase.
impl<const N: usize, W: Word> Phased for Defined<N, W> {
    fn phases(&self) -> Vec<Bytes<N>> {
        vec![self.goals[0]]
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::bundled;
    use crate::definition::RuleChoice;
    use crate::ids::{bundled as named, open, open_definition, open_text};
    use loyd_core::family::Visitor;
    use loyd_core::heuristic::Bounded;
    use loyd_core::limits::{Limits, Stop, Watch};
    use loyd_core::opening::{Opening, Unopened};

    /// Opens a bundled puzzle. The id may choose some of its moves: `2x2x2?U,R,F`.
    pub fn opened(id: &str) -> Defined<128, [u64; 4]> {
        let (name, moves) = id.split_once('?').map_or((id, None), |(name, moves)| (name, Some(moves)));
        let (name, parameters) = name.split_once(':').unwrap_or((name, ""));
        let definition = bundled::open(name, parameters).unwrap().unwrap();
        let moves = moves.map(|moves| moves.split(',').map(str::to_string).collect());
        let rules = PlayRules::new(&definition, &RuleChoice { moves, ..RuleChoice::default() }).unwrap();
        Defined::new(definition, rules).unwrap()
    }

    /// Whether a law runs in its whole form, as `.ci/long` runs it.
    pub fn is_whole() -> bool {
        std::env::var_os("LOYD_LONG").is_some()
    }

    /// The puzzle of a definition file.
    pub fn from_text(text: &str) -> Defined<128, [u64; 4]> {
        let definition = crate::formats::loyd::read(text).unwrap();
        let rules = PlayRules::new(&definition, &RuleChoice::default()).unwrap();
        Defined::new(definition, rules).unwrap()
    }

    /// A puzzle may have 256 moves, as many as a byte has values.
    #[test]
    fn all_of_256_moves_are_made() {
        let cycles = (0..12).flat_map(|a| (0..12).flat_map(move |b| (0..12).map(move |c| (a, b, c))));
        let cycles = cycles.filter(|&(a, b, c)| a < b && a < c && b != c).take(256);
        for when in ["", ", when = \"s11 != s0\""] {
            let moves = cycles.clone().enumerate().map(|(m, (a, b, c))| {
                format!("m{m} = {{ cycles = \"s{a} s{b} s{c}\"{} }}\n", if m == 0 { when } else { "" })
            });
            let slots: Vec<String> = (0..12).map(|slot| format!("s{slot}")).collect();
            let picture = format!("inverses = false\npicture = \"{}\"\n[moves]\n", slots.join(" "));
            let puzzle = from_text(&(picture + &moves.collect::<String>()));
            assert_eq!(puzzle.moves(&puzzle.goals[0]).iter().count(), 256, "{when}");
            assert!(puzzle.symmetries().iter().all(|symmetry| symmetry.turns().len() == 256), "{when}");
        }
    }

    /// Every function that opens a definition is stopped by the watch of the opening, whatever else the thread does: by
    /// a time limit and by a cancel.
    #[test]
    fn opening_is_stopped_by_its_watch() {
        struct Seat;
        impl Visitor for Seat {
            type Output = ();
            fn ranked<P: loyd_core::puzzle::Ranked + Bounded + loyd_core::puzzle::Notation + 'static>(self, _: P) {}
            fn unranked<P: Bounded + loyd_core::puzzle::Notation + 'static>(self, _: P) {}
        }
        let slots: Vec<String> = (1..=60).map(|slot| slot.to_string()).collect();
        let pairs = (1..=60).flat_map(|a| (a + 1..=60).map(move |b| format!("t{a}_{b} = '({a} {b})'\n"))).take(250);
        let text = format!("picture = '{}'\n[moves]\n{}", slots.join(" "), pairs.collect::<String>());
        let name = |_: &std::path::Path, _: usize| Ok(text.clone().into_bytes());
        let cancel = Some(Arc::new(AtomicBool::new(true)));
        let definition = || crate::formats::loyd::read(&text).unwrap();
        type Opens<'o> = dyn Fn(&Opening<'_>) -> Result<(), Unopened> + 'o;
        let ways: [&Opens<'_>; 4] = [
            &|opening| open_text("file", &text, None, opening, Seat),
            &|opening| open_definition("file", definition(), &RuleChoice::default(), None, opening, Seat),
            &|opening| {
                let opening = opening.clone().reading(&name);
                opening.over(|| open("file:@big", "@big", None, &opening, Seat))
            },
            &|opening| opening.over(|| named("megaminx").expect("bundled").open(None, opening, Seat)),
        ];
        for limits in [
            Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() },
            Limits { cancel, ..Limits::default() },
        ] {
            let watch = Watch::new(&limits);
            for (number, opens) in ways.iter().enumerate() {
                let opened = opens(&Opening::new(watch.clone()));
                assert!(matches!(opened, Err(Unopened::Stopped(why)) if Err(why) == watch.look()), "{number}");
            }
        }
        // Opening is stopped in the middle of its work, too.
        for (number, opens) in ways[..3].iter().enumerate() {
            let stopped = Watch::default().optional(1 << 18, |part| match opens(&Opening::new(part.clone())) {
                Err(Unopened::Stopped(why)) => Err(why),
                opened => Ok(opened.is_ok()),
            });
            assert_eq!(stopped, Ok(None), "{number}");
        }
        assert!(open_text("file", &text, None, &Opening::default(), Seat).is_ok());
    }

    /// A question that is stopped leaves no incomplete tables. The next question makes them from the beginning.
    #[test]
    fn what_is_stopped_is_made_anew() {
        let slots = |number: usize| (1..=number).map(|slot| slot.to_string()).collect::<Vec<_>>().join(" ");
        let pairs = (1..=8).flat_map(|a| (a + 1..=8).map(move |b| format!("t{a}_{b} = '({a} {b})'\n")));
        let pairs = format!("picture = '{}'\n[moves]\n{}", slots(8), pairs.collect::<String>());
        let star: String = (2..=90).map(|slot| format!("m{slot} = '(1 {slot})'\n")).collect();
        let star = format!("picture = '{}'\n[moves]\n{star}", slots(90));
        let cancel = Some(Arc::new(AtomicBool::new(true)));
        let cancelled = Watch::new(&Limits { cancel, ..Limits::default() });
        let small = Watch::new(&Limits { bytes: Some(1 << 20), ..Limits::default() });

        let puzzle = from_text(&pairs);
        for (watch, why) in [(&cancelled, Stop::Cancelled), (&small, Stop::Bytes)] {
            assert_eq!(watch.over(|| puzzle.bounds().len()), Err(why));
            assert!(puzzle.patterns.bounds.get().is_none() && puzzle.coordinates.get().is_none());
        }
        assert!(!puzzle.bounds().is_empty() && puzzle.coordinates.get().is_some());

        let puzzle = from_text(&star);
        let goal = puzzle.goals[0];
        assert_eq!(cancelled.over(|| puzzle.unsolvable(&goal)), Err(Stop::Cancelled));
        assert!(puzzle.facts.behind.get().is_none() && puzzle.unsolvable(&goal).is_none());
        assert_eq!(cancelled.over(|| puzzle.subgoal(&goal)), Err(Stop::Cancelled));
        assert!(puzzle.plans.plan.get().is_none());
        assert_eq!(cancelled.over(|| puzzle.symmetric().map(Symmetric::symmetries)), Err(Stop::Cancelled));
        assert!(puzzle.facts.symmetries.get().is_none() && puzzle.facts.packing.get().is_none());
        assert_eq!(puzzle.symmetric().map(Symmetric::symmetries), Some(120));
    }
}
