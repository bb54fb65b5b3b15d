//! Puzzles from files: what is chosen of them, the group behind them, words of moves, other forms, what is odd.

use super::{file, loyd};

const DOCUMENTED: &str = include_str!("../../../docs/formats.md");

/// One of our own definitions.
fn ours(name: &str) -> String {
    format!("@{}/../tests/data/definitions/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// Every key of an object is in the document.
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
    // Layers have times.
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

#[test]
fn a_choice_that_cannot_be_is_an_error() {
    let puzzle = &ours("magicboard.tws");
    for (arguments, says) in [
        (&["map", "8", "--metric", "quarter"][..], "--metric has no effect here: sliding is none; expected a puzzle"),
        (
            &["solve", "8", "12345678x", "--moves", "sideways"],
            "--moves has no effect here: sliding is none; expected tiles,",
        ),
        (&["random", "pancake:5", "--omit", "A"], "--omit has no effect here"),
        (&["puzzles", "--metric", "half"], "--metric has no effect here: it needs a puzzle"),
        (&["map", puzzle, "--moves", "Q"], "there is no move `Q`"),
        (&["map", puzzle, "--omit", "Q"], "there is no set `Q`"),
        (&["map", &format!("{puzzle}?metric=half"), "--metric", "quarter"], "the puzzle's name has `metric=` already"),
        (&["map", puzzle, "--metric", "thirds"], "[possible values: half, quarter, weights]"),
        (&["puzzles", "8", "--group"], "--group has no effect here: the moves of sliding:3x3 are no definition"),
        (&["rewrite", "8", "u"], "the moves of sliding:3x3 are no definition; expected a puzzle from a file"),
    ] {
        let run = loyd(arguments).ends(2);
        assert!(run.err.contains(says), "{arguments:?}: {run:#?}");
    }
}

#[test]
fn the_group_is_told() {
    let cube = loyd(&["puzzles", "3x3x3", "--group"]).ends(0).out;
    assert!(cube.contains("43252003274489856000 = 2^27 * 3^14 * 5^3 * 7^2 * 11"), "{cube}");
    assert!(cube.contains("\nAll positions keep:\n- "), "{cube}");
    let object = &loyd(&["puzzles", "3x3x3", "--group", "--format", "json"]).ends(0).json()[0];
    assert_eq!(object["positions"], "43252003274489856000");
    assert_eq!(object["positions_are_exact"], true);
    assert_eq!(object["rules"].as_array().map(Vec::len), Some(3));
    is_documented(object);
    object["orbits"].as_array().unwrap().iter().for_each(is_documented);
    // Two faces: 120 permutations of six corners, whatever the seven edges do.
    let two = &loyd(&["puzzles", "3x3x3", "--moves", "U,R", "--group", "--format", "json"]).ends(0).json()[0];
    assert_eq!(two["positions"], "73483200");
    let board = &loyd(&["puzzles", &ours("magicboard.tws"), "--group", "--json"]).ends(0).json()[0];
    assert_eq!((&board["order"], &board["order_is_exact"]), (&"40320".into(), &true.into()));
}

#[test]
fn what_stays_together_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let group = |puzzle: &str| loyd(&["puzzles", puzzle, "--group", "--json"]).ends(0).json().remove(0);
    // Four in a ring: opposite ones stay opposite. B is A again.
    let text = "Set S 4 1\nSolved\nEnd\nMove A\nS\n2 3 4 1\nEnd\nMove B\nS\n2 3 4 1\nEnd\n";
    let ring = &file(folder.path(), "ring.tws", text, "");
    assert!(loyd(&["puzzles", ring, "--group"]).ends(0).out.contains("- S: (1 3) (2 4)\n"));
    assert_eq!(group(ring)["blocks"][0]["blocks"], serde_json::json!([[1, 3], [2, 4]]));
    assert_eq!(group(ring)["merged"][0], serde_json::json!({"move": "A", "same": ["B"]}));
    for command in [&["solve", ring, "--scramble", "A", "-v"][..], &["map", ring, "-v"]] {
        let run = loyd(command).ends(0);
        assert!(run.err.contains("move A: stands for B, too: the effect is the same\n"), "{run:#?}");
    }
    // Two sets that are shuffled alike.
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
    assert!(told.starts_with("R U R' U'\n4 moves, written as 4 moves\norder: 6\ninverse: U R U' R'\n"), "{told}");
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
    let wrong = loyd(&["convert", &file(folder.path(), "w", "Set S", ""), "--to", "tws", "--json"]).ends(2);
    assert_eq!(wrong.json()[0]["error"]["line"], 1, "{wrong:#?}");
}

#[test]
fn what_is_odd_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let odd = file(folder.path(), "odd.tws", "Set S 3 1\nSolved\nEnd\nMove A\nS\n2 1 3\nEnd\n", "");
    assert!(loyd(&["lint", &odd]).ends(3).out.starts_with("odd: no move changes slot 3 of set `S`\n"));
    let found = loyd(&["lint", &odd, "--json"]).ends(3).json();
    assert_eq!((&found[0]["kind"], &found[0]["is_note"]), (&"untouched".into(), &false.into()));
    is_documented(&found[0]);
    assert!(loyd(&["lint", &ours("magicboard.tws")]).ends(0).out.ends_with("nothing odd\n"));
    loyd(&["lint", "no such file"]).ends(2);
}
