//! What a comparison page shows at this moment: handed down to all of its parts.

use shared::compare::Comparison;
use shared::view::View;

use super::held::Held;
use super::place::Place;

/// A comparison, the choices that led to it, and where it stands.
#[derive(Clone, PartialEq)]
pub struct Shown {
    /// The choices.
    pub view: Held<View>,
    /// What came of them.
    pub comparison: Held<Comparison>,
    /// Where it stands.
    pub place: Place,
    /// The column that narrow screens show beside the baseline, and whose rows are counted.
    pub focus: usize,
}

/// A copy of `view` with some of its choices changed.
pub fn changed(view: &View, change: impl FnOnce(&mut View)) -> View {
    let mut view = view.clone();
    change(&mut view);
    view
}

impl Shown {
    /// The address of other choices on the same page.
    pub fn href(&self, view: &View) -> String {
        self.place.href(view)
    }

    /// The address of the choices with some of them changed.
    pub fn href_with(&self, change: impl FnOnce(&mut View)) -> String {
        self.href(&changed(&self.view, change))
    }
}
