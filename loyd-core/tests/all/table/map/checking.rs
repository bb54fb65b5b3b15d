//! Maps compare themselves with the moves of their puzzles: each comparison finds a fault, and right maps pass all.

use super::published::{all_transpositions, lrx, star, with_moves};
use super::*;
use loyd_core::cost::Cost;
use loyd_core::limits::Progress;
use loyd_core::opening::Opening;
use loyd_definitions::RuleChoice;
use loyd_definitions::formats::read;
use loyd_definitions::ids::open_definition;

/// A map by a method, perhaps with a fault in a layer, that compares all positions or some.
#[derive(Clone, Copy)]
struct Drawn {
    method: Method,
    spoiled: Option<(u32, usize)>,
    checks: Checks,
    is_forwards: bool,
    /// Whether states are packed, as if they had no ranks.
    is_packed: bool,
}

impl Drawn {
    fn new(method: Method) -> Self {
        Drawn { method, spoiled: None, checks: Checks::Drawn, is_forwards: false, is_packed: false }
    }

    fn task<P: Ranked>(self, puzzle: &P) -> MapOptions<'static, P::State> {
        let Drawn { method, spoiled, checks, is_forwards, .. } = self;
        let from = is_forwards.then(|| vec![puzzle.unrank(puzzle.ranks() / 7 * 3)]);
        MapOptions { checks, spoiled, from, ..task(method, 5) }
    }
}

impl Visitor for Drawn {
    type Output = Result<MapCensus, Unmapped>;

    fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) -> Self::Output {
        let (limits, task) = (Limits::default(), self.task(&puzzle));
        match self.is_packed {
            true => Ok(map_unranked(&puzzle, &task, &mut Meter::new(&limits), &mut |_| ())?.0),
            false => map(&puzzle, &task, &mut Meter::new(&limits), &mut |_| ()),
        }
    }

    fn unranked<P: Bounded + Notation + 'static>(self, _: P) -> Self::Output {
        panic!("states are numbered")
    }
}

fn drawn(id: &str, drawn: Drawn) -> Result<MapCensus, Unmapped> {
    with_files(id, None, drawn).unwrap_or_else(|error| panic!("{id}: {error}"))
}

fn is_wrong(drawn: &Result<MapCensus, Unmapped>, what: &str) {
    assert!(matches!(drawn, Err(Unmapped::Wrong(_))), "{what}: {drawn:?}");
}

/// A map in which every position that was not met enters one layer is refused, by any method. A map in which only one
/// word of many does so is refused when all positions are compared.
#[test]
fn a_fault_of_a_map_is_found() {
    for method in METHODS {
        let spoiled = |id, spoiled, checks| drawn(id, Drawn { spoiled, checks, ..Drawn::new(method) });
        for id in ["2x2x2?moves=U,R,F", "pancake:9", "sliding:3x3", "swap:3x3", "magic-board", "skewb"] {
            for layer in [1, 3, 5] {
                is_wrong(&spoiled(id, Some((layer, 1)), Checks::Drawn), &format!("{id} {method:?} {layer}"));
            }
        }
        for id in ["pancake:7", "sliding:2x4", "swap:2x3", "magic-board"] {
            is_wrong(&spoiled(id, Some((3, 97)), Checks::All), &format!("{id} {method:?}, a word"));
        }
    }
    for (n, moves) in [(9, star(9)), (8, all_transpositions(8)), (9, lrx(9))] {
        for method in METHODS {
            let drawn = Drawn { spoiled: Some((3, 1)), ..Drawn::new(method) };
            is_wrong(&with_moves(n, &moves, drawn), &format!("{n} {method:?}"));
        }
    }
}

/// Puzzles whose states are packed, with and without symmetries, and with moves that no move takes back.
const PACKED: [&str; 4] = ["2x2x2?moves=U,R", "m12", "twiddle:2x4", "file:@../definitions/one-way.loyd?metric=half"];

/// The comparison finds that many states are missing, and, if all positions are compared, that few are missing.
#[test]
fn a_fault_of_a_map_of_packed_states_is_found() {
    let packed =
        |id, spoiled, checks| drawn(id, Drawn { spoiled, checks, is_packed: true, ..Drawn::new(Method::Best) });
    for id in PACKED {
        is_wrong(&packed(id, Some((0, 5)), Checks::Drawn), id);
        is_wrong(&packed(id, Some((0, 100)), Checks::All), &format!("{id}, a few states"));
    }
}

/// A definition with moves of costs 1 and 2.
const COSTLY: &str = r#"
picture = "1 2 3 4 5 6 7"
[moves]
A = { cycles = "(1 2 3)", weight = 1 }
B = { cycles = "(3 4 5)", weight = 2 }
C = { cycles = "(5 6 7)", weight = 2 }
"#;

fn defined(text: &str, drawn: Drawn) -> Result<MapCensus, Unmapped> {
    open_definition("file", read(text).unwrap(), &RuleChoice::default(), None, &Opening::default(), drawn).unwrap()
}

#[test]
fn a_fault_of_a_map_by_cost_is_found() {
    for checks in [Checks::Drawn, Checks::All] {
        for layer in [1, 2, 4] {
            let drawn = defined(COSTLY, Drawn { checks, spoiled: Some((layer, 1)), ..Drawn::new(Method::Best) });
            is_wrong(&drawn, &format!("{layer} {checks:?}"));
        }
        let map = defined(COSTLY, Drawn { checks, ..Drawn::new(Method::Best) }).unwrap();
        let checked = map.checked.unwrap();
        assert!(checked.positions == 2520 || checks == Checks::Drawn && checked.positions < 500, "{checked:?}");
        // A cost that comes from two layers before is not compared.
        assert!(!checked.all);
    }
}

/// Two goals, one of which leaves slots open; and generators without inverses.
const SEVERAL_GOALS: &str = r#"
picture = "a b c d e f"
goal = ["a b c d e f", "b a ? ? ? c"]
inverses = false
[moves]
A = "a b c d e"
B = "a f b"
"#;

/// A move that may be made only where a condition holds, and that no move takes back.
const CONDITION: &str = r#"
picture = "1 2 3 4 5 6"
inverses = false
[moves]
A = "1 2 3 4"
B = { cycles = "3 4 5 6", when = "1 = 1" }
"#;

/// Right maps agree with the moves in all positions, from the goal and from other positions. The shorter law maps a
/// third of the puzzles by each method, and none with more than 200,000 positions.
#[test]
fn right_maps_agree_with_all_moves() {
    let compare = |what: &str, map: &dyn Fn(Drawn) -> Result<MapCensus, Unmapped>, asked: Drawn, are_all: bool| {
        let few = map(asked).unwrap();
        let checked = few.checked.unwrap();
        let least = if checked.all { few.states() } else { 1 };
        assert!((least..=few.states()).contains(&checked.positions), "{what} {checked:?}");
        assert!(checked.moves >= checked.positions, "{what} {checked:?}");
        if few.states() < 10_000 {
            let all = map(Drawn { checks: Checks::All, ..asked }).unwrap();
            let checked = all.checked.unwrap();
            assert!(checked.all == are_all && checked.positions == few.states(), "{what} {checked:?}");
            assert_eq!(all.layers, few.layers);
        }
    };
    let both = |method| [false, true].map(|is_forwards| Drawn { is_forwards, ..Drawn::new(method) });
    for (number, asked) in METHODS.into_iter().flat_map(both).enumerate() {
        let few = ["pancake:7", "sliding:2x4", "swap:2x3", "top-spin:7x4", "magic-board", "8", PACKED[3]];
        let many = ["pyraminx?omit=tips", "rolling-cubes"].into_iter().filter(|_| is_whole());
        let ids = few.into_iter().chain(many).enumerate();
        for (_, id) in ids.filter(|(place, _)| is_whole() || (place + number) % 3 == 0) {
            compare(id, &|asked| drawn(id, asked), asked, true);
        }
        for text in [SEVERAL_GOALS, CONDITION] {
            compare(text, &|asked| defined(text, asked), asked, true);
        }
    }
    for asked in both(Method::Best) {
        let costly = "file:@../definitions/one-way.loyd";
        compare(costly, &|asked| drawn(costly, asked), asked, false);
        for id in PACKED {
            compare(id, &|asked| drawn(id, asked), Drawn { is_packed: true, ..asked }, true);
        }
    }
}

/// A map that is stopped while its positions are compared has the layers so far. The next run compares the rest, and
/// does not report that all positions were compared.
#[test]
fn a_limit_that_is_reached_while_positions_are_compared_stops_the_map() {
    let stack = Pancake::<Nibbles>::new(&[0, 1, 2, 3, 4, 5, 6]).unwrap();
    for method in METHODS {
        let whole = freely(&stack, method);
        let place = scratch();
        let run = |limits: &Limits, spoiled| {
            let folder = Folder::open(&place.path().join("map")).unwrap();
            let identity = identity(&stack, "a puzzle", None, method, Share::WHOLE);
            let keep = Keep { folder: &folder, identity, every: None, memory: None };
            let task = MapOptions { keep: Some(keep), checks: Checks::All, spoiled, ..task(method, 5) };
            map(&stack, &task, &mut Meter::new(limits), &mut |_| ())
        };
        let cancel = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&cancel);
        let watch = move |progress: &Progress| {
            flag.fetch_or(progress.layer == Some(3), Ordering::Relaxed);
        };
        let progress: Arc<dyn Fn(&Progress) + Send + Sync> = Arc::new(watch);
        let limits = Limits { cancel: Some(cancel), progress: Some(progress), ..Limits::default() };
        let map = run(&limits, None).unwrap();
        assert_eq!((map.stopped, &map.layers[..]), (Some(Stop::Cancelled), &whole.layers[..4]), "{method:?}");
        assert!(!map.checked.unwrap().all);
        is_wrong(&run(&Limits::default(), Some((5, 1))), "taken up");
        let map = run(&Limits::default(), None).unwrap();
        assert_eq!((map.stopped, &map.layers), (None, &whole.layers), "{method:?}");
        assert!(map.checked.is_some_and(|checked| checked.positions > 0 && !checked.all), "{:?}", map.checked);
    }
}

/// A map whose segments are not all in memory is compared in the segments that are. Where all positions are compared, a
/// fault is found. Which segments are in memory while some positions are drawn depends on the timing.
#[test]
fn maps_on_disk_agree_with_all_moves() {
    let board = Sliding::<Nibbles>::rectangle(2, 5).unwrap();
    let place = scratch();
    let run = |checks, spoiled| {
        let folder = Folder::open(&place.path().join("map")).unwrap();
        let identity = identity(&board, "a puzzle", None, Method::Blocks, Share::WHOLE);
        let memory = Some(size(&board, Method::Blocks, false).least);
        let keep = Some(Keep { folder: &folder, identity, every: None, memory });
        let limits = Limits { cost: (checks == Checks::All).then_some(Cost::moves(1)), ..Limits::default() };
        let task = MapOptions { keep, checks, spoiled, ..task(Method::Blocks, 5) };
        let map = map(&board, &task, &mut Meter::new(&limits), &mut |_| ());
        drop(folder.clear());
        map
    };
    let checked = run(Checks::Drawn, None).unwrap().checked.unwrap();
    assert!(checked.positions > 20 && checked.moves > checked.positions && !checked.all, "{checked:?}");
    let map = run(Checks::All, None).unwrap();
    let checked = map.checked.unwrap();
    assert!(checked.positions == map.states() && checked.moves > board.ranks(), "{checked:?}");
    is_wrong(&run(Checks::All, Some((1, 1 << 10))), "all");
}
