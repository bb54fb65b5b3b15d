use super::*;
use std::io::{BufReader, Cursor, Read};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;

/// Where a test reads what the batch wrote.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Shared {
    fn text(&self) -> String {
        String::from_utf8(lock(&self.0).clone()).unwrap()
    }
}

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        lock(&self.0).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<F: Fn(&Line, &mut dyn Write) -> Result<Code, Failure> + Send + Sync + 'static> Answer for F {
    fn answer(&self, line: &Line, out: &mut dyn Write) -> Result<Code, Failure> {
        self(line, out)
    }
}

fn echo(line: &Line, out: &mut dyn Write) -> Result<Code, Failure> {
    let text = line.text.as_ref().unwrap();
    // The later a line of a group, the sooner it is answered.
    std::thread::sleep(Duration::from_micros(100 * (7 - line.number % 8)));
    writeln!(out, "{text}").map_err(Failure::Output)?;
    Ok(if text == "3" { Code::No } else { Code::Answered })
}

#[test]
fn answers_come_in_the_order_of_the_lines() {
    let input: String = (0..2000).map(|n| format!("{n}\n")).collect();
    for threads in [1, 2, 7] {
        let written = Shared::default();
        let code = run(Cursor::new(input.clone()), written.clone(), threads, false, &Interrupt::default(), None, echo);
        assert_eq!(code.unwrap(), Code::No);
        assert_eq!(written.text(), input);
    }
}

/// A reader that gives what a channel brings.
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
    let runs =
        std::thread::spawn(move || run(BufReader::new(Fed(fed)), out, 2, false, &Interrupt::default(), None, echo));
    for line in ["1\n", "2\n", "5\n"] {
        feed.send(line.into()).unwrap();
        let began = Instant::now();
        while !written.text().ends_with(line) {
            assert!(began.elapsed() < Duration::from_secs(20), "no answer to {line:?}");
            std::thread::sleep(Duration::from_millis(1));
        }
    }
    drop(feed);
    assert_eq!(runs.join().unwrap().unwrap(), Code::Answered);
}

#[test]
fn no_worker_runs_far_ahead_of_a_slow_line() {
    static GREATEST: AtomicU64 = AtomicU64::new(0);
    let input: String = (0..5000).map(|n| format!("{n}\n")).collect();
    let answer = |line: &Line, out: &mut dyn Write| {
        if line.number == 1 {
            std::thread::sleep(Duration::from_millis(200));
            assert!(GREATEST.load(Ordering::SeqCst) <= WINDOW + 1);
        }
        GREATEST.fetch_max(line.number, Ordering::SeqCst);
        writeln!(out, "{}", line.text.as_ref().unwrap()).map_err(Failure::Output)?;
        Ok(Code::Answered)
    };
    let written = Shared::default();
    run(Cursor::new(input.clone()), written.clone(), 3, false, &Interrupt::default(), None, answer).unwrap();
    assert!(GREATEST.load(Ordering::SeqCst) > WINDOW);
    assert_eq!(written.text(), input);
}

#[test]
fn a_long_answer_is_written_while_it_is_made_and_stays_in_its_place() {
    let answer = |line: &Line, out: &mut dyn Write| {
        for _ in 0..40_000 {
            writeln!(out, "{}", line.number).map_err(Failure::Output)?;
        }
        Ok(Code::Answered)
    };
    let written = Shared::default();
    run(Cursor::new("a\nb\nc\nd"), written.clone(), 3, false, &Interrupt::default(), None, answer).unwrap();
    let expected: String = (1..=4).flat_map(|n| std::iter::repeat_n(format!("{n}\n"), 40_000)).collect();
    assert!(written.text() == expected);
}

#[test]
fn a_failure_ends_the_batch_though_a_line_is_awaited() {
    let (feed, fed) = mpsc::channel();
    feed.send(b"1\n".to_vec()).unwrap();
    let fails = |_: &Line, _: &mut dyn Write| Err(Failure::Usage("no".into()));
    let failed = run(BufReader::new(Fed(fed)), Shared::default(), 2, false, &Interrupt::default(), None, fails);
    assert_eq!(failed.unwrap_err().code(), Code::BadInput);
    drop(feed);
}

#[test]
fn a_panic_ends_the_batch_with_an_internal_error() {
    let panics = |line: &Line, _: &mut dyn Write| {
        if line.number == 3 {
            std::panic::resume_unwind(Box::new("no message wanted"));
        }
        Ok(Code::Answered)
    };
    let failed = run(Cursor::new("a\nb\nc\nd\n"), Shared::default(), 2, false, &Interrupt::default(), None, panics);
    assert_eq!(failed.unwrap_err().code(), Code::Failed);
}
