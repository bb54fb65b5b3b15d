//! The routes of the catalogue of puzzles.

use axum::extract::{Path, State};
use axum::response::Response;
use loyd::service::Catalogue;

use super::questions::json;
use crate::problem::Problem;
use crate::questions::asking::Asker;

/// Lists the families.
pub async fn families(State(asker): State<Asker>) -> Result<Response, Problem> {
    Ok(json(asker.ask(Catalogue::default().into()).await?))
}

/// Describes a family or a puzzle.
pub async fn puzzle(State(asker): State<Asker>, Path(id): Path<String>) -> Result<Response, Problem> {
    Ok(json(asker.ask(Catalogue::new(id).into()).await?))
}
