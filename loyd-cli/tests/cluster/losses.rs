//! Processes that are lost, and maps that go on without them.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::processes::{Process, hosts, names, process_of, together};
use super::{Run, alone, local};

/// Checkpoints at every layer.
const OFTEN: [&str; 4] = ["--format", "json", "--checkpoint-seconds", "0"];

/// The folder of a test, the disk folder of its maps, and their expected census.
struct Place {
    folder: tempfile::TempDir,
    disk: String,
    expected: Value,
}

impl Place {
    fn of(puzzle: &str) -> Place {
        let folder = tempfile::tempdir().unwrap();
        let disk = folder.path().join("disk").display().to_string();
        let expected = alone(folder.path(), &[puzzle]);
        Place { folder, disk, expected }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The arguments of every process.
    fn arguments<'a>(&'a self, puzzle: &'a str) -> Vec<&'a str> {
        [&[puzzle, "--disk", &self.disk][..], &OFTEN].concat()
    }

    /// Whether a process has a checkpoint.
    fn has_checkpoint(&self, process: usize) -> bool {
        Path::new(&self.disk).join(format!("process-{process:03}/checkpoint.safetensors")).exists()
    }

    /// Waits until every process has a checkpoint.
    #[track_caller]
    fn kept(&self, number: usize) {
        let began = Instant::now();
        while !(0..number).all(|process| self.has_checkpoint(process)) {
            assert!(began.elapsed() < Duration::from_secs(120), "no checkpoint comes");
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Goes on with `number` processes, and asserts the right census.
    #[track_caller]
    fn goes_on(&self, puzzle: &str, number: usize) -> Run {
        let arguments = [&["map"][..], &self.arguments(puzzle)].concat();
        let run = local(self.path(), number, &arguments).ends(0);
        assert_eq!(run.census(), self.expected);
        for there in fs::read_dir(&self.disk).unwrap().map(Result::unwrap) {
            assert_eq!(fs::read_dir(there.path()).unwrap().count(), 0, "{there:?} has files of a map that is done");
        }
        run
    }
}

/// Asserts that the remaining processes end with 75 and name the lost one.
#[track_caller]
fn others_name(processes: Vec<Process>, lost: usize, names: &[String]) {
    for (number, process) in processes.into_iter().enumerate() {
        if number == lost {
            continue;
        }
        let run = process.ended().ends(75);
        let said = format!("loyd: process {lost} ({}) is lost: ", names[lost]);
        assert!(run.err.contains(&said), "process {number}, when {lost} is lost: {run:#?}");
    }
}

#[test]
fn a_kill_of_any_process_is_named_and_the_rest_is_done_by_another_number() {
    const PUZZLE: &str = "sliding:2x5";
    for (number, lost, then) in [(3, 1, 2), (2, 0, 3), (3, 2, 1)] {
        let place = Place::of(PUZZLE);
        let mut processes = together(place.path(), number, &place.arguments(PUZZLE));
        place.kept(number);
        processes[lost].child.kill().unwrap();
        others_name(processes, lost, &names(place.path()));
        let run = place.goes_on(PUZZLE, then);
        assert!(run.err.contains("loyd: resuming the map in "), "{run:#?}");
    }
}

#[test]
fn a_kill_of_all_is_gone_on_from() {
    // One map by ranks, and one by blocks and symmetries.
    for (puzzle, number, then) in [("rolling-cubes", 2, 3), ("swap:2x5", 3, 2)] {
        let place = Place::of(puzzle);
        let mut processes = together(place.path(), number, &place.arguments(puzzle));
        place.kept(number);
        processes.iter_mut().for_each(|process| process.child.kill().unwrap());
        processes.into_iter().for_each(|process| drop(process.ended().ends(-1)));
        place.goes_on(puzzle, then);
    }
}

/// A stopped process counts as lost after a quarter of a minute. When it is continued, it ends.
#[test]
fn a_process_that_is_stopped_is_named() {
    const PUZZLE: &str = "sliding:2x5";
    let place = Place::of(PUZZLE);
    let mut processes = together(place.path(), 2, &place.arguments(PUZZLE));
    place.kept(2);
    processes[1].signal("STOP");
    let stopped = processes.pop().unwrap();
    others_name(processes, 1, &names(place.path()));
    stopped.signal("CONT");
    let run = stopped.ended().ends(75);
    assert!(run.err.contains("loyd: process 0 ("), "{run:#?}");
    place.goes_on(PUZZLE, 2);
}

/// A process that cannot go on ends with its own exit code, and the others report its reason.
#[test]
fn a_full_disk_is_no_loss_of_what_was_kept() {
    const PUZZLE: &str = "sliding:2x5";
    let place = Place::of(PUZZLE);
    // 16 blocks of 512 bytes, which is less than the file of a segment.
    let small = |command: Command| {
        let mut shell = Command::new("sh");
        shell.args(["-c", "ulimit -f 16; exec \"$0\" \"$@\""]).arg(command.get_program()).args(command.get_args());
        shell.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
        shell
    };
    let hosts = hosts(place.path(), 2);
    let arguments = place.arguments(PUZZLE);
    let first = Process::of(&mut process_of(place.path(), &hosts, 0, &arguments));
    let second = Process::of(&mut small(process_of(place.path(), &hosts, 1, &arguments)));
    let full = second.ended().ends(1);
    assert!(full.err.contains("process-001/") && full.err.contains("cannot write"), "{full:#?}");
    let told = first.ended().ends(75);
    assert!(told.err.contains("is lost: it gave up: ") && told.err.contains("process-001/"), "{told:#?}");
    place.goes_on(PUZZLE, 3);
}

/// `cluster run` itself reports that a process was killed, because the messages of the others are not shown.
#[test]
fn a_run_of_several_processes_says_that_one_was_killed() {
    const PUZZLE: &str = "sliding:2x6";
    let place = tempfile::tempdir().unwrap();
    let arguments = ["cluster", "run", "--local", "2", "map", PUZZLE, "--format", "json"];
    for lost in [0, 1] {
        let running = Process::of(super::command(place.path()).args(arguments));
        running.prints("\"depth\":3,");
        let killed = super::signals::children(&running)[lost];
        assert!(Command::new("kill").args(["-9", &killed.to_string()]).status().unwrap().success());
        let run = running.ended().ends(75);
        assert!(run.err.contains(&format!("loyd: process {lost} was ended by signal 9")), "{run:#?}");
    }
}

/// A failure before a map begins keeps the files of an earlier map, also those beside the checkpoint that counts.
#[test]
fn a_run_that_fails_at_once_removes_nothing() {
    const PUZZLE: &str = "sliding:2x5";
    let place = Place::of(PUZZLE);
    let mut processes = together(place.path(), 2, &place.arguments(PUZZLE));
    place.kept(2);
    processes.iter_mut().for_each(|process| process.child.kill().unwrap());
    processes.into_iter().for_each(|process| drop(process.ended().ends(-1)));
    // The folder is as if the second process had been killed before it made the checkpoint count.
    let own = Path::new(&place.disk).join("process-001");
    let _ = fs::rename(own.join("checkpoint.safetensors"), own.join("checkpoint-next.safetensors"));
    let arguments = [&["map", "--plot", "/nowhere/map.svg"][..], &place.arguments(PUZZLE)].concat();
    local(place.path(), 2, &arguments).ends(2);
    assert!(own.join("checkpoint-next.safetensors").exists());
    place.goes_on(PUZZLE, 2);
}
