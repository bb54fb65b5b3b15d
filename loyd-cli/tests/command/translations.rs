//! The documents that are translated whole: a translation has the code, the figures and the names of the English text.

use std::collections::BTreeSet;

/// A document, its text, and the text of its translation.
const DOCUMENTS: [(&str, &str, &str); 4] = [
    ("docs/judges.md", include_str!("../../../docs/judges.md"), include_str!("../../../docs/judges.zh.md")),
    ("docs/library.md", include_str!("../../../docs/library.md"), include_str!("../../../docs/library.zh.md")),
    ("docs/serve.md", include_str!("../../../docs/serve.md"), include_str!("../../../docs/serve.zh.md")),
    ("docs/site.md", include_str!("../../../docs/site.md"), include_str!("../../../docs/site.zh.md")),
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
            let words = part.split(|letter: char| !letter.is_ascii_alphanumeric() && !",.-".contains(letter));
            let words = words.map(|word| word.trim_matches(['.', ',']));
            let is_figure = |word: &&str| {
                word.contains(|letter: char| letter.is_ascii_digit()) && !word.contains(char::is_alphabetic)
            };
            fixed.figures.extend(words.filter(is_figure).map(String::from));
        }
        fixed
    }
}

/// The sections of a document. The first has no heading.
fn sections(document: &str) -> Vec<Section<'_>> {
    let mut sections = vec![Section::default()];
    let (mut is_code, mut prose) = (false, String::new());
    for line in document.lines() {
        let is_fence = line.starts_with("```");
        let section = sections.last_mut().unwrap();
        if is_code || is_fence || line.starts_with("    ") {
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
    }
    sections.last_mut().unwrap().prose = Fixed::new(&prose);
    sections
}

/// What a translation lacks, or has beyond the English text.
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
    for (name, english, chinese) in DOCUMENTS {
        let file = name.rsplit('/').next().unwrap();
        let translation = file.replace(".md", ".zh.md");
        let line = |text: &'static str| text.lines().nth(2).unwrap_or_default();
        assert_eq!(line(english), format!("English | [中文]({translation})"), "{name}");
        assert_eq!(line(chinese), format!("[English]({file}) | 中文"), "{name}");
        assert_eq!(faults(english, chinese), Vec::<String>::new(), "{name}");
    }
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
}
