//! Spaces whose states have numbers although they have many slots, or coordinates of more than 400,000 values: their
//! first layers, and the whole maps with `LOYD_LONG`.

use std::collections::BTreeSet;

use loyd_definitions::{Action, DefinitionFormat, Move, Pattern, Set};

use crate::catalogue::{is_whole, with_definition};

use super::*;

/// The number of ranks, and the number of positions at each distance: of all, or the first.
struct RankedLayers(usize);

impl Visitor for RankedLayers {
    type Output = (u64, Vec<u64>);

    fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) -> (u64, Vec<u64>) {
        let mut layers = Vec::new();
        let (mut met, mut layer) = (BTreeSet::new(), puzzle.goals().unwrap());
        layer.retain(|state| met.insert(puzzle.rank(state)));
        while !layer.is_empty() && layers.len() < self.0 {
            layers.push(layer.len() as u64);
            let mut before = Vec::new();
            for state in &layer {
                assert_eq!(puzzle.unrank(puzzle.rank(state)), *state);
                puzzle.undos_into(state, &mut |undo| {
                    let mut parent = state.clone();
                    puzzle.undo(&mut parent, undo);
                    before.push(parent);
                });
            }
            before.retain(|state| met.insert(puzzle.rank(state)));
            layer = before;
        }
        if is_whole() {
            let limits = Limits::default();
            puzzle.prepare_rank_moves();
            let whole = map(&puzzle, &MapOptions::default(), &mut Meter::new(&limits), &mut |_| ()).unwrap();
            assert_eq!(whole.layers[..layers.len()], layers);
            layers = whole.layers;
        }
        (puzzle.ranks(), layers)
    }

    fn unranked<P: Bounded + Notation + 'static>(self, _: P) -> (u64, Vec<u64>) {
        panic!("the states are not numbered")
    }
}

/// Checks the number of ranks, and the layers that were counted. The lists of layers are complete.
fn has_layers((ranks, found): (u64, Vec<u64>), layers: &[u64]) {
    assert_eq!(ranks, layers.iter().sum::<u64>());
    let number = if is_whole() { layers.len() } else { found.len() };
    assert_eq!(found, layers[..number]);
}

fn layers_of(definition: Definition, number: usize) -> (u64, Vec<u64>) {
    open_definition("numbered", definition, &RuleChoice::default(), None, &Opening::default(), RankedLayers(number))
        .unwrap_or_else(|why| panic!("{why}"))
}

/// A definition of two sets of `slots` slots. In each set the pieces of these slots are marked.
fn two_sets(slots: usize, marked: &[usize], moves: &[[Vec<u16>; 2]]) -> Definition {
    let pieces: Vec<u8> = (0..2 * slots).map(|slot| u8::from(marked.contains(&(slot % slots)))).collect();
    let solved = Pattern { orientations: vec![0; 2 * slots].into(), pieces: pieces.into() };
    let sets = vec![Set::new("A", slots, 1), Set::new("B", slots, 1)];
    let mut definition = Definition::new(DefinitionFormat::Loyd, sets, solved);
    for (number, [a, b]) in moves.iter().enumerate() {
        let from: Vec<u16> = a.iter().copied().chain(b.iter().map(|&from| from + slots as u16)).collect();
        let action = Action::new(&from, &vec![0; from.len()], &vec![1; from.len()]).unwrap();
        definition.moves.push(Move::new(format!("m{number}"), action));
    }
    definition
}

#[test]
fn two_sets_of_17_slots_have_numbers() {
    let still: Vec<u16> = (0..17).collect();
    let (mut around, mut exchanged) = (still.clone(), still.clone());
    around.rotate_left(1);
    exchanged.swap(0, 1);
    let moves = [[around.clone(), still.clone()], [still, around], [exchanged.clone(), exchanged]];
    let (ranks, layers) = layers_of(two_sets(17, &[0, 1], &moves), usize::MAX);
    // Two pieces of 17, twice.
    assert_eq!((ranks, layers.iter().sum()), (136 * 136, 136 * 136));
}

/// The five edges and the corner of an X-cross. A map without ranks has the same counts.
#[test]
fn an_x_cross_has_numbers() {
    let goal = ". . . . DFR . . ./. . . . FR . . . DF DR DL DB/. . . . . .";
    let found = with_definition("3x3x3", Some(goal), RankedLayers(5)).unwrap();
    let layers = [1, 15, 172, 1950, 21_535, 220_368, 1_989_591, 13_431_990, 40_963_892, 16_325_184, 36_022];
    has_layers(found, &layers);
}

/// The moves of the centres of a 5x5x5: quarter turns of one layer or of two. The slots of each of the two kinds of
/// centres are numbered from 0; the centres of one face come first.
fn centres() -> Vec<[Vec<u16>; 2]> {
    type Facelet = ([i8; 3], [i8; 3]);
    let mut kinds: [Vec<Facelet>; 2] = Default::default();
    for face in 0..6 {
        let (axis, side) = (face / 2, if face % 2 == 0 { 1 } else { -1 });
        for (a, b) in (-1..=1).flat_map(|a| (-1..=1).map(move |b| (a, b))).filter(|&place| place != (0, 0)) {
            let (mut place, mut normal) = ([0; 3], [0; 3]);
            (place[axis], normal[axis]) = (2 * side, side);
            (place[(axis + 1) % 3], place[(axis + 2) % 3]) = (a, b);
            kinds[usize::from(a * b == 0)].push((place, normal));
        }
    }
    let turned = |axis: usize, v: [i8; 3]| {
        let (b, c) = ((axis + 1) % 3, (axis + 2) % 3);
        let mut after = v;
        (after[b], after[c]) = (-v[c], v[b]);
        after
    };
    let all = (0..3).flat_map(|axis| [1, 2, -1, -2].map(|layers| (axis, layers)));
    let moves = all.map(|(axis, layers): (usize, i8)| {
        // From the layer 2 (or -2) on, one layer or two.
        let is_in = |at: i8| if layers > 0 { at > 2 - layers } else { at < -2 - layers };
        kinds.each_ref().map(|facelets| {
            let mut from: Vec<u16> = (0..24).collect();
            for (slot, (place, normal)) in facelets.iter().enumerate().filter(|(_, (place, _))| is_in(place[axis])) {
                let after = (turned(axis, *place), turned(axis, *normal));
                let to = facelets.iter().position(|facelet| *facelet == after).expect("a centre of the same kind");
                from[to] = slot as u16;
            }
            from
        })
    });
    moves.collect()
}

/// The centres of one face. A map without ranks has the same counts.
#[test]
fn the_centres_of_a_face_of_the_5x5x5_have_numbers() {
    let found = layers_of(two_sets(24, &[0, 1, 2, 3], &centres()), 4);
    let layers = [1, 12, 190, 3210, 47_444, 635_642, 6_870_327, 41_671_278, 59_387_592, 4_296_076, 104];
    has_layers(found, &layers);
}
