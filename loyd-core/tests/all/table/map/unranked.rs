//! Maps without ranks, compared with maps by ranks and published counts; also stopped, killed and on disk.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::*;
use loyd_core::cost::Cost;
use loyd_core::puzzle::{Packed, Puzzle, Symmetric};

fn without_ranks<P: Puzzle>(
    puzzle: &P,
    task: &MapOptions<'_, P::State>,
    each: &mut (dyn FnMut(&Layer) + Send),
    limits: &Limits,
) -> Result<(MapCensus, Vec<P::State>), Unmapped> {
    map_unranked(puzzle, task, &mut Meter::new(limits), each)
}

fn kept<'f, P: Puzzle + Notation>(puzzle: &P, folder: &'f Folder, memory: Option<u64>) -> MapOptions<'f, P::State> {
    let identity = unranked(puzzle, "a puzzle", None).unwrap().identity;
    let keep = Keep { folder, identity, every: memory.map(|_| Duration::ZERO), memory };
    MapOptions { keep: Some(keep), ..task(Method::Best, usize::MAX) }
}

fn written<P: Notation>(puzzle: &P, states: impl IntoIterator<Item = P::State>) -> BTreeSet<String> {
    states.into_iter().map(|state| puzzle.write(&state)).collect()
}

/// With this little memory, most layers are in files.
const LITTLE: u64 = 128 << 10;

/// The most states of a space that is also mapped with little memory, which writes a thousand files a layer.
fn most_in_files() -> u64 {
    if is_whole() { 50_000 } else { 6_000 }
}

struct Agrees;

impl Visitor for Agrees {
    type Output = Option<(u64, bool)>;

    fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) -> Self::Output {
        let known = puzzle.packed().filter(|_| puzzle.costs().is_none() && puzzle.ranks() < 300_000)?;
        let by_ranks = freely(&puzzle, Method::Ranks);
        let farthest = written(&puzzle, by_ranks.antipodes.iter().map(|&rank| puzzle.unrank(rank)));
        let limits = Limits::default();
        let (map, states) = without_ranks(&puzzle, &task(Method::Best, usize::MAX), &mut |_| (), &limits).unwrap();
        assert_eq!(map.layers, by_ranks.layers);
        assert_eq!(written(&puzzle, states), farthest);
        // Distances from a farthest position, which does not count for its images.
        let from = Some(vec![puzzle.unrank(by_ranks.antipodes[0])]);
        let around = MapOptions { from, ..task(Method::Ranks, usize::MAX) };
        let by_ranks_around = super::map(&puzzle, &around, &mut Meter::new(&limits), &mut |_| ()).unwrap();
        let (map, _) = without_ranks(&puzzle, &around, &mut |_| (), &limits).unwrap();
        assert_eq!(map.layers, by_ranks_around.layers);
        // The map has a folder, and is stopped again and again.
        let memories = [None, Some(LITTLE)];
        for memory in memories.into_iter().filter(|memory| memory.is_none() || puzzle.ranks() < most_in_files()) {
            let place = scratch();
            let (path, mut runs) = (place.path().join("map"), 0);
            let (map, states) = loop {
                let folder = Folder::open(&path).unwrap();
                let cancel = Arc::new(AtomicBool::new(false));
                let limits = Limits { cancel: Some(Arc::clone(&cancel)), ..Limits::default() };
                let mut fresh = None;
                let done = without_ranks(
                    &puzzle,
                    &kept(&puzzle, &folder, memory),
                    &mut |layer| {
                        let first = *fresh.get_or_insert(layer.depth);
                        cancel.store(layer.depth > first + 2 * runs + 1, Ordering::Relaxed);
                    },
                    &limits,
                );
                let (map, states) = done.unwrap();
                if map.stopped.is_none() {
                    folder.clear().unwrap();
                    break (map, states);
                }
                assert_eq!(map.stopped, Some(Stop::Cancelled));
                assert!(folder.has_checkpoint() && by_ranks.layers.starts_with(&map.layers));
                runs += 1;
            };
            assert_eq!(map.layers, by_ranks.layers);
            assert_eq!(written(&puzzle, states), farthest);
            assert!(runs > 1 || map.layers.len() < 4, "{runs} runs");
            assert_eq!(fs::read_dir(&path).unwrap().count(), 0);
        }
        Some((puzzle.symmetric().map_or(1, Symmetric::symmetries), known.are_two_way()))
    }

    fn unranked<P: Bounded + Notation + 'static>(self, _: P) -> Self::Output {
        None
    }
}

#[test]
fn it_counts_what_a_map_by_ranks_counts() {
    let ids = [
        "file:@../tests/data/definitions/magicboard.tws?metric=quarter",
        "file:@../tests/data/definitions/topspin8_4.tws",
        "file:@../tests/data/definitions/8puzzle.tws?metric=quarter",
        "file:@../tests/data/definitions/2x4slide.tws?metric=quarter",
        "file:@../definitions/one-way.loyd?metric=half",
        "2x2x2?moves=U,R",
        "hungarian-rings",
        "m12",
        "twiddle:2x4",
        "sixteen:2x3",
        "loopover:2x3",
    ];
    let mut symmetric = 0;
    let mut one_way = 0;
    // The shorter law takes every second puzzle.
    for id in ids.into_iter().step_by(if is_whole() { 1 } else { 2 }) {
        let Some((symmetries, are_two_way)) = with_definition(id, None, Agrees).unwrap() else { continue };
        symmetric += usize::from(symmetries > 1);
        one_way += usize::from(!are_two_way);
    }
    let least = if is_whole() { 4 } else { 2 };
    assert!(symmetric >= least && one_way >= 1, "{symmetric} with symmetries, {one_way} with one-way moves");
}

struct First<'l>(&'l [u64]);

impl Visitor for First<'_> {
    type Output = ();

    fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) {
        self.unranked(puzzle);
    }

    fn unranked<P: Bounded + Notation + 'static>(self, puzzle: P) {
        let last = self.0.len() as u32 - 1;
        for memory in [None, Some(LITTLE)] {
            let place = scratch();
            let folder = Folder::open(&place.path().join("map")).unwrap();
            let limits = Limits { cost: Some(Cost::moves(last)), ..Limits::default() };
            let task = kept(&puzzle, &folder, memory);
            let (map, states) = without_ranks(&puzzle, &task, &mut |_| (), &limits).unwrap();
            assert_eq!((&map.layers[..], map.stopped), (self.0, Some(Stop::Moves)));
            assert!(map.antipodes.is_empty() && states.is_empty());
        }
    }
}

/// Positions of the 3x3x3 at each distance, by half turns and by quarter turns: OEIS A080601 and A080602.
#[test]
fn the_first_layers_are_as_published() {
    let known: [(&str, &[u64]); 2] = [
        ("3x3x3", &[1, 18, 243, 3_240, 43_239, 574_908]),
        ("3x3x3?metric=quarter", &[1, 12, 114, 1_068, 10_011, 93_840, 878_880]),
    ];
    for (id, layers) in known {
        with_definition(id, None, First(layers)).unwrap();
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).unwrap();
    for there in fs::read_dir(from).unwrap().map(Result::unwrap) {
        fs::copy(there.path(), to.join(there.file_name())).unwrap();
    }
}

struct Killed;

impl Visitor for Killed {
    type Output = ();

    fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) {
        let limits = Limits::default();
        let whole = freely(&puzzle, Method::Ranks);
        let place = scratch();
        let name = |depth: u32| place.path().join(format!("copy-{depth}"));
        let folder = Folder::open(&place.path().join("map")).unwrap();
        let mut copies = Vec::new();
        let task = kept(&puzzle, &folder, Some(LITTLE));
        let done = without_ranks(
            &puzzle,
            &task,
            &mut |layer| {
                copy(folder.path(), &name(layer.depth));
                copies.push(layer.depth);
            },
            &limits,
        );
        assert_eq!(done.unwrap().0.layers, whole.layers);
        // The shorter law goes on from every third copy.
        for depth in copies.into_iter().step_by(if is_whole() { 1 } else { 3 }) {
            let copied = Folder::open(&name(depth)).unwrap();
            assert_eq!(copied.has_checkpoint(), depth > 0, "{depth}");
            let mut given = Vec::new();
            let task = kept(&puzzle, &copied, Some(LITTLE));
            let (map, _) = without_ranks(&puzzle, &task, &mut |layer| given.push(layer.states), &limits).unwrap();
            assert_eq!((&map.layers, &given), (&whole.layers, &whole.layers), "{depth}");
        }
        // A file that is cut short is found, and so is a missing file.
        for damage in [|path: &Path| fs::write(path, b"short").unwrap(), |path: &Path| fs::remove_file(path).unwrap()] {
            let damaged = place.path().join("damaged");
            copy(&name(4), &damaged);
            let folder = Folder::open(&damaged).unwrap();
            let mut files: Vec<_> = fs::read_dir(&damaged).unwrap().map(|there| there.unwrap().path()).collect();
            files.retain(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("segment-")));
            files.sort();
            damage(files.last().unwrap());
            let task = kept(&puzzle, &folder, Some(LITTLE));
            let why = without_ranks(&puzzle, &task, &mut |_| (), &limits).unwrap_err();
            assert!(matches!(why, Unmapped::Folder(_)), "{why}");
            fs::remove_dir_all(&damaged).unwrap();
        }
    }

    fn unranked<P: Bounded + Notation + 'static>(self, _: P) {
        unreachable!("it has ranks to compare with")
    }
}

/// A kill leaves the folder as it is at that moment.
#[test]
fn a_kill_after_any_layer_leaves_a_checkpoint() {
    if is_whole() {
        with_definition("2x2x2?moves=U,R", None, Killed).unwrap();
    }
    with_definition("file:@../tests/data/definitions/magicboard.tws?metric=quarter", None, Killed).unwrap();
}

struct Little;

impl Visitor for Little {
    type Output = ();

    fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) {
        self.unranked(puzzle);
    }

    fn unranked<P: Bounded + Notation + 'static>(self, puzzle: P) {
        let run = |bytes| {
            let limits = Limits { bytes: Some(bytes), ..Limits::default() };
            without_ranks(&puzzle, &MapOptions::default(), &mut |_| (), &limits)
        };
        let cases = [(1 << 10, None), (1 << 20, Some(6)), (40 << 20, Some(7))];
        for (bytes, layers) in cases.into_iter().take(if is_whole() { 3 } else { 2 }) {
            match (run(bytes), layers) {
                (Ok((map, _)), Some(layers)) => {
                    assert_eq!((map.layers.len(), map.stopped), (layers, Some(Stop::Bytes)));
                    assert!(map.stats.bytes <= bytes, "{} of {bytes}", map.stats.bytes);
                }
                (Err(Unmapped::Memory { .. }), None) => {}
                (what, _) => panic!("with {bytes}: {what:?}"),
            }
        }
    }
}

#[test]
fn memory_is_a_limit() {
    with_definition("3x3x3", None, Little).unwrap();
}

struct Resumed;

impl Visitor for Resumed {
    type Output = ();

    fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) {
        self.unranked(puzzle);
    }

    fn unranked<P: Bounded + Notation + 'static>(self, puzzle: P) {
        let place = scratch();
        let folder = Folder::open(&place.path().join("map")).unwrap();
        let run = |moves, bytes| {
            let identity = unranked(&puzzle, "a puzzle", None).unwrap().identity;
            let keep = Keep { folder: &folder, identity, every: Some(Duration::ZERO), memory: None };
            let task = MapOptions { keep: Some(keep), ..task(Method::Best, usize::MAX) };
            let limits = Limits { cost: Some(Cost::moves(moves)), bytes, ..Limits::default() };
            without_ranks(&puzzle, &task, &mut |_| (), &limits).unwrap().0
        };
        let begun = run(6, None);
        // The last two layers alone are more than a megabyte.
        let little = run(7, Some(1 << 20));
        assert_eq!((&little.layers, little.stopped), (&begun.layers, Some(Stop::Bytes)));
        assert!(little.stats.bytes <= 1 << 20, "{} bytes", little.stats.bytes);
        // The checkpoint is unchanged.
        let again = run(6, None);
        assert_eq!((again.layers, again.stopped), (begun.layers, Some(Stop::Moves)));
    }
}

/// A map whose checkpoint is larger than the limit stops with the layers that are done, and the checkpoint is
/// unchanged. (A test of the command covers the memory of the process meanwhile.)
#[test]
fn memory_is_a_limit_of_what_a_checkpoint_has() {
    with_definition("3x3x3", None, Resumed).unwrap();
}
