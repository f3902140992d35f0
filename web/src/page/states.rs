//! States of the final size: waiting, failed.

use yew::prelude::*;

use crate::api::Problem;

/// A page whose content is on its way: so many rows, with cards of columns before them or not.
pub fn waiting(rows: usize, cards: bool) -> Html {
    html! {
        <div aria-busy="true">
            <p class="unseen" role="status">{ "Loading" }</p>
            <div class="skeleton title" />
            <div class="skeleton line" />
            if cards {
                <div class="skeleton cards" />
            }
            { waiting_rows(rows) }
        </div>
    }
}

/// Rows that are on their way.
pub fn waiting_rows(rows: usize) -> Html {
    html! {
        <div class="skeletons" aria-hidden="true">
            for row in 0..rows {
                <div key={row} class="skeleton row" />
            }
        </div>
    }
}

/// A page whose content could not be loaded, and what may help.
pub fn failed(problem: &Problem, retry: Callback<()>) -> Html {
    html! {
        <div class="state" role="alert">
            <h1>{ problem.title.clone() }</h1>
            <p class="lede">{ problem.detail.clone() }</p>
            <p>
                if problem.again {
                    <button type="button" class="button" onclick={retry.reform(|_| ())}>{ "Try again" }</button>
                } else {
                    <a class="button" href="/runs/">{ "All runs" }</a>
                }
            </p>
        </div>
    }
}
