//! Projections: some pieces of a puzzle are kept, the others are forgotten, and every move counts, whichever pieces it
//! moves. The distance of the kept pieces is a bound for the whole, because a solution of the whole solves the part.
//!
//! Several projections are not added; the greatest counts. One table gives many bounds, because it can be asked about
//! other positions that are as far from the goal ([`Projection`]).
//!
//! Source: J. C. Culberson and J. Schaeffer, Pattern databases, Computational Intelligence 14, 1998.

use std::sync::OnceLock;

use crate::exact::exact;
use crate::puzzle::pattern::{BlockStep, Blocked, Name};
use crate::puzzle::{Labelled, MoveSet};
use crate::rank::placement::{MOST_CELLS, MOST_PIECES, Placements};

mod views;

pub use views::{MOST_VIEWS, Projection, ProjectionMemo};

/// The source of the method.
pub const SOURCE: &str = "J. C. Culberson and J. Schaeffer, Pattern databases, Computational Intelligence 14, 1998";

/// The source of the method of sums.
pub const SOURCE_OF_SUMS: &str = "F. Yang, J. Culberson, R. Holte, U. Zahavi and A. Felner, A general theory of \
                                  additive state space abstractions, \
                                  Journal of Artificial Intelligence Research 32, 2008";

/// The effect of one move on the places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PlaceMotion {
    /// The phase after the move.
    phase: usize,
    /// The place to which the piece of each place goes; `from` is the place from which it comes.
    to: [u8; MOST_CELLS],
    from: [u8; MOST_CELLS],
    /// The places whose pieces move.
    moved: u64,
}

impl PlaceMotion {
    fn new(phase: usize, to: &[u8]) -> Self {
        let mut motion =
            PlaceMotion { phase, to: std::array::from_fn(|place| exact::<u8>(place)), from: [0; MOST_CELLS], moved: 0 };
        motion.from = motion.to;
        for (place, &to) in to.iter().enumerate() {
            motion.to[place] = to;
            motion.from[usize::from(to)] = exact::<u8>(place);
            motion.moved |= u64::from(usize::from(to) != place) << place;
        }
        motion
    }

    fn back(&self, phase: usize) -> Self {
        PlaceMotion { phase, to: self.from, from: self.to, moved: self.moved }
    }

    /// The motion seen in a mirror.
    fn mirrored(&self, mirror: &[u8]) -> Self {
        let mut to: Vec<u8> = vec![0; mirror.len()];
        for (place, &seen) in mirror.iter().enumerate() {
            to[usize::from(seen)] = mirror[usize::from(self.to[place])];
        }
        PlaceMotion::new(self.phase, &to)
    }

    /// The place whose piece pays for the move if costs are shared: the last place from which it moves a piece.
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

/// The effects of a puzzle's moves on the places, by phase and letter, and the phases of its goals.
#[derive(Clone, Debug)]
struct PlaceMotions {
    places: usize,
    phases: Vec<Vec<Option<PlaceMotion>>>,
    goals: Vec<usize>,
}

impl PlaceMotions {
    /// Reads the moves of a puzzle; `None` if it has too many places for a set, or does not list phases or goals.
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
                let mut after = state.clone();
                puzzle.apply(&mut after, m);
                let mut place_of = [0; MOST_CELLS];
                for place in 0..exact::<u8>(places) {
                    place_of[usize::from(puzzle.piece(&after, place))] = place;
                }
                let to = (0..exact::<u8>(places)).map(|place| place_of[usize::from(puzzle.piece(state, place))]);
                let motion = PlaceMotion::new(puzzle.phase(&after), &to.collect::<Vec<u8>>());
                let letter = puzzle.letter(state, m);
                motions.resize(motions.len().max(letter + 1), None);
                motions[letter] = Some(motion);
            }
            motions
        };
        Some(PlaceMotions { places, phases: states.iter().map(of_phase).collect(), goals })
    }

    fn of_phase(&self, phase: usize) -> impl Iterator<Item = &PlaceMotion> {
        self.phases[phase].iter().flatten()
    }

    /// Whether the mirror takes moves to moves.
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

    /// Whether a solution read backwards, with each move taken back, solves the position in which pieces and places
    /// have changed roles.
    ///
    /// True if every phase is the phase of a goal, and phases can be renamed so that the inverse of a move from one
    /// phase to another is a move from the other's new name to the one's. Tried for up to two phases.
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

    /// Whether every move is an odd permutation, so that a position and its distance have the same parity.
    fn are_odd(&self) -> bool {
        self.phases.iter().flatten().flatten().all(|motion| motion.is_odd(self.places))
    }
}

/// The pattern of a projection: the pieces that are kept. Its parts are the puzzle's phases.
///
/// ```
/// use loyd_core::heuristic::projection::KeptPieces;
/// use loyd_core::puzzle::pattern::Blocked;
/// use loyd_puzzles::magic_board::MagicBoard;
/// let upper_row = KeptPieces::new(&MagicBoard::standard(), &[0, 1, 2, 3]).unwrap();
/// assert_eq!(upper_row.count(), 1680); // 8 * 7 * 6 * 5
/// assert!(KeptPieces::new(&MagicBoard::standard(), &[0, 0]).is_none());
/// ```
#[derive(Debug)]
pub struct KeptPieces {
    motions: PlaceMotions,
    rules: String,
    /// The pieces, ascending.
    homes: Vec<u8>,
    /// Whether a move counts only if one of the kept pieces pays for it.
    shared: bool,
    /// The numbering, made when it is first needed, because the name of a table needs none.
    numbers: OnceLock<PlacementNumbers>,
}

/// The numbering of placements. `before` lists, by a permutation's number, the arrangement before it for each
/// arrangement after it.
#[derive(Debug)]
struct PlacementNumbers {
    placements: Placements,
    before: Vec<OnceLock<Box<[u16]>>>,
}

impl KeptPieces {
    /// Keeps the pieces that belong in the places `homes`. Returns `None` if a piece is named twice or does not exist,
    /// if there are more than can be [numbered](Placements::new), or if the puzzle does not list its phases and goals.
    pub fn new<P: Labelled>(puzzle: &P, homes: &[u8]) -> Option<Self> {
        let motions = PlaceMotions::of(puzzle)?;
        let mut homes = homes.to_vec();
        homes.sort_unstable();
        let once = homes.windows(2).all(|pair| pair[0] < pair[1]);
        let on_board = homes.last().is_some_and(|&last| usize::from(last) < motions.places);
        let sets =
            Placements::count_of(motions.places, homes.len()) / (1..=homes.len().min(20) as u64).product::<u64>();
        let few = homes.len() <= MOST_PIECES && u32::try_from(sets).is_ok();
        (once && on_board && few).then(|| KeptPieces {
            motions,
            rules: puzzle.rules(),
            homes,
            shared: false,
            numbers: OnceLock::new(),
        })
    }

    /// The same pieces, but a move counts only if one of them pays for it: the piece in the last of the places from
    /// which the move takes pieces. Exactly one piece pays for a move, so distances of patterns without a common piece
    /// add up.
    ///
    /// Source: location-based costs of F. Yang, J. Culberson, R. Holte, U. Zahavi and A. Felner, A general theory of
    /// additive state space abstractions, Journal of Artificial Intelligence Research 32, 2008.
    #[must_use]
    pub fn shared(self) -> Self {
        KeptPieces { shared: true, ..self }
    }

    /// Calls `each` with the blocks that moves lead to: the moves that kept pieces pay for or, without `paid`, the
    /// other moves. If costs are not shared, every move counts.
    #[expect(clippy::cast_possible_truncation, reason = "a count of bits of one word")]
    fn block_moves(&self, set: u64, part: usize, paid: bool, each: &mut impl FnMut(BlockStep)) {
        // A move of forgotten pieces only may change the phase; one such move for each phase is enough.
        let mut waited = vec![false; self.motions.phases.len()];
        for motion in self.motions.of_phase(part) {
            if self.shared && (set >> motion.payer() & 1 == 1) != paid {
                continue;
            }
            if motion.moved & set == 0 {
                if !std::mem::replace(&mut waited[motion.phase], true) {
                    each(BlockStep { set, part: motion.phase, change: 0 });
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
            each(BlockStep { set: after, part: motion.phase, change: Placements::permutation(&places[..pieces]) });
        }
    }

    fn numbers(&self) -> &PlacementNumbers {
        self.numbers.get_or_init(|| {
            let placements = Placements::new(self.motions.places, self.homes.len()).expect("sizes that were checked");
            let before = (0..placements.arrangements()).map(|_| OnceLock::new()).collect();
            PlacementNumbers { placements, before }
        })
    }
}

impl Blocked for KeptPieces {
    fn placements(&self) -> &Placements {
        &self.numbers().placements
    }

    /// The homes of the kept pieces, ascending.
    fn homes(&self) -> &[u8] {
        &self.homes
    }

    fn count(&self) -> u64 {
        Placements::count_of(self.motions.places, self.homes.len())
    }

    fn parts(&self, _set: u64) -> usize {
        self.motions.phases.len()
    }

    fn steps(&self, set: u64, part: usize, each: &mut impl FnMut(BlockStep)) {
        self.block_moves(set, part, true, each);
    }

    fn is_shared(&self) -> bool {
        self.shared
    }

    fn free_steps(&self, set: u64, part: usize, each: &mut impl FnMut(BlockStep)) {
        self.block_moves(set, part, false, each);
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

/// The largest number of placements of a projection that is chosen: a table of 32 MiB at most.
pub const FEW_PLACEMENTS: u64 = 1 << 26;

/// The number of pieces that a projection of so many places keeps: as many as [`FEW_PLACEMENTS`] allows, but at least
/// two fewer than the places, because otherwise they would determine all others.
pub fn pieces_of(places: usize) -> usize {
    let few = |&pieces: &usize| Placements::count_of(places, pieces) <= FEW_PLACEMENTS;
    (1..=MOST_PIECES.min(places.saturating_sub(2))).rev().find(few).unwrap_or(1)
}

/// Divides all pieces into groups of neighbours, for costs that are [shared](KeptPieces::shared). The groups are as few
/// as possible, with at most `placements` placements each, and their sizes are as equal as possible.
pub fn groups_of(places: usize, placements: u64) -> Vec<Vec<u8>> {
    let few = |&pieces: &usize| Placements::count_of(places, pieces) <= placements;
    let most = (1..=MOST_PIECES.min(places)).rev().find(few).unwrap_or(1);
    let groups = places.div_ceil(most);
    let bounds: Vec<u8> = (0..=groups).map(|group| exact::<u8>((group * places).div_ceil(groups))).collect();
    bounds.windows(2).map(|pair| (pair[0]..pair[1]).collect()).collect()
}

/// The mirrors and turns of a grid. Only a square grid has turns that exchange rows and columns.
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

/// The turns of a ring, each also with a mirror.
pub fn ring_mirrors(places: usize) -> Vec<Vec<u8>> {
    let turned = |turn: usize, mirrored: bool| {
        let seen = move |place: usize| exact::<u8>((if mirrored { places - place } else { place } + turn) % places);
        (0..places).map(seen).collect()
    };
    (0..places).flat_map(|turn| [turned(turn, false), turned(turn, true)]).collect()
}
