//! Finds the reachable set of a compiled puzzle whose moves have conditions, and answers from it.

use super::reach::{Loops, Reach, ShapePath, identity, inverse};
use super::shapes::Shapes;
use crate::compiled::budget::grow;
use crate::compiled::unreachable::Refusal;
use crate::compiled::{Defined, packed};
use crate::definition::Condition;
use crate::structure::points::Points;
use crate::structure::{CountOrBound, Reason, ReasonScope};
use loyd_core::cells::Bytes;
use loyd_core::exact::exact;
use loyd_core::puzzle::bits::Word;
use loyd_core::puzzle::{MoveSet, Unsolvable};

/// The most points of the group.
const MOST_POINTS: usize = 128;

/// The most steps for the group. Each move from a shape takes the square of the number of points.
const MOST_STEPS: usize = 1 << 28;

impl<const N: usize, W: Word> Defined<N, W> {
    /// The reachable set, if moves have conditions.
    fn reach(&self) -> Option<&Reach<N>> {
        if self.motions.are_free() {
            return None;
        }
        self.plans.reach.get_or_init(|| self.reached()).as_ref()
    }

    /// Finds the reachable set; `None` if there is not exactly one goal, or it leaves something open; if moves reach
    /// other shapes than those that lead to the goal's; and if there are too many points or shapes.
    fn reached(&self) -> Option<Reach<N>> {
        let ([home], motions) = (&self.goals[..], &self.motions) else { return None };
        let goal = self.pattern(home)?;
        let points = Points::of_rules(&self.rules)?;
        let count = points.count();
        if count > MOST_POINTS {
            return None;
        }
        let moves: Vec<u8> = self.moves.free.iter().chain(self.moves.bound.iter().copied()).collect();
        let shapes = Shapes::new(&self.codes, motions, &moves, home, MOST_STEPS / (count * count).max(1))?;
        if !shapes.are_all(motions, &moves) {
            return None;
        }
        grow(shapes.len() * (moves.len() * size_of::<(u32, u8, u32)>() + 2 * (count + 32)));
        let turns = &self.rules.turns;
        let moved: Vec<Vec<u8>> = turns.iter().map(|turn| points.permutation_of(&turn.action)).collect();
        let mut ways: Vec<ShapePath> = Vec::with_capacity(shapes.len());
        for shape in 0..exact(shapes.len()) {
            let there: Box<[u8]> = match shapes.last_step(shape) {
                None => identity(count).into(),
                Some((before, m)) => {
                    let m = &moved[usize::from(m)];
                    ways[before as usize].there.iter().map(|&point| m[usize::from(point)]).collect()
                }
            };
            let back = inverse(&there);
            ways.push(ShapePath { there, back });
        }
        let off_ways = shapes.off_ways(motions, moves.iter().copied()).collect();
        let generators = Loops { points: count, moves: moved, ways, off_ways }.generators()?;
        Some(Reach::new(&self.rules, &points, &generators, shapes, goal))
    }

    /// The number of positions from which moves lead to the goal; `None` if no move has a condition, or it is unknown.
    pub(crate) fn positions_in_reach(&self) -> Option<CountOrBound> {
        self.reach().map(Reach::positions)
    }

    /// The reason why the conditions of moves keep a position from the goal.
    pub(crate) fn out_of_reach(&self, state: &Bytes<N>) -> Option<Refusal<N>> {
        let Reach { shapes, structure } = self.reach()?;
        let Some(shape) = shapes.of(state) else { return Some(Refusal::Shape) };
        let mut home = *state;
        shapes.way_to(shape).into_iter().rev().for_each(|m| self.motions.take_back(&mut home.0, m));
        structure.reason_beside(&self.pattern(&home)?, None).map(|reason| Refusal::Loops { reason, home })
    }

    /// The sentence for a reason that is true in the shape of the goal.
    pub(crate) fn sentence_of_loops(&self, reason: &Reason, home: &Bytes<N>) -> Option<Unsolvable> {
        let Reach { structure, .. } = self.reach()?;
        // If conditions name a single piece, the slot of that piece is the shape.
        let conditions = || self.rules.legal.iter().chain(self.rules.turns.iter().flat_map(|turn| &turn.when));
        let goal = self.pattern(&self.goals[0])?;
        let named = conditions().next().and_then(|first| {
            let set = self.codes.set_of[usize::from(first.slot)];
            let is_it = |slot: &usize| self.codes.set_of[*slot] == set && first.pieces[..] == [goal.pieces[*slot]];
            let mut slots = (0..self.rules.slots()).filter(is_it);
            let slot = slots.next().filter(|_| slots.next().is_none())?;
            let is_same = |c: &Condition| self.codes.set_of[usize::from(c.slot)] == set && c.pieces == first.pieces;
            conditions().all(is_same).then(|| exact::<u16>(slot))
        });
        Some(structure.sentence(reason, &self.pattern(home)?, ReasonScope::Shape(named)))
    }

    /// The group of the loops at the shape of the goal.
    #[cfg(test)]
    pub(crate) fn structure_of_loops(&self) -> Option<&crate::structure::Structure> {
        self.reach().map(|reach| &reach.structure)
    }

    /// A position drawn uniformly from those from which moves lead to the goal; `None` if these are not known.
    pub(crate) fn drawn_in_reach(&self, below: &mut dyn FnMut(u64) -> u64) -> Option<Bytes<N>> {
        let Reach { shapes, structure } = self.reach()?;
        let drawn = structure.random(below).ok()?;
        let mut state = packed(&self.codes.of_pattern(&drawn).ok()?);
        let shape = exact(below(shapes.len() as u64));
        shapes.way_to(shape).into_iter().for_each(|m| self.motions.make(&mut state.0, m));
        Some(state)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::compiled::tests::{from_text, is_whole, opened};
    use loyd_core::group::Factored;
    use loyd_core::puzzle::{Notation, Puzzle};
    use loyd_core::splitmix;

    type Opened = Defined<128, [u64; 4]>;
    type Met = BTreeSet<[u8; 128]>;

    /// All states that are met from the goal, if each state leads to the states of `next`.
    fn met(puzzle: &Opened, next: impl Fn(&Bytes<128>) -> Vec<Bytes<128>>) -> Met {
        let mut met = BTreeSet::from([puzzle.goals[0].0]);
        let mut waiting = vec![puzzle.goals[0]];
        while let Some(state) = waiting.pop() {
            waiting.extend(next(&state).into_iter().filter(|next| met.insert(next.0)));
        }
        met
    }

    fn ahead(puzzle: &Opened) -> Met {
        let made = |state: Bytes<128>, m: u8| {
            let mut next = state;
            puzzle.apply(&mut next, m);
            next
        };
        met(puzzle, |state| puzzle.moves(state).iter().map(|m| made(*state, m)).collect())
    }

    fn back(puzzle: &Opened) -> Met {
        met(puzzle, |state| {
            let mut before = Vec::new();
            puzzle.undos_into(state, &mut |undo| {
                let mut state = *state;
                puzzle.undo(&mut state, undo);
                before.push(state);
            });
            before
        })
    }

    /// All arrangements and orientations of the same pieces.
    fn of_pieces(puzzle: &Opened) -> Met {
        let slots = puzzle.rules.slots();
        met(puzzle, |state| {
            let turned = |slot: usize| {
                let (class, orientation) = puzzle.alphabet(slot).of_code(state.0[slot]);
                let class = &puzzle.alphabet(slot).classes[class];
                let mut turned = *state;
                turned.0[slot] = class.base + (orientation + 1) % class.modulus;
                turned
            };
            let swapped = |slot: usize| {
                let mut swapped = *state;
                swapped.0.swap(slot - 1, slot);
                swapped
            };
            (0..slots).map(turned).chain((1..slots).map(swapped)).collect()
        })
    }

    /// Asserts that the states in `met` are counted, and that only these are drawn, or all of them if they are few.
    fn reaches(puzzle: &Opened, met: &Met) {
        let text = &puzzle.definition;
        let positions = puzzle.positions_in_reach().unwrap_or_else(|| panic!("{text:?}"));
        assert_eq!(positions.factors().number(), Some(met.len() as u128), "{text:?}");
        assert!(positions.is_exact());
        let mut below = splitmix::below(7);
        let mut drawn = || puzzle.drawn_in_reach(&mut below).unwrap().0;
        if met.len() < 400 {
            // The mean number of draws until all are drawn is 400 times 6.6 at most.
            let drawn: Met = (0..20 * met.len()).map(|_| drawn()).collect();
            assert_eq!(&drawn, met, "{text:?}");
        } else {
            assert!((0..200).all(|_| met.contains(&drawn())), "{text:?}");
        }
    }

    #[test]
    fn boards() {
        // Boards with a gap in a corner or elsewhere, equal letters, walls, two gaps, one way round, and one row.
        let boards =
            ["ab/c-", "aab/cc-", "aab/b-b/ccc", "abc/d.e/ff-", "aba/b.-", "aab/b--", "ab-/aab", "aa.b/ccd-", "abc-"];
        for rows in boards {
            let puzzle = opened(&format!("letters:{rows}"));
            let met = ahead(&puzzle);
            reaches(&puzzle, &met);
            for state in of_pieces(&puzzle).into_iter().step_by(7) {
                let reason = puzzle.refusal(&Bytes(state));
                assert_eq!(
                    reason.is_none(),
                    met.contains(&state),
                    "{rows}: {} {reason:?}",
                    puzzle.write(&Bytes(state))
                );
            }
        }
    }

    /// Random conditions, one-way moves, turns and equal pieces. The reachable set is known exactly if moves lead back
    /// from every state that they reach, and to the goal from no other state. `LOYD_LONG` takes three times as many.
    #[test]
    fn random_conditions() {
        let mut below = splitmix::below(11);
        let (mut told, mut shapes) = (0, BTreeSet::new());
        let rounds = if is_whole() { 400 } else { 130 };
        for _ in 0..rounds {
            let solved = ["x x y y z", "x y y y z", "v w x y z", "x x x y z"][below(4) as usize];
            let turns = 1 + below(3);
            let mut moves = String::new();
            for name in ["A", "B", "C"].iter().take(2 + below(2) as usize) {
                let mut slots = ["a", "b", "c", "d", "e"];
                (1..5).for_each(|slot| slots.swap(slot, below(slot as u64 + 1) as usize));
                let turned = if turns > 1 && below(2) == 0 { "+1" } else { "" };
                let cycle = slots[..2 + below(3) as usize].join(" ");
                let (slot, is) = (slots[below(5) as usize], ["=", "!="][below(4).min(1) as usize]);
                let piece = ["x", "y", "z"][below(3) as usize];
                let when = if below(4) > 0 { format!(", when = '{slot} {is} {piece}'") } else { String::new() };
                let one_way = if below(3) == 0 { ", inverses = false" } else { "" };
                moves += &format!("{name} = {{ cycles = '({cycle}{turned})'{when}{one_way} }}\n");
            }
            let legal = if below(4) == 0 { "legal = 'e != y'\n" } else { "" };
            let puzzle = from_text(&format!(
                "{legal}solved = {{ s = '{solved}' }}\n[sets]\n\
                 s = {{ slots = 'a b c d e', orientations = {turns} }}\n[moves]\n{moves}"
            ));
            if puzzle.motions.are_free() {
                continue;
            }
            let (ahead, back) = (ahead(&puzzle), back(&puzzle));
            assert_eq!(puzzle.reach().is_some(), ahead == back, "{:?}", puzzle.definition);
            let Some(reach) = puzzle.reach() else { continue };
            told += 1;
            shapes.insert(reach.shapes.len());
            reaches(&puzzle, &ahead);
            for state in of_pieces(&puzzle) {
                let reason = puzzle.out_of_reach(&Bytes(state));
                assert_eq!(reason.is_none(), ahead.contains(&state), "{:?} {reason:?}", puzzle.definition);
            }
        }
        assert!(told > rounds * 3 / 8 && shapes.len() > 8, "{told} {shapes:?}");
    }

    /// The Square-1 has 3,678 shapes with no corner across a cut, which differ also by how each layer is turned. Each
    /// of them has 8! * 8! * 2 positions (J. Scherphuis, "Square-1", www.jaapsch.net/puzzles/square1.htm).
    #[test]
    fn the_positions_of_the_square_1() {
        let puzzle = opened("square-1");
        let positions = puzzle.positions_in_reach().unwrap();
        assert!(positions.is_exact());
        assert_eq!(positions.factors().number(), Some(3678 * 40_320 * 40_320 * 2));
        assert_eq!(puzzle.facts().states_formula, positions.factors().to_string());
        let mut below = splitmix::below(1);
        let mut reasons = BTreeSet::new();
        for _ in 0..100 {
            let state = puzzle.random(&mut below);
            assert_eq!(puzzle.unsolvable(&state), None);
            // A corner is parted from the slot after it, or an edge lies in its place.
            let join = (0..24).find(|&slot| state.0[slot] == puzzle.goals[0].0[1]).unwrap();
            let other = (join + 1..24).find(|&slot| state.0[slot] != state.0[join]).unwrap();
            let mut parted = state;
            parted.0.swap(join, other);
            let reason = puzzle.unsolvable(&parted).unwrap_or_else(|| panic!("{}", puzzle.write(&parted)));
            reasons.insert(reason.to_string());
        }
        assert!(reasons.len() > 2, "{reasons:?}");
    }

    /// The glued edge can lie in 4 slots of its face in one orientation, instead of 12 slots in 2 orientations.
    #[test]
    fn the_positions_of_the_bandaged_cube() {
        let puzzle = from_text(include_str!("../../../definitions/bandaged-cube.loyd"));
        let six: Factored = [12 * 2 / 4].into_iter().collect();
        let CountOrBound::Exactly(of_cube) = puzzle.behind().structure.order() else { panic!("the order of the cube") };
        assert_eq!(puzzle.positions_in_reach(), Some(CountOrBound::Exactly(of_cube.divided_by(&six).unwrap())));
        let mut turned = puzzle.goals[0];
        turned.0[8] += 1;
        turned.0[9] ^= 1;
        assert_ne!(puzzle.unsolvable(&turned), None);
    }

    /// The reachable set is not known for moves without conditions, for many goals, and for too many shapes.
    #[test]
    fn some_reach_is_not_told() {
        let slots: Vec<String> = (1..=24).map(|slot| slot.to_string()).collect();
        let slots = slots.join(" ");
        let many = from_text(&format!(
            "picture = '{slots}'\nsolved = '{}{}'\n[moves]\nA = '({slots})'\n\
             B = {{ cycles = '(1 2)', when = '3 != x' }}\n",
            "x ".repeat(12),
            "o ".repeat(12)
        ));
        let open = from_text("picture = '1 2 3 4'\nslides = '4'\n[goals]\nopen = '1 ? ? 4'\n");
        for puzzle in [many, open, opened("3x3x3")] {
            assert!(puzzle.reach().is_none());
        }
    }
}
