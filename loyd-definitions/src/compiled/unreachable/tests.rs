//! A reason is checked like an answer: each one that is given is evaluated by breadth-first search.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashSet;

use super::*;
use crate::compiled::tests::{from_text, is_whole, opened};
use crate::definition::{Pattern, PlayRules, Turn};
use crate::structure::tests::reasons::{Evidence, is_true};
use loyd_core::puzzle::{MoveSet, Puzzle};
use loyd_core::splitmix;

type Opened = Defined<128, [u64; 4]>;
type Met = FxHashSet<[u8; 128]>;

/// The most positions of one search.
const MOST: usize = 20_000;

/// All states that are met from these, if each state leads to the states of `next`; `None` if they are too many.
fn met(from: &[Bytes<128>], next: impl Fn(&Bytes<128>) -> Vec<Bytes<128>>) -> Option<Met> {
    let mut met: Met = from.iter().map(|state| state.0).collect();
    let mut waiting = from.to_vec();
    while let Some(state) = waiting.pop() {
        waiting.extend(next(&state).into_iter().filter(|next| met.insert(next.0)));
        if met.len() > MOST {
            return None;
        }
    }
    Some(met)
}

fn ahead(puzzle: &Opened, from: &[Bytes<128>]) -> Option<Met> {
    met(from, |state| {
        let made = |m| {
            let mut next = *state;
            puzzle.apply(&mut next, m);
            next
        };
        puzzle.moves(state).iter().map(made).collect()
    })
}

/// The states from which moves lead to a goal.
fn solvable(puzzle: &Opened) -> Option<Met> {
    met(&puzzle.goals, |state| {
        let mut before = Vec::new();
        puzzle.undos_into(state, &mut |undo| {
            let mut state = *state;
            puzzle.undo(&mut state, undo);
            before.push(state);
        });
        before
    })
}

/// All arrangements and orientations of the same pieces that are legal positions.
fn arrangements(puzzle: &Opened) -> Option<Vec<Bytes<128>>> {
    let slots = puzzle.rules.slots();
    let all = met(&puzzle.goals[..1], |state| {
        let turned = |slot: usize| {
            let (class, orientation) = puzzle.alphabet(slot).of_code(state.0[slot]);
            let class = &puzzle.alphabet(slot).classes[class];
            let mut turned = *state;
            turned.0[slot] = class.base + (orientation + 1) % class.modulus;
            turned
        };
        let swapped = |slot: usize| {
            let mut swapped = *state;
            swapped.0.swap(slot - 1, slot);
            swapped
        };
        let is_pair = |slot: &usize| puzzle.codes.set_of[*slot - 1] == puzzle.codes.set_of[*slot];
        (0..slots).map(turned).chain((1..slots).filter(is_pair).map(swapped)).collect()
    })?;
    let mut all: Vec<[u8; 128]> = all.into_iter().collect();
    all.sort_unstable();
    Some(all.into_iter().map(Bytes).filter(|state| puzzle.motions.is_position(&state.0)).collect())
}

/// The conditions that the piece of each slot meets, by which conditions distinguish pieces.
fn named(puzzle: &Opened, state: &[u8; 128]) -> Vec<Vec<bool>> {
    let conditions = || puzzle.rules.legal.iter().chain(puzzle.rules.turns.iter().flat_map(|turn| &turn.when));
    let of_slot = |slot: usize| {
        let (class, _) = puzzle.alphabet(slot).of_code(state[slot]);
        let piece = puzzle.alphabet(slot).classes[class].pieces[0];
        let of_set = conditions().filter(|c| puzzle.codes.set_of[usize::from(c.slot)] == puzzle.codes.set_of[slot]);
        of_set.map(|condition| condition.pieces.contains(&piece)).collect()
    };
    (0..puzzle.rules.slots()).map(of_slot).collect()
}

fn is_odd(order: &[usize]) -> bool {
    (0..order.len()).flat_map(|b| (0..b).map(move |a| (a, b))).filter(|&(a, b)| order[a] > order[b]).count() % 2 == 1
}

/// Whether a state has the piece in the slot that words name, such as `piece a in slot 2 of S with orientation 1`.
fn has_placed<'p>(puzzle: &'p Opened, words: &str) -> impl Fn(&[u8; 128]) -> bool + use<'p> {
    let structure = &puzzle.behind().structure;
    let (piece, place) = words.split_once(" in ").unwrap();
    let (place, turned) = place.split_once(" with orientation ").map_or((place, None), |(p, t)| (p, t.parse().ok()));
    let slots = || 0..puzzle.rules.slots();
    let slot = slots().find(|&slot| structure.slot(slot as u16) == place).unwrap();
    let goal = puzzle.pattern(&puzzle.goals[0]).unwrap();
    let of_set = slots().filter(|&other| puzzle.codes.set_of[other] == puzzle.codes.set_of[slot]);
    let piece = goal.pieces[of_set.into_iter().find(|&at| structure.piece(at as u16, &goal) == piece).unwrap()];
    move |state| {
        let at = puzzle.pattern(&Bytes(*state)).unwrap();
        at.pieces[slot] == piece && turned.is_none_or(|turned: u8| at.orientations[slot] == turned)
    }
}

/// Whether a sentence is true if it is read alone: a claim about positions, unless it is about what moves keep.
fn reads_true(puzzle: &Opened, state: &Bytes<128>, why: &str, from: &Met, behind: &Met) -> bool {
    if why.ends_with("lead to this arrangement of the pieces") {
        return !behind.contains(&state.0);
    }
    let Some((_, claim)) = why.split_once(" a position with piece ") else { return true };
    let (claim, ahead) = match claim.strip_suffix(", and no moves from the goal do") {
        Some(claim) => (claim, true),
        None => (claim, false),
    };
    let parts: Vec<_> = claim.split(" and piece ").map(|part| has_placed(puzzle, &format!("piece {part}"))).collect();
    let is_such = |at: &[u8; 128]| parts.iter().all(|has| has(at));
    !behind.iter().any(is_such) && (!ahead || from.iter().any(is_such))
}

/// Whether the claim of a refusal is true, by all states that moves reach from the state and from the goals. What the
/// sentence `why` does not limit to the shape of the goal is tested in all states.
fn holds(puzzle: &Opened, state: &Bytes<128>, refusal: &Refusal<128>, why: &str, from: &Met, behind: &Met) -> bool {
    if !reads_true(puzzle, state, why, from, behind) {
        return false;
    }
    let patterns = |met: &mut dyn Iterator<Item = &[u8; 128]>| -> Vec<Pattern> {
        met.map(|state| puzzle.pattern(&Bytes(*state)).expect("one piece for each code")).collect()
    };
    let goals = || patterns(&mut puzzle.goals.iter().map(|goal| &goal.0));
    let class = |state: &[u8; 128], slot: u16| puzzle.alphabet(slot.into()).of_code(state[usize::from(slot)]).0;
    let code = |state: &[u8; 128], slot: u16| state[usize::from(slot)];
    match refusal {
        Refusal::Group(reason) => {
            let (ahead, behind) = (patterns(&mut from.iter()), patterns(&mut behind.iter()));
            let evidence = Evidence { ahead: &ahead, behind: &behind, goals: &goals() };
            is_true(&puzzle.behind().structure, reason, &puzzle.pattern(state).unwrap(), &evidence)
        }
        Refusal::Loops { reason, home } => {
            let shape = named(puzzle, &puzzle.goals[0].0);
            let named_piece = why.split_once("whenever piece ").map(|(_, rest)| {
                let (placed, _) = rest.split_once(", ").unwrap();
                has_placed(puzzle, &format!("piece {}", placed.replacen(" is in ", " in ", 1)))
            });
            let is_home = |state: &&[u8; 128]| match &named_piece {
                Some(is_there) => is_there(state),
                None => named(puzzle, state) == shape,
            };
            let ahead = patterns(&mut from.iter().filter(is_home));
            let behind = patterns(&mut behind.iter().filter(is_home));
            let evidence = Evidence { ahead: &ahead, behind: &behind, goals: &goals() };
            let structure = puzzle.structure_of_loops().unwrap();
            from.contains(&home.0) && is_true(structure, reason, &puzzle.pattern(home).unwrap(), &evidence)
        }
        Refusal::Shape => {
            let here = named(puzzle, &state.0);
            behind.iter().all(|at| named(puzzle, at) != here)
        }
        &Refusal::Fixed(slot) => {
            let here = class(&state.0, slot);
            from.iter().all(|at| class(at, slot) == here) && puzzle.goals.iter().all(|g| class(&g.0, slot) != here)
        }
        &Refusal::Still(slot) => {
            let here = code(&state.0, slot);
            from.iter().all(|at| code(at, slot) == here) && puzzle.goals.iter().all(|g| code(&g.0, slot) != here)
        }
        Refusal::Odd(slots) => {
            let place = |slot: u16| slots.iter().position(|&other| other == slot).unwrap();
            let by_move = |turn: &Turn| slots.iter().map(|&s| place(turn.action.from()[usize::from(s)])).collect();
            let goal = &puzzle.goals[0].0;
            let at_goal =
                |&slot: &u16| slots.iter().position(|&s| goal[usize::from(s)] == code(&state.0, slot)).unwrap();
            puzzle.goals.len() == 1
                && puzzle.rules.turns.iter().all(|turn| !is_odd(&Vec::from_iter::<Vec<usize>>(by_move(turn))))
                && is_odd(&slots.iter().map(at_goal).collect::<Vec<_>>())
        }
        Refusal::Apart(slots) => behind.iter().all(|at| slots.iter().any(|&s| code(at, s) != code(&state.0, s))),
    }
}

/// The name of a refusal and of its reason.
fn kind(refusal: &Refusal<128>) -> String {
    let words = format!("{refusal:?}");
    let words = words.split(|c: char| !c.is_alphanumeric()).filter(|word| word.starts_with(char::is_uppercase));
    words.filter(|word| *word != "Bytes").take(2).collect::<Vec<_>>().join(" ")
}

/// Evaluates the reasons for some of the states that are refused: a few for each kind. Returns the kinds.
fn check(puzzle: &Opened, text: &str, few: usize) -> BTreeMap<String, usize> {
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    let (Some(all), Some(solvable)) = (arrangements(puzzle), solvable(puzzle)) else { return kinds };
    let Some(behind) = ahead(puzzle, &puzzle.goals) else { return kinds };
    if puzzle.decides() {
        let refused = |state: &&Bytes<128>| puzzle.refusal(state).is_some();
        let wrong = all.iter().filter(|state| solvable.contains(&state.0)).find(refused);
        let left = all.iter().filter(|state| !solvable.contains(&state.0)).find(|state| !refused(state));
        assert_eq!((wrong, left), (None, None), "{text}");
    }
    let step = 1 + all.len() / 2_000;
    for state in all.iter().step_by(step) {
        let Some(refusal) = puzzle.refusal(state) else { continue };
        let why = puzzle.sentence(state, &refusal);
        assert!(!solvable.contains(&state.0), "{why}\n{state:?} of\n{text}");
        let count = kinds.entry(kind(&refusal)).or_default();
        *count += 1;
        if *count > few {
            continue;
        }
        for name in loyd_core::puzzle::Notation::goals_in_reach(puzzle, state) {
            let (other, state) = puzzle.toward_named(state, &name).unwrap();
            let from = ahead(&other, &[state]).unwrap();
            assert!(other.goals.iter().any(|goal| from.contains(&goal.0)), "{state:?} never reaches {name} of\n{text}");
            *kinds.entry("goal in reach".into()).or_default() += 1;
        }
        let Some(from) = ahead(puzzle, std::slice::from_ref(state)) else { continue };
        assert!(
            holds(puzzle, state, &refusal, &why.to_string(), &from, &behind),
            "a false reason: {why}\n{refusal:?}\n{:?} of\n{text}",
            &state.0[..puzzle.rules.slots()]
        );
    }
    kinds
}

/// A small definition: equal pieces, conditions, orientations, which may be known in part, one-way moves, weights,
/// rotations, several goals with open parts, and what is legal.
pub(crate) fn random_text(below: &mut dyn FnMut(u64) -> u64) -> String {
    let mut below = |many: usize| below(many as u64) as usize;
    let names = ["a", "b", "c", "d", "e"];
    let sets: Vec<(&str, Vec<String>, usize)> = ["S", "T"][..1 + below(3) / 2]
        .iter()
        .map(|set| {
            let turns = [1, 1, 1, 2, 3, 4][below(6)];
            let slots = 2 + below(if turns == 1 { 4 } else { 2 });
            (*set, names[..slots].iter().map(|name| format!("{}{name}", set.to_lowercase())).collect(), turns)
        })
        .collect();
    let arranged = |below: &mut dyn FnMut(usize) -> usize, kinds: usize, slots: usize| -> Vec<String> {
        let mut pieces: Vec<String> =
            (0..slots).map(|slot| ["v", "w", "x", "y", "z"][slot.min(kinds)].into()).collect();
        (1..slots).for_each(|slot| pieces.swap(slot, below(slot + 1)));
        pieces
    };
    let is_two_way = below(4) > 0;
    let mut text = ["", "", "", "powers = false\n"][below(4)].to_string();
    if !is_two_way {
        text += "inverses = false\n";
    }
    let kinds: Vec<usize> =
        sets.iter().map(|(_, slots, _)| if below(3) == 0 { below(slots.len()) } else { 9 }).collect();
    if below(6) == 0 {
        text += &format!("legal = '{} != {}'\n", sets[0].1[below(2)], ["v", "w"][below(2)]);
    }
    text += "[sets]\n";
    for (set, slots, turns) in &sets {
        text += &format!("{set} = {{ slots = '{}', orientations = {turns} }}\n", slots.join(" "));
    }
    text += "[solved]\n";
    let mut solved = Vec::new();
    for ((set, slots, turns), &kinds) in sets.iter().zip(&kinds) {
        let pieces = arranged(&mut below, kinds, slots.len());
        let turned: Vec<String> = pieces
            .iter()
            .map(|piece| match below(4) {
                0 if *turns > 1 => format!("{piece}+{}", 1 + below(turns - 1)),
                1 if *turns > 1 && below(3) == 0 => format!("{piece}+?"),
                1 if *turns == 4 && below(3) == 0 => format!("{piece}+1%2"),
                _ => piece.clone(),
            })
            .collect();
        text += &format!("{set} = '{}'\n", turned.join(" "));
        solved.push(turned);
    }
    let goals = [0, 0, 1, 1, 2][below(5)];
    if goals > 0 {
        for _ in 0..goals {
            text += ["[[goals.some]]\n", "[[goals.other]]\n"][below(2)];
            for ((set, slots, turns), (&kinds, solved)) in sets.iter().zip(kinds.iter().zip(&solved)) {
                let plain = solved.iter().map(|piece| piece.split('%').next().unwrap().into()).collect();
                let mut wanted: Vec<String> =
                    if below(2) == 0 { plain } else { arranged(&mut below, kinds, slots.len()) };
                for piece in &mut wanted {
                    match below(8) {
                        0 => *piece = "?".into(),
                        1 if *turns > 1 => *piece = format!("{}+?", piece.split('+').next().unwrap()),
                        _ => (),
                    }
                }
                text += &format!("{set} = '{}'\n", wanted.join(" "));
            }
        }
    }
    text += "[moves]\n";
    let names = if below(4) == 0 { ["A", "A2", "A'"] } else { ["A", "B", "C"] };
    for (name, rotated) in names.iter().zip(["x", "yv", "Zv"]).take(1 + below(3)) {
        let mut cycles = String::new();
        for (_, slots, turns) in &sets {
            if sets.len() > 1 && below(3) == 0 {
                continue;
            }
            let mut order: Vec<&String> = slots.iter().collect();
            (1..order.len()).for_each(|slot| order.swap(slot, below(slot + 1)));
            let length = 1 + below(order.len());
            let turned = if *turns > 1 && (length == 1 || below(2) == 0) { 1 + below(turns - 1) } else { 0 };
            if length == 1 && turned == 0 {
                continue;
            }
            let cycle: Vec<&str> = order[..length].iter().map(|slot| slot.as_str()).collect();
            let turned = if turned > 0 { format!("+{turned}") } else { String::new() };
            cycles += &format!("({}{turned})", cycle.join(" "));
        }
        if cycles.is_empty() {
            continue;
        }
        let slot = &sets[0].1[below(sets[0].1.len())];
        let when = match below(5) {
            0 => format!(", when = '{slot} = {}'", ["v", "w", "v|w"][below(3)]),
            1 => format!(", when = '{slot} != {}'", ["v", "w", "v|w", "w|v"][below(4)]),
            _ => String::new(),
        };
        let one_way = match below(5) {
            0..3 if is_two_way => "",
            0..4 if !is_two_way => ", inverses = true",
            4 => ", powers = false",
            _ => ", inverses = false",
        };
        let weight = ["", "", "", ", weight = 1", ", weight = 7"][below(5)];
        let (name, rotation) = if below(12) == 0 { (&rotated, ", rotation = true") } else { (name, "") };
        text += &format!("\"{name}\" = {{ cycles = '{cycles}'{when}{one_way}{weight}{rotation} }}\n");
    }
    text
}

/// The law over random small definitions. `LOYD_LONG` tests twenty times as many.
#[test]
fn reasons_of_random_definitions_are_true() {
    let rounds = if is_whole() { 48_000 } else { 2_400 };
    let mut below = splitmix::below(38);
    let (mut kinds, mut made): (BTreeMap<String, usize>, u32) = (BTreeMap::new(), 0);
    for _ in 0..rounds {
        let text = random_text(&mut below);
        let Ok(definition) = crate::formats::loyd::read(&text) else { continue };
        let Ok(rules) = PlayRules::new(&definition, &crate::definition::RuleChoice::default()) else { continue };
        let Ok(puzzle) = Defined::new(definition, rules) else { continue };
        made += 1;
        for (kind, count) in check(&puzzle, &text, 3) {
            *kinds.entry(kind).or_default() += count;
        }
    }
    eprintln!("{made} definitions: {kinds:#?}");
    assert!(made > rounds / 2 && kinds.len() > 12, "{made} {kinds:?}");
}

/// The law over the families of definitions at small sizes.
#[test]
fn reasons_of_the_catalogue_are_true() {
    let ids = [
        "letters:aab/cc-",
        "letters:ab/c-",
        "letters:ab./cd-",
        "letters:abc-",
        "letters:aab-/b--",
        "torus:2x3",
        "torus:2x2",
        "loopover:2x2",
        "loopover:2x3",
        "sixteen:2x2",
        "sixteen:2x3",
        "twiddle:2x3",
        "twiddle:2x2",
        "burnt-pancake:3",
        "burnt-pancake:4",
        "lrx:5",
        "star:5",
        "reversals:5",
        "lrx:6",
    ];
    let mut kinds = BTreeSet::new();
    for id in ids {
        kinds.extend(check(&opened(id), id, 8).into_keys());
    }
    assert!(kinds.len() >= 3, "{kinds:?}");
}

/// A sentence about what conditions keep is limited to the positions in which they keep it.
#[test]
fn reasons_name_the_shape_that_they_are_true_in() {
    let moves = "picture = 'a b c'\norientations = 3\npowers = false\ninverses = false\n[moves]\n\
                 m0 = { cycles = '(b a)', weight = 7, inverses = true }\n\
                 m1 = { cycles = '(b+1 c+2 a+2)', inverses = true, when = 'c WHEN' }\n";
    for (when, state, expected) in [
        ("!= a|b", "b+1 c+2 a", "no moves from the goal lead to this arrangement of the pieces"),
        (
            "= c",
            "a+2 c+2 b+1",
            "moves lead from here to a position with piece c in slot 3 of pieces and piece a in slot 1 of pieces with \
             orientation 1, and no moves from the goal do",
        ),
    ] {
        let text = moves.replace("WHEN", when);
        let puzzle = from_text(&text);
        check(&puzzle, &text, usize::MAX);
        let states = loyd_core::puzzle::Notation::starts(&puzzle, state).unwrap();
        let why = puzzle.unsolvable(&states[0]).unwrap().to_string();
        assert_eq!(why, format!("outside the group of the moves: {expected}"));
    }
}

/// The sentences of the definitions by which a false reason was found.
#[test]
fn reasons_name_the_piece_that_is_there() {
    let text = "picture = \"1 2 3 4\"\nsolved = \"1 1 2 x\"\nslides = \"x\"\n";
    let puzzle = from_text(text);
    check(&puzzle, text, usize::MAX);
    let why = |state: &str| {
        let states = loyd_core::puzzle::Notation::starts(&puzzle, state).unwrap();
        puzzle.unsolvable(&states[0]).map(|why| why.to_string())
    };
    let slot_2 = "trapped piece: whenever piece x is in slot 4 of pieces, slot 2 of pieces holds piece 2, where the \
                  goal has piece 1";
    assert_eq!(why("1 2 1 x").unwrap(), slot_2);
    assert_eq!(why("2 1 1 x").unwrap(), slot_2.replace("slot 2", "slot 1"));
    assert_eq!(why("1 1 x 2"), None);
}
