//! Pieces that turn in the plane of the picture.

use super::{Action, Definition, Move};

/// The column and the row of a square of the picture.
type Point = [i32; 2];

impl Definition {
    /// By row and column of the picture: the number of orientations of the pieces there, or 1 if the pieces do not turn
    /// in the plane of the picture. Empty if no pieces turn in that plane.
    ///
    /// The pieces of a set turn in the plane if every move that turns them also takes them around a point of the
    /// picture by the same angle, clockwise.
    pub(crate) fn turning_squares(&self) -> Vec<Vec<u8>> {
        let mut rows = Vec::<Vec<u8>>::new();
        let places = self.places();
        for (number, set) in self.sets.iter().enumerate().filter(|(_, set)| set.orientations > 1) {
            let slots = self.slots_of(number);
            let all_turn = |m: &Move| slots.clone().all(|slot| turns(&m.action, &places, slot, set.orientations));
            if !self.moves.iter().all(all_turn) {
                continue;
            }
            for [column, row] in slots.filter_map(|slot| places[slot]) {
                let [column, row] = [column, row].map(|at| usize::try_from(at).unwrap_or(0));
                rows.resize_with(rows.len().max(row + 1), Vec::new);
                let columns = rows[row].len().max(column + 1);
                rows[row].resize(columns, 1);
                rows[row][column] = set.orientations;
            }
        }
        rows
    }

    /// The place of each slot that is drawn in a single square.
    fn places(&self) -> Vec<Option<Point>> {
        let mut places = vec![None; self.slots()];
        let mut times = vec![0u32; self.slots()];
        for spot in &self.spots {
            let slot = usize::from(spot.slot);
            times[slot] += 1;
            places[slot] = Some([spot.column.into(), spot.row.into()]).filter(|_| times[slot] == 1);
        }
        places
    }
}

/// Whether the piece that an action takes to a slot keeps its orientation, turns where it lies, or goes around the same
/// point as the piece of the slot before.
fn turns(action: &Action, places: &[Option<Point>], slot: usize, orientations: u8) -> bool {
    let twist = |slot: usize| action.twist()[slot];
    let from = |slot: usize| usize::from(action.from()[slot]);
    let middle = |slot: usize| {
        let quarters = 4 * u32::from(twist(slot));
        let turned = quarters.is_multiple_of(orientations.into()).then(|| quarters / u32::from(orientations))?;
        twice_the_middle(places[from(slot)]?, places[slot]?, turned)
    };
    if twist(slot) == 0 {
        return true;
    }
    if from(slot) == slot {
        return places[slot].is_some();
    }
    let before = from(slot);
    twist(before) == twist(slot) && middle(slot).is_some_and(|point| middle(before) == Some(point))
}

/// Twice the point around which `quarters` of a turn clockwise take a point to another.
fn twice_the_middle([column, row]: Point, [to_column, to_row]: Point, quarters: u32) -> Option<Point> {
    let turned = match quarters {
        1 => [-row, column],
        2 => [-column, -row],
        3 => [row, -column],
        _ => return None,
    };
    let [right, down] = [to_column - turned[0], to_row - turned[1]];
    Some(match quarters {
        1 => [right - down, right + down],
        2 => [right, down],
        _ => [right + down, down - right],
    })
}

#[cfg(test)]
mod tests {
    use crate::bundled;
    use crate::formats::loyd;

    fn squares(text: &str) -> Vec<Vec<u8>> {
        loyd::read(text).unwrap().turning_squares()
    }

    #[test]
    fn pieces_turn_if_their_moves_are_turns_of_the_picture() {
        let opened = |name, parameters| bundled::open(name, parameters).unwrap().unwrap().turning_squares();
        assert_eq!(opened("twiddle", "2x3n2o"), [[4; 3]; 2]);
        assert_eq!(opened("twiddle", "3x3n3o"), [[4; 3]; 3]);
        assert!(opened("twiddle", "3x3").is_empty());
        // A row that is turned over, and a piece that turns where it lies.
        assert_eq!(squares("picture = \"a b c\"\norientations = 2\nmoves.t = \"(a+1 b+1)\""), [[2; 3]]);
        assert_eq!(squares("picture = \"a b\"\norientations = 3\nmoves = { t = \"(a+1)\", s = \"a b\" }"), [[3; 2]]);
    }

    #[test]
    fn other_orientations_are_no_turns_of_the_picture() {
        // The other way round, a step with a turn, an angle that no square of a grid turns by, and pieces with sides.
        for text in [
            "picture = '''\na b\nd c\n'''\norientations = 4\nmoves.t = \"(a+3 b+3 c+3 d+3)\"",
            "picture = \"a b c\"\norientations = 2\nmoves.t = \"(a+1 b+1 c+1)\"",
            "picture = \"a b c\"\norientations = 3\nmoves.t = \"(a+1 b+1 c+1)\"",
            "picture = \"UF UF+1 x\"\norientations = 2\nmoves.t = \"(UF+1)\"",
        ] {
            assert!(squares(text).iter().flatten().all(|&turns| turns == 1), "{text}");
        }
    }
}
