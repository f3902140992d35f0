//! The comparison as text for mail, and as a link that stays true.

use shared::render::{self, Options};
use shared::view::{Resolved, View};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::window;
use yew::prelude::*;

use crate::api::{Problem, keep_view};
use crate::page::help::Dialog;
use crate::state::held::Held;
use crate::state::place::Place;
use crate::state::shown::Shown;

/// The table for mail, with its link.
pub fn mail(shown: &Shown, resolved: &Resolved, close: Callback<()>) -> Html {
    let link = Some(format!("{}{}", origin(), Place::compare().href(&shown.view.frozen(resolved))));
    let text = render::text(&shown.comparison, &Options { link, ..Options::default() });
    html! {
        <Dialog title="Text for mail" {close}>
            <pre class="code" tabindex="0">{ text.as_str() }</pre>
            <Copy {text} name="Copy the text" />
        </Dialog>
    }
}

/// Properties of [`Freeze`].
#[derive(Properties, PartialEq)]
pub struct FreezeProps {
    /// What is shown.
    pub view: Held<View>,
    /// The runs of each column.
    pub resolved: Held<Resolved>,
    /// Closes it.
    pub close: Callback<()>,
}

/// Keeps the view with its runs on the server, and shows the short link.
#[component]
pub fn Freeze(props: &FreezeProps) -> Html {
    let frozen = use_memo((props.view.clone(), props.resolved.clone()), |(view, resolved)| view.frozen(resolved));
    let kept = use_state(|| None::<Result<(), Problem>>);
    use_effect_with(frozen.clone(), {
        let kept = kept.setter();
        move |frozen| {
            let frozen = (**frozen).clone();
            spawn_local(async move { kept.set(Some(keep_view(&frozen).await)) });
        }
    });
    let long = format!("{}{}", origin(), Place::compare().href(&frozen));
    let short = format!("{}/v/?{}", origin(), frozen.hash());
    html! {
        <Dialog title="A link that stays true" close={props.close.clone()}>
            <p class="lede">{ "It names the runs themselves: it shows the same numbers when the store has grown." }</p>
            <div class="frozen" aria-live="polite">
                if let Some(Ok(())) = &*kept {
                    { link("Short link", short) }
                } else if let Some(Err(problem)) = &*kept {
                    <p class="lede">
                        { format!("The short link could not be kept: {}. {}", problem.title, problem.detail) }
                    </p>
                } else {
                    <div class="skeleton row" />
                }
            </div>
            { link("Full link, which needs no server to remember it", long) }
        </Dialog>
    }
}

/// A link to go to or to copy.
fn link(label: &'static str, href: String) -> Html {
    html! {
        <div class="frozen-link">
            <h3>{ label }</h3>
            <p class="bar">
                <a class="link-field" href={href.clone()}>{ href.clone() }</a>
                <Copy text={href} name="Copy" />
            </p>
        </div>
    }
}

/// Properties of [`Copy`].
#[derive(Properties, PartialEq)]
struct CopyProps {
    text: String,
    name: AttrValue,
}

/// A button that copies, and says so.
#[component]
fn Copy(props: &CopyProps) -> Html {
    let said = use_state(|| None::<&'static str>);
    let onclick = {
        let (text, said) = (props.text.clone(), said.setter());
        Callback::from(move |_: MouseEvent| {
            let (text, said) = (text.clone(), said.clone());
            spawn_local(async move {
                // Browsers offer the clipboard to pages of https and of this machine only.
                let clipboard = window().map(|window| window.navigator().clipboard()).filter(|c| !c.is_undefined());
                let copied = match clipboard {
                    Some(clipboard) => JsFuture::from(clipboard.write_text(&text)).await.is_ok(),
                    None => false,
                };
                said.set(Some(if copied { "Copied" } else { "Select and copy it by hand" }));
            });
        })
    };
    html! {
        <span class="bar">
            <button type="button" class="button" {onclick}>{ props.name.clone() }</button>
            <span class="soft" role="status">{ said.unwrap_or_default() }</span>
        </span>
    }
}

fn origin() -> String {
    window().and_then(|window| window.location().origin().ok()).unwrap_or_default()
}
