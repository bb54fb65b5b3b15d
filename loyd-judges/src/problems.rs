//! The problems, one file for each, and the list of all judges.

use super::Judge;

macro_rules! judges {
    ($($problem:ident),* $(,)?) => {
        $(pub mod $problem;)*

        /// All judges, in the order in which they are listed.
        pub const JUDGES: &[Judge] = &[$($problem::JUDGE),*];
    };
}

judges! {
    hdu1043, luogu_p1379, chino, sicily1151, luogu_p2730, hdu1430, poj3131, hdu4021, hdu3567, poj2870, uva10181
}
