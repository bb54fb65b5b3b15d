//! Rules of a PSVN text that only permute values, read as moves.

use rustc_hash::FxHashMap;

use super::head::Head;
use crate::definition::{Action, Condition, MOST_MOVES, MOST_ORDER, Move, Pattern, Repeats};
use crate::formats::lines::TextLine;
use crate::formats::loyd::MOST_WEIGHT;
use loyd_core::text::{Misread, Token};

/// The most rules with one name that are compared with a further rule.
const MOST_COMPARED: usize = 256;

/// A token on one side of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RuleToken<'a> {
    /// The token `-`, which stands for any value.
    Any,
    Value(u8),
    Variable(&'a str),
}

/// Reads a line with a rule; `number` is the number of the rule.
pub(super) fn read(line: &TextLine<'_>, head: &Head, number: usize) -> Result<Move, Misread> {
    if number > MOST_MOVES {
        return Err(line.first().misread(format!("at most {MOST_MOVES} rules")));
    }
    let count = head.variables.len();
    let arrow = line.tokens.iter().position(|token| token.text == "=>").expect("a rule has an arrow");
    let (left, right) = (&line.tokens[..arrow], &line.tokens[arrow + 1..]);
    if left.len() != count {
        let expected = format!("`=>` after {count} values or variables");
        return Err(left.get(count).unwrap_or(&line.tokens[arrow]).misread(expected));
    }
    if right.len() < count {
        return Err(line.ended(format!("{count} values or variables after `=>`")));
    }
    let (right, rest) = right.split_at(count);
    let (label, weight) = label_and_cost(rest, line)?;
    let name = label.map_or_else(|| format!("rule{number}"), str::to_owned);
    let rule = WrittenRule { head, name: &name, number, left, right };
    let (action, when) = rule.read()?;
    if action.order(&vec![1; count]).is_none() {
        return Err(line.first().misread(rule.expected(&format!("has an order of at most {MOST_ORDER}"))));
    }
    Ok(Move { weight, repeats: Repeats::None, when, ..Move::new(name.clone(), action) })
}

/// Reads the label and the cost after the right side.
fn label_and_cost<'a>(rest: &[Token<'a>], line: &TextLine<'_>) -> Result<(Option<&'a str>, u32), Misread> {
    let (mut label, mut cost) = (None, None);
    let mut rest = rest.iter();
    while let Some(word) = rest.next() {
        let mut following = |what: &str| rest.next().ok_or_else(|| line.ended(what));
        match word.text {
            "LABEL" if label.is_none() => label = Some(following("a label")?.text),
            "COST" if cost.is_none() => {
                let what = format!("a cost from 1 to {MOST_WEIGHT}");
                cost = Some(following(&what)?.number(1, MOST_WEIGHT.into(), &what)?);
            }
            _ => return Err(word.misread("`LABEL`, `COST` or the end of the line")),
        }
    }
    Ok((label, cost.unwrap_or(1)))
}

/// A rule as it is written, in tokens.
struct WrittenRule<'a, 'b> {
    head: &'b Head,
    name: &'b str,
    number: usize,
    left: &'b [Token<'a>],
    right: &'b [Token<'a>],
}

impl<'a> WrittenRule<'a, '_> {
    /// The text that an error expects for a rule that is not such a permutation.
    fn expected(&self, what: &str) -> String {
        format!("in rule {} (`{}`) a permutation of values that {what}", self.number, self.name)
    }

    fn side(&self, variable: usize, token: &Token<'a>) -> Result<RuleToken<'a>, Misread> {
        match (self.head.value(variable, token), token.text) {
            (Some(value), _) => Ok(RuleToken::Value(value)),
            (None, "-") => Ok(RuleToken::Any),
            (None, text) if token.digits().is_none() => Ok(RuleToken::Variable(text)),
            _ => Err(token.misread("a value of the variable's domain, a variable or `-`")),
        }
    }

    /// The action of the rule, and the conditions of the move.
    fn read(&self) -> Result<(Action, Vec<Condition>), Misread> {
        let sides = |tokens: &[Token<'a>]| -> Result<Vec<RuleToken<'a>>, Misread> {
            tokens.iter().enumerate().map(|(variable, token)| self.side(variable, token)).collect()
        };
        let (left, right) = (sides(self.left)?, sides(self.right)?);
        let (mut bound, mut constants, mut when) = (FxHashMap::default(), FxHashMap::default(), Vec::new());
        for (variable, side) in left.iter().enumerate() {
            let (set, slot) = self.head.variables[variable];
            match *side {
                RuleToken::Any => {}
                RuleToken::Value(value) => {
                    when.push(Condition { slot, pieces: vec![value], must: true });
                    // If the right side has this value here, too, the value stays and no other variable takes it.
                    if !matches!(right[variable], RuleToken::Any) && right[variable] != *side {
                        constants.entry((set, value)).or_insert_with(Vec::new).push(variable);
                    }
                }
                RuleToken::Variable(name) => {
                    if bound.insert(name, variable).is_some() {
                        return Err(self.left[variable].misread(self.expected("does not ask for equal values")));
                    }
                }
            }
        }
        when.sort_by_key(|condition| condition.slot);
        // Sources are taken from the end, so that the first of several equal values is taken first.
        constants.values_mut().for_each(|variables: &mut Vec<usize>| variables.reverse());
        let mut takers = vec![None; left.len()];
        let mut from = vec![0; left.len()];
        for (variable, side) in right.iter().enumerate() {
            let (set, slot) = self.head.variables[variable];
            let token = &self.right[variable];
            let source = match *side {
                RuleToken::Any => variable,
                RuleToken::Value(_) if left[variable] == *side => variable,
                RuleToken::Value(value) => {
                    let source = constants.get_mut(&(set, value)).and_then(Vec::pop);
                    source.ok_or_else(|| token.misread(self.expected("has this value on its left side")))?
                }
                RuleToken::Variable(name) => {
                    let source = bound.get(name).copied();
                    source.ok_or_else(|| token.misread(self.expected("has this variable on its left side")))?
                }
            };
            if self.head.variables[source].0 != set {
                return Err(token.misread(self.expected("keeps values in their domain")));
            }
            if takers[source].replace(variable).is_some() {
                return Err(token.misread(self.expected("has each value once on its right side")));
            }
            from[usize::from(slot)] = self.head.variables[source].1;
        }
        match takers.iter().position(Option::is_none) {
            Some(lost) => Err(self.left[lost].misread(self.expected("loses no value"))),
            None => {
                let ones = vec![1; from.len()];
                let action = Action::new(&from, &vec![0; from.len()], &ones);
                Ok((action.expect("each value has one taker"), when))
            }
        }
    }
}

/// The rules as moves. Rules with one label get names of their own if they can be made in the same position.
pub(super) fn moves(mut moves: Vec<Move>, solved: &Pattern, head: &Head) -> Vec<Move> {
    let mut of_name: FxHashMap<String, Vec<usize>> = FxHashMap::default();
    // The last number tried for each label, so that the search for a name goes on where it ended.
    let mut last: FxHashMap<String, usize> = FxHashMap::default();
    let mut stock = Stocks { set_of_slots: vec![0; solved.pieces.len()], pieces: vec![[0; 256]; head.sets.len()] };
    for &(set, slot) in &head.variables {
        stock.set_of_slots[usize::from(slot)] = set;
        stock.pieces[set][usize::from(solved.pieces[usize::from(slot)])] += 1;
    }
    for place in 0..moves.len() {
        let label = moves[place].name.clone();
        let mut name = label.clone();
        loop {
            let others = of_name.entry(name.clone()).or_default();
            let excludes = |&other: &usize| exclude(&moves[place], &moves[other], &stock);
            if others.len() < MOST_COMPARED && others.iter().all(excludes) {
                others.push(place);
                break;
            }
            let number = last.entry(label.clone()).or_insert(1);
            *number += 1;
            name = format!("{label}_{number}");
        }
        moves[place].name = name;
    }
    moves
}

/// The number of pieces of each number in each set.
struct Stocks {
    set_of_slots: Vec<usize>,
    pieces: Vec<[u16; 256]>,
}

/// Whether no position allows both moves: they want different pieces in a slot, or more copies of a piece than exist.
fn exclude(one: &Move, other: &Move, stock: &Stocks) -> bool {
    let mut wanted: FxHashMap<u16, u8> = FxHashMap::default();
    let mut left: FxHashMap<(usize, u8), u16> = FxHashMap::default();
    for condition in one.when.iter().chain(&other.when) {
        let piece = condition.pieces[0];
        match wanted.insert(condition.slot, piece) {
            Some(before) if before != piece => return true,
            Some(_) => continue,
            None => {}
        }
        let set = stock.set_of_slots[usize::from(condition.slot)];
        match left.entry((set, piece)).or_insert(stock.pieces[set][usize::from(piece)]) {
            0 => return true,
            left => *left -= 1,
        }
    }
    false
}
