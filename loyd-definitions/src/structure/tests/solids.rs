//! Puzzles cut from solids, described by the places of their pieces in space.

use super::*;

type Vector = [f64; 3];

/// A piece: its place, and the directions of its stickers, in the order around it.
#[derive(Clone)]
struct Cubie {
    at: Vector,
    stickers: Vec<Vector>,
}

/// A turn around an axis by a share of a full turn, of the pieces whose height along it is in a range.
struct Layer {
    axis: Vector,
    share: f64,
    heights: std::ops::Range<f64>,
}

fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn unit(a: Vector) -> Vector {
    a.map(|x| x / dot(a, a).sqrt())
}

fn is_near(a: Vector, b: Vector) -> bool {
    a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-6)
}

/// Rodrigues' formula.
fn turned(layer: &Layer, a: Vector) -> Vector {
    let axis = unit(layer.axis);
    let (sine, cosine) = (std::f64::consts::TAU * layer.share).sin_cos();
    let (across, along) = (cross(axis, a), dot(axis, a) * (1.0 - cosine));
    std::array::from_fn(|i| a[i] * cosine + across[i] * sine + axis[i] * along)
}

/// Stickers in the order in which they go around the piece.
fn around(at: Vector, mut stickers: Vec<Vector>) -> Vec<Vector> {
    if let [a, b, c] = stickers[..]
        && dot(cross(a, b), c) * dot(at, a).signum() < 0.0
    {
        stickers.swap(1, 2);
    }
    stickers
}

/// A puzzle from its sets of pieces and its turns.
fn solid(sets: Vec<(&str, Vec<Cubie>)>, layers: &[Layer]) -> Definition {
    let described: Vec<Set> =
        sets.iter().map(|(name, cubies)| Set::new(*name, cubies.len(), cubies[0].stickers.len() as u8)).collect();
    let of: Vec<u8> = described.iter().flat_map(|set| std::iter::repeat_n(set.orientations, set.slots)).collect();
    let actions = layers.iter().map(|layer| {
        let mut action = Action::identity(of.len());
        let (mut from, mut twist) = (action.from().to_vec(), action.twist().to_vec());
        let mut first = 0;
        for (_, cubies) in &sets {
            for (number, cubie) in cubies.iter().enumerate() {
                if layer.heights.contains(&dot(unit(layer.axis), cubie.at)) {
                    let at = turned(layer, cubie.at);
                    let slot = cubies.iter().position(|other| is_near(other.at, at)).expect("a slot");
                    let sticker = turned(layer, cubie.stickers[0]);
                    let place = cubies[slot].stickers.iter().position(|&other| is_near(other, sticker));
                    from[first + slot] = (first + number) as u16;
                    twist[first + slot] = place.expect("a sticker") as u8;
                }
            }
            first += cubies.len();
        }
        action = Action::new(&from, &twist, &of).unwrap();
        action
    });
    let actions = actions.collect();
    definition(described, None, actions)
}

const AXES: [Vector; 6] =
    [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, -1.0], [-1.0, 0.0, 0.0], [0.0, -1.0, 0.0]];

/// The cube of `n` layers a side with the turns of so many faces, of every layer but a middle one.
pub(super) fn cube(n: i32, faces: usize) -> Definition {
    let side: Vec<i32> = (0..n).map(|i| 2 * i + 1 - n).collect();
    let mut kinds: Vec<(Vec<i32>, Vec<Cubie>)> = Vec::new();
    for &x in &side {
        for &y in &side {
            for &z in &side {
                let at = [x, y, z].map(f64::from);
                let stickers: Vec<Vector> =
                    AXES.into_iter().filter(|&axis| dot(axis, at) > f64::from(n) - 1.5).collect();
                if stickers.is_empty() {
                    continue;
                }
                let mut kind = [x, y, z].map(i32::abs).to_vec();
                kind.sort_unstable();
                let cubie = Cubie { at, stickers: around(at, stickers) };
                match kinds.iter_mut().find(|(known, _)| *known == kind) {
                    Some((_, cubies)) => cubies.push(cubie),
                    None => kinds.push((kind, vec![cubie])),
                }
            }
        }
    }
    let named =
        kinds.into_iter().map(|(_, cubies)| (["CENTER", "EDGE", "CORNER"][cubies[0].stickers.len() - 1], cubies));
    let depth = |axis: Vector| {
        (0..n / 2).map(move |layer| {
            let height = f64::from(n - 1 - 2 * layer);
            Layer { axis, share: -0.25, heights: height - 0.5..height + 0.5 }
        })
    };
    let layers: Vec<Layer> = AXES.into_iter().take(faces).flat_map(depth).collect();
    solid(named.collect(), &layers)
}

/// The cube whose centres have no mark: the centres of a face are identical.
pub(super) fn cube_of_colours(n: i32) -> Definition {
    let mut definition = cube(n, 6);
    let side: Vec<i32> = (0..n).map(|i| 2 * i + 1 - n).collect();
    // In the order in which `cube` lists the pieces of each kind.
    let mut kinds: Vec<(Vec<i32>, Vec<u8>)> = Vec::new();
    for &x in &side {
        for &y in &side {
            for &z in &side {
                let faces = [(z, n - 1), (x, n - 1), (y, n - 1), (z, 1 - n), (x, 1 - n), (y, 1 - n)];
                let on: Vec<u8> = (0..).zip(faces).filter(|(_, (at, end))| at == end).map(|(face, _)| face).collect();
                if on.is_empty() {
                    continue;
                }
                let mut kind = [x, y, z].map(i32::abs).to_vec();
                kind.sort_unstable();
                let found = kinds.iter().position(|(known, _)| *known == kind).unwrap_or_else(|| {
                    kinds.push((kind, Vec::new()));
                    kinds.len() - 1
                });
                let pieces = &mut kinds[found].1;
                pieces.push(if on.len() == 1 { on[0] } else { pieces.len() as u8 });
            }
        }
    }
    definition.solved.pieces = kinds.into_iter().flat_map(|(_, pieces)| pieces).collect();
    definition
}

fn corners_of_cube() -> Vec<Vector> {
    (0..8u8).map(|bits| std::array::from_fn(|i| if bits >> i & 1 == 1 { 1.0 } else { -1.0 })).collect()
}

/// The skewb with the turns of these corners.
pub(super) fn skewb(turning: impl Fn(Vector) -> bool) -> Definition {
    let corners = corners_of_cube().into_iter().map(|at| {
        let stickers = AXES.into_iter().filter(|&axis| dot(axis, at) > 0.5).collect();
        Cubie { at, stickers: around(at, stickers) }
    });
    let centres = AXES.into_iter().map(|at| Cubie { at, stickers: vec![at] });
    let axes = corners_of_cube().into_iter().filter(|&corner| turning(corner));
    let layers: Vec<Layer> = axes.map(|axis| Layer { axis, share: 1.0 / 3.0, heights: 0.1..9.0 }).collect();
    // A centre has no orientation, because its sticker turns in its own plane.
    solid(vec![("CORNER", corners.collect()), ("CENTER", centres.collect())], &layers)
}

/// The dino cube: twelve edges, which the turns of corners carry around.
pub(super) fn dino() -> Definition {
    let mut edges = Vec::new();
    for (i, &a) in AXES.iter().enumerate() {
        for &b in AXES[i + 1..].iter().filter(|&&b| dot(a, b) == 0.0) {
            edges.push(Cubie { at: std::array::from_fn(|i| a[i] + b[i]), stickers: vec![a, b] });
        }
    }
    let layers: Vec<Layer> =
        corners_of_cube().into_iter().map(|axis| Layer { axis, share: 1.0 / 3.0, heights: 1.1..9.0 }).collect();
    solid(vec![("EDGE", edges)], &layers)
}

/// The megaminx: the dodecahedron's corners and edges.
pub(super) fn megaminx() -> Definition {
    let golden = (1.0 + 5f64.sqrt()) / 2.0;
    // The faces of a dodecahedron look to the corners of an icosahedron.
    let mut faces = Vec::new();
    for a in [1.0, -1.0] {
        for b in [golden, -golden] {
            faces.extend([[0.0, a, b], [a, b, 0.0], [b, 0.0, a]].map(unit));
        }
    }
    let sum = |vectors: &[Vector]| -> Vector { std::array::from_fn(|i| vectors.iter().map(|v| v[i]).sum()) };
    let touches = |a: Vector, b: Vector| !is_near(a, b) && dot(a, b) > 0.4;
    let (mut corners, mut edges) = (Vec::new(), Vec::new());
    for (i, &a) in faces.iter().enumerate() {
        for (j, &b) in faces.iter().enumerate().skip(i + 1).filter(|(_, b)| touches(a, **b)) {
            edges.push(Cubie { at: sum(&[a, b]), stickers: vec![a, b] });
            for &c in faces[j + 1..].iter().filter(|&&c| touches(a, c) && touches(b, c)) {
                let at = sum(&[a, b, c]);
                corners.push(Cubie { at, stickers: around(at, vec![a, b, c]) });
            }
        }
    }
    let layers: Vec<Layer> = faces.iter().map(|&axis| Layer { axis, share: 0.2, heights: 1.0..9.0 }).collect();
    solid(vec![("CORNER", corners), ("EDGE", edges)], &layers)
}
