//! Counts of bundled puzzles, and of the sample files, against the counts of censuses.

use std::path::Path;

use super::*;
use crate::bundled::{BUNDLED, open};
use crate::definition::RuleChoice;
use crate::formats::tws;

/// Files with the moves chosen and sets omitted, and the number of positions that breadth-first search has counted
/// (`answers.tsv` beside the files), or that is known.
const COUNTED: [(&str, &str, &str, &str); 11] = [
    ("twsearch/2x2x2.tws", "U,R,F", "", "3674160"),
    ("twsearch/2x2x2.tws", "", "", "88179840"),
    ("pyraminx_notips.tws", "", "", "933120"),
    ("twsearch/pyraminx.tws", "L,R,F,D", "CORNER2", "3732480"),
    ("twsearch/pyraminx.tws", "", "", "302330880"),
    ("twsearch/skewb.tws", "DFR,UBR,UFL,DBL", "", "3149280"),
    ("twsearch/dino.tws", "", "", "239500800"),
    ("twsearch/pyramorphix.tws", "", "", "96"),
    ("twsearch/master_pyramorphix.tws", "", "", "1327104"),
    ("twsearch/lo33.tws", "", "", "181440"),
    ("twsearch/m24conway.tws", "", "", "244823040"),
];

/// Compares bundled puzzles with their known counts. If moves have conditions, the group gives a bound.
#[test]
fn bundled_puzzles() {
    let mut exact = 0;
    for bundled in BUNDLED {
        for known in bundled.known {
            let chosen = |key: &str| {
                let names = known.choice.split('&').find_map(|part| part.strip_prefix(key))?;
                Some(names.split(',').map(String::from).collect::<Vec<_>>())
            };
            let choice = RuleChoice {
                metric: None,
                moves: chosen("moves="),
                omit: chosen("omit=").unwrap_or_default(),
                ..RuleChoice::default()
            };
            let definition = open(bundled.name, known.parameters).unwrap().unwrap();
            let structure = Structure::of_rules(&PlayRules::new(&definition, &choice).unwrap());
            let (positions, name) = (structure.positions(), format!("{} {known:?}", bundled.name));
            assert!(structure.order().is_exact(), "{name}");
            if known.choice.is_empty() {
                let reached = scrambled(&definition, 30, &mut numbers(6));
                assert_eq!(structure.reason(&reached), None, "{name}");
            }
            if structure.has_conditions() {
                assert!(positions.factors().number() >= known.states.parse().ok(), "{name} {positions:?}");
            } else {
                assert_eq!(positions.factors().decimal(), known.states, "{name}");
                exact += 1;
            }
        }
    }
    assert!(exact > 12, "{exact}");
}

#[test]
fn samples() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data/definitions");
    let chosen = |name: &str, moves: &str, omit: &str| {
        let text = std::fs::read_to_string(folder.join(name)).unwrap();
        let list = |names: &str| names.split(',').filter(|name| !name.is_empty()).map(String::from).collect::<Vec<_>>();
        let moves = Some(list(moves)).filter(|moves| !moves.is_empty());
        let choice = RuleChoice { metric: None, moves, omit: list(omit), ..RuleChoice::default() };
        PlayRules::new(&tws::read(&text).unwrap(), &choice).unwrap()
    };
    for (name, moves, omit, expected) in COUNTED {
        let structure = Structure::of_rules(&chosen(name, moves, omit));
        assert!(structure.positions().is_exact() && structure.decides());
        assert_eq!(structure.positions().factors().decimal(), expected, "{name} {moves} {omit}");
    }
    for folder in [folder.join("twsearch"), folder] {
        for file in std::fs::read_dir(folder).unwrap() {
            let path = file.unwrap().path();
            if path.extension().is_none_or(|extension| extension != "tws") {
                continue;
            }
            let definition = tws::read(&std::fs::read_to_string(&path).unwrap()).unwrap();
            let structure = Structure::of(&definition);
            let is_exact = structure.positions().is_exact() || structure.has_conditions();
            assert!(is_exact && structure.order().is_exact(), "{path:?}");
            assert_eq!(structure.reason(&definition.solved), None);
            let pattern = scrambled(&definition, 40, &mut numbers(5));
            assert_eq!(structure.reason(&pattern), None, "{path:?}");
        }
    }
}
