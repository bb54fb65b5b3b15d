//! Every option that names an output file: links stay, pipes are written to or refused, errors name the file, and
//! nothing is left behind.

#![cfg(unix)]

use std::fs::{self, File};
use std::os::unix::fs::{FileTypeExt, symlink};
use std::path::Path;
use std::process::Command;

use super::{Run, command};

/// The arguments before the file's name, the end of the name, and whether the output can go to a pipe.
const OUTPUTS: [(&[&str], &str, bool); 5] = [
    (&["table", "build", "pancake:5", "--bits", "8", "-o"], "", false),
    (&["map", "sliding:2x4", "--save"], "", false),
    (&["map", "pancake:5", "--plot"], ".svg", true),
    (&["map", "pancake:5", "--antipodes"], "", true),
    (&["solve", "8", "1 2 3 x 5 6 4 7 8", "--svg"], ".svg", true),
];

fn write(arguments: &[&str], path: &Path) -> Run {
    Run::of(command().args(arguments).arg(path).output().unwrap())
}

fn pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[test]
fn a_link_stays_and_its_file_is_replaced() {
    for (arguments, end, _) in OUTPUTS {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(format!("{name}{end}"));
        write(arguments, &at("plain")).ends(0);
        symlink(format!("file{end}"), at("link")).unwrap();
        // First there is no file. Then there is one that a reader has open.
        for _ in 0..2 {
            let before = File::open(at("file")).ok();
            write(arguments, &at("link")).ends(0);
            assert!(fs::symlink_metadata(at("link")).unwrap().is_symlink(), "{arguments:?}");
            assert_eq!(fs::read(at("file")).unwrap(), fs::read(at("plain")).unwrap(), "{arguments:?}");
            if let Some(before) = before {
                assert_eq!(std::os::unix::fs::MetadataExt::nlink(&before.metadata().unwrap()), 0, "{arguments:?}");
            }
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3, "{arguments:?}");
    }
}

#[test]
fn a_pipe_is_written_to_or_refused() {
    for (arguments, end, streams) in OUTPUTS {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(format!("{name}{end}"));
        pipe(&at("pipe"));
        if streams {
            write(arguments, &at("plain")).ends(0);
            let path = at("pipe");
            let reader = std::thread::spawn(move || fs::read(path).unwrap());
            write(arguments, &at("pipe")).ends(0);
            assert_eq!(reader.join().unwrap(), fs::read(at("plain")).unwrap(), "{arguments:?}");
        } else {
            let run = write(arguments, &at("pipe")).ends(2);
            assert!(run.err.starts_with(&format!("loyd: cannot write {}: ", at("pipe").display())), "{run:?}");
            assert!(run.err.contains("a device or a pipe"), "{run:?}");
        }
        assert!(fs::symlink_metadata(at("pipe")).unwrap().file_type().is_fifo(), "{arguments:?}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1 + usize::from(streams), "{arguments:?}");
    }
}

/// Standard output may be a pipe or a file: neither is replaced, and nothing is written over.
#[test]
fn standard_output_is_no_file_to_be_replaced() {
    for (arguments, end, streams) in OUTPUTS {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(format!("{name}{end}"));
        // The name of a picture needs its ending, which a link can have.
        symlink("/dev/stdout", at("link")).unwrap();
        let plain = write(arguments, &at("plain"));
        let told = plain.ends(0).out.lines().last().unwrap().to_string();
        let text = fs::read(at("plain")).unwrap();
        let file = File::create(at("out")).unwrap();
        let mut to_file = command();
        let code = to_file.args(arguments).arg(at("link")).stdout(file).status().unwrap().code();
        let to_pipe = command().args(arguments).arg(at("link")).output().unwrap();
        assert_eq!(code, to_pipe.status.code());
        for out in [fs::read(at("out")).unwrap(), to_pipe.stdout] {
            let is_there = out.windows(text.len()).any(|window| window == text);
            assert_eq!((code, is_there), if streams { (Some(0), true) } else { (Some(2), false) }, "{arguments:?}");
            assert_eq!(String::from_utf8_lossy(&out).contains(&told), streams, "{arguments:?}");
        }
    }
}

#[test]
fn what_a_killed_writer_left_goes_with_the_next() {
    for (arguments, end, _) in OUTPUTS {
        let folder = tempfile::tempdir().unwrap();
        let left = folder.path().join(format!("file{end}.tmp-0123456789ab"));
        fs::write(&left, "half").unwrap();
        write(arguments, &folder.path().join(format!("file{end}"))).ends(0);
        assert!(!left.exists() && fs::read_dir(folder.path()).unwrap().count() == 1, "{arguments:?}");
    }
}

/// A file beyond the size limit is an error that names the file, and nothing is left of it.
#[test]
fn a_file_that_may_not_grow_is_named() {
    for (arguments, end, _) in OUTPUTS {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(format!("file{end}"));
        let mut limited = Command::new("sh");
        limited.args(["-c", "ulimit -f 0; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_loyd")]);
        let run = Run::of(limited.args(arguments).arg(&path).output().unwrap()).ends(1);
        assert!(run.err.contains(path.to_str().unwrap()) && run.err.contains("too large"), "{arguments:?}: {run:?}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "{arguments:?}");
    }
    let folder = tempfile::tempdir().unwrap();
    let out = File::create(folder.path().join("out")).unwrap();
    let mut limited = Command::new("sh");
    limited.args(["-c", "ulimit -f 0; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_loyd"), "puzzles"]).stdout(out);
    let run = Run::of(limited.output().unwrap()).ends(1);
    assert!(run.err.starts_with("loyd: cannot write the output: "), "{run:?}");
}
