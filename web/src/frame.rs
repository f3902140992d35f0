//! What surrounds every page: the way to the others, the search box, the theme, the keys.

use std::rc::Rc;

use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::app::Site;
use crate::element::{el, group, said};
use crate::hooks::Hooks;
use crate::keyboard::{focus, use_keys};
use crate::page::help;
use crate::part::{Part, part};
use crate::state::query::{encode, get};
use crate::state::route::Route;
use crate::theme::ThemeButton;

/// Header and main part.
#[derive(PartialEq)]
pub struct Frame {
    /// Which page is inside.
    pub route: Route,
    /// The page.
    pub page: Html,
    /// What is said above it, of files that were dropped.
    pub notice: Html,
    /// Where the explorer is, and which runs are chosen.
    pub site: Rc<Site>,
}

impl Part for Frame {
    fn show(&self, hooks: &mut Hooks) -> Html {
        let open = hooks.state(false);
        use_keys(hooks, {
            let open = open.clone();
            move |key| {
                match key {
                    "/" => focus("#find"),
                    "?" => open.set(true),
                    _ => return false,
                }
                true
            }
        });
        let close = hooks.callback({
            let open = open.clone();
            move |()| open.set(false)
        });
        let sections = [
            ("/runs/", "Runs", matches!(self.route, Route::Runs | Route::Run(_))),
            ("/compare/", "Compare", matches!(self.route, Route::Compare | Route::Frozen(_))),
            ("/benchmarks/", "Benchmarks", self.route == Route::Benchmarks),
        ];
        let links = sections.map(|(href, name, here)| {
            said("a", "", name).attr("href", href).maybe("aria-current", here.then_some("page"))
        });
        let over = if *open { help(close) } else { Html::default() };
        let keys = said("button", "icon-button wide", "?")
            .attr("type", "button")
            .attr("aria-label", "Keys")
            .attr("title", "Keys (?)")
            .on_click(move |_| open.set(true));
        let header = el("header", "top")
            .child(said("a", "brand", "Benchpages").attr("href", "/"))
            .child(el("nav", "nav").attr("aria-label", "Sections").children(links))
            .child(part(Find { listed: self.route == Route::Runs, site: Rc::clone(&self.site) }))
            .child(keys)
            .child(part(ThemeButton));
        let main = el("main", "page").attr("id", "main").attr("tabindex", "-1").child(self.page.clone());
        group(vec![
            said("a", "skip unseen", "Skip to the content").attr("href", "#main").html(),
            header.html(),
            el("div", "").child(self.notice.clone()).html(),
            main.html(),
            el("div", "").child(over).html(),
        ])
    }
}

/// The filter of runs, on every page.
#[derive(PartialEq)]
struct Find {
    /// Whether the page below is the list of runs, which follows while typing.
    listed: bool,
    site: Rc<Site>,
}

impl Part for Find {
    fn show(&self, hooks: &mut Hooks) -> Html {
        let navigation = self.site.navigation.clone();
        let listed = self.listed;
        let value = if listed { get(&navigation.address.query, "filter").unwrap_or_default() } else { String::new() };
        let field = hooks.node();
        let wanted = {
            let field = field.clone();
            move || Some(href(&field.cast::<HtmlInputElement>()?.value()))
        };
        let typed = {
            let (navigation, wanted) = (navigation.clone(), wanted.clone());
            move |_| {
                if let (true, Some(href)) = (listed, wanted()) {
                    navigation.replace(href);
                }
            }
        };
        let entered = move |event: Event| {
            event.prevent_default();
            if let (false, Some(href)) = (listed, wanted()) {
                navigation.push(href);
            }
        };
        let input = el("input", "")
            .attr("id", "find")
            .attr("type", "search")
            .attr("autocomplete", "off")
            .attr("spellcheck", "false")
            .attr("placeholder", "kernel:2.5.* cpu:… -label:debug")
            .node(&field)
            .value(value)
            .on("input", typed);
        el("form", "find")
            .attr("role", "search")
            .on("submit", entered)
            .child(said("label", "unseen", "Filter runs").attr("for", "find"))
            .child(input)
            .html()
    }
}

/// The list of the runs that pass what was typed.
fn href(text: &str) -> String {
    if text.is_empty() { "/runs/".to_owned() } else { "/runs/?filter=".to_owned() + &encode(text) }
}
