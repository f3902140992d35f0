//! An address that names no page.

use yew::prelude::*;

use super::title::set_title;

/// No such page.
pub fn unknown() -> Html {
    set_title("No such page");
    html! {
        <div class="state">
            <h1>{ "No such page" }</h1>
            <p class="lede">{ "The address may be cut short: a run's id has 26 characters, a frozen view's 16." }</p>
            <p class="bar">
                <a class="button" href="/">{ "Start page" }</a>
                <a class="button" href="/runs/">{ "All runs" }</a>
            </p>
        </div>
    }
}
