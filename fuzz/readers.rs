//! The readers of foreign texts and files, one function each. A reader must not panic on any bytes, and an accepted
//! input must satisfy the law in the reader's comment. The fuzzer calls the readers, and a test replays the corpus.

use std::io::Write as _;
use std::path::Path;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use loyd::catalogue::FAMILIES;
use loyd::planner::Engine;
use loyd::service::bench::{self, Selection};
use loyd::service::{
    Cancel, Catalogue, Control, Distance, Distances, FlatQuestion, Info, Map, Question, Random, Service, Verify,
};
use loyd_core::opening::RegularFiles;
use loyd_core::puzzle::Convention;
use loyd_core::table::cache::Cache;
use loyd_definitions::algs::{alg, pasted, scramble, steps};
use loyd_definitions::formats::{read, write};
use loyd_definitions::{Action, Definition, DefinitionFormat, Move};
use loyd_definitions::{bundled, lint};
use twox_hash::XxHash3_64;

/// A reader under test.
pub type Reader = fn(&[u8]);

/// All readers, by the name of their folder in the corpus.
pub const READERS: &[(&str, Reader)] = &[
    ("ids", ids),
    ("states", states),
    ("goals", goals),
    ("moves", moves),
    ("shapes", shapes),
    ("lights", lights),
    ("judges", judges),
    ("sets", sets),
    ("questions", questions),
    ("tables", tables),
    ("maps", maps),
    ("definitions", definitions),
    ("algs", algs),
    ("scrambles", scrambles),
    ("pasted", pasted),
];

/// A service without a cache, so that a text that is read again is read by the same code as the first time.
static SERVICE: LazyLock<Service> = LazyLock::new(|| Service::builder().cache(Cache::none()).build());

/// The puzzles of the catalogue's examples.
static MEMBERS: LazyLock<Vec<Arc<Engine>>> = LazyLock::new(|| {
    let ids = FAMILIES.iter().flat_map(|family| family.members());
    ids.map(|id| SERVICE.open(&Catalogue::new(id), &Control::default()).unwrap()).collect()
});

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap_or_default()
}

/// The puzzle that the first byte chooses, and the rest of the text.
fn member(bytes: &[u8]) -> Option<(&'static Engine, &str)> {
    let (&choice, rest) = bytes.split_first()?;
    Some((&MEMBERS[usize::from(choice) % MEMBERS.len()], text(rest)))
}

/// The law of a text that opens a puzzle: the goal is a position of the puzzle, and opens the puzzle again.
fn opened(question: &Distance) {
    let Ok(engine) = SERVICE.open(question, &Control::default()) else { return };
    let goal = engine.goal();
    let written = engine.state(&goal);
    if let Ok(written) = written {
        assert_eq!(engine.state(&written).unwrap(), written);
        let mut again = question.clone();
        again.goal = Some(goal.clone());
        assert_eq!(SERVICE.open(&again, &Control::default()).unwrap().goal(), goal);
    }
    SERVICE.evict();
}

/// Puzzle ids. Law: the full id of an opened puzzle opens it, too.
pub fn ids(bytes: &[u8]) {
    let id = text(bytes);
    if id.contains('@') {
        return;
    }
    let question = Distance { puzzle: id.into(), ..Distance::default() };
    if let Ok(engine) = SERVICE.open(&question, &Control::default()) {
        let full = Distance { puzzle: engine.id().into(), ..Distance::default() };
        assert_eq!(SERVICE.open(&full, &Control::default()).unwrap().id(), engine.id());
    }
    opened(&question);
}

/// Positions. Law: an accepted position is written so that it can be read back, and its number gives it back.
pub fn states(bytes: &[u8]) {
    let Some((engine, text)) = member(bytes) else { return };
    let Ok(written) = engine.state(text) else { return };
    assert_eq!(engine.state(&written).unwrap(), written);
    if let Ok(rank) = engine.rank(text) {
        assert_eq!(engine.rank(&engine.unrank(rank).unwrap()).unwrap(), rank);
    }
}

/// Goals. Law: the goal of the opened puzzle opens the puzzle again.
pub fn goals(bytes: &[u8]) {
    let Some((engine, text)) = member(bytes) else { return };
    let mut question = Distance { puzzle: engine.id().into(), ..Distance::default() };
    question.goal = Some(text.into());
    opened(&question);
}

/// Moves. Law: if the moves are legal from the goal, the position after them can be read, and they can be replayed.
pub fn moves(bytes: &[u8]) {
    let Some((engine, text)) = member(bytes) else { return };
    let goal = engine.goal();
    if engine.state(&goal).is_err() {
        return;
    }
    for convention in [Convention::Blank, Convention::Tile] {
        if let Ok(after) = engine.after(&goal, text, convention) {
            assert_eq!(engine.state(&after).unwrap(), after);
            let names = engine.names(text).unwrap();
            assert_eq!(engine.way(&goal, &names, convention).unwrap().pictures.len(), names.len() + 1);
        }
    }
}

/// Shapes of sliding boards. Law: the goal opens the puzzle again.
pub fn shapes(bytes: &[u8]) {
    board("sliding", text(bytes));
}

/// Light-up boards. Law: the goal opens the puzzle again.
pub fn lights(bytes: &[u8]) {
    board("light-up", text(bytes));
}

fn board(family: &str, text: &str) {
    let mut question = Distance { puzzle: family.into(), ..Distance::default() };
    question.puzzle.board = Some(text.into());
    opened(&question);
}

/// Inputs of judges. The first byte chooses the judge. An input is answered, refused, or stopped by a limit.
pub fn judges(bytes: &[u8]) {
    let Some((&choice, input)) = bytes.split_first() else { return };
    let judge = &loyd_judges::JUDGES[usize::from(choice) % loyd_judges::JUDGES.len()];
    let mut control = Control::default();
    control.ceiling.nodes = Some(2_000);
    control.ceiling.time = Some(Duration::from_millis(200));
    control.ceiling.memory = Some(64 << 20);
    let _ = judge.answer(input.into(), &mut Vec::new(), &control, None);
}

/// Sets of instances, and the choice of instances in the first line.
pub fn sets(bytes: &[u8]) {
    let text = text(bytes);
    let _ = Selection::read(text.lines().next().unwrap_or_default());
    if let Ok(set) = bench::read("set", text) {
        for instance in &set.instances {
            assert!(text.contains(instance.position.text));
        }
    }
}

/// Questions in JSON. Laws: a question is written so that it can be read back, except for the last digit of a fraction;
/// the fault of any other text has a field or a place.
pub fn questions(bytes: &[u8]) {
    let mut flat = match FlatQuestion::from_json(bytes) {
        Ok(flat) => flat,
        Err(fault) => return assert!(fault.field.is_some() || fault.place.is_some(), "{fault}"),
    };
    (flat.within, flat.limit_seconds, flat.checkpoint_seconds) = (None, None, None);
    let written = serde_json::to_string(&flat).unwrap();
    let again: FlatQuestion = serde_json::from_str(&written).unwrap();
    assert_eq!(serde_json::to_string(&again).unwrap(), written);
    // A question of a kind is the same question after it was flat.
    let Ok(question) = Question::try_from(flat) else { return };
    assert_eq!(Question::try_from(FlatQuestion::from(&question)).unwrap(), question);
}

/// Table files, unchanged and with corrected checksums, so that the code behind the checksums is reached.
pub fn tables(bytes: &[u8]) {
    static GOOD: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        let build = |bits| {
            let mut question = Distances::new("sliding:2x2");
            (question.bits, question.output) = (Some(bits), Some(path.clone()));
            let service = Service::builder().files(RegularFiles).paths().build();
            service.distances(&question).unwrap();
            std::fs::read(&path).unwrap()
        };
        [8, 4, 2].map(build).into()
    });
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let files = Service::builder().files(RegularFiles).paths().cache(Cache::none()).build();
    let look = |file: &[u8]| {
        std::fs::write(&path, file).unwrap();
        let table = Some(path.clone());
        let questions: [Question; 4] = [
            Info::new(&path).into(),
            Verify::new(&path).into(),
            Distance { table: table.clone(), ..Distance::new("", "x 3/2 1") }.into(),
            Random { table, ..Random::default() }.into(),
        ];
        let mut control = Control::default();
        control.ceiling.time = Some(Duration::from_millis(500));
        for question in questions {
            let _ = files.ask(&question, &control);
        }
    };
    look(bytes);
    let Some((&choice, patches)) = bytes.split_first() else { return };
    let mut file = GOOD[usize::from(choice) % GOOD.len()].clone();
    patch(&mut file, patches);
    look(&file);
}

/// Checkpoints of maps, patched and with corrected checksums: the map continues, starts again, or is refused.
pub fn maps(bytes: &[u8]) {
    const CHECKPOINT: &str = "checkpoint.safetensors";
    fn question(folder: &Path) -> Map {
        let mut question = Map::new("sliding:2x3");
        (question.disk, question.checkpoint_seconds) = (Some(folder.into()), Some(Duration::ZERO));
        question
    }
    let files = || Service::builder().files(RegularFiles).paths().cache(Cache::none()).build();
    static GOOD: LazyLock<Vec<(String, Vec<u8>)>> = LazyLock::new(|| {
        let folder = tempfile::tempdir().unwrap();
        let cancel = Cancel::default();
        let mut hear = |event| {
            if matches!(&event, loyd::service::Event::Layer(layer) if layer.depth == 9) {
                cancel.cancel();
            }
            std::ops::ControlFlow::Continue(())
        };
        let service = Service::builder().files(RegularFiles).paths().cache(Cache::none()).build();
        let _ = service.ask(&question(folder.path()), &Control::new(cancel.clone()).hear(&mut hear));
        let there = std::fs::read_dir(folder.path()).unwrap().map(Result::unwrap);
        there.map(|file| (file.file_name().into_string().unwrap(), std::fs::read(file.path()).unwrap())).collect()
    });
    let folder = tempfile::tempdir().unwrap();
    for (name, file) in GOOD.iter() {
        let mut file = file.clone();
        if name == CHECKPOINT && !file.is_empty() {
            patch(&mut file, bytes);
        }
        std::fs::File::create(folder.path().join(name)).unwrap().write_all(&file).unwrap();
    }
    let mut control = Control::default();
    control.ceiling.time = Some(Duration::from_millis(500));
    let _ = files().ask(&question(folder.path()), &control);
}

/// The offset of the data of a table in the patched files: their header is one page.
const PAGE: usize = 4096;

/// Applies each four bytes of `patches` to a file (an offset of 16 bits, a mask and a value), and corrects the
/// checksums.
fn patch(file: &mut [u8], patches: &[u8]) {
    for patch in patches.chunks_exact(4) {
        let place = usize::from(u16::from_le_bytes([patch[0], patch[1]])) % file.len();
        // Most offsets hit the spaces that fill the header, so such offsets are moved into its first 1,024 bytes.
        let place = if file[place] == b' ' || file[place] == 0 { place % 1024 } else { place };
        file[place] = file[place] & patch[2] ^ patch[3];
    }
    let (data, sums) = (PAGE, file.len() - 8);
    if sums <= data {
        return;
    }
    let block = XxHash3_64::oneshot(&file[data..sums]).to_le_bytes();
    file[sums..].copy_from_slice(&block);
    write_digits(file, b"\"checksums_xxh3\":\"", XxHash3_64::oneshot(&block));
    write_digits(file, b"\"header_xxh3\":\"", 0);
    let digits = XxHash3_64::oneshot(&zeroed(&file[..PAGE]));
    write_digits(file, b"\"header_xxh3\":\"", digits);
}

/// The header with zeros instead of the digits of its checksum, as the checksum is computed.
fn zeroed(header: &[u8]) -> Vec<u8> {
    let mut zeroed = header.to_vec();
    put_digits(&mut zeroed, b"\"header_xxh3\":\"", b"0000000000000000");
    zeroed
}

fn write_digits(file: &mut [u8], key: &[u8], sum: u64) {
    put_digits(file, key, format!("{sum:016x}").as_bytes());
}

fn put_digits(file: &mut [u8], key: &[u8], digits: &[u8]) {
    let header = &mut file[..PAGE];
    if let Some(at) = header.windows(key.len()).position(|there| there == key)
        && let Some(place) = header.get_mut(at + key.len()..at + key.len() + digits.len())
    {
        place.copy_from_slice(digits);
    }
}

/// Definitions in any form. Law: every move has an order, and another form is read as the same puzzle.
pub fn definitions(bytes: &[u8]) {
    let Ok(definition) = read(text(bytes)) else { return };
    let orientations = definition.orientations();
    assert_eq!(orientations.len(), definition.slots());
    assert!(!definition.goals.is_empty());
    assert!(definition.moves.iter().all(|made| made.action.order(&orientations).is_some() && made.weight > 0));
    for finding in lint::lint(&definition) {
        assert!(!finding.to_string().is_empty());
    }
    for form in [DefinitionFormat::Tws, DefinitionFormat::Kpuzzle, DefinitionFormat::Loyd] {
        if let Ok(text) = write::write(&definition, form) {
            let again = read(&text).unwrap();
            assert_eq!(again.form, form);
            assert_eq!(changes(&again), changes(&definition));
            assert_eq!(again.solved.orientations, definition.solved.orientations);
        }
    }
    // In GAP the slots are found anew, so only the form is compared.
    if let Ok(text) = write::write(&definition, DefinitionFormat::Gap) {
        assert_eq!(read(&text).unwrap().form, DefinitionFormat::Gap);
    }
}

/// The actions and costs of the moves that change something.
fn changes(definition: &Definition) -> Vec<(&Action, u32, bool)> {
    let moves = definition.moves.iter().filter(|made| !made.action.is_identity());
    moves.map(|made: &Move| (&made.action, made.weight, made.is_rotation)).collect()
}

/// A puzzle with two sets, a power, a rotation, a name that ends in a number, and an illegal piece.
static PUZZLE: LazyLock<Definition> = LazyLock::new(|| {
    let text = "Set A 4 3\nSet B 3 1\nSolved\nA\n1 2 2 3\n0 0 0 ?\nEnd\nMove R\nA\n2 3 4 1\n1 0 2 0\nB\n2 1 3\nEnd
        Move U2\nB\n2 3 1\nEnd\nMoveSequence x R U2\nMove U\nA\n2 1 3 4\nEnd\nIllegal A 3 1";
    read(text).unwrap()
});

/// Algs. Law: the action of an alg is the product of the moves that the alg expands to.
pub fn algs(bytes: &[u8]) {
    let (definition, text) = (&*PUZZLE, text(bytes));
    let Ok(moves) = steps::expand(text, definition) else {
        // Too many moves are still accepted if they do nothing.
        let _ = alg::action_of(text, definition);
        return;
    };
    let done = alg::action_of(text, definition).unwrap();
    if moves.len() <= 10_000 {
        let orientations = definition.orientations();
        let nothing = Action::identity(definition.slots());
        let product = moves.into_iter().fold(nothing, |product, (place, power)| {
            product.then(&definition.moves[place].action.signed_power(power, &orientations), &orientations)
        });
        assert_eq!(product, done);
    }
}

/// Scrambles. Law: a scramble has the pieces of the puzzle.
pub fn scrambles(bytes: &[u8]) {
    let definition = &*PUZZLE;
    let Ok(scrambles) = scramble::read(text(bytes), definition) else { return };
    for scramble in scrambles {
        for set in 0..definition.sets.len() {
            let sorted = |pieces: &[u8]| {
                let mut pieces = pieces[definition.slots_of(set)].to_vec();
                pieces.sort_unstable();
                pieces
            };
            assert_eq!(sorted(&scramble.pattern.pieces), sorted(&definition.solved.pieces));
        }
    }
}

/// Pasted texts. Law: a bundled puzzle that a text names can be opened.
pub fn pasted(bytes: &[u8]) {
    let Some(Ok(pasted)) = pasted::pasted(text(bytes)) else { return };
    let (name, parameters) = pasted.puzzle.split_once(':').unwrap_or((&pasted.puzzle, ""));
    if let Some(opened) = bundled::open(name, parameters) {
        assert!(opened.unwrap().slots() > 1);
    }
}
