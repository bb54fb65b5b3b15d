use super::*;
use crate::formats::tws;

/// Reads a small puzzle in which texts are replaced. A pair is a text and its replacement.
fn with(replaced: &[(&str, &str)]) -> Result<Definition, Misread> {
    let mut text = r#"{
"$schema": "none", "name": "pair",
"orbits": [{"orbitName": "A", "numPieces": 3, "numOrientations": 4},
 {"orbitName": "B", "numPieces": 2, "numOrientations": 1}],
"defaultPattern": {
 "A": {"pieces": [0, 1, 0], "orientation": [1, 3, 0], "orientationMod": [0, 2, 0]},
 "B": {"pieces": [0, 1], "orientation": [0, 0]}
},
"moves": {
 "R": {"A": {"permutation": [1, 2, 0], "orientationDelta": [1, 0, 2]},
  "B": {"permutation": [1, 0], "orientationDelta": [0, 0]}},
 "x": {"A": {"permutation": [1, 0, 2], "orientationDelta": [0, 0, 0]}}
},
"derivedMoves": {
 "L": "[Uv: R2']",
 "Uv": "x'",
 "T": "([R, L])3"
}}"#
    .to_owned();
    for (from, to) in replaced {
        assert_eq!(text.matches(from).count(), 1, "{from}");
        text = text.replace(from, to);
    }
    read(&text)
}

#[test]
fn definitions_are_read() {
    let definition = with(&[]).unwrap();
    assert_eq!((definition.name.as_str(), definition.form), ("pair", DefinitionFormat::Kpuzzle));
    assert_eq!(definition.sets[0].known_modulo, [(1, 2)]);
    assert_eq!(*definition.solved.pieces, [0, 1, 0, 0, 1]);
    assert_eq!(*definition.solved.orientations, [1, 1, 0, 0, 0]);
    let names: Vec<_> = definition.moves.iter().map(|m| (m.name.as_str(), m.is_rotation)).collect();
    assert_eq!(names, [("R", false), ("x", true), ("L", false), ("Uv", true), ("T", false)]);
    assert_eq!(definition.moves[0].action.from(), [1, 2, 0, 4, 3]);
    assert_eq!(definition.moves[0].action.twist(), [1, 0, 2, 0, 0]);
    let action = |text| alg::action_of(text, &definition).unwrap();
    assert_eq!(definition.moves[2].action, action("x' R' R' x"));
    assert_eq!(definition.moves[4].action, action("([R, L])3"));
    // A list may be missing, and the text may have escapes.
    let other = with(&[("\"[Uv: R2']\"", "\"[\\u0055v: R2']\""), (",\n \"T\": \"([R, L])3\"", "")]).unwrap();
    assert_eq!(other.moves[2], definition.moves[2]);
}

#[test]
fn the_same_puzzle_as_tws_is_the_same() {
    let text = "Name pair\nSet A 3 4\nSet B 2 1\nSolved\nA\n1 2 1\n1 0 0\nB\n1 2\nEnd
        MoveTransformation R\nA\n1 2 0\n1 0 2\nB\n1 0\nEnd\nMove x\nA\n2 1 3\nEnd";
    let tws = tws::read(text).unwrap();
    let definition = with(&[]).unwrap();
    assert_eq!(tws.moves[..], definition.moves[..2]);
}

#[test]
fn positions_are_read() {
    let definition = with(&[]).unwrap();
    let text = r#"{"A": {"pieces": [1, 0, 0], "orientation": [3, 3, 2], "orientationMod": [2, 4, 0]}}"#;
    let position = pattern(text, &definition).unwrap();
    assert_eq!((&*position.pieces, &*position.orientations), (&[1, 0, 0, 0, 1][..], &[1, 3, 2, 0, 0][..]));
    for (text, message) in [
        (
            r#"{"A": {"pieces": [1, 1, 0], "orientation": [3, 3, 2]}}"#,
            "line 1, column 22: found `1`, expected a piece that is not used up",
        ),
        (
            r#"{"C": {}}"#,
            "line 1, column 7: found `{}`, expected no orbit \"C\"; \
             the orbits are A, B",
        ),
        (
            r#"{"A": {"pieces": [1, 0, 0], "orientation": [3, 3, 2], "orientationMod": [0, 0, 0]}}"#,
            "line 1, column 74: found `0`, expected the same as in the puzzle's definition",
        ),
    ] {
        assert_eq!(pattern(text, &definition).unwrap_err().to_string(), message, "{text}");
    }
}

#[test]
fn what_cannot_be_read_is_told_by_its_place() {
    for (from, to, message) in [
        ("\"name\": \"pair\"", "\"name\": 3", "line 2, column 28: found `3`, expected a name"),
        (
            "\"name\": \"pair\"",
            "\"title\": 3",
            "line 2, column 29: found `3`, expected no key \"title\"; the keys are name, orbits, defaultPattern, \
             moves, derivedMoves",
        ),
        (
            "\"numPieces\": 3",
            "\"numPieces\": 256",
            "line 3, column 44: found `256`, expected a number of pieces from 1 to 255",
        ),
        (
            "\"numOrientations\": 4",
            "\"numOrientations\": 0",
            "line 3, column 66: found `0`, expected a number of orientations from 1 to 127",
        ),
        (
            "\"orbitName\": \"B\"",
            "\"orbitName\": \"A\"",
            "line 4, column 16: found `\"A\"`, expected a name that no other orbit has",
        ),
        (
            "{\"orbitName\": \"B\", ",
            "{",
            "line 4, column 2: found `{\"numPieces\": 2, \"numOrientations\": 1}`, expected an object with \
             the key \"orbitName\"",
        ),
        ("[0, 1, 0]", "[0, 1.0, 0]", "line 6, column 22: found `1.0`, expected a piece from 0 to 255"),
        ("[0, 1, 0]", "[0, 1]", "line 6, column 23: found `]`, expected a list of 3 numbers"),
        ("[0, 2, 0]", "[0, 3, 0]", "line 6, column 77: found `3`, expected 0 or a divisor of 4"),
        (
            "[0, 2, 0]",
            "[0, 2, 2]",
            "line 6, column 80: found `2`, expected the same number for all pieces of this number",
        ),
        ("[1, 3, 0]", "[1, 4, 0]", "line 6, column 48: found `4`, expected an orientation from 0 to 3"),
        ("[1, 2, 0]", "[1, 1, 0]", "line 10, column 33: found `1`, expected an unused place from 0 to 2"),
        ("[1, 0, 2]}", "[1, 0, 4]}", "line 10, column 67: found `4`, expected an orientation from 0 to 3"),
        (
            "\"x\": {\"A\"",
            "\"x\": {\"C\"",
            "line 12, column 13: found `{\"permutation\": [1, 0, 2], \"orientationD…`, expected no orbit \"C\"; \
             the orbits are A, B",
        ),
        (
            " \"Uv\": ",
            " \"R\": ",
            "line 16, column 7: found `\"x'\"`, expected a move whose name is not \"R\", as another's",
        ),
        ("[Uv: R2']", "[Uv: Q2']", "line 15, column 13: found `Q2'`, expected the name of a move"),
        (
            "[Uv: R2']",
            "[Uv: T2']",
            "line 17, column 7: found `\"([R, L])3\"`, expected a move that does not contain `L` itself",
        ),
        ("\"[Uv: R2']\"", "[]", "line 15, column 7: found `[]`, expected an alg"),
        ("\"moves\": {", "\"moves\": [", "line 10, column 5: found `:`, expected `,` or `]`"),
    ] {
        assert_eq!(with(&[(from, to)]).unwrap_err().to_string(), message, "{from} -> {to}");
    }
}

#[test]
fn algs_are_not_longer_than_can_be_worked_out_at_once() {
    let of = |more: usize| with(&[("([R, L])3", &("R".to_owned() + &" R".repeat(more)))]);
    assert!(of(131_000).is_ok());
    let error = of(132_000).unwrap_err();
    assert_eq!((error.line, error.expected.as_str()), (17, "algs of at most 262144 bytes in all"));
}
