//! The free space on a disk.

use std::fs;
use std::path::Path;

use sysinfo::{DiskRefreshKind, Disks};

/// Returns the free bytes on the disk of a folder, or `None` if the system does not report them.
pub fn free(folder: &Path) -> Option<u64> {
    let folder = fs::canonicalize(folder).ok()?;
    let disks = Disks::new_with_refreshed_list_specifics(DiskRefreshKind::nothing().with_storage());
    let there = disks.iter().filter(|disk| folder.starts_with(disk.mount_point()));
    // The folder is on the disk with the longest mount point above it.
    let nearest = there.max_by_key(|disk| disk.mount_point().as_os_str().len())?;
    (nearest.total_space() > 0).then(|| nearest.available_space())
}

/// Returns the total size in bytes of the files in a folder.
pub fn taken(folder: &Path) -> u64 {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    files.filter_map(|file| file.metadata().ok()).map(|file| file.len()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_is_told_of_folders_only_that_are_there() {
        assert_eq!(free(Path::new("/nowhere/at/all")), None);
        let place = tempfile::tempdir().unwrap();
        if let Some(bytes) = free(place.path()) {
            // Another folder of the same disk has as much free space, except for what other processes write meanwhile.
            fs::create_dir(place.path().join("below")).unwrap();
            let below = free(&place.path().join("below")).unwrap();
            assert!(below.abs_diff(bytes) < bytes / 2 + (1 << 30), "{below} {bytes}");
        }
    }
}
