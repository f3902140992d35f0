//! The comparison page: heading, cards, strip, tables, and the keys that go with them.

use shared::compare::Comparison;
use shared::view::{Resolved, View};
use yew::prelude::*;

use super::cards::cards;
use super::choices::Choices;
use super::differs::panel;
use super::mail::{Freeze, mail};
use super::strip::strip;
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

/// How many common keys the heading names.
const COMMON: usize = 6;

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
    let close = use_callback((), {
        let over = over.setter();
        move |(), ()| over.set(None)
    });
    let show = use_callback((), {
        let over = over.setter();
        move |which, ()| over.set(Some(which))
    });
    let set_focus = use_callback((), {
        let wanted = wanted.setter();
        move |column, ()| wanted.set(column)
    });
    let toggle_differs = use_callback(*differs, {
        let setter = differs.setter();
        move |(), open| setter.set(!*open)
    });
    let shown = Shown { view: view.clone(), comparison: comparison.clone(), place: place.clone(), focus };
    html! {
        <>
            <div class="heading">
                if let Some(heading) = &props.heading {
                    { heading.clone() }
                } else {
                    { title(comparison) }
                }
            </div>
            { cards(&shown, &set_focus, &toggle_differs) }
            <div class="panel-place">
                if *differs {
                    { panel(comparison) }
                }
            </div>
            { strip(&shown, &show) }
            <Choices shown={shown.clone()} />
            { tables(&shown, *cursor, props.curves) }
            { notes(comparison) }
            <div>
                if *over == Some(Over::Mail) {
                    { mail(&shown, &props.resolved, close) }
                } else if *over == Some(Over::Freeze) {
                    <Freeze view={view.clone()} resolved={props.resolved.clone()} {close} />
                }
            </div>
        </>
    }
}

/// What is compared, and what is common, said once.
fn title(comparison: &Comparison) -> Html {
    let common: Vec<String> = comparison.same.iter().take(COMMON).map(heading::common).collect();
    let lead = match comparison.columns.len() {
        1 => "",
        2 => "Same in both: ",
        _ => "Same in all: ",
    };
    html! {
        <>
            <h1>{ heading::heading(comparison) }</h1>
            <p class="lede">
                if !common.is_empty() {
                    { format!("{lead}{}", common.join(" · ")) }
                }
            </p>
        </>
    }
}

/// What the reader must know.
fn notes(comparison: &Comparison) -> Html {
    let notes = &comparison.notes;
    html! {
        <section class="later" aria-label="Notes">
            if !notes.is_empty() {
                <h2>{ "Notes" }</h2>
                <ul class="notes">
                    for note in notes {
                        <li key={note.clone()}>{ note.clone() }</li>
                    }
                </ul>
            }
        </section>
    }
}
