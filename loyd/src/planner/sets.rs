//! Maps to sets of positions, whose positions are text: positions, patterns, or the positions that moves reach.

mod pattern;
mod reading;

use loyd_core::limits::{Limits, Meter};
use loyd_core::puzzle::{Convention, MoveSet, Notation, Ranked};
use loyd_core::table::map::{Checks, Layer, MapCensus, RankSet, SetTask, Unmapped, map_to_set, solvable_ranks};

use super::Refused;
use super::replay::{replay, tokens_of};
pub(crate) use reading::first_position;
use reading::{NAMED, read};

/// A request for a map to a set.
#[derive(Clone, Debug)]
pub(crate) struct SetRequest<'r> {
    /// The positions at distance 0; `None`: the goals of the puzzle.
    pub goal_set: Option<&'r [String]>,
    /// The positions that are counted; `None`: all positions of the space.
    pub from_set: Option<&'r [String]>,
    /// The largest number of farthest positions to return.
    pub antipodes: usize,
    /// The limits of time, memory and moves.
    pub limits: Limits,
    /// Which positions are compared with their neighbours.
    pub checks: Checks,
}

/// A map to a set.
#[derive(Debug)]
pub(crate) struct MappedSet {
    /// The counts, of the counted positions only.
    pub census: MapCensus,
    /// Farthest counted positions.
    pub antipodes: Vec<String>,
    /// The number of positions at distance 0, counted or not.
    pub goals: u64,
    /// The number of counted positions, if they are a set.
    pub starts: Option<u64>,
    /// The number of counted positions from which no moves lead to the set; `None` if the map was stopped.
    pub unreached: Option<u64>,
    /// Some of these positions.
    pub unreached_names: Vec<String>,
    /// The names of moves that lead from the first farthest position to the set; `None` if there is no such position.
    pub moves: Option<Vec<String>>,
}

/// The reason why there is no map to a set.
#[derive(Debug)]
pub(crate) enum NoSetMap {
    /// A set cannot be read.
    Set(Refused),
    /// The space cannot be mapped.
    Unmapped(Unmapped),
}

impl From<Refused> for NoSetMap {
    fn from(why: Refused) -> NoSetMap {
        NoSetMap::Set(why)
    }
}

/// Reads the sets, and maps the space to the goal set.
pub(super) fn map<P: Ranked + Notation>(
    puzzle: &P,
    request: &SetRequest<'_>,
    meter: &mut Meter<'_>,
    each: &mut (dyn FnMut(&Layer) + Send),
) -> Result<MappedSet, NoSetMap> {
    let mut set = |texts: Option<&[String]>, field| texts.map(|texts| read(puzzle, texts, field, meter)).transpose();
    let (mut starts, mut goals) = (set(request.from_set, "from_set")?, set(request.goal_set, "goal_set")?);
    let listed = puzzle.goals();
    let has_patterns = starts.as_ref().is_some_and(|starts| !starts.patterns.is_empty());
    let mut space = match &listed {
        Ok(listed) if goals.is_some() || has_patterns => {
            solvable_ranks(puzzle, listed, meter).map_err(Refused::SetStopped)?
        }
        _ => None,
    };
    for set in [&mut starts, &mut goals].into_iter().flatten() {
        set.add_patterns(puzzle, space.as_ref(), meter)?;
    }
    let goals = match goals {
        Some(goals) => goals.within(puzzle, space.as_ref())?,
        None => {
            let goals = RankSet::empty(puzzle.ranks(), meter).map_err(Refused::SetStopped)?;
            for goal in &listed.map_err(|why| NoSetMap::Unmapped(why.into()))? {
                goals.insert(puzzle.rank(goal));
            }
            goals
        }
    };
    if starts.is_some() && space.take().is_some() {
        meter.shrink(RankSet::bytes(puzzle.ranks()));
    }
    // Without a set of starts, all positions of the space are counted, and no other ranks.
    let ranks = starts.as_ref().map(|starts| &starts.ranks).or(space.as_ref());
    let task = SetTask { goals: &goals, starts: ranks, antipodes: request.antipodes, checks: request.checks };
    let map = map_to_set(puzzle, &task, meter, each).map_err(NoSetMap::Unmapped)?;
    let moves = (!map.path.is_empty()).then(|| moves_on(puzzle, &map.path, &goals)).transpose()?;
    let write = |&rank: &u64| puzzle.write(&puzzle.unrank(rank));
    let (outside, mut names) = starts.as_ref().map_or((0, Vec::new()), |starts| (starts.outside, starts.named.clone()));
    names.extend(map.unreached_ranks.iter().map(write));
    names.truncate(NAMED);
    Ok(MappedSet {
        antipodes: map.census.antipodes.iter().map(write).collect(),
        goals: goals.len(),
        starts: starts.as_ref().map(|starts| starts.ranks.len() + outside),
        unreached: map.unreached.map(|unreached| unreached + outside),
        unreached_names: if map.unreached.is_some() { names } else { Vec::new() },
        moves,
        census: map.census,
    })
}

/// The names of the moves on a path of ranks. The moves are made again by their names, and must lead to the goals.
fn moves_on<P: Ranked + Notation>(puzzle: &P, path: &[u64], goals: &RankSet) -> Result<Vec<String>, NoSetMap> {
    let convention = Convention::default();
    let wrong = |what: &str| NoSetMap::Unmapped(Unmapped::Wrong(what.into()));
    let first = puzzle.unrank(path[0]);
    let (mut state, mut names) = (first.clone(), Vec::new());
    for &next in &path[1..] {
        let made = puzzle.moves(&state).iter().find_map(|m| {
            let mut child = state.clone();
            puzzle.apply(&mut child, m);
            (puzzle.rank(&child) == next).then_some((m, child))
        });
        let (m, child) = made.ok_or_else(|| wrong("no move leads on along a shortest path"))?;
        names.push(puzzle.move_name(&state, m, convention));
        state = child;
    }
    let replayed = replay(puzzle, &[first], &tokens_of(&names), convention);
    match replayed.ends.first() {
        Some(end) if replayed.error.is_none() && goals.contains(puzzle.rank(end)) => Ok(names),
        _ => Err(wrong("the moves of a shortest path do not lead to the set")),
    }
}
