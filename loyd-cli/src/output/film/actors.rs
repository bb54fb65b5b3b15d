//! The paths of the pieces, which are found by matching the pieces of each picture with the next picture.

use std::collections::HashMap;

use loyd_core::puzzle::{Picture, Square};

/// A square of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ActorPlace {
    pub row: usize,
    pub column: usize,
}

/// A piece and its path through all pictures.
#[derive(Debug)]
pub struct Actor<'a> {
    /// The place of the piece in each picture. While the piece is invisible, this is its last or its next place.
    pub places: Vec<ActorPlace>,
    /// The text on the piece in each picture; `None` while the piece is invisible.
    pub texts: Vec<Option<&'a str>>,
}

fn pieces(picture: &Picture) -> Vec<(ActorPlace, &str)> {
    let mut pieces = Vec::new();
    for (row, squares) in picture.iter().enumerate() {
        for (column, square) in squares.iter().enumerate() {
            if let Square::Piece(text) = square {
                pieces.push((ActorPlace { row, column }, &text[..]));
            }
        }
    }
    pieces
}

/// Returns the pieces of all pictures. A piece is matched with a piece of the next picture: first by equal place and
/// text, then by text, if exactly one unmatched piece on each side has it. A single piece left on each side is matched
/// last.
pub fn of(pictures: &[Picture]) -> Vec<Actor<'_>> {
    let mut actors: Vec<Actor<'_>> = Vec::new();
    let mut here: HashMap<ActorPlace, usize> = HashMap::new();
    for (now, picture) in pictures.iter().enumerate() {
        let mut came = pieces(picture);
        let mut there = HashMap::new();
        came.retain(|(place, text)| {
            let stays = here.get(place).copied().filter(|&actor| actors[actor].texts[now - 1] == Some(*text));
            if let Some(actor) = stays {
                here.remove(place);
                there.insert(*place, actor);
            }
            stays.is_none()
        });
        let mut left: Vec<usize> = here.into_values().collect();
        let of_text = |text: &str, left: &[usize]| -> Vec<usize> {
            left.iter().copied().filter(|&actor| actors[actor].texts[now - 1] == Some(text)).collect()
        };
        let mut unknown = Vec::new();
        for &(place, text) in &came {
            let same = came.iter().filter(|(_, other)| *other == text).count();
            match of_text(text, &left)[..] {
                [actor] if same == 1 => {
                    left.retain(|&other| other != actor);
                    there.insert(place, actor);
                }
                _ => unknown.push((place, text)),
            }
        }
        if let ([actor], [(place, _)]) = (&left[..], &unknown[..]) {
            there.insert(*place, *actor);
            unknown.clear();
        }
        for (place, _) in unknown {
            there.insert(place, actors.len());
            actors.push(Actor { places: vec![place; now], texts: vec![None; now] });
        }
        for (place, text) in pieces(picture) {
            let actor = &mut actors[there[&place]];
            actor.places.push(place);
            actor.texts.push(Some(text));
        }
        for actor in actors.iter_mut().filter(|actor| actor.places.len() == now) {
            actor.places.push(*actor.places.last().expect("it was seen before"));
            actor.texts.push(None);
        }
        here = there;
    }
    actors
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(row: &str) -> Picture {
        let square = |letter: char| if letter == '.' { Square::Empty } else { Square::Piece(letter.into()) };
        vec![row.chars().map(square).collect()]
    }

    fn ways(rows: &[&str]) -> Vec<String> {
        let pictures: Vec<Picture> = rows.iter().map(|row| picture(row)).collect();
        let mut ways: Vec<String> = of(&pictures)
            .iter()
            .map(|actor| {
                let seen = actor.places.iter().zip(&actor.texts);
                seen.map(|(place, text)| format!("{}{}", place.column, text.unwrap_or("-")))
                    .collect::<Vec<_>>()
                    .join(" ")
            })
            .collect();
        ways.sort();
        ways
    }

    #[test]
    fn pieces_are_found_again() {
        assert_eq!(ways(&["12.", "1.2", ".12"]), ["01 01 11", "12 22 22"]);
        assert_eq!(ways(&["1234", "3214"]), ["01 21", "12 12", "23 03", "34 34"]);
        // A cube shows another face at its new place.
        assert_eq!(ways(&["ww.", "w.b", "w.b"]), ["0w 0w 0w", "1w 2b 2b"]);
        // Lamps and light appear and disappear.
        assert_eq!(ways(&["...", "*+.", "*+*"]), ["0- 0* 0*", "1- 1+ 1+", "2- 2- 2*"]);
        assert_eq!(ways(&["++", ".."]), ["0+ 0-", "1+ 1-"]);
        assert!(ways(&[]).is_empty() && ways(&[".."]).is_empty());
    }

    /// In every picture, each piece has exactly one actor, with the same place and text.
    #[test]
    fn nobody_is_lost() {
        let rows = ["aab.c", "ab.ac", "ba.ca", "bbbbb", "cba.a", ".....", "aabbc"];
        let pictures: Vec<Picture> = rows.iter().map(|row| picture(row)).collect();
        let actors = of(&pictures);
        for (now, picture) in pictures.iter().enumerate() {
            let seen = actors.iter().filter_map(|actor| Some((actor.places[now], actor.texts[now]?)));
            let mut seen: Vec<_> = seen.collect();
            seen.sort_by_key(|(place, _)| (place.row, place.column));
            assert_eq!(seen, pieces(picture));
        }
    }
}
