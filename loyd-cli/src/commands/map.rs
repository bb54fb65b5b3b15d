//! `loyd map`: a whole state space, counted.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::num::NonZero;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use loyd::limits::Watcher;
use loyd::planner::{self, Engine, MapPlan};
use loyd::search::Limits;
use loyd::table::map::{self, Layer};
use serde::Serialize;

use super::tell;
use crate::arguments::{Format, Map, MapFormat};
use crate::exit::{Code, Failure};
use crate::interrupt::Interrupt;
use crate::memory;
use crate::output::plot::{Picture, Plot};
use crate::output::{json, text};
use crate::progress::{self, grouped};

/// Moves that one core follows in a second, by blocks and by ranks, as measured on the machine of the project's figures; the time
/// before a map is an estimate by them.
const MOVES_A_SECOND: [f64; 2] = [500e6, 40e6];

/// Farthest positions that are printed, and those that a JSON object holds.
const FEW: usize = 5;
const SOME: usize = 100;

/// Farthest positions that are written to a file, eight bytes each.
const MANY: usize = 1 << 20;

#[derive(Serialize)]
struct Census<'a> {
    version: u32,
    puzzle: &'a str,
    goal: &'a str,
    states: u64,
    diameter: Option<u32>,
    mean: Option<f64>,
    layers: &'a [u64],
    antipodes: &'a [String],
    stopped: Option<&'static str>,
    seconds: f64,
    peak_bytes: u64,
}

#[derive(Serialize)]
struct Plan<'a> {
    version: u32,
    puzzle: &'a str,
    goal: &'a str,
    states: u64,
    bytes: u64,
    seconds: f64,
}

/// The format of errors.
pub fn format(asked: &Map) -> Format {
    if asked.format == MapFormat::Json { Format::Json } else { Format::Text }
}

/// Runs the command.
///
/// # Errors
/// When the puzzle is none, has no map, or needs more memory than there is; when a file cannot be written.
pub fn run(asked: &Map) -> Result<Code, Failure> {
    let engine = planner::open(&asked.puzzle.puzzle, asked.puzzle.goal.as_deref())?;
    let engine = &*engine;
    let plan = engine.map_plan()?;
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    let threads = asked.threads.map_or(cores, usize::from);
    let rate = MOVES_A_SECOND[usize::from(!plan.by_blocks)] * threads.min(cores) as f64;
    let seconds = plan.states as f64 * plan.moves / rate;
    if asked.dry_run {
        return announce(asked, engine, &plan, seconds);
    }
    let may_take = asked.memory.or_else(|| memory::share(1));
    fits(engine, &plan, may_take)?;
    // What cannot be written is told before the work, not after it.
    let plot = asked.plot.as_deref().map(|path| plot_file(path).map(|(picture, file)| (path, picture, file)));
    let plot = plot.transpose()?;
    let all = asked.antipodes.as_deref().map(|path| create(path).map(|file| (path, file))).transpose()?;
    if asked.verbose {
        let way = if plan.by_blocks { "by blocks" } else { "by ranks" };
        let (states, bytes) = (grouped(plan.states), text::memory(plan.bytes));
        tell(&format!("map: {states} states {way}, {bytes}, {threads} threads, about {seconds:.1} s"));
    }
    let census = draw(asked, engine, may_take, threads, if all.is_some() { MANY } else { SOME })?;
    if let Some((path, picture, file)) = plot {
        let (id, layers) = (engine.id(), &census.layers[..]);
        let title = format!("{id}: how many positions are how far from the goal");
        let (states, farthest) = (grouped(census.states()), census.diameter());
        let subtitle = match census.stopped {
            None => format!(
                "{states} positions, God's number {farthest}, mean {:.2}; goal {}",
                census.mean(),
                engine.goal()
            ),
            Some(_) => format!(
                "the {states} positions within {farthest} moves, farther ones not counted; goal {}",
                engine.goal()
            ),
        };
        let source = format!("counted by loyd {}: loyd map {id}", env!("CARGO_PKG_VERSION"));
        let plot = Plot { title: &title, subtitle: &subtitle, source: &source, layers };
        write_to(path, file, |out| plot.draw(picture, out))?;
    }
    if let Some((path, file)) = all {
        let mut names = census.antipodes.iter().filter_map(|&rank| engine.position(rank));
        write_to(path, file, |out| names.try_for_each(|name| writeln!(out, "{name}")))?;
        let farthest = census.layers.last().copied().unwrap_or(0);
        if census.stopped.is_none() && farthest > MANY as u64 {
            tell(&format!(
                "loyd: --antipodes: {} of the {} farthest positions are written",
                grouped(MANY as u64),
                grouped(farthest)
            ));
        }
    }
    finish(asked, engine, &census)
}

fn announce(asked: &Map, engine: &dyn Engine, plan: &MapPlan, seconds: f64) -> Result<Code, Failure> {
    let (mut out, puzzle, goal) = (io::stdout(), engine.id(), &engine.goal()[..]);
    let MapPlan { states, bytes, .. } = *plan;
    let written = match asked.format {
        MapFormat::Json => json::line(&Plan { version: json::VERSION, puzzle, goal, states, bytes, seconds }, &mut out),
        MapFormat::Csv => writeln!(out, "states,bytes,seconds\n{states},{bytes},{seconds:.1}"),
        MapFormat::Text => {
            let (states, memory) = (grouped(states), text::memory(bytes));
            writeln!(out, "{puzzle}: {states} states, {memory} of memory, about {seconds:.1} s")
        }
    };
    written.map_err(Failure::Output)?;
    Ok(Code::Answered)
}

/// Whether the memory does.
fn fits(engine: &dyn Engine, plan: &MapPlan, may_take: Option<u64>) -> Result<(), Failure> {
    match may_take {
        Some(most) if plan.bytes > most => Err(Failure::Memory(format!(
            "the map of {} needs {} of memory for its {} states, and {} may be taken: allow more with --memory where the machine has \
             it, or map a smaller puzzle",
            engine.id(),
            text::memory(plan.bytes),
            grouped(plan.states),
            text::memory(most)
        ))),
        _ => Ok(()),
    }
}

/// Draws the map, and writes its layers as they grow.
fn draw(
    asked: &Map,
    engine: &dyn Engine,
    may_take: Option<u64>,
    threads: usize,
    antipodes: usize,
) -> Result<map::Map, Failure> {
    let interrupt = Interrupt::listen()?;
    let line = progress::Line::new();
    let progress = line.clone().map(|line| -> Watcher {
        Arc::new(move |progress| {
            line.say(progress.seconds, || {
                let rate = progress::rate(progress.nodes, "states", progress.seconds);
                format!("depth {}, {} states, {rate}", progress.depth + 1, grouped(progress.nodes))
            });
        })
    });
    let limits = Limits { bytes: may_take, cancel: Some(interrupt.flag()), progress, ..Limits::default() };
    let mut out = progress::Alone::new(io::stdout(), line.as_ref());
    let mut written = head(asked.format, &mut out);
    let mut each = |layer: &Layer| {
        if written.is_ok() {
            written = row(asked.format, layer, &mut out);
        }
        if written.is_err() {
            // Nobody reads on: the rest of the map would be for nothing.
            interrupt.flag().store(true, Ordering::SeqCst);
        }
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| Failure::System(format!("cannot start {threads} threads: {error}")))?;
    let _running = interrupt.running();
    let map = pool.install(|| engine.map(&limits, antipodes, &mut each));
    if let Some(line) = &line {
        line.hide();
    }
    written.map_err(Failure::Output)?;
    Ok(map?)
}

fn head(format: MapFormat, out: &mut impl Write) -> io::Result<()> {
    match format {
        MapFormat::Text => writeln!(out, "depth           states            total    seconds        states/s"),
        MapFormat::Csv => writeln!(out, "depth,states,total,seconds"),
        MapFormat::Json => Ok(()),
    }
}

fn row(format: MapFormat, layer: &Layer, out: &mut impl Write) -> io::Result<()> {
    let Layer { depth, states, total, seconds } = *layer;
    match format {
        MapFormat::Text => {
            let rate = grouped((total as f64 / seconds.max(1e-6)) as u64);
            writeln!(out, "{depth:>5} {:>16} {:>16} {seconds:>10.3} {rate:>15}", grouped(states), grouped(total))?;
            out.flush()
        }
        MapFormat::Csv => {
            writeln!(out, "{depth},{states},{total},{seconds:.6}")?;
            out.flush()
        }
        MapFormat::Json => Ok(()),
    }
}

fn finish(asked: &Map, engine: &dyn Engine, census: &map::Map) -> Result<Code, Failure> {
    let name = |&rank: &u64| engine.position(rank);
    let most = if asked.format == MapFormat::Json { SOME } else { FEW };
    let names: Vec<String> = census.antipodes.iter().take(most).filter_map(name).collect();
    let mut out = io::stdout();
    let written = match asked.format {
        MapFormat::Json => {
            let whole = census.stopped.is_none();
            let report = Census {
                version: json::VERSION,
                puzzle: engine.id(),
                goal: &engine.goal(),
                states: census.states(),
                diameter: whole.then(|| census.diameter()),
                mean: whole.then(|| census.mean()),
                layers: &census.layers,
                antipodes: &names,
                stopped: census.stopped.map(json::stop_word),
                seconds: census.stats.seconds,
                peak_bytes: census.stats.bytes,
            };
            json::line(&report, &mut out)
        }
        MapFormat::Text => summary(engine, census, &names, &mut out),
        MapFormat::Csv => Ok(()),
    };
    written.map_err(Failure::Output)?;
    if asked.verbose {
        let (bytes, seconds) = (text::memory(census.stats.bytes), census.stats.seconds);
        tell(&format!("map: {bytes}, {}", progress::rate(census.states(), "states", seconds)));
    }
    let Some(why) = census.stopped else { return Ok(Code::Answered) };
    if asked.format == MapFormat::Csv {
        tell(&format!("loyd: {}: the layers written are whole, farther ones are missing", why.told()));
    }
    Ok(Code::stopped(why))
}

fn summary(engine: &dyn Engine, census: &map::Map, names: &[String], out: &mut impl Write) -> io::Result<()> {
    let (id, states) = (engine.id(), grouped(census.states()));
    if let Some(why) = census.stopped {
        return match census.layers.len() {
            0 => writeln!(out, "{}: nothing is counted yet", why.told()),
            _ => writeln!(
                out,
                "{}: {states} positions of {id} are within {} moves; the layers above are whole",
                why.told(),
                census.diameter()
            ),
        };
    }
    writeln!(out, "{id}: {states} positions, God's number {}, mean {:.6}", census.diameter(), census.mean())?;
    let farthest = census.layers.last().copied().unwrap_or(0);
    let what = if farthest == 1 { "1 position is" } else { &format!("{} positions are", grouped(farthest)) };
    let first = if names.len() as u64 == farthest { String::new() } else { format!("; the first {}", names.len()) };
    writeln!(out, "{what} farthest{first}:")?;
    names.iter().try_for_each(|name| writeln!(out, "  {name}"))
}

fn plot_file(path: &Path) -> Result<(Picture, File), Failure> {
    let Some(picture) = Picture::of(path) else {
        let why = format!("--plot {}: the picture is an SVG or a PNG: name it FILE.svg or FILE.png", path.display());
        return Err(Failure::Usage(why));
    };
    create(path).map(|file| (picture, file))
}

fn create(path: &Path) -> Result<File, Failure> {
    File::create(path).map_err(|source| Failure::Unwritten { path: path.display().to_string(), source })
}

fn write_to(
    path: &Path,
    file: File,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> Result<(), Failure> {
    let mut out = BufWriter::new(file);
    let written = write(&mut out).and_then(|()| out.flush());
    written.map_err(|source| Failure::Unwritten { path: path.display().to_string(), source })
}
