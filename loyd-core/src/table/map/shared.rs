//! The work that the processes of one map do together, by every method of search. The processes agree on when to stop
//! and when to write a checkpoint, and send what they find. A checkpoint counts as soon as all have written it.

mod comparison;
mod known;
mod moving;
mod outbox;

use std::ops::Range;

use super::peers::{Parcel, Partnership};
use super::store::Store;
use super::store::folder::{CheckpointRecord, Folder, FolderError};
use super::{Halt, Keep, Share};
use crate::exact::exact;
use crate::limits::Stop;

pub use comparison::RemoteLookup;
use known::{Begin, FolderCheckpoint, FolderReport, begin};
use moving::Moving;
pub use outbox::Outbox;

/// All reasons to stop, in an order that is the same in every process.
const STOPS: [Stop; 8] =
    [Stop::Time, Stop::Bytes, Stop::Nodes, Stop::Moves, Stop::Depth, Stop::Cancelled, Stop::Enough, Stop::Cost];

/// Data that is sent and received in rounds.
pub trait Trade {
    /// Puts the next data into the outbox, until the outbox is full. Returns whether more data follows.
    fn give(&mut self, out: &mut Outbox) -> Result<bool, Halt>;

    /// Does local work once, while the first round is on its way, until it is done or `is_lost` reports a lost process.
    fn meanwhile(&mut self, _is_lost: &dyn Fn() -> bool) -> Result<(), Halt> {
        Ok(())
    }

    /// Receives the bytes of one process.
    fn take(&mut self, from: usize, bytes: Vec<u8>) -> Result<(), Halt>;

    /// Is called after all bytes of a round were received.
    fn settle(&mut self) -> Result<(), Halt> {
        Ok(())
    }
}

/// The parts of a space in a checkpoint. Each part has the words of a segment, and some numbers.
pub trait Parts {
    /// How many numbers are noted for each part; the last of all parts may have fewer.
    fn each(&self) -> usize;

    /// How many numbers are noted for the part at a place.
    fn noted(&self, place: usize) -> usize;

    /// Appends the numbers of a part of this process.
    fn note(&self, place: usize, numbers: &mut Vec<u64>);

    /// Restores the numbers of a part.
    fn take_up(&mut self, place: usize, numbers: &[u64]);
}

/// The owners of the places.
pub struct Ownership<'o> {
    /// The number of places.
    pub places: usize,
    /// The places of this process.
    pub own: Range<usize>,
    /// The owner of each place.
    pub owner: &'o dyn Fn(usize) -> usize,
}

/// A process among those that make a map.
pub struct MapProcess<'p> {
    partnership: &'p Partnership,
    keep: Option<&'p Keep<'p>>,
    /// Folders of processes that no longer take part. This process has taken them over until the next checkpoint.
    adopted: Vec<Folder>,
    /// Whether a checkpoint was just written.
    was_kept: bool,
    /// The number of layers in the checkpoint from which the map continues.
    taken_up: Option<u64>,
}

/// The decision of all processes before a layer.
pub enum Agreed {
    GoOn,
    Checkpoint,
}

impl<'p> MapProcess<'p> {
    /// A process with these partners. Either every process has a folder, or no process has one.
    pub fn new(partnership: &'p Partnership, keep: Option<&'p Keep<'p>>) -> MapProcess<'p> {
        MapProcess { partnership, keep, adopted: Vec::new(), was_kept: false, taken_up: None }
    }

    /// The part of this process.
    pub fn share(&self) -> Share {
        self.partnership.share()
    }

    /// Agrees with all processes on what comes next: if one process has to stop or to write a checkpoint, all do.
    pub fn agree(&mut self, wish: Option<Stop>, is_due: bool) -> Result<Agreed, Halt> {
        let wish = wish.and_then(|wish| STOPS.iter().position(|&stop| stop == wish)).map_or(0, |place| place + 1);
        let due = is_due && !std::mem::take(&mut self.was_kept);
        let told = self.partnership.tell(&[wish as u64, u64::from(due)])?;
        let of = |number: usize| told.iter().filter_map(move |told| told.get(number).copied()).max().unwrap_or(0);
        if let Some(stop) = of(0).checked_sub(1).and_then(|place| STOPS.get(exact::<usize>(place))) {
            return Err(Halt::Stop(*stop));
        }
        if of(1) == 0 {
            self.partnership.begin_layers();
            return Ok(Agreed::GoOn);
        }
        self.was_kept = true;
        Ok(Agreed::Checkpoint)
    }

    /// The sum of the numbers of all processes.
    pub fn sum(&self, number: u64) -> Result<u64, Halt> {
        let [sum] = self.partnership.sum([number])?;
        Ok(sum)
    }

    /// Ends the layer of a depth, in which this process has found `states` states. Returns the sum over all processes.
    pub fn end_layer(&self, depth: u32, states: u64) -> Result<u64, Halt> {
        Ok(self.partnership.end_layer(depth, states)?)
    }

    /// The ranks of all processes, ascending, each once.
    pub fn gather(&self, ranks: &[u64]) -> Result<Vec<u64>, Halt> {
        let mut all: Vec<u64> = self.partnership.tell(ranks)?.into_iter().flatten().collect();
        all.sort_unstable();
        all.dedup();
        Ok(all)
    }

    /// Sends and receives until no process has more data; two rounds are under way at a time. The last byte of a parcel
    /// is 0 if its sender has no more data.
    pub fn exchange(&self, trade: &mut dyn Trade) -> Result<(), Halt> {
        let Share { own, number, .. } = self.share();
        let mut peers = self.partnership.peers();
        let others = || (0..number).filter(move |&to| to != own);
        let mut out = Outbox::new(self.partnership);
        let mut has_more = true;
        let mut send = |trade: &mut dyn Trade, has_more: &mut bool, peers: &mut dyn super::Peers| {
            *has_more = *has_more && trade.give(&mut out)?;
            for to in others() {
                peers.send(to, out.parcel(to, *has_more))?;
            }
            peers.close()?;
            Ok::<bool, Halt>(*has_more)
        };
        let mut had_more = send(trade, &mut has_more, &mut **peers)?;
        trade.meanwhile(&|| self.partnership.lost().is_some())?;
        self.partnership.lost().map_or(Ok(()), Err)?;
        loop {
            let goes_on = send(trade, &mut has_more, &mut **peers)?;
            let parcels = peers.receive()?;
            let mut is_last = !had_more;
            for Parcel { from, mut bytes } in parcels {
                is_last &= bytes.pop().unwrap_or(0) == 0;
                trade.take(from, bytes)?;
            }
            trade.settle()?;
            had_more = goes_on;
            if is_last {
                break;
            }
        }
        // The round that is still open contains no data.
        peers.receive()?;
        Ok(())
    }

    /// Writes a checkpoint: every process writes beside the one that counts, and replaces it when all have written.
    pub fn checkpoint(&mut self, store: &mut Store<'_>, record: CheckpointRecord) -> Result<(), Halt> {
        // The checkpoint from which the map continues is still in some folders. A second checkpoint with as many
        // layers, but other parts in each folder, could not be distinguished from it.
        if self.keep.is_none() || self.taken_up == Some(record.layers.len() as u64) {
            return Ok(());
        }
        let (partnership, layers) = (self.partnership, record.layers.len());
        store.checkpoint_by(record, &mut |folder, identity, record| {
            folder.write_next(identity, record)?;
            partnership.tell(&[])?;
            Ok(folder.promote()?)
        })?;
        partnership.has_kept(layers);
        self.clear_adopted()
    }

    /// Ends a complete map. After all have marked it as done, each may remove its files, and none counts as missing.
    pub fn finish(&mut self) -> Result<(), Halt> {
        if let Some(keep) = self.keep {
            keep.folder.mark_done()?;
            self.partnership.tell(&[])?;
        }
        self.clear_adopted()
    }

    /// Removes the folders that were taken over, because their parts are in other folders now, or not needed any more.
    fn clear_adopted(&mut self) -> Result<(), Halt> {
        self.adopted.drain(..).try_for_each(|folder| {
            let path = folder.path().to_path_buf();
            folder.clear()?;
            // The folder is empty now, unless it contains files of others.
            let _ = std::fs::remove_dir(path);
            Ok(())
        })
    }

    /// The notes of this process's parts: their places, the listed states, and the numbers of each part.
    pub fn notes(&self, own: Range<usize>, listed: &[u64], parts: &dyn Parts) -> Vec<u64> {
        let mut notes = vec![own.start as u64, own.end as u64, listed.len() as u64];
        notes.extend(listed);
        own.for_each(|place| parts.note(place, &mut notes));
        notes
    }

    /// Continues from the last checkpoint whose parts are all in some process's folders. Sends parts to their new
    /// owners. Returns the record, and the states of the current layer that are listed in this process's folders.
    pub fn restore(
        &mut self,
        store: &mut Store<'_>,
        ownership: Ownership<'_>,
        parts: &mut dyn Parts,
    ) -> Result<Option<(CheckpointRecord, Vec<u64>)>, Halt> {
        let Some(keep) = self.keep else { return Ok(None) };
        self.adopt(keep)?;
        let folders: Vec<&Folder> = [keep.folder].into_iter().chain(&self.adopted).collect();
        let mut holdings = Vec::new();
        for (number, folder) in folders.iter().enumerate() {
            let records = [(folder.read(&keep.identity)?, false), (folder.read_next(&keep.identity)?, true)];
            for (record, is_next) in records {
                let Some(record) = record else { continue };
                holdings.push(Holding::new(number, is_next, record, folder, ownership.places)?);
            }
        }
        let is_done = folders.iter().any(|folder| folder.is_done());
        let told = FolderReport { is_done, checkpoints: holdings.iter().map(Holding::checkpoint).collect() };
        let known: Vec<FolderReport> =
            self.partnership.tell(&told.words())?.iter().map(|words| FolderReport::of(words)).collect();
        let layers = match begin(&known, ownership.places) {
            Begin::After(layers) => layers,
            Begin::Anew => {
                folders.iter().try_for_each(|folder| folder.forget())?;
                return Ok(None);
            }
            Begin::Missing(first, end) => {
                let why = format!(
                    "no complete checkpoint: of {} shards, the shards {first} to {} are missing; the folders of all \
                     processes are needed",
                    ownership.places,
                    end - 1
                );
                return Err(FolderError::Mixed { path: keep.folder.path().into(), why }.into());
            }
        };
        folders.iter().try_for_each(|folder| folder.go_on())?;
        holdings.retain(|holding| holding.layers() == layers);
        // The record that counts comes before the record beside it.
        holdings.dedup_by_key(|holding| holding.folder);
        match holdings.iter().find(|holding| holding.folder == 0) {
            Some(Holding { is_next: true, .. }) => keep.folder.promote()?,
            _ => keep.folder.drop_next()?,
        }
        let record =
            holdings.first().map(|holding| CheckpointRecord { versions: Vec::new(), ..holding.record.clone() });
        let share = self.share();
        let holder = |place: usize| known.iter().position(|told| told.has(layers, place));
        let own = ownership.own.clone();
        let listed = holdings.iter().flat_map(|holding| holding.listed.iter().copied()).collect();
        if let Some(holding) = holdings.iter().find(|holding| holding.folder == 0) {
            let here = holding.places.start.max(own.start)..holding.places.end.min(own.end);
            if !here.is_empty() {
                store.adopt(&holding.record, here.clone())?;
                here.for_each(|place| parts.take_up(place, holding.numbers(place, parts)));
            }
        }
        let mut sends = Vec::new();
        for place in (0..ownership.places).filter(|&place| holder(place) == Some(share.own)) {
            let found = holdings.iter().enumerate().find(|(_, holding)| holding.places.contains(&place));
            let Some((number, holding)) = found else { continue };
            let owner = (ownership.owner)(place);
            let is_there = owner == share.own && holding.folder == 0;
            if !is_there && holding.is_met(place) {
                sends.push((place, owner, number));
            }
        }
        let mut moving = Moving { share, store, parts, holdings: &holdings, folders: &folders, sends: &sends, own };
        moving.keep_own()?;
        self.exchange(&mut moving)?;
        self.taken_up = Some(layers);
        // A process without a part of this checkpoint learns from the others how far the map is.
        let record = self.tell_record(record)?;
        self.partnership.has_kept(record.layers.len());
        Ok(Some((record, listed)))
    }

    /// Takes over the folders of processes that no longer take part.
    fn adopt(&mut self, keep: &Keep<'_>) -> Result<(), Halt> {
        let Share { own, number, .. } = self.share();
        let Some(above) = keep.folder.path().parent() else { return Ok(()) };
        for (process, path) in Folder::of_processes(above) {
            if process >= number && process % number == own {
                self.adopted.push(Folder::open(&path)?);
            }
        }
        Ok(())
    }

    /// Agrees on one record: the layers, times and antipodes of the first process that has a record.
    fn tell_record(&self, record: Option<CheckpointRecord>) -> Result<CheckpointRecord, Halt> {
        let mut numbers = Vec::new();
        if let Some(record) = &record {
            for list in [&record.layers, &record.times, &record.antipodes] {
                numbers.push(list.len() as u64);
                numbers.extend(list);
            }
        }
        let told = self.partnership.tell(&numbers)?;
        let mut told = told.into_iter().find(|told| !told.is_empty()).unwrap_or_default().into_iter();
        let mut list = || {
            let length = exact::<usize>(told.next().unwrap_or(0));
            told.by_ref().take(length).collect::<Vec<u64>>()
        };
        Ok(CheckpointRecord { layers: list(), times: list(), antipodes: list(), ..CheckpointRecord::default() })
    }
}

/// A checkpoint in a folder of this process.
pub struct Holding {
    /// The number of the folder; 0 is the process's own.
    folder: usize,
    /// Whether the checkpoint lies beside the one that counts.
    is_next: bool,
    record: CheckpointRecord,
    places: Range<usize>,
    listed: Vec<u64>,
    /// Where the numbers of the parts begin in the notes.
    begin: usize,
}

impl Holding {
    fn new(
        number: usize,
        is_next: bool,
        record: CheckpointRecord,
        folder: &Folder,
        places: usize,
    ) -> Result<Holding, FolderError> {
        let notes = record.notes.split_first_chunk();
        let read = notes.and_then(|(&[first, end, listed], rest)| {
            let whole = first <= end && end <= places as u64 && record.versions.len() == places;
            Some((exact::<usize>(first)..exact::<usize>(end), rest.get(..usize::try_from(listed).ok()?)?.to_vec()))
                .filter(|_| whole)
        });
        let Some((own, listed)) = read else {
            let why = "the checkpoint does not record its parts".into();
            return Err(FolderError::Mixed { path: folder.path().into(), why });
        };
        let begin = 3 + listed.len();
        Ok(Holding { folder: number, is_next, record, places: own, listed, begin })
    }

    fn layers(&self) -> u64 {
        self.record.layers.len() as u64
    }

    fn checkpoint(&self) -> FolderCheckpoint {
        let places = (self.places.start as u64, self.places.end as u64);
        FolderCheckpoint { layers: self.layers(), places, is_next: self.is_next }
    }

    /// Whether a state of a part was met.
    fn is_met(&self, place: usize) -> bool {
        self.record.versions[place] != super::store::folder::Version::None
    }

    /// The numbers of a part; empty if the notes are too short.
    fn numbers(&self, place: usize, parts: &dyn Parts) -> &[u64] {
        let before = (place - self.places.start) * parts.each();
        self.record.notes.get(self.begin + before..).and_then(|rest| rest.get(..parts.noted(place))).unwrap_or_default()
    }
}
