//! Bidirectional search beside a loop that is written by hand for the 4x4 board: packed words in two flat hash sets,
//! layer by layer from both ends, the smaller layer first. Both run in turns in one process: `cargo bench -p
//! loyd-benches --bench bidirectional`. Lengths are checked against R. E. Korf, Artificial Intelligence 27 (1985),
//! Table 1, and loyd's solution is replayed.

use std::time::Instant;

use loyd_core::cells::Nibbles;
use loyd_core::limits::{Limits, Meter};
use loyd_core::puzzle::Puzzle;
use loyd_core::search::depths::RankList;
use loyd_core::search::shortest::{self, Remaining};
use loyd_core::search::{Outcome, bidirectional};
use loyd_puzzles::sliding::Sliding;

/// The number of the instance, its tiles (0 is the blank; the goal has the blank first), and the length.
const INSTANCE: (u32, [u8; 16], u32) = (12, [14, 1, 9, 6, 4, 8, 12, 5, 7, 2, 3, 0, 10, 11, 13, 15], 45);

/// A flat set of words other than 0: open addressing, linear probing, doubled when half full.
struct Words {
    slots: Vec<u64>,
    count: usize,
}

impl Words {
    fn new() -> Self {
        Words { slots: vec![0; 1 << 12], count: 0 }
    }

    fn slot(&self, word: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = (word.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - self.slots.len().trailing_zeros())) as usize;
        while self.slots[at & mask] != 0 && self.slots[at & mask] != word {
            at += 1;
        }
        at & mask
    }

    fn contains(&self, word: u64) -> bool {
        self.slots[self.slot(word)] == word
    }

    fn insert(&mut self, word: u64) -> bool {
        let mut at = self.slot(word);
        if self.slots[at] == word {
            return false;
        }
        if self.count * 2 >= self.slots.len() {
            let larger = vec![0; self.slots.len() * 2];
            for old in std::mem::replace(&mut self.slots, larger) {
                if old != 0 {
                    let at = self.slot(old);
                    self.slots[at] = old;
                }
            }
            at = self.slot(word);
        }
        self.slots[at] = word;
        self.count += 1;
        true
    }
}

fn packed(tiles: &[u8; 16]) -> u64 {
    tiles.iter().rev().fold(0, |word, &tile| word << 4 | u64::from(tile))
}

/// The reference. Returns the length, and the number of bytes at the end.
fn by_hand(start: u64, goal: u64) -> (u32, usize) {
    let mut met = [Words::new(), Words::new()];
    let mut layers = [vec![start], vec![goal]];
    met[0].insert(start);
    met[1].insert(goal);
    for length in 1.. {
        let here = usize::from(layers[0].len() > layers[1].len());
        let mut next = Vec::new();
        for board in std::mem::take(&mut layers[here]) {
            let pairs = board | board >> 1;
            let blank = (!(pairs | pairs >> 2) & 0x1111_1111_1111_1111).trailing_zeros() / 4;
            let (row, column) = (blank / 4, blank % 4);
            let around = [(row > 0, -4), (column > 0, -1), (column < 3, 1), (row < 3, 4)];
            for (_, step) in around.into_iter().filter(|(there, _)| *there) {
                let (to, from) = (blank * 4, blank.wrapping_add_signed(step) * 4);
                let tile = board >> from & 15;
                let child = board ^ (tile << from | tile << to);
                if met[here].insert(child) {
                    if met[1 - here].contains(child) {
                        let words = met.iter().map(|met| met.slots.len()).sum::<usize>();
                        return (length, (words + layers[1 - here].capacity() + next.capacity()) * 8);
                    }
                    next.push(child);
                }
            }
        }
        layers[here] = next;
    }
    unreachable!("the instance is solvable");
}

/// Solves with loyd. Returns the length, and the most bytes that the search held.
fn by_loyd(fifteen: &Sliding<Nibbles>, tiles: &[u8; 16]) -> (u32, u64) {
    let start = fifteen.state(tiles).expect("sixteen pieces");
    let limits = Limits::default();
    let mut meter = Meter::new(&limits);
    let outcome = bidirectional::search::<_, RankList>(fifteen, &[start], &[fifteen.goal()], false, &mut meter);
    let Outcome::Solved(met) = outcome else { panic!("Korf's instances are solvable") };
    let (length, rest) = (met.length.0, met.length.0 - met.split);
    let before = |state: &_| met.before(fifteen, state);
    let after = |state: &_| met.after(fifteen, state);
    let mut marked = Remaining::behind(fifteen, &met.middles, met.split, rest, &before, &mut meter).expect("no limit");
    marked.ahead(fifteen, &met.middles, rest, &after, &mut meter).expect("no limit");
    let found = shortest::one(fifteen, &[start], length, &|state| marked.get(state));
    let mut state = found.start;
    found.moves.iter().for_each(|&m| {
        fifteen.apply(&mut state, m);
    });
    assert!(state == fifteen.goal() && found.length() == met.length);
    (length, meter.finish().bytes)
}

fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let begin = Instant::now();
    let done = work();
    (begin.elapsed().as_secs_f64(), done)
}

fn main() {
    let (number, tiles, length) = INSTANCE;
    let blank_first: [u8; 16] = std::array::from_fn(|cell| cell as u8);
    let fifteen =
        Sliding::<Nibbles>::rectangle(4, 4).and_then(|fifteen| fifteen.with_goal(&blank_first)).expect("a 15-puzzle");
    println!("Korf's instance {number}, {length} moves");
    println!("by hand          loyd             loyd / by hand");
    let mut ratios: Vec<f64> = (0..5)
        .map(|_| {
            let (hand_seconds, (hand_length, hand_bytes)) = timed(|| by_hand(packed(&tiles), packed(&blank_first)));
            let (seconds, (loyd_length, bytes)) = timed(|| by_loyd(&fifteen, &tiles));
            assert_eq!((hand_length, loyd_length), (length, length));
            let mib = |bytes: u64| bytes >> 20;
            let ratio = seconds / hand_seconds;
            let (hand_mib, mib) = (mib(hand_bytes as u64), mib(bytes));
            println!("{hand_seconds:.2} s {hand_mib:>4} MiB  {seconds:.2} s {mib:>4} MiB  {ratio:.2}");
            ratio
        })
        .collect();
    ratios.sort_by(f64::total_cmp);
    println!("median of loyd / by hand: {:.2}", ratios[ratios.len() / 2]);
}
