//! One run of a judge: case after case, what each may cost, and what is written when.

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use loyd::limits::Watcher;
use loyd::search::{Limits, Progress, Stop};
use loyd::table::distance::Unbuilt;

use super::Unjudged;
use super::input::Reader;
use super::stream::{self, Input};

/// One run of a judge: what is left of the input, the output so far, and what may still be spent.
pub struct Run<'a> {
    /// The input, at the next thing to be read.
    pub input: Reader<'a>,
    /// What is to be printed; written out now and then, and in any case at the end.
    pub output: Vec<u8>,
    /// The case at hand, from 1.
    pub case: usize,
    /// Bytes of the tables that are kept from case to case, and of the window of the input.
    pub kept: u64,
    limits: &'a Limits,
    started: Instant,
}

impl Run<'_> {
    /// What the case at hand may cost: the time that is left of the whole run, the bytes that are not
    /// [`kept`](Run::kept), all else for each case anew.
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

    /// Whether an answer of that many moves is wanted; for answers that are looked up, since a search asks by itself.
    ///
    /// # Errors
    /// [`Unjudged::Limit`] if it is longer than the limit allows.
    #[inline]
    pub fn allow(&self, moves: u32) -> Result<(), Unjudged> {
        match self.limits.moves {
            Some(most) if moves > most => Err(self.stopped(moves, None, Stop::Moves)),
            _ => Ok(()),
        }
    }

    /// Whether the clock and the flag are to be looked at before the next case.
    #[inline(always)]
    pub(crate) fn is_to_look(&self) -> bool {
        self.case.is_multiple_of(LOOK_EVERY)
    }

    /// The error that the case at hand was stopped, with what is proved of it.
    pub fn stopped(&self, at_least: u32, best: Option<u32>, why: Stop) -> Unjudged {
        Unjudged::Limit { case: self.case, why, at_least: Some(at_least), best }
    }

    /// A table that was to be built for the case at hand; `at_least` bounds its solutions from below.
    ///
    /// # Errors
    /// [`Unjudged::Limit`] if a limit stopped it.
    ///
    /// # Panics
    /// If the table is one that cannot be built at all: no judge asks for such.
    pub fn built<T>(&self, table: Result<T, Unbuilt>, at_least: impl FnOnce() -> u32) -> Result<T, Unjudged> {
        table.map_err(|unbuilt| match unbuilt {
            Unbuilt::Stopped(why) => self.stopped(at_least(), None, why),
            never => panic!("a judge asked for a table of a puzzle for which there is none: {never}"),
        })
    }

    /// Looks at the clock and at the flag before a case, and reports progress.
    fn look(&self) -> Result<(), Unjudged> {
        let stopped = |why| Err(Unjudged::Limit { case: self.case, why, at_least: None, best: None });
        let elapsed = self.started.elapsed();
        if let Some(progress) = &self.limits.progress {
            let (seconds, case) = (elapsed.as_secs_f64(), Some(self.case as u64));
            let bytes = self.kept;
            progress(&Progress { depth: 0, layer: None, best: None, nodes: 0, seconds, bytes, case, part: None });
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

/// Cases between two looks at the clock.
const LOOK_EVERY: usize = 256;

/// Bytes of output that are written at once.
const WRITE_EVERY: usize = 1 << 16;

/// Answers case after case, until `each` breaks or nothing but white space is left of the input. The answers before an
/// error are written all the same; what `each` has put out for the case that fails is not.
///
/// `each` is called again for a case that the window ended in, once the window begins with it: what it keeps for itself
/// must not depend on the case.
///
/// # Errors
/// The first error of `each`, a limit reached between two cases, an input that cannot be read, or an output that takes
/// no more.
pub fn each_case(
    input: Input<'_>,
    output: &mut dyn Write,
    limits: &Limits,
    each: impl FnMut(&mut Run<'_>) -> Result<ControlFlow<()>, Unjudged>,
) -> Result<(), Unjudged> {
    answer(input, output, limits, |run| Ok(!run.input.is_done()), each)
}

/// Answers as many cases as the number at the beginning of the input says; an input of nothing but white space has
/// none. What follows the last is not judged.
///
/// # Errors
/// As [`each_case`]; also when the input ends before the last case.
pub fn counted_cases(
    input: Input<'_>,
    output: &mut dyn Write,
    limits: &Limits,
    mut each: impl FnMut(&mut Run<'_>) -> Result<(), Unjudged>,
) -> Result<(), Unjudged> {
    /// As many as any input has room for.
    const MOST: i64 = 1_000_000_000;
    let mut count = None;
    let more = |run: &mut Run<'_>| {
        if count.is_none() {
            let read = if run.input.is_done() { 0 } else { run.input.number(0, MOST, "the number of cases")? };
            count = (!run.input.is_short()).then_some(read);
        }
        Ok(count.is_some_and(|count| (run.case as i64) < count))
    };
    answer(input, output, limits, more, |run| each(run).map(ControlFlow::Continue))
}

/// Answers cases while there are `more`.
fn answer(
    mut input: Input<'_>,
    output: &mut dyn Write,
    limits: &Limits,
    mut more: impl FnMut(&mut Run<'_>) -> Result<bool, Unjudged>,
    mut each: impl FnMut(&mut Run<'_>) -> Result<ControlFlow<()>, Unjudged>,
) -> Result<(), Unjudged> {
    let (mut case, mut kept, mut answers, started) = (0, input.held(), Vec::new(), Instant::now());
    let outcome = loop {
        let mut run = Run { input: input.reader(), output: answers, case, kept, limits, started };
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

/// Answers the cases that are whole in the window; `Continue` when it is to go on, from the first that is not.
fn answer_window(
    run: &mut Run<'_>,
    output: &mut dyn Write,
    more: &mut impl FnMut(&mut Run<'_>) -> Result<bool, Unjudged>,
    each: &mut impl FnMut(&mut Run<'_>) -> Result<ControlFlow<()>, Unjudged>,
) -> Result<ControlFlow<()>, Unjudged> {
    let first = run.input.passed();
    loop {
        run.input.skip();
        if stream::is_low(&run.input) {
            return Ok(ControlFlow::Continue(()));
        }
        let (begin, case, answered) = (run.input.passed(), run.case, run.output.len());
        // Most cases take the shortest way through here: nothing is copied for what may happen to one.
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
        // The window ends in the case, which is begun again in the next.
        run.output.truncate(answered);
        run.input.go_back(begin);
        run.case = case;
        return if begin == first { Err(run.input.too_long().into()) } else { Ok(ControlFlow::Continue(())) };
    }
}
