//! `loyd cache`: lists the files in the folder of tables, or empties the folder.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

use loyd::service::Fault;
use loyd::service::amounts::{counted, memory};
use loyd_core::table::cache::{Cache, CacheEntry, CacheFileState, Cleared, Stays, VARIABLE};
use loyd_core::table::file::FileError;
use serde::Serialize;

use crate::arguments::{CacheArguments, CacheClearArguments, CacheCommand, CacheCommands, CacheListArguments, Format};
use crate::exit::{Code, Failure};
use crate::output::{self, json, table};

#[derive(Serialize)]
struct Row<'a> {
    version: u32,
    path: String,
    bytes: u64,
    state: &'static str,
    explanation: Option<String>,
    puzzle: Option<&'a str>,
    goal: Option<&'a str>,
    kind: Option<&'a str>,
    layout: Option<&'a str>,
    parameters: Option<&'a BTreeMap<String, String>>,
    notes: Option<&'a BTreeMap<String, String>>,
    entries: Option<u64>,
    encoding: Option<&'a str>,
}

#[derive(Serialize)]
struct ClearedRow {
    version: u32,
    folder: String,
    files: u64,
    bytes: u64,
    kept: Vec<Kept>,
}

#[derive(Serialize)]
struct Kept {
    path: String,
    reason: &'static str,
    explanation: String,
}

/// Returns the format that the user asked for.
pub fn format(asked: &CacheCommands) -> Format {
    match &asked.command {
        CacheCommand::List(CacheListArguments { format, .. })
        | CacheCommand::Clear(CacheClearArguments { format, .. }) => *format,
    }
}

/// Runs the command.
///
/// # Errors
/// When there is no folder, or the folder cannot be read.
pub fn run(asked: &CacheCommands) -> Result<Code, Failure> {
    match &asked.command {
        CacheCommand::List(asked) => list(asked),
        CacheCommand::Clear(asked) => clear(asked),
    }
}

/// Returns the cache and the name of its folder.
fn open(asked: &CacheArguments) -> Result<(Cache, String), Failure> {
    if asked.no_cache {
        return Err(Failure::no_effect("--no-cache", "`loyd cache` always uses the cache folder"));
    }
    let cache = asked.cache();
    let folder = cache.folder().map(shown).ok_or_else(|| {
        Failure::usage(format!("this platform has no cache folder; set one with --cache-dir or {VARIABLE}"))
    })?;
    Ok((cache, folder))
}

fn list(asked: &CacheListArguments) -> Result<Code, Failure> {
    let (cache, folder) = open(&asked.cache)?;
    let mut files = cache.list(asked.verify).map_err(|error| unreadable(&folder, &error))?;
    // The order is by puzzle, with the largest table first; files that belong to no puzzle come last.
    files.sort_by_cached_key(|file| {
        let identity = file.identity.as_ref();
        (identity.is_none(), identity.map(|identity| identity.puzzle.clone()), Reverse(file.bytes), file.path.clone())
    });
    let bad = files.iter().any(|file| matches!(file.state, CacheFileState::Bad(_)));
    let mut out = output::stdout();
    let written = match asked.format {
        Format::Json => files.iter().try_for_each(|file| json::line(&row(file), &mut out)),
        Format::Text => tell(&files, &folder, &mut out),
    };
    written.map_err(Failure::Output)?;
    Ok(if asked.verify && bad { Code::Damaged } else { Code::Answered })
}

fn row(file: &CacheEntry) -> Row<'_> {
    let identity = file.identity.as_ref();
    let (state, explanation) = state(&file.state);
    Row {
        version: json::VERSION,
        path: shown(&file.path),
        bytes: file.bytes,
        state,
        explanation,
        puzzle: identity.map(|identity| identity.puzzle.as_str()),
        goal: identity.map(|identity| identity.goal.as_str()),
        kind: identity.map(|identity| identity.kind.as_str()),
        layout: identity.map(|identity| identity.layout.as_str()),
        parameters: identity.map(|identity| &identity.parameters),
        notes: identity.map(|_| &file.notes),
        entries: identity.map(|identity| identity.entries),
        encoding: identity.map(|identity| identity.encoding.as_str()),
    }
}

/// Returns one word for programs, and a sentence for people if the state needs an explanation.
fn state(state: &CacheFileState) -> (&'static str, Option<String>) {
    match state {
        CacheFileState::Good => ("good", None),
        CacheFileState::Bad(why) => {
            let word = match why {
                FileError::Truncated { .. } => "truncated",
                FileError::Foreign { .. } => "foreign",
                FileError::OtherVersion { .. } => "other-version",
                FileError::OtherIdentity { .. } => "misnamed",
                FileError::System { .. } => "unreadable",
                _ => "damaged",
            };
            (word, Some(why.to_string()))
        }
        CacheFileState::SetAside => ("set-aside", Some("set aside, because it was not usable".into())),
        CacheFileState::Unfinished { locked: true } => ("building", Some("being built".into())),
        CacheFileState::Unfinished { locked: false } => {
            ("unfinished", Some("unfinished, left by a process that ended".into()))
        }
        CacheFileState::Lock { locked } => {
            let held = if *locked { "held by a process" } else { "not held" };
            ("lock", Some(format!("a lock, {held}")))
        }
    }
}

fn tell(files: &[CacheEntry], folder: &str, out: &mut impl Write) -> io::Result<()> {
    if files.is_empty() {
        return writeln!(out, "no tables in {folder}");
    }
    let rows = files.iter().map(|file| {
        let (word, explanation) = state(&file.state);
        let (puzzle, what) = file.identity.as_ref().map_or(Default::default(), |identity| {
            let parameters = identity.parameters.iter().map(|(name, value)| format!("; {name} {value}"));
            let told = match file.notes.get("pieces").zip(file.notes.get("goal")) {
                Some((pieces, goal)) => format!("; pieces {pieces} of the goal {goal}"),
                None => parameters.collect::<String>(),
            };
            (identity.puzzle.clone(), identity.kind.clone() + &told)
        });
        let name = file.path.file_name().map_or_else(String::new, |name| shown(name.as_ref()));
        vec![puzzle, what, memory(file.bytes), explanation.unwrap_or(word.into()), name]
    });
    write!(out, "{}", table::table(&["puzzle", "table", "size", "state", "file"], rows.collect(), &[2]))?;
    let bytes = files.iter().map(|file| file.bytes).sum();
    writeln!(out, "{}, {} in {folder}", counted(files.len() as u128, "file"), memory(bytes))
}

fn clear(asked: &CacheClearArguments) -> Result<Code, Failure> {
    let (cache, folder) = open(&asked.cache)?;
    let cleared = cache.clear().map_err(|error| unreadable(&folder, &error))?;
    let failed = cleared.kept.iter().any(|(_, why)| matches!(why, Stays::System(_)));
    let mut out = output::stdout();
    let written = match asked.format {
        Format::Json => json::line(&cleared_row(&cleared, folder), &mut out),
        Format::Text => tell_cleared(&cleared, &folder, &mut out),
    };
    written.map_err(Failure::Output)?;
    Ok(if failed { Code::Failed } else { Code::Answered })
}

fn cleared_row(cleared: &Cleared, folder: String) -> ClearedRow {
    let kept = cleared.kept.iter().map(|(path, why)| {
        let reason = if matches!(why, Stays::Building) { "building" } else { "system" };
        Kept { path: shown(path), reason, explanation: why.to_string() }
    });
    let Cleared { files, bytes, .. } = *cleared;
    ClearedRow { version: json::VERSION, folder, files, bytes, kept: kept.collect() }
}

fn tell_cleared(cleared: &Cleared, folder: &str, out: &mut impl Write) -> io::Result<()> {
    for (path, why) in &cleared.kept {
        writeln!(out, "kept {}: {why}", path.display())?;
    }
    let files = counted(u128::from(cleared.files), "file");
    writeln!(out, "removed {files}, {}, from {folder}", memory(cleared.bytes))
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

fn unreadable(folder: &str, error: &io::Error) -> Failure {
    Fault::system(format!("cannot read the folder {folder}: {error}")).into()
}
