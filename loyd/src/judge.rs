//! Online-judge formats: text in, text out, byte for byte. One file a problem, and its line in the list.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::Instant;

use crate::search::{Limits, Stop};
use crate::text::Misread;

pub mod input;

use input::Reader;

macro_rules! judges {
    ($($problem:ident),* $(,)?) => {
        $(pub mod $problem;)*

        /// The judges, in the order they are listed.
        pub const JUDGES: &[Judge] = &[$($problem::JUDGE),*];
    };
}

judges! { poj2870 }

/// The judge of that name or alias.
///
/// ```
/// let judge = loyd::judge::find("poj2870").unwrap();
/// let mut output = Vec::new();
/// (judge.run)(b"7 7\n0\n0 0\n", &mut output, &Default::default()).unwrap();
/// assert_eq!(output, b"7\n");
/// ```
pub fn find(name: &str) -> Option<&'static Judge> {
    JUDGES.iter().find(|judge| judge.name == name || judge.aliases.contains(&name))
}

/// A judge problem.
#[derive(Clone, Copy)]
pub struct Judge {
    /// Its name.
    pub name: &'static str,
    /// Other names of the same format.
    pub aliases: &'static [&'static str],
    /// What is asked, in a sentence.
    pub what: &'static str,
    /// A whole input, for the list and the tests.
    pub sample_input: &'static str,
    /// The output to it.
    pub sample_output: &'static str,
    /// Answers every case of `input`; the cases before an error are answered.
    pub run: fn(input: &[u8], output: &mut dyn Write, limits: &Limits) -> Result<(), Unjudged>,
}

/// Why the rest of an input was not answered.
#[derive(Debug, thiserror::Error)]
pub enum Unjudged {
    /// The input is not in the format.
    #[error("{0}")]
    Input(#[from] Misread),
    /// The output cannot be written.
    #[error("cannot write the output: {0}")]
    Output(#[from] io::Error),
    /// A limit was reached.
    #[error("case {case}: stopped by the {why}")]
    Limit {
        /// The case, from 1.
        case: usize,
        /// The limit.
        why: Stop,
    },
}

/// One run of a judge: what is left of the input, the output so far, and what may still be spent.
pub struct Run<'a> {
    /// The input, at the next thing to be read.
    pub input: Reader<'a>,
    /// What is to be printed; written out now and then, and in any case at the end.
    pub output: Vec<u8>,
    /// The case at hand, from 1.
    pub case: usize,
    limits: &'a Limits,
    started: Instant,
}

impl Run<'_> {
    /// What the case at hand may cost: the time that is left of the whole run, all else for each case anew.
    pub fn limits(&self) -> Limits {
        let time = self.limits.time.map(|time| time.saturating_sub(self.started.elapsed()));
        Limits { time, ..self.limits.clone() }
    }

    /// The error that the case at hand was stopped.
    pub fn stopped(&self, why: Stop) -> Unjudged {
        Unjudged::Limit { case: self.case, why }
    }

    /// Looks at the clock and at the flag, between two cases.
    fn look(&self) -> Result<(), Unjudged> {
        if self.limits.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(self.stopped(Stop::Cancelled));
        }
        if self.limits.time.is_some_and(|time| self.started.elapsed() >= time) {
            return Err(self.stopped(Stop::Time));
        }
        Ok(())
    }
}

/// Cases between two looks at the clock.
const LOOK_EVERY: usize = 256;

/// Bytes of output that are written at once.
const WRITE_EVERY: usize = 1 << 16;

/// Answers case after case, until `each` breaks or nothing but white space is left of the input. The answers before an error are
/// written all the same; what `each` has put out for the case that fails is not.
///
/// # Errors
/// The first error of `each`, a limit reached between two cases, or an output that takes no more.
pub fn each_case(
    input: &[u8],
    output: &mut dyn Write,
    limits: &Limits,
    mut each: impl FnMut(&mut Run<'_>) -> Result<ControlFlow<()>, Unjudged>,
) -> Result<(), Unjudged> {
    let mut run = Run { input: Reader::new(input), output: Vec::new(), case: 0, limits, started: Instant::now() };
    let outcome = loop {
        if run.input.is_done() {
            break Ok(());
        }
        run.case += 1;
        if run.case % LOOK_EVERY == 1
            && let Err(stopped) = run.look()
        {
            break Err(stopped);
        }
        let answered = run.output.len();
        match each(&mut run) {
            Ok(ControlFlow::Continue(())) => {}
            Ok(ControlFlow::Break(())) => break Ok(()),
            Err(error) => {
                run.output.truncate(answered);
                break Err(error);
            }
        }
        if run.output.len() >= WRITE_EVERY {
            output.write_all(&run.output)?;
            run.output.clear();
        }
    };
    output.write_all(&run.output)?;
    output.flush()?;
    outcome
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sample_is_answered() {
        for judge in JUDGES {
            let mut output = Vec::new();
            let run = (judge.run)(judge.sample_input.as_bytes(), &mut output, &Limits::default());
            run.unwrap_or_else(|error| panic!("{}: {error}", judge.name));
            assert_eq!(String::from_utf8_lossy(&output), judge.sample_output, "{}", judge.name);
        }
    }

    #[test]
    fn empty_input_has_no_answer() {
        for judge in JUDGES {
            for input in ["", "\n", "\u{feff} \r\n\t"] {
                let mut output = Vec::new();
                assert!((judge.run)(input.as_bytes(), &mut output, &Limits::default()).is_ok(), "{}", judge.name);
                assert!(output.is_empty(), "{}", judge.name);
            }
        }
    }

    #[test]
    fn names_are_known_once() {
        let names: Vec<&str> =
            JUDGES.iter().flat_map(|judge| [judge.name].into_iter().chain(judge.aliases.iter().copied())).collect();
        for (index, name) in names.iter().enumerate() {
            assert!(find(name).is_some());
            assert!(!names[..index].contains(name), "{name} twice");
        }
        assert!(find("poj1").is_none());
    }

    /// Doubles every number, to see the frame at work.
    fn doubled(input: &str, limits: &Limits) -> (String, Result<(), Unjudged>) {
        let mut output = Vec::new();
        let outcome = each_case(input.as_bytes(), &mut output, limits, |run| {
            run.output.extend_from_slice(b"half ");
            let number = run.input.number(0, 9, "a digit")?;
            if number == 0 {
                run.output.truncate(run.output.len() - 5);
                return Ok(ControlFlow::Break(()));
            }
            if run.limits().moves.is_some_and(|most| number > i64::from(most)) {
                return Err(run.stopped(Stop::Moves));
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
        let limits = Limits { moves: Some(3), ..Limits::default() };
        let (out, error) = doubled("1 4 1", &limits);
        assert_eq!(
            (out.as_str(), error.unwrap_err().to_string()),
            ("half 2\n", "case 2: stopped by the move limit".into())
        );
        let limits = Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() };
        assert!(
            matches!(doubled("1", &limits), (out, Err(Unjudged::Limit { case: 1, why: Stop::Time })) if out.is_empty())
        );
        let many = "1 ".repeat(100_000);
        assert_eq!(doubled(&many, &Limits::default()).0.len(), 700_000);
    }
}
