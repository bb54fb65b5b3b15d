mod held;

use super::*;
use crate::algs::alg;
use crate::algs::said::said;
use crate::bundled;

fn ok(text: &str) -> (String, String) {
    let pasted = pasted(text).unwrap_or_else(|| panic!("nothing: {text}")).unwrap_or_else(|e| panic!("{e}: {text}"));
    let (name, parameters) = pasted.puzzle.split_once(':').unwrap_or((&pasted.puzzle, ""));
    if let Some(definition) = bundled::open(name, parameters) {
        let definition = definition.unwrap();
        let pattern = pasted_of(text, &definition).unwrap().unwrap();
        assert_eq!(written(&definition, &pattern), pasted.position);
    }
    (pasted.puzzle, pasted.position)
}

fn is(text: &str, puzzle: &str, position: &str) {
    assert_eq!(ok(text), (puzzle.into(), position.into()), "{text}");
}

fn refused(text: &str) -> String {
    pasted(text).unwrap_or_else(|| panic!("nothing: {text}")).expect_err(text).to_string()
}

fn definition(name: &str) -> Definition {
    bundled::open(name, "").unwrap().unwrap()
}

/// The stickers of a position, read from the net of the puzzle.
fn stickers(definition: &Definition, pattern: &Pattern, size: usize) -> String {
    let blocks = [(0, 1), (1, 2), (1, 1), (2, 1), (1, 0), (1, 3)];
    let mut text = String::new();
    for (block_row, block_column) in blocks {
        for row in 0..size {
            for column in 0..size {
                let (row, column) = (block_row * size + row, block_column * size + column);
                let mut spots = definition.spots.iter();
                let spot = spots.find(|s| (usize::from(s.row), usize::from(s.column)) == (row, column)).unwrap();
                let slot = usize::from(spot.slot);
                let seen = definition.label_at(spot, pattern.pieces[slot], pattern.orientations[slot]);
                text.push(seen.chars().next().unwrap());
            }
        }
    }
    text
}

#[test]
fn game_ids_are_boards() {
    is("4x4:1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,0", "sliding:4x4", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 x");
    is(" 3x2:5,4,3,2,1,0\n", "sliding:2x3", "5 4 3 2 1 x");
    is("3x2:6,5,4,3,2,1", "sixteen:2x3", "6 5 4 3 2 1");
    is("3x2m7:6,5,4,3,2,1", "sixteen:2x3", "6 5 4 3 2 1");
    is("3x3n2:9,8,7,6,5,4,3,2,1", "twiddle:3x3n2", "9 8 7 6 5 4 3 2 1");
    is("3x2n2r:1,2,1,2,1,2", "twiddle:2x3n2r", "1 2 1 2 1 2");
    is("2x2n2o:1u2l3d4r", "twiddle:2x2n2o", "1 2+3 3+2 4+1");
}

#[test]
fn game_ids_that_are_wrong_are_refused() {
    for (text, error) in [
        ("2x2:1,2,3,3", "line 1, column 11: found `3`, expected an unused number"),
        ("2x2:1,2,3", "line 1, column 10: found end of text, expected 4 numbers from 1 to 4 with commas between them"),
        ("2x2:1,2,3,0,4", "line 1, column 13: found `4`, expected 4 numbers from 0 to 3 with commas between them"),
        ("2x2:1,2,3,5", "line 1, column 11: found `5`, expected 4 numbers from 1 to 4 with commas between them"),
        ("2x2n2:1,2,3,3", "line 1, column 13: found `3`, expected a number that is not used up"),
        ("2x2n2o:1u2l3d4", "line 1, column 14: found `4`, expected 4 numbers from 1 to 4, u, l, d or r behind each"),
        ("2x2n2o:1u2l3d4x", "line 1, column 14: found `4x`, expected 4 numbers from 1 to 4, u, l, d or r behind each"),
        ("2x2n3:1,2,3,4", "expected squares of a side from 2 to 2"),
        ("4x4#123", "line 1, column 4: found `#123`, expected a game id with `:` and the board, not a random seed"),
    ] {
        let found = refused(text);
        assert!(found.contains(error), "{found}");
    }
}

#[test]
fn loopover_boards_are_rows_of_letters() {
    is("ABC\nDEF\nGIH\n", "loopover:3x3", "A B C D E F G I H");
    is("BA DC", "loopover:2x2", "B A D C");
    assert!(pasted("ABC\nDEF\nGHJ").is_none() && pasted("AB CDE").is_none() && pasted("AB").is_none());
}

#[test]
fn facelets_are_the_stickers_of_a_position() {
    for (name, size) in [("2x2x2", 2), ("3x3x3", 3), ("4x4x4", 4)] {
        let cube = definition(name);
        for word in ["", "R", "U F' R2 D B' L U2 F R' D2 L2 B"] {
            let pattern = cube.after(&cube.solved, &alg::action_of(word, &cube).unwrap());
            let text = stickers(&cube, &pattern, size);
            is(&text, name, &written(&cube, &pattern));
            is(&text.to_lowercase(), name, &written(&cube, &pattern));
        }
    }
    // A turn R moves stickers of F up to U, and the stickers are in Kociemba's order.
    let text = "UUFUUFUUF RRRRRRRRR FFDFFDFFD DDBDDBDDB LLLLLLLLL UBBUBBUBB";
    let cube = definition("3x3x3");
    let pattern = cube.after(&cube.solved, &alg::action_of("R", &cube).unwrap());
    is(text, "3x3x3", &written(&cube, &pattern));
}

/// The colours of the World Cube Association are read, and any six letters if the centres show their faces.
#[test]
fn facelets_may_be_colours() {
    for (name, size) in [("2x2x2", 2), ("3x3x3", 3), ("4x4x4", 4)] {
        let cube = definition(name);
        for word in ["", "R", "U F' R2 D B' L U2 F R' D2 L2 B"] {
            let pattern = cube.after(&cube.solved, &alg::action_of(word, &cube).unwrap());
            let faces = stickers(&cube, &pattern, size);
            let with = |colours: [char; 6]| {
                let colour = |face: char| colours["URFDLB".find(face).unwrap()];
                faces.chars().map(colour).collect::<String>()
            };
            for text in [with(['W', 'R', 'G', 'Y', 'O', 'B']), with(['w', 'r', 'g', 'y', 'o', 'b'])] {
                is(&text, name, &written(&cube, &pattern));
            }
            if size == 3 {
                // A cube that is held with yellow above, and Chinese words of one letter.
                for colours in [['Y', 'R', 'B', 'W', 'O', 'G'], ['白', '红', '绿', '黄', '橙', '蓝']] {
                    is(&with(colours), name, &written(&cube, &pattern));
                }
            }
        }
    }
    let found = refused(&format!("{}WOG", "WWWWWWWWWRRRRRRRRRGGGGGGGGGYYYYYYYYYOOOOOOOOOBBBBBB"));
    assert_eq!(
        found,
        "line 1, column 1: found G 10 times, O 10 times, W 10 times, B 6 times, expected each of six \
        colours 9 times"
    );
    // Letters beyond six, and digits, are no colours.
    for text in ["ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEFGHIJKLMNOPQRSTUVWXYZAB", &"123456".repeat(9)] {
        assert!(pasted_of(text, &definition("3x3x3")).is_none(), "{text}");
    }
}

#[test]
fn stickers_that_are_no_position_are_refused() {
    let solved = stickers(&definition("3x3x3"), &definition("3x3x3").solved, 3);
    let with = |changes: &[(usize, char)]| {
        let mut letters: Vec<char> = solved.chars().collect();
        changes.iter().for_each(|&(at, letter)| letters[at] = letter);
        letters.into_iter().collect::<String>()
    };
    // The corner URF has the stickers 8, 9 and 20, and the edge UF has 7 and 19.
    let found = refused(&with(&[(8, 'D'), (27, 'U')]));
    assert_eq!(
        found,
        "line 1, column 9: found `DRF`, expected the colours of one of the corners, clockwise from this sticker"
    );
    let found = refused(&with(&[(8, 'R'), (9, 'U')]));
    assert!(found.contains("found `RUF`, expected the colours of one of the corners"), "{found}");
    let found = refused(&with(&[(12, 'F'), (19, 'R')]));
    assert!(found.contains("found `UR`, expected an unused one of the edges"), "{found}");
}

/// Whatever way the cube is held, its centres show the faces, and the moves name the faces as they are held.
#[test]
fn a_cube_may_be_held_in_any_way() {
    let cube = definition("3x3x3");
    let after = |word: &str| cube.after(&cube.solved, &alg::action_of(word, &cube).unwrap());
    let word = "U F' R2 D B' L U2 F R' D2 L2 B";
    for top in ["", "x", "x2", "x'", "z", "z'"] {
        for side in ["", "y", "y2", "y'"] {
            let held = format!("{top} {side}");
            let text = stickers(&cube, &after(&format!("{word} {held}")), 3);
            let back = if held == " " { String::new() } else { format!("({held})'") };
            let pattern = after(&format!("{back} {word} {held}"));
            is(&text, "3x3x3", &written(&cube, &pattern));
            assert_eq!(pasted_of(&text, &cube).unwrap().unwrap(), pattern, "{held}");
            let note = held_note(&text, &cube, true);
            assert_eq!(note.is_some(), held != " ", "{held}: {note:?}");
            // Some programs write the faces in the order U L F R B D. The centres show this, as letters and as colours.
            let of_net: String = [0, 4, 2, 1, 5, 3].map(|face| &text[9 * face..9 * face + 9]).concat();
            let colours: String =
                of_net.chars().map(|face| "WRGYOB".as_bytes()["URFDLB".find(face).unwrap()] as char).collect();
            assert_eq!(held_note(&of_net, &cube, true), note, "{held}");
            for text in [of_net, colours] {
                is(&text, "3x3x3", &written(&cube, &pattern));
            }
        }
    }
    // The cube in the description of rubik_solver, a package for Python.
    ok("wowgybwyogygybyoggrowbrgywrborwggybrbwororbwborgowryby");
    let note = held_note(&stickers(&cube, &after("x"), 3), &cube, true).unwrap();
    assert!(note.starts_with("the cube is held with the centre F above and D in front;"), "{note}");
    // No rotation exchanges two opposite centres only.
    let mirrored = stickers(&cube, &cube.solved, 3).replace('R', "l").replace('L', "R").to_uppercase();
    let found = refused(&mirrored);
    assert!(
        found.starts_with("line 1, column 5: found the centres U L F D R B, expected the faces in the order U"),
        "{found}"
    );
}

#[test]
fn nets_are_read_row_by_row() {
    for (name, size) in [("2x2x2", 2), ("3x3x3", 3), ("4x4x4", 4)] {
        let cube = definition(name);
        for word in ["", "R", "U F' R2 D B' L U2 F R' D2 L2 B"] {
            let pattern = cube.after(&cube.solved, &alg::action_of(word, &cube).unwrap());
            let letters: Vec<char> = stickers(&cube, &pattern, size).chars().collect();
            let row =
                |face: usize, row: usize| letters[face * size * size + row * size..][..size].iter().collect::<String>();
            let ends = |face: usize| {
                (0..size).map(|at| format!("{}{}\n", " ".repeat(size), row(face, at))).collect::<String>()
            };
            let apart = |text: String| text.chars().flat_map(|letter| [letter, ' ']).collect::<String>();
            for between in ["", " ", "|"] {
                let band = |at: usize| [4, 2, 1, 5].map(|face| row(face, at)).join(between) + "\n";
                let net = ends(0) + &(0..size).map(band).collect::<String>() + &ends(3);
                let joined: String = net.chars().filter(char::is_ascii_alphabetic).collect();
                is(&joined, name, &written(&cube, &pattern));
                for net in [apart(net.replace('|', " ")), dotted(&net, size, between), net] {
                    is(&net, name, &written(&cube, &pattern));
                    assert_eq!(pattern_of(&net, name), pattern, "{net}");
                }
            }
        }
    }
    // In one line, the rows may be the rows of a net, or of the faces one after the other, if only one is a position.
    let cube = definition("3x3x3");
    let flat = "UUF UUF UUF LLL FFD RRR UBB LLL FFD RRR UBB LLL FFD RRR UBB DDB DDB DDB";
    is(flat, "3x3x3", &written(&cube, &cube.after(&cube.solved, &alg::action_of("R", &cube).unwrap())));
    is(&flat.replace(' ', ""), "3x3x3", &ok(flat).1);
}

/// A net whose empty corners are dots.
fn dotted(net: &str, size: usize, between: &str) -> String {
    let dots = ".".repeat(size);
    let row = |line: &str| match line.trim() {
        face if line.starts_with(' ') => [&dots, face, &dots, &dots].map(String::from).join(between),
        band => band.into(),
    };
    net.lines().map(|line| row(line) + "\n").collect()
}

/// The position that a puzzle reads, which may also read moves.
fn pattern_of(text: &str, name: &str) -> Pattern {
    let cube = definition(name);
    assert!(are_stickers(text, &cube) == Ok(true) || said(text, &cube).is_err(), "{text} is moves");
    pasted_of(text, &cube).unwrap().unwrap()
}

#[test]
fn stickers_that_are_too_few_or_too_many_are_counted() {
    let solved = stickers(&definition("3x3x3"), &definition("3x3x3").solved, 3);
    let error = |letters: usize| {
        let expected = "expected 54: the stickers of the faces U R F D L B, each row by row";
        format!("line 1, column 1: found {letters} letters, {expected}")
    };
    for text in [solved[1..].to_string(), format!("{solved}B"), solved[2..].to_lowercase(), format!("{solved} BB")] {
        let letters = text.chars().filter(|letter| *letter != ' ').count();
        assert_eq!(refused(&text), error(letters), "{text}");
    }
    // If the puzzle is known, the number of its stickers is known, too.
    let of = |text: &str, name: &str| pasted_of(text, &definition(name)).map(|found| found.unwrap_err().to_string());
    assert_eq!(of(&solved[..40], "3x3x3"), Some(error(40)));
    assert_eq!(of("UUUURRRRFFFFDDDDLLLLBBBB", "3x3x3"), Some(error(24)));
    assert!(of(&solved, "2x2x2").unwrap().contains("found 54 letters, expected 24"));
    // Moves, pieces of a position and short words are no stickers.
    assert!(pasted_of(&"R U ".repeat(14), &definition("3x3x3")).unwrap().is_ok());
    for text in ["RURURURU", "UF UR UB UL FR FL BL BR DF DR DB DL URF UFL ULB", &solved[..19]] {
        assert!(of(text, "3x3x3").is_none() && of(text, "megaminx").is_none(), "{text}");
    }
    assert!(pasted(&solved[..40]).is_none() && of(&solved, "megaminx").is_none());
}

#[test]
fn scrambles_tell_their_puzzle() {
    for (word, puzzle) in [
        ("R U R' U2 F R' U2 R'", "2x2x2"),
        ("R U R' U2 F", "3x3x3"),
        ("R U2 R' D F2 L B", "3x3x3"),
        ("R Uw2 R' D Fw", "4x4x4"),
        ("U L R' B u l'", "pyraminx"),
        ("R U R' U' R U R' U'", "3x3x3"),
        ("R U R' U' R' F R2 U' R' U' R U R' F'", "3x3x3"),
        ("U L R' B U' R B' L", "skewb"),
        ("R U R' U'", "3x3x3"),
        ("R U2 F' D L B2", "3x3x3"),
    ] {
        let it = definition(puzzle);
        let pattern = it.after(&it.solved, &alg::action_of(word, &it).unwrap());
        is(word, puzzle, &written(&it, &pattern));
    }
    for (alg, same) in [("M2 U M2 U2", "R2 L2 D R2 L2 U2"), ("r U R' U'", "L F R' F'"), ("R U x F' D", "R U D' B")] {
        let it = definition("3x3x3");
        let pattern = it.after(&it.solved, &alg::action_of(same, &it).unwrap());
        is(alg, "3x3x3", &written(&it, &pattern));
        assert_eq!(pasted_of(alg, &it), Some(Ok(pattern)), "{alg}");
    }
    assert!(pasted("x y z x2").is_none());
    let square = definition("square-1");
    let pattern = square.after(&square.solved, &alg::action_of("U / D3 U3' / U'", &square).unwrap());
    is("(1,0)/ (-3,3)/(-1, 0)", "square-1", &written(&square, &pattern));
    for text in ["", "R U R'", "R U R' X", "hello", "1 2 3 4", "R2 U L B l u q"] {
        assert!(pasted(text).is_none(), "{text}");
    }
    assert!(pasted("R++ D-- R-- D++ F").is_none());
    assert!(refused("(1,0)/(1,0)/").contains("line 1, column 8: found `1`, expected a move that can be made there: "));
    assert!(refused("(1,0)/(9,0)/").contains("line 1, column 8: found `9`, expected (TOP,BOTTOM)"));
    assert!(refused("(1,0").contains("expected (TOP,BOTTOM)"));
    // Rows of a board in brackets are no turns.
    assert!(pasted("(1,2,3),(4,5,6),(7,0,8)").is_none() && pasted("((1,2,3),(4,5,6),(7,0,8))").is_none());
}
