//! `loyd map`: a whole state space, counted.

mod keep;
mod report;

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::num::NonZero;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use loyd::limits::Watcher;
use loyd::planner::{self, Engine, MapPlan, MapRequest, Request};
use loyd::search::Limits;
use loyd::table::file;
use loyd::table::map::{self, Layer};
use rayon::ThreadPool;

use super::tell;
use crate::arguments::{Format, Map, MapFormat};
use crate::exit::{Code, Failure};
use crate::interrupt::Interrupt;
use crate::memory;
use crate::output::file::Output;
use crate::output::plot::{Picture, Plot};
use crate::output::text;
use crate::progress::{self, grouped};
use crate::room;

use keep::{Kept, least};
use report::{announce, finish, head, row};

/// Moves that one core follows in a second, by blocks and by ranks, as measured on the machine of the project's figures; the time
/// before a map is an estimate by them.
const MOVES_A_SECOND: [f64; 2] = [500e6, 40e6];

/// The power of the number of symmetries by which a map is the sooner done: of top-spin and the swap, as measured.
const GAIN: f64 = 0.75;

/// Farthest positions that a JSON object holds.
const SOME: usize = 100;

/// Farthest positions that are written to a file, eight bytes each.
const MANY: usize = 1 << 20;

/// Bits of a position in the table that is saved: those that a space of any depth needs no more of.
const SAVED_BITS: u8 = 2;

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
    let may_take = asked.memory.or_else(|| memory::share(1));
    let from = asked.from.as_deref();
    let mut whole = asked.save.is_some();
    let mut plan = engine.map_plan(from, whole)?;
    // What symmetries leave must fit; of a whole map parts may be in the folder.
    if asked.disk.is_some() && plan.symmetries > 1 && may_take.is_some_and(|most| most < keep::whole(&plan)) {
        whole = true;
        plan = engine.map_plan(from, whole)?;
    }
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    let threads = asked.threads.map_or(cores, usize::from);
    let rate = MOVES_A_SECOND[usize::from(!plan.by_blocks)] * threads.min(cores) as f64;
    let seconds = plan.states as f64 * plan.moves / rate / (plan.symmetries as f64).powf(GAIN);
    if asked.dry_run {
        return announce(asked, engine, &plan, seconds);
    }
    fits(asked, engine, &plan, may_take)?;
    if let Some(path) = &asked.save {
        let needed = engine.distance_plan(SAVED_BITS)?.building_bytes;
        // A map that is a table needs no more than the map.
        if !plan.is_table && may_take.is_some_and(|most| most < needed) {
            return Err(Failure::Refused(planner::Refused::Memory { puzzle: engine.id().into(), needed }));
        }
        file::can_write(path).map_err(|why| planner::Refused::Unwritten { path: path.clone(), why })?;
    }
    let kept = Kept::open(asked, &plan)?;
    if let (Some(path), Some(free)) = (&asked.disk, asked.disk.as_deref().and_then(room::free))
        && free < plan.disk
    {
        let (path, free, most) = (path.display(), text::memory(free), text::memory(plan.disk));
        tell(&format!("loyd: {path}: {free} are free, and the map may take {most}"));
    }
    // What cannot be written is told before the work, not after it.
    let plot = asked.plot.as_deref().map(|path| plot_file(path).map(|(picture, file)| (path, picture, file)));
    let plot = plot.transpose()?;
    let all = asked.antipodes.as_deref().map(|path| create(path).map(|file| (path, file))).transpose()?;
    if asked.verbose {
        let way = match (plan.by_blocks, plan.symmetries) {
            (false, _) => "by ranks",
            (true, 1) => "by blocks",
            (true, symmetries) => &format!("by blocks and {symmetries} symmetries"),
        };
        let (states, bytes) = (grouped(plan.states), text::memory(plan.bytes));
        tell(&format!("map: {states} states {way}, {bytes}, {threads} threads, about {seconds:.1} s"));
    }
    kept.iter().for_each(Kept::tell_of_checkpoint);
    let request = MapRequest {
        from: asked.from.clone(),
        antipodes: if all.is_some() { MANY } else { SOME },
        limits: Limits { bytes: may_take, ..Limits::default() },
        keep: kept.as_ref().map(|kept| kept.keep(asked, &plan, may_take)),
        whole,
        save: asked.save.clone().filter(|_| plan.is_table),
    };
    let interrupt = Interrupt::listen()?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| Failure::System(format!("cannot start {threads} threads: {error}")))?;
    let census = match draw(asked, engine, request, &interrupt, &pool) {
        Ok(census) => census,
        Err(failure) => {
            // Who did not read to the end will not ask for the rest either.
            if let (Failure::Output(_), Some(kept), None) = (&failure, kept, &asked.disk) {
                let _ = kept.clear();
            }
            return Err(failure);
        }
    };
    if let Some((path, picture, file)) = plot {
        let source = format!("counted by loyd {}: loyd map {}", env!("CARGO_PKG_VERSION"), engine.id());
        let (title, subtitle) = caption(asked, engine, &census);
        let plot = Plot { title: &title, subtitle: &subtitle, source: &source, layers: &census.layers };
        finish_file(path, file, |out| plot.draw(picture, out))?;
    }
    // The farthest are known of a whole map only: what was there of another stays.
    if let (Some((path, file)), None) = (all, census.stopped) {
        let mut names = census.antipodes.iter().filter_map(|&rank| engine.position(rank));
        finish_file(path, file, |out| names.try_for_each(|name| writeln!(out, "{name}")))?;
        let farthest = census.layers.last().copied().unwrap_or(0);
        // More than are kept, or found before this run asked for them.
        let written = census.antipodes.len() as u64;
        if written < farthest {
            tell(&format!(
                "loyd: --antipodes: {} of the {} farthest positions are written",
                grouped(written),
                grouped(farthest)
            ));
        }
    }
    let code = finish(asked, engine, &plan, &census)?;
    match kept {
        // Who is interrupted before the first layer has nothing to go on with.
        Some(kept) if census.stopped.is_none() || !kept.has_checkpoint() => {
            kept.clear().map_err(|why| Failure::Refused(planner::Refused::Folder(why)))?;
        }
        Some(kept) => kept.tell_how_to_go_on(),
        None => {}
    }
    if let (Some(path), None, false) = (&asked.save, census.stopped, plan.is_table) {
        let limits = Limits { bytes: may_take, cancel: Some(interrupt.flag()), ..Limits::default() };
        let request = Request { limits, ..Request::default() };
        let _running = interrupt.running();
        pool.install(|| engine.build_distances(SAVED_BITS, Some(path), &request))?;
    }
    Ok(code)
}

/// The two lines above a picture.
fn caption(asked: &Map, engine: &dyn Engine, census: &map::Map) -> (String, String) {
    let (id, states, farthest) = (engine.id(), grouped(census.states()), census.diameter());
    let from = asked.from.as_ref().map_or("the goal", |_| "one position");
    let title = format!("{id}: how many positions are how far from {from}");
    let place = asked.from.as_ref().map_or_else(|| format!("goal {}", engine.goal()), |from| format!("from {from}"));
    let subtitle = match (census.stopped, &asked.from) {
        (None, None) => format!("{states} positions, God's number {farthest}, mean {:.2}; {place}", census.mean()),
        (None, Some(_)) => {
            format!("{states} positions, the farthest at {farthest}, mean {:.2}; {place}", census.mean())
        }
        (Some(_), _) => format!("the {states} positions within {farthest} moves, farther ones not counted; {place}"),
    };
    (title, subtitle)
}

/// Whether the memory does.
fn fits(asked: &Map, engine: &dyn Engine, plan: &MapPlan, may_take: Option<u64>) -> Result<(), Failure> {
    let needed = if asked.disk.is_some() { least(plan) } else { keep::whole(plan) };
    let Some(most) = may_take.filter(|&most| most < needed) else { return Ok(()) };
    let may_be_kept = least(plan) < keep::whole(plan) && asked.disk.is_none();
    let remedy = match may_be_kept {
        true => format!(
            "allow more with --memory where the machine has it, or keep the rest in a folder with --disk, which needs {} of memory and at \
             most {} of disk",
            text::memory(least(plan)),
            text::memory(plan.disk)
        ),
        false => "allow more with --memory where the machine has it, or map a smaller puzzle".into(),
    };
    Err(Failure::Memory(format!(
        "the map of {} needs {} of memory for its {} states, and {} may be taken: {remedy}",
        engine.id(),
        text::memory(needed),
        grouped(plan.states),
        text::memory(most)
    )))
}

/// Draws the map, and writes its layers as they grow.
fn draw(
    asked: &Map,
    engine: &dyn Engine,
    mut request: MapRequest<'_>,
    interrupt: &Interrupt,
    pool: &ThreadPool,
) -> Result<map::Map, Failure> {
    let line = progress::Line::new();
    let progress = line.clone().map(|line| -> Watcher {
        Arc::new(move |progress| {
            line.say(progress.seconds, || {
                let rate = progress::rate(progress.nodes, "states", progress.seconds);
                format!("depth {}, {} states, {rate}", progress.depth + 1, grouped(progress.nodes))
            });
        })
    });
    request.limits = Limits { cancel: Some(interrupt.flag()), progress, ..request.limits };
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
    let _running = interrupt.running();
    let map = pool.install(|| engine.map(&request, &mut each));
    if let Some(line) = &line {
        line.hide();
    }
    written.map_err(Failure::Output)?;
    Ok(map?)
}

fn plot_file(path: &Path) -> Result<(Picture, Output), Failure> {
    let Some(picture) = Picture::of(path) else {
        let why = format!("--plot {}: the picture is an SVG or a PNG: name it FILE.svg or FILE.png", path.display());
        return Err(Failure::Usage(why));
    };
    create(path).map(|file| (picture, file))
}

fn create(path: &Path) -> Result<Output, Failure> {
    Output::begin(path).map_err(|source| Failure::Unwritten { path: path.display().to_string(), source })
}

fn finish_file(
    path: &Path,
    file: Output,
    write: impl FnOnce(&mut BufWriter<&mut File>) -> io::Result<()>,
) -> Result<(), Failure> {
    let written = file.finish(write);
    written.map_err(|source| Failure::Unwritten { path: path.display().to_string(), source })
}
