//! `loyd puzzles`, `random`, `rank` and `unrank`.

use super::{fed, is_whole, loyd, members, stopped};

#[test]
fn the_catalogue_lists_every_family() {
    let run = loyd(&["puzzles"]).ends(0);
    let objects = loyd(&["puzzles", "--format", "json"]).ends(0).json();
    assert_eq!(objects.len(), loyd::catalogue::FAMILIES.len());
    assert!(run.out.lines().all(|line| line.chars().count() <= 80), "{run:#?}");
    for (listed, (family, object)) in loyd::catalogue::FAMILIES.iter().zip(&objects).enumerate() {
        assert!(family.what.len() <= loyd::catalogue::Family::WIDEST_WHAT, "{}", family.what);
        // Every family has one line in a list that fits 80 columns.
        let is_line = |line: &&str| line.split_once("  ").is_some_and(|(_, what)| what.trim() == family.what);
        let line = run.out.lines().find(is_line).unwrap_or_else(|| panic!("{}: {run:#?}", family.name));
        assert!(family.syntax.starts_with(line.split(' ').next().unwrap()), "{line}");
        assert_eq!((&object["family"], &object["kind"]), (&family.name.into(), &family.kind.name().into()));
        assert!(object["examples"].as_array().unwrap().iter().all(|id| !id.as_str().unwrap().contains('@')));
        let told = loyd(&["puzzles", family.name, "--format", "json"]).ends(0);
        assert!(!told.out.contains("tests/data"), "{told:#?}");
        // The members are opened for their facts, so the shorter law asks for the text of every second family.
        if !is_whole() && listed % 2 == 1 {
            continue;
        }
        let told = loyd(&["puzzles", family.name]).ends(0);
        assert!(told.out.starts_with(family.name) && told.out.contains(family.syntax), "{told:#?}");
        let named = object["aliases"].as_array().unwrap();
        for ((alias, id), named) in family.aliases.iter().zip(named) {
            assert!(told.out.contains(alias) && named["alias"] == *alias, "{alias}");
            assert_eq!(named["puzzle"], *id);
            // The puzzle is opened for its facts, so the shorter law asks for one alias of each family.
            if *alias != family.aliases[0].0 && !is_whole() {
                continue;
            }
            let told = loyd(&["puzzles", &alias.replace("RxC", "2x3").to_uppercase()]).ends(0);
            assert!(told.out.starts_with(&format!("{}: ", id.replace("RxC", "2x3"))), "{alias}: {told:#?}");
        }
    }
}

#[test]
fn goals_that_have_a_name_are_told() {
    let run = loyd(&["puzzles", "8"]).ends(0);
    let objects = loyd(&["puzzles", "8", "--format", "json"]).ends(0).json();
    let goals = objects[0]["goals"].as_array().unwrap();
    assert_eq!(goals.len(), 3);
    for goal in goals {
        let (name, goal) = (goal["name"].as_str().unwrap(), goal["goal"].as_str().unwrap());
        assert!(run.out.contains(&format!("--goal {name}: {goal}\n")), "{run:#?}");
        assert_eq!(loyd(&["solve", "8", goal, "--goal", name]).ends(0).out, "(no moves)\n0 moves, this is the goal\n");
    }
    let objects = loyd(&["puzzles", "magic-board", "--format", "json"]).ends(0).json();
    assert_eq!(objects[1]["goals"].as_array().map(Vec::len), Some(0));
}

#[test]
fn a_puzzle_is_told_and_its_example_solved() {
    for puzzle in ["8", "sliding:2x3", "swap:3", "pancake:7", "magic-board"] {
        let run = loyd(&["puzzles", puzzle]).ends(0);
        for part in ["states: ", "God's number: ", "source: ", "moves: ", "syntax of a state: ", "heuristics: "] {
            assert!(run.out.contains(part), "{puzzle}: {part:?} is missing in {run:#?}");
        }
        // The output for a family of one member begins with the family.
        let objects = loyd(&["puzzles", puzzle, "--format", "json"]).ends(0).json();
        let example = objects.iter().find_map(|object| object["example"].as_str()).unwrap();
        loyd(&["solve", puzzle, example]).ends(0);
    }
    assert!(loyd(&["puzzles", "8"]).out.contains("181440"));
    assert!(loyd(&["puzzles", "15"]).out.contains("God's number: 80"));
}

#[test]
fn every_member_named_in_the_catalogue_answers() {
    let mut told = 0;
    for id in members(1) {
        let example = loyd::planner::open(id, None).unwrap_or_else(|error| panic!("{id}: {error}")).facts().example;
        let run = loyd(&["solve", id, &example]).ends(0);
        assert!(run.err.is_empty(), "{id}: {run:#?}");
        let moves = run.out.lines().next().unwrap();
        assert!(loyd(&["check", id, &example, moves]).ends(0).out.contains("no shorter solution"), "{id}");
        let drawn = loyd(&["random", id, "--seed", "4"]).ends(0).out;
        let run = loyd(&["solve", id, drawn.trim(), "--limit-nodes", "1", "--show"]);
        assert!([0, 4].contains(&run.code) && run.out.contains("start"), "{id}: {run:#?}");
        told += 1;
    }
    assert!(told >= if is_whole() { 27 } else { 9 }, "only {told}");
}

#[test]
fn random_positions_are_solvable_and_repeatable() {
    for puzzle in ["8", "15", "sliding:2x7", "swap:3", "pancake:9", "magic-board"] {
        let draw = || loyd(&["random", puzzle, "--count", "20", "--seed", "11"]).ends(0).out;
        let drawn = draw();
        assert_eq!(drawn, draw());
        assert_eq!(drawn.lines().count(), 20);
        // The limit stops every search, but parity is checked first.
        let run = fed(&["solve", puzzle, "-", "--limit-nodes", "1"], &drawn);
        assert!([0, 4].contains(&run.code) && !run.out.contains("unsolvable"), "{run:#?}");
    }
    assert_ne!(loyd(&["random", "15"]).ends(0).out, loyd(&["random", "15"]).ends(0).out);
    let told = loyd(&["random", "15", "-v"]).ends(0);
    let seed = told.err.trim().strip_prefix("seed: ").unwrap().to_string();
    assert_eq!(loyd(&["random", "15", "--seed", &seed]).ends(0).out, told.out);
    assert_eq!(loyd(&["random", "8", "--count", "0"]).ends(0).out, "");
}

#[test]
fn no_random_position_comes_twice() {
    for (puzzle, depth, all) in [("pancake:4", None, 24), ("sliding:2x2", None, 12), ("8", Some("31"), 2)] {
        let far = depth.map_or(vec![], |depth| vec!["--depth", depth]);
        let draw = |count: usize| {
            loyd(&[&["random", puzzle, "--seed", "3", "--count", &count.to_string()], &far[..]].concat())
        };
        let drawn = draw(all).ends(0).out;
        assert_eq!(drawn.lines().collect::<std::collections::HashSet<_>>().len(), all, "{puzzle}");
        let run = draw(all + 1).ends(0);
        assert_eq!(run.out, drawn);
        assert_eq!(run.err, format!("loyd: {all} different positions were found, and no other\n"));
    }
}

#[test]
fn scrambles_lead_to_the_positions_that_the_seed_draws() {
    let shape = "sliding:@../tests/data/shape-bridge.txt";
    for puzzle in ["8", "15", "pancake:9", "swap:3", "2x2x2", "3x3x3", "skewb", "square-1", shape] {
        let random = |more: &[&str]| {
            let run =
                loyd(&[&["random", puzzle, "--seed", "5", "--count", "2", "--limit-seconds", "60"], more].concat());
            run.ends(0).out
        };
        let scrambles = random(&["--scrambles"]);
        let states = loyd(&["random", puzzle, "--seed", "5", "--count", "2"]).ends(0).out;
        for (scramble, state) in scrambles.lines().zip(states.lines()) {
            let run = loyd(&["solve", puzzle, "--scramble", scramble, "--limit-nodes", "1", "--format", "json"]);
            assert_eq!(run.json()[0]["state"], state, "{puzzle} {scramble}");
            // Turns of the Square-1 between two slices are one pair.
            assert!(!scramble.contains(")("), "{scramble}");
        }
        assert_eq!(scrambles.lines().count(), 2);
    }
    let run = loyd(&["random", "8", "--scrambles", "--table", "x"]).ends(2);
    assert!(run.err.contains("the table is used only with --depth"), "{run:#?}");
    let one_way = concat!("@", env!("CARGO_MANIFEST_DIR"), "/../definitions/one-way.loyd");
    let run = loyd(&["random", one_way, "--scrambles", "--seed", "1"]).ends(2);
    assert!(run.err.contains("--scrambles has no effect here: some moves of the puzzle have no inverse"), "{run:#?}");
}

#[test]
fn random_positions_at_a_depth_are_that_far() {
    for (depth, count) in [(0, 1), (1, 2), (17, 5), (31, 2)] {
        let (far, many) = (depth.to_string(), count.to_string());
        let drawn = loyd(&["random", "8", "--depth", &far, "--count", &many, "--seed", "2"]).ends(0).out;
        let solved = fed(&["solve", "8", "-", "--format", "json"], &drawn).ends(0).json();
        assert_eq!(solved.len(), count);
        assert!(solved.iter().all(|object| object["length"] == depth), "{depth}: {solved:?}");
    }
    // The time limit counts from the first byte on.
    let run = loyd(&["random", "8", "--depth", "31", "--limit-seconds", "0"]).ends(4);
    assert_eq!(run.err, "loyd: stopped by the time limit before the puzzle was open; nothing is proved\n");
    // The puzzle opens in a moment, but the table for the draw takes seconds.
    let message = "loyd: stopped by the time limit before a position at that depth was drawn; nothing is proved\n";
    assert_eq!(stopped(&["random", "pancake:11", "--depth", "12"], message).err, message);
    let run = loyd(&["random", "15", "--depth", "40"]).ends(2);
    assert!(run.err.contains("the distances of sliding:4x4 are not known"), "{run:#?}");
}

#[test]
fn ranks_are_the_articles() {
    // The worked examples of the articles. The second one is misprinted there: its 3 is printed as a 2.
    let rank = |arguments: &[&str]| loyd(&[&["rank"], arguments].concat()).ends(0).out;
    assert_eq!(rank(&["swap:3", "357412968"]), "98884\n");
    assert_eq!(rank(&["swap:3", "652879134", "--from-one"]), "223051\n");
    assert_eq!(rank(&["8", "123456780", "--from-one"]), "46234\n");
    assert_eq!(rank(&["8", "213456780"]), rank(&["8", "2 1 3 4 5 6 7 8 x"]));
    // The numbers as objects, which also contain the number of the first position.
    for (more, number, first) in [(&[][..], "46233", 0), (&["--from-one"], "46234", 1)] {
        let rank = [&["rank", "8", "123456780", "--format", "json"], more].concat();
        let unrank = [&["unrank", "8", number, "--format", "json"], more].concat();
        let counted: u32 = number.parse().unwrap();
        let expected = serde_json::json!({
            "version": 1, "puzzle": "sliding:3x3", "state": "1 2 3 4 5 6 7 8 x", "number": counted, "first": first,
        });
        for arguments in [rank, unrank] {
            assert_eq!(loyd(&arguments).ends(0).json(), std::slice::from_ref(&expected), "{arguments:?}");
        }
    }
    let error = &loyd(&["rank", "8", "1 2 3", "--format", "json"]).ends(2).json()[0]["error"];
    assert_eq!((error["kind"].as_str(), error["column"].as_u64()), (Some("state"), Some(6)));
    let unrank = |arguments: &[&str]| loyd(&[&["unrank"], arguments].concat()).ends(0).out;
    assert_eq!(unrank(&["8", "46234", "--from-one"]), unrank(&["8", "46233"]));
    for number in ["0", "1", "98884", "362879"] {
        for puzzle in ["8", "swap:3"] {
            let state = unrank(&[puzzle, number]);
            assert_eq!(rank(&[puzzle, state.trim()]).trim(), number);
        }
    }
}
