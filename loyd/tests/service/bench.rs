//! Sets of instances: their files, the choice of instances, and the comparison with published results.

use loyd::planner::{self, Algorithm, EngineAnswer, Options, Request, Solution};
use loyd::service::Fault;
use loyd::service::bench::{self, Counted, Instance, Selection, read, verdict};
use loyd::service::reply::Published;
use loyd_core::cost::Cost;
use loyd_core::opening::RegularFiles;
use loyd_core::puzzle::Unsolvable;
use loyd_core::search::{Outcome, Stats, Stop};
use loyd_core::text::Token;

fn text(name: &str) -> Result<String, Fault> {
    bench::text(name, Some(&RegularFiles))
}

#[test]
fn a_file_is_read_with_ids_and_figures_or_without() {
    let text = "\u{feff}# tiles\r\nsource: a book # of mine\npuzzle: sliding:@my#board.txt\ngoal:  1 2 3\r\n\
                counts: ida-star  manhattan\n\n3 2 1\n  easy: 1 2 3 = 0\nx2: 2 1 3 = 5 70 40  # hard\n";
    let set = read("file", text).unwrap();
    assert_eq!(set.source, Some("a book"));
    assert_eq!(set.puzzle, Token { text: "sliding:@my#board.txt", line: 3, column: 9 });
    assert_eq!(set.goal, Some(Token { text: "1 2 3", line: 4, column: 8 }));
    assert_eq!(set.counted, Some(Counted { algorithm: Algorithm::IdaStar, heuristic: Some("manhattan") }));
    let [one, easy, hard] = &set.instances[..] else { panic!("{set:?}") };
    assert_eq!((one.id.as_str(), one.position.text, one.cost), ("1", "3 2 1", None));
    assert_eq!((easy.id.as_str(), easy.cost, easy.generated), ("easy", Some(0), None));
    assert_eq!(easy.position, Token { text: "1 2 3", line: 8, column: 9 });
    assert_eq!((hard.cost, hard.generated, hard.expanded), (Some(5), Some(70), Some(40)));
    assert_eq!((easy.effort(), hard.effort()), (None, Some(40)));
}

#[test]
fn errors_name_the_place() {
    let say = |text: &str| read("file", text).unwrap_err().place.unwrap().to_string();
    for (content, says) in [
        ("", "line 1, column 1: found end of text, expected a line `puzzle: ID`"),
        ("# only\n", "line 2, column 1: found end of text, expected a line `puzzle: ID`"),
        ("puzzle: 8\n", "line 2, column 1: found end of text, expected a position a line"),
        (" 1 2 3\n", "line 1, column 2: found `1 2 3`, expected a line `puzzle: ID` before the first position"),
        ("puzzle:\n", "line 1, column 8: found nothing, expected the puzzle"),
        ("puzzle: 8\npuzzle: 15", "line 2, column 1: found `puzzle`, expected one line `puzzle:`"),
        ("puzzle: 8\n123\ngoal: 1", "line 3, column 1: found `goal`, expected a position"),
        ("puzzle: 8\n123 =\n", "line 2, column 6: found end of line, expected the published length"),
        ("puzzle: 8\n123 = ten", "line 2, column 7: found `ten`, expected a published length"),
        ("puzzle: 8\n123 = 4294967296", "line 2, column 7: found `4294967296`, expected a published length"),
        ("puzzle: 8\n123 = 1 -2", "line 2, column 9: found `-2`, expected a published number of nodes generated"),
        ("puzzle: 8\n123 = 1 2 x", "line 2, column 11: found `x`, expected a published number of nodes expanded"),
        ("puzzle: 8\n123 = 1 2 3 4", "line 2, column 13: found `4`, expected no more than a length"),
        ("puzzle: 8\na: 1\na: 2", "line 3, column 1: found `a`, expected each id once"),
        ("puzzle: 8\n2: 1\n1 2", "line 3, column 1: found `1 2`, expected each id once, but `2`"),
        ("puzzle: 8\na b: 1", "line 2, column 1: found `a b`, expected an id without blanks"),
        ("puzzle: 8\n: 1", "line 2, column 1: found `:`, expected an id"),
        ("puzzle: 8\ncounts: ida\n1", "line 2, column 9: found `ida`, expected an algorithm: bfs, "),
        ("puzzle: 8\ncounts: ida-star\n1", "line 2, column 17: found end of line, expected the heuristic"),
        ("puzzle: 8\ncounts: bfs manhattan\n1", "line 2, column 13: found `manhattan`, expected the end"),
        ("puzzle: 8\ncounts: a-star gap x\n1", "line 2, column 20: found `x`, expected the end"),
    ] {
        assert!(say(content).starts_with(says), "{content:?}: {}", say(content));
    }
    let folder = tempfile::tempdir().unwrap();
    let latin = folder.path().join("latin");
    std::fs::write(&latin, b"a\nb\xe9").unwrap();
    let place = text(latin.to_str().unwrap()).unwrap_err().place.unwrap();
    assert_eq!(place.to_string(), "line 2, column 2: found byte 0xe9, expected text in UTF-8");
}

fn chosen(name: &str, instances: Option<&str>, easiest: Option<usize>) -> Result<String, String> {
    let text = text(name).unwrap();
    let mut set = read(name, &text).unwrap();
    let selection = instances.map(|text| Selection::read(text).unwrap());
    set.choose(selection.as_ref(), easiest).map_err(|fault| fault.message)?;
    Ok(set.instances.iter().map(|instance| instance.id.as_str()).collect::<Vec<_>>().join(" "))
}

#[test]
fn ids_and_ranges_are_taken_in_the_order_of_the_set() {
    assert_eq!(chosen("korf100", Some("45, 1-3,2-4"), None).unwrap(), "1 2 3 4 45");
    assert_eq!(chosen("hardest15", None, None).unwrap().split(' ').count(), 17);
    for (list, says) in [
        ("101", "no instance `101`; the ids are 1 to 100"),
        ("99-101", "no instance `99-101`; the ids are 1 to 100"),
        ("3-1", "the range `3-1` ends before it begins"),
        ("-", "no instance `-`"),
    ] {
        assert!(chosen("korf100", Some(list), None).unwrap_err().starts_with(says), "{list}");
    }
    for list in ["", ",", "1,,2", "1,"] {
        assert!(Selection::read(list).is_err(), "{list:?}");
    }
}

/// Two of the hundred instances take fewer than a million nodes: numbers 79 and 12 (Korf 1985, Table 1).
#[test]
fn the_easiest_come_by_published_counts() {
    assert_eq!(chosen("korf100", None, Some(3)).unwrap(), "79 12 42");
    assert_eq!(chosen("korf100", Some("1-20"), Some(2)).unwrap(), "12 19");
    assert_eq!(chosen("korf-felner50", None, Some(10)).unwrap(), "40 38 25 44 32 28 22 36 30 1");
    assert!(chosen("hardest15", None, Some(2)).unwrap_err().contains("instance 1 has no count"));
    assert!(chosen("korf100", Some("1-3"), Some(4)).unwrap_err().contains("expected at most 3 instances, found 4"));
}

#[test]
fn an_id_may_hold_a_hyphen() {
    let text = "puzzle: 8\na-1: 123\nb: 123\nc-1: 123\n";
    let choose = |list: &str| {
        let mut set = read("file", text).unwrap();
        set.choose(Some(&Selection::read(list).unwrap()), None).map(|()| set.instances.len()).unwrap()
    };
    assert_eq!((choose("a-1"), choose("a-1-b"), choose("a-1-c-1")), (1, 2, 3));
}

#[test]
fn the_built_in_sets_are_whole() {
    let cases = [("korf100", 100, 5_305), ("korf-felner50", 50, 5_039), ("hardest15", 17, 17 * 80)];
    for (name, count, moves) in cases {
        let text = text(name).unwrap();
        let set = read(name, &text).unwrap();
        assert_eq!(set.instances.len(), count, "{name}");
        assert!(set.source.is_some_and(|source| source.contains("Korf")), "{name}");
        let lengths = set.instances.iter().map(|instance| instance.cost.unwrap());
        assert_eq!(lengths.sum::<u32>(), moves, "{name}");
        let engine = planner::open(set.puzzle.text, set.goal.map(|goal| goal.text)).unwrap();
        for (index, instance) in set.instances.iter().enumerate() {
            assert_eq!(instance.id, (index + 1).to_string(), "{name}");
            engine.state(instance.position.text).unwrap();
        }
    }
}

/// The sums of the published counts. The papers contain the means: 363 million for Korf's hundred instances.
#[test]
fn the_published_counts_are_whole() {
    let sums = |name: &str| {
        let text = text(name).unwrap();
        let set = read(name, &text).unwrap();
        let sum = |of: fn(&Instance<'_>) -> Option<u64>| set.instances.iter().filter_map(of).sum::<u64>();
        (sum(|instance| instance.generated), sum(|instance| instance.expanded))
    };
    assert_eq!(sums("korf100"), (36_302_808_031, 0));
    assert_eq!(sums("korf-felner50"), (18_044_623_983_548, 3_550_228_935_356));
    assert_eq!(sums("hardest15"), (0, 0));
}

#[test]
fn a_name_that_is_none_is_told_from_a_file_that_is_missing() {
    let say = |name: &str| text(name).unwrap_err().to_string();
    assert!(say("korf10").contains("did you mean `korf100`?"), "{}", say("korf10"));
    assert!(say("missing/korf100").starts_with("cannot read missing/korf100: "));
    assert!(say("korf100.txt").starts_with("cannot read korf100.txt: "));
}

fn stopped(at_least: u32, best: Option<u32>) -> Outcome<Solution> {
    Outcome::Stopped { at_least: Cost::moves(at_least), best: best.map(Cost::moves), why: Stop::Time }
}

fn solved(length: u32) -> Outcome<Solution> {
    Outcome::Solved(Solution { cost: Cost::moves(length), ..Solution::default() })
}

#[test]
fn a_length_is_right_or_wrong_or_open() {
    let length = |published, outcome: Outcome<Solution>| {
        let mut figures = Published::default();
        figures.cost = Some(Cost::moves(published));
        verdict(&figures, &answered(outcome, "manhattan", 0), None, &Request::default()).cost
    };
    let wrong = |outcome| length(45, outcome).unwrap().unwrap_err();
    assert_eq!(length(45, solved(45)), Some(Ok(())));
    assert!(wrong(solved(43)).contains("43 moves was found, but 45 are published"));
    assert!(length(45, Outcome::Unsolvable(Unsolvable::Exhausted)).unwrap().is_err());
    assert_eq!(length(45, stopped(45, None)), None);
    assert_eq!(length(45, stopped(41, Some(49))), None);
    assert!(wrong(stopped(46, None)).contains("at least 46 moves"));
    assert!(wrong(stopped(39, Some(43))).contains("a solution of 43 moves"));
}

fn answered(outcome: Outcome<Solution>, heuristic: &'static str, generated: u64) -> EngineAnswer {
    EngineAnswer {
        best: None,
        other_goals: Vec::new(),
        state: String::new(),
        outcome,
        algorithm: Algorithm::IdaStar,
        heuristic: Some(heuristic.into()),
        why: String::new(),
        stats: Stats { generated, ..Stats::default() },
        work: 0,
    }
}

#[test]
fn counts_are_compared_where_the_search_is_the_same() {
    let mut figures = Published::default();
    (figures.cost, figures.generated) = (Some(Cost::moves(45)), Some(7));
    let counted = Some(Counted { algorithm: Algorithm::IdaStar, heuristic: Some("manhattan") });
    let verdict = |generated, asked, heuristic, threads, outcome| {
        let answer = answered(outcome, heuristic, generated);
        let options = Options { algorithm: asked, threads: Some(threads), ..Options::default() };
        verdict(&figures, &answer, counted, &options.into())
    };
    let textbook = Some(Algorithm::IdaStar);
    assert_eq!(verdict(7, textbook, "manhattan", 1, solved(45)).nodes, Some(Ok(())));
    let wrong = verdict(8, textbook, "manhattan", 1, solved(45));
    assert!(wrong.fails());
    assert_eq!(wrong.failures().collect::<Vec<_>>(), ["8 nodes generated, but 7 are published"]);
    let parallel = verdict(8, textbook, "manhattan", 2, solved(45));
    assert!(parallel.nodes.as_ref().unwrap().is_err() && !parallel.fails() && parallel.failures().next().is_none());
    assert_eq!(verdict(8, None, "manhattan", 1, solved(45)).nodes, None);
    assert_eq!(verdict(8, textbook, "linear-conflict", 1, solved(45)).nodes, None);
    assert_eq!(verdict(8, textbook, "manhattan", 1, stopped(41, None)).nodes, None);
}
