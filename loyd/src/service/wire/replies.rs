//! The rows of replies about whole spaces and puzzles.

use serde::Serialize;

use super::{Named, row};
use crate::planner::Algorithm;
use crate::service::reply::{Census, GroupReply, MapCost, PuzzleRow, VERSION};
use loyd_core::puzzle::{BlockFacts, MergedMove, NamedGoal, OrbitFacts, PictureKind};
use loyd_core::search::Stop;
use loyd_core::table::map::MapChecked;

/// The most farthest positions that an object contains.
const ANTIPODES: usize = 100;

row! {
    /// The reply to `map`.
    Census as CensusRow(census) let {
        let map = &census.map;
        let whole = map.stopped.is_none() && !map.layers.is_empty();
    } {
        /// The version of the schema: 1.
        version: u32 = VERSION,
        /// The full id of the puzzle.
        puzzle: &'a str = &census.puzzle,
        /// The goal.
        goal: &'a str = &census.goal,
        /// The position from which distances were counted. Null if they were counted from the goal.
        from: Option<&'a str> = census.from(),
        /// The number of positions that fit the goal of a definition. Null for other puzzles, and if `from` is given.
        goal_positions: Option<u64> = census.goal_positions.map(|goals| goals.number),
        /// The number of goal positions that moves reach from the solved position, if it is known.
        goal_positions_reached: Option<u64> = census.goal_positions.and_then(|goals| goals.reached),
        /// The number of positions that are one position up to rotation, so that `states` and every layer are multiples
        /// of it, if the goals are one goal in all rotations (`up-to=rotation`), all pieces differ, and the rotations
        /// keep the set of moves. Null for all other questions.
        rotations: Option<u64> = census.rotations(),
        /// The number of positions from which moves lead to a goal position, or of those counted until a limit was
        /// reached. A position of the alternating swap, which is two states, counts once, at the lesser distance.
        states: u64 = map.states(),
        /// God's number: the distance of the farthest positions. Null if the map was stopped, or if no counted position
        /// reaches the set.
        diameter: Option<u32> = whole.then(|| map.diameter()),
        /// The mean distance. Null if the map was stopped.
        mean: Option<f64> = whole.then(|| map.mean()),
        /// The mean number of moves of a position. It is exact for puzzles of cell permutations and in small spaces, if
        /// moves lead to the goal from every numbered state, and else the mean of a sample of the numbered states.
        branching: f64 = census.plan.moves,
        /// The number of positions at distance 0, 1, 2 and so on, of the complete layers only. If moves differ in cost,
        /// distances are costs, and a layer may be empty.
        layers: &'a [u64] = &map.layers,
        /// Farthest positions in the order of their ranks, at most 100. Empty if the map was stopped.
        antipodes: &'a [String] = &census.antipodes[..census.antipodes.len().min(ANTIPODES)],
        /// Whether `antipodes` begins with the farthest positions of the least ranks. True if at most 65,536 positions
        /// are farthest, and in every map by ranks that are not folded. Null if the map was stopped.
        antipodes_are_first: Option<bool> = whole.then_some(map.are_first),
        /// The limit that stopped the map: `interrupted`, `time`, `moves`, `cost`, or `memory` if states
        /// have no ranks.
        stopped: Option<Named<Stop>> = map.stopped.map(Named),
        /// Wall-clock seconds.
        seconds: f64 = map.stats.seconds,
        /// The most bytes held by the map at one time.
        peak_bytes: u64 = map.stats.bytes,
        /// The comparisons of positions with their neighbours in this run. Null if no layer was made in this run.
        checked: Option<MapCheckedRow> = map.checked.map(MapCheckedRow::from),
        /// The number of positions of the set that distances are counted to. Null if they are counted to the goal.
        goal_set: Option<u64> = census.goal_set,
        /// The number of positions of the set that is counted: only these are in `states`, `layers` and `antipodes`.
        /// Null if all positions are counted.
        from_set: Option<u64> = census.from_set,
        /// The number of counted positions from which no moves lead to the set. Null without sets, and if the map was
        /// stopped.
        unreached: Option<u64> = census.unreached,
        /// Positions from which no moves lead to the set, at most 100.
        unreached_positions: &'a [String] = &census.unreached_positions,
        /// The names of the moves of a shortest path from the first antipode to the set. Null without sets, if no
        /// counted position reaches the set, and if the map was stopped.
        antipode_moves: Option<&'a [String]> = census.antipode_moves.as_deref(),
    }
}

/// The comparisons of positions of a map with their neighbours.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "MapChecked"))]
struct MapCheckedRow {
    /// The number of positions of the map that were compared, each counted once.
    positions: u64,
    /// The number of moves that were followed in the comparisons.
    moves: u64,
    /// Whether every position was compared.
    all: bool,
}

impl From<MapChecked> for MapCheckedRow {
    fn from(MapChecked { positions, moves, all }: MapChecked) -> MapCheckedRow {
        MapCheckedRow { positions, moves, all }
    }
}

row! {
    /// The reply to `map` with `dry_run`. Where states have no ranks, `states`, `bytes`, `disk_bytes` and `seconds` are
    /// null, and layers are counted as far as memory and disk allow.
    MapCost as MapCostRow(cost) let {
        let plan = &cost.plan;
    } {
        /// The version of the schema: 1.
        version: u32 = VERSION,
        /// The full id of the puzzle.
        puzzle: &'a str = &cost.puzzle,
        /// The goal.
        goal: &'a str = &cost.goal,
        /// The position from which distances are counted. Null if they are counted from the goal.
        from: Option<&'a str> = plan.identity.parameters.get("from").map(String::as_str),
        /// The number of numbered states.
        states: Option<u64> = plan.states,
        /// The bytes of memory, the process included.
        bytes: Option<u64> = plan.states.map(|_| cost.bytes),
        /// The bytes of memory that are enough if a folder holds the rest.
        least_bytes: u64 = cost.least_bytes,
        /// The most bytes that the folder takes.
        disk_bytes: Option<u64> = plan.states.map(|_| plan.disk),
        /// An estimate of the seconds.
        seconds: Option<f64> = cost.seconds,
    }
}

row! {
    /// The facts known about a puzzle.
    PuzzleRow as PuzzleFactsRow(row) {
        /// The version of the schema: 1.
        version: u32 = VERSION,
        /// The full id of the puzzle.
        puzzle: &'a str = &row.puzzle,
        /// One sentence that describes the puzzle.
        what: &'a str = &row.facts.what,
        /// The goal.
        goal: &'a str = &row.goal,
        /// The number of states that reach the goal, in digits, if it is known.
        states: Option<String> = row.facts.states.map(|states| states.to_string()),
        /// The number of states as a formula, for people.
        states_formula: &'a str = &row.facts.states_formula,
        /// The greatest distance from the standard goal, if it is known.
        gods_number: Option<u32> = row.facts.gods_number,
        /// The source of the figures.
        source: &'a str = &row.facts.source,
        /// The moves and their letters, as a text.
        moves: &'a str = &row.facts.moves,
        /// The syntax of a position.
        state_syntax: &'a str = &row.facts.state_syntax,
        /// A solvable position to try.
        example: &'a str = &row.facts.example,
        /// The names of the lower bounds, the default first.
        heuristics: &'a [String] = &row.heuristics,
        /// The algorithms that can be used.
        algorithms: Vec<Named<Algorithm>> = row.algorithms.iter().copied().map(Named).collect(),
        /// The goals that have a name.
        goals: Vec<NamedGoalRow<'a>> = row.goals.iter().map(NamedGoalRow::from).collect(),
        /// The kind of thing that the pictures of the puzzle show.
        look: Named<PictureKind> = Named(row.look),
    }
}

/// A goal that has a name.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "NamedGoal"))]
struct NamedGoalRow<'a> {
    /// The name.
    name: &'a str,
    /// The goal.
    goal: &'a str,
}

impl<'a> From<&'a NamedGoal> for NamedGoalRow<'a> {
    fn from(NamedGoal { name, goal }: &'a NamedGoal) -> NamedGoalRow<'a> {
        NamedGoalRow { name, goal }
    }
}

row! {
    /// The reply to `group`: the group of a puzzle's moves. Numbers are strings, because they may have thousands of
    /// digits.
    GroupReply as GroupRow(reply) let {
        let group = &reply.group;
    } {
        /// The version of the schema: 1.
        version: u32 = VERSION,
        /// The full id of the puzzle.
        puzzle: &'a str = &reply.puzzle,
        /// The orbits of the slots under the moves, in the order of the sets.
        orbits: Vec<OrbitRow<'a>> = group.orbits.iter().map(OrbitRow::from).collect(),
        /// The number of slots that no move changes.
        fixed_slots: usize = group.fixed,
        /// The order of the group: the number of positions if all pieces were different.
        order: String = group.order.factors.decimal(),
        /// The order as a product of primes.
        order_factors: String = group.order.factors.to_string(),
        /// Whether `order` is exact. If not, it is an upper bound.
        order_is_exact: bool = group.order.is_exact,
        /// The number of positions that moves reach. If moves have conditions, the number of positions from which moves
        /// lead to the goal.
        positions: String = group.positions.factors.decimal(),
        /// The number of positions as a product of primes.
        positions_factors: String = group.positions.factors.to_string(),
        /// Whether `positions` is exact. If not, it is an upper bound. If moves have conditions, it is exact if every
        /// move can be taken back, there is one goal, and the pieces that conditions name can lie in few ways.
        positions_are_exact: bool = group.positions.is_exact,
        /// The most moves that a shortest solution has, if it is known.
        gods_number: Option<u32> = reply.gods_number,
        /// Pairs of names of orbits. The pieces of each orbit determine how the pieces of the other orbit lie.
        bound: &'a [(String, String)] = &group.bound,
        /// Systems of blocks: slots whose pieces stay together.
        blocks: Vec<BlockRow<'a>> = group.blocks.iter().map(BlockRow::from).collect(),
        /// The invariants of all positions, such as parities, as sentences.
        rules: &'a [String] = &group.rules,
        /// Whether moves or positions have conditions, so that moves may reach fewer positions than `order`.
        has_conditions: bool = group.has_conditions,
        /// Moves that also stand for other moves, because these have the same effect.
        merged: Vec<MergedRow<'a>> = reply.merged.iter().map(MergedRow::from).collect(),
    }
}

/// An orbit: slots that moves connect.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Orbit"))]
struct OrbitRow<'a> {
    /// The name of the orbit.
    orbit: &'a str,
    /// The set that contains the slots.
    set: &'a str,
    /// The number of slots.
    slots: usize,
    /// The number of permutations of the slots, whatever happens elsewhere.
    permutations: String,
    /// The number of permutations as a product of primes.
    permutations_factors: String,
    /// The number of orientations that a piece can have in one slot.
    orientations: u8,
    /// Whether some pieces of the orbit are identical.
    has_identical_pieces: bool,
    /// Whether moves shuffle and turn the pieces in every way that parities and sums allow, whatever other orbits do.
    is_free: bool,
}

impl<'a> From<&'a OrbitFacts> for OrbitRow<'a> {
    fn from(facts: &'a OrbitFacts) -> OrbitRow<'a> {
        let OrbitFacts { name, set, slots, permutations, orientations, has_identical_pieces, is_free } = facts;
        OrbitRow {
            orbit: name,
            set,
            slots: *slots,
            permutations: permutations.decimal(),
            permutations_factors: permutations.to_string(),
            orientations: *orientations,
            has_identical_pieces: *has_identical_pieces,
            is_free: *is_free,
        }
    }
}

/// A system of blocks: every move takes the pieces of one block to the slots of one block.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Block"))]
struct BlockRow<'a> {
    /// The name of the orbit.
    orbit: &'a str,
    /// The slots of each block, from 1 in their set.
    blocks: &'a [Vec<usize>],
}

impl<'a> From<&'a BlockFacts> for BlockRow<'a> {
    fn from(BlockFacts { orbit, blocks }: &'a BlockFacts) -> BlockRow<'a> {
        BlockRow { orbit, blocks }
    }
}

/// A move that also stands for other moves.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Merged"))]
struct MergedRow<'a> {
    /// The name of the move that is kept.
    r#move: &'a str,
    /// The names of the other moves.
    same: &'a [String],
}

impl<'a> From<&'a MergedMove> for MergedRow<'a> {
    fn from(MergedMove { kept, same }: &'a MergedMove) -> MergedRow<'a> {
        MergedRow { r#move: kept, same }
    }
}
