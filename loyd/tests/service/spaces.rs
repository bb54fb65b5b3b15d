//! The positions of a space, by a plain search that shares no code with maps: every map with sets of positions counts
//! these, every map reports no more comparisons, and positions drawn at random are all of these.

use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::generate;
use crate::plain::{Board, Made, Plain};
use loyd::service::reply::Census;
use loyd::service::{List, MapLimits, PuzzleRef};
use loyd_core::family::Visitor;
use loyd_core::heuristic::Bounded;
use loyd_core::opening::Opening;
use loyd_core::puzzle::{Notation, Ranked};
use loyd_core::splitmix::below;
use loyd_definitions::formats::write::write;
use loyd_definitions::ids::open_text;
use loyd_definitions::{DefinitionFormat, PlayRules, RuleChoice};

/// A small definition, and its positions as the puzzle writes them.
struct Space {
    puzzle: PuzzleRef,
    plain: Plain,
    /// The text of each board; boards that the goals do not distinguish have the same text.
    texts: Vec<String>,
    far: Vec<Option<u32>>,
    has_costs: bool,
}

/// Writes the positions of boards as a puzzle does; `None` if its states are not numbered.
struct Texts<'b>(&'b [Board]);

impl Texts<'_> {
    fn of<P: Notation>(&self, puzzle: &P) -> Vec<String> {
        let slot = |&(piece, orientation): &(u8, u8)| format!("{}+{orientation}", piece + 1);
        let text = |board: &Board| board.iter().map(slot).collect::<Vec<_>>().join(" ");
        let write = |board: &Board| puzzle.write(&puzzle.starts(&text(board)).unwrap()[0]);
        self.0.iter().map(write).collect()
    }
}

impl Visitor for Texts<'_> {
    type Output = Option<Vec<String>>;

    fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) -> Self::Output {
        Some(self.of(&puzzle))
    }

    fn unranked<P: Bounded + Notation + 'static>(self, _: P) -> Self::Output {
        None
    }
}

impl Space {
    /// The space of the definition of a seed, if it can be played and its states are numbered.
    fn new(seed: u64) -> Option<Space> {
        let (definition, choice) = (generate::definition(&mut below(seed)).0, RuleChoice::default());
        PlayRules::new(&definition, &choice).ok()?;
        let plain = Plain::new(&definition, &choice);
        let text = write(&definition, DefinitionFormat::Loyd).ok()?;
        if !plain.goals.contains(&true) {
            return None;
        }
        let texts = open_text("file", &text, None, &Opening::default(), Texts(&plain.boards)).ok()??;
        let moves: Vec<&Made> = plain.moves.values().collect();
        let has_costs = moves.iter().any(|made| made.cost != 1);
        let far = plain.distances(&moves);
        let puzzle = PuzzleRef { board: Some(text), ..PuzzleRef::from("file") };
        Some(Space { puzzle, plain, texts, far, has_costs })
    }

    /// The positions for which `is_in` holds.
    fn positions(&self, is_in: impl Fn(usize) -> bool) -> BTreeSet<&str> {
        (0..self.texts.len()).filter(|&at| is_in(at)).map(|at| &*self.texts[at]).collect()
    }

    /// The distance of each position to the nearest of `goals`.
    fn distances_to(&mut self, goals: &BTreeSet<String>) -> BTreeMap<String, Option<u32>> {
        let solved = self.texts.iter().map(|text| goals.contains(text)).collect();
        let solved = std::mem::replace(&mut self.plain.goals, solved);
        let moves: Vec<&Made> = self.plain.moves.values().collect();
        let far = self.plain.distances(&moves);
        self.plain.goals = solved;
        self.texts.iter().cloned().zip(far).collect()
    }
}

/// Whether a position fits a pattern of words.
fn fits(position: &str, pattern: &str) -> bool {
    position.split([' ', '/']).zip(pattern.split(' ')).all(|(word, wanted)| wanted == "?" || wanted == word)
}

/// A random set of positions: one or two patterns, positions, or both.
fn random_set(below: &mut impl FnMut(u64) -> u64, positions: &[&str]) -> Vec<String> {
    let mut set = Vec::new();
    for _ in 0..1 + below(2) {
        let position = positions[below(positions.len() as u64) as usize];
        let open = [0, 40, 80][below(3) as usize];
        let word = |word| if below(100) < open { "?" } else { word };
        let words: Vec<&str> = position.split([' ', '/']).map(word).collect();
        set.push(if words.contains(&"?") { words.join(" ") } else { position.into() });
    }
    set
}

/// Compares maps with random sets with the plain search.
fn maps_with_sets(seed: u64, space: &mut Space, service: &Service) {
    let solvable: BTreeSet<String> =
        space.positions(|at| space.far[at].is_some()).into_iter().map(String::from).collect();
    let all: BTreeSet<String> = space.texts.iter().cloned().collect();
    let mut below = below(seed ^ 0x5e75);
    for _ in 0..4 {
        let inside: Vec<&str> = solvable.iter().map(String::as_str).collect();
        let any: Vec<&str> = all.iter().map(String::as_str).collect();
        let goal_set = (below(4) > 0).then(|| random_set(&mut below, &inside));
        let from_set = (goal_set.is_none() || below(2) == 0).then(|| random_set(&mut below, &any));
        let member = |set: &[String], text: &str, exact: bool| {
            set.iter().any(|entry| match entry.contains('?') {
                true => fits(text, entry) && solvable.contains(text),
                false => entry == text && (exact || solvable.contains(text)),
            })
        };
        let goals: BTreeSet<String> = match &goal_set {
            Some(set) => all.iter().filter(|text| member(set, text, false)).cloned().collect(),
            None => space.positions(|at| space.plain.goals[at]).into_iter().map(String::from).collect(),
        };
        let counted: BTreeSet<&String> = match &from_set {
            Some(set) => all.iter().filter(|text| member(set, text, true)).collect(),
            None => solvable.iter().collect(),
        };
        let far = space.distances_to(&goals);
        let (mut layers, mut unreached) = (Vec::new(), 0);
        for text in &counted {
            match far[*text] {
                Some(far) => {
                    layers.resize(layers.len().max(far as usize + 1), 0);
                    layers[far as usize] += 1;
                }
                None => unreached += 1,
            }
        }
        let list = |field, texts: &Option<Vec<String>>| texts.clone().map(|texts| List::of(field, texts).unwrap());
        let (goals_named, starts_named) = (list("goal_set", &goal_set), list("from_set", &from_set));
        let map = Map { goal_set: goals_named, from_set: starts_named, ..Map::new("file") };
        let map = Map { puzzle: space.puzzle.clone(), antipodes: Some(1000), ..map };
        let what = format!("seed {seed}: {goal_set:?} from {from_set:?}");
        let census = match service.map(&map) {
            Ok(census) => census,
            Err(fault) if counted.is_empty() => {
                assert!(fault.message.contains("no position of the space fits"), "{what}: {fault}");
                continue;
            }
            other => panic!("{what}: {other:?}"),
        };
        assert_eq!(census.map.layers, layers, "{what}");
        assert_eq!(census.goal_set, goal_set.map(|_| goals.len() as u64), "{what}");
        assert_eq!(census.from_set, from_set.map(|_| counted.len() as u64), "{what}");
        assert_eq!(census.unreached, Some(unreached), "{what}");
        let last = layers.len().checked_sub(1).map(|last| last as u32);
        let mut farthest: Vec<&String> = counted.into_iter().filter(|text| far[*text] == last).collect();
        farthest.retain(|_| last.is_some());
        assert_eq!(census.antipodes.iter().collect::<BTreeSet<_>>(), farthest.into_iter().collect(), "{what}");
        assert!(census.map.checked.is_none_or(|checked| checked.positions <= census.map.states()), "{what}");
    }
    // A goal set contains only positions of the space.
    let Some(outside) = all.difference(&solvable).next() else { return };
    let inside = solvable.first().unwrap().clone();
    let map = Map { goal_set: Some([inside, outside.clone()].into()), ..Map::new("file") };
    let fault = service.map(&Map { puzzle: space.puzzle.clone(), ..map }).unwrap_err();
    assert!(fault.message.contains("no moves lead from "), "seed {seed}: {fault}");
}

/// The census of a whole space, and the positions that are drawn until no other is found.
fn counted_and_drawn(puzzle: &PuzzleRef, service: &Service, what: &str) -> (reply::Census, BTreeSet<String>) {
    let map = Map { puzzle: puzzle.clone(), antipodes: Some(1), ..Map::new("") };
    let census = service.map(&map).unwrap_or_else(|fault| panic!("{what}: {fault:?}"));
    let checked = census.map.checked.unwrap();
    assert!(checked.positions <= census.map.states(), "{what}: {checked:?}");
    if census.plan.states.is_some_and(|ranks| ranks <= 512) && !census.plan.by_costs {
        assert!(checked.all && checked.positions == census.map.states(), "{what}: {checked:?}");
    }
    let mut draw = Random { puzzle: puzzle.clone(), ..Random::new("") };
    (draw.count, draw.seed) = (Some(census.map.states() + 1), Some(1));
    let drawn = service.random(&draw).unwrap_or_else(|fault| panic!("{what}: {fault}"));
    (census, drawn.into_iter().map(|drawn| drawn.state).collect())
}

/// `LOYD_LONG` compares twenty times as many definitions.
#[test]
fn random_definitions_are_counted_and_drawn_as_by_a_plain_search() {
    let service = Service::default();
    let many = if is_whole() { 4000 } else { 200 };
    let (mut spaces, mut with_outside) = (0, 0);
    for seed in 0..many {
        let Some(mut space) = Space::new(seed) else { continue };
        spaces += 1;
        with_outside += u64::from(space.far.contains(&None));
        let (census, drawn) = counted_and_drawn(&space.puzzle, &service, &format!("seed {seed}"));
        let solvable = space.positions(|at| space.far[at].is_some());
        assert_eq!(census.map.states(), solvable.len() as u64, "seed {seed}");
        assert_eq!(drawn.iter().map(|text| &**text).collect::<BTreeSet<_>>(), solvable, "seed {seed}");
        if !space.has_costs {
            maps_with_sets(seed, &mut space, &service);
        }
    }
    assert!(spaces * 2 > many && with_outside * 10 > many, "{spaces} spaces, {with_outside} with other positions");
}

/// Moves that cannot be taken back: `inverses = false`.
#[test]
fn positions_of_one_way_puzzles_are_all_drawn() {
    let texts = [
        ("picture = 'a b'\n[moves]\nm = { cycles = '(a b)', when = 'a = b' }\n", 2),
        ("picture = 'a b c d'\ngoal = 'a b ? ?'\n[moves]\nm = '(a b c d)'\n", 4),
    ];
    let service = Service::default();
    for (text, number) in texts {
        let puzzle = PuzzleRef { board: Some(format!("inverses = false\n{text}")), ..PuzzleRef::from("file") };
        let (census, drawn) = counted_and_drawn(&puzzle, &service, text);
        assert_eq!((census.map.states(), drawn.len()), (number, number as usize), "{text}");
    }
}

/// Small puzzles of the catalogue, in which some ranks are not solvable, a position is two states, or no move leads
/// back.
#[test]
fn positions_of_the_catalogue_are_all_drawn() {
    let service = Service::builder().files(RegularFiles).build();
    let ids = ["sliding:2x2", "sliding:1x4", "pancake:4", "burnt-pancake:3", "swap:2x2", "swap:1x4", "top-spin:5x2"];
    for id in ids.into_iter().chain(["lrx:4", "lx:4", "letters:ab/c-", "torus:2x3", "sliding:2x3?metric=multi"]) {
        let (census, drawn) = counted_and_drawn(&id.into(), &service, id);
        assert_eq!(census.map.states(), drawn.len() as u64, "{id}");
    }
}

/// A map up to a number of moves has the same layers when a longer map is kept, and leaves that map alone.
#[test]
fn a_limited_map_does_not_depend_on_the_cache() {
    let place = tempfile::tempdir().unwrap();
    let service = Service::builder().paths().build();
    // States with ranks and states without.
    for id in ["pancake:7", "2x2x2?moves=U,R2,F2", "3x3x3?moves=U,R2"] {
        let map = |moves: Option<u32>, tables: TableFolder| Map {
            limits: MapLimits { moves, ..MapLimits::default() },
            tables,
            ..Map::new(id)
        };
        let cached = || TableFolder::At(place.path().into());
        let census = |asked: &Map| service.map(asked).unwrap();
        // A map that writes checkpoints leaves the last where its limit ends it.
        let long = Map { checkpoint_seconds: Some(Duration::from_nanos(1)), ..map(Some(5), cached()) };
        let long = census(&long);
        assert!(long.map.stopped == Some(Stop::Moves) && long.kept_in.is_some(), "{id}: {:?}", long.map.stopped);
        for moves in 0..=6 {
            let [with, without] = [cached(), TableFolder::Nowhere].map(|tables| {
                let Census { map, kept_in, .. } = census(&map(Some(moves), tables));
                (map.layers, map.stopped, kept_in)
            });
            assert_eq!(with, without, "{id} {moves}");
        }
        // The long map is still kept.
        assert!(long.kept_in.unwrap().join("checkpoint.safetensors").exists());
    }
}

/// Where it is not known from which of too many positions moves lead to the goal, no position is drawn.
#[test]
fn positions_that_are_not_known_are_not_drawn() {
    let slots: Vec<String> = (1..=24).map(|slot| slot.to_string()).collect();
    let text = format!(
        "picture = '{0}'\nsolved = '{1}'\n[moves]\nA = '({0})'\nB = {{ cycles = '(1 2)', when = '3 != u' }}\n",
        slots.join(" "),
        ["u", "v", "w", "x"].map(|piece| [piece; 6].join(" ")).join(" ")
    );
    let puzzle = PuzzleRef { board: Some(text), ..PuzzleRef::from("file") };
    let fault = ask(&Random { puzzle, ..Random::new("") }).unwrap_err();
    assert!(fault.to_string().contains("not known from which positions moves lead to the goal"), "{fault}");
}
