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

use loyd::puzzle::Merged;
use loyd::service::{Ask, Fault, Question};

use crate::arguments::{Command, Format, LimitArguments, Loyd, PuzzleArguments, SearchArguments};
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

/// Returns a question about a puzzle and its goal.
fn question(ask: Ask, puzzle: &PuzzleArguments) -> Question {
    let mut question = Question::new(ask, puzzle.puzzle.clone());
    question.goal = puzzle.goal.clone();
    question
}

impl SearchArguments {
    /// Copies the search options into a question.
    fn tell(&self, question: &mut Question) {
        (question.algorithm, question.heuristic) = (self.algorithm, self.heuristic.clone());
    }
}

impl LimitArguments {
    /// Copies the limits into a question.
    fn tell(&self, question: &mut Question) {
        (question.limit_seconds, question.limit_memory) = (self.limit_seconds, self.limit_memory);
        (question.limit_nodes, question.limit_moves) = (self.limit_nodes, self.limit_moves);
    }
}

/// Prints, for `-v`, the moves that stand for other moves with the same effect.
fn tell_merged(session: &Session, question: &Question) {
    let opened = session.service.open(question, &session.control()).ok();
    let merged = opened.as_ref().and_then(|engine| engine.described()).map_or_else(Vec::new, |moves| moves.merged());
    for Merged { kept, same } in merged {
        output::tell(&format!("move {kept}: stands for {}, too: the effect is the same", same.join(", ")));
    }
}

/// Returns the failure for a reply that does not belong to the question.
fn unexpected() -> Result<Code, Failure> {
    Err(Fault::internal("a reply to another question").into())
}
