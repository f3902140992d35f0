//! The marker of a column or curve: a shape as well as a colour.

use shared::paint::Marker;

use crate::element::{El, el};

/// How many colours there are before they repeat, with other shapes.
pub const STYLES: usize = 6;

/// The outline of a style's shape around the origin, as an SVG path: the shapes that curves have.
pub fn shape(style: usize) -> &'static str {
    match Marker::of(style, STYLES) {
        Marker::Circle => "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z",
        Marker::Square => "M-3.6 -3.6h7.2v7.2h-7.2Z",
        Marker::Triangle => "M0 -5L4.6 3.4H-4.6Z",
        Marker::Diamond => "M0 -5.2L5.2 0L0 5.2L-5.2 0Z",
        Marker::Cross => {
            "M-4.6 -3.2L-3.2 -4.6L0 -1.4L3.2 -4.6L4.6 -3.2L1.4 0L4.6 3.2L3.2 4.6L0 1.4L-3.2 4.6L-4.6 3.2L-1.4 0Z"
        }
        Marker::Plus => "M-1 -5h2v4h4v2h-4v4h-2v-4h-4v-2h4Z",
    }
}

/// The class that gives a style its colour.
pub fn tint(style: usize) -> String {
    format!("s{}", style % STYLES + 1)
}

/// A marker beside the name of a column or curve.
pub fn mark(style: usize) -> El {
    el("svg", "")
        .attr("class", format!("mark {}", tint(style)))
        .attr("viewBox", "-5.5 -5.5 11 11")
        .attr("aria-hidden", "true")
        .child(el("path", "").attr("d", shape(style)))
}
