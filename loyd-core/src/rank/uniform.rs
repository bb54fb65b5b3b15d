//! Uniform random numbers below a bound, from random words.

/// A uniform number of `0..below`, if the words are uniform. It uses no function of a random-number crate, so that a
/// seed draws the same positions with every version of these crates. Words that would favour small numbers are drawn
/// again; they are fewer than one in two.
///
/// # Panics
/// If `below` is 0.
///
/// ```
/// let mut words = [u64::MAX, 23].into_iter();
/// // The greatest word would make small numbers likelier.
/// assert_eq!(loyd_core::rank::uniform::uniform(|| words.next().unwrap(), 10), 3);
/// ```
pub fn uniform(mut word: impl FnMut() -> u64, below: u64) -> u64 {
    assert!(below > 0, "a number below 0 is drawn");
    let fair = u64::MAX - (u64::MAX % below + 1) % below;
    loop {
        let drawn = word();
        if drawn <= fair {
            return drawn % below;
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha20Rng;

    use super::*;

    #[test]
    fn every_number_is_as_likely() {
        let mut source = ChaCha20Rng::seed_from_u64(1);
        for below in [1, 2, 3, 7, 10] {
            let mut drawn = vec![0_u32; below as usize];
            for _ in 0..10_000 * below {
                drawn[uniform(|| source.next_u64(), below) as usize] += 1;
            }
            // Five standard deviations of a binomial with mean 10,000.
            assert!(drawn.iter().all(|&times| times.abs_diff(10_000) < 500), "{below}: {drawn:?}");
        }
        assert!((0..100).all(|_| uniform(|| source.next_u64(), (1 << 63) + 1) <= 1 << 63));
    }
}
