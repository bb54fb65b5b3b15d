//! All powers of the moves, each as the fewest moves that make it, so that a group can be described by powers of moves
//! in every metric.

use rustc_hash::FxHashMap;

use crate::definition::{Action, PlayRules, Turn};
use loyd_core::exact::exact;

/// The greatest order of a move whose powers are listed.
const MOST_ORDER: u32 = 24;

/// Every power of every move.
#[derive(Clone, Debug)]
pub struct Powers {
    /// The rules with the powers as moves. The cost of a power is the number of moves that make it.
    pub rules: PlayRules,
    /// By power: the moves that make it.
    pub words: Vec<Vec<u8>>,
    /// By power: the number of its move.
    pub base: Vec<usize>,
    /// By move: its order, which is how often it must be made before nothing is changed.
    pub orders: Vec<u32>,
    /// By power: its exponent.
    pub exponents: Vec<u32>,
}

/// A move, and its powers that are moves, too.
struct Base {
    action: Action,
    order: u32,
    /// The exponents of these moves, and their numbers.
    made: Vec<(u32, u8)>,
}

impl Base {
    /// The moves that are not powers of earlier moves; `None` if an order is too great.
    fn all(rules: &PlayRules) -> Option<Vec<Base>> {
        let mut bases: Vec<Base> = Vec::new();
        // Every power of the bases so far: the number of its base, and its exponent.
        let mut known: FxHashMap<Action, (usize, u32)> = FxHashMap::default();
        for (turn, number) in rules.turns.iter().zip(0..=u8::MAX) {
            if let Some(&(base, exponent)) = known.get(&turn.action) {
                bases[base].made.push((exponent, number));
                continue;
            }
            let order = turn.action.order(&rules.orientations).filter(|&order| order <= MOST_ORDER)?;
            let mut power = turn.action.clone();
            for exponent in 1..order {
                let next = power.then(&turn.action, &rules.orientations);
                known.entry(std::mem::replace(&mut power, next)).or_insert((bases.len(), exponent));
            }
            bases.push(Base { action: turn.action.clone(), order, made: vec![(1, number)] });
        }
        Some(bases)
    }
}

impl Powers {
    /// The powers of the moves of these rules; `None` if an order is too great, or there are more than 256 powers.
    pub fn new(rules: &PlayRules) -> Option<Self> {
        let bases = Base::all(rules)?;
        let mut powers = Powers {
            rules: PlayRules { turns: Vec::new(), ..rules.clone() },
            words: Vec::new(),
            base: Vec::new(),
            orders: bases.iter().map(|base| base.order).collect(),
            exponents: Vec::new(),
        };
        for (number, Base { action, order, made }) in bases.iter().enumerate() {
            for (exponent, word) in (1..).zip(words(*order, made)) {
                let action = action.power(exponent, &rules.orientations);
                let (cost, first) = (exact(word.len()), &rules.turns[usize::from(word[0])]);
                powers.rules.turns.push(Turn { action, cost, ..first.clone() });
                powers.words.push(word);
                powers.base.push(number);
                powers.exponents.push(exponent);
            }
        }
        (powers.words.len() <= 256).then_some(powers)
    }

    /// Whether power `next` need not be tried after power `last`: both are powers of one move, or the two commute and
    /// are tried in the other order.
    pub fn need_not_follow(&self, last: usize, next: usize) -> bool {
        let (first, second) = (&self.rules.turns[last].action, &self.rules.turns[next].action);
        let commute = || first.then(second, &self.rules.orientations) == second.then(first, &self.rules.orientations);
        self.base[last] == self.base[next] || self.base[next] < self.base[last] && commute()
    }
}

/// The shortest words for the exponents from 1 on, made of moves with the exponents in `made`.
fn words(order: u32, made: &[(u32, u8)]) -> Vec<Vec<u8>> {
    let mut words: Vec<Option<Vec<u8>>> = vec![None; order as usize];
    words[0] = Some(Vec::new());
    let (mut met, mut at) = (vec![0], 0);
    while at < met.len() {
        for &(exponent, m) in made {
            let after = (met[at] + exponent) % order;
            if words[after as usize].is_none() {
                let mut word = words[met[at] as usize].clone().unwrap_or_default();
                word.push(m);
                words[after as usize] = Some(word);
                met.push(after);
            }
        }
        at += 1;
    }
    // The first exponent is 1, so all exponents are met.
    words.into_iter().skip(1).flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bundled;
    use crate::definition::{Metric, RuleChoice};

    #[test]
    fn words_are_shortest() {
        let lengths = |order, made: &[(u32, u8)]| words(order, made).iter().map(Vec::len).collect::<Vec<_>>();
        assert_eq!(lengths(6, &[(1, 0), (5, 1)]), [1, 2, 3, 2, 1]);
        assert_eq!(lengths(5, &[(1, 0)]), [1, 2, 3, 4]);
        assert_eq!(lengths(4, &[(1, 0), (2, 1), (3, 2)]), [1, 1, 1]);
    }

    /// The moves of a word do the same as the power, in each metric.
    #[test]
    fn words_make_their_powers() {
        for metric in [Metric::Half, Metric::Quarter] {
            let definition = bundled::open("3x3x3", "").unwrap().unwrap();
            let rules =
                PlayRules::new(&definition, &RuleChoice { metric: Some(metric), ..RuleChoice::default() }).unwrap();
            let powers = Powers::new(&rules).unwrap();
            assert_eq!((powers.words.len(), &*powers.orders), (18, &[4; 6][..]));
            for (turn, word) in powers.rules.turns.iter().zip(&powers.words) {
                let then = |made: Action, &m: &u8| made.then(&rules.turns[usize::from(m)].action, &rules.orientations);
                assert_eq!(word.iter().fold(Action::identity(rules.slots()), then), turn.action);
                assert_eq!(word.len() as u32, turn.cost);
            }
        }
    }
}
