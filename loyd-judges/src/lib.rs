//! Online-judge formats: text in, text out, byte for byte.
//!
//! | module | contents |
//! |---|---|
//! | [`problems`] | the judges, one file for each problem, and the list of all judges |
//! | [`input`], [`stream`] | the words of an input with their positions, in memory or in a window of a stream |
//! | [`run`] | one run of a judge: its cases, limits and output |
//! | [`letters`], [`pieces`] | words of moves and numbers as text, and boards of pieces from text |
//! | [`eight`], [`magic`] | the shared parts of the problems of the 8-puzzle, and of the magic board |
//! | [`tables`] | the tables in which answers are looked up |

use std::io::{self, Write};

use loyd::service::{Control, Fault, Kind, Origin, TableHandle};
use loyd_core::cost::Cost;
use loyd_core::search::{Limits, Stop, proved};
use loyd_core::table::file::{FileError, Table};
use loyd_core::text::{Misread, is_same_name, plain_name};

#[cfg(test)]
use loyd_puzzles::light_up;

/// The independent solver that the tests of the puzzle use.
#[cfg(test)]
#[path = "../../loyd-puzzles/src/light_up/tests/plain.rs"]
#[allow(dead_code)]
mod plain;

pub mod eight;
pub mod input;
pub mod letters;
mod listed;
pub mod magic;
pub mod pieces;
pub mod problems;
pub mod run;
pub mod stream;
pub mod tables;

pub use listed::{JudgeDescription, listed};
pub use problems::JUDGES;
pub use run::{JudgeRun, counted_cases, each_case};
pub use stream::Input;

/// Finds a judge by name or alias, in any case, with hyphens, blanks or nothing between its parts (`HDU 1043`).
///
/// ```
/// let judge = loyd_judges::find("poj2870").unwrap();
/// let mut output = Vec::new();
/// judge.answer(b"7 7\n0\n0 0\n"[..].into(), &mut output, &Default::default(), None).unwrap();
/// assert_eq!(output, b"7\n");
/// ```
pub fn find(name: &str) -> Option<&'static Judge> {
    let plain = plain_name(name);
    JUDGES.iter().find(|judge| judge.aliases.iter().chain([&judge.name]).any(|known| is_same_name(&plain, known)))
}

/// A judge problem.
#[derive(Clone, Copy)]
pub struct Judge {
    /// The name of the judge.
    pub name: &'static str,
    /// Other names for the format.
    pub aliases: &'static [&'static str],
    /// The question of the problem, in one sentence.
    pub what: &'static str,
    /// A complete input, for the list and the tests.
    pub sample_input: &'static str,
    /// The output for the sample input.
    pub sample_output: &'static str,
    /// The limits that this judge cannot reach, so that setting them has no effect.
    pub idle: &'static [Stop],
    /// Answers every case of `input`. If an error occurs, the cases before it are answered.
    pub run: fn(input: Input<'_>, output: &mut dyn Write, limits: &Limits) -> Result<(), Unjudged>,
    /// Answers like `run`, byte for byte, from a table of all distances. `None` if no table can give the answers.
    pub run_by: Option<RunBy>,
}

impl Judge {
    /// Answers every case of the input under `control`, from a table of all distances if `table` is given. If an error
    /// occurs, the cases before it are answered. The listener gets progress reports. If the input is
    /// [read](Input::read) on demand, only a window is held in memory.
    ///
    /// # Errors
    /// [`Unjudged`], if the rest of the input cannot be answered.
    ///
    /// ```
    /// use std::time::Duration;
    /// use loyd::service::Control;
    ///
    /// let mut control = Control::default();
    /// control.ceiling.time = Some(Duration::ZERO);
    /// let judge = loyd_judges::find("hdu1043").unwrap();
    /// let mut output = Vec::new();
    /// let stopped = judge.answer(b"2 3 4 1 5 x 7 6 8\n"[..].into(), &mut output, &control, None);
    /// assert_eq!(stopped.unwrap_err().to_string(), "stopped by the time limit before case 1");
    /// ```
    pub fn answer(
        &self,
        input: Input<'_>,
        output: &mut (dyn Write + Send),
        control: &Control<'_>,
        table: Option<&TableHandle>,
    ) -> Result<(), Unjudged> {
        let by = match table {
            None => None,
            Some(table) => Some((self.run_by.ok_or(Unjudged::NoTable(self.name))?, table.table())),
        };
        let judged = control.attend(move |limits| match by {
            None => (self.run)(input, output, limits),
            Some((run_by, table)) => run_by(input, output, limits, table),
        });
        judged.map_err(Unjudged::Thread)?
    }
}

/// Answers every case of an input from a table of all distances. Returns [`Unjudged::Table`] before any answer if the
/// table belongs to another puzzle.
pub type RunBy = fn(input: Input<'_>, output: &mut dyn Write, limits: &Limits, table: &Table) -> Result<(), Unjudged>;

/// Why the rest of an input was not answered.
#[derive(Debug, thiserror::Error)]
pub enum Unjudged {
    /// The input is not in the format.
    #[error("{0}")]
    Input(#[from] Misread),
    /// The input cannot be read.
    #[error("cannot read the input: {0}")]
    Unread(#[source] io::Error),
    /// The output cannot be written.
    #[error("cannot write the output: {0}")]
    Output(#[from] io::Error),
    /// No thread can be started.
    #[error("cannot start a thread: {0}")]
    Thread(#[source] io::Error),
    /// The judge cannot answer from a table.
    #[error("{0} does not look up answers in a table")]
    NoTable(&'static str),
    /// The table belongs to another puzzle or goal.
    #[error("{0}")]
    Table(#[from] FileError),
    /// The distances of the table contradict each other.
    #[error("{0}")]
    WrongTable(String),
    /// A limit was reached.
    #[error("{}", stopped(*case, *at_least, *best, *why))]
    Limit {
        /// The number of the case, counted from 1.
        case: usize,
        /// The limit that was reached.
        why: Stop,
        /// The proved least number of moves of every solution of the case. `None` if the case was not begun.
        at_least: Option<Cost>,
        /// The length of the best known solution of the case, which is not proved shortest.
        best: Option<Cost>,
    },
}

/// The fault that a service reports in place of an output. The answers before the error are not part of it.
impl From<Unjudged> for Fault {
    fn from(why: Unjudged) -> Fault {
        let message = why.to_string();
        match why {
            Unjudged::Input(misread) => {
                let mut fault = Fault::new(Kind::Input, Origin::Question, message);
                fault.place = Some(misread);
                fault
            }
            Unjudged::Limit { why, .. } => Fault::new(Kind::Limit, Origin::Limit(why), message),
            _ => Fault::system(message),
        }
    }
}

fn stopped(case: usize, at_least: Option<Cost>, best: Option<Cost>, why: Stop) -> String {
    match at_least {
        Some(at_least) => format!("{} in case {case}: {}", why.told(), proved(at_least, best)),
        None => format!("{} before case {case}", why.told()),
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::sync::Arc;

    use loyd_core::limits::Watcher;

    use super::*;

    /// The output for an input that is in the format.
    pub(super) fn answered(judge: &Judge, input: &str) -> String {
        let (output, error) = refused(judge, input.as_bytes());
        assert_eq!(error, "", "{}", judge.name);
        output
    }

    /// The output for any input, and the error after it, or an empty text.
    pub(super) fn refused(judge: &Judge, input: &[u8]) -> (String, String) {
        let mut output = Vec::new();
        let outcome = (judge.run)(input.into(), &mut output, &Limits::default());
        let error = outcome.err().map_or(String::new(), |error| error.to_string());
        (String::from_utf8(output).unwrap(), error)
    }

    /// The output before a limit stops the run, and the error.
    pub(super) fn stopped_by(limits: &Limits, judge: &Judge, input: &str) -> (String, String) {
        let mut output = Vec::new();
        let error = (judge.run)(input.as_bytes().into(), &mut output, limits).unwrap_err();
        (String::from_utf8(output).unwrap(), error.to_string())
    }

    /// Checks that each bad input after `good` is refused with an error that begins with the given text.
    pub(super) fn refused_after(judge: &Judge, good: &str, answer: &str, bad: &[(&str, &str)]) {
        for (bad, place) in bad {
            let (output, said) = refused(judge, format!("{good}{bad}").as_bytes());
            assert_eq!(output, answer, "{}: {bad:?}", judge.name);
            assert!(said.starts_with(place), "{}: {bad:?}: {said}", judge.name);
        }
    }

    #[test]
    fn every_sample_is_answered() {
        for judge in JUDGES {
            let mut output = Vec::new();
            let run = (judge.run)(judge.sample_input.as_bytes().into(), &mut output, &Limits::default());
            run.unwrap_or_else(|error| panic!("{}: {error}", judge.name));
            assert_eq!(String::from_utf8_lossy(&output), judge.sample_output, "{}", judge.name);
        }
    }

    #[test]
    fn empty_input_has_no_answer() {
        for judge in JUDGES {
            for input in ["", "\n", "\u{feff} \r\n\t"] {
                let mut output = Vec::new();
                assert!(
                    (judge.run)(input.as_bytes().into(), &mut output, &Limits::default()).is_ok(),
                    "{}",
                    judge.name
                );
                assert!(output.is_empty(), "{}", judge.name);
            }
        }
    }

    /// Samples that are cut off or contain wrong bytes are answered or refused quickly.
    #[test]
    fn damaged_samples_do_no_harm() {
        let limits = Limits { nodes: Some(5_000), ..Limits::default() };
        let mut refused = 0;
        for judge in JUDGES {
            let sample = judge.sample_input.as_bytes();
            let mut damaged: Vec<Vec<u8>> = (0..sample.len()).map(|end| sample[..end].to_vec()).collect();
            for at in 0..sample.len() {
                for byte in [b'0', b'9', b'x', b'-', b'\n', b' ', 0, 0xff, 0xc3] {
                    damaged.push(sample.to_vec());
                    damaged.last_mut().unwrap()[at] = byte;
                }
            }
            for input in damaged {
                let mut output = Vec::new();
                match (judge.run)(input[..].into(), &mut output, &limits) {
                    Ok(()) | Err(Unjudged::Limit { .. }) => {}
                    Err(Unjudged::Input(misread)) => {
                        let lines = 1 + input.iter().filter(|&&byte| byte == b'\n').count();
                        assert!((1..=lines).contains(&misread.line), "{}: {misread}", judge.name);
                        refused += 1;
                    }
                    Err(error) => panic!("{}: {error}", judge.name),
                }
                assert!(output.is_empty() || output.ends_with(b"\n"), "{}: {output:?}", judge.name);
            }
        }
        assert!(refused > 1_000, "{refused}");
    }

    /// A limit in the `idle` list of a judge changes nothing, and every other limit stops the sample. The exception:
    /// judges that build a table only for many cases ignore a limit of bytes for one case.
    #[test]
    fn limits_without_effect_are_named() {
        let least = |of: Stop| match of {
            Stop::Bytes => Limits { bytes: Some(0), ..Limits::default() },
            Stop::Nodes => Limits { nodes: Some(1), ..Limits::default() },
            _ => Limits { cost: Some(Cost::moves(0)), ..Limits::default() },
        };
        for judge in JUDGES {
            for of in [Stop::Bytes, Stop::Nodes, Stop::Moves] {
                let mut output = Vec::new();
                let outcome = (judge.run)(judge.sample_input.as_bytes().into(), &mut output, &least(of));
                let searched = of == Stop::Bytes && ["hdu1043", "luogu-p1379", "chino"].contains(&judge.name);
                let unchanged = judge.idle.contains(&of) || searched;
                assert_eq!(outcome.is_ok(), unchanged, "{} {of:?} {outcome:?}", judge.name);
                if let Err(Unjudged::Limit { why, at_least, .. }) = outcome {
                    assert!(why == of && at_least.is_some(), "{} {of:?}", judge.name);
                }
            }
        }
    }

    /// The judge keeps up to nine tables of 181,440 words of 8 bytes. With room for two tables, the third is refused.
    #[test]
    fn tables_kept_between_cases_count() {
        let judge = find("hdu3567").unwrap();
        let cases = ["X12345678\nX12345678\n", "1X2345678\n1X2345678\n", "12X345678\n12X345678\n"];
        let input = format!("3\n{}", cases.concat());
        let run = |bytes| {
            let mut output = Vec::new();
            let limits = Limits { bytes: Some(bytes), ..Limits::default() };
            ((judge.run)(input.as_bytes().into(), &mut output, &limits), String::from_utf8(output).unwrap())
        };
        assert!(run(5_000_000).0.is_ok());
        let (stopped, output) = run(4_000_000);
        assert!(matches!(stopped, Err(Unjudged::Limit { case: 3, why: Stop::Bytes, .. })), "{stopped:?}");
        assert_eq!(output, "Case 1: 0\n\nCase 2: 0\n\n");
    }

    /// Progress reports contain the case and the seconds since the start of the run.
    #[test]
    fn progress_names_the_case() {
        let told = Arc::new(std::sync::Mutex::new(Vec::new()));
        let heard = Arc::clone(&told);
        let watcher: Watcher = Arc::new(move |progress| heard.lock().unwrap().push(progress.clone()));
        let limits = Limits { progress: Some(watcher), ..Limits::default() };
        let judge = find("uva10181").unwrap();
        (judge.run)(judge.sample_input.as_bytes().into(), &mut Vec::new(), &limits).unwrap();
        let told = told.lock().unwrap();
        assert!(told.iter().all(|progress| progress.case.is_some()));
        assert!(told.windows(2).all(|two| two[0].seconds <= two[1].seconds && two[0].case <= two[1].case));
        assert!(told.iter().any(|progress| progress.depth == Cost::moves(9) && progress.case == Some(1)), "{told:?}");
    }

    #[test]
    fn names_are_known_once() {
        let names: Vec<&str> =
            JUDGES.iter().flat_map(|judge| [judge.name].into_iter().chain(judge.aliases.iter().copied())).collect();
        let plain: Vec<String> = names.iter().map(|name| name.replace('-', "")).collect();
        for (index, name) in names.iter().enumerate() {
            for written in [name.to_string(), name.to_uppercase(), name.replace('-', " "), plain[index].clone()] {
                assert!(find(&written).is_some(), "{written}");
            }
            assert!(!plain[..index].contains(&plain[index]), "{name} twice");
        }
        let found = |name: &str| find(name).map(|judge| judge.name);
        assert_eq!((found("HDU 1043"), found("P1379")), (Some("hdu1043"), Some("luogu-p1379")));
        assert_eq!((found("洛谷P2730"), found("八数码难题")), (Some("luogu-p2730"), Some("luogu-p1379")));
        assert!(find("poj1").is_none());
    }

    /// Answers with the double of every number, to test `each_case`.
    fn doubled(input: &str, limits: &Limits) -> (String, Result<(), Unjudged>) {
        let mut output = Vec::new();
        let outcome = each_case(input.as_bytes().into(), &mut output, limits, |run| {
            run.output.extend_from_slice(b"half ");
            let number = run.input.number(0, 9, "a digit")?;
            if number == 0 {
                run.output.truncate(run.output.len() - 5);
                return Ok(ControlFlow::Break(()));
            }
            if run.limits().cost.is_some_and(|most| number > i64::from(most.amount())) {
                return Err(run.stopped(Cost::moves(7), Some(Cost::moves(9)), Stop::Moves));
            }
            writeln!(run.output, "{}", 2 * number)?;
            Ok(ControlFlow::Continue(()))
        });
        (String::from_utf8(output).unwrap(), outcome)
    }

    #[test]
    fn the_cases_before_an_error_are_answered() {
        assert!(matches!(doubled("1 2 ", &Limits::default()), (out, Ok(())) if out == "half 2\nhalf 4\n"));
        assert!(matches!(doubled("1 0 2 x", &Limits::default()), (out, Ok(())) if out == "half 2\n"));
        assert!(matches!(doubled("1 x", &Limits::default()), (out, Err(Unjudged::Input(_))) if out == "half 2\n"));
        let limits = Limits { cost: Some(Cost::moves(3)), ..Limits::default() };
        let (out, error) = doubled("1 4 1", &limits);
        assert_eq!(
            (out.as_str(), error.unwrap_err().to_string()),
            (
                "half 2\n",
                "stopped by the move limit in case 2: every solution has at least 7 moves, and one of 9 is known"
                    .into()
            )
        );
        let limits = Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() };
        let (out, error) = doubled("1", &limits);
        assert_eq!(
            (out.as_str(), error.unwrap_err().to_string()),
            ("", "stopped by the time limit before case 1".into())
        );
        let many = "1 ".repeat(100_000);
        assert_eq!(doubled(&many, &Limits::default()).0.len(), 700_000);
    }

    #[test]
    fn as_many_cases_as_were_promised() {
        let say = |input: &str| {
            let mut output = Vec::new();
            let outcome = counted_cases(input.as_bytes().into(), &mut output, &Limits::default(), |run| {
                let digit = run.input.number(0, 9, "a digit")?;
                writeln!(run.output, "{}: {digit}", run.case)?;
                Ok(())
            });
            (String::from_utf8(output).unwrap(), outcome.err().map_or(String::new(), |error| error.to_string()))
        };
        assert_eq!(say("2 7 8"), ("1: 7\n2: 8\n".into(), String::new()));
        assert_eq!(say("0"), (String::new(), String::new()));
        assert_eq!(say(" \n"), (String::new(), String::new()));
        assert_eq!(say("1 7 x"), ("1: 7\n".into(), String::new()));
        let (output, error) = say("3 7 8 ");
        assert_eq!(output, "1: 7\n2: 8\n");
        assert_eq!(error, "line 1, column 7: found end of text, expected a digit, a number from 0 to 9");
        for bad in ["-1 7", "x", "1.0 7", "99999999999999999999 7", "\0"] {
            let (output, error) = say(bad);
            assert!(output.is_empty() && error.starts_with("line 1, column 1: found `"), "{error}");
        }
    }
}
