//! The comparison page: heading, cards, strip, tables, and the keys that go with them.

use std::rc::Rc;

use shared::compare::Comparison;
use shared::render;
use shared::view::{Resolved, View};
use yew::prelude::*;

use super::cards::cards;
use super::choices::Choices;
use super::differs::panel;
use super::mail::{Freeze, Mail, Sharing};
use super::strip::strip;
use crate::api::is_local;
use crate::app::Site;
use crate::element::{El, el, group, said, section};
use crate::hooks::Hooks;
use crate::keyboard::use_keys;
use crate::page::title::set_title;
use crate::part::{Part, part};
use crate::state::columns::{focus, next, with_base};
use crate::state::cursor::{At, moved};
use crate::state::heading;
use crate::state::held::Held;
use crate::state::place::Place;
use crate::state::shown::Shown;
use crate::table::tables;

/// The comparison page.
#[derive(PartialEq)]
pub struct Body {
    /// Where the explorer is, and which runs are chosen.
    pub site: Rc<Site>,
    /// What is shown.
    pub view: Held<View>,
    /// The runs of each column.
    pub resolved: Held<Resolved>,
    /// Where it stands.
    pub place: Place,
    /// What stands above it instead of its own heading.
    pub heading: Option<Html>,
    /// Whether curves are drawn without being asked for.
    pub curves: bool,
    /// The comparison itself.
    pub comparison: Held<Comparison>,
}

/// What lies over the page.
#[derive(Clone, Copy, PartialEq)]
pub enum Over {
    /// The text for mail.
    Mail,
    /// The frozen link.
    Freeze,
}

impl Part for Body {
    fn show(&self, hooks: &mut Hooks) -> Html {
        let Self { view, comparison, place, .. } = self;
        let navigation = &self.site.navigation;
        let wanted = hooks.state(usize::from(comparison.base == 0));
        let differs = hooks.state(false);
        let over = hooks.state(None::<Over>);
        let cursor = hooks.state(None::<At>);
        let focus = focus(*wanted, comparison.base, comparison.columns.len());
        set_title(&heading::heading(comparison));
        let shareable = !comparison.columns.iter().flat_map(|column| &column.runs).any(is_local);
        use_keys(hooks, {
            let (view, comparison, place) = (view.clone(), comparison.clone(), place.clone());
            let (differs, over, cursor, navigation) =
                (differs.clone(), over.clone(), cursor.clone(), navigation.clone());
            move |key| {
                let step = |by| {
                    moved(*cursor, by, &comparison.tables.iter().map(|table| table.rows.len()).collect::<Vec<_>>())
                };
                match key {
                    "j" => cursor.set(step(1)),
                    "k" => cursor.set(step(-1)),
                    "b" if comparison.columns.len() > 1 => {
                        let base = next(comparison.base, comparison.columns.len());
                        navigation.push(place.href(&with_base(&view, &comparison, base)));
                    }
                    "d" => differs.set(!*differs),
                    "t" if shareable => over.set(Some(Over::Mail)),
                    "f" if shareable => over.set(Some(Over::Freeze)),
                    _ => return false,
                }
                true
            }
        });
        let close = {
            let over = over.clone();
            Callback::from(move |()| over.set(None))
        };
        let shown = Shown { view: view.clone(), comparison: comparison.clone(), place: place.clone(), focus };
        let shared = || Sharing { view: view.clone(), resolved: self.resolved.clone(), close };
        let dialog = match *over {
            Some(Over::Mail) => part(Mail(shared())),
            Some(Over::Freeze) => part(Freeze(shared())),
            None => Html::default(),
        };
        let heading = self.heading.clone().unwrap_or_else(|| title(comparison));
        group(vec![
            el("div", "heading").child(heading).html(),
            cards(&shown, &wanted, &differs).html(),
            el("div", "panel-place").child((*differs).then(|| panel(comparison))).html(),
            strip(&shown, shareable, &over).html(),
            part(Choices { shown: shown.clone(), site: Rc::clone(&self.site) }),
            tables(&shown, *cursor, self.curves).html(),
            notes(comparison).html(),
            el("div", "").child(dialog).html(),
        ])
    }
}

/// What is compared, and what is common, said once.
fn title(comparison: &Comparison) -> Html {
    let same = render::same(comparison);
    let lead = match comparison.columns.len() {
        _ if same.is_empty() => "",
        1 => "",
        2 => "Same in both: ",
        _ => "Same in all: ",
    };
    group(vec![said("h1", "", heading::heading(comparison)).html(), said("p", "lede", lead.to_owned() + &same).html()])
}

/// What the reader must know.
fn notes(comparison: &Comparison) -> El {
    let section = section("later", "Notes");
    if comparison.notes.is_empty() {
        return section;
    }
    let notes = comparison.notes.iter().map(|note| said("li", "", note));
    section.child(said("h2", "", "Notes")).child(el("ul", "notes").children(notes))
}
