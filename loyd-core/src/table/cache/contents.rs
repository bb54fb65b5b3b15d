//! The contents of a cache folder, and how the folder is emptied.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::{ASIDE, BAD, Cache, LOCK, MAP, with_end};
use crate::table::file::{FileError, Identity, NAME, Notes, Table, inspect, name_of};
use crate::table::lock::Lock;
use crate::table::map::{Folder, FolderError};

/// A file in a cache folder, or the folder of a map in it.
#[derive(Debug)]
pub struct CacheEntry {
    /// The path of the file or folder.
    pub path: PathBuf,
    /// The length in bytes.
    pub bytes: u64,
    /// The identity, if it can be read.
    pub identity: Option<Identity>,
    /// The notes that help to read the table.
    pub notes: Notes,
    /// The state of the file or folder.
    pub state: CacheFileState,
}

/// The state of a file in a cache folder.
#[derive(Debug)]
pub enum CacheFileState {
    /// A table under its own name. Its header and length are right, or all of its bytes if every byte was checked.
    Good,
    /// A table that cannot be used.
    Bad(FileError),
    /// A table that could not be used, and was moved aside.
    SetAside,
    /// A table or a map that a process is making now, or that a stopped process left.
    Unfinished {
        /// Whether somebody holds the lock of the table or map.
        locked: bool,
    },
    /// A lock of a table.
    Lock {
        /// Whether somebody holds the lock.
        locked: bool,
    },
}

/// The result of emptying a cache folder.
#[derive(Debug, Default)]
pub struct Cleared {
    /// The number of removed files.
    pub files: u64,
    /// The number of bytes of the removed files.
    pub bytes: u64,
    /// The files that stay, each with the reason.
    pub kept: Vec<(PathBuf, Stays)>,
}

/// The reason why a file stays when its folder is emptied.
#[derive(Debug, thiserror::Error)]
pub enum Stays {
    /// Somebody holds the lock of the file's table.
    #[error("another process is building it")]
    Building,
    /// The system cannot remove the file.
    #[error("cannot remove the file: {0}")]
    System(#[source] io::Error),
}

/// The kind of a file, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CacheFileKind {
    Table,
    SetAside,
    Unfinished,
    Lock,
    Map,
}

/// The length of the hash in a table's name.
const HASH: usize = 16;

/// The table's name in a file's name, and the kind of the file; `None` for files that are not loyd's.
fn kind(name: &str) -> Option<(&str, CacheFileKind)> {
    let end = name.find(NAME.1)? + NAME.1.len();
    let (table, rest) = name.split_at(end);
    let stem = table.strip_prefix(NAME.0)?.strip_suffix(NAME.1)?;
    let (readable, hash) = stem.rsplit_once('-')?;
    let is_hash = hash.len() == HASH && hash.bytes().all(|c| matches!(c, b'0'..=b'9' | b'a'..=b'f'));
    if readable.is_empty() || !is_hash {
        return None;
    }
    let kind = match rest {
        "" => CacheFileKind::Table,
        LOCK => CacheFileKind::Lock,
        MAP => CacheFileKind::Map,
        _ if rest.starts_with(ASIDE) => CacheFileKind::Unfinished,
        _ if rest.strip_prefix(BAD).is_some_and(|number| number.parse::<u32>().is_ok()) => CacheFileKind::SetAside,
        _ => return None,
    };
    Some((table, kind))
}

impl Cache {
    /// Lists loyd's files in the folder, sorted by name; an empty list if there is no folder. If `whole`, every byte of
    /// every table is checked, else only headers and lengths.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn list(&self, whole: bool) -> io::Result<Vec<CacheEntry>> {
        let entries = self.ours()?.into_iter().map(|(path, table, kind)| {
            let bytes = if kind == CacheFileKind::Map { files_in(&path).1 } else { length(&path) };
            let read = || match whole {
                true => Table::open_any(&path).map(|table| (table.identity().clone(), table.notes().clone())),
                false => identity_and_notes(&path),
            };
            let locked = || matches!(Lock::is_taken(&with_end(&table, LOCK)), Ok(true));
            let (told, state) = match kind {
                CacheFileKind::Table => match read() {
                    Ok(told) => {
                        let state = named(&path, &told.0).map_or_else(CacheFileState::Bad, |()| CacheFileState::Good);
                        (Some(told), state)
                    }
                    Err(why) => (identity_and_notes(&path).ok(), CacheFileState::Bad(why)),
                },
                CacheFileKind::SetAside => (identity_and_notes(&path).ok(), CacheFileState::SetAside),
                CacheFileKind::Unfinished => {
                    (identity_and_notes(&path).ok(), CacheFileState::Unfinished { locked: locked() })
                }
                CacheFileKind::Lock => (None, CacheFileState::Lock { locked: locked() }),
                CacheFileKind::Map => {
                    let told = identity_and_notes(&Folder::checkpoint_in(&path)).ok();
                    (told, CacheFileState::Unfinished { locked: Folder::is_taken(&path) })
                }
            };
            let (identity, notes) = told.map_or_else(Default::default, |(identity, notes)| (Some(identity), notes));
            CacheEntry { path, bytes, identity, notes, state }
        });
        // Files that were removed in the meantime are left out.
        Ok(entries.filter(|entry| !matches!(&entry.state, CacheFileState::Bad(why) if why.is_missing())).collect())
    }

    /// Removes loyd's files from the folder: tables, unfinished maps, files that were set aside, and leftovers of
    /// killed builders. The files of a table that somebody builds now stay.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn clear(&self) -> io::Result<Cleared> {
        let mut cleared = Cleared::default();
        let mut tables: BTreeMap<PathBuf, BTreeSet<PathBuf>> = BTreeMap::new();
        for (path, table, kind) in self.ours()? {
            if kind == CacheFileKind::Map {
                clear_map(path, &mut cleared);
                continue;
            }
            let files = tables.entry(table).or_default();
            // The lock's own file is removed when the lock is released.
            if kind != CacheFileKind::Lock {
                files.insert(path);
            }
        }
        for (table, files) in tables {
            let _lock = match Lock::try_take(&with_end(&table, LOCK)) {
                Ok(None) => {
                    cleared.kept.extend(files.into_iter().map(|path| (path, Stays::Building)));
                    continue;
                }
                // If the system supports no locks, nobody else can hold one.
                lock => lock.ok().flatten(),
            };
            for path in files {
                let bytes = length(&path);
                match fs::remove_file(&path) {
                    Ok(()) => (cleared.files, cleared.bytes) = (cleared.files + 1, cleared.bytes + bytes),
                    Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                    Err(error) => cleared.kept.push((path, Stays::System(error))),
                }
            }
        }
        Ok(cleared)
    }

    /// loyd's files, each with its table's path and its kind, sorted by name.
    fn ours(&self) -> io::Result<Vec<(PathBuf, PathBuf, CacheFileKind)>> {
        let Some(folder) = self.folder() else { return Ok(Vec::new()) };
        let there = match fs::read_dir(folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            there => there?,
        };
        let mut ours = Vec::new();
        for file in there {
            let name = file?.file_name();
            if let Some((table, kind)) = name.to_str().and_then(kind) {
                ours.push((folder.join(&name), folder.join(table), kind));
            }
        }
        ours.sort_by(|a, b| a.0.cmp(&b.0));
        Ok(ours)
    }
}

/// Checks that a table's file has the name by which it is looked for. Under another table's name the file is useless.
fn named(path: &Path, identity: &Identity) -> Result<(), FileError> {
    let (found, expected) = (path.file_name().map(|name| name.to_string_lossy().into_owned()), name_of(identity));
    if found == expected {
        return Ok(());
    }
    Err(FileError::OtherIdentity { field: "file name".into(), found, expected })
}

fn length(path: &Path) -> u64 {
    fs::symlink_metadata(path).map_or(0, |there| there.len())
}

/// The number of files in a folder, and the number of their bytes.
fn files_in(folder: &Path) -> (u64, u64) {
    let files = fs::read_dir(folder).into_iter().flatten().flatten().map(|there| length(&there.path()));
    files.fold((0, 0), |(files, bytes), length| (files + 1, bytes + length))
}

/// Removes an unfinished map, unless somebody is working on it.
fn clear_map(path: PathBuf, cleared: &mut Cleared) {
    let (files, bytes) = files_in(&path);
    match Folder::open(&path).and_then(Folder::clear) {
        Ok(()) => {
            (cleared.files, cleared.bytes) = (cleared.files + files, cleared.bytes + bytes);
            // The folder stays if somebody put other files into it.
            let _ = fs::remove_dir(path);
        }
        Err(FolderError::Taken { .. }) => cleared.kept.push((path, Stays::Building)),
        Err(FolderError::File { why: FileError::System { source, .. }, .. }) => {
            cleared.kept.push((path, Stays::System(source)));
        }
        Err(why) => cleared.kept.push((path, Stays::System(io::Error::other(why)))),
    }
}

/// The identity and the notes in a table's file.
fn identity_and_notes(path: &Path) -> Result<(Identity, Notes), FileError> {
    inspect(path).map(|(identity, notes, _)| (identity, notes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_names_are_ours() {
        let table = "loyd-swap-2-distances-0123456789abcdef.safetensors";
        for (end, expected) in [
            ("", Some(CacheFileKind::Table)),
            (".lock", Some(CacheFileKind::Lock)),
            (".tmp-Ab3xY", Some(CacheFileKind::Unfinished)),
            (".bad-1", Some(CacheFileKind::SetAside)),
            (".map", Some(CacheFileKind::Map)),
            (".bad-", None),
            (".bak", None),
        ] {
            assert_eq!(kind(&format!("{table}{end}")), expected.map(|kind| (table, kind)), "{end}");
        }
        let others = [
            "model.safetensors",
            "loyd-notes.txt",
            "loyd-a-0123456789abcdeg.safetensors",
            "loyd-0123456789abcdef.safetensors",
            "loyd-.safetensors",
            ".safetensors",
            "",
        ];
        for name in others {
            assert_eq!(kind(name), None, "{name}");
        }
    }
}
