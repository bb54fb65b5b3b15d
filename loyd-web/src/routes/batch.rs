//! Batches: NDJSON in, NDJSON out, one question on each line. The replies are in order, and both sides stream.

use std::io;
use std::time::Duration;

use axum::body::{Body, BodyDataStream};
use axum::extract::{Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use bytes::{Bytes, BytesMut};
use futures_util::{Stream, StreamExt, stream};
use tokio::sync::mpsc;

use crate::problem::Problem;
use crate::questions::asking::Asker;
use crate::questions::reading;

/// The most bytes of a line.
const LONGEST: usize = 1 << 16;
/// The number of replies that are queued for a client that reads slowly.
const WAITING: usize = 64;
/// How long the rest of an ended batch is read and dropped.
const DRAIN: Duration = Duration::from_secs(60);

/// Answers a batch.
///
/// # Errors
/// A problem, if the body has another type. An error in a line is the reply to the line.
pub async fn answer(State(asker): State<Asker>, request: Request) -> Result<Response, Problem> {
    let (parts, body) = request.into_parts();
    reading::expect(&parts.headers, &["application/x-ndjson", "application/jsonl"])?;
    let (send, receive) = mpsc::channel::<Bytes>(WAITING);
    tokio::spawn(run(asker, body.into_data_stream(), send));
    let replies = stream::unfold(receive, |mut receive| async {
        let line = receive.recv().await?;
        Some((Ok::<_, io::Error>(line), receive))
    });
    Ok(([(header::CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(replies)).into_response())
}

/// Answers line after line. If a client sends everything before it reads, and more than the buffers hold, both sides
/// would wait for each other. So the batch ends with a fault, and the rest of the body is dropped.
async fn run(asker: Asker, body: BodyDataStream, send: mpsc::Sender<Bytes>) {
    let (ahead, patience) = (asker.settings().concurrency + 1, asker.settings().body);
    let mut lines = Box::pin(lines(body));
    let unread = {
        let mut replies = std::pin::pin!(lines.as_mut().map(|line| reply(&asker, line)).buffered(ahead));
        loop {
            let next = tokio::select! {
                next = replies.next() => next,
                // The client has gone, and the guards end the questions under way.
                () = send.closed() => return,
            };
            let Some(line) = next else { break false };
            match tokio::time::timeout(patience, send.send(line)).await {
                Ok(Ok(())) => {}
                // The client has gone.
                Ok(Err(_)) => return,
                Err(_) => break true,
            }
        }
    };
    if unread {
        let drained = async { while lines.next().await.is_some() {} };
        let _ = tokio::time::timeout(DRAIN, drained).await;
        let message = "the client did not read the replies while it sent questions; the other questions have no reply";
        let _ = send.send(fault("unread", message)).await;
    }
}

/// Returns the reply or the fault for a line.
async fn reply(asker: &Asker, line: Result<Bytes, String>) -> Bytes {
    let answered = match line {
        Ok(line) => match reading::question(line, None) {
            Ok(question) => asker.ask_in_turn(question).await,
            Err(problem) => Err(problem),
        },
        Err(why) => return fault("usage", &why),
    };
    match answered {
        Ok(reply) => Bytes::from_owner(Line([&reply[..], b"\n"].concat(), reply)),
        Err(problem) => line_of(&problem),
    }
}

/// A line with its reply, whose memory counts until the connection has taken the line.
struct Line(Vec<u8>, #[expect(dead_code, reason = "the memory is free when the line is dropped")] Bytes);

impl AsRef<[u8]> for Line {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

fn fault(kind: &'static str, message: &str) -> Bytes {
    line_of(&Problem::new(axum::http::StatusCode::BAD_REQUEST, kind, message))
}

fn line_of(problem: &Problem) -> Bytes {
    let mut line = serde_json::to_vec(&problem.as_line()).unwrap_or_default();
    line.push(b'\n');
    line.into()
}

/// The lines of a body that are not blank. A line that is too long is replaced by an error.
fn lines(body: BodyDataStream) -> impl Stream<Item = Result<Bytes, String>> {
    struct Rest {
        body: BodyDataStream,
        held: BytesMut,
        /// Whether the current line is too long, so that its bytes are dropped.
        too_long: bool,
        ended: bool,
    }
    let rest = Rest { body, held: BytesMut::new(), too_long: false, ended: false };
    stream::unfold(rest, |mut rest| async move {
        loop {
            if let Some(end) = rest.held.iter().position(|&byte| byte == b'\n') {
                let line = rest.held.split_to(end + 1).freeze();
                if std::mem::take(&mut rest.too_long) || line.len() > LONGEST {
                    return Some((Err(format!("a line has more than {LONGEST} bytes")), rest));
                }
                let line = line.slice(..end);
                if line.iter().any(|byte| !byte.is_ascii_whitespace()) {
                    return Some((Ok(line), rest));
                }
                continue;
            }
            if rest.held.len() > LONGEST {
                rest.too_long = true;
                rest.held.clear();
            }
            if rest.ended {
                return None;
            }
            match rest.body.next().await {
                Some(Ok(bytes)) => rest.held.extend_from_slice(&bytes),
                Some(Err(_)) => return None,
                None => {
                    rest.ended = true;
                    rest.held.extend_from_slice(b"\n");
                }
            }
        }
    })
}
