//! One run of a judge: its cases, the limits of each case, and the writing of the output.

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use web_time::Instant;

use loyd_core::cost::Cost;
use loyd_core::limits::Watcher;
use loyd_core::search::{Limits, Progress, Stop};
use loyd_core::table::distance::Unbuilt;

use super::Unjudged;
use super::input::Reader;
use super::stream::{self, Input};

/// One run of a judge: the rest of the input, the output so far, and the limits.
pub struct JudgeRun<'a> {
    /// The input, at the next byte to be read.
    pub input: Reader<'a>,
    /// The output that has not been written yet. It is written when it is long, and at the end.
    pub output: Vec<u8>,
    /// The number of the current case, counted from 1.
    pub case: usize,
    /// The bytes of the tables that are kept between cases, and of the window of the input.
    pub kept: u64,
    limits: &'a Limits,
    started: Instant,
}

impl JudgeRun<'_> {
    /// The limits of the current case: the rest of the time of the run, the bytes that are not
    /// [`kept`](JudgeRun::kept), and all other limits in full for each case.
    pub fn limits(&self) -> Limits {
        let time = self.limits.time.map(|time| time.saturating_sub(self.started.elapsed()));
        let bytes = self.limits.bytes.map(|bytes| bytes.saturating_sub(self.kept));
        let progress = self.limits.progress.clone().map(|told| -> Watcher {
            let (case, kept, started) = (Some(self.case as u64), self.kept, self.started);
            Arc::new(move |here| {
                let (seconds, bytes) = (started.elapsed().as_secs_f64(), here.bytes + kept);
                told(&Progress { seconds, bytes, case, ..here.clone() });
            })
        });
        Limits { time, bytes, progress, ..self.limits.clone() }
    }

    /// Checks that the limit of moves allows a looked-up answer of `moves` moves. A search checks the limit itself.
    ///
    /// # Errors
    /// [`Unjudged::Limit`] if the answer is longer than the limit allows.
    #[inline]
    pub fn allow(&self, moves: u32) -> Result<(), Unjudged> {
        let cost = Cost::moves(moves);
        match self.limits.cost {
            Some(most) if cost > most => Err(self.stopped(cost, None, Stop::Moves)),
            _ => Ok(()),
        }
    }

    /// Whether the clock and the cancel flag must be checked before the next case.
    #[inline(always)]
    pub(crate) fn is_to_look(&self) -> bool {
        self.case.is_multiple_of(LOOK_EVERY)
    }

    /// The error for a limit that stopped the current case, with the proved bounds of its solution.
    pub fn stopped(&self, at_least: Cost, best: Option<Cost>, why: Stop) -> Unjudged {
        Unjudged::Limit { case: self.case, why, at_least: Some(at_least), best }
    }

    /// Returns a table that was built for the current case. `at_least` is a lower bound for the solutions of the case.
    ///
    /// # Errors
    /// [`Unjudged::Limit`] if a limit stopped the building.
    ///
    /// # Panics
    /// If a table of the puzzle can never be built. No judge asks for such a table.
    pub fn built<T>(&self, table: Result<T, Unbuilt>, at_least: impl FnOnce() -> Cost) -> Result<T, Unjudged> {
        table.map_err(|unbuilt| match unbuilt {
            Unbuilt::Stopped(why) => self.stopped(at_least(), None, why),
            never => panic!("a judge asked for a table of a puzzle for which there is none: {never}"),
        })
    }

    /// Checks the clock and the cancel flag before a case, and reports progress.
    fn look(&self) -> Result<(), Unjudged> {
        let stopped = |why| Err(Unjudged::Limit { case: self.case, why, at_least: None, best: None });
        let elapsed = self.started.elapsed();
        if let Some(progress) = &self.limits.progress {
            let (seconds, case) = (elapsed.as_secs_f64(), Some(self.case as u64));
            let bytes = self.kept;
            let (depth, layer, best, part) = (Cost::moves(0), None, None, None);
            progress(&Progress { depth, layer, best, nodes: 0, seconds, bytes, case, part });
        }
        if self.limits.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return stopped(Stop::Cancelled);
        }
        if self.limits.time.is_some_and(|time| elapsed >= time) {
            return stopped(Stop::Time);
        }
        Ok(())
    }
}

/// The number of cases between two checks of the clock.
const LOOK_EVERY: usize = 256;

/// The number of bytes of output that are written at once.
const WRITE_EVERY: usize = 1 << 16;

/// Answers case after case, until `each` breaks or only white space is left of the input. The answers before an error
/// are written, but the output of `each` for the failing case is not.
///
/// If the window ends within a case, `each` is called again for the case, in a window that begins with the case. So the
/// state that `each` keeps must not depend on the case.
///
/// # Errors
/// The first error of `each`, a limit reached between two cases, an input that cannot be read, or an output that cannot
/// be written.
pub fn each_case(
    input: Input<'_>,
    output: &mut dyn Write,
    limits: &Limits,
    each: impl FnMut(&mut JudgeRun<'_>) -> Result<ControlFlow<()>, Unjudged>,
) -> Result<(), Unjudged> {
    answer(input, output, limits, |run| Ok(!run.input.is_done()), each)
}

/// Answers as many cases as the number at the beginning of the input. An input of only white space has no cases. The
/// text after the last case is ignored.
///
/// # Errors
/// The errors of [`each_case`]; also an error if the input ends before the last case.
pub fn counted_cases(
    input: Input<'_>,
    output: &mut dyn Write,
    limits: &Limits,
    mut each: impl FnMut(&mut JudgeRun<'_>) -> Result<(), Unjudged>,
) -> Result<(), Unjudged> {
    /// More cases than any input has room for.
    const MOST: i64 = 1_000_000_000;
    let mut count = None;
    let more = |run: &mut JudgeRun<'_>| {
        if count.is_none() {
            let read = if run.input.is_done() { 0 } else { run.input.number(0, MOST, "the number of cases")? };
            count = (!run.input.is_short()).then_some(read);
        }
        Ok(count.is_some_and(|count| (run.case as i64) < count))
    };
    answer(input, output, limits, more, |run| each(run).map(ControlFlow::Continue))
}

/// Answers cases while `more` returns `true`.
fn answer(
    mut input: Input<'_>,
    output: &mut dyn Write,
    limits: &Limits,
    mut more: impl FnMut(&mut JudgeRun<'_>) -> Result<bool, Unjudged>,
    mut each: impl FnMut(&mut JudgeRun<'_>) -> Result<ControlFlow<()>, Unjudged>,
) -> Result<(), Unjudged> {
    let (mut case, mut kept, mut answers, started) = (0, input.held(), Vec::new(), Instant::now());
    let outcome = loop {
        let mut run = JudgeRun { input: input.reader(), output: answers, case, kept, limits, started };
        let window = answer_window(&mut run, output, &mut more, &mut each);
        let answered = run.input.passed();
        (case, kept, answers) = (run.case, run.kept, run.output);
        match window {
            Ok(ControlFlow::Continue(())) => {}
            Ok(ControlFlow::Break(())) => break Ok(()),
            Err(Unjudged::Output(error)) => return Err(error.into()),
            Err(error) => break Err(error),
        }
        if let Err(error) = input.go_on(answered) {
            break Err(Unjudged::Unread(error));
        }
    };
    output.write_all(&answers)?;
    output.flush()?;
    outcome
}

/// Answers the cases that are complete in the window. Returns `Continue` if the window must move on.
fn answer_window(
    run: &mut JudgeRun<'_>,
    output: &mut dyn Write,
    more: &mut impl FnMut(&mut JudgeRun<'_>) -> Result<bool, Unjudged>,
    each: &mut impl FnMut(&mut JudgeRun<'_>) -> Result<ControlFlow<()>, Unjudged>,
) -> Result<ControlFlow<()>, Unjudged> {
    let first = run.input.passed();
    loop {
        run.input.skip();
        if stream::is_low(&run.input) {
            return Ok(ControlFlow::Continue(()));
        }
        let (begin, case, answered) = (run.input.passed(), run.case, run.output.len());
        // Most cases take this short path, which copies nothing in preparation for errors.
        let ended = match more(run) {
            Ok(true) => {
                let looks = run.is_to_look();
                run.case += 1;
                let looked = if looks { run.look() } else { Ok(()) };
                match looked.and_then(|()| each(run)) {
                    Ok(ControlFlow::Continue(())) if !run.input.is_short() => {
                        if run.output.len() >= WRITE_EVERY {
                            output.write_all(&run.output)?;
                            run.output.clear();
                        }
                        continue;
                    }
                    ended => ended,
                }
            }
            Ok(false) => Ok(ControlFlow::Break(())),
            Err(error) => Err(error),
        };
        if !run.input.is_short() {
            run.output.truncate(if ended.is_err() { answered } else { run.output.len() });
            return ended;
        }
        // The window ends within the case, so the case begins again in the next window.
        run.output.truncate(answered);
        run.input.go_back(begin);
        run.case = case;
        return if begin == first { Err(run.input.too_long().into()) } else { Ok(ControlFlow::Continue(())) };
    }
}
