//! `loyd serve`: the web page and the HTTP interface.

use std::net::SocketAddr;

use loyd::service::Fault;
use loyd_web::Settings;

use crate::arguments::ServeArguments;
use crate::exit::{Code, Failure};
use crate::output::{self, say, tell};
use crate::session;

/// The bytes that the process needs beside its questions: connections, bodies and replies.
const PROCESS: u64 = 64_000_000;

/// Runs `loyd serve`.
///
/// # Errors
/// When the server cannot listen at the address.
pub fn run(asked: &ServeArguments) -> Result<Code, Failure> {
    let memory = asked.max_memory.checked_sub(PROCESS).filter(|&rest| rest >= PROCESS);
    let memory = memory.ok_or_else(|| Failure::usage("--max-memory: expected 128MB or more"))?;
    let mut settings = Settings::default();
    settings.listen = asked.listen;
    settings.hosts.clone_from(&asked.allow_host);
    settings.origins.clone_from(&asked.allow_origin);
    (settings.time, settings.memory) = (asked.max_seconds, memory);
    settings.concurrency = asked.concurrency.map_or(settings.concurrency, usize::from);
    settings.queue = asked.queue.map_or(settings.queue, usize::from);
    settings.connections = asked.connections as usize;
    settings.keep_tables = asked.keep_tables;
    // The extra share is for questions that are answered at once, beside the searches. A stranger's questions could
    // fill the user's folder, so the user has to name a folder.
    let service =
        session::builder().cache(asked.tables.named_cache()).memory(memory).at_a_time(settings.concurrency + 1);
    loyd_web::log_to_stderr(asked.verbose, output::is_quiet());
    loyd_web::run(settings, service.build(), |address| listening(asked, address))
        .map_err(|error| Fault::system(format!("cannot serve at {}: {error}", asked.listen)))?;
    Ok(Code::Answered)
}

/// Prints the address of the page, and warns if other machines can reach it.
fn listening(asked: &ServeArguments, address: SocketAddr) {
    let at = match address.ip() {
        ip if ip.is_unspecified() => SocketAddr::from(([127, 0, 0, 1], address.port())),
        _ => address,
    };
    let page = format!("http://{at}/");
    tell(&format!("loyd serves {page} (Ctrl-C stops it)"));
    if !address.ip().is_loopback() {
        say("the address is not a loopback address: every machine that reaches it can send requests; docs/serve.md \
             describes the limits");
    }
    if asked.open
        && let Err(error) = open::that_detached(&page)
    {
        say(&format!("cannot open a browser: {error}; the page is at {page}"));
    }
}
