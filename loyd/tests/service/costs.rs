//! The law of moves and costs: every number in a reply agrees with a plain player, over random definitions.

use std::collections::HashMap;

use loyd::search::{Cost, CostMeasure, Outcome, Stop};
use loyd::service::reply::CostBounds;
use loyd::service::{
    Algorithm, Check, Compare, Control, Distance, Event, List, Map, Moves, Next, PuzzleRef, Random, Service, Solve,
    Want,
};
use loyd_core::splitmix::below;
use loyd_definitions::algs::steps;
use loyd_definitions::formats::{read, write};
use loyd_definitions::{Definition, DefinitionFormat, NoRules, PlayRules, RuleChoice};

use super::is_whole;
use crate::generate;
use crate::plain::{Key, Made, Plain};

/// A definition as text, and the answers of the plain player.
struct Law<'a> {
    seed: u64,
    service: &'a Service,
    puzzle: PuzzleRef,
    definition: &'a Definition,
    measure: CostMeasure,
    plain: &'a Plain,
    moves: &'a [&'a Made],
    far: Vec<Option<u32>>,
}

/// The search must end even if no goal is reached.
const NODES: u64 = 4_000;

impl Law<'_> {
    /// The text of a position.
    fn written(&self, at: usize) -> String {
        let sets = self.definition.set_of_slots();
        let slot = |(&(piece, orientation), &set): (&(u8, u8), &usize)| {
            let labels = self.definition.labels.get(set).and_then(|labels| labels.get(usize::from(piece)));
            let label = labels.filter(|label| !label.is_empty()).cloned();
            let label = label.unwrap_or_else(|| (u32::from(piece) + 1).to_string());
            if orientation == 0 { label } else { format!("{label}+{orientation}") }
        };
        self.plain.boards[at].iter().zip(&sets).map(slot).collect::<Vec<_>>().join(" ")
    }

    fn cost(&self, amount: u32) -> Cost {
        self.measure.cost(amount)
    }

    /// Replays moves by the plain player. Returns the position after them and the sum of their costs.
    fn replay(&self, start: usize, moves: &[String]) -> (usize, u32) {
        moves.iter().fold((start, 0), |(at, cost), name| {
            let made = self.made(name);
            let to = made.to[at].unwrap_or_else(|| panic!("seed {}: {name} of {moves:?} is not legal", self.seed));
            (to, cost + made.cost)
        })
    }

    fn made(&self, name: &str) -> &Made {
        let key: Key = match steps::expand(name, self.definition).as_deref() {
            Ok([key]) => *key,
            other => panic!("seed {}: {name}: {other:?}", self.seed),
        };
        &self.plain.moves[&key]
    }

    fn question(&self, state: &str, want: Want, algorithm: Option<Algorithm>) -> Solve {
        let mut question = Solve::new(self.puzzle.clone(), state);
        (question.options.want, question.options.algorithm, question.limits.nodes) = (want, algorithm, Some(NODES));
        question
    }

    /// Checks one solution that is said to be cheapest.
    fn is_cheapest(&self, start: usize, moves: &[String], cost: Cost, what: &str) {
        let (end, sum) = self.replay(start, moves);
        assert!(self.plain.goals[end], "{what}: {moves:?} reaches no goal");
        assert_eq!((Some(sum), cost), (self.far[start], self.cost(sum)), "{what}: {moves:?}");
    }

    /// Checks bounds that a stopped search has proved.
    fn is_proved(&self, start: usize, at_least: Cost, best: Option<Cost>, what: &str) {
        assert_eq!(at_least.measure(), self.measure, "{what}");
        let Some(far) = self.far[start] else { return };
        assert!(at_least <= self.cost(far), "{what}: at least {at_least}, but {far} is enough");
        assert!(best.is_none_or(|best| best >= self.cost(far)), "{what}: {best:?} is known, but {far} is least");
    }

    fn solves(&self, start: usize, state: &str) {
        let (number, first) = match self.far[start] {
            Some(_) => self.plain.solutions(self.moves, &self.far, start),
            None => (0, Vec::new()),
        };
        let named = |moves: &[String]| -> Vec<Key> { moves.iter().map(|name| self.made(name).key).collect() };
        let wants = [Want::One, Want::Count, Want::All { most: None }, Want::Lexicographic];
        for algorithm in [None, Some(Algorithm::AStar), Some(Algorithm::IdaStar)] {
            for want in wants {
                let what = format!("seed {}: {state}: {algorithm:?} {want:?}", self.seed);
                let mut bounds = Vec::new();
                let mut hear = |event| {
                    match event {
                        Event::Iteration(iteration) => bounds.push((iteration.threshold, None)),
                        Event::Progress { progress, .. } => bounds.push((progress.depth, progress.best)),
                        Event::Better { cost, .. } => bounds.push((self.cost(0), Some(cost))),
                        _ => {}
                    }
                    std::ops::ControlFlow::Continue(())
                };
                let question = self.question(state, want, algorithm);
                let control = Control::default().hear(&mut hear);
                let listens = matches!(want, Want::All { .. });
                // With a listener, the solutions of a list are events.
                let answer = match listens {
                    true => self.service.ask(&question, &Control::default()),
                    false => self.service.ask(&question, &control),
                };
                let answer = answer.unwrap_or_else(|fault| panic!("{what}: {fault}"));
                bounds.iter().for_each(|&(at_least, best)| self.is_proved(start, at_least, best, &what));
                let json = serde_json::to_value(&answer).unwrap();
                match &answer.outcome {
                    Outcome::Solved(solution) => {
                        let far = self.far[start].unwrap_or_else(|| panic!("{what}: no goal is reached"));
                        assert_eq!(solution.cost, self.cost(far), "{what}");
                        assert_eq!((&json["cost"], &json["at_least"]), (&far.into(), &far.into()), "{what}");
                        match want {
                            Want::Count | Want::All { .. } => {
                                assert_eq!(solution.count, Some(number), "{what}");
                                let length = (self.measure == CostMeasure::Moves).then_some(far);
                                assert_eq!(json["length"], serde_json::to_value(length).unwrap(), "{what}");
                            }
                            _ => {
                                self.is_cheapest(start, &solution.moves, solution.cost, &what);
                                assert_eq!(json["length"], solution.moves.len(), "{what}");
                            }
                        }
                        if want == Want::Lexicographic {
                            assert_eq!(named(&solution.moves), first, "{what}");
                        }
                        for listed in &answer.solutions {
                            self.is_cheapest(start, &listed.moves, listed.cost, &what);
                            assert_eq!(listed.length.0 as usize, listed.moves.len(), "{what}");
                        }
                    }
                    Outcome::Unsolvable(_) => assert_eq!(self.far[start], None, "{what}"),
                    Outcome::Stopped { at_least, best, .. } => self.is_proved(start, *at_least, *best, &what),
                }
            }
        }
    }

    /// A limit of the puzzle's measure is kept exactly, and a limit of the other measure is refused.
    fn limits(&self, start: usize, state: &str) {
        let Some(far) = self.far[start] else { return };
        for algorithm in [None, Some(Algorithm::AStar), Some(Algorithm::IdaStar)] {
            for most in [0, far.saturating_sub(1), far, far + 1] {
                let what = format!("seed {}: {state}: {algorithm:?} within {most} of {far}", self.seed);
                let mut question = self.question(state, Want::One, algorithm);
                let mut other = question.clone();
                let (limits, others) = (&mut question.limits, &mut other.limits);
                let (field, why) = match self.measure {
                    CostMeasure::Moves => {
                        (limits.moves, others.cost) = (Some(most), Some(most));
                        ("limit_cost", Stop::Moves)
                    }
                    CostMeasure::Weights => {
                        (limits.cost, others.moves) = (Some(most), Some(most));
                        ("limit_moves", Stop::Cost)
                    }
                };
                let fault = self.service.ask(&other, &Control::default()).unwrap_err();
                assert_eq!((fault.kind.name(), fault.field), ("no-effect", Some(field)), "{what}");
                match self.service.ask(&question, &Control::default()).unwrap().outcome {
                    Outcome::Solved(solution) => {
                        assert!(most >= far, "{what}");
                        self.is_cheapest(start, &solution.moves, solution.cost, &what);
                    }
                    Outcome::Stopped { at_least, best, why: stop } => {
                        self.is_proved(start, at_least, best, &what);
                        assert!(
                            stop == Stop::Nodes || (stop == why && most < far && at_least > self.cost(most)),
                            "{what}"
                        );
                    }
                    Outcome::Unsolvable(why) => panic!("{what}: {why}"),
                }
            }
        }
        for nodes in [1, 2, 5, 20] {
            let mut question = self.question(state, Want::One, Some([Algorithm::AStar, Algorithm::IdaStar][nodes % 2]));
            question.limits.nodes = Some(nodes as u64);
            let what = format!("seed {}: {state}: {nodes} nodes", self.seed);
            if let Outcome::Stopped { at_least, best, .. } = self.service.solve(&question).unwrap().outcome {
                self.is_proved(start, at_least, best, &what);
            }
        }
    }

    /// Checks a distance, or a bound of it.
    fn bounds(&self, at: usize, bounds: &CostBounds, what: &str) {
        match bounds {
            CostBounds::Known(known) => assert_eq!(Some(*known), self.far[at].map(|far| self.cost(far)), "{what}"),
            CostBounds::AtLeast(least, _) => self.is_proved(at, *least, None, what),
            CostBounds::None(why) => assert_eq!(self.far[at], None, "{what}: {why}"),
        }
    }

    fn distances(&self, start: usize, state: &str) {
        let what = format!("seed {}: {state}", self.seed);
        let mut far = Distance::new(self.puzzle.clone(), state);
        far.limits.nodes = Some(NODES);
        let far = self.service.distance(&far).unwrap();
        match (&far.distance, far.why) {
            (Ok(cost), None) => self.bounds(start, &CostBounds::Known(*cost), &what),
            (Ok(cost), Some(_)) => self.is_proved(start, *cost, None, &what),
            (Err(why), _) => self.bounds(start, &CostBounds::None(why.clone()), &what),
        }
        let legal = self.service.moves(&about(self.puzzle.clone(), state)).unwrap();
        assert_eq!(legal.measure, self.measure, "{what}");
        for step in &legal.moves {
            assert_eq!(step.cost, self.cost(self.made(&step.name).cost), "{what}: {}", step.name);
        }
        let mut next = Next::new(self.puzzle.clone(), state);
        next.limits.nodes = Some(NODES);
        let next = self.service.next(&next).unwrap();
        self.bounds(start, &next.distance, &what);
        for step in &next.moves {
            let made = self.made(&step.name);
            let after = made.to[start].and_then(|to| self.far[to]);
            let is_best = after.is_some_and(|after| Some(after + made.cost) == self.far[start]);
            assert!(step.optimal.is_none_or(|optimal| optimal == is_best), "{what}: {step:?} of {:?}", self.far[start]);
            assert!(step.optimal.is_some() || next.distance.stopped().is_some() || self.far[start].is_none(), "{what}");
        }
    }

    /// Checks sequences of moves: random ones, which may end before a move that is not legal, and a cheapest solution.
    fn checks(&self, start: usize, state: &str, below: &mut dyn FnMut(u64) -> u64) {
        let mut words: Vec<Vec<String>> = Vec::new();
        for length in [0, 1, 3, 6] {
            let (mut at, mut word) = (start, Vec::new());
            let legal = |at: usize| {
                let legal = about(self.puzzle.clone(), &self.written(at));
                self.service.moves(&legal).unwrap().moves
            };
            for _ in 0..length {
                let steps = legal(at);
                let Some(step) = (!steps.is_empty()).then(|| &steps[below(steps.len() as u64) as usize]) else { break };
                at = self.made(&step.name).to[at].unwrap();
                word.push(step.name.clone());
            }
            words.push(word);
        }
        if let Outcome::Solved(solution) = self.service.solve(&self.question(state, Want::One, None)).unwrap().outcome {
            words.push(solution.moves);
        }
        for word in words {
            let what = format!("seed {}: {state} by {word:?}", self.seed);
            let mut check = Check::new(self.puzzle.clone(), state, word.join(" "));
            check.limits.nodes = Some(NODES);
            let checked = self.service.check(&check).unwrap_or_else(|fault| panic!("{what}: {fault}"));
            let (end, cost) = self.replay(start, &word);
            assert_eq!((checked.check.legal, checked.check.given), (word.len(), word.len()), "{what}");
            assert_eq!(checked.check.cost, self.cost(cost), "{what}");
            assert_eq!(checked.reaches_goal(), self.plain.goals[end], "{what}");
            self.bounds(start, &checked.shortest, &what);
            self.bounds(end, &checked.remaining, &what);
            let json = serde_json::to_value(&checked).unwrap();
            assert_eq!((&json["cost"], &json["given"]), (&cost.into(), &word.len().into()), "{what}");
        }
    }

    fn compares(&self, starts: &[(usize, String)]) {
        let mut compare = Compare { puzzle: self.puzzle.clone(), ..Compare::default() };
        compare.states = List::of("states", starts.iter().map(|(_, state)| state.clone()).collect()).unwrap();
        compare.limits.nodes = Some(NODES);
        for row in self.service.compare(&compare).unwrap() {
            let (start, state) = &starts[row.number as usize - 1];
            let what = format!("seed {}: {state}: {:?}", self.seed, row.algorithm);
            let Ok(tried) = row.tried else { continue };
            match tried.outcome {
                Outcome::Solved(solution) => self.is_cheapest(*start, &solution.moves, solution.cost, &what),
                Outcome::Stopped { at_least, best, .. } => self.is_proved(*start, at_least, best, &what),
                Outcome::Unsolvable(_) => assert_eq!(self.far[*start], None, "{what}"),
            }
        }
    }

    /// A map counts positions by cost, and a limit ends it after the layer of that cost. A drawing at a depth counts
    /// moves.
    fn maps(&self) {
        let (mut whole, seed) = (Map::new(self.puzzle.clone()), self.seed);
        let Ok(map) = self.service.ask(&whole, &Control::default()) else { return };
        // A state may be written in several ways.
        let engine = self.service.open(&whole, &Control::default()).unwrap();
        let state = |at: usize| engine.state(&self.written(at)).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
        let states: HashMap<String, u32> =
            (0..self.far.len()).filter_map(|at| Some((state(at), self.far[at]?))).collect();
        let mut census: Vec<u64> = Vec::new();
        for &far in states.values() {
            census.resize(census.len().max(far as usize + 1), 0);
            census[far as usize] += 1;
        }
        assert_eq!(map.map.layers, census, "seed {seed}: map");
        assert_eq!(map.plan.by_costs, self.measure == CostMeasure::Weights, "seed {seed}: map");
        let most = (census.len() as u32 - 1) / 2;
        let (field, why) = match self.measure {
            CostMeasure::Moves => (&mut whole.limits.moves, Stop::Moves),
            CostMeasure::Weights => (&mut whole.limits.cost, Stop::Cost),
        };
        *field = Some(most);
        let Ok(map) = self.service.ask(&whole, &Control::default()) else { panic!("seed {seed}") };
        let last = census[..=most as usize].iter().rposition(|&positions| positions > 0).unwrap();
        assert_eq!(map.map.layers, census[..=last], "seed {seed}: map within {most}");
        let (stopped, is_whole) = (map.map.stopped, census.len() <= most as usize + 1);
        assert!(stopped == Some(why) || is_whole && stopped.is_none(), "seed {seed}: map within {most}: {stopped:?}");
        (whole.limits.moves, whole.limits.cost) = (whole.limits.cost, whole.limits.moves);
        assert!(self.service.ask(&whole, &Control::default()).is_err(), "seed {seed}: a limit of the other measure");
        let mut draw = Random { depth: Some(most), ..Random::new(self.puzzle.clone()) };
        draw.seed = Some(seed);
        if let Ok(drawn) = self.service.random(&draw) {
            assert_eq!(self.measure, CostMeasure::Moves, "seed {seed}: drawn at depth {most}");
            let drawn = super::the_only(drawn).state;
            assert_eq!(states[&drawn], most, "seed {seed}: {drawn} is drawn");
        }
    }
}

/// A question about the legal moves of a position.
fn about(puzzle: PuzzleRef, state: &str) -> Moves {
    Moves { puzzle, goal: None, position: state.into(), convention: None }
}

/// Asks all questions about the definition of a seed. Returns the measure of its costs, if it could be played.
fn obeys(service: &Service, seed: u64) -> Option<CostMeasure> {
    let mut below = below(seed);
    let (mut definition, _) = generate::definition(&mut below);
    // Three of four definitions have weights, some of them large.
    if !seed.is_multiple_of(4) {
        let most = [2, 5, 300][(seed % 3) as usize];
        definition.moves.iter_mut().for_each(|m| m.weight = 1 + below(most) as u32);
    }
    definition.moves.iter_mut().for_each(|m| m.is_rotation = false);
    let text = write::write(&definition, DefinitionFormat::Loyd).ok()?;
    let definition = read(&text).unwrap_or_else(|why| panic!("seed {seed}: {why}\n{text}"));
    let rules = match PlayRules::new(&definition, &RuleChoice::default()) {
        Ok(rules) => rules,
        Err(NoRules::Empty(_)) => return None,
        Err(why) => panic!("seed {seed}: {why}"),
    };
    let plain = Plain::new(&definition, &RuleChoice::default());
    if plain.boards.is_empty() || !plain.goals.contains(&true) {
        return None;
    }
    let key = |name: &str| match steps::expand(name, &definition).as_deref() {
        Ok([key]) => *key,
        other => panic!("seed {seed}: {name}: {other:?}"),
    };
    let moves: Vec<&Made> = rules.turns.iter().map(|turn| &plain.moves[&key(&turn.name)]).collect();
    // A move that changes nothing is no move, and of moves with one effect the cheapest is kept.
    let is_weighted = rules.turns.iter().any(|turn| turn.cost != 1);
    let measure = if is_weighted { CostMeasure::Weights } else { CostMeasure::Moves };
    let far = plain.distances(&moves);
    let puzzle = PuzzleRef { id: "file".into(), board: Some(text) };
    let law = Law { seed, service, puzzle, definition: &definition, measure, plain: &plain, moves: &moves, far };
    let mut starts = Vec::new();
    for _ in 0..2 {
        let start = below(plain.boards.len() as u64) as usize;
        starts.push((start, law.written(start)));
    }
    for (start, state) in &starts {
        law.solves(*start, state);
        law.limits(*start, state);
        law.distances(*start, state);
        law.checks(*start, state, &mut below);
    }
    law.compares(&starts);
    law.maps();
    Some(measure)
}

/// `LOYD_LONG` asks about 4,000 definitions in place of 200. `LOYD_RANDOM_SEED` asks about the definition of one
/// seed.
#[test]
fn moves_and_costs_are_never_confused() {
    let (first, many) = match std::env::var("LOYD_RANDOM_SEED").ok().and_then(|seed| seed.parse().ok()) {
        Some(seed) => (seed, 1),
        None if is_whole() => (0, 4_000),
        None => (0, 200),
    };
    let service = Service::default();
    let mut played = HashMap::new();
    let mut failed = Vec::new();
    for seed in first..first + many {
        let obeyed = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| obeys(&service, seed)));
        match obeyed {
            Ok(Some(measure)) => *played.entry(measure).or_insert(0) += 1,
            Ok(None) => {}
            Err(_) => failed.push(seed),
        }
        service.evict();
    }
    assert!(failed.is_empty(), "seeds that failed, of {many}: {failed:?}");
    assert!(many == 1 || played.values().sum::<u64>() * 10 >= many * 6 && played.len() == 2, "{played:?}");
}
