//! Finds what is odd in a definition: parts that may not be what its author means.

use std::fmt;

use crate::definition::{Condition, Definition, Goal, NoRules, Pattern, PlayRules, RuleChoice, label_of};
use crate::structure::{ReasonScope, Structure, times};
use loyd_core::puzzle::Unsolvable;
use loyd_core::text::quoted;

/// A finding about something odd in a definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The definition gives no puzzle as it stands.
    NoRules(NoRules),
    /// No move changes these slots of a set.
    Untouched {
        /// The set.
        set: String,
        /// The slots, which count from 1.
        slots: Vec<usize>,
    },
    /// A move changes nothing that can be seen.
    ChangesNothing {
        /// The move.
        name: String,
    },
    /// A move can never be made, because no position meets its conditions.
    Never {
        /// The move.
        name: String,
    },
    /// Several moves do the same.
    Same {
        /// The move that is made.
        name: String,
        /// The other moves.
        others: Vec<String>,
    },
    /// No moves lead from the position that the puzzle comes in to a goal.
    OutOfReach {
        /// The goal's place among the goals, from 1.
        goal: usize,
        /// The name of the goal.
        name: String,
        /// The reason.
        why: Unsolvable,
    },
    /// A goal is a position that is not legal.
    IllegalGoal {
        /// The goal's place among the goals, from 1.
        goal: usize,
        /// The name of the goal.
        name: String,
    },
    /// A condition for legal positions always holds, so it is not needed.
    NeedlessCondition {
        /// The set.
        set: String,
        /// The slot, from 1.
        slot: usize,
    },
    /// All positions that moves reach share a rule: a parity, or a sum of orientations.
    Bound {
        /// The text of the rule.
        rule: String,
    },
    /// Two orbits of slots are tied: the places of the pieces in one determine the places of the pieces in the other.
    Tied {
        /// The name of the one orbit.
        one: String,
        /// The name of the other orbit.
        other: String,
    },
}

impl Finding {
    /// Whether the finding is a fact about the puzzle, and not a mistake by itself.
    pub fn is_note(&self) -> bool {
        matches!(self, Finding::Bound { .. } | Finding::Tied { .. } | Finding::Same { .. })
    }

    /// The kind of the finding, as one word for programs.
    pub fn kind(&self) -> &'static str {
        match self {
            Finding::NoRules(_) => "rules",
            Finding::Untouched { .. } => "untouched",
            Finding::ChangesNothing { .. } => "nothing",
            Finding::Never { .. } => "never",
            Finding::Same { .. } => "same",
            Finding::OutOfReach { .. } => "reach",
            Finding::IllegalGoal { .. } => "illegal",
            Finding::NeedlessCondition { .. } => "needless",
            Finding::Bound { .. } => "bound",
            Finding::Tied { .. } => "tied",
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let goal = |number: &usize, name: &str| match name {
            "" => format!("goal {number}"),
            name => format!("goal {}", quoted(name)),
        };
        match self {
            Finding::NoRules(why) => write!(f, "{why}"),
            Finding::Untouched { set, slots } => {
                let numbers: Vec<String> = slots.iter().map(usize::to_string).collect();
                let slots = if slots.len() == 1 { "slot" } else { "slots" };
                write!(f, "no move changes {slots} {} of set {}", numbers.join(", "), quoted(set))
            }
            Finding::ChangesNothing { name } => write!(f, "move {} has no visible effect", quoted(name)),
            Finding::Never { name } => write!(f, "move {} can never be made", quoted(name)),
            Finding::Same { name, others } => {
                let others: Vec<String> = others.iter().map(|other| quoted(other)).collect();
                write!(f, "move {} has the same effect as {}", quoted(name), others.join(", "))
            }
            Finding::OutOfReach { goal: number, name, why } => {
                write!(f, "{} is unreachable: {why}", goal(number, name))
            }
            Finding::IllegalGoal { goal: number, name } => write!(f, "{} is not legal", goal(number, name)),
            Finding::NeedlessCondition { set, slot } => {
                write!(f, "the condition on slot {slot} of set {} always holds", quoted(set))
            }
            Finding::Bound { rule } => write!(f, "{rule}"),
            Finding::Tied { one, other } => write!(f, "the placement of {one} determines the placement of {other}"),
        }
    }
}

/// Returns what is odd in a definition: mistakes first, then facts.
///
/// ```
/// use loyd_definitions::lint::lint;
/// use loyd_definitions::formats::read;
/// let text = "Set S 4 1\nSolved\nEnd\nMove A\nS\n2 1 3 4\nEnd\nMove B\nS\n2 1 3 4\nEnd";
/// let found: Vec<String> = lint(&read(text).unwrap()).iter().map(|finding| finding.to_string()).collect();
/// assert_eq!(found, ["no move changes slots 3, 4 of set `S`", "move `A` has the same effect as `B`"]);
/// ```
pub fn lint(definition: &Definition) -> Vec<Finding> {
    let structure = Structure::of(definition);
    let mut findings = untouched(definition, &structure);
    for made in &definition.moves {
        let name = made.name.clone();
        if is_invisible(made, definition) {
            findings.push(Finding::ChangesNothing { name });
        } else if made.when.iter().any(|condition| !can_hold(condition, definition)) || contradicts(&made.when) {
            findings.push(Finding::Never { name });
        }
    }
    for (goal, number) in definition.goals.iter().zip(1..) {
        let name = goal.name.clone();
        if !is_legal(goal, definition) {
            findings.push(Finding::IllegalGoal { goal: number, name });
        } else if let Some(why) = out_of_reach(goal, definition, &structure) {
            findings.push(Finding::OutOfReach { goal: number, name, why });
        }
    }
    for condition in &definition.legal {
        if always_holds(condition, definition) {
            let (set, slot) = place(definition, condition.slot);
            findings.push(Finding::NeedlessCondition { set, slot });
        }
    }
    match PlayRules::new(definition, &RuleChoice::default()) {
        Err(why) => findings.push(Finding::NoRules(why)),
        Ok(rules) => {
            let same = rules.turns.into_iter().filter(|turn| !turn.same.is_empty());
            findings.extend(same.map(|turn| Finding::Same { name: turn.name, others: turn.same }));
        }
    }
    findings.extend(structure.rules().iter().map(|rule| Finding::Bound { rule: rule.text().to_owned() }));
    let name = |orbit: usize| structure.orbits()[orbit].name().to_owned();
    findings.extend(structure.bound().iter().map(|&(a, b)| Finding::Tied { one: name(a), other: name(b) }));
    findings
}

/// The name of a slot's set, and the slot's number in the set, from 1.
fn place(definition: &Definition, slot: u16) -> (String, usize) {
    let set = definition.set_of_slots()[usize::from(slot)];
    (definition.sets[set].name.clone(), usize::from(slot) - definition.slots_of(set).start + 1)
}

fn untouched(definition: &Definition, structure: &Structure) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (place, set) in definition.sets.iter().enumerate() {
        let range = definition.slots_of(place);
        let fixed = structure.fixed().iter().map(|&slot| usize::from(slot)).filter(|slot| range.contains(slot));
        let slots: Vec<usize> = fixed.map(|slot| slot - range.start + 1).collect();
        if !slots.is_empty() {
            findings.push(Finding::Untouched { set: set.name.clone(), slots });
        }
    }
    findings
}

/// The pieces of a slot's set.
fn pieces(definition: &Definition, slot: u16) -> &[u8] {
    let set = definition.set_of_slots()[usize::from(slot)];
    &definition.solved.pieces[definition.slots_of(set)]
}

/// Whether a move only turns pieces in place, by amounts that their orientations do not show.
fn is_invisible(made: &crate::definition::Move, definition: &Definition) -> bool {
    let mut changes = (0u16..).zip(made.action.from().iter().zip(made.action.twist()));
    changes.all(|(slot, (&from, &twist))| {
        let set = || &definition.sets[definition.set_of_slots()[usize::from(slot)]];
        from == slot && (twist == 0 || pieces(definition, slot).iter().all(|&piece| twist % set().modulus(piece) == 0))
    })
}

/// Whether some piece of a slot's set meets a condition.
fn can_hold(condition: &Condition, definition: &Definition) -> bool {
    pieces(definition, condition.slot).iter().any(|&piece| condition.allows(piece))
}

fn always_holds(condition: &Condition, definition: &Definition) -> bool {
    pieces(definition, condition.slot).iter().all(|&piece| condition.allows(piece))
}

/// Whether the conditions of some slot contradict each other: no piece that one of them requires meets them all.
fn contradicts(conditions: &[Condition]) -> bool {
    conditions.iter().any(|condition| {
        let of_slot = || conditions.iter().filter(|other| other.slot == condition.slot);
        condition.must && !condition.pieces.iter().any(|&piece| of_slot().all(|other| other.allows(piece)))
    })
}

/// Whether the pieces that a goal wants meet the conditions for legal positions.
fn is_legal(goal: &Goal, definition: &Definition) -> bool {
    let wanted = |condition: &Condition| goal.pieces[usize::from(condition.slot)];
    definition.legal.iter().all(|condition| wanted(condition).is_none_or(|piece| condition.allows(piece)))
}

/// Why a goal is unreachable, as far as the group shows. A goal with open parts is checked only by slots and orbits.
fn out_of_reach(goal: &Goal, definition: &Definition, structure: &Structure) -> Option<Unsolvable> {
    if let Some(pattern) = pattern(goal, definition) {
        return structure.reason(&pattern).map(|why| structure.sentence(&why, &pattern, ReasonScope::Solved));
    }
    for &slot in structure.fixed() {
        let place = usize::from(slot);
        let there = definition.solved.pieces[place];
        if goal.pieces[place].is_some_and(|wanted| wanted != there) {
            let piece = structure.piece(slot, &definition.solved);
            return Some(Unsolvable::Trapped(format!("no move takes {piece} out of {}", structure.slot(slot))));
        }
    }
    structure.orbits().iter().find_map(|orbit| {
        let slots = || orbit.slots().iter().map(|&slot| usize::from(slot));
        slots().find_map(|slot| {
            let piece = goal.pieces[slot]?;
            let wanted = slots().filter(|&slot| goal.pieces[slot] == Some(piece)).count();
            let found = slots().filter(|&slot| definition.solved.pieces[slot] == piece).count();
            let label = label_of(&definition.labels, orbit.set(), piece);
            let slots = structure.arrangement(orbit.slots());
            let (found, wanted) = (found < wanted).then(|| (times(found), times(wanted)))?;
            let why = format!("after any moves, {slots} contain piece {label} {found}, and in the goal {wanted}");
            Some(Unsolvable::Trapped(why))
        })
    })
}

/// The only position that reaches the goal; `None` if the goal leaves anything open.
fn pattern(goal: &Goal, definition: &Definition) -> Option<Pattern> {
    let pieces: Box<[u8]> = goal.pieces.iter().copied().collect::<Option<_>>()?;
    let sets = definition.set_of_slots();
    let orientation = |slot: usize| {
        let modulus = definition.sets[sets[slot]].modulus(pieces[slot]);
        goal.orientations[slot].map(|turned| turned % modulus).or((modulus == 1).then_some(0))
    };
    let orientations = (0..pieces.len()).map(orientation).collect::<Option<_>>()?;
    Some(Pattern { pieces, orientations })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::read;

    fn found(text: &str) -> Vec<String> {
        lint(&read(text).unwrap()).iter().map(Finding::to_string).collect()
    }

    #[test]
    fn what_is_odd_is_found() {
        let text = r#"
            legal = "e != z"
            [sets]
            RING = { slots = "a b c d e", orientations = 2 }
            LAMP = "u v"
            [solved]
            RING = "a b c+? d z"
            LAMP = "on off"
            [goals]
            solved = { RING = "a b c d z", LAMP = "on off" }
            [moves]
            A = "(a b)"
        "#;
        assert!(read(text).is_err(), "a position that is solved must be legal");
        let found = found(&text.replace("e != z", "e != a, u = on|off").replace(
            "A = \"(a b)\"",
            "R = \"(a b c)\"\nL = \"(c b a)\"\nQ = { cycles = \"(u v)\", when = \"a = a, a = b\" }\nN = \"(c+1)(a+1)\"",
        ));
        let expected = [
            "no move changes slots 4, 5 of set `RING`",
            "move `Q` can never be made",
            "the condition on slot 1 of set `LAMP` always holds",
            "move `R` has the same effect as `L'`",
            "move `R'` has the same effect as `L`",
        ];
        assert_eq!(found[..5], expected, "{found:?}");
    }

    #[test]
    fn goals_out_of_reach_are_found() {
        let head = "[sets]\nS = \"1 2 3 4\"\n[goals]\nG = { S = \"GOAL\" }\n[moves]\nA = \"(1 2 3)\"";
        let goal = |goal: &str| {
            let findings = lint(&read(&head.replace("GOAL", goal)).unwrap());
            let found = findings.into_iter().find(|finding| matches!(finding, Finding::OutOfReach { .. }));
            found.map(|finding| finding.to_string())
        };
        assert_eq!(goal("2 3 1 4"), None);
        assert_eq!(goal("? ? 2 ?"), None);
        assert!(goal("2 1 3 4").unwrap().starts_with("goal `G` is unreachable: parity: "));
        assert_eq!(
            goal("? ? ? 1").unwrap(),
            "goal `G` is unreachable: trapped piece: no move takes piece 4 out of slot 4 of S"
        );
        let out = "goal `G` is unreachable: trapped piece: after any moves, slots 1-3 of S contain piece 4 never, \
                   and in the goal once";
        assert_eq!(goal("4 ? ? ?").unwrap(), out);
    }

    #[test]
    fn bound_sets_are_noted() {
        let text = "Set A 5 1\nSet B 5 1\nSolved\nEnd\nMove R\nA\n2 1 3 4 5\nB\n1 3 2 4 5\nEnd
            Move U\nA\n2 3 4 5 1\nB\n2 3 4 5 1\nEnd\nMove I\nEnd";
        let findings = lint(&read(text).unwrap());
        assert!(findings.contains(&Finding::ChangesNothing { name: "I".into() }));
        assert!(findings.iter().any(|finding| finding.kind() == "tied" && finding.is_note()), "{findings:?}");
    }
}
