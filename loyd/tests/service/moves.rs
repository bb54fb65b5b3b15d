//! Laws of `check` and of maps from a position, over the small puzzles of the catalogue.

use loyd::planner::{Engine, open_within};
use loyd::service::{Check, Compare, Distance, DryRun, Map, Moves, Next, Question, Random, Service, Solve};
use loyd_core::cost::{Cost, Length};
use loyd_core::opening::{Opening, RegularFiles};
use loyd_core::puzzle::Convention;
use loyd_core::search::Outcome;

use super::{ask, examples, families, is_whole, the_only};

/// Opens a puzzle by its id, which may name a file.
fn open(id: &str) -> Engine {
    open_within(&Opening::default().reading(&RegularFiles), id, None).unwrap()
}

/// The examples with at most `most` states.
fn small(most: u128) -> impl Iterator<Item = &'static str> {
    let examples = families().flat_map(|family| family.examples.iter().copied());
    examples.filter(move |id| open(id).facts().states.is_some_and(|states| states <= most))
}

/// The distance that remains after some moves is one more than the distance after the best next move. A move that
/// cannot be made does not count.
#[test]
fn what_remains_can_be_played_on() {
    let service = Service::builder().files(RegularFiles).paths().build();
    let mut puzzles = 0;
    for id in small(400_000) {
        let engine = open(id);
        // The number of legal moves, the position after them, and the distance that remains.
        let checked = |start: &str, moves: &[String]| {
            let checked = service.check(&Check::new(id, start, moves.join(" ")));
            let checked = checked.unwrap_or_else(|fault| panic!("{id}: {fault}"));
            (checked.check.legal, checked.check.state, checked.remaining.known())
        };
        for (seed, goal) in [(1, true), (2, false), (3, false)] {
            let mut draw = Random::new(id);
            draw.seed = Some(seed);
            let drawn = the_only(service.random(&draw).unwrap_or_else(|fault| panic!("{id}: {fault}")));
            let start = if goal { engine.state(&engine.goal()).unwrap_or(drawn.state) } else { drawn.state };
            let mut moves: Vec<String> = Vec::new();
            for step in 0..4 {
                let (legal, state, remaining) = checked(&start, &moves);
                assert_eq!(legal, moves.len());
                let names =
                    engine.legal(&state, "", Default::default()).unwrap().steps.into_iter().map(|step| step.name);
                let mut next: Vec<(Option<Cost>, Vec<String>)> = Vec::new();
                for name in names {
                    let longer = [&moves[..], &[name]].concat();
                    let (legal, _, remaining) = checked(&start, &longer);
                    if legal == longer.len() {
                        next.push((remaining, longer));
                    } else {
                        // A move that cannot be made does not change the remaining distance.
                        assert_eq!(remaining, checked(&start, &moves).2, "{id}: {start} by {longer:?}");
                    }
                }
                let nearest = next.iter().filter_map(|(remaining, _)| *remaining).min();
                match remaining {
                    Some(none) if none.amount() == 0 => {}
                    Some(cost_left) => {
                        assert_eq!(nearest, Some(cost_left.less(1)), "{id}: {start} after {moves:?}");
                    }
                    None => assert_eq!(nearest, None, "{id}: {start} after {moves:?}"),
                }
                if next.is_empty() {
                    break;
                }
                moves = next.swap_remove((seed as usize + step) % next.len()).1;
            }
        }
        puzzles += 1;
    }
    assert!(puzzles >= 8, "{puzzles} puzzles");
}

/// If moves have inverses, a map from a position has the census of a map to it, also if it cannot reach the goal.
#[test]
fn a_map_begins_from_any_position() {
    let board = "####\n#..#\n####\n";
    for (id, board, from, reaches) in [
        ("8", None, "1 2 3 4 5 6 7 8 x", true),
        ("8", None, "2 1 3 4 5 6 7 8 x", false),
        ("8", None, "8 1 2/x 4 3/7 6 5", false),
        ("sliding:2x4", None, "1 2 3 4 5 7 6 x", false),
        ("top-spin:7x5", None, "2 1 3 4 5 6 7", false),
        ("sliding", Some(board), "2 1 3 4 5 6 7 8 9 x", false),
    ] {
        let about = |from: Option<&str>, goal: Option<&str>| {
            let mut question = Map::new(id);
            (question.puzzle.board, question.from) = (board.map(String::from), from.map(String::from));
            question.goal = goal.map(String::from);
            ask(&question).unwrap_or_else(|fault| panic!("{id} from {from:?}: {fault:?}"))
        };
        let mut far = Distance::new(id, from);
        far.puzzle.board = board.map(String::from);
        assert_eq!(ask(&Question::from(far)).unwrap().is_unsolvable(), !reaches, "{id} {from}");
        let (counted, to_it, usual) = (about(Some(from), None), about(None, Some(from)), about(None, None));
        assert_eq!(counted.map.layers, to_it.map.layers, "{id} from {from}");
        assert_eq!((&counted.goal, counted.from().is_some()), (&usual.goal, true));
        assert_eq!(counted.antipodes.len().min(100), to_it.antipodes.len().min(100));
    }
    assert!(ask(&DryRun(Map { from: Some("2 1 3 4 5 6 7 8 x".into()), ..Map::new("8") })).is_ok());
}

/// The changes of a move turn the picture into the picture of the position after it. The square that is pointed at is
/// one of the changes, and `next` lists the same moves.
#[test]
fn changes_lead_to_the_next_picture() {
    let service = Service::builder().files(RegularFiles).paths().build();
    let moves_of = |id: &str, state: &str| {
        service.moves(&Moves::new(id, state)).unwrap_or_else(|fault| panic!("{id} {state}: {fault}"))
    };
    let mut pointed = 0;
    for id in examples() {
        let example = open(id).facts().example;
        let legal = moves_of(id, &example);
        for step in &legal.moves {
            let mut picture = legal.picture.clone();
            for (row, column, square) in &step.changes {
                assert_ne!(&picture[*row][*column], square, "{id}: {}", step.name);
                picture[*row][*column] = square.clone();
            }
            let after = moves_of(id, &step.state);
            assert_eq!((after.picture, &after.state), (picture, &step.state), "{id}: {}", step.name);
            if let Some(at) = step.pointed_at {
                pointed += 1;
                assert!(step.changes.iter().any(|(row, column, _)| (*row, *column) == at), "{id}: {}", step.name);
                assert_eq!(legal.moves.iter().filter(|other| other.pointed_at == Some(at)).count(), 1, "{id}");
            }
        }
    }
    assert!(pointed > if is_whole() { 20 } else { 5 }, "{pointed}");
}

/// After given moves, only the moves that may follow them are legal. On the swap grid, orthogonal and diagonal
/// exchanges alternate, and the position alone does not contain the next kind.
#[test]
fn what_was_made_decides_what_follows() {
    let mut question = Moves::new("swap:3", "1 2 3/4 5 6/7 8 9");
    let names =
        |question: &Moves| -> Vec<String> { ask(question).unwrap().moves.into_iter().map(|step| step.name).collect() };
    assert_eq!(names(&question).len(), 20);
    question.position.moves = Some("1-2".into());
    let diagonal = names(&question);
    assert_eq!(diagonal.len(), 8);
    let mut next = Next::new("swap:3", "1 2 3/4 5 6/7 8 9");
    next.position.moves = Some("1-2".into());
    let next = ask(&next).unwrap();
    assert_eq!(next.moves.iter().map(|step| step.name.clone()).collect::<Vec<_>>(), diagonal);
    // The exchange cannot be taken back at once.
    let distance = next.distance.known().unwrap();
    assert!(distance > Cost::moves(1), "{next:?}");
    let mut compare = Compare::new("swap:3", "1 2 3/4 5 6/7 8 9");
    compare.position.moves = Some("1-2".into());
    let rows = ask(&compare).unwrap();
    let solved = rows.iter().filter_map(|row| row.tried.as_ref().ok()).map(|tried| match &tried.outcome {
        Outcome::Solved(solution) => solution.cost,
        other => panic!("{other:?}"),
    });
    assert!(rows.len() > 4 && solved.inspect(|cost| assert_eq!(*cost, distance)).count() > 4);
    assert_eq!(rows[0].state, "2 1 3/4 5 6/7 8 9");
}

/// A solution and a distance continue from given moves, as `next` does.
#[test]
fn what_was_made_decides_the_solution() {
    let start = "1 2 3/4 5 6/7 8 9";
    let mut next = Next::new("swap:3", start);
    next.position.moves = Some("1-2".into());
    let next = ask(&next).unwrap();
    let known = next.distance.known();
    let mut distance = Distance::new("swap:3", start);
    distance.position.moves = Some("1-2".into());
    assert_eq!(ask(&distance).unwrap().cost(), known);
    let mut solve = Solve::new("swap:3", start);
    solve.position.moves = Some("1-2".into());
    let answer = ask(&solve).unwrap();
    assert_eq!((answer.cost(), &answer.state), (known, &next.state));
    let all = format!("1-2 {}", answer.moves().unwrap());
    let checked = ask(&Check::new("swap:3", start, all)).unwrap();
    assert!(checked.reaches_goal(), "{checked:?}");
    // The same position without given moves is one exchange from the goal.
    assert_eq!(ask(&Distance::new("swap:3", &next.state)).unwrap().length(), Some(Length(1)));
    // The letters of the moves have a convention in a distance question, too.
    let mut distance = Distance::new("8", "1 2 3/4 5 6/7 8 x");
    (distance.position.moves, distance.convention) = (Some("d".into()), Some(Convention::Tile));
    assert_eq!(ask(&distance).unwrap().length(), Some(Length(1)));
}
