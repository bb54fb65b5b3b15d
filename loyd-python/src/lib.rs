//! The native half of the Python package `loyd`. Questions and replies are the JSON of the HTTP interface
//! (docs/formats.md). PositionList of many puzzles are rows of an array, so that Python has no loop over positions.
//!
//! The other half, in `python/loyd`, has the classes that people use, and is the only caller of this module.

mod asking;
mod number_rows;
mod opened;
mod texts;

use std::ffi::OsString;
use std::sync::OnceLock;

use loyd::service::{Cache, Service};
use loyd_core::opening::RegularFiles;
use pyo3::prelude::*;

/// The service of the process. It keeps opened puzzles and their tables from one question to the next.
fn service() -> &'static Service {
    static SERVICE: OnceLock<Service> = OnceLock::new();
    SERVICE.get_or_init(|| Service::builder().cache(Cache::platform()).files(RegularFiles).paths().build())
}

/// Runs the command `loyd` with these arguments, and returns its exit code. `launcher` is the words that start it.
#[pyfunction]
fn command(py: Python<'_>, launcher: Vec<OsString>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| loyd_cli::run_within(launcher, arguments))
}

/// Forgets the opened puzzles and tables that no object uses.
#[pyfunction]
fn forget() {
    service().evict();
}

#[pymodule]
fn _loyd(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<opened::OpenedPuzzle>()?;
    module.add_class::<opened::DistanceEntries>()?;
    module.add_function(wrap_pyfunction!(asking::ask, module)?)?;
    module.add_function(wrap_pyfunction!(asking::puzzles, module)?)?;
    module.add_function(wrap_pyfunction!(opened::chart, module)?)?;
    module.add_function(wrap_pyfunction!(command, module)?)?;
    module.add_function(wrap_pyfunction!(forget, module)?)
}
