//! Strokes, areas and text in CSS pixels, handed to the backend in device pixels.

use plotters::coord::Shift;
use plotters::drawing::DrawingArea;
use plotters::element::{Circle, PathElement, Polygon, Text};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{FontDesc, FontFamily, FontStyle, RGBAColor, ShapeStyle, TextStyle};
use plotters_backend::DrawingBackend;

use super::draw::Failure;
use super::measure::text_width;
use super::{Marker, Rgb, Theme};

/// Size of all text.
pub(super) const TEXT: f64 = 12.0;

/// Half the size of a mark.
pub(super) const MARK: f64 = 3.2;

/// Device pixels beyond which nothing is told apart.
const FARTHEST: f64 = 1e6;

/// How a text is set.
#[derive(Clone, Copy)]
pub(super) struct Lettering {
    pub(super) color: Rgb,
    pub(super) bold: bool,
    pub(super) across: HPos,
    pub(super) down: VPos,
}

impl Lettering {
    pub(super) fn new(color: Rgb, across: HPos, down: VPos) -> Self {
        Self { color, bold: false, across, down }
    }

    pub(super) fn bold(self) -> Self {
        Self { bold: true, ..self }
    }
}

/// Draws on an area.
pub(super) struct Pen<'a, DB: DrawingBackend> {
    root: &'a DrawingArea<DB, Shift>,
    pub(super) theme: &'a Theme,
    scale: f64,
    /// What the backend divides sizes of text by.
    text_ratio: f64,
    /// In CSS pixels.
    pub(super) width: f64,
    pub(super) height: f64,
}

impl<'a, DB: DrawingBackend> Pen<'a, DB> {
    pub(super) fn new(root: &'a DrawingArea<DB, Shift>, theme: &'a Theme, scale: f64, text_ratio: f64) -> Self {
        let scale = if scale.is_finite() && scale > 0.0 { scale } else { 1.0 };
        let (width, height) = root.dim_in_pixel();
        Self { root, theme, scale, text_ratio, width: f64::from(width) / scale, height: f64::from(height) / scale }
    }

    pub(super) fn fill(&self) -> Result<(), Failure<DB>> {
        self.root.fill(&rgba(self.theme.background, 1.0))
    }

    pub(super) fn present(&self) -> Result<(), Failure<DB>> {
        self.root.present()
    }

    pub(super) fn line(&self, points: &[(f64, f64)], color: Rgb, alpha: f64, width: f64) -> Result<(), Failure<DB>> {
        if points.len() < 2 {
            return Ok(());
        }
        let stroke_width = (width * self.scale).round().max(1.0) as u32;
        let style = ShapeStyle { color: rgba(color, alpha), filled: false, stroke_width };
        self.root.draw(&PathElement::new(self.pixels(points), style))
    }

    pub(super) fn area(&self, corners: &[(f64, f64)], color: Rgb, alpha: f64) -> Result<(), Failure<DB>> {
        if corners.len() < 3 {
            return Ok(());
        }
        let style = ShapeStyle { color: rgba(color, alpha), filled: true, stroke_width: 0 };
        self.root.draw(&Polygon::new(self.pixels(corners), style))
    }

    pub(super) fn text(&self, text: &str, at: (f64, f64), lettering: Lettering) -> Result<(), Failure<DB>> {
        let weight = if lettering.bold { FontStyle::Bold } else { FontStyle::Normal };
        let family = FontFamily::from(self.theme.font.as_str());
        let font = FontDesc::new(family, TEXT * self.scale * self.text_ratio, weight);
        let color = rgba(lettering.color, 1.0);
        let style = TextStyle::from(font).color(&color).pos(Pos::new(lettering.across, lettering.down));
        self.root.draw(&Text::new(text, self.pixel(at), style))
    }

    /// A mark of a curve's style.
    pub(super) fn mark(&self, style: usize, at: (f64, f64)) -> Result<(), Failure<DB>> {
        let color = self.theme.color(style);
        let marker = Marker::of(style, self.theme.palette.len());
        match marker {
            Marker::Circle => {
                let style = ShapeStyle { color: rgba(color, 1.0), filled: true, stroke_width: 0 };
                let radius = (MARK * self.scale).round().max(1.0) as u32;
                self.root.draw(&Circle::new(self.pixel(at), radius, style))
            }
            Marker::Square | Marker::Triangle | Marker::Diamond => self.area(&marker.corners(at, MARK), color, 1.0),
            Marker::Cross | Marker::Plus => {
                marker.strokes(at, MARK).iter().try_for_each(|stroke| self.line(stroke, color, 1.0, 2.0))
            }
        }
    }

    /// A ring around a place.
    pub(super) fn ring(&self, color: Rgb, at: (f64, f64), radius: f64) -> Result<(), Failure<DB>> {
        let stroke_width = (1.5 * self.scale).round().max(1.0) as u32;
        let style = ShapeStyle { color: rgba(color, 1.0), filled: false, stroke_width };
        self.root.draw(&Circle::new(self.pixel(at), (radius * self.scale).round().max(1.0) as u32, style))
    }

    pub(super) fn text_width(&self, text: &str, bold: bool) -> f64 {
        text_width(text, TEXT, bold)
    }

    fn pixels(&self, points: &[(f64, f64)]) -> Vec<(i32, i32)> {
        points.iter().map(|point| self.pixel(*point)).collect()
    }

    /// A place in whole device pixels. What lies far outside stays outside without overflowing in the backend.
    fn pixel(&self, (x, y): (f64, f64)) -> (i32, i32) {
        let whole = |place: f64| (place * self.scale).round().clamp(-FARTHEST, FARTHEST) as i32;
        (whole(x), whole(y))
    }
}

fn rgba(Rgb(red, green, blue): Rgb, alpha: f64) -> RGBAColor {
    RGBAColor(red, green, blue, alpha)
}
