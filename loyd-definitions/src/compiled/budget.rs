//! Budgets for work that only makes answers faster: symmetries, folds, look-ups.
//!
//! A text from outside decides how much of this work there is. So the work counts its steps, each about a nanosecond,
//! and is dropped when its budget is spent. Answers are the same without this work. Without a time limit the budget
//! reads no clock, so the work that is dropped does not depend on the machine.

use loyd_core::limits::Watch;

/// The number of steps that may still be taken.
#[derive(Debug)]
pub struct StepBudget {
    left: u64,
    watch: Watch,
}

impl StepBudget {
    /// A budget of `steps`, at most a quarter of the time that the question has left. The steps count for the question,
    /// too.
    pub fn new(steps: u64) -> Self {
        let watch = Watch::here();
        let most = watch.remaining().map_or(u64::MAX, |left| u64::try_from(left.as_nanos() / 4).unwrap_or(u64::MAX));
        StepBudget { left: steps.min(most), watch }
    }

    /// Takes `steps` from the budget. Returns `None` if fewer are left, and whenever steps are taken after that.
    /// If the whole question is stopped, it unwinds as [`Watch::demand`] does, or nothing is left of the budget.
    pub fn take(&mut self, steps: usize) -> Option<()> {
        let steps = steps as u64;
        if let Err(why) = self.watch.spend(steps) {
            self.left = 0;
            if Watch::UNWINDS {
                Watch::demand(|_| Err(why))
            }
            return None;
        }
        let left = self.left.checked_sub(steps);
        self.left = left.unwrap_or(0);
        left.map(|_| ())
    }

    /// Does work that holds `bytes` while it runs; `None` if the question has no room for them.
    pub fn holding<T>(&self, bytes: u64, work: impl FnOnce() -> T) -> Option<T> {
        self.watch.grow(bytes).ok()?;
        let done = work();
        self.watch.shrink(bytes);
        Some(done)
    }
}

/// Counts steps of work that an answer needs. Unwinds as [`Watch::demand`] does if the question is stopped.
pub fn spend(steps: usize) {
    Watch::demand(|watch| watch.spend(steps as u64));
}

/// Announces bytes that an answer needs, as [`spend`] counts steps.
pub fn grow(bytes: usize) {
    Watch::demand(|watch| watch.grow(bytes as u64));
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::time::Duration;

    use super::*;
    use crate::compiled::Defined;
    use crate::compiled::tests::{from_text, opened};
    use crate::coordinates::chosen::Scale;
    use crate::patterns::products::Products;
    use loyd_core::cells::Bytes;
    use loyd_core::heuristic::{Bounded, Heuristic, UNREACHABLE};
    use loyd_core::limits::Limits;
    use loyd_core::puzzle::pattern::PatternTable;
    use loyd_core::puzzle::staged::Staged;
    use loyd_core::puzzle::{MoveSet, Puzzle, Ranked, Symmetric};
    use loyd_core::splitmix;
    use loyd_core::table::pattern::build_freely;

    type Opened = Defined<128, [u64; 4]>;
    type Census = Vec<u64>;

    /// The distance of every state, found without the work that is dropped, and the number of states at each distance.
    fn distances(puzzle: &Opened) -> (BTreeMap<[u8; 128], u32>, Census) {
        let mut far: BTreeMap<[u8; 128], u32> = puzzle.goals.iter().map(|goal| (goal.0, 0)).collect();
        let (mut layer, mut census) = (puzzle.goals.clone(), Vec::new());
        while !layer.is_empty() {
            census.push(layer.len() as u64);
            let mut next = Vec::new();
            for state in &layer {
                for m in puzzle.moves(state).iter() {
                    let mut child = *state;
                    puzzle.apply(&mut child, m);
                    far.entry(child.0).or_insert_with(|| {
                        next.push(child);
                        census.len() as u32
                    });
                }
            }
            layer = next;
        }
        (far, census)
    }

    /// The census, counted by orbit representatives and the sizes of their orbits.
    fn folded_census(puzzle: &Opened) -> Census {
        let represented = |mut state: Bytes<128>| (puzzle.represent(&mut state), state.0);
        let mut met: BTreeMap<[u8; 128], u64> = BTreeMap::new();
        let first: BTreeMap<_, _> = puzzle.goals.iter().map(|goal| represented(*goal)).map(|(n, s)| (s, n)).collect();
        let (mut layer, mut census) = (first, Vec::new());
        while !layer.is_empty() {
            census.push(layer.values().sum());
            met.append(&mut layer.clone());
            let mut next = BTreeMap::new();
            for state in layer.keys() {
                for m in puzzle.moves(&Bytes(*state)).iter() {
                    let mut child = Bytes(*state);
                    puzzle.apply(&mut child, m);
                    let (number, child) = represented(child);
                    if !met.contains_key(&child) {
                        next.insert(child, number);
                    }
                }
            }
            layer = next;
        }
        census
    }

    /// Asserts that the bounds by pattern databases are at most the distances `far`. Returns the sum of the bounds.
    fn are_bounded(puzzle: &Opened, far: &BTreeMap<[u8; 128], u32>) -> u64 {
        let patterns = puzzle.patterns(Scale::Small.facts().name);
        let entries: Vec<Vec<u8>> = patterns.iter().map(build_freely).collect();
        let tables: Vec<PatternTable<'_, _>> =
            patterns.iter().zip(&entries).map(|(pattern, entries)| PatternTable { pattern, entries }).collect();
        let Some(bound) = Products::new(puzzle, Scale::Small, &tables) else { return 0 };
        let mut all = 0;
        for (state, &far) in far {
            let memo = bound.memo(puzzle, &Bytes(*state));
            let bound = Heuristic::<Opened>::bound(&bound, &memo);
            assert!(
                bound <= far,
                "{} of {far}",
                if bound == UNREACHABLE { "unreachable".into() } else { bound.to_string() }
            );
            all += u64::from(bound);
        }
        all
    }

    /// Some states of the same pieces, whether moves lead to them or not.
    fn shuffled(puzzle: &Opened) -> Vec<Bytes<128>> {
        let mut below = splitmix::below(5);
        let slots = puzzle.rules.slots();
        let shuffled = |_| {
            let mut state = puzzle.goals[0];
            for slot in 1..slots {
                let other = below(slot as u64 + 1) as usize;
                if puzzle.codes.set_of[slot] == puzzle.codes.set_of[other] {
                    state.0.swap(slot, other);
                }
            }
            state
        };
        (0..40).map(shuffled).collect()
    }

    /// Budgets that are spent at once, or soon, change only the time.
    #[test]
    fn answers_are_the_same_without_what_is_dropped() {
        let star = (2..=6).map(|slot| format!("m{slot} = '(1 {slot})'\n")).collect::<String>();
        let star = format!("picture = '1 2 3 4 5 6'\npowers = false\n[moves]\n{star}");
        let cycles = "picture = 'a b c d e f g h i'\n[moves]\nA = '(a b c)'\nB = '(d e f)'\nC = '(g h i)'\n";
        let alike = "picture = '1 2 3 4 5 6'\nsolved = 'a a b b c c'\n[moves]\nA = '(1 2 3)'\nB = '(4 5 6)'\n\
                     C = '(1 4)(2 5)(3 6)'\n";
        let goals = "picture = '1 2 3 4 5'\n[moves]\nA = '(1 2 3)'\nB = '(3 4 5)'\n[goals]\nG = '? ? 3 4 5'\n";
        let turned = "[sets]\ns = { slots = 'a b c d', orientations = 3 }\n[moves]\nA = '(a b+1 c+2)'\nB = '(b c d)'\n";
        let texts = [&star, cycles, alike, goals, turned];
        let ids = ["2x2x2?U,R", "loopover:2x3", "letters:abc/d-"];
        let open = || texts.iter().map(|text| from_text(text)).chain(ids.iter().map(|id| opened(id)));
        let (mut dropped, mut kept, mut bounded) = (0, 0, 0);
        for (number, full) in open().enumerate() {
            let (far, census) = distances(&full);
            let symmetries = Symmetric::symmetries(&full);
            assert_eq!(folded_census(&full), census, "{number}");
            are_bounded(&full, &far);
            for most_steps in [0, 1, 1000, 20_000, 400_000] {
                let few = Defined { most_steps, ..open().nth(number).unwrap() };
                let left = Symmetric::symmetries(&few);
                assert!(symmetries.is_multiple_of(left) && (most_steps > 0 || left == 1), "{number}: {left}");
                dropped += u32::from(left < symmetries);
                kept += u32::from(left > 1);
                assert_eq!(folded_census(&few), census, "{number}");
                bounded += u32::from(are_bounded(&few, &far) > 0);
                for state in shuffled(&full) {
                    assert_eq!(few.unsolvable(&state), full.unsolvable(&state), "{number}");
                }
                let (stages, all) = (Staged::stages(&few).len(), Staged::stages(&full).len());
                assert!(stages == all || stages == 0 && most_steps < 1 << 20, "{number}: {stages}");
                assert!(most_steps > 0 || few.folded_ranks().is_none(), "{number}");
            }
        }
        assert!(dropped > 15 && kept > 8 && bounded >= 10, "{dropped} {kept} {bounded}");
    }

    /// Work that only makes an answer faster takes at most a quarter of the time that the question has left.
    #[test]
    fn a_budget_is_a_part_of_the_time() {
        let second = Watch::new(&Limits { time: Some(Duration::from_secs(1)), ..Limits::default() });
        let most = |steps: u64| second.over(|| StepBudget::new(steps).left).unwrap();
        assert!(most(u64::MAX) <= 250_000_000 && most(7) == 7);
        assert_eq!(StepBudget::new(u64::MAX).left, u64::MAX);
    }

    #[test]
    fn a_spent_budget_stays_spent() {
        let mut budget = StepBudget::new(10);
        assert_eq!((budget.take(7), budget.take(3), budget.take(0)), (Some(()), Some(()), Some(())));
        assert_eq!((budget.take(1), budget.take(1)), (None, None));
        let mut budget = StepBudget::new(10);
        assert_eq!((budget.take(11), budget.take(1)), (None, None));
    }
}
