//! Screens as a player sees them.

use std::path::Path;
use std::time::{Duration, Instant};

use loyd::service::Service;
use loyd_core::puzzle::Square;
use ratatui_core::backend::TestBackend;
use ratatui_core::terminal::Terminal;

use crate::play::app::{App, AppFlow};
use crate::play::ask::{GameAsker, Terms};
use crate::play::keys::KeyAction;

/// Opens a game and waits until its searches have ended.
fn app(puzzle: &str, state: &str) -> App {
    app_of(Service::default(), puzzle, state)
}

fn app_of(service: Service, puzzle: &str, state: &str) -> App {
    let asker = GameAsker::new(service, Terms::default());
    let (subject, game) = asker.open(puzzle, None, Some(state.into()), None, None).unwrap();
    let mut app = App::new(asker, subject, None, game).unwrap();
    settle(&mut app);
    app
}

/// Waits until no search is under way.
fn settle(app: &mut App) {
    let began = Instant::now();
    while app.searches() {
        assert!(began.elapsed() < Duration::from_secs(60), "the search does not end");
        app.hear(Duration::ZERO).unwrap();
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// The screen as lines without trailing spaces.
fn screen(app: &mut App, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| app.hits = super::draw(frame.buffer_mut(), app, Duration::from_secs(83))).unwrap();
    let buffer = terminal.backend().buffer();
    let line = |y| {
        let line: String = (0..width).map(|x| buffer[(x, y)].symbol()).collect();
        line.trim_end().to_string() + "\n"
    };
    (0..height).map(line).collect()
}

/// Types keys, and waits after each until no search is under way.
fn types(app: &mut App, keys: &str) {
    for key in keys.chars() {
        assert_eq!(app.act(KeyAction::Character(key), Duration::ZERO).unwrap(), AppFlow::On);
        settle(app);
    }
}

#[test]
fn an_eight_puzzle() {
    let mut app = app("8", "2 3 4 1 5 x 7 6 8");
    let expected = "\
sliding:3x3               moves 0   0:00
distance 19

       ┌───────┬───────┬───────┐
       │       │       │       │
       │   2   │   3   │   4   │
       │       │       │       │
       ├───────┼───────┼───────┤
       │       │       │       │
       │   1   │   5   │       │
       │       │       │       │
       ├───────┼───────┼───────┤
       │       │       │       │
       │   7   │   6   │   8   │
       │       │       │       │
       └───────┴───────┴───────┘


↑↓←→ move  space hint  g solve  u undo
r redo  n new  p puzzle  ? help  q quit
";
    assert_eq!(screen(&mut app, 40, 20), expected);
    let expected = "\
sliding:3x3   goal 1 2 3 4 5 6 7 8 x                              moves 0   0:00
distance 19
                     ┌───────────┬───────────┬───────────┐
                     │           │           │           │
                     │           │           │           │
                     │     2     │     3     │     4     │
                     │           │           │           │
                     │           │           │           │
                     ├───────────┼───────────┼───────────┤
                     │           │           │           │
                     │           │           │           │
                     │     1     │     5     │           │
                     │           │           │           │
                     │           │           │           │
                     ├───────────┼───────────┼───────────┤
                     │           │           │           │
                     │           │           │           │
                     │     7     │     6     │     8     │
                     │           │           │           │
                     │           │           │           │
                     └───────────┴───────────┴───────────┘


↑↓←→ move  space hint  g solve  u undo  r redo  n new  p puzzle  ? help  q quit
";
    assert_eq!(screen(&mut app, 80, 24), expected);
}

#[test]
fn a_fifteen_puzzle() {
    let mut app = app("15", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 x 15");
    let expected = "\
sliding:4x4               moves 0   0:00
distance 1

       ┌─────┬─────┬─────┬─────┐
       │  1  │  2  │  3  │  4  │
       │     │     │     │     │
       ├─────┼─────┼─────┼─────┤
       │  5  │  6  │  7  │  8  │
       │     │     │     │     │
       ├─────┼─────┼─────┼─────┤
       │  9  │  10 │  11 │  12 │
       │     │     │     │     │
       ├─────┼─────┼─────┼─────┤
       │  13 │  14 │     │  15 │
       │     │     │     │     │
       └─────┴─────┴─────┴─────┘


↑↓←→ move  space hint  g solve  u undo
r redo  n new  p puzzle  ? help  q quit
";
    assert_eq!(screen(&mut app, 40, 20), expected);
    let expected = "\
sliding:4x4   goal 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 x          moves 0   0:00
distance 1

                       ┌───────┬───────┬───────┬───────┐
                       │       │       │       │       │
                       │   1   │   2   │   3   │   4   │
                       │       │       │       │       │
                       ├───────┼───────┼───────┼───────┤
                       │       │       │       │       │
                       │   5   │   6   │   7   │   8   │
                       │       │       │       │       │
                       ├───────┼───────┼───────┼───────┤
                       │       │       │       │       │
                       │   9   │   10  │   11  │   12  │
                       │       │       │       │       │
                       ├───────┼───────┼───────┼───────┤
                       │       │       │       │       │
                       │   13  │   14  │       │   15  │
                       │       │       │       │       │
                       └───────┴───────┴───────┴───────┘



↑↓←→ move  space hint  g solve  u undo  r redo  n new  p puzzle  ? help  q quit
";
    assert_eq!(screen(&mut app, 80, 24), expected);
}

#[test]
fn a_stack_of_pancakes() {
    let mut app = app("pancake:5", "3 1 5 2 4");
    let expected = "\
pancake:5                 moves 0   0:00
distance 5

 1          (══════[3]══════)

 2                ([1])

 3    (════════════ 5 ════════════)

 4             (═══ 2 ═══)

 5       (═════════ 4 ═════════)



>2   3   4   5

↑↓ Enter move  space hint  g solve
u undo  r redo  n new  p puzzle  ? help
q quit
";
    assert_eq!(screen(&mut app, 40, 20), expected);
    let expected = "\
pancake:5   goal 1 2 3 4 5                                        moves 0   0:00
distance 5
                                              4 moves
                                              >2  flip the top 2
                                               3  flip the top 3
                                               4  flip the top 4
 1             (══════[3]══════)               5  flip the top 5

 2                   ([1])

 3       (════════════ 5 ════════════)

 4                (═══ 2 ═══)

 5          (═════════ 4 ═════════)







↑↓ Enter move  space hint  g solve  u undo  r redo  n new  p puzzle  ? help
q quit
";
    assert_eq!(screen(&mut app, 80, 24), expected);
}

#[test]
fn a_magic_board() {
    let mut app = app("magic-board", "8 7 6 5 1 2 3 4");
    let expected = "\
magic-board               moves 0   0:00
distance 1
 ┌────────┬────────┬────────┬────────┐
 │        │        │        │        │
 │        │        │        │        │
 │   [8]  │   [7]  │   [6]  │   [5]  │
 │        │        │        │        │
 │        │        │        │        │
 ├────────┼────────┼────────┼────────┤
 │        │        │        │        │
 │        │        │        │        │
 │   [1]  │   [2]  │   [3]  │   [4]  │
 │        │        │        │        │
 │        │        │        │        │
 └────────┴────────┴────────┴────────┘
>A   B   C

↑↓ Enter move  space hint  g solve
u undo  r redo  n new  p puzzle  ? help
q quit
";
    assert_eq!(screen(&mut app, 40, 20), expected);
    let expected = "\
magic-board   goal 1 2 3 4 8 7 6 5                                moves 0   0:00
distance 1
                                              3 moves
┌──────────┬──────────┬──────────┬──────────┐ >A  swap the rows
│          │          │          │          │  B  shift the columns right
│          │          │          │          │  C  turn the middle clockwise
│          │          │          │          │
│    [8]   │    [7]   │    [6]   │    [5]   │
│          │          │          │          │
│          │          │          │          │
│          │          │          │          │
├──────────┼──────────┼──────────┼──────────┤
│          │          │          │          │
│          │          │          │          │
│          │          │          │          │
│    [1]   │    [2]   │    [3]   │    [4]   │
│          │          │          │          │
│          │          │          │          │
│          │          │          │          │
└──────────┴──────────┴──────────┴──────────┘


↑↓ Enter move  space hint  g solve  u undo  r redo  n new  p puzzle  ? help
q quit
";
    assert_eq!(screen(&mut app, 80, 24), expected);
}

/// Brackets mark the squares that a hint names, and a star marks a hinted move in a list.
#[test]
fn hints_are_seen_without_colours() {
    let mut app = app("8", "2 3 4 1 5 x 7 6 8");
    types(&mut app, " ");
    let hinted = screen(&mut app, 80, 24);
    for text in ["[4]", "[5]", "[8]", "best: slide 4 down, or slide 5 right, or slide 8 up"] {
        assert!(hinted.contains(text), "{hinted}");
    }
    assert!(!hinted.contains("[1]"));
    let mut app = self::app("swap:3", "1 2 9/4 6 3/7 8 5");
    types(&mut app, " ");
    let hinted = screen(&mut app, 80, 24);
    for text in ["3-9  swap 3 and 9 *", "6-9  swap 6 and 9 *", "best marked *"] {
        assert!(hinted.contains(text), "{hinted}");
    }
    assert_eq!(hinted.matches(" *").count(), 3, "{hinted}");
}

/// No text of any puzzle is wider than the screen or lost below it: the help line is the last.
#[test]
fn every_puzzle_fits_small_screens() {
    let asker = GameAsker::new(Service::default(), Terms::default());
    for id in asker.puzzles().unwrap().into_iter().step_by(2) {
        let (subject, game) = asker.open(&id, None, None, None, None).unwrap();
        let mut app = App::new(GameAsker::new(Service::default(), Terms::default()), subject, None, game).unwrap();
        for (width, height) in [(40, 20), (80, 24), (20, 8), (200, 60), (1, 1)] {
            let screen = screen(&mut app, width, height);
            let all = app.game.position().picture.iter().flatten().filter(|square| **square != Square::Hole).count();
            if (width, height) >= (40, 20) {
                assert!(screen.trim_end().ends_with("q quit"), "{id}:\n{screen}");
                assert!(app.hits.squares.len() == all || all > 12, "{id} {width}x{height}:\n{screen}");
            }
            let whole = app.hits.squares.iter().all(|(area, _)| area.right() <= width && area.bottom() <= height);
            assert!(whole, "{id} {width}x{height}:\n{screen}");
        }
    }
}

/// A board that does not fit is drawn around the blank.
#[test]
fn a_board_that_is_too_large_is_seen_in_part() {
    let state: Vec<String> = (1..256).map(|tile| tile.to_string()).chain(["x".into()]).collect();
    let asker = GameAsker::new(Service::default(), Terms::default());
    let (subject, game) = asker.open("sliding:16x16", None, Some(state.join(" ")), None, None).unwrap();
    let mut app = App::new(asker, subject, None, game).unwrap();
    let screen = screen(&mut app, 40, 20);
    assert!(screen.contains(" 255 ") && screen.contains('·') && !screen.contains(" 1 "), "{screen}");
}

#[test]
fn the_page_with_all_keys_fits() {
    for (puzzle, state) in [("8", "1 2 3 4 5 6 7 8 x"), ("pancake:5", "1 2 3 4 5")] {
        let mut app = app(puzzle, state);
        types(&mut app, "?");
        let page = screen(&mut app, 40, 20);
        assert!(page.trim_end().ends_with("Press any key to go back."), "{page}");
        assert!(page.lines().count() == 20 && page.lines().all(|line| line.chars().count() <= 40), "{page}");
        types(&mut app, "x");
        assert!(screen(&mut app, 40, 20).contains("moves 0"));
    }
}

/// Boards and texts that are longer than any screen are drawn as far as there is room.
#[test]
fn what_no_screen_holds_is_drawn_in_part() {
    let long = "x".repeat(300);
    let row: Vec<String> = (0..250).map(|piece| format!("{long}{piece}")).collect();
    let wide = format!("picture = \"{}\"\n[moves]\nleft = \"({} {})\"\n", row.join(" "), row[0], row[1]);
    let service = Service::builder().files(move |_: &Path, _: usize| Ok(wide.clone().into_bytes())).build();
    let mut app = app_of(service, "@wide", &row.join(" "));
    for (width, height) in [(80, 24), (20, 3), (1, 1), (1000, 60)] {
        let screen = screen(&mut app, width, height);
        assert_eq!(screen.lines().count(), usize::from(height), "{width}x{height}");
    }
}
