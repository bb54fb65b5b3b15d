//! How much memory there is to take, where the user sets no limit.

use sysinfo::{MemoryRefreshKind, RefreshKind, System};

/// Bytes that each of `shares` searches at a time may hold: nine tenths of what is free now, in this machine or in the
/// control group that the process runs in. A search that needs more stops with what is proved, instead of being ended
/// by the system. `None` where the system does not tell.
pub fn share(shares: usize) -> Option<u64> {
    let system =
        System::new_with_specifics(RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram()));
    let free = system.cgroup_limits().map_or(u64::MAX, |group| group.free_memory).min(system.available_memory());
    (free > 0).then(|| free / 10 * 9 / shares.max(1) as u64)
}

/// Bytes that all of `shares` searches at a time may hold: so many each where that is said, else what there is to
/// share.
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
