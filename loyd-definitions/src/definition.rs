//! Definitions: data that describe any puzzle whose moves shuffle and turn pieces.
//!
//! A definition has **slots**, in named sets. Each slot holds a **piece**, which is a number and may be turned: its
//! **orientation**. Pieces of a set that have the same number are identical. A move takes pieces from slots of a set to
//! slots of the same set, and turns them. A text in any of the forms is read into a [`Definition`].
//!
//! All slots are numbered from 0, set after set.

pub mod action;
pub mod drawing;
pub(crate) mod move_names;
pub mod powers;
pub mod rules;
pub(crate) mod seen;
mod turning;

use loyd_core::exact::exact;
use loyd_core::limits::{holds, holds_nothing};
use std::ops::Range;

pub use action::{Action, NotAnAction};
pub use drawing::{DrawingFace, DrawingPalette, DrawingPlan, FaceCell};
pub use rules::{Metric, NoRules, PlayRules, RuleChoice, Turn};
pub(crate) use seen::label_of;

/// The most slots of a set.
pub const MOST_OF_SET: usize = 255;

/// The most orientations of a piece.
pub const MOST_ORIENTATIONS: u8 = 127;

/// The most slots of a puzzle.
pub const MOST_SLOTS: usize = 4096;

/// The most moves of a puzzle.
pub const MOST_MOVES: usize = 16_384;

/// The greatest order of a move: the number of times it is made until everything is as it was.
pub const MOST_ORDER: u32 = 1_000_000;

/// Slots among which moves shuffle pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Set {
    /// The name of the set.
    pub name: String,
    /// The number of slots, 1 to [`MOST_OF_SET`].
    pub slots: usize,
    /// The number of orientations of a piece, 1 to [`MOST_ORIENTATIONS`].
    pub orientations: u8,
    /// The pieces whose orientation is known only modulo a divisor of that number: piece and modulus. With the modulus
    /// 1 the orientation of the piece does not matter.
    pub known_modulo: Vec<(u8, u8)>,
}

impl Set {
    /// A set whose orientations all matter.
    pub fn new(name: impl Into<String>, slots: usize, orientations: u8) -> Self {
        Set { name: name.into(), slots, orientations, known_modulo: Vec::new() }
    }

    /// The modulus up to which the orientation of a piece is known.
    pub fn modulus(&self, piece: u8) -> u8 {
        self.known_modulo.iter().find(|(known, _)| *known == piece).map_or(self.orientations, |(_, modulus)| *modulus)
    }
}

/// A piece in every slot, and its orientation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pattern {
    /// The piece in each slot.
    pub pieces: Box<[u8]>,
    /// The orientation of the piece in each slot.
    pub orientations: Box<[u8]>,
}

/// A goal: for each slot the piece that belongs there and its orientation, as far as they matter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Goal {
    /// The name of the goal; empty if it has none.
    pub name: String,
    /// The piece of each slot; `None`: any piece that no other slot of the set wants.
    pub pieces: Vec<Option<u8>>,
    /// The orientation of the piece in each slot; `None`: any orientation.
    pub orientations: Vec<Option<u8>>,
}

impl Goal {
    /// The goal that consists of this one pattern.
    pub fn of(name: impl Into<String>, pattern: &Pattern) -> Self {
        Goal {
            name: name.into(),
            pieces: pattern.pieces.iter().copied().map(Some).collect(),
            orientations: pattern.orientations.iter().copied().map(Some).collect(),
        }
    }

    /// The goal of the positions that an action makes of the positions of this goal. `set_of_slots` is the place, among
    /// the sets, of the set of each slot.
    pub(crate) fn after(&self, action: &Action, set_of_slots: &[usize], sets: &[Set]) -> Goal {
        let mut after = self.clone();
        for (slot, (&from, &twist)) in action.from().iter().zip(action.twist()).enumerate() {
            let (set, from) = (&sets[set_of_slots[slot]], usize::from(from));
            let piece = self.pieces[from];
            let modulus = piece.map_or(set.orientations, |piece| set.modulus(piece)).max(1);
            let turned = |orientation| {
                exact::<u8>((u16::from(orientation) + u16::from(twist)) % u16::from(set.orientations.max(1))) % modulus
            };
            (after.pieces[slot], after.orientations[slot]) = (piece, self.orientations[from].map(turned));
        }
        after
    }
}

/// A condition on the pieces that may lie in a slot.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Condition {
    /// The slot.
    pub slot: u16,
    /// The pieces that the condition lists, ascending.
    pub pieces: Vec<u8>,
    /// `true`: the slot must hold one of these pieces; `false`: it must hold another piece.
    pub must: bool,
}

impl Condition {
    /// Whether a slot that holds this piece meets the condition.
    pub fn allows(&self, piece: u8) -> bool {
        self.pieces.contains(&piece) == self.must
    }
}

/// The other moves that follow from a written move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Repeats {
    /// No other moves: the move is one-way, and its inverse is a move only if that is written, too.
    None,
    /// The inverse of the move.
    Inverse,
    /// All powers of the move.
    Powers,
}

/// A move as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The name of the move.
    pub name: String,
    /// The effect of the move on the slots.
    pub action: Action,
    /// The cost of the move, at least 1.
    pub weight: u32,
    /// The other moves that follow from this move.
    pub repeats: Repeats,
    /// The conditions that must hold before the move.
    pub when: Vec<Condition>,
    /// Whether the move turns the whole puzzle, so that solutions do not use it.
    pub is_rotation: bool,
}

impl Move {
    /// A move of weight 1 without conditions, whose powers are moves.
    pub fn new(name: impl Into<String>, action: Action) -> Self {
        let (weight, repeats) = (1, Repeats::Powers);
        Move { name: name.into(), action, weight, repeats, when: Vec::new(), is_rotation: false }
    }
}

/// A word that stands for several moves, such as the slice `M` of a cube. People write it, and searches do not use it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DerivedMove {
    /// The word.
    pub name: String,
    /// The moves, by their places among the moves of the definition, and their powers.
    pub steps: Vec<(usize, i32)>,
    /// Whether the moves may change places, so that a power of the word is a power of each move.
    pub commute: bool,
}

/// A place in the picture where a slot is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PictureSpot {
    /// The row, from 0.
    pub row: u16,
    /// The column, from 0.
    pub column: u16,
    /// The slot.
    pub slot: u16,
    /// The side of the piece that is drawn here, from 0, if pieces are drawn side by side as in the net of a cube: side
    /// `s` of the slot shows side `s - o` of a piece of orientation `o`.
    pub side: u8,
}

/// A position with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedPosition {
    /// The name of the position.
    pub name: String,
    /// The position.
    pub pattern: Pattern,
}

/// The form of a definition's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DefinitionFormat {
    /// twsearch's `.tws`, and the part of ksolve's `.def` that is the same.
    Tws,
    /// cubing.js' KPuzzle JSON.
    Kpuzzle,
    /// PSVN.
    Psvn,
    /// Permutations in cycle notation, as GAP reads them.
    Gap,
    /// loyd's own form.
    Loyd,
}

/// A puzzle as data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// The name of the puzzle; empty if it has none.
    pub name: String,
    /// The form in which the definition was written.
    pub form: DefinitionFormat,
    /// The sets. Slots are numbered through all sets, in this order.
    pub sets: Vec<Set>,
    /// The position that the puzzle comes in.
    pub solved: Pattern,
    /// The goals; never empty. Goals that have the same name, or have no name, are alternatives: any of them will do.
    /// If a caller names no goal, the goals with the name of the first goal are used.
    pub goals: Vec<Goal>,
    /// The moves as they are written, including the rotations.
    pub moves: Vec<Move>,
    /// Words that stand for several moves.
    pub derived: Vec<DerivedMove>,
    /// The conditions that every position must meet. A move that leads to any other position cannot be made.
    pub legal: Vec<Condition>,
    /// The text on each piece, by set and piece; empty if pieces are written as their numbers.
    pub labels: Vec<Vec<String>>,
    /// The places where slots are drawn; empty if the definition has no picture.
    pub spots: Vec<PictureSpot>,
    /// The drawing of the puzzle as a body, if it has one.
    pub drawing: Option<DrawingPlan>,
}

impl Definition {
    /// A puzzle without a name, moves, rules or a picture, whose goal is the position that the puzzle comes in.
    ///
    /// ```
    /// use loyd_definitions::{Action, Definition, DefinitionFormat, Move, Pattern, Set};
    /// let solved = Pattern { pieces: [0, 1, 2].into(), orientations: [0; 3].into() };
    /// let turn = Move::new("turn", Action::new(&[2, 0, 1], &[0; 3], &[1; 3]).unwrap());
    /// let sets = vec![Set::new("ring", 3, 1)];
    /// let ring = Definition { moves: vec![turn], ..Definition::new(DefinitionFormat::Loyd, sets, solved) };
    /// assert_eq!(ring.after(&ring.solved, &ring.moves[0].action).pieces[..], [2, 0, 1]);
    /// ```
    pub fn new(form: DefinitionFormat, sets: Vec<Set>, solved: Pattern) -> Self {
        Definition {
            name: String::new(),
            form,
            sets,
            goals: vec![Goal::of("", &solved)],
            solved,
            moves: Vec::new(),
            derived: Vec::new(),
            legal: Vec::new(),
            labels: Vec::new(),
            spots: Vec::new(),
            drawing: None,
        }
    }

    /// The number of slots.
    pub fn slots(&self) -> usize {
        self.solved.pieces.len()
    }

    /// Whether moves are written as the turns of two layers of twelve parts, and slices: `(1,0)/(-2,3)/`.
    pub fn has_layers(&self) -> bool {
        let order = |name: &str| {
            let m = self.moves.iter().find(|m| m.name == name)?;
            m.action.order(&self.orientations())
        };
        order("/").is_some() && ["U", "D"].iter().all(|layer| order(layer) == Some(12))
    }

    /// The slots of the set at this place among the sets.
    ///
    /// # Panics
    /// If there is no such set.
    pub fn slots_of(&self, set: usize) -> Range<usize> {
        let first = self.sets[..set].iter().map(|set| set.slots).sum();
        first..first + self.sets[set].slots
    }

    /// For each slot, the place of its set among the sets.
    pub fn set_of_slots(&self) -> Vec<usize> {
        self.sets.iter().enumerate().flat_map(|(number, set)| std::iter::repeat_n(number, set.slots)).collect()
    }

    /// The number of orientations of each slot.
    pub fn orientations(&self) -> Vec<u8> {
        self.sets.iter().flat_map(|set| std::iter::repeat_n(set.orientations, set.slots)).collect()
    }

    /// The pattern after an action.
    ///
    /// # Panics
    /// If the action or the pattern does not fit this definition's slots.
    pub fn after(&self, pattern: &Pattern, action: &Action) -> Pattern {
        let mut after = pattern.clone();
        let mut slot = 0;
        for set in &self.sets {
            for _ in 0..set.slots {
                let from = usize::from(action.from()[slot]);
                let piece = pattern.pieces[from];
                after.pieces[slot] = piece;
                let turned = u16::from(pattern.orientations[from]) + u16::from(action.twist()[slot]);
                after.orientations[slot] = exact::<u8>(turned % u16::from(set.orientations)) % set.modulus(piece);
                slot += 1;
            }
        }
        after
    }

    /// The goals that have this name.
    pub fn goals_named(&self, name: &str) -> impl Iterator<Item = &Goal> {
        self.goals.iter().filter(move |goal| goal.name == name)
    }

    /// The names of the goals, each once.
    pub fn goal_names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for goal in &self.goals {
            if !goal.name.is_empty() && !names.contains(&goal.name.as_str()) {
                names.push(&goal.name);
            }
        }
        names
    }

    /// The move that has this name.
    pub fn move_named(&self, name: &str) -> Option<&Move> {
        self.moves.iter().find(|m| m.name == name)
    }
}

holds_nothing!(PictureSpot, Repeats, DefinitionFormat);
holds!(Set { name, slots, orientations, known_modulo });
holds!(Pattern { pieces, orientations });
holds!(Goal { name, pieces, orientations });
holds!(Condition { slot, pieces, must });
holds!(Move { name, action, weight, repeats, when, is_rotation });
holds!(DerivedMove { name, steps, commute });
holds!(Definition { name, form, sets, solved, goals, moves, derived, legal, labels, spots, drawing });
