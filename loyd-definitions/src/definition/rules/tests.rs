use super::*;
use crate::definition::{DefinitionFormat, Set};

const OF: [u8; 5] = [1; 5];

/// Four slots in a circle and one beside: `C` turns the circle, `S` swaps the last two.
fn circle() -> Definition {
    let action = |from: [u16; 5]| Action::new(&from, &[0; 5], &OF).unwrap();
    let solved = Pattern { pieces: [0, 1, 2, 3, 4].into(), orientations: [0; 5].into() };
    Definition {
        name: "circle".into(),
        moves: vec![Move::new("C", action([3, 0, 1, 2, 4])), Move::new("S", action([0, 1, 2, 4, 3]))],
        ..Definition::new(DefinitionFormat::Tws, vec![Set::new("A", 5, 1)], solved)
    }
}

fn names(definition: &Definition, choice: &RuleChoice) -> Vec<(String, u32)> {
    let rules = PlayRules::new(definition, choice).unwrap();
    rules.turns.iter().map(|turn| (turn.name.clone(), turn.cost)).collect()
}

fn list(names: &[(&str, u32)]) -> Vec<(String, u32)> {
    names.iter().map(|&(name, cost)| (name.into(), cost)).collect()
}

#[test]
fn the_metric_says_which_powers_are_moves() {
    let choice = |metric| RuleChoice { metric, ..RuleChoice::default() };
    let mut circle = circle();
    assert_eq!(names(&circle, &choice(None)), list(&[("C", 1), ("C2", 1), ("C'", 1), ("S", 1)]));
    assert_eq!(names(&circle, &choice(Some(Metric::Quarter))), list(&[("C", 1), ("C'", 1), ("S", 1)]));
    circle.moves[0].weight = 3;
    assert_eq!(names(&circle, &choice(None)), list(&[("C", 3), ("C2", 6), ("C'", 3), ("S", 1)]));
    circle.moves[0].repeats = Repeats::None;
    assert_eq!(names(&circle, &choice(None)), list(&[("C", 3), ("S", 1)]));
    circle.moves[0].repeats = Repeats::Inverse;
    assert_eq!(names(&circle, &choice(None)), list(&[("C", 3), ("C'", 3), ("S", 1)]));
}

#[test]
fn moves_that_do_the_same_are_one() {
    let mut circle = circle();
    let double = circle.moves[0].action.power(2, &OF);
    circle.moves.push(Move::new("D", double));
    let rules = PlayRules::new(&circle, &RuleChoice::default()).unwrap();
    assert_eq!(rules.turns.len(), 4);
    assert_eq!((rules.turns[1].name.as_str(), &*rules.turns[1].same), ("C2", &["D".to_string()][..]));
}

/// Tests as many moves as a definition may have, because each move was once copied for each later move.
#[test]
fn the_cheapest_of_many_that_do_the_same_is_kept() {
    let mut circle = circle();
    let half = circle.moves[0].action.power(2, &OF);
    circle.moves = (0..crate::definition::MOST_MOVES)
        .map(|number| Move { weight: 2 + u32::from(number != 5000), ..Move::new(number.to_string(), half.clone()) })
        .collect();
    let rules = PlayRules::new(&circle, &RuleChoice::default()).unwrap();
    let [turn] = &rules.turns[..] else { panic!("{} moves", rules.turns.len()) };
    assert_eq!((turn.name.as_str(), turn.cost, turn.same.len()), ("5000", 2, circle.moves.len() - 1));
    assert_eq!((turn.same[0].as_str(), turn.same[4999].as_str(), turn.same[5000].as_str()), ("1", "0", "5001"));
}

#[test]
fn a_move_that_is_not_there_is_named() {
    let choice = RuleChoice { moves: Some(vec!["c".into()]), ..RuleChoice::default() };
    let error = PlayRules::new(&circle(), &choice).unwrap_err().to_string();
    assert_eq!(error, "unknown move `c`; the moves are: C S");
    let choice = RuleChoice { omit: vec!["B".into()], ..RuleChoice::default() };
    assert_eq!(PlayRules::new(&circle(), &choice).unwrap_err().to_string(), "unknown set `B`; the sets are: A");
}

#[test]
fn conditions_hold_at_every_turn_of_a_power() {
    let mut circle = circle();
    circle.moves[0].when = vec![Condition { slot: 0, pieces: vec![4], must: false }];
    let rules = PlayRules::new(&circle, &RuleChoice::default()).unwrap();
    let slots = |turn: &Turn| turn.when.iter().map(|condition| condition.slot).collect::<Vec<_>>();
    // Before the second turn slot 0 holds the piece that slot 3 held. The inverse moves the piece of slot 1 to slot 0.
    let of = |name: &str| rules.turns.iter().find(|turn| turn.name == name).map(slots);
    assert_eq!(["C", "C2", "C'"].map(of), [vec![0], vec![0, 3], vec![1]].map(Some));
    // The backward half turn has its conditions on the pieces that its two turns bring to slot 0.
    let backwards =
        (rules.turns[2].name.as_str(), slots(&rules.turns[2]), rules.turns[2].action == rules.turns[1].action);
    assert_eq!(backwards, ("C2'", vec![1, 2], true));
    circle.moves[0].when.clear();
    circle.legal = vec![Condition { slot: 4, pieces: vec![3], must: false }];
    let rules = PlayRules::new(&circle, &RuleChoice::default()).unwrap();
    assert_eq!(slots(&rules.turns[3]), [3]);
}

/// A move that is its own inverse is taken back if its condition holds after it. If the move keeps its condition, the
/// inverse is the move itself.
#[test]
fn a_move_that_is_its_own_inverse_has_one() {
    let mut circle = circle();
    let condition = |slot, must| Condition { slot, pieces: vec![4], must };
    circle.moves[1].when = vec![condition(4, true)];
    let turn = |name: &str, circle: &Definition| {
        let rules = PlayRules::new(circle, &RuleChoice::default()).unwrap();
        rules.turns.into_iter().find(|turn| turn.name == name).map(|turn| (turn.action, turn.when))
    };
    let swap = circle.moves[1].action.clone();
    assert_eq!(turn("S", &circle), Some((swap.clone(), vec![condition(4, true)])));
    assert_eq!(turn("S'", &circle), Some((swap, vec![condition(3, true)])));
    circle.moves[1].when = vec![condition(3, false), condition(4, false)];
    assert_eq!(turn("S'", &circle), None);
    let rules = PlayRules::new(&circle, &RuleChoice::default()).unwrap();
    assert_eq!(rules.aliases, [("S'".to_string(), 3)]);
    assert!(rules.turns.iter().all(|turn| turn.same.is_empty()));
    circle.moves[1].when.pop();
    circle.moves[1].repeats = Repeats::None;
    assert_eq!(turn("S'", &circle), None);
}

/// A power is written in another way if another move has its usual name, unless that move does the same.
#[test]
fn no_two_moves_have_one_name() {
    let mut circle = circle();
    circle.moves[0].name = "m1".into();
    circle.moves[1].name = "m12".into();
    let choice = RuleChoice::default();
    assert_eq!(names(&circle, &choice), list(&[("m1", 1), ("m1^2", 1), ("m1'", 1), ("m12", 1)]));
    circle.moves[1].action = circle.moves[0].action.power(2, &OF);
    assert_eq!(names(&circle, &choice), list(&[("m1", 1), ("m12", 1), ("m1'", 1)]));
    circle.moves[1].weight = 3;
    let weights = RuleChoice { metric: Some(Metric::Weights), ..RuleChoice::default() };
    assert_eq!(names(&circle, &weights), list(&[("m1", 1), ("m1^2", 2), ("m1'", 1)]));
    circle.moves[1].name = "m1'".into();
    let half = RuleChoice { metric: Some(Metric::Half), ..RuleChoice::default() };
    assert_eq!(names(&circle, &half), list(&[("m1", 1), ("m12", 1), ("m1^-1", 1)]));
}

/// Too many moves are refused before all powers of all moves are made.
#[test]
fn not_all_of_too_many_powers_are_made() {
    let of = [1; 101];
    let cycle =
        |step: u16| Action::new(&(0..101).map(|slot| (slot * step + 1) % 101).collect::<Vec<_>>(), &[0; 101], &of);
    let moves = (2..60).map(|step| Move::new(format!("C{step}"), cycle(step).unwrap()));
    let solved = Pattern { pieces: (0..101).collect(), orientations: [0; 101].into() };
    let definition = Definition {
        moves: moves.collect(),
        ..Definition::new(DefinitionFormat::Tws, vec![Set::new("A", 101, 1)], solved)
    };
    let all: usize = definition.moves.iter().map(|m| m.action.order(&of).unwrap() as usize - 1).sum();
    let Err(NoRules::TooMany { found }) = PlayRules::new(&definition, &RuleChoice::default()) else {
        panic!("too many")
    };
    assert!(found > MOST_MOVES && found < 4 * MOST_MOVES && 4 * MOST_MOVES < all, "{found} of {all}");
}
