//! Signals to `cluster run`: all processes stop at the end of a layer, and the same command continues the map.

use std::fs;
use std::process::Command;

use super::processes::Process;
use super::{alone, command, local};

/// The processes that a process has started, in the order of their start.
pub fn children(process: &Process) -> Vec<u32> {
    let tasks = fs::read_dir(format!("/proc/{}/task", process.child.id())).unwrap();
    // A thread that has ended meanwhile has started no process.
    let of_task = |task: fs::DirEntry| fs::read_to_string(task.path().join("children")).unwrap_or_default();
    let children = tasks.map(|task| of_task(task.unwrap())).collect::<Vec<_>>().join(" ");
    let mut children: Vec<u32> = children.split_whitespace().map(|child| child.parse().unwrap()).collect();
    children.sort_unstable();
    children
}

#[test]
fn ctrl_c_and_sigterm_keep_what_was_done() {
    const PUZZLE: &str = "pancake:11";
    let place = tempfile::tempdir().unwrap();
    let disk = place.path().join("disk").display().to_string();
    let expected = alone(place.path(), &[PUZZLE]);
    let map = ["map", PUZZLE, "--format", "json", "--disk", &disk];
    for (name, by_terminal, code) in [("INT", true, 130), ("TERM", false, 143), ("INT", false, 130)] {
        let mut run = command(place.path());
        run.args(["cluster", "run", "--local", "2"]).args(map);
        let running = Process::of(&mut run);
        running.prints("\"depth\":4,");
        // Ctrl-C reaches the first process, too, because that process belongs to the terminal's group.
        if by_terminal {
            let first = children(&running)[0].to_string();
            assert!(Command::new("kill").args(["-INT", &first]).status().unwrap().success());
        }
        running.signal(name);
        let ended = running.ended().ends(code);
        let census = ended.census();
        assert_eq!(census["stopped"], "interrupted", "{ended:#?}");
        assert!(ended.err.contains("loyd: the map is kept in "), "{ended:#?}");
        let counted = census["layers"].as_array().unwrap();
        assert!(expected["layers"].as_array().unwrap().starts_with(counted), "{census}");
        let run = local(place.path(), 3, &map).ends(0);
        assert_eq!(run.census(), expected);
        assert!(run.err.contains("resuming the map in "), "{run:#?}");
    }
}

/// A signal before all processes have found each other ends them, too.
#[test]
fn a_signal_at_the_very_beginning() {
    let place = tempfile::tempdir().unwrap();
    for _ in 0..5 {
        let mut run = command(place.path());
        run.args(["cluster", "run", "--local", "4", "map", "pancake:11"]);
        let running = Process::of(&mut run);
        while children(&running).len() < 4 {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        running.signal("TERM");
        running.ended().ends(143);
    }
}
