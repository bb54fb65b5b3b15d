//! Many questions, a line each: NDJSON in, NDJSON out, in order, while both stream.

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
/// Replies that wait for a client that reads slowly.
const WAITING: usize = 64;
/// How long the rest of a batch is taken in, and thrown away, once it was ended.
const DRAIN: Duration = Duration::from_secs(60);

/// Answers a batch.
///
/// # Errors
/// Where the body is of another type; what is wrong with a line is the reply to it.
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

/// Answers line after line. A client that sends all before it reads, and more than fits on the way, would wait for us
/// as we wait for it: its batch is ended by a fault, and the rest of what it sends is thrown away.
async fn run(asker: Asker, body: BodyDataStream, send: mpsc::Sender<Bytes>) {
    let (ahead, patience) = (asker.settings().concurrency + 1, asker.settings().body);
    let mut lines = Box::pin(lines(body));
    let unread = {
        let mut replies = std::pin::pin!(lines.as_mut().map(|line| reply(&asker, line)).buffered(ahead));
        loop {
            let next = tokio::select! {
                next = replies.next() => next,
                // Nobody is there any more: what is under way ends with its guards.
                () = send.closed() => return,
            };
            let Some(line) = next else { break false };
            match tokio::time::timeout(patience, send.send(line)).await {
                Ok(Ok(())) => {}
                // Nobody is there any more.
                Ok(Err(_)) => return,
                Err(_) => break true,
            }
        }
    };
    if unread {
        let drained = async { while lines.next().await.is_some() {} };
        let _ = tokio::time::timeout(DRAIN, drained).await;
        let message = "the replies were not read while the questions were sent; the rest was not answered";
        let _ = send.send(fault("unread", message)).await;
    }
}

/// The reply to a line, or the fault of it.
async fn reply(asker: &Asker, line: Result<Bytes, String>) -> Bytes {
    let answered = match line {
        Ok(line) => match reading::question(&line, None) {
            Ok(question) => asker.ask_in_turn(question).await,
            Err(problem) => Err(problem),
        },
        Err(why) => return fault("usage", &why),
    };
    match answered {
        Ok(reply) => (reply + "\n").into(),
        Err(problem) => line_of(&problem),
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

/// The lines of a body that are not blank; of one that is too long only that.
fn lines(body: BodyDataStream) -> impl Stream<Item = Result<Bytes, String>> {
    struct Rest {
        body: BodyDataStream,
        held: BytesMut,
        /// The line at hand is too long, and thrown away.
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
