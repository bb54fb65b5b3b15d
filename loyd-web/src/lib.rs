//! loyd over HTTP: an interface for programs, and a page for people.
//!
//! It serves the questions and replies of [`loyd::service`] and adds nothing to them: what a question is, and what the
//! reply says, is in `docs/formats.md`. A room a subject:
//!
//! | room | what is in it |
//! |---|---|
//! | `settings` | what an operator may set |
//! | `server` | connections |
//! | `routes` | the routes, a file each, and what every request passes |
//! | `guard` | who may ask |
//! | `reading` | bodies |
//! | `rules` | what may be asked, and what is answered on the spot |
//! | `asking` | from a question to its reply: where it runs, and when it ends |
//! | `admission` | who may search now |
//! | `cancelling` | the questions under way |
//! | `events` | replies as streams |
//! | `problem` | faults, and their status |
//! | `metrics` | what is counted |
//! | `openapi` | the description of all that |
//! | `paths` | the paths by name |
//! | `page` | the page |

mod admission;
mod asking;
mod cancelling;
mod events;
mod guard;
mod metrics;
mod openapi;
mod page;
mod paths;
mod problem;
mod reading;
mod routes;
mod rules;
mod server;
mod settings;

pub use server::Server;
pub use settings::{PORT, Settings};

use std::io;

/// Runs a server on threads of its own until the process is told to end (SIGTERM, Ctrl-C). `listening` hears where.
///
/// # Errors
/// When it cannot listen, or no thread can be started.
pub fn run(
    settings: Settings,
    service: loyd::service::Service,
    listening: impl FnOnce(std::net::SocketAddr),
) -> io::Result<()> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(async {
        let server = Server::bind(settings, service).await?;
        let stop = stopped()?;
        listening(server.address()?);
        server.run(stop).await;
        Ok(())
    })
}

/// Logs a line a request to standard error; or only what is wrong, or also what helps to find a fault.
pub fn log_to_stderr(verbose: bool, quiet: bool) {
    use tracing::Level;
    let level = match (verbose, quiet) {
        (_, true) => Level::WARN,
        (true, _) => Level::DEBUG,
        _ => Level::INFO,
    };
    let log = tracing_subscriber::fmt().with_max_level(level).with_writer(io::stderr).with_ansi(false);
    // Where nobody reads the log, a line that cannot be written is no reason to fail.
    let log = log.log_internal_errors(false);
    // A program that embeds this may log already.
    let _ = log.with_target(false).try_init();
}

/// Ready when the process is told to end.
fn stopped() -> io::Result<impl Future<Output = ()>> {
    #[cfg(unix)]
    let mut terminate = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?;
    Ok(async move {
        #[cfg(unix)]
        tokio::select! {
            _ = terminate.recv() => {}
            _ = tokio::signal::ctrl_c() => {}
        }
        #[cfg(not(unix))]
        let _ = tokio::signal::ctrl_c().await;
    })
}
