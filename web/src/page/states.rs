//! States of the final size: waiting, failed, empty.

use yew::prelude::*;

use crate::api::Problem;

/// Properties of [`Waiting`].
#[derive(Properties, PartialEq)]
pub struct WaitingProps {
    /// Rows that are expected.
    pub rows: usize,
    /// Whether cards of columns come before them.
    #[prop_or_default]
    pub cards: bool,
}

/// A page whose content is on its way.
#[component]
pub fn Waiting(props: &WaitingProps) -> Html {
    html! {
        <div aria-busy="true">
            <p class="unseen" role="status">{ "Loading" }</p>
            <div class="skeleton title" />
            <div class="skeleton line" />
            if props.cards {
                <div class="skeleton cards" />
            }
            <Rows rows={props.rows} />
        </div>
    }
}

/// Properties of [`Rows`].
#[derive(Properties, PartialEq)]
pub struct RowsProps {
    /// How many.
    pub rows: usize,
}

/// Rows that are on their way.
#[component]
pub fn Rows(props: &RowsProps) -> Html {
    html! {
        <div class="skeletons" aria-hidden="true">
            for row in 0..props.rows {
                <div key={row} class="skeleton row" />
            }
        </div>
    }
}

/// Properties of [`Failed`].
#[derive(Properties, PartialEq)]
pub struct FailedProps {
    /// What went wrong.
    pub problem: Problem,
    /// Asks again.
    pub retry: Callback<()>,
}

/// A page whose content could not be loaded.
#[component]
pub fn Failed(props: &FailedProps) -> Html {
    let retry = props.retry.clone();
    html! {
        <div class="state" role="alert">
            <h1>{ props.problem.title.clone() }</h1>
            <p class="lede">{ props.problem.detail.clone() }</p>
            <p>
                if props.problem.again {
                    <button type="button" class="button" onclick={move |_| retry.emit(())}>{ "Try again" }</button>
                } else {
                    <a class="button" href="/runs/">{ "All runs" }</a>
                }
            </p>
        </div>
    }
}
