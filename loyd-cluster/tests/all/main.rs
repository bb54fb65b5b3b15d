//! Processes as threads with real sockets, and as processes that are killed and stopped.

mod losses;
mod meeting;
mod posts;
#[cfg(unix)]
mod processes;
mod rounds;
mod setting;
