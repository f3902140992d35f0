//! Bars of a row, lying, so that long names have room.

use plotters::style::text_anchor::{HPos, VPos};
use plotters_backend::DrawingBackend;

use super::draw::Failure;
use super::pen::{Lettering, Pen, TEXT};
use super::scale::Mapping;
use super::{Layout, Rect, Spot};
use crate::figure::{Figure, Kind, Mark};

/// Space between things that belong together.
const GAP: f64 = 8.0;

/// Height of a line of text.
const LINE: f64 = 16.0;

/// The height that a bar and its space have at most.
const TALLEST: f64 = 36.0;

/// Names wider than this share of the figure are cut off by the plot.
const WIDEST_NAMES: f64 = 0.4;

pub(super) fn draw<DB: DrawingBackend>(figure: &Figure, pen: &Pen<DB>) -> Result<Layout, Failure<DB>> {
    let bars: Vec<(&str, usize, &Mark)> = figure
        .series
        .iter()
        .filter_map(|series| Some((series.label.as_str(), series.style, series.points.first()?)))
        .collect();
    let plot = plot(figure, &bars, pen);
    let x = Mapping::new(&figure.y, plot.left, plot.right);
    axis(figure, plot, x, pen)?;
    let step = (plot.bottom - plot.top) / bars.len().max(1) as f64;
    let mut spots = Vec::new();
    for (index, (name, style, mark)) in bars.into_iter().enumerate() {
        let y = plot.top + (index as f64 + 0.5) * step;
        let named = Lettering::new(pen.theme.text, HPos::Right, VPos::Center);
        pen.text(name, (plot.left - GAP, y), named)?;
        let end = bar(mark, style, x, y, step * 0.6, pen)?;
        let said =
            Lettering::new(if end.is_some() { pen.theme.text } else { pen.theme.muted }, HPos::Left, VPos::Center);
        let after = [end, mark.high.and_then(|high| x.nearest(high))].into_iter().flatten().fold(plot.left, f64::max);
        pen.text(&mark.y_text, (after + GAP, y), said)?;
        spots.extend(end.map(|x| Spot { series: index, point: 0, x, y }));
    }
    Ok(Layout { kind: Kind::Bars, width: pen.width, height: pen.height, plot, spots })
}

fn plot<DB: DrawingBackend>(figure: &Figure, bars: &[(&str, usize, &Mark)], pen: &Pen<DB>) -> Rect {
    let widest =
        |texts: &mut dyn Iterator<Item = &str>| texts.map(|text| pen.text_width(text, false)).fold(0.0, f64::max);
    let names = widest(&mut bars.iter().map(|(name, ..)| *name)).min(pen.width * WIDEST_NAMES);
    let figures = widest(&mut bars.iter().map(|(.., mark)| mark.y_text.as_str()));
    let half_last = figure.y.ticks.last().map_or(0.0, |tick| pen.text_width(&tick.text, false) / 2.0);
    let left = names + GAP;
    let top = GAP / 2.0;
    let bottom = (pen.height - 2.0 * LINE - GAP).min(top + TALLEST * bars.len() as f64);
    let right = pen.width - (figures + GAP).max(half_last);
    Rect { left, top, right: right.max(left + 40.0), bottom: bottom.max(top + TEXT) }
}

fn axis<DB: DrawingBackend>(figure: &Figure, plot: Rect, x: Mapping, pen: &Pen<DB>) -> Result<(), Failure<DB>> {
    let theme = pen.theme;
    let below = Lettering::new(theme.muted, HPos::Center, VPos::Top);
    let mut free = f64::MIN;
    for tick in &figure.y.ticks {
        let Some(at) = x.on_axis(tick.at) else { continue };
        pen.line(&[(at, plot.top), (at, plot.bottom)], theme.rule, 1.0, 1.0)?;
        let half = pen.text_width(&tick.text, false) / 2.0;
        if at - half >= free {
            free = at + half + GAP;
            pen.text(&tick.text, (at, plot.bottom + 4.0), below)?;
        }
    }
    if let Some(zero) = x.on_axis(0.0) {
        pen.line(&[(zero, plot.top), (zero, plot.bottom)], theme.muted, 0.6, 1.0)?;
    }
    pen.text(&figure.y.label, (plot.left, plot.bottom + 4.0 + LINE), Lettering { across: HPos::Left, ..below })
}

/// A bar from zero, with its spread; where it ends. Nothing is drawn of a missing one.
fn bar<DB: DrawingBackend>(
    mark: &Mark,
    style: usize,
    x: Mapping,
    y: f64,
    height: f64,
    pen: &Pen<DB>,
) -> Result<Option<f64>, Failure<DB>> {
    let (Some(zero), Some(end)) = (x.nearest(0.0), mark.y.and_then(|value| x.nearest(value))) else { return Ok(None) };
    let (top, bottom) = (y - height / 2.0, y + height / 2.0);
    pen.area(&[(zero, top), (end, top), (end, bottom), (zero, bottom)], pen.theme.color(style), 0.85)?;
    let ends = (mark.low.and_then(|low| x.nearest(low)), mark.high.and_then(|high| x.nearest(high)));
    if let (Some(low), Some(high)) = ends {
        pen.line(&[(low, y), (high, y)], pen.theme.text, 0.8, 1.0)?;
        for at in [low, high] {
            pen.line(&[(at, y - 3.0), (at, y + 3.0)], pen.theme.text, 0.8, 1.0)?;
        }
    }
    Ok(Some(end))
}
