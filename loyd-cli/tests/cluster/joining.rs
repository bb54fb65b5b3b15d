//! Processes that do not come together, and why.

use std::fs;
use std::path::Path;

use super::processes::{Process, hosts, keep_token, names, process_of};
use super::{Run, loyd};

/// Runs one process alone, with `lines` as its hosts file.
fn one(folder: &Path, lines: &str, arguments: &[&str]) -> Run {
    let path = folder.join("hosts");
    fs::write(&path, lines).unwrap();
    let path = path.display().to_string();
    loyd(folder, &[&["cluster", "map", "pancake:8", "--hosts", &path], arguments].concat())
}

#[test]
fn other_machines_need_a_token() {
    let folder = tempfile::tempdir().unwrap();
    for host in ["10.1.2.3:7101", "node1.example:7101", "0.0.0.0:7101"] {
        let run = one(folder.path(), &format!("127.0.0.1:7102\n{host}\n"), &["--process", "0"]).ends(2);
        assert!(run.err.contains(host) && run.err.contains("--token-file"), "{run:#?}");
    }
    let token = folder.path().join("token");
    keep_token(&token, "too short\n");
    let all_read = folder.path().join("read-by-all");
    keep_token(&all_read, "the token of the tests");
    fs::set_permissions(&all_read, std::os::unix::fs::PermissionsExt::from_mode(0o644)).unwrap();
    let [token, all_read] = [token, all_read].map(|path| path.display().to_string());
    for (path, said) in [
        (&token[..], "expected a token of at least 16 bytes, found 9"),
        ("/nowhere/token", "/nowhere/token"),
        (&all_read, &format!("other users have access to it (mode 644); use `chmod 600 {all_read}`")),
        ("/dev/zero", "other users have access to it"),
    ] {
        let run = one(folder.path(), "127.0.0.1:7102\n", &["--process", "0", "--token-file", path]).ends(2);
        assert!(run.err.starts_with("loyd: --token-file: ") && run.err.contains(said), "{run:#?}");
    }
}

#[test]
fn a_wrong_token_is_refused_and_never_printed() {
    let folder = tempfile::tempdir().unwrap();
    let hosts = hosts(folder.path(), 2);
    let of = |process: usize, token: &str| {
        let path = folder.path().join(format!("token-{process}"));
        keep_token(&path, token);
        let mut command = process_of(folder.path(), &hosts, process, &["pancake:8", "--wait-seconds", "5"]);
        Process::of(command.arg("--token-file").arg(path))
    };
    let processes = [of(0, "the token of the first"), of(1, "the token of another")];
    for process in processes {
        let run = process.ended();
        assert!([2, 75].contains(&run.code) && run.out.is_empty(), "{run:#?}");
        assert!(run.err.contains("token") && !run.err.contains("of the first"), "{run:#?}");
    }
    // Both have the same token, with or without a newline at its end.
    let processes = [of(0, "the token of the first"), of(1, "the token of the first\n")];
    processes.into_iter().for_each(|process| drop(process.ended().ends(0)));
}

#[test]
fn both_name_what_differs() {
    let folder = tempfile::tempdir().unwrap();
    let own = ["pancake:8"];
    for (other, what) in [
        (&["pancake:9"][..], ["pancake:8", "pancake:9"]),
        (&["pancake:8", "--from", "8 7 6 5 4 3 2 1"], ["the goal", "8 7 6 5 4 3 2 1"]),
    ] {
        let hosts = hosts(folder.path(), 2);
        let [first, second] = [(0, &own[..]), (1, other)]
            .map(|(process, arguments)| Process::of(&mut process_of(folder.path(), &hosts, process, arguments)));
        for process in [first, second] {
            let run = process.ended().ends(2);
            assert!(what.iter().all(|what| run.err.contains(what)) && run.out.is_empty(), "{run:#?}");
        }
    }
}

#[test]
fn hosts_and_numbers_that_are_none() {
    let folder = tempfile::tempdir().unwrap();
    for (lines, process, said) in [
        ("localhost:7101\n", "1", "--process: expected a number from 0 to 0, found 1"),
        ("localhost:7101\n", "-1", "--process"),
        ("# none\n", "0", "--hosts: hosts: expected at least one line host:port"),
        ("localhost:7101\n\nlocalhost\n", "0", "--hosts: hosts, line 3: expected host:port"),
        ("a:1\nb:2\nA:1\n", "0", "--hosts: hosts, line 3: A:1 is already in line 1"),
    ] {
        let run = one(folder.path(), lines, &["--process", process]).ends(2);
        assert!(run.err.contains(said), "{run:#?}");
    }
    let run = loyd(folder.path(), &["cluster", "map", "pancake:8", "--hosts", "/nowhere/hosts", "--process", "0"]);
    let run = run.ends(2);
    assert!(run.err.contains("/nowhere/hosts"), "{run:#?}");
    // Neither command reads a file without an end.
    for words in [&["map", "pancake:8"][..], &["solve", "pancake:8", "-"]] {
        let run = loyd(folder.path(), &[&["cluster"], words, &["--hosts", "/dev/zero", "--process", "0"]].concat());
        assert!(run.ends(2).err.contains("hosts file /dev/zero: expected at most 1048576 bytes, found more"));
    }
}

#[test]
fn one_that_never_comes_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let hosts = hosts(folder.path(), 3);
    let start = |process| Process::of(&mut process_of(folder.path(), &hosts, process, &["8", "--wait-seconds", "2"]));
    let processes = [start(0), start(2)];
    for process in processes {
        let run = process.ended().ends(75);
        assert!(run.err.contains("process 1") && run.err.contains(&names(folder.path())[1]), "{run:#?}");
    }
}

/// A process that cannot begin reports why, and the others report its reason.
#[test]
fn one_that_has_too_little_memory_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let hosts = hosts(folder.path(), 2);
    let first = Process::of(&mut process_of(folder.path(), &hosts, 0, &["pancake:11"]));
    let mut second = super::command(folder.path());
    second.args(["cluster", "map", "pancake:11", "--process", "1", "--limit-memory", "3MB", "--hosts"]).arg(&hosts);
    let run = Process::of(&mut second).ended().ends(4);
    assert!(run.err.contains("but only 3.00 MB is available"), "{run:#?}");
    let told = first.ended().ends(75);
    assert!(told.err.contains("process 1 (") && told.err.contains("is available"), "{told:#?}");
}

#[test]
fn a_port_that_is_taken() {
    let folder = tempfile::tempdir().unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap();
    let run = one(folder.path(), &format!("{address}\nlocalhost:1\n"), &["--process", "0"]).ends(1);
    assert!(run.err.contains(&address.to_string()), "{run:#?}");
}

/// If two processes have the same number, the second is turned away, and the others go on with the first.
#[test]
fn a_number_is_taken_once() {
    let folder = tempfile::tempdir().unwrap();
    let hosts = hosts(folder.path(), 3);
    let start = |process| Process::of(&mut process_of(folder.path(), &hosts, process, &["8", "--wait-seconds", "20"]));
    let (first, twins) = (start(0), [start(2), start(2)]);
    std::thread::sleep(std::time::Duration::from_millis(500));
    let runs = [first, start(1)].map(|process| process.ended().code);
    let mut of_twins = twins.map(|process| process.ended().code);
    of_twins.sort_unstable();
    assert!(runs == [0, 0] && of_twins[0] == 0 && of_twins[1] > 0, "{runs:?} {of_twins:?}");
}
