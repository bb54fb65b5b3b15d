use std::env;
use std::ffi::OsString;
use std::process::{Command, Output};

use loyd::own::{OwnFamily, OwnPuzzle, Rules};

use super::*;

const LIMIT: Duration = Duration::from_secs(5);

/// A process at work on two threads, which holds 10 MB.
fn at_work(seconds: f64) -> Sight {
    let cpu = Duration::from_secs_f64(2.0 * seconds);
    Sight { step: LOOK, cpu, resident: 10_000_000, writes: 0 }
}

fn net_with(time: Option<Duration>, memory: Option<u64>) -> Net {
    let mut net = Net::new();
    net.memory = memory;
    net.works.insert(1, UnderLimit { limit: time, news: "at least 7 moves".into(), ..UnderLimit::default() });
    net
}

/// Looks for so many seconds, and returns the first second at which the net fires.
fn fires(net: &mut Net, seconds: u32, sight: impl Fn(f64) -> Sight) -> Option<(f64, String)> {
    let looks = (1..=5 * seconds).map(|look| f64::from(look) / 5.0);
    looks.map(|at| (at, net.passed(sight(at)))).find_map(|(at, passed)| passed.map(|(_, told)| (at, told)))
}

#[test]
fn time_has_passed_a_second_after_the_limit() {
    let told = fires(&mut net_with(Some(LIMIT), None), 100, at_work).unwrap();
    let expected = "still at work 1.0 s after the time limit of 5 s; until then: at least 7 moves";
    assert_eq!(told, (6.0, expected.into()));
    assert_eq!(fires(&mut net_with(None, None), 100, at_work), None);
    assert_eq!(fires(&mut net_with(None, Some(1)), 100, at_work), None);
    // Work that has ended is not looked at.
    let mut net = net_with(Some(LIMIT), None);
    assert_eq!(fires(&mut net, 5, at_work), None);
    net.works.clear();
    assert_eq!(fires(&mut net, 100, at_work), None);
}

/// A process that waits for its turn, for a reader or for a disk has not looked at its limit.
#[test]
fn time_without_work_does_not_count() {
    let waits = |_: f64| Sight { cpu: Duration::from_secs(9), ..at_work(0.0) };
    assert_eq!(fires(&mut net_with(Some(LIMIT), None), 1000, waits), None);
    // A tenth of a core takes ten seconds for a second of work.
    let starves = |at: f64| Sight { cpu: Duration::from_secs_f64(at / 10.0), ..at_work(at) };
    assert!((14.9..15.3).contains(&fires(&mut net_with(Some(LIMIT), None), 100, starves).unwrap().0));
    // The process was suspended for an hour.
    let mut net = net_with(Some(LIMIT), None);
    let asleep = Sight { step: Duration::from_secs(3600), ..at_work(0.0) };
    assert_eq!(net.passed(asleep), None);
    assert_eq!(fires(&mut net, 5, at_work), None);
    // A checkpoint is written after the limit, up to the twentieth second.
    let writes = |at: f64| Sight { writes: (at.min(20.0) * 5.0) as u64, ..at_work(at) };
    assert!((20.4..21.1).contains(&fires(&mut net_with(Some(LIMIT), None), 100, writes).unwrap().0));
    // Forty gigabytes are given back in ten seconds of CPU time.
    let large = |at: f64| Sight { resident: 40_000_000_000, ..at_work(at) };
    assert!((10.4..10.7).contains(&fires(&mut net_with(Some(LIMIT), None), 100, large).unwrap().0));
}

#[test]
fn memory_has_a_tenth_and_64_mb_more() {
    let mut net = net_with(None, Some(200_000_000));
    let holds = |resident: u64| Sight { resident, ..at_work(1.0) };
    assert_eq!(net.passed(holds(284_000_000)), None);
    let told = "284.00 MB in use although the limit is 200.00 MB; until then: at least 7 moves";
    assert_eq!(net.passed(holds(284_000_001)), Some((Stop::Bytes, told.into())));
    net.memory = Some(u64::MAX);
    assert_eq!(net.passed(holds(u64::MAX)), None);
}

/// Rules of a puzzle from outside, which never return, or take all the memory that there is.
struct Overrunning {
    takes_memory: bool,
}

impl Rules for Overrunning {
    type State = u32;
    type Move = u8;

    fn moves(&self, _: &u32) -> impl IntoIterator<Item = u8> {
        0..2
    }

    fn apply(&self, number: &mut u32, digit: u8) {
        *number = (2 * *number + u32::from(digit)) % (1 << 30);
        if *number <= 1 << 10 {
            return;
        }
        let mut taken = Vec::new();
        // The process ends even if there is no net, and then the test fails.
        while taken.len() < 1 << 10 && net().works.values().all(|work| work.passed < 100 * MORE_TIME) {
            match self.takes_memory {
                true => taken.push(std::hint::black_box(vec![1u8; 1 << 20])),
                false => std::hint::spin_loop(),
            }
        }
    }

    fn is_goal(&self, number: &u32) -> bool {
        *number == 1 << 29
    }
}

const ASKED: &str = "LOYD_TEST_NET";

/// The command, with puzzles that overrun every limit.
#[test]
#[ignore = "the next test starts it"]
fn command() {
    let Ok(asked) = env::var(ASKED) else { return };
    let family = |name, takes_memory| {
        OwnFamily::new(name, "overruns", move |_| Ok(OwnPuzzle::new(Overrunning { takes_memory }).text(3)))
    };
    crate::session::use_families(vec![family("endless", false), family("greedy", true)]);
    let code = crate::run_with(asked.split(' ').map(OsString::from).collect());
    std::process::exit(code.into());
}

const CHILD: [&str; 4] = ["--exact", "machine::net::tests::command", "--ignored", "--nocapture"];

#[test]
fn a_command_that_overruns_is_ended() {
    let run = |asked: &str| -> Output {
        Command::new(env::current_exe().unwrap()).args(CHILD).env(ASKED, asked).output().unwrap()
    };
    let bombs = concat!(env!("CARGO_MANIFEST_DIR"), "/../fuzz/bombs/run.py");
    assert!(std::fs::read_to_string(bombs).unwrap().contains("NET = \"because a limit was not kept\""));
    for (asked, kind, why) in [
        ("loyd solve endless 3 --no-cache --limit-seconds 0.1", None, "still at work "),
        ("loyd check endless 3 0 --limit-seconds 0.1 --json", Some("limit"), " s after the time limit of 0.1 s"),
        ("loyd solve greedy 3 --limit-memory 10MB --json", Some("memory"), " in use although the limit is 10.00 MB"),
    ] {
        let output = run(asked);
        let [out, err] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
        assert_eq!(output.status.code(), Some(4), "{asked}: {output:?}");
        let begin = "loyd: ended by the net below the limits, because a limit was not kept: ";
        assert!(err.contains(begin) && err.contains(why), "{asked}: {err}");
        let object = out.lines().find(|line| line.starts_with("{\"version\""));
        let object = object.map(|object| serde_json::from_str::<serde_json::Value>(object).unwrap());
        assert_eq!(object.as_ref().and_then(|object| object["error"]["kind"].as_str()), kind, "{asked}: {out}");
    }
}

/// A search of a game overruns its limit: the terminal is given back before the message.
#[cfg(feature = "play")]
#[test]
fn a_game_gives_the_terminal_back() {
    use std::io::{Read, Write};
    let (pty, pts) = pty_process::blocking::open().unwrap();
    let child = pty_process::blocking::Command::new(env::current_exe().unwrap()).args(CHILD);
    let mut child =
        child.env(ASKED, "loyd play endless 3 --limit-seconds 0.1").env("TERM", "xterm").spawn(pts).unwrap();
    let (mut shown, mut bytes, mut asks) = (Vec::new(), [0; 4096], true);
    // Reading from a terminal fails after its last process has ended.
    while let Ok(read @ 1..) = (&pty).read(&mut bytes) {
        shown.extend(&bytes[..read]);
        if asks && String::from_utf8_lossy(&shown).contains("endless") {
            asks = false;
            (&pty).write_all(b"s").unwrap();
        }
    }
    let (shown, code) = (String::from_utf8_lossy(&shown), child.wait().unwrap().code());
    let (game, said) = shown.rsplit_once("\u{1b}[?1049l").unwrap_or_else(|| panic!("{shown}"));
    assert!(game.contains("\u{1b}[?1049h") && said.contains("\u{1b}[?25h"), "{shown}");
    assert!(said.contains("because a limit was not kept") && code == Some(4), "{shown}");
}
