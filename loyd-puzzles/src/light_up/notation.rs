//! Lamps as text: `r1c2` is the cell in row 1, column 2.

use super::bits::CellSet;
use super::board::{LampBoard, Site};
use super::bound::Shares;
use super::{Lamps, LightUp};
use loyd_core::exact::exact;
use loyd_core::heuristic::{Heuristic, UNREACHABLE};
use loyd_core::puzzle::{Convention, Facts, Notation, Numbers, Picture, Puzzle, Square};
use loyd_core::text::{Misread, Token, ended, is_separator, narrow, tokens_between};

/// The text for no lamps.
const NO_LAMPS: &str = "none";
/// The text between the lamps of the start and the lamps placed by moves.
const BAR: &str = "|";

/// Whether a character separates cells. A bar is a word here.
fn separates(character: char) -> bool {
    !matches!(character, '|' | '｜') && is_separator(character)
}

impl<B: CellSet> LightUp<B> {
    fn name(&self, cell: u8) -> String {
        let columns = self.board.columns;
        format!("r{}c{}", cell / columns + 1, cell % columns + 1)
    }

    fn names(&self, cells: B) -> String {
        let mut names = Vec::new();
        cells.each(|cell| names.push(self.name(cell)));
        names.join(" ")
    }

    /// The cell of a row and a column, both from 1.
    fn cell(&self, row: u64, column: u64) -> Option<u8> {
        let LampBoard { rows, columns, .. } = self.board;
        let on = (1..=u64::from(rows)).contains(&row) && (1..=u64::from(columns)).contains(&column);
        on.then(|| exact::<u8>((row - 1) * u64::from(columns) + column - 1))
    }

    /// The cell of a name such as `r1c2`.
    fn cell_named(&self, name: &str) -> Option<u8> {
        let name = &narrow(name);
        let (row, column) = name.strip_prefix(['r', 'R'])?.split_once(['c', 'C'])?;
        let number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?;
        self.cell(number(row)?, number(column)?)
    }

    /// Reads the cell that a token names: alone or, if the token is a number, with the token after it.
    fn read_cell<'t>(
        &self,
        text: &str,
        token: &Token<'t>,
        rest: &mut impl Iterator<Item = Token<'t>>,
    ) -> Result<u8, Misread> {
        let LampBoard { rows, columns, .. } = self.board;
        let syntax = format!("a cell from r1c1 to r{rows}c{columns}");
        if !narrow(token.text).starts_with(|first: char| first.is_ascii_digit()) {
            return self.cell_named(token.text).ok_or_else(|| token.misread(syntax));
        }
        let row = token.number(1, rows.into(), &format!("{syntax}, or a row from 1 to {rows}"))?;
        let expected = format!("a column from 1 to {columns}");
        let column = rest.next().ok_or_else(|| ended(text, &expected))?.number(1, columns.into(), &expected)?;
        Ok(self.cell(row, column).expect("both are on the board"))
    }

    /// The reason why a lamp in `cell` would break a rule.
    fn illegal(&self, state: &Lamps<B>, cell: u8) -> Option<String> {
        let lamps = state.given | state.placed;
        let name = self.name(cell);
        if lamps.has(cell) {
            return Some(format!("each lamp once, but {name} has one already"));
        }
        match self.board.site(cell) {
            Site::Free => {}
            Site::Barrier | Site::Number(_) => return Some(format!("a free cell, but {name} is a barrier")),
        }
        let shining = lamps & self.board.light(cell);
        if !shining.is_none() {
            return Some(format!("a dark cell, but {name} is lit by the lamp at {}", self.name(shining.first())));
        }
        let beside = self.board.beside(B::cell(cell)) & self.board.numbered;
        let full = beside & self.board.around(lamps).equal(&self.board.numbers);
        (!full.is_none()).then(|| {
            let (barrier, number) = (full.first(), self.board.numbers.get(full.first()));
            format!("no lamp beside the barrier at {}, which has its {number} already", self.name(barrier))
        })
    }

    /// Completes these lamps to a solution, chosen by `below`; further lamps may be anywhere. `None` if no solution
    /// exists, or if `steps` run out before one is found.
    fn complete(&self, state: &Lamps<B>, steps: &mut u32, below: &mut dyn FnMut(u64) -> u64) -> Option<B> {
        *steps = steps.checked_sub(1)?;
        if self.is_goal(state) {
            return Some(state.given);
        }
        if Shares.bound(&Shares.memo(self, state)) >= UNREACHABLE {
            return None;
        }
        // Takes the dark cell with the fewest candidates, and tries them in the order that `below` chooses.
        let mut narrowest = B::ALL;
        state.dark.each(|cell| {
            let candidates = state.open & self.board.light(cell);
            if candidates.count() < narrowest.count() {
                narrowest = candidates;
            }
        });
        let mut candidates = Vec::new();
        narrowest.each(|cell| candidates.push(cell));
        while !candidates.is_empty() {
            let cell = candidates.swap_remove(exact::<usize>(below(candidates.len() as u64)));
            if let Some(found) = self.complete(&self.state(state.given | B::cell(cell), B::NONE), steps, below) {
                return Some(found);
            }
        }
        None
    }
}

/// The most positions that [`Notation::random`] looks at before it gives up.
const MOST_STEPS: u32 = 100_000;

/// Lamp sets are not arrangements of pieces, so they have no Cantor numbers.
impl<B: CellSet> Numbers for LightUp<B> {
    /// Finds a solution at random, and keeps each of its lamps or not with equal chance. **Not uniform**: only a list
    /// of the solvable positions could count them. Returns the board without lamps if no solution is found, which on
    /// boards of a page's size means that no solution exists.
    fn random(puzzle: &Self, below: &mut dyn FnMut(u64) -> u64) -> Lamps<B> {
        let mut kept = B::NONE;
        if let Some(lamps) = puzzle.complete(&puzzle.start(), &mut { MOST_STEPS }, below) {
            lamps.each(|lamp| {
                if below(2) == 0 {
                    kept |= B::cell(lamp);
                }
            });
        }
        puzzle.state(kept, B::NONE)
    }
}

impl<B: CellSet> Notation for LightUp<B> {
    type Numbers = Self;

    /// Reads nothing or `none`; or the cells of lamps, `r1c2` or `1,2`. Lamps after a bar count as placed by moves.
    fn starts(&self, text: &str) -> Result<Vec<Lamps<B>>, Misread> {
        let mut state = self.start();
        let mut tokens = tokens_between(text, separates).into_iter();
        let mut bar = false;
        let mut none = false;
        while let Some(token) = tokens.next() {
            if none {
                return Err(token.misread(format!("nothing after `{NO_LAMPS}`")));
            }
            if narrow(token.text) == BAR && !bar {
                bar = true;
                continue;
            }
            if narrow(token.text).eq_ignore_ascii_case(NO_LAMPS) && (state.given | state.placed).is_none() && !bar {
                none = true;
                continue;
            }
            let cell = self.read_cell(text, &token, &mut tokens)?;
            if let Some(why) = self.illegal(&state, cell) {
                return Err(token.misread(why));
            }
            let (given, placed) = if bar { (B::NONE, B::cell(cell)) } else { (B::cell(cell), B::NONE) };
            state = self.state(state.given | given, state.placed | placed);
        }
        Ok(vec![state])
    }

    fn write(&self, state: &Lamps<B>) -> String {
        match (state.given.is_none(), state.placed.is_none()) {
            (true, true) => NO_LAMPS.into(),
            (false, true) => self.names(state.given),
            (true, false) => format!("{BAR} {}", self.names(state.placed)),
            (false, false) => format!("{} {BAR} {}", self.names(state.given), self.names(state.placed)),
        }
    }

    fn write_goal(&self) -> String {
        "every free cell lit".into()
    }

    /// Barriers are walls; a lamp is `*`, a lit cell `+`, a dark cell empty.
    fn picture(&self, state: &Lamps<B>) -> Picture {
        let LampBoard { rows, columns, .. } = self.board;
        let square = |cell: u8| match self.board.site(cell) {
            Site::Barrier => Square::Wall(String::new()),
            Site::Number(number) => Square::Wall(number.to_string()),
            Site::Free if (state.given | state.placed).has(cell) => Square::Piece("*".into()),
            Site::Free if state.dark.has(cell) => Square::Empty,
            Site::Free => Square::Piece("+".into()),
        };
        (0..rows).map(|row| (0..columns).map(|column| square(row * columns + column)).collect()).collect()
    }

    fn pointed_at(&self, _state: &Lamps<B>, lamp: u8) -> Option<(usize, usize)> {
        let columns = self.board.columns;
        Some((usize::from(lamp / columns), usize::from(lamp % columns)))
    }

    fn move_name(&self, _state: &Lamps<B>, lamp: u8, _convention: Convention) -> String {
        self.name(lamp)
    }

    fn move_words(&self, _state: &Lamps<B>, lamp: u8) -> String {
        let columns = self.board.columns;
        format!("put a lamp in row {} column {}", lamp / columns + 1, lamp % columns + 1)
    }

    /// Accepts every legal cell, even before the last lamp or hopeless, because a replay takes lamps in any order.
    fn move_named(&self, state: &Lamps<B>, name: &str, _convention: Convention) -> Option<u8> {
        self.cell_named(name).filter(|&cell| state.open.has(cell))
    }

    fn facts(&self) -> Facts {
        let LampBoard { rows, columns, free, .. } = self.board;
        Facts {
            what: format!("the fewest lamps that light all {} free cells of a {rows}x{columns} board", free.count()),
            states: None,
            states_formula: "sets of lamps none of which lights another, with no number exceeded".into(),
            gods_number: None,
            source:
                "POJ 2870 (Light Up, R. Anido; ACM ICPC South America); the rules are Nikoli's Akari's, the fewest \
                     lamps the problem's"
                    .into(),
            moves: "r1c2 places a lamp in row 1, column 2; lamps are placed in reading order, so that each set of \
                    lamps is one sequence"
                .into(),
            state_syntax: "nothing or `none`, or the lamps that stand already, such as r1c2 r3c4 or 1,2 3,4 (row, \
                           column); lamps after a bar `|` count as moves made, and later ones follow them in reading \
                           order"
                .into(),
            example: NO_LAMPS.into(),
        }
    }
}
