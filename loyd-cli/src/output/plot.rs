//! A chart of a census: the number of positions at each distance, on a linear and on a logarithmic scale below it.

use std::io::{self, Write};

use plotters::coord::Shift;
use plotters::coord::ranged1d::{AsRangedCoord, ValueFormatter};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use loyd::service::amounts::grouped;

use super::printable::one_line;

const SIZE: (u32, u32) = (960, 760);
/// The units left of the panels, right of the panels, and above the first panel.
const MARGINS: (u32, u32, u32) = (20, 30, 74);
/// The height of a panel, and the sizes of its axes, in units.
const PANEL: u32 = 310;
const AXIS: (u32, u32) = (104, 30);
/// The most characters of a text line.
const LONGEST: usize = 110;

const FAMILY: &str = "sans-serif";

/// Returns a font with letters of this height. Plotters divides the size by 1.24 in an SVG; the factor undoes that.
fn letters(height: f64) -> (&'static str, f64) {
    (FAMILY, height * 1.24)
}

const BLUE: RGBColor = RGBColor(0x2b, 0x6c, 0xb0);
const DARK: RGBColor = RGBColor(0x33, 0x33, 0x33);
const PALE: RGBColor = RGBColor(0xdd, 0xdd, 0xdd);

/// The content of a chart.
#[derive(Debug)]
pub struct Plot<'a> {
    /// The title of the chart.
    pub title: &'a str,
    /// The second title line, in smaller letters.
    pub subtitle: &'a str,
    /// The source of the figures.
    pub source: &'a str,
    /// The number of positions at each distance; no layer is empty.
    pub layers: &'a [u64],
}

/// The error of a drawing that failed. Only a bug can cause it, because the drawing goes into our own buffer.
fn failed(why: impl std::fmt::Display) -> io::Error {
    io::Error::other(format!("the picture cannot be drawn: {why}"))
}

impl Plot<'_> {
    /// Writes the chart as an SVG picture.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn draw(&self, out: &mut impl Write) -> io::Result<()> {
        let mut svg = String::new();
        self.onto(SVGBackend::with_string(&mut svg, SIZE).into_drawing_area())?;
        out.write_all(svg.as_bytes())
    }

    fn onto(&self, area: DrawingArea<SVGBackend, Shift>) -> io::Result<()> {
        area.fill(&WHITE).map_err(failed)?;
        let (width, height) = (SIZE.0 as i32, SIZE.1 as i32);
        let middle = (MARGINS.0 + AXIS.0) as i32 / 2 + (width - MARGINS.1 as i32) / 2;
        let right = width - MARGINS.1 as i32;
        let words = |words: &str, size: f64, color: RGBColor, anchor: HPos, at: (i32, i32)| {
            let style = letters(size).into_font().color(&color).pos(Pos::new(anchor, VPos::Center));
            area.draw(&Text::new(shortened(&one_line(words)), at, style)).map_err(failed)
        };
        words(self.title, 20.0, BLACK, HPos::Center, (width / 2, 24))?;
        words(self.subtitle, 14.0, DARK, HPos::Center, (width / 2, 50))?;
        let first = MARGINS.2 as i32;
        let most = self.layers.iter().copied().max().unwrap_or(1).max(1) as f64;
        for (panel, heading) in ["positions, linear scale", "positions, logarithmic scale"].into_iter().enumerate() {
            let top = first + (PANEL * panel as u32) as i32;
            words(heading, 14.0, DARK, HPos::Left, ((MARGINS.0 + AXIS.0) as i32, top + 14))?;
            let place = (MARGINS.0, top as u32 + 26);
            let place = area.clone().shrink(place, (SIZE.0 - MARGINS.0 - MARGINS.1, PANEL - 26));
            match panel {
                0 => self.panel(place, 0.0, 0.0..most * 1.04)?,
                // The axis begins at half a position, so that a layer of one position has a visible bar.
                _ => self.panel(place, 0.5, (0.5..most.max(2.0) * 1.5).log_scale())?,
            }
        }
        words("distance from the goal, in moves", 14.0, DARK, HPos::Center, (middle, height - 54))?;
        words(self.source, 12.0, RGBColor(0x66, 0x66, 0x66), HPos::Right, (right, height - 22))?;
        area.present().map_err(failed)
    }

    fn panel<Y>(&self, area: DrawingArea<SVGBackend, Shift>, bottom: f64, heights: Y) -> io::Result<()>
    where
        Y: AsRangedCoord<Value = f64>,
        Y::CoordDescType: Ranged<ValueType = f64> + ValueFormatter<f64>,
    {
        let last = self.layers.len() as f64 - 0.5;
        let mut chart = ChartBuilder::on(&area)
            .y_label_area_size(AXIS.0)
            .x_label_area_size(AXIS.1)
            .build_cartesian_2d(-0.5..last, heights)
            .map_err(failed)?;
        let letters = letters(13.0).into_font().color(&DARK);
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(PALE)
            .axis_style(DARK)
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
            Plot { title: "a < b", subtitle: "", source: "loyd", layers }.draw(&mut svg).unwrap();
            let svg = String::from_utf8(svg).unwrap();
            assert_eq!(svg.matches("fill=\"#2B6CB0\"").count(), 2 * layers.len(), "{svg}");
            assert!(svg.contains("a &lt; b") && !svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        }
    }
}
