//! A definition that is written and read again has the same positions at each cost from its goals, or is refused.

use std::collections::{BTreeMap, HashSet};

use super::*;
use crate::compiled::Defined;
use crate::compiled::tests::is_whole;
use crate::compiled::unreachable::tests::random_text;
use crate::definition::{Action, PlayRules, RuleChoice};
use crate::formats::loyd::read as read_loyd;
use crate::ids::permutations;
use loyd_core::cells::Bytes;
use loyd_core::puzzle::{Puzzle, Undo};
use loyd_core::splitmix;

/// The number of positions after which a census ends.
const MOST: usize = 3000;

/// By cost, the number of states that are met so far from these, if `next` gives the states after each with the cost.
fn dijkstra<S: Clone + Eq + std::hash::Hash>(
    from: impl IntoIterator<Item = S>,
    next: impl Fn(&S) -> Vec<(S, u32)>,
) -> BTreeMap<u32, usize> {
    let (mut known, mut census, mut waiting) =
        (HashSet::new(), BTreeMap::new(), BTreeMap::from([(0, Vec::from_iter(from))]));
    while let Some((cost, states)) = waiting.pop_first().filter(|_| known.len() < MOST) {
        for state in states {
            if known.insert(state.clone()) {
                *census.entry(cost).or_default() += 1;
                for (state, weight) in next(&state) {
                    waiting.entry(cost + weight).or_default().push(state);
                }
            }
        }
    }
    census
}

/// By cost from the goals, the number of positions, and by cost from the solved position. `None` if it is not played.
fn census(definition: &Definition) -> Option<[BTreeMap<u32, usize>; 2]> {
    let rules = PlayRules::new(definition, &RuleChoice::default()).ok()?;
    let steps: Vec<(Action, u32, Vec<Condition>)> =
        rules.turns.iter().map(|turn| (turn.action.clone(), turn.cost, turn.when.clone())).collect();
    let puzzle = Defined::<128, [u64; 4]>::new(definition.clone(), rules).ok()?;
    let toward = dijkstra(puzzle.goals.clone(), |state: &Bytes<128>| {
        let mut before = Vec::new();
        puzzle.undos_into(state, &mut |undo| {
            let mut state = *state;
            let m = undo.take_back(&puzzle, &mut state);
            before.push((state, puzzle.rules.turns[usize::from(m)].cost));
        });
        before
    });
    // An action that changes nothing reduces each orientation by its modulus.
    let start = definition.after(&definition.solved, &Action::identity(definition.slots()));
    let ahead = dijkstra([start], |pattern: &Pattern| {
        let holds = |c: &Condition| c.allows(pattern.pieces[usize::from(c.slot)]);
        let legal = steps.iter().filter(|(_, _, when)| when.iter().all(holds));
        legal.map(|(action, cost, _)| (definition.after(pattern, action), *cost)).collect()
    });
    Some([toward, ahead])
}

/// By cost from the goals, the number of positions, by the permutations that are written for other programs.
fn census_of_permutations(json: &str) -> BTreeMap<u32, usize> {
    let object: serde_json::Value = serde_json::from_str(json).unwrap();
    let numbers = |value: &serde_json::Value| -> Vec<usize> {
        value.as_array().unwrap().iter().map(|number| number.as_u64().unwrap() as usize).collect()
    };
    let goals: Vec<Vec<usize>> = object["goals"].as_array().unwrap().iter().map(numbers).collect();
    /// The images of the points, the cost, and the labels that points must have.
    type LabelMove = (Vec<usize>, u32, Vec<(usize, Vec<usize>)>);
    let moves: Vec<LabelMove> = object["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|made| {
            let when = made["when"].as_array().into_iter().flatten();
            let when = when.map(|when| (when["point"].as_u64().unwrap() as usize, numbers(&when["labels"])));
            (numbers(&made["images"]), made["cost"].as_u64().unwrap() as u32, when.collect())
        })
        .collect();
    dijkstra(goals, |labels: &Vec<usize>| {
        let before = moves.iter().map(|(images, cost, when)| {
            let before: Vec<usize> = images.iter().map(|&to| labels[to]).collect();
            when.iter().all(|(point, allowed)| allowed.contains(&before[*point])).then_some((before, *cost))
        });
        before.flatten().collect()
    })
}

/// `LOYD_LONG` tests fifteen times as many definitions.
#[test]
fn random_definitions_keep_their_census_or_are_refused() {
    let rounds = if is_whole() { 12_000 } else { 800 };
    let mut below = splitmix::below(39);
    let (mut written, mut refused): (BTreeMap<String, usize>, BTreeMap<String, usize>) = Default::default();
    for _ in 0..rounds {
        let text = random_text(&mut below);
        let Ok(definition) = read_loyd(&text) else { continue };
        let Some(expected) = census(&definition) else { continue };
        let all = FORMS.into_iter().chain([DefinitionFormat::Gap, DefinitionFormat::Psvn]);
        for form in all {
            let name = format!("{form:?}");
            match write(&definition, form) {
                Ok(text_of_form) => {
                    let again = read(&text_of_form).unwrap_or_else(|error| panic!("{error}\n{text_of_form}"));
                    let found = census(&again).unwrap_or_else(|| panic!("not played: {text_of_form}\n{text}"));
                    assert_eq!(found, expected, "{form:?}\n{text_of_form}\n{text}");
                    *written.entry(name).or_default() += 1;
                }
                Err(error) => *refused.entry(format!("{name}: {}", error.why)).or_default() += 1,
            }
        }
        if let Ok(json) = permutations("@it", definition) {
            assert_eq!(census_of_permutations(&json), expected[0], "{json}\n{text}");
            *written.entry("permutations".into()).or_default() += 1;
        }
    }
    eprintln!("{written:#?} {refused:#?}");
    assert!(written.len() == 5 && written.values().all(|&times| times > 10), "{written:?} {refused:?}");
    assert!(refused.len() > 8, "{refused:?}");
}
