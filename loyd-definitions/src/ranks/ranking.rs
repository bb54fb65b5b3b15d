//! Ranks, and moves on ranks.

use std::ops::Range;

use super::LazyRanks;
use super::mixed::{FormulaRow, MOST_AXES, MOST_VIEWS};
use super::numbering::{Lehmer, MOST_LISTED, OneSet, StateNumbering};
use crate::compiled::Defined;
use crate::coordinates::axis::{CodeView, Coordinate, Says};
use crate::definition::Pattern;
use crate::structure::CountOrBound;
use loyd_core::cells::{Bytes, Cells, Nibbles};
use loyd_core::exact::exact;
use loyd_core::puzzle::bits::{Bits, Word};
use loyd_core::puzzle::pattern::FoldedRanks;
use loyd_core::puzzle::shuffle::{Arranged, Arrangement, CellMove, CellPieces, MOST_CELLS, pieces};
use loyd_core::puzzle::{MoveSet, RankMoves, Ranked};
use loyd_core::rank::lehmer;

impl Lehmer {
    pub(crate) fn nibbles<const N: usize>(&self, state: &Bytes<N>) -> Nibbles {
        let piece = |&slot: &u16| self.piece_of[usize::from(state.0[usize::from(slot)])];
        Nibbles::pack(&self.slots.iter().map(piece).collect::<Vec<u8>>())
    }

    fn write<const N: usize>(&self, pieces: &[u8], state: &mut Bytes<N>) {
        for (&slot, &piece) in self.slots.iter().zip(pieces) {
            state.0[usize::from(slot)] = self.code_of[usize::from(piece)];
        }
    }

    fn cells(&self) -> usize {
        self.slots.len()
    }

    fn ranks(&self) -> u64 {
        let all: u64 = (1..=self.slots.len() as u64).product();
        if self.is_even { all / 2 } else { all }
    }
}

/// Receives a view, a slot of it, and a code of the slot's value.
type EachCode<'e> = dyn FnMut(&CodeView, usize, u8) + 'e;

const NUMBERED: &str = "a puzzle that was lent as ranked is numbered";

impl<const N: usize, W: Word> Defined<N, W> {
    /// Whether the states of the puzzle are numbered.
    pub fn is_numbered(&self) -> bool {
        self.ranks.numbering.is_some()
    }

    fn numbering(&self) -> &StateNumbering {
        self.ranks.numbering.as_ref().expect(NUMBERED)
    }

    /// The state with these values of its views.
    fn assembled(&self, values: &mut dyn FnMut(&mut EachCode<'_>)) -> Bytes<N> {
        let (mut classes, mut orientations) = ([0; N], [0; N]);
        values(&mut |view, slot, code| {
            let (class, orientation) = self.alphabet(slot).of_code(code);
            if view.says != Says::Orientation {
                classes[slot] = class;
            }
            if view.says != Says::Class {
                orientations[slot] = orientation;
            }
        });
        let mut state = [0; N];
        for (slot, code) in state.iter_mut().enumerate().take(self.rules.slots()) {
            *code = self.alphabet(slot).classes[classes[slot]].base + orientations[slot];
        }
        Bytes(state)
    }

    /// The number of positions that moves reach: the positions of the group or, if moves have conditions and it is
    /// known, the positions from which moves lead to the goal.
    pub(crate) fn positions(&self) -> CountOrBound {
        self.positions_in_reach().unwrap_or_else(|| self.behind().structure.positions().clone())
    }

    /// The pattern of a state; `None` if a code stands for different pieces or orientations.
    pub(crate) fn pattern(&self, state: &Bytes<N>) -> Option<Pattern> {
        let slots = self.rules.slots();
        let (mut pieces, mut orientations) = (Vec::with_capacity(slots), Vec::with_capacity(slots));
        for slot in 0..slots {
            let (class, orientation) = self.alphabet(slot).of_code(state.0[slot]);
            let class = &self.alphabet(slot).classes[class];
            let [piece] = class.pieces[..] else { return None };
            if class.modulus != self.rules.sets[self.codes.set_of[slot]].modulus(piece).max(1) {
                return None;
            }
            pieces.push(piece);
            orientations.push(orientation);
        }
        Some(Pattern { pieces: pieces.into(), orientations: orientations.into() })
    }
}

impl OneSet {
    pub(crate) fn rank<const N: usize>(&self, state: &Bytes<N>) -> Option<u64> {
        let sides = usize::from(self.sides);
        let mut element = vec![0; self.slots.len() * sides];
        for (place, &slot) in self.slots.iter().enumerate() {
            let (home, turned) = self.home_of[usize::from(state.0[usize::from(slot)])];
            for side in 0..sides {
                let from = usize::from(home) * sides + (side + usize::from(turned)) % sides;
                element[from] = exact(place * sides + side);
            }
        }
        self.cosets.rank(&element)
    }

    fn write<const N: usize>(&self, rank: u64, state: &mut Bytes<N>) {
        let sides = self.sides;
        let element = self.cosets.unrank(rank);
        for (&(base, turned), &point) in self.code_of.iter().zip(element.iter().step_by(sides.into())) {
            // The side that was first at home is now at `point`.
            let since = (sides - point % sides) % sides;
            let slot = self.slots[usize::from(point / sides)];
            state.0[usize::from(slot)] = base + exact::<u8>((u32::from(turned) + u32::from(since)) % u32::from(sides));
        }
    }
}

impl<const N: usize, W: Word> Ranked for Defined<N, W> {
    fn ranks(&self) -> u64 {
        match self.numbering() {
            StateNumbering::Lehmer(numbering) => numbering.ranks(),
            StateNumbering::Axes { ranks, .. } => *ranks,
            StateNumbering::Cosets(set) => set.cosets.ranks(),
            StateNumbering::Mixed(mixed) => mixed.ranks,
        }
    }

    fn rank(&self, state: &Bytes<N>) -> u64 {
        match self.numbering() {
            StateNumbering::Lehmer(numbering) => {
                let cells = numbering.nibbles(state);
                match numbering.is_even {
                    true => lehmer::rank_even(cells, numbering.cells()),
                    false => lehmer::rank(cells, numbering.cells()),
                }
            }
            StateNumbering::Axes { axes, weights, .. } => {
                let value = |axis: &Coordinate| axis.value(|slot| state.0[slot]).expect("a state that reaches a goal");
                axes.iter().zip(weights).map(|(axis, weight)| u64::from(value(axis)) * weight).sum()
            }
            StateNumbering::Cosets(set) => set.rank(state).expect("a state that reaches a goal"),
            StateNumbering::Mixed(mixed) => mixed.rank(|slot| state.0[slot]),
        }
    }

    fn unrank(&self, rank: u64) -> Bytes<N> {
        let mut state = self.goals[0];
        match self.numbering() {
            StateNumbering::Lehmer(numbering) => {
                let cells = match numbering.is_even {
                    true => lehmer::unrank_even(rank, numbering.cells(), false),
                    false => lehmer::unrank(rank, numbering.cells()),
                };
                numbering.write(&cells.unpack(numbering.slots.len()), &mut state);
            }
            StateNumbering::Axes { axes, weights, .. } => {
                state = self.assembled(&mut |each| {
                    for (axis, weight) in axes.iter().zip(weights) {
                        axis.unpack(exact(rank / weight % u64::from(axis.rows().values)), each);
                    }
                });
            }
            StateNumbering::Mixed(mixed) => state = self.assembled(&mut |each| mixed.unrank(rank, each)),
            StateNumbering::Cosets(set) => set.write(rank, &mut state),
        }
        state
    }

    fn is_every_rank_solvable(&self) -> bool {
        self.behind().is_every_rank || self.positions_in_reach().is_some_and(|all| all.is(self.ranks().into()))
    }

    fn are_ranks_slow(&self) -> bool {
        self.rules.slots() > MOST_LISTED || matches!(self.numbering(), StateNumbering::Mixed(_))
    }

    fn prepare_rank_moves(&self) {
        // Too little memory for one question leaves the tables to the next question.
        if let StateNumbering::Mixed(mixed) = self.numbering()
            && self.moves.bound.is_empty()
            && self.ranks.by_formula.get().is_none()
            && let Ok(made) = mixed.moves(&self.rules)
        {
            let _made = self.ranks.by_formula.set(made);
        }
    }

    fn rank_moves(&self) -> Option<&impl RankMoves<Self>> {
        let by_tables = || match self.numbering() {
            StateNumbering::Lehmer(_) => false,
            StateNumbering::Axes { .. } | StateNumbering::Cosets(_) => true,
            StateNumbering::Mixed(_) => self.ranks.by_formula.get().is_some_and(Option::is_some),
        };
        (self.moves.bound.is_empty() && by_tables()).then_some(self)
    }

    fn folded_ranks(&self) -> Option<&FoldedRanks> {
        self.ranks.folded.get_or_init(|| self.fold_ranks()).as_ref()
    }

    fn arranged(&self) -> Option<&impl Arranged<Self>> {
        // Arrangements that are not legal have ranks, too, and the moves of a shuffle do not exclude them.
        (matches!(self.ranks.numbering, Some(StateNumbering::Lehmer(_))) && self.rules.legal.is_empty()).then_some(self)
    }
}

/// Every coordinate has its own table, and so the rank of a child is the sum of as many loads as there are coordinates.
impl<const N: usize, W: Word> RankMoves for Defined<N, W> {
    fn are_two_way(&self) -> bool {
        self.moves.free.iter().all(|m| self.moves.pairs.back(m) != Bits(W::ZERO))
    }

    #[inline]
    fn each_child(&self, rank: u64, each: &mut impl FnMut(u64, u32)) {
        self.ranks.each(self.rules.turns.len(), false, rank, each);
    }

    #[inline]
    fn each_parent(&self, rank: u64, each: &mut impl FnMut(u64, u32)) {
        self.ranks.each(self.rules.turns.len(), true, rank, each);
    }

    #[inline]
    fn any_child(&self, rank: u64, is_it: &mut impl FnMut(u64) -> bool) -> bool {
        self.ranks.any(0..self.rules.turns.len(), false, rank, &mut |rank, _| is_it(rank))
    }

    #[inline]
    fn any_parent(&self, rank: u64, is_it: &mut impl FnMut(u64) -> bool) -> bool {
        self.ranks.any(0..self.rules.turns.len(), true, rank, &mut |rank, _| is_it(rank))
    }
}

/// The number of neighbours that are ranked at a time.
const NEAR: usize = 32;

/// The neighbours of a rank, where no move has a condition.
impl LazyRanks {
    /// Calls `each` for the rank after (or before) every one of the `moves`, and for the move.
    #[inline]
    fn each(&self, moves: usize, is_back: bool, rank: u64, each: &mut impl FnMut(u64, u32)) {
        let (mut near, mut m) = ([0; NEAR], 0);
        for begin in (0..moves).step_by(NEAR) {
            let ranked = self.near(begin..moves, is_back, rank, &mut near);
            for &rank in &near[..ranked] {
                each(rank, m);
                m += 1;
            }
        }
    }

    /// Stores the ranks after (or before) the first of the moves, as many as there is room for, and returns how many.
    /// The function is compiled once, and not for each use of the ranks: what it contains is a fortieth of the library.
    #[inline(never)]
    fn near(&self, moves: Range<usize>, is_back: bool, rank: u64, near: &mut [u64; NEAR]) -> usize {
        let mut ranked = 0;
        self.any(moves, is_back, rank, &mut |rank, _| {
            near[ranked] = rank;
            ranked += 1;
            ranked == NEAR
        });
        ranked
    }

    /// Whether `is_it` is true for the rank after (or before) one of the moves, and the move. Stops at the first such
    /// move.
    #[inline(always)]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a value is one of at most 400,000, and a move one of at most 256"
    )]
    fn any(&self, mut moves: Range<usize>, is_back: bool, rank: u64, is_it: &mut impl FnMut(u64, u32) -> bool) -> bool {
        let (axes, weights, views) = match &self.numbering {
            Some(StateNumbering::Cosets(set)) => return set.cosets.any(moves, is_back, rank, is_it),
            Some(StateNumbering::Axes { axes, weights, .. }) => (&axes[..], &weights[..], &[][..]),
            Some(StateNumbering::Mixed(mixed)) => match self.by_formula.get() {
                Some(Some(views)) => (&mixed.axes[..], &mixed.weights[..], &views[..]),
                _ => return false,
            },
            _ => return false,
        };
        #[inline(always)]
        fn row(axis: &Coordinate, is_back: bool, value: u64) -> &[u32] {
            if is_back { axis.rows().row_back(value as u32) } else { axis.rows().row(value as u32) }
        }
        // No move has a condition, so every column is a move.
        match (axes, views) {
            (_, []) => {}
            ([], [only]) => {
                let row = only.row(is_back, rank);
                return moves.any(|m| is_it(row.number(m), m as u32));
            }
            ([first], [view]) => {
                let (weight, second) = (weights[0], view.row(is_back, rank % weights[0]));
                let first = &row(first, is_back, rank / weight)[..second.moves()];
                return moves.any(|m| {
                    let first = u64::from(first[m]).wrapping_mul(weight);
                    is_it(first.wrapping_add(second.number(m)), m as u32)
                });
            }
            _ => {
                let (of_axes, of_views) = weights.split_at(axes.len());
                let mut rows: [(&[u32], u64); MOST_AXES] = [(&[], 0); MOST_AXES];
                for ((axis, &weight), place) in axes.iter().zip(of_axes).zip(&mut rows) {
                    *place = (row(axis, is_back, rank / weight % u64::from(axis.rows().values)), weight);
                }
                let mut by_formula = [(FormulaRow::NONE, 0); MOST_VIEWS];
                for ((view, &weight), place) in views.iter().zip(of_views).zip(&mut by_formula) {
                    *place = (view.row(is_back, rank / weight % view.count()), weight);
                }
                let (rows, by_formula) = (&rows[..axes.len()], &by_formula[..views.len()]);
                return moves.any(|m| {
                    // The parts of a rank add up to a rank.
                    let add = |sum: u64, (row, weight): &(FormulaRow<'_>, u64)| {
                        sum.wrapping_add(weight.wrapping_mul(row.number(m)))
                    };
                    let first = by_formula.iter().fold(0, add);
                    let add =
                        |sum: u64, (row, weight): &(&[u32], u64)| sum.wrapping_add(weight.wrapping_mul(row[m].into()));
                    is_it(rows.iter().fold(first, add), m as u32)
                });
            }
        }
        match (axes, weights) {
            ([only], _) => {
                let row = row(only, is_back, rank);
                moves.any(|m| is_it(row[m].into(), m as u32))
            }
            ([first, second], [weight, _]) => {
                let row_of_first = row(first, is_back, rank / weight);
                let row_of_second = &row(second, is_back, rank % weight)[..row_of_first.len()];
                moves.any(|m| {
                    let first = u64::from(row_of_first[m]).wrapping_mul(*weight);
                    is_it(first.wrapping_add(row_of_second[m].into()), m as u32)
                })
            }
            _ => {
                let mut rows: [(&[u32], u64); MOST_AXES] = [(&[], 0); MOST_AXES];
                for ((axis, &weight), place) in axes.iter().zip(weights).zip(&mut rows) {
                    *place = (row(axis, is_back, rank / weight % u64::from(axis.rows().values)), weight);
                }
                let rows = &rows[..axes.len()];
                moves.any(|m| {
                    // The parts of a rank add up to a rank.
                    let add =
                        |sum: u64, (row, weight): &(&[u32], u64)| sum.wrapping_add(weight.wrapping_mul(row[m].into()));
                    is_it(rows.iter().fold(0, add), m as u32)
                })
            }
        }
    }
}

impl<const N: usize, W: Word> Defined<N, W> {
    fn lehmer(&self) -> &Lehmer {
        match self.numbering() {
            StateNumbering::Lehmer(numbering) => numbering,
            _ => panic!("{NUMBERED}"),
        }
    }
}

impl<const N: usize, W: Word> Arranged for Defined<N, W> {
    fn arrangement(&self) -> Arrangement {
        let Lehmer { slots, is_even, .. } = self.lehmer();
        Arrangement { cells: slots.len(), odd: is_even.then_some([false; MOST_CELLS]), sheets: 1 }
    }

    fn cell_moves(&self) -> Vec<CellMove> {
        let numbering = self.lehmer();
        let place = |slot: u16| numbering.slots.iter().position(|&other| other == slot).map_or(0, exact);
        let cell_move = |m: &u8| {
            let turn = &self.rules.turns[usize::from(*m)];
            let mut goes = vec![0; numbering.slots.len()];
            for (to, &slot) in (0..=u8::MAX).zip(&numbering.slots) {
                goes[usize::from(place(turn.action.from()[usize::from(slot)]))] = to;
            }
            CellMove { at: turn.when.first().map(|condition| place(condition.slot)), sheets: (0, 0), goes }
        };
        let all: Vec<u8> = self.moves.free.iter().chain(self.moves.bound.iter().copied()).collect();
        all.iter().map(cell_move).collect()
    }

    fn pieces(&self, state: &Bytes<N>) -> (CellPieces, u8) {
        let numbering = self.lehmer();
        let cells = numbering.nibbles(state);
        (pieces(numbering.slots.len(), |cell| cells.get(cell)), 0)
    }

    fn state_of(&self, pieces: &[u8], _sheet: u8) -> Bytes<N> {
        let mut state = self.goals[0];
        self.lehmer().write(pieces, &mut state);
        state
    }
}
