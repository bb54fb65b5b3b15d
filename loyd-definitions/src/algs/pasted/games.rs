//! Game ids of Simon Tatham's Fifteen, Sixteen and Twiddle, and boards of Loopover.

use super::Pasted;
use crate::bundled;
use crate::definition::{MOST_OF_SET, Pattern};
use loyd_core::exact::exact;
use loyd_core::text::{Misread, Token, ended, tokens_between};

/// The size in a game id, width before height, and the flags of the game.
struct GameSize<'t> {
    columns: usize,
    rows: usize,
    flags: &'t str,
}

/// Reads a size and flags, such as `4x4n2o`.
fn size(text: &str) -> Option<GameSize<'_>> {
    let (columns, rest) = text.split_once('x')?;
    let end = rest.find(|character: char| !character.is_ascii_digit()).unwrap_or(rest.len());
    let (rows, flags) = rest.split_at(end);
    let number = |text: &str| text.parse().ok().filter(|number| (1..=MOST_OF_SET).contains(number));
    let size = GameSize { columns: number(columns)?, rows: number(rows)?, flags };
    (2..=MOST_OF_SET).contains(&(size.rows * size.columns)).then_some(size)
}

/// A part of a text as a token, with its line and column in the text.
fn within<'t>(text: &'t str, part: &'t str) -> Token<'t> {
    let before = &text[..part.as_ptr() as usize - text.as_ptr() as usize];
    let line = 1 + before.matches('\n').count();
    let column = 1 + before.rsplit('\n').next().unwrap_or(before).chars().count();
    Token { text: part, line, column }
}

/// The puzzle and the position of a game id; `None` for any other text.
pub(super) fn game_id(text: &str) -> Option<Result<Pasted, Misread>> {
    let id = text.trim();
    let (parameters, board) = id.split_once([':', '#'])?;
    let size = size(parameters)?;
    // `m` and a number are the number of moves that a game should take, so they do not belong to the board.
    let flags = size.flags.split('m').next().unwrap_or_default();
    let is_twiddle = flags.starts_with('n');
    if !flags.trim_start_matches('n').chars().all(|flag| flag.is_ascii_digit() || matches!(flag, 'r' | 'o')) {
        return None;
    }
    if !is_twiddle && !flags.is_empty() {
        return None;
    }
    if id[parameters.len()..].starts_with('#') {
        let seed = within(text, &id[parameters.len()..]);
        return Some(Err(seed.misread("a game id with `:` and the board, not a random seed")));
    }
    Some(if is_twiddle { twiddle(text, &size, flags, board) } else { numbers(text, &size, board) })
}

/// A tile of a board: its word, its number, and the letter after the number.
struct Tile<'t> {
    word: Token<'t>,
    number: usize,
    way: Option<char>,
}

/// The words of a board: numbers, each with the letter after it.
fn words<'t>(text: &'t str, board: &'t str) -> Vec<Token<'t>> {
    let place = within(text, board);
    let mut words = Vec::new();
    for word in tokens_between(board, |character| character == ',' || character.is_whitespace()) {
        let mut column = if word.line == 1 { place.column + word.column - 1 } else { word.column };
        for part in word.text.split_inclusive(|character: char| character.is_ascii_lowercase()) {
            words.push(Token { text: part, line: place.line + word.line - 1, column });
            column += part.chars().count();
        }
    }
    words
}

/// The tiles of a board, numbered from `least`, with letters if `has_ways`.
fn tiles<'t>(
    text: &'t str,
    size: &GameSize<'_>,
    board: &'t str,
    least: u64,
    has_ways: bool,
) -> Result<Vec<Tile<'t>>, Misread> {
    let slots = size.rows * size.columns;
    let most = slots as u64 - 1 + least;
    let ways = if has_ways { ", u, l, d or r behind each" } else { " with commas between them" };
    let expected = format!("{slots} numbers from {least} to {most}{ways}");
    let mut tiles = Vec::new();
    for word in words(text, board) {
        let digits = word.text.trim_end_matches(['u', 'l', 'd', 'r']);
        let number = Token { text: digits, ..word }.number(least, most, &expected);
        let way = word.text[digits.len()..].chars().next();
        match number {
            Ok(number) if way.is_some() == has_ways && tiles.len() < slots => {
                tiles.push(Tile { word, number, way });
            }
            _ => return Err(word.misread(expected)),
        }
    }
    match tiles.len() == slots {
        true => Ok(tiles),
        false => Err(ended(text.trim_end(), expected)),
    }
}

/// Reads a board of Fifteen if it contains a 0, else a board of Sixteen.
fn numbers(text: &str, size: &GameSize<'_>, board: &str) -> Result<Pasted, Misread> {
    let (rows, columns) = (size.rows, size.columns);
    let (name, least) = match words(text, board).iter().any(|word| word.text == "0") {
        true => ("sliding", 0),
        false => ("sixteen", 1),
    };
    let tiles = tiles(text, size, board, least, false)?;
    for (at, tile) in tiles.iter().enumerate() {
        if tiles[..at].iter().any(|before| before.number == tile.number) {
            return Err(tile.word.misread("an unused number"));
        }
    }
    let written = |tile: &Tile<'_>| if tile.number == 0 { "x".into() } else { tile.number.to_string() };
    let position = tiles.iter().map(written).collect::<Vec<_>>().join(" ");
    let pattern = (least == 1).then(|| still(tiles.iter().map(|tile| exact::<u8>(tile.number - 1))));
    Ok(Pasted { puzzle: format!("{name}:{rows}x{columns}"), position, pattern, is_scramble: false })
}

/// A pattern of pieces that are not turned.
fn still(pieces: impl Iterator<Item = u8>) -> Pattern {
    let pieces: Box<[u8]> = pieces.collect();
    Pattern { orientations: vec![0; pieces.len()].into(), pieces }
}

/// Reads a board of Twiddle: `1,2,3`, or `1u2l3d` if tiles have a right way up.
fn twiddle(text: &str, size: &GameSize<'_>, flags: &str, board: &str) -> Result<Pasted, Misread> {
    let (rows, columns) = (size.rows, size.columns);
    let parameters = format!("{rows}x{columns}{flags}");
    let made = bundled::open("twiddle", &parameters).expect("twiddle is bundled");
    let definition = made.map_err(|error| within(text, text.trim()).misread(error.expected))?;
    let (mut pieces, mut orientations) = (Vec::new(), Vec::new());
    let mut left = vec![0usize; definition.slots()];
    definition.solved.pieces.iter().for_each(|&piece| left[usize::from(piece)] += 1);
    for tile in tiles(text, size, board, 1, flags.contains('o'))? {
        let left = &mut left[tile.number - 1];
        *left = left.checked_sub(1).ok_or_else(|| tile.word.misread("a number that is not used up"))?;
        pieces.push(exact::<u8>(tile.number - 1));
        // The orientations of tiles are counted clockwise here.
        orientations.push(match tile.way {
            Some('r') => 1,
            Some('d') => 2,
            Some('l') => 3,
            _ => 0,
        });
    }
    let pattern = Pattern { pieces: pieces.into(), orientations: orientations.into() };
    Ok(Pasted::of(format!("twiddle:{parameters}"), &definition, pattern))
}

/// Reads a board of Loopover: rows of the letters from A on, each once.
pub(super) fn loopover(text: &str) -> Option<Result<Pasted, Misread>> {
    let rows = tokens_between(text, |character| character.is_whitespace() || matches!(character, '/' | ',' | '|'));
    let columns = rows.first()?.text.len();
    let slots = rows.len() * columns;
    let is_board = rows.len() > 1 && columns > 1 && slots <= 26 && rows.iter().all(|row| row.text.len() == columns);
    let letters: Vec<u8> = rows.iter().flat_map(|row| row.text.bytes()).collect();
    let has = |letter: &u8| letters.contains(letter);
    if !is_board || !(b'A'..).take(slots).collect::<Vec<u8>>().iter().all(has) {
        return None;
    }
    let position = letters.iter().map(|&letter| char::from(letter).to_string()).collect::<Vec<_>>().join(" ");
    let pattern = Some(still(letters.iter().map(|&letter| letter - b'A')));
    Some(Ok(Pasted { puzzle: format!("loopover:{}x{columns}", rows.len()), position, pattern, is_scramble: false }))
}
