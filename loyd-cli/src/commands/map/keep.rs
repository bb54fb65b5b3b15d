//! Where a map is kept that does not come to its end: the folder that was named, or one of its own below the cache folder.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use loyd::planner::{MapPlan, Refused};
use loyd::table::cache::Cache;
use loyd::table::map::{Folder, FolderError, Keep};

use super::super::tell;
use crate::arguments::Map;
use crate::exit::Failure;

/// Time between two checkpoints of a map in a folder that was named, if no other is.
const EVERY: Duration = Duration::from_secs(300);

/// Bytes of a process that draws no map: they count where memory is a promise.
const PROCESS: u64 = 8 << 20;

/// The memory that a map needs, the process included.
pub fn whole(plan: &MapPlan) -> u64 {
    plan.bytes.saturating_add(PROCESS)
}

/// The memory that a map needs whose rest may be in a folder, the process included.
pub fn least(plan: &MapPlan) -> u64 {
    plan.least.saturating_add(PROCESS).min(whole(plan))
}

/// The folder.
#[derive(Debug)]
pub struct Kept {
    folder: Folder,
    /// Whether the user named it.
    named: bool,
}

impl Kept {
    /// Takes the folder. Of one that nobody asked for it is no matter if it cannot be had: the map goes without.
    ///
    /// # Errors
    /// When the folder that was named, or one for the checkpoints that were asked for, cannot be used.
    pub fn open(asked: &Map, plan: &MapPlan) -> Result<Option<Kept>, Failure> {
        let open = |path: PathBuf, named| match Folder::open(&path) {
            Ok(folder) => Ok(Kept { folder, named }),
            Err(why) => Err(Failure::Refused(Refused::Folder(why))),
        };
        if let Some(path) = &asked.disk {
            return open(path.clone(), true).map(Some);
        }
        match (Cache::platform().map_folder(&plan.identity), asked.checkpoint_seconds) {
            (Some(path), Some(_)) => open(path, false).map(Some),
            (Some(path), None) => Ok(open(path, false).ok()),
            (None, Some(_)) => Err(Failure::Usage(
                "--checkpoint-seconds: there is no cache folder on this system: name one with --disk".into(),
            )),
            (None, None) => Ok(None),
        }
    }

    /// What the map is told of it, given the memory that it may take.
    pub fn keep(&self, asked: &Map, plan: &MapPlan, may_take: Option<u64>) -> Keep<'_> {
        Keep {
            folder: &self.folder,
            identity: plan.identity.clone(),
            every: asked.checkpoint_seconds.or_else(|| self.named.then_some(EVERY)),
            // Where all fits, there is nothing to be put elsewhere.
            memory: may_take.filter(|&most| self.named && most < whole(plan)).map(|most| most.saturating_sub(PROCESS)),
        }
    }

    /// Whether there is something to go on with.
    pub fn has_checkpoint(&self) -> bool {
        self.folder.has_checkpoint()
    }

    /// Says so if there is something to go on with.
    pub fn tell_of_checkpoint(&self) {
        if self.has_checkpoint() {
            tell(&format!("loyd: going on with the map in {}", self.folder.path().display()));
        }
    }

    /// Says how to go on with a map that was stopped.
    pub fn tell_how_to_go_on(&self) {
        let path = self.folder.path().display();
        tell(&format!("loyd: the map is kept in {path}: the same command goes on with it"));
    }

    /// Removes it: the map is done.
    ///
    /// # Errors
    /// When a file cannot be removed.
    pub fn clear(self) -> Result<(), FolderError> {
        let (path, named) = (self.folder.path().to_path_buf(), self.named);
        self.folder.clear()?;
        if !named {
            // Empty now, unless somebody put something there.
            let _ = fs::remove_dir(path);
        }
        Ok(())
    }
}
