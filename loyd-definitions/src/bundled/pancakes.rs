//! Stacks of burnt pancakes, made for a size.

use super::NoBoard;
use crate::definition::{Action, Definition, DefinitionFormat, Move, Pattern, PictureSpot, Set};
use crate::definition::{DrawingFace, DrawingPalette, DrawingPlan, FaceCell};
use loyd_core::exact::exact;

/// The most pancakes of a stack.
const MOST: usize = 100;

/// The most pancakes of a stack that is drawn. The number of facelets grows with the square of the number of pancakes.
const MOST_DRAWN: usize = 8;

/// The height of a pancake with the gap below it.
const PITCH: i32 = 100;

/// The height of the part of a pancake that is not burnt.
const PLAIN: i32 = 50;

/// The height of the burnt part.
const BURNT: i32 = 40;

/// Makes the stack `burnt-pancake:N`: each pancake has a burnt side, which is below in the goal. A flip turns over the
/// upper part of the stack (W. H. Gates and C. H. Papadimitriou, "Bounds for sorting by prefix reversal", Discrete
/// Mathematics 27, 1979).
pub(super) fn burnt(parameters: &str) -> Result<Definition, NoBoard> {
    let count = parameters.parse().ok().filter(|count| (2..=MOST).contains(count));
    let count: usize = count.ok_or_else(|| NoBoard::new(parameters, format!("2 to {MOST} pancakes")))?;
    let flip = |turned: usize| {
        let from: Vec<u16> =
            (0..count).map(|slot| exact(if slot < turned { turned - 1 - slot } else { slot })).collect();
        let twist: Vec<u8> = (0..count).map(|slot| u8::from(slot < turned)).collect();
        let action = Action::new(&from, &twist, &vec![2; count]).expect("a prefix is reversed");
        Move::new(format!("f{turned}"), action)
    };
    let solved = Pattern { pieces: (0..count).map(exact::<u8>).collect(), orientations: vec![0; count].into() };
    let spot = |slot: usize| PictureSpot { row: 0, column: exact(slot), slot: exact(slot), side: 0 };
    Ok(Definition {
        name: format!("{count} burnt pancakes"),
        moves: (1..=count).map(flip).collect(),
        spots: (0..count).map(spot).collect(),
        drawing: (count <= MOST_DRAWN).then(|| drawing(count)),
        ..Definition::new(DefinitionFormat::Loyd, vec![Set::new("pancakes", count, 2)], solved)
    })
}

/// The drawing of a stack. A slot has facelets for every pancake, and the palettes colour the facelets of one pancake.
fn drawing(count: usize) -> DrawingPlan {
    let (mut palettes, mut faces) = (Vec::new(), Vec::new());
    for pancake in 1..=exact::<i32>(count) {
        // The texts of a pancake whose burnt side is below, and of one that is turned.
        let (plain, turned) = (pancake.to_string(), format!("{pancake}+1"));
        let half = 100 + 40 * pancake;
        let parts = [
            ("plain-above", &plain, "cream", 0, PLAIN),
            ("burnt-below", &plain, "brown", PLAIN, BURNT),
            ("burnt-above", &turned, "brown", 0, BURNT),
            ("plain-below", &turned, "cream", BURNT, PLAIN),
        ];
        for (part, text, colour, below, tall) in parts {
            let name = format!("{part}-{pancake}");
            let colours = vec![(text.clone(), colour.to_string())];
            palettes.push(DrawingPalette { name: name.clone(), colours });
            faces.extend((0..exact::<u16>(count)).map(|slot| DrawingFace {
                name: format!("{name}-{slot}"),
                at: [-half, -PITCH * i32::from(slot) - below, 0],
                right: [2 * half, 0, 0],
                down: [0, -tall, 0],
                palette: Some(palettes.len() - 1),
                tiles: None,
                rows: vec![vec![FaceCell::Side(slot, 0)]],
            }));
        }
    }
    DrawingPlan { colours: Vec::new(), palettes, tiles: Vec::new(), faces }
}
