use super::guide::Loners;
use super::*;
use loyd_core::heuristic::Heuristic;
use loyd_core::heuristic::Restricts;
use loyd_core::puzzle::MoveSet;
use loyd_core::search::ida_star;
use loyd_core::search::ida_star::Prune;
use loyd_core::search::{Limits, Meter, Outcome};
use loyd_core::table::distance::DistanceTable;

fn sorted<C: StackLayout>(count: u8) -> Pancake<C> {
    Pancake::new(&(0..count).collect::<Vec<_>>()).unwrap()
}

/// The distances to the sorted stack by rank, found by flipping plain vectors.
pub fn by_hand(count: usize) -> (Vec<u64>, Vec<u32>) {
    let number = |stack: &[u8]| lehmer::rank_wide(stack).unwrap() as usize;
    let start: Vec<u8> = (0..count as u8).collect();
    let mut distance = vec![u32::MAX; lehmer::FACTORIALS[count] as usize];
    distance[number(&start)] = 0;
    let (mut layer, mut counts) = (vec![start], Vec::new());
    while !layer.is_empty() {
        counts.push(layer.len() as u64);
        let mut next = Vec::new();
        for stack in layer {
            for length in 2..=count {
                let mut child = stack.clone();
                child[..length].reverse();
                let entry = &mut distance[number(&child)];
                if *entry == u32::MAX {
                    *entry = counts.len() as u32;
                    next.push(child);
                }
            }
        }
        layer = next;
    }
    (counts, distance)
}

/// The layers of a distance table, built through the contract: ranks, `undos_into`, `undo`.
fn backwards(stack: &Pancake<Nibbles>) -> Vec<u64> {
    let limits = Limits::default();
    DistanceTable::build(stack, &mut Meter::new(&limits)).unwrap().layers().to_vec()
}

/// census.txt: pancake 3 to 9.
const CENSUS: [&[u64]; 7] = [
    &[1, 2, 2, 1],
    &[1, 3, 6, 11, 3],
    &[1, 4, 12, 35, 48, 20],
    &[1, 5, 20, 79, 199, 281, 133, 2],
    &[1, 6, 30, 149, 543, 1357, 1903, 1016, 35],
    &[1, 7, 42, 251, 1191, 4281, 10561, 15011, 8520, 455],
    &[1, 8, 56, 391, 2278, 10666, 38015, 93585, 132697, 79379, 5804],
];

#[test]
fn censuses_and_gods_numbers() {
    for (count, layers) in (3..).zip(CENSUS) {
        let stack = sorted(count);
        assert_eq!(backwards(&stack), layers, "pancake:{count}");
        assert_eq!(stack.facts().gods_number, Some(layers.len() as u32 - 1));
        assert_eq!(stack.facts().states, Some(layers.iter().sum::<u64>().into()));
        if count <= 8 {
            assert_eq!(by_hand(count.into()).0, layers, "by hand {count}");
        }
    }
    assert_eq!(sorted::<Bytes<64>>(18).facts().gods_number, Some(20));
    assert_eq!(sorted::<Bytes<64>>(20).facts().gods_number, None);
    assert_eq!(sorted::<Bytes<256>>(35).facts().states, None, "35! is beyond 2^128");
}

#[test]
fn the_bound_is_admissible_consistent_and_carried_right() {
    for count in 2..=8 {
        let stack = sorted::<Nibbles>(count);
        let distances = by_hand(count.into()).1;
        for rank in 0..stack.ranks() {
            let state = stack.unrank(rank);
            assert_eq!(stack.rank(&state), rank);
            let memo = Gap.memo(&stack, &state);
            assert!(memo <= distances[rank as usize]);
            assert_eq!(memo == 0, rank == 0, "no gap only in the sorted stack");
            for m in stack.moves(&state).iter() {
                let mut child = state;
                let undo = stack.apply(&mut child, m);
                let ahead = Gap.ahead(&stack, &state, m, &memo);
                assert_eq!(ahead, Gap.memo(&stack, &child));
                assert!(ahead + 1 >= memo);
                let back: Vec<u8> = stack.back(&state, m).iter().collect();
                assert_eq!(back, [m]);
                stack.undo(&mut child, undo);
                assert_eq!(child, state);
            }
        }
    }
}

/// A small generator of random numbers for walks; its quality does not matter.
pub fn numbers(seed: u64) -> impl FnMut(u64) -> u64 {
    let mut word = seed;
    move |many| {
        word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (word >> 33) % many
    }
}

fn walk<C: StackLayout>(count: u8) {
    let mut below = numbers(u64::from(count));
    let goal = sorted::<C>(count).random(&mut below);
    let stack = Pancake::<C>::new(&goal.unpack(count.into())).unwrap();
    let mut state = stack.random(&mut below);
    let mut plain = stack.labels(&state);
    let mut memo = Gap.memo(&stack, &state);
    for _ in 0..2000 {
        let m = 2 + below(u64::from(count) - 1) as u8;
        assert!(stack.moves(&state).contains(m));
        memo = Gap.ahead(&stack, &state, m, &memo);
        stack.apply(&mut state, m);
        plain[..m.into()].reverse();
        assert_eq!(stack.labels(&state), plain);
        assert_eq!(memo, Gap.memo(&stack, &state));
        let name = stack.move_name(&state, m, Convention::Blank);
        assert_eq!(stack.move_named(&state, &name, Convention::Blank), Some(m));
    }
    assert_eq!(stack.starts(&stack.write(&state)), Ok(vec![state]));
    assert_eq!(stack.starts(&stack.write_goal()).unwrap(), stack.goals().unwrap());
    if count <= 34 {
        let number = stack.cantor(&state).unwrap();
        assert_eq!(stack.of_cantor(number), Some(vec![state]));
    } else {
        assert_eq!(stack.cantor(&state), None);
        assert_eq!(stack.of_cantor(0), None);
    }
    let mut moves = stack.moves(&state).iter();
    assert!((2..=count).all(|m| moves.next() == Some(m)) && moves.next().is_none());
}

#[test]
fn walks_on_every_layout_follow_a_plain_stack() {
    [2, 3, 9, 15, 16].into_iter().for_each(walk::<Nibbles>);
    [2, 17, 34, 63, 64].into_iter().for_each(walk::<Bytes<64>>);
    [35, 65, 128, 255].into_iter().for_each(walk::<Bytes<256>>);
}

/// Both layouts find the lengths of the table by hand, for a goal that is not sorted.
#[test]
fn searches_find_the_distances() {
    let (limits, distances) = (Limits::default(), by_hand(7).1);
    let goal = [3, 0, 6, 2, 5, 1, 4];
    fn length<C: StackLayout>(stack: &Pancake<C>, text: &str, limits: &Limits) -> u32 {
        let starts = stack.starts(text).unwrap();
        match ida_star::solve(stack, &ida_star::Restricting(Gap), &starts, Prune::Follow, &mut Meter::new(limits)) {
            Outcome::Solved(found) => found.moves.len() as u32,
            other => panic!("{other:?}"),
        }
    }
    let (small, large) = (Pancake::<Nibbles>::new(&goal).unwrap(), Pancake::<Bytes<64>>::new(&goal).unwrap());
    for rank in (0..5040).step_by(41) {
        let text = small.write(&small.unrank(rank));
        assert_eq!(length(&small, &text, &limits), distances[rank as usize]);
        assert_eq!(length(&large, &text, &limits), distances[rank as usize]);
    }
    let fifty = sorted::<Bytes<64>>(50);
    let state = fifty.facts().example;
    assert!(length(&fifty, &state, &limits) >= 49);
}

/// Asserts that moves left out lead only to children beyond reach, whose bounds are at least the returned number.
fn narrows_rightly<C: StackLayout>(stack: &Pancake<C>, state: &C) {
    let memo = Gap.memo(stack, state);
    let moves = stack.moves(state).without(Bits::one(3));
    for most in memo.saturating_sub(3)..=memo + 2 {
        let (narrowed, low) = Gap.restrict(stack, state, moves, &memo, most);
        assert!(low.is_none_or(|low| low > most));
        assert!(narrowed.without(moves).iter().next().is_none(), "no move is added");
        for m in moves.without(narrowed).iter() {
            let bound = Gap.ahead(stack, state, m, &memo);
            assert!(bound >= low.unwrap() && bound > most, "{m} leads to {bound}, beyond {most}: {state:?}");
        }
        if most + 1 == memo {
            let all_reach = narrowed.iter().all(|m| Gap.ahead(stack, state, m, &memo) == most);
            assert!(all_reach, "only moves that close a gap are left");
        }
    }
}

#[test]
fn moves_left_out_are_beyond_reach() {
    for count in 2..=7 {
        let stack = sorted::<Nibbles>(count);
        (0..stack.ranks()).for_each(|rank| narrows_rightly(&stack, &stack.unrank(rank)));
    }
    fn sampled<C: StackLayout>(count: u8) {
        let (stack, mut below) = (sorted::<C>(count), numbers(count.into()));
        (0..200).for_each(|_| narrows_rightly(&stack, &stack.random(&mut below)));
        // In a stack with few gaps, most moves open one.
        let mut state = stack.sorted;
        for _ in 0..200 {
            stack.apply(&mut state, 2 + below(u64::from(count) - 1) as u8);
            narrows_rightly(&stack, &state);
        }
    }
    sampled::<Nibbles>(16);
    sampled::<Bytes<64>>(17);
    sampled::<Bytes<64>>(64);
    sampled::<Bytes<256>>(65);
    sampled::<Bytes<256>>(255);
}

/// The narrowed search walks the same tree in the same order, but does not look at children that are pruned.
#[test]
fn a_narrowed_search_expands_the_same_nodes() {
    fn compared<C: StackLayout>(count: u8) {
        let (stack, limits, mut below) = (sorted::<C>(count), Limits::default(), numbers(7));
        let (mut looked_at, mut all) = (0, 0);
        for _ in 0..20 {
            let start = stack.random(&mut below);
            let solve = |prune| {
                let mut meter = Meter::new(&limits);
                let found = ida_star::solve(&stack, &ida_star::Restricting(Gap), &[start], prune, &mut meter);
                let Outcome::Solved(found) = found else { panic!("{found:?}") };
                (found.moves, meter.stats)
            };
            let ((narrowed, few), (textbook, many)) = (solve(Prune::Follow), solve(Prune::Back));
            assert_eq!((narrowed, few.expanded), (textbook, many.expanded));
            (looked_at, all) = (looked_at + few.generated, all + many.generated);
        }
        assert!(looked_at * 3 < all, "{looked_at} of {all}");
    }
    // Larger stacks are sorted from both ends, with different nodes.
    compared::<Nibbles>(13);
    compared::<Nibbles>(16);
}

struct Name;

impl Visitor for Name {
    type Output = String;

    fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) -> String {
        format!("ranked {}", puzzle.write_goal())
    }

    fn unranked<P: Bounded + Notation + 'static>(self, puzzle: P) -> String {
        format!("unranked {}", puzzle.write_goal())
    }
}

#[test]
fn ids_goals_and_bad_input() {
    let open = |id: &str, goal| crate::with_files(id, goal, Name).map_err(|error| error.to_string());
    assert_eq!(open("pancake:4", None).unwrap(), "ranked 1 2 3 4");
    assert_eq!(open("pancake:4", Some("4213")).unwrap(), "ranked 4 2 1 3");
    assert!(open("pancake:16", None).unwrap().starts_with("ranked"));
    assert!(open("pancake:17", None).unwrap().starts_with("unranked"));
    assert!(open("pancake:255", None).unwrap().ends_with("254 255"));
    for parameters in ["", "0", "1", "256", "-3", "+5", "4x4", "99999999999999999999", "\0", "five"] {
        let error = open(&format!("pancake:{parameters}"), None).unwrap_err();
        assert!(error.contains("from 2 to 255"), "{error}");
    }
    assert_eq!(
        open("pancake:3", Some("1 2 4")).unwrap_err(),
        "goal: line 1, column 5: found `4`, expected each number from 1 to 3 once; 3 is missing"
    );
    let stack = sorted::<Bytes<64>>(20);
    let mut text: String = (1..=19).map(|label| format!("{label} ")).collect();
    assert!(stack.starts(&text).unwrap_err().to_string().contains("only 19"));
    text.push_str("19");
    assert!(stack.starts(&text).unwrap_err().to_string().contains("a second time"));
    text.push_str(" 20");
    assert!(stack.starts(&text).unwrap_err().to_string().contains("no more than 20"));
    let state = stack.goals().unwrap()[0];
    for name in ["1", "0", "21", "x", "", "+2", "99999999999"] {
        assert_eq!(stack.move_named(&state, name, Convention::Blank), None, "{name}");
    }
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
            let facts = puzzle.facts();
            puzzle.starts(&facts.example).is_ok_and(|starts| !puzzle.is_goal(&starts[0]))
        }
    }
    for id in FAMILY.examples {
        assert!(crate::with_files(id, None, Example).unwrap(), "{id}");
    }
}

/// The guide's updated memo equals the computed memo, and the estimate is least for the sorted stack.
#[test]
fn loners_are_carried_right() {
    fn walked<C: StackLayout>(count: u8) {
        let (stack, mut below) = (sorted::<C>(count), numbers(count.into()));
        let mut state = stack.random(&mut below);
        let mut memo = Loners.memo(&stack, &state);
        for _ in 0..2000 {
            let labels: Vec<u8> = state.unpack(count.into()).into_iter().chain([count]).collect();
            let gap = |place: usize| labels[place].abs_diff(labels[place + 1]) != 1;
            let joined = (0..count.into()).filter(|&place| place > 0 && !gap(place - 1) || !gap(place)).count();
            assert_eq!((memo.gaps, memo.joined), (Gap.memo(&stack, &state), joined as u32));
            assert_eq!(memo, Loners.memo(&stack, &state));
            let m = 2 + below(u64::from(count) - 1) as u8;
            memo = Loners.ahead(&stack, &state, m, &memo);
            stack.apply(&mut state, m);
        }
    }
    [2, 3, 9, 16].into_iter().for_each(walked::<Nibbles>);
    [17, 64].into_iter().for_each(walked::<Bytes<64>>);
    walked::<Bytes<256>>(255);
}

#[test]
fn goals_that_are_none_make_no_stack() {
    let seventeen: Vec<u8> = (0..17).collect();
    for goal in [&[0][..], &[0, 0], &[1, 2], &[0, 1, 3], &seventeen] {
        assert!(Pancake::<Nibbles>::new(goal).is_err(), "{goal:?}");
    }
    assert!(Pancake::<Bytes<64>>::new(&seventeen).is_ok());
}

#[test]
fn the_gap_bound_is_lent_for_every_number_of_pancakes() {
    fn lends<C: StackLayout>(counts: std::ops::RangeInclusive<u8>) {
        for count in counts {
            let goal: Vec<u8> = (0..count).collect();
            let stack = Pancake::<C>::new(&goal).unwrap();
            assert!(ida_star::with_bound(&stack, gap::FACTS.name, |_| ()).is_some(), "{count} pancakes");
        }
    }
    lends::<Nibbles>(2..=16);
    lends::<Bytes<64>>(17..=64);
    lends::<Bytes<256>>(65..=255);
}
