//! `loyd judge`: the list, and every sample through the command.

use loyd_judges::JUDGES;

use super::{fed, loyd};

#[test]
fn every_sample_is_answered_byte_for_byte() {
    for judge in JUDGES {
        for name in std::iter::once(&judge.name).chain(judge.aliases) {
            let run = fed(&["judge", name], judge.sample_input).ends(0);
            assert_eq!(run.out, judge.sample_output, "{name}");
            assert_eq!(run.err, "", "{name}");
            let windows = judge.sample_input.replace('\n', "\r\n");
            assert_eq!(fed(&["judge", name], windows).ends(0).out, judge.sample_output, "{name}");
        }
        assert_eq!(fed(&["judge", judge.name], "").ends(0).out, "", "{}", judge.name);
    }
}

#[test]
fn the_list_holds_every_name() {
    let run = loyd(&["judge", "--list"]).ends(0);
    for judge in JUDGES {
        for name in std::iter::once(&judge.name).chain(judge.aliases) {
            assert!(run.out.contains(name), "{name}");
        }
    }
    for name in [
        "hdu1043",
        "poj1077",
        "nowcoder-eight",
        "luogu-p1379",
        "chino",
        "sicily1151",
        "luogu-p2730",
        "hdu1430",
        "poj3131",
        "hdu4021",
        "hdu3567",
        "poj2870",
        "uva10181",
    ] {
        assert!(run.out.contains(name), "{name}");
    }
}

#[test]
fn the_list_has_json() {
    let objects = loyd(&["judge", "--list", "--format", "json"]).ends(0).json();
    assert_eq!(objects.len(), JUDGES.len());
    for (judge, object) in JUDGES.iter().zip(&objects) {
        assert_eq!((object["version"].as_u64(), object["judge"].as_str()), (Some(1), Some(judge.name)));
        assert_eq!(object["aliases"].as_array().unwrap().len(), judge.aliases.len());
        assert_eq!(
            (object["what"].as_str(), object["table"].as_bool()),
            (Some(judge.what), Some(judge.run_by.is_some()))
        );
        let answered = fed(&["judge", judge.name], object["sample_input"].as_str().unwrap()).ends(0);
        assert_eq!(object["sample_output"], answered.out);
        for limit in ["seconds", "memory", "nodes", "moves"] {
            let option = format!("--limit-{limit}");
            let heeded = object["limits"].as_array().unwrap().iter().any(|heeded| heeded == limit);
            let code = fed(&["judge", judge.name, &option, "1000000"], "").code;
            assert_eq!(code, if heeded { 0 } else { 2 }, "{} {option}", judge.name);
        }
    }
    // The judge defines its output, so `--format` has no effect.
    let run = loyd(&["judge", "hdu1043", "--format", "json"]).ends(2);
    assert_eq!(run.json()[0]["error"]["kind"], "no-effect");
}

/// The user of a terminal may have forgotten a file, so the command reports what it reads. On a pipe it does not.
#[cfg(target_os = "linux")]
#[test]
fn a_terminal_is_told_that_it_is_read() {
    use super::help::shell;
    let folder = tempfile::tempdir().unwrap();
    shell("loyd table build swap:2 --bits 8 -o t", folder.path()).ends(0);
    for (line, input) in [
        ("loyd judge hdu1043", "1 2 3 4 5 6 7 8 x"),
        ("loyd solve 8 -", "1 2 3 4 5 6 7 8 x"),
        ("loyd table query t -", "1 2 3 4"),
    ] {
        // `script` gives the command a terminal, and the command's standard error alone goes to the file.
        let typed = format!("printf '{input}\\n\\004' | script -qec '{line} 2>err' /dev/null");
        shell(&typed, folder.path()).ends(0);
        let err = std::fs::read_to_string(folder.path().join("err")).unwrap();
        assert!(err.starts_with("loyd: reading ") && err.contains("from the terminal; Ctrl-D ends"), "{line}: {err}");
        assert_eq!(shell(&format!("printf '{input}\\n' | {line}"), folder.path()).ends(0).err, "");
    }
}

/// A stream of any length is answered in at most the memory limit plus a tenth of it plus 32 MB.
#[cfg(target_os = "linux")]
#[test]
fn the_input_is_held_within_the_limit() {
    use std::io::{Read, Write};
    const LIMIT: usize = 5_000_000;
    const STREAM: usize = 64_000_000;
    let boards = "1 2 3 4 5 6 7 x 8\n".repeat(10_000);
    let mut child = super::begun(&["judge", "hdu1043", "--limit-memory", &LIMIT.to_string()]);
    let mut output = child.stdout.take().unwrap();
    let reader = std::thread::spawn(move || {
        let mut all = Vec::new();
        output.read_to_end(&mut all).map(|_| all)
    });
    let mut input = child.stdin.take().unwrap();
    let times = STREAM / boards.len();
    (0..times).for_each(|_| input.write_all(boards.as_bytes()).unwrap());
    // All input has been read, except the bytes in the pipe.
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap().trim();
    let peak = 1024 * peak.trim_end_matches(" kB").parse::<usize>().unwrap();
    drop(input);
    assert!(child.wait().unwrap().success());
    assert_eq!(reader.join().unwrap().unwrap().len(), 2 * 10_000 * times);
    assert!(peak <= LIMIT / 10 * 11 + 32_000_000, "{peak} bytes were resident");
}

#[test]
fn a_case_that_cannot_be_held_is_refused() {
    let input = format!("1 2 3 4 5 6 7 8 x\n1 2 3{}4 5 6 7 8 x\n", " ".repeat(300_000));
    let run = fed(&["judge", "hdu1043"], &input).ends(2);
    assert_eq!(run.out, "\n");
    assert!(run.err.contains("line 2, column 1: found `1`, expected a case of at most 262144 bytes"), "{run:?}");
}

/// A line that ends too late is an error, and the time limit holds for a judge by the clock.
#[test]
fn chino_goes_line_by_line_and_hdu4021_by_the_clock() {
    let run = fed(&["judge", "chino"], "1 2\n3 4 1\n").ends(2);
    assert!(run.err.contains("line 2, column 5: found `1`, expected the end of a line of 2 numbers"), "{run:#?}");
    assert_eq!(run.out, "");
    let run = fed(&["judge", "hdu4021", "--limit-seconds", "0"], loyd_judges::find("hdu4021").unwrap().sample_input);
    assert!(run.ends(4).err.contains("stopped by the time limit before case 1"));
}

#[test]
fn a_limit_is_named_with_its_case() {
    let run =
        fed(&["judge", "uva10181", "--limit-nodes", "1"], "1\n5 6 7 0\n13 10 12 8\n2 4 1 14\n3 15 11 9\n").ends(4);
    assert!(run.err.contains("stopped by the node limit in case 1: every solution has at least 33 moves"), "{run:#?}");
}

/// A named table of any width gives the same bytes. A table that does not fit the judge's goal is refused.
#[test]
fn a_table_gives_the_same_answers() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let drawn = |puzzle: &str| loyd(&["random", puzzle, "--count", "40", "--seed", "11"]).ends(0).out;
    let boards = drawn("8");
    let digits: String = boards.lines().map(|board| board.replace(' ', "").replace('x', "0") + "\n").collect();
    let grids = drawn("swap:3").replace('/', "\n");
    for (judge, puzzle, goal, input) in [
        ("hdu1043", "8", "1 2 3 4 5 6 7 8 x", &boards),
        ("luogu-p1379", "8", "1 2 3 8 x 4 7 6 5", &digits),
        ("chino", "swap:3", "1 2 3 4 5 6 7 8 9", &grids),
    ] {
        let expected = fed(&["judge", judge], input).ends(0).out;
        assert!(expected.lines().count() >= 40, "{judge}: {expected}");
        for bits in ["8", "4", "2"] {
            let table = path(&format!("{judge}-{bits}"));
            let built = loyd(&["table", "build", puzzle, "--goal", goal, "--bits", bits, "-o", &table]);
            if bits == "4" && puzzle == "8" {
                built.ends(2);
                continue;
            }
            built.ends(0);
            assert_eq!(fed(&["judge", judge, "--table", &table], input).ends(0).out, expected, "{judge} {bits}");
        }
    }
    let other = fed(&["judge", "hdu1043", "--table", &path("luogu-p1379-8")], &boards).ends(5);
    assert!(other.err.contains("another table: goal: expected ") && other.out.is_empty(), "{other:?}");
    let none = fed(&["judge", "uva10181", "--table", &path("hdu1043-8")], "").ends(2);
    assert!(none.err.contains("--table") && none.err.contains("does not look up answers in a table"), "{none:?}");
}
