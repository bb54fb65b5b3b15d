use super::{of, refused};
use crate::definition::drawing::FaceCell;
use crate::definition::{Definition, DefinitionFormat};
use crate::formats::write;

const COIN: &str = "\
picture = '''
a+0 b+0
a+1 b+1
c   .
'''
[sets]
coins = { slots = 'a b', orientations = 2 }
fixed = 'c'
[solved]
coins = 'X-y X-z'
fixed = 'w'
[moves]
t = '(a b+1)'
";

fn drawn(drawing: &str) -> Definition {
    of(&format!("{COIN}{drawing}"))
}

const FACES: &str = "[drawing.faces]
top = { at = '-1 1 -2', right = '1 0 0', down = '0 0 2', cells = 'a b\\n=w c' }
back = { at = '3 0 0', right = '-3 0 0', down = '0 -1 0', cells = 'b+1 .' }
";

#[test]
fn facelets_lie_on_faces() {
    let definition =
        drawn(&format!("[drawing]\ncolours = {{ X = 'red', w = 'white' }}\n{}", FACES.replace('\'', "\"")));
    let plan = definition.drawing.as_ref().unwrap();
    assert_eq!(plan.faces[1].rows, [[FaceCell::Side(1, 1), FaceCell::Gap]]);
    let drawing = plan.drawing(&definition);
    assert_eq!(drawing.colours, [("X".into(), "red".into()), ("w".into(), "white".into())]);
    let seen: Vec<_> = drawing.facelets.iter().map(|facelet| (facelet.cell, facelet.text.as_str())).collect();
    let expected = [(Some((0, 0)), "X"), (Some((0, 1)), "X"), (None, "w"), (Some((2, 0)), "w"), (Some((1, 1)), "z")];
    assert_eq!(seen, expected);
    assert_eq!(drawing.facelets[1].corners, [[0, 1, -2], [1, 1, -2], [1, 1, 0], [0, 1, 0]]);
    assert_eq!(drawing.facelets[4].corners, [[3, 0, 0], [0, 0, 0], [0, -1, 0], [3, -1, 0]]);
}

#[test]
fn tiles_are_polygons_or_balls() {
    let text = "[drawing]\ncolours = {}\ntiles = ['0 0, 2 0, 0 1', '5 5']
faces.only = { at = '0 0 0', right = '1 0 0', down = '0 -1 0', cells = 'a b' }";
    let definition = drawn(text);
    let drawing = definition.drawing.as_ref().unwrap().drawing(&definition);
    assert_eq!(drawing.facelets[0].corners, [[0, 0, 0], [2, 0, 0], [0, -1, 0]]);
    assert_eq!(drawing.facelets[1].corners, [[5, -5, 0]]);
    let written = write::write(&definition, DefinitionFormat::Loyd).unwrap();
    let again = of(&written);
    assert_eq!(again.drawing, definition.drawing, "{written}");
}

#[test]
fn a_palette_draws_what_it_colours() {
    let text = "[drawing]
colours = {}
tiles = ['0 0, 1 0, 1 1']
[drawing.palettes]
one = { X = 'red' }
both = { \"X|w\" = 'white' }
[drawing.faces]
up = { at = '0 0 0', right = '1 0 0', down = '0 0 1', palette = 'both', cells = 'a|c' }
under = { at = '0 0 0', right = '1 0 0', down = '0 0 1', palette = 'one', tiles = [], cells = 'b+1 a' }
";
    let definition = drawn(text);
    let plan = definition.drawing.as_ref().unwrap();
    let drawing = plan.drawing(&definition);
    assert_eq!(drawing.palettes[1], [("X|w".to_string(), "white".to_string())]);
    let facelet = &drawing.facelets[0];
    assert_eq!((facelet.before, facelet.cell, facelet.palette), (Some((0, 0)), Some((2, 0)), Some(1)));
    assert_eq!(facelet.text, "X|w");
    // Counterclockwise for an eye above.
    assert_eq!(facelet.corners, [[1, 0, 1], [1, 0, 0], [0, 0, 0]]);
    assert_eq!(drawing.facelets.iter().map(|facelet| facelet.corners.len()).collect::<Vec<_>>(), [3, 4, 4]);
    let written = write::write(&definition, DefinitionFormat::Loyd).unwrap();
    let again = of(&written);
    assert_eq!(again.drawing, definition.drawing, "{written}");
}

#[test]
fn what_is_no_drawing_is_refused_with_its_place() {
    let face = "at = '0 0 0', right = '1 0 0', down = '0 1 0'";
    let many = "a ".repeat(1001);
    for (drawing, expected) in [
        ("faces.f = { cells = 'a' }".to_string(), "expected `colours` of the drawing"),
        ("colours = { X = 'rouge' }".into(), "found `rouge`, expected one of the colours white, yellow"),
        ("colours = {}".into(), "expected `faces` of the drawing"),
        ("colours = {}\nfaces = {}".into(), "expected at least one face"),
        ("colours = {}\nshape = 1".into(), "found `shape`, expected one of the keys colours, palettes, tiles, faces"),
        (format!("colours = {{}}\nfaces.f = {{ {face} }}"), "expected `cells` of the face"),
        (
            format!("colours = {{}}\nfaces.f = {{ {face}, cells = 'a x' }}"),
            "line 16, column 71: found `x`, expected the name of a slot",
        ),
        (format!("colours = {{}}\nfaces.f = {{ {face}, cells = '{many}' }}"), "expected at most 1000 facelets"),
        ("colours = {}\nfaces.f = { at = '0 0', cells = 'a' }".into(), "found `0 0`, expected three numbers"),
        ("colours = {}\nfaces.f = { at = '0 0 30000', cells = 'a' }".into(), "found `30000`, expected a whole number"),
        ("colours = {}\nfaces.f = { at = '0 0 -2147483648', cells = 'a' }".into(), "expected a whole number"),
        ("colours = {}\npalettes = { p = 1 }".into(), "expected a table of colours"),
        ("colours = {}\npalettes = { p = { X = 'rouge' } }".into(), "found `rouge`, expected one of the colours"),
        (
            format!("colours = {{}}\npalettes = {{ p = {{}} }}\nfaces.f = {{ {face}, palette = 'q', cells = 'a' }}"),
            "found `q`, expected one of the palettes p",
        ),
        (format!("colours = {{}}\nfaces.f = {{ {face}, cells = 'a|x' }}"), "column 71: found `x`, expected the name"),
        (format!("colours = {{}}\nfaces.f = {{ {face}, cells = 'a|b|c' }}"), "found `b|c`, expected"),
        (
            format!("colours = {{}}\nfaces.f = {{ {face}, tiles = ['0 0'], cells = 'a b' }}"),
            "expected a facelet for each of 1 tiles, not 2",
        ),
        ("colours = {}\ntiles = ['0 0, 1 1']".into(), "expected two numbers for each of 3 to 12 corners"),
        (format!("colours = {{}}\ntiles = ['{}']", "0 0, ".repeat(13)), "expected two numbers for each of 3 to 12"),
        (
            format!("colours = {{}}\ntiles = ['0 0']\nfaces.f = {{ {face}, cells = 'a b' }}"),
            "expected a facelet for each of 1 tiles, not 2",
        ),
    ] {
        let found = refused(&format!("{COIN}[drawing]\n{drawing}"));
        assert!(found.contains(expected), "{drawing}\n{found}");
    }
}
