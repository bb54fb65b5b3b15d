//! Ctrl-C: the first asks the search to stop and say what it proved, the second ends at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use loyd::service::Fault;

use crate::exit::{Code, Failure};

/// Whether Ctrl-C was pressed, and whether anything is running that would say what it proved.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    flag: Arc<AtomicBool>,
    running: Arc<AtomicUsize>,
}

/// While it lives, Ctrl-C waits for the work to stop by itself.
#[derive(Debug)]
pub struct Running(Arc<AtomicUsize>);

impl Drop for Running {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Interrupt {
    /// Listens to Ctrl-C from now on. Outside [`running`](Interrupt::running) work, such as while the input is
    /// read, it ends the process at once: nothing would be lost.
    ///
    /// # Errors
    /// When the system refuses the handler.
    pub fn listen() -> Result<Interrupt, Failure> {
        let interrupt = Interrupt::default();
        let heard = interrupt.clone();
        let handler = move || {
            let again = heard.flag.swap(true, Ordering::SeqCst);
            if again || heard.running.load(Ordering::SeqCst) == 0 {
                std::process::exit(Code::Interrupted as i32);
            }
        };
        ctrlc::set_handler(handler).map_err(|error| Fault::system(format!("cannot listen to Ctrl-C: {error}")))?;
        Ok(interrupt)
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
        self.running.fetch_add(1, Ordering::SeqCst);
        Running(self.running.clone())
    }
}
