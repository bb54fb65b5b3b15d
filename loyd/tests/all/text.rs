//! The laws of text: positions in every form that people write, and goals and puzzles by name.

use std::borrow::Cow;
use std::collections::HashSet;

use loyd::catalogue::{FAMILIES, family_of, resolve};
use loyd_core::family::Visitor;
use loyd_core::heuristic::Bounded;
use loyd_core::puzzle::{Notation, Ranked};

use crate::files::with_files;
use crate::laws::{over_the_catalogue, some_states};

/// Writes positions in every form that people write, and reads them back.
struct Forms<'a>(&'a str);

impl Forms<'_> {
    fn hold<P: Notation>(&self, puzzle: &P) {
        let rows = |text: &str| text.replace('/', "\n");
        let words = |text: &str, between: &str| text.split([' ', '/']).collect::<Vec<_>>().join(between);
        let wide = |text: &str| -> String {
            let wide = |character: char| match character {
                '!'..='~' => char::from_u32(character as u32 + 0xfee0).unwrap(),
                other => other,
            };
            text.chars().map(wide).collect()
        };
        for state in some_states(puzzle, 20, 1) {
            let text = puzzle.write(&state);
            let forms = [
                format!("[{}]", words(&text, ", ")),
                format!("({})", words(&text, " ")),
                format!("\"{text}\""),
                format!("\u{feff}{}\r\n", rows(&text)),
                words(&text, ","),
                words(&text, ";"),
                words(&text, "\n"),
                words(&text, "\t"),
                wide(&text),
                words(&text, "、"),
                words(&text, "\u{3000}"),
            ];
            // In light-up, a bar separates given lamps from placed lamps, so it is not tested as a separator there.
            let barred = format!("| {} |", words(&text, " | "));
            let barred = Some(barred).filter(|_| puzzle.starts("|").is_err());
            for form in forms.into_iter().chain(barred) {
                let starts = puzzle.starts(&form).unwrap_or_else(|error| panic!("{}: {form:?}: {error}", self.0));
                assert!(starts.contains(&state), "{}: {form:?} for {text:?}", self.0);
            }
        }
    }
}

impl Visitor for Forms<'_> {
    type Output = ();

    fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) {
        self.hold(&puzzle);
    }

    fn unranked<P: Bounded + Notation + 'static>(self, puzzle: P) {
        self.hold(&puzzle);
    }
}

#[test]
fn positions_are_read_in_every_usual_form() {
    over_the_catalogue(|id| with_files(id, None, Forms(id)).unwrap_or_else(|error| panic!("{id}: {error}")));
}

/// Reports the named goals of a puzzle, the puzzle's own goal, and for some positions the named goals in reach and
/// whether the own goal is in reach.
struct Goals<'a>(&'a [String]);

type Told = (Vec<(Cow<'static, str>, String)>, String, Vec<(String, Option<(Vec<Cow<'static, str>>, bool)>)>);

impl Goals<'_> {
    fn told<P: Notation>(&self, puzzle: &P) -> Told {
        let named = puzzle.named_goals().into_iter().map(|named| (named.name, named.goal)).collect();
        let drawn = some_states(puzzle, 20, 3).iter().map(|state| puzzle.write(state)).collect::<Vec<_>>();
        let texts = if self.0.is_empty() { &drawn } else { self.0 };
        let tell = |text: &String| {
            let start = puzzle.starts(text).ok().map(|starts| starts[0].clone());
            let told = start.map(|start| (puzzle.goals_in_reach(&start), puzzle.unsolvable(&start).is_none()));
            (text.clone(), told)
        };
        (named, puzzle.write_goal(), texts.iter().map(tell).collect())
    }
}

impl Visitor for Goals<'_> {
    type Output = Told;

    fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) -> Told {
        self.told(&puzzle)
    }

    fn unranked<P: Bounded + Notation + 'static>(self, puzzle: P) -> Told {
        self.told(&puzzle)
    }
}

/// Checks that named goals are read back as they are written, and are reported as in reach exactly if they are.
fn hold_goals_by_name(id: &str) {
    let open = |goal: Option<&str>, texts: &[String]| {
        with_files(id, goal, Goals(texts)).unwrap_or_else(|error| panic!("{id}: {goal:?}: {error}"))
    };
    let (named, _, told) = open(None, &[]);
    let texts: Vec<String> = told.iter().map(|(text, ..)| text.clone()).collect();
    let reached_by: Vec<_> = told.iter().map(|(_, told)| &told.as_ref().expect("its own position").0).collect();
    for (name, goal) in &named {
        let (listed, by_name, positions) = open(Some(name), &texts);
        assert_eq!((goal, &listed), (&by_name, &named), "{id}: {name}");
        assert_eq!(open(Some(&name.to_uppercase().replace(['-', ' '], "_")), &texts).1, by_name, "{id}: {name}");
        assert_eq!(open(Some(goal), &texts).1, by_name, "{id}: {name}");
        for ((text, told), reached) in positions.iter().zip(&reached_by) {
            // States that differ for one goal may be equal for another, so a position may not be readable.
            let Some((_, reaches)) = told else { continue };
            assert_eq!(reached.contains(name), *reaches, "{id}: {name} from {text}");
        }
    }
    assert_eq!(named.iter().map(|(name, _)| name).collect::<HashSet<_>>().len(), named.len(), "{id}");
}

#[test]
fn goals_by_name_are_goals() {
    over_the_catalogue(hold_goals_by_name);
    let named = with_files("8", None, Goals(&[])).unwrap().0;
    assert_eq!(named.iter().map(|(name, _)| &**name).collect::<Vec<_>>(), ["blank-last", "blank-first", "spiral"]);
}

#[test]
fn goals_of_files_are_listed() {
    for file in ["definitions/one-way.loyd", "definitions/letters.loyd", "tests/data/definitions/goals.loyd"] {
        let id = format!("file:@../{file}");
        hold_goals_by_name(&id);
        let own = with_files(&id, None, Goals(&[])).unwrap().1;
        assert_eq!(with_files(&id, Some(&own), Goals(&[])).unwrap().1, own, "{id}");
    }
    let told = |goal| with_files("file:@../tests/data/definitions/goals.loyd", goal, Goals(&[])).unwrap();
    let (named, own, positions) = told(None);
    let expected = [
        ("Home", "A B C o o"),
        ("two of three", "A B . . ."),
        ("untwisted", ".+0 .+0 .+0 .+0 .+0"),
        ("places", "A+? B+? C+? o+? o+?"),
        ("either", "A B C o o || C o o B A"),
        ("odd", "A+1 B C o o"),
    ];
    assert_eq!(named, expected.map(|(name, goal)| (name.into(), goal.into())));
    assert_eq!(own, "A B C o o");
    // Without a name, only the first goal counts. No move turns one ball by one.
    let reached = ["Home", "two of three", "untwisted", "places", "either"];
    assert!(positions.iter().all(|(_, told)| told.as_ref().unwrap().0 == reached), "{positions:?}");
    assert_eq!(told(Some("EITHER")).1, expected[4].1);
}

/// Every alias leads to its puzzle, in any case, and no two puzzles share an alias.
#[test]
fn every_alias_is_one_puzzle() {
    let mut seen: Vec<(String, String)> = Vec::new();
    for family in FAMILIES {
        for (alias, id) in family.aliases.iter().copied().chain([(family.name, family.name)]) {
            let (alias, id) = (alias.replace("RxC", "3x4"), id.replace("RxC", "3x4"));
            let plain = alias.replace('-', "");
            for name in [&alias, &alias.to_uppercase(), &alias.replace('-', " "), &alias.replace('-', "_"), &plain] {
                assert_eq!(resolve(name), id, "{name}");
            }
            assert_eq!(family_of(&alias).map(|family| family.name), Some(family.name), "{alias}");
            if id.contains(':') {
                assert!(with_files(&alias, None, Exists).is_ok(), "{alias}");
            } else {
                assert_eq!(resolve(&format!("{alias}:@A b")), format!("{id}:@A b"));
            }
            let other = seen.iter().find(|(known, _)| *known == plain.to_lowercase());
            assert!(other.is_none(), "{alias} stands for {id} and for {other:?}");
            seen.push((plain.to_lowercase(), id));
        }
    }
    for name in ["3x3", "8-puzzle", "EIGHT-PUZZLE", "八数码", "８数码", "3×3", "8 puzzle"] {
        assert_eq!(resolve(name), "sliding:3x3", "{name}");
    }
    for (name, id) in [("魔板", "magic-board"), ("十五数码", "sliding:4x4"), ("Pancakes:7", "pancake:7")] {
        assert_eq!(resolve(name), id);
    }
    for name in ["rubric", "9", "2 3 4 1 5 x 7 6 8", "", "x", "3x", "8:3", "123456x78"] {
        assert!(family_of(name).is_none(), "{name}");
    }
}

struct Exists;

impl Visitor for Exists {
    type Output = ();

    fn ranked<P: Ranked + Bounded + Notation + 'static>(self, _: P) {}

    fn unranked<P: Bounded + Notation + 'static>(self, _: P) {}
}
