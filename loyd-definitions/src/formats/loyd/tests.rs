mod drawing;
mod examples;

use super::*;
use crate::definition::{Action, Condition, Move, Repeats};

const BOARD: &str = "picture = \"\"\"\n1 2 3 4\n8 7 6 5\n\"\"\"\n";

fn of(text: &str) -> Definition {
    read(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn refused(text: &str) -> String {
    read(text).expect_err(text).to_string()
}

fn first(text: &str) -> Move {
    of(text).moves[0].clone()
}

fn action(from: &[u16], twist: &[u8], orientations: u8) -> Action {
    Action::new(from, twist, &vec![orientations; from.len()]).unwrap()
}

#[test]
fn cycles_and_pictures_say_the_same() {
    // Slots are numbered row by row: a b d c.
    let turn = action(&[1, 3, 0, 2], &[0; 4], 1);
    let board = "picture = '''\na b\nd c\n'''\n";
    for moves in [
        "moves.t = \"d c b a\"",
        "moves.t = \"(d c b a)\"",
        "moves.t = \"(d,c, b ,a)\"",
        "[moves]\nt = { cycles = \"( d c b a )\" }",
        "moves.t.after = '''\nb c\na d\n'''",
        "moves.t.before = '''\n1 2\n4 3\n'''\nmoves.t.after = '''\n2 3\n1 4\n'''",
        "moves.t.after = { pieces = \"b c a d\" }",
    ] {
        let m = first(&format!("{board}{moves}"));
        assert_eq!(m.action, turn, "{moves}");
        assert_eq!((m.weight, m.repeats, m.is_rotation, m.when.len()), (1, Repeats::Powers, false, 0));
    }
}

#[test]
fn words_stand_for_several_moves() {
    let moves = "[moves]\nA = \"(1 2)\"\nB = \"(3 4 5)\"\nC = \"(2 3)\"\n";
    let with = |derived: &str| format!("{BOARD}{derived}\n{moves}");
    let it = of(&with("[derived]\nAB = \"A B2'\"\nABC = 'A C B'"));
    let words: Vec<_> = it.derived.iter().map(|word| (&*word.name, &*word.steps, word.commute)).collect();
    assert_eq!(words, [("AB", &[(0, 1), (1, -2)][..], true), ("ABC", &[(0, 1), (2, 1), (1, 1)], false)]);
    for (derived, expected) in [
        ("derived = 7", "line 5, column 11: found `7`, expected a table of words that stand for several moves"),
        ("derived.A = 'B'", "line 5, column 9: found `A`, expected a word that is not the name of a move"),
        ("derived.'D E' = 'B'", "expected a word that is not the name of a move, without blanks, brackets"),
        ("derived.D = ''", "expected 1 to 64 moves, such as \"R L' x'\""),
        ("derived.D = 'A Q'", "line 5, column 16: found `Q`, expected the name of a move"),
        ("[derived]\nD = 'A'\nE = 'D'", "line 7, column 6: found `D`, expected the name of a move"),
        ("derived.D = 'A0'", "found `A0`, expected a power from 1 to 1000000"),
    ] {
        let found = refused(&with(derived));
        assert!(found.contains(expected), "{derived}: {found}");
    }
    assert!(refused(&with(&format!("derived.D = '{}'", "A ".repeat(65)))).contains("1 to 64 moves"));
    let many: String = (0..65).map(|at| format!("derived.D{at} = '{}'\n", "A B ".repeat(32))).collect();
    assert!(refused(&with(&many)).contains("at most 4096 moves in all words"));
}

#[test]
fn what_a_picture_does_not_mark_stays() {
    let board = "picture = \"a b c d\"\n";
    let exchange = action(&[0, 2, 1, 3], &[0; 4], 1);
    for moves in [
        "moves.t.after = \". c b ?\"",
        "moves.t.before = \". b a .\"\nmoves.t.after = \". a b .\"",
        "moves.t.before = \"1 2 3 4\"\nmoves.t.after = \"1 3 2 4\"",
    ] {
        assert_eq!(first(&format!("{board}{moves}")).action, exchange, "{moves}");
    }
    for (moves, expected) in [
        ("moves.t.before = \"a b . .\"\nmoves.t.after = \"b . a .\"", "found `.`, expected a mark, as in `before`"),
        ("moves.t.before = \"a . . .\"\nmoves.t.after = \"a b . .\"", "found `b`, expected . or ?, as in `before`"),
        ("moves.t.after = \"b . . .\"", "found `b . . .`, expected every moved piece in a slot"),
        ("moves.t.after = \"b b . .\"", "found `b`, expected a slot's name, each once"),
    ] {
        let found = refused(&format!("{board}{moves}"));
        assert!(found.contains(expected), "{found}");
    }
}

#[test]
fn turns_are_by_destination() {
    let text = "picture = \"a b c\"\norientations = 3\nmoves.t = \"(a b+1)(c+2)\"";
    assert_eq!(first(text).action, action(&[1, 0, 2], &[0, 1, 2], 3));
    let after = "picture = \"a b c\"\norientations = 3\nmoves.t.after = \"b a+1 c+2\"";
    assert_eq!(first(after).action, action(&[1, 0, 2], &[0, 1, 2], 3));
}

#[test]
fn equal_letters_are_identical_pieces() {
    let board = of(&format!("{BOARD}solved = '''\na a b b\nb b c c\n'''\nmoves.t = \"1 2 3\""));
    assert_eq!(*board.solved.pieces, [0, 0, 1, 1, 1, 1, 2, 2]);
    assert_eq!(board.labels, [["a", "b", "c"]]);
    assert_eq!(board.spots.len(), 8);
    assert_eq!((board.spots[4].row, board.spots[4].column, board.spots[4].slot), (1, 0, 4));
}

#[test]
fn sets_take_slots_out_of_the_picture() {
    let sets = "[sets]\nbig = { slots = \"x\", orientations = 2 }\nsmall = \"a b c\"";
    let text = &format!("picture = \"a x b . x+1\"\nmoves.t = \"(a b)(x+1)\"\n{sets}");
    let puzzle = of(text);
    assert_eq!(puzzle.sets.iter().map(|set| (set.slots, set.orientations)).collect::<Vec<_>>(), [(1, 2), (3, 1)]);
    let spots: Vec<_> = puzzle.spots.iter().map(|spot| (spot.column, spot.slot, spot.side)).collect();
    assert_eq!(spots, [(0, 1, 0), (1, 0, 0), (2, 2, 0), (4, 0, 1)]);
    assert_eq!(puzzle.moves[0].action.from(), [0, 2, 1, 3]);
}

#[test]
fn inverses_and_powers_may_be_missing() {
    let repeats = |file: &str, of_move: &str| {
        first(&format!("picture = \"a b c\"\n{file}\nmoves.t = {{ cycles = \"a b c\"{of_move} }}")).repeats
    };
    assert_eq!(repeats("", ""), Repeats::Powers);
    assert_eq!(repeats("powers = false", ""), Repeats::Inverse);
    assert_eq!(repeats("inverses = false", ""), Repeats::None);
    assert_eq!(repeats("inverses = false", ", inverses = true"), Repeats::Inverse);
    assert_eq!(repeats("inverses = false", ", powers = true"), Repeats::Powers);
    assert_eq!(repeats("", ", inverses = false"), Repeats::None);
    assert_eq!(repeats("powers = false", ", powers = true"), Repeats::Powers);
}

#[test]
fn conditions_name_pieces_that_must_or_must_not_be_there() {
    let text = "picture = \"a b c\"\nsolved = \"x y _\"\nlegal = \"c != x\"\n\
                moves.t = { cycles = \"a b c\", when = \"a=_|y, b!= x\", weight = 7, rotation = true }";
    let puzzle = of(text);
    let m = &puzzle.moves[0];
    let condition = |slot, pieces: &[u8], must| Condition { slot, pieces: pieces.to_vec(), must };
    assert_eq!(m.when, [condition(0, &[1, 2], true), condition(1, &[0], false)]);
    assert_eq!((m.weight, m.is_rotation), (7, true));
    assert_eq!(puzzle.legal, [condition(2, &[0], false)]);
    let both = first("picture = \"a b c\"\nmoves.t = { cycles = \"a b c\", when = \"a b != c|a c=c\" }").when;
    assert_eq!(both, [condition(0, &[0, 2], false), condition(1, &[0, 2], false), condition(2, &[2], true)]);
}

#[test]
fn pieces_slide_into_the_gap() {
    let puzzle = of("picture = '''\n1 2\n3 .\n'''\nsolved = '''\nx _\nx .\n'''\nslides = \"_\"");
    let names: Vec<&str> = puzzle.moves.iter().map(|m| m.name.as_str()).collect();
    assert_eq!(names, ["1-2", "1-3", "2-1", "3-1"]);
    assert!(puzzle.moves.iter().all(|m| m.repeats == Repeats::None && m.when.len() == 1));
    assert_eq!(puzzle.moves[0].when[0], Condition { slot: 1, pieces: vec![1], must: true });
    let found = refused("picture = '''\na-b c\na b-c\n'''\nsolved = '''\n1 2\n3 _\n'''\nslides = \"_\"");
    assert!(found.contains("line 9, column 11: found `_`") && found.ends_with("would be called a-b-c"), "{found}");
    let two = of("picture = \"1 2 3\"\nsolved = \"x _ _\"\nslides = \"_\"");
    assert_eq!(two.moves[0].when[1], Condition { slot: 0, pieces: vec![1], must: false });
}

#[test]
fn goals_have_open_places() {
    let puzzle = of("picture = \"a b c\"\norientations = 2\nmoves.t = \"a b+1 c\"\n\
                     goal = \"a . ?+1\"\n[goals]\nturned = \"c+1 b+? a\"");
    assert_eq!(puzzle.goals.len(), 2);
    assert_eq!((&*puzzle.goals[0].name, &*puzzle.goals[1].name), ("", "turned"));
    assert_eq!(puzzle.goals[0].pieces, [Some(0), None, None]);
    assert_eq!(puzzle.goals[0].orientations, [Some(0), None, Some(1)]);
    assert_eq!(puzzle.goals[1].orientations, [Some(1), None, Some(0)]);
    let either =
        read("picture = \"a b c\"\nmoves.m = \"a b\"\ngoals.x = [\"a b c\", \"b a c\"]\ngoals.y = \"c b a\"").unwrap();
    assert_eq!(either.goals.iter().map(|goal| &*goal.name).collect::<Vec<_>>(), ["x", "x", "y"]);
    assert_eq!((either.goals_named("x").count(), either.goal_names()), (2, vec!["x", "y"]));
}

#[test]
fn orientations_may_be_known_in_part() {
    let puzzle = of("picture = \"a b c d\"\norientations = 4\nsolved = \"x+3%2 w y+? y+3%1\"\nmoves.t = \"a b\"");
    assert!(
        refused("picture = \"a b\"\norientations = 4\nsolved = \"x+%2 x\"\nmoves.t = \"a b\"").contains("modulo 2")
    );
    assert_eq!(puzzle.sets[0].known_modulo, [(0, 2), (2, 1)]);
    assert_eq!(*puzzle.solved.orientations, [1, 0, 0, 0]);
}

#[test]
fn errors_name_line_column_token_and_what_was_expected() {
    let board = |rest: &str| format!("{BOARD}{rest}");
    for (text, expected) in [
        ("".into(), "line 1, column 1: found end of text, expected `picture`, the names of the slots line by line"),
        (board(""), "line 5, column 1: found end of text, expected [moves], or `slides`"),
        (
            "pictur = \"a b\"".into(),
            "line 1, column 1: found `pictur`, expected one of the keys name, picture, drawing, sets, ",
        ),
        (board("moves.A = \"1 2 9\""), "line 5, column 16: found `9`, expected the name of a slot"),
        (
            board("moves.A = \"(1 2)(3 2)\""),
            "line 5, column 20: found `2`, expected a slot that the move does not name",
        ),
        (board("moves.A = \"(1 2)(3 4\""), "line 5, column 17: found `(`, expected a cycle that ends with )"),
        (board("moves.A = \"(1 2)3\""), "line 5, column 17: found `3`, expected ( before a cycle"),
        (
            board("moves.A = \"1 2+1\""),
            "line 5, column 16: found `1`, expected no turn, because pieces of this set have one",
        ),
        (board("moves.A = \"1\""), "line 5, column 11: found `1`, expected a move that changes something"),
        (board("[moves]\nA = 7"), "line 6, column 5: found `7`, expected cycles of slots, or a table"),
        (board("[moves]\nA = { weight = 0 }"), "line 6, column 1: found `A`, expected a move with `cycles`"),
        (
            board("[moves]\nA = { cycles = \"1 2\", weight = 0 }"),
            "line 6, column 32: found `0`, expected a number from 1 to 1000000",
        ),
        (
            board("[moves]\nA = { cycle = \"1 2\" }"),
            "line 6, column 7: found `cycle`, expected one of the keys cycles, ",
        ),
        (
            board("moves.A = { cycles = \"1 2\", when = \"1 = x\" }"),
            "line 5, column 41: found `x`, expected one of the pi",
        ),
        (board("solved = '''\n1 2 3\n8 7 6 5\n'''"), "line 6, column 5: found `3`, expected 4 words in row 1 as in"),
        (board("solved = '''\n1 2 3 4\n'''"), "expected 2 rows as in `picture`, not 1"),
        (
            board("goal = '''\n1 2 1 4\n8 7 6 5\n'''"),
            "line 6, column 5: found `1`, expected a piece that is not used up",
        ),
        (
            board("goal = '''\n1 2 z 4\n8 7 6 5\n'''"),
            "line 6, column 5: found `z`, expected one of the pieces 1 2 3 4 8",
        ),
        (board("[moves]\nA = \"1 2\"\nA = \"1 3\""), "line 7, column 1: found `A`, expected TOML: duplicate key"),
        (
            board("moves.A.after = '''\n1 2 3 4\n8 7 6 6\n'''"),
            "line 7, column 7: found `6`, expected a slot's name, each",
        ),
        (board("moves.A = \"1 2"), "line 5, column 15: found end of text, expected TOML: invalid basic string"),
        (
            "picture = \"a b\"\nsets.x = \"a\"\nmoves.t = \"a b\"".into(),
            "line 1, column 14: found `b`, expected the name of",
        ),
        (
            "picture = \"a (b\"\nmoves.t = \"a b\"".into(),
            "line 1, column 14: found `(b`, expected a slot's name, a word",
        ),
        (board("slides = \"x\""), "line 5, column 11: found `x`, expected a piece that is the gap"),
        (
            board("legal = \"1 != 1\"\nmoves.A = \"1 2\""),
            "expected a condition that the solved position meets; slot 1 does not meet it",
        ),
        (board("inverses = false\npowers = true"), "line 6, column 10: found `true`, expected false, since"),
    ] {
        let found = refused(&text);
        assert!(found.contains(expected), "{text}\nfound:    {found}\nexpected: {expected}");
    }
}

#[test]
fn escapes_and_carriage_returns_do_no_harm() {
    let text = "picture = \"\"\"\r\na b\r\nc d\r\n\"\"\"\r\nmoves.t = \"a x\"";
    assert!(refused(text).starts_with("line 5, column 14: found `x`"));
    assert!(refused("picture = \"a\\tb\"\nmoves.t = \"a\\tx\"").starts_with("line 2, column 15: found `x`"));
    assert!(refused("\u{feff}moves = \"1\"\npicture=\"a\"").starts_with("line 1, column 9"));
}

#[test]
fn escaped_ends_of_lines_end_rows() {
    let plain = of(&format!("{BOARD}solved = '''\na a b b\nb b c c\n'''\nmoves.t.after = '''\n2 1 . .\n. . . .\n'''"));
    for text in [
        r#"
picture = "1 2 3 4\n8 7 6 5"
solved = "a a b b\r\nb b c c\n"
moves.t.after = "2 1 . .\n. . . .""#,
        r#"
picture = "\u0031 2 \U00000033 4\n\n8 7 6 5"
solved = """
a \
   a b\tb\nb b c c"""
moves.t.after = """2 1 . .
. . . \
  .""""#,
    ] {
        assert_eq!(of(text), plain, "{text}");
    }
    for (text, expected) in [
        ("picture = \"a b\\nc (\"", "line 1, column 19: found `(`"),
        ("picture = \"\\u0061 b\\nc (\"", "line 1, column 24: found `(`"),
        ("picture = \"\"\"\na\\tb \\\n\n  c\\nd é\\u00e9 (\"\"\"", "line 4, column 16: found `(`"),
        ("picture = \"\"\"\r\na\\tb\r\nc (\"\"\"", "line 3, column 3: found `(`"),
        ("picture = '''\r\na\\tb\r\nc (\r\n'''", "line 3, column 3: found `(`"),
        (
            "picture = \"a b\\nc d\"\nmoves.t.after = \"b a\\n. . .\"",
            "line 2, column 27: found `.`, expected 2 words in row 2",
        ),
    ] {
        let found = refused(text);
        assert!(found.starts_with(expected), "{text}\nfound:    {found}\nexpected: {expected}");
    }
}

#[test]
fn what_is_too_much_is_an_error() {
    let nested = format!("picture = {}", "[".repeat(1_000_000));
    assert!(read(&nested).is_err());
    assert!(read(&format!("{}=1", "a.".repeat(100_000))).is_err());
    assert!(read(&"a=".repeat(9 << 20)).unwrap_err().expected.contains("bytes"));
    let many = (0..300).map(|slot| format!("{slot} ")).collect::<String>();
    assert!(refused(&format!("picture = \"{many}\"")).contains("at most 255 slots in set pieces"));
    // Cycles of 2, 3, 5, 7, 11, 13, 17 and 19 slots.
    let mut first = 0;
    let mut cycles = String::new();
    for length in [2, 3, 5, 7, 11, 13, 17, 19] {
        cycles += &format!("({})", (first..first + length).map(|slot| format!("{slot} ")).collect::<String>());
        first += length;
    }
    let many = (0..first).map(|slot| format!("{slot} ")).collect::<String>();
    let found = refused(&format!("picture = \"{many}\"\nmoves.t = \"{cycles}\""));
    assert!(found.contains("a move of order at most 1000000"), "{found}");
}

#[test]
fn the_form_is_known_by_its_first_line() {
    for text in ["name = \"x\"", "# x\n\n  picture='''\na'''", "[moves]", "moves.\"A\" = 1", "\u{feff}\"moves\"=1"] {
        assert!(is_it(text), "{text}");
    }
    for text in ["", "Name X", "Set A 3 1", "{\"name\": 1}", "DOMAIN a 2", "- - => 1 2", "b 1 => 1 b", "# a = b"] {
        assert!(!is_it(text), "{text}");
    }
}
