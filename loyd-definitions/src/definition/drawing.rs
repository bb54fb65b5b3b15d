//! The drawing of a puzzle as a body: faces in space, divided into facelets.

use super::Definition;
use crate::definition::seen::{label_of, sides_of};
use loyd_core::limits::{Held, holds};
use loyd_core::puzzle::{Drawing, Facelet};

/// The names of the colours.
pub const COLOURS: [&str; 14] = [
    "white", "yellow", "red", "orange", "green", "blue", "purple", "pink", "lime", "cyan", "cream", "grey", "brown",
    "black",
];

/// The faces of a body, and the colours of the texts on them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawingPlan {
    /// The text of a facelet, and the name of its colour: one of [`COLOURS`].
    pub colours: Vec<(String, String)>,
    /// The palettes that faces may name.
    pub palettes: Vec<DrawingPalette>,
    /// The corners of each facelet of a face, in the numbers of steps to the right and down. Empty if the facelets are
    /// squares in rows.
    pub tiles: Vec<Vec<[i32; 2]>>,
    /// The faces.
    pub faces: Vec<DrawingFace>,
}

/// Colours for some faces of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawingPalette {
    /// The name of the palette.
    pub name: String,
    /// The text of a facelet, and the name of its colour: one of [`COLOURS`].
    pub colours: Vec<(String, String)>,
}

/// A flat face of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawingFace {
    /// The name of the face.
    pub name: String,
    /// The point from which steps are counted.
    pub at: [i32; 3],
    /// A step to the right.
    pub right: [i32; 3],
    /// A step down.
    pub down: [i32; 3],
    /// The number of the palette of the face. A facelet is not drawn if the palette has no colour for its text.
    pub palette: Option<usize>,
    /// The corners of each facelet of this face, if the face does not use the tiles of the plan.
    pub tiles: Option<Vec<Vec<[i32; 2]>>>,
    /// The content of the facelets, row by row.
    pub rows: Vec<Vec<FaceCell>>,
}

/// The content of a facelet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FaceCell {
    /// Nothing is drawn.
    Gap,
    /// A text that never changes.
    Text(String),
    /// A side of the piece in a slot.
    Side(u16, u8),
    /// Sides of the pieces in two slots: their texts with `|` between them.
    Pair([(u16, u8); 2]),
}

impl DrawingPlan {
    /// The facelets with their places, for a definition that has this plan.
    ///
    /// # Panics
    /// If the definition has other slots, or fewer tiles than cells of a face.
    pub fn drawing(&self, definition: &Definition) -> Drawing {
        let mut facelets = Vec::new();
        for face in &self.faces {
            let cells =
                face.rows.iter().zip(0..).flat_map(|(row, down)| row.iter().zip(0..).map(move |cell| (cell, down)));
            for (number, ((content, right), down)) in cells.enumerate() {
                let (before, cell, text) = match content {
                    FaceCell::Gap => continue,
                    FaceCell::Text(text) => (None, None, text.clone()),
                    &FaceCell::Side(slot, side) => {
                        let (cell, text) = seen(definition, slot, side);
                        (None, cell, text)
                    }
                    &FaceCell::Pair([first, second]) => {
                        let [(before, first), (cell, second)] =
                            [first, second].map(|(slot, side)| seen(definition, slot, side));
                        let both = before.zip(cell);
                        (both.map(|both| both.0), both.map(|both| both.1), format!("{first}|{second}"))
                    }
                };
                let square = [[right, down], [right + 1, down], [right + 1, down + 1], [right, down + 1]];
                let tiles = face.tiles.as_ref().unwrap_or(&self.tiles);
                let mut corners = if tiles.is_empty() { square.to_vec() } else { tiles[number].clone() };
                if face.palette.is_some() && is_clockwise(&corners) {
                    corners.reverse();
                }
                let corners = corners.into_iter().map(|corner| face.place(corner)).collect();
                facelets.push(Facelet { cell, before, palette: face.palette, text, corners });
            }
        }
        let palettes = self.palettes.iter().map(|palette| palette.colours.clone()).collect();
        Drawing { colours: self.colours.clone(), palettes, facelets, orientations: Vec::new() }
    }
}

impl DrawingFace {
    /// The place of a point of the face.
    fn place(&self, [right, down]: [i32; 2]) -> [i32; 3] {
        std::array::from_fn(|axis| self.at[axis] + right * self.right[axis] + down * self.down[axis])
    }
}

/// Whether corners are clockwise for an eye that sees `right` to the right and `down` below.
fn is_clockwise(corners: &[[i32; 2]]) -> bool {
    let next = corners.iter().cycle().skip(1);
    let product =
        |[[x, y], [right, down]]: [[i32; 2]; 2]| i64::from(x) * i64::from(down) - i64::from(right) * i64::from(y);
    corners.iter().zip(next).map(|(corner, next)| product([*corner, *next])).sum::<i64>() > 0
}

/// The cell of the picture in which this side of a slot is drawn, and the text in the solved position.
fn seen(definition: &Definition, slot: u16, side: u8) -> (Option<(usize, usize)>, String) {
    let (piece, orientation) =
        (definition.solved.pieces[usize::from(slot)], definition.solved.orientations[usize::from(slot)]);
    match definition.spots.iter().find(|spot| (spot.slot, spot.side) == (slot, side)) {
        Some(spot) => {
            let cell = (usize::from(spot.row), usize::from(spot.column));
            (Some(cell), definition.label_at(spot, piece, orientation))
        }
        None => {
            let label = label_of(&definition.labels, definition.set_of_slots()[usize::from(slot)], piece);
            let mut sides = sides_of(&label);
            let text = if usize::from(side) < sides.len() { sides.swap_remove(side.into()) } else { label };
            (None, text)
        }
    }
}

holds!(DrawingPlan { colours, palettes, tiles, faces });
holds!(DrawingPalette { name, colours });
holds!(DrawingFace { name, at, right, down, palette, tiles, rows });

impl Held for FaceCell {
    fn held(&self) -> u64 {
        match self {
            FaceCell::Text(text) => text.held(),
            FaceCell::Gap | FaceCell::Side(..) | FaceCell::Pair(_) => 0,
        }
    }
}
