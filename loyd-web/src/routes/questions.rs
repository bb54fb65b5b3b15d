//! Answers one question with one reply, or with a stream of events.

use axum::extract::{Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use loyd::service::Ask;

use crate::problem::Problem;
use crate::questions::asking::Asker;
use crate::questions::events;
use crate::questions::reading;

/// Answers a question of the kind `ask`.
pub async fn answer(ask: Ask, State(asker): State<Asker>, request: Request) -> Result<Response, Problem> {
    let (parts, body) = request.into_parts();
    reading::expect(&parts.headers, &["application/json"])?;
    let accepts = parts.headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok()).unwrap_or_default();
    let streams = accepts.split(',').any(|media| media.trim().starts_with("text/event-stream"));
    let text = reading::whole(body, asker.settings().body).await?;
    let question = reading::question(text, Some(ask))?;
    if streams {
        return events::events(&asker, question).await;
    }
    Ok(json(asker.ask(question).await?))
}

/// Sends a reply as JSON.
pub fn json(reply: Bytes) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], reply).into_response()
}
