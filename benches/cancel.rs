//! The time from the cancellation of a question to its reply. Searches of a 24-puzzle, the building of pattern
//! databases and distance tables, and a map are cancelled from another thread at ten moments each. The bench prints the
//! median and the slowest. `cargo bench -p loyd-benches --bench cancel`. Every reply must report the cancellation.

use std::thread;
use std::time::{Duration, Instant};

use loyd::service::Algorithm;
use loyd::service::{Cancel, Control, Distances, Map, Origin, Question, Service, Solve};
use loyd_core::opening::RegularFiles;
use loyd_core::search::Stop;

/// The number of times that each question is asked.
const TIMES: u32 = 10;

/// The time to the first cancellation, and between the moments of successive cancellations.
const APART: Duration = Duration::from_millis(50);

/// The time from the cancellation to the reply.
fn heard_in(question: &Question, moment: Duration) -> Duration {
    // A new service has no tables of an earlier question.
    let service = Service::builder().files(RegularFiles).paths().build();
    let cancel = Cancel::default();
    let other = cancel.clone();
    let raised = thread::spawn(move || {
        thread::sleep(moment);
        other.cancel();
        Instant::now()
    });
    let reply = service.ask(question, &Control::new(cancel));
    let replied = Instant::now();
    let cancelled = raised.join().expect("the other thread only sleeps");
    match reply {
        Ok(reply) => assert_eq!(reply.stopped(), Some(Stop::Cancelled), "{}", question.ask().name()),
        Err(fault) => assert_eq!(fault.origin, Origin::Limit(Stop::Cancelled), "{fault}"),
    }
    replied.saturating_duration_since(cancelled)
}

fn main() {
    let reversed: Vec<String> = (1..25).rev().map(|tile| tile.to_string()).chain(["x".into()]).collect();
    let search = |algorithm| -> Question {
        let mut question = Solve::new("24", reversed.join(" "));
        question.options.algorithm = Some(algorithm);
        question.limits.memory = (algorithm == Algorithm::AStar).then_some(1 << 30);
        question.into()
    };
    let mut patterns = Solve::new("15", "15 14 13 12/11 10 9 8/7 6 5 4/3 1 2 x");
    (patterns.options.algorithm, patterns.options.heuristic) = (Some(Algorithm::IdaStar), Some("7-8".into()));
    let folder = std::env::temp_dir().join(format!("loyd-cancel-{}", std::process::id()));
    let mut distances = Distances::new("swap:3x4");
    distances.limits.memory = Some(8 << 30);
    distances.output = Some(folder.join("table"));
    let mut map = Map::new("sliding:2x7");
    map.limits.memory = Some(16 << 30);
    std::fs::create_dir_all(&folder).expect("a temporary folder can be made");
    for (name, question) in [
        ("anytime", search(Algorithm::Anytime)),
        ("ida-star", search(Algorithm::IdaStar)),
        ("a-star", search(Algorithm::AStar)),
        ("tables of 7-8", patterns.into()),
        ("table of swap:3x4", distances.into()),
        ("map of sliding:2x7", map.into()),
    ] {
        let mut heard: Vec<Duration> = (1..=TIMES).map(|time| heard_in(&question, APART * time)).collect();
        heard.sort_unstable();
        let (median, slowest) = (heard[heard.len() / 2], heard[heard.len() - 1]);
        println!("{name:<20} median {median:>9.1?}   slowest {slowest:>9.1?}");
    }
    let _ = std::fs::remove_dir_all(&folder);
}
