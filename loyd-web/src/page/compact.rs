//! Scripts and styles without their comments and indentation: a fifth of what is sent.

/// The text without the lines that are only comment, without empty lines and without indentation. The page writes each
/// comment on lines of its own, `// …` or from `/*` to `*/`. A comment beside code stays, such as the type before a
/// cast. The lines of a text between backticks stay as they are.
pub fn compact(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let (mut in_comment, mut in_text) = (false, false);
    for line in text.lines() {
        let trimmed = line.trim();
        if in_text {
            code.push_str(line);
        } else if in_comment {
            in_comment = !trimmed.ends_with("*/");
            continue;
        } else if trimmed.starts_with("/*") && !trimmed.contains("*/") {
            in_comment = true;
            continue;
        } else if is_comment(trimmed) || trimmed.is_empty() {
            continue;
        } else {
            code.push_str(line.trim_start());
        }
        code.push('\n');
        in_text ^= line.matches('`').count() % 2 == 1;
    }
    code
}

/// Whether a line is one comment and nothing else.
fn is_comment(trimmed: &str) -> bool {
    trimmed.starts_with("//") || trimmed.starts_with("/*") && trimmed.find("*/") == Some(trimmed.len() - 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_indentation_go_and_code_stays() {
        let text = "// @ts-check\n/** One line. */\n/**\n * Several.\n * @type {X}\n */\nconst a = 1; // beside\n\n  \
                    /** @type {any} */ (b).c = \"//\";\n";
        assert_eq!(compact(text), "const a = 1; // beside\n/** @type {any} */ (b).c = \"//\";\n");
        assert_eq!(compact("/* styles */\na {\n  b: url(/*x*/);\n}\n"), "a {\nb: url(/*x*/);\n}\n");
    }

    #[test]
    fn texts_of_several_lines_stay() {
        let text = "  const a = `one\n\n    // two\n  ${`three`} four`;\n  // five\n  b = `six`;\n";
        assert_eq!(compact(text), "const a = `one\n\n    // two\n  ${`three`} four`;\nb = `six`;\n");
    }
}
