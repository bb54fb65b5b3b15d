//! `loyd serve`: the web page and the HTTP interface.

use std::ffi::OsString;
use std::net::SocketAddr;
use std::sync::Arc;

use loyd::service::Fault;
use loyd_web::{QuestionPlaces, Settings, WorkerShare};

use crate::arguments::ServeArguments;
use crate::exit::{Code, Failure};
use crate::machine::{interrupt, program};
use crate::output::{self, say, tell};
use crate::session;

/// The bytes that the process needs beside its questions: connections, bodies and replies.
const PROCESS: u64 = 64_000_000;

/// Runs `loyd serve`.
///
/// # Errors
/// When the server cannot listen at the address.
pub fn run(asked: &ServeArguments) -> Result<Code, Failure> {
    let mut settings = Settings::default();
    (settings.time, settings.keep_tables) = (asked.max_seconds, asked.keep_tables);
    settings.concurrency = asked.concurrency.map_or(settings.concurrency, usize::from);
    loyd_web::log_to_stderr(asked.verbose, output::is_quiet());
    if asked.worker {
        return work(asked, settings);
    }
    let memory = asked.max_memory.checked_sub(PROCESS).filter(|&rest| rest >= PROCESS);
    settings.memory = memory.ok_or_else(|| Failure::usage("--max-memory: expected 128MB or more"))?;
    settings.listen = asked.listen;
    settings.hosts.clone_from(&asked.allow_host);
    settings.origins.clone_from(&asked.allow_origin);
    settings.queue = asked.queue.map_or(settings.queue, usize::from);
    settings.connections = asked.connections as usize;
    let options = worker_options(asked);
    let start = move |share: WorkerShare| {
        let mut command = program::again()?;
        command.args(&options).arg("--max-memory").arg(share.memory.to_string());
        command.arg("--concurrency").arg(share.questions.to_string());
        Ok(command)
    };
    loyd_web::run(settings, QuestionPlaces::Processes(Arc::new(start)), |address| listening(asked, address))
        .map_err(|error| Fault::system(format!("cannot serve at {}: {error}", asked.listen)))?;
    Ok(Code::Answered)
}

/// The arguments that all workers of a server get.
fn worker_options(asked: &ServeArguments) -> Vec<OsString> {
    let seconds = asked.max_seconds.as_secs_f64().to_string();
    let mut options: Vec<OsString> = ["serve", "--worker", "--max-seconds", &seconds].map(OsString::from).into();
    for (flag, is_given) in
        [("--keep-tables", asked.keep_tables), ("--verbose", asked.verbose), ("--quiet", output::is_quiet())]
    {
        options.extend(is_given.then(|| flag.into()));
    }
    if let Some(folder) = &asked.tables.cache_dir {
        options.extend(["--cache-dir".into(), folder.into()]);
    }
    options
}

/// Answers questions of a server. They come from standard input, and their replies go to standard output.
fn work(asked: &ServeArguments, mut settings: Settings) -> Result<Code, Failure> {
    interrupt::ignore()?;
    settings.memory = asked.max_memory;
    // A stranger's questions could fill the user's folder, so the user has to name a folder.
    let service = session::builder().cache(asked.tables.named_cache()).memory(settings.memory);
    let service = service.at_a_time(settings.concurrency).build();
    loyd_web::work(&settings, service).map_err(|error| Fault::system(format!("cannot read questions: {error}")))?;
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
