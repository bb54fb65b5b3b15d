//! Arguments as people mistype them: read if there is one reading, else refused with the command to run instead.

use loyd::service::Algorithm;
use loyd_judges::JUDGES;

use super::help::shell;
use super::{fed, loyd, members};

/// The puzzle and the position that a command solves, in the standard text form.
fn solved(arguments: &[&str]) -> String {
    let run = loyd(&[arguments, &["--limit-nodes", "1", "--format", "json"]].concat());
    assert!([0, 4].contains(&run.code), "{arguments:?}: {run:#?}");
    let object = &run.json()[0];
    format!("{}: {}", object["puzzle"].as_str().unwrap(), object["state"].as_str().unwrap())
}

#[test]
fn quotes_and_order_do_not_matter() {
    for id in members(0) {
        let example = loyd::planner::open(id, None).unwrap().facts().example;
        let expected = solved(&["solve", id, &example]);
        let words: Vec<&str> = example.split(' ').collect();
        assert_eq!(solved(&[&["solve", id], &words[..]].concat()), expected, "without quotes");
        assert_eq!(solved(&[&["solve"], &words[..], &[id]].concat()), expected, "and the other way round");
        assert_eq!(solved(&["solve", &example, id]), expected, "the other way round");
    }
    let fifteen = "5 1 7 3 9 2 11 4 13 6 15 8 x 10 14 12";
    let words: Vec<&str> = fifteen.split(' ').collect();
    assert_eq!(loyd(&[&["solve", "15"], &words[..]].concat()).ends(0).out, loyd(&["solve", "15", fifteen]).ends(0).out);
    // Options may stand anywhere.
    let run = loyd(&["solve", "--count", "8", "1", "2", "3", "--limit-seconds", "9", "4", "5", "6", "7", "x", "8"]);
    assert_eq!(run.ends(0).out, "1\n1 shortest solution of 1 move\n");
    assert_eq!(loyd(&["rank", "8", "1", "2", "3", "4", "5", "6", "7", "8", "x"]).ends(0).out, "46233\n");
    assert_eq!(loyd(&["rank", "12345678x", "8"]).ends(0).out, "46233\n");
    let compared = loyd(&["compare", "swap:2", "2", "1", "/", "3", "4"]).ends(0).out;
    assert!(compared.contains("ida-star"), "{compared}");
    assert_eq!(fed(&["solve", "-", "8"], "12345678x\n").ends(0).out, "(no moves)\n");
}

/// Text from other programs names its puzzle, and its errors are reported.
#[test]
fn what_is_pasted_needs_no_puzzle() {
    assert!(solved(&["solve", "3x3:1,2,3,4,5,6,7,0,8"]).starts_with("sliding:3x3: 1 2 3 4 5 6 7 x 8"));
    let cube = loyd(&["solve", "F R U R' U' F'", "--limit-nodes", "100000"]).ends(0).out;
    assert!(cube.starts_with("F U R U' R' F'\n6 moves, proved shortest"), "{cube}");
    let solved_faces = "UUUURRRRFFFFDDDDLLLLBBBB";
    assert!(loyd(&["solve", solved_faces]).ends(0).out.starts_with("(no moves)"));
    let twice = "UUUURRRRFFFFDDDDLLLLBBBU";
    assert!(loyd(&["solve", twice]).ends(2).err.starts_with("loyd: line 1, column"));
}

/// Texts as people have them: each is answered, or refused with an error that names what the text is.
#[test]
fn the_texts_of_a_stranger_are_answered_or_named() {
    let turned = "UUUUUUUUUBBBBBBBBBRRRRRRRRRDDDDDDDDDFFFFFFFFFLLLLLLLLL";
    let net = "   UUF\n   UUF\n   UUF\nLLLFFDRRRUBB\nLLLFFDRRRUBB\nLLLFFDRRRUBB\n   DDB\n   DDB\n   DDB";
    let tall =
        "   UUF\n   UUF\n   UUF\nLLLFFDRRR\nLLLFFDRRR\nLLLFFDRRR\n   DDB\n   DDB\n   DDB\n   BBU\n   BBU\n   BBU";
    let miscounted = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLRBBBBBBBB";
    let apart = "U F U F R R R R F D F D D B D B L L L L U B U B";
    let colours = "W G W G R R R R G Y G Y Y B Y B O O O O W B W B";
    let other_order = "WWWWWWWWWRRRGGGGGGBBBRRRRRRYYYYYYYYYOOOBBBBBBGGGOOOOOO";
    // The net with dots in its corners, with blanks between the stickers, and with all rows joined.
    let (dotted, spread) = (net.replace("   ", "... "), net.replace("", " "));
    let joined: String = net.split_whitespace().collect();
    let faces = "UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB".replace("", " ");
    let rows: &[(&[&str], Result<&str, &str>)] = &[
        (&["3x3x3", "R2F2R'B'"], Ok("B R F2 R2\n4 moves")),
        (&["RUR'U'"], Ok("U R U' R'\n4 moves")),
        (&["3x3x3", "--scramble", "[R,U]rM"], Ok("R' U R U' R'\n5 moves")),
        (&["3x3x3", "R", "--goal", "R U F"], Ok("U F\n2 moves")),
        (&["8", "12345678x", "--goal", "ul"], Ok("ul\n2 moves")),
        (&["8", "12345678x", "--goal", "ul", "--convention", "tile"], Err("--goal is moves of the blank; with")),
        (&["3x3x3", turned], Ok("(no moves)\n")),
        (&["3x3x3", net], Ok("R'\n1 move")),
        (&["3x3x3", tall], Ok("R'\n1 move")),
        (&["2x2x2", "\u{feff}URF UFL UBR ULB DFR DLF DRB DBL"], Ok("(no moves)\n")),
        (&["\u{feff}UUUURRRRFFFFDDDDLLLLBBBB"], Ok("(no moves)\n")),
        (&["square-1", "(1,0)/(3,0)"], Ok("(-3,0)/(-1,0)\n3 moves")),
        (&["sixteen:2x3", "231456"], Ok("1r\n1 move")),
        (&["letters:111/222/33-", "111/222/3-3"], Ok("9-8\n1 move")),
        (&["8", "3\n1 2 3\n4 5 6 # mine\n7 x 8"], Ok("r\n1 move")),
        (&["n-puzzle", "2 3\n1 2 3\n4 x 5"], Ok("r\n1 move")),
        (&["15", "1 2 3 4 12 13 14 5 11 15 x 6 10 9 8 7", "--goal", "spiral"], Ok("l\n1 move")),
        (&["15", "--scramble", "U L2 D R"], Ok("lurrd\n5 moves")),
        (&["15", "--scramble", "D R U L"], Err("all moves can be made as directions of the tile (--convention tile)")),
        (&["15", "--scramble", "U L U' L'"], Err("found `U'`, expected letters of moves without primes")),
        (&["8", "--scramble", "['u','l','d']"], Ok("urd\n3 moves")),
        (&["top-spin:8x4:turns", "--scramble", "f l'"], Err("found `l'`, expected letters of moves without primes")),
        (&["3x3x3", other_order], Err("found the centres W G R Y B O, expected the faces in the order U R F D L B")),
        (&["3x3x3", &dotted], Ok("R'\n1 move")),
        (&["3x3x3", &spread], Ok("R'\n1 move")),
        (&["3x3x3", &joined], Ok("R'\n1 move")),
        (&["3x3x3", &faces], Err("found 54 letters of faces, each 9 times, expected the stickers of a cube without")),
        (&["15", "D R2 U L3"], Err("once each and one blank (x, 0, _ or .); moves are a scramble, no position")),
        (&["sq1", "(1,0)/(3,0)"], Ok("(-3,0)/(-1,0)\n3 moves")),
        (&["8", "12345678x", "--max-cost", "5"], Err("a similar argument exists: '--limit-cost'")),
        (&["2x2x2", apart], Err("found 24 letters of faces, each 4 times, expected the stickers of a cube without")),
        (&["2x2x2", colours], Ok("R'\n1 move")),
        (&["3x3x3", net, "--up-to", "rotation"], Ok("R'\n1 move")),
        (&["n-puzzle", "3x3\n1 2 3\n4 5 6\n7 x 8"], Ok("r\n1 move")),
        (&["square-1", "//(3,0)/"], Ok("/(-3,0)\n2 moves")),
        (&["2x2", "R U R' U'"], Err("moves of a cube are for 2x2x2, 3x3x3 or 4x4x4")),
        (&["3x3x3", miscounted], Err("found R 10 times, B 8 times, expected each of six colours 9 times")),
        (&["3x3x3", "MR U"], Err("because the notation SSE is not read")),
        (&["3x3x3", "RUQF"], Err("line 1, column 3: found `QF`, expected a move")),
        (&["4x4x4", "U3Rw"], Err("because this is `U 3Rw` or `U3 Rw`")),
        (&["kilominx", "U R"], Ok("R' U'\n2 moves")),
        (&["(1,2,3),(4,5,6),(7,0,8)"], Err("is a position of sliding:3x3 ")),
        (&["((1,2,3),(4,5,6),(7,0,8))"], Err("write the puzzle first: loyd solve 8 \"((1,2,3)")),
        (&["2x2x3", "R U"], Err("unknown puzzle `2x2x3`; any puzzle of pieces and moves can be a definition")),
        (&["三十五数码", "x"], Err("unknown puzzle `三十五数码`; any puzzle of pieces and moves can be a definition")),
        (&["square", "R U"], Err("(did you mean `square-1`?)")),
        (&["pancake5", "R U"], Err("(did you mean `pancake`?)")),
        (&["domino", "R U"], Err("(did you mean `dino`?); any puzzle of pieces and moves can be a definition")),
        (&["fto", "R U"], Err("any puzzle of pieces and moves can be a definition")),
        (&["8", "12345678x", "--timeout", "5"], Err("a similar argument exists: '--limit-seconds'")),
    ];
    for (arguments, answer) in rows {
        let run = loyd(&[&["solve"], *arguments].concat());
        match answer {
            Ok(first) => assert!(run.code == 0 && run.out.starts_with(first), "{arguments:?}: {run:#?}"),
            Err(part) => assert!(run.code == 2 && run.err.contains(part), "{arguments:?}: {run:#?}"),
        }
    }
    let board = loyd(&["solve", "# mine\n1 2 3 # above\n4 5 6\n7 x 8"]).ends(2);
    assert!(board.err.starts_with("loyd: `1 2 3 4 5 6 7 x 8` is a position of sliding:3x3"), "{board:#?}");
    assert!(board.err.contains("write the puzzle first: loyd solve 8 \"1 2 3 4 5 6 7 x 8\""), "{board:#?}");
    let moves = loyd(&["solve", "RUR'U'"]).ends(0);
    assert!(moves.err.starts_with("note: read as moves of 3x3x3; write the puzzle first"), "{moves:#?}");
    let note = "note: the cube is held with the centre U above and R in front;";
    assert!(loyd(&["solve", turned]).ends(0).err.starts_with(note));
    // A solved 2x2x2 that is held another way is two turns from the goal, unless every solved position is a goal.
    let small = "UUUUBBBBRRRRDDDDFFFFLLLL";
    let run = loyd(&["solve", small]).ends(0);
    assert!(run.out.starts_with("U' D\n2 moves") && run.err.contains("2x2x2?up-to=rotation each of them"), "{run:#?}");
    let compared = loyd(&["compare", "2x2x2", small, "--algorithms", "bfs,bidirectional"]).ends(0);
    assert_eq!(compared.out.matches("\nnote: ").count(), 1, "{compared:#?}");
    let lines = fed(&["solve", "2x2x2", "-"], format!("{small}\nU R\n{small}\n")).ends(0);
    let noted: Vec<&str> = lines.err.lines().filter_map(|line| line.strip_prefix("note: line ")).collect();
    assert!(noted.len() == 2 && noted.iter().all(|note| !note.starts_with('2')), "{lines:#?}");
    let compared = fed(&["compare", "2x2x2", "-", "--algorithms", "bidirectional"], format!("U R\n{small}\n")).ends(0);
    assert!(compared.out.contains("\nposition 2: note: "), "{compared:#?}");
    for more in [&["2x2x2?up-to=rotation", small][..], &["2x2x2", small, "--up-to", "rotation"]] {
        let run = loyd(&[&["solve"], more].concat()).ends(0);
        assert!(run.out.starts_with("(no moves)") && run.err.is_empty(), "{run:#?}");
    }
    assert!(!loyd(&["solve", "R U R' U'", "--json"]).ends(0).json()[0]["note"].is_string());
    assert!(loyd(&["check", "3x3x3", turned, "U U'"]).ends(0).err.starts_with(note));
    assert!(loyd(&["solve", turned, "--json"]).ends(0).json()[0]["note"].as_str().unwrap().starts_with(&note[6..]));
}

#[test]
fn a_check_is_divided_where_it_can_be() {
    let yes = |arguments: &[&str]| assert!(loyd(arguments).ends(0).out.starts_with("yes: "), "{arguments:?}");
    yes(&["check", "8", "1", "2", "3", "4", "5", "6", "x", "7", "8", "rr"]);
    yes(&["check", "8", "1", "2", "3", "4", "5", "6", "x", "7", "8", "r", "r"]);
    yes(&["check", "swap:3", "1 2 9/4 6 3/7 8 5", "3-9", "5-6", "6-9"]);
    yes(&["check", "123456x78", "8", "rr"]);
    let run = loyd(&["check", "8", "1", "2", "3", "rr"]).ends(2);
    assert!(run.err.contains("put the position and the moves in quotes: loyd check 8 \"1 2 3\" rr\n"), "{run:#?}");
}

#[test]
fn boards_come_from_files_and_from_standard_input() {
    let folder = tempfile::tempdir().unwrap();
    let board = super::file(folder.path(), "board", "2 3 4\n1 5 x\n7 6 8\n", "");
    let goal = super::file(folder.path(), "goal", "1,2,3\n8,,4\n7,6,5\n", "");
    let expected = loyd(&["solve", "8", "2 3 4 1 5 x 7 6 8"]).ends(0).out;
    assert_eq!(loyd(&["solve", "8", &board]).ends(0).out, expected);
    for text in [
        "2 3 4\n1 5 x\n7 6 8\n",
        "\n234\r\n15_\r\n768\r\n\r\n",
        "2,3,4\n1,5,\n7,6,8\n",
        "[[2, 3, 4],\n [1, 5, 0],\n [7, 6, 8]]\n",
        "| 2 | 3 | 4 |\n| 1 | 5 |   |\n| 7 | 6 | 8 |\n",
    ] {
        assert_eq!(fed(&["solve", "8"], text).ends(0).out, expected, "{text}");
        assert!(fed(&["compare", "8"], text).ends(0).out.matches("19").count() > 4, "{text}");
    }
    let spiral = loyd(&["solve", "8", "283164705", "--goal", "123804765"]).ends(0).out;
    for other in [&*goal, "spiral", "Spiral", "[1,2,3,8,0,4,7,6,5]"] {
        assert_eq!(loyd(&["solve", "8", "283164705", "--goal", other]).ends(0).out, spiral, "{other}");
    }
    assert_eq!(fed(&["solve", "魔板"], "1 2 3 4\n8 7 6 5\n").ends(0).out, "(no moves)\n0 moves, this is the goal\n");
    // Standard input is not read if a position is given, or if a scramble starts from the puzzle's own position.
    assert_eq!(fed(&["solve", "8", "12345678x"], "not read").ends(0).out, "(no moves)\n0 moves, this is the goal\n");
    assert_eq!(fed(&["solve", "8", "--scramble", "ul"], "not read").ends(0).out, "rd\n2 moves, proved shortest\n");
    assert!(fed(&["solve", "8"], " \n").ends(2).err.contains("no STATE given"));
    let run = fed(&["solve", "8"], "12345678x\n1234567x8\n").ends(2);
    assert!(
        run.err.ends_with(
            "expected one position on standard input, found 2 lines with one position each: loyd solve 8 -\n"
        ),
        "{run:#?}"
    );
    for (arguments, part) in [
        (["solve", "8", "@/no/such/file"], "cannot read /no/such/file: "),
        (["solve", "8", &format!("@{}", folder.path().display())], "cannot read "),
        (["solve", "8", &super::file(folder.path(), "latin", b"1 2 3 \xff", "")], "expected text in UTF-8"),
        (["solve", "8", &super::file(folder.path(), "large", " ".repeat(2 << 20), "")], "longer than 1 MiB"),
    ] {
        let run = loyd(&arguments).ends(2);
        assert!(run.err.contains(part), "{run:#?}");
    }
}

/// The last command that a message names.
fn named_in(message: &str) -> Option<&str> {
    let at = message.rfind("loyd solve ").or(message.rfind("loyd check "))?;
    message[at..].lines().next()
}

/// Each command is understood, or its message names a command that is.
#[cfg(unix)]
#[test]
fn a_stranger_is_one_step_from_an_answer() {
    let folder = tempfile::tempdir().unwrap();
    for mistyped in [
        "loyd solve 2 3 4 1 5 x 7 6 8",
        "loyd solve '2 3 4 1 5 x 7 6 8'",
        "loyd solve 8-Puzzle 2 3 4 1 5 x 7 6 8",
        "loyd solve '8 puzzle' 23415_768",
        "loyd solve 3x3 '[2, 3, 4; 1, 5, 0; 7, 6, 8]'",
        "loyd solve '[[2,3,4],[1,5,0],[7,6,8]]' 3X3",
        "loyd solve 八数码 ２３４１５０７６８",
        "loyd solve 8 '2,3,4,1,5,,7,6,8' --algorithm 'A*' --heuristic Linear_Conflict",
        "loyd solve 8 23415x768 --algorithm IDA* --heuristic MD",
        "loyd solve 8 23415x768 --algorithm BFS",
        "loyd solve 8 '2 1 3 4 5 6 7 8 x'",
        "loyd solve 八数码 2 1 3 4 5 6 7 8 x",
        "loyd solve 15 --goal blank-first 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 x",
        "printf '12345678x\n1234567x8\n' | loyd solve 8",
        "loyd solve 8 '2 3 4/1 5 x/7 6 8' --goal BLANK_LAST",
        "loyd solve 魔板 1 2 3 4 / 8 7 6 5",
        "loyd solve Pancakes:5 5 1 2 3 4",
        "loyd judge P1379 < /dev/null",
        "loyd judge 'HDU 1043' < /dev/null",
    ] {
        let run = shell(mistyped, folder.path());
        if run.code == 0 {
            continue;
        }
        let command = named_in(&run.err).unwrap_or_else(|| panic!("{mistyped}: {run:#?}"));
        let input = if command.ends_with(" -") { "echo 12345678x | " } else { "" };
        let second = shell(&format!("{input}{command}"), folder.path());
        assert_eq!(second.code, 0, "{mistyped}: {command}: {second:#?}");
    }
}

#[test]
fn unsolvable_says_what_to_do() {
    let run = loyd(&["solve", "8", "2", "1", "3", "4", "5", "6", "7", "8", "x"]).ends(3);
    assert!(run.out.starts_with("unsolvable: parity: ") && run.out.lines().count() == 1, "{run:#?}");
    let hint = "hint: two pieces are probably misread; or another goal is meant, and it can be reached:\n  \
                loyd solve 8 \"2 1 3 4 5 6 7 8 x\" --goal spiral\n";
    assert_eq!(run.err, hint);
    let run = loyd(&["solve", "8", "213456780", "--format", "json"]).ends(3);
    assert_eq!((run.json()[0]["other_goals"].to_string(), &*run.err), ("[\"spiral\"]".into(), ""));
    let run = loyd(&["solve", "8", "1 2 3 8 x 4 7 6 5", "--format", "json"]).ends(3);
    assert_eq!(run.json()[0]["other_goals"].to_string(), "[\"spiral\"]");
    let run = loyd(&["solve", "15", "1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 x", "--format", "json"]).ends(3);
    assert_eq!(run.json()[0]["other_goals"].to_string(), "[\"blank-first\"]");
    let run = loyd(&["solve", "8", "1234567x8", "--format", "json"]).ends(0);
    assert!(run.json()[0]["other_goals"].is_null(), "{run:#?}");
    // A batch keeps one line per position.
    let run = fed(&["solve", "8", "-"], "21345678x\n").ends(3);
    assert!(run.out.lines().count() == 1 && run.err.is_empty(), "{run:#?}");
}

/// A synonym is read in upper and lower case, and no two algorithms share one.
#[test]
fn every_synonym_is_one_name() {
    let mut seen: Vec<String> = vec!["auto".into()];
    for algorithm in Algorithm::ALL {
        for name in algorithm.synonyms().iter().chain([&algorithm.name()]) {
            let plain = name.replace('-', "");
            for written in [name.to_uppercase(), name.replace('-', "_"), plain.clone()] {
                assert_eq!(Algorithm::named(&written), Some(algorithm), "{written}");
            }
            assert!(!seen.contains(&plain), "{name} twice");
            seen.push(plain);
            let run =
                loyd(&["solve", "8", "1234567x8", "--algorithm", &name.to_uppercase(), "--format", "json"]).ends(0);
            assert_eq!(run.json()[0]["algorithm"], algorithm.name(), "{name}");
        }
    }
    for (name, bound) in [("MD", "manhattan"), ("Linear_Conflict", "linear-conflict"), ("曼哈顿距离", "manhattan")]
    {
        let run = loyd(&["solve", "8", "1234567x8", "--algorithm", "A*", "--heuristic", name, "--format", "json"]);
        assert_eq!(run.ends(0).json()[0]["heuristic"], bound, "{name}");
    }
    for judge in JUDGES {
        assert_eq!(fed(&["judge", &judge.name.to_uppercase().replace('-', " ")], "").ends(0).out, "", "{}", judge.name);
    }
}

#[test]
fn what_is_drawn_is_read() {
    let drawn = loyd(&["solve", "8", "1 2 3 x 5 6 4 7 8", "--show"]).ends(0).out;
    let first: Vec<String> =
        drawn.lines().filter(|line| line.starts_with(['+', '|'])).take(7).map(String::from).collect();
    // The first board of each line is drawn in ASCII, because the output is not a terminal.
    let width = first[0].find(' ').unwrap_or(first[0].len());
    let board: String = first.iter().map(|line| line.chars().take(width).collect::<String>() + "\n").collect();
    assert!(board.starts_with("+---+---+---+\n| 1 | 2 | 3 |\n"), "{board}");
    assert_eq!(fed(&["solve", "8"], board).ends(0).out, loyd(&["solve", "8", "123x56478"]).ends(0).out);
}
