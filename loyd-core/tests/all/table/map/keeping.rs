//! Maps in folders: continued after any stop or kill, with little memory; and folders with wrong contents.

use std::fs;
use std::path::Path;

use super::*;
use loyd_core::cost::CostMeasure;
use loyd_core::table::file::{FileError, Identity};

fn named<P: Ranked + Notation>(puzzle: &P, method: Method) -> Identity {
    named_for(puzzle, method, Share::WHOLE)
}

/// The identity of the map of one of several processes.
pub fn named_for<P: Ranked + Notation>(puzzle: &P, method: Method, share: Share) -> Identity {
    identity(puzzle, "a puzzle", None, method, share)
}

/// A task with a folder, and with the least memory that suffices.
fn kept<'f, P: Ranked + Notation>(
    puzzle: &P,
    method: Method,
    folder: &'f Folder,
    every: Option<Duration>,
) -> MapOptions<'f, P::State> {
    let memory = Some(size(puzzle, method, false).least);
    MapOptions {
        keep: Some(Keep { folder, identity: named(puzzle, method), every, memory }),
        ..task(method, usize::MAX)
    }
}

fn run<P: Ranked>(puzzle: &P, task: &MapOptions<'_, P::State>, limits: &Limits) -> Result<MapCensus, Unmapped> {
    map(puzzle, task, &mut Meter::new(limits), &mut |_| ())
}

struct Stopped;

impl Visitor for Stopped {
    type Output = bool;

    fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) -> bool {
        if puzzle.ranks() > if is_whole() { 1_000_000 } else { 100_000 } {
            return false;
        }
        for method in METHODS {
            let whole = freely(&puzzle, method);
            let place = scratch();
            let path = place.path().join("map");
            // The map stops as soon as it looks at the node limit, again and again: without checkpoints between, and
            // with them. In small spaces, there is a checkpoint at every step.
            let often = if whole.states() < 1000 { Duration::ZERO } else { Duration::from_millis(50) };
            for every in [None, Some(often)] {
                let mut runs = 0;
                let map = loop {
                    let folder = Folder::open(&path).unwrap();
                    let limits = Limits { nodes: Some(whole.states() / 5 + 1), ..Limits::default() };
                    let map = run(&puzzle, &kept(&puzzle, method, &folder, every), &limits).unwrap();
                    if map.stopped.is_none() {
                        folder.clear().unwrap();
                        break map;
                    }
                    assert_eq!(map.stopped, Some(Stop::Nodes));
                    assert!(folder.has_checkpoint() && whole.layers.starts_with(&map.layers));
                    runs += 1;
                };
                assert_eq!((&map.layers, &map.antipodes), (&whole.layers, &whole.antipodes), "{method:?}");
                assert!(runs >= 2 || whole.states() < 1000, "{}: {runs} runs", puzzle.facts().what);
                assert_eq!(fs::read_dir(&path).unwrap().count(), 0);
            }
        }
        true
    }

    fn unranked<P: Bounded + Notation + 'static>(self, _: P) -> bool {
        false
    }
}

#[test]
fn a_map_that_is_stopped_again_and_again_has_the_same_census() {
    let ids = examples().chain([
        "swap:2x3",
        "sliding:2x4",
        "pancake:8",
        "m12?metric=weights",
        // The ranks of this puzzle are folded.
        "pyraminx?omit=tips",
    ]);
    let number: usize = ids.map(|id| usize::from(with_files(id, None, Stopped).unwrap())).sum();
    assert!(number >= 12, "only {number} puzzles");
}

/// Maps of a puzzle up to each number of moves, with the checkpoint of a longer map in their folder.
struct Limited;

impl Visitor for Limited {
    type Output = usize;

    fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) -> usize {
        if puzzle.ranks() > if is_whole() { 50_000 } else { 800 } {
            return 0;
        }
        for method in METHODS {
            limited(&named(&puzzle, method), puzzle.measure(), &|keep, limits| {
                run(&puzzle, &MapOptions { keep, ..task(method, 9) }, limits)
            });
        }
        let unranked = unranked(&puzzle, "a puzzle", None).filter(|unranked| !unranked.is_in_memory);
        if let Some(Unranked { identity, .. }) = unranked {
            limited(&identity, puzzle.measure(), &|keep, limits| {
                let task = MapOptions { keep, ..MapOptions::default() };
                map_unranked(&puzzle, &task, &mut Meter::new(limits), &mut |_| ()).map(|(map, _)| map)
            });
        }
        1
    }

    fn unranked<P: Bounded + Notation + 'static>(self, _: P) -> usize {
        0
    }
}

type MapOf<'m> = dyn Fn(Option<Keep<'_>>, &Limits) -> Result<MapCensus, Unmapped> + 'm;

fn limited(identity: &Identity, measure: CostMeasure, map: &MapOf<'_>) {
    let whole = map(None, &Limits::default()).unwrap();
    for part in if is_whole() { 2..5 } else { 2..3 } {
        let place = scratch();
        let folder = Folder::open(&place.path().join("map")).unwrap();
        let kept = |every, limits: &Limits| {
            map(Some(Keep { folder: &folder, identity: identity.clone(), every, memory: None }), limits).unwrap()
        };
        let nodes = Limits { nodes: Some(whole.states() * (part - 1) / part + 1), ..Limits::default() };
        let stopped = kept(None, &nodes);
        assert!(stopped.stopped.is_none() || folder.has_checkpoint());
        let costs = (0..=whole.diameter()).step_by(if is_whole() { 1 } else { 3 });
        for (cost, every) in costs.zip([None, Some(Duration::ZERO)].into_iter().cycle()) {
            let limits = Limits { cost: Some(measure.cost(cost)), ..Limits::default() };
            let (with, without) = (kept(every, &limits), map(None, &limits).unwrap());
            let answer = |map: &MapCensus| (map.layers.clone(), map.antipodes.clone(), map.are_first, map.stopped);
            assert_eq!(answer(&with), answer(&without), "{identity:?} {cost} of {}", stopped.diameter());
        }
        assert_eq!(kept(None, &Limits::default()).layers, whole.layers, "{identity:?}");
    }
}

/// The layers of a map up to a number of moves are the same whatever its folder contains. `LOYD_LONG` takes larger
/// puzzles, every number of moves, and checkpoints at more depths.
#[test]
fn a_limited_map_does_not_depend_on_a_checkpoint() {
    let ids = examples().chain([
        "swap:2x3",
        "sliding:2x3",
        "pancake:6",
        "2x2x2?moves=U,R2,F2",
        "file:@../definitions/one-way.loyd",
        "file:@../definitions/one-way.loyd?metric=half",
    ]);
    let number: usize = ids.map(|id| with_files(id, None, Limited).unwrap()).sum();
    assert!(number >= 7, "only {number} puzzles");
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).unwrap();
    for there in fs::read_dir(from).unwrap().map(Result::unwrap) {
        fs::copy(there.path(), to.join(there.file_name())).unwrap();
    }
}

/// A kill leaves the folder as it is at that moment, so the folder is copied at some layers, and maps continue from the
/// copies. With a checkpoint at every step, each copy has one. The segments of the larger board do not all fit, and its
/// number of checkpoints depends on the machine.
#[test]
fn a_kill_at_any_moment_leaves_a_checkpoint() {
    for (columns, depth, every) in [(4, 36, Duration::ZERO), (5, 55, Duration::from_millis(5))] {
        let board = Sliding::<Nibbles>::rectangle(2, columns).unwrap();
        for method in METHODS {
            let whole = freely(&board, method);
            let place = scratch();
            let name = |what: &str| place.path().join(what);
            let folder = Folder::open(&name("first")).unwrap();
            let task = kept(&board, method, &folder, Some(every));
            let limits = Limits::default();
            let done = map(&board, &task, &mut Meter::new(&limits), &mut |layer| {
                if layer.depth % 9 == 4 {
                    copy(folder.path(), &name(&format!("copy-{}", layer.depth)));
                }
            });
            assert_eq!(done.unwrap().layers, whole.layers);
            for depth in (4..depth).step_by(9) {
                let copied = Folder::open(&name(&format!("copy-{depth}"))).unwrap();
                assert!(copied.has_checkpoint() || every > Duration::ZERO, "{depth} {method:?}");
                let map = run(&board, &kept(&board, method, &copied, None), &limits).unwrap();
                assert_eq!((&map.layers, &map.antipodes), (&whole.layers, &whole.antipodes), "{depth} {method:?}");
            }
        }
    }
}

/// A folder with a checkpoint of a map that was stopped before its end.
fn stopped(path: &Path) -> MagicBoard {
    let board = MagicBoard::standard();
    let folder = Folder::open(path).unwrap();
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let map = run(&board, &kept(&board, Method::Ranks, &folder, None), &limits).unwrap();
    assert_eq!(map.stopped, Some(Stop::Nodes));
    board
}

#[test]
fn every_flipped_byte_of_a_checkpoint_is_found() {
    let place = scratch();
    let path = place.path().join("map");
    let board = stopped(&path);
    let limits = Limits::default();
    let files: Vec<_> = fs::read_dir(&path).unwrap().map(|there| there.unwrap().path()).collect();
    assert_eq!(files.len(), 2, "{files:?}");
    let folder = Folder::open(&path).unwrap();
    let task = kept(&board, Method::Ranks, &folder, None);
    for file in files {
        let good = fs::read(&file).unwrap();
        // Every byte of the two headers and of some pages of data is flipped. The rest of the data is like these pages.
        let bytes = (0..good.len()).filter(|at| at % 4096 < 64 || *at < 4096 || at % 97 == 0 || good.len() - at < 200);
        for at in bytes {
            let mut bad = good.clone();
            bad[at] ^= 1 << (at % 8);
            fs::write(&file, bad).unwrap();
            match run(&board, &task, &limits) {
                Err(Unmapped::Folder(why)) => assert!(why.is_damage() || at < 8, "{at}: {why}"),
                other => panic!("byte {at} of {}: {other:?}", file.display()),
            }
        }
        fs::write(&file, &good[..good.len() - 1]).unwrap();
        assert!(matches!(run(&board, &task, &limits), Err(Unmapped::Folder(_))));
        fs::write(&file, good).unwrap();
    }
    assert_eq!(run(&board, &task, &limits).unwrap().diameter(), 22);
}

#[test]
fn a_segment_of_another_moment_is_found() {
    let place = scratch();
    let (path, other) = (place.path().join("map"), place.path().join("other"));
    let board = stopped(&path);
    let folder = Folder::open(&other).unwrap();
    let limits = Limits { nodes: Some(35_000), ..Limits::default() };
    run(&board, &kept(&board, Method::Ranks, &folder, None), &limits).unwrap();
    let segment = "segment-000000-a.safetensors";
    fs::copy(other.join(segment), path.join(segment)).unwrap();
    let folder = Folder::open(&path).unwrap();
    let mixed = run(&board, &kept(&board, Method::Ranks, &folder, None), &Limits::default());
    assert!(matches!(mixed, Err(Unmapped::Folder(FolderError::Mixed { .. }))), "{mixed:?}");
}

#[test]
fn a_checkpoint_of_something_else_is_refused_by_name() {
    let place = scratch();
    let path = place.path().join("map");
    let board = stopped(&path);
    let ours = named(&board, Method::Ranks);
    let folder = Folder::open(&path).unwrap();
    let parameter = |name: &str, value: &str| {
        let mut identity = ours.clone();
        identity.parameters.insert(name.into(), value.into());
        identity
    };
    for (identity, field) in [
        (Identity { puzzle: "pancake:8".into(), ..ours.clone() }, "puzzle"),
        (Identity { goal: "87654321".into(), ..ours.clone() }, "goal"),
        (Identity { layout: "rank/2".into(), ..ours.clone() }, "layout"),
        (Identity { entries: 40_321, ..ours.clone() }, "entries"),
        (parameter("order", "big-endian"), "parameters.order"),
        (parameter("from", "12348765"), "parameters.from"),
    ] {
        let keep = Some(Keep { folder: &folder, identity, every: None, memory: None });
        let refused = run(&board, &MapOptions { keep, ..task(Method::Ranks, 0) }, &Limits::default());
        let Err(Unmapped::Folder(FolderError::File { why: FileError::OtherIdentity { field: found, .. }, .. })) =
            refused
        else {
            panic!("{field}: {refused:?}")
        };
        assert_eq!(found, field);
    }
    // The refused runs left the checkpoint intact.
    assert_eq!(run(&board, &kept(&board, Method::Ranks, &folder, None), &Limits::default()).unwrap().diameter(), 22);
}

#[test]
fn a_folder_is_one_map_s_at_a_time() {
    let place = scratch();
    let path = place.path().join("map");
    let folder = Folder::open(&path).unwrap();
    assert!(matches!(Folder::open(&path), Err(FolderError::Taken { .. })));
    drop(folder);
    let folder = Folder::open(&path).unwrap();
    // A file of another program stays.
    fs::write(path.join("notes.txt"), "mine").unwrap();
    folder.clear().unwrap();
    assert_eq!(fs::read_dir(&path).unwrap().count(), 1);
    let file = place.path().join("file");
    fs::write(&file, "a file").unwrap();
    let refused = Folder::open(&file.join("below"));
    assert!(matches!(refused, Err(FolderError::File { .. })), "{refused:?}");
}

#[test]
fn a_folder_that_vanishes_is_an_error() {
    let place = scratch();
    let path = place.path().join("map");
    let fruit = Sliding::<Nibbles>::rectangle(2, 5).unwrap();
    for every in [None, Some(Duration::from_millis(3))] {
        let folder = Folder::open(&path).unwrap();
        let limits = Limits::default();
        let mut heard = 0;
        let task = kept(&fruit, Method::Best, &folder, every);
        let map = map(&fruit, &task, &mut Meter::new(&limits), &mut |layer| {
            heard = layer.depth;
            if heard == 20 {
                fs::remove_dir_all(&path).unwrap();
            }
        });
        assert!(matches!(map, Err(Unmapped::Folder(FolderError::File { .. }))) && heard >= 20, "{map:?}");
    }
}

/// More memory does not change the steps, and a map with much memory continues from a checkpoint with little memory.
#[test]
fn memory_does_not_change_a_census() {
    let twelve = Pancake::<Nibbles>::new(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]).unwrap();
    let whole = freely(&twelve, Method::Best);
    let MapSize { least, bytes, .. } = size(&twelve, Method::Best, false);
    let place = scratch();
    let folder = Folder::open(&place.path().join("map")).unwrap();
    let limits = Limits { nodes: Some(2_000_000), ..Limits::default() };
    let task = |memory| {
        let keep = Keep { folder: &folder, identity: named(&twelve, Method::Best), every: None, memory };
        MapOptions { keep: Some(keep), ..task(Method::Best, usize::MAX) }
    };
    let refused = run(&twelve, &task(Some(least - 1)), &limits);
    assert!(matches!(refused, Err(Unmapped::Memory { needed }) if needed == least), "{refused:?}");
    assert_eq!(run(&twelve, &task(Some(least)), &limits).unwrap().stopped, Some(Stop::Nodes));
    for memory in [Some((least + bytes) / 2), None, Some(least)] {
        let map = run(&twelve, &task(memory), &Limits::default()).unwrap();
        assert_eq!((&map.layers, &map.antipodes), (&whole.layers, &whole.antipodes));
    }
}
