//! Reads PSVN texts in which every rule permutes values under conditions.

mod goals;
mod head;
mod rules;

use super::lines::TextLines;
use crate::definition::{Definition, DefinitionFormat};
use head::Head;
use loyd_core::text::Misread;

/// Whether a text is PSVN: it begins with a domain, or with a line of one number.
pub(crate) fn is_it(text: &str) -> bool {
    let first = TextLines::new(text).next();
    first.is_some_and(|line| match line.first() {
        word if word.text == "DOMAIN" => true,
        word => word.digits().is_some() && line.tokens.get(1).is_none_or(|next| next.text.starts_with('#')),
    })
}

/// Reads a definition. Every rule is a one-way move. A constant on its left side is a condition.
///
/// The variables are the slots, with one set for each domain that a variable has.
///
/// ```
/// let text = "DOMAIN tile 3\n B 1 2\n3\ntile tile tile\n
///     B X - => X B - LABEL RIGHT\n- B X => - X B LABEL RIGHT COST 2\nX B - => B X -\nGOAL B 1 2\nGOAL - - B";
/// let definition = loyd_definitions::formats::psvn::read(text).unwrap();
/// let names: Vec<&str> = definition.moves.iter().map(|m| m.name.as_str()).collect();
/// assert_eq!(names, ["RIGHT", "RIGHT", "rule3"]);
/// assert_eq!((definition.moves[1].weight, definition.goals.len()), (2, 2));
/// ```
///
/// # Errors
/// [`Misread`], also for a rule that loses, doubles or makes a value. The error then names the rule.
pub fn read(text: &str) -> Result<Definition, Misread> {
    let (head, lines) = Head::read(text)?;
    let (mut written, mut goals) = (Vec::new(), Vec::new());
    for line in lines {
        match line.first().text {
            "GOAL" => goals.push(goals::read(&line, &head)?),
            _ if line.tokens.iter().any(|token| token.text == "=>") => {
                written.push(rules::read(&line, &head, written.len() + 1)?);
            }
            _ => return Err(line.first().misread("a rule with `=>`, or `GOAL`")),
        }
    }
    let solved = goals::solved(&goals, &head)?;
    let moves = rules::moves(written, &solved, &head);
    Ok(Definition {
        goals: goals.into_iter().map(|(_, goal)| goal).collect(),
        moves,
        labels: head.labels,
        ..Definition::new(DefinitionFormat::Psvn, head.sets, solved)
    })
}

#[cfg(test)]
mod tests;
