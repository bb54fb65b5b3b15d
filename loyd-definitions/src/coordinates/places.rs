//! Coordinates that locate some pieces without distinguishing them. They are small, and add much to a product.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::MOST_STRONG;
use super::axis::{CodeView, Says};
use crate::compiled::Defined;
use crate::compiled::symmetry::PuzzleSymmetry;
use crate::definition::Turn;
use crate::ranks::views::views;
use loyd_core::puzzle::bits::Word;

/// The most images under symmetries that are compared for one set.
const MOST_IMAGES: u64 = 1 << 16;

/// A set of slots as bits.
type Slots = [u64; MOST_STRONG / 64];

impl<const N: usize, W: Word> Defined<N, W> {
    /// For every set: where the pieces lie that two moves leave alone, such as the four edges between two faces of a
    /// cube. The two moves are chosen so that these slots have the fewest images under symmetries, and then the most
    /// arrangements, but no more than `most`.
    pub(crate) fn places(&self, most: usize) -> Vec<CodeView> {
        if N > MOST_STRONG || !self.motions.are_free() {
            return Vec::new();
        }
        let rules = &self.rules;
        let still = |turn: &Turn| {
            let is_still =
                |slot: &usize| usize::from(turn.action.from()[*slot]) == *slot && turn.action.twist()[*slot] == 0;
            (0..rules.slots()).filter(is_still).fold([0; MOST_STRONG / 64], with)
        };
        let still: Vec<Slots> = rules.turns.iter().map(still).collect();
        let mut places = Vec::new();
        for view in views(rules, &self.codes).into_iter().filter(|view| view.says == Says::Class) {
            let all = view.slots.iter().map(|&slot| usize::from(slot)).fold([0; MOST_STRONG / 64], with);
            let mut tried: BTreeSet<Slots> = BTreeSet::new();
            let pairs = (0..still.len()).flat_map(|a| (0..=a).map(move |b| (a, b)));
            tried.extend(pairs.map(|(a, b)| std::array::from_fn(|word| still[a][word] & still[b][word] & all[word])));
            let ways = |slots: &Slots| {
                let few = count(slots).min(view.slots.len() - count(slots)) as u128;
                (0..few).fold(1u128, |ways, k| ways.saturating_mul(view.slots.len() as u128 - k) / (k + 1))
            };
            let fits = |slots: &&Slots| count(slots) > 0 && *slots != &all && ways(slots) <= most as u128;
            // The number of symmetries that the budget allows.
            let few = MOST_IMAGES.min(self.most_steps) / (tried.len() as u64).max(1);
            let few = usize::try_from(few).unwrap_or(usize::MAX);
            let images = |slots: &Slots| {
                let image = |symmetry: &PuzzleSymmetry| bits(slots).map(|slot| symmetry.to(slot)).fold([0; _], with);
                self.symmetries().iter().take(few).map(image).collect::<BTreeSet<Slots>>().len()
            };
            let best = tried.iter().filter(fits).min_by_key(|slots| (images(slots), Reverse(ways(slots))));
            places.extend(best.and_then(|slots| self.place(&view, slots)));
        }
        places
    }

    /// A view of where the pieces lie that the goal has in these slots; `None` if all pieces of the set are like them.
    fn place(&self, view: &CodeView, slots: &Slots) -> Option<CodeView> {
        let alphabet = self.alphabet(view.slots[0].into());
        let class = |slot: usize| alphabet.of_code(self.goals[0].0[slot]).0;
        let kept: BTreeSet<usize> = bits(slots).map(class).collect();
        let is_kept = |class: &usize| kept.contains(class);
        let code = |wanted: bool| {
            let class = (0..alphabet.classes.len()).find(|class| is_kept(class) == wanted);
            class.map(|class| alphabet.classes[class].base)
        };
        let mut value_of = [0u8; 256];
        for class in &kept {
            let class = &alphabet.classes[*class];
            (class.base..=class.base + (class.modulus - 1)).for_each(|code| value_of[usize::from(code)] = 1);
        }
        let code_of = vec![code(false)?, code(true)?];
        Some(CodeView { says: Says::Place, slots: view.slots.clone(), value_of, code_of })
    }
}

fn with(mut slots: Slots, slot: usize) -> Slots {
    slots[slot / 64] |= 1 << (slot % 64);
    slots
}

fn bits(slots: &Slots) -> impl Iterator<Item = usize> {
    (0..MOST_STRONG).filter(|slot| slots[slot / 64] >> (slot % 64) & 1 == 1)
}

fn count(slots: &Slots) -> usize {
    slots.iter().map(|word| word.count_ones() as usize).sum()
}
