//! The free memory of the machine, for a run to which the user gives no limit.

use sysinfo::{MemoryRefreshKind, RefreshKind, System};

/// Returns the bytes that each of `shares` concurrent searches may hold: nine tenths of the memory that is free now in
/// the machine or in the process's control group, divided by `shares`. With this limit a search stops and reports what
/// it has proved, before the system ends it. `None` if the system does not report its free memory.
pub fn share(shares: usize) -> Option<u64> {
    let system =
        System::new_with_specifics(RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram()));
    // Without /proc, as in a root without mounts, the memory is unknown, and the question for the group would panic.
    if system.total_memory() == 0 {
        return None;
    }
    let free = system.cgroup_limits().map_or(u64::MAX, |group| group.free_memory).min(system.available_memory());
    (free > 0).then(|| free / 10 * 9 / shares.max(1) as u64)
}

/// Returns the bytes that `shares` concurrent searches may hold together: `given` for each search, or else the free
/// memory.
pub fn budget(given: Option<u64>, shares: usize) -> Option<u64> {
    given.map(|bytes| bytes.saturating_mul(shares as u64)).or_else(|| share(1))
}

#[cfg(test)]
mod tests {
    #[test]
    fn two_searches_share_what_there_is() {
        let (one, two) = (super::share(1), super::share(2));
        assert_eq!(one.is_some(), two.is_some());
        if let (Some(one), Some(two)) = (one, two) {
            assert!(one > 1 << 20 && two < one, "{one} {two}");
        }
    }
}
