//! Opened puzzles that are kept for the next question.

use std::fs;
use std::hash::{BuildHasher, Hash, RandomState};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use super::amounts::memory;
use super::{Cancel, Fault, Inner, PuzzleRef, Question, TableHandle};
use crate::planner::Engine;
use loyd_core::limits::Watch;
use loyd_core::opening::{Opening, ReadNames};

/// The most opened puzzles that are kept.
const MOST_ENGINES: usize = 64;

/// The reference of a question that names no puzzle.
pub(super) static NO_PUZZLE: PuzzleRef = PuzzleRef { id: String::new(), board: None };

/// A digest of 128 bits for a text of any length.
type Digest = [u64; 2];

/// Makes digests with secret keys, so that nobody outside can find two texts with the same digest.
#[derive(Default)]
pub(super) struct Digests(RandomState, RandomState);

impl Digests {
    fn of(&self, text: &impl Hash) -> Digest {
        [self.0.hash_one(text), self.1.hash_one(text)]
    }
}

/// The key of an opened puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Key {
    /// The digest of the puzzle, the board and the goal of the question.
    asked: Digest,
    table: Option<(PathBuf, u64, Option<SystemTime>)>,
}

/// A name that was read while a puzzle was opened, and its content.
struct ReadName {
    name: PathBuf,
    most: usize,
    content: Digest,
}

/// A puzzle that is kept opened.
pub(super) struct Opened {
    key: Key,
    read: Arc<[ReadName]>,
    engine: Arc<Engine>,
}

/// The opened puzzles; the least recently used comes first.
#[derive(Default)]
pub(super) struct Engines {
    kept: Mutex<Vec<Opened>>,
    digests: Digests,
}

/// The number of an opened puzzle in the ledger.
pub(super) fn number_of(engine: &Arc<Engine>) -> usize {
    Arc::as_ptr(engine).cast::<()>() as usize
}

/// A reader that remembers what it has read.
struct Recorder<'r> {
    names: &'r dyn ReadNames,
    digests: &'r Digests,
    read: Mutex<Vec<ReadName>>,
}

impl ReadNames for Recorder<'_> {
    fn read(&self, name: &Path, most: usize) -> io::Result<Vec<u8>> {
        let bytes = self.names.read(name, most)?;
        let read = ReadName { name: name.into(), most, content: self.digests.of(&bytes) };
        self.read.lock().unwrap_or_else(PoisonError::into_inner).push(read);
        Ok(bytes)
    }
}

impl Engines {
    fn kept(&self) -> MutexGuard<'_, Vec<Opened>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Finds the opened puzzle of `key` and the names read for it. This puzzle becomes the most recently used one.
    fn find(&self, key: &Key) -> Option<(Arc<Engine>, Arc<[ReadName]>)> {
        let mut kept = self.kept();
        let place = kept.iter().position(|opened| opened.key == *key)?;
        let opened = kept.remove(place);
        let found = (Arc::clone(&opened.engine), Arc::clone(&opened.read));
        kept.push(opened);
        Some(found)
    }

    fn key(&self, question: &Question) -> Key {
        let parts = question.parts();
        let PuzzleRef { id, board } = parts.puzzle().unwrap_or(&NO_PUZZLE);
        Key { asked: self.digests.of(&(id, board, parts.goal())), table: parts.table().map(version_of) }
    }
}

impl Inner {
    /// Returns the opening that opens puzzles for this service under `watch`.
    pub(super) fn opening(&self, watch: &Watch) -> Opening<'_> {
        let opening = Opening::new(watch.clone());
        match &self.names {
            Some(names) => opening.reading(&**names),
            None => opening,
        }
    }

    /// Returns the puzzle of a question: a puzzle that is already open, or one that is opened now and kept. A name in
    /// an id or a goal is read for every question. If its content has changed, the puzzle is opened anew.
    pub(super) fn engine(&self, question: &Question, watch: &Watch, cancel: &Cancel) -> Result<Arc<Engine>, Fault> {
        let key = self.engines.key(question);
        if let Some((engine, read)) = self.engines.find(&key) {
            if read.iter().all(|read| self.is_unchanged(read)) {
                return Ok(engine);
            }
            self.forget(|opened| opened.key == key);
        }
        let recorder = self.names.as_deref().map(|names| Recorder {
            names,
            digests: &self.engines.digests,
            read: Mutex::default(),
        });
        let opening = Opening::new(watch.clone());
        let opening = match &recorder {
            Some(recorder) => opening.reading(recorder),
            None => opening,
        };
        let engine = Arc::new(self.fresh(question, &opening, cancel)?);
        let read = recorder.map(|recorder| recorder.read.into_inner().unwrap_or_else(PoisonError::into_inner));
        let read: Arc<[ReadName]> = read.unwrap_or_default().into();
        // Another thread may have opened the puzzle meanwhile. The same tables must be held only once.
        if let Some((engine, _)) = self.engines.find(&key).filter(|_| read.is_empty()) {
            return Ok(engine);
        }
        self.forget(|opened| opened.key == key);
        self.engines.kept().push(Opened { key, read, engine: Arc::clone(&engine) });
        self.evict(0);
        Ok(engine)
    }

    /// The opened puzzle that is kept for a question, whether or not a file that it names has changed.
    pub(super) fn engine_kept(&self, question: &Question) -> Option<Arc<Engine>> {
        self.engines.find(&self.engines.key(question)).map(|(engine, _)| engine)
    }

    /// The puzzle of a question, if it is already open and no name was read for it. Reads nothing.
    pub(super) fn engine_opened(&self, question: &Question) -> Option<Arc<Engine>> {
        let (engine, read) = self.engines.find(&self.engines.key(question))?;
        read.is_empty().then_some(engine)
    }

    fn is_unchanged(&self, read: &ReadName) -> bool {
        let now = self.names.as_ref().and_then(|names| names.read(&read.name, read.most).ok());
        now.is_some_and(|now| self.engines.digests.of(&now) == read.content)
    }

    /// Opens the puzzle of a question anew, with the table that the question names.
    pub(super) fn fresh(&self, question: &Question, opening: &Opening<'_>, cancel: &Cancel) -> Result<Engine, Fault> {
        let (named, puzzle) = (question.parts().table(), question.parts().puzzle());
        if let Some(path) = named {
            self.fits(path, question.parts().limits().memory)?;
        }
        let table = match named {
            Some(path) if puzzle.is_none_or(|puzzle| puzzle.id.is_empty()) => {
                return TableHandle::checked(path, cancel, None)?.engine_among(opening, &self.families);
            }
            Some(path) => Some((path, TableHandle::checked(path, cancel, None))),
            None => None,
        };
        let engine = self.opened(question, opening)?;
        if let Some((path, table)) = table {
            engine.use_table(path, table?.table())?;
        }
        Ok(engine)
    }

    /// Refuses a table file larger than the memory that may be held: the file is checked whole, and then in memory.
    fn fits(&self, path: &Path, limit: Option<u64>) -> Result<(), Fault> {
        let bytes = fs::metadata(path).map_or(0, |there| there.len());
        match limit.into_iter().chain(self.ledger.budget()).min() {
            Some(most) if bytes > most => Err(Fault::memory(format!(
                "the table {} needs {}, but only {} is available",
                path.display(),
                memory(bytes),
                memory(most)
            ))),
            _ => Ok(()),
        }
    }

    /// Opens the puzzle of a question, without a table.
    pub(super) fn opened(&self, question: &Question, opening: &Opening<'_>) -> Result<Engine, Fault> {
        let PuzzleRef { id, board } = question.parts().puzzle().unwrap_or(&NO_PUZZLE);
        let goal = question.parts().goal();
        match board {
            None => Ok(self.families.open(opening, id, goal)?),
            Some(board) => self
                .families
                .open_board(opening, id, board, goal)
                .map_err(|why| Fault::from(why).instead("puzzle", "board")),
        }
    }

    /// Charges the ledger with the bytes that the opened puzzle of a question holds now.
    pub(super) fn settle(&self, question: &Question) {
        if self.ledger.budget().is_none() {
            return;
        }
        let key = self.engines.key(question);
        for opened in self.engines.kept().iter().filter(|opened| opened.key == key) {
            self.ledger.charge(number_of(&opened.engine), opened.engine.held());
        }
        if self.ledger.is_over() {
            self.evict(0);
        }
    }

    /// Forgets unused puzzles, the least recently used first, until at most `MOST_ENGINES` are kept and `bytes` bytes
    /// are free. With `u64::MAX`, forgets all unused puzzles.
    pub(super) fn evict(&self, bytes: u64) {
        let mut engines = self.engines.kept();
        let mut at = 0;
        while at < engines.len() {
            let is_free = self.ledger.free().is_none_or(|free| free >= bytes) && !self.ledger.is_over();
            let enough = is_free && engines.len() <= MOST_ENGINES;
            if enough && bytes != u64::MAX {
                return;
            }
            if Arc::strong_count(&engines[at].engine) > 1 {
                at += 1;
                continue;
            }
            self.dropped(engines.remove(at));
        }
    }

    fn forget(&self, is_stale: impl Fn(&Opened) -> bool) {
        let mut kept = self.engines.kept();
        kept.extract_if(.., |opened| is_stale(opened)).for_each(|opened| self.dropped(opened));
    }

    fn dropped(&self, opened: Opened) {
        self.ledger.charge(number_of(&opened.engine), 0);
    }
}

/// The version of a table file: its path, length and time. A file with another version is another table.
fn version_of(path: &Path) -> (PathBuf, u64, Option<SystemTime>) {
    let there = fs::metadata(path);
    let length = there.as_ref().map_or(0, fs::Metadata::len);
    (path.into(), length, there.and_then(|there| there.modified()).ok())
}
