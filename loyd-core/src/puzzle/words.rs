//! What text and pictures of positions and moves are made of.

use std::borrow::Cow;

use crate::text::{Token, characters, tokens, tokens_between};

/// Whose direction a move letter names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Convention {
    /// The letter says where the blank goes, as the online judges print.
    #[default]
    Blank,
    /// The letter says where the tile goes.
    Tile,
}

impl Convention {
    /// `blank` or `tile`.
    pub fn name(self) -> &'static str {
        match self {
            Convention::Blank => "blank",
            Convention::Tile => "tile",
        }
    }
}

/// How a sequence of moves is spelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// One letter a move, written together: `ullddr`. Blanks, commas and slashes between letters are skipped.
    Letters,
    /// One word a move, blanks or commas between them: `3-9 5-6`.
    Words,
    /// As words with blanks between them, `R U2 R'`; brackets and repeats are written as cubers write them.
    Algs,
}

impl Spelling {
    /// The words of a text of moves that are spelled like that.
    pub fn words(self, text: &str) -> Vec<Token<'_>> {
        match self {
            Spelling::Words => tokens(text),
            Spelling::Algs => tokens_between(text, |character| character.is_whitespace() || character == ','),
            Spelling::Letters => tokens(text).iter().flat_map(characters).collect(),
        }
    }
}

/// A move that a text says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spelled<'t> {
    /// Its name; where it is no move, the word.
    pub name: Cow<'t, str>,
    /// The word that says it.
    pub word: Token<'t>,
}

impl Spelled<'_> {
    /// The name, at the place of the word.
    pub fn token(&self) -> Token<'_> {
        Token { text: &self.name, ..self.word }
    }
}

impl<'t> From<Token<'t>> for Spelled<'t> {
    fn from(word: Token<'t>) -> Self {
        Spelled { name: word.text.into(), word }
    }
}

/// What a picture is a picture of: how a page draws it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Look {
    /// Squares that lie as the rows say.
    #[default]
    Squares,
    /// A stack: the pieces of the one row from top to bottom, each as wide as its number.
    Stack,
    /// A ring: the pieces of the one row clockwise.
    Ring,
    /// Squares with cubes: letters of the colours that are seen on top and in front.
    Cubes,
}

impl Look {
    /// `squares`, `stack`, `ring` or `cubes`.
    pub fn name(self) -> &'static str {
        match self {
            Look::Squares => "squares",
            Look::Stack => "stack",
            Look::Ring => "ring",
            Look::Cubes => "cubes",
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
    /// A piece, by what is written on it.
    Piece(String),
    /// A wall, with the number on it if it has one.
    Wall(String),
}

/// A position as rows of squares; rows may differ in length.
pub type Picture = Vec<Vec<Square>>;
