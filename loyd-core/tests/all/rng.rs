//! Numbers that are random enough to choose moves and positions by, the same in every run.

/// SplitMix64 (Steele, Lea & Flood 2014), with nothing to depend on: `below(n)` is one of `0..n`.
pub fn below(seed: u64) -> impl FnMut(u64) -> u64 {
    let mut state = seed;
    move |n| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ z >> 31) % n
    }
}
