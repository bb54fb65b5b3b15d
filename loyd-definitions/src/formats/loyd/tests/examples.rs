//! Tests the examples in `docs/definitions.md`, and the files in the folder `definitions`.

use std::path::Path;
use std::sync::LazyLock;

use crate::bundled::plain::PlainSearch;
use crate::definition::{DefinitionFormat, Metric};
use crate::formats::read as read_any;

static DOCUMENT: LazyLock<String> =
    LazyLock::new(|| std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/definitions.md")).unwrap());

/// The examples in the document: the words after the opening fence, and the text.
fn shown() -> Vec<(&'static str, &'static str)> {
    let parts: Vec<&str> = DOCUMENT.split("\n```").collect();
    parts.iter().skip(1).step_by(2).map(|part| part.split_once('\n').unwrap()).collect()
}

#[test]
fn what_the_document_shows_is_read() {
    let (mut files, mut errors) = (Vec::new(), 0);
    for (words, text) in shown() {
        let form = match words.split(' ').next().unwrap() {
            "toml" => DefinitionFormat::Loyd,
            "tws" => DefinitionFormat::Tws,
            "json" => DefinitionFormat::Kpuzzle,
            "psvn" => DefinitionFormat::Psvn,
            "gap" => DefinitionFormat::Gap,
            // The tests of the command run these.
            "console" => continue,
            other => panic!("{other}"),
        };
        match (words.split_once(' ').map_or("", |(_, after)| after), read_any(text)) {
            ("error", Err(error)) => {
                assert!(DOCUMENT.contains(&format!("\n    {error}\n")), "{error}\n{text}");
                errors += 1;
            }
            ("error", Ok(_)) => panic!("this is read:\n{text}"),
            (_, Err(error)) => panic!("{error}\n{text}"),
            (file, Ok(definition)) => {
                assert_eq!(definition.form, form, "{text}");
                files.extend(file.strip_prefix("file=").map(|file| (file, text)));
            }
        }
    }
    assert_eq!(errors, 3);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("definitions");
    let mut names: Vec<_> = std::fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    files.sort_unstable();
    assert_eq!(names, files.iter().map(|(file, _)| file.to_string()).collect::<Vec<_>>());
    for (file, text) in files {
        assert_eq!(std::fs::read_to_string(folder.join(file)).unwrap().trim_end(), text, "{file}");
    }
}

#[test]
fn the_rings_are_the_bundled_ones() {
    let bundled = include_str!("../../../../definitions/hungarian-rings.loyd");
    assert!(shown().iter().any(|(_, text)| *text == bundled.trim_end()));
}

/// The number of positions at each of the first `depths` depths.
fn counts(file: &str, metric: Metric, depths: usize) -> Vec<usize> {
    let is_it = |(words, _): &&(&str, &str)| words.ends_with(&format!("file={file}"));
    let (_, text) = *shown().iter().find(is_it).unwrap();
    PlainSearch::new(&read_any(text).unwrap(), "", metric).first(depths)
}

#[test]
fn the_files_are_the_puzzles_they_are_named_for() {
    assert_eq!(counts("2x2x2.loyd", Metric::Half, 6), [1, 9, 54, 321, 1847, 9992]);
    assert_eq!(counts("2x2x2.loyd", Metric::Quarter, 6), [1, 6, 27, 120, 534, 2256]);
    assert_eq!(counts("magic-board.loyd", Metric::Quarter, 6), [1, 5, 14, 34, 82, 188]);
    // The number is 9!/(3! 3! 2!), because identical tiles make every position reachable.
    assert_eq!(counts("letters.loyd", Metric::Half, 100).iter().sum::<usize>(), 5040);
    // Two turns of four slots that share two slots generate PGL(2, 5).
    assert_eq!(counts("one-way.loyd", Metric::Half, 100).iter().sum::<usize>(), 120);
    // Until F has turned, only the other face of the glued edge cannot turn.
    assert_eq!(counts("bandaged-cube.loyd", Metric::Half, 2), [1, 15]);
    assert_eq!(counts("hungarian-rings.loyd", Metric::Half, 2), [1, 38]);
}
