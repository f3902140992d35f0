//! The address bar: real links are followed without loading a page, back and forward step through choices, and each
//! entry of the history remembers how far it was scrolled.

use gloo::events::{EventListener, EventListenerOptions};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, HtmlAnchorElement, MouseEvent, ScrollRestoration, window};
use yew::prelude::*;

use crate::hooks::Hooks;
use crate::state::held::Held;
use crate::state::route::{Address, is_page};

/// Where the explorer is, and how to go elsewhere.
#[derive(Clone, PartialEq)]
pub struct Navigation {
    /// The address at present.
    pub address: Held<Address>,
    /// How far to scroll once the page is there: where the reader came back.
    pub scroll: Option<f64>,
    go: Callback<Step>,
}

/// A way to another address.
enum Step {
    /// A choice: back returns from it.
    Push(String),
    /// Typing: the present entry changes.
    Replace(String),
}

impl Navigation {
    /// Goes to `href` as a choice that back returns from.
    pub fn push(&self, href: String) {
        self.go.emit(Step::Push(href));
    }

    /// Changes the present address, as while typing.
    pub fn replace(&self, href: String) {
        self.go.emit(Step::Replace(href));
    }
}

/// Keeps the address bar; for the whole page.
pub fn use_navigator(hooks: &mut Hooks) -> Navigation {
    let at = hooks.state((Held::new(here()), None::<f64>));
    let go = hooks.callback({
        let at = at.clone();
        move |step: Step| {
            take(&step);
            at.set((Held::new(here()), None));
        }
    });
    hooks.effect((), {
        let (at, go) = (at.clone(), go.clone());
        move || {
            let _ =
                window().and_then(|w| w.history().ok()).map(|h| h.set_scroll_restoration(ScrollRestoration::Manual));
            let back = window().map(|window| {
                EventListener::new(&window, "popstate", move |_| at.set((Held::new(here()), Some(remembered_scroll()))))
            });
            let links = window().and_then(|window| window.document()).map(|document| {
                let options = EventListenerOptions::enable_prevent_default();
                EventListener::new_with_options(&document, "click", options, move |event| {
                    if let Some(href) = event.dyn_ref::<MouseEvent>().and_then(inner_link) {
                        event.prevent_default();
                        go.emit(Step::Push(href));
                    }
                })
            });
            (back, links)
        }
    });
    Navigation { address: at.0.clone(), scroll: at.1, go }
}

/// Scrolls to where the reader was, once what they saw is there again.
pub fn use_scroll_restored(hooks: &mut Hooks, navigation: &Navigation, ready: bool) {
    let scroll = navigation.scroll;
    hooks.effect((ready, navigation.address.clone()), move || {
        if let (true, Some(y), Some(window)) = (ready, scroll, window()) {
            window.scroll_to_with_x_and_y(0.0, y);
        }
    });
}

/// The address that the browser shows.
pub fn here() -> Address {
    let location = window().map(|window| window.location());
    let path = location.as_ref().and_then(|location| location.pathname().ok()).unwrap_or_else(|| "/".to_owned());
    let query = location.and_then(|location| location.search().ok()).unwrap_or_default();
    Address { path, query: query.trim_start_matches('?').to_owned() }
}

fn take(step: &Step) {
    let Some((window, history)) = window().and_then(|window| Some((window.clone(), window.history().ok()?))) else {
        return;
    };
    let before = here();
    let failed = match step {
        Step::Push(href) => {
            let y = JsValue::from_f64(window.scroll_y().unwrap_or(0.0));
            let _ = history.replace_state_with_url(&y, "", None);
            history.push_state_with_url(&JsValue::NULL, "", Some(href)).is_err()
        }
        Step::Replace(href) => history.replace_state_with_url(&JsValue::NULL, "", Some(href)).is_err(),
    };
    if failed {
        let (Step::Push(href) | Step::Replace(href)) = step;
        let _ = window.location().set_href(href);
    } else if !here().route().continues(&before.route()) {
        window.scroll_to_with_x_and_y(0.0, 0.0);
    }
}

fn remembered_scroll() -> f64 {
    window().and_then(|window| window.history().ok()?.state().ok()?.as_f64()).unwrap_or(0.0)
}

/// The address of a plain click on a link to a page of ours.
fn inner_link(event: &MouseEvent) -> Option<String> {
    let modified = event.ctrl_key() || event.meta_key() || event.shift_key() || event.alt_key() || event.button() != 0;
    if modified || event.default_prevented() {
        return None;
    }
    let link: HtmlAnchorElement =
        event.target()?.dyn_into::<Element>().ok()?.closest("a[href]").ok()??.dyn_into().ok()?;
    let outside = link.origin() != window()?.location().origin().ok()?;
    let in_page = !link.hash().is_empty() && link.pathname() == here().path;
    if outside || in_page || !link.target().is_empty() || link.has_attribute("download") || !is_page(&link.pathname()) {
        return None;
    }
    Some(format!("{}{}", link.pathname(), link.search()))
}
