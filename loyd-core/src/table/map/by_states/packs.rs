//! Packed states of a puzzle, and the moves between them: the part of a map without ranks that is compiled for every
//! puzzle.

use super::hash::hash;
use crate::exact::exact;
use crate::puzzle::{MoveSet, Packed, Puzzle, Symmetric};
use crate::splitmix;
use crate::table::map::check::near_state;
use crate::table::map::orbit::orbit;

/// Packed states, and the moves between them.
pub trait Packs: Sync {
    /// The number of bytes of a state.
    fn width(&self) -> usize;

    /// Calls `each` with the representatives of a state's predecessors, or, forwards, of its successors.
    fn follow(&self, state: &[u8], each: &mut dyn FnMut(&[u8]));

    /// The number of states that a state stands for.
    fn images(&self, state: &[u8]) -> u64;

    /// The most states that a state can stand for.
    fn symmetries(&self) -> u64;

    /// Calls `each` with the number of each image of a state, or with 0 for a chosen image, and then with the
    /// representative of each of the image's neighbours, and whether the neighbour is on the side of the predecessors,
    /// from which the next layer is made. Returns the number of images, each counted once.
    fn near_images(&self, state: &[u8], chosen: Option<u64>, each: &mut NearImage<'_>) -> u64;
}

/// The function that is called with the neighbours of images.
pub type NearImage<'n> = dyn FnMut(usize, Option<(bool, &[u8])>) + 'n;

/// The most bytes of a packed state that needs no list of its own.
const NARROW: usize = 128;

/// The packed states of a puzzle.
pub struct PacksOf<'p, P, A, S> {
    puzzle: &'p P,
    packed: &'p A,
    symmetric: Option<&'p S>,
    forwards: bool,
    loses: Option<u64>,
}

impl<'p, P: Puzzle, A: Packed<P>, S: Symmetric<P>> PacksOf<'p, P, A, S> {
    /// The packed states of that puzzle, each of which counts for its images under the symmetries. `forwards`: counting
    /// begins at a state.
    pub fn new(puzzle: &'p P, packed: &'p A, symmetric: Option<&'p S>, forwards: bool) -> Self {
        PacksOf { puzzle, packed, symmetric, forwards, loses: None }
    }

    /// A fault, for a test: of `loses` states, one is never found.
    pub fn losing(self, loses: Option<u64>) -> Self {
        PacksOf { loses, ..self }
    }

    /// The representatives of these states, each once.
    pub fn first(&self, states: &[P::State]) -> Vec<Vec<u8>> {
        let pack = |state: &P::State| {
            let mut bytes = vec![0; self.packed.width()];
            self.pack(state.clone(), &mut bytes);
            bytes
        };
        let mut first: Vec<Vec<u8>> = states.iter().map(pack).collect();
        first.sort_unstable();
        first.dedup();
        first
    }

    /// The states for which packed states stand, one packed state after the other, at most `most`.
    pub fn states(&self, kept: &[Vec<u8>], most: usize) -> Vec<P::State> {
        kept.iter().flat_map(|bytes| self.orbit(&self.packed.unpack(bytes))).take(most).collect()
    }

    fn orbit(&self, state: &P::State) -> Vec<P::State> {
        orbit(self.symmetric.map(|symmetric| symmetric as &dyn Symmetric<P>), state)
    }

    fn pack(&self, mut state: P::State, bytes: &mut [u8]) {
        if let Some(symmetric) = self.symmetric {
            symmetric.represent(&mut state);
        }
        self.packed.pack(&state, bytes);
    }
}

impl<P: Puzzle, A: Packed<P>, S: Symmetric<P>> Packs for PacksOf<'_, P, A, S> {
    fn width(&self) -> usize {
        self.packed.width()
    }

    fn follow(&self, state: &[u8], each: &mut dyn FnMut(&[u8])) {
        let (mut narrow, mut wide) = ([0; NARROW], Vec::new());
        let bytes = match state.len() {
            ..=NARROW => &mut narrow[..state.len()],
            width => {
                wide.resize(width, 0);
                &mut wide[..]
            }
        };
        let state = self.packed.unpack(state);
        let mut give = |there: P::State| {
            self.pack(there, bytes);
            if self.loses.is_some_and(|each| hash(bytes).is_multiple_of(each)) {
                return;
            }
            each(bytes);
        };
        if self.forwards {
            for m in self.puzzle.moves(&state).iter() {
                let mut there = state.clone();
                self.puzzle.apply(&mut there, m);
                give(there);
            }
        } else {
            self.puzzle.undos_into(&state, &mut |undo| {
                let mut there = state.clone();
                self.puzzle.undo(&mut there, undo);
                give(there);
            });
        }
    }

    fn images(&self, state: &[u8]) -> u64 {
        self.symmetric.map_or(1, |symmetric| symmetric.represent(&mut self.packed.unpack(state)))
    }

    fn symmetries(&self) -> u64 {
        self.symmetric.map_or(1, Symmetric::symmetries)
    }

    fn near_images(&self, state: &[u8], chosen: Option<u64>, each: &mut NearImage<'_>) -> u64 {
        let mut images = self.orbit(&self.packed.unpack(state));
        let number = images.len() as u64;
        if let Some(chosen) = chosen {
            images = vec![images[exact::<usize>(chosen % number.max(1))].clone()];
        }
        let mut bytes = vec![0; self.packed.width()];
        for (image, state) in images.iter().enumerate() {
            each(image, None);
            for is_back in [false, true] {
                near_state(self.puzzle, state, is_back != self.forwards, &mut |near| {
                    self.pack(near, &mut bytes);
                    each(image, Some((is_back, &bytes)));
                });
            }
        }
        number
    }
}

/// The mean number of moves of a state, on a walk from a goal.
pub fn mean_moves<P: Puzzle>(puzzle: &P, goals: &[P::State]) -> f64 {
    const STEPS: u64 = 1 << 12;
    let Some(goal) = goals.first() else { return 0.0 };
    let (mut state, mut sum) = (goal.clone(), 0);
    let mut below = splitmix::below(1);
    for _ in 0..STEPS {
        let moves: Vec<P::Move> = puzzle.moves(&state).iter().collect();
        sum += moves.len() as u64;
        // A dead end of one-way moves begins the walk anew.
        match moves.get(exact::<usize>(below(moves.len().max(1) as u64))) {
            Some(&m) => drop(puzzle.apply(&mut state, m)),
            None => state.clone_from(goal),
        }
    }
    sum as f64 / STEPS as f64
}
