//! Single keys as commands, wherever nobody is typing.

use std::cell::RefCell;

use gloo::events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent, window};

use crate::hooks::Hooks;

/// Says whether it knew a key.
type Handle = Box<dyn Fn(&str) -> bool>;

/// Calls `handle` with each key pressed outside of fields and dialogs; it says whether it knew the key.
pub fn use_keys(hooks: &mut Hooks, handle: impl Fn(&str) -> bool + 'static) {
    use_handle(hooks, Box::new(handle));
}

fn use_handle(hooks: &mut Hooks, handle: Handle) {
    let current = hooks.kept(RefCell::new(None::<Handle>));
    *current.borrow_mut() = Some(handle);
    hooks.effect((), move || {
        window().map(|window| {
            let options = EventListenerOptions::enable_prevent_default();
            EventListener::new_with_options(&window, "keydown", options, move |event| {
                let Some(event) = event.dyn_ref::<KeyboardEvent>() else { return };
                if event.ctrl_key() || event.meta_key() || event.alt_key() || event.default_prevented() || busy(event) {
                    return;
                }
                let known = current.borrow().as_ref().is_some_and(|handle| handle(&event.key()));
                if known {
                    event.prevent_default();
                }
            })
        })
    });
}

/// Whether the key belongs to a field, an open dialog, or a chart that has the focus.
fn busy(event: &KeyboardEvent) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    target.is_some_and(|target| {
        target.closest("input, select, textarea, dialog, .canvas").is_ok_and(|found| found.is_some())
    })
}

/// Moves the focus to the first element that matches `selector`.
pub fn focus(selector: &str) {
    let found = window().and_then(|window| window.document()?.query_selector(selector).ok()?);
    if let Some(element) = found.and_then(|found| found.dyn_into::<HtmlElement>().ok()) {
        let _ = element.focus();
    }
}
