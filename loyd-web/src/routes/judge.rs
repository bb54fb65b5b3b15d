//! Online-judge formats: text in, text out.

use axum::extract::{Path, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::problem::Problem;
use crate::questions::asking::Asker;
use crate::questions::reading;

/// Lists the judges.
pub async fn list() -> Response {
    let judges = serde_json::to_vec(&loyd_judges::listed().collect::<Vec<_>>()).unwrap_or_default();
    ([(header::CONTENT_TYPE, "application/json")], judges).into_response()
}

/// Sends the output for an input.
pub async fn answer(
    State(asker): State<Asker>,
    Path(name): Path<String>,
    request: Request,
) -> Result<Response, Problem> {
    let judge = loyd_judges::find(&name).ok_or_else(|| {
        Problem::new(StatusCode::NOT_FOUND, "judge", "unknown judge; /api/v1/judges lists all judges")
    })?;
    let (parts, body) = request.into_parts();
    reading::expect(&parts.headers, &["text/plain"])?;
    let input = reading::whole(body, asker.settings().body).await?;
    // The answers before an error are not sent.
    let output = asker.judge(judge, input).await?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], output).into_response())
}
