//! The drawing itself: the canvas has as many pixels as the screen, and what hover shows is laid over it.

use std::rc::Rc;

use plotters::drawing::IntoDrawingArea;
use plotters_canvas::CanvasBackend;
use shared::figure::{Figure, Kind};
use shared::paint::{self, Layout, Rgb, Spot, Theme};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlCanvasElement, HtmlElement};
use yew::prelude::*;

use super::density::{density, use_redraws};
use super::pointer::{overlay, use_pointer};
use crate::element::{El, el, group, said};
use crate::hooks::Hooks;
use crate::part::Part;
use crate::state::held::Held;
use crate::theme::token;

/// The drawing with its overlay and readout.
#[derive(PartialEq)]
pub struct Canvas {
    /// What is drawn.
    pub figure: Rc<Figure>,
}

impl Part for Canvas {
    fn show(&self, hooks: &mut Hooks) -> Html {
        let figure = &self.figure;
        let canvas = hooks.node();
        let layout = hooks.state(Held::new(Layout::default()));
        let redraws = use_redraws(hooks, canvas.clone());
        hooks.effect((Rc::clone(figure), redraws), {
            let (figure, canvas, layout) = (Rc::clone(figure), canvas.clone(), layout.clone());
            move || {
                if let Some(canvas) = canvas.cast::<HtmlCanvasElement>() {
                    layout.set(Held::new(draw(&canvas, &figure).unwrap_or_default()));
                }
            }
        });
        let label = "Chart. Left and right step through the points, up and down through the curves.";
        let frame = el("div", "canvas").attr("tabindex", "0").attr("role", "application").attr("aria-label", label);
        let (at, frame) = use_pointer(hooks, &layout, frame);
        let frame =
            frame.child(el("canvas", "").node(&canvas).attr("aria-hidden", "true")).child(overlay(&layout, figure, at));
        let said = el("p", "readout").attr("aria-live", "polite").children(readout(figure, &layout, at));
        group(vec![frame.html(), said.html()])
    }
}

/// Height in px of a chart of bars: its axis, and each bar.
const BARS: (usize, usize) = (64, 32);

/// Draws the figure in the canvas' own size, times the density of the screen.
fn draw(canvas: &HtmlCanvasElement, figure: &Figure) -> Option<Layout> {
    if let (Kind::Bars, Some(frame)) =
        (figure.kind, canvas.parent_element().and_then(|frame| frame.dyn_into::<HtmlElement>().ok()))
    {
        let height = BARS.0 + BARS.1 * figure.series.len();
        let _ = frame.style().set_property("height", &format!("{height}px"));
    }
    let density = density();
    let size = canvas.get_bounding_client_rect();
    let pixels = |length: f64| (length * density).round().max(1.0) as u32;
    canvas.set_width(pixels(size.width()));
    canvas.set_height(pixels(size.height()));
    let root = CanvasBackend::with_canvas_object(canvas.clone())?.into_drawing_area();
    paint::draw(figure, &theme(canvas), density, &root).ok()
}

/// The style sheet's colours and font.
fn theme(element: &Element) -> Theme {
    let light = Theme::light();
    let colour = |name: &str, otherwise: Rgb| Rgb::parse(&token(element, name)).unwrap_or(otherwise);
    Theme {
        palette: (0..super::marker::STYLES)
            .map(|style| colour(&format!("--series-{}", style + 1), light.color(style)))
            .collect(),
        background: colour("--paper", light.background),
        text: colour("--ink", light.text),
        muted: colour("--soft", light.muted),
        rule: colour("--hair", light.rule),
        font: token(element, "font-family"),
    }
}

/// What stands at the place that is pointed at, in words.
fn readout(figure: &Figure, layout: &Layout, at: Option<Spot>) -> Vec<El> {
    let Some(at) = at else { return Vec::new() };
    let mark = |spot: &Spot| figure.series.get(spot.series).and_then(|series| series.points.get(spot.point));
    let mut words = vec![said("b", "", mark(&at).map(|mark| mark.x_text.clone()).unwrap_or_default())];
    for spot in layout.column(at.x) {
        if let (Some(series), Some(mark)) = (figure.series.get(spot.series), mark(&spot)) {
            words.push(said("span", "", format!(" · {} ", series.label)).child(said("b", "", &mark.y_text)));
        }
    }
    words
}
