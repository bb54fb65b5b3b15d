//! Orbits of states under the symmetries by which a map is reduced.

use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;

use crate::limits::{Meter, Stop};
use crate::puzzle::{Puzzle, Symmetric};

/// The symmetries of a puzzle, if they take the first states of a map to each other.
///
/// # Errors
/// [`Stop::Bytes`] if the limit of memory is reached.
pub fn symmetries_of<'p, P: Puzzle>(
    puzzle: &'p P,
    first: &[P::State],
    meter: &mut Meter<'_>,
) -> Result<Option<&'p dyn Symmetric<P>>, Stop> {
    let Some(symmetric) = puzzle.symmetric() else { return Ok(None) };
    let mut all: HashMap<P::State, (), FxBuildHasher> = HashMap::default();
    for state in first {
        meter.room(&mut all)?;
        all.insert(state.clone(), ());
    }
    let mut is_closed = true;
    first.iter().for_each(|state| symmetric.images(state, &mut |image| is_closed &= all.contains_key(&image)));
    meter.free_map(all);
    Ok(is_closed.then_some(symmetric))
}

/// The distinct images of a state, in the order of the symmetries. Without symmetries, the state alone.
pub fn orbit<P: Puzzle>(symmetric: Option<&dyn Symmetric<P>>, state: &P::State) -> Vec<P::State> {
    let Some(symmetric) = symmetric else { return vec![state.clone()] };
    let (mut images, mut met) = (Vec::new(), HashSet::new());
    symmetric.images(state, &mut |image| {
        if met.insert(image.clone()) {
            images.push(image);
        }
    });
    images
}
