//! Checks that a puzzle written as PSVN is played like the original.

use std::collections::{BTreeMap, HashSet};

use super::*;
use crate::definition::{Action, PlayRules, RuleChoice};

/// The number of positions after which a census ends.
const MOST: usize = 2000;

/// The action, the cost and the conditions of a move.
type Step = (Action, u32, Vec<Condition>);

fn is_goal(definition: &Definition, goal: &Goal, at: &Pattern) -> bool {
    let sets = definition.set_of_slots();
    (0..sets.len()).all(|slot| {
        let modulus = definition.sets[sets[slot]].modulus(at.pieces[slot]).max(1);
        goal.pieces[slot].is_none_or(|piece| piece == at.pieces[slot])
            && goal.orientations[slot].is_none_or(|by| by % modulus == at.orientations[slot] % modulus)
    })
}

/// The only position that reaches a goal; `None` if several positions reach it.
fn whole(definition: &Definition, goal: &Goal) -> Option<Pattern> {
    let mut whole = definition.solved.clone();
    for (place, set) in definition.sets.iter().enumerate() {
        let slots = definition.slots_of(place);
        let all = definition.solved.pieces[slots.clone()].to_vec();
        for slot in slots {
            // If all pieces of a set are identical and turned, only their sides are seen.
            let is_seen = |first: &u8| set.modulus(*first) == 1 || all.iter().any(|piece| piece != first);
            whole.pieces[slot] = goal.pieces[slot].or(Some(all[0]).filter(|first| !is_seen(first)))?;
            let modulus = set.modulus(whole.pieces[slot]);
            whole.orientations[slot] = goal.orientations[slot].or(Some(0).filter(|_| modulus == 1))?;
        }
    }
    Some(whole)
}

/// For each cost, the number of positions that far from the solved one, and the number of goals among them.
fn census(definition: &Definition, steps: &[Step], goals: &[Goal]) -> BTreeMap<u32, (usize, usize)> {
    // An action that changes nothing reduces each orientation by its modulus.
    let start = definition.after(&definition.solved, &Action::identity(definition.slots()));
    let (mut known, mut census, mut waiting) = (HashSet::new(), BTreeMap::new(), BTreeMap::from([(0, vec![start])]));
    while let Some((cost, patterns)) = waiting.pop_first().filter(|_| known.len() < MOST) {
        for pattern in patterns {
            if !known.insert(pattern.clone()) {
                continue;
            }
            let counts: &mut (usize, usize) = census.entry(cost).or_default();
            counts.0 += 1;
            counts.1 += usize::from(goals.iter().any(|goal| is_goal(definition, goal, &pattern)));
            for (action, weight, when) in steps {
                if when.iter().all(|condition| condition.allows(pattern.pieces[usize::from(condition.slot)])) {
                    waiting.entry(cost + weight).or_default().push(definition.after(&pattern, action));
                }
            }
        }
    }
    census
}

/// Writes a definition, reads it again, and compares how both are played. Returns the text.
#[track_caller]
fn round(mut definition: Definition) -> Result<String, String> {
    let text = write(&definition, DefinitionFormat::Psvn).map_err(|error| error.to_string())?;
    let again = read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(again.form, DefinitionFormat::Psvn, "{text}");
    let rules = PlayRules::new(&definition, &RuleChoice::default()).unwrap();
    // PSVN has no position that the puzzle comes in, so that is a goal that gives everything.
    if let Some(whole) = rules.goals.iter().find_map(|goal| whole(&definition, goal)) {
        definition.solved = whole;
    }
    let steps = rules.turns.iter().map(|turn| (turn.action.clone(), turn.cost, turn.when.clone()));
    let expected = census(&definition, &steps.collect::<Vec<_>>(), &rules.goals);
    let steps = again.moves.iter().map(|m| (m.action.clone(), m.weight, m.when.clone()));
    let found = census(&again, &steps.collect::<Vec<_>>(), &again.goals);
    assert_eq!(found, expected, "{text}");
    Ok(text)
}

#[test]
fn what_is_written_is_played_alike() {
    let mut refused = Vec::new();
    for entry in bundled::BUNDLED {
        for example in entry.examples {
            let parameters = example.split_once(':').map_or("", |(_, parameters)| parameters);
            let definition = bundled::open(entry.name, parameters).unwrap().unwrap();
            refused.extend(round(definition).err().map(|error| format!("{example}: {error}")));
        }
    }
    assert_eq!(refused, [""; 0]);
    for file in ["2x2x2", "bandaged-cube", "letters", "magic-board"] {
        assert_eq!(round(open(file)).err(), None, "{file}");
    }
    for file in ["2x4slide", "topspinN8_4", "pancake8", "magicboard"] {
        let path = format!("{}/../tests/data/definitions/{file}.tws", env!("CARGO_MANIFEST_DIR"));
        let definition = read(&std::fs::read_to_string(path).unwrap()).unwrap();
        assert_eq!(round(definition).err(), None, "{file}");
    }
    let mut one_way = open("one-way");
    assert_eq!(
        round(one_way.clone()).unwrap_err(),
        "the goals cannot be written as PSVN: the format has no names of goals, and accepts any goal"
    );
    one_way.goals.remove(0);
    let text = round(one_way).unwrap();
    assert!(text.starts_with("# one-way roundabouts\nDOMAIN pieces 6\n1 2 3 4 5 6\n6\n"), "{text}");
    assert!(text.ends_with("LABEL right COST 2\nGOAL 1 - 3 4 - 6\n"), "{text}");
}

fn open(file: &str) -> Definition {
    let path = format!("{}/../definitions/{file}.loyd", env!("CARGO_MANIFEST_DIR"));
    read(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// A ring of two pieces that are turned.
const RING: &str = r#"
picture = "a b"
orientations = 3
[moves]
A = "(a b+1)"
x = { cycles = "(a b)", rotation = true }
"#;

#[track_caller]
fn written(text: &str) -> String {
    round(read(text).unwrap()).unwrap()
}

#[test]
fn sides_of_pieces_are_variables() {
    let facelets = "# Without x: a rule would be a move of solutions.
DOMAIN pieces 6
a.0 a.1 a.2 b.0 b.1 b.2
6
pieces pieces pieces pieces pieces pieces
x1 x2 x3 x4 x5 x6 => x4 x5 x6 x3 x1 x2 LABEL A
";
    let text = written(RING);
    assert!(text.starts_with(facelets), "{text}");
    assert!(text.ends_with("GOAL a.0 a.1 a.2 b.0 b.1 b.2\n"), "{text}");
    // If a goal leaves open only the piece or only its orientation, the two have variables of their own.
    let text = written(&format!(
        "{RING}[[goal]]\npieces = \"a b\"\n[[goal]]\npieces = \"b+? a+1\"\n[[goal]]\npieces = \"? ?+2\""
    ));
    assert!(text.contains("DOMAIN pieces 2\na b\nDOMAIN pieces-sides 3\n0 1 2\n8\n"), "{text}");
    assert!(text.contains("\nx1 x2 x3 x4 x5 x6 x7 x8 => x2 x1 x6 x7 x8 x5 x3 x4 LABEL A\n"), "{text}");
    let goals = "GOAL a b 0 1 2 0 1 2\nGOAL b a - - - 2 0 1\nGOAL - - - - - 1 2 0\n";
    assert!(text.ends_with(goals), "{text}");
}

#[test]
fn conditions_ask_for_kinds_of_pieces() {
    let line = |solved: &str, when: &str| {
        format!(
            "solved = \"{solved}\"\npicture = \"1 2 3\"\n\
            [moves]\nA = {{ cycles = \"(1 2)\", when = \"{when}\" }}\nB = \"(1 2 3)\"\n"
        )
    };
    let text = written(&line("x y z", "1 = y"));
    assert!(text.contains("DOMAIN pieces 3\nx y z\n3\npieces pieces pieces\ny xx2 - => xx2 y - LABEL A\n"), "{text}");
    let text = written(&line("x y z", "1 2 != y"));
    assert!(
        text.starts_with("DOMAIN pieces 3\nx y z\n# kind0 of pieces-kinds: x z\n# kind1 of pieces-kinds: y\n"),
        "{text}"
    );
    assert!(text.contains("\nxx1 xx2 - kind0 kind0 - => xx2 xx1 - kind0 kind0 - LABEL A\n"), "{text}");
    // Without a goal that gives all pieces their kinds are not known, so there is a rule for each choice of pieces.
    let text = written(&(line("x y z", "1 2 != y") + "[goal]\npieces = \"? y ?\""));
    assert!(text.contains("3\npieces pieces pieces\nx z - => z x - LABEL A\nz x - => x z - LABEL A\n"), "{text}");
    // One x and one y cannot fill three slots.
    let text = written(&(line("x y z", "1 2 3 != z") + "[goal]\npieces = \"? y ?\""));
    assert!(!text.contains("LABEL A"), "{text}");
}

#[test]
fn what_psvn_cannot_say_is_refused() {
    let refused = |text: &str| {
        write(&read(text).unwrap(), DefinitionFormat::Psvn)
            .unwrap_err()
            .to_string()
            .replace(" cannot be written as PSVN", "")
    };
    let goal = |goal: &str| refused(&format!("{RING}{goal}"));
    let unsaid = "the goals: no goal gives every piece, so the pieces of positions are not known";
    assert_eq!(goal("[goal]\npieces = \"a ?+1\""), unsaid);
    let names = "the goals: the format has no names of goals, and accepts any goal";
    assert_eq!(goal("[goals]\na.pieces = \"a b\"\nb.pieces = \"b a\""), names);
    let unlike = "the goals: one wants an orientation of any piece of a set where not all are known alike";
    assert_eq!(goal("[solved]\npieces = \"a+? b\"\n[goal]\npieces = \"a ?+1\""), unlike);
    let open = "the goals: a goal leaves open a slot where some pieces are illegal";
    assert_eq!(refused(&format!("legal = \"a != b\"{RING}[goal]\npieces = \"? b\"")), open);
    assert_eq!(
        refused(&format!("legal = \"a != b\"{RING}[goal]\npieces = \"b a\"")),
        "the goals: no goal is a legal position"
    );

    let ring = |slots: usize| (2..=slots).chain([1]).map(|slot| slot.to_string()).collect::<Vec<_>>().join(" ");
    let of = |slots: usize| format!("Set A {slots} 1\nSolved\nEnd\nMove R\nA\n{}\nEnd\n", ring(slots));
    let many = format!("{}Move Q\nA\n{} 200\nEnd", of(200), ring(199));
    assert_eq!(refused(&many), "the definition: with all powers it has more than 256 moves");
    let plain = read(&of(40)).unwrap();
    type Change = fn(&mut Definition);
    let changes: [(Change, &str); 9] = [
        (|d| d.moves[0].name = "a b".into(), "move `a b`: the format does not allow this name"),
        (|d| d.moves[0].name = "#".into(), "move `#`: the format does not allow this name"),
        (|d| d.sets[0].name = "12".into(), "set `12`: the format does not allow this name"),
        (|d| d.sets[0].name = "a..b".into(), "set `a..b`: the format does not allow this name"),
        (|d| d.goals[0].pieces[0] = Some(99), "the goals: a goal needs a piece that the puzzle does not have"),
        (|d| d.goals[0].pieces[0] = Some(1), "the goals: a goal needs a piece that the puzzle does not have"),
        (|d| d.sets[0].orientations = 7, "set `A`: it would need more than 255 variables of a domain"),
        (|d| d.moves.clear(), "the definition: no move changes anything"),
        (
            |d| {
                d.goals[0].pieces[39] = None;
                d.moves[0].when = (0..3).map(|slot| Condition { slot, pieces: vec![0, 1], must: false }).collect();
            },
            "move `R`: its conditions make more than 16384 rules",
        ),
    ];
    for (change, expected) in changes {
        let mut definition = plain.clone();
        change(&mut definition);
        let error = write(&definition, DefinitionFormat::Psvn).unwrap_err().to_string();
        assert_eq!(error.replace(" cannot be written as PSVN", ""), expected);
    }
}

/// Compares small random puzzles with identical pieces, partly known orientations, conditions, weights and goals.
#[test]
fn random_puzzles_are_played_alike() {
    let mut state = 88_172_645_463_325_252u64;
    let mut below = move |bound: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % bound as u64) as usize
    };
    let (mut written, mut refused) = (0, BTreeMap::<String, usize>::new());
    for _ in 0..1000 {
        match round(random(&mut below)) {
            Ok(_) => written += 1,
            Err(why) => *refused.entry(why).or_default() += 1,
        }
    }
    assert!(written > 400 && refused.len() == 5, "{written} {refused:#?}");
}

fn random(below: &mut impl FnMut(usize) -> usize) -> Definition {
    let (mut sets, mut solved) = (Vec::new(), Pattern { pieces: [].into(), orientations: [].into() });
    for name in ["A", "B"].into_iter().take(1 + below(2)) {
        let mut set = Set::new(name, 1 + below(4), [1, 1, 2, 3, 4][below(5)]);
        let kinds = if below(2) == 0 { set.slots } else { 1 + below(set.slots) };
        let pieces: Vec<u8> = (0..set.slots).map(|slot| (slot % kinds) as u8).collect();
        for piece in 0..kinds as u8 {
            let modulus = [1, 2, set.orientations][below(3)];
            if below(4) == 0 && set.orientations.is_multiple_of(modulus) && modulus < set.orientations {
                set.known_modulo.push((piece, modulus));
            }
        }
        let turned = pieces.iter().map(|&piece| below(set.modulus(piece).into()) as u8);
        solved.orientations = solved.orientations.iter().copied().chain(turned).collect();
        solved.pieces = solved.pieces.iter().copied().chain(pieces).collect();
        sets.push(set);
    }
    let mut definition = Definition::new(DefinitionFormat::Loyd, sets, solved);
    let of = definition.orientations();
    let condition = |below: &mut dyn FnMut(usize) -> usize| {
        let pieces = (0..3).filter(|_| below(2) == 0).collect();
        Condition { slot: below(of.len()) as u16, pieces, must: below(3) == 0 }
    };
    for name in ["M", "N"] {
        let mut from: Vec<u16> = (0..of.len() as u16).collect();
        for place in 0..definition.sets.len() {
            let slots = definition.slots_of(place);
            (0..1 + below(3))
                .for_each(|_| from.swap(slots.start + below(slots.len()), slots.start + below(slots.len())));
        }
        let twist: Vec<u8> = of.iter().map(|&of| below(of.into()) as u8).collect();
        let repeats = [Repeats::None, Repeats::Inverse, Repeats::Powers][below(3)];
        let when = (0..below(6).saturating_sub(3)).map(|_| condition(below)).collect();
        let made = Move::new(name, Action::new(&from, &twist, &of).unwrap());
        definition.moves.push(Move { weight: 1 + below(2) as u32, repeats, when, ..made });
    }
    if below(6) == 0 {
        definition.legal.push(Condition { must: false, ..condition(below) });
    }
    let goal = |below: &mut dyn FnMut(usize) -> usize| {
        let mut goal = Goal::of("", &definition.solved);
        let open = below(4);
        for (slot, &of) in of.iter().enumerate() {
            if below(4) < open {
                goal.pieces[slot] = None;
                goal.orientations[slot] = None;
            }
            if below(6) < open {
                goal.orientations[slot] = Some(below(of.into()) as u8).filter(|_| below(2) == 0);
            }
        }
        goal
    };
    definition.goals = (0..1 + below(3)).map(|_| goal(below)).collect();
    definition
}
