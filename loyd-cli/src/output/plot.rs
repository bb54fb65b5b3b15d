//! A census as a picture: the number of positions at each distance, on a linear scale and below it on a logarithmic one.
//!
//! Written by hand as SVG, which every browser shows and every office program takes: two panels of bars need no drawing crate, and a bitmap
//! would need one with a font.

use std::fmt::Write as _;
use std::io::{self, Write};

use crate::progress::grouped;

const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 760.0;
const LEFT: f64 = 110.0;
const RIGHT: f64 = 30.0;
/// Where each panel begins, and how high it is.
const PANELS: [f64; 2] = [112.0, 418.0];
const PANEL: f64 = 250.0;
/// The longest line of text that fits.
const LONGEST: usize = 110;

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

impl Plot<'_> {
    /// Writes the picture.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn draw(&self, out: &mut impl Write) -> io::Result<()> {
        let most = self.layers.iter().copied().max().unwrap_or(1).max(1);
        let mut svg = String::new();
        let _ = writeln!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
             font-family=\"sans-serif\" font-size=\"13\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>"
        );
        text(&mut svg, WIDTH / 2.0, 30.0, "middle", "font-size=\"19\" font-weight=\"bold\"", self.title);
        text(&mut svg, WIDTH / 2.0, 54.0, "middle", "fill=\"#444\"", self.subtitle);
        let step = nice(most as f64 / 5.0).max(1.0);
        let top = (most as f64 / step).ceil() * step;
        let ticks = (0..=(top / step).round() as u64).map(|tick| tick as f64 * step);
        let ticks: Vec<(f64, u64)> = ticks.map(|value| (value / top, value as u64)).collect();
        self.panel(&mut svg, PANELS[0], "positions, linear scale", &ticks, &|states| states as f64 / top);
        // From half a position up, so that a layer of one has a bar.
        let low = 0.5f64.log10();
        let decades = (most as f64).log10().ceil().max(1.0) as u32;
        let high = f64::from(decades) - low;
        let height = |states: u64| if states == 0 { 0.0 } else { ((states as f64).log10() - low) / high };
        let every = decades.div_ceil(7).max(1);
        let ticks: Vec<(f64, u64)> = (0..=decades)
            .step_by(every as usize)
            .map(|power| 10u64.saturating_pow(power))
            .map(|value| (height(value), value))
            .collect();
        self.panel(&mut svg, PANELS[1], "positions, logarithmic scale", &ticks, &height);
        text(&mut svg, (LEFT + WIDTH - RIGHT) / 2.0, 710.0, "middle", "", "distance from the goal, in moves");
        text(&mut svg, WIDTH - RIGHT, 742.0, "end", "font-size=\"11\" fill=\"#666\"", self.source);
        svg.push_str("</svg>\n");
        out.write_all(svg.as_bytes())
    }

    fn panel(&self, svg: &mut String, top: f64, name: &str, ticks: &[(f64, u64)], height: &dyn Fn(u64) -> f64) {
        let (bottom, right) = (top + PANEL, WIDTH - RIGHT);
        text(svg, LEFT, top - 14.0, "start", "font-weight=\"bold\" fill=\"#333\"", name);
        for &(part, value) in ticks {
            let y = bottom - part * PANEL;
            let _ = writeln!(svg, "<line x1=\"{LEFT}\" x2=\"{right}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"#ddd\"/>");
            text(svg, LEFT - 8.0, y + 4.5, "end", "fill=\"#444\"", &grouped(value));
        }
        let share = (right - LEFT) / self.layers.len().max(1) as f64;
        let every = nice(self.layers.len() as f64 / 16.0).max(1.0) as usize;
        for (depth, &states) in self.layers.iter().enumerate() {
            let (x, high) = (LEFT + share * depth as f64, height(states).clamp(0.0, 1.0) * PANEL);
            let _ = writeln!(
                svg,
                "<rect x=\"{:.2}\" y=\"{:.2}\" width=\"{:.2}\" height=\"{high:.2}\" fill=\"#2b6cb0\"><title>distance {depth}: {} \
                 positions</title></rect>",
                x + share * 0.1,
                bottom - high,
                share * 0.8,
                grouped(states)
            );
            if depth % every == 0 {
                text(svg, x + share / 2.0, bottom + 18.0, "middle", "fill=\"#444\"", &depth.to_string());
            }
        }
        let _ = writeln!(svg, "<line x1=\"{LEFT}\" x2=\"{right}\" y1=\"{bottom}\" y2=\"{bottom}\" stroke=\"#333\"/>");
    }
}

/// The least of 1, 2, 5, 10, 20, 50 ... that is not less.
fn nice(value: f64) -> f64 {
    let power = 10f64.powf(value.max(1e-9).log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|digit| digit * power)
        .find(|nice| *nice >= value * 0.999_999)
        .unwrap_or(power * 10.0)
}

fn text(svg: &mut String, x: f64, y: f64, anchor: &str, more: &str, words: &str) {
    let mut shown: String = words.chars().take(LONGEST).collect();
    if shown.len() < words.len() {
        shown.push_str("...");
    }
    let shown = shown.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" {more}>{shown}</text>");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_layer_has_a_bar_in_both_panels() {
        for layers in [&[1, 2, 4, 8, 16, 20, 39][..], &[1], &[1, u64::MAX / 2], &[1, 479_001_600, 3]] {
            let mut svg = Vec::new();
            Plot { title: "a < b", subtitle: "", source: "loyd", layers }.draw(&mut svg).unwrap();
            let svg = String::from_utf8(svg).unwrap();
            assert_eq!(svg.matches("<title>").count(), 2 * layers.len());
            assert!(svg.contains("a &lt; b") && !svg.contains("NaN") && !svg.contains("inf"), "{svg}");
            for (depth, &states) in layers.iter().enumerate() {
                assert_eq!(svg.matches(&format!("distance {depth}: {} positions", grouped(states))).count(), 2);
            }
        }
    }

    #[test]
    fn ticks_are_round_numbers() {
        for (value, expected) in [(1.0, 1.0), (1.1, 2.0), (4810.0, 5000.0), (51.0, 100.0), (0.3, 0.5)] {
            assert!((nice(value) - expected).abs() < 1e-9, "{value}");
        }
    }
}
