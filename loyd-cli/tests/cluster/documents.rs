//! The commands of docs/cluster.md are run, and so are its scripts, with a shell in place of ssh, srun and pods, and
//! loopback addresses in place of machines.

#![cfg(target_os = "linux")]

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};

use super::processes::keep_token;
use super::{Run, alone};

const DOCUMENT: &str = include_str!("../../../docs/cluster.md");

/// The code blocks in a language, each with the heading above it.
fn blocks(language: &str) -> Vec<(&'static str, String)> {
    let mut found: Vec<(&str, String)> = Vec::new();
    let (mut heading, mut inside) = ("", None);
    for line in DOCUMENT.lines() {
        match (line.strip_prefix("```"), inside) {
            (Some(begun), None) => {
                inside = Some(begun);
                if begun == language {
                    found.push((heading, String::new()));
                }
            }
            (Some(_), Some(_)) => inside = None,
            (None, Some(of)) if of == language => found.last_mut().unwrap().1.push_str(&format!("{line}\n")),
            (None, Some(_)) => {}
            (None, None) => {
                heading = line.strip_prefix("##").map_or(heading, |rest| rest.trim_start_matches('#').trim())
            }
        }
    }
    found
}

/// The script below a heading.
fn script(language: &str, heading: &str) -> String {
    blocks(language).into_iter().find(|(above, _)| *above == heading).expect(heading).1
}

/// Runs a text with bash. `loyd` is the built command, and programs in the folder's `bin` come before all others.
fn shell(text: &str, folder: &Path, set: &[(&str, &str)]) -> Run {
    let built = assert_cmd::cargo::cargo_bin!("loyd").parent().unwrap();
    let path = format!("{}:{}:{}", folder.join("bin").display(), built.display(), std::env::var("PATH").unwrap());
    let mut command = Command::new("bash");
    command.args(["-c", text]).env("PATH", path).env("LOYD_CACHE", folder.join("cache")).envs(set.iter().copied());
    Run::of(command.current_dir(folder).stdin(Stdio::null()).output().unwrap())
}

/// Whether a printed text matches the expected one, in which `...` stands for any text.
fn matches(printed: &str, expected: &str) -> bool {
    let mut parts = expected.split("...");
    let Some(mut rest) = parts.next().and_then(|first| printed.strip_prefix(first)) else { return false };
    let mut parts = parts.peekable();
    if parts.peek().is_none() {
        return rest.is_empty();
    }
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return rest.ends_with(part);
        }
        let Some((_, after)) = rest.split_once(part) else { return false };
        rest = after;
    }
    true
}

#[test]
fn commands_print_what_it_says() {
    let mut number = 0;
    for (heading, text) in blocks("console") {
        let folder = tempfile::tempdir().unwrap();
        for step in text.split("$ ").filter(|step| !step.is_empty()) {
            let (line, expected) = step.split_once('\n').unwrap();
            let run = shell(line, folder.path(), &[]);
            let expected = expected.replace("...\n", "...");
            assert!(matches(&run.out, &expected), "{heading}: $ {line}\n{expected}\n{run:#?}");
            number += 1;
        }
    }
    assert!(number >= 9, "only {number} commands were found");
}

/// Makes a folder that stands for /srv/loyd, with a token and these programs.
fn place(programs: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    keep_token(&folder.path().join("token"), "0123456789abcdef0123456789abcdef\n");
    fs::create_dir(folder.path().join("bin")).unwrap();
    for (name, text) in programs {
        let path = folder.path().join("bin").join(name);
        fs::write(&path, format!("#!/bin/bash\n{text}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    folder
}

/// The text with `folder` in place of /srv/loyd, and a free port in place of 7100.
fn here(text: &str, folder: &Path) -> String {
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    text.replace("/srv/loyd", &folder.display().to_string()).replace("7100", &free.to_string())
}

/// The census in the last line of a file.
fn census(folder: &Path, name: &str) -> serde_json::Value {
    let out = fs::read_to_string(folder.join(name)).unwrap();
    Run { code: 0, out, err: String::new() }.census()
}

#[test]
fn a_loop_over_ssh() {
    let folder = place(&[("ssh", "shift; exec sh -c \"$*\"")]);
    let path = folder.path();
    let text = here(&script("bash", "A loop over ssh"), path);
    fs::write(path.join("hosts"), here("127.0.0.1:7100\n127.0.0.2:7100\n127.0.0.3:7100\n", path)).unwrap();
    let run = shell(&text, path, &[]).ends(0);
    assert_eq!(run.census(), alone(path, &["sliding:2x5"]));
}

#[test]
fn a_job_of_slurm() {
    const SRUN: &str = "shift; for process in 0 1 2; do SLURM_PROCID=$process \"$@\" & jobs=\"$jobs $!\"; done
        for job in $jobs; do wait $job || code=$?; done; exit ${code:-0}";
    let folder = place(&[
        ("scontrol", "echo \"$@\" >> told; [ $1 = requeue ] || printf '127.0.0.1\\n127.0.0.2\\n127.0.0.3\\n'"),
        ("srun", SRUN),
    ]);
    let path = folder.path();
    let text = here(&script("bash", "Slurm"), path);
    let set = [("SLURM_JOB_NODELIST", "node[1-3]"), ("SLURM_JOB_ID", "77")];
    shell(&text, path, &set).ends(0);
    assert_eq!(census(path, "census.log"), alone(path, &["sliding:2x5"]));
    // One process does not come.
    let text = text.replace("wait-seconds 5m", "wait-seconds 1");
    fs::write(path.join("bin/srun"), format!("#!/bin/bash\n{}\n", SRUN.replace("0 1 2", "0 2"))).unwrap();
    shell(&text, path, &set).ends(75);
    let told = fs::read_to_string(path.join("told")).unwrap();
    assert!(told.ends_with("requeue 77\n"), "{told}");
}

#[test]
fn pods_of_a_stateful_set() {
    let folder = place(&[("sleep", "exit 0")]);
    let path = folder.path();
    let text = here(&script("sh", "Kubernetes"), path);
    let port = text.split_once(".loyd:").unwrap().1.split('"').next().unwrap().to_string();
    let text = text.replace(&format!("loyd-$process.loyd:{port}"), &format!("127.0.0.$((process + 1)):{port}"));
    // Every pod has a folder of its own.
    let pods: Vec<_> = (0..4)
        .map(|number| {
            let own = path.join(format!("pod-{number}"));
            fs::create_dir(&own).unwrap();
            let text = text.replace(&path.display().to_string(), &own.display().to_string());
            let text = text.replace("/etc/loyd-token", &path.display().to_string());
            let path = path.to_path_buf();
            std::thread::spawn(move || {
                shell(&text, &path, &[("REPLICAS", "4"), ("HOSTNAME", &format!("loyd-{number}"))])
            })
        })
        .collect();
    pods.into_iter().for_each(|pod| drop(pod.join().unwrap().ends(0)));
    assert_eq!(census(&path.join("pod-0"), "census.log"), alone(path, &["sliding:2x5"]));
    assert!((0..4).all(|number| path.join(format!("pod-{number}/done")).exists()));
}
