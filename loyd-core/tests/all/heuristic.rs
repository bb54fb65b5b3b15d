use loyd_core::cells::{Cells, Nibbles};
use loyd_core::heuristic::*;
use loyd_core::puzzle::Puzzle;
use loyd_core::puzzle::{MoveSet, Notation};
use loyd_puzzles::pancake::{Gap, Pancake};
use loyd_puzzles::sliding::Sliding;
use loyd_puzzles::sliding::bounds::Manhattan;
use loyd_puzzles::swap::{Alternating, Swap, ThirdManhattan};

/// The rows, or columns, that the tiles of the 8-puzzle are away from home. A move changes one of the two sums.
struct Lines {
    rows: bool,
}

type Eight = Sliding<Nibbles>;

impl Heuristic<Eight> for Lines {
    type Memo = u32;

    fn memo(&self, eight: &Eight, state: &<Eight as Puzzle>::State) -> u32 {
        let line = |cell: u8| if self.rows { cell / 3 } else { cell % 3 };
        let home = |tile| (0..9).find(|&cell| eight.goal().cells().get(cell) == tile).unwrap();
        let tiles = (0..9).filter(|&cell| cell != state.blank());
        tiles.map(|cell| u32::from(line(cell).abs_diff(line(home(state.cells().get(cell)))))).sum()
    }

    fn ahead(&self, eight: &Eight, state: &<Eight as Puzzle>::State, m: u8, _memo: &u32) -> u32 {
        let mut child = *state;
        eight.apply(&mut child, m);
        self.memo(eight, &child)
    }

    fn bound(&self, memo: &u32) -> u32 {
        *memo
    }
}

/// A bound that claims for every state that no goal can be reached.
struct Hopeless;

impl Heuristic<Eight> for Hopeless {
    type Memo = ();

    fn memo(&self, _: &Eight, _: &<Eight as Puzzle>::State) {}

    fn ahead(&self, _: &Eight, _: &<Eight as Puzzle>::State, _: u8, (): &()) {}

    fn bound(&self, (): &()) -> u32 {
        UNREACHABLE
    }
}

/// Makes a walk, and compares the carried memo with a new one, and `ahead_within` with the whole bound.
pub(super) fn follows_walks<P: Puzzle, H: Heuristic<P>>(puzzle: &P, heuristic: &H, start: &P::State, steps: usize) {
    walks(puzzle, heuristic, start, steps, |_, _| {});
}

/// Makes a walk, and compares the result of `restrict` with the bounds of all children.
fn restricts_on_walks<P: Puzzle, H: Restricts<P>>(puzzle: &P, heuristic: &H, start: &P::State, steps: usize) {
    walks(puzzle, heuristic, start, steps, |state, memo| {
        let here = heuristic.bound(memo);
        for most in here.saturating_sub(2)..=here + 1 {
            let (able, low) = heuristic.restrict(puzzle, state, puzzle.moves(state), memo, most);
            for m in puzzle.moves(state).without(able).iter() {
                let bound = heuristic.bound(&heuristic.ahead(puzzle, state, m, memo));
                assert!(
                    low.is_some_and(|low| low > most && bound >= low),
                    "{bound} is left out beyond {most}: {low:?}"
                );
            }
        }
    });
}

fn walks<P: Puzzle, H: Heuristic<P>>(
    puzzle: &P,
    heuristic: &H,
    start: &P::State,
    steps: usize,
    each: impl Fn(&P::State, &H::Memo),
) {
    let (mut state, mut seed) = (start.clone(), 0x9e37_79b9_7f4a_7c15u64);
    let mut memo = heuristic.memo(puzzle, &state);
    for _ in 0..steps {
        let moves: Vec<P::Move> = puzzle.moves(&state).iter().collect();
        each(&state, &memo);
        for &m in &moves {
            let ahead = heuristic.ahead(puzzle, &state, m, &memo);
            let bound = heuristic.bound(&ahead);
            for most in bound.saturating_sub(2)..=bound + 1 {
                match heuristic.ahead_within(puzzle, &state, m, &memo, most) {
                    Ok(within) => assert!(within == ahead && bound <= most),
                    Err(low) => assert!(low > most && low <= bound, "{low} of {bound} beyond {most}"),
                }
            }
        }
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let m = moves[(seed >> 33) as usize % moves.len()];
        memo = heuristic.ahead(puzzle, &state, m, &memo);
        puzzle.apply(&mut state, m);
        assert_eq!(memo, heuristic.memo(puzzle, &state), "{state:?}");
    }
}

#[test]
fn the_sum_of_rows_and_columns_is_manhattan() {
    let eight = Eight::rectangle(3, 3).unwrap();
    let sum = Sum(Lines { rows: true }, Lines { rows: false });
    let (mut state, mut seed) = (eight.goal(), 1u32);
    for _ in 0..1000 {
        assert_eq!(sum.bound(&sum.memo(&eight, &state)), Manhattan.memo(&eight, &state));
        let moves: Vec<u8> = eight.moves(&state).iter().collect();
        seed = seed.wrapping_mul(1_103_515_245).wrapping_add(12345);
        eight.apply(&mut state, moves[(seed >> 16) as usize % moves.len()]);
    }
    follows_walks(&eight, &sum, &eight.goal(), 1000);
}

/// A child that the first of two bounds leaves out is left out by both together.
#[test]
fn two_bounds_restrict_together() {
    let stack = Pancake::<Nibbles>::new(&[0, 1, 2, 3, 4, 5, 6, 7]).unwrap();
    let start = stack.random(&mut |below| below / 2);
    restricts_on_walks(&stack, &Gap, &start, 300);
    restricts_on_walks(&stack, &Max(Gap, Gap), &start, 300);
    follows_walks(&stack, &Sum(Gap, Gap), &start, 300);
    let (max, memo) = (Max(Gap, Gap), Gap.memo(&stack, &start));
    let (moves, low) = max.restrict(&stack, &start, stack.moves(&start), &(memo, memo), memo - 1);
    assert!(moves.iter().count() <= 2 && low == Some(memo));
}

#[test]
fn no_way_stays_no_way() {
    let eight = Eight::rectangle(3, 3).unwrap();
    let (state, m) = (eight.goal(), eight.moves(&eight.goal()).pop().unwrap());
    let sum = Sum(Manhattan, Sum(Hopeless, Hopeless));
    let memo = sum.memo(&eight, &state);
    assert_eq!(sum.bound(&memo), UNREACHABLE);
    assert_eq!(sum.ahead_within(&eight, &state, m, &memo, 80), Err(UNREACHABLE));
    let max = Max(Manhattan, Hopeless);
    assert_eq!(max.bound(&max.memo(&eight, &state)), UNREACHABLE);
}

#[test]
fn the_greater_is_the_greater_along_walks() {
    let swap = Swap::<Nibbles>::rectangle(3, 4).unwrap();
    let (a, b) = (Alternating::new(&swap), ThirdManhattan::new(&swap));
    let max = Max(ThirdManhattan::new(&swap), Alternating::new(&swap));
    let [mut state, _] = swap.position(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    follows_walks(&swap, &max, &state, 500);
    for step in 0..500 {
        let moves: Vec<_> = swap.moves(&state).iter().collect();
        swap.apply(&mut state, moves[step * step % moves.len()]);
        let greater = a.bound(&a.memo(&swap, &state)).max(b.bound(&b.memo(&swap, &state)));
        assert_eq!(max.bound(&max.memo(&swap, &state)), greater);
    }
}
