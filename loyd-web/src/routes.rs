//! The routes, and the layers that every request passes: the guard, the counters, the log and the security headers.

mod batch;
mod catalogue;
mod health;
mod judge;
mod questions;

use std::time::Instant;

use axum::Router;
use axum::body::Body;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::cors::{AllowOrigin, CorsLayer};

use crate::paths::{BASE, QUESTIONS, route_name};
use crate::problem::Problem;
use crate::questions::asking::Asker;
use crate::{guard, openapi, page};

/// Builds all routes.
pub fn router(asker: Asker) -> Router {
    let mut api = Router::new();
    for &(path, ask) in QUESTIONS {
        api = api.route(path, post(move |state, request| questions::answer(ask, state, request)));
    }
    let api = api
        .route("/batch", post(batch::answer))
        .route("/puzzles", get(catalogue::families))
        .route("/puzzles/{*id}", get(catalogue::puzzle))
        .route("/judges", get(judge::list))
        .route("/judge/{name}", post(judge::answer))
        .route("/openapi.json", get(async || openapi::response()))
        .fallback(nowhere)
        .method_not_allowed_fallback(not_so);
    let router = Router::new()
        .nest(BASE, api)
        .route("/healthz", get(health::healthz))
        .route("/readyz", get(health::readyz))
        .route("/metrics", get(health::metrics))
        .route("/", get(page::index))
        .route("/{*file}", get(page::file))
        .method_not_allowed_fallback(not_so)
        .with_state(asker.clone());
    // Layers are added from the inside to the outside, so a reply after a panic is logged, too.
    let router = router.layer(CatchPanicLayer::custom(|_| panicked()));
    let origins: Vec<HeaderValue> =
        asker.settings().origins.iter().filter_map(|origin| HeaderValue::from_str(origin).ok()).collect();
    let router = if origins.is_empty() {
        router
    } else {
        let cors = CorsLayer::new().allow_origin(AllowOrigin::list(origins)).allow_methods([Method::GET, Method::POST]);
        router.layer(cors.allow_headers([header::CONTENT_TYPE, header::ACCEPT]))
    };
    router.layer(from_fn_with_state(asker, pass))
}

/// Answers only `/healthz`, for connections without a place. Other requests get 503 and may try again.
pub fn health_router(asker: Asker) -> Router {
    let busy = async || Problem::new(StatusCode::SERVICE_UNAVAILABLE, "busy", "no connection is free").retry(1);
    let router = Router::new().route("/healthz", get(health::healthz)).fallback(busy);
    router.layer(from_fn_with_state(asker, pass))
}

/// Checks, answers, counts and logs a request.
async fn pass(State(asker): State<Asker>, request: Request, next: Next) -> Response {
    let began = Instant::now();
    let method = request.method().clone();
    let path = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned());
    let route = route_name(path.as_deref());
    let checked = guard::check(&method, request.uri(), request.headers(), asker.settings());
    let mut response = match checked {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    };
    for (name, value) in SAFETY {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    let (status, took) = (response.status().as_u16(), began.elapsed());
    asker.metrics.answered(route, status, took);
    // The log contains only names from our lists, so no text of a client reaches it.
    let ms = took.as_secs_f64() * 1e3;
    tracing::info!(method = method_name(&method), route, status, ms = format_args!("{ms:.3}"), "request");
    response
}

/// The security headers of every reply.
const SAFETY: [(HeaderName, &str); 5] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

fn method_name(method: &Method) -> &'static str {
    [Method::GET, Method::POST, Method::HEAD, Method::OPTIONS]
        .iter()
        .position(|known| known == method)
        .map_or("other", |at| ["GET", "POST", "HEAD", "OPTIONS"][at])
}

async fn nowhere() -> Problem {
    Problem::nowhere()
}

async fn not_so() -> Problem {
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, "method", "this route does not accept the method")
}

fn panicked() -> axum::http::Response<Body> {
    Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", "internal error, please report it").into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_are_named() {
        assert_eq!(method_name(&Method::POST), "POST");
        assert_eq!(method_name(&Method::DELETE), "other");
    }
}
