//! Batches of questions and of lines: their order, their constant memory, and their end.

use std::io::{self, BufRead, BufReader, Cursor, Read, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::{Duration, Instant};

use loyd::service::batch::{AnswerLine, Ended, LONGEST_LINE, Line, Lines, Spread, answer_lines};
use loyd::service::{Cancel, Question, Service, Solve, Unrank};

/// Questions, the first of which takes much longer than the others.
fn questions(taken: &Arc<AtomicU64>, number: u64) -> impl Iterator<Item = Question> + Send + 'static {
    let taken = taken.clone();
    (0..number).map(move |index| {
        taken.fetch_max(index, Ordering::SeqCst);
        match index {
            0 => {
                let state: Vec<String> = (1..25).rev().map(|tile| tile.to_string()).chain(["x".into()]).collect();
                let mut slow = Solve::new("24", state.join(" "));
                slow.limits.time = Some(Duration::from_millis(300));
                slow.into()
            }
            index => Unrank::new("8", u128::from(index)).into(),
        }
    })
}

#[test]
fn replies_come_as_they_are_known_or_in_order() {
    let service = Service::default();
    let taken = Arc::default();
    let seen: Vec<u64> = service.batch(questions(&taken, 100), 2, &Cancel::default()).map(|(index, _)| index).collect();
    assert_eq!(seen.len(), 100);
    assert_ne!(seen[0], 0, "the slow one is not waited for");
    let batch = service.batch(questions(&taken, 100), 2, &Cancel::default());
    let seen: Vec<u64> = batch.in_order().map(|(index, _)| index).collect();
    assert_eq!(seen, (0..100).collect::<Vec<_>>());
}

/// Only few questions are taken before the first is answered, however many there are. A dropped batch takes no more
/// questions.
#[test]
fn a_batch_takes_few_questions_ahead() {
    let service = Service::default();
    let taken = Arc::new(AtomicU64::new(0));
    let mut replies = service.batch(questions(&taken, u64::MAX), 2, &Cancel::default()).in_order();
    assert_eq!(replies.next().unwrap().0, 0);
    assert!(taken.load(Ordering::SeqCst) < 600, "{taken:?}");
    drop(replies);
    std::thread::sleep(Duration::from_millis(100));
    let before = taken.load(Ordering::SeqCst);
    std::thread::sleep(Duration::from_millis(100));
    assert_eq!(taken.load(Ordering::SeqCst), before);
}

#[test]
fn a_cancelled_batch_ends() {
    let (cancel, taken) = (Cancel::default(), Arc::default());
    let mut replies = Service::default().batch(questions(&taken, u64::MAX), 2, &cancel);
    assert!(replies.next().is_some());
    cancel.cancel();
    assert!(replies.count() < 1000);
}

/// An output that a test can read.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Shared {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// An answer to a line by a function of the test.
struct By<F>(F);

impl<F: Fn(&Line, &mut dyn Write) -> io::Result<()> + Send + Sync + 'static> AnswerLine for By<F> {
    type Failure = io::Error;

    fn answer(&self, line: &Line, out: &mut dyn Write) -> io::Result<()> {
        self.0(line, out)
    }
}

/// Runs a batch of lines.
fn run<R: BufRead + Send + 'static>(
    input: R,
    out: Shared,
    threads: usize,
    does: impl Fn(&Line, &mut dyn Write) -> io::Result<()> + Send + Sync + 'static,
) -> Result<(), Ended<io::Error>> {
    answer_lines(input, out, Spread::over(threads), &Cancel::default(), &mut |_| (), By(does))
}

fn echo(line: &Line, out: &mut dyn Write) -> io::Result<()> {
    let text = line.text.as_ref().unwrap();
    // Later lines of a group are answered sooner.
    std::thread::sleep(Duration::from_micros(100 * (7 - line.number % 8)));
    writeln!(out, "{text}")
}

#[test]
fn answers_come_in_the_order_of_the_lines() {
    let input: String = (0..2000).map(|n| format!("{n}\n")).collect();
    for threads in [1, 2, 7] {
        let written = Shared::default();
        run(Cursor::new(input.clone()), written.clone(), threads, echo).unwrap();
        assert_eq!(written.text(), input);
    }
}

/// A reader of the bytes that arrive on a channel.
struct Fed(mpsc::Receiver<Vec<u8>>);

impl Read for Fed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.0.recv().unwrap_or_default();
        buffer[..bytes.len()].copy_from_slice(&bytes);
        Ok(bytes.len())
    }
}

#[test]
fn an_answer_is_written_before_the_next_line_is_there() {
    let (feed, fed) = mpsc::channel();
    let written = Shared::default();
    let out = written.clone();
    let runs = std::thread::spawn(move || run(BufReader::new(Fed(fed)), out, 2, echo));
    for line in ["1\n", "2\n", "5\n"] {
        feed.send(line.into()).unwrap();
        let began = Instant::now();
        while !written.text().ends_with(line) {
            assert!(began.elapsed() < Duration::from_secs(20), "no answer to {line:?}");
            std::thread::sleep(Duration::from_millis(1));
        }
    }
    drop(feed);
    runs.join().unwrap().unwrap();
}

#[test]
fn no_worker_runs_far_ahead_of_a_slow_line() {
    static GREATEST: AtomicU64 = AtomicU64::new(0);
    let input: String = (0..5000).map(|n| format!("{n}\n")).collect();
    let answer = |line: &Line, out: &mut dyn Write| {
        if line.number == 1 {
            std::thread::sleep(Duration::from_millis(200));
            assert!(GREATEST.load(Ordering::SeqCst) <= 256 + 1);
        }
        GREATEST.fetch_max(line.number, Ordering::SeqCst);
        writeln!(out, "{}", line.text.as_ref().unwrap())
    };
    let written = Shared::default();
    run(Cursor::new(input.clone()), written.clone(), 3, answer).unwrap();
    assert!(GREATEST.load(Ordering::SeqCst) > 256);
    assert_eq!(written.text(), input);
}

#[test]
fn who_asks_for_it_runs_farther_ahead() {
    static GREATEST: AtomicU64 = AtomicU64::new(0);
    let input: String = (0..5000).map(|n| format!("{n}\n")).collect();
    let answer = |line: &Line, out: &mut dyn Write| {
        let began = Instant::now();
        while line.number == 1 && GREATEST.load(Ordering::SeqCst) < 1000 {
            assert!(began.elapsed() < Duration::from_secs(20), "only line {}", GREATEST.load(Ordering::SeqCst));
            std::thread::sleep(Duration::from_millis(1));
        }
        if line.number == 1 {
            std::thread::sleep(Duration::from_millis(50));
            assert!(GREATEST.load(Ordering::SeqCst) <= 1000 + 1);
        }
        GREATEST.fetch_max(line.number, Ordering::SeqCst);
        writeln!(out, "{}", line.text.as_ref().unwrap())
    };
    let written = Shared::default();
    let spread = Spread { ahead: 1000, ..Spread::over(3) };
    let (lines, out) = (Cursor::new(input.clone()), written.clone());
    answer_lines(lines, out, spread, &Cancel::default(), &mut |_| (), By(answer)).unwrap();
    assert_eq!(written.text(), input);
}

#[test]
fn a_long_answer_is_written_while_it_is_made_and_stays_in_its_place() {
    let answer = |line: &Line, out: &mut dyn Write| {
        for _ in 0..40_000 {
            writeln!(out, "{}", line.number)?;
        }
        Ok(())
    };
    let written = Shared::default();
    run(Cursor::new("a\nb\nc\nd"), written.clone(), 3, answer).unwrap();
    let expected: String = (1..=4).flat_map(|n| std::iter::repeat_n(format!("{n}\n"), 40_000)).collect();
    assert!(written.text() == expected);
}

#[test]
fn a_failure_ends_the_batch_though_a_line_is_awaited() {
    let (feed, fed) = mpsc::channel();
    feed.send(b"1\n".to_vec()).unwrap();
    let fails = |_: &Line, _: &mut dyn Write| Err(io::Error::other("no"));
    let failed = run(BufReader::new(Fed(fed)), Shared::default(), 2, fails);
    assert!(matches!(failed, Err(Ended::Failed(why)) if why.to_string() == "no"));
    drop(feed);
}

#[test]
fn a_panic_ends_the_batch_with_an_internal_error() {
    let panics = |line: &Line, _: &mut dyn Write| {
        if line.number == 3 {
            std::panic::resume_unwind(Box::new("no message wanted"));
        }
        Ok(())
    };
    let failed = run(Cursor::new("a\nb\nc\nd\n"), Shared::default(), 2, panics);
    assert!(matches!(failed, Err(Ended::Panicked(3))));
}

fn all(input: &[u8], blank_counts: bool) -> Vec<(u64, Line)> {
    // The buffer is so small that a line needs several.
    let mut lines = Lines::new(BufReader::with_capacity(7, Cursor::new(input.to_vec())), blank_counts);
    std::iter::from_fn(|| lines.next_line().unwrap()).collect()
}

fn texts(input: &str, blank_counts: bool) -> Vec<(u64, u64, String)> {
    let lines = all(input.as_bytes(), blank_counts).into_iter();
    lines.map(|(index, line)| (index, line.number, line.text.unwrap())).collect()
}

#[test]
fn lines_are_numbered_and_blank_ones_at_the_end_are_none() {
    let line = |index, number, text: &str| (index, number, text.to_string());
    assert_eq!(texts("", false), []);
    assert_eq!(texts("\n \n\r\n", false), []);
    assert_eq!(texts("a\n\n\nb\n\n", false), [line(0, 1, "a"), line(1, 2, ""), line(2, 3, ""), line(3, 4, "b")]);
    assert_eq!(texts("a long first line", false), [line(0, 1, "a long first line")]);
    assert_eq!(texts("a\n\n", true), [line(0, 1, "a"), line(1, 2, "")]);
}

#[test]
fn a_line_too_long_or_no_text_keeps_its_place() {
    let mut input = b"a\n".to_vec();
    input.extend(std::iter::repeat_n(b'7', 10_000_000));
    input.extend(b"\n1 \xe9\xff\nb\0");
    let lines = all(&input, false);
    assert_eq!(lines.len(), 4);
    let long = lines[1].1.text.as_ref().unwrap_err();
    assert_eq!((long.line, long.found.as_str()), (2, "a line of 10000000 bytes"));
    let bad = lines[2].1.text.as_ref().unwrap_err();
    assert_eq!((bad.line, bad.column, bad.found.as_str()), (3, 3, "byte 0xe9"));
    assert_eq!(lines[3].1.text.as_deref(), Ok("b\0"));
}

#[test]
fn a_line_of_exactly_the_longest_is_read() {
    for (length, fits) in [(LONGEST_LINE, true), (LONGEST_LINE + 1, false)] {
        let lines = all(&vec![b'1'; length], false);
        assert_eq!(lines[0].1.text.is_ok(), fits, "{length}");
    }
}
