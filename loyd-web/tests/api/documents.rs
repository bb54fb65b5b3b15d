//! docs/serve.md: every example in it is run, and its list of metrics is compared with the server's.

use std::process::{Command, Stdio};

use super::Running;

const DOCUMENT: &str = include_str!("../../../docs/serve.md");
/// The address of the server in the examples.
const THERE: &str = "127.0.0.1:8015";

/// The code blocks of a language, each with the heading above it.
fn blocks(language: &str) -> Vec<(&'static str, String)> {
    let mut found: Vec<(&str, String)> = Vec::new();
    let (mut heading, mut inside) = ("", None);
    for line in DOCUMENT.lines() {
        match (line.strip_prefix("```"), inside) {
            (Some(begun), None) => {
                inside = Some(begun);
                if begun == language {
                    found.push((heading, String::new()));
                }
            }
            (Some(_), Some(_)) => inside = None,
            (None, Some(of)) if of == language => found.last_mut().unwrap().1.push_str(&format!("{line}\n")),
            (None, Some(_)) => {}
            (None, None) => {
                heading = line.strip_prefix("##").map_or(heading, |rest| rest.trim_start_matches('#').trim())
            }
        }
    }
    found
}

/// Whether a program is installed. If not, it prints a warning, and fails in CI.
fn is_here(program: &str) -> bool {
    let here = Command::new(program).arg("--version").output().is_ok_and(|ran| ran.status.success());
    if !here {
        assert!(std::env::var_os("CI").is_none(), "no `{program}` on this machine, whose examples CI runs");
        println!("THE EXAMPLES ARE NOT RUN: no `{program}` on this machine");
    }
    here
}

/// Whether `printed` matches `expected`, in which dots stand for any text.
fn matches(printed: &str, expected: &str) -> bool {
    let mut parts = expected.split("...");
    let Some(mut rest) = parts.next().and_then(|first| printed.strip_prefix(first)) else { return false };
    let mut parts = parts.peekable();
    if parts.peek().is_none() {
        return rest.is_empty();
    }
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return rest.ends_with(part);
        }
        let Some((_, after)) = rest.split_once(part) else { return false };
        rest = after;
    }
    true
}

#[test]
fn dots_stand_for_any_text() {
    assert!(matches("{\"a\":1,\"b\":[2]}", "{...\"b\":[2]}") && matches("abc", "a...") && matches("abc", "abc"));
    assert!(!matches("abc", "a...d") && !matches("abc", "ab") && !matches("abc", "b..."));
}

/// Each route has one example for each client.
#[test]
fn each_route_has_three_examples() {
    let is_route = |heading: &&str| heading.starts_with("GET /") || heading.starts_with("POST /");
    let headings: Vec<&str> = DOCUMENT.lines().filter_map(|line| line.strip_prefix("### ")).filter(is_route).collect();
    assert!(headings.len() >= 20, "{headings:?}");
    for (language, begins) in [("console", "$ "), ("python", "print("), ("js", "console.log(")] {
        let blocks = blocks(language);
        for heading in &headings {
            let here = blocks.iter().filter(|(above, text)| above == heading && text.contains(begins)).count();
            assert_eq!(here, 1, "{heading}: {language}");
        }
    }
    for (heading, text) in blocks("console") {
        let path = heading.split_once(' ').map(|(_, path)| path.split('{').next().unwrap()).unwrap_or_default();
        assert!(!is_route(&heading) || text.contains(&format!("{THERE}{path}")), "{heading}: {text}");
    }
}

#[test]
fn the_examples_for_curl_print_what_they_say() {
    if !is_here("curl") {
        return;
    }
    let server = Running::new();
    let mut run = 0;
    for (heading, text) in blocks("console") {
        for example in text.split("$ ").filter(|example| !example.is_empty()) {
            let (line, expected) = example.split_once('\n').unwrap();
            let line = line.replace(THERE, &server.address.to_string());
            let ran = Command::new("sh").args(["-c", &line]).stdin(Stdio::null()).output().unwrap();
            let mut printed = String::from_utf8(ran.stdout).unwrap();
            if !printed.ends_with('\n') {
                printed.push('\n');
            }
            // A line of dots stands for any number of lines.
            let expected = expected.replace("...\n", "...");
            assert!(matches(&printed, &expected), "{heading}: {line}\nexpected:\n{expected}\nprinted:\n{printed}");
            run += 1;
        }
    }
    assert!(run >= 22, "only {run} examples were found");
}

/// Runs all code blocks of a language as one program. The comment on each printing line contains the expected output.
fn run(language: &str, program: &str, file: &str, comment: &str) {
    if !is_here(program) {
        return;
    }
    let server = Running::new();
    let text: String = blocks(language).into_iter().map(|(_, text)| text + "\n").collect();
    let expected: Vec<&str> = text
        .lines()
        .filter(|line| line.contains("print(") || line.contains("console.log("))
        .map(|line| line.rsplit_once(comment).unwrap_or_else(|| panic!("what does it print? {line}")).1)
        .collect();
    assert!(expected.len() >= 21, "{expected:?}");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(file);
    std::fs::write(&path, text.replace(THERE, &server.address.to_string())).unwrap();
    let ran = Command::new(program).arg(&path).stdin(Stdio::null()).output().unwrap();
    let printed = String::from_utf8(ran.stdout).unwrap();
    let printed: Vec<&str> = printed.lines().collect();
    assert!(ran.status.success(), "{}\n{printed:#?}", String::from_utf8_lossy(&ran.stderr));
    assert_eq!(printed, expected);
}

#[test]
fn the_examples_in_python_print_what_they_say() {
    run("python", "python3", "examples.py", "  # ");
}

#[test]
fn the_examples_in_javascript_print_what_they_say() {
    run("js", "node", "examples.mjs", "; // ");
}

/// The names in `/metrics` are the names in the document.
#[test]
fn what_is_counted_is_documented() {
    let server = Running::new();
    // A route appears in the metrics only after a request.
    assert_eq!(server.client().get("/healthz").status, 200);
    let text = server.client().get("/metrics").text();
    let mut counted: Vec<String> = text
        .lines()
        .filter_map(|line| line.strip_prefix("# TYPE ")?.split_once(' '))
        .map(|(name, kind)| if kind == "counter" { format!("{name}_total") } else { name.into() })
        .collect();
    let rows = DOCUMENT.lines().filter_map(|line| line.strip_prefix("| `loyd_")?.split_once('`'));
    let mut documented: Vec<String> = rows.map(|(name, _)| format!("loyd_{name}")).collect();
    counted.sort();
    documented.sort();
    assert_eq!(counted, documented);
}

/// The commands for curl in other documents are commands in this document.
#[test]
fn the_other_documents_ask_so_too() {
    for other in [include_str!("../../../docs/library.md"), include_str!("../../../docs/command-line.zh.md")] {
        let asked: Vec<&str> = other.lines().filter(|line| line.contains("curl ") && line.contains(THERE)).collect();
        assert!(!asked.is_empty());
        for line in asked {
            assert!(DOCUMENT.lines().any(|known| known == line), "not in docs/serve.md: {line}");
        }
    }
}
