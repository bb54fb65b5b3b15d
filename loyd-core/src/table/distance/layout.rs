//! The order of a table's entries. Only this module maps states to entries, and entries to states.

use std::sync::OnceLock;

use super::encoding::{Encoding, GROUP};
use crate::exact::exact;
use crate::puzzle::Ranked;
use crate::puzzle::shuffle::Arranged;
use crate::rank::blocks::BlockNumbering;
use crate::table::map::table_blocks;

/// The name of the tensor of the entries.
pub(super) const ENTRIES: &str = "distances";
/// The name of the tensor of the number of states at each depth.
pub(super) const LAYERS: &str = "layers";

/// The least size of a large space. A smaller space is searched by ranks in a second or two.
const LARGE: u64 = 1 << 24;

/// The order of the states of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// States in the order of their ranks.
    Ranks,
    /// States block by [block](crate::rank::blocks); each block is filled up to a multiple of 64 entries.
    Blocks,
}

impl Layout {
    /// The layout's name in a table's identity, with a version that rises when an entry comes to mean another state.
    pub fn name(self) -> &'static str {
        match self {
            Layout::Ranks => "rank/1",
            Layout::Blocks => "blocks/1",
        }
    }

    /// The layout with this name.
    pub fn named(name: &str) -> Option<Layout> {
        [Layout::Ranks, Layout::Blocks].into_iter().find(|layout| layout.name() == name)
    }
}

/// The form of a distance table: the encoding and the order of its entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableForm {
    /// The encoding of an entry.
    pub encoding: Encoding,
    /// The order of the entries.
    pub layout: Layout,
}

impl TableForm {
    /// The form by ranks with this encoding.
    pub fn by_ranks(encoding: Encoding) -> TableForm {
        TableForm { encoding, layout: Layout::Ranks }
    }

    /// The form by blocks, with two bits, if the puzzle can be mapped by blocks: the words of the map are the table.
    pub fn by_blocks<P: Ranked>(puzzle: &P) -> Option<TableForm> {
        let width = |blocks: BlockNumbering| (blocks.size() as u64).div_ceil(GROUP);
        let encoding = |blocks| Encoding::Planes { width: width(blocks) };
        table_blocks(puzzle).map(|blocks| TableForm { encoding: encoding(blocks), layout: Layout::Blocks })
    }

    /// All forms of a puzzle's tables, the one with the quickest look-ups first.
    pub fn all<P: Ranked>(puzzle: &P) -> impl Iterator<Item = TableForm> {
        Encoding::BY_RANKS.into_iter().map(TableForm::by_ranks).chain(TableForm::by_blocks(puzzle))
    }

    /// The form with this number of bits that is built soonest. For spaces that are not large it is the form by ranks,
    /// which is easier to read.
    pub fn of_bits<P: Ranked>(bits: u8, puzzle: &P) -> Option<TableForm> {
        let mut all = TableForm::all(puzzle).filter(|form| form.encoding.bits() == bits);
        let first = all.next();
        if puzzle.ranks() < LARGE { first } else { all.last().or(first) }
    }

    /// The number of entries. Some of them may belong to no state.
    pub fn entries<P: Ranked>(self, puzzle: &P) -> u64 {
        match self.layout {
            Layout::Ranks => puzzle.ranks(),
            Layout::Blocks => table_blocks(puzzle).map_or(0, |blocks| blocks.count() * padded(&blocks)),
        }
    }
}

/// The number of entries of a block that is filled up.
fn padded(blocks: &BlockNumbering) -> u64 {
    (blocks.size() as u64).next_multiple_of(GROUP)
}

/// The entries of a puzzle's states in a table.
#[derive(Clone, Debug)]
pub(super) struct EntryOrder {
    layout: Layout,
    /// The blocks, made when they are first used.
    blocks: OnceLock<Option<Box<BlockNumbering>>>,
}

impl EntryOrder {
    pub fn new(layout: Layout) -> EntryOrder {
        EntryOrder { layout, blocks: OnceLock::new() }
    }

    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// # Panics
    /// If the puzzle has no blocks; its table has another order.
    fn blocks<P: Ranked>(&self, puzzle: &P) -> &BlockNumbering {
        let blocks = self.blocks.get_or_init(|| table_blocks(puzzle).map(Box::new));
        blocks.as_deref().expect("a table by blocks is of a puzzle that has them")
    }

    /// Whether entries are in the order of the ranks.
    pub fn is_by_ranks(&self) -> bool {
        self.layout == Layout::Ranks
    }

    /// The index of the entry of a state.
    #[inline(always)]
    pub fn index<P: Ranked>(&self, puzzle: &P, state: &P::State) -> u64 {
        match self.layout {
            Layout::Ranks => puzzle.rank(state),
            Layout::Blocks => self.index_by_blocks(puzzle, state),
        }
    }

    fn index_by_blocks<P: Ranked>(&self, puzzle: &P, state: &P::State) -> u64 {
        let blocks = self.blocks(puzzle);
        let Some(arranged) = puzzle.arranged() else { return 0 };
        let (pieces, _) = arranged.pieces(state);
        let (block, index) = blocks.rank(&pieces[..arranged.arrangement().cells]);
        block * padded(blocks) + index as u64
    }

    /// The index of the entry of the state with this rank.
    #[inline(always)]
    pub fn index_of_rank<P: Ranked>(&self, puzzle: &P, rank: u64) -> u64 {
        match self.layout {
            Layout::Ranks => rank,
            Layout::Blocks => self.index_by_blocks(puzzle, &puzzle.unrank(rank)),
        }
    }

    /// The state of an entry, if the entry belongs to a state.
    pub fn state<P: Ranked>(&self, puzzle: &P, entry: u64) -> Option<P::State> {
        match self.layout {
            Layout::Ranks => (entry < puzzle.ranks()).then(|| puzzle.unrank(entry)),
            Layout::Blocks => {
                let blocks = self.blocks(puzzle);
                let (block, index) = (entry / padded(blocks), exact::<usize>(entry % padded(blocks)));
                let is_state = block < blocks.count() && index < blocks.size();
                let arranged = puzzle.arranged().filter(|_| is_state)?;
                Some(arranged.state_of(&blocks.unrank(block, index), 0))
            }
        }
    }
}
