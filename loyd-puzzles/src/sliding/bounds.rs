//! The lower bounds of sliding puzzles, by name.

pub mod additive;
pub(super) mod branch_free;
pub mod linear_conflict;
mod manhattan;
mod misplaced;
pub mod partitions;
pub mod walking_distance;

use self::additive::{Additive, ByCells, BySet};
use self::branch_free::PackedTree;
use self::linear_conflict::LinearConflict;
pub use self::manhattan::Manhattan;
pub use self::misplaced::Misplaced;
use self::partitions::{MOST_PATTERNS, OTHER_FOUR_SIXES};
use self::walking_distance::{MOST_LINES, WalkingDistance};
use super::board::Board;
use super::guide::Guide;
use super::layout::SlidingLayout;
use super::tiles::Tiles;
use super::{Sliding, SlidingState, TileMetric};
use loyd_core::heuristic::Max;
use loyd_core::heuristic::{BoundFacts, BoundVisitor, Bounded, Toward};
use loyd_core::puzzle::pattern::{Blocked, PatternOrder, PatternTable};
use loyd_core::rank::placement::MOST_CELLS;

const KORF_FELNER: &str =
    "R. E. Korf and A. Felner, Disjoint pattern database heuristics, Artificial Intelligence 134, 2002";

/// The facts of a sum of pattern databases. The sum is not consistent, because an entry is the least over the blank's
/// parts, and a move may lead from an expensive part to a cheap one (A. Felner, U. Zahavi, R. Holte, J. Schaeffer, N.
/// Sturtevant and Z. Zhang, Inconsistent heuristics in theory and practice, Artificial Intelligence 175, 2011).
const fn sum_of(name: &'static str, what: &'static str) -> BoundFacts<'static> {
    BoundFacts {
        name,
        what,
        synonyms: &[],
        consistent: false,
        strong: true,
        tables: true,
        vast: false,
        source: KORF_FELNER,
    }
}

const LINEAR_CONFLICT: BoundFacts = BoundFacts {
    name: "linear-conflict",
    what: "the sum of the tiles' distances to their goals, and two moves for every tile that must leave its line to \
           let others pass",
    synonyms: &["lc", "线性冲突"],
    consistent: true,
    strong: true,
    tables: false,
    vast: false,
    source: "O. Hansson, A. Mayer and M. Yung, Criticizing solutions to relaxed models yields powerful admissible \
             heuristics, Information Sciences 63, 1992",
};

const MANHATTAN: BoundFacts = BoundFacts {
    name: "manhattan",
    what: "the sum of the tiles' distances to their goals, each as if it were alone",
    synonyms: &["md", "manhattan-distance", "曼哈顿", "曼哈顿距离"],
    consistent: true,
    strong: true,
    tables: false,
    vast: false,
    source: "J. Doran and D. Michie, Experiments with the graph traverser program, Proceedings of the Royal Society A \
             294, 1966",
};

/// Only for boards of [`SlidingLayout::CAPACITY`] 16: on larger boards it is too weak, and no bound is measured against
/// it.
const MISPLACED: BoundFacts = BoundFacts {
    name: "misplaced",
    synonyms: &["hamming", "misplaced-tiles"],
    what: "the number of tiles that are not at home, by which other bounds are measured",
    consistent: true,
    strong: false,
    tables: false,
    vast: false,
    source: "N. J. Nilsson, Problem-Solving Methods in Artificial Intelligence, 1971",
};

pub(super) const WALKING: BoundFacts = BoundFacts {
    name: "walking-distance",
    what: "the least number of moves up and down if columns are forgotten, and to the left and right if rows are",
    synonyms: &["wd", "walking"],
    consistent: true,
    strong: true,
    tables: false,
    vast: false,
    source: "Ken'ichiro Takahashi (takaken), 2001",
};

const ADDITIVE: BoundFacts = sum_of(
    "additive",
    "the sum of pattern databases of small groups of tiles, the larger of the board and its mirror \
                        image",
);

/// The classes of boards that have different lower bounds.
#[derive(Clone, Copy)]
enum BoardClass {
    /// The 15-puzzle.
    Fifteen,
    /// The 24-puzzle with the blank's goal in a corner.
    TwentyFour,
    /// The 24-puzzle with the blank's goal elsewhere.
    TwentyFourInside,
    /// Another rectangle with few rows and columns.
    Small,
    /// Any other board that is small enough for pattern databases.
    Middle,
    /// A board with too many cells for pattern databases.
    Large,
}

impl BoardClass {
    fn of(board: &Board, blank: u8) -> BoardClass {
        match board.is_rectangle().then(|| board.size()) {
            Some((4, 4)) => BoardClass::Fifteen,
            Some((5, 5)) if [0, 4, 20, 24].contains(&blank) => BoardClass::TwentyFour,
            Some((5, 5)) => BoardClass::TwentyFourInside,
            Some((rows, columns)) if rows.max(columns) <= MOST_LINES => BoardClass::Small,
            _ if board.cells() <= MOST_CELLS => BoardClass::Middle,
            _ => BoardClass::Large,
        }
    }

    fn bounds(self) -> &'static [BoundFacts<'static>] {
        match self {
            BoardClass::Fifteen => FIFTEEN,
            BoardClass::TwentyFour => &[LINEAR_CONFLICT, MANHATTAN, ADDITIVE, FOUR_SIXES, FOUR_SIXES_TWICE],
            BoardClass::TwentyFourInside => &[LINEAR_CONFLICT, MANHATTAN, ADDITIVE, FOUR_SIXES],
            BoardClass::Small => &[LINEAR_CONFLICT, MANHATTAN, WALKING, ADDITIVE],
            BoardClass::Middle => &[LINEAR_CONFLICT, MANHATTAN, ADDITIVE],
            BoardClass::Large => &[LINEAR_CONFLICT, MANHATTAN],
        }
    }

    fn ladder(self) -> &'static [&'static str] {
        match self {
            BoardClass::Fifteen => &["linear-conflict", "6-6-3", "7-8"],
            BoardClass::TwentyFour => &["linear-conflict", "additive", "6-6-6-6", "two-6-6-6-6"],
            BoardClass::TwentyFourInside => &["linear-conflict", "additive", "6-6-6-6"],
            BoardClass::Small | BoardClass::Middle => &["linear-conflict", "additive"],
            BoardClass::Large => &["linear-conflict"],
        }
    }
}

const FIFTEEN: &[BoundFacts] = &[
    LINEAR_CONFLICT,
    MANHATTAN,
    WALKING,
    ADDITIVE,
    sum_of(
        "5-5-5",
        "the sum of three pattern databases, 1.6 MB together, the larger of the board and its mirror image",
    ),
    sum_of("6-6-3", "the sum of three pattern databases, 17 MB together, the larger of the board and its mirror image"),
    sum_of("7-7-1", "the sum of three pattern databases, 58 MB together, the larger of the board and its mirror image"),
    sum_of("7-8", "the sum of two pattern databases, 288 MB together, the larger of the board and its mirror image"),
];

const FOUR_SIXES: BoundFacts = sum_of(
    "6-6-6-6",
    "the sum of four pattern databases, 488 MB together, the larger of the board and its mirror \
                       image",
);

/// It leaves 1.6 times fewer nodes than [`FOUR_SIXES`], and a node costs 1.5 times as much.
const FOUR_SIXES_TWICE: BoundFacts = sum_of(
    "two-6-6-6-6",
    "the sums over two divisions into eight pattern databases, 977 MB together, the largest of both and of the board \
     and its mirror image",
);

impl<C: SlidingLayout> Sliding<C> {
    /// The tables of the branch-free tree search by the sum of distances, for boards of up to 16 cells.
    fn tree(&self) -> &PackedTree {
        self.tree.get_or_init(|| Box::new(PackedTree::new(&self.board, &self.distances)))
    }
}

impl<C: SlidingLayout> Bounded for Sliding<C> {
    type Pattern = Tiles;

    fn bounds(&self) -> Vec<BoundFacts<'_>> {
        let baseline = if const { C::CAPACITY <= 16 } { &[MISPLACED][..] } else { &[] };
        [BoardClass::of(&self.board, self.goal.blank).bounds(), baseline].concat()
    }

    fn with_bound<V: BoundVisitor<Self>>(&self, name: &str, visitor: V) -> Option<V::Output> {
        match name {
            "linear-conflict" => Some(visitor.visit(LinearConflict::new())),
            "manhattan" if const { C::CAPACITY <= 16 } => Some(visitor.visit_branch_free(Manhattan, self.tree())),
            "manhattan" => Some(visitor.visit(Manhattan)),
            "misplaced" if const { C::CAPACITY <= 16 } => Some(visitor.visit(Misplaced)),
            // Rectangles with more rows or columns have no walking distance.
            "walking-distance" if const { C::CAPACITY <= MOST_LINES * MOST_LINES } => {
                WalkingDistance::new(self, TileMetric::Single).map(|walking| visitor.visit(walking))
            }
            _ => None,
        }
    }

    fn patterns(&self, name: &str) -> Vec<Tiles> {
        let board = &self.board;
        let blank = self.seen_by_patterns(self.goal.blank);
        let partitions = match name {
            _ if name == ADDITIVE.name => vec![partitions::automatic(board, blank)],
            _ if name == FOUR_SIXES_TWICE.name => {
                [FOUR_SIXES.name, OTHER_FOUR_SIXES].map(|name| partitions::named(board, blank, name)).into()
            }
            _ => vec![partitions::named(board, blank, name)],
        };
        let divide = |patterns: Vec<Vec<u8>>| -> Option<Vec<Tiles>> {
            let order = additive::order(&patterns);
            patterns.iter().map(|homes| Tiles::new(board, homes, blank, order)).collect()
        };
        let divided: Option<Vec<_>> = partitions.into_iter().map(|patterns| patterns.and_then(divide)).collect();
        divided.unwrap_or_default().concat()
    }

    /// The image of a cell in the tables. Symmetric goals share the tables of the lowest image of the blank's goal.
    fn seen_by_patterns(&self, place: u8) -> u8 {
        let symmetries = self.board.symmetries();
        let view = symmetries.iter().min_by_key(|symmetry| symmetry[usize::from(self.goal.blank)]);
        view.map_or(place, |view| view[usize::from(place)])
    }

    fn ladder(&self) -> Vec<&str> {
        BoardClass::of(&self.board, self.goal.blank).ladder().to_vec()
    }

    fn with_tables<V: BoundVisitor<Self>>(
        &self,
        name: &str,
        tables: &[PatternTable<'_, Tiles>],
        visitor: V,
    ) -> Option<V::Output> {
        // Every search is compiled for each kind of memo, so a layout only names the kinds that its boards use.
        let small = |tables| Additive::<ByCells<'_>, 4>::new(self, tables);
        let is_large = tables.iter().any(|table| table.pattern.order() == PatternOrder::Placements);
        if const { C::CAPACITY > MOST_CELLS } {
            None
        } else if const { C::CAPACITY == 64 } {
            Additive::<ByCells<'_>, MOST_PATTERNS>::new(self, tables).map(|sum| visitor.visit_looking_up(sum))
        } else if const { C::CAPACITY == 32 } {
            if name == FOUR_SIXES_TWICE.name {
                let (first, second) = tables.split_at_checked(tables.len() / 2)?;
                return Some(visitor.visit_looking_up(Max(small(first)?, small(second)?)));
            }
            if tables.len() <= 4 {
                return small(tables).map(|sum| visitor.visit_looking_up(sum));
            }
            Additive::<ByCells<'_>, MOST_PATTERNS>::new(self, tables).map(|sum| visitor.visit_looking_up(sum))
        } else if is_large {
            Additive::<BySet<'_, C::Set>, 4>::new(self, tables).map(|sum| visitor.visit_looking_up(sum))
        } else {
            small(tables).map(|sum| visitor.visit_looking_up(sum))
        }
    }

    fn with_guide<V: BoundVisitor<Self>>(&self, visitor: V) -> Option<V::Output> {
        Some(visitor.visit(Guide::new(self)))
    }

    fn toward(&self, from: &SlidingState<C>, to: &SlidingState<C>) -> Option<Toward<Self>> {
        let there = self.for_goal(&to.cells.unpack(self.board.cells()));
        Some(Toward { puzzle: Some(there), start: *from, bound: MANHATTAN.name })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use loyd_core::cells::{Bytes, Nibbles};

    /// Asserts that the text about a bound states the number and the size of its tables.
    fn facts_match_tables<C: SlidingLayout>(board: &Sliding<C>, facts: &[BoundFacts]) {
        for facts in facts.iter().filter(|facts| facts.tables && facts.name != ADDITIVE.name) {
            let patterns = board.patterns(facts.name);
            let bytes = patterns.iter().map(|pattern| pattern.entries().div_ceil(2)).sum::<u64>() as f64 / 1e6;
            let size = if bytes < 10.0 { format!("{bytes:.1} MB together") } else { format!("{bytes:.0} MB together") };
            let number = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight"][patterns.len()];
            let tables = format!("{number} pattern databases, {size},");
            assert!(facts.what.contains(&tables), "{}: {}, not {tables}", facts.name, facts.what);
        }
    }

    #[test]
    fn sizes_are_those_of_the_tables() {
        facts_match_tables(&Sliding::<Nibbles>::rectangle(4, 4).unwrap(), FIFTEEN);
        let board = Sliding::<Bytes<32>>::rectangle(5, 5).unwrap();
        assert_eq!(board.bounds().iter().filter(|facts| facts.tables).count(), 3);
        facts_match_tables(&board, &board.bounds());
    }
}
