use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use super::*;
use loyd_core::heuristic::{BoundVisitor, Bounded, Heuristic};
use loyd_core::puzzle::{Convention, Notation};
use loyd_core::search::{Limits, Meter, Outcome, ida_star};

const UNSEEN: u8 = u8::MAX;

fn board(rows: u8, columns: u8) -> Swap<Nibbles> {
    Swap::rectangle(rows, columns).unwrap()
}

/// The distance of every rank to the nearest goal, by retrograde search.
fn distances(swap: &Swap<Nibbles>) -> Vec<u8> {
    let mut table = vec![UNSEEN; swap.ranks() as usize];
    let mut layer = swap.goals().unwrap();
    layer.iter().for_each(|goal| table[swap.rank(goal) as usize] = 0);
    for depth in 1.. {
        let mut next = Vec::new();
        for state in &layer {
            swap.undos_into(state, &mut |undo| {
                let mut parent = *state;
                swap.undo(&mut parent, undo);
                let distance = &mut table[swap.rank(&parent) as usize];
                if *distance == UNSEEN {
                    *distance = depth;
                    next.push(parent);
                }
            });
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    table
}

/// The number of states of one phase at each depth, or of positions at the lesser depth of their two states.
fn census(distances: impl Iterator<Item = u8>) -> Vec<u32> {
    let mut counts = Vec::new();
    for distance in distances.filter(|&distance| distance != UNSEEN).map(usize::from) {
        counts.resize(counts.len().max(distance + 1), 0);
        counts[distance] += 1;
    }
    counts
}

fn at_the_lesser(table: &[u8]) -> Vec<u32> {
    census(table.chunks(2).map(|pair| pair[0].min(pair[1])))
}

#[test]
fn censuses() {
    // census.txt: swap 3x3 and 2x2 alternating kinds, either first.
    let three = distances(&board(3, 3));
    let expected = [1, 20, 112, 1036, 4166, 18754, 47195, 94448, 111_363, 66320, 18596, 862, 7];
    assert_eq!(at_the_lesser(&three), expected);
    // The same with an orthogonal move first: the phase digit 1 stands for a diagonal last move. census.txt counts the
    // identity at its shortest word that is not empty; here its word is empty.
    let orthogonal = census(three.iter().skip(1).step_by(2).copied());
    let from_one = [12, 96, 724, 3631, 15318, 43839, 87952, 112_173, 75402, 21694, 2032, 7];
    let differ = |depth: usize| from_one[depth - 1] - orthogonal[depth];
    assert_eq!((1..=12).map(differ).sum::<u32>(), 1, "{orthogonal:?}");
    assert_eq!(orthogonal[0], 1);
    assert_eq!(at_the_lesser(&distances(&board(2, 2))), [1, 6, 8, 6, 3]);
}

#[test]
fn every_state_reaches_a_goal_unless_in_a_single_row() {
    for (rows, columns) in [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (1, 2), (1, 4), (4, 1), (1, 7)] {
        let swap = board(rows, columns);
        let table = distances(&swap);
        for (rank, &distance) in table.iter().enumerate() {
            let state = swap.unrank(rank as u64);
            assert_eq!(swap.unsolvable(&state).is_some(), distance == UNSEEN, "{state:?}");
            // The reason: no two moves can be made one after the other.
            let is_last = |m| {
                let mut child = state;
                swap.apply(&mut child, m);
                swap.moves(&child).iter().next().is_none()
            };
            assert!(swap.unsolvable(&state).is_none() || swap.moves(&state).iter().all(is_last), "{state:?}");
        }
        let facts = swap.facts();
        let reached = table.iter().filter(|&&distance| distance != UNSEEN).count();
        assert_eq!(facts.states, Some(reached as u128));
        let farthest = at_the_lesser(&table).len() as u32 - 1;
        assert!(facts.gods_number.is_none_or(|known| known == farthest), "{rows}x{columns}: {farthest}");
    }
}

/// The neighbours of an arrangement by the rules, without the puzzle's code.
fn plain_neighbours(rows: i8, columns: i8, numbers: &[u8], orthogonal: bool) -> Vec<Vec<u8>> {
    let cells = rows * columns;
    let pairs = (0..cells).flat_map(|a| (a + 1..cells).map(move |b| (a, b)));
    let near = pairs.filter(|(a, b)| {
        let steps = ((a / columns - b / columns).abs(), (a % columns - b % columns).abs());
        if orthogonal { matches!(steps, (0, 1) | (1, 0)) } else { steps == (1, 1) }
    });
    let exchange = near.map(|(a, b)| {
        let mut child = numbers.to_vec();
        child.swap(a as usize, b as usize);
        child
    });
    exchange.collect()
}

#[test]
fn distances_agree_with_plain_breadth_first_search() {
    for (rows, columns) in [(2, 2), (2, 3), (1, 5), (4, 1)] {
        let goal: Vec<u8> = (0..rows * columns).rev().map(|number| number as u8).collect();
        let swap = board(rows as u8, columns as u8).with_goal(&goal).unwrap();
        let table = distances(&swap);
        // A search from the goal that undoes moves. The key contains whether the next move to the goal is orthogonal.
        let mut depths = HashMap::from([((goal.clone(), false), 0u8), ((goal, true), 0)]);
        let mut queue: Vec<_> = depths.keys().cloned().collect();
        let mut at = 0;
        while at < queue.len() {
            let (numbers, next) = queue[at].clone();
            let depth = depths[&(numbers.clone(), next)];
            for parent in plain_neighbours(rows, columns, &numbers, !next) {
                depths.entry((parent.clone(), !next)).or_insert_with(|| {
                    queue.push((parent, !next));
                    depth + 1
                });
            }
            at += 1;
        }
        assert_eq!(table.iter().filter(|&&distance| distance != UNSEEN).count(), depths.len());
        for ((numbers, orthogonal), depth) in depths {
            let state = swap.position(&numbers)[usize::from(!orthogonal)];
            assert_eq!(table[swap.rank(&state) as usize], depth, "{numbers:?} {orthogonal}");
        }
    }
}

/// The number of distinct states at each depth forwards from one state.
fn layers<C: SwapLayout>(swap: &Swap<C>, start: SwapState<C>, depth: usize) -> Vec<usize> {
    let mut layer = vec![start];
    let mut seen = HashSet::from([start]);
    let mut counts = vec![1];
    for _ in 0..depth {
        let mut next = Vec::new();
        for state in &layer {
            for m in swap.moves(state).iter() {
                let mut child = *state;
                swap.apply(&mut child, m);
                if seen.insert(child) {
                    next.push(child);
                }
            }
        }
        counts.push(next.len());
        layer = next;
    }
    counts
}

#[test]
fn first_layers_of_the_4x4_board() {
    // census.txt: swap 4x4 first layers, states counted with the kind of the last move.
    let swap = board(4, 4);
    let order: Vec<u8> = (0..16).collect();
    let [orthogonal, diagonal] = swap.position(&order);
    assert_eq!(layers(&swap, orthogonal, 5), [1, 24, 432, 6520, 73871, 773_574]);
    assert_eq!(layers(&swap, diagonal, 5), [1, 18, 432, 5076, 73871, 655_624]);
}

#[test]
fn layouts_agree() {
    let order: Vec<u8> = (0..12).rev().collect();
    let small = board(3, 4);
    let (middle, large) = (Swap::<Bytes<32>>::rectangle(3, 4).unwrap(), Swap::<Bytes<256>>::rectangle(3, 4).unwrap());
    for first in 0..2 {
        let expected = layers(&small, small.position(&order)[first], 3);
        assert_eq!(layers(&middle, middle.position(&order)[first], 3), expected);
        assert_eq!(layers(&large, large.position(&order)[first], 3), expected);
    }
}

/// Checks in all states that one bound is admissible and that `ahead` equals `memo`, and whether it is consistent.
struct Whole<'a> {
    swap: &'a Swap<Nibbles>,
    table: &'a [u8],
}

impl BoundVisitor<Swap<Nibbles>> for Whole<'_> {
    /// The sum of the bounds, and whether the bound is consistent.
    type Output = (u64, bool);

    fn visit<H: Heuristic<Swap<Nibbles>>>(self, heuristic: H) -> (u64, bool) {
        let (mut sum, mut consistent) = (0, true);
        for (rank, &distance) in self.table.iter().enumerate() {
            let state = self.swap.unrank(rank as u64);
            let memo = heuristic.memo(self.swap, &state);
            let bound = heuristic.bound(&memo);
            assert!(bound <= u32::from(distance) || distance == UNSEEN, "{state:?}: {bound} > {distance}");
            sum += u64::from(bound);
            for m in self.swap.moves(&state).iter() {
                let mut child = state;
                self.swap.apply(&mut child, m);
                let ahead = heuristic.ahead(self.swap, &state, m, &memo);
                assert_eq!(ahead, heuristic.memo(self.swap, &child));
                consistent &= bound <= heuristic.bound(&ahead) + 1;
            }
        }
        (sum, consistent)
    }
}

#[test]
fn bounds_are_admissible_on_whole_tables() {
    for (rows, columns) in [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (1, 4), (5, 1)] {
        let swap = board(rows, columns);
        let table = distances(&swap);
        let mut means = Vec::new();
        for facts in swap.bounds().iter().filter(|facts| !facts.tables) {
            let whole = Whole { swap: &swap, table: &table };
            let (sum, consistent) = swap.with_bound(facts.name, whole).unwrap();
            assert!(consistent || !facts.consistent, "{} on {rows}x{columns}", facts.name);
            means.push((facts.name, 10_000 * sum / table.len() as u64));
        }
        if (rows, columns) == (3, 3) {
            // The means in the documentation of `Alternating`, rounded down.
            let real: u64 = table.iter().map(|&distance| u64::from(distance)).sum();
            means.push(("distance", 10_000 * real / table.len() as u64));
            assert_eq!(means, [("alternating", 67781), ("third-manhattan", 50001), ("distance", 76930)]);
        }
    }
}

struct Nodes<'a, C: SwapLayout> {
    swap: &'a Swap<C>,
    starts: Vec<SwapState<C>>,
}

impl<C: SwapLayout> BoundVisitor<Swap<C>> for Nodes<'_, C> {
    /// The length of a shortest solution, and the nodes generated.
    type Output = (u32, u64);

    fn visit<H: Heuristic<Swap<C>>>(self, heuristic: H) -> (u32, u64) {
        let limits = Limits::default();
        let mut meter = Meter::new(&limits);
        let outcome = ida_star::solve(
            self.swap,
            &ida_star::PlainBound(heuristic),
            &self.starts,
            ida_star::Prune::Back,
            &mut meter,
        );
        let Outcome::Solved(found) = outcome else { panic!("{outcome:?}") };
        (found.moves.len() as u32, meter.stats.generated)
    }
}

#[test]
fn the_articles_hard_grid() {
    let swap = board(3, 3);
    let nodes = swap.bounds().into_iter().filter(|facts| !facts.tables).map(|facts| {
        let starts = swap.starts("9 8 7/6 5 4/3 2 1").unwrap();
        let (length, nodes) = swap.with_bound(facts.name, Nodes { swap: &swap, starts }).unwrap();
        assert_eq!(length, 12);
        (facts.name, nodes)
    });
    // The node counts in the documentation of `Alternating`.
    assert_eq!(nodes.collect::<Vec<_>>(), [("alternating", 7400), ("third-manhattan", 2_954_708)]);
}

#[test]
fn the_articles_sample_has_the_two_solutions_printed_there() {
    let swap = board(3, 3);
    let starts = swap.starts("1 2 9\r\n4 6 3\r\n7 8 5\r\n").unwrap();
    let limits = Limits::default();
    let mut solutions = Vec::new();
    let outcome = ida_star::all(
        &swap,
        &ida_star::PlainBound(Alternating::new(&swap)),
        &starts,
        0,
        &mut Meter::new(&limits),
        &mut |start, moves| {
            let mut state = *start;
            let names = moves.iter().map(|&m| {
                let name = swap.move_name(&state, m, Convention::Blank);
                swap.apply(&mut state, m);
                name
            });
            solutions.push(names.collect::<Vec<_>>().join(" "));
            ControlFlow::Continue(())
        },
    );
    assert_eq!(outcome, Outcome::Solved(loyd_core::cost::Cost::moves(3)));
    solutions.sort();
    assert_eq!(solutions, ["3-9 5-6 6-9", "6-9 3-6 5-9"]);
}

#[test]
fn a_large_board_is_solved() {
    let swap = Swap::<Bytes<256>>::rectangle(16, 16).unwrap();
    let mut state = swap.goals().unwrap()[0];
    for at in [200, 31, 77, 5] {
        let m = swap.moves(&state).iter().nth(at).unwrap();
        swap.apply(&mut state, m);
    }
    let starts = swap.starts(&swap.write(&state)).unwrap();
    for facts in swap.bounds().iter().take(1) {
        let (length, _) = swap.with_bound(facts.name, Nodes { swap: &swap, starts: starts.clone() }).unwrap();
        assert_eq!(length, 4, "four moves that touch no cell twice");
    }
}

#[test]
fn text_both_ways() {
    let swap = board(2, 3).with_goal(&[5, 4, 3, 2, 1, 0]).unwrap();
    assert_eq!(swap.write_goal(), "6 5 4/3 2 1");
    let starts = swap.starts("123456").unwrap();
    assert_eq!(starts.len(), 2);
    for state in &starts {
        assert_eq!(swap.write(state), "1 2 3/4 5 6");
        assert_eq!((swap.cantor(state), swap.of_cantor(0)), (Some(0), Some(starts.clone())));
        let names: Vec<_> = swap
            .moves(state)
            .iter()
            .map(|m| {
                let name = swap.move_name(state, m, Convention::Blank);
                let (first, second) = name.split_once('-').unwrap();
                assert_eq!(swap.move_named(state, &name, Convention::Blank), Some(m));
                assert_eq!(swap.move_named(state, &format!("{second}-{first}"), Convention::Blank), Some(m));
                (swap.order(state, m), name)
            })
            .collect();
        let mut in_order = names.clone();
        in_order.sort();
        let expected: &[&str] = match state.last {
            ExchangeKind::Diagonal => &["1-2", "1-4", "2-3", "2-5", "3-6", "4-5", "5-6"],
            ExchangeKind::Orthogonal => &["1-5", "2-4", "2-6", "3-5"],
        };
        assert_eq!(in_order.iter().map(|(_, name)| name).collect::<Vec<_>>(), expected);
        for name in ["", "-", "1", "1-1", "1-6", "1-99", "1--2", "+1-2", "1-99999999999999999999", "a-b"] {
            assert_eq!(swap.move_named(state, name, Convention::Blank), None, "{name}");
        }
    }
    assert!(swap.of_cantor(720).is_none());
    let large = Swap::<Bytes<256>>::rectangle(16, 16).unwrap();
    let goal = large.goals().unwrap()[0];
    assert!(large.starts(&large.write(&goal)).unwrap().contains(&goal));
    assert_eq!((large.cantor(&goal), large.of_cantor(0)), (None, None));
    let sixteen = board(4, 4);
    let last = sixteen.unrank(sixteen.ranks() - 1);
    assert_eq!(sixteen.rank(&last), sixteen.ranks() - 1);
}

#[test]
fn random_positions_are_spread_over_the_solvable_ones() {
    for (rows, columns, positions) in [(2, 2, 24), (1, 4, 4), (2, 3, 720)] {
        let swap = board(rows, columns);
        let mut number = 0;
        let mut drawn = HashMap::new();
        // Goes through every sequence of draws of the shuffle. Each position must come equally often.
        let sequences = if rows == 1 { 4 } else { lehmer::FACTORIALS[swap.cells()] };
        for sequence in 0..sequences {
            number = sequence;
            let state = swap.random(&mut |n| {
                let drawn = number % n;
                number /= n;
                drawn
            });
            assert_eq!(swap.unsolvable(&state), None);
            *drawn.entry(state.cells).or_insert(0u64) += 1;
        }
        assert_eq!((drawn.len() as u64, number), (positions, 0));
        assert!(drawn.values().all(|&times| times == sequences / positions));
    }
}

#[test]
fn bad_input_is_told_where() {
    struct Door;
    impl Visitor for Door {
        type Output = ();
        fn ranked<P: Ranked + Bounded + Notation + 'static>(self, _: P) {}
        fn unranked<P: Bounded + Notation + 'static>(self, _: P) {}
    }
    let opened = |parameters: &str, goal: Option<&str>| {
        let id = format!("swap:{parameters}");
        open(&id, parameters, goal, &Opening::default(), Door).map_err(|error| error.to_string())
    };
    for parameters in ["3", "1x2", "2x1", "16x16", "4x4", "5"] {
        assert_eq!(opened(parameters, None), Ok(()), "{parameters}");
    }
    for parameters in ["99x99", "1x1", "1", "0x3", "17", "", "3x", "-3", "+3x3", "3x3x3", "99999999999999999999"] {
        let error = opened(parameters, None).unwrap_err();
        assert!(error.contains("expected rows x columns"), "{error}");
    }
    assert_eq!(opened("3", Some("9 8 7/6 5 4/3 2 1")), Ok(()));
    let error = opened("3", Some("1 2 3\n4 5 6\n7 8 8")).unwrap_err();
    assert!(error.contains("goal: line 3, column 5: found `8`"), "{error}");
    let swap = board(3, 3);
    let error = |text: &str| swap.starts(text).unwrap_err().to_string();
    assert!(error("1 2 3\n4 0 6\n7 8 9").contains("line 2, column 3: found `0`"));
    assert!(error("1 2 3 4 5 6 7 8").contains("end of text"));
    assert!(swap.clone().with_goal(&[0, 1]).is_err());
    assert!(swap.clone().with_goal(&[0; 9]).is_err());
    assert!(swap.with_goal(&[0, 1, 2, 3, 4, 5, 6, 7, 9]).is_err());
    assert!(Swap::<Nibbles>::rectangle(1, 1).is_err());
    assert!(Swap::<Nibbles>::rectangle(4, 5).is_err());
}
