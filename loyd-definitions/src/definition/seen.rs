//! The text on a piece, and the part of it that is drawn in a spot.

use super::{Definition, PictureSpot};

impl Definition {
    /// The text drawn in `spot` when its slot holds `piece` with this `orientation`.
    ///
    /// A label can have one part for each drawn side of a slot: letters, or words with `-` between them. The text is
    /// then the part of the side in the spot. Otherwise it is the whole label, with the orientation if that is not 0.
    ///
    /// ```
    /// use loyd_definitions::formats::loyd;
    /// let text = "picture = \"UF UF+1 x\"\norientations = 2\nmoves.t = \"(UF+1)\"";
    /// let strip = loyd::read(text).unwrap();
    /// let seen = |orientation| [0, 1, 2].map(|at| strip.label_at(&strip.spots[at], u8::from(at == 2), orientation));
    /// assert_eq!(seen(0), ["U", "F", "x"]);
    /// assert_eq!(seen(1), ["F", "U", "x+1"]);
    /// ```
    ///
    /// # Panics
    /// If the spot is not a spot of this definition.
    pub fn label_at(&self, spot: &PictureSpot, piece: u8, orientation: u8) -> String {
        let set = self.set_of_slots()[usize::from(spot.slot)];
        let label = label_of(&self.labels, set, piece);
        let sides = self.spots.iter().filter(|other| other.slot == spot.slot).map(|other| other.side).max();
        let sides = usize::from(sides.unwrap_or(0)) + 1;
        let parts = sides_of(&label);
        if sides > 1 && parts.len() == sides {
            let turns = usize::from(orientation) % sides;
            return parts[(usize::from(spot.side) + sides - turns) % sides].clone();
        }
        if orientation == 0 { label } else { format!("{label}+{orientation}") }
    }
}

/// The text on a piece of a set: its label, or its number from 1.
pub(crate) fn label_of(labels: &[Vec<String>], set: usize, piece: u8) -> String {
    let label = labels.get(set).and_then(|labels| labels.get(usize::from(piece)));
    label.filter(|label| !label.is_empty()).cloned().unwrap_or_else(|| (u32::from(piece) + 1).to_string())
}

/// The parts of a piece's label, one for each side: its letters, or words with `-` between them.
pub(crate) fn sides_of(label: &str) -> Vec<String> {
    match label.contains('-') {
        true => label.split('-').map(String::from).collect(),
        false => label.chars().map(String::from).collect(),
    }
}
