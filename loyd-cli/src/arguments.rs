//! What may be asked: the commands, their options, and what each option reads.

mod bench;
mod cache;
mod help;
mod map;
mod table;
pub mod units;
mod vocabulary;

use std::borrow::Cow;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use anstream::ColorChoice;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use loyd::planner::Algorithm;
use loyd::puzzle::Convention;
use loyd::search::Stop;

use crate::output::printable::printable;

pub use map::{Map, MapFormat};
pub use table::{NamedTable, Table, TableBuild, TableCommand, TableInfo, TableQuery, TableSample, TableVerify};

pub use cache::{Cache, CacheArguments, CacheClear, CacheCommand, CacheList};

pub use bench::Bench;

/// Shortest solutions of permutation puzzles
#[derive(Debug, Parser)]
#[command(name = "loyd", version, about, after_help = help::LOYD, max_term_width = 100)]
pub struct Loyd {
    /// Say nothing on standard error but what went wrong: no progress, no warnings
    #[arg(short, long, global = true, display_order = 1000)]
    pub quiet: bool,
    /// Colours: auto is where a terminal shows them and NO_COLOR is not set
    #[arg(long, value_name = "WHEN", value_enum, default_value_t, global = true, display_order = 1000)]
    pub color: Color,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Find a shortest solution, count them, or list them all
    #[command(after_help = help::SOLVE)]
    Solve(Solve),
    /// Solve one position with every algorithm and compare what it costs
    #[command(after_help = help::COMPARE)]
    Compare(Compare),
    /// Solve a paper's instances and compare lengths and nodes with what it says
    #[command(after_help = help::BENCH)]
    Bench(Bench),
    /// Replay moves: are they legal, do they reach the goal, are there shorter ones?
    #[command(after_help = help::CHECK)]
    Check(Check),
    /// Draw positions uniformly from the solvable ones
    #[command(after_help = help::RANDOM)]
    Random(Random),
    /// Answer a whole input in an online judge's format, from standard input
    #[command(after_help = help::JUDGE)]
    Judge(Judge),
    /// The number of a position among all arrangements of its pieces (Cantor's number)
    #[command(after_help = help::RANK)]
    Rank(Rank),
    /// The position of that number: the way back from `loyd rank`
    #[command(after_help = help::UNRANK)]
    Unrank(Unrank),
    /// List the puzzles, or tell all about one
    #[command(after_help = help::PUZZLES)]
    Puzzles(Puzzles),
    /// Count a whole state space: how many positions are how far from the goal, and which are farthest
    #[command(after_help = help::MAP)]
    Map(Map),
    /// Build tables ahead of time, check them, and ask them how far positions are from the goal
    #[command(after_help = help::TABLE)]
    Table(Table),
    /// Show or empty the folder where tables are kept
    #[command(after_help = help::CACHE)]
    Cache(Cache),
    /// Print a script that completes `loyd` commands in a shell
    #[command(after_help = help::COMPLETIONS)]
    Completions(Completions),
    /// Print a manual page, or write all of them into a folder
    #[command(after_help = help::MAN)]
    Man(Man),
}

/// The puzzle and its goal.
#[derive(Debug, Args)]
pub struct PuzzleArguments {
    /// The puzzle: 8, 15, sliding:3x4, swap:3, pancake:7 ... (`loyd puzzles` lists them)
    pub puzzle: String,
    /// Another goal: by name (`loyd puzzles NAME` lists a puzzle's), written like a position, or @FILE
    #[arg(long, value_name = "S")]
    pub goal: Option<String>,
}

/// The words of a position that was not put in quotes, but the first.
#[derive(Debug, Default, Args)]
pub struct Unquoted {
    // (Hidden: in the help it is one with STATE.)
    #[arg(id = UNQUOTED, value_name = "STATE", hide = true, allow_negative_numbers = true)]
    pub words: Vec<String>,
}

const UNQUOTED: &str = "unquoted";

/// How one position is searched.
#[derive(Clone, Debug, Args)]
pub struct SearchArguments {
    /// How to search; auto chooses by size and limits, and says with -v what and why
    #[arg(long, value_name = "A", default_value = "auto", hide_default_value = true, value_parser = AlgorithmParser)]
    pub algorithm: AlgorithmChoice,
    /// The lower bound for a-star and ida-star (`loyd puzzles NAME` lists a puzzle's)
    #[arg(long, value_name = "H")]
    pub heuristic: Option<String>,
}

/// Arguments of `solve`.
#[derive(Debug, Args)]
pub struct Solve {
    #[command(flatten)]
    pub puzzle: PuzzleArguments,
    /// The position, as you would write it, or @FILE; `-` reads one a line from standard input, and without STATE a
    /// board is read from there
    pub state: Option<String>,
    #[command(flatten)]
    pub unquoted: Unquoted,
    /// Make these moves first, from STATE (from the goal when STATE is left out)
    #[arg(long, value_name = "MOVES")]
    pub scramble: Option<String>,
    #[command(flatten)]
    pub search: SearchArguments,
    /// Be content with a solution at most so many times as long as a shortest one, proved: 1.05 for 5 % more
    #[arg(long, value_name = "RATIO", value_parser = units::ratio)]
    #[arg(conflicts_with_all = ["all", "count", "lexicographic", "first"])]
    pub within: Option<f64>,
    /// Be content with the first solution found, and say how far from shortest it is at most
    #[arg(long, conflicts_with_all = ["all", "count", "lexicographic"])]
    pub first: bool,
    /// With STATE `-`: how many lines are solved at one time [default: all cores]; else: threads that search one
    /// position with ida-star [default: all cores, and 1 with --algorithm ida-star]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// With --algorithm ida-star: also cut sequences of moves that only repeat others, as auto does
    #[arg(long)]
    pub cuts: bool,
    /// List every shortest solution, as they are found
    #[arg(long, group = "want")]
    pub all: bool,
    /// Count the shortest solutions
    #[arg(long, group = "want")]
    pub count: bool,
    /// The shortest solution that comes first in the order of the move letters
    #[arg(long, group = "want")]
    pub lexicographic: bool,
    /// With --all: list no more than this many
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub max_solutions: Option<u64>,
    /// Whose way a move letter names: the blank's (as online judges print) or the tile's
    #[arg(long, value_name = "WHOSE", value_parser = ConventionParser)]
    pub convention: Option<Convention>,
    /// What moves are called: by the tiles' directions, the blank's (as online judges print), or in words
    #[arg(long, value_enum, value_name = "HOW")]
    pub moves: Option<Moves>,
    /// Text for people, or one JSON object a line
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    /// Draw the board after every move
    #[arg(long)]
    pub show: bool,
    /// Write the solution to this file as one SVG that moves, for a browser
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Say on standard error what was done, why, and what it cost
    #[arg(short, long)]
    pub verbose: bool,
    #[command(flatten)]
    pub limits: LimitArguments,
    #[command(flatten)]
    pub tables: CacheArguments,
    #[command(flatten)]
    pub named: NamedTable,
}

/// Arguments of `compare`.
#[derive(Debug, Args)]
pub struct Compare {
    #[command(flatten)]
    pub puzzle: PuzzleArguments,
    /// The position, or @FILE; without it a board is read from standard input
    pub state: Option<String>,
    #[command(flatten)]
    pub unquoted: Unquoted,
    /// Make these moves first, from STATE (from the goal when STATE is left out)
    #[arg(long, value_name = "MOVES")]
    pub scramble: Option<String>,
    /// A table for people, or one JSON object a line
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    #[command(flatten)]
    pub limits: LimitArguments,
    #[command(flatten)]
    pub tables: CacheArguments,
    #[command(flatten)]
    pub named: NamedTable,
}

/// Arguments of `check`.
#[derive(Debug, Args)]
pub struct Check {
    #[command(flatten)]
    pub puzzle: PuzzleArguments,
    /// The position the moves start from, or @FILE
    pub state: String,
    /// The moves, as `loyd solve` prints them
    pub moves: String,
    #[command(flatten)]
    pub unquoted: Unquoted,
    /// Whose way a move letter names: the blank's or the tile's
    #[arg(long, value_name = "WHOSE", value_parser = ConventionParser)]
    pub convention: Option<Convention>,
    /// Text for people, or a JSON object
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    #[command(flatten)]
    pub limits: LimitArguments,
    #[command(flatten)]
    pub tables: CacheArguments,
    #[command(flatten)]
    pub named: NamedTable,
}

/// Arguments of `random`.
#[derive(Debug, Args)]
pub struct Random {
    #[command(flatten)]
    pub puzzle: PuzzleArguments,
    /// How many positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub count: u64,
    /// The same seed draws the same positions [default: from the system; -v tells it]
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
    /// Only positions at exactly this many moves from the goal, where a table can tell
    #[arg(long, value_name = "D")]
    pub depth: Option<u32>,
    /// One position a line, or one JSON object a line
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    /// Tell the seed on standard error
    #[arg(short, long)]
    pub verbose: bool,
    #[command(flatten)]
    pub limits: TableLimitArguments,
    #[command(flatten)]
    pub tables: CacheArguments,
    #[command(flatten)]
    pub named: NamedTable,
}

/// Arguments of `judge`.
#[derive(Debug, Args)]
pub struct Judge {
    /// The problem: hdu1043, luogu-p1379, poj3131 ... (`loyd judge --list` lists them)
    #[arg(required_unless_present = "list", conflicts_with = "list")]
    pub name: Option<String>,
    /// List the problems
    #[arg(long, conflicts_with = "table")]
    pub list: bool,
    /// With --list: text for people, or one JSON object a line
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    #[command(flatten)]
    pub limits: LimitArguments,
    #[command(flatten)]
    pub named: NamedTable,
}

/// Arguments of `rank`.
#[derive(Debug, Args)]
pub struct Rank {
    /// The puzzle
    pub puzzle: String,
    /// The position, solvable or not, or @FILE
    pub state: String,
    #[command(flatten)]
    pub unquoted: Unquoted,
    /// Count from 1, as some articles do, instead of from 0
    #[arg(long)]
    pub from_one: bool,
    /// The number alone, or a JSON object
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}

/// Arguments of `unrank`.
#[derive(Debug, Args)]
pub struct Unrank {
    /// The puzzle
    pub puzzle: String,
    /// The number
    pub number: u128,
    /// Count from 1, as some articles do, instead of from 0
    #[arg(long)]
    pub from_one: bool,
    /// The position alone, or a JSON object
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}

/// Arguments of `puzzles`.
#[derive(Debug, Args)]
pub struct Puzzles {
    /// A family or a puzzle, such as sliding or sliding:3x4
    pub name: Option<String>,
    /// Text for people, or one JSON object a line
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}

/// Arguments of `completions`.
#[derive(Debug, Args)]
pub struct Completions {
    /// The shell
    pub shell: clap_complete::Shell,
}

/// Arguments of `man`.
#[derive(Debug, Args)]
pub struct Man {
    /// The command whose page is printed, such as solve or table build [default: loyd itself]
    #[arg(conflicts_with = "dir")]
    pub command: Vec<String>,
    /// Write the pages of all commands into this folder
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
}

/// What a table may cost.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Limits (of the table for --depth)")]
pub struct TableLimitArguments {
    /// Stop after this time: seconds, or 500ms, 1m, 1m30s, 2h [default: 10]
    #[arg(long, value_name = "S", value_parser = units::seconds)]
    pub limit_seconds: Option<Duration>,
    /// Stop before the table is larger: 500MB, 4GiB, or bytes [default: 2GB]
    #[arg(long, value_name = "B", value_parser = units::bytes)]
    pub limit_memory: Option<u64>,
}

/// What a request may cost.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Limits (for each position)")]
pub struct LimitArguments {
    /// Stop after this time: seconds, or 500ms, 1m, 1m30s, 2h
    #[arg(long, value_name = "S", value_parser = units::seconds)]
    pub limit_seconds: Option<Duration>,
    /// Stop before the search holds more memory: 500MB, 4GiB, or bytes [default: nine tenths of what is free]
    #[arg(long, value_name = "B", value_parser = units::bytes)]
    pub limit_memory: Option<u64>,
    /// Stop after generating this many nodes; what is being expanded then is still expanded
    #[arg(long, value_name = "N")]
    pub limit_nodes: Option<u64>,
    /// Look for no solution longer than this
    #[arg(long, value_name = "N")]
    pub limit_moves: Option<u32>,
}

impl From<&TableLimitArguments> for LimitArguments {
    fn from(table: &TableLimitArguments) -> Self {
        let TableLimitArguments { limit_seconds, limit_memory } = *table;
        LimitArguments { limit_seconds, limit_memory, ..LimitArguments::default() }
    }
}

impl LimitArguments {
    /// The limits, each with the name of its option.
    pub const NAMES: [(Stop, &'static str); 4] = [
        (Stop::Time, "--limit-seconds"),
        (Stop::Bytes, "--limit-memory"),
        (Stop::Nodes, "--limit-nodes"),
        (Stop::Moves, "--limit-moves"),
    ];

    /// The limits given, each with the name of its option.
    pub fn given(&self) -> impl Iterator<Item = (Stop, &'static str)> {
        let LimitArguments { limit_seconds, limit_memory, limit_nodes, limit_moves } = self;
        let given = [limit_seconds.is_some(), limit_memory.is_some(), limit_nodes.is_some(), limit_moves.is_some()];
        given.into_iter().zip(Self::NAMES).filter(|(given, _)| *given).map(|(_, named)| named)
    }
}

/// When colours are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Color {
    // Where a terminal shows them. (No doc comments here: clap would list the values one a line.)
    #[default]
    Auto,
    Always,
    Never,
}

impl From<Color> for ColorChoice {
    fn from(color: Color) -> ColorChoice {
        match color {
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        }
    }
}

/// How answers are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    // For people. (No doc comments here: clap would turn the short help into the long one.)
    #[default]
    Text,
    Json,
}

/// What moves are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Moves {
    // By the directions of tiles. (No doc comments here: clap would turn the short help into the long one.)
    Tiles,
    Blank,
    Words,
}

impl Solve {
    /// Whose direction move letters name, where that is said.
    pub fn whose(&self) -> Option<Convention> {
        match self.moves {
            Some(Moves::Tiles) => Some(Convention::Tile),
            Some(Moves::Blank) => Some(Convention::Blank),
            Some(Moves::Words) | None => self.convention,
        }
    }
}

/// An algorithm by name, or `None` for `auto`.
pub type AlgorithmChoice = Option<Algorithm>;

#[derive(Clone)]
struct AlgorithmParser;

impl TypedValueParser for AlgorithmParser {
    type Value = AlgorithmChoice;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<AlgorithmChoice, clap::Error> {
        if let Some(algorithm) = value.to_str().and_then(Algorithm::named) {
            return Ok(Some(algorithm));
        }
        // What is left is `auto`, or an error that lists the names.
        let names = PossibleValuesParser::new(algorithm_names());
        names.parse_ref(command, argument, value).map(|_| None)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(algorithm_names().map(PossibleValue::new)))
    }
}

fn algorithm_names() -> impl Iterator<Item = &'static str> {
    Algorithm::ALL.into_iter().map(Algorithm::name).chain(["auto"])
}

#[derive(Clone)]
struct ConventionParser;

impl TypedValueParser for ConventionParser {
    type Value = Convention;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<Convention, clap::Error> {
        let name = PossibleValuesParser::new(["blank", "tile"]).parse_ref(command, argument, value)?;
        Ok(if name == "tile" { Convention::Tile } else { Convention::Blank })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(["blank", "tile"].into_iter().map(PossibleValue::new)))
    }
}

/// The whole command line, for completions.
pub fn command() -> clap::Command {
    vocabulary::shared(Loyd::command())
}

/// The colours that the arguments ask for; needed before they are read, since errors have colours, too.
fn color(arguments: &[OsString]) -> Option<Color> {
    let named = |(at, argument): (usize, &OsString)| match argument.to_str()?.strip_prefix("--color")? {
        "" => Color::from_str(arguments.get(at + 1)?.to_str()?, true).ok(),
        rest => Color::from_str(rest.strip_prefix('=')?, true).ok(),
    };
    let until = arguments.iter().position(|argument| argument == "--").unwrap_or(arguments.len());
    arguments[..until].iter().enumerate().find_map(named)
}

/// Reads the arguments, the program's name first.
///
/// # Errors
/// What clap says; also when only help or the version was asked for.
pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Loyd, clap::Error> {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let shown: Vec<OsString> = arguments.iter().map(shown).collect();
    let is_printable = shown == arguments;
    // The error repeats what was given, between styles that only its maker knows.
    read(arguments).map_err(|error| match is_printable {
        true => error,
        false => read(shown).err().unwrap_or_else(|| {
            let text = error.to_string();
            clap::Error::raw(error.kind(), printable(&text))
        }),
    })
}

/// An argument as it may be printed.
fn shown(argument: &OsString) -> OsString {
    match printable(&argument.to_string_lossy()) {
        Cow::Borrowed(_) => argument.clone(),
        Cow::Owned(shown) => shown.into(),
    }
}

fn read(arguments: Vec<OsString>) -> Result<Loyd, clap::Error> {
    let mut command = vocabulary::shared_by(Loyd::command(), None);
    let is_named = |sub: &clap::Command| arguments.iter().skip(1).any(|argument| argument == sub.get_name());
    let named: Vec<String> =
        command.get_subcommands().filter(|sub| is_named(sub)).map(|sub| sub.get_name().into()).collect();
    for sub in &named {
        command = vocabulary::shared_by(command, Some(sub));
    }
    if let Some(color) = color(&arguments) {
        ColorChoice::from(color).write_global();
        let always = if color == Color::Always { clap::ColorChoice::Always } else { clap::ColorChoice::Never };
        command = if color == Color::Auto { command } else { command.color(always) };
    }
    // A position that begins with a negative number is a bad position, not an unknown option.
    if arguments.iter().any(begins_negative) {
        command = command.mut_subcommands(|sub| {
            sub.mut_args(
                |arg| if takes_text(&arg) && arg.get_id() != UNQUOTED { arg.allow_hyphen_values(true) } else { arg },
            )
        });
    }
    let mut matches = command.try_get_matches_from_mut(arguments)?;
    Loyd::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut command))
}

fn begins_negative(argument: &OsString) -> bool {
    matches!(argument.as_encoded_bytes(), [b'-', digit, ..] if digit.is_ascii_digit())
}

fn takes_text(argument: &clap::Arg) -> bool {
    argument.get_action().takes_values()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(arguments: &[&str]) -> Result<Loyd, clap::Error> {
        parse(arguments.iter().map(OsString::from))
    }

    #[test]
    fn the_commands_are_well_formed() {
        command().debug_assert();
    }

    #[test]
    fn solve_reads_all_its_options() {
        let line = "loyd solve 15 - --goal g --scramble uld --algorithm ida-star --heuristic manhattan --threads 3 \
                    --all --max-solutions 5 --limit-seconds 1.5 --limit-memory 2GiB --limit-nodes 7 --limit-moves 80 \
                    --convention tile --format json -v";
        let arguments: Vec<&str> = line.split_whitespace().collect();
        let Command::Solve(solve) = read(&arguments).unwrap().command else { panic!("not a solve") };
        assert_eq!((solve.puzzle.puzzle.as_str(), solve.state.as_deref()), ("15", Some("-")));
        assert_eq!(solve.search.algorithm, Some(Algorithm::IdaStar));
        assert_eq!(solve.limits.limit_memory, Some(2 << 30));
        assert_eq!(solve.limits.limit_seconds, Some(Duration::from_millis(1500)));
        assert_eq!(solve.convention, Some(Convention::Tile));
        assert_eq!(solve.max_solutions, Some(5));
        assert!(solve.all && solve.verbose && solve.format == Format::Json);
    }

    #[test]
    fn auto_is_no_algorithm() {
        let Command::Solve(solve) = read(&["loyd", "solve", "8", "x"]).unwrap().command else { panic!("not a solve") };
        assert_eq!(solve.search.algorithm, None);
    }

    /// clap would break a longer line of an example or a list anywhere.
    #[test]
    fn help_fits_the_width_it_is_written_for() {
        fn look(command: &clap::Command) -> usize {
            let help = command.get_after_help().map_or(String::new(), ToString::to_string);
            for line in help.lines().filter(|line| !line.starts_with("  $ ")) {
                assert!(line.chars().count() <= 100, "{}: {line}", command.get_name());
            }
            command.get_subcommands().map(look).sum::<usize>() + usize::from(!help.is_empty())
        }
        assert!(look(&Loyd::command()) > 20);
    }

    #[test]
    fn every_command_answers_programs() {
        fn look(command: &clap::Command) {
            if command.has_subcommands() {
                return command.get_subcommands().for_each(look);
            }
            let formats = command.get_arguments().any(|argument| argument.get_id() == "format");
            let for_shells = ["completions", "man"].contains(&command.get_name());
            assert!(formats || for_shells, "{} has no --format", command.get_name());
        }
        look(&command());
    }

    #[test]
    fn one_thing_is_wanted() {
        assert!(read(&["loyd", "solve", "8", "x", "--all", "--count"]).is_err());
    }

    #[test]
    fn a_negative_number_is_a_position_and_an_unknown_option_is_not() {
        let Command::Solve(solve) = read(&["loyd", "solve", "8", "-1 2 3"]).unwrap().command else {
            panic!("not a solve")
        };
        assert_eq!(solve.state.as_deref(), Some("-1 2 3"));
        assert!(read(&["loyd", "solve", "8", "--gaol", "x"]).is_err());
    }
}
