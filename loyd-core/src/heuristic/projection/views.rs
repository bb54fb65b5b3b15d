//! Symmetric lookups of a projection: one table is asked about several positions that are equally far from the goal.

use super::{KeptPieces, PlaceMotions};
use crate::exact::exact;
use crate::heuristic::Heuristic;
use crate::puzzle::Labelled;
use crate::puzzle::pattern::{Blocked, PatternTable, entry};
use crate::rank::placement::{MOST_CELLS, MOST_PIECES, Placements};

/// The largest number of look-ups for each position.
pub const MOST_VIEWS: usize = 16;

/// A symmetric lookup: a table, and the position that it is asked about.
pub(super) struct ProjectionLookup<'t> {
    placements: &'t Placements,
    entries: &'t [u8],
    /// Whether pieces and places have changed roles.
    pub(super) inverse: bool,
    /// The pieces that stand for the pattern's pieces, in its order; in an inverse view, the places.
    watched: [u8; MOST_PIECES],
    /// The same pieces or places as bits.
    set: u64,
    /// The place that the view shows for each place; in an inverse view, for each piece.
    seen: [u8; MOST_CELLS],
}

/// The greatest distance of several projections.
///
/// Each table is asked about the position, and about the position in every mirror that takes moves to moves, with the
/// pieces renamed likewise. If a solution read backwards is a solution, each table is also asked about the inverse
/// position, in which piece and place have changed roles (A. Felner, U. Zahavi, J. Schaeffer and R. Holte, Dual lookups
/// in pattern databases, IJCAI 2005). All these positions are as far from the goal as the position itself, so a bound
/// for one is a bound for all. Mirrors and inverses are tried on all moves before they are used. Of views that watch
/// the same pieces only one is looked up, because a mirror takes one to the other.
///
/// The entries of patterns that [share](KeptPieces::shared) the cost of moves are added, and the greatest sum counts.
///
/// If every move is an odd permutation, the distance has the parity of the position, and the bound gets it, too.
///
/// With one phase, the greatest look-up of the position and its mirrors is consistent. The look-up of the inverse
/// position is not, because a move moves other places there and may change it by more than one. With several phases no
/// look-up is consistent, because an entry is the distance from the nearest phase. All look-ups are admissible.
pub struct Projection<'t> {
    motions: PlaceMotions,
    odd: bool,
    pub(super) views: Vec<ProjectionLookup<'t>>,
    /// The number of views in a row that are added.
    together: usize,
}

/// The data carried beside a state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProjectionMemo {
    /// The place of each piece.
    place_of: [u8; MOST_CELLS],
    /// The entry found in each view.
    pub(super) found: [u8; MOST_VIEWS],
    odd: bool,
}

impl<'t> Projection<'t> {
    /// Takes the tables of patterns of `puzzle`; `None` if they are not its own, cannot be added, or there is no table.
    pub fn new<P: Labelled>(puzzle: &P, tables: &[PatternTable<'t, KeptPieces>]) -> Option<Self> {
        let (motions, rules) = (PlaceMotions::of(puzzle)?, puzzle.rules());
        let shared = tables.first()?.pattern.shared;
        let mut kept: Vec<u8> = tables.iter().flat_map(|table| table.pattern.homes()).copied().collect();
        kept.sort_unstable();
        let disjoint = kept.windows(2).all(|pair| pair[0] < pair[1]);
        let together = if shared { tables.len() } else { 1 };
        let sound = |table: &PatternTable<'t, KeptPieces>| {
            table.pattern.rules == rules
                && table.pattern.shared == shared
                && table.pattern.motions.places == motions.places
                && table.entries.len() as u64 == table.pattern.count().div_ceil(2)
        };
        if !tables.iter().all(sound) || shared && !disjoint || together > MOST_VIEWS {
            return None;
        }
        let mut mirrors = puzzle.mirrors();
        mirrors.insert(0, (0..exact::<u8>(motions.places)).collect());
        mirrors.retain(|mirror| motions.allow_mirror(mirror));
        let inverses: &[bool] = if motions.allow_inverse() { &[false, true] } else { &[false] };
        let mut views: Vec<ProjectionLookup<'t>> = Vec::new();
        let mut known = Vec::new();
        for (mirror, &inverse) in
            mirrors.iter().flat_map(|mirror| inverses.iter().map(move |inverse| (mirror, inverse)))
        {
            if views.len() + together > MOST_VIEWS {
                break;
            }
            for table in tables {
                let mut seen: [u8; MOST_CELLS] = std::array::from_fn(|place| exact::<u8>(place));
                seen[..mirror.len()].copy_from_slice(mirror);
                let mut watched = [0; MOST_PIECES];
                for (watched, home) in watched.iter_mut().zip(table.pattern.homes()) {
                    *watched = exact::<u8>(mirror.iter().position(|seen| seen == home)?);
                }
                let set = watched[..table.pattern.homes().len()].iter().fold(0u64, |set, piece| set | 1 << piece);
                // In a mirror another piece pays, so views with shared costs all differ.
                if shared || views.len() < MOST_VIEWS && !known.contains(&(set, inverse)) {
                    known.push((set, inverse));
                    let placements = table.pattern.placements();
                    views.push(ProjectionLookup { placements, entries: table.entries, inverse, watched, set, seen });
                }
            }
        }
        Some(Projection { odd: motions.are_odd(), motions, views, together })
    }

    /// The number of look-ups for each position.
    pub fn views(&self) -> usize {
        self.views.len()
    }

    /// The bound that follows from the greatest entry or sum, and from the parity.
    #[inline(always)]
    fn least(&self, sum: u32, odd: bool) -> u32 {
        sum + u32::from(self.odd && (sum & 1 == 1) != odd)
    }
}

impl ProjectionLookup<'_> {
    /// The entry of the position. `place` returns where a piece is, `piece` returns the piece at a place.
    #[inline(always)]
    fn look(&self, place: impl Fn(u8) -> u8, piece: impl Fn(u8) -> u8) -> u8 {
        let mut cells = [0; MOST_PIECES];
        for (cell, &watched) in cells.iter_mut().zip(&self.watched[..self.placements.pieces()]) {
            let at = if self.inverse { piece(watched) } else { place(watched) };
            *cell = self.seen[usize::from(at) % MOST_CELLS];
        }
        entry(self.entries, self.placements.number_of(&cells))
    }
}

impl<P: Labelled> Heuristic<P> for Projection<'_> {
    type Memo = ProjectionMemo;

    fn memo(&self, puzzle: &P, state: &P::State) -> ProjectionMemo {
        let mut memo = ProjectionMemo { place_of: [0; MOST_CELLS], found: [0; MOST_VIEWS], odd: false };
        let places = self.motions.places;
        for place in 0..exact::<u8>(places) {
            memo.place_of[usize::from(puzzle.piece(state, place))] = place;
        }
        let place_of = memo.place_of;
        for (found, view) in memo.found.iter_mut().zip(&self.views) {
            *found = view.look(|piece| place_of[usize::from(piece)], |place| puzzle.piece(state, place));
        }
        memo.odd = self.odd && super::PlaceMotion::new(0, &place_of[..places]).is_odd(places);
        memo
    }

    #[inline(always)]
    fn ahead(&self, puzzle: &P, state: &P::State, m: P::Move, memo: &ProjectionMemo) -> ProjectionMemo {
        self.ahead_within(puzzle, state, m, memo, u32::MAX).unwrap_or(*memo)
    }

    #[inline(always)]
    fn bound(&self, memo: &ProjectionMemo) -> u32 {
        let greatest = match self.together {
            1 => memo.found.iter().copied().max().map_or(0, u32::from),
            together => {
                let sums = memo.found.chunks(together).map(|found| found.iter().copied().map(u32::from).sum());
                sums.max().unwrap_or(0)
            }
        };
        self.least(greatest, memo.odd)
    }

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the number of a bit of one word")]
    fn ahead_within(
        &self,
        puzzle: &P,
        state: &P::State,
        m: P::Move,
        memo: &ProjectionMemo,
        most: u32,
    ) -> Result<ProjectionMemo, u32> {
        let letter = puzzle.letter(state, m);
        let Some(motion) = &self.motions.phases[puzzle.phase(state)][letter] else { return Ok(*memo) };
        let odd = memo.odd ^ self.odd;
        let mut next = *memo;
        next.odd = odd;
        let (mut moved, mut pieces) = (motion.moved, 0u64);
        while moved != 0 {
            let place = moved.trailing_zeros() as u8;
            moved &= moved - 1;
            let piece = usize::from(puzzle.piece(state, place)) % MOST_CELLS;
            pieces |= 1 << piece;
            next.place_of[piece] = motion.to[usize::from(place) % MOST_CELLS];
        }
        let (mut sum, mut added) = (0, 0);
        for (found, view) in next.found.iter_mut().zip(&self.views) {
            if view.set & if view.inverse { motion.moved } else { pieces } != 0 {
                *found = view.look(
                    |piece| next.place_of[usize::from(piece) % MOST_CELLS],
                    |place| puzzle.piece(state, motion.from[usize::from(place) % MOST_CELLS]),
                );
            }
            sum += u32::from(*found);
            added += 1;
            let low = self.least(sum, odd);
            if low > most {
                return Err(low);
            }
            if added == self.together {
                (sum, added) = (0, 0);
            }
        }
        Ok(next)
    }
}
