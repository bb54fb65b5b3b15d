//! Drawings of a solution's path: boards one after the other, or an animated picture.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use loyd::service::Solution;
use loyd::service::amounts::length;
use loyd::service::reply::{Answer, Pictures, told};
use loyd::service::{Draw, Fault, PositionRef, Solve};
use loyd_core::cost::Length;

use crate::exit::Failure;
use crate::output::board::{self, Ink};
use crate::output::file::Output;
use crate::output::film::{self, Film};
use crate::output::{self, tell, text};
use crate::session::Session;

/// Returns pictures of the positions on the path of these moves.
fn way(session: &Session, of: &Solve, moves: &[String]) -> Result<Pictures, Failure> {
    let question = Draw {
        puzzle: of.puzzle.clone(),
        goal: of.goal.clone(),
        position: PositionRef { moves: Some(moves.join(" ")), ..of.position.clone() },
        convention: of.options.convention,
    };
    Ok(session.service.ask(&question, &session.control())?)
}

/// Returns a caption for the start and for each move.
fn captions(names: &[String]) -> Vec<String> {
    let steps = names.iter().enumerate().map(|(index, name)| format!("{}: {name}", index + 1));
    std::iter::once("start".to_string()).chain(steps).collect()
}

/// Draws the positions on the path of these moves.
pub fn draw(session: &Session, of: &Solve, moves: &[String], out: &mut impl Write) -> Result<(), Failure> {
    let way = way(session, of, moves)?;
    let captions = captions(if of.options.words { &way.words } else { moves });
    let ink = if output::to_terminal() { Ink::Unicode } else { Ink::Ascii };
    board::draw(&way.pictures, &captions, ink, output::width(), out).map_err(Failure::Output)
}

/// The file of an animated picture. It is begun before the search, so that a file error is reported at once.
pub struct BegunFilm {
    path: PathBuf,
    file: Output,
}

/// Begins the file.
///
/// # Errors
/// The I/O error of the system.
pub fn begin(path: &Path) -> Result<BegunFilm, Failure> {
    let file = Output::begin(path).map_err(|error| unwritten(path, &error))?;
    Ok(BegunFilm { path: path.into(), file })
}

fn unwritten(path: &Path, error: &io::Error) -> Failure {
    Fault::unwritten(&path.display().to_string(), error).into()
}

impl BegunFilm {
    /// Writes the animated picture of a solution. Without a solution an existing file stays as it is.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn show(self, session: &Session, of: &Solve, answer: &Answer, best: Option<&Solution>) -> Result<(), Failure> {
        let BegunFilm { path, file } = self;
        let Some(best) = best else {
            tell(&format!("loyd: {} is not written, because there is no solution", path.display()));
            return Ok(());
        };
        let way = way(session, of, &best.moves)?;
        let title = format!("{}: a solution of {}", answer.puzzle, length(Length::of(&best.moves)));
        let moves = told(&best.moves, Some(&way.words), answer.spelling);
        let description = format!("From {}: {moves}. {}.", answer.state, text::second_line(answer).unwrap_or_default());
        let captions = captions(&way.words);
        let film = Film { title: &title, description: &description, pictures: &way.pictures, captions: &captions };
        file.finish(|out| film::write(&film, out)).map_err(|error| unwritten(&path, &error))
    }
}
