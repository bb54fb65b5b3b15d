//! The two planes of a whole space, in segments: all in memory, or as many as fit and the others in files.
//!
//! A layer visits the segments in a known order, and each visit needs a few other segments. So the store reads ahead
//! the next segments, and makes room by giving up the segment that is needed last (L. A. Belady, "A study of
//! replacement algorithms for a virtual-storage computer", IBM Systems Journal 5, 1966: no other choice reads less).

pub(in crate::table::map) mod folder;
pub(in crate::table::map) mod spool;

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use zerocopy::{FromZeros, IntoBytes};

use super::store::folder::{CheckpointRecord, Folder, FolderError, Version, segment_identity};
use super::store::spool::{Spool, SpoolRequest, SpoolResult};
use super::{Halt, SegmentWords};
use crate::exact::exact;
use crate::limits::Stop;
use crate::table::file::{Identity, loose};

/// The most segments that are being written to their files at one time.
const WRITES: usize = 4;

/// The most steps that are read ahead.
const AHEAD: usize = 16;

/// A segment to be worked on, and all segments that must be in memory for it, itself included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SegmentStep {
    /// The segment.
    pub own: usize,
    /// The segments that the work reads, with `own`.
    pub needs: Vec<usize>,
}

/// The place of a segment's words.
#[derive(Debug)]
enum SegmentPlace {
    /// Nowhere: all words are zero.
    Blank,
    /// In the segment's latest file.
    Filed,
    /// In memory; `changed` if the words differ from the latest file.
    Held { words: SegmentWords, changed: bool },
    /// With a thread that reads or writes the words.
    Away,
}

#[derive(Debug)]
struct Segment {
    place: SegmentPlace,
    /// The file that the last checkpoint names, and the file that was written last.
    kept: Version,
    latest: Version,
    digest: u64,
    /// Whether the latest file may not be synced to the disk yet.
    loose: bool,
}

/// The folder in which segments are stored.
#[derive(Debug)]
struct SegmentFiles<'f> {
    folder: &'f Folder,
    map: Identity,
    segments: Vec<Arc<Identity>>,
    spool: Spool,
    writes: usize,
}

/// The segments.
#[derive(Debug)]
pub struct Store<'f> {
    words_each: usize,
    segments: Vec<Segment>,
    files: Option<SegmentFiles<'f>>,
    /// The most segments that may be held.
    most: usize,
    held: usize,
    free: Vec<SegmentWords>,
}

/// Puts a record into the folder of a map.
type Commit<'c> = dyn FnMut(&Folder, &Identity, &CheckpointRecord) -> Result<(), Halt> + 'c;

/// The work at steps whose segments are held.
type SegmentWork<'w, 'f> = dyn FnMut(&Store<'f>, &[SegmentStep]) -> Result<(), Halt> + 'w;

impl<'f> Store<'f> {
    /// A store of `number` segments of `words_each` words, with no state met. At most `most` segments are held at a
    /// time. Words are allocated when they are needed.
    pub fn new(number: usize, words_each: usize, most: usize) -> Self {
        let blank = || Segment {
            place: SegmentPlace::Blank,
            kept: Version::None,
            latest: Version::None,
            digest: 0,
            loose: false,
        };
        let segments = (0..number).map(|_| blank()).collect();
        Store { words_each, segments, files: None, most: most.min(number), held: 0, free: Vec::new() }
    }

    /// Stores the segments in a folder, as segments of that map.
    ///
    /// # Errors
    /// If no thread can be started.
    pub fn keep(&mut self, folder: &'f Folder, map: &Identity) -> Result<(), FolderError> {
        let spool = Spool::new().map_err(|why| FolderError::File { path: folder.path().into(), why })?;
        let segments = (0..self.segments.len()).map(|number| Arc::new(segment_identity(map, number))).collect();
        self.files = Some(SegmentFiles { folder, map: map.clone(), segments, spool, writes: 0 });
        Ok(())
    }

    /// The words of a segment that is held.
    ///
    /// # Panics
    /// If the segment is not held, because no step named it.
    #[inline(always)]
    pub fn words(&self, segment: usize) -> &[AtomicU64] {
        match &self.segments[segment].place {
            SegmentPlace::Held { words, .. } => words,
            place => unreachable!("segment {segment} is not held: {place:?}"),
        }
    }

    /// Whether a segment is in memory.
    pub fn is_held(&self, segment: usize) -> bool {
        matches!(self.segments[segment].place, SegmentPlace::Held { .. })
    }

    /// Whether no state of a segment was met.
    pub fn is_blank(&self, segment: usize) -> bool {
        matches!(self.segments[segment].place, SegmentPlace::Blank)
    }

    /// Calls `work` for every step, in that order, for up to `group` steps at a time if all segments may be held.
    /// `changes` is whether `work` changes the steps' own segments.
    ///
    /// # Errors
    /// The error of `work`, or of a file that could not be read or written.
    pub fn visit(
        &mut self,
        steps: &[SegmentStep],
        changes: bool,
        group: usize,
        work: &mut SegmentWork<'_, 'f>,
    ) -> Result<(), Halt> {
        let mut uses = Uses::new(steps, self.segments.len());
        let (mut asked, mut now) = (0, 0);
        // If not all segments can be held, the steps are worked on one by one.
        let group = if self.most < self.segments.len() { 1 } else { group.max(1) };
        while now < steps.len() {
            uses.now = now;
            let group = &steps[now..(now + group).min(steps.len())];
            loop {
                while asked < steps.len().min(now + group.len() + AHEAD) && self.ask(&steps[asked], &mut uses, asked)? {
                    asked += 1;
                }
                let mut needs = group.iter().flat_map(|step| &step.needs);
                if asked >= now + group.len() && needs.all(|&segment| self.is_held(segment)) {
                    break;
                }
                // The store has fewer words than one step needs, so the visit cannot continue.
                if !self.settle_one()? {
                    return Err(Stop::Bytes.into());
                }
            }
            let worked = work(self, group);
            if changes {
                for step in group {
                    if let SegmentPlace::Held { changed, .. } = &mut self.segments[step.own].place {
                        *changed = true;
                    }
                }
            }
            if worked.is_err() {
                self.settle()?;
                return worked;
            }
            now += group.len();
        }
        self.settle()
    }

    /// Whether all segments may be in memory.
    pub fn holds_all(&self) -> bool {
        self.most >= self.segments.len()
    }

    /// Calls `work` once, while the own segments of all these steps are held. The store must have room for all of them.
    pub fn hold(
        &mut self,
        steps: &[SegmentStep],
        changes: bool,
        work: &mut dyn FnMut(&Store<'f>) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        let mut last = steps.len();
        self.visit(steps, changes, usize::MAX, &mut |store, steps| {
            last -= steps.len();
            if last == 0 { work(store) } else { Ok(()) }
        })
    }

    /// Passes the words of segments to `take`, one after the other. Without a folder, the words are dropped then.
    pub fn hand_over(
        &mut self,
        segments: &[usize],
        take: &mut dyn FnMut(&[AtomicU64]) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        for &own in segments {
            self.visit(&[SegmentStep { own, needs: vec![own] }], false, 1, &mut |store, _| take(store.words(own)))?;
            if self.files.is_none() {
                self.segments[own].place = SegmentPlace::Blank;
                self.held -= 1;
            }
        }
        Ok(())
    }

    /// Requests the segments that a step needs and that are not held. Returns whether all are held or on their way.
    fn ask(&mut self, step: &SegmentStep, uses: &mut Uses, at: usize) -> Result<bool, Halt> {
        for &segment in &step.needs {
            let is_filed = match self.segments[segment].place {
                SegmentPlace::Held { .. } | SegmentPlace::Away => continue,
                SegmentPlace::Blank => false,
                SegmentPlace::Filed => true,
            };
            let Some(mut words) = self.room(uses, at)? else { return Ok(false) };
            if !is_filed {
                words.as_mut_bytes().fill(0);
                self.segments[segment].place = SegmentPlace::Held { words, changed: false };
                continue;
            }
            let Segment { latest, digest, .. } = self.segments[segment];
            let Some(files) = &mut self.files else { unreachable!("a segment is filed in no folder") };
            files.spool.send(segment, files.folder.segment(segment, latest), SpoolRequest::Read { words, digest });
            self.segments[segment].place = SegmentPlace::Away;
        }
        Ok(true)
    }

    /// Returns words for a segment, with arbitrary contents; `None` if another segment must be written or used first.
    fn room(&mut self, uses: &mut Uses, at: usize) -> Result<Option<SegmentWords>, Halt> {
        if let Some(words) = self.free.pop() {
            return Ok(Some(words));
        }
        if self.held < self.most {
            let words = <[AtomicU64]>::new_box_zeroed_with_elems(self.words_each).map_err(|_| Stop::Bytes)?;
            self.held += 1;
            return Ok(Some(words));
        }
        let held = (0..self.segments.len()).filter(|&segment| self.is_held(segment));
        let Some((_, last)) = held.map(|segment| (uses.next(segment), segment)).filter(|(next, _)| *next > at).max()
        else {
            return Ok(None);
        };
        if matches!(self.segments[last].place, SegmentPlace::Held { changed: true, .. }) {
            if self.files.as_ref().is_some_and(|files| files.writes < WRITES) {
                self.write(last);
            }
            return Ok(None);
        }
        let place = if self.segments[last].latest == Version::None { SegmentPlace::Blank } else { SegmentPlace::Filed };
        match std::mem::replace(&mut self.segments[last].place, place) {
            SegmentPlace::Held { words, .. } => Ok(Some(words)),
            place => unreachable!("segment {last} was held: {place:?}"),
        }
    }

    /// Sends a held segment to the file that the checkpoint does not name.
    fn write(&mut self, number: usize) {
        let Some(files) = &mut self.files else { unreachable!("a segment is written to no folder") };
        let segment = &mut self.segments[number];
        let path = files.folder.segment(number, segment.kept.other());
        match std::mem::replace(&mut segment.place, SegmentPlace::Away) {
            SegmentPlace::Held { words, .. } => {
                let identity = Arc::clone(&files.segments[number]);
                files.spool.send(number, path, SpoolRequest::Write { words, identity });
                files.writes += 1;
            }
            place => segment.place = place,
        }
    }

    /// Waits for one errand. Returns whether there was an errand.
    fn settle_one(&mut self) -> Result<bool, Halt> {
        let Some(files) = &mut self.files else { return Ok(false) };
        let Some((number, done)) = files.spool.wait()? else { return Ok(false) };
        let segment = &mut self.segments[number];
        match done {
            SpoolResult::Read { words } => segment.place = SegmentPlace::Held { words, changed: false },
            SpoolResult::Written { words, digest } => {
                files.writes -= 1;
                segment.place = SegmentPlace::Held { words, changed: false };
                (segment.latest, segment.digest, segment.loose) = (segment.kept.other(), digest, true);
            }
            SpoolResult::Synced => segment.loose = false,
        }
        Ok(true)
    }

    /// Waits for all errands.
    fn settle(&mut self) -> Result<(), Halt> {
        while self.settle_one()? {}
        Ok(())
    }

    /// Writes the changed segments, and then the record with the file of each segment. Does nothing without a folder.
    pub fn checkpoint(&mut self, record: CheckpointRecord) -> Result<(), Halt> {
        self.checkpoint_by(record, &mut |folder, identity, record| Ok(folder.write(identity, record)?))
    }

    /// Writes a checkpoint like `checkpoint`, and lets `commit` put the record into the folder.
    /// When `commit` returns, the record counts.
    pub fn checkpoint_by(&mut self, mut record: CheckpointRecord, commit: &mut Commit<'_>) -> Result<(), Halt> {
        if self.files.is_none() {
            return Ok(());
        }
        self.settle()?;
        // A failed write loses the segment's words, and a checkpoint must not name the older file.
        if let Some(lost) = self.segments.iter().position(|segment| matches!(segment.place, SegmentPlace::Away)) {
            let path = self.files.as_ref().map_or_else(Default::default, |files| files.folder.path().into());
            return Err(FolderError::Mixed { path, why: format!("segment {lost} could not be written") }.into());
        }
        for number in 0..self.segments.len() {
            if matches!(self.segments[number].place, SegmentPlace::Held { changed: true, .. }) {
                self.write(number);
                while self.files.as_ref().is_some_and(|files| files.writes >= 2 * WRITES) {
                    self.settle_one()?;
                }
            }
        }
        self.settle()?;
        let Some(files) = &mut self.files else { return Ok(()) };
        for (number, segment) in self.segments.iter().enumerate().filter(|(_, segment)| segment.loose) {
            files.spool.send(number, files.folder.segment(number, segment.latest), SpoolRequest::Sync);
        }
        self.settle()?;
        record.versions = self.segments.iter().map(|segment| segment.latest).collect();
        record.digests = self.segments.iter().map(|segment| segment.digest).collect();
        if let Some(files) = &self.files {
            commit(files.folder, &files.map, &record)?;
        }
        self.segments.iter_mut().for_each(|segment| segment.kept = segment.latest);
        Ok(())
    }

    /// Reads the record of the folder's checkpoint, if there is one, and checks every byte of its segments.
    pub fn recall(&mut self) -> Result<Option<CheckpointRecord>, FolderError> {
        let Some(files) = &self.files else { return Ok(None) };
        let Some(record) = files.folder.read(&files.map)? else { return Ok(None) };
        if record.versions.len() != self.segments.len() {
            let why = format!("expected {} segments, found {}", self.segments.len(), record.versions.len());
            return Err(FolderError::Mixed { path: files.folder.path().into(), why });
        }
        self.adopt(&record, 0..self.segments.len())?;
        Ok(Some(record))
    }

    /// Takes the segments at `places` from the folder, as a record names them, and checks every byte of them.
    pub fn adopt(&mut self, record: &CheckpointRecord, places: Range<usize>) -> Result<(), FolderError> {
        let Some(files) = &self.files else { return Ok(()) };
        let there = places.clone().into_par_iter().filter(|&number| record.versions[number] != Version::None);
        there.try_for_each(|number| {
            let (version, digest) = (record.versions[number], record.digests[number]);
            files.folder.check(number, version, &files.segments[number], digest)
        })?;
        for number in places {
            let (version, segment) = (record.versions[number], &mut self.segments[number]);
            (segment.kept, segment.latest, segment.digest) = (version, version, record.digests[number]);
            let place = if version == Version::None { SegmentPlace::Blank } else { SegmentPlace::Filed };
            if let SegmentPlace::Held { words, .. } = std::mem::replace(&mut segment.place, place) {
                self.free.push(words);
            }
        }
        Ok(())
    }

    /// Bytes of a segment.
    pub fn segment_bytes(&self) -> usize {
        self.words_each * size_of::<u64>()
    }

    /// Reads the words of a segment that a record of any folder names: the bytes of its file.
    pub fn fetch(&self, folder: &Folder, record: &CheckpointRecord, number: usize) -> Result<Vec<u8>, FolderError> {
        let path = folder.segment(number, record.versions[number]);
        let mut bytes = vec![0; self.segment_bytes()];
        match loose::read(&path, &mut bytes) {
            Ok(digest) if digest == record.digests[number] => Ok(bytes),
            Ok(_) => Err(FolderError::Mixed { path, why: "the segment does not belong to the checkpoint".into() }),
            Err(why) => Err(FolderError::File { path, why }),
        }
    }

    /// Replaces the words of a segment; `None` if the number of bytes is wrong.
    pub fn put(&mut self, number: usize, bytes: &[u8]) -> Result<Option<()>, Halt> {
        if bytes.len() != self.segment_bytes() {
            return Ok(None);
        }
        let step = [SegmentStep { own: number, needs: vec![number] }];
        self.visit(&step, true, 1, &mut |store, _| {
            let words = bytes.chunks_exact(8).map(|word| word.try_into().map_or(0, u64::from_ne_bytes));
            store.words(number).iter().zip(words).for_each(|(there, word)| there.store(word, Ordering::Relaxed));
            Ok(())
        })?;
        Ok(Some(()))
    }
}

/// The steps at which each segment is needed.
struct Uses {
    /// The steps that need the first segment, then the steps that need the second, and so on, each list ascending.
    steps: Vec<u32>,
    /// For each segment, the range in `steps` of the steps still to come.
    ranges: Vec<(usize, usize)>,
    /// The current step.
    now: usize,
}

impl Uses {
    fn new(steps: &[SegmentStep], segments: usize) -> Uses {
        let mut ranges = vec![(0, 0); segments];
        steps.iter().flat_map(|step| &step.needs).for_each(|&segment| ranges[segment].1 += 1);
        let mut end = 0;
        for range in &mut ranges {
            let length = range.1;
            *range = (end, end);
            end += length;
        }
        let mut all = vec![0; end];
        for (number, step) in steps.iter().enumerate() {
            for &segment in &step.needs {
                all[ranges[segment].1] = exact::<u32>(number);
                ranges[segment].1 += 1;
            }
        }
        Uses { steps: all, ranges, now: 0 }
    }

    /// The next step that needs a segment, the current step included; [`usize::MAX`] if there is no such step.
    fn next(&mut self, segment: usize) -> usize {
        let (begin, end) = &mut self.ranges[segment];
        while begin < end && (self.steps[*begin] as usize) < self.now {
            *begin += 1;
        }
        if begin < end { self.steps[*begin] as usize } else { usize::MAX }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// A segment that could not be written is lost, and a checkpoint that names its older file would be wrong.
    #[test]
    fn what_was_lost_is_in_no_checkpoint() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::open(place.path()).unwrap();
        let map = Identity {
            puzzle: "swap:2".into(),
            goal: "1 2/3 4".into(),
            kind: "map".into(),
            layout: "blocks/1".into(),
            parameters: Default::default(),
            entries: 3,
            encoding: "two lanes".into(),
        };
        let mut store = Store::new(2, 8, 1);
        store.keep(&folder, &map).unwrap();
        let step = |own| [SegmentStep { own, needs: vec![own] }];
        store.visit(&step(0), true, 1, &mut |_, _| Ok(())).unwrap();
        // A directory with the file's name makes the write fail.
        let in_the_way = folder.segment(0, Version::A);
        fs::create_dir(&in_the_way).unwrap();
        assert!(matches!(store.visit(&step(1), true, 1, &mut |_, _| Ok(())), Err(Halt::Folder(_))));
        fs::remove_dir(&in_the_way).unwrap();
        assert!(matches!(store.checkpoint(CheckpointRecord::default()), Err(Halt::Folder(_))));
        assert!(!folder.has_checkpoint());
    }
}
