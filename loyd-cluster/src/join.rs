//! Joining the other processes.

use std::net::TcpListener;

use crate::flow::Flow;
use crate::meet::{NotJoined, meet};
use crate::settings::ClusterSettings;

/// Waits until all processes are there and agree, and returns the connection to them.
///
/// This process listens only at the address of its own host, and only until all are there.
///
/// # Errors
/// [`NotJoined`], if the processes do not come together.
pub fn join(settings: ClusterSettings) -> Result<Flow, NotJoined> {
    let pairs = meet(&settings, None)?;
    Ok(Flow::start(settings, pairs)?)
}

/// Joins like [`join`], with a listener that is bound already, for example to a port that the system chose.
///
/// # Errors
/// [`NotJoined`], if the processes do not come together.
pub fn join_at(listener: TcpListener, settings: ClusterSettings) -> Result<Flow, NotJoined> {
    let pairs = meet(&settings, Some(listener))?;
    Ok(Flow::start(settings, pairs)?)
}
