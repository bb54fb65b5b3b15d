//! The commands, their options, and the parsers of option values.

mod choice;
mod choices;
mod commands;
mod features;
mod help;
mod limits;
mod read;
pub mod units;
mod vocabulary;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use loyd_core::puzzle::Convention;

pub use commands::map::{MapArguments, MapFormat};
pub use commands::table::{
    NamedTable, TableBuildArguments, TableCommand, TableCommands, TableInfoArguments, TableQueryArguments,
    TableSampleArguments, TableVerifyArguments,
};

pub use commands::cache::{CacheArguments, CacheClearArguments, CacheCommand, CacheCommands, CacheListArguments};

pub use choice::{ChoiceArguments, MovesArgument, MovesParser, MovesValue};
pub use choices::{AlgorithmChoice, Color, Format, MovesForm};
use choices::{AlgorithmParser, ConventionParser};
pub use commands::bench::BenchArguments;
#[cfg(feature = "cluster")]
pub use commands::cluster::{
    ClusterCommand, ClusterCommands, ClusterMapArguments, ClusterPlanArguments, ClusterRunArguments,
    ClusterSolveArguments, ClusterStatusArguments, JoinArguments,
};
pub use commands::compare::{CompareArguments, CompareFormat};
pub use commands::definition::{ConvertArguments, LintArguments};
#[cfg(feature = "play")]
pub use commands::play::PlayArguments;
#[cfg(feature = "web")]
pub use commands::serve::ServeArguments;
pub use features::not_built;
pub use limits::{LimitArguments, TableLimitArguments, WordLimitArguments};
pub use read::{command, parse};

/// Shortest solutions of permutation puzzles
#[derive(Debug, Parser)]
#[command(name = "loyd", version, about, after_help = help::LOYD, max_term_width = 100)]
pub struct Loyd {
    /// Print only errors on standard error: no progress, no warnings
    #[arg(short, long, global = true, display_order = 1000)]
    pub quiet: bool,
    /// When to use colours; auto uses them on a terminal, unless NO_COLOR is set
    #[arg(long, value_name = "WHEN", value_enum, default_value_t, global = true, display_order = 1000)]
    pub color: Color,
    /// The command to run.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Find a shortest solution, count them, or list them all
    #[command(after_help = help::SOLVE)]
    Solve(SolveArguments),
    /// Solve positions with several algorithms and compare the costs
    #[command(after_help = help::COMPARE)]
    #[command(mut_arg("limit_seconds", limits::short), mut_arg("limit_memory", limits::small))]
    Compare(CompareArguments),
    /// Solve published instances and compare lengths and node counts with the published ones
    #[command(after_help = help::BENCH)]
    Bench(BenchArguments),
    /// Check whether moves are legal, reach the goal, and are as few as possible
    #[command(after_help = help::CHECK)]
    #[command(mut_arg("limit_seconds", limits::short), mut_arg("limit_memory", limits::small))]
    Check(CheckArguments),
    /// Play a puzzle in the terminal, with the distance to the goal, hints and solutions
    #[cfg(feature = "play")]
    #[command(after_help = help::PLAY)]
    Play(PlayArguments),
    /// Draw random solvable positions, all equally likely
    #[command(after_help = help::RANDOM)]
    Random(RandomArguments),
    /// Read the input of an online-judge problem from standard input and print the output
    #[command(after_help = help::JUDGE)]
    Judge(JudgeArguments),
    /// Print the number of a position among all arrangements of its pieces (Cantor expansion)
    #[command(after_help = help::RANK)]
    Rank(RankArguments),
    /// Print the position with a given number, the inverse of `loyd rank`
    #[command(after_help = help::UNRANK)]
    Unrank(UnrankArguments),
    /// List the puzzles, or describe one
    #[command(after_help = help::PUZZLES)]
    Puzzles(PuzzlesArguments),
    /// Shorten a move sequence without a search, invert it, and find its order
    #[command(after_help = help::REWRITE)]
    Rewrite(RewriteArguments),
    /// Convert the definition of a puzzle to another file format
    #[command(after_help = help::CONVERT)]
    Convert(ConvertArguments),
    /// Report probable mistakes in the definition of a puzzle
    #[command(after_help = help::LINT)]
    Lint(LintArguments),
    /// Count the positions at each distance from the goal, and find the farthest
    #[command(after_help = help::MAP)]
    Map(MapArguments),
    /// Build tables ahead of time, check them, and look up distances in them
    #[command(after_help = help::TABLE)]
    Table(TableCommands),
    /// Serve the web page and the HTTP interface for programs
    #[cfg(feature = "web")]
    #[command(
        after_help = help::SERVE,
        mut_arg("cache_dir", |argument| argument.help("Keep tables in this folder [default: keep no tables on disk]")),
        mut_arg("no_cache", |argument| argument.help("Keep no tables on disk and read none (the default)"))
    )]
    Serve(ServeArguments),
    /// Use several processes, on one machine or many, for large maps and batches
    #[cfg(feature = "cluster")]
    #[command(after_help = help::CLUSTER)]
    Cluster(ClusterCommands),
    /// List or remove the tables in the cache folder
    #[command(after_help = help::CACHE)]
    Cache(CacheCommands),
    /// Print a completion script for a shell
    #[command(after_help = help::COMPLETIONS)]
    Completions(CompletionsArguments),
    /// Print a manual page, or write all manual pages into a folder
    #[command(after_help = help::MAN)]
    Man(ManArguments),
}

/// The puzzle and its goal.
#[derive(Debug, Args)]
pub struct PuzzleArguments {
    /// The puzzle: 8, 15, sliding:3x4, swap:3, pancake:7 ... (`loyd puzzles` lists all)
    pub puzzle: String,
    /// Another goal: a name (`loyd puzzles NAME` lists the names), a position, or @FILE
    #[arg(long, value_name = "S")]
    pub goal: Option<String>,
    #[command(flatten)]
    pub choice: ChoiceArguments,
}

/// The words of a position that was not put in quotes, but the first.
#[derive(Debug, Default, Args)]
pub struct Unquoted {
    // (Hidden: in the help it is one with STATE.)
    #[arg(id = UNQUOTED, value_name = "STATE", hide = true, allow_negative_numbers = true)]
    pub words: Vec<String>,
}

const UNQUOTED: &str = "unquoted";

/// The options for the search of one position.
#[derive(Clone, Debug, Args)]
pub struct SearchArguments {
    /// The search algorithm; auto chooses by size and limits, and -v prints the choice with its reason
    #[arg(long, value_name = "A", default_value = "auto", hide_default_value = true, value_parser = AlgorithmParser)]
    pub algorithm: AlgorithmChoice,
    /// The lower bound for a-star and ida-star (`loyd puzzles NAME` lists the names)
    #[arg(long, value_name = "H")]
    pub heuristic: Option<String>,
}

/// Arguments of `solve`.
#[derive(Debug, Args)]
pub struct SolveArguments {
    #[command(flatten)]
    pub puzzle: PuzzleArguments,
    /// The position, or @FILE; `-` reads one position per line from standard input, and without STATE one board is
    /// read from there
    pub state: Option<String>,
    #[command(flatten)]
    pub unquoted: Unquoted,
    /// Make these moves first, from STATE (default: from the goal)
    #[arg(long, value_name = "MOVES")]
    pub scramble: Option<String>,
    #[command(flatten)]
    pub search: SearchArguments,
    /// Accept a solution up to RATIO times the optimal length (proved), such as 1.05 for 5 % more
    #[arg(long, value_name = "RATIO", value_parser = units::ratio)]
    #[arg(conflicts_with_all = ["all", "count", "lexicographic", "first"])]
    pub within: Option<f64>,
    /// Accept the first solution found, and report how far from optimal it can be
    #[arg(long, conflicts_with_all = ["all", "count", "lexicographic"])]
    pub first: bool,
    /// With STATE `-`: the number of lines solved at the same time [default: all cores]; otherwise: the threads of
    /// ida-star for one position [default: all cores; 1 if ida-star is named]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// With --algorithm ida-star: also cut sequences of moves that only repeat others, as auto does
    #[arg(long)]
    pub cuts: bool,
    /// List every shortest solution
    #[arg(long, group = "want")]
    pub all: bool,
    /// Count the shortest solutions
    #[arg(long, group = "want")]
    pub count: bool,
    /// Print the shortest solution that comes first in the order of the move letters
    #[arg(long, group = "want")]
    pub lexicographic: bool,
    /// With --all: list at most this many solutions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub max_solutions: Option<u64>,
    /// Whether a move letter names the direction of the blank (as in online judges) or of the tile
    #[arg(long, value_name = "WHOSE", value_parser = ConventionParser)]
    pub convention: Option<Convention>,
    /// How moves are written: as directions of tiles or of the blank (as in online judges), or in words; or, for a
    /// puzzle from a file, the only moves to use, such as U,R,F
    #[arg(long, value_parser = MovesParser, value_name = "MOVES", hide_possible_values = true)]
    pub moves: Option<MovesValue>,
    /// Output as text, or as one JSON object per line
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    /// Draw the board after every move
    #[arg(long)]
    pub show: bool,
    /// Write the solution to this file as an animated SVG
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Print the algorithm, the reason for it, and the costs on standard error
    #[arg(short, long)]
    pub verbose: bool,
    #[command(flatten)]
    pub limits: LimitArguments,
    #[command(flatten)]
    pub tables: CacheArguments,
    #[command(flatten)]
    pub named: NamedTable,
}

/// Arguments of `check`.
#[derive(Debug, Args)]
pub struct CheckArguments {
    #[command(flatten)]
    pub puzzle: PuzzleArguments,
    #[command(flatten)]
    pub moves_argument: MovesArgument,
    /// The position before the moves, or @FILE
    pub state: String,
    /// The moves, as `loyd solve` prints them
    pub moves: String,
    #[command(flatten)]
    pub unquoted: Unquoted,
    /// Whether a move letter names the direction of the blank or of the tile
    #[arg(long, value_name = "WHOSE", value_parser = ConventionParser)]
    pub convention: Option<Convention>,
    /// Output as text, or as a JSON object
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
pub struct RandomArguments {
    #[command(flatten)]
    pub puzzle: PuzzleArguments,
    #[command(flatten)]
    pub moves_argument: MovesArgument,
    /// The number of positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub count: u64,
    /// The seed; the same seed draws the same positions [default: a random seed, which -v prints]
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
    /// Draw only positions at exactly this distance from the goal (looked up in a table of all distances)
    #[arg(long, value_name = "D")]
    pub depth: Option<u32>,
    /// Print moves that lead to each position from the goal, as people scramble a puzzle, in place of the position
    #[arg(long)]
    pub scrambles: bool,
    /// One position per line, or one JSON object per line
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    /// Print the seed on standard error
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
pub struct JudgeArguments {
    /// The problem: hdu1043, luogu-p1379, poj3131 ... (`loyd judge --list` lists all)
    #[arg(required_unless_present = "list", conflicts_with = "list")]
    pub name: Option<String>,
    /// List the problems
    #[arg(long, conflicts_with = "table")]
    pub list: bool,
    /// With --list: output as text, or as one JSON object per line
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    #[command(flatten)]
    pub limits: LimitArguments,
    #[command(flatten)]
    pub named: NamedTable,
}

/// Arguments of `rank`.
#[derive(Debug, Args)]
pub struct RankArguments {
    /// The puzzle
    pub puzzle: String,
    #[command(flatten)]
    pub choice: ChoiceArguments,
    #[command(flatten)]
    pub moves_argument: MovesArgument,
    /// The position, solvable or not, or @FILE
    pub state: String,
    #[command(flatten)]
    pub unquoted: Unquoted,
    /// Count from 1, as some articles do, instead of from 0
    #[arg(long)]
    pub from_one: bool,
    /// Output as the number alone, or as a JSON object
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}

/// Arguments of `unrank`.
#[derive(Debug, Args)]
pub struct UnrankArguments {
    /// The puzzle
    pub puzzle: String,
    #[command(flatten)]
    pub choice: ChoiceArguments,
    #[command(flatten)]
    pub moves_argument: MovesArgument,
    /// The number
    #[arg(value_parser = units::whole::<u128>)]
    pub number: u128,
    /// Count from 1, as some articles do, instead of from 0
    #[arg(long)]
    pub from_one: bool,
    /// Output as the position alone, or as a JSON object
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}

/// Arguments of `puzzles`.
#[derive(Debug, Args)]
pub struct PuzzlesArguments {
    /// A family or a puzzle, such as sliding or sliding:3x4
    pub name: Option<String>,
    /// Print the group of the moves, its order and its invariants (for puzzles from files and bundled ones)
    #[arg(long, requires = "name")]
    pub group: bool,
    /// Output as text, or as one JSON object per line
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    #[command(flatten)]
    pub choice: ChoiceArguments,
    #[command(flatten)]
    pub moves_argument: MovesArgument,
}

/// Arguments of `rewrite`.
#[derive(Debug, Args)]
pub struct RewriteArguments {
    /// The puzzle: a definition file (@FILE), or a bundled puzzle such as 3x3x3
    pub puzzle: String,
    /// The moves, such as R U R' U'; (R U)6 repeats, [A, B] is A B A' B', and [A: B] is A B A'
    #[arg(value_name = "ALG", required = true)]
    pub words: Vec<String>,
    /// Print only the shortest sequence found with the same effect
    #[arg(long, group = "part")]
    pub shorten: bool,
    /// Print only the inverse moves
    #[arg(long, group = "part")]
    pub invert: bool,
    /// Print only the canonical form: turns merged, commuting moves in a fixed order
    #[arg(long, group = "part")]
    pub canonical: bool,
    /// Print only the order: the number of repetitions that restores the position
    #[arg(long, group = "part")]
    pub order: bool,
    /// Output as text, or as a JSON object with all parts
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    #[command(flatten)]
    pub limits: WordLimitArguments,
    #[command(flatten)]
    pub choice: ChoiceArguments,
    #[command(flatten)]
    pub moves_argument: MovesArgument,
}

/// Arguments of `completions`.
#[derive(Debug, Args)]
pub struct CompletionsArguments {
    /// The shell
    pub shell: clap_complete::Shell,
}

/// Arguments of `man`.
#[derive(Debug, Args)]
pub struct ManArguments {
    /// The command, such as solve or table build [default: loyd itself]
    #[arg(conflicts_with = "dir")]
    pub command: Vec<String>,
    /// Write the manual pages of all commands into this folder
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
}

impl SolveArguments {
    /// The direction that move letters name, if an option gives it.
    pub fn whose(&self) -> Option<Convention> {
        match self.moves {
            Some(MovesValue::Called(MovesForm::Tiles)) => Some(Convention::Tile),
            Some(MovesValue::Called(MovesForm::Blank)) => Some(Convention::Blank),
            Some(MovesValue::Called(MovesForm::Words) | MovesValue::Only(_)) | None => self.convention,
        }
    }

    /// Whether the solution is printed in words.
    pub fn has_words(&self) -> bool {
        self.moves == Some(MovesValue::Called(MovesForm::Words))
    }
}
