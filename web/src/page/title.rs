//! The title of the window.

use web_sys::window;
use yew::prelude::*;

/// Shows `title` as the window's, before the name of the site.
#[hook]
pub fn use_title(title: String) {
    use_effect_with(title, |title| {
        if let Some(document) = window().and_then(|window| window.document()) {
            document.set_title(&if title.is_empty() {
                "Benchpages".to_owned()
            } else {
                format!("{title} – Benchpages")
            });
        }
    });
}
