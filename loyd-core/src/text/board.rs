//! Boards with the things that people write around them: comments, and a first line with the size.

use super::{Token, tokens};

/// A text without its comments and without a first line that is only the size of the board: both are replaced by
/// blanks, so that all other words stay in their places. `None` if there is neither.
///
/// A comment begins with a word that begins with `#`, and ends with its line. The size is `3`, `3 4` or `3x4`, and the
/// lines after it are a board of this size.
///
/// ```
/// use loyd_core::text::plain_board;
/// assert_eq!(plain_board("2\n1 2 # mine\n3 x").as_deref(), Some(" \n1 2       \n3 x"));
/// assert_eq!(plain_board("2x3\n123\n45x").as_deref(), Some("   \n123\n45x"));
/// assert_eq!(plain_board("1 2 3\n4 5 x"), None);
/// ```
pub fn plain_board(text: &str) -> Option<String> {
    let plain = without_comments(text);
    without_size(&plain).or_else(|| (plain != text).then_some(plain))
}

/// A text in which each comment is replaced by blanks.
pub(crate) fn without_comments(text: &str) -> String {
    let mut is_comment = false;
    let mut before = '\n';
    let plain = |character: char| {
        is_comment = match character {
            '\n' | '\r' => false,
            '#' => is_comment || before.is_whitespace(),
            _ => is_comment,
        };
        before = character;
        if is_comment { ' ' } else { character }
    };
    text.chars().map(plain).collect()
}

/// A text in which a first line with the size of the board after it is replaced by blanks.
fn without_size(text: &str) -> Option<String> {
    let words = tokens(text);
    let of_line: Vec<&[Token<'_>]> = words.chunk_by(|one, next| one.line == next.line).collect();
    let (first, rows) = of_line.split_first()?;
    let number = |text: &str| text.parse::<usize>().ok().filter(|number| (1..=256).contains(number));
    let (one, other) = match first {
        [one] => match one.text.split_once(['x', 'X', '×']) {
            Some((rows, columns)) => (number(rows)?, number(columns)?),
            None => (number(one.text)?, number(one.text)?),
        },
        [one, other] => (number(one.text)?, number(other.text)?),
        _ => return None,
    };
    let fits = |row: &&[Token<'_>], columns: usize| match row {
        [word] if columns != 1 => word.text.chars().count() == columns,
        _ => row.len() == columns,
    };
    let is_of = |count: usize, columns: usize| rows.len() == count && rows.iter().all(|row| fits(row, columns));
    let is_board = is_of(one, other) || is_of(other, one) || is_of(1, one * other);
    let (end, _) = text.match_indices('\n').nth(first[0].line - 1).filter(|_| is_board)?;
    let blank = |character: char| if character == '\n' { '\n' } else { ' ' };
    Some(text[..end].chars().map(blank).chain(text[end..].chars()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_size_that_the_board_has_is_a_size() {
        for text in
            ["3\n1 2 3\n4 5 6\n7 8 x", "3 3\n123456780", "2 3\n1 2\n3 4\n5 x", "2×3\n1 2 3\n4 5 x", "# a\n\n2\n12\n3x"]
        {
            let plain = plain_board(text).unwrap();
            assert_eq!(tokens(&plain)[0].text.chars().next(), Some('1'), "{text}");
            assert_eq!(plain.lines().count(), text.lines().count());
        }
        for text in
            ["", "3", "3\n1 2 3", "2\n1 2 3\n4 5 x", "3 2\n1 4\n5 6\n7 x", "1 2 3\n4 5 6\n7 8 x", "0\n1", "x\n1"]
        {
            assert_eq!(
                plain_board(text),
                (text == "3 2\n1 4\n5 6\n7 x").then(|| "   \n1 4\n5 6\n7 x".into()),
                "{text}"
            );
        }
        assert_eq!(plain_board("\u{feff}3 # 3\r\n123\r\n456\r\n78#\r\n").map(|text| tokens(&text).len()), Some(3));
    }
}
