//! Orbits of states under the symmetries by which a map is reduced.

use hashbrown::HashSet;

use crate::puzzle::{Puzzle, Symmetric};

/// The distinct images of a state, in the order of the symmetries. Without symmetries, the state alone.
pub fn orbit<P: Puzzle>(symmetric: Option<&dyn Symmetric<P>>, state: &P::State) -> Vec<P::State> {
    let Some(symmetric) = symmetric else { return vec![*state] };
    let (mut images, mut met) = (Vec::new(), HashSet::new());
    symmetric.images(state, &mut |image| {
        if met.insert(image) {
            images.push(image);
        }
    });
    images
}
