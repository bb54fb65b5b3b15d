//! A client that can also send requests that no client should send.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;

pub(crate) struct Client {
    address: SocketAddr,
    stream: BufReader<TcpStream>,
}

#[derive(Debug)]
pub(crate) struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    pub fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }
}

impl Client {
    pub fn to(address: SocketAddr) -> Client {
        let stream = TcpStream::connect(address).unwrap();
        // A body behind its head would wait until the server acknowledges the head, which takes 40 ms.
        stream.set_nodelay(true).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        Client { address, stream: BufReader::new(stream) }
    }

    /// Sends bytes unchanged.
    pub fn send(&mut self, bytes: impl AsRef<[u8]>) -> &mut Client {
        // The server may have closed the connection already; its answer can still be read.
        let _ = self.stream.get_mut().write_all(bytes.as_ref());
        self
    }

    pub fn half_close(&mut self) {
        self.stream.get_mut().shutdown(Shutdown::Write).unwrap();
    }

    /// Whether the server has closed the connection and sent nothing more.
    pub fn is_closed(&mut self) -> bool {
        matches!(self.stream.get_mut().read(&mut [0; 1]), Ok(0) | Err(_))
    }

    pub fn stream(&mut self) -> &mut TcpStream {
        self.stream.get_mut()
    }

    /// The head of a request with these headers and a `Host`.
    pub fn head(&self, method: &str, path: &str, headers: &[(&str, &str)]) -> String {
        let mut head = format!("{method} {path} HTTP/1.1\r\nhost: {}\r\n", self.address);
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        head + "\r\n"
    }

    pub fn ask(&mut self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let length = body.len().to_string();
        let headers = [headers, &[("content-length", length.as_str())]].concat();
        let head = self.head(method, path, &headers);
        self.send(head).send(body);
        self.answer()
    }

    pub fn get(&mut self, path: &str) -> Answer {
        self.ask("GET", path, &[], b"")
    }

    pub fn post(&mut self, route: &str, question: &Value) -> Answer {
        let body = question.to_string();
        self.ask("POST", &format!("/api/v1{route}"), &[("content-type", "application/json")], body.as_bytes())
    }

    /// Asks for a stream of events, and reads the head of the answer.
    pub fn listen(&mut self, route: &str, question: &Value) -> Answer {
        let body = question.to_string();
        let length = body.len().to_string();
        let headers = [
            ("content-type", "application/json"),
            ("accept", "text/event-stream"),
            ("content-length", length.as_str()),
        ];
        let head = self.head("POST", &format!("/api/v1{route}"), &headers);
        self.send(head).send(body);
        let (status, headers) = self.answer_head();
        Answer { status, headers, body: Vec::new() }
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.stream.read_line(&mut line).unwrap();
        line.trim_end().into()
    }

    pub fn answer_head(&mut self) -> (u16, Vec<(String, String)>) {
        let status = self.line();
        let status = status.split(' ').nth(1).unwrap_or_else(|| panic!("no status in `{status}`")).parse().unwrap();
        let mut headers = Vec::new();
        loop {
            let line = self.line();
            let Some((name, value)) = line.split_once(": ") else { return (status, headers) };
            headers.push((name.to_string(), value.to_string()));
        }
    }

    pub fn answer(&mut self) -> Answer {
        let (status, headers) = self.answer_head();
        let mut answer = Answer { status, headers, body: Vec::new() };
        if let Some(length) = answer.header("content-length") {
            let mut body = vec![0; length.parse().unwrap()];
            self.stream.read_exact(&mut body).unwrap();
            answer.body = body;
        } else if answer.header("transfer-encoding") == Some("chunked") {
            while let Some(chunk) = self.chunk() {
                answer.body.extend(chunk);
            }
        }
        answer
    }

    /// Reads the next chunk of a body, or returns `None` at its end.
    pub fn chunk(&mut self) -> Option<Vec<u8>> {
        let length = self.line();
        let length = usize::from_str_radix(&length, 16).unwrap_or_else(|_| panic!("no length of a chunk: `{length}`"));
        let mut chunk = vec![0; length + 2];
        self.stream.read_exact(&mut chunk).unwrap();
        chunk.truncate(length);
        (length > 0).then_some(chunk)
    }
}
