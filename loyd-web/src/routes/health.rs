//! The routes that report whether the server is alive, whether it takes questions, and its metrics.

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::problem::Problem;
use crate::questions::asking::Asker;

/// Reports that the server is alive.
pub async fn healthz() -> &'static str {
    "ok\n"
}

/// Reports whether the server takes questions: it is not stopping, and the queue is not full.
pub async fn readyz(State(asker): State<Asker>) -> Result<&'static str, Problem> {
    let why = match () {
        () if asker.underway.is_stopped() => "the server is stopping",
        () if asker.admission.waiting() >= asker.settings().queue.max(1) => "too many questions wait",
        () => return Ok("ready\n"),
    };
    Err(Problem::new(StatusCode::SERVICE_UNAVAILABLE, "busy", why).retry(1))
}

/// Sends the metrics.
pub async fn metrics(State(asker): State<Asker>) -> Response {
    let media = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, media)], asker.counts()).into_response()
}
