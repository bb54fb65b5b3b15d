//! Every operation on a file fails once, each in its turn: all reports are true, no incomplete file is found, the
//! message names the file, and the next run succeeds.

use std::cell::RefCell;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::plan::FaultPlan;
use crate::limits::{Limits, Meter, Stop};
use crate::puzzle::sample::Stack;
use crate::puzzle::{Notation, Ranked};
use crate::table::cache::{Cache, CacheEvent, CacheFileState};
use crate::table::file::{ElementKind, Identity, OwnedTensor, Stream, Table, write};
use crate::table::map::{
    Folder, FolderError, Keep, MapCensus, MapOptions, Method, Share, Unmapped, identity, map, size,
};

fn of(number: u32) -> Identity {
    Identity {
        puzzle: "swap:2".into(),
        goal: "1 2/3 4".into(),
        kind: "distances".into(),
        layout: "rank/1".into(),
        parameters: [("number".to_string(), number.to_string())].into(),
        entries: 5000,
        encoding: "bytes".into(),
    }
}

fn tensor(number: u32) -> OwnedTensor {
    let bytes: Vec<u8> = (0..5000).map(|i| ((i * number) >> 3) as u8).collect();
    OwnedTensor { name: "a".into(), kind: ElementKind::U8, shape: vec![5000], bytes: bytes.into() }
}

/// Does `work` once for each of its operations, in a fresh folder with that operation failing, and then again without a
/// fault. Returns the operations that failed.
fn each_fails(
    prepare: impl Fn(&Path),
    work: impl Fn(&Path, Option<&str>) -> Result<(), String>,
) -> Vec<(&'static str, PathBuf)> {
    let mut failed = Vec::new();
    for fails in 0.. {
        let place = tempfile::tempdir().unwrap();
        prepare(place.path());
        let plan = FaultPlan::new(place.path(), fails);
        let done = work(place.path(), None);
        let met = plan.failed();
        drop(plan);
        assert!(met.is_some() || done.is_ok(), "nothing failed by plan: {done:?}");
        // The work without a fault repairs whatever the fault left.
        let after = met.as_ref().map_or("nothing", |(what, _)| what);
        assert_eq!(work(place.path(), Some(after)), Ok(()), "after {met:?}");
        match met {
            Some(met) => failed.push(met),
            None => break,
        }
    }
    failed
}

fn names(folder: &Path) -> Vec<String> {
    let there = fs::read_dir(folder).unwrap().map(|there| there.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = there.collect();
    names.sort();
    names
}

fn has_met(failed: &[(&str, PathBuf)], operations: &[&str]) {
    for operation in operations {
        assert!(
            failed.iter().any(|(what, _)| what == operation),
            "{operation} was never met: {:?}",
            failed.iter().map(|(what, _)| what).collect::<Vec<_>>()
        );
    }
}

/// A table's file is the old or the new one, and the new one if the write reported success.
#[test]
fn a_table_s_file_is_whole_whatever_fails() {
    for by_pieces in [false, true] {
        let put = |path: &Path| match by_pieces {
            false => write(path, &of(2), &[tensor(2).lend()]),
            true => {
                let tensor = tensor(2);
                let mut stream = Stream::begin(path, &of(2), &[("a", tensor.kind, tensor.shape.clone())])?;
                tensor.bytes.chunks(999).try_for_each(|piece| stream.write(piece))?;
                stream.finish()
            }
        };
        let prepare = |folder: &Path| write(&folder.join("t"), &of(1), &[tensor(1).lend()]).unwrap();
        let failed = each_fails(prepare, |folder, _| {
            let path = folder.join("t");
            let put = put(&path);
            assert_eq!(names(folder), ["t"], "{put:?}");
            match Table::open_any(&path) {
                Ok(table) if table.identity() == &of(2) => assert_eq!(table.tensors(), [tensor(2)]),
                Ok(table) => assert!(put.is_err() && table.tensors() == [tensor(1)], "{put:?}"),
                // Opening the table was the operation that failed.
                Err(why) => assert!(put.is_ok() && why.to_string().contains("by plan"), "{why}"),
            }
            put.map_err(|why| why.to_string())
        });
        has_met(&failed, &["create", "write", "sync", "rename", "open"]);
    }
}

/// The right table is returned whatever fails, and a table that was reported as kept is in its file.
#[test]
fn a_cache_answers_whatever_fails() {
    let spoilt = |folder: &Path| {
        let cache = Cache::new(folder.join("cache"));
        fs::create_dir(cache.folder().unwrap()).unwrap();
        fs::write(cache.path(&of(1)).unwrap(), "no table").unwrap();
    };
    for prepare in [&(|_: &Path| ()) as &dyn Fn(&Path), &spoilt] {
        let failed = each_fails(prepare, |folder, after| {
            let cache = Cache::new(folder.join("cache"));
            let path = cache.path(&of(1)).unwrap();
            let (told, kept) = (RefCell::new(Vec::new()), RefCell::new(false));
            let notify = |event: &CacheEvent<'_>| {
                told.borrow_mut().push(event.to_string());
                *kept.borrow_mut() |= matches!(event, CacheEvent::Kept { .. } | CacheEvent::Read { .. });
            };
            let limits = Limits::default();
            let build = |_: &mut Meter<'_>| -> Result<_, Stop> { Ok(vec![tensor(1)]) };
            let table = cache.get_or_build(&of(1), &mut Meter::new(&limits), &notify, build).unwrap();
            assert_eq!(table.tensors(), [tensor(1)]);
            let (told, kept) = (told.into_inner(), kept.into_inner());
            // An event that reports a table as not kept names the file.
            assert!(kept || told.iter().any(|told| told.contains(path.to_str().unwrap())), "{told:?}");
            if kept {
                assert!(path.exists(), "{told:?}");
            }
            if after.is_some() {
                assert_eq!(Table::open(&path, &of(1)).unwrap().tensors(), [tensor(1)]);
                let entries = cache.list(true).unwrap();
                let is_whole =
                    |state: &CacheFileState| matches!(state, CacheFileState::Good | CacheFileState::SetAside);
                assert!(entries.iter().all(|entry| is_whole(&entry.state)), "{after:?}: {entries:?}");
            }
            if kept { Ok(()) } else { Err(told.concat()) }
        });
        has_met(&failed, &["make folder", "lock", "create", "write", "sync", "rename", "open"]);
    }
}

/// Draws a map in this folder in parts: each part but the last is stopped and leaves a checkpoint.
fn drawn<P: Ranked + Notation>(puzzle: &P, method: Method, path: &Path) -> Result<MapCensus, Unmapped> {
    loop {
        let folder = match Folder::open(path) {
            // A process that another test starts holds every lock of this process until it has begun.
            Err(FolderError::Taken { .. }) => {
                std::thread::sleep(Duration::from_millis(1));
                continue;
            }
            folder => folder?,
        };
        let identity = identity(puzzle, "a puzzle", None, method, Share::WHOLE);
        let memory = Some(size(puzzle, method, false).least);
        let keep = Some(Keep { folder: &folder, identity, every: None, memory });
        let task = MapOptions { method, antipodes: usize::MAX, keep, ..MapOptions::default() };
        let limits = Limits { nodes: Some(puzzle.ranks() / 2), ..Limits::default() };
        let map = map(puzzle, &task, &mut Meter::new(&limits), &mut |_| ())?;
        if map.stopped.is_none() {
            folder.clear()?;
            return Ok(map);
        }
    }
}

/// A map that is drawn in parts fails by naming its folder, and then goes on to the same census.
#[test]
fn a_map_goes_on_whatever_failed() {
    let stack = Stack(7);
    let limits = Limits::default();
    let whole = map(&stack, &MapOptions::default(), &mut Meter::new(&limits), &mut |_| ()).unwrap();
    for method in [Method::Blocks, Method::Ranks] {
        let failed = each_fails(
            |_| (),
            |place, after| {
                let path = place.join("map");
                match drawn(&stack, method, &path) {
                    Ok(map) => {
                        assert_eq!((&map.layers, map.stopped), (&whole.layers, None), "{after:?}");
                        assert_eq!(fs::read_dir(&path).unwrap().count(), 0, "{after:?}");
                        Ok(())
                    }
                    Err(why) => {
                        assert!(why.to_string().contains(path.to_str().unwrap()), "{why}");
                        Err(why.to_string())
                    }
                }
            },
        );
        has_met(&failed, &["make folder", "lock", "create", "write", "sync", "rename", "open", "read", "remove"]);
    }
}
