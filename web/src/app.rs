//! The whole: the frame, and in it the page that the address names.

use shared::summary::RunHead;
use yew::prelude::*;

use crate::frame::Frame;
use crate::navigation::{Navigation, use_navigator};
use crate::page;
use crate::state::chosen::Chosen;
use crate::state::held::Held;
use crate::state::route::Route;

/// The runs chosen so far, for every page that lists runs.
#[derive(Clone, PartialEq)]
pub struct Choosing {
    /// The runs.
    pub chosen: Held<Chosen>,
    /// Replaces them.
    pub set: Callback<Chosen>,
}

impl Choosing {
    /// Adds a run, or takes it out.
    pub fn toggle(&self, head: &RunHead) {
        let mut chosen = (*self.chosen).clone();
        chosen.toggle(head);
        self.set.emit(chosen);
    }
}

/// The chosen runs, from any component.
#[hook]
pub fn use_choosing() -> Choosing {
    use_context::<Choosing>().expect("the app provides the chosen runs to all its components")
}

/// The root component.
#[component]
pub fn App() -> Html {
    let navigation = use_navigator();
    let chosen = use_state(|| Held::new(Chosen::default()));
    let choosing = Choosing {
        chosen: (*chosen).clone(),
        set: use_callback((), {
            let set = chosen.setter();
            move |chosen, ()| set.set(Held::new(chosen))
        }),
    };
    let route = navigation.address.route();
    let (key, page) = match route.clone() {
        Route::Home => ("home".to_owned(), html! { <page::Home /> }),
        Route::Runs => ("runs".to_owned(), html! { <page::Runs /> }),
        Route::Run(id) => (id.to_string(), html! { <page::OneRun {id} /> }),
        Route::Published(id) => (format!("published {id}"), html! { <page::Published {id} /> }),
        Route::Benchmarks => ("benchmarks".to_owned(), page::benchmarks()),
        Route::Compare => ("compare".to_owned(), html! { <page::Compare /> }),
        Route::Frozen(hash) => (format!("v {hash}"), html! { <page::Frozen {hash} /> }),
        Route::Unknown => ("unknown".to_owned(), page::unknown()),
    };
    html! {
        <ContextProvider<Navigation> context={navigation}>
            <ContextProvider<Choosing> context={choosing}>
                <Frame {route} {key}>{ page }</Frame>
            </ContextProvider<Choosing>>
        </ContextProvider<Navigation>>
    }
}
