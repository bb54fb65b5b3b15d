//! An opened puzzle, and the table of its distances as an array.

use std::ops::ControlFlow;
use std::sync::Arc;

use loyd::planner::{Engine, Request};
use loyd::puzzle::{Convention, Spelling};
use loyd::search::{Length, Outcome, Stop};
use loyd::service::reply::Answer;
use loyd::service::{Cancel, Control, Event, Fault, Kind, Origin, Question, STACK, Solution};
use loyd_cli::pictures::{Film, Plot, write_film};
use loyd_core::limits::Limits;
use loyd_core::table::distance::StoredDistances;
use numpy::{PyArray1, PyReadonlyArray1, ToPyArray};
use pyo3::prelude::*;

use crate::asking::{raised, read, stoppable};
use crate::number_rows::NumberRows;
use crate::service;
use crate::texts::{PositionList, given_back};

/// The distance of a position that reaches no goal.
const NONE: i32 = -1;
/// The distance of a position whose search was stopped.
const STOPPED: i32 = -2;

/// An opened puzzle with its goal.
#[pyclass(frozen, module = "loyd._loyd")]
pub struct OpenedPuzzle {
    engine: Arc<Engine>,
    /// How positions are rows of numbers, if they are.
    numbers: Option<NumberRows>,
}

#[pymethods]
impl OpenedPuzzle {
    /// Opens the puzzle of a question.
    #[new]
    fn new(py: Python<'_>, question: &str) -> PyResult<OpenedPuzzle> {
        let question = read(question).map_err(|fault| raised(py, &fault))?;
        let open = move |cancel: &Cancel| service().open(&question, &Control::new(cancel.clone()));
        let engine = stoppable(py, open, &mut || Ok(()))?;
        Ok(OpenedPuzzle { numbers: numbers_of(&engine), engine })
    }

    /// The full id.
    #[getter]
    fn id(&self) -> &str {
        self.engine.id()
    }

    /// The goal as text.
    #[getter]
    fn goal(&self) -> String {
        self.engine.goal()
    }

    /// The first goal as a position, if goals can be listed.
    #[getter]
    fn home(&self) -> Option<String> {
        self.engine.home()
    }

    /// The number of numbers of a position; `None` if positions are texts only.
    #[getter]
    fn cells(&self) -> Option<usize> {
        self.numbers.as_ref().map(|numbers| numbers.cells)
    }

    /// The text between two moves.
    #[getter]
    fn separator(&self) -> &'static str {
        if self.engine.spelling() == Spelling::Letters { "" } else { " " }
    }

    /// Moves in one line.
    fn line(&self, names: Vec<String>) -> String {
        self.engine.spelling().written(&names)
    }

    /// The names of the moves in a text.
    fn names(&self, py: Python<'_>, moves: &str) -> PyResult<Vec<String>> {
        self.engine.names(moves).map_err(|why| raised(py, &why.into()))
    }

    /// The position after moves, as text.
    fn after(&self, py: Python<'_>, state: &str, moves: &str) -> PyResult<String> {
        self.engine.after(state, moves, Convention::default()).map_err(|why| raised(py, &why.into()))
    }

    /// The positions in the standard notation.
    fn texts(&self, py: Python<'_>, positions: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
        self.each(py, positions, |engine, text| Ok(engine.state(text)?))
    }

    /// Texts of positions as an array, or as texts in the standard notation.
    fn rows<'py>(&self, py: Python<'py>, texts: Vec<String>) -> PyResult<Bound<'py, PyAny>> {
        let positions = PositionList::Texts(texts);
        let work = |cancel: &Cancel| positions.each(None, cancel, |text| Ok(self.engine.state(text)?));
        given_back(py, stoppable(py, work, &mut || Ok(()))?, self.numbers.as_ref())
    }

    /// Cantor's numbers of positions, from 0.
    fn ranks(&self, py: Python<'_>, positions: &Bound<'_, PyAny>) -> PyResult<Vec<u128>> {
        self.each(py, positions, |engine, text| Ok(engine.rank(text)?))
    }

    /// The positions with these Cantor numbers.
    fn unranked<'py>(&self, py: Python<'py>, numbers: Vec<u128>) -> PyResult<Bound<'py, PyAny>> {
        let work = |cancel: &Cancel| until_stopped(cancel, &numbers, |&number| Ok(self.engine.unrank(number)?));
        given_back(py, stoppable(py, work, &mut || Ok(()))?, self.numbers.as_ref())
    }

    /// The distances of positions by the table of all distances, which is built first. -1: no goal is reached.
    fn distances<'py>(
        &self,
        py: Python<'py>,
        positions: &Bound<'py, PyAny>,
        memory: Option<u64>,
    ) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let positions = PositionList::of(positions, self.numbers.as_ref())?;
        let work = |cancel: &Cancel| {
            let request = request(cancel, memory);
            positions.each(self.numbers.as_ref(), cancel, |text| {
                let distance = self.engine.distance(text, &request)?;
                Ok(distance.map_or(NONE, |moves| i32::try_from(moves).unwrap_or(i32::MAX)))
            })
        };
        Ok(stoppable(py, work, &mut || Ok(()))?.to_pyarray(py))
    }

    /// Solves positions as a question asks that has no position. Returns for each position its distance, or -1 if no
    /// goal is reached, or -2 if a limit stopped the search; a proved lower bound; and the moves.
    #[allow(clippy::type_complexity)] // Three columns of one table.
    fn solved<'py>(
        &self,
        py: Python<'py>,
        question: &str,
        positions: &Bound<'py, PyAny>,
    ) -> PyResult<(Bound<'py, PyArray1<i32>>, Bound<'py, PyArray1<i32>>, Vec<Option<String>>)> {
        let question = read(question).map_err(|fault| raised(py, &fault))?;
        let positions = PositionList::of(positions, self.numbers.as_ref())?;
        let work = |cancel: &Cancel| {
            let mut control = Control::new(cancel.clone());
            control.batch = true;
            let prepared = service().prepare(&question, &control)?;
            let solve =
                |text: &str| prepared.solve(text, &mut |_| ControlFlow::Continue(())).map(|answer| row(&answer));
            // A search needs a large stack.
            let pool = rayon::ThreadPoolBuilder::new().stack_size(STACK).build();
            let pool = pool.map_err(|why| Fault::new(Kind::System, Origin::System, why.to_string()))?;
            pool.install(|| positions.each(self.numbers.as_ref(), cancel, solve))
        };
        let rows = stoppable(py, work, &mut || Ok(()))?;
        let lengths: Vec<i32> = rows.iter().map(|row| row.0).collect();
        let bounds: Vec<i32> = rows.iter().map(|row| row.1).collect();
        Ok((lengths.to_pyarray(py), bounds.to_pyarray(py), rows.into_iter().map(|row| row.2).collect()))
    }

    /// A picture of a position, or an animation of moves made in it, as SVG.
    fn picture(&self, py: Python<'_>, state: &str, moves: Vec<String>, title: &str) -> PyResult<String> {
        let way = self.engine.way(state, &moves, Convention::default());
        let way = way.map_err(|why| raised(py, &why.into()))?;
        let start = [String::new()];
        let captions: Vec<String> = start.into_iter().chain(way.words.iter().cloned()).collect();
        let film = Film { title, description: state, pictures: &way.pictures, captions: &captions };
        svg(|out| write_film(&film, out))
    }

    /// The order of the group of the moves, whether it is exact, and the number of positions if it is.
    fn group(&self, py: Python<'_>) -> PyResult<(String, bool, Option<String>)> {
        let facts = py.detach(|| self.engine.expect_described().map(|described| described.group()));
        let facts = facts.map_err(|why| raised(py, &Fault::new(Kind::NotApplicable, Origin::Question, why)))?;
        let positions = facts.positions.is_exact.then(|| facts.positions.factors.decimal());
        Ok((facts.order.factors.decimal(), facts.order.is_exact, positions))
    }

    /// PositionList drawn as a question asks for, with its seed.
    fn drawn<'py>(&self, py: Python<'py>, question: &str) -> PyResult<Bound<'py, PyAny>> {
        let question: Question = read(question).map_err(|fault| raised(py, &fault))?;
        let work = |cancel: &Cancel| {
            let mut texts = Vec::new();
            let mut hear = |event| {
                if let Event::Drawn(drawn) = event {
                    texts.push(drawn.state);
                }
                ControlFlow::Continue(())
            };
            service().ask(&question, &Control::new(cancel.clone()).hear(&mut hear))?;
            Ok(texts)
        };
        given_back(py, stoppable(py, work, &mut || Ok(()))?, self.numbers.as_ref())
    }

    /// Builds the table of all distances, a byte for each position.
    fn table(&self, py: Python<'_>, memory: Option<u64>) -> PyResult<DistanceEntries> {
        let work = |cancel: &Cancel| Ok(self.engine.distances_by_rank(&request(cancel, memory))?);
        let table = stoppable(py, work, &mut || Ok(()))?;
        Ok(DistanceEntries { engine: Arc::clone(&self.engine), numbers: self.numbers.clone(), table })
    }
}

impl OpenedPuzzle {
    fn each<T: Send>(
        &self,
        py: Python<'_>,
        positions: &Bound<'_, PyAny>,
        does: impl Fn(&Engine, &str) -> Result<T, Fault> + Sync + Send,
    ) -> PyResult<Vec<T>> {
        let numbers = self.numbers.as_ref();
        let positions = PositionList::of(positions, numbers)?;
        let work = |cancel: &Cancel| positions.each(numbers, cancel, |text| does(&self.engine, text));
        stoppable(py, work, &mut || Ok(()))
    }
}

/// The table of all distances of a puzzle: the entry of a position is at the position's rank.
#[pyclass(frozen, module = "loyd._loyd")]
pub struct DistanceEntries {
    engine: Arc<Engine>,
    numbers: Option<NumberRows>,
    table: StoredDistances,
}

#[pymethods]
impl DistanceEntries {
    /// The distances by rank; 255: no goal is reached.
    fn distances<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        self.table.entry_bytes().to_pyarray(py)
    }

    /// The number of positions at each distance.
    fn layers(&self) -> Option<Vec<u64>> {
        self.table.layers().map(<[u64]>::to_vec)
    }

    /// The ranks of positions; -1: the position has none, because it reaches no goal.
    fn ranks<'py>(&self, py: Python<'py>, positions: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let numbers = self.numbers.as_ref();
        let positions = PositionList::of(positions, numbers)?;
        let work = |cancel: &Cancel| {
            positions.each(numbers, cancel, |text| {
                let rank = self.engine.entry(&self.table, text)?;
                Ok(rank.and_then(|rank| i64::try_from(rank).ok()).unwrap_or(i64::from(NONE)))
            })
        };
        Ok(stoppable(py, work, &mut || Ok(()))?.to_pyarray(py))
    }

    /// The positions with these ranks.
    fn positions<'py>(&self, py: Python<'py>, ranks: PyReadonlyArray1<'py, u64>) -> PyResult<Bound<'py, PyAny>> {
        let ranks: Vec<u64> = ranks.as_array().iter().copied().collect();
        let work =
            |cancel: &Cancel| until_stopped(cancel, &ranks, |&rank| Ok(self.engine.position_of(&self.table, rank)?));
        given_back(py, stoppable(py, work, &mut || Ok(()))?, self.numbers.as_ref())
    }
}

/// Calls `does` for each number, until the switch is set.
fn until_stopped<N>(
    cancel: &Cancel,
    numbers: &[N],
    does: impl Fn(&N) -> Result<String, Fault>,
) -> Result<Vec<String>, Fault> {
    let one = |number| if cancel.is_cancelled() { Err(Fault::stopped(Stop::Cancelled)) } else { does(number) };
    numbers.iter().map(one).collect()
}

/// How the positions of a puzzle are rows of numbers; `None` if a piece has no number, or can be turned.
fn numbers_of(engine: &Engine) -> Option<NumberRows> {
    let home = engine.home()?;
    let numbers = NumberRows::of(&engine.state(&home).ok()?)?;
    // A piece that is turned has no number, as `3+1`, and a move from the goal shows it.
    let steps = engine.legal(&home, "", Convention::default()).ok()?.steps;
    steps.iter().all(|step| NumberRows::of(&step.state).is_some()).then_some(numbers)
}

/// The number of moves of a solution, the proved bound of the least cost, and the moves.
fn row(answer: &Answer) -> (i32, i32, Option<String>) {
    let number = |amount: u32| i32::try_from(amount).unwrap_or(i32::MAX);
    match &answer.outcome {
        Outcome::Solved(Solution { cost, moves, .. }) => {
            (number(Length::of(moves).0), number(cost.amount()), Some(answer.spelling.written(moves)))
        }
        Outcome::Unsolvable(_) => (NONE, NONE, None),
        Outcome::Stopped { at_least, .. } => (STOPPED, number(at_least.amount()), None),
    }
}

/// A chart of the number of positions at each distance, as SVG.
#[pyfunction]
pub fn chart(title: &str, subtitle: &str, source: &str, layers: Vec<u64>) -> PyResult<String> {
    svg(|mut out| Plot { title, subtitle, source, layers: &layers }.draw(&mut out))
}

fn svg(draw: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>) -> PyResult<String> {
    let mut bytes = Vec::new();
    draw(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn request(cancel: &Cancel, memory: Option<u64>) -> Request {
    let limits = Limits { cancel: Some(cancel.flag()), bytes: memory, ..Limits::default() };
    Request { limits, batch: true, ..Request::default() }
}
