//! Questions: one typed record for each kind of question, and [`Question`], which holds any of them.
//!
//! In JSON a question is one flat object: [`FlatQuestion`].

use std::borrow::Cow;
use std::path::Path;

use super::reply::{
    Answer, Benched, BoundTable, BuiltDistances, Census, Checked, CompareRow, Drawn, FamilyMembers, FamilyRow, Far,
    GroupReply, LegalMoves, LintRow, MapCost, NextMoves, Numbered, Pictures, PuzzleRow, Reply, TableInfo, Verified,
};
use super::{Control, Fault, Service};
use crate::planner::Options;
use loyd_core::puzzle::Convention;

mod flat;
#[cfg(feature = "serde")]
mod json;
mod kinds;
mod parts;

use flat::Flattened as _;

pub use flat::FlatQuestion;
pub use kinds::{
    Bench, Bounds, Catalogue, Check, Compare, Distance, Distances, Draw, Group, Info, Lint, Map, Moves, Next, Random,
    Rank, Solve, Unrank, Verify,
};
pub use parts::{CostLimits, MapLimits, PositionRef, PuzzleRef, SearchRef, TableFolder, TableLimits};

/// The parts of a question that questions of several kinds have. A question without the part has its default.
pub(super) trait Parts {
    /// The puzzle; `None` if this kind of question names no puzzle.
    fn puzzle(&self) -> Option<&PuzzleRef> {
        None
    }
    /// The goal, if it is not the puzzle's own.
    fn goal(&self) -> Option<&str> {
        None
    }
    /// The file of the table that answers the question.
    fn table(&self) -> Option<&Path> {
        None
    }
    /// The position and the moves made in it.
    fn position(&self) -> Option<&PositionRef> {
        None
    }
    /// The algorithm and its lower bound.
    fn search(&self) -> Option<&SearchRef> {
        None
    }
    /// Whether letters name the blank's or the tile's direction.
    fn convention(&self) -> Option<Convention> {
        None
    }
    /// How positions are solved.
    fn options(&self) -> Options {
        let SearchRef { algorithm, heuristic } = self.search().cloned().unwrap_or_default();
        let (threads, convention) = (self.threads(), self.convention());
        Options { algorithm, heuristic, threads, convention, ..Options::default() }
    }
    /// The limits that the question sets.
    fn limits(&self) -> CostLimits {
        CostLimits::default()
    }
    /// The number of threads.
    fn threads(&self) -> Option<u16> {
        None
    }
    /// The folder of tables.
    fn tables(&self) -> &TableFolder {
        &TableFolder::Usual
    }
}

macro_rules! questions {
    ($(
        $(#[doc = $doc:literal])*
        $kind:ident $name:literal $method:ident -> $reply:ty { $($answer:pat => $value:expr,)* }
    )*) => {
        /// The kinds of questions.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[non_exhaustive]
        pub enum Ask {
            $($(#[doc = $doc])* $kind,)*
        }

        impl Ask {
            /// All kinds of questions.
            pub const ALL: &[Ask] = &[$(Ask::$kind),*];

            /// The word for this kind of question.
            pub fn name(self) -> &'static str {
                match self {
                    $(Ask::$kind => $name,)*
                }
            }

            /// The subject of this kind of question, as a phrase.
            pub fn what(self) -> &'static str {
                match self {
                    $(Ask::$kind => concat!($($doc),*).trim_ascii(),)*
                }
            }

            /// The schema of the reply to this kind of question.
            #[cfg(feature = "schema")]
            pub fn reply_schema(self, generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                match self {
                    // Without a count, the reply in JSON is the only position.
                    Ask::Random => schemars::json_schema!({
                        "anyOf": [generator.subschema_for::<Drawn>(), generator.subschema_for::<Vec<Drawn>>()],
                    }),
                    Ask::Map => schemars::json_schema!({
                        "anyOf": [generator.subschema_for::<Census>(), generator.subschema_for::<MapCost>()],
                    }),
                    $(#[allow(unreachable_patterns, reason = "two kinds have their schemas above")]
                    Ask::$kind => generator.subschema_for::<$reply>(),)*
                }
            }
        }

        /// A question of any kind to a [`Service`]: what is asked, of which puzzle, and what it may cost.
        ///
        /// In JSON a question is one [flat object](FlatQuestion).
        ///
        /// ```
        /// use loyd::search::Length;
        /// use loyd::service::{Ask, Control, Question, Service, Solve};
        ///
        /// let question = Question::from(Solve::new("8", "2 3 4 1 5 x 7 6 8"));
        /// assert_eq!(question.ask(), Ask::Solve);
        /// assert_eq!(Service::default().ask(&question, &Control::default())?.length(), Some(Length(19)));
        /// # Ok::<(), loyd::service::Fault>(())
        /// ```
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum Question {
            $($(#[doc = $doc])* $kind($kind),)*
            /// The cost of a map, which is not made: the question `map` with `dry_run` in the flat form.
            DryRun(Map),
        }

        impl Question {
            /// The kind of the question.
            pub fn ask(&self) -> Ask {
                match self {
                    $(Question::$kind(_) => Ask::$kind,)*
                    Question::DryRun(_) => Ask::Map,
                }
            }

            /// The parts that questions of several kinds have.
            pub(super) fn parts(&self) -> &dyn Parts {
                match self {
                    $(Question::$kind(question) => question,)*
                    Question::DryRun(question) => question,
                }
            }

            /// Whether a kind of question uses a field of the flat form.
            fn uses(ask: Ask, field: &str) -> bool {
                let fields = match ask {
                    $(Ask::$kind => $kind::FIELDS,)*
                };
                fields.iter().any(|fields| fields.contains(&field)) || (ask, field) == (Ask::Map, "dry_run")
            }

            /// Takes a question of the kind `ask` out of its flat form.
            fn take(ask: Ask, flat: &mut FlatQuestion) -> Result<Question, Fault> {
                match ask {
                    Ask::Map if flat.dry_run => Map::take(flat).map(Question::DryRun),
                    $(Ask::$kind => $kind::take(flat).map(Question::$kind),)*
                }
            }

            /// Writes the fields of the question in its flat form.
            fn put(&self, flat: &mut FlatQuestion) {
                match self {
                    $(Question::$kind(question) => question.put(flat),)*
                    Question::DryRun(question) => {
                        question.put(flat);
                        flat.dry_run = true;
                    }
                }
            }
        }

        $(
            impl From<$kind> for Question {
                fn from(question: $kind) -> Question {
                    Question::$kind(question)
                }
            }

            impl sealed::Sealed for $kind {}

            impl Asked for $kind {
                type Reply = $reply;

                fn question(&self) -> Cow<'_, Question> {
                    Cow::Owned(Question::$kind(self.clone()))
                }

                fn reply(reply: Reply) -> Option<$reply> {
                    match reply {
                        $($answer => Some($value),)*
                        _ => None,
                    }
                }
            }
        )*

        /// One method for each kind of question, without limits and listeners of the caller: [`ask`](Service::ask) with
        /// the usual [`Control`].
        impl Service {
            $(
                $(#[doc = $doc])*
                ///
                /// # Errors
                /// The faults of [`ask`](Service::ask).
                pub fn $method(&self, question: &$kind) -> Result<$reply, Fault> {
                    self.ask(question, &Control::default())
                }
            )*
        }
    };
}

questions! {
    /// Shortest solutions of a position: one, all, their number, or the first in the order of the letters.
    Solve "solve" solve -> Answer { Reply::Answer(answer) => *answer, }
    /// A comparison of several algorithms on one position or many.
    Compare "compare" compare -> Vec<CompareRow> { Reply::Comparison(rows) => rows, }
    /// Whether moves are legal, reach the goal and are as few as can be.
    Check "check" check -> Checked { Reply::Checked(checked) => *checked, }
    /// How far a position is from the goal.
    Distance "distance" distance -> Far { Reply::Distance(far) => *far, }
    /// Every legal move of a position, and whether a shortest solution begins with it.
    Next "next" next -> NextMoves { Reply::Next(moves) => *moves, }
    /// The legal moves of a position and what each of them changes, without a search.
    Moves "moves" moves -> LegalMoves { Reply::Moves(moves) => *moves, }
    /// The positions on the way of moves, as pictures.
    Draw "draw" draw -> Pictures { Reply::Pictures(pictures) => pictures, }
    /// Positions drawn uniformly.
    Random "random" random -> Vec<Drawn> { Reply::Drawn(drawn) => vec![drawn], Reply::Positions(drawn) => drawn, }
    /// Cantor's number of a position.
    Rank "rank" rank -> Numbered { Reply::Number(numbered) => numbered, }
    /// The position with a given Cantor number.
    Unrank "unrank" unrank -> Numbered { Reply::Number(numbered) => numbered, }
    /// The number of positions at each distance.
    Map "map" map -> Census { Reply::Census(census) => *census, }
    /// The tables of a lower bound, built to be kept.
    Bounds "bounds" bounds -> Vec<BoundTable> { Reply::Bounds(tables) => tables, }
    /// The table of all distances, built to be kept.
    Distances "distances" distances -> BuiltDistances { Reply::Distances(built) => *built, }
    /// The description of a table file: its puzzle, its goal, its kind and more.
    Info "info" info -> TableInfo { Reply::Info(info) => *info, }
    /// Whether a table file is correct.
    Verify "verify" verify -> Verified { Reply::Verified(verified) => *verified, }
    /// The group that the moves of a puzzle with a definition generate.
    Group "group" group -> GroupReply { Reply::Group(group) => *group, }
    /// The oddities of a definition.
    Lint "lint" lint -> Vec<LintRow> { Reply::Lint(found) => found, }
    /// The families of puzzles, one of them, or one puzzle.
    Catalogue "catalogue" catalogue -> CatalogueReply {
        Reply::Catalogue(families) => CatalogueReply::Families(families),
        Reply::Family(family) => CatalogueReply::Family(family),
        Reply::Puzzle(puzzle) => CatalogueReply::Puzzle(puzzle),
    }
    /// The instances of a paper, solved and compared with the published figures.
    Bench "bench" bench -> Benched { Reply::Bench(run) => *run, }
}

impl Question {
    /// The puzzle; `None` if this kind of question names no puzzle.
    pub fn puzzle(&self) -> Option<&PuzzleRef> {
        self.parts().puzzle()
    }

    /// The goal, if it is not the puzzle's own.
    pub fn goal(&self) -> Option<&str> {
        self.parts().goal()
    }

    /// The position, if this kind of question has one given by a state and moves.
    pub fn position(&self) -> Option<&PositionRef> {
        self.parts().position()
    }

    /// The limits that the question sets.
    pub fn limits(&self) -> CostLimits {
        self.parts().limits()
    }
}

impl Default for Ask {
    /// A question in JSON that names no kind asks to solve.
    fn default() -> Ask {
        Ask::Solve
    }
}

/// Asks what a map would cost. Nothing is built.
///
/// ```
/// use loyd::service::{Control, DryRun, Map, Service};
///
/// let cost = Service::default().ask(&DryRun(Map::new("sliding:3x4")), &Control::default())?;
/// assert_eq!(cost.plan.states, Some(239_500_800));
/// # Ok::<(), loyd::service::Fault>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct DryRun(pub Map);

impl From<DryRun> for Question {
    fn from(DryRun(map): DryRun) -> Question {
        Question::DryRun(map)
    }
}

impl sealed::Sealed for DryRun {}

impl Asked for DryRun {
    type Reply = MapCost;

    fn question(&self) -> Cow<'_, Question> {
        Cow::Owned(Question::DryRun(self.0.clone()))
    }

    fn reply(reply: Reply) -> Option<MapCost> {
        if let Reply::MapCost(cost) = reply { Some(*cost) } else { None }
    }
}

/// The reply to a [`Catalogue`] question.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(untagged))]
pub enum CatalogueReply {
    /// All families, if the question names none.
    Families(Vec<FamilyRow>),
    /// The family that the question names, with some of its puzzles.
    Family(Box<FamilyMembers>),
    /// The puzzle that the question names.
    Puzzle(Box<PuzzleRow>),
}

/// A question with the type of its reply: one of the kinds, or [`Question`], whose reply may be of any kind.
///
/// The trait is sealed: a service answers the kinds of questions of this library.
pub trait Asked: sealed::Sealed {
    /// The reply to the question.
    type Reply;

    /// The question as one of any kind.
    fn question(&self) -> Cow<'_, Question>;

    /// The reply as the type of the replies to this question; `None` if it replies to another kind of question.
    fn reply(reply: Reply) -> Option<Self::Reply>;
}

impl Asked for Question {
    type Reply = Reply;

    fn question(&self) -> Cow<'_, Question> {
        Cow::Borrowed(self)
    }

    fn reply(reply: Reply) -> Option<Reply> {
        Some(reply)
    }
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Question {}
}
