//! The terminal: taken over during a game, and given back however the game ends.

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

use crate::machine::net;

/// The functions that take a terminal over and give it back.
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

/// Gives the terminal back as far as possible. Returns the first error.
fn leave() -> io::Result<()> {
    let mut out = io::stdout();
    let written = execute!(out, SetAttribute(Attribute::Reset), DisableMouseCapture, LeaveAlternateScreen, Show);
    let raw = disable_raw_mode();
    written.and(raw).and(out.flush())
}

type Hook = dyn Fn(&PanicHookInfo<'_>) + Send + Sync;

/// Holds the terminal while this value lives. A panic gives the terminal back before it prints its message.
pub struct Guard {
    screen: Screen,
    entered: Arc<AtomicBool>,
    hook: Arc<Hook>,
}

impl Guard {
    /// Takes the terminal over.
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

    /// Takes the terminal over again, whatever other programs have changed meanwhile.
    ///
    /// # Errors
    /// When the terminal refuses.
    pub fn enter(&self) -> io::Result<()> {
        given_back(self.screen, &self.entered)?;
        self.entered.store(true, Ordering::SeqCst);
        (self.screen.enter)()
    }

    /// Gives the terminal back for a while.
    ///
    /// # Errors
    /// When the terminal refuses.
    pub fn leave(&self) -> io::Result<()> {
        given_back(self.screen, &self.entered)
    }
}

/// The state that the watch thread reads.
#[derive(Debug, Default)]
struct Watched {
    entered: Arc<AtomicBool>,
    over: AtomicBool,
}

/// A thread that ends the process if the game cannot: reading keys never returns after the terminal has gone away.
#[derive(Debug)]
pub struct TerminalWatch(Arc<Watched>);

impl TerminalWatch {
    /// The time between two checks.
    const LOOK: Duration = Duration::from_millis(100);

    /// Watches a terminal that was taken over. `ends` returns an exit code and a time. If `ends` returns the same code
    /// for that time while the game continues, this gives the terminal back and ends the process.
    ///
    /// # Errors
    /// When the system starts no thread.
    pub fn begin(
        guard: &Guard,
        ends: impl Fn() -> Option<(u8, Duration)> + Send + 'static,
    ) -> io::Result<TerminalWatch> {
        let watched = Arc::new(Watched { entered: Arc::clone(&guard.entered), over: AtomicBool::new(false) });
        let (seen, screen) = (Arc::clone(&watched), guard.screen);
        let entered = Arc::clone(&guard.entered);
        net::before_the_end(move || drop(given_back(screen, &entered)));
        thread::Builder::new().name("watch".into()).spawn(move || {
            let mut since: Option<(u8, Instant)> = None;
            while !seen.over.load(Ordering::SeqCst) {
                thread::sleep(TerminalWatch::LOOK);
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
        Ok(TerminalWatch(watched))
    }
}

impl Drop for TerminalWatch {
    fn drop(&mut self) {
        self.0.over.store(true, Ordering::SeqCst);
    }
}

/// Gives the terminal back once for each time that it was taken over.
fn given_back(screen: Screen, entered: &AtomicBool) -> io::Result<()> {
    if entered.swap(false, Ordering::SeqCst) { (screen.leave)() } else { Ok(()) }
}

impl Drop for Guard {
    fn drop(&mut self) {
        let _ = self.leave();
        // A thread that panics cannot change the hook. The hook does nothing more, because the terminal is given back.
        if !std::thread::panicking() {
            let hook = Arc::clone(&self.hook);
            panic::set_hook(Box::new(move |info| hook(info)));
        }
    }
}

/// The signals by which a shell suspends a process and continues it.
#[derive(Debug, Default)]
pub struct Suspension {
    asked: Arc<AtomicBool>,
    continued: Arc<AtomicBool>,
}

impl Suspension {
    /// Starts listening for the signals.
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

    /// Whether a suspension was requested since the last call.
    pub fn is_asked(&self) -> bool {
        self.asked.swap(false, Ordering::SeqCst)
    }

    /// Whether the process was continued after a stop since the last call.
    pub fn has_continued(&self) -> bool {
        self.continued.swap(false, Ordering::SeqCst)
    }

    /// Stops the process until the shell continues it. On systems without suspension this does nothing.
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

    /// A single test, because the panic hook belongs to the whole process.
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
            // The process is suspended and continued, and then continued again without having been suspended.
            guard.leave().unwrap();
            guard.leave().unwrap();
            guard.enter().unwrap();
            guard.enter().unwrap();
        }
        assert_eq!(done(), ["enter", "leave", "enter", "leave", "enter", "leave"]);
        // The earlier hook is called again.
        assert!(panic::catch_unwind(|| panic!("on purpose")).is_err());
        assert_eq!(done(), ["message"]);
        panic::set_hook(hook);
    }
}
