//! Near misses: the dead-end nodes of an iteration with the least budget left. The next solution is looked for below
//! them first.
//!
//! An iteration without a solution has, now and then, walked nearly all of a path: to a node with few moves left to
//! spend, and no child within the threshold. The next threshold grants more moves. Below such a node these moves are
//! often enough for a solution. A depth-first walk from the start spends them at once, in places where they are hardly
//! ever enough. A solution found so is shortest, because the iterations before have proved that no solution is shorter.

/// The number of nodes that are kept of an iteration.
const KEPT: usize = 512;

/// A node without a child within the threshold.
#[derive(Clone, Debug)]
pub struct NearMiss<M> {
    /// The moves left to spend.
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

/// A collection that keeps no nodes.
impl<M> Default for NearMisses<M> {
    fn default() -> Self {
        NearMisses { nodes: Vec::new(), below: 0 }
    }
}

impl<M: Copy> NearMisses<M> {
    /// A collection that keeps the nearest nodes if `keeps` is true, otherwise none.
    pub fn new(keeps: bool) -> Self {
        NearMisses { nodes: Vec::new(), below: if keeps { u32::MAX } else { 0 } }
    }

    /// An empty collection that keeps nodes if this one does.
    pub fn anew(&self) -> Self {
        NearMisses::new(self.below > 0)
    }

    /// The largest number of bytes that the collection takes with paths of `moves` moves.
    pub fn bytes(moves: u32) -> u64 {
        (2 * KEPT * (size_of::<NearMiss<M>>() + moves as usize * size_of::<M>())) as u64
    }

    /// Whether a node with `left` moves left would be kept.
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

    /// Keeps the nodes that another collection kept.
    pub fn absorb(&mut self, other: Self) {
        let kept = other.nodes.into_iter().filter(|node| node.left < self.below);
        self.nodes.extend(kept);
    }

    /// The nearest nodes, with the fewest moves left first.
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
