//! SSE, the Superset ENG notation for moves of cubes, which is refused by its name: `MR` is one turn there, and two
//! moves without a blank elsewhere.

use loyd_core::text::{Misread, Token, tokens_between};

/// The letters before a face: cube, middle, slice, tier, wide, verge and numbered layers.
const PREFIXES: [char; 7] = ['C', 'M', 'S', 'T', 'W', 'V', 'N'];

/// The faces.
const FACES: &str = "URFDLB";

/// Refuses a text all of whose words are turns in SSE, if one of them has a prefix.
pub(super) fn no_moves(text: &str) -> Result<(), Misread> {
    let words = tokens_between(text, |c| c.is_whitespace() || matches!(c, '(' | ')' | '[' | ']' | ',' | ':' | '.'));
    let prefixed = words.iter().find(|word| face(word) != Some(word.text));
    match prefixed {
        Some(word) if words.iter().all(|word| face(word).is_some()) => {
            let prefix = word.text.chars().next().unwrap_or_default();
            let expected =
                format!("a blank after `{prefix}`, or a turn such as r, M or x, because the notation SSE is not read");
            Err(word.misread(expected))
        }
        _ => Ok(()),
    }
}

/// The part of a word of SSE that begins with the face; `None` for any other word.
fn face<'t>(word: &Token<'t>) -> Option<&'t str> {
    let rest = match word.text.strip_prefix(PREFIXES) {
        Some(rest) => rest.trim_start_matches(|sign: char| sign.is_ascii_digit() || sign == '-'),
        None => word.text,
    };
    let power = rest.strip_prefix(|face| FACES.contains(face))?;
    ["", "'", "-", "2", "2'", "2-", "'2"].contains(&power).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_turns_of_sse_are_sse() {
        for text in ["CR", "R MU2 U'", "TF- R", "WR2 U", "(MR U)", "N3R", "M2R U"] {
            let wrong = no_moves(text).unwrap_err();
            assert!(wrong.expected.contains("SSE"), "{text}");
        }
        for text in ["R U", "M U", "M'UM", "MUM'", "RU", "Rw U", "MR q", ""] {
            assert_eq!(no_moves(text), Ok(()), "{text}");
        }
        assert!(
            no_moves("R U\n MF2")
                .unwrap_err()
                .to_string()
                .starts_with("line 2, column 2: found `MF2`, expected a blank")
        );
    }
}
