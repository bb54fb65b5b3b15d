//! A census as a picture: the number of positions at each distance, on a linear scale and below it on a logarithmic
//! one.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Once;

use plotters::coord::Shift;
use plotters::coord::ranged1d::{AsRangedCoord, ValueFormatter};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{FontStyle, register_font};

use loyd::service::amounts::grouped;

/// What a picture is called in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picture {
    /// Lines and letters, for browsers and office programs.
    Svg,
    /// Dots, twice as many each way.
    Png,
}

impl Picture {
    /// The kind that a file of that name is to hold.
    pub fn of(path: &Path) -> Option<Picture> {
        let end = path.extension()?.to_str()?.to_ascii_lowercase();
        match end.as_str() {
            "svg" => Some(Picture::Svg),
            "png" => Some(Picture::Png),
            _ => None,
        }
    }
}

const SIZE: (u32, u32) = (960, 760);
/// Dots of a bitmap for each of the drawing's units.
const SHARPNESS: u32 = 2;
/// Units left of the panels, right of them, and above the first.
const MARGINS: (u32, u32, u32) = (20, 30, 74);
/// Units of a panel, its axis and its heading.
const PANEL: u32 = 310;
const AXIS: (u32, u32) = (104, 30);
/// The longest line of text that fits.
const LONGEST: usize = 110;

/// The letters of bitmaps, and the widths of those in drawings; its licence lies beside it.
const FONT: &[u8] = include_bytes!("../../data/font/DejaVuSans-ascii.ttf");
const FAMILY: &str = "sans-serif";

const BLUE: RGBColor = RGBColor(0x2b, 0x6c, 0xb0);
const DARK: RGBColor = RGBColor(0x33, 0x33, 0x33);
const PALE: RGBColor = RGBColor(0xdd, 0xdd, 0xdd);

/// What is drawn.
#[derive(Debug)]
pub struct Plot<'a> {
    /// What it is of.
    pub title: &'a str,
    /// More of it, in smaller letters.
    pub subtitle: &'a str,
    /// Where the figures come from.
    pub source: &'a str,
    /// Positions at each distance; none is empty.
    pub layers: &'a [u64],
}

/// Why it could not be drawn: a font or a buffer that is ours, so nobody's fault but ours.
fn failed(why: impl std::fmt::Display) -> io::Error {
    io::Error::other(format!("the picture cannot be drawn: {why}"))
}

impl Plot<'_> {
    /// Writes the picture.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn draw(&self, picture: Picture, out: &mut impl Write) -> io::Result<()> {
        static FONTS: Once = Once::new();
        FONTS.call_once(|| {
            for style in [FontStyle::Normal, FontStyle::Bold] {
                let _ = register_font(FAMILY, style, FONT);
            }
        });
        match picture {
            Picture::Svg => {
                let mut svg = String::new();
                self.onto(SVGBackend::with_string(&mut svg, SIZE).into_drawing_area(), 1)?;
                out.write_all(svg.as_bytes())
            }
            Picture::Png => {
                let size = (SIZE.0 * SHARPNESS, SIZE.1 * SHARPNESS);
                let mut dots = vec![0; (size.0 * size.1 * 3) as usize];
                self.onto(BitMapBackend::with_buffer(&mut dots, size).into_drawing_area(), SHARPNESS)?;
                let mut encoder = png::Encoder::new(out, size.0, size.1);
                encoder.set_color(png::ColorType::Rgb);
                encoder.set_depth(png::BitDepth::Eight);
                encoder.write_header().and_then(|mut writer| writer.write_image_data(&dots)).map_err(io::Error::other)
            }
        }
    }

    fn onto<DB: DrawingBackend>(&self, area: DrawingArea<DB, Shift>, scale: u32) -> io::Result<()> {
        area.fill(&WHITE).map_err(failed)?;
        let (width, height) = (SIZE.0 as i32, SIZE.1 as i32);
        let middle = (MARGINS.0 + AXIS.0) as i32 / 2 + (width - MARGINS.1 as i32) / 2;
        let right = width - MARGINS.1 as i32;
        let words = |words: &str, size: u32, color: RGBColor, anchor: HPos, at: (i32, i32)| {
            let style = (FAMILY, size * scale).into_font().color(&color).pos(Pos::new(anchor, VPos::Center));
            let at = (at.0 * scale as i32, at.1 * scale as i32);
            area.draw(&Text::new(shortened(words), at, style)).map_err(failed)
        };
        words(self.title, 20, BLACK, HPos::Center, (width / 2, 24))?;
        words(self.subtitle, 14, DARK, HPos::Center, (width / 2, 50))?;
        let first = MARGINS.2 as i32;
        let most = self.layers.iter().copied().max().unwrap_or(1).max(1) as f64;
        for (panel, heading) in ["positions, linear scale", "positions, logarithmic scale"].into_iter().enumerate() {
            let top = first + (PANEL * panel as u32) as i32;
            words(heading, 14, DARK, HPos::Left, ((MARGINS.0 + AXIS.0) as i32, top + 14))?;
            let (left, from, to) = (MARGINS.0 * scale, (top as u32 + 26) * scale, (top as u32 + PANEL) * scale);
            let place = area.clone().shrink((left, from), ((SIZE.0 - MARGINS.0 - MARGINS.1) * scale, to - from));
            match panel {
                0 => self.panel(place, scale, 0.0, 0.0..most * 1.04)?,
                // From half a position up, so that a layer of one has a bar.
                _ => self.panel(place, scale, 0.5, (0.5..most.max(2.0) * 1.5).log_scale())?,
            }
        }
        words("distance from the goal, in moves", 14, DARK, HPos::Center, (middle, height - 54))?;
        words(self.source, 12, RGBColor(0x66, 0x66, 0x66), HPos::Right, (right, height - 22))?;
        area.present().map_err(failed)
    }

    fn panel<DB: DrawingBackend, Y>(
        &self,
        area: DrawingArea<DB, Shift>,
        scale: u32,
        bottom: f64,
        heights: Y,
    ) -> io::Result<()>
    where
        Y: AsRangedCoord<Value = f64>,
        Y::CoordDescType: Ranged<ValueType = f64> + ValueFormatter<f64>,
    {
        let last = self.layers.len() as f64 - 0.5;
        let mut chart = ChartBuilder::on(&area)
            .y_label_area_size(AXIS.0 * scale)
            .x_label_area_size(AXIS.1 * scale)
            .build_cartesian_2d(-0.5..last, heights)
            .map_err(failed)?;
        let letters = (FAMILY, 13 * scale).into_font().color(&DARK);
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(PALE.stroke_width(scale))
            .axis_style(DARK.stroke_width(scale))
            .x_labels(20)
            .y_labels(7)
            .x_label_formatter(&|depth| if depth.fract() == 0.0 { format!("{depth}") } else { String::new() })
            .y_label_formatter(&|states| if states.fract() == 0.0 { grouped(*states as u64) } else { String::new() })
            .label_style(letters)
            .draw()
            .map_err(failed)?;
        let bars = self.layers.iter().enumerate().filter(|(_, states)| **states > 0).map(|(depth, &states)| {
            let depth = depth as f64;
            Rectangle::new([(depth - 0.4, bottom), (depth + 0.4, states as f64)], BLUE.filled())
        });
        chart.draw_series(bars).map_err(failed)?;
        Ok(())
    }
}

fn shortened(words: &str) -> String {
    match words.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &words[..end]),
        None => words.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CENSUSES: [&[u64]; 4] = [&[1, 2, 4, 8, 16, 20, 39], &[1], &[1, u64::MAX / 2], &[1, 479_001_600, 3]];

    #[test]
    fn every_layer_has_a_bar_in_both_panels() {
        for layers in CENSUSES {
            let mut svg = Vec::new();
            Plot { title: "a < b", subtitle: "", source: "loyd", layers }.draw(Picture::Svg, &mut svg).unwrap();
            let svg = String::from_utf8(svg).unwrap();
            assert_eq!(svg.matches("fill=\"#2B6CB0\"").count(), 2 * layers.len(), "{svg}");
            assert!(svg.contains("a &lt; b") && !svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        }
    }

    /// The same in dots: letters above, bars in their colour in both halves, white round them.
    #[test]
    fn a_bitmap_has_letters_and_bars() {
        for layers in CENSUSES {
            let mut file = Vec::new();
            Plot { title: "title", subtitle: "more", source: "loyd", layers }.draw(Picture::Png, &mut file).unwrap();
            let mut reader = png::Decoder::new(io::Cursor::new(&file)).read_info().unwrap();
            let mut dots = vec![0; (SIZE.0 * SIZE.1 * SHARPNESS * SHARPNESS * 3) as usize];
            let there = reader.next_frame(&mut dots).unwrap();
            assert_eq!((there.width, there.height), (SIZE.0 * SHARPNESS, SIZE.1 * SHARPNESS));
            let row = (there.width * 3) as usize;
            let count = |rows: std::ops::Range<u32>, is: &dyn Fn(&[u8]) -> bool| {
                let bytes = &dots[(rows.start * SHARPNESS) as usize * row..(rows.end * SHARPNESS) as usize * row];
                bytes.chunks(3).filter(|dot| is(dot)).count()
            };
            let blue = |dot: &[u8]| dot == [0x2b, 0x6c, 0xb0];
            let (first, second) = (MARGINS.2..MARGINS.2 + PANEL, MARGINS.2 + PANEL..SIZE.1);
            assert!(count(first, &blue) > 1000 && count(second, &blue) > 1000, "{layers:?}");
            assert!(count(10..40, &|dot| dot[0] < 0x40) > 200, "a title");
            assert_eq!(count(0..8, &|dot| dot != [255; 3]), 0);
        }
    }

    #[test]
    fn the_name_says_what_it_holds() {
        for (name, picture) in
            [("a.svg", Some(Picture::Svg)), ("b.PNG", Some(Picture::Png)), ("svg", None), ("a.jpg", None)]
        {
            assert_eq!(Picture::of(Path::new(name)), picture, "{name}");
        }
    }
}
