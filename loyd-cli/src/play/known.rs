//! The facts known about a position's distance to the goal.

use loyd_core::cost::Cost;

/// The proved bounds of a distance, and the results of searches for it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// The proved lower bound.
    at_least: Cost,
    /// The cost of the best solution found.
    at_most: Option<Cost>,
    /// The reason why there is no solution.
    pub unsolvable: Option<String>,
    /// The limit that stopped the search.
    pub stopped: Option<String>,
    /// The names of all moves that begin a shortest solution.
    pub best: Option<Vec<String>>,
}

impl Known {
    /// The facts for an exact distance.
    pub fn exactly(cost: Cost) -> Known {
        Known { at_least: cost, at_most: Some(cost), ..Known::default() }
    }

    /// The exact distance, if it is known.
    pub fn exact(&self) -> Option<Cost> {
        self.at_most.filter(|&most| most == self.at_least)
    }

    /// Whether a search has nothing left to find.
    pub fn is_settled(&self) -> bool {
        self.exact().is_some() || self.unsolvable.is_some()
    }

    /// Adds proved bounds. Weaker bounds change nothing.
    pub fn learn(&mut self, at_least: Cost, at_most: Option<Cost>) {
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

    /// The facts that follow for the position after a move of this cost, before any search.
    pub fn after(&self, name: &str, cost: Cost) -> Known {
        // A move shortens the distance by at most its cost, and a move outside `best` by less.
        let rest = self.at_least.less(cost.amount());
        match (self.exact(), &self.best) {
            (Some(_), Some(best)) if best.iter().any(|best| best == name) => Known::exactly(rest),
            (Some(known), Some(_)) => Known { at_least: known.less(cost.amount() - 1), ..Known::default() },
            _ => Known { at_least: rest, ..Known::default() },
        }
    }

    /// The facts for the position after the next move of the known solution, a move of this cost.
    pub fn nearer(&self, cost: Cost) -> Known {
        let (at_least, at_most) =
            (self.at_least.less(cost.amount()), self.at_most.map(|most| most.less(cost.amount())));
        Known { at_least, at_most, stopped: self.stopped.clone(), ..Known::default() }
    }

    /// Describes the distance in a few words. `searched`: whether a search is under way.
    pub fn told(&self, searched: bool) -> String {
        let dots = if searched { " ..." } else { "" };
        match (self.at_least.amount(), self.at_most.map(Cost::amount)) {
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
        let moves = Cost::moves;
        known.learn(moves(41), None);
        assert_eq!(known.told(true), "distance 41 or more ...");
        known.learn(moves(40), Some(moves(60)));
        known.learn(moves(43), Some(moves(64)));
        assert_eq!((known.told(true), known.exact()), ("distance 43 to 60 ...".into(), None));
        assert_eq!(known.told(false), "distance 43 to 60");
        known.learn(moves(60), None);
        assert_eq!((known.told(true), known.exact()), ("distance 60".into(), Some(moves(60))));
        assert!(known.is_settled());
        let none = Known { unsolvable: Some("parity".into()), ..Known::default() };
        assert!(none.is_settled() && none.told(false) == "no solution");
    }

    #[test]
    fn a_move_tells_of_the_next_position() {
        let (one, three) = (Cost::moves(1), Cost::weights(3));
        let mut known = Known::exactly(Cost::moves(9));
        // A move shortens the distance by at most 1.
        assert_eq!(known.after("u", one).told(false), "distance 8 or more");
        known.best = Some(vec!["u".into()]);
        assert_eq!(known.after("u", one).exact(), Some(Cost::moves(8)));
        assert_eq!(known.after("d", one).told(false), "distance 9 or more");
        assert_eq!((known.nearer(one).exact(), known.nearer(one).best), (Some(Cost::moves(8)), None));
        assert_eq!(Known { best: Some(Vec::new()), ..Known::exactly(Cost::moves(0)) }.after("u", one).exact(), None);
        let dear = Known { best: Some(vec!["u".into()]), ..Known::exactly(Cost::weights(9)) };
        assert_eq!(dear.after("u", three).exact(), Some(Cost::weights(6)));
        assert_eq!(dear.after("d", three).told(false), "distance 7 or more");
    }
}
