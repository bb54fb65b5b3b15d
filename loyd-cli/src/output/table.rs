//! Tables for people.

use comfy_table::presets::{ASCII_MARKDOWN, UTF8_FULL_CONDENSED};
use comfy_table::{CellAlignment, ContentArrangement, Table};

/// A table with a header; the columns of these numbers are set flush right.
pub fn table(header: &[&str], rows: Vec<Vec<String>>, right: &[usize]) -> String {
    let mut table = Table::new();
    if super::to_terminal() {
        // On a terminal long sentences are folded into their columns.
        table.load_style(UTF8_FULL_CONDENSED).set_content_arrangement(ContentArrangement::Dynamic);
        table.set_width(super::width().min(usize::from(u16::MAX)) as u16);
    } else {
        // In a pipe every row stays one line, so that it can be searched and cut.
        table.load_style(ASCII_MARKDOWN).set_content_arrangement(ContentArrangement::Disabled);
    }
    table.set_header(header);
    table.add_rows(rows);
    for &index in right {
        if let Some(column) = table.column_mut(index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.lines().map(|line| line.trim_end().to_string() + "\n").collect()
}
