//! Compares positions of a map by blocks with their neighbours. The neighbours are generated as arrangements, without
//! passages and tables. With symmetries, a position is any that its block stands for. It is looked up in the least of
//! the blocks of its images, and each image is made and numbered on its own.

use super::super::check::{Checks, MapCheck, PositionLayer, PositionLookup};
use super::super::codes::{Coding, lane};
use super::super::shared::{MapProcess, RemoteLookup};
use super::super::store::{SegmentStep, Store};
use super::super::{Halt, LISTED};
use super::ByBlocks;
use super::automorphisms::{identity, inverse};
use super::symmetry::BlockSymmetry;
use super::terrain::{Terrain, key, of_key};
use crate::exact::exact;
use crate::limits::Meter;
use crate::puzzle::shuffle::CellPieces;

/// The check of one position takes about as long as the map of `PRICE / 50` states, both with one image.
const PRICE: u64 = 1 << 14;

/// The most segments from which positions are drawn in a layer, where all segments are in memory.
const SEGMENTS: usize = 32;

/// If segments are in files, the check reads segments only if the layer touches this many times as many.
const WORTH_READING: usize = 50;

/// The most words that are examined for each position that is drawn.
const TRIES: usize = 8;

/// Positions that are made at a time where all positions are compared.
const AT_A_TIME: usize = 1 << 12;

/// The look-ups of a map by blocks, while some segments are in memory.
struct Looked<'l, 'p> {
    terrain: &'l Terrain<'p>,
    store: &'l Store<'p>,
    /// The places of the segments in memory, ascending.
    places: &'l [usize],
    /// The states of layer 0, ascending.
    starts: &'l [(CellPieces, u8)],
    depth: u32,
}

impl Looked<'_, '_> {
    /// A word of a segment with states in the layer, in the first block from a random one on that has such states.
    fn word_in_layer(&self, place: usize, check: &mut MapCheck) -> Option<(usize, usize)> {
        let (terrain, depth) = (self.terrain, self.depth);
        let blocks = terrain.segments.blocks(place);
        let begin = blocks.start + check.below(blocks.len());
        let mut blocks = (begin..blocks.end).chain(blocks.start..begin);
        let block = blocks.find(|&block| terrain.count(block, lane(depth)) > 0)?;
        let planes = terrain.planes(self.store, block, depth);
        let begin = check.below(terrain.words());
        let mut words = (begin..terrain.words()).chain(0..begin);
        words.find(|&word| planes.layer_word(word) != 0).map(|word| (block, word))
    }

    /// Adds states of a segment to `drawn` until they are `most`: in the layer, not met, and met earlier in turn.
    fn draw(&self, place: usize, most: usize, check: &mut MapCheck, drawn: &mut Vec<(usize, usize)>) {
        let Looked { terrain, store, depth, .. } = *self;
        let (blocks, words) = (terrain.segments.blocks(place), terrain.words());
        for turn in 0..most * TRIES {
            if drawn.len() >= most {
                return;
            }
            let in_layer = if turn % 3 == 0 { self.word_in_layer(place, check) } else { None };
            let (block, word) =
                in_layer.unwrap_or_else(|| (blocks.start + check.below(blocks.len()), check.below(words)));
            let planes = terrain.planes(store, block, depth);
            let left = terrain.blocks.size() - word * 64;
            let all = if left >= 64 { u64::MAX } else { (1 << left) - 1 };
            let bit = check.bit_of(turn, planes.layer_word(word), planes.met_word(word), all);
            drawn.extend(bit.map(|bit| (block, word * 64 + exact::<usize>(bit))));
        }
    }
}

impl PositionLookup for Looked<'_, '_> {
    type Position = (CellPieces, u8);

    fn entry(&self, (pieces, sheet): (CellPieces, u8)) -> Option<u64> {
        let terrain = self.terrain;
        let numbered = pieces.map(|piece| terrain.symmetries.numbers[usize::from(piece)]);
        let (block, index) = terrain.least(&numbered);
        terrain.kept_block(block, sheet).map(|block| key(block, index))
    }

    fn place_of(&self, entry: u64) -> PositionLayer {
        let Looked { terrain, store, depth, .. } = *self;
        let (block, index) = of_key(entry);
        let (word, bit) = (index / 64, index % 64);
        let segments = &terrain.segments;
        if block >= segments.number() * segments.each || word >= terrain.words() {
            return PositionLayer::Elsewhere;
        }
        let place = segments.of(block).0;
        if self.places.binary_search(&place).is_err() {
            let is_blank = segments.own().contains(&place) && store.is_blank(place);
            return if is_blank { PositionLayer::Unmet } else { PositionLayer::Elsewhere };
        }
        let planes = terrain.planes(store, block, depth);
        let is_before = || depth > 0 && terrain.planes(store, block, depth - 1).layer_word(word) >> bit & 1 == 1;
        match () {
            () if planes.met_word(word) >> bit & 1 == 0 => PositionLayer::Unmet,
            () if planes.layer_word(word) >> bit & 1 == 1 && terrain.coding == Coding::Thirds => {
                PositionLayer::LikeHere
            }
            () if planes.layer_word(word) >> bit & 1 == 1 => PositionLayer::Here,
            () if is_before() => PositionLayer::Before,
            () => PositionLayer::Earlier,
        }
    }

    fn near(&self, position: (CellPieces, u8), is_back: bool, each: &mut dyn FnMut((CellPieces, u8))) {
        self.terrain.puzzle.near(position, is_back, each);
    }

    fn is_start(&self, position: (CellPieces, u8)) -> bool {
        self.starts.binary_search(&position).is_ok()
    }

    fn rank(&self, (pieces, sheet): (CellPieces, u8)) -> u64 {
        self.terrain.puzzle.rank(&pieces[..self.terrain.shuffle.arrangement.cells], sheet)
    }
}

impl Terrain<'_> {
    /// The least block of the images of an arrangement by numbers, and the least index of an image in that block.
    fn least(&self, numbered: &CellPieces) -> (u64, usize) {
        let cells = self.shuffle.arrangement.cells;
        let images = self.symmetries.all.iter().map(|symmetry| self.blocks.rank(&symmetry.applied(numbered)[..cells]));
        images.min().unwrap_or_else(|| self.blocks.rank(&numbered[..cells]))
    }

    /// The arrangement of a stored state, by numbers.
    fn numbered(&self, block: usize, index: usize) -> CellPieces {
        let pieces = self.blocks.unrank(self.among_all(block % self.number()), index);
        let mut numbered = identity();
        numbered[..pieces.len()].copy_from_slice(&pieces);
        numbered
    }

    /// A position that a stored state stands for.
    fn position(&self, block: usize, index: usize, symmetry: &BlockSymmetry) -> (CellPieces, u8) {
        let piece = inverse(&self.symmetries.numbers);
        let image = symmetry.applied(&self.numbered(block, index));
        (image.map(|number| piece[usize::from(number)]), exact(block / self.number()))
    }

    /// Makes sure that a block stands for as many blocks as it has images.
    fn weigh(&self, block: usize, depth: u32) -> Result<(), Halt> {
        let (numbered, cells) = (self.numbered(block, 0), self.shuffle.arrangement.cells);
        let image = |symmetry: &BlockSymmetry| self.blocks.rank(&symmetry.applied(&numbered)[..cells]).0;
        let mut images: Vec<u64> = self.symmetries.all.iter().map(image).collect();
        images.sort_unstable();
        images.dedup();
        if images.len() as u64 == self.weight(block) {
            return Ok(());
        }
        let (stands, block) = (self.weight(block), self.among_all(block % self.number()));
        let what = format!("block {block} stands for {stands} blocks, and has {} images", images.len());
        Err(Halt::Wrong(format!("when the layer of {depth} was done, {what}")))
    }
}

impl ByBlocks<'_> {
    /// Compares positions with their neighbours when the layer of `depth`, which has `states` states here, is complete.
    pub fn compare(
        &mut self,
        depth: u32,
        states: u64,
        check: &mut MapCheck,
        meter: &mut Meter<'_>,
    ) -> Result<(), Halt> {
        let images = self.terrain.symmetries.all.len();
        let quota = check.quota(states, PRICE * (images * images) as u64);
        // Some of the listed states, which are the whole layer or its beginning.
        let mut keys: Vec<u64> = Vec::new();
        if states > 0 && check.checks == Checks::Drawn {
            keys.extend(self.some_listed(quota));
        }
        let steps = self.steps_to_compare(&keys, check);
        let each = quota.div_ceil(steps.len().max(1));
        let ByBlocks { terrain, store, starts, .. } = self;
        let (terrain, is_symmetric) = (&*terrain, images > 1);
        store.visit(&steps, false, 1, &mut |store, steps| {
            for step in steps {
                let looked = Looked { terrain, store, places: &step.needs, starts, depth };
                if depth == 0 {
                    check.starts(&looked, starts)?;
                }
                if check.checks == Checks::All {
                    for block in terrain.segments.blocks(step.own) {
                        terrain.weigh(block, depth)?;
                        looked.compare_block(block, check, meter)?;
                    }
                    continue;
                }
                let mine = |key: &&u64| terrain.segments.of(of_key(**key).0).0 == step.own;
                let mut drawn: Vec<(usize, usize)> = keys.iter().filter(mine).map(|&key| of_key(key)).collect();
                drawn.truncate(each / 2 + 1);
                looked.draw(step.own, each, check, &mut drawn);
                drawn.sort_unstable();
                drawn.dedup();
                let mut position = |&(block, index): &(usize, usize)| {
                    terrain.position(block, index, &terrain.symmetries.all[check.below(images)])
                };
                let positions: Vec<(CellPieces, u8)> = drawn.iter().map(&mut position).collect();
                check.compare(&looked, &positions, depth, meter)?;
                if is_symmetric {
                    drawn.dedup_by_key(|(block, _)| *block);
                    drawn.iter().try_for_each(|&(block, _)| terrain.weigh(block, depth))?;
                }
            }
            Ok(())
        })
    }

    /// Compares positions of the segments in memory with their neighbours in all processes, when the layer of `depth`,
    /// which has `states` states in all processes, is complete.
    pub fn compare_together(
        &self,
        depth: u32,
        states: u64,
        together: &MapProcess<'_>,
        check: &mut MapCheck,
        meter: &mut Meter<'_>,
    ) -> Result<(), Halt> {
        let ByBlocks { terrain, store, starts, .. } = self;
        let (symmetries, segments) = (&terrain.symmetries.all, &terrain.segments);
        let (own, processes) = (segments.own(), together.share().number);
        let places: Vec<usize> = own.clone().filter(|&place| store.is_held(place)).collect();
        let looked = Looked { terrain, store, places: &places, starts, depth };
        let is_all = check.checks == Checks::All;
        let is_known = |place: &usize| store.is_held(*place) || store.is_blank(*place);
        // A segment that is in a file is not compared.
        check.checked.all &= own.clone().all(|place| is_known(&place));
        let starts = if depth == 0 { check.starts(&looked, starts) } else { Ok(()) };
        let mut drawn: Vec<(usize, usize)> = Vec::new();
        if !is_all && !places.is_empty() {
            let states = states.div_ceil(processes as u64);
            let most = check.quota(states, PRICE * (symmetries.len() * symmetries.len()) as u64);
            let is_held = |(block, _): &(usize, usize)| places.binary_search(&segments.of(*block).0).is_ok();
            drawn.extend(self.some_listed(most).map(of_key).filter(is_held));
            for number in 0..SEGMENTS {
                let place = places[check.below(places.len())];
                looked.draw(place, most * (number + 1) / SEGMENTS, check, &mut drawn);
            }
            drawn.sort_unstable();
            drawn.dedup();
        }
        let all = own.filter(|place| is_all && is_known(place)).flat_map(|place| segments.blocks(place));
        let all = all.map(|block| (block, 0..terrain.blocks.size()));
        let seed = check.below(symmetries.len());
        // The positions are made one after the other, because all positions are too many for a list.
        let positions = drawn.into_iter().map(|(block, index)| (block, index..index + 1)).chain(all);
        let positions = positions.flat_map(|(block, indices)| {
            let weighed = if symmetries.len() > 1 { terrain.weigh(block, depth) } else { Ok(()) };
            let images = move |index| {
                let chosen = (seed + index) % symmetries.len();
                let each = if is_all { &symmetries[..] } else { &symmetries[chosen..=chosen] };
                each.iter().map(move |symmetry| Ok(terrain.position(block, index, symmetry)))
            };
            weighed.err().map(Err).into_iter().chain(indices.flat_map(images))
        });
        let owner = |entry: u64| segments.owner(segments.of(of_key(entry).0).0, processes);
        let asker = RemoteLookup { lookup: &looked, owner: &owner, depth };
        together.compare(&asker, &mut starts.err().map(Err).into_iter().chain(positions), check, meter)
    }

    /// Some of the listed states of the layer, about half as many as the positions that are drawn in it.
    fn some_listed(&self, quota: usize) -> impl Iterator<Item = u64> {
        let step = self.listed[0].len().div_ceil((quota / 2).clamp(1, LISTED)).max(1);
        self.listed[0].iter().step_by(step).copied()
    }

    /// The segments whose positions are compared, each with the segments in which neighbours are looked up.
    fn steps_to_compare(&self, keys: &[u64], check: &mut MapCheck) -> Vec<SegmentStep> {
        let ByBlocks { terrain, store, near, .. } = self;
        let (own, is_whole, is_all) = (terrain.segments.own(), store.holds_all(), check.checks == Checks::All);
        // If all segments are in memory, images and predecessors may be in any of them.
        let near = |place: usize| match is_whole && (is_all || terrain.symmetries.all.len() > 1) {
            true => own.clone().collect(),
            false => near[place].iter().map(|&near| exact(near)).filter(|near| own.contains(near)).collect(),
        };
        let step = |own: usize, mut needs: Vec<usize>| {
            needs.push(own);
            needs.sort_unstable();
            needs.dedup();
            SegmentStep { own, needs }
        };
        if is_all {
            return own.clone().map(|place| step(place, near(place))).collect();
        }
        let sums = terrain.sums();
        let is_touched = |place: &usize| sums[*place] != [0, 0];
        let touched: Vec<usize> = own.clone().filter(is_touched).collect();
        if !is_whole && touched.len() < WORTH_READING * (terrain.shuffle.moves.len() + 1) {
            // A neighbour that is not in memory is not compared, so the segment with the fewest is taken.
            let held = touched.into_iter().filter(|&place| store.is_held(place));
            let elsewhere = |place: &usize| near(*place).iter().filter(|&&near| !store.is_held(near)).count();
            let near_held = |place| near(place).into_iter().filter(|&near| store.is_held(near)).collect();
            return held.min_by_key(elsewhere).map(|place| step(place, near_held(place))).into_iter().collect();
        }
        let most = if is_whole { SEGMENTS } else { 1 };
        let mut draw = |_| match keys.len() {
            0 => touched[check.below(touched.len())],
            number => terrain.segments.of(of_key(keys[check.below(number)]).0).0,
        };
        let mut places: Vec<usize> = (0..most.min(touched.len())).map(&mut draw).collect();
        places.sort_unstable();
        places.dedup();
        places.into_iter().map(|place| step(place, near(place))).collect()
    }
}

impl Looked<'_, '_> {
    /// Compares all positions that a block stands for.
    fn compare_block(&self, block: usize, check: &mut MapCheck, meter: &mut Meter<'_>) -> Result<(), Halt> {
        let (terrain, symmetries) = (self.terrain, &self.terrain.symmetries.all);
        let size = terrain.blocks.size();
        let each = (AT_A_TIME / symmetries.len()).max(1);
        for begin in (0..size).step_by(each) {
            let images = |index| symmetries.iter().map(move |symmetry| terrain.position(block, index, symmetry));
            let positions: Vec<(CellPieces, u8)> = (begin..(begin + each).min(size)).flat_map(images).collect();
            check.compare(self, &positions, self.depth, meter)?;
        }
        Ok(())
    }
}
