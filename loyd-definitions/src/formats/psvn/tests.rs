use super::*;
use crate::definition::Condition;

/// Three places on a line and a lamp of its own domain.
const HEAD: &str = "# A line of three.
DOMAIN tile 3 # and its values
  B 1
  2
4
tile 2 tile tile
";

fn with(rules: &str) -> Result<Definition, Misread> {
    read(&format!("{HEAD}{rules}"))
}

#[test]
fn rules_are_one_way_moves_with_conditions() {
    let definition = with("B - X - => X - B - LABEL R COST 3 # right\nX 1 Y B => Y - X B\nGOAL B 0 1 2").unwrap();
    let sets: Vec<_> = definition.sets.iter().map(|set| (set.name.as_str(), set.slots, set.orientations)).collect();
    assert_eq!(sets, [("tile", 3, 1), ("0-1", 1, 1)]);
    assert_eq!(definition.labels, [vec!["B", "1", "2"], vec!["0", "1"]]);
    assert_eq!(*definition.solved.pieces, [0, 1, 2, 0]);
    let [right, swap] = &definition.moves[..] else { panic!("{:?}", definition.moves) };
    assert_eq!((right.name.as_str(), right.weight, right.repeats), ("R", 3, crate::definition::Repeats::None));
    assert_eq!(right.action.from(), [1, 0, 2, 3]);
    assert_eq!(right.when, [Condition { slot: 0, pieces: vec![0], must: true }]);
    assert_eq!((swap.name.as_str(), swap.action.from()), ("rule2", &[1, 0, 2, 3][..]));
    let conditions = [(2, 0), (3, 1)].map(|(slot, piece)| Condition { slot, pieces: vec![piece], must: true });
    assert_eq!(swap.when, conditions);
}

/// Two sets with one name could not be written again.
#[test]
fn sets_have_names_of_their_own() {
    let names = |head: &str| {
        let definition = read(&format!("{head}\nA B C => B A C\nGOAL 0 0 0")).unwrap();
        definition.sets.iter().map(|set| (set.name.clone(), set.slots)).collect::<Vec<_>>()
    };
    assert_eq!(names("3\n2 02 2"), [("0-1".into(), 3)]);
    assert_eq!(names("DOMAIN 0-1 2 0 1\n3\n2 2 0-1"), [("0-1".into(), 1), ("0-1_".into(), 2)]);
}

#[test]
fn equal_constants_are_matched_where_they_stay_and_then_in_order() {
    let head = "5\n2 2 2 2 2\n";
    let of =
        |rule: &str| read(&format!("{head}{rule}\nGOAL 0 0 0 1 1")).map(|read| read.moves[0].action.from().to_vec());
    assert_eq!(of("0 0 1 1 - => 1 0 0 1 -"), Ok(vec![2, 1, 0, 3, 4]));
    assert_eq!(of("0 0 1 1 X => X 1 1 0 0"), Ok(vec![4, 3, 2, 0, 1]));
}

#[test]
fn goals_may_leave_out_values() {
    let rule = "B - X - => X - B -\n";
    let definition = with(&format!("{rule}GOAL - 1 X 1\nGOAL 1 1 2 B")).unwrap();
    assert_eq!(*definition.solved.pieces, [1, 2, 0, 1]);
    assert_eq!(definition.goals[0].pieces, [None, None, Some(1), Some(1)]);
    assert_eq!(definition.goals[1].pieces, [Some(1), Some(2), Some(0), Some(1)]);
    assert!(definition.goals.iter().all(|goal| goal.orientations == [None; 4]));
    // The values that the goal leaves out are all different, so they are known.
    let definition = with(&format!("{rule}GOAL 2 1 - -")).unwrap();
    assert_eq!(*definition.solved.pieces, [2, 0, 1, 1]);
    // A goal that gives every value may give equal values.
    let definition = read("DOMAIN a 2\nx y\n5\na a 2 2 2\nX Y - - - => Y X - - -\nGOAL - x 0 1 1").unwrap();
    assert_eq!(*definition.solved.pieces, [1, 0, 0, 1, 1]);
}

#[test]
// The last rule cannot be made, because no lamp is lit.
fn names_are_distinct_where_both_moves_can_be_made() {
    let text = "B - X - => X - B - LABEL M\n- - B X => - - X B LABEL M\nX - Y - => Y - X - LABEL M\n
        B 0 X - => X 0 B - LABEL M\nB 1 X - => X 1 B - LABEL M\nGOAL B 0 1 2";
    let names: Vec<String> = with(text).unwrap().moves.into_iter().map(|m| m.name).collect();
    assert_eq!(names, ["M", "M", "M_2", "M_3", "M"]);
}

#[test]
fn what_cannot_be_read_is_told_by_its_place() {
    let rule = |number: usize, name: &str, what: &str| {
        format!("expected in rule {number} (`{name}`) a permutation of values that {what}")
    };
    for (text, line, column, message) in [
        (
            "X - Y - => X - X -",
            1,
            16,
            format!("found `X`, {}", rule(1, "rule1", "has each value once on its right side")),
        ),
        ("X - Y - => Z - X -", 1, 12, format!("found `Z`, {}", rule(1, "rule1", "has this variable on its left side"))),
        (
            "B - Y - => Y - - -",
            1,
            16,
            format!("found `-`, {}", rule(1, "rule1", "has each value once on its right side")),
        ),
        (
            "B - Y - => 1 - - - LABEL L",
            1,
            12,
            format!("found `1`, {}", rule(1, "L", "has this value on its left side")),
        ),
        ("X - X - => X - X -", 1, 5, format!("found `X`, {}", rule(1, "rule1", "does not ask for equal values"))),
        ("X Y - - => Y X - -", 1, 12, format!("found `Y`, {}", rule(1, "rule1", "keeps values in their domain"))),
        ("B 2 - - => B 2 - -", 1, 3, "found `2`, expected a value of the variable's domain, a variable or `-`".into()),
        ("B - - => - - - -", 1, 7, "found `=>`, expected `=>` after 4 values or variables".into()),
        ("B - - - - => - - - -", 1, 9, "found `-`, expected `=>` after 4 values or variables".into()),
        ("B - - - => - - -", 1, 17, "found end of line, expected 4 values or variables after `=>`".into()),
        ("B - - - => - - - - -", 1, 20, "found `-`, expected `LABEL`, `COST` or the end of the line".into()),
        ("B - - - => - - - - COST 0", 1, 25, "found `0`, expected a cost from 1 to 1000000".into()),
        ("B - - - => - - - - LABEL", 1, 25, "found end of line, expected a label".into()),
        ("B - - -", 1, 1, "found `B`, expected a rule with `=>`, or `GOAL`".into()),
        ("GOAL B 0 1", 1, 11, "found end of line, expected `GOAL` and 4 values".into()),
        ("GOAL B 3 1 2", 1, 8, "found `3`, expected a value of the variable's domain".into()),
        (
            "GOAL X 0 X 1",
            1,
            10,
            "found `X`, expected a variable that occurs once, because a goal cannot ask for equal values".into(),
        ),
        ("GOAL B - 1 2", 1, 1, "found `GOAL`, expected at least one goal that gives every value".into()),
        (
            "GOAL B 0 1 2\nGOAL B 0 1 1",
            2,
            1,
            "found `GOAL`, expected a goal with the same values as the first complete goal".into(),
        ),
    ] {
        let error = with(text).unwrap_err().to_string();
        assert_eq!(error, format!("line {}, column {column}: {message}", line + HEAD.lines().count()), "{text}");
    }
    for (text, message) in [
        ("", "line 1, column 1: found end of text, expected `DOMAIN` or the number of variables"),
        ("DOMAIN 3 1", "line 1, column 8: found `3`, expected a new name of a domain that is not a number"),
        ("DOMAIN a 300", "line 1, column 10: found `300`, expected a number of values from 1 to 256"),
        ("DOMAIN a 2\nx x", "line 2, column 3: found `x`, expected a new name of a value"),
        ("DOMAIN a 2\nx", "line 2, column 2: found end of text, expected the names of 2 values"),
        ("5000", "line 1, column 1: found `5000`, expected `DOMAIN`, or a number of variables from 1 to 4096"),
        ("2\na", "line 2, column 1: found `a`, expected the name of a domain, or a number of values"),
        ("2\n3", "line 2, column 2: found end of text, expected the domains of 2 variables"),
        ("2\n3 3 3", "line 2, column 5: found `3`, expected the end of the line after the domains of 2 variables"),
        ("1\n3", "line 1, column 1: found no `GOAL`, expected at least one goal"),
    ] {
        assert_eq!(read(text).map(|_| ()).unwrap_err().to_string(), message, "{text}");
    }
    let many = format!("256\n{}\nGOAL", "2 ".repeat(256));
    assert_eq!(
        read(&many).unwrap_err().to_string(),
        "line 3, column 1: found `GOAL`, expected at most 255 variables of a domain before the goal"
    );
}
