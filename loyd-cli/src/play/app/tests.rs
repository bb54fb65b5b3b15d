//! Games of every puzzle, played by keys.

use std::time::{Duration, Instant};

use loyd::planner;
use loyd::service::Service;

use super::{App, AppFlow, Wanted};
use crate::play::ask::{GameAsker, Terms};
use crate::play::keys::{ArrowKey, KeyAction};

fn asker() -> GameAsker {
    GameAsker::new(Service::default(), Terms { time: Some(Duration::from_secs(20)), ..Terms::default() })
}

/// Opens a game at the goal of a puzzle, or at its example if the goal is not a single position.
fn app(id: &str) -> App {
    let asker = asker();
    let example = planner::open(id, None).unwrap().facts().example;
    let opened = asker.open(id, None, None, Some(String::new()), None);
    let (subject, game) = opened.or_else(|_| asker.open(id, None, Some(example), None, None)).unwrap();
    App::new(asker, subject, None, game).unwrap()
}

/// Waits until `is_there` holds. `now` is the time that playbacks read.
fn attend(app: &mut App, now: &mut Duration, is_there: impl Fn(&App) -> bool) {
    let began = Instant::now();
    while !is_there(app) {
        assert!(began.elapsed() < Duration::from_secs(120), "{}: {}", app.game.kind.puzzle, app.message);
        *now += Duration::from_secs(3);
        app.hear(*now).unwrap();
        app.tick(*now).unwrap();
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Makes the first possible move, as a player would.
fn moves(app: &mut App, now: Duration) -> bool {
    let before = app.game.count();
    let action = match app.game.kind.directed {
        false => vec![KeyAction::Enter],
        true => [ArrowKey::Left, ArrowKey::Up, ArrowKey::Right, ArrowKey::Down].map(KeyAction::Arrow).to_vec(),
    };
    for action in action {
        if app.game.count() == before {
            assert_eq!(app.act(action, now).unwrap(), AppFlow::On);
        }
    }
    app.game.count() > before
}

#[test]
fn every_puzzle_is_played_hinted_and_solved() {
    let mut played = 0;
    for id in asker().puzzles().unwrap().into_iter().step_by(2) {
        let (mut app, mut now) = (app(&id), Duration::ZERO);
        let start = app.game.position().clone();
        // A puzzle of one cell has no move.
        if !moves(&mut app, now) {
            continue;
        }
        let after = app.game.position().clone();
        app.act(KeyAction::Backspace, now).unwrap();
        assert_eq!((app.game.position(), app.game.count()), (&start, 0), "{id}");
        app.act(KeyAction::Redo, now).unwrap();
        assert_eq!(app.game.position(), &after, "{id}");
        if app.game.position().solved {
            continue;
        }
        app.act(KeyAction::Character(' '), now).unwrap();
        attend(&mut app, &mut now, |app| app.wanted.is_none());
        if app.game.known().unsolvable.is_some() {
            continue;
        }
        assert!(app.message.starts_with("best: "), "{id}: {}", app.message);
        let rest = app.game.known().exact().unwrap();
        app.act(KeyAction::Character('g'), now).unwrap();
        assert_eq!(app.wanted, Some(Wanted::Solution));
        attend(&mut app, &mut now, |app| app.wanted.is_none() && app.playback.is_none());
        assert!(app.game.position().solved, "{id}: {}", app.message);
        assert_eq!(app.game.count(), 1 + rest.amount() as usize, "{id}");
        assert!(app.message.ends_with(", with help."), "{id}: {}", app.message);
        played += 1;
    }
    assert!(played > 7, "{played}");
}

/// A move of the player ends a playback and a wait for a search.
#[test]
fn a_move_ends_what_was_begun() {
    let asker = asker();
    let (subject, game) = asker.open("8", None, Some("2 3 4 1 5 x 7 6 8".into()), None, None).unwrap();
    let (mut app, mut now) = (App::new(asker, subject, None, game).unwrap(), Duration::ZERO);
    app.act(KeyAction::Character('g'), now).unwrap();
    attend(&mut app, &mut now, |app| app.playback.is_some());
    assert!(moves(&mut app, now) && app.playback.is_none());
    app.act(KeyAction::Character('g'), now).unwrap();
    assert!(moves(&mut app, now) && app.wanted.is_none());
    attend(&mut app, &mut now, |app| !app.searches());
    assert!(app.playback.is_none() && app.game.known().exact().is_some());
    // Go back to the first position, and forward again.
    app.act(KeyAction::First, now).unwrap();
    assert_eq!(app.game.count(), 0);
    app.act(KeyAction::Last, now).unwrap();
    assert!(app.game.count() >= 2 && app.game.undone() == 0);
}
