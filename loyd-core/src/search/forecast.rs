//! Forecasts the work of a search layer by layer, from the growth of its last layers.

/// A forecast of the work ahead, from the layers that a search has made. It is an estimate and proves nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Forecast {
    /// The proved lower bound on the length of every solution.
    pub proved: u32,
    /// The difference between the bounds that two layers prove: 1, or more where moves differ in cost.
    pub gap: u32,
    /// The sides that grow: from the starts, and from the goals if the search has this side.
    pub sides: [Option<GrowingSide>; 2],
}

/// The outermost layer of one side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GrowingSide {
    /// The number of states of the layer that are not expanded.
    pub waiting: f64,
    /// The number of states found so far of the next layer.
    pub next: f64,
    /// The size of the layer, divided by the size of the layer before.
    pub ratio: f64,
}

impl Forecast {
    /// The number of states to expand until every solution is proved to have at least `bound` moves, if the layers go
    /// on to grow as the last layers did. The smaller layer grows first.
    ///
    /// # Complexity
    /// Time in proportion to the number of layers, which ends where 1e18 states are expanded.
    ///
    /// ```
    /// use loyd_core::search::forecast::{Forecast, GrowingSide};
    /// let side = |waiting| Some(GrowingSide { waiting, next: 0.0, ratio: 2.0 });
    /// let forecast = Forecast { proved: 5, gap: 1, sides: [side(8.0), side(20.0)] };
    /// // The layers of 8, 16 and 20 states grow in this order.
    /// assert_eq!(forecast.expanded_until(8), 44.0);
    /// // Layers of costs 30 apart: two of them prove a cost of 56.
    /// assert_eq!(Forecast { gap: 30, ..forecast }.expanded_until(56), 24.0);
    /// ```
    pub fn expanded_until(&self, bound: u32) -> f64 {
        let (mut sides, mut expanded) = (self.sides, 0.0);
        for _ in (self.proved..bound).step_by(self.gap.max(1) as usize) {
            let side = sides.iter_mut().flatten().min_by(|one, other| one.waiting.total_cmp(&other.waiting));
            // A side without states ends the search, and beyond these numbers no search ends.
            let Some(side) = side.filter(|side| side.waiting > 0.0 && expanded < 1e18) else { break };
            expanded += side.waiting;
            (side.waiting, side.next) = (side.next + side.waiting * side.ratio, 0.0);
        }
        expanded
    }
}
