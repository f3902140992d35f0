//! Choices about columns: the baseline, and which one is in focus.

use shared::compare::Comparison;
use shared::view::{Columns, View};

use super::shown::changed;

/// `view` with the column `index` of `comparison` as its baseline.
pub fn with_base(view: &View, comparison: &Comparison, index: usize) -> View {
    let base = match &view.columns {
        Columns::Frozen(_) => Some(index.to_string()),
        Columns::Live { .. } => {
            comparison.columns.get(index).and_then(|column| column.subject.first()).map(|subject| subject.value.clone())
        }
    };
    changed(view, |view| view.base = base.filter(|base| base != "0"))
}

/// The column after `index`, round and round.
pub fn next(index: usize, columns: usize) -> usize {
    if columns == 0 { 0 } else { (index + 1) % columns }
}

/// The column in focus: `wanted` unless it is the baseline, else the first that is compared.
pub fn focus(wanted: usize, base: usize, columns: usize) -> usize {
    if wanted != base && wanted < columns { wanted } else { usize::from(base == 0) }
}

/// The next compared column after `focus` (before it for `backwards`), past the baseline.
pub fn step(focus: usize, base: usize, columns: usize, backwards: bool) -> usize {
    if columns < 2 {
        return focus;
    }
    let step = if backwards { columns - 1 } else { 1 };
    let next = (focus + step) % columns;
    if next == base { (next + step) % columns } else { next }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_focus_is_never_on_the_baseline() {
        assert_eq!(focus(0, 0, 3), 1);
        assert_eq!(focus(2, 0, 3), 2);
        assert_eq!(focus(9, 0, 3), 1);
        assert_eq!(focus(1, 1, 3), 0);
    }

    #[test]
    fn stepping_passes_the_baseline() {
        assert_eq!(step(1, 0, 3, false), 2);
        assert_eq!(step(2, 0, 3, false), 1);
        assert_eq!(step(1, 0, 3, true), 2);
        assert_eq!(step(0, 0, 1, false), 0);
    }
}
