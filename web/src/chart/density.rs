//! Device pixels in a CSS pixel, and all else that asks for a new drawing: size and colours.

use gloo::events::EventListener;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, EventTarget, MediaQueryList, ResizeObserver, window};
use yew::prelude::*;

/// The event that the page sends itself when the reader has chosen other colours.
pub const RECOLOURED: &str = "recoloured";

/// The density at present.
pub fn density() -> f64 {
    window().map_or(1.0, |window| window.device_pixel_ratio())
}

/// A number that grows whenever `element` has to be drawn anew: other size, density or colours.
#[hook]
pub fn use_redraws(element: NodeRef) -> u32 {
    let count = use_state(|| 0_u32);
    let counter = use_mut_ref(|| 0_u32);
    let again = use_callback((), {
        let count = count.setter();
        move |(), ()| {
            *counter.borrow_mut() += 1;
            count.set(*counter.borrow());
        }
    });
    use_effect_with((), {
        let again = again.clone();
        move |()| {
            let recoloured = window().map(|window| listen(&window, RECOLOURED, again.clone()));
            let dark = media("(prefers-color-scheme: dark)").map(|dark| (listen(&dark, "change", again.clone()), dark));
            let resized = Closure::<dyn FnMut()>::new(move || again.emit(()));
            let observer = ResizeObserver::new(resized.as_ref().unchecked_ref()).ok();
            if let (Some(observer), Some(element)) = (&observer, element.cast::<Element>()) {
                observer.observe(&element);
            }
            move || {
                if let Some(observer) = observer {
                    observer.disconnect();
                }
                drop((recoloured, dark, resized));
            }
        }
    });
    // A media query tells once that the density is not what it was; the next one waits for the next change.
    use_effect_with(*count, move |_| {
        let query = media(&format!("(resolution: {}dppx)", density()));
        let listener = query.map(|query| (listen(&query, "change", again), query));
        move || drop(listener)
    });
    *count
}

fn media(query: &str) -> Option<MediaQueryList> {
    window()?.match_media(query).ok()?
}

fn listen(target: &EventTarget, event: &'static str, again: Callback<()>) -> EventListener {
    EventListener::new(target, event, move |_| again.emit(()))
}
