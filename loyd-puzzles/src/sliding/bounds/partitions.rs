//! Partitions: which tiles share a pattern database.
//!
//! Named partitions are drawings for a blank whose goal is the upper left corner, mirrored for the other corners. For
//! every other board and goal, the patterns are grown one after the other.

use crate::sliding::board::Board;
use loyd_core::exact::exact;
use loyd_core::rank::placement::{MOST_CELLS, MOST_PIECES};

/// A partition with a name.
struct Partition {
    name: &'static str,
    rows: usize,
    columns: usize,
    /// For each cell the letter of its tile's pattern; `.` for the blank's cell.
    drawing: &'static str,
}

/// The sizes 5-5-5, 6-6-3, 7-8 and 6-6-6-6 are from R. E. Korf and A. Felner, Disjoint pattern database heuristics,
/// Artificial Intelligence 134, 2002, as are the divisions 7-8 and 6-6-6-6. The others measured best of a handful.
const PARTITIONS: &[Partition] = &[
    Partition { name: "7-8", rows: 4, columns: 4, drawing: ".aaa aaaa bbbb bbbb" },
    Partition { name: "7-7-1", rows: 4, columns: 4, drawing: ".abb aabb aabb aacb" },
    Partition { name: "6-6-3", rows: 4, columns: 4, drawing: ".abb aabb aabb accc" },
    Partition { name: "5-5-5", rows: 4, columns: 4, drawing: ".abb aabb aacb cccc" },
    Partition { name: "6-6-6-6", rows: 5, columns: 5, drawing: ".aabb aaabb ccabb ccddd ccddd" },
    Partition { name: OTHER_FOUR_SIXES, rows: 5, columns: 5, drawing: ".aaab aaabb cccbb cccdb ddddd" },
];

/// The name of a second partition into four groups of six. The greater of its sum and the sum of `6-6-6-6` left the
/// fewest nodes of a handful that were tried. Only for a blank whose goal is a corner.
pub const OTHER_FOUR_SIXES: &str = "6-6-6-6 otherwise";

/// The most patterns of a partition.
pub const MOST_PATTERNS: usize = 16;

/// The most placements of a grown pattern, if the number of patterns allows this size: a table of 4 MiB, which is built
/// in a blink.
const FEW_PLACEMENTS: u64 = 1 << 23;

/// The goal cells of the tiles of each pattern.
pub type PatternTiles = Vec<Vec<u8>>;

/// The partition called `name` for a board and the blank's goal cell: the drawing if that cell is a corner, otherwise
/// patterns of the sizes in the name. `None` if the sizes do not add up to the number of tiles.
pub fn named(board: &Board, blank: u8, name: &str) -> Option<PatternTiles> {
    if let Some(drawn) = drawn(board, blank, name) {
        return Some(drawn);
    }
    let sizes: Vec<usize> = name.split('-').map(|size| size.parse().ok()).collect::<Option<_>>()?;
    (sizes.iter().sum::<usize>() + 1 == board.cells()).then(|| grown(board, blank, &sizes))
}

/// A partition of any board of up to 64 cells: as few patterns as possible without large tables.
pub fn automatic(board: &Board, blank: u8) -> Option<PatternTiles> {
    let tiles = board.cells() - 1;
    if board.cells() > MOST_CELLS {
        return None;
    }
    let placements = |size: usize| (0..size).map(|taken| (board.cells() - taken) as u64).product::<u64>();
    let small = (1..=MOST_PIECES.min(tiles)).rev().find(|&size| placements(size) <= FEW_PLACEMENTS)?;
    let patterns = tiles.div_ceil(small.max(tiles.div_ceil(MOST_PATTERNS)));
    let sizes: Vec<usize> = (0..patterns).map(|index| (tiles + index) / patterns).rev().collect();
    Some(grown(board, blank, &sizes))
}

fn drawn(board: &Board, blank: u8, name: &str) -> Option<PatternTiles> {
    let fits = |partition: &&Partition| {
        partition.name == name && (partition.rows, partition.columns) == board.size() && board.is_rectangle()
    };
    let partition = PARTITIONS.iter().find(fits)?;
    // The blank of the drawing is in the first cell, so this symmetry takes the board's blank there.
    let mirror = board.symmetries().into_iter().find(|mirror| mirror[usize::from(blank)] == 0)?;
    let letters: Vec<char> = partition.drawing.chars().filter(|letter| *letter != ' ').collect();
    let mut patterns = PatternTiles::new();
    for cell in (0..board.cells()).filter(|cell| *cell != usize::from(blank)) {
        let letter = letters[usize::from(mirror[cell])];
        let pattern = (letter as usize).checked_sub('a' as usize)?;
        patterns.resize(patterns.len().max(pattern + 1), Vec::new());
        patterns[pattern].push(exact::<u8>(cell));
    }
    Some(patterns)
}

/// Grows patterns of these sizes. Each begins at the free cell with the fewest free neighbours, then takes the free
/// cell that touches the pattern most; of several, the cell with the fewest free neighbours.
fn grown(board: &Board, blank: u8, sizes: &[usize]) -> PatternTiles {
    let mut free: Vec<bool> = (0..board.cells()).map(|cell| cell != usize::from(blank)).collect();
    let open = |free: &[bool], cell: u8| board.neighbours(cell).iter().filter(|next| free[usize::from(**next)]).count();
    let grow = |size: &usize| {
        let mut pattern: Vec<u8> = Vec::new();
        for _ in 0..*size {
            let candidates = (0..=exact::<u8>(board.cells() - 1)).filter(|cell| free[usize::from(*cell)]);
            let distances = pattern.first().map(|first| board.distances(*first));
            let best = candidates.min_by_key(|&cell| {
                let touching = board.neighbours(cell).iter().filter(|next| pattern.contains(next)).count();
                let far = distances.as_ref().and_then(|distances| distances[usize::from(cell)]).unwrap_or(0);
                (usize::from(touching == 0) * usize::from(far), 4 - touching, open(&free, cell), far, cell)
            });
            let cell = best.expect("the sizes add up to the number of tiles");
            free[usize::from(cell)] = false;
            pattern.push(cell);
        }
        pattern.sort_unstable();
        pattern
    };
    sizes.iter().map(grow).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_partition(board: &Board, blank: u8, patterns: &PatternTiles) {
        let mut all: Vec<u8> = patterns.concat();
        all.push(blank);
        all.sort_unstable();
        assert_eq!(all, (0..=(board.cells() - 1) as u8).collect::<Vec<_>>(), "{patterns:?}");
        assert!(patterns.len() <= MOST_PATTERNS);
        assert!(patterns.iter().all(|pattern| (1..=MOST_PIECES).contains(&pattern.len())));
    }

    #[test]
    fn every_tile_is_in_one_pattern() {
        for partition in PARTITIONS {
            let board = Board::rectangle(partition.rows, partition.columns).unwrap();
            for blank in 0..=(board.cells() - 1) as u8 {
                let Some(patterns) = named(&board, blank, partition.name) else {
                    assert!(partition.name == OTHER_FOUR_SIXES && ![0, 4, 20, 24].contains(&blank));
                    continue;
                };
                is_partition(&board, blank, &patterns);
                let sizes: Vec<String> = patterns.iter().map(|pattern| pattern.len().to_string()).collect();
                assert_eq!(Some(sizes.join("-").as_str()), partition.name.split(' ').next());
            }
        }
        for (rows, columns) in
            [(1, 2), (2, 2), (2, 3), (3, 3), (3, 4), (4, 4), (2, 8), (5, 5), (6, 6), (7, 7), (8, 8), (1, 64)]
        {
            let board = Board::rectangle(rows, columns).unwrap();
            for blank in 0..=(board.cells() - 1) as u8 {
                is_partition(&board, blank, &automatic(&board, blank).unwrap());
            }
        }
        let board = Board::hdu4021();
        is_partition(&board, 23, &automatic(&board, 23).unwrap());
        assert!(automatic(&Board::rectangle(8, 9).unwrap(), 0).is_none());
        assert!(named(&Board::rectangle(3, 3).unwrap(), 0, "7-8").is_none());
        assert!(named(&Board::rectangle(4, 4).unwrap(), 0, "seven-eight").is_none());
    }

    /// From every corner that is the blank's goal, the drawing looks the same.
    #[test]
    fn drawings_are_mirrored() {
        let board = Board::rectangle(4, 4).unwrap();
        assert_eq!(named(&board, 0, "7-8").unwrap()[0], [1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(named(&board, 15, "7-8").unwrap()[0], [8, 9, 10, 11, 12, 13, 14]);
        assert_eq!(named(&board, 3, "7-8").unwrap()[0], [0, 1, 2, 4, 5, 6, 7]);
    }
}
