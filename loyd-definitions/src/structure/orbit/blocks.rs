//! Blocks: slots whose pieces stay together under all moves.

/// The finest systems of blocks, each as a list of blocks. Generators take every block to a block. A block has more
/// than one point, and a system has more than one block. The generators must take each point to each.
///
/// For each point the finest system in which it shares a block with point 0 is found by joining the images of joined
/// points (M. D. Atkinson, "An algorithm for finding the blocks of a permutation group", Mathematics of Computation 29,
/// 1975). A system is left out where a finer one is listed.
pub(in crate::structure) fn systems(degree: usize, generators: &[Vec<u16>]) -> Vec<Vec<Vec<u16>>> {
    let mut found: Vec<Vec<usize>> = Vec::new();
    for point in 1..degree {
        let system = joined(degree, generators, point);
        if system.iter().any(|&block| block != 0) && !found.contains(&system) {
            found.push(system);
        }
    }
    let finer = |a: &[usize], b: &[usize]| a != b && (0..degree).all(|point| b[a[point]] == b[point]);
    let least = found.iter().filter(|system| !found.iter().any(|other| finer(other, system)));
    least.map(|system| listed(system)).collect()
}

/// By point: the least point of its block, in the finest system in which `point` and 0 share a block.
fn joined(degree: usize, generators: &[Vec<u16>], point: usize) -> Vec<usize> {
    let mut of: Vec<usize> = (0..degree).collect();
    let root = |of: &[usize], mut point: usize| {
        while of[point] != point {
            point = of[point];
        }
        point
    };
    let mut waiting = vec![(0, point)];
    while let Some((a, b)) = waiting.pop() {
        let (a, b) = (root(&of, a), root(&of, b));
        if a == b {
            continue;
        }
        let (least, greatest) = (a.min(b), a.max(b));
        of[greatest] = least;
        waiting.extend(generators.iter().map(|generator| (generator[least].into(), generator[greatest].into())));
    }
    (0..degree).map(|point| root(&of, point)).collect()
}

fn listed(system: &[usize]) -> Vec<Vec<u16>> {
    let mut blocks = vec![Vec::new(); system.len()];
    system.iter().zip(0..).for_each(|(&block, point)| blocks[block].push(point));
    blocks.retain(|block| !block.is_empty());
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_of_known_groups() {
        // The square: opposite corners.
        assert_eq!(systems(4, &[vec![1, 2, 3, 0], vec![0, 3, 2, 1]]), [vec![vec![0, 2], vec![1, 3]]]);
        // Six in a ring: pairs, and triples.
        let ring: Vec<u16> = vec![1, 2, 3, 4, 5, 0];
        assert_eq!(systems(6, &[ring]), [vec![vec![0, 2, 4], vec![1, 3, 5]], vec![vec![0, 3], vec![1, 4], vec![2, 5]]]);
        // Twelve in a ring: fours and sixes are coarser than pairs and triples.
        let ring: Vec<u16> = (0..12).map(|point| (point + 1) % 12).collect();
        assert_eq!(systems(12, &[ring]).iter().map(Vec::len).collect::<Vec<_>>(), [4, 6]);
        // All permutations, and a prime number of points.
        assert!(systems(5, &[vec![1, 0, 2, 3, 4], vec![1, 2, 3, 4, 0]]).is_empty());
        assert!(systems(7, &[vec![1, 2, 3, 4, 5, 6, 0]]).is_empty());
    }
}
