//! The playback of a solution, move by move: it can be stepped through, paused, slowed down and sped up.

use std::time::Duration;

/// Times between two moves, with the slowest first.
const PACES: [Duration; 6] = [
    Duration::from_millis(2000),
    Duration::from_millis(1000),
    Duration::from_millis(500),
    Duration::from_millis(250),
    Duration::from_millis(100),
    Duration::from_millis(40),
];
/// The index of the pace at the start.
const USUAL: usize = 2;

/// The playback of a solution.
#[derive(Clone, Debug)]
pub struct Playback {
    moves: Vec<String>,
    next: usize,
    paused: bool,
    pace: usize,
    /// The time at which the next move is made.
    due: Duration,
}

impl Playback {
    /// Starts the playback of `moves`.
    pub fn new(moves: Vec<String>, now: Duration) -> Playback {
        Playback { moves, next: 0, paused: false, pace: USUAL, due: now + PACES[USUAL] }
    }

    /// The next move.
    pub fn next(&self) -> Option<&str> {
        self.moves.get(self.next).map(String::as_str)
    }

    /// The next move, if its time has come.
    pub fn due(&self, now: Duration) -> Option<&str> {
        self.next().filter(|_| !self.paused && now >= self.due)
    }

    /// The time until the next move is due.
    pub fn wait(&self, now: Duration) -> Option<Duration> {
        (!self.paused && !self.is_over()).then(|| self.due.saturating_sub(now))
    }

    /// Records that the next move was made.
    pub fn advance(&mut self, now: Duration) {
        self.next = (self.next + 1).min(self.moves.len());
        self.due = now + PACES[self.pace];
    }

    /// Records that the last move was taken back, and pauses. Returns `false` if no move was made.
    pub fn back(&mut self) -> bool {
        let Some(before) = self.next.checked_sub(1) else { return false };
        (self.next, self.paused) = (before, true);
        true
    }

    /// Pauses, or continues.
    pub fn pause(&mut self, paused: bool, now: Duration) {
        (self.paused, self.due) = (paused, now + PACES[self.pace]);
    }

    /// Whether the playback is paused.
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// Shortens or lengthens the time between moves.
    pub fn pace(&mut self, faster: bool, now: Duration) {
        self.pace = if faster { (self.pace + 1).min(PACES.len() - 1) } else { self.pace.saturating_sub(1) };
        self.due = now + PACES[self.pace];
    }

    /// Whether all moves were made.
    pub fn is_over(&self) -> bool {
        self.next == self.moves.len()
    }

    /// Describes the state of the playback in a few words.
    pub fn told(&self) -> String {
        let state = if self.paused { "paused" } else { "playing" };
        format!("{state}: move {} of {}, {} s a move", self.next, self.moves.len(), PACES[self.pace].as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn moves_come_at_their_time() {
        let mut playback = Playback::new(vec!["u".into(), "l".into()], SECOND);
        assert_eq!((playback.due(SECOND), playback.next()), (None, Some("u")));
        assert_eq!(playback.wait(SECOND), Some(SECOND / 2));
        assert_eq!(playback.due(SECOND * 3 / 2), Some("u"));
        playback.advance(SECOND * 3 / 2);
        assert_eq!((playback.due(SECOND * 3 / 2), playback.due(SECOND * 2)), (None, Some("l")));
        playback.pace(true, SECOND * 2);
        assert_eq!(playback.wait(SECOND * 2), Some(SECOND / 4));
        playback.pause(true, SECOND * 2);
        assert_eq!((playback.due(SECOND * 9), playback.wait(SECOND * 9)), (None, None));
        assert_eq!(playback.told(), "paused: move 1 of 2, 0.25 s a move");
        playback.pause(false, SECOND * 9);
        assert_eq!(playback.due(SECOND * 10), Some("l"));
        playback.advance(SECOND * 10);
        assert!(playback.is_over() && playback.wait(SECOND * 10).is_none());
        assert!(playback.back() && playback.is_paused() && playback.next() == Some("l"));
        assert!(playback.back() && !playback.back());
    }

    #[test]
    fn paces_have_an_end() {
        let mut playback = Playback::new(vec!["u".into()], SECOND);
        (0..9).for_each(|_| playback.pace(true, SECOND));
        assert_eq!(playback.wait(SECOND), Some(Duration::from_millis(40)));
        (0..9).for_each(|_| playback.pace(false, SECOND));
        assert_eq!(playback.wait(SECOND), Some(SECOND * 2));
    }
}
