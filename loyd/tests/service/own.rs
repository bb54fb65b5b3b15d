//! Puzzles from outside: loyd chooses the representatives of symmetric states, refuses a map if an image is wrong, and
//! finds the least cost where moves differ in cost.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::num::ParseIntError;
use std::str::FromStr;

use loyd::own::{OwnFamily, OwnPuzzle, Rules};
use loyd::planner::{Algorithm, Want};
use loyd::service::{Fault, Kind, Map, Service, Solve};
use loyd_core::cost::Length;
use loyd_core::search::Stop;

/// Nine lamps in a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Lamps(u16);

/// All states have one hash, so representatives are chosen by how they are printed.
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

    fn moves(&self, _: &Lamps) -> impl IntoIterator<Item = u16> {
        0..9
    }

    fn apply(&self, lamps: &mut Lamps, button: u16) {
        let near = |lamp: &u16| (lamp % 3).abs_diff(button % 3) + (lamp / 3).abs_diff(button / 3) <= 1;
        (0..9).filter(near).for_each(|lamp| lamps.0 ^= 1 << lamp);
    }

    fn is_goal(&self, lamps: &Lamps) -> bool {
        lamps.0 == 0
    }
}

impl Buttons {
    fn puzzle(self) -> OwnPuzzle<Buttons> {
        let symmetries = self.0.len() as u64;
        let puzzle = OwnPuzzle::new(self).goals([Lamps(0)]).inverse(|_, button| button);
        puzzle.symmetries(symmetries, Buttons::images).text(Lamps(1))
    }

    fn images(&self, lamps: &Lamps) -> Vec<Lamps> {
        let Lamps(on) = *lamps;
        let image = |to: &[u16; 9]| Lamps((0..).zip(to).fold(0, |image, (from, to)| image | (on >> from & 1) << to));
        self.0.iter().map(image).collect()
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
        })
        .puzzle())
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

    fn moves(&self, stone: &u32) -> impl IntoIterator<Item = u32> {
        [stone + 1, stone * 2].into_iter().filter(|&next| next <= 1_000)
    }

    fn apply(&self, stone: &mut u32, next: u32) {
        *stone = next;
    }

    fn is_goal(&self, stone: &u32) -> bool {
        *stone == 1_000
    }
}

fn frog() -> OwnPuzzle<Frog> {
    OwnPuzzle::new(Frog).text(1)
}

/// Without a bound and without a list of goals, loyd searches layer by layer, for one solution and for their number.
#[test]
fn a_puzzle_without_bounds_and_goals_is_searched_by_layers() {
    let service = Service::builder().family(OwnFamily::new("frog", "leap to stone 1000", |_| Ok(frog()))).build();
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

    fn moves(&self, _: &u32) -> impl IntoIterator<Item = i64> {
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
}

impl Ring {
    fn puzzle(self) -> OwnPuzzle<Ring> {
        let puzzle = OwnPuzzle::new(self).goals([0]).costs(self.greatest, Ring::cost).text(1);
        if self.is_two_way { puzzle.inverse(|_, steps| -steps) } else { puzzle }
    }

    fn numbered(self) -> OwnPuzzle<Ring, true> {
        self.puzzle().numbers(self.stones.into(), |_, stone| (*stone).into(), |_, rank| rank as u32)
    }

    fn cost(&self, _: &u32, steps: i64) -> u32 {
        if steps.abs() == 1 { self.step } else { 5 }
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
            let by =
                ring.moves(&stone).into_iter().map(|m| least[after(stone, m)].saturating_add(ring.cost(&stone, m)));
            least[stone as usize] = by.chain([least[stone as usize]]).min().unwrap();
        }
    }
    let mut order: Vec<u32> = (0..ring.stones).collect();
    order.sort_by_key(|&stone| least[stone as usize]);
    let mut ways = vec![0; least.len()];
    ways[0] = 1;
    for stone in order.into_iter().filter(|&stone| stone > 0) {
        let leads = |m: &i64| least[after(stone, *m)] + ring.cost(&stone, *m) == least[stone as usize];
        ways[stone as usize] = ring.moves(&stone).into_iter().filter(leads).map(|m| ways[after(stone, m)]).sum();
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
            .family(OwnFamily::new("ring", "a ring of stones", move |_| Ok(ring.puzzle())))
            .family(OwnFamily::new("numbered-ring", "a ring of stones", move |_| Ok(ring.numbered())))
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
        let service =
            Service::builder().family(OwnFamily::new("ring", "a ring of stones", move |_| Ok(ring.puzzle()))).build();
        let fault = service.solve(&Solve::new("ring", "1")).unwrap_err();
        assert!(fault.message.contains("the greatest cost of a move is"), "{fault:?}");
    }
}

/// A cost beyond 2^30 is a limit. A sum of costs near 2^31 was taken for the bound of a state that reaches no goal, and
/// the position was called unsolvable.
#[test]
fn a_great_cost_is_no_proof() {
    let ring = Ring { stones: 2_400, leap: 0, is_two_way: false, step: 1_000_000, greatest: 1_000_000 };
    let service =
        Service::builder().family(OwnFamily::new("ring", "a ring of stones", move |_| Ok(ring.puzzle()))).build();
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

/// A row of marbles as a `Vec`, which is no `Copy` and has no text. A move exchanges two neighbours, at a cost of the
/// larger marble where `has_costs`.
#[derive(Clone)]
struct Marbles {
    has_costs: bool,
}

impl Rules for Marbles {
    type State = Vec<u8>;
    type Move = (usize, usize);

    fn moves(&self, row: &Vec<u8>) -> impl IntoIterator<Item = (usize, usize)> {
        (1..row.len()).map(|at| (at - 1, at))
    }

    fn apply(&self, row: &mut Vec<u8>, (at, next): (usize, usize)) {
        row.swap(at, next);
    }

    fn is_goal(&self, row: &Vec<u8>) -> bool {
        row.is_sorted()
    }
}

impl Marbles {
    fn puzzle(&self) -> OwnPuzzle<Marbles> {
        let puzzle = OwnPuzzle::new(self.clone());
        if self.has_costs { puzzle.costs(7, |_, row, (at, next)| row[at].max(row[next]).into()) } else { puzzle }
    }

    fn two_way(&self) -> OwnPuzzle<Marbles> {
        self.puzzle().goals([(1..8).collect()]).inverse(|_, m| m)
    }

    /// The pairs in the wrong order, which is the exact distance, or their costs.
    fn distance(&self, row: &[u8]) -> u32 {
        let pairs = (0..row.len()).flat_map(|left| (left + 1..row.len()).map(move |right| (row[left], row[right])));
        pairs.filter(|(left, right)| left > right).map(|(left, _)| if self.has_costs { left.into() } else { 1 }).sum()
    }
}

/// Rows of seven marbles, some of them random.
fn rows() -> Vec<Vec<u8>> {
    let mut below = loyd_core::splitmix::below(5);
    let mut rows = vec![(1..8).collect(), (1..8).rev().collect()];
    for _ in 0..6 {
        let mut row: Vec<u8> = (1..8).collect();
        (1..7).rev().for_each(|at| row.swap(at, below(at as u64 + 1) as usize));
        rows.push(row);
    }
    rows
}

/// A solver takes and returns values, and finds the known distances by every algorithm, with and without inverse
/// moves, a bound and costs. The listed solutions are the counted ones, all different, and each leads to the goal.
#[test]
fn states_and_moves_are_values() {
    for has_costs in [false, true] {
        let marbles = Marbles { has_costs };
        let bound = |marbles: &Marbles, row: &Vec<u8>| marbles.distance(row) / 2;
        for puzzle in
            [marbles.puzzle(), marbles.two_way(), marbles.puzzle().bound(bound), marbles.two_way().bound(bound)]
        {
            let solver = puzzle.solver();
            for row in rows() {
                let answer = solver.solve(&row).unwrap();
                let solution = answer.solution.unwrap();
                assert_eq!(solution.cost.amount(), marbles.distance(&row), "{row:?}");
                assert_eq!((&solution.path()[0], solution.path().len()), (&row, solution.moves.len() + 1));
                let mut state = row.clone();
                for (m, after) in solution.moves.iter().zip(&solution.path()[1..]) {
                    marbles.apply(&mut state, *m);
                    assert_eq!(state, *after);
                }
                assert!(marbles.is_goal(&state));
                let ask = |want| {
                    let options = loyd::service::Options { want, ..Default::default() };
                    solver.solve_by(&row, Solve { options, ..Solve::default() }).unwrap()
                };
                let counted = ask(Want::Count);
                assert_eq!(counted.solution, None);
                let most = counted.answer.solution().unwrap().count.unwrap();
                let listed = ask(Want::All { most: Some(3) }).solutions;
                assert_eq!(listed.len() as u128, most.min(3), "{row:?}");
                for (number, one) in listed.iter().enumerate() {
                    assert!(marbles.is_goal(one.path().last().unwrap()) && one.cost == solution.cost);
                    assert!(listed[..number].iter().all(|other| other.moves != one.moves));
                }
            }
        }
    }
}

/// The rows of seven marbles by their pairs in the wrong order are the Mahonian numbers (OEIS A008302).
#[test]
fn a_space_of_values_is_counted() {
    let marbles = Marbles { has_costs: false };
    let census = marbles.two_way().solver().census().unwrap();
    assert_eq!(census.layers[..7], [1, 6, 20, 49, 98, 169, 259]);
    assert_eq!((census.layers.len(), census.antipodes), (22, vec![(1..8).rev().collect::<Vec<u8>>()]));
    // Without inverse moves distances can be counted from a state only.
    let solver = marbles.puzzle().solver();
    assert!(solver.census().is_err());
    let middle: Vec<u8> = vec![4, 3, 2, 1, 5, 6, 7];
    let around = solver.census_by(Some(&middle), Map::default()).unwrap();
    assert_eq!((around.layers.iter().sum::<u64>(), around.layers[1]), (5_040, 6));
}

/// A solver answers several threads, forgets the states of earlier questions, and keeps what a limit left proved.
#[test]
fn a_solver_is_asked_again_and_again() {
    let marbles = Marbles { has_costs: false };
    let solver = marbles.two_way().solver();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for row in rows() {
                    let moves = solver.solve(&row).unwrap().solution.unwrap().moves;
                    assert_eq!(moves.len() as u32, marbles.distance(&row));
                }
            });
        }
    });
    let row: Vec<u8> = (1..8).rev().collect();
    let mut question = Solve::default();
    question.limits.moves = Some(9);
    let stopped = solver.solve_by(&row, question).unwrap();
    assert_eq!((stopped.answer.stopped(), stopped.solution.map(|it| it.moves)), (Some(Stop::Moves), None));
    // A row with a marble twice is sorted in fewer moves, and one that is sorted in none.
    assert!(solver.solve(&vec![1, 1, 1]).unwrap().solution.unwrap().moves.is_empty());
    assert_eq!(solver.solve(&vec![2, 1]).unwrap().solution.unwrap().moves, [(0, 1)]);
}

/// A puzzle that has no text is refused as a family.
#[test]
fn a_family_needs_text() {
    let open = |_: &str| Ok(Marbles { has_costs: false }.puzzle());
    let service = Service::builder().family(OwnFamily::new("marbles", "sort marbles", open)).build();
    let fault = service.solve(&Solve::new("marbles", "1")).unwrap_err();
    assert!(fault.message.contains("have no text"), "{fault:?}");
}

/// From a word to `gold`, a letter at a time.
struct Ladder;

const WORDS: [&str; 9] = ["lead", "load", "goad", "gold", "head", "held", "hold", "gild", "geld"];

impl Rules for Ladder {
    type State = String;
    type Move = String;

    fn moves(&self, word: &String) -> impl IntoIterator<Item = String> {
        let differ = |other: &&str| word.chars().zip(other.chars()).filter(|(a, b)| a != b).count() == 1;
        WORDS.iter().copied().filter(differ).map(String::from).collect::<Vec<_>>()
    }

    fn apply(&self, word: &mut String, other: String) {
        *word = other;
    }

    fn is_goal(&self, word: &String) -> bool {
        word == "gold"
    }
}

/// A family whose states are on the heap has ids, goals, lists and maps like any other.
#[test]
fn states_on_the_heap_have_text() {
    fn read(_: &Ladder, word: &str) -> Result<String, String> {
        WORDS.contains(&word).then(|| word.into()).ok_or_else(|| "a word of the list".into())
    }
    let open = |_: &str| Ok(OwnPuzzle::new(Ladder).text_by("lead".into(), read, |_, word| word.clone()));
    let service = Service::builder().family(OwnFamily::new("ladder", "change a word", open)).build();
    let mut question = Solve::new("ladder", "lead");
    question.options.want = Want::All { most: None };
    let ways: Vec<String> =
        service.solve(&question).unwrap().solutions.iter().map(|listed| listed.moves.join(" ")).collect();
    assert_eq!(ways, ["load goad gold"]);
    (question.goal, question.options.want) = (Some("gild".into()), Want::One);
    assert_eq!(service.solve(&question).unwrap().length(), Some(Length(4)));
    let from = Some("lead".into());
    assert_eq!(service.map(&Map { from, ..Map::new("ladder") }).unwrap().map.layers, [1, 2, 2, 3, 1]);
    let fault = service.solve(&Solve::new("ladder", "leaf")).unwrap_err();
    assert!(fault.message.contains("expected a position such as `lead` (a word of the list)"), "{fault:?}");
}

/// A limit of memory counts the bytes of states on the heap, if the puzzle sets their number.
#[test]
fn heap_bytes_of_states_are_limited() {
    let marbles = Marbles { has_costs: false };
    let last: Vec<u8> = (1..8).rev().collect();
    for bytes in [0, 100_000, u64::MAX] {
        let solver = marbles.puzzle().heap_bytes(bytes).solver();
        let mut question = Solve::default();
        // A search that needs no memory goes on where a closed list is full.
        (question.limits.memory, question.limits.nodes) = (Some(64 << 20), Some(1_000_000));
        let answer = solver.solve_by(&last, question).unwrap();
        assert_eq!(answer.answer.stopped().is_none(), bytes == 0, "{bytes}: {:?}", answer.answer);
        let mut map = Map::default();
        map.limits.memory = Some(64 << 20);
        let census = solver.census_by(Some(&last), map);
        let is_whole = census.as_ref().is_ok_and(|census| census.layers.iter().sum::<u64>() == 5_040);
        assert_eq!(is_whole, bytes == 0, "{bytes}: {census:?}");
    }
}

/// A solver distinguishes states that have the same text. The text of this puzzle is without the number of steps left.
#[test]
fn a_solver_needs_no_text_that_distinguishes_states() {
    struct Steps;
    #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    struct Place(u8, u8);
    impl Rules for Steps {
        type State = Place;
        type Move = u8;
        fn moves(&self, place: &Place) -> impl IntoIterator<Item = u8> {
            if place.1 > 0 { vec![1, 2] } else { Vec::new() }
        }
        fn apply(&self, place: &mut Place, step: u8) {
            *place = Place(place.0 + step, place.1 - 1);
        }
        fn is_goal(&self, place: &Place) -> bool {
            place.0 == 6
        }
    }
    let read = |_: &Steps, _: &str| Ok(Place(0, 0));
    let solver = OwnPuzzle::new(Steps).text_by(Place(0, 9), read, |_, place| place.0.to_string()).solver();
    assert_eq!(solver.solve(&Place(0, 3)).unwrap().solution.unwrap().moves, [2, 2, 2]);
    assert!(solver.solve(&Place(0, 2)).unwrap().answer.is_unsolvable());
    assert_eq!(solver.solve(&Place(0, 4)).unwrap().solution.unwrap().moves.len(), 3);
}
