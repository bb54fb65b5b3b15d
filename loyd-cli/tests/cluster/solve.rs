//! `loyd cluster solve`: a batch over several processes.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::{Run, command, loyd};

/// The longest wait for a condition.
const PATIENCE: Duration = Duration::from_secs(120);

/// Runs a command with `input` on standard input.
fn fed(folder: &Path, arguments: &[&str], input: &str) -> Run {
    let path = folder.join("input");
    fs::write(&path, input).unwrap();
    let mut command = command(folder);
    command.args(arguments).stdin(fs::File::open(path).unwrap());
    Run::of(command.output().unwrap())
}

/// Runs `loyd cluster run --local` with `number` processes.
fn spread(folder: &Path, number: usize, arguments: &[&str], input: &str) -> Run {
    fed(folder, &[&["cluster", "run", "--local", &number.to_string(), "solve"], arguments].concat(), input)
}

/// Draws positions with `loyd random`.
fn positions(folder: &Path, puzzle: &str, count: usize) -> String {
    loyd(folder, &["random", puzzle, "--count", &count.to_string(), "--seed", "13"]).ends(0).out
}

/// 15-puzzles at the ends of random walks from the goal. Some take thousands of times as long as others.
fn fifteens(count: usize) -> String {
    let mut random = 1_u64;
    let mut letter = || {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ['u', 'd', 'l', 'r'][(random >> 62) as usize]
    };
    (0..count).map(|number| end_of((0..20 + 4 * (number % 40)).map(|_| letter()))).collect()
}

/// The position after these moves of the blank from the goal. A move that leads off the board is skipped.
fn end_of(moves: impl Iterator<Item = char>) -> String {
    let mut board: Vec<usize> = (1..=15).chain([0]).collect();
    let mut blank = 15_usize;
    for letter in moves {
        let to = match letter {
            'u' if blank >= 4 => blank - 4,
            'd' if blank < 12 => blank + 4,
            'l' if !blank.is_multiple_of(4) => blank - 1,
            'r' if blank % 4 < 3 => blank + 1,
            _ => continue,
        };
        board.swap(blank, to);
        blank = to;
    }
    let words: Vec<String> = board.iter().map(|tile| if *tile == 0 { "x".into() } else { tile.to_string() }).collect();
    words.join(" ") + "\n"
}

#[test]
fn any_number_of_processes_answers_as_one_does() {
    let folder = tempfile::tempdir().unwrap();
    let eights = positions(folder.path(), "8", 400) + "garbage\n2 1 3 4 5 6 7 8 x\n\n12345678x\n\n\n";
    let fifteens = fifteens(60);
    let manhattan = ["15", "-", "--algorithm", "ida-star", "--heuristic", "manhattan"];
    for (arguments, input, code) in [
        (&["8", "-"][..], &eights, 2),
        (&["8", "-", "--count"], &eights, 2),
        (&["8", "-", "--all", "--max-solutions", "3"], &eights, 2),
        (&manhattan, &fifteens, 0),
    ] {
        let alone = fed(folder.path(), &[&["solve"], arguments].concat(), input).ends(code);
        for number in [1, 2, 3] {
            let run = spread(folder.path(), number, arguments, input).ends(code);
            assert!(run.out == alone.out, "{number} processes, {arguments:?}");
            assert_eq!(run.err, "");
        }
    }
}

#[test]
fn json_answers_are_the_same_but_for_their_times() {
    let folder = tempfile::tempdir().unwrap();
    let input = positions(folder.path(), "8", 50) + "x\n";
    let without_times = |run: Run| -> Vec<serde_json::Value> {
        let mut objects = run.ends(2).json();
        objects.iter_mut().for_each(|object| {
            object["stats"]["seconds"] = serde_json::Value::Null;
        });
        objects
    };
    let alone = without_times(fed(folder.path(), &["solve", "8", "-", "--json"], &input));
    let run = without_times(spread(folder.path(), 2, &["8", "-", "--json"], &input));
    assert_eq!(run, alone);
}

#[test]
fn an_account_is_of_all_lines() {
    let folder = tempfile::tempdir().unwrap();
    let input = positions(folder.path(), "8", 100) + "x\n2 1 3 4 5 6 7 8 x\n";
    let counts = |run: Run| -> String {
        let err = run.ends(2).err;
        err.lines().filter(|line| !line.starts_with("threads") && !line.starts_with("seconds")).collect()
    };
    let alone = counts(fed(folder.path(), &["solve", "8", "-", "-v"], &input));
    assert!(alone.contains("solved: 100unsolvable: 1stopped: 0errors: 1"), "{alone}");
    let log = folder.path().join("log").display().to_string();
    for _ in 0..2 {
        // The account also counts the answers that the log holds already.
        let run = counts(spread(folder.path(), 2, &["8", "-", "-v", "--log", &log], &input));
        assert!(run == alone, "{run} {alone}");
    }
}

#[test]
fn limits_and_codes_are_those_of_solve() {
    let folder = tempfile::tempdir().unwrap();
    let (good, odd, hard) = ("12345678x\n", "21345678x\n", "8 6 7 2 5 4 3 x 1\n");
    let solve = |text: String| {
        spread(folder.path(), 2, &["8", "-", "--algorithm", "ida-star", "--limit-nodes", "20"], &text).code
    };
    assert_eq!(solve(good.into()), 0);
    assert_eq!(solve([good, odd, good].concat()), 3);
    assert_eq!(solve([odd, hard, good].concat()), 4);
    assert_eq!(solve(String::new()), 0);
}

#[test]
fn what_several_processes_do_not_do_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, says) in [
        (&["8", "12345678x"][..], "loyd cluster solve 8 - < FILE"),
        (&["8"], "loyd cluster solve 8 - < FILE"),
        (&["8", "-", "--show"], "--show has no effect here"),
        (&["8", "-", "--svg", "film.svg"], "--svg has no effect here"),
        (&["8", "-", "--heuristic", "manhatan"], "did you mean `manhattan`?"),
        (&["9", "-"], "unknown puzzle"),
    ] {
        let run = spread(folder.path(), 2, arguments, "12345678x\n").ends(2);
        assert!(run.err.contains(says), "{run:#?}");
    }
}

/// A closed output is not a failure.
#[test]
fn a_reader_that_stops_early_ends_all() {
    let folder = tempfile::tempdir().unwrap();
    let input = positions(folder.path(), "8", 20_000);
    fs::write(folder.path().join("input"), input).unwrap();
    let mut run = command(folder.path());
    run.args(["cluster", "run", "--local", "2", "solve", "8", "-"]);
    run.stdin(fs::File::open(folder.path().join("input")).unwrap()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = run.spawn().unwrap();
    let mut first = [0; 1];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    let run = Run::of(child.wait_with_output().unwrap()).ends(0);
    assert_eq!(run.err, "");
}

/// Writes a hosts file with `number` ports that are free now.
fn hosts(folder: &Path, number: usize) -> PathBuf {
    let listeners: Vec<TcpListener> = (0..number).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    let lines = listeners.iter().map(|listener| format!("{}\n", listener.local_addr().unwrap()));
    let path = folder.join("solve-hosts");
    fs::write(&path, lines.collect::<String>()).unwrap();
    path
}

/// Starts `number` processes. The first reads its standard input from a pipe.
fn begun(folder: &Path, number: usize, arguments: &[&str]) -> Vec<Child> {
    let hosts = hosts(folder, number).display().to_string();
    let start = |process: usize| {
        let mut command = command(folder);
        command.args(["cluster", "solve"]).args(arguments).args(["--threads", "1", "--hosts", &hosts]);
        command.args(["--process", &process.to_string()]);
        if process == 0 {
            command.stdin(Stdio::piped());
        }
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    (0..number).map(start).collect()
}

fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < PATIENCE, "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The numbers of the complete lines in the logs, with their files.
fn kept(log: &Path) -> Vec<(u64, PathBuf)> {
    let folders = fs::read_dir(log).into_iter().flatten().flatten();
    let mut kept = Vec::new();
    for path in folders.map(|folder| folder.path().join("replies.jsonl")) {
        let text = fs::read_to_string(&path).unwrap_or_default();
        let whole = text.split_inclusive('\n').filter(|line| line.ends_with('\n'));
        for object in whole.map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()) {
            kept.extend(object["line"].as_u64().map(|line| (line, path.clone())));
        }
    }
    kept.sort();
    kept
}

#[test]
fn after_a_kill_only_what_is_missing_is_answered() {
    const LINES: usize = 300;
    let folder = tempfile::tempdir().unwrap();
    let input = positions(folder.path(), "8", LINES);
    let log = folder.path().join("log");
    let named = log.display().to_string();
    let alone = fed(folder.path(), &["solve", "8", "-"], &input).ends(0);
    // Each process is killed while the input is open, so that lines are missing.
    for (number, killed, lines) in [(2, 1, 100), (3, 0, 200), (2, 0, 250)] {
        let before = kept(&log).len();
        let mut processes = begun(folder.path(), number, &["8", "-", "--log", &named]);
        let mut stdin = processes[0].stdin.take().unwrap();
        for line in input.lines().take(lines) {
            writeln!(stdin, "{line}").unwrap();
        }
        stdin.flush().unwrap();
        until("the lines are not answered", || kept(&log).len() >= lines);
        assert_eq!(kept(&log).len(), lines, "{before} were kept, and no line is answered twice");
        processes[killed].kill().unwrap();
        let said = |run: &Run| run.err.contains(&format!("process {killed} (127.0.0.1:"));
        for (process, child) in processes.into_iter().enumerate() {
            let run = Run::of(child.wait_with_output().unwrap());
            if process != killed {
                assert!(run.code == 75 && said(&run), "{run:#?}");
            }
        }
        drop(stdin);
    }
    // A line that was partly written counts as not begun.
    let (last, path) = kept(&log).pop().unwrap();
    let text = fs::read_to_string(&path).unwrap();
    let cut = text.trim_end().len() - 3;
    fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(cut as u64).unwrap();
    let run = spread(folder.path(), 1, &["8", "-", "--log", &named], &input).ends(0);
    assert!(run.out == alone.out, "after line {last}");
    // The line that was cut is in a folder to which nobody writes any more. Its answer goes to another folder.
    let numbers: Vec<u64> = lines_of(&log);
    assert_eq!(numbers, (1..=LINES as u64).collect::<Vec<u64>>());
    // Nothing is missing, so nothing is written.
    let run = spread(folder.path(), 3, &["8", "-", "--log", &named], &input).ends(0);
    assert!(run.out == alone.out);
    assert_eq!(lines_of(&log), numbers);
}

/// The numbers of the lines whose answers the logs hold.
fn lines_of(log: &Path) -> Vec<u64> {
    kept(log).into_iter().map(|(line, _)| line).collect()
}

#[test]
fn a_log_of_something_else_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let named = log.display().to_string();
    let input = positions(folder.path(), "8", 20);
    let solve =
        |arguments: &[&str], input: &str| spread(folder.path(), 2, &[arguments, &["--log", &named]].concat(), input);
    let first = solve(&["8", "-"], &input).ends(0);
    let others: String = input.lines().rev().flat_map(|line| [line, "\n"]).collect();
    let run = solve(&["8", "-"], &others).ends(2);
    assert!(run.err.contains("line 1 of the input: the log has an answer to another line"), "{run:#?}");
    let run = solve(&["8", "-", "--count"], &input).ends(2);
    assert!(
        run.err.contains("the log belongs to another request: --count was not given and is now `given`"),
        "{run:#?}"
    );
    let run = solve(&["8", "-", "--goal", "x12345678"], &input).ends(2);
    assert!(run.err.contains("the log belongs to another request: goal was "), "{run:#?}");
    // An input with more lines or with fewer lines is still the same input.
    let more = input.clone() + "12345678x\n";
    assert_eq!(solve(&["8", "-"], &more).ends(0).out, first.out.clone() + "(no moves)\n");
    assert_eq!(solve(&["8", "-"], &input).ends(0).out, first.out);
    let path = log.join("process-000").join("replies.jsonl");
    let damaged = fs::read_to_string(&path).unwrap().replacen("\n{", "\n?", 1);
    fs::write(&path, damaged).unwrap();
    let run = solve(&["8", "-"], &input).ends(5);
    assert!(run.err.contains("replies.jsonl: damaged: line 2 has changed since it was written"), "{run:#?}");
}

/// A signal to any process ends all. A line at work reports its bound, and the log does not keep it.
#[test]
fn a_signal_to_one_ends_all() {
    const HARD: &str = "x 21 17 14 12 2 8 6 19 18 11 16 24 7 23 10 1 22 4 5 20 13 15 3 9";
    for signalled in [0, 1] {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("log");
        let named = log.display().to_string();
        let mut processes = begun(folder.path(), 2, &["24", "-", "--heuristic", "manhattan", "--log", &named]);
        let mut stdin = processes[0].stdin.take().unwrap();
        // The first line is answered when both processes are at work; the input stays open.
        writeln!(stdin, "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 x 24").unwrap();
        until("the first line is not answered", || kept(&log).len() == 1);
        (0..2).for_each(|_| writeln!(stdin, "{HARD}").unwrap());
        stdin.flush().unwrap();
        std::thread::sleep(Duration::from_millis(500));
        let process = processes[signalled].id().to_string();
        assert!(Command::new("kill").args(["-INT", &process]).status().unwrap().success());
        let runs: Vec<Run> =
            processes.into_iter().map(|child| Run::of(child.wait_with_output().unwrap()).ends(130)).collect();
        drop(stdin);
        let lines: Vec<&str> = runs[0].out.lines().collect();
        assert_eq!(lines.len(), 3, "{runs:#?}");
        assert!(lines[1..].iter().all(|line| line.starts_with("interrupted: every solution has at least ")));
        assert_eq!(lines_of(&log), [1]);
    }
}

/// One line takes as long as it needs. All others are answered meanwhile, here hundreds for one.
#[test]
fn a_slow_line_keeps_nobody_waiting() {
    const HARD: &str = "x 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1";
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let named = log.display().to_string();
    let mut processes = begun(folder.path(), 2, &["15", "-", "--heuristic", "manhattan", "--log", &named]);
    let mut stdin = processes[0].stdin.take().unwrap();
    writeln!(stdin, "{HARD}").unwrap();
    for _ in 0..600 {
        writeln!(stdin, "1 2 3 4 5 6 7 8 9 10 11 12 13 14 x 15").unwrap();
    }
    stdin.flush().unwrap();
    until("the others wait", || kept(&log).len() >= 600);
    assert_eq!(lines_of(&log), (2..=601).collect::<Vec<u64>>());
    for process in &mut processes {
        process.kill().unwrap();
        process.wait().unwrap();
    }
}
