//! Powers that a choice names as moves, such as `R2` for a cube whose faces turn by quarters.

use super::action::divisor;
use super::move_names::MoveNames;
use super::rules::{are_same, when};
use super::{Definition, Metric, Move, Repeats, RuleChoice};
use loyd_core::exact::exact;
use loyd_core::text::Token;

/// Returns the definition with a move for each power that the choice names, and the choice of these moves.
///
/// If all powers of a move follow from the named power, such as `R'`, the move itself is chosen. For a move `A` of
/// order 6, `A4` becomes `A2`, because the same moves follow from both. A name stays as it is if it is no power of a
/// move, or if the definition does not give the move that power.
///
/// ```
/// use loyd_definitions::{PlayRules, RuleChoice};
/// use loyd_definitions::bundled;
/// use loyd_definitions::definition::powers::with_powers;
/// let cube = bundled::open("3x3x3", "").unwrap().unwrap();
/// let choice = RuleChoice { moves: Some(vec!["U'".into(), "R2".into()]), ..RuleChoice::default() };
/// let (cube, choice) = with_powers(cube, &choice);
/// let rules = PlayRules::new(&cube, &choice).unwrap();
/// let names: Vec<&str> = rules.turns.iter().map(|turn| turn.name.as_str()).collect();
/// assert_eq!(names, ["U", "U2", "U'", "R2"]);
/// ```
pub fn with_powers(mut definition: Definition, choice: &RuleChoice) -> (Definition, RuleChoice) {
    let mut choice = choice.clone();
    for name in choice.moves.iter_mut().flatten() {
        let Some((place, power)) = power(&definition, name) else { continue };
        let made = &definition.moves[place];
        if power == 1 {
            name.clone_from(&made.name);
            continue;
        }
        *name = word(&definition, place, power);
        if definition.move_named(name).is_none() {
            let made = of(made, name, power, &definition.orientations(), choice.metric);
            definition.moves.push(made);
        }
    }
    (definition, choice)
}

/// The move and its least power that give the same moves as `name`; `None` if `name` is a move's name or no power.
fn power(definition: &Definition, name: &str) -> Option<(usize, u32)> {
    if definition.move_named(name).is_some() {
        return None;
    }
    let (place, power) = MoveNames::of(definition).resolve(&Token { text: name, line: 1, column: 1 }).ok()?;
    let made = &definition.moves[place];
    let order = made.action.order(&definition.orientations())?;
    let divisor = exact::<u32>(divisor(power.unsigned_abs().into(), order.into()));
    let is_one = match made.repeats {
        Repeats::Powers => divisor < order,
        // Only the inverse follows from such a move.
        Repeats::Inverse => [1, order - 1].contains(&(power.rem_euclid(order as i32) as u32)),
        Repeats::None => false,
    };
    is_one.then_some((place, if made.repeats == Repeats::Powers { divisor } else { 1 }))
}

/// The name of a power of a move.
fn word(definition: &Definition, place: usize, power: u32) -> String {
    let (m, of) = (&definition.moves[place], definition.orientations());
    let power = i32::try_from(power).expect("an order fits");
    let is_same = |other: usize, times| are_same((m, power), (&definition.moves[other], times), Metric::Weights, &of);
    MoveNames::of(definition).word(&m.name, power, is_same)
}

/// The power of a move, as a move.
fn of(made: &Move, name: &str, power: u32, orientations: &[u8], metric: Option<Metric>) -> Move {
    let has_weight = made.weight != 1 || metric == Some(Metric::Weights);
    let weight = if has_weight { made.weight.saturating_mul(power) } else { 1 };
    let when = when(made, i32::try_from(power).expect("an order fits"), orientations);
    Move { name: name.into(), action: made.action.power(power, orientations), weight, when, ..made.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definition::PlayRules;
    use crate::formats::read;

    /// Moves of the orders 6, 3 and 6. `B` has no inverse, and `C` has only its inverse.
    const RING: &str = "
picture = \"1 2 3 4 5 6\"
[moves]
A = { cycles = \"(1 2 3 4 5 6)\", when = \"1 != 1\", weight = 3 }
B = { cycles = \"(1 2 3)\", inverses = false }
C = { cycles = \"(1 2 3 4 5 6)\", powers = false }
";

    fn turns(names: &str, metric: Option<Metric>) -> Vec<(String, u32, usize)> {
        let moves = Some(names.split(',').map(String::from).collect());
        let (definition, choice) =
            with_powers(read(RING).unwrap(), &RuleChoice { moves, metric, ..RuleChoice::default() });
        let rules = PlayRules::new(&definition, &choice).map_err(|why| why.to_string()).unwrap();
        rules.turns.into_iter().map(|turn| (turn.name, turn.cost, turn.when.len())).collect()
    }

    #[test]
    fn powers_are_moves() {
        let of =
            |all: &[(&str, u32, usize)]| -> Vec<_> { all.iter().map(|&(name, c, n)| (name.into(), c, n)).collect() };
        assert_eq!(turns("A3,C'", None), of(&[("A3", 9, 3), ("A3'", 9, 3), ("C", 1, 0), ("C'", 1, 0)]));
        for name in ["A2", "A4", "A2'", "A2,A4"] {
            assert_eq!(turns(name, None), of(&[("A2", 6, 2), ("A2'", 6, 2)]), "{name}");
        }
        assert_eq!(turns("A5,B", Some(Metric::Quarter)), turns("A,B", Some(Metric::Quarter)));
        assert_eq!(turns("A3", Some(Metric::Half)), of(&[("A3", 1, 3), ("A3'", 1, 3)]));
    }

    #[test]
    fn what_is_no_power_stays_unknown() {
        for name in ["A6", "A0", "B2", "C2", "D2", "2"] {
            let moves = Some(vec![name.into()]);
            let (definition, choice) = with_powers(read(RING).unwrap(), &RuleChoice { moves, ..RuleChoice::default() });
            let why = PlayRules::new(&definition, &choice).unwrap_err().to_string();
            assert!(why.contains(&format!("unknown move `{name}`")) && why.contains("A B C"), "{why}");
        }
    }
}
