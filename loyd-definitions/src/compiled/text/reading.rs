//! Texts that people write for compiled puzzles: positions, moves that lead to them, and formats of other programs.

use rustc_hash::{FxHashMap, FxHashSet};

use super::names::Names;
use crate::algs::alg::PartSize;
use crate::algs::pasted::{are_stickers, pasted_of};
use crate::algs::said::{after, moves_among, said};
use crate::algs::scramble;
use crate::algs::words::WordNotation;
use crate::compiled::{Defined, packed};
use crate::definition::{Definition, Move, Pattern, PlayRules, RuleChoice};
use loyd_core::cells::Bytes;
use loyd_core::puzzle::bits::Word;
use loyd_core::puzzle::{Letter, Spelled, Spelling};
use loyd_core::text::{Misread, ended, quoted, tokens, tokens_between};

/// Whether a text may be a position of a definition: pieces slot by slot, moves, or a format of other programs. Opening
/// the puzzle to find out takes a hundred times as long.
///
/// ```
/// use loyd_definitions::bundled::open;
/// use loyd_definitions::compiled::text::may_be_position;
/// let tiles = open("sixteen", "3x3").unwrap().unwrap();
/// assert!(may_be_position("2 1 3 4 5 6 7 8 9", &tiles) && !may_be_position("1000x1000 1", &tiles));
/// ```
pub fn may_be_position(text: &str, definition: &Definition) -> bool {
    let is_read = |rules: PlayRules| {
        let names = Names::new(definition, &rules);
        names.read(text, &names.words(text)).is_ok()
    };
    let words = tokens(text);
    let characters: usize = words.iter().map(|word| word.text.chars().count()).sum();
    let may_be_read = [words.len(), characters].contains(&definition.slots());
    may_be_read && PlayRules::new(definition, &RuleChoice::default()).is_ok_and(is_read)
        || said(text, definition).is_ok_and(|said| !said.steps.is_empty())
        || pasted_of(text, definition).is_some_and(|pasted| pasted.is_ok())
}

/// Whether a text is a file of scrambles, or a KPuzzle pattern.
pub(crate) fn is_file(text: &str) -> bool {
    text.trim_start().starts_with(['{', 'S']) && (text.contains("Scramble") || text.contains('"'))
}

/// The position of a file of one scramble.
pub(crate) fn one_scramble(text: &str, definition: &Definition) -> Result<Pattern, Misread> {
    let mut all = scramble::read(text, definition)?;
    let one = all.pop().filter(|_| all.is_empty());
    one.map(|one| one.pattern).ok_or_else(|| ended(text, format!("one scramble, not {}", all.len() + 1)))
}

/// Whether a text that is not a position is moves, not all of which turn the whole puzzle.
///
/// # Errors
/// [`Misread`] for moves that may also be meant as stickers or as a part of a position. `wrong` is the reason why the
/// text is not a position.
pub(crate) fn are_moves(text: &str, definition: &Definition, names: &Names, wrong: &Misread) -> Result<bool, Misread> {
    let Ok(said) = said(text, definition) else { return Ok(false) };
    let are_rotations = said.steps.iter().all(|step| definition.moves[step.place].is_rotation);
    if are_rotations || are_stickers(text, definition)? {
        return Ok(false);
    }
    let words = tokens_between(text, |character| character.is_whitespace() || matches!(character, ',' | '/'));
    let both = |or: String| Err(Misread { expected: format!("{}; {or}", wrong.expected), ..wrong.clone() });
    if let Some(word) = words.iter().find(|word| names.knows(word.text) && moves_among(word.text, definition) == 0) {
        return both(format!("if `{}` is moves, write blanks between them", word.text));
    }
    if words.len() * 2 >= names.sets.len() && words.iter().all(|word| names.has_label(word.text)) {
        return both("if these are moves, they are a scramble".into());
    }
    Ok(true)
}

/// The reason why a text is not moves, if moves rather than a position were meant.
pub(crate) fn no_move(text: &str, definition: &Definition, names: &Names) -> Option<Misread> {
    let wrong = said(text, definition).err()?;
    let (moves, words) = (moves_among(text, definition), tokens(text));
    let pieces = words.iter().filter(|word| names.knows(word.text)).count();
    // An error inside a word lies behind moves that are written together.
    let is_inside = words.iter().all(|word| (word.line, word.column) != (wrong.line, wrong.column));
    let is_unclear = wrong.expected.contains("blank");
    let is_meant = is_unclear || moves >= pieces && (moves > 0 || is_inside && pieces == 0);
    (is_meant && words.len() != names.sets.len()).then_some(wrong)
}

impl<const N: usize, W: Word> Defined<N, W> {
    /// The state of a pattern of the whole definition.
    ///
    /// # Errors
    /// The name of a set that has other pieces.
    pub fn state_of_pattern(&self, pattern: &Pattern) -> Result<Bytes<N>, &str> {
        let of = |all: &[u8]| self.rules.slots.iter().map(|&slot| all[usize::from(slot)]).collect();
        let pattern = Pattern { pieces: of(&pattern.pieces), orientations: of(&pattern.orientations) };
        self.codes.of_pattern(&pattern).map(|codes| packed(&codes)).map_err(|set| self.rules.sets[set].name.as_str())
    }

    /// The state of a pattern that was read from a text.
    fn start(&self, text: &str, pattern: &Pattern) -> Result<Bytes<N>, Misread> {
        let state = self.state_of_pattern(pattern);
        state.map_err(|set| ended(text, format!("every piece of {set} as often as in the solved position")))
    }

    /// Reads a position slot by slot, a scramble from the solved position, a file of one scramble, or a format of other
    /// programs.
    pub(crate) fn start_of(&self, text: &str) -> Result<Bytes<N>, Misread> {
        let state = self.any_start_of(text)?;
        if !self.reached.is_empty() && self.reached.binary_search_by_key(&state.0, |reached| reached.0).is_err() {
            let expected = "a position that moves reach from the solved position, because the goal leaves open so many \
                            positions that only the reached ones are listed";
            return Err(Misread { line: 1, column: 1, found: quoted(text), expected: expected.into() });
        }
        Ok(state)
    }

    fn any_start_of(&self, text: &str) -> Result<Bytes<N>, Misread> {
        let wrong = match self.read(text) {
            Ok(state) => return Ok(state),
            Err(wrong) => wrong,
        };
        if is_file(text) {
            return self.start(text, &one_scramble(text, &self.definition)?);
        }
        if are_moves(text, &self.definition, &self.names, &wrong)? {
            return self.start(text, &after(text, &self.definition.solved, &self.definition)?);
        }
        if let Some(pattern) = pasted_of(text, &self.definition) {
            return self.start(text, &pattern?);
        }
        Err(no_move(text, &self.definition, &self.names)
            .unwrap_or_else(|| Misread { expected: wrong.expected + ", or moves that scramble it", ..wrong }))
    }

    /// The state after moves, which need not be among the chosen moves.
    pub(crate) fn after_scramble(&self, state: &Bytes<N>, text: &str) -> Result<Bytes<N>, Misread> {
        if self.definition.moves.iter().any(|m| !m.when.is_empty()) {
            let said = said(text, &self.definition)?;
            let unknown = said.steps.iter().find(|step| !self.tells(&self.definition.moves[step.place]));
            if let Some(step) = unknown {
                return Err(said
                    .word(step)
                    .misread("one of the chosen moves, because the legality of other moves is not known"));
            }
        }
        self.start(text, &after(text, &self.pattern_of(state), &self.definition)?)
    }

    /// Whether every state determines whether the conditions of a move are met.
    fn tells(&self, m: &Move) -> bool {
        m.when.iter().all(|condition| {
            let place = self.rules.slots.iter().position(|&slot| slot == condition.slot);
            place.is_some_and(|slot| {
                let classes = &self.alphabet(slot).classes;
                let is_one =
                    |pieces: &[u8]| pieces.iter().all(|&piece| condition.allows(piece) == condition.allows(pieces[0]));
                classes.iter().all(|class| is_one(&class.pieces))
            })
        })
    }

    /// A pattern of the whole definition that has this state, with the first piece of each class.
    fn pattern_of(&self, state: &Bytes<N>) -> Pattern {
        let mut pattern = self.definition.solved.clone();
        for (slot, &of) in self.rules.slots.iter().enumerate() {
            let (class, orientation) = self.alphabet(slot).of_code(state.0[slot]);
            pattern.pieces[usize::from(of)] = self.alphabet(slot).classes[class].pieces[0];
            pattern.orientations[usize::from(of)] = orientation;
        }
        pattern
    }

    /// Reads the names of moves in a text. Each move may be written in the notation of other programs.
    pub(crate) fn spelled_as_others_do<'t>(&self, text: &'t str) -> Result<Vec<Spelled<'t>>, Misread> {
        let turns = self.rules.turns.iter().flat_map(|turn| std::iter::once(&turn.name).chain(&turn.same));
        let aliases = self.rules.aliases.iter().map(|(alias, _)| alias);
        let names: FxHashSet<&str> = turns.chain(aliases).map(String::as_str).collect();
        let plain = |words: Vec<_>| Ok(words.into_iter().map(Spelled::from).collect());
        // A name may contain a comma.
        let words = Spelling::Algs.words(text);
        for words in [tokens_between(text, char::is_whitespace), words.clone()] {
            if words.iter().all(|word| names.contains(word.text)) {
                return plain(words);
            }
        }
        let said = match said(text, &self.definition) {
            Ok(said) => said,
            Err(wrong) if text.contains(['(', '[']) || text.contains("//") => return Err(wrong),
            // The code that makes the moves reports which word is not a move.
            Err(_) => return plain(words),
        };
        let chosen = WordNotation::new(&self.definition, &self.rules);
        let mut texts: FxHashMap<Letter, String> = FxHashMap::default();
        let mut spelled = Vec::with_capacity(said.steps.len());
        // A step may be several moves of the metric.
        let (most, mut size) = (PartSize::most(), PartSize::default());
        for step in &said.steps {
            let word = said.word(step);
            let Some(letter) = chosen.chosen(step) else {
                spelled.push(Spelled::from(word));
                continue;
            };
            let text = texts.entry(letter).or_insert_with(|| chosen.text(&chosen.reduced(&[letter])));
            for name in text.split_whitespace() {
                size = size.plus(PartSize::of(1, name.len())).within(most, &word)?;
                spelled.push(Spelled { name: name.to_owned().into(), word });
            }
        }
        Ok(spelled)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compiled::tests::opened;
    use crate::formats::read;
    use loyd_core::puzzle::{MoveSet, Notation, Puzzle};

    fn names<const N: usize, W: Word>(puzzle: &Defined<N, W>, text: &str) -> Vec<String> {
        let spelled = puzzle.spelled(text).unwrap_or_else(|wrong| panic!("{text}: {wrong}"));
        spelled.into_iter().map(|spelled| spelled.name.into()).collect()
    }

    /// A scramble leads to the same state as the text read as a position, and as the spelled-out moves.
    #[test]
    fn scrambles_and_positions_are_read_alike() {
        for (puzzle, texts) in [
            ("3x3x3", &["R U F2", "(R U)5", "[R, U']3 // twice", "Rw U Fw2", "R3 U2'", "[x: R]", "[M', U2]"][..]),
            ("4x4x4", &["[3Rw: U]", "[r: U2]"]),
            ("2x2x2?U,R,F", &["U2 R F'", "[U: R2]"]),
            ("square-1", &["(1,0)/(-1,0)/", "U / U'"]),
            ("megaminx", &["R++ D-- U'", "(U R)2"]),
        ] {
            let it = opened(puzzle);
            let home = it.state_of_pattern(&it.definition.solved).unwrap();
            for text in texts {
                let wrong = |wrong: Misread| panic!("{puzzle} {text}: {wrong}");
                let state = it.starts(text).map(|states| states[0]).unwrap_or_else(wrong);
                assert_eq!(it.scrambled(&home, text).unwrap().unwrap_or_else(wrong), state, "{puzzle} {text}");
                if !text.contains(['x', 'y']) {
                    let mut at = home;
                    for name in names(&it, text) {
                        let m = it.move_named(&at, &name, loyd_core::puzzle::Convention::default());
                        it.apply(&mut at, m.unwrap_or_else(|| panic!("{puzzle} {text}: {name}")));
                    }
                    assert_eq!(at, state, "{puzzle} {text}");
                }
                // The inverse scramble leads from this state, which is not solved, back to the solved state.
                // `Rw` turns the whole cube, too, so its inverse would begin with another face.
                if !text.starts_with("Rw") {
                    let back = it.scrambled(&state, &format!("({text}\n)'")).unwrap();
                    assert!(back.is_err() || back == Ok(home), "{puzzle} {text}");
                }
            }
        }
    }

    #[test]
    fn spelled_moves_are_those_of_the_metric() {
        let cube = |metric| {
            let definition = crate::bundled::open("2x2x2", "").unwrap().unwrap();
            let moves = Some(vec!["U".into(), "R".into()]);
            let rules = PlayRules::new(&definition, &RuleChoice { metric, moves, ..RuleChoice::default() }).unwrap();
            Defined::<32, u64>::new(definition, rules).unwrap()
        };
        let (half, quarter) = (cube(None), cube(Some(crate::definition::Metric::Quarter)));
        for (text, of_half, of_quarter) in [
            ("", "", ""),
            ("U R'", "U R'", "U R'"),
            ("U,R'", "U R'", "U R'"),
            ("(U R)2 U3", "U R U R U'", "U R U R U'"),
            ("U2' R4", "U2", "U U"),
            ("[U: R2]", "U R2 U'", "U R R U'"),
            // A word that is not a chosen move stays as it is.
            ("U F2 x", "U F2 x", "U F2 x"),
            ("U (F)", "U F", "U F"),
            ("U R3q", "U R3q", "U R3q"),
            ("U R3x", "U R'", "U R'"),
        ] {
            assert_eq!(names(&half, text).join(" "), of_half, "{text}");
            assert_eq!(names(&quarter, text).join(" "), of_quarter, "{text}");
        }
        let error = half.spelled("U (R").unwrap_err().to_string();
        assert!(error.contains("found end of text, expected the ) that closes"), "{error}");
        let spelled = half.spelled("U\n (R U)2").unwrap();
        let places: Vec<_> = spelled.iter().map(|spelled| (spelled.token().line, spelled.token().column)).collect();
        assert_eq!(places, [(1, 1), (2, 3), (2, 5), (2, 3), (2, 5)]);
    }

    #[test]
    fn errors_name_the_word_that_is_wrong() {
        let wrong = |puzzle: &str, text: &str| opened(puzzle).starts(text).unwrap_err().to_string();
        let moves = "expected a move, perhaps with a number or ' behind it: U R F D L B x y z M E S \
            r l u d f b Rw Lw Uw Dw Fw Bw";
        assert_eq!(wrong("3x3x3", "R U\n R3q F"), format!("line 2, column 4: found `q`, {moves}"));
        assert_eq!(
            wrong("3x3x3", "[R, U"),
            "line 1, column 6: found end of text, expected the ] that closes `[` of line 1, column 1"
        );
        // Pieces are read as a position, and so is a text without a known word.
        let solved = opened("2x2x2").write(&opened("2x2x2").goals[0]);
        let short = wrong("2x2x2", solved.rsplit_once(' ').unwrap().0);
        assert!(short.ends_with("if `URF` is moves, write blanks between them"), "{short}");
        assert!(wrong("2x2x2", "hello").contains("expected 8 pieces"));
        assert!(wrong("2x2x2", &solved.replacen("URF", "Q", 1)).contains("found `Q`, expected a piece of"));
    }

    /// The condition of `B` is about a piece that the codes of the chosen moves do not distinguish from others.
    #[test]
    fn moves_whose_conditions_are_not_known_are_refused() {
        let text = "picture = \"1 2 3\"\nsolved = \"a b c\"\n[moves]\nA = \"1 2 3\"\n\
            B = { cycles = \"(1 2)\", when = \"1 = a\" }\n[goal]\npieces = \"? ? c\"";
        let definition = read(text).unwrap();
        let of = |moves: Option<Vec<String>>| {
            let rules = PlayRules::new(&definition, &RuleChoice { moves, ..RuleChoice::default() }).unwrap();
            Defined::<32, u64>::new(definition.clone(), rules).unwrap()
        };
        let (all, one) = (of(None), of(Some(vec!["A".into()])));
        assert_eq!(
            all.starts("B A").unwrap(),
            [all.scrambled(&all.starts("a b c").unwrap()[0], "B A").unwrap().unwrap()]
        );
        let wrong =
            |text: &str| one.scrambled(&one.starts("a b c").unwrap()[0], text).unwrap().unwrap_err().to_string();
        let unknown = "expected one of the chosen moves, because the legality of other moves is not known";
        assert_eq!(wrong("A B"), format!("line 1, column 3: found `B`, {unknown}"));
        assert!(one.moves(&one.starts("A").unwrap()[0]).iter().count() > 0);
    }
}
