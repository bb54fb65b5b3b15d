//! A projection looked up in a search: the same table asked about several positions that are equally far from the goal.

use super::{Kept, Motions};
use crate::exact::exact;
use crate::heuristic::Heuristic;
use crate::puzzle::Labelled;
use crate::puzzle::pattern::{Blocked, Table, entry};
use crate::rank::placement::{MOST_CELLS, MOST_PIECES, Placements};

/// The most look-ups a position.
pub const MOST_VIEWS: usize = 16;

/// A table, and the position that it is asked about.
pub(super) struct View<'t> {
    placements: &'t Placements,
    entries: &'t [u8],
    /// Whether pieces and places have changed roles.
    pub(super) inverse: bool,
    /// The pieces that are seen as the pattern's, in its order; of an inverse view, the places.
    watched: [u8; MOST_PIECES],
    /// The same as bits.
    set: u64,
    /// Where each place is seen; of an inverse view, each piece.
    seen: [u8; MOST_CELLS],
}

/// The greatest distance of several projections.
///
/// Each table is asked about the position; about it in every mirror that takes moves to moves, pieces renamed likewise;
/// and, where a solution read backwards is one, about the inverse position, in which piece and place have changed roles
/// (A. Felner, U. Zahavi, J. Schaeffer and R. Holte, Dual lookups in pattern databases, IJCAI 2005). All of these are
/// as far from the goal as the position is, so what bounds one bounds all. Mirrors and inverses are not taken on trust:
/// they are tried on all moves. Views that cannot differ, since a mirror takes the kept pieces of one to those of the
/// other, are looked up once.
///
/// Patterns that [share](Kept::shared) the cost of moves are added up, and the greatest sum counts.
///
/// Where every move is an odd permutation, the distance is as odd as the position, and so is the bound.
///
/// With one phase, the greatest of the projections of the position and its mirrors is consistent. That of the inverse
/// position is not: a move may change it by more than one, for it moves other places there. Nor is any with several
/// phases, since an entry is the distance from the nearest of them. All are admissible.
pub struct Projection<'t> {
    motions: Motions,
    odd: bool,
    pub(super) views: Vec<View<'t>>,
    /// How many views in a row are added up.
    together: usize,
}

/// What is carried beside a state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Memo {
    /// The place of each piece.
    place_of: [u8; MOST_CELLS],
    /// What was found in each view.
    pub(super) found: [u8; MOST_VIEWS],
    odd: bool,
}

impl<'t> Projection<'t> {
    /// From the tables of patterns of that puzzle; `None` if they are not of it, or there is none.
    pub fn new<P: Labelled>(puzzle: &P, tables: &[Table<'t, Kept>]) -> Option<Self> {
        let (motions, rules) = (Motions::of(puzzle)?, puzzle.rules());
        let shared = tables.first()?.pattern.shared;
        let mut kept: Vec<u8> = tables.iter().flat_map(|table| table.pattern.homes()).copied().collect();
        kept.sort_unstable();
        let disjoint = kept.windows(2).all(|pair| pair[0] < pair[1]);
        let together = if shared { tables.len() } else { 1 };
        let sound = |table: &Table<'t, Kept>| {
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
        let mut views: Vec<View<'t>> = Vec::new();
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
                // Who pays is not the same seen in a mirror, so there all views differ.
                if shared || views.len() < MOST_VIEWS && !known.contains(&(set, inverse)) {
                    known.push((set, inverse));
                    let placements = table.pattern.placements();
                    views.push(View { placements, entries: table.entries, inverse, watched, set, seen });
                }
            }
        }
        Some(Projection { odd: motions.are_odd(), motions, views, together })
    }

    /// The number of look-ups a position.
    pub fn views(&self) -> usize {
        self.views.len()
    }

    /// What is known of the distance, from the greatest entry or sum.
    #[inline(always)]
    fn least(&self, sum: u32, odd: bool) -> u32 {
        sum + u32::from(self.odd && (sum & 1 == 1) != odd)
    }
}

impl View<'_> {
    /// The entry of the position; `place` says where a piece is, `piece` which piece is at a place.
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
    type Memo = Memo;

    fn memo(&self, puzzle: &P, state: &P::State) -> Memo {
        let mut memo = Memo { place_of: [0; MOST_CELLS], found: [0; MOST_VIEWS], odd: false };
        let places = self.motions.places;
        for place in 0..exact::<u8>(places) {
            memo.place_of[usize::from(puzzle.piece(state, place))] = place;
        }
        let place_of = memo.place_of;
        for (found, view) in memo.found.iter_mut().zip(&self.views) {
            *found = view.look(|piece| place_of[usize::from(piece)], |place| puzzle.piece(state, place));
        }
        memo.odd = self.odd && super::Motion::new(0, &place_of[..places]).is_odd(places);
        memo
    }

    #[inline(always)]
    fn ahead(&self, puzzle: &P, state: &P::State, m: P::Move, memo: &Memo) -> Memo {
        self.ahead_within(puzzle, state, m, memo, u32::MAX).unwrap_or(*memo)
    }

    #[inline(always)]
    fn bound(&self, memo: &Memo) -> u32 {
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
    fn ahead_within(&self, puzzle: &P, state: &P::State, m: P::Move, memo: &Memo, most: u32) -> Result<Memo, u32> {
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
