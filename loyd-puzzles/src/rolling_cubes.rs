//! Rolling cubes: eight equal cubes and a blank on 3x3; a cube next to the blank rolls into it.
//!
//! Opposite faces of a cube have one colour: white, red or blue. So a cube has one of six orientations, given by the
//! colours on top and in front. At the start all cubes are white on top and red in front: a roll up or down shows red,
//! a roll sideways blue. A goal only determines the colours on top. Each cube may then have two orientations, so there
//! are 2^8 = 256 goal states. The standard goal is white all over with the blank in the centre.
//!
//! A roll exchanges the cube's vertical axis with another axis and takes the cube to a cell of the other chessboard
//! colour. So the parity of the orientation (a permutation of three axes), together with the colour of the cell, never
//! changes: this is the cube's **class**, see [`CubesState`]. The number of cubes of each class divides the `9 * 6^8` =
//! 15,116,544 states into nine parts, and each part is connected (by exhaustion, in the tests):
//! - if the blank starts in a corner or the centre, four cubes are of each class: `9 * 70 * 3^8` = 4,133,430 states;
//! - if the blank starts at an edge, five and three: `9 * 56 * 3^8` = 3,306,744 states.
//!
//! A goal leaves the orientations open, so it has states in all parts: **every state reaches every goal**.
//!
//! Problem: "Cubic Eight-Puzzle", ACM ICPC Japan 2006 (POJ 3131, LA 3618).

use loyd_core::puzzle::bits::Bits;
use loyd_core::puzzle::{AtMost, NotListed, Puzzle, Ranked};

use loyd_core::family::{Family, FamilyKind, PositionSize, Visitor};
use loyd_core::opening::Opening;
use loyd_core::opening::Unopened;

mod blocks;
mod bounds;
mod notation;
mod state;
#[cfg(test)]
mod tests;

pub use blocks::{BLOCK, RollBlocks, RollPlaces};
pub use bounds::{Tour, TourMemo};
pub use state::{Colour, Cube, CubesState, STATES, Tops, VIEWS, part};

/// The family's entry in the catalogue.
pub const FAMILY: Family = Family {
    name: "rolling-cubes",
    kind: FamilyKind::Board,
    syntax: "rolling-cubes",
    what: "roll eight cubes until the wanted colours are on top",
    aliases: &[
        ("cubic-eight-puzzle", "rolling-cubes"),
        ("滚动立方体", "rolling-cubes"),
        ("立体八数码", "rolling-cubes"),
    ],
    size: PositionSize::Untold,
    metrics: &[],
    examples: &["rolling-cubes"],
};

/// Opens the board with the given goal, or else the standard goal.
///
/// # Errors
/// [`Unopened`] if the id has parameters, or if the goal cannot be read.
pub fn open<V: Visitor>(
    id: &str,
    parameters: &str,
    goal: Option<&str>,
    _: &Opening<'_>,
    visitor: V,
) -> Result<V::Output, Unopened> {
    if id != FAMILY.name {
        return Err(Unopened::parameters(id, parameters, "`rolling-cubes` without parameters"));
    }
    let goal = goal.map_or(Ok(Tops::STANDARD), |text| Tops::read(text).map_err(Unopened::Goal))?;
    Ok(visitor.ranked(RollingCubes::new(goal)))
}

/// For each cell, its neighbours, one bit for each cell.
const NEIGHBOURS: [u16; 9] = {
    let mut table = [0; 9];
    let mut cell = 0;
    while cell < 9 {
        if cell >= 3 {
            table[cell] |= 1 << (cell - 3);
        }
        if cell < 6 {
            table[cell] |= 1 << (cell + 3);
        }
        if cell % 3 > 0 {
            table[cell] |= 1 << (cell - 1);
        }
        if cell % 3 < 2 {
            table[cell] |= 1 << (cell + 1);
        }
        cell += 1;
    }
    table
};

/// A set of cells that the blank may go to, one bit for each cell.
pub type Destinations = AtMost<4, Bits<u16>>;

/// The board with its goal. A move is the cell that the blank goes to; the cube in this cell rolls into the blank.
///
/// ```
/// use loyd_core::puzzle::{Convention, Notation, Puzzle};
/// use loyd_puzzles::rolling_cubes::{RollingCubes, Tops};
/// let cubes = RollingCubes::new(Tops::read("RBW/RWW/EWW").unwrap()); // a sample of the problem: three rolls
/// let mut state = cubes.starts("2 1").unwrap()[0];
/// for letter in ["l", "d", "d"] {
///     let m = cubes.move_named(&state, letter, Convention::Blank).unwrap();
///     cubes.apply(&mut state, m);
/// }
/// assert!(cubes.is_goal(&state));
/// ```
#[derive(Clone, Debug)]
pub struct RollingCubes {
    goal: Tops,
}

impl RollingCubes {
    /// Makes the board with a goal.
    pub fn new(goal: Tops) -> Self {
        RollingCubes { goal }
    }
}

impl Puzzle for RollingCubes {
    type State = CubesState;
    type Move = u8;
    /// The cell that the blank came from. A roll back undoes a roll.
    type Undo = u8;
    type Moves = Destinations;

    #[inline(always)]
    fn moves(&self, state: &CubesState) -> Destinations {
        AtMost(Bits(NEIGHBOURS[usize::from(state.blank())]))
    }

    #[inline(always)]
    fn apply(&self, state: &mut CubesState, m: u8) -> u8 {
        let from = state.blank();
        *state = state.rolled(m);
        from
    }

    #[inline(always)]
    fn back(&self, state: &CubesState, _m: u8) -> Destinations {
        AtMost(Bits::one(state.blank()))
    }

    #[inline(always)]
    fn is_goal(&self, state: &CubesState) -> bool {
        state.tops() == self.goal
    }

    fn goals(&self) -> Result<Vec<CubesState>, NotListed> {
        Ok((0..=u8::MAX).map(|classes| self.goal.with_classes(classes)).collect())
    }

    /// The alphabetical order of the letters: d, l, r, u.
    fn order(&self, state: &CubesState, m: u8) -> u32 {
        // The blank's step is -3 up, -1 left, 1 right, 3 down.
        match m as i8 - state.blank() as i8 {
            3 => 0,
            -1 => 1,
            1 => 2,
            _ => 3,
        }
    }
}

/// `rank = 59,049 * classes + view`. The view from above is `6561 * blank + tops`; the tops are a number in base 3,
/// with the first cube as the lowest digit, white 0, red 1, blue 2. The classes of the eight cubes are numbered part by
/// part, see [`part`], so each part is one run of ranks, and so are the states that a start cell reaches.
///
/// ```
/// use loyd_core::puzzle::Ranked;
/// use loyd_puzzles::rolling_cubes::{CubesState, RollingCubes, Tops, VIEWS, part};
/// let cubes = RollingCubes::new(Tops::STANDARD);
/// assert_eq!(cubes.ranks(), 9 * 6u64.pow(8));
/// let [corner, edge] = [CubesState::start(0), CubesState::start(1)];
/// assert_eq!((part(4), part(3)), (0..4_133_430, 4_133_430..7_440_174));
/// assert!(part(corner.odd_cubes()).contains(&cubes.rank(&corner)));
/// assert!(part(edge.odd_cubes()).contains(&cubes.rank(&edge)));
/// assert_eq!(cubes.rank(&edge) % VIEWS, u64::from(edge.tops().view()));
/// ```
impl Ranked for RollingCubes {
    fn ranks(&self) -> u64 {
        STATES
    }

    #[inline]
    fn rank(&self, state: &CubesState) -> u64 {
        state.rank()
    }

    #[inline]
    fn unrank(&self, rank: u64) -> CubesState {
        CubesState::unrank(rank)
    }
}
