//! Moves from one state of a compiled puzzle to another, by which solutions are shortened.

use crate::compiled::Defined;
use crate::patterns::bounds::COORDINATES;
use loyd_core::cells::Bytes;
use loyd_core::exact::exact;
use loyd_core::heuristic::Toward;
use loyd_core::puzzle::bits::Word;

impl<const N: usize, W: Word> Defined<N, W> {
    /// The start from which moves lead to the goal exactly if they lead from `from` to `to`. Each piece gets the name
    /// of the piece that the goal has in its slot of `to`, and turns by the difference of their orientations.
    ///
    /// `None` if there are several goals, or costs; and if pieces are alike or moves have conditions, because then the
    /// effect of moves on one state does not determine their effect on others.
    pub(crate) fn toward_goal(&self, from: &Bytes<N>, to: &Bytes<N>) -> Option<Toward<Self>> {
        let [goal] = &self.goals[..] else { return None };
        if !self.moves.pairs.are_all_different() || self.rules.has_costs() {
            return None;
        }
        let mut becomes: Vec<Vec<u8>> = self.codes.alphabets.iter().map(|set| vec![0; set.codes]).collect();
        for (slot, &set) in self.codes.set_of.iter().enumerate() {
            let classes = &self.codes.alphabets[set].classes;
            let ((there, turned), (home, at_home)) = (self.class(slot, to), self.class(slot, goal));
            let modulus = classes[there].modulus;
            if modulus != classes[home].modulus {
                return None;
            }
            for orientation in 0..modulus {
                let turned =
                    (u16::from(orientation) + u16::from(modulus - turned) + u16::from(at_home)) % u16::from(modulus);
                becomes[set][usize::from(classes[there].base + orientation)] = classes[home].base + exact::<u8>(turned);
            }
        }
        let mut start = *from;
        for (code, &set) in start.0.iter_mut().zip(&self.codes.set_of) {
            *code = becomes[set][usize::from(*code)];
        }
        Some(Toward { puzzle: None, start, bound: COORDINATES.name })
    }

    /// The class of the piece in a slot, and how it is turned.
    fn class(&self, slot: usize, state: &Bytes<N>) -> (usize, u8) {
        self.alphabet(slot).of_code(state.0[slot])
    }
}

#[cfg(test)]
mod tests {
    use super::COORDINATES;
    use crate::compiled::tests::opened;
    use loyd_core::limits::{Limits, Meter};
    use loyd_core::puzzle::{MoveSet, Notation, Puzzle};
    use loyd_core::search::anytime::{self, Wish};
    use loyd_core::search::shorten::Shortener;
    use loyd_core::search::{Found, ida_star};
    use loyd_core::splitmix;

    /// The moves from one state to another lead from the start to the goal.
    #[test]
    fn ways_between_states_are_ways_to_the_goal() {
        for id in ["3x3x3", "2x2x2", "megaminx", "m12", "pyraminx"] {
            let puzzle = opened(id);
            let moves: Vec<u8> = puzzle.moves.free.iter().collect();
            let mut below = splitmix::below(7);
            let mut walk = |length| (0..length).map(|_| moves[below(moves.len() as u64) as usize]).collect::<Vec<u8>>();
            let (mut from, way) = (puzzle.goals[0], walk(9));
            walk(20).iter().for_each(|&m| _ = puzzle.apply(&mut from, m));
            let mut to = from;
            way.iter().for_each(|&m| _ = puzzle.apply(&mut to, m));
            let mut state = puzzle.toward_goal(&from, &to).unwrap().start;
            way.iter().for_each(|&m| _ = puzzle.apply(&mut state, m));
            assert_eq!(state, puzzle.goals[0], "{id}");
        }
    }

    /// The first solution is much shorter than the plan, also where moves have conditions: God's number of the Square-1
    /// is 31 of these moves (M. Masonjones, 2005), and plans take up to 160.
    #[test]
    fn first_solutions_are_shorter_than_plans() {
        let puzzle = opened("square-1");
        for seed in 5..7 {
            let start = puzzle.random(&mut splitmix::below(seed));
            let planned = puzzle.plan_of(&start).unwrap().len();
            let (limits, wish) = (Limits::default(), Wish { first: true, ..Wish::default() });
            let mut meter = Meter::new(&limits);
            let found = ida_star::with_bound(&puzzle, COORDINATES.name, |walker| {
                anytime::search(&puzzle, walker, &[start], wish, &mut meter, &|_, _| {})
            });
            let length = found.unwrap().best.unwrap().moves.len();
            assert!(length <= 75 && length < planned, "{length} {planned}");
        }
    }

    /// If all solutions are short, the solution of a plan is shortened to a short one, too. Where moves have
    /// conditions, a search from both ends joins the windows.
    #[test]
    fn plans_are_shortened() {
        for (id, most) in [("2x2x2", 22), ("pyraminx", 30), ("m12", 40), ("square-1", 90)] {
            let puzzle = opened(id);
            let start = puzzle.random(&mut splitmix::below(5));
            let long = puzzle.plan_of(&start).unwrap();
            let limits = Limits::default();
            let mut shortener = Shortener::new(&puzzle, Found { start, moves: long.clone() }, 1);
            let mut meter = Meter::new(&limits);
            while meter.stats.generated < 2_000_000 && shortener.step(&puzzle, &mut meter).unwrap().is_some() {}
            let (short, mut state) = (shortener.found().moves, start);
            short.iter().for_each(|&m| _ = puzzle.apply(&mut state, m));
            assert!(puzzle.is_goal(&state) && short.len() <= most, "{id}: {} {}", long.len(), short.len());
        }
    }
}
