//! What may be asked: the commands, their options, and what each option reads.

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
use loyd::puzzle::Convention;

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
    Solve(SolveArguments),
    /// Solve a position, or many, with several algorithms and compare what it costs
    #[command(after_help = help::COMPARE)]
    #[command(mut_arg("limit_seconds", limits::short), mut_arg("limit_memory", limits::small))]
    Compare(CompareArguments),
    /// Solve a paper's instances and compare lengths and nodes with what it says
    #[command(after_help = help::BENCH)]
    Bench(BenchArguments),
    /// Replay moves: are they legal, do they reach the goal, are there shorter ones?
    #[command(after_help = help::CHECK)]
    #[command(mut_arg("limit_seconds", limits::short), mut_arg("limit_memory", limits::small))]
    Check(CheckArguments),
    /// Play a puzzle in the terminal, with the distance after every move, hints and solutions
    #[cfg(feature = "play")]
    #[command(after_help = help::PLAY)]
    Play(PlayArguments),
    /// Draw positions uniformly from the solvable ones
    #[command(after_help = help::RANDOM)]
    Random(RandomArguments),
    /// Answer a whole input in an online judge's format, from standard input
    #[command(after_help = help::JUDGE)]
    Judge(JudgeArguments),
    /// The number of a position among all arrangements of its pieces (Cantor's number)
    #[command(after_help = help::RANK)]
    Rank(RankArguments),
    /// The position of that number: the way back from `loyd rank`
    #[command(after_help = help::UNRANK)]
    Unrank(UnrankArguments),
    /// List the puzzles, or tell all about one
    #[command(after_help = help::PUZZLES)]
    Puzzles(PuzzlesArguments),
    /// Shorten moves of a puzzle from a file without a search, take them back, and find their order
    #[command(after_help = help::REWRITE)]
    Rewrite(RewriteArguments),
    /// Write the definition of a puzzle in another form
    #[command(after_help = help::CONVERT)]
    Convert(ConvertArguments),
    /// Say what is odd in the definition of a puzzle
    #[command(after_help = help::LINT)]
    Lint(LintArguments),
    /// Count a whole state space: how many positions are how far from the goal, and which are farthest
    #[command(after_help = help::MAP)]
    Map(MapArguments),
    /// Build tables ahead of time, check them, and ask them how far positions are from the goal
    #[command(after_help = help::TABLE)]
    Table(TableCommands),
    /// Serve the page to play, learn and compare on, and the interface for programs, over HTTP
    #[cfg(feature = "web")]
    #[command(
        after_help = help::SERVE,
        mut_arg("cache_dir", |argument| argument.help("Keep tables in this folder [without it, none are kept]")),
        mut_arg("no_cache", |argument| argument.help("Keep no tables, and read none: as without --cache-dir"))
    )]
    Serve(ServeArguments),
    /// Count spaces that are too large for one machine, with several processes
    #[cfg(feature = "cluster")]
    #[command(after_help = help::CLUSTER)]
    Cluster(ClusterCommands),
    /// Show or empty the folder where tables are kept
    #[command(after_help = help::CACHE)]
    Cache(CacheCommands),
    /// Print a script that completes `loyd` commands in a shell
    #[command(after_help = help::COMPLETIONS)]
    Completions(CompletionsArguments),
    /// Print a manual page, or write all of them into a folder
    #[command(after_help = help::MAN)]
    Man(ManArguments),
}

/// The puzzle and its goal.
#[derive(Debug, Args)]
pub struct PuzzleArguments {
    /// The puzzle: 8, 15, sliding:3x4, swap:3, pancake:7 ... (`loyd puzzles` lists them)
    pub puzzle: String,
    /// Another goal: by name (`loyd puzzles NAME` lists a puzzle's), written like a position, or @FILE
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
pub struct SolveArguments {
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
    /// What moves are called: by the directions of tiles or of the blank (as online judges print), or in words; or, of
    /// a puzzle from a file, the moves to make only, such as U,R,F
    #[arg(long, value_parser = MovesParser, value_name = "MOVES", hide_possible_values = true)]
    pub moves: Option<MovesValue>,
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

/// Arguments of `check`.
#[derive(Debug, Args)]
pub struct CheckArguments {
    #[command(flatten)]
    pub puzzle: PuzzleArguments,
    #[command(flatten)]
    pub moves_argument: MovesArgument,
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
pub struct RandomArguments {
    #[command(flatten)]
    pub puzzle: PuzzleArguments,
    #[command(flatten)]
    pub moves_argument: MovesArgument,
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
pub struct JudgeArguments {
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
    /// The number alone, or a JSON object
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
    /// The position alone, or a JSON object
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}

/// Arguments of `puzzles`.
#[derive(Debug, Args)]
pub struct PuzzlesArguments {
    /// A family or a puzzle, such as sliding or sliding:3x4
    pub name: Option<String>,
    /// Of a puzzle from a file, or a bundled one: tell the group behind it, its order and what all positions keep
    #[arg(long, requires = "name")]
    pub group: bool,
    /// Text for people, or one JSON object a line
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
    /// The puzzle: a file (@FILE), or a bundled one such as 3x3x3
    pub puzzle: String,
    /// The moves: R U R' U', and (R U)6, [A, B] for A B A' B', [A: B] for A B A'
    #[arg(value_name = "ALG", required = true)]
    pub words: Vec<String>,
    /// Print only the shortest word found that does the same
    #[arg(long, group = "part")]
    pub shorten: bool,
    /// Print only the moves that take it back
    #[arg(long, group = "part")]
    pub invert: bool,
    /// Print only the moves, merged and in a fixed order
    #[arg(long, group = "part")]
    pub canonical: bool,
    /// Print only after how many times it has changed nothing
    #[arg(long, group = "part")]
    pub order: bool,
    /// Text for people, or a JSON object, which has all of it
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
    /// The command whose page is printed, such as solve or table build [default: loyd itself]
    #[arg(conflicts_with = "dir")]
    pub command: Vec<String>,
    /// Write the pages of all commands into this folder
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
}

impl SolveArguments {
    /// Whose direction move letters name, where that is said.
    pub fn whose(&self) -> Option<Convention> {
        match self.moves {
            Some(MovesValue::Called(MovesForm::Tiles)) => Some(Convention::Tile),
            Some(MovesValue::Called(MovesForm::Blank)) => Some(Convention::Blank),
            Some(MovesValue::Called(MovesForm::Words) | MovesValue::Only(_)) | None => self.convention,
        }
    }

    /// Whether moves are told in words.
    pub fn has_words(&self) -> bool {
        self.moves == Some(MovesValue::Called(MovesForm::Words))
    }
}
