//! The flat form of a question: one object with a name for each field, as in JSON, in options and in keywords.

use std::mem;
use std::path::PathBuf;
use std::time::Duration;

use super::parts::{CostLimits, MapLimits, PositionRef, PuzzleRef, SearchRef, TableFolder, TableLimits};
use super::{Ask, Compare, Map, Question};
use crate::planner::{Algorithm, Options, Want};
use crate::service::Fault;
use crate::service::list::List;
use crate::service::reply::VERSION;
#[cfg(feature = "serde")]
use crate::service::wire::expected::Expected;
use loyd_core::puzzle::Convention;

#[cfg(feature = "serde")]
impl Expected for Ask {
    fn expected() -> String {
        format!("a kind of question: {}", Ask::ALL.iter().map(|ask| ask.name()).collect::<Vec<_>>().join(", "))
    }
}

macro_rules! flat_question {
    ($($(#[$attribute:meta])* $field:ident: $type:ty,)*) => {
        /// A question as one flat object, the form that it has in JSON: every field that any kind of question uses.
        ///
        /// A field that is left out has the value that it has in `FlatQuestion::default()`. A field that is given but
        /// that the kind of question does not use is refused, never ignored, when the object becomes a [`Question`].
        ///
        /// ```
        /// use loyd::service::{FlatQuestion, Question};
        ///
        /// let mut flat = FlatQuestion::default();
        /// (flat.puzzle, flat.state) = ("8".into(), Some("2 3 4 1 5 x 7 6 8".into()));
        /// assert!(Question::try_from(flat.clone()).is_ok());
        /// flat.depth = Some(7);
        /// let fault = Question::try_from(flat).unwrap_err();
        /// assert_eq!((fault.kind.name(), fault.field), ("no-effect", Some("depth")));
        /// ```
        #[derive(Clone, Debug, PartialEq)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[non_exhaustive]
        pub struct FlatQuestion {
            /// The version of the schema: 1.
            pub version: u32,
            /// The kind of question.
            pub ask: Ask,
            $($(#[$attribute])* pub $field: $type,)*
        }

        impl Default for FlatQuestion {
            fn default() -> Self {
                FlatQuestion { version: VERSION, ask: Ask::Solve, $($field: Default::default(),)* }
            }
        }

        impl FlatQuestion {
            /// The names of all fields but `version` and `ask`.
            pub const FIELDS: &[&str] = &[$(stringify!($field)),*];

            /// The name of a field, the description of the values that it takes, and the largest number of entries of a
            /// list; `None` if there is no such field.
            #[cfg(feature = "serde")]
            pub(super) fn expected(name: &str) -> Option<(&'static str, String, Option<usize>)> {
                match name {
                    "version" => Some(("version", u32::expected(), None)),
                    "ask" => Some(("ask", Ask::expected(), None)),
                    $(stringify!($field) => {
                        Some((stringify!($field), <$type>::expected(), <$type>::most_entries()))
                    })*
                    _ => None,
                }
            }

            /// The names of the fields that are given.
            fn given(&self) -> impl Iterator<Item = &'static str> {
                let empty = FlatQuestion::default();
                let fields = [$((stringify!($field), self.$field != empty.$field)),*];
                fields.into_iter().filter(|(_, is_given)| *is_given).map(|(name, _)| name)
            }
        }
    };
}

flat_question! {
    /// The id or another name of the puzzle, such as `15` or `sliding:3x4`.
    puzzle: String,
    /// The text of a board, in place of a file that the id would name.
    board: Option<String>,
    /// The goal, if it is not the puzzle's own: a name, or a text like a position.
    goal: Option<String>,
    /// The position.
    state: Option<String>,
    /// Many positions, in place of one.
    states: List<String, { Compare::MOST_STATES }>,
    /// Moves that are made first.
    scramble: Option<String>,
    /// The moves to be checked or drawn, or moves that were made already.
    moves: Option<String>,
    /// Which of the shortest solutions are wanted: `"one"`, `"all"`, `{"all": 10}`, `"count"` or `"lexicographic"`.
    #[cfg_attr(feature = "serde", serde(with = "crate::service::wire::want"))]
    #[cfg_attr(feature = "schema", schemars(with = "crate::service::wire::want::Written"))]
    want: Want,
    /// Accepts a solution at most this many times as long as a shortest one.
    within: Option<f64>,
    /// Accepts the first solution found.
    first: bool,
    /// The algorithm. If it is left out, the planner chooses.
    #[cfg_attr(feature = "serde", serde(with = "crate::service::wire::named"))]
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::service::wire::Named<Algorithm>>"))]
    algorithm: Option<Algorithm>,
    /// The algorithms that are compared. If they are left out, all that find shortest solutions.
    #[cfg_attr(feature = "serde", serde(with = "crate::service::wire::all_named"))]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "List<crate::service::wire::Named<Algorithm>, { Algorithm::ALL.len() }>")
    )]
    algorithms: List<Algorithm, { Algorithm::ALL.len() }, true>,
    /// The lower bounds that are compared. If they are left out, all whose tables exist or are quickly built.
    heuristics: List<String, { Compare::MOST_BOUNDS }, true>,
    /// The lower bound. If it is left out, the puzzle's best.
    heuristic: Option<String>,
    /// Whether a named IDA* also cuts short cycles.
    cuts: bool,
    /// The number of threads. A server may give fewer.
    threads: Option<u16>,
    /// Whether letters name the blank's or the tile's direction.
    #[cfg_attr(feature = "serde", serde(with = "crate::service::wire::named"))]
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::service::wire::Named<Convention>>"))]
    convention: Option<Convention>,
    /// Whether solutions are also written in words.
    words: bool,
    /// The file of a table.
    table: Option<PathBuf>,
    /// The number of a position.
    number: Option<u128>,
    /// The distance of the drawn positions from the goal, in moves.
    depth: Option<u32>,
    /// The number of drawn positions. A server draws at most 10,000.
    count: Option<u64>,
    /// The seed of the drawing. The same seed draws the same positions.
    seed: Option<u64>,
    /// Whether each drawn position comes with moves that lead to it from the goal.
    scrambles: bool,
    /// The position that distances are counted from, in place of the goal.
    from: Option<String>,
    /// The positions that distances are counted to, in place of the goal: positions, patterns in which `?` is any
    /// piece, or `moves=U,R`, all positions that these moves reach from the goal.
    goal_set: Option<List<String, { Map::MOST_OF_SET }, true>>,
    /// The positions that are counted, in place of all positions, in the same form.
    from_set: Option<List<String, { Map::MOST_OF_SET }, true>>,
    /// The most farthest positions that are named.
    antipodes: Option<u64>,
    /// Whether all positions of a map are compared with their neighbours, and not only some.
    verify: bool,
    /// The folder for data that does not fit in memory.
    disk: Option<PathBuf>,
    /// The time between two checkpoints, in seconds.
    #[cfg_attr(feature = "serde", serde(with = "crate::service::wire::seconds"))]
    #[cfg_attr(feature = "schema", schemars(with = "Option<f64>", range(min = 0)))]
    checkpoint_seconds: Option<Duration>,
    /// The file for the distances of a map.
    save: Option<PathBuf>,
    /// The bits of a table entry.
    bits: Option<u8>,
    /// The file for a table.
    output: Option<PathBuf>,
    /// About the number of distances that are compared.
    sample: Option<u64>,
    /// The set of instances.
    set: Option<String>,
    /// The instances that are solved.
    instances: Option<String>,
    /// The number of instances that are solved, the easiest first.
    easiest: Option<u32>,
    /// Whether the reply only estimates the cost.
    dry_run: bool,
    /// The most time that the question may take, in seconds. A server may give less.
    #[cfg_attr(feature = "serde", serde(with = "crate::service::wire::seconds"))]
    #[cfg_attr(feature = "schema", schemars(with = "Option<f64>", range(min = 0)))]
    limit_seconds: Option<Duration>,
    /// The most bytes held at one time. A server may give less.
    limit_memory: Option<u64>,
    /// The most nodes generated.
    limit_nodes: Option<u64>,
    /// The longest solution looked for, or the last layer of a map. Refused if moves differ in cost.
    limit_moves: Option<u32>,
    /// The greatest cost of a solution looked for, or the last layer of a map. Refused if every move costs 1.
    limit_cost: Option<u32>,
    /// The folder of tables.
    cache_dir: Option<PathBuf>,
    /// Whether no folder of tables is used.
    no_cache: bool,
}

impl TryFrom<FlatQuestion> for Question {
    type Error = Fault;

    /// The question of the kind that `ask` names.
    ///
    /// # Errors
    /// A fault about an unknown version, about the first field that is given and not used, or about a missing field.
    fn try_from(mut flat: FlatQuestion) -> Result<Question, Fault> {
        let (version, ask) = (flat.version, flat.ask);
        if version != VERSION {
            let why = format!("expected version {VERSION} of the schema, found version {version}");
            return Err(Fault::usage("version", why));
        }
        let idle = flat.given().find(|&name| !Question::uses(ask, name));
        let folders = [flat.cache_dir.is_some(), flat.no_cache];
        match idle {
            Some(field) => Err(Fault::no_effect(field, format!("the question `{}` does not use it", ask.name()))),
            None if folders == [true; 2] => Err(Fault::no_effect("cache_dir", "`no_cache` uses no folder of tables")),
            None => Question::take(ask, &mut flat),
        }
    }
}

impl From<&Question> for FlatQuestion {
    fn from(question: &Question) -> FlatQuestion {
        let mut flat = FlatQuestion { ask: question.ask(), ..FlatQuestion::default() };
        question.put(&mut flat);
        flat
    }
}

impl Question {
    /// The names of the fields that a kind of question uses in its flat form.
    ///
    /// ```
    /// use loyd::service::{Ask, Question};
    /// assert_eq!(Question::fields(Ask::Unrank).collect::<Vec<_>>(), ["puzzle", "board", "number"]);
    /// ```
    pub fn fields(ask: Ask) -> impl Iterator<Item = &'static str> {
        FlatQuestion::FIELDS.iter().copied().filter(move |name| Question::uses(ask, name))
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Question {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        FlatQuestion::from(self).serialize(serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Question {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        FlatQuestion::deserialize(deserializer)?.try_into().map_err(serde::de::Error::custom)
    }
}

/// A kind of question with a flat form.
pub(super) trait Flattened: Sized {
    /// The names of its fields in the flat form, in groups.
    const FIELDS: &[&[&str]];

    /// Takes the question out of its flat form.
    ///
    /// # Errors
    /// A fault about a missing field.
    fn take(flat: &mut FlatQuestion) -> Result<Self, Fault>;

    /// Writes the fields of the question.
    fn put(&self, flat: &mut FlatQuestion);
}

/// A part of a question that is several fields of the flat form.
pub(super) trait FlatPart: Sized {
    /// The names of the fields.
    const FIELDS: &[&str];

    /// Takes the part out of the flat form.
    fn take(flat: &mut FlatQuestion) -> Self;

    /// Writes the fields of the part.
    fn put(&self, flat: &mut FlatQuestion);
}

/// A field of a question whose flat form has the type `F`.
pub(super) trait FlatField<F>: Sized {
    /// Takes the value; `None` if the question needs it and it is not given.
    fn take(flat: &mut F) -> Option<Self>;

    /// Writes the value.
    fn put(&self, flat: &mut F);
}

impl<T: Default + Clone> FlatField<T> for T {
    fn take(flat: &mut T) -> Option<T> {
        Some(mem::take(flat))
    }

    fn put(&self, flat: &mut T) {
        flat.clone_from(self);
    }
}

impl<T: Clone> FlatField<Option<T>> for T {
    fn take(flat: &mut Option<T>) -> Option<T> {
        flat.take()
    }

    fn put(&self, flat: &mut Option<T>) {
        *flat = Some(self.clone());
    }
}

/// A part whose fields have other names in the flat form, or the same.
macro_rules! flat_part {
    ($($part:ident { $($field:ident: $flat:ident,)* })*) => {$(
        impl FlatPart for $part {
            const FIELDS: &[&str] = &[$(stringify!($flat)),*];

            fn take(flat: &mut FlatQuestion) -> $part {
                $part { $($field: mem::take(&mut flat.$flat),)* }
            }

            fn put(&self, flat: &mut FlatQuestion) {
                $(flat.$flat.clone_from(&self.$field);)*
            }
        }
    )*};
}

flat_part! {
    PuzzleRef { id: puzzle, board: board, }
    PositionRef { state: state, scramble: scramble, moves: moves, }
    SearchRef { algorithm: algorithm, heuristic: heuristic, }
    Options {
        want: want,
        within: within,
        first: first,
        algorithm: algorithm,
        heuristic: heuristic,
        cuts: cuts,
        threads: threads,
        convention: convention,
        words: words,
    }
    CostLimits {
        time: limit_seconds,
        memory: limit_memory,
        nodes: limit_nodes,
        moves: limit_moves,
        cost: limit_cost,
    }
    TableLimits { time: limit_seconds, memory: limit_memory, }
    MapLimits { time: limit_seconds, memory: limit_memory, moves: limit_moves, cost: limit_cost, }
}

impl FlatPart for TableFolder {
    const FIELDS: &[&str] = &["cache_dir", "no_cache"];

    fn take(flat: &mut FlatQuestion) -> TableFolder {
        match (flat.cache_dir.take(), mem::take(&mut flat.no_cache)) {
            (_, true) => TableFolder::Nowhere,
            (Some(folder), false) => TableFolder::At(folder),
            (None, false) => TableFolder::Usual,
        }
    }

    fn put(&self, flat: &mut FlatQuestion) {
        match self {
            TableFolder::Usual => {}
            TableFolder::At(folder) => flat.cache_dir = Some(folder.clone()),
            TableFolder::Nowhere => flat.no_cache = true,
        }
    }
}
