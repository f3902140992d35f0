//! What surrounds every page: the way to the others, the search box, the theme, the keys.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::element::{el, group, said};
use crate::keyboard::{focus, use_keys};
use crate::navigation::use_navigation;
use crate::page::help;
use crate::state::query::{encode, get};
use crate::state::route::Route;
use crate::theme::ThemeButton;

/// Properties of [`Frame`].
#[derive(Properties, PartialEq)]
pub struct Props {
    /// The page inside.
    pub route: Route,
    /// Its content.
    pub children: Html,
}

/// Header and main part.
#[component]
pub fn Frame(props: &Props) -> Html {
    let open = use_state(|| false);
    use_keys({
        let open = open.setter();
        move |key| {
            match key {
                "/" => focus("#find"),
                "?" => open.set(true),
                _ => return false,
            }
            true
        }
    });
    let close = use_callback((), {
        let open = open.setter();
        move |(), ()| open.set(false)
    });
    let sections = [
        ("/runs/", "Runs", matches!(props.route, Route::Runs | Route::Run(_))),
        ("/compare/", "Compare", matches!(props.route, Route::Compare | Route::Frozen(_))),
        ("/benchmarks/", "Benchmarks", props.route == Route::Benchmarks),
    ];
    let open_help = {
        let open = open.setter();
        Callback::from(move |_: MouseEvent| open.set(true))
    };
    let links = sections
        .map(|(href, name, here)| said("a", "", name).attr("href", href).maybe("aria-current", here.then_some("page")));
    let keys = said("button", "icon-button wide", "?")
        .attr("type", "button")
        .attr("aria-label", "Keys")
        .attr("title", "Keys (?)")
        .on_click(open_help);
    let header = el("header", "top")
        .child(said("a", "brand", "Benchpages").attr("href", "/"))
        .child(el("nav", "nav").attr("aria-label", "Sections").children(links))
        .child(html! { <Find listed={props.route == Route::Runs} /> })
        .child(keys)
        .child(html! { <ThemeButton /> });
    let main = el("main", "page").attr("id", "main").attr("tabindex", "-1").child(props.children.clone());
    group([
        said("a", "skip unseen", "Skip to the content").attr("href", "#main").html(),
        header.html(),
        main.html(),
        el("div", "").child(if *open { help(close) } else { Html::default() }).html(),
    ])
}

/// Properties of [`Find`].
#[derive(Properties, PartialEq)]
struct FindProps {
    /// Whether the page below is the list of runs, which follows while typing.
    listed: bool,
}

/// The filter of runs, on every page.
#[component]
fn Find(props: &FindProps) -> Html {
    let navigation = use_navigation();
    let value = if props.listed { get(&navigation.address.query, "filter").unwrap_or_default() } else { String::new() };
    let href =
        |text: &str| if text.is_empty() { "/runs/".to_owned() } else { format!("/runs/?filter={}", encode(text)) };
    let field = use_node_ref();
    let typed = {
        let (field, navigation, listed) = (field.clone(), navigation.clone(), props.listed);
        Callback::from(move |_: InputEvent| {
            if let (true, Some(input)) = (listed, field.cast::<HtmlInputElement>()) {
                navigation.replace(href(&input.value()));
            }
        })
    };
    let entered = {
        let (field, listed) = (field.clone(), props.listed);
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            if let (false, Some(input)) = (listed, field.cast::<HtmlInputElement>()) {
                navigation.push(href(&input.value()));
            }
        })
    };
    html! {
        <form class="find" role="search" onsubmit={entered}>
            <label class="unseen" for="find">{ "Filter runs" }</label>
            <input id="find" type="search" ref={field} {value} oninput={typed} autocomplete="off" spellcheck="false"
                placeholder="kernel:2.5.* cpu:… -label:debug" />
        </form>
    }
}
