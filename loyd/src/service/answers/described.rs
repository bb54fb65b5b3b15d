//! Answers about a definition without a search: the group of its moves, and its oddities.

use crate::catalogue;
use crate::planner::part::{Extent, OfDefinition};
use crate::service::reply::{GroupReply, LintRow, Reply};
use crate::service::{Fault, Kind, Lint, Origin, PuzzleRef, Task};
use loyd_definitions::ids;

/// The most facelets (slots times orientations) of a definition whose group is computed under a ceiling of time. The
/// work cannot be stopped. It takes seconds for this many facelets and minutes for twice as many.
const MOST_FACELETS: usize = 128;

/// The most goals of a definition that is examined under a ceiling of time.
const MOST_GOALS: usize = 8;

impl Task<'_> {
    pub(in crate::service) fn group(&self) -> Result<Reply, Fault> {
        let engine = self.engine()?;
        let moves = engine.expect_described().map_err(undescribed)?;
        Ok(Reply::Group(Box::new(GroupReply {
            puzzle: engine.id().into(),
            gods_number: engine.facts().gods_number,
            group: moves.group(),
            merged: moves.merged(),
        })))
    }

    pub(in crate::service) fn lint(&self, asked: &Lint) -> Result<Reply, Fault> {
        if self.sent().is_some() {
            self.refuse_long()?;
        }
        if let Some(findings) = self.of_definition(self.service.families.part().findings)? {
            return Ok(Reply::Lint(findings.iter().map(|finding| LintRow::of(&asked.puzzle.id, finding)).collect()));
        }
        // A puzzle that cannot be opened gives its own fault.
        match self.engine()?.expect_described() {
            Err(why) => Err(undescribed(why)),
            Ok(_) => Err(Fault::internal("a definition without its text")),
        }
    }

    /// Refuses a definition with which a stranger could hold a thread, because facts about positions need its group.
    pub(in crate::service) fn refuse_long(&self) -> Result<(), Fault> {
        // This service cannot open a name that it cannot read.
        let is_named = || self.service.names.is_some() && catalogue::resolve(&self.puzzle().id).starts_with("file:@");
        if self.terms.ceiling.time.is_none() || (self.sent().is_none() && !is_named()) {
            return Ok(());
        }
        let Some(extent) = self.of_definition(self.service.families.part().extent)? else { return Ok(()) };
        let why = match extent {
            Extent { facelets: found, .. } if found > MOST_FACELETS => {
                format!("expected at most {MOST_FACELETS} facelets (slots times orientations), found {found}")
            }
            Extent { goals: found, .. } if found > MOST_GOALS => {
                format!("expected a definition with at most {MOST_GOALS} goals, found {found}")
            }
            Extent { .. } => return Ok(()),
        };
        Err(Fault { field: Some("board"), ..Fault::new(Kind::NotApplicable, Origin::Question, why) })
    }

    /// Calls `asks` with the definition of the question's puzzle, even if no puzzle can be made from the definition.
    /// Returns `None` if the puzzle has no definition.
    fn of_definition<T>(&self, asks: OfDefinition<T>) -> Result<Option<T>, Fault> {
        let text = self.sent();
        let asked = asks(&catalogue::resolve(&self.puzzle().id), text, &self.opening());
        asked.transpose().map_err(|why| match text {
            Some(_) => Fault::from(why).instead("puzzle", "board"),
            None => why.into(),
        })
    }

    /// The text of a definition that came with the question.
    fn sent(&self) -> Option<&str> {
        let PuzzleRef { id, board } = self.puzzle();
        let is_file = || catalogue::family_of(id).is_some_and(|family| family.name == ids::FAMILY.name);
        board.as_deref().filter(|_| is_file())
    }
}

fn undescribed(why: String) -> Fault {
    Fault { field: Some("puzzle"), ..Fault::new(Kind::NotApplicable, Origin::Question, why) }
}
