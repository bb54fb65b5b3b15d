//! The documents that are translated whole: a translation has the code, the figures and the names of the English text.

use std::collections::BTreeSet;

/// The text of a document.
macro_rules! text {
    ($name:literal, $ending:literal) => {
        include_str!(concat!("../../../", $name, $ending))
    };
}
/// The documents that are translated whole.
macro_rules! documents {
    ($($name:literal),*) => { [$(($name, text!($name, ".md"), text!($name, ".zh.md"))),*] };
}

/// A document, its text, and the text of its translation.
const DOCUMENTS: [(&str, &str, &str); 5] =
    documents!["docs/definitions", "docs/judges", "docs/library", "docs/serve", "docs/site"];

/// Words for powers of ten in both languages.
const POWERS: [(&str, u32); 8] = [
    ("million", 6),
    ("thousand million", 9),
    ("百万", 6),
    ("十亿", 9),
    ("万", 4),
    ("亿", 8),
    ("M/s", 6),
    ("M nodes", 6),
];

/// The text from one heading to the next, in the parts that a translation keeps.
#[derive(Debug, Default)]
struct Section<'a> {
    /// The heading's `#`, with the words of a heading that names a route.
    heading: &'a str,
    /// The lines of code, with the fences around them, and the lines that are indented as code.
    code: Vec<&'a str>,
    rows: Vec<Fixed>,
    prose: Fixed,
}

/// The words that a translation of a text keeps.
#[derive(Debug, Default)]
struct Fixed {
    /// The texts between backticks.
    names: BTreeSet<String>,
    /// The numbers in digits. A translation may have more of them, such as the number of a month.
    figures: BTreeSet<String>,
}

impl Fixed {
    fn new(text: &str) -> Fixed {
        let mut fixed = Fixed::default();
        for (index, part) in text.split('`').enumerate() {
            if index % 2 == 1 {
                fixed.names.insert(part.into());
                continue;
            }
            let is_in = |letter: char| letter.is_ascii_alphanumeric() || ",.-".contains(letter);
            let mut rest = part;
            while let Some(start) = rest.find(is_in) {
                let (word, after) =
                    rest[start..].split_at(rest[start..].find(|letter| !is_in(letter)).unwrap_or(rest.len() - start));
                rest = after;
                fixed.figures.extend(figure(word.trim_matches(['.', ',']), after));
            }
        }
        fixed
    }
}

/// A number in digits, and nothing for another word. A word for a power of ten after it makes a longer number.
fn figure(word: &str, after: &str) -> Option<String> {
    if !word.contains(|letter: char| letter.is_ascii_digit()) || word.contains(char::is_alphabetic) {
        return None;
    }
    let power = POWERS.iter().find(|(name, _)| after.trim_start().starts_with(name));
    let Some((_, power)) = power else { return Some(word.into()) };
    let (whole, part) = word.split_once('.').unwrap_or((word, ""));
    let digits = format!("{}{part:0<1$}", whole.replace(',', ""), *power as usize);
    Some(digits.trim_start_matches('0').into())
}

/// The sections of a document. The first has no heading.
fn sections(document: &str) -> Vec<Section<'_>> {
    let mut sections = vec![Section::default()];
    let (mut is_code, mut prose) = (false, String::new());
    // Indented code stands after an empty line; elsewhere such a line belongs to a list.
    let mut can_indent = false;
    for line in document.lines() {
        let is_fence = line.starts_with("```");
        let section = sections.last_mut().unwrap();
        if is_code || is_fence || (can_indent && line.starts_with("    ")) {
            section.code.push(line);
            is_code ^= is_fence;
        } else if line.starts_with('#') {
            section.prose = Fixed::new(&std::mem::take(&mut prose));
            let (marks, words) = line.split_once(' ').unwrap();
            let is_route = words.starts_with("GET /") || words.starts_with("POST /");
            sections.push(Section { heading: if is_route { line } else { marks }, ..Section::default() });
        } else if line.starts_with('|') {
            section.rows.push(Fixed::new(line));
        } else {
            prose.push_str(line.trim_start());
            prose.push(' ');
        }
        can_indent = line.is_empty() || (can_indent && line.starts_with("    "));
    }
    sections.last_mut().unwrap().prose = Fixed::new(&prose);
    sections
}

/// The faults of a translation: what it lacks, and what it has beyond the English text.
fn faults(english: &str, chinese: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let (english, chinese) = (sections(english), sections(chinese));
    let [here, there] = [&chinese, &english].map(|text| text.iter().map(|section| section.heading).collect::<Vec<_>>());
    if here != there {
        return vec![format!("headings {here:?}, not {there:?}")];
    }
    for (index, (english, chinese)) in english.iter().zip(&chinese).enumerate() {
        if english.code != chinese.code {
            faults.push(format!("section {index}: code {:#?}, not {:#?}", chinese.code, english.code));
        }
        if english.rows.len() != chinese.rows.len() {
            faults.push(format!("section {index}: {} rows, not {}", chinese.rows.len(), english.rows.len()));
        }
        let texts = english.rows.iter().zip(&chinese.rows).chain([(&english.prose, &chinese.prose)]);
        for (english, chinese) in texts {
            if english.names != chinese.names || !english.figures.is_subset(&chinese.figures) {
                faults.push(format!("section {index}: {chinese:?}, not {english:?}"));
            }
        }
    }
    faults
}

#[test]
fn translations_have_the_code_the_figures_and_the_names() {
    let mut all = Vec::new();
    for (name, english, chinese) in DOCUMENTS {
        let name = name.rsplit('/').next().unwrap();
        let (file, translation) = (format!("{name}.md"), format!("{name}.zh.md"));
        let line = |text: &'static str| text.lines().nth(2).unwrap_or_default();
        assert_eq!(line(english), format!("English | [中文]({translation})"), "{name}");
        assert_eq!(line(chinese), format!("[English]({file}) | 中文"), "{name}");
        all.extend(faults(english, chinese).iter().map(|fault| format!("{name}: {fault}")));
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}

#[test]
fn differences_are_found() {
    const ENGLISH: &str = "# A\nUse `-v` for 30 s.\n```sh\nls\n```\n## GET /a\n| `a` | 1 |\n";
    let is_kept = |chinese: &str| faults(ENGLISH, chinese).is_empty();
    assert!(is_kept("# 甲\n用 `-v` 等 30 秒。\n```sh\nls\n```\n## GET /a\n| `a` | 1 |\n"));
    for (from, to) in [("`-v`", "-v"), ("30", "20"), ("ls", "ls -l"), ("GET", "POST"), ("## ", "### "), ("1", "2")] {
        assert!(!is_kept(&ENGLISH.replace(from, to)), "{from}: {to}");
    }
    assert!(!is_kept(&ENGLISH.replace("| `a` | 1 |\n", "")));
    assert!(faults("5.4 million, 152 M/s", "540 万个，每秒 1.52 亿").is_empty());
    assert!(faults("0.5 M nodes", "50 万个结点").is_empty());
    assert!(!faults("5.4 million", "54 万").is_empty());
}
