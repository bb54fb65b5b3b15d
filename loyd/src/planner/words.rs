//! Shortens words of moves by windows. A window is a number of moves in a row; a search replaces it by a shortest word.
//! Windows grow by one move at a time, until a window is the whole word or a limit is reached.
//!
//! All windows of a width are proved shortest before the next width begins, so a stopped run can report a proved width.
//! [`shorten`](loyd_core::search::shorten) does not prove this, because it is for words of some thousands of moves.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use super::{Algorithm, Engine, Options, Refused, Request, open_words};
use loyd_core::limits::{Limits, Stop, Watch};
use loyd_core::opening::Opening;
use loyd_core::opening::Unopened;
use loyd_core::puzzle::{Letter, WordSpace};
use loyd_core::search::Outcome;

/// The most moves of a word; longer words are not shortened.
const LONGEST: usize = 10_000;

/// The most puzzles with other goals that are held.
const MOST_TOWARDS: usize = 32;

/// A shortened word, and what is proved about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortened {
    /// The word. It has the effect of the given word: every piece ends in the same place with the same orientation.
    pub word: String,
    /// The number of moves of the word.
    pub length: u64,
    /// The total cost of the moves; `None` where each move costs 1.
    pub cost: Option<u64>,
    /// Whether it is proved that no word of lower cost has the same effect.
    pub is_shortest: bool,
    /// The width of the proof: every part of the word with at most this many moves is proved to have the lowest cost.
    pub window: usize,
    /// The limit that stopped the search before the window was the whole word.
    pub stopped: Option<Stop>,
}

/// The result of shortening a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shortening {
    /// The word was shortened as far as the limits allowed.
    Done(Shortened),
    /// The word cannot be shortened, with the reason.
    Not(String),
}

/// Shortens a word of a puzzle's moves. Where moves have conditions, the word must be legal from the solved position,
/// and the shorter word is legal from there, too.
///
/// # Errors
/// [`Refused::Moves`] if the text is not a word of moves.
pub(super) fn shorten(space: &dyn WordSpace, text: &str, limits: &Limits) -> Result<Shortening, Refused> {
    let watch = Watch::new(limits);
    let word = space.read(text).map_err(Refused::Moves)?;
    let not = |why: String| Ok(Shortening::Not(why));
    if space.has_rotations(&word) {
        return not("the sequence turns the whole puzzle".into());
    }
    if word.len() > LONGEST {
        return not(format!("expected at most {LONGEST} moves, found {}", word.len()));
    }
    let positions = match space.positions(&word) {
        Ok(positions) => positions,
        Err(at) => {
            let name = space.text(&word[at..=at]);
            return not(format!("move {}, {name}, cannot be made from the solved position", at + 1));
        }
    };
    let (choice, puzzle) = match space.puzzle() {
        Ok(puzzle) => puzzle,
        Err(why) => return not(why),
    };
    let word = without_loops(&word, &positions);
    let (word, window, stopped) = match opened(&watch, &choice, &puzzle, None) {
        Err(Unopened::Stopped(why)) => (word, 0, Some(why)),
        Err(why) => return not(why.to_string()),
        Ok(engine) => {
            let (towards, proved, positions, width) = Default::default();
            let mut windows =
                Windows { space, engine, towards, choice, puzzle, word, proved, width, positions, limits, watch };
            let stopped = windows.watch.clone().over(|| windows.go_on()).unwrap_or_else(|why| Ok(Some(why)))?;
            (windows.word, windows.width, stopped)
        }
    };
    let is_shortest = window >= word.len();
    let cost = space.has_costs().then(|| space.total(&word));
    let (text, length) = (space.text(&word), word.len() as u64);
    let stopped = stopped.filter(|_| !is_shortest);
    Ok(Shortening::Done(Shortened { word: text, length, cost, is_shortest, window: window.min(word.len()), stopped }))
}

/// Opens the puzzle in which windows are solved, under the limits of the request.
fn opened(watch: &Watch, choice: &str, puzzle: &str, goal: Option<&str>) -> Result<Engine, Unopened> {
    open_words(choice, puzzle, goal, &Opening::new(watch.clone()))
}

/// Removes the moves between two visits of the same position.
fn without_loops(word: &[Letter], positions: &[String]) -> Vec<Letter> {
    let last: HashMap<&String, usize> = positions.iter().zip(0..).collect();
    let (mut short, mut at) = (Vec::new(), 0);
    while at < word.len() {
        at = last[&positions[at]];
        short.extend(word.get(at));
        at += 1;
    }
    short
}

struct Windows<'w> {
    space: &'w dyn WordSpace,
    engine: Engine,
    /// Where moves have conditions: one engine for each position in which a window ends, with this position as goal.
    towards: HashMap<String, Engine>,
    choice: String,
    puzzle: String,
    word: Vec<Letter>,
    /// Windows proved to have the lowest cost, with the index of the first move where moves have conditions, else 0.
    proved: HashSet<(usize, Vec<Letter>)>,
    /// The width for which all windows are proved.
    width: usize,
    /// Where moves have conditions, the positions that the word goes through.
    positions: Option<Vec<String>>,
    limits: &'w Limits,
    watch: Watch,
}

/// The result of the search for one window.
enum Joined {
    Shorter(Vec<Letter>),
    Proved,
    Stopped(Option<Stop>),
}

impl Windows<'_> {
    /// Shortens windows until all windows are proved shortest or a limit is reached. Returns that limit.
    fn go_on(&mut self) -> Result<Option<Stop>, Refused> {
        // Windows of the next width that begin before `from` are proved, too.
        let mut from = 0;
        while self.width < self.word.len() {
            let width = self.width + 1;
            let last = self.word.len() - width;
            let Some(at) = (from..=last).find(|&at| !self.proved.contains(&self.key(at, width))) else {
                (self.width, from) = (width, 0);
                continue;
            };
            from = at;
            match self.joined(at, width)? {
                Joined::Shorter(joined) => {
                    self.word.splice(at..at + width, joined);
                    // Where moves have conditions, a proof holds only for one index of one word.
                    if self.space.has_conditions() {
                        self.proved.clear();
                        self.positions = None;
                    }
                    (self.width, from) = (0, 0);
                }
                Joined::Proved => {
                    let key = self.key(at, width);
                    self.proved.insert(key);
                }
                Joined::Stopped(why) => return Ok(why),
            }
        }
        Ok(None)
    }

    fn key(&self, at: usize, width: usize) -> (usize, Vec<Letter>) {
        let place = if self.space.has_conditions() { at } else { 0 };
        (place, self.word[at..at + width].to_vec())
    }

    /// Looks for a word of lower cost with the same effect as a window.
    fn joined(&mut self, at: usize, width: usize) -> Result<Joined, Refused> {
        let (space, end) = (self.space, at + width);
        let window = &self.word[at..end];
        let cost = space.total(window);
        let most = u32::try_from(cost - 1).unwrap_or(u32::MAX);
        let before;
        let (engine, before) = if space.has_conditions() {
            // The legal moves depend on the position in which the window begins.
            if self.positions.is_none() {
                self.positions = space.positions(&self.word).ok();
            }
            let Some(positions) = &self.positions else { return Ok(Joined::Stopped(None)) };
            if !self.towards.contains_key(&positions[end]) {
                if self.towards.len() == MOST_TOWARDS {
                    self.towards.clear();
                }
                let engine = match opened(&self.watch, &self.choice, &self.puzzle, Some(&positions[end])) {
                    Ok(engine) => engine,
                    Err(Unopened::Stopped(why)) => return Ok(Joined::Stopped(Some(why))),
                    Err(_) => return Ok(Joined::Stopped(None)),
                };
                self.towards.insert(positions[end].clone(), engine);
            }
            (&self.towards[&positions[end]], &positions[at])
        } else {
            before = space.before(window);
            (&self.engine, &before)
        };
        if let Err(why) = self.watch.look() {
            return Ok(Joined::Stopped(Some(why)));
        }
        // Opening puzzles has used time and memory of the request, too.
        let held = || self.engine.held() + self.towards.values().map(Engine::held).sum::<u64>();
        let limits = Limits {
            cost: Some(engine.measure().cost(most)),
            time: self.watch.remaining(),
            bytes: self.limits.bytes.map(|most| most.saturating_sub(held())),
            ..self.limits.clone()
        };
        let heuristic = Some("coordinates".into());
        let options = Options { heuristic, threads: Some(1), ..Options::by(Algorithm::IdaStar) };
        let request = Request { limits, ..options.into() };
        let answer = engine.solve(before, &request, &mut |_: &_| ControlFlow::Continue(()))?;
        let solution = match answer.outcome {
            Outcome::Solved(solution) => solution,
            Outcome::Stopped { why: Stop::Moves | Stop::Cost, .. } => return Ok(Joined::Proved),
            // The puzzle cannot be unsolvable, because the window itself is a solution.
            Outcome::Unsolvable(_) => return Ok(Joined::Stopped(None)),
            Outcome::Stopped { why, .. } => return Ok(Joined::Stopped(Some(why))),
        };
        // The new word is checked before it replaces the window.
        let joined: Option<Vec<Letter>> = solution.moves.iter().map(|name| space.letter(name)).collect();
        let fits = |joined: &Vec<Letter>| {
            let whole = [&self.word[..at], joined, &self.word[end..]].concat();
            space.total(joined) < cost && space.do_the_same(window, joined) && space.positions(&whole).is_ok()
        };
        Ok(joined.filter(fits).map_or(Joined::Stopped(None), Joined::Shorter))
    }
}
