//! Positions of a shared map compared with their neighbours, wherever these are: a process asks the owner of each
//! neighbour that is not its own, in a round of questions and a round of answers.

use super::super::Halt;
use super::super::check::{Check, Lookup, MapChecked, Place, near_compared};
use super::super::peers::Lost;
use super::Together;
use crate::limits::Meter;

/// Positions that a process compares in one round, at most, and questions with which its round is full.
const MOST: usize = 1 << 12;

/// All places, by the numbers that answer for them.
const PLACES: [Place; 7] =
    [Place::Unmet, Place::Here, Place::LikeHere, Place::Before, Place::Earlier, Place::Elsewhere, Place::Missing];

/// The look-ups of one process when the layer of `depth` is done.
pub struct Asker<'a, L> {
    pub lookup: &'a L,
    /// The process that owns an entry.
    pub owner: &'a dyn Fn(u64) -> usize,
    pub depth: u32,
}

/// The look-ups of a process, and the answers of the others in the order of the entries.
struct Answered<'a, L> {
    lookup: &'a L,
    answers: Vec<(u64, Place)>,
}

impl<L: Lookup> Lookup for Answered<'_, L> {
    type Position = L::Position;

    fn entry(&self, position: L::Position) -> Option<u64> {
        self.lookup.entry(position)
    }

    fn place_of(&self, entry: u64) -> Place {
        match self.lookup.place_of(entry) {
            Place::Elsewhere => {
                let answer = self.answers.binary_search_by_key(&entry, |&(entry, _)| entry);
                answer.map_or(Place::Elsewhere, |answer| self.answers[answer].1)
            }
            place => place,
        }
    }

    fn near(&self, position: L::Position, is_back: bool, each: &mut dyn FnMut(L::Position)) {
        self.lookup.near(position, is_back, each);
    }

    fn rank(&self, position: L::Position) -> u64 {
        self.lookup.rank(position)
    }

    fn is_start(&self, position: L::Position) -> bool {
        self.lookup.is_start(position)
    }
}

/// The positions that a process compares in one round.
struct ComparisonRound<P> {
    positions: Vec<P>,
    /// The entries that each other process is asked for.
    questions: Vec<Vec<u64>>,
}

impl<P: Copy> ComparisonRound<P> {
    fn new<L: Lookup<Position = P>>(
        asker: &Asker<'_, L>,
        positions: &mut dyn Iterator<Item = P>,
        forwards: bool,
        processes: usize,
    ) -> Self {
        let Asker { lookup, owner, .. } = *asker;
        let mut round = ComparisonRound { positions: Vec::new(), questions: vec![Vec::new(); processes] };
        let mut asked = 0;
        while asked < MOST && round.positions.len() < MOST {
            let Some(position) = positions.next() else { break };
            near_compared(lookup, position, forwards, &mut |near| {
                let entry = lookup.entry(near).filter(|&entry| lookup.place_of(entry) == Place::Elsewhere);
                if let Some(entry) = entry {
                    round.questions[owner(entry)].push(entry);
                    asked += 1;
                }
            });
            round.positions.push(position);
        }
        round
    }
}

/// The numbers with which a process begins its questions.
#[derive(Clone, Copy)]
struct QuestionHead {
    /// Whether the process compares positions in this round.
    goes_on: bool,
    /// Whether a comparison of the process found a fault.
    is_wrong: bool,
    /// The extent of its last comparison.
    checked: MapChecked,
}

impl QuestionHead {
    const NUMBERS: usize = 5;

    fn numbers(self) -> [u64; QuestionHead::NUMBERS] {
        let QuestionHead { goes_on, is_wrong, checked: MapChecked { positions, moves, all } } = self;
        [goes_on.into(), is_wrong.into(), positions, moves, all.into()]
    }

    fn of(numbers: &[u64]) -> Option<(QuestionHead, &[u64])> {
        let (&[goes_on, is_wrong, positions, moves, all], questions) = numbers.split_first_chunk()?;
        let checked = MapChecked { positions, moves, all: all != 0 };
        Some((QuestionHead { goes_on: goes_on != 0, is_wrong: is_wrong != 0, checked }, questions))
    }
}

impl Together<'_> {
    /// Compares the positions of each process with their neighbours, and counts the comparisons of all processes.
    /// `found` is the result of the comparisons for which this process needed no other.
    ///
    /// # Errors
    /// [`Halt::Wrong`] on every process, if a process found a fault; [`Halt::Lost`].
    pub fn compare<L: Lookup>(
        &self,
        asker: &Asker<'_, L>,
        positions: &mut dyn Iterator<Item = L::Position>,
        found: Result<(), Halt>,
        check: &mut Check,
        meter: &mut Meter<'_>,
    ) -> Result<(), Halt> {
        let (lookup, depth, processes) = (asker.lookup, asker.depth, self.share().number);
        let mut all = check.checked;
        let mut verdict = found;
        check.checked = MapChecked { positions: 0, moves: 0, all: all.all };
        loop {
            let positions: &mut dyn Iterator<Item = L::Position> =
                if verdict.is_ok() { &mut *positions } else { &mut std::iter::empty() };
            let round = ComparisonRound::new(asker, positions, check.forwards, processes);
            let head = QuestionHead {
                goes_on: !round.positions.is_empty(),
                is_wrong: verdict.is_err(),
                checked: std::mem::replace(&mut check.checked, MapChecked { all: all.all, ..MapChecked::default() }),
            };
            let parcels: Vec<Vec<u64>> =
                round.questions.iter().map(|questions| [&head.numbers()[..], questions].concat()).collect();
            let came = self.partnership.trade(&parcels)?;
            let (mut goes_on, mut answers) = (false, Vec::new());
            for (from, numbers) in came.iter().enumerate() {
                let (head, questions) = QuestionHead::of(numbers).ok_or_else(|| Lost::sent(from, "question"))?;
                if head.is_wrong {
                    verdict?;
                    let what = format!("when the layer of {depth} was done, process {from} found a fault in its part");
                    return Err(Halt::Wrong(what));
                }
                goes_on |= head.goes_on;
                all.positions += head.checked.positions;
                all.moves += head.checked.moves;
                all.all &= head.checked.all;
                answers.push(questions.iter().map(|&entry| lookup.place_of(entry) as u64).collect::<Vec<u64>>());
            }
            if !goes_on {
                check.checked = all;
                return Ok(());
            }
            let answered =
                Answered { lookup, answers: answers_to(&round.questions, &self.partnership.trade(&answers)?)? };
            verdict = meter.unstopped(|meter| check.compare(&answered, &round.positions, depth, meter));
        }
    }
}

/// The answers of each process to its questions, in the order of the entries.
fn answers_to(questions: &[Vec<u64>], answers: &[Vec<u64>]) -> Result<Vec<(u64, Place)>, Lost> {
    let mut all = Vec::new();
    for (from, (questions, answers)) in questions.iter().zip(answers).enumerate() {
        let place = |&answer: &u64| PLACES.iter().copied().find(|&place| place as u64 == answer);
        let places: Option<Vec<Place>> = answers.iter().map(place).collect();
        let places = places.filter(|places| places.len() == questions.len());
        let places = places.ok_or_else(|| Lost::sent(from, "answer"))?;
        all.extend(questions.iter().copied().zip(places));
    }
    all.sort_unstable_by_key(|&(entry, _)| entry);
    Ok(all)
}
