//! The exit codes, and the failures that lead to them.

use std::fmt::Display;
use std::io::{self, ErrorKind};

use loyd::service::{Fault, FlatQuestion, Kind, Origin};
use loyd_core::search::Stop;
use loyd_judges::Unjudged;

use crate::machine::interrupt;
use crate::output::say;

/// The exit codes. The numbers are part of the interface: docs/formats.md lists them, and the tests check them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// The question was answered. For `judge`: every case was answered, whatever the answer.
    Answered = 0,
    /// A file or the system failed, two algorithms contradict each other, or a result contradicts the published one.
    Failed = 1,
    /// The usage is wrong, or the input cannot be read.
    BadInput = 2,
    /// The position is proved to have no solution, or the answer of `check` or `lint` is no.
    No = 3,
    /// A limit was reached before the answer.
    Limit = 4,
    /// A table file cannot be used: either a named file, or one that `cache list --verify` found.
    Damaged = 5,
    /// Another process of the group is lost. The same command continues the work when all processes run it again.
    TryAgain = 75,
    /// A signal stopped the command: 130 for Ctrl-C, 143 for SIGTERM, 129 for SIGHUP.
    Interrupted = 130,
}

impl Code {
    /// Combines the codes of two lines of a batch. Returns the first of 130, 1, 2, 4 and 3 that occurs, or else 0.
    pub fn and(self, other: Code) -> Code {
        let order = [Code::Interrupted, Code::Failed, Code::BadInput, Code::Limit, Code::No];
        order.into_iter().find(|code| [self, other].contains(code)).unwrap_or(Code::Answered)
    }

    /// Returns the exit code for a search that stopped for the reason `why`.
    pub fn stopped(why: Stop) -> Code {
        match why {
            Stop::Cancelled => Code::Interrupted,
            Stop::Enough => Code::Answered,
            _ => Code::Limit,
        }
    }
}

impl From<Code> for u8 {
    fn from(code: Code) -> u8 {
        if code == Code::Interrupted { interrupt::code() } else { code as u8 }
    }
}

/// The reason why a command cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// A fault that the library reports, worded with the names of the command's options.
    #[error(transparent)]
    Fault(Fault),
    /// A judge's input that was not answered completely.
    #[error(transparent)]
    Unjudged(#[from] Unjudged),
    /// The command cannot write to standard output.
    #[error("cannot write the output: {0}")]
    Output(#[source] io::Error),
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Failure {
        Failure::Fault(in_options(fault))
    }
}

/// Replaces the field names of a question by option names in the message of a fault.
fn in_options(mut fault: Fault) -> Fault {
    const LIST: &str = "; `loyd puzzles` lists all";
    match (fault.kind, fault.field) {
        (Kind::NoEffect | Kind::Usage, _) => {
            for field in FlatQuestion::FIELDS {
                fault.message = fault.message.replace(&format!("`{field}`"), &option(field));
            }
            fault.message = fault.message.replacen("no state given", "no STATE given", 1);
            if fault.message.contains(", which only bounds distances of ") {
                fault.message += "; `loyd table build --bits` builds a table of all distances";
            }
        }
        (Kind::State, Some(field @ ("goal_set" | "from_set"))) => {
            fault.message = fault.message.replacen(field, &option(field), 1);
        }
        (Kind::Moves, _) => fault.message = fault.message.replacen("(`convention` ", "(--convention ", 1),
        (Kind::Puzzle, _) if fault.message.starts_with("unknown puzzle ") => fault.message += LIST,
        (Kind::Input, Some("set")) => {
            if let Some(place) = fault.place.as_mut().filter(|place| place.expected.starts_with("a puzzle")) {
                place.expected += LIST;
                fault.message += LIST;
            }
        }
        _ => {}
    }
    fault
}

/// Returns the option that sets a field of the question.
fn option(field: &str) -> String {
    if ["output", "save"].contains(&field) { "-o".into() } else { format!("--{}", field.replace('_', "-")) }
}

impl Failure {
    /// The failure for arguments that do not go together, or for an unknown name.
    pub fn usage(message: impl Into<String>) -> Failure {
        Failure::Fault(Fault::new(Kind::Usage, Origin::Question, message))
    }

    /// The failure for an option that would not be used.
    pub fn no_effect(option: &str, why: impl Display) -> Failure {
        Failure::Fault(Fault::new(Kind::NoEffect, Origin::Question, format!("{option} has no effect here: {why}")))
    }

    /// The failure for standard input that cannot be read.
    pub fn input(error: &io::Error) -> Failure {
        Failure::Fault(Fault::new(Kind::Input, Origin::System, format!("cannot read standard input: {error}")))
    }

    /// Returns the exit code that the failure leads to.
    pub fn code(&self) -> Code {
        match self {
            Failure::Fault(fault) => match fault.origin {
                Origin::Question => Code::BadInput,
                Origin::Limit(why) => Code::stopped(why),
                Origin::Memory => Code::Limit,
                Origin::Damage => Code::Damaged,
                Origin::Peer => Code::TryAgain,
                _ => Code::Failed,
            },
            Failure::Unjudged(Unjudged::Limit { why, .. }) => Code::stopped(*why),
            Failure::Unjudged(Unjudged::Table(_) | Unjudged::WrongTable(_)) => Code::Damaged,
            Failure::Unjudged(Unjudged::Input(_) | Unjudged::NoTable(_)) => Code::BadInput,
            Failure::Unjudged(Unjudged::Unread(_) | Unjudged::Output(_) | Unjudged::Thread(_)) => Code::Failed,
            Failure::Output(_) => Code::Failed,
        }
    }

    /// Whether the failure only means that the reader closed the output, as in `loyd ... | head`.
    pub fn is_broken_pipe(&self) -> bool {
        match self {
            Failure::Output(error) | Failure::Unjudged(Unjudged::Output(error)) => {
                error.kind() == ErrorKind::BrokenPipe
            }
            _ => false,
        }
    }
}

/// Returns the exit code of a result, and prints a failure on standard error.
pub fn report(result: Result<Code, Failure>) -> u8 {
    match result {
        Ok(code) => code.into(),
        Err(failure) if failure.is_broken_pipe() => Code::Answered.into(),
        Err(failure) => {
            complain(&failure);
            failure.code().into()
        }
    }
}

/// Prints a failure on standard error. A write error is ignored.
pub fn complain(failure: &impl Display) {
    say(&format!("loyd: {failure}"));
}

/// Prints a usage error or the requested help, and returns the exit code.
pub fn usage(error: &clap::Error) -> u8 {
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
    use loyd::planner::Refused;
    use loyd_core::opening::Unopened;

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
        let file = |kind: ErrorKind| Unopened::File { field: "puzzle", path: "a".into(), source: kind.into() };
        let code = |kind| Failure::from(Fault::from(file(kind))).code();
        assert_eq!(code(ErrorKind::NotFound), Code::BadInput);
        assert_eq!(code(ErrorKind::PermissionDenied), Code::Failed);
    }

    /// A panic in the answer to a line of a batch is such a fault, too.
    #[test]
    fn our_own_fault_is_a_failure() {
        assert_eq!(Failure::from(Fault::internal("why")).code(), Code::Failed);
        // A map that disagrees with the moves of its puzzle is our own fault.
        let wrong = Refused::Wrong { puzzle: "8".into(), what: "a position is not at 0".into() };
        let failure = Failure::from(Fault::from(wrong));
        assert_eq!((failure.code() as u8, failure.to_string().contains("disagrees with the moves")), (1, true));
    }

    #[test]
    fn fields_have_the_names_of_options() {
        let said = |fault: Fault| Failure::from(fault).to_string();
        let fault = Fault::no_effect("limit_memory", "the limit applies only with `depth`");
        assert_eq!(said(fault), "--limit-memory has no effect here: the limit applies only with --depth");
        let fault = Fault::from(Unopened::Unknown { id: "depth".into(), nearest: None });
        let definition = "any puzzle of pieces and moves can be a definition (docs/definitions.md)";
        assert_eq!(said(fault), format!("unknown puzzle `depth`; {definition}; `loyd puzzles` lists all"));
    }
}
