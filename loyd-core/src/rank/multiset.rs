//! Arrangements of pieces of several kinds in cells, where pieces of one kind are identical.
//!
//! The kinds are placed one after the other. The cells of a kind, numbered among the cells that earlier kinds leave
//! free, are a set in the combinatorial number system (D. E. Knuth, The Art of Computer Programming 4A, 7.2.1.3). These
//! numbers are the digits of the rank, the first kind's the most significant. The last kind has the cells that are
//! left.

use crate::exact::exact;
use crate::limits::holds;

/// The numbering of all arrangements with these numbers of pieces.
///
/// ```
/// use loyd_core::rank::multiset::MultisetNumbering;
/// let numbering = MultisetNumbering::new(&[1, 2, 2], u64::MAX).unwrap();
/// assert_eq!(numbering.count(), 30);
/// let cells = [1, 2, 0, 2, 1];
/// let rank = numbering.rank(|cell| cells[cell]);
/// // Kind 0 is in cell 2. Kind 1 is in the first and the last of the cells 0, 1, 3, 4: C(0, 1) + C(3, 2).
/// assert_eq!(rank, 2 * 6 + 3);
/// let mut again = [0; 5];
/// numbering.unrank(rank, &mut again);
/// assert_eq!(again, cells);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MultisetNumbering {
    cells: usize,
    counts: Vec<usize>,
    /// By kind but the last: the number of sets that its cells can be.
    sets: Vec<u64>,
    /// At `i * cells + j`: the binomial coefficient C(j, i + 1), or a greater number where no set needs it.
    binomials: Vec<u64>,
    count: u64,
}

impl MultisetNumbering {
    /// The numbering of the arrangements of `counts[k]` pieces of each kind `k` in as many cells; `None` if there are
    /// more than `most`, or more than 255 kinds.
    pub fn new(counts: &[usize], most: u64) -> Option<Self> {
        u8::try_from(counts.len()).ok()?;
        let cells: usize = counts.iter().sum();
        let last = counts.len().saturating_sub(1);
        let rows = counts[..last].iter().copied().max().unwrap_or(0);
        let mut binomials = vec![0u64; rows * cells];
        for member in 0..rows {
            for cell in 1..cells {
                let smaller = match member {
                    0 => 1,
                    _ => binomials[(member - 1) * cells + cell - 1],
                };
                binomials[member * cells + cell] = binomials[member * cells + cell - 1].saturating_add(smaller);
            }
        }
        let (mut free, mut count, mut sets) = (cells, 1u64, Vec::with_capacity(last));
        for &pieces in &counts[..last] {
            let number = sets_of(free, pieces, most)?;
            count = count.checked_mul(number).filter(|&count| count <= most)?;
            sets.push(number);
            free -= pieces;
        }
        Some(MultisetNumbering { cells, counts: counts.to_vec(), sets, binomials, count })
    }

    /// The number of arrangements.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// The number of an arrangement; `kind` is the kind of each cell. Another number of pieces of a kind gives a wrong
    /// number.
    ///
    /// # Complexity
    /// The number of cells times the number of kinds. It divides no numbers.
    #[inline]
    pub fn rank(&self, kind: impl Fn(usize) -> u8) -> u64 {
        let mut rank = 0;
        for (this, &sets) in (0u8..).zip(&self.sets) {
            let (mut free, mut row, mut number) = (0, 0, 0);
            for cell in 0..self.cells {
                let there = kind(cell);
                if there == this {
                    number += self.binomials[row + free];
                    row += self.cells;
                }
                free += usize::from(there >= this);
            }
            rank = rank * sets + number;
        }
        rank
    }

    /// The arrangement with this number, below [`count`](Self::count): the kind of each cell.
    ///
    /// # Complexity
    /// As [`rank`](Self::rank), with a division for each kind.
    ///
    /// # Panics
    /// If `kinds` has not one entry for each cell.
    pub fn unrank(&self, rank: u64, kinds: &mut [u8]) {
        assert_eq!(kinds.len(), self.cells, "one kind a cell");
        let last = exact::<u8>(self.sets.len());
        kinds.fill(last);
        let (mut rest, mut free) = (rank, self.counts.last().copied().unwrap_or(0));
        // The cells are numbered among the cells of this kind and later ones, so the last kinds come first.
        for (kind, &sets) in (0..last).zip(&self.sets).rev() {
            let pieces = self.counts[usize::from(kind)];
            free += pieces;
            let mut number = rest % sets;
            rest /= sets;
            // The later kinds lie in the first cells, in their order. They make room, from the last cell on.
            let (mut from, mut member) = (free - pieces, pieces);
            for cell in (0..free).rev() {
                let share = if member == 0 { u64::MAX } else { self.binomials[(member - 1) * self.cells + cell] };
                if share <= number {
                    number -= share;
                    member -= 1;
                    kinds[cell] = kind;
                } else {
                    from -= 1;
                    kinds[cell] = kinds[from];
                }
            }
        }
    }
}

/// The number of sets of `members` of `of` cells; `None` if it is more than `most`.
fn sets_of(of: usize, members: usize, most: u64) -> Option<u64> {
    let mut sets = 1u128;
    for member in 1..=members.min(of - members) {
        sets = sets * (of - members.min(of - members) + member) as u128 / member as u128;
        if sets > most.into() {
            return None;
        }
    }
    u64::try_from(sets).ok()
}

holds!(MultisetNumbering { cells, counts, sets, binomials, count });

#[cfg(test)]
mod tests {
    use super::*;

    const MOST: u64 = 1 << 48;

    /// Every number is the number of exactly one arrangement.
    #[test]
    fn arrangements_are_numbered_densely() {
        let all: [&[usize]; 9] =
            [&[5], &[1, 1, 1, 1, 1], &[2, 3], &[3, 2], &[1, 2, 3], &[3, 1, 2], &[2, 2, 2], &[1, 16], &[2, 18]];
        for counts in all {
            let numbering = MultisetNumbering::new(counts, MOST).unwrap();
            let mut met = std::collections::BTreeSet::new();
            for rank in 0..numbering.count() {
                let mut kinds = vec![0; numbering.cells()];
                numbering.unrank(rank, &mut kinds);
                assert_eq!(numbering.rank(|cell| kinds[cell]), rank, "{kinds:?}");
                for (kind, &count) in counts.iter().enumerate() {
                    assert_eq!(kinds.iter().filter(|&&there| usize::from(there) == kind).count(), count, "{kinds:?}");
                }
                assert!(met.insert(kinds));
            }
        }
    }

    #[test]
    fn counts_are_multinomials_and_large_ones_come_back() {
        let cases: [(&[usize], u64); 6] = [
            (&[4, 20], 10_626),
            (&[4, 4, 16], 51_482_970),
            (&[1, 1, 1, 1, 1, 7], 95_040),
            (&[1; 15], 1_307_674_368_000),
            (&[100, 4], 4_598_126),
            (&[2, 120], 7381),
        ];
        for (counts, count) in cases {
            let numbering = MultisetNumbering::new(counts, MOST).unwrap();
            assert_eq!(numbering.count(), count, "{counts:?}");
            let mut kinds = vec![0; numbering.cells()];
            for rank in (0..1000).map(|part| count / 1000 * part + part % (count / 1000).max(1)).chain([count - 1]) {
                numbering.unrank(rank, &mut kinds);
                assert_eq!(numbering.rank(|cell| kinds[cell]), rank, "{counts:?}");
            }
        }
        assert_eq!(MultisetNumbering::new(&[1; 18], MOST), None);
        assert_eq!(MultisetNumbering::new(&[64, 64], MOST), None);
        assert_eq!(MultisetNumbering::new(&[4, 4, 16], 51_482_969), None);
        assert_eq!(MultisetNumbering::new(&[], MOST).map(|none| none.count()), Some(1));
    }
}
