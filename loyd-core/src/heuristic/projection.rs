//! Projections: some pieces of a puzzle are kept, the others forgotten, and every move counts, whatever it moves. The
//! distance of what is left is a bound for the whole, since a solution of the whole solves the part.
//!
//! Several projections are not added up: the greatest counts. One table gives many, for it can be asked about other
//! positions that are as far from the goal ([`Projection`]).
//!
//! Source: J. C. Culberson and J. Schaeffer, Pattern databases, Computational Intelligence 14, 1998.

use std::sync::OnceLock;

use crate::exact::exact;
use crate::puzzle::pattern::{Blocked, Name, Step};
use crate::puzzle::{Labelled, MoveSet};
use crate::rank::placement::{MOST_CELLS, MOST_PIECES, Placements};

mod views;

pub use views::{MOST_VIEWS, Memo, Projection};

/// Where the method comes from.
pub const SOURCE: &str = "J. C. Culberson and J. Schaeffer, Pattern databases, Computational Intelligence 14, 1998";

/// Where the method of sums comes from.
pub const SOURCE_OF_SUMS: &str = "F. Yang, J. Culberson, R. Holte, U. Zahavi and A. Felner, A general theory of \
                                  additive state space abstractions, \
                                  Journal of Artificial Intelligence Research 32, 2008";

/// What one move does to the places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Motion {
    /// The phase after it.
    phase: usize,
    /// The place to which the piece of each place goes, and the place from which it comes.
    to: [u8; MOST_CELLS],
    from: [u8; MOST_CELLS],
    /// The places whose pieces move.
    moved: u64,
}

impl Motion {
    fn new(phase: usize, to: &[u8]) -> Self {
        let mut motion =
            Motion { phase, to: std::array::from_fn(|place| exact::<u8>(place)), from: [0; MOST_CELLS], moved: 0 };
        motion.from = motion.to;
        for (place, &to) in to.iter().enumerate() {
            motion.to[place] = to;
            motion.from[usize::from(to)] = exact::<u8>(place);
            motion.moved |= u64::from(usize::from(to) != place) << place;
        }
        motion
    }

    fn back(&self, phase: usize) -> Self {
        Motion { phase, to: self.from, from: self.to, moved: self.moved }
    }

    /// The same seen in a mirror.
    fn mirrored(&self, mirror: &[u8]) -> Self {
        let mut to: Vec<u8> = vec![0; mirror.len()];
        for (place, &seen) in mirror.iter().enumerate() {
            to[usize::from(seen)] = mirror[usize::from(self.to[place])];
        }
        Motion::new(self.phase, &to)
    }

    /// The place whose piece pays for the move where costs are shared: the last that it moves a piece from.
    fn payer(&self) -> u32 {
        63 - self.moved.leading_zeros().min(63)
    }

    fn is_odd(&self, places: usize) -> bool {
        let mut seen = 0u64;
        let mut odd = false;
        for begin in 0..places {
            let mut at = begin;
            while seen >> at & 1 == 0 {
                seen |= 1 << at;
                at = usize::from(self.to[at]);
                odd ^= at != begin;
            }
        }
        odd
    }
}

/// The moves of a puzzle as what they do to the places, by phase and letter; and the phases of goals.
#[derive(Clone, Debug)]
struct Motions {
    places: usize,
    phases: Vec<Vec<Option<Motion>>>,
    goals: Vec<usize>,
}

impl Motions {
    /// `None` if the puzzle has more places than a set of them can have, or does not say its phases or its goals.
    fn of<P: Labelled>(puzzle: &P) -> Option<Self> {
        let (places, states) = (puzzle.places(), puzzle.phases());
        if places > MOST_CELLS || states.is_empty() {
            return None;
        }
        let goals = puzzle.goals().ok()?;
        let mut goals: Vec<usize> = goals.iter().map(|goal| puzzle.phase(goal)).collect();
        goals.sort_unstable();
        goals.dedup();
        let of_phase = |state: &P::State| {
            let mut motions = Vec::new();
            for m in puzzle.moves(state).iter() {
                let mut after = *state;
                puzzle.apply(&mut after, m);
                let mut place_of = [0; MOST_CELLS];
                for place in 0..exact::<u8>(places) {
                    place_of[usize::from(puzzle.piece(&after, place))] = place;
                }
                let to = (0..exact::<u8>(places)).map(|place| place_of[usize::from(puzzle.piece(state, place))]);
                let motion = Motion::new(puzzle.phase(&after), &to.collect::<Vec<u8>>());
                let letter = puzzle.letter(state, m);
                motions.resize(motions.len().max(letter + 1), None);
                motions[letter] = Some(motion);
            }
            motions
        };
        Some(Motions { places, phases: states.iter().map(of_phase).collect(), goals })
    }

    fn of_phase(&self, phase: usize) -> impl Iterator<Item = &Motion> {
        self.phases[phase].iter().flatten()
    }

    /// Whether the moves seen in a mirror are the moves.
    fn allow_mirror(&self, mirror: &[u8]) -> bool {
        let mut seen = vec![false; self.places];
        let permutes = mirror.len() == self.places
            && mirror
                .iter()
                .all(|&place| seen.get_mut(usize::from(place)).is_some_and(|seen| !std::mem::replace(seen, true)));
        permutes
            && (0..self.phases.len()).all(|phase| {
                self.of_phase(phase).all(|motion| {
                    let mirrored = motion.mirrored(mirror);
                    self.of_phase(phase).any(|motion| *motion == mirrored)
                })
            })
    }

    /// Whether a solution read backwards, each move taken back, is one of the position in which pieces and places have
    /// changed roles.
    ///
    /// So it is if all phases are goals', and can be renamed so that what takes back a move from one phase to another
    /// is a move from the other's new name to the one's. Looked for up to two phases.
    fn allow_inverse(&self) -> bool {
        let phases = self.phases.len();
        let allows = |renamed: &dyn Fn(usize) -> usize| {
            (0..phases).all(|phase| {
                self.of_phase(phase).all(|motion| {
                    let back = motion.back(renamed(phase));
                    self.of_phase(renamed(motion.phase)).any(|motion| *motion == back)
                })
            })
        };
        phases <= 2 && self.goals.len() == phases && (allows(&|phase| phase) || allows(&|phase| phases - 1 - phase))
    }

    /// Whether every move is an odd permutation, so that a position's parity is that of its distance.
    fn are_odd(&self) -> bool {
        self.phases.iter().flatten().flatten().all(|motion| motion.is_odd(self.places))
    }
}

/// Pieces that are kept: the pattern of a projection. Its parts are the puzzle's phases.
///
/// ```
/// use loyd_core::heuristic::projection::Kept;
/// use loyd_core::puzzle::pattern::Blocked;
/// use loyd_puzzles::magic_board::MagicBoard;
/// let upper_row = Kept::new(&MagicBoard::standard(), &[0, 1, 2, 3]).unwrap();
/// assert_eq!(upper_row.count(), 1680); // 8 * 7 * 6 * 5
/// assert!(Kept::new(&MagicBoard::standard(), &[0, 0]).is_none());
/// ```
#[derive(Debug)]
pub struct Kept {
    motions: Motions,
    rules: String,
    /// The pieces, ascending.
    homes: Vec<u8>,
    /// Whether only the moves count that its pieces pay for.
    shared: bool,
    /// Made when they are first asked for: naming a table needs none.
    numbers: OnceLock<Numbers>,
}

/// The numbering of placements, and what becomes of arrangements when their places are permuted, by the permutation's
/// number.
#[derive(Debug)]
struct Numbers {
    placements: Placements,
    before: Vec<OnceLock<Box<[u16]>>>,
}

impl Kept {
    /// The pieces that belong in these places; `None` if a piece is named twice or is none of the puzzle's, there are
    /// more than can be [numbered](Placements::new), or the puzzle does not say what its moves do to places.
    pub fn new<P: Labelled>(puzzle: &P, homes: &[u8]) -> Option<Self> {
        let motions = Motions::of(puzzle)?;
        let mut homes = homes.to_vec();
        homes.sort_unstable();
        let once = homes.windows(2).all(|pair| pair[0] < pair[1]);
        let on_board = homes.last().is_some_and(|&last| usize::from(last) < motions.places);
        let sets =
            Placements::count_of(motions.places, homes.len()) / (1..=homes.len().min(20) as u64).product::<u64>();
        let few = homes.len() <= MOST_PIECES && u32::try_from(sets).is_ok();
        (once && on_board && few).then(|| Kept {
            motions,
            rules: puzzle.rules(),
            homes,
            shared: false,
            numbers: OnceLock::new(),
        })
    }

    /// The same pieces, but a move counts only if it is one of them that pays for it: the piece in the last of the
    /// places whose pieces the move carries off. Of every move just one piece is that one; so the distances of patterns
    /// that have no piece in common add up.
    ///
    /// Source: location-based costs of F. Yang, J. Culberson, R. Holte, U. Zahavi and A. Felner, A general theory of
    /// additive state space abstractions, Journal of Artificial Intelligence Research 32, 2008.
    #[must_use]
    pub fn shared(self) -> Self {
        Kept { shared: true, ..self }
    }

    /// The blocks that moves lead to: those that are paid for, or the others. All are, unless costs are shared.
    #[expect(clippy::cast_possible_truncation, reason = "a count of bits of one word")]
    fn made(&self, set: u64, part: usize, paid: bool, each: &mut impl FnMut(Step)) {
        // Moves of forgotten pieces only: the phase may change, and one for each is enough.
        let mut waited = vec![false; self.motions.phases.len()];
        for motion in self.motions.of_phase(part) {
            if self.shared && (set >> motion.payer() & 1 == 1) != paid {
                continue;
            }
            if motion.moved & set == 0 {
                if !std::mem::replace(&mut waited[motion.phase], true) {
                    each(Step { set, part: motion.phase, change: 0 });
                }
                continue;
            }
            let (mut cells, mut rest, mut after) = ([0; MOST_PIECES], set, 0u64);
            let pieces = self.homes.len();
            for cell in &mut cells[..pieces] {
                *cell = motion.to[rest.trailing_zeros() as usize];
                after |= 1 << *cell;
                rest &= rest - 1;
            }
            let place = |cell: u8| (after & ((1 << cell) - 1)).count_ones() as u8;
            let places = cells.map(place);
            each(Step { set: after, part: motion.phase, change: Placements::permutation(&places[..pieces]) });
        }
    }

    fn numbers(&self) -> &Numbers {
        self.numbers.get_or_init(|| {
            let placements = Placements::new(self.motions.places, self.homes.len()).expect("sizes that were checked");
            let before = (0..placements.arrangements()).map(|_| OnceLock::new()).collect();
            Numbers { placements, before }
        })
    }
}

impl Blocked for Kept {
    fn placements(&self) -> &Placements {
        &self.numbers().placements
    }

    /// Ascending.
    fn homes(&self) -> &[u8] {
        &self.homes
    }

    fn count(&self) -> u64 {
        Placements::count_of(self.motions.places, self.homes.len())
    }

    fn parts(&self, _set: u64) -> usize {
        self.motions.phases.len()
    }

    fn steps(&self, set: u64, part: usize, each: &mut impl FnMut(Step)) {
        self.made(set, part, true, each);
    }

    fn is_shared(&self) -> bool {
        self.shared
    }

    fn free_steps(&self, set: u64, part: usize, each: &mut impl FnMut(Step)) {
        self.made(set, part, false, each);
    }

    fn before(&self, change: u16) -> Option<&[u16]> {
        let numbers = self.numbers();
        let before = || numbers.placements.before(change);
        (change != 0).then(|| &**numbers.before[usize::from(change)].get_or_init(before))
    }

    fn goals(&self) -> Vec<(u64, usize, u16)> {
        let (set, arrangement) = self.placements().split(&self.homes);
        self.motions.goals.iter().map(|&phase| (set, phase, arrangement)).collect()
    }

    fn worth(&self, _piece: usize, _cell: u8) -> u8 {
        0
    }

    fn unit(&self) -> u32 {
        1
    }

    fn name(&self) -> Name {
        let homes: Vec<String> = self.homes.iter().map(u8::to_string).collect();
        Name {
            kind: if self.shared {
                "projection, moves paid by the piece in the last place moved"
            } else {
                "projection"
            },
            rules: self.rules.clone(),
            goal: "every piece at home".into(),
            pieces: homes.join(" "),
            encoding: "nibbles: distance, at most 15",
        }
    }
}

/// The most placements of a projection that is chosen: a table of 32 MiB at most.
pub const FEW_PLACEMENTS: u64 = 1 << 26;

/// How many pieces a projection of so many places is to keep: as many as [`FEW_PLACEMENTS`] allow, less than would
/// settle all others.
pub fn pieces_of(places: usize) -> usize {
    let few = |&pieces: &usize| Placements::count_of(places, pieces) <= FEW_PLACEMENTS;
    (1..=MOST_PIECES.min(places.saturating_sub(2))).rev().find(few).unwrap_or(1)
}

/// All pieces in groups of neighbours, as few as possible of at most so many placements, of sizes as equal as can be:
/// for costs that are [shared](Kept::shared).
pub fn groups_of(places: usize, placements: u64) -> Vec<Vec<u8>> {
    let few = |&pieces: &usize| Placements::count_of(places, pieces) <= placements;
    let most = (1..=MOST_PIECES.min(places)).rev().find(few).unwrap_or(1);
    let groups = places.div_ceil(most);
    let bounds: Vec<u8> = (0..=groups).map(|group| exact::<u8>((group * places).div_ceil(groups))).collect();
    bounds.windows(2).map(|pair| (pair[0]..pair[1]).collect()).collect()
}

/// The mirrors and turns of a grid; those that exchange rows and columns only where there are as many of both.
pub fn grid_mirrors(rows: usize, columns: usize) -> Vec<Vec<u8>> {
    let mirror = |across: bool, upside_down: bool, exchanged: bool| {
        let seen = move |cell: usize| {
            let (row, column) = (cell / columns, cell % columns);
            let row = if upside_down { rows - 1 - row } else { row };
            let column = if across { columns - 1 - column } else { column };
            exact::<u8>(if exchanged { column * columns + row } else { row * columns + column })
        };
        (0..rows * columns).map(seen).collect()
    };
    let all = (0..if rows == columns { 8 } else { 4 }).map(|bits| mirror(bits & 1 != 0, bits & 2 != 0, bits & 4 != 0));
    all.collect()
}

/// The turns of a ring, and each with its mirror.
pub fn ring_mirrors(places: usize) -> Vec<Vec<u8>> {
    let turned = |turn: usize, mirrored: bool| {
        let seen = move |place: usize| exact::<u8>((if mirrored { places - place } else { place } + turn) % places);
        (0..places).map(seen).collect()
    };
    (0..places).flat_map(|turn| [turned(turn, false), turned(turn, true)]).collect()
}
