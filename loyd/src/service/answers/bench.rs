//! Positions with their published figures: the built-in sets, and files of the same format.

mod format;
mod selection;
mod verdict;

use std::io;
use std::ops::ControlFlow;
use std::path::Path;
use web_time::Instant;

pub use crate::service::reply::Verdict;
pub use selection::Selection;
pub use verdict::verdict;

use crate::own::Families;
use crate::planner::{Algorithm, Engine, EngineAnswer, Refused, Request};
use crate::service::event::{Event, WorkPart};
use crate::service::reply::{BenchRow, BenchSet, Benched, Published, Reply, spelled};
use crate::service::{Bench, Fault, Task};
use loyd_core::cost::CostMeasure;
use loyd_core::opening::Unopened;
use loyd_core::opening::{Opening, ReadNames};
use loyd_core::puzzle::Convention;
use loyd_core::search::{Limits, Outcome};
use loyd_core::text::nearest;
use loyd_core::text::{Misread, Token, quoted};

/// The built-in sets. They contain facts, and each set names its source.
const BUILT_IN: [(&str, &str); 3] = [
    ("korf100", include_str!("../../../data/korf100.txt")),
    ("korf-felner50", include_str!("../../../data/korf-felner50.txt")),
    ("hardest15", include_str!("../../../data/hardest15.txt")),
];

/// The largest size of a file of positions, in bytes. A read ends there, because a file may never end.
const LONGEST_FILE: usize = 64 << 20;

/// A set of instances of one puzzle.
#[derive(Debug, PartialEq)]
pub struct InstanceSet<'a> {
    /// Where the figures come from.
    pub source: Option<&'a str>,
    /// The puzzle's id, with its place in the text.
    pub puzzle: Token<'a>,
    /// The goal, if it is not the puzzle's own.
    pub goal: Option<Token<'a>>,
    /// The search whose counts are published so exactly that a run of the same search must have the same counts.
    pub counted: Option<Counted<'a>>,
    /// The instances, in order; no id comes twice, and there is at least one.
    pub instances: Vec<Instance<'a>>,
}

/// A search with its lower bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Counted<'a> {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The name of its lower bound.
    pub heuristic: Option<&'a str>,
}

/// One position, with its published figures.
#[derive(Clone, Debug, PartialEq)]
pub struct Instance<'a> {
    /// The name of the instance in the set.
    pub id: String,
    /// The position as written, with its place in the text.
    pub position: Token<'a>,
    /// The published least cost of a solution: its number of moves, unless moves differ in cost.
    pub cost: Option<u32>,
    /// The published number of nodes generated.
    pub generated: Option<u64>,
    /// The published number of nodes expanded.
    pub expanded: Option<u64>,
}

impl Instance<'_> {
    /// The published effort of the instance: the nodes expanded, or else the nodes generated.
    pub fn effort(&self) -> Option<u64> {
        self.expanded.or(self.generated)
    }
}

/// The text of a set, by its name or from a file.
///
/// # Errors
/// When no set or file has this name, or the file cannot be read. Without a reader, only built-in names are valid.
pub fn text(name: &str, names: Option<&dyn ReadNames>) -> Result<String, Fault> {
    if let Some((_, text)) = BUILT_IN.iter().find(|(known, _)| *known == name) {
        return Ok((*text).into());
    }
    let unread = |source: io::Error| Fault::unread("set", name, &source);
    let bytes = match names.ok_or_else(|| Fault::no_files("set"))?.read(Path::new(name), LONGEST_FILE) {
        Ok(bytes) if bytes.len() > LONGEST_FILE => {
            return Err(unread(io::Error::other(format!("the file is larger than {} MiB", LONGEST_FILE >> 20))));
        }
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound && is_bare(name) => return Err(unknown(name)),
        Err(error) => return Err(unread(error)),
    };
    String::from_utf8(bytes).map_err(|error| {
        let misread = format::no_text(error.as_bytes(), error.utf8_error().valid_up_to());
        Fault::content("set", name, &misread)
    })
}

/// Reads a set.
///
/// # Errors
/// When the text does not have the expected form.
pub fn read<'a>(name: &str, text: &'a str) -> Result<InstanceSet<'a>, Fault> {
    format::read(text).map_err(|misread| Fault::content("set", name, &misread))
}

/// Whether a name could be meant for a built-in set.
fn is_bare(name: &str) -> bool {
    Path::new(name).components().count() <= 1 && Path::new(name).extension().is_none()
}

fn unknown(name: &str) -> Fault {
    let known = BUILT_IN.map(|(known, _)| known);
    let near = nearest(name, known).map_or(String::new(), |near| format!(" (did you mean `{near}`?)"));
    let (name, known) = (quoted(name), known.join(", "));
    Fault::usage("set", format!("unknown set or file {name}{near}; the built-in sets: {known}"))
}

/// Opens the puzzle of a set with its goal.
fn open(name: &str, set: &InstanceSet<'_>, opening: &Opening<'_>, families: &Families) -> Result<Engine, Fault> {
    let content = |misread: Misread| Fault::content("set", name, &misread);
    families.open(opening, set.puzzle.text, set.goal.map(|goal| goal.text)).map_err(|unopened| match unopened {
        Unopened::Goal(misread) => content(shifted(&set.goal.unwrap_or(set.puzzle), misread)),
        Unopened::Unknown { nearest, .. } => {
            let hint = nearest.map_or(String::new(), |near| format!(" (did you mean `{near}`?)"));
            content(set.puzzle.misread(format!("a puzzle{hint}")))
        }
        Unopened::Parameters { expected, .. } => content(set.puzzle.misread(expected)),
        unopened => unopened.into(),
    })
}

/// Adds the place in the file to the fault of a refused position.
fn in_file(name: &str, position: &Token<'_>, refused: Refused) -> Fault {
    match refused {
        Refused::State(misread) => Fault::content("set", name, &shifted(position, misread)),
        refused => refused.into(),
    }
}

/// Moves a misreading of a token to the place of the token in the file.
fn shifted(token: &Token<'_>, misread: Misread) -> Misread {
    Misread { line: token.line, column: token.column + misread.column - 1, ..misread }
}

/// Solves an instance and replays the solution.
fn solve(engine: &Engine, instance: &Instance<'_>, request: &Request) -> Result<EngineAnswer, Fault> {
    let position = instance.position.text;
    let answer = engine.solve(position, request, &mut |_| ControlFlow::Continue(()))?;
    if let Outcome::Solved(solution) = &answer.outcome {
        let moves = spelled(&solution.moves, engine.spelling());
        let given = if solution.moves.is_empty() { "" } else { &moves[..] };
        let checked = engine.check(position, given, Convention::default())?;
        let (length, cost) = (solution.moves.len(), solution.cost);
        let is_whole = [checked.legal, checked.given] == [length; 2] && checked.cost == cost;
        if !checked.reaches_goal || checked.illegal.is_some() || !is_whole {
            let (id, moves) = (&instance.id, quoted(&moves));
            return Err(Fault::internal(format!("instance {id}: {moves} is not a solution of {cost}")));
        }
    }
    Ok(answer)
}

impl Instance<'_> {
    /// The published figures; the cost is in the measure of the puzzle.
    fn published(&self, measure: CostMeasure) -> Published {
        let Instance { id, cost, generated, expanded, .. } = self;
        let cost = cost.map(|cost| measure.cost(cost));
        Published { id: id.clone(), cost, generated: *generated, expanded: *expanded }
    }
}

impl Task<'_> {
    pub(in crate::service) fn bench(&self, asked: &Bench) -> Result<Reply, Fault> {
        let began = Instant::now();
        let Bench { set: name, instances, easiest, threads, .. } = asked;
        let text = text(name, self.service.names.as_deref())?;
        let mut set = read(name, &text)?;
        let of = set.instances.len();
        let engine = open(name, &set, &self.opening(), &self.service.families)?;
        let engine = &engine;
        self.allow(engine)?;
        self.allow_limits(engine)?;
        // All positions are read first, because the first one may take hours to solve.
        for instance in &set.instances {
            engine.state(instance.position.text).map_err(|refused| in_file(name, &instance.position, refused))?;
        }
        let selection = instances.as_deref().map(Selection::read).transpose();
        let selection = selection.map_err(|why| Fault::usage("instances", why))?;
        set.choose(selection.as_ref(), easiest.map(|most| most as usize))?;
        let request = Request { batch: set.instances.len() > 1, ..self.request(engine) };
        let mut run = Benched {
            set: BenchSet {
                name: name.clone(),
                source: set.source.map(String::from),
                puzzle: engine.id().into(),
                goal: engine.goal(),
                of,
                measure: engine.measure(),
                instances: set.instances.iter().map(|instance| instance.published(engine.measure())).collect(),
                threads: *threads,
            },
            rows: Vec::new(),
            seconds: 0.0,
        };
        let mut heard = self.out.item(Event::Chosen(run.set.clone()));
        for (index, instance) in set.instances.iter().enumerate() {
            if heard.is_break() || (self.is_cancelled() && index > 0) {
                break;
            }
            let (number, of) = (index as u64 + 1, set.instances.len() as u64);
            let part = WorkPart::new(instance.id.clone(), number, of, None);
            let progress = self.out.watcher(Some(part));
            let limits = Limits { progress, log: None, frontiers: None, ..request.limits.clone() };
            let answer = solve(engine, instance, &Request { limits, ..request.clone() })?;
            let published = instance.published(engine.measure());
            let verdict = verdict(&published, &answer, set.counted, &request);
            let row = BenchRow { published, answer, verdict };
            heard = self.out.item(Event::Tried(Box::new(row.clone())));
            run.rows.push(row);
        }
        run.seconds = began.elapsed().as_secs_f64();
        Ok(Reply::Bench(Box::new(run)))
    }
}
