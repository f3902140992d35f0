//! The row that the keyboard is on.

/// A row: its table and its place there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct At {
    /// Index of the table.
    pub table: usize,
    /// Index of the row in the table.
    pub row: usize,
}

/// The cursor `by` rows on, through tables with these numbers of rows; from nowhere to the first or last row.
pub fn moved(from: Option<At>, by: isize, rows: &[usize]) -> Option<At> {
    let total: usize = rows.iter().sum();
    if total == 0 {
        return None;
    }
    let at = match from {
        Some(at) => (rows.iter().take(at.table).sum::<usize>() + at.row).saturating_add_signed(by).min(total - 1),
        None if by < 0 => total - 1,
        None => 0,
    };
    let mut left = at;
    for (table, &count) in rows.iter().enumerate() {
        if left < count {
            return Some(At { table, row: left });
        }
        left -= count;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cursor_walks_through_tables_and_stops_at_the_ends() {
        let rows = [2, 0, 3];
        let at = |table, row| Some(At { table, row });
        assert_eq!(moved(None, 1, &rows), at(0, 0));
        assert_eq!(moved(None, -1, &rows), at(2, 2));
        assert_eq!(moved(at(0, 1), 1, &rows), at(2, 0));
        assert_eq!(moved(at(2, 0), -1, &rows), at(0, 1));
        assert_eq!(moved(at(2, 2), 1, &rows), at(2, 2));
        assert_eq!(moved(at(0, 0), -1, &rows), at(0, 0));
        assert_eq!(moved(None, 1, &[]), None);
    }
}
