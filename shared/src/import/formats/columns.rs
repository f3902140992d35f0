//! Lines as columns of characters: tables whose cells may be blank are read by the dash rule under their headings, never
//! by white space alone.

use std::ops::Range;

/// A word of a line and the columns of characters that it stands in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Placed {
    pub text: String,
    pub at: Range<usize>,
}

/// The words of a line by columns of characters, tabs reaching to the next multiple of eight.
pub(super) fn placed(line: &str) -> Vec<Placed> {
    let mut words: Vec<Placed> = Vec::new();
    let mut column = 0;
    let mut open = false;
    for c in line.chars() {
        let width = if c == '\t' { 8 - column % 8 } else { 1 };
        if c.is_whitespace() || c.is_control() {
            open = false;
        } else if open && let Some(last) = words.last_mut() {
            last.text.push(c);
            last.at.end = column + 1;
        } else {
            words.push(Placed { text: c.to_string(), at: column..column + 1 });
            open = true;
        }
        column += width;
    }
    words
}

/// The columns of a dash rule: at least `least` groups of dashes and nothing else.
pub(super) fn rule(line: &str, least: usize) -> Option<Vec<Range<usize>>> {
    let words = placed(line);
    let dashes = words.iter().all(|word| word.text.len() >= 2 && word.text.bytes().all(|byte| byte == b'-'));
    (dashes && words.len() >= least).then(|| words.into_iter().map(|word| word.at).collect())
}

/// Which word, by index, is in which column: by order where there is one for each, else by the column that a word's last
/// character is in.
///
/// # Errors
/// The index of a word that stands in no column, or in one that is taken.
pub(super) fn cells(words: &[Placed], columns: &[Range<usize>]) -> Result<Vec<Option<usize>>, usize> {
    if words.len() == columns.len() {
        return Ok((0..words.len()).map(Some).collect());
    }
    let mut cells = vec![None; columns.len()];
    for (index, word) in words.iter().enumerate() {
        let column = columns.iter().position(|column| column.contains(&(word.at.end - 1))).ok_or(index)?;
        if cells[column].replace(index).is_some() {
            return Err(index);
        }
    }
    Ok(cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_cells_stay_blank() {
        let columns = rule("---- ----  -----", 3).unwrap();
        assert_eq!(columns, [0..4, 5..9, 11..16]);
        let words = placed("1.25         7.5");
        assert_eq!(cells(&words, &columns), Ok(vec![Some(0), None, Some(1)]));
        assert!(cells(&placed("1.25      7"), &columns).is_err(), "a word between columns");
        assert!(cells(&placed("1 2"), &columns).is_err(), "two words in a column");
        assert_eq!(rule("--- x ---", 2), None);
        assert_eq!(placed("a\tb")[1].at, 8..9);
    }
}
