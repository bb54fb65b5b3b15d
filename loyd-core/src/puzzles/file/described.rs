//! What a defined puzzle says of its moves: the group behind them, and words of them.

use super::Defined;
use crate::definition::structure::Count;
use crate::definition::words::Words;
use crate::puzzle::bits::Word;
use crate::puzzle::{BlockFacts, Described, GroupFacts, Merged, OrbitFacts, Rewritten, Size, WordSpace};
use crate::text::Misread;

impl<const N: usize, W: Word> Described for Defined<N, W> {
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

    fn merged(&self) -> Vec<Merged> {
        let turns = self.rules.turns.iter().filter(|turn| !turn.same.is_empty());
        turns.map(|turn| Merged { kept: turn.name.clone(), same: turn.same.clone() }).collect()
    }

    fn rewritten(&self, word: &str) -> Result<Rewritten, Misread> {
        let words = Words::new(&self.definition, &self.rules);
        let word = words.read(word)?;
        let reduced = words.reduced(&word);
        Ok(Rewritten {
            word: words.text(&word),
            length: words.moves(&word),
            cost: words.cost(&word),
            reduced: words.text(&reduced),
            reduced_length: words.moves(&reduced),
            reduced_cost: words.cost(&reduced),
            inverse: words.text(&words.inverse(&reduced)),
            order: words.order(&word),
        })
    }

    fn words(&self) -> Box<dyn WordSpace> {
        Box::new(Words::new(&self.definition, &self.rules))
    }
}

fn size(count: &Count) -> Size {
    Size { factors: count.factors().clone(), is_exact: count.is_exact() }
}
