//! `loyd play`, through a pseudo-terminal.

#![cfg(all(unix, feature = "play"))]

use std::io::{Read, Write};
use std::num::NonZero;
use std::process::{Child, Command as System, ExitStatus};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};

use super::loyd;

/// The longest wait on a slow machine.
const PATIENCE: Duration = Duration::from_secs(120);

const LEFT: &str = "\x1b[D";
const UP: &str = "\x1b[A";
const DOWN: &str = "\x1b[B";
const ENTER: &str = "\r";
const ESCAPE: &str = "\x1b";

/// The screen of the terminal, and all bytes that it has received.
struct Shown {
    terminal: vt100::Parser,
    bytes: Vec<u8>,
}

/// A game in a terminal of its own.
struct Played {
    pty: Arc<Pty>,
    child: Child,
    shown: Arc<Mutex<Shown>>,
}

impl Drop for Played {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn some(number: u16) -> NonZero<u16> {
    NonZero::new(number).expect("a size")
}

/// Starts a command in a terminal of this size, with one more environment variable.
fn begun(program: &str, arguments: &[&str], columns: u16, rows: u16, variable: (&str, &str)) -> Played {
    let (pty, pts) = open().expect("a terminal");
    pty.resize(Size::new(rows, columns)).expect("a size");
    let command = Command::new(program).args(arguments).env("TERM", "xterm-256color").env_remove("NO_COLOR");
    let command = command.env("LOYD_CACHE", concat!(env!("CARGO_TARGET_TMPDIR"), "/loyd-cache"));
    let child = command.env(variable.0, variable.1).spawn(pts).expect("runs");
    let pty = Arc::new(pty);
    let shown =
        Arc::new(Mutex::new(Shown { terminal: vt100::Parser::new(some(rows), some(columns), 0), bytes: Vec::new() }));
    let (reader, seen) = (Arc::clone(&pty), Arc::clone(&shown));
    std::thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(read @ 1..) = (&*reader).read(&mut bytes) {
            let mut seen = seen.lock().unwrap();
            seen.terminal.process(&bytes[..read]);
            seen.bytes.extend(&bytes[..read]);
        }
    });
    Played { pty, child, shown }
}

/// Starts `loyd play` in a terminal of 80x24.
fn play(arguments: &[&str]) -> Played {
    sized(arguments, 80, 24)
}

fn sized(arguments: &[&str], columns: u16, rows: u16) -> Played {
    let arguments = [&["play"], arguments].concat();
    begun(env!("CARGO_BIN_EXE_loyd"), &arguments, columns, rows, ("LC_ALL", "C.UTF-8"))
}

impl Played {
    fn text(&self) -> String {
        self.shown.lock().unwrap().terminal.screen().contents()
    }

    /// Waits until the screen satisfies `is`.
    #[track_caller]
    fn until(&self, what: &str, mut is: impl FnMut(&vt100::Screen) -> bool) {
        let began = Instant::now();
        while !is(self.shown.lock().unwrap().terminal.screen()) {
            assert!(began.elapsed() < PATIENCE, "{what} is not seen:\n{}", self.text());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits until a text is on the screen.
    #[track_caller]
    fn sees(&self, text: &str) {
        self.until(text, |screen| screen.contents().contains(text));
    }

    fn keys(&self, keys: &str) {
        (&*self.pty).write_all(keys.as_bytes()).expect("types");
    }

    /// Types keys, and waits for a text.
    #[track_caller]
    fn then(&self, keys: &str, text: &str) {
        self.keys(keys);
        self.sees(text);
    }

    fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        assert!(System::new("kill").args([&format!("-{name}"), &pid]).status().unwrap().success());
    }

    fn resize(&self, columns: u16, rows: u16) {
        self.shown.lock().unwrap().terminal.screen_mut().set_size(some(rows), some(columns));
        self.pty.resize(Size::new(rows, columns)).unwrap();
    }

    /// The column and the row of a text on the screen.
    #[track_caller]
    fn place(&self, text: &str) -> (usize, usize) {
        let screen = self.text();
        // The column is in the middle of the text.
        let found = |(row, line): (usize, &str)| Some((line[..line.find(text)? + text.len() / 2].chars().count(), row));
        screen.lines().enumerate().find_map(found).unwrap_or_else(|| panic!("no {text}:\n{screen}"))
    }

    fn click(&self, (column, row): (usize, usize)) {
        self.keys(&format!("\x1b[<0;{0};{1}M\x1b[<0;{0};{1}m", column + 1, row + 1));
    }

    fn ended(&mut self) -> ExitStatus {
        let began = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(began.elapsed() < PATIENCE, "it does not end:\n{}", self.text());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits for the end. Asserts the exit code, and that the terminal is restored.
    #[track_caller]
    fn ends(mut self, code: i32) {
        assert_eq!(self.ended().code(), Some(code), "{}", self.text());
        self.is_restored();
    }

    #[track_caller]
    fn is_restored(&self) {
        self.until("the screen from before", |screen| {
            let mouse = screen.mouse_protocol_mode();
            !screen.alternate_screen() && !screen.hide_cursor() && mouse == vt100::MouseProtocolMode::None
        });
    }
}

#[test]
fn a_game_is_played_by_keys() {
    let game = play(&["8", "1 2 3 4 5 x 7 8 6"]);
    game.sees("distance 1");
    game.sees("moves 0");
    game.then("w", "Solved in 1 move and 0:0");
    game.then("u", "distance 1");
    game.sees("moves 0");
    game.then("r", "moves 1");
    game.then("u", "moves 0");
    game.then(" ", "best: slide 6 up");
    game.sees("[6]");
    // The tile on the left moves right, away from the goal.
    game.then("l", "distance 2");
    game.sees("2 moves more than the shortest, 1");
    game.then("x", "unknown key: x");
    game.then("g", "Solved in 3 moves");
    game.sees("with help");
    game.then("?", "Press any key to go back");
    game.then("?", "distance 0");
    game.keys("q");
    game.ends(0);
}

#[test]
fn arrows_name_the_way_of_the_tile_or_of_the_blank() {
    let game = play(&["8", "1 2 3 4 5 6 7 x 8"]);
    game.sees("distance 1");
    game.then(LEFT, "Solved in 1 move");
    let game = play(&["8", "1 2 3 4 5 6 7 x 8", "--convention", "blank"]);
    game.sees("distance 1");
    game.then(LEFT, "distance 2");
    game.then("\x7f", "distance 1");
    game.then(DOWN, "no piece can move down here");
}

#[test]
fn a_tile_is_clicked() {
    let game = play(&["8", "1 2 3 4 5 6 7 x 8"]);
    game.sees("distance 1");
    game.click(game.place("    7    "));
    game.sees("distance 2");
    game.click(game.place("    1    "));
    game.sees("no move changes it");
    game.keys("u");
    game.sees("distance 1");
    game.click(game.place("    8    "));
    game.sees("Solved in 1 move");
    // Two squares determine an exchange.
    let game = play(&["swap:3", "1 2 3/4 5 6/7 9 8"]);
    game.sees("distance 1");
    game.click(game.place("    9    "));
    game.sees("click another square");
    game.click(game.place("    8    "));
    game.sees("Solved in 1 move");
}

#[test]
fn a_solution_is_stepped_through() {
    let game = play(&["8", "2 3 4 1 5 x 7 6 8"]);
    game.sees("distance 19");
    game.then("g", "playing: move ");
    game.then(" ", "paused: move ");
    game.then(LEFT, "paused: move ");
    game.keys(&",".repeat(20));
    game.sees("move 0 of 19");
    game.then(".", "move 1 of 19");
    game.sees("distance 18");
    game.then("++++", "0.04 s a move");
    game.then(" ", "Solved in 19 moves");
    game.then("u", "distance 1");
}

#[test]
fn moves_that_are_no_directions_are_typed_or_chosen() {
    let game = play(&["pancake:5", "3 2 1 4 5"]);
    game.sees("distance 1");
    game.then("4", "moves 1");
    game.then("u", "moves 0");
    game.then(UP, ">3  flip the top 3");
    game.then(ENTER, "Solved in 1 move");
    let game = play(&["magic-board", "8 7 6 5 1 2 3 4", "--goal", "1 2 3 4 8 7 6 5"]);
    game.sees("distance 1");
    game.then("b", "moves 1");
    game.then("u", "moves 0");
    game.then("a", "Solved in 1 move");
    // After an orthogonal exchange, a diagonal one follows.
    let game = play(&["swap:3", "1 2 3/4 5 6/7 9 8"]);
    game.sees("20 moves");
    game.then("2-3", "8 moves");
    game.then("5", "move: 5_");
    game.then("\x7f", "distance");
}

#[test]
fn new_games_and_other_puzzles_are_begun() {
    let game = play(&["8", "--depth", "12"]);
    game.sees("distance 12");
    game.then("n", "new game, distance");
    game.then("7\r", "distance 7");
    game.then("nh", "distance 31");
    game.then("n", "new game, distance");
    game.then(ESCAPE, "g solve");
    game.then("p", "another puzzle");
    game.then("nothing\r", "unknown puzzle");
    game.then(ESCAPE, "distance 31");
    game.then("ppancake:6\r", "flip the top 6");
    // No table holds the positions of a 15-puzzle, so random moves are made until the distance is reached.
    game.then("p15\r", "sliding:4x4");
    game.then("n9\r", "distance 9");
}

#[test]
fn an_unsolvable_position_says_why() {
    let game = play(&["8", "2 1 3 4 5 6 7 8 x"]);
    game.sees("no solution: parity");
    game.then(" ", "no solution: parity");
}

#[test]
fn the_distance_is_told_while_it_is_searched() {
    // No search ends on this position.
    let state: Vec<String> = (1..49).rev().map(|tile| tile.to_string()).chain(["x".into()]).collect();
    let game = play(&["sliding:7x7", &state.join(" ")]);
    game.until("an interval", |screen| {
        screen.contents().contains(" or more ...") || screen.contents().contains(" to ")
    });
    game.then("s", "moves 1");
    // The terminal responds while the search is running.
    game.then("g", "looking for a solution");
    game.then(ESCAPE, "stopped");
    game.keys("q");
    game.ends(0);
}

#[test]
fn small_terminals_show_the_board_and_the_help() {
    for puzzle in ["8", "15", "pancake:5", "magic-board", "swap:3", "top-spin:8x4", "rolling-cubes"] {
        let example: &[&str] = if puzzle == "15" { &["15", "--scramble", "ulld"] } else { &[puzzle] };
        let game = sized(example, 40, 20);
        game.sees("distance");
        for help in ["space hint", "? help", "q quit"] {
            game.sees(help);
        }
        let widest = game.text().lines().map(|line| line.chars().count()).max();
        assert!(widest <= Some(40), "{}", game.text());
    }
}

#[test]
fn the_board_follows_the_size_of_the_terminal() {
    let game = sized(&["8", "1 2 3 4 5 6 7 x 8"], 80, 24);
    game.sees("distance 1");
    game.sees("┌───────────┬");
    game.resize(40, 20);
    game.until("a smaller board", |screen| screen.contents().contains("┌───────┬───────┬───────┐"));
    game.resize(12, 5);
    game.sees("too small");
    game.resize(80, 24);
    game.sees("┌───────────┬");
}

#[test]
fn the_terminal_is_given_back_however_it_ends() {
    for (end, code) in [("q", 0), ("\x03", 130)] {
        let game = play(&["8"]);
        game.sees("distance");
        game.keys(end);
        game.ends(code);
    }
    for (signal, code) in [("TERM", 143), ("INT", 130)] {
        let game = play(&["8"]);
        game.sees("distance");
        game.signal(signal);
        game.ends(code);
    }
    // Line editing and echo are restored, too. The shell then waits for a line: a system may drop the last bytes of a
    // terminal whose first process ends at once.
    let line = format!("{} play 8; stty -a; echo done; read line", env!("CARGO_BIN_EXE_loyd"));
    let game = begun("sh", &["-c", &line], 80, 24, ("LC_ALL", "C"));
    game.sees("distance");
    game.then("q", "done");
    let text = game.text();
    assert!(text.contains(" icanon") && text.contains(" echo "), "{text}");
}

/// When the window is closed, no player is left, and reading keys would never return.
#[test]
fn without_its_terminal_it_ends() {
    for (ignored, code) in [(false, 129), (true, 1)] {
        let (mut pty, pts) = open().expect("a terminal");
        pty.resize(Size::new(24, 80)).expect("a size");
        let line = format!("{}exec {} play 8", if ignored { "trap '' HUP; " } else { "" }, env!("CARGO_BIN_EXE_loyd"));
        let mut child = Command::new("sh").args(["-c", &line]).env("TERM", "xterm").spawn(pts).expect("runs");
        let (mut seen, mut bytes) = (Vec::new(), [0; 4096]);
        while !String::from_utf8_lossy(&seen).contains("distance") {
            let read = pty.read(&mut bytes).expect("the game");
            seen.extend(&bytes[..read]);
        }
        drop(pty);
        let began = Instant::now();
        let ended = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            if began.elapsed() > PATIENCE {
                child.kill().unwrap();
                panic!("it goes on without a terminal");
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        // A process that ignores hang-ups, as under `nohup`, passes this on to all processes that it starts.
        let code = if ignores_hang_up() { 1 } else { code };
        assert_eq!(ended.code(), Some(code), "hang-up ignored: {ignored}");
    }
}

/// Whether this process was started to ignore hang-ups, if /proc shows that.
fn ignores_hang_up() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored.and_then(|set| u64::from_str_radix(set.trim(), 16).ok()).is_some_and(|set| set & 1 == 1)
}

/// The state of a process on Linux: `T` when it is stopped.
#[cfg(target_os = "linux")]
fn state(pid: u32) -> Option<char> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    status.rsplit_once(") ")?.1.chars().next()
}

#[cfg(target_os = "linux")]
#[test]
fn suspended_it_gives_the_terminal_back_and_takes_it_again() {
    let game = play(&["8", "1 2 3 4 5 6 7 x 8"]);
    game.sees("distance 1");
    for suspend in ["key", "signal"] {
        match suspend {
            "key" => game.keys("\x1a"),
            _ => game.signal("TSTP"),
        }
        game.until("a stop", |_| state(game.child.id()) == Some('T'));
        game.is_restored();
        game.signal("CONT");
        game.until("the game again", |screen| screen.alternate_screen() && screen.hide_cursor());
        game.sees("distance 1");
    }
    // During a stop by force, the shell has the terminal, so everything is drawn anew afterwards.
    game.signal("STOP");
    game.until("a stop", |_| state(game.child.id()) == Some('T'));
    let before = game.shown.lock().unwrap().bytes.len();
    game.signal("CONT");
    let again = || String::from_utf8_lossy(&game.shown.lock().unwrap().bytes[before..]).contains("distance 1");
    let began = Instant::now();
    while !again() {
        assert!(began.elapsed() < PATIENCE, "it is not drawn again");
        std::thread::sleep(Duration::from_millis(5));
    }
    game.then(LEFT, "Solved in 1 move");
}

/// Whether the bytes contain an escape sequence that sets a colour.
fn has_colour(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let mut styles = text.split("\x1b[").skip(1).filter_map(|rest| rest.split_once('m'));
    styles.any(|(style, _)| {
        let numbers = style.bytes().all(|byte| byte.is_ascii_digit() || byte == b';');
        let codes = style.split(';').filter_map(|code| code.parse::<u32>().ok());
        numbers && codes.into_iter().any(|code| matches!(code, 30..=49 | 90..=107))
    })
}

#[test]
fn colours_are_left_out_where_they_are_not_wanted() {
    let coloured = |variable, arguments: &[&str]| {
        let arguments = [&["play", "8", "1 2 3 4 5 x 7 8 6"], arguments].concat();
        let game = begun(env!("CARGO_BIN_EXE_loyd"), &arguments, 80, 24, variable);
        game.sees("distance 1");
        game.then(" ", "[6]");
        game.then("w", "Solved in 1 move");
        has_colour(&game.shown.lock().unwrap().bytes)
    };
    assert!(coloured(("LC_ALL", "C"), &[]));
    assert!(!coloured(("NO_COLOR", "1"), &[]));
    assert!(!coloured(("LC_ALL", "C"), &["--color", "never"]));
}

#[test]
fn without_a_terminal_it_is_wrong_usage() {
    let run = loyd(&["play", "8"]).ends(2);
    assert!(run.err.starts_with("loyd: `loyd play` needs a terminal") && run.out.is_empty(), "{run:#?}");
}

#[test]
fn what_cannot_be_played_is_told_before_the_screen_is_taken() {
    for (arguments, why) in [
        (&["8", "1 2 3"][..], "expected"),
        (&["no-such-puzzle"], "unknown puzzle"),
        (&["pancake:5", "--convention", "tile"], "has no effect"),
        (&["8", "@missing"], "missing"),
    ] {
        let game = play(arguments);
        game.sees(why);
        assert!(!String::from_utf8_lossy(&game.shown.lock().unwrap().bytes).contains("\x1b[?1049h"));
        game.ends(2);
    }
}

/// The examples of the help begin games in a terminal.
#[test]
fn the_examples_begin_games() {
    let help = loyd(&["play", "--help"]).ends(0).out;
    let lines = help.lines().filter_map(|line| line.strip_prefix("  $ loyd play"));
    let mut begun = 0;
    for line in lines {
        let arguments: Vec<&str> = line.split('#').next().unwrap().split_whitespace().collect();
        let game = play(&arguments);
        game.sees("distance");
        game.keys("q");
        game.ends(0);
        begun += 1;
    }
    assert!(begun >= 4, "{help}");
}
