//! One vocabulary of options: the same names, values and units in every command.

use std::collections::BTreeMap;

use super::{Run, command, loyd, stopped};

/// Every command as its words, subcommands included.
fn commands() -> Vec<Vec<String>> {
    let names = |help: &str| -> Vec<String> {
        let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
        let first = |line: &str| line.split_whitespace().next().unwrap().to_string();
        listed.filter(|line| !line.starts_with("   ")).map(first).filter(|name| name != "help").collect()
    };
    let mut found = Vec::new();
    let mut open = vec![Vec::<String>::new()];
    while let Some(words) = open.pop() {
        let below = names(&help(&words, "-h").out);
        if below.is_empty() {
            found.push(words);
        } else {
            open.extend(below.into_iter().map(|name| [words.clone(), vec![name]].concat()));
        }
    }
    found
}

fn help(words: &[String], flag: &str) -> Run {
    command().args(words).arg(flag).output().map(Run::of).unwrap().ends(0)
}

#[test]
fn an_option_is_written_alike_in_every_command() {
    let mut known: BTreeMap<String, (String, Vec<String>)> = BTreeMap::new();
    for words in commands() {
        for line in help(&words, "--help").out.lines() {
            // `  -o, --output <FILE>`, alone on its line in the long help.
            let Some((short, option)) = line.trim_start().split_once("--").filter(|_| line.starts_with("  ")) else {
                continue;
            };
            if !(short.is_empty() || short.starts_with('-') && short.ends_with(", ")) {
                continue;
            }
            let name = option.split_whitespace().next().unwrap().to_string();
            // `solve --count` counts solutions, and `random --count N` draws N positions: both are too old to be
            // renamed. `cluster map --hosts` names a file of hosts, and `cluster plan --hosts` sets their number.
            if ["count", "hosts"].contains(&name.as_str()) {
                continue;
            }
            let (shape, commands) = known.entry(name).or_insert((line.trim().into(), Vec::new()));
            assert_eq!(shape, line.trim(), "{words:?} and {commands:?}");
            commands.push(words.join(" "));
        }
    }
    for name in ["limit-seconds", "limit-memory", "cache-dir", "threads", "format", "json", "quiet", "color", "output"]
    {
        assert!(known[name].1.len() >= 3 || name == "output", "{name}: {:?}", known[name]);
    }
}

#[test]
fn short_help_is_shorter_and_says_where_the_long_is() {
    for words in commands() {
        let (short, long) = (help(&words, "-h").out, help(&words, "--help").out);
        assert!(short.lines().count() < long.lines().count(), "{words:?}");
        let name = words.join(" ");
        assert!(short.contains(&format!("examples: loyd {name} --help")), "{words:?}: {short}");
        assert!(!short.contains("--limit-") && long.contains("\nExamples:\n"), "{words:?}");
    }
}

#[test]
fn json_is_the_format_json() {
    let solve = ["solve", "8", "2 3 4 1 5 x 7 6 8", "--algorithm", "bidirectional"];
    let of = |end: &[&str]| {
        let mut row = loyd(&[&solve[..], end].concat()).ends(0).json().remove(0);
        row["stats"]["seconds"] = 0.into();
        row
    };
    assert_eq!(of(&["--json"]), of(&["--format", "json"]));
    let error = loyd(&["solve", "8", "1 2 3", "--json"]).ends(2);
    assert!(error.json()[0]["error"].is_object(), "{error:#?}");
    assert!(loyd(&["map", "sliding:2x2", "--json"]).ends(0).out.starts_with("{\"version\":1"));
    let both = loyd(&["solve", "8", "12345678x", "--json", "--format", "text"]).ends(2);
    assert!(both.err.contains("cannot be used with"), "{both:#?}");
}

#[test]
fn a_time_has_units_everywhere() {
    for command in [
        &["solve", "8", "12345678x"][..],
        &["compare", "8", "12345678x"],
        &["check", "8", "12345678x", ""],
        &["random", "8", "--depth", "3"],
        &["map", "8"],
    ] {
        loyd(&[command, &["--limit-seconds", "1m30s"]].concat()).ends(0);
        let wrong = loyd(&[command, &["--limit-seconds", "1 parsec"]].concat()).ends(2);
        assert!(wrong.err.contains("or units such as 500ms, 30s, 1m30s"), "{wrong:#?}");
    }
}

#[test]
fn a_map_has_the_limits_and_the_output_of_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("t");
    let path = table.to_str().unwrap();
    for name in ["-o", "--output", "--save"] {
        loyd(&["map", "sliding:2x3", name, path]).ends(0);
        assert_eq!(loyd(&["table", "query", path, "4 5 x/1 2 3"]).ends(0).out.trim(), "21");
        std::fs::remove_file(&table).unwrap();
    }
    for name in ["--memory", "--limit-memory"] {
        assert!(loyd(&["map", "15", name, "1GB"]).ends(4).err.contains("only 1.00 GB is available"));
    }
    let cache = folder.path().join("cache");
    let message = "stopped by the time limit: ";
    let run = stopped(&["map", "pancake:11", "--cache-dir", cache.to_str().unwrap()], message);
    assert!(run.out.contains(message), "{run:#?}");
}

#[test]
fn quiet_leaves_errors_and_answers() {
    let loud = loyd(&["map", "pancake:9", "-v"]).ends(0);
    assert!(loud.err.contains("map: "), "{loud:#?}");
    for place in [&["-q", "map", "pancake:9"][..], &["map", "pancake:9", "--quiet"]] {
        let quiet = loyd(place).ends(0);
        assert_eq!(quiet.err, "");
        assert!(quiet.out.contains("God's number 10"), "{quiet:#?}");
    }
    assert!(loyd(&["solve", "-q", "8", "1 2"]).ends(2).err.starts_with("loyd: "));
    assert!(loyd(&["map", "8", "-q", "-v"]).ends(2).err.contains("cannot be used with"));
}

#[test]
fn colours_are_as_asked_for() {
    let show = ["solve", "8", "12345678x", "--scramble", "l", "--show"];
    let coloured = |end: &[&str]| loyd(&[&show[..], end].concat()).ends(0).out.contains('\x1b');
    assert!(coloured(&["--color", "always"]) && coloured(&["--color=always"]));
    assert!(!coloured(&[]) && !coloured(&["--color", "never"]));
    assert!(loyd(&["solve", "--gaol", "--color", "always"]).ends(2).err.contains('\x1b'));
    assert!(!loyd(&["solve", "--gaol", "--color", "never"]).ends(2).err.contains('\x1b'));
    assert!(loyd(&["solve", "8", "--color", "pink"]).ends(2).err.contains("[possible values: auto, always, never]"));
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = tempfile::tempdir().unwrap();
    loyd(&["man", "--dir", folder.path().to_str().unwrap()]).ends(0);
    for words in commands() {
        let name = format!("loyd-{}.1", words.join("-"));
        let page = std::fs::read_to_string(folder.path().join(&name)).unwrap_or_else(|e| panic!("{name}: {e}"));
        let printed = loyd(&[&["man"][..], &words.iter().map(String::as_str).collect::<Vec<_>>()].concat()).ends(0).out;
        assert_eq!(page, printed);
        let lines: Vec<&str> = page.lines().collect();
        let told = lines.windows(3).filter(|three| three[0] == ".TP").all(|three| !three[2].is_empty());
        assert!(told, "{name}: an option is not explained: {page}");
        assert!(page.contains(".SH OPTIONS") && page.contains("Examples:"), "{name}: {page}");
    }
    assert!(loyd(&["man"]).ends(0).out.contains("loyd \\- "));
    assert!(loyd(&["man", "solv"]).ends(2).err.contains("unknown command `solv`"));
}

#[test]
fn help_fits_a_narrow_terminal() {
    for words in commands() {
        for flag in ["-h", "--help"] {
            let help = command().env("COLUMNS", "40").args(&words).arg(flag).output().map(Run::of).unwrap().ends(0);
            // Examples are to be copied, and names cannot be broken, so both may be wider.
            let sentences = help.out.lines().filter(|line| !line.starts_with("  ") && !line.starts_with("Usage:"));
            for line in sentences {
                assert!(line.chars().count() <= 40 || !line.contains(' '), "{words:?}: {line}");
            }
        }
    }
}
