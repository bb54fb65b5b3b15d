//! Puzzles from outside: loyd chooses the representatives of symmetric states, refuses a map if an image is wrong, and
//! finds the least cost where moves differ in cost.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::num::ParseIntError;
use std::str::FromStr;

use loyd::own::{NumberedRules, OwnFamily, Rules};
use loyd::planner::{Algorithm, Want};
use loyd::service::{Fault, Kind, Map, Service, Solve};
use loyd_core::cost::Length;
use loyd_core::search::Stop;

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
    let census = service.map(&Map { goal, from, ..Map::new(format!("buttons:{images}")) })?;
    Ok((census.plan.symmetries, census.map.layers))
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

/// A ring of stones. A step to a neighbour costs `step`, and a leap over some stones costs 5. `is_two_way` is whether
/// steps and leaps also lead back.
#[derive(Clone, Copy)]
struct Ring {
    stones: u32,
    leap: u32,
    is_two_way: bool,
    step: u32,
    greatest: u32,
}

impl Rules for Ring {
    type State = u32;
    type Move = i64;

    fn moves(&self, _: &u32) -> impl Iterator<Item = i64> {
        let leap = i64::from(self.leap);
        let moves = if self.is_two_way { 4 } else { 1 + usize::from(leap > 0) };
        [1, leap, -1, -leap].into_iter().take(moves)
    }

    fn apply(&self, stone: &mut u32, steps: i64) {
        *stone = (i64::from(*stone) + steps).rem_euclid(self.stones.into()) as u32;
    }

    fn is_goal(&self, stone: &u32) -> bool {
        *stone == 0
    }

    fn example(&self) -> u32 {
        1
    }

    fn goals(&self) -> Vec<u32> {
        vec![0]
    }

    fn inverse(&self, steps: i64) -> Option<i64> {
        self.is_two_way.then_some(-steps)
    }

    fn cost(&self, _: &u32, steps: i64) -> u32 {
        if steps.abs() == 1 { self.step } else { 5 }
    }

    fn greatest_cost(&self) -> u32 {
        self.greatest
    }
}

impl NumberedRules for Ring {
    fn ranks(&self) -> u64 {
        self.stones.into()
    }

    fn rank(&self, stone: &u32) -> u64 {
        (*stone).into()
    }

    fn unrank(&self, rank: u64) -> u32 {
        rank as u32
    }
}

/// The least cost from each stone to stone 0, and the number of the cheapest ways, by Bellman and Ford.
fn cheapest(ring: &Ring) -> Vec<(u32, u128)> {
    let mut least = vec![u32::MAX; ring.stones as usize];
    least[0] = 0;
    let after = |stone: u32, steps: i64| {
        let mut next = stone;
        ring.apply(&mut next, steps);
        next as usize
    };
    for _ in 0..ring.stones {
        for stone in 0..ring.stones {
            let by = ring.moves(&stone).map(|m| least[after(stone, m)].saturating_add(ring.cost(&stone, m)));
            least[stone as usize] = by.chain([least[stone as usize]]).min().unwrap();
        }
    }
    let mut order: Vec<u32> = (0..ring.stones).collect();
    order.sort_by_key(|&stone| least[stone as usize]);
    let mut ways = vec![0; least.len()];
    ways[0] = 1;
    for stone in order.into_iter().filter(|&stone| stone > 0) {
        let leads = |m: &i64| least[after(stone, *m)] + ring.cost(&stone, *m) == least[stone as usize];
        ways[stone as usize] = ring.moves(&stone).filter(leads).map(|m| ways[after(stone, m)]).sum();
    }
    least.into_iter().zip(ways).collect()
}

/// A plain search finds the same least cost and the same number of cheapest solutions. Moves can be taken back or
/// cannot, states have numbers or have none, and the algorithm is the default, A* or IDA*.
#[test]
fn moves_of_rules_may_differ_in_cost() {
    for (stones, leap, is_two_way) in [(60, 7, true), (60, 7, false), (37, 5, false), (5, 2, true)] {
        let ring = Ring { stones, leap, is_two_way, step: 2, greatest: 5 };
        let service = Service::builder()
            .family(OwnFamily::new("ring", "a ring of stones", move |_| Ok(ring)))
            .family(OwnFamily::numbered("numbered-ring", "a ring of stones", move |_| Ok(ring)))
            .build();
        let expected = cheapest(&ring);
        for (stone, (cost, ways)) in expected.iter().enumerate() {
            for (id, algorithm) in [
                ("ring", None),
                ("numbered-ring", None),
                ("ring", Some(Algorithm::AStar)),
                ("ring", Some(Algorithm::IdaStar)),
            ] {
                let ask = |want: Want| {
                    let mut question = Solve::new(id, stone.to_string());
                    (question.options.want, question.options.algorithm) = (want, algorithm);
                    service.solve(&question).unwrap()
                };
                let one = ask(Want::One);
                assert_eq!(one.cost().map(|cost| cost.amount()), Some(*cost), "{id} {stone}: {one:?}");
                let counted = ask(Want::Count);
                assert_eq!(counted.solution().unwrap().count, Some(*ways), "{id} {stone}: {counted:?}");
                let all = ask(Want::All { most: None });
                assert_eq!(all.solutions.len() as u128, *ways, "{id} {stone}: {all:?}");
                let first = ask(Want::Lexicographic);
                let smallest = first.solution().unwrap().moves.clone();
                assert!(all.solutions.iter().any(|listed| listed.moves == smallest), "{id} {stone}: {first:?}");
            }
        }
        if is_two_way {
            let census = service.map(&Map::new("numbered-ring")).unwrap();
            let mut layers = vec![0; census.map.layers.len()];
            expected.iter().for_each(|(cost, _)| layers[*cost as usize] += 1);
            assert_eq!(census.map.layers, layers);
        }
    }
}

/// A greatest cost that is 0 or too great is refused before anything is searched.
#[test]
fn the_greatest_cost_of_rules_has_a_limit() {
    for greatest in [0, 1_000_001, u32::MAX] {
        let ring = Ring { stones: 9, leap: 2, is_two_way: true, step: 2, greatest };
        let service = Service::builder().family(OwnFamily::new("ring", "a ring of stones", move |_| Ok(ring))).build();
        let fault = service.solve(&Solve::new("ring", "1")).unwrap_err();
        assert!(fault.message.contains("the greatest cost of a move is"), "{fault:?}");
    }
}

/// A cost beyond 2^30 is a limit. A sum of costs near 2^31 was taken for the bound of a state that reaches no goal, and
/// the position was called unsolvable.
#[test]
fn a_great_cost_is_no_proof() {
    let ring = Ring { stones: 2_400, leap: 0, is_two_way: false, step: 1_000_000, greatest: 1_000_000 };
    let service = Service::builder().family(OwnFamily::new("ring", "a ring of stones", move |_| Ok(ring))).build();
    for want in [Want::One, Want::Count, Want::All { most: None }, Want::Lexicographic] {
        let mut question = Solve::new("ring", "1");
        question.options.want = want;
        let answer = service.solve(&question).unwrap();
        assert_eq!(answer.stopped(), Some(Stop::Cost), "{answer:?}");
        question.position.state = Some("1400".into());
        let answer = service.solve(&question).unwrap();
        assert_eq!(answer.cost().map(|cost| cost.amount()), Some(1_000_000_000), "{answer:?}");
    }
}
