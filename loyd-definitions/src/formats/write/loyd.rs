//! Writes a definition in loyd's own form. Slots are numbered from 1, set after set.

use std::fmt::Write;

use rustc_hash::FxHashSet;

use super::{Unwritable, What, is_solved_the_goal, labels};
use crate::definition::move_names::MoveNames;
use crate::definition::{Action, Condition, Definition, DerivedMove, DrawingPlan, FaceCell, Goal, Move, Repeats};
use crate::formats::loyd;
use crate::formats::loyd::MOST_WEIGHT;

pub(super) fn write(definition: &Definition) -> Result<String, Unwritable> {
    let words = LabelledDefinition::of(definition);
    let mut text = String::new();
    if !definition.name.is_empty() {
        add(&mut text, "name", &string(&definition.name));
    }
    if !definition.spots.is_empty() {
        add(&mut text, "picture", &format!("\"\"\"\n{}\"\"\"", picture(definition)));
    }
    let drawing = definition.drawing.as_ref().map(drawing);
    let legal = words.conditions(&definition.legal).ok_or_else(|| refused(What::Legal, NO_PIECE))?;
    if !legal.is_empty() {
        add(&mut text, "legal", &string(&legal));
    }
    text += "[sets]\n";
    for (place, set) in definition.sets.iter().enumerate() {
        let slots: Vec<String> = definition.slots_of(place).map(|slot| (slot + 1).to_string()).collect();
        let slots = string(&slots.join(" "));
        let value = match set.orientations {
            1 => slots,
            orientations => format!("{{ slots = {slots}, orientations = {orientations} }}"),
        };
        add(&mut text, &key(&set.name), &value);
    }
    text += "[solved]\n";
    words.by_set(&mut text, |slot| words.solved(slot));
    if !is_solved_the_goal(definition) || !definition.goals[0].name.is_empty() {
        words.goals(&mut text);
    }
    text += &drawing.unwrap_or_default();
    text += "[moves]\n";
    let mut names = FxHashSet::default();
    let moves: Vec<&Move> = definition.moves.iter().filter(|made| !made.action.is_identity()).collect();
    if moves.is_empty() {
        return Err(refused(What::Definition, "the format needs at least one move that changes something"));
    }
    let all: FxHashSet<&str> = moves.iter().map(|made| made.name.as_str()).collect();
    for made in moves {
        let mut name = made.name.clone();
        // Moves whose conditions exclude each other may have the same name, but a file's keys are different.
        let numbered = (2..).map(|number| format!("{}.{number}", made.name));
        let mut numbered = numbered.filter(|name| !all.contains(name.as_str()));
        while !names.insert(name.clone()) {
            name = numbered.next().expect("numbers do not end");
        }
        add(&mut text, &key(&name), &words.made(made)?);
    }
    text += &derived(definition);
    Ok(text)
}

/// The table `derived`. A word is left out if the file lacks one of its moves, or names another of them so.
fn derived(definition: &Definition) -> String {
    let (names, of) = (MoveNames::of(definition), definition.orientations());
    let mut text = String::new();
    for DerivedMove { name, steps, .. } in &definition.derived {
        let is_named = |&(place, _): &(usize, i32)| {
            let m = &definition.moves[place];
            names.get(&m.name) == Some(place) && !m.action.is_identity()
        };
        if !steps.iter().all(is_named) {
            continue;
        }
        let word = |&(place, power): &(usize, i32)| {
            let same = |other: usize, times| {
                let action = |place: usize, power| definition.moves[place].action.signed_power(power, &of);
                action(other, times) == action(place, power)
            };
            names.word(&definition.moves[place].name, power, same)
        };
        if text.is_empty() {
            text += "[derived]\n";
        }
        add(&mut text, &key(name), &string(&steps.iter().map(word).collect::<Vec<_>>().join(" ")));
    }
    text
}

const NO_PIECE: &str = "a slot must hold a piece that the puzzle does not have";

fn refused(what: What, why: &'static str) -> Unwritable {
    Unwritable { what, form: ".loyd", why }
}

/// Adds a key and its value.
fn add(text: &mut String, key: &str, value: &str) {
    writeln!(text, "{key} = {value}").expect("a text can be added to");
}

/// A text in quotation marks. JSON's escapes are valid in TOML, but TOML escapes U+007F, too.
fn string(text: &str) -> String {
    serde_json::Value::from(text).to_string().replace('\u{7f}', "\\u007f")
}

/// A key, in quotation marks if it needs them.
fn key(name: &str) -> String {
    let is_bare = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    if !name.is_empty() && name.bytes().all(is_bare) { name.to_owned() } else { string(name) }
}

/// The picture: the numbers of the slots at the spots where they are drawn.
fn picture(definition: &Definition) -> String {
    let mut rows: Vec<Vec<String>> = Vec::new();
    for spot in &definition.spots {
        let (row, column) = (usize::from(spot.row), usize::from(spot.column));
        if rows.len() <= row {
            rows.resize(row + 1, vec![".".into()]);
        }
        if rows[row].len() <= column {
            rows[row].resize(column + 1, ".".into());
        }
        let side = if spot.side > 0 { format!("+{}", spot.side) } else { String::new() };
        rows[row][column] = format!("{}{side}", spot.slot + 1);
    }
    let width = rows.iter().flatten().map(|word| word.len()).max().unwrap_or(0);
    let mut text = String::new();
    for row in rows {
        let row: Vec<String> = row.into_iter().map(|word| format!("{word:>width$}")).collect();
        text += row.join(" ").trim_end();
        text.push('\n');
    }
    text
}

/// The table `drawing`.
fn drawing(plan: &DrawingPlan) -> String {
    let mut text = String::from("[drawing]\n");
    let colours = |colours: &[(String, String)]| {
        let colours = colours.iter().map(|(text, colour)| format!("{} = {}", key(text), string(colour)));
        format!("{{ {} }}", colours.collect::<Vec<_>>().join(", "))
    };
    add(&mut text, "colours", &colours(&plan.colours));
    let tiles = |tiles: &[Vec<[i32; 2]>]| {
        let tile = |tile: &Vec<[i32; 2]>| string(&tile.iter().map(point).collect::<Vec<_>>().join(", "));
        format!("[{}]", tiles.iter().map(tile).collect::<Vec<_>>().join(", "))
    };
    if !plan.tiles.is_empty() {
        add(&mut text, "tiles", &tiles(&plan.tiles));
    }
    if !plan.palettes.is_empty() {
        text += "[drawing.palettes]\n";
        for palette in &plan.palettes {
            add(&mut text, &key(&palette.name), &colours(&palette.colours));
        }
    }
    text += "[drawing.faces]\n";
    for face in &plan.faces {
        let side = |slot: u16, side: u8| match side {
            0 => format!("{}", slot + 1),
            _ => format!("{}+{side}", slot + 1),
        };
        let cell = |cell: &FaceCell| match cell {
            FaceCell::Gap => ".".into(),
            FaceCell::Text(text) => format!("={text}"),
            &FaceCell::Side(slot, number) => side(slot, number),
            FaceCell::Pair(both) => both.map(|(slot, number)| side(slot, number)).join("|"),
        };
        let row = |row: &Vec<FaceCell>| row.iter().map(cell).collect::<Vec<_>>().join(" ");
        let rows = string(&face.rows.iter().map(row).collect::<Vec<_>>().join("\n"));
        let [at, right, down] = [face.at, face.right, face.down].map(|place| string(&point(&place)));
        let palette = face.palette.map(|palette| format!(", palette = {}", string(&plan.palettes[palette].name)));
        let own = face.tiles.as_ref().map(|own| format!(", tiles = {}", tiles(own)));
        let more = [palette, own].map(Option::unwrap_or_default).concat();
        let value = format!("{{ at = {at}, right = {right}, down = {down}{more}, cells = {rows} }}");
        add(&mut text, &key(&face.name), &value);
    }
    text
}

/// The numbers of a point.
fn point<const N: usize>(point: &[i32; N]) -> String {
    point.map(|number| number.to_string()).join(" ")
}

/// A definition, with the texts on its pieces.
struct LabelledDefinition<'d> {
    definition: &'d Definition,
    set_of_slots: Vec<usize>,
    /// The text on each piece, by set and piece.
    labels: Vec<Vec<String>>,
    /// The pieces that each set has.
    has: Vec<[bool; 256]>,
}

impl<'d> LabelledDefinition<'d> {
    fn of(definition: &'d Definition) -> Self {
        let set_of_slots = definition.set_of_slots();
        let mut has = vec![[false; 256]; definition.sets.len()];
        for (&piece, &set) in definition.solved.pieces.iter().zip(&set_of_slots) {
            has[set][usize::from(piece)] = true;
        }
        let labels = labels(definition, loyd::is_piece);
        LabelledDefinition { definition, set_of_slots, labels, has }
    }

    fn set(&self, slot: usize) -> usize {
        self.set_of_slots[slot]
    }

    fn label(&self, slot: usize, piece: u8) -> &str {
        &self.labels[self.set(slot)][usize::from(piece)]
    }

    /// Adds a line for each set, with a word for each slot.
    fn by_set(&self, text: &mut String, word: impl Fn(usize) -> String) {
        for (place, set) in self.definition.sets.iter().enumerate() {
            let words: Vec<String> = self.definition.slots_of(place).map(&word).collect();
            add(text, &key(&set.name), &string(&words.join(" ")));
        }
    }

    /// The word for the piece of a slot in the solved position.
    fn solved(&self, slot: usize) -> String {
        let (piece, orientation) = (self.definition.solved.pieces[slot], self.definition.solved.orientations[slot]);
        let (set, label) = (&self.definition.sets[self.set(slot)], self.label(slot, piece));
        match (set.modulus(piece), orientation) {
            (modulus, 0) if modulus == set.orientations => label.to_owned(),
            (modulus, _) if modulus == set.orientations => format!("{label}+{orientation}"),
            (1, _) => format!("{label}+?"),
            (modulus, _) => format!("{label}+{orientation}%{modulus}"),
        }
    }

    fn goals(&self, text: &mut String) {
        let mut names: FxHashSet<String> = self.definition.goals.iter().map(|goal| goal.name.clone()).collect();
        for (place, first) in self.definition.goals.iter().enumerate() {
            let alike: Vec<&Goal> = self.definition.goals_named(&first.name).collect();
            if !std::ptr::eq(alike[0], first) {
                continue;
            }
            let name = match first.name.as_str() {
                "" if place == 0 => None,
                "" => (place + 1..).map(|number| number.to_string()).find(|name| names.insert(name.clone())),
                name => Some(name.to_owned()),
            };
            let table = name.map_or("goal".into(), |name| format!("goals.{}", key(&name)));
            for goal in &alike {
                // A list of tables is a list of alternative goals.
                *text += &if alike.len() > 1 { format!("[[{table}]]\n") } else { format!("[{table}]\n") };
                self.by_set(text, |slot| self.wanted(slot, goal));
            }
        }
    }

    /// The word for the piece that a goal wants in a slot.
    fn wanted(&self, slot: usize, goal: &Goal) -> String {
        let has_one = self.definition.sets[self.set(slot)].orientations == 1;
        let label = goal.pieces[slot].map(|piece| self.label(slot, piece));
        match (label, goal.orientations[slot]) {
            (Some(label), Some(0)) => label.to_owned(),
            (Some(label), _) if has_one => label.to_owned(),
            (Some(label), Some(orientation)) => format!("{label}+{orientation}"),
            (Some(label), None) => format!("{label}+?"),
            (None, Some(orientation)) if !has_one => format!("?+{orientation}"),
            (None, _) => "?".into(),
        }
    }

    /// Conditions as text; `None` if one of them cannot hold. Pieces that the puzzle does not have are left out.
    fn conditions(&self, conditions: &[Condition]) -> Option<String> {
        let mut texts = Vec::new();
        for condition in conditions {
            let slot = usize::from(condition.slot);
            let has = &self.has[self.set(slot)];
            let pieces = condition.pieces.iter().filter(|piece| has[usize::from(**piece)]);
            let pieces: Vec<&str> = pieces.map(|&piece| self.label(slot, piece)).collect();
            match (pieces.is_empty(), condition.must) {
                (true, true) => return None,
                (true, false) => {}
                (false, must) => {
                    texts.push(format!("{} {} {}", slot + 1, if must { "=" } else { "!=" }, pieces.join("|")));
                }
            }
        }
        Some(texts.join(", "))
    }

    /// The TOML value for a move.
    fn made(&self, made: &Move) -> Result<String, Unwritable> {
        let refused = |why| refused(What::Move(made.name.clone()), why);
        if !loyd::is_move(&made.name) {
            return Err(refused("the format does not allow this name"));
        }
        if made.weight > MOST_WEIGHT {
            return Err(refused("the format allows a weight of at most 1000000"));
        }
        let cycles = string(&cycles(&made.action));
        let mut members = Vec::new();
        let when = self.conditions(&made.when).ok_or_else(|| refused(NO_PIECE))?;
        if !when.is_empty() {
            members.push(format!("when = {}", string(&when)));
        }
        if made.weight > 1 {
            members.push(format!("weight = {}", made.weight));
        }
        match made.repeats {
            Repeats::Powers => {}
            Repeats::Inverse => members.push("powers = false".into()),
            Repeats::None => members.push("inverses = false".into()),
        }
        if made.is_rotation {
            members.push("rotation = true".into());
        }
        Ok(match members.is_empty() {
            true => cycles,
            false => format!("{{ cycles = {cycles}, {} }}", members.join(", ")),
        })
    }
}

/// The cycles of an action: the piece of each slot goes to the next one, and is turned there.
fn cycles(action: &Action) -> String {
    let mut to = vec![0; action.from().len()];
    action.from().iter().enumerate().for_each(|(slot, &from)| to[usize::from(from)] = slot);
    let mut seen = vec![false; to.len()];
    let mut text = String::new();
    for first in 0..to.len() {
        let mut words = Vec::new();
        let mut slot = first;
        while !std::mem::replace(&mut seen[slot], true) {
            let twist = action.twist()[slot];
            words.push(if twist > 0 { format!("{}+{twist}", slot + 1) } else { (slot + 1).to_string() });
            slot = to[slot];
        }
        if words.len() > 1 || action.twist()[first] > 0 && to[first] == first {
            write!(text, "({})", words.join(" ")).expect("a text can be added to");
        }
    }
    text
}
