//! The laws of the contract, over every example of every family in the catalogue.
//!
//! Small spaces are checked completely, large ones at random positions and along random walks. All random numbers have
//! fixed seeds.

use std::collections::HashSet;

use loyd::catalogue::FAMILIES;
use loyd_core::family::Visitor;
use loyd_core::heuristic::{BoundVisitor, Bounded, Heuristic, UNREACHABLE};
use loyd_core::limits::{Limits, Meter};
use loyd_core::puzzle::pattern::{PatternShape, PatternSpace, PatternTable};
use loyd_core::puzzle::{Convention, MoveSet, Notation, Puzzle, Ranked, Spelling, Square};
use loyd_core::table::distance::DistanceTable;
use loyd_core::table::pattern;
use loyd_definitions::bundled::BUNDLED;

use crate::files::{is_whole, with_files};
use loyd_core::splitmix::below;

/// Spaces with up to this many states are checked completely; about the second number of states in detail. The second
/// pair applies if `LOYD_LONG` is set.
const WHOLE: [(u64, u64); 2] = [(50_000, 3_000), (1 << 21, 20_000)];

pub fn over_the_catalogue(law: impl Fn(&str)) {
    for family in FAMILIES {
        assert!(!family.examples.is_empty(), "{} has no examples", family.name);
        // The first examples of a family, or all of them in the whole form of a law. All bundled definitions share the
        // types of the definitions in files.
        let is_bundled = BUNDLED.iter().any(|bundled| bundled.name == family.name);
        let some = if is_bundled { 1 } else { 2 };
        let most = if is_whole() { usize::MAX } else { some };
        for id in family.examples.iter().take(most) {
            law(id);
        }
    }
}

/// The ranks of children and parents equal the ranks of the states that the moves lead to.
fn ranks_around<P: Ranked>(id: &str, puzzle: &P, states: &[P::State]) {
    let sorted = |mut ranks: Vec<(u64, u32)>| {
        ranks.sort_unstable();
        ranks
    };
    for state in states {
        let rank = puzzle.rank(state);
        let moves = puzzle.moves(state).iter();
        let expected = moves.map(|m| (puzzle.rank(&child(puzzle, state, m)), puzzle.order(state, m))).collect();
        let mut found = Vec::new();
        puzzle.children(rank, &mut |child, order| found.push((child, order)));
        assert_eq!(sorted(found), sorted(expected), "{id}: children of {state:?}");

        let mut parents = HashSet::new();
        puzzle.undos_into(state, &mut |undo| {
            let mut parent = state.clone();
            puzzle.undo(&mut parent, undo);
            parents.insert(parent);
        });
        let moves = parents.iter().flat_map(|parent| puzzle.moves(parent).iter().map(move |m| (parent, m)));
        let here = moves.filter(|(parent, m)| child(puzzle, parent, *m) == *state);
        let expected = here.map(|(parent, m)| (puzzle.rank(parent), puzzle.order(parent, m))).collect();
        let mut found = Vec::new();
        puzzle.parents(rank, &mut |parent, order| found.push((parent, order)));
        assert_eq!(sorted(found), sorted(expected), "{id}: parents of {state:?}");
    }
}

/// Random positions, and the states on random walks from them.
pub fn some_states<P: Notation>(puzzle: &P, positions: usize, steps: usize) -> Vec<P::State> {
    let mut below = below(1);
    let mut states = Vec::new();
    for _ in 0..positions {
        let mut state = puzzle.random(&mut below);
        for _ in 0..steps {
            states.push(state.clone());
            let moves: Vec<_> = puzzle.moves(&state).iter().collect();
            if moves.is_empty() {
                break;
            }
            puzzle.apply(&mut state, moves[below(moves.len() as u64) as usize]);
        }
    }
    states
}

fn child<P: Puzzle>(puzzle: &P, state: &P::State, m: P::Move) -> P::State {
    let mut child = state.clone();
    puzzle.apply(&mut child, m);
    child
}

fn parents<P: Puzzle>(puzzle: &P, state: &P::State) -> Vec<P::State> {
    let mut parents = Vec::new();
    puzzle.undos_into(state, &mut |undo| {
        let mut parent = state.clone();
        puzzle.undo(&mut parent, undo);
        parents.push(parent);
    });
    parents
}

/// Checks moves and their undoing.
fn moves_and_back<P: Notation>(id: &str, puzzle: &P, states: &[P::State]) {
    for state in states {
        let moves: Vec<_> = puzzle.moves(state).iter().collect();
        assert!(moves.len() <= P::Moves::MOST, "{id}: more moves than it says there can be");
        let mut orders = HashSet::new();
        for &m in &moves {
            assert!(orders.insert(puzzle.order(state, m)), "{id}: two moves with one place in the order");
            let mut walked = state.clone();
            let undo = puzzle.apply(&mut walked, m);
            let after = walked.clone();
            assert_eq!(puzzle.undo(&mut walked, undo), m, "{id}: the move that was taken back");
            assert_eq!(walked, *state, "{id}: undo after apply");
            let ways = moves.iter().filter(|&&other| child(puzzle, state, other) == after).count();
            let named = parents(puzzle, &after).iter().filter(|parent| *parent == state).count();
            assert_eq!(named, ways, "{id}: undos into a child against the moves of its parent");
            for back in puzzle.back(state, m).iter() {
                if puzzle.moves(&after).iter().any(|m| m == back) {
                    assert_eq!(child(puzzle, &after, back), *state, "{id}: a move straight back");
                }
            }
        }
        for parent in parents(puzzle, state) {
            assert!(
                puzzle.moves(&parent).iter().any(|m| child(puzzle, &parent, m) == *state),
                "{id}: an undo without a move"
            );
        }
    }
}

/// Checks texts of positions in both directions, names of moves, Cantor numbers and pictures.
fn notation<P: Notation>(id: &str, puzzle: &P, states: &[P::State]) {
    for state in states {
        let text = puzzle.write(state);
        assert!(!text.contains('\n'), "{id}: a position in one line");
        let starts = puzzle.starts(&text).unwrap_or_else(|error| panic!("{id}: {text}: {error}"));
        assert!(starts.contains(state), "{id}: {text:?} read back");
        assert!(starts.iter().all(|start| puzzle.write(start) == text), "{id}: {text:?} written again");
        if let Some(number) = puzzle.cantor(state) {
            let states = puzzle.of_cantor(number).unwrap_or_else(|| panic!("{id}: {text:?} from its number"));
            assert!(states.contains(state), "{id}: {text:?} from its number {number}");
        }
        let picture = puzzle.picture(state);
        assert!(picture.iter().flatten().any(|square| *square != Square::Hole), "{id}: an empty picture");
        let conventions: &[Convention] =
            if puzzle.has_conventions() { &[Convention::Blank, Convention::Tile] } else { &[Convention::Blank] };
        for &convention in conventions {
            let mut names = HashSet::new();
            for m in puzzle.moves(state).iter() {
                let name = puzzle.move_name(state, m, convention);
                assert_eq!(puzzle.move_named(state, &name, convention), Some(m), "{id}: {name} of {text}");
                // In algs, R is the turn of one face, and r is the turn of two layers.
                let is_alg = matches!(puzzle.spelling(), Spelling::Algs | Spelling::Layers);
                let other_case = if is_alg { name.clone() } else { name.to_uppercase() };
                assert_eq!(puzzle.move_named(state, &other_case, convention), Some(m), "{id}: {name} of {text}");
                assert!(names.insert(name), "{id}: two moves of one name at {text}");
            }
            assert_eq!(puzzle.move_named(state, "\u{1f40c}", convention), None);
        }
        words(id, puzzle, state);
    }
    states.iter().take(5).for_each(|state| lines(id, puzzle, state));
    for state in some_states(puzzle, 100, 1) {
        let starts = puzzle.starts(&puzzle.write(&state)).expect("read back above");
        assert!(starts.iter().any(|start| puzzle.unsolvable(start).is_none()), "{id}: {state:?} was drawn as solvable");
    }
    assert!(puzzle.of_cantor(u128::MAX).is_none(), "{id}: there are not that many");
    let facts = puzzle.facts();
    assert!(!facts.what.is_empty() && !facts.source.is_empty() && !facts.state_syntax.is_empty(), "{id}: {facts:?}");
    let example = puzzle.starts(&facts.example).unwrap_or_else(|error| panic!("{id}: {}: {error}", facts.example));
    assert!(example.iter().any(|start| puzzle.unsolvable(start).is_none()), "{id}: the example is solvable");
    match puzzle.goals() {
        Ok(goals) => {
            assert!(!goals.is_empty() && goals.iter().all(|goal| puzzle.is_goal(goal)), "{id}: goals are goals")
        }
        Err(why) => assert!(!why.0.is_empty()),
    }
}

/// Checks the descriptions of moves. The moves of a state have different descriptions, so a walk can be made from the
/// descriptions alone, and a list of them with commas fits on one line.
fn words<P: Notation>(id: &str, puzzle: &P, state: &P::State) {
    let (mut walked, mut spoken) = (state.clone(), state.clone());
    for step in 0..4 {
        let moves: Vec<_> = puzzle.moves(&walked).iter().collect();
        let told: Vec<String> = moves.iter().map(|&m| puzzle.move_words(&walked, m)).collect();
        assert_eq!(told.iter().collect::<HashSet<_>>().len(), told.len(), "{id}: {told:?}");
        for words in &told {
            assert!(!words.is_empty() && !words.contains([',', '\n']) && words.trim() == words, "{id}: {words:?}");
            assert!(words.to_lowercase() == *words && words.len() < 60, "{id}: {words:?}");
        }
        let Some(&m) = moves.get(step * 7 % moves.len().max(1)) else { return };
        let words = puzzle.move_words(&walked, m);
        let heard = puzzle.moves(&spoken).iter().find(|&m| puzzle.move_words(&spoken, m) == words);
        puzzle.apply(&mut spoken, heard.unwrap_or_else(|| panic!("{id}: no move does {words:?}")));
        puzzle.apply(&mut walked, m);
        assert_eq!(spoken, walked, "{id}: after {words:?}");
    }
}

/// Checks moves that are written one after the other: they are read as the same moves, and without blanks as the same
/// moves or not at all. (Names that are numbers are excepted: `23` is the third power of `2`.)
fn lines<P: Notation>(id: &str, puzzle: &P, state: &P::State) {
    let (mut walked, mut names) = (state.clone(), Vec::new());
    for step in 0..5 {
        let moves: Vec<_> = puzzle.moves(&walked).iter().collect();
        let Some(&m) = moves.get(step * 11 % moves.len().max(1)) else { break };
        names.push(puzzle.move_name(&walked, m, Convention::default()));
        puzzle.apply(&mut walked, m);
    }
    let read = |text: &str| {
        let spelled = puzzle.spelled(text);
        spelled.map(|all| all.into_iter().map(|spelled| spelled.name.into_owned()).collect::<Vec<String>>())
    };
    let line = puzzle.spelling().written(&names);
    match read(&line) {
        Ok(read) if puzzle.spelling() == Spelling::Layers => {
            let mut led = state.clone();
            for name in &read {
                let m = puzzle.move_named(&led, name, Convention::default());
                puzzle.apply(&mut led, m.unwrap_or_else(|| panic!("{id}: {line}: {name}")));
            }
            assert_eq!((led, read.len()), (walked, names.len()), "{id}: {line}");
        }
        read => assert_eq!(read.as_ref(), Ok(&names), "{id}: {line}"),
    }
    assert_eq!(read(&names.join(" ")).as_ref(), Ok(&names), "{id}: {names:?}");
    let (joined, is_number) = (names.concat(), |name: &String| name.bytes().all(|byte| byte.is_ascii_digit()));
    if puzzle.described().is_some() && names.len() > 2 && !names.iter().any(is_number) {
        let found = read(&joined);
        assert!(
            found.as_ref().is_err() || found == Ok(vec![joined.clone()]) || found.as_ref() == Ok(&names),
            "{id}: {joined}: {found:?}"
        );
    }
}

/// Checks bounds: a carried bound equals the computed one, a goal has bound 0, and consistency holds if it is claimed.
struct Carried<'a, P: Puzzle> {
    id: &'a str,
    puzzle: &'a P,
    states: &'a [P::State],
    consistent: bool,
    distance: &'a dyn Fn(&P::State) -> Option<u32>,
}

impl<P: Puzzle> BoundVisitor<P> for Carried<'_, P> {
    type Output = u64;

    fn visit<H: Heuristic<P>>(self, heuristic: H) -> u64 {
        let Carried { id, puzzle, states, consistent, distance } = self;
        let mut sum = 0;
        for state in states {
            let memo = heuristic.memo(puzzle, state);
            let low = heuristic.bound(&memo);
            if puzzle.is_goal(state) {
                assert_eq!(low, 0, "{id}: the bound of a goal");
            }
            if let Some(distance) = distance(state) {
                assert!(low <= distance, "{id}: {state:?} is {distance} from the goal, not {low}");
            }
            if low < UNREACHABLE {
                sum += u64::from(low);
            }
            for m in puzzle.moves(state).iter() {
                let child = child(puzzle, state, m);
                let ahead = heuristic.ahead(puzzle, state, m, &memo);
                let anew = heuristic.memo(puzzle, &child);
                assert_eq!(ahead, anew, "{id}: carried from {state:?} by {m:?} against computed anew");
                let after = heuristic.bound(&anew);
                assert!(
                    !consistent || low <= after.saturating_add(1),
                    "{id}: {low} before {m:?}, {after} after: {state:?}"
                );
            }
        }
        sum
    }
}

fn build(pattern: &impl PatternSpace) -> Vec<u8> {
    pattern::build(pattern, &mut Meter::new(&Limits::default())).expect("there are no limits")
}

fn placements(pattern: &impl PatternSpace) -> u64 {
    use loyd_core::puzzle::pattern::Blocked;
    match pattern.shape() {
        PatternShape::Blocks(blocks) => blocks.count(),
        PatternShape::Product(product) => product.entries(),
    }
}

/// The most entries of the tables that are built for the laws.
const LARGEST_TABLES: u64 = 3_000_000;

fn bounds<P: Bounded>(id: &str, puzzle: &P, states: &[P::State], distance: &dyn Fn(&P::State) -> Option<u32>) {
    let mut names = HashSet::new();
    for facts in puzzle.bounds() {
        for name in facts.synonyms.iter().chain([&facts.name]) {
            assert!(names.insert(name.replace('-', "")), "{id}: two bounds named {name}");
            assert!(facts.is_named(&name.to_uppercase().replace('-', "_")), "{id}: {name}");
        }
        assert!(!facts.source.is_empty() && !facts.what.is_empty(), "{id}: {facts:?}");
        let law = Carried { id, puzzle, states, consistent: facts.consistent, distance };
        let patterns = puzzle.patterns(facts.name);
        assert_eq!(patterns.is_empty(), !facts.tables, "{id}: {}", facts.name);
        // Larger tables have the same format as small ones, and other tests compare the tables of the 15-puzzle with
        // published node counts.
        if patterns.iter().map(placements).sum::<u64>() > LARGEST_TABLES {
            continue;
        }
        let tables: Vec<Vec<u8>> = patterns.iter().map(build).collect();
        let lent = patterns.iter().zip(&tables).map(|(pattern, entries)| PatternTable { pattern, entries });
        let lent: Vec<_> = lent.collect();
        let visited = match facts.tables {
            true => puzzle.with_tables(facts.name, &lent, law),
            false => puzzle.with_bound(facts.name, law),
        };
        assert!(visited.is_some(), "{id}: {} is listed and not lent", facts.name);
    }
    assert!(!names.is_empty(), "{id}: at least one bound");
    let law = Carried { id, puzzle, states: &[], consistent: true, distance };
    assert!(puzzle.with_bound("no such bound", law).is_none());
}

/// Definitions whose moves have conditions.
const CONDITIONS: &[&str] = &["8puzzle.tws", "2x4slide.tws", "letters:"];

struct Laws<'a>(&'a str);

impl Visitor for Laws<'_> {
    type Output = ();

    fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) {
        let id = self.0;
        let ranks = puzzle.ranks();
        let (most, some) = WHOLE[usize::from(is_whole())];
        let step = (ranks / some).max(1);
        let sample = if ranks <= most { ranks } else { 0 };
        for rank in (0..sample).chain((0..1000).map(|part| part * (ranks / 1000))).chain([ranks - 1]) {
            let state = puzzle.unrank(rank);
            assert_eq!(puzzle.rank(&state), rank, "{id}: {state:?}");
        }
        let states: Vec<_> = if ranks <= most {
            (0..ranks).step_by(step as usize).map(|rank| puzzle.unrank(rank)).collect()
        } else {
            some_states(&puzzle, 100, 50)
        };
        for state in &states {
            assert!(puzzle.rank(state) < ranks, "{id}: {state:?}");
        }
        moves_and_back(id, &puzzle, &states);
        ranks_around(id, &puzzle, &states[..states.len().min(2000)]);
        notation(id, &puzzle, &states[..states.len().min(2000)]);
        notation(id, &puzzle, &some_states(&puzzle, 30, 3));
        if ranks > most {
            bounds(id, &puzzle, &states, &|_| None);
            return;
        }
        let limits = Limits::default();
        let table = DistanceTable::build(&puzzle, &mut Meter::new(&limits)).expect("a small table");
        let distance = |state: &P::State| table.get(puzzle.rank(state));
        bounds(id, &puzzle, &states, &distance);
        // Every state at d > 0 has a nearest child at d - 1, so a walk down a table is a shortest solution.
        for state in &states {
            let least = puzzle.moves(state).iter().filter_map(|m| distance(&child(&puzzle, state, m))).min();
            match distance(state) {
                Some(0) => assert!(puzzle.is_goal(state)),
                Some(far) => assert_eq!(least, Some(far - 1), "{id}: {state:?}"),
                None => assert_eq!(least, None, "{id}: {state:?} reaches no goal, but a child does"),
            }
        }
        // The proof of unsolvability agrees with an exhaustive search. If the moves of a definition have conditions,
        // only a search can find the states that they make unreachable.
        let is_left_to_search = CONDITIONS.iter().any(|name| id.contains(name));
        for rank in 0..ranks {
            let state = puzzle.unrank(rank);
            let (proof, distance) = (puzzle.unsolvable(&state), distance(&state));
            assert!(proof.is_none() || distance.is_none(), "{id}: {state:?}: {proof:?} against {distance:?}");
            assert!(proof.is_some() || distance.is_some() || is_left_to_search, "{id}: {state:?}: no proof");
        }
    }

    fn unranked<P: Bounded + Notation + 'static>(self, puzzle: P) {
        let states = some_states(&puzzle, 40, 25);
        moves_and_back(self.0, &puzzle, &states);
        notation(self.0, &puzzle, &states[..states.len().min(300)]);
        bounds(self.0, &puzzle, &states, &|_| None);
    }
}

#[test]
fn every_example_keeps_the_laws() {
    over_the_catalogue(|id| with_files(id, None, Laws(id)).unwrap_or_else(|error| panic!("{id}: {error}")));
}
