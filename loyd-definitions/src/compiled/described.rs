//! Facts about the moves of a compiled puzzle: the group behind them, and words of moves.

use rustc_hash::FxHashSet;

use super::budget::spend;
use super::text::goals;
use super::{Defined, packed};
use crate::algs::pasted::held_note;
use crate::algs::said::moves_in;
use crate::algs::words::WordNotation;
use crate::definition::{Goal, Pattern};
use crate::structure::CountOrBound;
use loyd_core::cells::Bytes;
use loyd_core::puzzle::bits::Word;
use loyd_core::puzzle::{
    BlockFacts, Described, GoalPositions, GroupFacts, MergedMove, MoveSet, OrbitFacts, Puzzle, Rewritten, SpaceSize,
    WordSpace,
};
use loyd_core::text::Misread;

impl<const N: usize, W: Word> Described for Defined<N, W> {
    fn name(&self) -> &str {
        &self.definition.name
    }

    fn group(&self) -> GroupFacts {
        let structure = &self.behind().structure;
        let name = |orbit: usize| structure.orbits()[orbit].name().to_string();
        let orbits = structure.orbits().iter().enumerate().map(|(number, orbit)| OrbitFacts {
            name: name(number),
            set: self.rules.sets[orbit.set()].name.clone(),
            slots: orbit.slots().len(),
            permutations: structure.permutations(number).clone(),
            orientations: orbit.turns(),
            has_identical_pieces: orbit.has_identical_pieces(),
            is_free: structure.is_free(number),
        });
        let blocks = structure.blocks().into_iter().map(|system| {
            let set = structure.orbits()[system.orbit].set();
            let first: usize = self.rules.sets[..set].iter().map(|set| set.slots).sum();
            let block = |block: &Vec<u16>| block.iter().map(|&slot| usize::from(slot) - first + 1).collect();
            BlockFacts { orbit: name(system.orbit), blocks: system.blocks.iter().map(block).collect() }
        });
        GroupFacts {
            orbits: orbits.collect(),
            fixed: structure.fixed().len(),
            order: size(&structure.order()),
            positions: size(&self.positions()),
            bound: structure.bound().iter().map(|&(a, b)| (name(a), name(b))).collect(),
            blocks: blocks.collect(),
            rules: structure.rules().iter().map(|rule| rule.text().to_string()).collect(),
            has_conditions: structure.has_conditions(),
        }
    }

    fn goal_positions(&self) -> GoalPositions {
        GoalPositions {
            number: self.goals.len() as u64,
            reached: self.goals_reached().map(|reached| reached as u64),
            rotations: self.rotations(),
        }
    }

    fn merged(&self) -> Vec<MergedMove> {
        let turns = self.rules.turns.iter().filter(|turn| !turn.same.is_empty());
        turns.map(|turn| MergedMove { kept: turn.name.clone(), same: turn.same.clone() }).collect()
    }

    fn rewritten(&self, word: &str) -> Result<Rewritten, Misread> {
        let words = WordNotation::new(&self.definition, &self.rules);
        let word = words.read(word)?;
        let reduced = words.reduced(&word);
        Ok(Rewritten {
            word: words.line(&word),
            length: words.moves(&word),
            cost: words.cost(&word),
            reduced: words.line(&reduced),
            reduced_length: words.moves(&reduced),
            reduced_cost: words.cost(&reduced),
            inverse: words.line(&words.inverse(&reduced)),
            order: words.order(&word),
        })
    }

    fn moves_in(&self, text: &str) -> u64 {
        moves_in(text, &self.definition)
    }

    fn only_goal(&self, position: &str) -> Option<String> {
        let rules = &self.rules;
        let state = if rules.goals.len() > 1 { self.start_of(position).ok()? } else { return None };
        let stays = |slot: &usize| {
            let mut actions = rules.turns.iter().map(|turn| &turn.action);
            actions.all(|action| usize::from(action.from()[*slot]) == *slot && action.twist()[*slot] == 0)
        };
        // Only a piece that is known excludes goals.
        let piece = |slot: usize| {
            let (class, _) = self.alphabet(slot).of_code(state.0[slot]);
            match self.alphabet(slot).classes[class].pieces[..] {
                [piece] => Some((slot, piece)),
                _ => None,
            }
        };
        let fixed: Vec<(usize, u8)> = (0..rules.slots()).filter(stays).filter_map(piece).collect();
        let has = |goal: &Goal, slot: usize, piece: u8| goal.pieces[slot].is_none_or(|wanted| wanted == piece);
        let mut goals = rules.goals.iter().filter(|goal| fixed.iter().all(|&(slot, piece)| has(goal, slot, piece)));
        let (only, other) = (goals.next()?, goals.next());
        if other.is_some() { None } else { goals::write(std::slice::from_ref(only), rules, &self.names) }
    }

    fn note(&self, position: &str) -> Option<String> {
        let has_one_goal = self.rules.goals.len() == 1 && !self.rules.rotations.is_empty();
        held_note(position, &self.definition, has_one_goal)
    }

    fn words(&self) -> Box<dyn WordSpace> {
        Box::new(WordNotation::new(&self.definition, &self.rules))
    }
}

/// Limits for the count of reached goals: moves made, bytes of states, and goals about which the group is asked.
const MOST_MADE: usize = 1 << 20;
const MOST_BYTES: usize = 16 << 20;
const MOST_ASKED: usize = 1000;

impl<const N: usize, W: Word> Defined<N, W> {
    /// The number of goals that moves reach from the solved position of the rules; `None` if it is not known.
    pub(super) fn goals_reached(&self) -> Option<usize> {
        let home = packed(&self.codes.of_pattern(&self.rules.solved).ok()?);
        if *self.goals == [home] {
            return Some(1);
        }
        let mut met: FxHashSet<Bytes<N>> = FxHashSet::from_iter([home]);
        let (mut waiting, mut made, mut bytes) = (vec![home], 0, 0);
        while let Some(state) = waiting.pop() {
            let moves = self.moves(&state);
            let here = moves.iter().count();
            made += here;
            bytes += 4 * size_of::<Bytes<N>>();
            if made > MOST_MADE || bytes > MOST_BYTES {
                return self.goals_in_group();
            }
            spend(here * N);
            for m in moves.iter() {
                let mut next = state;
                self.apply(&mut next, m);
                if met.insert(next) {
                    waiting.push(next);
                }
            }
        }
        Some(self.goals.iter().filter(|goal| met.contains(goal)).count())
    }

    /// The number of goals that the group reaches; `None` if it does not decide this, or a code stands for two pieces.
    fn goals_in_group(&self) -> Option<usize> {
        let patterns = if self.goals.len() <= MOST_ASKED { self.goals.iter() } else { return None };
        let patterns: Vec<Pattern> = patterns.map(|goal| self.pattern(goal)).collect::<Option<_>>()?;
        let structure = &self.behind().structure;
        let is_reached = |pattern: &&Pattern| structure.reason(pattern).is_none();
        structure.decides().then(|| patterns.iter().filter(is_reached).count())
    }
}

fn size(count: &CountOrBound) -> SpaceSize {
    SpaceSize { factors: count.factors().clone(), is_exact: count.is_exact() }
}
