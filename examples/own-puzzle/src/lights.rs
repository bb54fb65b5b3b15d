//! Rules alone, in fewer than 50 lines: sixteen lamps in a square, and buttons that switch a lamp and its neighbours.

use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;

use loyd::own::Rules;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lamps(u16);

pub struct Lights;

impl Rules for Lights {
    type State = Lamps;
    type Move = u8;

    fn moves(&self, _: &Lamps) -> impl Iterator<Item = u8> {
        1..=16
    }

    fn apply(&self, lamps: &mut Lamps, button: u8) {
        let near = |lamp: &u8| (lamp % 4).abs_diff((button - 1) % 4) + (lamp / 4).abs_diff((button - 1) / 4) <= 1;
        (0..16).filter(near).for_each(|lamp| lamps.0 ^= 1 << lamp);
    }

    fn is_goal(&self, lamps: &Lamps) -> bool {
        lamps.0 == 0
    }

    fn example(&self) -> Lamps {
        Lamps(0b1111_1111_1111_1111)
    }
}

impl fmt::Display for Lamps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016b}", self.0)
    }
}

impl FromStr for Lamps {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Lamps, ParseIntError> {
        u16::from_str_radix(text, 2).map(Lamps)
    }
}
