//! Compares ranks of a map with their neighbours, which are generated as states.

use super::super::check::{Checks, MapCheck, PositionLayer, RankEdges, Ranks};
use super::{BlockPlanes, ByRanks, Halt, Meter, NumberSearch, NumberSpace, WordLanes, all};
use crate::exact::exact;
use crate::puzzle::pattern::FoldedRanks;

/// The check of one position takes about as long as the map of `PRICE / 50` states.
pub const PRICE: u64 = 1 << 12;

/// The most words that are examined at random places for each position that is drawn.
const TRIES: usize = 8;

/// In a sparse layer, at least the first number of words is examined, and all words divided by the second.
const LOOKED_AT: (usize, usize) = (1 << 9, 1 << 8);

/// Words whose numbers are all compared between two looks at the limits; folded numbers stand for many more states.
const WORDS: usize = 1 << 6;

/// Where a rank is in the map when the layer of `depth` is complete. `bit` is the rank's bit in its word, and `lanes`
/// returns the planes of the word for a layer.
pub fn place_in<'c>(lanes: impl Fn(u32) -> BlockPlanes<'c>, bit: u64, depth: u32) -> PositionLayer {
    let is_set = |word: u64| word >> bit & 1 == 1;
    match () {
        () if !is_set(lanes(depth).met_word(0)) => PositionLayer::Unmet,
        () if is_set(lanes(depth).layer_word(0)) => PositionLayer::Here,
        () if depth > 0 && is_set(lanes(depth - 1).layer_word(0)) => PositionLayer::Before,
        () => PositionLayer::Earlier,
    }
}

/// The words from which ranks are drawn.
pub struct SampledWords<'d, 'c> {
    pub words: usize,
    pub fold: Option<&'d FoldedRanks>,
    /// The planes of a word for the layer, and the bits of the word that stand for numbers.
    pub word: &'d dyn Fn(usize) -> (BlockPlanes<'c>, u64),
    /// Whether only few words have a state in the layer.
    pub is_sparse: bool,
}

impl SampledWords<'_, '_> {
    /// Ranks of the layer, ranks not met, and ranks of earlier layers in turn, as many as can be found at random
    /// places. In a sparse layer, about half as many are added from the words of a part of the space.
    pub fn ranks(&self, most: usize, check: &mut MapCheck) -> Vec<u64> {
        let (mut drawn, mut values) = (Vec::new(), Vec::new());
        let number = |word: usize, bit: u32| word as u64 * 64 + u64::from(bit);
        let mut rank = |head: Option<u32>, number: u64| match self.fold {
            Some(fold) => fold.rank(head.unwrap_or_else(|| fold.head_of(number)), number, &mut values),
            None => number,
        };
        for turn in 0..most * TRIES {
            if drawn.len() >= most {
                break;
            }
            // Folded ranks draw the head first, so any of the states that a number stands for may be drawn.
            let head = self.fold.map(|fold| exact(check.below(exact(fold.heads()))));
            let numbers = match (self.fold, head) {
                (Some(fold), Some(head)) => fold.numbers_of(head),
                _ => 0..self.words as u64 * 64,
            };
            let word: usize = exact((numbers.start + check.below(exact(numbers.end - numbers.start)) as u64) / 64);
            let (lanes, mut all) = (self.word)(word);
            let (before, end) = (numbers.start.saturating_sub(number(word, 0)), numbers.end - number(word, 0));
            all &= u64::MAX << before & u64::MAX >> (64 - end.min(64));
            let bit = check.bit_of(turn, lanes.layer_word(0) & all, lanes.met_word(0) & all, all);
            drawn.extend(bit.map(|bit| rank(head, number(word, bit))));
        }
        if self.is_sparse {
            let (begin, few) = (check.below(self.words), most / 2 + 1);
            let words = (begin..self.words).chain(0..begin).take(LOOKED_AT.0.max(self.words / LOOKED_AT.1));
            let bits = words.map(|word| (word, (self.word)(word).0.layer_word(0))).filter(|(_, bits)| *bits != 0);
            drawn.extend(bits.take(few).map(|(word, bits)| rank(None, number(word, bits.trailing_zeros()))));
        }
        drawn.sort_unstable();
        drawn.dedup();
        drawn
    }
}

impl<N: NumberSpace> NumberSearch<N> {
    /// Where a rank is in the map when the layer of `depth` is complete.
    fn place(&self, codes: WordLanes<'_>, rank: u64, depth: u32) -> PositionLayer {
        let number = self.space.fold().map_or(rank, |fold| fold.number(rank));
        let word = exact(number / 64);
        place_in(|depth| codes.lanes(word, depth), number % 64, depth)
    }

    /// The ranks for which numbers stand. The ranks must be as many as the numbers count for.
    fn ranks(&self, mut numbers: Vec<u64>, depth: u32) -> Result<Vec<u64>, Halt> {
        let Some(fold) = self.space.fold() else { return Ok(numbers) };
        for at in 0..numbers.len() {
            fold.same(numbers[at], &mut |other| numbers.push(other));
        }
        numbers.sort_unstable();
        numbers.dedup();
        let states: u64 = numbers.iter().map(|&number| fold.states(number)).sum();
        let mut ranks = fold.ranks(&numbers, usize::MAX);
        ranks.sort_unstable();
        ranks.dedup();
        if ranks.len() as u64 == states {
            return Ok(ranks);
        }
        let what = format!("{} numbers of states count for {states}, and are {} states", numbers.len(), ranks.len());
        Err(Halt::Wrong(format!("when the layer of {depth} was done, {what}")))
    }
}

impl<N: NumberSpace> ByRanks<'_, N> {
    /// Compares positions with their neighbours when the layer of `depth`, which has `states` states, is complete.
    pub fn compare(
        &mut self,
        depth: u32,
        states: u64,
        check: &mut MapCheck,
        meter: &mut Meter<'_>,
    ) -> Result<(), Halt> {
        let ByRanks { field, store, edges, starts, .. } = self;
        let (field, edges): (&NumberSearch<N>, &dyn RankEdges) = (field, *edges);
        store.visit(&all(), false, 1, &mut |store, _| {
            let codes = WordLanes(store.words(0));
            let place = |rank: u64| field.place(codes, rank, depth);
            let ranks = Ranks { edges, place: &place };
            if depth == 0 {
                check.starts(&ranks, starts)?;
            }
            if check.checks == Checks::Drawn {
                let word = |word| (codes.lanes(word, depth), field.numbers_of(word));
                let is_sparse = states > 0 && states < field.words as u64;
                let fold = field.space.fold();
                let quota = check.quota(states, PRICE * fold.map_or(1, FoldedRanks::symmetries));
                let drawn = SampledWords { words: field.words, fold, word: &word, is_sparse }.ranks(quota, check);
                return check.compare(&ranks, &drawn, depth, meter);
            }
            for begin in (0..field.words).step_by(WORDS) {
                let end = (begin + WORDS) as u64 * 64;
                let numbers = begin as u64 * 64..end.min(field.space.numbers());
                check.compare(&ranks, &field.ranks(numbers.collect(), depth)?, depth, meter)?;
            }
            Ok(())
        })
    }
}
