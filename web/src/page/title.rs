//! The title of the window.

use web_sys::window;

/// Shows `title` as the window's, before the name of the site.
pub fn set_title(title: &str) {
    if let Some(document) = window().and_then(|window| window.document()) {
        document.set_title(&if title.is_empty() { "Benchpages".to_owned() } else { format!("{title} – Benchpages") });
    }
}
