//! The net below the limits: it ends the process if work passes a limit that it should have kept.
//!
//! Work looks at its limits by itself, and stops with an answer. Work that does not look would run on. So a thread
//! reads the clock, the CPU time and the memory of the process a few times a second. It fires only for a defect.

#[cfg(all(test, target_os = "linux"))]
mod tests;

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use loyd::service::amounts::memory;
use loyd::service::{Fault, Kind, Origin};
use loyd_core::search::Stop;
use loyd_core::table::file;

use super::process::Process;
use super::program;
use crate::exit::{Code, Failure, complain};
use crate::output::{self, json};

/// The time between two looks.
const LOOK: Duration = Duration::from_millis(200);
/// The time that work may run on after its limit, and the CPU time that the process may then take.
const MORE_TIME: Duration = Duration::from_secs(1);
/// The bytes that a process gives back to the system in a second of CPU time, at least.
const GIVEN_BACK: u64 = 4_000_000_000;
/// The bytes that the process may hold beyond its limit and a tenth of the limit.
const MORE_MEMORY: u64 = 64_000_000;
/// The time for the last message, which may wait for a lock that the work holds.
const LAST_WORDS: Duration = Duration::from_millis(500);

static NET: Mutex<Net> = Mutex::new(Net::new());

/// Work under limits, until this value is dropped.
#[derive(Debug)]
pub struct Work(Option<u64>);

/// Starts the net for work with these limits. The limit of memory holds until the command ends; of several, the
/// greatest. Without a limit there is no net.
pub fn hold(time: Option<Duration>, memory: Option<u64>) -> Work {
    if time.is_none() && memory.is_none() {
        return Work(None);
    }
    let mut net = net();
    net.memory = net.memory.max(memory);
    net.last += 1;
    let number = net.last;
    net.works.insert(number, UnderLimit { limit: time, ..UnderLimit::default() });
    if !net.looks {
        // Without the thread, work under limits goes on as before.
        net.looks = thread::Builder::new().name("loyd:net".into()).spawn(look).is_ok();
    }
    Work(Some(number))
}

impl Work {
    /// Whether the work has a limit.
    pub fn is_limited(&self) -> bool {
        self.0.is_some()
    }

    /// Keeps the latest news of the work, for the last message.
    pub fn note(&self, news: impl FnOnce() -> String) {
        if let Some(number) = self.0 {
            let news = news();
            net().works.entry(number).and_modify(|work| work.news = news);
        }
    }

    /// Starts the time of the work anew, because its limit holds for each of several parts.
    pub fn begin_again(&self) {
        if let Some(number) = self.0 {
            let anew = |work: &mut UnderLimit| *work = UnderLimit { limit: work.limit, ..UnderLimit::default() };
            net().works.entry(number).and_modify(anew);
        }
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        if let Some(number) = self.0 {
            net().works.remove(&number);
        }
    }
}

/// Ends the limit of memory, at the end of a command.
pub fn let_go() {
    net().memory = None;
}

/// Adds a function that restores the terminal before the last message.
pub fn before_the_end(restore: impl Fn() + Send + 'static) {
    net().restores.push(Box::new(restore));
}

/// Sets whether the last message is also written as JSON.
pub fn use_json(is_json: bool) {
    net().is_json = is_json;
}

fn net() -> MutexGuard<'static, Net> {
    NET.lock().unwrap_or_else(PoisonError::into_inner)
}

struct Net {
    works: BTreeMap<u64, UnderLimit>,
    memory: Option<u64>,
    /// The number of the last work.
    last: u64,
    /// The writes to files at the last look.
    writes: u64,
    /// Whether the thread runs.
    looks: bool,
    is_json: bool,
    restores: Vec<Box<dyn Fn() + Send>>,
}

/// Work with the limit of its time.
#[derive(Default)]
struct UnderLimit {
    limit: Option<Duration>,
    /// The time since the begin, without the time in which the process was stopped.
    passed: Duration,
    /// The CPU time of the process at the first look after the limit.
    cpu: Option<Duration>,
    news: String,
}

/// The measurements of the process at a look.
#[derive(Clone, Copy, Debug)]
struct Sight {
    /// The time since the last look.
    step: Duration,
    /// The CPU time of all threads.
    cpu: Duration,
    /// The memory in use, in bytes.
    resident: u64,
    /// The number of writes to files.
    writes: u64,
}

impl UnderLimit {
    /// Returns the latest news as the end of a message.
    fn until_then(&self) -> String {
        if self.news.is_empty() { String::new() } else { format!("; until then: {}", self.news) }
    }
}

impl Net {
    const fn new() -> Net {
        Net {
            works: BTreeMap::new(),
            memory: None,
            last: 0,
            writes: 0,
            looks: false,
            is_json: false,
            restores: Vec::new(),
        }
    }

    /// Returns the limit that the process has passed, with a message.
    ///
    /// Time counts only while the process runs, and has passed only if the process also worked in it: a process that
    /// was suspended, that waits for its turn or for a reader, or that writes a checkpoint, will look at its limit.
    fn passed(&mut self, sight: Sight) -> Option<(Stop, String)> {
        let Sight { step, cpu, resident, writes } = sight;
        if let Some(limit) = self.memory.filter(|limit| resident > limit.saturating_add(limit / 10 + MORE_MEMORY)) {
            let news = self.works.values().next_back().map_or(String::new(), UnderLimit::until_then);
            let (held, limit) = (memory(resident), memory(limit));
            return Some((Stop::Bytes, format!("{held} in use although the limit is {limit}{news}")));
        }
        let writes_files = std::mem::replace(&mut self.writes, writes) != writes;
        // Memory that is given back takes time.
        let most = MORE_TIME + Duration::from_secs_f64(resident as f64 / GIVEN_BACK as f64);
        for work in self.works.values_mut() {
            work.passed += step.min(2 * LOOK);
            let Some(limit) = work.limit else { continue };
            let Some(late) = work.passed.checked_sub(limit) else { continue };
            let from = if writes_files { work.cpu.insert(cpu) } else { work.cpu.get_or_insert(cpu) };
            if late >= MORE_TIME && cpu.saturating_sub(*from) >= most {
                let (limit, late) = (limit.as_secs_f64(), late.as_secs_f64());
                let told = format!("still at work {late:.1} s after the time limit of {limit} s{}", work.until_then());
                return Some((Stop::Time, told));
            }
        }
        None
    }
}

/// Looks at the process until it ends.
fn look() {
    let (mut process, mut last) = (Process::default(), Instant::now());
    // The memory of another program, which runs the command within its process, is not the command's.
    let other = if program::is_within() { process.costs().1 } else { 0 };
    loop {
        thread::sleep(LOOK);
        let now = Instant::now();
        let (step, writes) = (now - std::mem::replace(&mut last, now), file::writes());
        let (cpu, resident) = process.costs();
        let sight = Sight { step, cpu, resident: resident.saturating_sub(other), writes };
        let mut net = net();
        if let Some((why, told)) = net.passed(sight) {
            end(&net, why, &told);
        }
    }
}

/// Ends the process like a second Ctrl-C: at once, and without a half-written file under its final name.
fn end(net: &Net, why: Stop, told: &str) -> ! {
    let exit = || signal_hook::low_level::exit(Code::Limit as i32);
    let _ = thread::Builder::new().spawn(move || {
        thread::sleep(LAST_WORDS);
        exit()
    });
    net.restores.iter().for_each(|restore| restore());
    let kind = if why == Stop::Bytes { Kind::Memory } else { Kind::Limit };
    let message = format!("ended by the net below the limits, because a limit was not kept: {told}");
    let failure = Failure::from(Fault::new(kind, Origin::Limit(why), message));
    complain(&failure);
    if net.is_json {
        let _ = json::error(&failure, &mut output::stdout());
    }
    exit()
}
