//! Text of others never reaches a terminal raw: every command gets characters that a terminal obeys, in every place
//! that takes a text, and prints none of them.

#![cfg(unix)]

use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Output, Stdio};

use loyd_core::table::file::{ElementKind, Identity, Tensor, write};

use super::{command, loyd};

/// A text that sets a title, clears the screen and turns text round. No output may contain it as it is.
const HOSTILE: &str = "\u{1b}]0;t\u{7}\u{1b}[2J\r\u{8}\u{7f}\u{9b}31m\u{202e}abc\u{2066}\u{2069}";

fn run<S: AsRef<std::ffi::OsStr> + std::fmt::Debug>(arguments: &[S], folder: &Path, input: &str) -> Output {
    let mut command = command();
    command.args(arguments).current_dir(folder).env("LOYD_CACHE", folder.join("cache"));
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    for text in [&output.stdout, &output.stderr] {
        let text = str::from_utf8(text).unwrap_or_else(|error| panic!("{arguments:?}: {error}: {output:?}"));
        let acting = |c: &char| {
            (c.is_control() && !"\n\t".contains(*c)) || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        };
        assert!(!text.chars().any(|c| acting(&c)), "{arguments:?}: {text:?}");
        assert!(!text.contains("panicked"), "{arguments:?}: {text:?}");
    }
    output
}

/// One call of every command, with all its required arguments.
const CALLS: &[&[&str]] = &[
    &["solve", "pancake:4", "2 1 3 4"],
    &["compare", "pancake:4", "2 1 3 4"],
    &["bench", "set"],
    &["check", "pancake:4", "2 1 3 4", "2"],
    &["random", "pancake:4"],
    &["judge", "poj2870"],
    &["rank", "pancake:4", "2 1 3 4"],
    &["unrank", "pancake:4", "3"],
    &["puzzles", "pancake"],
    &["map", "pancake:4"],
    &["table", "build", "pancake:4", "--bits", "8"],
    &["table", "info", "table"],
    &["table", "verify", "table"],
    &["table", "query", "table", "2 1 3 4"],
    &["table", "sample", "table"],
    &["cache", "list"],
    &["cache", "clear"],
    &["completions", "bash"],
    &["man", "solve"],
    // No machine has this address, so the command never begins to serve.
    #[cfg(feature = "web")]
    &["serve", "--listen", "192.0.2.1:8015"],
    &["solve", "pancake:4", "-"],
    &["table", "query", "table", "-"],
];

/// The options of a command that take a value, each with the name of its value, as the help lists them.
fn options(call: &[&str]) -> Vec<(String, String)> {
    let words = if ["table", "cache", "cluster"].contains(&call[0]) { 2 } else { 1 };
    let help = loyd(&[&call[..words], &["-h"]].concat()).ends(0).out;
    let words = help.split_whitespace().collect::<Vec<_>>();
    let taking = words.windows(2).filter(|pair| pair[0].starts_with("--") && pair[1].starts_with('<'));
    let mut options: Vec<(String, String)> = taking.map(|pair| (pair[0].into(), pair[1].into())).collect();
    options.sort();
    options.dedup();
    options
}

fn prepared() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("set"), "puzzle: pancake:4\n2 1 3 4 = 1\n").unwrap();
    run(&["table", "build", "pancake:4", "--bits", "8", "-o", "table"], folder.path(), "");
    folder
}

#[test]
fn every_argument_of_every_command() {
    let folder = prepared();
    let mut runs = 0;
    let mut given = |arguments: &[&str]| {
        for json in [&[][..], &["--format", "json"]] {
            run(&[arguments, json].concat(), folder.path(), "2 1 3 4\n");
            runs += 1;
        }
    };
    for &call in CALLS {
        for at in 0..call.len() {
            let whole = [&call[..at], &[HOSTILE], &call[at + 1..]].concat();
            given(&whole);
            // The hostile text as part of a text that is read further.
            let part = format!("{}{HOSTILE}", call[at]);
            given(&[&call[..at], &[&part], &call[at + 1..]].concat());
        }
        given(&[call, &[HOSTILE]].concat());
        for (option, _) in options(call) {
            given(&[call, &[&option, HOSTILE]].concat());
            given(&[call, &[&format!("{option}={HOSTILE}.svg")]].concat());
        }
        given(&[call, &[&format!("--{HOSTILE}")]].concat());
    }
    assert!(runs > 600, "only {runs} runs");
}

/// No argument of any command makes the command read a file without an end into its memory.
#[test]
fn files_without_an_end() {
    const ENDLESS: [&str; 2] = ["/dev/zero", "@/dev/zero"];
    #[cfg(feature = "cluster")]
    const CLUSTER: &[&[&str]] = &[
        &["cluster", "map", "pancake:4", "--hosts", "none", "--process", "0"],
        &["cluster", "solve", "pancake:4", "-", "--hosts", "none", "--process", "0"],
        &["cluster", "status", "none"],
    ];
    #[cfg(not(feature = "cluster"))]
    const CLUSTER: &[&[&str]] = &[];
    let folder = prepared();
    let mut runs = 0;
    let mut given = |arguments: &[&str]| {
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", "ulimit -v 2000000; exec \"$@\"", "sh"]).arg(command().get_program()).args(arguments);
        shell.current_dir(folder.path()).env("LOYD_CACHE", folder.path().join("cache")).stdin(Stdio::null());
        let output = shell.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code().is_some() && !said.contains("out of memory"), "{arguments:?}: {output:?}");
        runs += 1;
    };
    for &call in CALLS.iter().chain(CLUSTER) {
        for endless in ENDLESS {
            (1..call.len()).for_each(|at| given(&[&call[..at], &[endless], &call[at + 1..]].concat()));
            let options = options(call);
            let named = options.iter().filter(|(_, value)| ["<FILE>", "<DIR>", "<STATE>"].contains(&&**value));
            named.for_each(|(option, _)| given(&[call, &[option, endless]].concat()));
        }
    }
    // The processes of a cluster have a third of all arguments that can name a file.
    assert!(runs > if cfg!(feature = "cluster") { 140 } else { 90 }, "only {runs} runs");
}

#[test]
fn bytes_that_are_no_text() {
    use std::os::unix::ffi::OsStringExt;
    let folder = prepared();
    let bad = OsString::from_vec([b"\xff\x1b[2J\x9b", HOSTILE.as_bytes()].concat());
    for &call in CALLS {
        for at in 0..=call.len() {
            let mut arguments: Vec<OsString> = call.iter().map(OsString::from).collect();
            arguments.insert(at, bad.clone());
            run(&arguments, folder.path(), "");
        }
    }
}

#[test]
fn lines_of_standard_input() {
    let folder = prepared();
    for call in
        [&["solve", "8", "-"][..], &["table", "query", "table", "-"], &["judge", "hdu1043"], &["judge", "poj2870"]]
    {
        for line in [HOSTILE, &format!("1 2 3 {HOSTILE} 4"), &format!("2 1 3 4 {HOSTILE}")] {
            run(call, folder.path(), &format!("{line}\n"));
        }
    }
}

#[test]
fn files_and_their_names() {
    let folder = prepared();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    let name = &format!("{HOSTILE}.svg")[..];
    // A set with a wrong instance: the text replaces each line of its head and each part of the instance.
    let good = "puzzle: pancake:4\ngoal: 1 2 3 4\nsource: S\ncounts: ida-star gap\nI: 2 1 3 4 = 3 1 1\n";
    for word in ["pancake:4", "1 2 3 4\n", "S", "ida-star", "gap", "I", "2 1 3", "3 1", "puzzle", "goal", "= 3 1 1"] {
        for text in [good.replacen(word, HOSTILE, 1), good.replacen(word, &format!("{word}{HOSTILE}"), 1)] {
            for (file, more) in [(name, &[][..]), ("set", &["-v"]), (name, &["--format", "json"])] {
                write(file, &text);
                run(&[&["bench", file], more].concat(), folder.path(), "");
            }
        }
    }
    // Boards in a file of hostile name, and a board that contains the hostile text.
    for (family, board) in [("sliding", "###\n###\n"), ("light-up", "..\n..\n")] {
        write(name, board);
        let id = &format!("{family}:@{name}")[..];
        for call in [&["puzzles", id][..], &["solve", id, "-v", "--show"], &["solve", id, "--scramble", "u", "--show"]]
        {
            run(call, folder.path(), "");
        }
        for call in [&["map", id][..], &["map", id, "--plot", name], &["random", id], &["table", "build", id]] {
            run(call, folder.path(), "");
        }
        write(name, &format!("#{HOSTILE}#\n"));
        run(&["puzzles", id], folder.path(), "");
    }
    // Files of hostile names are written and read, whatever they contain.
    run(&["map", "pancake:4", "--plot", name, "--antipodes", "a"], folder.path(), "");
    let svg = fs::read_to_string(folder.path().join(name)).unwrap();
    assert!(!svg.contains('\u{1b}'), "{svg}");
    for out in ["-o", "--cache-dir"] {
        let built = run(&["table", "build", "pancake:4", "--bits", "8", out, HOSTILE], folder.path(), "");
        assert!(built.status.success() && String::from_utf8(built.stdout).unwrap().contains("\\u{1b}"), "{out}");
        fs::rename(folder.path().join(HOSTILE), folder.path().join(out)).unwrap();
    }
    let cache = folder.path().join("--cache-dir");
    for call in [&["cache", "list", "--cache-dir", HOSTILE][..], &["cache", "clear", "--cache-dir", HOSTILE]] {
        let _ = fs::rename(&cache, folder.path().join(HOSTILE));
        run(call, folder.path(), "");
    }
}

#[test]
fn what_a_table_says_of_itself() {
    let folder = prepared();
    let path = folder.path().join("forged");
    let good = || Identity {
        puzzle: "pancake:4".into(),
        goal: "1 2 3 4".into(),
        kind: "distances".into(),
        layout: "rank/1".into(),
        parameters: Default::default(),
        entries: 24,
        encoding: "bytes; 255: no goal is reached".into(),
    };
    let forgeries: [fn(&mut Identity); 7] = [
        |identity| identity.puzzle = HOSTILE.into(),
        |identity| identity.goal = HOSTILE.into(),
        |identity| identity.kind = HOSTILE.into(),
        |identity| identity.layout = HOSTILE.into(),
        |identity| identity.encoding = HOSTILE.into(),
        |identity| drop(identity.parameters.insert(HOSTILE.into(), "1".into())),
        |identity| drop(identity.parameters.insert("a".into(), HOSTILE.into())),
    ];
    for forge in forgeries {
        let mut identity = good();
        forge(&mut identity);
        for name in ["distances", HOSTILE] {
            let tensor = Tensor { name, kind: ElementKind::U8, shape: vec![24], bytes: &[0; 24] };
            let kept = folder.path().join("cache").join(identity.file_name());
            fs::create_dir_all(kept.parent().unwrap()).unwrap();
            for path in [&path, &kept] {
                write(path, &identity, std::slice::from_ref(&tensor)).unwrap();
            }
            for json in [&[][..], &["--format", "json"]] {
                for call in [
                    &["table", "info", "forged"][..],
                    &["table", "verify", "forged"],
                    &["table", "sample", "forged"],
                    &["table", "query", "forged", "2 1 3 4"],
                    &["solve", "pancake:4", "2 1 3 4", "--table", "forged"],
                    &["random", "pancake:4", "--depth", "1", "--table", "forged"],
                    &["cache", "list"],
                    &["cache", "list", "--verify"],
                ] {
                    run(&[call, json].concat(), folder.path(), "");
                }
            }
            run(&["judge", "hdu1043", "--table", "forged"], folder.path(), "1 2 3 4 5 6 7 x 8\n");
            fs::remove_file(kept).unwrap();
        }
    }
}

/// A stack of 128 KB (`ulimit -s 128`) is enough for every command: work that needs more has a thread of its own.
#[test]
fn a_small_stack() {
    let folder = prepared();
    let more: &[&[&str]] =
        &[&["solve", "3x3x3", "--scramble", "R U"], &["puzzles", "4x4x4", "--group"], &["lint", "m24"]];
    for call in CALLS.iter().chain(more) {
        let mut command = std::process::Command::new("sh");
        command.args(["-c", "ulimit -s 128 && exec \"$0\" \"$@\""]).arg(assert_cmd::cargo::cargo_bin!("loyd"));
        command.args(*call).current_dir(folder.path()).env("LOYD_CACHE", folder.path().join("cache"));
        let output = command.stdin(Stdio::null()).output().unwrap();
        assert!(output.status.code().is_some_and(|code| code < 128), "{call:?}: {output:?}");
    }
}
