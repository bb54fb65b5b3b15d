//! Words in the chosen moves of a definition: read, reduced, measured, and written as positions that a search can join.

use super::alg::PartSize;
use super::rewrite::Rewriter;
use super::said;
use super::steps::MovePower;
use crate::definition::move_names::MoveNames;
use crate::definition::rules::are_same;
use crate::definition::{
    Action, Condition, Definition, DefinitionFormat, Metric, Move, Pattern, PlayRules, Repeats, Set,
};
use crate::formats::write::write;
use loyd_core::exact::exact;
use loyd_core::puzzle::{Letter, Spelling, WordSpace};
use loyd_core::text::{Misread, Token, ended};

/// The most powers of a chosen move that are compared with another move.
const MOST_COMPARED: u32 = 256;

/// Reads and writes words in the moves that are chosen of a definition.
///
/// ```
/// use loyd_definitions::{Metric, PlayRules, RuleChoice};
/// use loyd_definitions::bundled;
/// use loyd_definitions::algs::words::WordNotation;
/// let cube = bundled::open("3x3x3", "").unwrap().unwrap();
/// let moves = Some(vec!["U".into(), "R".into()]);
/// let choice = RuleChoice { metric: Some(Metric::Quarter), moves, ..RuleChoice::default() };
/// let words = WordNotation::new(&cube, &PlayRules::new(&cube, &choice).unwrap());
/// let word = words.read("R2 U U'").unwrap();
/// assert_eq!((words.moves(&word), words.text(&words.reduced(&word))), (4, "R R".into()));
/// assert!(words.read("R F").unwrap_err().to_string().ends_with("found `F`, expected one of the chosen moves U R"));
/// ```
#[derive(Clone, Debug)]
pub struct WordNotation {
    whole: Definition,
    /// The chosen moves and sets as a definition. Its moves have only the powers that the metric counts as moves.
    part: Definition,
    /// The puzzle in which words are joined.
    apart: Definition,
    metric: Metric,
    /// For each move of the whole, its place in the part; `None` for a move that is left out.
    places: Vec<Option<usize>>,
    /// For each move of the whole, its action on the slots that stay.
    actions: Vec<Action>,
}

impl WordNotation {
    /// The words in the moves, sets and metric that rules choose of a definition.
    pub fn new(definition: &Definition, rules: &PlayRules) -> Self {
        let mut number = vec![0; definition.slots()];
        rules.slots.iter().zip(0..).for_each(|(&slot, new)| number[usize::from(slot)] = new);
        let of = |all: &[u8]| -> Vec<u8> { rules.slots.iter().map(|&slot| all[usize::from(slot)]).collect() };
        let action = |action: &Action| {
            let from: Vec<u16> =
                rules.slots.iter().map(|&slot| number[usize::from(action.from()[usize::from(slot)])]).collect();
            Action::new(&from, &of(action.twist()), &rules.orientations).expect("a set is closed under moves")
        };
        let actions: Vec<Action> = definition.moves.iter().map(|m| action(&m.action)).collect();
        let (mut moves, mut places) = (Vec::new(), Vec::new());
        for (place, m) in definition.moves.iter().enumerate() {
            let stays = m.is_rotation || rules.moves.contains(&place);
            places.push(stays.then_some(moves.len()));
            if !stays {
                continue;
            }
            // No condition is on a slot that is left out, because `PlayRules::new` refuses such a choice.
            let slot =
                |condition: &Condition| Condition { slot: number[usize::from(condition.slot)], ..condition.clone() };
            let is_single = rules.metric == Metric::Quarter && m.repeats == Repeats::Powers;
            moves.push(Move {
                action: actions[place].clone(),
                weight: if rules.metric == Metric::Weights { m.weight } else { 1 },
                repeats: if is_single { Repeats::Inverse } else { m.repeats },
                when: m.when.iter().map(slot).collect(),
                ..m.clone()
            });
        }
        let part = Definition {
            moves,
            legal: rules.legal.clone(),
            ..Definition::new(definition.form, rules.sets.clone(), rules.solved.clone())
        };
        let apart = apart(&part);
        WordNotation { whole: definition.clone(), part, apart, metric: rules.metric, places, actions }
    }

    /// Reads a word. A move that is not chosen is read as a power of a chosen move, if it does the same.
    ///
    /// # Errors
    /// [`Misread`] if the text is no word, or contains a move that is not chosen.
    pub fn read(&self, text: &str) -> Result<Vec<Letter>, Misread> {
        let mut word = Vec::new();
        let said = said::said(text, &self.whole)?;
        for step in &said.steps {
            let letter = self.chosen(step).ok_or_else(|| self.not_chosen(&said.word(step)))?;
            word.extend(Some(letter).filter(|(_, power)| *power != 0));
        }
        Ok(word)
    }

    /// A step as a power of a chosen move; `None` if it is no such power.
    pub fn chosen(&self, step: &MovePower) -> Option<Letter> {
        self.places[step.place].map(|place| (place, step.power)).or_else(|| self.as_power(step.place, step.power))
    }

    /// The least power of a chosen move without conditions that does the same as a power of any move.
    fn as_power(&self, place: usize, power: i32) -> Option<Letter> {
        if !self.whole.moves[place].when.is_empty() || !self.part.legal.is_empty() {
            return None;
        }
        let of = self.part.orientations();
        let wanted = self.actions[place].signed_power(power, &of);
        let free = self.part.moves.iter().enumerate().filter(|(_, m)| m.when.is_empty() && !m.is_rotation);
        let powers = free.filter_map(|(place, m)| {
            let order = m.action.order(&of).filter(|&order| order <= MOST_COMPARED)?;
            let mut action = Action::identity(of.len());
            let times = (0..order).find(|_| {
                let is_it = action == wanted;
                action = action.then(&m.action, &of);
                is_it
            })?;
            let is_back = m.repeats != Repeats::None && times > order - times;
            Some((place, if is_back { times as i32 - order as i32 } else { times as i32 }))
        });
        powers.min_by_key(|&(_, power)| power.unsigned_abs())
    }

    /// The error for a move that is not chosen.
    fn not_chosen(&self, word: &Token<'_>) -> Misread {
        let all: Vec<&str> = self.part.moves.iter().filter(|m| !m.is_rotation).map(|m| m.name.as_str()).collect();
        word.misread(format!("one of the chosen moves {}", all.join(" ")))
    }

    fn rewriter(&self) -> Rewriter<'_> {
        Rewriter::new(&self.part)
    }

    /// The action of a word.
    fn action(&self, word: &[Letter]) -> Action {
        let of = self.part.orientations();
        word.iter().fold(Action::identity(of.len()), |action, &(place, power)| {
            action.then(&self.part.moves[place].action.signed_power(power, &of), &of)
        })
    }

    /// A word that does the same, reduced by [`Rewriter::reduced`].
    pub fn reduced(&self, word: &[Letter]) -> Vec<Letter> {
        self.rewriter().reduced(word)
    }

    /// The inverse of a word, reduced.
    pub fn inverse(&self, word: &[Letter]) -> Vec<Letter> {
        let rewriter = self.rewriter();
        rewriter.reduced(&rewriter.inverse(word))
    }

    /// A word as text.
    pub fn text(&self, word: &[Letter]) -> String {
        let (names, of) = (MoveNames::of(&self.whole), self.whole.orientations());
        // Words are read with the names of the whole definition, so they are written with these names.
        let place_of = |part: usize| self.places.iter().position(|&place| place == Some(part)).expect("it stays");
        self.rewriter().text_by(word, |place, power| {
            let m = &self.whole.moves[place_of(place)];
            let is_same =
                |other: usize, times| are_same((m, power), (&self.whole.moves[other], times), self.metric, &of);
            names.word(&m.name, power, is_same)
        })
    }

    /// A word as one line, in the notation of the puzzle.
    pub fn line(&self, word: &[Letter]) -> String {
        let text = self.text(word);
        match self.whole.has_layers() {
            true => Spelling::Layers.written(&text.split_whitespace().map(String::from).collect::<Vec<_>>()),
            false => text,
        }
    }

    /// The number of moves of a word.
    pub fn moves(&self, word: &[Letter]) -> u64 {
        self.rewriter().length(word)
    }

    /// The number of times after which a repeated word has changed nothing, as for [`Rewriter::order`].
    pub fn order(&self, word: &[Letter]) -> Option<u32> {
        self.rewriter().order(word)
    }

    /// The cost of a word's moves; `None` if all moves cost 1.
    pub fn cost(&self, word: &[Letter]) -> Option<u64> {
        self.has_costs().then(|| self.total(word))
    }

    fn cost_of(&self, (place, power): Letter) -> u64 {
        let m = &self.part.moves[place];
        match (self.metric, m.repeats) {
            (Metric::Half, Repeats::Powers) => 1,
            _ => u64::from(m.weight) * u64::from(power.unsigned_abs()),
        }
    }

    /// A word with one letter for each single move.
    ///
    /// # Errors
    /// [`Misread`] for more moves than an algorithm may have.
    fn single(&self, word: &[Letter], text: &str) -> Result<Vec<Letter>, Misread> {
        let moves = word.iter().map(|(_, power)| u64::from(power.unsigned_abs())).sum();
        let end = Token { text: "", line: 1, column: 1 };
        PartSize::of(moves, 0).within(PartSize::most(), &end).map_err(|wrong| ended(text, wrong.expected))?;
        let letters = word.iter().flat_map(|&(place, power)| match self.part.moves[place].repeats {
            Repeats::Powers => std::iter::repeat_n((place, power), 1),
            _ => std::iter::repeat_n((place, power.signum()), power.unsigned_abs() as usize),
        });
        Ok(letters.collect())
    }
}

impl WordSpace for WordNotation {
    fn read(&self, text: &str) -> Result<Vec<Letter>, Misread> {
        self.single(&self.reduced(&self.read(text)?), text)
    }

    fn text(&self, word: &[Letter]) -> String {
        self.line(word)
    }

    fn total(&self, word: &[Letter]) -> u64 {
        word.iter().map(|&letter| self.cost_of(letter)).sum()
    }

    fn has_costs(&self) -> bool {
        self.metric == Metric::Weights
    }

    fn has_rotations(&self, word: &[Letter]) -> bool {
        word.iter().any(|&(place, _)| self.part.moves[place].is_rotation)
    }

    fn has_conditions(&self) -> bool {
        !self.part.legal.is_empty() || self.part.moves.iter().any(|m| !m.when.is_empty())
    }

    fn puzzle(&self) -> Result<(String, String), String> {
        let text = write(&self.apart, DefinitionFormat::Loyd).map_err(|why| why.to_string())?;
        Ok((format!("metric={}", self.metric.name()), text))
    }

    fn letter(&self, name: &str) -> Option<Letter> {
        let (place, power) = name.strip_prefix('m')?.split_once('.')?;
        let (times, sign) = power.strip_suffix('\'').map_or((power, 1), |times| (times, -1));
        let times: i32 = if times.is_empty() { 1 } else { times.parse().ok()? };
        Some((place.parse().ok()?, sign * times))
    }

    fn positions(&self, word: &[Letter]) -> Result<Vec<String>, usize> {
        let (apart, of) = (&self.apart, self.part.orientations());
        let mut number = vec![None; self.part.moves.len()];
        let turns = self.part.moves.iter().enumerate().filter(|(_, m)| !m.is_rotation);
        turns.zip(0..).for_each(|((place, _), new)| number[place] = Some(new));
        let holds = |conditions: &[Condition], pattern: &Pattern| {
            conditions.iter().all(|condition| condition.allows(pattern.pieces[usize::from(condition.slot)]))
        };
        let mut pattern = apart.solved.clone();
        let mut all = vec![written(&pattern)];
        for (at, &(place, power)) in word.iter().enumerate() {
            let m: &Move = &apart.moves[number[place].ok_or(at)?];
            let one = m.action.signed_power(power.signum(), &of);
            for _ in 0..power.unsigned_abs() {
                let after = apart.after(&pattern, &one);
                // An inverse needs the conditions of its move after it, because the move needs them before it.
                if !holds(&m.when, if power > 0 { &pattern } else { &after }) {
                    return Err(at);
                }
                pattern = after;
            }
            if !holds(&apart.legal, &pattern) {
                return Err(at);
            }
            all.push(written(&pattern));
        }
        Ok(all)
    }

    fn before(&self, word: &[Letter]) -> String {
        let back = self.action(word).inverse(&self.part.orientations());
        written(&self.apart.after(&self.apart.solved, &back))
    }

    fn do_the_same(&self, one: &[Letter], other: &[Letter]) -> bool {
        self.action(one) == self.action(other)
    }
}

/// The puzzle of the same moves in which all pieces differ and all orientations count, as [`WordSpace`] requires. Its
/// moves are named `m0.`, `m1.`, … by their places.
fn apart(part: &Definition) -> Definition {
    let sets: Vec<Set> = part.sets.iter().map(|set| Set::new(&*set.name, set.slots, set.orientations)).collect();
    let pieces: Vec<u8> = part.sets.iter().flat_map(|set| (0..set.slots).map(exact::<u8>)).collect();
    let (set_of, orientations) = (part.set_of_slots(), vec![0; pieces.len()]);
    let apart = |condition: &Condition| {
        let set = set_of[usize::from(condition.slot)];
        let is_meant = |slot: &usize| condition.pieces.contains(&part.solved.pieces[*slot]);
        let meant = part.slots_of(set).filter(is_meant).map(|slot| pieces[slot]).collect();
        Condition { pieces: meant, ..condition.clone() }
    };
    let moves = part.moves.iter().enumerate().filter(|(_, m)| !m.is_rotation).map(|(place, m)| Move {
        name: format!("m{place}."),
        when: m.when.iter().map(apart).collect(),
        ..m.clone()
    });
    let moves = moves.collect();
    let legal = part.legal.iter().map(apart).collect();
    let solved = Pattern { pieces: pieces.into(), orientations: orientations.into() };
    Definition { moves, legal, ..Definition::new(part.form, sets, solved) }
}

/// A position of the puzzle in which words are joined, as text.
fn written(pattern: &Pattern) -> String {
    let slot = |(&piece, &orientation): (&u8, &u8)| match orientation {
        0 => (u32::from(piece) + 1).to_string(),
        _ => format!("{}+{orientation}", u32::from(piece) + 1),
    };
    pattern.pieces.iter().zip(&pattern.orientations).map(slot).collect::<Vec<_>>().join(" ")
}
