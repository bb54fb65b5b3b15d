//! A list that one chooses from: by arrow keys, or by typing a name.

/// What is chosen, and what was typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// The number of the item that is chosen.
    pub chosen: usize,
    /// What was typed of a name.
    pub typed: String,
}

impl Choice {
    /// Goes to the next item, or to the one before, of so many; the first follows the last.
    pub fn step(&mut self, forward: bool, items: usize) {
        self.typed.clear();
        if items > 0 {
            self.chosen = (self.chosen.min(items - 1) + if forward { 1 } else { items - 1 }) % items;
        }
    }

    /// Adds a character, if a name goes on with it, and chooses the first such name. Returns the number of the item
    /// that can be nothing else.
    pub fn typed(&mut self, character: char, names: &[&str]) -> Typed {
        let longer = format!("{}{character}", self.typed);
        let fits = |name: &&str| name.get(..longer.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(&longer));
        let mut fitting = (0..names.len()).filter(|&at| fits(&names[at]));
        let Some(first) = fitting.next() else { return Typed::Nothing };
        let alone = fitting.next().is_none();
        let whole = (0..names.len()).find(|&at| names[at].eq_ignore_ascii_case(&longer));
        (self.chosen, self.typed) = (whole.unwrap_or(first), longer);
        match whole {
            Some(at) if alone => Typed::Whole(at),
            _ => Typed::Begun,
        }
    }
}

/// What a typed character led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typed {
    /// No name goes on with it.
    Nothing,
    /// A name, or several, begin so.
    Begun,
    /// The whole name of this item, and no other begins so.
    Whole(usize),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_typed() {
        let names = ["2", "3", "12", "1", "A"];
        let mut choice = Choice::default();
        assert_eq!(choice.typed('3', &names), Typed::Whole(1));
        choice = Choice::default();
        // `1` is a name, and one that is longer begins so.
        assert_eq!((choice.typed('1', &names), choice.chosen), (Typed::Begun, 3));
        assert_eq!(choice.typed('x', &names), Typed::Nothing);
        assert_eq!((choice.typed('2', &names), choice.chosen, choice.typed.as_str()), (Typed::Whole(2), 2, "12"));
        choice = Choice::default();
        assert_eq!(choice.typed('a', &names), Typed::Whole(4));
        assert_eq!(Choice::default().typed('é', &["é1", "x"]), Typed::Begun);
    }

    #[test]
    fn the_first_follows_the_last() {
        let mut choice = Choice { chosen: 1, typed: "2".into() };
        choice.step(true, 3);
        assert_eq!(choice, Choice { chosen: 2, typed: String::new() });
        choice.step(true, 3);
        assert_eq!(choice.chosen, 0);
        choice.step(false, 3);
        assert_eq!(choice.chosen, 2);
        choice.step(true, 2);
        assert_eq!(choice.chosen, 0);
        choice.step(true, 0);
    }
}
