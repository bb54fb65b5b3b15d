//! Writes a definition as a GAP file: a permutation of points for every move, powers included, without its inverse.
//!
//! Each slot has a point for each orientation of its set. Points of one colour are written only if some pieces are
//! identical, or look the same when they are turned.

use std::fmt::Write;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{PlainForm, Unwritable, What, forbidden};
use crate::definition::{Action, Definition, NoRules, PlayRules, RuleChoice};
use crate::formats::gap::reader::{GROUP, SIZE};
use crate::formats::gap::{COLOURS, MOST_POINT, SETS};
use crate::formats::loyd::is_move;

/// GAP's keywords.
const KEYWORDS: [&str; 35] = [
    "Assert",
    "Info",
    "IsBound",
    "QUIT",
    "TryNextMethod",
    "Unbind",
    "and",
    "atomic",
    "break",
    "continue",
    "do",
    "elif",
    "else",
    "end",
    "false",
    "fi",
    "for",
    "function",
    "if",
    "in",
    "local",
    "mod",
    "not",
    "od",
    "or",
    "quit",
    "readonly",
    "readwrite",
    "rec",
    "repeat",
    "return",
    "then",
    "true",
    "until",
    "while",
];

/// The name of the list of generators.
const LIST: &str = "Gen";

/// Whether a move can have this name.
fn is_allowed(name: &str) -> bool {
    let is_taken = [GROUP, SIZE, SETS].contains(&name) || COLOURS.contains(&name);
    is_move(name) && !is_taken
}

pub(super) fn write(definition: &Definition) -> Result<String, Unwritable> {
    let plain = PlainForm { definition, form: "GAP" };
    plain.goal()?;
    if definition.legal.iter().any(|condition| !forbidden(condition, definition).is_empty()) {
        return Err(plain.refused(What::Legal, "in this format every position is legal"));
    }
    let rules = PlayRules::new(definition, &RuleChoice::default()).map_err(|why| match why {
        NoRules::TooMany { .. } => plain.refused(What::Definition, "with all powers it has more than 256 moves"),
        NoRules::Order { name } => plain.refused(What::Move(name), "the order is more than 1000000"),
        _ => plain.refused(What::Definition, "no move changes anything"),
    })?;
    let points = SidePoints::new(definition);
    if points.number > usize::from(MOST_POINT) {
        return Err(plain.refused(What::Definition, "it would need more than 16384 points"));
    }
    let orientations = definition.orientations();
    let actions: FxHashSet<&Action> = rules.turns.iter().map(|turn| &turn.action).collect();
    let (mut text, mut names, mut written) = (String::new(), FxHashSet::default(), FxHashSet::default());
    points.comments(&mut text);
    let mut list = Vec::new();
    for turn in &rules.turns {
        let inverse = turn.action.inverse(&orientations);
        let why = match turn {
            _ if turn.cost > 1 => "the format has no weights",
            _ if !turn.when.is_empty() => "the format has no conditions on moves",
            _ if !actions.contains(&inverse) => "in this format the inverse of every move is a move",
            _ if !is_allowed(&turn.name) => "the format does not allow this name",
            _ if written.contains(&inverse) => continue,
            _ if !names.insert(&turn.name) => "another move has the same name",
            _ => {
                let name = name(&turn.name);
                let _ = writeln!(text, "{name} := {};", points.cycles(&turn.action));
                list.push(name);
                written.insert(&turn.action);
                continue;
            }
        };
        return Err(plain.refused(What::Move(turn.name.clone()), why));
    }
    let mut name = String::from(LIST);
    while list.contains(&name) {
        name.push('_');
    }
    let _ = writeln!(text, "{name} := [{}];", list.join(", "));
    points.colours(&mut text);
    Ok(text)
}

/// A name as GAP reads it. A backslash stands before each character that is no letter, digit, `_` or `@`, and before a
/// name that has a meaning of its own.
fn name(name: &str) -> String {
    let is_plain = |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | '@');
    let mut written = String::new();
    if KEYWORDS.contains(&name) || name.bytes().all(|byte| byte.is_ascii_digit()) {
        written.push('\\');
    }
    for character in name.chars() {
        if !is_plain(character) {
            written.push('\\');
        }
        written.push(character);
    }
    written
}

/// The points of a definition: each slot has one for each side.
struct SidePoints<'d> {
    definition: &'d Definition,
    /// The first point of each slot, from 1.
    firsts: Vec<usize>,
    sides: Vec<u8>,
    number: usize,
}

impl<'d> SidePoints<'d> {
    fn new(definition: &'d Definition) -> Self {
        let sides = definition.orientations();
        let mut number = 0;
        let firsts = sides.iter().map(|&sides| {
            number += usize::from(sides);
            number - usize::from(sides) + 1
        });
        let firsts = firsts.collect();
        SidePoints { definition, firsts, sides, number }
    }

    /// Writes the name of the puzzle, and the points of each set, for people.
    fn comments(&self, text: &mut String) {
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let _ = match words(&self.definition.name) {
            name if name.is_empty() => writeln!(text, "# Each generator and its inverse is a move."),
            name => writeln!(text, "# {name}. Each generator and its inverse is a move."),
        };
        for (place, set) in self.definition.sets.iter().enumerate() {
            let slots = self.definition.slots_of(place);
            let (first, last) =
                (self.firsts[slots.start], self.firsts[slots.end - 1] + usize::from(set.orientations) - 1);
            let _ = writeln!(text, "# {}: points {first} to {last}, {} a slot", words(&set.name), set.orientations);
        }
    }

    /// An action as cycles of points.
    fn cycles(&self, action: &Action) -> String {
        let mut images: Vec<usize> = (0..=self.number).collect();
        for (to, (&from, &twist)) in action.from().iter().zip(action.twist()).enumerate() {
            let (sides, from) = (usize::from(self.sides[to]), self.firsts[usize::from(from)]);
            for side in 0..sides {
                images[from + side] = self.firsts[to] + (side + usize::from(twist)) % sides;
            }
        }
        let (mut text, mut is_done) = (String::new(), vec![false; images.len()]);
        for first in 1..images.len() {
            if images[first] == first || is_done[first] {
                continue;
            }
            let mut sign = '(';
            let mut at = first;
            while !std::mem::replace(&mut is_done[at], true) {
                let _ = write!(text, "{sign}{at}");
                (sign, at) = (',', images[at]);
            }
            text.push(')');
        }
        if text.is_empty() { "()".into() } else { text }
    }

    /// Writes the points of each colour, unless all points have different colours.
    fn colours(&self, text: &mut String) {
        let (mut lists, mut places): (Vec<Vec<String>>, FxHashMap<_, usize>) = (Vec::new(), FxHashMap::default());
        let sets = self.definition.set_of_slots();
        let solved = self.definition.solved.pieces.iter().zip(&self.definition.solved.orientations);
        for (slot, (&piece, &orientation)) in solved.enumerate() {
            let modulus = self.definition.sets[sets[slot]].modulus(piece);
            for side in 0..self.sides[slot] {
                let shown =
                    (u16::from(side) + u16::from(modulus) - u16::from(orientation % modulus)) % u16::from(modulus);
                let place = *places.entry((sets[slot], piece, shown)).or_insert(lists.len());
                if place == lists.len() {
                    lists.push(Vec::new());
                }
                lists[place].push((self.firsts[slot] + usize::from(side)).to_string());
            }
        }
        if lists.len() < self.number {
            let lists: Vec<String> = lists.iter().map(|points| format!("[{}]", points.join(","))).collect();
            let _ = writeln!(text, "ip := [{}];", lists.join(","));
        }
    }
}
