//! Which questions may be asked, and which are answered at once. Most rules need only the question.

use loyd::search::Stop;
use loyd::service::{Ask, CostLimits, Fault, Origin, PositionRef, Question, Random, SearchRef, Service, TableFolder};
use loyd::service::{Options, Want};

use crate::problem::Problem;

/// The kinds of questions that may be asked.
pub const ASKS: &[Ask] = &[
    Ask::Solve,
    Ask::Compare,
    Ask::Check,
    Ask::Distance,
    Ask::Next,
    Ask::Moves,
    Ask::Draw,
    Ask::Random,
    Ask::Rank,
    Ask::Unrank,
    Ask::Map,
    Ask::Group,
    Ask::Lint,
    Ask::Catalogue,
];

/// The most positions that are drawn, and the most solutions that are listed, in one reply.
pub const MOST_LISTED: u64 = 10_000;
/// The most bytes of moves that are drawn as pictures in one reply.
const LONGEST_DRAWN: usize = 4096;
/// The most bytes of the texts of a light question.
const SHORT: usize = 4096;
/// The limits that a question sets itself. If they prevent an answer, a retry is useless.
#[derive(Clone, Copy, Debug)]
pub struct OwnLimits {
    memory: bool,
    other: bool,
}

impl From<&Question> for OwnLimits {
    fn from(question: &Question) -> OwnLimits {
        let CostLimits { time, memory, nodes, moves, cost } = question.limits();
        let other = time.is_some() || nodes.is_some() || moves.is_some() || cost.is_some();
        OwnLimits { memory: memory.is_some(), other }
    }
}

impl OwnLimits {
    /// Whether one of the limits caused a fault, or the question can never have what it wants.
    pub fn are_behind(self, fault: &Fault) -> bool {
        fault.is_lasting
            || match fault.origin {
                Origin::Memory | Origin::Limit(Stop::Bytes) => self.memory,
                Origin::Limit(Stop::Cancelled) => false,
                Origin::Limit(_) => self.other,
                _ => false,
            }
    }
}

/// Refuses a question that may not be asked here.
///
/// # Errors
/// The fault, with the field that caused it.
pub fn admissible(question: &mut Question) -> Result<(), Problem> {
    let refuse = |field, message: String| Err(Fault::usage(field, message).into());
    if !ASKS.contains(&question.ask()) {
        return refuse("ask", format!("`ask`: `{}` is not answered here", question.ask().name()));
    }
    match question {
        Question::Random(Random { count: Some(count), .. }) if *count > MOST_LISTED => {
            refuse("count", format!("`count`: at most {MOST_LISTED} positions are drawn at a time"))
        }
        Question::Draw(draw) if draw.position.moves.as_ref().is_some_and(|moves| moves.len() > LONGEST_DRAWN) => {
            refuse("moves", format!("`moves`: at most {LONGEST_DRAWN} bytes of moves are drawn at a time"))
        }
        Question::Map(map) | Question::DryRun(map) => {
            if map.antipodes.is_some_and(|most| most > MOST_LISTED) {
                return refuse("antipodes", format!("`antipodes`: at most {MOST_LISTED} positions are named"));
            }
            if map.checkpoint_seconds.is_some() {
                return refuse("checkpoint_seconds", "`checkpoint_seconds`: maps are not kept here".into());
            }
            // A map that is stopped must not leave files behind. The service refuses a folder that the client names.
            if map.tables == TableFolder::Usual {
                map.tables = TableFolder::Nowhere;
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Whether a question can be light: no part of it asks for a long search, and its texts are short.
pub fn may_be_light(question: &Question) -> bool {
    let (puzzle, position) = (question.puzzle(), question.position());
    let board = puzzle.and_then(|puzzle| puzzle.board.as_deref());
    let texts = position.map(|PositionRef { state, scramble, moves }| [state, scramble, moves].map(Option::as_deref));
    let texts = texts.into_iter().flatten().chain([board, question.goal()]);
    if texts.flatten().map(str::len).sum::<usize>() > SHORT {
        return false;
    }
    match question {
        Question::Moves(_) | Question::Draw(_) | Question::Unrank(_) => true,
        Question::Rank(rank) => rank.state.len() <= SHORT,
        Question::Catalogue(_) => puzzle.is_some_and(|puzzle| !puzzle.id.is_empty()),
        // The solvable positions of a definition may have to be searched for.
        Question::Random(random) => {
            random.depth.is_none() && random.puzzle.board.is_none() && random.count.is_none_or(|count| count <= 100)
        }
        Question::Solve(solve) => {
            let Options { algorithm, heuristic, want, within, .. } = &solve.options;
            algorithm.is_none() && heuristic.is_none() && *want == Want::One && within.is_none()
        }
        Question::Distance(distance) => distance.search == SearchRef::default(),
        Question::Next(next) => next.search == SearchRef::default(),
        _ => false,
    }
}

/// Whether a question that can be light needs a search.
pub fn searches(question: &Question) -> bool {
    matches!(question.ask(), Ask::Solve | Ask::Distance | Ask::Next)
}

/// Whether a question is answered in a short time: it can be light, its puzzle is open already, and any search is in a
/// small space. A puzzle that is not open is never light, because the length of a definition does not bound the work of
/// opening it.
pub fn is_light(service: &Service, question: &Question) -> bool {
    may_be_light(question) && service.estimate_opened(question).is_some_and(|estimate| estimate.is_cheap)
}

#[cfg(test)]
mod tests {
    use loyd::service::{Bench, Check, Compare, Control, Draw, DryRun, Map, Moves, Solve};

    use super::*;

    #[test]
    fn what_is_small_is_light() {
        let service = Service::default();
        fn light(service: &Service, question: impl Into<Question>) -> bool {
            is_light(service, &question.into())
        }
        assert!(!light(&service, Solve::new("8", "8 6 7 2 5 4 3 x 1")), "it is not opened");
        for puzzle in ["8", "15"] {
            service.open(&Solve::new(puzzle, ""), &Control::default()).unwrap();
        }
        assert!(light(&service, Solve::new("8", "8 6 7 2 5 4 3 x 1")));
        assert!(!light(&service, Check::new("8", "8 6 7 2 5 4 3 x 1", "u")));
        let mut long = Moves::new("8", "8 6 7 2 5 4 3 x 1");
        long.position.moves = Some("u".repeat(SHORT));
        assert!(!light(&service, long));
        service.open(&Solve::new("2x2x2", ""), &Control::default()).unwrap();
        assert!(light(&service, Moves::new("2x2x2", "(R U)100")));
        assert!(!light(&service, Moves::new("2x2x2", "(R U F L D B)160000")));
        assert!(light(&service, Moves::new("15", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 x")));
        assert!(!light(&service, Solve::new("15", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 x 15")));
        assert!(!light(&service, Compare::new("8", "8 6 7 2 5 4 3 x 1")));
        assert!(!light(&service, Map::new("8")));
        let mut named = Solve::new("8", "8 6 7 2 5 4 3 x 1");
        named.options.heuristic = Some("additive".into());
        assert!(!light(&service, named));
    }

    #[test]
    fn what_would_hurt_is_refused() {
        fn refused(question: impl Into<Question>) -> bool {
            admissible(&mut question.into()).is_err()
        }
        assert!(!refused(Solve::new("8", "")));
        assert!(refused(Bench::new("korf100")));
        assert!(refused(Draw::new("8", "8 6 7 2 5 4 3 x 1", "u".repeat(LONGEST_DRAWN + 1))));
        let mut random = Random::new("8");
        random.count = Some(MOST_LISTED);
        assert!(!refused(random.clone()));
        random.count = Some(MOST_LISTED + 1);
        assert!(refused(random.clone()));
        let kept = Map { checkpoint_seconds: Some(Default::default()), ..Map::new("8") };
        for map in [Map { antipodes: Some(MOST_LISTED + 1), ..Map::new("8") }, kept] {
            assert!(refused(map.clone()) && refused(DryRun(map)));
        }
    }

    #[test]
    fn a_map_uses_no_folder_and_keeps_the_one_that_is_refused() {
        let folder_after = |tables: TableFolder| {
            let mut question = Question::from(Map { tables, ..Map::new("8") });
            admissible(&mut question).unwrap();
            let Question::Map(map) = &question else { panic!("{question:?}") };
            (map.tables.clone(), Service::default().ask(&question, &Control::default()).map_err(|fault| fault.field))
        };
        assert!(matches!(folder_after(TableFolder::Usual), (TableFolder::Nowhere, Ok(_))));
        let named = TableFolder::At("tables".into());
        assert!(matches!(folder_after(named.clone()), (kept, Err(Some("cache_dir"))) if kept == named));
    }
}
