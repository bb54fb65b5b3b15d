//! Facelets of cubes: the colours of all stickers, face by face.

use super::{Pasted, is_bundled};
use crate::bundled;
use crate::definition::{Definition, Pattern, PictureSpot};
use loyd_core::exact::exact;
use loyd_core::text::{Misread, Token, characters, tokens_between};

/// The faces in the order of their stickers, and the row and column of each in the net of the bundled cubes.
const FACES: [(char, usize, usize); 6] = [('U', 0, 1), ('R', 1, 2), ('F', 1, 1), ('D', 2, 1), ('L', 1, 0), ('B', 1, 3)];

/// The colours of the World Cube Association, each in the place of its face: white above, green in front.
const COLOURS: &str = "WRGYOB";

/// The cube and the position whose stickers the text lists; `None` for any other text.
pub(super) fn facelets(text: &str) -> Option<Result<Pasted, Misread>> {
    let stickers = Stickers::of(text)?;
    // The cube whose number of stickers differs by 2 at most.
    let far = |size: &usize| stickers.all.len().abs_diff(6 * size * size);
    let size = (2..=4).min_by_key(far).filter(|size| far(size) <= 2)?;
    let name = CUBES[size - 2];
    let definition = bundled::open(name, "").expect("cubes are bundled").expect("they have no parameters");
    Some(pattern(&definition, size, &stickers).map(|pattern| Pasted::of(name, &definition, pattern)))
}

/// The position of this cube whose stickers the text lists; `None` for any other text.
pub(super) fn facelets_of(text: &str, definition: &Definition) -> Option<Result<Pattern, Misread>> {
    let stickers = Stickers::of(text)?;
    let size = 2 + CUBES.iter().position(|name| is_bundled(definition, name))?;
    stickers.rows.is_none_or(|rows| rows == size).then(|| pattern(definition, size, &stickers))
}

/// The bundled cubes, by the number of stickers in a row.
const CUBES: [&str; 3] = ["2x2x2", "3x3x3", "4x4x4"];

/// The fewest letters that are read as stickers.
const FEWEST: usize = 20;

/// The stickers that a text lists.
struct Stickers<'t> {
    all: Vec<Token<'t>>,
    /// The face of the solved cube that has the colour of each sticker, by its letter.
    faces: Vec<u8>,
    /// The number of stickers in a row, if each row is a word.
    rows: Option<usize>,
}

impl<'t> Stickers<'t> {
    /// The stickers of a text that has only letters of faces or colours, and has a word of more than three letters or
    /// one word for each row of a cube. A scramble is different, because it writes each move as a word.
    fn of(text: &'t str) -> Option<Self> {
        let words = tokens_between(text, |character| character.is_whitespace() || matches!(character, ',' | '/' | '|'));
        let all: Vec<Token<'t>> = words.iter().flat_map(characters).collect();
        if all.len() < FEWEST {
            return None;
        }
        let faces = faces_by_letter(&all)?;
        if words.iter().any(|word| word.text.chars().count() > 3) {
            return Some(Stickers { all, faces, rows: None });
        }
        let is_rows =
            |size: &usize| words.len() == 6 * size && words.iter().all(|word| word.text.chars().count() == *size);
        (2..=3).find(is_rows).map(|size| Stickers { all, faces, rows: Some(size) })
    }
}

/// The face of each sticker: the letter itself, or the face that has the colour. The centres of a 3x3x3 show
/// which faces any six letters stand for.
fn faces_by_letter(all: &[Token<'_>]) -> Option<Vec<u8>> {
    let letter = |sticker: &Token<'_>| sticker.text.chars().next().map(|letter| letter.to_ascii_uppercase());
    let letters: Vec<char> = all.iter().filter_map(letter).collect();
    let by = |order: &[char]| {
        let face = |letter: &char| order.iter().position(|known| known == letter).map(|at| FACES[at].0 as u8);
        letters.iter().map(face).collect::<Option<Vec<u8>>>()
    };
    let as_faces = || by(&FACES.map(|(face, ..)| face));
    let by_centres = || {
        // The centre is the fifth of the nine stickers of a face.
        let centres: Vec<char> = letters.iter().copied().skip(4).step_by(9).collect();
        let differ = (0..centres.len()).all(|at| centres[at].is_alphabetic() && !centres[..at].contains(&centres[at]));
        (letters.len() == 54 && differ).then(|| by(&centres))?
    };
    let as_colours = || by(&COLOURS.chars().collect::<Vec<_>>());
    as_faces().or_else(by_centres).or_else(as_colours)
}

/// The place, among the stickers, of the spot where a side of a slot is drawn.
fn sticker(spot: &PictureSpot, size: usize) -> usize {
    let (row, column) = (usize::from(spot.row), usize::from(spot.column));
    let is_it =
        |&(_, block_row, block_column): &(char, usize, usize)| (row / size, column / size) == (block_row, block_column);
    let face = FACES.iter().position(is_it).expect("a net has six faces");
    face * size * size + row % size * size + column % size
}

fn pattern(definition: &Definition, size: usize, stickers: &Stickers<'_>) -> Result<Pattern, Misread> {
    let (all, wanted) = (&stickers.all, 6 * size * size);
    if all.len() != wanted {
        let expected = format!("{wanted}: the stickers of the faces U R F D L B, each row by row");
        return Err(Misread { found: format!("{} letters", all.len()), ..all[0].misread(expected) });
    }
    let mut pattern = definition.solved.clone();
    let sets = definition.set_of_slots();
    let mut left: Vec<Vec<usize>> = definition.labels.iter().map(|labels| vec![0; labels.len()]).collect();
    for (&piece, &set) in definition.solved.pieces.iter().zip(&sets) {
        left[set][usize::from(piece)] += 1;
    }
    for (slot, &set) in sets.iter().enumerate() {
        let mut spots: Vec<&PictureSpot> =
            definition.spots.iter().filter(|spot| usize::from(spot.slot) == slot).collect();
        spots.sort_by_key(|spot| spot.side);
        let seen: Vec<usize> = spots.iter().map(|spot| sticker(spot, size)).collect();
        let faces: Vec<u8> = seen.iter().map(|&at| stickers.faces[at]).collect();
        let labels = &definition.labels[set];
        let orientations = usize::from(definition.sets[set].orientations);
        // Side s of the slot shows side s - o of a piece of orientation o.
        let turned = |label: &str, orientation: usize| {
            let sides = label.len();
            (0..sides).all(|side| faces[side] == label.as_bytes()[(side + sides - orientation) % sides])
        };
        // A centre shows the first letter of its name only.
        let matching = labels.iter().enumerate().find_map(|(piece, label)| {
            let label = &label[..seen.len().min(label.len())];
            (0..orientations).find(|&orientation| turned(label, orientation)).map(|orientation| (piece, orientation))
        });
        let colours: String = seen.iter().map(|&at| all[at].text.to_uppercase()).collect();
        let what = Token { text: &colours, ..all[seen[0]] };
        let name = &definition.sets[set].name;
        let (piece, orientation) = matching
            .ok_or_else(|| what.misread(format!("the colours of one of the {name}, clockwise from this sticker")))?;
        let left = &mut left[set][piece];
        *left = left.checked_sub(1).ok_or_else(|| what.misread(format!("an unused one of the {name}")))?;
        pattern.pieces[slot] = exact::<u8>(piece);
        pattern.orientations[slot] = exact::<u8>(orientation);
    }
    Ok(pattern)
}
