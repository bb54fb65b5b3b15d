//! Conversions to narrower integers: checked, because a number that wraps is a wrong answer.

use std::fmt::Debug;

/// Returns the same number as a `T`. The caller knows a bound that makes it fit, such as the most cells of a board.
///
/// Hot loops convert with `as` instead, and give the bound as the reason of their `#[expect]`.
///
/// # Panics
/// If the number does not fit.
///
/// ```
/// use loyd_core::exact::exact;
/// assert_eq!(exact::<u8>(255_usize), 255);
/// ```
#[inline]
#[track_caller]
pub fn exact<T>(number: impl TryInto<T, Error: Debug>) -> T {
    number.try_into().expect("a bound that the caller knows keeps the number in the range of the narrower type")
}

#[cfg(test)]
mod tests {
    use super::exact;

    #[test]
    fn numbers_that_fit_stay_the_same() {
        assert_eq!((exact::<u16>(65_535_u32), exact::<i16>(-1_i32)), (65_535, -1));
    }

    #[test]
    #[should_panic = "a bound that the caller knows"]
    fn a_number_that_does_not_fit_is_no_other_number() {
        exact::<u16>(65_536_usize);
    }
}
