//! Twenty random 4x4 swap grids from a fixed seed, equal for all bounds: `cargo bench -p loyd-benches --bench swap`.
//! Tables are built first, and their bytes are printed. Every solution is replayed. All bounds must agree on its
//! length, whose parity must be the grid's.
//!
//! No lengths of this board are published, so the first bound, which has no tables, is the reference for the others.

use std::time::Instant;

use loyd_core::cells::{Cells, Nibbles};
use loyd_core::heuristic::Max;
use loyd_core::heuristic::projection::{KeptPieces, Projection};
use loyd_core::limits::{Limits, Meter};
use loyd_core::puzzle::Puzzle;
use loyd_core::puzzle::pattern::{Blocked, PatternTable};
use loyd_core::rank::lehmer;
use loyd_core::search::Outcome;
use loyd_core::search::cuts::Cuts;
use loyd_core::search::ida_star::{PlainBound, Prune, SearchSettings, Walker, solve_with};
use loyd_core::table::pattern;
use loyd_puzzles::swap::{Alternating, Swap};
use rand::SeedableRng;
use rand::seq::SliceRandom;

const GRIDS: usize = 20;
const SEED: u64 = 3;

type Grid = Swap<Nibbles>;

fn grids() -> Vec<Vec<u8>> {
    let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(SEED);
    let grid = |_| {
        let mut numbers: Vec<u8> = (0..16).collect();
        numbers.shuffle(&mut random);
        numbers
    };
    (0..GRIDS).map(grid).collect()
}

/// Solves all grids, prints times and nodes, and returns the lengths.
fn measure(name: &str, swap: &Grid, bound: &dyn Walker<Grid>, cuts: Option<&Cuts<Grid>>, threads: usize) -> Vec<usize> {
    let (mut seconds, mut generated, mut lengths) = (Vec::new(), 0, Vec::new());
    for numbers in grids() {
        let starts = swap.position(&numbers);
        let limits = Limits::default();
        let mut meter = Meter::new(&limits);
        let began = Instant::now();
        let outcome = solve_with(
            swap,
            bound,
            &starts,
            &SearchSettings { prune: Prune::Follow, cuts, threads, ..SearchSettings::default() },
            &mut meter,
        );
        seconds.push(began.elapsed().as_secs_f64());
        let Outcome::Solved(found) = outcome else { panic!("every grid has a solution") };
        let mut state = found.start;
        for &m in &found.moves {
            swap.apply(&mut state, m);
        }
        assert!(starts.contains(&found.start) && swap.is_goal(&state), "{numbers:?}");
        assert_eq!(found.moves.len() % 2 == 1, lehmer::is_odd(&starts[0].cells.unpack(16)), "{numbers:?}");
        generated += meter.stats.generated;
        lengths.push(found.moves.len());
    }
    seconds.sort_by(f64::total_cmp);
    let median = (seconds[GRIDS / 2 - 1] + seconds[GRIDS / 2]) / 2.0;
    let (worst, sum) = (seconds[GRIDS - 1], seconds.iter().sum::<f64>());
    let million = generated as f64 / 1e6;
    println!("{name:40} median {median:.4} s, worst {worst:.3} s, all {sum:.3} s, {million:.1} M generated");
    lengths
}

fn main() {
    let swap = Grid::rectangle(4, 4).expect("a board");
    let alternating = PlainBound(Alternating::new(&swap));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let cuts = Cuts::new();
    let lengths = measure("alternating", &swap, &alternating, None, 1);
    println!("lengths {lengths:?}");
    assert_eq!(measure("alternating, cuts", &swap, &alternating, Some(&cuts), 1), lengths);
    assert_eq!(measure("alternating, cuts, all threads", &swap, &alternating, Some(&cuts), threads), lengths);

    let began = Instant::now();
    let kept = KeptPieces::new(&swap, &[0, 1, 2, 3, 4, 5, 6]).expect("seven pieces");
    let entries = pattern::build(&kept, &mut Meter::new(&Limits::default())).expect("there are no limits");
    println!(
        "7 pieces: {} bytes in {:.1} s, {} states",
        entries.len(),
        began.elapsed().as_secs_f64(),
        2 * kept.count()
    );
    let projection =
        Projection::new(&swap, &[PatternTable { pattern: &kept, entries: &entries }]).expect("its own table");
    let both = PlainBound(Max(alternating.0, projection));
    assert_eq!(measure("projection, cuts", &swap, &both, Some(&cuts), 1), lengths);
}
