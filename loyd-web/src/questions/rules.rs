//! Which questions may be asked, and which are answered at once. Most rules need only the question.

use loyd::planner::Want;
use loyd::search::Stop;
use loyd::service::{Ask, Fault, Origin, Question, Service};

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
        let Question { limit_seconds, limit_memory, limit_nodes, limit_moves, .. } = question;
        let other = limit_seconds.is_some() || limit_nodes.is_some() || limit_moves.is_some();
        OwnLimits { memory: limit_memory.is_some(), other }
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
    if !ASKS.contains(&question.ask) {
        return refuse("ask", format!("`ask`: `{}` is not answered here", question.ask.name()));
    }
    if question.count.is_some_and(|count| count > MOST_LISTED) {
        return refuse("count", format!("`count`: at most {MOST_LISTED} positions are drawn at a time"));
    }
    if question.antipodes.is_some_and(|most| most > MOST_LISTED) {
        return refuse("antipodes", format!("`antipodes`: at most {MOST_LISTED} positions are named"));
    }
    let moves = question.moves.as_ref().map_or(0, String::len);
    if question.ask == Ask::Draw && moves > LONGEST_DRAWN {
        return refuse("moves", format!("`moves`: at most {LONGEST_DRAWN} bytes of moves are drawn at a time"));
    }
    if question.ask == Ask::Map {
        if question.checkpoint_seconds.is_some() {
            return refuse("checkpoint_seconds", "`checkpoint_seconds`: maps are not kept here".into());
        }
        // A map that is stopped must not leave files behind.
        question.no_cache = true;
    }
    Ok(())
}

/// Whether a question can be light: no part of it asks for a long search, and its texts are short.
pub fn may_be_light(question: &Question) -> bool {
    let Question { board, goal, state, scramble, moves, .. } = question;
    let bytes: usize = [board, goal, state, scramble, moves].into_iter().flatten().map(String::len).sum();
    if bytes > SHORT {
        return false;
    }
    match question.ask {
        Ask::Moves | Ask::Draw | Ask::Rank | Ask::Unrank => true,
        Ask::Catalogue => !question.puzzle.is_empty(),
        Ask::Random => question.depth.is_none() && question.count.is_none_or(|count| count <= 100),
        Ask::Solve | Ask::Distance | Ask::Next => {
            let plain = question.algorithm.is_none() && question.heuristic.is_none() && question.want == Want::One;
            plain && question.within.is_none()
        }
        _ => false,
    }
}

/// Whether a question that can be light needs a search.
pub fn searches(question: &Question) -> bool {
    matches!(question.ask, Ask::Solve | Ask::Distance | Ask::Next)
}

/// Whether a question is answered in a short time: it can be light, its puzzle is open already, and any search is in a
/// small space. A puzzle that is not open is never light, because the length of a definition does not bound the work of
/// opening it.
pub fn is_light(service: &Service, question: &Question) -> bool {
    may_be_light(question) && service.estimate_opened(question).is_some_and(|estimate| estimate.is_cheap)
}

#[cfg(test)]
mod tests {
    use loyd::service::Control;

    use super::*;

    #[test]
    fn what_is_small_is_light() {
        let service = Service::default();
        let light = |question: &Question| is_light(&service, question);
        assert!(!light(&Question::solve("8", "8 6 7 2 5 4 3 x 1")), "it is not opened");
        for puzzle in ["8", "15"] {
            service.open(&Question::solve(puzzle, ""), &Control::default()).unwrap();
        }
        assert!(light(&Question::solve("8", "8 6 7 2 5 4 3 x 1")));
        assert!(!light(&Question::check("8", "8 6 7 2 5 4 3 x 1", "u")));
        let mut long = Question::moves("8", "8 6 7 2 5 4 3 x 1");
        long.moves = Some("u".repeat(SHORT));
        assert!(!light(&long));
        assert!(light(&Question::moves("15", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 x")));
        assert!(!light(&Question::solve("15", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 x 15")));
        assert!(!light(&Question::compare("8", "8 6 7 2 5 4 3 x 1")));
        assert!(!light(&Question::map("8")));
        let mut named = Question::solve("8", "8 6 7 2 5 4 3 x 1");
        named.heuristic = Some("additive".into());
        assert!(!light(&named));
    }

    #[test]
    fn what_would_hurt_is_refused() {
        let refused = |question: &Question| admissible(&mut question.clone()).is_err();
        assert!(!refused(&Question::solve("8", "")));
        assert!(refused(&Question::bench("korf100")));
        assert!(refused(&Question::draw("8", "8 6 7 2 5 4 3 x 1", "u".repeat(LONGEST_DRAWN + 1))));
        let mut random = Question::random("8");
        random.count = Some(MOST_LISTED);
        assert!(!refused(&random));
        random.count = Some(MOST_LISTED + 1);
        assert!(refused(&random));
    }
}
