use super::*;
use crate::bundled;
use crate::definition::{Goal, Set};
use crate::formats::read;

const FORMS: [DefinitionFormat; 3] = [DefinitionFormat::Tws, DefinitionFormat::Kpuzzle, DefinitionFormat::Loyd];

/// The meaning of a definition, independent of the numbers of its pieces.
#[derive(Debug, PartialEq)]
struct Meaning {
    sets: Vec<(String, usize, u8)>,
    /// For each slot: the piece (as its first slot), the orientation, and the modulus of the orientation.
    solved: Vec<(usize, u8, u8)>,
    goals: Vec<Vec<(Option<usize>, Option<u8>)>>,
    /// Each move without its conditions, and the conditions.
    moves: Vec<(Move, Forbidden)>,
    legal: Forbidden,
}

/// Slots, each with the pieces that must not lie there (as their first slots).
type Forbidden = Vec<(u16, Vec<usize>)>;

fn meaning(definition: &Definition) -> Meaning {
    let (sets, of) = (definition.set_of_slots(), definition.orientations());
    let set = |slot: usize| &definition.sets[sets[slot]];
    let first = |slot: usize, piece: u8| {
        let mut slots = definition.slots_of(sets[slot]);
        slots.find(|&slot| definition.solved.pieces[slot] == piece).unwrap()
    };
    let forbidden = |conditions: &[Condition]| {
        let mut all: Forbidden = Vec::new();
        for condition in conditions {
            let pieces = forbidden(condition, definition).into_iter();
            let mut pieces: Vec<usize> = pieces.map(|piece| first(condition.slot.into(), piece)).collect();
            pieces.sort_unstable();
            all.push((condition.slot, pieces));
        }
        all.retain(|(_, pieces)| !pieces.is_empty());
        all.sort();
        all
    };
    let solved = |slot: usize| {
        let piece = definition.solved.pieces[slot];
        (first(slot, piece), definition.solved.orientations[slot], set(slot).modulus(piece))
    };
    let wanted = |goal: &Goal, slot: usize| {
        let piece = goal.pieces[slot];
        let modulus = piece.map_or(set(slot).orientations, |piece| set(slot).modulus(piece));
        let orientation = goal.orientations[slot].filter(|_| modulus > 1);
        (piece.map(|piece| first(slot, piece)), orientation)
    };
    let moves = definition.moves.iter().filter(|made| !made.action.is_identity()).map(|made| {
        let order = made.action.order(&of).unwrap();
        // The repeats that all forms can express for a move of this order.
        let repeats = match made.repeats {
            Repeats::None if order > 2 => Repeats::None,
            Repeats::Inverse if order > 3 => Repeats::Inverse,
            _ => Repeats::Powers,
        };
        (Move { repeats, when: Vec::new(), ..made.clone() }, forbidden(&made.when))
    });
    Meaning {
        sets: definition.sets.iter().map(|set| (set.name.clone(), set.slots, set.orientations)).collect(),
        solved: (0..definition.slots()).map(solved).collect(),
        goals: definition.goals.iter().map(|goal| (0..of.len()).map(|slot| wanted(goal, slot)).collect()).collect(),
        moves: moves.collect(),
        legal: forbidden(&definition.legal),
    }
}

/// Writes a definition in each form, and compares it with what is read again. Returns the errors of the other forms.
fn round(definition: &Definition) -> Vec<String> {
    let mut refused = Vec::new();
    for form in FORMS {
        match write(definition, form) {
            Ok(text) => {
                let again = read(&text).unwrap_or_else(|error| panic!("{form:?}: {error}\n{text}"));
                assert_eq!(again.form, form, "{text}");
                assert_eq!(meaning(&again), meaning(definition), "{form:?}\n{text}");
            }
            Err(error) => refused.push(error.to_string()),
        }
    }
    refused
}

const PAIR: &str = r#"
name = "pair of sets"
picture = """
a  b+1 .
.  .   .
u  .   v
"""
legal = "u != P"
[sets]
LETTERS = { slots = "a b c", orientations = 4 }
"two words" = "u v"
[solved]
LETTERS = "X+1 Y+3%2 X"
"two words" = "L P"
[goal]
LETTERS = "? X+? Y+1"
"two words" = "L P"
[goals.other]
LETTERS = "? ?+2 ?"
[[goals.either]]
LETTERS = "X Y ?"
[[goals.either]]
LETTERS = "? Y X"
"two words" = "P L"
[moves]
R = { cycles = "(a b+1)(c+2)", when = "v = P, a = X", weight = 7 }
"." = { cycles = "(a b c)", powers = false }
D = { cycles = "(a b c+1)", inverses = false }
xv = { cycles = "(u v)", rotation = true }
"#;

#[test]
fn loyds_own_form_says_everything() {
    let definition = read(PAIR).unwrap();
    let again = read(&write(&definition, DefinitionFormat::Loyd).unwrap()).unwrap();
    assert_eq!(again, definition);
    assert_eq!(again.spots.len(), 4);
}

#[test]
fn what_is_written_means_the_same() {
    for entry in bundled::BUNDLED {
        for example in entry.examples {
            let parameters = example.split_once(':').map_or("", |(_, parameters)| parameters);
            let definition = bundled::open(entry.name, parameters).unwrap().unwrap();
            let refused = round(&definition);
            assert!(refused.iter().all(|error| !error.contains(".loyd")), "{}: {refused:?}", entry.name);
        }
    }
    let text =
        "Name a\nSet A 4 3\nSet B 2 1\nSolved\nA\n1 2 1 9\n0 ? 0 2\nEnd\nMove R\nA\n2 3 4 1\n1 0 2 2\nB\n2 1\nEnd
        MoveSequence Rv R2\nIllegal A 2 9 1\nMove Q\nEnd\nMove T\nA\n1 2 3 4\n0 0 0 1\nEnd";
    for name in ["3x3x3", "4x4x4"] {
        let cube = bundled::open(name, "").unwrap().unwrap();
        let again = read(&write(&cube, DefinitionFormat::Loyd).unwrap()).unwrap();
        assert!(cube.derived.len() > 11 && again.derived == cube.derived, "{name}");
    }
    let refused = round(&read(text).unwrap());
    assert_eq!(refused, ["what is legal cannot be written as KPuzzle: in this format every position is legal"]);
    let text = "3\n3 3 3\n0 X - => X 0 -  LABEL M\n- 0 X => - X 0 LABEL M COST 2\nGOAL 0 1 2\nGOAL 1 - -";
    let definition = read(text).unwrap();
    let loyd = write(&definition, DefinitionFormat::Loyd).unwrap();
    let mut again = read(&loyd).unwrap();
    assert_eq!(again.moves[1].name, "M.2");
    again.moves[1].name = "M".into();
    assert_eq!(meaning(&again), meaning(&definition));
}

#[test]
fn what_a_form_cannot_say_is_refused_by_name() {
    let text = "Name a\nSet A 4 2\nSolved\nEnd\nMove R\nA\n2 3 4 1\nEnd";
    let plain = read(text).unwrap();
    type Change = fn(&mut Definition);
    let changes: [(Change, [&str; 3]); 13] = [
        (|_| (), ["", "", ""]),
        (|d| d.moves[0].weight = 2, ["move `R`: the format has no weights", "move `R`: the format has no weights", ""]),
        (
            |d| d.moves[0].when.push(Condition { slot: 0, pieces: vec![0], must: true }),
            ["move `R`: the format has no conditions on moves", "move `R`: the format has no conditions on moves", ""],
        ),
        (
            |d| d.moves[0].repeats = Repeats::None,
            [
                "move `R`: in this format the inverse of every move is a move",
                "move `R`: in this format the inverse of every move is a move",
                "",
            ],
        ),
        (
            |d| d.moves[0].repeats = Repeats::Inverse,
            [
                "move `R`: in this format every power of a move is a move",
                "move `R`: in this format every power of a move is a move",
                "",
            ],
        ),
        (
            |d| d.moves[0].is_rotation = true,
            [
                "move `R`: in this format x, y, z and capitals before a v are names of rotations",
                "move `R`: in this format x, y, z and capitals before a v are names of rotations",
                "",
            ],
        ),
        (
            |d| d.goals[0].pieces[1] = None,
            [
                "the goals: the only goal of the format is the initial position",
                "the goals: the only goal of the format is the initial position",
                "",
            ],
        ),
        (
            |d| d.legal.push(Condition { slot: 0, pieces: vec![1], must: false }),
            ["", "what is legal: in this format every position is legal", ""],
        ),
        (
            |d| d.legal.push(Condition { slot: 0, pieces: vec![9], must: true }),
            [
                "",
                "what is legal: in this format every position is legal",
                "what is legal: a slot must hold a piece that the puzzle does not have",
            ],
        ),
        (|d| d.sets[0].name = "a b".into(), ["set `a b`: the format does not allow this name", "", ""]),
        (|d| d.moves[0].name = "(".into(), ["", "", "move `(`: the format does not allow this name"]),
        (|d| d.sets[0].name = "End".into(), ["set `End`: the format does not allow this name", "", ""]),
        (
            |d| {
                let set = Set { orientations: 4, known_modulo: vec![(2, 2)], ..d.sets[0].clone() };
                d.sets[0] = set;
            },
            ["set `A`: in this format an orientation is known or unknown, not known modulo a number", "", ""],
        ),
    ];
    for (change, expected) in changes {
        let mut definition = plain.clone();
        change(&mut definition);
        for (form, expected) in FORMS.into_iter().zip(expected) {
            let name = [".tws", "KPuzzle", ".loyd"][FORMS.iter().position(|other| *other == form).unwrap()];
            let found = write(&definition, form).err().map_or(String::new(), |error| error.to_string());
            let found = found.replace(&format!(" cannot be written as {name}"), "");
            assert_eq!(found, expected, "{form:?}");
        }
    }
}

mod census;
