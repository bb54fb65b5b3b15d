//! Answers about a definition without a search: the group of its moves, and its oddities.

use crate::catalogue;
use crate::service::reply::{GroupReply, LintRow, Reply};
use crate::service::{Fault, Kind, Lint, Origin, PuzzleRef, Task};
use loyd_core::opening::Unopened;
use loyd_definitions::Definition;
use loyd_definitions::formats::read;
use loyd_definitions::ids;
use loyd_definitions::lint::lint;

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
        let definition = self.definition()?;
        let findings = lint(&definition);
        let found = findings.iter().map(|finding| LintRow::of(&asked.puzzle.id, finding));
        Ok(Reply::Lint(found.collect()))
    }

    /// Refuses a definition with which a stranger could hold a thread, because facts about positions need its group.
    pub(in crate::service) fn refuse_long(&self) -> Result<(), Fault> {
        if self.terms.ceiling.time.is_none() {
            return Ok(());
        }
        let id = catalogue::resolve(&self.puzzle().id);
        let definition = match self.sent()? {
            // This service cannot open a name that it cannot read.
            None if self.service.names.is_some() && id.starts_with("file:@") => self.named(&id).transpose()?,
            sent => sent,
        };
        let Some(definition) = definition else { return Ok(()) };
        let facelets = definition.sets.iter().map(|set| set.slots * usize::from(set.orientations)).sum::<usize>();
        let why = match (facelets, definition.goals.len()) {
            (found, _) if found > MOST_FACELETS => {
                format!("expected at most {MOST_FACELETS} facelets (slots times orientations), found {found}")
            }
            (_, found) if found > MOST_GOALS => {
                format!("expected a definition with at most {MOST_GOALS} goals, found {found}")
            }
            _ => return Ok(()),
        };
        Err(Fault { field: Some("board"), ..Fault::new(Kind::NotApplicable, Origin::Question, why) })
    }

    /// The definition of the question's puzzle, even if no puzzle can be made from it.
    fn definition(&self) -> Result<Definition, Fault> {
        if let Some(definition) = self.sent()? {
            self.refuse_long()?;
            return Ok(definition);
        }
        match self.named(&catalogue::resolve(&self.puzzle().id)) {
            Some(definition) => definition,
            // A puzzle that cannot be opened gives its own fault.
            None => match self.engine()?.expect_described() {
                Err(why) => Err(undescribed(why)),
                Ok(_) => Err(Fault::internal("a definition without its text")),
            },
        }
    }

    /// The definition that an id names.
    fn named(&self, id: &str) -> Option<Result<Definition, Fault>> {
        ids::definition(id, &self.opening()).map(|definition| Ok(definition?))
    }

    /// The definition that came with the question.
    fn sent(&self) -> Result<Option<Definition>, Fault> {
        let PuzzleRef { id, board } = self.puzzle();
        let is_file = catalogue::family_of(id).is_some_and(|family| family.name == ids::FAMILY.name);
        let Some(text) = board.as_ref().filter(|_| is_file) else { return Ok(None) };
        let unread = |source| Fault::from(Unopened::Content { path: "board".into(), source });
        read(text).map(Some).map_err(|why| unread(why).instead("puzzle", "board"))
    }
}

fn undescribed(why: String) -> Fault {
    Fault { field: Some("puzzle"), ..Fault::new(Kind::NotApplicable, Origin::Question, why) }
}
