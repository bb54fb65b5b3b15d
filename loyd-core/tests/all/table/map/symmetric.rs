//! Maps by hashing with symmetries count what they count without symmetries, and find symmetries that are wrong.

use super::*;
use loyd_core::cost::Cost;
use loyd_core::puzzle::bits::Bits;
use loyd_core::puzzle::{NotListed, Puzzle, Symmetric, Undo};

/// Cells in a square, each of which is on or off: one bit a cell. A state is solved if it is one of the goals.
struct Cells {
    flips: Vec<Flip>,
    goals: Vec<u32>,
    symmetries: Symmetries,
}

/// A move: where all cells of `on` are on and all cells of `off` are off, it flips the cells of `flipped`.
struct Flip {
    on: u32,
    off: u32,
    flipped: u32,
}

/// The images that the puzzle gives as its symmetries, right or wrong.
enum Symmetries {
    Unknown,
    /// By symmetry, the cell to which each cell goes.
    Cells(Vec<Vec<u8>>),
    /// Symmetries of cells with orbits of a wrong size: the right size times the first number, plus the second.
    Sized(Vec<Vec<u8>>, u64, u64),
    /// Symmetries of cells with a wrong number of symmetries.
    Numbered(Vec<Vec<u8>>, u64),
    /// The exchange of two states.
    Exchange(u32, u32),
}

/// The eight symmetries of the square, the identity first.
fn of_square(side: u8) -> Vec<Vec<u8>> {
    let turned = |cell: u8| cell % side * side + side - 1 - cell / side;
    let mirrored = |cell: u8| cell / side * side + side - 1 - cell % side;
    let mut turn: Vec<u8> = (0..side * side).collect();
    let mut all = Vec::new();
    for _ in 0..4 {
        all.push(turn.clone());
        all.push(turn.iter().map(|&cell| mirrored(cell)).collect());
        turn.iter_mut().for_each(|cell| *cell = turned(*cell));
    }
    all
}

/// A button on each cell flips the cell and its neighbours.
fn lamps(side: u8, symmetries: Symmetries) -> Cells {
    let near = |one: u8, other: u8| (one % side).abs_diff(other % side) + (one / side).abs_diff(other / side) <= 1;
    let cells = || 0..side * side;
    let plus = |button| cells().filter(|&cell| near(button, cell)).fold(0, |flipped, cell| flipped | 1 << cell);
    let flips = cells().map(|button| Flip { on: 0, off: 0, flipped: plus(button) }).collect();
    Cells { flips, goals: vec![0], symmetries }
}

/// A peg jumps over a peg, which is removed.
fn pegs(side: u8, symmetries: Symmetries) -> Cells {
    let mut flips = Vec::new();
    for from in 0..side * side {
        for to in 0..side * side {
            let far = ((from % side).abs_diff(to % side), (from / side).abs_diff(to / side));
            if far == (2, 0) || far == (0, 2) {
                let (from, over, to) = (1 << from, 1 << ((from + to) / 2), 1 << to);
                flips.push(Flip { on: from | over, off: to, flipped: from | over | to });
            }
        }
    }
    Cells { flips, goals: (0..side * side).map(|cell| 1 << cell).collect(), symmetries }
}

impl Cells {
    fn is_legal(&self, state: u32, m: u8) -> bool {
        let Flip { on, off, .. } = self.flips[usize::from(m)];
        state & on == on && state & off == 0
    }

    fn numbers(&self) -> std::ops::Range<u8> {
        0..self.flips.len() as u8
    }
}

#[derive(Clone, Copy, Debug)]
struct Flipped(u8);

impl Undo<Cells> for Flipped {
    fn take_back(self, cells: &Cells, state: &mut u32) -> u8 {
        *state ^= cells.flips[usize::from(self.0)].flipped;
        self.0
    }

    fn each_into(cells: &Cells, state: &u32, each: &mut impl FnMut(Flipped)) {
        let leads_here = |&m: &u8| cells.is_legal(state ^ cells.flips[usize::from(m)].flipped, m);
        cells.numbers().filter(leads_here).for_each(|m| each(Flipped(m)));
    }
}

impl Puzzle for Cells {
    type State = u32;
    type Move = u8;
    type Undo = Flipped;
    type Moves = Bits<u64>;

    const IS_MAPPED_BY_HASH: bool = true;

    fn moves(&self, state: &u32) -> Bits<u64> {
        self.numbers().filter(|&m| self.is_legal(*state, m)).collect()
    }

    fn apply(&self, state: &mut u32, m: u8) -> Flipped {
        *state ^= self.flips[usize::from(m)].flipped;
        Flipped(m)
    }

    fn is_goal(&self, state: &u32) -> bool {
        self.goals.contains(state)
    }

    fn goals(&self) -> Result<Vec<u32>, NotListed> {
        Ok(self.goals.clone())
    }

    fn symmetric(&self) -> Option<&impl Symmetric<Self>> {
        (!matches!(self.symmetries, Symmetries::Unknown)).then_some(self)
    }
}

impl Symmetric for Cells {
    fn symmetries(&self) -> u64 {
        match &self.symmetries {
            Symmetries::Unknown => 1,
            Symmetries::Cells(all) | Symmetries::Sized(all, ..) => all.len() as u64,
            Symmetries::Numbered(_, number) => *number,
            Symmetries::Exchange(..) => 2,
        }
    }

    fn represent(&self, state: &mut u32) -> u64 {
        let mut images = Vec::new();
        self.images(state, &mut |image| images.push(image));
        images.sort_unstable();
        images.dedup();
        *state = images[0];
        match self.symmetries {
            Symmetries::Sized(_, times, plus) => images.len() as u64 * times + plus,
            _ => images.len() as u64,
        }
    }

    fn images(&self, state: &u32, each: &mut dyn FnMut(u32)) {
        match &self.symmetries {
            Symmetries::Unknown => each(*state),
            Symmetries::Cells(all) | Symmetries::Sized(all, ..) | Symmetries::Numbered(all, _) => {
                let bit = |from: u8, to: u8| (state >> from & 1) << to;
                all.iter().for_each(|to| each((0..).zip(to).fold(0, |image, (from, &to)| image | bit(from, to))));
            }
            Symmetries::Exchange(one, other) => {
                each(*state);
                each(if state == one {
                    *other
                } else if state == other {
                    *one
                } else {
                    *state
                });
            }
        }
    }
}

fn by_hash(cells: &Cells, task: &MapOptions<'_, u32>, limits: &Limits) -> Result<(MapCensus, Vec<u32>), Unmapped> {
    map_unranked(cells, task, &mut Meter::new(limits), &mut |_| ())
}

/// Every pair of a puzzle and first states has one census, with symmetries and without. Symmetries make less work
/// exactly where the first states are closed under them.
#[test]
fn symmetries_change_no_count() {
    let from = |cells: &[u8]| Some(vec![cells.iter().fold(0, |state, &cell| state | 1 << cell)]);
    type Make = fn(u8, Symmetries) -> Cells;
    let cases: [(Make, u8, Option<Vec<u32>>, bool); 15] = [
        (lamps, 3, None, true),
        (lamps, 4, None, true),
        (lamps, 3, from(&[4]), true),
        (lamps, 4, Some(vec![1 << 0, 1 << 3, 1 << 12, 1 << 15]), true),
        (lamps, 3, from(&[0]), false),
        (lamps, 4, Some(vec![1 << 0, 1 << 15]), false),
        (lamps, 4, Some(vec![0, 1]), false),
        (lamps, 2, Some(vec![0, 0]), true),
        (lamps, 3, Some(Vec::new()), true),
        (pegs, 3, None, true),
        (pegs, 4, None, true),
        (pegs, 4, from(&[1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14]), true),
        (pegs, 4, from(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]), false),
        (pegs, 5, from(&[0, 4, 6, 7, 8, 11, 13, 16, 17, 18, 20, 24]), true),
        (pegs, 5, from(&[0, 1, 2, 3, 5, 6, 8, 11, 13, 16, 17, 18]), false),
    ];
    let free = Limits::default();
    for (number, (make, side, from, is_closed)) in cases.into_iter().enumerate() {
        let [with, without] = [Symmetries::Cells(of_square(side)), Symmetries::Unknown].map(|known| make(side, known));
        let all = MapOptions { from, antipodes: usize::MAX, checks: Checks::All, ..MapOptions::default() };
        let (plain, mut last) = by_hash(&without, &all, &free).unwrap();
        let (map, mut last_with) = by_hash(&with, &all, &free).unwrap();
        assert_eq!((&map.layers, map.are_first), (&plain.layers, plain.are_first), "{number}");
        last.sort_unstable();
        last_with.sort_unstable();
        assert_eq!(last_with, last, "{number}");
        let is_less = map.stats.generated < plain.stats.generated;
        assert_eq!(is_less, is_closed && plain.states() > 1, "{number}: {} {}", map.stats.generated, map.states());
        assert!(map.checked.is_none_or(|checked| checked.all && checked.positions == map.states()), "{number}");
        let some = MapOptions { antipodes: 3, checks: Checks::Drawn, ..all };
        let (drawn, few) = by_hash(&with, &some, &free).unwrap();
        assert_eq!((drawn.layers, few.len()), (map.layers, last.len().min(3)), "{number}");
        assert!(few.iter().all(|state| last.contains(state)), "{number}");
    }
}

/// A limit of memory or of moves leaves complete layers. A state that is lost is found.
#[test]
fn maps_with_symmetries_are_stopped_and_checked() {
    let lamps = lamps(4, Symmetries::Cells(of_square(4)));
    let whole = by_hash(&lamps, &MapOptions::default(), &Limits::default()).unwrap().0;
    for (limits, why) in [
        (Limits { bytes: Some(8_000), ..Limits::default() }, Stop::Bytes),
        (Limits { cost: Some(Cost::moves(3)), ..Limits::default() }, Stop::Moves),
    ] {
        let (stopped, _) = by_hash(&lamps, &MapOptions::default(), &limits).unwrap();
        assert_eq!(stopped.stopped, Some(why));
        assert!(whole.layers.starts_with(&stopped.layers) && stopped.layers.len() > 1);
        assert!(limits.bytes.is_none_or(|most| stopped.stats.bytes <= most));
    }
    let spoiled = MapOptions { checks: Checks::All, spoiled: Some((0, 97)), ..MapOptions::default() };
    assert!(matches!(by_hash(&lamps, &spoiled, &Limits::default()), Err(Unmapped::Wrong(_))));
}

/// Symmetries that are wrong are reported in place of a census, by the check that every map makes.
#[test]
fn wrong_symmetries_are_reported() {
    let square = || of_square(3);
    let some = |places: &[usize]| places.iter().map(|&place| square().swap_remove(place)).collect::<Vec<_>>();
    let exchanged = vec![(0..9).collect(), vec![1, 0, 2, 3, 4, 5, 6, 7, 8]];
    let wrong = [
        ("two turns of four", lamps(3, Symmetries::Cells(some(&[0, 2]))), "represents"),
        ("all but the identity", lamps(3, Symmetries::Cells(square().split_off(1))), "represents"),
        ("cells that are not alike", lamps(3, Symmetries::Cells(exchanged.clone())), "has an image whose moves"),
        ("pegs that are not alike", pegs(3, Symmetries::Cells(exchanged)), "has an image whose moves"),
        ("orbits that are too large", lamps(3, Symmetries::Sized(square(), 1, 1)), "counts for 2"),
        ("orbits that are twice as large", lamps(3, Symmetries::Sized(square(), 2, 0)), "counts for 2"),
        ("orbits without states", lamps(3, Symmetries::Sized(square(), 0, 0)), "has 0 images"),
        ("too few symmetries", lamps(3, Symmetries::Numbered(square(), 3)), "the puzzle has 3 symmetries"),
        // The first state is one button from the goal, and the other is not.
        ("an image at another distance", lamps(3, Symmetries::Exchange(0b1011, 0b1_0000)), "has an image whose moves"),
    ];
    for (what, cells, expected) in wrong {
        for checks in [Checks::Drawn, Checks::All] {
            let task = MapOptions { checks, ..MapOptions::default() };
            match by_hash(&cells, &task, &Limits::default()) {
                Err(Unmapped::Wrong(why)) => assert!(why.contains(expected), "{what}: {why}"),
                counted => panic!("{what}: {counted:?}"),
            }
        }
    }
}
