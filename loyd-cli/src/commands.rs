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
use crate::output::{self, json};
use crate::session::Session;

/// Runs the command that the arguments ask for.
///
/// # Errors
/// Any failure that prevents an answer. With `--format json` the failure has also been written as an object.
pub fn run(mut asked: Loyd) -> Result<Code, Failure> {
    output::set_quiet(asked.quiet);
    let settled = asked::position::settle(&mut asked.command);
    let run = |command: &dyn Fn() -> Result<Code, Failure>| settled.and_then(|()| command());
    let (result, format) = match &asked.command {
        Command::Solve(asked) => (run(&|| positions::solve::run(asked)), asked.format),
        Command::Compare(asked) => (run(&|| positions::compare::run(asked)), positions::compare::format(asked)),
        Command::Bench(asked) => (run(&|| positions::bench::run(asked)), asked.format),
        Command::Check(asked) => (run(&|| positions::check::run(asked)), asked.format),
        #[cfg(feature = "play")]
        Command::Play(asked) => (run(&|| crate::play::run(asked)), Format::Text),
        Command::Random(asked) => (run(&|| positions::random::run(asked)), asked.format),
        Command::Judge(asked) => (run(&|| judge::run(asked)), asked.format),
        Command::Rank(asked) => (run(&|| positions::rank::rank(asked)), asked.format),
        Command::Unrank(asked) => (run(&|| positions::rank::unrank(asked)), asked.format),
        Command::Puzzles(asked) => (run(&|| definitions::puzzles::run(asked)), asked.format),
        Command::Convert(asked) => (run(&|| definitions::definition::convert(asked)), asked.format),
        Command::Lint(asked) => (run(&|| definitions::definition::lint(asked)), asked.format),
        Command::Rewrite(asked) => (run(&|| definitions::rewrite::run(asked)), asked.format),
        Command::Cache(asked) => (run(&|| spaces::cache::run(asked)), spaces::cache::format(asked)),
        Command::Map(asked) => (run(&|| spaces::map::run(asked)), spaces::map::format(asked)),
        Command::Table(asked) => (run(&|| spaces::table::run(asked)), spaces::table::format(asked)),
        #[cfg(feature = "web")]
        Command::Serve(asked) => (run(&|| serve::run(asked)), Format::Text),
        #[cfg(feature = "cluster")]
        Command::Cluster(asked) => (run(&|| cluster::run(asked)), cluster::format(asked)),
        Command::Completions(asked) => (run(&|| documents::completions::run(asked)), Format::Text),
        Command::Man(asked) => (run(&|| documents::man::run(asked)), Format::Text),
    };
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
        }
    }
}

/// Prints, for `-v`, the moves that stand for other moves with the same effect.
fn tell_merged(session: &Session, question: &impl Asked) {
    let opened = session.service.open(question, &session.control()).ok();
    let merged = opened.as_ref().and_then(|engine| engine.described()).map_or_else(Vec::new, |moves| moves.merged());
    for MergedMove { kept, same } in merged {
        output::tell(&format!("move {kept}: also stands for {}, which has the same effect", same.join(", ")));
    }
}
