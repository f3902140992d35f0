//! A frozen view by its hash: the same runs and the same numbers for ever.

use std::rc::Rc;

use shared::view::View;
use yew::prelude::*;

use super::compare::fixed;
use super::states::{failed, waiting};
use crate::api::{self, Fill, Json, Load, Shape, Unfit, json, members, must, use_documents};
use crate::app::Site;
use crate::hooks::Hooks;
use crate::part::Part;
use crate::state::place::Place;

/// A view that the server keeps.
#[derive(Default)]
struct Kept {
    query: String,
}

impl Fill for Kept {
    fn fill(&mut self, json: &Json) -> Result<(), Unfit> {
        members(json, &mut [must("query", &mut self.query)])
    }
}

impl Shape for Kept {
    fn empty() -> Self {
        Self::default()
    }
}

/// `/v/?hash`
#[derive(PartialEq)]
pub struct Frozen {
    /// The view's hash.
    pub hash: String,
    /// Where the explorer is, and which runs are chosen.
    pub site: Rc<Site>,
}

impl Part for Frozen {
    fn show(&self, hooks: &mut Hooks) -> Html {
        let (load, retry) = use_documents(hooks, vec![api::view(&self.hash)], json::<Kept>);
        match &load {
            Load::Waiting => waiting(14, true),
            Load::Failed(problem) => failed(problem, retry),
            Load::Ready(documents) => {
                let parsed = View::parse(documents.one::<Kept>().map_or("", |kept| &kept.query));
                fixed(&self.site, parsed.view, parsed.reports, Place::compare(), None, false)
            }
        }
    }
}
