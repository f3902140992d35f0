//! The keys, as a dialog, and dialogs as such.

use web_sys::HtmlDialogElement;
use yew::prelude::*;

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
    html! {
        <Dialog title="Keys" {close}>
            <dl class="facts">
                for (keys, what) in KEYS {
                    <dt key={keys}><kbd>{ keys }</kbd></dt>
                    <dd key={format!("{keys} does")}>{ what }</dd>
                }
            </dl>
        </Dialog>
    }
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
    let onclose = props.close.reform(|_: Event| ());
    let onclick = {
        let (dialog, close) = (dialog.clone(), props.close.clone());
        Callback::from(move |event: MouseEvent| {
            let beside = event.target().is_some_and(|target| dialog.get().is_some_and(|own| *target == **own));
            if beside {
                close.emit(());
            }
        })
    };
    let done = props.close.reform(|_: MouseEvent| ());
    html! {
        <dialog ref={dialog} {onclose} {onclick} aria-labelledby="dialog-title">
            <h2 id="dialog-title">{ props.title.clone() }</h2>
            { props.children.clone() }
            <div class="bar"><button type="button" class="button" onclick={done}>{ "Close" }</button></div>
        </dialog>
    }
}
