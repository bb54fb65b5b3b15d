//! The pieces behind the points of a GAP file.
//!
//! A corner of a cube has three points, which moves keep together. The turn of every corner by a third commutes with
//! all moves. In general, a permutation of an orbit that commutes with all moves has cycles of one length, and makes a
//! slot of each cycle: the points of the cycle are the sides of the slot, and a move shifts the sides of each slot that
//! it moves. (Permutations that commute with a transitive group fix no point, unless they fix all points.)
//!
//! An edge that no move flips has two points in different orbits. Moves exchange the points of both orbits alike, so
//! the second orbit gets no slots: its points are **twins** of the points of the first orbit.

use rustc_hash::FxHashMap;

use super::MOST_POINT;
use super::moved::{MovedPoints, index, point};
use super::reader::GapFile;
use crate::definition::{
    Action, Definition, DefinitionFormat, MOST_OF_SET, MOST_ORDER, MOST_ORIENTATIONS, MOST_SLOTS, Move, Pattern,
    Repeats, Set,
};
use loyd_core::exact::exact;
use loyd_core::limits::Watch;
use loyd_core::text::Misread;

/// The most images of points that are compared in the search for permutations that commute with all moves. When they
/// are spent, the sides that have been found are used.
const MOST_COMPARED: usize = 1 << 26;

/// A slot: its points, side by side.
type PointSlot = Vec<u16>;

/// The slots of a GAP file, by orbit of points.
pub(super) struct PointPieces {
    orbits: Vec<Vec<PointSlot>>,
    /// The twins of each point.
    twins: FxHashMap<u16, Vec<u16>>,
}

/// For each point, the generators that move the point, ascending, and the images of the point.
struct GeneratorsOfPoints(Vec<Vec<(u16, u16)>>);

impl GeneratorsOfPoints {
    fn new(file: &GapFile<'_>) -> Self {
        let mut of_points = vec![Vec::new(); MOST_POINT.into()];
        for (generator, number) in file.generators.iter().zip(0_u16..) {
            for &(point, image) in &generator.moved {
                of_points[index(point)].push((number, image));
            }
        }
        GeneratorsOfPoints(of_points)
    }

    fn of(&self, point: u16) -> &[(u16, u16)] {
        &self.0[index(point)]
    }

    /// The generators that move points of an orbit, ascending.
    fn of_orbit(&self, orbit: &[u16]) -> Vec<u16> {
        let generators = orbit.iter().flat_map(|&point| self.of(point)).map(|&(generator, _)| generator);
        let mut generators: Vec<u16> = generators.collect();
        generators.sort_unstable();
        generators.dedup();
        generators
    }

    /// The points that moves exchange with each other, ascending.
    fn orbits(&self) -> Vec<Vec<u16>> {
        let (mut orbits, mut is_known) = (Vec::new(), vec![false; self.0.len()]);
        for first in (0..self.0.len()).map(point).filter(|&point| !self.of(point).is_empty()) {
            if std::mem::replace(&mut is_known[index(first)], true) {
                continue;
            }
            let (mut orbit, mut next) = (vec![first], 0);
            while let Some(&point) = orbit.get(next) {
                next += 1;
                for &(_, image) in self.of(point) {
                    if !std::mem::replace(&mut is_known[index(image)], true) {
                        orbit.push(image);
                    }
                }
            }
            orbit.sort_unstable();
            orbits.push(orbit);
        }
        orbits
    }

    /// Computes the map of an orbit that takes the orbit's first point to `to` and commutes with all moves. Returns
    /// whether there is one. `to` may belong to another orbit.
    fn commuting(&self, orbit: &[u16], to: u16, images: &mut [u16], left: &mut usize) -> bool {
        if self.of(orbit[0]).len() != self.of(to).len() {
            return false;
        }
        *left = left.saturating_sub(orbit.len());
        orbit.iter().for_each(|&point| images[index(point)] = 0);
        images[index(orbit[0])] = to;
        let mut reached = vec![orbit[0]];
        while let Some(point) = reached.pop() {
            let (of_point, of_image) = (self.of(point), self.of(images[index(point)]));
            let Some(rest) = left.checked_sub(of_point.len() + 1) else { return false };
            *left = rest;
            if of_point.len() != of_image.len() {
                return false;
            }
            for (&(generator, to), &(other, image)) in of_point.iter().zip(of_image) {
                if generator != other {
                    return false;
                }
                match std::mem::replace(&mut images[index(to)], image) {
                    0 => reached.push(to),
                    known if known != image => return false,
                    _ => {}
                }
            }
        }
        true
    }

    /// The slots of an orbit with the most sides, in the order of their least points.
    fn slots(&self, orbit: &[u16], images: &mut [u16], left: &mut usize) -> Vec<PointSlot> {
        let first = orbit[0];
        let mut best: Vec<PointSlot> = orbit.iter().map(|&point| vec![point]).collect();
        // The points that powers of a permutation reach from the first point need no permutation of their own.
        let mut is_done = vec![first];
        for &to in &orbit[1..] {
            if is_done.contains(&to) || !self.commuting(orbit, to, images, left) {
                continue;
            }
            let cycle = cycle(first, images);
            let order = cycle.len();
            is_done.extend(cycle);
            let sides =
                (1..=order.min(MOST_ORIENTATIONS.into())).rev().find(|&sides| order.is_multiple_of(sides)).unwrap_or(1);
            if sides > best[0].len() {
                best = slots(orbit, images, order / sides);
            }
        }
        best
    }
}

/// The points to which powers of a permutation take a point, from that point on.
fn cycle(first: u16, images: &[u16]) -> Vec<u16> {
    let next = |&point: &u16| Some(images[index(point)]).filter(|&next| next != first);
    std::iter::successors(Some(first), next).collect()
}

/// The cycles of a power of a permutation of an orbit.
fn slots(orbit: &[u16], images: &[u16], power: usize) -> Vec<PointSlot> {
    let (mut slots, mut is_known) = (Vec::new(), vec![false; images.len()]);
    for &first in orbit {
        if !is_known[index(first)] {
            let slot: PointSlot = cycle(first, images).into_iter().step_by(power).collect();
            slot.iter().for_each(|&point| is_known[index(point)] = true);
            slots.push(slot);
        }
    }
    slots
}

impl PointPieces {
    /// Finds the slots.
    pub fn new(file: &GapFile<'_>) -> Result<Self, Misread> {
        let of_points = GeneratorsOfPoints::new(file);
        let (mut images, mut left) = (vec![0; MOST_POINT.into()], MOST_COMPARED);
        let token = file.generators[0].token;
        let (mut orbits, mut number, mut twins) = (Vec::new(), 0, FxHashMap::<u16, Vec<u16>>::default());
        // The orbits that have slots, by their lengths and the generators that move them.
        let mut kept: FxHashMap<(usize, Vec<u16>), Vec<Vec<u16>>> = FxHashMap::default();
        for orbit in of_points.orbits() {
            let before = left;
            let alike = kept.entry((orbit.len(), of_points.of_orbit(&orbit))).or_default();
            let mut is_twin = |first: &Vec<u16>| {
                left > 0 && orbit.iter().any(|&to| of_points.commuting(first, to, &mut images, &mut left))
            };
            let twin = alike.iter().find(|first| is_twin(first));
            if let Some(first) = twin {
                first.iter().for_each(|&point| twins.entry(point).or_default().push(images[index(point)]));
            }
            let slots = if twin.is_some() { Vec::new() } else { of_points.slots(&orbit, &mut images, &mut left) };
            Watch::demand(|watch| watch.spend((before - left) as u64));
            if twin.is_some() {
                continue;
            }
            alike.push(orbit);
            if slots.len() > MOST_OF_SET {
                let expected = format!("at most {MOST_OF_SET} slots that moves exchange, not {}", slots.len());
                return Err(token.misread(expected));
            }
            number += slots.len();
            orbits.push(slots);
        }
        match number {
            0 => Err(token.misread("a permutation that moves a point")),
            1..=MOST_SLOTS => Ok(PointPieces { orbits, twins }),
            _ => Err(token.misread(format!("at most {MOST_SLOTS} slots, not {number}"))),
        }
    }

    /// The definition with these slots.
    pub fn definition(&self, file: GapFile<'_>) -> Result<Definition, Misread> {
        let (mut sets, mut labels) = (Vec::new(), Vec::new());
        let (mut pieces, mut orientations) = (Vec::new(), Vec::new());
        for (number, slots) in self.orbits.iter().enumerate() {
            let name = if self.orbits.len() == 1 { "points".into() } else { format!("orbit{}", number + 1) };
            let mut set = Set::new(name, slots.len(), exact(slots[0].len()));
            let mut shown = ShownPieces::default();
            for slot in slots {
                let (piece, orientation) = shown.piece(slot, self.colours(slot, &file), &mut set);
                pieces.push(piece);
                orientations.push(orientation);
            }
            sets.push(set);
            labels.push(shown.labels);
        }
        let solved = Pattern { pieces: pieces.into(), orientations: orientations.into() };
        let definition = Definition { labels, ..Definition::new(DefinitionFormat::Gap, sets, solved) };
        let (orientations, places) = (definition.orientations(), self.places());
        let slots: Vec<&PointSlot> = self.orbits.iter().flatten().collect();
        let mut moves = Vec::with_capacity(file.generators.len());
        for generator in file.generators {
            Watch::demand(|watch| watch.spend(2 * slots.len() as u64));
            let action = action(&generator.moved, &slots, &places, &orientations);
            if action.order(&orientations).is_none() {
                return Err(generator.token.misread(format!("a permutation of order at most {MOST_ORDER}")));
            }
            moves.push(Move { repeats: Repeats::Inverse, ..Move::new(generator.name, action) });
        }
        Ok(Definition { moves, ..definition })
    }

    /// The colours of the sides of a slot: the colours of each point and of its twins.
    fn colours(&self, slot: &PointSlot, file: &GapFile<'_>) -> Vec<SideColours> {
        let colour = |point: u16| file.colours.get(index(point)).copied().flatten();
        let twins = |point: &u16| self.twins.get(point).into_iter().flatten().copied();
        slot.iter().map(|point| std::iter::once(*point).chain(twins(point)).map(colour).collect()).collect()
    }

    /// For each point, its slot and its side. A twin is at side 0 of the first slot, and is not used.
    fn places(&self) -> Vec<(u16, u8)> {
        let mut places = vec![(0, 0); MOST_POINT.into()];
        for (slot, number) in self.orbits.iter().flatten().zip(0_u16..) {
            for (&point, side) in slot.iter().zip(0_u8..) {
                places[index(point)] = (number, side);
            }
        }
        places
    }
}

/// The action of a permutation on slots. A piece is turned by the side to which its first side goes.
fn action(moved: &MovedPoints, slots: &[&PointSlot], places: &[(u16, u8)], orientations: &[u8]) -> Action {
    let mut from: Vec<u16> = (0..exact::<u16>(slots.len())).collect();
    let mut twist = vec![0; slots.len()];
    for &(point, image) in moved {
        let ((source, side), (to, turned)) = (places[index(point)], places[index(image)]);
        if side == 0 && slots[usize::from(source)][0] == point {
            from[usize::from(to)] = source;
            twist[usize::from(to)] = turned;
        }
    }
    Action::new(&from, &twist, orientations).expect("a permutation that keeps the sides of slots together")
}

/// The colour of the point of a side, and the colours of the point's twins; `None` for a point without a colour.
type SideColours = Vec<Option<u32>>;

/// The pieces of a set, by the colours of their sides.
#[derive(Default)]
struct ShownPieces {
    /// For the colours of a piece, turned so that they come first among their turns: the piece, and how far the first
    /// slot with the piece is turned.
    known: FxHashMap<Vec<SideColours>, (u8, u8)>,
    /// The least point of the first slot with each piece.
    labels: Vec<String>,
}

impl ShownPieces {
    /// The piece of a slot, and its orientation. The set stores whether a turn of the piece shows the same colours.
    fn piece(&mut self, slot: &PointSlot, shown: Vec<SideColours>, set: &mut Set) -> (u8, u8) {
        let sides = slot.len();
        if shown.iter().flatten().all(Option::is_none) {
            return (self.labelled(slot), 0);
        }
        let turned = |by: usize| (0..sides).map(move |side| (side + by) % sides);
        let key = |by: usize| turned(by).map(|side| shown[side].clone()).collect::<Vec<_>>();
        let period = (1..=sides).find(|&by| turned(by).zip(0..).all(|(side, at)| shown[side] == shown[at]));
        let period = period.unwrap_or(sides);
        let by = (0..period).min_by_key(|&by| key(by)).unwrap_or(0);
        if let Some(&(piece, first)) = self.known.get(&key(by)) {
            let orientation = (by + period - usize::from(first)) % period;
            return (piece, exact(orientation));
        }
        let piece = self.labelled(slot);
        self.known.insert(key(by), (piece, exact(by)));
        if period < sides {
            set.known_modulo.push((piece, exact(period)));
        }
        (piece, 0)
    }

    /// The number of a piece that is new, whose label is the least point of its slot.
    fn labelled(&mut self, slot: &PointSlot) -> u8 {
        self.labels.push(slot[0].to_string());
        exact(self.labels.len() - 1)
    }
}
