//! The facts known about a position's distance to the goal.

/// The proved bounds of a distance, and the results of searches for it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// The proved lower bound.
    at_least: u32,
    /// The length of the best solution found.
    at_most: Option<u32>,
    /// The reason why there is no solution.
    pub unsolvable: Option<String>,
    /// The limit that stopped the search.
    pub stopped: Option<String>,
    /// The names of all moves that begin a shortest solution.
    pub best: Option<Vec<String>>,
}

impl Known {
    /// The facts for an exact distance.
    pub fn exactly(moves: u32) -> Known {
        Known { at_least: moves, at_most: Some(moves), ..Known::default() }
    }

    /// The exact distance, if it is known.
    pub fn exact(&self) -> Option<u32> {
        self.at_most.filter(|&most| most == self.at_least)
    }

    /// Whether a search has nothing left to find.
    pub fn is_settled(&self) -> bool {
        self.exact().is_some() || self.unsolvable.is_some()
    }

    /// Adds proved bounds. Weaker bounds change nothing.
    pub fn learn(&mut self, at_least: u32, at_most: Option<u32>) {
        self.at_least = self.at_least.max(at_least);
        self.at_most = self.at_most.into_iter().chain(at_most).min();
    }

    /// Adds the final result of a search.
    pub fn take(&mut self, told: Known) {
        self.learn(told.at_least, told.at_most);
        self.unsolvable = told.unsolvable.or(self.unsolvable.take());
        self.best = told.best.or(self.best.take());
        self.stopped = told.stopped;
    }

    /// The facts that follow for the position after a move, before any search.
    pub fn after(&self, name: &str) -> Known {
        match (self.exact(), &self.best) {
            (Some(moves @ 1..), Some(best)) if best.iter().any(|best| best == name) => Known::exactly(moves - 1),
            // A move of cost 1 shortens the distance by at most 1, and a move outside `best` does not shorten it.
            (Some(moves), Some(_)) => Known { at_least: moves, ..Known::default() },
            _ => Known { at_least: self.at_least.saturating_sub(1), ..Known::default() },
        }
    }

    /// The facts for the position after the next move of the known solution.
    pub fn nearer(&self) -> Known {
        let (at_least, at_most) = (self.at_least.saturating_sub(1), self.at_most.map(|most| most.saturating_sub(1)));
        Known { at_least, at_most, stopped: self.stopped.clone(), ..Known::default() }
    }

    /// Describes the distance in a few words. `searched`: whether a search is under way.
    pub fn told(&self, searched: bool) -> String {
        let dots = if searched { " ..." } else { "" };
        match (self.at_least, self.at_most) {
            _ if self.unsolvable.is_some() => "no solution".into(),
            (least, Some(most)) if least == most => format!("distance {least}"),
            (least, Some(most)) => format!("distance {least} to {most}{dots}"),
            (0, None) => format!("distance ?{dots}"),
            (least, None) => format!("distance {least} or more{dots}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_proved_never_becomes_less() {
        let mut known = Known::default();
        assert_eq!(known.told(true), "distance ? ...");
        known.learn(41, None);
        assert_eq!(known.told(true), "distance 41 or more ...");
        known.learn(40, Some(60));
        known.learn(43, Some(64));
        assert_eq!((known.told(true), known.exact()), ("distance 43 to 60 ...".into(), None));
        assert_eq!(known.told(false), "distance 43 to 60");
        known.learn(60, None);
        assert_eq!((known.told(true), known.exact(), known.is_settled()), ("distance 60".into(), Some(60), true));
        let none = Known { unsolvable: Some("parity".into()), ..Known::default() };
        assert!(none.is_settled() && none.told(false) == "no solution");
    }

    #[test]
    fn a_move_tells_of_the_next_position() {
        let mut known = Known::exactly(9);
        // A move shortens the distance by at most 1.
        assert_eq!(known.after("u").told(false), "distance 8 or more");
        known.best = Some(vec!["u".into()]);
        assert_eq!(known.after("u").exact(), Some(8));
        assert_eq!(known.after("d").told(false), "distance 9 or more");
        assert_eq!((known.nearer().exact(), known.nearer().best), (Some(8), None));
        assert_eq!(Known { best: Some(Vec::new()), ..Known::exactly(0) }.after("u").exact(), None);
    }
}
