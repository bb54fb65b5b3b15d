//! Forecasts the work of a search layer by layer, from the growth of its last layers.

/// What the layers of a search show of the work ahead: an estimate, which proves nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Forecast {
    /// The proved lower bound on the length of every solution.
    pub proved: u32,
    /// The sides that grow: from the starts, and from the goals.
    pub sides: [Option<Growing>; 2],
}

/// The outermost layer of one side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Growing {
    /// The states of the layer that are not expanded.
    pub waiting: f64,
    /// The states found so far of the next layer.
    pub next: f64,
    /// The size of the layer, divided by the size of the layer before.
    pub ratio: f64,
}

impl Growing {
    /// The layer `waiting`, of which the first `expanded` are expanded, and which comes after a layer of `before`
    /// states.
    pub(super) fn of<T>(layer: &[T], expanded: usize, next: &[T], before: usize) -> Self {
        let ratio = layer.len() as f64 / before.max(1) as f64;
        Growing { waiting: (layer.len() - expanded) as f64, next: next.len() as f64, ratio }
    }
}

/// The forecast of a search that grows until a bound is proved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LayerWork {
    /// The number of states to expand.
    pub expanded: f64,
    /// The number of new states.
    pub states: f64,
}

impl Forecast {
    /// The work until every solution is proved to have at least `bound` moves, if the layers go on to grow as the last
    /// layers did. The smaller layer grows first.
    ///
    /// ```
    /// use loyd_core::search::forecast::{Forecast, Growing};
    /// let side = |waiting| Some(Growing { waiting, next: 0.0, ratio: 2.0 });
    /// let forecast = Forecast { proved: 5, sides: [side(8.0), side(20.0)] };
    /// let work = forecast.until(8);
    /// // The layers of 8, 16 and 20 states grow in this order.
    /// assert_eq!((work.expanded, work.states), (44.0, 88.0));
    /// ```
    pub fn until(&self, bound: u32) -> LayerWork {
        let (mut sides, mut work) = (self.sides, LayerWork { expanded: 0.0, states: 0.0 });
        for _ in self.proved..bound {
            let side = sides.iter_mut().flatten().min_by(|one, other| one.waiting.total_cmp(&other.waiting));
            // A side without states ends the search, and beyond these numbers no search ends.
            let Some(side) = side.filter(|side| side.waiting > 0.0 && work.expanded < 1e18) else { break };
            let new = side.waiting * side.ratio;
            (work.expanded, work.states) = (work.expanded + side.waiting, work.states + new);
            (side.waiting, side.next) = (side.next + new, 0.0);
        }
        work
    }
}
