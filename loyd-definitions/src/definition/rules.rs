//! The rules of play of a definition with a choice of metric, moves and sets. They contain every single move, by name.

use std::collections::{HashMap, HashSet};

use super::move_names::MoveNames;
use super::{Action, Condition, Definition, Goal, Move, Pattern, Repeats, Set};
use loyd_core::exact::exact;
use loyd_core::limits::{Held, Watch, holds, holds_nothing};
use loyd_core::text::nearest;
use loyd_core::text::quoted;

mod two_way;

/// The metric: which powers count as one move, and what a move costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Metric {
    /// Every power of a move is one move of cost 1.
    #[default]
    Half,
    /// Only a move and its inverse are moves, of cost 1.
    Quarter,
    /// Every power of a move is one move; it costs the move's weight for every turn it takes.
    Weights,
}

impl Metric {
    /// All metrics, by name.
    pub const ALL: [(&'static str, Metric); 3] =
        [("half", Metric::Half), ("quarter", Metric::Quarter), ("weights", Metric::Weights)];

    /// The names of all metrics.
    pub const NAMES: [&'static str; 3] = [Metric::ALL[0].0, Metric::ALL[1].0, Metric::ALL[2].0];

    /// The name of the metric: `half`, `quarter` or `weights`.
    pub fn name(self) -> &'static str {
        Metric::ALL.iter().find(|(_, metric)| *metric == self).map_or("half", |(name, _)| name)
    }
}

/// A choice of a definition's moves and sets, and of a metric.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleChoice {
    /// The metric; `None`: weights if a chosen move has a weight other than 1, else half turns.
    pub metric: Option<Metric>,
    /// The names of the chosen moves; `None`: all moves except rotations.
    pub moves: Option<Vec<String>>,
    /// The names of sets that are left out.
    pub omit: Vec<String>,
    /// Whether a goal is also reached if the whole puzzle is rotated.
    pub up_to_rotation: bool,
}

/// The reason why a definition and a choice give no rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoRules {
    /// The definition has no such move.
    #[error("unknown move {}{}; the moves are: {known}", quoted(name), hint(nearest.as_deref()))]
    Move {
        /// The name given.
        name: String,
        /// The nearest name.
        nearest: Option<String>,
        /// All names.
        known: String,
    },
    /// The definition has no such set.
    #[error("unknown set {}; the sets are: {known}", quoted(name))]
    Set {
        /// The name given.
        name: String,
        /// All names.
        known: String,
    },
    /// No set is left, or no move changes anything.
    #[error("{0}")]
    Empty(&'static str),
    /// A move's legality depends on a set that is left out.
    #[error("set {} cannot be left out: which moves are legal depends on it", quoted(set))]
    Needed {
        /// The set.
        set: String,
    },
    /// The order of a move is too large.
    #[error("move {}: the order is more than 1000000", quoted(name))]
    Order {
        /// The move.
        name: String,
    },
    /// There are too many moves.
    #[error(
        "expected at most 256 moves with their powers, found {found} or more; choose fewer moves, or count quarter \
         turns"
    )]
    TooMany {
        /// The number of moves that were counted, which may be less than all.
        found: usize,
    },
}

fn hint(nearest: Option<&str>) -> String {
    nearest.map_or(String::new(), |name| format!(" (did you mean `{name}`?)"))
}

/// The most goals that rotations may generate.
const MOST_ROTATED: usize = 10_000;

/// The most moves, powers included.
pub const MOST_MOVES: usize = 256;

/// A single move of the rules: a written move or a power of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The name of the move.
    pub name: String,
    /// Other moves that do the same.
    pub same: Vec<String>,
    /// The effect of the move on the slots.
    pub action: Action,
    /// The cost of the move, at least 1.
    pub cost: u32,
    /// The conditions that must hold before the move, including those that make the position after it legal.
    pub when: Vec<Condition>,
}

/// The rules of play that a definition gives with a choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayRules {
    /// The metric.
    pub metric: Metric,
    /// The sets.
    pub sets: Vec<Set>,
    /// The text on the pieces of each set, as far as the definition has labels.
    pub labels: Vec<Vec<String>>,
    /// The number of orientations in each slot.
    pub orientations: Vec<u8>,
    /// The position that the puzzle comes in.
    pub solved: Pattern,
    /// The goals, of which any will do; never empty.
    pub goals: Vec<Goal>,
    /// The moves, in the order of the definition, each followed by its powers.
    pub turns: Vec<Turn>,
    /// The places of the chosen moves among the definition's moves.
    pub moves: Vec<usize>,
    /// The moves that turn the whole puzzle.
    pub rotations: Vec<Turn>,
    /// The conditions that every position must meet.
    pub legal: Vec<Condition>,
    /// For each slot of the rules, its slot in the definition.
    pub slots: Vec<u16>,
    /// Other names of single moves, each with the place of its move: `A'` if `A` is its own inverse.
    pub aliases: Vec<(String, usize)>,
}

impl PlayRules {
    /// The rules of a definition with a choice.
    ///
    /// # Errors
    /// [`NoRules`] for an unknown move or set, a set that a condition needs, too great an order, and no or too many
    /// moves.
    pub fn new(definition: &Definition, choice: &RuleChoice) -> Result<Self, NoRules> {
        let left = Left::of(definition, &choice.omit)?;
        let moves: Vec<usize> = match &choice.moves {
            None => (0..definition.moves.len()).filter(|&place| !definition.moves[place].is_rotation).collect(),
            Some(names) => names.iter().map(|name| named(definition, name)).collect::<Result<_, _>>()?,
        };
        let chosen: Vec<&Move> = moves.iter().map(|&place| &definition.moves[place]).collect();
        let has_weights = chosen.iter().any(|m| m.weight != 1);
        let metric = choice.metric.unwrap_or(if has_weights { Metric::Weights } else { Metric::Half });
        let orientations = left.slots.iter().map(|&slot| left.orientations[usize::from(slot)]).collect::<Vec<u8>>();
        let legal = left.conditions(&definition.legal)?;
        let names = MoveNames::of(definition);
        let made = |moves: &[&Move], metric, most: usize| -> Result<MoveExpansion, NoRules> {
            let mut made = MoveExpansion { turns: Vec::new(), ways_back: HashSet::new() };
            let mut room = 2 * MOST_MOVES;
            for m in moves {
                let m = left.of_move(m)?;
                let name = |power: i32| {
                    let is_same = |place: usize, times: i32| {
                        let other = left.of_move(&definition.moves[place]);
                        other.is_ok_and(|other| are_same((&m, power), (&other, times), metric, &orientations))
                    };
                    names.word(&m.name, power, is_same)
                };
                made.add(&m, metric, &orientations, &legal, &name)?;
                // A few written moves can have many powers, so too many moves are refused before all powers are made.
                if made.turns.len() > room {
                    made.turns = merged(made.turns);
                    room = made.turns.len() + 2 * MOST_MOVES;
                    if made.turns.len() > most {
                        return Err(NoRules::TooMany { found: made.turns.len() });
                    }
                }
            }
            Ok(made)
        };
        let rotations: Vec<&Move> = definition.moves.iter().filter(|m| m.is_rotation).collect();
        let rotations = merged(made(&rotations, Metric::Half, usize::MAX)?.turns);
        let MoveExpansion { turns, ways_back } = made(&chosen, metric, MOST_MOVES)?;
        let mut turns = merged(turns);
        let mut aliases = Vec::new();
        for (place, turn) in turns.iter_mut().enumerate() {
            let is_alias = |name: &String| ways_back.contains(name);
            aliases.extend(turn.same.iter().filter(|name| is_alias(name)).map(|name| (name.clone(), place)));
            turn.same.retain(|name| !is_alias(name));
        }
        if turns.is_empty() {
            return Err(NoRules::Empty("no move changes anything"));
        }
        if turns.len() > MOST_MOVES {
            return Err(NoRules::TooMany { found: turns.len() });
        }
        let sets = left.sets.iter().map(|&set| definition.sets[set].clone()).collect();
        let labels = left.sets.iter().map(|&set| definition.labels.get(set).cloned().unwrap_or_default()).collect();
        let solved = left.pattern(&definition.solved);
        let rules = PlayRules {
            metric,
            sets,
            labels,
            orientations,
            solved,
            goals: Vec::new(),
            turns,
            moves,
            rotations,
            legal,
            slots: left.slots,
            aliases,
        };
        let default = definition.goals.first().map_or("", |goal| &goal.name);
        Ok(rules.towards(definition.goals_named(default)))
    }

    /// These rules with other goals, which are written for the definition's slots. Any of the goals will do.
    #[must_use]
    pub fn towards<'g>(self, goals: impl Iterator<Item = &'g Goal>) -> Self {
        let of = |all: &[Option<u8>]| self.slots.iter().map(|&slot| all[usize::from(slot)]).collect();
        let on_slots = |goal: &Goal| Goal {
            name: goal.name.clone(),
            pieces: of(&goal.pieces),
            orientations: of(&goal.orientations),
        };
        PlayRules { goals: goals.map(on_slots).collect(), ..self }
    }

    /// These rules with all rotated goals, too; `None` if there are no rotations, or these make more than 10,000 goals.
    #[must_use]
    pub fn up_to_rotation(mut self) -> Option<Self> {
        let sets = self.set_of_slots();
        let mut goals = self.goals.clone();
        let mut met: HashSet<Goal> = goals.iter().cloned().collect();
        let mut at = 0;
        let slots = self.slots();
        while at < goals.len() && goals.len() <= MOST_ROTATED {
            Watch::demand(|watch| watch.spend((4 * slots * self.rotations.len()) as u64));
            let all: Vec<Goal> =
                self.rotations.iter().map(|turn| goals[at].after(&turn.action, &sets, &self.sets)).collect();
            let before = goals.len();
            goals.extend(all.into_iter().filter(|goal| met.insert(goal.clone())));
            // Each goal is stored twice: in the list and in the set.
            Watch::demand(|watch| watch.grow((2 * 4 * slots * (goals.len() - before)) as u64));
            at += 1;
        }
        let is_one = !self.rotations.is_empty() && goals.len() <= MOST_ROTATED;
        self.goals = goals;
        is_one.then_some(self)
    }

    /// The number of slots.
    pub fn slots(&self) -> usize {
        self.orientations.len()
    }

    /// For each slot, the place of its set among the sets.
    pub fn set_of_slots(&self) -> Vec<usize> {
        self.sets.iter().enumerate().flat_map(|(number, set)| std::iter::repeat_n(number, set.slots)).collect()
    }

    /// Whether moves differ in cost.
    pub fn has_costs(&self) -> bool {
        self.turns.iter().any(|turn| turn.cost != 1)
    }
}

/// The place of the move that has this name.
fn named(definition: &Definition, name: &str) -> Result<usize, NoRules> {
    definition.moves.iter().position(|m| m.name == name).ok_or_else(|| {
        let names = || definition.moves.iter().map(|m| m.name.as_str());
        let nearest = nearest(name, names()).map(str::to_string);
        NoRules::Move { name: name.into(), nearest, known: names().collect::<Vec<_>>().join(" ") }
    })
}

/// The sets and slots that the choice does not leave out.
struct Left {
    sets: Vec<usize>,
    /// The slots that stay, as their numbers in the definition.
    slots: Vec<u16>,
    /// The new number of each slot of the definition; `None` for a slot that is left out.
    number: Vec<Option<u16>>,
    /// For each slot of the definition, the name of its set.
    names: Vec<String>,
    orientations: Vec<u8>,
}

impl Left {
    fn of(definition: &Definition, omit: &[String]) -> Result<Self, NoRules> {
        let known = || definition.sets.iter().map(|set| set.name.clone()).collect::<Vec<_>>();
        if let Some(name) = omit.iter().find(|name| !known().contains(name)) {
            return Err(NoRules::Set { name: name.clone(), known: known().join(" ") });
        }
        let stays = |&set: &usize| !omit.contains(&definition.sets[set].name);
        let sets: Vec<usize> = (0..definition.sets.len()).filter(stays).collect();
        if sets.is_empty() {
            return Err(NoRules::Empty("no set is left"));
        }
        let slots: Vec<u16> = sets.iter().flat_map(|&set| definition.slots_of(set)).map(exact::<u16>).collect();
        let mut number = vec![None; definition.slots()];
        slots.iter().zip(0..).for_each(|(&slot, new)| number[usize::from(slot)] = Some(new));
        let names = definition.sets.iter().flat_map(|set| std::iter::repeat_n(set.name.clone(), set.slots));
        Ok(Left { sets, slots, number, names: names.collect(), orientations: definition.orientations() })
    }

    fn action(&self, action: &Action) -> Action {
        let at = |slot: &u16| usize::from(*slot);
        let source = |slot| self.number[usize::from(action.from()[at(slot)])].expect("a set is closed under moves");
        let from: Vec<u16> = self.slots.iter().map(source).collect();
        let twist: Vec<u8> = self.slots.iter().map(|slot| action.twist()[at(slot)]).collect();
        let orientations: Vec<u8> = self.slots.iter().map(|slot| self.orientations[at(slot)]).collect();
        Action::new(&from, &twist, &orientations).expect("a part of an action")
    }

    fn conditions(&self, conditions: &[Condition]) -> Result<Vec<Condition>, NoRules> {
        let left = |condition: &Condition| {
            let slot = usize::from(condition.slot);
            let number = self.number[slot].ok_or_else(|| NoRules::Needed { set: self.names[slot].clone() })?;
            Ok(Condition { slot: number, ..condition.clone() })
        };
        conditions.iter().map(left).collect()
    }

    fn of_move(&self, m: &Move) -> Result<Move, NoRules> {
        Ok(Move { action: self.action(&m.action), when: self.conditions(&m.when)?, ..m.clone() })
    }

    fn pattern(&self, pattern: &Pattern) -> Pattern {
        let of = |all: &[u8]| self.slots.iter().map(|&slot| all[usize::from(slot)]).collect();
        Pattern { pieces: of(&pattern.pieces), orientations: of(&pattern.orientations) }
    }
}

/// The conditions that must hold before an action so that `conditions` hold after it.
fn before(conditions: &[Condition], action: &Action) -> Vec<Condition> {
    let of =
        |condition: &Condition| Condition { slot: action.from()[usize::from(condition.slot)], ..condition.clone() };
    conditions.iter().map(of).collect()
}

/// The conditions of a power of a move: the move's own conditions must allow each of its turns.
pub(crate) fn when(m: &Move, power: i32, orientations: &[u8]) -> Vec<Condition> {
    if m.when.is_empty() {
        return Vec::new();
    }
    let one = m.action.signed_power(power.signum(), orientations);
    // An inverse needs the conditions of its move after it, because the move needs them before it.
    let first = if power < 0 { before(&m.when, &one) } else { m.when.clone() };
    let turns = (0..power.unsigned_abs()).map(|step| before(&first, &one.power(step, orientations)));
    in_order(turns.flatten().collect())
}

/// Returns the conditions in order, each once.
fn in_order(mut conditions: Vec<Condition>) -> Vec<Condition> {
    conditions.sort_by(|a, b| (a.slot, a.must, &a.pieces).cmp(&(b.slot, b.must, &b.pieces)));
    conditions.dedup();
    conditions
}

/// Whether a power of a move does the same as another move, or its inverse, at the same cost under the same conditions.
pub(crate) fn are_same(
    (m, power): (&Move, i32),
    (other, times): (&Move, i32),
    metric: Metric,
    orientations: &[u8],
) -> bool {
    let is_turn = times == 1 || times == -1 && other.repeats != Repeats::None;
    let cost = || m.weight.saturating_mul(power.unsigned_abs());
    is_turn
        && m.is_rotation == other.is_rotation
        && (metric != Metric::Weights || cost() == other.weight)
        && m.action.signed_power(power, orientations) == other.action.signed_power(times, orientations)
        && when(m, power, orientations) == when(other, times, orientations)
}

/// Single moves: written moves and the powers that follow from them.
struct MoveExpansion {
    turns: Vec<Turn>,
    /// The names of half-order powers that are written backwards, each with the action of the forward power.
    ways_back: HashSet<String>,
}

impl MoveExpansion {
    /// Adds a move and the powers that follow from it.
    fn add(
        &mut self,
        m: &Move,
        metric: Metric,
        orientations: &[u8],
        legal: &[Condition],
        name: &dyn Fn(i32) -> String,
    ) -> Result<(), NoRules> {
        let order = m.action.order(orientations).ok_or_else(|| NoRules::Order { name: m.name.clone() })?;
        if order == 1 {
            return Ok(());
        }
        let last = order - 1;
        let times: Vec<u32> = match (m.repeats, metric) {
            (Repeats::None, _) => vec![1],
            (Repeats::Powers, Metric::Half | Metric::Weights) if (order as usize) <= MOST_MOVES => (1..order).collect(),
            (Repeats::Powers, Metric::Half | Metric::Weights) => {
                return Err(NoRules::TooMany { found: order as usize - 1 });
            }
            _ if last == 1 => vec![1],
            _ => vec![1, last],
        };
        let (mut action, mut made) = (m.action.clone(), 1);
        for times in times {
            // The power `order - 1` is the inverse. A backward power has the action of its forward power: `U'` of `U3`.
            if made != times {
                let is_next = made + 1 == times;
                action = if is_next { action.then(&m.action, orientations) } else { m.action.inverse(orientations) };
                made = times;
            }
            // A power turns in the shorter direction. If both are equally long, conditions may allow only one of them.
            let has_inverse = m.repeats != Repeats::None;
            let is_back = has_inverse && times > order - times;
            let power = if is_back { times as i32 - order as i32 } else { times as i32 };
            let is_half = has_inverse && times == order - times && !m.when.is_empty();
            for power in [Some(power), is_half.then_some(-power)].into_iter().flatten() {
                let action = action.clone();
                let mut when = when(m, power, orientations);
                when.extend(before(legal, &action));
                let name = name(power);
                if power < 0 && is_half {
                    self.ways_back.insert(name.clone());
                }
                let bytes = action.held() + when.held() + name.held();
                Watch::demand(|watch| watch.grow(bytes));
                let cost = if metric == Metric::Weights { m.weight.saturating_mul(power.unsigned_abs()) } else { 1 };
                self.turns.push(Turn { name, same: Vec::new(), action, cost, when: in_order(when) });
            }
        }
        Ok(())
    }
}

/// Merges moves that do the same under the same conditions into one: the first of the cheapest.
fn merged(turns: Vec<Turn>) -> Vec<Turn> {
    let mut known: HashMap<(Action, Vec<Condition>), usize> = HashMap::new();
    let mut merged: Vec<Turn> = Vec::new();
    for turn in turns {
        let place = *known.entry((turn.action.clone(), turn.when.clone())).or_insert(merged.len());
        match merged.get_mut(place) {
            None => merged.push(turn),
            Some(kept) if turn.cost < kept.cost => {
                let Turn { name, same, .. } = std::mem::replace(kept, turn);
                kept.same.extend(same.into_iter().chain([name]));
            }
            Some(kept) if turn.name != kept.name => kept.same.push(turn.name),
            Some(_) => (),
        }
    }
    merged
}

holds_nothing!(Metric);
holds!(Turn { name, same, action, cost, when });
holds!(PlayRules { metric, sets, labels, orientations, solved, goals, turns, moves, rotations, legal, slots, aliases });

#[cfg(test)]
mod tests;
