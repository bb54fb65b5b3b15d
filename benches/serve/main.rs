//! `loyd serve --keep-tables` under load, on loopback, with its log on: its throughput and latency, and both again with
//! ten times as many questions as it can answer. Every reply is checked. `bash record/serve-load.sh` builds the
//! programs and runs the bench.
//!
//!     cargo bench -p loyd-benches --bench serve -- target/release/loyd [eight] [fifteen] [overload]

mod client;
mod puzzles;
mod server;

use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use client::{Figures, Load, Pace, get, run};
use puzzles::{Solving, draws, eight_puzzles, random};
use rand::seq::SliceRandom;
use server::Server;

/// The memory limit of the server, in bytes.
const MEMORY: u64 = 2_000_000_000;
/// The number of connections for light questions.
const CONNECTIONS: usize = 32;
/// The number of times that `/healthz` and `/solve` take turns.
const ROUNDS: usize = 3;
/// The time of each turn.
const ROUND: Duration = Duration::from_secs(4);
/// The time of a load at a fixed rate.
const STEADY: Duration = Duration::from_secs(15);
/// The number of 15-puzzles in a second.
const FIFTEENS: f64 = 100.0;
/// The time of the overload, and its rate as a multiple of the rate that the server can answer.
const OVERLOAD: (Duration, f64) = (Duration::from_secs(60), 10.0);
/// The time limit of each question of the overload, in seconds.
const LIMIT: f64 = 1.0;

/// The load that asks whether the server is alive.
struct Health;

impl Load for Health {
    fn request(&self, _: usize) -> Option<Vec<u8>> {
        Some(get("/healthz"))
    }

    fn check(&self, _: usize, status: u16, body: &[u8]) {
        assert_eq!((status, body), (200, &b"ok\n"[..]));
    }
}

fn block_on<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime").block_on(work)
}

/// Prints a row of the table. The goals come from issue 12 and are not asserted.
fn line(what: &str, found: String, goal: &str, met: bool) {
    println!("| {what} | {found} | {goal} | {} |", if met { "yes" } else { "no" });
}

fn quantiles(figures: &Figures) -> String {
    let [half, most, last] = [0.5, 0.99, 1.0].map(|part| figures.quantile(part));
    format!("p50 {half:.2} ms, p99 {most:.2} ms, slowest {last:.1} ms")
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Asks each 8-puzzle once at full speed, in turns with `/healthz`, and then some of them at half that rate.
fn eight(server: &Server) {
    let mut all: Vec<_> = eight_puzzles().into_iter().collect();
    // A map has a different order in each run.
    all.sort_unstable();
    all.shuffle(&mut draws(1));
    let before = server.logged();
    let (mut health, mut solve, mut asked) = (Vec::new(), Vec::new(), 0);
    for part in all.chunks(all.len().div_ceil(ROUNDS)) {
        let figures = block_on(run(server.address, CONNECTIONS, Pace::Closed(ROUND), Rc::new(Health)));
        health.push(figures.rate());
        asked += figures.latencies.len();
        let load = Rc::new(Solving::eight(part));
        let figures = block_on(run(server.address, CONNECTIONS, Pace::Closed(ROUND), load));
        solve.push(figures.rate());
        asked += figures.latencies.len();
    }
    let (health, solve) = (median(health), median(solve));
    println!("| `/healthz` a second | {health:.0} | | |");
    let found = format!("{solve:.0}, {:.2} of `/healthz`", solve / health);
    line(
        "distinct 8-puzzles a second",
        found,
        "20,000, and half of `/healthz`",
        solve >= 20e3 && solve >= health / 2.0,
    );
    let logged = server.logged() - before;
    assert!(logged >= asked, "{asked} requests and {logged} lines of log");
    all.shuffle(&mut draws(2));
    let pace = Pace::Open(solve / 2.0, STEADY);
    let figures = block_on(run(server.address, 2 * CONNECTIONS, pace, Rc::new(Solving::eight(&all))));
    let what = format!("8-puzzles at {:.0} a second", figures.rate());
    line(&what, quantiles(&figures), "p99 < 20 ms", figures.quantile(0.99) < 20.0);
}

/// Random 15-puzzles at a fixed rate, after the tables of the bound are in memory.
fn fifteen(server: &Server) {
    let more = ",\"heuristic\":\"7-8\"";
    let positions = |seed, count| {
        let mut rng = draws(seed);
        let boards = (0..count).map(|_| random(4, &mut rng)).collect();
        Rc::new(Solving::new(4, boards, more, false))
    };
    block_on(run(server.address, 2, Pace::Closed(Duration::from_secs(60)), positions(3, 20)));
    let load = positions(4, (FIFTEENS * STEADY.as_secs_f64()) as usize);
    let figures = block_on(run(server.address, CONNECTIONS, Pace::Open(FIFTEENS, STEADY), load.clone()));
    let found = quantiles(&figures);
    let met = figures.quantile(0.5) < 5.0 && figures.quantile(0.99) < 80.0;
    line(&format!("15-puzzles with 7-8 at {:.0} a second", figures.rate()), found, "p50 < 5 ms, p99 < 80 ms", met);
    let solved = load.solved.borrow();
    let mean = solved.iter().map(|(_, length)| f64::from(*length)).sum::<f64>() / solved.len() as f64;
    println!("| mean of their lengths | {mean:.2} | | |");
}

/// 24-puzzles with a limit of one second, ten times as many as the cores can search.
fn overload(server: &Server) {
    let cores = thread::available_parallelism().map_or(1, std::num::NonZero::get) as f64;
    let (time, times) = OVERLOAD;
    let rate = cores / LIMIT * times;
    let mut rng = draws(5);
    let boards: Vec<_> = (0..(rate * time.as_secs_f64()) as usize).map(|_| random(5, &mut rng)).collect();
    let ended = AtomicBool::new(false);
    let (address, ended) = (server.address, &ended);
    let (asked, health, most) = thread::scope(|scope| {
        let asked = scope.spawn(move || {
            let load = Solving::new(5, boards, &format!(",\"limit_seconds\":{LIMIT}"), true);
            let figures = block_on(run(address, 4 * CONNECTIONS, Pace::Open(rate, time), Rc::new(load)));
            ended.store(true, Ordering::Relaxed);
            figures
        });
        let health = scope.spawn(move || block_on(run(address, 8, Pace::Open(50.0, time), Rc::new(Health))));
        let mut most = 0;
        while !asked.is_finished() && !ended.load(Ordering::Relaxed) {
            most = most.max(server.memory());
            thread::sleep(Duration::from_millis(50));
        }
        let joined = (asked.join(), health.join());
        (joined.0.expect("replies that are right"), joined.1.expect("a server that lives"), most)
    });
    let statuses: Vec<String> = asked.by_status.iter().map(|(status, count)| format!("{count} of {status}")).collect();
    let known = asked.by_status.keys().all(|status| [200, 429, 503].contains(status));
    line(&format!("24-puzzles at {rate:.0} a second, 1 s each"), statuses.join(", "), "200, 429, 503", known);
    assert!(known, "{statuses:?}");
    line("those with 200", quantiles(&asked), "p99 < 2,000 ms", asked.quantile(0.99) < 2e3 * LIMIT);
    line("`/healthz` meanwhile", quantiles(&health), "all < 50 ms", health.quantile(1.0) < 50.0);
    line("most memory of all processes", format!("{} MB", most / 1_000_000), "2,000 MB", most <= MEMORY);
    // A client may read a reply before the server has freed its place.
    thread::sleep(Duration::from_millis(500));
    let names = ["loyd_searches_running", "loyd_searches_queued", "loyd_memory_reserved_bytes"];
    let left = block_on(server.metrics(names));
    line("places taken, queued, bytes reserved afterwards", format!("{left:?}"), "0", left == [0.0; 3]);
    assert_eq!(left, [0.0; 3]);
}

fn main() {
    let given: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let Some((loyd, phases)) = given.split_first() else {
        println!("skipped: no server; `-- target/release/loyd` names its command");
        return;
    };
    let server = Server::start(loyd, MEMORY);
    println!("| load | found | goal | met |\n|---|---|---|---|");
    let all = [("eight", eight as fn(&Server)), ("fifteen", fifteen), ("overload", overload)];
    for (name, phase) in all {
        if phases.is_empty() || phases.iter().any(|chosen| chosen == name) {
            phase(&server);
        }
    }
}
