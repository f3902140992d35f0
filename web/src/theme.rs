//! Light or dark: the system's choice until the reader makes one, which this browser keeps.

use web_sys::{Element, Event, window};
use yew::prelude::*;

use crate::chart::RECOLOURED;
use crate::element::el;
use crate::hooks::Hooks;
use crate::part::Part;

const KEY: &str = "theme";

/// A button that changes between light and dark.
#[derive(PartialEq)]
pub struct ThemeButton;

impl Part for ThemeButton {
    fn show(&self, hooks: &mut Hooks) -> Html {
        let dark = hooks.state(is_dark());
        let label = if *dark { "Light colours" } else { "Dark colours" };
        let ring = el("circle", "").attr("cx", "8").attr("cy", "8").attr("r", "6.25").attr("fill", "none");
        let icon = el("svg", "")
            .attr("viewBox", "0 0 16 16")
            .attr("width", "16")
            .attr("height", "16")
            .attr("aria-hidden", "true")
            .child(ring.attr("stroke", "currentColor").attr("stroke-width", "1.5"))
            .child(el("path", "").attr("d", "M8 1.75a6.25 6.25 0 0 1 0 12.5z").attr("fill", "currentColor"));
        el("button", "icon-button")
            .attr("type", "button")
            .attr("aria-label", label)
            .attr("title", label)
            .on_click(move |_| {
                set(!is_dark());
                dark.set(is_dark());
            })
            .child(icon)
            .html()
    }
}

/// The page's outermost element.
pub fn root() -> Option<Element> {
    window()?.document()?.document_element()
}

/// Whether the page is dark at present.
pub fn is_dark() -> bool {
    match root().and_then(|root| root.get_attribute("data-theme")).as_deref() {
        Some("dark") => true,
        Some("light") => false,
        _ => window()
            .and_then(|window| window.match_media("(prefers-color-scheme: dark)").ok()?)
            .is_some_and(|dark| dark.matches()),
    }
}

fn set(dark: bool) {
    let name = if dark { "dark" } else { "light" };
    if let Some(root) = root() {
        let _ = root.set_attribute("data-theme", name);
    }
    if let (Some(window), Ok(event)) = (window(), Event::new(RECOLOURED)) {
        let _ = window.dispatch_event(&event);
    }
    if let Some(storage) = window().and_then(|window| window.local_storage().ok()?) {
        let _ = storage.set_item(KEY, name);
    }
}

/// The value of a token of the style sheet, as the element sees it.
pub fn token(element: &Element, name: &str) -> String {
    let style = window().and_then(|window| window.get_computed_style(element).ok()?);
    style.and_then(|style| style.get_property_value(name).ok()).unwrap_or_default().trim().to_owned()
}
