//! Writes a definition as PSVN: a rule for every single move, powers included.
//!
//! A slot is one variable, or several. If its pieces are turned, a slot has a variable for each side, whose value is
//! the side of the piece that lies there. A move permutes the sides.

mod domains;

use std::fmt::Write;

use super::{Unwritable, What};
use crate::definition::{
    Condition, Definition, Goal, MOST_MOVES, MOST_OF_SET, MOST_SLOTS, NoRules, PlayRules, RuleChoice, Turn,
};
use domains::SlotDomain;

pub(super) fn write(definition: &Definition) -> Result<String, Unwritable> {
    let mut rules = PlayRules::new(definition, &RuleChoice::default()).map_err(|why| match why {
        NoRules::TooMany { .. } => refused(What::Definition, "with all powers it has more than 256 moves"),
        NoRules::Order { name } => refused(What::Move(name), "the order is more than 1000000"),
        _ => refused(What::Definition, "no move changes anything"),
    })?;
    if definition.goals.len() > rules.goals.len() {
        return Err(refused(What::Goals, "the format has no names of goals, and accepts any goal"));
    }
    only_legal_goals(&mut rules)?;
    // Without these conditions, a rule would lead from a position that is not legal to a legal one.
    rules.turns.iter_mut().for_each(|turn| turn.when.extend(rules.legal.iter().cloned()));
    let domains = domains::of(definition, &rules)?;
    let writer = Writer::new(&rules, domains)?;
    let mut text = String::new();
    comment(&mut text, &definition.name);
    let rotations: Vec<&str> = definition.moves.iter().filter(|m| m.is_rotation).map(|m| m.name.as_str()).collect();
    if !rotations.is_empty() {
        comment(&mut text, &format!("Without {}: a rule would be a move of solutions.", rotations.join(", ")));
    }
    writer.head(&mut text);
    let before = text.len();
    let mut count = 0;
    for turn in &rules.turns {
        count += writer.rules_of(turn, &mut text)?;
        if count > MOST_MOVES {
            return Err(refused(What::Definition, "its conditions make more than 16384 rules"));
        }
    }
    if text.len() == before {
        return Err(refused(What::Definition, "no move changes anything"));
    }
    writer.goals(&mut text)?;
    Ok(text)
}

fn refused(what: What, why: &'static str) -> Unwritable {
    Unwritable { what, form: "PSVN", why }
}

/// Whether a word can stand for a value, a domain or a label.
fn is_word(word: &str) -> bool {
    let is_syntax = ["-", "=>", "GOAL", "DOMAIN"].contains(&word) || word.starts_with('#');
    !word.is_empty() && !is_syntax && !word.contains(char::is_whitespace)
}

/// Adds a comment for people, unless it would be empty.
fn comment(text: &mut String, words: &str) {
    let words: Vec<&str> = words.split_whitespace().collect();
    if !words.is_empty() {
        line(text, std::iter::once("#").chain(words));
    }
}

/// Adds a line of words.
fn line<T: AsRef<str>>(text: &mut String, words: impl IntoIterator<Item = T>) {
    for (place, word) in words.into_iter().enumerate() {
        text.push_str(if place > 0 { " " } else { "" });
        text.push_str(word.as_ref());
    }
    text.push('\n');
}

/// Removes goals that are not legal. Refuses a goal that leaves open whether it is legal: PSVN cannot express it.
fn only_legal_goals(rules: &mut PlayRules) -> Result<(), Unwritable> {
    let sets = rules.set_of_slots();
    let is_legal = |goal: &Goal| {
        let said = |condition: &Condition| goal.pieces[usize::from(condition.slot)].is_none_or(|p| condition.allows(p));
        rules.legal.iter().all(said)
    };
    let goals: Vec<Goal> = rules.goals.iter().filter(|goal| is_legal(goal)).cloned().collect();
    let bounds = |condition: &&Condition| {
        let set = sets[usize::from(condition.slot)];
        let mut pieces = rules.solved.pieces.iter().zip(&sets).filter(|(_, of)| **of == set);
        pieces.any(|(&piece, _)| !condition.allows(piece))
    };
    let mut bound = rules.legal.iter().filter(bounds);
    if bound.any(|condition| goals.iter().any(|goal| goal.pieces[usize::from(condition.slot)].is_none())) {
        return Err(refused(What::Goals, "a goal leaves open a slot where some pieces are illegal"));
    }
    if goals.is_empty() {
        return Err(refused(What::Goals, "no goal is a legal position"));
    }
    rules.goals = goals;
    Ok(())
}

/// Writes rules and goals in the variables of the domains.
struct Writer<'r> {
    rules: &'r PlayRules,
    domains: Vec<SlotDomain>,
    /// The value of each variable in the solved position.
    solved: Vec<usize>,
    /// The prefix of the names of a rule's variables.
    prefix: String,
}

impl<'r> Writer<'r> {
    fn new(rules: &'r PlayRules, domains: Vec<SlotDomain>) -> Result<Self, Unwritable> {
        for domain in &domains {
            let name = &rules.sets[domain.set].name;
            if domain.variables() > MOST_OF_SET {
                return Err(refused(What::Set(name.clone()), "it would need more than 255 variables of a domain"));
            }
        }
        if domains.iter().map(SlotDomain::variables).sum::<usize>() > MOST_SLOTS {
            return Err(refused(What::Definition, "it would need more than 4096 variables"));
        }
        let mut prefix = String::from("x");
        while domains.iter().flat_map(|domain| &domain.names).any(|name| name.starts_with(&prefix)) {
            prefix.push('x');
        }
        let mut writer = Writer { rules, domains, solved: Vec::new(), prefix };
        let solved = Goal::of("", &rules.solved);
        writer.solved = writer.values(&solved).into_iter().flatten().collect();
        Ok(writer)
    }

    /// The number of variables.
    fn variables(&self) -> usize {
        self.solved.len()
    }

    /// The value that a goal wants for each variable; `None` for any value.
    fn values(&self, goal: &Goal) -> Vec<Option<usize>> {
        let mut values = Vec::new();
        for domain in &self.domains {
            for slot in domain.slots.clone() {
                for side in 0..domain.sides {
                    let shown = domain.shown(self.rules, goal.pieces[slot], goal.orientations[slot], side);
                    values.push(shown.and_then(|shown| domain.values.iter().position(|value| *value == shown)));
                }
            }
        }
        values
    }

    /// Adds the domains and the variables.
    fn head(&self, text: &mut String) {
        for domain in &self.domains {
            domain.notes.iter().for_each(|note| comment(text, note));
            writeln!(text, "DOMAIN {} {}", domain.name, domain.names.len()).expect("a text can be added to");
            line(text, &domain.names);
        }
        line(text, [self.variables().to_string()]);
        let names = self.domains.iter().flat_map(|domain| std::iter::repeat_n(&domain.name, domain.variables()));
        line(text, names);
    }

    /// Adds the rules of a move, one for each way to meet its conditions. Returns the number of rules.
    fn rules_of(&self, turn: &Turn, text: &mut String) -> Result<usize, Unwritable> {
        if !is_word(&turn.name) {
            return Err(refused(What::Move(turn.name.clone()), "the format does not allow this name"));
        }
        let mut from = Vec::new();
        for domain in &self.domains {
            let first = from.len();
            for slot in domain.slots.clone() {
                let source = usize::from(turn.action.from()[slot]) - domain.slots.start;
                let twist = usize::from(turn.action.twist()[slot]) % domain.sides;
                let sides = (0..domain.sides).map(|side| (side + domain.sides - twist) % domain.sides);
                from.extend(sides.map(|side| first + source * domain.sides + side));
            }
        }
        if from.iter().enumerate().all(|(variable, &from)| variable == from) {
            return Ok(0);
        }
        let ways = self.ways(turn)?;
        for constants in &ways {
            let mut left: Vec<String> = (0..from.len())
                .map(|variable| if from[variable] == variable { "-".into() } else { self.variable(variable) })
                .collect();
            for &(variable, ref value) in constants {
                left[variable].clone_from(value);
            }
            let right = from.iter().enumerate();
            let right = right.map(|(variable, &from)| if from == variable { "-" } else { left[from].as_str() });
            let mut words: Vec<&str> = left.iter().map(String::as_str).chain(["=>"]).chain(right).collect();
            words.extend(["LABEL", &turn.name]);
            let cost = turn.cost.to_string();
            if turn.cost > 1 {
                words.extend(["COST", &cost]);
            }
            line(text, words);
        }
        Ok(ways.len())
    }

    /// The name of a variable's value in a rule.
    fn variable(&self, variable: usize) -> String {
        format!("{}{}", self.prefix, variable + 1)
    }

    /// The ways to meet a move's conditions, each with values of variables, as far as there are enough pieces.
    fn ways(&self, turn: &Turn) -> Result<Vec<Vec<(usize, String)>>, Unwritable> {
        let mut ways: Vec<Vec<(usize, usize)>> = vec![Vec::new()];
        let mut first = 0;
        for domain in &self.domains {
            let variables = first..first + domain.variables();
            first = variables.end;
            if !domain.is_asked {
                continue;
            }
            let copies = |value| self.solved[variables.clone()].iter().filter(|&&other| other == value).count();
            let copies: Vec<usize> = (0..domain.values.len()).map(copies).collect();
            for slot in domain.slots.clone() {
                let on_slot = || turn.when.iter().filter(|condition| usize::from(condition.slot) == slot);
                let is_allowed = |value: &usize| on_slot().all(|c| c.allows(domain.piece(*value)));
                let allowed: Vec<usize> = (0..domain.values.len()).filter(is_allowed).collect();
                if allowed.len() == domain.values.len() {
                    continue;
                }
                let variable = variables.start + slot - domain.slots.start;
                let mut more = Vec::new();
                for way in &ways {
                    for &value in &allowed {
                        let used = way.iter().filter(|taken| variables.contains(&taken.0) && taken.1 == value).count();
                        if used < copies[value] {
                            more.push(way.iter().copied().chain([(variable, value)]).collect());
                        }
                    }
                    if more.len() > MOST_MOVES {
                        let why = "its conditions make more than 16384 rules";
                        return Err(refused(What::Move(turn.name.clone()), why));
                    }
                }
                ways = more;
            }
        }
        let domain_of: Vec<&SlotDomain> =
            self.domains.iter().flat_map(|domain| std::iter::repeat_n(domain, domain.variables())).collect();
        let named = |(variable, value): (usize, usize)| (variable, domain_of[variable].names[value].clone());
        Ok(ways.into_iter().map(|way| way.into_iter().map(named).collect()).collect())
    }

    /// Adds the goals. Only the goals of a PSVN text determine which values a position has.
    fn goals(&self, text: &mut String) -> Result<(), Unwritable> {
        let goals: Vec<Vec<Option<usize>>> = self.rules.goals.iter().map(|goal| self.values(goal)).collect();
        if !goals.iter().any(|goal| goal.iter().all(Option::is_some)) && !self.is_completed(&goals[0]) {
            return Err(refused(What::Goals, "no goal gives every piece, so the pieces of positions are not known"));
        }
        let domains = || self.domains.iter().flat_map(|domain| std::iter::repeat_n(domain, domain.variables()));
        for goal in goals {
            let values = goal.iter().zip(domains());
            let values = values.map(|(value, domain)| value.map_or("-", |value| &domain.names[value]));
            line(text, std::iter::once("GOAL").chain(values));
        }
        Ok(())
    }

    /// Whether a goal, completed with the values that it leaves out in their order, is the solved position.
    fn is_completed(&self, goal: &[Option<usize>]) -> bool {
        let mut first = 0;
        self.domains.iter().all(|domain| {
            let variables = first..first + domain.variables();
            first = variables.end;
            let (wanted, solved) = (&goal[variables.clone()], &self.solved[variables]);
            // The values are in the order of the solved position.
            let is_distinct = domain.values.len() == wanted.len() || !wanted.contains(&None);
            is_distinct
                && wanted.iter().zip(solved).all(|(wanted, solved)| wanted.is_none_or(|wanted| wanted == *solved))
        })
    }
}
