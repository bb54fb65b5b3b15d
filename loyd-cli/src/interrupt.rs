//! Ctrl-C: the first asks the search to stop and say what it proved, the second ends at once.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use signal_hook::consts::SIGINT;
use signal_hook::flag::{register, register_conditional_shutdown};

use loyd::service::Fault;

use crate::exit::{Code, Failure};

/// Whether Ctrl-C was pressed, and whether anything is running that would say what it proved. No thread waits for it:
/// the signal itself sets the flags.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    flag: Arc<AtomicBool>,
    /// Whether Ctrl-C ends the process at once.
    at_once: Arc<AtomicBool>,
    running: Arc<Mutex<usize>>,
}

/// While it lives, Ctrl-C waits for the work to stop by itself.
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
    /// Listens to Ctrl-C from now on. Outside [`running`](Interrupt::running) work, such as while the input is
    /// read, it ends the process at once: nothing would be lost.
    ///
    /// # Errors
    /// When the system refuses the handler.
    pub fn listen() -> Result<Interrupt, Failure> {
        let interrupt = Interrupt { at_once: Arc::new(true.into()), ..Interrupt::default() };
        let Interrupt { flag, at_once, .. } = &interrupt;
        // In this order: the first Ctrl-C leaves to the second what it sets itself.
        register_conditional_shutdown(SIGINT, Code::Interrupted as i32, at_once.clone())
            .and_then(|_| register(SIGINT, flag.clone()))
            .and_then(|_| register(SIGINT, at_once.clone()))
            .map_err(|error| Fault::system(format!("cannot listen to Ctrl-C: {error}")))?;
        Ok(interrupt)
    }

    fn lock(&self) -> MutexGuard<'_, usize> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The flag for [`Limits::cancel`](loyd::search::Limits).
    pub fn flag(&self) -> Arc<AtomicBool> {
        self.flag.clone()
    }

    /// Whether Ctrl-C was pressed.
    pub fn is_set(&self) -> bool {
        self.flag.load(Ordering::SeqCst)
    }

    /// Says that work runs which watches the flag.
    pub fn running(&self) -> Running {
        *self.lock() += 1;
        self.at_once.store(false, Ordering::SeqCst);
        if self.is_set() {
            self.at_once.store(true, Ordering::SeqCst);
        }
        Running(self.clone())
    }
}
