//! Faults: the reasons why a question is not answered.

use std::error::Error;
use std::fmt;
use std::io::{self, ErrorKind};

use crate::catalogue::family_of;
use crate::planner::Refused;
use loyd_core::opening::Unopened;
use loyd_core::search::Stop;
use loyd_core::table::file::FileError;
use loyd_core::table::map::{FolderError, Lost};
use loyd_core::text::Misread;

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident $name:literal,)*) => {
        /// The kind of a fault, with one word for programs.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Kind {
            $($(#[$doc])* $kind,)*
        }

        impl Kind {
            /// All kinds of faults.
            pub const ALL: &[Kind] = &[$(Kind::$kind),*];

            /// The word for this kind of fault.
            pub fn name(self) -> &'static str {
                match self {
                    $(Kind::$kind => $name,)*
                }
            }
        }
    };
}

kinds! {
    /// Fields that do not go together, an unknown name, or a missing field.
    Usage "usage",
    /// The puzzle cannot be opened.
    Puzzle "puzzle",
    /// The goal cannot be read.
    Goal "goal",
    /// The position cannot be read.
    State "state",
    /// The moves cannot be read.
    Moves "moves",
    /// There is no such lower bound.
    Heuristic "heuristic",
    /// The question cannot be applied to the puzzle.
    NotApplicable "not-applicable",
    /// A field is given that would not be used.
    NoEffect "no-effect",
    /// The lower bound reads no tables.
    NoTables "no-tables",
    /// The lower bound reads fewer tables than the number asked for.
    NoSuchTable "no-such-table",
    /// There is no such position.
    NoSuchState "no-such-state",
    /// A limit was reached, and the work has no result.
    Limit "limit",
    /// More memory is needed than may be taken.
    Memory "memory",
    /// A table's file cannot be used.
    Table "table",
    /// Another process makes a map in the folder.
    Taken "taken",
    /// A checkpoint is damaged, or belongs to another map.
    Damaged "damaged",
    /// Another process that works on the same question is lost. The work continues if all processes ask it again.
    Lost "lost",
    /// A folder cannot be used.
    File "file",
    /// A file cannot be written.
    Output "output",
    /// The content of a file does not have the expected form.
    Input "input",
    /// The system refuses a thread.
    System "system",
    /// An error that should be impossible.
    Internal "internal",
}

/// Where the cause of a fault lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Origin {
    /// The question.
    Question,
    /// A limit.
    Limit(Stop),
    /// There is too little memory.
    Memory,
    /// A table or checkpoint that is damaged, or belongs to something else.
    Damage,
    /// A file, or the system.
    System,
    /// Another process.
    Peer,
    /// A defect of this library, or of the rules of a puzzle from outside.
    Defect,
}

/// The reason why a question is not answered. A limit that leaves something proved gives a reply, and so does a proof
/// that there is no solution.
///
/// ```
/// use loyd::service::{Kind, Service, Solve};
///
/// let fault = Service::default().solve(&Solve::new("8", "1 2 3 4 5 6 7 8 9")).unwrap_err();
/// assert_eq!((fault.kind, fault.field), (Kind::State, Some("state")));
/// assert_eq!(fault.place.unwrap().column, 17);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fault {
    /// The kind of the fault.
    pub kind: Kind,
    /// The field of the question in which the fault lies.
    pub field: Option<&'static str>,
    /// One sentence for people. It gives the names of fields between backticks.
    pub message: String,
    /// The place where a text could not be read.
    pub place: Option<Misread>,
    /// Where the cause of the fault lies.
    pub origin: Origin,
    /// Whether the same question to the same service always has this fault, because it needs more memory than all
    /// questions share.
    pub is_lasting: bool,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for Fault {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.place.as_ref().map(|place| place as _)
    }
}

impl Fault {
    /// A fault of the kind `kind`.
    pub fn new(kind: Kind, origin: Origin, message: impl Into<String>) -> Fault {
        Fault { kind, field: None, message: message.into(), place: None, origin, is_lasting: false }
    }

    fn at(self, field: &'static str) -> Fault {
        Fault { field: Some(field), ..self }
    }

    /// Moves the fault to the field `other` if it lies in the field `one`.
    pub(super) fn instead(self, one: &'static str, other: &'static str) -> Fault {
        if self.field == Some(one) { self.at(other) } else { self }
    }

    fn placed(self, place: &Misread) -> Fault {
        Fault { place: Some(place.clone()), ..self }
    }

    /// A fault of a field whose value is not allowed.
    pub fn usage(field: &'static str, message: impl Into<String>) -> Fault {
        Fault::new(Kind::Usage, Origin::Question, message).at(field)
    }

    /// A fault of a field that would not be used.
    pub fn no_effect(field: &'static str, why: impl fmt::Display) -> Fault {
        Fault::new(Kind::NoEffect, Origin::Question, format!("`{field}` has no effect here: {why}")).at(field)
    }

    /// A fault of a required field that is missing.
    pub(super) fn missing(field: &'static str) -> Fault {
        Fault::usage(field, format!("`{field}` is missing"))
    }

    /// A fault of a field that names a file, in a service that opens no files.
    pub(super) fn no_files(field: &'static str) -> Fault {
        Fault::usage(field, format!("`{field}` names a file, but no files may be opened here"))
    }

    /// A fault of a limit that was reached before enough was known of the puzzle.
    pub fn stopped(why: Stop) -> Fault {
        let message = format!("{} before the puzzle was analysed; nothing is proved", why.told());
        Fault::new(Kind::Limit, Origin::Limit(why), message)
    }

    /// A fault of a question whose listener has left.
    pub(super) fn unheard() -> Fault {
        Fault::new(Kind::Limit, Origin::Limit(Stop::Cancelled), "the receiver is gone")
    }

    /// A fault that should be impossible: a defect of this library.
    pub fn internal(why: impl fmt::Display) -> Fault {
        Fault::new(Kind::Internal, Origin::Defect, format!("internal error, please report it: {why}"))
    }

    /// A fault of a question that needs more memory than may be taken.
    pub(super) fn memory(message: impl Into<String>) -> Fault {
        Fault::new(Kind::Memory, Origin::Memory, message).at("limit_memory")
    }

    /// Sets whether the fault is lasting.
    pub(super) fn lasting(self, is_lasting: bool) -> Fault {
        Fault { is_lasting, ..self }
    }

    /// A fault of the system, which refuses something.
    pub fn system(message: impl Into<String>) -> Fault {
        Fault::new(Kind::System, Origin::System, message)
    }

    /// A fault of a line of text that cannot be read as a position.
    pub fn line(misread: &Misread) -> Fault {
        Fault::new(Kind::State, Origin::Question, misread.to_string()).at("state").placed(misread)
    }

    /// A fault of a file that cannot be written.
    pub fn unwritten(path: &str, source: &io::Error) -> Fault {
        Fault::new(Kind::Output, of_file(source), format!("cannot write {path}: {source}"))
    }

    /// A fault of a file that cannot be read.
    pub fn unread(field: &'static str, path: &str, source: &io::Error) -> Fault {
        Fault::new(Kind::Input, of_file(source), format!("cannot read {path}: {source}")).at(field)
    }

    /// A fault of a file whose content does not have the expected form.
    pub(super) fn content(field: &'static str, path: &str, misread: &Misread) -> Fault {
        Fault::new(Kind::Input, Origin::Question, format!("{path}: {misread}")).at(field).placed(misread)
    }
}

/// The origin of an error with a file: the question if it gave a wrong name, else the system.
fn of_file(error: &io::Error) -> Origin {
    use ErrorKind::{InvalidFilename, InvalidInput, IsADirectory, NotADirectory, NotFound};
    let wrong_name = matches!(error.kind(), NotFound | NotADirectory | IsADirectory | InvalidInput | InvalidFilename);
    if wrong_name { Origin::Question } else { Origin::System }
}

impl From<Unopened> for Fault {
    fn from(why: Unopened) -> Fault {
        let message = why.to_string();
        match &why {
            Unopened::Goal(misread) => Fault::new(Kind::Goal, Origin::Question, message).at("goal").placed(misread),
            Unopened::Content { source, .. } => {
                Fault::new(Kind::Puzzle, Origin::Question, message).at("puzzle").placed(source)
            }
            Unopened::File { field, source, .. } => {
                let kind = if *field == "goal" { Kind::Goal } else { Kind::Puzzle };
                Fault::new(kind, of_file(source), message).at(field)
            }
            Unopened::NoFiles { field, .. } => Fault::no_files(field),
            Unopened::Stopped(why) => Fault::new(Kind::Limit, Origin::Limit(*why), message),
            Unopened::Unknown { .. } | Unopened::Parameters { .. } | Unopened::Rules { .. } => {
                Fault::new(Kind::Puzzle, Origin::Question, message).at("puzzle")
            }
        }
    }
}

impl From<FolderError> for Fault {
    fn from(why: FolderError) -> Fault {
        let (kind, origin) = match &why {
            FolderError::Taken { .. } => (Kind::Taken, Origin::System),
            why if why.is_damage() => (Kind::Damaged, Origin::Damage),
            _ => (Kind::File, Origin::System),
        };
        Fault::new(kind, origin, why.to_string()).at("disk")
    }
}

impl From<Lost> for Fault {
    fn from(why: Lost) -> Fault {
        Fault::new(Kind::Lost, Origin::Peer, why.to_string())
    }
}

impl From<Refused> for Fault {
    fn from(why: Refused) -> Fault {
        let message = why.to_string();
        let asked = |kind| Fault::new(kind, Origin::Question, message.clone());
        match why {
            Refused::State(misread) => asked(Kind::State).at("state").placed(&misread),
            Refused::From(misread) => asked(Kind::State).at("from").placed(&misread),
            Refused::Set { field, .. } => asked(Kind::State).at(field),
            Refused::SetStopped(Stop::Bytes) => Fault::memory(message),
            Refused::SetStopped(why) => Fault::new(Kind::Limit, Origin::Limit(why), message),
            Refused::Moves(misread) => asked(Kind::Moves).at("moves").placed(&misread),
            Refused::NotApplicable { .. } => asked(Kind::NotApplicable).at("algorithm"),
            Refused::UnknownHeuristic { .. } => asked(Kind::Heuristic).at("heuristic"),
            Refused::NoTables { .. } => asked(Kind::NoTables).at("heuristic"),
            Refused::NoSuchTable { .. } => asked(Kind::NoSuchTable).at("heuristic"),
            Refused::NoEffect { option, why } => Fault::no_effect(option.trim_start_matches('-'), why),
            Refused::Memory { .. } => Fault::memory(message),
            Refused::Folder(why) => why.into(),
            Refused::Lost(why) => why.into(),
            // A program that brings a puzzle can contradict itself in its rules.
            Refused::Wrong { puzzle, .. } if family_of(&puzzle).is_none() => {
                Fault::new(Kind::Internal, Origin::Defect, format!("the rules of {puzzle} may be wrong: {message}"))
            }
            Refused::Wrong { .. } => Fault::internal(message),
            Refused::NoSuchState(_) => asked(Kind::NoSuchState),
            Refused::Table { why: FileError::Unchecked, .. } => {
                Fault::new(Kind::Limit, Origin::Limit(Stop::Cancelled), message).at("table")
            }
            Refused::Table { why, .. } => {
                let origin = match &why {
                    FileError::System { source, .. } => of_file(source),
                    _ => Origin::Damage,
                };
                Fault::new(Kind::Table, origin, message).at("table")
            }
            Refused::Unwritten { why, .. } => {
                let origin = match &why {
                    FileError::System { source, .. } => of_file(source),
                    _ => Origin::System,
                };
                Fault::new(Kind::Output, origin, message)
            }
            Refused::WrongTable(_) => Fault::new(Kind::Table, Origin::Damage, message).at("table"),
            Refused::Stopped(why) | Refused::Unbuilt(why) | Refused::Unverified(why) | Refused::Unwalked(why) => {
                Fault::new(Kind::Limit, Origin::Limit(why), message)
            }
        }
    }
}
