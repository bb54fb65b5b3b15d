//! The terminal: taken over while it is played, and given back however that ends.

use std::io::{self, Write};
use std::panic::{self, PanicHookInfo};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crossterm::cursor::{Hide, Show};
use crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use crossterm::execute;
use crossterm::style::{Attribute, SetAttribute};
use crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};

/// What taking a terminal over and giving it back is.
#[derive(Clone, Copy, Debug)]
pub struct Screen {
    enter: fn() -> io::Result<()>,
    leave: fn() -> io::Result<()>,
}

/// The terminal of this process.
pub const TERMINAL: Screen = Screen { enter, leave };

fn enter() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, Hide)
}

/// Gives it back as far as it can be; the error is the first that came.
fn leave() -> io::Result<()> {
    let mut out = io::stdout();
    let written = execute!(out, SetAttribute(Attribute::Reset), DisableMouseCapture, LeaveAlternateScreen, Show);
    let raw = disable_raw_mode();
    written.and(raw).and(out.flush())
}

type Hook = dyn Fn(&PanicHookInfo<'_>) + Send + Sync;

/// The terminal is taken over while this lives; a panic gives it back before it says anything.
pub struct Guard {
    screen: Screen,
    entered: Arc<AtomicBool>,
    hook: Arc<Hook>,
}

impl Guard {
    /// Takes it over.
    ///
    /// # Errors
    /// When the terminal refuses.
    pub fn new(screen: Screen) -> io::Result<Guard> {
        let entered = Arc::new(AtomicBool::new(false));
        let hook: Arc<Hook> = panic::take_hook().into();
        let (before, is_entered) = (Arc::clone(&hook), Arc::clone(&entered));
        panic::set_hook(Box::new(move |info| {
            let _ = given_back(screen, &is_entered);
            before(info);
        }));
        let guard = Guard { screen, entered, hook };
        guard.enter()?;
        Ok(guard)
    }

    /// Takes it over again, whatever others have done to it meanwhile.
    ///
    /// # Errors
    /// When the terminal refuses.
    pub fn enter(&self) -> io::Result<()> {
        given_back(self.screen, &self.entered)?;
        self.entered.store(true, Ordering::SeqCst);
        (self.screen.enter)()
    }

    /// Gives it back for a while.
    ///
    /// # Errors
    /// When the terminal refuses.
    pub fn leave(&self) -> io::Result<()> {
        given_back(self.screen, &self.entered)
    }
}

/// What the watch has to know.
#[derive(Debug, Default)]
struct Watched {
    entered: Arc<AtomicBool>,
    over: AtomicBool,
}

/// A thread that ends the process where nobody else does: reading keys never returns when the terminal has gone away.
#[derive(Debug)]
pub struct Watch(Arc<Watched>);

impl Watch {
    /// Time between two looks.
    const LOOK: Duration = Duration::from_millis(100);

    /// Watches a terminal that was taken over: when `ends` gives the same exit code for the time it gives with it, and
    /// the game still goes on, the terminal is given back and the process ends.
    ///
    /// # Errors
    /// When there is no thread to be had.
    pub fn begin(guard: &Guard, ends: impl Fn() -> Option<(u8, Duration)> + Send + 'static) -> io::Result<Watch> {
        let watched = Arc::new(Watched { entered: Arc::clone(&guard.entered), over: AtomicBool::new(false) });
        let (seen, screen) = (Arc::clone(&watched), guard.screen);
        thread::Builder::new().name("watch".into()).spawn(move || {
            let mut since: Option<(u8, Instant)> = None;
            while !seen.over.load(Ordering::SeqCst) {
                thread::sleep(Watch::LOOK);
                let Some((code, grace)) = ends() else {
                    since = None;
                    continue;
                };
                let began = since.filter(|(known, _)| *known == code).map_or_else(Instant::now, |(_, began)| began);
                since = Some((code, began));
                if began.elapsed() >= grace && !seen.over.load(Ordering::SeqCst) {
                    let _ = given_back(screen, &seen.entered);
                    std::process::exit(code.into());
                }
            }
        })?;
        Ok(Watch(watched))
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.0.over.store(true, Ordering::SeqCst);
    }
}

/// Gives it back once for each time that it was taken over.
fn given_back(screen: Screen, entered: &AtomicBool) -> io::Result<()> {
    if entered.swap(false, Ordering::SeqCst) { (screen.leave)() } else { Ok(()) }
}

impl Drop for Guard {
    fn drop(&mut self) {
        let _ = self.leave();
        // A thread that panics cannot change the hook; ours does nothing any more.
        if !std::thread::panicking() {
            let hook = Arc::clone(&self.hook);
            panic::set_hook(Box::new(move |info| hook(info)));
        }
    }
}

/// Signals by which a shell suspends a process and has it go on.
#[derive(Debug, Default)]
pub struct Suspension {
    asked: Arc<AtomicBool>,
    continued: Arc<AtomicBool>,
}

impl Suspension {
    /// Listens to them from now on.
    ///
    /// # Errors
    /// When the system refuses a handler.
    pub fn listen() -> io::Result<Suspension> {
        let suspension = Suspension::default();
        #[cfg(unix)]
        {
            use signal_hook::consts::{SIGCONT, SIGTSTP};
            signal_hook::flag::register(SIGTSTP, Arc::clone(&suspension.asked))?;
            signal_hook::flag::register(SIGCONT, Arc::clone(&suspension.continued))?;
        }
        Ok(suspension)
    }

    /// Whether somebody has asked for it since this was last asked.
    pub fn is_asked(&self) -> bool {
        self.asked.swap(false, Ordering::SeqCst)
    }

    /// Whether the process goes on after it was stopped, since this was last asked.
    pub fn has_continued(&self) -> bool {
        self.continued.swap(false, Ordering::SeqCst)
    }

    /// Stops the process until the shell has it go on. Where there is no such thing, nothing happens.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn stop(&self) -> io::Result<()> {
        #[cfg(unix)]
        signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    static DONE: Mutex<Vec<&str>> = Mutex::new(Vec::new());

    fn note(what: &'static str) -> io::Result<()> {
        DONE.lock().unwrap().push(what);
        Ok(())
    }

    const NOTED: Screen = Screen { enter: || note("enter"), leave: || note("leave") };

    fn done() -> Vec<&'static str> {
        std::mem::take(&mut DONE.lock().unwrap())
    }

    /// One test: the hook is the process's.
    #[test]
    fn a_panic_gives_the_terminal_back_before_it_speaks() {
        let hook = panic::take_hook();
        panic::set_hook(Box::new(|_| drop(note("message"))));
        let panicked = panic::catch_unwind(|| {
            let _guard = Guard::new(NOTED).unwrap();
            panic!("on purpose");
        });
        assert!(panicked.is_err());
        assert_eq!(done(), ["enter", "leave", "message"]);
        {
            let guard = Guard::new(NOTED).unwrap();
            // Suspended and gone on; then gone on again without having been told to stop.
            guard.leave().unwrap();
            guard.leave().unwrap();
            guard.enter().unwrap();
            guard.enter().unwrap();
        }
        assert_eq!(done(), ["enter", "leave", "enter", "leave", "enter", "leave"]);
        // What spoke before speaks again.
        assert!(panic::catch_unwind(|| panic!("on purpose")).is_err());
        assert_eq!(done(), ["message"]);
        panic::set_hook(hook);
    }
}
