//! The group behind a definition: orbits, order, number of positions, rules that all positions keep, and reasons why a
//! position cannot be reached.
//!
//! A puzzle is analysed **orbit by orbit** (an orbit is a set of slots that moves connect). Most orbits are **free**:
//! only the parities of their permutations and the sums of their turns restrict their pieces. Linear algebra finds the
//! relations of these numbers, so the size of a puzzle hardly matters. The orbits that are not free go into one
//! stabiliser chain ([`PermutationGroup`](loyd_core::group::PermutationGroup)), together with a few points for the
//! parities and sums of the free orbits.
//!
//! Only conditions of moves on a single piece, such as a blank, are used: the rules then are the rules of the loops on
//! which this piece comes back. If moves have conditions, they reach at most the positions that are counted here.

mod characters;
mod key;
mod orbit;
pub mod points;
mod random;
mod reason;
mod relations;
mod search;
mod sentences;

use std::sync::OnceLock;

use characters::Characters;
use key::{GuardedAction, KeyPiece};
pub use orbit::SlotOrbit;
use orbit::tied::Tied;
pub use random::NoRandom;
pub use reason::{BrokenRule, Reason};
pub(crate) use reason::{ReasonScope, times};
use search::TransversalChain;
pub use sentences::InvariantRule;

use crate::definition::{Action, Condition, Definition, Pattern, PlayRules, RuleChoice, Set};
use loyd_core::group::Factored;
use loyd_core::limits::{Held, holds};

/// A number, or a bound where it is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CountOrBound {
    /// The exact number.
    Exactly(Factored),
    /// An upper bound.
    AtMost(Factored),
}

impl CountOrBound {
    /// The number or the bound.
    pub fn factors(&self) -> &Factored {
        match self {
            CountOrBound::Exactly(factors) | CountOrBound::AtMost(factors) => factors,
        }
    }

    /// Whether the number is exact.
    pub fn is_exact(&self) -> bool {
        matches!(self, CountOrBound::Exactly(_))
    }

    /// Whether the number is exact and has this value.
    pub fn is(&self, number: u128) -> bool {
        self.is_exact() && self.factors().number() == Some(number)
    }
}

/// A system of blocks: slots whose pieces stay together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockSystem {
    /// The place of the orbit among the orbits.
    pub orbit: usize,
    /// The blocks. A move takes the pieces of a block to the slots of one block.
    pub blocks: Vec<Vec<u16>>,
}

/// The group of a puzzle's moves.
///
/// ```
/// use loyd_definitions::{Action, Definition, DefinitionFormat, Goal, Move, Pattern, Set};
/// use loyd_definitions::structure::Structure;
/// // Four pieces that can be flipped: two neighbours change places, one of them flipped.
/// let of = [2; 4];
/// let swap = |a: usize, b: usize| {
///     let (mut from, mut twist) = ([0, 1, 2, 3], [0; 4]);
///     from.swap(a, b);
///     (twist[a], twist[b]) = (1, 1);
///     Action::new(&from, &twist, &of).unwrap()
/// };
/// let solved = Pattern { pieces: [0, 1, 2, 3].into(), orientations: [0; 4].into() };
/// let moves = vec![Move::new("A", swap(0, 1)), Move::new("B", swap(1, 2)), Move::new("C", swap(2, 3))];
/// let sets = vec![Set::new("TILES", 4, 2)];
/// let definition = Definition { moves, ..Definition::new(DefinitionFormat::Loyd, sets, solved.clone()) };
/// let structure = Structure::of(&definition);
/// // A tile on its way to the next slot is always flipped, so its slot determines its orientation.
/// assert_eq!(structure.order().factors().number(), Some(24));
/// assert_eq!(structure.reason(&solved), None);
/// let flipped = Pattern { orientations: [1, 0, 0, 0].into(), ..solved };
/// assert!(structure.reason(&flipped).is_some());
/// ```
#[derive(Clone, Debug)]
pub struct Structure {
    sets: Vec<Set>,
    labels: Vec<Vec<String>>,
    solved: Pattern,
    orbits: Vec<SlotOrbit>,
    fixed: Vec<u16>,
    /// By orbit: the action of each generator on it.
    locals: Vec<Vec<Action>>,
    is_free: Vec<bool>,
    /// By orbit: the order of the group of its slots' permutations.
    orders: Vec<Factored>,
    bound: Vec<(usize, usize)>,
    of_elements: Characters,
    of_positions: Characters,
    /// The piece on whose slot moves depend, if any; `of_loops` has the characters of the loops that bring it back.
    key: Option<KeyPiece>,
    of_loops: Option<Characters>,
    rules: Vec<InvariantRule>,
    /// The group of the tied orbits with all characters of the free orbits, if any are tied and points are few.
    tied: Option<Tied>,
    legal: Vec<Condition>,
    has_conditions: bool,
    positions: OnceLock<Positions>,
}

/// The facts about positions that take some time to compute.
#[derive(Clone, Debug)]
struct Positions {
    count: CountOrBound,
    membership: Membership,
}

/// The method that decides whether a position that keeps all rules can be reached.
#[derive(Clone, Debug)]
enum Membership {
    /// Every position that keeps the rules can be reached.
    Rules,
    /// The stabiliser chain decides.
    Chain(Tied),
    /// A search along the chain decides, because identical pieces can be exchanged.
    Search(Tied, Box<TransversalChain>),
    /// It is not known which positions can be reached.
    Unknown,
}

impl Structure {
    /// The group of all moves of a definition except rotations.
    ///
    /// # Complexity
    /// Free orbits take little more than the length of their moves. Tied orbits take what
    /// [`PermutationGroup::new`](loyd_core::group::PermutationGroup::new) takes for their facelets.
    pub fn of(definition: &Definition) -> Self {
        let moves = || definition.moves.iter().filter(|m| !m.is_rotation);
        let has_conditions = !definition.legal.is_empty() || moves().any(|m| !m.when.is_empty());
        let (sets, solved, labels) = (&definition.sets, &definition.solved, &definition.labels);
        let rules = has_conditions.then(|| PlayRules::new(definition, &RuleChoice::default()).ok()).flatten();
        match rules {
            Some(rules) => Structure::new(sets, solved, &turns(&rules), labels, rules.legal.clone(), true),
            None => {
                let turns: Vec<GuardedAction<'_>> = moves().map(|m| (&m.action, &m.when[..])).collect();
                Structure::new(sets, solved, &turns, labels, definition.legal.clone(), has_conditions)
            }
        }
    }

    /// The group of the moves of some rules.
    pub fn of_rules(rules: &PlayRules) -> Self {
        let has_conditions = rules.has_conditions();
        Structure::new(&rules.sets, &rules.solved, &turns(rules), &rules.labels, rules.legal.clone(), has_conditions)
    }

    fn new(
        sets: &[Set],
        solved: &Pattern,
        turns: &[GuardedAction<'_>],
        labels: &[Vec<String>],
        legal: Vec<Condition>,
        has_conditions: bool,
    ) -> Self {
        let actions: Vec<&Action> = turns.iter().map(|(action, _)| *action).collect();
        let (orbits, fixed) = SlotOrbit::all(sets, solved, &actions);
        let locals: Vec<Vec<Action>> =
            orbits.iter().map(|orbit| actions.iter().map(|action| orbit.local(action)).collect()).collect();
        let alone: Vec<orbit::freedom::OrbitGroup> =
            orbits.iter().zip(&locals).map(|(orbit, local)| orbit::freedom::alone(orbit, local)).collect();
        let mut is_free: Vec<bool> = alone.iter().map(|alone| alone.is_free).collect();
        let of_elements = Characters::of_elements(&orbits, &locals);
        let bound = orbit::freedom::bound_pairs(&locals, &is_free);
        if is_free.contains(&false) {
            // A free orbit that may depend on a tied orbit is tied, too.
            let order = orbit::tied::bound(&orbits, &is_free, &locals);
            for (orbit, is_free) in orbits.iter().zip(&mut is_free) {
                *is_free &= !orbit::freedom::may_depend(orbit, &order);
            }
        }
        for &(a, b) in &bound {
            (is_free[a], is_free[b]) = (false, false);
        }
        let of_positions = Characters::of_positions(&orbits, &locals);
        let (key, of_loops) = KeyPiece::find(sets, solved, turns, &orbits, &of_positions).unzip();
        let tied = Tied::new(&orbits, &is_free, &of_elements, &locals);
        let orders = alone.into_iter().map(|alone| alone.order).collect();
        let (sets, labels, solved) = (sets.to_vec(), labels.to_vec(), solved.clone());
        let mut structure = Structure {
            sets,
            labels,
            solved,
            orbits,
            fixed,
            locals,
            is_free,
            orders,
            bound,
            of_elements,
            of_positions,
            key,
            of_loops,
            rules: Vec::new(),
            tied,
            legal,
            has_conditions,
            positions: OnceLock::new(),
        };
        structure.rules = structure.found_rules();
        structure
    }

    fn found_rules(&self) -> Vec<InvariantRule> {
        let list = self.of_loops.as_ref().unwrap_or(&self.of_positions);
        let rules = list.relations().into_iter().map(|relation| {
            let key = self.key.as_ref().filter(|key| key.matters(&relation.terms, relation.modulus));
            let when = key.map_or_else(String::new, |key| {
                format!("with {} back in {}, ", self.piece(key.home, &self.solved), self.slot(key.home))
            });
            InvariantRule::new(&relation, &list.list, &self.orbits, when)
        });
        rules.collect()
    }

    /// The orbits of more than one position.
    pub fn orbits(&self) -> &[SlotOrbit] {
        &self.orbits
    }

    /// The slots whose pieces no move changes.
    pub fn fixed(&self) -> &[u16] {
        &self.fixed
    }

    /// The number of permutations of an orbit's slots that moves make, without regard to turns and to other orbits.
    ///
    /// # Panics
    /// If there is no such orbit.
    pub fn permutations(&self, orbit: usize) -> &Factored {
        &self.orders[orbit]
    }

    /// Whether only parities and sums of turns restrict an orbit's pieces, independently of all other orbits.
    ///
    /// # Panics
    /// If there is no such orbit.
    pub fn is_free(&self, orbit: usize) -> bool {
        self.is_free[orbit]
    }

    /// Pairs of orbits: the pieces of each orbit of a pair always determine how the pieces of the other lie.
    pub fn bound(&self) -> &[(usize, usize)] {
        &self.bound
    }

    /// The finest systems of blocks in each orbit that is not free: slots whose pieces stay together.
    pub fn blocks(&self) -> Vec<BlockSystem> {
        let mut all = Vec::new();
        for (orbit, (found, local)) in self.orbits.iter().zip(&self.locals).enumerate() {
            let from: Vec<Vec<u16>> = local.iter().map(|action| action.from().to_vec()).collect();
            if self.is_free[orbit] || from.is_empty() {
                continue;
            }
            for system in orbit::blocks::systems(found.slots.len(), &from) {
                let slot = |place: &u16| found.slots[usize::from(*place)];
                all.push(BlockSystem {
                    orbit,
                    blocks: system.iter().map(|block| block.iter().map(slot).collect()).collect(),
                });
            }
        }
        all
    }

    /// The rules that all reachable positions keep. All linear relations of the parities of orbits and the sums of
    /// their turns follow from these rules. Only the chain knows other restrictions.
    pub fn rules(&self) -> &[InvariantRule] {
        &self.rules
    }

    /// Whether moves or positions have conditions, so that moves may reach fewer positions than are counted here.
    pub fn has_conditions(&self) -> bool {
        self.has_conditions
    }

    /// The order of the group: the number of positions if all pieces were different.
    pub fn order(&self) -> CountOrBound {
        let cores = self.of_free(|_, orbit| orbit::freedom::core_order(orbit));
        match &self.tied {
            Some(tied) => CountOrBound::Exactly(cores.times(&tied.order())),
            None if !self.is_free.contains(&false) => CountOrBound::Exactly(cores.times(&self.of_elements.order())),
            None => {
                let cores = self.orbits.iter().map(orbit::freedom::core_order);
                let all = cores.fold(self.of_elements.independent(|_| true), |product, core| product.times(&core));
                CountOrBound::AtMost(fraction(&all, &self.of_elements))
            }
        }
    }

    /// The number of positions that moves reach from the solved position, without distinguishing identical pieces. If
    /// moves or positions have conditions, it is a bound: the positions of the group that keep the rules, legal or not.
    ///
    /// The number is the order of the group divided by the order of the stabiliser of identical pieces. That order is
    /// known for free orbits, and a search in the chain finds it for the others.
    pub fn positions(&self) -> &CountOrBound {
        &self.reached().count
    }

    /// Whether [`Structure::reason`] finds a reason for every position that moves do not lead to.
    pub fn decides(&self) -> bool {
        !self.has_conditions && !matches!(self.reached().membership, Membership::Unknown)
    }

    fn of_free(&self, factor: impl Fn(usize, &SlotOrbit) -> Factored) -> Factored {
        let free = self.orbits.iter().enumerate().filter(|(number, _)| self.is_free[*number]);
        free.fold(Factored::one(), |product, (number, orbit)| product.times(&factor(number, orbit)))
    }

    fn reached(&self) -> &Positions {
        self.positions.get_or_init(|| {
            let Positions { count, membership } = self.in_group();
            match count {
                CountOrBound::Exactly(most) if self.has_conditions => {
                    Positions { count: CountOrBound::AtMost(most), membership }
                }
                count => Positions { count, membership },
            }
        })
    }

    /// The positions of the group, without regard to conditions other than those on the key piece.
    fn in_group(&self) -> Positions {
        let list = &self.of_positions;
        let share = |number: usize, orbit: &SlotOrbit| {
            let independent = list.independent(|of| of == number);
            arrangements(orbit).divided_by(&independent).expect("each value occurs equally often")
        };
        let free = self.of_free(share);
        if !self.is_free.contains(&false) {
            let count = match (&self.key, &self.of_loops) {
                (Some(key), Some(loops)) => {
                    let of_loops = free.times(&loops.order()).times(&[key.reach()].into_iter().collect());
                    let slots = [self.orbits[key.orbit].slots.len()].into_iter().collect();
                    of_loops.divided_by(&slots).expect("a single piece lies in each slot equally often")
                }
                _ => free.times(&list.order()),
            };
            return Positions { count: CountOrBound::Exactly(count), membership: Membership::Rules };
        }
        let tied = || self.orbits.iter().zip(&self.is_free).filter(|(_, free)| !**free).map(|(orbit, _)| orbit);
        if let Some(chain) = Tied::new(&self.orbits, &self.is_free, list, &self.locals) {
            if tied().all(SlotOrbit::is_distinct) {
                let count = CountOrBound::Exactly(free.times(&chain.order()));
                return Positions { count, membership: Membership::Chain(chain) };
            }
            let solved: Vec<_> = self.orbits.iter().map(|orbit| orbit.solved.clone()).collect();
            let allowed = chain.leading_to(&self.orbits, &solved, &vec![0; list.list.len()]);
            let search = chain.search();
            if let Ok(index) = search.index(&allowed) {
                let count = CountOrBound::Exactly(free.times(&index));
                return Positions { count, membership: Membership::Search(chain, Box::new(search)) };
            }
        }
        let all = self.orbits.iter().map(arrangements).fold(Factored::one(), |all, of| all.times(&of));
        Positions { count: CountOrBound::AtMost(fraction(&all, list)), membership: Membership::Unknown }
    }
}

/// The action and the conditions of each turn.
fn turns(rules: &PlayRules) -> Vec<GuardedAction<'_>> {
    rules.turns.iter().map(|turn| (&turn.action, &turn.when[..])).collect()
}

/// The number of ways in which the pieces of an orbit can lie there and be turned.
fn arrangements(orbit: &SlotOrbit) -> Factored {
    let mut ways = Factored::factorial(orbit.slots.len());
    for label in &orbit.labels {
        ways = ways.divided_by(&Factored::factorial(label.count)).expect("a multinomial coefficient is a number");
        (0..label.count).for_each(|_| ways.multiply(label.turns.into()));
    }
    ways
}

/// The part of a number whose combination of characters occurs.
fn fraction(all: &Factored, list: &Characters) -> Factored {
    all.times(&list.order()).divided_by(&list.independent(|_| true)).expect("each value occurs equally often")
}

holds!(Structure {
    sets,
    labels,
    solved,
    orbits,
    fixed,
    locals,
    is_free,
    orders,
    bound,
    of_elements,
    of_positions,
    key,
    of_loops,
    rules,
    tied,
    legal,
    has_conditions,
    positions,
});
holds!(Positions { count, membership });

impl Held for CountOrBound {
    fn held(&self) -> u64 {
        let (CountOrBound::Exactly(number) | CountOrBound::AtMost(number)) = self;
        number.held()
    }
}

impl Held for Membership {
    fn held(&self) -> u64 {
        match self {
            Membership::Rules | Membership::Unknown => 0,
            Membership::Chain(tied) => tied.held(),
            Membership::Search(tied, search) => tied.held() + search.held(),
        }
    }
}

#[cfg(test)]
pub(crate) mod tests;
