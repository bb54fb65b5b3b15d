//! Faults as `application/problem+json` (RFC 9457), and the table from the kind of a fault to the HTTP status.

use std::borrow::Cow;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use loyd::search::Stop;
use loyd::service::{Fault, Kind, Origin};
use schemars::JsonSchema;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

/// The media type of a problem.
pub const TYPE: &str = "application/problem+json";

/// The status of each kind of fault.
pub const STATUS: &[(Kind, StatusCode)] = &[
    (Kind::Usage, StatusCode::BAD_REQUEST),
    (Kind::Puzzle, StatusCode::NOT_FOUND),
    (Kind::Goal, StatusCode::UNPROCESSABLE_ENTITY),
    (Kind::State, StatusCode::UNPROCESSABLE_ENTITY),
    (Kind::Moves, StatusCode::UNPROCESSABLE_ENTITY),
    (Kind::Heuristic, StatusCode::UNPROCESSABLE_ENTITY),
    (Kind::NotApplicable, StatusCode::UNPROCESSABLE_ENTITY),
    (Kind::NoEffect, StatusCode::UNPROCESSABLE_ENTITY),
    (Kind::NoTables, StatusCode::UNPROCESSABLE_ENTITY),
    (Kind::NoSuchTable, StatusCode::UNPROCESSABLE_ENTITY),
    (Kind::NoSuchState, StatusCode::UNPROCESSABLE_ENTITY),
    (Kind::Input, StatusCode::UNPROCESSABLE_ENTITY),
    (Kind::Limit, StatusCode::SERVICE_UNAVAILABLE),
    (Kind::Memory, StatusCode::SERVICE_UNAVAILABLE),
    (Kind::Table, StatusCode::INTERNAL_SERVER_ERROR),
    (Kind::Taken, StatusCode::INTERNAL_SERVER_ERROR),
    (Kind::Lost, StatusCode::SERVICE_UNAVAILABLE),
    (Kind::Damaged, StatusCode::INTERNAL_SERVER_ERROR),
    (Kind::File, StatusCode::INTERNAL_SERVER_ERROR),
    (Kind::Output, StatusCode::INTERNAL_SERVER_ERROR),
    (Kind::System, StatusCode::INTERNAL_SERVER_ERROR),
    (Kind::Internal, StatusCode::INTERNAL_SERVER_ERROR),
];

/// Why a request has no reply. The content is boxed, because it would make the `Result` of every success large, too.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(transparent)]
pub struct Problem(Box<Content>);

/// The reason why there is no reply (RFC 9457).
#[derive(Clone, Debug, JsonSchema, Deserialize, Serialize)]
#[schemars(rename = "Problem")]
pub struct Content {
    /// A name for the kind of problem.
    r#type: String,
    /// The reason phrase of the status.
    title: Cow<'static, str>,
    /// The HTTP status.
    #[serde(serialize_with = "code", deserialize_with = "status")]
    #[schemars(with = "u16")]
    status: StatusCode,
    /// A message for people.
    detail: String,
    /// One word for programs: the kind of a fault, or a kind of this interface.
    kind: Cow<'static, str>,
    /// The field of the question that is wrong.
    field: Option<Cow<'static, str>>,
    /// The line where a text could not be read, counted from 1.
    line: Option<usize>,
    /// The column in this line, counted from 1.
    column: Option<usize>,
    /// The text found there, quoted.
    found: Option<String>,
    /// A description of the expected text.
    expected: Option<String>,
    /// The seconds after which the client should try again.
    #[serde(skip)]
    retry: Option<u64>,
    /// Whether the question needs more memory than it got.
    #[serde(skip)]
    is_by_memory: bool,
}

fn code<S: serde::Serializer>(status: &StatusCode, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u16(status.as_u16())
}

fn status<'de, D: Deserializer<'de>>(deserializer: D) -> Result<StatusCode, D::Error> {
    StatusCode::from_u16(u16::deserialize(deserializer)?).map_err(D::Error::custom)
}

impl Problem {
    /// Creates a problem of this interface.
    pub fn new(status: StatusCode, kind: &'static str, detail: impl Into<String>) -> Problem {
        Problem(Box::new(Content {
            r#type: format!("urn:loyd:{kind}"),
            title: status.canonical_reason().unwrap_or_default().into(),
            status,
            detail: detail.into(),
            kind: kind.into(),
            field: None,
            line: None,
            column: None,
            found: None,
            expected: None,
            retry: None,
            is_by_memory: false,
        }))
    }

    /// The problem of a path that has no route.
    pub fn nowhere() -> Problem {
        Problem::new(StatusCode::NOT_FOUND, "route", "unknown route; /api/v1/openapi.json lists all routes")
    }

    /// The problem of a question that came when the server was stopping.
    pub fn stopping() -> Problem {
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "busy", "the server is stopping")
    }

    /// Sets the time after which the client should try again.
    pub fn retry(mut self, seconds: u64) -> Problem {
        self.0.retry = Some(seconds);
        self
    }

    /// Removes the time after which the client should try again.
    pub fn without_retry(mut self) -> Problem {
        self.0.retry = None;
        self
    }

    /// Changes the status to 422, because a limit of the question itself keeps it from being answered.
    pub fn asked_for(mut self) -> Problem {
        (self.0.status, self.0.retry) = (StatusCode::UNPROCESSABLE_ENTITY, None);
        self.0.title = self.0.status.canonical_reason().unwrap_or_default().into();
        self
    }

    /// Returns the problem as one line of a batch, in the format of the command.
    pub fn as_line(&self) -> impl Serialize + '_ {
        #[derive(Serialize)]
        struct Line<'a> {
            version: u32,
            error: Details<'a>,
        }
        #[derive(Serialize)]
        struct Details<'a> {
            kind: &'a str,
            message: &'a str,
            line: Option<usize>,
            column: Option<usize>,
            found: &'a Option<String>,
            expected: &'a Option<String>,
        }
        let Content { kind, detail: message, line, column, found, expected, .. } = &*self.0;
        let (line, column) = (*line, *column);
        Line { version: loyd::service::VERSION, error: Details { kind, message, line, column, found, expected } }
    }

    /// Writes the problem for the server that reads it from a worker.
    pub fn to_server(&self) -> Vec<u8> {
        serde_json::to_vec(&(self.0.retry, self.0.is_by_memory, self)).unwrap_or_default()
    }

    /// Reads a problem that [`to_server`](Self::to_server) has written.
    pub fn from_worker(text: &[u8]) -> Problem {
        match serde_json::from_slice::<(Option<u64>, bool, Problem)>(text) {
            Ok((retry, is_by_memory, mut problem)) => {
                (problem.0.retry, problem.0.is_by_memory) = (retry, is_by_memory);
                problem
            }
            Err(error) => Fault::internal(error).into(),
        }
    }

    /// Whether the question needs more memory than it got.
    pub fn is_by_memory(&self) -> bool {
        self.0.is_by_memory
    }

    /// The HTTP status of the problem.
    #[cfg(test)]
    pub fn status(&self) -> StatusCode {
        self.0.status
    }
}

impl From<Fault> for Problem {
    fn from(fault: Fault) -> Problem {
        let status = STATUS.iter().find(|(kind, _)| *kind == fault.kind);
        let status = status.map_or(StatusCode::INTERNAL_SERVER_ERROR, |(_, status)| *status);
        let is_by_memory = matches!(fault.origin, Origin::Memory | Origin::Limit(Stop::Bytes));
        // A fault of the machine may name its files, so its message goes only to the log.
        let detail = match fault.origin {
            Origin::System | Origin::Damage => {
                tracing::error!(fault = ?fault.message, "fault");
                "the server cannot answer this now".into()
            }
            _ => fault.message,
        };
        let mut problem = Problem::new(status, fault.kind.name(), detail);
        let content = &mut *problem.0;
        content.is_by_memory = is_by_memory;
        content.field = fault.field.map(Cow::Borrowed);
        content.retry = (status == StatusCode::SERVICE_UNAVAILABLE).then_some(1);
        if let Some(place) = fault.place {
            (content.line, content.column) = (Some(place.line), Some(place.column));
            (content.found, content.expected) = (Some(place.found), Some(place.expected));
        }
        problem
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let body = serde_json::to_vec(&self).unwrap_or_default();
        let mut response = (self.0.status, body).into_response();
        response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(TYPE));
        if let Some(seconds) = self.0.retry {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every kind has exactly one row in the table.
    #[test]
    fn every_kind_has_a_status() {
        for kind in Kind::ALL {
            let lines = STATUS.iter().filter(|(known, _)| known == kind).count();
            assert_eq!(lines, 1, "{}", kind.name());
            let fault = Fault::new(*kind, Origin::Question, "a message");
            let problem = Problem::from(fault);
            assert!(problem.status().is_client_error() || problem.status().is_server_error());
            assert_eq!((&*problem.0.kind, problem.0.detail.as_str()), (kind.name(), "a message"));
            let read = Problem::from_worker(&problem.to_server());
            assert_eq!(format!("{read:?}"), format!("{problem:?}"));
        }
    }

    /// The table in `docs/serve.md` equals this table.
    #[test]
    fn the_table_is_documented() {
        let document = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/serve.md")).unwrap();
        let rows = document.lines().skip_while(|line| *line != "| kind | status |").skip(2);
        let rows: Vec<String> = rows.take_while(|line| !line.is_empty()).map(String::from).collect();
        let known: Vec<String> =
            STATUS.iter().map(|(kind, status)| format!("| `{}` | {} |", kind.name(), status.as_u16())).collect();
        assert_eq!(rows, known);
    }

    #[test]
    fn what_lies_with_the_machine_names_no_file() {
        let fault = Fault::new(Kind::Table, Origin::Damage, "/var/cache/secret is damaged");
        assert!(!serde_json::to_string(&Problem::from(fault)).unwrap().contains("secret"));
    }
}
