//! Bad input, row by row: the exit code is 2, and the message names the place, the token and the expected text.

use super::{fed, file, loyd};

/// Arguments, and the parts that the message must contain.
type Row<'a> = (&'a [&'a str], &'a [&'a str]);

fn refused(rows: &[Row<'_>]) {
    for (arguments, parts) in rows {
        let run = loyd(arguments).ends(2);
        assert_eq!(run.out, "", "{arguments:?}: {run:#?}");
        assert!(run.err.starts_with("loyd: ") || run.err.starts_with("error: "), "{arguments:?}: {run:#?}");
        assert!(run.err.len() < 600, "{arguments:?}: {run:#?}");
        for part in *parts {
            assert!(run.err.contains(part), "{arguments:?}: {part:?} is missing in {run:#?}");
        }
    }
}

#[test]
fn positions() {
    refused(&[
        (
            &["solve", "8", "1 2 3 4 5 6 7 x"],
            &["line 1, column 16", "end of text", "9 pieces", "only 8; tile 8 is missing"],
        ),
        (&["solve", "8", "1 2 3 4 5 6 7 8 x 1"], &["line 1, column 19", "`1`", "there are 10"]),
        (&["solve", "8", "1 2 3\n4 5 5\n7 8 x"], &["line 2, column 5", "`5`", "a second time"]),
        (&["solve", "8", "1 2 3 4 5 6 7 8 9"], &["line 1, column 17", "`9`", "1 to 8"]),
        (&["solve", "8", "1 2 3 4 5 6 7 x x"], &["line 1, column 17", "`x`", "second"]),
        (&["solve", "8", "1 2 3 4 5 a 7 8 x"], &["line 1, column 11", "`a`", "1 to 8"]),
        (&["solve", "8", "1 2 3 4 5 6 7 80 x"], &["line 1, column 15", "`80`"]),
        (&["solve", "8", "-1 2 3 4 5 6 7 8 x"], &["line 1, column 1", "`-1`", "1 to 8"]),
        (
            &["solve", "8", "1 2 3 4 5 6 7 99999999999999999999999999 x"],
            &["line 1, column 15", "`99999999999999999999999999`"],
        ),
        (&["solve", "8", ""], &["line 1, column 1", "end of text"]),
        (&["solve", "8", "hello"], &["line 1, column "]),
        (&["solve", "pancake:4", "1 2 3 5"], &["line 1, column 7", "`5`", "1 to 4"]),
        (&["solve", "pancake:4", "1 2 3 3"], &["line 1, column 7", "`3`", "second time"]),
        (&["solve", "swap:3", "1 2 3 4 5 6 7 8"], &["line 1, column 16", "end of text"]),
        (&["solve", "magic-board", "1 2 3 4 5 6 7 9"], &["line 1, column 15", "`9`"]),
        (&["check", "8", "1 2 3", "u"], &["line 1, column 6", "only 3"]),
        (&["rank", "8", "1 2 3"], &["line 1, column 6", "only 3"]),
        (&["compare", "8", "1 2 3"], &["line 1, column 6", "only 3"]),
    ]);
}

#[test]
fn goals() {
    refused(&[
        (&["solve", "8", "12345678x", "--goal", "1 2 3 x"], &["goal: line 1, column 8", "end of text"]),
        (&["solve", "8", "12345678x", "--goal", "1 2 3 4 5 6 7 8 9"], &["goal: line 1, column 17", "`9`"]),
        (&["solve", "8", "12345678x", "--goal", "1 2 3 4 5 6 7 8 x 9"], &["goal: line 1, column 19", "`9`"]),
        (&["solve", "pancake:4", "1 2 3 4", "--goal", "1 1 2 3"], &["goal: line 1, column 3", "`1`"]),
    ]);
}

#[test]
fn names() {
    refused(&[
        (&["solve", "slidng:3x3", "x"], &["unknown puzzle `slidng:3x3`", "did you mean `sliding`?"]),
        (&["solve", "pancaks:4", "x"], &["did you mean `pancake`?"]),
        (&["solve", "八数吗", "x"], &["unknown puzzle `八数吗` (did you mean `八数码`?)"]),
        (&["solve", "8", "12345678x", "--goal", "blank-frist"], &["goal: ", "`blank-frist`", "mean `blank-first`?"]),
        (&["solve", "rubric", "x"], &["unknown puzzle `rubric`", "`loyd puzzles` lists all"]),
        (&["solve", "", "x"], &["unknown puzzle ``"]),
        (&["puzzles", "swop"], &["did you mean `swap`?"]),
        (&["solve", "8", "12345678x", "--algorithm", "dfs"], &["invalid value 'dfs'", "ida-star", "bidirectional"]),
        (&["solve", "8", "12345678x", "--algorithm", "a-sta"], &["'a-star'"]),
        (
            &["solve", "8", "12345678x", "--heuristic", "manhatan"],
            &["`manhatan`", "did you mean `manhattan`?", "it has: "],
        ),
        (&["judge", "hdu1034"], &["unknown judge `hdu1034`", "`loyd judge --list` lists all"]),
        (&["judge", "poj287"], &["did you mean `poj2870`?"]),
        (&["slove", "8"], &["unrecognized subcommand 'slove'", "'solve'"]),
        (&["completions", "bsh"], &["invalid value 'bsh'", "'bash'"]),
    ]);
}

#[test]
fn sizes() {
    refused(&[
        (&["solve", "sliding:0x3", "x"], &["puzzle `sliding:0x3`", "found `0x3`", "expected "]),
        (&["solve", "sliding:1x1", "x"], &["puzzle `sliding:1x1`", "expected "]),
        (&["solve", "sliding:100x100", "x"], &["puzzle `sliding:100x100`", "expected "]),
        (&["solve", "sliding:", "x"], &["puzzle `sliding:`", "expected "]),
        (&["solve", "sliding:3x", "x"], &["`sliding:3x`", "expected "]),
        (&["solve", "sliding:99999999999999999999x3", "x"], &["expected "]),
        (&["solve", "swap:99x99", "x"], &["puzzle `swap:99x99`", "expected "]),
        (&["solve", "pancake:0", "x"], &["puzzle `pancake:0`", "expected "]),
        (&["solve", "pancake:-3", "x"], &["puzzle `pancake:-3`", "expected "]),
        (&["solve", "magic-board:3", "x"], &["puzzle `magic-board:3`", "expected "]),
    ]);
}

#[test]
fn top_spin_sizes() {
    refused(&[(&["solve", "top-spin:3x9", "x"], &["puzzle `top-spin:3x9`", "expected "])]);
}

#[test]
fn files() {
    let folder = tempfile::tempdir().unwrap();
    let shape = |name: &str, text: &[u8]| file(folder.path(), name, text, "sliding:");
    let missing = format!("sliding:@{}", folder.path().join("missing").display());
    let itself = format!("sliding:@{}", folder.path().display());
    let (empty, one) = (shape("empty", b""), shape("one", b"#\n"));
    let (apart, nul) = (shape("apart", b"##..##\n"), shape("nul", b"#\0#\n"));
    let (latin, letter) = (shape("latin", b"##\xe9\n"), shape("letter", b"##\n#q\n"));
    let large = " ".repeat(2_000_000);
    let (large, lamps) = (shape("large", large.as_bytes()), file(folder.path(), "lamps", &large, "light-up:"));
    refused(&[
        (&["solve", &large, "x"], &["large: line 1, column 1048577: found still more"]),
        (&["solve", &lamps], &["lamps: line 1, column 1048577: found still more"]),
        (&["solve", &missing, "x"], &["cannot read ", "missing"]),
        (&["solve", &itself, "x"], &["cannot read "]),
        (&["solve", "sliding:@", "x"], &[]),
        (&["solve", &empty, "x"], &["empty", "line 1, column 1"]),
        (&["solve", &one, "x"], &["one", "line 2, column 1", "at least 2 cells", "only 1"]),
        (&["solve", &apart, "x"], &["apart", "line 1, column "]),
        (&["solve", &nul, "x"], &["line 1, column 2", "`\\0`"]),
        (&["solve", &latin, "x"], &["latin"]),
        (&["solve", &letter, "x"], &["line 2, column 2", "`q`"]),
    ]);
}

#[test]
fn values_of_options() {
    refused(&[
        (&["solve", "8", "x", "--limit-seconds", "soon"], &["--limit-seconds", "a time: seconds such as 10"]),
        (&["solve", "8", "x", "--limit-seconds", "-1"], &["--limit-seconds", "a time: seconds such as 10"]),
        (&["solve", "8", "x", "--limit-memory", "much"], &["--limit-memory", "500MB, 4GiB"]),
        (&["solve", "8", "x", "--limit-nodes", "-5"], &["--limit-nodes", "-5"]),
        (&["solve", "8", "x", "--limit-moves", "99999999999"], &["--limit-moves"]),
        (&["solve", "8", "-", "--threads", "0"], &["--threads", "1..=1024"]),
        (&["random", "8", "--seed", "x"], &["--seed"]),
        (&["unrank", "8", "340282366920938463463374607431768211456"], &["invalid value"]),
        (&["unrank", "8", "362880"], &["362880"]),
        (&["unrank", "8", "0", "--from-one"], &["expected a number of 1 or more with --from-one, found 0"]),
        (&["random", "8", "--depth", "32"], &["no position", "32 moves"]),
        (&["random", "8", "--limit-seconds", "3"], &["--limit-seconds has no effect"]),
        (&["random", "8", "--depth", "3", "--limit-nodes", "3"], &["unexpected argument '--limit-nodes'"]),
        (&["judge", "--list", "--limit-nodes", "3"], &["--limit-nodes has no effect"]),
        (
            &["judge", "hdu4021", "--limit-nodes", "3"],
            &["--limit-nodes has no effect here: the search of hdu4021 can never reach this limit"],
        ),
        (&["judge", "hdu4021", "--limit-memory", "3G"], &["--limit-memory has no effect"]),
        (&["judge", "hdu4021", "--limit-moves", "3"], &["--limit-moves has no effect"]),
        (&["judge", "poj2870", "--limit-memory", "3G"], &["--limit-memory has no effect"]),
        (&["judge", "uva10181", "--limit-memory", "3G"], &["--limit-memory has no effect"]),
        (
            &["solve", "8", "12345678x", "--algorithm", "ida-star", "--limit-memory", "1G"],
            &["--limit-memory has no effect here: ida-star"],
        ),
        (&["judge", "hdu1043", "--list"], &["cannot be used with"]),
        (&["solve"], &["<PUZZLE>"]),
        (&["solve", "8"], &["no STATE given", "for example"]),
        (&["judge"], &["NAME"]),
        (&["solve", "8", "x", "y"], &["line 1, column 3: found `y`"]),
        (&["solve", "8", "1", "-2"], &["line 1, column 3: found `-2`"]),
        (&["unrank", "8", "1", "2"], &["unexpected argument '2'"]),
    ]);
}

#[cfg(unix)]
#[test]
fn arguments_that_are_no_text() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let run = |arguments: &[&[u8]]| {
        let arguments = arguments.iter().map(|argument| OsStr::from_bytes(argument));
        super::Run::of(super::command().args(arguments).output().unwrap()).ends(2)
    };
    for arguments in [&[b"solve" as &[u8], b"8", b"1 2 \xff"] as &[&[u8]], &[b"solve", b"\xff", b"1"], &[b"\xff"]] {
        let run = run(arguments);
        assert!(!run.err.is_empty() && run.err.len() < 600, "{run:#?}");
    }
}

#[test]
fn judge_inputs_are_answered_up_to_the_error() {
    // hdu1043: the second board is cut short; the first is answered.
    let run = fed(&["judge", "hdu1043"], "1 2 3 4 5 6 7 x 8\n1 2 3").ends(2);
    assert_eq!(run.out, "r\n");
    assert!(run.err.contains("line 2, column 6") && run.err.contains("end of text"), "{run:#?}");
    // hdu3567: the case count is larger than the number of cases.
    let run = fed(&["judge", "hdu3567"], "3\n12X453786\n12345678X\n").ends(2);
    assert_eq!(run.out, "Case 1: 2\ndd\n");
    assert!(run.err.contains("end of text"), "{run:#?}");
    for input in [&b"\0\0\0"[..], b"\xff\xfe", &[b'7'; 10_000_000]] {
        let run = fed(&["judge", "hdu1043"], input).ends(2);
        assert!(run.out.is_empty() && run.err.len() < 600, "{run:#?}");
    }
}
