//! Charts: `shared`'s figures on a canvas, with hover and keyboard laid over it, in words and as a table too.

mod canvas;
mod density;
mod describe;
mod marker;
mod pointer;

use canvas::Canvas;
use shared::figure::Figure;
use yew::prelude::*;

pub use density::RECOLOURED;
pub use marker::{mark, shape, tint};

/// A chart with its caption, and its data as a table; nothing where there is nothing to draw.
pub fn chart(figure: Option<Figure>) -> Html {
    let Some(figure) = figure else { return Html::default() };
    html! {
        <figure class="chart" aria-label={describe::label(&figure)}>
            <figcaption>
                <b>{ figure.title.clone() }</b>
                <span class="soft">
                    if !figure.caption.is_empty() {
                        { format!(" · {}", figure.caption) }
                    }
                </span>
            </figcaption>
            <Canvas figure={figure.clone()} />
            { describe::data(&figure) }
        </figure>
    }
}
