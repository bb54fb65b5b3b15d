//! The amount of work between two checks of the limits: a few milliseconds, however long a group takes.

use std::ops::Range;
use web_time::{Duration, Instant};

/// A batch that takes less time makes the next batch larger.
const QUICK: Duration = Duration::from_millis(5);
/// A batch that takes more time makes the next batch smaller.
const SLOW: Duration = Duration::from_millis(20);

/// Batches of groups, one after the other, of a size that follows the time they take.
#[derive(Debug)]
pub(in crate::table) struct Pace {
    least: usize,
    most: usize,
    size: usize,
    next: usize,
    began: Option<Instant>,
}

impl Pace {
    /// Batches of at least `least` and at most `most` groups.
    pub(in crate::table) fn new(least: usize, most: usize) -> Pace {
        Pace { least, most, size: (most / 8).max(least), next: 0, began: None }
    }

    /// The same batches, beginning with the least size, for groups that may take a tenth of a second each.
    pub(in crate::table) fn cautious(least: usize, most: usize) -> Pace {
        Pace { size: least, ..Pace::new(least, most) }
    }

    /// The next batch of `all` groups; `None` after the last. Its size depends on the time of the batch before.
    pub(in crate::table) fn batch(&mut self, all: usize) -> Option<Range<usize>> {
        let now = Instant::now();
        match self.began.replace(now).map(|began| now - began) {
            Some(took) if took > SLOW => self.size = (self.size / 2).max(self.least),
            Some(took) if took < QUICK => self.size = (self.size * 2).min(self.most),
            _ => {}
        }
        let begin = self.next;
        self.next = (begin + self.size).min(all);
        (begin < self.next).then_some(begin..self.next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_cover_everything_once_and_adapt() {
        let mut pace = Pace::new(2, 64);
        let (mut next, mut longest) = (0, 0);
        while let Some(batch) = pace.batch(1000) {
            assert_eq!(batch.start, next);
            longest = longest.max(batch.len());
            next = batch.end;
        }
        assert_eq!((next, longest), (1000, 64));
        assert_eq!(Pace::cautious(2, 64).batch(1000), Some(0..2));
        let mut pace = Pace::new(2, 64);
        for expected in [8, 4, 2, 2] {
            assert_eq!(pace.batch(1000).map(|batch| batch.len()), Some(expected));
            std::thread::sleep(SLOW + Duration::from_millis(1));
        }
        assert_eq!(Pace::new(1, 1).batch(0), None);
    }
}
