//! KPuzzle JSON, cubing.js' form of definitions and of positions.

use std::borrow::Cow;

use super::json::{JsonValue, Member};
use super::made_of::{self, Circle};
use super::stock::Stock;
use super::tws::is_rotation;
use crate::algs::alg;
use crate::algs::alg::{Actions, Alg, MovePlaces, Reading};
use crate::definition::move_names::MoveNames;
use crate::definition::{
    Action, Definition, DefinitionFormat, MOST_MOVES, MOST_OF_SET, MOST_ORDER, MOST_ORIENTATIONS, MOST_SLOTS, Move,
    Pattern, Set,
};
use loyd_core::exact::exact;
use loyd_core::text::Misread;

/// The most bytes of all algorithms of a definition together.
const MOST_OF_ALGS: usize = 1 << 18;

/// Reads a definition. Its moves are the moves of both lists, `moves` and `derivedMoves`.
///
/// ```
/// let text = r#"{"name": "ring", "orbits": [{"orbitName": "BALL", "numPieces": 3, "numOrientations": 1}],
///     "defaultPattern": {"BALL": {"pieces": [0, 1, 2], "orientation": [0, 0, 0]}},
///     "moves": {"R": {"BALL": {"permutation": [1, 2, 0], "orientationDelta": [0, 0, 0]}}},
///     "derivedMoves": {"L": "R2"}}"#;
/// let definition = loyd_definitions::formats::kpuzzle::read(text).unwrap();
/// assert_eq!(definition.moves[1].action.from(), [2, 0, 1]);
/// ```
///
/// # Errors
/// [`Misread`] if the text is not a definition in this form.
pub fn read(text: &str) -> Result<Definition, Misread> {
    let root = JsonValue::of(text)?;
    let members = root.members("an object")?;
    let known = ["name", "orbits", "defaultPattern", "moves", "derivedMoves"];
    let is_note = |key: &str| key.starts_with('$') || key.starts_with("experimental");
    if let Some((key, value)) = members.iter().find(|(key, _)| !is_note(key) && !known.contains(&key.as_ref())) {
        return Err(value.misread(format!("no key {key:?}; the keys are {}", known.join(", "))));
    }
    let member = |name: &str| members.iter().find(|(key, _)| key == name).map(|(_, value)| *value);
    let required = |name: &str| member(name).ok_or_else(|| root.misread(format!("an object with the key {name:?}")));
    let name = member("name").map(|value| value.string("a name")).transpose()?.unwrap_or_default();
    let mut sets = sets(&required("orbits")?)?;
    let identity = Pattern {
        pieces: sets.iter().flat_map(|set| (0..set.slots).map(exact::<u8>)).collect(),
        orientations: sets.iter().flat_map(|set| std::iter::repeat_n(0, set.slots)).collect(),
    };
    let solved = solved(&required("defaultPattern")?, &mut sets, identity)?;
    let mut definition = Definition { name: name.into(), ..Definition::new(DefinitionFormat::Kpuzzle, sets, solved) };
    let listed = required("moves")?.members("an object of moves")?;
    let derived = member("derivedMoves").map(|value| value.members("an object of algs")).transpose()?;
    definition.moves = moves(&listed, &derived.unwrap_or_default(), &definition)?;
    Ok(definition)
}

/// Reads a position of a puzzle. An orbit that the text leaves out is as in the solved position.
///
/// # Errors
/// [`Misread`] if the text is not a position of this puzzle.
pub fn pattern(text: &str, definition: &Definition) -> Result<Pattern, Misread> {
    let mut position = definition.solved.clone();
    for (set, orbit) in orbits(&JsonValue::of(text)?, &definition.sets)? {
        let (begin, set) = (definition.slots_of(set).start, &definition.sets[set]);
        let mut stock = Stock::of(&definition.solved.pieces[begin..begin + set.slots]);
        let laid = laid(&orbit, set)?;
        for (slot, (piece, orientation)) in (begin..).zip(laid.pieces.iter().zip(&laid.orientations)) {
            let number = self::piece(piece)?;
            if !stock.take(number) {
                return Err(piece.misread("a piece that is not used up"));
            }
            position.pieces[slot] = number;
            position.orientations[slot] = self::orientation(orientation, set)? % set.modulus(number);
        }
        for (modulus, slot) in laid.moduli.iter().flatten().zip(begin..) {
            if self::modulus(modulus, set)? != set.modulus(position.pieces[slot]) {
                return Err(modulus.misread("the same as in the puzzle's definition"));
            }
        }
    }
    Ok(position)
}

/// The value of a key of an object.
fn field<'a>(object: &JsonValue<'a>, members: &[Member<'a>], name: &str) -> Result<JsonValue<'a>, Misread> {
    let found = members.iter().find(|(key, _)| key == name).map(|(_, value)| *value);
    found.ok_or_else(|| object.misread(format!("an object with the key {name:?}")))
}

/// The members of an object, which must have no other keys than these.
fn members<'a>(object: &JsonValue<'a>, known: &[&str]) -> Result<Vec<Member<'a>>, Misread> {
    let what = || format!("an object of {}", known.join(", "));
    let members = object.members(&what())?;
    match members.iter().find(|(key, _)| !known.contains(&key.as_ref())) {
        Some((key, value)) => Err(value.misread(format!("no key {key:?} in {}", what()))),
        None => Ok(members),
    }
}

fn sets(value: &JsonValue<'_>) -> Result<Vec<Set>, Misread> {
    let mut sets: Vec<Set> = Vec::new();
    for orbit in value.elements("a list of orbits")? {
        let members = members(&orbit, &["orbitName", "numPieces", "numOrientations"])?;
        let [name, size, orientations] =
            ["orbitName", "numPieces", "numOrientations"].map(|key| field(&orbit, &members, key));
        let (name, size) = (name?, size?);
        let text = name.string("an orbit's name")?;
        if sets.iter().any(|set| set.name == text) {
            return Err(name.misread("a name that no other orbit has"));
        }
        let slots = size.number(1, MOST_OF_SET as u64, &format!("a number of pieces from 1 to {MOST_OF_SET}"))?;
        let what = format!("a number of orientations from 1 to {MOST_ORIENTATIONS}");
        let orientations = orientations?.number(1, MOST_ORIENTATIONS.into(), &what)?;
        if sets.iter().map(|set| set.slots).sum::<usize>() + slots > MOST_SLOTS {
            return Err(size.misread(format!("at most {MOST_SLOTS} pieces in all orbits")));
        }
        sets.push(Set::new(text, slots, orientations));
    }
    if sets.is_empty() { Err(value.misread("a list of orbits, at least one")) } else { Ok(sets) }
}

/// The orbits of a pattern or of a move, by their places among the sets.
fn orbits<'a>(value: &JsonValue<'a>, sets: &[Set]) -> Result<Vec<(usize, JsonValue<'a>)>, Misread> {
    let members = value.members("an object of orbits")?;
    let place = |(name, value): &Member<'a>| {
        let place = sets.iter().position(|set| set.name == *name);
        let names = || sets.iter().map(|set| set.name.as_str()).collect::<Vec<_>>().join(", ");
        let place = place.ok_or_else(|| value.misread(format!("no orbit {name:?}; the orbits are {}", names())))?;
        Ok((place, *value))
    };
    members.iter().map(place).collect()
}

/// The lists that a pattern contains for one orbit.
struct Laid<'a> {
    pieces: Vec<JsonValue<'a>>,
    orientations: Vec<JsonValue<'a>>,
    moduli: Option<Vec<JsonValue<'a>>>,
}

fn laid<'a>(orbit: &JsonValue<'a>, set: &Set) -> Result<Laid<'a>, Misread> {
    let members = members(orbit, &["pieces", "orientation", "orientationMod"])?;
    let what = format!("a list of {} numbers", set.slots);
    let list = |key| field(orbit, &members, key).and_then(|value| value.exactly(set.slots, &what));
    let moduli = members.iter().find(|(key, _)| key == "orientationMod");
    Ok(Laid {
        pieces: list("pieces")?,
        orientations: list("orientation")?,
        moduli: moduli.map(|(_, value)| value.exactly(set.slots, &what)).transpose()?,
    })
}

fn piece(value: &JsonValue<'_>) -> Result<u8, Misread> {
    value.number(0, 255, "a piece from 0 to 255")
}

fn orientation(value: &JsonValue<'_>, set: &Set) -> Result<u8, Misread> {
    let most = u64::from(set.orientations) - 1;
    value.number(0, most, &format!("an orientation from 0 to {most}"))
}

/// Reads the modulus of an orientation; 0 means that the orientation is known fully.
fn modulus(value: &JsonValue<'_>, set: &Set) -> Result<u8, Misread> {
    let most = set.orientations;
    let what = format!("0 or a divisor of {most}");
    match value.number(0, most.into(), &what)? {
        0 => Ok(most),
        modulus if most.is_multiple_of(modulus) => Ok(modulus),
        _ => Err(value.misread(what)),
    }
}

/// Reads the position that the puzzle comes in. The moduli of orientations are stored in the sets.
fn solved(value: &JsonValue<'_>, sets: &mut [Set], mut solved: Pattern) -> Result<Pattern, Misread> {
    for (place, orbit) in orbits(value, sets)? {
        let begin: usize = sets[..place].iter().map(|set| set.slots).sum();
        let set = &mut sets[place];
        let laid = laid(&orbit, set)?;
        for (value, slot) in laid.pieces.iter().zip(begin..) {
            solved.pieces[slot] = piece(value)?;
        }
        let mut known = [None; 256];
        for (value, slot) in laid.moduli.iter().flatten().zip(begin..) {
            let modulus = modulus(value, set)?;
            if *known[usize::from(solved.pieces[slot])].get_or_insert(modulus) != modulus {
                return Err(value.misread("the same number for all pieces of this number"));
            }
        }
        let known = (0..=255).zip(known).filter_map(|(piece, modulus)| Some((piece, modulus?)));
        set.known_modulo = known.filter(|(_, modulus)| *modulus != set.orientations).collect();
        for (value, slot) in laid.orientations.iter().zip(begin..) {
            solved.orientations[slot] = orientation(value, set)? % set.modulus(solved.pieces[slot]);
        }
    }
    Ok(solved)
}

/// Reads the action of a move. An orbit that the text leaves out stays as it is.
fn action(value: &JsonValue<'_>, definition: &Definition, orientations: &[u8]) -> Result<Action, Misread> {
    let mut from: Vec<u16> = (0..exact::<u16>(orientations.len())).collect();
    let mut twist = vec![0; orientations.len()];
    for (place, orbit) in orbits(value, &definition.sets)? {
        let (begin, set) = (definition.slots_of(place).start, &definition.sets[place]);
        let members = members(&orbit, &["permutation", "orientationDelta"])?;
        let what = format!("a list of {} numbers", set.slots);
        let list = |key| field(&orbit, &members, key).and_then(|value| value.exactly(set.slots, &what));
        let most = set.slots as u64 - 1;
        let expected = format!("an unused place from 0 to {most}");
        let mut taken = vec![false; set.slots];
        for (value, slot) in list("permutation")?.iter().zip(begin..) {
            let source: usize = value.number(0, most, &expected)?;
            if std::mem::replace(&mut taken[source], true) {
                return Err(value.misread(expected));
            }
            from[slot] = exact::<u16>(begin + source);
        }
        for (value, slot) in list("orientationDelta")?.iter().zip(begin..) {
            twist[slot] = orientation(value, set)?;
        }
    }
    Ok(Action::new(&from, &twist, orientations).expect("numbers that were checked are an action"))
}

/// Reads the moves of both lists.
fn moves(listed: &[Member<'_>], derived: &[Member<'_>], definition: &Definition) -> Result<Vec<Move>, Misread> {
    let orientations = definition.orientations();
    let both: Vec<&Member<'_>> = listed.iter().chain(derived).collect();
    if let Some((_, value)) = both.get(MOST_MOVES) {
        return Err(value.misread(format!("at most {MOST_MOVES} moves")));
    }
    let mut names = MoveNames::default();
    for (place, (name, value)) in both.iter().enumerate() {
        if name.is_empty() || name.contains(char::is_whitespace) {
            return Err(value.misread(format!("a move whose name has no blanks, unlike {name:?}")));
        }
        names
            .insert(&**name, place)
            .map_err(|_| value.misread(format!("a move whose name is not {name:?}, as another's")))?;
    }
    let mut actions: Vec<Option<Action>> = Vec::with_capacity(both.len());
    for (_, value) in listed {
        actions.push(Some(action(value, definition, &orientations)?));
    }
    actions.resize(both.len(), None);
    let mut parts: Vec<Vec<usize>> = vec![Vec::new(); listed.len()];
    let mut left = MOST_OF_ALGS;
    for (_, value) in derived {
        let length = value.string("an alg")?.len();
        let expected = || format!("algs of at most {MOST_OF_ALGS} bytes in all");
        left = left.checked_sub(length).ok_or_else(|| value.misread(expected()))?;
        parts.push(read_alg(value, &names, &MovePlaces)?.into_iter().collect());
    }
    let circle = |Circle { of, part }: Circle| both[of].1.misread(made_of::not_in_turn(&both[parts[of][part]].0));
    for place in made_of::order(&parts).map_err(circle)? {
        let value = &both[place].1;
        if actions[place].is_none() {
            let action = |place: usize| actions[place].as_ref().expect("what a move is made of comes before it");
            let done = read_alg(value, &names, &Actions { action, orientations: &orientations })?;
            actions[place] = Some(done);
        }
        let order = actions[place].as_ref().and_then(|action| action.order(&orientations));
        order.ok_or_else(|| value.misread(format!("a move of order at most {MOST_ORDER}")))?;
    }
    let moves = both.iter().zip(actions.into_iter().flatten());
    Ok(moves
        .map(|((name, _), action)| Move { is_rotation: is_rotation(name), ..Move::new(name.as_ref(), action) })
        .collect())
}

/// Reads an algorithm from a string of the JSON.
fn read_alg<R: Reading>(value: &JsonValue<'_>, names: &MoveNames<'_>, reading: &R) -> Result<R::Part, Misread> {
    let (line, column) = value.place();
    match value.string("an alg")? {
        Cow::Borrowed(text) => alg::read(Alg::at(text, line, column + 1), names, reading),
        // Escapes shift the text after them, so an error gets the place of the whole string.
        Cow::Owned(text) => {
            alg::read(Alg::new(&text), names, reading).map_err(|error| Misread { line, column, ..error })
        }
    }
}

#[cfg(test)]
mod tests;
