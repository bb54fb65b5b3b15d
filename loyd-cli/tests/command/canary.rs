//! Files named in arguments are read only if they are regular: a pipe is not waited for, and a folder is an error.

#![cfg(target_os = "linux")]

use super::loyd;

#[path = "../../../loyd-web/tests/api/canary/spellings.rs"]
#[allow(dead_code, reason = "the tests of the library and of the server use all of it")]
mod spellings;

use loyd::catalogue::FAMILIES;
use spellings::Canary;

#[test]
fn only_regular_files_are_read_by_name() {
    let canary = Canary::new();
    let families = FAMILIES.iter().map(|family| format!("{}:@", family.name));
    let prefixes: Vec<String> = ["@", "file:", "file:@"].map(String::from).into_iter().chain(families).collect();
    let paths = canary.paths();
    let special = paths.iter().map(|[path, _]| path).filter(|path| path.contains("fifo") || path.contains("folder"));
    let mut runs = 0;
    for path in special {
        for (number, prefix) in prefixes.iter().enumerate() {
            let named = format!("{prefix}{path}");
            let calls: [&[&str]; 5] = [
                &["puzzles", &named],
                &["solve", &named, "1 2 3"],
                &["map", &named],
                &["lint", &named],
                &["solve", "8", "12345678x", "--goal", &named],
            ];
            // The first three prefixes belong to all families together, so every call is tried with them.
            let some = if number < 3 { &calls[..] } else { &calls[number % 3..=number % 3] };
            for call in some {
                let run = loyd(call);
                assert!(!canary.is_opened(), "{call:?}: the pipe was opened: {run:?}");
                let code = run.code;
                assert!([1, 2].contains(&code), "{call:?} ends with {code}: {run:?}");
                runs += 1;
            }
        }
    }
    assert!(runs > 40, "only {runs} runs");
    // A regular file is read, because the rule excludes only other kinds of files.
    let text = &paths[0][0];
    assert!(Canary::shows(&loyd(&["puzzles", &format!("@{text}")]).err));
}
