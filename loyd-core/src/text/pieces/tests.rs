use super::*;

#[test]
fn a_permutation_is_read_as_a_person_writes_it() {
    for text in ["1 2 3 4", "1234", "12/34", " 1,2\r\n3\t4 \n", "\u{feff}1 2 3 4", "１２３４", "(1; 2; 3; 4)"] {
        assert_eq!(permutation(text, 4, 1), Ok(vec![0, 1, 2, 3]), "{text:?}");
    }
}

#[test]
fn errors_name_the_place() {
    let say = |text: &str| permutation(text, 4, 1).unwrap_err().to_string();
    assert_eq!(say("1 2\n3 9"), "line 2, column 3: found `9`, expected each number from 1 to 4 once; 4 is missing");
    assert!(say("1 2 3 3").contains("line 1, column 7: found `3`"), "{}", say("1 2 3 3"));
    assert!(say("1 2 3").contains("column 6: found end of text"), "{}", say("1 2 3"));
    assert!(say("1 2 3 4 5").contains("line 1, column 9: found `5`"));
    assert!(say("1 2 3 99999999999999999999999").contains("column 7"));
    assert!(say("-1 2 3 4").contains("`-1`"));
    assert!(say("1 2 3 \0").contains("`\\0`"));
    assert!(say("1 2 q").contains("column 5: found `q`, expected each number from 1 to 4"), "{}", say("1 2 q"));
    assert!(say("").contains("only 0"));
    assert!(say("123").contains("only 3"), "{}", say("123"));
    assert!(say("12345").contains("column 5: found `5`, expected no more than 4"), "{}", say("12345"));
    assert!(say(&"7".repeat(10_000_000)).len() < 200);
}

#[test]
fn what_is_missing_is_named() {
    let say = |text: &str| Pieces::with_blank(9).read(text).unwrap_err().to_string();
    for (text, part) in [
        ("1 2 3 4 6 7 8 x", "only 8; tile 5 is missing"),
        ("1 2 3 4 5 6 7 8", "only 8; the blank is missing"),
        ("12345678", "only 8; the blank is missing"),
        ("1 2 3 4 5 6 7", "only 7; tile 8 and the blank are missing"),
        ("1 2 3 4 5 5 7 8 x", "found `5`, expected the tiles 1 to 8 once each"),
        ("1 2 3 4 5 5 7 8 x", "comes a second time; tile 6 is missing"),
        ("1 2 3 4 5 6 7 x x", "is a second blank; tile 8 is missing"),
        ("1 2 3 4 5 6 7 8 9", "column 17: found `9`"),
        // A blank forgotten between two tiles.
        ("2 3 4 15 x 7 6 8", "column 7: found `15`"),
        ("2 3 4 15 x 7 6 8", "tile 1 and tile 5 are missing"),
    ] {
        assert!(say(text).contains(part), "{text}: {}", say(text));
    }
    assert!(!say("1 2 3").contains("missing"), "{}", say("1 2 3"));
    let none = |text: &str| permutation(text, 5, 1).unwrap_err().to_string();
    assert!(none("5 1 3").ends_with("only 3; 2 and 4 are missing"), "{}", none("5 1 3"));
}

#[test]
fn what_cannot_be_read_comes_before_what_is_missing() {
    let say = |text: &str| Pieces::with_blank(9).read(text).unwrap_err().to_string();
    for text in ["1 2 3 a", "a", "1 1 a", "1 2 3 4 5 6 7 8 x 9 a", "123a5"] {
        assert!(say(text).contains("found `a`"), "{text}: {}", say(text));
    }
}

#[test]
fn an_empty_field_is_the_blank() {
    let plain = Pieces::with_blank(9).read("2 3 4 1 5 x 7 6 8").unwrap();
    for text in [
        "2,3,4,1,5,,7,6,8",
        "2, 3, 4, 1, 5, , 7, 6, 8",
        "2;3;4\n1;5;\n7;6;8\n",
        "\u{feff}2,3,4\r\n1,5,\r\n7,6,8\r\n",
        "2,3,4/1,5,/7,6,8",
        "[[2, 3, 4], [1, 5, ], [7, 6, 8]]",
        "| 2 | 3 | 4 |\n| 1 | 5 |   |\n| 7 | 6 | 8 |",
        "┌───┬───┬───┐\n│ 2 │ 3 │ 4 │\n├───┼───┼───┤\n\
         │ 1 │ 5 │   │\n├───┼───┼───┤\n\
         │ 7 │ 6 │ 8 │\n└───┴───┴───┘",
        "+---+---+---+\n| 2 | 3 | 4 |\n+---+---+---+\n| 1 | 5 |   |\n+---+---+---+\n| 7 | 6 | 8 |\n+---+---+---+",
        "２，３，４\n１，５，\n７，６，８",
    ] {
        assert_eq!(Pieces::with_blank(9).read(text).as_ref(), Ok(&plain), "{text:?}");
    }
    let first = Pieces::with_blank(4).read(",1\n2,3");
    assert_eq!(first, Ok(vec![0, 1, 2, 3]));
    assert_eq!(Pieces::with_blank(4).read("1,2,3,"), Ok(vec![1, 2, 3, 0]));
}

/// If the blank could be in two places, or if a comma only ends a line, the reader guesses nothing.
#[test]
fn two_readings_are_none() {
    let say = |text: &str| Pieces::with_blank(9).read(text).unwrap_err().to_string();
    let two = say("2,3,4,\n1,5,\n7,6,8");
    assert!(two.contains("line 2, column 5: found a second empty field"), "{two}");
    assert!(two.contains("may be here or in the empty field at line 1, column 7"), "{two}");
    // Rows of four and five fields are not a board.
    assert!(say("2,3,4,\n1,5,7,6,8").ends_with("the blank is missing"), "{}", say("2,3,4,\n1,5,7,6,8"));
    assert!(say("[[2,3,4],[1,5],[7,6,8]]").ends_with("the blank is missing"));
    // If the blank is written, an empty field is ignored.
    assert_eq!(Pieces::with_blank(4).read("1,,2,3,x,"), Ok(vec![1, 2, 3, 0]));
}
