//! Codes: the bytes of a state, each for the piece in a slot and its orientation.
//!
//! Pieces that no goal and no condition distinguishes form one class. So a goal with slots that do not matter gives an
//! exact quotient of the puzzle: a smaller space with the same distances.

use std::collections::BTreeMap;

use super::budget::spend;
use crate::definition::{Condition, Goal, Pattern, PlayRules};
use loyd_core::exact::exact;
use loyd_core::limits::holds;

/// A set of codes.
pub type CodeSet = [u64; 4];

/// Pieces of a set that have the same codes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// The pieces, ascending.
    pub pieces: Vec<u8>,
    /// The number of orientations that codes distinguish.
    pub modulus: u8,
    /// The code of orientation 0. The codes of the other orientations follow it.
    pub base: u8,
}

/// The classes of a set's pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceClasses {
    /// The classes, by their bases.
    pub classes: Vec<Class>,
    /// The class of each piece.
    class_of: BTreeMap<u8, usize>,
    /// The number of codes.
    pub codes: usize,
}

/// The codes of all sets of a puzzle.
#[derive(Clone, Debug)]
pub struct PieceCodes {
    /// The classes of the pieces of each set.
    pub alphabets: Vec<PieceClasses>,
    /// The set of each slot.
    pub set_of: Vec<usize>,
    /// By set and class: the number of its pieces, which is the same in every position.
    counts: Vec<Vec<usize>>,
}

/// Every code, as a table that leaves codes as they are.
#[expect(clippy::cast_possible_truncation, reason = "256 codes")]
pub const ALL_CODES: [u8; 256] = {
    let mut all = [0; 256];
    let mut code = 0;
    while code < all.len() {
        all[code] = code as u8;
        code += 1;
    }
    all
};

/// The most goals that a puzzle may have.
pub const MOST_GOALS: usize = 100_000;

/// The most bytes of all goals of a puzzle.
pub const MOST_GOAL_BYTES: usize = 16 << 20;

/// The reason why a puzzle cannot be compiled.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// A set has too many pieces and orientations.
    #[error("set {set}: expected at most 256 distinct pieces and orientations, found {codes}")]
    Codes {
        /// The name of the set.
        set: String,
        /// The number of its codes.
        codes: usize,
    },
    /// Sets turn in too many ways, or conditions allow too many sets of pieces.
    #[error("expected at most 65536 different turns of sets and conditions on pieces, found {found} or more")]
    Rows {
        /// The number that was found before the others were left out.
        found: usize,
    },
    /// Too many positions are goals.
    #[error(
        "the goal leaves open more than {0} positions that must be distinguished, and moves from the solved position \
         reach too many positions to find the goal positions among them"
    )]
    Goals(usize),
    /// Too many positions are goals, and moves reach none of them.
    #[error("no moves from the solved position lead to the goal")]
    Unreached,
    /// No goal is a legal position.
    #[error("no goal is a legal position")]
    Illegal,
    /// A goal wants pieces that the puzzle does not have.
    #[error("goal{}: set {set} does not have the pieces of the goal", named(goal))]
    Pieces {
        /// The name of the goal.
        goal: String,
        /// The name of the set.
        set: String,
    },
}

fn named(goal: &str) -> String {
    if goal.is_empty() { String::new() } else { format!(" {goal}") }
}

impl PieceClasses {
    /// The class of a piece; `None` if the set has no such piece.
    pub fn class(&self, piece: u8) -> Option<&Class> {
        self.class_of.get(&piece).map(|&class| &self.classes[class])
    }

    /// The number of the class of a code, and the orientation.
    pub fn of_code(&self, code: u8) -> (usize, u8) {
        let class = self.classes.partition_point(|class| class.base <= code) - 1;
        (class, code - self.classes[class].base)
    }
}

impl PieceCodes {
    /// Whether every class is one piece, which comes once.
    pub fn are_all_different(&self) -> bool {
        self.counts.iter().flatten().all(|count| *count == 1)
    }

    /// Divides the pieces of the rules into classes.
    ///
    /// # Errors
    /// [`Unfit`] if a set has more than 256 codes.
    pub fn new(rules: &PlayRules) -> Result<Self, Unfit> {
        let set_of = rules.set_of_slots();
        let conditions = || rules.legal.iter().chain(rules.turns.iter().flat_map(|turn| &turn.when));
        let (mut alphabets, mut counts) = (Vec::new(), Vec::new());
        for (number, set) in rules.sets.iter().enumerate() {
            let slots: Vec<usize> = (0..set_of.len()).filter(|&slot| set_of[slot] == number).collect();
            let mut pieces: Vec<u8> = slots.iter().map(|&slot| rules.solved.pieces[slot]).collect();
            pieces.sort_unstable();
            pieces.dedup();
            // Pieces differ by the goals and the conditions that name them, and by how far their orientation is known.
            let mut groups: BTreeMap<(Option<u8>, Vec<bool>, u8), Vec<u8>> = BTreeMap::new();
            for &piece in &pieces {
                spend(rules.goals.len() * slots.len());
                let wanted = rules.goals.iter().any(|goal| slots.iter().any(|&s| goal.pieces[s] == Some(piece)));
                let in_set = conditions().filter(|condition| set_of[usize::from(condition.slot)] == number);
                let signature: Vec<bool> = in_set.map(|condition| condition.pieces.contains(&piece)).collect();
                let copies = slots.iter().filter(|&&slot| rules.solved.pieces[slot] == piece).count();
                let counts = |goal: &Goal| {
                    // Where a goal names no piece, any piece may lie that the goal does not want elsewhere.
                    let is_left = slots.iter().filter(|&&slot| goal.pieces[slot] == Some(piece)).count() < copies;
                    let here = |&slot: &usize| match goal.pieces[slot] {
                        Some(there) => there == piece,
                        None => is_left,
                    };
                    slots.iter().filter(|slot| here(slot)).any(|&slot| goal.orientations[slot].is_some())
                };
                let modulus = if rules.goals.iter().any(counts) { set.modulus(piece).max(1) } else { 1 };
                groups.entry((wanted.then_some(piece), signature, modulus)).or_default().push(piece);
            }
            let mut grouped: Vec<(Vec<u8>, u8)> = groups.into_iter().map(|((.., m), pieces)| (pieces, m)).collect();
            grouped.sort();
            let codes: usize = grouped.iter().map(|(_, modulus)| usize::from(*modulus)).sum();
            if codes > 256 {
                return Err(Unfit::Codes { set: set.name.clone(), codes });
            }
            let (mut classes, mut class_of, mut base) = (Vec::new(), BTreeMap::new(), 0usize);
            for (pieces, modulus) in grouped {
                pieces.iter().for_each(|&piece| _ = class_of.insert(piece, classes.len()));
                classes.push(Class { pieces, modulus, base: exact(base) });
                base += usize::from(modulus);
            }
            let mut count = vec![0; classes.len()];
            slots.iter().for_each(|&slot| count[class_of[&rules.solved.pieces[slot]]] += 1);
            alphabets.push(PieceClasses { classes, class_of, codes });
            counts.push(count);
        }
        Ok(PieceCodes { alphabets, set_of, counts })
    }

    /// The code of a piece in a slot; `None` if its set has no such piece.
    pub fn code(&self, slot: usize, piece: u8, orientation: u8) -> Option<u8> {
        let class = self.alphabets[self.set_of[slot]].class(piece)?;
        Some(class.base + orientation % class.modulus)
    }

    /// The codes of a pattern, slot by slot.
    ///
    /// # Errors
    /// The number of a set that has other pieces than the puzzle.
    pub fn of_pattern(&self, pattern: &Pattern) -> Result<Vec<u8>, usize> {
        let mut codes = Vec::with_capacity(self.set_of.len());
        let mut counts: Vec<Vec<usize>> = self.counts.iter().map(|counts| vec![0; counts.len()]).collect();
        for slot in 0..self.set_of.len() {
            let set = self.set_of[slot];
            let code = self.code(slot, pattern.pieces[slot], pattern.orientations[slot]).ok_or(set)?;
            counts[set][self.alphabets[set].of_code(code).0] += 1;
            codes.push(code);
        }
        match (0..counts.len()).find(|&set| counts[set] != self.counts[set]) {
            Some(set) => Err(set),
            None => Ok(codes),
        }
    }

    /// The codes that a condition allows.
    pub fn allowed(&self, condition: &Condition) -> CodeSet {
        let mut set = [0; 4];
        for class in &self.alphabets[self.set_of[usize::from(condition.slot)]].classes {
            if condition.allows(class.pieces[0]) {
                for code in class.base..=class.base + (class.modulus - 1) {
                    set[usize::from(code) / 64] |= 1 << (code % 64);
                }
            }
        }
        set
    }

    /// The code that each code of a slot becomes when its piece is turned by `twist`.
    pub fn turned(&self, slot: usize, twist: u8) -> [u8; 256] {
        let mut turned = ALL_CODES;
        for class in &self.alphabets[self.set_of[slot]].classes {
            for orientation in 0..class.modulus {
                let after = (u16::from(orientation) + u16::from(twist)) % u16::from(class.modulus);
                turned[usize::from(class.base + orientation)] = class.base + exact::<u8>(after);
            }
        }
        turned
    }

    /// The codes of the legal goals, each once.
    ///
    /// # Errors
    /// [`Unfit`] if a goal wants other pieces than the puzzle has, goals are too many, or no goal is legal.
    pub fn goals(&self, rules: &PlayRules) -> Result<Vec<Vec<u8>>, Unfit> {
        let mut all = Vec::new();
        for goal in &rules.goals {
            let pieces = || goal.name.clone();
            let mut left = self.counts.clone();
            for (slot, piece) in goal.pieces.iter().enumerate() {
                let Some(piece) = piece else { continue };
                let set = self.set_of[slot];
                let unfit = || Unfit::Pieces { goal: pieces(), set: rules.sets[set].name.clone() };
                let class = self.alphabets[set].class_of.get(piece).ok_or_else(unfit)?;
                left[set][*class] = left[set][*class].checked_sub(1).ok_or_else(unfit)?;
            }
            let mut codes = vec![0; self.set_of.len()];
            self.fill(goal, 0, &mut left, &mut codes, &mut all)?;
        }
        let is_legal = |goal: &Vec<u8>| {
            rules.legal.iter().all(|condition| {
                let code = usize::from(goal[usize::from(condition.slot)]);
                self.allowed(condition)[code / 64] >> (code % 64) & 1 == 1
            })
        };
        all.retain(is_legal);
        all.sort_unstable();
        all.dedup();
        if all.is_empty() { Err(Unfit::Illegal) } else { Ok(all) }
    }

    /// Lists all ways to fill the slots from `slot` on. The recursion has at most one level for each slot.
    fn fill(
        &self,
        goal: &Goal,
        slot: usize,
        left: &mut [Vec<usize>],
        codes: &mut Vec<u8>,
        all: &mut Vec<Vec<u8>>,
    ) -> Result<(), Unfit> {
        if slot == codes.len() {
            let most = MOST_GOALS.min(MOST_GOAL_BYTES / codes.len());
            if all.len() >= most {
                return Err(Unfit::Goals(most));
            }
            all.push(codes.clone());
            return Ok(());
        }
        let set = self.set_of[slot];
        let wanted = goal.pieces[slot].map(|piece| self.alphabets[set].class_of[&piece]);
        for class in 0..self.alphabets[set].classes.len() {
            match wanted {
                Some(wanted) if wanted != class => continue,
                None if left[set][class] == 0 => continue,
                None => left[set][class] -= 1,
                Some(_) => {}
            }
            let Class { base, modulus, .. } = self.alphabets[set].classes[class];
            let orientations = match goal.orientations[slot] {
                Some(orientation) => orientation % modulus..orientation % modulus + 1,
                None => 0..modulus,
            };
            for orientation in orientations {
                codes[slot] = base + orientation;
                self.fill(goal, slot + 1, left, codes, all)?;
            }
            if wanted.is_none() {
                left[set][class] += 1;
            }
        }
        Ok(())
    }
}

holds!(Class { pieces, modulus, base });
holds!(PieceClasses { classes, class_of, codes });
holds!(PieceCodes { alphabets, set_of, counts });
