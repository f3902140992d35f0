//! How a table of many columns is cut into blocks that fit the width. Each block repeats row names and baseline.

/// Widths of what a table shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Needs {
    /// The longest row name.
    pub label: usize,
    /// For each column, its widest cell or name.
    pub values: Vec<usize>,
    /// For each column, its widest change or that header; 0 for the baseline.
    pub changes: Vec<usize>,
    /// The widest mark behind a change, with the space before it; 0 without tests.
    pub marks: usize,
    /// The baseline's index.
    pub base: usize,
}

impl Needs {
    /// Cuts columns down to what fits beside the narrowest row names and the baseline. What is cut off a name can be said
    /// below; figures are never that wide.
    pub fn narrow(&mut self, width: usize) {
        let change =
            |column: usize| if self.changes[column] == 0 { 0 } else { LEAST_GAP + self.changes[column] + self.marks };
        let rest = width.saturating_sub(LEAST_LABEL);
        let widest = (0..self.values.len()).map(change).max().unwrap_or(0);
        let half = rest.saturating_sub(2 * LEAST_GAP + widest) / 2;
        let alone = self.values.len() == 1;
        let base = self.values[self.base].min(if alone { rest.saturating_sub(LEAST_GAP) } else { half });
        let other = rest.saturating_sub(2 * LEAST_GAP + base + widest);
        for (column, value) in self.values.iter_mut().enumerate() {
            *value = if column == self.base { base } else { (*value).min(other) };
        }
    }
}

/// One block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Columns in the order shown, the baseline first.
    pub columns: Vec<usize>,
    /// Width of row names.
    pub label: usize,
    /// Width of each column's figures, with the space before them.
    pub values: Vec<usize>,
    /// Width of each column's change, with the space before it; 0 for the baseline.
    pub changes: Vec<usize>,
    /// Space after a change.
    pub after: usize,
}

/// The width of row names where there is room.
const ROOMY_LABEL: usize = 24;
/// The width of row names that is always given.
const LEAST_LABEL: usize = 16;
/// Space before figures and changes where there is room, and at least.
const ROOMY_GAP: usize = 3;
const LEAST_GAP: usize = 2;

/// Blocks of at most `width` columns of text.
pub fn blocks(needs: &Needs, width: usize) -> Vec<Block> {
    if let Some(block) = roomy(needs, width) {
        return vec![block];
    }
    let others: Vec<usize> = (0..needs.values.len()).filter(|column| *column != needs.base).collect();
    let column = |index: usize| {
        let change = if needs.changes[index] == 0 { 0 } else { LEAST_GAP + needs.changes[index] + needs.marks };
        LEAST_GAP + needs.values[index] + change
    };
    let fixed = column(needs.base);
    // Names give way down to their least width, so that at least one other column stands beside the baseline.
    let widest = others.iter().map(|&index| column(index)).max().unwrap_or(0);
    let label = needs.label.min(width.saturating_sub(fixed + widest)).max(LEAST_LABEL);
    let mut cut: Vec<Vec<usize>> = Vec::new();
    let mut used = width;
    for index in others {
        match cut.last_mut() {
            Some(block) if used + column(index) <= width => block.push(index),
            _ => {
                cut.push(vec![needs.base, index]);
                used = label + fixed;
            }
        }
        used += column(index);
    }
    if cut.is_empty() {
        cut.push(vec![needs.base]);
    }
    let sized = |columns: Vec<usize>| Block {
        label,
        values: columns.iter().map(|&index| LEAST_GAP + needs.values[index]).collect(),
        changes: columns
            .iter()
            .map(|&i| if needs.changes[i] == 0 { 0 } else { LEAST_GAP + needs.changes[i] })
            .collect(),
        after: needs.marks,
        columns,
    };
    cut.into_iter().map(sized).collect()
}

/// All columns in one block with equal widths and wider gaps, if that fits.
fn roomy(needs: &Needs, width: usize) -> Option<Block> {
    let label = needs.label.max(ROOMY_LABEL);
    let value = ROOMY_GAP + needs.values.iter().max().copied().unwrap_or(0);
    let mut columns = vec![needs.base];
    columns.extend((0..needs.values.len()).filter(|column| *column != needs.base));
    // A change stands left of its header's end: the room after it is for the words of a test.
    let change = |column: usize| if needs.changes[column] == 0 { 0 } else { needs.changes[column] + 1 };
    let room = needs.marks.max(5);
    let after = |column: usize| if needs.changes[column] == 0 { 0 } else { room };
    let total: usize = columns.iter().map(|&column| value + change(column) + after(column)).sum();
    (label + total <= width).then(|| Block {
        label,
        values: vec![value; columns.len()],
        changes: columns.iter().map(|&column| change(column)).collect(),
        after: room,
        columns,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn two_columns_stand_side_by_side_with_room() {
        let needs = Needs { label: 16, values: vec![8, 12], changes: vec![0, 9], marks: 0, base: 0 };
        let block = Block { columns: vec![0, 1], label: 24, values: vec![15, 15], changes: vec![0, 10], after: 5 };
        assert_eq!(blocks(&needs, 72), [block]);
    }

    #[test]
    fn further_blocks_repeat_the_baseline() {
        let needs = Needs { label: 20, values: vec![8; 6], changes: vec![9, 9, 0, 9, 9, 9], marks: 0, base: 2 };
        let columns: Vec<_> = blocks(&needs, 72).into_iter().map(|block| block.columns).collect();
        assert_eq!(columns, [vec![2, 0, 1], vec![2, 3, 4], vec![2, 5]]);
    }

    proptest! {
        #[test]
        fn blocks_fit_and_show_every_column_once(
            label in 1_usize..90,
            values in prop::collection::vec(3_usize..90, 1..12),
            base in 0_usize..12,
            marks in 0_usize..10,
        ) {
            let base = base % values.len();
            let changes = (0..values.len()).map(|column| if column == base { 0 } else { 9 }).collect();
            let mut needs = Needs { label, values, changes, marks, base };
            needs.narrow(72);
            let blocks = blocks(&needs, 72);
            let mut seen = vec![base];
            for block in &blocks {
                let changes = block.changes.iter().map(|&change| if change == 0 { 0 } else { change + block.after });
                let total: usize = block.label + block.values.iter().sum::<usize>() + changes.sum::<usize>();
                prop_assert!(total <= 72, "{total} {block:?}");
                prop_assert_eq!(block.columns[0], base);
                seen.extend(&block.columns[1..]);
            }
            seen.sort_unstable();
            prop_assert_eq!(seen, (0..needs.values.len()).collect::<Vec<_>>());
        }
    }
}
