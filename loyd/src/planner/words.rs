//! Words of moves shortened by windows: so many moves in a row are joined anew by a shortest way, first few of them,
//! then more, until the window is the whole word or a limit is reached.
//!
//! Unlike [`shorten`](crate::search::shorten), which has some thousands of moves to go through, all windows of a width
//! are proved shortest before the next width begins, so that there is something to tell when it stops.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use super::{Algorithm, Engine, Refused, Request, open_words};
use crate::limits::{Limits, Stop, Watch};
use crate::opening::Opening;
use crate::opening::Unopened;
use crate::puzzle::{Letter, WordSpace};
use crate::search::Outcome;

/// Longer words are not shortened.
const LONGEST: usize = 10_000;

/// The most puzzles of goals that are held.
const MOST_TOWARDS: usize = 32;

/// A word that was shortened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortened {
    /// The word. It does the same as the one that was given: every piece ends where it did, as it did.
    pub word: String,
    /// The number of its moves.
    pub length: u64,
    /// What they cost; `None` where all cost 1.
    pub cost: Option<u64>,
    /// Whether it is proved that no word of lower cost does the same.
    pub is_shortest: bool,
    /// That is proved of so many of its moves in a row, wherever they begin.
    pub window: usize,
    /// Why it is no more of them.
    pub stopped: Option<Stop>,
}

/// What came of shortening a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shortening {
    /// It was shortened, as far as the limits allowed.
    Done(Shortened),
    /// It cannot be, and why.
    Not(String),
}

/// Shortens a word of a puzzle's moves. Where moves have conditions, it must be one that can be made from the position
/// that the puzzle comes in, and so is the shorter one.
///
/// # Errors
/// [`Refused::Moves`] where it is no word.
pub(super) fn shorten(space: &dyn WordSpace, text: &str, limits: &Limits) -> Result<Shortening, Refused> {
    let watch = Watch::new(limits);
    let word = space.read(text).map_err(Refused::Moves)?;
    let not = |why: String| Ok(Shortening::Not(why));
    if space.has_rotations(&word) {
        return not("it turns the whole puzzle".into());
    }
    if word.len() > LONGEST {
        return not(format!("it has {} moves, and at most {LONGEST} are looked at", word.len()));
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

/// Opens the puzzle in which words are joined, under the limits of the request.
fn opened(watch: &Watch, choice: &str, puzzle: &str, goal: Option<&str>) -> Result<Engine, Unopened> {
    open_words(choice, puzzle, goal, &Opening::new(watch.clone()))
}

/// Leaves out what lies between two visits of a position.
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
    /// Where moves have conditions, one for each position that windows end in.
    towards: HashMap<String, Engine>,
    choice: String,
    puzzle: String,
    word: Vec<Letter>,
    /// Windows that no other word of lower cost replaces, with the place where they begin if that matters.
    proved: HashSet<(usize, Vec<Letter>)>,
    /// The width of which all windows are proved.
    width: usize,
    /// Where moves have conditions, the positions that the word goes through.
    positions: Option<Vec<String>>,
    limits: &'w Limits,
    watch: Watch,
}

/// What came of a window.
enum Joined {
    Shorter(Vec<Letter>),
    Proved,
    Stopped(Option<Stop>),
}

impl Windows<'_> {
    /// Joins windows until all are proved shortest, or a limit is reached, which it returns.
    fn go_on(&mut self) -> Result<Option<Stop>, Refused> {
        // Windows of the next width that begin before are proved, too.
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
                    // What has conditions is known at its place only.
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

    /// Looks for a word of lower cost that does the same as a window.
    fn joined(&mut self, at: usize, width: usize) -> Result<Joined, Refused> {
        let (space, end) = (self.space, at + width);
        let window = &self.word[at..end];
        let cost = space.total(window);
        let most = u32::try_from(cost - 1).unwrap_or(u32::MAX);
        let before;
        let (engine, before) = if space.has_conditions() {
            // Which moves can be made depends on where the window begins.
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
        // To open puzzles takes its time and its memory, too.
        let held = || self.engine.held() + self.towards.values().map(Engine::held).sum::<u64>();
        let limits = Limits {
            moves: Some(most),
            time: self.watch.remaining(),
            bytes: self.limits.bytes.map(|most| most.saturating_sub(held())),
            ..self.limits.clone()
        };
        let request = Request {
            algorithm: Some(Algorithm::IdaStar),
            heuristic: Some("coordinates".into()),
            limits,
            threads: 1,
            ..Request::default()
        };
        let answer = engine.solve(before, &request, &mut |_: &_| ControlFlow::Continue(()))?;
        let solution = match answer.outcome {
            Outcome::Solved(solution) => solution,
            Outcome::Stopped { why: Stop::Moves, .. } => return Ok(Joined::Proved),
            // The window itself is a solution.
            Outcome::Unsolvable(_) => return Ok(Joined::Stopped(None)),
            Outcome::Stopped { why, .. } => return Ok(Joined::Stopped(Some(why))),
        };
        // Nothing is taken on trust.
        let joined: Option<Vec<Letter>> = solution.moves.iter().map(|name| space.letter(name)).collect();
        let fits = |joined: &Vec<Letter>| {
            let whole = [&self.word[..at], joined, &self.word[end..]].concat();
            space.total(joined) < cost && space.do_the_same(window, joined) && space.positions(&whole).is_ok()
        };
        Ok(joined.filter(fits).map_or(Joined::Stopped(None), Joined::Shorter))
    }
}
