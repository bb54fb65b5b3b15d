//! A program that reads a pattern database by its notes alone gets a bound for a position as it is written.

use std::path::Path;

use loyd::service::reply::BoundTable;
use loyd::service::{Bounds, Distance, Random, Service};
use loyd_core::puzzle::pattern::PatternOrder;
use loyd_core::rank::placement::Placements;
use loyd_core::table::cache::Cache;
use loyd_core::table::file::Table;

use super::ask;

/// A table with the notes for the puzzle of the question, as docs/formats.md describes them.
struct Noted {
    entries: Vec<u8>,
    goal: Vec<String>,
    pieces: Vec<String>,
    cells: Vec<u8>,
    layout: String,
    is_sum: bool,
}

fn words(text: &str) -> Vec<String> {
    text.split([' ', '/']).map(String::from).collect()
}

impl Noted {
    fn new(row: &BoundTable) -> Noted {
        let table = Table::open_any(Path::new(row.path.as_ref().expect("it is kept"))).unwrap();
        Noted {
            entries: table.tensor("entries").unwrap().to_vec(),
            goal: words(&row.notes["goal"]),
            pieces: words(&row.notes["pieces"]),
            cells: words(&row.notes["cells"]).iter().map(|cell| cell.parse().unwrap()).collect(),
            layout: row.layout.clone(),
            is_sum: row.kind == "additive pattern database",
        }
    }

    /// The bound for a position: the entry, or for sliding tiles twice the entry plus the steps of the tiles.
    fn bound(&self, position: &[String], columns: usize) -> u32 {
        let place = |piece: &String, of: &[String]| of.iter().position(|there| there == piece).unwrap();
        let cells: Vec<u8> = self.pieces.iter().map(|piece| self.cells[place(piece, position)]).collect();
        let number = match self.layout == PatternOrder::Cells.name() {
            true => cells.iter().fold(0, |number, &cell| number * self.cells.len() as u64 + u64::from(cell)),
            false => Placements::new(self.cells.len(), cells.len()).unwrap().rank(&cells),
        };
        let entry = u32::from(self.entries[number as usize / 2] >> (number % 2 * 4) & 15);
        if !self.is_sum {
            return entry;
        }
        let steps = self.pieces.iter().map(|piece| {
            let (here, home) = (place(piece, position), place(piece, &self.goal));
            (here / columns).abs_diff(home / columns) + (here % columns).abs_diff(home % columns)
        });
        2 * entry + steps.sum::<usize>() as u32
    }
}

#[test]
fn the_notes_of_a_table_lead_to_bounds() {
    let folder = tempfile::tempdir().unwrap();
    let service = Service::builder().cache(Cache::new(folder.path())).build();
    for (id, goal, heuristic, columns, adds) in [
        ("8", None, "additive", 3, true),
        ("8", Some("x 1 2 3 4 5 6 7 8"), "additive", 3, true),
        ("8", Some("8 1 3 x 2 4 7 6 5"), "additive", 3, true),
        ("sliding:2x4", Some("1 2 3 x 7 6 5 4"), "additive", 4, true),
        ("sliding:4x2", None, "additive", 2, true),
        ("swap:3x2", None, "projection", 0, false),
        ("swap:3", Some("9 8 7 6 5 4 3 2 1"), "projection", 0, false),
        ("pancake:7", None, "projection", 0, false),
        ("top-spin:8x4", Some("2 1 3 4 5 6 7 8"), "projection", 0, false),
        ("magic-board", None, "projection", 0, false),
    ] {
        let own_goal = goal.map(String::from);
        let build = Bounds { goal: own_goal.clone(), heuristic: Some(heuristic.into()), ..Bounds::new(id) };
        let rows = service.bounds(&build).unwrap_or_else(|fault| panic!("{id}: {fault}"));
        let tables: Vec<Noted> = rows.iter().map(Noted::new).collect();
        let bound = |position: &[String]| {
            let bounds = tables.iter().map(|table| table.bound(position, columns));
            if adds { bounds.sum() } else { bounds.max().unwrap_or(0) }
        };
        assert_eq!(bound(&tables[0].goal), 0, "{id}");
        let draw = Random { goal: own_goal.clone(), count: Some(60), seed: Some(1879), ..Random::new(id) };
        let drawn = service.random(&draw).unwrap_or_else(|fault| panic!("{id}: {fault}"));
        let (mut told, mut whole) = (0, 0);
        for position in drawn {
            let far = Distance { goal: own_goal.clone(), ..Distance::new(id, &position.state) };
            let distance = service.distance(&far).unwrap().cost().unwrap().amount();
            let bound = bound(&words(&position.state));
            assert!(bound <= distance, "{id} to {goal:?}: {} is {distance} away, not {bound}", position.state);
            (told, whole) = (told + bound, whole + distance);
        }
        assert!(2 * told > whole, "{id}: {told} of {whole} moves");
    }
}

/// The file of a table that several goals share has the notes of the first goal. A reply has the notes of its own goal.
#[test]
fn goals_that_share_a_table_have_notes_of_their_own() {
    let rows = |goal: Option<&str>| {
        let mut question = Bounds::new("15");
        (question.heuristic, question.goal, question.dry_run) = (Some("5-5-5".into()), goal.map(String::from), true);
        ask(&question).unwrap_or_else(|fault| panic!("{goal:?}: {fault}"))
    };
    let (usual, first) = (rows(None), rows(Some("x 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15")));
    assert_eq!((&usual[0].pieces[..], &first[0].pieces[..]), ("1 4 5 8 9", "1 4 5 8 9"));
    assert_eq!((&usual[0].notes["pieces"][..], &first[0].notes["pieces"][..]), ("15 12 11 8 7", "1 4 5 8 9"));
    assert_eq!(usual[0].notes["cells"], "15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0");
    assert_eq!(usual[0].notes["goal"], "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 x");
}
