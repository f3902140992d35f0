//! A frozen view by its hash: the same runs and the same numbers for ever.

use shared::view::View;
use yew::prelude::*;

use super::compare::fixed;
use super::states::{failed, waiting};
use crate::api::{self, Json, Load, Members, Shape, Shaped, json, use_documents};
use crate::hooks::Hooks;
use crate::part::Part;
use crate::state::place::Place;

/// A view that the server keeps.
struct Kept {
    query: String,
}

impl Shape for Kept {
    fn shape(json: &Json) -> Shaped<Self> {
        let mut of = Members::of(json);
        let made = Self { query: of.take("query") };
        of.done(made)
    }
}

/// `/v/?hash`
#[derive(PartialEq)]
pub struct Frozen {
    /// The view's hash.
    pub hash: String,
}

impl Part for Frozen {
    fn show(&self, hooks: &mut Hooks) -> Html {
        let (load, retry) = use_documents(hooks, vec![api::view(&self.hash)], json::<Kept>);
        match &load {
            Load::Waiting => waiting(14, true),
            Load::Failed(problem) => failed(problem, retry),
            Load::Ready(documents) => {
                let parsed = View::parse(documents.one::<Kept>().map_or("", |kept| &kept.query));
                fixed(parsed.view, parsed.reports, Place::compare(), None, false)
            }
        }
    }
}
