//! A plan: moves to the goal from every position, by stored words rather than a search. They are not a short solution.
//!
//! First, moves lead to the shape of the goal (`shapes`). Then words that start and end in that shape (`loops`)
//! bring piece after piece home (`sift`).

mod chain;
mod insertion;
mod loops;
mod powers;
pub(crate) mod reach;
mod reaching;
mod shapes;
mod sift;
pub(crate) mod stages;
mod staging;
pub(crate) mod stored;
mod toward;

use crate::compiled::Defined;
use crate::plan::insertion::InsertionTables;
use crate::plan::loops::loops;
use crate::plan::shapes::{MOST_MOVES, Shapes};
use crate::plan::sift::{MoveAlgebra, SchreierWords, WordAction};
use crate::plan::stored::StoredPlan;
use loyd_core::cells::Bytes;
use loyd_core::exact::exact;
use loyd_core::limits::{Meter, Stop};
use loyd_core::puzzle::bits::Word;
use loyd_core::puzzle::{BeamHints, MoveSet, Puzzle, ShorterSearch};
use loyd_core::splitmix;

/// The most slots of a puzzle that has a plan, because the work grows with the square of the slots.
const MOST_SLOTS: usize = 128;

/// The most plans that are tried for a position with identical pieces. Each draws where they go, and may be wrong.
const DRAWS: u64 = 64;

impl<const N: usize, W: Word> BeamHints<Self> for Defined<N, W> {
    /// The moves of the whole plan to the goal.
    fn subgoal(&self, state: &Bytes<N>) -> Option<Vec<u8>> {
        self.plan_of(state)
    }

    fn shorter(
        &self,
        start: &Bytes<N>,
        known: Option<&[u8]>,
        search: ShorterSearch,
        meter: &mut Meter<'_>,
        each: &mut dyn FnMut(Vec<u8>),
    ) -> Result<(), Stop> {
        let tables = || InsertionTables::new(&self.rules, &self.codes, &self.goals[0].0);
        // A word that is inserted must be one that may be made anywhere.
        let made = || if self.motions.are_free() { tables() } else { None };
        if self.plans.insertions.get().is_none() && !meter.fits(insertion::MOST_BYTES) {
            return Ok(());
        }
        let Some(tables) = self.plans.insertions.get_or_init(made) else { return Ok(()) };
        tables.search(&start.0, known, search, meter, each)
    }
}

impl<const N: usize, W: Word> Defined<N, W> {
    /// Moves that lead to the goal; `None` if words for all pieces were not found.
    pub(crate) fn plan_of(&self, state: &Bytes<N>) -> Option<Vec<u8>> {
        let plan = self.plans.plan.get_or_init(|| self.planned()).as_ref()?;
        let moves = &plan.words.moves;
        let there = plan.shapes.way_to(plan.shapes.of(state)?);
        let mut way = moves.back(&moves.word(there)).moves;
        let mut shaped = *state;
        way.iter().for_each(|&m| _ = self.apply(&mut shaped, m));
        let home = (0..DRAWS).find_map(|draw| self.way_home(&plan.words, shaped, draw))?;
        home.iter().for_each(|&m| moves.push(&mut way, m));
        self.leads_home(state, &way).then_some(way)
    }

    /// Makes the plan; `None` if there are too many slots, too many shapes, or no moves that can be taken back.
    fn planned(&self) -> Option<StoredPlan<N>> {
        let (rules, motions) = (&self.rules, &self.motions);
        if rules.slots() > MOST_SLOTS {
            return None;
        }
        let all = self.moves.free.iter().chain(self.moves.bound.iter().copied());
        let actions = all.map(|m| (m, rules.turns[usize::from(m)].action.clone())).collect();
        let moves = MoveAlgebra::new(actions, &rules.orientations, motions)?;
        let numbers: Vec<u8> = moves.actions.iter().map(|(m, _)| *m).collect();
        let shapes = Shapes::new(&self.codes, motions, &numbers, &self.goals[0], MOST_MOVES)?;
        let loops = loops(&moves, &shapes, motions);
        Some(StoredPlan { shapes, words: SchreierWords::new(moves, loops.into_iter()) })
    }

    /// Moves from a position of the goal's shape to the goal, slot by slot; `None` if one of several identical pieces
    /// went to the wrong place. Draw 0 takes the shortest word each time.
    fn way_home(&self, words: &SchreierWords, mut state: Bytes<N>, draw: u64) -> Option<Vec<u8>> {
        let goal = &self.goals[0];
        let mut below = splitmix::below(draw);
        let mut way = Vec::new();
        for (slot, known) in words.by_slot.iter().enumerate() {
            let alphabet = self.alphabet(slot);
            let (wanted, turned) = alphabet.of_code(goal.0[slot]);
            let modulus = u16::from(alphabet.classes[wanted].modulus);
            let fits = |from: u16, twist: u8| {
                let (class, orientation) = self.alphabet(from.into()).of_code(state.0[usize::from(from)]);
                class == wanted && (u16::from(orientation) + u16::from(twist)) % modulus == u16::from(turned)
            };
            let stays = fits(exact(slot), 0);
            let mut fitting: Vec<&WordAction> =
                known.iter().filter(|((from, twist), _)| fits(*from, *twist)).map(|(_, known)| known).collect();
            fitting.sort_by(|one, other| (one.moves.len(), &one.moves).cmp(&(other.moves.len(), &other.moves)));
            let number = fitting.len() + usize::from(stays);
            let chosen = if draw == 0 { 0 } else { exact::<usize>(below(number.max(1) as u64)) };
            let chosen = if stays { chosen.checked_sub(1) } else { Some(chosen) };
            let Some(chosen) = chosen else { continue };
            for &m in &fitting.get(chosen)?.moves {
                self.apply(&mut state, m);
                words.moves.push(&mut way, m);
            }
        }
        self.is_goal(&state).then_some(way)
    }

    /// Whether these moves may be made from `state`, and lead to a goal.
    fn leads_home(&self, state: &Bytes<N>, way: &[u8]) -> bool {
        let mut state = *state;
        let are_legal = way.iter().all(|&m| {
            let is_legal = self.motions.is_legal(&state.0, m);
            self.apply(&mut state, m);
            is_legal
        });
        are_legal && self.is_goal(&state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compiled::tests::{from_text, is_whole, opened};
    use crate::definition::Action;
    use crate::plan::sift::key;
    use loyd_core::puzzle::Notation;

    const BANDAGED: &str = include_str!("../../definitions/bandaged-cube.loyd");

    /// Plans solve positions of the whole group, also with identical pieces, one-way moves, and moves with conditions.
    #[test]
    fn plans_lead_home() {
        let free = ["2x2x2", "3x3x3", "3x3x3?U,R", "pyraminx", "skewb", "dino", "m12", "4x4x4", "hungarian-rings"];
        // Boards with a gap in a corner, with a gap elsewhere, with two gaps, and a board that is a ring.
        let boards =
            ["abc/cab/ba-", "abcd/efga/bcde/fgh-", "abcde/fghij/kl-mn/opqrs/tuvwx", "abcd/bcda/cd--", "abc/d.e/fg-"];
        let boards = boards.map(|rows| format!("letters:{rows}"));
        let large = format!("letters:{}abcdefg-", "abcdefgh/".repeat(7));
        let bound = boards.iter().chain([&large]).map(String::as_str).chain(["square-1"]);
        let named = free.into_iter().chain(bound).map(|id| (id, opened(id)));
        for (id, puzzle) in named.chain([("bandaged cube", from_text(BANDAGED))]) {
            let mut below = splitmix::below(3);
            for _ in 0..if is_whole() { 20 } else { 2 } {
                let start = puzzle.random(&mut below);
                let way = puzzle.subgoal(&start).unwrap_or_else(|| panic!("{id}: {}", puzzle.write(&start)));
                let mut state = start;
                for m in way {
                    assert!(puzzle.moves(&state).iter().any(|legal| legal == m), "{id}");
                    puzzle.apply(&mut state, m);
                }
                assert!(puzzle.is_goal(&state), "{id}");
            }
        }
    }

    /// There is no plan if no moves take a move back where it was made, or if there are too many shapes.
    #[test]
    fn some_conditions_have_no_plan() {
        let one_way = "inverses = false\npicture = '1 2 3 4'\n[moves]\nA = { cycles = '(1 2 3)', when = '1 != 1' }\n\
                       B = { cycles = '(2 3 4)', when = '2 != 1' }\n";
        let slots: Vec<String> = (1..=24).map(|slot| slot.to_string()).collect();
        let slots = slots.join(" ");
        let many = format!(
            "picture = '{slots}'\nsolved = '{}{}'\n[moves]\nA = '({slots})'\n\
             B = {{ cycles = '(1 2)', when = '3 != x' }}\n",
            "x ".repeat(12),
            "o ".repeat(12)
        );
        for text in [one_way, &many] {
            let puzzle = from_text(text);
            assert!(!puzzle.moves.bound.is_empty() && puzzle.subgoal(&puzzle.goals[0]).is_none(), "{text}");
        }
    }

    /// A word of a slot changes nothing in the slots before, and does what its key describes. It may be made in the
    /// solved position, and so in every position of that shape.
    #[test]
    fn words_do_what_they_are_kept_for() {
        for id in ["3x3x3", "square-1", "letters:abc/def/gh-"] {
            let puzzle = opened(id);
            puzzle.subgoal(&puzzle.goals[0]);
            let StoredPlan { shapes, words } = puzzle.plans.plan.get().unwrap().as_ref().unwrap();
            let of = &words.moves.orientations;
            for (slot, words) in words.by_slot.iter().enumerate() {
                for (&found, known) in words {
                    let turn = |made: Action, &m: &u8| made.then(&puzzle.rules.turns[usize::from(m)].action, of);
                    let made = known.moves.iter().fold(Action::identity(of.len()), turn);
                    assert_eq!((key(slot, &made), &made), (found, &known.action));
                    assert!((0..slot).all(|before| key(before, &made) == (before as u16, 0)));
                    let end = known.moves.iter().try_fold(0, |shape, &m| shapes.after(&puzzle.motions, shape, m));
                    assert_eq!(end, Some(0), "{id}");
                }
            }
        }
    }
}
