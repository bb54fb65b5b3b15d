use super::*;
use crate::algs::steps::expand;
use crate::formats::tws;
use loyd_core::limits::Limits;

/// Moves of five pieces. The name of `U2` ends in a number.
fn definition() -> Definition {
    let text = "Set P 5 2\nSolved\nEnd\nMove R\nP\n2 3 1 4 5\n1 0 0 0 0\nEnd\nMove U\nP\n1 2 4 5 3\n0 0 1 0 1\nEnd
        Move U2\nP\n1 2 3 5 4\nEnd\nMove x\nP\n2 3 4 5 1\nEnd";
    tws::read(text).unwrap()
}

#[test]
fn algs_stand_for_moves() {
    let definition = definition();
    for (text, moves) in [
        ("", &[][..]),
        ("R U R' U'", &[(0, 1), (1, 1), (0, -1), (1, -1)]),
        ("  R2\tU3'\r\n.U2 . U2'x", &[]),
        ("R2 U3' . U2 .. U2' x", &[(0, 2), (1, -3), (2, 1), (2, -1), (3, 1)]),
        ("R // U [ (\nU//x", &[(0, 1), (1, 1)]),
        ("(R U)2 R", &[(0, 1), (1, 1), (0, 1), (1, 1), (0, 1)]),
        ("(R U)'", &[(1, -1), (0, -1)]),
        ("(R U2)2'", &[(2, -1), (0, -1), (2, -1), (0, -1)]),
        ("[R, U]", &[(0, 1), (1, 1), (0, -1), (1, -1)]),
        ("[R U: x]'", &[(0, 1), (1, 1), (3, -1), (1, -1), (0, -1)]),
        ("[ [x:R] , U ]", &[(3, 1), (0, 1), (3, -1), (1, 1), (3, 1), (0, -1), (3, -1), (1, -1)]),
        ("((R))(U)R", &[(0, 1), (1, 1), (0, 1)]),
    ] {
        let found = expand(text, &definition);
        match moves {
            [] if !text.is_empty() => assert_eq!(found.unwrap_err().expected, "the name of a move", "{text}"),
            _ => assert_eq!(found.as_deref(), Ok(moves), "{text}"),
        }
    }
}

#[test]
fn what_an_alg_does_is_what_its_moves_do() {
    let definition = definition();
    let of = definition.orientations();
    for text in ["", "R", "R U2' x3", "[R U, x2]5'", "([R: (U x)'] U3)7", "[[R,U]3:[U:R2]]"] {
        let mut product = Action::identity(5);
        for (place, power) in expand(text, &definition).unwrap() {
            product = product.then(&definition.moves[place].action.signed_power(power, &of), &of);
        }
        assert_eq!(action_of(text, &definition), Ok(product), "{text}");
    }
}

#[test]
fn what_is_no_alg_is_told_by_its_place() {
    let definition = definition();
    for (text, message) in [
        ("R X", "line 1, column 3: found `X`, expected the name of a move"),
        ("R\r\n\rU0", "line 3, column 1: found `U0`, expected a power from 1 to 1000000"),
        ("R )", "line 1, column 3: found `)`, expected a move"),
        ("()", "line 1, column 2: found `)`, expected a move"),
        ("(R]", "line 1, column 3: found `]`, expected a move"),
        ("[R]", "line 1, column 3: found `]`, expected `,` or `:` and moves"),
        ("[R,]", "line 1, column 4: found `]`, expected a move"),
        ("[R,U,R]", "line 1, column 5: found `,`, expected a move"),
        ("R, U", "line 1, column 2: found `,`, expected a move"),
        ("[:R]", "line 1, column 2: found `:`, expected a move"),
        ("(R:U)", "line 1, column 3: found `:`, expected a move"),
        ("(R)0", "line 1, column 4: found `0`, expected a power from 1 to 1000000"),
        (
            "(R)99999999999999999999",
            "line 1, column 4: found `99999999999999999999`, expected a power from 1 to 1000000",
        ),
        ("R\n (U [R", "line 2, column 7: found end of text, expected the ] that closes `[` of line 2, column 5"),
        ("(R U)500001", "line 1, column 5: found `)`, expected at most 1000000 moves in all"),
        ("((R U)500000 R)", "line 1, column 14: found `R`, expected at most 1000000 moves in all"),
        ("[(R)600000: U]", "line 1, column 14: found `]`, expected at most 1000000 moves in all"),
    ] {
        assert_eq!(expand(text, &definition).unwrap_err().to_string(), message, "{text}");
    }
    assert_eq!(expand("(R U)500000", &definition).map(|moves| moves.len()), Ok(1_000_000));
}

/// Moves are counted as bytes before they are listed, and long names count more.
#[test]
fn the_memory_of_moves_is_counted_before_they_are_listed() {
    let (short, name) = (definition(), "x".repeat(1016));
    let long = tws::read(&format!("Set P 3 1\nSolved\nEnd\nMove {name}\nP\n2 3 1\nEnd")).unwrap();
    let few = Watch::new(&Limits { bytes: Some(1 << 20), ..Limits::default() });
    let within = |text: &str, definition: &Definition| few.over(|| expand(text, definition)).unwrap();
    assert_eq!(within("(R U)2048", &short).map(|moves| moves.len()), Ok(4096));
    let wrong = within("(R U)2049", &short).unwrap_err();
    assert_eq!((&*wrong.found, wrong.column), ("4098 moves", 5));
    assert_eq!(wrong.expected, "moves that need at most 1048576 bytes of memory, not 1049088");
    assert!(within("R ((R)2000)3", &short).is_err() && within("[(R)1500: U]", &short).is_ok());
    assert!(within(&format!("({name})300"), &long).is_ok() && within(&format!("({name})400"), &long).is_err());
    // An action is not listed.
    assert!(few.over(|| action_of("(R U)1000000", &short)).unwrap().is_ok());
}

#[test]
fn nesting_is_limited() {
    let definition = definition();
    let nested = |depth: usize| format!("{}R{}", "(".repeat(depth), ")2".repeat(depth));
    // R has the order 6, and 2^100 is 4 modulo 6.
    assert_eq!(action_of(&nested(100), &definition), action_of("R4", &definition));
    let error = action_of(&nested(1_000_000), &definition).unwrap_err();
    assert_eq!((error.column, error.expected.as_str()), (101, "at most 100 nested brackets"));
    assert_eq!(expand(&nested(100), &definition).unwrap_err().column, 140);
}
