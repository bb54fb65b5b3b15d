//! Near misses: the dead-end nodes of an iteration with the least budget left. Below them the next iteration's solution
//! is looked for first.
//!
//! An iteration without a solution has walked, now and then, nearly all of a path: to a node with few moves left to
//! spend, and no child within the threshold. With the moves more that the next threshold grants, the little that is
//! missing is often found below such a node, while a walk in depth from the start spends them at once, in places from
//! which they are hardly ever enough. What is found is a shortest solution, since the iterations before have proved
//! that there is none shorter.

/// How many nodes are kept of an iteration.
const KEPT: usize = 512;

/// A node without a child within the threshold.
#[derive(Clone, Debug)]
pub struct NearMiss<M> {
    /// Moves left to spend.
    pub left: u32,
    /// The moves from the start to the node.
    pub path: Vec<M>,
}

/// The nodes with the fewest moves left to spend, from one start.
#[derive(Clone, Debug)]
pub struct NearMisses<M> {
    nodes: Vec<NearMiss<M>>,
    /// Only nodes with fewer moves left are kept.
    below: u32,
}

/// Keeps none.
impl<M> Default for NearMisses<M> {
    fn default() -> Self {
        NearMisses { nodes: Vec::new(), below: 0 }
    }
}

impl<M: Copy> NearMisses<M> {
    /// Keeps the nearest; or none at all.
    pub fn new(keeps: bool) -> Self {
        NearMisses { nodes: Vec::new(), below: if keeps { u32::MAX } else { 0 } }
    }

    /// As many more, empty.
    pub fn anew(&self) -> Self {
        NearMisses::new(self.below > 0)
    }

    /// The most bytes that it takes with paths of so many moves.
    pub fn bytes(moves: u32) -> u64 {
        (2 * KEPT * (size_of::<NearMiss<M>>() + moves as usize * size_of::<M>())) as u64
    }

    /// Whether a node with so many moves left would be kept.
    #[inline(always)]
    pub fn keeps(&self, left: u32) -> bool {
        left < self.below
    }

    /// Keeps a node.
    #[cold]
    pub fn keep(&mut self, left: u32, path: &[M]) {
        self.nodes.push(NearMiss { left, path: path.to_vec() });
        if self.nodes.len() == 2 * KEPT {
            self.nodes.select_nth_unstable_by_key(KEPT - 1, |node| node.left);
            self.nodes.truncate(KEPT);
            self.below = self.nodes[KEPT - 1].left;
        }
    }

    /// Keeps what another kept.
    pub fn absorb(&mut self, other: Self) {
        let kept = other.nodes.into_iter().filter(|node| node.left < self.below);
        self.nodes.extend(kept);
    }

    /// The nearest, those with the fewest moves left first.
    pub fn nearest(&self) -> Vec<&NearMiss<M>> {
        let mut nodes: Vec<_> = self.nodes.iter().collect();
        nodes.sort_by_key(|node| node.left);
        nodes.truncate(KEPT);
        nodes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_are_kept() {
        let number = |index: u32| index.wrapping_mul(0x9e37_79b9) >> 20;
        let (mut nearest, mut more, mut none) =
            (NearMisses::new(true), NearMisses::new(true), NearMisses::<u8>::default());
        for index in 0..9000 {
            let some = if index % 3 == 0 { &mut more } else { &mut nearest };
            if some.keeps(number(index)) {
                some.keep(number(index), &[index as u8]);
            }
            assert!(!none.keeps(number(index)));
        }
        assert!(nearest.nodes.len() < 2 * KEPT);
        none.absorb(more.clone());
        assert!(none.nodes.is_empty());
        nearest.absorb(more);
        let kept: Vec<u32> = nearest.nearest().iter().map(|node| node.left).collect();
        let mut all: Vec<u32> = (0..9000).map(number).collect();
        all.sort_unstable();
        assert_eq!(kept[..KEPT], all[..KEPT]);
    }
}
