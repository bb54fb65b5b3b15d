//! The exit codes, and the failures that lead to them.

use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use loyd::planner::Refused;
use loyd::puzzles::Unopened;
use loyd::search::Stop;
use loyd::table::file::FileError;
use loyd::table::map::FolderError;
use loyd::text::Misread;
use loyd_judges::Unjudged;

/// How the command ends. The numbers are part of the interface: docs/formats.md lists them, the tests hold them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// Answered. `judge`: every case was answered, whatever the answer.
    Answered = 0,
    /// A file or the system failed, two algorithms contradict each other, or a result what is published.
    Failed = 1,
    /// Wrong usage, or input that cannot be read.
    BadInput = 2,
    /// Proved to have no solution, or `check` says no.
    No = 3,
    /// A limit was reached first.
    Limit = 4,
    /// A table file cannot be used: one that was named, or `cache list --verify` found one.
    Damaged = 5,
    /// Interrupted from the keyboard.
    Interrupted = 130,
}

impl Code {
    /// The code of a whole batch from those of its lines: the first that applies of 130, 2, 4, 3, 0.
    pub fn and(self, other: Code) -> Code {
        let order = [Code::Interrupted, Code::Failed, Code::BadInput, Code::Limit, Code::No];
        order.into_iter().find(|code| [self, other].contains(code)).unwrap_or(Code::Answered)
    }

    /// The code for a search that this stopped.
    pub fn stopped(why: Stop) -> Code {
        match why {
            Stop::Cancelled => Code::Interrupted,
            Stop::Enough => Code::Answered,
            _ => Code::Limit,
        }
    }
}

impl From<Code> for ExitCode {
    fn from(code: Code) -> ExitCode {
        ExitCode::from(code as u8)
    }
}

/// Why a command cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// Arguments that do not go together, or an unknown name.
    #[error("{0}")]
    Usage(String),
    /// A puzzle that cannot be opened.
    #[error(transparent)]
    Unopened(#[from] Unopened),
    /// A request that cannot be carried out.
    #[error(transparent)]
    Refused(Refused),
    /// More memory is needed than may be taken.
    #[error("{0}")]
    Memory(String),
    /// A file that was asked for cannot be written.
    #[error("cannot write {path}: {source}")]
    Unwritten {
        /// The file as named.
        path: String,
        /// What the system says.
        source: io::Error,
    },
    /// A line of standard input that cannot be read.
    #[error("{0}")]
    Line(Misread),
    /// A judge's input that was not answered to its end.
    #[error(transparent)]
    Unjudged(#[from] Unjudged),
    /// A file of positions cannot be read.
    #[error("cannot read {path}: {source}")]
    Unread {
        /// The file as named.
        path: String,
        /// What the system says.
        source: io::Error,
    },
    /// A file of positions does not hold what it should.
    #[error("{path}: {misread}")]
    Instances {
        /// The file as named.
        path: String,
        /// Where and what.
        misread: Misread,
    },
    /// What was found is not what is published.
    #[error("instance {id}: {why}")]
    Disagrees {
        /// The instance.
        id: String,
        /// What was found and what is published.
        why: String,
    },
    /// Standard input cannot be read.
    #[error("cannot read the standard input: {0}")]
    Input(#[source] io::Error),
    /// Standard output cannot be written.
    #[error("cannot write the output: {0}")]
    Output(#[source] io::Error),
    /// The system refuses a handler, a thread, or random numbers.
    #[error("{0}")]
    System(String),
    /// Something that should be impossible.
    #[error("internal error, please report it: {0}")]
    Internal(String),
}

impl From<Refused> for Failure {
    /// The library names fields, the command its options.
    fn from(refused: Refused) -> Failure {
        Failure::Refused(match refused {
            Refused::NoEffect { option, why } => Refused::NoEffect { option: flag(option), why },
            refused => refused,
        })
    }
}

/// The option of a field.
fn flag(field: &'static str) -> &'static str {
    match field {
        "heuristic" => "--heuristic",
        "within" => "--within",
        "first" => "--first",
        "threads" => "--threads",
        "cuts" => "--cuts",
        "convention" => "--convention",
        "table" => "--table",
        "memory" => "--limit-memory",
        "cache" => "--cache-dir",
        flag => flag,
    }
}

impl Failure {
    /// The exit code it leads to.
    pub fn code(&self) -> Code {
        match self {
            Failure::Unopened(Unopened::File { source, .. }) if !is_wrong_name(source) => Code::Failed,
            Failure::Unread { source, .. } if !is_wrong_name(source) => Code::Failed,
            Failure::Unread { .. } | Failure::Instances { .. } => Code::BadInput,
            Failure::Refused(Refused::Stopped(why) | Refused::Unbuilt(why) | Refused::Unverified(why)) => {
                Code::stopped(*why)
            }
            Failure::Refused(Refused::WrongTable(_)) => Code::Damaged,
            Failure::Refused(Refused::Table { why: FileError::System { source, .. }, .. })
            | Failure::Refused(Refused::Unwritten { why: FileError::System { source, .. }, .. })
                if is_wrong_name(source) =>
            {
                Code::BadInput
            }
            Failure::Refused(Refused::Table { why: FileError::System { .. }, .. }) => Code::Failed,
            Failure::Refused(Refused::Table { .. }) => Code::Damaged,
            Failure::Refused(Refused::Unwritten { .. }) => Code::Failed,
            Failure::Refused(Refused::Folder(why)) if why.is_damage() => Code::Damaged,
            Failure::Refused(Refused::Folder(_)) => Code::Failed,
            Failure::Memory(_) | Failure::Refused(Refused::Memory { .. }) => Code::Limit,
            Failure::Unwritten { source, .. } if is_wrong_name(source) => Code::BadInput,
            Failure::Unwritten { .. } => Code::Failed,
            Failure::Unjudged(Unjudged::Limit { why, .. }) => Code::stopped(*why),
            Failure::Unjudged(Unjudged::Table(_) | Unjudged::WrongTable(_)) => Code::Damaged,
            Failure::Usage(_) | Failure::Unopened(_) | Failure::Refused(_) | Failure::Line(_) => Code::BadInput,
            Failure::Unjudged(Unjudged::Input(_)) => Code::BadInput,
            Failure::Input(_) | Failure::Output(_) | Failure::System(_) => Code::Failed,
            Failure::Disagrees { .. } | Failure::Internal(_) => Code::Failed,
            Failure::Unjudged(Unjudged::Output(_)) => Code::Failed,
        }
    }

    /// One word for programs.
    pub fn kind(&self) -> &'static str {
        match self {
            Failure::Usage(_) => "usage",
            Failure::Unopened(Unopened::Goal(_)) => "goal",
            Failure::Unopened(_) => "puzzle",
            Failure::Refused(Refused::State(_) | Refused::From(_)) | Failure::Line(_) => "state",
            Failure::Refused(Refused::Moves(_)) => "moves",
            Failure::Refused(Refused::NotApplicable { .. }) => "not-applicable",
            Failure::Refused(Refused::UnknownHeuristic { .. }) => "heuristic",
            Failure::Refused(Refused::NoEffect { .. }) => "no-effect",
            Failure::Refused(Refused::NoTables { .. }) => "no-tables",
            Failure::Refused(Refused::NoSuchTable { .. }) => "no-such-table",
            Failure::Refused(Refused::NoSuchState(_)) => "no-such-state",
            Failure::Refused(Refused::Folder(why)) => match why {
                FolderError::Taken { .. } => "taken",
                why if why.is_damage() => "damaged",
                _ => "file",
            },
            Failure::Refused(Refused::Stopped(_) | Refused::Unbuilt(_) | Refused::Unverified(_)) => "limit",
            Failure::Refused(Refused::Table { .. } | Refused::WrongTable(_)) => "table",
            Failure::Refused(Refused::Unwritten { .. }) => "output",
            Failure::Memory(_) | Failure::Refused(Refused::Memory { .. }) => "memory",
            Failure::Unwritten { .. } => "output",
            Failure::Unread { .. } | Failure::Instances { .. } | Failure::Unjudged(_) | Failure::Input(_) => "input",
            Failure::Disagrees { .. } => "disagrees",
            Failure::Output(_) => "output",
            Failure::System(_) => "system",
            Failure::Internal(_) => "internal",
        }
    }

    /// Where a text was misread, if that is the failure.
    pub fn misread(&self) -> Option<&Misread> {
        match self {
            Failure::Line(misread)
            | Failure::Instances { misread, .. }
            | Failure::Refused(Refused::State(misread) | Refused::From(misread) | Refused::Moves(misread))
            | Failure::Unopened(Unopened::Goal(misread) | Unopened::Content { source: misread, .. })
            | Failure::Unjudged(Unjudged::Input(misread)) => Some(misread),
            _ => None,
        }
    }

    /// Whether it is only that nobody reads on, as in `loyd ... | head`.
    fn is_broken_pipe(&self) -> bool {
        match self {
            Failure::Output(error) | Failure::Unjudged(Unjudged::Output(error)) => {
                error.kind() == ErrorKind::BrokenPipe
            }
            _ => false,
        }
    }
}

/// Whether opening failed because of the name given, which is bad input and no failure of the system.
fn is_wrong_name(error: &io::Error) -> bool {
    use ErrorKind::{InvalidFilename, InvalidInput, IsADirectory, NotADirectory, NotFound};
    matches!(error.kind(), NotFound | NotADirectory | IsADirectory | InvalidInput | InvalidFilename)
}

/// Ends the command: a failure is named on standard error.
pub fn report(result: Result<Code, Failure>) -> ExitCode {
    match result {
        Ok(code) => code.into(),
        Err(failure) if failure.is_broken_pipe() => Code::Answered.into(),
        Err(failure) => {
            complain(&failure);
            failure.code().into()
        }
    }
}

/// Names a failure on standard error, whether or not anybody listens there.
pub fn complain(failure: &Failure) {
    let _ = writeln!(io::stderr(), "loyd: {failure}");
}

/// Ends the command when the arguments cannot be read, or only help was asked for.
pub fn usage(error: &clap::Error) -> ExitCode {
    let printed = error.print();
    match (error.use_stderr(), printed) {
        (true, _) => Code::BadInput.into(),
        (false, Err(cannot)) => report(Err(Failure::Output(cannot))),
        (false, Ok(())) => Code::Answered.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_ends_with_the_first_that_applies() {
        let all = |codes: &[Code]| codes.iter().copied().fold(Code::Answered, Code::and);
        assert_eq!(all(&[]), Code::Answered);
        assert_eq!(all(&[Code::Answered, Code::No, Code::Answered]), Code::No);
        assert_eq!(all(&[Code::Limit, Code::No]), Code::Limit);
        assert_eq!(all(&[Code::No, Code::Limit, Code::BadInput, Code::Answered]), Code::BadInput);
        assert_eq!(all(&[Code::BadInput, Code::Interrupted]), Code::Interrupted);
    }

    #[test]
    fn a_wrong_file_name_is_bad_input_and_a_failing_file_is_not() {
        let file = |kind: ErrorKind| Unopened::File { path: "a".into(), source: kind.into() };
        assert_eq!(Failure::from(file(ErrorKind::NotFound)).code(), Code::BadInput);
        assert_eq!(Failure::from(file(ErrorKind::PermissionDenied)).code(), Code::Failed);
    }
}
