//! The search along a stabiliser chain for elements of a group that take each point to one of its allowed images.

use loyd_core::exact::exact;
use loyd_core::group::{Factored, PermutationGroup};
use loyd_core::limits::{Watch, holds};

/// The most nodes of one search, or of all searches that count a stabiliser.
const MOST_NODES: u64 = 4_000_000;

/// The allowed images of each point.
#[derive(Clone, Debug)]
pub(super) struct Allowed {
    degree: usize,
    bits: Vec<bool>,
}

impl Allowed {
    pub(super) fn none(degree: usize) -> Self {
        Allowed { degree, bits: vec![false; degree * degree] }
    }

    pub(super) fn allow(&mut self, point: usize, image: usize) {
        self.bits[point * self.degree + image] = true;
    }

    fn allows(&self, point: u8, image: u8) -> bool {
        self.bits[usize::from(point) * self.degree + usize::from(image)]
    }
}

/// The stabiliser chain of a group, with its transversal elements stored.
#[derive(Clone, Debug)]
pub(super) struct TransversalChain {
    levels: Vec<TransversalLevel>,
    order: Factored,
}

#[derive(Clone, Debug)]
struct TransversalLevel {
    point: u8,
    /// The images of the point, each with an element that takes the point there.
    transversal: Vec<(u8, Box<[u8]>)>,
}

holds!(TransversalChain { levels, order });
holds!(TransversalLevel { point, transversal });

/// The error if a search has too many nodes.
pub(super) struct GaveUp;

impl TransversalChain {
    pub(super) fn new(group: &PermutationGroup) -> Self {
        let levels = group.base().map(|point| {
            let of_image = |&image: &u8| {
                let element = group.transversal(point.into(), image).expect("an image of the orbit");
                (image, element.into_boxed_slice())
            };
            TransversalLevel { point, transversal: group.orbit(point.into()).iter().map(of_image).collect() }
        });
        TransversalChain { levels: levels.collect(), order: group.factors() }
    }

    /// Whether an element takes every point to an allowed image.
    pub(super) fn exists(&self, allowed: &Allowed) -> Result<bool, GaveUp> {
        let mut nodes = MOST_NODES;
        Ok(self.first(0, &self.identity(), allowed, &mut nodes)?.is_some())
    }

    /// The number of cosets of the elements that take every point to an allowed image, which must be a subgroup.
    ///
    /// For each level, from the last on, it counts the places to which the subgroup's elements take the point of the
    /// level, if they fix the points of all earlier levels.
    pub(super) fn index(&self, allowed: &Allowed) -> Result<Factored, GaveUp> {
        let mut nodes = MOST_NODES;
        let mut order = Factored::one();
        let mut found: Vec<Vec<u8>> = Vec::new();
        for (number, level) in self.levels.iter().enumerate().rev() {
            let mut orbit = orbit(level.point, &found, self.levels.len());
            let mut refused = vec![false; self.levels.len()];
            for (image, element) in &level.transversal {
                let place = usize::from(*image);
                if orbit[place] || refused[place] || !allowed.allows(level.point, *image) {
                    continue;
                }
                match self.first(number + 1, element, allowed, &mut nodes)? {
                    Some(element) => {
                        found.push(element);
                        orbit = self::orbit(level.point, &found, self.levels.len());
                    }
                    // No allowed element takes the point here, so none takes it where the subgroup takes this image.
                    None => {
                        let same = self::orbit(*image, &found, self.levels.len());
                        refused.iter_mut().zip(same).for_each(|(refused, same)| *refused |= same);
                    }
                }
            }
            order.multiply(orbit.iter().filter(|&&reached| reached).count());
        }
        Ok(self.order.divided_by(&order).expect("a subgroup's order is a divisor"))
    }

    fn identity(&self) -> Vec<u8> {
        (0..self.levels.len()).map(exact::<u8>).collect()
    }

    /// The first element that does only what is allowed, among the products of an element that fixes the points of all
    /// levels before this one, followed by `product`.
    fn first(
        &self,
        mut level: usize,
        product: &[u8],
        allowed: &Allowed,
        nodes: &mut u64,
    ) -> Result<Option<Vec<u8>>, GaveUp> {
        // A point with a single possible image needs no choice.
        while let Some(TransversalLevel { point, transversal }) = self.levels.get(level)
            && transversal.len() == 1
        {
            if !allowed.allows(*point, product[usize::from(*point)]) {
                return Ok(None);
            }
            level += 1;
        }
        let Some(TransversalLevel { point, transversal }) = self.levels.get(level) else {
            return Ok(Some(product.to_vec()));
        };
        for (image, element) in transversal {
            if !allowed.allows(*point, product[usize::from(*image)]) {
                continue;
            }
            *nodes = nodes.checked_sub(1).ok_or(GaveUp)?;
            // A text from outside chooses the group, and so the number of nodes.
            Watch::demand(|watch| watch.spend(element.len() as u64));
            let next: Vec<u8> = element.iter().map(|&image| product[usize::from(image)]).collect();
            if let Some(found) = self.first(level + 1, &next, allowed, nodes)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }
}

/// The orbit of a point under these elements.
fn orbit(point: u8, elements: &[Vec<u8>], degree: usize) -> Vec<bool> {
    let mut reached = vec![false; degree];
    reached[usize::from(point)] = true;
    let mut waiting = vec![point];
    while let Some(point) = waiting.pop() {
        for element in elements {
            let image = element[usize::from(point)];
            if !std::mem::replace(&mut reached[usize::from(image)], true) {
                waiting.push(image);
            }
        }
    }
    reached
}
