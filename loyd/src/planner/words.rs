//! Words of moves shortened by windows: so many moves in a row are joined anew by a shortest way, first few of them,
//! then more, until the window is the whole word or a limit is reached.
//!
//! Unlike [`shorten`](crate::search::shorten), which has some thousands of moves to go through, all windows of a width
//! are proved shortest before the next width begins, so that there is something to tell when it stops.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::{Algorithm, Engine, Refused, Request, open_words};
use crate::limits::{Limits, Stop};
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
    let begun = Instant::now();
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
    let engine = match open_words(&choice, &puzzle, None) {
        Ok(engine) => engine,
        Err(why) => return not(why.to_string()),
    };
    let word = without_loops(&word, &positions);
    let mut windows = Windows {
        space,
        engine,
        towards: HashMap::new(),
        choice,
        puzzle,
        word,
        proved: HashSet::new(),
        positions: None,
        limits,
        begun,
    };
    let (window, stopped) = windows.go_on()?;
    let Windows { word, .. } = windows;
    let is_shortest = window >= word.len();
    let cost = space.has_costs().then(|| space.total(&word));
    let (text, length) = (space.text(&word), word.len() as u64);
    let stopped = stopped.filter(|_| !is_shortest);
    Ok(Shortening::Done(Shortened { word: text, length, cost, is_shortest, window: window.min(word.len()), stopped }))
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
    /// Where moves have conditions, the positions that the word goes through.
    positions: Option<Vec<String>>,
    limits: &'w Limits,
    begun: Instant,
}

/// What came of a window.
enum Joined {
    Shorter(Vec<Letter>),
    Proved,
    Stopped(Option<Stop>),
}

impl Windows<'_> {
    /// Joins windows until all are proved shortest, or a limit is reached: the width that is proved, and the limit.
    fn go_on(&mut self) -> Result<(usize, Option<Stop>), Refused> {
        // All windows of lower width are proved, and those of this width that begin before.
        let (mut width, mut from) = (1, 0);
        loop {
            if self.word.is_empty() {
                return Ok((0, None));
            }
            let last = self.word.len().saturating_sub(width);
            let Some(at) = (from..=last).find(|&at| !self.proved.contains(&self.key(at, width))) else {
                if width >= self.word.len() {
                    return Ok((width, None));
                }
                (width, from) = (width + 1, 0);
                continue;
            };
            from = at;
            match self.joined(at, width)? {
                Joined::Shorter(joined) => {
                    let end = (at + width).min(self.word.len());
                    self.word.splice(at..end, joined);
                    // What has conditions is known at its place only.
                    if self.space.has_conditions() {
                        self.proved.clear();
                        self.positions = None;
                    }
                    (width, from) = (1, 0);
                }
                Joined::Proved => {
                    let key = self.key(at, width);
                    self.proved.insert(key);
                }
                Joined::Stopped(why) => return Ok((width - 1, why)),
            }
        }
    }

    fn key(&self, at: usize, width: usize) -> (usize, Vec<Letter>) {
        let place = if self.space.has_conditions() { at } else { 0 };
        (place, self.word[at..(at + width).min(self.word.len())].to_vec())
    }

    /// Looks for a word of lower cost that does the same as a window.
    fn joined(&mut self, at: usize, width: usize) -> Result<Joined, Refused> {
        let (space, end) = (self.space, (at + width).min(self.word.len()));
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
                let Ok(engine) = open_words(&self.choice, &self.puzzle, Some(&positions[end])) else {
                    return Ok(Joined::Stopped(None));
                };
                self.towards.insert(positions[end].clone(), engine);
            }
            (&self.towards[&positions[end]], &positions[at])
        } else {
            before = space.before(window);
            (&self.engine, &before)
        };
        // To open a puzzle takes its time, too.
        let limits = Limits { moves: Some(most), ..self.limits.clone() };
        let time = limits.time.map(|all| all.saturating_sub(self.begun.elapsed()));
        if let Some(why) = stopped(time, &limits) {
            return Ok(Joined::Stopped(Some(why)));
        }
        let request = Request {
            algorithm: Some(Algorithm::IdaStar),
            heuristic: Some("coordinates".into()),
            limits: Limits { time, ..limits },
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

/// The limit that is reached before a window is begun, if one is.
fn stopped(time: Option<Duration>, limits: &Limits) -> Option<Stop> {
    match &limits.cancel {
        Some(flag) if flag.load(Ordering::Relaxed) => Some(Stop::Cancelled),
        _ => time.filter(Duration::is_zero).map(|_| Stop::Time),
    }
}
