//! Many positions, as rows of an array or as texts.

use std::ops::Range;

use loyd::search::Stop;
use loyd::service::{Cancel, Fault};
use numpy::{PyArrayMethods, PyReadonlyArray2, PyUntypedArrayMethods, ToPyArray};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use rayon::prelude::*;

use crate::number_rows::NumberRows;

/// The number of positions between two looks at the switch.
const CHUNK: usize = 256;

/// Many positions.
pub enum PositionList {
    /// NumberRows, row by row.
    Rows { numbers: Vec<u16>, cells: usize },
    /// Texts in any notation of the puzzle.
    Texts(Vec<String>),
}

impl PositionList {
    /// Takes the positions of an array of two dimensions and type `uint16`, or of a list of texts. The numbers are
    /// copied, because another thread of Python may change the array.
    ///
    /// # Errors
    /// `TypeError` for another object, and `ValueError` for rows of another length.
    pub fn of(given: &Bound<'_, PyAny>, numbers: Option<&NumberRows>) -> PyResult<PositionList> {
        if let Ok(texts) = given.extract::<Vec<String>>() {
            return Ok(PositionList::Texts(texts));
        }
        let Ok(rows) = given.extract::<PyReadonlyArray2<'_, u16>>() else {
            let kind = given.get_type().name()?;
            return Err(PyTypeError::new_err(format!("expected an array or a list of texts, found {kind}")));
        };
        let cells = rows.shape()[1];
        match numbers {
            None => Err(PyTypeError::new_err("positions of this puzzle are not numbers: give a list of texts")),
            Some(numbers) if numbers.cells != cells => {
                let of = numbers.cells;
                Err(PyValueError::new_err(format!("expected rows of {of} numbers, found rows of {cells}")))
            }
            Some(_) => Ok(PositionList::Rows { numbers: rows.as_array().iter().copied().collect(), cells }),
        }
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        match self {
            PositionList::Rows { numbers, cells } => numbers.len() / cells,
            PositionList::Texts(texts) => texts.len(),
        }
    }

    /// Calls `does` with the text of each position, on all cores, and returns what it returned, in order.
    ///
    /// # Errors
    /// The fault of the first position that has one, with the index of the position.
    pub fn each<T: Send>(
        &self,
        numbers: Option<&NumberRows>,
        cancel: &Cancel,
        does: impl Fn(&str) -> Result<T, Fault> + Sync,
    ) -> Result<Vec<T>, Fault> {
        let chunk = |chunk: Range<usize>| {
            let mut text = String::new();
            let one = |index: usize| {
                text.clear();
                let written = match (self, numbers) {
                    (PositionList::Texts(texts), _) => &texts[index],
                    (PositionList::Rows { numbers: all, cells }, Some(numbers)) => {
                        numbers.write(&all[index * cells..][..*cells], &mut text);
                        &text
                    }
                    (PositionList::Rows { .. }, None) => &text,
                };
                does(written).map_err(|fault| if self.len() == 1 { fault } else { at(index, fault) })
            };
            match cancel.is_cancelled() {
                true => Err(Fault::stopped(Stop::Cancelled)),
                false => chunk.map(one).collect::<Result<Vec<T>, Fault>>(),
            }
        };
        let starts = (0..self.len()).into_par_iter().step_by(CHUNK);
        let chunks: Vec<_> = starts.map(|start| chunk(start..(start + CHUNK).min(self.len()))).collect();
        let chunks: Result<Vec<Vec<T>>, Fault> = chunks.into_iter().collect();
        Ok(chunks?.into_iter().flatten().collect())
    }
}

/// The fault of one of many positions.
fn at(index: usize, mut fault: Fault) -> Fault {
    fault.message = format!("position {index}, counted from 0: {}", fault.message);
    fault
}

/// Texts of positions as an array, or as a list if positions are not numbers.
pub fn given_back<'py>(
    py: Python<'py>,
    texts: Vec<String>,
    numbers: Option<&NumberRows>,
) -> PyResult<Bound<'py, PyAny>> {
    let Some(numbers) = numbers else { return Ok(texts.into_pyobject(py)?.into_any()) };
    let mut rows = Vec::with_capacity(texts.len() * numbers.cells);
    for text in &texts {
        numbers.read(text, &mut rows).map_err(|fault| PyRuntimeError::new_err(fault.message))?;
    }
    Ok(rows.to_pyarray(py).reshape([texts.len(), numbers.cells])?.into_any())
}
