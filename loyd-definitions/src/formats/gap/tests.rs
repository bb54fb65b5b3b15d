use std::fmt::Write;

use super::*;
use crate::bundled;
use crate::bundled::plain::PlainSearch;
use crate::definition::{DefinitionFormat, Metric, Repeats};
use crate::formats::write;

/// A sample of CayleyPy, which PuzzleGeometry has written.
fn sample(name: &str) -> String {
    let path = format!("{}/../tests/data/cayleypy/gap/{name}.gap", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn shape(definition: &Definition) -> Vec<(usize, u8)> {
    definition.sets.iter().map(|set| (set.slots, set.orientations)).collect()
}

fn error(text: &str) -> String {
    read(text).unwrap_err().to_string()
}

#[test]
fn samples_are_read_as_slots_with_sides() {
    for (name, sets, moves) in [
        ("2x2x2", &[(8, 3)][..], 6),
        ("pyraminx", &[(6, 2), (4, 3), (4, 3)], 8),
        ("skewb", &[(4, 3), (4, 3), (6, 1)], 8),
        ("dino", &[(12, 1)], 8),
        ("pyramorphix", &[(4, 1), (4, 1)], 6),
        ("FTO", &[(6, 2), (12, 1), (12, 1), (12, 1)], 8),
    ] {
        let definition = crate::formats::read(&sample(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(definition.form, DefinitionFormat::Gap, "{name}");
        assert_eq!((&*shape(&definition), definition.moves.len()), (sets, moves), "{name}");
        assert!(definition.moves.iter().all(|m| m.repeats == Repeats::Inverse && !m.name.starts_with("M_")), "{name}");
        let again = read(&write::write(&definition, DefinitionFormat::Gap).unwrap()).unwrap();
        assert_eq!(
            (again.moves, again.solved, again.sets),
            (definition.moves, definition.solved, definition.sets),
            "{name}"
        );
    }
}

#[test]
fn samples_grow_as_known() {
    // Counts of the skewb and of dino are from twsearch (commit 268d1a3). The other counts are from a search in another
    // program, which permuted the points of the files.
    for (name, choice, expected) in [
        ("2x2x2", "", &[1, 12, 114, 924, 6539][..]),
        ("pyraminx", "", &[1, 16, 136, 896, 5456]),
        ("pyraminx", "moves=BL,BR,F,D", &[1, 8, 48, 288, 1728, 10128]),
        ("skewb", "", &[1, 16, 208, 2280, 19683]),
        ("pyramorphix", "", &[1, 6, 27, 42, 20, 0]),
        ("skewb", "moves=D,UR,UL,B", &[1, 8, 48, 288, 1728, 10248, 59304]),
        ("dino", "", &[1, 16, 160, 1408, 11712]),
    ] {
        let definition = read(&sample(name)).unwrap();
        let plain = PlainSearch::new(&definition, choice, Metric::Half);
        let found = plain.first(expected.len());
        assert_eq!(found, expected[..found.len()], "{name}");
        assert!(expected[found.len()..].iter().all(|&count| count == 0), "{name}");
    }
    // A turn of a face is a turn of the opposite corner, and of the whole pyraminx.
    let pyraminx = bundled::open("pyraminx", "").unwrap().unwrap();
    let expected = PlainSearch::new(&pyraminx, "", Metric::Half).first(5);
    assert_eq!(PlainSearch::new(&read(&sample("pyraminx")).unwrap(), "", Metric::Half).first(5), expected);
}

#[test]
fn products_powers_and_groups_are_read() {
    let moves = |text: &str| {
        let definition = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let moves = definition.moves.iter().map(|m| (m.name.clone(), m.action.from().to_vec()));
        moves.collect::<Vec<_>>()
    };
    let of =
        |list: &[(&str, &[u16])]| list.iter().map(|&(name, from)| (name.into(), from.to_vec())).collect::<Vec<_>>();
    // The piece of point 1 goes to point 2, then to point 3.
    let expected = of(&[("a", &[1, 0, 2, 3]), ("b", &[0, 2, 3, 1]), ("g3", &[3, 0, 2, 1])]);
    for text in [
        "a := (1,2); b := (2,4,3);\nGen := [a, b, a * b^-1];",
        "a:=(1,2);b:=(2,4,3);;G:=Group(a,b,b^2);Size(Group(G));",
        "# a comment\na := (1, 2)();\r\nb := (2,4,3)\r\n;G := [a,b,(1)(2,3,4)];\nSize(Stabilizer(Group(G), ip, On))",
    ] {
        let found = moves(text);
        assert_eq!(found.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["a", "b", "g3"], "{text}");
        assert_eq!(found[..2], expected[..2], "{text}");
    }
    assert_eq!(
        moves("a := (1,2); b := (2,4,3); [a, b, b*a];"),
        of(&[("a", &[1, 0, 2, 3]), ("b", &[0, 2, 3, 1]), ("g3", &[2, 0, 3, 1]),])
    );
    // Permutations alone, a list alone, and a name with backslashes.
    for text in ["(1,2),(2,3)", "[(1,2),(2,3)]", "(1,2);\n(2,3);", "Group((1,2),(2,3))", "G := Group([(1,2),(2,3)]);"] {
        assert_eq!(moves(text), of(&[("g1", &[1, 0, 2]), ("g2", &[0, 2, 1])]), "{text}");
    }
    assert_eq!(
        moves("g1 := (1,2); \\1\\-3 := (2,3); [(1,3), g1, \\1\\-3]").iter().map(|m| &*m.0).collect::<Vec<_>>(),
        ["g2", "g1", "1-3"]
    );
    assert_eq!(moves("M_1 := (1,2); M_2 := (2,3)")[1].0, "M_2");
    assert_eq!(moves("M_M_R := (1,2); M_F := (2,3)")[0].0, "M_R");
}

#[test]
fn points_of_one_colour_are_identical_pieces() {
    let moves = "a := (1,2,3,4); b := (3,4,5);";
    for (text, pieces) in [
        ("", &[0, 1, 2, 3, 4][..]),
        ("ip := [[1,2],[4,5]];", &[0, 0, 1, 2, 2]),
        ("ip := [[1],[4,2]];", &[0, 1, 2, 1, 3]),
        ("central := [7,7,0,0,7];", &[0, 0, 1, 1, 0]),
        ("central_state := [1, 1];", &[0, 0, 1, 2, 3]),
        ("ip := [];", &[0, 1, 2, 3, 4]),
    ] {
        let definition = read(&format!("{moves}{text}")).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(*definition.solved.pieces, *pieces, "{text}");
        let written = write::write(&definition, DefinitionFormat::Gap).unwrap();
        assert_eq!(*read(&written).unwrap().solved.pieces, *pieces, "{written}");
    }
    // Corners of three points: two of them are identical but turned, and a turn of the last one shows no difference.
    let corners = "a := (1,4,7)(2,5,8)(3,6,9);\nb := (1,5)(2,6)(3,4);\n";
    let turned = read(&format!("{corners}central := [1,2,2, 2,1,2, 5,5,5];")).unwrap();
    assert_eq!((&*turned.solved.pieces, &*turned.solved.orientations), (&[0, 0, 1][..], &[0, 1, 0][..]));
    assert_eq!((shape(&turned), &*turned.sets[0].known_modulo), (vec![(3, 3)], &[(1, 1)][..]));
    // PuzzleGeometry lists one point of each piece.
    let listed = read(&format!("{corners}ip := [[1],[4],[7]];")).unwrap();
    assert_eq!((&*listed.solved.pieces, &*listed.sets[0].known_modulo), (&[0, 1, 2][..], &[][..]));
    // A twin's colour counts, too.
    let twins = read("a := (1,2)(4,5); b := (2,3)(5,6); ip := [[1,2,3],[4],[5,6]];").unwrap();
    assert_eq!((&*twins.solved.pieces, shape(&twins)), (&[0, 1, 1][..], vec![(3, 1)]));
}

#[test]
fn bundled_puzzles_are_written_and_grow_alike() {
    let mut refused = Vec::new();
    let mut number = 0;
    for entry in bundled::BUNDLED {
        for example in entry.examples {
            let parameters = example.split_once(':').map_or("", |(_, parameters)| parameters);
            let definition = bundled::open(entry.name, parameters).unwrap().unwrap();
            match write::write(&definition, DefinitionFormat::Gap) {
                Ok(text) => {
                    let again =
                        crate::formats::read(&text).unwrap_or_else(|error| panic!("{example}: {error}\n{text}"));
                    assert_eq!(again.form, DefinitionFormat::Gap, "{example}");
                    number += 1;
                    if definition.slots() <= 25 {
                        let first = |definition| PlainSearch::new(definition, "", Metric::Half).first(4);
                        assert_eq!(first(&again), first(&definition), "{example}\n{text}");
                    }
                }
                Err(error) => refused.push(format!("{example}: {error}")),
            }
        }
    }
    assert!(number >= 16, "{number}");
    for refused in &refused {
        let is_known = ["letters:", "torus:", "square-1:", "lx:"].iter().any(|name| refused.starts_with(name));
        assert!(is_known && refused.contains("cannot be written as GAP: "), "{refused}");
    }
    assert!(refused.len() >= 3, "{refused:?}");
}

#[test]
fn small_puzzles_have_the_same_census_again() {
    for (name, parameters) in
        [("burnt-pancake", "5"), ("twiddle", "2x2n2o"), ("twiddle", "3x3r"), ("loopover", "3x3"), ("m12", "")]
    {
        let definition = bundled::open(name, parameters).unwrap().unwrap();
        let again = read(&write::write(&definition, DefinitionFormat::Gap).unwrap()).unwrap();
        let census = |definition| PlainSearch::new(definition, "", Metric::Half).census();
        assert_eq!(census(&again), census(&definition), "{name}:{parameters}");
    }
}

#[test]
fn what_the_form_cannot_say_is_refused_by_name() {
    let refused =
        |text: &str| write::write(&crate::formats::read(text).unwrap(), DefinitionFormat::Gap).unwrap_err().to_string();
    let picture = "picture = \"a b c\"\n";
    for (text, expected) in [
        (
            "moves.A = { cycles = \"a b c\", weight = 2 }",
            "move `A` cannot be written as GAP: the format has no weights",
        ),
        (
            "moves.A = { cycles = \"a b\", when = \"a = a\" }",
            "move `A` cannot be written as GAP: the format has no conditions on moves",
        ),
        (
            "moves.A = { cycles = \"a b c\", inverses = false }",
            "move `A` cannot be written as GAP: in this format the inverse of every move is a move",
        ),
        (
            "goal = \"a b ?\"\nmoves.A = \"a b c\"",
            "the goals cannot be written as GAP: the only goal of the format is the initial position",
        ),
        (
            "legal = \"a != b\"\nmoves.A = \"a b c\"",
            "what is legal cannot be written as GAP: in this format every position is legal",
        ),
    ] {
        assert_eq!(refused(&format!("{picture}{text}")), expected);
    }
}

#[test]
fn names_are_read_again() {
    let picture = "picture = \"a b c d\"\n[moves]\n";
    for name in ["if", "7", "1-2", "Gen", "U'2", "é#", "M_x", "a\\b", "\\"] {
        let text = format!("{picture}'{name}' = \"a b c\"\nother = \"a b c d\"").replace("'U'2'", "\"U'2\"");
        let definition = crate::formats::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let written = write::write(&definition, DefinitionFormat::Gap).unwrap();
        let again = read(&written).unwrap_or_else(|error| panic!("{error}\n{written}"));
        let found: Vec<&str> = again.moves.iter().map(|m| m.name.as_str()).collect();
        assert_eq!(found, [name, "other", "other2"], "{written}");
    }
    for name in ["ip", "central", "central_state", "Group", "Size"] {
        let definition = crate::formats::read(&format!("{picture}{name} = \"a b c\"")).unwrap();
        let refused = write::write(&definition, DefinitionFormat::Gap).unwrap_err().to_string();
        assert!(refused.contains("the format does not allow this name"), "{refused}");
    }
}

#[test]
fn errors_name_the_place() {
    for (text, expected) in [
        ("a := (1,2", "line 1, column 10: found end of text, expected `,` or `)` after a point"),
        ("a := (1,2)\nb := (2,3);", "line 2, column 1: found `b`, expected `;` after a statement"),
        ("a := (1,2)(3,1);", "line 1, column 14: found `1`, expected a point that is not yet in these cycles"),
        ("(1,4000000000)", "line 1, column 4: found `4000000000`, expected a point from 1 to 16384"),
        ("(0,1)", "line 1, column 2: found `0`, expected a point from 1 to 16384"),
        ("a := (1 2);", "line 1, column 9: found `2`, expected `,` or `)` after a point"),
        (
            "Gen := [(1,2), b];",
            "line 1, column 16: found `b`, expected a permutation such as (1,2,3)(4,5), or the name of one",
        ),
        ("Gen := [];", "line 1, column 9: found `]`, expected a permutation such as (1,2,3)(4,5), or the name of one"),
        ("a := ();", "line 1, column 6: found `(`, expected a permutation that moves a point"),
        ("a := (1,2); a := (2,3);", "line 1, column 13: found `a`, expected a new name"),
        ("a := (1,2); [a, a]", "line 1, column 17: found `a`, expected a generator that is not yet in the list"),
        ("A := [(1,2)]; B := [(2,3)];", "line 1, column 20: found `[`, expected only one list of generators"),
        ("a := (1,2)^x;", "line 1, column 12: found `x`, expected a power from -1000000 to 1000000"),
        ("(1,2); ip := [1];", "line 1, column 15: found `1`, expected a list of points such as [1,2]"),
        ("(1,2); ip := [[1],[1]];", "line 1, column 20: found `1`, expected a point that has no colour yet"),
        ("(1,2); central := [[1]];", "line 1, column 20: found `[`, expected a number, the colour of a point"),
        ("(1,2); Size(((", "line 1, column 15: found end of text, expected `)` at the end of Size(...)"),
        (
            "x := \"a\";",
            "line 1, column 6: found `\"`, expected a permutation such as (1,2,3)(4,5), or the name of one",
        ),
    ] {
        assert_eq!(error(text), expected, "{text}");
    }
}

/// Small texts that ask for large work are refused, or read at once.
#[test]
fn work_is_bounded() {
    let row =
        |points: std::ops::RangeInclusive<usize>| points.map(|point| point.to_string()).collect::<Vec<_>>().join(",");
    let cycle = format!("a := ({});", row(1..=300));
    // A cycle of 300 points is 3 slots with 100 sides.
    assert_eq!(shape(&read(&cycle).unwrap()), [(3, 100)]);
    assert!(error(&format!("{cycle} b := (1,2);")).contains("at most 255 slots that moves exchange, not 300"));
    let cycle = format!("a := ({});", row(1..=16_384));
    assert!(error(&cycle).contains("at most 255 slots that moves exchange, not 256"));
    let chain = (1..=3000).fold(cycle.clone(), |text, at| format!("{text}a{at} := a*a;"));
    assert!(error(&chain).contains("products of at most 16777216 points in all"));
    let pairs: String = (1..=4097).fold(String::new(), |mut text, pair| {
        write!(text, "p{pair} := ({},{});", 2 * pair - 1, 2 * pair).unwrap();
        text
    });
    assert!(error(&pairs).contains("at most 4096 slots, not 4097"));
    let primes = [2, 3, 5, 7, 11, 13, 17, 19, 23];
    let mut first = 1;
    let cycles: String = primes
        .map(|prime| {
            first += prime;
            format!("({})", row(first - prime..=first - 1))
        })
        .concat();
    assert!(error(&format!("x := {cycles};")).contains("a permutation of order at most 1000000"));
    let many = "(1,2),".repeat(20_000);
    assert!(error(&many).contains("at most 16384 permutations"));
    for text in
        ["(".repeat(100_000), "[".repeat(100_000), format!("a := {}", "(1,2)^2*".repeat(100_000)), "M_".repeat(100_000)]
    {
        assert!(crate::formats::read(&text).is_err());
    }
    let long = format!("{} := (1,2);", "M_".repeat(100_000));
    assert_eq!(read(&long).unwrap().moves[0].name.len(), 2);
    let huge = "(1,2)".repeat((1 << 24) / 5 + 1);
    assert!(crate::formats::read(&huge).unwrap_err().to_string().contains("at most 16777216 bytes"));
}
