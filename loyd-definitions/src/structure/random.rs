//! Positions drawn uniformly.

use super::characters::{Character, is_odd};
use super::orbit::SlotOrbit;
use super::{CountOrBound, Structure};
use crate::definition::{Action, Pattern};
use loyd_core::exact::exact;

/// The most draws until one meets the conditions of positions.
const MOST_DRAWS: u32 = 100_000;

/// The reason why no position is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoRandom {
    /// The group has too many points that depend on each other.
    #[error("no uniform position: the slots that depend on each other have more than 256 facelets")]
    TooLarge,
    /// No drawn position was legal.
    #[error("no uniform position: all {0} drawn positions are illegal")]
    Rejected(u32),
}

impl Structure {
    /// A position drawn uniformly from those that the group leads to from the solved one; `below(n)` gives a uniform
    /// number below `n`.
    ///
    /// An element that is drawn uniformly takes the solved position to the result, so identical pieces make no position
    /// more likely. A position that is not legal, or breaks a rule, is drawn again, so all others are equally likely.
    /// If moves have conditions, nothing more is known about the position.
    ///
    /// # Errors
    /// [`NoRandom`] if the group has too many points, or no drawn position is legal.
    pub fn random(&self, below: &mut dyn FnMut(u64) -> u64) -> Result<Pattern, NoRandom> {
        if matches!(self.order(), CountOrBound::AtMost(_)) {
            return Err(NoRandom::TooLarge);
        }
        for _ in 0..MOST_DRAWS {
            let pattern = self.draw(below);
            let allows = |slot: u16| pattern.pieces[usize::from(slot)];
            let is_legal = self.legal.iter().all(|condition| condition.allows(allows(condition.slot)));
            if is_legal && (self.key.is_none() || self.keeps_rules(&pattern)) {
                return Ok(pattern);
            }
        }
        Err(NoRandom::Rejected(MOST_DRAWS))
    }

    fn draw(&self, below: &mut dyn FnMut(u64) -> u64) -> Pattern {
        let mut actions: Vec<Option<Action>> = vec![None; self.orbits.len()];
        let mut values = match &self.tied {
            None => self.of_elements.random(below),
            Some(tied) => {
                let drawn = tied.random(&self.orbits, below);
                drawn.actions.into_iter().for_each(|(orbit, action)| actions[orbit] = Some(action));
                let mut values = vec![0; self.of_elements.list.len()];
                drawn.values.into_iter().for_each(|(place, value)| values[place] = value);
                values
            }
        };
        let mut wanted = vec![(false, 0); self.orbits.len()];
        for (&(character, _), value) in self.of_elements.list.iter().zip(values.drain(..)) {
            match character {
                Character::Parity(orbit) => wanted[orbit].0 = value == 1,
                Character::Turns(orbit) => wanted[orbit].1 = value,
            }
        }
        let mut pattern = self.solved.clone();
        for ((orbit, action), (odd, turns)) in self.orbits.iter().zip(actions).zip(wanted) {
            let action = action.unwrap_or_else(|| free(orbit, odd, turns, below));
            orbit.lay(&orbit.after(&orbit.solved, &action), &mut pattern);
        }
        pattern
    }
}

/// An action on a free orbit, drawn uniformly from those with that parity and that sum of turns.
fn free(orbit: &SlotOrbit, odd: bool, turns: u16, below: &mut dyn FnMut(u64) -> u64) -> Action {
    let of = orbit.of();
    let slots = of.len();
    let mut from: Vec<u16> = (0..exact::<u16>(slots)).collect();
    (1..slots).for_each(|place| from.swap(place, exact::<usize>(below(place as u64 + 1))));
    let mut twist: Vec<u8> = match orbit.turns {
        1 => vec![0; slots],
        turns => (1..slots).map(|_| exact::<u8>(below(turns.into()))).chain([0]).collect(),
    };
    let sum = twist.iter().map(|&twist| u16::from(twist)).sum::<u16>() % u16::from(orbit.turns);
    twist[slots - 1] = exact::<u8>((turns + u16::from(orbit.turns) - sum) % u16::from(orbit.turns));
    let action = Action::new(&from, &twist, &of).expect("a shuffle");
    if slots < 2 || is_odd(&action) == odd {
        return action;
    }
    // Exchanging what two slots get maps the permutations of one parity to the permutations of the other, one to one.
    from.swap(0, 1);
    Action::new(&from, &twist, &of).expect("a shuffle")
}
