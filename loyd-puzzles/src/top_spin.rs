//! TopSpin: numbered pieces on a ring, and a window of some neighbouring places whose pieces are reversed.
//!
//! Two puzzles share the rules. In `top-spin:NxK` a move reverses any K neighbouring places, as in the search
//! literature (T. Chen and S. S. Skiena, "Sorting with fixed-length reversals", Discrete Applied Mathematics 71, 1996).
//! The ring stands still, and there is a move for each of the N places where a window can begin, even if two moves do
//! the same (K at least N-1 and N even). In `top-spin:NxK:turns` the moves are the moves of the toy: the ring turns by
//! one place either way, or the window at the first K places is reversed. In both, states are arrangements on labelled
//! places, so a turned ring is another state; the moves reach a group of states.

use crate::parameters::{Invalid, places_of};
use loyd_core::cells::{Bytes, Cells, Nibbles};
use loyd_core::exact::exact;
use loyd_core::family::{Family, FamilyKind, PositionSize, Visitor};
use loyd_core::group::PermutationGroup;
use loyd_core::heuristic::Max;
use loyd_core::heuristic::projection;
use loyd_core::heuristic::projection::{KeptPieces, Projection, ring_mirrors};
use loyd_core::heuristic::{BoundFacts, BoundVisitor, Bounded, Toward};
use loyd_core::opening::Opening;
use loyd_core::opening::Unopened;
use loyd_core::puzzle::bits::Bits;
use loyd_core::puzzle::pattern::PatternTable;
use loyd_core::puzzle::shuffle::{Arranged, Arrangement, CellMove, CellPieces, MOST_CELLS, pieces};
use loyd_core::puzzle::{Labelled, MoveSet, NotListed, Phased, Puzzle, Ranked, Undo, Unsolvable};
use loyd_core::rank::lehmer;
use loyd_core::text;
use loyd_core::text::Misread;

mod breaks;
mod notation;
mod pairs;
mod ring;

pub use breaks::Breaks;
pub use ring::Ring;

use pairs::PairPruning;

/// The family's entry in the catalogue.
pub const FAMILY: Family = Family {
    name: "top-spin",
    kind: FamilyKind::Row,
    syntax: "top-spin:NxK, or top-spin:NxK:turns, where turning the ring by one is a move of its own",
    what: "N pieces on a ring: reverse K neighbours",
    aliases: &[],
    size: PositionSize::Untold,
    metrics: &[],
    examples: &[
        "top-spin:5x4",
        "top-spin:4x4",
        "top-spin:6x3",
        "top-spin:7x4",
        "top-spin:6x4:turns",
        "top-spin:7x4:turns",
        "top-spin:6x3:turns",
        "top-spin:12x4",
        "top-spin:20x4",
        "top-spin:20x4:turns",
    ],
};

/// The most places of a ring.
pub const MOST: u8 = 64;

/// Opens the puzzle, with the given goal or else the goal `1 2 .. N`.
///
/// # Errors
/// [`Unopened`] if the sizes are missing or out of range, if anything but `turns` follows them, or if the goal cannot
/// be read.
pub fn open<V: Visitor>(
    id: &str,
    parameters: &str,
    goal: Option<&str>,
    _: &Opening<'_>,
    visitor: V,
) -> Result<V::Output, Unopened> {
    let (places, window, turns) = sizes(parameters).ok_or_else(|| {
        let expected = format!("NxK or NxK:turns, such as 8x4, N from 3 to {MOST} and K from 2 to N");
        Unopened::parameters(id, parameters, expected)
    })?;
    let goal = match goal {
        Some(text) => read(text, places).map_err(Unopened::Goal)?,
        None => (0..places).collect(),
    };
    const READ: &str = "the sizes and the goal were read";
    let kind = if turns { TopSpinMoves::Turns } else { TopSpinMoves::Flips };
    Ok(match places <= 16 {
        true => visitor.ranked(TopSpin::<Nibbles>::new(kind, window, &goal).expect(READ)),
        false => visitor.unranked(TopSpin::<Bytes<64>>::new(kind, window, &goal).expect(READ)),
    })
}

/// The number of places, the window, and whether turns are moves.
fn sizes(parameters: &str) -> Option<(u8, u8, bool)> {
    let (sizes, turns) = match parameters.split_once(':') {
        None => (parameters, false),
        Some((sizes, "turns")) => (sizes, true),
        Some(_) => return None,
    };
    let (places, window) = sizes.split_once(['x', 'X'])?;
    let number = |text: &str| text.parse::<u8>().ok().filter(|_| !text.starts_with('+'));
    let (places, window) = (number(places)?, number(window)?);
    ((3..=MOST).contains(&places) && (2..=places).contains(&window)).then_some((places, window, turns))
}

fn read(text: &str, places: u8) -> Result<Vec<u8>, Misread> {
    text::permutation(text, places.into(), 1)
}

/// With turns: reverse the window at the first places.
pub const FLIP: u8 = 0;
/// With turns: every piece goes one place to the left, the first one to the end.
pub const LEFT: u8 = 1;
/// With turns: every piece goes one place to the right, the last one to the front.
pub const RIGHT: u8 = 2;

/// The set of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TopSpinMoves {
    /// Reverses a window that begins at any place.
    Flips,
    /// Reverses the window at the first places, or moves all pieces one place to the left or to the right.
    Turns,
}

/// The ring with its goal.
///
/// A state is the piece at each place. The piece at place 0 of the goal is called 0, and so on, so every goal is the
/// ring in order. Without turns, a move is the place where the reversed window begins, from 0; with turns it is
/// [`FLIP`], [`LEFT`] or [`RIGHT`].
///
/// ```
/// use loyd_core::cells::Nibbles;
/// use loyd_core::puzzle::{Notation, Puzzle};
/// use loyd_puzzles::top_spin::{LEFT, TopSpin, TopSpinMoves};
/// let ring = TopSpin::<Nibbles>::new(TopSpinMoves::Flips, 4, &[0, 1, 2, 3, 4, 5]).unwrap();
/// let mut state = ring.starts("5 2 3 4 1 6").unwrap()[0];
/// ring.apply(&mut state, 4); // the places 5, 6, 1, 2
/// assert_eq!(ring.write(&state), "6 1 3 4 2 5");
/// let ring = TopSpin::<Nibbles>::new(TopSpinMoves::Turns, 4, &[0, 1, 2, 3, 4, 5]).unwrap();
/// ring.apply(&mut state, LEFT);
/// assert_eq!(ring.write(&state), "1 3 4 2 5 6");
/// ```
#[derive(Clone, Debug)]
pub struct TopSpin<C: Ring> {
    kind: TopSpinMoves,
    places: u8,
    window: u8,
    moves: Bits<u64>,
    pairs: PairPruning,
    solved: C,
    /// For each piece, the label written on it minus one.
    label: [u8; MOST as usize],
    /// For each label minus one, the piece on which it is written.
    labelled: [u8; MOST as usize],
    /// All arrangements that moves make of the ring in order, as the piece at each place.
    group: PermutationGroup,
    numbering: RingNumbering,
}

/// The numbering of states: by Lehmer codes if the group is all permutations, or all even ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RingNumbering {
    All,
    Even,
    Chain,
}

impl RingNumbering {
    /// Decides by the orbit lengths, whose product is the order: only one group has n! elements, and only one has n!/2.
    fn of(group: &PermutationGroup) -> Self {
        let alternating = |point| if point + 2 < group.degree() { group.degree() - point } else { 1 };
        if group.orbit_lengths().eq((1..=group.degree()).rev()) {
            RingNumbering::All
        } else if group.orbit_lengths().eq((0..group.degree()).map(alternating)) {
            RingNumbering::Even
        } else {
            RingNumbering::Chain
        }
    }
}

impl<C: Ring> TopSpin<C> {
    /// Makes a ring with a window and a goal: the labels, from 0, from the first place on.
    ///
    /// # Errors
    /// [`Invalid`] if `goal` is not a permutation of `0..n`, `n` from 3 to the capacity of the layout and at most
    /// [`MOST`], or the window is not from 2 to `n`.
    pub fn new(kind: TopSpinMoves, window: u8, goal: &[u8]) -> Result<Self, Invalid> {
        if !(3..=C::CAPACITY.min(MOST.into())).contains(&goal.len()) {
            return Err(Invalid("it has too few places, or more than its layout holds"));
        }
        let places = exact::<u8>(goal.len());
        if !(2..=places).contains(&window) {
            return Err(Invalid("its window must have two places or more, and fit the ring"));
        }
        let (mut label, mut labelled) = ([0; MOST as usize], [0; MOST as usize]);
        label[..goal.len()].copy_from_slice(goal);
        labelled.copy_from_slice(&places_of(goal)?[..usize::from(MOST)]);
        let order: Vec<u8> = (0..places).collect();
        let solved = C::pack(&order);
        let count = if kind == TopSpinMoves::Turns { 3 } else { places };
        let made = |m| {
            let mut state = solved;
            make(kind, &mut state, (places, window), m);
            state.unpack(places.into())
        };
        let generators: Vec<Vec<u8>> = (0..count).map(made).collect();
        let group = PermutationGroup::new(places.into(), &generators).expect("a move permutes the places");
        let numbering = RingNumbering::of(&group);
        let pairs = PairPruning::new(solved, count, |state, m| make(kind, state, (places, window), m));
        let moves = (0..count).collect();
        Ok(TopSpin { kind, places, window, moves, pairs, solved, label, labelled, group, numbering })
    }

    /// The number of places.
    pub fn places(&self) -> u8 {
        self.places
    }

    /// The number of places a flip reverses.
    pub fn window(&self) -> u8 {
        self.window
    }

    /// The group of the moves. As a permutation, a state takes each place to the piece there.
    pub fn group(&self) -> &PermutationGroup {
        &self.group
    }

    /// The pieces at the places, in the first [`places`](Self::places) of an array.
    #[inline(always)]
    fn pieces(&self, state: &C) -> [u8; MOST as usize] {
        let mut pieces = [0; MOST as usize];
        pieces.iter_mut().zip(0..self.places).for_each(|(piece, place)| *piece = state.get(place));
        pieces
    }

    fn labels(&self, state: &C) -> Vec<u8> {
        state.unpack(self.places.into()).into_iter().map(|piece| self.label[piece as usize]).collect()
    }

    /// `state` with its pieces renamed by their places in `order`, so that `order` becomes the ring in order.
    fn renamed(&self, state: &C, order: &C) -> C {
        let mut names = [0; MOST as usize];
        (0..self.places).for_each(|place| names[usize::from(order.get(place))] = place);
        let mut renamed = *state;
        (0..self.places).for_each(|place| renamed.set(place, names[usize::from(state.get(place))]));
        renamed
    }

    fn ring(&self, labels: &[u8]) -> C {
        let pieces: Vec<u8> = labels.iter().map(|&label| self.labelled[label as usize]).collect();
        C::pack(&pieces)
    }
}

#[inline(always)]
fn make<C: Ring>(kind: TopSpinMoves, state: &mut C, (places, window): (u8, u8), m: u8) {
    if kind == TopSpinMoves::Flips {
        state.flip(places, m, window);
    } else if m == FLIP {
        state.reverse_prefix(window);
    } else {
        state.turn(places, m == LEFT);
    }
}

/// A move that was made.
#[derive(Clone, Copy, Debug)]
pub struct TopSpinUndo(u8);

impl<C: Ring> Undo<TopSpin<C>> for TopSpinUndo {
    const IS_MOVE: bool = true;

    #[inline(always)]
    fn take_back(self, ring: &TopSpin<C>, state: &mut C) -> u8 {
        let back = if ring.kind == TopSpinMoves::Turns && self.0 != FLIP {
            (LEFT + RIGHT).wrapping_sub(self.0)
        } else {
            self.0
        };
        make(ring.kind, state, (ring.places, ring.window), back);
        self.0
    }

    fn each_into(ring: &TopSpin<C>, _state: &C, each: &mut impl FnMut(TopSpinUndo)) {
        ring.moves.iter().for_each(|m| each(TopSpinUndo(m)));
    }
}

impl<C: Ring> Puzzle for TopSpin<C> {
    type State = C;
    type Move = u8;
    type Undo = TopSpinUndo;
    type Moves = Bits<u64>;

    #[inline(always)]
    fn moves(&self, _state: &C) -> Bits<u64> {
        self.moves
    }

    #[inline(always)]
    fn apply(&self, state: &mut C, m: u8) -> TopSpinUndo {
        make(self.kind, state, (self.places, self.window), m);
        TopSpinUndo(m)
    }

    #[inline(always)]
    fn back(&self, _state: &C, m: u8) -> Bits<u64> {
        self.pairs.back(m)
    }

    #[inline(always)]
    fn follow(&self, _state: &C, m: u8) -> Bits<u64> {
        self.pairs.follow(m)
    }

    #[inline(always)]
    fn is_goal(&self, state: &C) -> bool {
        *state == self.solved
    }

    fn goals(&self) -> Result<Vec<C>, NotListed> {
        Ok(vec![self.solved])
    }

    /// Exact: the goal can be reached exactly from the arrangements in the group of the moves.
    fn unsolvable(&self, state: &C) -> Option<Unsolvable> {
        let pieces = self.pieces(state);
        let pieces = &pieces[..self.places.into()];
        if self.numbering == RingNumbering::All || self.group.contains(pieces) {
            return None;
        }
        Some(if self.group.is_even() && lehmer::is_odd(pieces) {
            Unsolvable::Parity("this is an odd permutation of the goal, and every move is an even permutation".into())
        } else {
            let of = self.group.order().map_or("only some".into(), |order| format!("{order}"));
            Unsolvable::OutsideGroup(format!(
                "moves from the goal reach {of} of the {}! arrangements, but not this one",
                self.places
            ))
        })
    }

    fn phased(&self) -> Option<&impl Phased<Self>> {
        Some(self)
    }
}

/// The goal has rank 0. If the moves reach all permutations, or all even ones, ranks are in lexicographic order;
/// otherwise [`PermutationGroup::rank`] numbers the states.
impl Ranked for TopSpin<Nibbles> {
    fn ranks(&self) -> u64 {
        self.group.order().and_then(|order| order.try_into().ok()).expect("at most 16!")
    }

    #[inline]
    fn rank(&self, state: &Nibbles) -> u64 {
        match self.numbering {
            RingNumbering::All => lehmer::rank(*state, self.places.into()),
            RingNumbering::Even => lehmer::rank_even(*state, self.places.into()),
            RingNumbering::Chain => {
                let pieces = self.pieces(state);
                let rank = self.group.rank(&pieces[..self.places.into()]);
                exact::<u64>(rank.expect("only states that the moves reach have a rank"))
            }
        }
    }

    #[inline]
    fn unrank(&self, rank: u64) -> Nibbles {
        match self.numbering {
            RingNumbering::All => lehmer::unrank(rank, self.places.into()),
            RingNumbering::Even => lehmer::unrank_even(rank, self.places.into(), false),
            RingNumbering::Chain => {
                let pieces = self.group.unrank(rank.into()).expect("a rank below the number of ranks");
                Nibbles::pack(&pieces)
            }
        }
    }

    fn arranged(&self) -> Option<&impl Arranged<Self>> {
        (self.numbering != RingNumbering::Chain).then_some(self)
    }
}

impl Arranged for TopSpin<Nibbles> {
    fn arrangement(&self) -> Arrangement {
        Arrangement {
            cells: self.places.into(),
            odd: (self.numbering == RingNumbering::Even).then_some([false; MOST_CELLS]),
            sheets: 1,
        }
    }

    fn pieces(&self, state: &Nibbles) -> (CellPieces, u8) {
        (pieces(self.places.into(), |place| state.get(place)), 0)
    }

    fn state_of(&self, pieces: &[u8], _sheet: u8) -> Nibbles {
        Nibbles::pack(pieces)
    }

    fn cell_moves(&self) -> Vec<CellMove> {
        let goes = |m: u8| {
            let mut state = self.solved;
            self.apply(&mut state, m);
            let mut goes = vec![0; self.places.into()];
            (0..self.places).for_each(|place| goes[usize::from(state.get(place))] = place);
            goes
        };
        let moves = self.moves.iter().map(|m| CellMove { at: None, sheets: (0, 0), goes: goes(m) });
        moves.collect()
    }
}

impl<C: Ring> Phased for TopSpin<C> {
    fn phases(&self) -> Vec<C> {
        vec![self.solved]
    }
}

impl<C: Ring> Labelled for TopSpin<C> {
    fn places(&self) -> usize {
        self.places.into()
    }

    #[inline(always)]
    fn piece(&self, state: &C, place: u8) -> u8 {
        state.get(place)
    }

    fn rules(&self) -> String {
        format!(
            "top-spin {}x{}{}",
            self.places,
            self.window,
            if self.kind == TopSpinMoves::Turns { ", turns are moves" } else { "" }
        )
    }

    fn mirrors(&self) -> Vec<Vec<u8>> {
        ring_mirrors(self.places.into())
    }
}

/// Facts about the projection.
const PROJECTION: BoundFacts = BoundFacts {
    name: "projection",
    what: "pattern databases of neighbouring pieces, for the ring, its inverse, their turns and mirrors, or the breaks \
           if they say more",
    synonyms: &[],
    consistent: false,
    strong: true,
    tables: true,
    vast: false,
    source: projection::SOURCE,
};

impl<C: Ring> TopSpin<C> {
    /// One group of neighbours if the ring can be looked up from every place, else as many as fit, at most three.
    fn kept_groups(&self, name: &str) -> Vec<KeptPieces> {
        if name != PROJECTION.name {
            return Vec::new();
        }
        let pieces = exact::<u8>(projection::pieces_of(self.places.into()));
        let groups = if self.kind == TopSpinMoves::Turns { (self.places / pieces).min(3) } else { 1 };
        let group = |group: u8| KeptPieces::new(self, &(group * pieces..(group + 1) * pieces).collect::<Vec<u8>>());
        (0..groups).filter_map(group).collect()
    }
}

impl<C: Ring> Bounded for TopSpin<C> {
    type Pattern = KeptPieces;

    fn bounds(&self) -> Vec<BoundFacts<'_>> {
        match self.kind {
            TopSpinMoves::Flips => vec![breaks::FLIPS, PROJECTION],
            TopSpinMoves::Turns => vec![breaks::TURNS, PROJECTION],
        }
    }

    fn with_bound<V: BoundVisitor<Self>>(&self, name: &str, visitor: V) -> Option<V::Output> {
        (name == breaks::NAME).then(|| visitor.visit(Breaks))
    }

    fn toward(&self, from: &C, to: &C) -> Option<Toward<Self>> {
        Some(Toward { puzzle: None, start: self.renamed(from, to), bound: breaks::NAME })
    }

    fn patterns(&self, name: &str) -> Vec<KeptPieces> {
        self.kept_groups(name)
    }

    fn ladder(&self) -> Vec<&str> {
        vec![breaks::NAME, PROJECTION.name]
    }

    fn with_tables<V: BoundVisitor<Self>>(
        &self,
        _name: &str,
        tables: &[PatternTable<'_, KeptPieces>],
        visitor: V,
    ) -> Option<V::Output> {
        let projection = Projection::new(self, tables)?;
        Some(visitor.visit(Max(Breaks, projection)))
    }
}

#[cfg(test)]
mod tests;
