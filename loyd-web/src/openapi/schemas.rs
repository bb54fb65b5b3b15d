//! Tables of the objects of questions and replies. docs/formats.md describes them for people, and a test compares both.

/// The type of a value.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    /// A string.
    Text,
    /// A whole number, at least 0.
    Whole,
    /// A number, at least 0.
    Number,
    /// A boolean.
    Truth,
    /// One of these words.
    Word(&'static [&'static str]),
    /// The object with this name.
    Of(&'static str),
    /// A list of values of this type.
    List(&'static Shape),
    /// A value of this type, or null.
    Maybe(&'static Shape),
    /// A value of one of these types.
    Either(&'static [Shape]),
}

use Shape::{Either, List, Maybe, Number, Of, Text, Truth, Whole, Word};

const MAYBE_TEXT: Shape = Maybe(&Text);
const MAYBE_WHOLE: Shape = Maybe(&Whole);
const TEXTS: Shape = List(&Text);
const MAYBE_TEXTS: Shape = Maybe(&TEXTS);
const CONVENTION: Shape = Maybe(&Word(&["blank", "tile"]));
const ALGORITHM: Shape = Word(&["bfs", "bidirectional", "a-star", "ida-star", "table"]);
const PICTURE: Shape = List(&List(&Maybe(&Of("Square"))));

/// An object: its name, its description, its required keys, and its optional keys.
#[derive(Debug)]
pub struct Object {
    /// The name of the object.
    pub name: &'static str,
    /// The description of the object.
    pub what: &'static str,
    /// The keys that are always there.
    pub keys: &'static [(&'static str, Shape)],
    /// The keys that are there only if they have a value to report.
    pub some: &'static [(&'static str, Shape)],
}

const fn object(name: &'static str, what: &'static str, keys: &'static [(&'static str, Shape)]) -> Object {
    Object { name, what, keys, some: &[] }
}

/// Fields of questions that no client may give, because they name files of the server.
pub const FILES: &[&str] =
    &["table", "disk", "save", "output", "cache_dir", "checkpoint_seconds", "set", "instances", "easiest", "no_cache"];

/// Fields of questions: name, type and description.
pub const FIELDS: &[(&str, Shape, &str)] = &[
    ("puzzle", Text, "the id or another name, such as `15` or `sliding:3x4`"),
    ("board", Text, "the text of a board, in place of a file that the id would name"),
    ("goal", Text, "another goal than the puzzle's own, by name or written like a position"),
    ("state", Text, "the position"),
    ("states", TEXTS, "many positions, in place of one"),
    ("scramble", Text, "moves that are made first"),
    ("moves", Text, "the moves to be checked or drawn, or that were made already"),
    (
        "want",
        Either(&[Word(&["one", "all", "count", "lexicographic"]), Of("AtMost")]),
        "which of the shortest solutions",
    ),
    ("within", Number, "content with a solution so many times as long as a shortest"),
    ("first", Truth, "content with the first solution found"),
    ("algorithm", Maybe(&ALGORITHM), "left out, the planner chooses"),
    ("algorithms", List(&ALGORITHM), "left out, all that find shortest solutions"),
    ("heuristics", TEXTS, "left out, all whose tables are at hand or quickly built"),
    ("heuristic", Text, "the lower bound; left out, the puzzle's best"),
    ("cuts", Truth, "whether a named IDA* also cuts short cycles"),
    ("threads", Whole, "threads, as far as the server gives them"),
    ("convention", CONVENTION, "whether letters name the blank's or the tile's direction"),
    ("words", Truth, "whether solutions are also told in words"),
    ("number", Whole, "the number of a position"),
    ("depth", Whole, "only positions at exactly this many moves from the goal"),
    ("count", Whole, "how many positions, at most 10,000"),
    ("seed", Whole, "the same seed draws the same positions"),
    ("from", Text, "the position that distances are counted from, in place of the goal"),
    ("antipodes", Whole, "the most farthest positions that are named"),
    ("verify", Truth, "whether all positions of a map are compared with their neighbours, and not some"),
    ("dry_run", Truth, "only what it would take"),
    ("limit_seconds", Number, "the most time, as far as the server gives it"),
    ("limit_memory", Whole, "the most bytes held at one time, as far as the server gives them"),
    ("limit_nodes", Whole, "the most nodes generated"),
    ("limit_moves", Whole, "the longest solution looked for; of a map, its last layer"),
];

/// The objects in replies.
pub const OBJECTS: &[Object] = &[
    Object {
        some: &[("solutions", List(&Of("Listed")))],
        ..object(
            "Answer",
            "the reply to `solve`",
            &[
                ("version", Whole),
                ("puzzle", Text),
                ("state", Text),
                ("goal", Text),
                ("outcome", Word(&["solved", "unsolvable", "stopped", "found"])),
                ("length", MAYBE_WHOLE),
                ("cost", MAYBE_WHOLE),
                ("moves", MAYBE_TEXTS),
                ("words", MAYBE_TEXTS),
                ("convention", CONVENTION),
                ("at_least", MAYBE_WHOLE),
                ("best", MAYBE_WHOLE),
                ("best_moves", MAYBE_TEXTS),
                ("best_words", MAYBE_TEXTS),
                ("gap", Maybe(&Number)),
                ("reason", MAYBE_TEXT),
                ("explanation", MAYBE_TEXT),
                ("algorithm", Text),
                ("heuristic", MAYBE_TEXT),
                ("count", MAYBE_WHOLE),
                ("stats", Of("Stats")),
                ("other_goals", MAYBE_TEXTS),
            ],
        )
    },
    object(
        "Stats",
        "what a search cost",
        &[
            ("expanded", Whole),
            ("generated", Whole),
            ("duplicates", Whole),
            ("depth", Whole),
            ("seconds", Number),
            ("table_seconds", Number),
            ("bytes", Whole),
        ],
    ),
    object(
        "Listed",
        "one of all shortest solutions",
        &[
            ("version", Whole),
            ("solution", Whole),
            ("length", Whole),
            ("cost", Whole),
            ("moves", TEXTS),
            ("words", MAYBE_TEXTS),
            ("convention", CONVENTION),
        ],
    ),
    object(
        "Compared",
        "a position by an algorithm",
        &[
            ("version", Whole),
            ("puzzle", Text),
            ("number", Whole),
            ("state", Text),
            ("goal", Text),
            ("algorithm", MAYBE_TEXT),
            ("heuristic", MAYBE_TEXT),
            ("outcome", Word(&["solved", "unsolvable", "stopped", "not-applicable"])),
            ("length", MAYBE_WHOLE),
            ("cost", MAYBE_WHOLE),
            ("at_least", MAYBE_WHOLE),
            ("reason", MAYBE_TEXT),
            ("explanation", MAYBE_TEXT),
            ("stats", Maybe(&Of("Stats"))),
        ],
    ),
    object(
        "Checked",
        "the reply to `check`",
        &[
            ("version", Whole),
            ("puzzle", Text),
            ("goal", Text),
            ("given", Whole),
            ("legal", Whole),
            ("illegal", MAYBE_TEXT),
            ("state", Text),
            ("reaches_goal", Truth),
            ("convention", CONVENTION),
            ("shortest", MAYBE_WHOLE),
            ("shortest_at_least", MAYBE_WHOLE),
            ("remaining", MAYBE_WHOLE),
            ("remaining_at_least", MAYBE_WHOLE),
        ],
    ),
    Object {
        some: &[("at_least", Whole)],
        ..object(
            "Distance",
            "the reply to `distance`",
            &[
                ("version", Whole),
                ("puzzle", Text),
                ("goal", Text),
                ("state", Text),
                ("distance", MAYBE_WHOLE),
                ("reason", MAYBE_TEXT),
                ("explanation", MAYBE_TEXT),
            ],
        )
    },
    object(
        "Next",
        "the reply to `next`",
        &[
            ("version", Whole),
            ("puzzle", Text),
            ("goal", Text),
            ("state", Text),
            ("convention", CONVENTION),
            ("distance", MAYBE_WHOLE),
            ("at_least", MAYBE_WHOLE),
            ("moves", List(&Of("NextMove"))),
        ],
    ),
    object(
        "NextMove",
        "a legal move, and whether a shortest solution begins with it",
        &[("name", Text), ("state", Text), ("optimal", Maybe(&Truth))],
    ),
    object(
        "Moves",
        "the reply to `moves`",
        &[
            ("version", Whole),
            ("puzzle", Text),
            ("goal", Text),
            ("state", Text),
            ("convention", CONVENTION),
            ("solved", Truth),
            ("look", Word(&["squares", "stack", "ring", "cubes"])),
            ("picture", PICTURE),
            ("moves", List(&Of("Move"))),
        ],
    ),
    object(
        "Move",
        "a legal move, and what it changes",
        &[
            ("name", Text),
            ("words", Text),
            ("state", Text),
            ("pointed_at", Maybe(&List(&Whole))),
            ("changes", List(&Of("Change"))),
        ],
    ),
    object(
        "Change",
        "a square that a move changes",
        &[("row", Whole), ("column", Whole), ("kind", Word(&["empty", "piece", "wall", "hole"])), ("text", Text)],
    ),
    object("Square", "a square of a picture", &[("kind", Word(&["empty", "piece", "wall"])), ("text", Text)]),
    object(
        "Pictures",
        "the reply to `draw`",
        &[
            ("version", Whole),
            ("puzzle", Text),
            ("state", Text),
            ("moves", TEXTS),
            ("words", TEXTS),
            ("pictures", List(&PICTURE)),
        ],
    ),
    object(
        "Drawn",
        "a position that was drawn",
        &[
            ("version", Whole),
            ("puzzle", Text),
            ("state", Text),
            ("goal", Text),
            ("depth", MAYBE_WHOLE),
            ("seed", Whole),
        ],
    ),
    object(
        "Numbered",
        "the reply to `rank` and `unrank`",
        &[("version", Whole), ("puzzle", Text), ("state", Text), ("number", Whole), ("first", Whole)],
    ),
    object(
        "Census",
        "the reply to `map`",
        &[
            ("version", Whole),
            ("puzzle", Text),
            ("goal", Text),
            ("from", MAYBE_TEXT),
            ("goal_positions", MAYBE_WHOLE),
            ("goal_positions_reached", MAYBE_WHOLE),
            ("states", Whole),
            ("diameter", MAYBE_WHOLE),
            ("mean", Maybe(&Number)),
            ("branching", Number),
            ("layers", List(&Whole)),
            ("antipodes", TEXTS),
            ("antipodes_are_first", Maybe(&Truth)),
            ("stopped", MAYBE_TEXT),
            ("seconds", Number),
            ("peak_bytes", Whole),
            ("checked", Maybe(&Of("MapChecked"))),
        ],
    ),
    object(
        "MapChecked",
        "how much of a map was compared with its neighbours",
        &[("positions", Whole), ("moves", Whole), ("all", Truth)],
    ),
    object(
        "MapCost",
        "the reply to `map` with `dry_run`",
        &[
            ("version", Whole),
            ("puzzle", Text),
            ("goal", Text),
            ("from", MAYBE_TEXT),
            ("states", MAYBE_WHOLE),
            ("bytes", MAYBE_WHOLE),
            ("least_bytes", Whole),
            ("disk_bytes", MAYBE_WHOLE),
            ("seconds", Maybe(&Number)),
        ],
    ),
    object(
        "Puzzle",
        "what is known of a puzzle",
        &[
            ("version", Whole),
            ("puzzle", Text),
            ("what", Text),
            ("goal", Text),
            ("states", MAYBE_TEXT),
            ("states_formula", Text),
            ("gods_number", MAYBE_WHOLE),
            ("source", Text),
            ("moves", Text),
            ("state_syntax", Text),
            ("example", Text),
            ("heuristics", TEXTS),
            ("algorithms", TEXTS),
            ("goals", List(&Of("Goal"))),
            ("look", Word(&["squares", "stack", "ring", "cubes"])),
        ],
    ),
    object("Goal", "a goal that has a name", &[("name", Text), ("goal", Text)]),
    Object {
        some: &[("members", List(&Of("Puzzle")))],
        ..object(
            "Family",
            "a family of puzzles",
            &[
                ("version", Whole),
                ("family", Text),
                ("syntax", Text),
                ("what", Text),
                ("aliases", List(&Of("Alias"))),
                ("examples", TEXTS),
            ],
        )
    },
    object("Alias", "another name of a puzzle or a family", &[("alias", Text), ("puzzle", Text)]),
    object(
        "Group",
        "the reply to `group`",
        &[
            ("version", Whole),
            ("puzzle", Text),
            ("orbits", List(&Of("Orbit"))),
            ("fixed_slots", Whole),
            ("order", Text),
            ("order_factors", Text),
            ("order_is_exact", Truth),
            ("positions", Text),
            ("positions_factors", Text),
            ("positions_are_exact", Truth),
            ("gods_number", MAYBE_WHOLE),
            ("bound", List(&TEXTS)),
            ("blocks", List(&Of("Block"))),
            ("rules", TEXTS),
            ("has_conditions", Truth),
            ("merged", List(&Of("Merged"))),
        ],
    ),
    object(
        "Orbit",
        "slots that moves connect",
        &[
            ("orbit", Text),
            ("set", Text),
            ("slots", Whole),
            ("permutations", Text),
            ("permutations_factors", Text),
            ("orientations", Whole),
            ("has_identical_pieces", Truth),
            ("is_free", Truth),
        ],
    ),
    object("Block", "slots whose pieces stay together", &[("orbit", Text), ("blocks", List(&List(&Whole)))]),
    object("Merged", "a move that stands for others, too", &[("move", Text), ("same", TEXTS)]),
    object(
        "Finding",
        "something odd in a definition, or a fact about it",
        &[("version", Whole), ("file", Text), ("kind", Text), ("is_note", Truth), ("message", Text)],
    ),
    object(
        "Judge",
        "an online-judge problem",
        &[
            ("version", Whole),
            ("judge", Text),
            ("aliases", TEXTS),
            ("what", Text),
            ("sample_input", Text),
            ("sample_output", Text),
            ("table", Truth),
            ("limits", TEXTS),
        ],
    ),
    object(
        "Problem",
        "why there is no reply (RFC 9457)",
        &[
            ("type", Text),
            ("title", Text),
            ("status", Whole),
            ("detail", Text),
            ("kind", Text),
            ("field", MAYBE_TEXT),
            ("line", MAYBE_WHOLE),
            ("column", MAYBE_WHOLE),
            ("found", MAYBE_TEXT),
            ("expected", MAYBE_TEXT),
        ],
    ),
];

/// The type of the reply to a kind of question.
pub fn reply(ask: &str) -> Shape {
    match ask {
        "solve" => Of("Answer"),
        "compare" => List(&Of("Compared")),
        "check" => Of("Checked"),
        "distance" => Of("Distance"),
        "next" => Of("Next"),
        "moves" => Of("Moves"),
        "draw" => Of("Pictures"),
        "random" => Either(&[Of("Drawn"), List(&Of("Drawn"))]),
        "map" => Either(&[Of("Census"), Of("MapCost")]),
        "group" => Of("Group"),
        "lint" => List(&Of("Finding")),
        _ => Of("Numbered"),
    }
}
