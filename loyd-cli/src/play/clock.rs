//! The playing time. All functions receive the current time as `now`.

use std::time::Duration;

/// A clock that can be stopped and started again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// The time that the clock had counted when it was last stopped.
    passed: Duration,
    /// The time at which the clock was started, if it is running.
    since: Option<Duration>,
}

impl Clock {
    /// Starts the clock, if it is stopped.
    pub fn go(&mut self, now: Duration) {
        self.since.get_or_insert(now);
    }

    /// Stops the clock.
    pub fn stop(&mut self, now: Duration) {
        self.passed = self.read(now);
        self.since = None;
    }

    /// Whether the clock is running.
    pub fn goes(&self) -> bool {
        self.since.is_some()
    }

    /// The time on the clock.
    pub fn read(&self, now: Duration) -> Duration {
        self.passed + self.since.map_or(Duration::ZERO, |since| now.saturating_sub(since))
    }
}

/// A time in minutes and seconds, with hours if there are any.
pub fn told(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_that_it_stands_does_not_count() {
        let at = Duration::from_secs;
        let mut clock = Clock::default();
        assert_eq!((clock.read(at(9)), clock.goes()), (at(0), false));
        clock.go(at(10));
        clock.go(at(12));
        assert_eq!(clock.read(at(15)), at(5));
        clock.stop(at(15));
        assert_eq!(clock.read(at(20)), at(5));
        clock.go(at(20));
        assert_eq!(clock.read(at(81)), at(66));
        assert_eq!([at(0), at(66), at(3723)].map(told), ["0:00", "1:06", "1:02:03"]);
    }
}
