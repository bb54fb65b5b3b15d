//! The contents of all processes' folders, which the processes report to each other before a map continues.

/// A checkpoint in some folder of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FolderCheckpoint {
    /// The number of layers in the checkpoint.
    pub layers: u64,
    /// The places of its parts: the first place, and the place after the last.
    pub places: (u64, u64),
    /// Whether the checkpoint lies beside the one that counts.
    pub is_next: bool,
}

impl FolderCheckpoint {
    const WORDS: usize = 4;

    fn words(self) -> [u64; FolderCheckpoint::WORDS] {
        [self.layers, self.places.0, self.places.1, self.is_next.into()]
    }

    fn of(words: &[u64]) -> Option<FolderCheckpoint> {
        let &[layers, first, end, is_next] = words else { return None };
        Some(FolderCheckpoint { layers, places: (first, end), is_next: is_next > 0 })
    }
}

/// The contents of one process's folders: whether a folder is marked as done, and the checkpoints.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FolderReport {
    pub is_done: bool,
    pub checkpoints: Vec<FolderCheckpoint>,
}

impl FolderReport {
    pub fn words(&self) -> Vec<u64> {
        [u64::from(self.is_done)].into_iter().chain(self.checkpoints.iter().flat_map(|there| there.words())).collect()
    }

    pub fn of(words: &[u64]) -> FolderReport {
        let Some((&is_done, rest)) = words.split_first() else { return FolderReport::default() };
        FolderReport {
            is_done: is_done > 0,
            checkpoints: rest.chunks(FolderCheckpoint::WORDS).filter_map(FolderCheckpoint::of).collect(),
        }
    }

    /// Whether the process has the part at a place, in a checkpoint of `layers` layers.
    pub fn has(&self, layers: u64, place: usize) -> bool {
        let has = |there: &FolderCheckpoint| (there.places.0..there.places.1).contains(&(place as u64));
        self.checkpoints.iter().any(|there| there.layers == layers && has(there))
    }
}

/// The point from which a map continues.
#[derive(Debug, PartialEq, Eq)]
pub enum Begin {
    /// From the start: no checkpoint has ever counted, or the map was done and its files were being removed.
    Anew,
    /// After this number of layers.
    After(u64),
    /// Nowhere: these places of the newest checkpoint are in no folder.
    Missing(u64, u64),
}

/// The point from which all processes continue.
pub fn begin(all: &[FolderReport], places: usize) -> Begin {
    let checkpoints = || all.iter().flat_map(|told| &told.checkpoints);
    let mut numbers: Vec<u64> = checkpoints().map(|there| there.layers).collect();
    numbers.sort_unstable();
    numbers.dedup();
    if let Some(&layers) = numbers.iter().rev().find(|&&layers| gap(all, layers, places).is_none()) {
        return Begin::After(layers);
    }
    // The first checkpoint counts for a process only after all processes have written it.
    let has_counted = checkpoints().any(|there| !there.is_next);
    if !has_counted || all.iter().any(|told| told.is_done) {
        return Begin::Anew;
    }
    let newest = numbers.last().copied().unwrap_or(0);
    let (first, end) = gap(all, newest, places).unwrap_or((0, places as u64));
    Begin::Missing(first, end)
}

/// The first range of places that is in no checkpoint of `layers` layers.
fn gap(all: &[FolderReport], layers: u64, places: usize) -> Option<(u64, u64)> {
    let these = all.iter().flat_map(|told| &told.checkpoints).filter(|there| there.layers == layers);
    let mut ranges: Vec<(u64, u64)> = these.map(|there| there.places).collect();
    ranges.sort_unstable();
    let mut covered = 0;
    for (first, end) in ranges {
        if first > covered {
            return Some((covered, first));
        }
        covered = covered.max(end);
    }
    (covered < places as u64).then_some((covered, places as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(is_done: bool, checkpoints: &[(u64, u64, u64, bool)]) -> FolderReport {
        let there = |&(layers, first, end, is_next)| FolderCheckpoint { layers, places: (first, end), is_next };
        let told = FolderReport { is_done, checkpoints: checkpoints.iter().map(there).collect() };
        assert_eq!(FolderReport::of(&told.words()), told);
        told
    }

    #[test]
    fn a_map_begins_where_a_whole_checkpoint_is() {
        let (counts, beside) = (false, true);
        let none = || report(false, &[]);
        for (all, expected) in [
            (vec![none(), none()], Begin::Anew),
            (vec![report(false, &[(3, 0, 5, counts)]), report(false, &[(3, 5, 9, counts)])], Begin::After(3)),
            // One process has made its checkpoint count, and the other has not yet.
            (
                vec![report(false, &[(7, 0, 5, counts)]), report(false, &[(3, 5, 9, counts), (7, 5, 9, beside)])],
                Begin::After(7),
            ),
            // One process has not written the checkpoint.
            (
                vec![report(false, &[(3, 0, 5, counts), (7, 0, 5, beside)]), report(false, &[(3, 5, 9, counts)])],
                Begin::After(3),
            ),
            // The checkpoint is the first.
            (vec![report(false, &[(3, 0, 5, beside)]), none()], Begin::Anew),
            (vec![report(false, &[(3, 0, 5, beside)]), report(false, &[(3, 5, 9, beside)])], Begin::After(3)),
            // A folder is missing.
            (vec![report(false, &[(3, 0, 5, counts)]), none()], Begin::Missing(5, 9)),
            (vec![none(), report(false, &[(3, 5, 9, counts)])], Begin::Missing(0, 5)),
            // A folder was removed, because the map was done.
            (vec![none(), report(true, &[(3, 5, 9, counts)])], Begin::Anew),
            (vec![report(false, &[(3, 0, 5, counts)]), report(true, &[(3, 5, 9, counts)])], Begin::After(3)),
        ] {
            assert_eq!(begin(&all, 9), expected, "{all:?}");
        }
    }
}
