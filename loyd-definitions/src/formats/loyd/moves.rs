//! Moves: cycles, pictures before and after, pieces that slide into a gap, and their conditions.

use rustc_hash::{FxHashMap, FxHashSet};

use super::layout::{SlotLayout, SuffixedWord, is_gap, word};
use super::pieces::LabelledPieces;
use super::source::{Entries, TomlKey, TomlSource, TomlValue, is_blank};
use crate::definition::{Action, Condition, MOST_MOVES, MOST_ORDER, Move, Repeats};
use loyd_core::exact::exact;
use loyd_core::text::{Misread, Token};

/// The greatest weight.
pub(crate) const MOST_WEIGHT: u32 = 1_000_000;

/// The keys that a move may have.
const KEYS: [&str; 8] = ["cycles", "before", "after", "when", "weight", "inverses", "powers", "rotation"];

/// Reads the moves of a file, with its slots and pieces.
pub(super) struct MoveReader<'r, 't> {
    pub source: &'r TomlSource<'r>,
    pub layout: &'r SlotLayout<'t>,
    pub pieces: &'r LabelledPieces<'t>,
    pub orientations: Vec<u8>,
}

/// Whether a move can have this name.
pub(crate) fn is_move(name: &str) -> bool {
    let is_sign = |character: char| is_blank(character) || "()[]{},;:\"".contains(character);
    !name.is_empty() && !name.contains(is_sign) && !name.contains("//")
}

impl<'t> MoveReader<'_, 't> {
    /// Reads all moves.
    pub(super) fn moves(&self, file: &Entries<'t>, end: Misread) -> Result<Vec<Move>, Misread> {
        let repeats = self.repeats(file, Repeats::Powers)?;
        let mut moves = Vec::new();
        if let Some(value) = file.get("slides") {
            moves = self.slides(value)?;
        }
        let mut names: FxHashSet<String> = moves.iter().map(|m: &Move| m.name.clone()).collect();
        if let Some(value) = file.get("moves") {
            let table = self.source.table(value, "a table of moves by name")?;
            if table.len() + moves.len() > MOST_MOVES {
                return Err(self.source.not(value, format!("at most {MOST_MOVES} moves")));
            }
            for &(key, value) in table.iter() {
                let m = self.one(key, value, repeats)?;
                if !names.insert(m.name.clone()) {
                    return Err(self.source.not_key(key, "a name that no other move has"));
                }
                moves.push(m);
            }
        }
        match (moves.is_empty(), file.get("moves").or(file.get("slides"))) {
            (false, _) => Ok(moves),
            (true, Some(value)) => Err(self.source.not(value, "at least one move")),
            (true, None) => Err(end),
        }
    }

    /// Reads the conditions that every position must meet.
    pub(super) fn legal(&self, file: &Entries<'t>) -> Result<Vec<Condition>, Misread> {
        let Some(value) = file.get("legal") else { return Ok(Vec::new()) };
        let legal = self.conditions(value)?;
        let holds = |condition: &Condition| condition.allows(self.pieces.solved.pieces[usize::from(condition.slot)]);
        match legal.iter().find(|condition| !holds(condition)) {
            None => Ok(legal),
            Some(condition) => {
                let name = self.layout.names[usize::from(condition.slot)].text;
                Err(self.source.not(
                    value,
                    format!(
                        "a condition that the solved position meets; slot {name} does not \
                                                    meet it"
                    ),
                ))
            }
        }
    }

    fn repeats(&self, table: &Entries<'t>, default: Repeats) -> Result<Repeats, Misread> {
        let flag = |key| table.get(key).map(|value| self.source.flag(value)).transpose();
        match (flag("inverses")?, flag("powers")?) {
            (Some(false), Some(true)) => {
                let value = table.get("powers").expect("it was read");
                Err(self.source.not(value, "false, since a move's inverse is one of its powers"))
            }
            (Some(false), _) => Ok(Repeats::None),
            (_, Some(true)) => Ok(Repeats::Powers),
            (Some(true), None) if default == Repeats::None => Ok(Repeats::Inverse),
            (Some(true), Some(false)) => Ok(Repeats::Inverse),
            (None, Some(false)) if default == Repeats::Powers => Ok(Repeats::Inverse),
            (_, _) => Ok(default),
        }
    }

    fn one(&self, key: TomlKey<'t>, value: &'t TomlValue<'t>, repeats: Repeats) -> Result<Move, Misread> {
        let name = key.text;
        if !is_move(name) {
            return Err(self.source.not_key(key, "a move's name, without blanks, brackets or any of , ; : //"));
        }
        let mut m = Move { repeats, ..Move::new(name, Action::identity(self.orientations.len())) };
        if value.get_ref().is_table() {
            let table = self.source.table(value, "a table")?;
            self.source.only(&table, &KEYS)?;
            m.repeats = self.repeats(&table, repeats)?;
            m.action = self.action(key, &table)?;
            if let Some(value) = table.get("weight") {
                m.weight = self.source.number(value, 1..MOST_WEIGHT + 1)?;
            }
            if let Some(value) = table.get("when") {
                m.when = self.conditions(value)?;
            }
            if let Some(value) = table.get("rotation") {
                m.is_rotation = self.source.flag(value)?;
            }
        } else {
            m.action = self.cycles(value, "cycles of slots, or a table of cycles, before and after, when, weight")?;
        }
        if m.action.is_identity() {
            return Err(self.source.not(value, "a move that changes something"));
        }
        match m.action.order(&self.orientations) {
            Some(_) => Ok(m),
            None => Err(self.source.not_key(key, format!("a move of order at most {MOST_ORDER}"))),
        }
    }

    fn action(&self, key: TomlKey<'t>, table: &Entries<'t>) -> Result<Action, Misread> {
        match (table.get("cycles"), table.get("before"), table.get("after")) {
            (Some(cycles), None, None) => self.cycles(cycles, "cycles of slots"),
            (None, before, Some(after)) => self.pictures(before, after),
            (None, Some(before), None) => Err(self.source.not(before, "`after` together with `before`")),
            (Some(_), ..) => Err(self.source.not_key(key, "a move of either `cycles`, or `before` and `after`")),
            (None, None, None) => Err(self.source.not_key(key, "a move with `cycles`, or with `before` and `after`")),
        }
    }

    /// Reads cycles of slots: the piece of each slot goes to the next one, and is turned by the number after its `+`.
    fn cycles(&self, value: &'t TomlValue<'t>, expected: &str) -> Result<Action, Misread> {
        let words = self.source.words(value, expected, |character| is_blank(character) || character == ',')?;
        let words: Vec<Token<'t>> = words.into_iter().flat_map(|word| parts(word, &['(', ')'])).collect();
        let has_brackets = words.iter().any(|word| matches!(word.text, "(" | ")"));
        let mut cycles: Vec<Vec<Token<'t>>> = Vec::new();
        let mut open: Option<Token<'t>> = None;
        for word in words {
            match (word.text, open) {
                ("(", None) => {
                    open = Some(word);
                    cycles.push(Vec::new());
                }
                (")", Some(_)) if cycles.last().is_some_and(|cycle| !cycle.is_empty()) => open = None,
                ("(" | ")", Some(_)) => return Err(word.misread("the name of a slot")),
                (_, None) if has_brackets => return Err(word.misread("( before a cycle")),
                (_, None) if cycles.is_empty() => cycles.push(vec![word]),
                _ => cycles.last_mut().expect("a cycle has begun").push(word),
            }
        }
        if let Some(open) = open {
            return Err(open.misread("a cycle that ends with )"));
        }
        self.action_of_cycles(&cycles)
    }

    fn action_of_cycles(&self, cycles: &[Vec<Token<'t>>]) -> Result<Action, Misread> {
        let slots = self.orientations.len();
        let (mut from, mut twist): (Vec<u16>, _) = ((0..exact::<u16>(slots)).collect(), vec![0; slots]);
        let mut named = FxHashSet::default();
        for cycle in cycles {
            let mut places = Vec::new();
            for &token in cycle {
                let SuffixedWord { name, suffix } = word(token, "the name of a slot")?;
                let slot = self.layout.slot(name)?;
                if !named.insert(slot) {
                    return Err(name.misread("a slot that the move does not name before"));
                }
                self.same_set(places.first().copied(), slot, name)?;
                twist[slot] = self.turn(suffix, slot)?;
                places.push(slot);
            }
            for (&slot, &next) in places.iter().zip(places.iter().cycle().skip(1)) {
                from[next] = exact::<u16>(slot);
            }
        }
        Ok(Action::new(&from, &twist, &self.orientations).expect("cycles of different slots"))
    }

    fn same_set(&self, first: Option<usize>, slot: usize, token: Token<'_>) -> Result<(), Misread> {
        match first.map(|first| self.layout.set_of[first]) {
            Some(set) if set != self.layout.set_of[slot] => {
                Err(token
                    .misread(format!("a slot of set {}, since pieces stay in their set", self.layout.sets[set].name)))
            }
            _ => Ok(()),
        }
    }

    /// Reads the number by which a piece is turned.
    fn turn(&self, suffix: Option<Token<'_>>, slot: usize) -> Result<u8, Misread> {
        let Some(suffix) = suffix else { return Ok(0) };
        let of = self.orientations[slot];
        if of == 1 {
            return Err(suffix.misread("no turn, because pieces of this set have one orientation"));
        }
        suffix.number(0, u64::from(of) - 1, &format!("a turn from 0 to {}", of - 1))
    }

    /// Reads marks before a move and the same marks after it. Without marks before, slots' names are the marks.
    fn pictures(&self, before: Option<&'t TomlValue<'t>>, after: &'t TomlValue<'t>) -> Result<Action, Misread> {
        let slots = self.orientations.len();
        let marks = match before {
            Some(before) => self.layout.fill(self.source, before, "a mark for the piece of each slot")?,
            None => self.layout.names.iter().copied().map(Some).collect(),
        };
        let marks: Vec<Option<Token<'_>>> = marks.into_iter().map(|mark| mark.filter(|m| !is_gap(m.text))).collect();
        let mut places: FxHashMap<&str, usize> = FxHashMap::default();
        for (slot, mark) in marks.iter().enumerate() {
            let Some(mark) = mark else { continue };
            if word(*mark, "a mark")?.suffix.is_some() {
                return Err(mark.misread("a mark without +, which belongs in `after`"));
            }
            if places.insert(mark.text, slot).is_some() {
                return Err(mark.misread("a mark that no other slot has, or . where nothing moves"));
            }
        }
        let (mut from, mut twist): (Vec<u16>, _) = ((0..exact::<u16>(slots)).collect(), vec![0; slots]);
        let after_marks = self.layout.fill(self.source, after, "the marks after the move")?;
        for (slot, (token, mark)) in after_marks.iter().zip(&marks).enumerate() {
            let is_still = token.is_none_or(|token| is_gap(token.text));
            let token = match (token, mark) {
                // Without a picture before, a slot that is not marked stays as it is.
                (_, Some(mark)) if is_still && before.is_none() => {
                    places.remove(mark.text);
                    continue;
                }
                (Some(token), Some(_)) if is_still => return Err(token.misread("a mark, as in `before`")),
                (Some(token), None) if !is_still => return Err(token.misread(". or ?, as in `before`")),
                (Some(token), Some(_)) => *token,
                (None, Some(mark)) => {
                    return Err(self.source.not(after, format!("a mark for {} of `before`", mark.text)));
                }
                (_, None) => continue,
            };
            let SuffixedWord { name, suffix } = word(token, "a mark")?;
            let expected = if before.is_some() { "a mark of `before`, each once" } else { "a slot's name, each once" };
            let source = places.remove(name.text).ok_or_else(|| name.misread(expected))?;
            self.same_set(Some(slot), source, name)?;
            from[slot] = exact::<u16>(source);
            twist[slot] = self.turn(suffix, slot)?;
        }
        let expected = "every moved piece in a slot from which another moved";
        Action::new(&from, &twist, &self.orientations).map_err(|_| self.source.not(after, expected))
    }

    /// Reads conditions such as `a = x|y` and `b c != z`, with commas or blanks between them.
    fn conditions(&self, value: &'t TomlValue<'t>) -> Result<Vec<Condition>, Misread> {
        const EXPECTED: &str =
            "conditions such as \"a = x|y, b c != z\": slots, and the pieces that must or must not lie there";
        let words = self.source.words(value, EXPECTED, |character| is_blank(character) || character == ',')?;
        let words: Vec<Token<'t>> = words.into_iter().flat_map(|word| parts(word, &['=', '!', '|'])).collect();
        let mut conditions = Vec::new();
        let mut at = 0;
        let next = |at: &mut usize, expected: &str| {
            let found = words.get(*at).copied();
            *at += 1;
            found.ok_or_else(|| self.source.not(value, format!("{expected} at the end of the conditions")))
        };
        while at < words.len() {
            let mut slots = Vec::new();
            let sign = loop {
                match next(&mut at, "a slot, = or !=")? {
                    sign if matches!(sign.text, "=" | "!") && !slots.is_empty() => break sign,
                    name => slots.push(self.layout.slot(name)?),
                }
            };
            let must = sign.text == "=";
            if !must && next(&mut at, "=")?.text != "=" {
                return Err(sign.misread("= or !="));
            }
            let first = at;
            for slot in slots {
                at = first;
                let mut pieces = Vec::new();
                loop {
                    pieces.push(self.pieces.named(self.layout.set_of[slot], next(&mut at, "a piece")?)?);
                    if words.get(at).is_none_or(|word| word.text != "|") {
                        break;
                    }
                    at += 1;
                }
                pieces.sort_unstable();
                pieces.dedup();
                conditions.push(Condition { slot: exact::<u16>(slot), pieces, must });
            }
        }
        match conditions.is_empty() {
            true => Err(self.source.not(value, EXPECTED)),
            false => Ok(conditions),
        }
    }

    /// The moves in which a piece slides into a neighbouring slot that holds the gap.
    fn slides(&self, value: &'t TomlValue<'t>) -> Result<Vec<Move>, Misread> {
        const EXPECTED: &str = "the piece that is the gap into which neighbours slide";
        let words = self.source.words(value, EXPECTED, is_blank)?;
        let &[gap] = words.as_slice() else { return Err(self.source.not(value, EXPECTED)) };
        let Some(picture) = &self.layout.picture else {
            return Err(self.source.not(value, "a file with a `picture`, whose neighbours slide"));
        };
        let (set, piece) = (0..self.layout.sets.len())
            .find_map(|set| Some((set, self.pieces.named(set, gap).ok()?)))
            .ok_or_else(|| gap.misread("a piece that is the gap"))?;
        let has_one = self.pieces.solved.pieces.iter().zip(&self.layout.set_of);
        let has_one = has_one.filter(|(lies, of)| (**lies, **of) == (piece, set)).count() == 1;
        let cells: FxHashMap<_, _> = picture.spots.iter().map(|spot| ((spot.row, spot.column), spot.slot)).collect();
        let mut known = FxHashSet::default();
        let mut moves = Vec::new();
        for spot in &picture.spots {
            let (row, column) = (spot.row, spot.column);
            let around =
                [(row.wrapping_sub(1), column), (row, column.wrapping_sub(1)), (row, column + 1), (row + 1, column)];
            for other in around.iter().filter_map(|cell| cells.get(cell)) {
                let (from, to) = (usize::from(spot.slot), usize::from(*other));
                let is_within = self.layout.set_of[from] == set && self.layout.set_of[to] == set;
                if from == to || !is_within || !known.insert((from, to)) {
                    continue;
                }
                if moves.len() == MOST_MOVES {
                    return Err(gap.misread(format!("at most {MOST_MOVES} moves")));
                }
                moves.push(self.slide(from, to, piece, has_one));
            }
        }
        let mut names = FxHashSet::default();
        match moves.iter().find(|m| m.name.contains(':') || !names.insert(m.name.as_str())) {
            None => Ok(moves),
            Some(m) => {
                let expected = "slots whose names make good names of moves; one, or two, would be called";
                Err(gap.misread(format!("{expected} {}", m.name)))
            }
        }
    }

    /// The move of a piece from one slot to another slot, which holds the gap.
    fn slide(&self, from: usize, to: usize, gap: u8, has_one: bool) -> Move {
        let mut sources: Vec<u16> = (0..exact::<u16>(self.orientations.len())).collect();
        sources.swap(from, to);
        let still = vec![0; sources.len()];
        let action = Action::new(&sources, &still, &self.orientations).expect("an exchange");
        let condition = |slot: usize, must| Condition { slot: exact::<u16>(slot), pieces: vec![gap], must };
        let when = if has_one { vec![condition(to, true)] } else { vec![condition(to, true), condition(from, false)] };
        let name = format!("{}-{}", self.layout.names[from].text, self.layout.names[to].text);
        Move { repeats: Repeats::None, when, ..Move::new(name, action) }
    }
}

/// Splits a word at its signs, which become words of their own.
fn parts<'t>(word: Token<'t>, signs: &[char]) -> Vec<Token<'t>> {
    let mut parts = Vec::new();
    let (mut begin, mut first) = (0, 0);
    for (column, (at, character)) in word.text.char_indices().enumerate() {
        if signs.contains(&character) {
            if begin < at {
                parts.push(Token { text: &word.text[begin..at], column: word.column + first, ..word });
            }
            parts.push(Token { text: &word.text[at..at + 1], column: word.column + column, ..word });
            (begin, first) = (at + 1, column + 1);
        }
    }
    if begin < word.text.len() {
        parts.push(Token { text: &word.text[begin..], column: word.column + first, ..word });
    }
    parts
}
