//! Reads a set of positions: each text is a position, a pattern, or `moves=` with the names of moves.

use std::collections::HashSet;

use loyd_core::limits::{Meter, Stop};
use loyd_core::puzzle::{Convention, Notation, Ranked};
use loyd_core::table::map::RankSet;
use loyd_core::text::{narrow, quoted};

use super::pattern::PositionPattern;
use crate::planner::Refused;

/// The prefix of a text that stands for all positions that moves reach from the goal.
const MOVES: &str = "moves=";

/// The most names of moves in a text.
const MOST_NAMES: usize = 1000;

/// The most positions from which no moves lead to the set that are named.
pub const NAMED: usize = 100;

/// The positions of a set.
pub struct ReadSet {
    /// The name of the set in a question.
    field: &'static str,
    /// The ranks of the positions.
    pub ranks: RankSet,
    /// The patterns whose positions are not yet in `ranks`.
    pub patterns: Vec<PositionPattern>,
    /// The number of positions that have no rank, because theory proves that they do not reach the goal of the puzzle.
    pub outside: u64,
    /// Some of these positions.
    pub named: Vec<String>,
}

/// The first text of a set, if it is a position and neither a pattern nor moves.
pub(crate) fn first_position(texts: &[String]) -> Option<&str> {
    texts.first().map(String::as_str).filter(|text| !text.starts_with(MOVES) && !narrow(text).contains('?'))
}

/// Reads a set. `field` is its name in a question.
///
/// # Errors
/// [`Refused::Set`] at the first text that cannot be read, or if the set has no text; [`Refused::SetStopped`].
///
/// # Complexity
/// Every named move of each state that moves reach.
pub fn read<P: Ranked + Notation>(
    puzzle: &P,
    texts: &[String],
    field: &'static str,
    meter: &mut Meter<'_>,
) -> Result<ReadSet, Refused> {
    let ranks = RankSet::empty(puzzle.ranks(), meter).map_err(Refused::SetStopped)?;
    let (mut outside, mut named, mut patterns) = (HashSet::new(), Vec::new(), Vec::new());
    for (number, text) in (1..).zip(texts) {
        meter.watch(0).map_err(Refused::SetStopped)?;
        let refused = |why: String| {
            let place = if texts.len() == 1 { String::new() } else { format!("entry {number}: ") };
            Refused::Set { field, why: place + &why }
        };
        if let Some(names) = text.strip_prefix(MOVES) {
            reach(puzzle, names, &ranks, meter, &refused)?;
            continue;
        }
        if let Some(pattern) = PositionPattern::read(puzzle, text).map_err(|why| refused(why.to_string()))? {
            meter.grow(pattern.bytes()).map_err(Refused::SetStopped)?;
            patterns.push(pattern);
            continue;
        }
        for state in puzzle.starts(text).map_err(|why| refused(why.to_string()))? {
            if puzzle.unsolvable(&state).is_none() {
                ranks.insert(puzzle.rank(&state));
            } else if outside.insert(state.clone()) && named.len() < NAMED {
                named.push(puzzle.write(&state));
            }
        }
    }
    if texts.is_empty() {
        return Err(Refused::Set { field, why: "expected at least one position, found none".into() });
    }
    Ok(ReadSet { field, ranks, patterns, outside: outside.len() as u64, named })
}

impl ReadSet {
    /// Adds the positions of the space that fit a pattern. `space`: the ranks of the space; `None`: all ranks.
    ///
    /// # Errors
    /// [`Refused::Set`] if the set has no position; [`Refused::SetStopped`].
    ///
    /// # Complexity
    /// A look at every state of the space if there are patterns.
    pub fn add_patterns<P: Ranked + Notation>(
        &mut self,
        puzzle: &P,
        space: Option<&RankSet>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Refused> {
        let patterns = std::mem::take(&mut self.patterns);
        if !patterns.is_empty() {
            let fits = |rank: u64| {
                let text = puzzle.write(&puzzle.unrank(rank));
                patterns.iter().any(|pattern| pattern.fits(&text))
            };
            let is_in = |rank: u64| space.is_none_or(|space| space.contains(rank)) && fits(rank);
            self.ranks.insert_where(&is_in, meter).map_err(Refused::SetStopped)?;
            meter.shrink(patterns.iter().map(PositionPattern::bytes).sum());
        }
        match self.ranks.is_empty() && self.outside == 0 {
            true => Err(self.refused("no position of the space fits".into())),
            false => Ok(()),
        }
    }

    /// The ranks of a set whose positions must all be in the space.
    ///
    /// # Errors
    /// [`Refused::Set`] with a position that is not in the space.
    pub fn within<P: Ranked + Notation>(self, puzzle: &P, space: Option<&RankSet>) -> Result<RankSet, Refused> {
        let beyond = || space.and_then(|space| self.ranks.first_beyond(space));
        let beyond = || beyond().map(|rank| puzzle.write(&puzzle.unrank(rank)));
        match self.named.first().cloned().or_else(beyond) {
            // The first position of a set of goals is the goal of the puzzle that is mapped.
            Some(name) => {
                let goal = puzzle.goals().ok().and_then(|goals| Some(quoted(&puzzle.write(goals.first()?))));
                let goal = goal.unwrap_or_else(|| "the goal of the puzzle".into());
                Err(self.refused(format!("no moves lead from {} to {goal}", quoted(&name))))
            }
            None => Ok(self.ranks),
        }
    }

    fn refused(&self, why: String) -> Refused {
        Refused::Set { field: self.field, why }
    }
}

/// Adds all positions that the named moves reach from the goals.
fn reach<P: Ranked + Notation>(
    puzzle: &P,
    names: &str,
    ranks: &RankSet,
    meter: &mut Meter<'_>,
    refused: &dyn Fn(String) -> Refused,
) -> Result<(), Refused> {
    let mut names: Vec<&str> = names.split(',').map(str::trim).collect();
    if names.contains(&"") {
        return Err(refused(format!("expected {MOVES}NAME,NAME, found an empty name")));
    }
    if names.len() > MOST_NAMES {
        return Err(refused(format!("expected at most {MOST_NAMES} names of moves, found {}", names.len())));
    }
    names.sort_unstable();
    names.dedup();
    let reached = RankSet::empty(puzzle.ranks(), meter).map_err(Refused::SetStopped)?;
    let goals = puzzle.goals().map_err(|why| refused(why.to_string()))?;
    let mut open = Vec::new();
    let push = |state: &P::State, open: &mut Vec<u64>, meter: &mut Meter<'_>| -> Result<(), Stop> {
        let rank = puzzle.rank(state);
        meter.push_if(open, rank, reached.insert(rank))
    };
    for goal in &goals {
        push(goal, &mut open, meter).map_err(Refused::SetStopped)?;
    }
    let mut is_legal = vec![false; names.len()];
    while let Some(rank) = open.pop() {
        // The names may be many and long, so a state can take long.
        meter.watch(0).map_err(Refused::SetStopped)?;
        let state = puzzle.unrank(rank);
        for (name, is_legal) in names.iter().zip(&mut is_legal) {
            let Some(child) = after(puzzle, &state, name).map_err(refused)? else { continue };
            *is_legal = true;
            push(&child, &mut open, meter).map_err(Refused::SetStopped)?;
        }
    }
    if let Some((name, _)) = names.iter().zip(&is_legal).find(|(_, is_legal)| !**is_legal) {
        return Err(refused(format!("expected names of moves, found {}", quoted(name))));
    }
    meter.free(open);
    ranks.insert_where(&|rank| reached.contains(rank), meter).map_err(Refused::SetStopped)?;
    meter.shrink(RankSet::bytes(puzzle.ranks()));
    Ok(())
}

/// The state after a move that is named, or after a scramble of that name where scrambles may contain other moves;
/// `None` if the move is not legal.
fn after<P: Ranked + Notation>(puzzle: &P, state: &P::State, name: &str) -> Result<Option<P::State>, String> {
    if let Some(m) = puzzle.move_named(state, name, Convention::default()) {
        let mut child = state.clone();
        puzzle.apply(&mut child, m);
        return Ok(Some(child));
    }
    let Some(scrambled) = puzzle.scrambled(state, name) else { return Ok(None) };
    let child = scrambled.map_err(|why| why.to_string())?;
    match puzzle.unsolvable(&child) {
        Some(_) => Err(format!("{} leads to positions from which no moves of the puzzle lead back", quoted(name))),
        None => Ok(Some(child)),
    }
}
