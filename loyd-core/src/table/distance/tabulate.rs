//! Tables that are the words of a map: taken into memory, or written to a file while the map provides them.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use zerocopy::IntoBytes;

use super::layout::{ENTRIES, LAYERS, TableForm};
use crate::table::file::{ElementKind, FileError, Identity, Stream, TableBytes};
use crate::table::map::TableTaker;

/// Takes a table into memory.
#[derive(Debug)]
pub(super) struct InMemory {
    form: TableForm,
    entries: u64,
    words: Vec<u64>,
    layers: Vec<u64>,
}

impl InMemory {
    pub fn new(form: TableForm, entries: u64) -> Self {
        InMemory { form, entries, words: Vec::new(), layers: Vec::new() }
    }

    /// The entries, and the number of states of each layer.
    pub fn table(self) -> (TableBytes, Vec<u64>) {
        (TableBytes::of_words(self.words), self.layers)
    }
}

impl TableTaker for InMemory {
    fn begin(&mut self, layers: &[u64]) -> Result<(), FileError> {
        self.layers = layers.to_vec();
        // The memory is only reserved here and used while it is filled. The map gives back its own memory meanwhile.
        let words = self.form.encoding.bytes(self.entries) / ElementKind::U64.bytes();
        let reserved = usize::try_from(words).map(|words| self.words.try_reserve_exact(words));
        let out_of_memory = || FileError::system("hold the table")(std::io::ErrorKind::OutOfMemory.into());
        reserved.ok().and_then(Result::ok).ok_or_else(out_of_memory)
    }

    fn take(&mut self, words: &[AtomicU64]) -> Result<(), FileError> {
        self.words.extend(words.iter().map(|word| word.load(Ordering::Relaxed)));
        Ok(())
    }
}

/// Writes a table to a file while the map provides it.
#[derive(Debug)]
pub struct ToFile {
    path: PathBuf,
    identity: Identity,
    form: TableForm,
    stream: Option<Stream>,
    layers: Vec<u64>,
    words: Vec<u64>,
}

impl ToFile {
    /// Writes to this file, which is made or replaced when the table is complete. The table has this identity and form.
    pub fn new(path: PathBuf, identity: Identity, form: TableForm) -> Self {
        ToFile { path, identity, form, stream: None, layers: Vec::new(), words: Vec::new() }
    }

    /// Puts the file in place; does nothing if no table came.
    ///
    /// # Errors
    /// The error that the system reports.
    pub fn finish(self) -> Result<(), FileError> {
        let Some(mut stream) = self.stream else { return Ok(()) };
        self.layers.iter().try_for_each(|states| stream.write(&states.to_le_bytes()))?;
        stream.finish()
    }
}

impl TableTaker for ToFile {
    fn begin(&mut self, layers: &[u64]) -> Result<(), FileError> {
        let (kind, shape) = self.form.encoding.shape(self.identity.entries);
        let tensors = [(ENTRIES, kind, shape), (LAYERS, ElementKind::U64, vec![layers.len() as u64])];
        self.layers = layers.to_vec();
        self.stream = Some(Stream::begin(&self.path, &self.identity, &tensors)?);
        Ok(())
    }

    fn take(&mut self, words: &[AtomicU64]) -> Result<(), FileError> {
        /// The number of words that are copied at a time.
        const SOME: usize = 1 << 13;
        let Some(stream) = &mut self.stream else { return Ok(()) };
        words.chunks(SOME).try_for_each(|words| {
            self.words.clear();
            self.words.extend(words.iter().map(|word| word.load(Ordering::Relaxed).to_le()));
            stream.write(self.words.as_bytes())
        })
    }
}
