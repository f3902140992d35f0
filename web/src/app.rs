//! The whole: the frame, and in it the page that the address names.

use std::rc::Rc;

use shared::summary::RunHead;
use yew::prelude::*;

use crate::drop::use_drop;
use crate::frame::Frame;
use crate::hooks::Hooks;
use crate::navigation::{Navigation, use_navigator};
use crate::page;
use crate::part::{Part, keyed, part};
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
    /// Adds a run, or takes it out, when an event comes.
    pub fn toggling(&self, head: &RunHead) -> impl Fn(Event) + 'static {
        let (choosing, head) = (self.clone(), head.clone());
        move |_| {
            let mut chosen = (*choosing.chosen).clone();
            chosen.toggle(&head);
            choosing.set.emit(chosen);
        }
    }
}

/// What pages are told of the whole.
#[derive(PartialEq)]
pub struct Site {
    /// Where the explorer is.
    pub navigation: Navigation,
    /// Which runs are chosen.
    pub choosing: Choosing,
}

/// The whole page.
#[derive(PartialEq)]
pub struct App;

impl Part for App {
    fn show(&self, hooks: &mut Hooks) -> Html {
        let navigation = use_navigator(hooks);
        let chosen = hooks.state(Held::new(Chosen::default()));
        let set = hooks.callback({
            let chosen = chosen.clone();
            move |now| chosen.set(Held::new(now))
        });
        let notice = use_drop(hooks, &navigation);
        let route = navigation.address.route();
        let whole = Rc::new(Site { navigation, choosing: Choosing { chosen: (*chosen).clone(), set } });
        let site = || Rc::clone(&whole);
        let (key, page) = match route.clone() {
            Route::Home => ("home".to_owned(), part(page::Home { site: site() })),
            Route::Runs => ("runs".to_owned(), part(page::Runs { site: site() })),
            Route::Run(id) => (id.to_string(), part(page::OneRun { id, site: site() })),
            Route::Published(id) => ("published ".to_owned() + &id, part(page::Published { id, site: site() })),
            Route::Benchmarks => ("benchmarks".to_owned(), part(page::Benchmarks)),
            Route::Compare => ("compare".to_owned(), part(page::Compare { site: site() })),
            Route::Frozen(hash) => ("v ".to_owned() + &hash, part(page::Frozen { hash, site: site() })),
            Route::Unknown => ("unknown".to_owned(), page::unknown()),
        };
        keyed(&key, Frame { route, page, notice, site: site() })
    }
}
