use super::*;
use crate::bundled;
use crate::formats::read;

fn steps(text: &str, definition: &Definition) -> Vec<(usize, i32)> {
    let said = said(text, definition).unwrap_or_else(|error| panic!("{text}: {error}"));
    said.steps.iter().map(|step| (step.place, step.power)).collect()
}

fn open(name: &str) -> Definition {
    bundled::open(name, "").unwrap().unwrap()
}

#[test]
fn words_stand_by_their_steps() {
    let cube = open("3x3x3");
    let text = "R (U F2)2 // once\n [D': L]";
    let said = said(text, &cube).unwrap();
    let words: Vec<_> = said.steps.iter().map(|step| said.word(step)).map(|w| (w.text, w.line, w.column)).collect();
    let twice = [("U", 1, 4), ("F2", 1, 6), ("U", 1, 4), ("F2", 1, 6)];
    let rest = [("D'", 2, 3), ("L", 2, 7), ("D'", 2, 3)];
    assert_eq!(words, [&[("R", 1, 1)][..], &twice, &rest].concat());
    assert_eq!(steps(text, &cube), steps("R U F2 U F2 D' L D", &cube));
}

#[test]
fn moves_are_read_as_others_write_them() {
    for (puzzle, text, same) in [
        ("square-1", "(1,0)/(0,-3) / (6,-6)", "U / D3' / U6 D6'"),
        ("square-1", "/", "/"),
        ("megaminx", "R++ BL2", "L2 F2"),
        ("3x3x3", "Rw U", "L F"),
        ("3x3x3", "Uw2 Fw'", "D2 F'"),
        ("3x3x3", "M2 E' S r2", "R2 L2' D' U R' L U2"),
        ("4x4x4", "3Rw U Rw", "L F Rw"),
    ] {
        let definition = open(puzzle);
        assert_eq!(steps(text, &definition), steps(same, &definition), "{puzzle} {text}");
    }
}

#[test]
fn what_is_no_move_is_told_with_what_is() {
    let wrong = |text: &str, puzzle: &str| said(text, &open(puzzle)).unwrap_err().to_string();
    let moves = "expected a move, perhaps with a number or ' behind it: U R F D L B x y z";
    let slices = "M E S r l u d f b Rw Lw Uw Dw Fw Bw";
    assert_eq!(wrong("R U\n R3q", "3x3x3"), format!("line 2, column 4: found `q`, {moves} {slices}"));
    assert_eq!(wrong("R (U Q)2", "2x2x2"), format!("line 1, column 6: found `Q`, {moves}"));
    assert_eq!(wrong("Rw U Q", "3x3x3"), format!("line 1, column 6: found `Q`, {moves} {slices}"));
    assert!(wrong("R++ D-- Q", "megaminx").starts_with("line 1, column 9: found `Q`"));
    assert!(wrong("(1,0)/(9,0)", "square-1").starts_with("line 1, column 8: found `9`"));
    assert!(wrong("Q", "m24").len() < 400 && wrong("R++", "3x3x3").contains("found `R++`"));
    assert!(wrong("(R U", "2x2x2").contains("found end of text, expected the ) that closes"));
}

/// A lamp `L` in slot 1 blocks `A`, `B` is one-way, and no position may have the lamp in slot 3.
const LAMP: &str = "
legal = \"3 != L\"
picture = \"1 2 3 4\"
solved = \"a L b c\"
[moves]
A = { cycles = \"(1 3 4)\", when = \"1 != L\" }
B = { cycles = \"(1 2)\", inverses = false }
C = \"(2 3)\"
D = { cycles = \"(1 2 3 4)\", when = \"2 = L\" }
";

#[test]
fn only_moves_that_can_be_made_are() {
    let lamp = read(LAMP).unwrap();
    let made = |text: &str| after(text, &lamp.solved, &lamp).map(|pattern| pattern.pieces.to_vec());
    let [a, l, b, c] = *lamp.solved.pieces else { panic!() };
    assert_eq!(made("A"), Ok(vec![c, l, a, b]));
    assert_eq!(made("(A)3 A4 A'"), Ok(vec![a, l, b, c]));
    assert_eq!(made("B B"), Ok(vec![a, l, b, c]));
    // The condition of A must hold after the inverse of A, not before it.
    assert_eq!(made("B A'"), Ok(vec![b, a, c, l]));
    let wrong = |text: &str| made(text).unwrap_err().to_string();
    assert_eq!(wrong("B A"), "line 1, column 3: found `A`, expected a move that can be made there: B C");
    assert_eq!(wrong("A C"), "line 1, column 3: found `C`, expected a move that can be made there: A B");
    // D moves the lamp to slot 3, where no lamp may be, and its second turn cannot be made at all.
    assert!(wrong("D").starts_with("line 1, column 1: found `D`") && wrong("D2").contains("`D2`"));
    // If D is taken back, the lamp must be in slot 2 afterwards.
    assert!(wrong("D'").contains("found `D'`"));
    assert_eq!(wrong("(A3)33333 A3"), "line 1, column 11: found `A3`, expected at most 100000 moves in all");
    // Without conditions a power is one move, however large.
    let cube = open("2x2x2");
    let power = after("((R)1000)1001", &cube.solved, &cube).unwrap();
    assert_eq!(power, after("", &cube.solved, &cube).unwrap());
}

#[test]
fn words_that_are_moves_are_counted() {
    let cube = open("3x3x3");
    for (text, moves) in [("", 0), ("R U2 [x': Q]", 3), ("hello world", 0), ("UF UR", 0)] {
        assert_eq!(moves_among(text, &cube), moves, "{text}");
    }
}

/// Two rules are called RIGHT, and no position allows both.
#[test]
fn of_rules_with_one_name_the_one_that_can_be_made_is_meant() {
    let psvn = "DOMAIN tile 3\n B 1 2\n3\ntile tile tile\nB X - => X B - LABEL RIGHT\n- B X => - X B LABEL RIGHT\n\
        X B - => B X - LABEL LEFT\nGOAL B 1 2";
    let definition = crate::formats::read(psvn).unwrap();
    let led = |text| after(text, &definition.solved, &definition).map(|pattern| pattern.pieces.to_vec());
    assert_eq!(led("RIGHT RIGHT"), Ok(vec![1, 2, 0]));
    assert_eq!(led("(RIGHT)2"), Ok(vec![1, 2, 0]));
    assert!(led("RIGHT RIGHT RIGHT").is_err());
}
