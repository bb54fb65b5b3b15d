//! Arguments of `cluster`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};

use crate::arguments::{MapArguments, MovesArgument, PuzzleArguments, SolveArguments, help, units};

/// Arguments of `cluster`.
#[derive(Debug, Args)]
pub struct ClusterCommands {
    #[command(subcommand)]
    pub command: ClusterCommand,
}

/// The commands that several processes carry out together.
#[derive(Debug, Subcommand)]
pub enum ClusterCommand {
    /// Count a whole state space as one of several processes, on one machine or many
    #[command(after_help = help::CLUSTER_MAP)]
    Map(Box<ClusterMapArguments>),
    /// Answer lines of standard input as one of several processes, on one machine or many
    #[command(after_help = help::CLUSTER_SOLVE)]
    #[command(mut_arg("show", |arg| arg.hide(true)), mut_arg("svg", |arg| arg.hide(true)))]
    Solve(Box<ClusterSolveArguments>),
    /// Run such a command as several processes of this machine
    #[command(after_help = help::CLUSTER_RUN)]
    Run(ClusterRunArguments),
    /// Estimate the memory, traffic and hours of a map by several machines, and make none
    #[command(after_help = help::CLUSTER_PLAN)]
    Plan(ClusterPlanArguments),
    /// Show how many layers of the map in a folder are done, and whether its files are complete
    #[command(after_help = help::CLUSTER_STATUS)]
    Status(ClusterStatusArguments),
}

/// Arguments of `cluster map`: the arguments of `map`, and the addresses of the other processes.
#[derive(Debug, Args)]
pub struct ClusterMapArguments {
    #[command(flatten)]
    pub map: MapArguments,
    #[command(flatten)]
    pub join: JoinArguments,
    /// Serve the progress of this process for Prometheus, at http://HOST:PORT/metrics
    #[arg(long, value_name = "HOST:PORT")]
    pub metrics: Option<String>,
}

/// Arguments of `cluster solve`: the arguments of `solve`, the addresses of the other processes, and the log.
#[derive(Debug, Args)]
pub struct ClusterSolveArguments {
    #[command(flatten)]
    pub solve: SolveArguments,
    #[command(flatten)]
    pub join: JoinArguments,
    /// Keep every answer in this folder at once: the same command, given to all again, answers only what is missing
    #[arg(long, value_name = "DIR", help_heading = "Processes")]
    pub log: Option<PathBuf>,
}

/// The addresses of the processes, and the secret that they share.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Processes")]
pub struct JoinArguments {
    /// The processes: a line `host:port` for each, where it listens; the first is process 0
    #[arg(long, value_name = "FILE")]
    pub hosts: PathBuf,
    /// The number of this process
    #[arg(long, value_name = "K")]
    pub process: usize,
    /// A file of 16 bytes or more with the secret of all processes; needed unless all hosts are of this machine
    #[arg(long, value_name = "FILE")]
    pub token_file: Option<PathBuf>,
    /// Wait at most this long for the other processes: seconds, or 5m
    #[arg(long, value_name = "S", value_parser = units::seconds, default_value = "60")]
    pub wait_seconds: Duration,
}

/// Arguments of `cluster run`.
#[derive(Debug, Args)]
pub struct ClusterRunArguments {
    /// How many processes
    #[arg(long, value_name = "P", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub local: u16,
    /// The command: map PUZZLE or solve PUZZLE -, and its options
    #[arg(value_name = "COMMAND", trailing_var_arg = true, allow_hyphen_values = true, required = true)]
    pub command: Vec<OsString>,
}

/// Arguments of `cluster plan`.
#[derive(Debug, Args)]
pub struct ClusterPlanArguments {
    #[command(flatten)]
    pub puzzle: PuzzleArguments,
    #[command(flatten)]
    pub moves_argument: MovesArgument,
    /// How many machines, with a process each
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=10_000))]
    pub hosts: u16,
    /// The memory of each machine
    #[arg(long, alias = "limit-memory", value_name = "B", value_parser = units::bytes)]
    pub memory: u64,
    /// Bytes that each machine sends in a second while it receives as many, in GB/s (1 Gbit/s is 0.12)
    #[arg(long, value_name = "GB/s", value_parser = units::positive)]
    pub network: f64,
    /// Bytes that its disk reads or writes in a second, in GB/s
    #[arg(long, value_name = "GB/s", value_parser = units::positive, default_value = "0.5")]
    pub disk_rate: f64,
    /// The cores of each machine
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), default_value = "16")]
    pub threads: u16,
    /// God's number, or a guess, if God's number of the puzzle is not known
    #[arg(long, value_name = "D")]
    pub depth: Option<u32>,
    /// Text for people, or a JSON object
    #[arg(long, value_enum, default_value_t)]
    pub format: crate::arguments::Format,
}

/// Arguments of `cluster status`.
#[derive(Debug, Args)]
pub struct ClusterStatusArguments {
    /// The folder that `--disk` named
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Text for people, or a JSON object
    #[arg(long, value_enum, default_value_t)]
    pub format: crate::arguments::Format,
}
