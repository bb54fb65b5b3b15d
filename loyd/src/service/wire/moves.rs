//! The rows of replies about moves and pictures.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Named, row};
use crate::service::reply::{LegalMove, LegalMoves, NextMove, NextMoves, Pictures, VERSION};
use loyd_core::cost::{Cost, CostMeasure};
use loyd_core::puzzle::{Convention, Drawing, Facelet, Picture, PictureKind, Square};

row! {
    /// The reply to `next`.
    NextMoves as NextMovesRow(next) {
        /// The version of the schema: 1.
        version: u32 = VERSION,
        /// The full id of the puzzle.
        puzzle: &'a str = &next.puzzle,
        /// The goal.
        goal: &'a str = &next.goal,
        /// The position, after the moves that were made.
        state: &'a str = &next.state,
        /// Whether names of moves are directions of the blank or of the tile. Null if each move has only one name.
        convention: Option<Named<Convention>> = next.convention.map(Named),
        /// The distance of the position from the goal, if it is known.
        distance: Option<u32> = next.distance.known().map(Cost::amount),
        /// The lower bound of this distance, equal to it if it is known. Null if there is no solution.
        at_least: Option<u32> = next.distance.at_least().map(Cost::amount),
        /// Every legal move.
        moves: &'a [NextMove] = &next.moves,
    }
}

row! {
    /// The reply to `moves`.
    LegalMoves as LegalMovesRow(legal) {
        /// The version of the schema: 1.
        version: u32 = VERSION,
        /// The full id of the puzzle.
        puzzle: &'a str = &legal.puzzle,
        /// The name of the puzzle in its definition. Null if there is no definition, or the definition has no name.
        name: Option<&'a str> = legal.name.as_deref(),
        /// The goal.
        goal: &'a str = &legal.goal,
        /// The position, after the moves that were made.
        state: &'a str = &legal.state,
        /// A remark on how the text of the position was read, as in the reply to `solve`.
        note: Option<&'a str> = legal.note.as_deref(),
        /// Whether names of moves are directions of the blank or of the tile. Null if each move has only one name.
        convention: Option<Named<Convention>> = legal.convention.map(Named),
        /// Whether the moves of the puzzle differ in cost. A distance is then the least cost of a solution.
        costs: bool = legal.measure == CostMeasure::Weights,
        /// Whether the position is a goal.
        solved: bool = legal.solved,
        /// The kind of thing that the picture shows.
        look: Named<PictureKind> = Named(legal.look),
        /// The places, colours and turns of the parts of the picture. Null if `look` and the texts are enough.
        drawing: Option<DrawingRow<'a>> = legal.drawing.as_ref().map(DrawingRow::from),
        /// The position as a picture: rows of squares. A place without a square is null.
        picture: PictureRows<'a> = picture_rows(&legal.picture),
        /// Every legal move.
        moves: &'a [LegalMove] = &legal.moves,
    }
}

row! {
    /// A legal move, and what it changes.
    LegalMove as LegalMoveRow(legal) {
        /// The name of the move.
        name: &'a str = &legal.name,
        /// The effect of the move in words.
        words: &'a str = &legal.words,
        /// The cost of the move.
        cost: u32 = legal.cost.amount(),
        /// The position after the move.
        state: &'a str = &legal.state,
        /// The row and the column, from 0, of the square that a user points at to make the move, if there is one.
        pointed_at: Option<(usize, usize)> = legal.pointed_at,
        /// The squares that the move changes.
        changes: Vec<ChangeRow<'a>> = legal.changes.iter().map(ChangeRow::from).collect(),
    }
}

row! {
    /// The reply to `draw`.
    Pictures as PicturesRow(drawn) {
        /// The version of the schema: 1.
        version: u32 = VERSION,
        /// The full id of the puzzle.
        puzzle: &'a str = &drawn.puzzle,
        /// The first position.
        state: &'a str = &drawn.state,
        /// The names of the moves.
        moves: &'a [String] = &drawn.moves,
        /// The effect of each move in words.
        words: &'a [String] = &drawn.words,
        /// The pictures of the start and of the position after each move: rows of squares. A place without a square is
        /// null.
        pictures: Vec<PictureRows<'a>> = drawn.pictures.iter().map(picture_rows).collect(),
    }
}

/// A square of a picture.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Square"))]
struct SquareRow<'a> {
    /// The kind of the square.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["empty", "piece", "wall"])))]
    kind: &'static str,
    /// The text on the square.
    text: &'a str,
}

/// Rows of squares; `None` if the board has no cell there.
type PictureRows<'a> = Vec<Vec<Option<SquareRow<'a>>>>;

fn square_row(square: &Square) -> Option<SquareRow<'_>> {
    let (kind, text) = match square {
        Square::Hole => return None,
        Square::Empty => ("empty", ""),
        Square::Piece(text) => ("piece", text.as_str()),
        Square::Wall(text) => ("wall", text.as_str()),
    };
    Some(SquareRow { kind, text })
}

fn picture_rows(picture: &Picture) -> PictureRows<'_> {
    picture.iter().map(|row| row.iter().map(square_row).collect()).collect()
}

/// A square that a move changes, with its content after the move.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Change"))]
struct ChangeRow<'a> {
    /// The row of the square, from 0.
    row: usize,
    /// The column of the square, from 0.
    column: usize,
    /// The kind of the square. `hole`: the board has no cell there.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["empty", "piece", "wall", "hole"])))]
    kind: &'static str,
    /// The text on the square.
    text: &'a str,
}

impl<'a> From<&'a (usize, usize, Square)> for ChangeRow<'a> {
    fn from((row, column, after): &'a (usize, usize, Square)) -> ChangeRow<'a> {
        let SquareRow { kind, text } = square_row(after).unwrap_or(SquareRow { kind: "hole", text: "" });
        ChangeRow { row: *row, column: *column, kind, text }
    }
}

/// The places and colours of the parts of a picture.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Drawing"))]
struct DrawingRow<'a> {
    /// The name of the colour of each text, on a facelet without a palette.
    colours: BTreeMap<&'a str, &'a str>,
    /// By palette: the name of the colour of each text.
    palettes: Vec<BTreeMap<&'a str, &'a str>>,
    /// The facelets. Empty unless `look` is `facelets`.
    facelets: Vec<FaceletRow<'a>>,
    /// By row and column of the picture: the number of orientations of the pieces there. A piece whose text ends with
    /// `+2` is turned clockwise by two of so many parts of a full turn. 1: the pieces do not turn in the plane of the
    /// picture. Rows and columns without a number are like 1.
    orientations: &'a [Vec<u8>],
}

/// A flat part of a drawing, such as a sticker of a cube.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Facelet"))]
struct FaceletRow<'a> {
    /// The row and the column, from 0, of the square whose text is drawn here. Null if the text never changes.
    cell: Option<(usize, usize)>,
    /// The row and the column of a second square. Its text, `|` and the text of `cell` are then one text.
    before: Option<(usize, usize)>,
    /// The number of the palette of the facelet, from 0. If the palette has no colour for the text, the facelet is not
    /// drawn. The corners of a facelet with a palette are counterclockwise for an eye outside the body. Null: `colours`
    /// has the colour.
    palette: Option<usize>,
    /// The text in the position that the puzzle comes in. It is drawn where the picture has no square.
    text: &'a str,
    /// The corners, one after the other: x to the right, y up, z to the front. One corner: a ball.
    corners: &'a [[i32; 3]],
}

impl<'a> From<&'a Drawing> for DrawingRow<'a> {
    fn from(drawing: &'a Drawing) -> DrawingRow<'a> {
        let named = |colours: &'a Vec<(String, String)>| {
            colours.iter().map(|(text, colour)| (text.as_str(), colour.as_str())).collect()
        };
        let row = |facelet: &'a Facelet| {
            let Facelet { cell, before, palette, text, corners } = facelet;
            FaceletRow { cell: *cell, before: *before, palette: *palette, text, corners }
        };
        DrawingRow {
            colours: named(&drawing.colours),
            palettes: drawing.palettes.iter().map(named).collect(),
            facelets: drawing.facelets.iter().map(row).collect(),
            orientations: &drawing.orientations,
        }
    }
}
