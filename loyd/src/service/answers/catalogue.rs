//! The families of puzzles, and what is known of each.

use crate::catalogue;
use crate::planner::{Algorithm, Engine};
use crate::service::reply::{Alias, FamilyMembers, FamilyRow, PuzzleRow, Reply, VERSION};
use crate::service::{Catalogue, Fault, Task};
use loyd_core::opening::Unopened;

impl Task<'_> {
    pub(in crate::service) fn catalogue(&self, asked: &Catalogue) -> Result<Reply, Fault> {
        let name = catalogue::resolve(&asked.puzzle.id);
        if name.is_empty() && asked.puzzle.board.is_none() {
            return Ok(Reply::Catalogue(self.service.families.all().map(family_row).collect()));
        }
        match self.service.families.all().find(|family| family.name == name && asked.puzzle.board.is_none()) {
            Some(family) => {
                // An example that names a file is left out. A limit must not leave out any other.
                let member = |id: &str| match self.service.families.open(&self.opening(), id, None) {
                    Ok(engine) => Some(Ok(puzzle_row(&engine))),
                    Err(why @ Unopened::Stopped(_)) => Some(Err(Fault::from(why))),
                    Err(_) => None,
                };
                let members = family.members().filter_map(member).collect::<Result<_, _>>()?;
                Ok(Reply::Family(Box::new(FamilyMembers { family: family_row(family), members })))
            }
            None => Ok(Reply::Puzzle(Box::new(puzzle_row(&*self.engine()?)))),
        }
    }
}

fn family_row(family: &loyd_core::family::Family) -> FamilyRow {
    let aliases = family.aliases.iter().map(|&(alias, puzzle)| Alias { alias, puzzle });
    FamilyRow {
        version: VERSION,
        family: family.name,
        kind: family.kind,
        syntax: family.syntax,
        what: family.what,
        aliases: aliases.collect(),
        examples: family.members().collect(),
    }
}

fn puzzle_row(engine: &Engine) -> PuzzleRow {
    let why = Algorithm::ALL.into_iter().map(|algorithm| (algorithm, engine.inapplicable(algorithm)));
    let mut row = PuzzleRow {
        puzzle: engine.id().into(),
        goal: engine.goal(),
        goals: engine.named_goals(),
        look: engine.look(),
        facts: engine.facts(),
        heuristics: engine.heuristics().into_iter().map(String::from).collect(),
        algorithms: Vec::new(),
        inapplicable: Vec::new(),
    };
    for (algorithm, why) in why {
        match why {
            None => row.algorithms.push(algorithm),
            Some(why) => row.inapplicable.push((algorithm, why)),
        }
    }
    row
}
