//! Definitions at the limits of what a text may hold: every number that grows with the text has its largest value.

use std::fmt::Write;

use loyd_core::family::Visitor;
use loyd_core::heuristic::Bounded;
use loyd_core::opening::Opening;
use loyd_core::puzzle::{Convention, MoveSet, Notation, Ranked};
use loyd_definitions::definition::{MOST_MOVES, MOST_OF_SET, MOST_ORIENTATIONS, MOST_SLOTS};
use loyd_definitions::formats::{read, write};
use loyd_definitions::ids::open_definition;
use loyd_definitions::lint;
use loyd_definitions::{Definition, DefinitionFormat, PlayRules, RuleChoice};

use loyd_core::splitmix::below;

/// The numbers of a definition. The solved position repeats pieces after `kinds` of them. Move `n` changes only the set
/// `n * step`: it is a cycle of all its slots, or a turn of its only piece.
#[derive(Clone, Copy, Debug)]
struct Numbers {
    sets: usize,
    slots: usize,
    orientations: usize,
    kinds: usize,
    moves: usize,
    step: usize,
}

const SMALL: Numbers = Numbers { sets: 1, slots: 3, orientations: 2, kinds: 3, moves: 1, step: 1 };

impl Numbers {
    /// The definition as the text of a `.tws` file.
    fn text(self) -> String {
        let Numbers { sets, slots, orientations, kinds, .. } = self;
        let mut text = String::from("Name extreme\n");
        (0..sets).for_each(|set| writeln!(text, "Set S{set} {slots} {orientations}").unwrap());
        text += "Solved\n";
        let pieces: Vec<String> = (0..slots).map(|slot| (slot % kinds + 1).to_string()).collect();
        (0..sets).for_each(|set| writeln!(text, "S{set}\n{}", pieces.join(" ")).unwrap());
        text += "End\n";
        let cycle: Vec<String> = (1..=slots).map(|slot| (slot % slots + 1).to_string()).collect();
        for m in 0..self.moves {
            write!(text, "Move m{m}x\nS{}\n{}\n", m * self.step % sets, cycle.join(" ")).unwrap();
            if orientations > 1 {
                writeln!(text, "{}{}", orientations - 1, " 0".repeat(slots - 1)).unwrap();
            }
            text += "End\n";
        }
        text
    }
}

/// Checks that positions are drawn, written, read, moved and ranked without a loss.
struct Used(Numbers);

impl Used {
    fn played<P: Bounded + Notation>(self, puzzle: &P, same: impl Fn(&P::State) -> bool) {
        let mut below = below(7);
        let goal = puzzle.goals().unwrap()[0].clone();
        for state in [goal, puzzle.random(&mut below), puzzle.random(&mut below)] {
            assert_eq!(puzzle.starts(&puzzle.write(&state)).unwrap(), std::slice::from_ref(&state), "{:?}", self.0);
            assert!(same(&state), "{:?}", self.0);
            assert_eq!(puzzle.unsolvable(&state), None, "{:?}", self.0);
            for m in puzzle.moves(&state).iter() {
                let (mut after, name) = (state.clone(), puzzle.move_name(&state, m, Convention::Blank));
                assert_eq!(puzzle.move_named(&state, &name, Convention::Blank), Some(m), "{:?} {name}", self.0);
                let undo = puzzle.apply(&mut after, m);
                assert!(same(&after), "{:?} {name}", self.0);
                puzzle.undo(&mut after, undo);
                assert_eq!(after, state, "{:?} {name}", self.0);
            }
        }
    }
}

impl Visitor for Used {
    type Output = ();

    fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) {
        self.played(&puzzle, |state| puzzle.unrank(puzzle.rank(state)) == *state);
    }

    fn unranked<P: Bounded + Notation + 'static>(self, puzzle: P) {
        self.played(&puzzle, |_| true);
    }
}

/// Reads the definition, looks for oddities, writes and reads it in every form that can express it, and opens it.
fn use_all(numbers: Numbers) {
    let definition = read(&numbers.text()).unwrap_or_else(|error| panic!("{numbers:?}: {error}"));
    let sets = definition.set_of_slots();
    assert_eq!(*sets.last().unwrap(), numbers.sets - 1, "{numbers:?}");
    lint::lint(&definition);
    for form in [DefinitionFormat::Tws, DefinitionFormat::Kpuzzle, DefinitionFormat::Loyd, DefinitionFormat::Gap] {
        let Ok(written) = write::write(&definition, form) else { continue };
        let again: Definition = read(&written).unwrap_or_else(|error| panic!("{numbers:?} {form:?}: {error}"));
        let actions =
            |definition: &Definition| -> Vec<_> { definition.moves.iter().map(|made| made.action.clone()).collect() };
        // GAP has other slots.
        if form != DefinitionFormat::Gap {
            assert_eq!(actions(&again), actions(&definition), "{numbers:?} {form:?}");
        }
    }
    let choice = RuleChoice::default();
    if PlayRules::new(&definition, &choice).is_ok() {
        let opened = open_definition("extreme", definition, &choice, None, &Opening::default(), Used(numbers));
        opened.unwrap_or_else(|why| panic!("{numbers:?}: {why}"));
    }
}

#[test]
fn definitions_at_their_limits_are_read_written_and_played() {
    for (slots, kinds) in [(MOST_OF_SET, MOST_OF_SET), (MOST_OF_SET, 2), (MOST_OF_SET, 1)] {
        use_all(Numbers { slots, kinds, orientations: 1, ..SMALL });
    }
    let orientations = MOST_ORIENTATIONS.into();
    use_all(Numbers { slots: MOST_OF_SET, kinds: MOST_OF_SET, orientations, ..SMALL });
    for sets in [255, 256, 257, 300] {
        use_all(Numbers { sets, slots: 2, kinds: 2, moves: 6, step: 51, ..SMALL });
        use_all(Numbers { sets, slots: 1, kinds: 1, moves: 6, step: 51, ..SMALL });
        use_all(Numbers { sets, slots: 1, kinds: 1, orientations: 1, moves: 1, ..SMALL });
    }
    use_all(Numbers { sets: MOST_SLOTS, slots: 1, kinds: 1, moves: 2, step: MOST_SLOTS - 1, ..SMALL });
    use_all(Numbers { sets: MOST_SLOTS / 128, slots: 128, kinds: 128, orientations, moves: 2, step: 31 });
    use_all(Numbers { moves: 256, ..SMALL });
    use_all(Numbers { moves: MOST_MOVES, ..SMALL });
}

#[test]
fn definitions_beyond_a_limit_are_refused() {
    for beyond in [
        Numbers { slots: MOST_OF_SET + 1, ..SMALL },
        Numbers { orientations: usize::from(MOST_ORIENTATIONS) + 1, ..SMALL },
        Numbers { sets: MOST_SLOTS + 1, slots: 1, kinds: 1, ..SMALL },
        Numbers { slots: MOST_OF_SET, kinds: MOST_OF_SET, sets: MOST_SLOTS / MOST_OF_SET + 1, ..SMALL },
        Numbers { moves: MOST_MOVES + 1, ..SMALL },
    ] {
        let error = read(&beyond.text()).expect_err("one more than the most");
        assert!(error.to_string().starts_with("line "), "{beyond:?}: {error}");
    }
}
