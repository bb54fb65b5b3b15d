//! Known orders and rules.

use super::solids::{cube, cube_of_colours, dino, megaminx, skewb};
use super::*;

fn texts(structure: &Structure) -> Vec<&str> {
    let mut texts: Vec<&str> = structure.rules().iter().map(InvariantRule::text).collect();
    texts.sort_unstable();
    texts
}

fn exactly(count: &CountOrBound) -> String {
    assert!(count.is_exact());
    count.factors().decimal()
}

#[test]
fn the_small_cube() {
    let free = cube(2, 6);
    let structure = Structure::of(&free);
    assert_eq!(exactly(&structure.order()), "88179840");
    assert_eq!(texts(&structure), ["CORNER: the turns add up to a multiple of 3"]);
    laws(&free);
    let fixed = cube(2, 3);
    let structure = Structure::of(&fixed);
    assert_eq!(exactly(structure.positions()), "3674160");
    assert_eq!(structure.fixed().len(), 1);
    laws(&fixed);
}

#[test]
fn the_cube() {
    let definition = cube(3, 6);
    let structure = Structure::of(&definition);
    assert_eq!(exactly(&structure.order()), "43252003274489856000");
    assert_eq!(structure.order().factors().to_string(), "2^27 * 3^14 * 5^3 * 7^2 * 11");
    assert_eq!(structure.positions(), &structure.order());
    assert_eq!(
        texts(&structure),
        [
            "CORNER and EDGE: both permuted evenly, or both oddly",
            "CORNER: the turns add up to a multiple of 3",
            "EDGE flipped: an even number",
        ]
    );
    laws(&definition);
    let slots = |name: &str| {
        let set = definition.sets.iter().position(|set| set.name == name).unwrap();
        definition.slots_of(set)
    };
    let (corners, edges) = (slots("CORNER"), slots("EDGE"));
    let reason = |change: &dyn Fn(&mut Pattern)| {
        let mut pattern = scrambled(&definition, 30, &mut numbers(3));
        change(&mut pattern);
        said(&structure, &pattern).map(|why| why.to_string())
    };
    let turn = |pattern: &mut Pattern, slot: usize, by: u8, of: u8| {
        pattern.orientations[slot] = (pattern.orientations[slot] + by) % of;
    };
    let twisted = reason(&|pattern| turn(pattern, corners.start, 1, 3)).unwrap();
    assert!(twisted.ends_with("CORNER turned by 1 in all, must be a multiple of 3"), "{twisted}");
    assert_eq!(
        reason(&|pattern| {
            turn(pattern, corners.start, 1, 3);
            turn(pattern, corners.start + 5, 2, 3);
        }),
        None
    );
    let flipped = reason(&|pattern| turn(pattern, edges.start + 3, 1, 2)).unwrap();
    assert_eq!(flipped, "parity: EDGE flipped an odd number of times in all, must be even");
    let swapped = reason(&|pattern| {
        pattern.pieces.swap(edges.start, edges.start + 1);
        pattern.orientations.swap(edges.start, edges.start + 1);
    });
    assert!(swapped.unwrap().contains("permuted oddly while"));
    assert_eq!(
        reason(&|pattern| {
            pattern.pieces.swap(edges.start, edges.start + 1);
            pattern.pieces.swap(corners.start, corners.start + 1);
        }),
        None
    );
    let mut two = definition.solved.clone();
    two.pieces.swap(corners.start, corners.start + 1);
    two.orientations[edges.start] = 1;
    let why = said(&structure, &two).unwrap().to_string();
    assert!(why.contains("EDGE flipped an odd number of times in all, must be even"), "{why}");
    assert!(why.contains("two CORNER exchanged while EDGE are not"), "{why}");
    let mut other = definition.solved.clone();
    other.pieces[corners.start] = 1;
    assert_eq!(said(&structure, &other).unwrap().kind(), "pieces");
}

/// With half turns of four faces and turns of the other two, corners and edges never turn: slots fix the orientation.
#[test]
fn moves_that_turn_nothing() {
    let mut definition = cube(3, 6);
    let of = definition.orientations();
    for number in [1, 2, 4, 5] {
        let m = &mut definition.moves[number];
        m.action = m.action.power(2, &of);
    }
    let structure = Structure::of(&definition);
    // 8! 8! 4! / 2, from H. Kociemba's second phase.
    assert_eq!(exactly(&structure.order()), "19508428800");
    let names: Vec<(&str, u8, usize)> =
        structure.orbits().iter().map(|orbit| (orbit.name(), orbit.turns(), orbit.slots().len())).collect();
    assert!(names.iter().all(|(_, turns, _)| *turns == 1), "{names:?}");
    assert_eq!(names.iter().filter(|(name, _, _)| name.starts_with("EDGE ")).count(), 2);
    laws(&definition);
    let mut turned = definition.solved.clone();
    let corner = structure.orbits().iter().find(|orbit| orbit.name() == "CORNER").unwrap().slots()[0];
    turned.orientations[usize::from(corner)] = 1;
    assert!(said(&structure, &turned).unwrap().to_string().contains("in slot 1 of CORNER with orientation 1"));
}

/// Counts of larger cubes from C. Scherphuis, "Jaap's puzzle page", with even sides times 24 for how they lie.
#[test]
fn larger_cubes() {
    let marked = Structure::of(&cube(4, 6));
    let distinct = Factored::factorial(24).power(2).times(&Factored::factorial(8));
    let distinct = distinct.times(&[3].into_iter().collect::<Factored>().power(7));
    assert_eq!(marked.order(), CountOrBound::Exactly(distinct.divided_by(&[2].into_iter().collect()).unwrap()));
    assert_eq!(
        texts(&marked),
        ["CORNER and CENTER: both permuted evenly, or both oddly", "CORNER: the turns add up to a multiple of 3",]
    );
    let four = cube_of_colours(4);
    let structure = Structure::of(&four);
    // 7401196841564901869874093974498574336000000000 * 24
    assert_eq!(exactly(structure.positions()), "177628724197557644876978255387965784064000000000");
    assert_eq!(texts(&structure), ["CORNER: the turns add up to a multiple of 3"]);
    laws(&four);
    let five = cube_of_colours(5);
    let structure = Structure::of(&five);
    assert_eq!(
        exactly(structure.positions()),
        "282870942277741856536180333107150328293127731985672134721536000000000000000"
    );
    laws(&five);
}

#[test]
fn the_largest_cube() {
    let definition = cube_of_colours(20);
    let structure = Structure::of(&definition);
    assert!(structure.positions().is_exact() && structure.order().is_exact());
    assert_eq!(structure.orbits().len(), 1 + 9 + 81);
    laws(&definition);
}

#[test]
fn solids() {
    let definition = megaminx();
    let structure = Structure::of(&definition);
    // 20! 3^20 30! 2^30 / (2 * 3 * 2 * 2)
    assert_eq!(exactly(&structure.order()), "100669616553523347122516032313645505168688116411019768627200000000000");
    laws(&definition);
    let definition = dino();
    assert_eq!(exactly(Structure::of(&definition).positions()), "239500800");
    laws(&definition);
    let definition = skewb(|_| true);
    let structure = Structure::of(&definition);
    assert_eq!(exactly(structure.positions()), "37791360");
    laws(&definition);
    let tetrad = skewb(|corner| corner.iter().product::<f64>() > 0.0);
    let structure = Structure::of(&tetrad);
    assert_eq!(exactly(structure.positions()), "3149280");
    laws(&tetrad);
}

#[test]
fn mathieu_groups() {
    // Reversing, and S. P. Mudge's Mongean shuffle of twelve cards: P. Diaconis, R. L. Graham and W. M. Kantor, "The
    // mathematics of perfect shuffles", 1983.
    let mongean = (0..12).map(|t| (2 * t).min(23 - 2 * t)).collect();
    let twelve = permutations(&[(0..12).rev().collect(), mongean]);
    assert_eq!(exactly(Structure::of(&twelve).positions()), "95040");
    laws(&twelve);
    let mut mixed: Vec<u8> = (0..24).collect();
    for cycle in [[2, 16, 9, 6, 8], [3, 12, 13, 18, 4], [7, 17, 10, 11, 22], [14, 19, 21, 20, 15]] {
        (0..5).for_each(|i| mixed[cycle[i]] = cycle[(i + 1) % 5] as u8);
    }
    let turned: Vec<u8> = (0..24u8)
        .map(|t| match t {
            0 => 23,
            23 => 0,
            t => (1..23).find(|&s| (u32::from(s) * u32::from(t) + 1) % 23 == 0).unwrap(),
        })
        .collect();
    let definition = permutations(&[(0..24).map(|t| if t < 23 { (t + 1) % 23 } else { t }).collect(), mixed, turned]);
    let structure = Structure::of(&definition);
    assert_eq!(exactly(structure.positions()), "244823040");
    assert!(structure.blocks().is_empty() && !structure.is_free(0));
    laws(&definition);
    let mut swapped = definition.solved.clone();
    swapped.pieces.swap(0, 1);
    assert_eq!(said(&structure, &swapped).unwrap().kind(), "parity");
    swapped.pieces.swap(2, 3);
    let why = said(&structure, &swapped).unwrap().to_string();
    assert!(why.starts_with("outside the group of the moves: no moves from the solved position lead to "), "{why}");
}

/// Two sets whose pieces move in the same way, and pairs of pieces that stay together.
#[test]
fn bound_pieces() {
    let renamed = |point: u8| 7 + 3 * point % 7;
    let twice = |images: [u8; 7]| -> Vec<u8> {
        let mut both: Vec<u8> = images.iter().copied().chain([0; 7]).collect();
        (0..7).for_each(|point| both[usize::from(renamed(point))] = renamed(images[usize::from(point)]));
        both
    };
    let mut definition = permutations(&[twice([1, 2, 3, 4, 5, 6, 0]), twice([1, 0, 2, 3, 4, 5, 6])]);
    definition.sets = vec![Set::new("A", 7, 1), Set::new("B", 7, 1)];
    definition.solved.pieces = (0..7).chain(0..7).collect();
    let structure = Structure::of(&definition);
    assert_eq!(exactly(&structure.order()), "5040");
    assert_eq!(structure.bound(), [(0, 1)]);
    laws(&definition);
    let mut moved = definition.solved.clone();
    moved.pieces[..3].rotate_left(1);
    assert_eq!(said(&structure, &moved).unwrap().kind(), "group");
    // The same puzzle with a move of one set alone.
    definition.moves.push(Move::new(
        "ALONE",
        Action::new(&[1, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13], &[0; 14], &[1; 14]).unwrap(),
    ));
    let structure = Structure::of(&definition);
    assert_eq!(exactly(&structure.order()), "25401600");
    assert!(structure.bound().is_empty() && structure.rules().is_empty());
    // Six corners of an octahedron: opposite ones stay opposite.
    let blocks = Structure::of(&permutations(&[vec![1, 2, 3, 0, 4, 5], vec![4, 1, 5, 3, 2, 0]]));
    assert_eq!(exactly(&blocks.order()), "24");
    assert_eq!(blocks.blocks().len(), 1);
    assert_eq!(blocks.blocks()[0].blocks, [vec![0, 2], vec![1, 3], vec![4, 5]]);
}
