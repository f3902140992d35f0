//! The comparison as text for mail, and as a link that stays true.

use shared::view::{Resolved, View};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::window;
use yew::prelude::*;

use crate::api::{Frozen, Load, Problem, frozen, json, keep_view, plain, text, use_documents};
use crate::element::{El, button, el, group, said};
use crate::hooks::Hooks;
use crate::page::help::Dialog;
use crate::page::states::{failed, waiting_rows};
use crate::part::{Part, part};
use crate::state::held::Held;

/// What is shared.
#[derive(PartialEq)]
pub struct Sharing {
    /// What is shown.
    pub view: Held<View>,
    /// The runs of each column.
    pub resolved: Held<Resolved>,
    /// Closes the dialog.
    pub close: Callback<()>,
}

/// The table for mail, with its link: the server's answer to the same view, of the same runs.
#[derive(PartialEq)]
pub struct Mail(pub Sharing);

impl Part for Mail {
    fn show(&self, hooks: &mut Hooks) -> Html {
        let Self(sharing) = self;
        let fixed = sharing.view.frozen(&sharing.resolved);
        let (load, retry) = use_documents(hooks, vec![text(&fixed)], plain);
        let inside = match &load {
            Load::Waiting => waiting_rows(8),
            Load::Failed(problem) => failed(problem, retry),
            Load::Ready(documents) => {
                let text = documents.one::<String>().cloned().unwrap_or_default();
                let shown = said("pre", "code", &text).attr("tabindex", "0");
                group(vec![shown.html(), part(Copy { text, name: "Copy the text" })])
            }
        };
        let inside = el("div", "").child(inside).html();
        part(Dialog { title: "Text for mail", close: sharing.close.clone(), inside })
    }
}

/// Keeps the view with its runs on the server, and shows the short link.
#[derive(PartialEq)]
pub struct Freeze(pub Sharing);

impl Part for Freeze {
    fn show(&self, hooks: &mut Hooks) -> Html {
        let Self(sharing) = self;
        let (load, retry) = use_documents(hooks, vec![frozen(&sharing.view)], json::<Frozen>);
        let kept = hooks.state(None::<Result<(), Problem>>);
        let form = if let Load::Ready(documents) = &load { Some(documents.clone()) } else { None };
        hooks.effect(form.clone(), {
            let kept = kept.clone();
            move || {
                let form = form.as_ref().and_then(|form| form.one::<Frozen>());
                if let Some((hash, query)) = form.map(|form| (form.hash.clone(), form.frozen.clone())) {
                    spawn_local(async move { kept.set(Some(keep_view(&hash, &query).await)) });
                }
            }
        });
        let inside = match &load {
            Load::Waiting => waiting_rows(2),
            Load::Failed(problem) => failed(problem, retry),
            Load::Ready(documents) => {
                documents.one::<Frozen>().map(|form| links(form, &kept).html()).unwrap_or_default()
            }
        };
        part(Dialog { title: "A link that stays true", close: sharing.close.clone(), inside })
    }
}

/// The short link, once it is kept, and the long one.
fn links(form: &Frozen, kept: &Option<Result<(), Problem>>) -> El {
    let about = "It names the runs themselves: it shows the same numbers when the store has grown.";
    let short = match kept {
        Some(Ok(())) => link("Short link", format!("{}/v/?{}", origin(), form.hash)),
        Some(Err(problem)) => {
            said("p", "lede", format!("The short link could not be kept: {}. {}", problem.title, problem.detail))
        }
        None => el("div", "skeleton row"),
    };
    el("div", "")
        .child(said("p", "lede", about))
        .child(el("div", "frozen").attr("aria-live", "polite").child(short))
        .child(link(
            "Full link, which needs no server to remember it",
            format!("{}/compare/?{}", origin(), form.frozen),
        ))
}

/// A link to go to or to copy.
fn link(label: &'static str, href: String) -> El {
    let copy = part(Copy { text: href.clone(), name: "Copy" });
    let line = el("p", "bar").child(said("a", "link-field", &href).attr("href", href)).child(copy);
    el("div", "frozen-link").child(said("h3", "", label)).child(line)
}

/// A button that copies, and says so.
#[derive(PartialEq)]
struct Copy {
    text: String,
    name: &'static str,
}

impl Part for Copy {
    fn show(&self, hooks: &mut Hooks) -> Html {
        let answer = hooks.state("");
        let copy = {
            let (text, answer) = (self.text.clone(), answer.clone());
            move |_| {
                let (text, answer) = (text.clone(), answer.clone());
                spawn_local(async move {
                    // Browsers offer the clipboard to pages of https and of this machine only.
                    let clipboard = window().map(|window| window.navigator().clipboard()).filter(|c| !c.is_undefined());
                    let copied = match clipboard {
                        Some(clipboard) => JsFuture::from(clipboard.write_text(&text)).await.is_ok(),
                        None => false,
                    };
                    answer.set(if copied { "Copied" } else { "Select and copy it by hand" });
                });
            }
        };
        let answer = said("span", "soft", *answer).attr("role", "status");
        el("span", "bar").child(button(self.name).on_click(copy)).child(answer).html()
    }
}

fn origin() -> String {
    window().and_then(|window| window.location().origin().ok()).unwrap_or_default()
}
