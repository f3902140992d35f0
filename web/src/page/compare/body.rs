//! The comparison page: heading, cards, strip, tables, and the keys that go with them.

use shared::compare::Comparison;
use shared::render;
use shared::view::{Resolved, View};
use yew::prelude::*;

use super::cards::cards;
use super::choices::Choices;
use super::differs::panel;
use super::mail::{Freeze, Mail};
use super::strip::strip;
use crate::element::{El, el, group, said, section};
use crate::keyboard::use_keys;
use crate::navigation::use_navigation;
use crate::page::title::set_title;
use crate::state::columns::{focus, next, with_base};
use crate::state::cursor::{At, moved};
use crate::state::heading;
use crate::state::held::Held;
use crate::state::place::Place;
use crate::state::shown::Shown;
use crate::table::tables;

/// Properties of [`Body`].
#[derive(Properties, PartialEq)]
pub struct Props {
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

/// The comparison page.
#[component]
pub fn Body(props: &Props) -> Html {
    let Props { view, comparison, place, .. } = props;
    let navigation = use_navigation();
    let wanted = use_state(|| usize::from(comparison.base == 0));
    let differs = use_state(|| false);
    let over = use_state(|| None::<Over>);
    let cursor = use_state(|| None::<At>);
    let focus = focus(*wanted, comparison.base, comparison.columns.len());
    set_title(&heading::heading(comparison));
    use_keys({
        let (view, comparison, place) = (view.clone(), comparison.clone(), place.clone());
        let (differs, over, cursor, navigation) = (differs.clone(), over.clone(), cursor.clone(), navigation.clone());
        move |key| {
            let step =
                |by| moved(*cursor, by, &comparison.tables.iter().map(|table| table.rows.len()).collect::<Vec<_>>());
            match key {
                "j" => cursor.set(step(1)),
                "k" => cursor.set(step(-1)),
                "b" if comparison.columns.len() > 1 => {
                    let base = next(comparison.base, comparison.columns.len());
                    navigation.push(place.href(&with_base(&view, &comparison, base)));
                }
                "d" => differs.set(!*differs),
                "t" => over.set(Some(Over::Mail)),
                "f" => over.set(Some(Over::Freeze)),
                _ => return false,
            }
            true
        }
    });
    let close = {
        let over = over.setter();
        Callback::from(move |()| over.set(None))
    };
    let show = {
        let over = over.setter();
        Callback::from(move |which| over.set(Some(which)))
    };
    let set_focus = {
        let wanted = wanted.setter();
        Callback::from(move |column| wanted.set(column))
    };
    let toggle_differs = {
        let differs = differs.clone();
        Callback::from(move |()| differs.set(!*differs))
    };
    let shown = Shown { view: view.clone(), comparison: comparison.clone(), place: place.clone(), focus };
    let over = match *over {
        Some(Over::Mail) => html! { <Mail view={view.clone()} resolved={props.resolved.clone()} {close} /> },
        Some(Over::Freeze) => {
            html! { <Freeze view={view.clone()} resolved={props.resolved.clone()} {close} /> }
        }
        None => Html::default(),
    };
    let heading = props.heading.clone().unwrap_or_else(|| title(comparison));
    group([
        el("div", "heading").child(heading).html(),
        cards(&shown, &set_focus, &toggle_differs).html(),
        el("div", "panel-place").child((*differs).then(|| panel(comparison))).html(),
        strip(&shown, &show).html(),
        html! { <Choices shown={shown.clone()} /> },
        tables(&shown, *cursor, props.curves).html(),
        notes(comparison).html(),
        el("div", "").child(over).html(),
    ])
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
    group([said("h1", "", heading::heading(comparison)).html(), said("p", "lede", lead.to_owned() + &same).html()])
}

/// What the reader must know.
fn notes(comparison: &Comparison) -> El {
    let section = section("later", "Notes");
    if comparison.notes.is_empty() {
        return section;
    }
    let notes = comparison.notes.iter().map(|note| said("li", "", note.clone()));
    section.child(said("h2", "", "Notes")).child(el("ul", "notes").children(notes))
}
