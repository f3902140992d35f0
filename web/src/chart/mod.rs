//! Charts: `shared`'s figures on a canvas, with hover and keyboard laid over it, in words and as a table too.

mod canvas;
mod density;
mod describe;
mod marker;
mod pointer;

use std::rc::Rc;

use canvas::Canvas;
use shared::figure::Figure;
use yew::prelude::*;

use crate::element::{el, said};
use crate::part::part;

pub use density::RECOLOURED;
pub use marker::{mark, shape, tint};

/// A chart with its caption, and its data as a table; nothing where there is nothing to draw.
pub fn chart(figure: Option<Rc<Figure>>) -> Html {
    let Some(figure) = figure else { return Html::default() };
    let finding = if figure.caption.is_empty() { String::new() } else { format!(" · {}", figure.caption) };
    let caption = el("figcaption", "").child(said("b", "", &figure.title)).child(said("span", "soft", finding));
    el("figure", "chart")
        .attr("aria-label", describe::label(&figure))
        .child(caption)
        .child(part(Canvas { figure: Rc::clone(&figure) }))
        .child(describe::data(&figure))
        .html()
}
