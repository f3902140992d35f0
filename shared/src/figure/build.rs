//! View and comparison → figure.

use super::Figure;
use crate::compare::Comparison;
use crate::view::View;

/// The chart of a view: of `chart=`, else of the row that is open.
pub fn of(view: &View, comparison: &Comparison) -> Option<Figure> {
    let _ = (view, comparison);
    None
}
