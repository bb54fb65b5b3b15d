//! Amounts as people write them: seconds, bytes.

use std::str::FromStr;
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
/// A description of the expected text.
pub fn ratio(text: &str) -> Result<f64, String> {
    let ratio = text.trim().parse::<f64>().ok().filter(|ratio| ratio.is_finite() && *ratio >= 1.0);
    ratio.ok_or_else(|| "expected a ratio of 1 or more, such as 1.05".to_string())
}

/// Reads a number above 0.
///
/// # Errors
/// A description of the expected text.
#[cfg(feature = "cluster")]
pub fn positive(text: &str) -> Result<f64, String> {
    let number = text.trim().parse::<f64>().ok().filter(|number| number.is_finite() && *number > 0.0);
    number.ok_or_else(|| "expected a number above 0, such as 1.2".to_string())
}

/// Reads an amount of memory: `500MB`, `4GiB`, `1.5 G`, or plain bytes.
///
/// # Errors
/// A description of the expected text.
pub fn bytes(text: &str) -> Result<u64, String> {
    let expected = || "expected an amount of memory, such as 500MB, 4GiB or 1000000".to_string();
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = (&text[..end], text[end..].trim().to_ascii_uppercase());
    let (_, factor) = UNITS.into_iter().find(|(name, _)| *name == unit).ok_or_else(expected)?;
    if let Ok(whole) = number.parse::<u64>() {
        return whole.checked_mul(factor).ok_or_else(|| format!("expected at most {} bytes", u64::MAX));
    }
    match number.parse::<f64>() {
        Ok(part) if factor > 1 && part * (factor as f64) < u64::MAX as f64 => Ok((part * factor as f64) as u64),
        _ => Err(expected()),
    }
}

/// Reads a whole number, with commas between thousands or without: `1000000`, `1,000,000`.
///
/// # Errors
/// A description of the expected text.
pub fn whole<N: FromStr>(text: &str) -> Result<N, String> {
    let digits: String = text.trim().chars().filter(|&c| c != ',' && c != '_').collect();
    let is_number = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    let expected = if is_number { "the number is too large" } else { "expected a whole number, such as 1000000" };
    digits.parse().ok().filter(|_| is_number).ok_or_else(|| expected.to_string())
}

/// Units of time, in milliseconds.
const TIMES: [(&str, f64); 5] = [("ms", 1.0), ("s", 1e3), ("m", 60e3), ("h", 3600e3), ("d", 86_400e3)];

/// Reads a time: a number of seconds such as `10` or `0.5`, or numbers with units such as `500ms` and `1h 30m`.
///
/// # Errors
/// A description of the expected text.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let expected = || "expected a time: seconds such as 10 or 0.5, or units such as 500ms, 30s, 1m30s, 2h".to_string();
    let mut rest = text.trim();
    if let Ok(seconds) = rest.parse::<f64>() {
        return Duration::try_from_secs_f64(seconds).map_err(|_| expected());
    }
    let mut milliseconds = 0.0;
    while !rest.is_empty() {
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').ok_or_else(expected)?;
        let number: f64 = rest[..end].parse().map_err(|_| expected())?;
        let unit = rest[end..].trim_start();
        let length = unit.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(unit.len());
        let name = unit[..length].to_ascii_lowercase();
        let (_, factor) = TIMES.into_iter().find(|(known, _)| *known == name).ok_or_else(expected)?;
        milliseconds += number * factor;
        rest = unit[length..].trim_start();
    }
    Some(text).filter(|text| !text.trim().is_empty()).ok_or_else(expected)?;
    Duration::try_from_secs_f64(milliseconds / 1e3).map_err(|_| expected())
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
    fn whole_numbers_may_have_commas() {
        assert_eq!((whole("1000000"), whole("1,000,000"), whole(" 7 ")), (Ok(1_000_000u64), Ok(1_000_000), Ok(7)));
        for text in ["", ",", "-1", "+1", "1e6", "abc", "1.5"] {
            assert_eq!(whole::<u32>(text), Err("expected a whole number, such as 1000000".into()), "{text}");
        }
        assert_eq!(whole::<u32>("4294967296"), Err("the number is too large".into()));
    }

    #[test]
    fn seconds_may_be_parts() {
        assert_eq!(seconds("0.25"), Ok(Duration::from_millis(250)));
        let (ms, s) = (Duration::from_millis, Duration::from_secs);
        let read = [("500ms", ms(500)), ("30s", s(30)), ("1m", s(60)), ("1m30s", s(90)), ("1H 30 M", s(5400))];
        for (text, time) in read.into_iter().chain([("1.5m", s(90)), ("2d", s(172_800)), (" 7 ", s(7))]) {
            assert_eq!(seconds(text), Ok(time), "{text}");
        }
        for text in ["", " ", "-1", "inf", "NaN", "1e300", "ten", "m", "1m30", "1x", "1..5s", "-1m", "9e9d", "1 2"] {
            assert!(seconds(text).is_err(), "{text}");
        }
    }
}
