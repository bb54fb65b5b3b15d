//! Scripts and styles without their comments: a fifth of what is sent.

/// The text without the lines that are only comment, and without empty lines. The page writes each comment on lines of
/// its own, `// …` or from `/*` to `*/`. A comment beside code stays, such as the type before a cast.
pub fn without_comments(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut inside = false;
    for line in text.lines() {
        let trimmed = line.trim();
        if inside {
            inside = !trimmed.ends_with("*/");
        } else if trimmed.starts_with("/*") && !trimmed.contains("*/") {
            inside = true;
        } else if !is_comment(trimmed) && !trimmed.is_empty() {
            code.push_str(line);
            code.push('\n');
        }
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
    fn lines_of_comment_go_and_code_stays() {
        let text = "// @ts-check\n/** One line. */\n/**\n * Several.\n * @type {X}\n */\nconst a = 1; // beside\n\n  \
                    /** @type {any} */ (b).c = \"//\";\n";
        assert_eq!(without_comments(text), "const a = 1; // beside\n  /** @type {any} */ (b).c = \"//\";\n");
        assert_eq!(without_comments("/* styles */\na {\n  b: url(/*x*/);\n}\n"), "a {\n  b: url(/*x*/);\n}\n");
    }
}
