//! Symmetries of puzzles from outside: loyd chooses the representatives, and refuses a map if an image is wrong.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::num::ParseIntError;
use std::str::FromStr;

use loyd::own::{OwnFamily, Rules};
use loyd::planner::{Algorithm, Want};
use loyd::service::{Fault, Kind, Map, MapReply, Service, Solve};
use loyd_core::cost::Length;

/// Nine lamps in a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Lamps(u16);

/// All states have one hash, so representatives are chosen by their texts.
impl Hash for Lamps {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl fmt::Display for Lamps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:09b}", self.0)
    }
}

impl FromStr for Lamps {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Lamps, ParseIntError> {
        u16::from_str_radix(text, 2).map(Lamps)
    }
}

/// A button on each lamp switches the lamp and its neighbours. By image, the lamp to which each lamp goes.
struct Buttons(Vec<[u16; 9]>);

impl Rules for Buttons {
    type State = Lamps;
    type Move = u16;

    fn moves(&self, _: &Lamps) -> impl Iterator<Item = u16> {
        0..9
    }

    fn apply(&self, lamps: &mut Lamps, button: u16) {
        let near = |lamp: &u16| (lamp % 3).abs_diff(button % 3) + (lamp / 3).abs_diff(button / 3) <= 1;
        (0..9).filter(near).for_each(|lamp| lamps.0 ^= 1 << lamp);
    }

    fn is_goal(&self, lamps: &Lamps) -> bool {
        lamps.0 == 0
    }

    fn example(&self) -> Lamps {
        Lamps(1)
    }

    fn goals(&self) -> Vec<Lamps> {
        vec![Lamps(0)]
    }

    fn inverse(&self, button: u16) -> Option<u16> {
        Some(button)
    }

    fn images(&self, lamps: &Lamps) -> impl Iterator<Item = Lamps> {
        let Lamps(on) = *lamps;
        self.0.iter().map(move |to| Lamps((0..).zip(to).fold(0, |image, (from, to)| image | (on >> from & 1) << to)))
    }
}

const SAME: [u16; 9] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const TURNED: [u16; 9] = [2, 5, 8, 1, 4, 7, 0, 3, 6];
const UPSIDE_DOWN: [u16; 9] = [8, 7, 6, 5, 4, 3, 2, 1, 0];
const TURNED_BACK: [u16; 9] = [6, 3, 0, 7, 4, 1, 8, 5, 2];
/// Two lamps that are not alike change places.
const EXCHANGED: [u16; 9] = [1, 0, 2, 3, 4, 5, 6, 7, 8];

fn map(images: &str, goal: Option<&str>, from: Option<&str>) -> Result<(u64, Vec<u64>), Fault> {
    let family = OwnFamily::new("buttons", "switch off nine lamps", |images| {
        Ok(Buttons(match images {
            "turns" => vec![SAME, TURNED, UPSIDE_DOWN, TURNED_BACK],
            "half" => vec![SAME, TURNED],
            "exchange" => vec![SAME, EXCHANGED],
            _ => Vec::new(),
        }))
    });
    let service = Service::builder().family(family).build();
    let (goal, from) = (goal.map(String::from), from.map(String::from));
    match service.map(&Map { goal, from, ..Map::new(format!("buttons:{images}")) })? {
        MapReply::Census(census) => Ok((census.plan.symmetries, census.map.layers)),
        MapReply::Cost(_) => panic!("the question is no dry run"),
    }
}

#[test]
fn images_change_no_count() {
    // The turns take the first goals and positions to themselves, and not the last.
    for (goal, from, symmetries) in [
        (None, None, 4),
        (Some("111111111"), None, 4),
        (None, Some("000010000"), 4),
        (Some("000000001"), Some("101000101"), 4),
        (Some("000000001"), None, 1),
        (None, Some("000000001"), 1),
    ] {
        let (known, layers) = map("turns", goal, from).unwrap();
        assert_eq!((known, &layers), (symmetries, &map("", goal, from).unwrap().1), "{goal:?} {from:?}");
        assert_eq!(layers.iter().sum::<u64>(), 512);
    }
}

#[test]
fn wrong_images_are_reported() {
    for (images, why) in [("half", "represents"), ("exchange", "has an image whose moves do not lead to images")] {
        let fault = map(images, None, None).unwrap_err();
        assert_eq!(fault.kind, Kind::Internal, "{images}");
        assert!(fault.message.starts_with("the rules of buttons:") && fault.message.contains(why), "{fault:?}");
    }
}

/// A frog on a line of a thousand stones, which leaps one stone ahead, or to the stone of twice the number. It has no
/// bound and lists no goals.
struct Frog;

impl Rules for Frog {
    type State = u32;
    type Move = u32;

    fn moves(&self, stone: &u32) -> impl Iterator<Item = u32> {
        [stone + 1, stone * 2].into_iter().filter(|&next| next <= 1_000)
    }

    fn apply(&self, stone: &mut u32, next: u32) {
        *stone = next;
    }

    fn is_goal(&self, stone: &u32) -> bool {
        *stone == 1_000
    }

    fn example(&self) -> u32 {
        1
    }
}

/// Without a bound and without a list of goals, loyd searches layer by layer, for one solution and for their number.
#[test]
fn a_puzzle_without_bounds_and_goals_is_searched_by_layers() {
    let service = Service::builder().family(OwnFamily::new("frog", "leap to stone 1000", |_| Ok(Frog))).build();
    let mut question = Solve::new("frog", "1");
    // 1 2 3 6 7 14 15 30 31 62 124 125 250 500 1000
    let one = service.solve(&question).unwrap();
    assert_eq!(one.length(), Some(Length(14)), "{one:?}");
    question.options.want = Want::Count;
    let counted = service.solve(&question).unwrap();
    assert_eq!((counted.length(), counted.algorithm), (Some(Length(14)), Algorithm::Bfs), "{counted:?}");
}
