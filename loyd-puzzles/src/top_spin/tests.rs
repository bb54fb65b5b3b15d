use std::collections::{BTreeSet, HashMap};

use super::*;
use loyd_core::heuristic::Heuristic;
use loyd_core::puzzle::{Convention, MoveSet, Notation};
use loyd_core::search::ida_star;
use loyd_core::search::ida_star::Prune;
use loyd_core::search::{Limits, Meter, Outcome};
use loyd_core::table::distance::DistanceTable;

fn standard<C: Ring>(kind: TopSpinMoves, places: u8, window: u8) -> TopSpin<C> {
    TopSpin::new(kind, window, &(0..places).collect::<Vec<_>>()).unwrap()
}

/// Makes a move on a plain ring of numbers.
fn by_hand(ring: &[u8], window: usize, turns: bool, m: u8) -> Vec<u8> {
    let mut ring = ring.to_vec();
    match (turns, m) {
        (true, FLIP) => ring[..window].reverse(),
        (true, LEFT) => ring.rotate_left(1),
        (true, _) => ring.rotate_right(1),
        (false, first) => {
            ring.rotate_left(first.into());
            ring[..window].reverse();
            ring.rotate_right(first.into());
        }
    }
    ring
}

/// The distances from the ring in order, and the number of states at each. All moves are reversible.
fn distances(places: u8, window: u8, turns: bool) -> (HashMap<Vec<u8>, u32>, Vec<u64>) {
    let start: Vec<u8> = (0..places).collect();
    let mut distance = HashMap::from([(start.clone(), 0)]);
    let (mut layer, mut counts) = (vec![start], Vec::new());
    while !layer.is_empty() {
        counts.push(layer.len() as u64);
        let mut next = Vec::new();
        for ring in layer {
            for m in 0..if turns { 3 } else { places } {
                let child = by_hand(&ring, window.into(), turns, m);
                if !distance.contains_key(&child) {
                    distance.insert(child.clone(), counts.len() as u32);
                    next.push(child);
                }
            }
        }
        layer = next;
    }
    (distance, counts)
}

/// The layers of a distance table, built through the contract: ranks, `undos_into`, `undo`.
fn backwards(ring: &TopSpin<Nibbles>) -> Vec<u64> {
    let limits = Limits::default();
    DistanceTable::build(ring, &mut Meter::new(&limits)).unwrap().layers().to_vec()
}

/// census.txt, `topspin`, k = 4: flips only, any of the n places, labelled states.
const FLIPS_CENSUS: [(u8, &[u64]); 5] = [
    (5, &[1, 5, 4]),
    (6, &[1, 6, 27, 108, 200, 18]),
    (7, &[1, 7, 42, 224, 865, 1246, 135]),
    (8, &[1, 8, 52, 256, 819, 2152, 4936, 7232, 4576, 128]),
    (10, &[1, 10, 75, 530, 3700, 24650, 142667, 576895, 920912, 144950, 10]),
];

/// census.txt, `topspin`, k = 4: gens {rot+1, rot-1, flip}, labelled states reached.
const TURNS_CENSUS: [(u8, &[u64]); 5] = [
    (5, &[1, 3, 4, 2]),
    (6, &[1, 3, 6, 11, 20, 37, 63, 103, 165, 152, 106, 46, 7]),
    (7, &[1, 3, 6, 12, 20, 34, 58, 96, 158, 234, 334, 430, 410, 326, 258, 112, 24, 4]),
    (
        8,
        &[
            1, 3, 6, 12, 23, 44, 85, 148, 244, 389, 621, 996, 1584, 2484, 3764, 5452, 6968, 7138, 6292, 3036, 848, 166,
            16,
        ],
    ),
    (
        10,
        &[
            1, 3, 6, 12, 24, 47, 92, 181, 356, 697, 1357, 2616, 5018, 9563, 18109, 33451, 60015, 105466, 177191,
            280948, 411231, 544437, 629853, 603132, 445086, 226813, 65454, 7502, 139,
        ],
    ),
];

fn census(kind: TopSpinMoves, places: u8, layers: &[u64]) {
    let ring = standard::<Nibbles>(kind, places, 4);
    assert_eq!(backwards(&ring), layers, "{places} places, {kind:?}");
    if places <= 8 {
        assert_eq!(distances(places, 4, kind == TopSpinMoves::Turns).1, layers, "by hand, {places} places, {kind:?}");
    }
    let facts = ring.facts();
    assert_eq!(facts.gods_number, Some(layers.len() as u32 - 1));
    assert_eq!(facts.states, Some(layers.iter().sum::<u64>().into()));
}

#[test]
fn censuses_of_flips() {
    FLIPS_CENSUS.into_iter().for_each(|(places, layers)| census(TopSpinMoves::Flips, places, layers));
}

#[test]
fn censuses_of_turns() {
    TURNS_CENSUS.into_iter().for_each(|(places, layers)| census(TopSpinMoves::Turns, places, layers));
}

/// Compares ranks, solvability, bounds and moves of one ring with whole tables made by hand.
fn whole(kind: TopSpinMoves, places: u8, window: u8) {
    let ring = standard::<Nibbles>(kind, places, window);
    let (distance, _) = distances(places, window, kind == TopSpinMoves::Turns);
    let name = format!("{places}x{window}, {kind:?}");
    assert_eq!(ring.ranks(), distance.len() as u64, "{name}");
    for number in 0..lehmer::FACTORIALS[places as usize] {
        let state = lehmer::unrank(number, places.into());
        let pieces = state.unpack(places.into());
        let solvable = distance.contains_key(&pieces);
        match ring.unsolvable(&state) {
            None => assert!(solvable, "{name} {pieces:?}"),
            Some(why) => {
                assert!(!solvable, "{name} {pieces:?}");
                let all_even = distance.keys().all(|pieces| !lehmer::is_odd(pieces));
                let kind = if all_even && lehmer::is_odd(&pieces) { "parity" } else { "group" };
                assert_eq!(why.kind(), kind);
            }
        }
    }
    for rank in 0..ring.ranks() {
        let state = ring.unrank(rank);
        assert_eq!(ring.rank(&state), rank, "{name}");
        let pieces = state.unpack(places.into());
        let here = distance[&pieces];
        let memo = Breaks.memo(&ring, &state);
        let bound = Heuristic::<TopSpin<Nibbles>>::bound(&Breaks, &memo);
        assert!(bound <= here, "{name}: {bound} for {here} at {pieces:?}");
        for m in ring.moves(&state).iter() {
            let mut child = state;
            let undo = ring.apply(&mut child, m);
            assert_eq!(child.unpack(places.into()), by_hand(&pieces, window.into(), kind == TopSpinMoves::Turns, m));
            let ahead = Breaks.ahead(&ring, &state, m, &memo);
            assert_eq!(ahead, Breaks.memo(&ring, &child), "{name}");
            assert!(
                Heuristic::<TopSpin<Nibbles>>::bound(&Breaks, &ahead) + 1 >= bound,
                "{name}: not consistent at {pieces:?}"
            );
            let straight = ring.moves(&child).iter().filter(|&next| {
                let mut again = child;
                ring.apply(&mut again, next);
                again == state
            });
            assert!(straight.eq(ring.back(&state, m).iter()), "{name}");
            ring.undo(&mut child, undo);
            assert_eq!(child, state);
        }
        let mut parents = 0;
        ring.undos_into(&state, &mut |undo| {
            let mut parent = state;
            let m = ring.undo(&mut parent, undo);
            ring.apply(&mut parent, m);
            assert_eq!(parent, state);
            parents += 1;
        });
        assert_eq!(parents, if kind == TopSpinMoves::Turns { 3 } else { places });
    }
}

#[test]
fn every_ring_of_up_to_seven_places() {
    for places in 3..=7 {
        for window in 2..=places {
            whole(TopSpinMoves::Flips, places, window);
            whole(TopSpinMoves::Turns, places, window);
        }
    }
    // A bound that is always 0 would pass everything above.
    let ring = standard::<Nibbles>(TopSpinMoves::Turns, 7, 4);
    let bound = |state| Heuristic::<TopSpin<Nibbles>>::bound(&Breaks, &Breaks.memo(&ring, &state));
    let sum: u32 = (0..2520).map(|rank| bound(ring.unrank(rank))).sum();
    assert!(sum > 4 * 2520, "the mean is {}", f64::from(sum) / 2520.0);
}

/// A small generator of random numbers for walks; its quality does not matter.
fn numbers(seed: u64) -> impl FnMut(u64) -> u64 {
    let mut word = seed;
    move |many| {
        word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (word >> 33) % many
    }
}

fn length<C: Ring>(ring: &TopSpin<C>, text: &str) -> u32 {
    let (starts, limits) = (ring.starts(text).unwrap(), Limits::default());
    match ida_star::solve(ring, &ida_star::PlainBound(Breaks), &starts, Prune::Follow, &mut Meter::new(&limits)) {
        Outcome::Solved(found) => found.moves.len() as u32,
        other => panic!("{other:?}"),
    }
}

/// A tree search without the moves that `follow` drops finds the distance of every state.
fn searched(kind: TopSpinMoves, places: u8, window: u8, goal: &[u8]) {
    let ring = TopSpin::<Nibbles>::new(kind, window, goal).unwrap();
    for (pieces, distance) in distances(places, window, kind == TopSpinMoves::Turns).0 {
        let text = ring.write(&Nibbles::pack(&pieces));
        assert_eq!(length(&ring, &text), distance, "{places}x{window}, {kind:?}: {text}");
    }
}

#[test]
fn pruned_searches_find_every_distance() {
    searched(TopSpinMoves::Flips, 6, 2, &[2, 1, 5, 3, 0, 4]);
    searched(TopSpinMoves::Flips, 6, 3, &[2, 1, 5, 3, 0, 4]);
    searched(TopSpinMoves::Flips, 6, 4, &[2, 1, 5, 3, 0, 4]);
    searched(TopSpinMoves::Flips, 6, 5, &[0, 1, 2, 3, 4, 5]);
    searched(TopSpinMoves::Flips, 4, 4, &[3, 1, 2, 0]);
    searched(TopSpinMoves::Flips, 7, 3, &[2, 1, 5, 3, 0, 4, 6]);
    searched(TopSpinMoves::Turns, 5, 2, &[2, 1, 3, 0, 4]);
    searched(TopSpinMoves::Turns, 6, 3, &[2, 1, 5, 3, 0, 4]);
    searched(TopSpinMoves::Turns, 6, 4, &[2, 1, 5, 3, 0, 4]);
    searched(TopSpinMoves::Turns, 6, 6, &[2, 1, 5, 3, 0, 4]);
}

#[test]
fn windows_that_do_not_touch_are_reversed_in_one_order() {
    let ring = standard::<Nibbles>(TopSpinMoves::Flips, 10, 4);
    let solved = ring.goals().unwrap()[0];
    let follow = |m| ring.follow(&solved, m).iter().collect::<Vec<u8>>();
    assert_eq!(follow(0), [0]);
    assert_eq!(follow(4), [0, 4]);
    assert_eq!(follow(5), [0, 1, 5]);
    assert_eq!(follow(9), [3, 4, 5, 9]);
    // Windows across the ring from each other overlap at both ends, and yet commute.
    let ring = standard::<Nibbles>(TopSpinMoves::Flips, 8, 5);
    assert!(ring.follow(&solved, 4).contains(0) && !ring.follow(&solved, 4).contains(1));
    let turns = standard::<Nibbles>(TopSpinMoves::Turns, 8, 4);
    assert_eq!(turns.follow(&solved, LEFT), Bits::one(RIGHT));
    assert_eq!(turns.follow(&solved, FLIP), Bits::one(FLIP));
}

fn walk<C: Ring>(kind: TopSpinMoves, places: u8, window: u8) {
    let mut below = numbers(u64::from(places) * 67 + u64::from(window));
    let mut goal: Vec<u8> = (0..places).collect();
    (1..places.into()).for_each(|place| goal.swap(place, below(place as u64 + 1) as usize));
    let ring = TopSpin::<C>::new(kind, window, &goal).unwrap();
    assert_eq!(ring.starts(&ring.write_goal()).unwrap(), ring.goals().unwrap());
    let example = ring.starts(&ring.facts().example).unwrap()[0];
    assert!(!ring.is_goal(&example) && ring.unsolvable(&example).is_none());
    let mut state = ring.random(&mut below);
    assert_eq!(ring.unsolvable(&state), None);
    let mut plain = ring.labels(&state);
    let mut memo = Breaks.memo(&ring, &state);
    for _ in 0..500 {
        let m = below(if kind == TopSpinMoves::Turns { 3 } else { places.into() }) as u8;
        memo = Breaks.ahead(&ring, &state, m, &memo);
        let undo = ring.apply(&mut state, m);
        let parent = plain.clone();
        plain = by_hand(&plain, window.into(), kind == TopSpinMoves::Turns, m);
        assert_eq!(ring.labels(&state), plain);
        assert_eq!(memo, Breaks.memo(&ring, &state));
        let mut back = state;
        ring.undo(&mut back, undo);
        assert_eq!(ring.labels(&back), parent);
        let name = ring.move_name(&state, m, Convention::Blank);
        assert_eq!(ring.move_named(&state, &name.to_uppercase(), Convention::Blank), Some(m));
    }
    assert_eq!(ring.unsolvable(&state), None);
    assert_eq!(ring.starts(&ring.write(&state)), Ok(vec![state]));
    match ring.cantor(&state) {
        Some(number) => assert_eq!(ring.of_cantor(number), Some(vec![state])),
        None => assert!(places > 34),
    }
    // The arrangement with two pieces exchanged is reachable if and only if the moves make all permutations.
    let mut exchanged = state;
    exchanged.swap(0, 1);
    assert_eq!(ring.unsolvable(&exchanged).is_none(), ring.numbering == RingNumbering::All);
}

#[test]
fn walks_on_every_layout_follow_a_plain_ring() {
    for (places, window) in [(3, 2), (3, 3), (8, 5), (9, 4), (15, 2), (16, 4), (16, 7), (16, 16)] {
        walk::<Nibbles>(TopSpinMoves::Flips, places, window);
        walk::<Nibbles>(TopSpinMoves::Turns, places, window);
    }
    for (places, window) in [(3, 2), (17, 4), (20, 4), (33, 33), (36, 5), (63, 6), (64, 4), (64, 64)] {
        walk::<Bytes<64>>(TopSpinMoves::Flips, places, window);
        walk::<Bytes<64>>(TopSpinMoves::Turns, places, window);
    }
}

#[test]
fn the_examples_of_large_rings_are_soon_solved() {
    assert!((1..=5).contains(&length(
        &standard::<Bytes<64>>(TopSpinMoves::Flips, 20, 4),
        &standard::<Bytes<64>>(TopSpinMoves::Flips, 20, 4).facts().example
    )));
    let ring = standard::<Bytes<64>>(TopSpinMoves::Turns, 20, 4);
    assert!((1..=12).contains(&length(&ring, &ring.facts().example)));
}

#[test]
fn orders_of_groups() {
    let states = |places, window, turns| {
        let (flips, turned) = (
            standard::<Bytes<64>>(TopSpinMoves::Flips, places, window),
            standard::<Bytes<64>>(TopSpinMoves::Turns, places, window),
        );
        let facts = if turns { turned.facts() } else { flips.facts() };
        (facts.states, facts.states_formula)
    };
    let factorial = |n: u128| (1..=n).product::<u128>();
    // Reversing four is even. Reversing three keeps odd places odd, and is odd on the places of one parity.
    assert_eq!(states(20, 4, false), (Some(factorial(20) / 2), "20!/2".into()));
    assert_eq!(states(20, 4, true), (Some(factorial(20)), "20!".into()));
    assert_eq!(states(20, 3, false).0, Some(factorial(10) * factorial(10)));
    assert_eq!(states(20, 3, true).0, Some(2 * factorial(10) * factorial(10)));
    assert_eq!(states(21, 4, true), (Some(factorial(21) / 2), "21!/2".into()));
    assert_eq!(states(20, 20, true).0, Some(40));
    assert_eq!(states(20, 20, false).0, Some(20));
    assert_eq!(states(64, 4, false), (None, "64!/2".into()));
    assert_eq!(states(64, 5, false), (None, "2^128 or more".into()));
}

#[test]
fn random_states_are_uniform_over_the_group() {
    let ring = TopSpin::<Nibbles>::new(TopSpinMoves::Flips, 4, &[3, 2, 1, 0, 4, 5]).unwrap();
    let lengths: Vec<u64> = ring.group().orbit_lengths().filter(|&length| length > 1).map(|n| n as u64).collect();
    let drawn: BTreeSet<Nibbles> = (0..360)
        .map(|number| {
            let (mut rest, mut asked) = (number, lengths.iter());
            ring.random(&mut |many| {
                assert_eq!(Some(&many), asked.next());
                let digit = rest % many;
                rest /= many;
                digit
            })
        })
        .collect();
    assert_eq!(drawn.len(), 360);
    assert!(drawn.iter().all(|state| ring.unsolvable(state).is_none()));
}

#[test]
fn reasons_say_what_is_wrong() {
    let ring = TopSpin::<Nibbles>::new(TopSpinMoves::Flips, 4, &[0, 1, 2, 3, 4, 5, 6, 7]).unwrap();
    let why = |text: &str| ring.unsolvable(&ring.starts(text).unwrap()[0]).map(|why| why.to_string());
    assert_eq!(
        why("21345678").unwrap(),
        "parity: this is an odd permutation of the goal, and every move is an even permutation"
    );
    assert_eq!(why("21435678"), None);
    let ring = TopSpin::<Nibbles>::new(TopSpinMoves::Turns, 3, &[0, 1, 2, 3, 4, 5]).unwrap();
    let why = |text: &str| ring.unsolvable(&ring.starts(text).unwrap()[0]).map(|why| why.to_string());
    assert_eq!(
        why("213456").unwrap(),
        "outside the group of the moves: moves from the goal reach 72 of the 6! arrangements, but not this one"
    );
    assert_eq!(why("321456"), None);
}

/// Each reason is evaluated by a breadth-first search from the goal.
#[test]
fn every_reason_is_true() {
    let mut given = BTreeSet::new();
    for (places, window) in (3..=6).flat_map(|places| (2..=places).map(move |window| (places, window))) {
        for kind in [TopSpinMoves::Flips, TopSpinMoves::Turns] {
            let goal: Vec<u8> = (0..places).map(|place| (place + 2) % places).collect();
            let ring = TopSpin::<Nibbles>::new(kind, window, &goal).unwrap();
            let mut reached = BTreeSet::from([ring.labels(&ring.solved)]);
            let mut waiting = vec![ring.solved];
            while let Some(state) = waiting.pop() {
                for m in ring.moves(&state).iter() {
                    let mut next = state;
                    ring.apply(&mut next, m);
                    if reached.insert(ring.labels(&next)) {
                        waiting.push(next);
                    }
                }
            }
            let is_odd = |labels: &[u8]| {
                let place = |label: &u8| goal.iter().position(|wanted| wanted == label).unwrap() as u8;
                lehmer::is_odd(&labels.iter().map(place).collect::<Vec<_>>())
            };
            for number in 0..lehmer::FACTORIALS[usize::from(places)] {
                let labels = lehmer::unrank_wide(number.into(), places.into()).unwrap();
                let why = ring.unsolvable(&ring.ring(&labels)).map(|why| why.to_string());
                assert_eq!(why.is_none(), reached.contains(&labels), "{places} {window} {kind:?} {labels:?}");
                let Some(why) = why else { continue };
                given.insert(why.split(':').next().unwrap().to_string());
                let is_true = match why.strip_prefix("parity: ") {
                    Some(_) => is_odd(&labels) && reached.iter().all(|labels| !is_odd(labels)),
                    None => why.contains(&format!("reach {} of the {places}!", reached.len())),
                };
                assert!(is_true, "{places} {window} {kind:?} {labels:?}: {why}");
            }
        }
    }
    assert_eq!(given.len(), 2, "{given:?}");
}

struct Name;

impl Visitor for Name {
    type Output = String;

    fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) -> String {
        format!("ranked {} {:?}", puzzle.write_goal(), puzzle.spelling())
    }

    fn unranked<P: Bounded + Notation + 'static>(self, puzzle: P) -> String {
        format!("unranked {} {:?}", puzzle.write_goal(), puzzle.spelling())
    }
}

#[test]
fn ids_goals_and_bad_input() {
    let open = |id: &str, goal| crate::with_files(id, goal, Name).map_err(|error| error.to_string());
    assert_eq!(open("top-spin:5x4", None).unwrap(), "ranked 1 2 3 4 5 Words");
    assert_eq!(open("top-spin:5X4:turns", Some("5/4321")).unwrap(), "ranked 5 4 3 2 1 Letters");
    assert!(open("top-spin:17x4", None).unwrap().starts_with("unranked 1 2"));
    assert!(open("top-spin:64x64:turns", None).unwrap().ends_with("63 64 Letters"));
    for parameters in [
        "",
        "8",
        "x",
        "8x",
        "x4",
        "3x9",
        "2x2",
        "65x4",
        "8x1",
        "8x0",
        "-8x4",
        "+8x4",
        "8x+4",
        "8x4x2",
        "8x4:",
        "8x4:turn",
        "8x4:turns:turns",
        "999999999999999999999x4",
        "8x4\0",
    ] {
        let error = open(&format!("top-spin:{parameters}"), None).unwrap_err();
        assert!(error.contains("N from 3 to 64 and K from 2 to N"), "{error}");
    }
    assert!(open("top-spin:3x9", None).unwrap_err().contains("found `3x9`"));
    let error = open("top-spin:5x4", Some("1 2 3 4 4")).unwrap_err();
    assert!(error.starts_with("goal: line 1, column 9: found `4`"), "{error}");
    let ring = TopSpin::<Nibbles>::new(TopSpinMoves::Flips, 4, &[0, 1, 2, 3, 4, 5]).unwrap();
    for text in ["", "12345", "1234567", "123457", "x23456", "1 2 3 4 5 -6", "1 2 3 4 5 99999999999999999999"] {
        assert!(ring.starts(text).is_err(), "{text}");
    }
    let state = ring.goals().unwrap()[0];
    for name in ["0", "7", "f", "", "01", "1 2"] {
        assert_eq!(ring.move_named(&state, name, Convention::Blank), None, "{name}");
    }
    assert_eq!(ring.move_named(&state, "6", Convention::Blank), Some(5));
    assert_eq!(ring.of_cantor(720), None);
    assert_eq!(ring.of_cantor(u128::MAX), None);
}

#[test]
fn every_example_is_read() {
    struct Example;
    impl Visitor for Example {
        type Output = bool;
        fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) -> bool {
            self.unranked(puzzle)
        }
        fn unranked<P: Bounded + Notation + 'static>(self, puzzle: P) -> bool {
            let start = puzzle.starts(&puzzle.facts().example).unwrap()[0].clone();
            !puzzle.is_goal(&start) && puzzle.unsolvable(&start).is_none()
        }
    }
    for id in FAMILY.examples {
        assert!(crate::with_files(id, None, Example).unwrap(), "{id}");
    }
}

#[test]
fn sizes_and_goals_that_are_none_make_no_ring() {
    for (window, goal) in [(2, &[0, 1][..]), (1, &[0, 1, 2]), (4, &[0, 1, 2]), (2, &[0, 1, 1]), (2, &[0, 1, 3])] {
        assert!(
            TopSpin::<Nibbles>::new(TopSpinMoves::Flips, window, goal).is_err()
                && TopSpin::<Nibbles>::new(TopSpinMoves::Turns, window, goal).is_err(),
            "{window} {goal:?}"
        );
    }
    assert!(TopSpin::<Nibbles>::new(TopSpinMoves::Flips, 3, &[2, 0, 1]).is_ok());
}
