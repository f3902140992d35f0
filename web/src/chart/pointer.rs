//! What the reader points at, by pointer or by keyboard, and the marks laid over the drawing there.

use shared::figure::Figure;
use shared::paint::{Layout, Spot};
use wasm_bindgen::JsCast;
use web_sys::Element;
use yew::prelude::*;

use super::marker::tint;
use crate::element::{El, el};
use crate::state::held::Held;

/// The place pointed at, and what to listen to.
pub struct Pointer {
    /// The mark that is pointed at.
    pub at: Option<Spot>,
    /// The pointer moved.
    pub moved: Callback<PointerEvent>,
    /// The pointer left.
    pub left: Callback<PointerEvent>,
    /// A key was pressed.
    pub pressed: Callback<KeyboardEvent>,
    /// The focus left.
    pub blurred: Callback<FocusEvent>,
}

/// Follows pointer and keyboard over a drawing.
#[hook]
pub fn use_pointer(layout: Held<Layout>) -> Pointer {
    let at = use_state(|| None::<Spot>);
    use_effect_with(layout.clone(), {
        let at = at.setter();
        move |_| at.set(None)
    });
    let moved = {
        let (at, layout) = (at.clone(), layout.clone());
        Callback::from(move |event: PointerEvent| {
            let canvas = event.current_target().and_then(|target| target.dyn_into::<Element>().ok());
            let place = canvas.map(|canvas| canvas.get_bounding_client_rect());
            let found = place.and_then(|place| {
                layout.nearest(f64::from(event.client_x()) - place.left(), f64::from(event.client_y()) - place.top())
            });
            if found != *at {
                at.set(found);
            }
        })
    };
    let pressed = {
        let at = at.clone();
        Callback::from(move |event: KeyboardEvent| {
            let (right, down) = match event.key().as_str() {
                "ArrowRight" => (1, 0),
                "ArrowLeft" => (-1, 0),
                "ArrowDown" => (0, 1),
                "ArrowUp" => (0, -1),
                "Escape" => return at.set(None),
                _ => return,
            };
            event.prevent_default();
            let next = match *at {
                Some(from) => layout.step(from, right, down).or(Some(from)),
                None => layout.spots.first().copied(),
            };
            at.set(next);
        })
    };
    let leave = at.setter();
    let blur = at.setter();
    Pointer {
        at: *at,
        moved,
        left: Callback::from(move |_| leave.set(None)),
        pressed,
        blurred: Callback::from(move |_| blur.set(None)),
    }
}

/// A guide at the place pointed at, and a ring around each mark there.
pub fn overlay(layout: &Layout, figure: &Figure, at: Option<Spot>) -> Option<El> {
    let at = at?;
    let rings = layout.column(at.x).into_iter().map(|spot| {
        let style = figure.series.get(spot.series).map_or(0, |series| series.style);
        el("circle", "")
            .attr("class", tint(style))
            .attr("cx", spot.x.to_string())
            .attr("cy", spot.y.to_string())
            .attr("r", if spot.series == at.series { "7" } else { "5" })
    });
    let guide = el("line", "guide")
        .attr("x1", at.x.to_string())
        .attr("x2", at.x.to_string())
        .attr("y1", layout.plot.top.to_string())
        .attr("y2", layout.plot.bottom.to_string());
    Some(el("svg", "over").attr("aria-hidden", "true").child(guide).children(rings))
}
