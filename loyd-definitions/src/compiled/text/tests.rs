//! Texts as people write them: each is read as another text that is plain, or refused with an error that names what the
//! text is.

use super::goals;
use crate::compiled::tests::opened;
use loyd_core::puzzle::Notation;

/// The puzzle, the text, and a plain text that means the same, or the error.
type Row<'t> = (&'t str, &'t str, Result<&'t str, &'t str>);

const POSITIONS: &[Row<'_>] = &[
    // Moves without blanks.
    ("3x3x3", "R2F2R'B'", Ok("R2 F2 R' B'")),
    ("3x3x3", "U'R", Ok("U' R")),
    ("3x3x3", "(RUR'U')2[R,U]", Ok("R U R' U' R U R' U' [R, U]")),
    ("3x3x3", "rUR'xM'", Ok("r U R' x M'")),
    ("3x3x3", "RwUFw2 \n D'B", Ok("Rw U Fw2 D' B")),
    ("megaminx", "R++D--U'", Ok("R++ D-- U'")),
    ("pyraminx", "URlb'", Ok("U R l b'")),
    ("twiddle:3x3", "abc'", Ok("a b c'")),
    ("sixteen:3x3", "1r2d'3r2", Ok("1r 2d' 3r2")),
    ("3x3x3", "RUQF", Err("line 1, column 3: found `QF`, expected a move, perhaps with a number or ' behind it: U R")),
    ("4x4x4", "U3Rw", Err("line 1, column 1: found `U3Rw`, expected blanks between moves, because this is `U 3Rw` or")),
    ("megaminx", "UBR", Err("line 1, column 2: found `BR`, expected blanks between moves, because this is `B R` or")),
    (
        "3x3x3",
        "UF",
        Err("line 1, column 3: found end of text, expected 26 pieces, one for each slot, with / between \
        sets, but there are only 1; if `UF` is moves, write blanks between them"),
    ),
    ("2x2x2", "URF UFL UBR ULB DFR DLF DRB", Err("line 1, column 28: found end of text, expected 8 pieces")),
    ("star:5", "1-2 1-3", Ok("1-2 1-3")),
    ("3x3x3", "U R F U R F U R F U R F U", Err("line 1, column 26: found end of text, expected 26 pieces")),
    // Other notations.
    (
        "3x3x3",
        "MR U",
        Err("line 1, column 1: found `MR`, expected a blank after `M`, or a turn such as r, M or x, because"),
    ),
    ("3x3x3", "M'UM", Ok("M' U M")),
    ("square-1", "(1,0)/(3,0)", Ok("U / U3")),
    ("square-1", "(1, 0) / (-1,-1)/ /(0,0)/", Ok("U / U' D' / / /")),
    ("square-1", "1,0/3,0/", Ok("U / U3 /")),
    (
        "square-1",
        "(1,0)/(3,0",
        Err("line 1, column 10: found `0`, expected (TOP,BOTTOM) with turns from -6 to 6, or /"),
    ),
    // Pieces without blanks.
    ("sixteen:3x3", "413569728", Ok("4 1 3 5 6 9 7 2 8")),
    ("sixteen:3x3", "413/569/728", Ok("4 1 3 5 6 9 7 2 8")),
    ("sixteen:3x3", "bbb/ggg/rrr", Err("line 1, column 1: found `b`, expected a piece of tiles: 1 2 3 4 5 6 7 8 9")),
    (
        "sixteen:3x3",
        "41356972",
        Err("line 1, column 9: found end of text, expected 9 pieces, one for each slot, with / \
        between sets, but there are only 8"),
    ),
    (
        "sixteen:4x4",
        "1 2/3",
        Err("line 1, column 6: found end of text, expected 16 pieces, one for each slot, with / \
        between sets, but there are only 3"),
    ),
    ("star:5", "21345", Ok("2 1 3 4 5")),
    ("loopover:3x3", "bca/def/ghi", Ok("B C A D E F G H I")),
    ("letters:111/222/33-", "111/222/3-3", Ok("1 1 1 2 2 2 3 _ 3")),
    ("letters:111/222/33-", "1 1 1 2 2 2 3 0 3", Ok("1 1 1 2 2 2 3 _ 3")),
    ("letters:ab./cd-/.ef", "ab./c-d/.ef", Ok("a b c _ d e f")),
    ("letters:ab./cd-/.ef", "a.b/c-d/.ef", Err("line 1, column 10: found `e`, expected no more than 7 pieces")),
    // Sizes and comments.
    ("sixteen:3x3", "3\n4 1 3\n5 6 9\n7 2 8", Ok("4 1 3 5 6 9 7 2 8")),
    ("sixteen:3x3", "# mine\n3 3\n413 # first\n569\n728", Ok("4 1 3 5 6 9 7 2 8")),
    ("torus:2x3", "2x3\n1 2 3\n5 4 x", Ok("1 2 3 5 4 _")),
];

#[test]
fn positions_are_read_as_people_write_them() {
    for &(puzzle, text, meant) in POSITIONS {
        let it = opened(puzzle);
        match (it.starts(text), meant) {
            (Ok(states), Ok(plain)) => assert_eq!(Ok(states), it.starts(plain), "{puzzle} {text}"),
            (Err(wrong), Err(error)) => assert!(wrong.to_string().starts_with(error), "{puzzle} {text}: {wrong}"),
            (found, _) => panic!("{puzzle} {text}: {:?}", found.map(|states| it.write(&states[0]))),
        }
    }
}

/// Texts that are moves, and no position.
#[test]
fn moves_are_read_as_people_write_them() {
    let rows: &[Row<'_>] = &[
        ("3x3x3", "UF", Ok("U F")),
        ("3x3x3", "U R F U R F U R F U R F U", Ok("(U R F)4 U")),
        (
            "3x3x3",
            "CR U2",
            Err("line 1, column 1: found `CR`, expected a blank after `C`, or a turn such as r, M or x"),
        ),
        (
            "3x3x3",
            "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB",
            Err("line 1, column 1: found 54 letters without blanks, expected moves with blanks between them; the"),
        ),
        ("square-1", "(1,0)/(9,0)", Err("line 1, column 8: found `9`, expected (TOP,BOTTOM)")),
    ];
    for &(puzzle, text, meant) in rows {
        let it = opened(puzzle);
        let home = it.state_of_pattern(&it.definition.solved).unwrap();
        match (it.scrambled(&home, text).unwrap(), meant) {
            (Ok(state), Ok(plain)) => assert_eq!(Ok(state), it.scrambled(&home, plain).unwrap(), "{puzzle} {text}"),
            (Err(wrong), Err(error)) => assert!(wrong.to_string().starts_with(error), "{puzzle} {text}: {wrong}"),
            (found, _) => panic!("{puzzle} {text}: {found:?}"),
        }
    }
}

#[test]
fn goals_may_be_moves() {
    let square = "line 1, column 5: found `U`, expected a move that can be made there";
    let rows: &[Row<'_>] = &[
        ("2x2x2", "R U' F2", Ok("R U' F2")),
        ("3x3x3", "R2F2R'B'", Ok("R2 F2 R' B'")),
        ("3x3x3", "x R", Ok("R")),
        ("square-1", "(1,0)/(3,0)", Ok("U / U3")),
        ("square-1", "U /", Ok("U /")),
        ("square-1", "U / U", Err(square)),
        ("letters:aab/bcc/dd-", "aab/bcc/d-d", Ok("a a b b c c d _ d")),
        ("sixteen:2x2", "ScrambleAlg\n1r 1d\nEnd", Ok("1r 1d")),
        ("sixteen:2x2", r#"{"tiles": {"pieces": [1, 0, 2, 3], "orientation": [0, 0, 0, 0]}}"#, Ok("2 1 3 4")),
        ("3x3x3", "moves=R,U", Err("line 1, column 1: found `moves=R`, expected the moves alone, such as `R U F`")),
        ("3x3x3", "R U Q", Err("line 1, column 5: found `Q`, expected a move, perhaps with a number")),
        ("3x3x3", "UF UR", Err("line 1, column 6: found end of text, expected 26 pieces")),
    ];
    for &(puzzle, text, meant) in rows {
        let it = opened(puzzle);
        match (goals::read(text, &it.definition, &it.rules), meant) {
            (Ok(goals), Ok(plain)) => {
                let state = it.starts(plain).unwrap()[0];
                let towards = goals::write(&it.rules.clone().towards(goals.iter()).goals, &it.rules, &it.names);
                assert_eq!(towards, Some(it.write(&state)), "{puzzle} {text}");
            }
            (Err(wrong), Err(error)) => assert!(wrong.to_string().starts_with(error), "{puzzle} {text}: {wrong}"),
            (found, _) => panic!("{puzzle} {text}: {found:?}"),
        }
    }
}
