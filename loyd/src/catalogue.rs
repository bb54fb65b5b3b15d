//! The catalogue lists the families of puzzles, and opens a typed puzzle by its id.
//!
//! `loyd_puzzles` lists the native families, and `loyd_definitions` lists the families of definitions. For authors of
//! searches, the catalogue lends a typed puzzle to a [`Visitor`], whose methods have the traits of `loyd_core`.

use loyd_core::family::split;
#[doc(inline)]
pub use loyd_core::family::{Family, Visitor};
#[cfg(feature = "files")]
#[doc(inline)]
pub use loyd_core::opening::RegularFiles;
use loyd_core::opening::check_length;
#[doc(inline)]
pub use loyd_core::opening::{Opening, ReadNames, Unopened};
use loyd_core::text::{is_same_name, nearest, plain_name};
use loyd_definitions::bundled::BUNDLED;
use loyd_definitions::ids;
use loyd_puzzles::{light_up, sliding};

/// Opens the puzzle of an id, with its standard goal or the given goal, and lends it to the visitor.
///
/// # Errors
/// [`Unopened`] contains the fault of the id, the goal or the file, or the limit that was reached.
pub fn with_puzzle_within<V: Visitor>(
    opening: &Opening<'_>,
    id: &str,
    goal: Option<&str>,
    visitor: V,
) -> Result<V::Output, Unopened> {
    opening.over(|| with_puzzle_here(opening, id, goal, visitor))
}

/// Opens the puzzle of an id; the caller has set the watch of this thread.
fn with_puzzle_here<V: Visitor>(
    opening: &Opening<'_>,
    id: &str,
    goal: Option<&str>,
    visitor: V,
) -> Result<V::Output, Unopened> {
    let full = resolve(id);
    let (name, parameters) = full.split_once(':').unwrap_or((&full, ""));
    if loyd_puzzles::FAMILIES.iter().any(|family| family.name == name) {
        return loyd_puzzles::open(name, &full, parameters, goal, opening, visitor);
    }
    if name == ids::FAMILY.name {
        return ids::open(&full, parameters, goal, opening, visitor);
    }
    if let Some(bundled) = ids::bundled(&full) {
        return bundled.open(goal, opening, visitor);
    }
    let names = FAMILIES
        .iter()
        .flat_map(|family| std::iter::once(family.name).chain(family.aliases.iter().map(|(alias, _)| *alias)));
    // A name with another number is the name of another puzzle: 2x2x3 is not 2x2x2, and 三十五数码 is not 十五数码.
    let is_digit = |sign: &char| sign.is_ascii_digit() || "一二三四五六七八九十".contains(*sign);
    let number = |name: &str| name.chars().filter(is_digit).collect::<String>();
    let wanted = number(name);
    let is_another = |known: &str| !wanted.is_empty() && !known.is_empty() && known != wanted;
    let names = names.filter(|known| !is_another(&number(known)));
    Err(Unopened::Unknown { id: id.into(), nearest: nearest(name, names) })
}

/// All families in the order of lists: the native families, the family of definition files, the bundled definitions.
pub const FAMILIES: &[Family] = &LISTED;

const NATIVE: usize = loyd_puzzles::FAMILIES.len();

const LISTED: [Family; NATIVE + 1 + BUNDLED.len()] = {
    let mut listed = [ids::FAMILY; NATIVE + 1 + BUNDLED.len()];
    let mut place = 0;
    while place < NATIVE {
        listed[place] = loyd_puzzles::FAMILIES[place];
        place += 1;
    }
    while place < NATIVE + BUNDLED.len() {
        listed[place + 1] = ids::family(&BUNDLED[place - NATIVE]);
        place += 1;
    }
    listed
};

/// Opens the puzzle of an id without a reader of files and without limits: for ids that the program itself contains.
///
/// # Errors
/// As [`with_puzzle_within`].
pub fn with_puzzle<V: Visitor>(id: &str, goal: Option<&str>, visitor: V) -> Result<V::Output, Unopened> {
    with_puzzle_within(&Opening::default(), id, goal, visitor)
}

/// Opens the puzzle of a family on a board that is given as text, and lends it to the visitor. A choice may follow the
/// name of the family: `sliding?metric=multi`.
///
/// # Errors
/// As [`with_puzzle_within`]; also for a family without boards.
pub fn with_board<V: Visitor>(
    opening: &Opening<'_>,
    family: &str,
    board: &str,
    goal: Option<&str>,
    visitor: V,
) -> Result<V::Output, Unopened> {
    let content = |source| Unopened::Content { path: "board".into(), source };
    check_length(board.as_bytes()).map_err(content)?;
    let (name, choice) = split(family);
    opening.over(|| match name {
        "sliding" => {
            let metric = sliding::TileMetric::chosen(family, choice)?;
            sliding::open_board(sliding::board::Board::parse(board).map_err(content)?, metric, goal, visitor)
        }
        "light-up" if choice.is_empty() => light_up::open_board(board, goal, visitor, &content),
        "light-up" => Err(Unopened::parameters(family, choice, "nothing after the question mark")),
        "file" => ids::open_text(family, board, goal, opening, visitor),
        _ => Err(Unopened::Parameters {
            id: family.into(),
            found: "a board".into(),
            expected: "one of the families with boards: sliding, light-up, file".into(),
        }),
    })
}

/// The full id of a name. An alias is replaced by its id; any other name is written in
/// [plain letters](loyd_core::text::plain_name). The text after an `@` is the name of a file and is not changed.
///
/// ```
/// use loyd::catalogue::resolve;
/// for name in ["15", "15-Puzzle", "4x4", "Sliding:4X4", "十五数码"] {
///     assert_eq!(resolve(name), "sliding:4x4");
/// }
/// assert_eq!(resolve("rubik"), "3x3x3");
/// assert_eq!(resolve("三阶魔方?metric=quarter"), "3x3x3?metric=quarter");
/// assert_eq!(resolve("TopSpin:7x4"), "top-spin:7x4");
/// assert_eq!(resolve("SLIDING:@Kite.txt"), "sliding:@Kite.txt");
/// assert_eq!(resolve("@Cube.tws?moves=U,R"), "file:@Cube.tws?moves=U,R");
/// assert_eq!(resolve("kilominx?metric=quarter"), "megaminx?omit=edges&metric=quarter");
/// ```
pub fn resolve(id: &str) -> String {
    if let Some(file) = id.strip_prefix("file:").or(id.strip_prefix('@')) {
        return format!("{}:@{}", ids::FAMILY.name, file.strip_prefix('@').unwrap_or(file));
    }
    let (id, file) = id.split_at(id.find(['@', '?']).unwrap_or(id.len()));
    let id = plain_name(id);
    let (name, parameters) = id.split_at(id.find(':').unwrap_or(id.len()));
    let mut aliases =
        FAMILIES.iter().flat_map(|family| family.aliases.iter().copied().chain([(family.name, family.name)]));
    let found = match is_size(&id) {
        true => aliases.find(|(alias, _)| *alias == SIZE).map(|(_, full)| full.replace(SIZE, &id)),
        // An alias that stands for an id with parameters takes no further parameters.
        false => aliases
            .find(|(alias, full)| is_same_name(name, alias) && (parameters.is_empty() || !full.contains(':')))
            .map(|(_, full)| format!("{full}{parameters}")),
    };
    let full = found.unwrap_or(id);
    // An alias may contain a choice, to which the choice of the id is added.
    match file.strip_prefix('?') {
        Some(choice) if full.contains('?') => format!("{full}&{choice}"),
        _ => full + file,
    }
}

/// The full id of a family's name without parameters, if a position shows them; `None` for any other name.
///
/// ```
/// use loyd::catalogue::resolve_with;
/// assert_eq!(resolve_with("pancake", "3 1 2").as_deref(), Some("pancake:3"));
/// assert_eq!(resolve_with("n-puzzle", "1 2 3 4 x 5").as_deref(), None);
/// assert_eq!(resolve_with("n-puzzle", "1 2 3\n4 x 5").as_deref(), Some("sliding:2x3"));
/// assert_eq!(resolve_with("n-puzzle?metric=multi", "1 2 3 x").as_deref(), Some("sliding:2x2?metric=multi"));
/// assert_eq!(resolve_with("15", "3 1 2"), None);
/// ```
#[doc(hidden)]
pub fn resolve_with(id: &str, position: &str) -> Option<String> {
    // A long id contains a definition.
    let full = (id.len() <= LONGEST_NAME).then(|| resolve(id))?;
    let (name, _) = split(&full);
    let family = loyd_puzzles::FAMILIES.iter().find(|family| family.name == name)?;
    Some(format!("{name}:{}{}", family.size.of(position)?, &full[name.len()..]))
}

/// The most bytes of a name that may be the name of a family.
const LONGEST_NAME: usize = 64;

/// The family that a name or an id belongs to. The parameters of the id are not checked.
///
/// ```
/// use loyd::catalogue::family_of;
/// assert_eq!(family_of("魔板").map(|family| family.name), Some("magic-board"));
/// assert!(family_of("2 3 4 1 5 x 7 6 8").is_none());
/// ```
pub fn family_of(id: &str) -> Option<&'static Family> {
    let full = resolve(id);
    let name = full.split([':', '?']).next().unwrap_or_default();
    FAMILIES.iter().find(|family| family.name == name)
}

/// Whether an id names a puzzle from a definition: a file, a definition given as text, or a bundled definition.
///
/// ```
/// use loyd::catalogue::has_definition;
/// assert!(has_definition("@cube.tws") && has_definition("2x2x2?moves=U,R") && !has_definition("15"));
/// ```
pub fn has_definition(id: &str) -> bool {
    family_of(id).is_some_and(|family| {
        family.name == ids::FAMILY.name || BUNDLED.iter().any(|bundled| bundled.name == family.name)
    })
}

/// An alias that stands for every size, such as `3x4`.
const SIZE: &str = "RxC";

fn is_size(id: &str) -> bool {
    // A longer number is no size: the text is a board whose blank is an `x`.
    let number = |text: &str| (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    id.split_once('x').is_some_and(|(rows, columns)| number(rows) && number(columns))
}
