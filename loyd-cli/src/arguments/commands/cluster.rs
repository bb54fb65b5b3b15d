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

/// The commands for several processes.
#[derive(Debug, Subcommand)]
pub enum ClusterCommand {
    /// Run one process of a map by several processes, on one machine or many
    #[command(after_help = help::CLUSTER_MAP)]
    Map(Box<ClusterMapArguments>),
    /// Run one process of a batch by several processes, on one machine or many
    #[command(after_help = help::CLUSTER_SOLVE)]
    #[command(mut_arg("show", |arg| arg.hide(true)), mut_arg("svg", |arg| arg.hide(true)))]
    Solve(Box<ClusterSolveArguments>),
    /// Run `map` or `solve -` with several processes on this machine
    #[command(after_help = help::CLUSTER_RUN)]
    Run(ClusterRunArguments),
    /// Estimate the memory, network traffic and time of a map by several machines
    #[command(after_help = help::CLUSTER_PLAN)]
    Plan(ClusterPlanArguments),
    /// Print how many layers of the map in a folder are complete, and whether all files are there
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
    /// Serve the progress of this process to Prometheus at http://HOST:PORT/metrics
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
    /// Write every answer to a log in this folder; a restart of all processes then answers only the other lines
    #[arg(long, value_name = "DIR", help_heading = "Processes")]
    pub log: Option<PathBuf>,
}

/// The addresses of the processes, and the secret that they share.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Processes")]
pub struct JoinArguments {
    /// A file with one line `host:port` for each process, the address where it listens; the first line is process 0
    #[arg(long, value_name = "FILE")]
    pub hosts: PathBuf,
    /// The number of this process
    #[arg(long, value_name = "K")]
    pub process: usize,
    /// A file with the secret that all processes share, at least 16 bytes; required unless all hosts are loopback
    #[arg(long, value_name = "FILE")]
    pub token_file: Option<PathBuf>,
    /// Wait at most this long for the other processes: seconds, or a time such as 5m
    #[arg(long, value_name = "S", value_parser = units::seconds, default_value = "60")]
    pub wait_seconds: Duration,
}

/// Arguments of `cluster run`.
#[derive(Debug, Args)]
pub struct ClusterRunArguments {
    /// The number of processes
    #[arg(long, value_name = "P", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub local: u16,
    /// The command to run: map PUZZLE or solve PUZZLE -, with its options
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
    /// The number of machines, with one process each
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=10_000))]
    pub hosts: u16,
    /// The memory of each machine
    #[arg(long, alias = "limit-memory", value_name = "B", value_parser = units::bytes)]
    pub memory: u64,
    /// The network speed of each machine in each direction, in GB/s (1 Gbit/s is 0.12)
    #[arg(long, value_name = "GB/s", value_parser = units::positive)]
    pub network: f64,
    /// The disk speed of each machine, in GB/s
    #[arg(long, value_name = "GB/s", value_parser = units::positive, default_value = "0.5")]
    pub disk_rate: f64,
    /// The cores of each machine
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), default_value = "16")]
    pub threads: u16,
    /// God's number, or a guess; required if loyd does not know God's number of the puzzle
    #[arg(long, value_name = "D")]
    pub depth: Option<u32>,
    /// Output as text, or as a JSON object
    #[arg(long, value_enum, default_value_t)]
    pub format: crate::arguments::Format,
}

/// Arguments of `cluster status`.
#[derive(Debug, Args)]
pub struct ClusterStatusArguments {
    /// The folder that `--disk` named
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Output as text, or as a JSON object
    #[arg(long, value_enum, default_value_t)]
    pub format: crate::arguments::Format,
}
