//! Puzzles that need no file: they have names, and known facts about them.
//!
//! Some puzzles are files in this crate's folder `definitions`; the others are made for a size. All are our own.

mod boards;
mod cayley;
mod pancakes;

use crate::definition::{Definition, Metric};
use crate::formats::loyd;
use loyd_core::family::FamilyKind;

pub use boards::NoBoard;

/// A puzzle that an id can name without a file.
#[derive(Clone, Copy, Debug)]
pub struct Bundled {
    /// The name of the puzzle.
    pub name: &'static str,
    /// The kind of the puzzle.
    pub kind: FamilyKind,
    /// The form of the id: the name, and after a colon the parameters, if the puzzle has any.
    pub syntax: &'static str,
    /// A short description of the puzzle.
    pub what: &'static str,
    /// Examples of ids that can be opened.
    pub examples: &'static [&'static str],
    /// Other names, each with the name that it stands for.
    pub aliases: &'static [(&'static str, &'static str)],
    /// The known facts about the puzzle.
    pub known: &'static [KnownFacts],
    source: BundledSource,
}

/// Known facts about a puzzle with certain parameters and a certain choice.
#[derive(Clone, Copy, Debug)]
pub struct KnownFacts {
    /// The parameters of the puzzle.
    pub parameters: &'static str,
    /// The choice, as it is written in an id after the question mark.
    pub choice: &'static str,
    /// The number of positions that moves reach, in digits.
    pub states: &'static str,
    /// God's number, by metric.
    pub gods_number: &'static [(Metric, u32)],
    /// The source of the figures.
    pub source: &'static str,
}

/// The origin of a bundled definition.
#[derive(Clone, Copy, Debug)]
enum BundledSource {
    /// A text in loyd's own form.
    Text(&'static str),
    /// A function that makes the definition from the parameters.
    Made(fn(&str) -> Result<Definition, NoBoard>),
}

/// The bundled definition of this name, with the parameters after the colon of the id; `None` if there is no such name.
///
/// ```
/// use loyd_definitions::bundled::open;
/// let cube = open("3x3x3", "").unwrap().unwrap();
/// assert_eq!(cube.sets.iter().map(|set| set.slots).collect::<Vec<_>>(), [8, 12, 6]);
/// assert_eq!(open("loopover", "3x4").unwrap().unwrap().moves.len(), 7);
/// assert!(open("loopover", "3").unwrap().is_err());
/// assert!(open("no such puzzle", "").is_none());
/// ```
///
/// # Errors
/// [`NoBoard`] if the puzzle does not have these parameters.
pub fn open(name: &str, parameters: &str) -> Option<Result<Definition, NoBoard>> {
    let bundled = BUNDLED.iter().find(|bundled| bundled.name == name)?;
    Some(match bundled.source {
        BundledSource::Made(made) => made(parameters),
        BundledSource::Text(_) if !parameters.is_empty() => Err(NoBoard::new(parameters, "nothing after the name")),
        // Reading cannot fail here, because a test reads every bundled text.
        BundledSource::Text(text) => Ok(loyd::read(text).unwrap_or_else(|error| panic!("{name}: {error}"))),
    })
}

const TWSEARCH: &str = "census by twsearch (commit 268d1a3)";
const OWN: &str = "own census";
const BURNT: &str = "2^N N! states; God's number: OEIS A078941";

/// The known facts about a puzzle with these parameters and this choice.
const fn known(
    parameters: &'static str,
    choice: &'static str,
    states: &'static str,
    gods_number: &'static [(Metric, u32)],
    source: &'static str,
) -> KnownFacts {
    KnownFacts { parameters, choice, states, gods_number, source }
}

/// A puzzle of one size from a file in the folder `definitions`: its kind, its name, other names (one may stand for the
/// puzzle with a choice), the file, a description, and known facts.
macro_rules! of_file {
    (
        $kind:ident, $name:literal, [$($alias:literal $(=> $choice:literal)?),*], $file:literal, $what:literal,
        $known:expr
    ) => {
        Bundled {
            name: $name,
            kind: FamilyKind::$kind,
            syntax: $name,
            what: $what,
            examples: &[$name],
            aliases: &[$(($alias, concat!($name $(, "?", $choice)?))),*],
            known: $known,
            source: BundledSource::Text(include_str!(concat!("../definitions/", $file))),
        }
    };
}

/// A Cayley graph of N tiles: its name, the function that makes it, a description, and known facts.
macro_rules! of_tiles {
    ($name:literal, $made:path, $what:literal, $known:expr) => {
        Bundled {
            name: $name,
            kind: FamilyKind::Graph,
            syntax: concat!($name, ":N"),
            what: $what,
            examples: &[concat!($name, ":5")],
            aliases: &[],
            known: $known,
            source: BundledSource::Made($made),
        }
    };
}

/// All bundled puzzles.
pub const BUNDLED: &[Bundled] = &[
    of_file!(
        Twisty,
        "2x2x2",
        ["pocket-cube", "二阶魔方"],
        "2x2x2.loyd",
        "the cube of eight corners",
        &[
            known("", "", "88179840", &[(Metric::Half, 11), (Metric::Quarter, 14)], TWSEARCH),
            known("", "moves=U,R,F", "3674160", &[(Metric::Half, 11), (Metric::Quarter, 14)], TWSEARCH),
        ]
    ),
    of_file!(
        Twisty,
        "3x3x3",
        ["cube", "rubik", "rubiks-cube", "rubik's-cube", "魔方", "三阶魔方"],
        "3x3x3.loyd",
        "Rubik's cube, whose turns are those of its faces",
        &[known(
            "",
            "",
            "43252003274489856000",
            &[(Metric::Half, 20), (Metric::Quarter, 26)],
            "T. Rokicki, H. Kociemba, M. Davidson, J. Dethridge 2010 (half turns); T. Rokicki, M. Davidson 2014",
        )]
    ),
    of_file!(
        Twisty,
        "4x4x4",
        ["rubiks-revenge", "四阶魔方"],
        "4x4x4.loyd",
        "the cube with four layers, turned one or two at a time",
        &[known(
            "",
            "",
            "177628724197557644876978255387965784064000000000",
            &[],
            "8! 3^7 24! 24!/4!^6: every position as it lies, 24 times those up to rotation",
        )]
    ),
    of_file!(
        Twisty,
        "pyraminx",
        ["金字塔魔方", "pyra"],
        "pyraminx.loyd",
        "the tetrahedron with tips",
        &[
            known("", "", "75582720", &[], "933120 times 3^4 for the tips"),
            known("", "omit=tips", "933120", &[(Metric::Half, 11)], TWSEARCH),
        ]
    ),
    of_file!(
        Twisty,
        "skewb",
        ["斜转魔方"],
        "skewb.loyd",
        "the cube of which one half turns around a corner",
        &[known("", "", "3149280", &[(Metric::Half, 11)], TWSEARCH)]
    ),
    of_file!(
        Twisty,
        "dino",
        ["恐龙魔方"],
        "dino.loyd",
        "the cube of twelve edges, of which three turn together",
        &[known("", "", "239500800", &[(Metric::Half, 13)], TWSEARCH)]
    ),
    of_file!(
        Twisty,
        "megaminx",
        ["五魔方", "mega", "kilominx" => "omit=edges", "二阶五魔方" => "omit=edges"],
        "megaminx.loyd",
        "the dodecahedron",
        &[known(
            "",
            "",
            "100669616553523347122516032313645505168688116411019768627200000000000",
            &[],
            "20!/2 3^19 30!/2 2^29",
        )]
    ),
    of_file!(
        Twisty,
        "square-1",
        ["sq1"],
        "square-1.loyd",
        "the cube that changes its shape: U, D and the slice /",
        &[known("", "", "11958666854400", &[], "3678 shapes, 8! corners, 8! edges, 2 middles")]
    ),
    of_file!(
        Row,
        "hungarian-rings",
        ["匈牙利环"],
        "hungarian-rings.loyd",
        "two rings of 20 balls of four colours, crossing twice",
        &[known("", "", "301625696863690399200", &[], "38!/(10! 10! 9! 9!)")]
    ),
    of_file!(
        Graph,
        "m12",
        [],
        "M12.loyd",
        "the Mathieu group M12 as two shuffles of a row",
        &[known("", "", "95040", &[(Metric::Half, 14)], OWN)]
    ),
    of_file!(
        Graph,
        "m24",
        [],
        "M24.loyd",
        "the Mathieu group M24: a turn and twelve exchanges",
        &[known("", "", "244823040", &[(Metric::Half, 15)], TWSEARCH)]
    ),
    Bundled {
        name: "loopover",
        kind: FamilyKind::Board,
        syntax: "loopover:RxC",
        what: "lettered tiles whose rows and columns go around",
        examples: &["loopover:3x3", "loopover:5x5"],
        aliases: &[],
        known: &[known("3x3", "", "181440", &[(Metric::Half, 8)], TWSEARCH)],
        source: BundledSource::Made(boards::loopover),
    },
    Bundled {
        name: "sixteen",
        kind: FamilyKind::Board,
        syntax: "sixteen:RxC",
        what: "numbered tiles whose rows and columns go around",
        examples: &["sixteen:3x3", "sixteen:4x4"],
        aliases: &[],
        known: &[known("3x3", "", "181440", &[(Metric::Half, 8)], TWSEARCH)],
        source: BundledSource::Made(boards::sixteen),
    },
    Bundled {
        name: "twiddle",
        kind: FamilyKind::Board,
        syntax: "twiddle:RxC, RxCnN; r: rows only, o: tiles are turned, too",
        what: "numbered tiles, of which squares of 2x2 or NxN turn",
        examples: &["twiddle:3x3", "twiddle:3x3n2o", "twiddle:4x4n3"],
        aliases: &[],
        known: &[known("3x3", "", "362880", &[(Metric::Half, 8), (Metric::Quarter, 11)], OWN)],
        source: BundledSource::Made(boards::twiddle),
    },
    Bundled {
        name: "letters",
        kind: FamilyKind::Board,
        syntax: "letters:ROW/ROW, - or _ the gap, . no place",
        what: "a sliding board of letters, equal ones identical",
        examples: &["letters:aab/bcc/dd-", "letters:ab./cd-/.ef"],
        aliases: &[],
        known: &[],
        source: BundledSource::Made(boards::letters),
    },
    Bundled {
        name: "torus",
        kind: FamilyKind::Board,
        syntax: "torus:RxC",
        what: "slide tiles on a board whose rows and columns go around",
        examples: &["torus:3x3", "torus:2x4", "torus:4x4"],
        aliases: &[],
        known: &[
            known("2x3", "", "720", &[(Metric::Half, 13)], OWN),
            known("2x4", "", "20160", &[(Metric::Half, 19)], OWN),
            known("3x3", "", "362880", &[(Metric::Half, 19)], OWN),
            known("4x4", "", "10461394944000", &[], "16!/2: every move exchanges two pieces and changes the colour"),
        ],
        source: BundledSource::Made(boards::torus),
    },
    Bundled {
        name: "burnt-pancake",
        kind: FamilyKind::Row,
        syntax: "burnt-pancake:N",
        what: "N pancakes with a burnt side, which ends below",
        examples: &["burnt-pancake:5"],
        aliases: &[],
        known: &[
            known("2", "", "8", &[(Metric::Half, 4)], BURNT),
            known("3", "", "48", &[(Metric::Half, 6)], BURNT),
            known("4", "", "384", &[(Metric::Half, 8)], BURNT),
            known("5", "", "3840", &[(Metric::Half, 10)], BURNT),
            known("6", "", "46080", &[(Metric::Half, 12)], BURNT),
            known("7", "", "645120", &[(Metric::Half, 14)], BURNT),
            known("8", "", "10321920", &[(Metric::Half, 15)], BURNT),
            known("9", "", "185794560", &[(Metric::Half, 17)], BURNT),
            known("10", "", "3715891200", &[(Metric::Half, 18)], BURNT),
            known("11", "", "81749606400", &[(Metric::Half, 19)], BURNT),
            known("12", "", "1961990553600", &[(Metric::Half, 21)], BURNT),
        ],
        source: BundledSource::Made(pancakes::burnt),
    },
    of_tiles!("lx", cayley::lx, "N tiles: shift to the left (L), swap the first two (X)", &cayley::LX),
    of_tiles!("lrx", cayley::lrx, "N tiles: shift left (L) or right (R), swap first two (X)", &cayley::LRX),
    of_tiles!("star", cayley::star, "N tiles: exchange the first with another", &cayley::STAR),
    of_tiles!("transpositions", cayley::transpositions, "N tiles: exchange any two", &cayley::TRANSPOSITIONS),
    of_tiles!(
        "cyclic-coxeter",
        cayley::cyclic_coxeter,
        "N tiles in a ring: exchange two neighbours",
        &cayley::CYCLIC_COXETER
    ),
    of_tiles!("coxeter", cayley::coxeter, "N tiles: exchange two neighbours", &cayley::COXETER),
    of_tiles!(
        "signed-reversals",
        cayley::signed_reversals,
        "N tiles: reverse some in a row, and turn them over",
        &cayley::SIGNED_REVERSALS
    ),
    of_tiles!("reversals", cayley::reversals, "N tiles: reverse some in a row", &cayley::REVERSALS),
    of_tiles!(
        "block-transpositions",
        cayley::block_transpositions,
        "N tiles: exchange two blocks side by side",
        &cayley::BLOCK_TRANSPOSITIONS
    ),
];

#[cfg(test)]
pub(crate) mod plain;
#[cfg(test)]
mod tests;
