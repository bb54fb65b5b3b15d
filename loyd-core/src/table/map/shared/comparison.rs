//! Compares positions of a shared map with their neighbours in all processes. A process asks the owner of each
//! neighbour that is not its own, in a round of questions and a round of answers.

use rayon::prelude::*;

use super::super::Halt;
use super::super::check::{MapCheck, MapChecked, PositionLayer, PositionLookup, near_compared};
use super::super::peers::Lost;
use super::MapProcess;
use crate::limits::Meter;

/// The most positions that a process compares in one round.
const AT_A_TIME: usize = 1 << 10;

/// All places, in the order of the numbers that stand for them in answers.
const PLACES: [PositionLayer; 7] = [
    PositionLayer::Unmet,
    PositionLayer::Here,
    PositionLayer::LikeHere,
    PositionLayer::Before,
    PositionLayer::Earlier,
    PositionLayer::Elsewhere,
    PositionLayer::Missing,
];

/// The look-ups of one process when the layer of `depth` is done.
pub struct RemoteLookup<'a, L> {
    pub lookup: &'a L,
    /// The process that owns an entry.
    pub owner: &'a dyn Fn(u64) -> usize,
    pub depth: u32,
}

/// The look-ups of a process, and the answers of the others in the order of the entries.
struct AnsweredLookup<'a, L> {
    lookup: &'a L,
    answers: Vec<(u64, PositionLayer)>,
}

impl<L: PositionLookup> PositionLookup for AnsweredLookup<'_, L> {
    type Position = L::Position;

    fn entry(&self, position: L::Position) -> Option<u64> {
        self.lookup.entry(position)
    }

    fn place_of(&self, entry: u64) -> PositionLayer {
        match self.lookup.place_of(entry) {
            PositionLayer::Elsewhere => {
                let answer = self.answers.binary_search_by_key(&entry, |&(entry, _)| entry);
                answer.map_or(PositionLayer::Elsewhere, |answer| self.answers[answer].1)
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

    fn is_unsolvable(&self, position: L::Position) -> bool {
        self.lookup.is_unsolvable(position)
    }

    fn is_start(&self, position: L::Position) -> bool {
        self.lookup.is_start(position)
    }
}

/// The entries for which each process is asked, so that these positions can be compared.
fn questions<L: PositionLookup>(
    asker: &RemoteLookup<'_, L>,
    positions: &[L::Position],
    forwards: bool,
    processes: usize,
) -> Vec<Vec<u64>> {
    let RemoteLookup { lookup, owner, .. } = *asker;
    let elsewhere = |position: &L::Position| {
        let mut entries = Vec::new();
        near_compared(lookup, position.clone(), forwards, &mut |near| {
            entries
                .extend(lookup.entry(near.clone()).filter(|&entry| lookup.place_of(entry) == PositionLayer::Elsewhere));
        });
        entries
    };
    let mut questions = vec![Vec::new(); processes];
    let entries: Vec<Vec<u64>> = positions.par_iter().map(elsewhere).collect();
    entries.into_iter().flatten().for_each(|entry| questions[owner(entry)].push(entry));
    questions
}

/// The numbers with which a process begins its questions.
#[derive(Clone, Copy)]
struct QuestionHead {
    /// Whether the process compares positions in this round.
    goes_on: bool,
    /// Whether the process found a fault.
    is_wrong: bool,
    /// Whether a limit of the process is reached: the comparison ends for all.
    is_stopped: bool,
    /// The extent of its last comparison.
    checked: MapChecked,
}

impl QuestionHead {
    const NUMBERS: usize = 6;

    fn numbers(self) -> [u64; QuestionHead::NUMBERS] {
        let QuestionHead { goes_on, is_wrong, is_stopped, checked: MapChecked { positions, moves, all } } = self;
        [goes_on.into(), is_wrong.into(), is_stopped.into(), positions, moves, all.into()]
    }

    fn of(numbers: &[u64]) -> Option<(QuestionHead, &[u64])> {
        let (&[goes_on, is_wrong, is_stopped, positions, moves, all], questions) = numbers.split_first_chunk()?;
        let [goes_on, is_wrong, is_stopped, all] = [goes_on, is_wrong, is_stopped, all].map(|number| number != 0);
        Some((QuestionHead { goes_on, is_wrong, is_stopped, checked: MapChecked { positions, moves, all } }, questions))
    }
}

impl MapProcess<'_> {
    /// Compares the positions of each process with their neighbours, and counts the comparisons of all processes. An
    /// item that is a fault was found by this process alone. Where a process reaches a limit, the comparison ends for
    /// all, and not all positions are compared.
    ///
    /// # Errors
    /// [`Halt::Wrong`] on every process, if a process found a fault; [`Halt::Lost`].
    pub fn compare<L: PositionLookup>(
        &self,
        asker: &RemoteLookup<'_, L>,
        positions: &mut dyn Iterator<Item = Result<L::Position, Halt>>,
        check: &mut MapCheck,
        meter: &mut Meter<'_>,
    ) -> Result<(), Halt> {
        let (lookup, depth, processes) = (asker.lookup, asker.depth, self.share().number);
        let (mut verdict, mut all) = (Ok(()), check.checked);
        let none = MapChecked { positions: 0, moves: 0, all: all.all };
        check.checked = none;
        loop {
            let some: Result<Vec<L::Position>, Halt> =
                verdict.and_then(|()| (&mut *positions).take(AT_A_TIME).collect());
            let (some, fault) = some.map_or_else(|halt| (Vec::new(), Some(halt)), |some| (some, None));
            let questions = questions(asker, &some, check.forwards, processes);
            let head = QuestionHead {
                goes_on: !some.is_empty(),
                is_wrong: fault.is_some(),
                is_stopped: meter.watch(depth).is_err(),
                checked: std::mem::replace(&mut check.checked, none),
            };
            let parcels: Vec<Vec<u64>> =
                questions.iter().map(|questions| [&head.numbers()[..], questions].concat()).collect();
            let came = self.partnership.trade(&parcels)?;
            if let Some(halt) = fault {
                return Err(halt);
            }
            let (mut goes_on, mut is_stopped, mut answers) = (false, false, Vec::new());
            for (from, numbers) in came.iter().enumerate() {
                let (head, questions) = QuestionHead::of(numbers).ok_or_else(|| Lost::sent(from, "question"))?;
                if head.is_wrong {
                    let what = format!("when the layer of {depth} was done, process {from} found a fault in its part");
                    return Err(Halt::Wrong(what));
                }
                goes_on |= head.goes_on;
                is_stopped |= head.is_stopped;
                all.positions += head.checked.positions;
                all.moves += head.checked.moves;
                all.all &= head.checked.all;
                answers.push(questions.iter().map(|&entry| lookup.place_of(entry) as u64).collect::<Vec<u64>>());
            }
            if is_stopped || !goes_on {
                all.all &= !is_stopped;
                check.checked = all;
                return Ok(());
            }
            let answers = answers_to(&questions, &self.partnership.trade(&answers)?)?;
            let answered = AnsweredLookup { lookup, answers };
            verdict = meter.unstopped(|meter| check.compare(&answered, &some, depth, meter));
        }
    }
}

/// The answers of each process to its questions, in the order of the entries.
fn answers_to(questions: &[Vec<u64>], answers: &[Vec<u64>]) -> Result<Vec<(u64, PositionLayer)>, Lost> {
    let mut all = Vec::new();
    for (from, (questions, answers)) in questions.iter().zip(answers).enumerate() {
        let place = |&answer: &u64| PLACES.iter().copied().find(|&place| place as u64 == answer);
        let places: Option<Vec<PositionLayer>> = answers.iter().map(place).collect();
        let places = places.filter(|places| places.len() == questions.len());
        let places = places.ok_or_else(|| Lost::sent(from, "answer"))?;
        all.extend(questions.iter().copied().zip(places));
    }
    all.sort_unstable_by_key(|&(entry, _)| entry);
    Ok(all)
}
