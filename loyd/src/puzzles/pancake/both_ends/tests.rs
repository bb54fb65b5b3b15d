use super::*;
use crate::cells::{Bytes, Nibbles};
use crate::limits::{Limits, Meter};
use crate::puzzle::{Notation, Ranked};
use crate::puzzles::pancake::{Gap, tests};
use crate::search::Outcome;
use crate::search::ida_star::{self, Prune, Settings};

fn sorted<C: Layout>(count: u8) -> Pancake<C> {
    Pancake::new(&(0..count).collect::<Vec<_>>())
}

/// Gaps of one plain stack where another is the goal, and pancakes that do not lie alone.
fn by_hand(stack: &[u8], goal: &[u8]) -> Memo {
    let mut places = [0u8; 256];
    goal.iter().zip(0..).for_each(|(&pancake, place)| places[usize::from(pancake)] = place);
    let together = |a: u8, b: u8| places[usize::from(a)].abs_diff(places[usize::from(b)]) == 1;
    let gap = |place: usize| !together(stack[place], stack[place + 1]);
    let alone = |place: usize| (place == 0 || gap(place - 1)) && gap(place);
    let pancakes = 0..stack.len() - 1;
    Memo {
        gaps: pancakes.clone().filter(|&place| gap(place)).count() as u32,
        joined: pancakes.filter(|&place| !alone(place)).count() as u32,
    }
}

/// Random flips at both ends, beside plain stacks.
fn walk<C: Layout, W: Word, const N: usize>(count: u8) {
    let (stack, mut below) = (sorted::<C>(count), tests::numbers(count.into()));
    let puzzle = BothEnds::<W, N>::new(&stack).unwrap();
    let start = stack.random(&mut below);
    let mut plain = [start.unpack(count.into()), (0..count).collect::<Vec<_>>()];
    plain.iter_mut().for_each(|stack| stack.push(count));
    let first = puzzle.pair(&start);
    let (mut state, mut moves, mut lengths) = (first, Vec::new(), [Vec::new(), Vec::new()]);
    let (mut gaps, mut loners) = (Gaps.memo(&puzzle, &state), puzzle.loners(&state));
    for _ in 0..200 {
        let set = puzzle.moves(&state);
        // All flips of one end, those that close a gap first; and the other end has no fewer of those.
        let end = usize::from(set.end);
        let memo = by_hand(&plain[0], &plain[1]);
        assert_eq!((gaps, loners), (memo.gaps, memo));
        let closes = |end: usize, length: usize| {
            let mut flipped = plain[end].clone();
            flipped[..length].reverse();
            by_hand(&flipped, &plain[1 - end]).gaps < memo.gaps
        };
        let all: Vec<Flip> = set.iter().collect();
        let places: Vec<usize> = all.iter().map(|m| state.ends[end].place(m.below).into()).collect();
        let closing: Vec<usize> = places.iter().copied().filter(|&length| closes(end, length)).collect();
        assert_eq!(places[..closing.len()], closing);
        let mut ordered = places.clone();
        ordered.sort_unstable();
        assert_eq!(ordered, (2..=count.into()).collect::<Vec<_>>());
        let others = (2..=count.into()).filter(|&length| closes(1 - end, length)).count();
        assert!(closing.len() <= others);
        assert_eq!(puzzle.loners(&state), loners);
        let m = all[below(all.len() as u64) as usize];
        gaps = Gaps.ahead(&puzzle, &state, m, &gaps);
        loners = puzzle.loners_ahead(&state, m, loners);
        let (before, length) = (state, state.ends[end].place(m.below));
        let undo = puzzle.apply(&mut state, m);
        plain[end][..length.into()].reverse();
        let mut back = state;
        puzzle.undo(&mut back, undo);
        assert!(back.turn == before.turn && back.ends.map(|path| path.places) == before.ends.map(|path| path.places));
        let again: Vec<Flip> = puzzle.back(&before, m).iter().collect();
        assert_eq!(again, [m]);
        let mut parents = 0;
        puzzle.undos_into(&state, &mut |undo| parents += u32::from(undo == m));
        assert_eq!(parents, 1);
        for (path, plain) in state.ends.iter().zip(&plain) {
            for (&pancake, place) in plain.iter().zip(0..) {
                assert_eq!(path.place(pancake), place);
                assert!(place == 0 || path.above(pancake) == plain[usize::from(place) - 1]);
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
    [2, 3, 7, 16].into_iter().for_each(walk::<Nibbles, u64, 64>);
    [17, 61, 62].into_iter().for_each(walk::<Bytes<64>, u64, 64>);
    [63, 64].into_iter().for_each(walk::<Bytes<64>, [u64; 4], 256>);
    [65, 200, 254].into_iter().for_each(walk::<Bytes<256>, [u64; 4], 256>);
    assert!(BothEnds::<u64, 64>::new(&sorted::<Bytes<64>>(63)).is_none());
    assert!(BothEnds::<[u64; 4], 256>::new(&sorted::<Bytes<256>>(255)).is_none());
}

/// The gap that sends stacks of every size elsewhere.
struct Elsewhere;

impl<C: Layout> Heuristic<Pancake<C>> for Elsewhere {
    type Memo = u32;

    fn memo(&self, _: &Pancake<C>, _: &C) -> u32 {
        unreachable!("searched elsewhere")
    }

    fn ahead(&self, _: &Pancake<C>, _: &C, _: u8, _: &u32) -> u32 {
        unreachable!("searched elsewhere")
    }

    fn bound(&self, _: &u32) -> u32 {
        unreachable!("searched elsewhere")
    }

    fn elsewhere<V: ElsewhereVisitor<Pancake<C>>>(&self, stack: &Pancake<C>, starts: &[C], visitor: V) -> Option<V::Output> {
        BothEnds::<u64, 64>::new(stack).map(|puzzle| puzzle.lend(starts, visitor))
    }
}

fn sort<C: Layout>(stack: &Pancake<C>, bound: &impl Heuristic<Pancake<C>>, start: C, prune: Prune, threads: usize) -> usize {
    let limits = Limits::default();
    let settings = Settings { prune, threads, ..Settings::default() };
    let Outcome::Solved(found) = ida_star::solve_with(stack, bound, &[start], &settings, &mut Meter::new(&limits)) else {
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

/// Every stack of up to seven and many of eight: walks, beams and threads find the distances found by flipping plain vectors.
#[test]
fn from_both_ends_it_is_as_far() {
    for count in 2..=8 {
        let (stack, distances) = (sorted::<Nibbles>(count), tests::by_hand(count.into()).1);
        for rank in (0..stack.ranks()).step_by(if count == 8 { 11 } else { 1 }) {
            let length = sort(&stack, &Elsewhere, stack.unrank(rank), Prune::Follow, 1 + rank as usize % 2);
            assert_eq!(length as u32, distances[rank as usize], "rank {rank} of {count}");
        }
    }
}

/// Larger stacks are sorted from both ends unasked, and the textbook's search finds the same length.
#[test]
fn large_stacks_are_as_far() {
    fn compared<C: Layout>(count: u8, stacks: usize) {
        let (stack, mut below) = (sorted::<C>(count), tests::numbers(11));
        for _ in 0..stacks {
            let start = stack.random(&mut below);
            let length = sort(&stack, &Gap, start, Prune::Follow, 1);
            assert_eq!(length, sort(&stack, &Gap, start, Prune::Follow, 2));
            assert_eq!(length, sort(&stack, &Gap, start, Prune::Back, 1));
        }
    }
    compared::<Bytes<64>>(17, 40);
    compared::<Bytes<64>>(24, 20);
    compared::<Bytes<256>>(22, 20);
    compared::<Bytes<64>>(32, 4);
}
