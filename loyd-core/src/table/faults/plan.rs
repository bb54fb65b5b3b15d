//! The plan of a test: the operation that fails.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// A plan that makes one operation below a folder fail, and records the operations. It holds until it is dropped.
#[derive(Debug)]
pub struct FaultPlan(Arc<FaultLog>);

#[derive(Debug)]
struct FaultLog {
    folder: PathBuf,
    fails: usize,
    met: Mutex<Vec<(&'static str, PathBuf)>>,
}

static PLANS: Mutex<Vec<Arc<FaultLog>>> = Mutex::new(Vec::new());

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl FaultPlan {
    /// Makes the operation with this number below a folder fail, counted from 0.
    pub fn new(folder: &Path, fails: usize) -> FaultPlan {
        let counts = Arc::new(FaultLog { folder: folder.into(), fails, met: Mutex::default() });
        lock(&PLANS).push(Arc::clone(&counts));
        FaultPlan(counts)
    }

    /// The operation that failed, if the work reached it.
    pub fn failed(&self) -> Option<(&'static str, PathBuf)> {
        lock(&self.0.met).get(self.0.fails).cloned()
    }
}

impl Drop for FaultPlan {
    fn drop(&mut self) {
        lock(&PLANS).retain(|counts| !Arc::ptr_eq(counts, &self.0));
    }
}

pub fn pass(what: &'static str, path: &Path) -> io::Result<()> {
    let plan = lock(&PLANS).iter().find(|plan| path.starts_with(&plan.folder)).cloned();
    let Some(plan) = plan else { return Ok(()) };
    let mut met = lock(&plan.met);
    met.push((what, path.into()));
    if met.len() == plan.fails + 1 { Err(io::Error::other("it fails by plan")) } else { Ok(()) }
}
