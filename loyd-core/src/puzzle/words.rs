//! The parts of texts and pictures of positions and moves.

use std::borrow::Cow;

use crate::text::{Token, characters, tokens, tokens_between};

/// Whether a move letter names the direction of the blank or of the tile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Convention {
    /// The letter names the direction of the blank, as the online judges print it.
    #[default]
    Blank,
    /// The letter names the direction of the tile.
    Tile,
}

impl Convention {
    /// The name of the convention: `blank` or `tile`.
    pub fn name(self) -> &'static str {
        match self {
            Convention::Blank => "blank",
            Convention::Tile => "tile",
        }
    }
}

/// The spelling of a sequence of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// One letter for each move, written together: `ullddr`. Blanks, commas and slashes between letters are skipped.
    Letters,
    /// One word for each move, with blanks or commas between words: `3-9 5-6`.
    Words,
    /// One word for each move, with blanks or commas between words: `R U2 R'`. A text may contain the brackets and
    /// repeats that cubers write.
    Algs,
    /// The turns of two layers as pairs, and slices, as cubers write the Square-1: `(1,0)/(-2,3)/`. The names of the
    /// moves are powers of `U` and `D`, and `/`. A text may also contain these names.
    Layers,
}

impl Spelling {
    /// Splits a text of moves with this spelling into words.
    pub fn words(self, text: &str) -> Vec<Token<'_>> {
        match self {
            Spelling::Words => tokens(text),
            Spelling::Algs | Spelling::Layers => {
                tokens_between(text, |character| character.is_whitespace() || character == ',')
            }
            Spelling::Letters => tokens(text).iter().flat_map(characters).collect(),
        }
    }

    /// Writes the names of moves one after the other, in a form that is read as the same moves. The turns of two layers
    /// become a pair in whatever order they are made.
    ///
    /// ```
    /// use loyd_core::puzzle::Spelling;
    /// let written = |spelling: Spelling, names: &str| {
    ///     spelling.written(&names.split(' ').map(String::from).collect::<Vec<_>>())
    /// };
    /// assert_eq!(written(Spelling::Letters, "u l"), "ul");
    /// assert_eq!(written(Spelling::Layers, "U D2' / D / D' U6"), "(1,-2)/(0,1)/(6,-1)");
    /// assert_eq!(written(Spelling::Layers, "D U U' q"), "D U U' q");
    /// ```
    pub fn written(self, names: &[String]) -> String {
        match self {
            Spelling::Letters => names.concat(),
            Spelling::Words | Spelling::Algs => names.join(" "),
            Spelling::Layers => in_pairs(names).unwrap_or_else(|| names.join(" ")),
        }
    }
}

/// The turns of a layer by which people name them, in twelfths.
const MOST_OF_LAYER: i32 = 6;

/// Moves of two layers and slices as pairs; `None` if a name is another move.
fn in_pairs(names: &[String]) -> Option<String> {
    // A slice has the layer `/`.
    let turn = |name: &String| {
        let mut signs = name.chars();
        let layer = signs.next().filter(|layer| ['U', 'D', '/'].contains(layer))?;
        let (times, sign) = signs.as_str().strip_suffix('\'').map_or((signs.as_str(), 1), |times| (times, -1));
        let times: i32 = if times.is_empty() { 1 } else { times.parse().ok().filter(|&times| times > 1)? };
        let is_one = (1..=MOST_OF_LAYER).contains(&times) && (layer != '/' || name.len() == 1);
        is_one.then_some((layer, sign * times))
    };
    let turns: Vec<(char, i32)> = names.iter().map(turn).collect::<Option<_>>()?;
    let (mut text, mut turns) = (String::new(), turns.into_iter().peekable());
    while let Some((layer, times)) = turns.next() {
        if layer == '/' {
            text.push('/');
            continue;
        }
        // Turns of the two layers do the same in either order.
        let other = turns.next_if(|&(next, _)| next != '/' && next != layer).map_or(0, |(_, times)| times);
        text += &if layer == 'U' { format!("({times},{other})") } else { format!("({other},{times})") };
    }
    Some(text)
}

/// A move in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spelled<'t> {
    /// The name of the move, or the word itself if it is not a move.
    pub name: Cow<'t, str>,
    /// The word in the text.
    pub word: Token<'t>,
}

impl Spelled<'_> {
    /// The bytes that a move of a text takes at most while it is read, named and made, if its name is short.
    pub const BYTES: u64 = 256;

    /// The bytes that a move with a name of this length takes. The name is copied twice.
    pub fn bytes(name: usize) -> u64 {
        Self::BYTES + 3 * name.saturating_sub(16) as u64
    }

    /// The name as a token at the place of the word.
    pub fn token(&self) -> Token<'_> {
        Token { text: &self.name, ..self.word }
    }
}

impl<'t> From<Token<'t>> for Spelled<'t> {
    fn from(word: Token<'t>) -> Self {
        Spelled { name: word.text.into(), word }
    }
}

/// The kind of a picture, which determines how a page draws it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum PictureKind {
    /// Squares in rows and columns.
    #[default]
    Squares,
    /// A stack: the pieces of the only row from top to bottom, each as wide as its number.
    Stack,
    /// A ring: the pieces of the only row in clockwise order.
    Ring,
    /// Squares with cubes: the letters are the colours on top and in front of a cube.
    Cubes,
    /// Facelets: the puzzle has a [`Drawing`](super::Drawing), which contains the place of each square of the picture.
    Facelets,
}

impl PictureKind {
    /// The name of the kind: `squares`, `stack`, `ring`, `cubes` or `facelets`.
    pub fn name(self) -> &'static str {
        match self {
            PictureKind::Squares => "squares",
            PictureKind::Stack => "stack",
            PictureKind::Ring => "ring",
            PictureKind::Cubes => "cubes",
            PictureKind::Facelets => "facelets",
        }
    }
}

/// One square of a drawn position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Square {
    /// Not part of the board.
    Hole,
    /// The blank, or an empty cell.
    Empty,
    /// A piece with the text written on it.
    Piece(String),
    /// A wall, with the number on it if it has one.
    Wall(String),
}

/// A position as rows of squares; rows may differ in length.
pub type Picture = Vec<Vec<Square>>;
