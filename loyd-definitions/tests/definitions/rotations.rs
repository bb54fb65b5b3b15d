//! Goals up to rotation: the space around all rotated goals is the space of a fixed corner, once for each rotation.

use crate::catalogue::with_definition;
use loyd_core::cost::Cost;
use loyd_core::limits::{Limits, Meter, Stop};
use loyd_core::table::map::map_unranked;

use super::*;

/// The first layers around the goals, and the number of positions that are one up to rotation.
struct Layers(usize);

impl Visitor for Layers {
    type Output = (Vec<u64>, Option<u64>);

    fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) -> Self::Output {
        self.unranked(puzzle)
    }

    fn unranked<P: Bounded + Notation + 'static>(self, puzzle: P) -> Self::Output {
        let limits = Limits { cost: Some(Cost::moves(self.0 as u32 - 1)), ..Limits::default() };
        let (map, _) = map_unranked(&puzzle, &MapOptions::default(), &mut Meter::new(&limits), &mut |_| ()).unwrap();
        assert_eq!(map.stopped, Some(Stop::Moves));
        (map.layers, puzzle.described().unwrap().goal_positions().rotations)
    }
}

/// The 2x2x2 with a fixed corner has as many positions as the 2x2x2 has up to its 24 rotations; the counts are from
/// twsearch. The centres of the 3x3x3 stay, so each of its rotations has a space of its own (OEIS A080601).
#[test]
fn a_space_up_to_rotation_is_that_of_a_fixed_corner() {
    for (id, layers) in [
        ("2x2x2?up-to=rotation", &[1, 9, 54, 321, 1847, 9992][..]),
        ("2x2x2?metric=quarter&up-to=rotation", &[1, 6, 27, 120, 534, 2256, 8969]),
        ("3x3x3?up-to=rotation", &[1, 18, 243, 3240]),
    ] {
        let around = with_definition(id, None, Layers(layers.len())).unwrap();
        let expected: Vec<u64> = layers.iter().map(|positions| 24 * positions).collect();
        assert_eq!(around, (expected, Some(24)), "{id}");
    }
}

/// Where a move after a rotation is no move before it, positions that are one up to rotation have several distances.
#[test]
fn positions_with_several_distances_are_not_counted_up_to_rotation() {
    for id in ["2x2x2?moves=U,R&up-to=rotation", "2x2x2"] {
        assert_eq!(with_definition(id, None, Layers(3)).unwrap().1, None, "{id}");
    }
    // Four squares in a ring: with two pieces twice, a rotation leaves some positions as they are; and four goals that
    // are not the rotations of one.
    let moves =
        "[moves]\nA = \"1 2\"\nB = \"2 3\"\nC = \"3 4\"\nD = \"4 1\"\nx = { cycles = \"1 2 3 4\", rotation = true }\n";
    for (head, choice, rotations) in [
        ("", "?up-to=rotation", Some(4)),
        ("solved = \"a a b b\"\n", "?up-to=rotation", None),
        ("goal = [\"1 2 3 4\", \"3 2 1 4\", \"2 1 4 3\", \"4 3 2 1\"]\n", "", None),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ring.loyd");
        std::fs::write(&path, format!("picture = \"1 2 3 4\"\n{head}{moves}")).unwrap();
        let id = format!("file:@{}{choice}", path.display());
        assert_eq!(with_definition(&id, None, Layers(2)).unwrap().1, rotations, "{id}: {head}");
    }
}

#[test]
fn without_rotations_there_is_nothing_to_be_up_to() {
    let why = with_definition("m12?up-to=rotation", None, Layers(1)).unwrap_err().to_string();
    assert!(why.contains("up-to=rotation: no rotations of the whole"), "{why}");
}
