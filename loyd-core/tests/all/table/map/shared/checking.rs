//! Maps of several processes compare themselves with the moves of their puzzles.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::*;
use loyd_core::cost::Cost;
use loyd_core::limits::Watcher;

/// A map by `number` processes, perhaps with a fault in a layer of one process.
struct Spoiled {
    method: Method,
    number: usize,
    spoiled: Option<(usize, u32)>,
    checks: Checks,
    is_forwards: bool,
}

impl Visitor for Spoiled {
    type Output = Vec<Result<MapCensus, Unmapped>>;

    fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) -> Self::Output {
        let Spoiled { method, number, spoiled, checks, is_forwards } = self;
        let from = is_forwards.then(|| vec![puzzle.unrank(puzzle.ranks() / 7 * 3)]);
        together(number, BUFFERS[number % 2], &[], |own, partnership| {
            let limits = Limits::default();
            let spoiled = spoiled.filter(|&(process, _)| process == own).map(|(_, layer)| (layer, 1));
            let task =
                MapOptions { checks, spoiled, from: from.clone(), together: Some(partnership), ..task(method, 5) };
            map_together(&puzzle, &task, &mut Meter::new(&limits), &mut |_| ())
        })
    }

    fn unranked<P: Bounded + Notation + 'static>(self, _: P) -> Self::Output {
        panic!("states are numbered")
    }
}

const PUZZLES: [&str; 6] = ["2x2x2?moves=U,R,F", "pancake:7", "sliding:2x4", "swap:3x3", "top-spin:7x4", "magic-board"];

/// Puzzles of which some positions are compared, because all positions in every layer are too many.
const LARGE: [&str; 2] = ["2x2x2?moves=U,R,F", "swap:3x3"];

/// A fault in one process's part is found there, or where its states are looked up, and no process has a census.
#[test]
fn a_fault_of_one_process_is_found_by_all() {
    for (method, id) in METHODS.into_iter().flat_map(|method| PUZZLES.map(|id| (method, id))) {
        for (number, process) in [(1, 0), (2, 1), (3, 0)] {
            let checks = if LARGE.contains(&id) { Checks::Drawn } else { Checks::All };
            let spoiled = Spoiled { method, number, spoiled: Some((process, 3)), checks, is_forwards: false };
            let maps = with_files(id, None, spoiled).unwrap();
            let are_wrong = maps.iter().all(|map| matches!(map, Err(Unmapped::Wrong(_))));
            assert!(are_wrong, "{id} {method:?} {number}: {maps:?}");
        }
    }
}

/// Every process counts the comparisons of all processes.
#[test]
fn processes_compare_what_one_compares() {
    let cases = METHODS.into_iter().enumerate().flat_map(|(at, method)| PUZZLES.map(|id| (at, method, id)));
    for (place, (at, method, id)) in cases.enumerate() {
        // The shorter law takes half of the puzzles with each method, by turns.
        if !is_whole() && (place + at) % 2 == 1 {
            continue;
        }
        let numbers = [(2, true), (3, false), (1, false), (5, false)];
        for (number, is_forwards) in numbers.into_iter().take(if is_whole() { 4 } else { 2 }) {
            for checks in [Checks::Drawn, Checks::All] {
                // The shorter law takes other processes for either choice.
                if !is_whole() && (checks == Checks::All) != is_forwards {
                    continue;
                }
                if checks == Checks::All && LARGE.contains(&id) {
                    continue;
                }
                let what = format!("{id} {method:?} {number} {checks:?}");
                let spoiled = Spoiled { method, number, spoiled: None, checks, is_forwards };
                let maps: Vec<MapCensus> =
                    with_files(id, None, spoiled).unwrap().into_iter().map(Result::unwrap).collect();
                let checked = maps[0].checked.unwrap_or_else(|| panic!("{what}: nothing is compared"));
                assert!(maps.iter().all(|map| map.checked == Some(checked)), "{what}");
                assert_eq!(checked.all, checks == Checks::All, "{what}: {checked:?}");
                let least = if checks == Checks::All { maps[0].states() } else { 1 };
                let is_right = (least..=maps[0].states()).contains(&checked.positions);
                assert!(is_right && checked.moves > checked.positions, "{what}: {checked:?}");
            }
        }
    }
}

/// A comparison of all positions takes far longer than a layer, so a limit of one process ends it for all processes.
#[test]
fn a_limit_of_one_process_ends_the_comparison_of_all() {
    let stack = Pancake::<Nibbles>::new(&[0, 1, 2, 3, 4, 5, 6, 7]).unwrap();
    for method in METHODS {
        let maps = together(3, BUFFERS[1], &[], |own, partnership| {
            // One process is cancelled when it looks at its limits in layer 3 first, to compare this layer.
            let cancel = Arc::new(AtomicBool::new(false));
            let cancelled = Arc::clone(&cancel);
            let look: Watcher = Arc::new(move |here| {
                if here.depth == Cost::moves(3) || here.layer == Some(3) {
                    cancelled.store(true, Ordering::Relaxed);
                }
            });
            let progress = (own == 1).then_some(look);
            let limits = Limits { cancel: Some(cancel), progress, ..Limits::default() };
            let task = MapOptions { checks: Checks::All, together: Some(partnership), ..task(method, 5) };
            map_together(&stack, &task, &mut Meter::new(&limits), &mut |_| ())
        });
        for map in maps.into_iter().map(Result::unwrap) {
            assert_eq!((map.layers.len(), map.stopped), (4, Some(Stop::Cancelled)), "{method:?}");
            let checked = map.checked.unwrap();
            // All positions were compared in the layers before layer 3, and none in layer 3.
            let positions = map.layers[..3].iter().sum();
            assert_eq!((checked.positions, checked.all), (positions, false), "{method:?}");
        }
    }
}
