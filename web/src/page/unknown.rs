//! An address that names no page.

use yew::prelude::*;

use super::title::set_title;
use crate::element::{button_to, el, said};

/// No such page.
pub fn unknown() -> Html {
    set_title("No such page");
    let hint = "The address may be cut short: a run's id has 26 characters, a frozen view's 16.";
    el("div", "state")
        .child(said("h1", "", "No such page"))
        .child(said("p", "lede", hint))
        .child(el("p", "bar").child(button_to("/", "Start page")).child(button_to("/runs/", "All runs")))
        .html()
}
