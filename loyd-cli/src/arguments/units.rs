//! Amounts as people write them: seconds, bytes.

use std::time::Duration;

/// Units of memory: decimal as sellers count, binary as systems do; a bare letter is binary.
const UNITS: [(&str, u64); 13] = [
    ("", 1),
    ("B", 1),
    ("K", 1 << 10),
    ("KB", 1_000),
    ("KIB", 1 << 10),
    ("M", 1 << 20),
    ("MB", 1_000_000),
    ("MIB", 1 << 20),
    ("G", 1 << 30),
    ("GB", 1_000_000_000),
    ("GIB", 1 << 30),
    ("TB", 1_000_000_000_000),
    ("TIB", 1 << 40),
];

/// Reads how many times as long as a shortest a solution may be: 1 or more.
///
/// # Errors
/// What was expected.
pub fn ratio(text: &str) -> Result<f64, String> {
    let ratio = text.trim().parse::<f64>().ok().filter(|ratio| ratio.is_finite() && *ratio >= 1.0);
    ratio.ok_or_else(|| "expected a ratio of 1 or more, such as 1.05".to_string())
}

/// Reads an amount of memory: `500MB`, `4GiB`, `1.5 G`, or plain bytes.
///
/// # Errors
/// What was expected.
pub fn bytes(text: &str) -> Result<u64, String> {
    let expected = || "expected an amount of memory, such as 500MB, 4GiB or 1000000".to_string();
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = (&text[..end], text[end..].trim().to_ascii_uppercase());
    let (_, factor) = UNITS.into_iter().find(|(name, _)| *name == unit).ok_or_else(expected)?;
    if let Ok(whole) = number.parse::<u64>() {
        return whole.checked_mul(factor).ok_or_else(|| format!("at most {} bytes can be counted", u64::MAX));
    }
    match number.parse::<f64>() {
        Ok(part) if factor > 1 && part * (factor as f64) < u64::MAX as f64 => Ok((part * factor as f64) as u64),
        _ => Err(expected()),
    }
}

/// Reads a time in seconds: `10`, `0.5`.
///
/// # Errors
/// What was expected.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let expected = "expected a number of seconds, such as 10 or 0.5";
    let number: f64 = text.trim().parse().map_err(|_| expected.to_string())?;
    Duration::try_from_secs_f64(number).map_err(|_| expected.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_read_as_people_write_it() {
        let cases = [
            ("0", 0),
            ("123", 123),
            ("500MB", 500_000_000),
            ("500 mb", 500_000_000),
            ("4GiB", 4 << 30),
            ("4G", 4 << 30),
            ("1.5k", 1536),
            ("2TB", 2_000_000_000_000),
        ];
        for (text, number) in cases {
            assert_eq!(bytes(text), Ok(number), "{text}");
        }
        let wrong = [
            "",
            "MB",
            "-1",
            "1.5",
            "1..5G",
            "4 gigs",
            "1e9",
            "20000000000TB",
            "99999999999999999999999999",
            "NaN",
            "infG",
        ];
        for text in wrong {
            assert!(bytes(text).is_err(), "{text}");
        }
    }

    #[test]
    fn seconds_may_be_parts() {
        assert_eq!(seconds("0.25"), Ok(Duration::from_millis(250)));
        for text in ["", "-1", "inf", "NaN", "1e300", "ten"] {
            assert!(seconds(text).is_err(), "{text}");
        }
    }
}
