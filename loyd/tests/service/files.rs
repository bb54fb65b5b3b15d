//! A file name in a question is read by the reader of the service, or not at all.

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use loyd::catalogue::FAMILIES;
use loyd::service::{
    Ask, Bench, Catalogue, CatalogueReply, Compare, Control, Distance, Distances, Fault, FlatQuestion, Kind, Moves,
    Origin, PuzzleRef, Question, Random, Reply, Service, Solve, TableHandle,
};
use loyd_core::cost::Length;
use loyd_core::opening::{ReadNames, RegularFiles};
use loyd_core::search::Outcome;

use super::{EIGHT, ask, is_whole, the_only};

/// All spellings of a puzzle that is read from the file `name`: after each family, each alias and each prefix, in both
/// cases, alone and with a choice of moves.
fn spellings(name: &str) -> Vec<String> {
    let families = FAMILIES.iter().flat_map(|family| {
        let aliases = family.aliases.iter().flat_map(|(alias, full)| [*alias, *full]);
        [family.name].into_iter().chain(aliases).chain(family.examples.iter().copied())
    });
    let heads = families.map(|name| name.split(':').next().unwrap_or_default()).chain(["", "file", "sliding:3x3"]);
    let heads: Vec<String> = heads.flat_map(|head| [head.to_string(), head.to_uppercase()]).collect();
    let joined =
        heads.iter().flat_map(|head| [":@", "@", ":", ":@@", ": @", " :@"].map(|by| format!("{head}{by}{name}")));
    joined.flat_map(|id| [format!("{id}?moves=U"), id]).chain([name.to_string()]).collect()
}

/// A question of the kind `ask` about a puzzle, in the flat form. The position, the moves and the number are given if
/// the kind of question has such a field.
fn about(ask: Ask, puzzle: String) -> FlatQuestion {
    let uses = |field| Question::fields(ask).any(|used| used == field);
    let mut flat = FlatQuestion::default();
    (flat.ask, flat.puzzle) = (ask, puzzle);
    (flat.state, flat.moves) = (uses("state").then(String::new), uses("moves").then(String::new));
    flat.number = uses("number").then_some(0);
    flat
}

/// Questions about all these puzzles, and about goals in the file.
fn questions(name: &str) -> Vec<FlatQuestion> {
    let mut questions = Vec::new();
    let with_goal = |puzzle: PuzzleRef| {
        let goal = Some(format!("@{name}"));
        FlatQuestion::from(&Question::from(Solve { goal, ..Solve::new(puzzle, "") }))
    };
    // The shorter law takes a third of the spellings, and all spellings of `file`.
    let is_chosen = |(number, puzzle): &(usize, String)| is_whole() || number % 3 == 0 || puzzle.starts_with("file");
    for (number, puzzle) in spellings(name).into_iter().enumerate().filter(is_chosen) {
        questions.push(about(Ask::ALL[number % Ask::ALL.len()], puzzle.clone()));
        questions.push(with_goal(puzzle.into()));
    }
    for puzzle in ["8", "2x2x2", "swap:3", "magic-board", "pancake:5", "top-spin:7x4", "rolling-cubes"] {
        questions.push(with_goal(puzzle.into()));
    }
    let board = Some("picture = \"a b\"\n[moves]\ns = \"(a b)\"\n".into());
    questions.push(with_goal(PuzzleRef { id: "file".into(), board }));
    questions.push(FlatQuestion::from(&Question::from(Bench::new(name))));
    questions
}

/// A reader that fails, and stores the names that it was asked for.
#[derive(Clone, Default)]
struct Asked(Arc<Mutex<Vec<String>>>);

impl ReadNames for Asked {
    fn read(&self, name: &Path, _: usize) -> io::Result<Vec<u8>> {
        self.0.lock().unwrap().push(name.display().to_string());
        Err(io::ErrorKind::NotFound.into())
    }
}

/// Without a reader, no reply contains text of a file and no question waits for a pipe, for any spelling. With a
/// reader, the same spellings reach only the reader.
#[test]
fn names_in_any_spelling_are_read_by_the_reader_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let (secret, pipe) = (folder.path().join("Secret"), folder.path().join("pipe"));
    std::fs::write(&secret, "canary-3141592653\n").unwrap();
    let names = [secret.clone(), folder.path().to_path_buf(), pipe.clone()];
    #[cfg(unix)]
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = Asked::default();
    let read = Service::builder().files(reader.clone()).build();
    let (mut refused, mut reached) = (0, 0);
    for name in names {
        let name = name.display().to_string();
        for question in questions(&name) {
            let told = |reply: Result<Reply, Fault>| match reply {
                Ok(reply) => serde_json::to_string(&reply).unwrap(),
                Err(fault) => format!("{fault:?}"),
            };
            let asked = Question::try_from(question.clone());
            let answer = told(asked.clone().and_then(|asked| ask(&asked)));
            assert!(!answer.contains("canary"), "{question:?}: {answer}");
            refused += usize::from(answer.contains("no files may be opened here"));
            let before = reader.0.lock().unwrap().len();
            let answer = told(asked.and_then(|asked| read.ask(&asked, &Control::default())));
            assert!(!answer.contains("canary"), "{question:?}: {answer}");
            reached += usize::from(reader.0.lock().unwrap().len() > before);
        }
    }
    assert!(reader.0.lock().unwrap().iter().any(|name| *name == secret.display().to_string()));
    assert!(refused >= 30 && reached >= 30, "{refused} spellings name a file, {reached} reach the reader");
}

#[test]
fn files_are_refused_unless_allowed() {
    for puzzle in ["sliding:@/etc/passwd", "file:/etc/passwd", "@/etc/passwd", "light-up:@/etc/passwd"] {
        let fault = ask(&Solve::new(puzzle, "1 2 3")).unwrap_err();
        assert_eq!((fault.kind, fault.field), (Kind::Usage, Some("puzzle")), "{puzzle}: {fault}");
    }
    let mut question = Solve::new("2x2x2", "");
    question.goal = Some("@/proc/self/environ".into());
    assert_eq!(ask(&question).unwrap_err().field, Some("goal"));
    question = Solve::new("8", EIGHT);
    question.table = Some("anything".into());
    assert_eq!(ask(&question).unwrap_err().field, Some("table"));
    let question = Bench::new("/etc/passwd");
    assert_eq!(ask(&question).unwrap_err().field, Some("set"));
    let service = Service::builder().files(RegularFiles).build();
    let fault = service.bench(&question).unwrap_err();
    assert_eq!(fault.kind, Kind::Input);
}

/// The header of a table names a puzzle, and the puzzle may name a file.
#[test]
fn the_header_of_a_table_opens_no_file_on_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let (definition, path) = (folder.path().join("swap.loyd"), folder.path().join("table"));
    std::fs::write(&definition, "picture = \"a b c\"\n[moves]\ns = \"(a b)\"\nt = \"(b c)\"\n").unwrap();
    let mut build = Distances::new(format!("@{}", definition.display()));
    build.output = Some(path.clone());
    let both = Service::builder().files(RegularFiles).paths().build();
    both.distances(&build).unwrap();
    let mut question = Distance::new("", "c b a");
    question.table = Some(path.clone());
    assert!(both.distance(&question).is_ok());
    let paths = Service::builder().paths().build();
    let fault = paths.distance(&question).unwrap_err();
    assert_eq!((fault.kind, fault.field), (Kind::Usage, Some("puzzle")), "{fault}");
    let handle = TableHandle::open(&path).unwrap();
    assert!(handle.engine(&loyd_core::opening::Opening::default()).is_err());
}

/// A program may store its maps anywhere. An error names a map that cannot be read or is not valid.
#[test]
fn the_caller_reads_what_ids_name() {
    let read = |name: &Path, _: usize| match name.to_str() {
        Some("ring") => Ok(b"###\n#.#\n###\n".to_vec()),
        Some("letter") => Ok(b"###\n#q#\n".to_vec()),
        _ => Err(io::ErrorKind::NotFound.into()),
    };
    let service = Service::builder().files(read).build();
    let asked = |puzzle: &str| service.solve(&Solve::new(puzzle, "1 2 3/4 5/6 x 7"));
    assert_eq!(asked("sliding:@ring").unwrap().length(), Some(Length(1)));
    let fault = asked("sliding:@letter").unwrap_err();
    assert_eq!((fault.kind, fault.field, fault.place.unwrap().line), (Kind::Puzzle, Some("puzzle"), 2));
    assert!(fault.message.contains("letter"), "{}", fault.message);
    let fault = asked("sliding:@other").unwrap_err();
    assert_eq!((fault.field, fault.origin), (Some("puzzle"), Origin::Question));
    assert!(fault.message.contains("other"), "{}", fault.message);
    assert_eq!(asked("slidng:@ring").unwrap_err().field, Some("puzzle"));
    assert!(asked("pancake:@ring").is_err());
    let drawn = the_only(service.random(&Random::new("sliding:@ring")).unwrap());
    assert_eq!(drawn.puzzle, "sliding:@ring");
    // The path of a table is not a name in a text, so the reader is not asked.
    let mut question = Solve::new("8", EIGHT);
    question.table = Some("ring".into());
    assert_eq!(service.solve(&question).unwrap_err().field, Some("table"));
}

/// The reader returns strips of two and three cells in turns. Each reply is about the last one read, also a known one.
#[test]
fn what_a_name_holds_is_read_for_every_question() {
    let last = Arc::new(AtomicUsize::new(2));
    let read = Arc::clone(&last);
    let turns = move |_: &Path, _: usize| {
        let cells = 5 - read.fetch_update(Relaxed, Relaxed, |cells| Some(5 - cells)).unwrap();
        Ok(vec![b'#'; cells])
    };
    let changing = Service::builder().files(turns).build();
    for _ in 0..8 {
        let reply = changing.catalogue(&Catalogue::new("sliding:@strip")).unwrap();
        let CatalogueReply::Puzzle(puzzle) = reply else { panic!() };
        assert_eq!(puzzle.facts.states, Some(last.load(Relaxed) as u128));
    }
}

/// A reader that cancels the question that calls it.
struct Leaves(loyd::service::Cancel);

impl ReadNames for Leaves {
    fn read(&self, _: &Path, _: usize) -> io::Result<Vec<u8>> {
        self.0.cancel();
        Ok(b"picture = \"a b\"\n[moves]\ns = \"(a b)\"\n".to_vec())
    }
}

/// Limits and the cancel switch of a question stop the opening of its puzzle. A search replies that it was stopped;
/// other questions get a fault of the limit.
#[test]
fn limits_count_from_the_first_byte() {
    use loyd_core::search::Stop;
    use std::time::Duration;
    let cancel = loyd::service::Cancel::default();
    let service = Service::builder().files(Leaves(cancel.clone())).build();
    let fault = service.ask(&Moves::new("@swap", "b a"), &Control::new(cancel)).unwrap_err();
    assert_eq!((fault.kind, fault.origin), (Kind::Limit, Origin::Limit(Stop::Cancelled)), "{fault}");
    let cancel = loyd::service::Cancel::default();
    let service = Service::builder().files(Leaves(cancel.clone())).build();
    let reply = service.ask(&Solve::new("@swap", "b a"), &Control::new(cancel)).unwrap();
    assert_eq!(reply.stopped(), Some(Stop::Cancelled));
    let text = |_: &Path, _: usize| Ok(b"picture = \"a b\"\n[moves]\ns = \"(a b)\"\n".to_vec());
    let service = Service::builder().files(text).build();
    let mut late = Control::default();
    late.ceiling.time = Some(Duration::ZERO);
    let fault = service.ask(&Moves::new("@swap", "b a"), &late).unwrap_err();
    assert_eq!((fault.kind, fault.origin), (Kind::Limit, Origin::Limit(Stop::Time)), "{fault}");
    let reply = service.ask(&Solve::new("@swap", "b a"), &late).unwrap();
    assert_eq!(reply.stopped(), Some(Stop::Time));
    assert!(service.open(&Moves::new("@swap", ""), &late).is_err());
    assert!(service.estimate(&Solve::new("@swap", ""), &late).is_err());
    // A prepared question has the same result as a single line.
    let prepared = service.prepare(&Solve::new("@swap", ""), &late).unwrap();
    assert_eq!(prepared.engine().unwrap_err().origin, Origin::Limit(Stop::Time));
    let answer = prepared.solve("b a", &mut |_| unreachable!()).unwrap();
    assert!(matches!(answer.outcome, Outcome::Stopped { why: Stop::Time, .. }));
    assert_eq!(service.solve(&Solve::new("@swap", "b a")).unwrap().length(), Some(Length(1)));
}

/// A comparison opens its puzzle once for all searches.
#[test]
fn a_comparison_reads_its_puzzle_once() {
    let reads = Arc::new(AtomicUsize::new(0));
    let names = {
        let reads = Arc::clone(&reads);
        move |_: &Path, _: usize| {
            reads.fetch_add(1, Relaxed);
            Ok(b"picture = \"a b c d\"\n[moves]\nA = \"(a b c)\"\nB = \"(c d)\"\n".to_vec())
        }
    };
    let service = Service::builder().files(names).build();
    let rows = service.compare(&Compare::new("@it", "A B")).unwrap();
    assert!(rows.len() >= 5, "{}", rows.len());
    assert!(rows.iter().all(|row| row.tried.as_ref().is_ok_and(|tried| matches!(tried.outcome, Outcome::Solved(_)))));
    assert_eq!(reads.load(Relaxed), 1);
}
