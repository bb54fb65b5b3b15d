use super::*;
use crate::algs::steps;
use crate::definition::{Condition, DefinitionFormat, Move, Pattern, Set};
use loyd_core::splitmix;

/// Six slots of two orientations; the moves turn three or two of them.
fn definition(repeats: Repeats) -> Definition {
    let of = [2; 6];
    let solved = Pattern { pieces: [0, 1, 2, 3, 4, 5].into(), orientations: [0; 6].into() };
    let action = |from: [u16; 6], twist: [u8; 6]| Action::new(&from, &twist, &of).unwrap();
    let moves = [
        ("A", action([1, 2, 0, 3, 4, 5], [1, 0, 0, 0, 0, 0])),
        ("B", action([0, 1, 2, 4, 5, 3], [0; 6])),
        ("C", action([0, 1, 3, 2, 4, 5], [0; 6])),
        ("D", action([0, 1, 2, 3, 5, 4], [0; 6])),
    ];
    let named = |(name, action): (&str, Action)| Move { repeats, ..Move::new(name, action) };
    let moves = moves.into_iter().map(named).collect();
    Definition { moves, ..Definition::new(DefinitionFormat::Loyd, vec![Set::new("S", 6, 2)], solved) }
}

fn reduced(definition: &Definition, text: &str) -> String {
    let rewriter = Rewriter::new(definition);
    rewriter.text(&rewriter.reduced(&steps::expand(text, definition).unwrap()))
}

#[test]
fn neighbours_merge_and_cancel() {
    let definition = definition(Repeats::Powers);
    let cases = [
        ("A A", "A2"),
        ("A A'", ""),
        ("A2 A2", "A2'"),
        ("A3", "A3"),
        ("A4", "A2'"),
        ("A5 B3 A", ""),
        ("B A", "A B"),
        ("B A B", "A B'"),
        ("C D C", "D"),
        ("B C B'", "B C B'"),
        ("A C D C' A'", "D"),
        ("D A D", "A"),
        ("[A, B]", ""),
        ("[A: C] [A: C]", ""),
        ("", ""),
    ];
    for (text, expected) in cases {
        assert_eq!(reduced(&definition, text), expected, "{text}");
    }
}

#[test]
fn moves_that_are_powers_of_others() {
    let mut definition = definition(Repeats::Powers);
    let of = definition.orientations();
    let (double, back) = (definition.moves[0].action.power(2, &of), definition.moves[1].action.inverse(&of));
    definition.moves.extend([Move::new("AA", double.clone()), Move::new("X", back)]);
    assert_eq!(reduced(&definition, "AA A"), "A3");
    assert_eq!(reduced(&definition, "X"), "B'");
    // A move that has another weight stays.
    definition.moves.push(Move { weight: 3, ..Move::new("DEAR", double) });
    assert_eq!(reduced(&definition, "DEAR DEAR"), "DEAR'");
}

#[test]
fn one_way_moves() {
    let one_way = definition(Repeats::None);
    assert_eq!(reduced(&one_way, "A'"), "A A A A A");
    assert_eq!(reduced(&one_way, "A A4 A"), "");
    let turned = definition(Repeats::Inverse);
    assert_eq!(reduced(&turned, "A4"), "A' A'");
    let rewriter = Rewriter::new(&turned);
    assert_eq!(rewriter.length(&[(0, -2), (1, 1)]), 3);
    assert_eq!(Rewriter::new(&one_way).length(&[(0, 5)]), 5);
}

#[test]
fn moves_with_conditions_keep_their_places() {
    let mut definition = definition(Repeats::Powers);
    definition.moves[0].when.push(Condition { slot: 5, pieces: vec![5], must: true });
    assert_eq!(reduced(&definition, "B A B'"), "B A B'");
    assert_eq!(reduced(&definition, "B A A' B2"), "");
    // A move with conditions keeps its direction.
    assert_eq!(reduced(&definition, "A2 A2"), "A4");
}

#[test]
fn moves_between_legal_positions() {
    let legal = vec![Condition { slot: 0, pieces: vec![3], must: false }];
    let mut definition = Definition { legal, ..definition(Repeats::Powers) };
    // No slot is changed by both of these moves.
    assert_eq!(reduced(&definition, "B A B A"), "A2 B'");
    assert_eq!(reduced(&definition, "D C D"), "C");
    // These moves commute, but in another order another piece would lie in a slot between them.
    let both = definition.moves[2].action.then(&definition.moves[3].action, &definition.orientations());
    definition.moves.push(Move::new("E", both));
    assert_eq!(reduced(&definition, "D E D"), "D E D");
    assert_eq!(reduced(&definition, "A5"), "A'");
    definition.moves.iter_mut().for_each(|m| m.repeats = Repeats::Inverse);
    // The positions that A' leads to need not be legal.
    assert_eq!(reduced(&definition, "B A5 B'"), "A A A A A");
}

/// In each of many random puzzles with conditions for legal positions, a reduced word can be made if the word can be.
#[test]
fn reduced_words_stay_legal() {
    let mut seed = 3;
    let mut below = |many: u64| splitmix::next(&mut seed) % many;
    let mut compared = 0;
    for repeats in [Repeats::Powers, Repeats::Inverse, Repeats::None] {
        for _ in 0..300 {
            let mut definition = definition(repeats);
            let (slot, pieces) = (below(6) as u16, vec![below(6) as u8, below(6) as u8]);
            if pieces.contains(&definition.solved.pieces[usize::from(slot)]) {
                continue;
            }
            definition.legal.push(Condition { slot, pieces, must: false });
            let rewriter = Rewriter::new(&definition);
            for _ in 0..20 {
                let some = |_| (below(4) as usize, if repeats == Repeats::None { 1 } else { 1 - 2 * below(2) as i32 });
                let letters: Vec<Letter> = (0..8).map(some).collect();
                if is_made(&definition, &letters) {
                    compared += 1;
                    let reduced = rewriter.reduced(&letters);
                    assert!(is_made(&definition, &reduced), "{letters:?} {reduced:?}");
                }
            }
        }
    }
    assert!(compared > 2000, "{compared}");
}

/// Whether every position on the way of a word is legal.
fn is_made(definition: &Definition, word: &[Letter]) -> bool {
    let of = definition.orientations();
    let mut pattern = definition.solved.clone();
    word.iter().all(|&(place, power)| {
        let m = &definition.moves[place];
        let (step, times) = match m.repeats {
            Repeats::Powers => (power, 1),
            _ => (power.signum(), power.unsigned_abs()),
        };
        (0..times).all(|_| {
            pattern = definition.after(&pattern, &m.action.signed_power(step, &of));
            definition.legal.iter().all(|legal| legal.allows(pattern.pieces[usize::from(legal.slot)]))
        })
    })
}

/// The reduced form of every word does the same, is not longer, and is its own reduced form. Words that differ only in
/// the order of moves that commute have the same reduced form.
#[test]
fn reduced_words_do_the_same() {
    let definition = definition(Repeats::Powers);
    let rewriter = Rewriter::new(&definition);
    let mut word = 5u64;
    let mut below = |many: u64| {
        word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (word >> 33) % many
    };
    for _ in 0..3000 {
        let letters: Vec<Letter> =
            (0..below(14)).map(|_| (below(4) as usize, below(7) as i32 - 3)).filter(|letter| letter.1 != 0).collect();
        let reduced = rewriter.reduced(&letters);
        assert_eq!(rewriter.action(&reduced), rewriter.action(&letters), "{letters:?}");
        assert!(rewriter.length(&reduced) <= rewriter.length(&letters));
        assert_eq!(rewriter.reduced(&reduced), reduced, "{letters:?}");
        let mut shuffled = letters.clone();
        for place in 1..shuffled.len() {
            let (a, b) = (shuffled[place - 1].0, shuffled[place].0);
            if rewriter.commute[a][b] && below(2) == 0 {
                shuffled.swap(place - 1, place);
            }
        }
        assert_eq!(rewriter.reduced(&shuffled), reduced, "{letters:?} {shuffled:?}");
        let back: Vec<Letter> = letters.iter().copied().chain(rewriter.inverse(&letters)).collect();
        assert_eq!(rewriter.reduced(&back), []);
        assert_eq!(rewriter.order(&reduced), rewriter.action(&letters).order(&definition.orientations()));
        // The written text is read again as the same word.
        assert_eq!(steps::expand(&rewriter.text(&reduced), &definition).unwrap(), reduced);
    }
}
