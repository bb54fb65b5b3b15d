//! What the interface takes and gives, as OpenAPI 3.1.

use axum::response::{IntoResponse, Response};

/// The description.
pub fn response() -> Response {
    "{}".into_response()
}
