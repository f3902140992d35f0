//! The explorer: tables and charts of any runs side by side, in the browser. The address is the only state of a view.

mod api;
mod app;
mod chart;
mod drop;
mod element;
mod frame;
mod hooks;
mod keyboard;
mod navigation;
mod page;
mod part;
mod state;
mod table;
mod theme;
mod viewport;

fn main() {
    let Some(page) = web_sys::window().and_then(|window| window.document()) else { return };
    if let Some(root) = page.get_element_by_id("app").or_else(|| page.body().map(Into::into)) {
        part::render(root, app::App);
    }
}
