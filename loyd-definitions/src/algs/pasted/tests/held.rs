//! Compares scrambles that turn all layers but one with stickers that are turned one by one.

use std::collections::BTreeMap;

use super::*;
use crate::structure::Structure;

/// Taken from the World Cube Association's example of a scramble of the megaminx, in its notation.
const MEGAMINX: &str = "
    R++ D-- R++ D++ R-- D-- R++ D-- R++ D-- U'
    R-- D++ R-- D++ R++ D++ R-- D-- R++ D++ U
    R++ D++ R-- D-- R++ D-- R-- D++ R-- D-- U'
    R-- D-- R++ D-- R++ D++ R-- D++ R++ D++ U
    R++ D-- R-- D++ R-- D++ R++ D-- R-- D++ U
    R-- D++ R++ D-- R-- D-- R++ D++ R++ D-- U'
    R++ D-- R-- D-- R++ D++ R++ D-- R-- D++ U";

/// The place of a sticker: the sorted faces of its piece's place, and the sticker's own face.
type Place = (Vec<String>, String);

fn place(faces: &[String], face: &str) -> Place {
    let mut faces = faces.to_vec();
    faces.sort();
    (faces, face.into())
}

/// The stickers of a solved megaminx, including the centres.
fn solved(definition: &Definition) -> BTreeMap<Place, String> {
    let words = |name: &str| name.split('-').map(String::from).collect::<Vec<_>>();
    let names = definition.labels.iter().flatten().map(|label| words(label));
    let all = names.chain(definition.moves.iter().map(|m| vec![m.name.clone()]));
    all.flat_map(|faces| faces.iter().map(|face| (place(&faces, face), face.clone())).collect::<Vec<_>>()).collect()
}

/// Turns stickers by one step: if `is_turned` holds for a piece, its faces go to the next faces of their rings.
fn step(
    stickers: &BTreeMap<Place, String>,
    rings: &[&str],
    is_turned: impl Fn(&[String]) -> bool,
) -> BTreeMap<Place, String> {
    let next = |face: &String| {
        let found = rings.iter().find_map(|ring| {
            let ring: Vec<&str> = ring.split(' ').collect();
            let at = ring.iter().position(|known| known == face)?;
            Some(ring[(at + 1) % ring.len()].to_string())
        });
        found.unwrap_or_else(|| face.clone())
    };
    let turned = stickers.iter().map(|((faces, face), colour)| match is_turned(faces) {
        false => ((faces.clone(), face.clone()), colour.clone()),
        true => (place(&faces.iter().map(next).collect::<Vec<_>>(), &next(face)), colour.clone()),
    });
    turned.collect()
}

/// The colour of each sticker after a scramble. Its place is named by the faces of the centres.
fn seen_after(scramble: &str, definition: &Definition) -> BTreeMap<Place, String> {
    // The right layers turn F up, the lower layers turn F to the right, and U clockwise turns F to the left.
    let (right, down, up) = (["F U BL DL FL", "FR R BR B D"], ["F R BR BL L", "FR DR B DL FL"], ["F L BL BR R"]);
    let mut stickers = solved(definition);
    for word in scramble.split_whitespace() {
        let times = if word.ends_with('-') || word.ends_with('\'') { 5 - word.len() + 1 } else { word.len() - 1 };
        let (rings, stays, times): (&[&str], _, _) = match &word[..1] {
            "R" => (&right, "L", times),
            "D" => (&down, "U", times),
            _ => (&up, "", if word == "U" { 1 } else { 4 }),
        };
        for _ in 0..times {
            stickers = step(&stickers, rings, |faces| match stays {
                "" => faces.contains(&"U".into()),
                _ => !faces.contains(&stays.into()),
            });
        }
    }
    let centre = |face: &String| stickers[&(vec![face.clone()], face.clone())].clone();
    let held = stickers.iter().map(|((faces, face), colour)| {
        (place(&faces.iter().map(centre).collect::<Vec<_>>(), &centre(face)), colour.clone())
    });
    held.collect()
}

/// The colour of each sticker of a position, by the faces of the spot where it is drawn.
fn labels_of(definition: &Definition, pattern: &Pattern) -> BTreeMap<Place, String> {
    let sets = definition.set_of_slots();
    let label = |slot: usize| &definition.labels[sets[slot]][usize::from(definition.solved.pieces[slot])];
    let spots = definition.spots.iter().map(|spot| {
        let slot = usize::from(spot.slot);
        let faces: Vec<String> = label(slot).split('-').map(String::from).collect();
        let at = place(&faces, &faces[usize::from(spot.side)]);
        (at, definition.label_at(spot, pattern.pieces[slot], pattern.orientations[slot]))
    });
    spots.collect()
}

fn pattern_of(text: &str, definition: &Definition) -> Pattern {
    pasted_of(text, definition).unwrap_or_else(|| panic!("nothing: {text}")).unwrap()
}

#[test]
fn stickers_of_the_megaminx_lie_where_a_scramble_takes_them() {
    let definition = definition("megaminx");
    for scramble in [
        "R+ R- R+ R-",
        "R+ R++ R+ U",
        "R++ U R-- U'",
        "D+ U R- D- U'",
        "D++ R++ D-- R--",
        "R++ R++ R++ R++ R++ U2",
        "R- D-- R+ D++ U2' R++",
        MEGAMINX,
    ] {
        let spots = labels_of(&definition, &pattern_of(scramble, &definition));
        let expected = seen_after(&scramble.replace("U2'", "U' U'").replace("U2", "U U"), &definition);
        assert_eq!(spots.len(), 120);
        for (at, colour) in spots {
            assert_eq!(colour, expected[&at], "{scramble}: {at:?}");
        }
    }
}

/// The scramble that undoes a scramble.
fn inverse(scramble: &str) -> String {
    let mut words: Vec<String> = scramble.split_whitespace().map(String::from).collect();
    words.reverse();
    let signs = |word: &str| word.chars().map(|sign| if sign == '+' { '-' } else { '+' }).collect::<String>();
    for word in &mut words {
        *word = match (&word[..1], &word[1..]) {
            ("U", "'") => "U".into(),
            ("U", _) => "U'".into(),
            (layers, steps) => format!("{layers}{}", signs(steps)),
        };
    }
    words.join(" ")
}

#[test]
fn turns_of_all_layers_but_one_keep_the_laws_of_a_group() {
    let megaminx = definition("megaminx");
    let solved = &megaminx.solved;
    for word in ["R++ R++ R++ R++ R++", "D-- D-- D-- D-- D--", "R++ R-- D-- D++", "R++ D++ D-- R--", "R+ R+ R-- D+ D-"]
    {
        assert_eq!(&pattern_of(word, &megaminx), solved, "{word}");
    }
    let scrambled = pattern_of(MEGAMINX, &megaminx);
    assert_ne!(&scrambled, solved);
    assert_eq!(&pattern_of(&format!("{MEGAMINX} {}", inverse(MEGAMINX)), &megaminx), solved);
    let structure = Structure::of(&megaminx);
    assert_eq!(structure.reason(&scrambled), None);
    let mut twisted = scrambled.clone();
    twisted.orientations[0] = (twisted.orientations[0] + 1) % 3;
    assert!(structure.reason(&twisted).is_some());
    let other = definition("3x3x3");
    assert!(pasted_of(MEGAMINX, &other).is_none());
}

/// On a cube, `Rw` is `x L`. The test finds the rotation of the definition that turns the cube back.
#[test]
fn wide_turns_of_all_layers_but_one_are_turns_and_rotations() {
    let singles = "R U2 F' L D B2 U' R2 F D' L2 U";
    for (puzzle, word, same) in [
        ("3x3x3", format!("{singles} Rw Uw2"), format!("{singles} x L y2 D2")),
        ("3x3x3", format!("{singles} Fw'"), format!("{singles} z' B'")),
        ("3x3x3", format!("{singles} Dw Lw2"), format!("{singles} y' U x2 R2")),
        ("4x4x4", format!("{singles} Rw 3Rw 3Uw2"), format!("{singles} Rw x L y2 D2")),
        ("4x4x4", format!("Rw 3Fw' U {singles}"), format!("Rw z' B' U {singles}")),
    ] {
        let it = definition(puzzle);
        let found = pasted(&word).unwrap().unwrap();
        assert_eq!(found.puzzle, puzzle, "{word}");
        let (orientations, found) = (it.orientations(), found.pattern.unwrap());
        let reached = it.after(&it.solved, &alg::action_of(&same, &it).unwrap());
        let held = ["", "x", "x2", "x'", "z", "z'"]
            .iter()
            .flat_map(|top| ["", "y", "y2", "y'"].map(|side| alg::action_of(&format!("{top} {side}"), &it).unwrap()));
        let turned: Vec<Pattern> = held.map(|turn| it.after(&reached, &turn)).collect();
        assert_eq!(turned.len(), 24);
        assert_eq!(turned.iter().filter(|pattern| **pattern == found).count(), 1, "{word}");
        assert_eq!(orientations.len(), found.pieces.len());
    }
    assert_eq!(pasted(&format!("{singles} Rw U")).unwrap().unwrap().puzzle, "4x4x4");
}
