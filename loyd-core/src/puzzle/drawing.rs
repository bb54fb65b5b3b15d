//! Drawings: where the parts of a picture are in space or in a plane, and which colours they have.

/// The places and colours of the parts of a puzzle's pictures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// The name of the colour of each text, on a facelet without a palette.
    pub colours: Vec<(String, String)>,
    /// By palette: the name of the colour of each text.
    pub palettes: Vec<Vec<(String, String)>>,
    /// The facelets. Empty if the squares of the picture are drawn as they are.
    pub facelets: Vec<Facelet>,
    /// By row and column of the picture: the number of orientations of the pieces there. A piece whose text ends with
    /// `+2` is turned clockwise by two of so many parts of a full turn. 1: the pieces do not turn in the plane of the
    /// picture. Rows and columns without a number are like 1.
    pub orientations: Vec<Vec<u8>>,
}

/// A flat part of a drawing, such as a sticker of a cube. It has one colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facelet {
    /// The row and the column, from 0, of the square of the picture whose text is drawn here; `None` if the text never
    /// changes.
    pub cell: Option<(usize, usize)>,
    /// The row and the column of a second square. Its text, `|` and the text of `cell` are then one text.
    pub before: Option<(usize, usize)>,
    /// The number of the palette of the facelet. If the palette has no colour for the text, the facelet is not drawn.
    /// The corners of a facelet with a palette are counterclockwise for an eye outside the body.
    pub palette: Option<usize>,
    /// The text in the position that the puzzle comes in.
    pub text: String,
    /// The corners, one after the other: x to the right, y up, z to the front. A facelet with a single corner is a
    /// ball.
    pub corners: Vec<[i32; 3]>,
}
