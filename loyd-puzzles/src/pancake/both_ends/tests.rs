use super::*;
use crate::pancake::{Gap, tests};
use loyd_core::cells::{Bytes, Nibbles};
use loyd_core::limits::{Limits, Meter};
use loyd_core::puzzle::{Notation, Ranked};
use loyd_core::search::Outcome;
use loyd_core::search::ida_star;
use loyd_core::search::ida_star::{Prune, Reformulated, SearchSettings, Walker};

fn sorted<C: StackLayout>(count: u8) -> Pancake<C> {
    Pancake::new(&(0..count).collect::<Vec<_>>()).unwrap()
}

/// The number of gaps of one plain stack if another is the goal.
fn by_hand(stack: &[u8], goal: &[u8]) -> u32 {
    let mut places = [0u8; 256];
    goal.iter().zip(0..).for_each(|(&pancake, place)| places[usize::from(pancake)] = place);
    let together = |a: u8, b: u8| places[usize::from(a)].abs_diff(places[usize::from(b)]) == 1;
    stack.windows(2).filter(|pair| !together(pair[0], pair[1])).count() as u32
}

/// Whether a flip closes a gap between two plain stacks.
fn closes(plain: &[Vec<u8>; 2], end: usize, length: usize) -> bool {
    let mut flipped = plain[end].clone();
    flipped[..length].reverse();
    by_hand(&flipped, &plain[1 - end]) < by_hand(&plain[end], &plain[1 - end])
}

/// The flips at one end that close a gap, and those among them after which both ends have another such flip.
fn closing(plain: &[Vec<u8>; 2], end: usize) -> (Vec<usize>, Vec<usize>) {
    let lengths = || 2..plain[0].len();
    let closing: Vec<usize> = lengths().filter(|&length| closes(plain, end, length)).collect();
    let goes_on = |&length: &usize| {
        let mut after = plain.clone();
        after[end][..length].reverse();
        [0, 1].iter().all(|&end| lengths().any(|length| closes(&after, end, length)))
    };
    let living = closing.iter().copied().filter(goes_on).collect();
    (closing, living)
}

/// Makes random flips at both ends, beside plain stacks. Every other flip is the first, which closes a gap if one can.
fn walk<C: StackLayout, T: PancakeSpot, W: Word, const N: usize>(count: u8) {
    let (stack, mut below) = (sorted::<C>(count), tests::numbers(count.into()));
    let puzzle = BothEnds::<T, W, N>::new(&stack).unwrap();
    let start = stack.random(&mut below);
    let mut plain = [start.unpack(count.into()), (0..count).collect::<Vec<_>>()];
    plain.iter_mut().for_each(|stack| stack.push(count));
    let first = puzzle.pair(&start);
    let (mut state, mut moves, mut lengths) = (first, Vec::new(), [Vec::new(), Vec::new()]);
    let mut gaps = PairGaps.memo(&puzzle, &state);
    for step in 0..200 {
        let set = puzzle.moves(&state);
        let end = usize::from(set.end);
        assert_eq!(gaps, by_hand(&plain[0], &plain[1]));
        // The set has all flips of one end, first the flips that close a gap.
        let all: Vec<Flip> = set.iter().collect();
        let place = |m: &Flip| usize::from(state.ends[end].spot(m.below).place());
        let places: Vec<usize> = all.iter().map(place).collect();
        let ordered = |mut places: Vec<usize>| {
            places.sort_unstable();
            places
        };
        assert_eq!(ordered(places.clone()), (2..=count.into()).collect::<Vec<_>>());
        let (closing_here, living) = closing(&plain, end);
        assert_eq!(ordered(places[..closing_here.len()].to_vec()), closing_here);
        // If every flip must close a gap, flips after which an end has no such flip are left out, and the other end has
        // at least as many flips left.
        if gaps > 0 {
            let (narrowed, low) = PairGaps.restrict(&puzzle, &state, set, &gaps, gaps - 1);
            let narrowed: Vec<usize> = narrowed.iter().map(|m| place(&m)).collect();
            assert_eq!(low, Some(gaps));
            assert_eq!(ordered(narrowed), if gaps == 1 { closing_here } else { living.clone() });
            assert!(gaps == 1 || living.len() <= closing(&plain, 1 - end).1.len());
        }
        // The updated outlook of an end equals the outlook from scratch.
        for end in [0, 1] {
            assert_eq!(state.outlooks[end].open_flips(), FlipOutlook::new(state.end(end)).open_flips());
        }
        let m = all[if step % 2 == 0 { 0 } else { below(all.len() as u64) as usize }];
        gaps = PairGaps.ahead(&puzzle, &state, m, &gaps);
        let (before, length) = (state, state.ends[end].spot(m.below).place());
        let undo = puzzle.apply(&mut state, m);
        plain[end][..length.into()].reverse();
        let mut back = state;
        puzzle.undo(&mut back, undo);
        assert_eq!(format!("{back:?}"), format!("{before:?}"));
        let again: Vec<u8> = puzzle.back(&before, m).iter().map(|m| m.below).collect();
        assert_eq!(again, [m.below]);
        let mut parents = 0;
        puzzle.undos_into(&state, &mut |undo| {
            let mut parent = state;
            puzzle.undo(&mut parent, undo);
            parents += u32::from(parent == before && undo.m == m);
            let m = puzzle.moves(&parent).iter().find(|m| *m == undo.m);
            puzzle.apply(&mut parent, m.unwrap());
            assert_eq!(parent, state);
        });
        assert_eq!(parents, 1);
        for (path, plain) in state.ends.iter().zip(&plain) {
            for (&pancake, place) in plain.iter().zip(0..) {
                assert_eq!(path.spot(pancake).place(), place);
                let above = if place == 0 { pancake } else { plain[usize::from(place) - 1] };
                assert_eq!(path.over(path.above(pancake), pancake), above);
            }
        }
        assert_eq!(puzzle.is_goal(&state), plain[0] == plain[1]);
        moves.push(m);
        lengths[end].push(length);
    }
    let [front, back] = lengths;
    assert_eq!(puzzle.lengths(&first, &moves), [front, back.into_iter().rev().collect()].concat());
}

#[test]
fn walks_at_both_ends_follow_plain_stacks() {
    [2, 3, 7, 16].into_iter().for_each(walk::<Nibbles, u8, u64, 64>);
    [17, 61, 62].into_iter().for_each(walk::<Bytes<64>, u8, u64, 64>);
    [63, 64].into_iter().for_each(walk::<Bytes<64>, u8, u128, 128>);
    [65, 126].into_iter().for_each(walk::<Bytes<256>, u8, u128, 128>);
    [127, 200, 254].into_iter().for_each(walk::<Bytes<256>, u16, [u64; 4], 256>);
    assert!(BothEnds::<u8, u64, 64>::new(&sorted::<Bytes<64>>(63)).is_none());
    assert!(BothEnds::<u8, u128, 128>::new(&sorted::<Bytes<256>>(127)).is_none());
    assert!(BothEnds::<u16, [u64; 4], 256>::new(&sorted::<Bytes<256>>(255)).is_none());
}

/// Takes moves out of a set, and checks which moves are left.
#[test]
fn sets_of_flips_are_told_apart() {
    let (stack, mut below) = (sorted::<Bytes<64>>(20), tests::numbers(3));
    let puzzle = BothEnds::<u8, u64, 64>::new(&stack).unwrap();
    for _ in 0..500 {
        let state = puzzle.pair(&stack.random(&mut below));
        let set = puzzle.moves(&state);
        let names = |set: Flips<u64>| set.iter().map(|m| m.below).collect::<Vec<u8>>();
        let closing = Flips { others: Bits::none(), ..set };
        let one = all_but(&names(set), &[names(set)[below(19) as usize]]);
        let single = Flips {
            others: names(set).into_iter().filter(|below| !one.contains(below)).collect(),
            end: set.end,
            ..Flips::none()
        };
        for less in [closing, single, Flips::none(), set, Flips { end: 1 - set.end, ..set }] {
            let expected = if less.end == set.end { all_but(&names(set), &names(less)) } else { names(set) };
            assert_eq!(names(set.without(less)), expected, "{set:?} without {less:?}");
        }
    }
}

fn all_but(names: &[u8], gone: &[u8]) -> Vec<u8> {
    names.iter().copied().filter(|below| !gone.contains(below)).collect()
}

/// The gap bound, with stacks of every size searched from both ends.
fn from_both_ends<C: StackLayout>(stack: &Pancake<C>) -> Reformulated<Gap, BothEnds<u8, u64, 64>> {
    Reformulated(Gap, BothEnds::new(stack).expect("few pancakes"))
}

fn sort<C: StackLayout>(
    stack: &Pancake<C>,
    walker: &dyn Walker<Pancake<C>>,
    start: C,
    prune: Prune,
    threads: usize,
) -> usize {
    let limits = Limits::default();
    let settings = SearchSettings { prune, threads, ..SearchSettings::default() };
    let Outcome::Solved(found) = ida_star::solve_with(stack, walker, &[start], &settings, &mut Meter::new(&limits))
    else {
        panic!("every stack can be sorted")
    };
    let mut state = found.start;
    assert_eq!(state, start);
    for &m in &found.moves {
        stack.apply(&mut state, m);
    }
    assert!(stack.is_goal(&state));
    found.moves.len()
}

/// A search holds no memory after it ended, however it ended.
#[test]
fn what_is_held_is_given_back() {
    let stack = Pancake::<Bytes<64>>::new(&(0..40).collect::<Vec<u8>>()).unwrap();
    let mut below = tests::numbers(9);
    let (mut solved, mut stopped, mut most) = (0, 0, 0);
    for nodes in [1 << 40, 1, 100, 1_000, 10_000, 20_000] {
        for _ in 0..10 {
            let start = stack.random(&mut below);
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let mut meter = Meter::new(&limits);
            let settings = SearchSettings { prune: Prune::Follow, ..SearchSettings::default() };
            match ida_star::solve_with(&stack, &from_both_ends(&stack), &[start], &settings, &mut meter) {
                Outcome::Solved(_) => solved += 1,
                _ => stopped += 1,
            }
            assert_eq!(meter.held(), 0);
            most = meter.finish().bytes.max(most);
        }
    }
    assert!(solved > 0 && stopped > 0 && most > 0, "{solved} solved, {stopped} stopped, {most} bytes");
}

/// Searches from both ends find the distances of plain vectors, for every stack of up to seven and many of eight.
#[test]
fn from_both_ends_it_is_as_far() {
    for count in 2..=8 {
        let (stack, distances) = (sorted::<Nibbles>(count), tests::by_hand(count.into()).1);
        for rank in (0..stack.ranks()).step_by(if count == 8 { 11 } else { 1 }) {
            let length =
                sort(&stack, &from_both_ends(&stack), stack.unrank(rank), Prune::Follow, 1 + rank as usize % 2);
            assert_eq!(length as u32, distances[rank as usize], "rank {rank} of {count}");
        }
    }
}

/// Larger stacks are sorted from both ends by default, and the textbook's search finds the same length.
#[test]
fn large_stacks_are_as_far() {
    fn compared<C: StackLayout>(count: u8, stacks: usize) {
        let (stack, mut below) = (sorted::<C>(count), tests::numbers(11));
        for _ in 0..stacks {
            let start = stack.random(&mut below);
            let sorted = |prune, threads| {
                ida_star::with_bound(&stack, "gap", |walker| sort(&stack, walker, start, prune, threads)).unwrap()
            };
            let length = sorted(Prune::Follow, 1);
            assert_eq!(length, sorted(Prune::Follow, 2));
            assert_eq!(length, sorted(Prune::Back, 1));
        }
    }
    compared::<Bytes<64>>(17, 40);
    compared::<Bytes<64>>(24, 20);
    compared::<Bytes<256>>(22, 20);
    compared::<Bytes<64>>(32, 4);
}
