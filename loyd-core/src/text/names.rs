//! Names as people write them.

use super::narrow;

/// The form of a name in the lists of names: in small letters, with plain characters instead of full-width ones, and
/// with hyphens instead of blanks and underscores.
///
/// ```
/// assert_eq!(loyd_core::text::plain_name(" Linear_Conflict"), "linear-conflict");
/// ```
pub fn plain_name(name: &str) -> String {
    let plain = |character| match character {
        ' ' | '_' => '-',
        '×' => 'x',
        other => other,
    };
    narrow(name.trim()).to_lowercase().chars().map(plain).collect()
}

/// Whether a [plain name](plain_name) is a known name; hyphens between words do not matter.
///
/// ```
/// use loyd_core::text::is_same_name;
/// assert!(is_same_name("topspin", "top-spin") && !is_same_name("top", "top-spin"));
/// assert!(is_same_name("8-puzzle", "8puzzle") && !is_same_name("1-5", "15") && !is_same_name("-8", "8"));
/// ```
pub fn is_same_name(plain: &str, known: &str) -> bool {
    letters(plain).eq(letters(known))
}

/// The characters of a name without hyphens between words. A hyphen at an end or between two digits is kept.
fn letters(name: &str) -> impl Iterator<Item = char> + '_ {
    let digit = |at: usize| name.as_bytes().get(at).map(u8::is_ascii_digit);
    let counts =
        move |&(at, character): &(usize, char)| match (character, at.checked_sub(1).and_then(digit), digit(at + 1)) {
            ('-', Some(before), Some(after)) => before && after,
            _ => true,
        };
    name.char_indices().filter(counts).map(|(_, character)| character)
}

/// The known name nearest to a mistyped name, if it is near enough to be the intended one.
///
/// ```
/// assert_eq!(loyd_core::text::nearest("pancakes", ["pancake", "swap"]), Some("pancake"));
/// assert_eq!(loyd_core::text::nearest("rubik", ["pancake", "swap"]), None);
/// // A Chinese character is half of a word.
/// assert_eq!(loyd_core::text::nearest("三节魔方", ["三阶魔方", "恐龙魔方"]), Some("三阶魔方"));
/// assert_eq!(loyd_core::text::nearest("六阶魔方", ["恐龙魔方"]), None);
/// ```
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted: String = name.chars().take(64).flat_map(char::to_lowercase).collect();
    let near = known.into_iter().map(|known| (strsim::damerau_levenshtein(&wanted, known), known));
    let is_near = |distance: usize, known: &str| {
        let length = known.chars().count();
        let most = if known.is_ascii() { 1 + length / 4 } else { (length / 4).max(1) };
        distance <= most && distance < length
    };
    near.filter(|(distance, known)| is_near(*distance, known)).min().map(|(_, known)| known)
}
