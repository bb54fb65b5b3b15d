//! Scripts and styles without their comments and indentation: a fifth of what is sent.

/// The beginning of a comment beside code that contains a type.
const TYPE: &str = "/** @type ";

/// The text without the lines that are only comment, without empty lines, types and indentation. The page writes each
/// comment on lines of its own, `// …` or from `/*` to `*/`, but for types, which stand beside code. Any other comment
/// beside code stays. The lines of a text between backticks stay as they are.
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
            push_untyped(line.trim_start(), &mut code);
        }
        code.push('\n');
        in_text ^= line.matches('`').count() % 2 == 1;
    }
    code
}

/// Adds a line without its comments with types.
fn push_untyped(mut line: &str, code: &mut String) {
    while let Some((before, typed)) = line.split_once(TYPE)
        && let Some((_, after)) = typed.split_once("*/")
    {
        code.push_str(before);
        line = after.strip_prefix(' ').unwrap_or(after);
    }
    code.push_str(line);
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
        assert_eq!(compact(text), "const a = 1; // beside\n(b).c = \"//\";\n");
        let typed = "f((/** @type {[number, {a: 1}]} */ [x], /** @type {B} */ y) => `/** @type`);\n";
        assert_eq!(compact(typed), "f(([x], y) => `/** @type`);\n");
        assert_eq!(compact("/* styles */\na {\n  b: url(/*x*/);\n}\n"), "a {\nb: url(/*x*/);\n}\n");
    }

    #[test]
    fn texts_of_several_lines_stay() {
        let text = "  const a = `one\n\n    // two\n  ${`three`} four`;\n  // five\n  b = `six`;\n";
        assert_eq!(compact(text), "const a = `one\n\n    // two\n  ${`three`} four`;\nb = `six`;\n");
    }
}
