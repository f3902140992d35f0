//! Runs → their summaries → the comparison.

use std::rc::Rc;

use shared::summary::RunSummary;
use shared::view::{Resolved, View, compare_resolved, show};
use yew::prelude::*;

use super::body::Body;
use crate::api::{self, Load, json, use_documents};
use crate::app::Site;
use crate::element::group;
use crate::hooks::Hooks;
use crate::navigation::use_scroll_restored;
use crate::page::states::{failed, waiting};
use crate::part::{Part, part};
use crate::state::held::Held;
use crate::state::place::Place;
use crate::state::shown::changed;

/// Loads what a comparison needs, and makes it: anew only where the choices that it depends on have changed.
#[derive(PartialEq)]
pub struct Comparing {
    /// Where the explorer is, and which runs are chosen.
    pub site: Rc<Site>,
    /// What is shown.
    pub view: View,
    /// The runs of each column.
    pub resolved: Resolved,
    /// Where it stands.
    pub place: Place,
    /// What stands above it instead of its own heading.
    pub heading: Option<Html>,
    /// Whether curves are drawn without being asked for.
    pub curves: bool,
}

impl Part for Comparing {
    fn show(&self, hooks: &mut Hooks) -> Html {
        let urls = self.resolved.columns.iter().flatten().map(api::summary).collect();
        let (load, retry) = use_documents(hooks, urls, json::<RunSummary>);
        let summaries = if let Load::Ready(summaries) = &load { Some(summaries.clone()) } else { None };
        use_scroll_restored(hooks, &self.site.navigation, summaries.is_some());
        // Filters and orders are quick; what they are applied to is made once for the same columns.
        let compared =
            hooks.made((self.view.unit.clone(), self.resolved.clone(), summaries), |(unit, resolved, summaries)| {
                let summaries: Vec<&RunSummary> = summaries.as_ref()?.all().collect();
                Some(Held::new(compare_resolved(unit, resolved, &summaries)))
            });
        let deciding = changed(&self.view, |view| {
            view.open = None;
            view.chart = None;
        });
        let comparison = hooks.made((deciding, (*compared).clone()), |(view, compared)| {
            compared.as_ref().map(|compared| Held::new(show(view, (**compared).clone())))
        });
        match (&load, &*comparison) {
            (Load::Failed(problem), _) => failed(problem, retry),
            (Load::Ready(_), Some(comparison)) => part(Body {
                site: Rc::clone(&self.site),
                view: Held::new(self.view.clone()),
                resolved: Held::new(self.resolved.clone()),
                place: self.place.clone(),
                heading: self.heading.clone(),
                curves: self.curves,
                comparison: comparison.clone(),
            }),
            _ => group(vec![self.heading.clone().unwrap_or_default(), waiting(14, true)]),
        }
    }
}
