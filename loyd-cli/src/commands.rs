//! The commands, one file each, and the functions that several commands share.

mod asked;
#[cfg(feature = "cluster")]
mod cluster;
mod definitions;
mod documents;
mod judge;
mod positions;
#[cfg(feature = "web")]
mod serve;
mod spaces;

use loyd::service::{Asked, CostLimits, SearchRef};
use loyd_core::puzzle::MergedMove;

use crate::arguments::{Command, Format, LimitArguments, Loyd, SearchArguments};
use crate::exit::{Code, Failure};
use crate::machine::net;
use crate::output::{self, json};
use crate::session::Session;

/// Runs the command that the arguments ask for.
///
/// # Errors
/// Any failure that prevents an answer. With `--format json` the failure has also been written as an object.
pub fn run(mut asked: Loyd) -> Result<Code, Failure> {
    output::set_quiet(asked.quiet);
    let settled = asked::position::settle(&mut asked.command);
    type Run<'r> = Box<dyn Fn() -> Result<Code, Failure> + 'r>;
    let (run, format): (Run<'_>, Format) = match &asked.command {
        Command::Solve(asked) => (Box::new(|| positions::solve::run(asked)), asked.format),
        Command::Compare(asked) => (Box::new(|| positions::compare::run(asked)), positions::compare::format(asked)),
        Command::Bench(asked) => (Box::new(|| positions::bench::run(asked)), asked.format),
        Command::Check(asked) => (Box::new(|| positions::check::run(asked)), asked.format),
        #[cfg(feature = "play")]
        Command::Play(asked) => (Box::new(|| crate::play::run(asked)), Format::Text),
        Command::Random(asked) => (Box::new(|| positions::random::run(asked)), asked.format),
        Command::Judge(asked) => (Box::new(|| judge::run(asked)), asked.format),
        Command::Rank(asked) => (Box::new(|| positions::rank::rank(asked)), asked.format),
        Command::Unrank(asked) => (Box::new(|| positions::rank::unrank(asked)), asked.format),
        Command::Puzzles(asked) => (Box::new(|| definitions::puzzles::run(asked)), asked.format),
        Command::Convert(asked) => (Box::new(|| definitions::definition::convert(asked)), asked.format),
        Command::Lint(asked) => (Box::new(|| definitions::definition::lint(asked)), asked.format),
        Command::Rewrite(asked) => (Box::new(|| definitions::rewrite::run(asked)), asked.format),
        Command::Cache(asked) => (Box::new(|| spaces::cache::run(asked)), spaces::cache::format(asked)),
        Command::Map(asked) => (Box::new(|| spaces::map::run(asked)), spaces::map::format(asked)),
        Command::Table(asked) => (Box::new(|| spaces::table::run(asked)), spaces::table::format(asked)),
        #[cfg(feature = "web")]
        Command::Serve(asked) => (Box::new(|| serve::run(asked)), Format::Text),
        #[cfg(feature = "cluster")]
        Command::Cluster(asked) => (Box::new(|| cluster::run(asked)), cluster::format(asked)),
        Command::Completions(asked) => (Box::new(|| documents::completions::run(asked)), Format::Text),
        Command::Man(asked) => (Box::new(|| documents::man::run(asked)), Format::Text),
    };
    net::use_json(format == Format::Json);
    let result = settled.and_then(|()| run());
    if let (Err(failure), Format::Json) = (&result, format)
        && !matches!(failure, Failure::Output(_))
    {
        json::error(failure, &mut output::stdout()).map_err(Failure::Output)?;
    }
    result
}

impl SearchArguments {
    /// Returns the algorithm and its lower bound for a question.
    fn search(&self) -> SearchRef {
        SearchRef { algorithm: self.algorithm, heuristic: self.heuristic.clone() }
    }
}

impl LimitArguments {
    /// Returns the limits for a question.
    fn cost(&self) -> CostLimits {
        CostLimits {
            time: self.limit_seconds,
            memory: self.limit_memory,
            nodes: self.limit_nodes,
            moves: self.limit_moves,
            cost: self.limit_cost,
        }
    }
}

/// Prints, for `-v`, the moves that stand for other moves with the same effect.
fn tell_merged(session: &Session, question: &impl Asked) {
    let opened = session.open(question).ok();
    let merged = opened.as_ref().and_then(|engine| engine.described()).map_or_else(Vec::new, |moves| moves.merged());
    for MergedMove { kept, same } in merged {
        output::tell(&format!("move {kept}: also stands for {}, which has the same effect", same.join(", ")));
    }
}
