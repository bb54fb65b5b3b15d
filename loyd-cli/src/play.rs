//! `loyd play`: a puzzle in the terminal.
//!
//! A room a subject: `game` is what was played, `known` what is proved of a position, `ask` the way to the library,
//! `app` what follows from a key (`keys`), `view` what is drawn, `hits` what a click meets, `terminal` and `backend`
//! where.

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
use loyd::service::{Fault, Service};
use loyd::table::cache::Cache;
use ratatui_core::terminal::Terminal as Frames;

use crate::arguments::Play;
use crate::exit::{Code, Failure};
use crate::interrupt::{self, Interrupt};
use crate::memory;
use app::{App, Flow};
use ask::{Asker, Depth, Terms};
use terminal::{Guard, Suspension, TERMINAL, Watch};

/// Searches for a distance, a hint or a solution stop after this time, where nobody says otherwise.
const USUAL_TIME: Duration = Duration::from_secs(60);

/// Searches that share the memory: the one that is waited for, and those before it that end or build a table.
const AT_A_TIME: usize = 3;

/// How often, and after what time each, it is looked for the signal that comes when a terminal goes away.
const HANG_UP: (u32, Duration) = (20, Duration::from_millis(10));

/// Runs the command.
///
/// # Errors
/// When there is no terminal, the position cannot be read, or the terminal fails.
pub fn run(asked: &Play) -> Result<Code, Failure> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err(Failure::usage("`loyd play` needs a terminal, for standard input and for standard output"));
    }
    let each = asked.limits.limit_memory.or_else(|| memory::share(AT_A_TIME));
    let all = memory::budget(each, AT_A_TIME);
    let service = Service::builder().cache(Cache::platform()).files().memory(all).at_a_time(AT_A_TIME).build();
    let time = asked.limits.limit_seconds.unwrap_or(USUAL_TIME);
    let terms = Terms { time: Some(time), memory: each, tables: asked.tables.clone() };
    let asker = Asker::new(service, terms);
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
    Fault::system(format!("the terminal fails: {error}")).into()
}

fn play(app: &mut App, interrupt: &Interrupt) -> Result<Code, Failure> {
    let suspension = Suspension::listen().map_err(|error| system(&error))?;
    let guard = Guard::new(TERMINAL).map_err(|error| system(&error))?;
    let watched = interrupt.clone();
    let _watch = Watch::begin(&guard, move || {
        let signalled = watched.is_set().then(interrupt::code);
        signalled.or_else(|| (!io::stdin().is_terminal()).then_some(Code::Failed as u8))
    })
    .map_err(|error| system(&error))?;
    let played = attend(app, interrupt, &suspension, &guard);
    let left = guard.leave().map_err(|error| system(&error));
    let ended = played.and_then(|code| left.map(|()| code));
    if ended.is_err() && is_hung_up(interrupt) { Ok(Code::Interrupted) } else { ended }
}

/// Whether a failure is that of a terminal that went away, and the signal that says so came, too. Either may be first,
/// so this waits a moment for the signal.
fn is_hung_up(interrupt: &Interrupt) -> bool {
    let (looks, pause) = HANG_UP;
    for _ in 0..looks {
        if interrupt.is_set() && !io::stdin().is_terminal() {
            return true;
        }
        thread::sleep(pause);
    }
    false
}

/// Draws, waits for what comes next, and does it, until the player leaves.
fn attend(app: &mut App, interrupt: &Interrupt, suspension: &Suspension, guard: &Guard) -> Result<Code, Failure> {
    let coloured = AutoStream::choice(&io::stdout()) != ColorChoice::Never;
    let backend = backend::Terminal::new(BufWriter::new(io::stdout()), coloured);
    let mut frames = Frames::new(backend).map_err(|error| system(&error))?;
    let began = Instant::now();
    loop {
        let now = began.elapsed();
        let drawn = frames.draw(|frame| app.hits = view::draw(frame.buffer_mut(), app, now));
        drawn.map_err(|error| system(&error))?;
        let mut flow = Flow::On;
        let mut wait = app.wait(now);
        // All that has come is done before anything is drawn.
        while flow == Flow::On && event::poll(wait).map_err(|error| system(&error))? {
            wait = Duration::ZERO;
            let event = event::read().map_err(|error| system(&error))?;
            if let Some(action) = keys::action(&event) {
                flow = app.act(action, began.elapsed())?;
            }
        }
        app.hear(began.elapsed())?;
        app.tick(began.elapsed())?;
        if interrupt.is_set() {
            flow = Flow::Interrupted;
        } else if suspension.is_asked() {
            flow = Flow::Suspend;
        } else if suspension.has_continued() {
            guard.enter().and_then(|()| frames.clear()).map_err(|error| system(&error))?;
        }
        match flow {
            Flow::On => {}
            Flow::Redraw => frames.clear().map_err(|error| system(&error))?,
            Flow::Suspend => {
                app.pause(began.elapsed());
                guard.leave().and_then(|()| suspension.stop()).map_err(|error| system(&error))?;
                suspension.has_continued();
                guard.enter().and_then(|()| frames.clear()).map_err(|error| system(&error))?;
                app.resume(began.elapsed());
            }
            Flow::Quit => return Ok(Code::Answered),
            Flow::Interrupted => return Ok(Code::Interrupted),
        }
    }
}
