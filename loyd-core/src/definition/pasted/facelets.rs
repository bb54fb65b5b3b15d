//! Facelets of cubes: the colours of all stickers, face by face.

use super::Pasted;
use crate::definition::{Definition, Pattern, Spot, bundled};
use crate::text::{Misread, Token, characters, tokens_between};

/// The faces in the order of their stickers, and where each lies in the net that the bundled cubes are drawn as.
const FACES: [(char, usize, usize); 6] = [('U', 0, 1), ('R', 1, 2), ('F', 1, 1), ('D', 2, 1), ('L', 1, 0), ('B', 1, 3)];

/// The position whose stickers these are.
pub(super) fn facelets(text: &str) -> Option<Result<Pasted, Misread>> {
    let words = tokens_between(text, |character| character.is_whitespace() || matches!(character, ',' | '/' | '|'));
    let stickers: Vec<Token<'_>> = words.iter().flat_map(characters).collect();
    let is_colour =
        |sticker: &Token<'_>| FACES.iter().any(|(face, ..)| sticker.text.eq_ignore_ascii_case(&face.to_string()));
    // Words of several letters: a scramble has moves apart, and most faces have rows of one colour.
    let has_long_words = words.iter().any(|word| word.text.chars().count() > 3);
    let size: usize = match stickers.len() {
        24 => 2,
        54 => 3,
        96 => 4,
        _ => return None,
    };
    if !stickers.iter().all(is_colour) || !(has_long_words || words.iter().all(|word| word.text.len() == size)) {
        return None;
    }
    let name = ["2x2x2", "3x3x3", "4x4x4"][size - 2];
    let definition = bundled::open(name, "").expect("cubes are bundled").expect("they have no parameters");
    Some(pattern(&definition, size, &stickers).map(|pattern| Pasted::of(name, &definition, pattern)))
}

/// The sticker that is seen where a side of a slot is drawn.
fn sticker<'t>(spot: &Spot, size: usize, stickers: &[Token<'t>]) -> Token<'t> {
    let (row, column) = (usize::from(spot.row), usize::from(spot.column));
    let is_it =
        |&(_, block_row, block_column): &(char, usize, usize)| (row / size, column / size) == (block_row, block_column);
    let face = FACES.iter().position(is_it).expect("a net has six faces");
    stickers[face * size * size + row % size * size + column % size]
}

fn pattern(definition: &Definition, size: usize, stickers: &[Token<'_>]) -> Result<Pattern, Misread> {
    let mut pattern = definition.solved.clone();
    let sets = definition.set_of_slots();
    let mut left: Vec<Vec<usize>> = definition.labels.iter().map(|labels| vec![0; labels.len()]).collect();
    for (&piece, &set) in definition.solved.pieces.iter().zip(&sets) {
        left[usize::from(set)][usize::from(piece)] += 1;
    }
    for (slot, &set) in sets.iter().enumerate() {
        let mut spots: Vec<&Spot> = definition.spots.iter().filter(|spot| usize::from(spot.slot) == slot).collect();
        spots.sort_by_key(|spot| spot.side);
        let seen: Vec<Token<'_>> = spots.iter().map(|spot| sticker(spot, size, stickers)).collect();
        let colours: String = seen.iter().map(|sticker| sticker.text.to_ascii_uppercase()).collect();
        let set = usize::from(set);
        let labels = &definition.labels[set];
        let orientations = usize::from(definition.sets[set].orientations);
        // Side s of the slot shows side s - o of a piece of orientation o.
        let turned = |label: &str, orientation: usize| {
            let sides = label.len();
            (0..sides).all(|side| colours.as_bytes()[side] == label.as_bytes()[(side + sides - orientation) % sides])
        };
        // A centre shows the first letter of its name only.
        let matching = labels.iter().enumerate().find_map(|(piece, label)| {
            let label = &label[..seen.len().min(label.len())];
            (0..orientations).find(|&orientation| turned(label, orientation)).map(|orientation| (piece, orientation))
        });
        let what = Token { text: &colours, ..seen[0] };
        let name = &definition.sets[set].name;
        let (piece, orientation) = matching
            .ok_or_else(|| what.misread(format!("the colours of one of the {name}, clockwise from this sticker")))?;
        let left = &mut left[set][piece];
        *left =
            left.checked_sub(1).ok_or_else(|| what.misread(format!("one of the {name} that is not there before")))?;
        pattern.pieces[slot] = piece as u8;
        pattern.orientations[slot] = orientation as u8;
    }
    Ok(pattern)
}
