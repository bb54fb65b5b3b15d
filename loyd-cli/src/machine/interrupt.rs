//! The signals Ctrl-C, SIGTERM and SIGHUP. The first signal asks the work to stop and to report what is proved; the
//! second signal ends the process at once.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag::{register, register_conditional_shutdown, register_usize};

use loyd::service::Fault;

/// The exit code of a process that a signal ended is this number plus the signal's number.
pub const BY_SIGNAL: u8 = 128;

/// The last signal that arrived.
static LAST: OnceLock<Arc<AtomicUsize>> = OnceLock::new();

/// Returns the exit code of a command that a signal has stopped: the code of the last signal, by default of Ctrl-C.
pub fn code() -> u8 {
    let last = LAST.get().map_or(0, |last| last.load(Ordering::SeqCst));
    let signal = if last == 0 { SIGINT as usize } else { last };
    BY_SIGNAL + signal as u8
}

/// Makes a write beyond the limit on a file's size fail with an error that names the file, instead of ending the
/// process.
pub fn outlive_limits() {
    #[cfg(unix)]
    {
        // If the system refuses the handler, the signal still ends the process.
        let _ = register(signal_hook::consts::SIGXFSZ, Arc::new(AtomicBool::new(false)));
    }
}

/// The record of whether a signal came, and of whether work runs that would report what it proved. No thread waits for
/// a signal, because the signal handler itself sets the flags.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    flag: Arc<AtomicBool>,
    /// Whether a signal ends the process at once.
    at_once: Arc<AtomicBool>,
    running: Arc<Mutex<usize>>,
    /// The signals that have a handler.
    heard: Arc<[i32]>,
}

/// A guard for running work. While it lives, the first signal lets the work stop by itself.
#[derive(Debug)]
pub struct Running(Interrupt);

impl Drop for Running {
    fn drop(&mut self) {
        let mut running = self.0.lock();
        *running -= 1;
        if *running == 0 {
            self.0.at_once.store(true, Ordering::SeqCst);
        }
    }
}

impl Interrupt {
    /// Installs the signal handlers. Outside [`running`](Interrupt::running) work, such as while the input is read, a
    /// signal ends the process at once, because nothing would be lost.
    ///
    /// # Errors
    /// When the system refuses the handler.
    pub fn listen() -> Result<Interrupt, Fault> {
        let interrupt = Interrupt { at_once: Arc::new(true.into()), heard: signals().into(), ..Interrupt::default() };
        let Interrupt { flag, at_once, .. } = &interrupt;
        let last = LAST.get_or_init(Arc::default);
        for &signal in &*interrupt.heard {
            // The shutdown is tested before `at_once` is set, so that a first signal during work does not end it.
            register_conditional_shutdown(signal, i32::from(BY_SIGNAL) + signal, at_once.clone())
                .and_then(|_| register_usize(signal, last.clone(), signal as usize))
                .and_then(|_| register(signal, flag.clone()))
                .and_then(|_| register(signal, at_once.clone()))
                .map_err(|error| unheard(signal, &error))?;
        }
        Ok(interrupt)
    }

    /// Installs handlers that only record a signal, for a command that watches the flag and restores the terminal.
    ///
    /// # Errors
    /// When the system refuses the handler.
    #[cfg(feature = "play")]
    pub fn heed() -> Result<Interrupt, Fault> {
        let interrupt = Interrupt { heard: signals().into(), ..Interrupt::default() };
        let last = LAST.get_or_init(Arc::default);
        for &signal in &*interrupt.heard {
            register_usize(signal, last.clone(), signal as usize)
                .and_then(|_| register(signal, interrupt.flag.clone()))
                .map_err(|error| unheard(signal, &error))?;
        }
        Ok(interrupt)
    }

    fn lock(&self) -> MutexGuard<'_, usize> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the flag for [`Limits::cancel`](loyd_core::search::Limits).
    pub fn flag(&self) -> Arc<AtomicBool> {
        self.flag.clone()
    }

    /// Whether SIGHUP, the signal of a closed terminal, has a handler.
    #[cfg(feature = "play")]
    pub fn hears_hang_up(&self) -> bool {
        #[cfg(unix)]
        return self.heard.contains(&signal_hook::consts::SIGHUP);
        #[cfg(not(unix))]
        return false;
    }

    /// Whether a signal came.
    pub fn is_set(&self) -> bool {
        self.flag.load(Ordering::SeqCst)
    }

    /// Marks that work is running which watches the flag, until the guard is dropped.
    pub fn running(&self) -> Running {
        *self.lock() += 1;
        self.at_once.store(false, Ordering::SeqCst);
        if self.is_set() {
            self.at_once.store(true, Ordering::SeqCst);
        }
        Running(self.clone())
    }
}

fn unheard(signal: i32, error: &std::io::Error) -> Fault {
    Fault::system(format!("cannot listen to signal {signal}: {error}"))
}

/// Makes this process ignore the signals that stop a command. A worker gets them with its server, which ends it.
///
/// # Errors
/// When the system refuses a handler.
#[cfg(feature = "web")]
pub fn ignore() -> Result<(), Fault> {
    let ignored = |signal| register(signal, Arc::default()).map(drop).map_err(|error| unheard(signal, &error));
    signals().into_iter().try_for_each(ignored)
}

/// Returns the signals that need a handler.
fn signals() -> Vec<i32> {
    let mut signals = vec![SIGINT, SIGTERM];
    #[cfg(unix)]
    {
        use signal_hook::consts::SIGHUP;
        // Under nohup SIGHUP is ignored, and it stays ignored.
        if is_ignored(SIGHUP) == Some(false) {
            signals.push(SIGHUP);
        }
    }
    signals
}

/// Whether the process was started with `signal` ignored, or `None` where the system does not report it. Linux does.
#[cfg(unix)]
fn is_ignored(signal: i32) -> Option<bool> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
    let ignored = u64::from_str_radix(ignored.trim(), 16).ok()?;
    Some(ignored >> (signal - 1) & 1 != 0)
}
