//! The keys, as a dialog, and dialogs as such.

use web_sys::HtmlDialogElement;
use yew::prelude::*;

use crate::element::{button, el, pairs, said};
use crate::hooks::Hooks;
use crate::part::{Part, part};

const KEYS: [(&str, &str); 9] = [
    ("/", "filter runs"),
    ("j k", "next and previous row"),
    ("Enter", "open the row"),
    ("b", "next column as baseline"),
    ("d", "what else differs"),
    ("t", "text for mail"),
    ("f", "freeze the link"),
    ("?", "these keys"),
    ("Esc", "close"),
];

/// The keys.
pub fn help(close: Callback<()>) -> Html {
    let inside = pairs(KEYS.map(|(keys, what)| (keys.into(), what.into()))).html();
    part(Dialog { title: "Keys", close, inside })
}

/// A dialog over the page; Esc and a click beside it close it.
#[derive(PartialEq)]
pub struct Dialog {
    /// Its heading.
    pub title: &'static str,
    /// Called when the reader is done with it.
    pub close: Callback<()>,
    /// What it holds.
    pub inside: Html,
}

impl Part for Dialog {
    fn show(&self, hooks: &mut Hooks) -> Html {
        let dialog = hooks.node();
        hooks.effect((), {
            let dialog = dialog.clone();
            move || {
                if let Some(dialog) = dialog.cast::<HtmlDialogElement>() {
                    let _ = dialog.show_modal();
                }
            }
        });
        let beside = {
            let (dialog, close) = (dialog.clone(), self.close.clone());
            move |event: Event| {
                if event.target().is_some_and(|target| dialog.get().is_some_and(|own| *target == **own)) {
                    close.emit(());
                }
            }
        };
        let close = || {
            let close = self.close.clone();
            move |_| close.emit(())
        };
        el("dialog", "")
            .node(&dialog)
            .attr("aria-labelledby", "dialog-title")
            .on_click(beside)
            .on("close", close())
            .child(said("h2", "", self.title).attr("id", "dialog-title"))
            .child(self.inside.clone())
            .child(el("div", "bar").child(button("Close").on_click(close())))
            .html()
    }
}
