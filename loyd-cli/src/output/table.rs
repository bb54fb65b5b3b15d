//! Tables for people.

use comfy_table::presets::ASCII_MARKDOWN;
use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, LineStyle, Table, TableStyle};
use unicode_width::UnicodeWidthStr;

use super::printable::one_line;

/// The greatest width of a column that is never folded, because it contains names and numbers.
const NARROW: usize = 24;
/// The least width of a folded column.
const FOLDED: usize = 12;

/// Formats a table with a header. The columns whose numbers are in `right` are aligned to the right.
pub fn table(header: &[&str], rows: Vec<Vec<String>>, right: &[usize]) -> String {
    // Cells are escaped before their widths are measured.
    let shown = |row: Vec<String>| row.iter().map(|cell| one_line(cell).into_owned()).collect();
    let rows = rows.into_iter().map(shown).collect();
    draw(header, rows, right, super::to_terminal().then(super::width))
}

/// Folds the table to the width of a terminal, or makes a list if the terminal is too narrow for a table. Without a
/// terminal every row stays one line, so that tools can search and cut it.
fn draw(header: &[&str], rows: Vec<Vec<String>>, right: &[usize], width: Option<usize>) -> String {
    let mut table = Table::new();
    table.set_header(header);
    let widest = |index: usize| rows.iter().filter_map(|row| row.get(index)).map(|cell| cell.width()).max();
    let widths: Vec<usize> = (0..header.len()).map(|index| widest(index).unwrap_or(0)).collect();
    let narrow: Vec<bool> = widths.iter().map(|&width| width <= NARROW).collect();
    let least = |(name, &width): (&&str, &usize)| name.width().max(if width <= NARROW { width } else { FOLDED }) + 1;
    let least: usize = header.iter().zip(&widths).map(least).sum();
    if width.is_some_and(|width| width + 1 < least) {
        return list(header, &rows);
    }
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

/// Formats each row as a paragraph: every cell that is not empty is on a line behind the name of its column.
fn list(header: &[&str], rows: &[Vec<String>]) -> String {
    let paragraph = |row: &Vec<String>| {
        let cells = header.iter().zip(row).filter(|(_, cell)| !cell.is_empty());
        cells.map(|(name, cell)| format!("{name}: {cell}\n")).collect::<String>()
    };
    rows.iter().map(paragraph).collect::<Vec<_>>().join("\n")
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
    fn a_terminal_too_narrow_for_a_table_gets_a_list() {
        let text = draw(&["algorithm", "nodes", "note"], rows(), &[1], Some(30));
        assert!(text.starts_with("algorithm: bidirectional\nnodes: 12,345\nnote: a sentence"), "{text}");
        assert!(text.ends_with("\n\nalgorithm: bfs\nnodes: 1\n"), "{text}");
        let fits = draw(&["algorithm", "nodes", "note"], rows(), &[1], Some(34));
        assert!(fits.lines().all(|line| line.width() <= 34) && fits.contains('─'), "{fits}");
    }

    #[test]
    fn a_pipe_gets_one_line_a_row() {
        let text = draw(&["algorithm", "nodes", "note"], rows(), &[1], None);
        assert!(text.is_ascii() && text.lines().count() == 4, "{text}");
        assert!(text.contains("|      1 |") && text.contains("must be folded somewhere"), "{text}");
    }
}
