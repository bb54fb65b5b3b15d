//! A puzzle from outside: its rules, its goals, its text and further properties.

use std::collections::HashMap;
use std::fmt::Display;
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};

use super::Rules;
use loyd_core::puzzle::{Picture, Square};
use loyd_core::text::{Misread, quoted};

/// The rules of a puzzle and what else is known of it. Everything that is added is a function of the rules, such as a
/// method; nothing is guessed from an example.
///
/// ```
/// use loyd::own::{OwnPuzzle, Rules};
///
/// /// A knight on a board with this number of rows and columns goes to the first square.
/// struct Knight(i32);
///
/// impl Rules for Knight {
///     type State = (i32, i32);
///     type Move = (i32, i32);
///     fn moves(&self, at: &(i32, i32)) -> impl IntoIterator<Item = (i32, i32)> {
///         let (at, most) = (*at, self.0);
///         let jumps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
///         jumps.into_iter().filter(move |by| [at.0 + by.0, at.1 + by.1].iter().all(|to| (0..most).contains(to)))
///     }
///     fn apply(&self, at: &mut (i32, i32), by: (i32, i32)) {
///         *at = (at.0 + by.0, at.1 + by.1);
///     }
///     fn is_goal(&self, at: &(i32, i32)) -> bool {
///         *at == (0, 0)
///     }
/// }
///
/// let knight = OwnPuzzle::new(Knight(8)).goals([(0, 0)]).inverse(|_, by| (-by.0, -by.1)).solver();
/// assert_eq!(knight.solve(&(7, 7))?.solution.expect("a way").moves.len(), 6);
/// assert_eq!(knight.census()?.layers, [1, 2, 9, 20, 21, 10, 1]);
/// # Ok::<(), loyd::service::Fault>(())
/// ```
pub struct OwnPuzzle<R: Rules, const NUMBERED: bool = false> {
    pub(super) rules: Arc<R>,
    pub(super) goals: Vec<R::State>,
    pub(super) inverse: Option<Inverse<R>>,
    pub(super) bound: Option<fn(&R, &R::State) -> u32>,
    /// The greatest cost, and the cost of a move.
    pub(super) costs: Option<(u32, Cost<R>)>,
    /// The number of symmetries, and the images of a state.
    pub(super) symmetries: Option<(u64, Images<R>)>,
    pub(super) numbers: Option<Numbers<R>>,
    pub(super) text: Text<R>,
    pub(super) picture: Option<fn(&R, &R::State) -> Picture>,
    pub(super) heap_bytes: u64,
}

/// The most bytes of a state on the heap that are counted.
const MOST_HEAP: u64 = 1 << 40;

/// The move that takes a move back.
type Inverse<R> = fn(&R, <R as Rules>::Move) -> <R as Rules>::Move;

/// The images of a state.
type Images<R> = fn(&R, &<R as Rules>::State) -> Vec<<R as Rules>::State>;

/// The cost of a move that is made in a state.
type Cost<R> = fn(&R, &<R as Rules>::State, <R as Rules>::Move) -> u32;

/// The numbers of states.
pub(super) struct Numbers<R: Rules> {
    pub ranks: u64,
    pub rank: fn(&R, &R::State) -> u64,
    pub unrank: fn(&R, u64) -> R::State,
}

/// How positions and moves are written.
pub(super) enum Text<R: Rules> {
    /// By functions of the puzzle.
    Written {
        example: R::State,
        read: fn(&R, &str) -> Result<R::State, String>,
        write: fn(&R, &R::State) -> String,
        name: fn(&R::Move) -> String,
    },
    /// For a [`Solver`](super::Solver): a position is written as a number that the first writing gives it, and a move
    /// as its place.
    Numbered(Arc<Mutex<Named<R::State>>>),
}

/// The states that a [`Solver`](super::Solver) has named, and their numbers.
pub(super) struct Named<S> {
    next: u64,
    by_state: HashMap<S, u64>,
    by_number: HashMap<u64, S>,
}

impl<S> Default for Named<S> {
    fn default() -> Self {
        Named { next: 0, by_state: HashMap::new(), by_number: HashMap::new() }
    }
}

impl<S> Named<S> {
    /// The number of states with a name.
    pub fn len(&self) -> usize {
        self.by_number.len()
    }

    /// Forgets all states. Their names are not given again.
    pub fn forget(&mut self) {
        self.by_state.clear();
        self.by_number.clear();
    }
}

impl<R: Rules> Clone for Text<R> {
    fn clone(&self) -> Self {
        match self {
            Text::Written { example, read, write, name } => {
                Text::Written { example: example.clone(), read: *read, write: *write, name: *name }
            }
            Text::Numbered(named) => Text::Numbered(named.clone()),
        }
    }
}

impl<R: Rules> Clone for Numbers<R> {
    fn clone(&self) -> Self {
        Numbers { ..*self }
    }
}

impl<R: Rules, const NUMBERED: bool> Clone for OwnPuzzle<R, NUMBERED> {
    fn clone(&self) -> Self {
        OwnPuzzle {
            rules: self.rules.clone(),
            goals: self.goals.clone(),
            numbers: self.numbers.clone(),
            text: self.text.clone(),
            ..*self
        }
    }
}

impl<R: Rules> OwnPuzzle<R> {
    /// A puzzle of which nothing is known but its rules. Searches are breadth-first.
    pub fn new(rules: R) -> Self {
        OwnPuzzle {
            rules: Arc::new(rules),
            goals: Vec::new(),
            inverse: None,
            bound: None,
            costs: None,
            symmetries: None,
            numbers: None,
            text: Text::Numbered(Arc::default()),
            picture: None,
            heap_bytes: 0,
        }
    }

    /// Gives the states the numbers below `ranks`: `rank` returns the number of a state, and `unrank` the state with a
    /// number. Every state must have a number, every number must have a state, and every state must have a solution.
    pub fn numbers(
        self,
        ranks: u64,
        rank: fn(&R, &R::State) -> u64,
        unrank: fn(&R, u64) -> R::State,
    ) -> OwnPuzzle<R, true> {
        let OwnPuzzle { rules, goals, inverse, bound, costs, symmetries, text, picture, heap_bytes, .. } = self;
        let numbers = Some(Numbers { ranks, rank, unrank });
        OwnPuzzle { rules, goals, inverse, bound, costs, symmetries, numbers, text, picture, heap_bytes }
    }
}

impl<R: Rules, const NUMBERED: bool> OwnPuzzle<R, NUMBERED> {
    /// Lists all solved states.
    pub fn goals(self, goals: impl Into<Vec<R::State>>) -> Self {
        OwnPuzzle { goals: goals.into(), ..self }
    }

    /// Gives the move that takes a move back. **A wrong move gives wrong distances.**
    pub fn inverse(self, inverse: fn(&R, R::Move) -> R::Move) -> Self {
        OwnPuzzle { inverse: Some(inverse), ..self }
    }

    /// Gives a lower bound of the number of moves to a solved state, or of their cost where moves differ in cost. **Too
    /// low: slower. Too high: wrong.**
    pub fn bound(self, bound: fn(&R, &R::State) -> u32) -> Self {
        OwnPuzzle { bound: Some(bound), ..self }
    }

    /// Gives the cost of a move made in a state, from 1 to `greatest`, which is at most 1,000,000. A cost outside of
    /// this range ends a question with an error of the program. If `greatest` is more than 1, solutions are compared by
    /// their cost, the bound is a bound of the cost, and the algorithms are A\* and IDA\*. Maps count positions by
    /// cost, and need numbers.
    pub fn costs(self, greatest: u32, cost: fn(&R, &R::State, R::Move) -> u32) -> Self {
        OwnPuzzle { costs: Some((greatest, cost)), ..self }
    }

    /// Gives the images of a state under the symmetries of the puzzle, one for each of `symmetries` symmetries. Images
    /// may repeat. The identity is a symmetry, so a state is one of its images. The symmetries form a group, and they
    /// take the moves of a state to the moves of its image.
    ///
    /// A map of states without numbers then stores one state of each orbit, and counts the distinct images. It does so
    /// only if the symmetries take the states where the map begins to each other, and it counts the same positions as
    /// without symmetries. No other answer uses images.
    ///
    /// **An image at another distance makes the counts of a map wrong.** A map compares every stored state with its
    /// orbit, and the images of some states with the moves; with [`verify`](crate::service::Map::verify), the images of
    /// all states. If they disagree, the map ends with an error that names the state, in place of a census.
    pub fn symmetries(self, symmetries: u64, images: fn(&R, &R::State) -> Vec<R::State>) -> Self {
        OwnPuzzle { symmetries: Some((symmetries, images)), ..self }
    }

    /// Writes positions and moves by [`Display`], and reads positions by [`FromStr`]. The example shows users how a
    /// position is written. Moves of one state have different names.
    pub fn text(self, example: R::State) -> Self
    where
        R::State: Display + FromStr<Err: Display>,
        R::Move: Display,
    {
        self.text_by(
            example,
            |_, text| text.parse().map_err(|why: <R::State as FromStr>::Err| why.to_string()),
            |_, state| state.to_string(),
        )
    }

    /// Writes and reads positions by functions, and writes moves by [`Display`]. `read` refuses a text that is not a
    /// position of the puzzle, with what it expected.
    pub fn text_by(
        self,
        example: R::State,
        read: fn(&R, &str) -> Result<R::State, String>,
        write: fn(&R, &R::State) -> String,
    ) -> Self
    where
        R::Move: Display,
    {
        OwnPuzzle { text: Text::Written { example, read, write, name: R::Move::to_string }, ..self }
    }

    /// Gives the picture of a state, row by row. Without it, a picture is the words of the text, with a new row at each
    /// slash.
    pub fn picture(self, picture: fn(&R, &R::State) -> Picture) -> Self {
        OwnPuzzle { picture: Some(picture), ..self }
    }

    /// Sets the approximate number of bytes that a state has on the heap. The default is 0, with which a limit of
    /// memory counts 24 bytes for a `Vec` of any length.
    pub fn heap_bytes(self, bytes: u64) -> Self {
        OwnPuzzle { heap_bytes: bytes.min(MOST_HEAP), ..self }
    }

    /// Whether positions and moves are written by functions of the puzzle.
    pub(super) fn has_text(&self) -> bool {
        matches!(self.text, Text::Written { .. })
    }

    /// Reads a position.
    pub(super) fn read(&self, text: &str) -> Result<R::State, Misread> {
        let text = text.trim();
        let found = || if text.is_empty() { "end of text".into() } else { quoted(text).to_string() };
        let wrong = |expected: String| Misread { line: 1, column: 1, found: found(), expected };
        match &self.text {
            Text::Written { read, .. } => {
                read(&self.rules, text).map_err(|why| wrong(format!("a position such as `{}` ({why})", self.example())))
            }
            Text::Numbered(named) => {
                let named = named.lock().unwrap_or_else(PoisonError::into_inner);
                let state = text.parse().ok().and_then(|number: u64| named.by_number.get(&number));
                state.cloned().ok_or_else(|| wrong("the number of a state".into()))
            }
        }
    }

    /// Writes a position.
    pub(super) fn write(&self, state: &R::State) -> String {
        match &self.text {
            Text::Written { write, .. } => write(&self.rules, state),
            Text::Numbered(named) => {
                let mut named = named.lock().unwrap_or_else(PoisonError::into_inner);
                let Named { next, by_state, by_number } = &mut *named;
                let number = by_state.entry(state.clone()).or_insert_with(|| {
                    *next += 1;
                    by_number.insert(*next, state.clone());
                    *next
                });
                number.to_string()
            }
        }
    }

    /// The first state of a walk to a random position, where no goal is listed.
    pub(super) fn first(&self) -> R::State {
        match &self.text {
            Text::Written { example, .. } => example.clone(),
            Text::Numbered(_) => unreachable!("a solver draws no position"),
        }
    }

    /// The text of the example.
    pub(super) fn example(&self) -> String {
        match &self.text {
            Text::Written { example, write, .. } => write(&self.rules, example),
            Text::Numbered(_) => String::new(),
        }
    }

    /// The name of a move at a place in the list of moves.
    pub(super) fn name(&self, m: &R::Move, place: usize) -> String {
        match &self.text {
            Text::Written { name, .. } => name(m),
            Text::Numbered(_) => place.to_string(),
        }
    }

    /// The move of a state with a name, and its place in the list of moves.
    pub(super) fn named(&self, state: &R::State, name: &str) -> Option<(usize, R::Move)> {
        let mut moves = self.rules.moves(state).into_iter().enumerate();
        match &self.text {
            Text::Written { name: of, .. } => moves.find(|(_, m)| of(m) == name),
            Text::Numbered(_) => moves.nth(name.parse().ok()?),
        }
    }

    /// The picture of a state.
    pub(super) fn drawn(&self, state: &R::State) -> Picture {
        let row = |row: &str| row.split_whitespace().map(|word| Square::Piece(word.into())).collect();
        match self.picture {
            Some(picture) => picture(&self.rules, state),
            None => self.write(state).split('/').map(row).collect(),
        }
    }
}
