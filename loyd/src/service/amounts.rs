//! Amounts, formatted for people.

use loyd_core::cost::{Cost, Length};

/// Formats a number with a comma between thousands.
///
/// ```
/// assert_eq!(loyd::service::amounts::grouped(1_234_567), "1,234,567");
/// assert_eq!(loyd::service::amounts::grouped(999), "999");
/// ```
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Formats a number of bytes with a decimal unit.
///
/// ```
/// use loyd::service::amounts::memory;
/// assert_eq!([memory(999), memory(1_000), memory(16_384_000)], ["999 B", "1.00 kB", "16.38 MB"]);
/// ```
pub fn memory(bytes: u64) -> String {
    const UNITS: [&str; 6] = ["kB", "MB", "GB", "TB", "PB", "EB"];
    if bytes < 1000 {
        return format!("{bytes} B");
    }
    let mut amount = bytes as f64 / 1000.0;
    let mut unit = 0;
    while amount >= 1000.0 {
        (amount, unit) = (amount / 1000.0, unit + 1);
    }
    format!("{amount:.2} {}", UNITS[unit])
}

/// Formats a number of things, with a comma between thousands.
///
/// ```
/// use loyd::service::amounts::counted;
/// assert_eq!([counted(1, "thread"), counted(2_000, "thread")], ["1 thread", "2,000 threads"]);
/// ```
pub fn counted(number: u128, thing: &str) -> String {
    if number == 1 {
        return format!("1 {thing}");
    }
    u64::try_from(number).map_or_else(|_| format!("{number} {thing}s"), |few| format!("{} {thing}s", grouped(few)))
}

/// Formats a number of moves.
pub fn length(length: Length) -> String {
    counted(u128::from(length.0), "move")
}

/// Formats a cost, in its measure.
///
/// ```
/// use loyd::search::Cost;
/// use loyd::service::amounts::cost;
/// assert_eq!([cost(Cost::moves(2_000)), cost(Cost::weights(2_000))], ["2,000 moves", "a cost of 2,000"]);
/// ```
pub fn cost(cost: Cost) -> String {
    cost.length().map_or_else(|| format!("a cost of {}", grouped(cost.amount().into())), length)
}
