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
    /// The corners of each facelet of a face, in the numbers of steps to the right and down. Empty if the facelets are
    /// squares in rows.
    pub tiles: Vec<Vec<[i32; 2]>>,
    /// The faces.
    pub faces: Vec<DrawingFace>,
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
                let (cell, text) = match content {
                    FaceCell::Gap => continue,
                    FaceCell::Text(text) => (None, text.clone()),
                    &FaceCell::Side(slot, side) => seen(definition, slot, side),
                };
                let square = [[right, down], [right + 1, down], [right + 1, down + 1], [right, down + 1]];
                let corners = if self.tiles.is_empty() { &square[..] } else { &self.tiles[number] };
                facelets.push(Facelet {
                    cell,
                    text,
                    corners: corners.iter().map(|corner| face.place(*corner)).collect(),
                });
            }
        }
        Drawing { colours: self.colours.clone(), facelets }
    }
}

impl DrawingFace {
    /// The place of a point of the face.
    fn place(&self, [right, down]: [i32; 2]) -> [i32; 3] {
        std::array::from_fn(|axis| self.at[axis] + right * self.right[axis] + down * self.down[axis])
    }
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

holds!(DrawingPlan { colours, tiles, faces });
holds!(DrawingFace { name, at, right, down, rows });

impl Held for FaceCell {
    fn held(&self) -> u64 {
        match self {
            FaceCell::Text(text) => text.held(),
            FaceCell::Gap | FaceCell::Side(..) => 0,
        }
    }
}
