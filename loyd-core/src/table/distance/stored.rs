//! Stored distances: packed entries and the number of states at each depth, in memory or in a mapped file.

use super::build::build;
use super::codes::{EntryCodes, EntryPlanes, Fields};
use super::encoding::Encoding;
use super::layout::{ENTRIES, EntryOrder, LAYERS, Layout, TableForm};
use super::tabulate::InMemory;
use super::{DistanceTable, Unbuilt};
use crate::exact::exact;
use crate::limits::{Meter, Stop};
use crate::puzzle::{Notation, Ranked};
use crate::table::board::told_apart;
use crate::table::file::{Damage, ElementKind, FileError, Identity, OwnedTensor, Table, TableBytes};
use crate::table::map::{self, MapCensus, MapOptions, Method, Unmapped, tabulate};

/// The kind of a distance table, in its identity.
pub const KIND: &str = "distances";

/// The distance of every state of a numbered space, in eight, four or two bits each.
///
/// ```
/// use loyd_core::limits::{Limits, Meter};
/// use loyd_core::puzzle::Ranked;
/// use loyd_puzzles::pancake::Pancake;
/// use loyd_core::cells::Nibbles;
/// use loyd_core::table::distance::{StoredDistances, Encoding, TableForm, Walks};
/// let stack = Pancake::<Nibbles>::new(&[0, 1, 2, 3, 4, 5]).unwrap();
/// let limits = Limits::default();
/// let form = TableForm::by_ranks(Encoding::PLANES);
/// let table = StoredDistances::build(&stack, form, &mut Meter::new(&limits)).unwrap();
/// assert_eq!(table.layers().unwrap(), [1, 5, 20, 79, 199, 281, 133, 2]);
/// assert_eq!(table.bytes(), 720 * 2 / 8 + 12); // in groups of 64 states
/// let farthest = (0..720).filter(|&rank| table.distance(&stack, &stack.unrank(rank), &Walks::default()) == Some(7));
/// assert_eq!(farthest.count(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct StoredDistances {
    pub(super) bytes: TableBytes,
    pub(super) encoding: Encoding,
    pub(super) order: EntryOrder,
    pub(super) entries: u64,
    pub(super) layers: Option<Vec<u64>>,
}

impl From<DistanceTable> for StoredDistances {
    fn from(table: DistanceTable) -> Self {
        let (distances, layers) = table.into_parts();
        let entries = distances.len() as u64;
        StoredDistances::new(distances.into(), TableForm::by_ranks(Encoding::Bytes), entries, Some(layers))
    }
}

impl StoredDistances {
    pub(super) fn new(bytes: TableBytes, form: TableForm, entries: u64, layers: Option<Vec<u64>>) -> Self {
        StoredDistances { bytes, encoding: form.encoding, order: EntryOrder::new(form.layout), entries, layers }
    }

    /// Builds the table by retrograde search, on the threads of the current rayon pool. Memory holds only the entries,
    /// and a third bit for each if entries have two. A table by blocks is built as a map is drawn.
    ///
    /// # Errors
    /// [`Unbuilt`].
    ///
    /// # Panics
    /// If the puzzle has no tables of this form; [`TableForm::all`] lists its forms.
    ///
    /// # Complexity
    /// Every move of every state about once; [`Encoding::bits`] for each state, and three bits for two by ranks.
    pub fn build<P: Ranked>(puzzle: &P, form: TableForm, meter: &mut Meter<'_>) -> Result<Self, Unbuilt> {
        let TableForm { encoding, layout } = form;
        let entries = form.entries(puzzle);
        if layout == Layout::Blocks {
            let mut taken = InMemory::new(form, entries);
            let map = tabulate(puzzle, &MapOptions::default(), meter, &mut |_| (), &mut taken);
            return match map {
                Ok(MapCensus { stopped: None, .. }) => {
                    let (bytes, layers) = taken.table();
                    Ok(StoredDistances::new(bytes, form, entries, Some(layers)))
                }
                Ok(MapCensus { stopped: Some(why), .. }) => Err(why.into()),
                Err(Unmapped::NotListed(why)) => Err(why.into()),
                Err(_) => Err(Stop::Bytes.into()),
            };
        }
        let (words, layers) = match encoding {
            Encoding::Bytes => words(build::<_, Fields<8>>(puzzle, encoding, meter)?),
            Encoding::Nibbles => words(build::<_, Fields<4>>(puzzle, encoding, meter)?),
            Encoding::Planes { .. } => words(build::<_, EntryPlanes>(puzzle, encoding, meter)?),
        };
        let bytes = TableBytes::of_words(words).slice(..exact::<usize>(encoding.bytes(entries)));
        Ok(StoredDistances::new(bytes, form, entries, Some(layers)))
    }

    /// The number of bytes held while a table is built.
    pub fn building_bytes<P: Ranked>(puzzle: &P, form: TableForm) -> u64 {
        match (form.layout, form.encoding) {
            (Layout::Blocks, _) => map::size(puzzle, Method::Blocks, false).bytes,
            (Layout::Ranks, Encoding::Bytes) => Fields::<8>::bytes(puzzle.ranks()),
            (Layout::Ranks, Encoding::Nibbles) => Fields::<4>::bytes(puzzle.ranks()),
            (Layout::Ranks, Encoding::Planes { .. }) => EntryPlanes::bytes(puzzle.ranks()),
        }
    }

    /// The identity of a table of this puzzle, which has this id.
    ///
    /// The identity includes the rules or the board of a puzzle from a file, because the file may change.
    pub fn identity<P: Ranked + Notation>(id: &str, puzzle: &P, form: TableForm) -> Identity {
        let board = told_apart(puzzle, id);
        Identity {
            puzzle: id.into(),
            goal: puzzle.write_goal(),
            kind: KIND.into(),
            layout: form.layout.name().into(),
            parameters: board.into_iter().collect(),
            entries: form.entries(puzzle),
            encoding: form.encoding.name().into(),
        }
    }

    /// The arrays for a table's file.
    pub fn tensors(&self) -> Vec<OwnedTensor> {
        let (kind, shape) = self.encoding.shape(self.entries);
        let entries = OwnedTensor { name: ENTRIES.into(), kind, shape, bytes: self.bytes.clone() };
        let layers = self.layers.iter().map(|layers| OwnedTensor {
            name: LAYERS.into(),
            kind: ElementKind::U64,
            shape: vec![layers.len() as u64],
            bytes: TableBytes::of_words(layers.clone()),
        });
        [entries].into_iter().chain(layers).collect()
    }

    /// Reads the distances from a table.
    ///
    /// # Errors
    /// [`FileError`] if the arrays do not match the identity.
    pub fn of(table: &Table) -> Result<Self, FileError> {
        let wrong = |what: String| FileError::from(Damage::Contents(what));
        let Identity { kind, layout, entries, encoding, .. } = table.identity();
        if kind != KIND {
            return Err(FileError::OtherIdentity {
                field: "kind".into(),
                found: Some(kind.clone()),
                expected: Some(KIND.into()),
            });
        }
        let layout = Layout::named(layout).ok_or_else(|| FileError::OtherIdentity {
            field: "layout".into(),
            found: Some(layout.clone()),
            expected: Some(Layout::Ranks.name().into()),
        })?;
        let tensor = |name: &str| table.tensors().iter().find(|tensor| tensor.name == name);
        let there = tensor(ENTRIES).ok_or_else(|| wrong(format!("there is no tensor `{ENTRIES}`")))?;
        let encoding = Encoding::read(encoding, there.kind, &there.shape, *entries).ok_or_else(|| {
            let (kind, shape) = (there.kind.name(), &there.shape);
            wrong(format!("tensor `{ENTRIES}`, {kind} {shape:?}, does not hold {entries} entries of `{encoding}`"))
        })?;
        let layers = tensor(LAYERS).map(|there| match there.kind {
            ElementKind::U64 => Ok(there.bytes.as_chunks().0.iter().map(|word| u64::from_le_bytes(*word)).collect()),
            _ => Err(wrong(format!("tensor `{LAYERS}` is not U64"))),
        });
        let layers: Option<Vec<u64>> = layers.transpose()?;
        if layers.as_ref().is_some_and(|layers| {
            let sum = layers.iter().try_fold(0, |sum: u64, &states| sum.checked_add(states));
            layers.contains(&0) || sum.is_none_or(|sum| sum > *entries) || layers.len() > 1 << 20
        }) {
            return Err(wrong(format!("tensor `{LAYERS}` does not count the states of {entries} entries")));
        }
        Ok(StoredDistances::new(there.bytes.clone(), TableForm { encoding, layout }, *entries, layers))
    }

    /// Reads the distances from a table, if it is a table of this puzzle, which has this id.
    ///
    /// # Errors
    /// [`FileError`] if the table has another identity, or if its arrays do not match the identity.
    pub fn of_puzzle<P: Ranked + Notation>(table: &Table, id: &str, puzzle: &P) -> Result<Self, FileError> {
        let distances = StoredDistances::of(table);
        // The error compares a table of another kind, or of a form that is impossible here, with a possible form.
        let there = distances.as_ref().map_or(TableForm::by_ranks(Encoding::Bytes), StoredDistances::form);
        let form = TableForm::all(puzzle).find(|form| *form == there).unwrap_or(TableForm::by_ranks(there.encoding));
        StoredDistances::identity(id, puzzle, form).expect(table.identity())?;
        distances
    }

    /// The encoding and the order of the entries.
    pub fn form(&self) -> TableForm {
        TableForm { encoding: self.encoding, layout: self.order.layout() }
    }

    /// The encoding of the entries.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// The number of entries.
    pub fn entries(&self) -> u64 {
        self.entries
    }

    /// The number of bytes of the entries.
    pub fn bytes(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// The bytes of the entries, in the layout and the encoding of [`form`](StoredDistances::form).
    pub fn entry_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The number of states at distance 0, 1, 2, ..., if it is recorded.
    pub fn layers(&self) -> Option<&[u64]> {
        self.layers.as_deref()
    }

    /// The value of an entry: the distance, or with two bits the distance modulo 3; `None` if no goal is reached.
    #[inline(always)]
    pub fn entry(&self, index: u64) -> Option<u32> {
        self.encoding.get(&self.bytes, index)
    }

    /// The index of the entry at this place, from 0, among the entries with this distance. Not for two bits
    /// (remainders).
    pub fn nth_at(&self, distance: u32, mut place: u64) -> Option<u64> {
        /// The number of bytes that are counted at a time.
        const CHUNK: usize = 1 << 12;
        let in_byte = u64::from(8 / self.encoding.bits().max(4));
        let is_there = |index: &u64| self.entry(*index) == Some(distance);
        for (number, chunk) in (0u64..).zip(self.bytes.chunks(CHUNK)) {
            let first = number * CHUNK as u64 * in_byte;
            let mut here = (first..self.entries.min(first + chunk.len() as u64 * in_byte)).filter(is_there);
            let count = match self.encoding {
                Encoding::Bytes => chunk.iter().filter(|&&entry| u32::from(entry) == distance).count() as u64,
                _ => here.clone().count() as u64,
            };
            if place < count {
                return here.nth(exact::<usize>(place));
            }
            place -= count;
        }
        None
    }

    /// The value of the entry of the state with this rank.
    #[inline(always)]
    pub(super) fn of_rank<P: Ranked>(&self, puzzle: &P, rank: u64) -> Option<u32> {
        self.entry(self.order.index_of_rank(puzzle, rank))
    }

    /// The index of the entry of a state.
    #[inline(always)]
    pub fn index<P: Ranked>(&self, puzzle: &P, state: &P::State) -> u64 {
        self.order.index(puzzle, state)
    }

    /// The state of the entry with this index; `None` if it belongs to no state.
    pub fn state<P: Ranked>(&self, puzzle: &P, index: u64) -> Option<P::State> {
        self.order.state(puzzle, index)
    }
}

fn words<C: EntryCodes>((codes, layers): (C, Vec<u64>)) -> (Vec<u64>, Vec<u64>) {
    (codes.into_words(), layers)
}
