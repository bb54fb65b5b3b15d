use std::collections::HashMap;

use super::*;
use loyd_core::heuristic::Heuristic;

/// The operations, written out for a board of numbers.
fn by_hand(board: [u8; 8], m: u8) -> [u8; 8] {
    let [a, b, c, d, e, f, g, h] = board;
    match m {
        A => [e, f, g, h, a, b, c, d],
        B => [d, a, b, c, h, e, f, g],
        _ => [a, f, b, d, e, g, c, h],
    }
}

/// The breadth-first layers forward from a board, without the module under test.
fn layers(from: [u8; 8]) -> (Vec<usize>, HashMap<[u8; 8], u32>) {
    let mut distance = HashMap::from([(from, 0)]);
    let (mut layer, mut counts) = (vec![from], Vec::new());
    while !layer.is_empty() {
        counts.push(layer.len());
        let mut next = Vec::new();
        for board in layer {
            for m in [A, B, C] {
                let child = by_hand(board, m);
                distance.entry(child).or_insert_with(|| {
                    next.push(child);
                    counts.len() as u32
                });
            }
        }
        layer = next;
    }
    (counts, distance)
}

fn array(state: &Nibbles) -> [u8; 8] {
    std::array::from_fn(|cell| state.get(cell as u8))
}

/// The number of moves to the goal from every rank, found backwards by `undos_into`.
fn backwards(board: &MagicBoard) -> Vec<u32> {
    let mut distance = vec![u32::MAX; board.ranks() as usize];
    let mut queue = board.goals().unwrap();
    distance[board.rank(&queue[0]) as usize] = 0;
    let mut taken = 0;
    while let Some(&state) = queue.get(taken) {
        taken += 1;
        let here = distance[board.rank(&state) as usize];
        board.undos_into(&state, &mut |undo| {
            let mut parent = state;
            board.undo(&mut parent, undo);
            let rank = board.rank(&parent) as usize;
            if distance[rank] == u32::MAX {
                distance[rank] = here + 1;
                queue.push(parent);
            }
        });
    }
    distance
}

/// Compares every move in every state with the move by hand, and takes it back.
#[test]
fn operations_follow_the_hand_and_can_be_taken_back() {
    let board = MagicBoard::standard();
    for rank in 0..board.ranks() {
        let state = board.unrank(rank);
        assert_eq!(board.rank(&state), rank);
        let mut parents = Vec::new();
        board.undos_into(&state, &mut |undo| {
            let mut parent = state;
            let m = board.undo(&mut parent, undo);
            parents.push((parent, m));
        });
        assert_eq!(parents.len(), 3);
        for (parent, m) in parents {
            let mut child = parent;
            board.apply(&mut child, m);
            assert_eq!(child, state);
        }
        for m in board.moves(&state).iter() {
            let mut child = state;
            let undo = board.apply(&mut child, m);
            assert_eq!(array(&child), by_hand(array(&state), m));
            for back in board.back(&state, m).iter() {
                let mut again = child;
                board.apply(&mut again, back);
                assert_eq!(again, state);
            }
            board.undo(&mut child, undo);
            assert_eq!(child, state);
        }
    }
}

/// `follow` drops a pair only if it changes nothing or does what a pair earlier in the alphabet does.
#[test]
fn follow_drops_only_pairs_that_an_earlier_pair_replaces() {
    let board = MagicBoard::standard();
    let start = board.goal();
    let pair = |first, second| {
        let mut state = start;
        board.apply(&mut state, first);
        board.apply(&mut state, second);
        state
    };
    for first in [A, B, C] {
        for second in board.follow(&start, first).iter() {
            let earlier = (A..first).flat_map(|first| [A, B, C].map(|second| pair(first, second)));
            let result = pair(first, second);
            assert!(result == start || earlier.into_iter().any(|other| other == result), "{first} {second}");
        }
    }
    assert!(board.follow(&start, B).contains(A), "the pair BA is not dropped");
}

/// census.txt: magic-board A,B,C forward only, from 1234/8765.
#[test]
fn census() {
    const LAYERS: [usize; 23] = [
        1, 3, 7, 14, 26, 51, 92, 159, 274, 453, 720, 1115, 1727, 2603, 3701, 4729, 5620, 6240, 5840, 4492, 2120, 328, 5,
    ];
    let board = MagicBoard::standard();
    let (forward, _) = layers(array(&STANDARD));
    assert_eq!(forward, LAYERS);
    let mut counts = [0; 23];
    backwards(&board).into_iter().for_each(|distance| counts[distance as usize] += 1);
    assert_eq!(counts, LAYERS);
    let facts = board.facts();
    assert_eq!((facts.gods_number, facts.states), (Some(22), Some(40_320)));
}

#[test]
fn the_bound_is_admissible_consistent_and_carried_right() {
    for goal in ["1234/8765", "5 8 3 2 4 1 6 7"] {
        let board = MagicBoard::new(read(goal).unwrap()).unwrap();
        let halves = Halves::new(&board);
        let distances = backwards(&board);
        let (mut exact, mut sum) = (0, 0);
        for (rank, distance) in distances.iter().copied().enumerate() {
            let state = board.unrank(rank as u64);
            let memo = halves.memo(&board, &state);
            let bound = halves.bound(&memo);
            assert!(bound <= distance, "{} for {distance} at {}", bound, board.write(&state));
            (exact, sum) = (exact + u32::from(bound == distance), sum + bound);
            for m in [A, B, C] {
                let mut child = state;
                board.apply(&mut child, m);
                let ahead = halves.ahead(&board, &state, m, &memo);
                assert_eq!(ahead, halves.memo(&board, &child));
                assert!(halves.bound(&ahead) + 1 >= bound);
            }
        }
        // A bound that is always 0 would pass everything above.
        assert!(sum > 7 * 40_320, "the mean is {}", f64::from(sum) / 40_320.0);
        assert!(exact > 100, "exact at {exact}");
    }
}

/// Sicily 1151: two of the article's boards are four moves from the standard board. USACO 3.2.5: the sample is seven.
#[test]
fn the_judges_direction_and_renaming() {
    let standard = MagicBoard::standard();
    let forward = layers(array(&STANDARD)).1;
    let distances = backwards(&standard);
    for (target, length, word) in [("5832/4167", 4, "ACCB"), ("3478/6521", 4, "BCCB"), ("2684/1375", 7, "BCABCCB")] {
        let target = read(target).unwrap();
        let board = MagicBoard::new(target).unwrap();
        let mut state = STANDARD;
        for name in word.chars() {
            let m = board.move_named(&state, &name.to_lowercase().to_string(), Convention::Blank).unwrap();
            assert_eq!(board.move_name(&state, m, Convention::Blank), name.to_string());
            board.apply(&mut state, m);
        }
        assert!(board.is_goal(&state));
        assert_eq!(forward[&array(&target)], length);
    }
    for number in (0..40_320).step_by(37) {
        let target = standard.unrank(number);
        let renamed = standard.renamed(STANDARD, target);
        assert_eq!(distances[standard.rank(&renamed) as usize], forward[&array(&target)]);
    }
}

#[test]
fn text_both_ways_and_bad_input() {
    let board = MagicBoard::standard();
    for text in ["1 2 3 4 8 7 6 5", "12348765", "1234/8765", "1 2 3 4\r\n8 7 6 5\r\n", "1,2,3,4,8,7,6,5"] {
        assert_eq!(board.starts(text), Ok(vec![STANDARD]), "{text:?}");
    }
    assert_eq!(board.write_goal(), "1 2 3 4 8 7 6 5");
    for number in (0..40_320).step_by(61) {
        let state = board.of_cantor(number).unwrap()[0];
        assert_eq!(board.cantor(&state), Some(number));
        assert_eq!(board.starts(&board.write(&state)), Ok(vec![state]));
    }
    assert_eq!(board.of_cantor(40_320), None);
    assert_eq!(board.of_cantor(u128::MAX), None);
    let rows = board.picture(&STANDARD);
    assert_eq!(rows.len(), 2);
    assert_eq!(rows[1][0], Square::Piece("8".into()));
    for text in ["", "1 2 3", "123487650", "12348769", "1 1 2 3 4 5 6 7", "-1 2 3 4 5 6 7 8", "1 2 3 4 8 7 6 x", "\0"] {
        assert!(board.starts(text).is_err(), "{text:?}");
    }
    let error = board.starts("1 2 3 4\n8 7 6 6").unwrap_err();
    assert_eq!((error.line, error.column, error.found.as_str()), (2, 7, "`6`"));
}

#[test]
fn random_states_are_drawn_from_all_ranks() {
    let board = MagicBoard::standard();
    let drawn = board.random(&mut |many| {
        assert_eq!(many, 40_320);
        40_319
    });
    assert_eq!(board.write(&drawn), "8 7 6 5 4 3 2 1");
}

#[test]
fn goals_that_are_none_make_no_board() {
    for goal in [Nibbles(0), Nibbles(STANDARD.0 | 1 << 32), Nibbles(STANDARD.0 | 8)] {
        assert!(MagicBoard::new(goal).is_err(), "{goal:?}");
    }
}
