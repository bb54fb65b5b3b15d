//! A list from which the player chooses, by arrow keys or by typing a name.

/// The chosen item, and the typed text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListChoice {
    /// The number of the chosen item.
    pub chosen: usize,
    /// The part of a name that was typed.
    pub typed: String,
}

impl ListChoice {
    /// Moves to the next item or to the previous one, of `items` in total. The first item follows the last.
    pub fn step(&mut self, forward: bool, items: usize) {
        self.typed.clear();
        if items > 0 {
            self.chosen = (self.chosen.min(items - 1) + if forward { 1 } else { items - 1 }) % items;
        }
    }

    /// Adds a character, if a name continues with it, and chooses the complete name or else the first name that begins
    /// so. Returns the item's number if the typed name is complete and no other name begins with it.
    pub fn typed(&mut self, character: char, names: &[&str]) -> TypedText {
        let longer = format!("{}{character}", self.typed);
        let fits = |name: &&str| name.get(..longer.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(&longer));
        let mut fitting = (0..names.len()).filter(|&at| fits(&names[at]));
        let Some(first) = fitting.next() else { return TypedText::Nothing };
        let alone = fitting.next().is_none();
        let whole = (0..names.len()).find(|&at| names[at].eq_ignore_ascii_case(&longer));
        (self.chosen, self.typed) = (whole.unwrap_or(first), longer);
        match whole {
            Some(at) if alone => TypedText::Whole(at),
            _ => TypedText::Begun,
        }
    }
}

/// The effect of a typed character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypedText {
    /// No name continues with the character.
    Nothing,
    /// One name or several begin with the typed text.
    Begun,
    /// The typed text is the whole name of this item, and no other name begins with it.
    Whole(usize),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_typed() {
        let names = ["2", "3", "12", "1", "A"];
        let mut choice = ListChoice::default();
        assert_eq!(choice.typed('3', &names), TypedText::Whole(1));
        choice = ListChoice::default();
        // `1` is a name, and the longer name `12` begins with it.
        assert_eq!((choice.typed('1', &names), choice.chosen), (TypedText::Begun, 3));
        assert_eq!(choice.typed('x', &names), TypedText::Nothing);
        assert_eq!((choice.typed('2', &names), choice.chosen, choice.typed.as_str()), (TypedText::Whole(2), 2, "12"));
        choice = ListChoice::default();
        assert_eq!(choice.typed('a', &names), TypedText::Whole(4));
        assert_eq!(ListChoice::default().typed('é', &["é1", "x"]), TypedText::Begun);
    }

    #[test]
    fn the_first_follows_the_last() {
        let mut choice = ListChoice { chosen: 1, typed: "2".into() };
        choice.step(true, 3);
        assert_eq!(choice, ListChoice { chosen: 2, typed: String::new() });
        choice.step(true, 3);
        assert_eq!(choice.chosen, 0);
        choice.step(false, 3);
        assert_eq!(choice.chosen, 2);
        choice.step(true, 2);
        assert_eq!(choice.chosen, 0);
        choice.step(true, 0);
    }
}
