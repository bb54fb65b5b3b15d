//! Compares larger spaces of random definitions with a plain search that shares only the model with them: maps by every
//! method (in memory, on disk and by two processes), tables of all distances, and lower bounds.
//!
//! `LOYD_LARGE_DEFINITIONS` is the number of spaces of 2^18 to 2^22 states that are compared, each with ten thousand
//! questions. `LOYD_LARGE_BITS=20-24` chooses another size, and `LOYD_RANDOM_SEED` the first seed.

mod local;
mod plain;
mod random;

use std::cell::Cell;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::catalogue::is_whole;
use loyd_core::family::Visitor;
use loyd_core::heuristic::{Bounded, UNREACHABLE};
use loyd_core::limits::{Limits, Meter};
use loyd_core::opening::Opening;
use loyd_core::puzzle::pattern::{PatternShape, PatternSpace, PatternTable};
use loyd_core::puzzle::{Costs, MoveSet, Notation, Ranked};
use loyd_core::search::ida_star::{self, Walker};
use loyd_core::table::distance::{StoredDistances, TableForm, Unbuilt, Walks};
use loyd_core::table::map::{
    Folder, Keep, Layer, MapCensus, MapOptions, Method, Share, Unmapped, identity, map, map_together, map_unranked,
    size, unranked,
};
use loyd_core::table::pattern;
use loyd_definitions::ids::open_definition;
use loyd_definitions::{Definition, RuleChoice};

use loyd_core::splitmix::below;
use plain::{Board, Space};

const METHODS: [Method; 4] = [Method::Best, Method::Symmetric, Method::Blocks, Method::Ranks];

/// The most bytes of a bound's tables.
const MOST_TABLES: u64 = 64 << 20;

/// The bytes of memory with which most layers of a map without ranks are stored in files.
const LITTLE: u64 = 128 << 10;

/// Random positions, each with its distance.
type Questions<S> = Vec<(Board, S, Option<u32>)>;

struct Compare<'a> {
    name: String,
    space: &'a Space,
    definition: &'a Definition,
    questions: usize,
    seed: u64,
}

/// Runs a map, and resumes it until it is complete.
fn until_done(name: &str, run: impl Fn(&Folder) -> Result<MapCensus, Unmapped>) -> MapCensus {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("map");
    for _ in 0..1000 {
        let folder = Folder::open(&path).unwrap();
        let map = run(&folder).unwrap_or_else(|why| panic!("{name}: {why}"));
        if map.stopped.is_none() {
            folder.clear().unwrap();
            return map;
        }
        assert!(map.stopped.is_some(), "{name}");
    }
    panic!("{name}: the map does not end");
}

impl Compare<'_> {
    fn state<P: Notation>(&self, puzzle: &P, board: Board) -> P::State {
        let text = self.space.text(board);
        puzzle.starts(&text).unwrap_or_else(|why| panic!("{}: {text}: {why}", self.name))[0].clone()
    }

    /// Random positions; one in four is an arbitrary arrangement.
    fn asked<P: Notation>(&self, puzzle: &P) -> Questions<P::State> {
        let mut below = below(self.seed ^ 0xa5c);
        let known: Vec<Board> = self.space.far.keys().copied().collect::<BTreeSet<_>>().into_iter().collect();
        let one = |number: usize| {
            let any = number % 4 == 3;
            let board = if any { self.space.any(&mut below) } else { known[below(known.len() as u64) as usize] };
            (board, self.state(puzzle, board), self.space.far.get(&board).copied())
        };
        (0..self.questions).map(one).collect()
    }

    /// Checks which states are goals, and the proofs for states from which no goal is reached.
    fn states<P: Notation>(&self, puzzle: &P, asked: &Questions<P::State>) {
        let listed: BTreeSet<String> = puzzle.goals().unwrap().iter().map(|goal| puzzle.write(goal)).collect();
        let known = self.space.goals.iter().map(|&goal| puzzle.write(&self.state(puzzle, goal))).collect();
        assert_eq!(listed, known, "{}: goals", self.name);
        for (board, state, far) in asked {
            assert_eq!(puzzle.is_goal(state), *far == Some(0), "{}: {}", self.name, self.space.text(*board));
            if let Some(why) = puzzle.unsolvable(state) {
                assert_eq!(*far, None, "{}: {}: {why}", self.name, self.space.text(*board));
            }
        }
    }

    /// Checks that every bound is admissible, and consistent if it claims to be.
    fn bounds<P: Bounded + Notation>(&self, puzzle: &P, asked: &Questions<P::State>) {
        for facts in puzzle.bounds() {
            let check = |walker: &dyn Walker<P>| {
                for (board, state, far) in asked {
                    let low = walker.bound().of(puzzle, state);
                    let text = || format!("{}: {} of {}", self.name, facts.name, self.space.text(*board));
                    assert!(far.is_none_or(|far| low <= far), "{}: {low} above {far:?}", text());
                    for m in puzzle.moves(state).iter() {
                        let cost = puzzle.costs().map_or(1, |costs| costs.of(state, m));
                        let mut child = state.clone();
                        puzzle.apply(&mut child, m);
                        let next = walker.bound().of(puzzle, &child);
                        let drops = low != UNREACHABLE && next != UNREACHABLE && low > next.saturating_add(cost);
                        assert!(!facts.consistent || !drops, "{}: {low} drops to {next}", text());
                    }
                }
            };
            let patterns = puzzle.patterns(facts.name);
            let is_small = |pattern: &&P::Pattern| match pattern.shape() {
                PatternShape::Blocks(_) => true,
                PatternShape::Product(product) => product.entries() <= MOST_TABLES,
            };
            if !patterns.iter().all(|pattern| is_small(&pattern)) {
                continue;
            }
            let limits = Limits::default();
            let build = |pattern| pattern::build(pattern, &mut Meter::new(&limits)).unwrap();
            let tables: Vec<Vec<u8>> = patterns.iter().map(build).collect();
            let lent: Vec<_> =
                patterns.iter().zip(&tables).map(|(pattern, entries)| PatternTable { pattern, entries }).collect();
            let lent = match facts.tables {
                true => ida_star::with_tables(puzzle, facts.name, &lent, check),
                false => ida_star::with_bound(puzzle, facts.name, check),
            };
            assert!(lent.is_some(), "{}: {} is not lent", self.name, facts.name);
        }
    }

    /// Checks the census without ranks, in memory, and in files with many stops.
    fn mapped_by_states<P: Notation>(&self, puzzle: &P) {
        let Some(of) = unranked(puzzle, "random", None) else { return };
        let limits = Limits::default();
        let (whole, farthest) =
            map_unranked(puzzle, &self.task(Method::Best), &mut Meter::new(&limits), &mut |_| ()).unwrap();
        self.is_census(&whole, "by states");
        self.are_farthest(puzzle, farthest.iter(), "by states");
        let runs = Cell::new(0);
        let stopped = until_done(&self.name, |folder| {
            // A layer that is not complete is begun again.
            let cancel = Arc::new(AtomicBool::new(false));
            let limits = Limits { cancel: Some(Arc::clone(&cancel)), ..Limits::default() };
            let keep = Keep { folder, identity: of.identity.clone(), every: None, memory: Some(LITTLE) };
            let task = MapOptions { keep: Some(keep), ..self.task(Method::Best) };
            let more = runs.get() * 4 + 3;
            runs.set(runs.get() + 1);
            let mut each = |layer: &Layer| cancel.store(layer.depth >= more, Ordering::Relaxed);
            map_unranked(puzzle, &task, &mut Meter::new(&limits), &mut each).map(|(map, _)| map)
        });
        self.is_census(&stopped, "by states, in files");
    }

    fn task<S>(&self, method: Method) -> MapOptions<'_, S> {
        MapOptions { method, antipodes: 20, ..MapOptions::default() }
    }

    fn is_census(&self, map: &MapCensus, how: &str) {
        assert_eq!(map.layers, self.space.layers, "{}: {how}", self.name);
    }

    fn are_farthest<'s, P: Notation>(&self, puzzle: &P, states: impl Iterator<Item = &'s P::State>, how: &str)
    where
        P::State: 's,
    {
        let last = self.space.layers.len() as u32 - 1;
        let mut number = 0;
        for state in states {
            let text = puzzle.write(state);
            assert_eq!(self.space.far.get(&self.space.board(&text)), Some(&last), "{}: {how}: {text}", self.name);
            number += 1;
        }
        assert_eq!(number, self.space.layers[last as usize].min(20), "{}: {how}: farthest", self.name);
    }

    /// Checks the census by every method: in memory, in a folder with many stops, by two processes.
    fn mapped<P: Ranked + Notation>(&self, puzzle: &P) {
        let limits = Limits::default();
        for method in METHODS {
            let how = format!("{method:?}");
            let task = self.task(method);
            let whole = map(puzzle, &task, &mut Meter::new(&limits), &mut |_| ()).unwrap();
            self.is_census(&whole, &how);
            let antipodes: Vec<P::State> = whole.antipodes.iter().map(|&rank| puzzle.unrank(rank)).collect();
            self.are_farthest(puzzle, antipodes.iter(), &how);
            let stopped = until_done(&self.name, |folder| {
                let limits = Limits { nodes: Some(whole.states() / 3 + 1), ..Limits::default() };
                let memory = Some(size(puzzle, method, false).least);
                let identity = identity(puzzle, "random", None, method, Share::WHOLE);
                let task =
                    MapOptions { keep: Some(Keep { folder, identity, every: None, memory }), ..self.task(method) };
                map(puzzle, &task, &mut Meter::new(&limits), &mut |_| ())
            });
            self.is_census(&stopped, &format!("{how}, in a folder"));
            assert_eq!(stopped.antipodes, whole.antipodes, "{}: {how}", self.name);
            if puzzle.costs().is_some() {
                continue;
            }
            let shared = local::together(2, 1 << 14, |partnership| {
                let task = MapOptions { together: Some(partnership), ..self.task(method) };
                map_together(puzzle, &task, &mut Meter::new(&Limits::default()), &mut |_| ())
            });
            for of_one in shared {
                let of_one = of_one.unwrap_or_else(|why| panic!("{}: {how}: {why}", self.name));
                self.is_census(&of_one, &format!("{how}, by two processes"));
            }
        }
    }

    /// Checks the tables of all distances, in every form.
    fn tables<P: Ranked + Notation>(&self, puzzle: &P, asked: &Questions<P::State>) {
        if puzzle.costs().is_some() {
            return;
        }
        for form in TableForm::all(puzzle) {
            let limits = Limits::default();
            let table = match StoredDistances::build(puzzle, form, &mut Meter::new(&limits)) {
                Ok(table) => table,
                Err(Unbuilt::TooDeepFor { deepest, .. }) => {
                    assert!(self.space.layers.len() > deepest as usize + 1, "{}: {form:?}", self.name);
                    continue;
                }
                Err(why) => panic!("{}: {form:?}: {why:?}", self.name),
            };
            let walks = Walks::default();
            for (board, state, far) in asked {
                // A state without a number has no entry.
                if puzzle.unsolvable(state).is_none() {
                    let found = table.distance(puzzle, state, &walks);
                    assert_eq!(found, *far, "{}: {form:?}: {}", self.name, self.space.text(*board));
                }
            }
            assert_eq!(walks.broken(), None, "{}: {form:?}", self.name);
        }
    }
}

impl Visitor for Compare<'_> {
    type Output = bool;

    fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) -> bool {
        let asked = self.asked(&puzzle);
        self.states(&puzzle, &asked);
        self.mapped(&puzzle);
        self.mapped_by_states(&puzzle);
        self.tables(&puzzle, &asked);
        self.bounds(&puzzle, &asked);
        true
    }

    fn unranked<P: Bounded + Notation + 'static>(self, puzzle: P) -> bool {
        let asked = self.asked(&puzzle);
        self.states(&puzzle, &asked);
        self.mapped_by_states(&puzzle);
        self.bounds(&puzzle, &asked);
        false
    }
}

/// Compares the space of one seed. Returns whether its states have ranks; `None` if it is too small or no puzzle.
fn compare(seed: u64, bits: (u32, u32), questions: usize) -> Option<bool> {
    let definition = random::definition(&mut below(seed ^ 0x1a26e), bits);
    let space = Space::new(&definition, 1 << (bits.1 + 1))?;
    if space.far.len() < 1 << (bits.0 - 1) {
        return None;
    }
    let name = format!("seed {seed}, 2^{}-{}", bits.0, bits.1);
    if std::env::var_os("LOYD_RANDOM_SHOW").is_some() {
        eprintln!("{name}: {} positions: {definition:?}", space.far.len());
    }
    let compare = Compare { name: name.clone(), space: &space, definition: &definition, questions, seed };
    let opened = open_definition(
        "random",
        compare.definition.clone(),
        &RuleChoice::default(),
        None,
        &Opening::default(),
        compare,
    );
    Some(opened.unwrap_or_else(|why| panic!("{name}: {why}")))
}

/// Compares `many` spaces, from the seed `first` on.
fn compare_some(first: u64, many: usize, bits: (u32, u32), questions: usize) {
    let (mut number, mut ranked) = (0, 0);
    for seed in first..first + 100 * many as u64 {
        if let Some(is_ranked) = compare(seed, bits, questions) {
            number += 1;
            ranked += usize::from(is_ranked);
        }
        if number == many {
            break;
        }
    }
    assert_eq!(number, many, "too few of that size");
    assert!(ranked * 2 >= many, "only {ranked} of {many} have ranks");
}

#[test]
fn spaces_of_some_thousand_states_are_mapped_exactly() {
    let many = if is_whole() { 8 } else { 2 };
    compare_some(0, many, (12, 13), 400);
}

#[test]
fn large_spaces_are_mapped_exactly() {
    let number = |name: &str| std::env::var(name).ok().and_then(|number| number.parse().ok());
    let many = number("LOYD_LARGE_DEFINITIONS").unwrap_or(1);
    let bits = std::env::var("LOYD_LARGE_BITS").ok();
    let bits = bits.and_then(|bits| {
        let (least, most) = bits.split_once('-')?;
        Some((least.parse().ok()?, most.parse().ok()?))
    });
    let bits = bits.unwrap_or(if many > 1 { (18, 22) } else { (16, 17) });
    compare_some(number("LOYD_RANDOM_SEED").unwrap_or(1000) as u64, many, bits, if many > 1 { 10_000 } else { 1000 });
}
