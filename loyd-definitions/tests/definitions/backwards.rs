//! Searches a whole space backwards from the goals, with a map of all states.

use std::collections::HashMap;

use loyd_core::puzzle::Puzzle;

/// The number of states at each distance, and the distance of each state.
pub fn backwards<P: Puzzle>(puzzle: &P) -> (Vec<u64>, HashMap<P::State, u32>) {
    let mut layer = puzzle.goals().expect("listed");
    let mut far: HashMap<P::State, u32> = layer.iter().map(|goal| (goal.clone(), 0)).collect();
    let mut layers = Vec::new();
    while !layer.is_empty() {
        layers.push(layer.len() as u64);
        let mut next = Vec::new();
        for state in &layer {
            puzzle.undos_into(state, &mut |undo| {
                let mut parent = state.clone();
                puzzle.undo(&mut parent, undo);
                far.entry(parent.clone()).or_insert_with(|| {
                    next.push(parent);
                    layers.len() as u32
                });
            });
        }
        layer = next;
    }
    (layers, far)
}
