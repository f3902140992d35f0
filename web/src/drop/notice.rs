//! What came of dropped files, above the page: what was made, what was understood, and what a text leaves open.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement};
use yew::prelude::*;

use crate::api::{Answer, Work};
use crate::element::{El, el, option, said, section};

/// An import is under way.
pub fn busy() -> El {
    notice().child(said("p", "soft", "Reading…").attr("role", "status"))
}

/// An import is over: `start` tries again with more said, `close` is done with it.
pub fn answered(work: &Work, answer: &Answer, start: Callback<Work>, close: impl Fn(Event) + 'static) -> El {
    let role = if answer.href.is_empty() { "alert" } else { "status" };
    let text = said("p", "lede", &answer.text);
    let told = el("div", "").attr("role", role).child(said("h2", "", &answer.title)).child(text);
    let close = said("button", "button push", "Close").attr("type", "button").on_click(close);
    let report = (!answer.report.is_empty()).then(|| {
        let name = said("summary", "", "What was understood");
        el("details", "").child(name).child(said("pre", "code", &answer.report).attr("tabindex", "0"))
    });
    notice()
        .child(el("div", "bar").child(told).child(close))
        .child((!answer.ask.is_empty()).then(|| question(answer, work, start)))
        .child(report)
}

fn notice() -> El {
    section("notice panel", "Import")
}

/// What the text leaves open, to be chosen or written.
fn question(answer: &Answer, work: &Work, start: Callback<Work>) -> El {
    let (ask, work) = (answer.ask.clone(), work.clone());
    let entered = move |event: Event| {
        event.prevent_default();
        let field = event.target_dyn_into::<Element>().and_then(|form| form.query_selector("input").ok()?);
        if let Some(field) = field.as_ref().and_then(|field| field.dyn_ref::<HtmlInputElement>()) {
            let mut work = work.clone();
            work.said += &[&ask, field.value().as_str(), "\n"].concat();
            start.emit(work);
        }
    };
    let field = el("input", "")
        .attr("type", "text")
        .attr("required", "")
        .attr("spellcheck", "false")
        .attr("list", "choices")
        .attr("placeholder", answer.choices.join(", "));
    let choices = answer.choices.iter().map(|word| option(word, "", false));
    el("form", "bar")
        .on("submit", entered)
        .child(said("label", "bar", "Its ").text(&answer.label).child(field))
        .child(el("datalist", "").attr("id", "choices").children(choices))
        .child(said("button", "button", "Try again"))
}
