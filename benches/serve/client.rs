//! A client that costs little: HTTP/1.1 over connections that stay open, on one thread. It sends a request after each
//! reply, or at a fixed rate. At a fixed rate, latency counts from the moment when a request was due, so that the
//! delays of a stalling server are measured in full.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::io;
use std::net::SocketAddr;
use std::rc::Rc;
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::LocalSet;

/// The longest time that a reply may take.
const LOST: Duration = Duration::from_secs(20);

/// The requests of a run, and the check of each reply.
pub trait Load {
    /// The bytes of a request, or `None` after the last request.
    fn request(&self, number: usize) -> Option<Vec<u8>>;

    /// Checks a reply. Panics if the reply is wrong.
    fn check(&self, number: usize, status: u16, body: &[u8]);
}

/// The measurements of a run.
#[derive(Default)]
pub struct Figures {
    /// The number of replies with each status.
    pub by_status: BTreeMap<u16, u64>,
    /// The seconds from the first request to the last reply.
    pub seconds: f64,
    /// The latencies of the replies with status 200, in milliseconds, sorted.
    pub latencies: Vec<f64>,
}

impl Figures {
    /// The number of replies with status 200 in a second.
    pub fn rate(&self) -> f64 {
        self.latencies.len() as f64 / self.seconds
    }

    /// The latency that the fraction `part` of the replies does not exceed.
    pub fn quantile(&self, part: f64) -> f64 {
        let last = self.latencies.len().saturating_sub(1);
        self.latencies.get((last as f64 * part).round() as usize).copied().unwrap_or(f64::NAN)
    }

    fn add(&mut self, status: u16, latency: Duration) {
        *self.by_status.entry(status).or_default() += 1;
        if status == 200 {
            self.latencies.push(latency.as_secs_f64() * 1e3);
        }
    }
}

/// A `GET` request for a path.
pub fn get(path: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n").into_bytes()
}

/// A `POST` request with a question.
pub fn post(path: &str, question: &str) -> Vec<u8> {
    let length = question.len();
    let head = "Host: localhost\r\nContent-Type: application/json";
    format!("POST {path} HTTP/1.1\r\n{head}\r\nContent-Length: {length}\r\n\r\n{question}").into_bytes()
}

struct Connection {
    address: SocketAddr,
    stream: Option<TcpStream>,
    read: Vec<u8>,
}

impl Connection {
    fn new(address: SocketAddr) -> Connection {
        Connection { address, stream: None, read: Vec::new() }
    }

    /// Sends a request, and returns status and body of the reply. Reopens a connection that the server has closed.
    async fn ask(&mut self, request: &[u8]) -> io::Result<(u16, &[u8])> {
        let was_open = self.stream.is_some();
        let (status, body) = match self.exchange(request).await {
            Err(_) if was_open && self.read.is_empty() => {
                self.stream = None;
                self.exchange(request).await?
            }
            other => other?,
        };
        Ok((status, &self.read[body..]))
    }

    /// Sends a request, and returns the status and the offset of the body.
    async fn exchange(&mut self, request: &[u8]) -> io::Result<(u16, usize)> {
        self.read.clear();
        let stream = match &mut self.stream {
            Some(stream) => stream,
            none => {
                let stream = TcpStream::connect(self.address).await?;
                stream.set_nodelay(true)?;
                none.insert(stream)
            }
        };
        stream.write_all(request).await?;
        let mut whole = None;
        while whole.is_none_or(|(_, body, length)| self.read.len() < body + length) {
            if stream.read_buf(&mut self.read).await? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            if whole.is_none() {
                whole = head(&self.read);
            }
        }
        Ok(whole.map_or((0, 0), |(status, body, _)| (status, body)))
    }
}

/// Returns the status, the offset of the body and its length, or `None` while the head is incomplete.
fn head(read: &[u8]) -> Option<(u16, usize, usize)> {
    let end = read.windows(4).position(|four| four == b"\r\n\r\n")?;
    let head = std::str::from_utf8(&read[..end]).expect("a head in ASCII");
    let status = head.get(9..12)?.parse().expect("a status");
    let length = head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse().expect("a length"))
    });
    Some((status, end + 4, length.expect("a length in the head")))
}

/// The pace of the requests.
#[derive(Clone, Copy)]
pub enum Pace {
    /// Each connection sends the next request after each reply, for this time.
    Closed(Duration),
    /// This many requests in a second, for this time.
    Open(f64, Duration),
}

/// Puts a load on the server, and returns the measurements.
pub async fn run(address: SocketAddr, connections: usize, pace: Pace, load: Rc<dyn Load>) -> Figures {
    let (next, began) = (Rc::new(Cell::new(0)), Instant::now());
    let local = LocalSet::new();
    let each = |_| {
        let (next, load) = (next.clone(), load.clone());
        local.spawn_local(async move { connection(address, pace, began, &next, &*load).await })
    };
    let tasks: Vec<_> = (0..connections).map(each).collect();
    let mut all = Figures::default();
    local
        .run_until(async {
            for task in tasks {
                let own = task.await.expect("a reply that was wrong stops the run");
                own.by_status
                    .into_iter()
                    .for_each(|(status, count)| *all.by_status.entry(status).or_default() += count);
                all.latencies.extend(own.latencies);
            }
        })
        .await;
    all.seconds = began.elapsed().as_secs_f64();
    all.latencies.sort_by(f64::total_cmp);
    all
}

async fn connection(address: SocketAddr, pace: Pace, began: Instant, next: &Cell<usize>, load: &dyn Load) -> Figures {
    let (mut connection, mut figures) = (Connection::new(address), Figures::default());
    loop {
        let number = next.get();
        let due = match pace {
            Pace::Closed(most) if began.elapsed() >= most => return figures,
            Pace::Closed(_) => None,
            Pace::Open(rate, most) => {
                let due = Duration::from_secs_f64(number as f64 / rate);
                if due >= most {
                    return figures;
                }
                Some(began + due)
            }
        };
        let Some(request) = load.request(number) else { return figures };
        next.set(number + 1);
        if let Some(due) = due {
            tokio::time::sleep_until(due.into()).await;
        }
        let from = due.unwrap_or_else(Instant::now);
        match tokio::time::timeout(LOST, connection.ask(&request)).await {
            Ok(Ok((status, body))) => {
                figures.add(status, from.elapsed());
                load.check(number, status, body);
            }
            Ok(Err(error)) => panic!("request {number}: {error}"),
            Err(_) => panic!("request {number}: no reply in {} s", LOST.as_secs()),
        }
    }
}

/// Sends one request on a new connection, and returns the status and the body.
pub async fn once(address: SocketAddr, request: &[u8]) -> (u16, String) {
    let mut connection = Connection::new(address);
    let (status, body) = connection.ask(request).await.expect("a reply");
    (status, String::from_utf8_lossy(body).into_owned())
}
