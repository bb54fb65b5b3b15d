//! Positions and moves as text, and known facts about the boards.

use super::{Exchange, ExchangeKind, Swap, SwapLayout, SwapState};
use loyd_core::exact::exact;
use loyd_core::puzzle::{Convention, Facts, MoveSet, Notation, Numbers, Puzzle};
use loyd_core::rank::lehmer::{rank_wide, unrank_wide};
use loyd_core::text::{Misread, permutation, push_number, spaced};

impl<C: SwapLayout> Swap<C> {
    /// Reads an arrangement as numbers from 0.
    pub(super) fn read(&self, text: &str) -> Result<Vec<u8>, Misread> {
        permutation(text, self.cells(), 1)
    }

    /// The number in each cell, from 0.
    fn arrangement(&self, state: &SwapState<C>) -> Vec<u8> {
        let pieces = state.cells.unpack(self.cells());
        pieces.into_iter().map(|piece| self.numbers[usize::from(piece)]).collect()
    }

    /// The numbers that a move exchanges, the smaller first.
    pub fn exchanged(&self, state: &SwapState<C>, m: Exchange) -> (u16, u16) {
        let (a, b) = (self.number(state.cells.get(m.low)), self.number(state.cells.get(m.high)));
        (a.min(b), a.max(b))
    }

    /// Writes numbers in rows, with blanks between columns and slashes between rows.
    fn in_rows(&self, numbers: &[u8]) -> String {
        let row = |row: &[u8]| spaced(row, |text, &number| push_number(text, u32::from(number) + 1));
        let rows: Vec<_> = numbers.chunks(usize::from(self.columns)).map(row).collect();
        rows.join("/")
    }

    /// The numbers in reverse order. On a larger board, where that is very far from the goal, the position after a few
    /// exchanges.
    fn example(&self) -> String {
        const REVERSED: usize = 9;
        let mut numbers: Vec<u8> = self.numbers[..self.cells()].to_vec();
        if self.is_single_row() {
            numbers.swap(0, 1);
        } else if numbers.len() <= REVERSED {
            numbers.reverse();
        } else {
            let [mut state, _] = self.position(&numbers);
            for step in 1..=4 {
                let moves: Vec<Exchange> = self.moves(&state).iter().collect();
                self.apply(&mut state, moves[moves.len() * step / 5]);
            }
            return self.write(&state);
        }
        self.in_rows(&numbers)
    }

    fn gods_number(&self) -> Option<u32> {
        match (self.rows.min(self.columns), self.rows.max(self.columns)) {
            (1, _) => Some(1),
            (2, 2) => Some(4),
            (2, 3) => Some(9),
            (2, 4) | (3, 3) => Some(12),
            _ => None,
        }
    }
}

impl<C: SwapLayout> Numbers for Swap<C> {
    fn cantor(puzzle: &Self, state: &SwapState<C>) -> Option<u128> {
        rank_wide(&puzzle.arrangement(state))
    }

    fn of_cantor(puzzle: &Self, number: u128) -> Option<Vec<SwapState<C>>> {
        unrank_wide(number, puzzle.cells()).map(|numbers| puzzle.position(&numbers).to_vec())
    }

    fn random(puzzle: &Self, below: &mut dyn FnMut(u64) -> u64) -> SwapState<C> {
        let mut state = SwapState { cells: puzzle.home, last: ExchangeKind::Diagonal };
        let count = puzzle.cells() as u64;
        if puzzle.is_single_row() {
            // The solvable positions are the goal, and one position for each pair of neighbours.
            let pair = exact::<u8>(below(count));
            if u64::from(pair) + 1 < count {
                state.cells.swap(pair, pair + 1);
            }
            return state;
        }
        for cell in (1..count).rev() {
            state.cells.swap(exact::<u8>(cell), exact::<u8>(below(cell + 1)));
        }
        state
    }
}

impl<C: SwapLayout> Notation for Swap<C> {
    type Numbers = Self;

    fn starts(&self, text: &str) -> Result<Vec<SwapState<C>>, Misread> {
        self.read(text).map(|numbers| self.position(&numbers).to_vec())
    }

    fn write(&self, state: &SwapState<C>) -> String {
        self.in_rows(&self.arrangement(state))
    }

    fn move_name(&self, state: &SwapState<C>, m: Exchange, _convention: Convention) -> String {
        let (first, second) = self.exchanged(state, m);
        format!("{first}-{second}")
    }

    fn move_words(&self, state: &SwapState<C>, m: Exchange) -> String {
        let (first, second) = self.exchanged(state, m);
        format!("swap {first} and {second}")
    }

    /// Reads the two numbers of a move in either order: `3-9` or `9-3`.
    fn move_named(&self, state: &SwapState<C>, name: &str, _convention: Convention) -> Option<Exchange> {
        let number = |text: &str| {
            let digits = text.len() <= 3 && text.bytes().all(|byte| byte.is_ascii_digit());
            digits.then(|| text.parse::<u16>().ok()).flatten()
        };
        let (first, second) = name.split_once('-')?;
        let (first, second) = (number(first)?, number(second)?);
        let wanted = (first.min(second), first.max(second));
        self.moves(state).iter().find(|&m| self.exchanged(state, m) == wanted)
    }

    fn facts(&self) -> Facts {
        let cells = self.cells();
        let (rows, columns) = (self.rows, self.columns);
        let single = self.is_single_row();
        let factorial = || (1..=cells as u128).try_fold(2u128, |product, factor| product.checked_mul(factor));
        let (states, states_formula) = if single {
            (
                Some(cells as u128 + 1),
                format!(
                    "{cells} positions: the goal, after either kind of move, and one \
                                               exchange"
                ),
            )
        } else {
            (factorial(), format!("2 x {cells}!: every position, each with the kind of the last move"))
        };
        Facts {
            what: format!("{rows}x{columns} board: exchange neighbours, orthogonally and diagonally by turns"),
            states,
            states_formula,
            gods_number: self.gods_number(),
            source: "problem: yuzan1830, told by P-Henning, 2019; figures computed by breadth-first search (census)"
                .into(),
            moves: "`3-9` exchanges the neighbours 3 and 9; orthogonal and diagonal moves alternate, either may come \
                    first"
                .into(),
            state_syntax: format!("the numbers from 1 to {cells} row by row"),
            example: self.example(),
        }
    }
}
