//! Tables that fit into a terminal.

use super::screen::Screen;
use crate::exit::Failure;
use crate::terminal::{columns, columns_of, visible};

/// Rows of cells under headings. Cells are one line each; a terminal that is too narrow for them gets them wrapped.
pub(crate) struct Table {
    headings: &'static [&'static str],
    rows: Vec<Vec<String>>,
}

const GAP: &str = "  ";
/// No column is made narrower, however narrow the terminal is.
const NARROWEST: usize = 8;
/// Cells are filled up to so many columns at most: a long one is not to make every row long.
const WIDEST_FILL: usize = 60;

impl Table {
    pub(crate) fn new(headings: &'static [&'static str]) -> Self {
        Self { headings, rows: Vec::new() }
    }

    /// One more row. Breaks and blanks in cells become one blank each.
    pub(crate) fn row(&mut self, cells: &[String]) {
        let in_line = |cell: &String| cell.split_whitespace().collect::<Vec<_>>().join(" ");
        self.rows.push(cells.iter().map(in_line).collect());
    }

    /// Writes it, without any heading when it has no rows.
    pub(crate) fn show(&self, screen: &mut Screen) -> Result<(), Failure> {
        if self.rows.is_empty() {
            return Ok(());
        }
        let headings = self.headings.iter().map(|heading| (*heading).to_owned()).collect();
        let shown = |cells: &Vec<String>| cells.iter().map(|cell| visible(cell).into_owned()).collect();
        let rows: Vec<Vec<String>> = std::iter::once(headings)
            .filter(|row: &Vec<String>| row.iter().any(|heading| !heading.is_empty()))
            .chain(match screen.is_terminal() {
                true => self.rows.iter().map(shown).collect(),
                false => self.rows.clone(),
            })
            .collect();
        let widths = widths(&rows, self.headings.len(), screen.columns());
        for row in &rows {
            show_row(row, &widths, screen.columns().is_some(), screen)?;
        }
        Ok(())
    }
}

/// How wide the columns are: as their cells, unless the line has not so much room. Then narrow ones keep their width and
/// the others share what is left.
fn widths(rows: &[Vec<String>], count: usize, line: Option<usize>) -> Vec<usize> {
    let natural: Vec<usize> =
        (0..count).map(|column| rows.iter().map(|row| columns(&row[column])).max().unwrap_or(0)).collect();
    let Some(line) = line else { return natural.iter().map(|width| (*width).min(WIDEST_FILL)).collect() };
    let mut room = line.saturating_sub(GAP.len() * count.saturating_sub(1));
    let mut widths = vec![None; count];
    loop {
        let open = widths.iter().filter(|width| width.is_none()).count();
        let Some(share) = room.checked_div(open) else { break };
        let fitting: Vec<_> =
            (0..count).filter(|column| widths[*column].is_none() && natural[*column] <= share).collect();
        if fitting.is_empty() {
            let share = share.max(NARROWEST);
            return widths.into_iter().map(|width| width.unwrap_or(share)).collect();
        }
        for column in fitting {
            widths[column] = Some(natural[column]);
            room -= natural[column];
        }
    }
    widths.into_iter().flatten().collect()
}

fn show_row(row: &[String], widths: &[usize], is_wrapped: bool, screen: &mut Screen) -> Result<(), Failure> {
    let cells: Vec<Vec<&str>> = row
        .iter()
        .zip(widths)
        .map(|(cell, width)| if is_wrapped { wrap(cell, *width) } else { vec![cell.as_str()] })
        .collect();
    let height = cells.iter().map(Vec::len).max().unwrap_or(0);
    for at in 0..height {
        let mut line = String::new();
        for (lines, width) in cells.iter().zip(widths) {
            let text = lines.get(at).copied().unwrap_or_default();
            let fill = width.saturating_sub(columns(text)) + GAP.len();
            line.push_str(text);
            line.extend(std::iter::repeat_n(' ', fill));
        }
        screen.line(line.trim_end_matches(' '))?;
    }
    Ok(())
}

/// Cuts a text into lines: between words, and within a word that is longer than a line.
fn wrap(text: &str, width: usize) -> Vec<&str> {
    let mut lines = Vec::new();
    let (mut start, mut used) = (0, 0);
    // Where the line may end, and how much of it is used up to behind the blank there.
    let mut blank: Option<(usize, usize)> = None;
    for (at, c) in text.char_indices() {
        let more = columns_of(c);
        if used + more > width && at > start {
            if c == ' ' {
                lines.push(&text[start..at]);
                (start, used, blank) = (at + 1, 0, None);
                continue;
            }
            match blank.take() {
                Some((end, before)) => {
                    lines.push(&text[start..end]);
                    (start, used) = (end + 1, used - before);
                }
                None => {
                    lines.push(&text[start..at]);
                    (start, used) = (at, 0);
                }
            }
        }
        used += more;
        if c == ' ' {
            blank = Some((at, used));
        }
    }
    lines.push(&text[start..]);
    lines
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::io::{self, Write};
    use std::rc::Rc;

    use super::*;

    #[derive(Clone, Default)]
    struct Written(Rc<RefCell<Vec<u8>>>);

    impl Write for Written {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn shown(columns: Option<usize>, rows: &[&[&str]]) -> String {
        let mut table = Table::new(&["NAME", "DESCRIPTION"]);
        for row in rows {
            table.row(&row.iter().copied().map(str::to_owned).collect::<Vec<_>>());
        }
        let written = Written::default();
        table.show(&mut Screen::of(written.clone(), columns)).unwrap();
        String::from_utf8(written.0.take()).unwrap()
    }

    #[test]
    fn columns_are_as_wide_as_their_cells() {
        assert_eq!(
            shown(None, &[&["greet", "Greets\n  somebody."], &["a-longer-one", ""]]),
            "NAME          DESCRIPTION\ngreet         Greets somebody.\na-longer-one\n"
        );
    }

    #[test]
    fn a_narrow_terminal_gets_words_in_several_lines() {
        assert_eq!(
            shown(Some(24), &[&["greet", "Greets somebody whose name is known."]]),
            "NAME   DESCRIPTION\ngreet  Greets somebody\n       whose name is\n       known.\n"
        );
    }

    #[test]
    fn long_words_are_cut_and_nothing_is_lost() {
        assert_eq!(wrap("abcdefghij kl", 4), ["abcd", "efgh", "ij", "kl"]);
        assert_eq!(wrap("ab cd", 5), ["ab cd"]);
        assert_eq!(wrap("ab cd ef", 5), ["ab cd", "ef"]);
        assert_eq!(wrap("漢字漢字", 3), ["漢", "字", "漢", "字"]);
        assert_eq!(wrap("", 3), [""]);
    }

    #[test]
    fn a_terminal_gets_nothing_that_it_obeys() {
        assert_eq!(shown(Some(40), &[&["x\x1B[2J", "y"]]), "NAME   DESCRIPTION\nx\u{241B}[2J  y\n");
    }

    #[test]
    fn one_long_cell_does_not_fill_up_the_others() {
        let long = "x".repeat(1_000);
        let table = shown(None, &[&[&long, "a"], &["b", "c"]]);
        assert_eq!(table.lines().nth(2), Some(&*format!("b{}c", " ".repeat(61))));
    }

    #[test]
    fn nothing_is_no_table() {
        assert_eq!(shown(Some(40), &[]), "");
    }
}
