//! Questions about a puzzle from outside, in which positions and moves are values.

use std::sync::{Arc, Mutex, PoisonError, RwLock};

use super::adapter::{Own, Seated};
use super::families::engine_of;
use super::puzzle::{Named, Text};
use super::{OwnFamily, OwnPuzzle, Rules};
use crate::service::reply::{Answer, Census};
use crate::service::{Fault, Map, Service, Solve, Want};
use loyd_core::cost::Cost;

/// The id of the puzzle in the service of a solver.
const ID: &str = "own";

/// The most states whose numbers are kept from one question to the next.
const MOST_NAMED: usize = 1 << 16;

/// Solves and maps a puzzle from outside. States and moves go in and come out as values, so they need no text. A solver
/// can be asked from several threads, and keeps its tables from one question to the next.
///
/// [`OwnPuzzle::solver`] makes one.
pub struct Solver<R: Rules, const NUMBERED: bool = false> {
    service: Service,
    puzzle: OwnPuzzle<R, NUMBERED>,
    named: Arc<Mutex<Named<R::State>>>,
    /// Held for reading by every question, so that no state of a question is forgotten.
    asked: RwLock<()>,
}

/// The answer about a state, with states `S` and moves `M`.
#[derive(Clone, Debug)]
pub struct OwnAnswer<S, M> {
    /// The shortest solution, or the cheapest where moves differ in cost; if a limit stopped the search, the best
    /// solution that is known. `None` if no solution is known, or if solutions are listed or counted.
    pub solution: Option<OwnSolution<S, M>>,
    /// The listed solutions, if all were wanted.
    pub solutions: Vec<OwnSolution<S, M>>,
    /// The answer with its outcome and what is proved. States and moves in it are numbers.
    pub answer: Answer,
}

/// A solution of a puzzle from outside, with states `S` and moves `M`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnSolution<S, M> {
    /// The moves, in order.
    pub moves: Vec<M>,
    /// The number of moves, or their cost where moves differ in cost.
    pub cost: Cost,
    path: Vec<S>,
}

/// The census of a puzzle from outside, with states `S`.
#[derive(Clone, Debug)]
pub struct OwnCensus<S> {
    /// The number of states at each distance, from 0.
    pub layers: Vec<u64>,
    /// The farthest states, or some of them.
    pub antipodes: Vec<S>,
    /// The census with everything else. States in it are numbers.
    pub census: Census,
}

impl<S, M> OwnSolution<S, M> {
    /// The states on the way, from the first to the solved state.
    pub fn path(&self) -> &[S] {
        &self.path
    }
}

impl<R: Rules, const NUMBERED: bool> OwnPuzzle<R, NUMBERED>
where
    Own<R, NUMBERED>: Seated,
{
    /// Returns a solver of the puzzle. It does not use the text of the puzzle, which may be the same for two states.
    pub fn solver(self) -> Solver<R, NUMBERED> {
        let named = Arc::default();
        let own = OwnPuzzle { text: Text::Numbered(Arc::clone(&named)), ..self };
        let puzzle = own.clone();
        let family = OwnFamily::opened(ID, "a puzzle of a program", move |id, _, goal| {
            engine_of(puzzle.clone(), id, "a puzzle of a program", goal)
        });
        Solver { service: Service::builder().family(family).build(), puzzle: own, named, asked: RwLock::new(()) }
    }
}

impl<R: Rules, const NUMBERED: bool> Solver<R, NUMBERED> {
    /// Finds a shortest solution of a state, without limits.
    ///
    /// # Errors
    /// A [`Fault`] if the rules contradict themselves.
    pub fn solve(&self, state: &R::State) -> Result<OwnAnswer<R::State, R::Move>, Fault> {
        self.solve_by(state, Solve::default())
    }

    /// Answers a question about a state: which solutions are wanted, by which algorithm, within which limits. The
    /// question's puzzle and position are left open.
    ///
    /// ```
    /// use loyd::own::{OwnPuzzle, Rules};
    /// use loyd::service::{Options, Solve, Want};
    ///
    /// /// From a word to another word of as many letters, one letter at a time, over words of a list.
    /// struct Ladder(&'static [&'static str]);
    ///
    /// impl Rules for Ladder {
    ///     type State = String;
    ///     type Move = &'static str;
    ///     fn moves(&self, word: &String) -> impl IntoIterator<Item = &'static str> {
    ///         let differ = |other: &&str| word.chars().zip(other.chars()).filter(|(a, b)| a != b).count() == 1;
    ///         self.0.iter().copied().filter(differ).collect::<Vec<_>>()
    ///     }
    ///     fn apply(&self, word: &mut String, other: &'static str) {
    ///         *word = other.into();
    ///     }
    ///     fn is_goal(&self, word: &String) -> bool {
    ///         word == "gold"
    ///     }
    /// }
    ///
    /// let ladder = OwnPuzzle::new(Ladder(&["lead", "load", "goad", "gold", "head", "held", "hold"])).solver();
    /// let options = Options { want: Want::All { most: None }, ..Options::default() };
    /// let answer = ladder.solve_by(&"lead".into(), Solve { options, ..Solve::default() })?;
    /// let ways: Vec<_> = answer.solutions.iter().map(|way| &way.moves[..]).collect();
    /// assert_eq!(ways, [["load", "goad", "gold"]]);
    /// # Ok::<(), loyd::service::Fault>(())
    /// ```
    ///
    /// # Errors
    /// The faults of [`Service::ask`].
    pub fn solve_by(&self, state: &R::State, mut question: Solve) -> Result<OwnAnswer<R::State, R::Move>, Fault> {
        self.ask(|| {
            (question.puzzle, question.position) = (ID.into(), self.puzzle.write(state).into());
            let answer = self.service.solve(&question)?;
            let is_one = matches!(answer.want, Want::One | Want::Lexicographic);
            let best = answer.solution().or(answer.best.as_ref()).filter(|_| is_one);
            let solution = best.map(|best| self.typed(state, &best.moves, best.cost)).transpose()?;
            let listed = answer.solutions.iter().map(|listed| self.typed(state, &listed.moves, listed.cost));
            let solutions = listed.collect::<Result<_, _>>()?;
            Ok(OwnAnswer { solution, solutions, answer })
        })
    }

    /// Counts the states at each distance to the goals. The puzzle must list its goals and take moves back.
    ///
    /// # Errors
    /// The faults of [`Service::ask`].
    pub fn census(&self) -> Result<OwnCensus<R::State>, Fault> {
        self.census_by(None, Map::default())
    }

    /// Counts the states at each distance from a state, or to the goals if there is no state. The question's puzzle and
    /// positions are left open.
    ///
    /// # Errors
    /// The faults of [`Service::ask`].
    pub fn census_by(&self, from: Option<&R::State>, mut question: Map) -> Result<OwnCensus<R::State>, Fault> {
        self.ask(|| {
            (question.puzzle, question.from) = (ID.into(), from.map(|state| self.puzzle.write(state)));
            let census = self.service.map(&question)?;
            let antipodes = census.antipodes.iter().map(|text| self.puzzle.read(text).map_err(|_| unread()));
            Ok(OwnCensus { layers: census.map.layers.clone(), antipodes: antipodes.collect::<Result<_, _>>()?, census })
        })
    }

    /// Asks while the numbers of states stay. When no question is under way, the numbers of many states are forgotten.
    fn ask<T>(&self, ask: impl FnOnce() -> Result<T, Fault>) -> Result<T, Fault> {
        if let Ok(_alone) = self.asked.try_write() {
            let mut named = self.named.lock().unwrap_or_else(PoisonError::into_inner);
            if named.len() > MOST_NAMED {
                named.forget();
            }
        }
        let _asked = self.asked.read().unwrap_or_else(PoisonError::into_inner);
        ask()
    }

    /// The moves with these names from a state, and the states on the way.
    fn typed(&self, state: &R::State, names: &[String], cost: Cost) -> Result<OwnSolution<R::State, R::Move>, Fault> {
        let (mut moves, mut path) = (Vec::with_capacity(names.len()), vec![state.clone()]);
        let mut state = state.clone();
        for name in names {
            let (_, m) = self.puzzle.named(&state, name).ok_or_else(unread)?;
            self.puzzle.rules.apply(&mut state, m.clone());
            moves.push(m);
            path.push(state.clone());
        }
        Ok(OwnSolution { moves, cost, path })
    }
}

/// The fault of rules that write what they do not read, or that list other moves every time.
fn unread() -> Fault {
    Fault::internal("the rules of the puzzle do not read what they have written, or list other moves every time")
}
