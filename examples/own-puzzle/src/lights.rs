//! Rules in 25 lines: sixteen lamps in a square, and buttons that switch a lamp and its neighbours.

use loyd::own::{OwnPuzzle, Rules};

pub struct Lights;

impl Rules for Lights {
    type State = u16;
    type Move = u8;
    fn moves(&self, _: &u16) -> impl IntoIterator<Item = u8> {
        1..=16
    }
    fn apply(&self, lamps: &mut u16, button: u8) {
        let near = |lamp: &u8| (lamp % 4).abs_diff((button - 1) % 4) + (lamp / 4).abs_diff((button - 1) / 4) <= 1;
        (0..16).filter(near).for_each(|lamp| *lamps ^= 1 << lamp);
    }
    fn is_goal(&self, lamps: &u16) -> bool {
        *lamps == 0
    }
}

pub fn puzzle() -> OwnPuzzle<Lights> {
    let read = |_: &Lights, text: &str| u16::from_str_radix(text, 2).map_err(|why| why.to_string());
    OwnPuzzle::new(Lights).text_by(0xffff, read, |_, lamps| format!("{lamps:016b}"))
}
