//! Joining the other processes.

use std::net::TcpListener;

use crate::flow::Flow;
use crate::meet::{NotJoined, meet};
use crate::settings::Settings;

/// Waits until all processes are there and agree: the way to them.
///
/// This process listens at its own host's address only, and only until all are there.
///
/// # Errors
/// [`NotJoined`].
pub fn join(settings: Settings) -> Result<Flow, NotJoined> {
    let pairs = meet(&settings, None)?;
    Ok(Flow::start(settings, pairs)?)
}

/// The same with a listener that is bound already, as where the port was chosen by the system.
///
/// # Errors
/// [`NotJoined`].
pub fn join_at(listener: TcpListener, settings: Settings) -> Result<Flow, NotJoined> {
    let pairs = meet(&settings, Some(listener))?;
    Ok(Flow::start(settings, pairs)?)
}
