//! Facelets of cubes: the colours of all stickers, face by face.

use std::collections::{BTreeMap, BTreeSet};

use super::{Pasted, is_bundled};
use crate::bundled;
use crate::definition::{Definition, Pattern, PictureSpot};
use loyd_core::exact::exact;
use loyd_core::text::{Misread, Token, characters, tokens_between};

/// The faces in the order of their stickers, and the row and column of each in the net of the bundled cubes.
const FACES: [(char, usize, usize); 6] = [('U', 0, 1), ('R', 1, 2), ('F', 1, 1), ('D', 2, 1), ('L', 1, 0), ('B', 1, 3)];

/// The colours of the World Cube Association, each in the place of its face: white above, green in front.
const COLOURS: [char; 6] = ['W', 'R', 'G', 'Y', 'O', 'B'];

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

/// The number of stickers in a row of a bundled cube; `None` for another puzzle.
fn size_of(definition: &Definition) -> Option<usize> {
    Some(2 + CUBES.iter().position(|name| is_bundled(definition, name))?)
}

/// The position of this cube whose stickers the text lists; `None` for any other text.
pub(super) fn facelets_of(text: &str, definition: &Definition) -> Option<Result<Pattern, Misread>> {
    let stickers = Stickers::of(text)?;
    let size = size_of(definition)?;
    stickers.rows.is_none_or(|rows| rows == size).then(|| pattern(definition, size, &stickers))
}

/// A sentence about a cube of stickers whose centres are not at home: how the cube was read. `None` for any other text.
pub(super) fn turned(text: &str, definition: &Definition) -> Option<String> {
    let stickers = Stickers::of(text).filter(|_| is_bundled(definition, CUBES[1]))?;
    let centres = centres(&in_order(definition, 3, &stickers).ok()?);
    if !has_all_faces(&centres) || centres == FACES.map(|(face, ..)| face) {
        return None;
    }
    let [above, _, front, ..] = centres;
    Some(format!(
        "the cube is held with the centre {above} above and {front} in front; the position and the moves name the \
         faces as it is held: U is the face above, F the face in front"
    ))
}

/// A sentence about a cube of stickers that has no centres to show how it is held, for rules with one solved position.
/// `None` for any other text.
pub(super) fn solved_as_held(text: &str, definition: &Definition) -> Option<String> {
    let stickers = Stickers::of(text)?;
    let size = size_of(definition)?;
    if size % 2 == 1 || in_order(definition, size, &stickers).is_err() {
        return None;
    }
    let name = CUBES[size - 2];
    Some(format!(
        "nothing on the cube shows how it is held, so only one of its 24 solved positions is the goal; in \
         {name}?up-to=rotation each of them is a goal"
    ))
}

/// Whether a text lists the stickers of this cube as the rows of a net, though each may be the name of a move, too.
///
/// # Errors
/// [`Misread`] with what the text may be, if its stickers, each a word, are not the rows of a net.
pub(super) fn are_stickers(text: &str, definition: &Definition) -> Result<bool, Misread> {
    let is_cube =
        |stickers: &Stickers<'_>| size_of(definition).is_some_and(|size| stickers.all.len() == 6 * size * size);
    let Some(stickers) = Stickers::of(text).filter(is_cube) else { return Ok(false) };
    stickers.are_no_moves().map(|()| stickers.net.is_some())
}

/// Refuses a text that lists stickers, where moves are expected.
pub(super) fn no_moves(text: &str) -> Result<(), Misread> {
    let Some(stickers) = Stickers::of(text) else { return Ok(()) };
    let found = format!("{} letters without blanks", stickers.all.len());
    let expected = "moves with blanks between them; the stickers of a cube are a position";
    Err(Misread { found, ..stickers.all[0].misread(expected) })
}

/// The bundled cubes, by the number of stickers in a row.
const CUBES: [&str; 3] = ["2x2x2", "3x3x3", "4x4x4"];

/// The fewest letters that are read as stickers.
const FEWEST: usize = 20;

/// The most different letters of a text that is read as stickers though they are more than six colours.
const MOST_LETTERS: usize = 8;

/// The stickers that a text lists.
struct Stickers<'t> {
    /// The stickers in the order of the text.
    all: Vec<Token<'t>>,
    /// The number of stickers in a row, if each row is a word.
    rows: Option<usize>,
    /// The net whose rows are the rows of the text.
    net: Option<Net>,
    /// Whether each sticker is a word, so that letters of faces may be meant as moves.
    are_apart: bool,
}

impl<'t> Stickers<'t> {
    /// The stickers of a text that has only letters of faces or colours, and has a word of more than three letters or
    /// one word for each row of a cube, or each of six letters equally often.
    fn of(text: &'t str) -> Option<Self> {
        // Programs that print a net write its empty corners as blanks or dots.
        let is_between = |character: char| character.is_whitespace() || ",/|.·_-*".contains(character);
        let words = tokens_between(text, is_between);
        let all: Vec<Token<'t>> = words.iter().flat_map(characters).collect();
        if all.len() < FEWEST {
            return None;
        }
        let letters: BTreeSet<char> = all.iter().map(letter).collect();
        let are_colours = [FACES.map(|face| face.0).as_slice(), &COLOURS]
            .iter()
            .any(|known| letters.iter().all(|letter| known.contains(letter)));
        let is_cube = (2..=4).any(|size| all.len() == 6 * size * size) && letters.len() <= MOST_LETTERS;
        if !(are_colours || is_cube && letters.iter().all(|letter| letter.is_alphabetic())) {
            return None;
        }
        let lengths: Vec<usize> = words.iter().map(|word| word.text.chars().count()).collect();
        let lines = words.chunk_by(|one, next| one.line == next.line);
        let of_lines: Vec<usize> = lines.map(|line| line.iter().map(|word| word.text.chars().count()).sum()).collect();
        let is_of = |net: &Net| (2..=4).any(|size| [&lengths, &of_lines].contains(&&net.rows(size)));
        let net = [Net::Wide, Net::Tall].into_iter().find(is_of);
        let are_apart = is_cube && lengths.iter().all(|length| *length == 1) && letters.len() == 6;
        if net.is_none() && are_apart && counts(&all).values().all(|count| count * 6 == all.len()) {
            return Some(Stickers { all, rows: None, net, are_apart });
        }
        if net.is_some() || lengths.iter().any(|length| *length > 3) {
            return Some(Stickers { all, rows: None, net, are_apart: false });
        }
        let rows = (2..=3).find(|size| words.len() == 6 * size && lengths.iter().all(|length| length == size))?;
        Some(Stickers { all, rows: Some(rows), net: None, are_apart: false })
    }

    /// Refuses stickers that may be meant as moves.
    fn are_no_moves(&self) -> Result<(), Misread> {
        let all = &self.all;
        let is_face = |sticker: &Token<'_>| FACES.iter().any(|(face, ..)| *face == letter(sticker));
        if !(self.are_apart && all.iter().all(is_face)) {
            return Ok(());
        }
        let found = format!("{} letters of faces, each {} times", all.len(), all.len() / 6);
        let expected = "the stickers of a cube without blanks, or moves as a scramble";
        Err(Misread { found, ..all[0].misread(expected) })
    }
}

/// The letters of the centres of a 3x3x3, whose stickers are given face by face. The centre is the fifth of a face.
fn centres(all: &[Token<'_>]) -> [char; 6] {
    std::array::from_fn(|face| letter(&all[face * 9 + 4]))
}

/// The letter of a sticker, in upper case.
fn letter(sticker: &Token<'_>) -> char {
    let letter = sticker.text.chars().next().unwrap_or_default();
    letter.to_ascii_uppercase()
}

/// Whether these are the letters of all faces, in any order.
fn has_all_faces(letters: &[char; 6]) -> bool {
    FACES.iter().all(|(face, ..)| letters.contains(face))
}

/// A net of a cube: how its faces lie in the plane.
#[derive(Clone, Copy, Debug)]
enum Net {
    /// U; L, F, R and B beside each other; D.
    Wide,
    /// U; L, F and R beside each other; D; below it B, which is upside down.
    Tall,
}

impl Net {
    /// The numbers of stickers in the rows.
    fn rows(self, size: usize) -> Vec<usize> {
        let blocks = match self {
            Net::Wide => &[1, 4, 1][..],
            Net::Tall => &[1, 3, 1, 1],
        };
        blocks.iter().flat_map(|faces| vec![faces * size; size]).collect()
    }

    /// For each sticker, face by face, its place in the net, row by row.
    fn order(self, size: usize) -> Vec<usize> {
        let (face_size, wide) = (size * size, if matches!(self, Net::Wide) { 4 } else { 3 });
        let place = |face: usize, row: usize, column: usize| {
            let (name, block_row, block_column) = FACES[face];
            match (self, name, block_row) {
                (Net::Tall, 'B', _) => 6 * face_size - 1 - row * size - column,
                (_, _, 0) => row * size + column,
                (_, _, 1) => face_size + row * wide * size + block_column * size + column,
                _ => (1 + wide) * face_size + row * size + column,
            }
        };
        let rows = (0..6).flat_map(|face| (0..size).map(move |row| (face, row)));
        rows.flat_map(|(face, row)| (0..size).map(move |column| place(face, row, column))).collect()
    }
}

/// The face of each letter: the letter itself, or the face that has the colour. The centres of a 3x3x3 show which faces
/// any six letters stand for, and how the cube is held.
fn faces_by_letter(letters: &[Token<'_>], size: usize) -> Result<Vec<u8>, Misread> {
    let letters_of: Vec<char> = letters.iter().map(letter).collect();
    let by = |order: &[char]| {
        let face = |letter: &char| order.iter().position(|known| known == letter).map(|at| FACES[at].0 as u8);
        letters_of.iter().map(face).collect::<Option<Vec<u8>>>()
    };
    let centres = (size == 3).then(|| centres(letters));
    if let Some(centres) = centres.filter(has_all_faces) {
        if !is_rotation(&centres) {
            let found = format!("the centres {}", centres.map(String::from).join(" "));
            let expected = "the faces in the order U R F D L B, or a cube that is turned as a whole";
            return Err(Misread { found, ..letters[4].misread(expected) });
        }
        return Ok(by(&centres).expect("there are six letters"));
    }
    if let Some(centres) = centres.filter(are_mirrored) {
        let found = format!("the centres {}", centres.map(String::from).join(" "));
        let expected = "the faces in the order U R F D L B; if the colours of the cube are mirrored, write the \
                        letters of its faces";
        return Err(Misread { found, ..letters[4].misread(expected) });
    }
    let by_centres = || centres.and_then(|centres| by(&centres));
    let found = by(&FACES.map(|(face, ..)| face)).or_else(by_centres).or_else(|| by(&COLOURS));
    let faces = "the letters U R F D L B, or the colours W R G Y O B";
    found.ok_or_else(|| letters[0].misread(if size == 3 { "six centres of different colours" } else { faces }))
}

/// Whether the centres have the usual colours with the usual opposites, and no turn of the whole cube puts them so: the
/// faces are then in another order.
fn are_mirrored(centres: &[char; 6]) -> bool {
    let at = |colour: &char| COLOURS.iter().position(|known| known == colour);
    let Some(places) = centres.iter().map(at).collect::<Option<Vec<usize>>>() else { return false };
    let has_opposites = (0..3).all(|face| places[face].abs_diff(places[face + 3]) == 3);
    has_opposites && !is_rotation(&std::array::from_fn(|face| FACES[places[face]].0))
}

/// The place of each of the faces U R F D L B in the order U L F R B D, in which they come in a net. Some programs
/// write the faces in this order.
const IN_NET_ORDER: [usize; 6] = [0, 3, 2, 5, 1, 4];

/// Whether the centres of a 3x3x3 have the letters, or the usual colours, of a cube that may be turned as a whole.
fn are_of_cube(centres: &[char; 6]) -> bool {
    let known = if has_all_faces(centres) { FACES.map(|(face, ..)| face) } else { COLOURS };
    let at = |letter: &char| known.iter().position(|known| known == letter);
    let Some(places) = centres.iter().map(at).collect::<Option<Vec<usize>>>() else { return false };
    is_rotation(&std::array::from_fn(|face| FACES[places[face]].0))
}

/// Whether the faces, at the places of U R F D L B, are a cube that is turned as a whole.
fn is_rotation(centres: &[char; 6]) -> bool {
    let at = |face: usize| FACES.iter().position(|(known, ..)| *known == centres[face]).unwrap_or_default();
    let [up, right, front, down, left, back] = std::array::from_fn(at);
    let is_opposite = |one: usize, other: usize| one.abs_diff(other) == 3;
    // U R F go around a corner clockwise; an even number of exchanged axes and of turned axes keeps that.
    let axes = [up % 3, right % 3, front % 3];
    let is_odd = matches!(axes, [0, 2, 1] | [1, 0, 2] | [2, 1, 0]);
    let turned = [up, right, front].iter().filter(|face| **face >= 3).count();
    is_opposite(up, down) && is_opposite(right, left) && is_opposite(front, back) && is_odd == (turned % 2 == 1)
}

/// The number of stickers of each letter.
fn counts(letters: &[Token<'_>]) -> BTreeMap<char, usize> {
    let mut counts = BTreeMap::new();
    letters.iter().for_each(|sticker| *counts.entry(letter(sticker)).or_default() += 1);
    counts
}

/// Counts the letters, each of which must be there as often as a face has stickers.
fn counted(letters: &[Token<'_>], size: usize) -> Result<(), Misread> {
    let each = size * size;
    let mut wrong: Vec<(char, usize)> = counts(letters).into_iter().filter(|(_, count)| *count != each).collect();
    if wrong.is_empty() {
        return Ok(());
    }
    wrong.sort_by_key(|&(letter, count)| (std::cmp::Reverse(count), letter));
    let times =
        |&(letter, count): &(char, usize)| format!("{letter} {count} time{}", if count == 1 { "" } else { "s" });
    let found = wrong.iter().map(times).collect::<Vec<_>>().join(", ");
    Err(Misread { found, ..letters[0].misread(format!("each of six colours {each} times")) })
}

/// The position of a cube with these stickers.
fn pattern(definition: &Definition, size: usize, stickers: &Stickers<'_>) -> Result<Pattern, Misread> {
    stickers.are_no_moves()?;
    by_faces(definition, size, &in_order(definition, size, stickers)?)
}

/// The stickers face by face. The text may have them so, with the faces in the order U R F D L B or U L F R B D, or as
/// the rows of a net.
///
/// # Errors
/// [`Misread`] for a wrong number of stickers, or of a colour, and for a text that is a position in more than one way.
fn in_order<'t>(definition: &Definition, size: usize, stickers: &Stickers<'t>) -> Result<Vec<Token<'t>>, Misread> {
    let (all, wanted) = (&stickers.all, 6 * size * size);
    if all.len() != wanted {
        let expected = format!("{wanted}: the stickers of the faces U R F D L B, each row by row");
        return Err(Misread { found: format!("{} letters", all.len()), ..all[0].misread(expected) });
    }
    counted(all, size)?;
    let by_net = |net: Net| net.order(size).into_iter().map(|at| all[at]).collect::<Vec<_>>();
    if let Some(net) = stickers.net {
        return Ok(by_net(net));
    }
    let faces =
        |order: [usize; 6]| order.iter().flat_map(|&at| &all[at * size * size..][..size * size]).copied().collect();
    let mut ways = vec![all.clone()];
    match (size, stickers.rows) {
        (_, Some(_)) => ways.push(by_net(Net::Wide)),
        // The centres show in which order the stickers are.
        (3, None) => {
            ways.extend([faces(IN_NET_ORDER), by_net(Net::Wide), by_net(Net::Tall)]);
            ways.retain(|way| are_of_cube(&centres(way)));
        }
        (_, None) if by_faces(definition, size, all).is_err() => ways.extend([by_net(Net::Wide), by_net(Net::Tall)]),
        _ => {}
    }
    if ways.len() > 1 {
        let of_way = |way: Vec<Token<'t>>| by_faces(definition, size, &way).ok().map(|pattern| (way, pattern));
        let read: Vec<_> = ways.into_iter().filter_map(of_way).collect();
        if read.windows(2).any(|two| two[0].1 != two[1].1) {
            let found = format!("{} letters", all.len());
            let expected = "each face as one word, or a net with its rows on lines, because the letters are a position \
                            both as faces and as a net";
            return Err(Misread { found, ..all[0].misread(expected) });
        }
        ways = read.into_iter().map(|(way, _)| way).collect();
    }
    Ok(ways.into_iter().next().unwrap_or_else(|| all.clone()))
}

/// The place, among the stickers, of the spot where a side of a slot is drawn.
fn sticker(spot: &PictureSpot, size: usize) -> usize {
    let (row, column) = (usize::from(spot.row), usize::from(spot.column));
    let is_it =
        |&(_, block_row, block_column): &(char, usize, usize)| (row / size, column / size) == (block_row, block_column);
    let face = FACES.iter().position(is_it).expect("a net has six faces");
    face * size * size + row % size * size + column % size
}

/// The position of a cube whose stickers are given face by face.
fn by_faces(definition: &Definition, size: usize, all: &[Token<'_>]) -> Result<Pattern, Misread> {
    let by_letter = faces_by_letter(all, size)?;
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
        let faces: Vec<u8> = seen.iter().map(|&at| by_letter[at]).collect();
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
