//! Answers a question as a stream of server-sent events.

use std::convert::Infallible;

use axum::response::sse::{self, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;

use crate::problem::Problem;
use crate::questions::answering::json;
use crate::questions::asking::Asker;
use crate::questions::lanes::StreamMessage;
use crate::questions::reading::TextQuestion;

/// Returns a stream of the events, with the reply or the problem as the last event.
///
/// # Errors
/// A problem, if the question is refused before the stream begins.
pub async fn events(asker: &Asker, question: TextQuestion) -> Result<Response, Problem> {
    let (begun, told) = asker.hear(question).await?;
    // The stream owns the guard, so the question is cancelled when the client leaves.
    // It also owns the reply until the connection has taken it, because the memory for replies is bounded.
    let events = stream::unfold((begun, told, None), |(begun, mut told, mut held)| async move {
        let event = match told.recv().await? {
            StreamMessage::Event(json) => sse::Event::default().event(event_name(&json)).data(json),
            StreamMessage::End(Ok(reply)) => named("reply", String::from_utf8_lossy(&held.insert(reply).body)),
            StreamMessage::End(Err(problem)) => named("fault", json(&problem)),
        };
        Some((Ok::<_, Infallible>(event), (begun, told, held)))
    });
    let comment = KeepAlive::new().interval(asker.settings().comment);
    Ok(Sse::new(events).keep_alive(comment).into_response())
}

fn named(name: &str, json: impl AsRef<str>) -> sse::Event {
    sse::Event::default().event(name).data(json)
}

/// The value of the key `event`, the first key of the JSON object of an event.
fn event_name(json: &str) -> &str {
    json.strip_prefix("{\"event\":\"").and_then(|rest| rest.split('"').next()).unwrap_or("event")
}

#[cfg(test)]
mod tests {
    use loyd::service::Event;

    use super::*;

    #[test]
    fn events_have_their_names() {
        assert_eq!(event_name(&json(&Event::Better { cost: loyd::search::Cost::moves(7), moves: None })), "better");
    }
}
