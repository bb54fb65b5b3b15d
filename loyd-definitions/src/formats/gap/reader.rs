//! The statements of a GAP file.

use rustc_hash::FxHashMap;

use super::moved::{MovedPoints, product, raised};
use super::tokens::{GapTokens, is_of_name};
use super::{COLOURS, MOST_POINT, SETS};
use crate::definition::MOST_MOVES;
use crate::formats::loyd::is_move;
use loyd_core::limits::Watch;
use loyd_core::text::{Misread, Token};

/// The function that makes a group of its generators.
pub(crate) const GROUP: &str = "Group";

/// The function that PuzzleGeometry's files end with. It defines nothing.
pub(crate) const SIZE: &str = "Size";

/// The prefix that PuzzleGeometry writes before the names of moves.
const PREFIX: &str = "M_";

/// The most points of all factors of products together.
const MOST_OF_PRODUCTS: usize = 1 << 24;

/// The greatest power of a permutation.
const MOST_POWER: u64 = 1_000_000;

const A_PERMUTATION: &str = "a permutation such as (1,2,3)(4,5), or the name of one";

/// A permutation that is a move together with its inverse.
pub(super) struct GapGenerator<'a> {
    /// The name of the generator.
    pub name: String,
    /// The points that the generator moves.
    pub moved: MovedPoints,
    /// The place where the generator is written.
    pub token: Token<'a>,
}

/// The content of a GAP file.
pub(super) struct GapFile<'a> {
    /// The generators, at least one, which have different names.
    pub generators: Vec<GapGenerator<'a>>,
    /// The colours of the points from 1 on; `None` for a point that the file does not list. Without lists of colours,
    /// the list is empty.
    pub colours: Vec<Option<u32>>,
}

/// An element of a list of generators, or a permutation without a name.
struct ReadPermutation<'a> {
    /// The name of the permutation if the element is only a name.
    name: Option<String>,
    moved: MovedPoints,
    token: Token<'a>,
}

/// Reads statement by statement.
pub(super) struct GapReader<'a> {
    tokens: GapTokens<'a>,
    ahead: Option<Token<'a>>,
    /// The permutations, in the order of the file.
    permutations: Vec<ReadPermutation<'a>>,
    /// The place of each named permutation.
    names: FxHashMap<String, usize>,
    /// The list of generators, and its name.
    list: Option<(String, Vec<ReadPermutation<'a>>)>,
    colours: Vec<Option<u32>>,
    /// The points that products may still have.
    left: usize,
    /// The number of permutations that have been written as cycles, and for each point the last of them with the point.
    number: usize,
    seen: Vec<usize>,
}

impl<'a> GapReader<'a> {
    /// The reader of a text.
    pub fn new(text: &'a str) -> Self {
        let mut tokens = GapTokens::new(text);
        let ahead = tokens.next();
        GapReader {
            tokens,
            ahead,
            permutations: Vec::new(),
            names: FxHashMap::default(),
            list: None,
            colours: Vec::new(),
            left: MOST_OF_PRODUCTS,
            number: 0,
            seen: vec![0; usize::from(MOST_POINT) + 1],
        }
    }

    /// Reads the file.
    pub fn read(mut self) -> Result<GapFile<'a>, Misread> {
        while let Some(token) = self.ahead {
            if token.text != ";" {
                self.statement()?;
            }
            if self.ahead.is_some() {
                self.sign(";", "`;` after a statement")?;
            }
        }
        let generators = match self.list.take() {
            Some((_, list)) => list,
            None => std::mem::take(&mut self.permutations),
        };
        if generators.is_empty() {
            return Err(self.tokens.ended(A_PERMUTATION));
        }
        Ok(GapFile { generators: named(generators)?, colours: self.colours })
    }

    /// The next token, past which the reader goes.
    fn token(&mut self, expected: &str) -> Result<Token<'a>, Misread> {
        let token = self.ahead.ok_or_else(|| self.tokens.ended(expected))?;
        self.ahead = self.tokens.next();
        Ok(token)
    }

    fn is_next(&self, sign: &str) -> bool {
        self.ahead.is_some_and(|token| token.text == sign)
    }

    fn sign(&mut self, sign: &str, expected: &str) -> Result<(), Misread> {
        match self.token(expected)? {
            token if token.text == sign => Ok(()),
            token => Err(token.misread(expected)),
        }
    }

    /// Goes past a comma, and returns `true`, or past the closing bracket, and returns `false`.
    fn goes_on(&mut self, close: &str, expected: &str) -> Result<bool, Misread> {
        match self.token(expected)? {
            token if token.text == "," => Ok(true),
            token if token.text == close => Ok(false),
            token => Err(token.misread(expected)),
        }
    }

    fn statement(&mut self) -> Result<(), Misread> {
        let first = self.ahead.expect("a statement has a token");
        let is_name = !matches!(first.text, "(" | "[") && first.digits().is_none() && name(&first).is_ok();
        if !is_name {
            return self.value(String::new());
        }
        let mut after = self.tokens.clone();
        match after.next() {
            Some(next) if next.text == ":=" => {
                (self.tokens, self.ahead) = (after, None);
                self.ahead = self.tokens.next();
                let name = name(&first)?;
                let is_known = self.names.contains_key(&name);
                if is_known || self.list.as_ref().is_some_and(|(list, _)| *list == name) {
                    return Err(first.misread("a new name"));
                }
                self.value(name)
            }
            Some(next) if next.text == "(" && first.text == SIZE => self.size(),
            _ => self.value(String::new()),
        }
    }

    /// Goes past `Size(...)`.
    fn size(&mut self) -> Result<(), Misread> {
        let mut depth = 0_usize;
        loop {
            match self.token("`)` at the end of Size(...)")?.text {
                "(" => depth += 1,
                ")" if depth == 1 => return Ok(()),
                ")" => depth -= 1,
                _ => {}
            }
        }
    }

    /// Reads a value, which gets this name if the name is not empty.
    fn value(&mut self, name: String) -> Result<(), Misread> {
        let Some(first) = self.ahead else { return Err(self.tokens.ended("a list or a permutation")) };
        if name == SETS {
            return self.sets();
        }
        if COLOURS.contains(&name.as_str()) {
            return self.colours();
        }
        if first.text == GROUP && !self.names.contains_key(GROUP) {
            return match self.group()? {
                Some(list) => self.only_list(&first, name, list),
                None => Ok(()),
            };
        }
        if first.text == "[" {
            let list = self.generators()?;
            return self.only_list(&first, name, list);
        }
        loop {
            let mut read = self.permutation()?;
            few(self.permutations.len(), &read)?;
            if !name.is_empty() {
                self.names.insert(name.clone(), self.permutations.len());
                read.name = Some(name.clone());
            }
            self.permutations.push(read);
            if !name.is_empty() || !self.is_next(",") {
                return Ok(());
            }
            self.token("`,`")?;
        }
    }

    /// Reads `Group(...)`; `None` for the group of the list that has been read.
    fn group(&mut self) -> Result<Option<Vec<ReadPermutation<'a>>>, Misread> {
        self.token(GROUP)?;
        self.sign("(", "`(` after Group")?;
        let list = match self.ahead {
            Some(of) if self.list.as_ref().is_some_and(|(list, _)| *list == of.text) => {
                self.token("a list")?;
                None
            }
            Some(of) if of.text == "[" => Some(self.generators()?),
            _ => return self.permutations_until(")").map(Some),
        };
        self.sign(")", "`)` after the generators of the group")?;
        Ok(list)
    }

    fn only_list(&mut self, first: &Token<'a>, name: String, list: Vec<ReadPermutation<'a>>) -> Result<(), Misread> {
        if self.list.is_some() {
            return Err(first.misread("only one list of generators"));
        }
        self.list = Some((name, list));
        Ok(())
    }

    /// Reads a list of permutations in square brackets.
    fn generators(&mut self) -> Result<Vec<ReadPermutation<'a>>, Misread> {
        self.sign("[", "`[`")?;
        if self.is_next("]") {
            return Err(self.token("a permutation")?.misread(A_PERMUTATION));
        }
        self.permutations_until("]")
    }

    /// Reads permutations with commas between them, and the closing bracket.
    fn permutations_until(&mut self, close: &str) -> Result<Vec<ReadPermutation<'a>>, Misread> {
        let mut list = Vec::new();
        loop {
            let read = self.permutation()?;
            few(list.len(), &read)?;
            list.push(read);
            if !self.goes_on(close, &format!("`,` or `{close}` after a permutation"))? {
                return Ok(list);
            }
        }
    }

    /// Reads a product of powers.
    fn permutation(&mut self) -> Result<ReadPermutation<'a>, Misread> {
        let token = self.ahead.ok_or_else(|| self.tokens.ended(A_PERMUTATION))?;
        let (mut moved, mut name) = self.power()?;
        while self.is_next("*") {
            let sign = self.token("`*`")?;
            let (next, _) = self.power()?;
            self.spend(&sign, moved.len() + next.len())?;
            (moved, name) = (product(&moved, &next), None);
        }
        Ok(ReadPermutation { name, moved, token })
    }

    /// Reads a permutation or the name of one, and perhaps a power. The name is returned if there is no power.
    fn power(&mut self) -> Result<(MovedPoints, Option<String>), Misread> {
        let token = self.ahead.ok_or_else(|| self.tokens.ended(A_PERMUTATION))?;
        let (moved, mut name) = match token.text {
            "(" => (self.cycles()?, None),
            _ => {
                let token = self.token(A_PERMUTATION)?;
                let name = name(&token)?;
                let place = self.names.get(&name).ok_or_else(|| token.misread(A_PERMUTATION))?;
                let moved = &self.permutations[*place].moved;
                let (cost, moved) = (moved.len(), moved.clone());
                self.spend(&token, cost)?;
                (moved, Some(name))
            }
        };
        if !self.is_next("^") {
            return Ok((moved, name));
        }
        let sign = self.token("`^`")?;
        name = None;
        let is_negative = self.is_next("-");
        if is_negative {
            self.token("`-`")?;
        }
        let expected = format!("a power from -{MOST_POWER} to {MOST_POWER}");
        let power: u32 = self.token(&expected)?.number(0, MOST_POWER, &expected)?;
        self.spend(&sign, moved.len())?;
        Ok((raised(&moved, power, is_negative), name))
    }

    /// Counts the points of a product, which the text may ask for without writing them.
    fn spend(&mut self, token: &Token<'a>, points: usize) -> Result<(), Misread> {
        let over = || token.misread(format!("products of at most {MOST_OF_PRODUCTS} points in all"));
        self.left = self.left.checked_sub(points).ok_or_else(over)?;
        Watch::demand(|watch| watch.spend(8 * points as u64));
        Ok(())
    }

    /// Reads cycles without commas between them.
    fn cycles(&mut self) -> Result<MovedPoints, Misread> {
        self.number += 1;
        let mut moved = MovedPoints::new();
        while self.is_next("(") {
            self.token("`(`")?;
            if self.is_next(")") {
                self.token("`)`")?;
                continue;
            }
            let begin = moved.len();
            loop {
                let (point, token) = self.point()?;
                if std::mem::replace(&mut self.seen[usize::from(point)], self.number) == self.number {
                    return Err(token.misread("a point that is not yet in these cycles"));
                }
                moved.push((point, 0));
                if !self.goes_on(")", "`,` or `)` after a point")? {
                    break;
                }
            }
            let first = moved[begin].0;
            for at in begin..moved.len() {
                moved[at].1 = moved.get(at + 1).map_or(first, |next| next.0);
            }
        }
        moved.sort_unstable();
        moved.retain(|(point, image)| point != image);
        Ok(moved)
    }

    fn point(&mut self) -> Result<(u16, Token<'a>), Misread> {
        let expected = format!("a point from 1 to {MOST_POINT}");
        let token = self.token(&expected)?;
        Ok((token.number(1, MOST_POINT.into(), &expected)?, token))
    }

    /// Gives a colour to a point.
    fn coloured(&mut self, point: usize, colour: u32, token: &Token<'a>) -> Result<(), Misread> {
        if self.colours.len() < point {
            self.colours.resize(point, None);
        }
        match self.colours[point - 1].replace(colour) {
            None => Ok(()),
            Some(_) => Err(token.misread("a point that has no colour yet")),
        }
    }

    /// Reads a list of lists of points. The points of a list have one colour.
    fn sets(&mut self) -> Result<(), Misread> {
        const SET: &str = "a list of points such as [1,2]";
        self.sign("[", "a list of lists of points such as [[1],[2,3]]")?;
        let mut colour = 0;
        while !self.is_next("]") {
            self.sign("[", SET)?;
            loop {
                let (point, token) = self.point()?;
                self.coloured(point.into(), colour, &token)?;
                if !self.goes_on("]", "`,` or `]` after a point")? {
                    break;
                }
            }
            colour += 1;
            if !self.goes_on("]", "`,` or `]` after a list")? {
                return Ok(());
            }
            if self.is_next("]") {
                return Err(self.token(SET)?.misread(SET));
            }
        }
        self.sign("]", "`]`")
    }

    /// Reads a list with the colour of each point.
    fn colours(&mut self) -> Result<(), Misread> {
        let (most, expected) = (u64::from(u32::MAX), "a number, the colour of a point");
        self.sign("[", "a list of numbers, the colours of the points")?;
        for point in 1.. {
            let token = self.token(expected)?;
            let colour = token.number(0, most, expected)?;
            if point > usize::from(MOST_POINT) {
                return Err(token.misread(format!("the colours of at most {MOST_POINT} points")));
            }
            self.coloured(point, colour, &token)?;
            if !self.goes_on("]", "`,` or `]` after a colour")? {
                break;
            }
        }
        Ok(())
    }
}

/// Refuses one more permutation after so many.
fn few(before: usize, read: &ReadPermutation<'_>) -> Result<(), Misread> {
    if before < MOST_MOVES { Ok(()) } else { Err(read.token.misread(format!("at most {MOST_MOVES} permutations"))) }
}

/// The name that a token writes. A backslash stands before a character that is no part of a plain name.
fn name(token: &Token<'_>) -> Result<String, Misread> {
    let mut name = String::new();
    let mut characters = token.text.chars();
    while let Some(character) = characters.next() {
        let character = if character == '\\' { characters.next() } else { Some(character) };
        name.extend(character);
    }
    if token.digits().is_some() || !token.text.starts_with(is_of_name) {
        return Err(token.misread(A_PERMUTATION));
    }
    if !is_move(&name) {
        return Err(token.misread("a name without blanks, brackets and `, ; : \"`"));
    }
    Ok(name)
}

/// Gives names to the generators. Prefixes `M_` that all names have are left out. A generator without a name is called
/// `g` with a number.
fn named(mut permutations: Vec<ReadPermutation<'_>>) -> Result<Vec<GapGenerator<'_>>, Misread> {
    let prefixes = |read: &ReadPermutation<'_>| {
        let name = read.name.as_deref().unwrap_or_default();
        let number = name.as_bytes().chunks(PREFIX.len()).take_while(|chunk| *chunk == PREFIX.as_bytes()).count();
        let rest = &name[PREFIX.len() * number..];
        // The rest of the name must be a name, too, and not only digits.
        if rest.bytes().all(|byte| byte.is_ascii_digit()) { number.saturating_sub(1) } else { number }
    };
    let common = PREFIX.len() * permutations.iter().map(prefixes).min().unwrap_or(0);
    permutations.iter_mut().filter_map(|read| read.name.as_mut()).for_each(|name| *name = name.split_off(common));
    let mut known = FxHashMap::default();
    for (place, read) in permutations.iter().enumerate() {
        if let Some(name) = &read.name
            && known.insert(name.clone(), place).is_some()
        {
            return Err(read.token.misread("a generator that is not yet in the list"));
        }
    }
    let mut number = 0;
    let mut generators = Vec::with_capacity(permutations.len());
    for (place, ReadPermutation { name, moved, token }) in permutations.into_iter().enumerate() {
        let name = name.unwrap_or_else(|| {
            number = (number + 1).max(place + 1);
            while known.contains_key(&format!("g{number}")) {
                number += 1;
            }
            format!("g{number}")
        });
        generators.push(GapGenerator { name, moved, token });
    }
    Ok(generators)
}
