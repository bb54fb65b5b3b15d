//! Positions drawn uniformly.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::search::moves_given;
use crate::planner::policy::Given;
use crate::planner::{Engine, Refused, Request, Solution};
use crate::service::amounts::{counted, memory};
use crate::service::event::Event;
use crate::service::reply::{Drawn, Reply, VERSION, spelled};
use crate::service::{Fault, Random, TableFolder, TableLimits, Task};
use loyd_core::puzzle::{Convention, Described};
use loyd_core::rank::uniform::uniform;
use loyd_core::search::Outcome;

/// The most drawn positions that are remembered, so that none comes twice.
const MOST_REMEMBERED: usize = 1 << 24;

/// The bytes of a drawn position in a reply, without its texts.
const DRAWN_BYTES: usize = 256;

/// The number of draws for each remembered position that all give a remembered position, until no other is expected. If
/// one of `n` positions were left, `20 n` draws would miss it once in 500 million times.
const DRAWS_FOR_EACH: usize = 20;

impl Task<'_> {
    pub(in crate::service) fn random(&self, asked: &Random) -> Result<Reply, Fault> {
        let Random { puzzle, depth, count, seed, scrambles, table, .. } = asked;
        let of_table = puzzle.id.is_empty() && table.is_some();
        let is_of_all = depth.is_none() && !of_table;
        if is_of_all {
            refuse_idle_tables(asked)?;
        }
        let engine = self.engine()?;
        // Otherwise a search for the solvable positions keeps the limits.
        if is_of_all && !scrambles && engine.draws_all() {
            refuse_idle_limits(asked)?;
        }
        let request = self.request(&engine);
        let seed = seed.unwrap_or_else(|| self.service.seed());
        let mut source = ChaCha20Rng::seed_from_u64(seed);
        let goal = engine.goal();
        let (mut positions, mut seen, mut bytes) = (Vec::new(), HashSet::new(), 0);
        for _ in 0..count.unwrap_or(1) {
            if self.is_cancelled() {
                break;
            }
            let mut below = |below| uniform(|| source.next_u64(), below);
            let mut draw = || match depth {
                None if of_table => engine.sample(&request, &mut below),
                depth => engine.random(*depth, &request, &mut below),
            };
            // The positions of a table are a sample for statistics, in which a position may come again.
            let state = match of_table {
                true => Some(draw()?),
                false => drawn_anew(&mut seen, &mut draw, || self.is_cancelled())?,
            };
            let Some(state) = state else { break };
            let scramble = scrambles.then(|| scramble(&engine, &state, &request)).transpose()?;
            let (puzzle, goal, depth) = (engine.id().into(), goal.clone(), *depth);
            let drawn = Drawn { version: VERSION, puzzle, state, goal, depth, seed, scramble };
            if !self.out.is_heard() {
                // A position is held twice: in the reply, and in its text.
                bytes += 2 * (DRAWN_BYTES + drawn.state.len() + drawn.scramble.as_ref().map_or(0, String::len)) as u64;
                if let Some(most) = self.reserved.bytes().filter(|&most| most < bytes) {
                    let (most, found) = (memory(most), counted(positions.len() as u128 + 1, "position"));
                    return Err(Fault::memory(format!("{found} need more memory than the {most} that are available")));
                }
                positions.push(drawn);
            } else if self.out.item(Event::Drawn(drawn)).is_break() {
                break;
            }
        }
        match (count, positions.pop()) {
            (None, Some(drawn)) => Ok(Reply::Drawn(drawn)),
            (_, last) => Ok(Reply::Positions(positions.into_iter().chain(last).collect())),
        }
    }
}

/// Draws a position that was not drawn before; `None` if the caller cancels, or no other position is found.
///
/// # Errors
/// The errors of a draw.
fn drawn_anew(
    seen: &mut HashSet<u64>,
    draw: &mut dyn FnMut() -> Result<String, Refused>,
    is_cancelled: impl Fn() -> bool,
) -> Result<Option<String>, Fault> {
    // The hash of another position is equal once in 10^19 times, and then a position is left out without harm.
    let hash = |state: &str| {
        let mut hasher = DefaultHasher::new();
        state.hash(&mut hasher);
        hasher.finish()
    };
    for _ in 0..=DRAWS_FOR_EACH * (seen.len() + 1) {
        if is_cancelled() {
            return Ok(None);
        }
        let state = draw()?;
        if seen.len() >= MOST_REMEMBERED || seen.insert(hash(&state)) {
            return Ok(Some(state));
        }
    }
    Ok(None)
}

/// Moves that lead from the goal to a position: the inverse of the first solution found.
///
/// # Errors
/// A fault if a limit is reached, a move has no inverse, or the solution ends at another goal than the first.
fn scramble(engine: &Engine, state: &str, request: &Request) -> Result<String, Fault> {
    let mut request = request.clone();
    request.options.first = true;
    // Some puzzles have no search for any other than shortest solutions.
    request.options.first = engine.allowed(&request.options, Given::default()).is_ok();
    let convention = Convention::default();
    let answer = engine.solve(state, &request, &mut |_| ControlFlow::Continue(()))?;
    let solution = match answer.outcome {
        Outcome::Solved(Solution { moves, .. }) => moves,
        Outcome::Stopped { why, .. } => answer.best.map(|best| best.moves).ok_or_else(|| Fault::stopped(why))?,
        Outcome::Unsolvable(why) => return Err(Fault::internal(why)),
    };
    let none = |why: &str| Fault::no_effect("scrambles", why);
    let back = engine.back(state, &solution, convention)?;
    let back = back.ok_or_else(|| none("some moves of the puzzle have no inverse"))?;
    let mut scramble = spelled(&back, engine.spelling());
    // The first solution may turn a layer and turn it back at once.
    let words = engine.described().map(Described::words);
    if let Some((words, word)) = words.as_ref().and_then(|words| Some((words, words.read(&scramble).ok()?))) {
        scramble = words.text(&word);
    }
    let home = engine.home().ok_or_else(|| none("the goal of the puzzle is not one position"))?;
    match engine.after(&home, moves_given(&scramble), convention)? == state {
        true => Ok(scramble),
        false => Err(none("the puzzle has several goals, and scrambles begin at one of them")),
    }
}

/// Refuses the tables that only a drawing at a depth, or a drawing with scrambles, uses.
fn refuse_idle_tables(asked: &Random) -> Result<(), Fault> {
    let Random { table, tables, scrambles, .. } = asked;
    if *scrambles {
        return match table {
            Some(_) => Err(Fault::no_effect("table", "the table is used only with `depth`")),
            None => Ok(()),
        };
    }
    let cache_dir = matches!(tables, TableFolder::At(_));
    let no_cache = *tables == TableFolder::Nowhere;
    let tables = [("table", table.is_some()), ("cache_dir", cache_dir), ("no_cache", no_cache)];
    match tables.into_iter().find(|(_, given)| *given) {
        Some((field, _)) => Err(Fault::no_effect(field, "the table is used only with `depth`")),
        None => Ok(()),
    }
}

/// Refuses the limits of a drawing that searches for nothing.
fn refuse_idle_limits(asked: &Random) -> Result<(), Fault> {
    let TableLimits { time, memory } = asked.limits;
    let limits = [("limit_seconds", time.is_some()), ("limit_memory", memory.is_some())];
    match limits.into_iter().find(|(_, given)| *given) {
        Some((field, _)) => Err(Fault::no_effect(field, "the limit applies only with `depth` or `scrambles`")),
        None => Ok(()),
    }
}
