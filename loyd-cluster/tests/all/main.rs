//! Tests with processes that are threads with real sockets, and with real processes that are killed and stopped.

mod losses;
mod meeting;
mod posts;
#[cfg(unix)]
mod processes;
mod rounds;
mod setting;
