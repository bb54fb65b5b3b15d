//! The contents of a log file.

use std::collections::BTreeMap;
use std::io::{BufRead, Read};
use std::path::Path;

use loyd::service::{Fault, Kind, Origin};
use serde::{Deserialize, Serialize};
use twox_hash::XxHash3_64;

use super::{BatchIdentity, LONGEST, failed};
use crate::exit::Failure;

/// The version of the file layout.
const VERSION: u32 = 2;

/// The text before the checksum, which is the last member of every line, and the text after the checksum.
const SUM: [&[u8]; 2] = [b",\"sum\":\"", b"\"}\n"];
/// The number of digits of a checksum.
const DIGITS: usize = 16;

/// The first line of the file.
#[derive(Serialize, Deserialize)]
struct Header {
    version: u32,
    question: BTreeMap<String, String>,
}

/// The member of a record that contains the number of its line.
#[derive(Deserialize)]
struct Answered {
    line: u64,
}

/// The result of reading a log file.
pub struct Scanned {
    /// The bytes up to the end of the last complete line.
    pub length: u64,
    /// Whether the first line is complete.
    pub is_headed: bool,
}

fn header_of(identity: &BatchIdentity) -> Header {
    Header { version: VERSION, question: identity.iter().cloned().collect() }
}

/// Returns the first line of a log for this question.
pub fn header(identity: &BatchIdentity) -> Vec<u8> {
    sealed(&header_of(identity)).expect("a header has text for keys")
}

/// Returns an object as a line, with the checksum of all text before it as the last member.
pub fn sealed(object: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(object)?;
    line.pop();
    Ok(seal(line))
}

/// Appends the checksum to a line that lacks its checksum and its closing brace.
pub fn seal(mut line: Vec<u8>) -> Vec<u8> {
    let sum = XxHash3_64::oneshot(&line);
    let [before, behind] = SUM;
    line.extend([before, format!("{sum:016x}").as_bytes(), behind].concat());
    line
}

/// Whether a line is complete and unchanged since [`sealed`] made it.
pub fn is_whole(line: &[u8]) -> bool {
    let [before, behind] = SUM;
    let parts = line.strip_suffix(behind).and_then(|line| line.split_at_checked(line.len().checked_sub(DIGITS)?));
    let Some((rest, digits)) = parts else { return false };
    rest.strip_suffix(before).is_some_and(|rest| format!("{:016x}", XxHash3_64::oneshot(rest)).as_bytes() == digits)
}

/// Reads a log to its end. Passes each answered line number of the input, and the answer's offset, to `each`.
///
/// # Errors
/// When the log is damaged or belongs to another question, or the system reports an I/O error.
pub fn scan(
    path: &Path,
    file: &mut impl BufRead,
    identity: &BatchIdentity,
    each: &mut dyn FnMut(u64, u64),
) -> Result<Scanned, Failure> {
    let (mut scanned, mut number) = (Scanned { length: 0, is_headed: false }, 0);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let read =
            file.by_ref().take(LONGEST).read_until(b'\n', &mut bytes).map_err(|error| failed("read", path, &error))?;
        number += 1;
        match bytes.last() {
            Some(b'\n') => {}
            _ if read as u64 == LONGEST => return Err(damaged(path, &format!("line {number} is too long"))),
            // A line without an end was being written when its process ended.
            _ => return Ok(scanned),
        }
        if scanned.is_headed {
            let answered = serde_json::from_slice(&bytes).ok().filter(|_| is_whole(&bytes));
            let Some(Answered { line }) = answered else {
                return Err(damaged(path, &format!("line {number} has changed since it was written")));
            };
            each(line, scanned.length);
        } else {
            check(path, &bytes, identity)?;
            scanned.is_headed = true;
        }
        scanned.length += read as u64;
    }
}

/// Refuses a log that belongs to another question.
fn check(path: &Path, bytes: &[u8], identity: &BatchIdentity) -> Result<(), Failure> {
    let theirs: Header =
        serde_json::from_slice(bytes).map_err(|_| damaged(path, "line 1 is not the header of a log"))?;
    if theirs.version != VERSION {
        let why = format!(
            "{}: expected a log of version {VERSION}, found version {}; use another folder for a new log",
            path.display(),
            theirs.version
        );
        return Err(Failure::usage(why));
    }
    if !is_whole(bytes) {
        return Err(damaged(path, "line 1 has changed since it was written"));
    }
    let path = path.display();
    let ours = header_of(identity).question;
    let differs = |name: &&String| ours.get(*name) != theirs.question.get(*name);
    let Some(name) = ours.keys().chain(theirs.question.keys()).find(differs) else { return Ok(()) };
    let value = |of: &BTreeMap<String, String>| of.get(name).map_or("not given".into(), |value| format!("`{value}`"));
    Err(Failure::usage(format!(
        "{path}: the log belongs to another request: {name} was {} and is now {}; use the same request, or another \
         folder",
        value(&theirs.question),
        value(&ours)
    )))
}

/// Returns the failure for a log that has changed since it was written.
pub fn damaged(path: &Path, why: &str) -> Failure {
    let message = format!("{}: damaged: {why}; if the file is deleted, its lines are answered again", path.display());
    Fault::new(Kind::Damaged, Origin::Damage, message).into()
}
