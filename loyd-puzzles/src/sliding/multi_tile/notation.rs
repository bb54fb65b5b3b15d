//! Positions as [`Sliding`] writes them, and moves with their number of tiles: `l3`.

use std::borrow::Cow;

use super::super::layout::SlidingLayout;
use super::super::notation::{Direction, with_digits};
use super::{MultiTileSliding, facts};
use crate::sliding::{Sliding, SlidingState};
use loyd_core::puzzle::{Convention, Facts, NamedGoal, Notation, Numbers, Picture, Spelled, Spelling};
use loyd_core::text::{Misread, Token, has_no_primes, tokens};

impl<C: SlidingLayout> MultiTileSliding<C> {
    /// The number of tiles that slide when the blank goes from one cell to another cell of its line.
    pub(super) fn tiles(&self, from: u8, to: u8) -> u8 {
        let ((row, column), (to_row, to_column)) = (self.single.board().place(from), self.single.board().place(to));
        row.abs_diff(to_row) + column.abs_diff(to_column)
    }
}

impl<C: SlidingLayout> Numbers for MultiTileSliding<C> {
    fn cantor(puzzle: &Self, state: &SlidingState<C>) -> Option<u128> {
        <Sliding<C> as Numbers>::cantor(&puzzle.single, state)
    }

    fn of_cantor(puzzle: &Self, number: u128) -> Option<Vec<SlidingState<C>>> {
        <Sliding<C> as Numbers>::of_cantor(&puzzle.single, number)
    }

    fn random(puzzle: &Self, below: &mut dyn FnMut(u64) -> u64) -> SlidingState<C> {
        <Sliding<C> as Numbers>::random(&puzzle.single, below)
    }
}

impl<C: SlidingLayout> Notation for MultiTileSliding<C> {
    type Numbers = Self;

    fn starts(&self, text: &str) -> Result<Vec<SlidingState<C>>, Misread> {
        self.single.starts(text)
    }

    fn write(&self, state: &SlidingState<C>) -> String {
        self.single.write(state)
    }

    fn named_goals(&self) -> Vec<NamedGoal> {
        self.single.named_goals()
    }

    fn goals_in_reach(&self, state: &SlidingState<C>) -> Vec<Cow<'static, str>> {
        self.single.goals_in_reach(state)
    }

    fn picture(&self, state: &SlidingState<C>) -> Picture {
        self.single.picture(state)
    }

    /// The farthest tile that slides.
    fn pointed_at(&self, state: &SlidingState<C>, m: u8) -> Option<(usize, usize)> {
        self.single.pointed_at(state, m)
    }

    fn has_conventions(&self) -> bool {
        true
    }

    fn spelling(&self) -> Spelling {
        Spelling::Letters
    }

    /// Splits a text into letters with the digits after them. A number 1 is left out of the name of the move.
    fn spelled<'t>(&self, moves: &'t str) -> Result<Vec<Spelled<'t>>, Misread> {
        let spelled = |word: Token<'t>| {
            let name = match word.text.split_at_checked(1) {
                Some((letter, "1")) => letter,
                _ => word.text,
            };
            Spelled { name: name.into(), word }
        };
        has_no_primes(moves)?;
        Ok(tokens(moves).iter().flat_map(with_digits).map(spelled).collect())
    }

    fn move_name(&self, state: &SlidingState<C>, m: u8, convention: Convention) -> String {
        let letter = Direction::of(self.single.board(), state.blank, m).letter(convention);
        match self.tiles(state.blank, m) {
            1 => letter.into(),
            tiles => format!("{letter}{tiles}"),
        }
    }

    /// The first and the last of the tiles, if there are several.
    fn move_words(&self, state: &SlidingState<C>, m: u8) -> String {
        let direction = Direction::of(self.single.board(), m, state.blank).word();
        let mut tiles = Vec::new();
        self.each_step(state.blank, m, |_, next| tiles.push(state.cells.get(next)));
        match tiles[..] {
            [tile] => format!("slide {tile} {direction}"),
            [first, second] => format!("slide {first} and {second} {direction}"),
            _ => format!("slide {} to {} {direction}", tiles[0], tiles[tiles.len() - 1]),
        }
    }

    fn facts(&self) -> Facts {
        facts::of(self)
    }
}
