//! Compares small random definitions in every search and table with a plain player, and counts the spaces of files.

mod backwards;
#[path = "../../../loyd-core/tests/all/catalogue.rs"]
mod catalogue;
mod cayley;
mod censuses;
mod extremes;
mod forms;
mod generate;
mod large;
mod numbered;
mod plain;
mod rotations;

use std::collections::{HashMap, HashSet};
use std::fmt::Debug;
use std::ops::ControlFlow;
use std::slice::from_ref;
use std::sync::atomic::{AtomicUsize, Ordering};

use catalogue::is_whole;
use loyd_core::family::Visitor;
use loyd_core::heuristic::Bounded;
use loyd_core::limits::{Limits, Meter};
use loyd_core::opening::Opening;
use loyd_core::puzzle::pattern::PatternTable;
use loyd_core::puzzle::{Convention, GoalPositions, MoveSet, Notation, Puzzle, Ranked};
use loyd_core::search::cuts::{Automaton, AutomatonBudget, Cuts};
use loyd_core::search::depths::{Depths, RankList, StateList};
use loyd_core::search::ida_star::{self, Prune, SearchSettings, Walker};
use loyd_core::search::shortest::{self, Remaining};
use loyd_core::search::{Found, Outcome, ReachedGoals, a_star, bfs, bidirectional};
use loyd_core::table::distance::DistanceTable;
use loyd_core::table::map::{MapOptions, Method, map};
use loyd_core::table::pattern;
use loyd_definitions::algs::{said, steps};
use loyd_definitions::ids::open_definition;
use loyd_definitions::{Definition, NoRules, PlayRules, RuleChoice};

use loyd_core::splitmix::below;
use plain::{Board, Key, Made, Plain, is_playable};

/// Compares a puzzle with the plain player.
struct Compare<'a> {
    seed: u64,
    definition: &'a Definition,
    plain: &'a Plain,
    rules: &'a PlayRules,
}

/// The move that a name is read as.
fn key(definition: &Definition, name: &str) -> Key {
    match steps::expand(name, definition).as_deref() {
        Ok([key]) => *key,
        other => panic!("{name}: {other:?}"),
    }
}

fn write(board: &Board) -> String {
    let slot = |&(piece, orientation): &(u8, u8)| match orientation {
        0 => (piece + 1).to_string(),
        _ => format!("{}+{orientation}", piece + 1),
    };
    board.iter().map(slot).collect::<Vec<_>>().join(" ")
}

/// The answers of the plain player, with the states of the puzzle.
struct Known<'a, P: Puzzle> {
    seed: u64,
    plain: &'a Plain,
    moves: Vec<&'a Made>,
    /// The move that each name is read as.
    keys: HashMap<&'a str, Key>,
    far: Vec<Option<u32>>,
    /// The state of each position.
    states: Vec<P::State>,
    /// The distance of each state.
    distances: HashMap<P::State, Option<u32>>,
}

impl Compare<'_> {
    /// Compares positions, moves and their names.
    fn begin<P: Bounded + Notation>(&self, puzzle: &P) -> Known<'_, P> {
        let Compare { seed, definition, plain, rules } = *self;
        let named = |name: &String| {
            let key = key(definition, name);
            plain.moves.get(&key).unwrap_or_else(|| panic!("seed {seed}: no move {name}: {key:?}"))
        };
        let names = rules.turns.iter().map(|turn| turn.name.as_str());
        let keys: HashMap<&str, Key> = names.map(|name| (name, key(definition, name))).collect();
        assert_eq!(keys.values().collect::<HashSet<_>>().len(), rules.turns.len(), "seed {seed}: two of one name");
        let moves: Vec<&Made> = rules.turns.iter().map(|turn| named(&turn.name)).collect();
        for (place, (turn, made)) in rules.turns.iter().zip(&moves).enumerate() {
            assert_eq!(turn.cost, made.cost, "seed {seed}: the cost of {}", turn.name);
            let aliases = rules.aliases.iter().filter(|(_, of)| *of == place).map(|(alias, _)| alias);
            for name in turn.same.iter().chain(aliases) {
                // A backward half turn that does the same as the half turn is no move of its own.
                let (of, power) = key(definition, name);
                let same = plain.moves.get(&(of, power)).unwrap_or_else(|| &plain.moves[&(of, -power)]);
                assert!(same.to == made.to && same.cost >= made.cost, "seed {seed}: {name} is as {}", turn.name);
            }
        }
        for made in plain.moves.values() {
            let is_as = |other: &&Made| other.to == made.to && other.cost <= made.cost;
            assert!(moves.iter().any(is_as), "seed {seed}: the move {:?} is not there", made.key);
        }
        self.words(puzzle);
        self.goals(puzzle);
        let far = plain.distances(&moves);
        let read = |board: &Board| {
            let starts = puzzle.starts(&write(board)).unwrap_or_else(|error| panic!("seed {seed}: {board:?}: {error}"));
            starts[0].clone()
        };
        let states: Vec<P::State> = plain.boards.iter().map(read).collect();
        let mut distances: HashMap<P::State, Option<u32>> = HashMap::new();
        for (at, state) in states.iter().enumerate() {
            let known = *distances.entry(state.clone()).or_insert(far[at]);
            assert_eq!(known, far[at], "seed {seed}: {:?} is one state with another", plain.boards[at]);
            assert_eq!(puzzle.is_goal(state), plain.goals[at], "seed {seed}: goal {:?}", plain.boards[at]);
            let mut made = vec![false; moves.len()];
            for m in puzzle.moves(state).iter() {
                let (mut after, name) = (state.clone(), puzzle.move_name(state, m, Convention::Blank));
                assert_eq!(puzzle.move_named(state, &name, Convention::Blank), Some(m), "seed {seed}: {name}");
                puzzle.apply(&mut after, m);
                let place = moves.iter().position(|made| made.key == keys[&*name]).unwrap();
                made[place] = true;
                let to = moves[place].to[at].map(|to| states[to].clone());
                assert_eq!(to, Some(after), "seed {seed}: {name} of {:?}", plain.boards[at]);
            }
            for (made, by) in made.iter().zip(&moves) {
                let is_still = by.to[at].is_none_or(|to| states[to] == *state);
                assert!(*made || is_still, "seed {seed}: {:?} of {:?} is missing", by.key, plain.boards[at]);
            }
            if let Some(why) = puzzle.unsolvable(state) {
                assert_eq!(far[at], None, "seed {seed}: {why} is no proof for {:?}", plain.boards[at]);
            }
        }
        // Random positions are drawn from the positions that lead to a goal.
        let mut below = below(seed ^ 0xd4a3);
        for _ in 0..if seed % 16 == 0 { 3 } else { 0 } {
            let drawn = puzzle.random(&mut below);
            assert!(distances[&drawn].is_some(), "seed {seed}: {} is drawn", puzzle.write(&drawn));
        }
        Known { seed, plain, moves, keys, far, states, distances }
    }

    /// Checks how many positions are goals, and how many of the goals moves reach from the solved position.
    fn goals<P: Bounded + Notation>(&self, puzzle: &P) {
        let Compare { seed, plain, .. } = *self;
        let Some(described) = puzzle.described() else { return };
        let state = |at: usize| puzzle.starts(&write(&plain.boards[at])).unwrap()[0].clone();
        let goals: Vec<usize> = (0..plain.boards.len()).filter(|&at| plain.goals[at]).collect();
        let number = goals.iter().map(|&at| state(at)).collect::<HashSet<_>>().len() as u64;
        let mut reached = vec![false; plain.boards.len()];
        let mut waiting = vec![plain.home];
        while let Some(at) = waiting.pop() {
            if !std::mem::replace(&mut reached[at], true) {
                waiting.extend(plain.moves.values().filter_map(|made| made.to[at]));
            }
        }
        let met = goals.iter().filter(|&&at| reached[at]).map(|&at| state(at));
        let reached = Some(met.collect::<HashSet<_>>().len() as u64);
        assert_eq!(
            described.goal_positions(),
            GoalPositions { number, reached, rotations: None },
            "seed {seed}: goals"
        );
    }

    /// Checks that the names of all moves, and words of these names, are read as those moves.
    fn words<P: Bounded + Notation>(&self, puzzle: &P) {
        let Compare { seed, definition, rules, .. } = *self;
        let mut below = below(seed ^ 0x3091);
        let mut word = |length: u64| -> Vec<&str> {
            let mut name = || &*rules.turns[below(rules.turns.len() as u64) as usize].name;
            (0..length).map(|_| name()).collect()
        };
        for length in 1..8 {
            let names = word(length);
            let text = names.join(" ");
            let spelled = puzzle.spelled(&text).unwrap_or_else(|why| panic!("seed {seed}: {text}: {why}"));
            let spelled: Vec<&str> = spelled.iter().map(|spelled| &*spelled.name).collect();
            assert_eq!(spelled, names, "seed {seed}: {text}");
            let keys: Vec<Key> = names.iter().map(|name| key(definition, name)).collect();
            assert_eq!(steps::expand(&text, definition).as_ref(), Ok(&keys), "seed {seed}: {text}");
            let read = said::said(&text, definition).unwrap();
            let read: Vec<Key> = read.steps.iter().map(|step| (step.place, step.power)).collect();
            assert_eq!(read, keys, "seed {seed}: {text}");
            if let Some(described) = puzzle.described() {
                let words = described.words();
                let letters = words.read(&text).unwrap_or_else(|why| panic!("seed {seed}: {text}: {why}"));
                let again = words.text(&letters);
                assert_eq!(words.read(&again), Ok(letters), "seed {seed}: {text} is {again}");
            }
        }
    }
}

impl<P: Bounded + Notation> Known<'_, P> {
    fn words(&self, puzzle: &P, start: usize, moves: &[P::Move]) -> Vec<Key> {
        let mut state = self.states[start].clone();
        let mut name = |&m: &P::Move| {
            let name = puzzle.move_name(&state, m, Convention::Blank);
            puzzle.apply(&mut state, m);
            self.keys[&*name]
        };
        moves.iter().map(&mut name).collect()
    }

    /// Replays a solution with the plain player.
    fn replay(&self, puzzle: &P, start: usize, found: &Found<P>, by: &dyn Debug) {
        let (mut at, mut cost) = (start, 0);
        for key in self.words(puzzle, start, &found.moves) {
            let made = &self.plain.moves[&key];
            at = made.to[at].unwrap_or_else(|| panic!("seed {}: {by:?}: {key:?} cannot be made", self.seed));
            cost += made.cost;
        }
        assert!(self.plain.goals[at], "seed {}: {by:?}: no goal", self.seed);
        assert_eq!(Some(cost), self.far[start], "seed {}: {by:?}: {:?}", self.seed, self.plain.boards[start]);
    }

    /// Checks the number of shortest solutions, the smallest and another one, from the closed list of a search.
    fn counted<D: Depths<P>>(&self, puzzle: &P, start: usize, reached: &ReachedGoals<P, D>, by: &dyn Debug) {
        let (seed, limits, state) = (self.seed, Limits::default(), self.states[start].clone());
        let (mut meter, cost) = (Meter::new(&limits), reached.cost.amount());
        assert_eq!(Some(cost), self.far[start], "seed {seed}: {by:?}: {:?}", self.plain.boards[start]);
        let depth = |state: &P::State| reached.depths.get(puzzle, state);
        let marked = Remaining::behind(puzzle, &reached.goals, cost, 0, &depth, &mut meter).unwrap();
        let remaining = |state: &P::State| marked.get(state);
        self.replay(puzzle, start, &shortest::one(puzzle, from_ref(&state), cost, &remaining), by);
        let (number, first) = self.plain.solutions(&self.moves, &self.far, start);
        let count = shortest::count(puzzle, from_ref(&state), cost, &remaining, &mut meter).unwrap();
        assert_eq!(count, Some(number), "seed {seed}: {by:?}: number of solutions");
        let smallest = shortest::smallest(puzzle, &[state], cost, &remaining, &mut meter).unwrap();
        assert_eq!(self.words(puzzle, start, &smallest.moves), first, "seed {seed}: {by:?}: the smallest");
    }

    /// Runs the searches with a closed list.
    fn closed<D: Depths<P>>(&self, puzzle: &P, start: usize) {
        let (seed, limits, state) = (self.seed, Limits::default(), self.states[start].clone());
        let is_solved = |is_solved: bool, by: &str| {
            assert_eq!(is_solved, self.far[start].is_some(), "seed {seed}: {by}: {:?}", self.plain.boards[start]);
        };
        if puzzle.costs().is_none() {
            let outcome = bfs::search::<P, D>(puzzle, from_ref(&state), true, &mut Meter::new(&limits));
            is_solved(matches!(outcome, Outcome::Solved(_)), "breadth first");
            if let Outcome::Solved(reached) = outcome {
                self.counted(puzzle, start, &reached, &"breadth first");
            }
            let goals = puzzle.goals().unwrap();
            let outcome = bidirectional::search::<P, D>(puzzle, &[state], &goals, true, &mut Meter::new(&limits));
            is_solved(matches!(outcome, Outcome::Solved(_)), "bidirectional");
            if let Outcome::Solved(met) = outcome {
                assert_eq!(Some(met.length.0), self.far[start], "seed {seed}: {:?}", self.plain.boards[start]);
            }
        }
    }

    /// Runs the searches with a bound.
    fn by_walker<D: Depths<P>>(&self, puzzle: &P, name: &str, walker: &dyn Walker<P>, starts: &[usize]) {
        let (seed, limits) = (self.seed, Limits { nodes: Some(3000), ..Limits::default() });
        for (state, distance) in &self.distances {
            if let Some(distance) = distance {
                let low = walker.bound().of(puzzle, state);
                assert!(low <= *distance, "seed {seed}: {name} says {low} of {distance}: {state:?}");
            }
        }
        for &start in starts {
            let (state, board) = (self.states[start].clone(), &self.plain.boards[start]);
            if puzzle.unsolvable(&state).is_some() {
                continue;
            }
            let unlimited = Limits::default();
            let outcome =
                a_star::search::<P, D>(puzzle, walker.bound(), from_ref(&state), true, &mut Meter::new(&unlimited));
            match outcome {
                Outcome::Solved(reached) => self.counted(puzzle, start, &reached, &("a-star", name)),
                Outcome::Unsolvable(_) => assert_eq!(self.far[start], None, "seed {seed}: {name}: {board:?}"),
                Outcome::Stopped { .. } => panic!("stopped without a limit"),
            }
            let check = |outcome: Outcome<Found<P>>, by: &str| match outcome {
                Outcome::Solved(found) => self.replay(puzzle, start, &found, &(by, name)),
                Outcome::Unsolvable(_) => assert_eq!(self.far[start], None, "seed {seed}: {by}: {name}: {board:?}"),
                Outcome::Stopped { at_least, best, .. } => {
                    if let Some(far) = self.far[start] {
                        let is_proved = at_least.amount() <= far && best.is_none_or(|best| best.amount() >= far);
                        assert!(is_proved, "seed {seed}: {by}: {name}: {at_least} of {far}");
                    }
                }
            };
            for prune in [Prune::Back, Prune::Follow] {
                let outcome = ida_star::solve(puzzle, walker, from_ref(&state), prune, &mut Meter::new(&limits));
                check(outcome, if prune == Prune::Back { "ida-star" } else { "ida-star, pruned" });
            }
            let budget = AutomatonBudget { length: 4, words: 2000, nodes: 2000 };
            if let Some(automaton) = Automaton::build(puzzle, budget).filter(|_| puzzle.costs().is_none()) {
                let cuts = Cuts::made(automaton);
                let settings =
                    SearchSettings { prune: Prune::Follow, cuts: Some(&cuts), threads: 1, ..SearchSettings::default() };
                let outcome =
                    ida_star::solve_with(puzzle, walker, from_ref(&state), &settings, &mut Meter::new(&limits));
                check(outcome, "ida-star with cuts");
            }
            if self.far[start].is_none() {
                continue;
            }
            let (number, first) = self.plain.solutions(&self.moves, &self.far, start);
            if let Outcome::Solved(found) =
                ida_star::smallest(puzzle, walker, from_ref(&state), 0, &mut Meter::new(&limits))
            {
                assert_eq!(self.words(puzzle, start, &found.moves), first, "seed {seed}: {name}: the smallest");
            }
            let mut listed = 0;
            let mut each = |_: &P::State, _: &[P::Move]| {
                listed += 1;
                ControlFlow::Continue(())
            };
            let outcome = ida_star::all(puzzle, walker, &[state], 0, &mut Meter::new(&limits), &mut each);
            if let Outcome::Solved(cost) = outcome {
                assert_eq!((Some(cost.amount()), listed), (self.far[start], number), "seed {seed}: {name}: {board:?}");
            }
        }
    }

    /// Runs all searches from a few positions.
    fn searches<D: Depths<P>>(&self, puzzle: &P) {
        let mut below = below(self.seed ^ 0x5eed);
        let starts: Vec<usize> = (0..3).map(|_| below(self.states.len() as u64) as usize).collect();
        for &start in starts.iter().filter(|&&start| puzzle.unsolvable(&self.states[start]).is_none()) {
            self.closed::<D>(puzzle, start);
        }
        for facts in puzzle.bounds() {
            let search = |walker: &dyn Walker<P>| self.by_walker::<D>(puzzle, facts.name, walker, &starts);
            let patterns = puzzle.patterns(facts.name);
            let limits = Limits::default();
            let build = |pattern| pattern::build(pattern, &mut Meter::new(&limits)).unwrap();
            let tables: Vec<Vec<u8>> = patterns.iter().map(build).collect();
            let lent: Vec<_> =
                patterns.iter().zip(&tables).map(|(pattern, entries)| PatternTable { pattern, entries }).collect();
            let searched = match facts.tables {
                true => ida_star::with_tables(puzzle, facts.name, &lent, search),
                false => ida_star::with_bound(puzzle, facts.name, search),
            };
            assert!(searched.is_some(), "seed {}: {} is not lent", self.seed, facts.name);
        }
    }
}

impl Visitor for Compare<'_> {
    type Output = ();

    fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) {
        let (seed, known, limits) = (self.seed, self.begin(&puzzle), Limits::default());
        known.searches::<RankList>(&puzzle);
        let table = puzzle.costs().is_none().then(|| DistanceTable::build(&puzzle, &mut Meter::new(&limits)).unwrap());
        let mut census = Vec::new();
        for (state, distance) in &known.distances {
            if let (Some(table), None) = (&table, puzzle.unsolvable(state)) {
                assert_eq!(table.get(puzzle.rank(state)), *distance, "seed {seed}: {state:?} in the table");
            }
            if let Some(distance) = distance {
                census.resize(census.len().max(*distance as usize + 1), 0);
                census[*distance as usize] += 1;
            }
        }
        if let Some(table) = table {
            assert_eq!(table.layers(), census, "seed {seed}: census");
        }
        for method in [Method::Symmetric, Method::Blocks, Method::Ranks] {
            let task = MapOptions { method, antipodes: usize::MAX, ..MapOptions::default() };
            let mapped = map(&puzzle, &task, &mut Meter::new(&limits), &mut |_| ()).unwrap();
            assert_eq!(mapped.layers, census, "seed {seed}: map: {method:?}");
            let last = census.len().checked_sub(1).map(|last| last as u32);
            let is_far = |state: &P::State| known.distances[state] == last;
            assert!(mapped.antipodes.iter().all(|&rank| is_far(&puzzle.unrank(rank))), "seed {seed}: farthest");
            assert_eq!(Some(mapped.antipodes.len() as u64), census.last().copied(), "seed {seed}: farthest");
        }
    }

    fn unranked<P: Bounded + Notation + 'static>(self, puzzle: P) {
        self.begin(&puzzle).searches::<StateList<P::State>>(&puzzle);
    }
}

/// Compares the definition of one seed. Returns whether it could be played.
fn compare(seed: u64) -> bool {
    let (mut definition, mut choice): (Definition, RuleChoice) = generate::definition(&mut below(seed));
    if seed % 2 == 1 {
        generate::rename(&mut below(seed ^ 0x7a3e5), &mut definition, &mut choice);
    }
    let rules = match PlayRules::new(&definition, &choice) {
        Ok(rules) => rules,
        Err(NoRules::Empty(_)) => return false,
        Err(NoRules::Needed { .. }) if !is_playable(&definition, &choice) => return false,
        Err(why) => panic!("seed {seed}: {why}"),
    };
    if std::env::var_os("LOYD_RANDOM_SHOW").is_some() {
        eprintln!("{definition:?}\n{choice:?}");
    }
    let plain = Plain::new(&definition, &choice);
    if plain.boards.is_empty() || !plain.goals.contains(&true) {
        return false;
    }
    let compare = Compare { seed, definition: &definition, plain: &plain, rules: &rules };
    open_definition("random", definition.clone(), &choice, None, &Opening::default(), compare)
        .unwrap_or_else(|why| panic!("seed {seed}: {why}"));
    true
}

/// These definitions were searched wrongly once, because maps by blocks ignored illegal positions.
#[test]
fn definitions_that_failed_once_are_searched_exactly() {
    for seed in [26_399, 28_398, 46_522] {
        assert!(compare(seed), "seed {seed}");
    }
}

/// `LOYD_RANDOM_DEFINITIONS` is the number of definitions (2,000, or 10,000 with `LOYD_LONG`), and `LOYD_RANDOM_SEED`
/// is the first seed. The seed of each definition is its number. `LOYD_RANDOM_SHOW` prints the definitions.
#[test]
fn random_definitions_are_searched_exactly() {
    let usual = if is_whole() { 10_000 } else { 2_000 };
    let many = std::env::var("LOYD_RANDOM_DEFINITIONS").ok().and_then(|many| many.parse().ok()).unwrap_or(usual);
    let first = std::env::var("LOYD_RANDOM_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(0);
    let (next, played) = (AtomicUsize::new(first), AtomicUsize::new(0));
    let failed = std::sync::Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= first + many {
                        return;
                    }
                    match std::panic::catch_unwind(|| compare(seed as u64)) {
                        Ok(is_played) => _ = played.fetch_add(is_played.into(), Ordering::Relaxed),
                        Err(_) => {
                            failed.lock().unwrap().push(seed);
                            if failed.lock().unwrap().len() > 20 {
                                return;
                            }
                        }
                    }
                }
            });
        }
    });
    assert_eq!(*failed.lock().unwrap(), Vec::<usize>::new(), "seeds that failed, of {many}");
    assert!(played.into_inner() * 10 >= many * 7, "too few could be played");
}
