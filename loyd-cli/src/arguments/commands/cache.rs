//! The folder of tables: the options of every command that uses tables, and the arguments of `loyd cache`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::arguments::{Format, help};

/// Where tables are kept, for every command that uses them.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Tables")]
pub struct CacheArguments {
    /// Keep tables in this folder [default: $LOYD_CACHE, else the platform's folder for caches]
    #[arg(long, value_name = "DIR", conflicts_with = "no_cache")]
    pub cache_dir: Option<PathBuf>,
    /// Keep no tables, and read none that are kept
    #[arg(long)]
    pub no_cache: bool,
}

impl CacheArguments {
    /// The folder asked for, and none that nobody has named.
    #[cfg(feature = "web")]
    pub fn named_cache(&self) -> loyd::table::cache::Cache {
        use loyd::table::cache::Cache;
        self.cache_dir.as_ref().map_or_else(Cache::none, Cache::new)
    }

    /// The folder asked for.
    pub fn cache(&self) -> loyd::table::cache::Cache {
        use loyd::table::cache::Cache;
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
    /// List the tables, and other files that builders have left there
    #[command(after_help = help::CACHE_LIST, mut_arg("no_cache", |argument| argument.hide(true)))]
    List(CacheListArguments),
    /// Remove the tables, and other files that builders have left there
    #[command(after_help = help::CACHE_CLEAR, mut_arg("no_cache", |argument| argument.hide(true)))]
    Clear(CacheClearArguments),
}

/// Arguments of `cache list`.
#[derive(Debug, Args)]
pub struct CacheListArguments {
    /// Check every byte of every table; a table that cannot be used leads to exit code 5
    #[arg(long)]
    pub verify: bool,
    /// A table for people, or one JSON object a file
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    #[command(flatten)]
    pub cache: CacheArguments,
}

/// Arguments of `cache clear`.
#[derive(Debug, Args)]
pub struct CacheClearArguments {
    /// Text for people, or a JSON object
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    #[command(flatten)]
    pub cache: CacheArguments,
}
