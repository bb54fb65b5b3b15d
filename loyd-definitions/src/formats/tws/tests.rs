use super::*;
use crate::definition::Goal;

/// A puzzle of two sets: a row of four letters, of which two are equal, and a pair that can be flipped.
const HEAD: &str = "Name Row
Set LETTER 4 1
Set PAIR 2 3
Solved
LETTER
1 9 9 200
PAIR
1 2
# between a line and the next
0 ?
End
";

fn with(moves: &str) -> Result<Definition, Misread> {
    read(&format!("{HEAD}{moves}"))
}

#[test]
fn sets_pieces_and_orientations_are_read() {
    let definition = with("").unwrap();
    assert_eq!((definition.name.as_str(), definition.form, definition.slots()), ("Row", DefinitionFormat::Tws, 6));
    assert_eq!(*definition.solved.pieces, [0, 8, 8, 199, 0, 1]);
    assert_eq!(*definition.solved.orientations, [0; 6]);
    assert_eq!((definition.sets[1].modulus(0), definition.sets[1].modulus(1)), (3, 1));
    assert_eq!(definition.goals, [Goal::of("", &definition.solved)]);
    // The same head counts from 0, has no name, and has other line ends.
    let other = HEAD.replace("Name Row\n", "").replace("Solved", "StartState");
    let other = read(&other.replace("1 9 9 200", "0 8 8 199").replace("1 2", "0 1").replace('\n', "\r")).unwrap();
    assert_eq!((other.name.as_str(), &other.solved, &other.sets), ("", &definition.solved, &definition.sets));
    // ksolve writes names with blanks.
    assert_eq!(read(&HEAD.replace("Row", "Row of four")).unwrap().name, "Row of four");
    assert!(read("Name\nSet A 3 1").unwrap_err().to_string().starts_with("line 1, column 5: found end of line"));
    // A set without an entry is the identity.
    let identity = read("Set A 3 1\nSet B 2 5\nSolved\nEnd").unwrap().solved;
    assert_eq!((*identity.pieces).to_vec(), [0, 1, 2, 0, 1]);
}

#[test]
fn both_conventions_of_orientation_end_as_one() {
    let text =
        "Move A\nPAIR\n2 1\n1 2\nEnd\nMoveTransformation B\nPAIR\n1 0\n2 1\nEnd\nMove C\nLETTER\n2 3 4 1\n0 0 0 0\nEnd";
    let moves = with(text).unwrap().moves;
    assert_eq!(moves[0].action, moves[1].action);
    assert_eq!((moves[0].action.from(), moves[0].action.twist()), (&[0, 1, 2, 3, 5, 4][..], &[0, 0, 0, 0, 2, 1][..]));
    assert_eq!(moves[2].action.from(), [1, 2, 3, 0, 4, 5]);
    assert!(
        moves.iter().all(|m| (m.weight, m.repeats, m.is_rotation) == (1, crate::definition::Repeats::Powers, false))
    );
}

#[test]
fn moves_are_made_of_others_in_any_order() {
    let text = "MoveSequence S T A2 T'\nMoveAlias Q S\nMoveSequence T A Uv\nMove A\nLETTER\n2 3 4 1\nEnd
        Move Uv\nPAIR\n2 1\nEnd\nMoveAlias turn Uv\nMoveAlias again turn\nMoveSequence x A";
    let definition = with(text).unwrap();
    let names: Vec<&str> = definition.moves.iter().map(|m| m.name.as_str()).collect();
    assert_eq!(names, ["S", "Q", "T", "A", "Uv", "turn", "again", "x"]);
    let action = |name| &definition.move_named(name).unwrap().action;
    let of = definition.orientations();
    let t = action("A").then(action("Uv"), &of);
    assert_eq!(*action("T"), t);
    assert_eq!(*action("S"), t.then(&action("A").power(2, &of), &of).then(&t.inverse(&of), &of));
    assert_eq!(action("Q"), action("S"));
    let rotations: Vec<&str> = definition.moves.iter().filter(|m| m.is_rotation).map(|m| m.name.as_str()).collect();
    assert_eq!(rotations, ["Uv", "turn", "again", "x"]);
}

#[test]
fn sequences_of_any_depth_are_read() {
    let mut text = String::new();
    for number in 0..10_000 {
        text += &format!("MoveSequence m{number}m m{}m\n", number + 1);
    }
    text += "Move m10000m\nLETTER\n2 1 3 4\nEnd\n";
    let definition = with(&text).unwrap();
    assert!(definition.moves.iter().all(|m| m.action == definition.moves[10_000].action));
}

#[test]
fn illegal_pieces_are_conditions_of_positions() {
    let definition = with("Illegal PAIR 2 1 7 1\nIllegal LETTER 1 9").unwrap();
    let expected =
        [Condition { slot: 5, pieces: vec![0, 6], must: false }, Condition { slot: 0, pieces: vec![8], must: false }];
    assert_eq!(definition.legal, expected);
}

#[test]
fn what_cannot_be_read_is_told_by_its_place() {
    let moves = "found X, expected `Move`, `MoveTransformation`, `MoveSequence`, `MoveAlias` or `Illegal`";
    // The line number counts from the first line after the head, and the message is complete.
    for (text, line, column, message) in [
        ("Twist A", 1, 1, moves.replace('X', "`Twist`")),
        ("Ignore", 1, 1, format!("{}; only ksolve reads `Ignore`", moves.replace('X', "`Ignore`"))),
        ("Scramble A", 1, 1, format!("{}; scrambles belong in a separate file", moves.replace('X', "`Scramble`"))),
        ("Set B 1 1", 1, 1, moves.replace('X', "`Set`")),
        ("Move", 1, 5, "found end of line, expected one name without blanks".into()),
        ("Move A B", 1, 8, "found `B`, expected the end of the line after one name without blanks".into()),
        ("Move A", 1, 7, "found end of text, expected a set's name or `End`".into()),
        ("Move A\nEND", 2, 1, "found `END`, expected a set's name or `End`".into()),
        ("Move A\nEnd of", 2, 5, "found `of`, expected the end of the line after `End`".into()),
        ("Move A\nLETTERS", 2, 1, "found `LETTERS`, expected a set's name or `End`".into()),
        ("Move A\nLETTER 1", 2, 8, "found `1`, expected the end of the line after a set's name".into()),
        ("Move A\nPAIR\n1 2\nPAIR", 4, 1, "found `PAIR`, expected a set that is new in this block".into()),
        ("Move A\nPAIR\n", 3, 1, "found end of text, expected 2 numbers, one a slot".into()),
        ("Move A\nPAIR\n2", 3, 2, "found end of line, expected 2 numbers, one a slot".into()),
        ("Move A\nPAIR\n2 1 3", 3, 5, "found `3`, expected the end of the line after 2 numbers, one a slot".into()),
        ("Move A\nPAIR\n2 3\nEnd", 3, 3, "found `3`, expected an unused slot from 1 to 2".into()),
        ("Move A\nPAIR\n2 2\nEnd", 3, 3, "found `2`, expected an unused slot from 1 to 2".into()),
        ("Move A\nPAIR\n0 1\nEnd", 3, 1, "found `0`, expected an unused slot from 1 to 2".into()),
        ("MoveTransformation A\nPAIR\n2 1\nEnd", 3, 1, "found `2`, expected an unused slot from 0 to 1".into()),
        ("Move A\nPAIR\n2 1\n0 3\nEnd", 4, 3, "found `3`, expected an orientation from 0 to 2".into()),
        ("Move A\nPAIR\n2 1\n0 ?\nEnd", 4, 3, "found `?`, expected an orientation from 0 to 2".into()),
        ("Move A\nLETTER\n2 1 3 4\n0 1 0 0\nEnd", 4, 3, "found `1`, expected an orientation from 0 to 0".into()),
        ("Move A\nEnd\nMove A\nEnd", 3, 6, "found `A`, expected a name that no other move has".into()),
        ("MoveSequence S", 1, 15, "found end of line, expected a name and the moves it is made of".into()),
        ("MoveSequence S T2", 1, 16, "found `T2`, expected the name of a move".into()),
        ("MoveSequence S S", 1, 16, "found `S`, expected a move that does not contain `S` itself".into()),
        (
            "MoveSequence S T\nMoveAlias T U2'\nMoveSequence U S",
            3,
            16,
            "found `S`, expected a move that does not contain `S` itself".into(),
        ),
        ("MoveAlias S", 1, 12, "found end of line, expected a name and a move".into()),
        ("Illegal", 1, 8, "found end of line, expected a set, a slot and pieces".into()),
        ("Illegal LETTERS 1 1", 1, 9, "found `LETTERS`, expected a set's name".into()),
        ("Illegal PAIR 3 1", 1, 14, "found `3`, expected a slot from 1 to 2".into()),
        ("Illegal PAIR 2", 1, 15, "found end of line, expected pieces that must not lie in that slot".into()),
        ("Illegal PAIR 2 0", 1, 16, "found `0`, expected a piece from 1 to 256".into()),
        (
            "Illegal PAIR 2 1 2",
            1,
            18,
            "found `2`, expected a piece that does not lie there when the puzzle is solved".into(),
        ),
    ] {
        let error = with(text).unwrap_err().to_string();
        let line = line + HEAD.lines().count();
        assert_eq!(error, format!("line {line}, column {column}: {message}"), "{text}");
    }
}

#[test]
fn heads_that_cannot_be_read_are_told_by_their_place() {
    for (text, message) in [
        ("", "line 1, column 1: found end of text, expected `Name` or `Set`"),
        ("# nothing\n", "line 2, column 1: found end of text, expected `Name` or `Set`"),
        ("Solved\nEnd", "line 1, column 1: found `Solved`, expected `Name` or `Set`"),
        ("Name", "line 1, column 5: found end of line, expected one name"),
        ("Name A\nName B", "line 2, column 1: found `Name`, expected `Set`"),
        (
            "Set A 1",
            "line 1, column 8: found end of line, expected a set's name without blanks, its number of slots and its \
             number of orientations",
        ),
        ("Set A 256 1", "line 1, column 7: found `256`, expected a number of slots from 1 to 255"),
        ("Set A 0 1", "line 1, column 7: found `0`, expected a number of slots from 1 to 255"),
        ("Set A 1 128", "line 1, column 9: found `128`, expected a number of orientations from 1 to 127"),
        ("Set 7 1 1", "line 1, column 5: found `7`, expected a new name of a set that is not a number and not `End`"),
        (
            "Set A 1 1\nSet A 1 1",
            "line 2, column 5: found `A`, expected a new name of a set that is not a number and not `End`",
        ),
        ("Set A 1 1\nMove B", "line 2, column 1: found `Move`, expected `Set`, `Solved` or `StartState`"),
        ("Set A 1 1", "line 1, column 10: found end of text, expected `Set`, `Solved` or `StartState`"),
        (
            "Set A 2 2\nSolved\nA\n1 1\n? 0\nEnd",
            "line 5, column 3: found `0`, expected `?` for all pieces of this number, or for no piece",
        ),
        ("Set A 2 2\nSolved\nA\n1 257\nEnd", "line 4, column 3: found `257`, expected a piece from 1 to 256"),
    ] {
        assert_eq!(read(text).unwrap_err().to_string(), message, "{text}");
    }
    let sets: String = (0..17).map(|number| format!("Set S{number} 255 1\n")).collect();
    let error = read(&sets).unwrap_err().to_string();
    assert_eq!(error, "line 17, column 9: found `255`, expected at most 4096 slots in all sets");
}

#[test]
fn a_move_of_a_great_order_is_an_error() {
    // Cycles of 2, 3, 5, 7, 11, 13, 17 and 19 slots.
    let mut line = String::new();
    let mut first = 1;
    for length in [2, 3, 5, 7, 11, 13, 17, 19] {
        for slot in 0..length {
            line += &format!("{} ", first + (slot + 1) % length);
        }
        first += length;
    }
    let error = read(&format!("Set A {} 1\nSolved\nEnd\nMove B\nA\n{line}\nEnd", first - 1)).unwrap_err();
    assert_eq!(error.to_string(), "line 4, column 6: found `B`, expected a move of order at most 1000000");
}

#[test]
fn sequences_are_not_longer_than_can_be_worked_out_at_once() {
    let text = format!("Move A\nEnd\nMoveSequence S{}\nMoveSequence T A A", " A".repeat(99_999));
    let error = with(&text).unwrap_err().to_string();
    let line = 4 + HEAD.lines().count();
    let expected = "found `A`, expected at most 100000 moves in all sequences";
    assert_eq!(error, format!("line {line}, column 18: {expected}"));
}
