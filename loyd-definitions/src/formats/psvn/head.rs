//! The head of a PSVN text: domains, the number of variables, and the domain of each.

use crate::definition::{MOST_OF_SET, MOST_SLOTS, Set};
use crate::formats::lines::{TextLine, TextLines};
use loyd_core::exact::exact;
use loyd_core::text::{Misread, Token};

/// The most values of a domain.
const MOST_VALUES: u64 = 256;

/// The content of the head.
pub(super) struct Head {
    /// A set for each domain that a variable has.
    pub sets: Vec<Set>,
    /// The names of the values of each set.
    pub labels: Vec<Vec<String>>,
    /// The set and the slot of each variable.
    pub variables: Vec<(usize, u16)>,
}

/// A domain: its name and the names of its values.
struct Domain {
    name: String,
    values: Vec<String>,
}

/// The words of a text, without regard to the ends of lines.
struct HeadWords<'a> {
    lines: TextLines<'a>,
    /// The words that are left of the current line.
    left: std::vec::IntoIter<Token<'a>>,
}

impl<'a> HeadWords<'a> {
    fn required(&mut self, expected: &str) -> Result<Token<'a>, Misread> {
        loop {
            if let Some(word) = self.left.next() {
                return Ok(word);
            }
            self.left = uncommented(self.lines.required(expected)?).tokens.into_iter();
        }
    }
}

/// A line without the comment at its end.
fn uncommented(mut line: TextLine<'_>) -> TextLine<'_> {
    let end = line.tokens.iter().position(|token| token.text.starts_with('#'));
    line.tokens.truncate(end.unwrap_or(line.tokens.len()));
    line
}

impl Head {
    /// Reads the head. The lines after it are rules and goals.
    pub fn read(text: &str) -> Result<(Self, impl Iterator<Item = TextLine<'_>>), Misread> {
        let mut words = HeadWords { lines: TextLines::new(text), left: Vec::new().into_iter() };
        let mut domains: Vec<Domain> = Vec::new();
        let count = loop {
            let expected = "`DOMAIN` or the number of variables";
            let word = words.required(expected)?;
            if word.text != "DOMAIN" {
                let most = MOST_SLOTS as u64;
                break word.number(1, most, &format!("`DOMAIN`, or a number of variables from 1 to {most}"))?;
            }
            let domain = domain(&mut words, &domains)?;
            domains.push(domain);
        };
        let mut of_variables = Vec::new();
        for _ in 0..count {
            let expected = format!("the domains of {count} variables");
            let word = words.required(&expected)?;
            let named = |domains: &[Domain], name: &str| domains.iter().position(|domain| domain.name == name);
            of_variables.push(match (named(&domains, word.text), word.digits()) {
                (Some(place), _) => place,
                (None, Some(_)) => {
                    let size: u64 =
                        word.number(1, MOST_VALUES, &format!("a number of values from 1 to {MOST_VALUES}"))?;
                    // A domain is the same if its number has leading zeros.
                    named(&domains, &size.to_string()).unwrap_or_else(|| {
                        let values = (0..size).map(|value| value.to_string()).collect();
                        domains.push(Domain { name: size.to_string(), values });
                        domains.len() - 1
                    })
                }
                _ => return Err(word.misread("the name of a domain, or a number of values")),
            });
        }
        if let Some(word) = words.left.next() {
            return Err(word.misread(format!("the end of the line after the domains of {count} variables")));
        }
        let head = Head::of(domains, &of_variables)
            .ok_or_else(|| words.lines.next().map_or_else(|| words.lines.ended(""), |line| line.first().misread("")));
        let head = head.map_err(|error| Misread {
            expected: format!("at most {MOST_OF_SET} variables of a domain before the goal"),
            ..error
        })?;
        Ok((head, words.lines.map(uncommented)))
    }

    /// A set for each domain that a variable has; `None` if a set has too many slots.
    fn of(domains: Vec<Domain>, of_variables: &[usize]) -> Option<Self> {
        let mut head = Head { sets: Vec::new(), labels: Vec::new(), variables: vec![(0, 0); of_variables.len()] };
        let mut slot = 0;
        let given: Vec<String> = domains.iter().map(|domain| domain.name.clone()).collect();
        for (place, domain) in domains.into_iter().enumerate() {
            let first = slot;
            for (variable, _) in of_variables.iter().enumerate().filter(|(_, of)| **of == place) {
                head.variables[variable] = (head.sets.len(), slot);
                slot += 1;
            }
            match usize::from(slot - first) {
                0 => continue,
                slots if slots > MOST_OF_SET => return None,
                // In other forms a number cannot be the name of a set.
                slots => {
                    let is_number = domain.name.bytes().all(|byte| byte.is_ascii_digit());
                    let mut name = if is_number { format!("0-{}", domain.values.len() - 1) } else { domain.name };
                    while is_number && given.contains(&name) {
                        name.push('_');
                    }
                    head.sets.push(Set::new(name, slots, 1));
                }
            }
            head.labels.push(domain.values);
        }
        Some(head)
    }

    /// The value of a variable that a token names.
    pub fn value(&self, variable: usize, token: &Token<'_>) -> Option<u8> {
        let values = &self.labels[self.variables[variable].0];
        values.iter().position(|value| value == token.text).map(exact::<u8>)
    }
}

/// Reads the domain after the word `DOMAIN`.
fn domain(words: &mut HeadWords<'_>, domains: &[Domain]) -> Result<Domain, Misread> {
    let name = words.required("a domain's name")?;
    if name.digits().is_some() || name.text.contains("..") || domains.iter().any(|domain| domain.name == name.text) {
        return Err(name.misread("a new name of a domain that is not a number"));
    }
    let size = words.required("a number of values")?;
    let size = size.number(1, MOST_VALUES, &format!("a number of values from 1 to {MOST_VALUES}"))?;
    let mut values: Vec<String> = Vec::new();
    for _ in 0..size {
        let value = words.required(&format!("the names of {size} values"))?;
        let is_word = ["-", "=>", "GOAL", "DOMAIN"].contains(&value.text);
        if is_word || values.iter().any(|other| other == value.text) {
            return Err(value.misread("a new name of a value"));
        }
        values.push(value.text.into());
    }
    Ok(Domain { name: name.text.into(), values })
}
