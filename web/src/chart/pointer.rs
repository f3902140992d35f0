//! What the reader points at, by pointer or by keyboard, and the marks laid over the drawing there.

use shared::figure::Figure;
use shared::paint::{Layout, Spot};
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, KeyboardEvent, PointerEvent};

use super::marker::tint;
use crate::element::{El, el};
use crate::hooks::{Hooks, State};
use crate::state::held::Held;

/// Follows pointer and keyboard over the `frame` of a drawing: the mark pointed at, and the frame, which listens now.
pub fn use_pointer(hooks: &mut Hooks, layout: &Held<Layout>, frame: El) -> (Option<Spot>, El) {
    let at = hooks.state(None::<Spot>);
    let leave = || {
        let at = at.clone();
        move |_| at.set(None)
    };
    let to = || {
        let (at, layout) = (at.clone(), layout.clone());
        move |event| point(&at, &layout, &event)
    };
    let step = {
        let (at, layout) = (at.clone(), layout.clone());
        move |event| step(&at, &layout, &event)
    };
    hooks.effect(layout.clone(), {
        let at = at.clone();
        move || at.set(None)
    });
    let frame = frame
        .on("pointermove", to())
        .on("pointerdown", to())
        .on("pointerleave", leave())
        .on("keydown", step)
        .on("blur", leave());
    (*at, frame)
}

/// The pointer moved.
fn point(at: &State<Option<Spot>>, layout: &Layout, event: &Event) {
    let Some(pointer) = event.dyn_ref::<PointerEvent>() else { return };
    let canvas = event.current_target().and_then(|target| target.dyn_into::<Element>().ok());
    let place = canvas.map(|canvas| canvas.get_bounding_client_rect());
    let found = place.and_then(|place| {
        layout.nearest(f64::from(pointer.client_x()) - place.left(), f64::from(pointer.client_y()) - place.top())
    });
    if found != **at {
        at.set(found);
    }
}

/// A key was pressed.
fn step(at: &State<Option<Spot>>, layout: &Layout, event: &Event) {
    let Some(key) = event.dyn_ref::<KeyboardEvent>().map(KeyboardEvent::key) else { return };
    let (right, down) = match key.as_str() {
        "ArrowRight" => (1, 0),
        "ArrowLeft" => (-1, 0),
        "ArrowDown" => (0, 1),
        "ArrowUp" => (0, -1),
        "Escape" => return at.set(None),
        _ => return,
    };
    event.prevent_default();
    let next = match **at {
        Some(from) => layout.step(from, right, down).or(Some(from)),
        None => layout.spots.first().copied(),
    };
    at.set(next);
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
