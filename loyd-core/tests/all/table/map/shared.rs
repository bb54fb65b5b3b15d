//! Maps that several processes make together. Here the processes are threads, with channels between them.

use std::sync::atomic::AtomicUsize;
use std::sync::mpsc::{Receiver, Sender, channel};

use super::keeping::named_for;
use super::*;
use loyd_puzzles::top_spin::{TopSpin, TopSpinMoves};

mod checking;
mod effort;
mod ends;

/// A process among others. A channel carries the parcels of a round, and then `None`.
struct Local {
    own: usize,
    to: Vec<Sender<Option<Vec<u8>>>>,
    from: Vec<Receiver<Option<Vec<u8>>>>,
    /// The number of parcels that this process still sends before it is gone.
    left: usize,
}

impl Local {
    fn all(number: usize) -> Vec<Local> {
        let local = |own| Local { own, to: Vec::new(), from: Vec::new(), left: usize::MAX };
        let mut locals: Vec<Local> = (0..number).map(local).collect();
        for from in 0..number {
            for to in 0..number {
                let (sender, receiver) = channel();
                locals[from].to.push(sender);
                locals[to].from.push(receiver);
            }
        }
        locals
    }

    fn lost(process: usize) -> Lost {
        Lost { process, name: format!("thread {process}"), why: "it has ended".into() }
    }
}

impl Peers for Local {
    fn own(&self) -> usize {
        self.own
    }

    fn number(&self) -> usize {
        self.to.len()
    }

    fn send(&mut self, to: usize, parcel: Vec<u8>) -> Result<(), Lost> {
        self.left = self.left.checked_sub(1).ok_or_else(|| Local::lost(self.own))?;
        self.to[to].send(Some(parcel)).map_err(|_| Local::lost(to))
    }

    fn close(&mut self) -> Result<(), Lost> {
        self.to.iter().enumerate().try_for_each(|(to, sender)| sender.send(None).map_err(|_| Local::lost(to)))
    }

    fn receive(&mut self) -> Result<Vec<Parcel>, Lost> {
        let mut parcels = Vec::new();
        for (from, receiver) in self.from.iter().enumerate() {
            while let Some(bytes) = receiver.recv().map_err(|_| Local::lost(from))? {
                parcels.push(Parcel { from, bytes });
            }
        }
        Ok(parcels)
    }
}

/// Buffers so small that layers take many rounds, and buffers of the usual size.
const BUFFERS: [u64; 2] = [1 << 10, 1 << 24];

/// The results of several processes. Each process in `gone` is gone after a number of parcels.
fn together(
    number: usize,
    buffers: u64,
    gone: &[(usize, usize)],
    draw: impl Fn(usize, &Partnership) -> Result<MapCensus, Unmapped> + Sync,
) -> Vec<Result<MapCensus, Unmapped>> {
    let mut locals = Local::all(number);
    for &(process, parcels) in gone {
        locals[process].left = parcels;
    }
    let draw = &draw;
    std::thread::scope(|scope| {
        let begun = locals.into_iter().enumerate().map(|(own, local)| {
            scope.spawn(move || {
                let pool = ThreadPoolBuilder::new().num_threads(1).build().unwrap();
                pool.install(|| draw(own, &Partnership::new(local, buffers)))
            })
        });
        let threads: Vec<_> = begun.collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

fn by_processes<P: Ranked>(
    puzzle: &P,
    method: Method,
    from: Option<&[P::State]>,
    number: usize,
    buffers: u64,
) -> MapCensus {
    let drawn = together(number, buffers, &[], |_, partnership| {
        let limits = Limits::default();
        let from = from.map(<[P::State]>::to_vec);
        let task = MapOptions { from, together: Some(partnership), ..task(method, usize::MAX) };
        map_together(puzzle, &task, &mut Meter::new(&limits), &mut |_| ())
    });
    let mut maps: Vec<MapCensus> = drawn.into_iter().map(Result::unwrap).collect();
    let first = maps.remove(0);
    for other in maps {
        assert_eq!((&other.layers, &other.antipodes), (&first.layers, &first.antipodes));
    }
    first
}

struct SameMap;

impl Visitor for SameMap {
    type Output = bool;

    fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) -> bool {
        if puzzle.ranks() > 200_000 {
            return false;
        }
        let numbers: &[usize] = if is_whole() { &[1, 2, 3, 5] } else { &[2, 3] };
        let from = puzzle.starts(&puzzle.write(&puzzle.unrank(puzzle.ranks() / 7 * 3))).unwrap();
        for (method, from) in METHODS.into_iter().flat_map(|method| [(method, None), (method, Some(&from[..]))]) {
            let limits = Limits::default();
            let task = MapOptions { from: from.map(<[P::State]>::to_vec), ..task(method, usize::MAX) };
            let alone = map_together(&puzzle, &task, &mut Meter::new(&limits), &mut |_| ()).unwrap();
            for &number in numbers {
                let shared = by_processes(&puzzle, method, from, number, BUFFERS[number % 2]);
                let what = format!("{method:?} {number} {}", puzzle.write_goal());
                assert_eq!((&shared.layers, shared.stopped), (&alone.layers, None), "{what}");
                assert_eq!((&shared.antipodes, shared.are_first), (&alone.antipodes, alone.are_first), "{what}");
            }
        }
        true
    }

    fn unranked<P: Bounded + Notation + 'static>(self, _: P) -> bool {
        false
    }
}

#[test]
fn several_processes_count_what_one_counts() {
    let mut number = 0;
    for id in examples() {
        number += usize::from(with_files(id, None, SameMap).unwrap_or_else(|error| panic!("{id}: {error}")));
    }
    assert!(number >= 8, "only {number} puzzles");
    for (id, goal) in
        [("8", Some("1 2 3 4 x 5 6 7 8")), ("swap:2x4", None), ("pancake:8", None), ("top-spin:8x4", None)]
    {
        assert!(with_files(id, goal, SameMap).unwrap(), "{id}");
    }
}

/// A map is stopped again and again, by a limit or by a process that is gone within a round, and each time another
/// number of processes continues it. The census stays the same.
#[test]
fn any_number_of_processes_goes_on_with_a_map() {
    let stack = Pancake::<Nibbles>::new(&[0, 1, 2, 3, 4, 5, 6, 7, 8]).unwrap();
    for method in METHODS {
        let whole = freely(&stack, method);
        let place = scratch();
        let (mut runs, mut losses) = (0, 0);
        let done = 'run: loop {
            let number = [2, 3, 1, 5, 4][runs % 5];
            // A limit of nodes and a process that is gone stop the runs by turns.
            let nodes = (runs % 2 == 0).then(|| 20_000 * (runs as u64 + 1));
            let gone = if runs % 2 == 1 { &[(runs % number, 30 * runs)][..] } else { &[] };
            let drawn = together(number, BUFFERS[runs % 2], gone, |own, partnership| {
                let folder = Folder::open(&Folder::of_process(place.path(), own))?;
                let limits = Limits { nodes, ..Limits::default() };
                let identity = named_for(&stack, method, partnership.share());
                let keep = Keep { folder: &folder, identity, every: Some(Duration::ZERO), memory: None };
                let task = MapOptions { keep: Some(keep), together: Some(partnership), ..task(method, usize::MAX) };
                map_together(&stack, &task, &mut Meter::new(&limits), &mut |_| ())
            });
            runs += 1;
            for map in drawn {
                match map {
                    Ok(map) if map.stopped.is_none() => {
                        assert_eq!((&map.layers, &map.antipodes), (&whole.layers, &whole.antipodes), "{method:?}");
                        break 'run map;
                    }
                    Ok(map) => assert_eq!(map.layers[..], whole.layers[..map.layers.len()], "{method:?} {runs}"),
                    Err(Unmapped::Lost(_)) => losses += 1,
                    Err(why) => panic!("{method:?}: {why}"),
                }
            }
        };
        assert!(runs > 3 && losses > 3 && done.are_first, "{method:?}: {runs} runs, {losses} lost");
    }
}

/// Long work that needs no other process ends, too, when a process is lost.
#[test]
fn a_loss_ends_what_a_process_does_alone() {
    let stack = Pancake::<Nibbles>::new(&[0, 1, 2, 3, 4, 5, 6, 7, 8]).unwrap();
    let limits = Limits::default();
    for after in [0, 3] {
        let looks = AtomicUsize::new(0);
        let lost = move || (looks.fetch_add(1, Ordering::Relaxed) >= after).then(|| Local::lost(7));
        let partnership = Partnership::new(Local::all(1).remove(0), 1 << 20).watching(lost);
        let task = MapOptions { together: Some(&partnership), ..task(Method::Blocks, 0) };
        let drawn = map_together(&stack, &task, &mut Meter::new(&limits), &mut |_| ());
        assert!(matches!(&drawn, Err(Unmapped::Lost(Lost { process: 7, .. }))), "{drawn:?}");
    }
}

/// The tables of blocks and the tables of moves in a process are its part of all tables, and a little more.
#[test]
fn tables_shrink_with_the_number_of_processes() {
    let stack = Pancake::<Nibbles>::new(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]).unwrap();
    let (_, held) = held_by_blocks(&stack, Method::Blocks, None);
    for number in [2, 3, 5, 16] {
        let parts = (0..number).map(|own| {
            let share = Share { own, number, is_shared: true };
            let (part, tables) = held_by_blocks(&stack, Method::Blocks, Some(share));
            let announced = share_size(&stack, Method::Blocks, false, share).bytes;
            assert!(part <= announced, "{part} are held and {announced} announced");
            tables
        });
        let parts: Vec<u64> = parts.collect();
        assert!(parts.iter().all(|&part| part <= held / number as u64 * 11 / 10), "{held}: {parts:?}");
    }
}

/// The bytes announced for a part are at least the bytes that it holds, also where symmetries leave only some blocks.
#[test]
fn parts_hold_no_more_than_they_announce() {
    fn law<P: Ranked>(puzzle: &P) {
        for (own, number) in [(0, 1), (1, 2), (2, 5)] {
            let share = Share { own, number, is_shared: true };
            let (held, _) = held_by_blocks(puzzle, Method::Symmetric, Some(share));
            let announced = share_size(puzzle, Method::Symmetric, false, share).bytes;
            assert!(held <= announced, "{number}: {held} are held and {announced} announced");
        }
    }
    for discs in [10, 12] {
        let goal: Vec<u8> = (0..discs).collect();
        law(&TopSpin::<Nibbles>::new(TopSpinMoves::Flips, 4, &goal).unwrap());
    }
    for columns in [3, 4] {
        law(&Sliding::<Nibbles>::rectangle(3, columns).unwrap());
    }
    law(&Pancake::<Nibbles>::new(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]).unwrap());
}

/// Spaces that one machine cannot hold are mapped by blocks if processes share them, because their numbers fit then.
#[test]
fn the_next_spaces_are_mapped_by_blocks() {
    fn law<P: Ranked>(puzzle: &P, number: usize, most: f64) {
        let size = share_size(puzzle, Method::Best, false, Share { own: 1, number, is_shared: true });
        assert!(size.by_blocks && size.bytes as f64 <= most, "{number}: {size:?}");
    }
    law(&Sliding::<Nibbles>::rectangle(2, 8).unwrap(), 16, 170e9);
    law(&Sliding::<Nibbles>::rectangle(4, 4).unwrap(), 160, 18e9);
    let cakes: Vec<u8> = (0..16).collect();
    law(&Pancake::<Nibbles>::new(&cakes).unwrap(), 160, 41e9);
}
