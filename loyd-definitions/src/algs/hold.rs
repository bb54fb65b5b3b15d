//! A puzzle that is held still: the rotations of the whole puzzle are left out of moves, and a move after a rotation
//! becomes the move of the layer that it turns.

use rustc_hash::FxHashMap;

use super::alg::{self, Actions, Alg};
use super::steps::{self, MovePower, ParsedMoves};
use crate::definition::move_names::MoveNames;
use crate::definition::{Action, Definition, Repeats};
use loyd_core::text::Misread;

/// The most directions in which a text may hold a puzzle. A cube has 24, and a megaminx 60.
const MOST_HOLDS: usize = 1000;

/// The action of an algorithm, after which the whole puzzle is turned back by the rotations of the algorithm.
///
/// # Errors
/// [`Misread`], as for [`alg::action_of`].
pub(crate) fn action_of(text: &str, definition: &Definition) -> Result<Action, Misread> {
    let action = alg::action_of(text, definition)?;
    if !definition.moves.iter().any(|m| m.is_rotation) {
        return Ok(action);
    }
    let (orientations, nothing) = (definition.orientations(), Action::identity(definition.slots()));
    let rotation = |place: usize| {
        let m = &definition.moves[place];
        if m.is_rotation { &m.action } else { &nothing }
    };
    let reading = Actions { action: rotation, orientations: &orientations };
    let turned = alg::read(Alg::new(text), &MoveNames::of(definition), &reading)?;
    Ok(action.then(&turned.inverse(&orientations), &orientations))
}

/// Reads the moves of an algorithm, which may contain words that stand for several moves, as moves of a puzzle that is
/// held still. Moves may be written together if `check` finds no fault in the text.
///
/// # Errors
/// [`Misread`], as for [`steps::expand`], or for a move that is no move in the direction in which the puzzle is held.
pub(crate) fn in_alg<'t>(
    text: &'t str,
    definition: &Definition,
    check: impl FnOnce() -> Result<(), Misread>,
) -> Result<ParsedMoves<'t>, Misread> {
    let names = MoveNames::with_derived(definition);
    let said = steps::in_alg(Alg::new(text), &names).or_else(|_| {
        check()?;
        steps::in_alg(Alg::new(text).joined(), &names)
    });
    still(&said.map_err(|wrong| steps::named(wrong, definition))?, definition)
}

/// The moves of a puzzle that is held still, which do the same as moves and rotations: `x U` of a cube becomes `F`.
///
/// # Errors
/// [`Misread`] for a move that is no move in the direction in which rotations hold the puzzle.
fn still<'t>(said: &ParsedMoves<'t>, definition: &Definition) -> Result<ParsedMoves<'t>, Misread> {
    let mut holds = Holds::new(definition);
    let (mut hold, mut still) = (0, ParsedMoves::with_room(said.steps.len()));
    for step in &said.steps {
        let word = said.word(step);
        if definition.moves[step.place].is_rotation {
            let most = || word.misread(format!("rotations that hold the puzzle in at most {MOST_HOLDS} directions"));
            hold = holds.after(hold, step).ok_or_else(most)?;
        } else {
            let no_move = || word.misread("a move in the direction in which the puzzle is held");
            let (place, sign) = holds.layer(hold, step.place).ok_or_else(no_move)?;
            still.push(word, place, sign * step.power);
        }
    }
    Ok(still)
}

/// The directions in which a puzzle is held, each by the rotation that leads there. The first is the usual one.
struct Holds<'d> {
    definition: &'d Definition,
    orientations: Vec<u8>,
    rotations: Vec<Action>,
    /// The number of each rotation.
    numbers: FxHashMap<Action, usize>,
    /// The first move without conditions that has an action, by what follows from the move.
    moves: FxHashMap<(&'d Action, Repeats), usize>,
    /// The direction after a power of a rotation, by the direction before it.
    next: FxHashMap<(usize, usize, i32), usize>,
    /// The move that a move becomes, and its power, by the direction.
    layers: FxHashMap<(usize, usize), Option<(usize, i32)>>,
}

impl<'d> Holds<'d> {
    fn new(definition: &'d Definition) -> Self {
        let usual = Action::identity(definition.slots());
        let mut moves = FxHashMap::default();
        for (place, m) in definition.moves.iter().enumerate().filter(|(_, m)| m.when.is_empty() && !m.is_rotation) {
            moves.entry((&m.action, m.repeats)).or_insert(place);
        }
        Holds {
            definition,
            orientations: definition.orientations(),
            numbers: FxHashMap::from_iter([(usual.clone(), 0)]),
            rotations: vec![usual],
            moves,
            next: FxHashMap::default(),
            layers: FxHashMap::default(),
        }
    }

    /// The direction after a rotation; `None` if there are too many directions.
    fn after(&mut self, hold: usize, step: &MovePower) -> Option<usize> {
        if let Some(&next) = self.next.get(&(hold, step.place, step.power)) {
            return Some(next);
        }
        let turn = self.definition.moves[step.place].action.signed_power(step.power, &self.orientations);
        let rotation = self.rotations[hold].then(&turn, &self.orientations);
        let next = match self.numbers.get(&rotation) {
            Some(&known) => known,
            None if self.rotations.len() == MOST_HOLDS => return None,
            None => {
                self.numbers.insert(rotation.clone(), self.rotations.len());
                self.rotations.push(rotation);
                self.rotations.len() - 1
            }
        };
        self.next.insert((hold, step.place, step.power), next);
        Some(next)
    }

    /// The move, and its power 1 or -1, that does before the rotation what a move does after it.
    fn layer(&mut self, hold: usize, place: usize) -> Option<(usize, i32)> {
        if hold == 0 {
            return Some((place, 1));
        }
        let (rotation, of, moves) = (&self.rotations[hold], &self.orientations, &self.moves);
        let m = &self.definition.moves[place];
        *self.layers.entry((hold, place)).or_insert_with(|| {
            // Where a condition would hold after a rotation is not known.
            m.when.is_empty().then_some(())?;
            let wanted = rotation.then(&m.action, of).then(&rotation.inverse(of), of);
            let found = |action: &Action| moves.get(&(action, m.repeats)).copied();
            let same = found(&wanted).map(|other| (other, 1));
            same.or_else(|| found(&wanted.inverse(of)).map(|other| (other, -1)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algs::said::after;
    use crate::bundled;

    fn cube(name: &str) -> Definition {
        bundled::open(name, "").unwrap().unwrap()
    }

    fn letters(text: &str, definition: &Definition) -> Vec<(usize, i32)> {
        let said = steps::in_alg(Alg::new(text), &MoveNames::with_derived(definition)).unwrap();
        still(&said, definition).unwrap().steps.iter().map(|step| (step.place, step.power)).collect()
    }

    /// `x` turns the cube as `R` turns, so that what was in front lies above, `y` as `U`, and `z` as `F`.
    #[test]
    fn moves_after_rotations_are_moves_of_other_layers() {
        let it = cube("3x3x3");
        for (text, same) in [
            ("x U", "F"),
            ("x' U", "B"),
            ("y F", "R"),
            ("z U", "L"),
            ("x2 U2 y D'", "D2 U'"),
            ("x y x' R", "U"),
            ("M", "R L'"),
            ("M2 U M2", "R2 L2' D R2 L2'"),
            ("E", "U D'"),
            ("S", "F' B"),
            ("r U", "L F"),
            ("Rw U", "L F"),
        ] {
            assert_eq!(letters(text, &it), steps::expand(same, &it).unwrap(), "{text}");
        }
    }

    /// A slice is what is left of a rotation of the whole cube without its two outer layers.
    #[test]
    fn slices_and_wide_turns_are_what_cubers_mean() {
        let it = cube("3x3x3");
        let derived = |text: &str| {
            let names = MoveNames::with_derived(&it);
            let orientations = it.orientations();
            let action = |place: usize| &it.moves[place].action;
            alg::read(Alg::new(text), &names, &Actions { action, orientations: &orientations }).unwrap()
        };
        for (word, same) in [
            ("M", "x' R L'"),
            ("E", "y' U D'"),
            ("S", "z F' B"),
            ("r", "R M'"),
            ("l", "L M"),
            ("u", "U E'"),
            ("d", "D E"),
            ("f", "F S"),
            ("b", "B S'"),
        ] {
            assert_eq!(derived(word), derived(same), "{word}");
        }
        for face in ["R", "L", "U", "D", "F", "B"] {
            assert_eq!(derived(&format!("{face}w")), derived(&face.to_lowercase()));
        }
        // A slice moves no corner, and turns four centres.
        let corners = it.slots_of(0);
        for slice in ["M", "E", "S"] {
            let action = derived(slice);
            assert!(corners.clone().all(|slot| usize::from(action.from()[slot]) == slot), "{slice}");
            assert_eq!(it.slots_of(2).filter(|&slot| usize::from(action.from()[slot]) != slot).count(), 4, "{slice}");
            assert_eq!(action.order(&it.orientations()), Some(4), "{slice}");
        }
    }

    #[test]
    fn positions_are_held_as_before_the_moves() {
        for (puzzle, text, same) in [
            ("3x3x3", "x R U y F", "R F R"),
            ("3x3x3", "M' U2 M U2", "L R' F2 R L' U2"),
            ("4x4x4", "3Rw U r", "L F Rw"),
            ("2x2x2", "R x U", "R F"),
        ] {
            let it = cube(puzzle);
            let held = |text: &str| after(text, &it.solved, &it).unwrap();
            assert_eq!(held(text), held(same), "{puzzle} {text}");
        }
    }

    #[test]
    fn rotations_without_end_are_refused() {
        let text = "picture = \"1 2 3 4 5 6 7 8\"\n[moves]\na = \"(1 2)\"\n\
            x = { cycles = \"(1 2 3 4 5 6 7)\", rotation = true }\n\
            y = { cycles = \"(1 2)\", rotation = true }\n[derived]\nw = \"x a\"";
        let it = crate::formats::read(text).unwrap();
        let mut below = loyd_core::splitmix::below(1);
        let long = (0..5000).map(|_| if below(2) == 0 { "y" } else { "x" }).collect::<Vec<_>>().join(" ");
        let said = steps::in_alg(Alg::new(&long), &MoveNames::of(&it)).unwrap();
        let wrong = still(&said, &it).unwrap_err().to_string();
        assert!(wrong.contains("rotations that hold the puzzle in at most 1000 directions"), "{wrong}");
        let said = steps::in_alg(Alg::new("w"), &MoveNames::with_derived(&it)).unwrap();
        assert!(still(&said, &it).unwrap_err().to_string().contains("a move in the direction"));
    }
}
