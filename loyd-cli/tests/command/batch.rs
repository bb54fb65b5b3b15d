//! `loyd solve PUZZLE -`: one position per line.

use std::io::{BufRead, BufReader, Read, Write};

use super::{begun, fed, file, loyd};

const LINES: &[u8] = b"1 2 3 4 5 6 7 x 8\r\n2 1 3 4 5 6 7 8 x\nabc\n\n12345678x\n1 2\xff\n\n \n";

#[test]
fn every_line_has_its_answer_in_its_place() {
    let run = fed(&["solve", "8", "-"], LINES).ends(2);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines.len(), 6, "{run:#?}");
    assert_eq!(lines[0], "r");
    assert!(lines[1].starts_with("unsolvable: parity: "));
    assert!(lines[2].starts_with("error: line 3, column "), "{run:#?}");
    assert!(lines[3].starts_with("error: line 4, column 1: found end of text"), "{run:#?}");
    assert_eq!(lines[4], "(no moves)");
    assert!(lines[5].starts_with("error: line 6, column 4: found byte 0xff"), "{run:#?}");
    assert_eq!(run.err, "");
}

#[test]
fn json_answers_stand_in_their_places_too() {
    let run = fed(&["solve", "8", "-", "--format", "json", "-v"], LINES).ends(2);
    let objects = run.json();
    let outcomes: Vec<Option<&str>> = objects.iter().map(|object| object["outcome"].as_str()).collect();
    assert_eq!(outcomes, [Some("solved"), Some("unsolvable"), None, None, Some("solved"), None]);
    let lines: Vec<Option<u64>> = objects.iter().map(|object| object["error"]["line"].as_u64()).collect();
    assert_eq!(lines, [None, None, Some(3), Some(4), None, Some(6)]);
    assert!(run.err.contains("solved: 2\nunsolvable: 1\nstopped: 0\nerrors: 3\n"), "{run:#?}");
}

#[test]
fn the_exit_code_is_the_first_that_applies() {
    let (good, odd, bad) = ("12345678x\n", "21345678x\n", "x\n");
    let hard = "8 6 7 2 5 4 3 x 1\n";
    let solve = |text: String| fed(&["solve", "8", "-", "--algorithm", "ida-star", "--limit-nodes", "20"], text).code;
    assert_eq!(solve(good.into()), 0);
    assert_eq!(solve([good, odd, good].concat()), 3);
    assert_eq!(solve([odd, hard, good].concat()), 4);
    assert_eq!(solve([hard, odd, bad, good].concat()), 2);
    assert_eq!(solve(String::new()), 0);
    assert_eq!(solve("\n\n".into()), 0);
}

/// Moves with different costs have no table of all distances, so a batch never waits until such a table pays.
#[test]
fn a_batch_of_moves_with_costs_ends() {
    let one_way = concat!("@", env!("CARGO_MANIFEST_DIR"), "/../definitions/one-way.loyd");
    let drawn = loyd(&["random", one_way, "--count", "40", "--seed", "1"]).ends(0).out;
    let many = fed(&["solve", one_way, "-", "--format", "json"], &drawn).ends(0).json();
    assert_eq!(many.len(), 40);
    for (state, line) in drawn.lines().zip(&many) {
        let alone = loyd(&["solve", one_way, state, "--format", "json"]).ends(0).json();
        assert_eq!((&line["cost"], &line["outcome"]), (&alone[0]["cost"], &alone[0]["outcome"]), "{state}");
    }
}

#[test]
fn answers_keep_their_order_over_threads() {
    // Random positions, so that lines have different answers.
    let states: Vec<String> =
        super::loyd(&["random", "8", "--count", "3000", "--seed", "5"]).out.lines().map(String::from).collect();
    let input = states.join("\n");
    let one = fed(&["solve", "8", "-", "--threads", "1"], &input).ends(0);
    let many = fed(&["solve", "8", "-", "--threads", "7"], &input).ends(0);
    assert_eq!(one.out.lines().count(), 3000);
    assert!(one.out == many.out);
    let objects = fed(&["solve", "8", "-", "--format", "json"], &input).ends(0).json();
    assert!(objects.iter().map(|object| object["state"].as_str().unwrap()).eq(states.iter().map(String::as_str)));
}

#[test]
fn an_answer_comes_before_the_next_line_is_written() {
    let mut child = begun(&["solve", "8", "-"]);
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for (state, answer) in [("1 2 3 4 5 6 7 x 8\n", "r\n"), ("12345678x\n", "(no moves)\n"), ("12345x786\n", "d\n")] {
        stdin.write_all(state.as_bytes()).unwrap();
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        assert_eq!(line, answer);
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_line_of_ten_megabytes_and_nul_bytes_are_errors_in_place() {
    let mut input = b"12345678x\n".to_vec();
    input.extend(std::iter::repeat_n(b'1', 10_000_000));
    input.extend(b"\n1\x002345678x\n12345678x\n");
    let run = fed(&["solve", "8", "-"], input).ends(2);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!((lines.len(), lines[0], lines[3]), (4, "(no moves)", "(no moves)"));
    assert!(lines[1].starts_with("error: line 2, column 1: found a line of 10000000 bytes"), "{}", lines[1]);
    assert!(lines[2].starts_with("error: line 3, column "), "{}", lines[2]);
    assert!(run.out.len() < 2000);
}

#[test]
fn a_broken_pipe_ends_quietly() {
    let mut child = begun(&["solve", "8", "-"]);
    let mut stdin = child.stdin.take().unwrap();
    let mut first = [0; 1];
    stdin.write_all(b"12345678x\n").unwrap();
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    // No reader is left. The command must notice this by itself, although more lines come.
    while stdin.write_all(b"12345678x\n").is_ok() {}
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}

#[test]
fn an_option_without_effect_ends_the_batch_though_the_input_stays_open() {
    let mut child = begun(&["solve", "light-up:@/nonexistent", "-"]);
    assert_eq!(child.wait().unwrap().code(), Some(2));
    let mut child = begun(&["solve", "8", "-", "--heuristic", "manhatan"]);
    // The command may have ended before the line comes.
    let _ = child.stdin.as_mut().unwrap().write_all(b"12345678x\n");
    let stdin = child.stdin.take();
    let output = child.wait_with_output().unwrap();
    drop(stdin);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("did you mean `manhattan`?"));
}

#[test]
fn a_scramble_is_made_from_every_line_and_all_are_listed() {
    let run = fed(&["solve", "8", "-", "--scramble", "u"], "12345678x\n1 2 3 x 4 6 7 5 8\nx 1 2 3 4 5 6 7 8\n").ends(2);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines[0], "d");
    assert!(lines[2].starts_with("error: line 3: scramble: line 1, column 1: found `u`"), "{run:#?}");
    let run = fed(&["solve", "swap:3", "-", "--all"], "1 2 9 4 6 3 7 8 5\n123456789\n").ends(0);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines.len(), 5, "{run:#?}");
    assert_eq!(lines[2], "2 shortest solutions of 3 moves, all listed");
    assert_eq!(lines[3], "(no moves)");
}

/// On a ring of 236 cells the only solution has 23,600 moves, and depth-first search calls itself for every move.
#[test]
fn the_longest_solutions_fit_the_stack() {
    let folder = tempfile::tempdir().unwrap();
    let (side, between) = ("#".repeat(60), format!("#{}#\n", ".".repeat(58)).repeat(58));
    let ring = file(folder.path(), "ring.txt", format!("{side}\n{between}{side}\n"), "sliding:");
    let around: String = ["u", "l", "d", "r"].map(|letter| letter.repeat(59)).concat();
    let scramble = around.repeat(100);
    let solved: String = (1..236).map(|tile| format!("{tile} ")).collect::<String>() + "x";
    for wanted in [["--algorithm", "ida-star"], ["--algorithm", "bidirectional"]] {
        let arguments = ["solve", &ring, "--scramble", &scramble, "--all", wanted[0], wanted[1]];
        let proof = "1 shortest solution of 23,600 moves";
        assert!(loyd(&arguments).ends(0).out.contains(proof));
        let lines = fed(&[&arguments[..], &["-"]].concat(), format!("{solved}\n{solved}\n")).ends(0);
        assert_eq!(lines.out.matches(proof).count(), 2);
    }
}
