//! Processes that end at any moment, some or all of them, also while the files of a complete map are removed.

use super::*;

/// Random numbers from a seed.
struct Lot(u64);

impl Lot {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        ((mixed ^ (mixed >> 27)) % most as u64) as usize
    }
}

/// All processes end again and again, and the next run has another number of processes. The census stays the same: no
/// end leaves anything that prevents the next run from continuing.
fn ends(method: Method, seed: u64) {
    let stack = Pancake::<Nibbles>::new(&[0, 1, 2, 3, 4, 5, 6, 7, 8]).unwrap();
    let whole = freely(&stack, method);
    let place = scratch();
    let mut lot = Lot(seed);
    let (mut done, mut resumed) = (0, 0);
    for run in 0..30 {
        let number = 1 + lot.below(5);
        let gone: Vec<(usize, usize)> = (0..number).map(|process| (process, lot.below(60 * number))).collect();
        let nodes = (lot.below(4) == 0).then(|| lot.below(400_000) as u64);
        let clears: Vec<bool> = (0..number).map(|_| lot.below(2) == 0).collect();
        let was_kept = Folder::of_processes(place.path()).iter().any(|(_, path)| Folder::checkpoint_in(path).exists());
        resumed += usize::from(was_kept);
        let drawn = together(number, BUFFERS[run % 2], &gone, |own, partnership| {
            let folder = Folder::open(&Folder::of_process(place.path(), own))?;
            let limits = Limits { nodes, ..Limits::default() };
            let identity = named_for(&stack, method, partnership.share());
            let keep = Keep { folder: &folder, identity, every: Some(Duration::ZERO), memory: None };
            let task = MapOptions { keep: Some(keep), together: Some(partnership), ..task(method, usize::MAX) };
            let map = map_together(&stack, &task, &mut Meter::new(&limits), &mut |_| ())?;
            if map.stopped.is_none() && clears[own] {
                folder.clear()?;
            }
            Ok(map)
        });
        for map in drawn {
            match map {
                Ok(map) if map.stopped.is_none() => {
                    assert_eq!((&map.layers, &map.antipodes), (&whole.layers, &whole.antipodes), "{method:?} {run}");
                    done += 1;
                }
                Ok(map) => assert_eq!(map.layers[..], whole.layers[..map.layers.len()], "{method:?} {run}"),
                Err(Unmapped::Lost(_)) => {}
                Err(why) => panic!("{method:?}, seed {seed}, run {run}: {why}"),
            }
        }
    }
    assert!(done > 1 && resumed > 8, "{method:?}: {done} done, {resumed} resumed");
}

#[test]
fn ends_at_any_moment_leave_what_the_next_run_goes_on_with() {
    ends(Method::Blocks, 1);
    ends(Method::Ranks, 2);
}
