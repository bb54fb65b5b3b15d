//! Pancake sorting: a stack of pancakes, all of different sizes; a move turns over the upper part of the stack.
//!
//! The stack is written from the top; move `k` reverses the first `k` pancakes. (W. H. Gates and C. H. Papadimitriou,
//! "Bounds for sorting by prefix reversal", Discrete Mathematics 27, 1979.)

use crate::parameters::{Invalid, places_of};
use loyd_core::cells::{Bytes, Cells, Nibbles};
use loyd_core::exact::exact;
use loyd_core::family::{Family, FamilyKind, PositionSize, Visitor};
use loyd_core::heuristic::Max;
use loyd_core::heuristic::projection;
use loyd_core::heuristic::projection::{KeptPieces, Projection};
use loyd_core::heuristic::{BoundFacts, BoundVisitor, Bounded, Toward};
use loyd_core::opening::Opening;
use loyd_core::opening::Unopened;
use loyd_core::puzzle::bits::{Bits, Word};
use loyd_core::puzzle::pattern::PatternTable;
use loyd_core::puzzle::shuffle::{Arranged, Arrangement, CellMove, CellPieces, pieces};
use loyd_core::puzzle::{
    Convention, Facts, Labelled, NotListed, Notation, Numbers, Phased, PictureKind, Puzzle, Ranked,
};
use loyd_core::rank::lehmer;
use loyd_core::rank::placement::MOST_CELLS;
use loyd_core::text;
use loyd_core::text::{Misread, push_number, spaced};

mod both_ends;
mod gap;
mod guide;

use both_ends::BothEnds;
pub use gap::Gap;

/// The family's entry in the catalogue.
pub const FAMILY: Family = Family {
    name: "pancake",
    kind: FamilyKind::Row,
    syntax: "pancake:N",
    what: "turn over the upper part of a stack of N pancakes",
    aliases: &[("pancakes", "pancake"), ("pancake-sorting", "pancake"), ("煎饼排序", "pancake"), ("翻煎饼", "pancake")],
    size: PositionSize::Pieces,
    metrics: &[],
    examples: &["pancake:2", "pancake:5", "pancake:8", "pancake:16", "pancake:20", "pancake:70"],
};

/// The most pancakes.
pub const MOST: u8 = 255;

/// Opens the puzzle, with the given goal or else the goal `1 2 .. N`.
///
/// # Errors
/// [`Unopened`] if the number of pancakes is missing or out of range, or if the goal cannot be read.
pub fn open<V: Visitor>(
    id: &str,
    parameters: &str,
    goal: Option<&str>,
    _: &Opening<'_>,
    visitor: V,
) -> Result<V::Output, Unopened> {
    let digits = parameters.bytes().all(|byte| byte.is_ascii_digit());
    let count = parameters.parse::<u8>().ok().filter(|count| digits && (2..=MOST).contains(count));
    let expected = || format!("the number of pancakes, from 2 to {MOST}");
    let count = count.ok_or_else(|| Unopened::parameters(id, parameters, expected()))?;
    let goal = match goal {
        Some(text) => read(text, count).map_err(Unopened::Goal)?,
        None => (0..count).collect(),
    };
    const READ: &str = "a goal that was read is a permutation of so many";
    Ok(match count {
        2..=16 => visitor.ranked(Pancake::<Nibbles>::new(&goal).expect(READ)),
        17..=64 => visitor.unranked(Pancake::<Bytes<64>>::new(&goal).expect(READ)),
        _ => visitor.unranked(Pancake::<Bytes<256>>::new(&goal).expect(READ)),
    })
}

/// A packed stack, and a word with a bit for every move on it.
pub trait StackLayout: Cells {
    /// Bit `k` is move `k`.
    type Word: Word;
}

impl StackLayout for Nibbles {
    type Word = u32;
}

impl StackLayout for Bytes<64> {
    type Word = u128;
}

impl StackLayout for Bytes<256> {
    type Word = [u64; 4];
}

/// The stack with its goal.
///
/// A state is the pancake at each place from the top. The goal's topmost pancake is called 0, the one below 1, and so
/// on, so every goal is the sorted stack. A move is the number of pancakes turned over.
///
/// ```
/// use loyd_core::cells::Nibbles;
/// use loyd_core::puzzle::{Notation, Puzzle};
/// use loyd_puzzles::pancake::Pancake;
/// let stack = Pancake::<Nibbles>::new(&[0, 1, 2, 3]).unwrap();
/// let mut state = stack.starts("3214").unwrap()[0];
/// stack.apply(&mut state, 3);
/// assert!(stack.is_goal(&state));
/// ```
#[derive(Clone, Debug)]
pub struct Pancake<C: StackLayout> {
    count: u8,
    /// All moves.
    flips: Bits<C::Word>,
    sorted: C,
    /// For each pancake, the label written on it minus one.
    label: [u8; 256],
    /// For each label minus one, the pancake on which it is written.
    labelled: [u8; 256],
}

impl<C: StackLayout> Pancake<C> {
    /// Makes a stack with a goal: the labels, from 0, from the top.
    ///
    /// # Errors
    /// [`Invalid`] if `goal` is not a permutation of `0..n`, `n` from 2 to the capacity of the layout and at most
    /// [`MOST`].
    pub fn new(goal: &[u8]) -> Result<Self, Invalid> {
        let count = goal.len();
        if !(2..=C::CAPACITY.min(MOST.into())).contains(&count) {
            return Err(Invalid("it has too few pancakes, or more than its layout holds"));
        }
        let (mut label, labelled) = ([0; 256], places_of(goal)?);
        label[..count].copy_from_slice(goal);
        let sorted: Vec<u8> = (0..exact::<u8>(count)).collect();
        let flips = (2..=exact::<u8>(count)).collect();
        Ok(Pancake { count: exact::<u8>(count), flips, sorted: C::pack(&sorted), label, labelled })
    }

    /// The number of pancakes.
    pub fn count(&self) -> u8 {
        self.count
    }

    fn labels(&self, state: &C) -> Vec<u8> {
        state.unpack(self.count.into()).into_iter().map(|pancake| self.label[pancake as usize]).collect()
    }

    fn stack(&self, labels: &[u8]) -> C {
        let pancakes: Vec<u8> = labels.iter().map(|&label| self.labelled[label as usize]).collect();
        C::pack(&pancakes)
    }
}

impl<C: StackLayout> Puzzle for Pancake<C> {
    type State = C;
    type Move = u8;
    type Undo = u8;
    type Moves = Bits<C::Word>;

    #[inline(always)]
    fn moves(&self, _state: &C) -> Bits<C::Word> {
        self.flips
    }

    #[inline(always)]
    fn apply(&self, state: &mut C, m: u8) -> u8 {
        state.reverse_prefix(m);
        m
    }

    /// The same flip once more. No other pair does nothing, and no two pairs of different flips have the same effect.
    #[inline(always)]
    fn back(&self, _state: &C, m: u8) -> Bits<C::Word> {
        Bits::one(m)
    }

    #[inline(always)]
    fn is_goal(&self, state: &C) -> bool {
        *state == self.sorted
    }

    fn goals(&self) -> Result<Vec<C>, NotListed> {
        Ok(vec![self.sorted])
    }

    fn phased(&self) -> Option<&impl Phased<Self>> {
        Some(self)
    }
}

impl<C: StackLayout> Phased for Pancake<C> {
    fn phases(&self) -> Vec<C> {
        vec![self.sorted]
    }
}

impl<C: StackLayout> Labelled for Pancake<C> {
    fn places(&self) -> usize {
        self.count.into()
    }

    #[inline(always)]
    fn piece(&self, state: &C, place: u8) -> u8 {
        state.get(place)
    }

    fn rules(&self) -> String {
        format!("pancake {}", self.count)
    }
}

/// The rank of a stack is its place in lexicographic order where the goal comes first.
impl Ranked for Pancake<Nibbles> {
    fn ranks(&self) -> u64 {
        lehmer::FACTORIALS[self.count as usize]
    }

    #[inline]
    fn rank(&self, state: &Nibbles) -> u64 {
        lehmer::rank(*state, self.count.into())
    }

    #[inline]
    fn unrank(&self, rank: u64) -> Nibbles {
        lehmer::unrank(rank, self.count.into())
    }

    fn arranged(&self) -> Option<&impl Arranged<Self>> {
        Some(self)
    }
}

impl Arranged for Pancake<Nibbles> {
    fn arrangement(&self) -> Arrangement {
        Arrangement { cells: self.count.into(), odd: None, sheets: 1 }
    }

    fn pieces(&self, state: &Nibbles) -> (CellPieces, u8) {
        (pieces(self.count.into(), |place| state.get(place)), 0)
    }

    fn state_of(&self, pieces: &[u8], _sheet: u8) -> Nibbles {
        Nibbles::pack(pieces)
    }

    fn cell_moves(&self) -> Vec<CellMove> {
        let flipped = |flip: u8| (0..self.count).map(move |place| if place < flip { flip - 1 - place } else { place });
        let flips = (2..=self.count).map(|flip| CellMove { at: None, sheets: (0, 0), goes: flipped(flip).collect() });
        flips.collect()
    }
}

/// Facts about the projection.
const PROJECTION: BoundFacts = BoundFacts {
    name: "projection",
    what: "pattern databases of the largest pancakes and of the smallest, for the stack and its inverse, or the gaps \
           if they are more",
    synonyms: &[],
    consistent: false,
    strong: true,
    tables: true,
    vast: false,
    source: projection::SOURCE,
};

impl<C: StackLayout> Pancake<C> {
    /// Whether there is a projection, which keeps some pancakes and forgets the others.
    fn has_projection(&self) -> bool {
        (4..=MOST_CELLS).contains(&self.count.into())
    }
}

impl<C: StackLayout> Bounded for Pancake<C> {
    type Pattern = KeptPieces;

    fn bounds(&self) -> Vec<BoundFacts<'_>> {
        if self.has_projection() { vec![gap::FACTS, PROJECTION] } else { vec![gap::FACTS] }
    }

    fn with_bound<V: BoundVisitor<Self>>(&self, name: &str, visitor: V) -> Option<V::Output> {
        if name != gap::FACTS.name {
            return None;
        }
        // Small stacks are sorted from one end, which takes microseconds.
        if const { C::CAPACITY <= 16 } {
            return Some(visitor.visit_restricting(Gap));
        }
        if const { C::CAPACITY <= 64 }
            && let Some(both) = BothEnds::<u8, u64, 64>::new(self)
        {
            return Some(visitor.visit_reformulated(Gap, both));
        }
        if let Some(both) = BothEnds::<u8, u128, 128>::new(self) {
            return Some(visitor.visit_reformulated(Gap, both));
        }
        match BothEnds::<u16, [u64; 4], 256>::new(self) {
            Some(both) if C::CAPACITY > 64 => Some(visitor.visit_reformulated(Gap, both)),
            // In the largest stack no number is left for the edge above it.
            _ => Some(visitor.visit_restricting(Gap)),
        }
    }

    fn with_guide<V: BoundVisitor<Self>>(&self, visitor: V) -> Option<V::Output> {
        Some(visitor.visit(guide::Loners))
    }

    /// Renames the pancakes by their places in `to`, so that `to` is the sorted stack.
    fn toward(&self, from: &C, to: &C) -> Option<Toward<Self>> {
        let mut names = [0; 256];
        (0..self.count).for_each(|place| names[usize::from(to.get(place))] = place);
        let mut start = *from;
        (0..self.count).for_each(|place| start.set(place, names[usize::from(from.get(place))]));
        Some(Toward { puzzle: None, start, bound: gap::FACTS.name })
    }

    /// Two patterns: the largest pancakes, and the smallest.
    fn patterns(&self, name: &str) -> Vec<KeptPieces> {
        if name != PROJECTION.name || !self.has_projection() {
            return Vec::new();
        }
        let pieces = exact::<u8>(projection::pieces_of(self.count.into()));
        let groups = [(self.count - pieces..self.count), (0..pieces)];
        groups.into_iter().filter_map(|group| KeptPieces::new(self, &group.collect::<Vec<u8>>())).collect()
    }

    fn with_tables<V: BoundVisitor<Self>>(
        &self,
        _name: &str,
        tables: &[PatternTable<'_, KeptPieces>],
        visitor: V,
    ) -> Option<V::Output> {
        if const { C::CAPACITY > MOST_CELLS } {
            return None;
        }
        let projection = Projection::new(self, tables)?;
        Some(visitor.visit_restricting(Max(Gap, projection)))
    }
}

fn read(text: &str, count: u8) -> Result<Vec<u8>, Misread> {
    text::permutation(text, count.into(), 1)
}

/// The greatest distance for each number of pancakes from 0.
const GODS_NUMBERS: [u32; 20] = [0, 0, 1, 3, 4, 5, 7, 8, 9, 10, 11, 13, 14, 15, 16, 17, 18, 19, 20, 22];

impl<C: StackLayout> Numbers for Pancake<C> {
    fn cantor(puzzle: &Self, state: &C) -> Option<u128> {
        lehmer::rank_wide(&puzzle.labels(state))
    }

    fn of_cantor(puzzle: &Self, number: u128) -> Option<Vec<C>> {
        lehmer::unrank_wide(number, puzzle.count.into()).map(|labels| vec![puzzle.stack(&labels)])
    }

    fn random(puzzle: &Self, below: &mut dyn FnMut(u64) -> u64) -> C {
        let mut state = puzzle.sorted;
        for place in (1..puzzle.count).rev() {
            state.swap(place, exact::<u8>(below(u64::from(place) + 1)));
        }
        state
    }
}

impl<C: StackLayout> Notation for Pancake<C> {
    type Numbers = Self;

    fn starts(&self, text: &str) -> Result<Vec<C>, Misread> {
        read(text, self.count).map(|labels| vec![self.stack(&labels)])
    }

    fn write(&self, state: &C) -> String {
        spaced(self.labels(state), |text, label| push_number(text, u32::from(label) + 1))
    }

    fn move_name(&self, _state: &C, m: u8, _convention: Convention) -> String {
        m.to_string()
    }

    fn move_words(&self, _state: &C, m: u8) -> String {
        format!("flip the top {m}")
    }

    fn look(&self) -> PictureKind {
        PictureKind::Stack
    }

    /// Points at the lowest pancake that is turned over.
    fn pointed_at(&self, _state: &C, m: u8) -> Option<(usize, usize)> {
        Some((0, usize::from(m) - 1))
    }

    fn facts(&self) -> Facts {
        let count = usize::from(self.count);
        let example = self.stack(&alternating(self.count));
        Facts {
            what: format!("a stack of {count} pancakes, the upper part of which is turned over"),
            states: (1..=count as u128).try_fold(1u128, u128::checked_mul),
            states_formula: format!("{count}!"),
            gods_number: GODS_NUMBERS.get(count).copied(),
            source: "God's number: OEIS A058986".into(),
            moves: format!("a number from 2 to {count}: how many pancakes are turned over, from the top"),
            state_syntax: format!(
                "the pancakes 1 to {count} from the top, each once{}",
                if count <= 9 { ", with or without blanks between them" } else { ", blanks or commas between them" }
            ),
            example: self.write(&example),
        }
    }
}

/// The labels n-1, 0, n-2, 1 and so on: an easy stack with three pancakes or fewer, a mixed one with more.
fn alternating(count: u8) -> Vec<u8> {
    (0..count).map(|place| if place % 2 == 1 { place / 2 } else { count - 1 - place / 2 }).collect()
}

#[cfg(test)]
mod tests;
