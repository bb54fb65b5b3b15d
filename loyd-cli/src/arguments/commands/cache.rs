//! The folder of tables: the options of every command that uses tables, and the arguments of `loyd cache`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::arguments::{Format, help};

/// The cache folder, for every command that uses tables.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Tables")]
pub struct CacheArguments {
    /// Keep tables in this folder [default: $LOYD_CACHE, else the cache folder of the platform]
    #[arg(long, value_name = "DIR", conflicts_with = "no_cache")]
    pub cache_dir: Option<PathBuf>,
    /// Keep no tables on disk, and read none from there
    #[arg(long)]
    pub no_cache: bool,
}

impl CacheArguments {
    /// The folder that `--cache-dir` names, with no default.
    #[cfg(feature = "web")]
    pub fn named_cache(&self) -> loyd_core::table::cache::Cache {
        use loyd_core::table::cache::Cache;
        self.cache_dir.as_ref().map_or_else(Cache::none, Cache::new)
    }

    /// The cache folder: the named one, or the default.
    pub fn cache(&self) -> loyd_core::table::cache::Cache {
        use loyd_core::table::cache::Cache;
        match &self.cache_dir {
            _ if self.no_cache => Cache::none(),
            Some(folder) => Cache::new(folder),
            None => Cache::platform(),
        }
    }
}

/// Arguments of `cache`.
#[derive(Debug, Args)]
pub struct CacheCommands {
    /// The action; each is a command of its own.
    #[command(subcommand)]
    pub command: CacheCommand,
}

/// The actions on the folder of tables.
#[derive(Debug, Subcommand)]
pub enum CacheCommand {
    /// List the tables and the unfinished files in the cache folder
    #[command(after_help = help::CACHE_LIST, mut_arg("no_cache", |argument| argument.hide(true)))]
    List(CacheListArguments),
    /// Remove the tables and the unfinished files from the cache folder
    #[command(after_help = help::CACHE_CLEAR, mut_arg("no_cache", |argument| argument.hide(true)))]
    Clear(CacheClearArguments),
}

/// Arguments of `cache list`.
#[derive(Debug, Args)]
pub struct CacheListArguments {
    /// Check every byte of every table; exit code 5 reports a damaged table
    #[arg(long)]
    pub verify: bool,
    /// Output as a table, or as one JSON object per file
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    #[command(flatten)]
    pub cache: CacheArguments,
}

/// Arguments of `cache clear`.
#[derive(Debug, Args)]
pub struct CacheClearArguments {
    /// Output as text, or as a JSON object
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    #[command(flatten)]
    pub cache: CacheArguments,
}
