//! GAP files: permutations of points in cycle notation, as PuzzleGeometry and CayleyPy write them.

mod moved;
mod pieces;
pub(crate) mod reader;
mod tokens;

use crate::definition::Definition;
use loyd_core::text::Misread;
use pieces::PointPieces;
use reader::GapReader;
use tokens::GapTokens;

/// The greatest point of a permutation.
pub(crate) const MOST_POINT: u16 = 16_384;

/// The names of the list that contains the points of one colour in each of its lists.
pub(crate) const SETS: &str = "ip";

/// The names of the list that contains a colour for each point.
pub(crate) const COLOURS: [&str; 2] = ["central", "central_state"];

/// Whether a text is a GAP file: it begins with an assignment, a cycle, or a list of cycles.
pub(crate) fn is_it(text: &str) -> bool {
    let mut tokens = GapTokens::new(text);
    let (first, second) = (tokens.next(), tokens.next());
    let (Some(first), Some(second)) = (first, second) else { return false };
    match first.text {
        "(" => second.text == ")" || second.digits().is_some(),
        "[" => second.text == "(",
        name => second.text == ":=" || name == reader::GROUP && second.text == "(",
    }
}

/// Reads a definition. Each generator is a move with its inverse.
///
/// The generators are the permutations of the only list, such as `Gen := [a, b];` or `Group(a, b)`. Without a list, all
/// permutations are generators. Points that all moves keep together are the sides of one slot: the three points of a
/// corner become one slot with three orientations. Points that no move exchanges belong to different sets.
///
/// `ip := [[1, 4], [2]];` lists the points that show the same colour, and `central := [1, 2, 1];` lists the colour of
/// each point. Pieces that show the same colours are identical. All other pieces are different.
///
/// ```
/// let text = "M_A := (1,4,7)(2,5,8)(3,6,9);\nM_B := (1,5)(2,6)(3,4);\nGen := [M_A, M_B];";
/// let definition = loyd_definitions::formats::gap::read(text).unwrap();
/// let names: Vec<&str> = definition.moves.iter().map(|m| m.name.as_str()).collect();
/// assert_eq!(names, ["A", "B"]);
/// assert_eq!((definition.sets[0].slots, definition.sets[0].orientations), (3, 3));
/// let error = loyd_definitions::formats::gap::read("a := (1,2;").unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 10: found `;`, expected `,` or `)` after a point");
/// ```
///
/// # Errors
/// [`Misread`] if the text is not a list of generators, or asks for too many points, moves or products.
pub fn read(text: &str) -> Result<Definition, Misread> {
    let file = GapReader::new(text).read()?;
    PointPieces::new(&file)?.definition(file)
}

#[cfg(test)]
mod tests;
