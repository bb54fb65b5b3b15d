//! The exact reachable set of moves with conditions: every shape ([`Shapes`]), and in each shape as many positions as
//! the loops at the goal's shape make.
//!
//! The loops form a group. One loop goes through each move from each shape, on the paths to both ends, and these loops
//! generate all others (O. Schreier, "Die Untergruppen der freien Gruppen", 1927). A few products of some of them,
//! drawn at random, most likely generate the group (L. Babai and others, "Fast Monte Carlo algorithms for permutation
//! groups", Journal of Computer and System Sciences 50, 1995). Then each loop is tested, and becomes a generator if the
//! generators do not generate it.

use super::shapes::Shapes;
use crate::compiled::budget::spend;
use crate::definition::{Action, Goal, Pattern, PlayRules, Turn};
use crate::structure::points::Points;
use crate::structure::{CountOrBound, Structure};
use loyd_core::exact::exact;
use loyd_core::group::{Factored, PermutationGroup};
use loyd_core::limits::holds;
use loyd_core::splitmix;

/// The number of products that are drawn.
const PRODUCTS: usize = 16;

/// The shapes, and the group of the loops at the goal's shape.
#[derive(Debug)]
pub struct Reach<const N: usize> {
    pub(super) shapes: Shapes<N>,
    pub(super) structure: Structure,
}

impl<const N: usize> Reach<N> {
    /// The reachable set, from generators of the group of the loops at the first shape.
    pub(super) fn new(
        rules: &PlayRules,
        points: &Points,
        generators: &[Vec<u8>],
        shapes: Shapes<N>,
        goal: Pattern,
    ) -> Self {
        let turn = |action: Action| Turn { name: String::new(), same: Vec::new(), action, cost: 1, when: Vec::new() };
        let turns = generators.iter().map(|generator| turn(points.action_of(generator))).collect();
        let goals = vec![Goal::of("", &goal)];
        let rules = PlayRules { turns, goals, solved: goal, legal: Vec::new(), ..rules.clone() };
        Reach { shapes, structure: Structure::of_rules(&rules) }
    }

    /// The number of positions. Every shape has as many, because a path between two shapes maps them one to one.
    pub(super) fn positions(&self) -> CountOrBound {
        let shapes: Factored = [self.shapes.len()].into_iter().collect();
        match self.structure.positions() {
            CountOrBound::Exactly(positions) => CountOrBound::Exactly(shapes.times(positions)),
            CountOrBound::AtMost(positions) => CountOrBound::AtMost(shapes.times(positions)),
        }
    }
}

/// The loops at the first shape, as permutations of points.
pub(super) struct Loops {
    pub(super) points: usize,
    /// By move: its permutation.
    pub(super) moves: Vec<Vec<u8>>,
    /// By shape: the path to it.
    pub(super) ways: Vec<ShapePath>,
    /// The moves with which no path ends. Each of them gives a loop.
    pub(super) off_ways: Vec<(u32, u8, u32)>,
}

/// A path from the first shape to another, as a permutation of points, and the path back.
pub(super) struct ShapePath {
    pub(super) there: Box<[u8]>,
    pub(super) back: Box<[u8]>,
}

impl Loops {
    /// Calls `each` for loops that generate all others.
    fn each(&self, mut each: impl FnMut(&[u8])) {
        let mut made = vec![0; self.points];
        for &(shape, m, next) in &self.off_ways {
            spend(4 * self.points);
            let (there, m) = (&self.ways[shape as usize].there, &self.moves[usize::from(m)]);
            let back = &self.ways[next as usize].back;
            for (image, &point) in made.iter_mut().zip(there) {
                *image = back[usize::from(m[usize::from(point)])];
            }
            if !is_identity(&made) {
                each(&made);
            }
        }
    }

    /// A few loops that generate all loops.
    pub(super) fn generators(&self) -> Option<Vec<Vec<u8>>> {
        let mut products = vec![identity(self.points); PRODUCTS];
        let mut seed = 0x5c4e;
        self.each(|made| {
            let word = splitmix::next(&mut seed);
            for (_, product) in (0..).zip(&mut products).filter(|(number, _)| word >> number & 1 == 1) {
                product.iter_mut().for_each(|image| *image = made[usize::from(*image)]);
            }
        });
        products.retain(|product| !is_identity(product));
        let mut group = PermutationGroup::new(self.points, &products).ok()?;
        self.each(|made| {
            spend(self.points * self.points);
            if !group.contains(made) {
                products.push(made.into());
                group = PermutationGroup::new(self.points, &products).expect("as before");
            }
        });
        Some(products)
    }
}

pub(super) fn identity(points: usize) -> Vec<u8> {
    (0..points).map(exact).collect()
}

fn is_identity(permutation: &[u8]) -> bool {
    permutation.iter().zip(0..=u8::MAX).all(|(&image, point)| image == point)
}

pub(super) fn inverse(permutation: &[u8]) -> Box<[u8]> {
    let mut inverse = vec![0; permutation.len()];
    permutation.iter().zip(0..=u8::MAX).for_each(|(&image, point)| inverse[usize::from(image)] = point);
    inverse.into()
}

holds!(for [const N: usize] Reach<N> { shapes, structure });
