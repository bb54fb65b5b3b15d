//! Reads texts that people paste: game ids of Simon Tatham's puzzles, boards of Loopover, facelets of cubes, scrambles
//! of the World Cube Association.

mod facelets;
mod games;
mod held;
mod scrambles;
mod sse;

use super::steps::ParsedMoves;
use crate::bundled;
use crate::definition::{Definition, Pattern, label_of};
use loyd_core::text::Misread;

/// A puzzle and one of its positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pasted {
    /// The puzzle's id: the name of a bundled puzzle or of the sliding puzzle, and after a colon the parameters.
    pub puzzle: String,
    /// The position, in the notation of the puzzle.
    pub position: String,
    /// The position as a pattern, if the puzzle has a definition.
    pub pattern: Option<Pattern>,
    /// Whether the text is moves, which another puzzle may have, too.
    pub is_scramble: bool,
}

impl Pasted {
    /// A position of a bundled puzzle.
    fn of(puzzle: impl Into<String>, definition: &Definition, pattern: Pattern) -> Self {
        let position = written(definition, &pattern);
        Pasted { puzzle: puzzle.into(), position, pattern: Some(pattern), is_scramble: false }
    }
}

/// Reads a puzzle and a position from a text that other programs write; `None` for any other text.
///
/// | text | puzzle |
/// |---|---|
/// | `4x4:1,2,...,0`, a game id of Fifteen, width before height | `sliding:4x4` |
/// | `4x4:...` without a 0, a game id of Sixteen | `sixteen:4x4` |
/// | `3x3n2:...`, a game id of Twiddle, with `r` and `o` | `twiddle:3x3n2` |
/// | rows of the letters from A on | `loopover:RxC` |
/// | 24, 54 or 96 letters U R F D L B: the faces so or as U L F R B D, or a net | `2x2x2`, `3x3x3`, `4x4x4` |
/// | a scramble of at least four moves, or with `R++` | a cube, or a bundled puzzle that has these moves |
///
/// A scramble of 8 to 20 moves of U, L, R and B without half turns belongs to the skewb, one that ends with turns
/// of tips to the pyraminx, and one of 8 to 12 moves of U, R and F to the 2x2x2: other texts of these moves are
/// algorithms of the 3x3x3. Some moves turn all layers but one: `R++` of the megaminx, one or two `Rw` at the end of a
/// scramble of the 3x3x3, `3Rw` of the 4x4x4. The position is then the one that is seen when the puzzle is held as
/// before the scramble.
///
/// ```
/// use loyd_definitions::algs::pasted::pasted;
/// let fifteen = pasted("3x2:1,2,3,4,0,5").unwrap().unwrap();
/// assert_eq!((&*fifteen.puzzle, &*fifteen.position), ("sliding:2x3", "1 2 3 4 x 5"));
/// let cube = pasted("R U R' U' R' F R2 U' R' U' R U R' F' D2 D2").unwrap().unwrap();
/// assert_eq!(cube.puzzle, "3x3x3");
/// assert!(pasted("1 2 3").is_none());
/// ```
///
/// # Errors
/// [`Misread`] for a wrong text of a known kind, such as a corner that does not exist, or a piece that is there twice.
pub fn pasted(text: &str) -> Option<Result<Pasted, Misread>> {
    games::game_id(text)
        .or_else(|| games::loopover(text))
        .or_else(|| facelets::facelets(text))
        .or_else(|| scrambles::scramble(text))
}

/// Reads a position of a definition's puzzle, as for [`pasted`]; `None` if the text is of no known kind, or belongs to
/// a puzzle with other slots, pieces or moves.
///
/// ```
/// use loyd_definitions::bundled;
/// use loyd_definitions::algs::pasted::pasted_of;
/// let cube = bundled::open("2x2x2", "").unwrap().unwrap();
/// let pattern = pasted_of("UUUU RRRR FFFF DDDD LLLL BBBB", &cube).unwrap().unwrap();
/// assert_eq!(pattern, cube.solved);
/// assert!(pasted_of("3x2:1,2,3,4,0,5", &cube).is_none());
/// ```
///
/// # Errors
/// [`Misread`], as for [`pasted`].
pub fn pasted_of(text: &str, definition: &Definition) -> Option<Result<Pattern, Misread>> {
    if let Some(of_cube) = facelets::facelets_of(text, definition) {
        return Some(of_cube);
    }
    let pasted = match pasted(text)? {
        Ok(pasted) => pasted,
        Err(error) => return Some(Err(error)),
    };
    pasted.pattern.filter(|_| is_bundled(definition, &pasted.puzzle)).map(Ok)
}

/// Whether a text lists the stickers of this cube as the rows of a net, though each may be the name of a move, too.
///
/// # Errors
/// [`Misread`] with what the text may be, if its stickers, each a word, are not the rows of a net.
pub(crate) fn are_stickers(text: &str, definition: &Definition) -> Result<bool, Misread> {
    facelets::are_stickers(text, definition)
}

/// How a text of stickers was read, if the cube is not held in the usual way, or if nothing shows how it is held and
/// `has_one_goal`: a sentence for people.
pub fn held_note(text: &str, definition: &Definition, has_one_goal: bool) -> Option<String> {
    facelets::turned(text, definition).or_else(|| facelets::solved_as_held(text, definition).filter(|_| has_one_goal))
}

/// The moves of a bundled puzzle's scramble that does not use the names of its moves; `None` for any other text.
pub(crate) fn parse_foreign_moves<'t>(
    text: &'t str,
    definition: &Definition,
) -> Option<Result<ParsedMoves<'t>, Misread>> {
    scrambles::parse_scramble(text, definition)
}

/// Refuses a text that is not an algorithm but would be one if moves might be written together: the stickers of a cube,
/// and moves in the notation SSE.
///
/// # Errors
/// [`Misread`] with the name of what the text is.
pub(crate) fn no_moves(text: &str, definition: &Definition) -> Result<(), Misread> {
    let has_faces = FACES.iter().filter(|face| definition.moves.iter().any(|m| m.name == **face)).count() >= 3;
    if !has_faces {
        return Ok(());
    }
    facelets::no_moves(text)?;
    sse::no_moves(text)
}

/// The names of the faces of a cube.
const FACES: [&str; 6] = ["U", "R", "F", "D", "L", "B"];

/// Whether a definition is the bundled definition with this id.
fn is_bundled(definition: &Definition, id: &str) -> bool {
    let (name, parameters) = id.split_once(':').unwrap_or((id, ""));
    let Some(Ok(other)) = bundled::open(name, parameters) else { return false };
    // Chosen powers are added behind the other moves, so only the first moves are compared.
    (&other.sets, &other.solved, &other.labels) == (&definition.sets, &definition.solved, &definition.labels)
        && definition.moves.starts_with(&other.moves)
}

/// A position in the notation of the definition's puzzle: for each slot the piece, with `+1` if it is turned once. A
/// `/` stands between sets.
///
/// ```
/// use loyd_definitions::bundled;
/// use loyd_definitions::algs::pasted::written;
/// let board = bundled::open("loopover", "2x2").unwrap().unwrap();
/// assert_eq!(written(&board, &board.solved), "A B C D");
/// ```
pub fn written(definition: &Definition, pattern: &Pattern) -> String {
    let sets = definition.set_of_slots();
    let mut text = String::new();
    for (slot, (&piece, &orientation)) in pattern.pieces.iter().zip(&pattern.orientations).enumerate() {
        if slot > 0 {
            text.push(if sets[slot] == sets[slot - 1] { ' ' } else { '/' });
        }
        text += &label_of(&definition.labels, sets[slot], piece);
        if orientation > 0 {
            text += &format!("+{orientation}");
        }
    }
    text
}

#[cfg(test)]
mod tests;
