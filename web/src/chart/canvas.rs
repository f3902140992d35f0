//! The drawing itself: the canvas has as many pixels as the screen, and what hover shows is laid over it.

use plotters::drawing::IntoDrawingArea;
use plotters_canvas::CanvasBackend;
use shared::figure::Figure;
use shared::paint::{self, Layout, Rgb, Spot, Theme};
use web_sys::{Element, HtmlCanvasElement};
use yew::prelude::*;

use super::density::{density, use_redraws};
use super::pointer::{overlay, use_pointer};
use crate::state::held::Held;
use crate::theme::token;

/// Properties of [`Canvas`].
#[derive(Properties, PartialEq)]
pub struct Props {
    /// What is drawn.
    pub figure: Figure,
}

/// The drawing with its overlay and readout.
#[component]
pub fn Canvas(props: &Props) -> Html {
    let canvas = use_node_ref();
    let layout = use_state(|| Held::new(Layout::default()));
    let redraws = use_redraws(canvas.clone());
    use_effect_with((props.figure.clone(), redraws), {
        let (canvas, layout) = (canvas.clone(), layout.setter());
        move |(figure, _)| {
            if let Some(canvas) = canvas.cast::<HtmlCanvasElement>() {
                layout.set(Held::new(draw(&canvas, figure).unwrap_or_default()));
            }
        }
    });
    let pointer = use_pointer((*layout).clone());
    html! {
        <>
            <div class="canvas" tabindex="0" role="application"
                aria-label="Chart. Left and right step through the points, up and down through the curves."
                onpointermove={pointer.moved.clone()} onpointerdown={pointer.moved.clone()}
                onpointerleave={pointer.left.clone()} onkeydown={pointer.pressed.clone()}
                onblur={pointer.blurred.clone()}>
                <canvas ref={canvas} aria-hidden="true" />
                { overlay(&layout, &props.figure, pointer.at) }
            </div>
            <p class="readout" aria-live="polite">{ readout(&props.figure, &layout, pointer.at) }</p>
        </>
    }
}

/// Draws the figure in the canvas' own size, times the density of the screen.
fn draw(canvas: &HtmlCanvasElement, figure: &Figure) -> Option<Layout> {
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
fn readout(figure: &Figure, layout: &Layout, at: Option<Spot>) -> Html {
    let Some(at) = at else { return Html::default() };
    let column = layout.column(at.x);
    let place = figure.series.get(at.series).and_then(|series| series.points.get(at.point));
    html! {
        <>
            <b>{ place.map(|mark| mark.x_text.clone()).unwrap_or_default() }</b>
            for spot in column {
                if let Some(series) = figure.series.get(spot.series) {
                    <span key={spot.series}>
                        { " · " }{ series.label.clone() }{ " " }
                        <b>{ series.points.get(spot.point).map(|mark| mark.y_text.clone()).unwrap_or_default() }</b>
                    </span>
                }
            }
        </>
    }
}
