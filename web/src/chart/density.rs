//! Device pixels in a CSS pixel, and all else that asks for a new drawing: size and colours.

use gloo::events::EventListener;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, EventTarget, MediaQueryList, ResizeObserver, window};
use yew::prelude::*;

use crate::hooks::Hooks;

/// The event that the page sends itself when the reader has chosen other colours.
pub const RECOLOURED: &str = "recoloured";

/// The density at present.
pub fn density() -> f64 {
    window().map_or(1.0, |window| window.device_pixel_ratio())
}

/// A number that grows whenever `element` has to be drawn anew: other size, density or colours.
pub fn use_redraws(hooks: &mut Hooks, element: NodeRef) -> u32 {
    let count = hooks.state(0_u32);
    let again = hooks.callback({
        let count = count.clone();
        move |()| count.set(*count + 1)
    });
    hooks.effect((), {
        let again = again.clone();
        move || {
            let recoloured = window().map(|window| listen(&window, RECOLOURED, again.clone()));
            let dark = media("(prefers-color-scheme: dark)").map(|dark| (listen(&dark, "change", again.clone()), dark));
            (recoloured, dark, element.cast::<Element>().and_then(|element| Resizes::of(&element, again)))
        }
    });
    // A media query tells once that the density is not what it was; the next one waits for the next change.
    hooks.effect(*count, move || {
        let query = media(&format!("(resolution: {}dppx)", density()));
        query.map(|query| (listen(&query, "change", again), query))
    });
    *count
}

/// Watches the size of an element until it is dropped.
struct Resizes {
    observer: ResizeObserver,
    _call: Closure<dyn FnMut()>,
}

impl Resizes {
    fn of(element: &Element, again: Callback<()>) -> Option<Self> {
        let call = Closure::<dyn FnMut()>::new(move || again.emit(()));
        let observer = ResizeObserver::new(call.as_ref().unchecked_ref()).ok()?;
        observer.observe(element);
        Some(Self { observer, _call: call })
    }
}

impl Drop for Resizes {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}

fn media(query: &str) -> Option<MediaQueryList> {
    window()?.match_media(query).ok()?
}

fn listen(target: &EventTarget, event: &'static str, again: Callback<()>) -> EventListener {
    EventListener::new(target, event, move |_| again.emit(()))
}
