//! The keys, as a dialog, and dialogs as such.

use std::rc::Rc;

use web_sys::HtmlDialogElement;
use yew::html::onclose;
use yew::prelude::*;

use crate::element::{button, el, pairs, said};

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
    html! { <Dialog title="Keys" {close}>{ pairs(KEYS.map(|(keys, what)| (keys.into(), what.into()))).html() }</Dialog> }
}

/// Properties of [`Dialog`].
#[derive(Properties, PartialEq)]
pub struct DialogProps {
    /// Its heading.
    pub title: AttrValue,
    /// Called when the reader is done with it.
    pub close: Callback<()>,
    /// What it holds.
    pub children: Html,
}

/// A dialog over the page; Esc and a click beside it close it.
#[component]
pub fn Dialog(props: &DialogProps) -> Html {
    let dialog = use_node_ref();
    use_effect_with((), {
        let dialog = dialog.clone();
        move |()| {
            if let Some(dialog) = dialog.cast::<HtmlDialogElement>() {
                let _ = dialog.show_modal();
            }
        }
    });
    let beside = {
        let (dialog, close) = (dialog.clone(), props.close.clone());
        Callback::from(move |event: MouseEvent| {
            if event.target().is_some_and(|target| dialog.get().is_some_and(|own| *target == **own)) {
                close.emit(());
            }
        })
    };
    el("dialog", "")
        .node(&dialog)
        .attr("aria-labelledby", "dialog-title")
        .on_click(beside)
        .listen(Rc::new(onclose::Wrapper::new(props.close.reform(|_: Event| ()))))
        .child(said("h2", "", props.title.clone()).attr("id", "dialog-title"))
        .child(props.children.clone())
        .child(el("div", "bar").child(button("Close", props.close.reform(|_| ()))))
        .html()
}
