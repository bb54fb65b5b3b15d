//! The moves of a definition as permutations of points, and the order of its ranks, as JSON for other programs
//! (docs/formats.md, "Permutations").
//!
//! Each slot has a point for each orientation of its set. The label of point `k` of a slot is `m` times the class of
//! the piece there, plus the piece's side at that point, where `m` is the number of orientations.

use std::fmt::Write;

use super::query::choice;
use crate::compiled::MOST_NUMBERED;
use crate::compiled::codes::PieceCodes;
use crate::compiled::motion::CompiledMoves;
use crate::compiled::open_goals::goals;
use crate::coordinates::axis::{CodeView, Coordinate, Says};
use crate::definition::powers::with_powers;
use crate::definition::{Condition, Definition, PlayRules, Turn};
use crate::ranks::by_formula::{DigitFormula, ViewNumbering};
use crate::ranks::numbering::{Lehmer, OneSet, StateNumbering};
use loyd_core::family::split;
use loyd_core::opening::Unopened;

/// The moves of a definition that an id chooses, as permutations in JSON.
///
/// ```
/// use loyd_definitions::formats::read;
/// use loyd_definitions::ids::permutations;
/// let text = "Name two\nSet S 3 1\nSolved\nEnd\nMove A\nS\n2 3 1\nEnd\n";
/// let json = permutations("@two.tws", read(text).unwrap()).unwrap();
/// assert!(json.contains(r#"{"name": "A", "images": [2, 0, 1], "cost": 1}"#), "{json}");
/// ```
///
/// # Errors
/// [`Unopened`], if the choice cannot be read, or the positions have no ranks.
pub fn permutations(id: &str, definition: Definition) -> Result<String, Unopened> {
    let cannot = |why: String| Unopened::Rules { id: id.into(), why };
    let (definition, choice) = with_powers(definition, &choice(id, split(id).1)?);
    let rules = PlayRules::new(&definition, &choice).map_err(|why| cannot(why.to_string()))?;
    let codes = PieceCodes::new(&rules).map_err(|why| cannot(why.to_string()))?;
    if rules.slots() > MOST_NUMBERED {
        return Err(cannot(format!("its positions have no ranks, because it has more than {MOST_NUMBERED} slots")));
    }
    let motions = CompiledMoves::new(&rules, &codes).map_err(|why| cannot(why.to_string()))?;
    let goals = goals::<MOST_NUMBERED>(&rules, &codes, &motions).map_err(|why| cannot(why.to_string()))?.goals;
    let numbering = StateNumbering::new(&rules, &codes, &goals);
    let numbering = numbering.ok_or_else(|| cannot("its positions have no ranks".into()))?;
    let points = LabelPoints::new(&rules, &codes);
    let lines = |lines: Vec<String>| format!("[\n    {}\n  ]", lines.join(",\n    "));
    let goals = goals.iter().map(|goal| format!("{:?}", points.labels(goal))).collect();
    let moves = rules.turns.iter().map(|turn| points.turn(turn, &rules.legal)).collect();
    let mut json = String::new();
    let name = serde_json::Value::from(id);
    let _ = writeln!(json, "{{\n  \"version\": 1,\n  \"puzzle\": {name},\n  \"points\": {},", points.number);
    let _ = writeln!(json, "  \"goals\": {},\n  \"moves\": {},", lines(goals), lines(moves));
    let _ = writeln!(json, "  \"ranks\": {}\n}}", points.ranks(&numbering));
    Ok(json)
}

/// The points of all slots, and the labels on them.
struct LabelPoints<'r> {
    codes: &'r PieceCodes,
    /// For each slot, its first point and the number of its points.
    of_slot: Vec<(usize, usize)>,
    number: usize,
}

impl<'r> LabelPoints<'r> {
    fn new(rules: &PlayRules, codes: &'r PieceCodes) -> Self {
        let mut number = 0;
        let of_slot = rules.orientations.iter().map(|&orientations| {
            let (first, sides) = (number, usize::from(orientations).max(1));
            number += sides;
            (first, sides)
        });
        let of_slot = of_slot.collect();
        LabelPoints { codes, of_slot, number }
    }

    /// The points of these slots, in order.
    fn of(&self, slots: &[u16]) -> Vec<usize> {
        let points = |&slot: &u16| {
            let (first, sides) = self.of_slot[usize::from(slot)];
            first..first + sides
        };
        slots.iter().flat_map(points).collect()
    }

    /// The labels on the points of a slot that holds this code.
    fn labels_at(&self, slot: usize, code: u8) -> impl Iterator<Item = usize> {
        let alphabet = &self.codes.alphabets[self.codes.set_of[slot]];
        let ((class, orientation), (_, sides)) = (alphabet.of_code(code), self.of_slot[slot]);
        let modulus = usize::from(alphabet.classes[class].modulus);
        (0..sides).map(move |side| class * sides + (usize::from(orientation) + side) % modulus)
    }

    fn labels(&self, codes: &[u8]) -> Vec<usize> {
        codes.iter().enumerate().flat_map(|(slot, &code)| self.labels_at(slot, code)).collect()
    }

    /// A move. It may be made in legal positions only, so that a search from the goals back meets no others.
    fn turn(&self, turn: &Turn, legal: &[Condition]) -> String {
        let mut images = vec![0; self.number];
        for (to, (&from, &twist)) in turn.action.from().iter().zip(turn.action.twist()).enumerate() {
            let ((to, sides), (from, _)) = (self.of_slot[to], self.of_slot[usize::from(from)]);
            (0..sides).for_each(|side| images[from + (side + usize::from(twist)) % sides] = to + side);
        }
        let mut when: Vec<String> = turn.when.iter().chain(legal).map(|condition| self.condition(condition)).collect();
        when.sort_unstable();
        when.dedup();
        let when = if when.is_empty() { String::new() } else { format!(", \"when\": [{}]", when.join(", ")) };
        let (name, cost) = (serde_json::Value::from(&*turn.name), turn.cost);
        format!("{{\"name\": {name}, \"images\": {images:?}, \"cost\": {cost}{when}}}")
    }

    /// The labels that a condition allows on the first point of its slot.
    fn condition(&self, condition: &Condition) -> String {
        let (slot, allowed) = (usize::from(condition.slot), self.codes.allowed(condition));
        let codes = (0..=u8::MAX).filter(|code| allowed[usize::from(code / 64)] >> (code % 64) & 1 == 1);
        let labels: Vec<usize> = codes.filter_map(|code| self.labels_at(slot, code).next()).collect();
        format!("{{\"point\": {}, \"labels\": {labels:?}}}", self.of_slot[slot].0)
    }

    fn ranks(&self, numbering: &StateNumbering) -> String {
        match numbering {
            StateNumbering::Lehmer(Lehmer { slots, code_of, is_even, .. }) => {
                let (points, labels) = self.sides(slots, code_of, 1);
                let half = *is_even;
                format!("{{\"lehmer\": {{\"points\": {points:?}, \"labels\": {labels:?}, \"half\": {half}}}}}")
            }
            StateNumbering::Cosets(set) => {
                let OneSet { slots, sides, code_of, cosets, .. } = &**set;
                let (points, labels) =
                    self.sides(slots, &code_of.iter().map(|(base, turned)| base + turned).collect::<Vec<u8>>(), *sides);
                let base = cosets.transversals().map(|(point, elements)| {
                    let elements: Vec<String> = elements.iter().map(|element| format!("{element:?}")).collect();
                    format!("{{\"point\": {point}, \"elements\": [{}]}}", elements.join(", "))
                });
                let base = base.collect::<Vec<_>>().join(",\n    ");
                format!(
                    "{{\"group\": {{\"points\": {points:?}, \"labels\": {labels:?}, \"base\": [\n    {base}\n  ]}}}}"
                )
            }
            StateNumbering::Axes { axes, .. } => {
                let axes: Vec<String> = axes.iter().map(|axis| self.axis(axis)).collect();
                format!("{{\"coordinates\": [\n    {}\n  ]}}", axes.join(",\n    "))
            }
            StateNumbering::Mixed(mixed) => {
                let axes = mixed.axes.iter().map(|axis| self.axis(axis));
                let digits: Vec<String> = axes.chain(mixed.views.iter().map(|view| self.by_formula(view))).collect();
                format!("{{\"mixed\": [\n    {}\n  ]}}", digits.join(",\n    "))
            }
        }
    }

    /// The first points of slots, and the labels of the codes there: so many of each.
    fn sides(&self, slots: &[u16], codes: &[u8], sides: u8) -> (Vec<usize>, Vec<usize>) {
        let first = |&slot: &u16| (0..usize::from(sides)).map(move |side| self.of_slot[usize::from(slot)].0 + side);
        let labels = |&code: &u8| self.labels_at(slots[0].into(), code).take(sides.into());
        (slots.iter().flat_map(first).collect(), codes.iter().flat_map(labels).collect())
    }

    /// A digit by formula: the first point of each slot, and the classes of the kinds.
    fn by_formula(&self, numbering: &ViewNumbering) -> String {
        let DigitFormula { slots, kinds, odd, modulus } = numbering.formula();
        let points: Vec<usize> = slots.iter().map(|&slot| self.of_slot[usize::from(slot)].0).collect();
        let kinds = kinds.iter().map(|&(class, count, orientations)| {
            let class = class.map_or_else(|| "null".into(), |class| class.to_string());
            format!("{{\"class\": {class}, \"count\": {count}, \"orientations\": {orientations}}}")
        });
        let kinds = kinds.collect::<Vec<_>>().join(", ");
        let odd = odd.map_or_else(|| "null".into(), |odd| odd.to_string());
        let divide = self.of_slot[usize::from(slots[0])].1;
        format!(
            "{{\"points\": {points:?}, \"divide\": {divide}, \"kinds\": [{kinds}], \"odd\": {odd}, \
             \"modulus\": {modulus}}}"
        )
    }

    fn axis(&self, axis: &Coordinate) -> String {
        axis.fold(&|view| self.view(view), &|first, second| format!("[{first}, {second}]"))
    }

    fn view(&self, view: &CodeView) -> String {
        let sides = self.of_slot[usize::from(view.slots[0])].1;
        let (divide, modulo) = match view.says {
            Says::Class => (sides, 256),
            Says::Orientation => (1, sides),
            Says::Code | Says::Some | Says::Place => (1, 256 * sides),
        };
        format!("{{\"points\": {:?}, \"divide\": {divide}, \"modulo\": {modulo}}}", self.of(&view.slots))
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use serde_json::Value;

    use super::*;
    use crate::bundled::BUNDLED;
    use crate::ids::definition;
    use loyd_core::opening::{Opening, RegularFiles};

    fn written(id: &str) -> Option<Value> {
        let opening = Opening::default().reading(&RegularFiles);
        let json = permutations(id, definition(id, &opening)?.ok()?).ok()?;
        Some(serde_json::from_str(&json).unwrap_or_else(|error| panic!("{id}: {error}: {json}")))
    }

    fn numbers(value: &Value) -> Vec<usize> {
        value.as_array().into_iter().flatten().filter_map(|number| Some(number.as_u64()? as usize)).collect()
    }

    #[test]
    fn moves_are_permutations_of_points() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../definitions");
        let files = std::fs::read_dir(folder).unwrap().map(|file| format!("file:@{}", file.unwrap().path().display()));
        let bundled = BUNDLED.iter().flat_map(|bundled| bundled.examples).map(|example| String::from(*example));
        let mut kinds = std::collections::BTreeSet::new();
        for id in files.chain(bundled) {
            let Some(object) = written(&id) else { continue };
            let points = object["points"].as_u64().unwrap() as usize;
            kinds.extend(object["ranks"].as_object().unwrap().keys().cloned());
            let goals = object["goals"].as_array().unwrap();
            assert!(!goals.is_empty() && goals.iter().all(|goal| numbers(goal).len() == points), "{id}");
            for turn in object["moves"].as_array().unwrap() {
                let mut images = numbers(&turn["images"]);
                images.sort_unstable();
                assert!(images.into_iter().eq(0..points), "{id}: {turn}");
            }
        }
        assert!(["coordinates", "group", "lehmer"].iter().all(|kind| kinds.contains(*kind)), "{kinds:?}");
    }

    #[test]
    fn conditions_name_labels() {
        let id = format!("file:@{}/../tests/data/definitions/goals.loyd", env!("CARGO_MANIFEST_DIR"));
        assert!(written(&id).is_some());
        let text = "picture = \"a b x\"\n[moves]\nswap = { cycles = \"a x\", when = \"a = x\" }\nturn = \"a b x\"\n";
        let json = permutations("@blank.loyd", crate::formats::read(text).unwrap()).unwrap();
        let object: Value = serde_json::from_str(&json).unwrap();
        assert_eq!(object["moves"][0]["when"].to_string(), r#"[{"labels":[2],"point":0}]"#, "{json}");
        let turn = object["moves"].as_array().unwrap().iter().find(|made| made["name"] == "turn").unwrap();
        assert!(turn.get("when").is_none());
    }
}
