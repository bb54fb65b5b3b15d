use super::*;
use loyd_core::heuristic::{BoundVisitor, Bounded, Heuristic};
use loyd_core::puzzle::{Convention, MoveSet, Notation};

const UNSEEN: u8 = u8::MAX;

/// The distance of every rank from the nearest of `sources`. A roll can be rolled back, so direction does not matter.
fn distances(sources: &[CubesState]) -> Vec<u8> {
    let mut table = vec![UNSEEN; STATES as usize];
    let mut layer = sources.to_vec();
    layer.iter().for_each(|state| table[state.rank() as usize] = 0);
    for depth in 1.. {
        let mut next = Vec::new();
        for state in &layer {
            for m in Bits(NEIGHBOURS[usize::from(state.blank())]).iter() {
                let child = state.rolled(m);
                let distance = &mut table[child.rank() as usize];
                if *distance == UNSEEN {
                    *distance = depth;
                    next.push(child);
                }
            }
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    table
}

/// A deterministic walk of pseudo-random steps.
fn walk(from: CubesState, length: usize, seed: u64) -> Vec<CubesState> {
    let mut random = seed;
    let mut at = from;
    let steps = (0..length).map(|_| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let cells: Vec<u8> = Bits(NEIGHBOURS[usize::from(at.blank())]).iter().collect();
        at = at.rolled(cells[(random >> 33) as usize % cells.len()]);
        at
    });
    steps.collect()
}

/// Rolls cubes by hand: strings of the colours on top, in front and at the side.
#[test]
fn rolls_are_those_of_real_cubes() {
    for start in 0..9 {
        let mut cells = vec!["WRB".to_string(); 9];
        cells[usize::from(start)] = String::new();
        let mut blank = usize::from(start);
        for state in walk(CubesState::start(start), 1000, start.into()) {
            let from = usize::from(state.blank());
            let cube: Vec<char> = cells[from].chars().collect();
            let order = if from / 3 == blank / 3 { [2, 1, 0] } else { [1, 0, 2] };
            cells[blank] = order.iter().map(|&axis| cube[axis]).collect();
            cells[from] = String::new();
            blank = from;
            let seen: Vec<String> =
                cells.iter().map(|cube| if cube.is_empty() { "E".into() } else { cube[..2].into() }).collect();
            let written = RollingCubes::new(Tops::STANDARD).write(&state);
            assert_eq!(written.replace('/', " "), seen.join(" "));
        }
    }
}

#[test]
fn each_part_is_connected_and_the_start_cells_are_in_the_two_largest() {
    let mut first = 0;
    for odd_cubes in [4, 3, 5, 2, 6, 1, 7, 0, 8] {
        let ranks = part(odd_cubes);
        assert_eq!(ranks.start, first);
        first = ranks.end;
        let table = distances(&[CubesState::unrank(ranks.start)]);
        for (rank, &distance) in (0..).zip(&table) {
            assert_eq!(distance != UNSEEN, ranks.contains(&rank), "{rank}");
        }
    }
    assert_eq!(first, STATES);
    for cell in 0..9 {
        let ranks = part(CubesState::start(cell).odd_cubes());
        assert!(ranks.contains(&CubesState::start(cell).rank()));
        assert_eq!(ranks.end - ranks.start, if cell % 2 == 0 { 4_133_430 } else { 3_306_744 });
    }
}

#[test]
fn ranks_are_dense() {
    for rank in 0..STATES {
        let state = CubesState::unrank(rank);
        assert_eq!(state.rank(), rank);
        assert_eq!(u64::from(state.tops().view()), rank % VIEWS);
    }
    assert_eq!((0..VIEWS as u32).find(|&view| Tops::from_view(view).view() != view), None);
}

#[test]
fn rolls_on_ranks_are_rolls() {
    let blocks = RollBlocks::new();
    for block in (0..STATES as usize / BLOCK).step_by(7) {
        let blank = CubesState::unrank((block * BLOCK) as u64).blank();
        let cells: Vec<u8> = Bits(NEIGHBOURS[usize::from(blank)]).iter().collect();
        let rolls: Vec<_> = blocks.rolls(block).collect();
        assert_eq!(rolls.len(), cells.len());
        for (&cell, (to, places)) in cells.iter().zip(rolls) {
            for place in (0..BLOCK).step_by(11) {
                let reached = CubesState::unrank((block * BLOCK + place) as u64).rolled(cell).rank();
                assert_eq!(reached as usize, to * BLOCK + usize::from(places[place]));
            }
        }
    }
    let mut views = vec![UNSEEN; VIEWS as usize];
    for (rank, distance) in distances(&[CubesState::start(7)]).into_iter().enumerate() {
        let least = &mut views[rank % VIEWS as usize];
        *least = distance.min(*least);
    }
    assert_eq!(blocks.rolls_from(7), views);
}

#[test]
fn the_samples_of_the_problem() {
    // POJ 3131: column, row, the view, the least number of rolls or -1 above 30.
    let samples = [
        (1, 2, "WWW/EWW/WWW", 0),
        (2, 1, "RBW/RWW/EWW", 3),
        (3, 3, "WBW/BRE/RBR", 13),
        (3, 3, "BWR/BWR/BER", 23),
        (2, 1, "BBB/BRB/BRE", 29),
        (1, 1, "RRR/WWW/RRE", 30),
        (2, 1, "RRR/BWB/RRE", -1),
        (3, 2, "RRR/WEW/RRR", -1),
    ];
    let blocks = RollBlocks::new();
    let tables = [0, 1, 4].map(|start| (start, blocks.rolls_from(start)));
    for (column, row, sight, expected) in samples {
        let (start, tops) = Tops::read(sight).unwrap().from_standard_start(3 * (row - 1) + column - 1);
        let (_, table) = tables.iter().find(|(cell, _)| *cell == start).unwrap();
        let rolls = i32::from(table[tops.view() as usize]);
        assert_eq!(if rolls > 30 { -1 } else { rolls }, expected, "{sight}");
    }
    // Every start cell reaches every view. These are the greatest numbers of rolls.
    let farthest = tables.iter().map(|(cell, table)| (*cell, *table.iter().max().unwrap()));
    assert_eq!(farthest.collect::<Vec<_>>(), [(0, 32), (1, 37), (4, 36)]);
}

#[test]
fn ida_star_solves_the_samples() {
    use loyd_core::search::{Limits, Meter, Outcome, ida_star};
    for (start, sight, expected) in [("2 1", "RBW/RWW/EWW", 3), ("3 3", "WBW/BRE/RBR", 13), ("3 3", "BWR/BWR/BER", 23)]
    {
        let cubes = RollingCubes::new(Tops::read(sight).unwrap());
        let starts = cubes.starts(start).unwrap();
        let limits = Limits::default();
        let mut meter = Meter::new(&limits);
        let outcome = ida_star::solve(
            &cubes,
            &ida_star::PlainBound(Tour::new(&cubes)),
            &starts,
            ida_star::Prune::Back,
            &mut meter,
        );
        let Outcome::Solved(found) = outcome else { panic!("{outcome:?}") };
        assert_eq!(found.moves.len(), expected);
        assert!(meter.stats.generated < 40_000, "{sight}: {}", meter.stats.generated);
    }
}

#[test]
fn mirrors_keep_distances() {
    use std::collections::HashMap;
    /// The mapped views within ten rolls of a start, with their least distance.
    fn near(start: u8, map: impl Fn(Tops) -> Tops) -> HashMap<u32, u8> {
        let mut views = HashMap::new();
        let mut layer = std::collections::HashSet::from([CubesState::start(start)]);
        for depth in 0..=10 {
            for state in &layer {
                views.entry(map(state.tops()).view()).or_insert(depth);
            }
            let children = layer
                .iter()
                .flat_map(|state| Bits(NEIGHBOURS[usize::from(state.blank())]).iter().map(|m| state.rolled(m)));
            layer = children.collect();
        }
        views
    }
    let plain = HashMap::from([0, 1, 4].map(|start| (start, near(start, |tops| tops))));
    for start in 0..9 {
        let (standard, _) = Tops::STANDARD.from_standard_start(start);
        let mapped = near(start, |tops| {
            let (cell, tops) = tops.from_standard_start(start);
            assert_eq!(cell, standard);
            tops
        });
        assert_eq!(mapped, plain[&standard], "{start}");
    }
}

struct Whole<'a>(&'a RollingCubes, &'a [u8]);

impl BoundVisitor<RollingCubes> for Whole<'_> {
    /// The mean of the bound, in thousandths.
    type Output = u64;

    fn visit<H: Heuristic<RollingCubes>>(self, heuristic: H) -> u64 {
        let Whole(cubes, table) = self;
        let mut sum = 0;
        for (rank, &distance) in (0..).zip(table) {
            let state = CubesState::unrank(rank);
            let memo = heuristic.memo(cubes, &state);
            let bound = heuristic.bound(&memo);
            assert!(bound <= distance.into(), "{state:?}: {bound} > {distance}");
            assert_eq!((bound ^ u32::from(distance)) & 1, 0, "the parity of the distance");
            assert_eq!(cubes.is_goal(&state), distance == 0);
            sum += u64::from(bound);
            for m in cubes.moves(&state).iter() {
                let ahead = heuristic.ahead(cubes, &state, m, &memo);
                assert!(bound <= heuristic.bound(&ahead) + 1, "consistent");
                assert_eq!(ahead, heuristic.memo(cubes, &state.rolled(m)));
            }
        }
        sum * 1000 / table.len() as u64
    }
}

#[test]
fn the_bound_is_admissible_on_the_whole_table() {
    let cubes = RollingCubes::new(Tops::STANDARD);
    let goals = cubes.goals().unwrap();
    assert_eq!(goals.len(), 256);
    let table = distances(&goals);
    let mut census = [0; 36];
    table.iter().for_each(|&distance| census[usize::from(distance)] += 1);
    // These numbers were computed by this project.
    let expected = [
        256, 1024, 2048, 2048, 4096, 8192, 16384, 20480, 37888, 56320, 109_568, 145_408, 258_048, 322_560, 551_424,
        612_352, 913_408, 926_720, 1_325_568, 1_167_360, 1_510_656, 1_219_584, 1_472_256, 986_112, 1_050_624, 684_032,
        684_544, 365_568, 315_904, 150_528, 113_152, 39936, 27648, 9216, 4608, 1024,
    ];
    assert_eq!(census, expected);
    let facts = cubes.facts();
    assert_eq!((facts.states, facts.gods_number), (Some(STATES.into()), Some(35)));
    let mean = table.iter().map(|&distance| u64::from(distance)).sum::<u64>() * 1000 / STATES;
    for facts in cubes.bounds() {
        assert!(facts.consistent);
        let bound = cubes.with_bound(facts.name, Whole(&cubes, &table)).unwrap();
        assert_eq!((bound, mean), (7527, 20144));
    }
}

#[test]
fn text_both_ways() {
    let cubes = RollingCubes::new(Tops::read("r b w  R W W  e w w").unwrap());
    assert_eq!(cubes.write_goal(), "RBW/RWW/EWW");
    let [start] = cubes.starts("2 1").unwrap()[..] else { panic!() };
    assert_eq!(start, CubesState::start(1));
    assert_eq!(cubes.write(&start), "WR E WR/WR WR WR/WR WR WR");
    for text in ["21", "2,1", "wr e wr, wr WR WR\r\nWR WR WR\r\n"] {
        assert_eq!(cubes.starts(text), Ok(vec![start]), "{text}");
    }
    for state in walk(start, 500, 7) {
        assert_eq!(cubes.starts(&cubes.write(&state)), Ok(vec![state]));
        assert_eq!(cubes.of_cantor(cubes.cantor(&state).unwrap()), Some(vec![state]));
        let mut letters: Vec<_> = cubes.moves(&state).iter().collect();
        letters.sort_by_key(|&m| cubes.order(&state, m));
        for &m in &letters {
            let [blank, tile] = [Convention::Blank, Convention::Tile].map(|way| cubes.move_name(&state, m, way));
            assert_eq!(cubes.move_named(&state, &blank.to_uppercase(), Convention::Blank), Some(m));
            assert_eq!(cubes.move_named(&state, &tile, Convention::Tile), Some(m));
            assert!(matches!((&*blank, &*tile), ("u", "d") | ("d", "u") | ("l", "r") | ("r", "l")));
        }
        let names: Vec<_> = letters.iter().map(|&m| cubes.move_name(&state, m, Convention::Blank)).collect();
        assert!(names.is_sorted(), "{names:?}");
        assert_eq!(cubes.move_named(&state, "x", Convention::Blank), None);
    }
    assert_eq!(cubes.cantor(&start), Some(6u128.pow(8)), "after all with the blank in the first cell");
    assert_eq!(cubes.of_cantor(STATES.into()), None);
    assert_eq!(
        cubes.of_cantor(STATES as u128 - 1).map(|states| cubes.write(&states[0])).unwrap(),
        "BR BR BR/BR BR BR/BR BR E"
    );
    assert_eq!(cubes.random(&mut |count| count - 1).rank(), STATES - 1);
}

#[test]
fn bad_input_is_told_where() {
    let cubes = RollingCubes::new(Tops::STANDARD);
    let state = |text: &str| cubes.starts(text).unwrap_err().to_string();
    let place = |error: String| error.split(", expected").next().unwrap().to_string();
    for (text, expected) in [
        ("4 1", "line 1, column 1: found `4`"),
        ("1 0", "line 1, column 3: found `0`"),
        ("1", "line 1, column 2: found end of text"),
        ("1 2 3", "line 1, column 5: found `3`"),
        ("99999999999999999999 1", "line 1, column 1: found `99999999999999999999`"),
        ("", "line 1, column 1: found end of text"),
        ("\0", "line 1, column 1: found `\\0`"),
        ("WR WR WR\nWR WR WR\nWR WR WR", "line 3, column 9: found end of text"),
        ("WR WR WR\nWR E WR\nWR WR E", "line 3, column 7: found `E`"),
        ("WR WR WR\nWR E WW\nWR WR WR", "line 2, column 6: found `WW`"),
        ("WR WR WR\nWR E WG\nWR WR WR", "line 2, column 6: found `WG`"),
        ("WR WR WR\nWR E WR\nWR WR WR WR", "line 3, column 10: found `WR`"),
        ("WR WR", "line 1, column 6: found end of text"),
        ("WWWWEWWWW", "line 1, column 1: found `WWWWEWWWW`"),
    ] {
        assert_eq!(place(state(text)), expected, "{text:?}");
    }
    let goal = |text: &str| place(Tops::read(text).unwrap_err().to_string());
    for (text, expected) in [
        ("WWWWWWWWW", "line 1, column 10: found end of text"),
        ("WWWWEWWWE", "line 1, column 9: found `E`"),
        ("WWW/WEG/WWW", "line 1, column 7: found `G`"),
        ("WWW/WEW/WW", "line 1, column 11: found end of text"),
        ("W W W W E W W W W W", "line 1, column 19: found `W`"),
        ("WR W W W E W W W W", "line 1, column 1: found `WR`"),
    ] {
        assert_eq!(goal(text), expected, "{text:?}");
    }
    assert_eq!(CubesState::pack(&[None; 9]), None);
    let lying = Some(Cube { top: Colour::Red, front: Colour::Red });
    assert_eq!(CubesState::pack(&[None, lying, lying, lying, lying, lying, lying, lying, lying]), None);
    struct Door;
    impl Visitor for Door {
        type Output = ();
        fn ranked<P: Ranked + Bounded + Notation + 'static>(self, _: P) {}
        fn unranked<P: Bounded + Notation + 'static>(self, _: P) {}
    }
    assert!(open("rolling-cubes", "", None, &Opening::default(), Door).is_ok());
    assert!(open("rolling-cubes", "", Some("RBW/RWW/EWW"), &Opening::default(), Door).is_ok());
    for (id, parameters) in [("rolling-cubes:3x3", "3x3"), ("rolling-cubes:", "")] {
        assert!(matches!(open(id, parameters, None, &Opening::default(), Door), Err(Unopened::Parameters { .. })));
    }
    assert!(matches!(open("rolling-cubes", "", Some("x"), &Opening::default(), Door), Err(Unopened::Goal(_))));
}
