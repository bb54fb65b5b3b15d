//! Bodies of requests: media type, length and time are checked.

use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, StatusCode, header};
use bytes::Bytes;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use loyd::service::{Ask, Fault, FlatQuestion, Question};
use serde::Deserialize;

use crate::problem::Problem;
use crate::questions::rules::admissible;

/// The most bytes of a body.
pub const LONGEST: usize = 1 << 20;

/// Refuses a body of another media type.
///
/// # Errors
/// 415, if the media type is not in `types`.
pub fn expect(headers: &HeaderMap, types: &[&str]) -> Result<(), Problem> {
    // If a request has two types, another reader could take the other type.
    let mut given = headers.get_all(header::CONTENT_TYPE).iter().map(|given| given.to_str().unwrap_or_default());
    let given = given.next().filter(|_| given.next().is_none()).unwrap_or_default();
    let media = given.split(';').next().unwrap_or_default().trim();
    if types.iter().any(|known| media.eq_ignore_ascii_case(known)) {
        return Ok(());
    }
    let message = format!("the body has the type `{}`, expected {}", media.escape_debug(), types.join(" or "));
    Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "type", message))
}

/// Reads a whole body.
///
/// # Errors
/// 413 if the body is too long, 408 if it takes longer than `time`, 400 if it breaks off.
pub async fn whole(body: Body, time: Duration) -> Result<Bytes, Problem> {
    match tokio::time::timeout(time, Limited::new(body, LONGEST).collect()).await {
        Ok(Ok(whole)) => Ok(whole.to_bytes()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => {
            let message = format!("expected a body of at most {LONGEST} bytes");
            Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "length", message))
        }
        Ok(Err(_)) => Err(Problem::new(StatusCode::BAD_REQUEST, "body", "the body is incomplete")),
        Err(_) => {
            let message = format!("the body took longer than {} s", time.as_secs());
            Err(Problem::new(StatusCode::REQUEST_TIMEOUT, "slow", message))
        }
    }
}

/// A question with the JSON that it was read from, which a worker reads again.
#[derive(Clone, Debug)]
pub struct TextQuestion {
    /// The question.
    pub question: Question,
    text: Bytes,
}

/// A question as a worker reads it. The kind outside replaces the kind in the text.
#[derive(Deserialize)]
struct Enveloped {
    ask: Ask,
    question: FlatQuestion,
}

impl TextQuestion {
    /// Writes the question for a worker.
    pub fn to_worker(&self) -> Vec<u8> {
        let ask = self.question.ask().name();
        [format!("{{\"ask\":\"{ask}\",\"question\":").as_bytes(), &self.text, b"}"].concat()
    }

    /// Reads a question that [`to_worker`](Self::to_worker) has written.
    ///
    /// # Errors
    /// A problem, if the server would have refused the question.
    pub fn in_worker(text: &[u8]) -> Result<TextQuestion, Problem> {
        let Enveloped { ask, mut question } = serde_json::from_slice(text).map_err(Fault::internal)?;
        question.ask = ask;
        let mut question = question.try_into()?;
        admissible(&mut question)?;
        Ok(TextQuestion { question, text: Bytes::new() })
    }
}

impl From<Question> for TextQuestion {
    fn from(question: Question) -> TextQuestion {
        let text = serde_json::to_vec(&question).unwrap_or_default().into();
        TextQuestion { question, text }
    }
}

/// Reads the question in a body. A route for one kind of question takes no other kind.
///
/// # Errors
/// 400 if the body is not a valid question for the route.
pub fn question(text: Bytes, ask: Option<Ask>) -> Result<TextQuestion, Problem> {
    let refused = |message: String| Problem::new(StatusCode::BAD_REQUEST, "usage", message);
    let mut question = FlatQuestion::from_json(&text)?;
    if let Some(ask) = ask {
        // A missing `ask` is read as `solve`.
        if question.ask != ask && question.ask != Ask::default() {
            return Err(refused(format!(
                "`ask` is `{}`, but this route answers `{}`",
                question.ask.name(),
                ask.name()
            )));
        }
        question.ask = ask;
    }
    Ok(TextQuestion { question: question.try_into()?, text })
}
