//! Parameters of ids: the numbers of a puzzle, and orders of pieces.

use loyd_core::exact::exact;
use loyd_core::opening::Unopened;

/// Why there is no puzzle of these numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no such puzzle: {0}")]
pub struct Invalid(pub &'static str);

/// The place of each piece of an order of at most 256, which must have each of the pieces from 0 once.
pub(crate) fn places_of(order: &[u8]) -> Result<[u8; 256], Invalid> {
    let (mut places, mut seen) = ([0; 256], [false; 256]);
    for (place, &piece) in order.iter().enumerate() {
        if usize::from(piece) >= order.len() || std::mem::replace(&mut seen[usize::from(piece)], true) {
            return Err(Invalid("its goal must have each piece once"));
        }
        places[usize::from(piece)] = exact::<u8>(place);
    }
    Ok(places)
}

/// Reads `RxC`, or `N` for `NxN`, as rows and columns.
///
/// # Errors
/// What was expected, with the ranges.
pub(crate) fn dimensions(id: &str, parameters: &str, least: u8, most: u8) -> Result<(u8, u8), Unopened> {
    let number = |text: &str| text.parse::<u8>().ok().filter(|n| (least..=most).contains(n) && !text.starts_with('+'));
    let (rows, columns) = parameters.split_once(['x', 'X']).unwrap_or((parameters, parameters));
    number(rows).zip(number(columns)).ok_or_else(|| {
        let expected = format!("rows x columns, such as 3x3, each from {least} to {most}");
        Unopened::parameters(id, parameters, expected)
    })
}
