//! Curves over a sweep.

use plotters::style::text_anchor::{HPos, VPos};
use plotters_backend::DrawingBackend;

use super::draw::Failure;
use super::flags::{self, Names};
use super::labels::apart;
use super::pen::{Lettering, MARK, Pen, TEXT};
use super::scale::Mapping;
use super::{Layout, Rect, Spot};
use crate::figure::{Bounds, Figure, Kind, Mark, Series, Shade, clip, decimate};

/// Space between things that belong together.
const GAP: f64 = 8.0;

/// Height of a line of text.
const LINE: f64 = 16.0;

/// Labels wider than this share of the figure stand above the plot instead of beside it.
const WIDEST_LABELS: f64 = 0.36;

/// Marks and whiskers are drawn where they are at least this far apart.
const SPARSE: f64 = 9.0;

/// Strength of shading and of spread.
const SHADE: f64 = 0.12;
const WHISKER: f64 = 0.55;

pub(super) fn draw<DB: DrawingBackend>(figure: &Figure, pen: &Pen<DB>) -> Result<Layout, Failure<DB>> {
    let plan = Plan::new(figure, pen);
    plan.axes(pen)?;
    for shade in &figure.shades {
        plan.shade(shade, pen)?;
    }
    for series in &figure.series {
        plan.curve(series, pen)?;
    }
    plan.flags(pen)?;
    plan.labels(pen)?;
    Ok(plan.layout(pen))
}

/// A figure and where its parts go.
struct Plan<'a> {
    figure: &'a Figure,
    plot: Rect,
    x: Mapping,
    y: Mapping,
    /// Lines of labels above the plot, as indexes of curves; empty where they stand beside it.
    above: Vec<Vec<usize>>,
}

/// Width of a mark and its space before a label.
const KEY: f64 = 2.0 * MARK + 6.0;

impl<'a> Plan<'a> {
    fn new<DB: DrawingBackend>(figure: &'a Figure, pen: &Pen<DB>) -> Self {
        let widths: Vec<f64> = figure.series.iter().map(|series| KEY + pen.text_width(&series.label, true)).collect();
        let widest = widths.iter().copied().fold(0.0, f64::max);
        let beside = widest + 2.0 * GAP <= pen.width * WIDEST_LABELS;
        let above = if beside { Vec::new() } else { key_lines(&widths, pen.width - GAP) };
        let tick = |text: &str| pen.text_width(text, false);
        let values = figure.y.ticks.iter().map(|t| tick(&t.text)).fold(0.0, f64::max);
        let half_last = figure.x.ticks.last().map_or(0.0, |t| tick(&t.text) / 2.0);
        let plot = Rect {
            left: values + GAP + 2.0,
            top: LINE + GAP + above.len() as f64 * (LINE + 2.0),
            right: pen.width - if beside { widest + 2.0 * GAP } else { half_last.max(GAP) },
            bottom: pen.height - 2.0 * LINE - GAP,
        };
        // A figure that is too small for its labels keeps a plot of some size.
        let plot = Rect { right: plot.right.max(plot.left + 40.0), bottom: plot.bottom.max(plot.top + 40.0), ..plot };
        let x = Mapping::new(&figure.x, plot.left, plot.right);
        let y = Mapping::new(&figure.y, plot.bottom, plot.top);
        Self { figure, plot, x, y, above }
    }

    fn axes<DB: DrawingBackend>(&self, pen: &Pen<DB>) -> Result<(), Failure<DB>> {
        let Rect { left, top, right, bottom } = self.plot;
        let theme = pen.theme;
        for tick in &self.figure.y.ticks {
            if let Some(y) = self.y.on_axis(tick.at) {
                pen.line(&[(left, y), (right, y)], theme.rule, 1.0, 1.0)?;
                pen.text(&tick.text, (left - GAP, y), Lettering::new(theme.muted, HPos::Right, VPos::Center))?;
            }
        }
        pen.line(&[(left, bottom), (right, bottom)], theme.muted, 0.6, 1.0)?;
        let mut free = f64::MIN;
        for tick in &self.figure.x.ticks {
            let Some(x) = self.x.on_axis(tick.at) else { continue };
            let half = pen.text_width(&tick.text, false) / 2.0;
            if x - half < free {
                continue;
            }
            free = x + half + GAP;
            pen.line(&[(x, bottom), (x, bottom + 4.0)], theme.muted, 0.6, 1.0)?;
            pen.text(&tick.text, (x, bottom + 7.0), Lettering::new(theme.muted, HPos::Center, VPos::Top))?;
        }
        let name = Lettering::new(theme.muted, HPos::Left, VPos::Top);
        pen.text(&self.figure.x.label, (left, bottom + 7.0 + LINE), name)?;
        pen.text(&self.figure.y.label, (0.0, top - LINE - GAP), name)
    }

    fn place(&self, mark: &Mark) -> Option<(f64, f64)> {
        Some((self.x.at(mark.x)?, self.y.at(mark.y?)?))
    }

    fn bounds(&self) -> Bounds {
        let Rect { left, top, right, bottom } = self.plot;
        Bounds { left, top, right, bottom }
    }

    /// Whether a place is in the plot, edges included.
    fn inside(&self, at: (f64, f64)) -> bool {
        clip(at, at, self.bounds()).is_some()
    }

    fn shade<DB: DrawingBackend>(&self, shade: &Shade, pen: &Pen<DB>) -> Result<(), Failure<DB>> {
        let edge = |index: usize| -> Vec<(f64, f64)> {
            let points = self.figure.series.get(index).map_or(&[][..], |series| &series.points);
            let within = points.iter().filter(|mark| mark.x >= shade.from && mark.x <= shade.to);
            within.filter_map(|mark| Some((self.x.nearest(mark.x)?, self.y.nearest(mark.y?)?))).collect()
        };
        let mut corners = edge(shade.better);
        corners.extend(edge(shade.worse).into_iter().rev());
        pen.area(&corners, self.color(shade.better, pen), SHADE)
    }

    fn color<DB: DrawingBackend>(&self, index: usize, pen: &Pen<DB>) -> super::Rgb {
        self.figure.series.get(index).map_or(pen.theme.text, |series| pen.theme.color(series.style))
    }

    fn curve<DB: DrawingBackend>(&self, series: &Series, pen: &Pen<DB>) -> Result<(), Failure<DB>> {
        let color = pen.theme.color(series.style);
        let sparse = self.sparse(series);
        let stretches = stretches(series.points.iter().map(|mark| self.place(mark)));
        if sparse {
            for mark in &series.points {
                self.whisker(mark, color, pen)?;
            }
        }
        for stretch in &stretches {
            for path in clipped(&decimate(stretch), self.bounds()) {
                pen.line(&path, color, 1.0, 2.0)?;
            }
        }
        let alone = |at: &(f64, f64)| stretches.iter().any(|stretch| stretch.len() == 1 && stretch[0] == *at);
        for at in series.points.iter().filter_map(|mark| self.place(mark)) {
            if (sparse || alone(&at)) && self.inside(at) {
                pen.mark(series.style, at)?;
            }
        }
        Ok(())
    }

    fn flags<DB: DrawingBackend>(&self, pen: &Pen<DB>) -> Result<(), Failure<DB>> {
        let mut names = Names::default();
        for series in &self.figure.series {
            let stretches = stretches(series.points.iter().map(|mark| self.place(mark)));
            for flag in &series.flags {
                let Some(x) = self.x.at(flag.x) else { continue };
                for curve in &stretches {
                    flags::draw(flag, (x, curve), series, (self.plot, &mut names), pen)?;
                }
            }
        }
        Ok(())
    }

    /// Whether the marks of a curve have room.
    fn sparse(&self, series: &Series) -> bool {
        series.points.len() < 2 || (self.plot.right - self.plot.left) / (series.points.len() - 1) as f64 >= SPARSE
    }

    fn whisker<DB: DrawingBackend>(&self, mark: &Mark, color: super::Rgb, pen: &Pen<DB>) -> Result<(), Failure<DB>> {
        let ends = |value: Option<f64>| Some((self.x.at(mark.x)?, self.y.at(value?)?));
        let (Some(low), Some(high)) = (ends(mark.low), ends(mark.high)) else { return Ok(()) };
        let Some((low, high)) = clip(low, high, self.bounds()) else { return Ok(()) };
        pen.line(&[low, high], color, WHISKER, 1.0)?;
        for (x, y) in [low, high] {
            pen.line(&[(x - MARK, y), (x + MARK, y)], color, WHISKER, 1.0)?;
        }
        Ok(())
    }

    fn labels<DB: DrawingBackend>(&self, pen: &Pen<DB>) -> Result<(), Failure<DB>> {
        if !self.above.is_empty() {
            return self.labels_above(pen);
        }
        let ends: Vec<Option<(f64, f64)>> = self
            .figure
            .series
            .iter()
            .map(|series| series.points.iter().rev().find_map(|mark| self.place(mark)))
            .collect();
        let (top, bottom) = (self.plot.top, self.plot.bottom);
        let wanted: Vec<f64> = ends.iter().map(|end| end.map_or(bottom, |(_, y)| y.clamp(top, bottom))).collect();
        let places = apart(&wanted, TEXT + 3.0, top, bottom);
        for ((series, end), y) in self.figure.series.iter().zip(&ends).zip(places) {
            let x = self.plot.right + GAP;
            if let Some((end_x, end_y)) = end.filter(|end| self.inside(*end)) {
                // A label that had to move, or whose curve ends early, is led to by a thin line.
                if (end_y - y).abs() > TEXT / 2.0 || self.plot.right - end_x > 1.0 {
                    let from = (end_x + MARK + 1.0, end_y);
                    pen.line(&[from, (x + 1.0, y)], pen.theme.color(series.style), 0.5, 1.0)?;
                }
            }
            self.label(series, (x, y), pen)?;
        }
        Ok(())
    }

    fn labels_above<DB: DrawingBackend>(&self, pen: &Pen<DB>) -> Result<(), Failure<DB>> {
        for (line, curves) in self.above.iter().enumerate() {
            let mut x = 0.0;
            let y = TEXT / 2.0 + line as f64 * (LINE + 2.0);
            for series in curves.iter().filter_map(|&index| self.figure.series.get(index)) {
                self.label(series, (x, y), pen)?;
                x += KEY + pen.text_width(&series.label, true) + 2.0 * GAP;
            }
        }
        Ok(())
    }

    fn label<DB: DrawingBackend>(&self, series: &Series, at: (f64, f64), pen: &Pen<DB>) -> Result<(), Failure<DB>> {
        pen.mark(series.style, (at.0 + MARK + 1.0, at.1))?;
        let lettering = Lettering::new(pen.theme.color(series.style), HPos::Left, VPos::Center).bold();
        pen.text(&series.label, (at.0 + KEY, at.1), lettering)
    }

    fn layout<DB: DrawingBackend>(&self, pen: &Pen<DB>) -> Layout {
        let mut spots = Vec::new();
        for (series, curve) in self.figure.series.iter().enumerate() {
            for (point, mark) in curve.points.iter().enumerate() {
                if let Some((x, y)) = self.place(mark).filter(|at| self.inside(*at)) {
                    spots.push(Spot { series, point, x, y });
                }
            }
        }
        Layout { kind: Kind::Curves, width: pen.width, height: pen.height, plot: self.plot, spots }
    }
}

/// Labels in lines of at most `width`, as indexes.
fn key_lines(widths: &[f64], width: f64) -> Vec<Vec<usize>> {
    let mut lines: Vec<Vec<usize>> = Vec::new();
    let mut used = f64::MAX;
    for (index, label) in widths.iter().enumerate() {
        match lines.last_mut() {
            Some(line) if used + label <= width => line.push(index),
            _ => {
                lines.push(vec![index]);
                used = 0.0;
            }
        }
        used += label + 2.0 * GAP;
    }
    lines
}

/// Places without a gap between them.
fn stretches(places: impl Iterator<Item = Option<(f64, f64)>>) -> Vec<Vec<(f64, f64)>> {
    let mut stretches = vec![Vec::new()];
    for place in places {
        match (place, stretches.last_mut()) {
            (Some(at), Some(stretch)) => stretch.push(at),
            _ => stretches.push(Vec::new()),
        }
    }
    stretches.retain(|stretch: &Vec<_>| !stretch.is_empty());
    stretches
}

/// The parts of a line that are inside, as lines without a break.
fn clipped(points: &[(f64, f64)], bounds: Bounds) -> Vec<Vec<(f64, f64)>> {
    let mut paths: Vec<Vec<(f64, f64)>> = Vec::new();
    for pair in points.windows(2) {
        let Some((from, to)) = clip(pair[0], pair[1], bounds) else { continue };
        match paths.last_mut() {
            Some(path) if path.last() == Some(&from) => path.push(to),
            _ => paths.push(vec![from, to]),
        }
    }
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_ends_a_line() {
        let places = [Some((0.0, 1.0)), Some((1.0, 1.0)), None, None, Some((4.0, 1.0))];
        assert_eq!(stretches(places.into_iter()), [vec![(0.0, 1.0), (1.0, 1.0)], vec![(4.0, 1.0)]]);
    }

    #[test]
    fn a_line_that_leaves_and_comes_back_is_two() {
        let bounds = Bounds { left: 0.0, top: 0.0, right: 30.0, bottom: 10.0 };
        let line = [(0.0, 5.0), (10.0, 15.0), (20.0, 5.0), (30.0, 5.0)];
        assert_eq!(
            clipped(&line, bounds),
            [vec![(0.0, 5.0), (5.0, 10.0)], vec![(15.0, 10.0), (20.0, 5.0), (30.0, 5.0)]]
        );
    }
}
