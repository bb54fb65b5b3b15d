//! The routes of the catalogue of puzzles.

use axum::extract::{Path, RawQuery, State};
use axum::response::Response;
use loyd::service::{Catalogue, Fault, Kind, Origin, Question};

use super::questions::json;
use crate::problem::Problem;
use crate::questions::asking::Asker;

/// Lists the families.
pub async fn families(State(asker): State<Asker>) -> Result<Response, Problem> {
    Ok(json(asker.ask(Question::from(Catalogue::default()).into()).await?))
}

/// Describes a family or a puzzle. The `?` of an id that chooses a metric would begin the query of the address, and the
/// reply would be about another puzzle.
pub async fn puzzle(
    State(asker): State<Asker>,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Response, Problem> {
    if query.is_some() {
        let message = "puzzle: found a query after `?`, expected an id whose `?` is written as %3F";
        return Err(Fault::new(Kind::Usage, Origin::Question, message).into());
    }
    Ok(json(asker.ask(Question::from(Catalogue::new(id)).into()).await?))
}
