//! Names as people write them.

use super::narrow;

/// A name as the lists of names have it: in small letters, plain in place of full-width ones, and hyphens in place of
/// blanks and underscores.
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

/// Whether a [plain name](plain_name) is one that a list has; hyphens do not matter.
///
/// ```
/// use loyd_core::text::is_same_name;
/// assert!(is_same_name("topspin", "top-spin") && !is_same_name("top", "top-spin"));
/// ```
pub fn is_same_name(plain: &str, known: &str) -> bool {
    let is_letter = |character: &char| *character != '-';
    plain.chars().filter(is_letter).eq(known.chars().filter(is_letter))
}
