//! Reads the numbers in the parameters of ids, and checks that a goal contains every piece once.

use loyd_core::exact::exact;
use loyd_core::opening::Unopened;

/// The reason why a puzzle with these parameters cannot exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no such puzzle: {0}")]
pub struct Invalid(pub &'static str);

/// Returns the place of each piece in `order`, which has at most 256 places and must contain each piece from 0 once.
pub(crate) fn places_of(order: &[u8]) -> Result<[u8; 256], Invalid> {
    let (mut places, mut seen) = ([0; 256], [false; 256]);
    for (place, &piece) in order.iter().enumerate() {
        if usize::from(piece) >= order.len() || std::mem::replace(&mut seen[usize::from(piece)], true) {
            return Err(Invalid("the goal must have each piece exactly once"));
        }
        places[usize::from(piece)] = exact::<u8>(place);
    }
    Ok(places)
}

/// Reads `RxC`, or `N` for `NxN`, as rows and columns.
///
/// # Errors
/// [`Unopened`] if a number is missing or out of range; the error contains the expected ranges.
pub(crate) fn dimensions(id: &str, parameters: &str, least: u8, most: u8) -> Result<(u8, u8), Unopened> {
    let number = |text: &str| text.parse::<u8>().ok().filter(|n| (least..=most).contains(n) && !text.starts_with('+'));
    let (rows, columns) = parameters.split_once(['x', 'X']).unwrap_or((parameters, parameters));
    number(rows).zip(number(columns)).ok_or_else(|| {
        let expected = format!("rows x columns, such as 3x3, each from {least} to {most}");
        Unopened::parameters(id, parameters, expected)
    })
}
