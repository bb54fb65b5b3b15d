//! Checks one puzzle in every form that can express it: by name, `.tws`, KPuzzle JSON, PSVN and `.loyd`. All forms have
//! one census, and the same distances of the positions that the same moves reach.

use std::fmt::Write;

use crate::catalogue::with_definition;
use loyd_core::family::Visitor;
use loyd_core::heuristic::Bounded;
use loyd_core::limits::{Limits, Meter};
use loyd_core::opening::Opening;
use loyd_core::puzzle::{Convention, Notation, Ranked};
use loyd_core::table::distance::{Encoding, StoredDistances, Walks};
use loyd_definitions::bundled;
use loyd_definitions::formats::{read, write};
use loyd_definitions::ids::open_definition;
use loyd_definitions::{Definition, DefinitionFormat, Metric, Repeats, RuleChoice};
use loyd_puzzles::magic_board::MagicBoard;
use loyd_puzzles::sliding::board::Board;
use loyd_puzzles::sliding::open_small;

use crate::backwards::backwards;
use loyd_core::splitmix::below;

/// The number of positions at each distance, and the distances of the positions after random words of these moves.
struct Told<'a>(&'a [&'a str]);

type Lengths = (Vec<u64>, Vec<Option<u32>>);

const WORDS: u64 = 100;

impl Told<'_> {
    /// The distances after random words. Moves that cannot be made are skipped.
    fn lengths<P: Notation>(&self, puzzle: &P, distance: impl Fn(&P::State) -> Option<u32>) -> Vec<Option<u32>> {
        let word = |seed| {
            let mut below = below(seed);
            let mut state = puzzle.goals().unwrap()[0].clone();
            for _ in 0..1 + seed % 40 {
                let name = self.0[below(self.0.len() as u64) as usize];
                if let Some(m) = puzzle.move_named(&state, name, Convention::default()) {
                    puzzle.apply(&mut state, m);
                }
            }
            distance(&state)
        };
        (0..WORDS).map(word).collect()
    }
}

impl Visitor for Told<'_> {
    type Output = Lengths;

    fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) -> Lengths {
        let limits = Limits::default();
        let form = loyd_core::table::distance::TableForm::by_ranks(Encoding::Bytes);
        let table = StoredDistances::build(&puzzle, form, &mut Meter::new(&limits)).expect("a small table");
        let lengths = self.lengths(&puzzle, |state| table.distance(&puzzle, state, &Walks::default()));
        (table.layers().expect("counted").to_vec(), lengths)
    }

    fn unranked<P: Bounded + Notation + 'static>(self, puzzle: P) -> Lengths {
        let (layers, far) = backwards(&puzzle);
        let lengths = self.lengths(&puzzle, |state| far.get(state).copied());
        (layers, lengths)
    }
}

/// The lengths of a definition's puzzle. With `one_way`, only the written moves are moves.
fn census_and_lengths(mut definition: Definition, choice: &RuleChoice, one_way: bool, names: &[&str]) -> Lengths {
    if one_way {
        definition.moves.iter_mut().for_each(|m| m.repeats = Repeats::None);
    }
    open_definition("told", definition, choice, None, &Opening::default(), Told(names))
        .unwrap_or_else(|error| panic!("{error}"))
}

/// The definition, and its copies read from each form in which it can be written, at least `least` copies.
fn in_all_forms(definition: &Definition, least: usize) -> Vec<Definition> {
    let forms = [DefinitionFormat::Tws, DefinitionFormat::Kpuzzle, DefinitionFormat::Loyd]
        .map(|form| write::write(definition, form).ok());
    let again = forms.iter().flatten().map(|text| read(text).unwrap_or_else(|error| panic!("{error}\n{text}")));
    let all: Vec<Definition> = [definition.clone()].into_iter().chain(again).collect();
    assert!(all.len() > least, "{}: {} forms", definition.name, all.len() - 1);
    all
}

#[test]
fn the_magic_board_is_one_puzzle_in_every_form() {
    let names = ["A", "B", "C"];
    let expected = Told(&names).ranked(MagicBoard::standard());
    assert_eq!(expected.0.len(), 23);
    let psvn = "DOMAIN tile 8\n 1 2 3 4 5 6 7 8\n8\ntile tile tile tile tile tile tile tile
        a b c d e f g h => e f g h a b c d LABEL A
        a b c d e f g h => d a b c h e f g LABEL B
        a b c d e f g h => a f b d e g c h LABEL C
        GOAL 1 2 3 4 8 7 6 5";
    let texts = [
        (include_str!("../../../definitions/magic-board.loyd"), 3),
        (include_str!("../../../tests/data/definitions/magicboard.tws"), 3),
        (psvn, 1),
    ];
    let mut number = 0;
    for (text, least) in texts {
        for definition in in_all_forms(&read(text).unwrap(), least) {
            let form = definition.form;
            assert_eq!(census_and_lengths(definition, &RuleChoice::default(), true, &names), expected, "{form:?}");
            number += 1;
        }
    }
    assert!(number >= 10, "only {number}");
}

#[test]
fn the_cube_of_eight_corners_is_one_puzzle_in_every_form() {
    let names = ["U", "R", "F", "U'", "R2", "F'"];
    let expected = with_definition("2x2x2?moves=U,R,F", None, Told(&names)).unwrap();
    assert_eq!((expected.0.len(), expected.0.iter().sum::<u64>()), (12, 3_674_160));
    let choice = RuleChoice { moves: Some(["U", "R", "F"].map(String::from).to_vec()), ..RuleChoice::default() };
    // The first definition is the bundled definition itself.
    for definition in in_all_forms(&bundled::open("2x2x2", "").unwrap().unwrap(), 3).into_iter().skip(1) {
        let form = definition.form;
        assert!(census_and_lengths(definition, &choice, false, &names) == expected, "{form:?}");
    }
}

/// A sliding puzzle with the tiles in the cells, and a rule for each move of the gap out of each cell.
fn sliding_psvn(rows: usize, columns: usize) -> String {
    let cells = rows * columns;
    let list = |word: &dyn Fn(usize) -> String| (0..cells).map(word).collect::<Vec<_>>().join(" ");
    let mut text =
        format!("DOMAIN tile {cells}\n B {}\n{cells}\n", list(&|cell| cell.to_string()).replacen("0 ", "", 1));
    writeln!(text, "{}", list(&|_| "tile".into())).unwrap();
    for (from, name) in (0..cells).flat_map(|cell| "udlr".chars().map(move |name| (cell, name))) {
        let (row, column) = (from / columns, from % columns);
        let to = match name {
            'u' if row > 0 => from - columns,
            'd' if row + 1 < rows => from + columns,
            'l' if column > 0 => from - 1,
            'r' if column + 1 < columns => from + 1,
            _ => continue,
        };
        let side = |gap: usize, tile: usize| {
            let word = move |cell: usize| match cell {
                _ if cell == gap => "B".into(),
                _ if cell == tile => "X".into(),
                _ => "-".to_string(),
            };
            list(&word)
        };
        writeln!(text, "{} => {} LABEL {name}", side(from, to), side(to, from)).unwrap();
    }
    writeln!(text, "GOAL {}", list(&|cell| if cell == 0 { "B".into() } else { cell.to_string() })).unwrap();
    text
}

/// A sliding puzzle. One set holds the tiles in their order from the gap on, around the edges. Two sets hold the gap's
/// column and row, each with a wall that the gap may not pass.
fn sliding_tws(rows: usize, columns: usize) -> String {
    let mut text = format!("Name Sliding\nSet TILE {} 1\nSet COL {} 1\n", rows * columns - 1, columns + 1);
    writeln!(text, "Set ROW {} 1\nSolved\nEnd", rows + 1).unwrap();
    for (name, right, down, wall, walls) in [("r", 1, 0, "COL", columns), ("d", 0, 1, "ROW", rows)] {
        let tile = |place: usize| {
            let (row, column) = (place / columns, place % columns);
            let from = (row + down) % rows * columns + (column + right) % columns;
            // The tile that the gap passes is behind the gap afterwards.
            let from = if from == 0 { down * columns + right } else { from };
            from.to_string()
        };
        let tiles: Vec<String> = (1..rows * columns).map(tile).collect();
        let turned: Vec<String> = (0..=walls).map(|place| ((place + 1) % (walls + 1) + 1).to_string()).collect();
        writeln!(text, "Move {name}\nTILE\n{}\n{wall}\n{}\nEnd", tiles.join(" "), turned.join(" ")).unwrap();
    }
    writeln!(text, "Illegal COL 1 {}\nIllegal ROW 1 {}", columns + 1, rows + 1).unwrap();
    text
}

#[test]
fn sliding_tiles_are_one_puzzle_in_every_form() {
    for (rows, columns) in [(2, 3), (3, 3)] {
        let cells = rows * columns;
        let goal: Vec<String> = (0..cells).map(|cell| if cell == 0 { "x".into() } else { cell.to_string() }).collect();
        let family = format!("sliding:{rows}x{columns}");
        let names = ["u", "d", "l", "r"];
        let board = Board::rectangle(rows, columns).unwrap();
        let expected = open_small(board, Some(&goal.join(" ")), Told(&names)).unwrap();
        let psvn = read(&sliding_psvn(rows, columns)).unwrap();
        for definition in in_all_forms(&psvn, 1) {
            let form = definition.form;
            let (census, lengths) = census_and_lengths(definition, &RuleChoice::default(), false, &names);
            assert_eq!(census, expected.0, "{family}: {form:?}");
            // In other forms the rules of one name have several names.
            assert!(form != DefinitionFormat::Psvn || lengths == expected.1, "{family}");
        }
        let quarter = RuleChoice { metric: Some(Metric::Quarter), ..RuleChoice::default() };
        let names = ["d'", "d", "r'", "r"];
        for definition in in_all_forms(&read(&sliding_tws(rows, columns)).unwrap(), 2) {
            let form = definition.form;
            assert_eq!(census_and_lengths(definition, &quarter, false, &names), expected, "{family}: {form:?}");
        }
        let mut picture: Vec<String> = goal.chunks(columns).map(|row| row.join(" ")).collect();
        picture[0] = picture[0].replacen('x', "_", 1);
        let slides = format!("picture = \"\"\"\n{}\n\"\"\"\nslides = \"_\"\n", picture.join("\n"));
        for definition in in_all_forms(&read(&slides).unwrap(), 1) {
            let form = definition.form;
            assert_eq!(
                census_and_lengths(definition, &RuleChoice::default(), false, &[""]).0,
                expected.0,
                "{family}: {form:?}"
            );
        }
    }
}
