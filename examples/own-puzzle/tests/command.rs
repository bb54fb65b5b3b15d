//! The program of this example: all commands of loyd, for its own puzzles, too.

use std::io::Write;
use std::process::{Command, Stdio};

fn run(arguments: &[&str], input: &str) -> (String, String, Option<i32>) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_own-puzzle"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code())
}

#[test]
fn commands_know_the_puzzle() {
    let (out, err, code) = run(&["solve", "hanoi:3", "111", "--no-cache"], "");
    assert!(code == Some(0) && out.contains("13 12 32 13 21 23 13"), "{out}{err}");
    let (out, err, code) = run(&["map", "hanoi:4"], "");
    assert!(code == Some(0) && out.contains("81") && out.contains("15"), "{out}{err}");
    let (out, err, code) = run(&["puzzles"], "");
    assert!(code == Some(0) && out.contains("hanoi:N") && out.contains("sliding"), "{out}{err}");
    let (out, err, code) = run(&["puzzles", "hanoi:4"], "");
    assert!(code == Some(0) && out.contains("81"), "{out}{err}");
    let (out, err, code) = run(&["random", "hanoi:5", "--count", "3", "--seed", "1"], "");
    assert!(code == Some(0) && out.lines().count() == 3, "{out}{err}");
    let (out, err, code) = run(&["solve", "8", "2 3 4 1 5 x 7 6 8", "--no-cache"], "");
    assert!(code == Some(0) && out.contains("19"), "{out}{err}");
}

/// A batch from standard input, a line a position.
#[test]
fn batches_are_solved() {
    let (out, err, code) = run(&["solve", "hanoi:3", "-", "--format", "json", "--no-cache"], "111\n121\n333\n");
    assert!(code == Some(0) && out.lines().count() == 3, "{out}{err}");
}

#[test]
fn a_mistyped_name_is_told() {
    let (out, err, code) = run(&["solve", "hanoi:99", "111"], "");
    assert!(code == Some(2) && err.contains("a number of discs from 1 to 16"), "{out}{err}");
}

/// The page and the HTTP interface know the puzzle.
#[cfg(feature = "web")]
#[test]
fn the_server_knows_the_puzzle() {
    use std::io::{BufRead, BufReader, Read};

    let mut server = Command::new(env!("CARGO_BIN_EXE_own-puzzle"))
        .args(["serve", "--listen", "127.0.0.1:0", "--no-cache"])
        .stderr(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(server.stderr.take().unwrap()).lines().map(Result::unwrap);
    let line = lines.find(|line| line.contains("http://127.0.0.1:")).expect("the server names its address");
    let address: String = line[line.find("127.0.0.1:").unwrap()..]
        .chars()
        .take_while(|c| c.is_ascii_digit() || ".:".contains(*c))
        .collect();
    let mut stream = std::net::TcpStream::connect(&address).unwrap();
    let body = r#"{"puzzle": "hanoi:4", "state": "1111"}"#;
    write!(
        stream,
        "POST /api/v1/distance HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
         Connection: close\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    let mut reply = String::new();
    stream.read_to_string(&mut reply).unwrap();
    server.kill().unwrap();
    server.wait().unwrap();
    assert!(reply.starts_with("HTTP/1.1 200") && reply.contains("\"distance\":15"), "{reply}");
}
