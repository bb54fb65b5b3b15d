use crate::catalogue::with_definition;
use loyd_core::cells::Nibbles;
use loyd_core::family::Visitor;
use loyd_core::heuristic::Bounded;
use loyd_core::limits::Stop;
use loyd_core::limits::{Limits, Meter};
use loyd_core::puzzle::Notation;
use loyd_core::puzzle::{MoveSet, Ranked};
use loyd_core::table::distance::{Encoding, StoredDistances, TableForm, Unverified, Walks};
use loyd_puzzles::magic_board::MagicBoard;
use loyd_puzzles::pancake::Pancake;

struct Ways;

impl Visitor for Ways {
    type Output = u64;

    /// Every move of a path is the first move that leads down by the table, and the last move leads to a goal.
    fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) -> u64 {
        let limits = Limits::default();
        let build = |encoding| {
            StoredDistances::build(&puzzle, TableForm::by_ranks(encoding), &mut Meter::new(&limits)).unwrap()
        };
        let (table, planes) = (build(Encoding::Bytes), build(Encoding::PLANES));
        let (walks, mut ways) = (Walks::default(), 0);
        for mut state in (0..puzzle.ranks()).step_by(97).map(|rank| puzzle.unrank(rank)) {
            let Some(way) = table.way(&puzzle, &state) else { continue };
            assert_eq!(planes.way(&puzzle, &state).as_ref(), Some(&way));
            ways += 1;
            assert_eq!(table.distance(&puzzle, &state, &walks), Some(way.len() as u32));
            for (m, left) in way.iter().zip((0..way.len() as u32).rev()) {
                let leads_down = |m: &P::Move| {
                    let mut child = state.clone();
                    puzzle.apply(&mut child, *m);
                    table.distance(&puzzle, &child, &walks) == Some(left)
                };
                assert_eq!(puzzle.moves(&state).iter().find(leads_down), Some(*m));
                puzzle.apply(&mut state, *m);
            }
            assert!(puzzle.is_goal(&state));
        }
        ways
    }

    fn unranked<P: Bounded + Notation + 'static>(self, _: P) -> u64 {
        0
    }
}

#[test]
fn a_way_by_ranks_is_the_one_by_states() {
    let ways = |id| with_definition(id, None, Ways).unwrap();
    assert!(ways("file:@../tests/data/definitions/pyraminx_notips.tws") > 9000);
    assert!(ways("m12") > 900);
    // The moves of this puzzle are made on states.
    assert_eq!(Ways.ranked(Pancake::<Nibbles>::new(&[0, 1, 2, 3, 4, 5]).unwrap()), 0);
}

/// A caller may stop a walk that follows paths breadth first, at the first call of `look` and at any later call.
#[test]
fn a_walk_heeds_who_waits() {
    let board = MagicBoard::standard();
    let limits = Limits::default();
    let form = TableForm::by_ranks(Encoding::PLANES);
    let table = StoredDistances::build(&board, form, &mut Meter::new(&limits)).unwrap();
    let state = board.unrank(40_000);
    let mut looks = 0;
    let far = table.distance_unless(&board, &state, &Walks::default(), &mut || {
        looks += 1;
        Ok(())
    });
    assert!(far.unwrap().is_some_and(|far| far > 10) && looks > 10, "{far:?} {looks}");
    for stops in 1..=looks {
        let mut look = 0;
        let stopped = table.distance_unless(&board, &state, &Walks::default(), &mut || {
            look += 1;
            if look == stops { Err(Stop::Cancelled) } else { Ok(()) }
        });
        assert_eq!((stopped, look), (Err(Stop::Cancelled), stops));
    }
    let limits = Limits { cancel: Some(std::sync::Arc::new(true.into())), ..Limits::default() };
    let verified = table.verify(&board, u64::MAX, &mut Meter::new(&limits));
    assert_eq!(verified, Err(Unverified::Stopped(Stop::Cancelled)));
}
