//! Writes the distance of every state of a puzzle to a file that other programs open, such as Python with numpy and safetensors:
//! `cargo run --release --example distance_file -- sliding:2x5 distances.safetensors`.

use std::error::Error;
use std::path::Path;

use loyd::limits::{Limits, Meter};
use loyd::puzzle::{Bounded, Notation, Ranked};
use loyd::puzzles::{Visitor, with_puzzle};
use loyd::table::distance::DistanceTable;
use loyd::table::file::{ElementKind, Identity, Tensor, write};

struct ToFile<'a> {
    puzzle: &'a str,
    path: &'a Path,
}

impl Visitor for ToFile<'_> {
    type Output = Result<(), Box<dyn Error>>;

    fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) -> Self::Output {
        let limits = Limits::default();
        let table = DistanceTable::build(&puzzle, &mut Meter::new(&limits))?;
        let entries = table.distances().len() as u64;
        let identity = Identity {
            puzzle: self.puzzle.into(),
            goal: puzzle.write_goal(),
            kind: "distances".into(),
            layout: "rank/1".into(),
            parameters: Default::default(),
            entries,
            encoding: "bytes; 255: no goal is reached".into(),
        };
        let shape = vec![entries];
        let distances = Tensor { name: "distances", kind: ElementKind::U8, shape, bytes: table.distances() };
        Ok(write(self.path, &identity, &[distances])?)
    }

    fn unranked<P: Bounded + Notation + 'static>(self, _: P) -> Self::Output {
        Err(format!("the states of {} are not numbered", self.puzzle).into())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [puzzle, path] = &arguments[..] else { return Err("usage: distance_file PUZZLE FILE".into()) };
    with_puzzle(puzzle, None, ToFile { puzzle, path: Path::new(path) })?
}
