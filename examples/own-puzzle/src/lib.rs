//! Three puzzles of one's own: [`lights`] in as few lines as loyd needs, [`hanoi`] with everything that makes its
//! answers faster, and [`solitaire`] with symmetries that make its maps smaller.

pub mod hanoi;
pub mod lights;
pub mod solitaire;

use loyd::own::OwnFamily;

use hanoi::{Hanoi, MOST};
use solitaire::Solitaire;

/// The three families.
pub fn families() -> [OwnFamily; 3] {
    [
        OwnFamily::new("lights", "switch off sixteen lamps; a button switches a lamp and its neighbours", |_| {
            Ok(lights::puzzle())
        })
        .examples(&["lights"]),
        OwnFamily::new("hanoi", "move a tower to the last peg, disc by disc, none on a smaller one", |discs| {
            let discs = discs.parse().ok().filter(|&discs| (1..=MOST).contains(&usize::from(discs)));
            discs
                .map(|discs| Hanoi(discs).puzzle())
                .ok_or_else(|| format!("a number of discs from 1 to {MOST}, such as hanoi:4"))
        })
        .syntax("hanoi:N")
        .examples(&["hanoi:4"]),
        OwnFamily::new("solitaire", "remove pegs by jumps until one is left in the middle", |_| {
            Ok(Solitaire::english().puzzle())
        })
        .examples(&["solitaire"]),
    ]
}

/// The Rust examples of the project's documents compile and run. They use the published surface of `loyd` alone, and
/// the native family uses `loyd_core`.
#[cfg(doctest)]
mod documents {
    #[doc = include_str!("../../../README.md")]
    struct Readme;
    #[doc = include_str!("../../../docs/library.md")]
    struct Library;
    #[doc = include_str!("../../../docs/adding.md")]
    struct Adding;
}
