//! Rings as text, and known facts about them.

use super::{FLIP, LEFT, Ring, RingNumbering, TopSpin, TopSpinMoves, make, read};
use loyd_core::puzzle::{Convention, Facts, Notation, Numbers, PictureKind, Spelling};
use loyd_core::rank::lehmer;
use loyd_core::text::{Misread, push_number, spaced};

/// The number of places, the window, and the greatest distance.
type KnownDiameter = (u8, u8, u32);

/// Greatest distances where any window is reversed.
const FLIPS: [KnownDiameter; 7] = [(5, 4, 2), (6, 4, 5), (7, 4, 6), (8, 4, 9), (10, 4, 10), (11, 4, 12), (12, 4, 13)];
/// Greatest distances where turns are moves.
const TURNS: [KnownDiameter; 6] = [(5, 4, 3), (6, 4, 12), (7, 4, 17), (8, 4, 22), (10, 4, 28), (11, 4, 32)];

impl<C: Ring> TopSpin<C> {
    /// The ring in order after a few moves.
    fn mixed(&self) -> C {
        let mut state = self.solved;
        let moves: &[u8] =
            if self.kind == TopSpinMoves::Turns { &[0, 1, 0, 1, 1, 0, 2, 0, 1, 1, 1, 0] } else { &[2, 0, 3, 1, 5] };
        for &m in moves {
            make(self.kind, &mut state, (self.places, self.window), m % self.places);
        }
        if state == self.solved {
            make(self.kind, &mut state, (self.places, self.window), FLIP);
        }
        state
    }
}

impl<C: Ring> Numbers for TopSpin<C> {
    fn cantor(puzzle: &Self, state: &C) -> Option<u128> {
        lehmer::rank_wide(&puzzle.labels(state))
    }

    fn of_cantor(puzzle: &Self, number: u128) -> Option<Vec<C>> {
        lehmer::unrank_wide(number, puzzle.places.into()).map(|labels| vec![puzzle.ring(&labels)])
    }

    fn random(puzzle: &Self, below: &mut dyn FnMut(u64) -> u64) -> C {
        C::pack(&puzzle.group.random(below))
    }
}

impl<C: Ring> Notation for TopSpin<C> {
    type Numbers = Self;

    fn starts(&self, text: &str) -> Result<Vec<C>, Misread> {
        read(text, self.places).map(|labels| vec![self.ring(&labels)])
    }

    fn write(&self, state: &C) -> String {
        spaced(self.labels(state), |text, label| push_number(text, u32::from(label) + 1))
    }

    fn look(&self) -> PictureKind {
        PictureKind::Ring
    }

    fn spelling(&self) -> Spelling {
        if self.kind == TopSpinMoves::Turns { Spelling::Letters } else { Spelling::Words }
    }

    fn move_name(&self, _state: &C, m: u8, _convention: Convention) -> String {
        match m {
            _ if self.kind == TopSpinMoves::Flips => (m + 1).to_string(),
            FLIP => "f".into(),
            LEFT => "l".into(),
            _ => "r".into(),
        }
    }

    fn move_words(&self, _state: &C, m: u8) -> String {
        match m {
            // The window may go on from the last place to the first.
            _ if self.kind == TopSpinMoves::Flips => {
                format!("flip places {} to {}", m + 1, (m + self.window - 1) % self.places + 1)
            }
            FLIP => format!("flip places 1 to {}", self.window),
            LEFT => "turn the ring left".into(),
            _ => "turn the ring right".into(),
        }
    }

    fn facts(&self) -> Facts {
        let (n, k) = (self.places, self.window);
        let known = if self.kind == TopSpinMoves::Turns { &TURNS[..] } else { &FLIPS[..] };
        let gods_number = known.iter().find(|(places, window, _)| (*places, *window) == (n, k)).map(|known| known.2);
        let by_group = || self.group.order().map_or("2^128 or more".into(), |order| order.to_string());
        let separators = if n <= 9 { "with or without blanks between them" } else { "blanks or commas between them" };
        Facts {
            what: if self.kind == TopSpinMoves::Turns {
                format!("{n} pieces on a ring that turns under a window of {k}, whose pieces can be reversed")
            } else {
                format!("{n} pieces on a ring, of which any {k} neighbours can be reversed")
            },
            states: self.group.order(),
            states_formula: match self.numbering {
                RingNumbering::All => format!("{n}!"),
                RingNumbering::Even => format!("{n}!/2"),
                RingNumbering::Chain => by_group(),
            },
            gods_number,
            source: match gods_number {
                Some(_) => {
                    "states: order of the group of the moves, by Schreier and Sims; greatest distance: breadth-first \
                            search of all states, for this project"
                }
                None => "order of the group of the moves, by Schreier and Sims",
            }
            .into(),
            moves: if self.kind == TopSpinMoves::Turns {
                format!(
                    "f reverses the pieces at the places 1 to {k}; l turns the ring to the left, so that the first \
                     piece becomes the last; r turns it to the right"
                )
            } else {
                format!(
                    "a number from 1 to {n}: the place where the {k} reversed places begin; after place {n} comes \
                     place 1"
                )
            },
            state_syntax: format!("the pieces 1 to {n} from place 1 on, each once, {separators}"),
            example: self.write(&self.mixed()),
        }
    }
}
