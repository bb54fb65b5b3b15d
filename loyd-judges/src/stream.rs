//! The input of a judge: in memory, or read on demand, one window at a time.

use std::io::{self, ErrorKind, Read};
use std::mem;

use super::input::{InputPosition, Reader};

/// The bytes of the window, which are also the most bytes of a case.
pub const WINDOW: usize = 1 << 18;

/// The bytes left in the window at which more is read. Cases that people write are shorter.
const LEFT: usize = WINDOW / 4;

/// The input of a judge.
///
/// ```
/// use loyd_judges::stream::Input;
/// let mut output = Vec::new();
/// let judge = loyd_judges::find("luogu-p1379").unwrap();
/// let mut stream = &b"283104765\n"[..];
/// for input in [Input::from(stream), Input::read(&mut stream).unwrap()] {
///     (judge.run)(input, &mut output, &Default::default()).unwrap();
/// }
/// assert_eq!(output, b"4\n4\n");
/// ```
pub struct Input<'a>(InputKind<'a>);

enum InputKind<'a> {
    /// The whole input is in memory.
    Whole(&'a [u8]),
    Stream(StreamWindow<'a>),
}

/// An input that is read on demand.
struct StreamWindow<'a> {
    source: &'a mut (dyn Read + Send),
    /// The window. The buffer is shorter if the whole input is.
    buffer: Vec<u8>,
    /// The part of the buffer that is not answered begins here, and ends at `end`.
    begin: usize,
    end: usize,
    ended: bool,
    /// The position of `begin` in the input.
    place: InputPosition,
}

impl<'a> From<&'a [u8]> for Input<'a> {
    fn from(whole: &'a [u8]) -> Self {
        Input(InputKind::Whole(whole))
    }
}

impl<'a> Input<'a> {
    /// Creates an input that is read on demand, and reads its beginning.
    ///
    /// # Errors
    /// The error of `source`.
    pub fn read(source: &'a mut (dyn Read + Send)) -> io::Result<Self> {
        let buffer = vec![0; WINDOW];
        let mut stream =
            StreamWindow { source, buffer, begin: 0, end: 0, ended: false, place: InputPosition::default() };
        stream.fill()?;
        if stream.ended {
            // Most inputs are short, so the unused part of the buffer is freed.
            stream.buffer.truncate(stream.end);
            stream.buffer.shrink_to_fit();
        }
        Ok(Input(InputKind::Stream(stream)))
    }

    /// The bytes that this input holds. An input that was in memory before is not counted.
    pub(crate) fn held(&self) -> u64 {
        match &self.0 {
            InputKind::Whole(_) => 0,
            InputKind::Stream(stream) => stream.buffer.len() as u64,
        }
    }

    /// Creates a reader of the bytes in memory.
    pub(crate) fn reader(&self) -> Reader<'_> {
        match &self.0 {
            InputKind::Whole(whole) => Reader::new(whole),
            InputKind::Stream(stream) => {
                Reader::window(&stream.buffer[stream.begin..stream.end], stream.place, !stream.ended)
            }
        }
    }

    /// Drops bytes that are answered, and reads more.
    ///
    /// # Errors
    /// The error of the source.
    pub(crate) fn go_on(&mut self, answered: usize) -> io::Result<()> {
        match &mut self.0 {
            InputKind::Whole(whole) => *whole = &whole[answered..],
            InputKind::Stream(stream) => {
                let begin = stream.begin + answered;
                stream.place.pass(&stream.buffer[stream.begin..begin]);
                stream.begin = begin;
                stream.fill()?;
            }
        }
        Ok(())
    }
}

impl StreamWindow<'_> {
    /// Reads until the window is full or the source ends.
    fn fill(&mut self) -> io::Result<()> {
        let (begin, end) = (mem::take(&mut self.begin), self.end);
        self.buffer.copy_within(begin..end, 0);
        self.end = end - begin;
        while !self.ended && self.end < self.buffer.len() {
            match self.source.read(&mut self.buffer[self.end..]) {
                Ok(0) => self.ended = true,
                Ok(bytes) => self.end += bytes,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

/// Whether more must be read before the next case.
#[inline(always)]
pub(crate) fn is_low(reader: &Reader<'_>) -> bool {
    reader.has_more() && reader.rest().len() < LEFT
}

#[cfg(test)]
mod tests {
    use super::super::{JUDGES, Judge, Unjudged};
    use super::*;
    use loyd_core::search::Limits;

    /// A source that returns a few bytes at a time.
    struct Drops<'a>(&'a [u8], usize);

    impl Read for Drops<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let bytes = self.0.len().min(into.len()).min(self.1);
            into[..bytes].copy_from_slice(&self.0[..bytes]);
            self.0 = &self.0[bytes..];
            Ok(bytes)
        }
    }

    fn judged(judge: &Judge, input: Input<'_>) -> (Vec<u8>, Result<(), String>) {
        let mut output = Vec::new();
        let outcome = (judge.run)(input, &mut output, &Limits::default());
        (output, outcome.map_err(|error| error.to_string()))
    }

    /// Every judge gives the same output and the same error for an input of several windows as for one in memory.
    #[test]
    fn windows_change_nothing() {
        const TIMES: usize = 7;
        for judge in JUDGES {
            let sample = judge.sample_input;
            let counted = sample.split_once('\n').filter(|_| judge.name.starts_with("hdu") || judge.name == "uva10181");
            let counted = counted.filter(|(first, _)| first.parse::<u32>().is_ok_and(|count| count < 100));
            let ending = ["-1\n", "0 0\n"].iter().find(|ending| sample.ends_with(*ending)).unwrap_or(&"");
            // White space takes no time to judge.
            let space = " \t\r\n".repeat(LEFT / 3);
            let mut input = String::from("\u{feff}");
            match counted {
                Some((count, cases)) => {
                    input += &format!("{}\n", count.parse::<usize>().unwrap() * TIMES);
                    (0..TIMES).for_each(|_| input += &format!("{cases}{space}"));
                }
                None => {
                    let cases = sample.strip_suffix(ending).unwrap();
                    (0..TIMES).for_each(|_| input += &format!("{cases}{space}"));
                    input += ending;
                }
            }
            assert!(input.len() > 2 * WINDOW);
            let cut = input.trim_end().len() - ending.len().saturating_sub(1);
            let cut = input[..cut].trim_end().len() - 1;
            for bytes in [input.as_bytes(), &input.as_bytes()[..cut], format!("{}é", &input[..cut]).as_bytes()] {
                let whole = judged(judge, bytes.into());
                assert!(whole.0.len() > 10, "{}: {whole:?}", judge.name);
                for drop in [70_001, usize::MAX] {
                    let streamed = judged(judge, Input::read(&mut Drops(bytes, drop)).unwrap());
                    assert!(streamed == whole, "{}: {:?} and {:?}", judge.name, streamed.1, whole.1);
                }
            }
        }
    }

    #[test]
    fn a_case_that_no_window_holds_is_refused() {
        let judge = super::super::find("hdu1043").unwrap();
        let board = "1 2 3 4 5 6 7 8 x\n";
        for long in ["7".repeat(WINDOW + 1), format!("1 2 3{}4 5 6 7 8 x", " ".repeat(WINDOW))] {
            let text = format!("{board}\n é {long}");
            let (output, said) = judged(judge, Input::read(&mut format!("{board}\n {long}").as_bytes()).unwrap());
            assert_eq!(output, b"\n");
            let said = said.unwrap_err();
            assert!(said.starts_with("line 3, column 2: found `"), "{said}");
            assert!(said.ends_with("expected a case of at most 262144 bytes"), "{said}");
            // The second text has the beginning of a case before the long word.
            let said = judged(judge, Input::read(&mut text.as_bytes()).unwrap()).1.unwrap_err();
            assert!(said.starts_with("line 3, column 2: found `é`"), "{said}");
        }
        // White space between cases may have any length.
        let text = format!("{}{board}{}{board}", "\n".repeat(3 * WINDOW), " \n".repeat(2 * WINDOW));
        assert_eq!(judged(judge, Input::read(&mut text.as_bytes()).unwrap()), (b"\n\n".to_vec(), Ok(())));
    }

    /// A source that fails is reported as such, and the cases before the failure are answered.
    #[test]
    fn a_source_that_fails_is_named() {
        struct Failing(usize);
        impl Read for Failing {
            fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
                let board = b"123804765\n";
                if self.0 == 0 {
                    return Err(ErrorKind::TimedOut.into());
                }
                self.0 -= 1;
                let bytes = into.len().min(board.len());
                into[..bytes].copy_from_slice(&board[..bytes]);
                Ok(bytes)
            }
        }
        assert!(Input::read(&mut Failing(10)).is_err());
        let mut output = Vec::new();
        let mut source = Failing(WINDOW / 10 + 2);
        let judge = super::super::find("luogu-p1379").unwrap();
        let failed = (judge.run)(Input::read(&mut source).unwrap(), &mut output, &Limits::default());
        assert!(matches!(failed, Err(Unjudged::Unread(_))), "{failed:?}");
        assert!(output.len() > 2 * (WINDOW - LEFT) / 10 - 2 && output.iter().all(|byte| b"0\n".contains(byte)));
    }
}
