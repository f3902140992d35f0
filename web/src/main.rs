//! The explorer: tables and charts of any runs side by side, in the browser. The address is the only state of a view.

mod api;
mod app;
mod chart;
mod element;
mod frame;
mod keyboard;
mod navigation;
mod page;
mod state;
mod table;
mod theme;
mod viewport;

fn main() {
    let root = web_sys::window().and_then(|window| window.document()).and_then(|page| page.get_element_by_id("app"));
    match root {
        Some(root) => yew::Renderer::<app::App>::with_root(root).render(),
        None => yew::Renderer::<app::App>::new().render(),
    };
}
