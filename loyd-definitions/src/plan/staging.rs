//! Makes the stages of a compiled puzzle from a subgroup chain, and computes the values of their coordinates.

use std::collections::BTreeSet;

use super::chain::{self, ChainGroup, chain};
use super::powers::Powers;
use super::stages::{StageCoordinates, Stages};
use crate::compiled::Defined;
use crate::compiled::budget::{StepBudget, spend};
use crate::coordinates::axis::Coordinate;
use crate::definition::Action;
use crate::ranks::views::views;
use loyd_core::cells::Bytes;
use loyd_core::exact::exact;
use loyd_core::puzzle::bits::Word;
use loyd_core::puzzle::pattern::Factor;
use loyd_core::puzzle::staged::{MOST_COORDINATES, Stage, StageDistances, StageValues, Staged};

/// The most entries of a table.
const MOST_ENTRIES: usize = 1 << 21;

impl<const N: usize, W: Word> Staged<Self> for Defined<N, W> {
    fn stages(&self) -> &[Stage] {
        &self.plans.stages.get_or_init(|| self.in_stages().unwrap_or_default()).stages
    }

    fn views(&self) -> usize {
        self.plans.stages.get().map_or(0, |stages| stages.views.len())
    }

    fn image(&self, view: usize, state: &Bytes<N>) -> Bytes<N> {
        let image = |stages: &Stages| Bytes(self.symmetries()[stages.views[view].0].image(&state.0));
        self.plans.stages.get().map_or(*state, image)
    }

    fn spell(&self, view: usize, power: u8, each: &mut dyn FnMut(u8)) {
        let Some(stages) = self.plans.stages.get() else { return };
        stages.words[usize::from(power)].iter().for_each(|&m| each(stages.views[view].1[usize::from(m)]));
    }

    fn values(&self, stage: usize, state: &Bytes<N>) -> Option<StageValues> {
        let StageCoordinates { axes, still } = &self.plans.stages.get()?.entries[stage];
        let code = |slot: usize| state.0[slot];
        let mut values = [0; MOST_COORDINATES];
        for (value, axis) in values.iter_mut().zip(axes) {
            *value = axis.value(code)?;
        }
        still.iter().all(|axis| axis.value(code).is_some()).then_some(values)
    }
}

impl<const N: usize, W: Word> Defined<N, W> {
    /// Makes the stages; `None` if moves have conditions or costs, if there are several goals, or if no chain of two or
    /// more stages with few positions each is found.
    fn in_stages(&self) -> Option<Stages> {
        let ([goal], true) = (&self.goals[..], self.motions.are_free() && !self.has_costs) else { return None };
        let goal = &goal.0[..self.rules.slots()];
        let powers = Powers::new(&self.rules)?;
        let mut budget = self.budget(chain::MOST_FOR_ALL);
        let chain = chain(&powers, &self.codes, goal, &mut budget)?;
        if chain.len() < 2 {
            return None;
        }
        let mut stages = Stages { words: powers.words.clone(), views: self.other_views(&chain), ..Stages::default() };
        for (number, part) in chain.iter().enumerate() {
            let (stage, entry) = self.stage(&powers, part, chain.get(number + 1), goal, &mut budget)?;
            stages.stages.push(stage);
            stages.entries.push(entry);
        }
        Some(stages)
    }

    /// The symmetries that give different stages of a chain, each with its inverse on the moves.
    fn other_views(&self, chain: &[ChainGroup]) -> Vec<(usize, Vec<u8>)> {
        // The images of the moves determine the images of their actions.
        let actions: Vec<&Action> = self.rules.turns.iter().map(|turn| &turn.action).collect();
        let moves_of = |part: &ChainGroup| {
            let is_kept = |m: &usize| part.rules.turns.iter().any(|turn| turn.action == *actions[*m]);
            (0..actions.len()).filter(is_kept).collect::<Vec<usize>>()
        };
        let kept: Vec<Vec<usize>> = chain.iter().map(moves_of).collect();
        let mut met = BTreeSet::new();
        let mut views = Vec::new();
        for (number, symmetry) in self.symmetries().iter().enumerate() {
            let image = |moves: &Vec<usize>| moves.iter().map(|&m| symmetry.turns()[m]).collect::<BTreeSet<u8>>();
            if met.insert(kept.iter().map(image).collect::<Vec<_>>()) {
                let mut before = vec![0; actions.len()];
                symmetry.turns().iter().zip(0..=u8::MAX).for_each(|(&image, m)| before[usize::from(image)] = m);
                views.push((number, before));
            }
        }
        views
    }

    /// The stage from the moves of `part` to fewer, or to the goal; `None` if its coordinates do not show when it ends.
    fn stage(
        &self,
        powers: &Powers,
        part: &ChainGroup,
        next: Option<&ChainGroup>,
        goal: &[u8],
        budget: &mut StepBudget,
    ) -> Option<(Stage, StageCoordinates)> {
        let kept = next.map_or(Vec::new(), |next| part.places_of(next));
        let places = next.map_or(Vec::new(), |next| chain::places(part, next, &self.codes, goal));
        let axes = chain::axes(part, &self.codes, goal, places, budget)?;
        if next.is_none() && axes.len() < views(&part.rules, &self.codes).len() {
            return None;
        }
        let (still, axes): (Vec<Coordinate>, Vec<Coordinate>) = axes.into_iter().partition(|axis| axis.size() == 1);
        let value = |axis: &Coordinate| axis.value(|slot| goal[slot]);
        // A coordinate that the next moves take to all its values is of no use here.
        let tells = |axis: &Coordinate| {
            value(axis).is_some_and(|goal| chain::orbit(axis.rows(), goal, &kept).len() < axis.size())
        };
        let axes: Vec<Coordinate> = axes.into_iter().filter(tells).collect();
        if axes.is_empty() || axes.len() > MOST_COORDINATES {
            return None;
        }
        let goals: Vec<u32> = axes.iter().map(value).collect::<Option<_>>()?;
        let coordinates: Vec<Factor> = axes.iter().zip(0..).map(|(axis, number)| axis.factor(number)).collect();
        let costs: Vec<u8> = part.rules.turns.iter().map(|turn| exact(turn.cost)).collect();
        let table = |of: (usize, usize)| {
            let ends = orbit_of_pair(&coordinates, of, (goals[of.0], goals[of.1]), &kept);
            StageDistances::new(&coordinates, &costs, of, ends)
        };
        let tables = pairs(&coordinates).into_iter().map(table).collect();
        let need_not = |last: usize| (0..powers.words.len()).filter(move |&next| powers.need_not_follow(last, next));
        let follow = |last| need_not(last).map(exact).collect();
        let follow = (0..powers.words.len()).map(follow).collect();
        let stage = Stage { powers: part.turns.clone(), costs, follow, coordinates, tables };
        Some((stage, StageCoordinates { axes, still }))
    }
}

/// The pairs of coordinates that have a table together: each with the one that makes the largest table with it.
fn pairs(coordinates: &[Factor]) -> Vec<(usize, usize)> {
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for one in 0..coordinates.len() {
        let entries = |other: usize| coordinates[one].values as usize * coordinates[other].values as usize;
        let others = (0..coordinates.len()).filter(|&other| other != one && entries(other) <= MOST_ENTRIES);
        let other = others.max_by_key(|&other| entries(other)).unwrap_or(one);
        let pair = (one.min(other), one.max(other));
        if !pairs.contains(&pair) {
            pairs.push(pair);
        }
    }
    pairs
}

/// The orbit of a pair of values under these moves.
fn orbit_of_pair(coordinates: &[Factor], of: (usize, usize), first: (u32, u32), kept: &[usize]) -> Vec<(u32, u32)> {
    let mut met = rustc_hash::FxHashSet::from_iter([first]);
    let (mut found, mut at) = (vec![first], 0);
    while let Some(&(one, other)) = found.get(at) {
        spend(16 * kept.len());
        for &place in kept {
            let after = (coordinates[of.0].after(place, one), coordinates[of.1].after(place, other));
            if met.insert(after) {
                found.push(after);
            }
        }
        at += 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bundled;
    use crate::compiled::tests::{is_whole, opened};
    use crate::definition::{Metric, PlayRules, RuleChoice};
    use loyd_core::limits::{Limits, Meter};
    use loyd_core::puzzle::{Notation, Puzzle};
    use loyd_core::search::staged;
    use loyd_core::splitmix;

    type Opened = Defined<128, [u64; 4]>;

    /// The cube with these moves in the quarter-turn metric.
    fn quarter(moves: &[&str]) -> Opened {
        let definition = bundled::open("3x3x3", "").unwrap().unwrap();
        let moves = moves.iter().map(|&name| name.into()).collect();
        let choice = RuleChoice { metric: Some(Metric::Quarter), moves: Some(moves), ..RuleChoice::default() };
        let rules = PlayRules::new(&definition, &choice).unwrap();
        Defined::new(definition, rules).unwrap()
    }

    fn in_stages() -> Vec<Opened> {
        vec![opened("3x3x3"), opened("3x3x3?U,R,F"), quarter(&["U", "R", "F", "D", "L", "B"])]
    }

    fn spelled(puzzle: &Opened, power: u8) -> String {
        let mut names = Vec::new();
        puzzle.spell(0, power, &mut |m| names.push(puzzle.rules.turns[usize::from(m)].name.clone()));
        names.join(" ")
    }

    /// The two phases that H. Kociemba found by hand (1992): first the orientations and the places of four edges, then
    /// the places of all pieces.
    #[test]
    fn the_cube_has_its_two_phases() {
        for (puzzle, half) in [(opened("3x3x3"), "R2"), (quarter(&["U", "R", "F", "D", "L", "B"]), "R R")] {
            let [first, second] = Staged::stages(&puzzle) else { panic!("two stages") };
            let sizes = |stage: &Stage| stage.coordinates.iter().map(|factor| factor.values).collect::<Vec<_>>();
            assert_eq!((sizes(first), sizes(second)), (vec![2187, 2048, 495], vec![40_320, 40_320, 24]));
            let powers: Vec<String> = second.powers.iter().map(|&power| spelled(&puzzle, power)).collect();
            assert_eq!((first.powers.len(), powers.len()), (18, 10));
            assert!(powers.contains(&half.into()) && !powers.contains(&"R".into()) && powers.contains(&"U".into()));
            assert_eq!(puzzle.views(), 3);
        }
    }

    /// A stage has the bound 0 where the next stage begins, and its bounds are at most the cost of the moves made.
    #[test]
    fn bounds_of_stages_hold() {
        for puzzle in in_stages() {
            let stages = Staged::stages(&puzzle);
            let mut below = splitmix::below(5);
            for (number, stage) in stages.iter().enumerate() {
                for _ in 0..50 {
                    let (mut state, mut made) = (puzzle.goals[0], 0);
                    for next in stages.get(number + 1).map_or(&[][..], |next| &next.powers) {
                        (0..below(3)).for_each(|_| puzzle.spell(0, *next, &mut |m| _ = puzzle.apply(&mut state, m)));
                    }
                    assert_eq!(stage.bound(&puzzle.values(number, &state).unwrap()), 0);
                    for _ in 0..below(9) {
                        let place = below(stage.powers.len() as u64) as usize;
                        puzzle.spell(0, stage.powers[place], &mut |m| _ = puzzle.apply(&mut state, m));
                        made += stage.costs[place];
                        assert!(stage.bound(&puzzle.values(number, &state).unwrap()) <= made);
                    }
                }
            }
        }
    }

    /// Solutions lead to the goal, and each is shorter than the solution before it. `LOYD_LONG` takes five positions.
    #[test]
    fn stages_lead_home() {
        let limits = Limits::default();
        for puzzle in in_stages() {
            let mut below = splitmix::below(3);
            for _ in 0..if is_whole() { 5 } else { 2 } {
                let start = puzzle.random(&mut below);
                let mut lengths = vec![40];
                let mut meter = Meter::new(&limits);
                let mut found = |found: loyd_core::search::Found<Opened>| {
                    let mut state = found.start;
                    assert!(state == start && found.moves.len() < *lengths.last().unwrap());
                    found.moves.iter().for_each(|&m| _ = puzzle.apply(&mut state, m));
                    assert!(puzzle.is_goal(&state));
                    lengths.push(found.moves.len());
                };
                staged::search(&puzzle, &start, 40, 1 << 22, &mut meter, &mut found).unwrap();
                assert!(*lengths.last().unwrap() <= 30, "{lengths:?}");
                assert!(meter.stats.generated < (1 << 22) + 1000);
            }
            let solved = &puzzle.goals[0];
            let mut lengths = Vec::new();
            let mut found = |found: loyd_core::search::Found<Opened>| lengths.push(found.moves.len());
            staged::search(&puzzle, solved, 40, 1 << 22, &mut Meter::new(&limits), &mut found).unwrap();
            assert_eq!(lengths, [0]);
        }
    }

    /// Puzzles have no stages if they have few positions, conditions, or no powers that give a smaller group.
    #[test]
    fn other_puzzles_have_no_stages() {
        for id in ["2x2x2", "square-1", "megaminx", "dino", "loopover:4x4"] {
            assert!(Staged::stages(&opened(id)).is_empty(), "{id}");
        }
    }
}
