//! Blocks of `.tws`: for some sets, a line of pieces and a line of orientations, and then `End`.

use super::lines::{TextLine, TextLines};
use super::stock::Stock;
use crate::definition::{Action, Definition, NotAnAction, Pattern, Set};
use loyd_core::exact::exact;
use loyd_core::text::{Misread, Token};

/// The lines of a block for one set.
pub(crate) struct BlockEntry<'a> {
    set: usize,
    pieces: TextLine<'a>,
    orientations: Option<TextLine<'a>>,
}

/// The slot to which an entry in a move's line of orientations belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Twists {
    /// The slot where the piece was before the move (`Move`).
    BySource,
    /// The slot where the piece is after the move (`MoveTransformation`).
    ByDestination,
}

/// Whether a line contains numbers, and not a name.
fn is_numbers(line: &TextLine<'_>) -> bool {
    line.first().text == "?" || line.first().text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Reads the entries of a block whose first line has been read.
///
/// # Errors
/// [`Misread`] for an unknown set, a set that comes twice, lines of a wrong length, and a text that ends before `End`.
pub(crate) fn entries<'a>(lines: &mut TextLines<'a>, sets: &[Set]) -> Result<Vec<BlockEntry<'a>>, Misread> {
    let mut entries: Vec<BlockEntry<'a>> = Vec::new();
    loop {
        let header = lines.required("a set's name or `End`")?;
        let name = header.first();
        if name.text == "End" {
            header.exactly(1, "`End`")?;
            return Ok(entries);
        }
        let found = sets.iter().position(|set| set.name == name.text);
        let set = found.ok_or_else(|| name.misread("a set's name or `End`"))?;
        header.exactly(1, "a set's name")?;
        if entries.iter().any(|entry| entry.set == set) {
            return Err(name.misread("a set that is new in this block"));
        }
        let size = sets[set].slots;
        let pieces = numbers(lines, size)?;
        let orientations = match lines.peek() {
            Some(line) if is_numbers(line) => Some(numbers(lines, size)?),
            _ => None,
        };
        entries.push(BlockEntry { set, pieces, orientations });
    }
}

/// Reads a line with one number for each slot.
fn numbers<'a>(lines: &mut TextLines<'a>, slots: usize) -> Result<TextLine<'a>, Misread> {
    let each = format!("{slots} numbers, one a slot");
    let line = lines.required(&each)?;
    line.exactly(slots, &each)?;
    Ok(line)
}

/// Reads an orientation, which must be less than the number of orientations.
fn orientation(token: &Token<'_>, orientations: u8) -> Result<u8, Misread> {
    let most = u64::from(orientations) - 1;
    token.number(0, most, &format!("an orientation from 0 to {most}"))
}

/// Reads a piece. The numbers of pieces begin with `first`.
pub(crate) fn piece(token: &Token<'_>, first: u8) -> Result<u8, Misread> {
    let (least, most) = (u64::from(first), u64::from(first) + 255);
    let number: u64 = token.number(least, most, &format!("a piece from {least} to {most}"))?;
    Ok(exact(number - least))
}

/// The first slot of each set.
fn firsts(sets: &[Set]) -> Vec<usize> {
    let after = |first: &mut usize, set: &Set| Some(std::mem::replace(first, *first + set.slots));
    sets.iter().scan(0, after).collect()
}

/// The position that these entries describe. The numbers of pieces begin with `first`. The sets store which pieces have
/// orientations that do not matter.
pub(crate) fn solved(entries: &[BlockEntry<'_>], sets: &mut [Set], first: u8) -> Result<Pattern, Misread> {
    let mut pieces: Vec<u8> = sets.iter().flat_map(|set| (0..set.slots).map(exact::<u8>)).collect();
    let mut turned = vec![0; pieces.len()];
    let firsts = firsts(sets);
    for entry in entries {
        let (begin, set) = (firsts[entry.set], &mut sets[entry.set]);
        for (token, slot) in entry.pieces.tokens.iter().zip(begin..) {
            pieces[slot] = piece(token, first)?;
        }
        // For each piece, whether its orientation matters, if that is known.
        let mut matters = [None; 256];
        for (token, slot) in entry.orientations.iter().flat_map(|line| &line.tokens).zip(begin..) {
            let known = token.text != "?";
            if *matters[usize::from(pieces[slot])].get_or_insert(known) != known {
                return Err(token.misread("`?` for all pieces of this number, or for no piece"));
            }
            if known {
                turned[slot] = orientation(token, set.orientations)?;
            }
        }
        let free = (0..=255).filter(|&piece| matters[usize::from(piece)] == Some(false));
        set.known_modulo = free.filter(|_| set.orientations > 1).map(|piece| (piece, 1)).collect();
    }
    Ok(Pattern { pieces: pieces.into(), orientations: turned.into() })
}

/// The position of a puzzle that these entries describe. A set without an entry is as in the solved position.
pub(crate) fn position(entries: &[BlockEntry<'_>], definition: &Definition, first: u8) -> Result<Pattern, Misread> {
    let mut position = definition.solved.clone();
    let firsts = firsts(&definition.sets);
    for entry in entries {
        let (begin, set) = (firsts[entry.set], &definition.sets[entry.set]);
        let mut stock = Stock::of(&definition.solved.pieces[begin..begin + set.slots]);
        for (token, slot) in entry.pieces.tokens.iter().zip(begin..) {
            let piece = piece(token, first)?;
            if !stock.take(piece) {
                return Err(token.misread("a piece that is not used up"));
            }
            position.pieces[slot] = piece;
            position.orientations[slot] = 0;
        }
        for (token, slot) in entry.orientations.iter().flat_map(|line| &line.tokens).zip(begin..) {
            let modulus = set.modulus(position.pieces[slot]);
            if token.text != "?" || modulus > 1 {
                position.orientations[slot] = orientation(token, set.orientations)? % modulus;
            }
        }
    }
    Ok(position)
}

/// The action of a move that these entries describe. Slots are numbered from `first`. A set without an entry stays.
pub(crate) fn action(
    entries: &[BlockEntry<'_>],
    sets: &[Set],
    orientations: &[u8],
    first: u8,
    twists: Twists,
) -> Result<Action, Misread> {
    let slots = orientations.len();
    let mut from: Vec<u16> = (0..exact::<u16>(slots)).collect();
    let mut twist = vec![0; slots];
    let firsts = firsts(sets);
    for entry in entries {
        let (begin, set) = (firsts[entry.set], &sets[entry.set]);
        let (least, most) = (u64::from(first), u64::from(first) + set.slots as u64 - 1);
        let expected = format!("an unused slot from {least} to {most}");
        let mut taken = vec![false; set.slots];
        for (token, slot) in entry.pieces.tokens.iter().zip(begin..) {
            let source = token.number::<usize>(least, most, &expected)? - usize::from(first);
            if std::mem::replace(&mut taken[source], true) {
                return Err(token.misread(expected));
            }
            from[slot] = exact::<u16>(begin + source);
        }
        let Some(line) = &entry.orientations else { continue };
        let turns = line.tokens.iter().map(|token| orientation(token, set.orientations));
        let turns = turns.collect::<Result<Vec<_>, _>>()?;
        for (place, slot) in (begin..begin + set.slots).enumerate() {
            twist[slot] = match twists {
                Twists::BySource => turns[usize::from(from[slot]) - begin],
                Twists::ByDestination => turns[place],
            };
        }
    }
    let action: Result<Action, NotAnAction> = Action::new(&from, &twist, orientations);
    Ok(action.expect("numbers that were checked are an action"))
}
