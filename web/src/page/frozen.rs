//! A frozen view by its hash: the same runs and the same numbers for ever.

use serde::Deserialize;
use shared::view::View;
use yew::prelude::*;

use super::compare::Fixed;
use super::states::{Failed, Waiting};
use crate::api::{self, Load, use_document};

/// A view that the server keeps.
#[derive(Deserialize)]
struct Kept {
    query: String,
}

/// Properties of [`Frozen`].
#[derive(Properties, PartialEq)]
pub struct Props {
    /// The view's hash.
    pub hash: String,
}

/// `/v/?hash`
#[component]
pub fn Frozen(props: &Props) -> Html {
    let (load, retry) = use_document::<Kept>(Some(api::view(&props.hash)));
    match load {
        Load::Waiting => html! { <Waiting rows=14 cards=true /> },
        Load::Failed(problem) => html! { <Failed {problem} {retry} /> },
        Load::Ready(kept) => {
            let parsed = View::parse(&kept.query);
            html! { <Fixed view={parsed.view} reports={parsed.reports} /> }
        }
    }
}
