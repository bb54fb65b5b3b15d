//! The costs of this process, as the system reports them.

use std::time::Duration;

use sysinfo::{Pid, ProcessRefreshKind, ProcessesToUpdate, System};

/// The system's data about this process.
#[derive(Default)]
pub struct Process(System);

impl Process {
    /// Returns the CPU time of all threads, and the bytes of memory in use. Both are 0 where the system reports none.
    pub fn costs(&mut self) -> (Duration, u64) {
        let own = Pid::from_u32(std::process::id());
        let costs = ProcessRefreshKind::nothing().with_cpu().with_memory();
        self.0.refresh_processes_specifics(ProcessesToUpdate::Some(&[own]), false, costs);
        let process = self.0.process(own);
        process.map_or_else(Default::default, |own| (Duration::from_millis(own.accumulated_cpu_time()), own.memory()))
    }
}
