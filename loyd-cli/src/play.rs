//! `loyd play`: a puzzle in the terminal.
//!
//! Each module has one subject: `game` holds the positions that were played, `known` the facts about a distance, `ask`
//! the requests to the library, `app` the effect of each key (`keys`), `view` the drawing, `hits` the targets of
//! clicks, `terminal` and `backend` the access to the terminal.

mod app;
mod ask;
mod backend;
mod choice;
mod clock;
mod game;
mod hits;
mod keys;
mod known;
mod playback;
mod terminal;
mod view;

use std::io::{self, BufWriter, IsTerminal};
use std::thread;
use std::time::{Duration, Instant};

use anstream::{AutoStream, ColorChoice};
use crossterm::event;
use loyd::service::Fault;
use loyd_core::opening::RegularFiles;
use loyd_core::table::cache::Cache;
use ratatui_core::terminal::Terminal as Frames;

use crate::arguments::PlayArguments;
use crate::exit::{Code, Failure};
use crate::machine::interrupt;
use crate::machine::interrupt::Interrupt;
use crate::machine::memory;
use crate::session;
use app::{App, AppFlow};
use ask::{Depth, GameAsker, Terms};
use terminal::{Guard, Suspension, TERMINAL, TerminalWatch};

/// The time limit of a search for a distance, a hint or a solution, if no option sets one.
const USUAL_TIME: Duration = Duration::from_secs(60);

/// The number of searches that share the memory: the current one, and earlier ones that stop or build a table.
const AT_A_TIME: usize = 3;

/// The time that the game has to end by itself, before the process is ended.
const GRACE: Duration = Duration::from_millis(500);

/// The longest wait for the signal that comes when a terminal goes away. The system first lets reads and writes fail.
/// It sends the signal afterwards, from a process that may have to wait for its turn.
const HANG_UP: Duration = Duration::from_secs(5);

/// The time between two checks for that signal.
const LOOK: Duration = Duration::from_millis(10);

/// Runs the command.
///
/// # Errors
/// When there is no terminal, the position cannot be read, or the terminal fails.
pub fn run(asked: &PlayArguments) -> Result<Code, Failure> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err(Failure::usage("`loyd play` needs a terminal as standard input and standard output"));
    }
    let each = asked.limits.limit_memory.or_else(|| memory::share(AT_A_TIME));
    let all = memory::budget(each, AT_A_TIME);
    let service = session::builder()
        .cache(Cache::platform())
        .files(RegularFiles)
        .paths()
        .memory(all)
        .at_a_time(AT_A_TIME)
        .build();
    let time = asked.limits.limit_seconds.unwrap_or(USUAL_TIME);
    let terms = Terms { time: Some(time), memory: each, tables: asked.tables.clone() };
    let asker = GameAsker::new(service, terms);
    let (puzzle, goal) = (&asked.puzzle, asked.goal.as_deref());
    let (subject, game) = asker.open(puzzle, goal, asked.state.clone(), asked.scramble.clone(), asked.convention)?;
    let mut app = App::new(asker, subject, asked.convention, game)?;
    if let Some(depth) = asked.depth {
        app.begin(Depth::Exactly(depth));
    }
    let interrupt = Interrupt::heed()?;
    play(&mut app, &interrupt)
}

fn system(error: &io::Error) -> Failure {
    Fault::system(format!("the terminal failed: {error}")).into()
}

fn play(app: &mut App, interrupt: &Interrupt) -> Result<Code, Failure> {
    let suspension = Suspension::listen().map_err(|error| system(&error))?;
    let guard = Guard::new(TERMINAL).map_err(|error| system(&error))?;
    let watched = interrupt.clone();
    let _watch = TerminalWatch::begin(&guard, move || {
        let signalled = watched.is_set().then(|| (interrupt::code(), GRACE));
        let grace = if watched.hears_hang_up() { HANG_UP + GRACE } else { GRACE };
        signalled.or_else(|| (!io::stdin().is_terminal()).then_some((Code::Failed as u8, grace)))
    })
    .map_err(|error| system(&error))?;
    let played = attend(app, interrupt, &suspension, &guard);
    let left = guard.leave();
    match played {
        Err(Ended::Terminal(error)) if is_hung_up(&error, interrupt) => Ok(Code::Interrupted),
        Err(Ended::Terminal(error)) => Err(system(&error)),
        Err(Ended::Failure(failure)) => Err(failure),
        Ok(code) => match left {
            Err(error) if is_hung_up(&error, interrupt) => Ok(Code::Interrupted),
            Err(error) => Err(system(&error)),
            Ok(()) => Ok(code),
        },
    }
}

/// The reason why a game ended although the player did not leave.
enum Ended {
    /// The terminal failed.
    Terminal(io::Error),
    /// An error in another part.
    Failure(Failure),
}

impl From<io::Error> for Ended {
    fn from(error: io::Error) -> Self {
        Ended::Terminal(error)
    }
}

impl From<Fault> for Ended {
    fn from(fault: Fault) -> Self {
        Ended::Failure(fault.into())
    }
}

/// Whether a terminal went away: a read or a write failed, and the signal for it came, too. The failure may come first,
/// so this waits for the signal if the process listens for it.
fn is_hung_up(error: &io::Error, interrupt: &Interrupt) -> bool {
    /// EIO and ENXIO, the same numbers on all Unixes: the errors of a terminal that is going away. For a moment
    /// `is_terminal` still returns true for it.
    const GONE: [i32; 2] = [5, 6];
    let is_gone = || !io::stdin().is_terminal() || error.raw_os_error().is_some_and(|code| GONE.contains(&code));
    let began = Instant::now();
    let is_early = || began.elapsed() < if is_gone() { HANG_UP } else { GRACE };
    while !interrupt.is_set() && interrupt.hears_hang_up() && is_early() {
        thread::sleep(LOOK);
    }
    interrupt.is_set() && is_gone()
}

/// Draws the screen, waits for the next event and handles it, until the player leaves.
fn attend(app: &mut App, interrupt: &Interrupt, suspension: &Suspension, guard: &Guard) -> Result<Code, Ended> {
    let coloured = AutoStream::choice(&io::stdout()) != ColorChoice::Never;
    let backend = backend::Terminal::new(BufWriter::new(io::stdout()), coloured);
    let mut frames = Frames::new(backend)?;
    let began = Instant::now();
    loop {
        let now = began.elapsed();
        let drawn = frames.draw(|frame| app.hits = view::draw(frame.buffer_mut(), app, now));
        drawn?;
        let mut flow = AppFlow::On;
        let mut wait = app.wait(now);
        // All events that have come are handled before the next drawing.
        while flow == AppFlow::On && event::poll(wait)? {
            wait = Duration::ZERO;
            let event = event::read()?;
            if let Some(action) = keys::action(&event) {
                flow = app.act(action, began.elapsed())?;
            }
        }
        app.hear(began.elapsed())?;
        app.tick(began.elapsed())?;
        if interrupt.is_set() {
            flow = AppFlow::Interrupted;
        } else if suspension.is_asked() {
            flow = AppFlow::Suspend;
        } else if suspension.has_continued() {
            guard.enter().and_then(|()| frames.clear())?;
        }
        match flow {
            AppFlow::On => {}
            AppFlow::Redraw => frames.clear()?,
            AppFlow::Suspend => {
                app.pause(began.elapsed());
                guard.leave().and_then(|()| suspension.stop())?;
                suspension.has_continued();
                guard.enter().and_then(|()| frames.clear())?;
                app.resume(began.elapsed());
            }
            AppFlow::Quit => return Ok(Code::Answered),
            AppFlow::Interrupted => return Ok(Code::Interrupted),
        }
    }
}
