//! What is seen of the page: the size of the window, and where an element lies in it.

use gloo::events::EventListener;
use web_sys::{Element, window};
use yew::prelude::*;

use crate::hooks::Hooks;

/// Below this width, in px, tables show one compared column at a time; the style sheet has the same number.
const NARROW: f64 = 720.0;

/// Heights of a table's row, in px, on wide and narrow screens; the style sheet's `--row`.
const ROW: (f64, f64) = (30.0, 54.0);

/// Height of the window in px.
pub fn height() -> f64 {
    window().and_then(|window| window.inner_height().ok()?.as_f64()).unwrap_or(800.0)
}

/// Whether the window is narrow.
pub fn is_narrow() -> bool {
    window().and_then(|window| window.inner_width().ok()?.as_f64()).is_some_and(|width| width < NARROW)
}

/// Height of a row in px.
pub fn row_height() -> f64 {
    if is_narrow() { ROW.1 } else { ROW.0 }
}

/// The upper edge of an element, counted from that of the window.
pub fn top(element: &Element) -> f64 {
    element.get_bounding_client_rect().top()
}

/// Calls `changed` whenever the page was scrolled or resized, if `on`.
pub fn use_moves(hooks: &mut Hooks, on: bool, changed: Callback<()>) {
    hooks.effect((on, changed.clone()), move || {
        let listen = |name: &'static str| {
            let changed = changed.clone();
            window().map(|window| EventListener::new(&window, name, move |_| changed.emit(())))
        };
        if on { vec![listen("scroll"), listen("resize")] } else { Vec::new() }
    });
}
