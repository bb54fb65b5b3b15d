//! Puzzles from files: their options, their group, words of moves, other forms, and oddities.

use std::fs;

use super::{file, loyd};

const DOCUMENTED: &str = include_str!("../../../docs/formats.md");

/// The id of one of our own definitions.
fn ours(name: &str) -> String {
    format!("@{}/../tests/data/definitions/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// Asserts that docs/formats.md names every key of an object.
#[track_caller]
fn is_documented(object: &serde_json::Value) {
    for key in object.as_object().unwrap().keys() {
        assert!(DOCUMENTED.contains(&format!("`{key}`")), "{key} is not in docs/formats.md");
    }
}

#[test]
fn options_say_what_an_id_says() {
    let puzzle = &ours("magicboard.tws");
    let id = format!("{puzzle}?metric=quarter");
    let of = |arguments: &[&str]| loyd(arguments).ends(0).out;
    // The rows of layers contain times, so only the last three lines are compared.
    let census = |arguments: &[&str]| of(arguments).lines().rev().take(3).map(String::from).collect::<Vec<_>>();
    assert_eq!(census(&["map", &id]), census(&["map", puzzle, "--metric", "quarter"]));
    assert_ne!(of(&["puzzles", &id]), of(&["puzzles", puzzle]));
    assert_eq!(of(&["puzzles", &id]), of(&["puzzles", puzzle, "--metric", "quarter"]));
    let chosen = [puzzle, "--moves", "A,B", "--scramble", "A B"];
    let solve = of(&[&["solve"], &chosen[..]].concat());
    assert_eq!(solve, of(&["solve", &format!("{puzzle}?moves=A,B"), "--scramble", "A B"]));
    let random = ["random", &ours("pyraminx_notips.tws"), "--omit", "EDGE", "--seed", "1"];
    assert!(!of(&random).contains('/'), "one set is left");
}

/// `R L'` turns the whole 2x2x2, and `U D` is a half turn except for how the cube is held.
#[test]
fn a_cube_may_be_held_any_way() {
    for (scramble, as_it_lies, any_way) in [("R L'", 2, 0), ("U", 1, 1), ("U D", 2, 1), ("R L' U", 3, 1)] {
        for (choice, length) in [(&[][..], as_it_lies), (&["--up-to", "rotation"], any_way)] {
            let run = loyd(&[&["solve", "2x2x2", "--scramble", scramble, "--format", "json"], choice].concat()).ends(0);
            assert_eq!(run.json()[0]["length"], length, "{scramble}: {run:#?}");
        }
    }
}

#[test]
fn scrambles_as_others_write_them_are_made_first() {
    for (puzzle, scramble) in [
        ("megaminx", "R++ D-- U'"),
        ("square-1", "(1,0)/(3,-3)/"),
        ("megaminx", "R++"),
        ("2x2x2", "(R U)4 [F, R2] // a comment"),
        ("2x2x2?moves=U,R,F", "R U F2 R'"),
        ("3x3x3", "Rw U2"),
    ] {
        let scrambled = loyd(&["solve", puzzle, "--scramble", scramble]).ends(0).out;
        assert_eq!(scrambled, loyd(&["solve", puzzle, scramble]).ends(0).out, "{scramble}");
    }
    let wrong = loyd(&["solve", "megaminx", "--scramble", "R++ X"]).ends(2).err;
    assert!(wrong.contains("scramble: line 1, column 5: found `X`"), "{wrong}");
    assert!(loyd(&["solve", "3x3x3", "--scramble", "R++ D--"]).ends(2).err.contains("found `R++`"));
    // Moves that describe a position must be possible, too.
    let letters = concat!("@", env!("CARGO_MANIFEST_DIR"), "/../definitions/letters.loyd");
    for words in [&["1-2"][..], &["--scramble", "1-2"]] {
        let barred = loyd(&[&["solve", letters], words].concat()).ends(2).err;
        assert!(barred.contains("found `1-2`, expected a move that can be made there: 6-9 8-9"), "{barred}");
    }
}

#[test]
fn moves_are_checked_as_others_write_them() {
    for (puzzle, state, moves) in [
        ("2x2x2", "R U", "U3 R'"),
        ("2x2x2", "R U", "(R U)'"),
        ("2x2x2", "(R U)4", "(U' R')4"),
        ("square-1", "(1,0)/(-1,0)", "(1,0)/(-1,0)"),
        ("megaminx", "R++", "R--"),
        ("3x3x3", "Rw U2", "F2 L'"),
    ] {
        let checked = loyd(&["check", puzzle, state, moves, "--limit-seconds", "60"]);
        assert!(checked.out.starts_with("yes: "), "{puzzle} {moves}: {checked:#?}");
    }
    let half = loyd(&["check", "2x2x2", "R2", "R2'"]).ends(0).out;
    assert!(half.starts_with("yes: 1 move, all legal"), "{half}");
    let quarter = loyd(&["check", "2x2x2", "R2", "R2'", "--metric", "quarter"]).ends(0).out;
    assert!(quarter.starts_with("yes: 2 moves, all legal"), "{quarter}");
    let wrong = loyd(&["check", "2x2x2", "R U", "U' (R'"]).ends(2).err;
    assert!(wrong.contains("moves: line 1, column 7: found end of text, expected the ) that closes"), "{wrong}");
    let wrong = loyd(&["check", "2x2x2", "R U", "U' (x R')"]).ends(3).out;
    assert!(wrong.starts_with("no: move 2 of 3 is not legal: line 1, column 5: found `x`"), "{wrong}");
    let rewritten = loyd(&["rewrite", "square-1", "(1,0)/(-1,0)"]).ends(0).out;
    assert!(rewritten.starts_with("(1,0)/(-1,0)\n"), "{rewritten}");
}

#[test]
fn what_is_pasted_without_its_puzzle_is_told() {
    let told = |call: &[&str]| loyd(call).ends(2).err;
    let wide = told(&["solve", "Rw U2 F"]);
    assert!(
        wide.contains("`Rw U2 F` is a move sequence of 3x3x3 or of 4x4x4; write the puzzle first: loyd solve"),
        "{wide}"
    );
    let turned = told(&["solve", "Rw", "U2", "x", "F", "D"]);
    assert!(
        turned.contains(
            "is a move sequence of 3x3x3 or of 4x4x4; write the puzzle first: loyd solve 3x3x3 \"Rw U2 x F D\""
        ),
        "{turned}"
    );
    assert!(told(&["solve", "R U"]).contains("is a move sequence of 2x2x2 or of 3x3x3 or of "));
    assert!(told(&["solve", &"URFDLB".repeat(9)[1..]]).contains("found 53 letters, expected 54"));
    assert!(told(&["solve", "nothing"]).contains("unknown puzzle `nothing`"));
}

#[test]
fn powers_are_chosen_as_moves() {
    let solved =
        |state: &str| loyd(&["solve", "2x2x2", state, "--moves", "R2,U", "--json"]).ends(0).json()[0]["moves"].clone();
    assert_eq!(solved("R2 U'"), serde_json::json!(["U", "R2"]));
    // Facelets and scrambles are read as usual.
    assert_eq!(solved("UUUURRRRFFFFDDDDLLLLBBBB"), serde_json::json!([]));
    // R2 is its own inverse.
    let census = loyd(&["map", "2x2x2", "--moves", "R2,U", "--limit-moves", "2", "--json"]).ends(4).json().remove(0);
    assert_eq!(census["layers"], serde_json::json!([1, 4, 6]));
    let rewritten = loyd(&["rewrite", "2x2x2", "R2 U R2' U", "--moves", "R2,U"]).ends(0).out;
    assert!(rewritten.starts_with("R2 U R2 U\n"), "{rewritten}");
    let wrong = loyd(&["rewrite", "2x2x2", "R U", "--moves", "R2,U"]).ends(2);
    assert!(wrong.err.contains("expected one of the chosen moves U R2"), "{wrong:#?}");
    let wrong = loyd(&["solve", "2x2x2", "R", "--moves", "R4,U"]).ends(2);
    assert!(wrong.err.contains("unknown move `R4`"), "{wrong:#?}");
}

#[test]
fn a_file_without_its_sign_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = &file(folder.path(), "ring", "Set S 3 1\nSolved\nEnd\nMove A\nS\n2 3 1\nEnd", "")[1..];
    for call in
        [&["solve", path, "A"][..], &["solve", path], &["map", path], &["puzzles", path], &["check", path, "A", "A"]]
    {
        let run = loyd(call).ends(2);
        assert!(run.err.contains(&format!("there is a file of that name: @{path}")), "{run:#?}");
    }
    let chosen = loyd(&["map", path, "--metric", "quarter"]).ends(2);
    assert!(chosen.err.contains(&format!(": @{path}")), "{chosen:#?}");
    loyd(&["map", &format!("@{path}")]).ends(0);
    // A folder is not a file, and a known puzzle needs no file.
    let run = loyd(&["map", folder.path().to_str().unwrap()]).ends(2);
    assert!(run.err.contains("`loyd puzzles` lists all"), "{run:#?}");
}

#[test]
fn a_choice_that_cannot_be_is_an_error() {
    let puzzle = &ours("magicboard.tws");
    for (arguments, says) in [
        (
            &["map", "8", "--metric", "quarter"][..],
            "--metric has no effect here: expected a puzzle with the metric quarter; the family sliding has the \
             metric multi",
        ),
        (
            &["map", "pancake:5", "--metric", "multi"],
            "--metric has no effect here: expected a puzzle from a file (@FILE), or a bundled one such as 3x3x3, or a \
             sliding board, found a puzzle of the family pancake",
        ),
        (&["map", puzzle, "--metric", "multi"], "the family file has the metric half or quarter or weights"),
        (&["map", "8?metric=multi", "--metric", "multi"], "the name of the puzzle already has `metric=`"),
        (&["map", "8?metric=quarter"], "found `metric=quarter`, expected metric=multi, or nothing"),
        (&["solve", "8", "12345678x", "--moves", "sideways"], "--moves has no effect here: expected tiles,"),
        (&["random", "pancake:5", "--omit", "A"], "--omit has no effect here"),
        (&["puzzles", "--metric", "half"], "--metric has no effect here: the option needs a puzzle"),
        (&["map", puzzle, "--moves", "Q"], "unknown move `Q`"),
        (&["map", puzzle, "--omit", "Q"], "unknown set `Q`"),
        (&["map", puzzle, "--up-to", "rotation"], "up-to=rotation: no rotations of the whole"),
        (&["map", puzzle, "--up-to", "mirror"], "[possible values: rotation]"),
        (
            &["map", &format!("{puzzle}?metric=half"), "--metric", "quarter"],
            "the name of the puzzle already has `metric=`",
        ),
        (&["map", puzzle, "--metric", "thirds"], "[possible values: half, multi, quarter, weights]"),
        (&["puzzles", "8", "--group"], "--group has no effect here: sliding:3x3 has no definition"),
        (&["rewrite", "8", "u"], "sliding:3x3 has no definition; expected a puzzle from a file"),
    ] {
        let run = loyd(arguments).ends(2);
        assert!(run.err.contains(says), "{arguments:?}: {run:#?}");
    }
}

#[test]
fn the_group_is_told() {
    let cube = loyd(&["puzzles", "3x3x3", "--group"]).ends(0).out;
    assert!(cube.contains("43252003274489856000 = 2^27 * 3^14 * 5^3 * 7^2 * 11"), "{cube}");
    assert!(cube.contains("\nParity rules of all positions:\n- "), "{cube}");
    let object = &loyd(&["puzzles", "3x3x3", "--group", "--format", "json"]).ends(0).json()[0];
    assert_eq!(object["positions"], "43252003274489856000");
    assert_eq!(object["positions_are_exact"], true);
    assert_eq!(object["rules"].as_array().map(Vec::len), Some(3));
    is_documented(object);
    object["orbits"].as_array().unwrap().iter().for_each(is_documented);
    // Two faces allow 120 permutations of six corners, whatever the seven edges do.
    let two = &loyd(&["puzzles", "3x3x3", "--moves", "U,R", "--group", "--format", "json"]).ends(0).json()[0];
    assert_eq!(two["positions"], "73483200");
    // Moves with conditions reach fewer positions than their group.
    let square = loyd(&["puzzles", "square-1", "--group"]).ends(0).out;
    assert!(square.contains("\npositions: 11958666854400 = 2^16 * 3^5 * 5^2 * 7^2 * 613\n"), "{square}");
    let letters = concat!("@", env!("CARGO_MANIFEST_DIR"), "/../definitions/letters.loyd");
    let letters = &loyd(&["puzzles", letters, "--group", "--json"]).ends(0).json()[0];
    assert_eq!((&letters["positions"], &letters["has_conditions"]), (&"5040".into(), &true.into()));
    let board = &loyd(&["puzzles", &ours("magicboard.tws"), "--group", "--json"]).ends(0).json()[0];
    assert_eq!((&board["order"], &board["order_is_exact"]), (&"40320".into(), &true.into()));
}

#[test]
fn what_stays_together_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let group = |puzzle: &str| loyd(&["puzzles", puzzle, "--group", "--json"]).ends(0).json().remove(0);
    // Four pieces in a ring: opposite pieces stay opposite. The move B equals the move A.
    let text = "Set S 4 1\nSolved\nEnd\nMove A\nS\n2 3 4 1\nEnd\nMove B\nS\n2 3 4 1\nEnd\n";
    let ring = &file(folder.path(), "ring.tws", text, "");
    assert!(loyd(&["puzzles", ring, "--group"]).ends(0).out.contains("- S: (1 3) (2 4)\n"));
    assert_eq!(group(ring)["blocks"][0]["blocks"], serde_json::json!([[1, 3], [2, 4]]));
    assert_eq!(group(ring)["merged"][0], serde_json::json!({"move": "A", "same": ["B"]}));
    for command in [&["solve", ring, "--scramble", "A", "-v"][..], &["map", ring, "-v"]] {
        let run = loyd(command).ends(0);
        assert!(run.err.contains("move A: also stands for B, which has the same effect\n"), "{run:#?}");
    }
    // Two sets that are shuffled in the same way.
    let (turn, swap) = ("2 3 4 5 1", "2 1 3 4 5");
    let moves = [turn, swap].map(|to| format!("Move M{}\nS\n{to}\nT\n{to}\nEnd\n", to.replace(' ', "")));
    let text = format!("Set S 5 1\nSet T 5 1\nSolved\nEnd\n{}", moves.concat());
    let two = &file(folder.path(), "two.tws", text, "");
    assert!(loyd(&["puzzles", two, "--group"]).ends(0).out.contains("- S and T\n"));
    assert_eq!(group(two)["bound"], serde_json::json!([["S", "T"]]));
}

#[test]
fn words_are_rewritten() {
    let rewrite = |arguments: &[&str]| loyd(&[&["rewrite", "3x3x3"], arguments].concat()).ends(0).out;
    let told = rewrite(&["R U R' U'"]);
    let proved = "4 moves, given as 4 moves\nproved: no shorter sequence has the same effect\n";
    assert!(told.starts_with(&format!("R U R' U'\n{proved}order: 6\ninverse: U R U' R'\n")), "{told}");
    assert_eq!(rewrite(&["R", "U", "--order"]), "105\n");
    assert_eq!(rewrite(&["R U", "--invert"]), "U' R'\n");
    assert_eq!(rewrite(&["R R R", "--canonical"]), "R'\n");
    assert_eq!(rewrite(&["R R'", "--canonical"]), "(no moves)\n");
    let object = &loyd(&["rewrite", "3x3x3", "[R, U]", "--format", "json"]).ends(0).json()[0];
    assert_eq!((&object["length"], &object["order"]), (&4.into(), &6.into()));
    is_documented(object);
    let wrong = loyd(&["rewrite", "3x3x3", "R Q", "--json"]).ends(2);
    assert_eq!(wrong.json()[0]["error"]["column"], 3, "{wrong:#?}");
    assert!(loyd(&["rewrite", "3x3x3", "R", "--order", "--json"]).ends(2).err.contains("--order has no effect"));
    let idle = loyd(&["rewrite", "3x3x3", "R", "--invert", "--limit-seconds", "1"]).ends(2);
    assert!(idle.err.contains("--limit-seconds has no effect here: the limit applies only to shortening"), "{idle:#?}");
    let short = loyd(&["rewrite", "3x3x3", "R U R' R U' U'", "--shorten"]).ends(0);
    assert_eq!((&*short.out, &*short.err), ("R U'\n", ""), "{short:#?}");
}

/// No search finds a solution in reasonable time, but a plan does, and its moves reach the goal.
#[test]
fn large_puzzles_have_some_solution_at_once() {
    for puzzle in ["3x3x3", "4x4x4", "megaminx", "loopover:5x5", "square-1"] {
        let random = loyd(&["random", puzzle, "--seed", "5"]).ends(0);
        let state = random.out.trim();
        let solved = loyd(&["solve", puzzle, state, "--first", "--json"]).ends(0).json().remove(0);
        assert!(solved["best"].as_u64() > solved["at_least"].as_u64(), "{solved:#}");
        let moves: Vec<&str> = solved["best_moves"].as_array().unwrap().iter().map(|m| m.as_str().unwrap()).collect();
        let goal = loyd(&["solve", puzzle, state, "--scramble", &moves.join(" "), "--json"]).ends(0).json().remove(0);
        assert_eq!((&goal["outcome"], &goal["length"]), (&"solved".into(), &0.into()), "{goal:#}");
        // Two phases need at most 30 moves (H. Kociemba: 12 and 18).
        assert!(puzzle != "3x3x3" || moves.len() <= 30, "{moves:?}");
    }
}

#[test]
fn words_are_counted_as_the_id_chooses() {
    let one = |arguments: &[&str]| loyd(&[&["rewrite"], arguments, &["--json"]].concat()).ends(0).json().remove(0);
    let row = one(&["3x3x3", "R2 U2 R", "--metric", "quarter"]);
    assert_eq!(
        (&row["reduced"], &row["length"], &row["shortened_length"]),
        (&"R R U U R".into(), &5.into(), &5.into())
    );
    // Centres and all edges are left out, so only corners distinguish words.
    let row = one(&["2x2x2?moves=U,R", "R U' R2"]);
    assert_eq!((&row["length"], &row["is_shortest"]), (&3.into(), &true.into()));
    let refused = loyd(&["rewrite", "3x3x3", "R F2 R", "--moves", "U,R"]).ends(2);
    assert!(refused.err.contains("line 1, column 3: found `F2`, expected one of the chosen moves U R"), "{refused:#?}");
    let refused = loyd(&["rewrite", "4x4x4", "[R: Uw] (R U2)'", "--moves", "R,Uw"]).ends(2);
    assert!(refused.err.contains("column 12: found `U2`, expected one of the chosen moves R Uw"), "{refused:#?}");
    let row = one(&[&ours("../../../definitions/one-way.loyd"), "left left left left right"]);
    assert_eq!((&row["reduced"], &row["cost"], &row["shortened_cost"]), (&"right".into(), &6.into(), &2.into()));
}

#[test]
fn words_are_shortened() {
    let of = |puzzle: &str, word: &str| {
        let row = loyd(&["rewrite", puzzle, word, "--json"]).ends(0).json().remove(0);
        is_documented(&row);
        (row["shortened"].as_str().unwrap().to_string(), row["shortened_length"].as_u64().unwrap(), row)
    };
    // The first word has a detour: U2 R2 U2 R2 U2 R2 = R2 U2 R2 U2 R2 U2, and its inverse behind it.
    for (puzzle, word, most) in [
        ("3x3x3", "F R B U2 R2 U2 R2 U2 R2 U2 R2 U2 R2 U2 R2 L D F", 6),
        ("3x3x3", "F U R L F2 B2 R' L' F2 B2 D L", 10),
        ("2x2x2?moves=U,R,F", "R U2 F U' U R' F2 R R U2 R2 U", 11),
    ] {
        let (short, length, row) = of(puzzle, word);
        assert!(length <= most && length < row["reduced_length"].as_u64().unwrap(), "{row:#}");
        // The word followed by the inverse of the shorter word changes nothing.
        assert_eq!(loyd(&["rewrite", puzzle, &format!("{word} ({short})'"), "--order"]).ends(0).out, "1\n", "{row:#}");
    }
    // With one-way moves, the way around is the shortest one.
    let one_way = concat!(env!("CARGO_MANIFEST_DIR"), "/../definitions/one-way.loyd");
    let (_, length, row) = of(&format!("@{one_way}"), "left right left right left right left right left right");
    assert!(row["is_shortest"] == true && length < 10, "{row:#}");
    // With conditions, the shorter word can be made wherever the longer one can.
    let board = ours("8puzzle.tws");
    let nothing = loyd(&["rewrite", &board, "Q"]).ends(2);
    assert!(nothing.err.contains("found `Q`, expected a move, perhaps with a number"), "{nothing:#?}");
    let folder = tempfile::tempdir().unwrap();
    let rows = |of: [&str; 2]| format!("\"\"\"\n{}\n{}\n\"\"\"", of[0], of[1]);
    let (picture, solved) = (rows(["1 2 3", "4 5 6"]), rows(["a a b", "b c _"]));
    let letters = format!("picture = {picture}\nsolved = {solved}\nslides = \"_\"\n");
    let letters = &file(folder.path(), "letters.loyd", &letters, "");
    let word = "5-6 2-5 1-2 4-1 1-4 2-1 5-2 6-5 5-6 2-5";
    let refused = loyd(&["rewrite", letters, "1-2", "--json"]).ends(0).json().remove(0);
    assert_eq!(refused["not_shortened"], "move 1, 1-2, cannot be made from the solved position", "{refused:#}");
    let (short, length, row) = of(letters, word);
    assert!(length == 2 && row["is_shortest"] == true, "{row:#}");
    let state = |word: &str| loyd(&["solve", letters, "--scramble", word, "--json"]).ends(0).json()[0]["state"].clone();
    assert_eq!(state(&short), state(word));
}

#[test]
fn forms_are_converted() {
    let folder = tempfile::tempdir().unwrap();
    let group = |puzzle: &str| {
        let mut object = loyd(&["puzzles", puzzle, "--group", "--json"]).ends(0).json().remove(0);
        object["puzzle"] = "".into();
        object
    };
    let puzzle = ours("pyraminx_notips.tws");
    for form in ["tws", "kpuzzle", "loyd"] {
        let text = loyd(&["convert", &puzzle, "--to", form]).ends(0).out;
        assert_eq!(group(&file(folder.path(), form, &text, "")), group(&puzzle), "{form}");
        let object = &loyd(&["convert", &puzzle[1..], "--to", form, "--json"]).ends(0).json()[0];
        assert_eq!((object["text"].as_str(), object["form"].as_str()), (Some(&*text), Some(form)));
        is_documented(object);
    }
    assert!(loyd(&["convert", "3x3x3", "--to", "tws"]).ends(0).out.contains("Move"));
    let kpuzzle = |form| loyd(&["convert", "3x3x3", "--to", form]).ends(0).out;
    assert_eq!(kpuzzle("json"), kpuzzle("kpuzzle"));
    let wrong = loyd(&["convert", &file(folder.path(), "w", "Set S", ""), "--to", "tws", "--json"]).ends(2);
    assert_eq!(wrong.json()[0]["error"]["line"], 1, "{wrong:#?}");
}

/// A definition in loyd's own form has the same census: conditions, identical pieces, weights, and goals with open
/// parts. PSVN is not written.
#[test]
fn forms_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let census = |puzzle: &str| -> Vec<String> {
        let rows = loyd(&["map", puzzle, "--format", "csv"]).ends(0).out;
        rows.lines().map(|row| row.rsplit_once(',').unwrap().0.into()).collect()
    };
    let definition = |name: &str| format!("@{}/../definitions/{name}.loyd", env!("CARGO_MANIFEST_DIR"));
    for puzzle in [definition("letters"), definition("one-way"), ours("2x4slide.tws")] {
        let text = loyd(&["convert", &puzzle, "--to", "loyd"]).ends(0).out;
        assert_eq!(census(&file(folder.path(), "loyd", &text, "")), census(&puzzle), "{puzzle}");
    }
    let refused = loyd(&["convert", "pyraminx", "--to", "psvn"]).ends(2);
    assert!(refused.err.contains("tws, kpuzzle, gap, loyd, permutations"), "{refused:#?}");
}

/// A definition written as GAP has the same census: orientations, powers and identical pieces.
#[test]
fn gap_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let census = |puzzle: &str| -> Vec<String> {
        let rows = loyd(&["map", puzzle, "--format", "csv"]).ends(0).out;
        rows.lines().map(|row| row.rsplit_once(',').unwrap().0.into()).collect()
    };
    for puzzle in ["pyraminx?omit=tips", "skewb", "twiddle:3x3r", "burnt-pancake:6"] {
        let plain = puzzle.split('?').next().unwrap();
        let text = loyd(&["convert", plain, "--to", "gap"]).ends(0).out;
        let object = &loyd(&["convert", plain, "--to", "gap", "--json"]).ends(0).json()[0];
        assert_eq!((object["text"].as_str(), object["form"].as_str()), (Some(&*text), Some("gap")));
        // Each tip is an orbit of its own.
        let chosen = if puzzle.contains('?') { "?omit=orbit6,orbit7,orbit8,orbit9" } else { "" };
        assert_eq!(census(&(file(folder.path(), "gap", &text, "") + chosen)), census(puzzle), "{puzzle}");
    }
    let refused = loyd(&["convert", "square-1", "--to", "gap"]).ends(2);
    assert!(refused.err.contains("what is legal cannot be written as GAP"), "{refused:#?}");
}

#[test]
fn a_converted_file_appears_when_it_is_complete() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.tws");
    let convert = |puzzle: &str, more: &[&str]| {
        loyd(&[&["convert", puzzle, "--to", "tws", "-o", path.to_str().unwrap()], more].concat())
    };
    let printed = |more: &[&str]| loyd(&[&["convert", "2x2x2", "--to", "tws"], more].concat()).ends(0).out;
    assert_eq!(convert("2x2x2", &[]).ends(0).out, "");
    assert_eq!(fs::read_to_string(&path).unwrap(), printed(&[]));
    // A failed conversion keeps the existing file, and leaves nothing beside it.
    let letters = concat!(env!("CARGO_MANIFEST_DIR"), "/../definitions/letters.loyd");
    let refused = convert(letters, &[]).ends(2);
    assert!(refused.err.contains("cannot be written as .tws"), "{refused:#?}");
    assert_eq!(fs::read_to_string(&path).unwrap(), printed(&[]));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    convert("2x2x2", &["--json"]).ends(0);
    assert_eq!(fs::read_to_string(&path).unwrap(), printed(&["--json"]));
    let nowhere = folder.path().join("no such folder").join("out.tws");
    let nowhere = loyd(&["convert", "2x2x2", "--to", "tws", "-o", nowhere.to_str().unwrap()]);
    assert!(nowhere.ends(2).err.contains("no such folder"));
}

#[test]
fn named_goals_are_listed() {
    let puzzle = &ours("goals.loyd");
    let told = loyd(&["puzzles", puzzle]).ends(0).out;
    let goals: Vec<&str> = told.lines().filter(|line| line.starts_with("--goal ")).collect();
    let [home, two, ..] = goals[..] else { panic!("{told}") };
    assert_eq!((home, two), ("--goal Home: A B C o o", "--goal \"two of three\": A B . . ."));
    let row = &loyd(&["puzzles", puzzle, "--json"]).ends(0).json()[0];
    assert_eq!(row["goals"][4], serde_json::json!({ "name": "either", "goal": "A B C o o || C o o B A" }));
    for goal in ["either", "EITHER", "A B C o o || C o o B A"] {
        let of =
            |state: &str| loyd(&["solve", puzzle, state, "--goal", goal, "--json"]).ends(0).json()[0]["length"].clone();
        assert_eq!((of("C o o B A"), of("A B C o o")), (0.into(), 0.into()), "{goal}");
    }
    let other = loyd(&["solve", puzzle, "A+1 B C o o"]).ends(3);
    assert!(other.err.contains("--goal odd"), "{other:#?}");
    let unknown = loyd(&["solve", puzzle, "A B C o o", "--goal", "hom"]).ends(2);
    let names = "goal: line 1, column 1: found `hom`, expected one of the goals: `Home` `two of three` `untwisted`";
    assert!(unknown.err.contains(names) && unknown.err.contains("(did you mean `Home`?)"), "{unknown:#?}");
    let short = loyd(&["solve", puzzle, "A B C o o", "--goal", "A B"]).ends(2);
    assert!(short.err.contains("end of text, expected 5 pieces") && short.err.contains("or one of the goals: `Home`"));
    let none = loyd(&["solve", "3x3x3", "R", "--goal", "cross"]).ends(2);
    assert!(none.err.contains("found `cross`") && none.err.contains("because no goal has a name"), "{none:#?}");
}

#[test]
fn what_is_odd_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let odd = file(folder.path(), "odd.tws", "Set S 3 1\nSolved\nEnd\nMove A\nS\n2 1 3\nEnd\n", "");
    assert!(loyd(&["lint", &odd]).ends(3).out.starts_with("odd: no move changes slot 3 of set `S`\n"));
    let found = loyd(&["lint", &odd, "--json"]).ends(3).json();
    assert_eq!((&found[0]["kind"], &found[0]["is_note"]), (&"untouched".into(), &false.into()));
    is_documented(&found[0]);
    assert!(loyd(&["lint", &ours("magicboard.tws")]).ends(0).out.ends_with("no findings\n"));
    loyd(&["lint", "no such file"]).ends(2);
}

/// Beside `m1` and `m12`, the square of `m1` is printed as `m1^2`, so that printed moves are read as the same moves.
#[test]
fn no_printed_move_is_read_as_another() {
    let folder = tempfile::tempdir().unwrap();
    let text = "picture = \"1 2 3 4 5\"\n[moves]\nm1 = \"1 2 3 4\"\nm12 = \"4 5\"\n";
    let path = folder.path().join("clash.loyd");
    std::fs::write(&path, text).unwrap();
    let puzzle = &format!("@{}", path.display());
    for start in ["3 4 1 2 5", "1 2 3 5 4", "5 3 1 2 4", "2 5 4 1 3"] {
        let solved = &loyd(&["solve", puzzle, start, "--json"]).ends(0).json()[0];
        let moves: Vec<&str> = solved["moves"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
        loyd(&["check", puzzle, start, &moves.join(" ")]).ends(0);
        let word = &loyd(&["rewrite", puzzle, &moves.join(" "), "--json"]).ends(0).json()[0];
        assert_eq!(word["word"], moves.join(" ").as_str(), "{word}");
    }
    let rewritten = loyd(&["rewrite", puzzle, "m1 m1"]).ends(0).out;
    assert!(rewritten.starts_with("m1^2\n") && rewritten.contains("order: 2"), "{rewritten}");
    let facts = &loyd(&["puzzles", puzzle, "--json"]).ends(0).json()[0];
    assert!(facts["moves"].as_str().unwrap().starts_with("m1 m1^2 m1' m12 ("), "{facts}");
    assert!(loyd(&["solve", puzzle, "3 4 1 2 5", "--moves", "m1^2,m12"]).ends(0).out.starts_with("m1^2\n"));
}
