//! Charts: `shared`'s figures on a canvas, with hover and keyboard laid over it, in words and as a table too.

mod canvas;
mod density;
mod describe;
mod marker;
mod pointer;

use shared::figure::Figure;
use yew::prelude::*;

pub use density::RECOLOURED;
pub use marker::{Mark, shape};

use crate::state::held::Held;

/// Properties of [`Chart`].
#[derive(Properties, PartialEq)]
pub struct Props {
    /// What is drawn, if there is something to draw.
    pub figure: Held<Option<Figure>>,
}

/// A chart with its caption, and its data as a table.
#[component]
pub fn Chart(props: &Props) -> Html {
    let Some(figure) = &*props.figure else { return Html::default() };
    html! {
        <figure class="chart" aria-label={describe::label(figure)}>
            <figcaption>
                <b>{ figure.title.clone() }</b>
                <span class="soft">
                    { format!(" · {}", figure.y.label) }
                    if !figure.caption.is_empty() {
                        { format!(" · {}", figure.caption) }
                    }
                </span>
            </figcaption>
            <canvas::Canvas figure={props.figure.clone()} />
            <describe::Data figure={props.figure.clone()} />
        </figure>
    }
}
