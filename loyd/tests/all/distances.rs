//! Distance tables in eight, four and two bits. For every small example of every family, they contain the distances of
//! a plain breadth-first search, for any number of threads, and a change of an entry is found.

use std::collections::VecDeque;
use std::fs;
use std::io::{Seek, SeekFrom, Write};

use loyd::catalogue::FAMILIES;
use loyd_core::cells::Nibbles;
use loyd_core::family::Visitor;
use loyd_core::heuristic::Bounded;
use loyd_core::limits::{Limits, Meter, Stop};
use loyd_core::puzzle::{Notation, Ranked, Spelling, Undo};
use loyd_core::table::distance::{Encoding, LayerOf, StoredDistances, TableForm, Unbuilt, Unverified, Walks};
use loyd_core::table::file::{ElementKind, Identity, OwnedTensor, Table, Tensor, write};

use loyd_puzzles::pancake::Pancake;
use loyd_puzzles::rolling_cubes::{RollingCubes, Tops};
use loyd_puzzles::sliding::Sliding;

use crate::files::{is_whole, with_files};

/// Spaces with up to this many states are searched completely.
fn most() -> u64 {
    if is_whole() { 400_000 } else { 41_000 }
}

/// Calls `law` with every small puzzle of the catalogue, and returns the number of small puzzles of each family.
fn over_small_puzzles(law: impl FnMut(&str, &mut dyn Law)) -> Vec<(&'static str, u32)> {
    struct One<'l>(&'l str, &'l mut dyn FnMut(&str, &mut dyn Law));

    impl Visitor for One<'_> {
        type Output = bool;

        fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) -> bool {
            let small = puzzle.ranks() <= most();
            if small {
                (self.1)(self.0, &mut Opened(puzzle));
            }
            small
        }

        fn unranked<P: Bounded + Notation + 'static>(self, _: P) -> bool {
            false
        }
    }

    let mut law = law;
    let count = |family: &loyd_core::family::Family| {
        let small = |id: &&&str| with_files(id, None, One(id, &mut law)).unwrap();
        (family.name, family.examples.iter().filter(small).count() as u32)
    };
    FAMILIES.iter().map(count).collect()
}

/// Laws of a puzzle whose type is not known to the caller.
trait Law {
    fn holds(&mut self, id: &str);
    fn damage_is_found(&mut self, id: &str);
}

struct Opened<P>(P);

/// The distances by a breadth-first search with a queue, along the moves that lead to a state.
fn by_queue<P: Ranked>(puzzle: &P) -> Vec<Option<u32>> {
    let mut distances = vec![None; puzzle.ranks() as usize];
    let mut queue = VecDeque::new();
    for goal in puzzle.goals().unwrap() {
        if distances[puzzle.rank(&goal) as usize].replace(0).is_none() {
            queue.push_back((goal, 0));
        }
    }
    while let Some((state, distance)) = queue.pop_front() {
        puzzle.undos_into(&state, &mut |undo| {
            let mut parent = state.clone();
            puzzle.undo(&mut parent, undo);
            let known = &mut distances[puzzle.rank(&parent) as usize];
            if known.is_none() {
                *known = Some(distance + 1);
                queue.push_back((parent, distance + 1));
            }
        });
    }
    distances
}

fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
}

impl<P: Ranked + Notation + 'static> Law for Opened<P> {
    fn holds(&mut self, id: &str) {
        let puzzle = &self.0;
        let limits = Limits::default();
        let expected = by_queue(puzzle);
        let deepest = expected.iter().flatten().max().copied().unwrap();
        let mut layers = vec![0; deepest as usize + 1];
        expected.iter().flatten().for_each(|&distance| layers[distance as usize] += 1);
        for form in TableForm::all(puzzle) {
            let encoding = form.encoding;
            let build = || StoredDistances::build(puzzle, form, &mut Meter::new(&limits));
            let table = match on_threads(1, build) {
                Ok(table) => table,
                Err(Unbuilt::TooDeepFor { bits, deepest: most }) => {
                    assert!(Some(most) == encoding.deepest() && bits == encoding.bits() && deepest > most, "{id}");
                    continue;
                }
                Err(why) => panic!("{id}: {why}"),
            };
            assert!(encoding.deepest().is_none_or(|most| deepest <= most), "{id}");
            assert_eq!(table.layers().unwrap(), layers, "{id} {form:?}");
            let again = on_threads(2, build).unwrap();
            assert!(table.tensors() == again.tensors(), "{id} {form:?}: two threads write other bytes");
            // Walks that branch often are slow, so a part of the states is enough for them.
            let walks = Walks::default();
            let step = if encoding.bits() == 2 && !P::Undo::IS_MOVE { expected.len() / 500 + 1 } else { 1 };
            for rank in (0..expected.len()).step_by(step) {
                let (state, expected) = (puzzle.unrank(rank as u64), expected[rank]);
                assert_eq!(table.distance(puzzle, &state, &walks), expected, "{id} {form:?} {rank}");
                let entry = if encoding.bits() == 2 { expected.map(|d| d % 3) } else { expected };
                let index = table.index(puzzle, &state);
                assert_eq!(table.entry(index), entry, "{id} {form:?} {rank}");
                assert_eq!(table.state(puzzle, index), Some(state), "{id} {form:?} {rank}");
            }
            assert_eq!(walks.broken(), None);
            let whole = table.verify(puzzle, u64::MAX, &mut Meter::new(&limits)).unwrap();
            assert_eq!((whole.compared, whole.states), (puzzle.ranks(), puzzle.ranks()), "{id}");
            let some = table.verify(puzzle, puzzle.ranks() / 3, &mut Meter::new(&limits)).unwrap();
            assert!(some.compared <= puzzle.ranks() / 2 + 64 && some.compared > 0, "{id}: {some:?}");
            if encoding.bits() == 2 {
                for depth in [0, 1, deepest / 2, deepest, deepest + 1] {
                    let layer = LayerOf::new(&table, puzzle, depth, &mut Meter::new(&limits)).unwrap();
                    let found: Vec<u64> = (0..).map_while(|place| layer.nth(place)).collect();
                    let there = (0u64..).zip(&expected).filter(|(_, distance)| **distance == Some(depth));
                    let mut there: Vec<u64> =
                        there.map(|(rank, _)| table.index(puzzle, &puzzle.unrank(rank))).collect();
                    there.sort_unstable();
                    assert_eq!(found, there, "{id} {form:?}: depth {depth}");
                }
            }
        }
    }

    fn damage_is_found(&mut self, id: &str) {
        let puzzle = &self.0;
        if puzzle.ranks() > 6_000 {
            return;
        }
        let limits = Limits::default();
        for form in TableForm::all(puzzle) {
            let encoding = form.encoding;
            let Ok(table) = StoredDistances::build(puzzle, form, &mut Meter::new(&limits)) else { continue };
            let identity = StoredDistances::identity(id, puzzle, form);
            let remade =
                |tensors: Vec<OwnedTensor>| StoredDistances::of(&Table::in_memory(identity.clone(), tensors)).unwrap();
            let bits = encoding.bits() as usize;
            let used = form.entries(puzzle) as usize * bits / 8;
            for at in (0..used).step_by(used / 97 + 1) {
                let mut tensors = table.tensors();
                let mut bytes = tensors[0].bytes.to_vec();
                bytes[at] ^= 1 << (at % 8);
                tensors[0].bytes = bytes.into();
                let changed = remade(tensors);
                let index = |rank| table.index(puzzle, &puzzle.unrank(rank));
                if (0..puzzle.ranks()).all(|rank| changed.entry(index(rank)) == table.entry(index(rank))) {
                    continue;
                }
                let found = changed.verify(puzzle, u64::MAX, &mut Meter::new(&limits));
                assert!(matches!(found, Err(Unverified::Wrong(_))), "{id} {form:?}: byte {at}: {found:?}");
            }
            let mut tensors = table.tensors();
            let mut counts = table.layers().unwrap().to_vec();
            let last = counts.len() - 1;
            if counts[last] > 1 {
                counts[last] -= 1;
                tensors[1].bytes = counts.iter().flat_map(|count| count.to_le_bytes()).collect::<Vec<u8>>().into();
                let found = remade(tensors).verify(puzzle, u64::MAX, &mut Meter::new(&limits));
                assert!(matches!(found, Err(Unverified::Wrong(_))), "{id} {form:?}: {found:?}");
            }
        }
    }
}

#[test]
fn every_form_says_what_a_queue_says() {
    let small = over_small_puzzles(|id, puzzle| puzzle.holds(id));
    for family in ["sliding", "swap", "magic-board", "pancake", "top-spin"] {
        assert!(small.iter().any(|&(name, number)| name == family && number > 0), "{family}: {small:?}");
    }
}

#[test]
fn wrong_distances_are_found() {
    over_small_puzzles(|id, puzzle| puzzle.damage_is_found(id));
}

/// Rolling cubes have 15 million states. Their space is the largest of the three families with only one-way or only
/// two-way puzzles.
#[test]
fn a_larger_space_agrees_in_all_encodings() {
    let puzzle = RollingCubes::new(Tops::STANDARD);
    let limits = Limits::default();
    let build = |encoding| StoredDistances::build(&puzzle, TableForm::by_ranks(encoding), &mut Meter::new(&limits));
    let (bytes, planes) = (build(Encoding::Bytes).unwrap(), build(Encoding::PLANES).unwrap());
    assert_eq!(bytes.layers(), planes.layers());
    let mut entries = 0..puzzle.ranks();
    assert!(entries.all(|index| bytes.entry(index).map(|distance| distance % 3) == planes.entry(index)));
    let walks = Walks::default();
    for rank in (0..puzzle.ranks()).step_by(puzzle.ranks() as usize / 1000) {
        assert_eq!(planes.distance(&puzzle, &puzzle.unrank(rank), &walks), bytes.entry(rank));
    }
}

/// Look-ups rely on `Undo::IS_MOVE`, so it must be true only if every move can be taken back by a move.
#[test]
fn two_way_puzzles_are_two_way() {
    struct Neighbours<'a>(&'a str);
    impl Visitor for Neighbours<'_> {
        type Output = bool;

        fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) -> bool {
            let (mut one_way, step) = (false, puzzle.ranks() / 5_000 + 1);
            for rank in (0..puzzle.ranks()).step_by(step as usize) {
                let (mut children, mut parents) = (Vec::new(), Vec::new());
                puzzle.children(rank, &mut |child, _| children.push(child));
                puzzle.predecessors(rank, &mut |parent| parents.push(parent));
                for ranks in [&mut children, &mut parents] {
                    ranks.sort_unstable();
                    ranks.dedup();
                }
                // `any_child` and `any_parent` find every rank, also the last, and no other rank.
                for wanted in children.iter().chain(&parents).copied().chain([(rank + 1) % puzzle.ranks()]) {
                    let is_it = &mut |found: u64| found == wanted;
                    assert_eq!(puzzle.any_child(rank, is_it), children.contains(&wanted), "{}", self.0);
                    assert_eq!(puzzle.any_parent(rank, is_it), parents.contains(&wanted), "{}", self.0);
                }
                one_way |= children != parents;
            }
            assert!(!(one_way && P::Undo::IS_MOVE), "{}", self.0);
            // `false` for a two-way puzzle is allowed, but slow. All definitions share one type, and some are one-way.
            let is_definition = matches!(puzzle.spelling(), Spelling::Algs | Spelling::Layers);
            assert!(one_way || P::Undo::IS_MOVE || is_definition, "{}", self.0);
            one_way
        }

        fn unranked<P: Bounded + Notation + 'static>(self, _: P) -> bool {
            false
        }
    }
    let mut one_way = 0;
    for id in FAMILIES.iter().flat_map(|family| family.examples) {
        one_way += u32::from(with_files(id, None, Neighbours(id)).unwrap());
    }
    assert!(one_way > 0);
}

/// A flipped bit in any byte of a file is found. Contents that are not a distance table, or that contradict themselves,
/// are refused.
#[test]
fn files_hold_what_they_say() {
    let puzzle = Pancake::<Nibbles>::new(&[0, 1, 2, 3, 4]).unwrap();
    let limits = Limits::default();
    let folder = tempfile::tempdir().unwrap();
    for form in TableForm::all(&puzzle) {
        let path = folder.path().join("a table");
        let table = StoredDistances::build(&puzzle, form, &mut Meter::new(&limits)).unwrap();
        let identity = StoredDistances::identity("pancake:5", &puzzle, form);
        let tensors = table.tensors();
        let lent: Vec<Tensor<'_>> = tensors.iter().map(OwnedTensor::lend).collect();
        write(&path, &identity, &lent).unwrap();
        let opened = StoredDistances::of(&Table::open(&path, &identity).unwrap()).unwrap();
        assert!(opened.tensors() == tensors && opened.form() == form);
        let good = fs::read(&path).unwrap();
        let file = fs::OpenOptions::new().write(true).open(&path).unwrap();
        let put = |at: usize, byte: u8| {
            (&file).seek(SeekFrom::Start(at as u64)).unwrap();
            (&file).write_all(&[byte]).unwrap();
        };
        for (at, &byte) in good.iter().enumerate() {
            put(at, byte ^ 1 << (at % 8));
            assert!(Table::open_any(&path).is_err(), "byte {at}");
            put(at, byte);
        }
        Table::open(&path, &identity).unwrap();
        let contents = |identity: &Identity, tensors: Vec<OwnedTensor>| {
            StoredDistances::of(&Table::in_memory(identity.clone(), tensors)).unwrap_err().to_string()
        };
        let kind = Identity { kind: "projection".into(), ..identity.clone() };
        assert!(contents(&kind, tensors.clone()).contains("kind: expected `distances`, found `projection`"));
        let fewer = Identity { entries: identity.entries / 2, ..identity.clone() };
        let why = format!("does not hold {} entries", fewer.entries);
        assert!(contents(&fewer, tensors.clone()).contains(&why));
        assert!(contents(&identity, tensors[1..].to_vec()).contains("there is no tensor `distances`"));
        let mut no_counts = tensors.clone();
        no_counts[1].kind = ElementKind::U8;
        assert!(contents(&identity, no_counts).contains("`layers` is not U64"));
        let mut many = tensors.clone();
        many[1].bytes = vec![255; many[1].bytes.len()].into();
        assert!(contents(&identity, many).contains("does not count the states"));
    }
}

#[test]
fn limits_are_obeyed() {
    let puzzle = Sliding::<Nibbles>::rectangle(3, 3).unwrap();
    for form in TableForm::all(&puzzle) {
        let encoding = form.encoding;
        let bytes = StoredDistances::building_bytes(&puzzle, form);
        let build = |limits: &Limits| StoredDistances::build(&puzzle, form, &mut Meter::new(limits)).map(|_| ());
        let stopped = |limits| assert!(matches!(build(&limits), Err(Unbuilt::Stopped(_))), "{encoding:?}");
        assert!(!matches!(build(&Limits { bytes: Some(bytes), ..Limits::default() }), Err(Unbuilt::Stopped(_))));
        stopped(Limits { bytes: Some(bytes - 1), ..Limits::default() });
        stopped(Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() });
        let flag = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
        assert_eq!(build(&Limits { cancel: Some(flag), ..Limits::default() }), Err(Unbuilt::Stopped(Stop::Cancelled)));
    }
}
