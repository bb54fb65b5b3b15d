//! Tables for people.

use comfy_table::presets::ASCII_MARKDOWN;
use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, LineStyle, Table, TableStyle};
use unicode_width::UnicodeWidthStr;

/// Columns no wider than this are never folded: they hold names and numbers.
const NARROW: usize = 24;

/// A table with a header; the columns of these numbers are set flush right.
pub fn table(header: &[&str], rows: Vec<Vec<String>>, right: &[usize]) -> String {
    draw(header, rows, right, super::to_terminal().then(super::width))
}

/// Folded to the width of a terminal; without one every row stays one line, so that it can be searched and cut.
fn draw(header: &[&str], rows: Vec<Vec<String>>, right: &[usize], width: Option<usize>) -> String {
    let mut table = Table::new();
    table.set_header(header);
    let widest = |index: usize| rows.iter().filter_map(|row| row.get(index)).map(|cell| cell.width()).max();
    let narrow: Vec<bool> = (0..header.len()).map(|index| widest(index).unwrap_or(0) <= NARROW).collect();
    table.add_rows(rows);
    match width {
        Some(width) => {
            let rule = LineStyle::none().fill('─').junction('─');
            table
                .load_style(TableStyle::new().header_separator(rule))
                .set_content_arrangement(ContentArrangement::Dynamic);
            table.set_width(width.min(usize::from(u16::MAX)) as u16);
        }
        None => {
            table.load_style(ASCII_MARKDOWN).set_content_arrangement(ContentArrangement::Disabled);
        }
    }
    for (index, narrow) in narrow.into_iter().enumerate() {
        let Some(column) = table.column_mut(index) else { continue };
        if width.is_some() {
            column.set_padding((0, 1));
        }
        if narrow {
            column.set_constraint(ColumnConstraint::ContentWidth);
        }
        if right.contains(&index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.lines().map(|line| line.trim_end().to_string() + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Vec<Vec<String>> {
        let long = "a sentence that is far too long for a narrow terminal and must be folded somewhere";
        vec![vec!["bidirectional".into(), "12,345".into(), long.into()], vec!["bfs".into(), "1".into(), String::new()]]
    }

    #[test]
    fn a_terminal_folds_sentences_and_never_names() {
        let text = draw(&["algorithm", "nodes", "note"], rows(), &[1], Some(60));
        assert!(text.lines().all(|line| line.width() <= 60), "{text}");
        assert!(text.contains("bidirectional") && text.lines().count() > 4, "{text}");
    }

    #[test]
    fn a_pipe_gets_one_line_a_row() {
        let text = draw(&["algorithm", "nodes", "note"], rows(), &[1], None);
        assert!(text.is_ascii() && text.lines().count() == 4, "{text}");
        assert!(text.contains("|      1 |") && text.contains("must be folded somewhere"), "{text}");
    }
}
