//! `loyd cluster solve`: runs one of the processes that answer a batch together.

mod desk;
mod helper;
mod identity;
mod log;
mod message;
mod record;
mod station;

use loyd::service::Fault;
use loyd_cluster::hosts;
use loyd_core::table::map::Peers;

use self::log::Log;
use super::map::{end, joined};
use crate::arguments::{ClusterSolveArguments, JoinArguments};
use crate::commands::positions::solve;
use crate::commands::positions::solve::lines::LineSolver;
use crate::exit::{Code, Failure};
use crate::machine::memory;
use crate::session::Session;
use message::Message;
use station::Station;

/// Runs the command.
///
/// # Errors
/// The errors of `loyd solve PUZZLE -`; also when a process is missing or lost, or a log cannot be used.
pub fn run(asked: &ClusterSolveArguments) -> Result<Code, Failure> {
    solve::refuse_idle_options(&asked.solve)?;
    work(asked).map_err(|failure| solve::named(&asked.solve, failure))
}

fn work(asked: &ClusterSolveArguments) -> Result<Code, Failure> {
    let ClusterSolveArguments { solve: asked_solve, join, log } = asked;
    let threads = solve::threads(asked_solve);
    let limit = asked_solve.limits.limit_memory;
    let bytes = match limit {
        Some(_) => memory::budget(limit, threads),
        None => memory::share(processes_here(join)?),
    };
    let session = Session::new(asked_solve.verbose, |service| service.memory(bytes).at_a_time(threads))?;
    let mut control = session.control();
    control.batch = true;
    // Each process reports an error that concerns all of them before it waits for the others.
    let question = solve::asked_question(asked_solve);
    let lines = LineSolver::new(&session, &question, asked_solve.format, asked_solve.verbose, &control)?;
    let identity = identity::of(asked_solve, lines.engine()?);
    let mut agree = identity.clone();
    agree.push(("log".into(), if log.is_some() { "kept".into() } else { "none".into() }));
    let flow = joined(join, agree)?;
    let answered = (|| {
        let (own, number) = (flow.own(), flow.number());
        let log = log.as_deref().map(|folder| Log::open(folder, own, number, &identity)).transpose()?;
        let held = log.as_ref().map_or(Vec::new(), Log::lines);
        flow.post(0, Message::Ready { threads, held }.bytes()).map_err(Fault::from)?;
        let station = Station { lines, log };
        match own {
            0 => desk::run(asked_solve.verbose, &session, &control.cancel, &flow, station),
            _ => helper::run(&session, &control.cancel, &flow, station, threads),
        }
    })();
    end(flow, answered)
}

/// Returns how many processes are on the host of this one and so share its memory.
fn processes_here(join: &JoinArguments) -> Result<usize, Failure> {
    let hosts = hosts::read(&join.hosts).map_err(|why| Failure::usage(format!("--hosts: {why}")))?;
    let name = |host: &String| host.rsplit_once(':').map(|(name, _)| name.to_string());
    let own = hosts.get(join.process).and_then(name);
    Ok(hosts.iter().filter(|host| name(host) == own).count())
}
