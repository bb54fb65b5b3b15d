//! The forms of a solution: by tiles, by the blank, in words, and as a picture that moves.

use loyd::service::{Draw, Service};
use loyd_core::opening::RegularFiles;

use super::{fed, is_whole, loyd, members};

/// Three moves in each form, printed by four kinds of calls.
#[test]
fn moves_are_called_as_asked() {
    let position = "1 2 3 x 5 6 4 7 8";
    for (how, told) in [("blank", "drr"), ("tiles", "ull"), ("words", "slide 4 up, slide 7 left, slide 8 left")] {
        let run = loyd(&["solve", "8", position, "--moves", how]).ends(0);
        assert_eq!(run.out, format!("{told}\n3 moves, proved shortest\n"));
        assert_eq!(
            fed(&["solve", "8", "-", "--moves", how], format!("{position}\n12345678x\n")).ends(0).out,
            format!("{told}\n(no moves)\n")
        );
        let listed = loyd(&["solve", "8", position, "--moves", how, "--all"]).ends(0);
        assert_eq!(listed.out, format!("{told}\n1 shortest solution of 3 moves, all listed\n"));
        let shown = loyd(&["solve", "8", position, "--moves", how, "--show"]).ends(0).out;
        let first = if how == "words" { "1: slide 4 up" } else { &format!("1: {}", &told[..1]) };
        assert!(shown.contains(first), "{shown}");
    }
    // The words stand beside the names, which stay unchanged.
    let run = loyd(&["solve", "8", position, "--moves", "words", "--format", "json", "--all"]).ends(0).json();
    assert_eq!(run[0]["moves"], serde_json::json!(["d", "r", "r"]));
    assert_eq!(run[0]["words"], serde_json::json!(["slide 4 up", "slide 7 left", "slide 8 left"]));
    assert!(run[1]["words"].is_null());
    let hard = "15 14 13 12 11 10 9 8 7 6 5 4 3 1 2 x";
    let run = loyd(&["solve", "15", hard, "--first", "--moves", "words", "--format", "json"]).ends(0).json();
    let both = ["best_moves", "best_words"].map(|key| run[0][key].as_array().unwrap().len());
    assert!(both[0] >= 62 && both[0] == both[1] && run[0]["words"].is_null(), "{run:?}");
}

#[test]
fn what_would_not_be_used_is_refused() {
    for (arguments, option) in [
        (&["pancake:4", "2 1 3 4", "--moves", "tiles"][..], "--moves"),
        (&["pancake:4", "2 1 3 4", "--moves", "blank"], "--moves"),
        (&["8", "1 2 3 4 5 6 7 x 8", "--moves", "tiles", "--lexicographic"], "--moves"),
        (&["8", "1 2 3 4 5 6 7 x 8", "--moves", "words", "--count"], "--moves"),
        (&["8", "--scramble", "u", "--moves", "words", "--count"], "--moves"),
        (&["8", "1 2 3 4 5 6 7 x 8", "--moves", "blank", "--convention", "tile"], "--convention"),
        (&["8", "1 2 3 4 5 6 7 x 8", "--svg", "never.svg", "--count"], "--svg"),
        (&["8", "1 2 3 4 5 6 7 x 8", "--svg", "never.svg", "--all"], "--svg"),
        (&["8", "-", "--svg", "never.svg"], "--svg"),
    ] {
        let run = loyd(&[&["solve"], arguments].concat()).ends(2);
        assert!(run.err.starts_with(&format!("loyd: {option} has no effect here: ")), "{arguments:?}: {run:?}");
        assert!(run.out.is_empty(), "{run:?}");
    }
    assert!(!std::path::Path::new("never.svg").exists());
}

/// Asserts that the tags of a text are well formed: every element that begins ends, in order.
fn assert_well_formed(svg: &str) {
    let mut open = Vec::new();
    let mut rest = svg;
    while let Some((_, after)) = rest.split_once('<') {
        let (tag, after) = after.split_once('>').expect("a tag ends");
        rest = after;
        let name = tag.trim_start_matches('/').split([' ', '/', '\n']).next().unwrap();
        match tag {
            _ if tag.starts_with('/') => assert_eq!(open.pop(), Some(name), "{tag}"),
            _ if tag.ends_with('/') => {}
            _ => open.push(name),
        }
        assert!(tag.matches('\'').count() % 2 == 0, "{tag}");
    }
    assert!(open.is_empty(), "{open:?}");
}

/// For the whole catalogue, the words of a solution equal the words of its replayed moves, and the film shows them all.
#[test]
fn every_family_tells_and_shows_its_solutions() {
    let folder = tempfile::tempdir().unwrap();
    let mut told = 0;
    for id in members(2) {
        let example = loyd::planner::open(id, None).unwrap().facts().example;
        let path = folder.path().join(format!("{told}.svg")).display().to_string();
        let run = loyd(&["solve", id, &example, "--moves", "words", "--format", "json", "--svg", &path]).ends(0);
        let [answer] = &run.json()[..] else { panic!("{run:?}") };
        // A board whose solution cannot be proved at once has a solution all the same.
        let (moves, words) = match answer["moves"].as_array() {
            Some(moves) => (moves, &answer["words"]),
            None => (answer["best_moves"].as_array().unwrap(), &answer["best_words"]),
        };
        let words: Vec<&str> = words.as_array().unwrap().iter().map(|words| words.as_str().unwrap()).collect();
        let names: Vec<&str> = moves.iter().map(|name| name.as_str().unwrap()).collect();
        let question = Draw::new(id, &*example, names.join(" "));
        let way = Service::builder().files(RegularFiles).paths().build().draw(&question).unwrap();
        assert_eq!(way.words, words, "{id}");
        assert_eq!(way.pictures.len(), words.len() + 1, "{id}");
        assert!(words.iter().all(|words| words.contains(' ')), "{id}: a name, not words: {words:?}");
        let film = std::fs::read_to_string(&path).unwrap();
        assert_well_formed(&film);
        for (number, words) in (1..).zip(&words) {
            assert!(film.contains(&format!(">{number}: {words}</text>")), "{id}: {number}: {words}");
        }
        assert!(!film.contains("<script") && !film.contains("href") && film.contains("<desc id='desc'>From "), "{id}");
        assert_eq!(words.is_empty(), !film.contains("@keyframes"), "{id}");
        told += 1;
    }
    assert!(told >= if is_whole() { 27 } else { 9 }, "only {told}");
}

/// Without a solution, the file stays as it was, and the command reports this.
#[test]
fn without_a_solution_no_film_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("way.svg");
    std::fs::write(&path, "before").unwrap();
    let name = path.display().to_string();
    let run = loyd(&["solve", "8", "2 1 3 4 5 6 7 8 x", "--svg", &name]).ends(3);
    assert!(run.err.contains("way.svg is not written, because there is no solution"), "{run:?}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "before");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    // A missing folder is named before any search.
    let run =
        loyd(&["solve", "8", "12345678x", "--svg", &folder.path().join("no/way.svg").display().to_string()]).ends(2);
    assert!(run.err.contains("no/way.svg") && run.out.is_empty(), "{run:?}");
    loyd(&["solve", "8", "1 2 3 4 5 6 7 x 8", "--svg", &name]).ends(0);
    assert!(std::fs::read_to_string(&path).unwrap().starts_with("<svg "));
}
