//! Which questions are allowed does not depend on kept tables. Without a cache folder, with an empty one, with one that
//! has every table, and with one whose tables are damaged, every combination of options gets the same verdict.

use std::fs;
use std::path::{Path, PathBuf};

use loyd::planner::{Algorithm, Want, open};
use loyd::service::{Bounds, Control, Distances, Service, Solve};
use loyd_core::cost::Cost;
use loyd_core::puzzle::Convention;
use loyd_core::table::cache::Cache;

/// Tables in a folder, which can be restored to their first content.
struct Kept {
    folder: PathBuf,
    files: Vec<(PathBuf, Vec<u8>)>,
}

impl Kept {
    /// Builds all tables of a puzzle, with a flipped bit in each if `damaged`.
    fn of(id: &str, folder: &Path, damaged: bool) -> Kept {
        let service = Service::builder().cache(Cache::new(folder)).build();
        service.ask(&Distances::new(id), &Control::default()).unwrap();
        for heuristic in open(id, None).unwrap().heuristics() {
            let mut question = Bounds::new(id);
            question.heuristic = Some(heuristic.into());
            // A bound without tables has no table to build.
            let _ = service.ask(&question, &Control::default());
        }
        let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
        let tables = files.filter(|path| path.extension().is_some_and(|end| end == "safetensors"));
        let mut files: Vec<_> = tables.map(|path| (path.clone(), fs::read(path).unwrap())).collect();
        if damaged {
            files.iter_mut().for_each(|(_, bytes)| bytes[4096] ^= 1);
        }
        Kept { folder: folder.into(), files }
    }

    /// Restores the files, and removes all others.
    fn put_back(&self) {
        let same = |(path, bytes): &(PathBuf, Vec<u8>)| fs::read(path).is_ok_and(|there| there == *bytes);
        let there: Vec<PathBuf> = fs::read_dir(&self.folder).unwrap().map(|file| file.unwrap().path()).collect();
        if there.len() == self.files.len() && self.files.iter().all(same) {
            return;
        }
        there.iter().for_each(|path| fs::remove_file(path).unwrap());
        self.files.iter().for_each(|(path, bytes)| fs::write(path, bytes).unwrap());
    }
}

fn combinations(id: &str, heuristics: &[&str], mut each: impl FnMut(Solve)) {
    let algorithms = Algorithm::ALL.map(Some).into_iter().chain([None, Some(Algorithm::Anytime)]);
    let wants = [Want::One, Want::All { most: None }, Want::Count, Want::Lexicographic];
    let state = open(id, None).unwrap().facts().example;
    let heuristics: Vec<Option<&str>> = [None].into_iter().chain(heuristics.iter().copied().map(Some)).collect();
    for algorithm in algorithms {
        for (want, &heuristic) in wants.iter().flat_map(|want| heuristics.iter().map(move |name| (want, name))) {
            // Limits are tested alone, because they neither allow nor forbid other options.
            for bits in (0..32u32).chain([32, 64]) {
                let is = |bit: u32| bits >> bit & 1 == 1;
                let mut question = Solve::new(id, state.as_str());
                (question.options.algorithm, question.options.want) = (algorithm, *want);
                question.options.heuristic = heuristic.map(String::from);
                (question.options.within, question.options.first) = (is(0).then_some(1.5), is(1));
                (question.options.threads, question.options.cuts) = (is(2).then_some(2), is(3));
                question.options.convention = is(4).then_some(Convention::Tile);
                question.limits.memory = is(5).then_some(1 << 28);
                question.limits.nodes = is(6).then_some(1_000_000);
                each(question);
            }
        }
    }
}

#[test]
fn the_cache_changes_no_verdict() {
    // The first puzzle has a blank and patterns, the second has neither.
    for (id, heuristics) in [("sliding:2x3", &["manhattan", "additive", "none"][..]), ("pancake:4", &["gap"])] {
        let folders = [(); 3].map(|()| tempfile::tempdir().unwrap());
        let [empty, full, damaged] = folders.each_ref().map(|folder| folder.path());
        let (full, damaged) = (Kept::of(id, full, false), Kept::of(id, damaged, true));
        assert!(full.files.len() == damaged.files.len() && !full.files.is_empty());
        let services = [Cache::none(), Cache::new(empty), Cache::new(&full.folder), Cache::new(&damaged.folder)]
            .map(|cache| Service::builder().cache(cache).build());
        let (mut legal, mut all) = (0, 0);
        combinations(id, heuristics, |question| {
            damaged.put_back();
            for left in fs::read_dir(empty).unwrap() {
                fs::remove_file(left.unwrap().path()).unwrap();
            }
            let verdicts = services.each_ref().map(|service| {
                // The verdict must not depend on memory, either, so puzzles of earlier questions are dropped.
                service.evict();
                let reply = service.ask(&question, &Control::default());
                reply.map(|reply| reply.cost()).map_err(|fault| fault.to_string())
            });
            (all, legal) = (all + 1, legal + usize::from(verdicts[0].is_ok()));
            // The first solution that is found may have any length, and may be a shortest one.
            let exact = !question.options.first && question.options.within.is_none();
            let same = |verdict: &Result<Option<Cost>, String>| match (verdict, &verdicts[0]) {
                (Ok(length), Ok(other)) => length == other || !exact,
                (verdict, other) => verdict == other,
            };
            assert!(verdicts.iter().all(same), "{question:?}: {verdicts:?}");
        });
        assert!(legal > 100 && all > 2 * legal, "{id}: {legal} of {all}");
    }
}
