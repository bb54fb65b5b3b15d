//! `loyd map`: counts a whole state space.

mod report;

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::Arc;

use loyd::service::amounts::{grouped, memory};
use loyd::service::reply::{Census, MapCost};
use loyd::service::{DryRun, Event, Fault, Kind, Map, MapLimits, Origin, WorkPart};
use loyd_core::limits::Progress;
use loyd_core::table::map::{Folder, Partnership, Share};

use crate::arguments::{Format, MapArguments, MapFormat};
use crate::commands::asked::sets::PositionTexts;
use crate::commands::tell_merged;
use crate::exit::{Code, Failure};
use crate::machine::memory::budget;
use crate::machine::room;
use crate::output;
use crate::output::file::Output;
use crate::output::json;
use crate::output::plot::Plot;
use crate::output::tell;
use crate::progress::{self, Alone};
use crate::session::Session;
use report::{announce, distance, finish, goals, head, row};

/// The largest number of farthest positions that are written to a file, at eight bytes each.
const MANY: u64 = 1 << 20;

/// Returns the format of errors.
pub fn format(asked: &MapArguments) -> Format {
    if asked.format == MapFormat::Json { Format::Json } else { Format::Text }
}

/// The other processes that draw a map with this one, as the command uses them.
pub trait Company {
    /// Returns the partnership with the other processes.
    fn partnership(&self) -> &Arc<Partnership>;

    /// Receives each event while the map is drawn.
    fn hear(&self, event: &Event);

    /// Returns the text of the progress line.
    fn say(&self, progress: &Progress, part: Option<&WorkPart>) -> String;

    /// Receives the census at the end.
    fn end(&self, census: &Census);
}

/// Runs the command.
///
/// # Errors
/// When the puzzle is unknown, has no map, or needs more memory than there is, or when a file cannot be written.
pub fn run(asked: &MapArguments) -> Result<Code, Failure> {
    draw(asked, None)
}

/// Draws a map, alone or with other processes. Only the first process writes the result.
///
/// # Errors
/// As [`run`].
pub fn draw(asked: &MapArguments, company: Option<&dyn Company>) -> Result<Code, Failure> {
    let mut session = Session::new(false, |service| service.memory(budget(asked.limits.limit_memory, 1)))?;
    if let Some(company) = company {
        let partnership = company.partnership();
        session.together = Some(Arc::clone(partnership));
        if partnership.share().own > 0 {
            // The first process shows the progress line for all.
            session.line = None;
            return silently(asked, &session, company);
        }
    }
    let question = asked_of(asked)?;
    if asked.verbose {
        tell_merged(&session, &question);
    }
    let mut out = Alone::new(output::stdout(), session.line.as_ref());
    let (mut plot, mut all) = (None, None);
    let mut hear = |event| {
        if let Some(company) = company {
            company.hear(&event);
        }
        match &event {
            Event::Begun(cost) => {
                match company {
                    Some(company) => need_room(asked, cost, company.partnership().share())?,
                    None => tell_of_room(asked, cost),
                }
                // A file that cannot be written is reported before the work, not after it.
                plot = asked.plot.as_deref().map(plot_file).transpose()?;
                all = asked.antipodes.as_deref().map(create).transpose()?;
                begin(asked, cost);
                head(asked.format, &cost.plan, &mut out).map_err(Failure::Output)?;
            }
            Event::Layer(layer) => row(asked.format, layer, &mut out).map_err(Failure::Output)?,
            _ => return Ok(()),
        }
        // The output of a long run on several machines is read while the run goes on.
        if company.is_some() && asked.format == MapFormat::Json {
            json::line(&event, &mut out).and_then(|()| out.flush()).map_err(Failure::Output)?;
        }
        Ok(())
    };
    let say = |progress: &Progress, part: Option<&WorkPart>| {
        company.map_or_else(|| progress::layers(progress, part), |company| company.say(progress, part))
    };
    let remedied = |failure| remedied(failure, &session, &question);
    if asked.dry_run {
        let cost = session.hear(&DryRun(question.clone()), say, Some(&mut hear)).map_err(remedied)?;
        return announce(asked, &cost);
    }
    let census = session.hear(&question, say, Some(&mut hear)).map_err(remedied)?;
    if let (Some(path), Some(file)) = (&asked.plot, plot) {
        let source = format!("counted by loyd {}: loyd map {}", env!("CARGO_PKG_VERSION"), census.puzzle);
        let (title, subtitle) = caption(asked, &census);
        let plot = Plot { title: &title, subtitle: &subtitle, source: &source, layers: &census.map.layers };
        finish_file(path, file, |out| plot.draw(out))?;
    }
    // The farthest positions are known for a complete map only. Otherwise an existing file stays.
    if let (Some(path), Some(file), None) = (&asked.antipodes, all, census.map.stopped) {
        finish_file(path, file, |out| census.antipodes.iter().try_for_each(|name| writeln!(out, "{name}")))?;
        let farthest = census.map.layers.last().copied().unwrap_or(0);
        // Some names are missing if too many positions are farthest, or if an earlier run found them unasked.
        let written = census.antipodes.len() as u64;
        if written < farthest {
            let (written, farthest) = (grouped(written), grouped(farthest));
            tell(&format!("loyd: --antipodes: {written} of the {farthest} farthest positions are written"));
        }
    }
    if let (Some(_), Some(_)) = (&asked.antipodes, census.map.stopped) {
        tell(
            "loyd: --antipodes: no file is written, because the farthest positions are known only after a complete map",
        );
    }
    let code = finish(asked, &census)?;
    if let Some(company) = company {
        company.end(&census);
    }
    if let Some(folder) = &census.kept_in {
        let folder = folder.display();
        tell(&format!("loyd: the map is kept in {folder}; the same command resumes it"));
    }
    Ok(code)
}

/// Returns the texts of a set, if the set is given.
fn set(field: &'static str, texts: &[String]) -> Result<Option<PositionTexts>, Fault> {
    (!texts.is_empty()).then(|| PositionTexts::of(field, texts.to_vec())).transpose()
}

/// Returns the question that these arguments ask.
fn asked_of(asked: &MapArguments) -> Result<Map, Fault> {
    let limits = &asked.limits;
    Ok(Map {
        puzzle: asked.puzzle.puzzle.as_str().into(),
        goal: asked.puzzle.goal.clone(),
        from: asked.from.clone(),
        goal_set: set("goal_set", &asked.goal_set)?,
        from_set: set("from_set", &asked.from_set)?,
        antipodes: asked.antipodes.as_ref().map(|_| MANY),
        verify: asked.verify,
        disk: asked.disk.clone(),
        checkpoint_seconds: asked.checkpoint_seconds,
        save: asked.output.clone(),
        threads: asked.threads,
        limits: MapLimits {
            time: limits.limit_seconds,
            memory: limits.limit_memory,
            moves: limits.limit_moves,
            cost: limits.limit_cost,
        },
        tables: asked.tables.folder(),
    })
}

/// Draws this process's part of the map without output, because the first process reports the result.
fn silently(asked: &MapArguments, session: &Session, company: &dyn Company) -> Result<Code, Failure> {
    let share = company.partnership().share();
    let mut hear = |event| {
        company.hear(&event);
        match event {
            Event::Begun(cost) => need_room(asked, &cost, share),
            _ => Ok(()),
        }
    };
    let question = asked_of(asked)?;
    if asked.dry_run {
        return session.hear(&DryRun(question), progress::layers, Some(&mut hear)).map(|_| Code::Answered);
    }
    let census = session.hear(&question, progress::layers, Some(&mut hear))?;
    company.end(&census);
    Ok(census.map.stopped.map_or(Code::Answered, Code::stopped))
}

/// Warns if the disk may be too small.
fn tell_of_room(asked: &MapArguments, cost: &MapCost) {
    if let (Some(path), Some(free)) = (&asked.disk, asked.disk.as_deref().and_then(room::free))
        && free < cost.plan.disk
    {
        let (path, free, most) = (path.display(), memory(free), memory(cost.plan.disk));
        tell(&format!("loyd: {path}: {free} free, but the map may need {most}"));
    }
}

/// Refuses a disk that is too small for the part of this process, so that a run of hours on many machines does not fail
/// at its end. The space that the part's files already take counts as free.
fn need_room(asked: &MapArguments, cost: &MapCost, share: Share) -> Result<(), Failure> {
    let Some(path) = &asked.disk else { return Ok(()) };
    let Some(free) = room::free(path) else { return Ok(()) };
    let taken = room::taken(&Folder::of_process(path, share.own));
    if free.saturating_add(taken) >= cost.plan.disk {
        return Ok(());
    }
    let (path, free, most) = (path.display(), memory(free), memory(cost.plan.disk));
    let why = format!("{path}: {free} free, but the part of process {} may need {most}", share.own);
    Err(Fault::new(Kind::File, Origin::System, why).into())
}

/// Prints how the map is drawn, and whether it continues from a checkpoint.
fn begin(asked: &MapArguments, cost: &MapCost) {
    let MapCost { plan, threads, seconds, .. } = cost;
    if asked.verbose {
        let of = match plan.states {
            None if plan.is_in_memory => "hashed states",
            None => "packed states",
            Some(_) if plan.by_blocks => "blocks",
            Some(_) => "ranks",
        };
        let way = match plan.symmetries {
            _ if plan.by_costs => "by ranks and costs",
            1 => &format!("by {of}"),
            symmetries => &format!("by {of} and {symmetries} symmetries"),
        };
        tell(&match plan.states.zip(*seconds) {
            Some((states, seconds)) => {
                let (states, bytes) = (grouped(states), memory(plan.bytes));
                format!("map: {states} states {way}, {bytes}, {threads} threads, about {seconds:.1} s")
            }
            None => format!("map: {way}, {threads} threads"),
        });
    }
    if let Some(folder) = &cost.goes_on {
        tell(&format!("loyd: resuming the map in {}", folder.display()));
    }
}

/// Adds advice to the failure for lack of memory.
fn remedied(failure: Failure, session: &Session, question: &Map) -> Failure {
    let Failure::Fault(mut fault) = failure else { return failure };
    let planned = DryRun(question.clone());
    if fault.kind == Kind::Memory
        && fault.message.starts_with("the map of ")
        && fault.message.ends_with("is available")
        && let Ok(cost) = session.service.ask(&planned, &session.control())
    {
        let remedy = match cost.least_bytes < cost.bytes && question.disk.is_none() {
            true => format!(
                "use --disk, which needs {} of memory and at most {} of disk",
                memory(cost.least_bytes),
                memory(cost.plan.disk)
            ),
            false if counts_first_layers(planned, session) => "count its first layers with --limit-moves".into(),
            false => "choose a smaller puzzle".into(),
        };
        fault.message += &format!("; raise --limit-memory if the machine has more memory, or {remedy}");
    }
    Failure::Fault(fault)
}

/// Whether a limit of moves allows a map without ranks, for a puzzle whose ranks do not fit in memory.
fn counts_first_layers(DryRun(mut few): DryRun, session: &Session) -> bool {
    few.limits.moves = few.limits.moves.or(Some(1));
    session.service.ask(&DryRun(few), &session.control()).is_ok_and(|cost| cost.plan.states.is_none())
}

/// Returns the two title lines of a chart.
fn caption(asked: &MapArguments, census: &Census) -> (String, String) {
    let (id, states, farthest) = (&census.puzzle, grouped(census.map.states()), census.map.diameter());
    let from = match &asked.from {
        _ if census.goal_set.is_some() => "a set of positions",
        Some(_) => "one position",
        None => "the goal",
    };
    let title = format!("{id}: number of positions at each distance from {from}");
    let place = match &asked.from {
        _ if census.goal_set.is_some() => format!("to {}", goals(census)),
        Some(from) => format!("from {from}"),
        None => format!("goal {}", census.goal),
    };
    let subtitle = match (census.map.stopped, &asked.from) {
        (None, _) if census.plan.by_costs => {
            let farthest = distance(&census.plan, farthest);
            format!("{states} positions, the farthest at {farthest}, mean {:.2}; {place}", census.map.mean())
        }
        (None, None) if !census.has_sets() => {
            format!("{states} positions, God's number {farthest}, mean {:.2}; {place}", census.map.mean())
        }
        (None, _) => {
            format!("{states} positions, the farthest at {farthest}, mean {:.2}; {place}", census.map.mean())
        }
        (Some(_), _) if census.plan.by_costs => {
            format!("the {states} positions within a cost of {farthest}, without the positions farther away; {place}")
        }
        (Some(_), _) => {
            format!("the {states} positions within {farthest} moves, without the positions farther away; {place}")
        }
    };
    (title, subtitle)
}

fn plot_file(path: &Path) -> Result<Output, Failure> {
    if !path.extension().is_some_and(|end| end.eq_ignore_ascii_case("svg")) {
        let why = format!("--plot {}: expected a file name that ends in .svg", path.display());
        return Err(Failure::usage(why));
    }
    create(path)
}

fn create(path: &Path) -> Result<Output, Failure> {
    Output::begin(path).map_err(|source| Failure::from(Fault::unwritten(&path.display().to_string(), &source)))
}

fn finish_file(
    path: &Path,
    file: Output,
    write: impl FnOnce(&mut BufWriter<&mut File>) -> io::Result<()>,
) -> Result<(), Failure> {
    let written = file.finish(write);
    written.map_err(|source| Failure::from(Fault::unwritten(&path.display().to_string(), &source)))
}
