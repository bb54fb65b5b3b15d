//! Rolls on ranks, for a block of states at a time.

use super::NEIGHBOURS;
use super::state::{CubesState, Tops, VIEWS, part};
use loyd_core::exact::exact;

/// The number of states of a block: `3^8`, all tops for one arrangement of classes and one cell of the blank.
pub const BLOCK: usize = 6561;

/// For each state of a block, its place in the block that a roll leads to.
pub type RollPlaces = [u16; BLOCK];

/// Rolls on ranks: one small table for each step of the blank and each class of the cube that rolls.
///
/// The [`BLOCK`] ranks from `BLOCK * block` on share their cubes' classes and the blank's cell. A roll takes all of
/// them to one other block, and a table contains their places there. No state is unpacked, so a walk of all states of a
/// [`part`](super::part) is several times as fast.
///
/// ```
/// use loyd_puzzles::rolling_cubes::{BLOCK, CubesState, RollBlocks};
/// let (blocks, start) = (RollBlocks::new(), CubesState::start(0));
/// let (block, place) = (start.rank() as usize / BLOCK, start.rank() as usize % BLOCK);
/// let reached: Vec<_> = blocks.rolls(block).map(|(to, places)| BLOCK * to + usize::from(places[place])).collect();
/// assert_eq!(reached, [1, 3].map(|from| start.rolled(from).rank() as usize));
/// ```
#[derive(Clone, Debug)]
pub struct RollBlocks {
    /// The tables, by [`step`] and by the class of the cube that rolls.
    places: Vec<[RollPlaces; 2]>,
}

/// The number of a step of the blank, below 36: steps up, left, right and down.
fn step(blank: u8, to: u8) -> usize {
    let direction = match to as i8 - blank as i8 {
        -3 => 0,
        -1 => 1,
        1 => 2,
        _ => 3,
    };
    usize::from(blank) * 4 + direction
}

impl RollBlocks {
    /// Computes the tables: 945 KB, a few milliseconds.
    #[expect(clippy::cast_possible_truncation, reason = "a place in a block is below the block's size of 2^16")]
    pub fn new() -> Self {
        let mut places = vec![[[0; BLOCK]; 2]; 36];
        for (blank, cells) in (0..).zip(NEIGHBOURS) {
            for to in (0..9).filter(|to| cells >> to & 1 == 1) {
                for (classes, places) in [0, u8::MAX].into_iter().zip(&mut places[step(blank, to)]) {
                    for (place, reached) in (0..).zip(places) {
                        let view = u32::from(blank) * BLOCK as u32 + place;
                        let state = Tops::from_view(view).with_classes(classes).rolled(to);
                        *reached = (state.tops().view() % BLOCK as u32) as u16;
                    }
                }
            }
        }
        RollBlocks { places }
    }

    /// The blocks that rolls lead to from a block, each with the place of every state there.
    pub fn rolls(&self, block: usize) -> impl Iterator<Item = (usize, &RollPlaces)> {
        let first = CubesState::unrank((block * BLOCK) as u64);
        let blank = first.blank();
        (0..9).filter(move |to| NEIGHBOURS[usize::from(blank)] >> to & 1 == 1).map(move |to| {
            let reached = exact::<usize>(first.rolled(to).rank()) / BLOCK;
            (reached, &self.places[step(blank, to)][usize::from(first.class(to))])
        })
    }

    /// The least number of rolls from a start cell (0 to 8) to each view, by [`Tops::view`].
    ///
    /// # Complexity
    /// A breadth-first search of all that the start cell reaches, 3.3 or 4.1 million states: some 50 milliseconds, and
    /// three bits for each state while it runs.
    ///
    /// # Panics
    /// If `start` is above 8.
    ///
    /// ```
    /// use loyd_puzzles::rolling_cubes::{RollBlocks, Tops};
    /// let rolls = RollBlocks::new().rolls_from(0);
    /// assert_eq!(rolls[Tops::read("RRR/WWW/RRE").unwrap().view() as usize], 30); // a sample of the problem
    /// ```
    pub fn rolls_from(&self, start: u8) -> Vec<u8> {
        /// One bit for each state of a block.
        type Bits = [u64; BLOCK.div_ceil(64)];
        assert!(start < 9, "a cell from 0 to 8");
        let start = CubesState::start(start);
        let ranks = part(start.odd_cubes());
        let first = exact::<usize>(ranks.start) / BLOCK;
        let count = exact::<usize>(ranks.end) / BLOCK - first;
        let empty: Bits = [0; BLOCK.div_ceil(64)];
        let mut seen = vec![empty; count];
        let (mut layer, mut next) = (seen.clone(), seen.clone());
        let (block, place) = (exact::<usize>(start.rank()) / BLOCK - first, exact::<usize>(start.rank()) % BLOCK);
        layer[block][place / 64] = 1 << (place % 64);
        seen[block] = layer[block];
        let mut rolls = vec![u8::MAX; exact::<usize>(VIEWS)];
        let mut found = Vec::with_capacity(BLOCK);
        for depth in 0.. {
            let mut any = false;
            for block in 0..count {
                found.clear();
                for (word, bits) in layer[block].iter_mut().enumerate() {
                    while *bits != 0 {
                        found.push(word * 64 + bits.trailing_zeros() as usize);
                        *bits &= *bits - 1;
                    }
                }
                if found.is_empty() {
                    continue;
                }
                any = true;
                let sights = &mut rolls[(first + block) * BLOCK % exact::<usize>(VIEWS)..][..BLOCK];
                found.iter().for_each(|&place| sights[place] = sights[place].min(depth));
                for (to, places) in self.rolls(first + block) {
                    let (seen, next) = (&mut seen[to - first], &mut next[to - first]);
                    for &place in &found {
                        let place = usize::from(places[place]);
                        let bit = 1 << (place % 64);
                        next[place / 64] |= bit & !seen[place / 64];
                        seen[place / 64] |= bit;
                    }
                }
            }
            if !any {
                break;
            }
            std::mem::swap(&mut layer, &mut next);
        }
        rolls
    }
}

impl Default for RollBlocks {
    fn default() -> Self {
        RollBlocks::new()
    }
}
