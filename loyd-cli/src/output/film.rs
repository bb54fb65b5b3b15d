//! A solution as an animated SVG picture, which every browser plays in a loop. The picture contains no script. Without
//! animation (a printer, a simple viewer, a user who asked for less motion) the picture shows the start.

mod actors;

use std::fmt::Write as _;
use std::io::{self, Write};

use loyd_core::puzzle::{Picture, Square};

use self::actors::{Actor, ActorPlace};
use super::printable::one_line;

/// The content of an animated picture.
#[derive(Debug)]
pub struct Film<'a> {
    /// The title of the picture, in a few words.
    pub title: &'a str,
    /// The text for a reader who cannot see the picture.
    pub description: &'a str,
    /// The pictures of the start and of the position after each move.
    pub pictures: &'a [Picture],
    /// The caption below each picture.
    pub captions: &'a [String],
}

/// The side of a square, the gap between two squares, and their sum.
const SIDE: usize = 52;
const GAP: usize = 4;
const STEP: usize = SIDE + GAP;
/// The margin around the board.
const MARGIN: usize = 20;
/// The height below the board for the captions.
const CAPTION: usize = 44;
/// The width of an average letter in a caption, and of a broad letter on a piece, as a part of the font size.
const LETTER: f64 = 0.58;
const BROAD: f64 = 0.9;
const CAPTION_SIZE: usize = 18;

/// The seconds for which the start and the end are shown, and the seconds that a move takes.
const START: f64 = 1.2;
const END: f64 = 2.8;
const MOVE: f64 = 0.8;
/// The most seconds for all moves together, and the least seconds for one move, which has priority.
const LONGEST: f64 = 90.0;
const FASTEST: f64 = 0.16;

/// The times of the animation.
struct Clock {
    /// The seconds of a move, and of the part of a move in which pieces glide.
    one: f64,
    glide: f64,
    whole: f64,
}

impl Clock {
    fn new(moves: usize) -> Clock {
        let one = (LONGEST / moves.max(1) as f64).clamp(FASTEST, MOVE);
        Clock { one, glide: one * 0.55, whole: START + one * moves as f64 + END }
    }

    /// Returns when the move to a picture begins and when it ends, as percentages of the whole time.
    fn moves_to(&self, picture: usize) -> (String, String) {
        let begin = START + self.one * (picture - 1) as f64;
        (self.percent(begin), self.percent(begin + self.glide))
    }

    fn percent(&self, seconds: f64) -> String {
        let text = format!("{:.4}", 100.0 * seconds / self.whole);
        format!("{}%", text.trim_end_matches('0').trim_end_matches('.'))
    }
}

/// Returns the CSS rule `name` for values that change with the pictures, or `None` if the values never change.
fn track<T: PartialEq + Copy>(name: &str, values: &[T], clock: &Clock, style: impl Fn(T) -> String) -> Option<String> {
    let mut frames = String::new();
    for (picture, two) in (1..).zip(values.windows(2)).filter(|(_, two)| two[0] != two[1]) {
        let (begin, end) = clock.moves_to(picture);
        let from = if frames.is_empty() { format!("0%,{begin}") } else { begin };
        write!(frames, "{from}{{{}}}{end}{{{}}}", style(two[0]), style(two[1])).expect("a text takes all");
    }
    let last = style(*values.last()?);
    (!frames.is_empty())
        .then(|| format!("@keyframes {name}{{{frames}to{{{last}}}}}\n.{name}{{animation-name:{name}}}\n"))
}

/// Returns the attributes of an element that is visible where `values` is true: its class and its initial opacity. Adds
/// the CSS rule to `rules`.
fn shown(name: &str, values: &[bool], clock: &Clock, rules: &mut String) -> String {
    let first = if values.first() == Some(&true) { "" } else { " opacity='0'" };
    match track(name, values, clock, |seen| format!("opacity:{}", u8::from(seen))) {
        Some(rule) => {
            rules.push_str(&rule);
            format!(" class='m {name}'{first}")
        }
        None => first.into(),
    }
}

/// Writes the animated picture.
///
/// # Errors
/// When the output cannot be written.
pub fn write(film: &Film<'_>, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
    let Film { title, description, pictures, captions } = film;
    let clock = Clock::new(pictures.len().saturating_sub(1));
    let rows = pictures.iter().map(Vec::len).max().unwrap_or(0);
    let columns = pictures.iter().flatten().map(Vec::len).max().unwrap_or(0);
    let widest = captions.iter().map(|caption| caption.chars().count()).max().unwrap_or(0);
    let caption_width = (widest as f64 * LETTER * CAPTION_SIZE as f64) as usize;
    let board = (columns * STEP).saturating_sub(GAP);
    let width = board.max(caption_width) + 2 * MARGIN;
    let (left, below) = ((width - board) / 2, MARGIN + (rows * STEP).saturating_sub(GAP));
    let height = below + CAPTION;
    let mut rules = String::new();
    let mut body = String::new();
    if let Some(first) = pictures.first() {
        draw_board(first, &mut body);
    }
    let actors = actors::of(pictures);
    for (number, actor) in actors.iter().enumerate() {
        draw_actor(number, actor, &clock, &mut rules, &mut body);
    }
    let mut said = String::new();
    for (number, caption) in captions.iter().enumerate() {
        let seen: Vec<bool> = (0..captions.len()).map(|now| now == number).collect();
        let class = shown(&format!("c{number}"), &seen, &clock, &mut rules);
        let (x, y) = (width / 2, height - 14);
        writeln!(said, "<text x='{x}' y='{y}'{class}>{}</text>", escaped(caption)).expect("a text takes all");
    }
    let size = font_size(pictures);
    let seconds = clock.whole;
    write!(
        out,
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' width='{width}' height='{height}' \
         role='img' aria-labelledby='title desc'>
<title id='title'>{}</title>
<desc id='desc'>{}</desc>
<style>
svg{{--page:#ffffff;--cell:#d8dee4;--piece:#2f6fb7;--label:#ffffff;--wall:#57606a;--text:#1f2328;
font-family:ui-sans-serif,system-ui,Helvetica,Arial,sans-serif;text-anchor:middle}}
@media (prefers-color-scheme:dark){{
svg{{--page:#0d1117;--cell:#30363d;--piece:#79b4f2;--label:#0d1117;--wall:#9198a1;--text:#e6edf3}}}}
.page{{fill:var(--page)}}.cell{{fill:var(--cell)}}.wall{{fill:var(--wall)}}
.piece{{fill:var(--piece);stroke:var(--page);stroke-width:2}}
.label{{fill:var(--label);font-size:{size}px;font-weight:600}}
.said{{fill:var(--text);font-size:{CAPTION_SIZE}px}}
.m{{animation-duration:{seconds:.2}s;animation-iteration-count:infinite;animation-timing-function:ease-in-out}}
.said .m{{animation-timing-function:step-start}}
{rules}@media (prefers-reduced-motion:reduce){{.m{{animation:none}}}}
</style>
<rect class='page' width='{width}' height='{height}'/>
<g transform='translate({left} {MARGIN})'>
{body}</g>
<g class='said'>
{said}</g>
</svg>
",
        escaped(title),
        escaped(description),
    )
}

/// Draws the cells and the walls, which never move.
fn draw_board(picture: &Picture, body: &mut String) {
    for (row, squares) in picture.iter().enumerate() {
        for (column, square) in squares.iter().enumerate() {
            let (x, y) = (column * STEP, row * STEP);
            let kind = match square {
                Square::Hole => continue,
                Square::Wall(_) => "wall",
                Square::Empty | Square::Piece(_) => "cell",
            };
            writeln!(body, "<rect class='{kind}' x='{x}' y='{y}' width='{SIDE}' height='{SIDE}' rx='6'/>")
                .expect("a text takes all");
            if let Square::Wall(text) = square {
                body.push_str(&label(text, x, y, ""));
            }
        }
    }
}

/// Draws a piece, with the changes of its place and of its text.
fn draw_actor(number: usize, actor: &Actor<'_>, clock: &Clock, rules: &mut String, body: &mut String) {
    let place = |place: ActorPlace| format!("transform:translate({}px,{}px)", place.column * STEP, place.row * STEP);
    let (name, first) = (format!("a{number}"), actor.places[0]);
    let moving = track(&name, &actor.places, clock, place);
    let class = if moving.is_some() { format!(" class='m {name}'") } else { String::new() };
    rules.push_str(&moving.unwrap_or_default());
    let (x, y) = (first.column * STEP, first.row * STEP);
    let seen: Vec<bool> = actor.texts.iter().map(Option::is_some).collect();
    let inner = shown(&format!("s{number}"), &seen, clock, rules);
    write!(body, "<g transform='translate({x} {y})'{class}><g{inner}>").expect("a text takes all");
    write!(body, "<rect class='piece' width='{SIDE}' height='{SIDE}' rx='6'/>").expect("a text takes all");
    let mut texts: Vec<&str> = actor.texts.iter().copied().flatten().collect();
    texts.sort_unstable();
    texts.dedup();
    for (index, text) in texts.iter().enumerate() {
        // An invisible piece may keep its text.
        let written: Vec<bool> = actor.texts.iter().map(|now| now.is_none_or(|now| now == *text)).collect();
        let class = shown(&format!("t{number}-{index}"), &written, clock, rules);
        body.push_str(&label(text, 0, 0, &class));
    }
    body.push_str("</g></g>\n");
}

fn label(text: &str, x: usize, y: usize, class: &str) -> String {
    let (x, y) = (x + SIDE / 2, y + SIDE / 2);
    format!("<g{class}><text class='label' x='{x}' y='{y}' dy='.35em'>{}</text></g>", escaped(text))
}

/// Returns the font size of the labels, so that the longest label fits.
fn font_size(pictures: &[Picture]) -> usize {
    let longest = pictures.iter().flatten().flatten().map(|square| match square {
        Square::Piece(text) | Square::Wall(text) => text.chars().count(),
        Square::Hole | Square::Empty => 0,
    });
    let longest = longest.max().unwrap_or(0).max(1);
    (((SIDE - 8) as f64 / (longest as f64 * BROAD)) as usize).min(26)
}

/// Escapes a text for use between tags. A document must not contain control characters.
fn escaped(text: &str) -> String {
    one_line(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(text: &str) -> Square {
        Square::Piece(text.into())
    }

    fn filmed(pictures: &[Picture], captions: &[&str]) -> String {
        let captions: Vec<String> = captions.iter().map(|caption| caption.to_string()).collect();
        let mut out = Vec::new();
        let film = Film { title: "a < b\u{1b}", description: "d & e", pictures, captions: &captions };
        write(&film, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn what_moves_has_a_rule_and_what_stands_has_none() {
        let before = vec![vec![piece("1"), piece("2"), Square::Empty]];
        let after = vec![vec![piece("1"), Square::Empty, piece("2")]];
        let film = filmed(&[before, after], &["start", "1: slide 2 right"]);
        assert!(!film.contains("@keyframes a0") && film.contains("@keyframes a1"), "{film}");
        assert!(film.contains("{transform:translate(56px,0px)}") && film.contains("{transform:translate(112px,0px)}"));
        assert!(film.contains("<g transform='translate(56 0)' class='m a1'>"), "{film}");
        // The second caption is hidden at first, and text of the user is escaped.
        assert!(film.contains("class='m c1' opacity='0'>1: slide 2 right</text>"), "{film}");
        assert!(film.contains("<title id='title'>a &lt; b\\u{1b}</title>") && film.contains("d &amp; e</desc>"));
        assert_eq!(film.matches("<rect class='cell'").count(), 3);
        assert!(!film.contains("script") && film.contains("prefers-color-scheme:dark"));
    }

    /// Every animated class has a rule, every rule belongs to an element, and the percentages rise to the end.
    #[test]
    fn rules_and_elements_fit() {
        let turn: Vec<Picture> = (0..200)
            .map(|at: usize| {
                let text =
                    |cell: usize| if cell == at % 4 { Square::Empty } else { piece(&((at + cell) % 3).to_string()) };
                vec![(0..4).map(text).collect()]
            })
            .collect();
        let film = filmed(&turn, &[]);
        let mut rules = 0;
        for rule in film.lines().filter_map(|line| line.strip_prefix("@keyframes ")) {
            let (name, frames) = rule.split_once('{').unwrap();
            assert!(film.contains(&format!("class='m {name}'")) && film.contains(&format!("\n.{name}{{")), "{name}");
            let stops = frames.split('}').flat_map(|frame| frame.split('{').next().unwrap().split(','));
            let stops: Vec<f64> = stops.filter_map(|stop| stop.strip_suffix('%')?.parse().ok()).collect();
            assert!(stops.len() > 2 && stops.is_sorted_by(|one, next| one < next) && stops[0] == 0.0, "{rule}");
            assert!(stops.iter().all(|&stop| stop < 100.0) && frames.contains("to{"), "{rule}");
            rules += 1;
        }
        assert!(rules > 3 && rules == film.matches("class='m ").count(), "{rules}");
    }

    #[test]
    fn one_picture_stands_still() {
        let still = filmed(&[vec![vec![piece("1"), Square::Hole, Square::Wall("2".into())]]], &["start"]);
        assert!(!still.contains("@keyframes") && still.contains(">start</text>"), "{still}");
        assert_eq!((still.matches("'cell'").count(), still.matches("class='wall'").count()), (1, 1));
        assert!(filmed(&[], &[]).contains("</svg>"));
    }
}
